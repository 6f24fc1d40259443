"""``gandhi simulate``: whole games between automatic players, and their results."""

from __future__ import annotations

import argparse
import hashlib
import math
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path
from statistics import fmean

import msgspec

from bot.console.terminal import Progress, draw_table
from bot.errors import SettingsError
from bot.games.answers import Explanation
from bot.games.frontend import Frontend, find_scenario, front_of, list_fronts
from bot.games.playing import AUTOMATIC, order_seats
from bot.language import load_language
from engine import Game
from engine.core.record import write_record

BATCHES_A_JOB = 8
"""The approximate number of batches for each process, so that the bar moves and all end together."""
MOST_IN_A_BATCH = 20
TRIES = 60
"""The number of games that a search imagines for a turn, unless another is given."""
SEARCH = "search"
"""Name of the strongest opponent of any game on the command line."""


class Played(msgspec.Struct, frozen=True):
    """The result of one game. ``margins`` are by seat; ``sides`` counts turns by their lead (`Figures`)."""

    number: int
    winner: str
    margins: dict[str, int]
    reason: str
    rounds: int
    steps: int
    sides: dict[str, int]


class Summary(msgspec.Struct, frozen=True):
    """The result of many games of one scenario. Shares are between 0 and 1, margins in victory points.

    ``lengths`` has the share of games that ended in each round, ``checks`` the share that ended early, such as by a
    victory check. ``sides`` counts turns by their lead (`Figures`), such as a side of an Arjuna card.
    """

    scenario: str
    games: int
    seed: str
    wins: dict[str, float]
    margins: dict[str, float]
    lengths: dict[int, float]
    checks: float
    steps: float
    sides: dict[str, int]


def game_seed(seed: str, number: int) -> bytes:
    """Return the seed of one of the games: the same text gives the same games, with any number of jobs."""
    return hashlib.blake2b(f"{seed} {number}".encode(), digest_size=32).digest()


class Players(msgspec.Struct, frozen=True):
    """The players: the number of seats (0: the game's usual), a name for each, and the games that a search imagines.

    A name is that of one of the game's opponents, or empty for the automatic player. Without ``names``, the automatic
    player has every seat.
    """

    count: int = 0
    names: tuple[str, ...] = ()
    tries: int = TRIES

    def seat(self, front: Frontend) -> dict[str, str]:
        """Return the kind of player on each seat, as the rules name it."""
        seats = front.setup.list_seats(self.count)
        names = self.names or ("",) * len(seats)
        return {seat: front.player.kind_of(name) for seat, name in zip(seats, names, strict=True)}


NOBODY_ELSE = Players()
"""The automatic player on every seat."""


def play_game(scenario: str, seed: str, number: int, records: Path | None, players: Players = NOBODY_ELSE) -> Played:
    """Play a game to its end, write its record into the folder ``records`` if given, and return its result.

    Raises RuntimeError for a game that does not end.
    """
    kind, name = find_scenario(scenario)
    front = front_of(kind)
    figures, seats = front.score.figures, players.seat(front)
    names = dict(zip(seats, players.names, strict=False))
    game = Game.new(kind, name, seats, game_seed(seed, number), figures.choose_options(name, list(seats)))
    player = front.player.make(game)
    explanations: list[Explanation] = []
    while player is not None and player.must_decide:
        opponent = names.get(game.pending_seat, "")
        search = None if game.keys else front.player.plan_search(game, opponent, players.tries)
        if search is not None:
            explanations += player.finished()
            player = front.player.make(game, search.function(*search.arguments, math.inf))
        if player is not None:
            player.answer()
    explanations += player.finished() if player is not None else []
    sides = Counter(lead for explanation in explanations if (lead := figures.name_lead(explanation)))
    if game.result is None:
        raise RuntimeError(f"Game {number} of seed {seed!r} did not end.")
    if records is not None:
        (records / f"{name}-{seed}-{number}.gandhi.jsonl").write_bytes(write_record(game.record()))
    return Played(
        number=number,
        winner=game.result.ranking[0],
        margins=game.result.margins,
        reason=game.result.reason,
        rounds=figures.count_rounds(game),
        steps=len(game.steps),
        sides=dict(sides),
    )


def play_batch(scenario: str, seed: str, numbers: list[int], records: Path | None, players: Players) -> list[Played]:
    """Play several games. With more than one job this runs in a separate process."""
    return [play_game(scenario, seed, number, records, players) for number in numbers]


def play_games(
    scenario: str, games: int, seed: str, jobs: int, records: Path | None = None, players: Players = NOBODY_ELSE
) -> list[Played]:
    """Play many games with a progress bar, in ``jobs`` processes. The result does not depend on their number."""
    size = max(1, min(MOST_IN_A_BATCH, games // (jobs * BATCHES_A_JOB)))
    batches = [list(range(first, min(first + size, games))) for first in range(0, games, size)]
    played: list[Played] = []
    progress = Progress()
    try:
        for batch in spread(scenario, seed, batches, jobs, records, players):
            played += batch
            progress.show(len(played) / games, f"{len(played)} of {games} {scenario} games")
    finally:
        progress.close()
    return sorted(played, key=lambda one: one.number)


def spread(
    scenario: str, seed: str, batches: list[list[int]], jobs: int, records: Path | None, players: Players
) -> Iterator[list[Played]]:
    """Yield the games of each batch as soon as they are played; with one job no other process is started."""
    if jobs == 1:
        for batch in batches:
            yield play_batch(scenario, seed, batch, records, players)
        return
    with ProcessPoolExecutor(jobs) as pool:
        futures = [pool.submit(play_batch, scenario, seed, batch, records, players) for batch in batches]
        try:
            for future in as_completed(futures):
                yield future.result()
        finally:
            pool.shutdown(cancel_futures=True)


def summarise(scenario: str, seed: str, played: list[Played]) -> Summary:
    """Return the summary of the games of one scenario."""
    front = front_of(find_scenario(scenario)[0])
    figures, seats = front.score.figures, order_seats(front.setup, played[0].margins)
    winners = Counter(one.winner for one in played)
    lengths = Counter(one.rounds for one in played)
    sides: Counter[str] = Counter()
    for one in played:
        sides.update(one.sides)
    return Summary(
        scenario=scenario,
        games=len(played),
        seed=seed,
        wins={seat: winners[seat] / len(played) for seat in seats},
        margins={seat: fmean(one.margins[seat] for one in played) for seat in seats},
        lengths={rounds: lengths[rounds] / len(played) for rounds in sorted(lengths)},
        checks=sum(one.reason == figures.early_end for one in played) / len(played),
        steps=fmean(one.steps for one in played),
        sides={side: sides[side] for side in figures.leads},
    )


def tell_share(share: float, games: int) -> str:
    """Return a share of games with its 95 % confidence interval (Wilson)."""
    z = 1.96
    middle = (share + z * z / (2 * games)) / (1 + z * z / games)
    half = z * math.sqrt(share * (1 - share) / games + z * z / (4 * games * games)) / (1 + z * z / games)
    return f"{share:.0%} ({max(0.0, middle - half):.0%} to {min(1.0, middle + half):.0%})"


def tell(summary: Summary) -> Iterator[str]:
    """Yield the summary in a few lines."""
    front = front_of(find_scenario(summary.scenario)[0])
    language = load_language("en", front.setup.kind)
    yield f"{summary.games} {summary.scenario} games (seed {summary.seed})"
    rows = [
        (language.word(f"seat.{seat}"), tell_share(share, summary.games), language.signed(round(summary.margins[seat])))
        for seat, share in summary.wins.items()
    ]
    yield draw_table(("", "wins", "margin"), rows)
    lengths = ", ".join(f"{share:.0%} in round {rounds}" for rounds, share in summary.lengths.items())
    early = f"; {summary.checks:.0%} by a victory check" if front.score.figures.early_end else ""
    yield f"Ended: {lengths}{early}. {summary.steps:.0f} steps a game."
    unused = [side for side, count in summary.sides.items() if not count]
    used = " ".join(f"{side} {count}" for side, count in summary.sides.items() if count)
    yield f"{front.score.figures.title}: {used}"
    if unused:
        yield f"Never used: {' '.join(unused)}"


def read_players(scenario: str, words: str, tries: int) -> Players:
    """Return the players from a number or a name for each seat: ``4``, ``search,arjuna,arjuna,arjuna``.

    Raises SettingsError for an unknown scenario, an impossible number of players, or unknown names.
    """
    known = [name for front in list_fronts() for name in front.setup.scenarios]
    try:
        front = front_of(find_scenario(scenario)[0])
        given = words.split(",") if words and not words.isdecimal() else []
        count = int(words) if words.isdecimal() else len(given) if front.setup.player_counts else 0
        seats = front.setup.list_seats(count)
    except KeyError as error:
        raise SettingsError(f"There is no scenario {scenario!r}: it is {', '.join(known)}.") from error
    except ValueError as error:
        raise SettingsError(str(error)) from error
    names = {AUTOMATIC: "", **({SEARCH: front.player.opponents[-1]} if front.player.opponents else {})}
    if given and (len(given) != len(seats) or not set(given) <= set(names)):
        raise SettingsError(f"--players takes {' or '.join(names)} for each of {', '.join(seats)}, in this order.")
    return Players(count, tuple(names[name] for name in given), tries)


def simulate(options: argparse.Namespace) -> Iterator[str]:
    """Yield the lines of ``gandhi simulate``. Raises SettingsError, also as `read_players` does."""
    wanted = options.scenario or ("short", "main")
    players = {scenario: read_players(scenario, options.players, options.tries) for scenario in wanted}
    if options.records is not None:
        try:
            options.records.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise SettingsError(f"{options.records} cannot be a folder for records: {error.strerror}.") from error
    summaries = []
    for scenario in wanted:
        played = play_games(scenario, options.games, options.seed, options.jobs, options.records, players[scenario])
        summaries.append(summarise(scenario, options.seed, played))
        if not options.json:
            yield from tell(summaries[-1])
            yield ""
    if options.json:
        yield msgspec.json.format(msgspec.json.encode(summaries), indent=2).decode()

"""Finished games in numbers: totals, how reliably people answer, records and proofs; and games at physical tables.

At a physical table, people enter the cards, and the bot plays the Factions without a person.
"""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from statistics import median
from typing import Any, Final

import msgspec

from bot.errors import BadInput, TableError
from bot.games.frontend import Frontend, front_of, list_all_seats
from bot.language import Language
from bot.tables.announcements import TURN
from bot.tables.loading import find_phase, keys_of, list_steps, list_withdrawn, load_table, start_of, to_log
from bot.tables.past import Past
from bot.tables.table import Table, read_state
from engine import Game
from engine.core.data import digest_files, find_differences
from engine.core.dice import commit
from engine.core.errors import BadPosition, IllegalChoice, ReplayFailed
from engine.core.game import replay, stop_replay
from engine.core.putting_right import PUT_RIGHT_PHASE, apply_patch
from engine.core.record import Start, write_record
from engine.core.text import Text, text
from storage import Reader, Statistic, Storage, Turn

DAY: Final = 86_400.0
"""Seconds of a day."""


@dataclass(slots=True)
class Sums:
    """A Faction's finished games: how many there are, how many were won, and the margins at their ends."""

    games: int = 0
    won: int = 0
    margins: list[int] = field(default_factory=list)

    @property
    def mean(self) -> float:
        """Return the average margin, or 0 without games."""
        return sum(self.margins) / len(self.margins) if self.margins else 0.0


def add_up_seats(games: Iterable[Past], user_id: int | None = None) -> dict[str, Sums]:
    """Return sums of games by Faction, in the order of the rulebooks; with ``user_id`` only of that person's games."""
    sums: dict[str, Sums] = {}
    for past in games:
        lost = {one.seat for one in past.players if one.has_left}
        own_seats = {one.seat for one in past.players if one.person == user_id}
        for seat, margin in past.margins.items():
            if user_id is not None and seat not in own_seats:
                continue
            own = sums.setdefault(seat, Sums())
            own.games += 1
            own.won += seat == past.winner and (user_id is None or not (past.nobody_won or seat in lost))
            own.margins.append(margin)
    return {seat: sums[seat] for seat in list_all_seats() if seat in sums}


PERIOD = re.compile(r"(\d{4})(?:-(\d{1,2}))?")
FIRST_YEAR, LAST_YEAR = 1900, 2999
LAST_MONTH = 12


@dataclass(frozen=True, slots=True)
class Period:
    """A year or a month: its name, its start, and its end, which is no longer part of it."""

    name: str
    since: datetime
    until: datetime


@dataclass(slots=True)
class Rival:
    """An opponent of a person: the number of common games, and of those in which the person was ahead."""

    person: int
    games: int = 0
    ahead: int = 0


@dataclass(slots=True)
class Career:
    """A person's games: how many they played and won, their points, and for each seat the games played and won."""

    person: int
    games: int = 0
    won: int = 0
    points: int = 0
    seats: dict[str, tuple[int, int]] = field(default_factory=dict)


def read_period(typed: str) -> Period:
    """Return a year or month from its typed name: ``2031`` or ``2031-05``, in UTC. Raises BadInput."""
    match = PERIOD.fullmatch(typed.strip())
    year, month = (int(match[1]), int(match[2] or 0)) if match is not None else (0, 0)
    is_month = match is None or match[2] is None or 1 <= month <= LAST_MONTH
    if not FIRST_YEAR <= year <= LAST_YEAR or not is_month:
        raise BadInput(text("error.bad_season", words=typed))
    if not month:
        return Period(str(year), datetime(year, 1, 1, tzinfo=UTC), datetime(year + 1, 1, 1, tzinfo=UTC))
    after = datetime(year + month // LAST_MONTH, month % LAST_MONTH + 1, 1, tzinfo=UTC)
    return Period(f"{year}-{month:02}", datetime(year, month, 1, tzinfo=UTC), after)


def period_of(moment: datetime) -> Period:
    """Return the year of a moment, in UTC."""
    return read_period(str(moment.astimezone(UTC).year))


def beside(period: Period, step: int) -> Period:
    """Return the period that is ``step`` years or months after another: -1 for the previous, 1 for the next."""
    year, _, month = period.name.partition("-")
    if not month:
        return read_period(str(int(year) + step))
    count = int(year) * LAST_MONTH + int(month) - 1 + step
    return read_period(f"{count // LAST_MONTH}-{count % LAST_MONTH + 1}")


def rank_period(games: Iterable[Past]) -> list[Career]:
    """Return each person's career, sorted by points, the best first. Only games of several people count."""
    careers = list_careers(past for past in games if len(past.results) > 1)
    return sorted(careers, key=lambda career: (-career.points, -career.won, career.games, career.person))


def list_rivals(games: Iterable[Past], person: int) -> list[Rival]:
    """Return the people whom a person has met in games, the most frequent first."""
    rivals: dict[int, Rival] = {}
    for past in games:
        results = past.results
        if person not in results:
            continue
        for other, result in results.items():
            if other != person:
                rival = rivals.setdefault(other, Rival(other))
                rival.games += 1
                rival.ahead += results[person].place < result.place and not past.nobody_won
    return sorted(rivals.values(), key=lambda rival: (-rival.games, -rival.ahead, rival.person))


def list_careers(games: Iterable[Past]) -> list[Career]:
    """Return each person's career. People who won most games come first, and among them those who played least."""
    careers: dict[int, Career] = {}
    for past in games:
        for person, result in past.results.items():
            career = careers.setdefault(person, Career(person))
            career.games += 1
            career.won += result.has_won
            career.points += result.points
            for player in past.players:
                if player.person == person:
                    played, won = career.seats.get(player.seat, (0, 0))
                    has_won = player.seat == past.winner and not (past.nobody_won or player.has_left)
                    career.seats[player.seat] = (played + 1, won + has_won)
    return sorted(careers.values(), key=lambda career: (-career.won, career.games, career.person))


def lead_of(past: Past) -> int:
    """Return by how much the margin of the first seat exceeds that of the second; 0 without a second seat."""
    margins = [past.margins[seat] for seat in past.ranking[:2]]
    return margins[0] - margins[1] if len(margins) > 1 else 0


def find_longest(games: Sequence[Past], count: int) -> list[Past]:
    """Return up to ``count`` games with the most turns, the longest first."""
    return sorted(games, key=lambda past: (-past.turns, past.game.id))[:count]


def find_closest(games: Sequence[Past], count: int) -> list[Past]:
    """Return up to ``count`` games that were won with the smallest leads, the closest first."""
    won = [past for past in games if not past.nobody_won and len(past.ranking) > 1]
    return sorted(won, key=lambda past: (lead_of(past), past.game.id))[:count]


async def record_game(storage: Storage, game_id: str) -> tuple[str, bytes]:
    """Return the record of a finished game: a file name and its bytes. It contains the seed.

    Raises UnknownGame, TableError before the game is over, and ReplayFailed if it no longer fits the rules.
    """
    async with storage.read() as reader:
        table = await load_table(reader, game_id)
        if table.game.status != "over":
            raise TableError(text("error.record_only_when_over", name=table.game.name))
        data, _ = await write_game(reader, table)
    return f"{table.game.kind}-{game_id}.{table.game.kind}.jsonl", data


async def write_game(reader: Reader, table: Table) -> tuple[bytes, int]:
    """Return the record of a table's game so far as bytes, with the withdrawn turns, and the number of its steps.

    Raises ReplayFailed if the game no longer fits the rules.
    """
    turns = await reader.turns(table.id)
    keys = [await keys_of(reader, turn) for turn in turns]
    game = replay(Game.from_start(start_of(table.game)), keys)
    found, imported = await list_withdrawn(reader, table), dict(table.state.withdrawn)
    backs = [turn.number for turn in turns if find_phase(turn) == "go_back"]
    steps = [step.number for step in game.steps if step.label.phase == "go_back"]
    withdrawn = {
        step: [*imported.get(turn, ()), *(one.keys for one in found if one.by == turn)]
        for step, turn in zip(steps, backs, strict=True)
    }
    return write_record(game.record(), withdrawn), len(game.steps)


@dataclass(frozen=True, slots=True)
class Proof:
    """The result of the check of a finished game, in numbers, and the place where its digest was published.

    ``put_right`` are the steps in which the table corrected the game, ``differently`` is the number of automatic turns
    that people changed. ``numbers`` is how many random numbers came from the seed, for dice, the deck and automatic
    players. ``said`` is what people entered instead (`list_said`). ``message_id`` is the message that published
    ``digest`` when the game began, or None if it is unknown.
    """

    table: Table
    digest: str
    steps: int
    choices: int
    dice: int
    cards: int
    numbers: int
    message_id: int | None
    put_right: tuple[int, ...] = ()
    differently: int = 0
    said: tuple[str, ...] = ()


def blame_data(error: ReplayFailed, start: Start) -> ReplayFailed:
    """Return the error of a replay; if data files have changed since the game was played, with their names."""
    names = find_differences(start.data, digest_files(front_of(start.game).positions.read_files()))
    return ReplayFailed(text("error.replay_data", why=error.text, names=names), error.index) if names else error


async def prove(storage: Storage, game_id: str) -> Proof:
    """Check a finished game: compare every step from its seed with the stored one.

    Raises UnknownGame, TableError during the game, and ReplayFailed with the first step that differs.
    """
    async with storage.read() as reader:
        table = await load_table(reader, game_id)
        if table.game.status != "over":
            raise TableError(text("error.verify_only_when_over", name=table.game.name))
        turns = await reader.turns(game_id)
        keys = [await keys_of(reader, turn) for turn in turns]
        facts = await reader.statistic(game_id)
        posts = await reader.posts(game_id)
    try:
        # The first message about turns announced the beginning of the game, with the digest of the seed.
        start = next((post.message_id for post in posts if post.kind == TURN), None)
        return await asyncio.to_thread(compare, table, turns, keys, facts, start)
    except ReplayFailed as error:
        raise blame_data(error, start_of(table.game)) from error


def compare(
    table: Table, turns: Sequence[Turn], keys: Sequence[Sequence[str]], facts: Statistic | None, message_id: int | None
) -> Proof:
    """Replay a game from its seed, compare every step and the result with the stored ones, and return the proof.

    Without ``facts``, which a game closed unfinished does not have, no result is compared. ``message_id`` is only
    passed on to the proof. Raises ReplayFailed with the first step that differs.
    """
    game = Game.from_start(start_of(table.game))
    dice = cards = 0
    for turn, chosen in zip(turns, keys, strict=True):
        if game.snapshot() != turn.snapshot:
            raise ReplayFailed(text("error.replay_differs", step=game.step_number), game.step_number)
        done = len(game.steps)
        for key in chosen:
            try:
                game.choose(key)
            except IllegalChoice as error:
                raise stop_replay(game.step_number, error) from error
        if to_log(game.steps[done:]) != list_steps([turn]):
            raise ReplayFailed(text("error.replay_differs", step=done), done)
    for step in game.steps:
        dice += sum(change.verb == "roll" for change in step.changes)
        cards += sum(change.verb == "reveal" for change in step.changes)
    result, told = game.result, facts.facts if facts is not None else {}
    ranked = (list(result.ranking), result.margins) if result is not None else None
    is_other = ranked is not None and bool(told) and ranked != (told["ranking"], told["margins"])
    if is_other or (ranked is None and not table.is_abandoned):
        raise ReplayFailed(text("error.replay_ends_differently", step=len(game.steps)), len(game.steps))
    return Proof(
        table=table,
        digest=commit(table.game.seed),
        steps=len(game.steps),
        choices=sum(len(chosen) for chosen in keys),
        dice=dice,
        cards=cards,
        numbers=sum(game.state.dice.counters.values()),
        message_id=message_id,
        put_right=tuple(step.number for step in game.steps if step.label.phase == PUT_RIGHT_PHASE),
        differently=len(table.state.differently),
        said=list_said(game.start),
    )


def add_up(statistics: Iterable[Statistic]) -> dict[str, Any]:
    """Return the sums of finished games (`add_up_one`) by scenario."""
    by_scenario: dict[str, list[dict[str, Any]]] = {}
    for statistic in statistics:
        by_scenario.setdefault(str(statistic.facts.get("scenario", "")), []).append(statistic.facts)
    return {scenario: add_up_one(games) for scenario, games in sorted(by_scenario.items())}


def add_up_one(games: list[dict[str, Any]]) -> dict[str, Any]:
    """Return sums of finished games, given by their facts.

    They are: the number of games; how often each seat, with its kind of player, came first; how often all players lost;
    and the median length in turns and days.
    """
    first = Counter((facts["ranking"][0], facts.get("seats", {}).get(facts["ranking"][0], "player")) for facts in games)
    return {
        "games": len(games),
        "first": {f"{seat} ({kind})": count for (seat, kind), count in sorted(first.items())},
        "nobody": sum(bool(facts.get("all_players_lose")) for facts in games),
        "median_turns": median(facts.get("turns", 0) for facts in games),
        "median_days": round(median(facts.get("seconds", 0) for facts in games) / DAY, 1),
    }


PLAYED_BY: Final = ("seats", "sides")
"""Fields of a position about who plays."""
EXAMPLE: Final = "card 12; next 30; viceroy irwin"
WHOLE: Final = "="
"""The sign before lines that describe the whole board: everything else is removed."""


def list_said(start: Start) -> tuple[str, ...]:
    """Return which results of chance people enter in a game: “cards”, and those that the position has ``by_hand``."""
    position = start.position
    return (*(["cards"] if position.get("told") is True else []), *position.get("by_hand", ()))


def read_set_up(language: Language, front: Frontend, scenario: str, typed: str) -> dict[str, Any]:
    """Return the position, without players, that typed lines describe, for a game whose cards people enter.

    Anything that the lines leave out is as in the printed set-up, or as in a position (JSON) before them; after `WHOLE`
    it is empty. The game says which fields people must enter (`Positions.dealt`). Raises BadPosition, and BadInput,
    also if an open card is missing or the game cannot be played in this way.
    """
    dealt = front.positions.dealt
    if not dealt:
        raise BadInput(text("error.physical_game", game=Text(f"game.{front.setup.kind}")))
    position: dict[str, Any] = {"scenario": scenario, "spaces": {}, "resources": {}}
    lines = typed.lstrip().removeprefix(WHOLE).lstrip()
    if lines.startswith("{"):
        pasted, end, lines = lines.rpartition("}")
        position = read_pasted(pasted + end)
    elif not typed.lstrip().startswith(WHOLE):
        position = Game.new(front.setup.kind, scenario, seed=bytes(32)).position()
        position = {name: value for name, value in position.items() if name not in dealt}
    patch = front.positions.read_lines(language, position, lines)
    whole = {**apply_patch(position, patch), "game": front.setup.kind, "told": True}
    if any(name not in whole for name in dealt):
        raise BadInput(text("error.physical_cards", example=EXAMPLE))
    Game.at(whole)
    return whole


def read_pasted(data: str) -> dict[str, Any]:
    """Return the pasted position of an earlier game, without its players. Raises BadPosition if it is not JSON."""
    try:
        position = msgspec.json.decode(data, type=dict[str, Any])
    except (msgspec.DecodeError, RecursionError) as error:
        raise BadPosition(text("error.bad_value", field="position")) from error
    return {name: value for name, value in position.items() if name not in PLAYED_BY}


TURNS: Final = 20
YEAR: Final = timedelta(days=365)
USUAL: Final = timedelta(hours=24)
"""The longest time for an answer that counts as in time, if a table has no limit for each decision."""


@dataclass(frozen=True, slots=True)
class Reliability:
    """A person's reliability: how many of their last ``turns`` questions they answered ``in_time``.

    ``left`` is the number of games in the last year that they lost by leaving or by silence.
    """

    in_time: int
    turns: int
    left: int = 0


async def find_reliability(storage: Storage, people: Iterable[int]) -> dict[int, Reliability]:
    """Return the reliability of people, by id. A person who was never asked, and has left no game, has none."""
    found = {}
    people = list(people)
    async with storage.read() as reader:
        left = await reader.count_left(people, storage.now() - YEAR)
        for person in people:
            answers = await reader.answers_of(person, TURNS)
            if answers or person in left:
                limits = [read_state(one.options).pace.until or USUAL for one in answers]
                in_time = sum(one.is_theirs and one.waited <= most for one, most in zip(answers, limits, strict=True))
                found[person] = Reliability(in_time, len(answers), left.get(person, 0))
    return found

"""A library of finished games of all seatings and endings, which must replay unchanged with every new engine.

People's seats answer at random, Arjuna's with its own thoughts. Most games begin at a late position, so that they are
short. ``python -m tools.games.gandhi.record_games`` writes the library again.
"""

from __future__ import annotations

import lzma
from collections import Counter
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from engine import Game
from engine.core.protocol import Result
from engine.core.record import Start, StepRecord, digest_bytes
from engine.gandhi.arjuna.player import Arjuna
from engine.gandhi.ids import ARJUNA, PLAYER, SEATS
from tools.games.gandhi.positions import SIDES, random_position
from tools.playing import pick

LIBRARY = Path(__file__).resolve().parents[3] / "tests" / "fixtures" / "games" / "library.jsonl.xz"
GAMES = 224
MOST_KEYS = 400
"""The most choices of a game in the library, which is to be small."""
MOST_CHOICES = 20_000
TRIES = 24
"""Late positions played for each seating; games with endings that are still missing are kept first."""


class Kept(msgspec.Struct, frozen=True):
    """One finished game: how it began, its choices step by step, a digest for each step in four letters, its result."""

    start: Start
    steps: tuple[tuple[str, ...], ...]
    digests: str
    result: Result

    @property
    def ending(self) -> str:
        """Return why the game ended and who ranks first, with a third word if all people lost."""
        first = self.result.ranking[0]
        return " ".join([self.result.reason, first, *(["nobody"] if self.result.all_players_lose else [])])


def digest_step(step: StepRecord) -> str:
    """Return four letters for a step's label, keys and Changes, but not for its state, which may get new fields."""
    return digest_bytes(msgspec.json.encode((step.label, step.keys, step.digest)))[:4]


def keep(game: Game) -> Kept:
    """Return a finished game for the library. Raises ValueError for one that is not over."""
    if game.result is None:
        raise ValueError("The game is not over.")
    return Kept(
        game.start,
        tuple(step.keys for step in game.steps),
        "".join(map(digest_step, game.steps)),
        game.result,
    )


def play(game: Game, chance: Random, most: int) -> bool:
    """Play a game for at most ``most`` choices, and return whether it has ended."""
    arjuna = Arjuna(game, explains=False)
    made = 0
    while (decision := game.decision) is not None and made < most:
        if game.state.seats[decision.seat] == ARJUNA:
            arjuna.answer()
        else:
            game.choose(pick(decision, chance))
        made += 1
    return game.decision is None


def list_seatings() -> list[tuple[dict[str, str], dict[str, Any]]]:
    """8.1, 1.5 Return all sixteen seatings, and those in which one person runs two Factions."""
    kinds = [dict(zip(SEATS, kinds, strict=True)) for kinds in product((PLAYER, ARJUNA), repeat=len(SEATS))]
    people = dict.fromkeys(SEATS, PLAYER)
    return [(seats, {}) for seats in kinds] + [(people, {"sides": sides}) for sides in SIDES]


def begin(source: str, seats: dict[str, str], options: dict[str, Any], chance: Random) -> Game:
    """Return a game with a seating: a whole one, or one that begins shortly before its last Campaign Round."""
    seed = chance.randbytes(32)
    if source != "late":
        return Game.new(scenario=source, seats=seats, seed=seed, options=options)
    position = random_position(chance)
    position |= {"seats": seats, "campaigns_left": 1, **options}
    position.pop("turn", None)
    return Game.at(position, seed=seed)


def draw_games(seed: str) -> Iterator[Kept]:
    """Yield finished games of every seating, in rounds.

    Each round has a game from a late position for every seating, the first also whole games of both scenarios.
    """
    for number in range(TRIES):
        for index, (seats, options) in enumerate(list_seatings()):
            for source in ("late", "short", "main") if number == 0 else ("late",):
                chance = Random(f"{seed} {source} {number} {index}")
                game = begin(source, seats, options, chance)
                whole = source != "late"
                if play(game, chance, MOST_CHOICES if whole else MOST_KEYS):
                    yield keep(game)


def describe_seating(kept: Kept) -> str:
    """Return who played each seat of a game, in one word."""
    seats = kept.start.seats or kept.start.position.get("seats", {})
    sides = kept.start.options.get("sides") or kept.start.position.get("sides")
    return "".join(seats.get(seat, PLAYER)[0] for seat in SEATS) + (f" {sides}" if sides else "")


def make_library(seed: str = "library", count: int = GAMES) -> list[Kept]:
    """Return games for the library: of each seating and ending the shortest first, then more up to ``count``."""
    drawn = sorted(draw_games(seed), key=lambda kept: (sum(map(len, kept.steps)), kept.start.seed))
    seen: Counter[tuple[str, str]] = Counter()
    ranked: list[tuple[int, int, Kept]] = []
    for place, kept in enumerate(drawn):
        kind = (describe_seating(kept), kept.ending)
        # A whole game of each scenario counts as a separate kind.
        whole = (kept.start.scenario, describe_seating(kept))
        first = 0 if kept.start.scenario and not seen[whole] else seen[kind]
        seen[kind] += 1
        seen[whole] += 1
        ranked.append((first, place, kept))
    return [kept for _, _, kept in sorted(ranked, key=lambda row: row[:2])[:count]]


def write_library(games: list[Kept]) -> bytes:
    """Return the library as the bytes of its file."""
    return lzma.compress(b"".join(msgspec.json.encode(kept) + b"\n" for kept in games), preset=9 | lzma.PRESET_EXTREME)


def read_library(data: bytes) -> list[Kept]:
    """Return the games of a library's file."""
    return [msgspec.json.decode(line, type=Kept) for line in lzma.decompress(data).splitlines()]


def replay_kept(kept: Kept) -> str:
    """Play a game of the library again, and return what differs, or an empty string."""
    game = Game.from_start(kept.start)
    for number, keys in enumerate(kept.steps):
        for key in keys:
            if game.decision is None or (key not in game.decision.keys and not key.startswith("hand_over:")):
                return f"step {number}: {key!r} is not allowed; {game.decision!r}"
            game.choose(key)
    for number, step in enumerate(game.steps):
        if digest_step(step) != kept.digests[4 * number : 4 * number + 4]:
            return f"step {number} ({step.label}) changes something else: {step.changes}"
    return "" if game.result == kept.result else f"it ends otherwise: {game.result}"

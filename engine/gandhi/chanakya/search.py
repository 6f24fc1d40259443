"""The search: every plan for a turn is tried on imagined games, the promising ones more often than the others."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Iterable, Iterator, Sequence

import msgspec

from engine.core.change import Change
from engine.core.game import Game
from engine.gandhi.chanakya.actors import Actors
from engine.gandhi.chanakya.imagining import imagine
from engine.gandhi.chanakya.plans import list_plans, make_plan
from engine.gandhi.facts import Facts
from engine.gandhi.ids import SEATS

MOST_CANDIDATES = 30
"""So many turns go into the search, those that look best at their end."""
CURIOSITY = 0.35
"""How much more often a turn is tried of which little is known yet."""
SCALE = 5.0
"""A lead of so many victory points is worth as much as it takes to win three games of four, more or less."""
SLOPE = 0.12
"""How much a victory point of margin counts after a check, with one Campaign card to come (from 200 games)."""
WIN = 0.8
"""How much of a game's worth is whether it was won; the rest is by how much."""


class Candidate(msgspec.Struct):
    """A turn under consideration: its plan, what it does first, and how the imagined games after it went.

    ``keys`` are its answers up to the first die or card, ``changes`` what they do. ``value`` is between 0 (always lost)
    and 1, ``ends`` sums up everybody's chances to win at their end.
    """

    plan: str
    keys: tuple[str, ...]
    changes: tuple[Change, ...]
    outlook: float
    tries: int = 0
    total: float = 0.0
    ends: dict[str, float] = msgspec.field(default_factory=lambda: dict.fromkeys(SEATS, 0.0))

    @property
    def value(self) -> float:
        """The mean worth of the games that were tried."""
        return self.total / self.tries if self.tries else 0.0


def chances(state: Facts) -> dict[str, float]:
    """Each Faction's chance to win as a position shows it: for an ended game 1 and 0, else by the margins.

    After a victory check that nobody has passed little is decided, less with more Campaign cards to come.
    """
    if state.ranking:
        return {seat: float(seat == state.ranking[0]) for seat in SEATS}
    slope = SLOPE / max(1, state.campaigns_left)
    weights = {seat: math.exp(slope * state.margin(seat)) for seat in SEATS}
    total = sum(weights.values())
    return {seat: weight / total for seat, weight in weights.items()}


def worth(state: Facts, chance: float, seat: str) -> float:
    """What a position is worth to a Faction, between 0 and 1: mostly its chance to win, partly its lead."""
    lead = state.margin(seat) - max(state.margin(other) for other in SEATS if other != seat)
    return WIN * chance + (1 - WIN) / (1 + math.exp(-lead / SCALE))


def outlook(state: Facts, seat: str) -> float:
    """What a position looks like without playing on: the own lead, and a little of every margin."""
    others = [state.margin(other) for other in SEATS if other != seat]
    return state.margin(seat) - 0.5 * max(others) - 0.2 * sum(others)


def begins_alike(one: Sequence[str], other: Sequence[str]) -> bool:
    """Whether keys are the same as far as both go."""
    return all(mine == theirs for mine, theirs in zip(one, other, strict=False))


class Search:
    """The search for one turn. `try_once` plays one imagined game; whoever runs it decides how many there are.

    Nothing hidden of the game has any influence (`imagine`), and there is neither a clock nor any chance but that of
    ``seed``. ``played`` are the keys that were chosen in this turn already: only plans that begin so are considered.
    ``plans`` are the names of those to consider; without any, all.
    """

    def __init__(self, start: Game, played: tuple[str, ...] = (), seed: bytes = b"", plans: Iterable[str] = ()) -> None:
        self.game = start
        self.seat = start.pending_seat
        self.seed = seed or hashlib.blake2b(f"chanakya {start.step_number}".encode()).digest()
        self.candidates = self._find_candidates(played, tuple(plans) or tuple(list_plans(self.seat)))
        self.tries = 0

    # -- candidates ----------------------------------------------------------------------------------------

    def _find_candidates(self, played: tuple[str, ...], plans: Iterable[str]) -> list[Candidate]:
        found: dict[tuple[str, ...], Candidate] = {}
        for name in plans:
            candidate = self.rehearse(name)
            if candidate is not None and candidate.keys not in found and begins_alike(candidate.keys, played):
                found[candidate.keys] = candidate
        best = sorted(found.values(), key=lambda one: -one.outlook)
        return best[:MOST_CANDIDATES]

    def rehearse(self, name: str) -> Candidate | None:
        """What a plan comes to; None for one that cannot be followed now."""
        game = imagine(self.game, self.seed)
        actors = Actors(game, make_plan(name), self.seed)
        number, reveals = game.step_number, game.state.reveals
        keys: list[str] = []
        log: list[Change] = game.state.log
        is_known = True
        while game.pending_seat and game.step_number == number:
            key = actors.answer()
            if is_known:
                keys.append(key)
            is_known = is_known and game.state.reveals == reveals and game.pending_seat == self.seat
        if actors.failed:
            return None
        return Candidate(name, tuple(keys), tuple(log), outlook(game.state, self.seat))

    # -- trying --------------------------------------------------------------------------------------------

    def next_candidate(self) -> Candidate:
        """Whose turn it is to be tried: the best, or one of which little is known."""
        total = math.log(self.tries + 1)

        def promise(one: Candidate) -> float:
            return one.value + CURIOSITY * math.sqrt(total / one.tries) if one.tries else math.inf

        return max(self.candidates, key=promise)

    def try_once(self) -> None:
        """Play one imagined game after a candidate. The games of all candidates have the same decks and dice."""
        candidate = self.next_candidate()
        seed = hashlib.blake2b(self.seed + candidate.tries.to_bytes(4, "big")).digest()
        game = imagine(self.game, seed)
        Actors(game, make_plan(candidate.plan), self.seed).play_on()
        found = chances(game.state)
        candidate.tries += 1
        candidate.total += worth(game.state, found[self.seat], self.seat)
        for seat in SEATS:
            candidate.ends[seat] += found[seat]
        self.tries += 1

    @property
    def is_decided(self) -> bool:
        """Whether there is nothing to choose."""
        return len(self.candidates) < 2

    @property
    def best(self) -> Candidate:
        """The candidate that was tried most often, and of these the one with the highest value."""
        return max(self.candidates, key=lambda one: (one.tries, one.value))

    def ranking(self) -> Iterator[Candidate]:
        """All candidates, the best first."""
        yield from sorted(self.candidates, key=lambda one: (-one.tries, -one.value))

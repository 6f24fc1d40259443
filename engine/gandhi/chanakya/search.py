"""The search: every plan for a turn is tried on imagined games, and the worse ones drop out."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Iterable, Iterator, Sequence

import msgspec

from engine.core.change import Change
from engine.core.dice import Dice
from engine.core.game import Game
from engine.gandhi.chanakya.actors import Actors
from engine.gandhi.chanakya.imagining import imagine
from engine.gandhi.chanakya.plans import list_plans, make_plan
from engine.gandhi.facts import Facts
from engine.gandhi.ids import CONGRESS, LEAGUE, OWN_PIECES, RAJ, REVOLUTIONARIES, SEATS

MOST_CANDIDATES = 24
"""The most turns in the search: those that look best at their end."""
FIRST_TRIES = 2
"""The number of tries of each turn before half of them drop out."""
LEAST_RACING = 2
"""The number of turns that stay until the end."""
LOOKS = 3.0
"""The weight of the outlook at the end of a turn, in imagined games."""
POINT = 0.02
"""The worth of a victory point in the outlook of a turn, as a chance to win."""
SCALE = 5.0
"""The lead in victory points that wins about three games of four."""
SLOPE = 0.123
"""The weight of a victory point after a check, with one Campaign card to come (from 1,600 games)."""
EARLY_SLOPE = 0.088
"""The weight of a victory point after a check, with more than one Campaign card to come."""
FORCE = {RAJ: 0.2, CONGRESS: 0.35, LEAGUE: 0.75, REVOLUTIONARIES: 0.85}
"""The worth in victory points of each piece of the Faction on the map during the game (from the same games)."""
RESOURCE = 0.3
"""The worth in victory points of a Resource to the Revolutionaries while they pay."""
ENOUGH = 12
"""The most Resources of the Revolutionaries that count."""
WIN = 0.8
"""The part of a game's worth for winning it; the rest is for the lead."""


class Candidate(msgspec.Struct):
    """A turn under consideration: its plan, what it does first, and how the imagined games after it went.

    ``keys`` are its answers up to the first die or card, ``changes`` what they do. ``outlook`` is the worth of the
    position at its end, ``looks`` how much better that is than the mean of all candidates, both in victory points.
    ``value`` is between 0 (always lost) and 1, ``ends`` sums up everyone's chances to win at the end of the games,
    ``wins`` holds those of the deciding Faction in each.
    """

    plan: str
    keys: tuple[str, ...]
    changes: tuple[Change, ...]
    outlook: float
    looks: float = 0.0
    tries: int = 0
    total: float = 0.0
    ends: dict[str, float] = msgspec.field(default_factory=lambda: dict.fromkeys(SEATS, 0.0))
    wins: list[float] = []

    def estimate(self, mean: float) -> float:
        """Return the expected worth of the turn: from the games that were tried, and from its looks.

        ``mean`` is the mean worth of all games tried.
        """
        return (self.total + LOOKS * (mean + POINT * self.looks)) / (self.tries + LOOKS)

    def won_of_first(self, games: int) -> float:
        """Return the share won of this many games, which are the same for every candidate."""
        wins = self.wins[:games]
        return sum(wins) / len(wins) if wins else 0.0

    @property
    def value(self) -> float:
        """Return the mean worth of the games that were tried."""
        return self.total / self.tries if self.tries else 0.0


def chances(state: Facts) -> dict[str, float]:
    """Return each Faction's chance to win as a position shows it: for an ended game 1 and 0, else by the margins.

    After a victory check that no one has passed, little is decided, and the less the more Campaign cards are to come.
    """
    if state.ranking:
        return {seat: float(seat == state.ranking[0]) for seat in SEATS}
    slope = SLOPE if state.campaigns_left <= 1 else EARLY_SLOPE
    weights = {seat: math.exp(slope * strength(state, seat)) for seat in SEATS}
    total = sum(weights.values())
    return {seat: weight / total for seat, weight in weights.items()}


def strength(state: Facts, seat: str) -> float:
    """Return the strength of a Faction during the game, in victory points: its margin, its pieces and its Resources."""
    pieces = sum(state.on_map(piece) for piece in OWN_PIECES[seat])
    purse = state.resources[seat] if seat == REVOLUTIONARIES and state.is_player(seat) else 0
    return state.margin(seat) + FORCE[seat] * pieces + RESOURCE * min(purse, ENOUGH)


def worth(state: Facts, chance: float, seat: str) -> float:
    """Return the worth of a position to a Faction, between 0 and 1: mostly its chance to win, partly its lead."""
    lead = state.margin(seat) - max(state.margin(other) for other in SEATS if other != seat)
    return WIN * chance + (1 - WIN) / (1 + math.exp(-lead / SCALE))


def outlook(state: Facts, seat: str) -> float:
    """Return the worth of a position without further play: a Faction's strength, less a part of that of the others."""
    others = [strength(state, other) for other in SEATS if other != seat]
    return strength(state, seat) - 0.5 * max(others) - 0.2 * sum(others)


def begins_alike(one: Sequence[str], other: Sequence[str]) -> bool:
    """Return whether two lists of keys agree as far as both go."""
    return all(mine == theirs for mine, theirs in zip(one, other, strict=False))


class Search:
    """The search for one turn. `try_once` plays one imagined game; its caller decides how many there are.

    ``racing`` are the candidates that have not dropped out.

    Nothing hidden of the game has any influence (`imagine`), and there is neither a clock nor any chance but that of
    ``seed``. ``played`` are the keys that were chosen in this turn already: only plans that begin with them are
    considered. ``plans`` are the names of those to consider; without any, all. With ``few``, only that many of them are
    considered, drawn at random.
    """

    def __init__(
        self, start: Game, played: tuple[str, ...] = (), seed: bytes = b"", plans: Iterable[str] = (), few: int = 0
    ) -> None:
        self.game = start
        self.seat = start.pending_seat
        self.seed = seed or hashlib.blake2b(f"chanakya {start.step_number}".encode()).digest()
        self.candidates: list[Candidate] = []
        self.racing: list[Candidate] = []
        self.tries = 0
        self._goal = FIRST_TRIES
        names = list(plans) or list(list_plans(self.seat))
        if few:
            names = Dice(self.seed).shuffle("plans", names)
        self.race(self._find_candidates(played, names, few or len(names)))

    # -- candidates ----------------------------------------------------------------------------------------

    def _find_candidates(self, played: tuple[str, ...], plans: Iterable[str], most: int) -> list[Candidate]:
        found: dict[tuple[str, ...], Candidate] = {}
        for name in plans:
            if len(found) == most:
                break
            candidate = self.rehearse(name)
            if candidate is not None and candidate.keys not in found and begins_alike(candidate.keys, played):
                found[candidate.keys] = candidate
        return sorted(found.values(), key=lambda one: -one.outlook)[:MOST_CANDIDATES]

    def race(self, candidates: list[Candidate]) -> None:
        """Consider only these candidates from now on."""
        middle = sum(one.outlook for one in candidates) / max(1, len(candidates))
        for one in candidates:
            one.looks = one.outlook - middle
        self.candidates, self.racing = candidates, list(candidates)

    def rehearse(self, name: str) -> Candidate | None:
        """Return the candidate that a plan leads to, or None if the plan cannot be followed now."""
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
        """Return the next candidate to try: the one still in the race with the fewest tries.

        Once all of them have been tried equally often the better half stays in, and is tried twice as often.
        """
        while len(self.racing) > LEAST_RACING and all(one.tries >= self._goal for one in self.racing):
            mean = self._mean()
            self.racing.sort(key=lambda one: -one.estimate(mean))
            del self.racing[max(LEAST_RACING, len(self.racing) // 2) :]
            self._goal *= 2
        return min(self.racing, key=lambda one: one.tries)

    def _mean(self) -> float:
        """Return the mean worth of all games that were tried."""
        return sum(one.total for one in self.candidates) / max(1, self.tries)

    def try_once(self) -> None:
        """Play one imagined game after a candidate. The games of all candidates have the same decks and dice."""
        candidate = self.next_candidate()
        seed = hashlib.blake2b(self.seed + candidate.tries.to_bytes(4, "big")).digest()
        game = imagine(self.game, seed)
        Actors(game, make_plan(candidate.plan), self.seed).play_on()
        found = chances(game.state)
        candidate.tries += 1
        candidate.wins.append(found[self.seat])
        candidate.total += worth(game.state, found[self.seat], self.seat)
        for seat in SEATS:
            candidate.ends[seat] += found[seat]
        self.tries += 1

    @property
    def is_decided(self) -> bool:
        """Return whether there is no choice."""
        return len(self.candidates) < 2

    @property
    def best(self) -> Candidate:
        """Return the candidate with the best expectation, of those still in the race."""
        return next(self.ranking())

    def ranking(self) -> Iterator[Candidate]:
        """Yield all candidates, the best first; then those that have dropped out, the last of them first."""
        mean = self._mean()
        yield from sorted(self.racing, key=lambda one: -one.estimate(mean))
        out = [one for one in self.candidates if one not in self.racing]
        yield from sorted(out, key=lambda one: (-one.tries, -one.estimate(mean)))

"""The search: the placements that look best are tried on imagined games, and those that do worse drop out."""

from __future__ import annotations

import hashlib
import heapq
import math
from collections.abc import Iterable
from typing import Final

import msgspec

from engine.core.dice import Dice, Hidden
from engine.core.game import Game
from engine.rajas.birbal.chances import chances
from engine.rajas.birbal.imagining import imagine
from engine.rajas.birbal.thoughts import total
from engine.rajas.birbal.weighing import weigh
from engine.rajas.ids import BIRBAL, PLACE

MOST_CANDIDATES: Final = 12
"""The most placements in the search: those that look best by Birbal's weights."""
MOST_STEPS: Final = 80
"""The most sequences of answers that are followed to find these placements."""
FIRST_TRIES: Final = 4
"""The number of tries of each placement before half of them drop out."""
LEAST_RACING: Final = 2
"""The number of placements that stay in to the end."""
LOOKS: Final = 4.0
"""The number of imagined games that count as much as the looks of a placement."""
POINT: Final = 0.02
"""The worth of a point of fame in the looks of a placement, as a chance to win."""

EASE: Final = 2.0
"""By how many points of fame a placement must look worse for an easy opponent to take it about a third as often."""
FINE: Final = 1_000_000
"""The number of parts into which the random numbers of an easy opponent are divided."""


class Candidate(msgspec.Struct):
    """A placement under consideration, and how the imagined games after it went.

    ``keys`` are its answers up to the first die, tile or answer of someone else, ``tile`` is the one that it takes.
    ``regret`` says how many points of fame it looks worse than the best, by Birbal's weights. ``ends`` sums up
    everyone's chances to win at the end of the games, ``wins`` holds those of the deciding player in each.
    """

    keys: tuple[str, ...]
    regret: float
    tile: str = ""
    tries: int = 0
    ends: dict[str, float] = {}
    wins: list[float] = []

    def estimate(self, mean: float, regret: float) -> float:
        """Return the expected chance: from the games that were tried, and from its looks.

        ``mean`` is the mean chance in all games tried, ``regret`` the mean regret of all candidates.
        """
        return (sum(self.wins) + LOOKS * (mean + POINT * (regret - self.regret))) / (self.tries + LOOKS)


def must_think(game: Game) -> bool:
    """Return whether a seat of Birbal's is about to place a worker."""
    seat = game.pending_seat
    is_birbals = bool(seat) and game.state.seats[seat] == BIRBAL
    return is_birbals and game.label.phase == PLACE and not game.keys


def find_candidates(game: Game, most: int = MOST_CANDIDATES) -> list[Candidate]:
    """Return the placements that look best, the best first: their answers up to the first unknown thing.

    At each question, an answer that looks worse than the best adds to the regret of its placement.
    """
    seat, number = game.pending_seat, game.step_number
    waiting: list[tuple[float, int, tuple[str, ...], str]] = [(0.0, 0, (), "")]
    found: list[Candidate] = []
    count = 0
    for _ in range(MOST_STEPS):
        if not waiting or len(found) == most:
            break
        regret, _, keys, tile = heapq.heappop(waiting)
        twin = game.blind()
        try:
            for key in keys:
                twin.choose(key)
        except Hidden:
            found.append(Candidate(keys, regret, tile))
            continue
        decision = twin.decision
        if decision is None or (twin.pending_seat, twin.step_number) != (seat, number):
            found.append(Candidate(keys, regret, tile))
            continue
        weighed = {key: total(terms) for key, terms in weigh(twin, decision).items()}
        best = max(weighed.values())
        for key, worth in weighed.items():
            count += 1
            kind, _, stack = key.partition(":")
            taken = twin.state.stacks[stack][-1] if kind == "tile" else tile
            heapq.heappush(waiting, (regret + best - worth, count, (*keys, key), taken))
    return found


class Search:
    """The search for one placement. `try_once` plays one imagined game; its caller decides how many there are.

    ``racing`` are the candidates that have not dropped out. Nothing hidden has any influence (`imagine`), and there is
    neither a clock nor any chance but that of ``seed``.
    """

    def __init__(self, start: Game, seed: bytes = b"") -> None:
        self.game = start
        self.seat = start.pending_seat
        self.seed = seed or hashlib.blake2b(f"birbal {start.step_number}".encode()).digest()
        self.candidates = find_candidates(start)
        for one in self.candidates:
            one.ends = dict.fromkeys(start.state.seats, 0.0)
        self.racing = list(self.candidates)
        self.tries = 0
        self._regret = sum(one.regret for one in self.candidates) / max(1, len(self.candidates))
        self._goal = FIRST_TRIES

    def next_candidate(self) -> Candidate:
        """Return the next candidate to try: the one still in the race with the fewest tries.

        Once all of them have been tried equally often the better half stays in, and is tried twice as often.
        """
        while len(self.racing) > LEAST_RACING and all(one.tries >= self._goal for one in self.racing):
            self.racing = self._rank(self.racing)[: max(LEAST_RACING, len(self.racing) // 2)]
            self._goal *= 2
        return min(self.racing, key=lambda one: one.tries)

    def try_once(self) -> None:
        """Play one imagined game after a candidate, to the end of the round.

        The games of all candidates have the same stacks and dice.
        """
        candidate = self.next_candidate()
        seed = hashlib.blake2b(self.seed + candidate.tries.to_bytes(4, "big")).digest()
        game = imagine(self.game, seed)
        for key in candidate.keys:
            game.choose(key)
        while (decision := game.decision) is not None and game.state.round == self.game.state.round:
            weighed = weigh(game, decision)
            game.choose(max(weighed, key=lambda one: total(weighed[one])))
        found = chances(game.state)
        candidate.tries += 1
        candidate.wins.append(found[self.seat])
        for seat, chance in found.items():
            candidate.ends[seat] += chance
        self.tries += 1

    @property
    def is_decided(self) -> bool:
        """Return whether there is nothing to choose."""
        return len(self.candidates) < 2

    def ranking(self) -> list[Candidate]:
        """Return all candidates, the best first; then those that have dropped out, the earliest of them at the end."""
        out = self._rank(one for one in self.candidates if one not in self.racing)
        return [*self._rank(self.racing), *sorted(out, key=lambda one: -one.tries)]

    def _rank(self, candidates: Iterable[Candidate]) -> list[Candidate]:
        mean = sum(sum(one.wins) for one in self.candidates) / max(1, self.tries)
        return sorted(candidates, key=lambda one: -one.estimate(mean, self._regret))


def search_turn(game: Game, tries: int) -> Search:
    """Return a finished search, with ``tries`` imagined games."""
    search = Search(game)
    while search.tries < tries and not search.is_decided:
        search.try_once()
    return search


def take_easily(game: Game) -> Candidate:
    """Return a placement for an easy opponent: one of those that look best, the better ones more often."""
    candidates = find_candidates(game)
    dice = Dice(f"birbal {game.step_number}".encode())
    weights = [math.exp(-one.regret / EASE) for one in candidates]
    left = sum(weights) * dice.number("easily", FINE) / FINE
    for one, weight in zip(candidates, weights, strict=True):
        left -= weight
        if left < 0:
            return one
    return candidates[0]

"""Standings of a season: points and tie-breaks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from bot.tables.past import Past

TieBreak = Literal["points", "won", "opponents", "margin", "shared"]
TIE_BREAKS: Final[tuple[TieBreak, ...]] = ("points", "won", "opponents", "margin")
"""The order of tie-breaks: points, games won, the opponents' points, the sum of the margins."""


@dataclass(slots=True)
class Standing:
    """Someone in the standings: their ``place``, and the tie-break that ``decides`` against the person above.

    ``opponents`` are the points of the people they have met, each counted once a game.
    """

    person: int
    points: int = 0
    won: int = 0
    opponents: int = 0
    margin: int = 0
    played: int = 0
    place: int = 0
    decides: TieBreak = "points"

    @property
    def order(self) -> tuple[int, ...]:
        """Return the numbers by which people are sorted."""
        return self.points, self.won, self.opponents, self.margin


def rank_people(games: Sequence[Past], people: Iterable[int]) -> list[Standing]:
    """Return the standings of people after finished games, the best first.

    A game is worth a point for each seat behind, and another for a victory; if all players lost, a point for each
    person behind. People with equal numbers share a place.
    """
    found = {person: Standing(person) for person in people}
    for past in games:
        for person, result in past.results.items():
            if person in found:
                own = found[person]
                own.played += 1
                own.points += result.points
                own.won += result.has_won
                own.margin += result.margin
    points = {person: own.points for person, own in found.items()}
    for past in games:
        people = past.results
        for person in people:
            if person in found:
                found[person].opponents += sum(points.get(other, 0) for other in people if other != person)
    ranked = sorted(found.values(), key=lambda one: (*(-number for number in one.order), one.person))
    for number, own in enumerate(ranked, start=1):
        above = ranked[number - 2] if number > 1 else None
        own.decides = find_tie_break(above, own) if above is not None else "points"
        own.place = above.place if above is not None and own.decides == "shared" else number
    return ranked


def find_tie_break(above: Standing, below: Standing) -> TieBreak:
    """Return the tie-break between two people."""
    for name, one, other in zip(TIE_BREAKS, above.order, below.order, strict=True):
        if one != other:
            return name
    return "shared"

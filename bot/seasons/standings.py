"""Standings of a season: points, and what decides between people who have as many."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from bot.tables.records import Past, count_points, places_of

TieBreak = Literal["points", "won", "opponents", "margin", "shared"]
TIE_BREAKS: Final[tuple[TieBreak, ...]] = ("points", "won", "opponents", "margin")
"""The order of what decides: points, games won, the points of those whom one has met, the sum of the margins."""


@dataclass(slots=True)
class Standing:
    """Somebody in the standings: their ``place``, and what ``decides`` between them and the person above.

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
        """Return the numbers by which people are ordered."""
        return self.points, self.won, self.opponents, self.margin


def rank_people(games: Sequence[Past], people: Iterable[int]) -> list[Standing]:
    """Return the standings of people after finished games, the best first.

    A game is worth a point for each seat that one has left behind, and another for a victory; where all players lost,
    it is worth nothing. People who agree in everything share a place.
    """
    found = {person: Standing(person) for person in people}
    for past in games:
        for person, place in places_of(past).items():
            if person in found:
                own = found[person]
                own.played += 1
                own.points += count_points(past, place)
                own.won += place == 0 and not past.nobody_won
                own.margin += past.margins[past.ranking[place]]
    points = {person: own.points for person, own in found.items()}
    for past in games:
        people = places_of(past)
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
    """Return what puts somebody above somebody else."""
    for name, one, other in zip(TIE_BREAKS, above.order, below.order, strict=True):
        if one != other:
            return name
    return "shared"

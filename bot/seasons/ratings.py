"""Ratings of people and automatic players, for each game and for each seat of it, with their uncertainty.

They follow from the stored results alone, in the order in which the games ended: anybody can compute them again.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from statistics import fmean
from typing import Final

from openskill.models import PlackettLuce

from bot.games.playing import AUTOMATIC
from bot.tables.records import Past
from bot.tables.table import Table
from storage import Seat

Who = int | str
"""A person by their id, or an automatic player: an opponent that the table chose, or the name of the game's own."""
MODEL: Final = PlackettLuce()
MIDDLE: Final = 1500
SCALE: Final = 40
"""A newcomer has the rating 1500. One of the library's points is 40 of ours."""
CAUTION: Final = 3
"""The order of a list goes by the rating less so many times its standard deviation, as is usual."""
LIKELY: Final = 2
"""A strength is within so many standard deviations in 95 of 100 cases."""


@dataclass(frozen=True, slots=True)
class Rating:
    """How strong somebody is: ``mean`` and standard deviation ``spread`` on the library's scale, from so many games."""

    who: Who
    mean: float = MODEL.mu
    spread: float = MODEL.sigma
    games: int = 0

    @property
    def shown(self) -> int:
        """The rating as people see it."""
        return round(MIDDLE + (self.mean - MODEL.mu) * SCALE)

    @property
    def uncertainty(self) -> int:
        """By how much the strength may differ from the rating, in 95 of 100 cases."""
        return round(LIKELY * self.spread * SCALE)

    @property
    def cautious(self) -> float:
        """The rating less its uncertainty, by which lists are ordered."""
        return self.mean - CAUTION * self.spread


@dataclass(slots=True)
class Ratings:
    """The ratings of one game: of everybody, and of everybody with each seat."""

    overall: dict[Who, Rating] = field(default_factory=dict)
    by_seat: dict[str, dict[Who, Rating]] = field(default_factory=dict)

    def list_best(self, seat: str = "") -> list[Rating]:
        """Return everybody's rating, with one seat if it is named; the best first."""
        found = self.by_seat.get(seat, {}) if seat else self.overall
        return sorted(found.values(), key=lambda one: (-one.cautious, one.games, str(one.who)))


def rate(games: Iterable[Past]) -> dict[str, Ratings]:
    """Return the ratings after finished games, by the kind of the game; the games may be in any order.

    Only games count at which somebody met somebody else.
    """
    ratings: dict[str, Ratings] = {}
    for past in sorted(games, key=lambda one: (one.finished, one.game.id)):
        seats = [row for row in past.seats if row.seat in past.margins]
        whose = [name_who(past, row) for row in seats]
        if len(set(whose)) < 2 or not past.has_people:
            continue
        places = [find_place(past, row.seat) for row in seats]
        own = ratings.setdefault(past.game.kind, Ratings())
        update([own.overall] * len(seats), whose, places)
        update([own.by_seat.setdefault(row.seat, {}) for row in seats], whose, places)
    return ratings


def name_who(past: Past, row: Seat) -> Who | None:
    """Return who had a seat at the end; None for somebody whose data was deleted."""
    if row.kind != AUTOMATIC:
        return row.user_id
    table = Table(past.game, past.seats)
    return table.opponent or table.front.player.name


def find_place(past: Past, seat: str) -> int:
    """Return the place of a seat. Where all players lost, all but the first have the same."""
    return min(past.ranking.index(seat), 1) if past.nobody_won else past.ranking.index(seat)


def update(books: Sequence[dict[Who, Rating]], whose: Sequence[Who | None], places: Sequence[int]) -> None:
    """Change ratings by one game: those of each seat are in its own book. With several seats, the mean counts."""
    before = [Rating(0) if who is None else book.get(who, Rating(who)) for book, who in zip(books, whose, strict=True)]
    after = MODEL.rate([[MODEL.rating(mu=one.mean, sigma=one.spread)] for one in before], ranks=[*map(float, places)])
    found: dict[tuple[int, Who], tuple[dict[Who, Rating], list[tuple[float, float]]]] = {}
    for book, who, (team,) in zip(books, whose, after, strict=True):
        if who is not None:
            found.setdefault((id(book), who), (book, []))[1].append((team.mu, team.sigma))
    for (_, who), (book, results) in found.items():
        games = book.get(who, Rating(who)).games + 1
        book[who] = Rating(who, fmean(mu for mu, _ in results), fmean(sigma for _, sigma in results), games)

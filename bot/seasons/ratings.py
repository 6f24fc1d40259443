"""Ratings of people and automatic players, for each game and for each of its seats, with their uncertainty.

They depend only on the stored results, in the order in which the games ended: anyone can compute them again.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import fmean
from typing import Final

from openskill.models import PlackettLuce

from bot.games.playing import AUTOMATIC
from bot.tables.past import Past
from bot.tables.table import Table

Who = int | str
"""A person by id, or an automatic player: an opponent that the table chose, or the name of the game's own."""
MODEL: Final = PlackettLuce()
MIDDLE: Final = 1500
SCALE: Final = 40
"""`MIDDLE` is the rating of a newcomer, and `SCALE` the number of our points for one of the library's."""
CAUTION: Final = 3
"""Lists are sorted by the rating minus this number of standard deviations, as is usual."""
MOST: Final = 300 / SCALE
"""The most that a person can win from any other, less their losses to them: 300 points, on the library's scale."""
LIKELY: Final = 2
"""The number of standard deviations of a 95 % interval."""


@dataclass(frozen=True, slots=True)
class Rating:
    """Someone's strength: ``mean`` and standard deviation ``spread`` on the library's scale, from a number of games."""

    who: Who
    mean: float = MODEL.mu
    spread: float = MODEL.sigma
    games: int = 0

    @property
    def shown(self) -> int:
        """Return the rounded rating for people."""
        return round(MIDDLE + (self.mean - MODEL.mu) * SCALE)

    @property
    def uncertainty(self) -> int:
        """Return half the width of the rating's 95 % interval."""
        return round(LIKELY * self.spread * SCALE)

    @property
    def cautious(self) -> float:
        """Return the rating minus `CAUTION` standard deviations, by which lists are sorted."""
        return self.mean - CAUTION * self.spread


@dataclass(slots=True)
class Book:
    """Ratings that are kept together, and the gains of each from each other so far, on the library's scale."""

    people: dict[Who, Rating] = field(default_factory=dict)
    won: dict[tuple[Who | None, Who | None], float] = field(default_factory=dict)


@dataclass(slots=True)
class Ratings:
    """The ratings of one game: overall, with each seat, and of people who play alone."""

    _overall: Book = field(default_factory=Book)
    _by_seat: dict[str, Book] = field(default_factory=dict)
    _alone: Book = field(default_factory=Book)

    @property
    def overall(self) -> dict[Who, Rating]:
        """Return each person's rating from the games in which people met."""
        return self._overall.people

    @property
    def by_seat(self) -> dict[str, dict[Who, Rating]]:
        """Return for each seat the people's ratings from the games they played with it."""
        return {seat: book.people for seat, book in self._by_seat.items()}

    @property
    def alone(self) -> dict[Who, Rating]:
        """Return the ratings from games of one person against automatic players."""
        return self._alone.people

    def list_best(self, seat: str = "") -> list[Rating]:
        """Return everyone's rating, or that with one seat, the best first."""
        return sort_best(self.by_seat.get(seat, {}) if seat else self.overall)

    def add(self, past: Past) -> None:
        """Change the ratings by a game: overall and by seat if people met, else those of people who play alone."""
        sides = list_sides(past)
        people = {side.who for side in sides if isinstance(side.who, int | None)}
        if len(people) < 2:
            update([self._alone] * len(sides), sides, is_over=bool(past.ranking))
            return
        update([self._overall] * len(sides), sides, is_over=bool(past.ranking))
        books = [self._by_seat.setdefault(side.seat, Book()) for side in sides]
        update(books, sides, is_over=bool(past.ranking))


@dataclass(frozen=True, slots=True)
class Side:
    """A seat of a finished game: ``who`` is rated for it, their place, and whether they have lost the game by leaving.

    ``who`` is None if no one is rated: their data is deleted, or they came later.
    """

    seat: str
    who: Who | None
    place: int
    has_left: bool = False


def sort_best(ratings: Mapping[Who, Rating]) -> list[Rating]:
    """Return ratings sorted by their cautious value, the best first."""
    return sorted(ratings.values(), key=lambda one: (-one.cautious, one.games, str(one.who)))


def rate(games: Iterable[Past]) -> dict[str, Ratings]:
    """Return the ratings after finished games in any order, by the kind of the game.

    A game counts if someone met someone else or an automatic player. It does not count if it went back behind a die or
    a card, began from a position that people gave, or had automatic turns that people changed. A game that was left or
    closed counts for those who did so.
    """
    ratings: dict[str, Ratings] = {}
    for past in sorted(games, key=lambda one: (one.finished, one.game.id)):
        sides = list_sides(past)
        has_people = any(isinstance(side.who, int) for side in sides)
        counts = bool(past.ranking) or any(side.has_left for side in sides)
        # The game went back behind a die or a card, began from a given position, or had automatic turns that people
        # changed.
        is_outside = bool(past.state.gone_behind or past.state.position or past.state.differently)
        if is_outside or not has_people or not counts or len({side.who for side in sides}) < 2:
            continue
        ratings.setdefault(past.game.kind, Ratings()).add(past)
    return ratings


def list_sides(past: Past) -> list[Side]:
    """Return the seats of a game in order, each with who is rated for it and its place, counted from 0.

    People who left come after all others. If all players lost, or the game ended unfinished, the others are level.
    """
    table = Table(past.game, past.seats)
    automatic = table.opponent or table.front.player.name
    players = {one.seat: one for one in past.players}
    sides = []
    for row in past.seats:
        player = players.get(row.seat)
        if past.ranking and row.seat not in past.margins:
            continue
        place = past.ranking.index(row.seat) if past.ranking else 0
        place = min(place, 1) if past.nobody_won else place
        if player is None:
            # A person who has taken the seat since is not rated for it.
            sides.append(Side(row.seat, automatic if row.kind == AUTOMATIC else None, place))
        elif player.has_left:
            sides.append(Side(row.seat, player.person, len(past.seats), has_left=True))
        else:
            sides.append(Side(row.seat, None if player.is_excused else player.person, place))
    return sides


def update(books: Sequence[Book], sides: Sequence[Side], *, is_over: bool) -> None:
    """Change ratings by one game. ``books`` has the book of each side. Someone with several seats gets the mean.

    All gains of one from another are at most `MOST`. In a game that ended unfinished, no one gains.
    """
    before = [
        Rating(0) if side.who is None else book.people.get(side.who, Rating(side.who))
        for book, side in zip(books, sides, strict=True)
    ]
    teams = [[MODEL.rating(mu=one.mean, sigma=one.spread)] for one in before]
    after = MODEL.rate(teams, ranks=[float(side.place) for side in sides])
    found: dict[tuple[int, Who], tuple[Book, list[tuple[float, float]]]] = {}
    for book, side, old, (team,) in zip(books, sides, before, after, strict=True):
        if side.who is None or not (is_over or side.has_left):
            continue
        gain = team.mu - old.mean
        share = keep(book, side, sides, gain) if gain > 0 and is_over else float(gain <= 0)
        mean, spread = old.mean + gain * share, old.spread + (team.sigma - old.spread) * share
        found.setdefault((id(book), side.who), (book, []))[1].append((mean, spread))
    for (_, who), (book, results) in found.items():
        games = book.people.get(who, Rating(who)).games + 1
        book.people[who] = Rating(who, fmean(mu for mu, _ in results), fmean(sigma for _, sigma in results), games)


def keep(book: Book, side: Side, sides: Sequence[Side], gain: float) -> float:
    """Return the share of a gain that counts, and note it in the book.

    It comes in equal parts from everyone behind, from each up to `MOST`.
    """
    behind = [other.who for other in sides if other.place > side.place and other.who != side.who]
    kept = 0.0
    for other in behind:
        # What the other person has gained from this one makes room for further gains.
        has = book.won.get((side.who, other), 0.0) - book.won.get((other, side.who), 0.0)
        part = max(0.0, min(gain / len(behind), MOST - has))
        book.won[side.who, other] = book.won.get((side.who, other), 0.0) + part
        kept += part
    return kept / gain if behind else 1.0

"""Ratings of people and automatic players, for each game and for each of its seats, with their uncertainty.

Ratings depend only on the stored results, in the order in which the games ended: anyone can compute them again.
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
"""A person, by their id; or an automatic player, by its name: the opponent that the table chose, or the game's own."""
MODEL: Final = PlackettLuce()
MIDDLE: Final = 1500
SCALE: Final = 40
"""`MIDDLE` is the shown rating of a newcomer, and `SCALE` the shown points for one point on the library's scale."""
CAUTION: Final = 3
"""Lists are sorted by the rating minus this number of standard deviations. Three is usual for such ratings."""
MOST: Final = 300 / SCALE
"""The most that a person can gain from any one opponent in all games: 300 shown points, on the library's scale. Losses
to this opponent are subtracted first."""
LIKELY: Final = 2
"""The number of standard deviations of a 95 % interval."""


@dataclass(frozen=True, slots=True)
class Rating:
    """The rating of a player: ``mean`` and standard deviation ``spread`` on the library's scale, after some games."""

    who: Who
    mean: float = MODEL.mu
    spread: float = MODEL.sigma
    games: int = 0

    @property
    def shown(self) -> int:
        """Return the rating in the points that people see, rounded."""
        return round(MIDDLE + (self.mean - MODEL.mu) * SCALE)

    @property
    def uncertainty(self) -> int:
        """Return half the width of the rating's 95 % interval, in the points that people see, rounded."""
        return round(LIKELY * self.spread * SCALE)

    @property
    def cautious(self) -> float:
        """Return the mean minus `CAUTION` standard deviations, by which lists are sorted."""
        return self.mean - CAUTION * self.spread


@dataclass(slots=True)
class Book:
    """The ratings in one list (``people``), and each player's gains so far from each opponent (``won``).

    Gains are on the library's scale; their keys are the player who gained, and the opponent.
    """

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
        """Return the ratings, of automatic players too, from the games in which at least two people met."""
        return self._overall.people

    @property
    def by_seat(self) -> dict[str, dict[Who, Rating]]:
        """Return for each seat the ratings of those who have played it, from the games in which people met."""
        return {seat: book.people for seat, book in self._by_seat.items()}

    @property
    def alone(self) -> dict[Who, Rating]:
        """Return the ratings from games of one person against automatic players."""
        return self._alone.people

    def list_best(self, seat: str = "") -> list[Rating]:
        """Return the overall ratings, or those with one ``seat``, the best first."""
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
    """A seat of a finished game: who is rated for it, its place from 0, and whether they have lost by leaving.

    ``who`` is None if no one is rated: the person's data is deleted, they came later, or all agreed to replace them.
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

    A game counts if a person met someone else or an automatic player. It does not count if it went back to before a die
    or a revealed card, began from a position that people gave, or had automatic turns that people changed. A game that
    ended unfinished counts for those who left or closed it.
    """
    ratings: dict[str, Ratings] = {}
    for past in sorted(games, key=lambda one: (one.finished, one.game.id)):
        sides = list_sides(past)
        has_people = any(isinstance(side.who, int) for side in sides)
        counts = bool(past.ranking) or any(side.has_left for side in sides)
        is_outside = bool(past.state.gone_behind or past.state.position or past.state.differently)
        if is_outside or not has_people or not counts or len({side.who for side in sides}) < 2:
            continue
        ratings.setdefault(past.game.kind, Ratings()).add(past)
    return ratings


def list_sides(past: Past) -> list[Side]:
    """Return the seats of a game in order, each with its place, counted from 0, and the player who is rated for it.

    People who left come after all others. In a game that ended unfinished, the others share place 0. If all players
    lost, only the first of the ranking, an automatic seat, is before the others, which share place 1.
    """
    table = Table(past.game, past.seats)
    automatic = table.opponent or table.front.player.name
    players = {one.seat: one for one in past.players}
    sides = []
    for row in past.seats:
        player = players.get(row.seat)
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
    """Change ratings by one game. ``books`` has the book of each side. A player with several seats gets the mean.

    A gain is cut so that the sum of gains from one opponent is at most `MOST` (`keep`). Unless the game ``is_over``, no
    one gains, and only those who left lose.
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
    """Return the share of a gain that counts, from 0 to 1, and add the counted gain to ``book.won``.

    The gain comes in equal parts from everyone behind, from each only up to `MOST` in all games.
    """
    behind = [other.who for other in sides if other.place > side.place and other.who != side.who]
    kept = 0.0
    for other in behind:
        # Gains of the opponent from this player make room for further gains.
        has = book.won.get((side.who, other), 0.0) - book.won.get((other, side.who), 0.0)
        part = max(0.0, min(gain / len(behind), MOST - has))
        book.won[side.who, other] = book.won.get((side.who, other), 0.0) + part
        kept += part
    return kept / gain if behind else 1.0

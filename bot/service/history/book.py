"""The book of finished games: opponents, the longest games, the closest finishes, the ranking of a season.

A person whose data was deleted is nobody here, as everywhere.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime

from bot.errors import BadInput
from bot.service.history.records import Past
from engine.core.text import text

SEASON = re.compile(r"(\d{4})(?:-(\d{1,2}))?")
FIRST_YEAR, LAST_YEAR = 1900, 2999
LAST_MONTH = 12


@dataclass(frozen=True, slots=True)
class Season:
    """A year, or a month of one: its name, and the moments between which its games have ended."""

    name: str
    since: datetime
    until: datetime


@dataclass(slots=True)
class Rank:
    """Somebody in a season: points, games won, games played."""

    person: int
    points: int = 0
    won: int = 0
    played: int = 0


@dataclass(slots=True)
class Rival:
    """Somebody whom a person has met: how many games together, and in how many the person was ahead."""

    person: int
    games: int = 0
    ahead: int = 0


@dataclass(slots=True)
class Career:
    """Somebody's games: how many, how many won, and the same for each seat."""

    person: int
    games: int = 0
    won: int = 0
    seats: dict[str, tuple[int, int]] = field(default_factory=dict)


def read_season(typed: str) -> Season:
    """A season as it is typed: ``2031`` or ``2031-05``, by Greenwich time. Raises BadInput."""
    match = SEASON.fullmatch(typed.strip())
    year, month = (int(match[1]), int(match[2] or 0)) if match is not None else (0, 0)
    is_month = match is None or match[2] is None or 1 <= month <= LAST_MONTH
    if not FIRST_YEAR <= year <= LAST_YEAR or not is_month:
        raise BadInput(text("error.bad_season", words=typed))
    if not month:
        return Season(str(year), datetime(year, 1, 1, tzinfo=UTC), datetime(year + 1, 1, 1, tzinfo=UTC))
    after = datetime(year + month // LAST_MONTH, month % LAST_MONTH + 1, 1, tzinfo=UTC)
    return Season(f"{year}-{month:02}", datetime(year, month, 1, tzinfo=UTC), after)


def season_of(moment: datetime) -> Season:
    """The year of a moment."""
    return read_season(str(moment.astimezone(UTC).year))


def beside(season: Season, step: int) -> Season:
    """The season before (-1) or after (1) another of its kind."""
    year, _, month = season.name.partition("-")
    if not month:
        return read_season(str(int(year) + step))
    count = int(year) * LAST_MONTH + int(month) - 1 + step
    return read_season(f"{count // LAST_MONTH}-{count % LAST_MONTH + 1}")


def places_of(past: Past) -> dict[int, int]:
    """The best place of everybody at a game, counted from 0."""
    places: dict[int, int] = {}
    for place, seat in enumerate(past.ranking):
        row = past.seat(seat)
        if row is not None and row.user_id is not None:
            places.setdefault(row.user_id, place)
    return places


def rank_season(games: Iterable[Past]) -> list[Rank]:
    """Everybody by points, the best first. Only games count that several people played.

    A point for each seat that one's best seat has left behind, and another for a victory; none where all players lost.
    """
    ranks: dict[int, Rank] = {}
    for past in games:
        places = places_of(past)
        if len(places) < 2:
            continue
        for person, place in places.items():
            rank = ranks.setdefault(person, Rank(person))
            rank.played += 1
            if not past.nobody_won:
                rank.won += place == 0
                rank.points += len(past.ranking) - 1 - place + (place == 0)
    return sorted(ranks.values(), key=lambda rank: (-rank.points, -rank.won, rank.played, rank.person))


def list_rivals(games: Iterable[Past], person: int) -> list[Rival]:
    """Whom somebody has met, the most frequent first."""
    rivals: dict[int, Rival] = {}
    for past in games:
        places = places_of(past)
        if person not in places:
            continue
        for other, place in places.items():
            if other != person:
                rival = rivals.setdefault(other, Rival(other))
                rival.games += 1
                rival.ahead += places[person] < place and not past.nobody_won
    return sorted(rivals.values(), key=lambda rival: (-rival.games, -rival.ahead, rival.person))


def list_careers(games: Iterable[Past]) -> list[Career]:
    """Everybody who sat at a game, with their seats; the most successful first."""
    careers: dict[int, Career] = {}
    for past in games:
        for person in places_of(past):
            career = careers.setdefault(person, Career(person))
            career.games += 1
            career.won += past.has_won(person)
            for row in past.seats:
                if row.user_id == person:
                    played, won = career.seats.get(row.seat, (0, 0))
                    has_won = row.seat == past.winner and not past.nobody_won
                    career.seats[row.seat] = (played + 1, won + has_won)
    return sorted(careers.values(), key=lambda career: (-career.won, career.games, career.person))


def lead_of(past: Past) -> int:
    """By how much the first seat is ahead of the second; 0 where there is no second."""
    margins = [past.margins[seat] for seat in past.ranking[:2]]
    return margins[0] - margins[1] if len(margins) > 1 else 0


def find_longest(games: Sequence[Past], count: int) -> list[Past]:
    """The games with most turns."""
    return sorted(games, key=lambda past: (-past.turns, past.game.id))[:count]


def find_closest(games: Sequence[Past], count: int) -> list[Past]:
    """The victories by the least lead."""
    won = [past for past in games if not past.nobody_won and len(past.ranking) > 1]
    return sorted(won, key=lambda past: (lead_of(past), past.game.id))[:count]

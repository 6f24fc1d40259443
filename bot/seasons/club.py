"""A season with its settings, its people and tables; its news, and its standings with points and tie-breaks.

News is posted as the messages of tables are: it is queued in the transaction that makes the change.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Final, Literal

import msgspec

from bot.games.frontend import front_of
from bot.seasons.pairings import Seating, plan
from bot.tables.past import Past, read_past
from storage import Entrant, GameStatus, Post, Reader, Season, SeasonGame, Storage, Substitute, Writer


class SeasonOptions(msgspec.Struct, frozen=True, omit_defaults=True):
    """Further settings of a season: the role of Discord that may enter (0: everyone), and the settings of its tables.

    ``drops_corrected`` says that games with corrections do not count.
    """

    role: int = 0
    pace: str = "open"
    opponent: str = ""
    variant: str = ""
    drops_corrected: bool = False


@dataclass(frozen=True, slots=True)
class Club:
    """A season with everyone who entered, its tables with the status of each game, and its substitutes."""

    season: Season
    entrants: tuple[Entrant, ...]
    games: tuple[tuple[SeasonGame, GameStatus], ...]
    substitutes: tuple[Substitute, ...] = ()

    @property
    def active(self) -> list[Entrant]:
        """Return the entrants who have not dropped out."""
        return [one for one in self.entrants if one.left is None]

    @property
    def unopened(self) -> list[str]:
        """Return the ids of the games that have not begun."""
        return [game.game_id for game, status in self.games if status == "open"]

    @property
    def running(self) -> list[str]:
        """Return the ids of the games that are open or being played."""
        return [game.game_id for game, status in self.games if status in ("open", "playing")]

    @property
    def options(self) -> SeasonOptions:
        """Return the further settings of the season, read from their stored form."""
        return msgspec.convert(self.season.options, SeasonOptions)

    @property
    def rounds(self) -> list[list[Seating]]:
        """Return the seatings of the tables in each round that has begun, in order (`Seating`)."""
        found: list[list[Seating]] = [[] for _ in range(self.season.round)]
        for game, _ in self.games:
            found[game.round - 1].append(tuple(game.places))
        return found

    def find(self, user_id: int) -> Entrant | None:
        """Return the entry of a person who has not dropped out, or None."""
        return next((one for one in self.active if one.user_id == user_id), None)

    def start_of(self, number: int) -> datetime:
        """Return when a round, counted from 1, begins at the latest: the rounds share the season's time evenly."""
        begins = self.season.starts or self.season.created
        return begins + (self.season.ends - begins) * (number - 1) / self.season.rounds

    @property
    def needs_plan(self) -> bool:
        """Return whether rounds remain that must be paired: the next is not planned for exactly the active people."""
        left = self.season.rounds - self.season.round
        planned = {place for table in (self.season.plan or [[]])[0] for place in table if place is not None}
        return left > 0 and len(self.active) > 1 and planned != {one.place for one in self.active}

    @property
    def round_is_over(self) -> bool:
        """Return whether all games of the last round that has begun are over."""
        return not any(game.round == self.season.round and status in ("open", "playing") for game, status in self.games)

    @property
    def is_last(self) -> bool:
        """Return whether no round is left: all have begun, or fewer than two active people are left."""
        return self.season.round >= self.season.rounds or len(self.active) < 2


def name_table(season: Season, round_number: int, number: int) -> str:
    """Return the name of a table of a season, such as “Spring 2.1” for table 1 of round 2 of “Spring”."""
    return f"{season.name} {round_number}.{number}"


async def load_club(reader: Reader, season_id: str) -> Club:
    """Return a season with its entrants, tables and substitutes. Raises UnknownGame."""
    return await complete(reader, await reader.season(season_id))


async def lock_club(tx: Writer, season_id: str) -> Club:
    """Return a season, locked against changes by others until the transaction ends. Raises UnknownGame.

    Its first game, to which its posts belong, is locked before the season: this is the order in which they are locked
    when a game ends.
    """
    await tx.lock_first_game(season_id)
    return await complete(tx, await tx.lock_season(season_id))


async def complete(reader: Reader, season: Season) -> Club:
    """Return a season that was read, with its entrants, tables and substitutes."""
    return Club(
        season,
        tuple(await reader.entrants(season.id)),
        tuple(await reader.season_games(season.id)),
        tuple(await reader.substitutes(season.id)),
    )


def make_plan(club: Club) -> list[Any]:
    """Return the pairings of the later rounds as lists, as `Season.plan` stores them. This may take a second."""
    season = club.season
    people = [one.place for one in club.active]
    count = season.rounds - season.round
    return [[list(table) for table in one] for one in plan(season.seed, people, season.players, count, club.rounds)]


async def rank_club(storage: Storage, club: Club) -> tuple[list[Standing], list[Past]]:
    """Return the standings of a season, the best first, and the games that count for them.

    A result belongs to the person who was paired for the seat, even if someone else has it at the end.
    """
    people = {one.place: one.user_id for one in club.entrants}
    seats = front_of(club.season.kind).setup.list_seats(club.season.players)
    paired = {
        game.game_id: {seat: people.get(place) for seat, place in zip(seats, game.places, strict=True)}
        for game, status in club.games
        if status == "over"
    }
    async with storage.read() as reader:
        found = await read_past(reader, game_ids=list(paired), with_abandoned=True)
    counting = [past for past in found if not (club.options.drops_corrected and past.state.put_right)]
    games = [replace(past, paired=paired[past.game.id]) for past in counting if past.finished <= club.season.ends]
    return rank_people(games, [one for one in people.values() if one is not None]), games


SEASON: Final = "season"
"""The kind of the posts about seasons, and their target. No other posts have it, so these do not wait for others."""
About = Literal["entrance", "round", "end", "asked", "again", "stays", "expelled", "substitute", "withdrawn"]
"""The subjects of news: people may enter; a round has begun; the season is over; a person is asked whether they still
play, is asked again, still plays, or is taken out; a person becomes a substitute, or is no longer one."""


class News(msgspec.Struct, frozen=True, omit_defaults=True):
    """News of a season. ``number`` is the round, ``who`` and ``name`` are the person concerned, ``by`` who caused it.

    ``until`` is when silence counts as a yes, in seconds since 1970. Fields that do not apply are 0 or "".
    """

    season: str
    about: About
    number: int = 0
    who: int = 0
    name: str = ""
    by: int = 0
    until: int = 0


async def queue_news(tx: Writer, club: Club, news: News) -> bool:
    """Queue news of a season as a post of its first game, which `lock_club` has locked, and return True.

    Return False if the season has no games yet, before its first round.
    """
    if not club.games:
        return False
    payload: dict[str, Any] = msgspec.to_builtins(news)
    await tx.enqueue(club.games[0][0].game_id, SEASON, SEASON, payload)
    return True


def read_news(post: Post) -> News:
    """Return the news in a queued post. Raises msgspec.ValidationError if the content of the post has been deleted."""
    return msgspec.convert(post.payload, News)


TieBreak = Literal["points", "won", "opponents", "margin", "shared"]
TIE_BREAKS: Final[tuple[TieBreak, ...]] = ("points", "won", "opponents", "margin")
"""The tie-breaks in order: points, games won, the opponents' points, the sum of the margins. “shared” means a tie."""


@dataclass(slots=True)
class Standing:
    """A person in the standings: their ``place`` from 1, and the tie-break that ``decides`` against the person above.

    ``opponents`` is the sum of the points of the people whom they have met, once for each game in which they met.
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
        """Return the numbers by which people are sorted, in the order of `TIE_BREAKS`; more is better."""
        return self.points, self.won, self.opponents, self.margin


def rank_people(games: Sequence[Past], people: Iterable[int]) -> list[Standing]:
    """Return the standings of people after finished games, the best first. People with equal numbers share a place.

    A game gives a point for each seat behind the person's, and another for a victory. If all players lost, it gives a
    point for each person behind.
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
    """Return the first tie-break in which two people differ, or “shared” if all their numbers are equal."""
    for name, one, other in zip(TIE_BREAKS, above.order, below.order, strict=True):
        if one != other:
            return name
    return "shared"

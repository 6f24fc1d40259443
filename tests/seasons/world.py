"""Seasons without Discord: a clock that is moved by hand, tables whose games end at once, and the news."""

from __future__ import annotations

from datetime import timedelta

from bot.seasons.club import SEASON, Club, News, read_news
from bot.seasons.service import Seasons
from bot.tables.play import Tables
from bot.tables.scheduler import Timekeeper
from bot.tables.servers import Limits
from bot.tables.table import Spot, Table
from storage import Storage
from tests.bot.clock import Clock

HOST = 7
PEOPLE = range(101, 109)
GUILD = 1
SEATS = ("raj", "congress", "league", "revolutionaries")


class SeasonWorld:
    """Seasons with a clock that is moved by hand, and what was announced of them."""

    def __init__(self, storage: Storage, clock: Clock, limits: Limits) -> None:
        self.clock = clock
        self.tables = Tables(storage, limits=limits)
        self.seasons = Seasons(self.tables, limits)
        self.advancing = self.seasons.advancing
        self.advancing.make_place = self.make_place
        self.keeper = Timekeeper(self.tables)
        self.keeper.look_at_seasons = self.advancing.look_at_due
        self.places = 0
        # The id of the command that opens a season: with the same id, it is the same season.
        self.interaction = 1

    async def news(self, season_id: str) -> list[News]:
        """Return the news of a season that were queued, in their order."""
        club = await self.seasons.find(season_id)
        async with self.tables.storage.read() as reader:
            posts = await reader.posts(club.games[0][0].game_id)
        return [read_news(post) for post in posts if post.kind == SEASON]

    async def make_place(self, club: Club, table: Table) -> Spot | None:
        """Make a place for a table."""
        self.places += 1
        return Spot(5000 + self.places)

    async def open(self, people: int = 8, **options: object) -> str:
        """Open a season that this many people enter, and return its id."""
        settings = {"ends": self.clock() + timedelta(days=100), "scenario": "short", "name": "Spring", **options}
        club = await self.seasons.open(
            self.interaction,
            guild_id=GUILD,
            channel_id=5,
            language="en",
            host_user_id=HOST,
            rank="moderator",
            **settings,  # type: ignore[arg-type]
        )
        for person in list(PEOPLE)[:people]:
            await self.seasons.enter(None, club.season.id, person, f"P{person}")
        return club.season.id

    async def begin(self, people: int = 8, **options: object) -> str:
        """Open a season and begin it."""
        season_id = await self.open(people, **options)
        await self.seasons.start(None, season_id, HOST)
        return season_id

    async def finish_round(self, season_id: str) -> None:
        """End every game that continues, with its seats in their order from first to last."""
        for game_id in (await self.seasons.find(season_id)).running:
            await self.finish(game_id)
        await self.keeper.fire_due()

    async def finish(self, game_id: str) -> None:
        """End a game."""
        margins = {seat: 3 - place for place, seat in enumerate(SEATS)}
        async with self.tables.transactions.begin(game_id, None) as tx:
            await tx.finish_game(game_id, {"ranking": list(SEATS), "margins": margins})

    async def whose(self, game_id: str) -> dict[str, int | None]:
        """Return which person has each seat of a game."""
        return {row.seat: row.user_id for row in (await self.tables.table(game_id)).seats}

    async def points(self, season_id: str) -> dict[int, tuple[int, int, int]]:
        """Return everyone's points, games won and games played."""
        standings, _ = await self.seasons.rank(await self.seasons.find(season_id))
        return {one.person: (one.points, one.won, one.played) for one in standings}

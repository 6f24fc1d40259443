"""Finding tables: those of a server, a channel or a person, and the table that a command means."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from bot.errors import NoTable, SeveralTables
from bot.language import clean
from bot.tables.authorization import PLAY, find_seats
from bot.tables.loading import load_table, load_tables
from bot.tables.table import Table
from engine.core.text import text
from storage import GameStatus, NamedGame, Storage

SHOWN = 100
"""The most tables in a list."""
EVERY_STATUS: tuple[GameStatus, ...] = ("open", "playing", "archived", "over")


Sight = Callable[[NamedGame], bool]
"""Returns whether a person can see the channel of a table or, as ``moderates``, whether they moderate the table."""


def moderates_none(game: NamedGame) -> bool:
    """Return False: by default a person moderates no table."""
    return False


class Directory:
    """Finds tables: by id, by name, by place, or by person."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage

    async def find(self, game_id: str) -> Table:
        """Return a table with its seats. Raises UnknownGame."""
        async with self._storage.read() as reader:
            return await load_table(reader, game_id)

    async def find_tables(
        self,
        *,
        guild_id: int | None = None,
        channel_id: int | None = None,
        statuses: Collection[GameStatus] = ("open", "playing"),
        limit: int | None = SHOWN,
    ) -> list[Table]:
        """Return the tables of a server or channel, the newest first; with None for ``limit``, all of them."""
        async with self._storage.read() as reader:
            games = await reader.games_by(guild_id=guild_id, channel_id=channel_id, statuses=statuses, limit=limit)
            return await load_tables(reader, games)

    async def find_mine(self, user_id: int) -> list[Table]:
        """Return a person's tables on all servers (`storage.GameReader.games_of`).

        The tables that wait for them come first, the longest wait first; then other running games, lobbies and archived
        games.
        """
        async with self._storage.read() as reader:
            tables = await load_tables(reader, await reader.games_of(user_id, ("open", "playing", "archived")))
        return sorted(tables, key=lambda table: order_for(table, user_id))

    async def name_tables(
        self,
        guild_id: int | None,
        user_id: int,
        statuses: Collection[GameStatus],
        can_see: Sight = lambda game: True,
        moderates: Sight = moderates_none,
    ) -> list[NamedGame]:
        """Return the ids and names of the tables of a server that a person can see, the newest first.

        Private tables are listed only for the people at them, and for those who moderate them.
        """
        async with self._storage.read() as reader:
            named = await reader.name_games(guild_id, user_id, statuses)
        return [one for one in named if can_see(one) and (one.is_seated or not one.is_private or moderates(one))]

    async def pick(
        self,
        *,
        guild_id: int | None,
        channel_id: int,
        user_id: int,
        wanted: str = "",
        is_over_fine: bool = False,
        is_lobby_first: bool = False,
        can_see: Sight = lambda game: True,
        moderates: Sight = moderates_none,
    ) -> Table:
        """Return the table that a command means: the one with the id or name ``wanted``, else the one in this channel.

        Of several in the channel, it is the one where the person plays. If none is open or running, and
        ``is_over_fine``, it is the newest of the others. With ``is_lobby_first`` a table that has not begun is
        preferred, even to the person's own. ``can_see`` returns whether the person may know of a table, ``moderates``
        whether they moderate it. Raises NoTable if there is none, and SeveralTables if more than one remains.
        """
        if wanted:
            named = await self.name_tables(guild_id, user_id, EVERY_STATUS, can_see, moderates)
            return await self.find(choose_named(named, wanted).id)
        statuses: Collection[GameStatus] = EVERY_STATUS if is_over_fine else ("open", "playing")
        tables = await self.find_tables(channel_id=channel_id, statuses=statuses)
        tables = [table for table in tables if table.game.status in ("open", "playing")] or tables[:1]
        if is_lobby_first:
            tables = [table for table in tables if table.game.status == "open"] or tables
        if len(tables) > 1:
            tables = [table for table in tables if find_seats(PLAY, table, user_id)] or tables
        if not tables:
            raise NoTable(text("error.no_table_here"))
        if len(tables) > 1:
            raise SeveralTables(tables)
        return tables[0]


def order_for(table: Table, user_id: int) -> tuple[int, int]:
    """Return the sort key of a person's table, in the order of `Directory.find_mine`."""
    question = table.state.question
    if table.game.status == "archived":
        return 3, -table.state.archived
    if table.game.status == "open":
        return 2, 0
    is_theirs = question is not None and question.who == user_id
    return (0, question.since) if question is not None and is_theirs else (1, 0)


def choose_named(named: Sequence[NamedGame], wanted: str) -> NamedGame:
    """Return the table with this id, or with this name if no table has that id.

    Of several with one name, it is the first that is neither over nor archived, else the first. Raises NoTable.
    """
    typed = wanted.strip().casefold()
    for one in named:
        if one.id == typed:
            return one
    found = [one for one in named if clean(one.name).casefold() == clean(typed).casefold()]
    if not found:
        raise NoTable(text("error.no_such_table", name=wanted))
    return min(found, key=lambda one: one.status in ("archived", "over"))

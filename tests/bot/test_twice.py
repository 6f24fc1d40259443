"""Every action of a person that comes twice, because Discord or a hasty finger repeats it, acts once."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from datetime import timedelta
from typing import Any, Final

import pytest
from sqlalchemy import select

from bot.seasons.service import Seasons
from bot.tables.absences import StandIn
from bot.tables.play import Tables
from bot.tables.servers import STANDARD_LIMITS
from storage import Storage
from storage.models.base import Stored
from tests.bot.players import HOST, PEOPLE, open_lobby, open_table

NUMBER: Final = 7001
"""The id of the interaction."""
CONGRESS: Final = PEOPLE["congress"]
OTHER: Final = 99
"""A person without a seat."""
Act = Callable[[Tables, str], Awaitable[Any]]
SeasonAct = Callable[[Seasons, str], Awaitable[Any]]

IN_A_LOBBY: Final[Mapping[str, Act]] = {
    "join": lambda tables, table: tables.lobby.join(NUMBER, table, OTHER, "Mina", ""),
    "leave": lambda tables, table: tables.leave(NUMBER, table, CONGRESS, ""),
    "start": lambda tables, table: tables.start(NUMBER, table, HOST, with_automatic=True),
    "close": lambda tables, table: tables.lobby.close(NUMBER, table, HOST, "Raj"),
    "toggle": lambda tables, table: tables.lobby.toggle(NUMBER, table, CONGRESS, "experts"),
    "entrance": lambda tables, table: tables.entrances.change(NUMBER, table, HOST, consent=True),
    "reserve": lambda tables, table: tables.entrances.reserve(NUMBER, table, HOST, OTHER),
    "watch": lambda tables, table: tables.entrances.watch(NUMBER, table, OTHER, "game"),
    "hand over": lambda tables, table: tables.replacing.hand_over(NUMBER, table, HOST, CONGRESS, "Congress"),
    "remove": lambda tables, table: tables.replacing.remove(NUMBER, table, OTHER, CONGRESS, "Mina", rank="moderator"),
    "settings": lambda tables, table: tables.settings.change(NUMBER, table, HOST, language="it"),
}
"""Actions at a table that has not begun, with a free seat."""

IN_A_GAME: Final[Mapping[str, Act]] = {
    "leave": lambda tables, table: tables.leave(NUMBER, table, CONGRESS, ""),
    "close": lambda tables, table: tables.lobby.close(NUMBER, table, OTHER, "Mina", rank="moderator"),
    "watch": lambda tables, table: tables.entrances.watch(NUMBER, table, OTHER, "game"),
    "away": lambda tables, table: tables.absences.leave(NUMBER, table, CONGRESS, StandIn(OTHER, "Mina"), None),
    "replace": lambda tables, table: tables.replacing.propose(
        NUMBER, table, CONGRESS, "congress", StandIn(OTHER, "Mina")
    ),
    "free": lambda tables, table: tables.replacing.free(NUMBER, table, OTHER, "congress", rank="moderator"),
    "keep": lambda tables, table: tables.expiry.keep(NUMBER, table, CONGRESS, "Congress"),
    "settings": lambda tables, table: tables.settings.change(NUMBER, table, HOST, no_advice=True),
}
"""Actions in a game."""

IN_A_SEASON: Final[Mapping[str, SeasonAct]] = {
    "enter": lambda seasons, season: seasons.enter(NUMBER, season, OTHER, "Mina"),
    "leave": lambda seasons, season: seasons.leave(NUMBER, season, CONGRESS),
    "expel": lambda seasons, season: seasons.expel(NUMBER, season, HOST, CONGRESS),
    "substitute": lambda seasons, season: seasons.substitute(NUMBER, season, HOST, OTHER, "Mina"),
    "start": lambda seasons, season: seasons.start(NUMBER, season, HOST),
    "close": lambda seasons, season: seasons.close(NUMBER, season, HOST),
}
"""Actions in a season that people may enter."""


async def read_all(storage: Storage) -> dict[str, list[Any]]:
    """Return every row of the database."""
    async with storage.read() as reader:
        connection = await reader._session.connection()
        return {
            table.name: [tuple(row) for row in await connection.execute(select(table))]
            for table in Stored.metadata.sorted_tables
        }


async def assert_that_it_acts_once(storage: Storage, act: Callable[[], Awaitable[Any]]) -> None:
    before = await read_all(storage)
    await act()
    once = await read_all(storage)
    assert {**once, "interaction_seen": []} != {**before, "interaction_seen": []}
    await act()
    assert await read_all(storage) == once


@pytest.mark.parametrize("name", IN_A_LOBBY)
async def test_a_repeated_request_in_a_lobby_acts_once(storage: Storage, name: str) -> None:
    tables = Tables(storage)
    table = await open_lobby(tables)
    for seat in ("raj", "congress", "league"):
        await tables.lobby.join(None, table, PEOPLE[seat], seat.title(), seat)
    await assert_that_it_acts_once(storage, lambda: IN_A_LOBBY[name](tables, table))


@pytest.mark.parametrize("name", IN_A_GAME)
async def test_a_repeated_request_in_a_game_acts_once(storage: Storage, name: str) -> None:
    tables = Tables(storage)
    table = await open_table(tables)
    await assert_that_it_acts_once(storage, lambda: IN_A_GAME[name](tables, table))


@pytest.mark.parametrize("name", IN_A_SEASON)
async def test_a_repeated_request_in_a_season_acts_once(storage: Storage, name: str) -> None:
    seasons = Seasons(Tables(storage), STANDARD_LIMITS)
    club = await seasons.open(
        1,
        guild_id=1,
        channel_id=5,
        name="Spring",
        scenario="short",
        language="en",
        host_user_id=HOST,
        ends=storage.now() + timedelta(days=90),
        rank="moderator",
    )
    season = club.season.id
    for seat, user_id in PEOPLE.items():
        if seat != "raj":
            await seasons.enter(None, season, user_id, seat.title())
    await assert_that_it_acts_once(storage, lambda: IN_A_SEASON[name](seasons, season))

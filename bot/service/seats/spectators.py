"""Spectators: people without a seat who want to hear of a table. To look needs no seat and no asking."""

from __future__ import annotations

from contextlib import suppress
from typing import Literal

from bot.errors import TableError
from bot.service.loading import load_table
from bot.service.moments import Table
from bot.service.road import Road, SeenBefore
from bot.service.seats.lobby import check_is_on
from engine.core.text import text
from storage import Storage

Ping = Literal["never", "card", "game"]

MOST_WATCHERS = 20
"""People whom a table tells of a card's end: more would not fit into a message, nor into anybody's patience."""


class Spectators:
    """Keeps who wants to be told of a table."""

    def __init__(self, storage: Storage, road: Road) -> None:
        self._storage = storage
        self._road = road

    async def watch(self, interaction_id: int | None, game_id: str, user_id: int, ping: Ping) -> Table:
        """Have a person pinged at the end of each card, of the game, or never. An earlier wish is replaced.

        Raises TableError when the game is over, or too many watch already.
        """
        with suppress(SeenBefore):
            async with self._road.enter(game_id, interaction_id) as tx:
                table = await load_table(tx, game_id)
                check_is_on(table)
                await tx.drop_arrangements(game_id, kind="watch", user_id=user_id)
                if ping != "never":
                    if len(await tx.arrangements(game_id, "watch")) >= MOST_WATCHERS:
                        raise TableError(text("error.too_many_watch", at_most=MOST_WATCHERS))
                    await tx.arrange(game_id, user_id, "watch", payload={"ping": ping})
        async with self._storage.read() as reader:
            return await load_table(reader, game_id)

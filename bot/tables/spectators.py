"""People who look on at a table, and what they are pinged for."""

from __future__ import annotations

from contextlib import suppress
from typing import Literal

from bot.errors import TableError
from bot.tables.authorization import (
    WATCH,
    Request,
    check,
)
from bot.tables.loading import load_table
from bot.tables.table import Table
from bot.tables.transaction import SeenBefore, Transactions
from engine.core.text import text
from storage import Storage

Ping = Literal["never", "card", "game"]

MOST_WATCHERS = 20
"""People at most whom a table pings at a card's end: more would not fit into a message."""


class Spectators:
    """Keeps who wants to be told of a table."""

    def __init__(self, storage: Storage, transactions: Transactions) -> None:
        self._storage = storage
        self._transactions = transactions

    async def watch(self, interaction_id: int | None, game_id: str, user_id: int, ping: Ping) -> Table:
        """Have a person pinged at the end of each card, of the game, or never. An earlier wish is replaced.

        Raises TableError when the game is over, or too many watch already.
        """
        with suppress(SeenBefore):
            async with self._transactions.begin(game_id, interaction_id) as tx:
                table = tx.table
                check(WATCH, Request(table, user_id))
                await tx.drop_arrangements(game_id, kind="watch", user_id=user_id)
                if ping != "never":
                    if len(await tx.arrangements(game_id, "watch")) >= MOST_WATCHERS:
                        raise TableError(text("error.too_many_watch", at_most=MOST_WATCHERS))
                    await tx.arrange(game_id, user_id, "watch", payload={"ping": ping})
        async with self._storage.read() as reader:
            return await load_table(reader, game_id)

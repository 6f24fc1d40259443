"""Silent tables: they are asked, and then a lobby is closed and a game archived, which can be reactivated.

The timer of a table rings when it may have been silent long enough, and checks that: a click itself costs nothing.
"""

from __future__ import annotations

from contextlib import suppress
from datetime import timedelta
from typing import Final

from bot.names import Time
from bot.tables.announcements import NOTICE, Notice, announce_notice, announce_status, queue
from bot.tables.authorization import DAY, KEEP, REACTIVATE, Request, check
from bot.tables.closing import EXPIRE, abandon, close_lobby, set_expiry
from bot.tables.limits import Limits, check_tables
from bot.tables.loading import load_table
from bot.tables.preferences import DAY as HOURS
from bot.tables.preferences import name_span
from bot.tables.servers import ONGOING, Periods, find_server
from bot.tables.table import Table, change_state
from bot.tables.timers import as_time
from bot.tables.transaction import SeenBefore, TableTransaction, Transactions
from engine.core.text import text
from storage import Storage, Timer

GRACE: Final = {"open": timedelta(days=2), "playing": timedelta(days=7)}
"""How long a table may stay silent after the question: a lobby, a game."""
CHUNK: Final = 100
"""The most tables that get their first timer in one transaction."""
SPREAD: Final = timedelta(days=7)
"""The period for checking tables that were already silent at an upgrade, so that not all are checked at once."""


class Expiry:
    """Asks silent tables, closes or archives them, and reactivates archived ones."""

    def __init__(self, storage: Storage, transactions: Transactions, limits: Limits, periods: Periods) -> None:
        self._storage = storage
        self._transactions = transactions
        self._limits = limits
        self._periods = periods

    async def adopt(self) -> int:
        """Set a timer for every table without one, and return their number: an older version of the bot set none."""
        async with self._storage.read() as reader:
            games = await reader.games_without_timer(EXPIRE, ONGOING)
        for start in range(0, len(games), CHUNK):
            # In small parts, so that no player has to wait.
            async with self._storage.transaction() as tx:
                for number, game_id in enumerate(games[start : start + CHUNK], start):
                    await tx.set_timer(game_id, EXPIRE, tx.now + DAY + SPREAD * number / len(games), 0)
        return len(games)

    async def ring(self, tx: TableTransaction, table: Table, timer: Timer) -> None:
        """Check how long a table has been silent, act on it, and set the next timer."""
        settings = await find_server(tx, table.game.guild_id)
        status, asked, now = table.game.status, table.state.asked, tx.now
        if status == "archived":
            end = as_time(table.state.archived) + settings.find_period("archive_days", self._periods)
            await (abandon(tx, "", "ui.ending.expired") if now >= end else set_expiry(tx, table.id, end))
            return
        if status not in GRACE:
            return
        last = find_last(table)
        if asked and asked >= last:
            end = as_time(asked) + GRACE[status]
            if now < end:
                await set_expiry(tx, table.id, end)
            elif status == "open":
                message = text("ui.public.lobby_expired", name=table.game.name)
                await announce_notice(tx, table, message, "", None)
                await close_lobby(tx)
            else:
                await self._archive(tx, table, settings.find_period("archive_days", self._periods))
            return
        period = settings.find_period("lobby_days" if status == "open" else "game_days", self._periods)
        if now < as_time(last) + period:
            await set_expiry(tx, table.id, as_time(last) + period)
            return
        await self._ask(tx, table, period)
        await set_expiry(tx, table.id, now + GRACE[status])

    async def keep(self, interaction_id: int | None, game_id: str, user_id: int, name: str) -> Table:
        """Say that a silent table continues. Raises TableError for a person who does not belong to it."""
        with suppress(SeenBefore):
            async with self._transactions.begin(game_id, interaction_id) as tx:
                check(KEEP, Request(tx.table, user_id))
                if tx.table.state.asked:
                    message = text("ui.public.kept", name=tx.table.game.name, who=name)
                    await announce_notice(tx, tx.table, message, "", user_id)
                await change_state(tx, game_id, kept=int(tx.now.timestamp()), asked=0)
        return await self._find(game_id)

    async def reactivate(self, interaction_id: int | None, game_id: str, user_id: int, name: str) -> Table:
        """Let an archived game continue. Raises TableError for a person without a seat, and for one table too many."""
        with suppress(SeenBefore):
            async with self._transactions.begin(game_id, interaction_id) as tx:
                table = tx.table
                check(REACTIVATE, Request(table, user_id))
                await check_tables(tx, self._limits, table.game.host_user_id, table.game.guild_id)
                await tx.update_game(game_id, status="playing")
                await change_state(tx, game_id, archived=0, asked=0, kept=int(tx.now.timestamp()))
                settings = await find_server(tx, table.game.guild_id)
                await set_expiry(tx, game_id, tx.now + settings.find_period("game_days", self._periods))
                after = await tx.reload()
                others = sorted(after.people - {user_id})
                message = text("ui.public.reactivated", name=table.game.name, who=name)
                await queue(tx, after, NOTICE, Notice(text=message, pings=others, offers=["turn", "catchup"]))
                await announce_status(tx, after)
        return await self._find(game_id)

    async def _ask(self, tx: TableTransaction, table: Table, period: timedelta) -> None:
        """Ask everyone at a table whether it continues."""
        await change_state(tx, table.id, asked=int(tx.now.timestamp()))
        key = "ui.public.lobby_silent" if table.game.status == "open" else "ui.public.game_silent"
        message = text(
            key,
            name=table.game.name,
            when=name_span(period.days * HOURS),
            until=Time.of(tx.now + GRACE[table.game.status]),
        )
        people = sorted(table.people or {table.game.host_user_id})
        await queue(tx, table, NOTICE, Notice(text=message, pings=[one for one in people if one], offers=["keep"]))

    async def _archive(self, tx: TableTransaction, table: Table, period: timedelta) -> None:
        """Archive a game. Nothing is lost or revealed; its record, which contains the seed, waits for its end."""
        await tx.delete_ballot(table.id)
        await tx.update_game(table.id, status="archived")
        await change_state(tx, table.id, archived=int(tx.now.timestamp()), asked=0, vote="")
        await set_expiry(tx, table.id, tx.now + period)
        after = await tx.reload()
        message = text("ui.public.archived", name=table.game.name, until=Time.of(tx.now + period))
        await queue(tx, after, NOTICE, Notice(text=message, offers=["reactivate"]))
        await announce_status(tx, after)

    async def _find(self, game_id: str) -> Table:
        async with self._storage.read() as reader:
            return await load_table(reader, game_id)


def find_last(table: Table) -> int:
    """Return the time of the last activity, in seconds since 1970.

    In a game that is the last action; before it, also people who came or went, and changes of settings.
    """
    question, kept = table.state.question, table.state.kept
    if table.game.status == "playing" and question is not None:
        return max(question.counted, kept)
    return max(int(table.game.updated.timestamp()), kept)

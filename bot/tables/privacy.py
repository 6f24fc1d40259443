"""Showing and deleting the stored data about a person."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from contextlib import suppress

from msgspec.structs import replace

from bot.tables.announcements import announce_notice, announce_status, tell_back
from bot.tables.authorization import find_absences
from bot.tables.closing import fill_seat, free_reserved
from bot.tables.loading import load_table
from bot.tables.play import Tables
from bot.tables.table import Absence, Table, change_state, name_of, put_state, read_state, store_state
from bot.tables.timers import forget_person
from bot.tables.transaction import TableTransaction
from engine.core.errors import GameError
from engine.core.text import text
from storage import NOBODY, InteractionSeen, Traces, Writer

log = logging.getLogger(__name__)


class Privacy:
    """Shows and deletes people's data."""

    def __init__(self, tables: Tables) -> None:
        self.on_forget: Callable[[int], None] = lambda user_id: None
        """Called with the id of a person whose data has been deleted."""
        self._tables = tables

    async def look(self, user_id: int) -> Traces:
        """Return how many rows of each kind are stored about a person (`Traces`)."""
        async with self._tables.storage.read() as reader:
            return await reader.find_traces(user_id)

    async def forget(self, interaction_id: int, user_id: int) -> None:
        """Delete everything about a person. Their seats become free; their tables are notified, without the name.

        The first other person with a seat becomes the host of a table that they hosted. Without such a person, the
        table is closed if its game has not begun, and has no host otherwise.
        """
        game_ids, closed = list[str](), list[str]()
        before = dict[str, Table]()
        with suppress(InteractionSeen):
            async with self._tables.storage.transaction(TableTransaction) as tx:
                tx.cache = self._tables.cache
                if await tx.seen_interaction(interaction_id) is not None:
                    raise InteractionSeen(interaction_id)
                before = {
                    game.id: await load_table(tx, game.id) for game in await tx.games_of(user_id, ("open", "playing"))
                }
                closed = await tx.find_closed(user_id)
                game_ids = await tx.forget_user(user_id)
                for game_id in closed:
                    if read_state((await tx.lock_game(game_id)).options).abandoned:
                        await change_state(tx, game_id, abandoned="")
                for game_id in game_ids:
                    tx.table = await load_table(tx, game_id)
                    await settle(tx, before.get(game_id), user_id)
                    await self._tables.timers.follow(tx, game_id)
                    after = await load_table(tx, game_id)
                    if (state := forget_person(after.state, user_id)) != after.state:
                        await put_state(tx, game_id, state)
                await tx.remember_interaction(interaction_id, {})
            # The log must not name the person.
            log.info("The data of someone at %s tables was deleted.", len(game_ids))
        for game_id in {*game_ids, *closed}:
            # The pages of these tables must no longer show the name.
            self._tables.transactions.on_change(game_id)
        self._tables.wishes.forget(user_id)
        self.on_forget(user_id)
        self._tables.timers.on_timer(self._tables.storage.now())
        self._tables.transactions.wake_outbox()
        for game_id, table in before.items():
            if table.circle is not None and table.seats_of(user_id):
                with suppress(GameError):
                    await self._tables.automation.play(game_id)


async def settle(tx: TableTransaction, before: Table | None, user_id: int) -> None:
    """Give a table a host again after a person's deletion; announce free seats, stand-ins who stop, and the status.

    In a season, the automatic player takes the seats. ``before`` is the table with that person. It must be given if it
    was running, and they had a seat there or stood in for someone.
    """
    table = tx.table
    if table.game.host_user_id == NOBODY:
        await find_host(tx, table)
    if table.game.status == "open":
        await free_reserved(tx, table)
    if table.game.status not in ("open", "playing"):
        return
    if table.game.status == "playing" and before is not None:
        for seat in before.seats_of(user_id):
            key = "ui.public.forgotten" if table.circle is None else "ui.public.forgotten_season"
            await announce_notice(tx, table, text(key, seat=seat))
            if table.circle is not None:
                await fill_seat(tx, seat)
        await call_back(tx, table, find_absences(before, user_id), user_id)
    await announce_status(tx, await load_table(tx, table.id))


async def call_back(tx: Writer, table: Table, absences: Sequence[Absence], user_id: int) -> None:
    """Announce that the people for whom a deleted person acted play again; ping the one who is asked now."""
    ended = [one for one in absences if one.user_id != user_id]
    if ended:
        question = table.state.question
        seats = [one.seat for one in ended]
        await announce_notice(
            tx, table, tell_back(table, ended), question.seat if question is not None and question.seat in seats else ""
        )


async def find_host(tx: Writer, table: Table) -> None:
    """Make the first person with a seat the host of a table. Without any, close it if its game has not begun."""
    heir = next((seat for seat in table.seats if seat.user_id is not None), None)
    options = store_state(replace(table.state, host=name_of(heir)))
    if heir is not None and heir.user_id is not None:
        await tx.update_game(table.id, host_user_id=heir.user_id, options=options)
    elif table.game.status == "open":
        await tx.update_game(table.id, status="closed", options=options)
    else:
        await tx.update_game(table.id, options=options)

"""Rematches: a table for another game with the same people."""

from __future__ import annotations

from contextlib import suppress

from bot.errors import TableError
from bot.names import Place
from bot.tables.announcements import NOTICE, Notice, announce_notice, queue
from bot.tables.authorization import REMATCH, Request, check
from bot.tables.limits import Limits, check_tables
from bot.tables.loading import load_table
from bot.tables.lobby import NAME_LENGTH, draw_seed, rules_version
from bot.tables.servers import check_offer
from bot.tables.table import Table, change_state, follow_state, store_state
from bot.tables.transaction import SeenBefore, TableTransaction, Transactions
from engine.core.text import text
from storage import Reader, Storage, UnknownGame


class Rematches:
    """Opens tables for another game."""

    def __init__(self, storage: Storage, transactions: Transactions, limits: Limits) -> None:
        self._storage = storage
        self._transactions = transactions
        self._limits = limits

    async def find(self, reader: Reader, table: Table) -> Table | None:
        """Return the existing rematch of a table, unless it was closed."""
        game_id = table.state.rematch
        if not game_id:
            return None
        try:
            found = await load_table(reader, game_id)
        except UnknownGame:
            return None
        return found if found.game.status != "closed" else None

    async def open(self, interaction_id: int, game_id: str, user_id: int, user_name: str) -> tuple[Table, bool]:
        """Return the one rematch of a finished game, made at the first request, and whether this request made it.

        Raises TableError during the game, for someone who did not sit there, for a game that the server no longer
        offers, and for one table too many.
        """
        is_new = False
        with suppress(SeenBefore):
            async with self._transactions.begin(game_id, interaction_id) as tx:
                old = tx.table
                check(REMATCH, Request(old, user_id))
                if await self.find(tx, old) is None:
                    await check_offer(tx, old.game.guild_id, old.game.kind, (old.place, old.game.channel_id))
                    await check_tables(tx, self._limits, user_id, old.game.guild_id)
                    await self._copy(tx, old, user_id, user_name)
                    is_new = True
        async with self._storage.read() as reader:
            made = await self.find(reader, await load_table(reader, game_id))
        if made is None:
            raise TableError(text("error.rematch_only_when_over", name=game_id))
        return made, is_new

    async def _copy(self, tx: TableTransaction, old: Table, user_id: int, user_name: str) -> None:
        """Create a table with the old one's name, scenario, language, settings, people and automatic players."""
        state, drawn = old.state, old.front.setup.start_options({})
        options = {name: value for name, value in state.options.items() if name not in drawn}
        game = await tx.create_game(
            name=number_name(old.game.name),
            kind=old.game.kind,
            scenario=old.game.scenario,
            seats=[row.seat for row in old.seats],
            seed=draw_seed(),
            rules_version=rules_version(),
            language=old.game.language,
            host_user_id=user_id,
            guild_id=old.game.guild_id,
            channel_id=old.game.channel_id,
            options=store_state(follow_state(state, host=user_name, options=options)),
        )
        for row in old.seats:
            if row.kind != "empty":
                await tx.take_seat(game.id, row.seat, row.user_id, row.display_name, kind=row.kind)
        await change_state(tx, old.id, rematch=game.id)

    async def tell(self, old: Table, made: Table, user_id: int) -> None:
        """Invite the others to the new table, and announce its place at the old one. Do nothing without others."""
        others = sorted({row.user_id for row in made.seats if row.user_id is not None and row.user_id != user_id})
        if not others:
            return
        async with self._transactions.begin(made.id, None) as tx:
            message = text("ui.public.rematch", name=old.game.name, who=made.state.host)
            await queue(tx, made, NOTICE, Notice(text=message, pings=others, offers=["show"]))
        if old.place != made.place:
            async with self._transactions.begin(old.id, None) as tx:
                there = text("ui.public.rematch_there", where=Place(made.place), name=made.game.name)
                await announce_notice(tx, old, there)


def number_name(name: str) -> str:
    """Return the name of the next game at a table: after “Salt March” comes “Salt March 2”, then “Salt March 3”."""
    head, _, last = name.rpartition(" ")
    is_numbered = bool(head) and last.isdecimal() and len(last) < 3
    number = int(last) + 1 if is_numbered else 2
    stem = head if is_numbered else name
    return f"{stem[: NAME_LENGTH - len(str(number)) - 1]} {number}"

"""Actions of moderators at a table: another host, an empty seat. Each is announced and recorded.

Closing a table and starting its game are in `bot.tables.lobby`, because others may do that too.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

from bot.errors import TableError
from bot.tables.authorization import DAY, FREE, HAND_OVER, REMOVE, Rank, Request, is_owner
from bot.tables.closing import REMOVED, hand_over, permit, vacate
from bot.tables.loading import load_table
from bot.tables.preferences import name_span
from bot.tables.table import Table
from bot.tables.transaction import SeenBefore, TableTransaction, Transactions
from bot.tables.votes import HOUR, Motion, Outcome, Vote, Votes
from engine.core.text import Text, text
from storage import Storage


class Moderation:
    """Does what moderators may do at a table."""

    def __init__(self, storage: Storage, transactions: Transactions, votes: Votes) -> None:
        self._storage = storage
        self._transactions = transactions
        self._votes = votes
        votes.motions[FREE.name] = Motion(write_question, write_refusal, self._free, silence="free")

    async def hand_over(
        self, interaction_id: int | None, game_id: str, user_id: int, heir: int, name: str, *, rank: Rank = ""
    ) -> Table:
        """Make another person the host of a table, as its host or as a moderator, who may take over themselves.

        Raises TableError for anyone else, and for a new host without a seat.
        """
        with suppress(SeenBefore):
            async with self._transactions.begin(game_id, interaction_id) as tx:
                request = Request(tx.table, user_id, newcomer=heir, rank=rank)
                await permit(tx, HAND_OVER, request, whom=name, whom_id=heir)
                await hand_over(tx, heir, name)
        return await self._find(game_id)

    async def remove(
        self, interaction_id: int | None, game_id: str, user_id: int, whom: int, by: str, *, rank: Rank = ""
    ) -> Table:
        """Remove a person from a table that has not begun; they cannot return for a day.

        ``by`` is the name of the moderator. Raises TableError for anyone else, and for a person without a seat.
        """
        with suppress(SeenBefore):
            async with self._transactions.begin(game_id, interaction_id) as tx:
                table = tx.table
                rows = [row for row in table.seats if is_owner(table, row.seat, whom)]
                name = rows[0].display_name if rows else ""
                await permit(tx, REMOVE, Request(table, user_id, rank=rank), whom=name, whom_id=whom)
                if not rows:
                    raise TableError(text("error.remove_nobody", name=table.game.name))
                await tx.arrange(game_id, whom, REMOVED, until=tx.now + DAY)
                for row in rows:
                    await vacate(tx, row.seat, "ui.public.removed", by)
        return await self._find(game_id)

    async def free(
        self, interaction_id: int | None, game_id: str, user_id: int, seat: str, *, rank: Rank = ""
    ) -> Outcome:
        """Propose to free a seat of a running game: its owner is asked, and a day's silence is a yes.

        Raises TableError for anyone but a moderator, for a seat that no person holds, and as `Votes.open` does.
        """
        vote = None
        with suppress(SeenBefore):
            async with self._transactions.begin(game_id, interaction_id) as tx:
                table = tx.table
                request, holder = Request(table, user_id, seat, rank=rank), table.holder(seat)
                name, whom = (holder.display_name, holder.user_id) if holder is not None else ("", None)
                await permit(tx, FREE, request, whom=name, whom_id=whom, seat=seat)
                if whom is None:
                    raise TableError(text("error.free_nobody", seat=seat))
                vote = await self._votes.open(tx, FREE, request)
        return await self._votes.conclude(game_id, vote)

    async def _free(self, tx: TableTransaction, table: Table, vote: Vote, user_id: int | None) -> None:
        """Empty the seat."""
        await vacate(tx, vote.seat, "ui.public.freed", left_by="freed")

    async def _find(self, game_id: str) -> Table:
        async with self._storage.read() as reader:
            return await load_table(reader, game_id)


async def write_question(tx: TableTransaction, table: Table, vote: Vote) -> Text:
    """Return the question for the owner of the seat."""
    holder = table.holder(vote.seat)
    whom = holder.display_name if holder is not None else ""
    return text("ui.public.free_asked", seat=vote.seat, whom=whom, when=name_span(vote.needed // HOUR))


def write_refusal(vote: Vote, seats: Sequence[str]) -> Text:
    """Return that the seat stays with its owner."""
    return text("ui.public.free_refused", seat=vote.seat)

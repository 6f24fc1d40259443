"""Seats and hosts that change hands: seats are given away, taken from silent people, or freed; people are removed.

Acts of moderators are announced and recorded. Closing a table and starting its game, which others may do too, are in
`bot.tables.lobby`.
"""

from __future__ import annotations

from bot.errors import TableError
from bot.games.playing import AUTOMATIC
from bot.tables.absences import StandIn, check_automatic
from bot.tables.announcements import announce_notice, announce_status, describe_next
from bot.tables.authorization import (
    CLAIM,
    DAY,
    FREE,
    HAND_OVER,
    OFFER,
    REMOVE,
    REPLACE,
    Rank,
    Request,
    check,
    find_seat_permission,
    is_empty,
    is_host,
    is_owner,
)
from bot.tables.closing import REMOVED, call_back, find_heir, hand_over, permit, vacate
from bot.tables.committing import Automation
from bot.tables.draft import is_for_everyone, list_confirmers
from bot.tables.lobby import refuse_taken
from bot.tables.preferences import name_span
from bot.tables.servers import call
from bot.tables.table import Table, name_of
from bot.tables.transaction import TableTransaction, Transactions, once
from bot.tables.votes import HOUR, Motion, Outcome, Vote, Votes
from engine.core.text import Text, text
from storage import LeftBy

QUESTIONS = {
    OFFER.name: "ui.public.replace_offered",
    CLAIM.name: "ui.public.seat_asked",
    REPLACE.name: "ui.public.replace_asked",
}
"""The key of a vote's question about a seat, by the name of the permission."""


class Replacing:
    """Gives seats of running games to others or to the automatic player, frees seats, and changes hosts."""

    def __init__(self, transactions: Transactions, automation: Automation, votes: Votes) -> None:
        self._transactions = transactions
        self._automation = automation
        self._votes = votes
        for kind in QUESTIONS:
            votes.motions[kind] = Motion(
                write_question,
                lambda vote, seats: text("ui.public.replace_refused", seat=vote.seat, who=vote.name),
                self._replace,
            )
        votes.motions[FREE.name] = Motion(
            ask_owner,
            lambda vote, seats: text("ui.public.free_refused", seat=vote.seat),
            self._free,
            silence="free",
        )

    async def propose(
        self, interaction_id: int | None, game_id: str, user_id: int, seat: str, newcomer: StandIn
    ) -> Outcome:
        """Propose a newcomer, who must agree, for a seat: the person's own, another person's, or an automatic one.

        The automatic player can be proposed for an empty seat too. Raises NotStarted, and TableError for a person who
        may not propose this (`find_seat_permission`), for a person on an empty seat, for a newcomer who holds it
        already, for the automatic player if no person would be left, and as `Votes.open` does.
        """
        vote = None
        async with once(), self._transactions.begin(game_id, interaction_id) as tx:
            table = tx.table
            permission = find_seat_permission(table, user_id, seat)
            request = Request(table, user_id, seat, newcomer.user_id)
            check(permission, request)
            check_change(table, seat, newcomer)
            if newcomer.user_id is not None:
                await call(tx, game_id, user_id, newcomer.user_id, newcomer.name)
            name = newcomer.name or table.automatic_name
            vote = await self._votes.open(tx, permission, request, name=name)
        return await self._votes.conclude(game_id, vote)

    async def _replace(self, tx: TableTransaction, table: Table, vote: Vote, user_id: int | None) -> None:
        """Put the newcomer of a vote on a seat, and announce it. The holder's draft and arrangements are deleted."""
        seat, name = vote.seat, vote.name
        holder = table.holder(seat)
        await tx.leave_seat(table.id, seat, find_way(vote))
        await tx.take_seat(table.id, seat, vote.user, name, kind=AUTOMATIC if vote.user is None else "player")
        await tx.delete_draft(table.id, seat)
        await tx.drop_arrangements(table.id, seat=seat)
        after = await tx.reload()
        loaded = await tx.load_game()
        decision = loaded.game.decision
        is_asked = decision is not None and decision.seat == seat
        pings = []
        if table.is_automatic(seat):
            is_asked = is_asked and not table.front.player.is_automatic(loaded.game, seat)
            message = text("ui.public.joined_for_arjuna", seat=seat, who=name)
        elif holder is None:
            message = text("ui.public.empty_filled", seat=seat)
        else:
            whom = name_of(holder)
            message = text("ui.public.replaced", seat=seat, who=name, whom=whom)
            pings = [vote.asked[seat]] if seat in vote.asked else []
        await announce_notice(tx, after, message, seat if is_asked else "", user_id, pings=pings)
        if is_for_everyone(after, loaded.game) and (question := describe_next(after, loaded.game, user_id)) is not None:
            await announce_notice(tx, after, question, "", user_id, ["turn"], pings=list_confirmers(after))
        await announce_status(tx, after)
        if vote.user is None:
            await call_back(tx)
        if holder is not None and holder.user_id is not None and is_host(table, holder.user_id):
            await find_heir(tx)

    async def hand_over(
        self, interaction_id: int | None, game_id: str, user_id: int, heir: int, name: str, *, rank: Rank = ""
    ) -> Table:
        """Make ``heir``, called ``name``, the host of a table, and return it. A moderator may make themselves the host.

        Raises TableError for anyone but the host and moderators, and for another person without a seat.
        """
        async with once(), self._transactions.begin(game_id, interaction_id) as tx:
            request = Request(tx.table, user_id, newcomer=heir, rank=rank)
            await permit(tx, HAND_OVER, request, whom=name, whom_id=heir)
            await hand_over(tx, heir, name)
        return await self._transactions.find(game_id)

    async def remove(
        self, interaction_id: int | None, game_id: str, user_id: int, whom: int, by: str, *, rank: Rank = ""
    ) -> Table:
        """Remove ``whom`` from a table that has not begun, and return it. They cannot come back for a day.

        ``by`` is the name of the moderator. Raises TableError for anyone else, and if ``whom`` has no seat.
        """
        async with once(), self._transactions.begin(game_id, interaction_id) as tx:
            table = tx.table
            rows = [row for row in table.seats if is_owner(table, row.seat, whom)]
            name = rows[0].display_name if rows else ""
            await permit(tx, REMOVE, Request(table, user_id, rank=rank), whom=name, whom_id=whom)
            if not rows:
                raise TableError(text("error.remove_nobody", name=table.game.name))
            await tx.arrange(game_id, whom, REMOVED, until=tx.now + DAY)
            for row in rows:
                await vacate(tx, row.seat, "ui.public.removed", by)
        return await self._transactions.find(game_id)

    async def free(
        self, interaction_id: int | None, game_id: str, user_id: int, seat: str, *, rank: Rank = ""
    ) -> Outcome:
        """Propose to free a seat of a running game: its owner must agree, or be silent for a day or longer.

        Raises TableError for anyone but a moderator, for a seat that no person holds, and as `Votes.open` does.
        """
        vote = None
        async with once(), self._transactions.begin(game_id, interaction_id) as tx:
            table = tx.table
            request, holder = Request(table, user_id, seat, rank=rank), table.holder(seat)
            name, whom = (holder.display_name, holder.user_id) if holder is not None else ("", None)
            await permit(tx, FREE, request, whom=name, whom_id=whom, seat=seat)
            if whom is None:
                raise TableError(text("error.free_nobody", seat=seat))
            vote = await self._votes.open(tx, FREE, request)
        return await self._votes.conclude(game_id, vote)

    async def _free(self, tx: TableTransaction, table: Table, vote: Vote, user_id: int | None) -> None:
        """Empty the seat that a vote has freed, and announce it."""
        await vacate(tx, vote.seat, "ui.public.freed", left_by="freed")


def find_way(vote: Vote) -> LeftBy:
    """Return how a vote makes a holder leave their seat: “left” or, if others proposed it, “agreed” or “replaced”.

    “agreed” means that the holder agreed too, so that the game does not count as lost.
    """
    if vote.kind == REPLACE.name:
        return "agreed" if vote.seat in vote.agreed else "replaced"
    return "left"


def check_change(table: Table, seat: str, newcomer: StandIn) -> None:
    """Raise TableError unless a seat can pass to the newcomer: another player has it, and a person is left to play.

    An empty seat can pass to the automatic player only: a person takes it without asking anyone.
    """
    holder = table.holder(seat)
    if holder is None and not (newcomer.user_id is None and is_empty(table, seat)):
        raise TableError(text("error.replace_nobody", seat=seat))
    if holder is not None and (
        is_owner(table, seat, newcomer.user_id) or (newcomer.user_id is None and holder.kind == AUTOMATIC)
    ):
        raise refuse_taken(seat, holder)
    if newcomer.user_id is None:
        check_automatic(table, [seat], "", is_busy=False)


async def write_question(tx: TableTransaction, table: Table, vote: Vote) -> Text:
    """Return the question of a vote about a new player for a seat."""
    holder = table.holder(vote.seat)
    if holder is None:
        return text("ui.public.empty_asked", seat=vote.seat)
    whom = name_of(holder)
    when = name_span(vote.needed // HOUR)
    return text(QUESTIONS[vote.kind], seat=vote.seat, who=vote.name, whom=whom, when=when)


async def ask_owner(tx: TableTransaction, table: Table, vote: Vote) -> Text:
    """Return the question to the owner of a seat that a moderator proposes to free."""
    whom = name_of(table.holder(vote.seat))
    return text("ui.public.free_asked", seat=vote.seat, whom=whom, when=name_span(vote.needed // HOUR))

"""Emptying seats, handing a table over and closing it: by its people, by moderators, and when its time is over."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final

from msgspec.structs import replace

from bot.errors import TableError
from bot.games.playing import AUTOMATIC
from bot.names import Time
from bot.tables.announcements import NOTICE, Notice, announce_notice, announce_status, queue
from bot.tables.authorization import Permission, Request, check, is_by_rank, is_host
from bot.tables.table import Table, store_state
from bot.tables.transaction import TableTransaction
from engine.core.text import text
from storage import ArrangementKind, LeftBy, Seat, Writer

EXPIRE: Final = "expire"
"""The kind of the timer that checks whether a table is silent (`bot.tables.expiry`)."""
REMOVED: ArrangementKind = "removed"
"""The arrangement that keeps a person out of a table that has not begun."""


async def set_expiry(tx: Writer, game_id: str, end: datetime) -> None:
    """Set the time for checking whether a table is silent."""
    await tx.cancel_timers(game_id, kinds=[EXPIRE])
    await tx.set_timer(game_id, EXPIRE, end, 0)


async def close_lobby(tx: TableTransaction) -> None:
    """Close a table that has not begun."""
    await tx.update_game(tx.table.id, status="closed")
    await announce_status(tx, await tx.reload())


async def abandon(tx: TableTransaction, name: str, key: str = "ui.ending.abandoned") -> None:
    """End a game unfinished, with its record. Its drafts, arrangements and votes are deleted.

    ``key`` is that of the announcement; ``name`` is the person who does it, or "".
    """
    table = tx.table
    await tx.abandon_game(table.id, store_state(replace(table.state, abandoned=name)))
    await tx.delete_ballot(table.id)
    await tx.drop_arrangements(table.id)
    for row in table.seats:
        await tx.delete_draft(table.id, row.seat)
    after = await tx.reload()
    message = text(key, name=table.game.name, who=name, seed=table.game.seed.hex())
    await queue(tx, after, NOTICE, Notice(text=message, offers=["verify", "rematch"], is_end=True))
    await announce_status(tx, after)


async def permit(
    tx: TableTransaction, permission: Permission, request: Request, action: str = "", **details: Any
) -> None:
    """Raise as `check` does unless a person may do something; record what they do only as a moderator.

    ``action`` is the name in the record if it differs from the permission's.
    """
    check(permission, request)
    if is_by_rank(permission, request):
        table = request.table
        details = {"name": table.game.name, **details}
        await tx.audit(
            action or permission.name, request.user_id, guild_id=table.game.guild_id, game_id=table.id, details=details
        )


async def vacate(tx: TableTransaction, seat: str, key: str, by: str = "", left_by: LeftBy = "left") -> None:
    """Empty a person's seat, with their draft and arrangements for it, and announce it.

    A host without another seat hands over to the person who has been at the table longest. ``by`` is the moderator who
    does it. A person who loses the seat is pinged. In a running game of a season, the automatic player takes it.
    """
    before = tx.table
    holder = before.holder(seat)
    if before.circle is not None and before.game.status != "open":
        if before.game.status == "playing" and holder is not None and holder.user_id is not None:
            await entrust(tx, holder, "ui.public.left_season", left_by)
        return
    await tx.leave_seat(before.id, seat, left_by)
    await tx.delete_draft(before.id, seat)
    await tx.drop_arrangements(before.id, seat=seat)
    name, pings = holder.display_name if holder is not None else "", find_dispossessed(holder, by, left_by)
    await tell_seat(tx, key, seat, name, by, pings)
    if holder is not None and holder.user_id is not None and is_host(before, holder.user_id):
        await find_heir(tx)


def find_dispossessed(holder: Seat | None, by: str, left_by: LeftBy) -> list[int]:
    """Return whom to ping: the person whose seat was taken by a moderator (``by``), or by the silence of its owner."""
    is_taken = bool(by) or left_by in ("replaced", "freed")
    return [holder.user_id] if is_taken and holder is not None and holder.user_id is not None else []


async def entrust(tx: TableTransaction, row: Seat, key: str, left_by: LeftBy) -> None:
    """Put the automatic player on a person's seat for good. A game without other people ends unfinished.

    ``key`` is that of the announcement.
    """
    table, name = tx.table, row.display_name
    if len(table.people) < 2 and table.people == {row.user_id}:
        await tx.end_entry(table.id, row.seat, left_by)
        await abandon(tx, name)
        return
    await tx.leave_seat(table.id, row.seat, left_by)
    await tx.delete_draft(table.id, row.seat)
    await tx.drop_arrangements(table.id, seat=row.seat)
    await tx.take_seat(table.id, row.seat, None, table.automatic_name, kind=AUTOMATIC)
    await tell_seat(tx, key, row.seat, name, pings=find_dispossessed(row, "", left_by))
    if row.user_id is not None and is_host(table, row.user_id):
        await find_heir(tx)


async def find_heir(tx: TableTransaction) -> None:
    """Hand a table whose host has no seat to the person who has been there longest, if there is one."""
    table = tx.table
    if any(is_host(table, who) for who in table.people):
        return
    seats = sorted(
        (row for row in table.seats if row.user_id is not None), key=lambda row: (row.joined is None, row.joined)
    )
    if seats and seats[0].user_id is not None:
        await hand_over(tx, seats[0].user_id, seats[0].display_name)


async def hand_over(tx: TableTransaction, user_id: int, name: str) -> None:
    """Make a person the host of a table, and announce it."""
    state = replace(tx.table.state, host=name)
    await tx.update_game(tx.table.id, host_user_id=user_id, options=store_state(state))
    table = await tx.reload()
    await announce_notice(tx, table, text("ui.public.host_now", name=table.game.name, who=name), "", None)
    await announce_status(tx, table)


async def tell_seat(
    tx: TableTransaction, key: str, seat: str, name: str, by: str = "", pings: Sequence[int] = ()
) -> None:
    """Announce who has taken or left a seat: before the game, only in the message about the table."""
    # A table where people come and go is not silent.
    await tx.update_game(tx.table.id)
    table = await tx.reload()
    if table.game.status == "playing" or by:
        await announce_notice(tx, table, text(key, seat=seat, who=name, whom=by), pings=pings)
    await announce_status(tx, table)


async def check_not_removed(tx: Writer, table: Table, user_id: int) -> None:
    """Raise TableError for a person whom a moderator has removed from a table that has not begun."""
    if table.game.status != "open":
        return
    removed = await tx.arrangements(table.id, REMOVED, user_id=user_id)
    if removed and removed[-1].until is not None:
        raise TableError(text("error.removed", name=table.game.name, when=Time.of(removed[-1].until)))

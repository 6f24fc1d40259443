"""Emptying seats and closing tables: people and moderators do both, and silence closes a table.

A table that has been silent for long is asked whether it continues. Without an answer a lobby is closed, and a game is
archived, which can be reactivated. A click does not move the timer of a table. The timer rings when the table may have
been silent for long enough; only then is the time of the last activity compared.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import timedelta
from typing import Any, Final

from msgspec.structs import replace

from bot.errors import TableError
from bot.games.playing import AUTOMATIC
from bot.language import Time
from bot.tables.announcements import NOTICE, Notice, announce_notice, announce_status, queue
from bot.tables.authorization import DAY, KEEP, REACTIVATE, Permission, Request, check, is_by_rank, is_empty, is_host
from bot.tables.preferences import name_span
from bot.tables.servers import EXPIRE, ONGOING, Limits, Periods, check_tables, find_server, set_expiry
from bot.tables.table import Table, change_state, name_of, put_state, store_state
from bot.tables.timers import OUTAGE, Timers, as_time
from bot.tables.transaction import TableTransaction, Transactions, once
from engine.core.text import text
from storage import ArrangementKind, LeftBy, Seat, Timer, Writer

REMOVED: ArrangementKind = "removed"
"""The arrangement that keeps a person out of a table that has not begun."""


async def close_lobby(tx: TableTransaction) -> None:
    """Close a table that has not begun, and queue an update of its status message."""
    await tx.update_game(tx.table.id, status="closed")
    await announce_status(tx, await tx.reload())


async def abandon(
    tx: TableTransaction, name: str, key: str = "ui.ending.abandoned", pings: Collection[int] = ()
) -> None:
    """End a game unfinished, and announce that with its record. Drafts, arrangements and votes are deleted.

    ``key`` is that of the announcement; ``name`` is the person who closes the game, or "". The announcement pings
    ``pings``, and spectators of a running game who want a ping at its end.
    """
    table = tx.table
    watching = await tx.arrangements(table.id, "watch") if table.game.status == "playing" else []
    people = sorted({*pings, *(row.user_id for row in watching)})
    await tx.abandon_game(table.id, store_state(replace(table.state, abandoned=name)))
    await tx.delete_ballot(table.id)
    await tx.drop_arrangements(table.id)
    for row in table.seats:
        await tx.delete_draft(table.id, row.seat)
    after = await tx.reload()
    message = text(key, name=table.game.name, who=name, seed=table.game.seed.hex())
    await queue(tx, after, NOTICE, Notice(text=message, pings=people, offers=["verify", "rematch"], is_end=True))
    await announce_status(tx, after)


async def permit(
    tx: TableTransaction, permission: Permission, request: Request, action: str = "", **details: Any
) -> None:
    """Raise as `check` does unless the request is allowed. If it is allowed only to a moderator, record it.

    ``action`` is the name in the record if it differs from the permission's; ``details`` are recorded too.
    """
    check(permission, request)
    if is_by_rank(permission, request):
        table = request.table
        details = {"name": table.game.name, **details}
        await tx.audit(
            action or permission.name, request.user_id, guild_id=table.game.guild_id, game_id=table.id, details=details
        )


async def vacate(tx: TableTransaction, seat: str, key: str, by: str = "", left_by: LeftBy = "left") -> None:
    """Empty a person's seat, delete their draft and arrangements for it, and announce that under ``key``.

    A host without another seat hands over to the person who has been at the table longest. ``by`` is the name of the
    moderator who empties the seat, or "". A person who loses the seat is pinged. In a running game of a season, the
    automatic player takes the seat; in one that is archived or over, nothing changes.
    """
    before = tx.table
    holder = before.holder(seat)
    if before.circle is not None and before.game.status != "open":
        if before.game.status == "playing" and holder is not None and holder.user_id is not None:
            await entrust(tx, holder, "ui.public.left_season", left_by)
        return
    await tx.leave_seat(before.id, seat, left_by)
    await tx.delete_draft(before.id, seat)
    # People who have asked for this seat still wait for an answer.
    await tx.drop_arrangements(before.id, seat=seat, but="request")
    if before.game.status == "open":
        await free_reserved(tx, before)
        await forget_side(tx, seat)
    name, pings = name_of(holder), find_dispossessed(holder, by, left_by)
    await tell_seat(tx, key, seat, name, by, pings)
    if holder is not None and holder.user_id is not None and is_host(before, holder.user_id):
        await find_heir(tx)


async def free_reserved(tx: Writer, table: Table) -> None:
    """Remove the seats that are no longer kept for anyone from the table's list of reserved seats."""
    kept = {row.seat for row in await tx.arrangements(table.id, "reserve")}
    await change_state(tx, table.id, reserved=[seat for seat in table.state.reserved if seat in kept])


async def forget_side(tx: TableTransaction, seat: str) -> None:
    """Remove a seat from the lists in the options of the rules: its next person chooses a side for themselves."""
    state = (await tx.reload()).state
    options = {
        name: [one for one in value if one != seat] if isinstance(value, list) else value
        for name, value in state.options.items()
    }
    if options != state.options:
        await put_state(tx, tx.table.id, replace(state, options=options))


def find_dispossessed(holder: Seat | None, by: str, left_by: LeftBy) -> list[int]:
    """Return the person to ping: the holder, if a moderator (``by``) or a vote has taken their seat; else no one."""
    is_taken = bool(by) or left_by in ("replaced", "freed")
    return [holder.user_id] if is_taken and holder is not None and holder.user_id is not None else []


async def entrust(tx: TableTransaction, row: Seat, key: str, left_by: LeftBy) -> None:
    """Put the automatic player on a person's seat permanently, and announce that under ``key``.

    A game without other people ends unfinished instead.
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
    await call_back(tx)
    if row.user_id is not None and is_host(table, row.user_id):
        await find_heir(tx)


async def fill_seat(tx: TableTransaction, seat: str) -> None:
    """Put the automatic player on an empty seat of a running game permanently, and update the status.

    A game without people ends unfinished instead. Do nothing if the game is not running, or the seat not empty.
    """
    table = tx.table
    if table.game.status != "playing" or not is_empty(table, seat):
        return
    if not table.people:
        await abandon(tx, "")
        return
    await tx.take_seat(table.id, seat, None, table.automatic_name, kind=AUTOMATIC)
    await announce_status(tx, await tx.reload())
    await call_back(tx)


async def call_back(tx: TableTransaction) -> None:
    """End the absences of the people for whom the automatic player acts, if it acts for everyone, and announce that.

    Otherwise the game would wait for a seat for which no one may answer.
    """
    table = await tx.reload()
    held = [row for row in table.seats if row.kind == "player" and row.user_id is not None]
    if not held or not all(table.has_automatic_stand_in(row.seat) for row in held):
        return
    for row in held:
        await tx.drop_arrangements(table.id, kind="away", user_id=row.user_id, seat=row.seat)
    names = list(dict.fromkeys(row.display_name for row in held))
    words = text("ui.public.called_back", who=names, seat=[row.seat for row in held])
    after = await tx.reload()
    await announce_notice(tx, after, words, pings=sorted(table.people))
    await announce_status(tx, after)


async def find_heir(tx: TableTransaction) -> None:
    """Hand a table whose host has no seat to the person who has been there longest, if there is one."""
    table = tx.table
    if any(is_host(table, who) for who in table.people):
        return
    held = [row for row in table.seats if row.user_id is not None]
    seats = sorted(held, key=lambda row: (row.joined is None, row.joined))
    if seats and seats[0].user_id is not None:
        await hand_over(tx, seats[0].user_id, seats[0].display_name)


async def hand_over(tx: TableTransaction, user_id: int, name: str) -> None:
    """Make a person the host of a table, and announce it."""
    state = replace(tx.table.state, host=name)
    await tx.update_game(tx.table.id, host_user_id=user_id, options=store_state(state))
    table = await tx.reload()
    await announce_notice(tx, table, text("ui.public.host_now", name=table.game.name, who=name))
    await announce_status(tx, table)


async def tell_seat(
    tx: TableTransaction, key: str, seat: str, name: str, by: str = "", pings: Sequence[int] = ()
) -> None:
    """Announce with the text ``key`` that a person has taken or left a seat.

    If the game is not running, only the status message changes, unless a moderator (``by``) has caused it.
    """
    # A table where people come and go is not silent.
    await tx.update_game(tx.table.id)
    table = await tx.reload()
    if table.game.status == "playing" or by:
        await announce_notice(tx, table, text(key, seat=seat, who=name, whom=by), pings=pings)
    await announce_status(tx, table)


async def check_not_removed(tx: Writer, table: Table, user_id: int) -> None:
    """Raise TableError for a person whom a moderator has removed from this table, as long as it has not begun."""
    if table.game.status != "open":
        return
    removed = await tx.arrangements(table.id, REMOVED, user_id=user_id)
    if removed and removed[-1].until is not None:
        raise TableError(text("error.removed", name=table.game.name, when=Time.of(removed[-1].until)))


SILENCE: Final = {"open": timedelta(days=2), "playing": timedelta(days=7)}
"""How long a lobby and a game may stay silent after they were asked whether they continue."""
CHUNK: Final = 100
"""The most tables that get their first timer in one transaction."""
SPREAD: Final = timedelta(days=7)
"""The period over which the first checks are spread when an upgrade gives timers to many tables."""


class Expiry:
    """Asks silent tables, closes or archives them, and reactivates archived ones."""

    def __init__(self, transactions: Transactions, timers: Timers, limits: Limits, periods: Periods) -> None:
        self._transactions = transactions
        self._timers = timers
        self._limits = limits
        self._periods = periods

    async def adopt(self) -> int:
        """Set the expiry timer of each unfinished table without one, and return their number.

        Older versions of the program set no such timers.
        """
        async with self._transactions.storage.read() as reader:
            games = await reader.games_without_timer(EXPIRE, ONGOING)
        for start in range(0, len(games), CHUNK):
            # In small parts, so that no player has to wait.
            async with self._transactions.storage.transaction() as tx:
                for number, game_id in enumerate(games[start : start + CHUNK], start):
                    await tx.set_timer(game_id, EXPIRE, tx.now + DAY + SPREAD * number / len(games), 0)
        return len(games)

    async def ring(self, tx: TableTransaction, table: Table, timer: Timer) -> None:
        """Check how long a table has been silent; ask, close, archive or end it if it is time; set the next timer."""
        settings = await find_server(tx, table.game.guild_id)
        status, asked, now = table.game.status, table.state.asked, tx.now
        if status == "archived":
            end = as_time(table.state.archived) + settings.find_period("archive_days", self._periods)
            await (abandon(tx, "", "ui.ending.expired") if now >= end else set_expiry(tx, table.id, end))
            return
        if status not in SILENCE:
            return
        last = find_last(table)
        if asked and asked >= last:
            end = as_time(asked) + SILENCE[status]
            if now >= end and (late := now - timer.due) > OUTAGE:
                # No one could answer while the bot was not running.
                end = now + min(late, SILENCE[status])
            if now < end:
                await set_expiry(tx, table.id, end)
            elif status == "open":
                message = text("ui.public.lobby_expired", name=table.game.name)
                await announce_notice(tx, table, message)
                await close_lobby(tx)
            else:
                await self._archive(tx, table, settings.find_period("archive_days", self._periods))
            return
        period = settings.find_period("lobby_days" if status == "open" else "game_days", self._periods)
        if now < as_time(last) + period:
            await set_expiry(tx, table.id, as_time(last) + period)
            return
        await self._ask(tx, table, period)
        await set_expiry(tx, table.id, now + SILENCE[status])

    async def keep(self, interaction_id: int | None, game_id: str, user_id: int, name: str) -> Table:
        """Store that a table continues, announce that if people were asked, and return the table.

        Raises TableError for a person who is neither the host nor seated, and for a game that is over or archived.
        """
        async with once(), self._transactions.begin(game_id, interaction_id) as tx:
            check(KEEP, Request(tx.table, user_id))
            if tx.table.state.asked:
                message = text("ui.public.kept", name=tx.table.game.name, who=name)
                await announce_notice(tx, tx.table, message, "", user_id)
            await change_state(tx, game_id, kept=int(tx.now.timestamp()), asked=0)
        return await self._transactions.find(game_id)

    async def reactivate(self, interaction_id: int | None, game_id: str, user_id: int, name: str) -> Table:
        """Let an archived game continue, announce that, and return the table.

        Raises TableError for a person without a seat, for a game that is not archived, and for too many tables.
        """
        async with once(), self._transactions.begin(game_id, interaction_id) as tx:
            table = tx.table
            check(REACTIVATE, Request(table, user_id))
            await check_tables(tx, self._limits, table.game.host_user_id, table.game.guild_id)
            await tx.update_game(game_id, status="playing")
            await change_state(tx, game_id, archived=0, asked=0, kept=int(tx.now.timestamp()))
            settings = await find_server(tx, table.game.guild_id)
            await set_expiry(tx, game_id, tx.now + settings.find_period("game_days", self._periods))
            if table.state.season:
                # The automatic player gets the seats of people who have left the season only in running games.
                await tx.hasten_season(table.state.season)
                self._timers.on_timer(tx.now)
            after = await tx.reload()
            for row in after.seats if after.circle is not None else ():
                # Someone has deleted their data meanwhile.
                await fill_seat(tx, row.seat)
            after = tx.table
            others = sorted(after.people - {user_id})
            message = text("ui.public.reactivated", name=table.game.name, who=name)
            await queue(tx, after, NOTICE, Notice(text=message, pings=others, offers=["turn", "catchup"]))
            await announce_status(tx, after)
        return await self._transactions.find(game_id)

    async def _ask(self, tx: TableTransaction, table: Table, period: timedelta) -> None:
        await change_state(tx, table.id, asked=int(tx.now.timestamp()))
        key = "ui.public.lobby_silent" if table.game.status == "open" else "ui.public.game_silent"
        until = Time.of(tx.now + SILENCE[table.game.status])
        message = text(key, name=table.game.name, when=name_span(period.days * 24), until=until)
        people = sorted(table.people or {table.game.host_user_id})
        await queue(tx, table, NOTICE, Notice(text=message, pings=[one for one in people if one], offers=["keep"]))

    async def _archive(self, tx: TableTransaction, table: Table, period: timedelta) -> None:
        """Archive a game. Its record, which contains the seed, is published only when a game ends."""
        await tx.delete_ballot(table.id)
        await tx.update_game(table.id, status="archived")
        await change_state(tx, table.id, archived=int(tx.now.timestamp()), asked=0, vote="")
        await set_expiry(tx, table.id, tx.now + period)
        after = await tx.reload()
        message = text("ui.public.archived", name=table.game.name, until=Time.of(tx.now + period))
        await queue(tx, after, NOTICE, Notice(text=message, offers=["reactivate"]))
        await announce_status(tx, after)


def find_last(table: Table) -> int:
    """Return the time of the last activity, in seconds since 1970.

    In a game that is the last action; before it, also people who came or went, and changes of settings. An answer that
    the table continues always counts.
    """
    question, kept = table.state.question, table.state.kept
    if table.game.status == "playing" and question is not None:
        return max(question.counted, kept)
    return max(int(table.game.updated.timestamp()), kept)

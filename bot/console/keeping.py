"""``gandhi tables`` and ``gandhi announce``: what the host of the bot can do with tables, even while the bot runs.

Each public message is a row that a running bot finds within half a minute and sends. Each change is one short
transaction, so that the bot never waits for long.
"""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import Awaitable, Callable, Sequence
from datetime import timedelta
from typing import TYPE_CHECKING, Final

from bot.console.terminal import draw_table
from bot.errors import SettingsError
from bot.language import clean
from engine.core.text import text

if TYPE_CHECKING:
    from bot.tables.table import Table
    from bot.tables.transaction import TableTransaction
    from storage import GameStatus, Storage

Say = Callable[[str], None]

ACTIVE: Final[tuple[GameStatus, ...]] = ("open", "playing")
HEADINGS: Final = ("id", "status", "name", "game", "people", "server", "channel", "last change")
LONGEST: Final = 1000
"""The most characters of an announcement."""
REPEATED: Final = timedelta(hours=1)
"""Within this time, a table does not get the same announcement again."""
CHUNK: Final = 25
"""The most tables written in one transaction, so that the bot does not wait for long."""
BREATH: Final = 0.1
"""Seconds of pause after each transaction of an announcement: SQLite has no queue, and the bot must have its turn."""


async def list_tables(storage: Storage, options: argparse.Namespace, say: Say) -> None:
    """Print the tables of a server, or of all, the newest first; without a status, those that are open or playing."""
    from bot.tables.loading import load_tables

    async with storage.read() as reader:
        games = await reader.games_by(guild_id=options.server, statuses=options.status or ACTIVE, limit=None)
        tables = await load_tables(reader, games)
    if not tables:
        say("There are no such tables.")
        return
    say(draw_table(HEADINGS, [describe(table) for table in tables]))


def describe(table: Table) -> tuple[str, ...]:
    """Return a table as a row under `HEADINGS`."""
    game = table.game
    people = f"{sum(row.kind == 'player' for row in table.seats)}/{len(table.seats)}"
    changed = f"{game.updated:%Y-%m-%d %H:%M}"
    return (
        game.id,
        game.status,
        clean(game.name),
        game.kind,
        people,
        str(game.guild_id or "-"),
        str(table.place),
        changed,
    )


async def show_table(storage: Storage, options: argparse.Namespace, say: Say) -> None:
    """Print everything about a table that is not secret, and the actions of moderators there. Raises UnknownGame."""
    from bot.tables.loading import load_table

    async with storage.read() as reader:
        table = await load_table(reader, options.table)
        entries = await reader.audit_entries(game_id=table.id)
        waiting = sum(post.status in ("queued", "sending") for post in await reader.posts(table.id))
    say(draw_table(HEADINGS, [describe(table)]))
    say(f"scenario {table.game.scenario}, language {table.game.language}, version {table.game.version}")
    say(f"host {clean(table.state.host)} ({table.game.host_user_id}), messages waiting: {waiting}")
    for row in table.seats:
        say(f"  {row.seat}: {row.kind} {clean(row.display_name)} {row.user_id or ''}".rstrip())
    for entry in entries:
        say(f"  {entry.created:%Y-%m-%d %H:%M} {entry.action} by {entry.user_id or 'the host of the bot'}")


async def close_table(storage: Storage, options: argparse.Namespace, say: Say) -> None:
    """Close a table that has not begun, or end its game unfinished, with its record.

    Raises UnknownGame, and SettingsError for a table that is over or closed.
    """
    from bot.tables.closing import abandon, close_lobby

    async def work(tx: TableTransaction) -> None:
        if tx.table.game.status in ("over", "closed"):
            raise SettingsError(f"The table {tx.table.id} is {tx.table.game.status} already.")
        await record(tx, "close")
        if tx.table.game.status == "open":
            await close_lobby(tx)
        else:
            await abandon(tx, "", "ui.ending.closed")

    table = await change(storage, options.table, work)
    say(f"The table {table.id} ({clean(table.game.name)}) is {table.game.status}.")


async def rename_table(storage: Storage, options: argparse.Namespace, say: Say) -> None:
    """Give a table another name. Raises UnknownGame, and SettingsError for an empty or too long name."""
    from bot.console.transfer import read_name
    from bot.tables.announcements import announce_status
    from bot.tables.table import change_state

    name = read_name(options.name)

    async def work(tx: TableTransaction) -> None:
        table = tx.table
        await tx.update_game(table.id, name=name)
        # The bot gives the thread its new title with the next status, if it still has one of these.
        await change_state(tx, table.id, former=(*table.state.former, table.game.name))
        await announce_status(tx, await tx.reload())
        await record(tx, "rename")

    table = await change(storage, options.table, work)
    say(f"The table {table.id} is called {name}.")


async def move_table(storage: Storage, options: argparse.Namespace, say: Say) -> None:
    """Move a table to another channel or thread, where its status is posted. Raises UnknownGame."""
    from bot.tables.announcements import announce_status

    async def work(tx: TableTransaction) -> None:
        server = options.server if options.server is not None else tx.table.game.guild_id
        await tx.update_game(tx.table.id, guild_id=server, channel_id=options.channel, thread_id=None)
        await announce_status(tx, await tx.reload())
        await record(tx, "move")

    table = await change(storage, options.table, work)
    say(f"The table {table.id} ({clean(table.game.name)}) is in the channel {table.place}.")


async def record(tx: TableTransaction, action: str) -> None:
    """Record in the audit log that the bot's host has acted at a table."""
    game = tx.table.game
    await tx.audit(action, None, guild_id=game.guild_id, game_id=game.id, details={"name": game.name})


async def change(storage: Storage, game_id: str, work: Callable[[TableTransaction], Awaitable[None]]) -> Table:
    """Do work on a table in one transaction of the bot, and return the table as it is then. Raises UnknownGame."""
    from bot.tables.play import Tables

    tables = Tables(storage)
    async with tables.transactions.begin(game_id, None) as tx:
        await work(tx)
    return await tables.table(game_id)


async def announce(storage: Storage, options: argparse.Namespace, say: Say) -> None:
    """Queue a sentence for every active table, once. Raises SettingsError if it is empty or too long."""
    words = " ".join(options.sentence.split())
    if not 0 < len(words) <= LONGEST:
        raise SettingsError(f"An announcement has 1 to {LONGEST} characters.")
    async with storage.read() as reader:
        games = await reader.games_by(guild_id=options.server, statuses=ACTIVE, limit=None)
    ids = sorted(game.id for game in games)
    queued = 0
    for start in range(0, len(ids), CHUNK):
        queued += await announce_to(storage, ids[start : start + CHUNK], words)
        await asyncio.sleep(BREATH)
    repeated = len(ids) - queued
    say(f"Queued for {queued} tables." + (f" {repeated} had it already." if repeated else ""))


async def announce_to(storage: Storage, ids: Sequence[str], words: str) -> int:
    """Queue a sentence for active tables that did not get it recently (`REPEATED`), and return how many there are."""
    from bot.tables.announcements import NOTICE, Notice, announce_notice, read_announcement
    from bot.tables.loading import load_table

    message = text("ui.public.host_says", what=words)
    queued = 0
    async with storage.transaction() as tx:
        for game_id in ids:
            await tx.lock_game(game_id)
            table = await load_table(tx, game_id)
            since = tx.now - REPEATED
            posts = [post for post in await tx.posts(game_id) if post.kind == NOTICE and post.created > since]
            recent = [read_announcement(post.payload) for post in posts if post.payload]
            if any(isinstance(one, Notice) and one.text == message for one in recent):
                continue
            if table.game.status in ACTIVE:
                await announce_notice(tx, table, message)
                queued += 1
    return queued

"""The host's commands: backups, copies, tables and their files, announcements, checks and statistics.

This module declares their options and runs them; only ``gandhi doctor`` asks Discord. The commands for tables, which
may run beside the bot, are in `bot.console.keeping`.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import nullcontext
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from storage import Storage

Say = Callable[[str], None]
Run = Callable[[argparse.Namespace, Say], None]
SEAT_FORM = "SEAT=ID:NAME"
MOST_DIGITS = 19


def add_command(commands: Any, say: Say, name: str, run: Run, help_text: str) -> argparse.ArgumentParser:
    """Add a command that uses a database, and return its parser. ``run`` carries it out, and prints with ``say``."""
    parser: argparse.ArgumentParser = commands.add_parser(name, help=help_text)
    parser.add_argument("--database", metavar="URL", help="the database (by default what GANDHI_DATABASE names)")
    parser.set_defaults(run=lambda options: run(options, say))
    return parser


def add_commands(commands: Any, say: Say) -> None:
    """Add the host's commands to a parser. ``say`` prints their output."""
    add = partial(add_command, commands, say)
    backup = add("backup", run_backup, "copy the database into a file, also while the bot runs")
    backup.add_argument("file", type=Path, metavar="FILE", help="the file to write; it holds secrets")
    backup.add_argument("--force", action="store_true", help="write over a file that is there")
    restore = add("restore", run_restore, "replace the database with a backup; stop the bot first")
    restore.add_argument(
        "file", type=Path, nargs="?", metavar="FILE", help="a file that `gandhi backup` wrote; none after `pg_restore`"
    )
    export = add("export", run_export, "write the record of a table to a file, also in mid-game; it holds the seed")
    export.add_argument("table", metavar="ID", help="the table's id, which its status message shows")
    export.add_argument("-o", "--output", type=Path, required=True, metavar="FILE", help="a .gandhi.jsonl file")
    load = add("import", run_import, "open a table that continues from the end of a record; stop the bot first")
    load.add_argument("file", type=Path, metavar="FILE", help="a record (.gandhi.jsonl)")
    load.add_argument(
        "--channel", type=discord_id, required=True, metavar="ID", help="the channel in which it is played"
    )
    load.add_argument("--server", type=discord_id, metavar="ID", help="the server of that channel")
    load.add_argument("--host", type=discord_id, default=0, metavar="ID", help="the person who may close it")
    load.add_argument("--name", default="", help="its name (by default the file’s name)")
    load.add_argument("--language", default="en", metavar="CODE", help="the language of its messages (%(default)s)")
    load.add_argument(
        "--seat", action="append", default=[], metavar=SEAT_FORM, help="who sits there; the other seats are free"
    )
    copy = add("copy", run_copy, "copy the whole database into another, empty one; stop the bot first")
    copy.add_argument("--to", required=True, metavar="URL", help="that database, such as postgresql://user@host/name")
    add_tables(commands, say)
    announce = add(
        "announce", run_beside("announce"), "post a message at every active table, once; the bot may be running"
    )
    announce.add_argument("sentence", metavar="SENTENCE", help="what it says, in quotation marks")
    announce.add_argument("--server", type=discord_id, metavar="ID", help="at the tables of this server only")
    doctor = add("doctor", run_doctor, "check settings, data, fonts, disk, database, token and permissions")
    doctor.add_argument("--offline", action="store_true", help="leave out what only Discord can say")
    statistics = add("statistics", run_statistics, "show statistics of finished games")
    statistics.add_argument("--json", action="store_true", help="as one JSON object")


def add_tables(commands: Any, say: Say) -> None:
    """Add ``gandhi tables`` with its commands."""
    group = commands.add_parser("tables", help="list, show, close, rename or move tables; the bot may be running")
    inner = group.add_subparsers(dest="what", metavar="COMMAND", required=True, parser_class=type(group))

    def add_one(name: str, work: str, help_text: str, *, writes: bool = True) -> argparse.ArgumentParser:
        return add_command(inner, say, name, run_beside(work, writes=writes), help_text)

    listed = add_one("list", "list_tables", "list the tables, the newest first", writes=False)
    listed.add_argument("--server", type=discord_id, metavar="ID", help="of this server only")
    listed.add_argument(
        "--status",
        action="append",
        choices=("open", "playing", "archived", "over", "closed"),
        help="with this status; open and playing if left out",
    )
    one = {
        "show": add_one("show", "show_table", "show everything about a table that is not secret", writes=False),
        "close": add_one("close", "close_table", "close a table; a running game ends unfinished, with its record"),
        "rename": add_one("rename", "rename_table", "give a table another name"),
        "move": add_one("move", "move_table", "move a table to another channel or thread"),
    }
    for parser in one.values():
        parser.add_argument("table", metavar="ID", help="the table's id, which its status message shows")
    one["rename"].add_argument("name", metavar="NAME", help="the new name")
    one["move"].add_argument("--channel", type=discord_id, required=True, metavar="ID", help="the channel or thread")
    one["move"].add_argument("--server", type=discord_id, metavar="ID", help="its server, where it is another")


def run_beside(work: str, *, writes: bool = True) -> Run:
    """Return a function that runs a command of `bot.console.keeping` beside a bot that may be running."""

    def run(options: argparse.Namespace, say: Say) -> None:
        from bot.console import keeping
        from storage import open_beside, open_to_read

        opener = open_beside if writes else open_to_read
        asyncio.run(use_storage(options, opener, lambda storage: getattr(keeping, work)(storage, options, say)))

    return run


def run_doctor(options: argparse.Namespace, say: Say) -> None:
    """Run ``gandhi doctor``. Raises SettingsError when something is wrong."""
    from bot.console.doctor import examine
    from bot.errors import SettingsError

    async def run() -> list[bool]:
        found = []
        async for finding in examine(database=options.database, asks_discord=not options.offline):
            say(str(finding))
            found.append(finding.is_fine)
        return found

    found = asyncio.run(run())
    if not all(found):
        raise SettingsError(f"{found.count(False)} of {len(found)} checks have found something wrong.")


def is_id(words: str) -> bool:
    """Return whether text is a Discord id: a number of 63 bits at most."""
    return words.isascii() and words.isdecimal() and len(words) <= MOST_DIGITS and int(words) < 1 << 63


def discord_id(words: str) -> int:
    """Return the Discord id in an argument. Raises ArgumentTypeError for anything else."""
    if not is_id(words):
        raise argparse.ArgumentTypeError(
            f"{words[:40]!r} is not an id of Discord's, a number such as 194700000000000100"
        )
    return int(words)


def address_of(options: argparse.Namespace) -> str:
    """Return the address of the database that a command uses."""
    from bot.console.settings import find_database

    return find_database(os.environ, options.database)


def run_backup(options: argparse.Namespace, say: Say) -> None:
    """Run ``gandhi backup``. Raises StorageError."""
    from storage.backup import back_up

    size = back_up(address_of(options), options.file, overwrite=options.force)
    say(f"{options.file}: {size // 1024} KB")


def run_restore(options: argparse.Namespace, say: Say) -> None:
    """Run ``gandhi restore``. Raises StorageError."""
    from storage import held
    from storage.backup import follow_restore, restore

    if options.file is None:
        asyncio.run(follow_restore(address_of(options)))
        say("The buttons of messages that are newer than the backup no longer work; drafts and votes are gone.")
        return
    with held(address_of(options)):
        before = restore(address_of(options), options.file)
    say(f"The database is that of {options.file} now." + (f" The one before is in {before}." if before else ""))


def run_copy(options: argparse.Namespace, say: Say) -> None:
    """Run ``gandhi copy``. Raises StorageError."""
    from bot.console.terminal import Progress
    from storage import held
    from storage.copying import copy_database

    progress = Progress()
    try:
        with held(address_of(options)):
            found = asyncio.run(copy_database(address_of(options), options.to, progress.show))
    finally:
        progress.close()
    rows = sum(content.rows for content in found.values())
    say(f"Copied and checked: {found['game'].rows:,} games, {rows:,} rows in all. The first database is as it was.")


def run_export(options: argparse.Namespace, say: Say) -> None:
    """Run ``gandhi export``. Raises UnknownGame, SettingsError, ReplayFailed and StorageError."""
    from bot.console.transfer import export_table

    exported = with_storage(options, lambda storage: export_table(storage, options.table))
    write_private(options.output, exported.data)
    say(f"{options.output}: {exported.steps} steps.")
    if exported.left_out:
        say(f"Left out: {exported.left_out} choices of the step that is being played.")


def run_import(options: argparse.Namespace, say: Say) -> None:
    """Run ``gandhi import``. Raises BadPosition, ReplayFailed, SettingsError and StorageError."""
    from bot.console.files import read_bytes
    from bot.console.transfer import Destination, import_table, read_name
    from bot.language import choose_language
    from bot.tables.lobby import NAME_LENGTH

    data = read_bytes(options.file)
    home = Destination(
        channel_id=options.channel,
        guild_id=options.server,
        name=read_name(options.name or options.file.name.removesuffix(".gandhi.jsonl")[:NAME_LENGTH]),
        language=choose_language(options.language).code,
        host_user_id=options.host,
        people=dict(read_seat(words) for words in options.seat),
    )
    table = with_storage(options, lambda storage: import_table(storage, data, home), writes=True)
    say(f"The table {table.id} ({table.game.name}) is there; the bot posts its status when it starts.")


def run_statistics(options: argparse.Namespace, say: Say) -> None:
    """Run ``gandhi statistics``. Raises StorageError."""
    from bot.tables.records import add_up

    async def read(storage: Storage) -> dict[str, Any]:
        async with storage.read() as reader:
            return add_up(await reader.statistics())

    sums = with_storage(options, read)
    for line in [json.dumps(sums, indent=1)] if options.json else tell_statistics(sums):
        say(line)


def tell_statistics(sums: Mapping[str, Any]) -> Iterator[str]:
    """Yield the sums of ``add_up`` as two tables: the games of each scenario, and how often each seat came first.

    A seat counts separately for each kind of player.
    """
    from bot.console.terminal import draw_table
    from bot.language import load_language

    if not sums:
        yield "No game is over yet."
        return
    names = [load_language().word(f"scenario.{scenario}") for scenario in sums]
    figures = [
        (str(found["games"]), str(found["nobody"]), f"{found['median_turns']:g}", str(found["median_days"]))
        for found in sums.values()
    ]
    headings = ("scenario", "games over", "lost by all players", "median turns", "median days")
    yield draw_table(headings, [(name, *row) for name, row in zip(names, figures, strict=True)])
    yield ""
    winners = sorted({who for found in sums.values() for who in found["first"]})
    rows = [(who, *(str(found["first"].get(who, 0)) for found in sums.values())) for who in winners]
    yield draw_table(("came first", *names), rows)


def read_seat(words: str) -> tuple[str, tuple[int, str]]:
    """Return the seat and its person (user id and name) in an argument such as raj=123:Asha. Raises SettingsError."""
    from bot.errors import SettingsError

    seat, _, person = words.partition("=")
    user_id, _, name = person.partition(":")
    if not (seat and name and is_id(user_id)):
        raise SettingsError(f"{words!r} is not of the form {SEAT_FORM}, as in raj=1234567890:Asha.")
    return seat, (int(user_id), name)


def with_storage(
    options: argparse.Namespace, work: Callable[[Storage], Awaitable[Any]], *, writes: bool = False
) -> Any:
    """Return the result of work with a command's database, opened for reading only unless the work ``writes``."""
    from storage import held, open_storage, open_to_read

    with held(address_of(options)) if writes else nullcontext():
        return asyncio.run(use_storage(options, open_storage if writes else open_to_read, work))


async def use_storage(
    options: argparse.Namespace, opener: Callable[[str], Awaitable[Storage]], work: Callable[[Storage], Awaitable[Any]]
) -> Any:
    """Open the database of a command by ``opener``, return the result of work with it, and close it."""
    storage = await opener(address_of(options))
    try:
        return await work(storage)
    finally:
        await storage.close()


def write_private(path: Path, data: bytes) -> None:
    """Write a file that only its owner may read. Raises SettingsError if it cannot be written."""
    from bot.errors import SettingsError

    try:
        with os.fdopen(os.open(path, os.O_CREAT | os.O_TRUNC | os.O_WRONLY, 0o600), "wb") as file:
            # An existing file may have been readable by anyone.
            os.fchmod(file.fileno(), 0o600)
            file.write(data)
    except OSError as error:
        raise SettingsError(f"{path} cannot be written: {error.strerror}.") from error

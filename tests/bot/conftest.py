"""Fixtures: a world for every test that asks for one."""

from __future__ import annotations

import hashlib
import itertools
import logging
import shutil
from collections.abc import AsyncIterator, Collection, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
import simcord
from discord import AppCommandType, app_commands
from sqlalchemy.engine import URL

import bot.games
from bot import client
from bot.client import TableBot
from bot.discord import outgoing, syncing
from bot.discord.common import Command
from bot.discord.context import CommandTree
from bot.discord.features import add_commands, load_modules
from bot.discord.syncing import describe_commands, digest_of
from bot.housekeeping import PAUSE
from bot.tables.servers import list_usual
from storage import Storage, open_storage, repository
from storage.migrations import upgrade
from tests.beside import without_threads
from tests.bot.clock import Clock
from tests.bot.people import SEEDS, Sketcher, World, furnish, make_bot, wait_patiently

# Every feature registers the verbs of its buttons when it is loaded, as the program does at its start.
load_modules()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Let a click take a while on a busy machine: tests wait for timers of up to this many seconds."""
    patient = pytest.mark.simcord(settle_timeout=20.0)
    for item in items:
        item.add_marker(patient)


@pytest.fixture(autouse=True, scope="session")
def patience() -> Iterator[None]:
    """Wait for a bot that starts on a busy machine."""
    with wait_patiently():
        yield


@pytest.fixture(autouse=True, scope="session")
def no_message_check() -> Iterator[None]:
    """Turn off the check for messages of other programs in long tests, since its timer runs in real time."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(TableBot, "listens_every", PAUSE)
        yield


@pytest.fixture(autouse=True)
def own_logging() -> Iterator[None]:
    """Undo the log set-up of a command at the end of its test."""
    root, library = logging.getLogger(), logging.getLogger("alembic")
    handlers, levels = root.handlers[:], (root.level, library.level)
    yield
    root.handlers[:] = handlers
    root.setLevel(levels[0])
    library.setLevel(levels[1])


@pytest.fixture(autouse=True)
def strict_limits(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Fail a test in which the bot sends a message that Discord would refuse."""
    found: list[str] = []

    def fail(faults: Sequence[str]) -> None:
        found.extend(faults)
        raise outgoing.BeyondLimits("; ".join(faults))

    monkeypatch.setattr(outgoing, "report", fail)
    yield
    assert found == []


@pytest.fixture(autouse=True)
def same_games(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Give a test the same dice and cards at every run; the fuzzers try all others."""
    numbers, mark = itertools.count(), request.node.get_closest_marker("seed")
    word = mark.args[0] if mark is not None else request.node.name

    def draw(size: int) -> bytes:
        return hashlib.blake2b(f"{word} {next(numbers)}".encode(), digest_size=size).digest()

    monkeypatch.setattr(SEEDS, draw)


@pytest.fixture
def database(tmp_path: Path, empty_database: Path) -> str:
    """Return the address of an empty database."""
    path = shutil.copyfile(empty_database, tmp_path / "games.sqlite3")
    return f"sqlite:///{path}"


@pytest.fixture(autouse=True, scope="module")
def migrated_once(empty_database: Path) -> Iterator[None]:
    """Make a new database as a copy of the empty one, and upgrade no such copy: `tests/storage` tests upgrades."""
    tables = empty_database.read_bytes()

    def is_copy(path: Path) -> bool:
        if path.is_file() and not path.stat().st_size:
            path.write_bytes(tables)
            return True
        return path.is_file() and path.stat().st_size == len(tables) and path.read_bytes() == tables

    async def bring_up(url: URL, **options: Any) -> None:
        if url.get_backend_name() != "sqlite" or not is_copy(Path(url.database or "")):
            await upgrade(url, **options)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(repository, "upgrade", bring_up)
        yield


@pytest.fixture(autouse=True, scope="module")
def in_the_loop() -> Iterator[None]:
    """Let databases work in the event loop; `tests/storage` and tests that start the program use real threads.

    A fixture of the session would last until its end, and so for tests of other folders.
    """
    with without_threads():
        yield


class Described(list[Any]):
    """The texts of all commands, which no one changes: the in-memory Discord keeps them as they are."""

    def __init__(self, made: list[Any]) -> None:
        super().__init__(made)
        self.digest_for = cache(lambda application_id: digest_of(application_id, made))

    def __deepcopy__(self, memo: dict[int, Any]) -> Described:
        return self


@pytest.fixture(autouse=True, scope="session")
def described_once() -> Iterator[None]:
    """Make the texts of all commands, and their digest, for the first bot only: all bots of a run have the same."""
    described: dict[tuple[tuple[str, ...], ...], Described] = {}

    async def describe(tree: app_commands.CommandTree[Any], games: Collection[str] = ()) -> list[Any]:
        asked = (tuple(command.name for command in tree.get_commands()), tuple(sorted(games)), list_usual())
        if asked not in described:
            described[asked] = Described(await describe_commands(tree, games))
        return described[asked]

    def digest(application_id: int | None, payload: list[Any]) -> str:
        if isinstance(payload, Described):
            return payload.digest_for(application_id)
        return digest_of(application_id, payload)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(syncing, "describe_commands", describe)
        patch.setattr(syncing, "digest_of", digest)
        yield


@pytest.fixture(autouse=True, scope="session")
def made_once() -> Iterator[None]:
    """Make the commands for the first bot only, since all bots of a run have the same ones, which hold no state."""
    made: dict[tuple[str, ...], list[Command | app_commands.Group]] = {}

    def add(tree: CommandTree) -> None:
        # A test that adds a command adds the folder of a game.
        folders = tuple(bot.games.__path__)
        if folders in made:
            for command in made[folders]:
                tree.add_command(command)
        else:
            add_commands(tree)
            made[folders] = tree.get_commands(type=AppCommandType.chat_input)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(client, "add_commands", add)
        yield


@pytest.fixture
def clock() -> Clock:
    """Return a clock that shows noon."""
    return Clock()


@pytest_asyncio.fixture
async def storage(request: pytest.FixtureRequest, database: str) -> AsyncIterator[Storage]:
    """Provide an empty database, which goes by the `clock` where a test uses one."""
    has_clock = "clock" in request.fixturenames
    made = await (open_storage(database, now=request.getfixturevalue("clock")) if has_clock else open_storage(database))
    yield made
    await made.close()


@pytest.fixture
def pool() -> Sketcher:
    """Return a pool that draws blank pictures."""
    return Sketcher()


@pytest.fixture
def simcord_bot(storage: Storage, pool: Sketcher) -> TableBot:
    """Return the bot for the in-memory Discord."""
    return make_bot(storage, pool)


@pytest.fixture
def world(simcord_env: simcord.Env, simcord_bot: TableBot, storage: Storage, pool: Sketcher) -> World:
    """Return a bot in an in-memory Discord, with an empty database, a channel and four people."""
    return furnish(simcord_env, simcord_bot, storage, pool)

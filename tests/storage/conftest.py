"""Every test that asks for ``address`` or ``storage`` runs on SQLite, and on PostgreSQL where a server is installed."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from sqlalchemy import text
from sqlalchemy.ext.asyncio import create_async_engine

from storage import Storage, open_storage
from storage.connections import read_url
from storage.migrations import upgrade
from tests.bot.clock import Clock
from tests.conftest import name_databases

TEMPLATE = "template_gandhi"
_numbers = iter(range(1, 1_000_000))


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Name the databases to run on."""
    if "database" in metafunc.fixturenames:
        metafunc.parametrize("database", name_databases(), indirect=True, scope="session")


@pytest.fixture(scope="session")
def database(request: pytest.FixtureRequest) -> str | None:
    """Return the PostgreSQL server to run on, by its address; None for SQLite, which needs none."""
    if request.param == "sqlite":
        return None
    server: str = request.getfixturevalue("template")
    return server


@pytest.fixture(scope="session")
def template(postgresql: str) -> str:
    """Return the server's address, once it has the database to copy."""
    asyncio.run(make_template(postgresql))
    return postgresql


async def make_template(server: str) -> None:
    """Make a database with the tables of this version, to copy for each test, which is faster."""
    await run_sql(f"{server}/postgres", f"CREATE DATABASE {TEMPLATE}")
    await upgrade(read_url(f"{server}/{TEMPLATE}"))


async def run_sql(address: str, statement: str) -> None:
    """Run one statement outside any transaction."""
    engine = create_async_engine(address, isolation_level="AUTOCOMMIT")
    try:
        async with engine.connect() as connection:
            await connection.execute(text(statement))
    finally:
        await engine.dispose()


async def make_database(server: str | None, folder: Path, template: str) -> str:
    """Return the address of a new database: a file, or on PostgreSQL a copy of a template."""
    if server is None:
        return f"sqlite+aiosqlite:///{folder}/games.sqlite3"
    name = f"test_{next(_numbers)}"
    await run_sql(f"{server}/postgres", f"CREATE DATABASE {name} TEMPLATE {template}")
    return f"{server}/{name}"


@pytest.fixture
async def empty_address(database: str | None, tmp_path: Path) -> str:
    """Return the address of a database without tables."""
    return await make_database(database, tmp_path, "template0")


@pytest.fixture
async def address(database: str | None, tmp_path: Path, empty_database: Path) -> str:
    """Return the address of a database of this test's own, with its tables."""
    if database is None:
        shutil.copy(empty_database, tmp_path / "games.sqlite3")
    return await make_database(database, tmp_path, TEMPLATE)


@pytest.fixture
def clock() -> Clock:
    """Return a clock that shows noon."""
    return Clock()


@pytest.fixture
async def storage(request: pytest.FixtureRequest, address: str) -> AsyncIterator[Storage]:
    """Provide a database of this test's own, open, which goes by the `clock` where a test uses one."""
    has_clock = "clock" in request.fixturenames
    opened = await (open_storage(address, now=request.getfixturevalue("clock")) if has_clock else open_storage(address))
    yield opened
    await opened.close()

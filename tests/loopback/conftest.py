"""A stand-in for Discord for every test that asks for one. Whatever it finds wrong with a request fails the test."""

from __future__ import annotations

import shutil
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from tests.conftest import name_databases
from tests.loopback.program import Program, run_program
from tests.loopback.stand_in import StandIn, run_stand_in
from tests.loopback.table import Table

QUICK = {"GANDHI_PICTURES": "off", "GANDHI_TABLES_PER_USER": "1000", "GANDHI_TABLES_PER_SERVER": "1000"}
"""Settings of a program that draws nothing, for tests that are not about pictures.

All tests of a file may share it, so it has room for a table of each.
"""


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Name the databases to run on, as the tests of storage do."""
    if "server" in metafunc.fixturenames:
        metafunc.parametrize("server", name_databases(), indirect=True, scope="session")


@pytest.fixture(scope="session")
def server(request: pytest.FixtureRequest) -> str | None:
    """Return a PostgreSQL server by its address; None for SQLite, which needs none."""
    return request.getfixturevalue("postgresql") if request.param == "postgresql" else None


@pytest_asyncio.fixture
async def stand_in() -> AsyncIterator[StandIn]:
    """Provide a stand-in with no one connected."""
    async with run_stand_in() as made:
        yield made
    assert made.faults == []


@pytest_asyncio.fixture
async def program(stand_in: StandIn, tmp_path: Path, empty_database: Path) -> AsyncIterator[Program]:
    """Provide the running bot, with an empty database and without pictures."""
    database = shutil.copy(empty_database, tmp_path / "games.sqlite3")
    async with run_program(stand_in, f"sqlite:///{database}", tmp_path, QUICK) as made:
        yield made


@pytest_asyncio.fixture
async def table(stand_in: StandIn, program: Program) -> AsyncIterator[Table]:
    """Provide four people and a game that has begun, its first messages posted."""
    made = Table.gather(stand_in, program)
    await made.begin()
    await made.settle(2)
    yield made

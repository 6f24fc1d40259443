"""A world for every test that asks for one."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest_asyncio

from tests.bot.people import World, open_world


@pytest_asyncio.fixture
async def world(tmp_path: Path) -> AsyncIterator[World]:
    """A bot in an in-memory Discord, with an empty database."""
    async with open_world(tmp_path / "games.sqlite3") as made:
        yield made

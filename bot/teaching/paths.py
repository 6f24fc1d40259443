"""Long ways through a lesson: what does not fit into a button is kept with what its person has set."""

from __future__ import annotations

from typing import Final

from bot.errors import StaleButton
from bot.teaching.lessons import STORED, name_path
from storage import Storage

_KEY: Final = "lessons"
MOST_PATHS: Final = 30
"""So many of a person's are kept; the oldest gives way."""


async def keep_path(storage: Storage, user_id: int, path: str) -> None:
    """Keep a way through a lesson for a person."""
    async with storage.transaction() as tx:
        stored = await tx.user_preferences(user_id)
        paths = [other for other in stored.get(_KEY, []) if other != path]
        await tx.put_user_preferences(user_id, {**stored, _KEY: [*paths, path][-MOST_PATHS:]})


async def find_path(storage: Storage, user_id: int, token: str | None) -> str | None:
    """The way that a token stands for: the token itself unless the way is kept. Raises StaleButton for a lost one."""
    if token is None or not token.startswith(STORED):
        return token
    async with storage.read() as reader:
        paths = (await reader.user_preferences(user_id)).get(_KEY, [])
    found = next((path for path in paths if name_path(path) == token), None)
    if found is None:
        raise StaleButton
    return str(found)

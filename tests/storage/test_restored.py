"""After `pg_restore`, a database of PostgreSQL is made ready like a restored file of SQLite."""

from __future__ import annotations

import pytest

from storage import Storage, StorageError, open_storage
from storage.backup import LOST_VERSIONS, follow_restore
from tests.storage.helpers import start_game


async def test_no_newer_button_fits_the_games_of_a_restored_database(storage: Storage, address: str) -> None:
    """Buttons of turns that had been lost were valid again, and queued messages were sent twice."""
    game = await start_game(storage)
    async with storage.transaction() as tx:
        await tx.append_choices(game.id, 0, "raj", ["deploy"])
        await tx.put_draft(game.id, "raj", 1, ["delhi"])
        await tx.put_ballot(game.id, "rewind", 1, {}, ["raj"])
        await tx.enqueue(game.id, "turn", "public", {"content": "it has gone out since"})
    is_shared = storage.is_shared
    await storage.close()
    if not is_shared:
        with pytest.raises(StorageError, match="gandhi backup"):
            await follow_restore(address)
        return
    await follow_restore(address)
    again = await open_storage(address)
    async with again.transaction() as tx:
        play = await tx.load_play(game.id)
        assert (play.keys, play.game.version) == (("deploy",), 1 + LOST_VERSIONS)
        assert await tx.draft(game.id, "raj") is None
        assert await tx.ballot(game.id) is None
        (post,) = await tx.claim_due()
        assert post.attempts == 2, "it is looked for before it is sent"
    await again.close()

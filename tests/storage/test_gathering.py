"""One query reads a whole table, and a unit of work knows its own changes."""

from __future__ import annotations

from datetime import timedelta

import pytest
from sqlmodel import col, update

from storage import Storage, UnknownGame
from storage.models import SeatTable
from tests.storage.helpers import HOST, SEATS, create_game, start_game


async def test_reading_a_table_at_once_equals_reading_its_parts(storage: Storage) -> None:
    async with storage.transaction() as tx:
        game = await create_game(tx)
        for number, seat in enumerate(SEATS[:2]):
            await tx.take_seat(game.id, seat, HOST - number, f"Player {number}")
            await tx.put_draft(game.id, seat, 0, [f"key {number}"])
        for seat in SEATS[1::-1]:
            await tx.arrange(game.id, HOST, "away", seat=seat, payload={"name": "somebody"})
        await tx.arrange(game.id, HOST, "away", seat=SEATS[0], until=tx.now - timedelta(days=1))
        await tx.arrange(game.id, HOST, "order", seat=SEATS[0])
        await create_game(tx)
    async with storage.read() as view:
        pieces = (
            await view.game(game.id),
            tuple(await view.seats(game.id)),
            tuple(await view.arrangements(game.id, "away")),
            tuple(await view.arrangements(game.id, "order")),
            {seat: await view.draft(game.id, seat) for seat in SEATS[:2]},
        )
        gathered = await view.gather(game.id)
    assert (gathered.game, gathered.seats, gathered.away, gathered.orders, gathered.drafts) == pieces
    assert (len(gathered.away), len(gathered.orders)) == (2, 1)
    async with storage.transaction() as tx:
        await tx.lock_game(game.id)
        assert await tx.gather(game.id) == gathered


async def test_gathering_an_unknown_table_is_refused(storage: Storage) -> None:
    async with storage.read() as view:
        with pytest.raises(UnknownGame):
            await view.gather("nosuch")


async def test_reading_a_table_again_in_a_transaction_shows_its_changes(storage: Storage) -> None:
    """Four kinds of changes are made after the first reading: the game, a draft, a seat and an absence."""
    game = await start_game(storage)
    async with storage.transaction() as tx:
        await tx.gather(game.id)
        await tx.update_game(game.id, name="Another name")
        await tx.put_draft(game.id, SEATS[0], 0, ["one", "two"])
        await tx.leave_seat(game.id, SEATS[1])
        await tx.arrange(game.id, HOST, "away", seat=SEATS[2])
        gathered = await tx.gather(game.id)
        drafts = await tx.draft(game.id, SEATS[0])
        assert (gathered.game.name, gathered.seats[1].kind) == ("Another name", "empty")
        assert [row.seat for row in gathered.away] == [SEATS[2]]
        assert drafts == gathered.drafts[SEATS[0]]
        assert drafts is not None
        assert drafts.keys == ["one", "two"]
        await tx.delete_draft(game.id, SEATS[0])
        await tx.drop_arrangements(game.id, kind="away")
        assert await tx.draft(game.id, SEATS[0]) is None
        await tx.arrange(game.id, HOST, "order", seat=SEATS[0])
        await tx.gather(game.id)
        assert [row.seat for row in await tx.arrangements(game.id, "order")] == [SEATS[0]]
        await tx.drop_arrangements(game.id, kind="order")
        await tx.gather(game.id)
        assert await tx.arrangements(game.id, "order") == []
        gathered = await tx.gather(game.id)
    assert (gathered.away, gathered.drafts) == ((), {})
    async with storage.read() as view:
        assert await view.gather(game.id) == gathered


async def test_locking_a_table_reads_it_again(storage: Storage) -> None:
    """On a database server, someone else may have changed the data in between."""
    async with storage.transaction() as tx:
        game = await create_game(tx)
    async with storage.transaction() as tx:
        assert (await tx.gather(game.id)).seats[0].kind == "empty"
        if storage.is_shared:
            async with storage.transaction() as other:
                await other.take_seat(game.id, SEATS[0], HOST, "Somebody faster")
        else:
            # In a file no one else can write meanwhile, so the row is changed behind the back of this unit.
            seat = update(SeatTable).where(col(SeatTable.game_id) == game.id, col(SeatTable.seat) == SEATS[0])
            await tx._session.exec(seat.values(kind="player"))
        assert (await tx.gather(game.id)).seats[0].kind == "empty", "what has been read is not read again"
        await tx.lock_game(game.id)
        assert (await tx.gather(game.id)).seats[0].kind == "player"


async def test_a_queued_status_is_reused_unless_a_message_to_its_target_has_followed(storage: Storage) -> None:
    async with storage.transaction() as tx:
        game = await create_game(tx)
        first = await tx.enqueue(game.id, "status", "beside", {}, supersede=True)
        await tx.enqueue(game.id, "turn", "public", {"text": "a turn"})
        assert await tx.enqueue(game.id, "status", "beside", {}, supersede=True) == first
        await tx.enqueue(game.id, "undo", "beside", {})
        after = await tx.enqueue(game.id, "status", "beside", {}, supersede=True)
    assert after.seq == 4
    async with storage.read() as view:
        assert [post.status for post in await view.posts(game.id)] == ["superseded", "queued", "queued", "queued"]

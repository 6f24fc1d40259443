"""A table votes about one thing at a time."""

from __future__ import annotations

from storage import Storage
from tests.storage.helpers import start_game


async def test_a_vote_is_kept_and_replaced(storage: Storage) -> None:
    game = await start_game(storage)
    async with storage.transaction() as tx:
        assert await tx.ballot(game.id) is None
        await tx.put_ballot(game.id, "rewind", 7, {"turn": 3}, ["raj"])
        made = await tx.put_ballot(game.id, "rewind", 7, {"turn": 3}, ["raj", "league"])
        assert made.votes == ["raj", "league"]
    async with storage.read() as view:
        ballot = await view.ballot(game.id)
    assert ballot is not None
    assert (ballot.kind, ballot.version, ballot.payload) == ("rewind", 7, {"turn": 3})


async def test_a_vote_can_be_deleted_even_twice(storage: Storage) -> None:
    game = await start_game(storage)
    async with storage.transaction() as tx:
        await tx.put_ballot(game.id, "rewind", 7, {}, [])
        await tx.delete_ballot(game.id)
        await tx.delete_ballot(game.id)
        assert await tx.ballot(game.id) is None


async def test_a_vote_is_removed_when_its_player_leaves_or_is_forgotten(storage: Storage) -> None:
    game = await start_game(storage)
    async with storage.transaction() as tx:
        await tx.leave_seat(game.id, "raj")
        await tx.take_seat(game.id, "raj", 77, "Asha")
        await tx.leave_seat(game.id, "congress")
        await tx.take_seat(game.id, "congress", 78, "Bilal")
        await tx.put_ballot(game.id, "rewind", 3, {"turn": 2}, ["raj", "congress", "league"])
    async with storage.transaction() as tx:
        await tx.leave_seat(game.id, "raj")
        await tx.take_seat(game.id, "raj", 79, "Charu")
    async with storage.transaction() as tx:
        ballot = await tx.ballot(game.id)
        assert ballot is not None
        assert ballot.votes == ["congress", "league"]
        await tx.forget_user(78)
    async with storage.read() as view:
        ballot = await view.ballot(game.id)
    assert ballot is not None
    assert ballot.votes == ["league"]

"""A person can have all their data deleted, and their games continue."""

from __future__ import annotations

from datetime import timedelta

from storage import NOBODY, Storage, Traces
from storage.columns import utc_now
from tests.storage.helpers import HOST, create_game, open_turn

ASHA, BILAL = 10, 20


async def seat_both(storage: Storage) -> tuple[str, str]:
    """Return a running game and one that is over, with both people, hosted by one of them, and return their ids."""
    ids = []
    async with storage.transaction() as tx:
        for status in ("playing", "over"):
            game = await create_game(tx)
            await open_turn(tx, game.id)
            await tx.take_seat(game.id, "raj", ASHA, "Asha")
            await tx.take_seat(game.id, "league", BILAL, "Bilal")
            version = await tx.append_choices(game.id, 0, "raj", ["deploy"], user_id=ASHA)
            await tx.append_choices(game.id, version, "league", ["pass"], user_id=BILAL)
            await tx.put_draft(game.id, "raj", 2, ["punjab"])
            await tx.put_draft(game.id, "league", 2, ["sind"])
            await tx.update_game(game.id, host_user_id=ASHA)
            await tx.enqueue(game.id, "turn", "public", {"content": "<@10> is asked"})
            (post,) = await tx.claim_due()
            await tx.mark_sent(post.id, 5)
            if status == "over":
                await tx.finish_game(game.id, {"ranking": ["raj"]})
            ids.append(game.id)
        await tx.put_user_preferences(ASHA, {"language": "it"})
    return ids[0], ids[1]


async def test_stored_data_about_a_person_are_counted(storage: Storage) -> None:
    await seat_both(storage)
    async with storage.read() as view:
        assert await view.find_traces(ASHA) == Traces(1, 1, 2, 2, True)
        assert await view.find_traces(BILAL) == Traces(1, 1, 0, 2, False)
        assert (await view.find_traces(99)).is_empty


async def test_a_deleted_person_is_removed_everywhere(storage: Storage) -> None:
    running, past = await seat_both(storage)
    async with storage.transaction() as tx:
        assert await tx.forget_user(ASHA) == sorted([running, past])
        # The same transaction already sees the change.
        assert (await tx.find_traces(ASHA)).is_empty
    async with storage.read() as view:
        assert (await view.find_traces(ASHA)).is_empty
        assert await view.find_traces(BILAL) == Traces(1, 1, 0, 2, False)
        now = {seat.seat: seat for seat in await view.seats(running)}
        then = {seat.seat: seat for seat in await view.seats(past)}
        assert (now["raj"].kind, now["raj"].user_id, now["raj"].display_name) == ("empty", None, "")
        assert (then["raj"].kind, then["raj"].user_id, then["raj"].display_name) == ("player", None, "")
        assert now["league"].user_id == then["league"].user_id == BILAL
        for game_id in (running, past):
            assert (await view.game(game_id)).host_user_id == NOBODY
            choices = await view.choices(game_id)
            assert [(choice.key, choice.user_id) for choice in choices] == [("deploy", None), ("pass", BILAL)]
            assert [post.payload for post in await view.posts(game_id)] == [{}]
        assert await view.draft(running, "raj") is None
        assert await view.draft(running, "league") is not None
        assert (await view.statistic(past)) is not None


async def test_a_transaction_no_longer_reads_a_person_whom_it_has_forgotten(storage: Storage) -> None:
    running, _ = await seat_both(storage)
    async with storage.transaction() as tx:
        assert ASHA in {seat.user_id for seat in (await tx.gather(running)).seats}
        await tx.forget_user(ASHA)
        gathered = await tx.gather(running)
        assert ASHA not in {seat.user_id for seat in gathered.seats}
        assert (await tx.game(running)).host_user_id == NOBODY


async def test_forgetting_an_unknown_person_changes_nothing(storage: Storage) -> None:
    running, _ = await seat_both(storage)
    async with storage.transaction() as tx:
        assert await tx.forget_user(99) == []
    async with storage.read() as view:
        assert (await view.game(running)).host_user_id == ASHA


async def test_games_are_counted_by_host_and_server(storage: Storage) -> None:
    await seat_both(storage)
    async with storage.transaction() as tx:
        await create_game(tx)
        assert await tx.count_games() == 3
        assert await tx.count_games(host_user_id=ASHA) == 2
        assert await tx.count_games(host_user_id=ASHA, statuses=("open", "playing")) == 1
        assert await tx.count_games(host_user_id=HOST, statuses=["open"]) == 1
        assert await tx.count_games(guild_id=1) == 0


async def test_the_content_of_a_message_that_was_given_up_is_deleted_too(storage: Storage) -> None:
    async with storage.transaction() as tx:
        game = await create_game(tx)
        await tx.enqueue(game.id, "turn", "public", {"content": "refused"})
        (post,) = await tx.claim_due()
        await tx.mark_failed(post.id, "Discord refuses it")
        assert await tx.clear_posts(utc_now() - timedelta(hours=1)) == 0
        assert await tx.clear_posts(utc_now() + timedelta(hours=1)) == 1
        assert [(one.status, one.payload) for one in await tx.posts(game.id)] == [("failed", {})]


async def test_the_content_of_old_messages_is_deleted(storage: Storage) -> None:
    running, _ = await seat_both(storage)
    async with storage.transaction() as tx:
        await tx.enqueue(running, "turn", "public", {"content": "waits"})
        assert await tx.count_waiting() == 1
        assert await tx.clear_posts(utc_now() - timedelta(hours=1)) == 0
        assert await tx.clear_posts(utc_now() + timedelta(hours=1)) == 2
        assert await tx.clear_posts(utc_now() + timedelta(hours=1)) == 0
    async with storage.read() as view:
        posts = await view.posts(running)
    assert [(post.payload, post.message_id) for post in posts] == [({}, 5), ({"content": "waits"}, None)]

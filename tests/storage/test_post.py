"""The outbox sends each message once and in order; an interaction is answered once."""

from __future__ import annotations

import asyncio
from datetime import timedelta

import pytest
from sqlalchemy.exc import IntegrityError

from storage import Game, InteractionSeen, Post, Storage
from storage.post import AT_ONCE
from tests.bot.clock import NOON, Clock
from tests.storage.helpers import create_game, start_game

MINUTE = timedelta(minutes=1)


pytestmark = pytest.mark.usefixtures("clock")


async def enqueue(storage: Storage, game: Game, *texts: str) -> list[Post]:
    """Queue messages of a game."""
    async with storage.transaction() as tx:
        await tx.lock_game(game.id)
        return [await tx.enqueue(game.id, "turn", "thread", {"text": text}) for text in texts]


async def claim(storage: Storage, limit: int = 10) -> list[Post]:
    """Return the posts that a worker gets now."""
    async with storage.transaction() as tx:
        return await tx.claim_due(limit=limit, lease=MINUTE)


def texts(posts: list[Post]) -> list[str]:
    """Return the texts of posts."""
    return [post.payload["text"] for post in posts]


async def test_a_post_comes_back_as_it_was_queued(storage: Storage) -> None:
    game = await start_game(storage)
    (queued,) = await enqueue(storage, game, "Congress: Rally")
    async with storage.read() as view:
        assert await view.posts(game.id) == [queued]
    assert (queued.seq, queued.kind, queued.target, queued.status) == (1, "turn", "thread", "queued")
    assert (queued.nonce, queued.not_before, queued.created) == (f"{game.id}-1", AT_ONCE, NOON)


async def test_a_clock_set_back_does_not_delay_posts(storage: Storage, clock: Clock) -> None:
    game = await start_game(storage)
    await enqueue(storage, game, "a turn")
    clock.moment -= timedelta(hours=1)
    async with storage.read() as reader:
        due = await reader.next_post_due()
    assert due is not None
    assert due <= clock.moment
    assert texts(await claim(storage)) == ["a turn"]


async def test_a_nonce_is_short_and_unique(storage: Storage) -> None:
    first, second = await start_game(storage), await start_game(storage)
    posts = [*await enqueue(storage, first, "a", "b"), *await enqueue(storage, second, "c")]
    assert len({post.nonce for post in posts}) == 3
    assert max(len(f"{first.id}-{10**15}"), *(len(post.nonce) for post in posts)) <= 25


async def test_a_games_messages_are_sent_one_after_the_other(storage: Storage) -> None:
    first, second = await start_game(storage), await start_game(storage)
    await enqueue(storage, first, "first 1", "first 2")
    await enqueue(storage, second, "second 1")
    claimed = await claim(storage)
    assert texts(claimed) == ["first 1", "second 1"]
    assert {(post.status, post.attempts, post.claimed_until) for post in claimed} == {("sending", 1, NOON + MINUTE)}
    assert await claim(storage) == []
    async with storage.transaction() as tx:
        await tx.mark_sent(claimed[0].id, 555)
    assert texts(await claim(storage)) == ["first 2"]
    async with storage.read() as view:
        sent = (await view.posts(first.id))[0]
    assert (sent.status, sent.message_id, sent.sent, sent.claimed_until) == ("sent", 555, NOON, None)


async def test_a_claim_takes_at_most_the_requested_number_of_posts(storage: Storage) -> None:
    for _ in range(3):
        await enqueue(storage, await start_game(storage), "text")
    assert len(await claim(storage, limit=2)) == 2
    assert len(await claim(storage, limit=2)) == 1


async def test_claims_have_a_separate_limit_for_each_target(storage: Storage) -> None:
    for number in range(3):
        game = await start_game(storage)
        async with storage.transaction() as tx:
            for target in ("public", "status", f"message {number}"):
                await tx.enqueue(game.id, "turn", target, {"text": target})
    async with storage.transaction() as tx:
        first = await tx.claim_due(limit=1, rooms={"public": 2, "status": 0})
        assert texts(first) == ["public", "message 0", "public"]
        rest = await tx.claim_due(limit=9, rooms={"public": 9, "status": 9})
        assert sorted(texts(rest)) == ["message 1", "message 2", "public", "status", "status", "status"]


async def test_a_post_of_a_worker_that_died_is_claimed_again(storage: Storage, clock: Clock) -> None:
    game = await start_game(storage)
    await enqueue(storage, game, "text")
    await claim(storage)
    async with storage.read() as view:
        assert await view.next_post_due() == NOON + MINUTE
    clock.moment += MINUTE
    (again,) = await claim(storage)
    assert again.attempts == 2


async def test_a_post_whose_claim_is_released_is_claimed_again(storage: Storage) -> None:
    game = await start_game(storage)
    await enqueue(storage, game, "text")
    await claim(storage)
    async with storage.transaction() as tx:
        assert await tx.release_claims() == 1
        assert await tx.release_claims() == 0
    assert texts(await claim(storage)) == ["text"]


async def test_a_failed_post_waits_and_keeps_its_place(storage: Storage, clock: Clock) -> None:
    game = await start_game(storage)
    await enqueue(storage, game, "first", "second")
    (post,) = await claim(storage)
    async with storage.transaction() as tx:
        await tx.mark_failed(post.id, "connection reset", retry_at=NOON + MINUTE)
        assert await tx.next_post_due() == NOON + MINUTE
    assert await claim(storage) == []
    clock.moment += MINUTE
    (again,) = await claim(storage)
    assert (again.payload, again.error) == ({"text": "first"}, "connection reset")
    async with storage.transaction() as tx:
        await tx.mark_failed(again.id, "no such channel")
    assert texts(await claim(storage)) == ["second"]


async def test_a_delayed_picture_does_not_delay_other_messages(storage: Storage) -> None:
    game = await start_game(storage)
    async with storage.transaction() as tx:
        await tx.enqueue(game.id, "picture", "message 5", {"text": "map"}, not_before=NOON + MINUTE)
    await enqueue(storage, game, "a turn")
    assert texts(await claim(storage)) == ["a turn"]


async def test_a_late_failure_report_does_not_change_a_sent_post(storage: Storage, clock: Clock) -> None:
    game = await start_game(storage)
    await enqueue(storage, game, "text")
    (late,) = await claim(storage)
    clock.moment += MINUTE
    (taken_over,) = await claim(storage)
    async with storage.transaction() as tx:
        await tx.mark_sent(taken_over.id, 555)
        await tx.mark_failed(late.id, "timed out", retry_at=NOON)
    async with storage.read() as view:
        (post,) = await view.posts(game.id)
        assert await view.next_post_due() is None
    assert (post.status, post.message_id) == ("sent", 555)


async def test_a_newer_message_can_replace_older_ones(storage: Storage) -> None:
    game = await start_game(storage)
    await enqueue(storage, game, "a turn")
    async with storage.transaction() as tx:
        await tx.enqueue(game.id, "board", "thread", {"text": "old board"}, supersede=True)
        await tx.enqueue(game.id, "board", "elsewhere", {"text": "other board"}, supersede=True)
        await tx.enqueue(game.id, "board", "thread", {"text": "new board"}, supersede=True)
    async with storage.read() as view:
        posts = await view.posts(game.id)
    assert [(post.payload.get("text"), post.status) for post in posts] == [
        ("a turn", "queued"),
        (None, "superseded"),
        ("other board", "queued"),
        ("new board", "queued"),
    ]


async def test_a_withdrawn_message_is_not_sent_and_can_be_queued_again(storage: Storage) -> None:
    game = await start_game(storage)
    async with storage.transaction() as tx:
        first = await tx.enqueue(game.id, "board", "thread", {"text": "a board"}, supersede=True)
        assert tx.find_queued(game.id, "thread") == first
        await tx.withdraw(first)
        assert tx.find_queued(game.id, "thread") is None
        again = await tx.enqueue(game.id, "board", "thread", {"text": "a board"}, supersede=True)
    assert [post.id for post in await claim(storage)] == [again.id]


async def test_a_possibly_delivered_message_is_not_replaced_by_a_newer_one(storage: Storage) -> None:
    """Only another attempt can show whether it arrived."""
    game = await start_game(storage)
    for _ in range(2):
        async with storage.transaction() as tx:
            await tx.enqueue(game.id, "board", "thread", {}, supersede=True)
        (first,) = await claim(storage)
        async with storage.transaction() as tx:
            await tx.release_claims()
    async with storage.transaction() as tx:
        await tx.enqueue(game.id, "board", "thread", {}, supersede=True)
    async with storage.read() as view:
        posts = await view.posts(game.id)
    assert [(post.id == first.id, post.status) for post in posts] == [
        (True, "queued"),
        (False, "superseded"),
        (False, "queued"),
    ]


async def test_a_post_with_a_later_time_is_not_claimed_before_it(storage: Storage, clock: Clock) -> None:
    game = await start_game(storage)
    async with storage.transaction() as tx:
        await tx.enqueue(game.id, "reminder", "thread", {"text": "later"}, not_before=NOON + MINUTE)
        assert await tx.next_post_due() == NOON + MINUTE
    assert await claim(storage) == []
    clock.moment += MINUTE
    assert texts(await claim(storage)) == ["later"]


async def test_many_workers_claim_each_post_once(storage: Storage) -> None:
    games = [await start_game(storage) for _ in range(5)]
    for game in games:
        await enqueue(storage, game, "1", "2", "3", "4")
    claimed: list[Post] = []

    async def work() -> None:
        while posts := await claim(storage, limit=2):
            claimed.extend(posts)
            for post in posts:
                await asyncio.sleep(0)
                async with storage.transaction() as tx:
                    await tx.mark_sent(post.id)

    # A worker stops when it finds nothing, even while others are sending: so there are several rounds.
    for _ in range(4):
        await asyncio.gather(*(work() for _ in range(4)))
    assert len(claimed) == len({post.id for post in claimed}) == 20
    for game in games:
        assert [post.seq for post in claimed if post.game_id == game.id] == [1, 2, 3, 4]


async def test_an_interaction_is_answered_once(storage: Storage) -> None:
    game = await start_game(storage)
    async with storage.transaction() as tx:
        assert await tx.seen_interaction(2**62) is None
        await tx.remember_interaction(2**62, {"text": "done"}, game_id=game.id)
    with pytest.raises(InteractionSeen):
        async with storage.transaction() as tx:
            await tx.remember_interaction(2**62, {"text": "again"})
    async with storage.read() as view:
        seen = await view.seen_interaction(2**62)
    assert seen is not None
    assert (seen.answer, seen.game_id) == ({"text": "done"}, game.id)


async def test_an_interaction_that_comes_many_times_at_once_acts_once(storage: Storage) -> None:
    game = await start_game(storage)

    async def press() -> bool:
        try:
            async with storage.transaction() as tx:
                await tx.remember_interaction(1, {"text": "done"})
                seen = await tx.lock_game(game.id)
                await tx.append_choices(game.id, seen.version, "raj", ["deploy"])
        except InteractionSeen:
            return False
        return True

    assert sum(await asyncio.gather(*(press() for _ in range(20)))) == 1
    async with storage.read() as view:
        assert (await view.load_play(game.id)).keys == ("deploy",)


async def test_an_interaction_whose_work_failed_can_be_repeated(storage: Storage) -> None:
    with pytest.raises(RuntimeError, match="no"):
        async with storage.transaction() as tx:
            await tx.remember_interaction(1, {})
            raise RuntimeError("no")
    async with storage.read() as view:
        assert await view.seen_interaction(1) is None


async def test_old_interactions_are_deleted(storage: Storage, clock: Clock) -> None:
    async with storage.transaction() as tx:
        await tx.remember_interaction(1, {})
        clock.moment += MINUTE
        await tx.remember_interaction(2, {})
        assert await tx.forget_interactions(NOON + MINUTE) == 1
        assert await tx.seen_interaction(1) is None
        assert await tx.seen_interaction(2) is not None


async def test_the_id_of_a_message_is_stored_replaced_and_deleted(storage: Storage) -> None:
    async with storage.transaction() as tx:
        game = await create_game(tx)
        assert await tx.message_ref(game.id, "board") is None
        await tx.put_message_ref(game.id, "board", 5, 2**62)
        await tx.put_message_ref(game.id, "board", 5, 2**62 + 1)
        await tx.put_message_ref(game.id, "prompt", 6, 9)
    async with storage.transaction() as tx:
        ref = await tx.message_ref(game.id, "board")
        await tx.delete_message_ref(game.id, "prompt")
        await tx.delete_message_ref(game.id, "prompt")
        assert await tx.message_ref(game.id, "prompt") is None
    assert ref is not None
    assert (ref.channel_id, ref.message_id) == (5, 2**62 + 1)
    with pytest.raises(IntegrityError):
        async with storage.transaction() as tx:
            await tx.put_message_ref("nosuch", "board", 5, 6)


async def test_the_status_of_a_target_is_claimed_right_after_its_message(storage: Storage) -> None:
    async with storage.transaction() as tx:
        game = await create_game(tx)
        await tx.enqueue(game.id, "turn", "thread", {"text": "a turn"})
        await tx.enqueue(game.id, "status", "thread/status", {"text": "the status"})
    (turn,) = await claim(storage)
    assert turn.payload["text"] == "a turn"
    async with storage.transaction() as tx:
        await tx.mark_sent(turn.id, 1)
    assert texts(await claim(storage)) == ["the status"]
    # The first message is still being sent while the next turn is sent.
    await enqueue(storage, game, "another turn")
    async with storage.transaction() as tx:
        assert await tx.claim_due(limit=0, rooms={"thread/status": 9}) == []
        assert texts(await tx.claim_due(rooms={"thread/status": 0})) == ["another turn"]


async def test_a_worker_that_gives_up_releases_only_its_posts(storage: Storage) -> None:
    async with storage.transaction() as tx:
        game, other = await create_game(tx), await create_game(tx)
    await enqueue(storage, game, "one")
    await enqueue(storage, other, "two")
    first, second = await claim(storage)
    async with storage.transaction() as tx:
        assert await tx.release_claims([first.id]) == 1
    assert [post.id for post in await claim(storage)] == [first.id] != [second.id]

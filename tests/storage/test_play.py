"""Turns and the log, which only grows, and from which the present choices follow."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy.exc import IntegrityError

from storage import Choice, NoOpenTurn, StaleVersion, Storage, UnknownGame, effective_keys
from storage.models import ChoiceKind, ChoiceTable
from tests.storage.helpers import create_game, open_turn, start_game


def line(seq: int, kind: ChoiceKind, key: str = "") -> Choice:
    """Return a line of a log."""
    return Choice(
        game_id="g", seq=seq, turn_number=1, kind=kind, seat="raj", key=key, created=datetime(1930, 3, 12, tzinfo=UTC)
    )


def test_an_undo_withdraws_the_last_valid_key() -> None:
    log = [
        line(1, "choose", "deploy"),
        line(2, "choose", "punjab"),
        line(3, "undo"),
        line(4, "choose", "delhi"),
        line(5, "choose", "done"),
        line(6, "undo"),
        line(7, "undo"),
    ]
    assert effective_keys(log[:4]) == ("deploy", "delhi")
    assert effective_keys(log) == ("deploy",)
    assert effective_keys([]) == ()


def test_a_rewind_withdraws_all_keys_of_its_turn() -> None:
    assert effective_keys([line(1, "choose", "deploy"), line(2, "choose", "delhi"), line(3, "rewind", "1")]) == ()


def test_a_log_with_an_undo_before_any_choice_is_refused() -> None:
    with pytest.raises(ValueError, match="Line 1"):
        effective_keys([line(1, "undo")])


# Every run tries the same lists, however slow the machine is.
@settings(derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(st.sampled_from(["a", "b", "undo"])))
def test_undo_removes_the_latest_of_the_valid_keys(actions: list[str]) -> None:
    pile: list[str] = []
    log: list[Choice] = []
    for action in actions:
        if action != "undo":
            pile.append(action)
            log.append(line(len(log), "choose", action))
        elif pile:
            pile.pop()
            log.append(line(len(log), "undo"))
    assert effective_keys(log) == tuple(pile)


async def test_a_turn_in_progress_is_stored_as_a_snapshot_and_keys(storage: Storage) -> None:
    game = await start_game(storage)
    async with storage.transaction() as tx:
        version = await tx.append_choices(game.id, 0, "raj", ["deploy", "punjab"], user_id=7)
        version = await tx.append_choices(game.id, version, "raj", ["assam"], user_id=7)
    async with storage.read() as view:
        play = await view.load_play(game.id)
        log = await view.choices(game.id)
    assert play.game.version == version == 2
    assert play.turn is not None
    assert (play.turn.number, play.turn.snapshot, play.turn.digest) == (1, b"start", "digest of start")
    assert play.turn.label == {"phase": "card", "seat": "raj", "card": 12}
    assert play.keys == ("deploy", "punjab", "assam")
    assert [(line.seq, line.kind, line.key) for line in log] == [
        (1, "choose", "deploy"),
        (2, "choose", "punjab"),
        (3, "choose", "assam"),
    ]
    assert {line.user_id for line in log} == {7}


async def test_a_game_not_started_has_no_turn(storage: Storage) -> None:
    async with storage.transaction() as tx:
        game = await create_game(tx)
        play = await tx.load_play(game.id)
    assert (play.turn, play.keys) == (None, ())
    with pytest.raises(NoOpenTurn):
        async with storage.transaction() as tx:
            await tx.append_choices(game.id, 0, "raj", ["deploy"])
    async with storage.read() as view:
        assert (await view.game(game.id)).version == 0
        with pytest.raises(UnknownGame):
            await view.load_play("nosuch")


async def test_finished_and_open_turns_are_found_by_number_and_status(storage: Storage) -> None:
    game = await start_game(storage)
    async with storage.transaction() as tx:
        await tx.append_choices(game.id, 0, "raj", ["pass"])
        done = await tx.finish_turn(game.id, b"changes")
        await open_turn(tx, game.id, b"second")
        await tx.append_choices(game.id, 1, "congress", ["rally"])
    assert (done.status, done.changes) == ("done", b"changes")
    assert done.finished is not None
    async with storage.read() as view:
        play = await view.load_play(game.id)
        assert [turn.number for turn in await view.turns(game.id)] == [1]
        assert [turn.number for turn in await view.turns(game.id, statuses=["done", "open"])] == [1, 2]
        assert [turn.number for turn in await view.turns(game.id, statuses=["done", "open"], last=1)] == [2]
        assert [turn.number for turn in await view.turns(game.id, statuses=["done", "open"], first=2)] == [2]
        assert [turn.number for turn in await view.turns(game.id, first=2)] == []
        assert effective_keys(await view.choices(game.id, 1)) == ("pass",)
        first = await view.turn(game.id, 1)
        assert await view.turn(game.id, 3) is None
    assert first == done
    assert play.turn is not None
    assert (play.turn.number, play.turn.snapshot, play.keys) == (2, b"second", ("rally",))


async def test_a_game_has_at_most_one_open_turn(storage: Storage) -> None:
    game = await start_game(storage)
    with pytest.raises(IntegrityError):
        async with storage.transaction() as tx:
            await open_turn(tx, game.id)
    async with storage.transaction() as tx:
        await tx.finish_turn(game.id, b"")
        with pytest.raises(NoOpenTurn):
            await tx.finish_turn(game.id, b"")


async def test_a_second_log_entry_with_the_same_number_is_refused(storage: Storage) -> None:
    game = await start_game(storage)
    async with storage.transaction() as tx:
        await tx.append_choices(game.id, 0, "raj", ["deploy"])
    with pytest.raises(IntegrityError):
        async with storage.transaction() as tx:
            tx._session.add(
                ChoiceTable(
                    game_id=game.id, seq=1, turn_number=1, kind="choose", seat="raj", key="pass", created=tx._now()
                )
            )


async def test_a_choice_from_an_old_view_changes_nothing(storage: Storage) -> None:
    game = await start_game(storage)
    async with storage.transaction() as tx:
        await tx.append_choices(game.id, 0, "raj", ["deploy"])
    for stale in (0, 2):
        with pytest.raises(StaleVersion):
            async with storage.transaction() as tx:
                await tx.append_choices(game.id, stale, "raj", ["pass"])
    async with storage.read() as view:
        assert (await view.load_play(game.id)).keys == ("deploy",)


async def test_only_one_of_many_choices_from_the_same_view_counts(storage: Storage) -> None:
    game = await start_game(storage)

    async def choose(key: str) -> str | None:
        try:
            async with storage.transaction() as tx:
                await tx.append_choices(game.id, 0, "raj", [key])
        except StaleVersion:
            return None
        return key

    heard = [key for key in await asyncio.gather(*(choose(f"key {n}") for n in range(20))) if key]
    assert len(heard) == 1
    async with storage.read() as view:
        assert (await view.load_play(game.id)).keys == tuple(heard)


async def test_a_failed_transaction_stores_nothing(storage: Storage) -> None:
    game = await start_game(storage)
    with pytest.raises(RuntimeError, match="the rules said no"):
        async with storage.transaction() as tx:
            await tx.append_choices(game.id, 0, "raj", ["deploy"])
            await tx.enqueue(game.id, "turn", "thread", {"text": "Deploy"})
            raise RuntimeError("the rules said no")
    async with storage.read() as view:
        assert (await view.load_play(game.id)).keys == ()
        assert (await view.game(game.id)).version == 0
        assert await view.posts(game.id) == []


async def test_a_turn_rewound_to_its_start_keeps_its_log(storage: Storage) -> None:
    game = await start_game(storage)
    async with storage.transaction() as tx:
        await tx.append_choices(game.id, 0, "raj", ["deploy", "punjab"])
        again = await tx.rewind(game.id, 1, 1, "raj")
    assert (again.number, again.snapshot, again.status) == (2, b"start", "open")
    async with storage.read() as view:
        play = await view.load_play(game.id)
        first = await view.turn(game.id, 1)
        log = await view.choices(game.id)
    assert (play.turn, play.keys, play.game.version) == (again, (), 2)
    assert first is not None
    assert first.status == "rolled_back"
    assert [(line.turn_number, line.kind, line.key) for line in log] == [
        (1, "choose", "deploy"),
        (1, "choose", "punjab"),
        (1, "rewind", "1"),
    ]


async def test_a_game_rewound_continues_from_the_earlier_turn(storage: Storage) -> None:
    game = await start_game(storage)
    async with storage.transaction() as tx:
        for number, snapshot in enumerate([b"second", b"third"]):
            await tx.append_choices(game.id, number, "raj", ["pass"])
            await tx.finish_turn(game.id, b"changes")
            await open_turn(tx, game.id, snapshot)
        again = await tx.rewind(game.id, 2, 2, "league", user_id=7)
        with pytest.raises(NoOpenTurn):
            await tx.rewind(game.id, 3, 2, "league")
    assert (again.number, again.snapshot) == (4, b"second")
    async with storage.read() as view:
        every = await view.turns(game.id, statuses=["open", "done", "rolled_back"])
    assert [(turn.number, turn.status, turn.changes) for turn in every] == [
        (1, "done", b"changes"),
        (2, "rolled_back", b"changes"),
        (3, "rolled_back", None),
        (4, "open", None),
    ]


async def test_a_draft_is_kept_replaced_and_forgotten(storage: Storage) -> None:
    game = await start_game(storage)
    async with storage.transaction() as tx:
        assert await tx.draft(game.id, "raj") is None
        await tx.put_draft(game.id, "raj", 0, ["deploy"])
        await tx.put_draft(game.id, "congress", 0, ["rally"])
    async with storage.transaction() as tx:
        assert await tx.draft(game.id, "raj") is not None
        await tx.put_draft(game.id, "raj", 1, ["deploy", "punjab"])
        draft = await tx.draft(game.id, "raj")
    assert draft is not None
    assert (draft.base_version, draft.keys) == (1, ["deploy", "punjab"])
    async with storage.transaction() as tx:
        await tx.delete_draft(game.id, "raj")
        await tx.delete_draft(game.id, "raj")
    async with storage.read() as view:
        assert await view.draft(game.id, "raj") is None
        assert await view.draft(game.id, "congress") is not None

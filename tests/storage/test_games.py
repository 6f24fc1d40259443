"""Games and seats: what is stored comes back, and of two people who want the same thing only one gets it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import event
from sqlalchemy.exc import IntegrityError

from bot.tables.play import Tables
from storage import SeatTaken, StaleVersion, Storage, UnknownGame
from storage.columns import UtcTime
from storage.models import SeatTable
from tests.storage.helpers import CHANNEL, HOST, SEATS, SEED, SERVER, create_game, start_game


async def test_a_game_comes_back_as_it_was_stored(storage: Storage) -> None:
    before = datetime.now(UTC)
    async with storage.transaction() as tx:
        created = await create_game(tx)
    async with storage.read() as view:
        game = await view.game(created.id)
    assert game == created
    assert (game.guild_id, game.channel_id, game.thread_id, game.host_user_id) == (SERVER, CHANNEL, None, HOST)
    assert (game.seed, game.options, game.status, game.version) == (SEED, {"pace": "day"}, "open", 0)
    assert game.created.tzinfo is UTC
    assert before <= game.created <= datetime.now(UTC)


async def test_no_printed_form_of_a_game_contains_its_seed(storage: Storage) -> None:
    async with storage.transaction() as tx:
        game = await create_game(tx)
    assert "seed" not in repr(game)
    assert "seed" not in str(game)


async def test_ids_of_games_are_short_and_unique(storage: Storage) -> None:
    async with storage.transaction() as tx:
        ids = {(await create_game(tx)).id for _ in range(50)}
    assert len(ids) == 50
    assert all(len(game_id) == 6 and game_id.isalnum() and game_id == game_id.lower() for game_id in ids)


async def test_reading_an_unknown_game_raises_an_error_with_its_id(storage: Storage) -> None:
    async with storage.read() as view:
        with pytest.raises(UnknownGame, match="no game 'nosuch'"):
            await view.game("nosuch")
        assert await view.seats("nosuch") == []


async def test_seats_of_a_new_game_are_empty_and_in_order(storage: Storage) -> None:
    async with storage.transaction() as tx:
        game = await create_game(tx)
    async with storage.read() as view:
        seats = await view.seats(game.id)
    assert tuple(seat.seat for seat in seats) == SEATS
    assert {(seat.kind, seat.user_id) for seat in seats} == {("empty", None)}


async def test_a_seat_is_taken_once_and_can_be_given_up(storage: Storage) -> None:
    async with storage.transaction() as tx:
        game = await create_game(tx)
        seat = await tx.take_seat(game.id, "raj", 7, "Asha")
    assert (seat.kind, seat.user_id, seat.display_name) == ("player", 7, "Asha")
    assert seat.joined is not None
    with pytest.raises(SeatTaken):
        async with storage.transaction() as tx:
            await tx.take_seat(game.id, "raj", 8, "Ben")
    async with storage.transaction() as tx:
        left = await tx.leave_seat(game.id, "raj")
        arjuna = await tx.take_seat(game.id, "raj", None, "Arjuna", kind="arjuna")
    assert (left.kind, left.user_id, left.joined) == ("empty", None, None)
    assert arjuna.kind == "arjuna"


async def test_a_seat_that_the_game_does_not_have_cannot_be_taken_or_left(storage: Storage) -> None:
    async with storage.transaction() as tx:
        game = await create_game(tx)
        with pytest.raises(SeatTaken):
            await tx.take_seat(game.id, "princes", 7, "Asha")
        with pytest.raises(SeatTaken):
            await tx.leave_seat(game.id, "princes")


async def test_only_one_of_many_who_take_a_seat_at_once_gets_it(storage: Storage) -> None:
    async with storage.transaction() as tx:
        game = await create_game(tx)

    async def take(user_id: int) -> int | None:
        try:
            async with storage.transaction() as tx:
                await tx.take_seat(game.id, "raj", user_id, f"player {user_id}")
        except SeatTaken:
            return None
        return user_id

    taken = [user for user in await asyncio.gather(*map(take, range(20))) if user is not None]
    async with storage.read() as view:
        assert [(await view.seats(game.id))[0].user_id] == taken


async def test_a_seat_without_its_game_is_refused(storage: Storage) -> None:
    with pytest.raises(IntegrityError):
        async with storage.transaction() as tx:
            tx._session.add(SeatTable(game_id="nosuch", seat="raj", place=0))


async def test_two_seats_of_a_game_with_the_same_name_or_place_are_refused(storage: Storage) -> None:
    async with storage.transaction() as tx:
        game = await create_game(tx)
    for seat, place in (("raj", 9), ("princes", 0)):
        with pytest.raises(IntegrityError):
            async with storage.transaction() as tx:
                tx._session.add(SeatTable(game_id=game.id, seat=seat, place=place))


async def test_games_are_found_by_place_person_and_status(storage: Storage) -> None:
    async with storage.transaction() as tx:
        first = await create_game(tx, name="first")
        second = await create_game(tx, name="second", channel_id=5)
        await tx.update_game(second.id, thread_id=6, status="playing")
        await tx.take_seat(second.id, "league", 7, "Asha")
    async with storage.read() as view:
        assert {game.id for game in await view.games_by(guild_id=SERVER)} == {first.id, second.id}
        assert [game.id for game in await view.games_by(channel_id=CHANNEL)] == [first.id]
        assert [game.id for game in await view.games_by(channel_id=5)] == [second.id]
        assert [game.id for game in await view.games_by(channel_id=6)] == [second.id]
        assert [game.id for game in await view.games_by(user_id=7)] == [second.id]
        assert [game.id for game in await view.games_by(statuses=["open"])] == [first.id]
        assert await view.games_by(user_id=7, statuses=["open", "over"]) == []
        assert len(await view.games_by(limit=1)) == 1


async def test_a_persons_games_are_those_where_they_sit_stand_in_or_host_a_lobby(storage: Storage) -> None:
    async with storage.transaction() as tx:
        own = await create_game(tx, name="own")
        host = (await tx.game(own.id)).host_user_id
        seated = await create_game(tx, name="seated", channel_id=5)
        await tx.take_seat(seated.id, "league", 7, "Asha")
        await tx.update_game(seated.id, status="playing")
        await tx.arrange(seated.id, 7, "away", seat="league", other_user_id=8)
        await tx.arrange(seated.id, 7, "away", seat="league", other_user_id=9, until=tx.now)
        await tx.arrange(seated.id, 10, "watch")

    async def find(user_id: int) -> list[str]:
        async with storage.read() as view:
            return [game.id for game in await view.games_of(user_id, ["open", "playing"])]

    assert await find(7) == await find(8) == [seated.id]
    assert await find(9) == await find(10) == []
    # A game that continues without its host no longer counts for that person.
    assert await find(host) == [own.id]
    async with storage.transaction() as tx:
        await tx.update_game(own.id, status="closed")
    assert await find(host) == []


async def test_an_abandoned_game_is_over_and_has_no_statistic(storage: Storage) -> None:
    async with storage.transaction() as tx:
        game = await create_game(tx)
        await tx.update_game(game.id, status="playing", options={"host": "Asha"})
        after = await tx.abandon_game(game.id, {"host": "Asha", "abandoned": "Bilal"})
    assert after.status == "over"
    assert after.finished is not None
    async with storage.read() as view:
        assert (await view.game(game.id)).options == {"host": "Asha", "abandoned": "Bilal"}
        assert await view.statistic(game.id) is None
        assert await view.finished_games() == []


async def test_games_are_listed_newest_first(storage: Storage) -> None:
    for name in ("first", "second", "third"):
        async with storage.transaction() as tx:
            await create_game(tx, name=name)
    async with storage.read() as view:
        assert [game.name for game in await view.games_by()] == ["third", "second", "first"]


async def test_an_update_changes_only_the_named_fields(storage: Storage) -> None:
    async with storage.transaction() as tx:
        game = await create_game(tx)
    async with storage.transaction() as tx:
        changed = await tx.update_game(game.id, language="it", options={"pace": "hour"})
    assert changed == game.model_copy(
        update={"language": "it", "options": {"pace": "hour"}, "updated": changed.updated}
    )
    assert changed.updated > game.updated
    async with storage.read() as view:
        assert await view.game(game.id) == changed


async def test_finishing_a_game_stores_and_replaces_its_facts(storage: Storage) -> None:
    game = await start_game(storage)
    async with storage.transaction() as tx:
        assert await tx.statistic(game.id) is None
        over = await tx.finish_game(game.id, {"winner": "congress"})
    async with storage.transaction() as tx:
        await tx.finish_game(game.id, {"winner": "league"})
    assert over.status == "over"
    assert over.finished is not None
    async with storage.read() as view:
        statistic = await view.statistic(game.id)
    assert statistic is not None
    assert statistic.facts == {"winner": "league"}


async def test_finished_games_are_found_by_when_they_ended(storage: Storage) -> None:
    game = await start_game(storage)
    async with storage.transaction() as tx:
        over = await tx.finish_game(game.id, {"winner": "congress"})
    ended, second = over.finished, timedelta(seconds=1)
    assert ended is not None
    async with storage.read() as view:
        for since, until, count in (
            (ended - second, ended + second, 1),
            (ended + second, None, 0),
            (None, ended - second, 0),
            (None, None, 1),
        ):
            assert len(await view.finished_games(since=since, until=until)) == count


async def test_an_update_from_an_old_version_of_a_game_is_refused(storage: Storage) -> None:
    game = await start_game(storage)
    async with storage.transaction() as tx:
        assert await tx.advance(game.id, 0) == 1
        assert await tx.advance(game.id, 1) == 2
    with pytest.raises(StaleVersion) as stale:
        async with storage.transaction() as tx:
            await tx.advance(game.id, 1)
    assert (stale.value.expected, stale.value.actual) == (1, 2)


@pytest.mark.few
async def test_no_update_is_lost_when_a_hundred_come_at_once(storage: Storage) -> None:
    game = await start_game(storage)

    async def advance() -> None:
        async with storage.transaction() as tx:
            seen = await tx.lock_game(game.id)
            await asyncio.sleep(0)
            await tx.advance(game.id, seen.version)

    await asyncio.gather(*(advance() for _ in range(100)))
    async with storage.read() as view:
        assert (await view.game(game.id)).version == 100


def test_a_time_without_a_time_zone_is_refused() -> None:
    with pytest.raises(ValueError, match="time zone"):
        UtcTime().process_bind_param(datetime(1930, 3, 12), None)  # type: ignore[arg-type]  # noqa: DTZ001


async def test_a_stored_time_keeps_its_microseconds_and_its_instant(storage: Storage) -> None:
    elsewhere = datetime.fromisoformat("1930-03-12T06:30:00.000001+05:30")
    game = await start_game(storage)
    async with storage.transaction() as tx:
        await tx.set_timer(game.id, "reminder", elsewhere, 0)
    async with storage.read() as view:
        (timer,) = await view.timers(game.id)
    assert timer.due == elsewhere
    assert timer.due.utcoffset() == timedelta(0)


async def test_the_names_of_a_servers_games_are_listed_in_one_query(storage: Storage) -> None:
    async with storage.transaction() as tx:
        made = [await create_game(tx, name=f"Table {number}") for number in range(30)]
        await tx.take_seat(made[3].id, "raj", 7, "Asha")
        await tx.update_game(made[4].id, status="over")
    asked = count_statements(storage)
    async with storage.read() as view:
        named = await view.name_games(SERVER, 7, ["open", "playing"])
    assert asked() == 1
    assert {one.name for one in named} == {f"Table {number}" for number in range(30) if number != 4}
    assert [one.id for one in named if one.is_seated] == [made[3].id]
    async with storage.transaction() as tx:
        await tx.arrange(made[3].id, 7, "away", seat="raj", other_user_id=8)
        await tx.arrange(made[5].id, 7, "away", seat="raj", other_user_id=8, until=datetime(1930, 3, 12, tzinfo=UTC))
    async with storage.read() as view:
        named = await view.name_games(SERVER, 8, ["open", "playing"])
        assert [one.id for one in named if one.is_seated] == [made[3].id]
    async with storage.read() as view:
        assert all(one.is_seated for one in await view.name_games(SERVER, HOST, ["open"]))
        assert await view.name_games(SERVER + 1, 7, ["open"]) == []
        assert await view.name_games(None, 7, ["open"]) == []


async def test_several_tables_are_listed_with_as_few_queries_as_one(storage: Storage) -> None:
    lobby = Tables(storage).lobby
    numbers = []
    for count in (1, 30):
        async with storage.transaction() as tx:
            for _ in range(count):
                game = await create_game(tx)
                await tx.take_seat(game.id, "raj", 7, "Asha")
                await tx.arrange(game.id, 7, "away", seat="raj", other_user_id=8, payload={"name": "Bilal"})
        asked = count_statements(storage)
        tables = await lobby.find_tables(guild_id=SERVER, limit=None)
        numbers.append(asked())
        for table in tables:
            assert table == await lobby.find(table.id)
    assert len(tables) == 31
    assert numbers == [3, 3]


def count_statements(storage: Storage) -> Callable[[], int]:
    """Return how many questions have been put to a database since this was called."""
    seen: list[str] = []

    def note(*parts: Any) -> None:
        if parts[2].lstrip().startswith("SELECT"):
            seen.append(parts[2])

    event.listen(storage._reader.sync_engine, "before_cursor_execute", note)
    return lambda: len(seen)

"""Seasons, those who entered them, and their tables."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from storage import NOBODY, Circle, Season, Storage, UnknownGame, Writer
from storage.columns import utc_now
from tests.storage.helpers import CHANNEL, HOST, SEED, SERVER, create_game

ASHA, BILAL, CHARU = 10, 20, 30
END = datetime(2031, 5, 1, tzinfo=UTC)


async def create_season(tx: Writer, *, starts: datetime | None = None, name: str = "Spring") -> Season:
    """Return an open season."""
    return await tx.create_season(
        guild_id=SERVER,
        channel_id=CHANNEL,
        name=name,
        kind="gandhi",
        scenario="short",
        players=4,
        rounds=4,
        language="en",
        seed=SEED,
        host_user_id=HOST,
        options={"role": 5},
        starts=starts,
        ends=END,
    )


async def test_a_season_is_stored_with_its_entrants_in_their_order(storage: Storage) -> None:
    async with storage.transaction() as tx:
        season = await create_season(tx)
        for user_id, name in ((ASHA, "Asha"), (BILAL, "Bilal"), (CHARU, "Charu")):
            await tx.add_entrant(season.id, user_id, name)
        await tx.remove_entrant(season.id, BILAL)
        await tx.add_entrant(season.id, BILAL, "Bilal")
        await tx.drop_out(season.id, ASHA)
    async with storage.read() as view:
        found = await view.entrants(season.id)
        assert [(one.place, one.user_id, one.left is None) for one in found] == [
            (0, ASHA, False),
            (2, CHARU, True),
            (3, BILAL, True),
        ]
        assert await view.season(season.id) == season
        assert (season.seed, season.options, season.due, season.round) == (SEED, {"role": 5}, END, 0)
        with pytest.raises(UnknownGame):
            await view.season("nosuch")


async def test_the_seasons_of_a_server_are_listed_newest_first(storage: Storage) -> None:
    async with storage.transaction() as tx:
        first = await create_season(tx)
    async with storage.transaction() as tx:
        second = await create_season(tx, name="Autumn")
        await tx.update_season(first.id, status="over")
    async with storage.read() as view:
        assert [one.id for one in await view.seasons(SERVER)] == [second.id, first.id]
        assert [one.id for one in await view.seasons(SERVER, ["open"])] == [second.id]
        assert await view.seasons(None) == []
    async with storage.transaction() as tx:
        later = [await create_season(tx, name=f"S{number}") for number in range(30)]
        # However many seasons a server has had, none gets lost.
        assert {one.id for one in await tx.seasons(SERVER)} == {first.id, second.id, *(one.id for one in later)}


async def test_a_season_is_due_at_its_start_and_when_one_of_its_games_has_ended(storage: Storage) -> None:
    now = utc_now()
    async with storage.transaction() as tx:
        late = await create_season(tx, starts=now + timedelta(days=1))
        early = await create_season(tx, starts=now - timedelta(days=1))
        assert await tx.seasons_due() == [early.id]
        assert await tx.next_due() == early.starts
        await tx.update_season(early.id, due=None, status="over")
        await tx.hasten_season(early.id)
        assert await tx.seasons_due() == []
        await tx.update_season(late.id, status="playing")
        await tx.hasten_season(late.id)
        assert await tx.seasons_due() == [late.id]


async def test_the_tables_of_a_season_are_listed_by_round_with_their_status(storage: Storage) -> None:
    async with storage.transaction() as tx:
        season = await create_season(tx)
        games = [await create_game(tx) for _ in range(3)]
        for game, (round_number, number) in zip(games, ((2, 1), (1, 2), (1, 1)), strict=True):
            await tx.add_season_game(season.id, game.id, round_number, number, [2, None, 0, 1])
        await tx.update_game(games[1].id, status="closed")
        await tx.update_season(season.id, plan=[[[0, 1, None, 2]]], round=2)
    async with storage.read() as view:
        found = await view.season_games(season.id)
        assert [(one.game_id, status) for one, status in found] == [
            (games[2].id, "open"),
            (games[1].id, "closed"),
            (games[0].id, "open"),
        ]
        assert found[0][0].places == [2, None, 0, 1]
        assert (await view.season(season.id)).plan == [[[0, 1, None, 2]]]


async def test_forgetting_a_person_drops_them_out_of_their_seasons(storage: Storage) -> None:
    async with storage.transaction() as tx:
        season = await create_season(tx)
        await tx.add_entrant(season.id, ASHA, "Asha")
        await tx.add_entrant(season.id, HOST, "Host")
        assert (await tx.find_traces(ASHA)).seasons == (await tx.find_traces(HOST)).seasons == 1
        await tx.forget_user(ASHA)
        await tx.forget_user(HOST)
        assert (await tx.find_traces(ASHA)).is_empty
        found = await tx.entrants(season.id)
        assert [(one.user_id, one.display_name, one.left is None) for one in found] == [(None, "", False)] * 2
        assert (await tx.season(season.id)).host_user_id == NOBODY


@pytest.mark.parametrize("role", ["entrant", "substitute", "host"])
async def test_news_of_a_season_no_longer_names_a_person_who_is_forgotten(storage: Storage, role: str) -> None:
    async with storage.transaction() as tx:
        season = await create_season(tx)
        if role == "entrant":
            await tx.add_entrant(season.id, ASHA, "Asha")
        elif role == "substitute":
            await tx.name_substitute(season.id, ASHA, "Asha")
        else:
            await tx.update_season(season.id, host_user_id=ASHA)
        # The news is a post of the first table, at which the person has never had a seat.
        game = await create_game(tx)
        await tx.add_season_game(season.id, game.id, 1, 1, [1, 2, 3, None])
        for who, name in ((ASHA, "Asha"), (BILAL, "Bilal")):
            await tx.enqueue(game.id, "season", "season", {"about": "stays", "who": who, "name": name})
            (post,) = await tx.claim_due()
            await tx.mark_sent(post.id, 5)
        assert await tx.forget_user(ASHA) == []
        assert [post.payload.get("name") for post in await tx.posts(game.id)] == [None, "Bilal"]


async def test_messages_of_a_game_that_a_person_has_left_no_longer_name_them(storage: Storage) -> None:
    async with storage.transaction() as tx:
        game = await create_game(tx)
        await tx.take_seat(game.id, "raj", ASHA, "Asha")
        await tx.update_game(game.id, status="playing")
        await tx.enqueue(game.id, "turn", "public", {"content": "Asha has left"})
        (post,) = await tx.claim_due()
        await tx.mark_sent(post.id, 5)
        await tx.leave_seat(game.id, "raj")
        assert await tx.forget_user(ASHA) == []
        assert [post.payload for post in await tx.posts(game.id)] == [{}]


async def test_the_circle_of_a_season_has_its_active_entrants_and_its_substitutes(storage: Storage) -> None:
    async with storage.transaction() as tx:
        season = await create_season(tx)
        assert await tx.circle(season.id) == Circle(frozenset(), frozenset(), frozenset(), frozenset(), counts=True)
        for user_id in (ASHA, BILAL):
            await tx.add_entrant(season.id, user_id, "Somebody")
        await tx.name_substitute(season.id, CHARU, "Charu")
        assert await tx.circle(season.id) == Circle(
            frozenset({ASHA, BILAL}), frozenset({CHARU}), frozenset(), frozenset(), counts=True
        )
        await tx.drop_out(season.id, BILAL)
    async with storage.read() as view:
        assert await view.circle(season.id) == Circle(
            frozenset({ASHA}), frozenset({CHARU}), frozenset(), frozenset(), counts=True
        )
        assert [one.display_name for one in await view.substitutes(season.id)] == ["Charu"]
        assert (await view.find_traces(CHARU)).seasons == 1
    async with storage.transaction() as tx:
        await tx.forget_user(CHARU)
        assert (await tx.circle(season.id)).substitutes == frozenset()
        assert (await tx.find_traces(CHARU)).is_empty


async def test_the_first_table_of_a_season_can_be_locked_by_its_season(storage: Storage) -> None:
    async with storage.transaction() as tx:
        season = await create_season(tx)
        await tx.lock_first_game(season.id)
        game = await create_game(tx)
        await tx.add_season_game(season.id, game.id, 1, 1, [0, 1, None, 2])
    async with storage.transaction() as tx:
        await tx.lock_first_game(season.id)
        assert (await tx.lock_game(game.id)).id == game.id


async def test_leaving_a_running_game_is_recorded_until_the_person_is_forgotten(storage: Storage) -> None:
    async with storage.transaction() as tx:
        game = await create_game(tx)
        seat, other = [row.seat for row in await tx.seats(game.id)][:2]
        await tx.take_seat(game.id, seat, ASHA, "Asha")
        await tx.leave_seat(game.id, seat)
        assert await tx.entries_of([game.id]) == {}
        await tx.take_seat(game.id, seat, ASHA, "Asha")
        await tx.take_seat(game.id, other, BILAL, "Bilal")
        await tx.update_game(game.id, status="playing")
        await tx.leave_seat(game.id, seat, "replaced")
        await tx.take_seat(game.id, seat, CHARU, "Charu")
        await tx.leave_seat(game.id, seat)
        since = tx.now - timedelta(days=1)
        assert await tx.count_left([ASHA, BILAL, CHARU], since) == {ASHA: 1, CHARU: 1}
        assert await tx.count_left([ASHA], tx.now + timedelta(days=1)) == {}
        await tx.forget_user(ASHA)
        await tx.forget_user(BILAL)
        entries = (await tx.entries_of([game.id]))[game.id]
    assert [(one.seat, one.number, one.user_id, one.display_name, one.left_by) for one in entries] == sorted(
        [(seat, 0, None, "", "replaced"), (seat, 1, CHARU, "Charu", "left"), (other, 0, None, "", "forgotten")]
    )

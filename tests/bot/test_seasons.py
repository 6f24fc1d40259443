"""Seasons below the buttons: entering, rounds that open by themselves, dropouts, the end; and after a crash."""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncIterator, Mapping, Sequence
from datetime import datetime, timedelta

import pytest
import pytest_asyncio

from bot.errors import TableError
from bot.language import load_language
from bot.narrate.seasons import announce_season, write_news
from bot.seasons import advancing
from bot.seasons.advancing import LATER
from bot.seasons.club import Club, News, SeasonOptions
from bot.seasons.service import LONGEST, MOST_ENTRANTS, MOST_SUBSTITUTES, NAME_LENGTH, OPEN_AT_ONCE
from bot.tables.play import Tables
from bot.tables.privacy import Privacy
from bot.tables.servers import Limits
from bot.tables.table import Spot, Table
from storage import Seat, open_storage
from tests.bot.clock import NOON, Clock
from tests.bot.players import HOST as HOST_OF_TABLES
from tests.bot.players import open_lobby, posts_of
from tests.seasons.world import GUILD, HOST, PEOPLE, SEATS, SeasonWorld
from tests.storage.test_season_steps import Kill, Killed


@pytest_asyncio.fixture
async def world(database: str) -> AsyncIterator[SeasonWorld]:
    """Provide seasons in an empty database."""
    clock = Clock(NOON)
    storage = await open_storage(database, now=clock)
    yield SeasonWorld(storage, clock, Limits())
    await storage.close()


async def test_a_season_is_played_to_its_end(world: SeasonWorld) -> None:
    season_id = await world.begin()
    club = await world.seasons.find(season_id)
    assert (club.season.status, club.season.round, len(club.running)) == ("playing", 1, 2)
    for game_id in club.running:
        table = await world.tables.table(game_id)
        assert table.game.status == "playing"
        assert table.game.thread_id is not None
        assert len(table.people) == 4
        assert table.game.host_user_id == HOST
    had = Counter[tuple[int | None, str]]()
    for number in range(1, 5):
        club = await world.seasons.find(season_id)
        assert club.season.round == number
        for game_id in club.running:
            had.update((row.user_id, row.seat) for row in (await world.tables.table(game_id)).seats)
        await world.finish_round(season_id)
    assert set(had.values()) == {1}
    assert len(had) == 32
    club = await world.seasons.find(season_id)
    assert (club.season.status, club.season.due, len(club.games)) == ("over", None, 8)
    news = await world.news(season_id)
    assert [(one.about, one.number) for one in news] == [*(("round", number) for number in range(1, 5)), ("end", 0)]
    standings, games = await world.seasons.rank(club)
    assert len(games) == 8
    # Everyone has had every seat once, and the same seat always wins, so everyone has come in each place once.
    assert {one.points for one in standings} == {4 + 2 + 1}
    assert {one.played for one in standings} == {4}


async def test_a_season_begins_on_its_date_or_is_closed_if_no_one_entered(world: SeasonWorld) -> None:
    starts = world.clock() + timedelta(days=2)
    season_id = await world.open(4, starts=starts)
    empty = await world.seasons.open(
        2,
        guild_id=GUILD,
        channel_id=5,
        name="No one",
        scenario="short",
        language="en",
        host_user_id=HOST,
        rank="moderator",
        starts=starts,
        ends=starts + timedelta(days=9),
    )
    await world.keeper.fire_due()
    assert (await world.seasons.find(season_id)).season.status == "open"
    world.clock.go(days=2)
    await world.keeper.fire_due()
    assert (await world.seasons.find(season_id)).season.round == 1
    assert (await world.seasons.find(empty.season.id)).season.status == "closed"


async def test_the_timekeeper_learns_when_a_season_must_be_checked_next(
    world: SeasonWorld, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard: list[datetime] = []
    world.advancing.on_due = heard.append
    starts = world.clock() + timedelta(days=2)
    season_id = await world.open(4, starts=starts)
    assert heard == [starts]
    world.clock.go(days=2)
    await world.keeper.fire_due()
    club = await world.seasons.find(season_id)
    assert heard[-1] == club.season.due == club.start_of(2)
    await world.seasons.expel(None, season_id, HOST, PEOPLE[0])
    assert heard[-1] == world.clock() + timedelta(hours=12)

    find = advancing.find_homeless

    def fail(club: Club, seats: Mapping[str, Sequence[Seat]]) -> list[tuple[str, str]]:
        if club.season.id == season_id:
            raise RuntimeError("no light")
        return find(club, seats)

    # A season that cannot continue is tried again later, and does not hold up another.
    world.interaction = 2
    other = await world.open(4, starts=starts + timedelta(hours=13))
    world.clock.go(hours=14)
    with monkeypatch.context() as patch:
        patch.setattr(advancing, "find_homeless", fail)
        await world.keeper.fire_due()
    later = world.clock() + advancing.LATER
    assert later in heard
    assert (await world.seasons.find(season_id)).season.due == later
    assert (await world.news(other))[-1].about == "round"
    world.clock.go(hours=1)
    await world.keeper.fire_due()
    assert (await world.news(season_id))[-1].about == "again"


async def test_rounds_and_the_season_end_on_time_while_a_game_continues(
    world: SeasonWorld,
) -> None:
    season_id = await world.begin(4)
    first = (await world.seasons.find(season_id)).running
    world.clock.go(days=24)
    await world.keeper.fire_due()
    assert (await world.seasons.find(season_id)).season.round == 1
    world.clock.go(days=2)
    await world.keeper.fire_due()
    club = await world.seasons.find(season_id)
    assert club.season.round == 2
    assert len(club.running) == 2
    await world.finish(first[0])
    world.clock.go(days=75)
    await world.keeper.fire_due()
    club = await world.seasons.find(season_id)
    assert club.season.status == "over"
    # A game that ends after the season no longer counts.
    await world.finish(club.running[0])
    _, games = await world.seasons.rank(await world.seasons.find(season_id))
    assert [past.game.id for past in games] == first


async def test_the_seats_of_a_dropout_continue_and_the_others_are_paired_again(world: SeasonWorld) -> None:
    season_id = await world.begin(8)
    await world.seasons.leave(None, season_id, PEOPLE[0])
    club = await world.seasons.find(season_id)
    seats = [row for game_id in club.running for row in (await world.tables.table(game_id)).seats]
    assert PEOPLE[0] not in [row.user_id for row in seats]
    assert Counter(row.kind for row in seats) == {"player": 7, "arjuna": 1}
    # Another process that has read the season before finds everything done.
    (left,) = [row for row in seats if row.kind == "arjuna"]
    game_id, before = left.game_id, await posts_of(world.tables.storage, left.game_id)
    await advancing.give_up_seats(world.tables, [(game_id, left.seat)])
    assert await posts_of(world.tables.storage, game_id) == before
    # When the game is over, everyone keeps their seat.
    await world.finish(game_id)
    people = await world.whose(game_id)
    await advancing.give_up_seats(world.tables, [(game_id, seat) for seat in people])
    assert await world.whose(game_id) == people
    await world.finish_round(season_id)
    club = await world.seasons.find(season_id)
    tables = [await world.tables.table(game_id) for game_id in club.running]
    assert sorted(person for table in tables for person in table.people) == list(PEOPLE)[1:]
    with pytest.raises(TableError, match="not_in_season"):
        await world.seasons.leave(None, season_id, PEOPLE[0])


async def test_after_a_crash_the_automatic_player_gets_the_seats_of_a_dropout(
    world: SeasonWorld, monkeypatch: pytest.MonkeyPatch
) -> None:
    season_id = await world.begin(8)

    async def crash(tables: Tables, homeless: object) -> None:
        raise RuntimeError

    with monkeypatch.context() as patch:
        patch.setattr(advancing, "give_up_seats", crash)
        with pytest.raises(RuntimeError):
            await world.seasons.leave(None, season_id, PEOPLE[0])
    await world.keeper.fire_due()
    club = await world.seasons.find(season_id)
    people = {person for game_id in club.running for person in (await world.tables.table(game_id)).people}
    assert people == {*PEOPLE} - {PEOPLE[0]}
    # A person who takes a seat there later keeps it.
    world.clock.go(days=1)
    (game_id,) = [one for one in club.running if len((await world.tables.table(one)).people) == 3]
    async with world.tables.transactions.begin(game_id, None) as tx:
        seat = next(row.seat for row in tx.table.seats if row.user_id is None)
        await tx.leave_seat(game_id, seat)
        await tx.take_seat(game_id, seat, PEOPLE[0], "P101")
    await world.advancing.look(season_id)
    assert PEOPLE[0] in (await world.tables.table(game_id)).people


async def test_the_automatic_player_takes_the_seat_of_anyone_in_a_season_who_deletes_their_data(
    world: SeasonWorld,
) -> None:
    """The seat of a substitute stayed empty until the next round, and after the season that of anyone, for good."""
    season_id = await world.begin(8)
    first, second = (await world.seasons.find(season_id)).running
    people = await world.whose(first)
    substitute, seat = 99, "congress"
    async with world.tables.transactions.begin(first, None) as tx:
        await tx.leave_seat(first, seat)
        await tx.take_seat(first, seat, substitute, "Sub")
    await Privacy(world.tables).forget(70, substitute)
    await world.keeper.fire_due()
    holder = (await world.tables.table(first)).holder(seat)
    assert holder is not None
    assert holder.kind == "arjuna"
    # Games that continue when the season is over do not wait for anyone either.
    await world.seasons.close(None, season_id, HOST)
    for number, (game_id, one) in enumerate(((first, "league"), *((second, one) for one in SEATS))):
        person = (await world.whose(game_id))[one]
        assert person is not None
        await Privacy(world.tables).forget(71 + number, person)
    table = await world.tables.table(first)
    assert [row.seat for row in table.seats if row.kind == "player"] == ["raj", "revolutionaries"]
    assert table.people == {people["raj"], people["revolutionaries"]}
    assert table.state.question is not None
    assert table.state.question.who in table.people
    assert (await world.tables.table(second)).game.status == "over"


@pytest.mark.seed("Arjuna begins")
async def test_a_table_of_a_season_waits_for_a_person_even_if_an_automatic_player_begins(world: SeasonWorld) -> None:
    season_id = await world.begin(5, rounds=1)
    moved = 0
    for game_id in (await world.seasons.find(season_id)).running:
        moment = await world.tables.moment(game_id)
        assert (await world.whose(game_id))[moment.game.pending_seat] in PEOPLE
        moved += moment.game.step_number > 0
    assert moved, "the word of the seed must be one with which an automatic player begins a game"


async def test_games_that_continue_when_a_season_is_closed_no_longer_count(world: SeasonWorld) -> None:
    season_id = await world.begin(8)
    first, second = (await world.seasons.find(season_id)).running
    await world.finish(first)
    world.clock.go(days=1)
    await world.seasons.close(None, season_id, HOST)
    world.clock.go(days=1)
    await world.finish(second)
    _, games = await world.seasons.rank(await world.seasons.find(season_id))
    assert [past.game.id for past in games] == [first]


async def test_queued_news_of_a_season_neither_name_nor_ping_a_person_who_deleted_their_data(
    world: SeasonWorld,
) -> None:
    """News that could not be posted for a while mentioned a person whose data had been deleted, and pinged them."""
    season_id = await world.begin(8)
    person = PEOPLE[0]
    await world.seasons.expel(None, season_id, HOST, person)
    (asked,) = [one for one in await world.news(season_id) if one.about == "asked"]
    assert (asked.who, asked.by) == (person, HOST)
    assert asked.name
    await Privacy(world.tables).forget(70, person)
    (news,) = [one for one in await world.news(season_id) if one.about == "asked"]
    assert (news.who, news.name, news.by) == (0, "", HOST)
    club = await world.seasons.find(season_id)
    assert f"?, <@{HOST}> asks whether you still play" in write_news(load_language("en"), club, news)
    await Privacy(world.tables).forget(71, HOST)
    (news,) = [one for one in await world.news(season_id) if one.about == "asked"]
    assert (news.who, news.by) == (0, 0)
    assert "<@" not in write_news(load_language("en"), club, news)


async def test_an_archived_game_of_a_season_is_reactivated_without_empty_seats(world: SeasonWorld) -> None:
    """After the end of the season no one could take the seat of a person who had deleted their data meanwhile."""
    season_id = await world.begin(4)
    (game_id,) = (await world.seasons.find(season_id)).running
    people = await world.whose(game_id)
    async with world.tables.transactions.begin(game_id, None) as tx:
        await tx.update_game(game_id, status="archived")
    await world.keeper.fire_due()
    person, other = people["congress"], people["raj"]
    assert person is not None
    assert other is not None
    await Privacy(world.tables).forget(70, person)
    await world.tables.expiry.reactivate(None, game_id, other, "Raj")
    table = await world.tables.table(game_id)
    assert [(row.seat, row.kind) for row in table.seats if row.kind != "player"] == [("congress", "arjuna")]


async def test_a_reactivated_game_gives_the_seat_of_a_dropout_to_arjuna_at_once(world: SeasonWorld) -> None:
    """The season was due, but nothing woke the timekeeper: the game waited for its next regular look."""
    season_id = await world.begin(4)
    (game_id,) = (await world.seasons.find(season_id)).running
    people = await world.whose(game_id)
    leaver, other = people["congress"], people["raj"]
    assert leaver is not None
    assert other is not None
    async with world.tables.transactions.begin(game_id, None) as tx:
        await tx.update_game(game_id, status="archived")
    await world.seasons.leave(None, season_id, leaver)
    await world.keeper.fire_due()
    expected: list[datetime] = []
    world.tables.timers.on_timer = expected.append
    await world.tables.expiry.reactivate(None, game_id, other, "Raj")
    assert min(expected) <= world.clock()
    await world.keeper.fire_due()
    assert (await world.whose(game_id))["congress"] is None


async def test_the_first_entrant_hosts_a_season_whose_host_deletes_their_data_before_it_begins(
    world: SeasonWorld,
) -> None:
    season_id = await world.open(4)
    await Privacy(world.tables).forget(70, HOST)
    await world.keeper.fire_due()
    club = await world.seasons.find(season_id)
    assert (club.season.status, club.season.host_user_id, club.season.due) == ("open", PEOPLE[0], club.season.ends)
    await world.seasons.start(None, season_id, PEOPLE[0])
    assert len((await world.seasons.find(season_id)).running) == 1


async def test_a_season_without_possible_pairings_ends(world: SeasonWorld) -> None:
    season_id = await world.begin(2)
    await world.seasons.leave(None, season_id, PEOPLE[0])
    assert len((await world.seasons.find(season_id)).running) == 1
    await world.seasons.leave(None, season_id, PEOPLE[1])
    club = await world.seasons.find(season_id)
    assert (club.season.status, club.running) == ("over", [])


async def test_after_a_crash_the_tables_of_a_round_are_opened_and_its_news_is_posted(world: SeasonWorld) -> None:
    season_id = await world.open(8)
    places = world.advancing.make_place

    async def crash(club: Club, table: Table) -> Spot | None:
        if world.places == 1:
            raise RuntimeError("no light")
        return await places(club, table)

    world.advancing.make_place = crash
    with pytest.raises(RuntimeError):
        await world.seasons.start(None, season_id, HOST)
    assert await world.news(season_id) == []
    world.advancing.make_place = world.make_place
    world.clock.go(hours=2)
    await world.keeper.fire_due()
    club = await world.seasons.find(season_id)
    statuses = [(await world.tables.table(game_id)).game.status for game_id in club.running]
    assert statuses == ["playing", "playing"]
    assert [one.number for one in await world.news(season_id)] == [1]
    await world.advancing.look(season_id)
    assert len(await world.news(season_id)) == 1


async def test_a_round_waits_until_the_server_has_room_for_its_tables(database: str) -> None:
    clock = Clock(NOON)
    storage = await open_storage(database, now=clock)
    world = SeasonWorld(storage, clock, Limits(tables_per_server=2))
    season_id = await world.open(8)
    beside = await open_lobby(world.tables, 99)
    with pytest.raises(TableError, match="too_many_tables_here"):
        await world.seasons.start(None, season_id, HOST)
    assert (await world.seasons.find(season_id)).season.status == "open"
    await world.tables.lobby.close(None, beside, HOST_OF_TABLES)
    await world.seasons.start(None, season_id, HOST)
    begun = (await world.seasons.find(season_id)).running
    assert len(begun) == 2
    for game_id in begun:
        await world.finish(game_id)
    beside = await open_lobby(world.tables, 98)
    await world.keeper.fire_due()
    assert (await world.seasons.find(season_id)).season.round == 1
    await world.tables.lobby.close(None, beside, HOST_OF_TABLES)
    clock.go(hours=LATER.total_seconds() / 3600)
    await world.keeper.fire_due()
    assert (await world.seasons.find(season_id)).season.round == 2
    await storage.close()


async def test_entering_a_season_needs_its_role_and_only_its_host_begins_it(world: SeasonWorld) -> None:
    season_id = await world.open(0, options=SeasonOptions(role=77))
    with pytest.raises(TableError, match="season_role"):
        await world.seasons.enter(None, season_id, 1, "Asha", [76])
    await world.seasons.enter(None, season_id, 1, "Asha", [77])
    await world.seasons.enter(None, season_id, 1, "Asha", [77])
    assert len((await world.seasons.find(season_id)).active) == 1
    with pytest.raises(TableError, match="season_too_few"):
        await world.seasons.start(None, season_id, HOST)
    with pytest.raises(TableError, match="season_host"):
        await world.seasons.start(None, season_id, 1)
    with pytest.raises(TableError, match="season_host"):
        await world.seasons.expel(None, season_id, 2, 1)
    await world.seasons.expel(None, season_id, 2, 1, rank="moderator")
    assert (await world.seasons.find(season_id)).entrants == ()
    await world.seasons.close(None, season_id, 2, rank="manager")
    with pytest.raises(TableError, match="season_begun"):
        await world.seasons.enter(None, season_id, 1, "Asha", [77])
    with pytest.raises(TableError, match="season_over"):
        await world.seasons.close(None, season_id, HOST)


@pytest.mark.parametrize(
    ("changes", "error"),
    [
        ({"name": " "}, "bad_season_name"),
        ({"name": "x" * (NAME_LENGTH + 1)}, "bad_season_name"),
        ({"players": 9}, "not_for_so_many"),
        ({"ends": NOON - timedelta(days=1)}, "bad_season_dates"),
        ({"ends": NOON + LONGEST + timedelta(days=1)}, "bad_season_dates"),
        ({"starts": NOON + timedelta(days=2), "ends": NOON + timedelta(days=1)}, "bad_season_dates"),
        ({"starts": NOON - timedelta(days=1)}, "bad_season_dates"),
        ({"options": SeasonOptions(variant="nosuch")}, "no_such_variant"),
        ({"options": SeasonOptions(opponent="nosuch")}, "no_such_opponent"),
    ],
)
async def test_impossible_options_of_a_season_are_refused(
    world: SeasonWorld, changes: dict[str, object], error: str
) -> None:
    with pytest.raises(TableError, match=error):
        await world.open(0, **changes)
    assert await world.seasons.find_all(GUILD) == []


async def test_the_shortest_and_the_longest_name_and_the_latest_end_are_allowed(world: SeasonWorld) -> None:
    for number, name in enumerate(("S", "x" * NAME_LENGTH)):
        world.interaction = number
        club = await world.seasons.find(await world.open(0, name=name, ends=world.clock() + LONGEST))
        assert club.season.name == name


async def test_a_season_takes_a_limited_number_of_entrants_and_substitutes(world: SeasonWorld) -> None:
    season_id = await world.open(8)
    await world.seasons.substitute(None, season_id, HOST, 900, "Friend")
    with pytest.raises(TableError, match="season_rival"):
        await world.seasons.substitute(None, season_id, HOST, PEOPLE[0], "P101")
    async with world.tables.storage.transaction() as tx:
        for number in range(1, MOST_SUBSTITUTES):
            await tx.name_substitute(season_id, 900 + number, "Friend")
        for number in range(9, MOST_ENTRANTS):
            await tx.add_entrant(season_id, 200 + number, "Somebody")
    with pytest.raises(TableError, match="season_full"):
        await world.seasons.substitute(None, season_id, HOST, 899, "Friend")
    await world.seasons.enter(None, season_id, 200, "Last")
    with pytest.raises(TableError, match="season_full"):
        await world.seasons.enter(None, season_id, 201, "Late")
    # Naming a substitute again ends that, and someone who leaves makes room.
    await world.seasons.substitute(None, season_id, HOST, 900, "Friend")
    await world.seasons.substitute(None, season_id, HOST, 899, "Friend")
    await world.seasons.leave(None, season_id, 200)
    club = await world.seasons.enter(None, season_id, 201, "Late")
    assert (len(club.active), len(club.substitutes)) == (MOST_ENTRANTS, MOST_SUBSTITUTES)


async def test_news_of_a_season_without_tables_is_announced_once_and_only_if_it_is_stored(
    world: SeasonWorld, monkeypatch: pytest.MonkeyPatch
) -> None:
    announced: list[tuple[str, int]] = []

    async def announce(club: Club, news: News) -> None:
        announced.append((news.about, news.who))

    world.seasons.gate.announce = announce
    season_id = await world.open(2)
    await world.seasons.expel(None, season_id, HOST, PEOPLE[0])
    assert announced == [("expelled", PEOPLE[0])]
    storage = world.tables.storage
    with monkeypatch.context() as patch:
        patch.setattr(storage, "transaction", Kill(storage, 1, is_committed=False).transaction)
        with pytest.raises(Killed):
            await world.seasons.close(None, season_id, HOST)
        world.clock.go(days=101)
        with pytest.raises(Killed):
            await world.advancing.look(season_id)
        world.clock.go(days=-101)
    # The season has not ended, so a later change must not announce its end.
    await world.seasons.enter(None, season_id, PEOPLE[0], "P101")
    assert announced == [("expelled", PEOPLE[0])]
    world.clock.go(days=101)
    await world.keeper.fire_due()
    assert announced == [("expelled", PEOPLE[0]), ("end", 0)]


async def test_a_repeated_click_opens_one_season_and_seasons_per_server_are_limited(world: SeasonWorld) -> None:
    assert await world.open(0) == await world.open(0)
    settings = {
        "guild_id": GUILD,
        "channel_id": 5,
        "scenario": "short",
        "language": "en",
        "host_user_id": HOST,
        "rank": "manager",
    }
    ends = world.clock() + timedelta(days=5)
    for number in range(2, OPEN_AT_ONCE + 1):
        await world.seasons.open(number, name=f"S{number}", ends=ends, **settings)  # type: ignore[arg-type]
    with pytest.raises(TableError, match="too_many_seasons"):
        await world.seasons.open(9, name="S9", ends=ends, **settings)  # type: ignore[arg-type]


async def test_a_season_is_found_by_name_or_id(world: SeasonWorld) -> None:
    with pytest.raises(TableError, match=r"error\.no_season"):
        await world.seasons.pick(GUILD)
    season_id = await world.open(0)
    for wanted in ("", "spring", season_id):
        assert (await world.seasons.pick(GUILD, wanted)).season.id == season_id
    with pytest.raises(TableError, match="no_such_season"):
        await world.seasons.pick(GUILD, "autumn")
    with pytest.raises(TableError, match=r"error\.no_season"):
        await world.seasons.pick(GUILD + 1, season_id)
    # Of two with the same name, the one that is not over is meant, or else the newest.
    world.clock.go(hours=1)
    world.interaction = 2
    newer = await world.open(0)
    await world.seasons.close(None, newer, HOST)
    assert (await world.seasons.pick(GUILD, "Spring")).season.id == season_id
    await world.seasons.close(None, season_id, HOST)
    assert (await world.seasons.pick(GUILD)).season.id == newer


@pytest.mark.parametrize("drops", [False, True])
async def test_the_organiser_reads_of_a_corrected_game_and_whether_it_counts(world: SeasonWorld, drops: bool) -> None:
    season_id = await world.begin(4, options=SeasonOptions(drops_corrected=drops))
    club = await world.seasons.find(season_id)
    (game_id,) = club.running
    people = [who for who in (await world.whose(game_id)).values() if who is not None]
    tried = await world.tables.corrections.try_out(game_id, people[0], lambda game: {"unity": 5})
    asked = await world.tables.corrections.propose(None, game_id, people[0], tried.version)
    for person in people[1:]:
        await world.tables.votes.answer(None, game_id, person, asked.number, agree=True)
    told = [message for message in await posts_of(world.tables.storage, game_id) if HOST in message.pings]
    assert len(told) == 1
    words = "does not count" if drops else "counts like any other"
    assert "A table of the season **Spring** was corrected by all its players." in told[0].content
    assert words in told[0].content
    assert ("do not count" in announce_season(load_language("en"), club)) == drops
    await world.finish(game_id)
    played = {number[2] for number in (await world.points(season_id)).values()}
    assert played == ({0} if drops else {1})

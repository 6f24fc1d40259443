"""Results of seasons belong to the entrants of the pairing, and no one who plays has the rights of a moderator."""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncIterator
from dataclasses import dataclass
from datetime import timedelta

import pytest
import pytest_asyncio

from bot.errors import TableError
from bot.seasons.club import Club, News, SeasonOptions
from bot.tables.absences import AUTOMATIC_PLAYER, StandIn
from bot.tables.privacy import Privacy
from bot.tables.servers import CALLS, Limits
from engine.core.text import text
from storage import open_storage
from tests.bot.clock import NOON, Clock, let_pass
from tests.bot.players import act_plainly, posts_of
from tests.bot.test_counts import statements
from tests.seasons.world import HOST, PEOPLE, SEATS, SeasonWorld

FRIEND, SUBSTITUTE, MODERATOR = 900, 901, 902


@dataclass
class Round:
    """The first round of a season of eight: its world, its id, its tables with who has which seat."""

    world: SeasonWorld
    season_id: str
    here: str
    there: str
    people: dict[str, int]

    @property
    def first(self) -> int:
        """Return the person with the first seat, who will win."""
        return self.people[SEATS[0]]

    async def seat_substitute(self) -> None:
        """Let the first person leave, and a substitute take over their seat, to which all agree."""
        tables = self.world.tables
        await tables.leave(None, self.here, self.first, "")
        asked = await tables.replacing.propose(None, self.here, SUBSTITUTE, SEATS[0], StandIn(SUBSTITUTE, "Sub"))
        for seat in SEATS[1:]:
            await tables.votes.answer(None, self.here, self.people[seat], asked.number, agree=True)
        assert (await self.world.whose(self.here))[SEATS[0]] == SUBSTITUTE


@pytest_asyncio.fixture
async def world(database: str) -> AsyncIterator[SeasonWorld]:
    """Provide seasons in an empty database."""
    storage = await open_storage(database, now=(clock := Clock(NOON)))
    yield SeasonWorld(storage, clock, Limits())
    await storage.close()


@pytest_asyncio.fixture
async def begun(world: SeasonWorld) -> Round:
    """Return a season whose first round has begun."""
    season_id = await world.begin(8)
    here, there = (await world.seasons.find(season_id)).running
    people = {seat: who for seat, who in (await world.whose(here)).items() if who is not None}
    return Round(world, season_id, here, there, people)


# -- results ---------------------------------------------------------------------------------------------------


async def test_a_person_who_leaves_a_seat_loses_and_the_seat_becomes_automatic_at_once(begun: Round) -> None:
    world = begun.world
    await world.tables.leave(None, begun.here, begun.first, "")
    seats = (await world.tables.table(begun.here)).seats
    assert [row.kind for row in seats if row.user_id is None] == ["arjuna"]
    with pytest.raises(TableError, match=r"arjuna_has_seat|season_seat"):
        await world.tables.lobby.join(None, begun.here, FRIEND, "Friend", SEATS[0])
    await world.finish(begun.here)
    found = await world.points(begun.season_id)
    # The seat came first, but its result counts for no one, and the others move up.
    assert [found[begun.people[seat]] for seat in SEATS] == [(0, 0, 1), (3, 0, 1), (2, 0, 1), (1, 0, 1)]


@pytest.mark.parametrize("way", ["join", "claim", "offer", "replace"])
@pytest.mark.parametrize("who", ["outsider", "entrant", "neighbour"])
async def test_neither_an_outsider_nor_another_entrant_gets_a_seat_of_a_season(
    begun: Round, way: str, who: str
) -> None:
    world, tables = begun.world, begun.world.tables
    there = await world.whose(begun.there)
    others = {"outsider": FRIEND, "entrant": there[SEATS[0]], "neighbour": begun.people[SEATS[1]]}
    newcomer = others[who]
    assert newcomer is not None
    if way in ("join", "claim"):
        await tables.leave(None, begun.here, begun.first, "")
    with pytest.raises(TableError):
        if way == "join":
            await tables.lobby.join(None, begun.here, newcomer, "New", SEATS[0])
        else:
            by = begun.first if way == "offer" else begun.people[SEATS[2]]
            await tables.replacing.propose(None, begun.here, by, SEATS[0], StandIn(newcomer, "New"))
    assert newcomer != (await world.whose(begun.here))[SEATS[0]]


async def test_a_substitute_takes_over_and_earns_nothing(begun: Round) -> None:
    world, tables = begun.world, begun.world.tables
    await world.seasons.substitute(None, begun.season_id, HOST, SUBSTITUTE, "Sub")
    await tables.leave(None, begun.here, begun.first, "")
    asked = await tables.replacing.propose(None, begun.here, SUBSTITUTE, SEATS[0], StandIn(SUBSTITUTE, "Sub"))
    for seat in SEATS[1:]:
        await tables.votes.answer(None, begun.here, begun.people[seat], asked.number, agree=True)
    assert (await world.whose(begun.here))[SEATS[0]] == SUBSTITUTE
    await world.finish(begun.here)
    found = await world.points(begun.season_id)
    assert SUBSTITUTE not in found
    assert found[begun.first] == (0, 0, 1)
    news = await world.news(begun.season_id)
    assert [(one.about, one.who, one.by) for one in news][-1] == ("substitute", SUBSTITUTE, HOST)
    await world.seasons.substitute(None, begun.season_id, HOST, SUBSTITUTE, "Sub")
    assert (await world.seasons.find(begun.season_id)).substitutes == ()


async def test_an_entrant_replaced_with_everyones_consent_keeps_the_points_of_the_seat(begun: Round) -> None:
    world, tables = begun.world, begun.world.tables
    by = begun.people[SEATS[1]]
    asked = await tables.replacing.propose(None, begun.here, by, SEATS[0], AUTOMATIC_PLAYER)
    for seat in (SEATS[0], *SEATS[2:]):
        await tables.votes.answer(None, begun.here, begun.people[seat], asked.number, agree=True)
    assert (await world.whose(begun.here))[SEATS[0]] is None
    await world.finish(begun.here)
    assert (await world.points(begun.season_id))[begun.first] == (4, 1, 1)


async def test_a_dropout_loses_the_game_in_progress_only(begun: Round) -> None:
    world = begun.world
    await world.finish_round(begun.season_id)
    before = await world.points(begun.season_id)
    await world.seasons.leave(None, begun.season_id, begun.first)
    await world.finish_round(begun.season_id)
    points, won, played = before[begun.first]
    assert (await world.points(begun.season_id))[begun.first] == (points, won, played + 1)


@pytest.mark.parametrize("is_deleted", [False, True])
async def test_the_last_person_in_a_season_game_is_called_back(begun: Round, is_deleted: bool) -> None:
    """They were away, Arjuna got every other seat, and the game waited for the last of these."""
    tables = begun.world.tables
    last, *others = begun.people.values()
    await tables.absences.leave(None, begun.here, last, AUTOMATIC_PLAYER, None)
    for person in others:
        if is_deleted:
            await Privacy(tables).forget(1000 + person, person)
            await begun.world.keeper.fire_due()
        else:
            await begun.world.seasons.leave(None, begun.season_id, person)
    table = await tables.table(begun.here)
    assert (table.people, table.absences) == ({last}, ())
    assert (await tables.moment(begun.here, last)).is_mine
    assert any(message.pings == [last] for message in await posts_of(tables.storage, begun.here))


async def test_a_game_that_its_last_person_closes_is_lost_by_all(begun: Round) -> None:
    world, tables = begun.world, begun.world.tables
    for seat in SEATS[1:]:
        await tables.leave(None, begun.here, begun.people[seat], "")
    await tables.lobby.close(None, begun.here, begun.first, "First")
    found = await world.points(begun.season_id)
    assert {found[who] for who in begun.people.values()} == {(0, 0, 1)}


async def test_a_season_game_that_everyone_has_left_counts_as_over(begun: Round) -> None:
    world, tables = begun.world, begun.world.tables
    for who in begun.people.values():
        await tables.leave(None, begun.here, who, "")
    assert (await tables.table(begun.here)).is_abandoned
    await world.finish(begun.there)
    await world.keeper.fire_due()
    assert (await world.seasons.find(begun.season_id)).season.round == 2


async def test_entrants_of_a_season_cannot_be_stand_ins_at_its_tables(begun: Round) -> None:
    for rival in (begun.people[SEATS[1]], (await begun.world.whose(begun.there))[SEATS[0]]):
        with pytest.raises(TableError, match="season_rival"):
            await begun.world.tables.absences.leave(None, begun.here, begun.first, StandIn(rival, "Rival"), None)
    await begun.world.tables.absences.leave(None, begun.here, begun.first, StandIn(FRIEND, "Friend"), None)


async def test_a_substitute_with_a_seat_cannot_stand_in_at_a_table_of_the_season(begun: Round) -> None:
    """They could act for two seats of one table."""
    world, tables = begun.world, begun.world.tables
    await world.seasons.substitute(None, begun.season_id, HOST, SUBSTITUTE, "Sub")
    await begun.seat_substitute()
    for game_id, away in ((begun.here, SEATS[1]), (begun.there, SEATS[0])):
        person = (await world.whose(game_id))[away]
        assert person is not None
        with pytest.raises(TableError, match="season_rival"):
            await tables.absences.leave(None, game_id, person, StandIn(SUBSTITUTE, "Sub"), None)


async def test_a_substitute_who_stands_in_can_take_over_only_that_seat(begun: Round) -> None:
    world, tables = begun.world, begun.world.tables
    await world.seasons.substitute(None, begun.season_id, HOST, SUBSTITUTE, "Sub")
    second = begun.people[SEATS[1]]
    await tables.absences.leave(None, begun.here, second, StandIn(SUBSTITUTE, "Sub"), None)
    with pytest.raises(TableError, match="season_rival"):
        await begun.seat_substitute()
    asked = await tables.replacing.propose(None, begun.here, second, SEATS[1], StandIn(SUBSTITUTE, "Sub"))
    await tables.votes.answer(None, begun.here, SUBSTITUTE, asked.number, agree=True)
    assert (await world.whose(begun.here))[SEATS[1]] == SUBSTITUTE


async def test_deleted_data_in_mid_season_leave_no_free_seat_and_no_season_without_host(begun: Round) -> None:
    world = begun.world
    privacy = Privacy(world.tables)
    await privacy.forget(1001, begun.first)
    await privacy.forget(1002, HOST)
    await world.keeper.fire_due()
    kinds = [row.kind for row in (await world.tables.table(begun.here)).seats]
    assert Counter(kinds) == {"player": 3, "arjuna": 1}
    club = await world.seasons.find(begun.season_id)
    assert club.season.host_user_id == club.active[0].user_id
    await world.finish_round(begun.season_id)
    assert begun.first not in await world.points(begun.season_id)
    assert (await world.seasons.find(begun.season_id)).season.round == 2
    assert (await privacy.look(begun.first)).is_empty


async def test_deleted_data_leave_no_free_seat_in_a_game_that_is_reactivated(begun: Round) -> None:
    """Seats were given to the automatic player in running games only, and then at the next step of the season."""
    world, tables = begun.world, begun.world.tables
    while (await tables.table(begun.here)).game.status != "archived":
        await let_pass(world.clock, world.keeper, 24)
    leaver, *others = begun.people.values()
    await Privacy(tables).forget(1001, leaver)
    await world.keeper.fire_due()
    await tables.expiry.reactivate(None, begun.here, others[0], "P")
    await world.keeper.fire_due()
    kinds = [row.kind for row in (await tables.table(begun.here)).seats]
    assert Counter(kinds) == {"player": 3, "arjuna": 1}


async def test_a_season_game_does_not_go_back_behind_a_die_or_a_card(begun: Round) -> None:
    tables = begun.world.tables
    for _ in range(8):
        moment = await tables.moment(begun.here)
        assert moment.decision is not None
        owner = moment.table.owner_of(moment.decision.seat)
        await act_plainly(tables, await tables.moment(begun.here, owner), owner)
    oldest = (await tables.rewinding.list_turns(begun.here))[-1].number
    with pytest.raises(TableError, match="season_rewind"):
        await tables.rewinding.propose(None, begun.here, begun.first, oldest)


# -- rights ----------------------------------------------------------------------------------------------------


async def test_a_moderator_who_plays_has_no_rights_in_the_season_nor_at_its_tables(begun: Round) -> None:
    world, seasons, tables = begun.world, begun.world.seasons, begun.world.tables
    me = begun.first
    rival = (await world.whose(begun.there))[SEATS[1]]
    assert rival is not None
    attempts = (
        seasons.expel(None, begun.season_id, me, rival, rank="manager"),
        seasons.close(None, begun.season_id, me, rank="manager"),
        seasons.substitute(None, begun.season_id, me, FRIEND, "Friend", rank="manager"),
        tables.replacing.free(None, begun.there, me, SEATS[1], rank="manager"),
        tables.lobby.close(None, begun.there, me, "Me", rank="manager"),
        tables.replacing.hand_over(None, begun.there, me, rival, "Rival", rank="manager"),
    )
    for attempt in attempts:
        with pytest.raises(TableError):
            await attempt
    assert (await seasons.find(begun.season_id)).find(rival) is not None


async def test_a_host_who_plays_has_no_rights_in_the_season(world: SeasonWorld) -> None:
    season_id = await world.open(7)
    await world.seasons.enter(None, season_id, HOST, "Host")
    await world.seasons.start(None, season_id, HOST)
    with pytest.raises(TableError, match="season_you_play"):
        await world.seasons.expel(None, season_id, HOST, PEOPLE[0])
    with pytest.raises(TableError, match="season_you_play"):
        await world.seasons.close(None, season_id, HOST)


async def test_removing_an_entrant_asks_them_for_a_day_and_is_recorded(begun: Round) -> None:
    world = begun.world
    await world.seasons.expel(None, begun.season_id, MODERATOR, begun.first, rank="moderator")
    with pytest.raises(TableError, match="vote_again"):
        await world.seasons.expel(None, begun.season_id, HOST, begun.first)
    assert (await world.seasons.find(begun.season_id)).season.due == world.clock() + timedelta(hours=12)
    asked = (await world.news(begun.season_id))[-1]
    assert (asked.about, asked.who, asked.by) == ("asked", begun.first, MODERATOR)
    await let_pass(world.clock, world.keeper, 11)
    assert (await world.news(begun.season_id))[-1] == asked
    await let_pass(world.clock, world.keeper, 12)
    assert [one.about for one in await world.news(begun.season_id)][-2:] == ["asked", "again"]
    assert begun.first in (await world.whose(begun.here)).values()
    await let_pass(world.clock, world.keeper, 1)
    assert (await world.news(begun.season_id))[-1].about == "expelled"
    assert begun.first not in (await world.whose(begun.here)).values()
    async with world.tables.storage.read() as reader:
        entry = (await reader.audit_entries(guild_id=1))[0]
    assert (entry.action, entry.user_id, entry.details["name"]) == ("expel", MODERATOR, "Spring")


@pytest.mark.parametrize("hours", [30, 200])
async def test_an_entrant_can_still_answer_after_an_outage(begun: Round, hours: int) -> None:
    """They lost all their games at the first look after it, and could never have clicked."""
    world = begun.world
    await world.seasons.expel(None, begun.season_id, HOST, begun.first)
    world.clock.go(hours=hours)
    await world.keeper.fire_due()
    late = min(hours - 24, 24)
    await let_pass(world.clock, world.keeper, late - 1)
    assert [one.about for one in await world.news(begun.season_id)][-2:] == ["asked", "again"]
    assert (await world.news(begun.season_id))[-1].until == int((world.clock() + timedelta(hours=1)).timestamp())
    await let_pass(world.clock, world.keeper, 1)
    assert (await world.news(begun.season_id))[-1].about == "expelled"


@pytest.mark.parametrize("way", ["click", "turn"])
async def test_a_click_or_a_turn_prevents_a_removal_from_a_season(begun: Round, way: str) -> None:
    world, tables = begun.world, begun.world.tables
    moment = await tables.moment(begun.here)
    assert moment.decision is not None
    person = moment.table.owner_of(moment.decision.seat)
    await world.seasons.expel(None, begun.season_id, HOST, person)
    world.clock.go(hours=1)
    if way == "click":
        await world.seasons.stay(None, begun.season_id, person)
    else:
        await act_plainly(tables, await tables.moment(begun.here, person), person)
    await let_pass(world.clock, world.keeper, 30)
    assert person in (await world.whose(begun.here)).values()
    assert (await world.news(begun.season_id))[-1].about == "stays"
    await world.seasons.expel(None, begun.season_id, HOST, person)


async def test_a_longer_time_limit_lengthens_the_silence_that_drops_an_entrant(world: SeasonWorld) -> None:
    season_id = await world.begin(4, options=SeasonOptions(pace="weekly"))
    await world.seasons.expel(None, season_id, HOST, PEOPLE[0])
    assert (await world.news(season_id))[-1].until == int((world.clock() + timedelta(days=7)).timestamp())
    await let_pass(world.clock, world.keeper, 24)
    # They cannot be asked again while the question is open, even after a day.
    with pytest.raises(TableError, match="vote_open"):
        await world.seasons.expel(None, season_id, HOST, PEOPLE[0])
    await let_pass(world.clock, world.keeper, 59)
    assert [one.about for one in await world.news(season_id)] == ["round", "asked"]
    await let_pass(world.clock, world.keeper, 84)
    assert [one.about for one in await world.news(season_id)] == ["round", "asked", "again"]
    assert (await world.seasons.find(season_id)).find(PEOPLE[0]) is not None
    await let_pass(world.clock, world.keeper, 1)
    assert (await world.news(season_id))[-1].about == "expelled"
    assert (await world.seasons.find(season_id)).find(PEOPLE[0]) is None


async def test_each_table_of_a_round_pings_its_people_once(begun: Round) -> None:
    pinged = Counter[int]()
    for game_id in (begun.here, begun.there):
        for post in await posts_of(begun.world.tables.storage, game_id):
            pinged.update(post.announced.everybody)
    assert pinged == Counter(PEOPLE)


# -- counts ----------------------------------------------------------------------------------------------------

STATEMENTS_OF_A_STEP, TRANSACTIONS_OF_A_STEP = 53, 4
"""A round ends, and two tables of the next begin, with 17 statements each."""
READS_OF_A_CLUB = 1
"""One for the step. Its message after the tables have begun only checks that nothing has changed."""


async def test_a_step_of_a_season_takes_few_queries_and_transactions(begun: Round) -> None:
    world = begun.world
    await world.finish(begun.here)
    await world.finish(begun.there)
    with statements() as executed:
        await world.advancing.look(begun.season_id)
    assert (await world.seasons.find(begun.season_id)).season.round == 2
    counted = [one for one in executed if not one.startswith(("BEGIN", "PRAGMA", "COMMIT"))]
    transactions = sum(one.startswith("BEGIN") for one in executed)
    assert transactions <= TRANSACTIONS_OF_A_STEP
    assert sum(one.startswith("SELECT season.") for one in counted) <= READS_OF_A_CLUB
    assert len(counted) <= STATEMENTS_OF_A_STEP


# -- what cheaters try -----------------------------------------------------------------------------------------


async def test_a_moderator_cannot_close_a_game_of_a_season(begun: Round) -> None:
    world, tables = begun.world, begun.world.tables
    for who in (MODERATOR, HOST):
        with pytest.raises(TableError, match=r"season_table|close_others"):
            await tables.lobby.close(None, begun.here, who, "Friend", rank="manager")
    assert (await tables.table(begun.here)).game.status == "playing"
    # A game of a season that has ended can be closed like any other.
    await world.seasons.close(None, begun.season_id, MODERATOR, rank="manager")
    await tables.lobby.close(None, begun.here, MODERATOR, "Mina", rank="manager")
    assert (await tables.table(begun.here)).game.status == "over"


async def test_a_table_of_a_season_that_has_not_begun_cannot_be_closed_or_emptied(
    world: SeasonWorld, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(*args: object) -> None:
        raise TableError(text("error.stale"))

    monkeypatch.setattr("bot.seasons.advancing.open_table", fail)
    season_id = await world.begin(4, rounds=1)
    (game_id,) = (await world.seasons.find(season_id)).running
    people = await world.whose(game_id)
    tables = world.tables
    with pytest.raises(TableError, match="season_table"):
        await tables.lobby.close(None, game_id, MODERATOR, "Mina", rank="manager")
    with pytest.raises(TableError, match="season_table"):
        await tables.replacing.remove(None, game_id, MODERATOR, people[SEATS[0]] or 0, "Mina", rank="manager")
    assert await world.whose(game_id) == people


async def test_a_moderator_who_acts_for_an_entrant_has_no_rights_in_the_season(begun: Round) -> None:
    world, seasons, tables = begun.world, begun.world.seasons, begun.world.tables
    rival = (await world.whose(begun.there))[SEATS[1]]
    assert rival is not None
    for acting in (MODERATOR, HOST):
        await tables.absences.leave(None, begun.here, begun.first, StandIn(acting, "Friend"), None)
        for attempt in (
            seasons.expel(None, begun.season_id, acting, rival, rank="manager"),
            seasons.close(None, begun.season_id, acting, rank="manager"),
            seasons.substitute(None, begun.season_id, acting, FRIEND, "Friend", rank="manager"),
            tables.replacing.free(None, begun.there, acting, SEATS[1], rank="manager"),
            tables.replacing.hand_over(None, begun.there, acting, rival, "Rival", rank="manager"),
        ):
            with pytest.raises(TableError, match=r"season_you_play|moderator|host"):
                await attempt
        await tables.absences.come_back(None, begun.here, begun.first)
    await seasons.expel(None, begun.season_id, MODERATOR, rival, rank="manager")


async def test_a_host_who_plays_is_not_host_of_the_tables(world: SeasonWorld) -> None:
    season_id = await world.open(7)
    await world.seasons.enter(None, season_id, HOST, "Host")
    await world.seasons.start(None, season_id, HOST)
    for game_id in (await world.seasons.find(season_id)).running:
        with pytest.raises(TableError, match="host"):
            await world.tables.settings.change(None, game_id, HOST, no_advice=True)


async def test_pings_of_a_substitute_are_limited(begun: Round) -> None:
    world = begun.world

    async def name_again_and_again() -> None:
        for _ in range(20):
            await world.seasons.substitute(None, begun.season_id, MODERATOR, FRIEND, "Friend", rank="manager")

    with pytest.raises(TableError, match="called_enough"):
        await name_again_and_again()
    news = [one.about for one in await world.news(begun.season_id)]
    assert news.count("substitute") == CALLS[0]


async def test_naming_substitutes_before_a_season_begins_pings_no_one(world: SeasonWorld) -> None:
    posted: list[str] = []

    async def announce(club: Club, news: News) -> None:
        posted.append(news.about)

    world.seasons.gate.announce = announce
    season_id = await world.open(4)
    for _ in range(3):
        await world.seasons.substitute(None, season_id, HOST, FRIEND, "Friend")
    assert posted == []

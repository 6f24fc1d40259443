"""Silent tables: they are asked, a lobby is closed, a game is archived, and its players can reactivate it."""

from __future__ import annotations

from collections.abc import Awaitable
from datetime import timedelta

import pytest

from bot.errors import NotStarted, TableError
from bot.tables.play import Tables
from bot.tables.records import record_game
from bot.tables.scheduler import Timekeeper
from bot.tables.servers import EXPIRE, Limits, Periods
from bot.tables.table import Pace
from bot.tables.timers import GRACE
from storage import Storage
from tests.bot.clock import Clock
from tests.bot.people import World, read_panel
from tests.bot.players import PEOPLE, act_plainly, open_lobby, open_table, posts_of, whose

pytestmark = pytest.mark.usefixtures("clock")

HOST = PEOPLE["raj"]


async def open_and_join(tables: Tables, number: int = 1) -> str:
    """Open a table at which one person waits, and return its id."""
    game_id = await open_lobby(tables, number)
    await tables.lobby.settle(game_id, None)
    await tables.lobby.join(None, game_id, HOST, "Raj", "raj")
    return game_id


async def start_game(tables: Tables) -> str:
    """Start a game with a timer, and return its id."""
    game_id = await open_table(tables)
    await tables.lobby.settle(game_id, None)
    return game_id


async def pass_days(clock: Clock, keeper: Timekeeper, days: int) -> None:
    """Let days pass while the bot is up."""
    for _ in range(days):
        clock.go(days=1, seconds=1)
        await keeper.fire_due()


async def count_asked(storage: Storage, game_id: str) -> int:
    """Return how often a table was asked whether it continues."""
    return sum("keep" in post.buttons for post in await posts_of(storage, game_id))


async def test_a_silent_lobby_is_asked_and_then_closed(storage: Storage, clock: Clock) -> None:
    tables = Tables(storage)
    keeper = Timekeeper(tables)
    game_id = await open_and_join(tables)
    await pass_days(clock, keeper, 6)
    assert await posts_of(storage, game_id) == []
    await pass_days(clock, keeper, 1)
    (asked,) = await posts_of(storage, game_id)
    assert asked.pings == [HOST]
    assert "Nothing has happened at “Salt” for 7 days" in asked.content
    await pass_days(clock, keeper, 1)
    assert (await tables.table(game_id)).game.status == "open"
    await pass_days(clock, keeper, 1)
    assert (await tables.table(game_id)).game.status == "closed"
    assert "silent for too long" in (await posts_of(storage, game_id))[-1].content


@pytest.mark.parametrize(("is_open", "days"), [(True, 2), (False, 7)])
async def test_a_silent_table_gets_its_full_time_to_answer_after_an_outage(
    storage: Storage, clock: Clock, is_open: bool, days: int
) -> None:
    """A lobby was closed for good at the first look after an outage, although no one could have kept it."""
    tables = Tables(storage)
    keeper = Timekeeper(tables)
    game_id = await (open_and_join(tables) if is_open else start_game(tables))
    status = (await tables.table(game_id)).game.status
    await pass_days(clock, keeper, 7 if is_open else 30)
    assert await count_asked(storage, game_id) == 1
    clock.go(days=40)
    await keeper.fire_due()
    await pass_days(clock, keeper, days - 1)
    assert (await tables.table(game_id)).game.status == status
    await pass_days(clock, keeper, 1)
    assert (await tables.table(game_id)).game.status == ("closed" if is_open else "archived")


@pytest.mark.parametrize("way", ["keep", "join", "settings"])
async def test_keeping_joining_or_changing_settings_keeps_a_lobby_open(
    storage: Storage, clock: Clock, way: str
) -> None:
    tables = Tables(storage)
    keeper = Timekeeper(tables)
    game_id = await open_and_join(tables)
    await pass_days(clock, keeper, 8)
    assert await count_asked(storage, game_id) == 1
    if way == "keep":
        with pytest.raises(TableError):
            await tables.expiry.keep(None, game_id, 99, "Eve")
        await tables.expiry.keep(None, game_id, HOST, "Raj")
    elif way == "join":
        await tables.lobby.join(None, game_id, 13, "League", "league")
    else:
        await tables.settings.change(None, game_id, HOST, language="it")
    await pass_days(clock, keeper, 6)
    assert (await tables.table(game_id)).game.status == "open"
    await pass_days(clock, keeper, 1)
    assert await count_asked(storage, game_id) == 2


async def test_actions_at_an_archived_game_are_refused_because_it_is_archived(storage: Storage, clock: Clock) -> None:
    tables = Tables(storage)
    game_id = await start_game(tables)
    await pass_days(clock, Timekeeper(tables), 38)
    assert (await tables.table(game_id)).game.status == "archived"
    acts = [
        tables.lobby.join(None, game_id, 99, "Eve", "raj"),
        tables.leave(None, game_id, HOST, ""),
        tables.lobby.close(None, game_id, HOST),
        tables.replacing.hand_over(None, game_id, HOST, PEOPLE["league"], "League"),
        tables.entrances.watch(None, game_id, 99, "game"),
        tables.expiry.keep(None, game_id, HOST, "Raj"),
        tables.talks.begin(game_id, HOST, ["league"]),
        tables.settings.change(None, game_id, HOST, language="it"),
    ]
    refusals = [await catch(act) for act in acts]
    assert [refusal.text.key for refusal in refusals] == ["error.archived"] * len(acts)


async def test_actions_at_a_closed_lobby_are_refused_because_it_is_closed(storage: Storage) -> None:
    tables = Tables(storage)
    game_id = await open_and_join(tables)
    await tables.lobby.close(None, game_id, HOST)
    acts = [
        tables.lobby.join(None, game_id, 99, "Eve", "raj"),
        tables.lobby.start(None, game_id, HOST, with_automatic=True),
        tables.at(game_id, HOST).choose(["pass"]),
    ]
    refusals = [await catch(act) for act in acts]
    assert [refusal.text.key for refusal in refusals] == ["ui.closed"] * len(acts)


async def catch(act: Awaitable[object]) -> TableError:
    """Return the error with which an act is refused."""
    with pytest.raises(TableError) as refusal:
        await act
    return refusal.value


async def test_a_silent_game_is_archived_and_reactivated_where_it_was(storage: Storage, clock: Clock) -> None:
    tables = Tables(storage)
    keeper = Timekeeper(tables)
    game_id = await start_game(tables)
    moment = await tables.moment(game_id)
    seat = whose(moment)
    await pass_days(clock, keeper, 29)
    assert await count_asked(storage, game_id) == 0
    await pass_days(clock, keeper, 1)
    asked = next(post for post in await posts_of(storage, game_id) if "keep" in post.buttons)
    assert asked.pings == sorted(PEOPLE.values())
    await pass_days(clock, keeper, 7)
    archived = await tables.table(game_id)
    assert archived.game.status == "archived"
    post = (await posts_of(storage, game_id))[-1]
    assert post.buttons == ["reactivate"]
    # The seed stays secret, since the game may continue; nothing rings, and nothing can be done but to reactivate it.
    seed = archived.game.seed.hex()
    assert not any(seed in post.content for post in await posts_of(storage, game_id))
    with pytest.raises(TableError):
        await record_game(storage, game_id)
    with pytest.raises(NotStarted) as refusal:
        await tables.at(game_id, PEOPLE[seat]).choose(["pass"])
    assert refusal.value.text.key == "error.archived"
    async with storage.read() as reader:
        assert {timer.kind for timer in await reader.timers(game_id)} == {EXPIRE}
    with pytest.raises(TableError):
        await tables.expiry.reactivate(None, game_id, 99, "Eve")
    await pass_days(clock, keeper, 300)
    await tables.expiry.reactivate(None, game_id, PEOPLE["league"], "League")
    after = await tables.moment(game_id, PEOPLE[seat])
    assert after.is_mine
    assert after.game.digest() == moment.game.digest()
    await act_plainly(tables, after, PEOPLE[seat])
    # The time of silence begins again.
    await pass_days(clock, keeper, 29)
    assert (await tables.table(game_id)).game.status == "playing"


async def test_a_reactivated_game_refills_no_clock(storage: Storage, clock: Clock) -> None:
    """A clock at zero was full again once the game had been archived and reactivated."""
    tables = Tables(storage)
    keeper = Timekeeper(tables)
    game_id = await start_game(tables)
    async with tables.transactions.begin(game_id, None) as tx:
        await tables.settings._set_pace(tx, game_id, Pace(0, 0, "remind", 24, 6))
    seat = whose(await tables.moment(game_id))
    await pass_days(clock, keeper, 37)
    assert (await tables.table(game_id)).game.status == "archived"
    await pass_days(clock, keeper, 100)
    await tables.expiry.reactivate(None, game_id, PEOPLE["league"], "League")
    table = await tables.table(game_id)
    question = table.state.question
    assert question is not None
    assert (question.seat, timedelta(seconds=table.find_clock(seat))) == (seat, GRACE)
    assert question.until == int((clock() + GRACE).timestamp())
    others = [one for one in PEOPLE if one != seat]
    assert [table.find_clock(one) for one in others] == [24 * 3600] * 3


async def test_a_choice_after_the_question_whether_to_continue_keeps_a_game_open(
    storage: Storage, clock: Clock
) -> None:
    tables = Tables(storage)
    keeper = Timekeeper(tables)
    game_id = await start_game(tables)
    await pass_days(clock, keeper, 31)
    moment = await tables.moment(game_id)
    await act_plainly(tables, moment, PEOPLE[whose(moment)])
    await pass_days(clock, keeper, 20)
    assert (await tables.table(game_id)).game.status == "playing"
    assert await count_asked(storage, game_id) == 1


async def test_an_archived_game_is_closed_with_its_record_after_its_period(storage: Storage, clock: Clock) -> None:
    tables = Tables(storage, periods=Periods(2, 3, 5))
    keeper = Timekeeper(tables)
    game_id = await start_game(tables)
    await pass_days(clock, keeper, 3 + 7 + 4)
    assert (await tables.table(game_id)).game.status == "archived"
    await pass_days(clock, keeper, 1)
    closed = await tables.table(game_id)
    assert closed.is_abandoned
    assert closed.game.seed.hex() in (await posts_of(storage, game_id))[-1].content
    assert (await record_game(storage, game_id))[1]
    with pytest.raises(TableError) as refusal:
        await tables.expiry.reactivate(None, game_id, HOST, "Raj")
    assert refusal.value.text.key == "error.not_archived"


async def test_limits_of_tables_count_only_active_tables(storage: Storage, clock: Clock) -> None:
    tables = Tables(storage, limits=Limits(tables_per_user=1), periods=Periods(2, 3, 50))
    keeper = Timekeeper(tables)
    game_id = await start_game(tables)
    with pytest.raises(TableError):
        await open_and_join(tables, 2)
    await pass_days(clock, keeper, 10)
    other = await open_and_join(tables, 3)
    with pytest.raises(TableError) as refusal:
        await tables.expiry.reactivate(None, game_id, PEOPLE["league"], "League")
    assert refusal.value.text.key == "error.too_many_tables_of_yours"
    await tables.lobby.close(None, other, HOST, "Raj")
    assert (await tables.expiry.reactivate(None, game_id, HOST, "Raj")).game.status == "playing"


async def test_a_server_chooses_after_how_many_days_a_silent_lobby_is_asked(storage: Storage, clock: Clock) -> None:
    tables = Tables(storage)
    keeper = Timekeeper(tables)
    game_id = await open_and_join(tables)
    await pass_days(clock, keeper, 2)
    await tables.servers.change(None, 1, 88, "moderator", {"lobby_days": 3})
    await pass_days(clock, keeper, 1)
    assert await count_asked(storage, game_id) == 1


async def test_the_first_checks_of_tables_of_an_older_version_are_spread_over_a_week(
    storage: Storage, clock: Clock
) -> None:
    tables = Tables(storage)
    ids = [await open_table(tables, number=number) for number in (1, 2, 3)]
    clock.go(days=400)
    keeper = Timekeeper(tables)
    await keeper.adopt()
    assert await tables.expiry.adopt() == 0
    async with storage.read() as reader:
        dues = [next(one.due for one in await reader.timers(each) if one.kind == EXPIRE) for each in ids]
    assert len(set(dues)) == 3
    assert max(dues) - min(dues) > timedelta(days=4)
    assert max(dues) <= clock() + timedelta(days=8)
    await keeper.fire_due()
    assert [await count_asked(storage, each) for each in ids] == [0, 0, 0]


async def test_buttons_keep_a_silent_table_open_or_reactivate_an_archived_one(world: World, clock: Clock) -> None:
    world.bot.timekeeper.kick = lambda: None  # type: ignore[method-assign]
    game_id = await world.start_table()
    keeper = world.bot.timekeeper

    async def look(days: int) -> None:
        await pass_days(clock, keeper, days)
        world.bot.outbox.kick()
        await world.quiet()

    await look(30)
    asked = next(one for one in reversed(world.messages()) if "Does the game continue?" in one.content)
    assert "stays open" in (await world.press("Dev", read_panel(asked), "keep")).words
    await look(37)
    assert "has been archived since" in world.status_words()
    assert "is archived" in (await world.slash("Asha", "turn", table=game_id)).words
    assert "continues" in (await world.press("Asha", read_panel(world.status()), "reactivate")).words
    await world.quiet()
    assert read_panel(world.status()).has("board")
    assert not (await world.slash("Dev", "mine")).has("reactivate")
    await look(37)
    mine = await world.slash("Dev", "mine")
    assert "archived <t:" in mine.words
    assert "continues" in (await world.press("Dev", mine, "reactivate")).words
    assert "is not archived" in (await world.slash("Asha", "table reactivate", table=game_id)).words

"""How reliably people answer, as the lobby shows it; requests of strangers that block no vote; promises."""

from __future__ import annotations

import discord
import pytest

from bot.errors import TableError
from bot.language import load_language
from bot.narrate.standing import report_status
from bot.tables.absences import StandIn
from bot.tables.play import Tables
from bot.tables.reliability import Reliability, find_reliability
from bot.tables.table import change_state
from storage import Storage
from tests.bot.clock import Clock
from tests.bot.people import World
from tests.bot.players import PEOPLE, act_plainly, open_table, whose

pytestmark = pytest.mark.usefixtures("clock")

STRANGER = 99


async def test_answers_within_a_day_count_as_in_time(storage: Storage, clock: Clock) -> None:
    tables = Tables(storage)
    game_id = await open_table(tables)
    assert await find_reliability(storage, PEOPLE.values()) == {}
    answered: list[int] = []
    for hours in (0, 1, 30, 2, 3, 50, 1):
        moment = await tables.moment(game_id)
        seat = whose(moment)
        clock.go(hours=hours)
        await act_plainly(tables, await tables.moment(game_id, PEOPLE[seat]), PEOPLE[seat])
        answered.append(PEOPLE[seat])
    known = await find_reliability(storage, PEOPLE.values())
    assert sum(one.turns for one in known.values()) >= 5
    late = {answered[2], answered[5]}
    assert {person for person, one in known.items() if one.in_time < one.turns} == late


async def test_the_lobby_shows_it(storage: Storage) -> None:
    tables = Tables(storage)
    table = await tables.lobby.create(
        1, name="Salt", scenario="short", language="en", host_user_id=11, host_name="Raj", guild_id=1, channel_id=5
    )
    table = await tables.lobby.join(None, table.id, 21, "Asha", "raj")
    status = report_status(load_language("en", "gandhi"), table, None, reliability={21: Reliability(18, 20)})
    assert "<@21> · answered in time: 18 of the last 20 turns" in status.seats["raj"]


async def test_games_that_were_left_are_counted_and_shown(storage: Storage, clock: Clock) -> None:
    tables = Tables(storage)
    game_id = await open_table(tables)
    raj = PEOPLE["raj"]
    await tables.leave(None, game_id, raj, "")
    known = await find_reliability(storage, PEOPLE.values())
    assert known == {raj: Reliability(0, 0, 1)}
    table = await tables.lobby.create(
        2, name="Salt", scenario="short", language="en", host_user_id=11, host_name="Raj", guild_id=1, channel_id=5
    )
    table = await tables.lobby.join(None, table.id, raj, "Asha", "raj")
    status = report_status(load_language("en", "gandhi"), table, None, reliability=known)
    assert f"<@{raj}> · games left early in the last year: 1" in status.seats["raj"]
    clock.go(days=366)
    assert await find_reliability(storage, PEOPLE.values()) == {}


async def test_a_request_of_a_stranger_gives_way_to_a_vote_of_the_players(storage: Storage) -> None:
    tables = Tables(storage)
    people = {seat: PEOPLE[seat] for seat in ("raj", "congress")}
    game_id = await open_table(tables, people, with_automatic=True)
    propose, stranger = tables.replacing.propose, StandIn(STRANGER, "Zed")
    await propose(None, game_id, STRANGER, "league", stranger)
    with pytest.raises(TableError, match="vote_open"):
        await propose(None, game_id, 98, "revolutionaries", StandIn(98, "Yan"))
    outcome = await propose(None, game_id, people["raj"], "congress", StandIn(77, "Eva"))
    assert outcome.seat == "congress"
    await tables.replacing.vote(None, game_id, people["raj"], outcome.number, agree=False)
    await propose(None, game_id, STRANGER, "league", stranger)


async def test_a_stranger_asks_once_a_day_at_a_table(storage: Storage) -> None:
    tables = Tables(storage)
    people = {seat: PEOPLE[seat] for seat in ("raj", "congress")}
    game_id = await open_table(tables, people, with_automatic=True)
    outcome = await tables.replacing.propose(None, game_id, STRANGER, "league", StandIn(STRANGER, "Zed"))
    await tables.replacing.vote(None, game_id, people["raj"], outcome.number, agree=False)
    with pytest.raises(TableError, match="vote_again"):
        await tables.replacing.propose(None, game_id, STRANGER, "revolutionaries", StandIn(STRANGER, "Zed"))


async def test_a_transfer_can_carry_a_promise_that_both_see(world: World) -> None:
    game_id = await world.start_table()
    name = await world.whose(game_id)
    moment = await world.bot.tables.moment(game_id, world.people[name].id)
    assert moment.decision is not None
    if "transfer" not in moment.decision.keys:
        await world.pass_turn(game_id)
        name = await world.whose(game_id)
    await world.slash(name, "transfer", way="give", amount=1, promise="no arrest on this card")
    threads = await world.bot.tables.talks.list_threads(game_id)
    assert len(threads) == 1
    thread = await world.bot.fetch_channel(threads[0].channel_id)
    assert isinstance(thread, discord.Thread)
    said = [message.content async for message in thread.history()]
    assert any("no arrest on this card" in words for words in said)


async def test_where_nothing_can_be_promised_nothing_is_drafted(world: World) -> None:
    game_id = await world.start_table()
    moment = await world.bot.tables.moment(game_id)
    while moment.decision is not None and "transfer" not in moment.decision.keys:
        await world.pass_turn(game_id)
        moment = await world.bot.tables.moment(game_id)
    name = await world.whose(game_id)
    async with world.bot.tables.transactions.begin(game_id, None) as tx:
        await change_state(tx, game_id, no_talk=True)
    panel = await world.slash(name, "transfer", way="give", amount=1, promise="no arrest on this card")
    assert "Private talks are switched off" in panel.words
    assert (await world.bot.tables.moment(game_id, world.people[name].id)).draft.is_empty

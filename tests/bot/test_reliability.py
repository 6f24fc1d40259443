"""How reliably people answer, as the lobby shows it; requests of strangers that block no vote."""

from __future__ import annotations

import pytest

from bot.errors import TableError
from bot.language import load_language
from bot.narrate.standing import report_status
from bot.tables.absences import StandIn
from bot.tables.play import Tables
from bot.tables.records import Reliability, find_reliability
from storage import Storage
from tests.bot.clock import Clock
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


async def test_the_lobby_shows_how_often_a_player_answered_in_time(storage: Storage) -> None:
    tables = Tables(storage)
    table = await tables.lobby.create(
        1, name="Salt", scenario="short", language="en", host_user_id=11, host_name="Raj", guild_id=1, channel_id=5
    )
    table = await tables.lobby.join(None, table.id, 21, "Asha", "raj")
    status = report_status(load_language("en", "gandhi"), table, None, reliability={21: Reliability(18, 20)})
    assert "<@21> · on time in 18 of the last 20 turns" in status.seats["raj"]


async def test_games_that_a_person_left_early_are_counted_and_shown(storage: Storage, clock: Clock) -> None:
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
    await tables.votes.answer(None, game_id, people["raj"], outcome.number, agree=False)
    await propose(None, game_id, STRANGER, "league", stranger)


async def test_a_stranger_may_ask_for_a_seat_once_a_day_at_a_table(storage: Storage) -> None:
    tables = Tables(storage)
    people = {seat: PEOPLE[seat] for seat in ("raj", "congress")}
    game_id = await open_table(tables, people, with_automatic=True)
    outcome = await tables.replacing.propose(None, game_id, STRANGER, "league", StandIn(STRANGER, "Zed"))
    await tables.votes.answer(None, game_id, people["raj"], outcome.number, agree=False)
    with pytest.raises(TableError, match="vote_again"):
        await tables.replacing.propose(None, game_id, STRANGER, "revolutionaries", StandIn(STRANGER, "Zed"))

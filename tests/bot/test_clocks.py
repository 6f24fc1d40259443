"""A clock for each seat: it runs while the game waits for its person, except in their quiet hours."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.language import load_language
from bot.narrate.panel import write_heading
from bot.narrate.standing import report_status
from bot.tables.absences import StandIn
from bot.tables.play import Tables
from bot.tables.preferences import Preferences, describe_pace
from bot.tables.privacy import Privacy
from bot.tables.scheduler import Timekeeper
from bot.tables.table import AtLimit, Pace, Table
from storage import Storage
from tests.bot.clock import NOON, Clock
from tests.bot.players import HOST, PEOPLE, act_plainly, open_table, play_until, whose

pytestmark = pytest.mark.usefixtures("clock")

HOUR = 3600
EVA = 31
NIGHT = Preferences(quiet=(22 * 60, 7 * 60), zone="Europe/Rome")


async def open_with_clocks(storage: Storage, at_limit: AtLimit = "remind", bank: int = 24) -> tuple[Tables, str]:
    """Return a table of four people with clocks of ``bank`` hours, and six more for each decision."""
    tables = Tables(storage)
    game_id = await open_table(tables)
    async with tables.transactions.begin(game_id, None) as tx:
        await tables.settings._set_pace(tx, game_id, Pace(0, 0, at_limit, bank, 6))
    return tables, game_id


def left_to(table: Table, seat: str) -> float:
    """Return the hours left to a seat."""
    return table.find_clock(seat) / HOUR


async def test_a_clock_runs_while_the_game_waits_and_gains_with_each_decision(storage: Storage, clock: Clock) -> None:
    tables, game_id = await open_with_clocks(storage)
    seat = whose(await tables.moment(game_id))
    clock.go(hours=10)
    await act_plainly(tables, await tables.moment(game_id, PEOPLE[seat]), PEOPLE[seat])
    table = await tables.table(game_id)
    assert left_to(table, seat) == 24 - 10 + 6
    waiting = table.state.question
    assert waiting is not None
    assert waiting.until == int((clock() + timedelta(hours=24)).timestamp())
    others = [one for one in PEOPLE if one != seat]
    assert [left_to(table, one) for one in others] == [24] * 3


async def test_a_clock_pauses_in_quiet_hours(storage: Storage, clock: Clock) -> None:
    tables = Tables(storage)
    for person in PEOPLE.values():
        await tables.wishes.change(person, NIGHT, ("quiet", "zone"))
    tables, game_id = await open_with_clocks(storage)
    seat = whose(await tables.moment(game_id))
    waiting = (await tables.table(game_id)).state.question
    assert waiting is not None
    # Noon in Greenwich is 14:00 in Rome: 8 hours up to 22:00, 15 on the next day, 1 from 7:00 on the third.
    assert datetime.fromtimestamp(waiting.until, UTC) == NOON + timedelta(hours=8 + 9 + 15 + 9 + 1)
    clock.go(hours=20)
    await act_plainly(tables, await tables.moment(game_id, PEOPLE[seat]), PEOPLE[seat])
    assert left_to(await tables.table(game_id), seat) == 24 - (20 - 9) + 6


async def test_a_clock_at_zero_has_the_effect_of_the_limit(storage: Storage, clock: Clock) -> None:
    tables, game_id = await open_with_clocks(storage, "default")
    before = await tables.moment(game_id)
    assert before.decision is not None
    seat = before.decision.seat
    clock.go(hours=25)
    await Timekeeper(tables).fire_due()
    table = await tables.table(game_id)
    assert table.game.version > before.table.game.version
    assert left_to(table, seat) == 6


async def test_a_table_without_an_effect_at_zero_has_no_clocks(storage: Storage, clock: Clock) -> None:
    tables, game_id = await open_with_clocks(storage, "nothing")
    waiting = (await tables.table(game_id)).state.question
    assert waiting is not None
    assert waiting.until == 0
    assert not (await tables.table(game_id)).state.clocks


async def test_the_clock_of_an_absent_person_runs_while_their_stand_in_thinks(storage: Storage, clock: Clock) -> None:
    tables, game_id = await open_with_clocks(storage)
    seat = whose(await tables.moment(game_id))
    clock.go(hours=10)
    await tables.absences.leave(None, game_id, PEOPLE[seat], StandIn(EVA, "Eva"), None)
    clock.go(hours=5)
    waiting = (await tables.table(game_id)).state.question
    assert waiting is not None
    # Eva, the stand-in, has as much time for this decision as the clock has left.
    assert waiting.until == int((NOON + timedelta(hours=24)).timestamp())
    await act_plainly(tables, await tables.moment(game_id, EVA), EVA)
    assert left_to(await tables.table(game_id), seat) == 24 - 15 + 6


async def test_a_successor_has_a_full_clock_and_a_returning_player_their_own(storage: Storage, clock: Clock) -> None:
    tables, game_id = await open_with_clocks(storage)
    seat = whose(await tables.moment(game_id))
    clock.go(hours=10)
    await act_plainly(tables, await tables.moment(game_id, PEOPLE[seat]), PEOPLE[seat])
    await tables.lobby.leave(None, game_id, PEOPLE[seat], seat)
    await tables.lobby.join(None, game_id, PEOPLE[seat], "Raj", seat)
    assert left_to(await tables.table(game_id), seat) == 24 - 10 + 6
    await tables.lobby.leave(None, game_id, PEOPLE[seat], seat)
    await tables.lobby.join(None, game_id, EVA, "Eva", seat)
    table = await tables.table(game_id)
    assert left_to(table, seat) == 24
    assert await play_until(tables, game_id, seat) == seat
    clock.go(hours=2)
    await act_plainly(tables, await tables.moment(game_id, EVA), EVA)
    assert left_to(await tables.table(game_id), seat) == 24 - 2 + 6


async def test_a_clock_that_ended_during_an_outage_pauses_in_quiet_hours_afterwards(
    storage: Storage, clock: Clock
) -> None:
    """The time given back ran in the night, and the morning after it the clock was nearly full again."""
    tables = Tables(storage)
    for person in PEOPLE.values():
        await tables.wishes.change(person, NIGHT, ("quiet", "zone"))
    tables, game_id = await open_with_clocks(storage, "default", 8)
    seat = whose(await tables.moment(game_id))
    # From 14:00 in Rome the clock ends at 22:00; the bot is back at 3:00.
    clock.go(hours=13)
    await Timekeeper(tables).fire_due()
    waiting = (await tables.table(game_id)).state.question
    assert waiting is not None
    assert datetime.fromtimestamp(waiting.until, UTC) == clock() + timedelta(hours=4 + 5)
    clock.go(hours=6)
    await act_plainly(tables, await tables.moment(game_id, PEOPLE[seat]), PEOPLE[seat])
    assert left_to(await tables.table(game_id), seat) == 5 - 2 + 6


async def test_a_clock_has_no_more_time_after_an_outage_than_before_it(storage: Storage, clock: Clock) -> None:
    tables, game_id = await open_with_clocks(storage, "default", 8)
    seat = whose(await tables.moment(game_id))
    clock.go(days=6)
    await Timekeeper(tables).fire_due()
    waiting = (await tables.table(game_id)).state.question
    assert waiting is not None
    assert datetime.fromtimestamp(waiting.until, UTC) == clock() + timedelta(days=1)
    assert left_to(await tables.table(game_id), seat) == 8
    clock.go(hours=20)
    await act_plainly(tables, await tables.moment(game_id, PEOPLE[seat]), PEOPLE[seat])
    assert left_to(await tables.table(game_id), seat) == 8 - 4 + 6


async def test_a_correction_adds_no_time_to_a_clock(storage: Storage, clock: Clock) -> None:
    tables, game_id = await open_with_clocks(storage, "default")
    seat = whose(await tables.moment(game_id))
    clock.go(hours=20)
    tried = await tables.corrections.try_out(game_id, HOST, lambda game: {"restraint": 2, "unity": 4})
    asked = await tables.corrections.propose(None, game_id, HOST, tried.version)
    for label in asked.missing:
        asked = await tables.votes.answer(None, game_id, PEOPLE[label], asked.number, agree=True)
    assert asked.is_done
    table = await tables.table(game_id)
    assert left_to(table, seat) == 24 - 20
    assert table.state.question is not None
    assert table.state.question.until == int((clock() + timedelta(hours=4)).timestamp())


async def test_going_back_takes_back_the_time_that_the_last_decision_added(storage: Storage, clock: Clock) -> None:
    tables, game_id = await open_with_clocks(storage)
    first = whose(await tables.moment(game_id))
    clock.go(hours=1)
    second = whose(await act_plainly(tables, await tables.moment(game_id, PEOPLE[first]), PEOPLE[first]))
    clock.go(hours=2)
    turn = (await tables.rewinding.list_turns(game_id))[-1]
    asked = await tables.rewinding.propose(None, game_id, HOST, turn.number)
    for label in asked.missing:
        asked = await tables.votes.answer(None, game_id, PEOPLE[label], asked.number, agree=True)
    table = await tables.table(game_id)
    assert asked.is_done
    assert whose(await tables.moment(game_id)) == first
    assert (left_to(table, first), left_to(table, second)) == (24 - 1, 24 - 2)
    assert table.state.question is not None
    assert table.state.question.until == int((clock() + timedelta(hours=24 - 1)).timestamp())


async def go_back_to(tables: Tables, game_id: str, number: int) -> None:
    """Let everyone agree to go back to the start of a turn."""
    asked = await tables.rewinding.propose(None, game_id, HOST, number)
    for label in asked.missing:
        asked = await tables.votes.answer(None, game_id, PEOPLE[label], asked.number, agree=True)
    assert asked.is_done


async def test_going_back_several_turns_takes_back_the_time_that_each_added(storage: Storage, clock: Clock) -> None:
    """Only the last decision lost its hours: the others were paid twice once they were made again."""
    tables, game_id = await open_with_clocks(storage)
    order, used = [], dict.fromkeys(PEOPLE, 0)
    for _ in range(4):
        seat = whose(await tables.moment(game_id))
        order.append(seat)
        clock.go(hours=1)
        used[seat] += 1
        await act_plainly(tables, await tables.moment(game_id, PEOPLE[seat]), PEOPLE[seat])
    asked = whose(await tables.moment(game_id))
    assert left_to(await tables.table(game_id), order[0]) > 24
    turns = await tables.rewinding.list_turns(game_id)
    await go_back_to(tables, game_id, turns[-2].number)
    table = await tables.table(game_id)
    assert whose(await tables.moment(game_id)) == order[1]
    # The first turn is still played, and so keeps what it has added.
    expected = {seat: 24 - used[seat] + (6 if seat == order[0] else 0) for seat in PEOPLE}
    assert {seat: left_to(table, seat) for seat in PEOPLE} == expected, (order, asked)
    # What is played again adds its time once.
    clock.go(hours=1)
    await act_plainly(tables, await tables.moment(game_id, PEOPLE[order[1]]), PEOPLE[order[1]])
    assert left_to(await tables.table(game_id), order[1]) == expected[order[1]] - 1 + 6
    await go_back_to(tables, game_id, turns[-1].number)
    table = await tables.table(game_id)
    assert left_to(table, order[0]) == expected[order[0]] - 6
    assert left_to(table, order[1]) == expected[order[1]] - 1


async def test_a_deletion_keeps_what_the_clocks_of_others_have_gained(storage: Storage, clock: Clock) -> None:
    """The gains of everyone could not be read after the id of one person was taken out of theirs."""
    tables, game_id = await open_with_clocks(storage)
    for _ in range(3):
        seat = whose(await tables.moment(game_id))
        await act_plainly(tables, await tables.moment(game_id, PEOPLE[seat]), PEOPLE[seat])
    before = (await tables.table(game_id)).state.gains
    gone = before[0].owner
    assert len({gain.owner for gain in before}) == 3
    await Privacy(tables).forget(77, gone)
    table = await tables.table(game_id)
    assert table.state.gains == tuple(gain for gain in before if gain.owner != gone)
    assert str(gone) not in str(table.game.options["gains"])


async def test_going_back_to_a_turn_of_the_seat_that_is_asked_shortens_its_time(storage: Storage, clock: Clock) -> None:
    """The question continued, and with it the hours that had been added by the turns that were undone."""
    tables, game_id = await open_with_clocks(storage)
    seats: list[str] = []
    while (seat := whose(await tables.moment(game_id))) not in seats:
        seats.append(seat)
        await act_plainly(tables, await tables.moment(game_id, PEOPLE[seat]), PEOPLE[seat])
    clock.go(hours=1)
    assert left_to(await tables.table(game_id), seat) == 24 + 6
    asked = (await tables.table(game_id)).state.question
    assert asked is not None
    assert asked.until == int((clock() + timedelta(hours=24 + 6 - 1)).timestamp())
    turns = await tables.rewinding.list_turns(game_id)
    number = next(one.turn.number for one in turns if one.turn.label["seat"] == seat)
    await go_back_to(tables, game_id, number)
    table = await tables.table(game_id)
    assert whose(await tables.moment(game_id)) == seat
    assert left_to(table, seat) == 24 - 1
    assert table.state.question is not None
    assert table.state.question.until == int((clock() + timedelta(hours=24 - 1)).timestamp())


async def test_going_back_takes_no_time_from_the_clock_of_a_successor(storage: Storage, clock: Clock) -> None:
    tables, game_id = await open_with_clocks(storage)
    first = whose(await tables.moment(game_id))
    for _ in range(2):
        seat = whose(await tables.moment(game_id))
        await act_plainly(tables, await tables.moment(game_id, PEOPLE[seat]), PEOPLE[seat])
    await tables.lobby.leave(None, game_id, PEOPLE[first], first)
    await tables.lobby.join(None, game_id, EVA, "Eva", first)
    turns = await tables.rewinding.list_turns(game_id)
    asked = await tables.rewinding.propose(None, game_id, EVA, turns[-1].number)
    for label in asked.missing:
        asked = await tables.votes.answer(None, game_id, PEOPLE[label], asked.number, agree=True)
    assert asked.is_done
    assert left_to(await tables.table(game_id), first) == 24


async def test_a_correction_does_not_renew_a_limit(storage: Storage, clock: Clock) -> None:
    tables = Tables(storage)
    game_id = await open_table(tables)
    async with tables.transactions.begin(game_id, None) as tx:
        await tables.settings._set_pace(tx, game_id, Pace(0, 24, "default"))
    before = (await tables.table(game_id)).state.question
    clock.go(hours=10)
    tried = await tables.corrections.try_out(game_id, HOST, lambda game: {"restraint": 2, "unity": 4})
    asked = await tables.corrections.propose(None, game_id, HOST, tried.version)
    for label in asked.missing:
        asked = await tables.votes.answer(None, game_id, PEOPLE[label], asked.number, agree=True)
    after = (await tables.table(game_id)).state.question
    assert before is not None
    assert after is not None
    assert after.version > before.version
    assert (after.since, after.until) == (before.since, before.until)


async def test_a_new_pace_gives_everyone_a_full_clock_again(storage: Storage, clock: Clock) -> None:
    tables, game_id = await open_with_clocks(storage)
    seat = await play_until(tables, game_id, "congress")
    clock.go(hours=5)
    await act_plainly(tables, await tables.moment(game_id, PEOPLE[seat]), PEOPLE[seat])
    async with tables.transactions.begin(game_id, None) as tx:
        await tables.settings._set_pace(tx, game_id, Pace(0, 0, "remind", 48, 1))
    table = await tables.table(game_id)
    assert {left_to(table, one) for one in PEOPLE} == {48}


async def test_clocks_added_to_a_running_game_begin_with_their_full_time(storage: Storage, clock: Clock) -> None:
    tables = Tables(storage)
    game_id = await open_table(tables)
    moment = await tables.moment(game_id)
    assert moment.decision is not None
    clock.go(hours=100)
    async with tables.transactions.begin(game_id, None) as tx:
        await tables.settings._set_pace(tx, game_id, Pace(0, 0, "default", 24, 6))
    table = await tables.table(game_id)
    assert left_to(table, moment.decision.seat) == 24
    assert table.state.question is not None
    assert table.state.question.until == int((clock() + timedelta(hours=24)).timestamp())


async def test_changing_the_reminders_refills_no_clock(storage: Storage, clock: Clock) -> None:
    tables, game_id = await open_with_clocks(storage)
    seat = whose(await tables.moment(game_id))
    clock.go(hours=20)
    await act_plainly(tables, await tables.moment(game_id, PEOPLE[seat]), PEOPLE[seat])
    await tables.settings.change(None, game_id, HOST, pace=Pace(12, 0, "remind", 24, 6))
    table = await tables.table(game_id)
    assert table.state.pace.remind == 12
    assert left_to(table, seat) == 24 - 20 + 6


async def test_new_quiet_hours_do_not_restore_time_that_has_passed(storage: Storage, clock: Clock) -> None:
    tables, game_id = await open_with_clocks(storage)
    seat = whose(await tables.moment(game_id))
    clock.go(hours=20)
    before = (await tables.table(game_id)).state.question
    await tables.wishes.change(PEOPLE[seat], Preferences(quiet=(13 * 60, 1 * 60)), ("quiet",))
    assert (await tables.table(game_id)).state.question == before
    clock.go(hours=2)
    await act_plainly(tables, await tables.moment(game_id, PEOPLE[seat]), PEOPLE[seat])
    assert left_to(await tables.table(game_id), seat) == 24 - 22 + 6


async def test_undoing_and_repeating_a_turn_gains_time_only_once(storage: Storage, clock: Clock) -> None:
    tables, game_id = await open_with_clocks(storage)
    seat = whose(await tables.moment(game_id))
    for _ in range(3):
        await act_plainly(tables, await tables.moment(game_id, PEOPLE[seat]), PEOPLE[seat])
        await tables.at(game_id, PEOPLE[seat]).undo()
        await tables.at(game_id, PEOPLE[seat]).reset()
    table = await tables.table(game_id)
    assert [left_to(table, one) for one in PEOPLE] == [24] * 4
    clock.go(hours=2)
    await act_plainly(tables, await tables.moment(game_id, PEOPLE[seat]), PEOPLE[seat])
    table = await tables.table(game_id)
    assert left_to(table, seat) == 24 - 2 + 6
    assert [left_to(table, one) for one in PEOPLE if one != seat] == [24] * 3


async def test_the_status_and_the_panel_show_the_clocks(storage: Storage, clock: Clock) -> None:
    tables, game_id = await open_with_clocks(storage, bank=72)
    moment = await tables.moment(game_id)
    assert moment.decision is not None
    language = load_language("en", "gandhi")
    status = report_status(language, moment.table, moment)
    assert "-# Time left on the clocks. Raj 3 days, Congress 3 days" in status.words
    person = PEOPLE[moment.decision.seat]
    assert write_heading(language, await tables.moment(game_id, person)).startswith("-# Your clock runs out <t:")
    assert write_heading(language, moment) == ""
    words = language.say(describe_pace(moment.table.state.pace))
    assert "each seat has a clock of 3 days, and each decision adds 6 hours" in words


quiet_hours = st.tuples(st.integers(0, 1439), st.integers(0, 1439)).filter(lambda hours: hours[0] != hours[1])
zones = st.sampled_from(["", "Europe/Rome", "America/New_York", "Asia/Kolkata", "Australia/Lord_Howe"])
moments = st.integers(0, 800 * 24 * 60).map(lambda minutes: NOON + timedelta(minutes=minutes))


@given(quiet_hours, zones, moments, st.integers(0, 200 * HOUR))
@settings(max_examples=60, deadline=None)
def test_the_waking_time_up_to_a_deadline_is_the_time_that_was_allowed(
    quiet: tuple[int, int], zone: str, moment: datetime, seconds: int
) -> None:
    preferences, span = Preferences(quiet=quiet, zone=zone), timedelta(seconds=seconds)
    end = preferences.add_awake(moment, span)
    assert preferences.measure_awake(moment, end) == span
    assert end - moment >= span


def test_without_quiet_hours_all_time_is_waking_time() -> None:
    assert Preferences().add_awake(NOON, timedelta(hours=30)) == NOON + timedelta(hours=30)
    assert Preferences().measure_awake(NOON, NOON + timedelta(hours=30)) == timedelta(hours=30)
    assert NIGHT.measure_awake(NOON, NOON) == timedelta()

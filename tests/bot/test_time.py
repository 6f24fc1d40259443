"""Time: reminders, limits, and the status with its "since", by a clock that only the test moves."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import discord
import pytest
from msgspec.structs import replace

from bot.games.frontend import front_of
from bot.language import load_language
from bot.narrate.standing import name_played
from bot.tables.absences import StandIn
from bot.tables.announcements import REMINDER
from bot.tables.authorization import list_holders
from bot.tables.play import Tables
from bot.tables.preferences import Preferences
from bot.tables.records import read_set_up
from bot.tables.reminders import is_whole_turn
from bot.tables.scheduler import PUT_OFF, Timekeeper
from bot.tables.servers import EXPIRE, LONGEST
from bot.tables.table import AtLimit, Pace, Question
from bot.tables.timers import DRAFT_WAIT, GAPS, KINDS, LAPSE, LIMIT, NUDGE, REMIND
from bot.tables.votes import END
from bot.worker import LONGEST_SLEEP
from engine import Game
from render.pictures import Options
from storage import Storage, Timer
from tests.bot.clock import Clock
from tests.bot.people import NAMES, World, read_panel, restart
from tests.bot.players import HOST, PEOPLE, act_plainly, open_lobby, open_table, posts_of, seat_people
from tests.bot.pressing import put

pytestmark = pytest.mark.usefixtures("clock")

HOUR = timedelta(hours=1)


@pytest.fixture
def world(world: World) -> World:
    """Return the world, with a timekeeper that rings only when the test says so: no one is faster than it."""
    world.bot.timekeeper.kick = lambda: None  # type: ignore[method-assign]
    return world


async def ring(world: World) -> int:
    """Let the timekeeper ring what is due, send everything, and return how many timers there were."""
    count = await world.bot.timekeeper.fire_due()
    await settle(world)
    return count


async def settle(world: World) -> None:
    """Let everything that is queued go out."""
    world.bot.outbox.kick()
    running = world.bot.outbox._running
    if running is not None:
        await running


async def timers(world: World, game_id: str) -> dict[str, Timer]:
    """Return the waiting timers of a game by kind: at most one, apart from that of silent tables."""
    async with world.storage.read() as reader:
        found = [timer for timer in await reader.timers(game_id) if timer.kind not in (EXPIRE, END)]
    assert len({timer.kind for timer in found}) == len(found)
    return {timer.kind: timer for timer in found}


async def waited(world: World, game_id: str) -> Question:
    """Return the question for which a game waits."""
    found = (await world.bot.tables.table(game_id)).state.question
    assert found is not None
    return found


async def set_pace(world: World, game_id: str, pace: Pace) -> None:
    """Give a table a pace: its host proposes it, and everyone agrees."""
    tables = world.bot.tables
    asked = await tables.settings.change(None, game_id, world.people["Asha"].id, pace=pace)
    holders = list_holders(asked.table)
    for label in asked.missing:
        asked = await tables.votes.answer(None, game_id, holders[label], asked.number, agree=True)
    assert asked.is_done
    await settle(world)


def reminders(world: World) -> list[discord.Message]:
    """Return the reminders in the channel."""
    return [message for message in world.messages() if "it is your move for" in message.content]


def nudges(world: World) -> list[discord.Message]:
    """Return the nudges about drafts in the channel."""
    return [message for message in world.messages() if "not confirmed yet" in message.content]


def pinged(world: World, words: str) -> list[Any]:
    """Return whom the messages with these words were allowed to ping."""
    return [
        request.json["allowed_mentions"]
        for request in world.env.http_requests
        if request.method == "POST" and isinstance(request.json, dict) and words in str(request.json.get("content"))
    ]


# -- reminders -------------------------------------------------------------------------------------------------


async def test_a_person_is_reminded_once_after_the_tables_time_and_no_one_else(world: World, clock: Clock) -> None:
    game_id = await world.start_table()
    person = world.people[await world.whose(game_id)]
    assert (await timers(world, game_id)).keys() == {REMIND}
    clock.go(hours=23, minutes=59)
    assert await ring(world) == 0
    assert reminders(world) == []
    clock.go(minutes=1)
    assert await ring(world) == 1
    assert await ring(world) == 0
    (message,) = reminders(world)
    assert f"<@{person.id}>" in message.content
    (allowed,) = pinged(world, "it is your move for")
    assert allowed["users"] == [person.id]
    assert allowed["parse"] == []
    # The button opens the panel.
    assert (await world.press(await world.whose(game_id), read_panel(message), "turn")).buttons


@pytest.mark.whole_game
async def test_reminders_become_rarer_until_one_notice_to_the_table(world: World, clock: Clock) -> None:
    game_id = await world.start_table()
    begin, rung = clock(), []
    for _ in range(24 * 20):
        clock.go(hours=1)
        if await ring(world):
            rung.append((clock() - begin) // HOUR)
            assert len(reminders(world)) <= 1, "a new reminder takes the place of the one before"
    assert rung == [24, 60, 108, 168]
    assert len(pinged(world, "it is your move for")) == len(GAPS)
    (told,) = [message for message in world.messages() if "no more reminders" in message.content]
    assert (await world.whose(game_id)) in told.content
    (allowed,) = pinged(world, "no more reminders")
    assert not allowed.get("users")
    assert await timers(world, game_id) == {}


async def test_an_answer_deletes_the_reminder_and_replaces_its_timer(world: World, clock: Clock) -> None:
    game_id = await world.start_table()
    clock.go(days=1)
    await ring(world)
    assert len(reminders(world)) == 1
    before = (await timers(world, game_id))[REMIND]
    await world.pass_turn(game_id)
    await settle(world)
    assert reminders(world) == []
    after = (await timers(world, game_id))[REMIND]
    assert after.id != before.id
    assert after.due == clock() + 24 * HOUR
    assert after.seat != before.seat


@pytest.mark.parametrize("is_drafted", [False, True])
async def test_another_persons_absence_deletes_no_reminder(world: World, clock: Clock, is_drafted: bool) -> None:
    """The reminder disappeared, and there was no other for a day and a half, although the game still waited."""
    game_id = await world.start_table()
    name = await world.whose(game_id)
    if is_drafted:
        await world.arm_pass(name)
        clock.go(hours=2)
    else:
        clock.go(days=1)
    await ring(world)
    sent = nudges if is_drafted else reminders
    (message,) = sent(world)
    other = next(one for one in NAMES if one != name)
    before = (await world.bot.tables.table(game_id)).game.version
    await world.slash(other, "away", automatic=True)
    await settle(world)
    assert (await world.bot.tables.table(game_id)).game.version > before
    assert [one.id for one in sent(world)] == [message.id]
    # It is deleted with the answer, as ever.
    await world.press(
        name, await world.arm(name, await world.slash(name, "turn" if is_drafted else "pass")), "confirm", ""
    )
    await settle(world)
    assert sent(world) == []


async def test_an_unsent_reminder_is_dropped_after_the_answer(world: World, clock: Clock) -> None:
    game_id = await world.start_table()
    clock.go(days=1)
    # The timer fires, but the network is down and nothing is sent.
    async with world.bot.tables.transactions.begin(game_id, None) as tx:
        world.bot.outbox.kick = lambda: None  # type: ignore[method-assign]
        for timer in await tx.fire_timers():
            await world.bot.tables.reminders.ring(tx, timer)
    await world.pass_turn(game_id)
    del world.bot.outbox.kick
    await settle(world)
    assert pinged(world, "it is your move for") == []


async def test_a_timer_whose_game_has_moved_on_does_nothing(world: World, clock: Clock) -> None:
    game_id = await world.start_table()
    version = (await world.bot.tables.table(game_id)).game.version
    seat = (await waited(world, game_id)).seat
    await set_pace(world, game_id, Pace(24, 48, "default"))
    await world.pass_turn(game_id)
    count = len(world.messages())
    after = (await world.bot.tables.table(game_id)).game.version
    async with world.storage.transaction() as tx:
        for kind in KINDS:
            await tx.set_timer(game_id, kind, clock(), version, seat=seat)
            await tx.set_timer(game_id, kind, clock(), after, seat=seat)
        await tx.set_timer(game_id, "of_old", clock(), after, seat=(await waited(world, game_id)).seat)
    assert await ring(world) == 2 * len(KINDS) + 1
    assert len(world.messages()) == count
    assert (await world.bot.tables.table(game_id)).game.version == after


async def test_a_person_may_choose_their_own_interval_of_reminders(world: World, clock: Clock) -> None:
    game_id = await world.start_table()
    name = await world.whose(game_id)
    assert "after 6 hours" in (await world.slash(name, "settings", reminders=6)).words
    assert (await timers(world, game_id))[REMIND].due == clock() + 6 * HOUR
    clock.go(hours=6)
    await ring(world)
    assert len(reminders(world)) == 1
    await world.slash(name, "settings", reminders=0)
    await settle(world)
    assert await timers(world, game_id) == {}
    assert reminders(world) == []
    await world.slash(name, "settings", reminders=-1)
    # A reminder has been sent already: the next comes after a longer pause.
    assert (await timers(world, game_id))[REMIND].due == clock() + 36 * HOUR


async def test_no_one_is_reminded_in_their_quiet_hours(world: World, clock: Clock) -> None:
    game_id = await world.start_table()
    name = await world.whose(game_id)
    # Noon in UTC is half past five in the afternoon in Kolkata, and the reminder would come at half past eleven.
    words = (await world.slash(name, "settings", reminders=6, quiet="22-7", zone="kolkata")).words
    assert "22:00-07:00" in words
    assert "Asia/Kolkata (it is 17:30 there now)" in words
    due = (await timers(world, game_id))[REMIND].due
    assert due.isoformat() == "2026-06-16T01:30:00+00:00"
    clock.go(hours=13, minutes=29)
    assert await ring(world) == 0
    clock.go(minutes=1)
    assert await ring(world) == 1
    assert len(reminders(world)) == 1


async def test_reminders_due_in_quiet_hours_wait_for_their_end(world: World, clock: Clock) -> None:
    game_id = await world.start_table()
    name = await world.whose(game_id)
    await world.slash(name, "settings", reminders=6, quiet="22-7")
    # The bot was away while the reminder was due, and is back in the night.
    clock.go(hours=12)
    assert await ring(world) == 1
    assert reminders(world) == []
    assert (await timers(world, game_id))[REMIND].due.isoformat() == "2026-06-16T07:00:00+00:00"
    clock.go(hours=7)
    assert await ring(world) == 1
    assert len(reminders(world)) == 1


async def test_a_person_is_reminded_once_of_an_unconfirmed_draft(world: World, clock: Clock) -> None:
    game_id = await world.start_table()
    name = await world.whose(game_id)
    panel = await world.slash(name, "turn")
    assert NUDGE not in await timers(world, game_id)
    await world.press(name, panel, "choose")
    assert (await timers(world, game_id))[NUDGE].due == clock() + DRAFT_WAIT
    clock.go(hours=1)
    await world.slash(name, "undo")
    await world.slash(name, "pass")
    clock.go(hours=1)
    # The player changed the draft only an hour ago, so no nudge is sent yet.
    assert await ring(world) == 1
    assert nudges(world) == []
    clock.go(hours=1)
    assert await ring(world) == 1
    assert len(nudges(world)) == 1
    await world.slash(name, "undo")
    await world.slash(name, "pass")
    assert NUDGE not in await timers(world, game_id)
    # The next reminder mentions the draft too, and replaces the nudge.
    clock.go(hours=21)
    assert await ring(world) == 1
    assert len(nudges(world)) == 1
    await world.slash(name, "undo")
    await world.press(name, await world.arm_pass(name), "confirm", "")
    await settle(world)
    assert nudges(world) == []


async def test_no_one_is_reminded_of_a_draft_that_they_have_undone(world: World, clock: Clock) -> None:
    game_id = await world.start_table()
    name = await world.whose(game_id)
    panel = await world.press(name, await world.slash(name, "turn"), "choose")
    await world.press(name, panel, "undo")
    clock.go(hours=3)
    await ring(world)
    assert nudges(world) == []


# -- the timekeeper --------------------------------------------------------------------------------------------


async def test_timers_that_became_due_while_the_bot_was_down_fire_once_at_its_start(world: World, clock: Clock) -> None:
    game_id = await world.start_table()
    before = await timers(world, game_id)
    clock.go(days=2)
    await restart(world)
    await settle(world)
    assert len(reminders(world)) == 1
    assert len(pinged(world, "it is your move for")) == 1
    after = await timers(world, game_id)
    assert after[REMIND].id != before[REMIND].id
    await restart(world)
    await settle(world)
    assert len(pinged(world, "it is your move for")) == 1


async def test_the_timekeeper_sends_a_due_reminder_without_being_woken(world: World, clock: Clock) -> None:
    del world.bot.timekeeper.kick
    game_id = await world.start_table()
    await world.slash(await world.whose(game_id), "settings", reminders=3)
    # The timekeeper sleeps an hour at most, so it is awake in time when the clock is put forward.
    for _ in range(3):
        assert reminders(world) == []
        clock.go(hours=1)
        await world.env.advance_time(LONGEST_SLEEP + 1)
    await settle(world)
    assert len(reminders(world)) == 1


class Sleeper(Timekeeper):
    """A timekeeper that notes for how long it sleeps after each round."""

    slept: float | None = None

    def _wake_in(self, seconds: float) -> None:
        self.slept = seconds


async def test_the_timekeeper_wakes_in_time_for_timers_that_it_does_not_expect(storage: Storage, clock: Clock) -> None:
    tables = Tables(storage)
    await open_table(tables)
    keeper = Sleeper(tables)

    async def look() -> float | None:
        keeper.kick()
        await keeper.rest(5)
        return keeper.slept

    assert await look() == LONGEST_SLEEP
    # The first reminder is due after 24 hours, and was set before this timekeeper began.
    clock.go(hours=23, minutes=30)
    assert await look() == timedelta(minutes=30).total_seconds()
    keeper.expect(clock() + timedelta(minutes=5))
    assert await look() == timedelta(minutes=5).total_seconds()
    clock.go(minutes=10)
    assert await look() == timedelta(minutes=20).total_seconds()


async def test_a_timer_that_fails_is_put_off_and_delays_no_other_table(
    world: World, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken = await world.start_table()
    clock.go(seconds=1)
    fine = await world.open_table(name="Fine")
    for name, seat in zip(NAMES, ("raj", "congress", "league", "revolutionaries"), strict=True):
        await world.slash(name, "table join", seat=seat, table=fine)
    await world.slash("Asha", "table start", table=fine)
    ring_rightly = world.bot.tables.reminders.ring

    async def fail(tx: Any, timer: Timer) -> None:
        if timer.game_id == broken:
            raise RuntimeError("The hammer is off.")
        await ring_rightly(tx, timer)

    monkeypatch.setattr(world.bot.tables.reminders, "ring", fail)
    clock.go(days=1)
    assert await ring(world) == 1
    (message,) = reminders(world)
    assert "Fine" in message.content
    assert (await timers(world, broken))[REMIND].due == clock() + timedelta(minutes=10)
    monkeypatch.undo()
    clock.go(minutes=10)
    assert await ring(world) == 1
    assert len(reminders(world)) == 2


async def test_a_table_of_an_older_version_gets_its_question_at_the_next_start(world: World, clock: Clock) -> None:
    game_id = await world.start_table()
    async with world.storage.transaction() as tx:
        game = await tx.game(game_id)
        await tx.cancel_timers(game_id)
        await tx.update_game(game_id, options={name: game.options[name] for name in ("host", "seats", "sides")})
    clock.go(days=30)
    await restart(world)
    assert (await timers(world, game_id))[REMIND].due == clock() + 24 * HOUR


async def test_a_table_has_no_timers_before_its_start_or_for_an_empty_seat(world: World, clock: Clock) -> None:
    game_id = await world.open_table()
    assert await timers(world, game_id) == {}
    await world.slash("Asha", "table close")
    game_id = await world.start_table()
    name = await world.whose(game_id)
    await world.press(name, await world.slash(name, "table leave"), "quit")
    assert await timers(world, game_id) == {}
    assert (await waited(world, game_id)).who == 0
    seat = (await waited(world, game_id)).seat
    other = next(person for person in NAMES if person != name)
    clock.go(hours=5)
    await world.slash(other, "table join", seat=seat)
    assert (await waited(world, game_id)).who == world.people[other].id
    assert (await timers(world, game_id))[REMIND].due == clock() + 24 * HOUR


# -- the status ------------------------------------------------------------------------------------------------


async def test_the_status_shows_start_and_limit_in_each_readers_time(world: World, clock: Clock) -> None:
    game_id = await world.start_table()
    now = int(clock().timestamp())
    assert f"asked <t:{now}:R>\n" in world.status_words()
    clock.go(hours=2)
    await set_pace(world, game_id, Pace(12, 24, "remind"))
    limit = now + 26 * 3600
    assert f"asked <t:{now}:R>, limit <t:{limit}:R>" in world.status_words()
    clock.go(hours=1)
    await world.pass_turn(game_id)
    await settle(world)
    later = int(clock().timestamp())
    assert f"asked <t:{later}:R>, limit <t:{later + 24 * 3600}:R>" in world.status_words()


# -- limits ----------------------------------------------------------------------------------------------------


async def test_a_table_is_informed_once_that_the_time_limit_has_passed(world: World, clock: Clock) -> None:
    game_id = await world.start_table()
    await set_pace(world, game_id, Pace(0, 24, "remind"))
    assert (await timers(world, game_id)).keys() == {LIMIT}
    clock.go(hours=24)
    assert await ring(world) == 1
    (told,) = [message for message in world.messages() if "limit has passed" in message.content]
    assert await world.whose(game_id) in told.content
    clock.go(days=5)
    assert await ring(world) == 0


async def test_after_the_time_limit_the_turn_of_a_silent_player_is_passed(world: World, clock: Clock) -> None:
    game_id = await world.start_table()
    await set_pace(world, game_id, Pace(0, 24, "default"))
    name, before = await world.whose(game_id), await waited(world, game_id)
    await world.slash(name, "turn")
    clock.go(hours=24)
    assert await ring(world) == 1
    after = await waited(world, game_id)
    assert after.seat != before.seat
    message = world.messages()[-1]
    assert f"{name} did not answer in time" in message.content
    assert "must pass" in message.content
    # The next player is pinged, and their time begins now.
    assert f"<@{after.who}>" in message.content
    assert after.until == int((clock() + 24 * HOUR).timestamp())
    async with world.storage.read() as reader:
        assert all(choice.user_id is None for choice in await reader.choices(game_id))
    # The player who is back may undo it, as long as no one has played.
    assert "draft" in (await world.slash(name, "undo")).words or (await waited(world, game_id)).seat == before.seat


@pytest.mark.parametrize(("hours", "given"), [(29, 5), (24 * 6, 24)])
async def test_a_limit_that_ended_while_the_bot_was_not_running_is_extended_once(
    world: World, clock: Clock, hours: int, given: int
) -> None:
    game_id = await world.start_table()
    await set_pace(world, game_id, Pace(0, 24, "default"))
    name, before = await world.whose(game_id), await waited(world, game_id)
    clock.go(hours=hours)
    await restart(world)
    await settle(world)
    extended = await waited(world, game_id)
    assert (extended.seat, extended.since) == (before.seat, before.since)
    assert extended.until == int((clock() + given * HOUR).timestamp())
    (message,) = [message for message in world.messages() if "was not running" in message.content]
    assert name in message.content
    assert f"<t:{extended.until}" in message.content
    assert f"limit <t:{extended.until}:R>" in world.status_words()
    clock.go(hours=given)
    await ring(world)
    assert (await waited(world, game_id)).seat != before.seat
    assert sum("was not running" in message.content for message in world.messages()) == 1


async def test_a_clock_that_ended_during_an_outage_gets_the_time_since_its_end_back(world: World, clock: Clock) -> None:
    game_id = await world.start_table()
    await set_pace(world, game_id, Pace(0, 0, "default", bank=24, increment=0))
    before = await waited(world, game_id)
    clock.go(hours=29)
    await restart(world)
    await settle(world)
    clock.go(hours=2)
    await world.pass_turn(game_id)
    table = (await world.bot.tables.moment(game_id)).table
    assert table.state.clocks[before.seat] == 3 * 3600


async def open_with_limit(storage: Storage, pace: Pace) -> tuple[Tables, str, Question]:
    """Return a table of four people with this pace, its id, and the question that it waits for."""
    tables = Tables(storage)
    game_id = await open_table(tables)
    async with tables.transactions.begin(game_id, None) as tx:
        await tables.settings._set_pace(tx, game_id, pace)
    question = (await tables.table(game_id)).state.question
    assert question is not None
    return tables, game_id, question


@pytest.mark.parametrize("first", ["absence", "settings", "fault"])
async def test_a_limit_is_extended_after_an_outage_despite_an_absence_settings_or_a_fault(
    storage: Storage, clock: Clock, monkeypatch: pytest.MonkeyPatch, first: str
) -> None:
    """Each of these sets the timer of the limit again, so that it no longer rang late: the turn was passed at once."""
    tables, game_id, before = await open_with_limit(storage, Pace(0, 24, "default"))
    keeper = Timekeeper(tables)
    if first == "absence":
        await tables.absences.leave(None, game_id, before.who, StandIn(99, "Gita"), clock() + timedelta(hours=12))
    clock.go(hours=30)
    if first == "settings":
        await tables.wishes.change(before.who, Preferences(remind=5), ("remind",))
    if first == "fault":
        with monkeypatch.context() as patch:
            patch.setattr(tables.reminders, "_reach_limit", None)
            await keeper.fire_due()
        clock.go(seconds=PUT_OFF.total_seconds())
    await keeper.fire_due()
    extended = (await tables.table(game_id)).state.question
    assert extended is not None
    assert (extended.seat, extended.since) == (before.seat, before.since)
    assert extended.until == before.until + 2 * (int(clock().timestamp()) - before.until)


async def test_a_person_is_reminded_of_their_extended_limit_after_an_outage(storage: Storage, clock: Clock) -> None:
    tables, game_id, before = await open_with_limit(storage, Pace(12, 24, "default"))
    clock.go(hours=30)
    await Timekeeper(tables).fire_due()
    reminded = [post for post in await posts_of(storage, game_id) if post.kind == REMINDER]
    assert [post.ping for post in reminded] == [before.who]
    assert f"<t:{int(clock().timestamp()) + 6 * 3600}:R>" in reminded[0].content


async def test_no_time_is_given_back_for_a_limit_that_passed_before_an_outage(storage: Storage, clock: Clock) -> None:
    """The last person at a table keeps the seat; each later outage announced that they had got time."""
    tables = Tables(storage)
    game_id = await open_table(tables, {"raj": PEOPLE["raj"]}, with_automatic=True)
    async with tables.transactions.begin(game_id, None) as tx:
        await tables.settings._set_pace(tx, game_id, Pace(0, 24, "arjuna"))
    before = (await tables.table(game_id)).state.question
    assert before is not None
    keeper = Timekeeper(tables)
    clock.go(hours=24)
    await keeper.fire_due()
    clock.go(hours=10)
    await keeper.fire_due()
    now = (await tables.table(game_id)).state.question
    assert now is not None
    assert (now.since, now.until) == (before.since, before.until)
    assert not any("was not running" in post.content for post in await posts_of(storage, game_id))


async def test_a_successor_has_the_whole_time_after_an_outage(storage: Storage, clock: Clock) -> None:
    """The outage counted as time of their predecessor, so that they were passed over at once."""
    tables, game_id, before = await open_with_limit(storage, Pace(0, 24, "default"))
    clock.go(days=6)
    await Timekeeper(tables).fire_due()
    asked = await tables.replacing.propose(None, game_id, before.who, before.seat, StandIn(99, "Gita"))
    await tables.votes.answer(None, game_id, 99, asked.number, agree=True)
    now = (await tables.table(game_id)).state.question
    assert now is not None
    assert (now.owner, now.until) == (99, int((clock() + timedelta(hours=24)).timestamp()))


async def test_an_absence_protects_a_seat_as_long_as_its_time_is_extended(storage: Storage, clock: Clock) -> None:
    tables, game_id, before = await open_with_limit(storage, Pace(0, 24, "default"))
    await tables.absences.leave(None, game_id, before.who, StandIn(99, "Gita"), clock() + timedelta(days=20))
    keeper = Timekeeper(tables)
    clock.go(hours=30)
    await keeper.fire_due()
    extended = (await tables.table(game_id)).state.question
    assert extended is not None
    assert not extended.is_lapsed
    async with storage.read() as reader:
        due = {timer.kind: timer.due for timer in await reader.timers(game_id)}
    assert due[LAPSE] == due[LIMIT] == clock() + timedelta(hours=6)


@pytest.mark.parametrize("at_limit", ["default", "arjuna"])
@pytest.mark.parametrize("is_own", [False, True])
async def test_no_card_of_a_physical_table_is_made_up_at_the_limit(
    storage: Storage, clock: Clock, at_limit: AtLimit, is_own: bool
) -> None:
    """The first Event that had not been played yet was revealed, and the board no longer was that on the table."""
    tables, keeper = Tables(storage), Timekeeper(Tables(storage))
    game_id = await open_lobby(tables)
    position = read_set_up(load_language("en"), front_of("gandhi"), "short", "card 12; next 30; viceroy irwin")
    await tables.lobby.lay(game_id, HOST, position)
    await seat_people(tables, game_id, [("raj", HOST, "Raj"), ("congress", 12, "Bilal")])
    await tables.start(None, game_id, HOST, with_automatic=True)
    async with tables.transactions.begin(game_id, None) as tx:
        await tables.settings._set_pace(tx, game_id, Pace(0, 24, at_limit))
    moment = await tables.moment(game_id)
    while moment.decision is not None and moment.decision.kind != "deck.card":
        if is_own and moment.decision.seat == "raj":
            clock.go(hours=24)
            await keeper.fire_due()
        else:
            await act_plainly(tables, moment, moment.table.owner_of(moment.decision.seat))
        moment = await tables.moment(game_id)
    card = moment.game.label.card
    for _ in range(2):
        clock.go(hours=24)
        await keeper.fire_due()
    moment = await tables.moment(game_id, HOST)
    assert moment.decision is not None
    assert (moment.decision.kind, moment.game.label.card) == ("deck.card", card)
    assert "time limit has passed" in (await posts_of(storage, game_id))[-1].content
    after = await tables.at(game_id, HOST).play(["60"])
    assert after.game.state.upcoming == 60


@pytest.mark.parametrize("at_limit", ["default", "arjuna"])
async def test_after_the_time_limit_a_begun_turn_ends_with_the_choices_made_so_far(
    world: World, clock: Clock, at_limit: Any
) -> None:
    game_id = await world.start_table()
    await set_pace(world, game_id, Pace(0, 24, at_limit))
    name, seat = await world.whose(game_id), (await waited(world, game_id)).seat
    first = "deploy" if seat == "raj" else "rally"
    await world.bot.tables.at(game_id, world.people[name].id).play([first])
    number = (await world.bot.tables.moment(game_id)).game.step_number
    assert (await waited(world, game_id)).seat == seat
    clock.go(hours=24)
    assert await ring(world) == 1
    said = [message for message in world.messages() if f"{name} did not finish the turn" in message.content]
    assert len(said) == 1
    if at_limit == "arjuna":
        # One message says that the turn ends here and that Arjuna continues, with the button to come back.
        assert [message.id for message in world.messages() if "/away back" in message.content] == [said[0].id]
        assert said[0].content.count(f"<@{world.people[name].id}>") == 1
        assert read_panel(said[0]).has("back")
    moment = await world.bot.tables.moment(game_id)
    assert moment.game.step_number > number
    assert (moment.game.state.seats[seat] == "arjuna") == (at_limit == "arjuna")
    assert (await waited(world, game_id)).seat != seat


async def test_the_limit_is_delayed_for_a_person_who_has_just_clicked(world: World, clock: Clock) -> None:
    game_id = await world.start_table()
    await set_pace(world, game_id, Pace(0, 24, "default"))
    name, before = await world.whose(game_id), await waited(world, game_id)
    clock.go(hours=23, minutes=50)
    await world.press(name, await world.slash(name, "turn"), "choose")
    clock.go(minutes=10)
    assert await ring(world) == 1
    assert (await waited(world, game_id)) == replace(before, is_reached=True)
    assert (await timers(world, game_id))[LIMIT].due == clock() + timedelta(minutes=20)
    clock.go(minutes=20)
    assert await ring(world) == 1
    assert (await waited(world, game_id)).seat != before.seat


async def test_a_stand_in_whose_time_is_over_is_not_reminded(world: World, clock: Clock) -> None:
    game_id = await world.start_table()
    name, seat = await world.whose(game_id), (await waited(world, game_id)).seat
    other = next(person for person in NAMES if person != name)
    async with world.bot.tables.transactions.begin(game_id, None) as tx:
        owner, stand_in = world.people[name].id, world.people[other].id
        until = clock() + 12 * HOUR
        await tx.arrange(game_id, owner, "away", seat=seat, other_user_id=stand_in, until=until)
    assert (await waited(world, game_id)).who == stand_in
    clock.go(hours=24)
    await ring(world)
    assert (await waited(world, game_id)).who == owner
    (message,) = reminders(world)
    assert f"<@{owner}>" in message.content


@pytest.mark.whole_game
async def test_arjuna_plays_a_silent_persons_seat_until_they_are_back(world: World, clock: Clock) -> None:
    game_id = await world.start_table()
    await set_pace(world, game_id, Pace(0, 24, "arjuna"))
    name, seat = await world.whose(game_id), (await waited(world, game_id)).seat
    before = len(world.messages())
    clock.go(hours=24)
    assert await ring(world) == 1
    # The same message has Arjuna's next turn, and pings the person once.
    (said,) = [message for message in world.messages()[before:] if not message.pinned]
    assert f"{name} did not play in time" in said.content
    assert said.content.count(f"<@{world.people[name].id}>") == 1
    assert any(":reasons:" in button for button in read_panel(said).buttons)
    moment = await world.bot.tables.moment(game_id)
    assert moment.game.state.seats[seat] == "arjuna"
    assert (await waited(world, game_id)).seat != seat
    holder = moment.table.holder(seat)
    assert holder is not None
    assert holder.user_id == world.people[name].id
    # The game continues without the player, who takes the seat back when a card is over.
    await go_on(world, game_id)
    await world.press(name, read_panel(said), "back")
    for _ in range(40):
        if (await waited(world, game_id)).seat == seat:
            break
        await go_on(world, game_id)
    assert (await waited(world, game_id)).who == world.people[name].id
    assert (await world.bot.tables.moment(game_id)).game.state.seats[seat] == "player"


async def test_the_last_person_at_a_table_keeps_their_seat_after_the_time_limit(world: World, clock: Clock) -> None:
    game_id = await world.open_table()
    await world.slash("Asha", "table join", seat="raj")
    await world.press("Asha", await world.slash("Asha", "table start"), "fill")
    await settle(world)
    assert (await waited(world, game_id)).who == world.people["Asha"].id
    await set_pace(world, game_id, Pace(0, 24, "arjuna"))
    clock.go(hours=24)
    assert await ring(world) == 1
    assert "limit has passed" in world.messages()[-1].content
    assert (await world.bot.tables.moment(game_id)).game.state.seats["raj"] == "player"


@pytest.mark.parametrize(
    ("at_limit", "words"), [("default", "the default answer is used"), ("arjuna", "Arjuna has answered")]
)
async def test_an_interrupting_question_is_answered_at_the_limit(
    world: World, clock: Clock, at_limit: Any, words: str
) -> None:
    game_id = await reach_campaign_round(world)
    await set_pace(world, game_id, Pace(0, 24, at_limit))
    before = await waited(world, game_id)
    name = await world.whose(game_id)
    clock.go(hours=24)
    assert await ring(world) == 1
    said = [message for message in world.messages() if words in message.content]
    assert len(said) == 1
    assert name in said[0].content
    after = await world.bot.tables.moment(game_id)
    assert after.table.game.version > before.version
    # The seat stays with its person.
    assert set(after.game.state.seats.values()) == {"player"}


async def reach_campaign_round(world: World) -> str:
    """Play a game at once up to the last click before its first Campaign Round, in which it waits for someone."""
    game_id = await world.start_table()
    ahead = Game.new(scenario="short", seed=bytes(32))
    keys = []
    while ahead.label.phase in ("turn", "gandhi_placed"):
        assert ahead.decision is not None
        keys.append("pass" if "pass" in ahead.decision.keys else ahead.decision.options[0].key)
        ahead.choose(keys[-1])
    game = Game.new(scenario="short", seed=bytes(32))
    for key in keys[:-1]:
        game.choose(key)
    await put(world, game_id, game)
    await go_on(world, game_id)
    return game_id


async def go_on(world: World, game_id: str) -> None:
    """Let the player who is asked pass, or take the first answer."""
    moment = await world.bot.tables.moment(game_id)
    assert moment.decision is not None
    if is_whole_turn(moment.front, moment.game):
        await world.pass_turn(game_id)
        return
    person = world.people[await world.whose(game_id)]
    await world.bot.tables.at(game_id, person.id).play([moment.decision.options[0].key])


async def test_a_table_without_a_limit_never_acts_for_a_silent_player(world: World, clock: Clock) -> None:
    servers = world.bot.tables.servers
    await servers.change(None, world.guild.id, 1, "manager", {"game_days": LONGEST})
    game_id = await world.start_table()
    await set_pace(world, game_id, Pace(0, 24, "nothing"))
    assert await timers(world, game_id) == {}
    before = (await world.bot.tables.table(game_id)).game.version
    rung = 0
    for _ in range(400):
        clock.go(days=1)
        rung += await world.bot.timekeeper.fire_due()
    # Only the timer of the lobby fires: it checks whether the table is silent.
    assert rung == 1
    messages = len(world.messages())
    await settle(world)
    assert len(world.messages()) == messages
    assert (await world.bot.tables.table(game_id)).game.version == before
    assert "Limit" not in world.status_words()


# -- settings --------------------------------------------------------------------------------------------------


async def test_personal_settings_are_shown_changed_and_kept(world: World, clock: Clock) -> None:
    words = (await world.slash("Dev", "settings")).words
    for shown in ("Language: as in Discord", "table default", "Quiet hours: none", "UTC", "classic"):
        assert shown in words, words
    words = (
        await world.slash("Dev", "settings", language="it", quiet="23-8", zone="Europe/Rome", pictures="dark")
    ).words
    assert "Lingua: Italiano" in words
    assert "23:00-08:00" in words
    assert "Europe/Rome (lì ora sono le 14:00)" in words
    await restart(world)
    words = (await world.slash("Dev", "settings")).words
    assert "Lingua: Italiano" in words
    assert "Tema delle immagini: scuro" in words
    # Everything that only this player sees is in their language; the others keep theirs.
    assert "tavolo" in (await world.slash("Dev", "help")).words
    assert "table" in (await world.slash("Asha", "help")).words
    words = (await world.slash("Dev", "settings", language="discord", quiet="off")).words
    assert "Language: as in Discord" in words
    assert "Quiet hours: none" in words
    assert "Europe/Rome" in words


async def test_private_pictures_have_the_persons_colours_and_language(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    game_id = await world.start_table()
    name = await world.whose(game_id)
    themes = []
    draw = world.bot.painter.draw

    async def see(front: Any, view: Any, changes: Any = (), *, options: Options | None = None) -> Any:
        themes.extend([(options.theme, options.language)] if options is not None else [])
        return await draw(front, view, changes, options=options)

    monkeypatch.setattr(world.bot.painter, "draw", see)
    await world.slash(name, "board")
    await world.slash(name, "settings", pictures="colour_blind", language="it")
    await world.slash(name, "board")
    await world.press(name, await world.slash(name, "turn"), "map")
    assert themes == [("classic", "en"), ("colour_blind", "it"), ("colour_blind", "it")]
    await world.pass_turn(game_id)
    (turn,) = await world.bot.tables.rewinding.list_turns(game_id)
    other = next(person for person in NAMES if person != name)
    for person, code in ((name, "it"), (other, "en")):
        (offered,) = await world.people[person].autocomplete(world.channel, "table rewind", "to", "")
        assert offered["name"] == name_played(load_language(code), await world.bot.tables.table(game_id), turn)[:100]


async def test_invalid_personal_settings_change_nothing(world: World) -> None:
    refused = await world.slash("Dev", "settings", zone="Atlantis", language="it")
    assert "There is no time zone “Atlantis”" in refused.words
    assert "is not a time range" in (await world.slash("Dev", "settings", quiet="late")).words
    assert "Language: as in Discord" in (await world.slash("Dev", "settings")).words
    async with world.storage.read() as reader:
        assert await reader.user_preferences(world.people["Dev"].id) == {}


async def test_completion_offers_time_zones_and_quiet_hours(world: World) -> None:
    zones = await world.people["Dev"].autocomplete(world.channel, "settings", "zone", "rom")
    assert zones[0] == {"name": "Europe/Rome (14:00)", "value": "Europe/Rome"}
    assert len(await world.people["Dev"].autocomplete(world.channel, "settings", "zone", "")) == 25
    hours = await world.people["Dev"].autocomplete(world.channel, "settings", "quiet", "21:15-6")
    assert [choice["value"] for choice in hours] == ["21:15-6"]
    assert await world.people["Dev"].autocomplete(world.channel, "settings", "quiet", "")


async def test_deleting_ones_data_deletes_settings_and_timers(world: World) -> None:
    game_id = await world.start_table()
    name = await world.whose(game_id)
    user_id = world.people[name].id
    await world.slash(name, "settings", zone="Europe/Rome", quiet="22-7")
    await world.press(name, await world.slash(name, "privacy delete"), "forget")
    assert (await world.slash(name, "privacy show")).words == "Nothing is stored about you."
    async with world.storage.read() as reader:
        assert await reader.user_preferences(user_id) == {}
        assert str(user_id) not in str((await reader.game(game_id)).options)
        assert str(user_id) not in str(await reader.timers(game_id))
    assert await timers(world, game_id) == {}
    await settle(world)
    assert str(user_id) not in world.status_words()


async def test_only_the_host_changes_a_tables_settings_and_a_pace_needs_consent(world: World, clock: Clock) -> None:
    game_id = await world.start_table()
    assert "no hurry" in (await world.slash("Bilal", "table settings")).words
    assert "Only Asha" in (await world.slash("Bilal", "table settings", limit=24)).words
    words = (await world.slash("Asha", "table settings", pace="daily")).words
    assert "Waiting for: Congress, Muslim League and Revolutionaries." in words
    assert "no hurry" in words
    question = next(found for found in reversed(world.messages()) if "Proposal by Asha: a new pace" in found.content)
    for name in NAMES[1:]:
        assert (await timers(world, game_id)).keys() == {REMIND}
        answer = await world.press(name, read_panel(question), "accept")
    assert "Pace: a turn a day" in answer.words
    words = (await world.slash("Bilal", "table settings")).words
    assert "a turn a day, with a reminder after 12 hours; after 1 day the table is notified" in words
    await settle(world)
    told = world.messages()[-1].content
    assert told.startswith("The table has a new pace: a turn a day")
    assert (await timers(world, game_id)).keys() == {REMIND, LIMIT}
    await set_pace(world, game_id, Pace(12, 72, "arjuna"))
    words = (await world.slash("Bilal", "table settings")).words
    assert "custom" in words
    assert "after 3 days Arjuna plays" in words
    assert "Lingua: Italiano" not in words
    await world.slash("Asha", "table settings", language="it")
    await settle(world)
    assert "chiesto " in world.status_words()
    # Setting a limit replaces “nothing” at its end with a message to the table.
    await set_pace(world, game_id, Pace(12, 72, "nothing"))
    await world.slash("Asha", "table settings", limit=6)
    assert "dopo 6 ore si avvisa il tavolo" in world.messages()[-1].content


async def test_a_table_is_opened_with_a_pace(world: World, clock: Clock) -> None:
    game_id = await world.open_table(pace="quick")
    assert (await world.bot.tables.table(game_id)).state.pace == Pace(3, 12, "remind")
    assert "several turns a day" in (await world.slash("Dev", "table settings")).words
    for seat in ("raj", "congress", "league", "revolutionaries"):
        await world.slash("Asha", "table join", seat=seat)
    await world.slash("Asha", "table start")
    found = await timers(world, game_id)
    assert found[REMIND].due == clock() + 3 * HOUR
    assert found[LIMIT].due == clock() + 12 * HOUR


async def test_a_reminder_names_the_limit(world: World, clock: Clock) -> None:
    game_id = await world.start_table()
    await set_pace(world, game_id, Pace(12, 24, "arjuna"))
    clock.go(hours=12)
    await ring(world)
    (message,) = reminders(world)
    until = int((clock() + 12 * HOUR).timestamp())
    assert f"Time limit of the table: <t:{until}:R>" in message.content
    assert re.search(rf"since <t:{until - 24 * 3600}:f>", message.content)
    async with world.storage.read() as reader:
        ref = await reader.message_ref(game_id, REMINDER)
    assert ref is not None
    assert ref.message_id == message.id

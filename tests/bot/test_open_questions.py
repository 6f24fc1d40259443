"""Nothing that someone does while a question is open moves its time, and every protection ends."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import timedelta

import pytest

from bot.errors import BadInput, TableError
from bot.tables.absences import AUTOMATIC_PLAYER, StandIn
from bot.tables.play import Tables
from bot.tables.preferences import Preferences, read_preferences, read_quiet
from bot.tables.scheduler import Timekeeper
from bot.tables.servers import STANDARD_PERIODS
from bot.tables.table import AtLimit, Pace, Question
from bot.tables.timers import GRACE, GUARD, LATEST, PATIENCE_UNHURRIED, as_time, find_reminder
from bot.tables.votes import LONGEST_VOTE, find_vote
from storage import Storage
from tests.bot.clock import NOON, Clock, let_pass
from tests.bot.players import HOST, PEOPLE, act_plainly, open_table, posts_of, whose

pytestmark = pytest.mark.usefixtures("clock")

EVE, MINA = 55, 77
HOUR = timedelta(hours=1)
Act = Callable[[Tables, str, str, int], Awaitable[object]]


async def open_with_limit(storage: Storage, at_limit: AtLimit = "default", limit: int = 24) -> tuple[Tables, str, str]:
    """Begin a table with a limit; return its services, its id, and the seat that is asked."""
    tables = Tables(storage)
    game_id = await open_table(tables)
    async with tables.transactions.begin(game_id, None) as tx:
        await tables.timers.set_pace(tx, game_id, Pace(24, limit, at_limit))
    return tables, game_id, whose(await tables.moment(game_id))


async def find_question(tables: Tables, game_id: str) -> Question:
    """Return the open question of a table."""
    question = (await tables.table(game_id)).state.question
    assert question is not None
    return question


def find_other(seat: str) -> str:
    """Return another seat."""
    return next(one for one in PEOPLE if one != seat)


async def set_reminders(tables: Tables, game_id: str, seat: str, number: int) -> None:
    """Change one's reminders and quiet hours."""
    changed = Preferences(remind=(3, 48)[number % 2], quiet=((13 * 60, 60), (0, 12 * 60))[number % 2])
    await tables.wishes.change(PEOPLE[seat], changed, ("remind", "quiet"))


async def go_and_come_back(tables: Tables, game_id: str, seat: str, number: int) -> None:
    """Go away with a stand-in, and be back at once."""
    await tables.absences.leave(None, game_id, PEOPLE[seat], StandIn(EVE, "Eve"), None)
    await tables.absences.come_back(None, game_id, PEOPLE[seat])


async def go_with_another_stand_in(tables: Tables, game_id: str, seat: str, number: int) -> None:
    """Name another stand-in each time."""
    await tables.absences.leave(None, game_id, PEOPLE[seat], StandIn(EVE + number % 3, "Eve"), None)


async def let_another_go(tables: Tables, game_id: str, seat: str, number: int) -> None:
    """Have another person go away, and be back."""
    person = PEOPLE[find_other(seat)]
    await tables.absences.leave(None, game_id, person, AUTOMATIC_PLAYER, None)
    await tables.absences.come_back(None, game_id, person)


async def leave_and_return(tables: Tables, game_id: str, seat: str, number: int) -> None:
    """Leave one's seat, and take it again."""
    await tables.lobby.leave(None, game_id, PEOPLE[seat], seat)
    await tables.lobby.join(None, game_id, PEOPLE[seat], seat.title(), seat)


async def play_and_undo(tables: Tables, game_id: str, seat: str, number: int) -> None:
    """Confirm a turn, and take it back at once."""
    await act_plainly(tables, await tables.moment(game_id, PEOPLE[seat]), PEOPLE[seat])
    await tables.at(game_id, PEOPLE[seat]).undo()
    await tables.at(game_id, PEOPLE[seat]).reset()


ACTS: dict[str, Act] = {
    one.__name__: one
    for one in (
        set_reminders,
        go_and_come_back,
        go_with_another_stand_in,
        let_another_go,
        leave_and_return,
        play_and_undo,
    )
}


@pytest.mark.parametrize("act", ACTS)
@pytest.mark.parametrize("pace", [Pace(24, 24, "default"), Pace(0, 0, "default", 24, 6)], ids=["limit", "clock"])
async def test_no_action_extends_the_time_of_an_open_question(
    storage: Storage, clock: Clock, act: str, pace: Pace
) -> None:
    tables = Tables(storage)
    game_id = await open_table(tables)
    async with tables.transactions.begin(game_id, None) as tx:
        await tables.timers.set_pace(tx, game_id, pace)
    seat = whose(await tables.moment(game_id))
    until = (await find_question(tables, game_id)).until
    assert until == int((NOON + 24 * HOUR).timestamp())
    keeper = Timekeeper(tables)
    for number in range(11):
        await let_pass(clock, keeper, 2)
        await ACTS[act](tables, game_id, seat, number)
        question = await find_question(tables, game_id)
        assert (question.seat, question.until) == (seat, until)
    await let_pass(clock, keeper, 3)
    assert (await find_question(tables, game_id)).seat != seat


async def test_a_draft_delays_the_end_of_a_question_by_two_hours_and_no_more(storage: Storage, clock: Clock) -> None:
    tables, game_id, seat = await open_with_limit(storage)
    until = as_time((await find_question(tables, game_id)).until)
    keeper = Timekeeper(tables)
    clock.moment = until - HOUR
    while (await find_question(tables, game_id)).seat == seat:
        assert clock() <= until + LATEST
        moment = await tables.moment(game_id, PEOPLE[seat])
        await tables.at(game_id, PEOPLE[seat]).reset()
        assert moment.decision is not None
        await tables.at(game_id, PEOPLE[seat]).choose(["pass"])
        clock.moment += GRACE - timedelta(minutes=5)
        await keeper.fire_due()
    assert clock() >= until + LATEST


async def test_undoing_an_automatic_pass_gives_half_an_hour_once(storage: Storage, clock: Clock) -> None:
    tables, game_id, seat = await open_with_limit(storage)
    keeper = Timekeeper(tables)
    await let_pass(clock, keeper, 24)
    assert (await find_question(tables, game_id)).seat != seat
    await tables.at(game_id, PEOPLE[seat]).undo()
    question = await find_question(tables, game_id)
    assert (question.seat, as_time(question.until)) == (seat, clock() + GRACE)
    clock.moment += GRACE
    await keeper.fire_due()
    assert (await find_question(tables, game_id)).seat != seat
    await tables.at(game_id, PEOPLE[seat]).undo()
    await keeper.fire_due()
    assert (await find_question(tables, game_id)).seat != seat


async def test_passing_a_seat_between_people_gives_at_most_twice_the_time(storage: Storage, clock: Clock) -> None:
    tables, game_id, seat = await open_with_limit(storage)
    holder = PEOPLE[seat]
    for person in (EVE, MINA, EVE, MINA):
        await let_pass(clock, Timekeeper(tables), 20)
        if (await find_question(tables, game_id)).seat != seat:
            break
        await tables.lobby.leave(None, game_id, holder, seat)
        await tables.lobby.join(None, game_id, person, str(person), seat)
        holder = person
        question = await find_question(tables, game_id)
        assert as_time(question.until) <= NOON + 48 * HOUR
    assert (await find_question(tables, game_id)).seat != seat


async def test_a_longer_limit_begins_with_the_next_question_and_a_shorter_one_at_once(
    storage: Storage, clock: Clock
) -> None:
    tables, game_id, _ = await open_with_limit(storage)
    clock.go(hours=10)
    for limit, left in ((48, 14), (6, 6), (12, 6)):
        async with tables.transactions.begin(game_id, None) as tx:
            await tables.timers.set_pace(tx, game_id, Pace(24, limit, "default"))
        assert as_time((await find_question(tables, game_id)).until) == clock() + left * HOUR


# -- absences ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("limit", [0, 12])
async def test_an_absence_protects_a_seat_only_while_the_stand_in_acts(
    storage: Storage, clock: Clock, limit: int
) -> None:
    tables = Tables(storage)
    game_id = await open_table(tables)
    async with tables.transactions.begin(game_id, None) as tx:
        await tables.timers.set_pace(tx, game_id, Pace(24, limit, "remind"))
    seat = whose(await tables.moment(game_id))
    other = PEOPLE[find_other(seat)]
    await tables.absences.leave(None, game_id, PEOPLE[seat], StandIn(EVE, "Eve"), None)
    keeper, span = Timekeeper(tables), min(int(GUARD / HOUR), limit or int(GUARD / HOUR))
    await let_pass(clock, keeper, span - 1)
    for rank, propose in (("", "replace"), ("moderator", "free")):
        with pytest.raises(TableError) as refusal:
            if propose == "free":
                await tables.replacing.free(None, game_id, MINA, seat, rank=rank)  # type: ignore[arg-type]
            else:
                await tables.replacing.propose(None, game_id, other, seat, AUTOMATIC_PLAYER)
        assert refusal.value.text.key == "error.owner_away"
    # Coming back and going away again does not restart the time.
    await go_and_come_back(tables, game_id, seat, 0)
    await tables.absences.leave(None, game_id, PEOPLE[seat], StandIn(EVE, "Eve"), None)
    await let_pass(clock, keeper, 1)
    lapsed = [post for post in await posts_of(storage, game_id) if "no longer protects" in post.content]
    assert [set(post.pings) for post in lapsed] == [{PEOPLE[seat], EVE}]
    await tables.replacing.free(None, game_id, MINA, seat, rank="moderator")
    await let_pass(clock, keeper, 25)
    assert (await tables.table(game_id)).owner_of(seat) == 0


async def test_a_stand_in_who_plays_protects_the_seat_again(storage: Storage, clock: Clock) -> None:
    tables = Tables(storage)
    game_id = await open_table(tables)
    seat = whose(await tables.moment(game_id))
    await tables.absences.leave(None, game_id, PEOPLE[seat], StandIn(EVE, "Eve"), None)
    keeper = Timekeeper(tables)
    await let_pass(clock, keeper, 73)
    await tables.replacing.free(None, game_id, MINA, seat, rank="moderator")
    await act_plainly(tables, await tables.moment(game_id, EVE), EVE)
    async with storage.read() as reader:
        assert await find_vote(reader, await tables.table(game_id)) is None


async def test_an_announced_absence_counts_as_activity_at_a_table(storage: Storage, clock: Clock) -> None:
    tables = Tables(storage)
    game_id = await open_table(tables)
    keeper = Timekeeper(tables)
    clock.go(days=25)
    await tables.absences.leave(None, game_id, PEOPLE["raj"], StandIn(EVE, "Eve"), clock() + timedelta(days=20))
    for _ in range(12):
        clock.go(days=1)
        await keeper.fire_due()
    assert (await tables.table(game_id)).state.asked == 0
    assert STANDARD_PERIODS.game_days == 30


# -- votes -----------------------------------------------------------------------------------------------------------


async def test_a_vote_ends_after_seven_days(storage: Storage, clock: Clock) -> None:
    tables = Tables(storage)
    game_id = await open_table(tables)
    await tables.settings.change(None, game_id, HOST, pace=Pace(24, 24, "default"))
    keeper = Timekeeper(tables)
    await let_pass(clock, keeper, LONGEST_VOTE.days * 24 - 1)
    async with storage.read() as reader:
        assert await find_vote(reader, await tables.table(game_id)) is not None
    await let_pass(clock, keeper, 1)
    async with storage.read() as reader:
        assert await find_vote(reader, await tables.table(game_id)) is None
    assert any("without a result after 7 days" in post.content for post in await posts_of(storage, game_id))


async def test_a_vote_about_the_settings_gives_way_to_freeing_or_replacing_a_seat(
    storage: Storage, clock: Clock
) -> None:
    tables = Tables(storage)
    game_id = await open_table(tables)
    seat = whose(await tables.moment(game_id))
    other = PEOPLE[find_other(seat)]
    await tables.settings.change(None, game_id, HOST, pace=Pace(24, 24, "default"))
    with pytest.raises(TableError):
        await tables.replacing.propose(None, game_id, other, seat, AUTOMATIC_PLAYER)
    clock.go(hours=25)
    await tables.replacing.propose(None, game_id, other, seat, AUTOMATIC_PLAYER)
    await tables.replacing.free(None, game_id, MINA, seat, rank="moderator")
    async with storage.read() as reader:
        vote = await find_vote(reader, await tables.table(game_id))
    assert vote is not None
    assert vote.kind == "free"


async def test_a_person_who_clicks_without_playing_can_be_replaced_after_a_week(storage: Storage, clock: Clock) -> None:
    tables = Tables(storage)
    game_id = await open_table(tables)
    seat = whose(await tables.moment(game_id))
    keeper, others = Timekeeper(tables), [PEOPLE[one] for one in PEOPLE if one != seat]

    async def stall(days: int) -> None:
        for _ in range(days):
            await let_pass(clock, keeper, 24)
            await tables.at(game_id, PEOPLE[seat]).reset()
            await tables.at(game_id, PEOPLE[seat]).choose(["pass"])

    await stall(PATIENCE_UNHURRIED.days)
    asked = await tables.replacing.propose(None, game_id, others[0], seat, AUTOMATIC_PLAYER)
    for one in others[1:]:
        await tables.votes.answer(None, game_id, one, asked.number, agree=True)
    with pytest.raises(TableError) as refusal:
        await tables.votes.answer(None, game_id, PEOPLE[seat], asked.number, agree=False)
    assert refusal.value.text.key == "error.play_to_stay"
    await let_pass(clock, keeper, 12)
    await tables.at(game_id, PEOPLE[seat]).reset()
    await let_pass(clock, keeper, 12)
    assert (await tables.table(game_id)).owner_of(seat) == 0


# -- reminders -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("limit", "hours", "quiet", "due"),
    [
        (24, 24, None, 16),
        (24, 12, None, 12),
        (6, 24, None, 4),
        # Asked at noon, due at six in the morning: the reminder at midnight would be in quiet hours, so it comes before
        # 22:00.
        (18, 24, (22 * 60, 7 * 60), 10 - 1 / 60),
        (24, 24, (22 * 60, 6 * 60), 18),
    ],
)
async def test_a_reminder_comes_within_two_thirds_of_the_time_and_before_quiet_hours(
    limit: int, hours: int, quiet: tuple[int, int] | None, due: float
) -> None:
    since = int(NOON.timestamp())
    question = Question(1, "raj", 11, since, since, since + limit * 3600, owner=11, step=1)
    found = find_reminder(question, hours, Preferences(quiet=quiet), NOON)
    assert found == NOON + timedelta(hours=due)


@pytest.mark.parametrize("at_limit", ["default", "arjuna"])
async def test_a_person_whose_time_is_over_is_pinged(storage: Storage, clock: Clock, at_limit: AtLimit) -> None:
    tables, game_id, seat = await open_with_limit(storage, at_limit)
    before = len(await posts_of(storage, game_id))
    await let_pass(clock, Timekeeper(tables), 24)
    told = (await posts_of(storage, game_id))[before:]
    assert any(PEOPLE[seat] in post.pings for post in told)


def test_quiet_hours_are_half_a_day_at_most() -> None:
    assert read_quiet("20-8") == (20 * 60, 8 * 60)
    with pytest.raises(BadInput) as refusal:
        read_quiet("20-8:01")
    assert refusal.value.text.key == "error.quiet_too_long"
    assert read_preferences({"quiet": [60, 0]}).quiet == (60, 13 * 60)

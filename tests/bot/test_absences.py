"""Someone is away: a stand-in acts instead and is pinged, or Arjuna takes the seat and gives it back."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from bot.errors import BadInput, NotStarted, StaleButton, TableError, WrongPlayer
from bot.games.gandhi.front import FRONT
from bot.tables.absences import AUTOMATIC_PLAYER, StandIn, foresee_automatic, read_until
from bot.tables.moments import TableMoment
from bot.tables.play import Tables
from bot.tables.records import record_game
from bot.tables.reminders import hand_over
from bot.tables.scheduler import Timekeeper
from engine import Game
from engine.core.game import replay
from engine.core.record import read_record, verify_record
from engine.gandhi.ids import SEATS
from storage import GameStatus, Storage
from tests.bot.clock import Clock
from tests.bot.players import PEOPLE, Message, act_plainly, open_position, open_table, people_of, posts_of, whose

pytestmark = pytest.mark.usefixtures("clock")

EVA = 55


async def newest(storage: Storage, game_id: str) -> Message:
    """Return the newest message with words."""
    return (await posts_of(storage, game_id))[-1]


async def test_a_stand_in_acts_and_is_pinged_and_the_owner_keeps_the_seat(storage: Storage) -> None:
    tables = Tables(storage)
    game_id = await open_table(tables)
    moment = await tables.moment(game_id)
    first = whose(moment)
    await tables.absences.leave(None, game_id, PEOPLE[first], StandIn(EVA, "Eva"), None)
    told = await newest(storage, game_id)
    assert told.ping == EVA
    assert "In the meantime <@55> (until <t:" in told.content
    with pytest.raises(WrongPlayer):
        await tables.at(game_id, 99).choose(["pass"])
    moment = await tables.moment(game_id, EVA)
    assert moment.is_mine
    assert moment.table.seats_of(EVA) == []
    assert moment.table.seats_of(PEOPLE[first]) == [first]
    moment = await act_plainly(tables, moment, EVA)
    told = await newest(storage, game_id)
    assert f"Eva played for {first.title()}" in told.content
    # At the next turn of the seat, the stand-in is pinged again, and the others are asked by name.
    for _ in range(40):
        seat = whose(await tables.moment(game_id))
        if seat == first:
            break
        await act_plainly(tables, await tables.moment(game_id, PEOPLE[seat]), PEOPLE[seat])
    told = await newest(storage, game_id)
    assert told.ping == EVA
    assert f"<@55> for {first.title()}" in told.content


async def test_a_choice_of_the_absent_person_ends_the_absence(storage: Storage) -> None:
    tables = Tables(storage)
    game_id = await open_table(tables)
    first = whose(await tables.moment(game_id))
    await tables.absences.leave(None, game_id, PEOPLE[first], StandIn(EVA, "Eva"), None)
    await act_plainly(tables, await tables.moment(game_id, PEOPLE[first]), PEOPLE[first])
    contents = [post.content for post in await posts_of(storage, game_id)]
    assert sum(f"Back at the table: {first.title()}" in content for content in contents) == 1
    assert (await tables.table(game_id)).absences == ()
    assert not (await tables.moment(game_id, EVA)).is_mine


async def test_a_stand_in_may_not_act_after_the_end_of_the_absence(storage: Storage, clock: Clock) -> None:
    tables = Tables(storage)
    game_id = await open_table(tables)
    first = whose(await tables.moment(game_id))
    until = clock.moment + timedelta(days=3)
    await tables.absences.leave(None, game_id, PEOPLE[first], StandIn(EVA, "Eva"), until)
    clock.moment = until - timedelta(seconds=1)
    assert (await tables.moment(game_id, EVA)).is_mine
    clock.moment = until
    moment = await tables.moment(game_id, EVA)
    assert not moment.is_mine
    with pytest.raises(WrongPlayer):
        await tables.at(game_id, EVA).choose(["pass"])
    assert (await tables.moment(game_id, PEOPLE[first])).is_mine


async def test_an_absent_player_is_pinged_once_when_their_absence_ends(storage: Storage, clock: Clock) -> None:
    tables = Tables(storage)
    timekeeper = Timekeeper(tables)
    game_id = await open_table(tables)
    first = whose(await tables.moment(game_id))
    until = clock.moment + timedelta(hours=5)
    await tables.absences.leave(None, game_id, PEOPLE[first], StandIn(EVA, "Eva"), until)
    before = await posts_of(storage, game_id)
    clock.moment = until - timedelta(seconds=1)
    await timekeeper.fire_due()
    assert await posts_of(storage, game_id) == before
    clock.moment = until
    await timekeeper.fire_due()
    await timekeeper.fire_due()
    (told,) = (await posts_of(storage, game_id))[len(before) :]
    assert told.ping == PEOPLE[first]
    assert "Back at the table" in told.content
    async with storage.read() as reader:
        assert await reader.games_arranged("away") == []


async def test_an_absence_ends_when_its_person_returns_or_the_stand_in_declines(storage: Storage) -> None:
    tables = Tables(storage)
    game_id = await open_table(tables)
    first = whose(await tables.moment(game_id))
    for who in (PEOPLE[first], EVA):
        await tables.absences.leave(None, game_id, PEOPLE[first], StandIn(EVA, "Eva"), None)
        assert await tables.absences.find_away(EVA, 1) == [game_id]
        await tables.absences.come_back(None, game_id, who)
        assert not (await tables.moment(game_id, EVA)).is_mine
        with pytest.raises(TableError) as refusal:
            await tables.absences.come_back(None, game_id, who)
        assert refusal.value.text.key == "error.not_away"


async def test_going_away_from_all_tables_changes_none_if_one_table_refuses(storage: Storage) -> None:
    tables = Tables(storage)
    first = await open_table(tables)
    # At the second table, no one else would be left beside the automatic player.
    second = await open_table(tables, {"raj": PEOPLE["raj"]}, with_automatic=True, number=2)
    leave = tables.absences.leave_everywhere

    async def find_away() -> list[str]:
        return sorted(await tables.absences.find_away(PEOPLE["raj"], 1))

    posts = await posts_of(storage, first)
    with pytest.raises(TableError) as refusal:
        await leave(7, [first, second], PEOPLE["raj"], AUTOMATIC_PLAYER, None)
    assert refusal.value.text.key == "error.away_everywhere"
    (reason,) = refusal.value.text.params["reasons"]
    assert reason.params["name"] == (await tables.table(second)).game.name
    assert await find_away() == []
    assert await posts_of(storage, first) == posts
    # The refused command does not count as used. A second click of the same command does nothing.
    for _ in range(2):
        await leave(7, [first, second], PEOPLE["raj"], StandIn(EVA, "Eva"), None)
        assert await find_away() == sorted([first, second])
        assert len(await posts_of(storage, first)) == len(posts) + 1
    await tables.absences.come_back_everywhere(8, [second, first], PEOPLE["raj"])
    assert await find_away() == []


async def test_a_crash_while_a_person_goes_away_changes_no_table(
    storage: Storage, monkeypatch: pytest.MonkeyPatch
) -> None:
    tables = Tables(storage)
    games = [await open_table(tables, number=number) for number in (1, 2)]
    done: list[str] = []

    def crash(name: str) -> None:
        done.append(name)
        if done.count("worked") == 1:
            raise KeyboardInterrupt

    monkeypatch.setattr("bot.tables.transaction.fault_point", crash)
    with pytest.raises(KeyboardInterrupt):
        await tables.absences.leave_everywhere(7, games, PEOPLE["raj"], StandIn(EVA, "Eva"), None)
    monkeypatch.undo()
    assert await tables.absences.find_away(PEOPLE["raj"], 1) == []


async def test_an_absence_needs_a_running_game_a_seat_and_another_person_as_stand_in(storage: Storage) -> None:
    tables = Tables(storage)
    game_id = await open_table(tables)
    with pytest.raises(TableError) as refusal:
        await tables.absences.leave(None, game_id, 99, StandIn(EVA, "Eva"), None)
    assert refusal.value.text.key == "error.no_seat"
    with pytest.raises(TableError) as refusal:
        await tables.absences.leave(None, game_id, PEOPLE["raj"], StandIn(PEOPLE["raj"], "Raj"), None)
    assert refusal.value.text.key == "error.away_yourself"
    waiting = await tables.lobby.create(
        9, name="Later", scenario="short", language="en", host_user_id=1, host_name="H", guild_id=1, channel_id=6
    )
    await tables.lobby.join(None, waiting.id, PEOPLE["raj"], "Raj", "raj")
    with pytest.raises(NotStarted):
        await tables.absences.leave(None, waiting.id, PEOPLE["raj"], AUTOMATIC_PLAYER, None)
    assert await tables.absences.find_playing(PEOPLE["raj"], 1) == [game_id]


async def test_arjuna_takes_an_absent_persons_seat_at_once_and_returns_it_between_cards(
    storage: Storage, clock: Clock
) -> None:
    tables = Tables(storage)
    game_id = await open_table(tables)
    first = whose(await tables.moment(game_id))
    until = clock.moment + timedelta(days=2)
    table = await tables.absences.leave(None, game_id, PEOPLE[first], AUTOMATIC_PLAYER, until)
    moment = await tables.moment(game_id)
    assert FRONT.player.is_automatic(moment.game, first)
    assert whose(moment) != first
    assert table.seats_of(PEOPLE[first]) == [first]
    contents = [post.content for post in await posts_of(storage, game_id)]
    # A single message says who plays now, and how the person returns.
    (told,) = (content for content in contents if "Arjuna (until" in content or "Arjuna now plays" in content)
    assert f"{first.title()} is away. In the meantime Arjuna (until <t:" in told
    assert "/away back: True" in told
    clock.moment = until
    card = moment.view.card
    for _ in range(30):
        moment = await tables.moment(game_id)
        if not FRONT.player.is_automatic(moment.game, first):
            break
        assert moment.view.card == card
        seat = whose(moment)
        await act_plainly(tables, await tables.moment(game_id, PEOPLE[seat]), PEOPLE[seat])
    assert not FRONT.player.is_automatic(moment.game, first)
    assert moment.view.card != card
    # The player who has the seat again is pinged only if they are asked at once.
    if whose(moment) == first:
        assert (await newest(storage, game_id)).ping == PEOPLE[first]
    # The stored moves replay to the same position after a restart.
    again = await Tables(storage).moment(game_id)
    assert again.game.digest() == moment.game.digest()


async def test_arjuna_plays_for_an_absent_person_until_they_give_their_seat_up(storage: Storage) -> None:
    """A seat with an owner is not a Non-player Faction, even where the owner did not answer in time."""
    tables = Tables(storage)
    game_id = await open_table(tables)
    await tables.absences.leave(None, game_id, PEOPLE["raj"], AUTOMATIC_PLAYER, None)
    assert await kinds_of(tables, game_id) == {**dict.fromkeys(SEATS, "player"), "raj": "away:arjuna"}
    seat = whose(await tables.moment(game_id))
    async with tables.transactions.begin(game_id, None) as tx:
        assert await hand_over(tx, game_id)
    await tables.automation.play(game_id)
    assert (await kinds_of(tables, game_id))[seat] == "away:arjuna"
    await tables.replacing.propose(None, game_id, PEOPLE["raj"], "raj", AUTOMATIC_PLAYER)
    assert (await kinds_of(tables, game_id))["raj"] == "arjuna"


async def test_a_seat_given_to_arjuna_by_an_older_version_returns_to_its_owner(storage: Storage) -> None:
    tables = Tables(storage)
    game_id = await open_position(tables, {"seats": {"league": "arjuna", "congress": "arjuna"}})
    async with storage.transaction() as tx:
        await tx.arrange(game_id, PEOPLE["league"], "away", seat="league", version=0)
        await tx.leave_seat(game_id, "congress")
        await tx.take_seat(game_id, "congress", None, "Arjuna", kind="arjuna")
    await tables.automation.play(game_id)
    kinds = await kinds_of(tables, game_id)
    assert (kinds["league"], kinds["congress"]) == ("away:arjuna", "arjuna")


async def kinds_of(tables: Tables, game_id: str) -> dict[str, str]:
    """Return who plays each seat, as the rules see it."""
    seats: dict[str, str] = (await tables.moment(game_id)).game.position()["seats"]
    return seats


@pytest.mark.whole_game
async def test_a_game_whose_seats_changed_hands_replays_from_its_record(storage: Storage, clock: Clock) -> None:
    tables = Tables(storage)
    game_id = await open_table(tables)
    moment = await tables.moment(game_id)
    seats = list(PEOPLE)
    for number in range(600):
        if moment.decision is None:
            break
        if number in (4, 20):
            away = seats.pop()
            until = clock.moment + timedelta(days=1)
            await tables.absences.leave(None, game_id, PEOPLE[away], AUTOMATIC_PLAYER, until)
        if number in (12, 30):
            clock.moment += timedelta(days=2)
        moment = await tables.moment(game_id)
        if moment.decision is not None:
            moment = await act_plainly(tables, moment, PEOPLE[whose(moment)])
    _, data = await record_game(tables.storage, game_id)
    found = read_record(data)
    verify_record(replay(Game.from_start(found.start), [step.keys for step in found.steps]).record(), found)
    keys = [key for step in found.steps for key in step.keys if key.startswith("hand_over:")]
    assert [key.rpartition(":")[2] for key in keys] == ["arjuna", "player", "arjuna", "player"]


async def test_the_preview_of_arjunas_decision_does_not_depend_on_hidden_data(storage: Storage) -> None:
    """With other hidden cards and dice, the preview of each of six decisions is the same."""
    tables = Tables(storage)
    game_id = await open_table(tables)
    for _ in range(6):
        moment = await tables.moment(game_id)
        first = whose(moment)
        prospect = await tables.absences.foresee(game_id, PEOPLE[first])
        assert prospect is not None
        assert prospect.seat == first
        assert prospect.reasons or prospect.changes
        async with storage.read() as reader:
            game = (await tables.automation.load(reader, game_id)).game
        other = game.clone()
        other.state.dice.seed = bytes(32)
        other.state.deck.reverse()
        other._snapshot = other.rules.encode(other.state)
        assert foresee_automatic(moment.table, other, [first]) == prospect
        others = [seat for seat in SEATS if seat != first]
        assert await tables.absences.foresee(game_id, PEOPLE[others[0]]) is None
        assert (await tables.moment(game_id)).table.game.version == moment.table.game.version
        await act_plainly(tables, await tables.moment(game_id, PEOPLE[first]), PEOPLE[first])


async def test_consent_to_arjunas_decision_expires_with_the_next_choice(storage: Storage) -> None:
    tables = Tables(storage)
    game_id = await open_table(tables)
    moment = await tables.moment(game_id)
    first, version = whose(moment), moment.table.game.version
    await act_plainly(tables, await tables.moment(game_id, PEOPLE[first]), PEOPLE[first])
    with pytest.raises(StaleButton):
        await tables.absences.leave(None, game_id, PEOPLE[first], AUTOMATIC_PLAYER, None, version)
    assert (await tables.table(game_id)).absences == ()


async def test_going_away_and_returning_out_of_turn_are_one_message_each_without_a_ping(storage: Storage) -> None:
    tables = Tables(storage)
    game_id = await open_table(tables)
    first = whose(await tables.moment(game_id))
    idle = next(seat for seat in SEATS if seat != first)
    count = len(await posts_of(storage, game_id))
    await tables.absences.leave(None, game_id, PEOPLE[idle], AUTOMATIC_PLAYER, None)
    assert FRONT.player.is_automatic((await tables.moment(game_id)).game, idle)
    (told,) = (await posts_of(storage, game_id))[count:]
    assert told.ping is None
    assert told.buttons == ["back"]
    assert await tables.absences.find_kept(game_id, PEOPLE[idle]) == [idle]
    await tables.absences.come_back(None, game_id, PEOPLE[idle])
    (told,) = (await posts_of(storage, game_id))[count + 1 :]
    assert told.ping is None
    assert "Back at the table" in told.content


async def test_a_rewind_does_not_end_an_absence(storage: Storage) -> None:
    tables = Tables(storage)
    game_id = await open_table(tables)
    first = whose(await tables.moment(game_id))
    await tables.absences.leave(None, game_id, PEOPLE[first], AUTOMATIC_PLAYER, None)
    turns = await tables.rewinding.list_turns(game_id)
    number = min(turn.number for turn in turns)
    seat = next(seat for seat in SEATS if seat != first)
    asked = await tables.rewinding.propose(None, game_id, PEOPLE[seat], number)
    for other in SEATS:
        if other not in (first, seat):
            await tables.votes.answer(None, game_id, PEOPLE[other], asked.number, agree=True, kinds=["rewind"])
    await tables.votes.answer(None, game_id, PEOPLE[first], asked.number, agree=True, kinds=["rewind"])
    moment = await tables.moment(game_id)
    assert FRONT.player.is_automatic(moment.game, first)
    assert whose(moment) != first


async def test_the_last_person_at_a_table_cannot_go_away(storage: Storage) -> None:
    tables = Tables(storage)
    game_id = await open_table(tables)
    for seat in ("raj", "congress", "league"):
        if whose(await tables.moment(game_id)) == "revolutionaries":
            break
        await tables.absences.leave(None, game_id, PEOPLE[seat], AUTOMATIC_PLAYER, None)
    for seat in ("raj", "congress", "league"):
        await tables.absences.leave(None, game_id, PEOPLE[seat], AUTOMATIC_PLAYER, None)
    with pytest.raises(TableError) as refusal:
        await tables.absences.leave(None, game_id, PEOPLE["revolutionaries"], AUTOMATIC_PLAYER, None)
    assert refusal.value.text.key == "error.away_nobody_left"
    assert whose(await tables.moment(game_id)) == "revolutionaries"


async def test_when_one_of_two_people_returns_in_mid_card_the_other_may_go_away(storage: Storage) -> None:
    """Arjuna has the seat until the card is over: the game waited for the other, who was away."""
    tables = Tables(storage)
    two = {seat: PEOPLE[seat] for seat in ("raj", "congress")}
    game_id = await open_table(tables, two, with_automatic=True)
    for _ in range(20):
        asked = whose(await tables.moment(game_id))
        other = next(seat for seat in two if seat != asked)
        await tables.absences.leave(None, game_id, PEOPLE[other], AUTOMATIC_PLAYER, None)
        await tables.absences.come_back(None, game_id, PEOPLE[other])
        if await tables.absences.find_kept(game_id, PEOPLE[other]):
            break
        await act_plainly(tables, await tables.moment(game_id), PEOPLE[asked])
    assert await tables.absences.find_kept(game_id, PEOPLE[other]) == [other]
    await tables.absences.leave(None, game_id, PEOPLE[asked], AUTOMATIC_PLAYER, None)
    moment = await tables.moment(game_id, PEOPLE[other])
    assert moment.is_mine
    assert moment.game.position()["seats"][asked] == "away:arjuna"


async def test_a_person_cannot_go_away_in_the_middle_of_their_own_turn(storage: Storage) -> None:
    tables = Tables(storage)
    game_id = await open_table(tables)
    moment = await begin_turn(tables, game_id)
    seat = whose(moment)
    with pytest.raises(TableError) as refusal:
        await tables.absences.leave(None, game_id, PEOPLE[seat], AUTOMATIC_PLAYER, None)
    assert refusal.value.text.key == "error.away_finish_first"
    # The seat of a person who is not asked now can be promised: Arjuna begins when the turn is over.
    other = next(one for one in SEATS if one != seat)
    await tables.absences.leave(None, game_id, PEOPLE[other], AUTOMATIC_PLAYER, None)
    assert not FRONT.player.is_automatic((await tables.moment(game_id)).game, other)
    await act_plainly(tables, await tables.moment(game_id, PEOPLE[seat]), PEOPLE[seat])
    assert FRONT.player.is_automatic((await tables.moment(game_id)).game, other)


async def begin_turn(tables: Tables, game_id: str) -> TableMoment:
    """Choose something in the running turn, for good, after which the same person continues."""
    for _ in range(20):
        moment = await tables.moment(game_id)
        seat = whose(moment)
        key = {"raj": "deploy"}.get(seat, "rally")
        if moment.decision is not None and key in moment.decision.keys and not moment.game.crosses_barrier(key):
            return await tables.at(game_id, PEOPLE[seat]).play([key])
        await act_plainly(tables, await tables.moment(game_id, PEOPLE[seat]), PEOPLE[seat])
    raise AssertionError("Nobody could begin anything.")


def test_the_end_of_an_absence_is_typed_as_days_or_as_a_date() -> None:
    now = datetime(2030, 1, 1, 12, tzinfo=UTC)
    assert read_until("", now) is None
    assert read_until("5", now) == read_until(" 5 days ", now) == now + timedelta(days=5)
    assert read_until("2030-01-03", now) == datetime(2030, 1, 4, tzinfo=UTC)
    wrong = {
        "soon": "error.away_until",
        "0": "error.away_until",
        "2030-13-01": "error.away_until",
        "2029-12-31": "error.away_past",
        "2032-01-01": "error.away_too_long",
        "400": "error.away_too_long",
        "9999-12-31": "error.away_too_long",
    }
    for typed, key in wrong.items():
        with pytest.raises(BadInput) as refusal:
            read_until(typed, now)
        assert refusal.value.text.key == key


async def test_an_absence_keeps_no_trace_of_a_deleted_stand_in_or_owner(storage: Storage) -> None:
    tables = Tables(storage)
    game_id = await open_table(tables)
    await tables.absences.leave(None, game_id, PEOPLE["raj"], StandIn(EVA, "Eva"), None)
    async with storage.transaction() as tx:
        assert (await tx.find_traces(EVA)).arrangements == 1
        assert game_id in await tx.forget_user(EVA)
        assert (await tx.find_traces(EVA)).is_empty
    # The owner acts for themselves, but is away as before.
    (absence,) = (await tables.table(game_id)).absences
    assert (absence.user_id, absence.stand_in_id, absence.stand_in_name) == (PEOPLE["raj"], PEOPLE["raj"], "Raj")
    await tables.absences.leave(None, game_id, PEOPLE["raj"], StandIn(EVA, "Eva"), None)
    async with storage.transaction() as tx:
        await tx.forget_user(PEOPLE["raj"])
        assert (await tx.find_traces(PEOPLE["raj"])).arrangements == 0
        assert (await tx.find_traces(EVA)).is_empty
    assert people_of(await tables.table(game_id)) == {"congress", "league", "revolutionaries"}


async def test_an_absence_of_another_person_keeps_the_draft_of_the_person_asked(storage: Storage, clock: Clock) -> None:
    tables = Tables(storage)
    game_id = await open_table(tables)
    moment = await tables.moment(game_id)
    seat, decision = whose(moment), moment.decision
    assert decision is not None
    key = next(key for key in sorted(decision.keys) if key != "pass")
    drafted = await tables.at(game_id, PEOPLE[seat]).choose([key])
    changed = clock()
    clock.go(hours=1)
    other = next(one for one in PEOPLE if one != seat)
    await tables.absences.leave(None, game_id, PEOPLE[other], AUTOMATIC_PLAYER, None)
    after = await tables.moment(game_id, PEOPLE[seat])
    assert after.table.game.version > moment.table.game.version
    assert after.draft == drafted.draft
    async with storage.read() as reader:
        row = await reader.draft(game_id, seat)
    # Another person's absence does not delay the end of a limit.
    assert row is not None
    assert row.updated == changed


@pytest.mark.parametrize("status", ["over", "archived"])
async def test_the_end_of_an_absence_is_not_announced_in_a_game_that_has_stopped(
    storage: Storage, clock: Clock, status: GameStatus
) -> None:
    tables = Tables(storage)
    game_id = await open_table(tables)
    until = clock() + timedelta(days=5)
    await tables.absences.leave(None, game_id, PEOPLE["congress"], StandIn(EVA, "Eva"), until)
    async with tables.transactions.begin(game_id, None) as tx:
        await tx.update_game(game_id, status=status)
    before = len(await posts_of(storage, game_id))
    clock.go(days=6)
    await Timekeeper(tables).fire_due()
    assert len(await posts_of(storage, game_id)) == before

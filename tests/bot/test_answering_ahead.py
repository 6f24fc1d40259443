"""Answering ahead: people who redeploy later in a Campaign Round plan it, and it is played when they are asked."""

from __future__ import annotations

import random
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from bot.errors import BadInput, StaleButton, TableError, WrongPlayer
from bot.games.answers import LATER
from bot.games.frontend import front_of
from bot.games.gandhi.standing_orders import GandhiOrder
from bot.games.planning import plan_answers
from bot.language import load_language
from bot.narrate.panel import write_heading, write_panel
from bot.tables.absences import AUTOMATIC_PLAYER, StandIn
from bot.tables.play import Tables
from bot.tables.privacy import Privacy
from bot.tables.scheduler import Timekeeper
from bot.tables.servers import Limits
from bot.tables.standing_orders import Given, think
from bot.tables.table import Pace
from engine import Game
from engine.gandhi.campaign.redeploy import REDEPLOYS, skip_to_redeploy
from engine.gandhi.ids import SEATS
from storage import Storage
from tests.bot.clock import Clock
from tests.bot.players import PEOPLE, Message, act_plainly, open_position, open_table, posts_of, whose
from tests.bot.test_planning import EVA, keys_of, meet_newer_version, meet_privately
from tests.seasons.world import SeasonWorld
from tests.turns import at_random, draw_turn

ENGLISH = load_language("en")
MOVES = ("bihar", "1", "sind", "done")
ROUND: dict[str, Any] = {
    "spaces": {
        "bihar": {"congress": 2, "underground": 1},
        "punjab": {"troops": 1, "sepoys": 2, "league": 1},
        "delhi": {"troops": 2},
        "united_provinces": {"sepoys": 1, "active": 1},
    },
    "restraint": 3,
    "unity": 3,
    "resources": {"raj": 10, "revolutionaries": 6},
    "campaigns_left": 1,
    "next": 30,
    "phase": "redeploy_raj",
    "seats": dict.fromkeys(PEOPLE, "player"),
}
"""Raj is asked to Redeploy. The United Provinces have a cube that leaves them before the others are asked."""


async def start(storage: Storage, **others: Any) -> tuple[Tables, str]:
    """Return a table at which a Campaign Round has come to the Redeploy, and its id."""
    tables = Tables(storage)
    return tables, await open_position(tables, {**ROUND, **others})


async def plan(tables: Tables, game_id: str, person: int, *keys: str) -> None:
    """Answer ahead by a panel."""
    for key in keys:
        await tables.at(game_id, person).choose([key])
    await tables.at(game_id, person).confirm()


async def act(tables: Tables, game_id: str, seat: str = "raj", *keys: str) -> str:
    """Let a seat that is asked redeploy, by default nothing; return who is asked then."""
    await tables.at(game_id, PEOPLE[seat]).play(keys or ["done"])
    return whose(await tables.moment(game_id))


async def read_panel(tables: Tables, game_id: str, person: int) -> str:
    """Return everything that a panel says."""
    moment = await tables.moment(game_id, person)
    return "\n".join([write_heading(ENGLISH, moment), write_panel(ENGLISH, moment).body])


async def last(storage: Storage, game_id: str) -> Message:
    """Return the newest message."""
    return (await posts_of(storage, game_id))[-1]


async def test_an_answer_planned_on_a_panel_is_played_once_its_person_is_asked(storage: Storage) -> None:
    tables, game_id = await start(storage)
    congress = PEOPLE["congress"]
    moment = await tables.moment(game_id, congress)
    assert (moment.is_mine, moment.is_ahead, whose(moment)) == (True, True, "congress")
    assert "Your part of this phase comes later" in write_heading(ENGLISH, moment)
    assert "**Confirm** keeps this until you are asked." in write_panel(ENGLISH, moment).body
    await plan(tables, game_id, congress, *MOVES)
    # No one else sees the plan, and the game still waits for the same player.
    words = await read_panel(tables, game_id, congress)
    assert "Planned for Congress, later in this phase · Bihar → Sind: 1 Congress Activist. Only you see it." in words
    assert "Waiting for **Raj**" in words
    assert await posts_of(storage, game_id) == []
    assert "Planned" not in await read_panel(tables, game_id, PEOPLE["league"])
    (given,) = await tables.standing_orders.list(game_id, congress)
    assert given.order.kind == LATER
    assert await act(tables, game_id) == "league"
    assert await keys_of(storage, game_id, "congress") == list(MOVES)
    message = await last(storage, game_id)
    assert "As planned by Congress." in message.content
    assert message.ping == PEOPLE["league"]
    assert await tables.standing_orders.list(game_id, congress) == []


async def test_a_plan_that_moves_no_piece_stays_valid_after_another_factions_move(storage: Storage) -> None:
    tables, game_id = await start(storage)
    for seat in ("congress", "league", "revolutionaries"):
        await plan(tables, game_id, PEOPLE[seat], "done")
    assert "later in this phase · nothing changes." in await read_panel(tables, game_id, PEOPLE["league"])
    await act(tables, game_id, "raj", "punjab", "sepoys", "2", "calcutta", "done")
    assert (await tables.moment(game_id)).game.label.phase == "turn"


async def test_a_plan_whose_spaces_have_changed_is_dropped_with_one_line(storage: Storage) -> None:
    tables, game_id = await start(storage)
    await plan(tables, game_id, PEOPLE["congress"], "bihar", "1", "calcutta", "done")
    assert await act(tables, game_id, "raj", "punjab", "sepoys", "2", "calcutta", "done") == "congress"
    assert await keys_of(storage, game_id, "congress") == []
    words = await read_panel(tables, game_id, PEOPLE["congress"])
    assert "What you had planned was not played. This has changed since: Calcutta." in words
    assert "asked later" not in words
    assert not [post for post in await posts_of(storage, game_id) if "planned" in post.content]
    assert await tables.standing_orders.list(game_id, PEOPLE["congress"]) == []


async def test_a_plan_already_allows_for_cubes_that_must_leave_before_it(storage: Storage) -> None:
    """6.4.2 Raj removes cubes from where it has no Control: a plan is made as if that had been done."""
    tables, game_id = await start(storage)
    moment = await tables.moment(game_id, PEOPLE["congress"])
    assert moment.view.spaces["united_provinces"].sepoys == 0
    await plan(tables, game_id, PEOPLE["congress"], "bihar", "1", "united_provinces", "done")
    assert await act(tables, game_id) == "league"


async def test_the_first_question_of_a_phase_pings_the_people_asked_later_once(storage: Storage) -> None:
    tables, game_id = await start(storage, phase="secret_societies")
    await tables.standing_orders.give(None, game_id, PEOPLE["league"], GandhiOrder("campaign", "game"))
    assert await act(tables, game_id, "revolutionaries") == "raj"
    message = await last(storage, game_id)
    assert message.ping == PEOPLE["raj"]
    # A player who has just acted is not asked, and neither is one whose orders have an answer.
    assert message.pings == [PEOPLE["congress"]]
    assert "Congress and Revolutionaries: you can already plan your part of this phase" in message.content
    assert "turn" in message.buttons
    before = len(await posts_of(storage, game_id))
    assert await act(tables, game_id) == "congress"
    (message,) = (await posts_of(storage, game_id))[before:]
    assert (message.ping, message.pings) == (PEOPLE["congress"], [])
    assert "plan your part" not in message.content


async def test_a_faction_with_nothing_to_move_is_neither_asked_nor_pinged(storage: Storage) -> None:
    spaces = {**ROUND["spaces"], "punjab": {"troops": 1, "sepoys": 2}}
    tables, game_id = await start(storage, phase="secret_societies", spaces=spaces)
    await act(tables, game_id, "revolutionaries")
    assert PEOPLE["league"] not in (await last(storage, game_id)).pings
    assert not (await tables.moment(game_id, PEOPLE["league"])).is_mine
    await act(tables, game_id)
    assert await act(tables, game_id, "congress") == "revolutionaries"


async def test_an_answer_ahead_can_be_planned_again(storage: Storage) -> None:
    tables, game_id = await start(storage)
    congress = PEOPLE["congress"]
    await plan(tables, game_id, congress, *MOVES)
    moment = await tables.moment(game_id, congress)
    assert moment.actions == ("replan",)
    # Another device still shows the earlier buttons, which are refused now.
    with pytest.raises(WrongPlayer):
        await tables.at(game_id, congress).choose(["done"])
    moment = await tables.at(game_id, congress).act("replan")
    assert moment.is_ahead
    await plan(tables, game_id, congress, "done")
    await act(tables, game_id)
    assert await keys_of(storage, game_id, "congress") == ["done"]


async def test_buttons_of_another_seat_or_moment_are_refused(storage: Storage) -> None:
    tables, game_id = await start(storage)
    async with tables.transactions.begin(game_id, None) as tx:
        await tx.leave_seat(game_id, "league")
        await tx.take_seat(game_id, "league", PEOPLE["congress"], "Congress")
    congress = PEOPLE["congress"]
    token = (await tables.moment(game_id, congress)).token
    assert token != (await tables.moment(game_id)).token
    await plan(tables, game_id, congress, "done")
    moment = await tables.moment(game_id, congress)
    assert whose(moment) == "league"
    assert moment.token != token
    with pytest.raises(StaleButton):
        await tables.at(game_id, congress, token=token).confirm("done")
    with pytest.raises(WrongPlayer):
        await tables.at(game_id, congress).play(["done"])
    await act(tables, game_id)
    with pytest.raises(StaleButton):
        await tables.at(game_id, congress, token=moment.token).confirm("done")


async def test_a_draft_begun_ahead_continues_on_its_turn(storage: Storage) -> None:
    tables, game_id = await start(storage)
    for key in MOVES[:3]:
        await tables.at(game_id, PEOPLE["congress"]).choose([key])
    assert await act(tables, game_id) == "congress"
    moment = await Tables(storage).moment(game_id, PEOPLE["congress"])
    assert moment.draft.keys == MOVES[:3]
    assert not moment.is_ahead
    await tables.at(game_id, PEOPLE["congress"]).undo()
    await tables.at(game_id, PEOPLE["congress"]).reset()
    assert await act(tables, game_id, "congress") == "league"


async def test_undo_removes_choices_of_a_plan_before_it_undoes_the_players_turn(storage: Storage) -> None:
    tables, game_id = await start(storage, phase="secret_societies")
    person = PEOPLE["revolutionaries"]
    await act(tables, game_id, "revolutionaries")
    session = tables.at(game_id, person)
    await session.choose(["bihar"])
    await session.choose(["sind"])
    assert (await session.undo()).draft.keys == ("bihar",)
    assert (await session.reset()).undo_seat == "revolutionaries"
    assert whose(await session.undo()) == "revolutionaries"
    assert (await tables.moment(game_id)).game.label.phase == "secret_societies"


async def test_a_plan_survives_another_players_undo_and_ends_with_an_undo_of_its_answer(storage: Storage) -> None:
    tables, game_id = await start(storage)
    await plan(tables, game_id, PEOPLE["league"], "done")
    await act(tables, game_id)
    # The earlier Faction undoes its turn: the plan of the later one stays.
    await tables.at(game_id, PEOPLE["raj"]).undo()
    assert len(await tables.standing_orders.list(game_id, PEOPLE["league"])) == 1
    await plan(tables, game_id, PEOPLE["congress"], *MOVES)
    assert await act(tables, game_id) == "revolutionaries"
    # The plan was the last answer: undoing it asks its person again, and it is not played a second time.
    moment = await tables.at(game_id, PEOPLE["league"]).undo()
    assert whose(moment) == "league"
    await tables.automation.resume()
    assert whose(await tables.moment(game_id)) == "league"
    assert await tables.standing_orders.list(game_id, PEOPLE["league"]) == []


async def test_planning_does_not_change_the_time_of_the_person_asked(storage: Storage, clock: Clock) -> None:
    tables, game_id = await start(storage, phase="secret_societies")
    async with tables.transactions.begin(game_id, None) as tx:
        await tables.settings._set_pace(tx, game_id, Pace(0, 24, "default"))
    await act(tables, game_id, "revolutionaries")
    asked = (await tables.table(game_id)).state.question
    assert asked is not None
    assert asked.until
    for _ in range(3):
        clock.go(hours=2)
        await plan(tables, game_id, PEOPLE["congress"], *MOVES)
        clock.go(hours=2)
        await tables.at(game_id, PEOPLE["congress"]).act("replan")
        await tables.at(game_id, PEOPLE["league"]).choose(["punjab"])
        await tables.at(game_id, PEOPLE["league"]).reset()
        assert (await tables.table(game_id)).state.question == asked


async def test_a_plan_is_announced_together_with_the_missed_limit_of_the_player_before(
    storage: Storage, clock: Clock
) -> None:
    tables, game_id = await start(storage, phase="secret_societies")
    async with tables.transactions.begin(game_id, None) as tx:
        await tables.settings._set_pace(tx, game_id, Pace(0, 24, "default"))
    await act(tables, game_id, "revolutionaries")
    await plan(tables, game_id, PEOPLE["congress"], *MOVES)
    before = len(await posts_of(storage, game_id))
    clock.go(hours=24)
    await Timekeeper(tables).fire_due()
    (message,) = (await posts_of(storage, game_id))[before:]
    assert "Raj did not answer for Raj in time" in message.content
    assert "As planned by Congress." in message.content
    assert (message.ping, message.pings) == (PEOPLE["league"], [PEOPLE["raj"]])


async def test_a_stand_in_can_neither_make_nor_see_a_plan(storage: Storage) -> None:
    """A plan is the owner's, as one for a whole turn: a stand-in is asked when the turn has come."""
    tables, game_id = await start(storage, phase="secret_societies")
    for seat in ("congress", "league"):
        await tables.absences.leave(None, game_id, PEOPLE[seat], StandIn(EVA, "Eva"), None)
    await act(tables, game_id, "revolutionaries")
    message = await last(storage, game_id)
    assert "Congress" not in message.content.partition("you can already")[0].splitlines()[-1]
    assert message.pings == []
    assert not (await tables.moment(game_id, EVA)).is_mine
    await plan(tables, game_id, PEOPLE["congress"], *MOVES)
    assert "Planned" not in await read_panel(tables, game_id, EVA)
    assert await act(tables, game_id) == "league"
    assert await keys_of(storage, game_id, "congress") == list(MOVES)


async def test_a_seat_of_the_automatic_player_has_no_plan(storage: Storage) -> None:
    tables, game_id = await start(storage)
    await plan(tables, game_id, PEOPLE["congress"], *MOVES)
    await tables.absences.leave(None, game_id, PEOPLE["congress"], AUTOMATIC_PLAYER, None)
    await tables.automation.resume()
    assert not (await tables.moment(game_id, PEOPLE["congress"])).is_ahead
    await act(tables, game_id)
    await tables.automation.resume()
    assert "As planned" not in "".join(post.content for post in await posts_of(storage, game_id))


async def meet_restart(tables: Tables, game_id: str, seat: str) -> bool:
    """Have the bot started again."""
    await Tables(tables.storage).automation.resume()
    return True


async def meet_forgetting(tables: Tables, game_id: str, seat: str) -> bool:
    """Have the bot forget the person."""
    await Privacy(tables).forget(1, PEOPLE[seat])
    return False


async def meet_newcomer(tables: Tables, game_id: str, seat: str) -> bool:
    """Give the seat to another person."""
    async with tables.transactions.begin(game_id, None) as tx:
        await tx.leave_seat(game_id, seat)
        await tx.take_seat(game_id, seat, EVA, "Eva")
    assert "Planned" not in await read_panel(tables, game_id, EVA)
    return False


async def meet_taking_back(tables: Tables, game_id: str, seat: str) -> bool:
    """Take the plan back by command."""
    assert await tables.standing_orders.clear(None, game_id, PEOPLE[seat], LATER) == 1
    return False


@pytest.mark.parametrize(
    "meet",
    [
        meet_restart,
        meet_forgetting,
        meet_newcomer,
        meet_taking_back,
        meet_privately,
        meet_newer_version,
    ],
    ids=lambda meet: meet.__name__,
)
async def test_an_answer_ahead_is_played_unless_withdrawn_or_its_person_leaves_the_seat(
    storage: Storage, meet: Callable[[Tables, str, str], Awaitable[bool]]
) -> None:
    tables, game_id = await start(storage)
    await plan(tables, game_id, PEOPLE["congress"], *MOVES)
    is_played = await meet(tables, game_id, "congress")
    await act(tables, game_id)
    assert bool(await keys_of(storage, game_id, "congress")) is is_played


async def test_an_answer_ahead_lasts_one_round_and_survives_a_vote_to_rewind(storage: Storage) -> None:
    tables, game_id = await start(storage, phase="secret_societies")
    await act(tables, game_id, "revolutionaries")
    await plan(tables, game_id, PEOPLE["congress"], *MOVES)
    (turn,) = await tables.rewinding.list_turns(game_id)
    asked = await tables.rewinding.propose(None, game_id, PEOPLE["raj"], turn.number)
    # A vote that is open changes nothing about a plan.
    await tables.at(game_id, PEOPLE["league"]).choose(["done"])
    await tables.at(game_id, PEOPLE["league"]).confirm()
    for seat in ("congress", "league", "revolutionaries"):
        await tables.votes.answer(None, game_id, PEOPLE[seat], asked.number, agree=True, kinds=["rewind"])
    assert await act(tables, game_id, "revolutionaries") == "raj"
    for seat in ("congress", "league"):
        assert len(await tables.standing_orders.list(game_id, PEOPLE[seat])) == 1
    order = plan_answers(at(ROUND, "congress"), MOVES)
    later = Game.at({**ROUND, "phase": "turn", "card": 30, "next": 12}, seed=b"later")
    assert order.has_run_out(later)
    assert order.act("congress", later, ()) is None


async def test_an_answer_ahead_can_be_planned_in_a_game_of_a_season(storage: Storage, clock: Clock) -> None:
    world = SeasonWorld(storage, clock, Limits())
    game_id = (await world.seasons.find(await world.begin(4))).running[0]
    tables, people = world.tables, await world.whose(game_id)
    for _ in range(200):
        moment = await tables.moment(game_id)
        others = {seat: person for seat, person in people.items() if person and seat != whose(moment)}
        ahead = [person for person in others.values() if (await tables.moment(game_id, person)).is_ahead]
        if ahead:
            break
        asked = people[whose(moment)]
        assert asked is not None
        await act_plainly(tables, moment, asked)
    assert ahead
    for person in ahead:
        moment = await tables.moment(game_id, person)
        keys = draw_turn(moment.game, at_random(random.Random(3)))
        await plan(tables, game_id, person, *keys)
        assert (await tables.moment(game_id, person)).planned


async def test_a_game_without_planning_offers_no_answers_ahead(storage: Storage) -> None:
    assert not front_of("rajas").planning.phases
    assert front_of("rajas").planning.find_later(Game.new("rajas", seed=b"ahead"), "lotus") is None
    tables = Tables(storage)
    game_id = await open_table(tables)
    asked = whose(await tables.moment(game_id))
    other = next(seat for seat in SEATS if seat != asked)
    assert not (await tables.moment(game_id, PEOPLE[other])).is_mine
    with pytest.raises(TableError):
        await tables.at(game_id, PEOPLE[other]).confirm("done")


# -- without a table -----------------------------------------------------------------------------------------------


def at(position: dict[str, Any], seat: str) -> Game:
    """Return the game in which a seat plans its Redeploy."""
    later = front_of("gandhi").planning.find_later(Game.at(position, seed=b"plan"), seat)
    assert later is not None
    return later


def test_only_a_redeploy_later_in_the_round_can_be_planned() -> None:
    game = Game.at({**ROUND, "phase": "redeploy_league"}, seed=b"plan")
    planning = front_of("gandhi").planning
    assert [seat for seat in SEATS if planning.find_later(game, seat)] == ["revolutionaries"]
    state = game.rules.decode(game.snapshot())
    assert [seat for seat in SEATS if skip_to_redeploy(game.rules.decode(game.snapshot()), seat)] == ["revolutionaries"]
    state.phase = "imperialism"
    assert not skip_to_redeploy(state, "congress")
    with pytest.raises(BadInput):
        plan_answers(at(ROUND, "congress"), MOVES[:3])


def test_a_plan_that_became_illegal_is_dropped_with_the_reason() -> None:
    order = plan_answers(at(ROUND, "congress"), ["done"])
    spaces = {**ROUND["spaces"], "karachi_lahore": {"congress": 1}}
    game = Game.at({**ROUND, "spaces": spaces, "phase": "redeploy_congress"}, seed=b"plan")
    acted = order.act("congress", game, ())
    assert acted is not None
    assert not acted.keys
    assert acted.why is not None
    assert "Railway" in ENGLISH.say(acted.why)


@pytest.mark.parametrize("seed", range(4))
def test_answers_given_ahead_leave_the_same_record_as_answers_in_order(seed: int) -> None:
    """Plans that are played are played as they were given, and leave the same record as the same answers in order."""
    chance = random.Random(seed)
    ahead = Game.new("gandhi", scenario="short", seats=dict.fromkeys(SEATS, "player"), seed=bytes([seed]) * 16)
    plainly = ahead.clone()
    planning = front_of("gandhi").planning
    kept = 0
    while ahead.decision is not None and ahead.step_number < 400:
        given: list[Given] = []
        if ahead.label.phase in REDEPLOYS:
            for number, seat in enumerate(SEATS):
                later = planning.find_later(ahead, seat)
                if later is not None:
                    keys = draw_turn(later.blind(), sparingly(chance))
                    given.append(Given(number, seat, 0, plan_answers(later, keys)))
        for key in draw_turn(ahead, sparingly(chance)):
            ahead.choose(key)
            plainly.choose(key)
        done = think(ahead.clone(), given)
        for seat, key in done.answers:
            assert ahead.pending_seat == seat
            ahead.choose(key)
        promised = {each.seat: each.order.keys for each in given}  # type: ignore[attr-defined]
        while plainly.decision is not None and plainly.step_number < ahead.step_number:
            seat, before = plainly.pending_seat, plainly.step_number
            kept += 1
            for key in promised[seat]:
                plainly.choose(key)
            assert plainly.step_number > before
    assert kept
    assert plainly.record() == ahead.record()


def sparingly(chance: random.Random) -> Callable[[Any], str]:
    """Choose at random, but end a Redeploy half of the time."""
    by_lot = at_random(chance)

    def choose(decision: Any) -> str:
        ends = decision.kind == "redeploy.origin" and "done" in decision.keys and chance.random() < 0.5
        return "done" if ends else by_lot(decision)

    return choose


async def test_a_draft_begun_ahead_lasts_while_several_others_are_asked_before_it(storage: Storage) -> None:
    tables, game_id = await start(storage)
    await tables.at(game_id, PEOPLE["league"]).choose(["punjab"])
    assert await act(tables, game_id) == "congress"
    ahead = await tables.moment(game_id, PEOPLE["league"])
    assert (ahead.is_ahead, ahead.draft.keys) == (True, ("punjab",))
    assert await act(tables, game_id, "congress") == "league"
    asked = await tables.moment(game_id, PEOPLE["league"])
    assert (asked.is_ahead, asked.draft.keys) == (False, ("punjab",))


async def test_a_person_is_reminded_of_an_unconfirmed_draft_that_they_began_ahead(
    storage: Storage, clock: Clock
) -> None:
    tables, game_id = await start(storage)
    await tables.at(game_id, PEOPLE["congress"]).choose(["done"])
    assert await act(tables, game_id) == "congress"
    clock.go(hours=2, minutes=1)
    await Timekeeper(tables).fire_due()
    message = await last(storage, game_id)
    assert (message.kind, message.ping) == ("reminder", PEOPLE["congress"])
    assert "draft" in message.content


async def test_a_draft_begun_ahead_survives_the_undo_of_someone_who_was_asked_before(storage: Storage) -> None:
    tables, game_id = await start(storage)
    await tables.at(game_id, PEOPLE["league"]).choose(["punjab"])
    await act(tables, game_id)
    await tables.at(game_id, PEOPLE["raj"]).undo()
    assert whose(await tables.moment(game_id)) == "raj"
    assert (await tables.moment(game_id, PEOPLE["league"])).draft.keys == ("punjab",)

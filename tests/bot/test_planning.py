"""Turns that people plan are played when their time comes, exactly as written or not at all."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

import msgspec
import pytest

from bot.errors import BadInput, TableError
from bot.games.answers import AHEAD
from bot.games.frontend import front_of
from bot.games.gandhi.standing_orders import GandhiOrder
from bot.games.planning import PlanWish
from bot.language import load_language
from bot.narrate.panel import write_heading, write_panel
from bot.tables.absences import StandIn
from bot.tables.loading import load
from bot.tables.play import Tables
from bot.tables.privacy import Privacy
from bot.tables.scheduler import Timekeeper
from bot.tables.servers import Limits
from bot.tables.standing_orders import Given, think
from bot.tables.table import Pace, change_state
from engine import Game
from storage import Storage
from tests.bot.clock import Clock
from tests.bot.players import PEOPLE, act_plainly, open_position, open_table, posts_of, whose
from tests.seasons.world import SeasonWorld

EVA = 55
ENGLISH = load_language("en")
BOARD: dict[str, Any] = {
    "spaces": {
        "bihar": {"congress": 2, "underground": 1},
        "punjab": {"troops": 1, "sepoys": 2, "league": 1},
        "delhi": {"troops": 2},
    },
    "restraint": 3,
    "resources": {"raj": 10, "revolutionaries": 6},
    "card": 12,
    "next": 30,
    "seats": dict.fromkeys(PEOPLE, "player"),
}


async def start(storage: Storage) -> tuple[Tables, str, str, str]:
    """Open a table at a position; return the service, its id, whose turn it is and who is next on the card."""
    tables = Tables(storage)
    game_id = await open_position(tables, BOARD)
    moment = await tables.moment(game_id)
    card = moment.view.card
    assert card is not None
    order = [seat for seat in card.order if moment.view.eligibility[seat] == "eligible"]
    return tables, game_id, order[0], order[1]


def plan(line: str, first: str = "", card: int = 0) -> PlanWish:
    """Return a plan for one turn."""
    ways = (*([(first, True)] if first else []), (line, False))
    return PlanWish(ENGLISH, (tuple(ways),), time=card)


async def act(tables: Tables, game_id: str) -> str:
    """Give a plain answer for the player who must decide, and return the seat that decides next."""
    moment = await tables.moment(game_id)
    return whose(await act_plainly(tables, moment, PEOPLE[whose(moment)]))


async def keys_of(storage: Storage, game_id: str, seat: str) -> list[str]:
    """Return the keys that were chosen for a seat without its person."""
    async with storage.read() as reader:
        return [row.key for row in await reader.choices(game_id) if row.seat == seat and row.user_id is None]


LINES = {
    "raj": "sweep delhi",
    "congress": "rally bihar",
    "league": "rally punjab",
    "revolutionaries": "rally bihar",
}


async def test_a_planned_turn_is_played_as_soon_as_its_seat_is_asked(storage: Storage) -> None:
    tables, game_id, first, second = await start(storage)
    given = await tables.standing_orders.give(None, game_id, PEOPLE[second], plan(LINES[second]))
    assert [each.order.kind for each in given] == [AHEAD]
    assert LINES[second] in given[0].order.write(ENGLISH, second)
    assert "12" in given[0].order.write(ENGLISH, second)
    # The person who planned sees the plan on every panel, and no one else does.
    mine = await tables.moment(game_id, PEOPLE[second])
    assert LINES[second] in write_heading(ENGLISH, mine)
    assert not (await tables.moment(game_id, PEOPLE[first])).planned
    assert await act(tables, game_id) not in (first, second)
    action, space = LINES[second].split()
    assert (await keys_of(storage, game_id, second))[:2] == [action, space]
    assert f"As planned by {ENGLISH.word(f'seat.{second}')}." in (await posts_of(storage, game_id))[-1].content
    assert await tables.standing_orders.list(game_id, PEOPLE[second]) == []


async def test_a_turn_played_by_a_plan_can_be_undone(storage: Storage) -> None:
    tables, game_id, _, second = await start(storage)
    await tables.standing_orders.give(None, game_id, PEOPLE[second], plan(LINES[second]))
    await act(tables, game_id)
    moment = await tables.moment(game_id, PEOPLE[second])
    assert moment.undo_seat == second
    await tables.at(game_id, PEOPLE[second]).undo()
    await tables.automation.resume()
    assert whose(await tables.moment(game_id)) == second


async def test_a_plan_is_dropped_if_a_space_it_names_has_changed(storage: Storage) -> None:
    tables, game_id, first, second = await start(storage)
    await tables.standing_orders.give(None, game_id, PEOPLE[second], plan(LINES[second]))
    space = LINES[second].split()[1]
    async with tables.transactions.begin(game_id, None) as tx:
        loaded = await tx.load_game()
        game = loaded.game.clone()
        there = game.position()["spaces"][space]
        await tx.play(
            loaded,
            game,
            [(first, f'put_right:{{"spaces":{{"{space}":{{"congress":{there.get("congress", 0) + 1}}}}}}}')],
        )
    assert await act(tables, game_id) == second
    assert await keys_of(storage, game_id, second) == []
    moment = await tables.moment(game_id, PEOPLE[second])
    words = write_panel(ENGLISH, moment).body
    assert "What you had planned was not played. This has changed since" in words
    assert ENGLISH.word(f"space.{space}") in words
    # No one else reads that a plan was not played.
    assert not [post for post in await posts_of(storage, game_id) if "planned" in post.content]
    assert await tables.standing_orders.list(game_id, PEOPLE[second]) == []


@pytest.mark.parametrize(
    ("orders", "named"),
    [
        ("punjab, bihar, delhi", {"punjab", "bihar", "delhi"}),
        ("bihar > up 2C 1L; delhi: 3T", {"bihar", "united_provinces", "delhi"}),
        ("west bengal: no; sind; allahabad-calcutta 1", {"west_bengal", "sind", "allahabad_calcutta"}),
    ],
)
def test_a_plan_watches_every_space_that_its_line_names(orders: str, named: set[str]) -> None:
    assert front_of("gandhi").planning.find_named(ENGLISH.of_game("gandhi"), orders) == named


async def test_a_planned_turn_that_is_not_allowed_is_dropped_with_a_note(storage: Storage) -> None:
    tables, game_id, _, second = await start(storage)
    line = (
        "assault delhi" if second == "raj" else "demonstrate delhi" if second != "revolutionaries" else "attack madras"
    )
    await tables.standing_orders.give(None, game_id, PEOPLE[second], plan(line))
    assert await act(tables, game_id) == second
    moment = await tables.moment(game_id, PEOPLE[second])
    assert "What you had planned was not played." in write_panel(ENGLISH, moment).body


async def test_a_plan_may_have_a_separate_turn_for_the_first_eligible_faction(storage: Storage) -> None:
    tables, game_id, _, second = await start(storage)
    await tables.standing_orders.give(None, game_id, PEOPLE[second], plan("pass", LINES[second]))
    # When the first Faction passes, the second becomes the 1st Eligible one.
    await act(tables, game_id)
    assert (await keys_of(storage, game_id, second))[0] == LINES[second].split()[0]


async def test_a_plan_is_for_an_open_card_and_a_known_action(storage: Storage) -> None:
    tables, game_id, first, second = await start(storage)
    give = tables.standing_orders.give
    for wish in (plan("pass", card=55), plan("fly to bihar"), plan(f"{LINES[second]} xyzzy: qqq")):
        with pytest.raises(BadInput):
            await give(None, game_id, PEOPLE[second], wish)
    # A person who is asked now plans for the next card.
    (given,) = await give(None, game_id, PEOPLE[first], plan("pass"))
    assert "30" in given.order.write(ENGLISH, first)
    await give(None, game_id, PEOPLE[second], plan("pass", card=30))
    assert await act(tables, game_id) == second


def test_a_plan_places_the_workers_of_a_round_one_after_the_other() -> None:
    rajas = load_language("en", "rajas")
    game = Game.new("rajas", seed=b"plan")
    first, other = game.pending_seat, next(seat for seat in game.state.players if seat != game.pending_seat)
    turns = (
        (("harbour 9", False), ("palace veranda", False)),
        (("palace veranda", False), ("market tea", False)),
    )
    order = PlanWish(rajas, turns).make_order(game, other)
    assert "harbour 9 or palace veranda; palace veranda or market tea (round 1)." in order.write(rajas, other)
    given = [Given(1, other, 0, order)]
    placed: list[str] = []
    for _ in range(2):
        while game.pending_seat == first:
            assert game.decision is not None
            game.choose(game.decision.plain or game.decision.usual or game.decision.options[0].key)
        done = think(game.clone(), given)
        placed.append(done.answers[0][1])
        for _, key in done.answers:
            game.choose(key)
        given = [done.changed.get(each.id, each) for each in given if each.id not in done.over]
    # Orders for spaces that are closed or taken are passed over.
    assert placed == ["veranda", "market:tea"]
    assert given == []


def test_a_plan_waits_for_its_card_and_expires_after_it() -> None:
    game = Game.at({**BOARD, "turn": {"seat": "revolutionaries", "may": "any"}}, seed=b"dice")
    order = PlanWish(ENGLISH, ((("attack punjab", False),),), time=30).make_order(game, "revolutionaries")
    assert order.has_run_out(game) is False
    assert order.act("revolutionaries", game, ()) is None
    now = msgspec.structs.replace(order, time=12)
    acted = now.act("revolutionaries", game, ())
    assert acted is not None
    assert acted.keys or acted.why is not None
    assert msgspec.structs.replace(order, time=55).has_run_out(game)


async def test_a_stand_in_learns_of_no_plan(storage: Storage) -> None:
    tables, game_id, _, second = await start(storage)
    line = "assault delhi" if second == "raj" else "attack madras" if second == "revolutionaries" else "rally delhi"
    await tables.standing_orders.give(None, game_id, PEOPLE[second], plan(f"{line}, madras, sind, bihar, punjab"))
    await tables.absences.leave(None, game_id, PEOPLE[second], StandIn(EVA, "Eva"), None)
    assert not (await tables.moment(game_id, EVA)).planned
    with pytest.raises(TableError):
        await tables.standing_orders.list(game_id, EVA)
    assert await act(tables, game_id) == second
    moment = await tables.moment(game_id, EVA)
    assert moment.is_mine
    assert "planned" not in write_panel(ENGLISH, moment).body
    assert not [post for post in await posts_of(storage, game_id) if "planned" in post.content]


async def test_a_plan_is_played_after_a_turn_of_the_automatic_player(storage: Storage) -> None:
    tables = Tables(storage)
    people = {seat: PEOPLE[seat] for seat in ("raj", "revolutionaries")}
    game_id = await open_table(tables, people, with_automatic=True)
    await tables.automation.resume()
    for _ in range(30):
        moment = await tables.moment(game_id)
        seat = whose(moment)
        other = next(one for one in people if one != seat)
        with suppress(BadInput):
            await tables.standing_orders.give(None, game_id, people[other], plan("pass"))
        await act_plainly(tables, moment, people[seat])
        await tables.automation.resume()
        if any(
            f"As planned by {ENGLISH.word(f'seat.{other}')}." in post.content
            for post in await posts_of(storage, game_id)
        ):
            break
    else:
        pytest.fail("no plan was played")
    assert "pass" in await keys_of(storage, game_id, other)


async def test_the_plan_of_a_replaced_person_is_deleted(storage: Storage) -> None:
    tables, game_id, _, second = await start(storage)
    await tables.standing_orders.give(None, game_id, PEOPLE[second], plan(LINES[second]))
    async with tables.transactions.begin(game_id, None) as tx:
        await tx.leave_seat(game_id, second)
        await tx.take_seat(game_id, second, EVA, "Eva")
    assert not (await tables.moment(game_id, EVA)).planned
    assert await tables.standing_orders.list(game_id, EVA) == []
    assert await act(tables, game_id) == second
    assert await keys_of(storage, game_id, second) == []
    assert "planned" not in write_panel(ENGLISH, await tables.moment(game_id, EVA)).body


async def test_a_plan_comes_before_a_standing_order_to_pass(storage: Storage) -> None:
    tables, game_id, _, second = await start(storage)
    await tables.standing_orders.give(None, game_id, PEOPLE[second], GandhiOrder("pass", "game"))
    await tables.standing_orders.give(None, game_id, PEOPLE[second], plan(LINES[second]))
    await act(tables, game_id)
    assert (await keys_of(storage, game_id, second))[0] == LINES[second].split()[0]


async def test_two_plans_are_played_one_after_the_other(storage: Storage) -> None:
    tables, game_id, first, second = await start(storage)
    moment = await tables.moment(game_id)
    third = next(seat for seat in moment.view.card.order if seat not in (first, second))
    for seat in (second, third):
        await tables.standing_orders.give(None, game_id, PEOPLE[seat], plan("pass"))
    assert await act(tables, game_id) not in (second, third)
    said = (await posts_of(storage, game_id))[-1].content
    for seat in (second, third):
        assert await keys_of(storage, game_id, seat) == ["pass"]
        assert ENGLISH.word(f"seat.{seat}") in said


async def test_a_plan_that_was_undone_does_not_return_when_others_undo(storage: Storage) -> None:
    tables, game_id, first, second = await start(storage)
    await tables.standing_orders.give(None, game_id, PEOPLE[second], plan("pass"))
    await act(tables, game_id)
    await tables.at(game_id, PEOPLE[second]).undo()
    await tables.automation.resume()
    await tables.at(game_id, PEOPLE[first]).undo()
    await tables.automation.resume()
    assert whose(await tables.moment(game_id)) == first
    assert await act(tables, game_id) == second


async def test_a_plan_made_in_a_campaign_round_is_for_the_next_event_card(storage: Storage) -> None:
    """A person who is asked in a Campaign Round does not mean the Campaign card."""
    tables, game_id, _, second = await start(storage)
    async with storage.read() as reader:
        game = (await load(reader, game_id, tables.cache)).game.clone()
    game.state.card = 75
    assert plan("pass").make_order(game, second).time == 30
    game.state.upcoming = 76
    with pytest.raises(BadInput):
        plan("pass").make_order(game, second)


async def spoil(storage: Storage, game_id: str) -> None:
    """Write the plans of a table as a version might that this one cannot read."""
    async with storage.transaction() as tx:
        for row in await tx.arrangements(game_id, "order"):
            await tx.drop_arrangements(game_id, arrangement_id=row.id)
            payload = {**row.payload, "turns": "rally"}
            await tx.arrange(game_id, row.user_id, "order", seat=row.seat, version=row.version, payload=payload)


async def test_an_unreadable_plan_is_dropped_with_one_line(storage: Storage) -> None:
    tables, game_id, _, second = await start(storage)
    await tables.standing_orders.give(None, game_id, PEOPLE[second], plan(LINES[second]))
    await spoil(storage, game_id)
    assert await tables.standing_orders.list(game_id, PEOPLE[second]) == []
    assert await act(tables, game_id) == second
    assert (
        "It was written by another version" in write_panel(ENGLISH, await tables.moment(game_id, PEOPLE[second])).body
    )
    async with storage.read() as reader:
        assert await reader.arrangements(game_id, "order") == []


async def test_an_unreadable_plan_can_be_replaced_and_taken_back(storage: Storage) -> None:
    tables, game_id, _, second = await start(storage)
    orders, person = tables.standing_orders, PEOPLE[second]
    await orders.give(None, game_id, person, plan(LINES[second]))
    await spoil(storage, game_id)
    (given,) = await orders.give(None, game_id, person, plan("pass"))
    assert "pass" in given.order.write(ENGLISH, second)
    await spoil(storage, game_id)
    assert await orders.clear(None, game_id, person, AHEAD) == 1


async def meet_privacy(tables: Tables, game_id: str, seat: str) -> bool:
    """Have the bot forget the person: their plan is gone with them."""
    await Privacy(tables).forget(1, PEOPLE[seat])
    return False


async def meet_vote(tables: Tables, game_id: str, seat: str) -> bool:
    """Leave a vote open in which the person has not said anything."""
    other = next(one for one in PEOPLE if one != seat)
    tried = await tables.corrections.try_out(game_id, PEOPLE[other], lambda game: {"restraint": 2})
    await tables.corrections.propose(None, game_id, PEOPLE[other], tried.version)
    return True


async def meet_second_device(tables: Tables, game_id: str, seat: str) -> bool:
    """Give the plan again from another device: there is one, and both show it."""
    given = await tables.standing_orders.give(None, game_id, PEOPLE[seat], plan(LINES[seat]))
    assert len(given) == 1
    for _ in range(2):
        assert len((await tables.moment(game_id, PEOPLE[seat])).planned) == 1
    return True


async def meet_privately(tables: Tables, game_id: str, seat: str) -> bool:
    """Let the table be private: it plays the plan, and shows it to no one else."""
    await change_private(tables, game_id)
    assert not (await tables.moment(game_id, EVA)).planned
    return True


async def change_private(tables: Tables, game_id: str) -> None:
    """Let a table be private."""
    async with tables.transactions.begin(game_id, None) as tx:
        await change_state(tx, game_id, private=True)


async def meet_other_data(tables: Tables, game_id: str, seat: str) -> bool:
    """Have begun the game with other data."""
    async with tables.transactions.begin(game_id, None) as tx:
        options = {**tx.table.game.options, "data": {"gandhi": "0" * 16}}
        await tx.update_game(game_id, options=options)
    return True


async def meet_newer_version(tables: Tables, game_id: str, seat: str) -> bool:
    """Have a plan with a field of a newer version, which is passed over."""
    async with tables.storage.transaction() as tx:
        for row in await tx.arrangements(game_id, "order"):
            await tx.drop_arrangements(game_id, arrangement_id=row.id)
            payload = {**row.payload, "newer": 1}
            await tx.arrange(game_id, row.user_id, "order", seat=row.seat, version=row.version, payload=payload)
    return True


@pytest.mark.parametrize(
    "meet",
    [meet_privacy, meet_vote, meet_second_device, meet_privately, meet_other_data, meet_newer_version],
    ids=lambda meet: meet.__name__,
)
async def test_a_plan_survives_votes_and_newer_versions_but_not_a_deletion_of_personal_data(
    storage: Storage, meet: Callable[[Tables, str, str], Awaitable[bool]]
) -> None:
    tables, game_id, _, second = await start(storage)
    await tables.standing_orders.give(None, game_id, PEOPLE[second], plan(LINES[second]))
    is_played = await meet(tables, game_id, second)
    assert (await act(tables, game_id) != second) is is_played
    assert bool(await keys_of(storage, game_id, second)) is is_played


async def test_a_plan_survives_a_rewind_and_ends_with_its_game(storage: Storage) -> None:
    tables, game_id, first, second = await start(storage)
    await tables.standing_orders.give(None, game_id, PEOPLE[second], plan("pass", card=30))
    assert await act(tables, game_id) == second
    (turn,) = await tables.rewinding.list_turns(game_id)
    asked = await tables.rewinding.propose(None, game_id, PEOPLE[first], turn.number)
    for seat in PEOPLE:
        if seat != first:
            await tables.votes.answer(None, game_id, PEOPLE[seat], asked.number, agree=True, kinds=["rewind"])
    assert whose(await tables.moment(game_id)) == first
    assert len(await tables.standing_orders.list(game_id, PEOPLE[second])) == 1
    assert await act(tables, game_id) == second
    async with tables.transactions.begin(game_id, None) as tx:
        await tx.update_game(game_id, status="over")
    assert not (await tables.moment(game_id, PEOPLE[second])).planned
    assert not [post for post in await posts_of(storage, game_id) if "planned" in post.content]


async def test_a_plan_is_played_in_the_game_of_a_season(storage: Storage, clock: Clock) -> None:
    world = SeasonWorld(storage, clock, Limits())
    game_id = (await world.seasons.find(await world.begin(4))).running[0]
    tables, people = world.tables, await world.whose(game_id)
    first = whose(await tables.moment(game_id))
    moment = await tables.moment(game_id)
    second = next(seat for seat in moment.view.card.order if seat != first)
    person, asked = people[second], people[first]
    assert person is not None
    assert asked is not None
    await tables.standing_orders.give(None, game_id, person, plan("pass"))
    await act_plainly(tables, moment, asked)
    assert (await keys_of(storage, game_id, second))[:1] == ["pass"]


async def test_a_plan_survives_a_restart_and_is_played_after_another_players_time_limit(
    storage: Storage, clock: Clock
) -> None:
    tables, game_id, first, second = await start(storage)
    async with tables.transactions.begin(game_id, None) as tx:
        await tables.settings._set_pace(tx, game_id, Pace(0, 24, "default"))
    moment = await tables.moment(game_id)
    assert moment.view.card is not None
    third = next(seat for seat in moment.view.card.order if seat not in (first, second))
    await tables.standing_orders.give(None, game_id, PEOPLE[third], plan("pass"))
    assert await act(tables, game_id) == second
    before = len(await posts_of(storage, game_id))
    again = Tables(storage)
    await again.automation.resume()
    assert len((await again.moment(game_id, PEOPLE[third])).planned) == 1
    clock.go(hours=24)
    await Timekeeper(again).fire_due()
    (message,) = (await posts_of(storage, game_id))[before:]
    assert f"As planned by {ENGLISH.word(f'seat.{third}')}." in message.content
    assert await keys_of(storage, game_id, third) == ["pass"]
    assert PEOPLE[third] not in message.pings

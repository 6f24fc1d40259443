"""Standing orders answer for a seat when it is asked, if the option is open: once, and with an announcement."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Any

import msgspec
import pytest

from bot.errors import TableError
from bot.games.gandhi.commands.transfer import find_transfer_keys
from bot.games.gandhi.facts import list_cards
from bot.games.gandhi.standing_orders import CONDITIONS, LASTING, STEPS, GandhiOrder, Lasting
from bot.games.rajas.standing_orders import WorkerOrder
from bot.language import load_language
from bot.tables.absences import AUTOMATIC_PLAYER
from bot.tables.moments import TableMoment
from bot.tables.play import Tables
from bot.tables.standing_orders import MOST_USES, Given, think
from engine import Game
from storage import Choice, Storage
from tests.bot.players import PEOPLE, act_plainly, open_table, posts_of, whose

OPENERS = {kind for kinds in STEPS.values() for kind in kinds}


async def start(storage: Storage) -> tuple[Tables, str, str, str]:
    """Open a table; return the service, its id, whose turn it is and who is next on the card."""
    tables = Tables(storage)
    game_id = await open_table(tables)
    moment = await tables.moment(game_id)
    first = whose(moment)
    card = moment.view.card
    assert card is not None
    order = [seat for seat in card.order if moment.view.eligibility[seat] == "eligible"]
    assert order[0] == first
    return tables, game_id, first, order[1]


async def choices_of(storage: Storage, game_id: str, seat: str) -> list[Choice]:
    """Return what was chosen for a seat."""
    async with storage.read() as reader:
        return [choice for choice in await reader.choices(game_id) if choice.seat == seat]


async def give(tables: Tables, game_id: str, seat: str, order: GandhiOrder) -> None:
    """Give an order for a seat."""
    await tables.standing_orders.give(None, game_id, PEOPLE[seat], order)


async def act(tables: Tables, game_id: str) -> TableMoment:
    """Let the player who must decide answer plainly."""
    seat = whose(await tables.moment(game_id))
    return await act_plainly(tables, await tables.moment(game_id, PEOPLE[seat]), PEOPLE[seat])


async def told(storage: Storage, game_id: str) -> str:
    """Return the newest message."""
    return (await posts_of(storage, game_id))[-1].content


async def test_a_standing_order_to_pass_passes_once_and_is_named_in_the_message(storage: Storage) -> None:
    tables, game_id, first, second = await start(storage)
    await give(tables, game_id, second, GandhiOrder("pass", "card"))
    before = len(await posts_of(storage, game_id))
    after = await act(tables, game_id)
    assert whose(after) not in (first, second)
    posts = await posts_of(storage, game_id)
    turns = [post for post in posts[before:] if post.kind == "turn"]
    assert len(turns) == 1
    assert "Standing order, " in turns[0].content
    assert turns[0].ping == PEOPLE[whose(after)]
    keys = [(choice.key, choice.user_id) for choice in await choices_of(storage, game_id, second)]
    assert keys[0] == ("pass", None)
    assert [key for key, _ in keys].count("pass") == 1


async def test_a_standing_order_does_not_answer_an_open_question(storage: Storage) -> None:
    tables, game_id, first, _ = await start(storage)
    await give(tables, game_id, first, GandhiOrder("pass", "game"))
    await tables.automation.resume()
    assert whose(await tables.moment(game_id)) == first
    assert await choices_of(storage, game_id, first) == []


async def test_an_order_to_pass_does_nothing_on_the_cards_it_excludes(storage: Storage) -> None:
    tables, game_id, _, second = await start(storage)
    card = (await tables.moment(game_id)).view.card
    assert card is not None
    await give(tables, game_id, second, GandhiOrder("pass", "game", unless=(card.number,)))
    assert whose(await act(tables, game_id)) == second
    # On a card that is not named the order passes; by then someone else may have been first.
    while (await tables.moment(game_id)).view.card == card:
        await act(tables, game_id)
    for _ in range(6):
        if any(choice.user_id is None for choice in await choices_of(storage, game_id, second)):
            return
        assert whose(await tables.moment(game_id)) != second
        await act(tables, game_id)
    raise AssertionError("It never passed.")


async def test_a_cleared_standing_order_does_nothing(storage: Storage) -> None:
    tables, game_id, _, second = await start(storage)
    await give(tables, game_id, second, GandhiOrder("pass", "game"))
    assert await tables.standing_orders.clear(None, game_id, PEOPLE[second], "release") == 0
    assert await tables.standing_orders.clear(None, game_id, PEOPLE[second], None) == 1
    assert whose(await act(tables, game_id)) == second


async def test_an_expired_standing_order_does_nothing(storage: Storage) -> None:
    tables, game_id, _, second = await start(storage)
    card = (await tables.moment(game_id)).view.card
    await give(tables, game_id, second, GandhiOrder("pass", "card", unless=list_cards()))
    while (await tables.moment(game_id)).view.card == card:
        await act(tables, game_id)
    assert await tables.standing_orders.list(game_id, PEOPLE[second]) == []
    assert all(choice.user_id for choice in await choices_of(storage, game_id, second))


async def test_standing_orders_survive_a_restart(storage: Storage) -> None:
    tables, game_id, _, second = await start(storage)
    await give(tables, game_id, second, GandhiOrder("pass", "campaign"))
    again = Tables(storage)
    assert whose(await act(again, game_id)) != second
    assert "Standing order, " in await told(storage, game_id)


@pytest.mark.parametrize("lasts", ["card", "campaign"])
async def test_an_order_lasts_beyond_the_placement_of_gandhi(storage: Storage, lasts: Lasting) -> None:
    tables = Tables(storage)
    game_id = await open_table(tables, scenario="main")
    moment = await tables.moment(game_id)
    assert (whose(moment), moment.view.phase) == ("congress", "gandhi_placed")
    await give(tables, game_id, "raj", GandhiOrder("release", lasts, answer="no"))
    while (moment := await tables.moment(game_id)).view.phase == "gandhi_placed":
        await act(tables, game_id)
    (given,) = await tables.standing_orders.list(game_id, PEOPLE["raj"])
    assert not given.order.has_run_out(moment.game)
    moment.game.state.played.append(moment.game.state.card)
    moment.game.state.card = moment.game.state.upcoming
    assert given.order.has_run_out(moment.game) == (lasts == "card")


async def test_a_pass_that_is_undone_is_not_made_again(storage: Storage) -> None:
    tables, game_id, _, second = await start(storage)
    await give(tables, game_id, second, GandhiOrder("pass", "game"))
    await act(tables, game_id)
    moment = await tables.moment(game_id, PEOPLE[second])
    assert moment.undo_seat == second
    await tables.at(game_id, PEOPLE[second]).undo()
    await tables.automation.resume()
    assert whose(await tables.moment(game_id)) == second
    assert await tables.standing_orders.list(game_id, PEOPLE[second]) == []


async def test_no_one_but_its_owner_sees_a_standing_order(storage: Storage) -> None:
    tables, game_id, first, second = await start(storage)
    before = await posts_of(storage, game_id)
    await give(tables, game_id, second, GandhiOrder("pass", "game"))
    assert len(await tables.standing_orders.list(game_id, PEOPLE[second])) == 1
    assert await tables.standing_orders.list(game_id, PEOPLE[first]) == []
    assert await tables.standing_orders.clear(None, game_id, PEOPLE[first], None) == 0
    assert await posts_of(storage, game_id) == before
    with pytest.raises(TableError):
        await tables.standing_orders.list(game_id, 99)
    with pytest.raises(TableError):
        await tables.standing_orders.give(None, game_id, 99, GandhiOrder("pass", "game"))


async def test_an_order_ends_when_its_person_leaves_the_seat(storage: Storage) -> None:
    tables, game_id, _, second = await start(storage)
    await give(tables, game_id, second, GandhiOrder("pass", "game"))
    await tables.lobby.leave(None, game_id, PEOPLE[second], "")
    await tables.lobby.join(None, game_id, 77, "Eva", second)
    assert await tables.standing_orders.list(game_id, 77) == []
    assert whose(await act(tables, game_id)) == second
    async with storage.transaction() as tx:
        await tx.arrange(game_id, 77, "order", seat=second)
        assert (await tx.find_traces(77)).arrangements == 1
        await tx.forget_user(77)
        assert (await tx.find_traces(77)).is_empty


async def test_a_new_order_replaces_the_earlier_one_of_its_kind(storage: Storage) -> None:
    tables, game_id, _, second = await start(storage)
    await give(tables, game_id, second, GandhiOrder("pass", "game"))
    await give(tables, game_id, second, GandhiOrder("pass", "card", condition="limited"))
    await give(tables, game_id, second, GandhiOrder("campaign", "game"))
    given = await tables.standing_orders.list(game_id, PEOPLE[second])
    assert [(each.order.kind, each.order.store()["lasts"]) for each in given] == [
        ("pass", "card"),
        ("campaign", "game"),
    ]


async def test_an_order_without_a_seat_is_for_the_seat_that_can_be_asked(storage: Storage) -> None:
    tables = Tables(storage)
    game_id = await open_table(tables, {"raj": 1, "revolutionaries": 1, "congress": 2, "league": 3})
    with pytest.raises(TableError) as refusal:
        await tables.standing_orders.give(None, game_id, 2, GandhiOrder("release", "game", answer="no"))
    assert refusal.value.text.key == "error.order_no_seat"
    with pytest.raises(TableError) as refusal:
        await tables.standing_orders.give(None, game_id, 1, GandhiOrder("pass", "game"))
    assert refusal.value.text.key == "error.order_which_seat"
    given = await tables.standing_orders.give(None, game_id, 1, GandhiOrder("release", "game", answer="no"))
    assert given[0].seat == "raj"


async def test_standing_orders_skip_the_needless_questions_of_a_campaign_round(storage: Storage) -> None:
    tables, game_id, _, _ = await start(storage)
    for seat in PEOPLE:
        await give(tables, game_id, seat, GandhiOrder("campaign", "game"))
    asked, moment = set(), await tables.moment(game_id)
    campaigns = moment.view.campaigns_left
    for _ in range(120):
        if moment.decision is None or (moment.view.campaigns_left < campaigns and moment.view.phase == "turn"):
            break
        asked.add(moment.decision.kind)
        await act(tables, game_id)
        moment = await tables.moment(game_id)
    assert moment.view.campaigns_left < campaigns
    # A player who must leave a Railway is asked all the same.
    assert asked & OPENERS <= {"redeploy.origin"}
    contents = [post.content for post in await posts_of(storage, game_id)]
    assert any(": step skipped." in content for content in contents)
    async with storage.read() as reader:
        done = [choice for choice in await reader.choices(game_id) if choice.user_id is None]
    assert {choice.key for choice in done} == {"done"}


async def test_a_standing_order_consents_to_transfers_up_to_a_limit(storage: Storage) -> None:
    tables, game_id, moment = await find_trader(storage)
    taker = whose(moment)
    giver = "raj" if taker == "revolutionaries" else "revolutionaries"
    most = min(3, moment.view.resources[giver])
    assert most > 1
    await give(tables, game_id, giver, GandhiOrder("transfer", "game", answer="yes", at_most=most - 1))
    before = dict(moment.view.resources)
    ask = find_transfer_keys(moment.game, "request", most - 1)
    await tables.at(game_id, PEOPLE[taker]).play(ask)
    moment = await tables.moment(game_id)
    assert whose(moment) == taker
    assert moment.view.resources[taker] == before[taker] + most - 1
    assert ": Resources given." in await told(storage, game_id)
    if moment.view.resources[giver] >= most:
        ask = find_transfer_keys(moment.game, "request", most)
        moment = await tables.at(game_id, PEOPLE[taker]).play(ask)
        assert whose(moment) == giver
        assert "Request from " in await told(storage, game_id)


async def test_an_order_to_give_resources_has_a_limit_per_card_and_informs_its_owner(storage: Storage) -> None:
    tables, game_id, moment = await find_trader(storage)
    taker = whose(moment)
    giver = "raj" if taker == "revolutionaries" else "revolutionaries"
    before = moment.view.resources[giver]
    assert before > 2
    await give(tables, game_id, giver, GandhiOrder("transfer", "game", answer="yes", at_most=2))
    for given in (1, 2):
        ask = find_transfer_keys(moment.game, "request", 1)
        await tables.at(game_id, PEOPLE[taker]).play(ask)
        moment = await tables.moment(game_id)
        assert moment.view.resources[giver] == before - given
        told_owner = [post.content for post in await posts_of(storage, game_id) if PEOPLE[giver] in post.pings]
        assert f"On this card so far: {given} of at most 2" in told_owner[-1]
        assert len(told_owner) == given
    # The order is used up for this card: its owner is asked.
    moment = await tables.at(game_id, PEOPLE[taker]).play(find_transfer_keys(moment.game, "request", 1))
    assert whose(moment) == giver
    (order,) = await tables.standing_orders.list(game_id, PEOPLE[giver])
    assert isinstance(order.order, GandhiOrder)
    assert order.order.given_now(moment.game.state.card) == 2
    assert order.order.given_now(moment.game.state.card + 1) == 0


async def test_a_standing_order_can_refuse_a_transfer(storage: Storage) -> None:
    tables, game_id, moment = await find_trader(storage)
    taker = whose(moment)
    giver = "raj" if taker == "revolutionaries" else "revolutionaries"
    await give(tables, game_id, giver, GandhiOrder("transfer", "card", answer="no"))
    await tables.at(game_id, PEOPLE[taker]).play(find_transfer_keys(moment.game, "request", 1))
    after = await tables.moment(game_id)
    assert whose(after) == taker
    assert after.view.resources == moment.view.resources
    assert ": no Resources given." in await told(storage, game_id)


async def find_trader(storage: Storage) -> tuple[Tables, str, TableMoment]:
    """Return a table at which someone has the turn who may ask for Resources."""
    tables, game_id, _, _ = await start(storage)
    for _ in range(30):
        moment = await tables.moment(game_id)
        decision = moment.decision
        if decision is not None and decision.kind == "turn.action" and "transfer" in decision.keys:
            partner = "raj" if decision.seat == "revolutionaries" else "revolutionaries"
            if moment.view.resources[partner] > 1:
                return tables, game_id, moment
        await act(tables, game_id)
    raise AssertionError("Nobody could trade.")


# -- what an order answers, by itself ------------------------------------------------------------------------------


def make_order(game: Game, kind: Any, **params: Any) -> GandhiOrder:
    """Return an order given now."""
    campaigns = game.state.campaigns_left + (game.state.phase != "turn")
    return GandhiOrder(kind, params.pop("lasts", "game"), card=int(game.state.card), campaigns=campaigns, **params)


def play(position: dict[str, Any], keys: Sequence[str] = ()) -> Game:
    """Return a game from a position, with keys chosen in it."""
    game = Game.at(position, seed=bytes(32))
    for key in keys:
        game.choose(key)
    return game


JAILED = {
    "game": "gandhi",
    "scenario": "short",
    "restraint": 3,
    "unity": 3,
    "viceroy": "irwin",
    "resources": {"raj": 10, "revolutionaries": 4},
    "spaces": {"bihar": {"congress": 2}, "punjab": {"congress": 1}},
    "jail": {"gandhi": True},
    "card": 55,
    "campaigns_left": 1,
    "eligible": ["raj", "congress"],
    "turn": {"seat": "congress", "may": "operation_and_special"},
}


@pytest.mark.parametrize("answer", ["yes", "no"])
def test_4_3_2_a_standing_order_answers_the_question_of_gandhis_release(answer: Any) -> None:
    game = play(JAILED, ["special:satyagraha", "bihar"])
    assert game.decision is not None
    assert (game.decision.seat, game.decision.kind) == ("raj", "satyagraha.release")
    order = make_order(game, "release", answer=answer)
    assert order.find_answer("raj", game, ()) == answer
    assert order.find_answer("congress", game, ()) == ""


def test_an_order_to_pass_waits_for_its_condition() -> None:
    game = play({**JAILED, "turn": {"seat": "congress", "may": "limited_operation"}})
    for condition, is_so in (("second", False), ("limited", True), ("jailed", True), ("crisis", False)):
        assert bool(make_order(game, "pass", condition=condition).find_answer("congress", game, ())) is is_so
    free = play({**JAILED, "jail": {}, "spaces": {"bihar": {"congress": 2, "gandhi": True}}})
    assert make_order(free, "pass", condition="jailed").find_answer("congress", free, ()) == ""
    assert make_order(free, "pass", condition="limited").find_answer("congress", free, ()) == ""


def test_an_order_to_pass_does_nothing_once_a_turn_has_begun() -> None:
    game = play({**JAILED, "turn": {"seat": "raj", "may": "any"}, "eligible": ["raj"]})
    order = make_order(game, "pass")
    assert order.find_answer("raj", game, ()) == "pass"
    for key in (*find_transfer_keys(game, "request", 1), "no"):
        game.choose(key)
    assert game.decision is not None
    assert game.decision.kind == "turn.action"
    assert "pass" in game.decision.keys
    assert order.find_answer("raj", game, ()) == ""


def test_an_order_runs_out_with_its_card_or_its_campaign() -> None:
    game = play(JAILED)
    card, campaign, whole = (make_order(game, "pass", lasts=lasts) for lasts in LASTING)
    assert not any(order.has_run_out(game) for order in (card, campaign, whole))
    game.state.card = 12
    assert [order.has_run_out(game) for order in (card, campaign, whole)] == [True, False, False]
    game.state.phase, game.state.deck = "imperialism", []
    assert not campaign.has_run_out(game)
    game.state.phase = "turn"
    assert [order.has_run_out(game) for order in (campaign, whole)] == [True, False]


def test_orders_stored_by_an_earlier_version_are_read() -> None:
    stored = {"kind": "pass", "lasts": "card", "card": 7, "campaigns": 2, "unless": [12], "condition": ""}
    assert msgspec.convert(stored, GandhiOrder) == GandhiOrder("pass", "card", unless=(12,), card=7, campaigns=2)
    stored = {"kind": "next", "seat": "lotus", "places": ["veranda"], "lasts": "round", "round": 2, "placed": 0}
    assert msgspec.convert(stored, WorkerOrder) == WorkerOrder("next", ("veranda",), "round", seat="lotus", round=2)


def test_every_order_has_text_in_every_language() -> None:
    game = play(JAILED)
    orders = [
        make_order(game, "pass", unless=(12, 30), condition=condition, lasts=lasts)
        for condition in ("", *CONDITIONS)
        for lasts in LASTING
    ]
    orders += [make_order(game, "campaign", steps=(step,)) for step in STEPS]
    orders += [make_order(game, kind, answer=answer) for kind in ("transfer", "release") for answer in ("yes", "no")]
    for code in ("en", "it", "es", "ja"):
        for order in orders:
            words = order.write(load_language(code), "raj")
            assert "order." not in words
            assert len(words.splitlines()) == 1


def test_standing_orders_answer_one_after_the_other_up_to_a_limit() -> None:
    game = play({**JAILED, "turn": {"seat": "raj", "may": "any"}, "eligible": ["raj", "congress", "league"]})
    given = [Given(number, seat, 0, make_order(game, "pass")) for number, seat in enumerate(PEOPLE)]
    done = think(game.clone(), given)
    answers, used = done.answers, done.used
    assert 1 < len(answers) <= MOST_USES
    assert len(used) == len(answers)
    assert answers[0] == ("raj", "pass")


async def correct_something(tables: Tables, game_id: str, other: str) -> None:
    """Let the table correct Unity."""
    tried = await tables.corrections.try_out(game_id, PEOPLE[other], lambda game: {"unity": 4})
    asked = await tables.corrections.propose(None, game_id, PEOPLE[other], tried.version)
    for label in asked.missing:
        asked = await tables.votes.answer(None, game_id, PEOPLE[label], asked.number, agree=True)
    assert asked.is_done


async def let_others_go_away(tables: Tables, game_id: str, other: str) -> None:
    """Let the automatic player take two seats, one after the other."""
    asked = whose(await tables.moment(game_id))
    for seat in (other, next(seat for seat in PEOPLE if seat not in (other, asked))):
        await tables.absences.leave(None, game_id, PEOPLE[seat], AUTOMATIC_PLAYER, None)


@pytest.mark.parametrize("happens", [correct_something, let_others_go_away], ids=lambda happens: happens.__name__)
async def test_no_order_answers_the_open_question_after_a_step_that_is_inserted_before_it(
    storage: Storage, happens: Callable[[Tables, str, str], Awaitable[None]]
) -> None:
    tables, game_id, first, other = await start(storage)
    await give(tables, game_id, first, GandhiOrder("pass", "game"))
    version = (await tables.table(game_id)).game.version
    await happens(tables, game_id, other)
    await tables.automation.resume()
    assert (await tables.table(game_id)).game.version > version
    assert whose(await tables.moment(game_id)) == first
    # The order is still there for the questions to come.
    (order,) = await tables.standing_orders.list(game_id, PEOPLE[first])
    assert order.order.kind == "pass"


async def test_a_standing_order_does_not_pass_again_after_the_table_went_back(storage: Storage) -> None:
    tables, game_id, _, second = await start(storage)
    await give(tables, game_id, second, GandhiOrder("pass", "game"))
    await act(tables, game_id)
    turn = (await tables.rewinding.list_turns(game_id))[0]
    assert turn.turn.label["seat"] == second
    asked = await tables.rewinding.propose(None, game_id, PEOPLE[second], turn.number)
    for label in asked.missing:
        asked = await tables.votes.answer(None, game_id, PEOPLE[label], asked.number, agree=True)
    assert asked.is_done
    assert whose(await tables.moment(game_id)) == second
    assert len(await tables.standing_orders.list(game_id, PEOPLE[second])) == 1

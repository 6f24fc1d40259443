"""Transfers with a promise: drafted, announced and undone together; and why nothing can be transferred now."""

from __future__ import annotations

import pytest

from bot.errors import TableError
from bot.games.gandhi.commands.transfer import find_transfer_keys
from bot.tables.play import TableSession
from engine import Game
from tests.bot.people import World

PROMISE = "no arrest on this card"
PEOPLE = dict.fromkeys(("raj", "congress", "league", "revolutionaries"), "player")


async def reach_transfer(world: World) -> tuple[str, str]:
    """Open a table at which the person asked may transfer Resources, and return its id and their name."""
    game_id = await world.start_table()
    while (decision := (await world.bot.tables.moment(game_id)).decision) and "transfer" not in decision.keys:
        await world.pass_turn(game_id)
    return game_id, await world.whose(game_id)


def find(world: World, game_id: str, name: str) -> TableSession:
    """Return the session of a person."""
    return world.bot.tables.at(game_id, world.people[name].id)


def count_said(world: World) -> int:
    """Return how many public messages have the promise."""
    return sum(PROMISE in message.content for message in world.messages())


async def test_a_promise_is_announced_with_its_transfer_and_undone_with_it(world: World) -> None:
    game_id, name = await reach_transfer(world)
    me = find(world, game_id, name)
    panel = await world.slash(name, "transfer", way="request", amount=5, promise=PROMISE)
    assert f"With it you promise: “{PROMISE}”" in panel.words
    await world.quiet()
    assert count_said(world) == 0
    assert "No promise has come" in (await world.slash(name, "table promises")).words
    # Undo in the draft drops the promise.
    assert not (await me.undo()).draft.promises
    await me.reset()
    await world.slash(name, "transfer", way="request", amount=5, promise=PROMISE)
    await me.confirm()
    await world.quiet()
    assert count_said(world) == 1
    listed = (await world.slash("Charu", "table promises")).words
    assert f"{name} promises, for a transfer of Resources (5): “{PROMISE}”" in listed
    # Undo after Confirm gives the draft back, and nothing is promised any more.
    moment = await me.undo()
    assert "No promise has come" in (await world.slash(name, "table promises")).words
    await me.choose(["5"])
    await me.confirm()
    assert "No promise has come" in (await world.slash(name, "table promises")).words
    assert moment.draft.keys


async def test_a_promise_for_a_refused_request_is_void(world: World) -> None:
    game_id, name = await reach_transfer(world)
    other = {"Asha": "Dev", "Dev": "Asha"}[name]
    for answer, count in (("no", 0), ("yes", 1)):
        await world.slash(name, "transfer", way="request", amount=2 if count else 5, promise=PROMISE)
        await find(world, game_id, name).confirm()
        await find(world, game_id, other).choose([answer])
        await find(world, game_id, other).confirm()
        found = await world.bot.tables.recaps.promises(game_id)
        assert len(found) == count, found


async def test_a_rewind_withdraws_the_promises_of_its_turns(world: World) -> None:
    game_id, name = await reach_transfer(world)
    await world.slash(name, "transfer", way="request", amount=5, promise=PROMISE)
    await find(world, game_id, name).confirm()
    other = {"Asha": "Dev", "Dev": "Asha"}[name]
    await find(world, game_id, other).choose(["yes"])
    await find(world, game_id, other).confirm()
    tables = world.bot.tables
    assert await tables.recaps.promises(game_id)
    (turn, *_) = await tables.rewinding.list_turns(game_id)
    outcome = await tables.rewinding.propose(None, game_id, world.people[name].id, turn.turn.number)
    for person in world.people:
        if person != name:
            await tables.votes.answer(
                None, game_id, world.people[person].id, outcome.number, agree=True, kinds=["rewind"]
            )
    assert not await tables.recaps.promises(game_id)


def begin(seats: dict[str, str]) -> Game:
    """Return a game that begins with the turn of the Raj."""
    games = (Game.new("gandhi", scenario="short", seats=seats, seed=bytes([chance]) * 16) for chance in range(50))
    return next(game for game in games if game.pending_seat == "raj")


@pytest.mark.parametrize(
    ("seats", "keys", "reason"),
    [
        (PEOPLE, ["transfer", "request"], "question_first"),
        (PEOPLE | {"revolutionaries": "arjuna"}, [], "transfer_automatic"),
        (PEOPLE | {"revolutionaries": "arjuna"}, ["garrison"], "transfer_automatic"),
        (PEOPLE, ["transfer"], "question_first"),
    ],
)
def test_the_refusal_of_a_transfer_has_the_true_reason(seats: dict[str, str], keys: list[str], reason: str) -> None:
    game = begin(seats)
    for key in keys:
        game.choose(key)
    with pytest.raises(TableError) as refusal:
        find_transfer_keys(game, "request", 1)
    assert refusal.value.text.key == f"error.{reason}"


async def test_a_transfer_during_a_draft_is_refused_with_the_open_question(world: World) -> None:
    game_id, name = await reach_transfer(world)
    await find(world, game_id, name).choose(["transfer"])
    panel = await world.slash(name, "transfer", way="give", amount=1, promise=PROMISE)
    assert "First answer the question on your panel" in panel.words
    assert not (await find(world, game_id, name).moment()).draft.promises

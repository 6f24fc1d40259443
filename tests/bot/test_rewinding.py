"""Only the whole table can go back behind a barrier: by a vote, which the log keeps with everything withdrawn."""

from __future__ import annotations

from random import Random
from typing import Any

import discord
import pytest

from bot.console.transfer import export_table
from bot.errors import TableError
from bot.tables.loading import GameCache, decode_steps, fit_draft, list_withdrawn, load
from bot.tables.play import Tables
from bot.tables.rewinding import Rewinding
from engine import Game
from engine.core.record import read_record, verify_record
from storage import Storage
from tests.bot.people import NAMES, World, read_panel
from tests.bot.players import PEOPLE, open_table
from tests.turns import at_random, draw_turn


async def play_turns(world: World, turns: int) -> str:
    """Return a game in which ``turns`` turns have been played."""
    game_id = await world.start_table()
    for _ in range(turns):
        await world.pass_turn(game_id)
    return game_id


def call(world: World) -> discord.Message:
    """Return the message that asks for votes."""
    return next(found for found in reversed(world.messages()) if "go back" in found.content)


async def vote(world: World, name: str, verb: str) -> str:
    """Click Go back or Continue under the question."""
    return (await world.press(name, read_panel(call(world)), verb)).words


def pings(world: World, text: str) -> list[Any]:
    """Return whom the message with a text was allowed to ping."""
    return [
        request.json["allowed_mentions"]
        for request in world.env.http_requests
        if isinstance(request.json, dict) and text in str(request.json.get("content"))
    ]


async def test_a_game_goes_back_once_everyone_agrees_and_keeps_its_log(world: World) -> None:
    game_id = await play_turns(world, 3)
    tables = world.bot.tables
    before = await tables.moment(game_id)
    turns = await tables.rewinding.list_turns(game_id)
    target = turns[-1]
    assert target.number == 1
    asked = await world.slash("Asha", "table rewind", to=target.number)
    assert "Waiting for: Congress, Muslim League and Revolutionaries" in asked.words
    assert "1: " in call(world).content
    for name in ("Bilal", "Charu"):
        assert "Waiting for: " in await vote(world, name, "agree")
    assert (await tables.moment(game_id)).table.game.version == before.table.game.version
    assert "has gone back" in await vote(world, "Dev", "agree")

    after = await tables.moment(game_id)
    assert after.game.snapshot() == target.turn.snapshot
    assert after.table.game.version > before.table.game.version
    async with world.storage.read() as reader:
        taken_back = await reader.turns(game_id, statuses=["rolled_back"])
        choices = await reader.choices(game_id)
        assert await reader.ballot(game_id) is None
    assert [turn.number for turn in taken_back][:3] == [1, 2, 3]
    assert all(turn.changes for turn in taken_back[:3])
    last, again = choices[-2:]
    assert again.key.startswith("go_back:")
    assert (last.kind, last.key, last.user_id) == ("rewind", "1", world.people["Dev"].id)
    told = world.messages()[-1]
    assert "is back at the start of Turn 1: " in told.content
    await world.pass_turn(game_id)


async def test_a_vote_pings_each_person_who_is_asked_once_and_no_one_else(world: World) -> None:
    game_id = await play_turns(world, 1)
    count = len(world.messages())
    await world.slash("Asha", "table rewind", to=1)
    await vote(world, "Bilal", "agree")
    assert len(world.messages()) == count + 1
    assert str(world.people["Dev"].id) in call(world).content
    (allowed,) = pings(world, "to go back to the start")
    assert allowed["parse"] == []
    assert sorted(allowed["users"]) == sorted(world.people[name].id for name in NAMES if name != "Asha")
    assert game_id


async def test_a_refusal_ends_the_vote(world: World) -> None:
    game_id = await play_turns(world, 2)
    before = (await world.bot.tables.moment(game_id)).table.game.version
    await world.slash("Asha", "table rewind", to=1)
    question = read_panel(call(world))
    assert "continues" in (await world.press("Charu", question, "refuse")).words
    assert "Muslim League: request to go back refused" in world.messages()[-1].content
    assert "vote is over" in (await world.press("Bilal", question, "agree")).words
    assert (await world.bot.tables.moment(game_id)).table.game.version == before


async def test_a_vote_is_over_when_the_game_has_moved_on(world: World) -> None:
    game_id = await play_turns(world, 1)
    await world.slash("Asha", "table rewind", to=1)
    question = read_panel(call(world))
    await world.pass_turn(game_id)
    for name in ("Bilal", "Charu", "Dev"):
        assert "vote is over" in (await world.press(name, question, "agree")).words


async def test_agreeing_to_one_vote_is_not_agreeing_to_the_next(world: World) -> None:
    game_id = await play_turns(world, 2)
    await world.slash("Asha", "table rewind", to=1)
    first = read_panel(call(world))
    for name in ("Bilal", "Charu"):
        await world.press(name, first, "agree")
    assert "already open" in (await world.slash("Asha", "table rewind", to=2)).words
    await world.press("Asha", first, "refuse")
    await world.slash("Asha", "table rewind", to=2)
    assert "vote is over" in (await world.press("Dev", first, "agree")).words
    outcome = await vote(world, "Dev", "agree")
    assert "Waiting for: Congress and Muslim League" in outcome
    assert game_id


async def test_only_people_at_the_table_may_vote(world: World) -> None:
    game_id = await play_turns(world, 1)
    stranger = world.guild.add_member(world.env.create_user("eva", global_name="Eva"))
    world.people["Eva"] = stranger
    assert "no seat" in (await world.slash("Eva", "table rewind", to=1)).words
    await world.slash("Asha", "table rewind", to=1)
    assert "no seat" in await vote(world, "Eva", "agree")
    assert "no turn 99" in (await world.slash("Asha", "table rewind", to=99)).words
    assert game_id


async def test_a_lone_player_goes_back_without_a_vote(world: World) -> None:
    game_id = await world.open_table()
    for seat in ("raj", "congress", "league", "revolutionaries"):
        await world.slash("Asha", "table join", seat=seat)
    await world.slash("Asha", "table start")
    await world.pass_turn(game_id)
    assert "has gone back" in (await world.slash("Asha", "table rewind", to=1)).words


async def test_a_table_cannot_go_back_to_a_turn_in_which_nothing_was_chosen_yet(world: World) -> None:
    game_id = await play_turns(world, 1)
    rewinding: Rewinding = world.bot.tables.rewinding
    assert [turn.number for turn in await rewinding.list_turns(game_id)] == [1]
    offered = await world.people["Asha"].autocomplete(world.channel, "table rewind", "to", "1: ")
    assert [choice["value"] for choice in offered] == [1]
    with pytest.raises(TableError):
        await rewinding.propose(None, game_id, world.people["Asha"].id, 2)


async def test_going_back_does_not_rewind_the_dice(storage: Storage) -> None:
    """Check also that the record of the game says that it went back, and that it replays."""
    tables = Tables(storage)
    game_id = await open_table(tables)
    async with tables.transactions.begin(game_id, None) as tx:
        loaded = await tx.load_game()
        seed = loaded.table.game.seed
        game = loaded.game.clone()
        assert game.decision is not None
        await tx.play(loaded, game, [(game.decision.seat, "pass")])
    async with storage.read() as reader:
        loaded = await load(reader, game_id, tables.cache)
    assert loaded.game.start.seed == seed.hex()
    counters = dict(loaded.game.state.dice.counters) | {"dice": 5}
    loaded.game.state.dice.counters["dice"] = 5
    first = min((await tables.rewinding.list_turns(game_id)), key=lambda turn: turn.number)
    for seat, user_id in PEOPLE.items():
        if seat == "raj":
            asked = outcome = await tables.rewinding.propose(None, game_id, user_id, first.number)
        else:
            outcome = await tables.votes.answer(None, game_id, user_id, asked.number, agree=True, kinds=["rewind"])
    assert outcome.is_done
    after = (await tables.moment(game_id)).table.game
    assert after.options["gone_back"] == 1
    async with storage.read() as reader:
        loaded = await load(reader, game_id, GameCache())
        steps = [step.label.phase for turn in await reader.turns(game_id) for step in decode_steps(turn.changes)]
    assert loaded.game.state.dice.counters == counters
    assert steps == ["go_back"]


async def go_back(world: World, game_id: str, number: int) -> None:
    """Let everyone agree to go back to the start of a turn."""
    tables = world.bot.tables
    asked = await tables.rewinding.propose(None, game_id, world.people["Asha"].id, number)
    for name in ("Bilal", "Charu", "Dev"):
        await tables.votes.answer(None, game_id, world.people[name].id, asked.number, agree=True, kinds=["rewind"])


async def test_withdrawn_turns_stay_readable_and_can_be_played_again(world: World) -> None:
    game_id = await play_turns(world, 3)
    tables = world.bot.tables
    before = await tables.recaps.list_steps(game_id, 3)
    names = [
        holder.display_name for turn in before if (holder := (await tables.table(game_id)).holder(turn.label.seat))
    ]
    await go_back(world, game_id, 1)
    log = (await world.slash("Asha", "log")).words
    assert "Withdrawn when the game went back:" in log
    assert log.count("> ") >= 3
    record = read_record((await export_table(world.storage, game_id)).data)
    (back,) = (step for step in record.steps if step.label.phase == "go_back")
    assert [keys[0] for keys in back.withdrawn] == ["pass"] * 3
    verify_record(Game.load(record).record(), record)
    for name in names:
        panel = await world.slash(name, "turn")
        drafted = await world.press(name, panel, "asbefore")
        await world.press(name, drafted, "confirm", "")
    again = await tables.recaps.list_steps(game_id, 3)
    assert [(step.label, step.changes) for step in again] == [(step.label, step.changes) for step in before]
    assert not (await world.slash(await world.whose(game_id), "turn")).has("asbefore")


async def test_a_withdrawn_turn_that_is_no_longer_legal_is_not_offered_again(world: World) -> None:
    game_id = await world.start_table(seed="not again")
    name = await world.whose(game_id)
    tables = world.bot.tables
    moment = await tables.moment(game_id)
    assert moment.decision is not None
    keys = draw_turn(moment.game, at_random(Random(4)))
    await tables.at(game_id, world.people[name].id).play(keys)
    await go_back(world, game_id, 1)
    moment = await tables.moment(game_id, world.people[name].id)
    assert moment.again == tuple(keys)[: len(moment.again)]
    assert fit_draft(moment.game, ["castle"]) == ()
    # A turn that a player undid is in no log, since the table did not withdraw it.
    await world.pass_turn(game_id)
    await world.slash(name, "undo")
    async with world.storage.read() as reader:
        withdrawn = await list_withdrawn(reader, await tables.table(game_id))
    assert [one.turn.number for one in withdrawn] == [1]

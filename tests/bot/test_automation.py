"""Arjuna at a table: it plays the empty seats to the end, survives a restart, and says why."""

from __future__ import annotations

import random

import pytest

from bot.errors import SeatsEmpty, TableError
from bot.games.gandhi.front import FRONT
from bot.language import load_language
from bot.narrate.reasons import MOST_SPACES, find_candidates, tell_thought, write_reasons
from bot.tables.committing import Automation, think_ahead
from bot.tables.loading import load
from bot.tables.moments import TableMoment
from bot.tables.play import Tables
from storage import Storage
from tests.bot.players import posts_of
from tests.turns import at_random, draw_turn

ME = 7


async def open_solo(tables: Tables, seat: str, scenario: str = "short") -> TableMoment:
    """Return a table with one person on a seat and Arjuna on the others."""
    table = await tables.lobby.create(
        1, name="Solo", scenario=scenario, language="en", host_user_id=ME, host_name="Asha", guild_id=1, channel_id=5
    )
    await tables.lobby.join(2, table.id, ME, "Asha", seat)
    with pytest.raises(SeatsEmpty) as refusal:
        await tables.start(3, table.id, ME)
    assert seat not in refusal.value.seats
    return await tables.start(4, table.id, ME, with_automatic=True)


async def play_at_random(tables: Tables, moment: TableMoment, chance: random.Random, most: int = 10_000) -> TableMoment:
    """Play turns at random for the one person until the game is over, or ``most``."""
    for _ in range(most):
        if moment.decision is None:
            break
        moment = await tables.at(moment.table.id, ME).play(draw_turn(moment.game, at_random(chance)))
    return moment


@pytest.mark.whole_game
@pytest.mark.few("raj-main")
@pytest.mark.parametrize(
    ("seat", "scenario"), [("raj", "main"), ("congress", "short"), ("league", "main"), ("revolutionaries", "short")]
)
async def test_one_person_and_three_arjuna_seats_play_to_a_ranked_end(
    storage: Storage, seat: str, scenario: str
) -> None:
    tables = Tables(storage)
    moment = await open_solo(tables, seat, scenario)
    moment = await play_at_random(tables, moment, random.Random(seat))
    assert moment.decision is None
    result = moment.game.result
    assert result is not None
    assert len(result.ranking) == 4
    async with storage.read() as reader:
        turns = await reader.turns(moment.table.id)
    assert any("(Arjuna)" in message.content for message in await posts_of(storage, moment.table.id))
    assert len({turn.number for turn in turns}) == len(turns)


async def test_a_game_against_arjuna_is_unchanged_by_a_restart(storage: Storage) -> None:
    tables = Tables(storage)
    moment = await open_solo(tables, "congress")
    moment = await play_at_random(tables, moment, random.Random(3), most=3)
    again = Tables(storage)
    await again.automation.resume()
    found = await again.moment(moment.table.id, ME)
    assert found.game.digest() == moment.game.digest()


async def test_arjuna_does_not_repeat_a_turn_that_it_has_played(storage: Storage) -> None:
    tables = Tables(storage)
    moment = await open_solo(tables, "congress")
    before = moment.table.game.version
    assert await Automation(tables.transactions, tables.searches).play(moment.table.id) == 0
    async with storage.read() as reader:
        loaded = await load(reader, moment.table.id, tables.cache)
    assert loaded.table.game.version == before
    assert think_ahead(loaded.table, loaded.game) == []


async def test_arjunas_reasons_are_written_in_short_and_in_full(storage: Storage) -> None:
    tables = Tables(storage)
    moment = await open_solo(tables, "raj")
    await play_at_random(tables, moment, random.Random(1), most=6)
    found = await tables.reasonings.newest(moment.table.id)
    assert found is not None
    reasons = found.reasons[0].explanations
    english = load_language("en")
    brief, full = (
        write_reasons(english, FRONT, reasons, in_full=False),
        write_reasons(english, FRONT, reasons, in_full=True),
    )
    assert 1 < len(brief) <= len(full)
    assert not any("arjuna." in line for line in full)
    # A thought names its spaces behind it, in brackets, or says how many there are.
    for one in (one for each in reasons for one in each.thoughts):
        named = english.put_together("items", [english.word(f"space.{space}") for space in one.spaces])
        behind = named if len(one.spaces) <= MOST_SPACES else f"{len(one.spaces)} spaces"
        assert tell_thought(english, one) == english.say(one.text) + (f" ({behind})" if behind else "")
    running, chosen = find_candidates(reasons)
    assert chosen == "" or chosen in running


async def test_a_table_without_people_cannot_begin(storage: Storage) -> None:
    tables = Tables(storage)
    table = await tables.lobby.create(
        1, name="Empty", scenario="short", language="en", host_user_id=ME, host_name="Asha", guild_id=1, channel_id=5
    )
    with pytest.raises(TableError) as refusal:
        await tables.start(2, table.id, ME, with_automatic=True)
    assert refusal.value.text.key == "error.nobody_seated"

"""What if: a private copy of a table, with its own dice and cards, in which every seat can be played."""

from __future__ import annotations

import asyncio
import gc
import random
import sys
from types import BuiltinFunctionType, FunctionType, ModuleType

import pytest

from bot.errors import StaleButton, TableError
from bot.tables.practice import (
    MOST_MOVES,
    MOST_PRACTICES,
    PRACTICE,
    Practice,
    PracticeGames,
    choose,
    entrust,
    look,
    play_again,
    play_on,
    take_back,
)
from engine import Game
from engine.core.errors import IllegalChoice
from engine.gandhi.ids import SEATS
from tests.bot.people import World, restart
from tools.games.gandhi.subject import another_deck


async def copy_of(world: World, game_id: str, name: str = "Asha") -> Practice:
    """Return a copy of a table for someone."""
    moment = await world.bot.tables.moment(game_id)
    return world.bot.tables.practices.open(moment, world.people[name].id)


async def test_a_copy_begins_at_the_tables_position_and_then_differs(world: World) -> None:
    game_id = await world.start_table(seed="what if")
    practice = await copy_of(world, game_id)
    table = (await world.bot.tables.moment(game_id)).game
    assert practice.game.view() == table.view()
    assert practice.game.position() == table.position()
    assert practice.game.view().cards_left == table.view().cards_left
    assert practice.game.snapshot() != table.snapshot()
    assert practice.game.seed_digest != table.seed_digest
    decision = practice.game.decision
    assert decision is not None
    choose(practice, [decision.options[0].key])
    assert look(practice).is_mine
    after = (await world.bot.tables.moment(game_id)).game
    assert after.snapshot() == table.snapshot()
    assert after.keys == ()


async def test_a_copy_does_not_depend_on_its_tables_hidden_data(world: World) -> None:
    """Two tables that differ only in seed and deck give copies with the same dice and the same cards."""
    game_id = await world.start_table(seed="what if")
    moment = await world.bot.tables.moment(game_id)
    one = PracticeGames().open(moment, 7)
    game = moment.game
    state = game.rules.decode(game.snapshot())
    state.deck = another_deck(state.deck, random.Random(1))
    state.dice.seed = bytes(32)
    moment.game = Game(game.rules, state, start=game.start, number=game.step_number)
    assert moment.game.snapshot() != game.snapshot()
    other = PracticeGames().open(moment, 7)
    assert one.game.snapshot() == other.game.snapshot()
    assert one.token == other.token


async def test_arjuna_can_play_every_seat_of_a_copy_to_the_end(world: World) -> None:
    practice = await copy_of(world, await world.start_table(seed="what if"))
    before = practice.game.view()
    for _ in SEATS:
        if look(practice).is_mine:
            seat = practice.game.pending_seat
            entrust(practice)
            assert practice.game.position()["seats"][seat] == "away:arjuna", "no one's Faction becomes a Non-player one"
    assert all(practice.front.player.is_automatic(practice.game, seat) for seat in SEATS)
    assert look(practice).asked == "Arjuna"
    assert practice.changes
    assert practice.game.view() != before
    for _ in range(200):
        if practice.game.decision is None:
            break
        play_on(practice)
    assert practice.game.result is not None
    while practice.moves:
        take_back(practice)
    assert practice.game.view() == before


@pytest.mark.parametrize("second", ["entrust", "reset"])
async def test_of_two_clicks_at_once_in_a_copy_only_the_first_counts(world: World, second: str) -> None:
    """Both were played from the same position, and an undo after that went forward."""
    game_id = await world.start_table(seed="what if")
    practice = await copy_of(world, game_id)
    tables, who, token = world.bot.tables, world.people["Asha"].id, practice.token
    clicks = [tables.session(PRACTICE, who, number, token) for number in (1, 2)]
    other = clicks[1].act(second) if second == "entrust" else clicks[1].reset()
    first, refused = await asyncio.gather(clicks[0].act("entrust"), other, return_exceptions=True)
    assert not isinstance(first, BaseException)
    assert isinstance(refused, StaleButton)
    assert len(practice.moves) == 1
    after = practice.game.snapshot()
    assert after == play_again(practice.resume(practice.base), practice.moves[0]).snapshot()


async def test_an_unknown_choice_in_a_copy_is_refused_and_changes_nothing(world: World) -> None:
    practice = await copy_of(world, await world.start_table(seed="what if"))
    token = practice.token
    with pytest.raises(IllegalChoice):
        choose(practice, ["no such key"])
    assert practice.token == token


async def test_a_copy_accepts_random_open_choices_and_undos(world: World) -> None:
    chance = random.Random(5)
    practice = await copy_of(world, await world.start_table(seed="what if"))
    for _ in range(150):
        decision = practice.game.decision
        if decision is None:
            break
        choose(practice, [chance.choice(decision.options).key])
        if chance.random() < 0.1:
            take_back(practice)
    assert len(practice.game.steps) + practice.game.step_number > 0


async def test_the_oldest_copy_is_dropped_when_there_are_too_many(world: World) -> None:
    game_id = await world.start_table(seed="what if")
    moment = await world.bot.tables.moment(game_id)
    practices = PracticeGames()
    for user_id in range(MOST_PRACTICES + 1):
        practices.open(moment, user_id)
    with pytest.raises(TableError):
        practices.find(0)
    assert look(practices.find(1)).id == PRACTICE


MOST_BYTES = 100_000
"""The most memory that a copy may take, however far it is played."""


def weigh(thing: object) -> int:
    """Return the bytes of an object and of all that it alone holds, classes and modules aside."""
    seen: dict[int, object] = {}
    waiting = [thing]
    while waiting:
        one = waiting.pop()
        if id(one) not in seen and not isinstance(one, type | ModuleType | FunctionType | BuiltinFunctionType):
            seen[id(one)] = one
            waiting += gc.get_referents(one)
    return sum(map(sys.getsizeof, seen.values()))


@pytest.mark.parametrize("is_arjunas", [True, False])
async def test_a_copy_stays_small_however_far_it_is_played(world: World, is_arjunas: bool) -> None:
    chance = random.Random(5)
    practice = await copy_of(world, await world.start_table(seed="what if"))
    for _ in range(MOST_MOVES + 20):
        decision = practice.game.decision
        if decision is None:
            break
        if not is_arjunas:
            choose(practice, [chance.choice(decision.options).key])
        elif look(practice).is_mine:
            entrust(practice)
        else:
            play_on(practice)
        assert weigh(practice) <= MOST_BYTES
    assert len(practice.moves) > 20


async def test_a_copy_takes_back_a_limited_number_of_clicks_exactly(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.tables.practice.MOST_MOVES", 6)
    chance = random.Random(9)
    practice = await copy_of(world, await world.start_table(seed="what if"))
    before = []
    for number in range(15):
        before.append((practice.token, practice.game.digest(), practice.game.keys))
        decision = practice.game.decision
        assert decision is not None
        if number == 12:
            entrust(practice)
        else:
            choose(practice, [chance.choice(decision.options).key])
        assert practice.changes or practice.game.keys
    for expected in reversed(before[-6:]):
        take_back(practice)
        assert (practice.token, practice.game.digest(), practice.game.keys) == expected
        assert practice.changes == []
    assert not practice.moves


# -- on Discord ------------------------------------------------------------------------------------------------


async def test_no_one_sees_a_copy_opened_played_and_discarded(world: World) -> None:
    game_id = await world.start_table(seed="what if")
    said = len(world.messages())
    panel = await world.slash("Asha", "whatif")
    assert "What if?" in panel.words
    assert PRACTICE in next(iter(panel.buttons))
    key = next(made.split(":", 4)[4] for made in panel.buttons if ":choose:" in made and not made.endswith(":pass"))
    played = await world.press("Asha", panel, "choose", key)
    assert played.has("take")
    shown = await world.press("Asha", played, "map")
    assert shown.message.attachments
    back = await world.press("Asha", shown, "take")
    assert back.has("choose", key)
    entrusted = await world.press("Asha", back, "entrust")
    assert "Arjuna" in entrusted.words
    assert "()" not in entrusted.words
    gone = await world.press("Asha", entrusted, "drop")
    assert "copy is gone" in gone.words
    assert len(world.messages()) == said
    assert (await world.bot.tables.moment(game_id)).game.keys == ()


async def test_a_button_of_an_earlier_copy_is_refused_as_outdated(world: World) -> None:
    await world.start_table(seed="what if")
    old = await world.slash("Asha", "whatif")
    await world.slash("Asha", "whatif")
    panel = await world.press("Asha", old, "entrust")
    assert "earlier moment" in panel.words


async def test_a_copy_lost_in_a_restart_is_reported_as_gone(world: World) -> None:
    await world.start_table(seed="what if")
    panel = await world.slash("Asha", "whatif")
    await restart(world)
    world.bot.tables.practices.drop(world.people["Asha"].id)
    assert "This copy is gone" in (await world.press("Asha", panel, "entrust")).words


async def test_a_table_that_has_not_begun_cannot_be_copied(world: World) -> None:
    await world.open_table()
    assert "has not begun" in (await world.slash("Asha", "whatif")).words

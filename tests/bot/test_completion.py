"""Completions: what is legal now, in one's own language, with its cost, after what has been typed, and at once."""

from __future__ import annotations

import random

import pytest

from bot.games.gandhi.facts import SPACES
from bot.games.names import find_spaces
from bot.language import load_language
from engine import Game
from engine.core.change import Change
from tests.bot.people import World
from tests.bot.pressing import LOCALES, begin, put, speak
from tests.playing import game_at

RICH = {"raj": 3, "revolutionaries": 2}


async def complete(world: World, name: str, command: str, typed: str) -> dict[str, str]:
    """Return what is offered: what is shown, and what is sent for it."""
    choices = await world.people[name].autocomplete(world.channel, command, "spaces", typed)
    assert len(choices) <= 25
    assert all(0 < len(choice["name"]) <= 100 and 0 < len(choice["value"]) <= 100 for choice in choices)
    return {choice["name"]: choice["value"] for choice in choices}


@pytest.mark.parametrize("code", sorted(LOCALES))
async def test_completion_names_spaces_and_costs_in_the_persons_language(
    world: World, code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    speak(world, monkeypatch, dict.fromkeys(world.people, code))
    language = load_language(code)
    game_id = await world.start_table()
    game = game_at({"punjab": {"underground": 2}}, "revolutionaries", resources=RICH)
    name, _ = await begin(world, game_id, game, "revolutionaries")
    punjab = language.word("space.punjab")
    found = await complete(world, name, "rally", punjab[:3])
    assert found[language.say("ui.option.aside", what=punjab, aside=language.say("ui.cost", count=1))] == punjab
    for sent in found.values():
        assert find_spaces(language, sent, tuple(SPACES))


async def test_completion_uses_the_text_already_typed(world: World) -> None:
    game_id = await world.start_table()
    game = game_at({"bihar": {"congress": 2}}, "congress", restraint=2)
    name, _ = await begin(world, game_id, game, "congress")
    first = await complete(world, name, "rally", "")
    second = await complete(world, name, "rally", "Bihar, ")
    assert len(first) == 25
    assert second
    assert all(sent.startswith("Bihar, ") for sent in second.values())
    assert "Bihar, Bihar" not in second.values()
    # Restraint allows two spaces (3.1.5).
    assert await complete(world, name, "rally", "Bihar, Bombay, ") == {}
    assert await complete(world, name, "rally", "nowhere, ") == {}


async def test_completion_offers_no_choices_that_cannot_be_paid(world: World) -> None:
    game_id = await world.start_table()
    game = game_at({"punjab": {"underground": 2}}, "revolutionaries", resources=RICH)
    name, _ = await begin(world, game_id, game, "revolutionaries")
    assert await complete(world, name, "rally", "Punjab, ")
    assert await complete(world, name, "rally", "Punjab, Sind, ") == {}


async def test_completion_of_an_attack_rolls_no_dice(world: World) -> None:
    game_id = await world.start_table()
    spaces = {"punjab": {"underground": 2, "troops": 1}, "sind": {"active": 1}}
    game = game_at(spaces, "revolutionaries", resources=RICH)
    name, _ = await begin(world, game_id, game, "revolutionaries")
    before = (await world.bot.tables.moment(game_id)).game.digest()
    assert set((await complete(world, name, "attack", "")).values()) == {"Punjab", "Sind"}
    assert set((await complete(world, name, "attack", "punjab, ")).values()) == {"Punjab, Sind"}
    assert (await world.bot.tables.moment(game_id)).game.digest() == before


async def test_completion_offers_nothing_for_a_closed_action_or_one_of_another_faction(world: World) -> None:
    game_id = await world.start_table()
    name, _ = await begin(world, game_id, game_at({}, "revolutionaries", resources=RICH), "revolutionaries")
    for command in ("march", "sweep", "aid", "govern"):
        assert await complete(world, name, command, "") == {}, command


async def test_completion_offers_a_spectator_no_choices(world: World) -> None:
    game_id = await world.start_table()
    world.people["Eve"] = world.guild.add_member(world.env.create_user("eve", global_name="Eve"))
    await put(world, game_id, game_at({}, "raj", resources=RICH))
    assert await complete(world, "Eve", "deploy", "") == {}


def count_choices(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return a list to which every choice made in any game is added from now on."""
    made: list[str] = []
    choose = Game.choose

    def count(self: Game, key: str) -> list[Change]:
        made.append(key)
        return choose(self, key)

    monkeypatch.setattr(Game, "choose", count)
    return made


async def test_completion_in_a_long_game_replays_no_turns_and_draws_nothing(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    game_id = await world.start_table()
    game, chance = Game.new(scenario="main", seed=bytes(32)), random.Random(3)
    while game.decision is not None and (game.step_number < 120 or game.decision.kind != "turn.action" or game.keys):
        game.choose(chance.choice(game.decision.options).key)
    assert game.decision is not None
    name, _ = await begin(world, game_id, game)
    world.pool.drawn.clear()
    command = "deploy" if game.decision.seat == "raj" else "rally"
    played = count_choices(monkeypatch)
    await complete(world, name, command, "")
    # The turn is looked at on its own: the hundred turns before it are not played again.
    assert 0 < len(played) < 10
    assert world.pool.drawn == []

"""The public part of a game has nothing hidden: games that look alike are the same bytes."""

from __future__ import annotations

import pickle
import random
from collections.abc import Iterator
from typing import Any

import pytest

from engine import Game
from engine.core.public import PublicGame, publish, resume_public
from engine.core.record import Start
from tests.turns import at_random
from tools.games.gandhi.subject import another_deck
from tools.games.rajas.subject import disguise
from tools.verify.sameness import picture

MOST_SEEDS = 3000


def new_game(name: str) -> Game:
    """Return a game of people."""
    return Game.new(game=name, scenario="short" if name == "gandhi" else "basic", seed=bytes(range(32)))


def hide_otherwise(game: Game, chance: random.Random) -> Game | None:
    """Return the same game for everyone who looks at it, with another seed and order of face-down cards."""
    for _ in range(MOST_SEEDS):
        state: Any = game.rules.decode(game.snapshot())
        state.dice.seed = chance.randbytes(32)
        if game.rules.name == "gandhi":
            state.deck = another_deck(state.deck, chance)
            for stack in state.arjuna.values():
                chance.shuffle(stack)
        else:
            disguise(state, chance)
        twin = Game(game.rules, state, start=Start(game.rules.name, ""), number=game.step_number)
        for key in game.keys:
            if twin.decision is None or not twin.decision.allows(key):
                break
            twin.choose(key)
        if picture(twin, secret=False) == picture(game, secret=False):
            return twin
    return None


def moments(name: str, most: int) -> Iterator[tuple[Game, PublicGame]]:
    """Return moments of a random game: some without a die or card in the running step, and some with one."""
    chance, game, revealing = random.Random(2), new_game(name), 0
    choose = at_random(chance)
    for number in range(1000):
        public = publish(game)
        if game.decision is None or revealing == most:
            break
        if public.shown or number % 40 == 5:
            revealing += bool(public.shown)
            yield game, public
        game.choose(choose(game.decision))
    assert revealing == most


@pytest.mark.parametrize("name", ["gandhi", "rajas"])
def test_a_game_resumed_from_its_public_form_looks_the_same(name: str) -> None:
    for game, public in moments(name, 8):
        twin = resume_public(Game, game.rules, public)
        assert picture(twin, secret=False) == picture(game, secret=False)
        assert picture(twin.clone(), secret=False) == picture(game, secret=False)
        assert picture(twin.blind(), secret=False) == picture(game.blind(), secret=False)


@pytest.mark.parametrize("name", ["gandhi", "rajas"])
def test_games_that_differ_only_in_hidden_data_have_the_same_public_form(name: str) -> None:
    chance, found = random.Random(8), {True: 0, False: 0}
    for game, public in moments(name, 8):
        other = hide_otherwise(game, chance) if len(public.shown) < 3 else None
        if other is not None:
            assert other.snapshot() != game.snapshot()
            assert pickle.dumps(publish(other)) == pickle.dumps(public)
            assert game.state.dice.seed not in pickle.dumps(public)
            found[bool(public.shown)] += 1
    assert min(found.values()) > 1, found

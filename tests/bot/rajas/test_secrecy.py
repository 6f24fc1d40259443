"""Nothing discloses what is hidden: two games of Rajas that differ in seed, stacks and yield pile read the same."""

from __future__ import annotations

import random

import pytest

from bot.errors import BadInput
from bot.games.frontend import front_of
from bot.language import load_language
from bot.narrate.options import hint_option, label_option
from engine import Game
from render.pictures import Options
from tools.games.rajas.subject import disguise

FRONT = front_of("rajas")
LANGUAGE = load_language("en", "rajas")
LINES = ("yogi, blue", "dancer, orange orange", "terrace green, mill", "gallery blue", "veranda, done")


def hide_differently(game: Game, chance: random.Random) -> Game:
    """Return the same game at the start of its step, with other hidden things."""
    state = game.rules.decode(game.snapshot())
    disguise(state, chance)
    state.dice.seed = chance.randbytes(32)
    return Game.resume(game.rules, game.rules.encode(state), (), start=game.start, number=game.step_number)


def tell_everything(game: Game) -> list[object]:
    """Return what a person may be shown of a moment and of every choice in it."""
    blind, view, decision = game.blind(), game.view(), game.decision
    assert decision is not None
    told: list[object] = [view, LANGUAGE.say(FRONT.words.ask(decision))]
    told += (
        FRONT.score.explain_cards(LANGUAGE, blind)
        + FRONT.score.write_boxes(LANGUAGE, view)
        + FRONT.score.write_state(LANGUAGE, view)
    )
    told.append(FRONT.score.write_board(LANGUAGE, view))
    told += FRONT.orders.list_shortcuts(LANGUAGE, blind)
    for option in [*decision.options, *decision.closed()]:
        told += [label_option(LANGUAGE, option), hint_option(LANGUAGE, FRONT, option, view), str(option.why)]
    told += [game.foresee(option.key) for option in decision.options]
    picture = FRONT.pictures.draw_question(blind, Options())
    told.append(picture.alt if picture is not None else "")
    for line in LINES if decision.kind == "place" else ():
        try:
            told.append(FRONT.orders.understand(LANGUAGE, game, "palace", line))
        except BadInput as error:
            told.append(LANGUAGE.say(error.text))
    return told


@pytest.mark.parametrize(("scenario", "players"), [("basic", 2), ("navaratnas", 3)])
def test_games_with_different_hidden_data_give_the_same_answers(scenario: str, players: int) -> None:
    chance = random.Random(players)
    game = Game.new("rajas", scenario, dict.fromkeys(FRONT.setup.list_seats(players), "player"), bytes([players]) * 32)
    compared = 0
    while game.decision is not None and compared < 12:
        # Only the set-up may differ: what a step reveals before its first question would differ as well.
        if game.label.phase == "place" and not game.keys and chance.random() < 0.3:
            other = hide_differently(game, chance)
            assert other.snapshot() != game.snapshot()
            assert tell_everything(game) == tell_everything(other)
            # Private choices show the same in both games, up to the first roll.
            twin, pair = game.blind(), other.blind()
            while twin.decision is not None and twin.step_number == game.step_number:
                key = chance.choice(twin.decision.options).key
                if twin.crosses_barrier(key):
                    break
                twin.choose(key)
                pair.choose(key)
                assert twin.view() == pair.view()
                assert FRONT.orders.list_shortcuts(LANGUAGE, twin) == FRONT.orders.list_shortcuts(LANGUAGE, pair)
            compared += 1
        game.choose(chance.choice(game.decision.options).key)
    assert compared == 12

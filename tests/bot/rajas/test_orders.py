"""One-line orders of Rajas of the Ganges: every turn has a line, and the line means that turn."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from bot.errors import BadInput
from bot.games.answers import Understood
from bot.games.frontend import front_of
from bot.language import list_languages, load_language
from engine import Game

FRONT = front_of("rajas")
TABLES = (("basic", 2), ("navaratnas", 3), ("mixed", 4))


def new_game(number: int = 0) -> Game:
    """Return a table by its number."""
    scenario, players = TABLES[number % len(TABLES)]
    options = {"experts": ["lotus"]} if scenario == "mixed" else {}
    return Game.new(
        "rajas", scenario, dict.fromkeys(FRONT.setup.list_seats(players), "player"), bytes([number]) * 32, options
    )


@pytest.mark.parametrize("code", list_languages())
def test_the_order_line_of_a_turn_is_read_as_that_turn(code: str) -> None:
    language, told = load_language(code, "rajas"), 0
    for number in range(len(TABLES)):
        game, chance = new_game(number), random.Random(number)
        while (decision := game.decision) is not None:
            key = chance.choice(decision.options).key
            start = game.at_start()
            if start.decision is not None and start.decision.kind == "place" and game.crosses_barrier(key):
                keys = (*game.keys, key)
                if start.state.reveals == game.state.reveals:
                    line = FRONT.orders.write_line(language, game, keys)
                    assert line is not None
                    understood = FRONT.orders.understand(language, start, line.action, line.orders)
                    assert ((*understood.keys, understood.ending), understood.rest) == (keys, ""), line
                    told += 1
            game.choose(key)
    assert told > 100


def play_until(game: Game, action: str, seed: int = 1) -> Game:
    """Play a random game up to a moment at which an action is open."""
    chance = random.Random(seed)
    while game.decision is not None and not (game.decision.kind == "place" and action in game.decision.keys):
        game.choose(chance.choice(game.decision.options).key)
    return game


def test_an_order_fills_in_usual_answers_and_keeps_its_rest_for_the_dice() -> None:
    language = load_language("en", "rajas")
    game = play_until(new_game(), "chamber:yogi")
    understood = FRONT.orders.understand(language, game, "palace", "yogi, orange")
    assert understood.keys[0] == "chamber:yogi"
    assert understood.ending == "take:orange"
    game = play_until(new_game(), "terrace:blue")
    understood = FRONT.orders.understand(language, game, "palace", "terrace blue mill")
    assert understood.ending == "terrace:blue"
    assert FRONT.orders.words_of_rest(understood.rest) == "mill"
    game = play_until(new_game(), "veranda")
    understood = FRONT.orders.understand(language, game, "veranda", "")
    assert (understood.keys, understood.ending) == (("veranda",), "reroll:done")


def test_an_unknown_or_impossible_order_is_refused_with_possible_words_or_the_reason() -> None:
    language = load_language("en", "rajas")
    with pytest.raises(BadInput) as refused:
        FRONT.orders.understand(language, new_game(), "palace", "emperor")
    assert "Yogi" in language.say(refused.value.text)
    with pytest.raises(BadInput) as refused:
        FRONT.orders.understand(language, new_game(), "chamber:master_builder", "")
    assert "no tile to cover (Palace)" in language.say(refused.value.text)
    with pytest.raises(BadInput):
        FRONT.orders.understand(language, new_game(), "palace", "terrace")


def test_reading_an_order_does_not_change_the_game() -> None:
    game = new_game()
    before = game.digest()
    FRONT.orders.understand(load_language("en", "rajas"), game, "palace", "gallery blue")
    assert game.digest() == before


def test_an_unknown_word_in_an_order_is_refused_or_kept_for_later() -> None:
    """A word that means nothing is named in the refusal, or waits with the rest of the order."""
    language, chance, tried = load_language("en", "rajas"), random.Random(1), 0
    for number in range(len(TABLES)):
        game = new_game(number)
        while game.decision is not None and tried < 80 * (number + 1):
            key = chance.choice(game.decision.options).key
            if game.crosses_barrier(key):
                start, keys = game.at_start(), (*game.keys, key)
                line = FRONT.orders.write_line(language, game.at_start(), keys) if game.step_number else None
                if line is not None:
                    tried += 1
                    parts = line.orders.split(", ")
                    parts.insert(chance.randint(0, len(parts)), "xyzzy")
                    assert is_kept(FRONT.orders.understand, language, start, line.action, ", ".join(parts)), parts
            game.choose(key)
    assert tried > 100


def is_kept(understand: Callable[..., Understood], *order: Any) -> bool:
    """Return whether a word of an order is refused, or waits with its rest."""
    try:
        return "xyzzy" in understand(*order).rest
    except BadInput as error:
        return "xyzzy" in str(error.text)


@pytest.mark.parametrize(
    ("code", "action", "shown"),
    [
        ("ja", "veranda", "ベランダ, 完了"),
        ("es", "gallery:purple", "galería morada"),
        ("it", "gallery:purple", "galleria viola"),
    ],
)
def test_an_order_line_keeps_the_accents_and_kana_of_the_language(code: str, action: str, shown: str) -> None:
    """Accents and kana are folded in what people type, never in what they read."""
    language = load_language(code, "rajas")
    game = play_until(new_game(), action)
    keys = [action, "reroll:done"] if action == "veranda" else [action]
    line = FRONT.orders.write_line(language, game, keys)
    assert line is not None
    assert line.orders == shown
    assert FRONT.orders.understand(language, game.at_start(), "palace", shown).ending == keys[-1]

"""One-line orders: what they come to, and what is said when they cannot be carried out."""

from __future__ import annotations

import pytest

from bot.errors import BadInput
from bot.language import load_language
from bot.notation import read_count
from bot.orders import Understood, understand
from engine import Game
from tests.playing import choose, game_at, here

ENGLISH = load_language()


def order(game: Game, action: str, typed: str) -> Understood:
    """What an order comes to; its keys are all allowed in the game itself."""
    understood = understand(ENGLISH, game, action, typed)
    choose(game, *understood.keys)
    return understood


def refused(game: Game, action: str, typed: str) -> str:
    """The key of the refusal of an order, which leaves the game as it was."""
    before = game.digest()
    with pytest.raises(BadInput) as error:
        understand(ENGLISH, game, action, typed)
    assert game.digest() == before
    return error.value.text.key


def raj_game() -> Game:
    """Raj with cubes in three spaces."""
    return game_at(
        {
            "delhi": {"troops": 2, "sepoys": 3},
            "punjab": {"sepoys": 1, "underground": 2},
            "rajputana": {"sepoys": 2},
        },
        "raj",
        resources={"raj": 20},
        restraint=2,
    )


def test_sweep_with_counts_of_two_types() -> None:
    game = raj_game()
    understood = order(game, "sweep", "delhi>punjab 1T 2S; up")
    assert here(game, "punjab")["troops"] == 1
    assert here(game, "punjab")["sepoys"] == 3
    assert understood.clauses == ("delhi>punjab 1T 2S", "up")


def test_moves_into_one_space_from_two() -> None:
    game = raj_game()
    order(game, "sweep", "Delhi > Punjab T, rajputana > punjab 1s")
    assert here(game, "punjab")["troops"] == 2
    assert here(game, "punjab")["sepoys"] == 2


def test_special_activity_after_the_spaces() -> None:
    game = raj_game()
    understood = order(game, "sweep", "delhi>punjab 2T; govern delhi: imperialism 1")
    assert "special:govern" in understood.keys
    assert here(game, "delhi")["level"] == "passive_support"


def test_civil_disobedience_moves_onto_a_railway() -> None:
    game = game_at(
        {"bihar": {"congress": 2}, "united_provinces": {"congress": 3}, "delhi": {"gandhi": True}},
        "congress",
        restraint=2,
    )
    order(game, "civil_disobedience", "bihar, up > allahabad-calcutta 1; satyagraha delhi: place")
    assert here(game, "allahabad_calcutta")["congress"] == 1
    assert here(game, "bihar")["protest"]
    assert here(game, "delhi")["congress"] == 1


def test_march_to_several_destinations() -> None:
    game = game_at({"orissa": {"underground": 4}}, "revolutionaries", resources={"revolutionaries": 3})
    order(game, "march", "orissa>bihar 1U, orissa>up 2, orissa>cp")
    assert here(game, "bihar")["underground"] == 1
    assert here(game, "united_provinces")["underground"] == 2
    assert here(game, "central_provinces")["underground"] == 1


def test_deploy_places_what_is_listed() -> None:
    game = game_at({}, "raj", resources={"raj": 20}, restraint=2)
    order(game, "deploy", "delhi: 3T 2S; madras: 2S")
    assert here(game, "delhi") == {"troops": 3, "sepoys": 2}
    assert here(game, "madras") == {"sepoys": 2}


def test_a_number_answers_what_is_asked() -> None:
    game = game_at({}, "congress", restraint=2)
    order(game, "rally", "bihar: 1; bombay")
    assert here(game, "bihar")["congress"] == 1


def test_a_misspelt_space_is_suggested() -> None:
    assert refused(raj_game(), "sweep", "pnujab") == "error.unknown_space_near"


def test_a_closed_space_is_refused_with_its_reason() -> None:
    assert refused(raj_game(), "sweep", "orissa") == "error.order_space_closed"


def test_a_closed_special_activity_is_refused() -> None:
    game = game_at({"bihar": {"congress": 1, "gandhi": True}}, "congress", restraint=2)
    assert refused(game, "rally", "bihar; negotiate bihar") == "error.order_closed"


def test_an_operation_that_is_closed_is_refused() -> None:
    assert refused(game_at({}, "revolutionaries"), "march", "orissa>bihar") == "error.order_closed"


@pytest.mark.parametrize(
    ("word", "count"),
    [
        ("2S", ("sepoys", 2)),
        ("t", ("troops", 0)),
        ("3", ("", 3)),
        ("u4", ("underground", 4)),
        ("2x", None),
        ("punjab", None),
    ],
)
def test_counts(word: str, count: tuple[str, int] | None) -> None:
    assert read_count(word) == count

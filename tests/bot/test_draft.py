"""Drafts: an action that cannot begin now is refused with the reason why."""

from __future__ import annotations

import pytest

from bot.errors import TableError
from bot.tables.draft import Draft, check_way
from engine import Game

RAJ = {"spaces": {"delhi": {"troops": 2}, "punjab": {"troops": 3}}, "turn": {"seat": "raj", "may": "any"}}


def test_an_action_in_the_middle_of_a_question_is_refused_with_the_question() -> None:
    game = Game.at({"spaces": RAJ["spaces"], "phase": "victory", "resources": {"raj": 20}})
    assert game.decision is not None
    assert not game.decision.find_key("pass")
    with pytest.raises(TableError) as refusal:
        check_way(game.decision, game, Draft(), "sweep")
    assert refusal.value.text.key == "error.question_first"
    assert refusal.value.text.params["question"] == game.decision.prompt


def test_the_refusal_of_another_factions_action_names_the_action_and_the_acting_faction() -> None:
    game = Game.at(RAJ)
    with pytest.raises(TableError) as refusal:
        check_way(game.decision, game, Draft(), "rally")
    assert refusal.value.text.params == {"action": "rally", "seat": "raj"}
    check_way(game.decision, game, Draft(), "sweep")


def test_a_new_placement_in_the_middle_of_a_question_is_refused_with_the_question() -> None:
    game = Game.new("rajas", seed=bytes(32))
    before = game.decision
    assert before is not None
    first = next(key for key in before.keys if key.startswith("market"))
    game.choose(next(key for key in before.keys if key == "quarry"))
    assert game.decision is not None
    with pytest.raises(TableError) as refusal:
        check_way(before, game, Draft(("quarry",)), first)
    assert refusal.value.text.key == "error.question_first"
    assert refusal.value.text.params["question"] == game.decision.prompt

"""Corrections of a table: pieces, levels, markers, tracks, boxes, Eligibility and the next card, and nothing else."""

from __future__ import annotations

import json
import random
from typing import Any

import msgspec
import pytest

from engine import Game
from engine.core.errors import IllegalChoice, ReplayFailed
from engine.core.record import read_record, verify_record, write_record
from engine.gandhi.board import BOARD
from engine.gandhi.ids import INVENTORY
from tools.games.gandhi.folding import check_folded
from tools.subjects import find_subject

START = {"scenario": "short", "card": 12, "next": 30, "campaigns_left": 2, "played": [5], "seats": {"raj": "arjuna"}}
WIDE: dict[str, Any] = {
    **START,
    "resources": {"raj": 10, "revolutionaries": 4},
    "spaces": {
        "punjab": {"troops": 1, "sepoys": 2, "congress": 1, "underground": 2, "active": 1, "protest": True},
        "assam": {"unrest": 1},
        "bihar": {"gandhi": True, "congress": 2, "level": "passive_opposition"},
        "sind": {"muslim_state": True, "league": 1},
        "karachi_lahore": {"strike": True},
    },
    "jail": {"congress": 1, "league": 1},
    "out_of_play": {"troops": 2, "sepoys": 5, "underground": 3},
}


def put_right(patch: dict[str, Any], start: dict[str, Any] = WIDE) -> Game:
    """Return a game after a correction, whose Changes lead from the board before it to the board after it."""
    game = Game.at(start, seed=b"example")
    before = game.view()
    changes = game.put_right(patch)
    check_folded(msgspec.to_builtins(before), changes, msgspec.to_builtins(game.view()))
    return game


@pytest.mark.parametrize(
    "patch",
    [
        {"spaces": {"punjab": {"troops": 3, "sepoys": None}}},
        {"spaces": {"punjab": {"underground": 0, "active": 3}}},
        {"spaces": {"punjab": {"underground": 3, "active": 0}}},
        {"spaces": {"punjab": {"underground": 1, "active": 0}, "delhi": {"active": 2}}},
        {"spaces": {"punjab": None, "delhi": {"troops": 1, "sepoys": 2, "active": 1, "underground": 4}}},
        {"spaces": {"bihar": {"gandhi": False}}, "jail": {"gandhi": True}},
        {"spaces": {"bihar": {"gandhi": False, "level": "active_support"}, "orissa": {"gandhi": True}}},
        {"spaces": {"sind": {"muslim_state": False}, "karachi_lahore": None, "lahore_delhi": {"strike": True}}},
        {"jail": {"congress": 3, "league": 0}, "out_of_play": {"troops": 0, "underground": 5}},
        {"jail": {"league": 6}, "out_of_play": {"league": 9}},
        {"restraint": 1, "unity": 1, "resources": {"raj": 0, "revolutionaries": 50}},
        {"eligible": ["league"], "executed": ["congress"], "first": "event"},
        {"stays_eligible": ["league"], "stays_ineligible": {"congress": 1}},
        {"next": 55},
    ],
)
def test_the_public_values_of_a_position_can_be_corrected(patch: dict[str, Any]) -> None:
    before = Game.at(WIDE, seed=b"example")
    game = put_right(patch)
    assert game.steps[0].label.phase == "put_right"
    position = game.position()
    for name, value in patch.items():
        if name == "spaces":
            for space, row in value.items():
                now = position["spaces"].get(space, {})
                assert {key: now.get(key, 0) for key in row or ()} == {key: v or 0 for key, v in (row or {}).items()}
        elif name in ("jail", "out_of_play", "resources"):
            assert all(position[name].get(key, 0) == count for key, count in value.items())
        else:
            assert position[name] == value
    # Dice and deck are unchanged, except for the next card.
    assert game.state.dice.counters == before.state.dice.counters
    assert game.state.arjuna == before.state.arjuna
    swapped = {before.state.upcoming, game.state.upcoming}
    assert [card for card in game.state.deck if card not in swapped] == [
        card for card in before.state.deck if card not in swapped
    ]


@pytest.mark.parametrize(
    ("patch", "error"),
    [
        ({"card": 7}, "put_right_field"),
        ({"seats": {"raj": "player"}}, "put_right_field"),
        ({"spaces": {"punjab": {"troops": 16}}}, "too_many_pieces"),
        ({"spaces": {"orissa": {"troops": 1}}}, "troops_in_state"),
        ({"spaces": {"sind": {"league_bases": 2}}}, "too_many_bases"),
        ({"spaces": {"bihar": {"gandhi": False}}}, "put_right_gandhi"),
        ({"spaces": {"delhi": {"gandhi": True}}}, "two_gandhis"),
        ({"spaces": 3}, "bad_value"),
        ({"restraint": 6}, "bad_number"),
        ({"next": 12}, "same_card"),
        ({"next": 5}, "put_right_played"),
        ({"next": 75}, "unknown_card"),
        ({"eligible": []}, "put_right_nobody"),
        ({"restraint": 3}, "put_right_nothing"),
        ({}, "put_right_nothing"),
    ],
)
def test_a_correction_to_impossible_values_is_refused(patch: dict[str, Any], error: str) -> None:
    game = Game.at(WIDE, seed=b"example")
    digest = game.digest()
    with pytest.raises(IllegalChoice) as caught:
        game.put_right(patch)
    assert caught.value.text.key == f"error.{error}"
    assert (game.digest(), game.steps) == (digest, [])


@pytest.mark.parametrize("key", ["put_right:", "put_right:{", "put_right:[]", "put_right:7"])
def test_an_invalid_correction_is_refused(key: str) -> None:
    with pytest.raises(IllegalChoice):
        Game.at(WIDE).choose(key)


def test_a_correction_in_the_middle_of_a_turn_or_round_is_refused() -> None:
    turn = {"seat": "raj", "may": "any"}
    game = Game.at({**WIDE, "seats": {}, "turn": turn})
    game.choose("deploy")
    for later in (game, Game.at({**START, "card": 75, "phase": "imperialism", "seats": {}})):
        with pytest.raises(IllegalChoice) as caught:
            later.put_right({"restraint": 1})
        assert caught.value.text.key == "error.put_right_later"


def test_correcting_the_next_card_does_not_show_where_that_card_was() -> None:
    """The next card is corrected to any card that has not been played, and no answer depends on where it was."""
    answers = set()
    for seed in range(12):
        game = Game.at(WIDE, seed=bytes([seed]))
        number = len(game.state.deck)
        game.put_right({"next": 55})
        assert 55 not in game.state.deck
        assert len(game.state.deck) == number
        answers.add((55 in Game.at(WIDE, seed=bytes([seed])).state.deck, msgspec.json.encode(game.view())))
    assert len({view for _, view in answers}) == 1
    assert {was_there for was_there, _ in answers} == {True, False}


def random_patch(game: Game, chance: random.Random) -> dict[str, Any]:
    """Return a correction that may or may not be possible."""
    space = chance.choice(tuple(BOARD.spaces))
    piece = chance.choice((*INVENTORY, "active", "unrest"))
    return chance.choice(
        (
            {"spaces": {space: {piece: chance.randint(0, 3)}}},
            {"restraint": chance.randint(1, 5), "unity": chance.randint(1, 5)},
            {"resources": {"raj": chance.randint(0, 50)}},
            {"next": chance.choice(tuple(BOARD.events))},
            {"jail": {"congress": chance.randint(0, 3)}},
        )
    )


@pytest.mark.parametrize("number", range(3))
def test_a_corrected_game_continues_and_can_be_verified(number: int) -> None:
    chance = random.Random(number)
    watch = find_subject("gandhi").watch()
    game = Game.new("gandhi", "short", seed=bytes([number]) * 32)
    corrected = 0
    while game.decision is not None:
        if not game.keys and game.label.phase == "turn" and chance.random() < 0.1:
            patch = random_patch(game, chance)
            try:
                game.put_right(patch)
                corrected += 1
            except IllegalChoice:
                pass
        game.choose(chance.choice(game.decision.options).key)
        watch.check(game)
    assert corrected > 3
    data = write_record(game.record())
    record = read_record(data)
    verify_record(Game.load(record).record(), record)
    lines = data.splitlines()
    index = next(index for index, line in enumerate(lines) if b"put_right" in line)
    forged = json.loads(lines[index])
    forged["keys"] = ['put_right:{"resources":{"raj":49}}']
    lines[index] = json.dumps(forged).encode()
    with pytest.raises(ReplayFailed):
        forgery = read_record(b"\n".join(lines))
        verify_record(Game.load(forgery).record(), forgery)

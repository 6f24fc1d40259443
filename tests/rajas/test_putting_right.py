"""Corrections in Rajas of the Ganges: tracks, dice, workers, improvements, provinces, the river, stacks."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest

from bot.errors import BadInput
from bot.games.rajas.positions import read_lines, write_lines
from bot.language import load_language
from engine import Game
from engine.core.change import Change
from engine.core.errors import IllegalChoice
from engine.core.record import read_record, verify_record, write_record
from engine.rajas.board import BOARD
from engine.rajas.position import position_of
from engine.rajas.putting_right import restack
from engine.rajas.story import read_story
from render.labels import labels_for
from render.rajas.captions import step_captions
from tools.games.rajas.invariants import comparable, fold, settle
from tools.subjects import find_subject


def play(steps: int) -> Game:
    """Return a game with two players and the Ganga module after some steps, at the start of a turn."""
    game, chance = Game.new("rajas", seed=b"example", options={"ganga": True}), Random(1)
    while game.step_number < steps or game.keys or game.label.phase != "place":
        assert game.decision is not None
        game.choose(chance.choice(game.decision.options).key)
    return game


def correct(game: Game, patch: dict[str, Any]) -> list[Change]:
    """Correct something, and check that the Changes say all that is different afterwards."""
    before = comparable(msgspec.to_builtins(game.view()))
    for change in (changes := game.put_right(patch)):
        fold(before, change)
    after = comparable(msgspec.to_builtins(game.view()))
    settle(before)
    settle(after)
    assert before == after
    assert game.steps[-1].label.phase == "put_right"
    return changes


def play_to_the_end(game: Game, watch: Any) -> None:
    """Play at random while everything is checked."""
    chance = Random(2)
    watch.check(game)
    while game.decision is not None:
        game.choose(chance.choice(game.decision.options).key)
        watch.check(game)


def list_corrections(game: Game) -> list[dict[str, Any]]:
    """Return corrections of everything that can be corrected."""
    position = game.position()
    space, tile = next(iter(position["river"].items()))
    free = next(str(number) for number in range(1, 10) if str(number) not in position["river"])
    stack, tiles = next((stack, tiles) for stack, tiles in game.state.stacks.items() if len(tiles) > 2)
    return [
        {"players": {"lotus": {"money": 14, "fame": 20, "karma": 1, "boat": 12}}},
        {"players": {"lotus": {"dice": ["blue:1", "green:6"], "active": 5, "upgrades": {"mill": 2, "fort": 1}}}},
        {"players": {"peacock": {"fame": 60, "money": 30}}},
        {"river": {space: None, free: tile}, "next_first": "lotus"},
        {"tops": {stack: tiles[0]}},
        {"workers": {next(iter(position["workers"])): None}},
    ]


@pytest.mark.parametrize("number", range(6))
def test_the_public_values_of_a_position_can_be_corrected(number: int) -> None:
    game = play(12)
    patch = list_corrections(game)[number]
    stacks, dice = game.state.stacks, game.state.dice.counters
    correct(game, patch)
    assert game.state.dice.counters == dice
    assert {stack: sorted(tiles) for stack, tiles in game.state.stacks.items()} == {
        stack: sorted(tiles) for stack, tiles in stacks.items()
    }
    play_to_the_end(game, find_subject("rajas").watch())


OWN: dict[str, Any] = {"tile": "blue_11", "roads": "NE", "covered": "green_09"}
"""The tile on c2 in the province of Lotus after twelve steps."""


@pytest.mark.parametrize(
    ("patch", "told"),
    [
        ({"lotus": {"c2": {"roads": "NW"}}}, ["Lotus: blue 8 on c2"]),
        ({"lotus": {"c2": {"tile": "orange_05", "roads": "NES"}}}, ["Lotus: orange 4 on c2"]),
        ({"lotus": {"c2": {"tile": "orange_05", "roads": "NES", "covered": None}}}, ["Lotus: orange 4 on c2"]),
        ({"lotus": {"c2": None}}, ["Lotus: blue 8 taken off c2"]),
        ({"lotus": {"c2": None}, "peacock": {"c2": OWN}}, ["Lotus: blue 8 taken off c2", "Peacock: blue 8 on c2"]),
        (
            {"lotus": {"b1": {"tile": "orange_03", "roads": "EW"}, "a1": {"tile": "orange_05", "roads": "ESW"}}},
            ["Lotus: orange 4 on a1", "Lotus: orange 3 on b1"],
        ),
    ],
)
def test_the_tiles_of_a_province_can_be_corrected(patch: dict[str, Any], told: list[str]) -> None:
    """Placed, turned, exchanged, taken off, moved to someone else: numbered by square, and the game can be proved."""
    game, watch = play(12), find_subject("rajas").watch()
    assert game.position()["players"]["lotus"]["province"] == {"c2": OWN}
    stacks, dice = game.state.stacks, game.state.dice.counters
    changes = correct(game, {"players": {seat: {"province": squares} for seat, squares in patch.items()}})
    assert [what for _, what in step_captions(read_story(changes), labels_for("en"))] == told
    assert game.state.dice.counters == dice
    assert sorted(list_tiles(game)) == sorted(BOARD.tiles)
    for stack, before in stacks.items():
        after = game.state.stacks[stack]
        assert [tile for tile in after if tile in before] == [tile for tile in before if tile in after]
        assert after[-1] == before[-1]
    play_to_the_end(game, watch)
    record = read_record(write_record(game.record()))
    verify_record(Game.load(record).record(), record)


def list_tiles(game: Game) -> list[str]:
    """Return every tile in a stack or in a province."""
    lying = [here for player in game.state.players.values() for here in player.province.values()]
    return [
        *(tile for tiles in game.state.stacks.values() for tile in tiles),
        *(tile for here in lying for tile in (here.tile, here.covered) if tile),
    ]


def test_a_corrected_tile_swaps_places_with_a_tile_of_its_stack() -> None:
    """The one on top of its stack was meant, or one below: nothing that no one has seen is turned up."""
    game = play(12)
    below, top = game.state.stacks["blue:tiger"][0], game.state.stacks["blue:tiger"][-1]
    for tile, place in ((top, -1), (below, 0)):
        roads = {"tee": "NES", "curve": "NE", "straight": "NS"}[BOARD.tiles[tile].road]
        twin = game.clone()
        correct(twin, {"players": {"lotus": {"province": {"c2": {"tile": tile, "roads": roads}}}}})
        after = list(game.state.stacks["blue:tiger"])
        after[place] = "blue_11"
        assert twin.state.stacks["blue:tiger"] == after


def test_a_correction_that_takes_the_top_of_a_stack_must_name_the_next_tile() -> None:
    game = play(12)
    hidden, top = game.state.stacks["orange:snake"][0], game.state.stacks["orange:snake"][-1]
    patch: dict[str, Any] = {"players": {"peacock": {"province": {"c2": {"tile": top, "roads": "NE"}}}}}
    for seed in (1, 2):
        state = game.rules.decode(game.snapshot())
        others = state.stacks["orange:snake"][:-1]
        Random(seed).shuffle(others)
        state.stacks["orange:snake"] = [*others, top]
        before = position_of(state)
        refused = game.rules.put_right(state, patch)
        assert refused is not None
        assert refused.key == "error.rajas.no_top"
        assert position_of(state) == before
    correct(game, {**patch, "tops": {"orange:snake": hidden}})
    assert game.position()["tops"]["orange:snake"] == hidden


def test_a_correction_need_not_name_the_only_tile_of_a_stack() -> None:
    assert restack("orange:snake", ["orange_01", "orange_02"], {"orange_01"}, "") == ["orange_01"]
    assert restack("orange:snake", ["orange_01"], set(), "") == []
    assert restack("orange:snake", [], {"orange_03"}, "") == ["orange_03"]


def test_a_correction_recomputes_joined_yields_and_pays_nothing() -> None:
    """A yield that a wrong tile joined can be joined again; no correction pays for one."""
    game = play(12)
    way: dict[str, Any] = {
        "b1": {"tile": "orange_03", "roads": "EW"},
        "a1": {"tile": "orange_05", "roads": "ESW"},
    }
    before = game.position()["players"]["lotus"]
    correct(game, {"players": {"lotus": {"province": way}}})
    after = game.position()["players"]["lotus"]
    assert (after["joined"], after["money"], after["fame"]) == (["left1"], before["money"], before["fame"])
    correct(game, {"players": {"lotus": {"province": dict.fromkeys(way)}}})
    assert game.position()["players"]["lotus"] == before


@pytest.mark.parametrize("code", ["en", "it", "es", "ja"])
def test_correction_lines_of_a_province_are_read_as_they_are_printed(code: str) -> None:
    language, position = load_language(code, "rajas"), play(60).position()
    assert sum(len(player["province"]) for player in position["players"].values()) > 2
    lines = write_lines(language, position)
    assert read_lines(language, position, lines) == {}
    empty = {"players": {seat: {**row, "province": {}} for seat, row in position["players"].items()}}
    read = read_lines(language, empty, lines)["players"]
    for seat, row in read.items():
        found = {
            square: {name: part for name, part in here.items() if part} for square, here in row["province"].items()
        }
        assert found == position["players"][seat]["province"]


@pytest.mark.parametrize(
    ("line", "square"),
    [
        ("lotus c2 wn", {**OWN, "roads": "NW"}),
        ("lotus c2 BLUE_11", {**OWN, "covered": None}),
        ("lotus c2 orange_05 ESN green_09", {"tile": "orange_05", "roads": "NES", "covered": "green_09"}),
        ("lotus c2 - fame 4", None),
    ],
)
def test_a_correction_line_names_the_tile_on_a_square(line: str, square: Any) -> None:
    patch = read_lines(load_language("en", "rajas"), play(12).position(), line)
    assert patch == {"players": {"lotus": {"province": {"c2": square}}}}


@pytest.mark.parametrize("line", ["lotus c2", "lotus d1 NS", "lotus c2 orange_99", "lotus c2 NE NW"])
def test_incomplete_or_overlong_correction_lines_about_squares_are_refused(line: str) -> None:
    with pytest.raises(BadInput):
        read_lines(load_language("en", "rajas"), play(12).position(), line)


@pytest.mark.parametrize(
    ("patch", "error"),
    [
        ({"round": 2}, "put_right_field"),
        ({"players": {"lotus": {"joined": ["left1"]}}}, "put_right_field"),
        ({"players": {"lotus": {"province": {}}}}, "put_right_nothing"),
        ({"players": {"lotus": {"province": {"c2": {"roads": "NES"}}}}}, "unknown_word"),
        ({"players": {"lotus": {"province": {"c1": {"tile": "orange_03"}}}}}, "unknown_word"),
        ({"players": {"lotus": {"province": {"c2": {"tile": "orange_99"}}}}}, "unknown_word"),
        ({"players": {"lotus": {"province": {"c2": {"roads": "ES"}}}}}, "rajas.no_road"),
        ({"players": {"peacock": {"province": {"e3": {"tile": "orange_03", "roads": "NS"}}}}}, "rajas.no_road"),
        ({"players": {"peacock": {"province": {"c2": OWN}}}}, "named_twice"),
        ({"players": {"peacock": {"province": {"c2": {"tile": "orange_02", "roads": "NE"}}}}}, "rajas.no_top"),
        ({"players": {"lotus": {"province": 3}}}, "bad_value"),
        ({"players": {"lotus": {"dice": ["blue:1"] * 11}}}, "rajas.too_many_dice"),
        ({"workers": dict.fromkeys(("quarry:2", "quarry:3"), "lotus")}, "rajas.too_many_workers"),
        ({"tops": {"blue:tiger": "blue_11"}}, "unknown_word"),
        ({"tops": {"blue:tiger": None}}, "put_right_nothing"),
        ({"tops": 3}, "bad_value"),
        ({"players": {"lotus": {"money": 999}}}, "bad_number"),
        ({"players": {"banyan": {"money": 9}}}, "unknown_word"),
        ({"players": 3}, "bad_value"),
        ({"players": {"lotus": {"boat": 5}, "peacock": {"boat": 5}}}, "named_twice"),
        ({"players": {"lotus": {"dice": ["blue:7"]}}}, "unknown_word"),
        ({"players": {"lotus": {}}}, "put_right_nothing"),
        ({"tops": {"orange:snake": "orange_06"}}, "unknown_word"),
        ({"river": {"3": "castle"}}, "unknown_word"),
    ],
)
def test_a_correction_to_impossible_values_is_refused(
    patch: dict[str, Any], error: str, caplog: pytest.LogCaptureFixture
) -> None:
    game = play(12)
    digest = game.digest()
    with pytest.raises(IllegalChoice) as caught:
        game.put_right(patch)
    assert caught.value.text.key == f"error.{error}"
    assert game.digest() == digest
    for code in ("en", "it", "es", "ja"):
        said = load_language(code, "rajas").say(caught.value.text)
        assert said.endswith("." if code != "ja" else "。")
    assert not caplog.records, "all that the sentences need is there"


def test_a_record_with_a_correction_can_be_verified() -> None:
    game = Game.new("rajas", seed=b"example")
    chance = Random(3)
    while game.decision is not None:
        if not game.keys and game.label.phase == "place" and game.label.card == 2 and not game.state.workers:
            game.put_right({"players": {"lotus": {"money": game.state.players["lotus"].money + 1}}})
        game.choose(chance.choice(game.decision.options).key)
    record = read_record(write_record(game.record()))
    assert any(step.label.phase == "put_right" for step in record.steps)
    verify_record(Game.load(record).record(), record)

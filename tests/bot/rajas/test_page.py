"""The page of a whole game of Rajas: every moment has its place on the board, and every name its words."""

from __future__ import annotations

import itertools
import random
import re
from collections.abc import Sequence

import pytest

from bot.games.frontend import front_of
from bot.language import list_languages, load_language
from bot.narrate.replay_page import find_words, make_page
from engine import Game
from engine.core.change import Change
from engine.core.record import read_record, write_record
from engine.rajas.board import BOARD
from render.page import Moment, Scene, Telling, find_icons, list_keys

FRONT = front_of("rajas")
MOST_BYTES = 2_000_000
EDGES = re.compile(r"M(-?\d+) -?\d+H(-?\d+)")


def show(game: Game, changes: Sequence[Change]) -> Scene:
    """Return what the page shows after a turn."""
    stage = FRONT.pictures.set_stage(game.view())
    assert stage is not None
    return stage.show(game.view(), changes)


def play(scenario: str, players: int, steps: int, *, ganga: bool = False) -> list[tuple[Game, Scene]]:
    """Return a game at random, with what the page shows after each of its steps."""
    seats = dict.fromkeys(FRONT.setup.list_seats(players), "player")
    game = Game.new("rajas", scenario, seats, bytes([7]) * 32, {"ganga": ganga})
    chance, found = random.Random(7), []
    while game.decision is not None and len(game.steps) < steps:
        done = len(game.steps)
        game.choose(chance.choice(game.decision.options).key)
        if len(game.steps) > done:
            changes = [change for step in game.steps[done:] for change in step.changes]
            found.append((game, show(game, changes)))
    return found


@pytest.mark.parametrize(
    ("scenario", "players", "ganga"), [("basic", 2, False), ("basic", 3, False), ("navaratnas", 4, True)]
)
def test_every_piece_on_the_board_has_an_icon_inside_the_picture(scenario: str, players: int, ganga: bool) -> None:
    played = play(scenario, players, 400, ganga=ganga)
    game = played[-1][0]
    stage = FRONT.pictures.set_stage(game.view())
    assert stage is not None
    width, height = stage.size
    for _, scene in played:
        for space, there in scene.places.items():
            assert space in stage.outlines
            assert all(one.icon in stage.icons for one in there)
            assert all(0 < one.x < width and 0 < one.y < height for one in there)
        assert set(scene.touched) <= set(stage.outlines)
    view, scene = game.view(), played[-1][1]
    assert scene.margins == {seat: player.overlap for seat, player in view.players.items()}
    for seat, player in view.players.items():
        icons = [one.icon for one in scene.places[seat]]
        assert sum(icon.startswith("tile_") for icon in icons) == len(player.province)
        assert sum(icon.startswith("die_") for icon in icons) == len(player.dice)
    moments = [Moment(scene, 0, {"en": Telling("")}) for _, scene in played]
    assert any(icon.startswith("tile_") for icon in find_icons(stage, moments))
    for code in list_languages():
        language = load_language(code, "rajas")
        words = find_words(language, list_keys(stage, moments))
        assert all(words[key] != key for key in words), code
        assert "Arjuna" not in words["page.why"]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_provinces_fill_at_least_nine_tenths_of_the_board(players: int) -> None:
    game = play("basic", players, 2)[-1][0]
    stage = FRONT.pictures.set_stage(game.view())
    assert stage is not None
    width, height = stage.size
    boxes = [[int(number) for number in re.findall(r"\d+", stage.outlines[seat].path)] for seat in game.view().seats]
    top = min(box[1] for box in boxes)
    covered = sum((right - left) * (bottom - top) for left, top, right, bottom, *_ in boxes)
    assert covered > 0.9 * width * (height - top)


def test_the_page_lists_the_points_that_each_player_still_needs() -> None:
    game, scene = play("basic", 3, 2)[-1]
    to_go = [row[2] for row in scene.cells[0]]
    assert to_go == [str(-player.overlap) for player in game.view().players.values()]
    assert all(int(str(points)) > 0 for points in to_go)


def test_yield_spaces_have_room_for_a_finger() -> None:
    """Nearly as wide as a square of the province, and none lies on another."""
    game = play("navaratnas", 2, 1)[-1][0]
    stage, decision = FRONT.pictures.set_stage(game.view()), game.decision
    assert stage is not None
    assert decision is not None
    keys = [f"at:{space}" for space in BOARD.yields]
    found = stage.find_targets(game.view(), decision, [*keys, "square:a1"])
    edges = {key: EDGES.match(target.outline.path) for key, target in found.items()}
    wide = {key: int(edge[2]) - int(edge[1]) for key, edge in edges.items() if edge is not None}
    assert min(wide[key] for key in keys) > 0.8 * wide["square:a1"]
    for one, other in itertools.combinations(keys, 2):
        (x, y), (u, v) = found[one].outline.middle, found[other].outline.middle
        assert max(abs(x - u), abs(y - v)) >= wide[one]


def test_the_replay_page_has_every_language_and_keeps_to_its_size() -> None:
    game = play("basic", 2, 8)[-1][0]
    page = make_page(read_record(write_record(game.record())))
    assert page is not None
    assert 100_000 < len(page) < MOST_BYTES
    for words in ("Rajas of the Ganges", "Province of Lotus", "Provincia del Loto", "蓮の領地"):
        assert words in page.decode()

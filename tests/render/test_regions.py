"""Which regions show a turn, and how long the recap of a whole game is."""

from __future__ import annotations

import io
import random

import pytest
from PIL import Image

from engine.core.change import Change
from render.animation import MOST_BYTES
from render.gandhi import Options, Turn, recap_game
from render.gandhi.animate import LONGEST_RECAP, SHORTEST_TIME, TURN_TIME
from render.gandhi.base import REGIONS
from render.gandhi.board import load_board
from render.gandhi.regions import find_extent, find_regions, find_regions_of
from tests.render.views import middle_view, sample_turn, setup_view


@pytest.mark.parametrize(
    ("spaces", "region"),
    [
        (["punjab", "sind", "karachi"], "northwest"),
        (["assam", "east_bengal"], "east"),
        (["madras", "mysore"], "south"),
        (["bombay", "gujarat", "hyderabad"], "west"),
        ([], "north"),
    ],
)
def test_spaces_close_together_are_shown_in_one_region(spaces: list[str], region: str) -> None:
    assert find_regions(spaces) == (region,)


def test_every_space_is_inside_the_region_that_is_found_for_it() -> None:
    board = load_board()
    for space in (*board.spaces, *board.railways):
        check_shown([space])


def test_the_regions_found_for_several_spaces_show_all_of_them() -> None:
    board, chance = load_board(), random.Random(4)
    keys = [*board.spaces, *board.railways]
    for number in (2, 3, 4, 6, 9):
        for _ in range(12):
            check_shown(chance.sample(keys, number))


def check_shown(spaces: list[str]) -> None:
    """Check that everything drawn for each space is in one of the regions found for them."""
    found = [REGIONS[name] for name in find_regions(spaces)]
    for space in spaces:
        inside = find_extent(space)
        assert any(
            box[0] <= inside[0] and box[1] <= inside[1] and inside[2] <= box[2] and inside[3] <= box[3] for box in found
        ), (space, spaces)


def test_the_regions_of_a_turn_are_those_of_its_spaces() -> None:
    changes = [Change("place", "raj", "troops", 1, "available", "madras"), Change("restraint", "raj", old=1, new=2)]
    assert find_regions_of(changes) == ("south",)


@pytest.mark.golden
def test_the_recap_of_a_long_game_has_shorter_frames_and_keeps_the_limit() -> None:
    turns = [Turn(middle_view(), tuple(sample_turn())), Turn(setup_view("short"), ())] * 60
    picture = recap_game(setup_view("main"), turns, Options())
    assert len(picture.data) <= MOST_BYTES
    with Image.open(io.BytesIO(picture.data)) as image:
        pace = image.info["duration"]
    assert SHORTEST_TIME <= pace < TURN_TIME
    assert pace * len(turns) <= LONGEST_RECAP

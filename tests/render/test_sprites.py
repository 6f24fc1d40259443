"""Counters can be told apart: no badge covers a letter, and those of a turn are large enough for a phone."""

from __future__ import annotations

import io
from itertools import combinations

import pytest
from PIL import Image, ImageChops, ImageStat

from engine.gandhi.story import read_story
from render.drawing import Box, Pen
from render.gandhi import Options, draw, legend
from render.gandhi.acting import ICON, MOST_ROWS, draw_cells, lay_out_cells, list_cells
from render.gandhi.board import load_board
from render.gandhi.captions import space_name
from render.gandhi.legend import COLUMNS_OF_SIGNS, DRAWERS, name_sign, write_legend
from render.gandhi.pieces import ON_LAND, ON_RAILS
from render.gandhi.sprites import COUNTED, PAINTERS, POPULATIONS, Corner, paint, sprite
from render.labels import LANGUAGES, labels_for
from render.themes import THEMES
from tests.render.views import middle_view, sample_turn

PHONE = 400
"""Pixels across a phone on which the picture must be readable."""
LEVELS = ("active_support", "passive_support", "passive_opposition", "active_opposition")


def overlap(a: Box, b: Box) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


@pytest.mark.parametrize("kind", sorted({*COUNTED, "gandhi"}))
@pytest.mark.parametrize("count", [1, 2, 9, 12])
@pytest.mark.parametrize("tag", ["", "+1", "−2", "+12"])
def test_no_badge_or_tag_hides_a_letter(kind: str, count: int, tag: str) -> None:
    corner: Corner = "high" if tag else ""
    number = count if kind in COUNTED else 1
    brush = paint(kind, 400, "classic", number, tag=tag, corner=corner)
    covered = paint(kind, 400, "classic", number, badge=False, tag=tag, corner=corner)
    assert brush.letters
    for letter in brush.letters:
        assert not any(overlap(letter, corner) for corner in covered.taken), (letter, covered.taken)
        assert all(-0.02 <= edge <= 1.02 for edge in letter)
        assert letter[2] - letter[0] > 0.1, "still to be read"


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("population", POPULATIONS)
def test_a_mark_on_a_level_hides_neither_its_letter_nor_its_population(level: str, population: str) -> None:
    corner: Corner = "low" if level.endswith("opposition") else "high"
    plain = paint(f"{level}_{population}", 400, "classic")
    marked = paint(f"{level}_{population}", 400, "classic", tag="▲", corner=corner)
    assert len(plain.letters) == 2
    assert plain.letters == marked.letters, "they stand where no mark comes"
    for letter in marked.letters:
        assert not overlap(letter, marked.taken[0])


def test_counters_stay_readable_in_crowded_spaces() -> None:
    """At twice the size a counter of a space with six kinds is at least 72 pixels, with nine at least 60."""
    board = load_board()
    for key in ("west_bengal", "bombay_presidency", "sind", "northwest_frontier"):
        sizes = [slots.size for slots in board.spaces[key].slots]
        assert sizes == sorted(sizes, reverse=True)
        assert sizes[5] >= 36, key
        assert sizes[8] >= 30, key


def test_any_two_kinds_of_counter_look_different_on_a_phone() -> None:
    picture = draw(middle_view(), sample_turn())
    size = ICON * PHONE // picture.width
    assert size >= 16
    ground = THEMES["classic"].city
    kinds = [kind for kind in PAINTERS if not kind.startswith("seat") and not kind.endswith(("_1", "_2"))]
    small = {}
    for kind in kinds:
        shown = sprite(kind, ICON, "classic")
        sheet = Image.new("RGB", shown.size, ground)
        sheet.paste(shown, (0, 0), shown)
        small[kind] = sheet.resize((size, size), Image.Resampling.LANCZOS)
    for a, b in combinations(kinds, 2):
        difference = ImageChops.difference(small[a], small[b]).convert("L")
        assert ImageStat.Stat(difference).mean[0] > 8, (a, b)


def test_every_space_that_a_turn_touched_has_a_cell_with_its_pieces() -> None:
    view, story, labels = middle_view(), read_story(sample_turn()), labels_for("en")
    cells = list_cells(view, story, labels)
    assert [cell.name for cell in cells] == [space_name(key, labels) for key in story.touched]
    bihar = cells[0]
    assert (bihar.number, len(bihar.counters)) == ("1·3", 7)
    assert [counter.mark for counter in bihar.counters if counter.kind.startswith("congress")] == ["+2"]
    rows = lay_out_cells(cells, picture_width := 1600)
    assert all(sum(cell.width for cell in row) < picture_width for row in rows)
    assert len(lay_out_cells(cells * 9, picture_width)) == MOST_ROWS
    assert draw_cells(view, read_story([]), 1600, "classic", labels) is None


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_legend_names_everything_that_the_map_shows(language: str) -> None:
    labels = labels_for(language)
    icons = {sign.icon for column in COLUMNS_OF_SIGNS for sign in column}
    assert {*ON_LAND, *ON_RAILS, "control", "congress_active", "league_active"} <= icons
    assert all(any(icon.startswith(level) for icon in icons) for level in LEVELS)
    for column in COLUMNS_OF_SIGNS:
        for sign in column:
            assert not name_sign(sign, labels).startswith(("legend.", "piece.", "level.")), sign.key
    picture = draw(middle_view(), (), Options(layout="legend", language=language))
    assert picture.alt == write_legend(labels)
    assert len(picture.alt) <= 1024
    assert Image.open(io.BytesIO(picture.data)).size == (picture.width, picture.height)


@pytest.mark.parametrize("key", sorted(DRAWERS))
def test_a_drawn_sign_of_the_legend_is_centred_in_its_place_and_large_enough(key: str) -> None:
    theme = THEMES["classic"]
    paper = Image.new("RGB", (legend.ICON, legend.ICON), theme.paper)
    image = paper.copy()
    DRAWERS[key](Pen(image, 1), (legend.ICON / 2, legend.ICON / 2), theme)
    box = ImageChops.difference(paper, image).getbbox()
    assert box is not None
    left, top, right, bottom = box
    assert min(left, top) >= 0
    assert right - left >= legend.ICON / 2
    assert bottom - top >= legend.ICON / 3
    assert abs(left + right - legend.ICON) <= 4
    assert abs(top + bottom - legend.ICON) <= 4


@pytest.mark.parametrize("kind", ["seat_revolutionaries", "underground", "active", "revolutionary_bases"])
def test_black_shapes_have_a_light_edge_on_dark_paper(kind: str) -> None:
    """Some pixels of the outline are much lighter than the paper and the piece."""
    shown = sprite(kind, 96, "dark")
    paper = sum(THEMES["dark"].paper)
    edge = [shown.getpixel((x, 48)) for x in range(8)]
    assert any(isinstance(pixel, tuple) and pixel[3] > 200 and sum(pixel[:3]) > paper + 300 for pixel in edge)

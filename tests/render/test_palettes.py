"""Data kept for all pictures: the chosen palettes, and the layers below the pieces."""

from __future__ import annotations

import pytest

from render.gandhi import Options, draw
from render.gandhi.base import coast_lines, ink_shreds, land_layer
from render.gandhi.palette import palette
from render.gandhi.picture import dimmed, ink_framed
from render.palette import palette as kept_palette
from render.rajas.colours import PALETTE
from render.rajas.picture import PALETTES_FILE
from render.themes import THEMES, Colour
from tests.render.views import middle_view, sample_turn
from tools.assets import rajas_palettes as build_rajas_palettes
from tools.assets.palettes import COLOURS, choose_colours, exact_colours


def read_palette(theme: str) -> list[Colour]:
    """Return the colours that pictures of a theme are made of."""
    parts = palette(theme).getpalette() or []
    return [(parts[k], parts[k + 1], parts[k + 2]) for k in range(0, len(parts), 3)]


@pytest.mark.parametrize("theme", sorted(THEMES))
def test_the_stored_palette_of_a_theme_has_the_colours_of_its_board_and_pieces(theme: str) -> None:
    """Compare the stored palette with what ``python -m tools.assets.palettes`` writes."""
    stored, exact = read_palette(theme), exact_colours(theme)
    assert len(stored) == COLOURS
    assert stored[: len(exact)] == exact
    assert stored == choose_colours(theme)


@pytest.mark.golden
@pytest.mark.parametrize("theme", sorted(PALETTE))
def test_the_stored_palette_of_rajas_has_the_colours_of_its_pictures(theme: str) -> None:
    """Compare the stored palette with what ``python -m tools.assets.rajas_palettes`` writes."""
    parts = kept_palette(PALETTES_FILE, theme).getpalette() or []
    stored = [(parts[k], parts[k + 1], parts[k + 2]) for k in range(0, len(parts), 3)]
    assert len(stored) == COLOURS
    assert stored == build_rajas_palettes.choose_colours(theme)


def test_the_pictures_of_a_view_draw_its_land_and_ink_once() -> None:
    """The marks of a turn, dimmed land and a board without marks lie on the same layers."""
    kept = (land_layer, ink_shreds, dimmed, ink_framed)
    for layer in kept:
        layer.cache_clear()
    draw(middle_view())
    draw(middle_view(), sample_turn())
    draw(middle_view(), sample_turn(), Options(layout="map", dim=True))
    draw(middle_view(), sample_turn(), Options(layout="map"))
    assert land_layer.cache_info().misses == 1
    assert ink_shreds.cache_info().misses == 1


def test_the_lines_along_the_coast_have_two_to_four_thousand_points() -> None:
    """Borders inland have no such lines, which would be hidden below the land."""
    lines = coast_lines()
    points = sum(len(line) for line in lines)
    assert 2000 < points < 4000
    assert all(len(line) > 1 for line in lines)

"""Layers are kept up to a number of bytes, those of all games and themes together."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Event

import pytest
from PIL import Image

from render import layers
from render.gandhi.base import WHOLE, land_layer
from render.gandhi.picture import dimmed
from render.layers import count_bytes, count_kept, cut_out, keep, slim
from render.themes import THEMES


@keep
def draw_square(side: int, name: str = "") -> Image.Image:
    """Draw a layer."""
    return Image.new("RGB", (side, side))


def test_layers_stay_in_memory_until_others_need_their_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(layers, "_kept", type(layers._kept)())
    monkeypatch.setattr(layers, "MOST_BYTES", 3 * 400)
    draw_square.cache_clear()
    first = draw_square(10)
    assert draw_square(10) is first
    for name in ("a", "b"):
        draw_square(10, name)
    assert draw_square(10) is first
    assert draw_square.cache_info() == (2, 3)
    # The layer that was unused for longest goes first; one that is too large is kept alone.
    draw_square(10, name="c")
    assert count_kept() == 3 * 400
    assert draw_square(10) is first
    draw_square(100)
    assert count_kept() == 40_000


def test_a_layer_requested_twice_is_drawn_once() -> None:
    drawn = []

    @keep
    def draw(side: int) -> Image.Image:
        drawn.append(side)
        sleeping.wait(0.05)
        return Image.new("RGB", (side, side))

    sleeping = Event()
    with ThreadPoolExecutor(2) as pool:
        first, second = pool.map(draw, (7, 7))
    assert (first is second, drawn) == (True, [7])


def test_a_layer_of_few_colours_takes_a_quarter_of_the_memory_and_looks_the_same() -> None:
    few = Image.radial_gradient("L").convert("RGB")
    made = slim(few)
    assert (made.mode, count_bytes(made)) == ("P", count_bytes(few) // 4)
    assert cut_out(made, (0, 0, *few.size)).tobytes() == few.tobytes()
    assert cut_out(few, (0, 0, *few.size)).tobytes() == few.tobytes()
    assert slim(Image.merge("RGB", [Image.linear_gradient("L"), *few.split()[:2]])).mode == "RGB"


def test_the_land_of_every_theme_is_kept_in_a_palette() -> None:
    for theme in THEMES:
        assert {land_layer(theme, 1, WHOLE).mode, dimmed(theme, 1, WHOLE).mode} == {"P"}


def test_a_layer_takes_as_many_bytes_as_its_pictures() -> None:
    square = Image.new("RGBA", (10, 10))
    assert count_bytes(square) == 400
    assert count_bytes(Image.new("L", (10, 10))) == 100
    assert count_bytes((((0, 0), square, square), ((5, 5), square, None))) == 800

"""Layers are kept up to a number of bytes, those of all games and themes together."""

from __future__ import annotations

import pytest
from PIL import Image

from render import layers
from render.layers import count_bytes, count_kept, keep


@keep
def draw_square(side: int, name: str = "") -> Image.Image:
    """Draw a layer."""
    return Image.new("RGB", (side, side))


def test_layers_are_kept_until_others_need_their_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(layers, "_kept", type(layers._kept)())
    monkeypatch.setattr(layers, "MOST_BYTES", 3 * 400)
    draw_square.cache_clear()
    first = draw_square(10)
    assert draw_square(10) is first
    for name in ("a", "b"):
        draw_square(10, name)
    assert draw_square(10) is first
    assert draw_square.cache_info() == (2, 3)
    # What was unused for longest goes first; what is too large is kept alone.
    draw_square(10, name="c")
    assert count_kept() == 3 * 400
    assert draw_square(10) is first
    draw_square(100)
    assert count_kept() == 40_000


def test_the_bytes_of_a_layer_are_those_of_its_pictures() -> None:
    square = Image.new("RGBA", (10, 10))
    assert count_bytes(square) == 400
    assert count_bytes(Image.new("L", (10, 10))) == 100
    assert count_bytes((((0, 0), square, square), ((5, 5), square, None))) == 800

"""Ink that was printed first is cleared where a mark is drawn below it, and printed again without a trace."""

from __future__ import annotations

from random import Random

import pytest
from PIL import Image

from render.drawing import Printed, lay, shred

SIZE = (400, 300)


@pytest.mark.parametrize("corner", [(0, 0), (-30, -70)])
def test_marks_are_drawn_below_ink_that_was_printed_before_them(corner: tuple[int, int]) -> None:
    chance = Random(7)
    ground = Image.frombytes("RGB", SIZE, chance.randbytes(3 * SIZE[0] * SIZE[1]))
    layer = Image.new("RGBA", SIZE, (0, 0, 0, 0))
    for _ in range(60):
        left, top = chance.randrange(SIZE[0]), chance.randrange(SIZE[1])
        ink = (*chance.randbytes(3), chance.choice((90, 255)))
        layer.paste(ink, (left, top, left + chance.randrange(1, 90), top + chance.randrange(1, 70)))
    shreds = shred(layer)
    seen = (-corner[0], -corner[1], *SIZE)
    marks = [((20, 30, 90, 50), (255, 0, 0)), ((60, 40, 200, 120), (0, 255, 0)), ((300, 5, 310, 6), (0, 0, 255))]

    expected = ground.crop(seen)
    for box, colour in marks:
        expected.paste(colour, box)
    lay(expected, shreds, corner)

    whole = ground.copy()
    lay(whole, shreds)
    image = whole.crop(seen)
    printed = Printed(image, ground, shreds, corner)
    for box, colour in marks:
        printed.clear(box)
        image.paste(colour, box)
    printed.print_again()
    assert image.tobytes() == expected.tobytes()

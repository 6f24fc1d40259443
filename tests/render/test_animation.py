"""Moving pictures: each frame as it was drawn, for its time, and never many of them in memory."""

from __future__ import annotations

import gc
import io
import random
from collections.abc import Iterator

import pytest
from PIL import Image, ImageChops, ImageDraw, ImageSequence

from render import animation
from render.animation import animate

COLOURS = 16


def to_palette(image: Image.Image) -> Image.Image:
    """Return a picture in sixteen greys, in a palette as full as those of a game are."""
    carrier = Image.new("P", (1, 1))
    carrier.putpalette([17 * (each % COLOURS) if band < 3 else 0 for each in range(256) for band in range(3)])
    return image.quantize(palette=carrier, dither=Image.Dither.NONE)


def make_frame(number: int, size: int = 60) -> Image.Image:
    """Return a picture with one square, which moves."""
    image = Image.new("RGB", (size, size), (17 * (number // 4), 0, 0))
    ImageDraw.Draw(image).rectangle((number * 3, 10, number * 3 + 8, 20), (255, 255, 255))
    return image


def test_every_frame_keeps_its_picture_and_its_duration() -> None:
    frames = [make_frame(number) for number in (0, 1, 2, 2, 9, 10, 1)]
    times = [100, 200, 300, 400, 500, 600, 700]
    made = animate(iter(frames), times, to_palette, "squares")
    with Image.open(io.BytesIO(made.data)) as image:
        shown = [(frame.info["duration"], frame.convert("RGB")) for frame in ImageSequence.Iterator(image)]
    assert [time for time, _ in shown] == times
    for (_, found), drawn in zip(shown, frames, strict=True):
        assert ImageChops.difference(found, to_palette(drawn).convert("RGB")).getbbox() is None
    assert (made.width, made.height, made.media_type) == (60, 60, "image/gif")


def test_unchanged_frames_add_few_bytes() -> None:
    chance = random.Random(1)
    noise = Image.frombytes("RGB", (100, 100), chance.randbytes(30_000))
    one = len(animate([noise], [100], to_palette, "").data)
    assert len(animate([noise] * 20, [100] * 20, to_palette, "").data) < one + 20 * 100


def test_frames_with_too_many_bytes_together_are_made_smaller(monkeypatch: pytest.MonkeyPatch) -> None:
    chance = random.Random(1)
    frames = [Image.frombytes("RGB", (600, 300), chance.randbytes(540_000)) for _ in range(3)]
    monkeypatch.setattr(animation, "MOST_BYTES", 250_000)
    made = animate(frames, [100] * 3, to_palette, "")
    assert len(made.data) <= 250_000
    assert made.width < 600
    assert made.height == 300 * made.width // 600


def test_at_most_four_frames_of_an_animation_are_in_memory() -> None:
    def count() -> int:
        return sum(isinstance(one, Image.Image) for one in gc.get_objects())

    def draw() -> Iterator[Image.Image]:
        for number in range(17):
            yield make_frame(number)
        assert count() - before <= 4

    before = count()
    animate(draw(), [100] * 17, to_palette, "")

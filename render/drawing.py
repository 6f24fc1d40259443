"""The tools of all pictures: pens for layers, brushes for sprites, step numbers, and layers cut into shreds.

A `Pen` draws in board pixels, a `Brush` in units of the side of its sprite. Fonts and text are in `render.fonts`.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import groupby
from typing import NamedTuple, cast

from PIL import Image, ImageDraw

from render.fonts import fit_size, fit_spaced, font_for, load_font, measure, measure_spaced, write
from render.themes import Colour

Point = tuple[float, float]
Box = tuple[float, float, float, float]

NOTE_FINER = 6
"""How many times finer than shown a note is drawn."""

BLACK: Colour = (24, 18, 16)
WHITE: Colour = (255, 255, 255)


def mix(a: Colour, b: Colour, share: float) -> Colour:
    """Return a colour between two: ``share`` 0 gives the first, 1 the second."""
    return (
        round(a[0] + (b[0] - a[0]) * share),
        round(a[1] + (b[1] - a[1]) * share),
        round(a[2] + (b[2] - a[2]) * share),
    )


def star(center: Point, radius: float, points: int = 5, inner: float = 0.42) -> list[Point]:
    """Return the corners of a star with one point up, outer and inner ones in turn."""
    corners = []
    for index in range(2 * points):
        reach = radius if index % 2 == 0 else radius * inner
        angle = -math.pi / 2 + index * math.pi / points
        corners.append((center[0] + reach * math.cos(angle), center[1] + reach * math.sin(angle)))
    return corners


class Pen:
    """A pen that draws in board pixels on a finer canvas."""

    def __init__(self, image: Image.Image, factor: float, left: float = 0, top: float = 0) -> None:
        self.image, self.factor, self.left, self.top = image, factor, left, top
        self.draw = ImageDraw.Draw(image)

    def points(self, line: Sequence[Point]) -> list[tuple[int, int]]:
        """Return points as whole canvas coordinates, so that the same input always gives the same picture."""
        f = self.factor
        return [(round((x - self.left) * f), round((y - self.top) * f)) for x, y in line]

    def width(self, pixels: float) -> int:
        """Return a width in board pixels as canvas pixels, at least one."""
        return max(1, round(pixels * self.factor))

    def line(self, line: Sequence[Point], colour: Colour, width: float, closed: bool = False) -> None:
        """Draw a line with round joints."""
        points = self.points(line)
        if closed:
            points = [*points, points[0], points[1]]
        self.draw.line(points, fill=colour, width=self.width(width), joint="curve")

    def disc(
        self, at: Point, radius: float, fill: Colour | None, outline: Colour | None = None, width: float = 1
    ) -> None:
        """Draw a disc."""
        ((left, top), (right, bottom)) = self.points(
            [(at[0] - radius, at[1] - radius), (at[0] + radius, at[1] + radius)]
        )
        self.draw.ellipse((left, top, right, bottom), fill=fill, outline=outline, width=self.width(width))

    def box(
        self,
        box: tuple[float, float, float, float],
        radius: float,
        fill: Colour | None,
        outline: Colour | None = None,
        width: float = 1,
    ) -> None:
        """Draw a rectangle with round corners."""
        (a, b) = self.points([(box[0], box[1]), (box[2], box[3])])
        self.draw.rounded_rectangle((*a, *b), self.width(radius), fill, outline, self.width(width))

    def write(
        self,
        at: Point,
        text: str,
        face: str,
        size: float,
        fill: Colour,
        anchor: str = "mm",
        *,
        room: float = 0,
        halo: Colour | None = None,
        halo_width: float = 0,
    ) -> None:
        """Write one line of text; with ``room``, in letters small enough for that many board pixels."""
        big = round(size * self.factor)
        if room:
            big = fit_size(text, face, big, round(room * self.factor), round(9 * self.factor))
        write(
            self.image,
            self.points([at])[0],
            text,
            face,
            big,
            fill,
            anchor=anchor,
            halo=halo,
            halo_width=round(halo_width * self.factor),
        )

    def write_turned(self, at: Point, text: str, size: int, colour: Colour, angle: int, room: int) -> None:
        """Write spaced italics no wider than ``room``, turned by an angle in degrees, centred on a point."""
        size = fit_spaced(text, size, room)
        big = round(size * self.factor)
        strip = Image.new("L", (measure_spaced(text, size, self.factor), big * 2), 0)
        strip_draw, x = ImageDraw.Draw(strip), 0
        for letter in text:
            strip_draw.text((x, big), letter, font=font_for(letter, "serif_italic", big), fill=255, anchor="lm")
            x += measure_spaced(letter, size, self.factor)
        turned = strip.rotate(-angle, expand=True, resample=Image.Resampling.BICUBIC) if angle else strip
        (left, top) = self.points([at])[0]
        self.image.paste(colour, (left - turned.width // 2, top - turned.height // 2), turned)


class Brush:
    """A canvas for a sprite, drawn on in units of its side.

    ``taken`` are the corners that something else will cover, ``letters`` the boxes of the letters written so far.
    """

    def __init__(self, side: int) -> None:
        self.side = side
        self.image = Image.new("RGBA", (side, side), (0, 0, 0, 0))
        self.draw = ImageDraw.Draw(self.image)
        self.taken: list[Box] = []
        self.letters: list[Box] = []

    def at(self, points: Sequence[Point]) -> list[tuple[int, int]]:
        """Return points of the sprite in whole pixels."""
        return [(round(x * self.side), round(y * self.side)) for x, y in points]

    def polygon(
        self, points: Sequence[Point], fill: Colour, outline: Colour | None = BLACK, width: float = 0.05
    ) -> None:
        """Draw a polygon with a round-jointed outline."""
        placed = self.at(points)
        self.draw.polygon(placed, fill=fill)
        if outline is not None:
            self.draw.line([*placed, placed[0], placed[1]], fill=outline, width=round(width * self.side), joint="curve")

    def line(self, points: Sequence[Point], colour: Colour, width: float) -> None:
        """Draw a line with round joints."""
        self.draw.line(self.at(points), fill=colour, width=max(1, round(width * self.side)), joint="curve")

    def ellipse(
        self,
        box: tuple[float, float, float, float],
        fill: Colour | None,
        outline: Colour | None = BLACK,
        width: float = 0.05,
    ) -> None:
        """Draw an ellipse in a box."""
        ((a, b), (c, d)) = self.at([(box[0], box[1]), (box[2], box[3])])
        self.draw.ellipse((a, b, c, d), fill=fill, outline=outline, width=max(1, round(width * self.side)))

    def disc(
        self, center: Point, radius: float, fill: Colour | None, outline: Colour | None = BLACK, width: float = 0.05
    ) -> None:
        """Draw a disc."""
        x, y = center
        self.ellipse((x - radius, y - radius, x + radius, y + radius), fill, outline, width)

    def box(
        self,
        box: tuple[float, float, float, float],
        radius: float,
        fill: Colour,
        outline: Colour | None = BLACK,
        width: float = 0.05,
    ) -> None:
        """Draw a rectangle with round corners."""
        ((a, b), (c, d)) = self.at([(box[0], box[1]), (box[2], box[3])])
        self.draw.rounded_rectangle(
            (a, b, c, d), round(radius * self.side), fill, outline, max(1, round(width * self.side))
        )

    def letter(self, text: str, center: Point, size: float, fill: Colour, halo: Colour | None = None) -> None:
        """Write letters centred on a point; where they would lie under a taken corner, beside it and smaller."""
        room = self.find_room(self.measure(text, center, size))
        if room is not None:
            left, top, right, bottom = room
            center = ((left + right) / 2, (top + bottom) / 2)
            size = min(size, (bottom - top) * 1.05, (right - left) * 1.25 / len(text))
            halo = halo or (BLACK if sum(fill) > sum(BLACK) * 4 else None)
        self.letters.append(self.measure(text, center, size))
        self.draw.text(
            self.at([center])[0],
            text,
            font=load_font("sans_black", round(size * self.side)),
            fill=fill,
            anchor="mm",
            stroke_width=0 if halo is None else round(0.035 * self.side),
            stroke_fill=halo,
        )

    def measure(self, text: str, center: Point, size: float) -> Box:
        """Return the box that letters cover."""
        font = load_font("sans_black", round(size * self.side))
        left, top, right, bottom = font.getbbox(text, anchor="mm")
        x, y = center
        return (x + left / self.side, y + top / self.side, x + right / self.side, y + bottom / self.side)

    def find_room(self, box: Box) -> Box | None:
        """Return the place for letters that a taken corner would cover; None where no corner covers them."""
        hidden = [corner for corner in self.taken if box[0] < corner[2] and corner[0] < box[2]]
        if not any(box[1] < corner[3] and corner[1] < box[3] for corner in hidden):
            return None
        left, top, right, bottom = 0.05, 0.08, 0.95, 0.95
        high = [corner for corner in self.taken if corner[1] < 0.3]
        low = [corner for corner in self.taken if corner[1] >= 0.3]
        if high and low:
            # With two taken corners on the right, letters go beside the lower and below the upper one.
            return (left, high[0][3] + 0.02, low[0][0] - 0.02, bottom)
        if high:
            return (left + 0.1, high[0][3] + 0.02, right - 0.1, bottom)
        return (left, top + 0.08, low[0][0] - 0.02, bottom - 0.05)


@lru_cache(maxsize=512)
def note(text: str, size: int, colour: Colour) -> Image.Image:
    """Return the disc (or, for several numbers, the pill) that carries the number of a step, "?" or "✓"."""
    share = {1: 0.72, 2: 0.62, 3: 0.62}.get(len(text), 0.54)
    width, height = size if len(text) <= 2 else round(size * 1.4), size
    if len(text) > 3:
        width = max(width, measure(text, "sans_black", round(size * share)) + round(size * 0.45))
    side = Image.new("RGBA", (width * NOTE_FINER, height * NOTE_FINER), (0, 0, 0, 0))
    draw = ImageDraw.Draw(side)
    edge = round(size * NOTE_FINER * 0.07)
    draw.rounded_rectangle(
        (0, 0, width * NOTE_FINER - 1, height * NOTE_FINER - 1), size * NOTE_FINER * 0.5, colour, WHITE, edge
    )
    if text == "✓":
        unit = size * NOTE_FINER
        tick = [(round(x * unit), round(y * unit)) for x, y in ((0.27, 0.52), (0.44, 0.70), (0.75, 0.32))]
        draw.line(tick, fill=WHITE, width=round(0.13 * unit), joint="curve")
        return side.reduce(NOTE_FINER)
    font = load_font("sans_black", round(size * NOTE_FINER * share))
    draw.text((width * NOTE_FINER / 2, height * NOTE_FINER * 0.49), text, font=font, fill=WHITE, anchor="mm")
    return side.reduce(NOTE_FINER)


def stack(parts: Sequence[Image.Image]) -> Image.Image:
    """Put pictures of the same width below each other in one; return a single one as it is."""
    if len(parts) == 1:
        return parts[0]
    # Nothing is filled first, since the parts cover all of it.
    whole = Image.new("RGB", (parts[0].width, sum(part.height for part in parts)), None)
    top = 0
    for part in parts:
        whole.paste(part, (0, top))
        top += part.height
    return whole


class Shred(NamedTuple):
    """A part of a layer that is not empty: its corner, its picture, and its mask, None where it is opaque."""

    corner: tuple[int, int]
    picture: Image.Image
    mask: Image.Image | None


def shred(layer: Image.Image, side: int = 64) -> tuple[Shred, ...]:
    """Return a layer, or a mask of one, without its empty parts.

    Empty parts then cost nothing to lay: most of a layer of lines and words is empty, most of the rest opaque.
    """
    alpha = layer if layer.mode == "L" else layer.getchannel("A")
    shreds = []
    for top in range(0, layer.height, side):
        bottom = min(top + side, layer.height)
        kinds = [
            _kind_of(alpha.crop((left, top, min(left + side, layer.width), bottom)))
            for left in range(0, layer.width, side)
        ]
        first = 0
        for kind, same in groupby(kinds):
            last = first + len(list(same))
            box = (first * side, top, min(last * side, layer.width), bottom)
            first = last
            if kind == "empty":
                continue
            part = layer.crop(box)
            if kind == "full" and layer.mode == "RGBA":
                shreds.append(Shred(box[:2], part.convert("RGB"), None))
            else:
                shreds.append(Shred(box[:2], part, part))
    return tuple(shreds)


def _kind_of(alpha: Image.Image) -> str:
    """Return whether a mask is transparent, opaque, or mixed."""
    least, most = cast("tuple[int, int]", alpha.getextrema())
    return "empty" if most == 0 else "full" if least == 255 else "partly"


def lay(image: Image.Image, shreds: Iterable[Shred], corner: tuple[int, int] = (0, 0)) -> None:
    """Put a layer that was shredded on a picture."""
    for place, part, mask in shreds:
        left, top = corner[0] + place[0], corner[1] + place[1]
        if -part.width < left < image.width and -part.height < top < image.height:
            image.paste(part, (left, top), mask)


class Printed:
    """A picture with a layer of ink already on it, which is removed where something is to lie below the ink.

    ``ground`` is the picture without ink. Its corner lies at ``corner`` of ``image``.
    """

    def __init__(
        self, image: Image.Image, ground: Image.Image, ink: Sequence[Shred], corner: tuple[int, int] = (0, 0)
    ) -> None:
        self._image, self._ground, self._corner = image, ground, corner
        self._ink = list(ink)
        self._off: list[Shred] = []

    def clear(self, box: tuple[int, int, int, int]) -> None:
        """Remove every shred of ink that touches a box of the image."""
        left, top = self._corner
        left, top, right, bottom = box[0] - left, box[1] - top, box[2] - left, box[3] - top
        kept = []
        for one in self._ink:
            (x, y), part, _ = one
            end_x, end_y = x + part.width, y + part.height
            if x >= right or y >= bottom or end_x <= left or end_y <= top:
                kept.append(one)
                continue
            self._off.append(one)
            self._image.paste(self._ground.crop((x, y, end_x, end_y)), (self._corner[0] + x, self._corner[1] + y))
        self._ink = kept

    def print_again(self) -> None:
        """Put the removed ink back, over what was drawn since."""
        lay(self._image, self._off, self._corner)


def tint(image: Image.Image, shreds: Iterable[Shred], corner: tuple[int, int], colour: Colour) -> None:
    """Colour a picture wherever a shredded mask lets it through."""
    for place, part, _ in shreds:
        image.paste(colour, (corner[0] + place[0], corner[1] + place[1]), part)

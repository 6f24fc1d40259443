"""Marks on the map: outlined spaces, step numbers, plus and minus tags, arrows, signs and numbers of candidates.

Every mark is drawn finer on its own small canvas, kept where it can come again, and pasted.
"""

from __future__ import annotations

import math
from functools import lru_cache

from PIL import Image, ImageChops, ImageDraw

from engine.gandhi.story import Move, Story
from render.drawing import BLACK, WHITE, Brush, Printed, Shred, note, shred, tint
from render.fonts import load_font, measure
from render.gandhi.board import Railway, Space, Spot, load_board
from render.gandhi.sprites import FINER, TAG_HEIGHT, Corner, sprite, tag_width
from render.themes import THEMES, Colour

LINE = 3
"""How many times finer than shown lines are drawn."""
LABEL_PLACES = (0.5, 0.42, 0.58, 0.34, 0.66, 0.26, 0.74)
"""Where along an arrow its label may stand."""
GHOST = 90
"""Strength, of 255, of a piece that is no longer there."""


class Canvas:
    """A picture that is being drawn, with the place of its corner on the board and its scale.

    ``printed`` is the picture with its ink, if the ink is already on it.
    """

    def __init__(self, image: Image.Image, theme: str, scale: int = 1, left: int = 0, top: int = 0) -> None:
        self.image, self.theme, self.scale, self.left, self.top = image, theme, scale, left, top
        self.printed: Printed | None = None

    def clear(self, corner: Spot, size: Spot) -> None:
        """Remove the ink where something of a size will lie below it."""
        if self.printed is not None:
            self.printed.clear((*corner, corner[0] + size[0], corner[1] + size[1]))

    def paste(self, picture: Image.Image, center: Spot, strength: int = 255) -> None:
        """Paste a transparent picture centred on a point of the board."""
        x = (center[0] - self.left) * self.scale - picture.width // 2
        y = (center[1] - self.top) * self.scale - picture.height // 2
        mask = picture.getchannel("A")
        if strength < 255:
            mask = mask.point([value * strength // 255 for value in range(256)])
        self.image.paste(picture, (x, y), mask)

    def icon(
        self,
        kind: str,
        center: Spot,
        size: int,
        count: int = 1,
        strength: int = 255,
        *,
        tag: str = "",
        low: bool = False,
    ) -> None:
        """Paste a piece or marker, and on its upper (or lower) right corner a tag, for which its letter makes way."""
        corner: Corner = "" if not tag else "low" if low else "high"
        self.paste(sprite(kind, size * self.scale, self.theme, count, tag=tag, corner=corner), center, strength)
        if tag:
            self.tag(tag, center, size, low=low)

    def tag(self, text: str, center: Spot, size: int, *, low: bool = False) -> None:
        """Put a plus or minus tag on the upper (or lower) right corner of an icon of this size."""
        picture = tag(text, size * self.scale, self.theme)
        right = center[0] + size // 2 - picture.width // self.scale // 2
        reach = size // 2 - picture.height // self.scale // 2
        self.paste(picture, (right, center[1] + reach if low else center[1] - reach))


@lru_cache(maxsize=1024)
def tag(text: str, size: int, theme: str) -> Image.Image:
    """Return a small round-ended label for an icon of a size, in the colour of a gain (+, ▲) or of a loss (−, ▼)."""
    colours = THEMES[theme]
    height, width = round(size * TAG_HEIGHT), round(size * tag_width(len(text)))
    side = Image.new("RGBA", (width * FINER, height * FINER), (0, 0, 0, 0))
    draw = ImageDraw.Draw(side)
    fill = (16, 110, 50) if text[0] in "+▲" else (180, 22, 30)
    if theme == "colour_blind":
        fill = colours.gain if text[0] in "+▲" else colours.loss
    draw.rounded_rectangle(
        (0, 0, width * FINER - 1, height * FINER - 1), height * FINER * 0.45, fill, WHITE, round(FINER * height * 0.07)
    )
    middle = (width * FINER / 2, height * FINER / 2)
    if text in "▲▼":
        reach, up = height * FINER * 0.27, -1 if text == "▲" else 1
        x, y = middle
        draw.polygon([(x - reach, y - up * reach * 0.7), (x + reach, y - up * reach * 0.7), (x, y + up * reach)], WHITE)
    else:
        draw.text(middle, text, font=load_font("sans_black", round(height * FINER * 0.86)), fill=WHITE, anchor="mm")
    return side.reduce(FINER)


@lru_cache(maxsize=128)
def outline_masks(key: str, scale: int) -> tuple[tuple[Shred, ...], tuple[Shred, ...], Spot]:
    """Return two masks, of a pale casing and of the coloured band along the inside of a space, and their corner.

    A City's band lies around its disc, a Railway's on both sides of the line; the ink layer comes over them.
    """
    place = load_board().place(key)
    factor = LINE * scale
    lines = [place.line] if isinstance(place, Railway) else list(place.outlines)
    points = [point for line in lines for point in line]
    left, top = math.floor(min(x for x, _ in points)) - 16, math.floor(min(y for _, y in points)) - 16
    right, bottom = math.ceil(max(x for x, _ in points)) + 16, math.ceil(max(y for _, y in points)) + 16
    size = ((right - left) * factor, (bottom - top) * factor)
    placed = [[(round((x - left) * factor), round((y - top) * factor)) for x, y in line] for line in lines]
    masks = []
    for reach in (12.5, 9.5):
        mask = Image.new("L", size, 0)
        draw = ImageDraw.Draw(mask)
        for line in placed:
            if isinstance(place, Railway):
                draw.line(line, fill=255, width=round((reach * 2 + 2) * factor), joint="curve")
            elif place.center is not None:
                x, y = (place.center[0] - left) * factor, (place.center[1] - top) * factor
                r = (place.radius + reach) * factor
                draw.ellipse((x - r, y - r, x + r, y + r), fill=255)
            else:
                inside = Image.new("L", size, 0)
                ImageDraw.Draw(inside).polygon(line, fill=255)
                band = Image.new("L", size, 0)
                closed = [*line, line[0], line[1]]
                ImageDraw.Draw(band).line(closed, fill=255, width=round(2 * reach * factor), joint="curve")
                ImageDraw.Draw(band).line(closed, fill=0, width=round(2.6 * factor), joint="curve")
                mask = ImageChops.lighter(mask, ImageChops.multiply(inside, band))
        masks.append(shred(mask.reduce(LINE)))
    return masks[0], masks[1], (left, top)


def outline(canvas: Canvas, key: str, colour: Colour) -> None:
    """Outline a space in a colour."""
    casing, line, (left, top) = outline_masks(key, canvas.scale)
    corner = ((left - canvas.left) * canvas.scale, (top - canvas.top) * canvas.scale)
    for (x, y), part, _ in casing + line:
        canvas.clear((corner[0] + x, corner[1] + y), part.size)
    tint(canvas.image, casing, corner, THEMES[canvas.theme].railway_light)
    tint(canvas.image, line, corner, colour)


@lru_cache(maxsize=128)
def land_mask(key: str, scale: int) -> tuple[Image.Image, Spot]:
    """Return the mask of a space's own ground, and its corner; a Railway's is the strip around its line."""
    place = load_board().place(key)
    factor = LINE * scale
    lines = [place.line] if isinstance(place, Railway) else list(place.outlines)
    points = [point for line in lines for point in line]
    left, top = math.floor(min(x for x, _ in points)) - 16, math.floor(min(y for _, y in points)) - 16
    right, bottom = math.ceil(max(x for x, _ in points)) + 16, math.ceil(max(y for _, y in points)) + 16
    mask = Image.new("L", ((right - left) * factor, (bottom - top) * factor), 0)
    draw = ImageDraw.Draw(mask)
    for line in lines:
        placed = [(round((x - left) * factor), round((y - top) * factor)) for x, y in line]
        if isinstance(place, Railway):
            draw.line(placed, fill=255, width=round(26 * factor), joint="curve")
        else:
            draw.polygon(placed, fill=255)
    return mask.reduce(LINE), (left, top)


def brighten(canvas: Canvas, bright: Image.Image, corner: Spot, touched: list[str]) -> None:
    """Bring back the full colours of the touched spaces onto dimmed land.

    ``bright`` is the land in full colour, on which the canvas has its corner at ``corner``.
    """
    for key in touched:
        mask, (left, top) = land_mask(key, canvas.scale)
        x, y = (left - canvas.left) * canvas.scale, (top - canvas.top) * canvas.scale
        there = (corner[0] + x, corner[1] + y)
        ground = bright.crop((*there, there[0] + mask.width, there[1] + mask.height))
        canvas.image.paste(ground, (x, y), mask)


def draw_notes(canvas: Canvas, story: Story) -> None:
    """Put the step numbers beside the names of the spaces."""
    board = load_board()
    for key in dict.fromkeys(step.space for step in story.steps):
        text = write_numbers(story.numbers(key))
        place: Space | Railway = board.place(key)
        picture = note(text, 30 * canvas.scale, THEMES[canvas.theme].accent)
        canvas.paste(picture, _move_off_name(place, picture.width / canvas.scale))


def _move_off_name(place: Space | Railway, width: float) -> Spot:
    """Return where step numbers this wide go: beside the name of a space, moved so that they do not cover it."""
    if not isinstance(place, Space):
        return place.note
    (x, y), (left, top, right, bottom) = place.note, place.name_box
    if not top - 15 < y < bottom + 15:
        return place.note
    reach = width / 2 + 2
    return (max(x, round(right + reach)), y) if x > (left + right) / 2 else (min(x, round(left - reach)), y)


def write_numbers(numbers: list[int]) -> str:
    """Write all the numbers of a space in little room: "1·2·5", and "1–3·7" where three or more follow each other."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return "·".join(f"{run[0]}–{run[-1]}" if len(run) > 2 else "·".join(map(str, run)) for run in runs)


def draw_arrows(canvas: Canvas, moves: list[Move], spots: dict[tuple[str, str], Spot]) -> None:
    """Draw an arrow for each pair of spaces between which pieces moved, below the ink, so that names stay legible."""
    ways = _ways(moves)
    ends = {way: _ends(way, next(iter(pieces)), spots) for way, pieces in ways.items()}
    for way in ways:
        start, end = ends[way]
        _draw_arrow(canvas, start, end, _clearance(way[0]), _clearance(way[1]))


def label_arrows(canvas: Canvas, moves: list[Move], spots: dict[tuple[str, str], Spot]) -> None:
    """Put the pieces that moved, and their numbers, on the arrows, where they hide least."""
    ways = _ways(moves)
    ends = {way: _ends(way, next(iter(pieces)), spots) for way, pieces in ways.items()}
    busy = _busy_boxes(spots)
    for way, pieces in ways.items():
        start, end = ends[way]
        picture = _arrow_label(tuple(pieces.items()), canvas.scale, canvas.theme)
        reach = (picture.width / canvas.scale / 2, picture.height / canvas.scale / 2)
        at = min(LABEL_PLACES, key=lambda t: (_cover(_bend(start, end, t), reach, busy), abs(t - 0.5)))
        spot = _bend(start, end, at)
        busy.append((spot[0] - reach[0], spot[1] - reach[1], spot[0] + reach[0], spot[1] + reach[1]))
        canvas.paste(picture, (round(spot[0]), round(spot[1])))


def draw_mark(canvas: Canvas, key: str, text: str, colour: Colour) -> None:
    """Put a sign beside a space's name: "?" for one that was weighed, "✓" for the one that was taken."""
    canvas.paste(note(text, 30 * canvas.scale, colour), load_board().place(key).note)


def draw_number(canvas: Canvas, key: str, text: str, colour: Colour) -> None:
    """Put the number of a candidate beside its name, large enough for a phone."""
    canvas.paste(note(text, 46 * canvas.scale, colour), load_board().place(key).note)


MOST_ARROWS = 16
"""With more arrows, as after a Redeploy of everyone, they would hide the map: only tags and words are shown."""


def _ways(moves: list[Move]) -> dict[tuple[str, str], dict[str, int]]:
    """Return the pieces that moved on each way, (origin, target), by kind; none with more than `MOST_ARROWS` ways."""
    ways: dict[tuple[str, str], dict[str, int]] = {}
    for move in moves:
        pieces = ways.setdefault((move.origin, move.target), {})
        pieces[move.piece] = pieces.get(move.piece, 0) + move.count
    return ways if len(ways) <= MOST_ARROWS else {}


def _ends(way: tuple[str, str], kind: str, spots: dict[tuple[str, str], Spot]) -> tuple[Spot, Spot]:
    """Return where an arrow begins and ends: at the icons of the piece that went, in a City at the disc's middle."""
    start, end = (
        place.middle
        if isinstance(place, Space) and place.center is not None
        else _spot_of(place.id, kind, spots) or place.middle
        for place in (load_board().place(way[0]), load_board().place(way[1]))
    )
    return start, end


def _spot_of(space: str, kind: str, spots: dict[tuple[str, str], Spot]) -> Spot | None:
    for name in (kind, f"{kind}_active", "underground", "active"):
        if (space, name) in spots and (name.startswith(kind) or kind in ("underground", "active")):
            return spots[space, name]
    return None


def _clearance(space: str) -> float:
    """Return how far from its aim an arrow stops: outside a City's disc, outside an icon elsewhere."""
    place = load_board().place(space)
    if isinstance(place, Space) and place.center is not None:
        return place.radius + 8
    return 17 if isinstance(place, Railway) else 25


def _bend(start: Spot, end: Spot, t: float) -> tuple[float, float]:
    """Return the point at ``t`` (0 to 1) of the arrow's curve, which bends to the left of its direction."""
    middle_x = (start[0] + end[0]) / 2 + (end[1] - start[1]) * 0.16
    middle_y = (start[1] + end[1]) / 2 - (end[0] - start[0]) * 0.16
    a, b, c = (1 - t) ** 2, 2 * (1 - t) * t, t * t
    return (a * start[0] + b * middle_x + c * end[0], a * start[1] + b * middle_y + c * end[1])


def _draw_arrow(canvas: Canvas, start: Spot, end: Spot, leave: float, stop: float) -> None:
    curve = [_bend(start, end, k / 40) for k in range(41)]
    curve = [p for p in curve if math.dist(p, start) > leave and math.dist(p, end) > stop] or curve[18:23]
    left, top = math.floor(min(x for x, _ in curve)) - 20, math.floor(min(y for _, y in curve)) - 20
    right, bottom = math.ceil(max(x for x, _ in curve)) + 20, math.ceil(max(y for _, y in curve)) + 20
    factor = LINE * canvas.scale
    size = ((right - left) * factor, (bottom - top) * factor)
    tip, before = curve[-1], curve[max(len(curve) - 6, 0)]
    length = math.dist(tip, before) or 1.0
    ux, uy = (tip[0] - before[0]) / length, (tip[1] - before[1]) / length
    corner = ((left - canvas.left) * canvas.scale, (top - canvas.top) * canvas.scale)
    canvas.clear(corner, ((right - left) * canvas.scale, (bottom - top) * canvas.scale))
    colours = THEMES[canvas.theme]
    for grow, colour in ((3.2, colours.railway_light), (0.0, colours.accent)):
        mask = Image.new("L", size, 0)
        draw = ImageDraw.Draw(mask)

        def place(x: float, y: float) -> tuple[int, int]:
            return (round((x - left) * factor), round((y - top) * factor))

        shaft = [p for p in curve if math.dist(p, tip) > 12] or curve[:1]
        shaft.append((tip[0] - ux * 10, tip[1] - uy * 10))
        draw.line([place(x, y) for x, y in shaft], fill=255, width=round((6.5 + 2 * grow) * factor), joint="curve")
        back, side, front = 17 + grow, 11.5 + 1.5 * grow, grow * 1.6
        head = [
            place(tip[0] + ux * front, tip[1] + uy * front),
            place(tip[0] - ux * back - uy * side, tip[1] - uy * back + ux * side),
            place(tip[0] - ux * back + uy * side, tip[1] - uy * back - ux * side),
        ]
        draw.polygon(head, fill=255)
        canvas.image.paste(colour, corner, mask.reduce(LINE))


def _busy_boxes(spots: dict[tuple[str, str], Spot]) -> list[tuple[float, float, float, float]]:
    """Return the boxes that a label should not cover: names, badges and icons."""
    board = load_board()
    boxes: list[tuple[float, float, float, float]] = [space.name_box for space in board.spaces.values()]
    badges = [spot for space in board.spaces.values() for spot in (space.level, space.control) if spot is not None]
    boxes += [(x - 19, y - 19, x + 19, y + 19) for x, y in badges]
    boxes += [town.label for town in board.towns]
    boxes += [(x - 17, y - 13, x + 17, y + 13) for x, y in (railway.plate for railway in board.railways.values())]
    boxes += [(x - 18, y - 18, x + 18, y + 18) for x, y in spots.values()]
    return boxes


def _cover(at: tuple[float, float], reach: tuple[float, float], busy: list[tuple[float, float, float, float]]) -> float:
    """Return how many square pixels a label centred here would hide."""
    total = 0.0
    for left, top, right, bottom in busy:
        wide = min(right, at[0] + reach[0]) - max(left, at[0] - reach[0])
        high = min(bottom, at[1] + reach[1]) - max(top, at[1] - reach[1])
        if wide > 0 and high > 0:
            total += wide * high
    return total


@lru_cache(maxsize=256)
def _arrow_label(pieces: tuple[tuple[str, int], ...], scale: int, theme: str) -> Image.Image:
    icon, step = 26 * scale, 0
    texts = [f"×{count}" if count > 1 else "" for _, count in pieces]
    widths = [icon + (measure(text, "sans_black", 20 * scale) + 3 * scale if text else 0) for text in texts]
    width, height = sum(widths) + 5 * scale * (len(pieces) + 1), 34 * scale
    brush = Brush(FINER)
    brush.image = Image.new("RGBA", (width * LINE, height * LINE), (0, 0, 0, 0))
    draw = ImageDraw.Draw(brush.image)
    draw.rounded_rectangle(
        (0, 0, width * LINE - 1, height * LINE - 1), 10 * scale * LINE, WHITE, THEMES[theme].accent, 3 * scale * LINE
    )
    label = brush.image.reduce(LINE)
    pen = ImageDraw.Draw(label)
    step = 5 * scale
    for (kind, _), text, wide in zip(pieces, texts, widths, strict=True):
        picture = sprite(kind, icon, theme)
        label.paste(picture, (step, (height - icon) // 2), picture)
        if text:
            font = load_font("sans_black", 20 * scale)
            pen.text((step + icon + 2 * scale, height / 2), text, font=font, fill=BLACK, anchor="lm")
        step += wide + 5 * scale
    return label

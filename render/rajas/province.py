"""A province and its Kali: tiles and roads, yields at the edge, numbered squares, turnings of a tile."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from PIL import Image, ImageDraw

from engine.core.change import Change
from engine.rajas.board import BOARD, Reward
from engine.rajas.ids import BIRBAL, BUILDINGS, MOST_KARMA
from engine.rajas.roads import LETTERS, NAMES
from engine.rajas.story import ON_SQUARES, Story, read_story
from engine.rajas.view import PlayerView, View
from render.drawing import Pen, Point, Shred, mix, note, shred, stack, tint
from render.labels import Labels, labels_for
from render.layers import keep
from render.pictures import ALT_LIMIT, Options, Picture
from render.rajas.alt import describe_province, describe_seat
from render.rajas.captions import number_words, seat_name, tile_name, yield_name
from render.rajas.colours import PALETTE, Colours
from render.rajas.kali import draw_kali
from render.rajas.marks import frame
from render.rajas.picture import check_options, draw_words, finish
from render.rajas.rewards import letter_of, yield_picture
from render.rajas.shapes import arch_points, round_points
from render.rajas.slots import garland
from render.rajas.sprites import numbered, sprite
from render.rajas.tiles import draw_roads, draw_tile, first_roads

PROVINCE_LAYOUTS = ("full", "phone", "province")
"""Province and Kali side by side; one below the other, for a narrow screen; the province alone."""
FINER = 3
DOME = (156, 42, 46)
TURNS = "ABCD"
"""The letters of the turnings of a tile, in the order in which they are given."""


@dataclass(frozen=True)
class Plan:
    """The size of a picture and where things are in it: square a1, the side of a square, corner and width of Kali."""

    width: int
    height: int
    left: int
    top: int
    side: int
    kali: tuple[int, int, int]


WIDE = Plan(1600, 1010, 122, 188, 164, (1040, 96, 540))
NARROW = Plan(900, 1690, 88, 186, 145, (190, 878, 520))
ALONE = Plan(1064, 1010, 122, 188, 164, (0, 0, 0))
PLANS = {"full": WIDE, "phone": NARROW, "province": ALONE}


def draw_province(
    view: View,
    seat: str,
    options: Options | None = None,
    labels: Labels | None = None,
    *,
    changes: Sequence[Change] = (),
    squares: Sequence[str] = (),
    yields: Sequence[str] = (),
    tile: str = "",
    square: str = "",
    turnings: Sequence[str] = (),
) -> Picture:
    """Draw someone's province and the dice on their Kali.

    ``squares``, or yield spaces (``yields``), are numbered from 1 in the order given, as a menu lists them. ``tile`` is
    about to be laid: it is shown beside the title. With ``square`` and ``turnings`` (sides such as ``NES``), the ways
    in which the tile can lie there are shown in Kali's place, lettered from A in the order given. With ``square``
    alone, that square is framed. ``changes`` marks what a turn has done here.

    Raises `ValueError` for an unknown theme or layout, also for turnings in a picture without Kali, and `KeyError` for
    an unknown seat.
    """
    chosen = options if options is not None else Options()
    words = labels if labels is not None else labels_for(chosen.language)
    check_options(chosen, PROVINCE_LAYOUTS[:2] if turnings else PROVINCE_LAYOUTS)
    story = read_story(changes)
    plan, player = PLANS[chosen.layout], view.players[seat]
    if turnings and chosen.layout == "phone":
        plan = replace(plan, height=_end_of_turnings(plan, len(turnings)))
    image = province_layer(chosen.theme, plan, seat)
    pen = Pen(image, 1)
    _draw_title(image, pen, view, seat, plan, chosen.theme, words)
    draw_squares(image, pen, player, plan, chosen.theme, words)
    draw_yields(image, player, plan, chosen.theme, words)
    if turnings:
        _draw_turnings(image, pen, tile, square, turnings, plan, chosen.theme, words)
    elif chosen.layout != "province":
        _draw_kali_side(image, pen, player, plan, chosen.theme, words, seat)
    _mark_story(image, pen, story, seat, plan, chosen.theme)
    _number_squares(image, pen, squares, plan, chosen.theme)
    if square and not turnings:
        x, y = corner_of(square, plan)
        frame(image, (x - 3, y - 3, x + plan.side + 3, y + plan.side + 3), chosen.theme, 12, 8)
    for index, space in enumerate(yields, 1):
        frame_yield(image, yield_places(plan)[space], index, chosen.theme)
    if tile and not turnings:
        _draw_waiting_tile(image, pen, tile, plan, chosen.theme, words)
    parts = [image]
    if story.steps and chosen.strip:
        parts.append(draw_words(view, story, image.width, chosen.theme, words))
    numbered_places = [*squares, *(yield_name(space, words) for space in yields)]
    alt = _describe(view, seat, numbered_places, tile, square, words)
    return finish(stack(parts), chosen.theme, alt)


def corner_of(square: str, plan: Plan) -> tuple[int, int]:
    """Return the upper left corner of a square."""
    return (plan.left + (ord(square[0]) - ord("a")) * plan.side, plan.top + (int(square[1:]) - 1) * plan.side)


def middle_of(square: str, plan: Plan) -> Point:
    """Return the middle of a square."""
    x, y = corner_of(square, plan)
    return (x + plan.side / 2, y + plan.side / 2)


def yield_places(plan: Plan) -> dict[str, Point]:
    """Return the middle of every yield space, outside the squares whose roads join it."""
    reach = plan.side / 2 + 42
    steps = {LETTERS["N"]: (0, -1), LETTERS["E"]: (1, 0), LETTERS["S"]: (0, 1), LETTERS["W"]: (-1, 0)}
    found: dict[str, list[Point]] = {}
    for square, sides in BOARD.joins.items():
        for side, space in sides.items():
            x, y = middle_of(square, plan)
            dx, dy = steps[side]
            found.setdefault(space, []).append((x + dx * reach, y + dy * reach))
    places = {}
    for space, spots in found.items():
        if len(spots) == 1:
            places[space] = spots[0]
        else:
            xs, ys = [x for x, _ in spots], [y for _, y in spots]
            inward = min(xs, key=lambda x: abs(x - (plan.left + 2.5 * plan.side)))
            outer = max(xs, key=lambda x: abs(x - (plan.left + 2.5 * plan.side)))
            places[space] = ((inward * 0.62 + outer * 0.38), (min(ys) * 0.5 + max(ys) * 0.5))
    return places


def province_layer(theme: str, plan: Plan, seat: str) -> Image.Image:
    """Return the board of someone's province without tiles, to draw on."""
    image = bare_province(theme, plan).copy()
    tint(image, border(plan), (0, 0), PALETTE[theme].named(seat))
    return image


@keep
def border(plan: Plan) -> tuple[Shred, ...]:
    """Return the mask of the line around a province, which has its owner's colour."""
    mask = Image.new("L", (plan.width * FINER, plan.height * FINER), 0)
    box = (15 * FINER, 15 * FINER, (plan.width - 15) * FINER, (plan.height - 15) * FINER)
    ImageDraw.Draw(mask).rounded_rectangle(box, 17 * FINER, None, 255, 5 * FINER)
    return shred(mask.reduce(FINER))


@keep
def bare_province(theme: str, plan: Plan) -> Image.Image:
    """Return the board of a province without tiles and without its owner's colour. Copy before drawing on it."""
    colours = PALETTE[theme]
    image = Image.new("RGB", (plan.width * FINER, plan.height * FINER), colours.table)
    pen = Pen(image, FINER)
    pen.box((8, 8, plan.width - 8, plan.height - 8), 22, colours.paper, colours.ornament, 2.4)
    for x, y in ((34, 34), (plan.width - 34, 34), (plan.width - 34, plan.height - 34), (34, plan.height - 34)):
        points = round_points((x, y), 13, 8, 0.24)
        pen.draw.polygon(pen.points(points), fill=colours.ornament)
    right, bottom = plan.left + 5 * plan.side, plan.top + 4 * plan.side
    a, b, c, d = plan.left - 6, plan.top - 6, right + 6, bottom + 6
    frame = [(a, b), (c, b), (c, d - plan.side), (c - plan.side, d - plan.side), (c - plan.side, d),
             (a + plan.side, d), (a + plan.side, d - plan.side), (a, d - plan.side)]  # fmt: skip
    pen.draw.polygon(pen.points(frame), fill=colours.meadow_edge)
    pen.line(frame, colours.ink, 3, closed=True)
    for square in BOARD.squares:
        x, y = corner_of(square, plan)
        pen.box((x + 2, y + 2, x + plan.side - 2, y + plan.side - 2), 6, colours.meadow)
        _draw_meadow(pen, (x, y), plan.side, colours)
        pen.write((x + 14, y + 20), square, "serif_bold", 21, mix(colours.meadow_edge, colours.ink, 0.45), "lm")
    _draw_residence(pen, plan, colours)
    return image.reduce(FINER)


def _draw_meadow(pen: Pen, at: Point, side: int, colours: Colours) -> None:
    """Draw tufts of grass."""
    x, y = at
    for dx, dy in ((0.70, 0.20), (0.48, 0.54), (0.20, 0.80), (0.78, 0.76)):
        for lean in (-5, 0, 5):
            pen.line([(x + dx * side, y + dy * side), (x + dx * side + lean, y + dy * side - 9)],
                     colours.meadow_edge, 1.8)  # fmt: skip


def _draw_residence(pen: Pen, plan: Plan, colours: Colours) -> None:
    """Draw the residence with its three roads."""
    x, y = corner_of(BOARD.residence, plan)
    side = plan.side
    pen.box((x + 2, y + 2, x + side - 2, y + side - 2), 6, mix(colours.table, colours.paper, 0.62))
    draw_roads(pen, (x, y, side), NAMES[BOARD.residence_roads], colours)
    points = [(x + side * 0.5 + dx * side, y + side * 0.5 + dy * side) for dx, dy in ((-0.34, 0.1), (0.34, 0.1))]
    base = [(points[0][0], y + side * 0.72), (points[1][0], y + side * 0.72), (points[1][0], y + side * 0.30),
            (points[0][0], y + side * 0.30)]  # fmt: skip
    pen.draw.polygon(pen.points(base), fill=(250, 238, 214))
    pen.line(base, colours.road_edge, 2.6, closed=True)
    for center, reach in ((0.5, 0.20), (0.22, 0.11), (0.78, 0.11)):
        dome = [(x + side * (center + a * reach), y + side * (0.31 - b * reach * 1.3)) for a, b in
                ((-0.9, 0.0), (-1.05, 0.3), (-0.8, 0.66), (-0.3, 0.9), (0.0, 1.2), (0.3, 0.9), (0.8, 0.66), (1.05, 0.3),
                 (0.9, 0.0))]  # fmt: skip
        pen.draw.polygon(pen.points(dome), fill=DOME)
        pen.line(dome, colours.road_edge, 2.2, closed=True)
    for center in (0.32, 0.5, 0.68):
        gate, reach = x + side * center, 0.065 * side
        outline = arch_points(gate - reach, y + side * 0.42, gate + reach, y + side * 0.72)
        pen.draw.polygon(pen.points(outline), fill=(96, 44, 36))


def _draw_title(image: Image.Image, pen: Pen, view: View, seat: str, plan: Plan, theme: str, labels: Labels) -> None:
    colours = PALETTE[theme]
    picture = sprite(f"seat_{seat}", 76, theme)
    image.paste(picture, (58, 36), picture)
    name = labels.say("rajas.province_of", seat=seat_name(seat, labels))
    room = min(plan.width - 200, 560)
    pen.write((152, 64), name, "serif_bold", 40, colours.ink, anchor="lm", room=room)
    second = labels["rajas.birbal"] if view.seats[seat] == BIRBAL else ""
    if second:
        pen.write((152, 100), second, "serif_italic", 25, colours.soft_ink, anchor="lm", room=room)


def draw_squares(image: Image.Image, pen: Pen, player: PlayerView, plan: Plan, theme: str, labels: Labels) -> None:
    """Put the tiles on their squares."""
    for square, here in player.province.items():
        x, y = corner_of(square, plan)
        tile = BOARD.tiles[here.tile]
        picture = draw_tile(here.tile, here.roads, plan.side, theme, letter_of(tile.colour, labels))
        image.paste(picture, (x, y))
        if here.covered:
            colours = PALETTE[theme]
            pen.box((x + plan.side - 30, y + plan.side - 12, x + plan.side + 4, y + plan.side + 4), 3,
                    colours.named(BOARD.tiles[here.covered].colour), colours.ink, 2)  # fmt: skip


def draw_yields(image: Image.Image, player: PlayerView, plan: Plan, theme: str, labels: Labels) -> None:
    """Draw at the edge what every yield space gives, with a tick on those that have been joined."""
    for space, (x, y) in yield_places(plan).items():
        joined = space in player.joined
        reward = reward_of(player, space)
        tile = player.yield_tiles.get(space, "")
        colour = BOARD.yields[space].colour if player.expert else ""
        picture = yield_picture(reward, bool(tile), joined, colour, theme, labels)
        image.paste(picture, (round(x - picture.width / 2), round(y - picture.height / 2)), picture)
        if joined:
            tick = note("✓", 28, PALETTE[theme].gain)
            image.paste(tick, (round(x + 14), round(y + 12)), tick)


def reward_of(player: PlayerView, space: str) -> Reward:
    """Return the reward of a yield space: that of its tile, or the printed one of the side in use."""
    if space in player.yield_tiles:
        return BOARD.yield_tiles[player.yield_tiles[space]].reward
    return BOARD.yields[space].small if player.expert else BOARD.yields[space].basic


def _draw_kali_side(
    image: Image.Image, pen: Pen, player: PlayerView, plan: Plan, theme: str, labels: Labels, seat: str
) -> None:
    """Draw Kali with the dice, and below her the markers, karma, workers and values of buildings."""
    colours = PALETTE[theme]
    left, top, size = plan.kali
    draw_kali(image, (left, top), player.dice, player.hands, theme, labels, size)
    y = top + size + 40
    garland(pen, left + 30, left + size - 30, y, colours)

    def paste(picture: Image.Image, x: float, at: float) -> None:
        image.paste(picture, (round(x - picture.width / 2), round(at - picture.height / 2)), picture)

    row = y + 48
    for index, (kind, value) in enumerate((("fame", player.fame), ("coin", player.money), ("boat", player.boat))):
        x = left + 60 + index * 148
        paste(sprite(kind, 50, theme), x, row)
        pen.write((x + 36, row - 1), str(value), "sans_black", 38, colours.ink, "lm")
    row += 68
    for level in range(MOST_KARMA):
        _fade(image, sprite("karma", 46, theme), left + 60 + level * 52, row, level < player.karma)
    for index in range(player.active):
        _fade(image, sprite(f"worker_{seat}", 50, theme), left + 256 + index * 46, row, index < player.workers)
    row += 72
    step = (size - 60) / 4
    for index, building in enumerate(BUILDINGS):
        spot = left + 60 + index * step
        paste(sprite(building, 56, theme), spot, row)
        paste(numbered("fame", player.values[building], 38, theme), spot + 46, row + 4)


def _fade(image: Image.Image, picture: Image.Image, x: float, y: float, strong: bool) -> None:
    """Paste a sprite, faint unless it is ``strong``."""
    mask = picture.getchannel("A")
    if not strong:
        mask = mask.point([value * 55 // 255 for value in range(256)])
    image.paste(picture, (round(x - picture.width / 2), round(y - picture.height / 2)), mask)


def _number_squares(image: Image.Image, pen: Pen, squares: Sequence[str], plan: Plan, theme: str) -> None:
    """Frame the squares that may be chosen, and number them."""
    colours = PALETTE[theme]
    for index, square in enumerate(squares, 1):
        x, y = corner_of(square, plan)
        pen.box((x + 4, y + 4, x + plan.side - 4, y + plan.side - 4), 10, None, colours.accent, 6)
        badge = note(str(index), 62, colours.accent)
        mx, my = middle_of(square, plan)
        image.paste(badge, (round(mx - badge.width / 2), round(my - badge.height / 2)), badge)


def frame_yield(image: Image.Image, at: Point, number: int, theme: str) -> None:
    """Frame a yield space that may be chosen, and number it."""
    x, y = at
    frame(image, (x - 40, y - 40, x + 40, y + 40), theme, 16, 6)
    badge = note(str(number), 44, PALETTE[theme].accent)
    image.paste(badge, (round(x) - 22, round(y) - 62), badge)


def _draw_waiting_tile(image: Image.Image, pen: Pen, tile: str, plan: Plan, theme: str, labels: Labels) -> None:
    """Draw the tile that is about to be laid, beside the title."""
    colours = PALETTE[theme]
    right = plan.left + 5 * plan.side
    picture = draw_tile(tile, first_roads(tile), 124, theme, letter_of(BOARD.tiles[tile].colour, labels))
    x, y = right - 124, 36
    pen.box((x - 8, y - 8, x + 132, y + 132), 8, colours.paper, colours.accent, 5)
    image.paste(picture, (x, y))


def _divide_turnings(plan: Plan, count: int) -> tuple[int, int, int]:
    """Return the columns, the rows and the size in which ``count`` turnings of a tile are shown."""
    columns = min(count, 2)
    return columns, -(-count // columns), min(plan.kali[2] // 2 - 46, 210)


def _end_of_turnings(plan: Plan, count: int) -> int:
    """Return the height of a picture that ends below ``count`` turnings of a tile."""
    _, rows, size = _divide_turnings(plan, count)
    return plan.kali[1] + rows * (size + 76) + 54


def _draw_turnings(
    image: Image.Image,
    pen: Pen,
    tile: str,
    square: str,
    turnings: Sequence[str],
    plan: Plan,
    theme: str,
    labels: Labels,
) -> None:
    """Draw the ways in which a tile may lie on a square, lettered, and frame the square."""
    colours = PALETTE[theme]
    x, y = corner_of(square, plan)
    pen.box((x + 3, y + 3, x + plan.side - 3, y + plan.side - 3), 10, None, colours.accent, 7)
    left, top, width = plan.kali
    columns, rows, size = _divide_turnings(plan, len(turnings))
    across = width // 2
    letter = letter_of(BOARD.tiles[tile].colour, labels)
    pen.box((left - 6, top - 12, left + width + 6, top + rows * (size + 76) + 8), 16, colours.paper, colours.accent, 5)
    for index, roads in enumerate(turnings):
        row, column = divmod(index, columns)
        middle = left + (width - columns * across) // 2 + round((column + 0.5) * across)
        high = top + 8 + row * (size + 76)
        image.paste(draw_tile(tile, roads, size, theme, letter), (middle - size // 2, high))
        badge = note(TURNS[index], 54, colours.accent)
        image.paste(badge, (middle - badge.width // 2, high + size + 6), badge)


def _mark_story(image: Image.Image, pen: Pen, story: Story, seat: str, plan: Plan, theme: str) -> None:
    """Frame what a turn has built here, and number it and the yields that it joined."""
    colours = PALETTE[theme]
    for step in story.steps:
        if step.seat != seat or not step.number:
            continue
        badge = note(str(step.number), 44, colours.accent)
        if step.kind in ON_SQUARES:
            x, y = corner_of(step.place, plan)
            pen.box((x - 2, y - 2, x + plan.side + 2, y + plan.side + 2), 8, None, colours.accent, 7)
            image.paste(badge, (x + plan.side - 34, y - 12), badge)
        elif step.kind in ("yields", "yield_tile"):
            for space in step.places or [step.place]:
                spot = yield_places(plan)[space]
                image.paste(badge, (round(spot[0]) - 46, round(spot[1]) - 46), badge)


def _describe(view: View, seat: str, places: Sequence[str], tile: str, square: str, labels: Labels) -> str:
    parts = []
    name = tile_name(BOARD.tiles[tile], labels) if tile else ""
    if name and places:
        parts.append(labels.say("rajas.fits", tile=name, places=number_words(places, labels)))
    elif name and square:
        parts.append(labels.say("rajas.build", tile=name, square=square))
    else:
        numbered = labels.say("alt.numbered", names=number_words(places, labels)) if places else ""
        parts += [part for part in (name, numbered, square) if part]
    parts.append(describe_seat(view, seat, labels))
    joined = labels.join("items", [yield_name(space, labels) for space in view.players[seat].joined])
    yields = labels.say("rajas.yields", places=joined) if joined else ""
    rest = filter(None, [describe_province(view, seat, labels), yields])
    return labels.fit([labels.join("facts", parts), *rest], ALT_LIMIT)

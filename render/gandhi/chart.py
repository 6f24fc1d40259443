"""The chart of a game: each Faction's margin of victory, turn by turn, and below it everyone's chances to win."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

from PIL import Image

from engine.gandhi.victory import find_turning_point
from engine.gandhi.view import VictoryView
from render.drawing import Pen
from render.gandhi.palette import to_png
from render.gandhi.sprites import sprite
from render.labels import Labels, labels_for
from render.pictures import Options, Picture
from render.themes import THEMES, Colour, Theme

WIDTH, HEIGHT = 1200, 720
LEFT, RIGHT, TOP, BOTTOM = 96, 1120, 96, 640
BELOW = 440
"""The height of the part with the chances, which is added below the margins."""
SURE_TOP, SURE_BOTTOM = HEIGHT + 60, HEIGHT + 360
"""The heights at which chances of 100 and of 0 percent are drawn."""
FINER = 3
SEATS = ("raj", "congress", "league", "revolutionaries")
DASHES: dict[str, tuple[int, int]] = {"raj": (1, 0), "congress": (18, 8), "league": (6, 7), "revolutionaries": (26, 6)}
"""Each Faction's own rhythm of dashes (drawn, left out), so that lines differ without colour."""


def draw_chart(
    history: Sequence[Mapping[str, VictoryView]], options: Options | None = None, labels: Labels | None = None
) -> Picture:
    """Draw the margins of all Factions (7.3) over the turns; above the zero line a Faction would win.

    With ``chances`` in the options, they are drawn below. ``history`` holds the victory rows at the beginning (turn 0)
    and after each turn. Raises `ValueError` when it is empty, or for an unknown theme.
    """
    chosen = options if options is not None else Options()
    if chosen.theme not in THEMES:
        raise ValueError(f"unknown theme {chosen.theme!r}: choose one of {', '.join(THEMES)}")
    if not history:
        raise ValueError("a chart needs at least one turn")
    words = labels if labels is not None else labels_for(chosen.language)
    height = HEIGHT + (BELOW if chosen.chances else 0)
    image = Image.new("RGB", (WIDTH * FINER, height * FINER), THEMES[chosen.theme].paper)
    ends = _draw_lines(Pen(image, FINER), history, chosen.theme, words)
    if chosen.chances:
        ends += _draw_chances(Pen(image, FINER), chosen, words)
    image = image.reduce(FINER)
    for seat, y in ends:
        picture = sprite(f"seat_{seat}", 48, chosen.theme)
        image.paste(picture, (RIGHT + 14, round(y) - 24), picture)
    margins = (
        words.say("put.aside", what=words[f"seat.{seat}"], aside=words.signed(row.margin))
        for seat, row in history[-1].items()
    )
    alt = words.say("put.fact", name=words["chart.title"], what=words.join("facts", margins))
    return Picture(to_png(image, chosen.theme), "image/png", alt[:1024], WIDTH, height)


def _draw_lines(
    pen: Pen, history: Sequence[Mapping[str, VictoryView]], theme: str, labels: Labels
) -> list[tuple[str, float]]:
    """Draw axes and lines; return where each Faction's line ends, spread so that their signs do not touch."""
    colours = THEMES[theme]
    margins = [row.margin for turn in history for row in turn.values()]
    low, high = min(-5, *margins) - 1, max(5, *margins) + 1

    def place(index: int, margin: float) -> tuple[float, float]:
        x = LEFT + (RIGHT - LEFT) * (index / max(len(history) - 1, 1))
        return (x, BOTTOM - (BOTTOM - TOP) * (margin - low) / (high - low))

    pen.write((WIDTH / 2, 44), labels["chart.title"], "serif_bold", 40, colours.ink, room=WIDTH - 80)
    for margin in range(low - low % 5, high + 1, 5):
        if low <= margin <= high:
            y = place(0, margin)[1]
            pen.line([(LEFT, y), (RIGHT, y)], colours.ink if margin == 0 else colours.rule, 3.5 if margin == 0 else 1.5)
            text = f"+{margin}" if margin > 0 else str(margin).replace("-", "−")
            pen.write((LEFT - 14, y), text, "sans", 26, colours.ink, "rm")
    step = max(1, -(-len(history) // 12))
    for index in range(0, len(history), step):
        pen.write((place(index, low)[0], BOTTOM + 28), str(index), "sans", 24, colours.soft_ink)
    turning = find_turning_point(history)
    if turning is not None and turning[0]:
        _mark_turning_point(pen, place(turning[0], low)[0], labels, colours)
    pen.write((WIDTH / 2, BOTTOM + 60), labels["chart.turn"], "sans", 24, colours.soft_ink)
    ends = []
    for seat in SEATS:
        points = [place(index, turn[seat].margin) for index, turn in enumerate(history) if seat in turn]
        if points:
            _dash(pen, points, seat_ink(seat, theme), DASHES[seat])
            ends.append((seat, points[-1][1]))
    return _spread(ends, 52)


def _draw_chances(pen: Pen, options: Options, labels: Labels) -> list[tuple[str, float]]:
    """Draw everyone's chances to win under the margins, grey where nothing can be said; return where lines end."""
    colours, chances = THEMES[options.theme], options.chances

    def place(index: int, chance: float) -> tuple[float, float]:
        x = LEFT + (RIGHT - LEFT) * (index / max(len(chances) - 1, 1))
        return (x, SURE_BOTTOM - (SURE_BOTTOM - SURE_TOP) * chance)

    pen.write((WIDTH / 2, HEIGHT + 24), labels["chart.chances"], "serif_bold", 32, colours.ink, room=WIDTH - 80)
    if options.unsaid:
        right = place(min(options.unsaid, len(chances) - 1), 0)[0]
        pen.box((LEFT, SURE_TOP, right, SURE_BOTTOM), 1, colours.rule)
        middle = ((LEFT + right) / 2, SURE_TOP + 20)
        pen.write(middle, labels["chart.unsaid"], "sans", 20, colours.ink, room=right - LEFT - 12)
    for percent in (0, 25, 50, 75, 100):
        y = place(0, percent / 100)[1]
        pen.line([(LEFT, y), (RIGHT, y)], colours.ink if not percent else colours.rule, 3.5 if not percent else 1.5)
        pen.write((LEFT - 14, y), str(percent), "sans", 26, colours.ink, "rm")
    step = max(1, -(-len(chances) // 12))
    for index in range(0, len(chances), step):
        pen.write((place(index, 0)[0], SURE_BOTTOM + 28), str(index), "sans", 24, colours.soft_ink)
    ends = []
    for seat in SEATS:
        points = [place(index, one[seat]) for index, one in enumerate(chances) if seat in one]
        _dash(pen, points, seat_ink(seat, options.theme), DASHES[seat])
        ends.append((seat, points[-1][1]))
    return _spread(ends, 52, SURE_TOP, SURE_BOTTOM)


def seat_ink(seat: str, theme: str) -> Colour:
    """Return the colour of a Faction's line; black pieces get the ink of the theme, which shows on its paper."""
    colours = THEMES[theme]
    inks = {"raj": colours.troops, "congress": colours.congress, "league": colours.league}
    return inks.get(seat, colours.ink)


def _mark_turning_point(pen: Pen, x: float, labels: Labels, colours: Theme) -> None:
    """Draw a dotted vertical line where the winner took the lead for good, named on the roomier side."""
    for y in range(TOP, BOTTOM, 14):
        pen.line([(x, y), (x, y + 6)], colours.accent, 3)
    is_left = x > (LEFT + RIGHT) / 2
    at, anchor, room = (x - 12, "rm", x - LEFT - 24) if is_left else (x + 12, "lm", RIGHT - x - 24)
    pen.write((at, TOP - 10), labels["chart.turning"], "sans_bold", 24, colours.accent, anchor, room=room)


def _dash(pen: Pen, points: list[tuple[float, float]], colour: Colour, dash: tuple[int, int]) -> None:
    if dash[1] == 0 or len(points) < 2:
        pen.line(points if len(points) > 1 else [*points, *points], colour, 6)
        return
    walked = 0.0
    whole = sum(dash)
    for (ax, ay), (bx, by) in pairwise(points):
        length = ((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5
        pieces = max(1, round(length / 2))
        for piece in range(pieces):
            if (walked + length * piece / pieces) % whole < dash[0]:
                a, b = piece / pieces, (piece + 1) / pieces
                start = (ax + (bx - ax) * a, ay + (by - ay) * a)
                pen.line([start, (ax + (bx - ax) * b, ay + (by - ay) * b)], colour, 6)
        walked += length


def _spread(
    ends: list[tuple[str, float]], gap: int, top: float = TOP, bottom: float = BOTTOM
) -> list[tuple[str, float]]:
    """Push signs apart that would touch, from the top down, and keep them inside the chart."""
    placed: list[tuple[str, float]] = []
    for seat, y in sorted(ends, key=lambda end: (end[1], end[0])):
        least = placed[-1][1] + gap if placed else top
        placed.append((seat, max(y, least)))
    over = placed[-1][1] - bottom if placed else 0
    return [(seat, y - over) for seat, y in placed] if over > 0 else placed

"""The race: how far everyone's markers were apart, from turn to turn. At the zero line they meet."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from PIL import Image

from engine.rajas.board import BOARD
from engine.rajas.view import View
from render.drawing import Pen, mix
from render.labels import Labels, labels_for
from render.pictures import Options, Picture
from render.rajas.captions import gap_words, seat_name
from render.rajas.colours import PALETTE
from render.rajas.picture import check_options, finish
from render.rajas.sprites import sprite

WIDTH, HEIGHT = 1200, 720
LEFT, RIGHT, TOP, BOTTOM = 96, 1096, 104, 632
FINER = 3
DASHES = {"lotus": (1, 0), "peacock": (18, 8), "banyan": (6, 7), "conch": (28, 6)}
"""Each seat's own rhythm of dashes (drawn, left out), so that lines differ without colour."""


def draw_chart(views: Sequence[View], options: Options | None = None, labels: Labels | None = None) -> Picture:
    """Draw everyone's overlap over the turns, oldest first.

    Raises `ValueError` without a view or for an unknown theme.
    """
    chosen = options if options is not None else Options()
    check_options(chosen, (chosen.layout,))
    if not views:
        raise ValueError("a chart needs at least one turn")
    words = labels if labels is not None else labels_for(chosen.language)
    image = Image.new("RGB", (WIDTH * FINER, HEIGHT * FINER), PALETTE[chosen.theme].paper)
    ends = _draw_lines(Pen(image, FINER), views, chosen.theme, words)
    image = image.reduce(FINER)
    for seat, y in ends:
        picture = sprite(f"seat_{seat}", 56, chosen.theme)
        image.paste(picture, (RIGHT + 18, round(y) - 28), picture)
    last = views[-1]
    gaps = (
        words.say("put.fact", name=seat_name(seat, words), what=gap_words(player.overlap, words))
        for seat, player in last.players.items()
    )
    alt = words.say("put.fact", name=words["rajas.race"], what=words.join("facts", gaps))
    return finish(image, chosen.theme, alt[:1024])


def _draw_lines(pen: Pen, views: Sequence[View], theme: str, labels: Labels) -> list[tuple[str, float]]:
    """Draw axes and lines; return where each seat's line ends, spread so that their emblems do not touch."""
    colours = PALETTE[theme]
    values = [player.overlap for view in views for player in view.players.values()]
    low, high = min(-BOARD.meet, *values), max(4, *values) + 1

    def place(index: int, value: float) -> tuple[float, float]:
        x = LEFT + (RIGHT - LEFT) * (index / max(len(views) - 1, 1))
        return (x, BOTTOM - (BOTTOM - TOP) * (value - low) / (high - low))

    pen.write((WIDTH / 2, 40), labels["rajas.race"], "serif_bold", 42, colours.ink, room=WIDTH - 80)
    pen.write((WIDTH / 2, 80), labels["rajas.race.about"], "serif_italic", 24, colours.soft_ink, room=WIDTH - 80)
    zero = place(0, 0)[1]
    pen.draw.rectangle((*pen.points([(LEFT, TOP)])[0], *pen.points([(RIGHT, zero)])[0]),
                       fill=mix(colours.paper, colours.gold, 0.28))  # fmt: skip
    for value in range(-60, high + 1, 10):
        if low <= value <= high:
            y = place(0, value)[1]
            width = 4.0 if value == 0 else 1.5
            pen.line([(LEFT, y), (RIGHT, y)], colours.ink if value == 0 else colours.rule, width)
            text = f"+{value}" if value > 0 else str(value).replace("-", "−")
            pen.write((LEFT - 14, y), text, "sans", 26, colours.ink, "rm")
    _draw_rounds(pen, views, theme, labels)
    ends = []
    for seat in views[-1].players:
        points = [place(index, view.players[seat].overlap) for index, view in enumerate(views)]
        line = colours.named(seat) if seat != "conch" else (60, 84, 140)
        if theme == "dark":
            line = mix(line, (255, 255, 255), 0.35)
        _dash(pen, points, line, DASHES[seat])
        ends.append((seat, points[-1][1]))
    return _spread(ends, 58)


def _draw_rounds(pen: Pen, views: Sequence[View], theme: str, labels: Labels) -> None:
    """Mark and number the beginning of each round."""
    colours = PALETTE[theme]
    starts: dict[int, int] = {}
    for index, view in enumerate(views):
        starts.setdefault(view.round, index)
    step = max(1, -(-len(starts) // 12))
    for number, index in starts.items():
        x = LEFT + (RIGHT - LEFT) * (index / max(len(views) - 1, 1))
        pen.line([(x, BOTTOM), (x, BOTTOM + 10)], colours.soft_ink, 2)
        if (number - 1) % step == 0:
            pen.write((x, BOTTOM + 28), str(number), "sans", 24, colours.soft_ink)
    pen.write((WIDTH / 2, BOTTOM + 62), labels["rajas.rounds"], "sans", 24, colours.soft_ink)


def _dash(pen: Pen, points: list[tuple[float, float]], colour: tuple[int, int, int], dash: tuple[int, int]) -> None:
    if dash[1] == 0 or len(points) < 2:
        pen.line(points if len(points) > 1 else [*points, *points], colour, 6.5)
        return
    walked, whole = 0.0, sum(dash)
    for (ax, ay), (bx, by) in pairwise(points):
        length = ((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5
        pieces = max(1, round(length / 2))
        for piece in range(pieces):
            if (walked + length * piece / pieces) % whole < dash[0]:
                a, b = piece / pieces, (piece + 1) / pieces
                start = (ax + (bx - ax) * a, ay + (by - ay) * a)
                pen.line([start, (ax + (bx - ax) * b, ay + (by - ay) * b)], colour, 6.5)
        walked += length


def _spread(ends: list[tuple[str, float]], gap: int) -> list[tuple[str, float]]:
    """Push emblems apart that would touch, from the top down, and keep them inside the chart."""
    placed: list[tuple[str, float]] = []
    for seat, y in sorted(ends, key=lambda end: (end[1], end[0])):
        least = placed[-1][1] + gap if placed else float(TOP)
        placed.append((seat, max(y, least)))
    over = placed[-1][1] - BOTTOM if placed else 0
    return [(seat, y - over) for seat, y in placed] if over > 0 else placed

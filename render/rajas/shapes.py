"""Outlines from which sprites and ornaments are put together, as points."""

from __future__ import annotations

import math
from collections.abc import Sequence

from render.drawing import Point

EDGE = 0.035
"""The width of the outline of a sprite, in units of its side."""


def petal(root: Point, angle: float, length: float, width: float, shape: float = 0.42) -> list[Point]:
    """Return the outline of a petal or leaf from its root; ``angle`` is in degrees clockwise from straight up."""
    points: list[Point] = []
    turn = math.radians(angle)
    for side in (-1, 1):
        steps = [index / 10 for index in range(11)]
        for t in steps if side < 0 else reversed(steps):
            across = side * width / 2 * math.sin(math.pi * t ** (math.log(0.5) / math.log(shape)))
            along = length * t
            x = root[0] + along * math.sin(turn) + across * math.cos(turn)
            y = root[1] - along * math.cos(turn) + across * math.sin(turn)
            points.append((x, y))
    return points


def round_points(center: Point, radius: float, count: int, depth: float, start: float = 0.0) -> list[Point]:
    """Return the outline of a rosette with ``count`` lobes."""
    points = []
    for index in range(count * 12):
        angle = start + index * 2 * math.pi / (count * 12)
        reach = radius * (1 - depth + depth * abs(math.cos(count * (angle - start) / 2)))
        points.append((center[0] + reach * math.sin(angle), center[1] - reach * math.cos(angle)))
    return points


def arch_points(left: float, top: float, right: float, bottom: float) -> list[Point]:
    """Return the outline of a cusped arch, as over a window of a palace."""
    width, middle = right - left, (left + right) / 2
    spring = top + min(width * 0.55, (bottom - top) * 0.45)
    points: list[Point] = [(left, bottom), (left, spring)]
    for side in (-1, 1):
        lobes = [
            (width * 0.5, 0.0), (width * 0.49, 0.26), (width * 0.40, 0.42), (width * 0.36, 0.40), (width * 0.33, 0.60),
            (width * 0.22, 0.74), (width * 0.18, 0.72), (width * 0.12, 0.88), (0.0, 1.0),
        ]  # fmt: skip
        for across, rise in lobes if side < 0 else reversed(lobes):
            points.append((middle + side * across, spring - (spring - top) * rise))
    return [*points, (right, spring), (right, bottom)]


def smooth(points: Sequence[Point], steps: int = 8) -> list[Point]:
    """Return a round curve through some points."""
    found: list[Point] = []
    padded = [points[0], *points, points[-1]]
    for a, b, c, d in zip(padded, padded[1:], padded[2:], padded[3:], strict=False):
        for step in range(steps):
            t = step / steps
            found.append(
                (
                    0.5 * (2 * b[0] + (c[0] - a[0]) * t + (2 * a[0] - 5 * b[0] + 4 * c[0] - d[0]) * t * t
                           + (3 * b[0] - a[0] - 3 * c[0] + d[0]) * t ** 3),
                    0.5 * (2 * b[1] + (c[1] - a[1]) * t + (2 * a[1] - 5 * b[1] + 4 * c[1] - d[1]) * t * t
                           + (3 * b[1] - a[1] - 3 * c[1] + d[1]) * t ** 3),
                )
            )  # fmt: skip
    return [*found, points[-1]]


def rounded(radius: float, corner: float) -> list[Point]:
    """Return the outline of a square with round corners, around the middle of a sprite."""
    points: list[Point] = []
    reach = radius - corner * radius
    for k in range(4):
        for step in range(7):
            angle = math.pi / 2 * (k + step / 6)
            x = math.copysign(reach, math.sin(math.pi / 4 + k * math.pi / 2))
            y = math.copysign(reach, -math.cos(math.pi / 4 + k * math.pi / 2))
            points.append((0.5 + x + corner * radius * math.sin(angle), 0.5 + y - corner * radius * math.cos(angle)))
    return points

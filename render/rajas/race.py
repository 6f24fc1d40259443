"""The two tracks of one player laid straight, fame from the left and money from the right, with what lies ahead."""

from __future__ import annotations

from collections.abc import Iterator

from PIL import Image

from engine.rajas.board import BOARD
from engine.rajas.view import PlayerView
from render.drawing import Pen, mix
from render.rajas.colours import PALETTE
from render.rajas.marks import paste
from render.rajas.rewards import SIMPLE
from render.rajas.sprites import numbered, sprite

HIGH, MARKER, SIGN = 34, 52, 32
"""Height of the tracks, width of a marker, and of the sign of a bonus below them."""
ASIDE = 5
"""Pixels by which signs of the two tracks move apart where they would touch."""
At = tuple[int, int, int]
"""Where tracks lie: left, right, top."""


def draw_race(image: Image.Image, pen: Pen, at: At, player: PlayerView, theme: str) -> None:
    """Draw both tracks with their markers, beside each other even where they have passed."""
    colours = PALETTE[theme]
    left, right, top = at
    unit = (right - left) / BOARD.meet
    pen.box((left, top, right, top + HIGH), 8, colours.fame, colours.sand_edge, 2)
    for share in range(10, BOARD.meet, 10):
        x = left + unit * share
        pen.line([(x, top + 1), (x, top + HIGH - 1)], colours.sand_edge, 1.2)
    fame, money = left + unit * player.fame, right - unit * ((player.money + 1) // 2)
    pen.box((left, top, max(fame, left + 8), top + HIGH), 8, (178, 30, 44), colours.ink, 2)
    low = top + HIGH // 2 if money < fame else top
    pen.box((min(money, right - 8), low, right, top + HIGH), 8, colours.gold, colours.ink, 2)
    for kind, value, x in zip(("fame", "coin"), (player.fame, player.money), part(fame, money, at), strict=True):
        paste(image, numbered(kind, value, MARKER, theme), (x, top + HIGH / 2))


def part(fame: float, money: float, at: At) -> tuple[float, float]:
    """Return the x of both markers: on their spaces, or moved so far apart that neither covers the other."""
    left, right, _ = at
    half = MARKER / 2
    fame, money = max(fame, left + half), min(money, right - half)
    if abs(fame - money) >= MARKER:
        return fame, money
    middle = (fame + money) / 2
    return (middle + half, middle - half) if fame > money else (middle - half, middle + half)


def draw_bonuses(image: Image.Image, pen: Pen, at: At, player: PlayerView, theme: str) -> None:
    """Draw below the tracks what still lies ahead on each: bonuses and workers."""
    colours = PALETTE[theme]
    left, right, top = at
    unit = (right - left) / BOARD.meet
    for track, space, sign in list_ahead(player):
        x = left + unit * space if track == "fame" else right - unit * ((space + 1) // 2)
        ink = (178, 30, 44) if track == "fame" else mix(colours.gold, colours.ink, 0.35)
        pen.line([(x, top + HIGH), (x, top + HIGH + 8)], ink, 5)
        aside = -ASIDE if track == "fame" else ASIDE
        paste(image, sprite(sign, SIGN, theme), (x + aside, top + HIGH + 10 + SIGN / 2))


def list_ahead(player: PlayerView) -> Iterator[tuple[str, int, str]]:
    """Yield the track, space and sign of every bonus and worker that a player has not yet reached."""
    for bonus in BOARD.fame_bonuses:
        if bonus.space > player.fame:
            yield "fame", bonus.space, SIMPLE[bonus.reward.kind]
    for bonus in BOARD.money_bonuses:
        if 0 < player.bonus <= bonus.space:
            yield "money", bonus.space, SIMPLE[bonus.reward.kind]
    for track in ("fame", "money"):
        if track in player.waiting:
            yield track, BOARD.waiting[track], "worker"

"""The legend: every sign of the map with its name, as a picture and in words.

The words are those of `render.labels`; signs that have no sprite are drawn here.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PIL import Image

from render.drawing import Pen, note
from render.fonts import fit_size
from render.gandhi.annotate import tag
from render.gandhi.sprites import sprite
from render.labels import Labels
from render.layers import keep
from render.themes import THEMES, Colour, Theme

WIDTH, COLUMNS = 1600, 3
ROW, ICON, HEAD, MARGIN = 74, 60, 92, 30
FINER = 2


@dataclass(frozen=True)
class Sign:
    """A line of the legend: the key of its words, the sprite, how many it counts, and a tag on its corner."""

    key: str
    icon: str = ""
    count: int = 1
    tag: str = ""


COLUMNS_OF_SIGNS: tuple[tuple[Sign, ...], ...] = (
    (
        Sign("piece.troops", "troops"),
        Sign("piece.sepoys", "sepoys"),
        Sign("piece.congress", "congress"),
        Sign("legend.raised", "congress_active"),
        Sign("piece.league", "league"),
        Sign("legend.raised_league", "league_active"),
        Sign("piece.gandhi", "gandhi"),
        Sign("legend.underground", "underground"),
        Sign("legend.active", "active"),
        Sign("piece.league_bases", "league_bases"),
        Sign("piece.revolutionary_bases", "revolutionary_bases"),
        Sign("legend.count", "sepoys", 3),
    ),
    (
        Sign("level.active_support", "active_support_2"),
        Sign("level.passive_support", "passive_support_2"),
        Sign("level.passive_opposition", "passive_opposition_1"),
        Sign("level.active_opposition", "active_opposition_1"),
        Sign("legend.population"),
        Sign("legend.control", "control"),
        Sign("piece.protest", "protest"),
        Sign("piece.unrest", "unrest"),
        Sign("piece.strike", "strike"),
        Sign("piece.muslim_state", "muslim_state"),
        Sign("legend.came", "congress", 3, "+2"),
        Sign("legend.went", "troops", 1, "−1"),
    ),
    (
        Sign("legend.province"),
        Sign("legend.muslim"),
        Sign("legend.state"),
        Sign("legend.city"),
        Sign("legend.railway"),
        Sign("legend.step"),
        Sign("legend.outline"),
        Sign("legend.arrow"),
        Sign("legend.weighed"),
        Sign("legend.taken"),
    ),
)
"""The content of the legend, column by column: pieces, markers and levels, land and the marks of a turn."""


def name_sign(sign: Sign, labels: Labels) -> str:
    """Return the name of a sign, in the plural where it has one."""
    return labels.get(f"{sign.key}.many", labels[sign.key])


def write_legend(labels: Labels) -> str:
    """Return the legend in words, for those who do not see it."""
    names = (name_sign(sign, labels) for column in COLUMNS_OF_SIGNS for sign in column)
    return labels.sentence(labels.say("put.fact", name=labels["legend.title"], what=labels.join("facts", names)))


@keep
def draw_legend(theme: str, labels: Labels) -> Image.Image:
    """Return the legend as a picture."""
    colours = THEMES[theme]
    height = HEAD + ROW * max(map(len, COLUMNS_OF_SIGNS)) + MARGIN
    finer = Image.new("RGB", (WIDTH * FINER, height * FINER), colours.paper)
    pen = Pen(finer, FINER)
    pen.write((WIDTH / 2, 48), labels["legend.title"], "serif_bold", 46, colours.ink, room=WIDTH - 2 * MARGIN)
    width = (WIDTH - 2 * MARGIN) / COLUMNS
    for number, column in enumerate(COLUMNS_OF_SIGNS):
        for row, sign in enumerate(column):
            x, y = MARGIN + width * number, HEAD + ROW * row + ROW / 2
            if sign.key in DRAWERS:
                DRAWERS[sign.key](pen, (x + ICON / 2, y), colours)
            words = name_sign(sign, labels)
            room = round(width - ICON - 34)
            size = fit_size(words, "sans", 30, room, 16)
            pen.write((x + ICON + 18, y), words, "sans", size, colours.ink, anchor="lm", room=room)
    image = finer.reduce(FINER)
    for number, column in enumerate(COLUMNS_OF_SIGNS):
        for row, sign in enumerate(column):
            corner = (round(MARGIN + width * number), round(HEAD + ROW * row + (ROW - ICON) / 2))
            for picture, at in _pictures(sign, corner, theme):
                image.paste(picture, at, picture)
    return image


def _pictures(sign: Sign, corner: tuple[int, int], theme: str) -> list[tuple[Image.Image, tuple[int, int]]]:
    """Return the sprites of a sign, each with the position of its corner."""
    x, y = corner
    if sign.key in NOTES:
        text, colour = NOTES[sign.key]
        picture = note(text, 44, colour(THEMES[theme]))
        return [(picture, (x + (ICON - picture.width) // 2, y + (ICON - picture.height) // 2))]
    if not sign.icon:
        return []
    found = [(sprite(sign.icon, ICON, theme, sign.count, tag=sign.tag, corner="high" if sign.tag else ""), corner)]
    if sign.tag:
        picture = tag(sign.tag, ICON, theme)
        found.append((picture, (x + ICON - picture.width, y)))
    return found


NOTES: dict[str, tuple[str, Callable[[Theme], Colour]]] = {
    "legend.step": ("1", lambda colours: colours.accent),
    "legend.weighed": ("?", lambda colours: colours.support),
    "legend.taken": ("✓", lambda colours: colours.accent),
}
"""Signs that are discs beside the names of spaces: the text on the disc, and its colour in a theme."""


def _draw_land(pen: Pen, at: tuple[float, float], fill: Colour, edge: Colour, ink: Colour) -> None:
    x, y = at
    pen.box((x - 29, y - 23, x + 29, y + 23), 8, edge, ink, 2.4)
    pen.box((x - 20, y - 14, x + 20, y + 14), 4, fill)


def _draw_population(pen: Pen, at: tuple[float, float], colours: Theme) -> None:
    x, y = at
    pen.box((x - 17, y - 17, x + 17, y + 17), 8, None, colours.soft_ink, 1.6)
    pen.write((x, y - 1), "2", "serif", 27, colours.soft_ink)


def _draw_city(pen: Pen, at: tuple[float, float], colours: Theme) -> None:
    for radius, colour in ((27, colours.ink), (25, colours.province_edge), (20, colours.ink), (18.5, colours.city)):
        pen.disc(at, radius, colour)


def _draw_railway(pen: Pen, at: tuple[float, float], colours: Theme) -> None:
    x, y = at
    pen.line([(x - 30, y), (x + 30, y)], colours.railway_light, 10)
    pen.line([(x - 30, y), (x + 30, y)], colours.railway, 4.4)
    for step in range(-27, 30, 9):
        pen.line([(x + step, y - 7), (x + step, y + 7)], colours.railway, 2.4)
    pen.box((x - 17, y - 14, x + 17, y + 14), 5, colours.railway_light, colours.railway, 2.6)
    pen.write((x, y - 1), "4", "sans_black", 22, colours.railway)


def _draw_outline(pen: Pen, at: tuple[float, float], colours: Theme) -> None:
    x, y = at
    pen.box((x - 29, y - 23, x + 29, y + 23), 10, colours.province, colours.accent, 6)


def _draw_arrow(pen: Pen, at: tuple[float, float], colours: Theme) -> None:
    x, y = at
    pen.line([(x - 28, y), (x + 14, y)], colours.accent, 7)
    pen.draw.polygon(pen.points([(x + 30, y), (x + 10, y - 13), (x + 10, y + 13)]), fill=colours.accent)


DRAWERS: dict[str, Callable[[Pen, tuple[float, float], Theme], None]] = {
    "legend.population": _draw_population,
    "legend.province": lambda pen, at, c: _draw_land(pen, at, c.province, c.province_edge, c.ink),
    "legend.muslim": lambda pen, at, c: _draw_land(pen, at, c.muslim, c.muslim_edge, c.ink),
    "legend.state": lambda pen, at, c: _draw_land(pen, at, c.state, c.state_edge, c.ink),
    "legend.city": _draw_city,
    "legend.railway": _draw_railway,
    "legend.outline": _draw_outline,
    "legend.arrow": _draw_arrow,
}
"""The functions that draw signs which have no sprite, by the key of the sign's words."""

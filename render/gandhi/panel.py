"""The boxes beside the map: title, tracks, cards, eligibility, Viceroy, victory, forces.

A box is drawn in two parts: the frame with its fixed words, which is kept with the base layer, and what changes.
Coordinates are board pixels inside the box.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from PIL import Image

from engine.gandhi.ids import PLAYER
from engine.gandhi.view import CardView, View
from render.drawing import Pen, mix
from render.fonts import fit_size, measure, wrap
from render.gandhi.annotate import tag
from render.gandhi.captions import card_name, write_result
from render.gandhi.sprites import sprite
from render.labels import Labels
from render.themes import THEMES, Theme

SEATS = ("raj", "congress", "league", "revolutionaries")
PROTEST_ROWS = ((5, 1), (4, 1), (3, 2), (2, 2), (1, 2))
"""Each value of Restraint, with the number of Protest boxes beside it."""
FORCES = (
    "troops",
    "sepoys",
    "congress",
    "league",
    "gandhi",
    "underground",
    "league_bases",
    "revolutionary_bases",
    "protest",
    "unrest",
)


@dataclass(frozen=True)
class Frame:
    """A box of the panel: its name, its place on the full board, and its size in board pixels."""

    key: str
    left: int
    top: int
    width: int
    height: int

    @property
    def box(self) -> tuple[int, int, int, int]:
        """Return left, top, right, bottom."""
        return (self.left, self.top, self.left + self.width, self.top + self.height)


TITLE = Frame("title", 14, 14, 292, 186)
CARDS = Frame("cards", 866, 14, 720, 352)
TRACKS = Frame("tracks", 14, 1160, 412, 446)
STATUS = Frame("status", 1012, 1112, 574, 494)
FRAMES = (TITLE, CARDS, TRACKS, STATUS)


@dataclass(frozen=True)
class Sheet:
    """Surface of a box: the picture, the box's corner in picture pixels, the scale, the theme and the words."""

    image: Image.Image
    left: int
    top: int
    scale: int
    theme: str
    labels: Labels

    @property
    def pen(self) -> Pen:
        """Return a pen whose origin is the box's corner."""
        return Pen(self.image, self.scale, -self.left / self.scale, -self.top / self.scale)

    @property
    def colours(self) -> Theme:
        """Return the theme's colours."""
        return THEMES[self.theme]

    def icon(self, kind: str, center: tuple[float, float], size: int, count: int = 1) -> None:
        """Paste a sprite centred on a point of the box."""
        picture = sprite(kind, size * self.scale, self.theme, count)
        x = self.left + round(center[0] * self.scale) - picture.width // 2
        y = self.top + round(center[1] * self.scale) - picture.height // 2
        self.image.paste(picture, (x, y), picture)


def draw_frame(pen: Pen, frame: Frame, labels: Labels, colours: Theme) -> None:
    """Draw what never changes in a box: paper, rules, and fixed words. The pen's origin is the box's corner."""
    w, h = frame.width, frame.height
    pen.box((0, 0, w, h), 10, colours.paper, colours.ink, 2.4)
    pen.box((5, 5, w - 5, h - 5), 7, None, colours.paper_edge, 1.2)
    if frame == TRACKS:
        _frame_tracks(pen, labels, colours)
    elif frame == STATUS:
        _frame_status(pen, frame, labels, colours)


def draw_contents(sheet: Sheet, frame: Frame, view: View, scores: Mapping[str, int] | None = None) -> None:
    """Draw what changes in a box. ``scores`` are the victory totals before the turn, to mark what moved since."""
    if frame == TITLE:
        _draw_title(sheet, frame, view)
    elif frame == CARDS:
        _draw_cards(sheet, frame, view)
    elif frame == TRACKS:
        _draw_tracks(sheet, view)
    else:
        _draw_status(sheet, frame, view, scores or {})


def _draw_title(sheet: Sheet, frame: Frame, view: View) -> None:
    pen, colours, labels = sheet.pen, sheet.colours, sheet.labels
    middle = frame.width / 2
    pen.write((middle, 44), labels["title"], "serif_bold", 58, colours.ink, room=frame.width - 28)
    scenario = labels.get(f"scenario.{view.scenario}", view.scenario)
    pen.write((middle, 92), scenario, "serif", 25, colours.ink, room=frame.width - 28)
    pen.line([(24, 114), (frame.width - 24, 114)], colours.paper_edge, 1.5)
    for y, key, number in ((134, "campaigns_left", view.campaigns_left), (162, "cards_left", view.cards_left)):
        pen.write((22, y), labels[key], "sans", 23, colours.soft_ink, anchor="lm", room=frame.width - 90)
        pen.write((frame.width - 22, y), str(number), "sans_black", 27, colours.ink, anchor="rm")


def _draw_cards(sheet: Sheet, frame: Frame, view: View) -> None:
    half = frame.width // 2
    pen, colours, labels = sheet.pen, sheet.colours, sheet.labels
    if view.phase == "gandhi_placed":
        pen.write((half, 78), labels["card.before"], "serif_italic", 30, colours.soft_ink, room=frame.width - 48)
    else:
        _draw_card_line(sheet, view.card, "card.current", 18, half - 26)
        _draw_card_line(sheet, view.next, "card.next", half + 10, half - 26)
        pen.line([(half - 2, 16), (half - 2, 138)], colours.paper_edge, 1.5)
    pen.line([(16, 146), (frame.width - 16, 146)], colours.paper_edge, 1.5)
    _draw_eligibility(sheet, frame, view)
    pen.line([(16, 262), (frame.width - 16, 262)], colours.paper_edge, 1.5)
    sheet.icon("control", (42, 306), 44)
    name = labels.get(f"viceroy.{view.viceroy}", view.viceroy.title())
    pen.write((74, 284), name, "serif_bold", 27, colours.ink, anchor="lm", room=frame.width - 96)
    room = frame.width - 74 - 18
    for index, line in enumerate(wrap(labels.get(f"capability.{view.viceroy}", ""), "sans", 22, room)[:2]):
        pen.write((74, 310 + 24 * index), line, "sans", 22, colours.ink, anchor="lm")


def _draw_card_line(sheet: Sheet, card: CardView | None, key: str, left: int, width: int) -> None:
    pen, colours, labels = sheet.pen, sheet.colours, sheet.labels
    pen.write((left, 28), labels[key], "sans", 21, colours.soft_ink, anchor="lm", room=width - 140)
    if card is None:
        pen.write((left, 72), labels["card.none"], "serif_italic", 26, colours.soft_ink, anchor="lm")
        return
    number = str(card.number)
    campaign = bool(card.viceroy)
    order_width = 34 * len(card.order)
    for index, seat in enumerate(card.order):
        sheet.icon(f"seat_{seat}", (left + width - order_width + 34 * index + 14, 28), 30)
    pen.box((left, 48, left + 58, 88), 8, colours.control if campaign else colours.ink, None)
    pen.write((left + 29, 68), number, "sans_black", 31, colours.paper)
    title = card_name(card, labels)
    size = 26
    lines = wrap(title, "serif_bold", size, width - 68)
    while (len(lines) > 3 or any(measure(line, "serif_bold", size) > width - 68 for line in lines)) and size > 16:
        size -= 1
        lines = wrap(title, "serif_bold", size, width - 68)
    for index, line in enumerate(lines[:3]):
        pen.write((left + 68, 62 + (size + 3) * index), line, "serif_bold", size, colours.ink, anchor="lm")


def _draw_eligibility(sheet: Sheet, frame: Frame, view: View) -> None:
    """Draw the Factions in the card's order with their states, the one to decide framed; after the game, the winner."""
    pen, colours, labels = sheet.pen, sheet.colours, sheet.labels
    if view.winner:
        pen.box((16, 152, frame.width - 16, 256), 8, mix(colours.paper, colours.gold, 0.45), colours.ink, 2)
        sheet.icon(f"seat_{view.winner}", (84, 204), 84)
        words, room, size = write_result(view, labels), frame.width - 180, 38
        while len(lines := wrap(words, "serif_bold", size, room)) > 2:
            size -= 1
        for index, line in enumerate(lines):
            y = 204 + (size + 6) * (index - (len(lines) - 1) / 2)
            pen.write((146, y), line, "serif_bold", size, colours.ink, anchor="lm", room=room)
        return
    order = view.card.order if view.card is not None and view.card.order else SEATS
    width = (frame.width - 28) / len(order)
    for index, seat in enumerate(order):
        left = 14 + width * index
        status = view.eligibility.get(seat, "eligible")
        ink = colours.ink if status == "eligible" else colours.soft_ink
        if seat == view.pending:
            pen.box((left + 2, 152, left + width - 2, 256), 8, mix(colours.paper, colours.gold, 0.45), colours.ink, 2)
        sheet.icon(f"seat_{seat}", (left + 34, 184), 48)
        word = labels[f"status.{status}"]
        size = fit_size(word, "sans", 23, round(width) - 70)
        kind = view.seats.get(seat, PLAYER)
        if kind != PLAYER:
            pen.write((left + 64, 172), word, "sans", size, ink, anchor="lm")
            pen.write((left + 64, 197), labels[kind], "serif_italic", 22, ink, anchor="lm")
        else:
            pen.write((left + 64, 184), word, "sans", size, ink, anchor="lm")
        name = labels[f"seat.{seat}"]
        pen.write((left + width / 2, 232), name, "serif_bold", fit_size(name, "serif_bold", 25, round(width) - 12), ink)


def _frame_tracks(pen: Pen, labels: Labels, colours: Theme) -> None:
    pen.write((112, 26), labels["restraint"], "serif_bold", 27, colours.ink, room=190)
    pen.write((306, 26), labels["unity"], "serif_bold", 27, colours.ink, room=180)
    for index, (value, boxes) in enumerate(PROTEST_ROWS):
        y = 74 + 62 * index
        for x in (52, 306):
            pen.box((x - 27, y - 27, x + 27, y + 27), 9, colours.province, colours.paper_edge, 2)
            pen.write((x, y - 1), str(value), "serif_bold", 34, colours.soft_ink)
        for box in range(boxes):
            x = 112 + 54 * box
            pen.box((x - 24, y - 24, x + 24, y + 24), 6, None, colours.paper_edge, 2)
    pen.write((20, 374), labels["protests_available"], "sans", 22, colours.soft_ink, anchor="lm", room=330)


def _draw_tracks(sheet: Sheet, view: View) -> None:
    pen, colours, labels = sheet.pen, sheet.colours, sheet.labels
    taken = view.protests_on_map
    number = 0
    for index, (value, boxes) in enumerate(PROTEST_ROWS):
        y = 74 + 62 * index
        for x, at, colour in ((52, view.restraint, colours.control), (306, view.unity, colours.league)):
            if at == value:
                pen.box((x - 30, y - 30, x + 30, y + 30), 10, colour, colours.ink, 3)
                pen.write((x, y - 1), str(value), "serif_bold", 40, (255, 255, 255))
        for box in range(boxes):
            number += 1
            x = 112 + 54 * box
            if number > taken:
                if value >= view.restraint:
                    sheet.icon("protest", (x, y), 42)
                else:
                    _faded(sheet, "protest", (x, y), 42)
    pen.write((392, 374), str(view.protests_available), "sans_black", 27, colours.ink, anchor="rm")
    words = labels["crisis.yes"] if view.crisis else labels["crisis.no"]
    if view.crisis:
        pen.box((16, 394, 396, 432), 8, colours.loss, colours.ink, 2.4)
    size = fit_size(words, "serif_bold", 25, 360)
    pen.write((206, 412), words, "serif_bold", size, (255, 255, 255) if view.crisis else colours.soft_ink)


def _faded(sheet: Sheet, kind: str, center: tuple[float, float], size: int) -> None:
    """Paste a sprite at a third of its strength: it lies there but may not be used."""
    picture = sprite(kind, size * sheet.scale, sheet.theme)
    x = sheet.left + round(center[0] * sheet.scale) - picture.width // 2
    y = sheet.top + round(center[1] * sheet.scale) - picture.height // 2
    sheet.image.paste(picture, (x, y), picture.getchannel("A").point(lambda value: value // 4))


STATUS_ROWS = (48, 54)
FORCE_LEFT, FORCE_STEP, FORCE_TOP = 112, 45, 312


def _frame_status(pen: Pen, frame: Frame, labels: Labels, colours: Theme) -> None:
    pen.write((22, 26), labels["victory"], "serif_bold", 27, colours.ink, anchor="lm", room=200)
    pen.write((frame.width - 22, 26), labels["victory.columns"], "sans", 20, colours.soft_ink, anchor="rm", room=310)
    top, step = STATUS_ROWS
    for index, seat in enumerate(SEATS):
        y = top + step * index + step / 2
        pen.write((66, y - 10), labels[f"seat.{seat}"], "serif_bold", 23, colours.ink, anchor="lm", room=204)
        words = labels[f"victory.{seat}"]
        pen.write((66, y + 13), words, "sans", 18, colours.soft_ink, anchor="lm", room=204)
    pen.line([(16, 270), (frame.width - 16, 270)], colours.paper_edge, 1.5)
    for row, key in enumerate(("available", "out_of_play", "jail")):
        words = labels[key]
        y = FORCE_TOP + 62 + 42 * row
        pen.write((20, y), words, "sans", 20, colours.ink, anchor="lm", room=FORCE_LEFT - 28)
        pen.line([(16, y - 21), (frame.width - 16, y - 21)], colours.rule, 1.2)


def _draw_status(sheet: Sheet, frame: Frame, view: View, scores: Mapping[str, int]) -> None:
    pen, colours, labels = sheet.pen, sheet.colours, sheet.labels
    top, step = STATUS_ROWS
    for index, seat in enumerate(SEATS):
        y = top + step * index + step / 2
        sheet.icon(f"seat_{seat}", (40, y), 42)
        row = view.victory.get(seat)
        if row is None:
            continue
        ahead = row.margin > 0
        left, right = 278.0, frame.width - 92.0
        whole = max(row.threshold * 1.25, 1)
        share = min(max(row.value / whole, 0), 1)
        pen.box((left, y + 4, right, y + 20), 4, colours.rule, colours.soft_ink, 1)
        if share > 0.01:
            edge = colours.edge if seat == "revolutionaries" else colours.ink
            width = 2 if seat == "revolutionaries" else 1
            box = (left, y + 4, left + (right - left) * share, y + 20)
            pen.box(box, 4, _seat_colour(colours, seat), edge, width)
        mark = left + (right - left) * (row.threshold / whole)
        was = scores.get(seat, row.value)
        if was != row.value:
            _mark_difference(sheet, (left, y), right - left, (was / whole, row.value / whole), row.value - was)
        pen.line([(mark, y), (mark, y + 23)], colours.ink, 3)
        pen.write((left, y - 12), str(row.value), "sans_black", 28, colours.ink, anchor="lm")
        pen.write((mark, y - 11), str(row.threshold), "sans", 22, colours.soft_ink)
        sign = "+" if ahead else "−" if row.margin < 0 else "±"
        colour = colours.gain if ahead else colours.ink
        pen.write((frame.width - 24, y), f"{sign}{abs(row.margin)}", "sans_black", 31, colour, anchor="rm")
    x = 22
    for seat, amount in view.resources.items():
        sheet.icon(f"seat_{seat}", (x + 18, 293), 34)
        words = labels.say("put.value", name=labels["resources"], value=amount)
        pen.write((x + 42, 293), words, "sans_bold", 24, colours.ink, anchor="lm", room=230)
        x += 290
    for index, kind in enumerate(FORCES):
        x = FORCE_LEFT + FORCE_STEP * index + 22
        sheet.icon(kind, (x, FORCE_TOP + 21), 36)
        for line, count in enumerate(count_boxes(view, kind)):
            if count is not None:
                y = FORCE_TOP + 62 + 42 * line
                ink = colours.ink if count else colours.paper_edge
                pen.write((x, y), str(count), "sans_bold", 25, ink)


def _mark_difference(
    sheet: Sheet, at: tuple[float, float], width: float, shares: tuple[float, float], difference: int
) -> None:
    """Mark how a victory total has moved: a tag beside the number, and on the bar the stretch between then and now."""
    (x, y), colours = at, sheet.colours
    low, high = sorted(x + width * min(max(share, 0), 1) for share in shares)
    colour = colours.gain if difference > 0 else colours.loss
    sheet.pen.box((low, y + 9, max(high, low + 3), y + 15), 2, colour, colours.paper, 1)
    text = f"+{difference}" if difference > 0 else f"−{-difference}"
    picture = tag(text, 52 * sheet.scale, sheet.theme)
    left = sheet.left + round((x + 44) * sheet.scale)
    sheet.image.paste(picture, (left, sheet.top + round((y - 12) * sheet.scale) - picture.height // 2), picture)


def count_boxes(view: View, kind: str) -> tuple[int | None, int | None, int | None]:
    """Return how many of a kind are Available, Out of Play and in Jail; None for a box where none can be."""
    if kind == "protest":
        return (view.protests_available, None, None)
    if kind == "unrest":
        return (view.unrest_available, None, None)
    free = view.available.get(kind, 0) + (view.available.get("active", 0) if kind == "underground" else 0)
    out = view.out_of_play.get(kind, 0) + (view.out_of_play.get("active", 0) if kind == "underground" else 0)
    jailed = view.jail.get(kind, 0) if kind in ("congress", "league", "gandhi") else None
    bases = kind.endswith("bases")
    return (free, None if bases and not out else out, jailed)


def _seat_colour(colours: Theme, seat: str) -> tuple[int, int, int]:
    return {
        "raj": colours.troops,
        "congress": colours.congress,
        "league": colours.league,
        "revolutionaries": colours.revolutionaries,
    }[seat]

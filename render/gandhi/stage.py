"""Gandhi on the page of a whole game: its board, its icons, the outlines of its spaces, and what a View shows."""

from __future__ import annotations

import io
from collections.abc import Iterable, Mapping, Sequence
from functools import cache

from PIL import Image

from engine.core.change import Change
from engine.core.decision import Decision
from engine.gandhi.ids import SEATS
from engine.gandhi.story import Story, read_story
from engine.gandhi.view import CardView, View
from render.gandhi.base import FINER, WHOLE, draw_ink, land_layer
from render.gandhi.board import Board, Point, load_board
from render.gandhi.chart import DASHES, seat_ink
from render.gandhi.panel import FORCES, count_boxes
from render.gandhi.pieces import lay_out_badges, lay_out_things
from render.gandhi.sprites import COUNTED, PAINTERS, POPULATIONS, sprite
from render.labels import labels_for
from render.page import Cell, Name, Outline, Placed, Row, Scene, Table, Target
from render.page.scribe import Scribe, write_colour
from render.themes import THEMES

ICON = 96
"""Pixels of an icon's side: twice what the largest slot of the board has."""
QUALITY = 82
ROWS_OF_TRACKS = (
    "restraint",
    "unity",
    "resources.raj",
    "resources.revolutionaries",
    "page.crisis",
    "card.viceroy",
    "protests_available",
    "campaigns_left",
    "cards_left",
)
WORDS = {"control": "page.control", "underground": "piece.underground", "active": "piece.active"} | {
    icon: f"level.{level}"
    for level in ("active_support", "passive_support", "passive_opposition", "active_opposition")
    for icon in (level, *(f"{level}_{number}" for number in POPULATIONS))
}  # fmt: skip
SIGNS = {True: "+", False: "−"}


class GandhiStage:
    """Stage of Gandhi for the page of a game (`render.page.Stage`)."""

    name = "gandhi"
    themes: Mapping[str, str] = {"light": "classic", "dark": "dark"}

    def __init__(self) -> None:
        board = load_board()
        self.size = (board.width, board.height)
        self.outlines: Mapping[str, Outline] = _outline_all(board)
        self.icons: Mapping[str, str] = {icon: name_icon(icon) for icon in PAINTERS}
        self.tables: Sequence[Table] = (
            Table("page.cards", (Row("card.current"), Row("card.next"))),
            Table(
                "victory",
                tuple(Row(f"seat.{seat}", f"seat_{seat}") for seat in SEATS),
                ("page.total", "page.margin", "page.state"),
            ),
            Table("page.tracks", tuple(Row(row) for row in ROWS_OF_TRACKS)),
            Table(
                "page.forces",
                tuple(Row(name_icon(kind), kind) for kind in FORCES),
                ("available", "out_of_play", "jail"),
            ),
        )

    def draw_board(self, theme: str) -> bytes:
        """Return the map without a piece or a name."""
        return _draw_board(theme)

    def list_names(self, theme: str, language: str) -> Sequence[Name]:
        """Return the names on the map, and every Population."""
        scribe = Scribe()
        draw_ink(scribe, theme, labels_for(language))
        return scribe.names

    def draw_icon(self, icon: str, theme: str, *, with_count: bool) -> bytes:
        """Return a piece or marker; with a count its letter makes way for the number."""
        return _draw_icon(icon, theme, with_count and icon in COUNTED)

    def find_targets(self, view: View, decision: Decision, keys: Iterable[str]) -> Mapping[str, Target]:
        """Return no targets: every choice on the map is a space of it."""
        return {}

    def colour(self, seat: str, theme: str) -> str:
        """Return the ink of a Faction's margins."""
        return write_colour(seat_ink(seat, theme))

    def dash(self, seat: str) -> str:
        """Return the rhythm of a Faction's margins: its own, so that lines differ without colour."""
        drawn, left_out = DASHES[seat]
        return f"{drawn / 2:g} {left_out / 2:g}" if left_out else "none"

    def show(self, view: View, changes: Iterable[Change]) -> Scene:
        """Return the scene of a View, with the marks of what the Changes did."""
        story = read_story(changes)
        return Scene(
            places=_place_all(view, story),
            cells=[_write_cards(view), _write_victory(view), _write_tracks(view), _write_forces(view)],
            margins={seat: row.margin for seat, row in view.victory.items()},
            touched=story.touched,
            moves=list(dict.fromkeys((move.origin, move.target) for move in story.moves)),
            numbers={step.space: story.numbers(step.space) for step in story.steps if step.space},
        )


def name_icon(icon: str) -> str:
    """Return the key of the name of an icon."""
    if icon.startswith("seat_"):
        return icon.replace("_", ".", 1)
    return WORDS.get(icon) or f"piece.{icon.removesuffix('_active')}"


def _place_all(view: View, story: Story) -> dict[str, list[Placed]]:
    """Return the icons of every space at their places on the map: level and Control, then pieces and markers."""
    places: dict[str, list[Placed]] = {key: [] for key in view.spaces}
    for badge in lay_out_badges(view, story):
        places[badge.space].append(
            Placed(badge.kind, *badge.spot, badge.size, int(badge.stands), badge.mark, badge.is_low)
        )
    for thing in lay_out_things(view, story):
        mark = f"{SIGNS[thing.change > 0]}{abs(thing.change)}" if thing.change else ""
        places[thing.space].append(
            Placed(thing.kind, *thing.spot, thing.size, thing.count, mark, thing.kind == "protest")
        )
    return places


def _write_cards(view: View) -> list[list[Cell]]:
    return [_write_card(view.card), _write_card(view.next)]


def _write_card(card: CardView | None) -> list[Cell]:
    if card is None:
        return ["=card.none", ""]
    return [f"{card.number} =card.{card.number}", " ".join(f"@seat_{seat}" for seat in card.order)]


def _write_victory(view: View) -> list[list[Cell]]:
    rows: list[list[Cell]] = []
    for seat in SEATS:
        row = view.victory[seat]
        state = f"=status.{view.eligibility.get(seat, 'eligible')}"
        who = " · =arjuna" if view.seats.get(seat) == "arjuna" else ""
        margin = f"+{row.margin}" if row.margin > 0 else str(row.margin).replace("-", "−")
        rows.append([f"{row.value} / {row.threshold}", margin, state + who])
    return rows


def _write_tracks(view: View) -> list[list[Cell]]:
    crisis = "=crisis.yes" if view.crisis else "=crisis.no"
    return [
        [view.restraint],
        [view.unity],
        [view.resources["raj"]],
        [view.resources["revolutionaries"]],
        [crisis],
        [f"=viceroy.{view.viceroy}"],
        [view.protests_available],
        [view.campaigns_left],
        [view.cards_left],
    ]


def _write_forces(view: View) -> list[list[Cell]]:
    return [["–" if count is None else count for count in count_boxes(view, kind)] for kind in FORCES]


@cache
def _draw_board(theme: str) -> bytes:
    image = land_layer(theme, 1, WHOLE).convert("RGB")
    ink = Image.new("RGBA", (image.width * FINER, image.height * FINER), (*THEMES[theme].province, 0))
    draw_ink(Scribe(ink, FINER), theme, labels_for("en"))
    ink = ink.reduce(FINER)
    image.paste(ink, (0, 0), ink)
    return _encode(image)


@cache
def _draw_icon(icon: str, theme: str, makes_way: bool) -> bytes:
    return _encode(sprite(icon, ICON, theme, badge=False, count=2 if makes_way else 1))


def _encode(image: Image.Image) -> bytes:
    buffer = io.BytesIO()
    image.save(buffer, "WEBP", quality=QUALITY, method=4)
    return buffer.getvalue()


def _outline_all(board: Board) -> dict[str, Outline]:
    outlines = {
        key: Outline("".join(_trace(ring, closed=True) for ring in space.outlines), space.middle)
        for key, space in board.spaces.items()
        if space.center is None
    }
    for key, line in board.railways.items():
        outlines[key] = Outline(_trace(line.line), line.middle, is_line=True)
    # Cities lie on Provinces and Railways: their discs come last, on top.
    for key, space in board.spaces.items():
        if space.center is not None:
            (x, y), r = space.center, space.radius
            outlines[key] = Outline(f"M{x - r} {y}a{r} {r} 0 1 0 {2 * r} 0a{r} {r} 0 1 0 {-2 * r} 0z", space.middle)
    return outlines


def _trace(points: Sequence[Point], *, closed: bool = False) -> str:
    """Return a line as an SVG path in whole pixels, each point relative to the last."""
    whole = list(dict.fromkeys((round(x), round(y)) for x, y in points))
    (x, y), path = whole[0], f"M{whole[0][0]} {whole[0][1]}l"
    steps = []
    for u, v in whole[1:]:
        steps.append(f"{u - x} {v - y}")
        x, y = u, v
    return path + " ".join(steps).replace(" -", "-") + ("z" if closed else "")


@cache
def load_stage() -> GandhiStage:
    """Return the stage; it is made once and shared."""
    return GandhiStage()

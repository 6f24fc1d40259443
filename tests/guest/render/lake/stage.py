"""The lake on the page of a whole game."""

from __future__ import annotations

import io
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from PIL import Image, ImageDraw

from engine.core.change import Change
from engine.core.decision import Decision
from engine.lake.state import GOODS, SEATS
from render.lake.picture import COLOURS, PLACES, SIZE, STEP, draw_boat, draw_water
from render.lake.picture import GOODS as INKS
from render.page import Name, Outline, Placed, Row, Scene, Table, Target

ICON = 64


class LakeStage:
    """Content of the page for so many boats (`render.page.Stage`)."""

    themes: Mapping[str, str] = {"light": "classic", "dark": "dark"}
    size = SIZE

    def __init__(self, seats: Sequence[str]) -> None:
        self.name = f"lake-{len(seats)}"
        self.outlines: Mapping[str, Outline] = {
            place: Outline(f"M{x - 62} {y}a62 42 0 1 0 124 0a62 42 0 1 0 -124 0z", (x, y))
            for place, (x, y) in PLACES.items()
        }
        self.icons: Mapping[str, str] = {f"seat_{seat}": f"seat.{seat}" for seat in SEATS} | {
            f"goods_{goods}": f"piece.{goods}" for goods in GOODS
        }
        rows = tuple(Row(f"seat.{seat}", f"seat_{seat}") for seat in seats)
        self.tables: Sequence[Table] = (Table("page.lake.boats", rows, ("page.lake.points", "page.lake.held")),)

    def draw_board(self, theme: str) -> bytes:
        """Return the empty lake."""
        return write(draw_water())

    def list_names(self, theme: str, language: str) -> Sequence[Name]:
        """Return no words: the landings have theirs in the script."""
        return ()

    def draw_icon(self, icon: str, theme: str, *, with_count: bool) -> bytes:
        """Return a boat, or goods."""
        kind, _, name = icon.partition("_")
        image = Image.new("RGBA", (ICON, ICON))
        pen = ImageDraw.Draw(image)
        if kind == "seat":
            draw_boat(pen, ICON // 2, ICON // 2, name)
        else:
            pen.rectangle((12, 16, 52, 48), fill=INKS[name], outline="black")
        return write(image)

    def show(self, view: Any, changes: Iterable[Change]) -> Scene:
        """Return where the boats are, and what each landing wants."""
        places: dict[str, list[Placed]] = {
            place: [Placed(f"goods_{goods}", PLACES[place][0], PLACES[place][1] - 24, 40)]
            for place, goods in view["wants"].items()
        }
        for number, (seat, boat) in enumerate(view["boats"].items()):
            x, y = PLACES[boat["at"]]
            places[boat["at"]].append(Placed(f"seat_{seat}", x + (number - 1) * STEP, y + 16, 56))
        moves = [(change.origin, change.target) for change in changes if change.verb == "sail"]
        boats = view["boats"]
        return Scene(
            places=places,
            cells=[[[boat["points"], boat["holds"]] for boat in boats.values()]],
            margins={seat: boat["points"] for seat, boat in boats.items()},
            touched=[target for _, target in moves],
            moves=moves,
        )

    def find_targets(self, view: Any, decision: Decision, keys: Iterable[str]) -> Mapping[str, Target]:
        """Return nothing: every place where something can be chosen is a landing."""
        return {}

    def colour(self, seat: str, theme: str) -> str:
        """Return the colour of a seat's line."""
        return COLOURS[seat]

    def dash(self, seat: str) -> str:
        """Return the dashes of a seat's line."""
        number = SEATS.index(seat)
        return f"{8 - number} {number}" if number else "none"


def write(image: Image.Image) -> bytes:
    """Return a picture as the page needs it."""
    buffer = io.BytesIO()
    image.save(buffer, "WEBP", quality=80)
    return buffer.getvalue()

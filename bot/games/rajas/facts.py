"""Facts of this game by name: its seats, areas and headings. For everything else it asks the engine."""

from __future__ import annotations

from typing import Final

from engine.core.decision import Decision
from engine.rajas.ids import (
    CHAMBER,
    GALLERY,
    H_COSTS,
    H_DICE,
    H_NAVARATNAS,
    H_PALACE,
    H_PROVINCE,
    H_QUARRY,
    H_RIVER,
    HARBOUR,
    MARKET,
    QUARRY,
    TERRACE,
    VERANDA,
)

GAME: Final = "rajas"
COLOURS_OF_SEATS: Final = {"lotus": 0xD1488C, "peacock": 0x1B7F8C, "banyan": 0x6B8E23, "conch": 0xB9975B}
"""The accent of each seat's panels, apart from the four colours of dice. The text says everything that it says."""

PALACE: Final = "palace"
AREAS: Final = (QUARRY, MARKET, PALACE, HARBOUR)
"""The four areas of the board, in the order of the rulebook."""
AREA_OF: Final = {VERANDA: PALACE, TERRACE: PALACE, GALLERY: PALACE, CHAMBER: PALACE}
"""The area of an action, by the first word of its key, if that differs."""

PARAGRAPHS: Final = {
    "place": "course",
    "tile": H_QUARRY,
    "pay": H_COSTS,
    "square": H_PROVINCE,
    "roads": H_PROVINCE,
    "die_for": H_COSTS,
    "take": H_DICE,
    "leave": H_DICE,
    "make_room": H_DICE,
    "reroll": H_PALACE,
    "upgrade": "upgrades",
    "boat": H_RIVER,
    "good": H_RIVER,
    "cover": H_PALACE,
    "chamber_free": H_RIVER,
    "yield_order": H_QUARRY,
    "yield_tile": H_NAVARATNAS,
    "yield_space": H_NAVARATNAS,
}
"""The paragraph of the rules about each kind of question."""
CHAPTERS: Final = ("aim", "course", "end")
"""The paragraphs about winning."""


def area_of(action: str) -> str:
    """Return the area of the board to which an action belongs."""
    first = action.partition(":")[0]
    return AREA_OF.get(first, first)


def find_paragraph(decision: Decision) -> str:
    """Return the paragraph about a decision."""
    return PARAGRAPHS.get(decision.kind, "")

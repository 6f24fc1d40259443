"""Facts about Rajas that its front end adds to those of the engine: colours of seats, areas, paragraphs."""

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
"""The accent colour of each seat's panels, as 0xRRGGBB. None is like one of the four colours of dice."""

PALACE: Final = "palace"
AREAS: Final = (QUARRY, MARKET, PALACE, HARBOUR)
"""The four areas of the board, in the order of the rulebook."""
AREA_OF: Final = {VERANDA: PALACE, TERRACE: PALACE, GALLERY: PALACE, CHAMBER: PALACE}
"""The area of an action by the first word of the action's key, where that word is not the area itself."""

HEADINGS: Final = {
    "course": ("place",),
    "upgrades": ("upgrade",),
    H_COSTS: ("pay", "die_for"),
    H_DICE: ("take", "leave", "make_room"),
    H_NAVARATNAS: ("yield_tile", "yield_space"),
    H_PALACE: ("reroll", "cover"),
    H_PROVINCE: ("square", "roads"),
    H_QUARRY: ("tile", "yield_order"),
    H_RIVER: ("boat", "good", "chamber_free"),
}
"""The headings of the rules, each with the kinds of questions that its paragraph is about."""
PARAGRAPHS: Final = {kind: heading for heading, kinds in HEADINGS.items() for kind in kinds}
CHAPTERS: Final = ("aim", "course", "end")
"""The paragraphs that have buttons below a seat's sheet: the aim, the course of a round, and the end."""


def area_of(action: str) -> str:
    """Return the area of the board to which an action's key belongs, such as "palace" for "terrace:blue"."""
    first = action.partition(":")[0]
    return AREA_OF.get(first, first)


def find_paragraph(decision: Decision) -> str:
    """Return the heading of the paragraph about a decision, or "" if there is none."""
    return PARAGRAPHS.get(decision.kind, "")

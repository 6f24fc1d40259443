"""Facts about this game for its front end: colours of seats, areas, paragraphs. All others come from the engine."""

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
"""The accent of each seat's panels, unlike the four colours of the dice. The text always says what a colour says."""

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
"""The paragraphs of the rules, each with the kinds of questions that it is about."""
PARAGRAPHS: Final = {kind: heading for heading, kinds in HEADINGS.items() for kind in kinds}
CHAPTERS: Final = ("aim", "course", "end")
"""The paragraphs for every seat: the aim, the course of a round, and the end."""


def area_of(action: str) -> str:
    """Return the area of the board to which an action belongs."""
    first = action.partition(":")[0]
    return AREA_OF.get(first, first)


def find_paragraph(decision: Decision) -> str:
    """Return the paragraph about a decision, or "" if there is none."""
    return PARAGRAPHS.get(decision.kind, "")

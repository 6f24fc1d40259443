"""Help for players: the paragraph of the rules and the situation for each question, an example and chapters by Faction.

It also names the steps of the guided first turn.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from bot.games.answers import Situation
from bot.games.gandhi.facts import SPACES
from engine.core.decision import Decision
from engine.gandhi import catalogue
from engine.gandhi.view import View

EXAMPLES: Final = {
    "raj": "/deploy orders: delhi: 3T 3S; madras: 2S",
    "congress": "/civil-disobedience orders: bihar, bombay",
    "league": "/rally orders: punjab; sind",
    "revolutionaries": "/march orders: orissa > bihar 1U",
}
"""A whole turn in one line, for each Faction (see ``docs/orders.md``)."""

CHAPTERS: Final = {
    "raj": ("3.2", "4.2", "7.2"),
    "congress": ("3.3", "4.3", "7.2"),
    "league": ("3.3", "4.4", "7.2"),
    "revolutionaries": ("3.4", "4.5", "7.2"),
}
"""The paragraphs with which a Faction's Operations and Special Activities begin, and the one about victory."""

INTERRUPTIONS: Final = {
    "arrest": "3.2.4",
    "crisis": "6.8",
    "displace": "1.3.5",
    "satyagraha.release": "4.3.2",
    "transfer.consent": "1.5.2",
}
"""The paragraphs of questions that a Faction is asked in or after another's turn, by the beginning of their kind."""
PARAGRAPHS: Final = {
    "turn": "2.3.4",
    "event": "5.1",
    "pass": "2.3.3",
    "setup": "2.1",
    "remove_own": "1.4.1",
    "transfer": "1.5.2",
    "strikes": "6.2.1",
    "imperialism": "6.3.1",
    "constructive": "6.3.2",
    "pakistan_movement": "6.3.3",
    "secret_societies": "6.3.4",
}
"""The paragraph for a decision by the first part of its kind, apart from Operations and Special Activities."""
REDEPLOY: Final = {"raj": "6.4.2", "congress": "6.4.3", "league": "6.4.4", "revolutionaries": "6.4.5"}
OPERATIONS: Final = {"raj": "3.2", "congress": "3.3", "league": "3.3", "revolutionaries": "3.4"}
SPECIAL_ACTIVITIES: Final = {"raj": "4.2", "congress": "4.3", "league": "4.4", "revolutionaries": "4.5"}


def name_situation(view: View, decision: Decision) -> Situation:
    """Return the `Situation` of the person who must answer a decision."""
    if any(decision.kind.startswith(interruption) for interruption in INTERRUPTIONS):
        return "middle"
    if view.phase not in ("turn", "gandhi_placed"):
        return "campaign"
    first = decision.kind.partition(".")[0]
    if first == "event":
        return "event"
    if first == "setup":
        return "setup"
    return "your_turn" if decision.kind == "turn.action" else "choosing"


def find_paragraph(decision: Decision) -> str:
    """Return the number of the paragraph of the rules about a decision, or ""."""
    for interruption, number in INTERRUPTIONS.items():
        if decision.kind.startswith(interruption):
            return number
    first = decision.kind.partition(".")[0]
    if first == "redeploy":
        return REDEPLOY[decision.seat]
    return PARAGRAPHS.get(first) or number_action(decision.seat, first)


def number_action(seat: str, name: str) -> str:
    """3.2 to 4.5 Return the number of the paragraph of a Faction's Operation or Special Activity, or ""."""
    for section, menu in ((OPERATIONS, catalogue.OPERATIONS), (SPECIAL_ACTIVITIES, catalogue.SPECIAL_ACTIVITIES)):
        if name in menu[seat]:
            return f"{section[seat]}.{list(menu[seat]).index(name) + 1}"
    return ""


def refine_step(name: str, keys: Collection[str]) -> str:
    """Return the step of the guided first turn for a question whose usual step has this name.

    Once a space is chosen, the step "space" becomes "special" (Satyagraha), and after Satyagraha "finish".
    """
    if name == "space" and any(key in SPACES for key in keys):
        return "finish" if "special:satyagraha" in keys else "special"
    return name

"""What the questions of the rules ask for, as orders see them, and the usual answer to each."""

from __future__ import annotations

from collections.abc import Set

from engine.core.decision import Decision

DONE = "done"
END = "end"
STOPS = (DONE, END)

SELECTIONS = ("space", "city", "origin")
ORIGINS = ("sweep.origin", "treaty.origin", "demonstrate.move", "deploy.source")
TARGETS = ("civil_disobedience.railway", "garrison.destination", "march.destination")
PIECES = ("sweep.piece", "garrison.piece", "march.piece", "deploy.piece")
COUNTS = (
    "sweep.count",
    "garrison.count",
    "march.count",
    "deploy.count",
    "treaty.count",
    "demonstrate.count",
    "civil_disobedience.count",
)
ESCORT = "demonstrate.escort"
ENDS_UNASKED = ("civil_disobedience.railway", "march.piece", "demonstrate.move")
"""Questions that are over when an order says no more about them."""
FIRST_UNASKED = ("rally.what",)
"""Questions whose first answer is the usual one: Activists or Guerrillas rather than a Base."""


def find_usual(decision: Decision, answered: Set[str]) -> str:
    """The answer when an order says nothing, or an empty string when there is no usual one.

    ``answered`` are the kinds of decision that the order has said something to already.
    """
    keys = decision.keys
    if decision.usual:
        return decision.usual
    if decision.kind == "demonstrate.move" and "protest" in keys:
        return "protest"
    if decision.kind in FIRST_UNASKED:
        return decision.options[0].key
    if DONE in keys and (decision.kind in ENDS_UNASKED or decision.kind in answered):
        return DONE
    if len(decision.options) == 1:
        return decision.options[0].key
    numbers = [option.key for option in decision.options if option.key.isdigit()]
    return numbers[-1] if len(numbers) == len(decision.options) else ""

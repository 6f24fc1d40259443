"""A stored turn by name: whose it was, and on which card."""

from __future__ import annotations

from bot.language import Language
from storage import Turn


def name_step(language: Language, turn: Turn) -> str:
    """A turn as one would speak of it: "12: Raj, 33 Flag Satyagraha Defies British", or a phase of a Campaign Round."""
    phase, seat, card = (turn.label.get(name) for name in ("phase", "seat", "card"))
    if phase == "turn" and seat and card:
        return language.say("ui.step.turn", number=turn.number, seat=seat, card=card)
    return language.say("ui.step.phase", number=turn.number, phase=phase)

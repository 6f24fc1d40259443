"""8.7 Special Activities of Non-player Factions: which one of a card's box is executed."""

from __future__ import annotations

from engine.core.decision import Decision
from engine.core.text import Text
from engine.gandhi.arjuna import specials_insurgent, specials_nonviolent, specials_raj
from engine.gandhi.arjuna.cards import SpecialBox
from engine.gandhi.arjuna.mind import Mind
from engine.gandhi.arjuna.special_way import SPECIAL, Way
from engine.gandhi.arjuna.working import Work

WAYS: dict[str, Way] = {**specials_raj.WAYS, **specials_nonviolent.WAYS, **specials_insurgent.WAYS}
"""Every Special Activity that a card can order, by the card's word."""

SPECIAL_TEXTS = {word: Text(f"arjuna.special.{word}") for word in WAYS}


def execute_first(mind: Mind, decision: Decision, box: SpecialBox) -> Work:
    """8.7 Execute the first Special Activity of a box that can be executed, and return the pending decision.

    A Satyagraha does not count if Raj keeps Gandhi in Jail: then the next one follows (8.7.2).
    """
    for option in box.options:
        way = WAYS[option.special]
        key = SPECIAL + way.special
        name = SPECIAL_TEXTS[option.special]
        if not decision.allows(key) or not way.is_possible(mind, option):
            mind.think("skip", "skip_special", (), what=name)
            continue
        mind.think("special", "special", (), what=name)
        decision = yield from way.run(mind, option)
        if mind.turn.special:
            return decision
        mind.think("skip", "refused", ())
    return decision

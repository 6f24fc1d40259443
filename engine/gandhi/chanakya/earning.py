"""4.5.1 Aid to gain Resources, which Arjuna never does: it needs none (8.1)."""

from __future__ import annotations

from engine.core.decision import Decision
from engine.gandhi.arjuna.mind import Mind
from engine.gandhi.arjuna.play import follow_cards, take_turn
from engine.gandhi.arjuna.special_way import SPECIAL, pursue
from engine.gandhi.arjuna.working import Work, default_answer, spaces_of
from engine.gandhi.board import BOARD, GEOGRAPHY
from engine.gandhi.ids import REVOLUTIONARIES
from engine.gandhi.special_activities.revolutionaries import AID

EARN = "earn"
"""Name of an Aid for Resources in a plan, and its answer in the rules."""
POOR = 4
"""The Resources below which the Revolutionaries of an imagined game earn some before they operate."""
WORTH_IT = 2
"""The least Resources for which these Revolutionaries Aid."""


def would_earn(mind: Mind, space: str) -> int:
    """4.5.1 Return how many Resources Aid would gain in a space."""
    return GEOGRAPHY[space].population if mind.state.spaces[space].underground else 0


def can_earn(mind: Mind, decision: Decision) -> bool:
    """Return whether Aid may be executed now, and is worth it."""
    if mind.seat != REVOLUTIONARIES or not mind.turn.may_special or mind.turn.special:
        return False
    gain = sum(would_earn(mind, space) for space in BOARD.lands)
    return gain >= WORTH_IT and decision.allows(SPECIAL + AID)


def earn(mind: Mind) -> Work:
    """4.5.1 Earn Resources wherever a Guerrilla is Underground, where Aid brings most first."""

    def answer(pending: Decision) -> str:
        if pending.kind == "aid.space":
            spaces = [space for space in spaces_of(pending) if would_earn(mind, space)]
            return max(spaces, key=lambda space: would_earn(mind, space)) if spaces else default_answer(pending)
        return EARN if pending.allows(EARN) else default_answer(pending)

    return (yield from pursue(AID, answer))


def take_paid_turn(mind: Mind, decision: Decision) -> Work:
    """Play a turn of the Revolutionaries as a player in an imagined game: first earn when poor, then as Arjuna does."""
    mind.follow(decision)
    if mind.state.resources[mind.seat] < POOR and can_earn(mind, decision):
        decision = yield from earn(mind)
        return (yield from follow_cards(mind, decision, may_special=False))
    return (yield from take_turn(mind, decision))

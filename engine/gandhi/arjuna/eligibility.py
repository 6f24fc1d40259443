"""8.2 The Non-player Eligibility table: how a Non-player Faction uses the current card."""

from __future__ import annotations

from collections.abc import Callable

from engine.core.text import Text
from engine.gandhi.arjuna.mind import Mind
from engine.gandhi.board import BOARD
from engine.gandhi.events.data import EVENTS

EVENT = "event"
PASS = "pass"  # noqa: S105
OPERATION_ONLY = "operation_only"
LIMITED_OPERATION = "limited_operation"
OPERATION_AND_SPECIAL = "operation_and_special"


CRITICAL_EVENT = "critical_event"
EFFECTIVE_EVENT = "effective_event"
WAITS = "waits"
MOVES_UP = "moves_up"
ACTIONS = {CRITICAL_EVENT: EVENT, EFFECTIVE_EVENT: EVENT, WAITS: PASS, MOVES_UP: PASS}
"""8.2.1 The action for each reason that has another name than its action."""


def is_critical(card: int, seat: str) -> bool:
    """8.8.1 Return whether an Event is a Critical Event for a Faction."""
    event = EVENTS.get(card)
    return event is not None and seat in event.critical.seats


def next_eligible(mind: Mind) -> str:
    """2.3.2 Return the Eligible Faction that would act after this one on the current card, or an empty string."""
    state = mind.state
    for seat in BOARD.events[state.card].order:
        if seat != mind.seat and state.cylinders[seat] == "eligible":
            return seat
    return ""


def is_surely_first(mind: Mind) -> bool:
    """8.2.1, N-04 Return whether the Faction is guaranteed to be 1st Eligible on the Upcoming card.

    Every Faction before it in that card's order will surely be Ineligible: it has executed on the current card and does
    not stay Eligible by its Event, or an Event has made it Ineligible through the next card (2.3.1, 2.3.6).
    """
    state = mind.state
    event = BOARD.events.get(state.upcoming)
    if event is None:
        return False
    for seat in event.order:
        if seat == mind.seat:
            return True
        executed = state.cylinders[seat] == "executed" and seat not in state.stays_eligible
        if not (executed or state.stays_ineligible.get(seat)):
            return False
    return False


def decide(mind: Mind, *, may_event: bool, is_effective: Callable[[], bool]) -> str:
    """8.2.1 Return what to do as 1st or 2nd Eligible Faction.

    ``is_effective`` returns whether the Event would be effective for this Faction. It is called at most once, and only
    if a line of the table depends on it.
    """
    state = mind.state

    def can_take_event() -> bool:
        return may_event and is_effective()

    reason = decide_second(mind, can_take_event) if state.first else decide_first(mind, can_take_event)
    mind.think("eligibility", f"decides.{reason}", (), seat=mind.seat, card=state.card)
    return ACTIONS.get(reason, reason)


def holds(mind: Mind, test: str, answer: bool) -> bool:
    """Return whether a line of the table is true, and note that for the explanation."""
    line = Text(f"arjuna.line.{test}", {"card": mind.state.card, "upcoming": mind.state.upcoming})
    mind.think("eligibility", "answer.yes" if answer else "answer.no", (), test=line)
    return answer


def decide_first(mind: Mind, can_take_event: Callable[[], bool]) -> str:
    """8.2.1 Return the action of the 1st Eligible Faction by the table, or its reason (`ACTIONS`)."""
    state = mind.state
    critical = is_critical(state.card, mind.seat)
    if holds(mind, "critical", critical) and holds(mind, "effective", can_take_event()):
        return CRITICAL_EVENT
    other = next_eligible(mind)
    if holds(mind, "critical_for_next", bool(other) and is_critical(state.card, other)):
        return OPERATION_ONLY
    if holds(mind, "waits_for_critical", is_surely_first(mind) and is_critical(state.upcoming, mind.seat)):
        return WAITS
    return OPERATION_AND_SPECIAL


def decide_second(mind: Mind, can_take_event: Callable[[], bool]) -> str:
    """8.2.1, N-05 to N-07 Return the action of the 2nd Eligible Faction by the table, or its reason (`ACTIONS`)."""
    state = mind.state
    sure = is_surely_first(mind)
    waits = sure and is_critical(state.upcoming, mind.seat)
    may_matter = state.first == OPERATION_AND_SPECIAL or (waits and is_critical(state.card, mind.seat))
    effective = may_matter and can_take_event()
    if holds(mind, "waits_for_critical", waits and not (is_critical(state.card, mind.seat) and effective)):
        return WAITS
    if holds(mind, "event_left", state.first == OPERATION_AND_SPECIAL and effective):
        return EFFECTIVE_EVENT
    if holds(mind, "surely_first", sure):
        return MOVES_UP
    if holds(mind, "only_limited", state.first != EVENT):
        return LIMITED_OPERATION
    return OPERATION_AND_SPECIAL

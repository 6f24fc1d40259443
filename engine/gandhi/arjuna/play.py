"""8.1 to 8.3 A Non-player Faction's turn: the Eligibility table, then Arjuna cards until an Operation is done."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator
from functools import cache, partial
from typing import TypeAlias

import msgspec

from engine.core.decision import Decision
from engine.gandhi import catalogue
from engine.gandhi.arjuna import nonviolent, raj, revolutionaries, sweeping
from engine.gandhi.arjuna.cards import (
    CARDS,
    DRAW,
    STACKS,
    Box,
    Card,
    Node,
    OperationBox,
    SpecialBox,
    draw,
    every_node,
    refuse_unknown,
    sides,
)
from engine.gandhi.arjuna.eligibility import EVENT, OPERATION_AND_SPECIAL, PASS, decide
from engine.gandhi.arjuna.event_play import choose_side, find_column, play_event
from engine.gandhi.arjuna.mind import Mind
from engine.gandhi.arjuna.specials import WAYS, execute_first
from engine.gandhi.arjuna.working import Work, finish
from engine.gandhi.asking import DONE
from engine.gandhi.ids import CONGRESS, LEAGUE, RAJ, REVOLUTIONARIES

Follow: TypeAlias = Generator[str, Decision, tuple[Decision, bool]]

RESTRAINT = "restraint"
FALLBACK_NUMBER = 6
"""The Activation Number of an Operation that only follows a Special Activity: in one space, as no roll exceeds it."""


class Procedure(msgspec.Struct, frozen=True):
    """How a Faction executes an Operation, and whether it would have any effect (8.1.5)."""

    is_possible: Callable[[Mind], bool]
    run: Callable[[Mind, Decision, OperationBox], Work]


NONVIOLENT = {
    "rally": Procedure(nonviolent.can_rally, nonviolent.rally),
    "demonstrate": Procedure(nonviolent.can_demonstrate, nonviolent.demonstrate),
    "civil_disobedience": Procedure(nonviolent.can_disobey, nonviolent.civil_disobedience),
    "non_cooperation": Procedure(nonviolent.can_refuse, nonviolent.non_cooperation),
}
PROCEDURES: dict[str, dict[str, Procedure]] = {
    RAJ: {
        "deploy": Procedure(raj.can_deploy, raj.deploy),
        "sweep": Procedure(sweeping.can_sweep, sweeping.sweep),
        "assault": Procedure(raj.can_assault, raj.assault),
    },
    CONGRESS: NONVIOLENT,
    LEAGUE: NONVIOLENT,
    REVOLUTIONARIES: {
        "rally": Procedure(revolutionaries.can_rally, revolutionaries.rally),
        "march": Procedure(revolutionaries.can_march, revolutionaries.march),
        "attack": Procedure(revolutionaries.can_attack, revolutionaries.attack),
        "unrest": Procedure(revolutionaries.can_spread_unrest, revolutionaries.unrest),
    },
}
"""8.6 How each Faction executes its Operations. Non-player Raj never Garrisons."""


def find_unknown(card: Card, nodes: Iterable[Node]) -> Iterator[str]:
    """Yield every word in the boxes of a side that names nothing the card's Faction can do."""
    for node in every_node(nodes):
        if isinstance(node, OperationBox) and node.operation not in PROCEDURES[card.seat]:
            yield node.operation
        if isinstance(node, OperationBox) and isinstance(node.number, str) and node.number != RESTRAINT:
            yield node.number
        for option in node.options if isinstance(node, SpecialBox) else ():
            way = WAYS.get(option.special)
            if way is None or way.special not in catalogue.SPECIAL_ACTIVITIES[card.seat]:
                yield option.special
            else:
                yield from (step for step in option.steps if step not in way.steps)


refuse_unknown(CARDS.values(), find_unknown)


def take_turn(mind: Mind, decision: Decision) -> Work:
    """8.2.1 Take one turn of a Non-player Faction on the current card."""
    side = choose_side(mind)
    mind.follow(decision)
    column = cache(partial(find_column, mind, side))
    action = decide(mind, may_event=mind.turn.may_event, is_effective=lambda: bool(column()))
    if action == EVENT:
        decision = yield f"event:{side}"
        return (yield from play_event(mind, decision, side, column()))
    if action != PASS:
        may_special = action == OPERATION_AND_SPECIAL and mind.turn.may_special
        decision = yield from follow_cards(mind, decision, may_special=may_special)
    if decision.allows(PASS):
        if action != PASS:
            mind.think("operation", "passes", ())
        decision = yield PASS
    return decision


def follow_cards(mind: Mind, decision: Decision, *, may_special: bool) -> Work:
    """8.3 Draw Arjuna cards until one leads to an Operation; after all six have failed the Faction passes (N-09)."""
    for _ in STACKS[mind.seat]:
        card = draw(mind)
        decision, done = yield from follow_boxes(mind, decision, sides(mind, card), may_special=may_special)
        if done:
            return decision
    mind.think("skip", "no_card", ())
    if decision.kind == "turn.operation":
        decision = yield from operate_at_all(mind, decision)
    return decision


def operate_at_all(mind: Mind, decision: Decision) -> Work:
    """4.1 Execute an Operation, with an effect if possible, after a Special Activity (R-44), whatever the cards say."""
    procedures = PROCEDURES[mind.seat]
    names = [name for name in procedures if decision.allows(name)]
    names.sort(key=lambda name: not procedures[name].is_possible(mind))
    mind.think("skip", "must_operate", ())
    decision = yield from operate(mind, decision, OperationBox(names[0], number=FALLBACK_NUMBER))
    return (yield from leave(decision))


def follow_boxes(mind: Mind, decision: Decision, boxes: Iterable[Box | str], *, may_special: bool) -> Follow:
    """8.3 Carry out a card's boxes. Returns the pending decision and whether they led to an Operation.

    A Special Activity done on an earlier card is not done again (N-10); none is done with a Limited Operation, or where
    the Eligibility table says Operation only (N-11).
    """
    operated = False
    for box in boxes:
        if box == DRAW:
            mind.think("card", "draw_again", ())
            break
        if isinstance(box, SpecialBox):
            hindrance = why_no_special(mind, decision, may_special=may_special, operated=operated)
            if hindrance:
                mind.think("skip", hindrance, ())
            else:
                decision = yield from execute_first(mind, decision, box)
        elif isinstance(box, OperationBox):
            procedure = PROCEDURES[mind.seat][box.operation]
            if not decision.allows(box.operation) or not procedure.is_possible(mind):
                mind.think("skip", "skip_operation", (), operation=box.operation)
                break
            decision = yield from operate(mind, decision, box)
            operated = True
    if operated:
        decision = yield from leave(decision)
    return decision, operated


def why_no_special(mind: Mind, decision: Decision, *, may_special: bool, operated: bool) -> str:
    """8.3 Return why a box with Special Activities is skipped as a whole: the key of the reason, or nothing."""
    if not may_special:
        return "no_special_allowed"
    if mind.turn.special:
        return "special_done"
    return "" if operated or can_operate(mind, decision) else "nothing_follows"


def can_operate(mind: Mind, decision: Decision) -> bool:
    """4.1, R-44 Return whether an Operation with an effect could follow a Special Activity that comes first."""
    return any(decision.allows(name) and one.is_possible(mind) for name, one in PROCEDURES[mind.seat].items())


def operate(mind: Mind, decision: Decision, box: OperationBox) -> Work:
    """8.6 Execute the Operation of a box, its closing step included."""
    mind.think("operation", "limited" if mind.turn.limited else "operation", (), operation=box.operation)
    decision = yield box.operation
    kind = decision.kind
    decision = yield from PROCEDURES[mind.seat][box.operation].run(mind, decision, box)
    if catalogue.OPERATIONS[mind.seat][box.operation].closes:
        decision = yield from finish(decision, kind)
    return decision


def leave(decision: Decision) -> Work:
    """End the turn without further selections."""
    while True:
        if decision.allows(DONE):
            decision = yield DONE
        elif decision.allows("end"):
            decision = yield "end"
        else:
            return decision

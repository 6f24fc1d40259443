"""The turns that Chanakya considers: what Arjuna's cards could order, either side of the Event, and any legal play.

A plan has a name, from which it can be made again: ``card:A``, ``back:A``, ``sweep``, ``govern sweep``,
``sweep govern``, ``earn rally 2``, ``event:shaded``, ``pass``, ``any:7``, ``cards``. The number after an Operation says
in how many spaces it is executed at most.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from engine.core.decision import Decision
from engine.core.dice import Dice
from engine.gandhi.arjuna.cards import CARDS, STACKS, OperationBox, SpecialBox, SpecialOption, every_node, walk
from engine.gandhi.arjuna.event_play import find_column, play_event
from engine.gandhi.arjuna.mind import Mind
from engine.gandhi.arjuna.play import PROCEDURES, follow_boxes, leave, operate, take_turn
from engine.gandhi.arjuna.specials import execute_first
from engine.gandhi.arjuna.working import Work, default_answer
from engine.gandhi.asking import DONE
from engine.gandhi.board import GEOGRAPHY
from engine.gandhi.catalogue import OPERATIONS
from engine.gandhi.chanakya.actors import Plan
from engine.gandhi.chanakya.earning import EARN, can_earn, earn
from engine.gandhi.ids import REVOLUTIONARIES
from engine.gandhi.sequence import PASS

CARD, BACK, EVENT, ANY, ASIDE = "card:", "back:", "event:", "any:", "+"
CARDS_PLAN = "cards"
"""Arjuna's own plan: its Eligibility table, then its cards."""
ANY_PLANS = 48
"""How many random legal turns are considered; none removes own pieces (1.4.1) or transfers Resources (1.5.2)."""
FEW = ("1", "2", "3")
"""The numbers of spaces in which an Operation that costs Resources is tried too."""
GIFT = "extra"
"""The role of an answer that removes own pieces or transfers Resources."""
RARE: dict[str, int] = {"stop": 20, "pass": 3}
"""The percentage of cases in which random play accepts an answer of these kinds."""


def list_plans(seat: str) -> Iterator[str]:
    """Yield the names of all plans of a Faction."""
    yield PASS
    for side in ("unshaded", "shaded"):
        yield EVENT + side
        yield f"{EVENT}{side}{ASIDE}"
    for letter in STACKS[seat]:
        yield CARD + letter
        yield BACK + letter
    for operation in PROCEDURES[seat]:
        yield operation
        for word in (*list_specials(seat), *([EARN] if seat == REVOLUTIONARIES else [])):
            yield f"{word} {operation}"
            yield f"{operation} {word}"
        for few in FEW if seat == REVOLUTIONARIES else ():
            yield f"{operation} {few}"
            yield f"{operation} {few} {EARN}"
            yield f"{EARN} {operation} {few}"
    for number in range(ANY_PLANS):
        yield f"{ANY}{number}"


def list_sober_plans(seat: str, *, is_begun: bool) -> Iterator[str]:
    """Yield the names of the plans that may be advised to a person; with ``is_begun``, those that continue a turn."""
    if not is_begun:
        yield from (name for name in list_plans(seat) if not name.startswith(ANY) and ASIDE not in name)
    for number in range(ANY_PLANS):
        yield f"{ANY}{number}"


def list_specials(seat: str) -> dict[str, SpecialOption]:
    """Return the Special Activities that a Faction's cards order, each as on the first card that has it."""
    found: dict[str, SpecialOption] = {}
    for letter in STACKS[seat]:
        for node in every_node((*CARDS[letter].front, *CARDS[letter].back)):
            for option in node.options if isinstance(node, SpecialBox) else ():
                found.setdefault(option.special, option)
    return found


def make_plan(name: str) -> Plan:
    """Return the plan with this name."""
    if name == PASS:
        return pass_turn
    if name == CARDS_PLAN:
        return take_turn
    if name.startswith(EVENT):
        side = name.removeprefix(EVENT)
        return partial(take_event, side.rstrip(ASIDE), ASIDE in side)
    if name.startswith((CARD, BACK)):
        return partial(follow_side, name[-1], name.startswith(BACK))
    if name.startswith(ANY):
        return partial(play_anyhow, int(name.removeprefix(ANY)))
    return partial(operate_and_more, name.split())


def pass_turn(mind: Mind, decision: Decision) -> Work:
    """2.3.3 Pass the turn."""
    return (yield PASS)


def take_event(side: str, anyhow: bool, mind: Mind, decision: Decision) -> Work:
    """5.0 Execute a side of the Event, with Arjuna's or random answers."""
    mind.follow(decision)
    column = find_column(mind, side)
    decision = yield f"{EVENT}{side}"
    if anyhow:
        return (yield from play_anyhow(0, mind, decision))
    return (yield from play_event(mind, decision, side, column))


def follow_side(letter: str, is_back: bool, mind: Mind, decision: Decision) -> Work:
    """8.3 Follow the orders on a side of a card, with a Special Activity if one is allowed."""
    mind.follow(decision)
    card = CARDS[letter]
    boxes = walk(mind, card.back if is_back else card.front)
    decision, _ = yield from follow_boxes(mind, decision, boxes, may_special=mind.turn.may_special)
    return decision


def operate_and_more(words: list[str], mind: Mind, decision: Decision) -> Work:
    """3.0, 4.0 Operate, alone or with a Special Activity before or after it, without Activation rolls."""
    mind.follow(decision)
    most = next((int(word) for word in words if word in FEW), 0)
    for word in words:
        if word in PROCEDURES[mind.seat]:
            if not (decision.allows(word) and PROCEDURES[mind.seat][word].is_possible(mind)):
                return decision
            decision = yield from operate_in(mind, decision, word, most)
        elif word == EARN:
            if can_earn(mind, decision):
                decision = yield from earn(mind)
        elif word not in FEW and mind.turn.may_special and not mind.turn.special:
            decision = yield from execute_first(mind, decision, SpecialBox((list_specials(mind.seat)[word],)))
    return (yield from leave(decision))


def operate_in(mind: Mind, decision: Decision, operation: str, most: int) -> Work:
    """3.1.1 Operate in Arjuna's way, in at most ``most`` spaces (0: in all that it would select)."""
    work = operate(mind, decision, OperationBox(operation, number=0))
    decision = yield next(work)
    kind, selected = decision.kind, 0
    while not most or selected < most or decision.kind != kind:
        try:
            key = work.send(decision)
        except StopIteration as end:
            pending: Decision = end.value
            return pending
        selected += decision.kind == kind and key in GEOGRAPHY
        decision = yield key
    if OPERATIONS[mind.seat][operation].closes and decision.allows(DONE):
        decision = yield DONE
        while decision.kind.startswith(f"{operation}."):
            decision = yield default_answer(decision)
    return decision


def play_anyhow(number: int, mind: Mind, decision: Decision) -> Work:
    """Give random legal answers that give no pieces or Resources away, drawn by the plan's own dice."""
    dice = Dice(f"{ANY}{number}:{mind.step}".encode())
    while True:
        decision = yield pick(decision, dice)


def pick(decision: Decision, dice: Dice) -> str:
    """Return the key of any allowed answer but gifts; passes, and ends of a question, are rarer than others."""
    options = [option for option in decision.options if option.role != GIFT] or decision.options
    chosen = options[dice.number("any", len(options))]
    if dice.number("any", 100) >= RARE.get(chosen.role, 100):
        others = [option for option in options if option.role not in RARE]
        chosen = others[dice.number("any", len(others))] if others else chosen
    return chosen.key

"""A turn of the lake game."""

from __future__ import annotations

from collections.abc import Iterable

from engine.core.decision import Decision, Option
from engine.core.protocol import Rule
from engine.core.text import Text, text, why_not
from engine.lake.state import BACK, MAP, State

ACTIONS = ("sail", "deliver", "store", "swap", "draw")
MOST_HELD = 5


def play_turn(state: State) -> Rule:
    """1. Take one or two actions. Storing a card ends the turn: a step ends with what stays hidden."""
    seat = state.seat
    for number in (1, 2):
        key = yield ask_action(state, seat, may_stop=number == 2)
        if key == "stop":
            break
        state.begin(seat, key)
        if key == "sail":
            state.sail(seat, (yield ask_landing(state, seat)))
        elif key == "deliver":
            state.deliver(seat)
        elif key == "draw":
            state.draw(seat)
        elif key == "swap":
            yield from ask_to_swap(state, seat)
        else:
            state.store(seat, (yield ask_goods(state, seat)))
            break
    state.turns += 1


def ask_action(state: State, seat: str, *, may_stop: bool) -> Decision:
    """1. Ask for an action."""
    reasons = {action: find_reason(state, seat, action) for action in ACTIONS}
    options = [say_action(action) for action, why in reasons.items() if why is None]
    if may_stop:
        options.append(Option("stop", text("lake.stop"), role="stop"))

    def closed() -> Iterable[Option]:
        return [say_action(action, why) for action, why in reasons.items() if why is not None]

    return Decision(seat, "lake.act", text("ask.lake.act"), options, closed=closed)


def say_action(action: str, why: Text | None = None) -> Option:
    """Return the option of an action."""
    return Option(action, text("action", action=action), why=why, role="action")


def find_reason(state: State, seat: str, action: str) -> Text | None:
    """Return why an action is not possible now, or None. Only what the seat itself may know can be the reason."""
    boat = state.boats[seat]
    if action == "deliver" and state.wants[boat.at] not in boat.hand:
        return why_not("lake.not_wanted", "3")
    if action == "store" and not boat.hand:
        return why_not("lake.nothing_held", "4")
    if action == "swap" and not list_others(state, seat):
        return why_not("lake.nobody_here", "5")
    if action == "draw" and (not state.deck or len(boat.hand) >= MOST_HELD):
        return why_not("lake.no_card", "6")
    return None


def list_others(state: State, seat: str) -> list[str]:
    """5. Return the seats with which a seat may swap: those at the same landing, where both hold a card."""
    here = state.boats[seat]
    if not here.hand:
        return []
    return [other for other, boat in state.boats.items() if other != seat and boat.at == here.at and boat.hand]


def ask_landing(state: State, seat: str) -> Decision:
    """2. Ask where to sail. The fog may keep the boat where it is."""
    near = MAP[state.boats[seat].at]
    options = [Option(place, text("space", space=place), role="space") for place in near]

    def closed() -> Iterable[Option]:
        far = [place for place in MAP if place not in near]
        return [
            Option(place, text("space", space=place), why=why_not("lake.too_far", "2"), role="space") for place in far
        ]

    return Decision(seat, "lake.to", text("ask.lake.to"), options, closed=closed, action="sail")


def ask_goods(state: State, seat: str) -> Decision:
    """4. Ask which card to store."""
    held = dict.fromkeys(state.boats[seat].hand)
    if BACK in held:
        state.dice.look()
    options = [Option(goods, text("piece", piece=goods), role="piece") for goods in held]
    return Decision(seat, "lake.store", text("ask.lake.store"), options, action="store")


def ask_to_swap(state: State, seat: str) -> Rule:
    """5. Ask with whom to swap, and then that seat whether it agrees."""
    others = list_others(state, seat)
    options = [Option(other, text("seat", seat=other)) for other in others]
    other = yield Decision(seat, "lake.with", text("ask.lake.with"), options, action="swap")
    answers = [Option("yes", text("lake.yes")), Option("no", text("lake.no"), role="decline")]
    answer = yield Decision(other, "lake.agree", text("ask.lake.agree", seat=seat), answers, action="swap")
    if answer == "yes":
        state.swap(seat, other)

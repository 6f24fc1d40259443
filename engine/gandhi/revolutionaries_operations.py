"""3.4 Revolutionaries Operations: Rally, March, Attack, Unrest."""

from __future__ import annotations

from engine.core.decision import Option
from engine.core.protocol import Step
from engine.core.text import Text, text, why_not
from engine.gandhi.asking import DONE, ask_count, ask_option
from engine.gandhi.board import BOARD, GEOGRAPHY
from engine.gandhi.ids import ACTIVE, REVOLUTIONARIES, REVOLUTIONARY_BASES, UNDERGROUND
from engine.gandhi.turn import Operation, Turn

RALLY_COST = 1
RALLY_SUPPORT = why_not("at_support_without_base", "3.4.1")
RALLY_RAILWAY = why_not("on_railway", "3.4.1")
RALLY_CANNOT_PAY = why_not("cannot_pay", "3.4.1")
NO_RALLY_SPACE = why_not("no_space", "3.4.1")


# -- 3.4.1 Rally -------------------------------------------------------------------------------------------


def why_not_rally(turn: Turn, space: str) -> Text | None:
    """3.4.1 Why a space cannot be selected for Rally, or None: without Support, or with a Revolutionaries Base."""
    if GEOGRAPHY[space].is_railway:
        return RALLY_RAILWAY
    here = turn.state.spaces[space]
    if here.level > 0 and not here.revolutionary_bases:
        return RALLY_SUPPORT
    return turn.why_not_selectable(space) or (None if turn.can_pay(RALLY_COST) else RALLY_CANNOT_PAY)


def rally(turn: Turn) -> Step:
    """3.4.1 Rally: Guerrillas or a Base in each space for 1 Resource, then a Guerrilla from Out of Play."""
    state = turn.state
    while True:
        space = yield from turn.select_space(
            "rally.space",
            BOARD.everywhere,
            lambda space: why_not_rally(turn, space),
            cost=lambda space: RALLY_COST,
            remaining=state.resources[REVOLUTIONARIES] // RALLY_COST,
        )
        if space == DONE:
            break
        turn.pay(RALLY_COST)
        yield from rally_in(turn, space)
    if state.out_of_play[UNDERGROUND]:
        count = yield from ask_count(REVOLUTIONARIES, "rally.enter", 1, 0, default=1, action="rally")
        state.enter(UNDERGROUND, count)


def rally_in(turn: Turn, space: str) -> Step:
    """3.4.1 One Guerrilla plus one per Base, or Unity Guerrillas are replaced with a Base."""
    state = turn.state
    here = state.spaces[space]
    number = 1 + here.revolutionary_bases
    options = [Option("guerrillas", text("option.rally.guerrillas", count=min(number, state.available[UNDERGROUND])))]
    if here.guerrillas >= state.unity and state.has_room_for_base(space) and state.available[REVOLUTIONARY_BASES]:
        options.append(Option("base", text("option.rally.base", count=state.unity, piece=UNDERGROUND)))
    choice = yield from ask_option(REVOLUTIONARIES, "rally.what", options, space=space, action="rally")
    if choice == "guerrillas":
        state.place(UNDERGROUND, space, number)
        return
    unity = state.unity
    active = yield from ask_count(
        REVOLUTIONARIES,
        "rally.active_replaced",
        min(unity, here.active),
        max(0, unity - here.underground),
        space=space,
        action="rally",
    )
    state.remove(ACTIVE, space, active)
    state.remove(UNDERGROUND, space, unity - active)
    state.place(REVOLUTIONARY_BASES, space)


def why_rally_closed(turn: Turn) -> Text | None:
    """3.4.1 Why Rally cannot be chosen, or None."""
    if any(why_not_rally(turn, space) is None for space in BOARD.lands):
        return None
    return NO_RALLY_SPACE


REVOLUTIONARIES_OPERATIONS = (Operation("rally", REVOLUTIONARIES, "3.4.1", why_rally_closed, rally, closes=True),)
"""3.4 The Operations of the Revolutionaries."""

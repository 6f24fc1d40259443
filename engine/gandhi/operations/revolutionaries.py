"""3.4 Revolutionaries Operations: Rally, Attack and Unrest (March is in `march`)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from engine.core.decision import Option, Remaining
from engine.core.protocol import Rule
from engine.core.text import Text, text, why_not
from engine.gandhi.asides import with_removal
from engine.gandhi.asking import DONE, DONE_OPTION, Asked, ask_count, ask_option, piece_option, roll, why_idle
from engine.gandhi.board import BOARD, GEOGRAPHY
from engine.gandhi.executing import select_space
from engine.gandhi.ids import (
    ACTIVE,
    CONGRESS,
    GANDHI,
    LEAGUE,
    LEAGUE_BASES,
    REVOLUTIONARIES,
    REVOLUTIONARY_BASES,
    SEPOYS,
    TROOPS,
    UNDERGROUND,
)
from engine.gandhi.operations.march import count_affordable, march, price, why_march_closed
from engine.gandhi.state import State
from engine.gandhi.turn import Operation, Turn, why_none_open

RALLY_COST = 1
ATTACK_COST = 1
MOST_ATTACKED = 2

RALLY_SUPPORT = why_not("at_support_without_base", "3.4.1")
RALLY_RAILWAY = why_not("on_railway", "3.4.1")
RALLY_CANNOT_PAY = why_not("cannot_pay", "3.4.1")
NO_RALLY_SPACE = why_not("no_space", "3.4.1")
TOO_FEW_GUERRILLAS = why_not("too_few_guerrillas", "3.4.1")
NO_ROOM_FOR_BASE = why_not("no_room_for_base", "1.4.2")
NO_BASE_AVAILABLE = why_not("none_available", "1.4.1")
IDLE_WITHOUT_GUERRILLAS = why_idle("no_guerrilla", "1.4.1")

ATTACK_RAILWAY = why_not("on_railway", "3.4.3")
ATTACK_NO_GUERRILLAS = why_not("no_guerrillas", "3.4.3")
ATTACK_CANNOT_PAY = why_not("cannot_pay", "3.4.3")
NO_ATTACK_SPACE = why_not("no_space", "3.4.3")
ATTACK_NOT_GANDHI = why_not("not_gandhi", "3.4.3")
ATTACK_NOT_ACTIVE = why_not("not_active", "3.4.3")
SEPOYS_FIRST = why_not("sepoys_first", "3.4.3")
ACTIVISTS_FIRST = why_not("activists_first", "3.4.3")

UNREST_NO_UNDERGROUND = why_not("no_underground_guerrilla", "3.4.4")
UNREST_NOBODY = why_not("no_underground_guerrilla_nor_both_activists", "3.4.4")
UNREST_CANNOT_PAY = why_not("cannot_pay", "3.4.4")
NO_UNREST_SPACE = why_not("no_space", "3.4.4")

ADVERSARIES = (SEPOYS, TROOPS, CONGRESS, LEAGUE, LEAGUE_BASES, GANDHI)
"""Every kind of piece that is an adversary of the Revolutionaries (1.5)."""


# -- 3.4.1 Rally -------------------------------------------------------------------------------------------


def why_not_rally(turn: Turn, space: str) -> Text | None:
    """3.4.1 Return why a space cannot be selected for Rally, or None. It must have their Base, or no Support."""
    if GEOGRAPHY[space].is_railway:
        return RALLY_RAILWAY
    here = turn.state.spaces[space]
    if here.level > 0 and not here.revolutionary_bases:
        return RALLY_SUPPORT
    if turn.selected and (reason := turn.why_not_selectable(space)) is not None:
        return reason
    return None if turn.can_pay(RALLY_COST) else RALLY_CANNOT_PAY


def rally(turn: Turn) -> Rule:
    """3.4.1 Place Guerrillas or a Base in each space for 1 Resource, then a Guerrilla from Out of Play.

    The Guerrilla from Out of Play comes after all placing (R-43), and not without a selected space (R-19).
    """
    state = turn.state
    cost = price(turn, RALLY_COST)
    while True:
        space = yield from select_space(
            turn,
            "rally.space",
            BOARD.everywhere,
            partial(why_not_rally, turn),
            cost=lambda space: cost,
            most=partial(count_affordable, turn, cost),
            idle=partial(why_rally_idle, state),
            useful=partial(count_rallied, state),
        )
        if space == DONE:
            break
        turn.pay(cost)
        yield from rally_in(turn, space)
    if turn.selected and state.out_of_play[UNDERGROUND]:
        count = yield from ask_count(REVOLUTIONARIES, "rally.enter", 1, 0, default=1, action="rally", piece=UNDERGROUND)
        state.enter(UNDERGROUND, count)


def why_no_rally_base(state: State, space: str) -> Text | None:
    """3.4.1 Return why Guerrillas in a space cannot be replaced with a Base, or None: it takes Unity of them (6.7,
    D-32).
    """
    if state.spaces[space].guerrillas < state.unity:
        return TOO_FEW_GUERRILLAS
    if not state.has_room_for_base(space):
        return NO_ROOM_FOR_BASE
    return None if state.available[REVOLUTIONARY_BASES] else NO_BASE_AVAILABLE


def why_rally_idle(state: State, space: str) -> Text | None:
    """3.4.1 Return why nothing would be placed in a space (no Guerrilla is Available, no Base can come), or None."""
    if state.available[UNDERGROUND] or why_no_rally_base(state, space) is None:
        return None
    return IDLE_WITHOUT_GUERRILLAS


def count_rallied(state: State, spaces: Sequence[str]) -> int:
    """3.4.1 Return in how many spaces pieces can come: each takes an Available one, and a Base sets some free."""
    bases = min(state.available[REVOLUTIONARY_BASES], sum(why_no_rally_base(state, space) is None for space in spaces))
    return min(len(spaces), state.available[UNDERGROUND] + bases * (1 + state.unity))


def rally_in(turn: Turn, space: str) -> Rule:
    """3.4.1 Place one Guerrilla plus one per Base, or replace Unity Guerrillas with a Base."""
    state = turn.state
    here = state.spaces[space]
    number = 1 + here.revolutionary_bases
    options = [Option("guerrillas", text("option.rally.guerrillas", count=min(number, state.available[UNDERGROUND])))]
    if why_no_rally_base(state, space) is None:
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
    """3.4.1 Return why Rally cannot be chosen, or None."""
    if not turn.can_pay(RALLY_COST):
        return RALLY_CANNOT_PAY
    return why_none_open(turn, why_not_rally, BOARD.lands, NO_RALLY_SPACE)


# -- adversary pieces --------------------------------------------------------------------------------------


def ask_adversary(
    turn: Turn,
    kind: str,
    space: str,
    why: Callable[[str], Text | None],
    *,
    remaining: Remaining = None,
    optional: bool = False,
) -> Asked:
    """3.1.4 Ask for a kind of adversary piece in a space, without those that ``why`` closes; perhaps `DONE`.

    Own pieces may be removed instead (1.4.1).
    """
    here = turn.state.spaces[space]

    def question() -> Asked:
        present = [piece for piece in ADVERSARIES if getattr(here, piece)]
        reasons = {piece: why(piece) for piece in present}
        options = [piece_option(piece) for piece in present if reasons[piece] is None]
        if optional:
            options.append(DONE_OPTION)

        def closed() -> list[Option]:
            return [
                Option(piece, text("piece", piece=piece), 0, reason)
                for piece, reason in reasons.items()
                if reason is not None
            ]

        return ask_option(
            turn.seat, kind, options, closed=closed, remaining=remaining, space=space, action=kind.partition(".")[0]
        )

    return with_removal(turn, question, changes_next=True)


# -- 3.4.3 Attack ------------------------------------------------------------------------------------------


def why_not_attack(turn: Turn, space: str) -> Text | None:
    """3.4.3 Return why a space cannot be selected for Attack, or None.

    It must be a City, Province or State with Guerrillas (R-39).
    """
    if GEOGRAPHY[space].is_railway:
        return ATTACK_RAILWAY
    here = turn.state.spaces[space]
    if not (here.underground or here.active):
        return ATTACK_NO_GUERRILLAS
    if turn.selected and (reason := turn.why_not_selectable(space)) is not None:
        return reason
    return None if turn.can_pay(ATTACK_COST) else ATTACK_CANNOT_PAY


def attack(turn: Turn) -> Rule:
    """3.4.3 Attack in each selected space for 1 Resource. It needs no adversaries there (R-20)."""
    cost = price(turn, ATTACK_COST)
    while True:
        space = yield from select_space(
            turn,
            "attack.space",
            BOARD.everywhere,
            partial(why_not_attack, turn),
            cost=lambda space: cost,
            most=partial(count_affordable, turn, cost),
        )
        if space == DONE:
            return
        turn.pay(cost)
        yield from attack_in(turn, space)


def attack_in(turn: Turn, space: str) -> Rule:
    """3.4.3 Activate all Guerrillas; a die no higher than their number removes up to two pieces and adds Unrest.

    The executing Faction chooses the pieces, also in an Event that grants the Attack (5.1).
    """
    state = turn.state
    here = state.spaces[space]
    state.activate(space, here.underground)
    number = yield from roll(state, "attack", space)
    if number > here.guerrillas:
        return
    yield from remove_attacked(turn, space)
    add_attack_unrest(state, space)


def remove_attacked(turn: Turn, space: str) -> Rule:
    """3.4.3 Remove none, one or two Active adversary pieces to Available, of one Faction or of two (R-39)."""
    state = turn.state
    for left in range(MOST_ATTACKED, 0, -1):
        piece = yield from ask_adversary(
            turn,
            "attack.remove",
            space,
            lambda piece: why_not_attackable(state, space, piece),
            remaining=partial(attackable_left, state, space, left),
            optional=True,
        )
        if piece == DONE:
            return
        state.remove(piece, space)


def why_not_attackable(state: State, space: str, piece: str) -> Text | None:
    """3.4.3 Return why an adversary piece in a space cannot be removed by Attack now, or None.

    Sepoys go before Troops (R-40). A Muslim League Base goes only when no Activists are left, Active or not.
    """
    here = state.spaces[space]
    if piece == GANDHI:
        return ATTACK_NOT_GANDHI
    if piece in (CONGRESS, LEAGUE):
        return None if state.are_activists_active(space) else ATTACK_NOT_ACTIVE
    if piece == TROOPS and here.sepoys:
        return SEPOYS_FIRST
    return ACTIVISTS_FIRST if piece == LEAGUE_BASES and here.activists else None


def attackable_left(state: State, space: str, left: int) -> int:
    """3.4.3 Return how many pieces Attack can still remove from a space, at most ``left``."""
    here = state.spaces[space]
    exposed = here.activists if state.are_activists_active(space) else 0
    bases = here.league_bases if exposed == here.activists else 0
    return min(left, here.cubes + exposed + bases)


def add_attack_unrest(state: State, space: str) -> None:
    """3.4.3 Add Unrest after a success where there is a Protest or, the removals counted, no Raj Control (R-41)."""
    if state.spaces[space].protest or not state.has_control(space):
        state.add_unrest(space)


def why_attack_closed(turn: Turn) -> Text | None:
    """3.4.3 Return why Attack cannot be chosen, or None."""
    if not turn.can_pay(ATTACK_COST):
        return ATTACK_CANNOT_PAY
    return why_none_open(turn, why_not_attack, BOARD.lands, NO_ATTACK_SPACE)


# -- 3.4.4 Unrest ------------------------------------------------------------------------------------------


def unrest_cost(turn: Turn) -> int:
    """3.4.4 Return what a space costs if it is selected now: Restraint (3.1.5)."""
    return price(turn, turn.state.restraint)


def why_not_unrest(turn: Turn, space: str) -> Text | None:
    """3.4.4 Return why a space cannot be selected for Unrest, or None (R-42).

    It needs an Underground Guerrilla or, in a Crisis only (6.8), Activists of both NV Factions.
    """
    state = turn.state
    here = state.spaces[space]
    if not here.underground:
        if not state.is_crisis:
            return UNREST_NO_UNDERGROUND
        if not (here.congress and here.league):
            return UNREST_NOBODY
    if turn.selected and (reason := turn.why_not_selectable(space)) is not None:
        return reason
    return None if turn.can_pay(state.restraint) else UNREST_CANNOT_PAY


def unrest(turn: Turn) -> Rule:
    """3.4.4 Place Unrest in each space for Restraint in Resources; Restraint -1 once, at the very end (R-45)."""
    while True:
        space = yield from select_space(
            turn,
            "unrest.space",
            BOARD.everywhere,
            partial(why_not_unrest, turn),
            cost=lambda space: unrest_cost(turn),
            most=lambda spaces: count_affordable(turn, unrest_cost(turn), spaces),
        )
        if space == DONE:
            break
        turn.pay(unrest_cost(turn))
        spread_unrest(turn.state, space)
    if turn.selected:
        turn.state.shift_restraint(-1)


def spread_unrest(state: State, space: str) -> None:
    """3.4.4 Activate one Underground Guerrilla if there is one; then a Strike, or Unrest and a shift towards Neutral.

    If no marker is left, the rest still happens (R-09).
    """
    state.activate(space, 1)
    state.add_unrest(space)
    if not GEOGRAPHY[space].is_railway:
        state.shift_toward_neutral(space)


def why_unrest_closed(turn: Turn) -> Text | None:
    """3.4.4 Return why Unrest cannot be chosen, or None."""
    if not turn.can_pay(turn.state.restraint):
        return UNREST_CANNOT_PAY
    return why_none_open(turn, why_not_unrest, BOARD.everywhere, NO_UNREST_SPACE)


REVOLUTIONARIES_OPERATIONS = (
    Operation("rally", REVOLUTIONARIES, "3.4.1", why_rally_closed, rally, closes=True),
    Operation("march", REVOLUTIONARIES, "3.4.2", why_march_closed, march, closes=True),
    Operation("attack", REVOLUTIONARIES, "3.4.3", why_attack_closed, attack),
    Operation("unrest", REVOLUTIONARIES, "3.4.4", why_unrest_closed, unrest, closes=True),
)
"""3.4 The Operations of the Revolutionaries."""

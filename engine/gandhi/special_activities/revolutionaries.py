"""4.5 Revolutionaries Special Activities: Aid, Infiltrate, Assassinate."""

from __future__ import annotations

from functools import partial

from engine.core.decision import Option
from engine.core.protocol import Rule
from engine.core.text import Text, text, why_not
from engine.gandhi.asides import with_removal
from engine.gandhi.asking import DONE, Asked, ask_nothing, ask_option, closed_options, piece_option
from engine.gandhi.board import BOARD, GEOGRAPHY
from engine.gandhi.ids import (
    ACTIVE,
    CONGRESS,
    GANDHI,
    LEAGUE,
    LEAGUE_BASES,
    PROTEST,
    REVOLUTIONARIES,
    REVOLUTIONARY_BASES,
    SEPOYS,
    UNDERGROUND,
)
from engine.gandhi.operations.nonviolent_selection import select_special_space
from engine.gandhi.operations.revolutionaries import ADVERSARIES, ask_adversary
from engine.gandhi.state import State
from engine.gandhi.turn import SpecialActivity, Turn, why_none_open

AID = "aid"
HIDING_COST = 1

ALREADY_SELECTED = why_not("already_selected", "4.1.1")
NO_GUERRILLAS = why_not("no_guerrillas", "4.5.1")
AID_NO_UNDERGROUND = why_not("no_underground_guerrilla", "4.5.1")
AID_NO_ACTIVE = why_not("no_active_guerrilla", "4.5.1")
AID_CANNOT_PAY = why_not("cannot_pay", "4.5.1")

INFILTRATE_NO_UNDERGROUND = why_not("no_underground_guerrilla", "4.5.2")
NOTHING_TO_INFILTRATE = why_not("nothing_to_replace", "4.5.2")
ONLY_IN_CRISIS = why_not("only_in_crisis", "4.5.2")
NOT_STATE_OR_PROVINCE = why_not("not_state_or_province", "4.5.2")
BASE_HAS_CONTROL = why_not("has_control", "4.5.2")
NO_ROOM_FOR_BASE = why_not("no_room_for_base", "1.4.2")
NO_BASE_AVAILABLE = why_not("none_available", "1.4.1")

NOT_SELECTED_FOR_UNREST = why_not("not_selected_for_unrest", "4.5.3")
NOBODY_TO_ASSASSINATE = why_not("no_active_adversary", "4.5.3")
ASSASSINATE_NOT_GANDHI = why_not("not_gandhi", "4.5.3")
ASSASSINATE_NOT_ACTIVE = why_not("not_active", "4.5.3")


# -- 4.5.1 Aid ---------------------------------------------------------------------------------------------


def why_not_earn(turn: Turn, space: str) -> Text | None:
    """4.5.1 Return why Aid cannot gain Resources in a space, or None: it takes an Underground Guerrilla.

    The Operation may depend on that Guerrilla (R-44), and Aid may bring what the Operation costs.
    """
    here = turn.state.spaces[space]
    if not here.underground:
        return AID_NO_UNDERGROUND
    rows = {UNDERGROUND: here.underground - 1, ACTIVE: here.active + 1}
    return turn.why_spoils({space: rows}, spend=-GEOGRAPHY[space].population, special=AID)


def why_not_hide(turn: Turn, space: str) -> Text | None:
    """4.5.1 Return why Aid cannot turn the Guerrillas of a space Underground, or None.

    It takes an Active one, and 1 Resource, which may not be the last one that the Operation needs (R-44).
    """
    here = turn.state.spaces[space]
    if not here.active:
        return AID_NO_ACTIVE
    if not turn.can_pay(HIDING_COST):
        return AID_CANNOT_PAY
    return turn.why_spoils({space: {UNDERGROUND: here.guerrillas, ACTIVE: 0}}, spend=HIDING_COST, special=AID)


def why_not_aid(turn: Turn, space: str) -> Text | None:
    """4.5.1 Return why a space cannot be selected for Aid, or None (R-64)."""
    if space in turn.special_selected:
        return ALREADY_SELECTED
    here = turn.state.spaces[space]
    if not (here.underground or here.active):
        return NO_GUERRILLAS
    earn = why_not_earn(turn, space)
    if earn is None or not here.active:
        return earn
    return why_not_hide(turn, space)


def aid(turn: Turn) -> Rule:
    """4.5.1 Activate a Guerrilla for Resources, or hide all for 1 Resource, in any spaces."""
    while True:
        space = yield from select_special_space(
            turn,
            "aid.space",
            partial(why_not_aid, turn),
            optional=bool(turn.special_selected),
            remaining=partial(aid_left, turn),
        )
        if space == DONE:
            return
        yield from aid_in(turn, space)


def aid_left(turn: Turn) -> int:
    """4.5.1 Return how many more spaces can be selected: the Resources earned in some pay for hiding in the others."""
    spaces = {space: here for space, here in turn.state.spaces.items() if space not in turn.special_selected}
    earning = [space for space, here in spaces.items() if here.underground]
    hiding = sum(here.active > 0 for here in spaces.values() if not here.underground)
    if turn.state.is_player(REVOLUTIONARIES):
        purse = turn.state.resources[REVOLUTIONARIES] + sum(GEOGRAPHY[space].population for space in earning)
        hiding = min(hiding, purse // HIDING_COST)
    return len(earning) + hiding


def aid_in(turn: Turn, space: str) -> Rule:
    """4.5.1 Activate one Underground Guerrilla for Resources by Population, or pay 1 to turn all Underground.

    Non-player Revolutionaries keep no Resources (8.1). A Railway has no Population, so it yields none (R-64).
    """
    state = turn.state
    population = GEOGRAPHY[space].population

    def question() -> Asked:
        earn = Option("earn", text("option.aid.earn", count=population), 0, why_not_earn(turn, space))
        hide_text = text("option.aid.hide", count=state.spaces[space].active)
        hide = Option("hide", hide_text, HIDING_COST, why_not_hide(turn, space))
        ways = [earn, hide]
        options = [way for way in ways if way.enabled]
        if not options:
            return ask_nothing()
        return ask_option(
            REVOLUTIONARIES,
            "aid.what",
            options,
            closed=lambda: closed_options(ways),
            space=space,
            action="aid",
        )

    choice = yield from with_removal(turn, question, changes_next=True)
    if choice == DONE:
        return
    if choice == "hide":
        turn.pay(HIDING_COST)
        state.hide(space)
        return
    state.activate(space, 1)
    if state.is_player(REVOLUTIONARIES):
        state.earn(REVOLUTIONARIES, population)


def why_aid_closed(turn: Turn) -> Text | None:
    """4.5.1 Return why Aid cannot be executed now, or None."""
    return why_none_open(
        turn, why_not_aid, BOARD.everywhere, NO_GUERRILLAS, AID_NO_UNDERGROUND, AID_NO_ACTIVE, AID_CANNOT_PAY
    )


# -- 4.5.2 Infiltrate --------------------------------------------------------------------------------------


def replaceable(state: State, space: str) -> list[str]:
    """4.5.2 Return what Infiltrate can replace in a space: a Sepoy, an Activist on either side, or a Protest (R-53)."""
    here = state.spaces[space]
    return [name for name in (SEPOYS, CONGRESS, LEAGUE, PROTEST) if getattr(here, name)]


def why_no_infiltrated_base(state: State, space: str) -> Text | None:
    """4.5.2 Return why Infiltrate cannot place a Base in a space, or None (R-54).

    In a Crisis (6.8) a State or Province takes it (D-47), without Raj Control and with room.
    """
    if not state.is_crisis:
        return ONLY_IN_CRISIS
    if not (state.is_province(space) or state.is_state(space)):
        return NOT_STATE_OR_PROVINCE
    if state.has_control(space):
        return BASE_HAS_CONTROL
    if not state.has_room_for_base(space):
        return NO_ROOM_FOR_BASE
    return None if state.available[REVOLUTIONARY_BASES] else NO_BASE_AVAILABLE


def why_not_infiltrate(turn: Turn, space: str) -> Text | None:
    """4.5.2 Return why a space cannot be selected for Infiltrate, or None."""
    state = turn.state
    if not state.spaces[space].underground:
        return INFILTRATE_NO_UNDERGROUND
    if replaceable(state, space) or why_no_infiltrated_base(state, space) is None:
        return turn.why_spoils(special="infiltrate")
    return NOTHING_TO_INFILTRATE


def infiltrate(turn: Turn) -> Rule:
    """4.5.2 Infiltrate one space with an Underground Guerrilla, which stays Underground (R-54)."""
    space = yield from select_special_space(turn, "infiltrate.space", partial(why_not_infiltrate, turn))
    yield from infiltrate_in(turn, space)


def infiltrate_in(turn: Turn, space: str) -> Rule:
    """4.5.2 Replace a Sepoy, an Activist or a Protest with an Underground Guerrilla, or in a Crisis place a Base.

    What is replaced goes to Available, a Protest to its box; if no Guerrilla is Available, none comes (R-03).
    """
    state = turn.state

    def question() -> Asked:
        options = [piece_option(name) for name in replaceable(state, space)]
        no_base = why_no_infiltrated_base(state, space)
        base = Option("base", text("option.infiltrate.base", piece=REVOLUTIONARY_BASES), 0, no_base)
        if no_base is None:
            options.append(base)
        if not options:
            return ask_nothing()
        return ask_option(
            REVOLUTIONARIES,
            "infiltrate.what",
            options,
            closed=lambda: [base] if no_base is not None else [],
            space=space,
            action="infiltrate",
        )

    choice = yield from with_removal(turn, question, changes_next=True)
    if choice == DONE:
        return
    if choice == "base":
        state.place(REVOLUTIONARY_BASES, space)
    elif choice == PROTEST:
        state.remove_protest(space)
        state.place(UNDERGROUND, space)
    else:
        state.replace(choice, space, UNDERGROUND)


def why_infiltrate_closed(turn: Turn) -> Text | None:
    """4.5.2 Return why Infiltrate cannot be executed now, or None."""
    return why_none_open(turn, why_not_infiltrate, BOARD.everywhere, INFILTRATE_NO_UNDERGROUND, NOTHING_TO_INFILTRATE)


# -- 4.5.3 Assassinate -------------------------------------------------------------------------------------


def why_not_assassinated(state: State, space: str, piece: str) -> Text | None:
    """4.5.3 Return why an adversary piece cannot be assassinated, or None. Any Active one but Gandhi can be (D-48)."""
    if piece == GANDHI:
        return ASSASSINATE_NOT_GANDHI
    if piece in (CONGRESS, LEAGUE) and not state.are_activists_active(space):
        return ASSASSINATE_NOT_ACTIVE
    return None


def why_not_assassinate(turn: Turn, space: str) -> Text | None:
    """4.5.3 Return why a space cannot be selected for Assassinate, or None: it must be part of this Unrest (R-65)."""
    if turn.operation != "unrest" or space not in turn.selected:
        return NOT_SELECTED_FOR_UNREST
    state = turn.state
    here = state.spaces[space]
    if any(getattr(here, piece) and why_not_assassinated(state, space, piece) is None for piece in ADVERSARIES):
        return None
    return NOBODY_TO_ASSASSINATE


def assassinate(turn: Turn) -> Rule:
    """4.5.3 Assassinate in one space that is already selected for Unrest (4.1.1)."""
    space = yield from select_special_space(turn, "assassinate.space", partial(why_not_assassinate, turn))
    yield from assassinate_in(turn, space)


def assassinate_in(turn: Turn, space: str) -> Rule:
    """4.5.3 Remove any one Active adversary piece to Available; Unity -1 for an NV piece, a Base included (R-65)."""
    state = turn.state
    piece = yield from ask_adversary(
        turn, "assassinate.remove", space, lambda piece: why_not_assassinated(state, space, piece)
    )
    state.remove(piece, space)
    if piece in (CONGRESS, LEAGUE, LEAGUE_BASES):
        state.shift_unity(-1)


def why_assassinate_closed(turn: Turn) -> Text | None:
    """4.5.3 Return why Assassinate cannot be executed now, or None."""
    if turn.operation != "unrest" or not turn.selected:
        return NOT_SELECTED_FOR_UNREST
    if any(why_not_assassinate(turn, space) is None for space in turn.selected):
        return None
    return NOBODY_TO_ASSASSINATE


REVOLUTIONARIES_SPECIALS = (
    SpecialActivity(AID, REVOLUTIONARIES, "4.5.1", why_aid_closed, aid),
    SpecialActivity("infiltrate", REVOLUTIONARIES, "4.5.2", why_infiltrate_closed, infiltrate),
    SpecialActivity(
        "assassinate", REVOLUTIONARIES, "4.5.3", why_assassinate_closed, assassinate, with_operations=("unrest",)
    ),
)
"""4.5 The Special Activities of the Revolutionaries."""

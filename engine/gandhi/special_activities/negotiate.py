"""4.3.1, 4.4.1 Negotiate: the Special Activity of which Congress and the Muslim League each have their version."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from engine.core.decision import Option
from engine.core.protocol import Rule
from engine.core.text import Text, text, why_not
from engine.gandhi.asides import with_removal
from engine.gandhi.asking import DONE_OPTION, Asked, ask_option, roll
from engine.gandhi.board import BOARD, GEOGRAPHY
from engine.gandhi.forces import create_muslim_state
from engine.gandhi.ids import CONGRESS, GANDHI, LEAGUE, MUSLIM_STATE, NEUTRAL, PASSIVE_SUPPORT, PROTEST
from engine.gandhi.operations.nonviolent_selection import NEGOTIATE, select_special_space
from engine.gandhi.state import State
from engine.gandhi.turn import SpecialActivity, Turn, why_none_open

RULE = {CONGRESS: "4.3.1", LEAGUE: "4.4.1"}
NO_OWN_ACTIVISTS = {seat: why_not("no_own_activists", rule) for seat, rule in RULE.items()}
UNDER_CONTROL = {seat: why_not("has_control", rule) for seat, rule in RULE.items()}
NO_SPACE = {seat: why_not("no_space", rule) for seat, rule in RULE.items()}
SELECTED_FOR_OPERATION = why_not("selected_for_operation", "3.1.1")
GANDHI_NOT_IN_JAIL = why_not("gandhi_not_in_jail", "4.3.1")
NO_MUSLIM_STATE = why_not("no_muslim_state", "4.3.1")
CONGRESS_NOT_AHEAD = why_not("congress_does_not_exceed", "4.3.1")
NO_UNREST = why_not("no_unrest", "4.4.1")
NOT_A_MUSLIM_PROVINCE = why_not("not_a_muslim_province", "4.4.1")
NOT_AT_OPPOSITION = why_not("not_at_opposition", "4.4.1")
LEAGUE_NOT_AHEAD = why_not("league_does_not_exceed", "4.4.1")

RELEASE_GANDHI = "release_gandhi"
REMOVE_MUSLIM_STATE = "remove_muslim_state"
REMOVE_UNREST = "remove_unrest"


def why_not_negotiate(turn: Turn, space: str) -> Text | None:
    """4.3.1, 4.4.1 Return why a space cannot be selected for Negotiate, or None.

    It needs own Activists and no Raj Control, and must not be selected for the Operation (R-46); the Operation must
    find another space (R-44). Railways are open to it (R-49).
    """
    if not getattr(turn.state.spaces[space], turn.seat):
        return NO_OWN_ACTIVISTS[turn.seat]
    if turn.state.has_control(space):
        return UNDER_CONTROL[turn.seat]
    if space in turn.selected:
        return SELECTED_FOR_OPERATION
    return turn.why_spoils({space: {PROTEST: False}}, special=NEGOTIATE, space=space)


def why_negotiate_closed(turn: Turn) -> Text | None:
    """4.3.1, 4.4.1 Return why Negotiate cannot be executed now, or None."""
    return why_none_open(turn, why_not_negotiate, BOARD.everywhere, NO_SPACE[turn.seat])


def negotiate(turn: Turn) -> Rule:
    """4.3.1, 4.4.1 Negotiate in one space."""
    space = yield from select_special_space(
        turn, "negotiate.space", partial(why_not_negotiate, turn), changes_next=True
    )
    yield from negotiate_in(turn, space)


def negotiate_in(turn: Turn, space: str) -> Rule:
    """4.3.1, 4.4.1 Remove the Protest and shift Restraint +1, always (R-47); then do one of two things, or neither
    (D-40).

    Activists become Inactive with the Protest, except on a Railway (D-41): both follow from their space (R-02).
    """
    turn.state.remove_protest(space)
    turn.state.shift_restraint(1)
    if turn.seat == CONGRESS:
        yield from settle_for_congress(turn, space)
    else:
        yield from settle_for_league(turn, space)


def ask_settlement(turn: Turn, reasons: Callable[[], dict[str, Text | None]], space: str) -> Asked:
    """Ask for one of the open ways to settle, or `DONE` for none of them."""
    state = turn.state

    def question() -> Asked:
        ways = reasons()
        options = [settlement_option(state, way, space) for way, why in ways.items() if why is None]

        def closed() -> list[Option]:
            return [settlement_option(state, way, space, why) for way, why in ways.items() if why is not None]

        return ask_option(
            turn.seat, "negotiate.then", [*options, DONE_OPTION], closed=closed, space=space, action=NEGOTIATE
        )

    return with_removal(turn, question)


def settlement_option(state: State, way: str, space: str, why: Text | None = None) -> Option:
    """Return the option for one way; its text may say how many Protests a roll must exceed (4.3.1)."""
    return Option(way, text(f"option.negotiate.{way}", space=space, protests=state.protests_on_map()), 0, why)


# -- 4.3.1 Congress ----------------------------------------------------------------------------------------


def settle_for_congress(turn: Turn, space: str) -> Rule:
    """4.3.1 Let Congress roll to release Gandhi into the space, or remove a Muslim State there."""
    state = turn.state

    def reasons() -> dict[str, Text | None]:
        return {
            RELEASE_GANDHI: None if state.is_gandhi_in_jail else GANDHI_NOT_IN_JAIL,
            REMOVE_MUSLIM_STATE: why_no_state_removed(state, space),
        }

    way = yield from ask_settlement(turn, reasons, space)
    if way == RELEASE_GANDHI:
        yield from roll_for_release(state, space)
    elif way == REMOVE_MUSLIM_STATE:
        state.remove_muslim_state(space)
        state.set_level(space, NEUTRAL)


def roll_for_release(state: State, space: str) -> Rule:
    """4.3.1 Release Gandhi here and add Support, if a roll is above the number of Protests still in India (R-48)."""
    number = yield from roll(state, NEGOTIATE, space)
    if number > state.protests_on_map():
        state.release(GANDHI, 1, space)
        state.shift_level(space, 1)


def why_no_state_removed(state: State, space: str) -> Text | None:
    """4.3.1 Return why Congress cannot remove a Muslim State here, or None: it needs more pieces than the League."""
    here = state.spaces[space]
    if not here.muslim_state:
        return NO_MUSLIM_STATE
    return None if here.congress_pieces > here.league_pieces else CONGRESS_NOT_AHEAD


# -- 4.4.1 Muslim League -----------------------------------------------------------------------------------


def settle_for_league(turn: Turn, space: str) -> Rule:
    """4.4.1 Let the League remove Unrest with a shift towards Support, or make the space a Muslim State (R-51)."""
    state = turn.state

    def reasons() -> dict[str, Text | None]:
        return {
            REMOVE_UNREST: None if state.spaces[space].unrest else NO_UNREST,
            MUSLIM_STATE: why_no_state_negotiated(state, space),
        }

    way = yield from ask_settlement(turn, reasons, space)
    if way == REMOVE_UNREST:
        state.shift_level(space, 1)
        state.remove_unrest(space)
    elif way == MUSLIM_STATE:
        state.set_level(space, PASSIVE_SUPPORT)
        yield from create_muslim_state(state, space)


def why_no_state_negotiated(state: State, space: str) -> Text | None:
    """4.4.1 Return why the Muslim League cannot negotiate a Muslim State here, or None (R-51)."""
    here = state.spaces[space]
    if not (GEOGRAPHY[space].muslim and state.is_province(space)):
        return NOT_A_MUSLIM_PROVINCE
    if here.level >= NEUTRAL:
        return NOT_AT_OPPOSITION
    return None if here.league_pieces > here.congress_pieces else LEAGUE_NOT_AHEAD


ACCOMPANIES = ("rally", "demonstrate", "civil_disobedience")
"""4.1.2 The Operations that Negotiate may accompany."""

NEGOTIATE_OF = {
    seat: SpecialActivity(NEGOTIATE, seat, rule, why_negotiate_closed, negotiate, ACCOMPANIES)
    for seat, rule in RULE.items()
}
"""The version of Negotiate of each Faction."""

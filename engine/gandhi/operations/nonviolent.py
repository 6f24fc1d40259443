"""3.3 Nonviolent Operations: Rally, Non-Cooperation, and the Operations of Congress and of the Muslim League.

Those that move Activists are in `nonviolent_movement`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from engine.core.decision import Decision, Option
from engine.core.protocol import Rule
from engine.core.text import Text, text, why_not
from engine.gandhi.asking import DONE, NO, ask_count, ask_option, roll, why_idle
from engine.gandhi.board import BOARD, GEOGRAPHY
from engine.gandhi.executing import select_space
from engine.gandhi.forces import NO_ACTIVIST, activist_options, release_activists
from engine.gandhi.ids import ACTIVE_OPPOSITION, ACTIVISTS, CONGRESS, LEAGUE, LEAGUE_BASES
from engine.gandhi.operations.nonviolent_movement import (
    civil_disobedience,
    demonstrate,
    why_civil_disobedience_closed,
    why_demonstrate_closed,
)
from engine.gandhi.operations.nonviolent_selection import is_free_space, spaces_left, take_slot, why_no_slot
from engine.gandhi.state import State
from engine.gandhi.turn import Operation, Turn, why_none_open

RALLY_SUPPORT = why_not("at_support", "3.3.1")
RALLY_RAILWAY = why_not("on_railway", "3.3.1")
NO_RALLY_SPACE = why_not("no_space", "3.3.1")
NON_COOPERATION_RAILWAY = why_not("on_railway", "3.3.4")
NEEDS_PROTEST = why_not("no_protest", "3.3.4")
NEEDS_ACTIVISTS = why_not("no_own_activists", "3.3.4")
UNDER_CONTROL = why_not("has_control", "3.3.4")
NO_SPACE_TO_REFUSE = why_not("no_space", "3.3.4")
IDLE_WITHOUT_ACTIVISTS = why_idle("no_activist", "1.4.1")
IDLE_AT_ACTIVE_OPPOSITION = why_idle("active_opposition", "3.3.4")


# -- 3.3.1 Rally -------------------------------------------------------------------------------------------


def why_not_rally(turn: Turn, space: str) -> Text | None:
    """3.3.1 Return why a space cannot be selected for Rally, or None. It must have no Support, or be a free space."""
    if GEOGRAPHY[space].is_railway:
        return RALLY_RAILWAY
    if turn.state.spaces[space].level > 0 and not is_free_space(turn, space):
        return RALLY_SUPPORT
    return why_no_slot(turn, space)


def rally(turn: Turn) -> Rule:
    """3.3.1 Place Activists (or a Muslim League Base) in each space, then use Out of Play or Jail."""
    while True:
        space = yield from select_space(
            turn,
            "rally.space",
            BOARD.everywhere,
            partial(why_not_rally, turn),
            most=partial(spaces_left, turn),
            idle=partial(why_rally_idle, turn),
            useful=partial(count_rallied, turn),
        )
        if space == DONE:
            break
        take_slot(turn, space)
        if turn.seat == CONGRESS:
            yield from rally_congress_in(turn.state, space)
        else:
            yield from rally_league_in(turn.state, space)
    if turn.selected:
        yield from end_rally(turn)


def why_rally_idle(turn: Turn, space: str) -> Text | None:
    """3.3.1 Return why nothing would be placed in a space (no Activist is Available, and no Base can come), or None."""
    state = turn.state
    if state.available[turn.seat] or (turn.seat == LEAGUE and can_build_league_base(state, space)):
        return None
    return IDLE_WITHOUT_ACTIVISTS


def count_rallied(turn: Turn, spaces: Sequence[str]) -> int:
    """3.3.1 Return in how many spaces pieces can come: each takes an Available one, and a Base sets some free."""
    state = turn.state
    bases = 0
    if turn.seat == LEAGUE:
        bases = min(state.available[LEAGUE_BASES], sum(can_build_league_base(state, space) for space in spaces))
    return min(len(spaces), state.available[turn.seat] + bases * (1 + state.unity))


def rally_congress_in(state: State, space: str) -> Rule:
    """3.3.1 Place Congress Activists up to the space's Population: any number, even none (D-27)."""
    most = min(GEOGRAPHY[space].population, state.available[CONGRESS])
    count = yield from ask_count(CONGRESS, "rally.activists", most, 0, space=space, action="rally", piece=CONGRESS)
    state.place(CONGRESS, space, count)


def rally_league_in(state: State, space: str) -> Rule:
    """3.3.1 Place one Muslim League Activist plus one per Base, or swap Unity Activists for a Base (R-34c)."""
    number = 1 + state.spaces[space].league_bases
    options = [Option("activists", text("option.rally.activists", count=min(number, state.available[LEAGUE])))]
    if can_build_league_base(state, space):
        options.append(Option("base", text("option.rally.base", count=state.unity, piece=LEAGUE)))
    choice = yield from ask_option(LEAGUE, "rally.what", options, space=space, action="rally")
    if choice == "base":
        state.remove(LEAGUE, space, state.unity)
        state.place(LEAGUE_BASES, space)
    else:
        state.place(LEAGUE, space, number)


def can_build_league_base(state: State, space: str) -> bool:
    """3.3.1 Return whether Activists can be replaced with a Base here: Unity of them, room, and a Base Available
    (R-34c).
    """
    enough = state.spaces[space].league >= state.unity
    return enough and state.has_room_for_base(space) and state.available[LEAGUE_BASES] > 0


def end_rally(turn: Turn) -> Rule:
    """3.3.1 Let the Faction move one Activist from Out of Play, or release a die roll of Activists from Jail.

    It chooses first and rolls then; Gandhi stays where he is (R-34a). What enters comes too late for this Rally
    (R-34b).
    """
    state = turn.state
    options = activist_options(state, turn.seat)
    if any(state.jail[piece] for piece in ACTIVISTS):
        options.append(Option("release", text("option.rally.release", count=state.jail[CONGRESS] + state.jail[LEAGUE])))
    if not options:
        return
    options.append(NO_ACTIVIST)
    choice = yield Decision(
        turn.seat, "rally.end", text("ask.rally.end"), options, default=options[0].key, action="rally"
    )
    if choice == "release":
        number = yield from roll(state, "release")
        yield from release_activists(state, turn.seat, "rally.release", number)
    elif choice != NO:
        state.enter_activist(choice, turn.seat)


def why_rally_closed(turn: Turn) -> Text | None:
    """3.3.1 Return why Rally cannot be chosen, or None."""
    return why_none_open(turn, why_not_rally, BOARD.lands, NO_RALLY_SPACE)


# -- 3.3.4 Non-Cooperation ---------------------------------------------------------------------------------


def why_not_non_cooperation(turn: Turn, space: str) -> Text | None:
    """3.3.4 Return why a space cannot be selected for Non-Cooperation, or None (R-36).

    It needs a Protest, own Activists (Gandhi is not one, D-31) and no Raj Control. In Crisis Congress, and only
    Congress, may select spaces with Raj Control too (6.8).
    """
    if GEOGRAPHY[space].is_railway:
        return NON_COOPERATION_RAILWAY
    state = turn.state
    here = state.spaces[space]
    if not here.protest:
        return NEEDS_PROTEST
    if not getattr(here, turn.seat):
        return NEEDS_ACTIVISTS
    if state.has_control(space) and not (turn.seat == CONGRESS and state.is_crisis):
        return UNDER_CONTROL
    return why_no_slot(turn, space)


def non_cooperation(turn: Turn) -> Rule:
    """3.3.4 Shift each space towards Active Opposition; lastly Restraint -1, once (R-45)."""
    while True:
        space = yield from select_space(
            turn,
            "non_cooperation.space",
            BOARD.everywhere,
            partial(why_not_non_cooperation, turn),
            most=partial(spaces_left, turn),
            idle=partial(why_non_cooperation_idle, turn.state),
        )
        if space == DONE:
            break
        take_slot(turn, space)
        non_cooperation_in(turn.state, space)
    if turn.selected:
        turn.state.shift_restraint(-1)


def why_non_cooperation_idle(state: State, space: str) -> Text | None:
    """3.3.4 Return why a space would not shift (it is at Active Opposition already, R-20), or None."""
    return IDLE_AT_ACTIVE_OPPOSITION if state.spaces[space].level == ACTIVE_OPPOSITION else None


def non_cooperation_in(state: State, space: str) -> None:
    """3.3.4 Shift one space one level towards Active Opposition. At Active Opposition nothing changes (R-20)."""
    state.shift_level(space, -1)


def why_non_cooperation_closed(turn: Turn) -> Text | None:
    """3.3.4 Return why Non-Cooperation cannot be chosen, or None."""
    return why_none_open(turn, why_not_non_cooperation, BOARD.lands, NO_SPACE_TO_REFUSE)


# -- the Operations of each Faction ------------------------------------------------------------------------


def nonviolent_operations(seat: str) -> tuple[Operation, ...]:
    """3.3 Return the four Operations that both nonviolent Factions have."""
    return (
        Operation("rally", seat, "3.3.1", why_rally_closed, rally, closes=True),
        Operation("demonstrate", seat, "3.3.2", why_demonstrate_closed, demonstrate),
        Operation("civil_disobedience", seat, "3.3.3", why_civil_disobedience_closed, civil_disobedience),
        Operation("non_cooperation", seat, "3.3.4", why_non_cooperation_closed, non_cooperation, closes=True),
    )


CONGRESS_OPERATIONS = nonviolent_operations(CONGRESS)
"""3.3 The Operations of Congress."""
LEAGUE_OPERATIONS = nonviolent_operations(LEAGUE)
"""3.3 The Operations of the Muslim League."""

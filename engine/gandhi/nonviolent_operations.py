"""3.3 Nonviolent Operations of Congress and the Muslim League: Rally, Demonstrate, Civil Disobedience, Non-Cooperation."""

from __future__ import annotations

from engine.core.decision import Decision, Option
from engine.core.protocol import Step
from engine.core.text import Text, text, why_not
from engine.gandhi.asking import DONE, NO, ask_count, ask_option
from engine.gandhi.board import BOARD, GEOGRAPHY
from engine.gandhi.forces import NO_ACTIVIST, activist_options, release_activists
from engine.gandhi.ids import ACTIVISTS, CONGRESS, LEAGUE, LEAGUE_BASES
from engine.gandhi.turn import Operation, Turn

NO_SLOT = {
    CONGRESS: why_not("restraint_used_up", "3.3"),
    LEAGUE: why_not("unity_used_up", "3.3"),
}
RALLY_SUPPORT = why_not("at_support", "3.3.1")
RALLY_RAILWAY = why_not("on_railway", "3.3.1")


# -- 3.3 the number of spaces ------------------------------------------------------------------------------


def is_free_space(turn: Turn, space: str) -> bool:
    """3.3 Spaces that do not count against the limit: with a Protest or Gandhi (Congress), with a Base (League)."""
    here = turn.state.spaces[space]
    return here.protest or here.gandhi if turn.seat == CONGRESS else here.league_bases > 0


def slots_left(turn: Turn) -> int:
    """3.3 How many more spaces Congress (Restraint) or the Muslim League (Unity) may select, free ones apart (R-34)."""
    limit = turn.state.restraint if turn.seat == CONGRESS else turn.state.unity
    return max(0, limit - turn.slots)


def why_no_slot(turn: Turn, space: str) -> Text | None:
    """3.1.1, 3.3 Why a space cannot be selected because of the number of spaces, or None."""
    reason = turn.why_not_selectable(space)
    if reason is not None:
        return reason
    if is_free_space(turn, space) or slots_left(turn):
        return None
    return NO_SLOT[turn.seat]


def take_slot(turn: Turn, space: str) -> None:
    """3.1.5 Count a selection against the limit at the moment of selecting. A used slot stays used (R-34)."""
    turn.slots += not is_free_space(turn, space)


# -- 3.3.1 Rally -------------------------------------------------------------------------------------------


def why_not_rally(turn: Turn, space: str) -> Text | None:
    """3.3.1 Why a space cannot be selected for Rally, or None: without Support, or a free space."""
    if GEOGRAPHY[space].is_railway:
        return RALLY_RAILWAY
    if turn.state.spaces[space].level > 0 and not is_free_space(turn, space):
        return RALLY_SUPPORT
    return why_no_slot(turn, space)


def rally(turn: Turn) -> Step:
    """3.3.1 Rally: Activists (or a Muslim League Base) in each space, then Out of Play or Jail."""
    while True:
        space = yield from turn.select_space(
            "rally.space", BOARD.everywhere, lambda space: why_not_rally(turn, space), remaining=slots_left(turn)
        )
        if space == DONE:
            break
        take_slot(turn, space)
        if turn.seat == CONGRESS:
            yield from rally_congress_in(turn, space)
        else:
            yield from rally_league_in(turn, space)
    yield from end_rally(turn)


def rally_congress_in(turn: Turn, space: str) -> Step:
    """3.3.1 Congress places Activists up to the space's Population."""
    state = turn.state
    most = min(GEOGRAPHY[space].population, state.available[CONGRESS])
    count = yield from ask_count(CONGRESS, "rally.activists", most, min(1, most), space=space, action="rally")
    state.place(CONGRESS, space, count)


def rally_league_in(turn: Turn, space: str) -> Step:
    """3.3.1 The Muslim League places one Activist plus one per Base, or swaps Unity Activists for a Base (R-34c)."""
    state = turn.state
    here = state.spaces[space]
    number = 1 + here.league_bases
    options = [Option("activists", text("option.rally.activists", count=min(number, state.available[LEAGUE])))]
    if here.league >= state.unity and state.has_room_for_base(space) and state.available[LEAGUE_BASES]:
        options.append(Option("base", text("option.rally.base", count=state.unity, piece=LEAGUE)))
    choice = yield from ask_option(LEAGUE, "rally.what", options, space=space, action="rally")
    if choice == "base":
        state.remove(LEAGUE, space, state.unity)
        state.place(LEAGUE_BASES, space)
    else:
        state.place(LEAGUE, space, number)


def end_rally(turn: Turn) -> Step:
    """3.3.1 Then the Faction may move one Activist from Out of Play, or release a die roll of Activists from Jail."""
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
        yield from release_activists(state, turn.seat, "rally.release", state.roll("release"))
    elif choice != NO:
        state.enter_activist(choice, turn.seat)


def why_rally_closed(turn: Turn) -> Text | None:
    """3.3.1 Why Rally cannot be chosen, or None."""
    for space in BOARD.lands:
        if why_not_rally(turn, space) is None:
            return None
    return NO_RALLY_SPACE


NO_RALLY_SPACE = why_not("no_space", "3.3.1")

CONGRESS_OPERATIONS = (Operation("rally", CONGRESS, "3.3.1", why_rally_closed, rally, closes=True),)
"""3.3 The Operations of Congress."""
LEAGUE_OPERATIONS = (Operation("rally", LEAGUE, "3.3.1", why_rally_closed, rally, closes=True),)
"""3.3 The Operations of the Muslim League."""

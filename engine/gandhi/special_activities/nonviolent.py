"""4.3, 4.4 Satyagraha, Infiltrate, Persuade, and the Special Activities of Congress and of the Muslim League.

Negotiate is in `negotiate`.
"""

from __future__ import annotations

from functools import partial

from engine.core.decision import Option
from engine.core.protocol import Rule
from engine.core.text import Text, text, why_not
from engine.gandhi.asides import with_removal
from engine.gandhi.asking import (
    DONE,
    NO,
    NOTHING_LEFT_FOR_OPERATION,
    Asked,
    ask_nothing,
    ask_option,
    ask_yes,
    closed_options,
    piece_option,
    why_idle,
)
from engine.gandhi.board import BOARD
from engine.gandhi.forces import create_muslim_state
from engine.gandhi.ids import (
    ACTIVE,
    ACTIVISTS,
    CONGRESS,
    FACTION_OF,
    GANDHI,
    LEAGUE,
    LEAGUE_BASES,
    MUSLIM_STATE,
    PIECES,
    PROTEST,
    RAJ,
    REVOLUTIONARY_BASES,
    SEPOYS,
    TROOPS,
    UNDERGROUND,
)
from engine.gandhi.operations.nonviolent_selection import own_pieces, select_special_space
from engine.gandhi.special_activities.negotiate import NEGOTIATE_OF
from engine.gandhi.state import State
from engine.gandhi.turn import SpecialActivity, Turn, first_open, why_none_open

SATYAGRAHA = "satyagraha"
INFILTRATE = "infiltrate"
PERSUADE = "persuade"
REMOVE = "remove"
PLACE = "place"

NO_GANDHI = why_not("no_gandhi", "4.3.2")
RAJ_REFUSED = why_not("raj_refused_release", "4.3.2")
NO_ACTIVIST_AVAILABLE = why_not("no_activist_available", "1.4.1")
NO_LEAGUE_ACTIVIST = why_not("no_own_activists", "4.4.2")
NOWHERE_TO_INFILTRATE = why_not("no_space", "4.4.2")
NO_CRISIS = why_not("no_crisis", "4.4.2")
NOT_A_PROVINCE = why_not("not_a_province", "4.4.2")
NO_LEAGUE_BASE = why_not("no_league_base", "4.4.2")
STATE_UNDER_CONTROL = why_not("has_control", "4.4.2")

PERSUADE_RULE = {CONGRESS: "4.3.3", LEAGUE: "4.4.3"}
NO_OWN_PIECES = {seat: why_not("no_own_pieces", rule) for seat, rule in PERSUADE_RULE.items()}
NOBODY_TO_PERSUADE_WITH = {seat: why_not("no_space", rule) for seat, rule in PERSUADE_RULE.items()}
ALREADY_PERSUADED = why_not("already_selected", "4.1.1")
SEPOYS_FIRST = {seat: why_not("sepoys_first", rule) for seat, rule in PERSUADE_RULE.items()}
GUERRILLAS_FIRST = {seat: why_not("guerrillas_first", rule) for seat, rule in PERSUADE_RULE.items()}
ACTIVISTS_FIRST = why_not("activists_first", "4.3.3")
IS_INACTIVE = {seat: why_not("is_inactive", rule) for seat, rule in PERSUADE_RULE.items()}
IS_UNDERGROUND = {seat: why_not("is_underground", rule) for seat, rule in PERSUADE_RULE.items()}
IDLE_PERSUADE = {seat: why_idle("nobody_to_persuade", rule) for seat, rule in PERSUADE_RULE.items()}
IDLE_INFILTRATE = why_idle("nothing_to_replace", "4.4.2")
NEVER_GANDHI = why_not("gandhi_cannot_be_removed", "1.4.5")
MOST_PERSUADED = 2

ACTIVATE = "activate"
ACTIVATE_OPTION = Option(ACTIVATE, text("option.persuade.activate"))


# -- 4.3.2 Satyagraha --------------------------------------------------------------------------------------


def why_satyagraha_closed(turn: Turn) -> Text | None:
    """4.3.2 Return why Satyagraha cannot be executed now, or None. Raj is asked for Gandhi's release once a turn
    (R-55).
    """
    if turn.state.is_gandhi_in_jail:
        if turn.release_refused:
            return RAJ_REFUSED
    elif not turn.state.gandhi_space():
        return NO_GANDHI
    return why_none_open(turn, why_not_satyagraha, BOARD.everywhere, NO_GANDHI)


def why_not_satyagraha(turn: Turn, space: str) -> Text | None:
    """4.3.2 Return why Satyagraha cannot be executed in a space (it would spoil the Operation, R-44), or None."""
    ways = [why_no_way_of_satyagraha(turn, space, REMOVE), why_no_way_of_satyagraha(turn, space, PLACE)]
    return first_open(ways, NO_ACTIVIST_AVAILABLE)


def why_no_way_of_satyagraha(turn: Turn, space: str, way: str) -> Text | None:
    """4.3.2 Return why Gandhi cannot remove markers in a space, or place an Activist there, or None."""
    if not turn.must_select():
        return None if way == REMOVE or turn.state.available[CONGRESS] else NO_ACTIVIST_AVAILABLE
    if way == PLACE and not turn.state.available[CONGRESS]:
        return NO_ACTIVIST_AVAILABLE
    here = turn.state.spaces[space]
    then: dict[str, dict[str, int]] = {}
    if left := turn.state.gandhi_space():
        then[left] = {"gandhi": False}
    then[space] = {"gandhi": True, **({"congress": here.congress + 1} if way == PLACE else {"protest": False})}
    return turn.why_spoils(then, special=SATYAGRAHA)


def satyagraha(turn: Turn) -> Rule:
    """4.3.2 Move Gandhi to any space and act there. If Raj keeps him in Jail, another activity may follow (R-55)."""
    state = turn.state
    space = yield from select_special_space(turn, "satyagraha.space", partial(why_not_satyagraha, turn))
    if state.is_gandhi_in_jail:
        answer = yield from ask_yes(RAJ, "satyagraha.release", default=NO, space=space, action=SATYAGRAHA)
        if answer == NO:
            state.note("refuse", SATYAGRAHA, target=RAJ)
            turn.release_refused = True
            turn.special = ""
            turn.special_selected.clear()
            return
        state.note("agree", SATYAGRAHA, target=RAJ)
        state.release(GANDHI, 1, space)
    else:
        state.move(GANDHI, state.gandhi_space(), space)
    yield from satyagraha_in(turn, space)


def satyagraha_in(turn: Turn, space: str) -> Rule:
    """4.3.2 Remove a Protest plus one Unrest where Gandhi is, each if present, or place a Congress Activist."""
    state = turn.state
    here = state.spaces[space]
    words = {
        REMOVE: text("option.satyagraha.remove", protest=here.protest, unrest=min(1, here.unrest)),
        PLACE: text("option.satyagraha.place"),
    }

    def question() -> Asked:
        ways = [Option(way, words[way], 0, why_no_way_of_satyagraha(turn, space, way)) for way in words]
        options = [way for way in ways if way.enabled]
        if not options:
            return ask_nothing()
        return ask_option(
            CONGRESS,
            "satyagraha.what",
            options,
            closed=lambda: closed_options(ways),
            default=options[-1].key,
            space=space,
            action=SATYAGRAHA,
        )

    key = yield from with_removal(turn, question)
    if key == PLACE:
        state.place(CONGRESS, space)
    elif key == REMOVE:
        state.remove_protest(space)
        state.remove_unrest(space)


# -- 4.4.2 Infiltrate --------------------------------------------------------------------------------------


def why_not_infiltrate(turn: Turn, space: str) -> Text | None:
    """4.4.2 Return why a space cannot be selected for Infiltrate, or None: it needs a Muslim League Activist."""
    if not turn.state.spaces[space].league:
        return NO_LEAGUE_ACTIVIST
    if not turn.must_select():
        return None
    ways = infiltrate_ways(turn, space)
    if not ways:
        return turn.why_spoils(special=INFILTRATE)
    return first_open(ways.values(), NOWHERE_TO_INFILTRATE)


def infiltrate_ways(turn: Turn, space: str) -> dict[str, Text | None]:
    """4.4.2 Return what Infiltrate can replace or place in a space, each with the reason why not (R-44)."""
    state = turn.state
    here = state.spaces[space]
    comes = min(1, state.available[LEAGUE])
    ways = {
        name: turn.why_spoils({space: {name: getattr(here, name) - 1, LEAGUE: here.league + comes}}, special=INFILTRATE)
        for name in (SEPOYS, UNDERGROUND, ACTIVE, PROTEST)
        if getattr(here, name)
    }
    if why_no_state_infiltrated(state, space) is None:
        ways[MUSLIM_STATE] = turn.why_spoils({space: {MUSLIM_STATE: True, TROOPS: 0}}, special=INFILTRATE)
    return ways


def why_infiltrate_closed(turn: Turn) -> Text | None:
    """4.4.2 Return why Infiltrate cannot be executed now, or None."""
    return why_none_open(turn, why_not_infiltrate, BOARD.everywhere, NOWHERE_TO_INFILTRATE)


def infiltrate(turn: Turn) -> Rule:
    """4.4.2 Infiltrate in one space."""
    space = yield from select_special_space(
        turn,
        "infiltrate.space",
        partial(why_not_infiltrate, turn),
        idle=lambda space: None if None in infiltrate_ways(turn, space).values() else IDLE_INFILTRATE,
    )
    yield from infiltrate_in(turn, space)


def infiltrate_in(turn: Turn, space: str) -> Rule:
    """4.4.2 Replace a Sepoy, a Guerrilla or the Protest with an Activist, or in Crisis place a Muslim State.

    The replaced piece goes even when no Activist is Available (R-03, R-53).
    """
    state = turn.state

    def question() -> Asked:
        ways = [piece_option(name, why) for name, why in infiltrate_ways(turn, space).items()]
        if no_state := why_no_state_infiltrated(state, space):
            ways.append(piece_option(MUSLIM_STATE, no_state))
        options = [way for way in ways if way.enabled]
        if not options:
            return ask_nothing()
        return ask_option(
            LEAGUE,
            "infiltrate.what",
            options,
            closed=lambda: closed_options(ways),
            space=space,
            action=INFILTRATE,
        )

    key = yield from with_removal(turn, question, changes_next=True)
    if key == DONE:
        return
    if key == MUSLIM_STATE:
        yield from create_muslim_state(state, space)
    elif key == PROTEST:
        state.remove_protest(space)
        state.place(LEAGUE, space)
    else:
        state.replace(key, space, LEAGUE)


def why_no_state_infiltrated(state: State, space: str) -> Text | None:
    """4.4.2, 6.8 Return why a Muslim State cannot be placed in the space, or None (R-52). Any Province will do."""
    if not state.is_crisis:
        return NO_CRISIS
    if not state.is_province(space):
        return NOT_A_PROVINCE
    if not state.spaces[space].league_bases:
        return NO_LEAGUE_BASE
    return STATE_UNDER_CONTROL if state.has_control(space) else None


# -- 4.3.3, 4.4.3 Persuade ---------------------------------------------------------------------------------


def why_not_persuade(turn: Turn, space: str) -> Text | None:
    """4.3.3, 4.4.3 Return why a space cannot be selected for Persuade, or None: it needs own pieces, Active or not
    (R-56).
    """
    if not own_pieces(turn.state.spaces[space], turn.seat):
        return NO_OWN_PIECES[turn.seat]
    if turn.special == PERSUADE and space in turn.special_selected:
        return ALREADY_PERSUADED
    if not turn.must_select():
        return None
    reasons = persuade_ways(turn, space).values()
    if None in reasons or NOTHING_LEFT_FOR_OPERATION in reasons:
        return None if None in reasons else NOTHING_LEFT_FOR_OPERATION
    return turn.why_spoils(special=PERSUADE)


def why_persuade_closed(turn: Turn) -> Text | None:
    """4.3.3, 4.4.3 Return why Persuade cannot be executed now, or None."""
    nobody = NOBODY_TO_PERSUADE_WITH[turn.seat]
    return why_none_open(turn, why_not_persuade, BOARD.everywhere, nobody)


def persuade(turn: Turn) -> Rule:
    """4.3.3, 4.4.3 Persuade in up to two spaces; lastly Unity -1 if a piece of the other NV Faction went (R-58)."""
    for left in range(MOST_PERSUADED, 0, -1):
        space = yield from select_special_space(
            turn,
            "persuade.space",
            partial(why_not_persuade, turn),
            optional=left < MOST_PERSUADED,
            remaining=left,
            idle=lambda space: None if None in persuade_ways(turn, space).values() else IDLE_PERSUADE[turn.seat],
        )
        if space == DONE:
            break
        piece = yield from persuade_in(turn, space)
        turn.unity_falls |= FACTION_OF.get(piece, RAJ) in ACTIVISTS
    if turn.unity_falls:
        turn.unity_falls = False
        turn.state.shift_unity(-1)


def persuade_in(turn: Turn, space: str) -> Asked:
    """4.3.3, 4.4.3 Remove one Active adversary piece, or Activate a Guerrilla for every Active NV piece (R-57, D-43).

    Returns the piece removed, or an empty string.
    """
    state = turn.state

    def question() -> Asked:
        ways = [
            Option(way, ACTIVATE_OPTION.text if way == ACTIVATE else text("piece", piece=way), 0, reason)
            for way, reason in persuade_ways(turn, space).items()
        ]
        options = [way for way in ways if way.enabled]
        if not options:
            return ask_nothing()
        return ask_option(
            turn.seat,
            "persuade.what",
            options,
            closed=lambda: closed_options(ways),
            space=space,
            action=PERSUADE,
        )

    key = yield from with_removal(turn, question, changes_next=True)
    if key == DONE:
        return ""
    if key == ACTIVATE:
        state.activate(space, state.active_nv(space))
        return ""
    state.remove(key, space)
    return key


def persuade_ways(turn: Turn, space: str) -> dict[str, Text | None]:
    """4.3.3, 4.4.3 Return what Persuade can do in a space, each with the reason why not (R-44).

    It can remove any adversary piece there, or Activate Guerrillas.
    """
    state, seat = turn.state, turn.seat
    here = state.spaces[space]

    def why_spoils(piece: str) -> Text | None:
        left = {space: {piece: getattr(here, piece) - 1}}
        return turn.why_spoils(left, special=PERSUADE, unity_falls=FACTION_OF[piece] in ACTIVISTS)

    ways = {
        piece: why_not_persuaded(state, seat, space, piece) or why_spoils(piece)
        for piece in (*PIECES, GANDHI)
        if getattr(here, piece) and FACTION_OF[piece] != seat
    }
    found = min(here.underground, state.active_nv(space))
    if found:
        rows = {UNDERGROUND: here.underground - found, ACTIVE: here.active + found}
        ways[ACTIVATE] = turn.why_spoils({space: rows}, special=PERSUADE)
    return ways


def why_not_persuaded(state: State, seat: str, space: str, piece: str) -> Text | None:
    """4.3.3, 4.4.3 Return why an adversary piece in the space cannot be removed, or None.

    It must be Active. Sepoys go before Troops, Guerrillas before their Bases, Muslim League Activists before its
    Bases. Gandhi is never removed (R-58).
    """
    here = state.spaces[space]
    if piece == GANDHI:
        return NEVER_GANDHI
    if piece in ACTIVISTS and not state.are_activists_active(space):
        return IS_INACTIVE[seat]
    if piece == UNDERGROUND:
        return IS_UNDERGROUND[seat]
    if piece == TROOPS and here.sepoys:
        return SEPOYS_FIRST[seat]
    if piece == LEAGUE_BASES and here.league:
        return ACTIVISTS_FIRST
    if piece == REVOLUTIONARY_BASES and here.guerrillas:
        return GUERRILLAS_FIRST[seat]
    return None


def persuade_of(seat: str) -> SpecialActivity:
    """4.3.3, 4.4.3 Return a Faction's version of Persuade."""
    return SpecialActivity(PERSUADE, seat, PERSUADE_RULE[seat], why_persuade_closed, persuade)


CONGRESS_SPECIALS = (
    NEGOTIATE_OF[CONGRESS],
    SpecialActivity(SATYAGRAHA, CONGRESS, "4.3.2", why_satyagraha_closed, satyagraha),
    persuade_of(CONGRESS),
)
"""4.3 The Special Activities of Congress."""
LEAGUE_SPECIALS = (
    NEGOTIATE_OF[LEAGUE],
    SpecialActivity(INFILTRATE, LEAGUE, "4.4.2", why_infiltrate_closed, infiltrate),
    persuade_of(LEAGUE),
)
"""4.4 The Special Activities of the Muslim League."""

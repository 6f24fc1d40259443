"""6.4 Redeploy Phase: the new Viceroy, then each Faction moves its pieces."""

from __future__ import annotations

from collections.abc import Callable, Generator
from functools import partial
from operator import attrgetter

from engine.core.decision import Decision, Option
from engine.core.protocol import Rule
from engine.core.text import Text, text, why_not
from engine.gandhi.asking import DONE, DONE_OPTION, SPACE_OPTIONS, ask_count, ask_option, ask_space
from engine.gandhi.board import BOARD, GEOGRAPHY
from engine.gandhi.campaign.rounds import PHASE_SEATS, PHASES
from engine.gandhi.forces import NO_TROOPS_IN_STATES
from engine.gandhi.ids import ACTIVE, CONGRESS, CUBES, GANDHI, LEAGUE, RAJ, REVOLUTIONARIES, SEPOYS, TROOPS, UNDERGROUND
from engine.gandhi.state import State

SAME_SPACE = why_not("same_space", "6.4")
NEEDS_CONTROL = why_not("needs_control", "6.4.2")
UNDER_CONTROL = {
    CONGRESS: why_not("has_control", "6.4.3"),
    LEAGUE: why_not("has_control", "6.4.4"),
    REVOLUTIONARIES: why_not("has_control", "6.4.5"),
}
NOT_ON_RAILWAYS = {
    CONGRESS: why_not("not_onto_railway", "6.4.3"),
    LEAGUE: why_not("not_onto_railway", "6.4.4"),
    REVOLUTIONARIES: why_not("not_onto_railway", "6.4.5"),
}
MUST_LEAVE_RAILWAYS = {
    CONGRESS: why_not("must_leave_railways", "6.4.3"),
    LEAGUE: why_not("must_leave_railways", "6.4.4"),
    REVOLUTIONARIES: why_not("must_leave_railways", "6.4.5"),
}
TROOP_UPKEEP = 2

MOVABLE = {
    RAJ: CUBES,
    CONGRESS: (CONGRESS, GANDHI),
    LEAGUE: (LEAGUE,),
    REVOLUTIONARIES: (UNDERGROUND, ACTIVE),
}
"""The kinds of pieces that a Faction moves, at most two."""
MUST_LEAVE = {CONGRESS: (CONGRESS,), LEAGUE: (LEAGUE,), REVOLUTIONARIES: (UNDERGROUND, ACTIVE)}

Destination = Callable[[str, str, str], Text | None]
"""A function that returns why a kind of piece cannot go from one space to another, or None."""


def ask_move(state: State, seat: str, why: Destination, must_leave: Text | None) -> Generator[Decision, str, bool]:
    """Ask for one move of pieces to any space that ``why`` leaves open. Returns False when done.

    With ``must_leave`` the Faction cannot stop while it has pieces on Railways that have to go.
    """
    kinds = MOVABLE[seat]
    one, other = kinds[0], kinds[-1]
    waiting = must_leave is not None and any(
        True for railway in BOARD.railways for piece in MUST_LEAVE[seat] if getattr(state.spaces[railway], piece)
    )
    has = attrgetter(one, other)
    if not any(map(any, map(has, state.spaces.values()))):
        return False

    def list_options() -> list[Option]:
        origins = [SPACE_OPTIONS[space] for space, here in state.spaces.items() if any(has(here))]
        return origins if waiting else [*origins, DONE_OPTION]

    origin = yield Decision(
        seat,
        "redeploy.origin",
        text("ask.redeploy.origin", seat=seat),
        # Listed only when read: a copy of the game repeats the questions of the step, and reads no other answers.
        list_options,
        closed=lambda: [Option(DONE, DONE_OPTION.text, 0, must_leave, "stop")] if waiting else [],
        default=DONE if not waiting else None,
    )
    if origin == DONE:
        return False
    here = state.spaces[origin]
    present = [Option(piece, text("piece", piece=piece), role="piece") for piece in kinds if getattr(here, piece)]
    piece = yield from ask_option(seat, "redeploy.piece", present, space=origin)
    count = yield from ask_count(seat, "redeploy.count", int(getattr(here, piece)), 1, space=origin, piece=piece)

    target = yield from ask_space(
        seat, "redeploy.target", BOARD.everywhere, partial(why, piece, origin), piece=piece, origin=origin
    )
    if target != DONE:
        state.move(piece, origin, target, count)
    return True


def redeploy_raj(state: State) -> Rule:
    """6.4.1 Install the new Viceroy; 6.4.2 let Raj move cubes and pay for Troops in the field, and move others out."""
    install_viceroy(state)

    def why(piece: str, origin: str, space: str) -> Text | None:
        if space == origin:
            return SAME_SPACE
        land = GEOGRAPHY[space]
        if land.is_city or land.is_railway:
            return None
        if state.is_state(space):
            return NO_TROOPS_IN_STATES if piece == TROOPS else None
        return None if state.has_control(space) else NEEDS_CONTROL

    while (yield from ask_move(state, RAJ, why, None)):
        pass
    if state.is_player(RAJ):
        yield from pay_for_troops(state)
    remove_exposed_cubes(state)
    state.phase = "redeploy_congress"


def install_viceroy(state: State) -> None:
    """6.4.1 Install the Viceroy of the Campaign card."""
    state.viceroy = BOARD.campaign_cards[state.card]
    state.acting = RAJ
    state.note("viceroy", target=state.viceroy)


def troops_in_the_field(state: State) -> list[str]:
    """6.4.2 Return the space of each Troop that costs upkeep: Provinces with Raj Control, and Railways (R-75)."""
    return [
        space
        for space, here in state.spaces.items()
        for _ in range(here.troops)
        if GEOGRAPHY[space].is_railway or (state.is_province(space) and state.has_control(space))
    ]


def pay_for_troops(state: State) -> Rule:
    """6.4.2 Pay 2 Resources for each Troop in the field; Raj chooses which unpaid ones go to Available."""
    while len(waiting := troops_in_the_field(state)) * TROOP_UPKEEP > state.resources[RAJ]:
        unpaid = len(waiting) - state.resources[RAJ] // TROOP_UPKEEP
        options = [SPACE_OPTIONS[space] for space in dict.fromkeys(waiting)]
        space = yield from ask_option(RAJ, "redeploy.unpaid", options, remaining=unpaid, count=unpaid)
        state.remove(TROOPS, space)
    state.pay(RAJ, TROOP_UPKEEP * len(waiting))


def remove_exposed_cubes(state: State) -> None:
    """6.4.2 Remove all cubes from Provinces with no Raj Control, and all Troops but one from each City."""
    for space, here in state.spaces.items():
        if state.is_province(space) and not state.has_control(space):
            state.remove(TROOPS, space, here.troops)
            state.remove(SEPOYS, space, here.sepoys)
        elif GEOGRAPHY[space].is_city:
            state.remove(TROOPS, space, here.troops - 1)


def redeploy_own(state: State, seat: str, has_base: Callable[[str], bool]) -> Rule:
    """6.4.3 - 6.4.5 Move pieces off Railways, and others as wished: to spaces without Control, or to Bases."""
    state.acting = seat

    def why(piece: str, origin: str, space: str) -> Text | None:
        if space == origin:
            return SAME_SPACE
        if GEOGRAPHY[space].is_railway:
            return NOT_ON_RAILWAYS[seat]
        return UNDER_CONTROL[seat] if state.has_control(space) and not has_base(space) else None

    while (yield from ask_move(state, seat, why, MUST_LEAVE_RAILWAYS[seat])):
        pass


def redeploy_congress(state: State) -> Rule:
    """6.4.3 Redeploy Congress, Gandhi included."""
    yield from redeploy_own(state, CONGRESS, lambda space: False)
    state.phase = "redeploy_league"


def redeploy_league(state: State) -> Rule:
    """6.4.4 Redeploy the Muslim League."""
    yield from redeploy_own(state, LEAGUE, lambda space: state.spaces[space].league_bases > 0)
    state.phase = "redeploy_revolutionaries"


def redeploy_revolutionaries(state: State) -> Rule:
    """6.4.5 Redeploy Revolutionaries."""
    yield from redeploy_own(state, REVOLUTIONARIES, lambda space: state.spaces[space].revolutionary_bases > 0)
    state.phase = "reset"


REDEPLOYS: dict[str, Callable[[State], Rule]] = {
    "redeploy_raj": redeploy_raj,
    "redeploy_congress": redeploy_congress,
    "redeploy_league": redeploy_league,
    "redeploy_revolutionaries": redeploy_revolutionaries,
}
"""6.4 The parts of a Redeploy Phase by name, in their order."""
ROUND_PHASES: dict[str, Callable[[State], Rule]] = {**PHASES, **REDEPLOYS}
"""Every phase of a Campaign Round by name."""


def skip_to_redeploy(state: State, seat: str) -> bool:
    """6.4 Let a Faction redeploy now, as if those before it moved nothing. Return False if its Redeploy is over."""
    phases = list(REDEPLOYS)
    now = phases.index(state.phase) if state.phase in phases else len(phases)
    later = next((phase for phase in phases[now + 1 :] if PHASE_SEATS[phase] == seat), "")
    if not later:
        return False
    if state.phase == "redeploy_raj":
        install_viceroy(state)
        remove_exposed_cubes(state)
    state.phase = later
    state.log.clear()
    return True

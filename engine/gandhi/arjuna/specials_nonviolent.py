"""8.7.2, 8.7.3 Special Activities of Non-player Congress and the Non-player Muslim League, except Infiltrate."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.core.decision import Decision
from engine.gandhi.arjuna.cards import SpecialOption
from engine.gandhi.arjuna.mind import Aim, Mind
from engine.gandhi.arjuna.priorities import choose_adversary, select_space
from engine.gandhi.arjuna.special_way import Way, note_selected, pursue
from engine.gandhi.arjuna.working import Work, allowed_by_railway_rule, answers_to, default_answer, spaces_of
from engine.gandhi.asking import DONE
from engine.gandhi.board import BOARD, GEOGRAPHY
from engine.gandhi.ids import CONGRESS, FACTION_OF, MUSLIM_STATE, PIECES, RAJ
from engine.gandhi.special_activities.negotiate import (
    RELEASE_GANDHI,
    REMOVE_MUSLIM_STATE,
    REMOVE_UNREST,
    why_no_state_negotiated,
    why_no_state_removed,
    why_not_negotiate,
)
from engine.gandhi.special_activities.nonviolent import ACTIVATE, why_not_persuade, why_not_persuaded

SIDES_OF_A_DIE = 6
REMOVE_OR_PLACE = "remove_or_place"
"""8.7.2 The card's word for: remove Unrest where there is any, otherwise place an Activist."""

Keep = Callable[[Mind, str], bool]


# -- Negotiate ---------------------------------------------------------------------------------------------


def can_negotiate_at(mind: Mind, space: str) -> bool:
    """4.3.1, 4.4.1 Return whether a space may be selected for Negotiate."""
    return why_not_negotiate(mind.turn, space) is None


def may_free_gandhi(mind: Mind, space: str) -> bool:
    """8.7.2 Return whether Gandhi can be released in a space: some roll exceeds the Protests that remain (R-48).

    On a Railway only if Raj is a player (8.1.3).
    """
    state = mind.state
    if not (state.is_gandhi_in_jail and can_negotiate_at(mind, space)):
        return False
    if GEOGRAPHY[space].is_railway and not state.is_player(RAJ):
        return False
    return state.protests_on_map() - state.spaces[space].protest < SIDES_OF_A_DIE


def leads_congress(mind: Mind, space: str) -> bool:
    """8.7.2 Return whether a space is a Muslim State where Congress pieces exceed those of the Muslim League."""
    return why_no_state_removed(mind.turn.state, space) is None and can_negotiate_at(mind, space)


def leads_league(mind: Mind, space: str) -> bool:
    """8.7.3 Return whether a space is a Muslim Province at Opposition where League pieces exceed those of Congress."""
    return why_no_state_negotiated(mind.turn.state, space) is None and can_negotiate_at(mind, space)


def has_unrest(mind: Mind, space: str) -> bool:
    """8.7.3 Return whether Negotiate can remove Unrest from a space."""
    return mind.state.spaces[space].unrest > 0 and can_negotiate_at(mind, space)


def negotiate(column: str, then: str, keep: Keep) -> Way:
    """8.7.2, 8.7.3 Return the way to Negotiate for one purpose, in a space selected by a column."""

    def is_possible(mind: Mind, option: SpecialOption) -> bool:
        return any(keep(mind, space) for space in BOARD.everywhere)

    def run(mind: Mind, option: SpecialOption) -> Work:
        places = [space for space in BOARD.everywhere if keep(mind, space)]
        aim = Aim(active=lambda space: 1) if then == RELEASE_GANDHI else Aim()
        chosen = note_selected(mind, select_space(mind, column, places, aim=aim), "negotiate")

        def answer(pending: Decision) -> str:
            if pending.kind == "negotiate.space":
                return chosen
            if pending.kind == "negotiate.then":
                return then if then in pending.keys else DONE
            return default_answer(pending)

        return (yield from pursue("negotiate", answer))

    return Way("negotiate", is_possible, run)


def by_faction(congress: Way, league: Way) -> Way:
    """Return a way for a word of the cards that means something else for each NV Faction."""

    def way(mind: Mind) -> Way:
        return congress if mind.seat == CONGRESS else league

    return Way(
        congress.special,
        lambda mind, option: way(mind).is_possible(mind, option),
        lambda mind, option: way(mind).run(mind, option),
    )


# -- Satyagraha --------------------------------------------------------------------------------------------


def satyagraha_spaces(mind: Mind, option: SpecialOption) -> list[str]:
    """8.7.2 Return where Gandhi may go so that the card's own action can be carried out, and no other.

    While no Activist is Available none can be placed, and a Protest or Unrest would be removed, which the card does not
    say.
    """
    state = mind.state
    now, can_place = state.gandhi_space(), state.available[CONGRESS] > 0
    removes = REMOVE_OR_PLACE in option.steps

    def suits(space: str) -> bool:
        here = state.spaces[space]
        return can_place or (removes and here.unrest > 0) or not (here.protest or here.unrest)

    return [space for space in allowed_by_railway_rule(mind, BOARD.everywhere) if space != now and suits(space)]


def satyagraha(mind: Mind, option: SpecialOption) -> Work:
    """8.7.2 Move Gandhi in any case, by his column, then place an Activist.

    Where the card says so, Unrest is removed instead if there is any. If he is in Jail Raj is asked first (N-30).
    """
    state = mind.state

    def answer(pending: Decision) -> str:
        if pending.kind == "satyagraha.space":
            aim = Aim(active=lambda space: 1)
            places = [space for space in satyagraha_spaces(mind, option) if space in pending.keys]
            return note_selected(mind, select_space(mind, "move_or_release_gandhi", places, aim=aim))
        if pending.kind == "satyagraha.what":
            unrest = state.spaces[pending.space].unrest > 0 and REMOVE_OR_PLACE in option.steps
            remove = unrest or "place" not in pending.keys
            return "remove" if remove else "place"
        return default_answer(pending)

    return (yield from pursue("satyagraha", answer))


# -- Persuade ----------------------------------------------------------------------------------------------


def persuadable(mind: Mind, space: str) -> list[str]:
    """4.3.3, 4.4.3 Return the pieces Persuade could remove in a space."""
    state = mind.turn.state
    here = state.spaces[space]
    return [
        piece
        for piece in PIECES
        if getattr(here, piece)
        and FACTION_OF[piece] != mind.seat
        and why_not_persuaded(state, mind.seat, space, piece) is None
    ]


def can_wake(mind: Mind, space: str) -> bool:
    """8.7.2 Return whether there are own Active Activists, and Guerrillas to turn up where that ends Raj Control."""
    state = mind.state
    here = state.spaces[space]
    if not (getattr(here, mind.seat) and state.are_activists_active(space)):
        return False
    if not (here.underground and state.has_control(space)):
        return False
    return here.cubes <= state.active_adversaries_of_raj(space) + min(here.underground, state.active_nv(space))


PERSUADE_STEPS: dict[str, Keep] = {
    "activate": lambda mind, space: why_not_persuade(mind.turn, space) is None and can_wake(mind, space),
    "remove": lambda mind, space: why_not_persuade(mind.turn, space) is None and bool(persuadable(mind, space)),
}
"""8.7.2 The instructions of Persuade, and where each can be carried out."""


def persuade(mind: Mind, option: SpecialOption) -> Work:
    """8.7.2, 8.7.3 Persuade in up to two spaces, the card's actions in order."""
    spaces = mind.state.spaces
    waking = False

    def select(places: Sequence[str]) -> str:
        """Return the next space by the first action that can still be carried out."""
        nonlocal waking
        aim = Aim(cubes=lambda space: -1 if spaces[space].cubes else 0)
        for step in option.steps:
            useful = [space for space in places if PERSUADE_STEPS[step](mind, space)]
            if useful:
                waking = step == "activate"
                return note_selected(mind, select_space(mind, "remove_or_replace", useful, aim=aim), "persuade")
        return ""

    def answer(pending: Decision) -> str:
        if pending.kind == "persuade.space":
            return select(spaces_of(pending)) or default_answer(pending)
        if pending.kind == "persuade.what":
            if waking:
                return ACTIVATE
            return choose_adversary(mind, pending.space, [key for key in answers_to(pending) if key != ACTIVATE])
        return default_answer(pending)

    own = [space for space in BOARD.everywhere if why_not_persuade(mind.turn, space) is None]
    if len(own) == 1:
        select(own)
    return (yield from pursue("persuade", answer))


def can_persuade(mind: Mind, option: SpecialOption) -> bool:
    """8.7.2, 8.7.3 Return whether any of the card's Persuade actions can be executed."""
    return any(PERSUADE_STEPS[step](mind, space) for step in option.steps for space in BOARD.everywhere)


WAYS: dict[str, Way] = {
    "negotiate_gandhi": negotiate("move_or_release_gandhi", RELEASE_GANDHI, may_free_gandhi),
    "negotiate_muslim_state": by_faction(
        negotiate("remove_or_replace", REMOVE_MUSLIM_STATE, leads_congress),
        negotiate("place_muslim_states", MUSLIM_STATE, leads_league),
    ),
    "negotiate_unrest": negotiate("remove_or_replace", REMOVE_UNREST, has_unrest),
    "satyagraha": Way(
        "satyagraha", lambda mind, option: bool(satyagraha_spaces(mind, option)), satyagraha, (REMOVE_OR_PLACE, "place")
    ),
    "persuade": Way("persuade", can_persuade, persuade, tuple(PERSUADE_STEPS)),
}
"""8.7.2, 8.7.3 The ways to execute these Special Activities, by the card's word."""

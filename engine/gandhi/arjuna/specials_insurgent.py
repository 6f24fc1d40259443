"""8.7.3, 8.7.4 Infiltrate of both Factions that have it, and the Special Activities of the Revolutionaries."""

from __future__ import annotations

from engine.core.decision import Decision
from engine.gandhi.arjuna.cards import SpecialOption
from engine.gandhi.arjuna.mind import Aim, Mind
from engine.gandhi.arjuna.priorities import choose_adversary, select_space
from engine.gandhi.arjuna.special_way import Way, note_selected, pursue
from engine.gandhi.arjuna.working import Work, allowed_by_railway_rule, answers_to, default_answer, spaces_of
from engine.gandhi.board import BOARD
from engine.gandhi.ids import (
    ACTIVE,
    CONGRESS,
    CUBES,
    LEAGUE,
    MUSLIM_STATE,
    PROTEST,
    REVOLUTIONARIES,
    SEPOYS,
    UNDERGROUND,
)
from engine.gandhi.special_activities import nonviolent, revolutionaries

MOST_AIDED = 2
"""8.7.4 The most spaces in which Aid turns Guerrillas Underground."""


# -- Infiltrate --------------------------------------------------------------------------------------------

REPLACED = {LEAGUE: (SEPOYS, UNDERGROUND, ACTIVE), REVOLUTIONARIES: (SEPOYS, CONGRESS, LEAGUE, PROTEST)}
"""4.4.2, 4.5.2 Pieces that Infiltrate replaces. The Muslim League never replaces a Protest (8.5.3)."""
NEW = {LEAGUE: LEAGUE, REVOLUTIONARIES: UNDERGROUND}


WHY_NOT_INFILTRATE = {LEAGUE: nonviolent.why_not_infiltrate, REVOLUTIONARIES: revolutionaries.why_not_infiltrate}


def may_infiltrate(mind: Mind, space: str) -> bool:
    """4.4.2, 4.5.2 Return whether a space may be selected."""
    return WHY_NOT_INFILTRATE[mind.seat](mind.turn, space) is None


def replaceable(mind: Mind, space: str) -> list[str]:
    """8.5.2 Return what would be replaced in a space; nothing when no piece is Available to come."""
    if not mind.state.available[NEW[mind.seat]] or not may_infiltrate(mind, space):
        return []
    return [kind for kind in REPLACED[mind.seat] if getattr(mind.state.spaces[space], kind)]


def infiltrate_replace(mind: Mind, option: SpecialOption) -> Work:
    """8.7.3, 8.7.4, D-82 Replace by Infiltrate the adversary that comes first by the Adversary Priorities."""
    spaces = mind.state.spaces

    def answer(pending: Decision) -> str:
        if pending.kind == "infiltrate.space":
            aim = Aim(cubes=lambda space: -1 if spaces[space].sepoys else 0)
            places = [space for space in allowed_by_railway_rule(mind, spaces_of(pending)) if replaceable(mind, space)]
            return note_selected(mind, select_space(mind, "remove_or_replace", places, aim=aim))
        if pending.kind == "infiltrate.what":
            return choose_adversary(mind, pending.space, replaceable(mind, pending.space))
        return default_answer(pending)

    return (yield from pursue("infiltrate", answer))


def can_replace(mind: Mind, option: SpecialOption) -> bool:
    """8.7.3, 8.7.4 Return whether Infiltrate can replace anything. On Railways only if Raj is a player (8.1.3)."""
    return any(replaceable(mind, space) for space in allowed_by_railway_rule(mind, BOARD.everywhere))


def can_found(mind: Mind, space: str) -> bool:
    """6.8 Return whether Infiltrate may place a Muslim State or a Revolutionaries Base in a Crisis."""
    state = mind.turn.state
    if mind.seat == LEAGUE:
        return may_infiltrate(mind, space) and nonviolent.why_no_state_infiltrated(state, space) is None
    return may_infiltrate(mind, space) and revolutionaries.why_no_infiltrated_base(state, space) is None


def infiltrate_found(mind: Mind, option: SpecialOption) -> Work:
    """8.7.3, 8.7.4 Infiltrate in a Crisis to place a Muslim State or a Base, by its column."""
    column, goal = ("place_muslim_states", MUSLIM_STATE) if mind.seat == LEAGUE else ("place_bases", "base")

    def answer(pending: Decision) -> str:
        if pending.kind == "infiltrate.space":
            places = [space for space in spaces_of(pending) if can_found(mind, space)]
            return note_selected(mind, select_space(mind, column, places))
        return goal if pending.kind == "infiltrate.what" else default_answer(pending)

    return (yield from pursue("infiltrate", answer))


FOUND = Way("infiltrate", lambda mind, option: any(can_found(mind, space) for space in BOARD.lands), infiltrate_found)


# -- 8.7.4 Aid and Assassinate -----------------------------------------------------------------------------


def aid(mind: Mind, option: SpecialOption) -> Work:
    """8.7.4 Turn Guerrillas Underground in up to two spaces by Attack or Go Underground, and do no more with Aid."""
    done = 0

    def answer(pending: Decision) -> str:
        nonlocal done
        if pending.kind == "aid.space":
            places = [space for space in spaces_of(pending) if mind.state.spaces[space].active]
            if done >= MOST_AIDED or not places:
                return default_answer(pending)
            done += 1
            return note_selected(mind, select_space(mind, "attack_or_go_underground", places))
        return "hide" if pending.kind == "aid.what" else default_answer(pending)

    return (yield from pursue("aid", answer))


def assassinate(mind: Mind, option: SpecialOption) -> Work:
    """8.7.4 Assassinate in a space selected for Unrest, by Remove or Replace."""
    spaces = mind.state.spaces

    def answer(pending: Decision) -> str:
        if pending.kind == "assassinate.space":
            aim = Aim(cubes=lambda space: -1 if any(getattr(spaces[space], cube) for cube in CUBES) else 0)
            return note_selected(mind, select_space(mind, "remove_or_replace", spaces_of(pending), aim=aim))
        if pending.kind == "assassinate.remove":
            return choose_adversary(mind, pending.space, answers_to(pending))
        return default_answer(pending)

    return (yield from pursue("assassinate", answer))


WAYS: dict[str, Way] = {
    "infiltrate_muslim_state": FOUND,
    "infiltrate_base": FOUND,
    "infiltrate_replace": Way("infiltrate", can_replace, infiltrate_replace),
    "aid": Way("aid", lambda mind, option: mind.state.on_map(ACTIVE) > 0, aid),
    "assassinate": Way(
        "assassinate",
        lambda mind, option: revolutionaries.why_assassinate_closed(mind.turn) is None,
        assassinate,
    ),
}
"""8.7.3, 8.7.4 The ways to execute these Special Activities, by the card's word."""

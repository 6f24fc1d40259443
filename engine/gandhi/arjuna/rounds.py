"""8.9 Campaign Rounds of Non-player Factions, their set-up, and questions in others' turns.

Their Redeploy is in `redeploying`.
"""

from __future__ import annotations

from collections.abc import Callable

from engine.core.decision import Decision
from engine.gandhi.arjuna.mind import Aim, Mind
from engine.gandhi.arjuna.priorities import select_space
from engine.gandhi.arjuna.working import Work, allowed_by_railway_rule, spaces_of
from engine.gandhi.asking import DONE, NO
from engine.gandhi.board import GEOGRAPHY
from engine.gandhi.ids import TROOPS

Answer = Callable[[Mind, Decision], str]

PURCHASES_PER_PIP = 2
"""8.9.2 How many markers and levels NP Raj may buy for each pip of a die roll."""


def note(mind: Mind, key: str, space: str) -> str:
    """Keep a chosen space for the explanation, and return it."""
    if space:
        mind.think("round", key, ())
        mind.think("select", "select", (space,))
    return space


# -- 8.9.2 Support Phase -----------------------------------------------------------------------------------


def build_support(mind: Mind, decision: Decision) -> Work:
    """8.9.2, N-24, D-83 Buy Unrest off and levels up for Raj, at most twice a die roll, in up to four spaces."""
    left = 0
    spaces = mind.state.spaces
    if decision.kind == "imperialism.space":
        mind.think("round", "imperialism", ())
        left = PURCHASES_PER_PIP * mind.roll("imperialism")
    while True:
        if decision.kind == "imperialism.space":
            space = select_space(mind, "shift_to_support", spaces_of(decision)) if left > 0 else ""
            if not space:
                decision = yield DONE
                continue
            mind.think("select", "select", (space,))
            before = spaces[space].unrest - spaces[space].level
            decision = yield space
            if decision.kind == "imperialism.purchases":
                counts = decision.numbers
                decision = yield str(max(counts[0], min(counts[-1], left)))
            left -= before - (spaces[space].unrest - spaces[space].level)
        elif decision.kind == "imperialism.release":
            decision = yield half_each(decision)
        else:
            decision = yield note(mind, "release_gandhi", free_gandhi(mind, decision))


def half_each(decision: Decision) -> str:
    """8.9.2, D-84 Return the number that releases as many Congress as League Activists, as far as possible."""
    total = int(decision.prompt.params["count"])
    return str(min(decision.numbers, key=lambda count: abs(2 * count - total)))


def free_gandhi(mind: Mind, decision: Decision) -> str:
    """8.9.2 Return a random space with no Raj Control, into which Gandhi is released."""
    return mind.random_space(spaces_of(decision))


def programme(mind: Mind, decision: Decision) -> Work:
    """8.9.2 Shift as many spaces as Unity allows, by Shift to Opposition, each as far as it goes."""
    mind.think("round", "programme", ())
    while True:
        if decision.kind == "constructive.space":
            space = select_space(mind, "shift_to_opposition", spaces_of(decision))
            mind.think("select", "select", (space,))
            decision = yield space
        else:
            decision = yield decision.options[-1].key


def place_base(mind: Mind, decision: Decision) -> Work:
    """8.9.2 Place a Base by the Place Bases column."""
    aim = Aim(active=lambda space: 1)
    while True:
        decision = yield note(mind, "place_base", select_space(mind, "place_bases", spaces_of(decision), aim=aim))


def place_gandhi(mind: Mind, decision: Decision) -> Work:
    """2.1 Place Gandhi, an Activist and a Protest for NP Congress in a random 2-Pop space."""
    while True:
        spaces = [space for space in spaces_of(decision) if GEOGRAPHY[space].population == 2]
        decision = yield note(mind, "set_up_gandhi", mind.random_space(spaces))


# -- what others' turns ask --------------------------------------------------------------------------------


def displace(mind: Mind, decision: Decision) -> str:
    """8.1.4 Return the City for a Troop that is caught in a Muslim State, by Place Cubes."""
    aim = Aim(cubes=lambda space: 1)
    return note(mind, "displace", select_space(mind, "place_cubes", spaces_of(decision), aim=aim))


def crisis_piece(mind: Mind, decision: Decision) -> str:
    """8.1.4, N-22 Return the type of cubes that comes next in a Crisis: Troops first."""
    return TROOPS if TROOPS in decision.keys else decision.options[0].key


def crisis_space(mind: Mind, decision: Decision) -> str:
    """8.1.4 Return where a cube goes in a Crisis: by Place Cubes, singly (8.8.6), never onto Railways (8.1.3)."""
    places = allowed_by_railway_rule(mind, spaces_of(decision))
    return note(mind, "crisis", select_space(mind, "place_cubes", places, aim=Aim(cubes=lambda space: 1)))


def place_protest(mind: Mind, decision: Decision) -> str:
    """N-16, 8.9.4 Return where NP Congress places a Protest, by Place Protests, after an arrest or at the Reset."""
    here = mind.state.spaces
    aim = Aim(active=lambda space: here[space].activists)
    return note(mind, "protest", select_space(mind, "place_protests", spaces_of(decision), aim=aim))


def strike(mind: Mind, decision: Decision) -> str:
    """8.9.1 Return where a Strike is placed: the Railways with the highest Econ come first."""
    return note(mind, "strike", mind.random_railway(spaces_of(decision)))


REACTIONS: dict[str, Answer] = {
    "displace.city": displace,
    "crisis.piece": crisis_piece,
    "crisis.space": crisis_space,
    "crisis.count": lambda mind, decision: decision.options[0].key,
    "arrest.protest": place_protest,
    "reset.protest": place_protest,
    "strikes.railway": strike,
    "satyagraha.release": lambda mind, decision: NO,
    "transfer.consent": lambda mind, decision: NO,
    "arjuna.cards": lambda mind, decision: str(mind.cards_drawn),
}
"""The answers to questions in anyone's turn that need no plan. NP Raj never releases Gandhi (8.1.4, N-30)."""

PHASES: dict[str, Callable[[Mind, Decision], Work]] = {
    "imperialism": build_support,
    "constructive_congress": programme,
    "constructive_league": programme,
    "pakistan_movement": place_base,
    "secret_societies": place_base,
    "gandhi_placed": place_gandhi,
}
"""The plans for the phases of 6.3 and for the set-up, by the name of the phase."""

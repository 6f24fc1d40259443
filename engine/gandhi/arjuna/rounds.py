"""8.9 Campaign Rounds of Non-player Factions, but for Redeploy: Strikes, Support, Bases, and what others ask for."""

from __future__ import annotations

from collections.abc import Callable

from engine.core.decision import Decision
from engine.gandhi.arjuna.mind import Aim, Mind
from engine.gandhi.arjuna.priorities import select_space
from engine.gandhi.arjuna.working import Work, spaces_of
from engine.gandhi.asking import DONE, NO
from engine.gandhi.board import GEOGRAPHY
from engine.gandhi.ids import LEAGUE, TROOPS

Answer = Callable[[Mind, Decision], str]


# -- 8.9.2 Support Phase -----------------------------------------------------------------------------------


def build_support(mind: Mind, decision: Decision) -> Work:
    """8.9.2, N-24 NP Raj: Unrest off and levels up, at most twice a die roll in all, in up to four spaces."""
    budget = 2 * mind.roll("imperialism") if decision.kind == "imperialism.space" else 0
    mind.aim = Aim()
    while True:
        if decision.kind == "imperialism.space":
            space = select_space(mind, "shift_to_support", spaces_of(decision)) if budget else ""
            decision = yield space or DONE
            if space and decision.kind != "imperialism.purchases":
                budget -= 1
        elif decision.kind == "imperialism.purchases":
            counts = [int(option.key) for option in decision.options]
            count = max(min(counts), min(max(counts), budget))
            budget = max(0, budget - count)
            decision = yield str(count)
        elif decision.kind == "imperialism.release":
            decision = yield half_each(decision)
        elif decision.kind == "imperialism.gandhi":
            decision = yield mind.random_space(spaces_of(decision))
        else:
            return decision


def half_each(decision: Decision) -> str:
    """8.9.2 As many Congress as Muslim League Activists are released, as far as possible."""
    total = int(decision.prompt.params.get("count", 0))
    counts = [int(option.key) for option in decision.options]
    return str(min(counts, key=lambda count: abs(2 * count - total)))


def programme(mind: Mind, decision: Decision) -> Work:
    """8.9.2 Constructive Programme: as many spaces as Unity allows, by Shift to Opposition, as far as they go."""
    mind.aim = Aim()
    while True:
        if decision.kind == "constructive.space":
            places = spaces_of(decision)
            if mind.seat == LEAGUE:
                places = [space for space in places if matters_to_league(mind, space)]
            decision = yield select_space(mind, "shift_to_opposition", places) or DONE
        else:
            decision = yield decision.options[-1].key


def matters_to_league(mind: Mind, space: str) -> bool:
    """8.8.3 note: Opposition helps the Muslim League in Muslim spaces; elsewhere only against Support for a player."""
    return GEOGRAPHY[space].muslim or (mind.state.spaces[space].level > 0 and mind.state.is_player("raj"))


def place_base(mind: Mind, decision: Decision) -> Work:
    """8.9.2 A Base by the Place Bases column."""
    mind.aim = Aim(weight=1)
    while True:
        decision = yield select_space(mind, "place_bases", spaces_of(decision)) or DONE


def place_gandhi(mind: Mind, decision: Decision) -> Work:
    """Set up: NP Congress places Gandhi, an Activist and a Protest in a random 2-Pop space."""
    while True:
        decision = yield mind.random_space([space for space in spaces_of(decision) if GEOGRAPHY[space].population == 2])


# -- what others' turns ask --------------------------------------------------------------------------------


def displace(mind: Mind, decision: Decision) -> str:
    """8.1.4 Troops caught in a Muslim State go to a City by Place Cubes."""
    return select_space(mind, "place_cubes", spaces_of(decision))


def crisis_piece(mind: Mind, decision: Decision) -> str:
    """8.1.4, N-22 In a Crisis as many cubes as possible, Troops first."""
    return TROOPS if TROOPS in decision.keys else decision.options[0].key


def crisis_space(mind: Mind, decision: Decision) -> str:
    """8.1.4 In a Crisis cubes go by Place Cubes, one at a time."""
    places = [space for space in spaces_of(decision) if not GEOGRAPHY[space].is_railway]
    return select_space(mind, "place_cubes", places or spaces_of(decision))


def protests_after_arrest(mind: Mind, decision: Decision) -> str:
    """N-16 After Gandhi's arrest NP Congress places as many Protests as possible by Place Protests."""
    mind.aim = Aim(protesting=True)
    return select_space(mind, "place_protests", spaces_of(decision)) or DONE


def protest_at_reset(mind: Mind, decision: Decision) -> str:
    """8.9.4 A Protest in a space with Congress Activists by Place Protests."""
    return protests_after_arrest(mind, decision)


def strike(mind: Mind, decision: Decision) -> str:
    """8.9.1 Strikes on the Railways with the highest Econ first."""
    return mind.random_railway(spaces_of(decision))


REACTIONS: dict[str, Answer] = {
    "displace.city": displace,
    "crisis.piece": crisis_piece,
    "crisis.space": crisis_space,
    "crisis.count": lambda mind, decision: decision.options[0].key,
    "arrest.protest": protests_after_arrest,
    "reset.protest": protest_at_reset,
    "strikes.railway": strike,
    "satyagraha.release": lambda mind, decision: NO,
    "transfer.consent": lambda mind, decision: NO,
    "arjuna.cards": lambda mind, decision: str(mind.cards_drawn),
}
"""Decisions that are answered by themselves, whoever's turn it is. NP Raj never releases Gandhi (8.1.4, N-30)."""

PHASES: dict[str, Callable[[Mind, Decision], Work]] = {
    "imperialism": build_support,
    "constructive_congress": programme,
    "constructive_league": programme,
    "pakistan_movement": place_base,
    "secret_societies": place_base,
    "gandhi_placed": place_gandhi,
}
"""The phases of 6.3 and the set-up, by name."""

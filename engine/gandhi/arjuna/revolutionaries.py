"""8.6.6 Operations of the Non-player Revolutionaries."""

from __future__ import annotations

from engine.core.decision import Decision
from engine.gandhi.arjuna.cards import OperationBox
from engine.gandhi.arjuna.mind import Aim, Mind
from engine.gandhi.arjuna.priorities import choose_adversary, select_space
from engine.gandhi.arjuna.working import (
    Stopper,
    Work,
    allowed_by_railway_rule,
    by_column,
    default_answer,
    first_rows,
    spaces_of,
    work_through,
)
from engine.gandhi.asking import DONE
from engine.gandhi.board import GEOGRAPHY
from engine.gandhi.ids import RAJ, REVOLUTIONARY_BASES, UNDERGROUND


def activation(mind: Mind, box: OperationBox) -> Stopper:
    """8.6.2 After each space a die at or under the Activation Number ends the Operation (N-01, N-02)."""
    number = mind.state.restraint if box.number == "restraint" else int(box.number)

    def stops(space: str) -> bool:
        roll = mind.roll("activation")
        mind.think("instruction", "activation", (), number=number, roll=roll, stops=roll <= number)
        return roll <= number

    return stops


def rally(mind: Mind, decision: Decision, box: OperationBox) -> Work:
    """8.6.6 Rally: Bases where Guerrillas exceed Unity, then Guerrillas by column, then one from Out of Play."""
    state = mind.state
    building = False

    def can_build(space: str) -> bool:
        here = state.spaces[space]
        return (
            here.guerrillas > state.unity
            and state.has_room_for_base(space)
            and state.available[REVOLUTIONARY_BASES] > 0
        )

    def choose(pending: Decision, index: int) -> str:
        nonlocal building
        mind.aim = Aim(weight=1)
        base = select_space(mind, "place_bases", filter(can_build, spaces_of(pending)))
        building = bool(base)
        if base:
            return base
        mind.aim = Aim()
        if not state.available[UNDERGROUND]:
            return ""
        return select_space(mind, "place_guerrillas", spaces_of(pending), first_rows(box, index))

    def answer(pending: Decision) -> str:
        if pending.kind == "rally.what":
            return "base" if building and "base" in pending.keys else "guerrillas"
        return default_answer(pending)

    decision = yield from work_through(mind, decision, "rally.space", choose, answer, activation(mind, box))
    if decision.kind == "rally.space" and DONE in decision.keys:
        decision = yield DONE
    while decision.kind == "rally.enter":
        decision = yield "1"
    return decision


def kept(mind: Mind, space: str) -> int:
    """8.4.2 Guerrillas that stay in an origin (inferred row): one where there is Unrest or an own Base."""
    here = mind.state.spaces[space]
    return 1 if here.unrest or here.revolutionary_bases else 0


def march(mind: Mind, decision: Decision, box: OperationBox) -> Work:
    """8.6.6 March: origins with the most Guerrillas, and for each Guerrilla a destination by column (D-78)."""
    state = mind.state
    origins: list[str] = []
    destinations: list[str] = []
    left = 0

    def choose(pending: Decision, index: int) -> str:
        nonlocal left
        free = {
            space: state.spaces[space].guerrillas - kept(mind, space)
            for space in spaces_of(pending)
            if space not in destinations
        }
        free = {space: count for space, count in free.items() if count > 0}
        if not free:
            return ""
        most = max(state.spaces[space].guerrillas for space in free)
        origin = mind.random_space([space for space in free if state.spaces[space].guerrillas == most])
        left = free[origin]
        origins.append(origin)
        return origin

    def answer(pending: Decision) -> str:
        nonlocal left
        if pending.kind == "march.piece":
            if left <= 0:
                return DONE if DONE in pending.keys else default_answer(pending)
            return UNDERGROUND if UNDERGROUND in pending.keys else pending.options[0].key
        if pending.kind == "march.count":
            return "1"
        if pending.kind == "march.destination":
            reachable = [space for space in spaces_of(pending) if space not in origins]
            targets = allowed_by_railway_rule(mind, reachable) or reachable or spaces_of(pending)
            target = select_space(mind, "march", targets, first_rows(box, len(origins) - 1))
            left -= 1
            destinations.append(target)
            return target
        return default_answer(pending)

    return (yield from work_through(mind, decision, "march.origin", choose, answer, activation(mind, box)))


def attack(mind: Mind, decision: Decision, box: OperationBox) -> Work:
    """8.6.6 Attack by column, until the Activation roll fails."""
    state = mind.state

    def has_effect(space: str) -> bool:
        here = state.spaces[space]
        return bool(here.cubes or here.league_bases or (here.activists and here.protest) or state.unrest_available())

    def answer(pending: Decision) -> str:
        pieces = [option.key for option in pending.options if option.key != DONE]
        if pending.kind == "attack.remove" and pieces:
            return choose_adversary(mind, pending.space, pieces)
        return default_answer(pending)

    mind.aim = Aim()
    choose = by_column(mind, box, "attack_or_go_underground", has_effect)
    return (yield from work_through(mind, decision, "attack.space", choose, answer, activation(mind, box)))


def unrest(mind: Mind, decision: Decision, box: OperationBox) -> Work:
    """8.6.6 Unrest by column, until the Activation roll fails. Railways only if Raj is a player (8.1.3)."""
    state = mind.state

    def has_effect(space: str) -> bool:
        if GEOGRAPHY[space].is_railway:
            return state.is_player(RAJ) and not state.spaces[space].strike and state.unrest_available() > 0
        return state.unrest_available() > 0 or state.spaces[space].level != 0

    choose = by_column(mind, box, "place_unrest", has_effect)
    return (yield from work_through(mind, decision, "unrest.space", choose, default_answer, activation(mind, box)))


# -- what would be possible --------------------------------------------------------------------------------


def can_rally(mind: Mind) -> bool:
    """8.1.5 Whether Rally would place anything."""
    state = mind.state
    if state.available[UNDERGROUND]:
        return True
    return state.available[REVOLUTIONARY_BASES] > 0 and any(
        here.guerrillas > state.unity and state.has_room_for_base(space) for space, here in state.spaces.items()
    )


def can_march(mind: Mind) -> bool:
    """8.1.5 Whether any Guerrilla may leave where it is."""
    return any(here.guerrillas > kept(mind, space) for space, here in mind.state.spaces.items())


def can_attack(mind: Mind) -> bool:
    """8.1.5 Whether there are Guerrillas off the Railways."""
    return any(here.guerrillas and not GEOGRAPHY[space].is_railway for space, here in mind.state.spaces.items())


def can_spread_unrest(mind: Mind) -> bool:
    """8.1.5 Whether a space can be selected for Unrest."""
    state = mind.state
    return any(
        (here.underground or (state.is_crisis and here.congress and here.league))
        and (state.is_player(RAJ) or not GEOGRAPHY[space].is_railway)
        for space, here in state.spaces.items()
    )

"""8.6.6 Operations of the Non-player Revolutionaries."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.core.decision import Decision
from engine.core.text import Text
from engine.gandhi.arjuna.cards import OperationBox
from engine.gandhi.arjuna.mind import Aim, Mind
from engine.gandhi.arjuna.priorities import choose_adversary, select_space
from engine.gandhi.arjuna.working import (
    Stopper,
    Work,
    allowed_by_railway_rule,
    answers_to,
    by_column,
    default_answer,
    first_rows,
    spaces_of,
    work_through,
)
from engine.gandhi.asking import DONE
from engine.gandhi.board import BOARD, GEOGRAPHY
from engine.gandhi.ids import ACTIVE, GUERRILLAS, RAJ, UNDERGROUND
from engine.gandhi.operations.march import REACH, why_not_march
from engine.gandhi.operations.revolutionaries import (
    ADVERSARIES,
    MOST_ATTACKED,
    why_no_rally_base,
    why_not_attack,
    why_not_attackable,
    why_not_rally,
    why_not_unrest,
)
from engine.gandhi.state import State

RESTRAINT = Text("arjuna.number.restraint")
CARD = Text("arjuna.number.card")


def activation(mind: Mind, box: OperationBox) -> Stopper | None:
    """8.6.2 Return the check after each space: a roll up to the Activation Number ends the Operation.

    There is none in a Limited Operation, which has one space anyway (N-01 to N-03, D-73).
    """
    if mind.turn.limited:
        return None

    def stops(space: str) -> bool:
        number = mind.state.restraint if box.number == "restraint" else int(box.number)
        roll = mind.roll("activation")
        key = "activation.stops" if roll <= number else "activation.goes_on"
        what = RESTRAINT if box.number == "restraint" else CARD
        mind.think("activation", key, (), what=what, number=number, roll=roll)
        return roll <= number

    return stops


# -- Rally -------------------------------------------------------------------------------------------------


def can_build(mind: Mind, space: str) -> bool:
    """8.6.6, N-18 Return whether a Base replaces Guerrillas in a space: there must be more of them than Unity."""
    state = mind.turn.state
    return state.spaces[space].guerrillas > state.unity and why_no_rally_base(state, space) is None


def rally(mind: Mind, decision: Decision, box: OperationBox) -> Work:
    """8.6.6 Place Bases where Guerrillas exceed Unity, then Guerrillas by column, then one from Out of Play."""
    state = mind.state
    building = False

    def choose(pending: Decision, index: int) -> str:
        nonlocal building
        aim = Aim(active=lambda space: 1 - min(state.unity, state.spaces[space].active))
        places = (space for space in spaces_of(pending) if can_build(mind, space))
        base = select_space(mind, "place_bases", places, aim=aim)
        building = bool(base)
        if base or not state.available[UNDERGROUND]:
            return base
        return select_space(mind, "place_guerrillas", spaces_of(pending), first_rows(box, index), aim)

    def answer(pending: Decision) -> str:
        if pending.kind == "rally.what":
            return "base" if building else "guerrillas"
        # Active Guerrillas are replaced first, and one Guerrilla comes from Out of Play: both are the default answers.
        return default_answer(pending)

    decision = yield from work_through(mind, decision, "rally.space", choose, answer, activation(mind, box))
    if decision.kind == "rally.space" and DONE in decision.keys:
        decision = yield DONE
    while decision.kind == "rally.enter":
        decision = yield default_answer(decision)
    return decision


def can_rally(mind: Mind) -> bool:
    """8.1.5 Return whether Rally would place anything."""
    return any(
        why_not_rally(mind.turn, space) is None and (mind.state.available[UNDERGROUND] > 0 or can_build(mind, space))
        for space in BOARD.lands
    )


# -- March -------------------------------------------------------------------------------------------------


def kept(mind: Mind, space: str) -> int:
    """8.4.2 Count Guerrillas that stay in an origin (inferred row): one with Unrest or one of their Bases."""
    here = mind.state.spaces[space]
    return 1 if here.unrest or here.revolutionary_bases else 0


def goals(mind: Mind, origins: Sequence[str], spaces: Iterable[str]) -> list[str]:
    """8.6.6, 8.1.3 Return where Guerrillas may March to: to no space that was an origin; to Railways only if Raj is a
    player.
    """
    return [space for space in allowed_by_railway_rule(mind, spaces) if space not in origins]


def can_leave(mind: Mind, origin: str, origins: Sequence[str]) -> bool:
    """8.6.6 Return whether a Guerrilla may leave a space, and has somewhere to go."""
    here = mind.state.spaces[origin]
    if here.guerrillas <= kept(mind, origin):
        return False
    side = UNDERGROUND if here.underground else ACTIVE
    return bool(goals(mind, (*origins, origin), REACH[side][origin]))


def march(mind: Mind, decision: Decision, box: OperationBox) -> Work:
    """8.6.6 March from the spaces with the most Guerrillas, each Guerrilla to a destination by column (D-78)."""
    state = mind.state
    origins: list[str] = []
    destinations: list[str] = []

    def choose(pending: Decision, index: int) -> str:
        leaving = [
            space for space in spaces_of(pending) if space not in destinations and can_leave(mind, space, origins)
        ]
        if not leaving:
            return ""
        most = max(state.spaces[space].guerrillas for space in leaving)
        origin = mind.random_space(space for space in leaving if state.spaces[space].guerrillas == most)
        origins.append(origin)
        return origin

    def answer(pending: Decision) -> str:
        if pending.kind == "march.piece":
            origin = pending.space
            sides = [side for side in GUERRILLAS if side in pending.keys and goals(mind, origins, REACH[side][origin])]
            if state.spaces[origin].guerrillas <= kept(mind, origin) or not sides:
                return default_answer(pending)
            return sides[0]
        if pending.kind == "march.count":
            return "1"
        if pending.kind == "march.destination":
            reachable = spaces_of(pending)
            rows = first_rows(box, len(origins) - 1)
            target = select_space(mind, "march", goals(mind, origins, reachable) or reachable, rows)
            mind.think("select", "march", (target,), origin=origins[-1])
            destinations.append(target)
            return target
        return default_answer(pending)

    return (yield from work_through(mind, decision, "march.origin", choose, answer, activation(mind, box)))


def can_march(mind: Mind) -> bool:
    """8.1.5 Return whether any Guerrilla may leave where it is."""
    return any(can_leave(mind, space, []) and why_not_march(mind.turn, space) is None for space in BOARD.everywhere)


# -- Attack ------------------------------------------------------------------------------------------------


def may_hit(state: State, space: str) -> bool:
    """8.1.5 Return whether an Attack there could remove a piece, or else place Unrest (3.4.3)."""
    here = state.spaces[space]
    if GEOGRAPHY[space].is_railway or not here.guerrillas:
        return False
    pieces = (piece for piece in ADVERSARIES if getattr(here, piece))
    return state.unrest_available() > 0 or any(why_not_attackable(state, space, piece) is None for piece in pieces)


def attack(mind: Mind, decision: Decision, box: OperationBox) -> Work:
    """8.6.6 Attack by column, until an Activation roll ends the Operation."""

    def answer(pending: Decision) -> str:
        return attack_target(mind, pending) if pending.kind == "attack.remove" else default_answer(pending)

    here = mind.state.spaces
    aim = Aim(cubes=lambda space: -min(MOST_ATTACKED, here[space].cubes), active=lambda space: here[space].underground)
    choose = by_column(mind, box, "attack_or_go_underground", lambda space: may_hit(mind.turn.state, space), aim)
    return (yield from work_through(mind, decision, "attack.space", choose, answer, activation(mind, box)))


def attack_target(mind: Mind, decision: Decision) -> str:
    """8.5.1 Return a piece that a successful Attack removes, or `DONE` when none is left."""
    pieces = answers_to(decision)
    return choose_adversary(mind, decision.space, pieces) if pieces else DONE


def can_attack(mind: Mind) -> bool:
    """8.1.5 Return whether an Attack could do anything."""
    return any(may_hit(mind.turn.state, space) and why_not_attack(mind.turn, space) is None for space in BOARD.lands)


# -- Unrest ------------------------------------------------------------------------------------------------


def may_spread(mind: Mind, space: str) -> bool:
    """8.1.5 Return whether Unrest would do anything in a space that may be selected. Railways only if Raj plays
    (8.1.3).
    """
    state = mind.state
    here = state.spaces[space]
    if GEOGRAPHY[space].is_railway:
        return state.is_player(RAJ) and not here.strike and state.unrest_available() > 0
    return state.unrest_available() > 0 or here.level != 0


def unrest(mind: Mind, decision: Decision, box: OperationBox) -> Work:
    """8.6.6, D-79 Place Unrest by column, until an Activation roll ends the Operation."""
    aim = Aim(active=lambda space: min(1, mind.state.spaces[space].underground))
    choose = by_column(mind, box, "place_unrest", lambda space: may_spread(mind, space), aim)
    return (yield from work_through(mind, decision, "unrest.space", choose, default_answer, activation(mind, box)))


def can_spread_unrest(mind: Mind) -> bool:
    """8.1.5 Return whether a space can be selected for Unrest."""
    return any(may_spread(mind, space) and why_not_unrest(mind.turn, space) is None for space in BOARD.everywhere)

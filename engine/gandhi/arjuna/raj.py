"""8.6.3, 8.5.4 Deploy and Assault of the Non-player Raj, and whom it removes.

Sweep is in `sweeping`. Non-player Raj never Garrisons.
"""

from __future__ import annotations

from engine.core.decision import Decision
from engine.gandhi.arjuna.cards import OperationBox
from engine.gandhi.arjuna.mind import Aim, Mind
from engine.gandhi.arjuna.priorities import choose_adversaries, choose_adversary, select_space
from engine.gandhi.arjuna.sweeping import Sepoys, Sweep
from engine.gandhi.arjuna.working import Work, answers_to, default_answer, first_rows, spaces_of, work_through
from engine.gandhi.asking import DONE, NO, YES
from engine.gandhi.board import BOARD
from engine.gandhi.ids import CONGRESS, LEAGUE, REVOLUTIONARIES, SEPOYS, TROOPS
from engine.gandhi.operations.raj import FREE_SWEEP, SEPOYS_PER_REMOVAL, why_not_assault, why_not_deploy
from engine.gandhi.operations.targets import NONVIOLENT, count_removable, removable_pieces

TROOPS_PER_CITY = 3
CUBES_PER_CITY = 6


# -- 8.6.3 Deploy ------------------------------------------------------------------------------------------


def troops_wanted(mind: Mind, city: str) -> int:
    """8.6.3 Return how many Troops a City lacks to "get" three (8.1.5), as far as they are Available."""
    return min(max(0, TROOPS_PER_CITY - mind.state.spaces[city].troops), mind.state.available[TROOPS])


def cubes_placed(mind: Mind, city: str, *, with_sepoys: bool) -> int:
    """8.6.3 Return how many cubes Deploy would place in a City: Troops up to three there, Sepoys up to six placed."""
    troops = troops_wanted(mind, city)
    return troops + (min(CUBES_PER_CITY - troops, mind.state.available[SEPOYS]) if with_sepoys else 0)


def deploy(mind: Mind, decision: Decision, box: OperationBox) -> Work:
    """8.6.3 Place three Troops in each City, Sepoys up to six cubes, then two cubes from Out of Play, Troops first."""
    state = mind.state
    sepoys = Sepoys(mind, "deploy")
    before = 0

    def worth(city: str) -> int:
        return cubes_placed(mind, city, with_sepoys=sepoys.may_operate)

    def choose(pending: Decision, index: int) -> str:
        nonlocal before
        cities = filter(worth, spaces_of(pending))
        city = select_space(mind, "place_cubes", cities, first_rows(box, index), Aim(cubes=worth))
        before = state.spaces[city].sepoys if city else 0
        return city

    def answer(pending: Decision) -> str:
        if pending.kind == "deploy.piece":
            if TROOPS in pending.keys and troops_wanted(mind, pending.space):
                return TROOPS
            return SEPOYS if SEPOYS in pending.keys and sepoys.may_operate else default_answer(pending)
        if pending.kind == "deploy.count":
            most = pending.numbers[-1]
            is_troops = pending.prompt.params.get("piece") == TROOPS
            return str(min(most, troops_wanted(mind, pending.space)) if is_troops else most)
        # The default answer brings the most cubes from Out of Play, Troops before Sepoys.
        return default_answer(pending)

    def stops(city: str) -> bool:
        if state.spaces[city].sepoys > before:
            sepoys.have_operated()
        return False

    decision = yield from work_through(mind, decision, "deploy.city", choose, answer, stops)
    if decision.kind == "deploy.city" and DONE in decision.keys:
        decision = yield DONE
    while decision.kind == "deploy.enter":
        decision = yield default_answer(decision)
    return decision


def can_deploy(mind: Mind) -> bool:
    """8.1.5 Return whether any cube would be placed."""
    return any(
        why_not_deploy(mind.turn, city) is None and cubes_placed(mind, city, with_sepoys=True) for city in BOARD.cities
    )


# -- 8.6.3 Assault -----------------------------------------------------------------------------------------


def removals(mind: Mind, space: str, *, with_sepoys: bool) -> int:
    """3.2.4 Return how many pieces an Assault could remove: one per cube with Troops, one per two Sepoys without."""
    here = mind.state.spaces[space]
    if here.troops:
        return here.troops + (here.sepoys if with_sepoys else 0)
    return here.sepoys // SEPOYS_PER_REMOVAL if with_sepoys else 0


def assault_removes(mind: Mind, space: str, *, with_sepoys: bool = True) -> int:
    """8.6.3 Return how many Active adversaries an Assault would remove from a space."""
    return min(count_removable(mind.state, space), removals(mind, space, with_sepoys=with_sepoys))


def assault(mind: Mind, decision: Decision, box: OperationBox) -> Work:
    """8.6.3 Assault by Remove or Replace where it has an effect; under Lord Wavell a Sweep comes first (8.1.6)."""
    sepoys = Sepoys(mind, "assault")
    free_sweep = Sweep(mind, Sepoys(mind, "sweep", rolls=False))

    def effect(space: str) -> int:
        return assault_removes(mind, space, with_sepoys=sepoys.may_operate)

    def swept(spaces: list[str]) -> list[str]:
        """8.6.3 Return spaces eligible for Assault that a Sweep can enter, or else where it can search in place."""
        free_sweep.look_around()
        open_spaces = [space for space in spaces if space in BOARD.lands and effect(space)]
        entered = [space for space in open_spaces if free_sweep.can_enter(space)]
        free_sweep.in_place = not entered
        return entered or [space for space in open_spaces if free_sweep.can_search(space)]

    def choose(pending: Decision, index: int) -> str:
        if not index and FREE_SWEEP in pending.keys and swept(spaces_of(pending)):
            mind.think("operation", "free_sweep", ())
            return FREE_SWEEP
        aim = Aim(active=lambda space: -effect(space))
        spaces = filter(effect, spaces_of(pending))
        return select_space(mind, "remove_or_replace", spaces, first_rows(box, index), aim)

    def answer(pending: Decision) -> str:
        if pending.kind == "assault.free_sweep":
            spaces = swept(spaces_of(pending))
            space = free_sweep.start(select_space(mind, "sweep", spaces, aim=free_sweep.aim()))
            mind.think("select", "select_for", (space,), operation="sweep")
            return space
        if pending.kind.startswith("sweep."):
            return free_sweep.answer(pending)
        if pending.kind == "assault.sepoys":
            return YES if sepoys.may_operate else NO
        return targets(mind, pending)

    def stops(space: str) -> bool:
        # All Sepoys in the space take part while they may, even if they are not needed (8.6.2).
        here = mind.state.spaces[mind.turn.selected[-1]]
        if here.sepoys and (here.troops or here.sepoys >= SEPOYS_PER_REMOVAL):
            sepoys.have_operated()
        return False

    return (yield from work_through(mind, decision, "assault.space", choose, answer, stops, includes="sweep"))


def can_assault(mind: Mind) -> bool:
    """8.1.5 Return whether an Assault would remove anything."""
    return any(assault_removes(mind, space) and why_not_assault(mind.turn, space) is None for space in BOARD.everywhere)


# -- 8.5.4 whom Raj removes --------------------------------------------------------------------------------


def targets(mind: Mind, decision: Decision) -> str:
    """8.5.4, N-12 Return whom to remove: first the group that the Adversary Priorities name, then the other."""
    space = decision.space
    here = mind.state.spaces[space]
    subject = decision.kind.partition(".")[2]
    if subject == "target":
        groups = [key for key in (NONVIOLENT, REVOLUTIONARIES) if key in decision.keys]
        if len(groups) == 1:
            return groups[0]
        pieces = removable_pieces(mind.state, space)
        first = choose_adversary(mind, space, pieces)
        return REVOLUTIONARIES if first in ("active", "revolutionary_bases") else NONVIOLENT
    if subject == "gandhi":
        return YES
    if subject == "congress":
        number = int(decision.prompt.params["count"])
        taken = choose_adversaries(mind, space, {CONGRESS: here.congress, LEAGUE: here.league}, number)
        return str(taken[CONGRESS])
    if subject == "piece":
        return choose_adversary(mind, space, answers_to(decision))
    return default_answer(decision)

"""8.9.3 Redeploy of Non-player Factions: each instruction in order, every piece at most once."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from engine.core.decision import Decision
from engine.gandhi.arjuna.filters import active_pieces
from engine.gandhi.arjuna.mind import Mind
from engine.gandhi.arjuna.working import Work, default_answer
from engine.gandhi.asking import DONE
from engine.gandhi.board import BOARD, GEOGRAPHY
from engine.gandhi.ids import (
    ACTIVE,
    ACTIVE_OPPOSITION,
    CONGRESS,
    GANDHI,
    GUERRILLAS,
    LEAGUE,
    SEPOYS,
    TROOPS,
    UNDERGROUND,
)

ORIGIN = "redeploy.origin"


class Redeploy:
    """A Redeploy under way. ``arrived`` counts the pieces that have moved: they stay where they are."""

    def __init__(self, mind: Mind) -> None:
        self.mind = mind
        self.state = mind.state
        self.arrived: dict[tuple[str, str], int] = {}

    def movable(self, piece: str, space: str) -> int:
        """How many pieces of a kind in a space have not moved yet."""
        return max(0, int(getattr(self.state.spaces[space], piece)) - self.arrived.get((piece, space), 0))

    def is_open(self, piece: str, target: str) -> bool:
        """6.4.2 - 6.4.5 Whether pieces may go to a space: tested by the engine too, here to choose well."""
        state = self.state
        if piece in (TROOPS, SEPOYS):
            if piece == TROOPS and state.is_state(target):
                return False
            return not state.is_province(target) or state.has_control(target)
        if GEOGRAPHY[target].is_railway:
            return False
        has_base = {
            LEAGUE: state.spaces[target].league_bases,
            UNDERGROUND: state.spaces[target].revolutionary_bases,
            ACTIVE: state.spaces[target].revolutionary_bases,
        }.get(piece, 0)
        return not state.has_control(target) or bool(has_base)

    def move(self, decision: Decision, piece: str, origin: str, target: str) -> Work:
        """Move one piece through the engine's questions."""
        before = int(getattr(self.state.spaces[target], piece))
        decision = yield origin
        while decision.kind.startswith("redeploy.") and decision.kind != ORIGIN:
            if decision.kind == "redeploy.piece":
                key = piece
            elif decision.kind == "redeploy.count":
                key = "1"
            elif decision.kind == "redeploy.target":
                key = target
            else:
                return decision
            decision = yield key if key in decision.keys else default_answer(decision)
        came = int(getattr(self.state.spaces[target], piece)) - before
        self.arrived[piece, target] = self.arrived.get((piece, target), 0) + max(0, came)
        return decision

    def bring(
        self,
        decision: Decision,
        piece: str,
        target: str,
        sources: Callable[[str], int],
        rank: Callable[[str], int],
    ) -> Work:
        """Move one piece to a space from the best source, if there is one. ``sources`` says how many may leave."""
        if not self.is_open(piece, target):
            return decision
        spaces = [space for space in BOARD.everywhere if space != target and sources(space) > 0]
        if not spaces or decision.kind != ORIGIN:
            return decision
        best = max(rank(space) for space in spaces)
        origin = self.mind.random_space([space for space in spaces if rank(space) == best])
        return (yield from self.move(decision, piece, origin, target))

    def in_order(self, spaces: Iterable[str], *rows: Callable[[str], int]) -> list[str]:
        """Spaces sorted by rows, highest first; equal ones at random."""
        names = list(spaces)
        shuffled = [names.pop(names.index(self.mind.random_space(names))) for _ in range(len(names))]
        return sorted(shuffled, key=lambda space: tuple(-row(space) for row in rows))


def two_pop(space: str) -> int:
    """1 for spaces of Population 2."""
    return int(GEOGRAPHY[space].population == 2)


# -- Raj ---------------------------------------------------------------------------------------------------


def redeploy_raj(mind: Mind, decision: Decision) -> Work:
    """8.9.3 NP Raj Redeploy, steps 1 to 5. No Raj Control is lost; N-26: nothing is paid."""
    work = Redeploy(mind)
    state = mind.state

    def free(piece: str) -> Callable[[str], int]:
        def count(space: str) -> int:
            here = state.spaces[space]
            left = work.movable(piece, space)
            if state.has_control(space):
                left = min(left, here.cubes - active_pieces(state, space) - 1)
            return left

        return count

    def rank(space: str) -> int:
        exposed = state.is_province(space) and not state.has_control(space)
        return 100 * exposed + state.spaces[space].sepoys

    provinces = [space for space in BOARD.lands if state.is_province(space)]
    for province in provinces:
        for _ in range(state.spaces[province].troops):
            decision = yield from work.bring(decision, SEPOYS, province, free(SEPOYS), rank)
    for city in BOARD.cities:
        if not state.spaces[city].troops:
            decision = yield from work.bring(decision, TROOPS, city, free(TROOPS), rank)
    for province in provinces:
        # Troops a Province can spare leave the map: beyond one in each City they go to Available (6.4.2).
        for _ in range(max(0, free(TROOPS)(province))):
            decision = yield from work.move(decision, TROOPS, province, mind.random_space(BOARD.cities))
    for city in BOARD.cities:
        if not state.spaces[city].sepoys:
            decision = yield from work.bring(decision, SEPOYS, city, free(SEPOYS), rank)
    for city in BOARD.cities:
        while not state.has_control(city) and decision.kind == ORIGIN:
            before = state.spaces[city].sepoys
            decision = yield from work.bring(decision, SEPOYS, city, free(SEPOYS), rank)
            if state.spaces[city].sepoys == before:
                break
    quiet = [space for space in BOARD.lands if state.is_state(space) and state.spaces[space].level <= 0]
    for space in work.in_order(quiet)[:3]:
        if not state.spaces[space].sepoys:
            decision = yield from work.bring(decision, SEPOYS, space, free(SEPOYS), rank)
    held = work.in_order((space for space in BOARD.lands if state.has_control(space)), two_pop)
    turn = 0
    for province in provinces:
        while held and not state.has_control(province) and work.movable(SEPOYS, province) and decision.kind == ORIGIN:
            decision = yield from work.move(decision, SEPOYS, province, held[turn % len(held)])
            turn += 1
    return (yield from stop(decision))


def stop(decision: Decision) -> Work:
    """Nothing more moves."""
    while decision.kind.startswith("redeploy."):
        decision = yield DONE if DONE in decision.keys else default_answer(decision)
    return decision


# -- Congress and the Muslim League ------------------------------------------------------------------------


def redeploy_congress(mind: Mind, decision: Decision) -> Work:
    """8.9.3 NP Congress Redeploy, steps 1 to 4."""
    work = Redeploy(mind)
    state = mind.state

    def free(space: str) -> int:
        kept = 0 if state.spaces[space].level == ACTIVE_OPPOSITION else GEOGRAPHY[space].population
        return work.movable(CONGRESS, space) - (0 if GEOGRAPHY[space].is_railway else kept)

    def rank(space: str) -> int:
        return state.spaces[space].congress + 100 * GEOGRAPHY[space].is_railway

    now = state.gandhi_space()
    if now:
        best = work.in_order(
            (space for space in BOARD.lands if work.is_open(GANDHI, space)),
            lambda space: state.spaces[space].level,
            two_pop,
        )
        if best and best[0] != now:
            decision = yield from work.move(decision, GANDHI, now, best[0])
    lands = [space for space in BOARD.lands if work.is_open(CONGRESS, space)]
    goals = [(space, 2) for space in work.in_order(filter(two_pop, lands), lambda s: int(not GEOGRAPHY[s].muslim))]
    ones = [space for space in lands if not two_pop(space)]
    goals += [(space, 1) for space in work.in_order(ones, lambda space: state.spaces[space].level)]
    decision = yield from reach(work, decision, CONGRESS, goals, free, rank)
    decision = yield from spread(work, decision, CONGRESS, list(filter(two_pop, lands)), free, rank)
    return (yield from empty_railways(work, decision, (CONGRESS,)))


def redeploy_league(mind: Mind, decision: Decision) -> Work:
    """8.9.3 NP Muslim League Redeploy, steps 1 to 4."""
    work = Redeploy(mind)
    state = mind.state

    def free(space: str) -> int:
        land = GEOGRAPHY[space]
        return work.movable(LEAGUE, space) - (land.population if land.muslim else 0)

    def rank(space: str) -> int:
        return state.spaces[space].league + 100 * GEOGRAPHY[space].is_railway

    muslim = [space for space in BOARD.lands if GEOGRAPHY[space].muslim and work.is_open(LEAGUE, space)]
    twos = work.in_order(filter(two_pop, muslim), lambda space: state.spaces[space].level)
    ones = work.in_order((s for s in muslim if not two_pop(s)), lambda space: state.spaces[space].level)
    goals = []
    for space in twos:
        here = state.spaces[space]
        goals.append((space, here.congress_pieces + 1 - here.league_bases))
    goals += [(space, 2) for space in twos] + [(space, 1) for space in ones]
    decision = yield from reach(work, decision, LEAGUE, goals, free, rank)
    decision = yield from spread(work, decision, LEAGUE, twos, free, rank)
    return (yield from empty_railways(work, decision, (LEAGUE,)))


def reach(
    work: Redeploy,
    decision: Decision,
    piece: str,
    goals: Iterable[tuple[str, int]],
    free: Callable[[str], int],
    rank: Callable[[str], int],
) -> Work:
    """8.1.5 Get so many pieces to each space, those already there included."""
    for space, number in goals:
        for _ in range(max(0, number - int(getattr(work.state.spaces[space], piece)))):
            decision = yield from work.bring(decision, piece, space, free, rank)
    return decision


def spread(
    work: Redeploy,
    decision: Decision,
    piece: str,
    targets: list[str],
    free: Callable[[str], int],
    rank: Callable[[str], int],
) -> Work:
    """8.9.3 Distribute what remains evenly: from other spaces, each piece to the target with the fewest."""
    while targets and decision.kind == ORIGIN:
        waiting = sum(max(0, free(space)) for space in BOARD.everywhere if space not in targets)
        if not waiting:
            break
        fewest = min(int(getattr(work.state.spaces[space], piece)) for space in targets)
        target = work.mind.random_space(
            [space for space in targets if int(getattr(work.state.spaces[space], piece)) == fewest]
        )
        before = getattr(work.state.spaces[target], piece)
        decision = yield from work.bring(decision, piece, target, outside(free, targets), rank)
        if getattr(work.state.spaces[target], piece) == before:
            break
    return decision


def outside(free: Callable[[str], int], targets: list[str]) -> Callable[[str], int]:
    """How many pieces may leave a space that is not itself a target."""
    return lambda space: 0 if space in targets else free(space)


def empty_railways(work: Redeploy, decision: Decision, pieces: Iterable[str]) -> Work:
    """6.4.3 - 6.4.5 Whatever is still on a Railway must leave it."""
    kinds = tuple(pieces)
    for railway in BOARD.railways:
        for piece in kinds:
            while getattr(work.state.spaces[railway], piece) and decision.kind == ORIGIN:
                targets = [space for space in BOARD.lands if work.is_open(piece, space)]
                decision = yield from work.move(decision, piece, railway, work.mind.random_space(targets))
    return (yield from stop(decision))


# -- Revolutionaries ---------------------------------------------------------------------------------------


def redeploy_revolutionaries(mind: Mind, decision: Decision) -> Work:
    """8.9.3, D-86 NP Revolutionaries Redeploy, steps 1 to 3."""
    work = Redeploy(mind)
    state = mind.state

    def free_of(piece: str) -> Callable[[str], int]:
        def count(space: str) -> int:
            here = state.spaces[space]
            kept = 1 if here.unrest or here.revolutionary_bases else 0
            return min(work.movable(piece, space), here.guerrillas - kept)

        return count

    def rank(space: str) -> int:
        return state.spaces[space].guerrillas + 100 * GEOGRAPHY[space].is_railway

    def get(space: str, number: int, pending: Decision) -> Work:
        for _ in range(max(0, number - state.spaces[space].guerrillas)):
            before = state.spaces[space].guerrillas
            for piece in GUERRILLAS:
                if state.spaces[space].guerrillas == before:
                    pending = yield from work.bring(pending, piece, space, free_of(piece), rank)
        return pending

    restless = [space for space in BOARD.lands if state.spaces[space].unrest and not state.has_control(space)]
    for space in work.in_order(restless, two_pop):
        decision = yield from get(space, 1, decision)
    for space in work.in_order(s for s in BOARD.lands if state.spaces[s].revolutionary_bases):
        decision = yield from get(space, 1, decision)
    quiet = [space for space in BOARD.lands if two_pop(space) and not state.spaces[space].unrest]
    for space in work.in_order(quiet, lambda space: state.spaces[space].level)[:1]:
        decision = yield from get(space, 3, decision)
    return (yield from empty_railways(work, decision, GUERRILLAS))


PLANS = {
    "redeploy_raj": redeploy_raj,
    "redeploy_congress": redeploy_congress,
    "redeploy_league": redeploy_league,
    "redeploy_revolutionaries": redeploy_revolutionaries,
}
"""8.9.3 Each Faction's Redeploy by the name of its phase."""

"""8.6.4, 8.6.5 Operations of Non-player Congress and the Non-player Muslim League."""

from __future__ import annotations

from collections.abc import Callable

from engine.core.decision import Decision
from engine.gandhi.arjuna.cards import OperationBox
from engine.gandhi.arjuna.mind import Aim, Mind
from engine.gandhi.arjuna.priorities import select_space
from engine.gandhi.arjuna.working import Work, by_column, default_answer, first_rows, spaces_of, work_through
from engine.gandhi.asking import DONE, NO
from engine.gandhi.board import BOARD, GEOGRAPHY
from engine.gandhi.ids import ACTIVE_OPPOSITION, CONGRESS, LEAGUE, PROTEST, RAJ
from engine.gandhi.operations.nonviolent import can_build_league_base, why_not_non_cooperation, why_not_rally
from engine.gandhi.operations.nonviolent_movement import why_not_civil_disobedience, why_not_demonstrate
from engine.gandhi.operations.nonviolent_selection import is_free_space, own_activists, slots_left

PRISONERS = 3
"""8.6.4 The least own Activists in Jail for which Rally releases prisoners."""
CROWD = 3
"""8.6.4 The least own Activists in a space from which Civil Disobedience sends one onto a Railway."""


def own(mind: Mind, space: str) -> int:
    """Return the number of the Faction's own Activists in a space."""
    return own_activists(mind.state.spaces[space], mind.seat)


def active_if_protest(mind: Mind, count: Callable[[str], int]) -> Callable[[str], int]:
    """1.4.3 Return a count that is 0 where there is no Protest, since Activists arrive Inactive there."""
    return lambda space: count(space) if mind.state.spaces[space].protest else 0


# -- Rally -------------------------------------------------------------------------------------------------


def end_of_rally(mind: Mind, decision: Decision) -> str:
    """8.6.4, N-17 Return how Rally ends: by a release if three or more own are in Jail, or by one from Out of Play."""
    if "release" in decision.keys and mind.state.jail[mind.seat] >= PRISONERS:
        return "release"
    return mind.seat if mind.seat in decision.keys else NO


def released(mind: Mind, decision: Decision) -> str:
    """8.6.4 Return the number that releases own Activists first: the highest for Congress, else the lowest."""
    counts = decision.numbers
    return str(counts[-1] if mind.seat == CONGRESS else counts[0])


def can_build(mind: Mind, space: str) -> bool:
    """8.6.5, N-18 Return whether a League Base replaces Activists in a space: there must be more of them than Unity."""
    state = mind.turn.state
    return mind.seat == LEAGUE and state.spaces[space].league > state.unity and can_build_league_base(state, space)


def placed(mind: Mind, space: str) -> int:
    """3.3.1 Return how many Activists Rally places: up to Population (Congress), one and one per Base (League)."""
    number = GEOGRAPHY[space].population if mind.seat == CONGRESS else 1 + mind.state.spaces[space].league_bases
    return min(number, mind.state.available[mind.seat])


def rally(mind: Mind, decision: Decision, box: OperationBox) -> Work:
    """8.6.4, 8.6.5 Place Bases first (Muslim League), then Activists by the Place Activists column."""
    building = False

    def answer(pending: Decision) -> str:
        if pending.kind == "rally.what":
            return "base" if building else "activists"
        if pending.kind == "rally.end":
            return end_of_rally(mind, pending)
        if pending.kind == "rally.release":
            return released(mind, pending)
        return default_answer(pending)

    def choose(pending: Decision, index: int) -> str:
        nonlocal building
        unity = mind.state.unity
        aim = Aim(active=lambda space: 1 - (unity if mind.state.spaces[space].protest else 0))
        places = (space for space in spaces_of(pending) if can_build(mind, space))
        base = select_space(mind, "place_bases", places, aim=aim)
        building = bool(base)
        if base:
            return base
        aim = Aim(active=active_if_protest(mind, lambda space: placed(mind, space)))
        spaces = [space for space in spaces_of(pending) if placed(mind, space)]
        return select_space(mind, "place_activists", spaces, first_rows(box, index), aim)

    decision = yield from work_through(mind, decision, "rally.space", choose, answer)
    if decision.kind == "rally.space" and DONE in decision.keys:
        decision = yield DONE
    while decision.kind in ("rally.end", "rally.release"):
        decision = yield answer(decision)
    return decision


def can_rally(mind: Mind) -> bool:
    """8.1.5 Return whether Rally would place anything: Activists or, for the Muslim League, a Base."""
    return any(
        why_not_rally(mind.turn, space) is None and (placed(mind, space) or can_build(mind, space))
        for space in BOARD.lands
    )


# -- Demonstrate -------------------------------------------------------------------------------------------


def kept(mind: Mind, space: str) -> int:
    """8.4.2 Return how many Activists stay in an origin (inferred rows): its Population where they still matter."""
    land = GEOGRAPHY[space]
    if mind.seat == CONGRESS:
        return 0 if mind.state.spaces[space].level == ACTIVE_OPPOSITION else land.population
    return land.population if land.muslim else 0


class Demonstration:
    """8.4.2, 8.6.4 A Demonstrate under way: its destinations, the origin in use, and what each needs.

    No space that was a destination becomes an origin, so Activists elsewhere have not moved (3.1.2).
    """

    def __init__(self, mind: Mind) -> None:
        self.mind = mind
        self.destinations: list[str] = []
        self.origin = ""
        self.used: list[str] = []
        self.before = 0
        self.escorted = 0

    def movable(self, origin: str) -> int:
        """Return the number of own Activists that may leave a space."""
        if origin in self.destinations:
            return 0
        return max(0, own(self.mind, origin) - kept(self.mind, origin))

    def escorts(self, origin: str) -> int:
        """3.3.2, R-34f Count League Activists that Congress may take along from an origin, up to Unity in all."""
        if self.mind.seat != CONGRESS:
            return 0
        state = self.mind.state
        return min(state.spaces[origin].league, max(0, state.unity - self.escorted))

    def can_enter(self, space: str) -> bool:
        """8.6.4 Return whether any Activist would move to a destination; if not, it is skipped."""
        return any(self.movable(origin) for origin in GEOGRAPHY[space].adjacent)

    def newcomers(self, space: str) -> int:
        """Return how many Activists would come: at least one, until Activists equal cubes or no more can move."""
        here = self.mind.state.spaces[space]
        near = sum(self.movable(origin) for origin in GEOGRAPHY[space].adjacent)
        return min(near, max(1, here.cubes - here.activists))

    def start(self, space: str) -> None:
        """Begin the moves into a destination."""
        self.destinations.append(space)
        self.origin, self.used = "", []
        self.before = own(self.mind, space)

    def needed(self, space: str) -> int:
        """8.6.4 Count Activists still needed from this origin: one in any case, then until all there equal cubes."""
        here = self.mind.state.spaces[space]
        first = 1 if own(self.mind, space) == self.before else 0
        return max(first, here.cubes - here.activists)

    def is_level(self, space: str) -> bool:
        """8.6.4, N-20, D-76 Return whether NV pieces (Activists, Gandhi, Bases) equal or exceed cubes (Check C)."""
        here = self.mind.state.spaces[space]
        return here.activists + here.gandhi + here.league_bases >= here.cubes

    def next_origin(self, space: str, offered: list[str]) -> str:
        """8.4.2 Return the origin that sends the next Activists: the same while it can, then the fullest one."""
        entered = own(self.mind, space) > self.before
        if self.origin:
            if self.origin in offered and self.movable(self.origin) and self.needed(space):
                return self.origin
            self.used.append(self.origin)
        if entered and self.is_level(space):
            return ""
        origins = [origin for origin in offered if origin not in self.used and self.movable(origin)]
        if not origins:
            return ""
        most = max(own(self.mind, origin) for origin in origins)
        self.origin = self.mind.random_space(origin for origin in origins if own(self.mind, origin) == most)
        self.mind.think("row", "origin", (self.origin,), where=space)
        return self.origin

    def number(self, space: str, origin: str) -> int:
        """8.6.4 Return how many own Activists come from an origin: no more than it takes, escorts counted with them."""
        most, escorts, needed = self.movable(origin), self.escorts(origin), self.needed(space)
        count = 1
        while count < most and count + min(count, escorts) < needed:
            count += 1
        return count

    def answer(self, decision: Decision) -> str:
        """8.6.4 Return who moves into the destination, and the Protest there."""
        space = self.destinations[-1]
        if decision.kind == "demonstrate.move":
            origin = self.next_origin(space, spaces_of(decision))
            return origin or (PROTEST if PROTEST in decision.keys else default_answer(decision))
        origin = str(decision.prompt.params.get("origin", ""))
        if decision.kind == "demonstrate.count":
            self.origin = origin
            return str(self.number(space, origin))
        if decision.kind == "demonstrate.escort":
            count = decision.numbers[-1]
            self.escorted += count
            return str(count)
        return default_answer(decision)


def demonstrate(mind: Mind, decision: Decision, box: OperationBox) -> Work:
    """8.6.4, 8.6.5 Choose destinations by column, then origins with the most Activists until cubes are matched."""
    plan = Demonstration(mind)
    aim = Aim(active=active_if_protest(mind, plan.newcomers))

    def choose(pending: Decision, index: int) -> str:
        spaces = filter(plan.can_enter, spaces_of(pending))
        space = select_space(mind, "demonstrate", spaces, first_rows(box, index), aim)
        if space:
            plan.start(space)
        return space

    return (yield from work_through(mind, decision, "demonstrate.space", choose, plan.answer))


def can_demonstrate(mind: Mind) -> bool:
    """8.1.5 Return whether any Activist would move."""
    plan = Demonstration(mind)
    return any(plan.can_enter(space) and why_not_demonstrate(mind.turn, space) is None for space in BOARD.lands)


# -- Civil Disobedience ------------------------------------------------------------------------------------


def can_protest(mind: Mind, space: str) -> bool:
    """8.1.5, N-19 Return whether Civil Disobedience would place a Protest: one is Available and none is there."""
    if GEOGRAPHY[space].is_railway and not mind.state.is_player(RAJ):
        return False
    return not mind.state.spaces[space].protest and mind.state.protests_available() > 0


def open_railways(mind: Mind, space: str) -> list[str]:
    """8.6.4, N-19 Return the adjacent Railways without Activists that a crowd of own Activists can send one to.

    Only if Raj is a player (8.1.3).
    """
    if not mind.state.is_player(RAJ) or own(mind, space) < CROWD:
        return []
    return [railway for railway in GEOGRAPHY[space].rail_adjacent if not mind.state.spaces[railway].activists]


def plan_protests(mind: Mind, decision: Decision, box: OperationBox) -> list[str]:
    """8.6.4 Return the spaces of a Civil Disobedience in order: as many as may get a Protest, by column.

    If none of them has a crowd for the Railways, add a space that has one, if one more may be selected (N-19).
    """
    state, turn = mind.state, mind.turn
    aim = Aim(active=lambda space: state.spaces[space].activists)
    offered = spaces_of(decision)
    slots = slots_left(turn)
    protests = state.protests_available()
    most = 1 if turn.limited else len(offered)
    chosen: list[str] = []
    left = [space for space in offered if can_protest(mind, space)]
    while left and len(chosen) < min(most, protests):
        usable = left if slots else [space for space in left if is_free_space(turn, space)]
        space = select_space(mind, "place_protests", usable, first_rows(box, len(chosen)), aim)
        if not space:
            break
        slots -= not is_free_space(turn, space)
        chosen.append(space)
        left.remove(space)
    if len(chosen) < most and not any(open_railways(mind, space) for space in chosen):
        crowds = [space for space in offered if space not in chosen and open_railways(mind, space)]
        usable = crowds if slots else [space for space in crowds if is_free_space(turn, space)]
        space = select_space(mind, "place_protests", usable, aim=aim)
        chosen += [space] if space else []
    return chosen


def civil_disobedience(mind: Mind, decision: Decision, box: OperationBox) -> Work:
    """8.6.4, 8.6.5, N-19 Place Protests by column; send one Activist of one crowd onto a Railway."""
    planned = plan_protests(mind, decision, box)
    crowds = [space for space in planned if open_railways(mind, space)]
    crowd = mind.random_space(crowds) if crowds else ""
    sent = False

    def choose(pending: Decision, index: int) -> str:
        return planned[index] if index < len(planned) and planned[index] in pending.keys else ""

    def answer(pending: Decision) -> str:
        nonlocal sent
        if pending.kind == "civil_disobedience.railway":
            railways = open_railways(mind, pending.space)
            if sent or pending.space != crowd or not railways:
                return DONE
            sent = True
            railway = mind.random_railway(railways)
            mind.think("row", "railway", (railway,))
            return railway
        return "1" if pending.kind == "civil_disobedience.count" else default_answer(pending)

    return (yield from work_through(mind, decision, "civil_disobedience.space", choose, answer))


def can_disobey(mind: Mind) -> bool:
    """8.1.5, N-19 Return whether a Protest would be placed, or an Activist sent onto a Railway."""
    return any(
        why_not_civil_disobedience(mind.turn, space) is None
        and (can_protest(mind, space) or open_railways(mind, space))
        for space in BOARD.everywhere
    )


# -- Non-Cooperation ---------------------------------------------------------------------------------------


def is_worth_refusing(mind: Mind, space: str) -> bool:
    """8.6.4, 8.6.5 Return whether Non-Cooperation shifts a space; Muslim League: only in Muslim spaces (D-77, N-21)."""
    if mind.seat == LEAGUE and not GEOGRAPHY[space].muslim:
        return False
    return mind.state.spaces[space].level != ACTIVE_OPPOSITION


def non_cooperation(mind: Mind, decision: Decision, box: OperationBox) -> Work:
    """8.6.4, 8.6.5 Select every space where Non-Cooperation has an effect, by Shift to Opposition."""
    choose = by_column(mind, box, "shift_to_opposition", lambda space: is_worth_refusing(mind, space))
    return (yield from work_through(mind, decision, "non_cooperation.space", choose, default_answer))


def can_refuse(mind: Mind) -> bool:
    """8.1.5 Return whether Non-Cooperation would shift a space."""
    return any(
        is_worth_refusing(mind, space) and why_not_non_cooperation(mind.turn, space) is None for space in BOARD.lands
    )

"""8.6.4, 8.6.5 Operations of Non-player Congress and the Non-player Muslim League."""

from __future__ import annotations

from engine.core.decision import Decision
from engine.gandhi.arjuna.cards import OperationBox
from engine.gandhi.arjuna.mind import Aim, Mind
from engine.gandhi.arjuna.priorities import select_space
from engine.gandhi.arjuna.working import (
    Work,
    by_column,
    default_answer,
    first_rows,
    spaces_of,
    work_through,
)
from engine.gandhi.asking import DONE, NO
from engine.gandhi.board import GEOGRAPHY
from engine.gandhi.ids import (
    ACTIVE_OPPOSITION,
    CONGRESS,
    LEAGUE,
    LEAGUE_BASES,
    PROTEST,
    RAJ,
)

PRISONERS = 3
"""8.6.4 From so many own Activists in Jail, Rally releases prisoners."""
CROWD = 3
"""8.6.4 From so many own Activists in a space, Civil Disobedience sends one onto a Railway."""


def own(mind: Mind, space: str) -> int:
    """The Faction's own Activists in a space."""
    return int(getattr(mind.state.spaces[space], mind.seat))


# -- Rally -------------------------------------------------------------------------------------------------


def end_of_rally(mind: Mind, decision: Decision) -> str:
    """8.6.4, N-17 With three or more own Activists in Jail release prisoners; otherwise one own from Out of Play."""
    if "release" in decision.keys and mind.state.jail[mind.seat] >= PRISONERS:
        return "release"
    return mind.seat if mind.seat in decision.keys else NO


def released(mind: Mind, decision: Decision) -> str:
    """8.6.4 Own Activists are released first."""
    counts = sorted(int(option.key) for option in decision.options)
    return str(counts[-1] if mind.seat == CONGRESS else counts[0])


def rally(mind: Mind, decision: Decision, box: OperationBox) -> Work:
    """8.6.4, 8.6.5 Rally: the Muslim League builds Bases first; then Activists by the Place Activists column."""
    state = mind.state
    building = False

    def answer(pending: Decision) -> str:
        if pending.kind == "rally.what":
            return "base" if building and "base" in pending.keys else "activists"
        if pending.kind == "rally.end":
            return end_of_rally(mind, pending)
        if pending.kind == "rally.release":
            return released(mind, pending)
        return default_answer(pending)

    def can_build(space: str) -> bool:
        here = state.spaces[space]
        return here.league > state.unity and state.has_room_for_base(space) and state.available[LEAGUE_BASES] > 0

    def choose(pending: Decision, index: int) -> str:
        nonlocal building
        if mind.seat == LEAGUE:
            mind.aim = Aim(weight=1)
            base = select_space(mind, "place_bases", filter(can_build, spaces_of(pending)))
            if base:
                building = True
                return base
        building = False
        if not state.available[mind.seat]:
            return ""
        mind.aim = Aim(weight=1)
        placing = [space for space in spaces_of(pending) if mind.seat == LEAGUE or GEOGRAPHY[space].population]
        return select_space(mind, "place_activists", placing, first_rows(box, index))

    decision = yield from work_through(mind, decision, "rally.space", choose, answer)
    if decision.kind == "rally.space" and DONE in decision.keys:
        decision = yield DONE
    while decision.kind in ("rally.end", "rally.release"):
        decision = yield answer(decision)
    return decision


# -- Demonstrate -------------------------------------------------------------------------------------------


def kept(mind: Mind, space: str) -> int:
    """8.4.2 Activists that stay in an origin (inferred rows): as many as its Population where they still matter."""
    here = mind.state.spaces[space]
    land = GEOGRAPHY[space]
    if mind.seat == CONGRESS:
        return 0 if here.level == ACTIVE_OPPOSITION else land.population
    return land.population if land.muslim else 0


def demonstrate(mind: Mind, decision: Decision, box: OperationBox) -> Work:
    """8.6.4, 8.6.5 Demonstrate: destination by column, then origins with the most Activists until cubes are matched."""
    state = mind.state
    destinations: list[str] = []
    arrived: dict[str, int] = {}

    def movable(origin: str) -> int:
        if origin in destinations:
            return 0
        return max(0, own(mind, origin) - arrived.get(origin, 0) - kept(mind, origin))

    def can_reach(space: str) -> bool:
        return any(movable(origin) for origin in GEOGRAPHY[space].adjacent)

    def choose(pending: Decision, index: int) -> str:
        mind.aim = Aim(protesting=state.protests_available() > 0)
        space = select_space(mind, "demonstrate", filter(can_reach, spaces_of(pending)), first_rows(box, index))
        if space:
            destinations.append(space)
            arrived[space] = 0
        return space

    def needed(space: str) -> int:
        here = state.spaces[space]
        return max(here.cubes - here.activists, 0 if arrived[space] else 1)

    def answer(pending: Decision) -> str:
        space = destinations[-1]
        if pending.kind == "demonstrate.move":
            origins = [origin for origin in spaces_of(pending) if movable(origin)]
            if origins and needed(space):
                most = max(own(mind, origin) for origin in origins)
                return mind.random_space([origin for origin in origins if own(mind, origin) == most])
            return PROTEST if PROTEST in pending.keys else DONE
        if pending.kind == "demonstrate.count":
            origin = str(pending.prompt.params.get("origin", ""))
            count = max(1, min(needed(space), movable(origin) or 1))
            arrived[space] += count
            return str(count)
        if pending.kind == "demonstrate.escort":
            return pending.options[-1].key
        return default_answer(pending)

    def note_single(space: str) -> bool:
        # A lone Activist moves without a question; count it, or the same space would call for more.
        arrived[space] = max(arrived[space], 1)
        return False

    return (yield from work_through(mind, decision, "demonstrate.space", choose, answer, note_single))


# -- Civil Disobedience ------------------------------------------------------------------------------------


def civil_disobedience(mind: Mind, decision: Decision, box: OperationBox) -> Work:
    """8.6.4, 8.6.5, N-19 Civil Disobedience: Protests by column; one Activist of a crowd onto a Railway."""
    state = mind.state
    sent = False

    def can_protest(space: str) -> bool:
        if GEOGRAPHY[space].is_railway and not state.is_player(RAJ):
            return False
        return not state.spaces[space].protest and state.protests_available() > 0

    def answer(pending: Decision) -> str:
        nonlocal sent
        if pending.kind == "civil_disobedience.railway":
            if sent or not state.is_player(RAJ) or own(mind, pending.space) < CROWD:
                return DONE
            empty = [railway for railway in spaces_of(pending) if not state.spaces[railway].activists]
            if not empty:
                return DONE
            sent = True
            return mind.random_railway(empty)
        if pending.kind == "civil_disobedience.count":
            return "1"
        return default_answer(pending)

    mind.aim = Aim(protesting=True)
    choose = by_column(mind, box, "place_protests", can_protest)
    return (yield from work_through(mind, decision, "civil_disobedience.space", choose, answer))


# -- Non-Cooperation ---------------------------------------------------------------------------------------


def non_cooperation(mind: Mind, decision: Decision, box: OperationBox) -> Work:
    """8.6.4, 8.6.5 Non-Cooperation in every eligible space; the Muslim League only in Muslim spaces (D-77, N-21)."""

    def matters(space: str) -> bool:
        if mind.seat == LEAGUE and not GEOGRAPHY[space].muslim:
            return False
        return mind.state.spaces[space].level != ACTIVE_OPPOSITION

    choose = by_column(mind, box, "shift_to_opposition", matters)
    return (yield from work_through(mind, decision, "non_cooperation.space", choose, default_answer))


# -- what would be possible --------------------------------------------------------------------------------


def can_rally(mind: Mind) -> bool:
    """8.1.5 Whether Rally would place anything: Activists or, for the Muslim League, a Base."""
    if mind.state.available[mind.seat]:
        return True
    return mind.seat == LEAGUE and any(
        here.league > mind.state.unity and mind.state.has_room_for_base(space) and mind.state.available[LEAGUE_BASES]
        for space, here in mind.state.spaces.items()
    )


def can_demonstrate(mind: Mind) -> bool:
    """8.1.5 Whether any Activist may leave where it is."""
    return any(own(mind, space) > kept(mind, space) for space in mind.state.spaces)


def can_disobey(mind: Mind) -> bool:
    """8.1.5, N-19 Whether a Protest can be placed where own Activists are, or in a free space."""
    state = mind.state
    if not state.protests_available():
        return False
    return any(
        not here.protest
        and (own(mind, space) or (here.gandhi if mind.seat == CONGRESS else here.league_bases))
        and (state.is_player(RAJ) or not GEOGRAPHY[space].is_railway)
        for space, here in state.spaces.items()
    )


def can_refuse(mind: Mind) -> bool:
    """8.1.5 Whether Non-Cooperation would shift a space."""
    state = mind.state
    return any(
        here.protest
        and own(mind, space)
        and here.level != ACTIVE_OPPOSITION
        and (mind.seat == CONGRESS or GEOGRAPHY[space].muslim)
        and (not state.has_control(space) or (mind.seat == CONGRESS and state.is_crisis))
        and not GEOGRAPHY[space].is_railway
        for space, here in state.spaces.items()
    )

"""8.4.1 The rows of the Space Selection Priorities tables: named filters over candidate spaces.

A row is a question with a yes or no for each space, or a score of which the highest (or lowest) count.
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from engine.core.text import Text
from engine.gandhi.arjuna.mind import NO_AIM, Aim, Mind
from engine.gandhi.board import GEOGRAPHY
from engine.gandhi.facts import Facts
from engine.gandhi.ids import ACTIVE_OPPOSITION, CONGRESS, LEAGUE, RAJ

Question = Callable[[Mind, str], bool]
Change = Callable[[Mind, str, Aim], bool]
Score = Callable[[Mind, str], int]


class Filter(msgspec.Struct, frozen=True):
    """A row of a table: which of the candidates it leaves. A row that none meets is skipped (8.4.1).

    ``change`` is a question about the effect of the action, ``land`` are the spaces that always meet the row.
    """

    name: str
    text: Text
    test: Question | None = None
    score: Score | None = None
    change: Change | None = None
    land: frozenset[str] | None = None

    def apply(self, mind: Mind, candidates: list[str], aim: Aim = NO_AIM) -> list[str]:
        """Return the candidates that meet the row, for an action with this aim; none when no candidate does."""
        if self.land is not None:
            return [space for space in candidates if space in self.land]
        if self.test is not None:
            return [space for space in candidates if self.test(mind, space)]
        if self.change is not None:
            return [space for space in candidates if self.change(mind, space, aim)]
        if self.score is None:
            return candidates
        scores = [self.score(mind, space) for space in candidates]
        best = max(scores)
        return [space for space, score in zip(candidates, scores, strict=True) if score == best]


def adversaries(mind: Mind, space: str) -> int:
    """Count pieces of other Factions in a space."""
    here = mind.state.spaces[space]
    everything = here.cubes + here.activists + here.gandhi + here.guerrillas + here.bases
    own = {
        RAJ: here.cubes,
        CONGRESS: here.congress_pieces,
        LEAGUE: here.league_pieces,
    }.get(mind.seat, here.guerrillas + here.revolutionary_bases)
    return everything - own


def active_pieces(state: Facts, space: str) -> int:
    """Return the number of Active pieces in a space that count against its cubes (1.7.1)."""
    here = state.spaces[space]
    others = here.gandhi + here.active + here.league_bases + here.revolutionary_bases
    return others + here.congress + here.league if here.protest else others


def would_be_controlled(mind: Mind, space: str, aim: Aim) -> bool:
    """1.7.1, 1.7.2 Return whether Raj would Control a City or Province after the action under consideration."""
    state = mind.state
    if not (GEOGRAPHY[space].is_city or state.is_province(space)):
        return False
    cubes = state.spaces[space].cubes + aim.cubes(space)
    return cubes > 0 and cubes > active_pieces(state, space) + aim.active(space)


def adds_control(mind: Mind, space: str, aim: Aim) -> bool:
    """Return whether the action would give Raj Control there."""
    return not mind.state.has_control(space) and would_be_controlled(mind, space, aim)


def removes_control(mind: Mind, space: str, aim: Aim) -> bool:
    """Return whether the action would end Raj Control there."""
    return mind.state.has_control(space) and not would_be_controlled(mind, space, aim)


def count_nv(mind: Mind, space: str) -> int:
    """Count NV pieces in a space: Activists, Gandhi, Muslim League Bases."""
    here = mind.state.spaces[space]
    return here.activists + here.gandhi + here.league_bases


CHANGES: dict[str, Change] = {"adds_control": adds_control, "removes_control": removes_control}

LANDS: dict[str, frozenset[str]] = {
    "two_pop": frozenset(space for space, land in GEOGRAPHY.items() if land.population == 2),
    "muslim": frozenset(space for space, land in GEOGRAPHY.items() if land.muslim),
    "not_muslim": frozenset(space for space, land in GEOGRAPHY.items() if not land.muslim),
    "city": frozenset(space for space, land in GEOGRAPHY.items() if land.is_city),
}

TESTS: dict[str, Question] = {
    "state": lambda mind, space: mind.state.is_state(space),
    "muslim_state": lambda mind, space: mind.state.spaces[space].muslim_state,
    "protest": lambda mind, space: mind.state.spaces[space].protest,
    "no_protest": lambda mind, space: not mind.state.spaces[space].protest,
    "unrest": lambda mind, space: mind.state.spaces[space].unrest > 0,
    "no_unrest": lambda mind, space: mind.state.spaces[space].unrest == 0,
    "control": lambda mind, space: mind.state.has_control(space),
    "no_control": lambda mind, space: not mind.state.has_control(space),
    "support": lambda mind, space: mind.state.spaces[space].level > 0,
    "not_active_opposition": lambda mind, space: mind.state.spaces[space].level != ACTIVE_OPPOSITION,
    "gandhi_base_or_muslim_state": lambda mind, space: bool(
        mind.state.spaces[space].gandhi or mind.state.spaces[space].bases or mind.state.spaces[space].muslim_state
    ),
    "underground": lambda mind, space: mind.state.spaces[space].underground > 0,
    "no_league_base": lambda mind, space: mind.state.spaces[space].league_bases == 0,
    "revolutionary_base": lambda mind, space: mind.state.spaces[space].revolutionary_bases > 0,
    "no_cubes": lambda mind, space: mind.state.spaces[space].cubes == 0,
    "no_nv": lambda mind, space: count_nv(mind, space) == 0,
    "congress_activists": lambda mind, space: mind.state.spaces[space].congress > 0,
    "congress_below_league": lambda mind, space: mind.state.spaces[space].congress < mind.state.spaces[space].league,
    "no_underground": lambda mind, space: mind.state.spaces[space].underground == 0,
}

SCORES: dict[str, Score] = {
    "most_opposition": lambda mind, space: -mind.state.spaces[space].level,
    "least_opposition": lambda mind, space: mind.state.spaces[space].level,
    "most_support": lambda mind, space: mind.state.spaces[space].level,
    "most_adversaries": adversaries,
    "fewest_cubes": lambda mind, space: -mind.state.spaces[space].cubes,
    "most_cubes": lambda mind, space: mind.state.spaces[space].cubes,
    "most_guerrillas": lambda mind, space: mind.state.spaces[space].guerrillas,
    "most_activists": lambda mind, space: mind.state.spaces[space].activists,
    "fewest_congress": lambda mind, space: -mind.state.spaces[space].congress_pieces,
    "fewest_nv": lambda mind, space: -count_nv(mind, space),
}

FILTERS: dict[str, Filter] = {
    **{name: Filter(name, Text(f"arjuna.row.{name}"), change=change) for name, change in CHANGES.items()},
    **{name: Filter(name, Text(f"arjuna.row.{name}"), land=land) for name, land in LANDS.items()},
    **{name: Filter(name, Text(f"arjuna.row.{name}"), test=test) for name, test in TESTS.items()},
    **{name: Filter(name, Text(f"arjuna.row.{name}"), score=score) for name, score in SCORES.items()},
}
"""Every row by name."""

"""5.1.2 Where an Event may act: phrases of conditions on spaces, and amounts that the board decides."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from typing import Final, NamedTuple, TypeAlias

import msgspec

from engine.gandhi.board import BOARD, GEOGRAPHY
from engine.gandhi.ids import CONGRESS, LEAGUE, OWN_PIECES, RAJ
from engine.gandhi.state import State

Test = Callable[[State, str, str], bool]
"""(state, executing seat, space) -> whether the space meets the condition."""


class Condition(NamedTuple):
    """A condition on a space: its test and its meaning. Some are true for every space or for none."""

    holds: Test
    meaning: str


def has_pieces_of(state: State, seat: str, space: str) -> bool:
    """Return whether a Faction has pieces in a space, Gandhi included."""
    return count_pieces_of(state, seat, space) > 0


def count_pieces_of(state: State, seat: str, space: str) -> int:
    """Return how many pieces a Faction has in a space, Gandhi included (1.4.5)."""
    here = state.spaces[space]
    return sum(int(getattr(here, piece)) for piece in OWN_PIECES[seat]) + int(here.gandhi and seat == CONGRESS)


def factions_present(state: State, space: str) -> int:
    """Return how many Factions have pieces in a space."""
    return sum(has_pieces_of(state, seat, space) for seat in OWN_PIECES)


def _here(attribute: str) -> Test:
    return lambda state, seat, space: bool(getattr(state.spaces[space], attribute))


def _printed(word: str) -> Test:
    return lambda state, seat, space: PRINTED[word](space)


PRINTED: Final[dict[str, Callable[[str], bool]]] = {
    "city": lambda space: GEOGRAPHY[space].is_city,
    "princely_state": lambda space: GEOGRAPHY[space].is_princely_state,
    "railway": lambda space: GEOGRAPHY[space].is_railway,
    "land": lambda space: not GEOGRAPHY[space].is_railway,
    "muslim": lambda space: GEOGRAPHY[space].muslim,
}
"""Conditions that never change: the map alone decides them."""

CONDITIONS: Final[dict[str, Condition]] = {
    "city": Condition(_printed("city"), "a City"),
    "province": Condition(lambda state, seat, space: state.is_province(space), "a Province (no Muslim State)"),
    "state": Condition(lambda state, seat, space: state.is_state(space), "a State, Princely or Muslim"),
    "princely_state": Condition(_printed("princely_state"), "a Princely State"),
    "railway": Condition(_printed("railway"), "a Railway"),
    "land": Condition(_printed("land"), "any space but a Railway"),
    "muslim": Condition(_printed("muslim"), "a Muslim space"),
    "muslim_state": Condition(_here("muslim_state"), "a space with a Muslim State marker"),
    "control": Condition(lambda state, seat, space: state.has_control(space), "Raj Control"),
    "support": Condition(lambda state, seat, space: state.spaces[space].level > 0, "Support, Active or Passive"),
    "opposition": Condition(lambda state, seat, space: state.spaces[space].level < 0, "Opposition, Active or Passive"),
    "protest": Condition(_here("protest"), "a Protest marker"),
    "unrest": Condition(_here("unrest"), "an Unrest marker (a Strike is none)"),
    "strike": Condition(_here("strike"), "a Strike marker"),
    "cubes": Condition(_here("cubes"), "Troops or Sepoys"),
    "troops": Condition(_here("troops"), "Troops"),
    "sepoys": Condition(_here("sepoys"), "Sepoys"),
    "activists": Condition(_here("activists"), "Activists of either Faction, Active or not"),
    "congress_activists": Condition(_here("congress"), "Congress Activists"),
    "congress_pieces": Condition(_here("congress_pieces"), "Congress Activists or Gandhi"),
    "league_activists": Condition(_here("league"), "Muslim League Activists"),
    "gandhi": Condition(_here("gandhi"), "Gandhi"),
    "guerrillas": Condition(_here("guerrillas"), "Guerrillas, Active or Underground"),
    "underground": Condition(_here("underground"), "Underground Guerrillas"),
    "active": Condition(_here("active"), "Active Guerrillas"),
    "bases": Condition(_here("bases"), "Bases of either Faction"),
    "room_for_base": Condition(lambda state, seat, space: state.has_room_for_base(space), "room for a Base (1.4.2)"),
    "own_pieces": Condition(has_pieces_of, "pieces of the executing Faction, Gandhi among them"),
    "several_factions": Condition(
        lambda state, seat, space: factions_present(state, space) > 1, "pieces of two Factions or more"
    ),
    "next_to_opposition": Condition(
        lambda state, seat, space: any(state.spaces[other].level < 0 for other in GEOGRAPHY[space].adjacent),
        "a space at Opposition beside it",
    ),
    "gandhi_in_jail": Condition(lambda state, seat, space: state.is_gandhi_in_jail, "(everywhere) Gandhi is in Jail"),
    "raj_plays": Condition(lambda state, seat, space: state.is_player(RAJ), "(everywhere) Raj is a player"),
}
"""Every condition by its word."""

FILLERS: Final = ("with", "at", "and")
"""Words that only make a phrase read well."""
NOT: Final = ("without", "not")


class Term(msgspec.Struct, frozen=True):
    """One word of a phrase: a condition, a space, or ``next to`` a space, perhaps negated."""

    word: str
    is_next_to: bool = False
    is_denied: bool = False

    @property
    def is_known(self) -> bool:
        """Return whether the word is a space or, except after ``next to``, a condition."""
        return self.word in GEOGRAPHY or (self.word in CONDITIONS and not self.is_next_to)

    def is_met_by_map(self, space: str) -> bool:
        """Return whether a space meets it, judged by the map alone."""
        if self.is_next_to:
            met = space in GEOGRAPHY[self.word].adjacent
        else:
            met = space == self.word if self.word in GEOGRAPHY else PRINTED[self.word](space)
        return met != self.is_denied


@cache
def read_phrase(phrase: str) -> tuple[tuple[Term, ...], ...]:
    """Return the alternatives of a phrase such as ``punjab or province next to punjab``, each as required terms."""
    alternatives: list[tuple[Term, ...]] = []
    terms: list[Term] = []
    words = phrase.replace("next to ", "next_to ").split()
    is_denied = is_next_to = False
    for word in words:
        if word == "or":
            alternatives.append(tuple(terms))
            terms = []
        elif word in NOT:
            is_denied = True
        elif word == "next_to":
            is_next_to = True
        elif word not in FILLERS:
            terms.append(Term(word, is_next_to, is_denied))
            is_denied = is_next_to = False
    return (*alternatives, tuple(terms))


Ways: TypeAlias = "tuple[tuple[frozenset[str], tuple[tuple[Test, bool], ...]], ...]"
"""The alternatives of a phrase: the spaces that can meet it, and the conditions to test there, perhaps negated."""


@cache
def ways_of(phrase: str) -> Ways:
    """Return a phrase in prepared form: the parts that depend only on the map are decided once."""
    ways = []
    for terms in read_phrase(phrase):
        spaces, tests = set(GEOGRAPHY), []
        for term in terms:
            if term.word in GEOGRAPHY or term.word in PRINTED:
                spaces = {space for space in spaces if term.is_met_by_map(space)}
            else:
                tests.append((CONDITIONS[term.word].holds, term.is_denied))
        ways.append((frozenset(spaces), tuple(tests)))
    return tuple(ways)


def find_meeting(state: State, seat: str, spaces: Iterable[str], *phrases: str) -> list[str]:
    """Return the spaces among some that meet phrases. Every space meets an empty one."""
    found = list(spaces)
    for phrase in phrases:
        if not phrase:
            continue
        candidates, found = found, []
        for space in candidates:
            for possible, tests in ways_of(phrase):
                if space in possible:
                    for holds, is_denied in tests:
                        if holds(state, seat, space) == is_denied:
                            break
                    else:
                        found.append(space)
                        break
    return found


def meets(state: State, seat: str, space: str, *phrases: str) -> bool:
    """Return whether a space meets phrases."""
    return bool(find_meeting(state, seat, (space,), *phrases))


def faults_of_phrase(phrase: str) -> list[str]:
    """Return what is wrong with a phrase: words that are unknown, and alternatives without any."""
    alternatives = read_phrase(phrase) if phrase else ()
    faults = [f"unknown condition '{term.word}'" for terms in alternatives for term in terms if not term.is_known]
    if any(not terms for terms in alternatives):
        faults.append(f"something is missing in '{phrase}'")
    return faults


class Measure(NamedTuple):
    """An amount that depends on the board or the Event: how it is counted, and its meaning."""

    number: Callable[[State, str, str], int]
    meaning: str


def _railways(test: Callable[[bool, bool], bool]) -> Callable[[State, str, str], int]:
    """Return a count of the Railways that pass a test of whether they have a Strike, and Activists."""
    return lambda state, seat, space: sum(
        test(state.spaces[railway].strike, state.spaces[railway].activists > 0) for railway in BOARD.railways
    )


AMOUNTS: Final[dict[str, Measure]] = {
    "restraint": Measure(lambda state, seat, space: state.restraint, "Restraint"),
    "unity": Measure(lambda state, seat, space: state.unity, "Unity"),
    "cubes": Measure(lambda state, seat, space: state.spaces[space].cubes, "the cubes in the selected space"),
    "sepoys": Measure(lambda state, seat, space: state.spaces[space].sepoys, "the Sepoys there"),
    "guerrillas": Measure(lambda state, seat, space: state.spaces[space].guerrillas, "the Guerrillas there"),
    "own_pieces": Measure(
        lambda state, seat, space: count_pieces_of(state, seat, space), "the executing Faction's pieces there"
    ),
    "jailed_activists": Measure(
        lambda state, seat, space: state.jail[CONGRESS] + state.jail[LEAGUE], "the Activists in Jail"
    ),
    "protests": Measure(lambda state, seat, space: state.protests_on_map(), "the Protest markers on the map"),
    "quiet_railways": Measure(
        _railways(lambda strike, activists: not strike and not activists), "Railways with neither Strike nor Activists"
    ),
    "troubled_railways": Measure(
        _railways(lambda strike, activists: strike or activists), "Railways with a Strike or Activists"
    ),
    "railways_without_strike": Measure(_railways(lambda strike, activists: not strike), "Railways without a Strike"),
}
"""Quantities on the board from which an amount may be counted."""

DIE: Final = "die"
COUNTS: Final = {
    "roll": "the roll of the `roll` step around this one",
    "removed": "the pieces that this side has removed so far",
    "shifted": "the spaces that this side has shifted so far",
}
"""Quantities in the Event itself from which an amount may be counted."""


class Expression(NamedTuple):
    """An amount in parts: ``times`` x ``name`` - ``less``."""

    times: int
    name: str
    less: int


@cache
def read_amount(amount: str) -> Expression | None:
    """Return an amount as an expression: ``cubes``, ``2*die``, ``sepoys-1``; None when it cannot be read."""
    times, star, rest = amount.rpartition("*")
    name, _, less = rest.partition("-")
    if (star and not times.isdecimal()) or (less and not less.isdecimal()):
        return None
    known = name == DIE or name in AMOUNTS or name in COUNTS
    return Expression(int(times or 1), name, int(less or 0)) if known else None

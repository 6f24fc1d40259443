"""8.3 Every condition of the blue boxes: a position where it holds, one where it does not, and what is compared."""

from __future__ import annotations

from typing import Any

import pytest

from engine.gandhi.arjuna.conditions import CONDITIONS
from engine.gandhi.ids import CONGRESS, LEAGUE, RAJ, REVOLUTIONARIES
from tests.arjuna.thinking import mind_at

Case = tuple[str, str, int, dict[str, Any], int, dict[str, Any], int]
"""Condition, seat, its value, a position where it holds with what is found, one where it does not."""


def at(spaces: dict[str, dict[str, Any]] | None = None, **position: Any) -> dict[str, Any]:
    """Return a position."""
    return {"spaces": spaces or {}, **position}


STRONG = {"bihar": {"troops": 6}, "delhi": {"sepoys": 36}}
HELD = {
    space: {"sepoys": 1}
    for space in (
        "punjab",
        "united_provinces",
        "bihar",
        "west_bengal",
        "east_bengal",
        "bombay_presidency",
        "madras_presidency",
    )
}
"""All 2-Pop Provinces under Raj Control."""

CASES: list[Case] = [
    ("cubes_in_a_space", RAJ, 6, at({"bihar": {"troops": 2, "sepoys": 4}}), 6, at({"bihar": {"sepoys": 5}}), 5),
    ("low_raj", RAJ, 0, at({"bihar": {"troops": 5}, "delhi": {"sepoys": 40}}), 5, at(STRONG), 6),
    ("low_raj", RAJ, 0, at({"bihar": {"troops": 6}, "delhi": {"sepoys": 35}}), 6, at(STRONG), 6),
    ("two_pop_province_without_control", RAJ, 0, at(HELD | {"bihar": {"active": 1}}), 1, at(HELD), 0),
    ("adversaries_in_a_state", RAJ, 0, at({"orissa": {"congress": 1}}), 1, at({"bihar": {"underground": 1}}), 0),
    ("muslim_states", RAJ, 1, at({"sind": {"muslim_state": True}}), 1, at(), 0),
    (
        "more_troops_in_cities",
        RAJ,
        0,
        at({"delhi": {"troops": 2}, "bihar": {"troops": 1}}),
        2,
        at({"delhi": {"troops": 1}, "bihar": {"troops": 1}}),
        1,
    ),
    (
        "cubes_available",
        RAJ,
        6,
        at(out_of_play={"sepoys": 45, "troops": 9}),
        6,
        at(out_of_play={"sepoys": 45, "troops": 10}),
        5,
    ),
    (
        "controlled_with_active_adversaries",
        RAJ,
        2,
        at({"bihar": {"sepoys": 2, "active": 1}, "delhi": {"troops": 2, "congress": 1, "protest": True}}),
        2,
        at({"bihar": {"sepoys": 2, "active": 1}, "delhi": {"troops": 1, "active": 1}}),
        1,
    ),
    (
        "cubes_in_protest_space_without_activists",
        RAJ,
        0,
        at({"bihar": {"sepoys": 1, "protest": True}}),
        1,
        at({"bihar": {"sepoys": 1, "protest": True, "congress": 1}}),
        0,
    ),
    ("restraint_above", RAJ, 2, at(restraint=3), 3, at(restraint=2), 2),
    ("unity_above", LEAGUE, 2, at(unity=3), 3, at(unity=2), 2),
    ("protest_in_two_pop_province", RAJ, 0, at({"bihar": {"protest": True}}), 1, at({"delhi": {"protest": True}}), 0),
    ("protest_in_two_pop_space", CONGRESS, 0, at({"bihar": {"protest": True}}), 1, at({"delhi": {"protest": True}}), 0),
    ("protest_in_two_pop_muslim", LEAGUE, 0, at({"punjab": {"protest": True}}), 1, at({"bihar": {"protest": True}}), 0),
    (
        "two_pop_muslim_without_control",
        LEAGUE,
        0,
        at({"punjab": {"sepoys": 1}, "west_bengal": {"sepoys": 1}}),
        1,
        at({"punjab": {"sepoys": 1}, "west_bengal": {"sepoys": 1}, "east_bengal": {"sepoys": 1}}),
        0,
    ),
    (
        "protest_province_without_control",
        CONGRESS,
        0,
        at({"bihar": {"protest": True}}),
        1,
        at({"bihar": {"protest": True, "sepoys": 1}, "delhi": {"protest": True}}),
        0,
    ),
    (
        "muslim_protest_space_without_control",
        LEAGUE,
        0,
        at({"karachi": {"protest": True}}),
        1,
        at({"karachi": {"protest": True, "sepoys": 1}, "bihar": {"protest": True}}),
        0,
    ),
    ("protests_available", CONGRESS, 2, at(restraint=4), 2, at({"bihar": {"protest": True}}, restraint=4), 1),
    (
        "own_in_protest_spaces",
        CONGRESS,
        2,
        at({"bihar": {"protest": True, "congress": 1}, "delhi": {"protest": True, "congress": 1}}),
        2,
        at({"bihar": {"protest": True, "congress": 1}, "delhi": {"protest": True, "league": 1}}),
        1,
    ),
    (
        "protest_space_without_own",
        LEAGUE,
        0,
        at({"bihar": {"protest": True, "congress": 1}}),
        1,
        at({"bihar": {"protest": True, "league": 1}}),
        0,
    ),
    (
        "activists_match_cubes_without_protest",
        CONGRESS,
        0,
        at({"bihar": {"congress": 1, "league": 1, "sepoys": 2}}),
        1,
        at({"bihar": {"congress": 2, "sepoys": 2, "protest": True}, "delhi": {"congress": 1, "sepoys": 2}}),
        0,
    ),
    (
        "protest_would_remove_control",
        LEAGUE,
        0,
        at({"sind": {"league": 1, "congress": 1, "sepoys": 2}}),
        1,
        at({"sind": {"league": 1, "sepoys": 2}, "bihar": {"congress": 2, "sepoys": 1}}),
        0,
    ),
    (
        "controlled_with_active_guerrillas",
        REVOLUTIONARIES,
        1,
        at({"bihar": {"sepoys": 2, "active": 1}}),
        1,
        at({"bihar": {"sepoys": 1, "active": 1}}),
        0,
    ),
    (
        "underground_at_support",
        RAJ,
        0,
        at({"bihar": {"underground": 1, "level": "passive_support"}}),
        1,
        at({"bihar": {"active": 1, "level": "passive_support"}, "sind": {"underground": 1}}),
        0,
    ),
    (
        "underground_at_opposition",
        CONGRESS,
        0,
        at({"bihar": {"underground": 1, "level": "active_opposition"}}),
        1,
        at({"bihar": {"underground": 1, "level": "active_support"}}),
        0,
    ),
    (
        "underground_off_neutral",
        REVOLUTIONARIES,
        0,
        at({"bihar": {"underground": 1, "level": "active_opposition"}}),
        1,
        at({"bihar": {"underground": 1}}),
        0,
    ),
    (
        "underground_without_unrest",
        REVOLUTIONARIES,
        0,
        at({"bihar": {"underground": 1}}),
        1,
        at({"bihar": {"underground": 1, "unrest": 1}}),
        0,
    ),
    (
        "every_guerrilla_with_unrest",
        REVOLUTIONARIES,
        0,
        at({"bihar": {"underground": 2, "unrest": 1}}),
        0,
        at({"bihar": {"underground": 2}}),
        2,
    ),
    (
        "guerrillas_above_cubes_and_activists",
        RAJ,
        0,
        at({"bihar": {"underground": 1, "active": 2, "sepoys": 1, "congress": 1}}),
        1,
        at({"bihar": {"underground": 2, "sepoys": 1, "congress": 1}}),
        0,
    ),
    (
        "guerrillas_in_india",
        REVOLUTIONARIES,
        3,
        at({"bihar": {"underground": 2, "active": 1}}),
        3,
        at({"bihar": {"active": 2}}),
        2,
    ),
    (
        "guerrillas_in_a_space",
        REVOLUTIONARIES,
        3,
        at({"bihar": {"underground": 2, "active": 1}}),
        3,
        at({"bihar": {"active": 2}, "sind": {"active": 1}}),
        2,
    ),
    (
        "guerrillas_exceed_unity_somewhere",
        REVOLUTIONARIES,
        0,
        at({"bihar": {"active": 3}}, unity=2),
        3,
        at({"bihar": {"active": 2}}, unity=2),
        2,
    ),
    (
        "low_revolutionaries",
        REVOLUTIONARIES,
        0,
        at({"bihar": {"underground": 5}}),
        5,
        at({"bihar": {"underground": 6, "revolutionary_bases": 1}}),
        6,
    ),
    (
        "low_revolutionaries",
        REVOLUTIONARIES,
        0,
        at({"bihar": {"underground": 6}, "sind": {"revolutionary_bases": 1}}),
        6,
        at({"bihar": {"underground": 6}}),
        6,
    ),
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case[0])
def test_a_condition_of_the_cards_is_true_and_false_in_its_listed_cases(case: Case) -> None:
    """8.3 A condition says whether it holds, what it has counted, and in which spaces."""
    name, seat, value, yes, found, no, less = case
    holds, count, _, spaces = CONDITIONS[name](mind_at(seat=seat, **yes), value)
    assert (holds, count) == (True, found)
    assert all(space in yes["spaces"] for space in spaces) or name.startswith("two_pop")
    holds, count, _, _ = CONDITIONS[name](mind_at(seat=seat, **no), value)
    assert (holds, count) == (False, less)


@pytest.mark.parametrize(("roll", "holds"), [(3, True), (4, False)])
def test_a_die_is_compared_with_own_activists_available_and_in_jail(roll: int, holds: bool) -> None:
    """8.3 Card HH (known): the roll is at most own Activists Available and in Jail."""
    mind = mind_at({}, CONGRESS, roll, jail={"congress": 1}, out_of_play={"congress": 13})
    assert CONDITIONS["die_at_most_available_and_jail"](mind, 0) == (holds, roll, 3, ())


def test_every_condition_of_the_cards_has_a_test_case() -> None:
    """No condition without a position on either side."""
    assert {case[0] for case in CASES} | {"die_at_most_available_and_jail"} == set(CONDITIONS)

"""8.4 Space Selection Priorities: rows as filters, columns, and the example of Civil Disobedience."""

from __future__ import annotations

from typing import Any

import pytest

from engine.gandhi.arjuna.filters import FILTERS
from engine.gandhi.arjuna.mind import Aim
from engine.gandhi.arjuna.priorities import COLUMNS, TABLES, select_space
from engine.gandhi.board import BOARD
from engine.gandhi.ids import CONGRESS, LEAGUE, RAJ, REVOLUTIONARIES
from tests.arjuna.thinking import Spaces, mind_at, operate, table, texts, told
from tests.playing import here

# -- the tables --------------------------------------------------------------------------------------------


def test_every_faction_has_its_columns_from_left_to_right() -> None:
    """8.4.1, 8.8.5 Shift to Support is left of Remove or Replace (known)."""
    assert {seat: list(columns) for seat, columns in COLUMNS.items()} == {
        RAJ: ["place_cubes", "sweep", "shift_to_support", "remove_or_replace"],
        CONGRESS: [
            "shift_to_opposition",
            "place_protests",
            "place_activists",
            "demonstrate",
            "move_or_release_gandhi",
            "remove_or_replace",
        ],
        LEAGUE: [
            "place_muslim_states",
            "shift_to_opposition",
            "place_bases",
            "place_protests",
            "place_activists",
            "demonstrate",
            "remove_or_replace",
        ],
        REVOLUTIONARIES: [
            "place_unrest",
            "place_bases",
            "place_guerrillas",
            "march",
            "attack_or_go_underground",
            "remove_or_replace",
        ],
    }


@pytest.mark.parametrize(
    ("seat", "column", "rows"),
    [
        (CONGRESS, "place_protests", ["not_active_opposition", "two_pop", "not_muslim"]),
        (RAJ, "shift_to_support", ["two_pop", "no_protest", "unrest", "most_opposition"]),
        (REVOLUTIONARIES, "remove_or_replace", ["most_guerrillas", "fewest_cubes", "most_support"]),
    ],
)
def test_the_known_priority_rows_come_first_in_their_columns(seat: str, column: str, rows: list[str]) -> None:
    """8.4.1, 8.6 EXAMPLES and a public play report: rows that are known, first of their column and in this order."""
    assert [row.name for row in COLUMNS[seat][column]][: len(rows)] == rows
    marked = [row.row for row in TABLES[seat].rows if column in row.known]
    assert marked == rows


# -- rows --------------------------------------------------------------------------------------------------


def test_a_priority_row_that_no_candidate_meets_is_skipped() -> None:
    """8.4.1, N-14 And so is one that all meet; what is left continues to the next row."""
    mind = mind_at({"sind": {"level": "active_opposition"}, "assam": {"level": "active_opposition"}}, CONGRESS, 1, 5)
    assert select_space(mind, "place_protests", ["sind", "assam"]) == "sind"
    assert told(mind) == ["column", "met_by_none", "met_by_none", "met_by_none", "met_by_none", "random_space"]


def test_a_single_candidate_is_taken_without_rows_or_a_die() -> None:
    """8.4.1 No row is looked at any more, no die rolled."""
    mind = mind_at({}, CONGRESS)
    assert select_space(mind, "place_protests", ["sind"]) == "sind"
    assert select_space(mind, "place_protests", ["sind", "bihar"]) == "bihar"
    assert told(mind) == ["column", "met_by_all", "met"]
    assert select_space(mind, "place_protests", []) == ""


def test_priority_rows_of_the_card_come_before_those_of_the_column() -> None:
    """8.3 An instruction of the card comes before the column's own rows."""
    mind = mind_at({"sind": {"underground": 2}}, CONGRESS)
    assert select_space(mind, "place_protests", BOTH, ["most_guerrillas"]) == "sind"


BOTH = ["sind", "bihar"]

ROWS: list[tuple[str, str, dict[str, dict[str, Any]], list[str], list[str]]] = [
    ("two_pop", RAJ, {}, ["delhi", "bihar"], ["bihar"]),
    ("muslim", LEAGUE, {}, ["bihar", "punjab"], ["punjab"]),
    ("not_muslim", CONGRESS, {}, ["bihar", "punjab"], ["bihar"]),
    ("city", CONGRESS, {}, ["bihar", "delhi"], ["delhi"]),
    ("state", REVOLUTIONARIES, {"sind": {"muslim_state": True}}, ["bihar", "orissa", "sind"], ["orissa", "sind"]),
    ("muslim_state", CONGRESS, {"sind": {"muslim_state": True}}, ["orissa", "sind"], ["sind"]),
    ("protest", RAJ, {"sind": {"protest": True}}, BOTH, ["sind"]),
    ("no_protest", RAJ, {"sind": {"protest": True}}, BOTH, ["bihar"]),
    ("unrest", RAJ, {"sind": {"unrest": 1}}, BOTH, ["sind"]),
    ("no_unrest", REVOLUTIONARIES, {"sind": {"unrest": 1}}, BOTH, ["bihar"]),
    ("control", RAJ, {"sind": {"sepoys": 1}}, BOTH, ["sind"]),
    ("no_control", CONGRESS, {"sind": {"sepoys": 1}}, BOTH, ["bihar"]),
    ("support", REVOLUTIONARIES, {"sind": {"level": "passive_support"}}, BOTH, ["sind"]),
    ("not_active_opposition", LEAGUE, {"sind": {"level": "active_opposition"}}, BOTH, ["bihar"]),
    (
        "gandhi_base_or_muslim_state",
        RAJ,
        {"sind": {"gandhi": True}, "bihar": {"league_bases": 1}, "assam": {"muslim_state": True}},
        ["sind", "bihar", "assam", "delhi"],
        ["sind", "bihar", "assam"],
    ),
    ("underground", RAJ, {"sind": {"underground": 1}, "bihar": {"active": 1}}, BOTH, ["sind"]),
    ("no_underground", REVOLUTIONARIES, {"sind": {"underground": 1}}, BOTH, ["bihar"]),
    ("no_league_base", LEAGUE, {"sind": {"league_bases": 1}}, BOTH, ["bihar"]),
    ("revolutionary_base", REVOLUTIONARIES, {"sind": {"revolutionary_bases": 1}}, BOTH, ["sind"]),
    ("no_cubes", LEAGUE, {"sind": {"sepoys": 1}}, BOTH, ["bihar"]),
    ("no_nv", LEAGUE, {"sind": {"league_bases": 1}}, BOTH, ["bihar"]),
    ("congress_activists", RAJ, {"sind": {"congress": 1}}, BOTH, ["sind"]),
    ("congress_below_league", CONGRESS, {"sind": {"league": 2, "congress": 1}}, BOTH, ["sind"]),
    ("most_opposition", RAJ, {"sind": {"level": "active_opposition"}}, BOTH, ["sind"]),
    ("least_opposition", LEAGUE, {"sind": {"level": "active_opposition"}}, BOTH, ["bihar"]),
    ("most_support", CONGRESS, {"sind": {"level": "passive_support"}}, BOTH, ["sind"]),
    ("most_adversaries", RAJ, {"sind": {"active": 2}, "bihar": {"league": 1, "sepoys": 5}}, BOTH, ["sind"]),
    ("most_adversaries", CONGRESS, {"sind": {"congress": 2}, "bihar": {"sepoys": 1}}, BOTH, ["bihar"]),
    ("most_adversaries", LEAGUE, {"sind": {"league": 2}, "bihar": {"gandhi": True}}, BOTH, ["bihar"]),
    ("most_adversaries", REVOLUTIONARIES, {"sind": {"active": 2}, "bihar": {"league": 1}}, BOTH, ["bihar"]),
    ("fewest_cubes", RAJ, {"sind": {"sepoys": 1}}, BOTH, ["bihar"]),
    ("most_cubes", CONGRESS, {"sind": {"sepoys": 1}}, BOTH, ["sind"]),
    ("most_guerrillas", CONGRESS, {"sind": {"underground": 1, "active": 1}, "bihar": {"active": 1}}, BOTH, ["sind"]),
    ("most_activists", CONGRESS, {"sind": {"league": 1}}, BOTH, ["sind"]),
    ("fewest_congress", CONGRESS, {"sind": {"gandhi": True}}, BOTH, ["bihar"]),
    ("fewest_nv", LEAGUE, {"sind": {"congress": 1}}, BOTH, ["bihar"]),
]


@pytest.mark.parametrize(("row", "seat", "spaces", "candidates", "left"), ROWS)
def test_a_priority_row_keeps_only_the_candidates_that_meet_it(
    row: str, seat: str, spaces: dict[str, Any], candidates: list[str], left: list[str]
) -> None:
    """8.4.1 Which candidates meet a row."""
    assert FILTERS[row].apply(mind_at(spaces, seat), candidates) == left


def test_a_space_where_the_action_adds_raj_control_is_chosen() -> None:
    """1.7.1 Judged by what the action would change: cubes that come, Active adversaries that go."""
    mind = mind_at({"sind": {"active": 2}, "bihar": {"active": 5}, "delhi": {"troops": 1}, "orissa": {}}, RAJ)
    aim = Aim(cubes=lambda space: 3)
    assert FILTERS["adds_control"].apply(mind, ["sind", "bihar", "delhi", "orissa"], aim) == ["sind"]
    mind = mind_at({"sind": {"active": 2, "sepoys": 2}, "bihar": {"active": 2, "sepoys": 1}}, RAJ)
    aim = Aim(active=lambda space: -1)
    assert FILTERS["adds_control"].apply(mind, ["sind", "bihar"], aim) == ["sind"]


def test_a_space_where_the_action_removes_raj_control_is_chosen() -> None:
    """1.7.1 A Protest wakes Activists, a cube goes, Gandhi or a Base comes."""
    spaces = {"sind": {"sepoys": 2, "congress": 2}, "bihar": {"sepoys": 3, "congress": 2}, "delhi": {"sepoys": 1}}
    mind = mind_at(spaces, CONGRESS)
    aim = Aim(active=lambda space: mind.state.spaces[space].activists)
    assert FILTERS["removes_control"].apply(mind, ["sind", "bihar", "delhi"], aim) == ["sind"]
    aim = Aim(cubes=lambda space: -1)
    assert FILTERS["removes_control"].apply(mind, ["sind", "bihar", "delhi"], aim) == ["delhi"]


def test_every_priority_row_has_a_test_case() -> None:
    """Each row has a case here."""
    assert set(FILTERS) == {case[0] for case in ROWS} | {"adds_control", "removes_control"}


# -- the examples ------------------------------------------------------------------------------------------


def test_only_eligible_spaces_are_candidates_for_non_cooperation() -> None:
    """8.4.1 EXAMPLE: NP Muslim League Non-Cooperation; only Protest, own Activists and no Raj Control (D-77, N-21)."""
    spaces = {
        "punjab": {"league": 1, "protest": True},
        "sind": {"league": 1},
        "west_bengal": {"league": 1, "protest": True, "sepoys": 3},
        "east_bengal": {"congress": 1, "protest": True},
        "bihar": {"league": 1, "protest": True},
    }
    game = table(spaces, LEAGUE, unity=4)
    _, keys = operate(game, "non_cooperation")
    assert [key for key in keys if key in BOARD.spaces] == ["punjab"]


def test_the_example_of_civil_disobedience_selects_bihar_first() -> None:
    """8.4.1 EXAMPLE: Restraint 3, two Protests Available; Bihar first, then West Bengal (D-70)."""
    spaces: Spaces = {
        "united_provinces": {"congress": 1, "level": "active_opposition"},
        "bihar": {"congress": 2},
        "west_bengal": {"congress": 1},
        "central_india_agency": {"congress": 1},
        "sind": {"protest": True},
        "assam": {"protest": True},
    }
    game = table(spaces, CONGRESS, restraint=3)
    assert game.state.protests_available() == 2
    mind, keys = operate(game, "civil_disobedience")
    assert [key for key in keys if key in BOARD.spaces] == ["bihar", "west_bengal"]
    assert here(game, "bihar")["protest"]
    assert here(game, "west_bengal")["protest"]
    rows = [params["row"].key for params in texts(mind, "met")]
    assert rows == [f"arjuna.row.{name}" for name in ("not_active_opposition", "two_pop", "not_muslim")] + [
        f"arjuna.row.{name}" for name in ("not_active_opposition", "two_pop")
    ]

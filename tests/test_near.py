"""What `make near` runs: the tests nearest to a change are found by names and by imports."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from tests.conftest import ASSERTION, TRANSCRIPT, end_with_assertion
from tools.near import MOST, Nearest, find_names, rank_tests

SOURCE = """import os

LIMIT = 3

class Table:
    def leave(self):
        return LIMIT

def join():
    return 0
"""


@pytest.mark.parametrize(
    ("line", "names"),
    [(1, set()), (3, {"LIMIT"}), (5, {"Table"}), (7, {"Table", "leave"}), (8, set()), (10, {"join"})],
)
def test_a_changed_line_names_what_it_belongs_to(line: int, names: set[str]) -> None:
    assert find_names(SOURCE, {line}) == names


@pytest.mark.parametrize(
    ("changed", "name", "near"),
    [
        ("bot/discord/visibility.py", "sees", "tests/bot/test_visibility.py"),
        ("engine/rajas/costs.py", "cheapest", "tests/rajas/test_costs.py"),
        (
            "engine/gandhi/special_activities/nonviolent.py",
            "satyagraha_in",
            "tests/rulebook/test_4_3_2_satyagraha.py",
        ),
        ("texts/it.po", "", "tests/bot/test_texts.py"),
        ("tests/bot/test_visibility.py", "look", "tests/bot/test_visibility.py"),
    ],
)
def test_the_tests_of_what_has_changed_are_among_the_nearest(changed: str, name: str, near: str) -> None:
    assert Path(near) in rank_tests({Path(changed): {name} - {""}})[:MOST]


def test_candidates_without_time_are_left_out() -> None:
    nearest = Nearest(None, [], seconds=0)
    item = cast(pytest.Item, cast(Any, SimpleNamespace()))
    assert nearest.pytest_runtest_protocol(item) is True
    assert nearest.left_out == 1
    assert Nearest(None, [], seconds=60).pytest_runtest_protocol(item) is None


@pytest.mark.parametrize("is_verbose", [False, True])
def test_a_failure_ends_with_its_assertion(is_verbose: bool) -> None:
    crash = SimpleNamespace(path="tests/test_x.py", lineno=7, message="AssertionError: 2 seats")
    shown = [("Captured log call", "a line"), (TRANSCRIPT, "HTTP GET\n" * 60)]
    report = SimpleNamespace(longrepr=SimpleNamespace(reprcrash=crash), sections=shown)
    end_with_assertion(cast("pytest.TestReport", report), is_verbose=is_verbose)
    assert [name for name, _ in report.sections].count(TRANSCRIPT) == is_verbose
    assert report.sections[-1] == (ASSERTION, "tests/test_x.py:7: AssertionError: 2 seats")

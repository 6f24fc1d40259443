"""`make near` finds the tests nearest to a change by names and by imports."""

from __future__ import annotations

import os
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from tests.conftest import ASSERTION, TRANSCRIPT, end_with_assertion, put_long_first
from tools.near import MOST, Nearest, find_names, list_imported, rank_tests

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
def test_a_changed_line_is_traced_to_its_function_class_or_constant(line: int, names: set[str]) -> None:
    assert find_names(SOURCE, {line}) == names


@pytest.mark.parametrize(
    ("changed", "name", "near"),
    [
        ("bot/discord/rights.py", "sees", "tests/bot/test_visibility.py"),
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


def test_the_guests_tests_are_left_out_unless_it_is_installed() -> None:
    ranked = rank_tests({Path("engine/core/game.py"): {"pending_seat", "look_ahead"}})
    assert [path for path in ranked if path.parts[1] == "guest"] == []


def test_make_near_runs_one_test_even_without_time_and_leaves_out_the_rest() -> None:
    nearest = Nearest(None, [], seconds=0)
    item = cast(pytest.Item, cast(Any, SimpleNamespace()))
    assert [nearest.pytest_runtest_protocol(item) for _ in range(3)] == [None, True, True]
    assert nearest.left_out == 2
    assert Nearest(None, [], seconds=60).pytest_runtest_protocol(item) is None


def test_a_slow_test_is_abandoned_once_another_has_passed(monkeypatch: pytest.MonkeyPatch) -> None:
    ended: list[int] = []
    written: list[str] = []
    monkeypatch.setattr(os, "_exit", ended.append)
    nearest = Nearest(None, [], seconds=60)
    nearest.reporter = cast(Any, SimpleNamespace(write_line=written.append, flush=lambda: None))
    nearest.end_early()
    assert not ended
    passed = SimpleNamespace(when="call", passed=True, failed=False)
    nearest.pytest_runtest_logreport(cast(pytest.TestReport, passed))
    nearest.end_early()
    assert ended == [0]
    assert written == ["\n1 passed. The next takes longer than there is time: make test runs all."]
    # After a failure the program is not ended early, so that the failure is still reported.
    nearest.pytest_runtest_logreport(cast(pytest.TestReport, SimpleNamespace(when="call", passed=False, failed=True)))
    nearest.end_early()
    assert ended == [0]


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("import bot.cli", "bot.cli"),
        ("from bot import cli, errors", "bot.errors"),
        ("from bot.errors import (\n    BadInput,\n    Refused as Other,\n)", "bot.errors.Refused"),
        ("def load() -> None:\n    from bot.console.preview import play", "bot.console.preview.play"),
    ],
)
def test_an_import_is_found_without_parsing(line: str, name: str) -> None:
    assert name in list_imported(line)


@pytest.mark.parametrize("is_verbose", [False, True])
def test_a_failed_test_ends_with_its_assertion(is_verbose: bool) -> None:
    crash = SimpleNamespace(path="tests/test_x.py", lineno=7, message="AssertionError: 2 seats")
    shown = [("Captured log call", "a line"), (TRANSCRIPT, "HTTP GET\n" * 60)]
    report = SimpleNamespace(longrepr=SimpleNamespace(reprcrash=crash), sections=shown)
    end_with_assertion(cast("pytest.TestReport", report), is_verbose=is_verbose)
    assert [name for name, _ in report.sections].count(TRANSCRIPT) == is_verbose
    assert report.sections[-1] == (ASSERTION, "tests/test_x.py:7: AssertionError: 2 seats")


def test_each_worker_begins_with_its_part_of_the_long_tests() -> None:
    marks = {"fuzz": pytest.mark.fuzz.mark}
    items: Any = [
        SimpleNamespace(
            name=name, iter_markers=lambda name=name: [marks[name]] if name in marks else [], fixturenames=[]
        )
        for name in [*"abcdefgh", "fuzz", "fuzz", "fuzz"]
    ]
    # Three workers get 3, 4 and 4 tests.
    names = "".join(item.name[0] if item.name in marks else "." for item in put_long_first(items, 3))
    assert (names[:3], names[3:7], names[7:]) == ("f..", "f...", "f...")
    assert sorted(map(id, put_long_first(items, 3))) == sorted(map(id, items))

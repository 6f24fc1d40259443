"""Every printed example and ruling of Rajas of the Ganges is named by a test, and the docs list each ruling."""

from __future__ import annotations

import re
from pathlib import Path

TESTS = Path(__file__).resolve().parents[1] / "rulebook" / "rajas"
PAGE = Path(__file__).resolve().parents[2] / "docs" / "rajas.md"
EXAMPLES = 35


def named(pattern: str) -> set[str]:
    """Return what the tests of the rulebook name."""
    return {name for path in TESTS.glob("test_*.py") for name in re.findall(pattern, path.read_text(encoding="utf-8"))}


def test_every_printed_example_is_named_by_a_test() -> None:
    numbers = {f"E-{number:02}" for number in range(1, EXAMPLES + 1)}
    assert numbers - named(r"E-\d\d") == set()


def test_every_ruling_is_named_by_a_test_and_explained() -> None:
    told = re.findall(r"\| (Q-\d\d) \|", PAGE.read_text(encoding="utf-8"))
    assert len(set(told)) == len(told)
    assert set(told) == {f"Q-{number:02}" for number in range(1, len(told) + 1)}
    assert set(told) == named(r"Q-\d\d")

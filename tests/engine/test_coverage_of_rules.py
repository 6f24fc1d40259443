"""Every paragraph of chapters 1 to 4, 6 and 7, every ruling and every difference is named by a test.

A test names a paragraph or ruling in its file's name, its own name, its docstring or a comment. What no test names is
a rule that no one has looked at. `docs/rulings.md` must tell players every ruling as well.
"""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

TESTS = Path(__file__).resolve().parents[1]
RULINGS_PAGE = TESTS.parent / "docs" / "rulings.md"


def words(lines: str) -> list[str]:
    """Return the words of some lines."""
    return lines.split()


PARAGRAPHS = words("""
    1.1 1.2 1.3 1.3.1 1.3.2 1.3.3 1.3.4 1.3.5 1.3.6 1.3.7 1.3.8 1.3.9 1.3.10 1.3.11 1.3.12
    1.4 1.4.1 1.4.2 1.4.3 1.4.4 1.4.5 1.5 1.5.1 1.5.2 1.6 1.6.1 1.6.2 1.6.3 1.6.4 1.7 1.7.1 1.7.2
    1.8 1.9 1.10 1.11 1.12 1.13
    2.1 2.2 2.3 2.3.1 2.3.2 2.3.3 2.3.4 2.3.5 2.3.6 2.3.7 2.4 2.4.1 2.5 2.5.1
    3.1 3.1.1 3.1.2 3.1.3 3.1.4 3.1.5 3.2 3.2.1 3.2.2 3.2.3 3.2.4 3.3 3.3.1 3.3.2 3.3.3 3.3.4
    3.4 3.4.1 3.4.2 3.4.3 3.4.4
    4.1 4.1.1 4.1.2 4.2 4.2.1 4.2.2 4.2.3 4.3 4.3.1 4.3.2 4.3.3 4.4 4.4.1 4.4.2 4.4.3 4.5 4.5.1 4.5.2 4.5.3
    6.1 6.2 6.2.1 6.2.2 6.2.3 6.3 6.3.1 6.3.2 6.3.3 6.3.4 6.3.5 6.4 6.4.1 6.4.2 6.4.3 6.4.4 6.4.5
    6.5 6.6 6.7 6.8
    7.1 7.2 7.3
""")

NOTHING_TO_TEST = {
    "1.1": "an overview of play",
    "1.13": "a marker for the table's convenience",
    "3.1.3": "pawns, for the table's convenience",
}

RULINGS = words("""
    R-01 R-02 R-03 R-04 R-05 R-06 R-07 R-08 R-09 R-10 R-11 R-12 R-13 R-14 R-15 R-16 R-17 R-18 R-19 R-20 R-21 R-22
    R-23 R-24 R-25 R-26 R-27 R-28 R-29 R-30 R-31 R-32 R-33 R-33a R-33b R-33c R-33d R-33e R-33f R-33g R-33h R-33i R-33j
    R-34 R-34a R-34b R-34c R-34d R-34e R-34f R-35 R-36 R-37 R-38 R-39 R-40 R-41 R-42 R-43 R-44 R-45 R-46 R-47 R-48
    R-49 R-50 R-51 R-52 R-53 R-54 R-55 R-56 R-57 R-58 R-59 R-60 R-61 R-62 R-63 R-64 R-65 R-66 R-67 R-68 R-69 R-70
    R-70a R-71 R-72 R-73 R-74 R-75 R-76 R-77 R-78 R-79 R-80 R-81 R-82 R-83 R-84 R-85 R-86 R-87 R-88 R-89 R-90 R-91
""")

DIFFERENCES = words("""
    D-03 D-05 D-11 D-13 D-15 D-17 D-18 D-20 D-22 D-23 D-25 D-26 D-27 D-29 D-30 D-32 D-34 D-35 D-39 D-40 D-41 D-42
    D-43 D-44 D-45 D-47 D-50 D-51 D-52 D-53 D-54 D-55 D-56 D-58 D-59 D-60 D-66 D-67 D-69 D-70 D-72 D-73 D-74 D-76
    D-77 D-78 D-81 D-82 D-83 D-84 D-85 D-86 D-88 D-90 D-91 D-94 D-97
""")
"""Differences between the texts that change play."""

EXAMPLES = Counter(
    {
        "1.7": 1, "1.10": 1, "1.12": 1, "3.1.5": 3,
        "3.2.2": 1, "3.2.3": 1, "3.2.4": 1, "3.3.1": 1, "3.3.2": 1, "3.3.3": 1, "3.3.4": 1,
        "3.4.1": 1, "3.4.2": 1, "3.4.3": 1, "3.4.4": 1,
        "4.2.1": 1, "4.2.2": 1, "4.2.3": 1, "4.3.1": 1, "4.3.2": 1, "4.3.3": 1,
        "4.4.1": 1, "4.4.2": 1, "4.4.3": 1, "4.5.1": 1, "4.5.2": 1, "4.5.3": 1,
    }
)  # fmt: skip
"""How many worked examples are printed with each paragraph of chapters 1 to 4 and 6."""

FOLDERS = ("rulebook", "engine", "events", "arjuna")
"""Where rules are tested."""
PARAGRAPH = re.compile(r"(?<![\d.])\d\.\d+(?:\.\d+)?(?!\d)")


def read_tests() -> Iterator[tuple[Path, str]]:
    """Yield every test of the rules with its source, this one apart."""
    for folder in FOLDERS:
        for path in sorted((TESTS / folder).glob("test_*.py")):
            if path != Path(__file__):
                yield path, path.read_text("utf-8")


def with_numbers(names: str) -> str:
    """Return names with paragraphs written as numbers: 3_2_3 is 3.2.3."""
    return re.sub(r"(?<=\d)_(?=\d)", ".", names)


def find_examples() -> Counter[str]:
    """Return how many tests named after a worked example there are for each paragraph."""
    found: Counter[str] = Counter()
    for path, source in read_tests():
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.FunctionDef) and node.name.startswith(("test_example_", "test_the_example_")):
                said = with_numbers(f"{path.stem} {node.name} {ast.get_docstring(node)}")
                found.update({paragraph for paragraph in PARAGRAPH.findall(said) if paragraph in EXAMPLES})
    return found


SOURCES = with_numbers("\n".join(f"{path.stem}\n{source}" for path, source in read_tests()))
NAMED_PARAGRAPHS = set(PARAGRAPH.findall(SOURCES))
NAMED_RULINGS = {
    f"{letter.upper()}-{number}{part.lower()}"
    for letter, number, part in re.findall(r"\b([RrDd])[-_]?(\d\d)([a-j]?)(?![a-z0-9])", SOURCES.replace("_", " "))
}


def missing(names: list[str], named: set[str]) -> list[str]:
    """Return the names that no test names."""
    return [name for name in names if name not in named]


def test_every_paragraph_of_the_rulebook_is_named_by_a_test() -> None:
    """The list of paragraphs that no test names is empty."""
    paragraphs = [paragraph for paragraph in PARAGRAPHS if paragraph not in NOTHING_TO_TEST]
    assert missing(paragraphs, NAMED_PARAGRAPHS) == []


def test_every_worked_example_of_the_rulebook_has_a_test() -> None:
    """The list of printed examples without their own test is empty."""
    assert EXAMPLES - find_examples() == Counter()


def test_every_ruling_is_named_by_a_test() -> None:
    """The list of rulings that no test names is empty."""
    assert missing(RULINGS, NAMED_RULINGS) == []


def test_every_difference_between_the_texts_that_changes_play_is_named_by_a_test() -> None:
    """The list of differences between the texts that no test names is empty."""
    assert missing(DIFFERENCES, NAMED_RULINGS) == []


@pytest.mark.parametrize("name", [*RULINGS, *DIFFERENCES])
def test_every_ruling_has_one_row_on_the_page_of_rulings(name: str) -> None:
    lines = [line for line in RULINGS_PAGE.read_text("utf-8").splitlines() if line.endswith(f"| {name} |")]
    assert len(lines) == 1


def test_the_page_of_rulings_names_no_unknown_ruling() -> None:
    told = re.findall(r"\| ([RD]-\d\d[a-j]?) \|$", RULINGS_PAGE.read_text("utf-8"), re.MULTILINE)
    assert set(told) <= {*RULINGS, *DIFFERENCES}

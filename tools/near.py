"""Run the tests that are nearest to what has changed, for some seconds: ``make near``.

Changed is what git has not committed yet, or what differs from ``--base``. A test is near when it names a function or
class that was changed, and when its file imports a changed module, itself or by another one. The nearest run first,
until the time is up. ``make test`` still runs all tests.
"""

from __future__ import annotations

import argparse
import ast
import os
import re
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from threading import Timer

import pytest

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = ("engine", "render", "storage", "texts", "bot", "tools", "tests")
HUNK = re.compile(r"^@@ -\S+ \+(\d+)(?:,(\d+))? @@", re.MULTILINE)
IMPORTS = re.compile(r"^[ ]*(?:from ([\w.]+) import (\([^)]*\)|.*)|import ([\w.]+))", re.MULTILINE)
NAME = re.compile(r"\b(?!as\b)(\w+)")
TITLE = re.compile(r"def (test_\w+)")
FARTHEST = 2
"""The most steps of import from a near test to a changed module."""
GRACE = 1.0
"""Seconds by which the last test may exceed the time."""
MOST = 10
"""The most test files that are collected, since each takes a moment to import."""


def list_imported(source: str) -> Iterator[str]:
    """Yield the modules that a file imports, read from lines of the usual form: parsing all files would take seconds.

    ``from a import b`` gives ``a.b``, since b may be a module.
    """
    for module, names, alone in IMPORTS.findall(source):
        yield from [alone] if alone else (f"{module}.{name}" for name in NAME.findall(names))


def name_module(path: Path) -> str:
    """Return the dotted name of the module in a file."""
    return ".".join(path.with_suffix("").parts).removesuffix(".__init__")


def run_git(*arguments: str) -> str:
    """Return the output of a git command."""
    return subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=True).stdout


def find_changes(base: str) -> dict[Path, set[str]]:
    """Return the files that differ from a commit, each with the names of the functions and classes that changed."""
    changes: dict[Path, set[str]] = {}
    new = run_git("ls-files", "--others", "--exclude-standard").splitlines()
    for name in [*run_git("diff", "--name-only", "--diff-filter=d", "--no-renames", base).splitlines(), *new]:
        path, names = Path(name), set[str]()
        if path.suffix == ".py" and path.parts[0] in FOLDERS:
            source = (ROOT / path).read_text(encoding="utf-8")
            found = HUNK.findall(run_git("diff", "--unified=0", base, "--", name))
            lines = {int(first) + more for first, count in found for more in range(max(int(count or 1), 1))}
            if name in new:
                lines = set(range(source.count("\n") + 1))
            names = find_names(source, lines)
        changes[path] = names
    return changes


def find_names(source: str, lines: set[int]) -> set[str]:
    """Return the names of the functions, classes and assigned variables whose code contains one of these lines."""
    names: set[str] = set()
    tree = ast.parse(source)
    for node in ast.walk(tree):
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                found = [name]
            case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
                found = [name] if node in tree.body else []
            case _:
                continue
        if not lines.isdisjoint(range(node.lineno, (node.end_lineno or node.lineno) + 1)):
            names.update(one for one in found if not one.startswith("__"))
    return names


def measure_distances(changed: Iterable[Path], sources: Mapping[Path, str]) -> dict[Path, int]:
    """Return by how many imports each file of ours is away from a changed one, the changed ones with 0."""
    distances = {path: 0 for path in changed if path in sources}
    edge = list(distances)
    for distance in range(1, FARTHEST + 1):
        modules = {name_module(path) for path in edge}
        # Only files with one of these words can import one of the modules; reading the others would take time.
        words = re.compile(rf"\b({'|'.join({name.rpartition('.')[2] for name in modules}) or '(?!)'})\b")
        edge = []
        for path, source in sources.items():
            if path in distances or words.search(source) is None:
                continue
            if any(name in modules or name.rpartition(".")[0] in modules for name in list_imported(source)):
                distances[path] = distance
                edge.append(path)
    return distances


def rank_tests(changes: Mapping[Path, set[str]]) -> list[Path]:
    """Return the files of tests that are near to changes, the nearest first."""
    sources = {
        path.relative_to(ROOT): path.read_text(encoding="utf-8")
        for folder in FOLDERS
        for path in (ROOT / folder).rglob("*.py")
    }
    distances = measure_distances(changes, sources)
    named, titled = find_words(changes), find_titles(changes)
    # A file of data or texts is near to the tests that name it, or the folder it lies in.
    others = {path.name for path in changes if path not in sources}
    others |= {f"{path.parts[0]}/" for path in changes if path not in sources and len(path.parts) > 1}
    folders = {part for path in changes for part in path.parts[1:-1]}
    ranks: dict[Path, tuple[int, str]] = {}
    for path, source in sources.items():
        # The guest's tests run only where the guest is installed.
        if path.parts[0] != "tests" or path.parts[1] == "guest" or not path.name.startswith("test_"):
            continue
        distance = distances.get(path, FARTHEST + 1)
        titles = " ".join([path.stem, *TITLE.findall(source)])
        nearness = min(len(set(named.findall(source))), 2) if named is not None else 0
        nearness += min(len(set(titled.findall(titles))), 2) + 2 * (titled.search(path.stem) is not None)
        nearness += not folders.isdisjoint(path.parts)
        nearness += FARTHEST + 1 - distance + 3 * any(other in source for other in others) + 9 * (distance == 0)
        if nearness > 1:
            ranks[path] = (-nearness, str(path))
    return sorted(ranks, key=ranks.__getitem__)


def find_titles(changes: Mapping[Path, set[str]]) -> re.Pattern[str]:
    """Return a pattern that finds the words of changed names, by their beginnings, in the names of tests."""
    # A file that is not code is found by the name of its folder.
    homes = {path.stem if path.suffix == ".py" else path.parts[0] for path in changes}
    words = {word for name in homes.union(*changes.values()) for word in name.split("_")}
    return re.compile("|".join(sorted({word[:5].lower() for word in words if len(word) > 4})) or "(?!)")


def find_words(changes: Mapping[Path, set[str]]) -> re.Pattern[str] | None:
    """Return a pattern that finds the changed names, or None where there are none."""
    names = sorted(set().union(*changes.values()))
    return re.compile(rf"\b({'|'.join(map(re.escape, names))})\b") if names else None


@cache
def read_lines(path: Path) -> list[str]:
    """Return the lines of a file of tests."""
    return path.read_text(encoding="utf-8").splitlines()


class Nearest:
    """A plugin that runs the tests with a changed name first, and leaves out what there is no time for."""

    def __init__(self, words: re.Pattern[str] | None, order: Sequence[Path], seconds: float) -> None:
        self.words = words
        self.order = {ROOT / path: number for number, path in enumerate(order)}
        self.ends = time.monotonic() + seconds
        self.begun = self.passed = self.left_out = 0
        self.is_over = False
        self.reporter: pytest.TerminalReporter | None = None

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Put the tests that have a changed name in their own source before the others of the same distance."""
        items.sort(key=lambda item: (not self._names(item), self.order.get(item.path, 0)))

    def _names(self, item: pytest.Item) -> bool:
        code = getattr(getattr(item, "obj", None), "__code__", None)
        if self.words is None or code is None:
            return False
        source = read_lines(item.path)
        lines = source[code.co_firstlineno - 1 : max((line or 0) for *_, line in code.co_lines())]
        return self.words.search("\n".join(lines)) is not None

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> bool | None:
        """Leave out a test once the time is up, unless it is the first."""
        self.begun += 1
        if self.begun == 1 or time.monotonic() < self.ends:
            return None
        self.left_out += 1
        return True

    def pytest_sessionstart(self, session: pytest.Session) -> None:
        """Begin to watch the time."""
        self.reporter = session.config.pluginmanager.get_plugin("terminalreporter")
        self._watch(self.ends + GRACE - time.monotonic())

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Count what has passed; a failure ends the run by itself."""
        self.passed += report.when == "call" and report.passed
        self.is_over = self.is_over or report.failed

    def pytest_sessionfinish(self) -> None:
        """Stop watching the time."""
        self.is_over = True

    def _watch(self, seconds: float) -> None:
        timer = Timer(max(seconds, 0.1), self.end_early)
        timer.daemon = True
        timer.start()

    def end_early(self) -> None:
        """End the program in the middle of a slow test, if another has passed."""
        if self.is_over:
            return
        if not self.passed or self.reporter is None:
            self._watch(GRACE)
            return
        self.reporter.write_line(
            f"\n{self.passed} passed. The next takes longer than there is time: make test runs all."
        )
        self.reporter.flush()
        os._exit(0)

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Say how many near tests did not run."""
        if self.left_out:
            terminalreporter.write_line(f"No time for {self.left_out} more that are near. make test runs all.")


def main() -> int:
    """Run the nearest tests and return the exit code of pytest."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--base", default="HEAD", help="the commit to compare with (HEAD)")
    parser.add_argument("--seconds", type=float, default=7.0, help="begin no test after so many seconds (7)")
    parser.add_argument("--list", action="store_true", help="only print the files")
    options, more = parser.parse_known_args()
    changes = find_changes(options.base)
    tests = rank_tests(changes)[:MOST]
    if options.list:
        print("\n".join(map(str, tests)))
        return 0
    if not tests:
        print("No test is near to what has changed." if changes else "Nothing has changed.")
        return 0
    nearest = Nearest(find_words(changes), tests, options.seconds)
    arguments = ["--quick", "-q", "-x", "--no-header", "-p", "no:randomly", *more, *map(str, tests)]
    return int(pytest.main(arguments, plugins=[nearest]))


if __name__ == "__main__":
    sys.exit(main())

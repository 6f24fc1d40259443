"""Kinds of tests that take long, the quick selection, a browser, and one PostgreSQL server for all tests of a worker.

``pytest`` runs everything. ``pytest --quick`` runs all tests of no such kind and a few of each; its last line says how
many of which were left out. A test belongs to a kind by its folder, by the database it runs on, or by its own mark, and
to the few by the mark ``few``.
"""

from __future__ import annotations

import asyncio
import gc
import inspect
import logging
import os
import sys
from collections import Counter
from collections.abc import Generator, Iterator, Sequence
from contextlib import suppress
from functools import partial
from importlib import import_module
from pathlib import Path
from random import Random

import pytest

from tests.browser import find_chromium
from tests.storage.server import find_binaries, run_postgresql

FOLDER = Path(__file__).parent
collect_ignore = ["guest"]
"""A game that is added to a copy of the project, and tested there."""
KINDS = ("whole_game", "loopback", "program", "browser", "postgresql", "golden", "fuzz")
FOLDERS = {"tests/loopback/": "loopback", "tests/perft/": "golden"}
LEFT_OUT = pytest.StashKey[Counter[str]]()
"""How many tests of which kind this process, and on the controller all workers together, left out."""
NO_SERVER = "no server"
NO_BROWSER = "no browser"
NO_AXE = "no axe-core"
RARELY = 10_000
"""Objects between two collections of garbage: fewer collections take a twentieth of the time."""
AXE = "AXE"
"""The variable of the environment that names the file of axe-core, which npm brings (`.ci/page`)."""


TRANSCRIPT, ASSERTION = "simcord transcript", "The assertion"
"""Sections of a report: everything that Discord was sent, and what failed."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options for another order and for the quick selection."""
    parser.addoption("--shuffle", type=int, metavar="SEED", help="run the tests in another order, drawn from a number")
    parser.addoption("--quick", action="store_true", help=f"of the slow kinds ({', '.join(KINDS)}) only a few")


def pytest_configure(config: pytest.Config) -> None:
    """Begin to count the tests that are left out, and declare the markers."""
    config.stash[LEFT_OUT] = Counter()
    for kind in KINDS:
        config.addinivalue_line("markers", f"{kind}: slow; a few run in the quick selection")
    config.addinivalue_line("markers", "seed(word): games of this test are drawn from the word instead of its name")
    config.addinivalue_line("markers", "few(*cases): of a slow kind; all cases, or these, are in the quick selection")


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """Return the number of cores and two more, or twice as many for all tests: slow ones wait for a process or browser.

    More workers are no gain otherwise, since each collects all tests.
    """
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return cores + (2 if config.getoption("quick") else cores)


def pytest_sessionstart(session: pytest.Session) -> None:
    """Import a share of the test files before all of them are collected. Until they are, nothing looks for garbage.

    Every worker collects every file at the same pace. On a fresh clone each would compile them all, for none finds what
    another has compiled. So each begins elsewhere.
    """
    gc.disable()
    worker: dict[str, str | int] | None = getattr(session.config, "workerinput", None)
    if worker is None:
        return
    number, count = int(str(worker["workerid"]).removeprefix("gw")), int(worker["workercount"])
    for path in sorted(FOLDER.rglob("test_*.py"))[number::count]:
        # An error in a file is reported when the file is collected.
        with suppress(Exception):
            import_module(".".join(path.relative_to(FOLDER.parent).with_suffix("").parts))


def pytest_collection_finish() -> None:
    """Look for garbage again, but not among the modules and tests: they stay."""
    gc.freeze()
    gc.set_threshold(RARELY)
    gc.enable()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Give every test its kinds, and leave out what the quick selection leaves out."""
    left_out = config.stash[LEFT_OUT]
    kept, dropped = [], []
    for item in items:
        for folder, kind in FOLDERS.items():
            # A test that is not a coroutine starts no program.
            if item.nodeid.startswith(folder) and (kind != "loopback" or is_coroutine(item)):
                item.add_marker(kind)
        databases = databases_of(item)
        if "postgresql" in databases:
            item.add_marker("postgresql")
        elif "sqlite" in databases and not runs_postgresql():
            left_out[NO_SERVER] += 1
        if "chromium" in getattr(item, "fixturenames", ()):
            if not runs_chromium():
                dropped.append(item)
                left_out[NO_BROWSER] += 1
                continue
            item.add_marker("browser")
        if "axe" in getattr(item, "fixturenames", ()) and AXE not in os.environ:
            dropped.append(item)
            left_out[NO_AXE] += 1
            continue
        marks = {mark.name for mark in item.iter_markers()}
        kinds = [kind for kind in KINDS if kind in marks]
        if config.getoption("quick") and kinds and not is_of_the_few(item):
            dropped.append(item)
            left_out[kinds[0]] += 1
        else:
            kept.append(item)
    if dropped:
        config.hook.pytest_deselected(items=dropped)
        items[:] = kept
    seed, worker = config.getoption("shuffle"), getattr(config, "workerinput", None)
    if seed is None and worker is not None:
        items[:] = put_long_first(items, int(worker["workercount"]))
    if seed is not None:
        # Tests are sorted by name first, so that all workers shuffle them into the same order.
        items.sort(key=lambda item: item.nodeid)
        Random(seed).shuffle(items)


def put_long_first(items: Sequence[pytest.Item], workers: int) -> list[pytest.Item]:
    """Return tests in an order in which each worker begins with its part of the long ones.

    At first each worker gets an equal stretch of the list. Long tests at the end of it would leave cores idle.
    """
    long, short = [item for item in items if is_long(item)], [item for item in items if not is_long(item)]
    ordered: list[pytest.Item] = []
    for number in range(workers):
        own = long[number::workers]
        end = (len(items) - len(ordered)) // (workers - number) - len(own)
        ordered += own + short[: max(end, 0)]
        short = short[max(end, 0) :]
    return [*ordered, *short]


def is_long(item: pytest.Item) -> bool:
    """Return whether a test plays for long, runs in a browser, or starts a program."""
    marks = {mark.name for mark in item.iter_markers()}
    return bool(marks & {"whole_game", "fuzz", "loopback", "program", "browser"})


class Gaps(logging.Handler):
    """Collects log lines about sentences whose parameters are missing."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Keep a line about a gap."""
        if str(record.msg).startswith("A message asks for"):
            self.lines.append(record.getMessage())


@pytest.fixture(autouse=True)
def complete_sentences(request: pytest.FixtureRequest) -> Iterator[None]:
    """Fail a test with a table at which someone would have read a sentence with a gap."""
    logger, gaps = logging.getLogger("bot.language"), Gaps()
    logger.addHandler(gaps)
    yield
    logger.removeHandler(gaps)
    assert "storage" not in request.fixturenames or gaps.lines == []


@pytest.fixture(autouse=True)
def same_games(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Draw the secret seeds of tables from the name of the test, so that it plays the same games every time.

    A test that needs a certain game has the mark ``seed`` with a word, and may be renamed.
    """
    lobby = sys.modules.get("bot.tables.lobby")
    if lobby is not None:
        monkeypatch.setattr(lobby, "token_bytes", Random(name_seed(request)).randbytes)


def name_seed(request: pytest.FixtureRequest) -> str:
    """Return the word from which the games of a test are drawn: that of its mark, otherwise its name."""
    mark = request.node.get_closest_marker("seed")
    return str(mark.args[0] if mark is not None else request.node.nodeid)


@pytest.fixture(scope="session")
def empty_database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return an empty database file, to be copied, which is quicker than to make one."""
    from storage import open_storage

    path = tmp_path_factory.mktemp("empty") / "games.sqlite3"

    async def make() -> None:
        await (await open_storage(f"sqlite:///{path}")).close()

    asyncio.run(make())
    return path


@pytest.fixture(autouse=True, scope="session")
def compiled_once() -> Iterator[None]:
    """Compile each statement for the first database only, since all databases of a run are of one kind."""
    connections = sys.modules.get("storage.connections")
    if connections is None:
        yield
        return
    from sqlalchemy.dialects.sqlite.aiosqlite import SQLiteDialect_aiosqlite
    from sqlalchemy.ext.asyncio import create_async_engine

    create = partial(create_async_engine, execution_options={"compiled_cache": {}})
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(connections, "create_async_engine", create)
        patch.setattr(SQLiteDialect_aiosqlite, "__eq__", lambda dialect, other: type(dialect) is type(other))
        patch.setattr(SQLiteDialect_aiosqlite, "__hash__", lambda dialect: hash(type(dialect)))
        yield


def is_coroutine(item: pytest.Item) -> bool:
    """Return whether a test is a coroutine function."""
    return inspect.iscoroutinefunction(getattr(item, "obj", None))


def is_of_the_few(item: pytest.Item) -> bool:
    """Return whether a slow test belongs to the quick selection, with all its cases or those that its mark names."""
    mark, call = item.get_closest_marker("few"), getattr(item, "callspec", None)
    return mark is not None and (not mark.args or (call is not None and call.id in mark.args))


def databases_of(item: pytest.Item) -> set[str]:
    """Return the kinds of database that a test runs on."""
    call = getattr(item, "callspec", None)
    return {call.params[name] for name in ("database", "server") if name in call.params} if call is not None else set()


def runs_postgresql() -> bool:
    """Return whether tests run on PostgreSQL: where a server is installed, and in CI, where it must be."""
    return find_binaries() is not None or os.environ.get("CI") == "true"


def name_databases() -> list[str]:
    """Return the databases to run on."""
    return ["sqlite", "postgresql"] if runs_postgresql() else ["sqlite"]


@pytest.fixture(scope="session")
def postgresql() -> Iterator[str]:
    """Provide the address of a PostgreSQL server with nothing in it: one for all tests of a worker."""
    binaries = find_binaries()
    if binaries is None:
        pytest.fail("In CI these tests need PostgreSQL, and neither /usr/lib/postgresql nor PATH has initdb.")
    with run_postgresql(binaries) as address:
        yield address


def runs_chromium() -> bool:
    """Return whether tests run in a browser: where Chromium is installed, and in CI, where it must be."""
    return find_chromium() is not None or os.environ.get("CI") == "true"


@pytest.fixture(scope="session")
def chromium() -> Path:
    """Return the browser, to be started without a window."""
    found = find_chromium()
    if found is None:
        pytest.fail("In CI these tests need Chromium, and PATH has none.")
    return found


@pytest.fixture(scope="session")
def axe() -> str:
    """Return the script of axe-core."""
    return Path(os.environ[AXE]).read_text(encoding="utf-8")


class Counts:
    """Brings the count of left-out tests from a worker to the controller. All workers have the same count."""

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: object, error: object) -> None:
        """Take the count of a worker that has ended."""
        output = getattr(node, "workeroutput", {})
        config: pytest.Config = node.config  # type: ignore[attr-defined]
        told: Counter[str] = Counter(output.get("left_out", {}))
        if told:
            config.stash[LEFT_OUT] = told


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Have a failure end with its assertion."""
    report = yield
    if report.failed:
        end_with_assertion(report, is_verbose=item.config.get_verbosity() > 0)
    return report


def end_with_assertion(report: pytest.TestReport, *, is_verbose: bool) -> None:
    """Put the assertion of a failure behind what was logged, and leave out what Discord was sent if not verbose."""
    if not is_verbose:
        report.sections = [(name, words) for name, words in report.sections if name != TRANSCRIPT]
    crash = getattr(report.longrepr, "reprcrash", None)
    if crash is not None and report.sections:
        report.sections.append((ASSERTION, f"{crash.path}:{crash.lineno}: {crash.message}"))


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_sessionfinish(session: pytest.Session) -> Generator[None, None, None]:
    """Print in the last line what was left out; a worker leaves that to the controller."""
    config = session.config
    output, left_out = getattr(config, "workeroutput", None), config.stash[LEFT_OUT]
    if output is not None:
        output["left_out"] = dict(left_out)
    yield
    reporter = config.pluginmanager.get_plugin("terminalreporter")
    if output is None and reporter is not None and (words := tell_left_out(config.stash[LEFT_OUT])):
        reporter.write_line(words)


def tell_left_out(left_out: Counter[str]) -> str:
    """Return a line on the tests that did not run, and how to run them; empty when all ran."""
    kinds = [f"{left_out[kind]} {kind}" for kind in KINDS if left_out[kind]]
    words = [f"Left out: {', '.join(kinds)} ({sum(left_out[kind] for kind in KINDS)} tests). make test-all runs all."]
    if not kinds:
        words = []
    if left_out[NO_SERVER]:
        words.append(f"Not run on PostgreSQL, which is not installed: {left_out[NO_SERVER]} tests.")
    if left_out[NO_BROWSER]:
        words.append(f"Not run in a browser, for Chromium is not installed: {left_out[NO_BROWSER]} tests.")
    return " ".join(words)


def pytest_plugin_registered(plugin: object, manager: pytest.PytestPluginManager) -> None:
    """Listen to the workers once there can be some."""
    if not manager.has_plugin("counts-of-workers"):
        manager.register(Counts(), "counts-of-workers")

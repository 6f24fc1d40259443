"""Who may import whom: the table in CONTRIBUTING.md, held by reading every file of the four packages."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
OURS = frozenset({"engine", "render", "storage", "bot", "tests", "tools"})
MAY_IMPORT = {
    "engine": frozenset({"engine"}),
    "render": frozenset({"render", "engine"}),
    "storage": frozenset({"storage"}),
    "bot": frozenset({"bot", "render", "storage", "engine"}),
}
# Chance comes from Dice, and a rule has neither clock, network, files of its own making, nor other processes.
NOT_IN_ENGINE = frozenset(
    {"asyncio", "calendar", "datetime", "random", "secrets", "socket", "sqlite3", "subprocess", "threading", "time"}
)

Import = tuple[int, str]


def find_imports(source: str, package: str) -> Iterator[Import]:
    """Every module that the source of a file in ``package`` imports, with its line; relative imports resolved.

    ``from a import b`` gives ``a.b``, since b may be a module. Calls of ``import_module`` and ``__import__`` count
    when their argument is written out.
    """
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Import(names=names):
                yield from ((node.lineno, alias.name) for alias in names)
            case ast.ImportFrom(module=module, names=names, level=level):
                parents = package.split(".")
                above = parents[: len(parents) - level + 1] if level else []
                base = ".".join([*above, *([module] if module else [])])
                yield from ((node.lineno, f"{base}.{alias.name}") for alias in names)
            case ast.Call(func=ast.Name(id="__import__" | "import_module"), args=[ast.Constant(value=str(name)), *_]):
                yield node.lineno, name
            case ast.Call(func=ast.Attribute(attr="import_module"), args=[ast.Constant(value=str(name)), *_]):
                yield node.lineno, name


def find_breaches(source: str, package: str) -> list[str]:
    """What a file in ``package`` (dotted) imports against the rule, one line each."""
    top = package.split(".")[0]
    breaches = []
    for line, name in find_imports(source, package):
        root = name.split(".")[0]
        if root in OURS and root not in MAY_IMPORT[top]:
            breaches.append(f"{line}: {top} must not import {name}")
        if top == "engine" and root not in OURS:
            if root in NOT_IN_ENGINE:
                breaches.append(f"{line}: the engine is pure and must not import {name}")
            elif root != "msgspec" and root not in sys.stdlib_module_names:
                breaches.append(f"{line}: the engine needs the standard library and msgspec only, not {name}")
        games = name.split(".")[1:2]
        if package.split(".")[:2] == ["engine", "core"] and root == "engine" and games != ["core"]:
            breaches.append(f"{line}: engine.core must not know a game, and imports {name}")
    return breaches


def source_files() -> list[Path]:
    """Every Python file of the four packages that exist."""
    return sorted(path for top in MAY_IMPORT for path in (ROOT / top).rglob("*.py"))


@pytest.mark.parametrize("path", source_files(), ids=lambda path: str(path.relative_to(ROOT)))
def test_the_file_imports_only_what_it_may(path: Path) -> None:
    package = ".".join(path.relative_to(ROOT).parent.parts)
    assert find_breaches(path.read_text(encoding="utf-8"), package) == []


@pytest.mark.parametrize(
    ("package", "line"),
    [
        ("engine.core", "from engine.gandhi import view"),
        ("engine.core", "from engine import gandhi"),
        ("engine.core", "from ..gandhi import view"),
        ("engine.core", "from .. import gandhi"),
        ("engine.gandhi", "import random"),
        ("engine.gandhi", "from time import monotonic"),
        ("engine.gandhi", "import discord"),
        ("engine.gandhi.arjuna", "import storage.models"),
        ("engine.gandhi", "importlib.import_module('render')"),
        ("engine", "def late() -> None:\n    import bot"),
        ("render", "from storage import open_storage"),
        ("render", "import bot.service.tables"),
        ("storage", "from engine import Game"),
        ("storage.migrations", "import render"),
        ("bot", "from tests import helpers"),
    ],
)
def test_a_forbidden_import_is_found(package: str, line: str) -> None:
    assert len(find_breaches(line, package)) == 1


@pytest.mark.parametrize(
    ("package", "line"),
    [
        ("engine.core", "from engine.core.text import Text"),
        ("engine.core", "from .text import Text"),
        ("engine.gandhi", "import hashlib, msgspec\nfrom engine.core import dice"),
        ("engine.gandhi", "from . import view"),
        ("render", "from PIL import Image\nfrom engine.gandhi import view"),
        ("storage", "import datetime\nfrom storage import models"),
        ("bot", "import discord\nfrom storage import engine\nfrom engine import Game"),
    ],
)
def test_an_allowed_import_is_let_through(package: str, line: str) -> None:
    assert find_breaches(line, package) == []


def test_the_table_service_knows_nothing_of_discord() -> None:
    """Whatever people play with, Discord or a page or a test, the table service is the same."""
    files = sorted((ROOT / "bot" / "service").rglob("*.py"))
    assert len(files) > 30
    for path in files:
        names = [name for _, name in find_imports(path.read_text(encoding="utf-8"), "bot.service")]
        assert not [name for name in names if name.split(".")[0] == "discord"], path.name

"""The plan of imports in CONTRIBUTING.md, checked by reading every file of the five packages."""

from __future__ import annotations

import ast
import sys
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

from bot.games.frontend import list_fronts
from bot.games.playing import AUTOMATIC
from engine import GAMES

ROOT = Path(__file__).resolve().parent.parent
OURS = frozenset({"engine", "render", "storage", "texts", "bot", "tests", "tools"})
MAY_IMPORT = {
    "engine": frozenset({"engine"}),
    "render": frozenset({"render", "engine", "texts"}),
    "storage": frozenset({"storage"}),
    "texts": frozenset({"texts"}),
    "bot": frozenset({"bot", "render", "storage", "texts", "engine"}),
}
# Chance comes from Dice, and a rule has neither clock, network, files that it makes, nor other processes.
NOT_IN_ENGINE = frozenset(
    {"asyncio", "calendar", "datetime", "random", "secrets", "socket", "sqlite3", "subprocess", "threading", "time"}
)

HOMES = {"engine": ("core",), "render": ("fonts", "page", "words"), "bot.games": (), "tools.games": ()}
"""The packages with a folder for each game, and their folders that are not games."""

PROGRAM = ("bot/cli.py", "bot/console/preview.py")
"""The files that call the program by its name, which is that of its first game."""


def game_of(name: str) -> str:
    """Return the game to whose folder a module belongs, or an empty string."""
    for home, others in HOMES.items():
        if name.startswith(f"{home}."):
            first = name.removeprefix(f"{home}.").partition(".")[0]
            return "" if first in others or not (ROOT / home.replace(".", "/") / first).is_dir() else first
    return ""


@dataclass(frozen=True)
class Read:
    """The facts about a file that tests ask for: imports and literal keys with their lines, and words.

    ``from a import b`` is ``a.b``, since b may be a module, and relative imports are resolved. Calls of
    ``import_module`` and ``__import__`` count when their argument is written out.
    """

    imports: tuple[tuple[int, str], ...]
    keys: tuple[int, ...]
    words: tuple[str, ...]


@cache
def read(source: str, package: str) -> Read:
    """Read a file in ``package`` (dotted), once for all tests."""
    tree = ast.parse(source)
    imports: list[tuple[int, str]] = []
    keys, words = [], []
    for node in ast.walk(tree):
        match node:
            case ast.Constant(value=str(word)):
                words.append(word)
            case ast.Import() | ast.ImportFrom():
                imports += find_imported(node, package)
            case ast.Call(args=[ast.Constant(value=str(name)), *_]) if calls_import(node.func):
                imports.append((node.lineno, name))
            case ast.Call() | ast.Compare() if holds_key(node):
                keys.append(node.lineno)
    return Read(tuple(imports), tuple(keys), tuple(words))


def find_imported(node: ast.Import | ast.ImportFrom, package: str) -> Iterator[tuple[int, str]]:
    """Yield what a statement in a file of ``package`` imports, with its line."""
    base = ""
    if isinstance(node, ast.ImportFrom):
        parents = package.split(".")
        above = parents[: len(parents) - node.level + 1] if node.level else []
        base = "".join(f"{part}." for part in [*above, *([node.module] if node.module else [])])
    for alias in node.names:
        yield node.lineno, f"{base}{alias.name}"


def calls_import(function: ast.expr) -> bool:
    """Return whether a function that is called imports a module."""
    match function:
        case ast.Name(id="__import__" | "import_module") | ast.Attribute(attr="import_module"):
            return True
    return False


def find_breaches(file: Read, package: str) -> list[str]:
    """Return what a file in ``package`` (dotted) imports against the rule, one line each."""
    top = package.split(".")[0]
    breaches = []
    for line, name in file.imports:
        root = name.split(".")[0]
        if root in OURS and root not in MAY_IMPORT[top]:
            breaches.append(f"{line}: {top} must not import {name}")
        if top == "engine" and root not in OURS:
            if root in NOT_IN_ENGINE:
                breaches.append(f"{line}: the engine is pure and must not import {name}")
            elif root != "msgspec" and root not in sys.stdlib_module_names:
                breaches.append(f"{line}: the engine needs the standard library and msgspec only, not {name}")
        game = game_of(name)
        if game and game_of(package) != game:
            breaches.append(f"{line}: only the game's own folders may import {name}")
        if package.startswith("bot.tables") and root in ("discord", "aiohttp"):
            breaches.append(f"{line}: the table service must not import {name}")
        if package.startswith("bot.web") and name.startswith(("discord", "bot.discord")):
            breaches.append(f"{line}: the web pages must not import {name}")
    return breaches


def source_files() -> list[Path]:
    """Return every Python file of the five packages that exist."""
    return sorted(path for top in MAY_IMPORT for path in (ROOT / top).rglob("*.py"))


@cache
def read_file(path: Path) -> Read:
    """Read a file of the project."""
    return read(path.read_text(encoding="utf-8"), ".".join(path.relative_to(ROOT).parent.parts))


def test_every_file_imports_only_allowed_modules() -> None:
    breaches = {}
    for path in source_files():
        package = ".".join(path.relative_to(ROOT).parent.parts)
        breaches[str(path.relative_to(ROOT))] = find_breaches(read_file(path), package)
    assert len(breaches) > 400
    assert {path: found for path, found in breaches.items() if found} == {}


@pytest.mark.parametrize(
    ("package", "line"),
    [
        ("engine.core", "from engine.gandhi import view"),
        ("engine.core", "from engine import gandhi"),
        ("engine.core", "from ..gandhi import view"),
        ("engine", "from engine.gandhi.rules import RULES"),
        ("engine.core", "from .. import gandhi"),
        ("engine.gandhi", "import random"),
        ("engine.gandhi", "from time import monotonic"),
        ("engine.gandhi", "import discord"),
        ("engine.gandhi.arjuna", "import storage.models"),
        ("engine.gandhi", "importlib.import_module('render')"),
        ("engine", "def late() -> None:\n    import bot"),
        ("render", "from storage import open_storage"),
        ("render", "import bot.tables.play"),
        ("texts", "from engine.core.text import Text"),
        ("storage", "from engine import Game"),
        ("storage.migrations", "import render"),
        ("bot", "from tests import helpers"),
        ("bot", "from engine.gandhi import view"),
        ("bot.discord", "from bot.games.gandhi.facts import GAME"),
        ("bot.narrate", "from render.gandhi import draw"),
        ("bot.tables", "import discord"),
        ("bot.tables", "from aiohttp import web"),
        ("bot.web", "import discord"),
        ("bot.web", "from bot.discord.panel import panel"),
        ("bot.tables", "from engine.gandhi.state import State"),
        ("render", "from engine.gandhi import view"),
        ("render", "from render.gandhi.board import load_board"),
    ],
)
def test_the_check_finds_a_forbidden_import(package: str, line: str) -> None:
    assert len(find_breaches(read(line, package), package)) == 1


@pytest.mark.parametrize(
    ("package", "line"),
    [
        ("engine.core", "from engine.core.text import Text"),
        ("engine.core", "from .text import Text"),
        ("engine.gandhi", "import hashlib, msgspec\nfrom engine.core import dice"),
        ("engine.gandhi", "from . import view"),
        ("render", "from PIL import Image\nfrom engine.core.change import Change"),
        ("render.gandhi", "from PIL import Image\nfrom engine.gandhi import view"),
        ("render", "from texts import read_names"),
        ("bot.games.gandhi", "import discord\nfrom engine.gandhi import view\nfrom render.gandhi import draw"),
        ("storage", "import datetime\nfrom storage import models"),
        ("bot", "import discord\nfrom storage import connections\nfrom engine import Game"),
    ],
)
def test_the_check_accepts_an_allowed_import(package: str, line: str) -> None:
    assert find_breaches(read(line, package), package) == []


def read_graph() -> dict[str, set[str]]:
    """Return every module of the five packages with those that it imports, for types only too."""
    names = {".".join(path.relative_to(ROOT).with_suffix("").parts): path for path in source_files()}
    names = {name.removesuffix(".__init__"): path for name, path in names.items()}
    graph = {}
    for name, path in names.items():
        found = (imported for _, imported in read_file(path).imports)
        graph[name] = {known for imported in found if (known := find_module(imported, names)) and known != name}
    return graph


def find_module(imported: str, names: Collection[str]) -> str:
    """Return the module that an import means: itself, or the one that holds the name."""
    return next((name for name in (imported, imported.rpartition(".")[0]) if name in names), "")


def find_circle(graph: Mapping[str, Collection[str]]) -> list[str]:
    """Return modules that import each other in a circle, or nothing."""
    left = {name: set(targets) for name, targets in graph.items()}
    while loose := [name for name, targets in left.items() if not targets & left.keys()]:
        for name in loose:
            del left[name]
    return sorted(left)


def test_no_module_imports_itself_by_way_of_others() -> None:
    assert find_circle(read_graph()) == []


def package_of(module: str) -> str:
    """Return the package of a module, as the rooms of CONTRIBUTING.md: a game's own folders are one."""
    parts = module.split(".")[:-1]
    if parts[:2] == ["bot", "games"]:
        return ".".join(parts[:3])
    return ".".join(parts)


def read_packages() -> dict[str, set[str]]:
    """Return every package inside `bot` with those that it imports. The modules at the top start the program."""
    packages: dict[str, set[str]] = {}
    for name, targets in read_graph().items():
        package = package_of(name)
        if package.count(".") == 0 or not package.startswith("bot."):
            continue
        found = {package_of(target) for target in targets}
        packages.setdefault(package, set()).update(one for one in found if one.startswith("bot.") and one != package)
    return packages


def test_no_package_of_the_bot_imports_itself_by_way_of_others() -> None:
    assert find_circle(read_packages()) == []


def test_the_table_service_imports_no_texts_and_contains_no_markup() -> None:
    """It queues data; texts, markup and buttons are made at delivery."""
    for path in (ROOT / "bot" / "tables").glob("*.py"):
        source = path.read_text(encoding="utf-8")
        assert not [name for _, name in read_file(path).imports if name.startswith("bot.narrate")], path.name
        assert not [mark for mark in ("<@", "<#", "<t:") if mark in source], path.name


def test_the_check_finds_a_circle_of_imports() -> None:
    assert find_circle({"a": {"b"}, "b": {"c"}, "c": {"b"}}) == ["a", "b", "c"]
    assert find_circle({"a": {"b"}, "b": {"c"}, "c": set()}) == []


def holds_key(node: ast.Call | ast.Compare) -> bool:
    """Return whether the key of an option is compared with a word."""
    match node:
        case ast.Compare(left=left, comparators=[right]) if is_key(left) and is_word(right):
            return True
        case ast.Compare(left=left, comparators=[ast.Attribute(attr="keys")]):
            return is_word(left)
        case ast.Call(func=ast.Attribute(value=value, attr="startswith")):
            return is_key(value)
    return False


def is_key(node: ast.expr) -> bool:
    """Return whether an expression is the key of an option."""
    return isinstance(node, ast.Attribute) and node.attr == "key" and ast.unparse(node.value).endswith("option")


def is_word(node: ast.expr) -> bool:
    """Return whether an expression is a word that is written out."""
    return isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value != "0"


OF_ONE_GAME = ("assets", "balance", "docs")
"""The packages of tools that make data and pages of one game each, or tune its automatic player."""


def list_shared() -> list[Path]:
    """Return the files of the bot, of pictures, of storage and of tools that serve every game."""
    tools = (path for path in (ROOT / "tools").rglob("*.py") if path.parts[-2] not in OF_ONE_GAME)
    shared = (path for path in source_files() if path.relative_to(ROOT).parts[0] in ("bot", "render", "storage"))
    return [path for path in (*shared, *tools) if not game_of(name_module(path))]


def name_module(path: Path) -> str:
    """Return the dotted name of the module in a file."""
    return ".".join(path.relative_to(ROOT).with_suffix("").parts)


def find_games_named(file: Read) -> list[str]:
    """Return the single games in a file: imported modules of theirs, and their names as values."""
    names = {*GAMES, *(kind for front in list_fronts() for kind in (front.player.kind, front.setup.kind))}
    names -= {AUTOMATIC}
    return [*(name for _, name in file.imports if game_of(name)), *(word for word in file.words if word in names)]


def test_of_the_shared_files_only_the_program_names_a_game() -> None:
    found = {str(path.relative_to(ROOT)): find_games_named(read_file(path)) for path in list_shared()}
    assert len(found) > 200
    assert {path: names for path, names in found.items() if names} == {path: ["gandhi"] for path in PROGRAM}


def test_the_check_finds_code_that_names_a_game() -> None:
    assert find_games_named(read('KIND = "rajas"', "bot.tables")) == ["rajas"]
    assert find_games_named(read("from engine.gandhi.ids import SEATS", "tools.verify")) == ["engine.gandhi.ids.SEATS"]
    assert find_games_named(read("from engine.core.text import text", "tools.verify")) == []


def test_only_the_code_of_a_game_names_its_keys() -> None:
    for path in source_files():
        name = ".".join(path.relative_to(ROOT).with_suffix("").parts)
        if not game_of(name):
            assert read_file(path).keys == (), name


def test_the_check_finds_code_that_names_a_key() -> None:
    assert read('option.key == "done"', "bot").keys == (1,)
    assert read('"pass" in decision.keys', "bot").keys == (1,)
    assert read('option.key.startswith("event:")', "bot").keys == (1,)
    assert read('option.role == "stop" and key in decision.keys', "bot").keys == ()

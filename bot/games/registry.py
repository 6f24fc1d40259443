"""The games by name. Each is a folder beside this file whose module ``front`` holds its front end as ``FRONT``.

A game is loaded when it is first asked for, so that nothing here imports one by name.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

_installed: dict[str, Any] = {}


@cache
def _find_folders() -> tuple[str, ...]:
    return tuple(sorted(path.parent.name for path in Path(__file__).parent.glob("*/front.py")))


def list_kinds() -> tuple[str, ...]:
    """The names of all games, as tables are stored with them."""
    return tuple(dict.fromkeys([*_find_folders(), *_installed]))


def load_front(kind: str) -> Any:
    """The front end of a game, typed by `bot.games.front.front_of`. Raises KeyError for a name that is not known."""
    if kind not in _installed:
        if kind not in _find_folders():
            raise KeyError(kind)
        _installed[kind] = import_module(f"bot.games.{kind}.front").FRONT
    return _installed[kind]


def install(kind: str, front: Any) -> None:
    """Add a game from outside the folder: what a test does with its own."""
    _installed[kind] = front
    find_vocabularies.cache_clear()


def remove(kind: str) -> None:
    """Take a game away again that was installed."""
    _installed.pop(kind, None)
    find_vocabularies.cache_clear()


def find_names() -> dict[str, str]:
    """The proper names of all games, by the text key under which a language may translate them."""
    names: dict[str, str] = {}
    for kind in list_kinds():
        names |= load_front(kind).find_names()
    return names


def find_replaced_names() -> dict[str, str]:
    """Those names that an owner's data replaces: every language shows them as written there."""
    names: dict[str, str] = {}
    for kind in list_kinds():
        names |= load_front(kind).find_replaced_names()
    return names


def name_value(vocabulary: str, value: int) -> str:
    """The id of a number in a vocabulary of some game (a level of Support, for example), or an empty string."""
    return next((name for kind in list_kinds() if (name := load_front(kind).name_value(vocabulary, value))), "")


@cache
def find_vocabularies() -> dict[str, str]:
    """Whose names a parameter's value is to be looked up among, by its name, beyond what every game has."""
    found: dict[str, str] = {}
    for kind in list_kinds():
        found |= load_front(kind).vocabularies
    return found

"""The games by name. Each is a folder beside this file whose module ``front`` holds its front end as ``FRONT``.

A game is loaded when it is first asked for, so that nothing here imports one by name.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import bot.games
from engine.core.discovery import Discovered

FRONTS: Discovered[Any] = Discovered(bot.games.__name__, bot.games.__path__, "front", "FRONT")
"""The front end of every game by its name. Tests add their own."""


def list_kinds() -> tuple[str, ...]:
    """Return the names of all games, as tables are stored with them."""
    return tuple(FRONTS)


def load_front(kind: str) -> Any:
    """Return the front end of a game, typed by `bot.games.front.front_of`. Raises KeyError for an unknown name."""
    return FRONTS[kind]


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

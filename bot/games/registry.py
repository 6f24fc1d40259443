"""The games by name: each is a folder beside this file, and is loaded when it is first needed.

The module ``front`` of a game has its front end as ``FRONT``. A module ``names``, if there is one, has the game's names
as ``NAMES``, so that `bot.language` can read them without loading front ends.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import bot.games
from engine.core.discovery import Discovered


@dataclass(frozen=True)
class Names:
    """The proper names in the data of a game, by the text keys under which a language may translate them.

    ``find`` returns all names. ``find_replaced`` returns the names that an owner's data replaces, which every language
    shows unchanged. ``vocabularies`` has, for the name of a parameter, the vocabulary in which its value is looked up.
    ``numbers`` has, for a vocabulary that is looked up by numbers too, the id for each number.
    """

    find: Callable[[], dict[str, str]] = dict
    find_replaced: Callable[[], dict[str, str]] = dict
    vocabularies: Mapping[str, str] = field(default_factory=dict)
    numbers: Mapping[str, Mapping[int, str]] = field(default_factory=dict)


FRONTS: Discovered[Any] = Discovered(bot.games.__name__, bot.games.__path__, "front", "FRONT")
"""The front end of every game by the game's name. `bot.games.frontend.front_of` gives it its type."""
NAMES: Discovered[Names] = Discovered(bot.games.__name__, bot.games.__path__, "names", "NAMES")
"""The proper names and vocabularies of each game with a module ``names``, by the game's name."""


def find_names() -> dict[str, str]:
    """Return the proper names in the data of all games, by their text keys."""
    return {key: name for names in NAMES.values() for key, name in names.find().items()}


def find_replaced_names() -> dict[str, str]:
    """Return the proper names of all games that an owner's data replaces, by their text keys."""
    return {key: name for names in NAMES.values() for key, name in names.find_replaced().items()}


@cache
def find_numbers() -> dict[tuple[str, int], str]:
    """Return the ids that stand for numbers in all games, by vocabulary and number (`Names.numbers`)."""
    return {
        (vocabulary, number): name
        for names in NAMES.values()
        for vocabulary, ids in names.numbers.items()
        for number, name in ids.items()
    }


@cache
def find_vocabularies() -> dict[str, str]:
    """Return the vocabulary for the name of each parameter, from all games (`Names.vocabularies`)."""
    return {name: vocabulary for names in NAMES.values() for name, vocabulary in names.vocabularies.items()}

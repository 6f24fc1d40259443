"""Positions as lines about a player, ``Lotus fame 12 coins 5 temple 3 orange 2 5``, or about a field of the table.

A line about a field of the table begins with its path (`PATHS`). A line about a player contains changes; if it names
dice, they are all of the player's dice. A square has a tile, the sides of its roads and the tile below it, such as ``c2
blue_11 NE green_09``. A square without a tile on the line keeps its tile, which gets these roads.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import permutations
from typing import Any, Final

from bot.games.names import map_names, plain, refuse_words, split_lines
from bot.games.rajas.words.names import sort_dice
from bot.language import Language
from bot.typed import read_number
from engine.rajas.board import BOARD
from engine.rajas.ids import BUILDING_VALUES, BUILDINGS, COLOURS
from engine.rajas.roads import NAMES, TURNINGS

NUMBERS: Final = ("fame", "money", "karma", "boat", "active")
PATHS: Final = ("workers", "tops", "river", "next_first")
"""The fields of the table that a line may change, as in a position. The line has the path and the new value:
``workers.quarry:1 lotus``, ``river.3 -``."""
NOTHING: Final = "-"
SQUARE: Final = ("tile", "roads", "covered")
"""The fields of a square in a position, in their order on a line."""
TILES: Final = {tile.upper(): tile for tile in BOARD.tiles}
"""The ids of the tiles, by their names in capital letters."""
ROADS: Final = {
    "".join(sides): NAMES[roads] for ways in TURNINGS.values() for roads in ways for sides in permutations(NAMES[roads])
}
"""The id of each rotation of a tile, by the letters of its sides in any order."""


def read_lines(language: Language, position: Mapping[str, Any], typed: str) -> dict[str, Any]:
    """Return the changes that typed lines make to a position, as a merge patch. Raises BadInput for an unclear line."""
    patch: dict[str, Any] = {}
    seats = map_names(language, "seat", position["players"])
    for line in split_lines(typed):
        path, *values = line.split()
        head, _, place = path.partition(".")
        if head in PATHS:
            value = " ".join(values)
            if not value:
                raise refuse_words(path, line)
            if place:
                patch.setdefault(head, {})[place] = None if value == NOTHING else value
            else:
                patch[head] = "" if value == NOTHING else value
            continue
        parts = line.split()
        count = next((count for count in range(1, len(parts) + 1) if plain(" ".join(parts[:count])) in seats), 0)
        if not count:
            raise refuse_words(path, line)
        seat, values = seats[plain(" ".join(parts[:count]))], parts[count:]
        if row := read_player(language, position["players"][seat], values, line):
            patch.setdefault("players", {})[seat] = row
    return patch


def read_player(language: Language, now: Mapping[str, Any], words: Sequence[str], line: str) -> dict[str, Any]:
    """Return the changes to a player's present belongings (``now``) in the words of a line. Raises BadInput."""
    numbers = map_names(language, "position", NUMBERS)
    buildings, colours = map_names(language, "building", BUILDINGS), map_names(language, "colour", COLOURS)
    row: dict[str, Any] = {}
    dice: list[str] = []
    colour, left = "", [word for word in re.split(r"[\s,、]+", " ".join(words)) if word]
    while left:
        word = left.pop(0)
        name = plain(word)
        if name in colours:
            colour = colours[name]
        elif word.isdecimal() and colour:
            dice.append(f"{colour}:{word}")
        elif name in BOARD.squares:
            there, colour = {part: now["province"].get(name, {}).get(part) for part in SQUARE}, ""
            here = read_square(there, left)
            if here is None:
                raise refuse_words(word, line)
            if here != there:
                row.setdefault("province", {})[name] = here if here["tile"] else None
        elif name in numbers and left and (number := read_number(left[0], None)) is not None:
            row[numbers[name]], colour = number, ""
            del left[0]
        elif name in buildings and left and (number := read_number(left[0], None)) in BUILDING_VALUES:
            row.setdefault("upgrades", {})[buildings[name]] = BUILDING_VALUES.index(number)
            del left[0]
        else:
            raise refuse_words(word, line)
    changed = {name: value for name, value in row.items() if name != "upgrades" and now[name] != value}
    upgrades = {name: steps for name, steps in row.get("upgrades", {}).items() if now["upgrades"][name] != steps}
    if upgrades:
        changed["upgrades"] = upgrades
    if dice and sorted(dice) != sorted(now["dice"]):
        changed["dice"] = dice
    return changed


def read_square(there: dict[str, str | None], words: list[str]) -> dict[str, str | None] | None:
    """Remove the first words if they are about a square, and return the new content of the square.

    ``there`` is its present content. Return None if the words name neither a tile nor roads, or only roads for a square
    without a tile.
    """
    if take(words, {NOTHING: NOTHING}):
        return dict.fromkeys(there)
    tile, roads = take(words, TILES), take(words, ROADS)
    here = {**there, "roads": roads or there["roads"]}
    if tile:
        here |= {"tile": tile, "covered": take(words, TILES) or None}
    return here if (tile or roads) and here["tile"] else None


def take(words: list[str], names: Mapping[str, str]) -> str:
    """Remove the first word if it is one of the ``names``, and return the value of the name, or else ""."""
    found = names.get(words[0].upper(), "") if words else ""
    if found:
        del words[0]
    return found


def write_lines(language: Language, position: Mapping[str, Any], space: str = "") -> str:
    """Return a line for each player with all that can be corrected, as `read_lines` reads it. ``space`` is ignored."""
    lines = []
    for seat, row in position["players"].items():
        words = [language.word(f"seat.{seat}")]
        words += [f"{language.word(f'position.{name}')} {row[name]}" for name in NUMBERS]
        words += [
            f"{language.word(f'building.{name}')} {BUILDING_VALUES[steps]}" for name, steps in row["upgrades"].items()
        ]
        words += [f"{language.word(f'colour.{one}')} {' '.join(pips)}" for one, pips in sort_dice(row["dice"]).items()]
        for square, here in row["province"].items():
            words += [square, *(here[part] for part in SQUARE if part in here)]
        lines.append(" ".join(words))
    return "\n".join(lines)

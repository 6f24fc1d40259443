"""Texts that name tiles by their features, dice by colour and pips, and rewards. The data has no names for them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from bot.language import Language
from engine.rajas.asking import reward_text
from engine.rajas.board import Reward, Tile
from engine.rajas.ids import COLOUR_OF, COLOURS, VALUE_OF
from engine.rajas.roads import NAMES, SHAPES


def name_features(language: Language, tile: Tile) -> str:
    """Return the buildings and markets of a tile, such as “temple, tea 2”."""
    parts = [language.word(f"building.{building}") for building in tile.buildings]
    parts += [language.say("rajas.market", good=good, value=value) for good, value in tile.markets]
    return language.put_together("items", parts)


def name_tile(language: Language, tile: Tile) -> str:
    """Return the colour, cost and features of a tile, such as "orange 9 (temple, palace)"."""
    what = name_features(language, tile)
    return language.say("log.rajas.tile", colour=tile.colour, cost=tile.cost, what=what)


def draw_roads(language: Language, tile: Tile) -> str:
    """Return the sign for the roads of a tile that is not rotated, such as “└”."""
    return language.word(f"roads.{NAMES[SHAPES[tile.road]]}").partition(" ")[0]


def name_dice(language: Language, dice: Iterable[str]) -> str:
    """Return dice as text by colour, such as "orange 2 and 5, blue 4", or that there are none."""
    return count_by_colour(language, sort_dice(dice)) or language.say("rajas.dice.none")


def sort_dice(dice: Iterable[str]) -> dict[str, list[str]]:
    """Return the pips of dice by colour, in the order of the colours."""
    held: dict[str, list[str]] = {}
    for die in sorted(dice, key=lambda die: COLOURS.index(COLOUR_OF[die])):
        held.setdefault(COLOUR_OF[die], []).append(str(VALUE_OF[die]))
    return held


def name_reward(language: Language, reward: Reward) -> str:
    """Return a reward as text in a language."""
    return language.say(reward_text(reward))


def count_by_colour(language: Language, numbers: Mapping[str, int | list[str]]) -> str:
    """Return numbers by colour, one or a list for each, as text, such as "orange 8, purple 12"; "" without a colour."""
    parts = [language.say("rajas.dice", colour=colour, what=number) for colour, number in numbers.items()]
    return language.put_together("items", parts)

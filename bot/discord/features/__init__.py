"""The slash commands and the buttons, one module for each feature.

Every module of this folder is found automatically, and every module in the folder ``commands`` of a game.
"""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from types import ModuleType

import bot.games
from bot.discord.context import CommandTree
from bot.discord.feature import Feature


def load_modules() -> list[ModuleType]:
    """Return every module with features, the bot's before those of games. Loading registers the handlers of buttons."""
    folders = {path.parent.name for games in bot.games.__path__ for path in Path(games).glob("*/commands")}
    packages = [__name__, *(f"{bot.games.__name__}.{game}.commands" for game in sorted(folders))]
    return [
        import_module(f"{package}.{found.name}")
        for package in packages
        for found in iter_modules(import_module(package).__path__)
    ]


def find_features() -> list[type[Feature]]:
    """Return every feature; those that extend the group of another come last."""
    features = [
        value
        for module in load_modules()
        for value in vars(module).values()
        if isinstance(value, type) and issubclass(value, Feature) and value is not Feature
    ]
    return sorted(features, key=lambda feature: bool(feature.extends))


def add_commands(tree: CommandTree) -> None:
    """Add every command to the tree. Raises CommandClash and LookupError as `Feature.add_to` does."""
    for feature in find_features():
        feature().add_to(tree)

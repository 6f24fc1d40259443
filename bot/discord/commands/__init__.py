"""The slash commands."""

from __future__ import annotations

from importlib import import_module

from bot.discord.commands import actions, away, learn, look, play, privacy, records, settings, table
from bot.discord.hub import CommandTree
from bot.games.front import list_fronts


def add_commands(tree: CommandTree) -> None:
    """Add every command to the tree."""
    table.add_to(tree)
    actions.add_to(tree)
    play.add_to(tree)
    look.add_to(tree)
    privacy.add_to(tree)
    records.add_to(tree)
    settings.add_to(tree)
    away.add_to(tree)
    for front in list_fronts():
        for module in front.command_modules:
            import_module(module).add_to(tree)
    learn.add_to(tree)

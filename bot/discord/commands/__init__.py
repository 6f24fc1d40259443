"""The slash commands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.discord.commands import (
    actions,
    away,
    learn,
    look,
    play,
    privacy,
    records,
    resources,
    settings,
    standing,
    table,
)

if TYPE_CHECKING:
    from bot.client import CommandTree


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
    standing.add_to(tree)
    resources.add_to(tree)
    learn.add_to(tree)

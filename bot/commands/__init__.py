"""The slash commands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.commands import actions, look, play, privacy, table

if TYPE_CHECKING:
    from bot.client import CommandTree


def add_commands(tree: CommandTree) -> None:
    """Add every command to the tree."""
    table.add_to(tree)
    actions.add_to(tree)
    play.add_to(tree)
    look.add_to(tree)
    privacy.add_to(tree)

"""The slash commands that only Gandhi has. Those of its Operations and Special Activities follow from its actions."""

from __future__ import annotations

from bot.discord.hub import CommandTree
from bot.games.gandhi.commands import event, standing, transfer


def add_to(tree: CommandTree) -> None:
    """Add the commands."""
    event.add_to(tree)
    standing.add_to(tree)
    transfer.add_to(tree)

"""Tables that a person may know of: those in channels that they can see, and those where they sit."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import discord

from bot.tables.authorization import KNOW, find_seats
from bot.tables.table import Table
from storage import NamedGame


def sight_of(interaction: discord.Interaction[Any]) -> Callable[[NamedGame], bool]:
    """Return whether the person who acts here may know of a table."""

    def can_see(game: NamedGame) -> bool:
        return game.is_seated or sees(interaction, game.channel_id, game.thread_id)

    return can_see


def can_see_table(interaction: discord.Interaction[Any], table: Table) -> bool:
    """Return whether the person who acts here may know of a table."""
    is_theirs = bool(find_seats(KNOW, table, interaction.user.id))
    return is_theirs or sees(interaction, table.game.channel_id, table.game.thread_id)


def sees(interaction: discord.Interaction[Any], channel_id: int, thread_id: int | None) -> bool:
    """Return whether a person can see where a table is played: they are there, or their roles allow it.

    If that is unknown, for an archived thread for example, it counts as hidden.
    """
    if interaction.channel_id is not None and interaction.channel_id in (channel_id, thread_id):
        return True
    guild, person = interaction.guild, interaction.user
    if guild is None or not isinstance(person, discord.Member):
        return False
    # An archived thread is unknown by now, but not the channel that it belongs to.
    channel = (guild.get_channel_or_thread(thread_id) if thread_id else None) or guild.get_channel_or_thread(channel_id)
    if channel is None:
        return False
    try:
        granted = channel.permissions_for(person)
    except discord.ClientException:
        return False
    is_private = isinstance(channel, discord.Thread) and channel.is_private()
    return granted.view_channel and (granted.manage_threads or not is_private)

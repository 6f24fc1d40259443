"""Find out by Discord's permissions and roles whether a person moderates, and which tables they may know of.

The permissions of the bot are in `bot.discord.places`, and the rights of people at a table in
`bot.tables.authorization`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import discord

from bot.discord.context import BotContext
from bot.discord.reply import Answer
from bot.tables.authorization import KNOW, Rank, find_seats
from bot.tables.directory import Sight, moderates_none
from bot.tables.table import Table
from storage import NamedGame


async def find_rank(reply: Answer, table: Table | None = None) -> Rank:
    """Return the rank of the person who acts at a table or, without one, on the server.

    It is "manager" by permissions (at a table, those in its channel), "moderator" by the server's role, or "".
    """
    interaction = reply.interaction
    guild, person = interaction.guild, interaction.user
    if guild is None or not isinstance(person, discord.Member):
        return ""
    if table is not None and table.game.guild_id != guild.id:
        return ""
    granted = find_granted(interaction, person, table)
    if granted.manage_channels or granted.manage_threads:
        return "manager"
    settings = await reply.tables.servers.find(guild.id)
    return "moderator" if settings.moderators and person.get_role(settings.moderators) is not None else ""


async def find_moderated(bot: BotContext, interaction: discord.Interaction[discord.Client]) -> Sight:
    """Return a function that says whether the person who acts moderates a given table of the server."""
    person = interaction.user
    if not isinstance(person, discord.Member):
        return moderates_none
    role = (await bot.tables.servers.find(person.guild.id)).moderators
    has_role = bool(role) and person.get_role(role) is not None

    def moderates(game: NamedGame) -> bool:
        channel = person.guild.get_channel(game.channel_id)
        granted = channel.permissions_for(person) if channel is not None else person.guild_permissions
        return has_role or granted.manage_channels or granted.manage_threads

    return moderates


def find_granted(
    interaction: discord.Interaction[discord.Client], person: discord.Member, table: Table | None
) -> discord.Permissions:
    """Return the permissions of the person who acts on the server or, with a table, in its channel.

    If that channel is gone, they are those on the server.
    """
    if table is None:
        return person.guild_permissions
    if interaction.channel_id in (table.game.channel_id, table.game.thread_id):
        return interaction.permissions
    channel = person.guild.get_channel(table.game.channel_id)
    return channel.permissions_for(person) if channel is not None else person.guild_permissions


def sight_of(interaction: discord.Interaction[Any]) -> Callable[[NamedGame], bool]:
    """Return a function that says whether the person who acts may know of a given table, as `can_see_table` does."""

    def can_see(game: NamedGame) -> bool:
        return game.is_seated or sees(interaction, game.channel_id, game.thread_id)

    return can_see


def can_see_table(interaction: discord.Interaction[Any], table: Table) -> bool:
    """Return whether the person who acts may know of a table: they belong to it, or can see its channel (`sees`)."""
    is_theirs = bool(find_seats(KNOW, table, interaction.user.id))
    return is_theirs or sees(interaction, table.game.channel_id, table.game.thread_id)


def sees(interaction: discord.Interaction[Any], channel_id: int, thread_id: int | None) -> bool:
    """Return whether a person can see the channel or thread of a table: they act in it, or their roles allow it.

    For an unknown thread, such as an archived one, the channel decides. If the channel is unknown too, return False.
    """
    if interaction.channel_id is not None and interaction.channel_id in (channel_id, thread_id):
        return True
    guild, person = interaction.guild, interaction.user
    if guild is None or not isinstance(person, discord.Member):
        return False
    # The library forgets a thread that is archived, but not the channel that it belongs to.
    channel = (guild.get_channel_or_thread(thread_id) if thread_id else None) or guild.get_channel_or_thread(channel_id)
    if channel is None:
        return False
    try:
        granted = channel.permissions_for(person)
    except discord.ClientException:
        return False
    is_private = isinstance(channel, discord.Thread) and channel.is_private()
    return granted.view_channel and (granted.manage_threads or not is_private)

"""Find out whether a person moderates, by Discord's permissions or by the role that the server has chosen."""

from __future__ import annotations

import discord

from bot.discord.context import BotContext
from bot.discord.reply import Answer
from bot.tables.authorization import Rank
from bot.tables.directory import Sight, moderates_none
from bot.tables.table import Table
from storage import NamedGame


async def find_rank(reply: Answer, table: Table | None = None) -> Rank:
    """Return whether the person who acts may moderate a table or, without one, the server.

    At a table the permissions are those in its channel.
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
    settings = await reply.bot.tables.servers.find(guild.id)
    return "moderator" if settings.moderators and person.get_role(settings.moderators) is not None else ""


async def find_moderated(bot: BotContext, interaction: discord.Interaction[discord.Client]) -> Sight:
    """Return which tables of the server a person moderates."""
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
    """Return a person's permissions on the server or, with a table, in its channel."""
    if table is None:
        return person.guild_permissions
    if interaction.channel_id in (table.game.channel_id, table.game.thread_id):
        return interaction.permissions
    channel = person.guild.get_channel(table.game.channel_id)
    return channel.permissions_for(person) if channel is not None else person.guild_permissions


def list_places(channel: object) -> list[int]:
    """Return the ids of a channel, of its parent if it is a thread, and of its category."""
    parent = channel.parent if isinstance(channel, discord.Thread) else None
    found = [getattr(channel, "id", None), getattr(parent, "id", None)]
    found.append(getattr(parent if parent is not None else channel, "category_id", None))
    return [one for one in found if one is not None]

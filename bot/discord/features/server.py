"""``/server``: the settings of a server, and the list of what its moderators have done."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

import discord
from discord import AppCommandOptionType, ChannelType, Role, app_commands

from bot.discord.common import Choice, Interaction, localise, read_choice
from bot.discord.feature import Feature, command, verb
from bot.discord.features.settings import LIKE_DISCORD, PACE_CHOICES, TABLE_LANGUAGES
from bot.discord.forms import Form, fit_form, make_named, read_named
from bot.discord.layout import SELECT
from bot.discord.panel import NO_GAME, NO_TOKEN, Press, custom_id
from bot.discord.places import SEND, VIEW, list_missing, look_up, may_make_tags, name_tags
from bot.discord.reply import Answer
from bot.discord.rights import find_rank
from bot.language import Language, Mention, Said, choose_language, list_languages, show
from bot.narrate.servers import write_actions, write_server_settings
from bot.tables.authorization import APPOINT, SERVER, check_rank, is_of_rank
from bot.tables.preferences import PACES as ALL_PACES
from bot.tables.servers import LONGEST, ServerSettings, keep_games, list_games
from bot.tables.table import Table
from bot.typed import read_number
from engine.core.text import text
from storage import Json

SHOWN = 20
"""The most actions of moderators in the list."""
NO_PACE = "none"
CHANNEL, ROLE = discord.SelectDefaultValueType.channel, discord.SelectDefaultValueType.role
AS_OPENED = app_commands.Choice(name=localise("ui.server.as_opened"), value=LIKE_DISCORD)
LANGUAGES = [AS_OPENED, *TABLE_LANGUAGES]
PACES = [app_commands.Choice(name=localise("ui.server.no_choice"), value=NO_PACE), *PACE_CHOICES]
GAMES = [app_commands.Choice(name=localise(f"game.{kind}"), value=kind) for kind in list_games()]
Days = app_commands.Range[int, 1, LONGEST]


CHANNELS: Final = [ChannelType.text, ChannelType.news, ChannelType.forum, ChannelType.category]
"""The kinds of channels in which tables can be opened, or that contain such channels."""
LANGUAGE, PACE, OFFERED, PLACES, MODERATORS, PING = "language", "pace", "games", "channels", "moderators", "ping"
"""The fields of the form. It has room for five: people who may choose the role of the moderators have a field for it,
others one for the role to ping."""


async def make_form(reply: Answer, table: Table | None) -> Form | None:
    """Return the form with the present settings of the server, or None in private messages.

    Raises TableError for anyone but the moderators.
    """
    if reply.guild_id is None:
        return None
    rank = await find_rank(reply)
    check_rank(SERVER, rank)
    language, settings = reply.language, await reply.tables.servers.find(reply.guild_id)
    places = [discord.SelectDefaultValue(id=one, type=CHANNEL) for one in settings.channels[:SELECT]]
    who = MODERATORS if is_of_rank(APPOINT, rank) else PING
    role = getattr(settings, who)
    roles = [discord.SelectDefaultValue(id=role, type=ROLE)] if role else []
    fields: dict[str, Any] = {
        LANGUAGE: discord.ui.Select[Any](required=True, options=[*list_tongues(language, settings)]),
        PACE: discord.ui.Select[Any](required=True, options=[*list_paces(language, settings)]),
        OFFERED: discord.ui.CheckboxGroup[Any](
            required=True, min_values=1, options=[*list_offered(language, settings)]
        ),
        PLACES: discord.ui.ChannelSelect[Any](
            required=False, min_values=0, max_values=SELECT, channel_types=CHANNELS, default_values=places
        ),
        who: discord.ui.RoleSelect[Any](required=False, min_values=0, default_values=roles),
    }
    labels = [make_named(language, f"ui.server.field.{name}", name, made) for name, made in fields.items()]
    return fit_form(language.say("ui.setting.server"), custom_id(NO_GAME, NO_TOKEN, "serversetting", who), labels)


def list_tongues(language: Language, settings: ServerSettings) -> Iterator[discord.SelectOption]:
    """Yield the languages that new tables of a server can have. The present setting is preselected."""
    for code in ("", *list_languages()):
        words = language.word(f"language.{code}") if code else language.say("ui.server.as_opened")
        yield discord.SelectOption(label=words, value=code or LIKE_DISCORD, default=code == settings.language)


def list_paces(language: Language, settings: ServerSettings) -> Iterator[discord.SelectOption]:
    """Yield the paces that new tables of a server can have. The present setting is preselected."""
    for pace in ("", *ALL_PACES):
        words = language.say(f"ui.pace.{pace}" if pace else "ui.server.no_choice")
        yield discord.SelectOption(label=words, value=pace or NO_PACE, default=pace == settings.pace)


def list_offered(language: Language, settings: ServerSettings) -> Iterator[discord.CheckboxGroupOption]:
    """Yield a checkbox for each game, ticked if the server offers it."""
    for kind in list_games():
        yield discord.CheckboxGroupOption(
            label=language.word(f"game.{kind}"), value=kind, default=settings.offers(kind)
        )


def read_wishes(settings: ServerSettings, who: str, keys: Iterable[str]) -> Json:
    """Return the settings that a form changes. ``who`` is the field that it has for a role: `MODERATORS` or `PING`."""
    said = read_named(keys)
    first = {name: values[0] for name, values in said.items()}
    numbers = {
        name: tuple(number for one in said.get(name, ()) if (number := read_number(one, None)) is not None)
        for name in (PLACES, who)
    }
    code, pace = first.get(LANGUAGE, LIKE_DISCORD), first.get(PACE, NO_PACE)
    wished: Json = {
        LANGUAGE: code if code in list_languages() else "",
        PACE: pace if pace in ALL_PACES else "",
        OFFERED: keep_games(said.get(OFFERED, ())),
        # The list of the form has no room for further channels, which stay.
        PLACES: tuple(dict.fromkeys((*numbers[PLACES], *settings.channels[SELECT:]))),
        who: next(iter(numbers[who]), 0),
    }
    return {name: value for name, value in wished.items() if value != getattr(settings, name)}


async def change(reply: Answer, wished: Json, game: str = "", where: Sequence[int] = ()) -> None:
    """Change and show the settings of the server, and announce a change in the channel, in the server's language.

    ``game`` and the first channel of ``where`` are added to the lists of the settings or, if they are there, removed.
    Raises TableError if anyone but a moderator changes something.
    """
    servers, guild_id = reply.tables.servers, reply.guild_id or 0
    settings = before = await servers.find(guild_id)
    if wished or game or where:
        settings = await servers.change(
            reply.number,
            guild_id,
            reply.user_id,
            await find_rank(reply),
            wished,
            game=game,
            channel=next(iter(where), 0),
        )
    words = write_server_settings(reply.language, settings, servers.periods)
    added = [number for number in settings.channels if number not in before.channels]
    lacking = [(number, name) for number in added for name in list_lacking(reply, number)]
    remarks = [
        reply.language.say("ui.server.cannot_post", where=f"<#{number}>", permission=text(f"permission.{name}"))
        for number, name in lacking
    ]
    forums = [reply.bot.get_channel(one) for one in added]
    if any(isinstance(one, discord.ForumChannel) and is_without_tags(one) for one in forums):
        remarks.append(reply.language.say("ui.server.no_tags", tag=name_tags(reply.language)))
    await reply.say("\n".join([words, *remarks]))
    if settings != before:
        who, language = Said(show(Mention(reply.user_id))), choose_language(settings.language or reply.language.code)
        public = write_server_settings(language, settings, servers.periods)
        await reply.tell("\n".join([language.say("ui.server.changed", who=who), public]))


def list_lacking(reply: Answer, number: int) -> list[str]:
    """Return the permissions that the bot needs but lacks in a channel that someone has just named."""
    data: Any = reply.interaction.data or {}
    named = ((data.get("resolved") or {}).get("channels") or {}).get(f"{number}") or {}
    if "app_permissions" in named:
        granted: discord.Permissions | None = discord.Permissions(int(named["app_permissions"]))
    else:
        channel = reply.bot.get_channel(number)
        granted = look_up(channel) if isinstance(channel, discord.TextChannel | discord.ForumChannel) else None
    return [name for name in (VIEW, SEND) if granted is not None and not getattr(granted, name)]


def is_without_tags(forum: discord.ForumChannel) -> bool:
    """Return whether a forum lacks some of the bot's tags, and the bot may not make them."""
    return bool(list_missing(forum)) and not may_make_tags(forum)


@verb("serversetting")
async def change_by_form(reply: Answer, press: Press) -> None:
    """Change the settings of a server by a submitted form. The key is the form's field for a role (`read_wishes`)."""
    settings = await reply.tables.servers.find(reply.guild_id)
    who = MODERATORS if press.key == MODERATORS else PING
    await change(reply, read_wishes(settings, who, press.keys))


class TableChannel(app_commands.Transformer):
    """The type of an option for a channel or category in which tables can be opened. Discord suggests no others."""

    @property
    def type(self) -> AppCommandOptionType:
        """Return the option's type for Discord: a channel."""
        return AppCommandOptionType.channel

    @property
    def channel_types(self) -> list[ChannelType]:
        """Return the kinds of channels that Discord offers."""
        return CHANNELS

    async def transform(self, interaction: Interaction, value: app_commands.AppCommandChannel) -> Any:
        """Return the channel unchanged."""
        return value


class Server(Feature, group="server"):
    """The group of commands about a server."""

    @command(form=make_form)
    @app_commands.choices(language=LANGUAGES, pace=PACES, game=GAMES)
    async def settings(
        self,
        reply: Answer,
        moderators: Role | None = None,
        language: Choice | None = None,
        pace: Choice | None = None,
        game: Choice | None = None,
        channel: app_commands.Transform[app_commands.AppCommandChannel, TableChannel] | None = None,
        ping: Role | None = None,
        lobby_days: Days | None = None,
        game_days: Days | None = None,
        archive_days: Days | None = None,
    ) -> None:
        """Show all settings of the server. For moderators, change the named ones first; without any, show a form."""
        guild_id = reply.guild_id or 0
        wished: Json = {}
        # The role of everyone has the id of the server: choosing it means no role.
        for name, role in (("moderators", moderators), ("ping", ping)):
            if role is not None:
                wished[name] = role.id if role.id != guild_id else 0
        if language is not None:
            wished["language"] = "" if language.value == LIKE_DISCORD else language.value
        if pace is not None:
            wished["pace"] = "" if pace.value == NO_PACE else pace.value
        days = (("lobby_days", lobby_days), ("game_days", game_days), ("archive_days", archive_days))
        wished |= {name: count for name, count in days if count is not None}
        where = [channel.id] if channel is not None else []
        await change(reply, wished, game=read_choice(game), where=where)

    @command()
    async def log(self, reply: Answer) -> None:
        """List the last actions of the moderators, the newest first. Raises TableError for anyone else."""
        guild_id = reply.guild_id or 0
        entries = await reply.tables.servers.list_actions(guild_id, await find_rank(reply), SHOWN)
        await reply.say(write_actions(reply.language, entries))

"""A person's own ``/settings`` and ``/privacy``, and choices that other commands offer too."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from discord import app_commands

from bot.discord.common import Choice, Interaction, complete_named, list_wanted, localise, read_named
from bot.discord.context import BotContext
from bot.discord.feature import Feature, command, verb
from bot.discord.panel import public_view
from bot.discord.reply import Answer
from bot.errors import BadInput
from bot.games.frontend import Frontend, list_fronts
from bot.games.names import CHOICES, plain
from bot.language import Language, list_languages
from bot.narrate.arrangements import write_preferences, write_traces
from bot.tables.preferences import (
    BANK_HOURS,
    HOURS,
    INCREMENT_HOURS,
    LIMIT_HOURS,
    PACES,
    REMIND_HOURS,
    Preferences,
    complete_zone,
    find_zone,
    name_span,
    read_quiet,
)
from bot.tables.table import AT_LIMIT
from engine.core.text import text
from render.themes import THEMES

Hours = app_commands.Choice[int]

LIKE_DISCORD = "discord"
LIKE_TABLE = -1
STANDARD = "standard"
"""The value of the choice for the game's own automatic player."""
NO_QUIET = "off"
SOME_QUIET = ("22-7", "23-8", "21-6", "0-7", NO_QUIET)
"""Suggested quiet hours; any others can be typed."""


def span_choice(hours: int) -> Hours:
    """Return a choice of a command's option for a number of hours; 0 means never."""
    words = name_span(hours) if hours else text("ui.settings.never")
    return app_commands.Choice(name=localise(words.key, **words.params), value=hours)


LANGUAGES = [
    app_commands.Choice(name=localise("ui.settings.discord"), value=LIKE_DISCORD),
    *(app_commands.Choice(name=localise(f"language.{code}"), value=code) for code in list_languages()),
]
REMINDERS = [
    app_commands.Choice(name=localise("ui.settings.as_table"), value=LIKE_TABLE),
    *(span_choice(hours) for hours in (0, *HOURS)),
]
PINGS = [app_commands.Choice(name=localise(f"ui.settings.ping.{what}"), value=what) for what in ("on", "off")]
THEME_CHOICES = [app_commands.Choice(name=localise(f"ui.theme.{theme}"), value=theme) for theme in THEMES]
PACE_CHOICES = [app_commands.Choice(name=localise(f"ui.pace.{pace}"), value=pace) for pace in PACES]
AT_LIMIT_CHOICES = [app_commands.Choice(name=localise(f"ui.at_limit.{what}"), value=what) for what in AT_LIMIT]
TABLE_LANGUAGES = LANGUAGES[1:]
TABLE_REMINDERS = [span_choice(hours) for hours in REMIND_HOURS]
LIMITS = [span_choice(hours) for hours in LIMIT_HOURS]
BANKS = [span_choice(hours) for hours in BANK_HOURS]
INCREMENTS = [span_choice(hours) for hours in INCREMENT_HOURS]


async def complete_quiet(interaction: Interaction, typed: str) -> list[Choice]:
    """Return the typed quiet hours as a suggestion if they are valid, or else some usual ones."""
    try:
        read_quiet(typed)
    except BadInput:
        found = [words for words in SOME_QUIET if words.startswith(typed.strip())] or list(SOME_QUIET)
        return [app_commands.Choice(name=words, value=words) for words in found]
    return [app_commands.Choice(name=typed, value=typed)]


async def offer_zones(interaction: Interaction, typed: str) -> list[Choice]:
    """Return suggestions of time zones whose names contain the typed text, each with its present time."""
    bot: BotContext = interaction.client
    now = bot.tables.storage.now()
    return [
        app_commands.Choice(name=f"{zone} ({now.astimezone(Preferences(zone=zone).time_zone):%H:%M})", value=zone)
        for zone in complete_zone(typed, CHOICES)
    ]


def list_automatic(front: Frontend) -> Sequence[str]:
    """Return the ids of the automatic players of a game, the usual one (`STANDARD`) first."""
    return (STANDARD, *front.player.opponents)


complete_opponent = complete_named("ui.opponent.", list_automatic)
complete_new_opponent = complete_named("ui.opponent.", list_automatic, list_wanted)
"""Suggests automatic players for a table that does not exist yet."""


def read_opponent(language: Language, typed: str | None) -> str:
    """Return the id of the automatic player with this name or id; "" for the game's usual one, and without text.

    Unknown text is returned unchanged.
    """
    found = read_named(language, typed or "", "ui.opponent.", list_automatic, list_fronts())
    return found if found != STANDARD else ""


class SettingsCommands(Feature):
    """The command for a person's own settings."""

    @command()
    @app_commands.choices(language=LANGUAGES, pictures=THEME_CHOICES, ping=PINGS)
    @app_commands.choices(reminders=REMINDERS)
    @app_commands.autocomplete(quiet=complete_quiet, zone=offer_zones)
    async def settings(
        self,
        reply: Answer,
        language: Choice | None = None,
        reminders: Hours | None = None,
        quiet: str | None = None,
        zone: str | None = None,
        pictures: Choice | None = None,
        ping: Choice | None = None,
    ) -> None:
        """Change the person's named settings, and show all of them. Raises BadInput for an unknown time or zone."""
        wished: dict[str, object] = {}
        if language is not None:
            wished["language"] = "" if language.value == LIKE_DISCORD else language.value
        if reminders is not None:
            wished["remind"] = None if reminders.value == LIKE_TABLE else reminders.value
        if quiet is not None:
            wished["quiet"] = None if plain(quiet) == NO_QUIET else read_quiet(quiet)
        if zone is not None:
            wished["zone"] = find_zone(zone)
        if pictures is not None:
            wished["theme"] = pictures.value
        if ping is not None:
            wished["ping"] = ping.value == "on"
        wishes = reply.tables.wishes
        if wished:
            changes = msgspec.convert(wished, Preferences)
            preferences = await wishes.change(reply.user_id, changes, tuple(wished))
            await reply.learn()
        else:
            preferences = await wishes.find(reply.user_id)
        await reply.say(write_preferences(reply.language, preferences, reply.tables.storage.now()))


OF_NO_TABLE = "me"
"""The id in place of a table's in the custom id of a button that belongs to no table."""


class PrivacyCommands(Feature, group="privacy"):
    """The commands about a person's own data. They work in private messages too."""

    @command()
    async def show(self, reply: Answer) -> None:
        """Show what is stored about the person."""
        await reply.say(write_traces(reply.language, await reply.bot.privacy.look(reply.user_id)))

    @command()
    async def delete(self, reply: Answer) -> None:
        """Show what is stored about the person, and ask for confirmation before deleting it."""
        traces = await reply.bot.privacy.look(reply.user_id)
        words = write_traces(reply.language, traces)
        if traces.is_empty:
            await reply.say(words)
            return
        view = public_view(reply.language, OF_NO_TABLE, ["forget"])
        await reply.show(f"{words}\n\n{reply.language.say('ui.privacy.sure')}", view=view)


@verb("forget", in_place=True)
async def forget(reply: Answer) -> None:
    """Delete everything that is stored about the person."""
    await reply.bot.privacy.forget(reply.number, reply.user_id)
    await reply.show(reply.language.say("ui.privacy.deleted"))

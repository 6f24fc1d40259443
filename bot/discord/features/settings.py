"""``/settings``: your own settings; and ``/table settings``: those of a table."""

from __future__ import annotations

import msgspec
from discord import app_commands

from bot.discord.common import Choice, Interaction
from bot.discord.context import BotContext
from bot.discord.feature import Feature, command
from bot.discord.reply import Answer
from bot.discord.translating import localise
from bot.errors import BadInput
from bot.games.frontend import list_fronts
from bot.games.names import CHOICES, plain
from bot.language import list_languages
from bot.narrate.arrangements import write_missing, write_preferences, write_table_settings
from bot.tables.preferences import (
    HOURS,
    LIMIT_HOURS,
    PACES,
    REMIND_HOURS,
    Preferences,
    complete_zone,
    find_zone,
    name_span,
    read_quiet,
)
from bot.tables.table import AT_LIMIT, Pace, Table
from engine.core.text import text
from render.themes import THEMES

Hours = app_commands.Choice[int]

LIKE_DISCORD = "discord"
LIKE_TABLE = -1
STANDARD = "standard"
"""The choice of the game's own automatic player."""
NO_QUIET = "off"
SOME_QUIET = ("22-7", "23-8", "21-6", "0-7", NO_QUIET)
"""Quiet hours to begin with; any others can be typed."""


def span_choice(hours: int) -> Hours:
    """Some hours to choose; 0 is never."""
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
THEME_CHOICES = [app_commands.Choice(name=localise(f"ui.theme.{theme}"), value=theme) for theme in THEMES]
PACE_CHOICES = [app_commands.Choice(name=localise(f"ui.pace.{pace}"), value=pace) for pace in PACES]
AT_LIMIT_CHOICES = [app_commands.Choice(name=localise(f"ui.at_limit.{what}"), value=what) for what in AT_LIMIT]
OPPONENT_CHOICES = [
    app_commands.Choice(name=localise("ui.opponent.standard"), value=STANDARD),
    *(
        app_commands.Choice(name=localise(f"ui.opponent.{opponent}"), value=opponent)
        for front in list_fronts()
        for opponent in front.player.opponents
    ),
]
ALLOWED, REFUSED = "allowed", "refused"
ADVICE_CHOICES = [app_commands.Choice(name=localise(f"ui.advice.{what}"), value=what) for what in (ALLOWED, REFUSED)]
TABLE_LANGUAGES = LANGUAGES[1:]
TABLE_REMINDERS = [span_choice(hours) for hours in REMIND_HOURS]
LIMITS = [span_choice(hours) for hours in LIMIT_HOURS]


async def complete_quiet(interaction: Interaction, typed: str) -> list[Choice]:
    """What was typed, if it is understood, or some hours to begin with."""
    try:
        read_quiet(typed)
    except BadInput:
        found = [words for words in SOME_QUIET if words.startswith(typed.strip())] or list(SOME_QUIET)
        return [app_commands.Choice(name=words, value=words) for words in found]
    return [app_commands.Choice(name=typed, value=typed)]


async def offer_zones(interaction: Interaction, typed: str) -> list[Choice]:
    """The time zones whose name has what was typed, each with what its clocks show: one knows one's own by that."""
    bot: BotContext = interaction.client
    now = bot.tables.storage.now()
    return [
        app_commands.Choice(name=f"{zone} ({now.astimezone(Preferences(zone=zone).time_zone):%H:%M})", value=zone)
        for zone in complete_zone(typed, CHOICES)
    ]


def read_opponent(choice: Choice | None) -> str:
    """The opponent that somebody chooses; empty for the game's own automatic player, or without a choice."""
    return choice.value if choice is not None and choice.value != STANDARD else ""


class Settings(Feature):
    """A person's own settings."""

    @command()
    @app_commands.choices(language=LANGUAGES, pictures=THEME_CHOICES)
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
    ) -> None:
        """Show everything; what is named is changed first."""
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
        wishes = reply.bot.tables.wishes
        if wished:
            changes = msgspec.convert(wished, Preferences)
            preferences = await wishes.change(reply.user_id, changes, tuple(wished))
            await reply.learn()
        else:
            preferences = await wishes.find(reply.user_id)
        await reply.say(write_preferences(reply.language, preferences, reply.bot.tables.storage.now()))


class TableSettings(Feature, extends="table"):
    """The settings of a table."""

    @command(language="table.new.language", pace="table.new.pace", opponent="table.new.opponent")
    @app_commands.choices(language=TABLE_LANGUAGES, pace=PACE_CHOICES, at_limit=AT_LIMIT_CHOICES)
    @app_commands.choices(reminders=TABLE_REMINDERS, limit=LIMITS)
    @app_commands.choices(opponent=OPPONENT_CHOICES, advice=ADVICE_CHOICES)
    async def settings(
        self,
        reply: Answer,
        table: Table,
        language: Choice | None = None,
        pace: Choice | None = None,
        reminders: Hours | None = None,
        limit: Hours | None = None,
        at_limit: Choice | None = None,
        opponent: Choice | None = None,
        advice: Choice | None = None,
    ) -> None:
        """Show what is set; for the host, what is named is changed first, or the table is asked."""
        options = (language, pace, reminders, limit, at_limit, opponent, advice)
        words = []
        if any(one is not None for one in options):
            outcome = await reply.bot.tables.settings.change(
                reply.interaction.id,
                table.id,
                reply.user_id,
                language=language.value if language is not None else None,
                advice=advice.value == ALLOWED if advice is not None else None,
                pace=wish_pace(table, pace, reminders, limit, at_limit),
                opponent=read_opponent(opponent) if opponent is not None else None,
            )
            table = outcome.table
            reply.use_voice(*table.voice)
            words = [] if outcome.is_done else [write_missing(reply.language, outcome), ""]
        await reply.say("\n".join([*words, write_table_settings(reply.language, table)]))


def wish_pace(
    table: Table, pace: Choice | None, reminders: Hours | None, limit: Hours | None, at_limit: Choice | None
) -> Pace:
    """Return the pace that a host wishes: what is not named stays as it is."""
    wished = PACES[pace.value] if pace is not None else table.state.pace
    changes = {
        name: choice.value
        for name, choice in (("remind", reminders), ("limit", limit), ("at_limit", at_limit))
        if choice is not None
    }
    if changes.get("limit") and wished.at_limit == "nothing":
        # A limit at which nothing happens is none: a host who names one wants at least to be told.
        changes.setdefault("at_limit", "remind")
    return msgspec.convert({**msgspec.to_builtins(wished), **changes}, Pace)

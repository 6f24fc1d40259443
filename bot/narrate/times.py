"""Settings and times in words: hours and days, quiet hours, a table's pace, since when a game waits."""

from __future__ import annotations

from datetime import datetime

from bot.language import Language
from bot.tables.preferences import (
    NO_ZONE,
    Preferences,
    describe_pace,
    may_ask,
    name_span,
    pace_of,
    sum_up_advice,
    write_quiet,
)
from bot.tables.table import Table
from bot.tables.timers import Waiting, read_waiting


def write_preferences(language: Language, preferences: Preferences, now: datetime) -> str:
    """Everything that a person has set, each in a line, and how to change it."""
    own = f"language.{preferences.language}" if preferences.language else "ui.settings.discord"
    if preferences.remind is None:
        remind = language.say("ui.settings.as_table")
    elif preferences.remind:
        remind = language.say("ui.settings.after", when=name_span(preferences.remind))
    else:
        remind = language.say("ui.settings.never")
    quiet = write_quiet(preferences.quiet) if preferences.quiet is not None else language.say("ui.settings.no_quiet")
    zone = preferences.zone or NO_ZONE
    clock = f"{now.astimezone(preferences.time_zone):%H:%M}"
    lines = [
        language.say("ui.settings.title"),
        language.say("ui.settings.language", what=language.say(own)),
        language.say("ui.settings.remind", what=remind),
        language.say("ui.settings.quiet", what=quiet),
        language.say("ui.settings.zone", what=zone, when=clock),
        language.say("ui.settings.theme", what=language.say(f"ui.theme.{preferences.theme or 'classic'}")),
        "",
        language.say("ui.settings.how"),
    ]
    if preferences.quiet is not None and not preferences.zone:
        lines.insert(-2, language.say("ui.settings.no_zone"))
    return "\n".join(lines)


def write_table_settings(language: Language, table: Table) -> str:
    """What a host can set at a table, as it is."""
    return "\n".join(
        [
            language.say("ui.table_settings.title", name=table.game.name),
            language.say("ui.settings.language", what=language.word(f"language.{table.game.language}")),
            language.say("ui.table_settings.pace", what=describe_pace(pace_of(table))),
            *name_opponent(language, table),
            language.say("ui.table_settings.advice" if may_ask(table) else "ui.table_settings.no_advice"),
            *(language.say(line) for line in sum_up_advice(table)),
            "",
            language.say("ui.table_settings.how", who=str(table.game.options.get("host", ""))),
        ]
    )


def name_opponent(language: Language, table: Table) -> list[str]:
    """Who plays the empty seats, where there is a choice."""
    if not table.front.player.opponents:
        return []
    return [
        language.say("ui.table_settings.opponent", what=language.say(f"ui.opponent.{table.opponent or 'standard'}"))
    ]


def write_since(language: Language, table: Table) -> list[str]:
    """Since when the game waits for a person, and until when it does; nothing when it waits for nobody."""
    waiting: Waiting | None = read_waiting(table)
    if waiting is None or not waiting.who or waiting.version != table.game.version:
        return []
    since = f"<t:{waiting.since}:f> (<t:{waiting.since}:R>)"
    if not waiting.until:
        return [language.say("ui.waiting.since", when=since)]
    return [language.say("ui.waiting.until", when=since, what=f"<t:{waiting.until}:R>")]

"""``/table settings``: change the named settings; if none is named, the host gets a form with the present ones.

The lists of choices are in `bot.discord.features.settings`; `bot.tables.settings` decides what needs a vote.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final

import discord
from discord import app_commands

from bot.discord.common import Choice, localise, read_choice
from bot.discord.feature import Feature, command, verb
from bot.discord.features.settings import (
    AT_LIMIT_CHOICES,
    BANKS,
    INCREMENTS,
    LIMITS,
    PACE_CHOICES,
    STANDARD,
    TABLE_LANGUAGES,
    TABLE_REMINDERS,
    Hours,
    complete_opponent,
    list_automatic,
    read_opponent,
)
from bot.discord.forms import Form, fit_form, make_named, read_named
from bot.discord.panel import NO_TOKEN, Press, custom_id
from bot.discord.reply import Answer
from bot.language import Language, list_languages
from bot.narrate.arrangements import write_missing, write_table_settings
from bot.tables.authorization import SETTINGS, Request, check
from bot.tables.preferences import BANK_HOURS, LIMIT_HOURS, name_span, wish_pace
from bot.tables.table import AT_LIMIT, Pace, Table, find_switches
from bot.typed import read_number

TIME, END, OPPONENT, LANGUAGE, ALLOW = "time", "at_limit", "opponent", "language", "allow"
"""The fields of the form, which has room for five; the others are options of the command."""
LIMIT, BANK = "limit", "bank"
HOURS: Final = {LIMIT: LIMIT_HOURS, BANK: BANK_HOURS}
BETWEEN: Final = ":"


async def make_form(reply: Answer, table: Table | None) -> Form | None:
    """Return the form with the settings of a table, or None without a table. Raises TableError for all but its host."""
    if table is None:
        return None
    check(SETTINGS, Request(table, reply.user_id))
    language = reply.language
    pace, opponents = table.state.pace, list_automatic(table.front)
    ends = [line(language.say(f"ui.at_limit.{what}"), what, pace.at_limit) for what in AT_LIMIT]
    names = [line(language.say(f"ui.opponent.{name}"), name, table.opponent or STANDARD) for name in opponents]
    fields: dict[str, Any] = {
        TIME: discord.ui.Select[Any](options=[*list_times(language, pace)]),
        END: discord.ui.Select[Any](options=ends),
        OPPONENT: discord.ui.Select[Any](options=names),
        LANGUAGE: discord.ui.Select[Any](options=[*list_tongues(language, table)]),
        ALLOW: discord.ui.CheckboxGroup[Any](required=False, options=[*list_allowed(language, table)]),
    }
    labels = [make_named(language, f"ui.setting.{name}", name, made) for name, made in fields.items()]
    return fit_form(language.say("ui.setting.table"), custom_id(table.id, NO_TOKEN, "setting"), labels)


def line(words: str, value: str, now: str) -> discord.SelectOption:
    """Return a line of a list, preselected if it is the present setting."""
    return discord.SelectOption(label=words, value=value, default=value == now)


def find_time(pace: Pace) -> str:
    """Return the value of a pace in the list of times, such as “limit:24” or “bank:72” (hours)."""
    return f"{BANK}{BETWEEN}{pace.bank}" if pace.bank else f"{LIMIT}{BETWEEN}{pace.limit}"


def list_times(language: Language, pace: Pace) -> Iterator[discord.SelectOption]:
    """Yield the time limits for a decision, and the clocks for a game. The present setting is preselected."""
    for hours in LIMIT_HOURS:
        words = language.say(name_span(hours)) if hours else language.say("ui.setting.no_limit")
        yield line(words, f"{LIMIT}{BETWEEN}{hours}", find_time(pace))
    for hours in filter(None, BANK_HOURS):
        words = language.say("ui.setting.clock", when=name_span(hours))
        yield line(words, f"{BANK}{BETWEEN}{hours}", find_time(pace))


def list_tongues(language: Language, table: Table) -> Iterator[discord.SelectOption]:
    """Yield the languages that a table can have. The present one is preselected."""
    for code in list_languages():
        yield line(language.word(f"language.{code}"), code, table.game.language)


def list_allowed(language: Language, table: Table) -> Iterator[discord.CheckboxGroupOption]:
    """Yield a checkbox for each setting of a table that is on or off (`Switch`) and can be changed at this table."""
    for name, switch in find_switches().items():
        if switch.condition(table):
            is_ticked, words = getattr(table.state, name) == switch.is_ticked, f"ui.setting.{switch.option}"
            yield discord.CheckboxGroupOption(label=language.say(words), value=switch.option, default=is_ticked)


def read_wishes(table: Table, keys: Iterable[str]) -> dict[str, Any]:
    """Return the settings that a form changes. Unchanged values, and values that are not offered, are left out."""
    said, pace = read_named(keys), table.state.pace
    first = {name: values[0] for name, values in said.items()}
    named: dict[str, int | str] = {}
    time, _, hours = first.get(TIME, "").partition(BETWEEN)
    if (most := read_number(hours, 0)) in HOURS.get(time, ()) and first[TIME] != find_time(pace):
        named |= {BANK: 0, time: most}
    if first.get(END, pace.at_limit) != pace.at_limit and first[END] in AT_LIMIT:
        named["at_limit"] = first[END]
    wishes: dict[str, Any] = {"pace": wish_pace(table, "", **named)} if named else {}
    opponent = first.get(OPPONENT, table.opponent or STANDARD)
    if opponent != (table.opponent or STANDARD):
        wishes["opponent"] = opponent if opponent != STANDARD else ""
    if first.get(LANGUAGE, table.game.language) != table.game.language and first[LANGUAGE] in list_languages():
        wishes["language"] = first[LANGUAGE]
    allowed = said.get(ALLOW, [])
    for name, switch in find_switches().items():
        is_on = (switch.option in allowed) == switch.is_ticked
        if switch.condition(table) and is_on != getattr(table.state, name):
            wishes[name] = is_on
    return wishes


def list_switch_choices() -> dict[str, list[Choice]]:
    """Return the choices “off” and “on” of each option that is a `Switch`, by the name of the option."""
    return {
        switch.option: [
            app_commands.Choice(name=localise(switch.find_key("ui.setting.", is_on=is_on)), value=switch.values[is_on])
            for is_on in (False, True)
        ]
        for switch in find_switches().values()
    }


async def change(reply: Answer, table: Table, wishes: dict[str, Any]) -> None:
    """Change settings of a table, or ask the table about the change; then show all settings.

    Raises TableError as `TableSettings.change` does.
    """
    words = []
    if wishes:
        outcome = await reply.tables.settings.change(reply.number, table.id, reply.user_id, **wishes)
        table = outcome.table
        reply.use_voice(*table.voice)
        words = [] if outcome.is_done else [write_missing(reply.language, outcome), ""]
    await reply.say("\n".join([*words, write_table_settings(reply.language, table)]))


@verb("setting")
async def change_by_form(reply: Answer, table: Table, press: Press) -> None:
    """Change the settings of a table as a submitted form says. Raises TableError as `change` does."""
    await change(reply, table, read_wishes(table, press.keys))


class TableSettingsCommands(Feature, extends="table"):
    """The command for the settings of a table."""

    @command(
        language="table.new.language",
        pace="table.new.pace",
        opponent="table.new.opponent",
        form=make_form,
        more=list_switch_choices,
    )
    @app_commands.choices(language=TABLE_LANGUAGES, pace=PACE_CHOICES, at_limit=AT_LIMIT_CHOICES)
    @app_commands.choices(reminders=TABLE_REMINDERS, limit=LIMITS, bank=BANKS, increment=INCREMENTS)
    @app_commands.autocomplete(opponent=complete_opponent)
    async def settings(
        self,
        reply: Answer,
        table: Table,
        language: Choice | None = None,
        pace: Choice | None = None,
        reminders: Hours | None = None,
        limit: Hours | None = None,
        at_limit: Choice | None = None,
        opponent: str | None = None,
        bank: Hours | None = None,
        increment: Hours | None = None,
        **switches: Choice | None,
    ) -> None:
        """Show the settings of a table. For its host, first change the named ones, or ask the table about them."""
        times = {"remind": reminders, "limit": limit, "at_limit": at_limit, "bank": bank, "increment": increment}
        named: dict[str, int | str] = {name: choice.value for name, choice in times.items() if choice is not None}
        wishes: dict[str, Any] = {}
        if named or pace is not None:
            wishes["pace"] = wish_pace(table, read_choice(pace), **named)
        if language is not None:
            wishes["language"] = language.value
        if opponent is not None:
            wishes["opponent"] = read_opponent(reply.language, opponent)
        for name, switch in find_switches().items():
            if (choice := switches.get(switch.option)) is not None:
                wishes[name] = choice.value == switch.values[True]
        await change(reply, table, wishes)

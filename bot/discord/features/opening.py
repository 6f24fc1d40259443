"""``/table new``, the form behind **Open a table**, and rematches."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from typing import Any, Final

import discord
from discord import app_commands

from bot.discord.common import Choice, complete_scenario, complete_variant, read_date, read_scenario, read_variant
from bot.discord.feature import VERBS, Feature, command, verb
from bot.discord.features.entrance import DAYS, complete_until
from bot.discord.features.settings import PACE_CHOICES, TABLE_LANGUAGES, complete_new_opponent, read_opponent
from bot.discord.forms import Form, fit_form, make_named, read_named
from bot.discord.limits import FORM_TITLE_LIMIT
from bot.discord.opening import SHORT, Opening, open_rematch, open_table
from bot.discord.panel import NO_GAME, NO_TOKEN, Press, custom_id
from bot.discord.reply import Answer
from bot.games.frontend import list_fronts
from bot.language import Language
from bot.narrate.options import CHOICE_LIMIT
from bot.narrate.standing import shorten
from bot.tables.entrance import Door
from bot.tables.lobby import NAME_LENGTH
from bot.tables.preferences import DAY, name_span
from bot.tables.servers import ServerSettings
from bot.typed import read_number

GAME, NAME, WHO, RESERVE, UNTIL = "game", "name", "who", "reserve", "until"
"""The fields of the form. A choice or text is returned after the name of its field."""
BETWEEN: Final = "/"
"""Separates a scenario from its number of players."""
PRIVATE, CONSENT = "private", "consent"
MOST_RESERVED = 3
"""People for whom the form reserves seats."""

COUNTS = sorted({count for front in list_fronts() for count in front.setup.player_counts or (len(front.setup.seats),)})


class NewTable(Feature, extends="table"):
    """The command that opens a table."""

    @command()
    @app_commands.choices(language=TABLE_LANGUAGES, pace=PACE_CHOICES)
    @app_commands.autocomplete(scenario=complete_scenario, variant=complete_variant, until=complete_until)
    @app_commands.autocomplete(opponent=complete_new_opponent)
    async def new(
        self,
        reply: Answer,
        scenario: str | None = None,
        name: str | None = None,
        language: Choice | None = None,
        thread: bool | None = None,
        pace: Choice | None = None,
        players: app_commands.Range[int, COUNTS[0], COUNTS[-1]] | None = None,
        variant: str | None = None,
        opponent: str | None = None,
        reserve: discord.User | None = None,
        private: bool = False,
        consent: bool = False,
        until: str | None = None,
    ) -> None:
        """Open a table."""
        code = language.value if language is not None else ""
        wanted = await read_scenario(reply, scenario)
        how = pace.value if pace is not None else ""
        more = read_variant(reply.language, variant)
        against = read_opponent(reply.language, opponent)
        day = None
        if until is not None:
            day = read_date(until, await reply.bot.tables.wishes.find(reply.user_id))
        door = Door(private, consent, day, (reserve.id,) if reserve is not None else ())
        await open_table(reply, Opening(wanted, name or "", code, thread, how, players or 0, more, against, door))


@VERBS.form("new")
async def make_form(reply: Answer, press: Press) -> Form:
    """Return the form for opening a table; its last fields are about who may join."""
    server = await reply.bot.tables.servers.find(reply.interaction.guild_id)
    language = reply.language
    doors = [
        discord.CheckboxGroupOption(label=shorten(language.say(f"ui.opening.{name}"), CHOICE_LIMIT), value=name)
        for name in (PRIVATE, CONSENT)
    ]
    days = [discord.SelectOption(label=language.say(name_span(one * DAY)), value=str(one)) for one in DAYS]
    return fit_form(
        shorten(language.say("ui.button.new"), FORM_TITLE_LIMIT),
        custom_id(NO_GAME, NO_TOKEN, "opening"),
        [
            make_label(language, GAME, discord.ui.Select(required=True, options=[*list_games(language, server)])),
            make_label(language, NAME, discord.ui.TextInput(required=False, max_length=NAME_LENGTH)),
            make_label(language, WHO, discord.ui.CheckboxGroup(required=False, options=doors)),
            make_label(
                language, RESERVE, discord.ui.UserSelect(required=False, min_values=0, max_values=MOST_RESERVED)
            ),
            make_label(language, UNTIL, discord.ui.Select(required=False, min_values=0, options=days)),
        ],
    )


def make_label(language: Language, name: str, component: Any) -> discord.ui.Label[Any]:
    """Return a field of the form."""
    return make_named(language, f"ui.opening.{name}", name, component)


def list_games(language: Language, server: ServerSettings) -> Iterator[discord.SelectOption]:
    """Yield the games that a server offers, with each number of players. The usual one is preselected."""
    usual = server.choose_scenario(SHORT)
    for front in server.list_offered():
        for scenario in front.setup.scenarios:
            for number, count in enumerate(front.setup.player_counts or (0,)):
                words = language.say("ui.alone.players", count=count) if count else None
                yield discord.SelectOption(
                    label=shorten(language.word(f"scenario.{scenario}"), CHOICE_LIMIT),
                    value=f"{scenario}{BETWEEN}{count}",
                    description=words,
                    default=scenario == usual and not number,
                )


def read_opening(keys: Iterable[str], now: datetime) -> Opening:
    """Return the contents of the form. Values that this version does not offer are ignored."""
    said = read_named(keys)
    scenario, _, players = next(iter(said.get(GAME, [])), "").partition(BETWEEN)
    days = [days for value in said.get(UNTIL, []) if (days := read_number(value, 0)) in DAYS]
    door = Door(
        PRIVATE in said.get(WHO, []),
        CONSENT in said.get(WHO, []),
        now + timedelta(days=days[0]) if days else None,
        tuple(number for value in said.get(RESERVE, []) if (number := read_number(value, 0))),
    )
    name = next(iter(said.get(NAME, [])), "")
    return Opening(scenario, name, players=read_number(players, 0), door=door)


@verb("new")
async def new(reply: Answer, press: Press, keys: list[str]) -> None:
    """Open a table for a short game, where no form can be shown."""
    await open_table(reply, Opening())


@verb("opening")
async def open_by_form(reply: Answer, press: Press, keys: list[str]) -> None:
    """Open the table that a form describes."""
    await open_table(reply, read_opening(keys, reply.bot.tables.storage.now()))


@verb("rematch")
async def rematch(reply: Answer, press: Press, keys: list[str]) -> None:
    """Open another game with the same people."""
    await open_rematch(reply, press.game_id)

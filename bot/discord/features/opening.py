"""Opening a table: ``/table new``, the form behind **Open a table**, rematches, and the place of the table.

`bot.discord.places` makes the thread or post; `bot.tables.lobby` stores where it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

import discord
from discord import app_commands

from bot.discord.common import (
    Choice,
    complete_scenario,
    complete_variant,
    read_choice,
    read_date,
    read_scenario,
    read_variant,
)
from bot.discord.feature import VERBS, Feature, command, verb
from bot.discord.features.entrance import DAYS, complete_until, refuse_bots
from bot.discord.features.settings import PACE_CHOICES, TABLE_LANGUAGES, complete_new_opponent, read_opponent
from bot.discord.forms import Form, fit_form, make_named, read_named
from bot.discord.limits import FORM_TITLE_LIMIT
from bot.discord.panel import NO_GAME, NO_TOKEN, Press, custom_id
from bot.discord.places import (
    SEND_IN_THREADS,
    THREADS,
    choose_home,
    do_without,
    find_forum,
    list_places,
    make_thread,
)
from bot.discord.reply import Answer
from bot.faultpoints import fault_point
from bot.games.frontend import list_fronts
from bot.language import Language, Mention, Said, clean, show
from bot.narrate.options import CHOICE_LIMIT
from bot.narrate.standing import shorten
from bot.tables.entrance import OPEN_TO_ALL, Door
from bot.tables.lobby import NAME_LENGTH
from bot.tables.preferences import DAY, OPEN, name_span
from bot.tables.servers import ServerSettings
from bot.tables.table import Table
from bot.typed import read_number

GAME, NAME, WHO, RESERVE, UNTIL = "game", "name", "who", "reserve", "until"
"""The fields of the form. Each choice or text is submitted together with the name of its field (`read_named`)."""
BETWEEN: Final = "/"
"""Separates a scenario from its number of players."""
PRIVATE, CONSENT = "private", "consent"
SHORT: Final = "short"
MOST_RESERVED = 3
"""The most people for whom the form reserves seats."""

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
        """Open a table. Options that are not given come from the server or the person (`create_table`)."""
        code = read_choice(language)
        wanted = await read_scenario(reply, scenario)
        how = read_choice(pace)
        more = read_variant(reply.language, variant)
        against = read_opponent(reply.language, opponent)
        day = None
        if until is not None:
            day = read_date(until, await reply.tables.wishes.find(reply.user_id))
        door = Door(private, consent, day, (reserve.id,) if reserve is not None else ())
        await open_table(reply, Opening(wanted, name or "", code, thread, how, players or 0, more, against, door))


@VERBS.form("new")
async def make_form(reply: Answer, press: Press) -> Form:
    """Return the form for opening a table; its last fields are about who may join."""
    server = await reply.tables.servers.find(reply.guild_id)
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
    """Return the field ``name`` of the form: the component below the field's text."""
    return make_named(language, f"ui.opening.{name}", name, component)


def list_games(language: Language, server: ServerSettings) -> Iterator[discord.SelectOption]:
    """Yield an option for each scenario that a server offers and each number of players, the usual one preselected."""
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
    """Return the choices in a form that was submitted ``now``. A number of days that is not in `DAYS` is ignored."""
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


@verb("new", "opening")
async def open_by_form(reply: Answer, press: Press) -> None:
    """Open the table that a form describes or, if no form could be shown, one for a short game."""
    await open_table(reply, read_opening(press.keys, reply.tables.storage.now()))


@dataclass(frozen=True, slots=True)
class Opening:
    """Everything chosen before a table is opened. An empty value, or None as ``wants_thread``, was not chosen."""

    scenario: str = ""
    name: str = ""
    language: str = ""
    wants_thread: bool | None = None
    pace: str = ""
    players: int = 0
    variant: str = ""
    opponent: str = ""
    door: Door = OPEN_TO_ALL


async def create_table(reply: Answer, opening: Opening) -> tuple[Table, list[str]]:
    """Create a table, in its own thread or post if possible and asked for; return it with remarks.

    The remarks say if a thread could not be made, and which permissions the bot lacks. Missing settings come from the
    server, or else from the person. Raises TableError if the bot may not post, for a reservation for a bot, or as
    `Lobby.create` does.
    """
    lobby, wants_thread = reply.tables.lobby, opening.wants_thread
    refuse_bots(reply)
    server = await reply.tables.servers.find(reply.guild_id)
    here, person = reply.interaction.channel, reply.interaction.user
    forum = find_forum(reply.bot, server, here, person)
    wants = reply.bot.threads if wants_thread is None else wants_thread
    home = choose_home(here, forum, reply.interaction.app_permissions, wants_thread=wants)
    table = await lobby.create(
        reply.number,
        name=opening.name or reply.language.say("ui.table.default_name", who=Said(clean(reply.user_name))),
        scenario=opening.scenario or server.choose_scenario(SHORT),
        language=opening.language or server.language or reply.language.code,
        host_user_id=reply.user_id,
        host_name=reply.user_name,
        guild_id=reply.guild_id,
        channel_id=forum.id if forum is not None else reply.channel_id,
        pace=opening.pace or server.pace or OPEN,
        players=opening.players,
        variant=opening.variant,
        opponent=opening.opponent,
        places=list_places(forum or here),
        door=opening.door,
    )
    fault_point("opened")
    reply.use_voice(*table.voice)
    spot = await make_thread(reply.bot, forum or here, table) if home.in_thread else None
    table = await lobby.settle(table.id, spot)
    remarks = []
    if wants_thread and spot is None and not {THREADS, SEND_IN_THREADS} & {*home.missed}:
        remarks.append(reply.language.say("ui.table.no_thread"))
    return table, [*remarks, *(f"-# {reply.language.say(do_without(name))}" for name in home.missed)]


async def open_table(reply: Answer, opening: Opening) -> None:
    """Open a table, and say where it is. Raises TableError as `create_table` does."""
    table, remarks = await create_table(reply, opening)
    words = [reply.language.say("ui.table.opened", name=table.game.name, where=f"<#{table.place}>")]
    kept = dict(zip(table.state.reserved, opening.door.reserve, strict=False))
    words += [reply.language.say("ui.reserved", seat=seat, who=Said(show(Mention(kept[seat])))) for seat in kept]
    await reply.say("\n".join([*words, *remarks]))


async def find_channel(reply: Answer, table: Table) -> object:
    """Return the channel or forum of a table, or None if it is gone, or if the bot may not see it."""
    try:
        return reply.bot.get_channel(table.game.channel_id) or await reply.bot.fetch_channel(table.game.channel_id)
    except discord.HTTPException:
        return None


@verb("rematch")
async def open_rematch(reply: Answer, game_id: str) -> None:
    """Open a rematch of a finished game with the same people in the same channel, and say where it is.

    If the rematch exists already, only say where it is. Raises TableError as `Lobby.rematch` does.
    """
    tables = reply.tables
    old = await tables.table(game_id)
    made, is_new = await tables.lobby.rematch(reply.number, game_id, reply.user_id, reply.user_name)
    if is_new:
        fault_point("opened")
        spot = None
        if old.game.thread_id is not None:
            # The button may have been clicked in any channel: the status of a table can be shown everywhere.
            spot = await make_thread(reply.bot, await find_channel(reply, old), made)
        made = await tables.lobby.settle(made.id, spot)
        await tables.lobby.tell_rematch(old, made)
    key = "ui.rematch.opened" if is_new else "ui.rematch.there"
    await reply.say(reply.language.say(key, name=made.game.name, where=f"<#{made.place}>"))

"""Functions that commands share: they find the table that a command means, and suggest and read names and dates.

For seats, scenarios, variants and dates, one function suggests values while a person types, and another reads the typed
text. Descriptions and choices are translated into every language that has a catalogue; names of commands stay English.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Coroutine, Iterable, Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from typing import Any, NewType

import discord
from discord import Locale, app_commands

from bot.discord.context import BotContext
from bot.discord.reply import Answer
from bot.discord.rights import find_moderated, sight_of
from bot.errors import BadInput
from bot.games.frontend import Frontend, find_scenario, list_all_seats, list_fronts
from bot.games.names import CHOICES, NAME_LIMIT, plain
from bot.language import DEFAULT, Language, choose_language, clean, list_languages, load_language
from bot.narrate.standing import name_played, shorten
from bot.tables.directory import moderates_none
from bot.tables.preferences import Preferences
from bot.tables.table import Table
from engine.core.errors import GameError
from engine.core.text import text
from storage import GameStatus, StorageError


def localise(key: str, **params: object) -> app_commands.locale_str:
    """Return the English text of a key for a description or choice; `CatalogueTranslator` translates it by its key."""
    return app_commands.locale_str(load_language(DEFAULT).say(key, **params), key=key, params=params)


def translate(string: app_commands.locale_str, locale: Locale) -> str | None:
    """Return a text of `localise` in the language of a locale, or None if that language does not have the text.

    English and Spanish have two locales each at Discord. Both get the text, because Discord does not use the text of
    one for the other.
    """
    key = string.extras.get("key")
    code = locale.value.partition("-")[0]
    if key is None or code not in list_languages():
        return None
    language = load_language(code)
    return language.say(key, **string.extras["params"]) if language.knows(key) else None


class CatalogueTranslator(app_commands.Translator):
    """Gives Discord the descriptions and choices of the commands in all our languages."""

    async def translate(
        self, string: app_commands.locale_str, locale: Locale, context: app_commands.TranslationContextTypes
    ) -> str | None:
        """Return the text in the language of a locale, or None to keep the original, such as the name of a command."""
        return translate(string, locale)


Interaction = discord.Interaction[Any]
Choice = app_commands.Choice[str]
Command = app_commands.Command[Any, ..., None]

Completion = Callable[[Interaction, str], Coroutine[Any, Any, list[Choice]]]

Seat = NewType("Seat", str)
"""The type of a command's option for a seat, typed as name or id. Its suggestions are the seats of the table that is
meant."""


def describe(key: str, **params: object) -> app_commands.locale_str:
    """Return the text of ``command.<key>`` as the description of a command or option, with its translations."""
    return localise(f"command.{key}", **params)


async def find_table(
    reply: Answer, wanted: str | None, *, is_over_fine: bool = False, is_lobby_first: bool = False
) -> Table:
    """Return the table that a command means, by its name or by the channel (`Directory.pick`).

    The answer then uses the terms of the table's game, and a vote that counts the person's silence ends. Raises NoTable
    if no table fits, and SeveralTables if more than one does.
    """
    table = await reply.tables.lobby.pick(
        guild_id=reply.guild_id,
        channel_id=reply.channel_id,
        user_id=reply.user_id,
        wanted=wanted or "",
        is_over_fine=is_over_fine,
        is_lobby_first=is_lobby_first,
        can_see=sight_of(reply.interaction),
        moderates=await find_moderated(reply.bot, reply.interaction) if wanted else moderates_none,
    )
    reply.use_voice(*table.voice)
    await reply.tables.votes.notice(table, reply.user_id)
    return table


async def find_language(interaction: Interaction) -> Language:
    """Return the language of a person who types: the one in their settings, or else the one of their Discord client."""
    bot: BotContext = interaction.client
    try:
        wanted = (await bot.tables.wishes.find(interaction.user.id)).language
    except StorageError:
        wanted = ""
    return choose_language(wanted or interaction.locale.value)


async def find_meant(bot: BotContext, interaction: Interaction, *, is_lobby_first: bool = False) -> Table:
    """Return the table that a command means while a person still types it (`Directory.pick`). Raises as `pick` does."""
    return await bot.tables.lobby.pick(
        guild_id=interaction.guild_id,
        channel_id=interaction.channel_id or 0,
        user_id=interaction.user.id,
        wanted=str(interaction.namespace.table or ""),
        is_lobby_first=is_lobby_first,
        can_see=sight_of(interaction),
        moderates=await find_moderated(bot, interaction) if interaction.namespace.table else moderates_none,
    )


def find_seat(language: Language, typed: str, table: Table | None = None) -> Seat:
    """Return the seat of a table, or of any game, by id or by name, also in English. Raises BadInput if none fits."""
    seats = [row.seat for row in table.seats] if table is not None else list_all_seats()
    if typed in seats:
        return Seat(typed)
    tongues = (language, load_language()) if table is None else (language, load_language(DEFAULT, table.game.kind))
    for seat in seats:
        if plain(typed) in {plain(tongue.word(f"seat.{seat}")) for tongue in tongues}:
            return Seat(seat)
    raise BadInput(text("error.unknown_seat", seat=typed))


def complete_seat(*, is_lobby_first: bool = False) -> Completion:
    """Return a function that suggests the seats of the table that is meant, or else of all games on offer.

    With ``is_lobby_first``, a table that has not begun is preferred.
    """

    async def complete(interaction: Interaction, typed: str) -> list[Choice]:
        bot: BotContext = interaction.client
        language = await find_language(interaction)
        try:
            table = await find_meant(bot, interaction, is_lobby_first=is_lobby_first)
            named = name_seats(language.of_game(table.game.kind), [row.seat for row in table.seats])
        except GameError:
            named = {}
            for front in reversed(await list_offered(interaction)):
                named |= name_seats(language.of_game(front.setup.kind), front.setup.seats)
        except StorageError:
            return []
        return choose(named, typed)

    return complete


def read_choice(choice: Choice | None, default: str = "") -> str:
    """Return the value of an option of a command, or ``default`` if the person left the option out."""
    return choice.value if choice is not None else default


def choose(named: Mapping[str, str], typed: str) -> list[Choice]:
    """Return at most 25 choices whose names contain the typed text; ``named`` has the name of each value."""
    wanted = plain(typed)
    return [app_commands.Choice(name=name, value=value) for value, name in named.items() if wanted in plain(name)][
        :CHOICES
    ]


async def list_offered(interaction: Interaction) -> list[Frontend]:
    """Return the games that the server offers, or none if the database is not available."""
    bot: BotContext = interaction.client
    try:
        server = await bot.tables.servers.find(interaction.guild_id)
    except StorageError:
        return []
    return server.list_offered()


async def list_meant(interaction: Interaction) -> list[Frontend]:
    """Return a list of one, the game of the table that is meant; without a table, all games that the server offers."""
    bot: BotContext = interaction.client
    try:
        return [(await find_meant(bot, interaction)).front]
    except (GameError, StorageError):
        return await list_offered(interaction)


def name_scenarios(language: Language, fronts: Iterable[Frontend]) -> dict[str, str]:
    """Return the names of the scenarios of some games, each by ``kind:scenario`` as `find_scenario` reads it."""
    return {
        f"{front.setup.kind}:{scenario}": shorten(
            language.of_game(front.setup.kind).word(f"scenario.{scenario}"), NAME_LIMIT
        )
        for front in fronts
        for scenario in front.setup.scenarios
    }


async def complete_scenario(interaction: Interaction, typed: str) -> list[Choice]:
    """Return suggestions: scenarios of the offered games whose names contain the typed text."""
    return choose(name_scenarios(await find_language(interaction), await list_offered(interaction)), typed)


async def read_scenario(reply: Answer, typed: str | None) -> str:
    """Return the id of the scenario with this name or id, as `find_scenario` reads it, or "" if none was typed.

    Raises BadInput for an unknown scenario.
    """
    if not typed:
        return ""
    try:
        find_scenario(typed)
    except KeyError:
        for language in (reply.language, load_language()):
            for value, name in name_scenarios(language, list_fronts()).items():
                if plain(typed) == plain(name):
                    return value
        named = name_scenarios(reply.language, await list_offered(reply.interaction))
        raise BadInput(text("error.no_such_scenario", scenario=typed, names=[*named.values()])) from None
    return typed


async def list_wanted(interaction: Interaction) -> list[Frontend]:
    """Return the game of the scenario typed in the same command, if offered; without a scenario, all games on offer."""
    fronts = await list_offered(interaction)
    with suppress(KeyError):
        kind, _ = find_scenario(str(interaction.namespace.scenario or ""))
        fronts = [front for front in fronts if front.setup.kind == kind]
    return fronts


FrontFinder = Callable[[Interaction], Awaitable[list[Frontend]]]
Named = Callable[[Frontend], Iterable[str]]
"""Lists ids of one kind in a game, such as its standing orders. The catalogue has their names."""


def complete_named(prefix: str, list_values: Named, find_fronts: FrontFinder = list_meant) -> Completion:
    """Return a function that suggests the ids that ``list_values`` lists, by a part of their names.

    ``find_fronts`` finds the games. The key of a name in the catalogue is ``{prefix}{id}``.
    """

    async def complete(interaction: Interaction, typed: str) -> list[Choice]:
        language = await find_language(interaction)
        return choose(name_values(language, prefix, list_values, await find_fronts(interaction)), typed)

    return complete


def name_values(language: Language, prefix: str, list_values: Named, fronts: Iterable[Frontend]) -> dict[str, str]:
    """Return the names of the ids that ``list_values`` lists for some games, by id. Their keys are ``{prefix}{id}``."""
    return {
        value: shorten(language.of_game(front.setup.kind).say(f"{prefix}{value}"), NAME_LIMIT)
        for front in fronts
        for value in list_values(front)
    }


def read_named(language: Language, typed: str, prefix: str, list_values: Named, fronts: Iterable[Frontend]) -> str:
    """Return the id with this name, or equal to the typed text, among those that ``list_values`` lists for some games.

    The names are those of `name_values`, also in English. Unknown text is returned unchanged, for the caller to refuse.
    """
    for tongue in (language, load_language()):
        for value, name in name_values(tongue, prefix, list_values, fronts).items():
            if plain(typed) in (plain(value), plain(name)):
                return value
    return typed


def list_variants(front: Frontend) -> Sequence[str]:
    """Return the ids of the variants of a game."""
    return front.setup.variants


complete_variant = complete_named("variant.", list_variants, list_wanted)
"""Suggests variants for a new table."""


def read_variant(language: Language, typed: str | None) -> str:
    """Return the id of the variant with this name or id, "" if none was typed, and unknown text unchanged."""
    return read_named(language, typed or "", "variant.", list_variants, list_fronts())


def name_seats(language: Language, seats: Iterable[str]) -> dict[str, str]:
    """Return the names of some seats, by the id of the seat."""
    return {seat: shorten(language.word(f"seat.{seat}"), NAME_LIMIT) for seat in seats}


async def complete_turn(interaction: Interaction, typed: str) -> list[app_commands.Choice[int]]:
    """Return suggestions of turns whose names contain the typed text, the newest first, to go back to their start."""
    bot: BotContext = interaction.client
    language = await find_language(interaction)
    try:
        table = await find_meant(bot, interaction)
        turns = await bot.tables.rewinding.list_turns(table.id)
    except (GameError, StorageError):
        return []
    language = language.of_game(table.game.kind)
    named = [(name_played(language, table, played), played.turn.number) for played in turns]
    return [
        app_commands.Choice(name=shorten(name, NAME_LIMIT), value=number)
        for name, number in named
        if plain(str(typed)) in plain(name)
    ][:CHOICES]


def complete_among(*statuses: GameStatus) -> Completion:
    """Return a function that suggests tables that the person can see, with one of these statuses, by name or id."""

    async def complete(interaction: Interaction, typed: str) -> list[Choice]:
        bot: BotContext = interaction.client
        here, person, can_see = interaction.guild_id, interaction.user.id, sight_of(interaction)
        try:
            moderates = await find_moderated(bot, interaction)
            named = await bot.tables.lobby.name_tables(here, person, statuses, can_see, moderates)
        except StorageError:
            return []
        return offer_named({one.id: one.name for one in named}, typed)

    return complete


def offer_named(names: Mapping[str, str], typed: str) -> list[Choice]:
    """Return at most 25 choices whose name (from ``names``) contains the typed text, or whose id equals it."""
    wanted = plain(typed)
    found = [(id_, name) for id_, name in names.items() if wanted in plain(name) or wanted == id_]
    return [app_commands.Choice(name=f"{clean(name)} ({id_})"[:NAME_LIMIT], value=id_) for id_, name in found[:CHOICES]]


DATE = "%Y-%m-%d"


def read_date(typed: str, preferences: Preferences) -> datetime:
    """Return when a typed day (2031-05-01) begins in a person's time zone, in UTC. Raises BadInput for other text."""
    try:
        return datetime.strptime(typed.strip(), DATE).replace(tzinfo=preferences.time_zone).astimezone(UTC)
    except (OverflowError, ValueError) as error:
        raise BadInput(text("error.bad_date", what=typed)) from error


def complete_date(*days: int) -> Completion:
    """Return a function that suggests the dates ``days`` days from now, or the typed text if none begins with it."""

    async def complete(interaction: Interaction, typed: str) -> list[Choice]:
        bot: BotContext = interaction.client
        now = bot.tables.storage.now()
        dates = [(now + timedelta(days=one)).strftime(DATE) for one in days]
        found = [date for date in dates if date.startswith(typed.strip())] or [typed.strip() or dates[0]]
        return [app_commands.Choice(name=date[:NAME_LIMIT], value=date[:NAME_LIMIT]) for date in found]

    return complete

"""Discord gets the descriptions and choices of the commands in every language, and their names in English."""

from __future__ import annotations

import discord
import pytest
from discord import app_commands

from bot.discord.common import CatalogueTranslator, localise, translate
from bot.discord.features import add_commands
from bot.games.frontend import list_fronts
from bot.language import DEFAULT, list_languages, load_language
from engine.gandhi.ids import SEATS
from tests.bot.people import World
from texts import is_draft, is_translated, list_games

DESCRIPTION_LIMIT = 100
"""Discord's limit for the description of a command or option, and for the name of a choice."""
COMMAND_LIMIT = 7000
"""Discord takes 8,000 characters, the longest translation of each text counted. A command that comes near is divided:
another language may have longer words."""
"""Discord's limit for all the words of one command, in its longest language."""
LANGUAGES = tuple(code for code in list_languages() if not is_draft(code))
OTHERS = tuple(code for code in LANGUAGES if code != DEFAULT)


def locales_of(code: str) -> list[discord.Locale]:
    """Return Discord's locales for a language of ours."""
    return [locale for locale in discord.Locale if locale.value.partition("-")[0] == code]


def test_a_description_is_given_in_both_locales_of_english() -> None:
    string = localise("command.board")
    given = {locale.value: translate(string, locale) for locale in discord.Locale}
    assert given["en-US"] == given["en-GB"] == string.message == "Show the map"
    assert given["it"] == "Mostra la mappa"
    assert given["tr"] is None


@pytest.mark.parametrize("code", OTHERS)
def test_every_locale_of_a_language_gets_the_words_of_that_language(code: str) -> None:
    string = localise("command.action", action="sweep", seat=["raj"])
    for locale in locales_of(code):
        assert translate(string, locale) == load_language(code).say("command.action", action="sweep", seat=["raj"])


def test_a_text_outside_the_catalogues_is_not_translated() -> None:
    assert translate(app_commands.locale_str("board"), discord.Locale.italian) is None


async def test_discord_gets_every_description_and_choice_in_every_language_and_names_in_english() -> None:
    client = discord.Client(intents=discord.Intents.none())
    tree = app_commands.CommandTree(client)
    add_commands(tree)
    everywhere = sorted(locale.value for code in LANGUAGES for locale in locales_of(code))
    english = sorted(locale.value for locale in locales_of("en"))
    lone = [front for front in list_fronts() if front.setup.kind in list_games()]
    lone = [front for front in lone if not is_translated(front.setup.kind)]
    games_of_lone = {front.setup.kind for front in lone}
    of_lone = {action.group or action.name for front in lone for action in front.orders.actions}
    translator = CatalogueTranslator()

    def check(part: dict[str, object], where: str, *, is_lone: bool) -> int:
        """Check a command or option and all below it; the length of its words in the longest language."""
        size = len(str(part["name"]))
        assert not part.get("name_localizations"), where
        described = part.get("description_localizations")
        assert isinstance(described, dict), where
        # The words of a shared option, such as the table, are there in all languages even below a lone command.
        assert sorted(described) == everywhere or (is_lone and sorted(described) == english), where
        assert all(0 < len(words) <= DESCRIPTION_LIMIT for words in described.values()), where
        size += max(len(words) for words in described.values())
        for choice in part.get("choices", []):  # type: ignore[attr-defined]
            names = choice["name_localizations"]
            # A game with English words only is a choice by its English name.
            is_lone_game = where == "/server settings game" and choice["value"] in games_of_lone
            assert sorted(names) == (english if is_lone_game else everywhere), (where, choice)
            assert all(0 < len(words) <= DESCRIPTION_LIMIT for words in names.values()), (where, choice)
            size += max(len(words) for words in names.values()) + len(str(choice["value"]))
        for option in part.get("options", []):  # type: ignore[attr-defined]
            size += check(option, f"{where} {option['name']}", is_lone=is_lone)
        return size

    for command in tree.get_commands():
        assert isinstance(command, app_commands.Command | app_commands.Group)
        payload = await command.get_translated_payload(tree, translator)
        assert check(payload, f"/{command.name}", is_lone=command.name in of_lone) <= COMMAND_LIMIT, command.name


async def test_seats_among_the_choices_are_named_in_italian() -> None:
    assert [translate(localise(f"seat.{seat}"), discord.Locale.italian) for seat in SEATS] == [
        "Raj",
        "Congresso",
        "Lega Musulmana",
        "Rivoluzionari",
    ]


async def test_the_bot_translates_its_commands_from_the_catalogues(world: World) -> None:
    assert isinstance(world.bot.tree.translator, CatalogueTranslator)

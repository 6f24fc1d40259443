"""Names are data: a table, a person or an order may have any name, which is shown as it is."""

from __future__ import annotations

import pytest

from bot.language import BREAK, Mention, Said, clean, load_language, plainly
from engine.core.text import text
from tests.bot.people import World


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Salt March", "Salt March"),
        ("**bold** _it_ `code` ~~gone~~ ||secret||", r"\*\*bold\*\* \_it\_ \`code\` \~\~gone\~\~ \|\|secret\|\|"),
        ("[click](https://example.org)", rf"\[click\](https:{BREAK}//example.org)"),
        ("discord.gg/abc", f"discord.{BREAK}gg/abc"),
        ("@everyone", f"@{BREAK}everyone"),
        ("<@1003> <#5> </turn:1>", rf"\<@{BREAK}1003> \<#5> \</turn:1>"),
        ("# Title", r"\# Title"),
        ("-# small", r"\-# small"),
        ("> quote", r"\> quote"),
        ("1. first", f"1{BREAK}. first"),
        ("abc\u202egnp.exe\u202c", "abcgnp.exe"),
        ("two\nlines\r\n> and more", "two lines > and more"),
        ("\u200b\u2060 \u00ad", "?"),
        ("", "?"),
        ("عمر", "\u2068عمر\u2069"),
        ("ガンディー", "ガンディー"),
        ("\N{WOMAN}\u200d\N{ROCKET}", "\N{WOMAN}\u200d\N{ROCKET}"),
    ],
)
def test_markup_in_a_name_is_shown_literally(name: str, shown: str) -> None:
    assert plainly(name) == shown


def test_a_long_name_is_cut() -> None:
    assert len(plainly("*" * 6000)) <= 240
    assert plainly("a" * 6000).endswith("…")


def test_a_name_inside_nested_sentences_is_escaped_once() -> None:
    language = load_language()
    once = language.say("ui.stand_in", who="*Asha*", whom="_Bilal_")
    assert once == r"\*Asha\* for \_Bilal\_"
    assert language.say("ui.stand_in", who=once, whom="C") == r"\*Asha\* for \_Bilal\_ for C"
    assert language.say("ui.stand_in", who=Mention(7), whom=Said("`/turn`")) == "<@7> for `/turn`"
    assert language.say(text("ui.stand_in", who="<@1003>", whom="B")) == rf"\<@{BREAK}1003> for B"


def test_invisible_characters_are_removed_from_a_name() -> None:
    assert clean("\u202e \u200b\n") == ""
    assert clean(" Salt \t March\u202e ") == "Salt March"


@pytest.mark.parametrize("name", ["\u202e\u200b", "\u2066\u2069"])
async def test_an_invisible_name_of_a_table_is_refused(world: World, name: str) -> None:
    refused = await world.slash("Asha", "table new", scenario="short", name=name)
    assert load_language().say("error.bad_table_name", at_most=60) in refused.words


async def test_commands_and_status_show_the_name_of_a_table_without_markup(world: World) -> None:
    name = "**[x](https://e.org)** @everyone"
    game_id = await world.open_table(name=name)
    plain = plainly(name)
    for command in ("table show", "table list", "help"):
        words = (await world.slash("Asha", command)).words
        assert plain in words, command
        assert name not in words, command
    assert plain in world.status_words()
    choices = await world.people["Asha"].autocomplete(world.channel, "turn", "table", "everyone")
    assert [(choice["name"], choice["value"]) for choice in choices] == [(f"{name} ({game_id})", game_id)]
    # The table is found by its name as it was typed.
    assert plain in (await world.slash("Bilal", "table show", table=name)).words


async def test_a_table_named_like_another_tables_id_does_not_hide_that_table(world: World) -> None:
    first = await world.open_table(name="Salt March")
    await world.open_table(name=first)
    assert "### Salt March" in (await world.slash("Asha", "table show", table=first)).words

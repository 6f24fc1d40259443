"""A text that is too long for Discord is cut at a good place, and attached as a whole."""

from __future__ import annotations

import io

import discord
import pytest

from bot.discord.limits import Part, cut, measure
from bot.discord.outgoing import FULL_TEXT, Screen, attach, check_message, compose, describe_message, fit_screen, walk
from bot.discord.panel import public_view
from bot.language import list_languages, load_language
from bot.narrate.panel import Sheet
from render.pictures import Picture


def test_a_text_that_fits_is_unchanged() -> None:
    sheet = Sheet("Title", "Words.", 0, "Foot")
    assert fit_screen(load_language(), "Short.", sheet) == ("Short.", sheet, "")
    assert fit_screen(load_language(), "", None) == ("", None, "")


def test_a_long_text_is_cut_between_two_lines_or_two_words() -> None:
    lines = "\n".join(f"line {number}" for number in range(100))
    shown = cut(lines, 100, "more")
    assert len(shown) <= 100
    assert shown.endswith("\nmore")
    assert set(shown.splitlines()[:-1]) <= set(lines.splitlines())
    assert cut("word " * 100, 30) == "word word word word word\n…"
    assert len(cut("w" * 100, 30)) == 30


def test_an_emoji_counts_as_two_characters_as_it_does_for_discord() -> None:
    assert measure("a\N{ROCKET}") == 3
    assert measure(cut("\N{ROCKET}" * 50, 30)) <= 30


def show_parts(screen: Screen) -> list[Part]:
    """Return every part of an answer, as Discord receives them."""
    return list(walk(describe_message({"view": screen})["components"]))


def test_the_foot_of_a_sheet_is_small_print() -> None:
    parts = show_parts(compose("Words", Sheet("Title", "Body", 7, "one\ntwo"), None))
    assert [part["content"] for part in parts if "content" in part] == ["Words", "### Title\nBody", "-# one\n-# two"]
    assert parts[1]["accent_color"] == 7


def test_a_message_shows_pictures_above_its_buttons_and_files_below() -> None:
    view = public_view(load_language(), "k7m2xq", ["turn"])
    picture = Picture(b"x", "image/webp", "A map.", 2, 2)
    attached = attach([picture, picture], [discord.File(io.BytesIO(b"y"), "game.jsonl")])
    screen = compose("", Sheet("", "Body", 7), view, attached)
    check_message(view=screen, attachments=[file.make() for file in attached])
    box, file = (part for part in show_parts(screen) if part["type"] in (13, 17))
    assert [part["type"] for part in box["components"]] == [10, 12, 1]
    items = box["components"][1]["items"]
    assert [item["media"]["url"] for item in items] == ["attachment://map.webp", "attachment://map1.webp"]
    assert {item["description"] for item in items} == {"A map."}
    assert file["file"]["url"] == "attachment://game.jsonl"


@pytest.mark.parametrize("code", list_languages())
def test_a_long_answer_is_cut_and_attached(code: str) -> None:
    language = load_language(code)
    words = "\n".join(f"{number}. **Salt March**" for number in range(500))
    sheet = Sheet("t" * 1000, "d" * 5000, 0, "f" * 3000)
    shown, fitted, full = fit_screen(language, words, sheet)
    assert fitted is not None
    check_message(view=compose(shown, fitted, None))
    assert language.say("ui.answer.in_file") in shown
    assert words in full
    assert "d" * 5000 in full
    (file,) = attach((), (), full)
    assert (file.name, file.is_picture) == (FULL_TEXT, False)
    assert file.make().fp.read().decode() == full
    assert attach((), (), "") == []

"""What is longer than Discord takes is cut at a good place, and the whole of it attached."""

from __future__ import annotations

import discord
import pytest

from bot.discord.limits import cut, measure
from bot.discord.outgoing import fit_answer
from bot.language import list_languages, load_language


def test_what_fits_stays_as_it_is() -> None:
    embed = discord.Embed(title="Title", description="Words.")
    words, shown, full = fit_answer(load_language(), "Short.", embed)
    assert (words, shown, full) == ("Short.", embed, "")
    assert fit_answer(load_language(), None, None) == (None, None, "")


def test_it_is_cut_between_two_lines_or_two_words() -> None:
    lines = "\n".join(f"line {number}" for number in range(100))
    shown = cut(lines, 100, "more")
    assert len(shown) <= 100
    assert shown.endswith("\nmore")
    assert set(shown.splitlines()[:-1]) <= set(lines.splitlines())
    assert cut("word " * 100, 30) == "word word word word word\n…"
    assert len(cut("w" * 100, 30)) == 30


def test_an_embed_has_no_small_print() -> None:
    embed = discord.Embed(description="-# 12 Raj\nwords -# and\n-# more")
    words, shown, _ = fit_answer(load_language(), "-# small", embed)
    assert words == "-# small"
    assert shown is not None
    assert shown.description == "12 Raj\nwords -# and\nmore"


def test_emoji_count_twice_as_they_do_for_discord() -> None:
    assert measure("a\N{ROCKET}") == 3
    assert measure(cut("\N{ROCKET}" * 50, 30)) <= 30


def test_the_foot_of_a_panel_shows_no_signs() -> None:
    language = load_language("en")
    embed = discord.Embed(description="**Pass**").set_footer(text=f"Unity 1 · {language.say('ui.crisis')}")
    _, panel, _ = fit_answer(language, None, embed)
    assert panel is not None
    assert panel.footer.text == "Unity 1 · Crisis"
    assert panel.description == "**Pass**"


@pytest.mark.parametrize("code", list_languages())
def test_a_long_answer_is_cut_and_attached(code: str) -> None:
    language = load_language(code)
    words = "\n".join(f"{number}. **Salt March**" for number in range(500))
    embed = discord.Embed(title="t" * 300, description="d" * 5000).set_footer(text="f" * 3000)
    shown, panel, full = fit_answer(language, words, embed)
    assert shown is not None
    assert panel is not None
    assert len(shown) <= 2000
    assert len(panel.title or "") <= 256
    assert len(panel.description or "") <= 4096
    assert len(panel) <= 6000
    assert language.say("ui.answer.in_file") in shown
    assert words in full
    assert "d" * 5000 in full
    # The caller's own is as it was.
    assert len(embed.description or "") == 5000

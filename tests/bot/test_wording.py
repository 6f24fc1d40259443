"""What a text may not do: name a command that is not there, call a player "he", join words as another language does."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import discord
import pytest
from discord import app_commands

from bot.discord.features import add_commands
from bot.errors import name_key
from bot.games.gandhi.facts import SPACES
from bot.games.gandhi.words.chronicle import say
from bot.games.gandhi.words.standing import count_pieces, describe_space
from bot.language import LOCALES, list_languages, load_language
from bot.narrate.paragraphs import load_paragraphs
from engine import Game
from engine.core.change import Change
from render.labels import labels_for
from tests.bot.test_languages import forms_of, longest, messages_of

ROOT = Path(__file__).resolve().parent.parent.parent
LANGUAGES = list_languages()
PAGES = (
    "README.md",
    "CONTRIBUTING.md",
    "docs/players.md",
    "docs/your-turn.md",
    "docs/time.md",
    "docs/looking-back.md",
    "docs/orders.md",
    "docs/records.md",
    "docs/hosting.md",
    "docs/settings.md",
    "docs/web-pages.md",
    "docs/backups.md",
    "docs/many-servers.md",
    "docs/watching.md",
)
COMMAND = re.compile(r"(?<![\w./:>)-])/([a-z][a-z-]*)(?![\w/.])(?: ([a-z_]+)(:)?)?(?: ?([a-z_]+):)?")
NO_COMMANDS = frozenset({"data", "metrics", "health", "tmp", "load", "bench"})
"""Words that begin with a slash on the pages, but are folders or addresses."""
OF_A_PERSON = {
    "en": re.compile(r"\b(he|she|himself|herself|his|hers)\b", re.IGNORECASE),
    "it": re.compile(r"\b(te stesso|se stesso|sei libero|sicuro di)\b", re.IGNORECASE),
    "es": re.compile(r"\b(ti mismo|sí mismo|estás seguro|eres libre)\b", re.IGNORECASE),
    "ja": re.compile(r"彼"),
}
"""Words that take a person for a man."""
OLD = re.compile(r"\b(whoever|anew|toward|is waited for|can be had|has not|have not enough)\b", re.IGNORECASE)
"""English words that are old or were never used."""
AVOIDED = {
    "en": re.compile(r"\bfrom where do(es)?\b|\} %|\bdie of any colours\b", re.IGNORECASE),
    "it": re.compile(r"\bGuerriglier[oe]\b|\bGuerriglie\b|\} %", re.IGNORECASE),
    "es": re.compile(r"\bGuerriller[oa]s?\b|\bcuadros?\b", re.IGNORECASE),
    "ja": re.compile(r"手番(?!順)|地図|分か[りるら]|一[つ人]|無作為|フェイズ"),
}
"""Words that say the same as another that we use: a rulebook's term has one form, a thing one name."""
PHONE = 35
"""Letters of a button that a phone shows."""


def texts_of(code: str) -> Iterator[tuple[str, str]]:
    """Yield every text of a language by its key: the catalogue, and the rules in short."""
    for key, message in messages_of(code).items():
        yield from ((key, form) for form in forms_of(message))
    paragraphs = load_paragraphs(code)
    yield from ((number, f"{paragraphs[number].title}. {paragraphs[number].words}") for number in paragraphs.numbers)


def commands_of(parts: list[dict[str, Any]]) -> dict[str, set[str]]:
    """Return every command by its whole name, with the names of its options or of the commands below it."""
    found: dict[str, set[str]] = {}
    for part in parts:
        inner = part.get("options", [])
        found[part["name"]] = {option["name"] for option in inner}
        for name, options in commands_of([option for option in inner if option["type"] == 1]).items():
            found[f"{part['name']} {name}"] = options
    return found


@pytest.fixture(scope="module")
def commands() -> dict[str, set[str]]:
    tree = app_commands.CommandTree(discord.Client(intents=discord.Intents.none()))
    add_commands(tree)
    return commands_of([command.to_dict(tree) for command in tree.get_commands()])


def missing_commands(text: str, commands: dict[str, set[str]]) -> list[str]:
    """Return the commands and options that a text names and that are not there."""
    groups = {name.partition(" ")[0] for name in commands if " " in name}
    missing = []
    for name, word, colon, option in COMMAND.findall(text):
        if name in NO_COMMANDS:
            continue
        whole = f"{name} {word}" if name in groups and word else name
        if whole not in commands:
            missing.append(f"/{whole}")
            continue
        named = word if colon else option
        if named and named not in commands[whole]:
            missing.append(f"/{whole} {named}:")
    return missing


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_command_that_a_text_names_exists(code: str, commands: dict[str, set[str]]) -> None:
    assert [(key, wrong) for key, text in texts_of(code) if (wrong := missing_commands(text, commands))] == []


@pytest.mark.parametrize("page", PAGES)
def test_every_command_that_a_page_names_exists(page: str, commands: dict[str, set[str]]) -> None:
    assert missing_commands((ROOT / page).read_text(encoding="utf-8"), commands) == []


def test_the_check_finds_a_text_that_names_a_missing_command(commands: dict[str, set[str]]) -> None:
    assert missing_commands("`/record` and /table watch, /table dance, `/records table:`", commands) == [
        "/record",
        "/table dance",
    ]
    assert missing_commands("`/records card:`, `/table new pace:`, /table new size:", commands) == [
        "/records card:",
        "/table new size:",
    ]


@pytest.mark.parametrize("code", LANGUAGES)
def test_no_text_calls_a_player_he(code: str) -> None:
    """Gandhi is a man, and his paragraphs may say so."""
    astray = [(key, text) for key, text in texts_of(code) if OF_A_PERSON[code].search(text)]
    assert [key for key, text in astray if "Gandhi" not in text and "ガンジー" not in text] == []


def test_english_texts_use_no_outdated_forms() -> None:
    paragraphs = [(key, text) for key, text in texts_of("en") if OLD.search(text)]
    events = [(key, text) for key, text in load_events() if OLD.search(text)]
    # "has not begun" and "has not taken a turn" are the perfect tense, and not the old "has not a turn".
    perfect = re.compile(r"has not (been|begun|decided|finished|taken)|that (has|is) not")
    assert [key for key, text in paragraphs + events if OLD.search(perfect.sub("", text))] == []


def load_events() -> Iterator[tuple[str, str]]:
    """Yield the English wording of every Event."""
    language = load_language()
    keys = (f"event.{number}.{side}" for number in range(1, 73) for side in ("unshaded", "shaded"))
    yield from ((key, language.word(key)) for key in keys)


@pytest.mark.parametrize("code", LANGUAGES)
def test_no_text_uses_an_avoided_word_for_a_term(code: str) -> None:
    assert [key for key, text in texts_of(code) if AVOIDED[code].search(text)] == []


@pytest.mark.parametrize("code", LANGUAGES)
def test_apostrophes_are_curly(code: str) -> None:
    assert [key for key, text in texts_of(code) if re.search(r"\w'\w", text)] == []


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_beginning_of_every_button_label_fits_on_a_phone(code: str) -> None:
    """What differs between two options comes first, so only a name that follows it may be cut."""
    language = load_language(code)
    keys = [key for key in language.keys if key.startswith(("option.", "choice.", "ui.button."))]
    too_long = [key for key in keys if len(longest(language, key)) > PHONE]
    for key in too_long:
        first = forms_of(messages_of(code)[key])[0].partition("{")
        assert first[1], f"{key} has no name that could be cut"
        assert len(first[0]) <= PHONE // 2, key


@pytest.mark.parametrize(
    ("code", "told"),
    [
        ("en", "Punjab, Sind and Delhi"),
        ("it", "Punjab, Sind e Delhi"),
        ("es", "Punjab, Sind y Delhi"),
        ("ja", "パンジャーブ、シンド、デリー"),
    ],
)
def test_a_list_is_joined_by_the_rules_of_each_language(code: str, told: str) -> None:
    language = load_language(code)
    assert language.join([language.word(f"space.{space}") for space in ("punjab", "sind", "delhi")]) == told
    assert set(LOCALES) <= set(LANGUAGES)


@pytest.mark.parametrize(
    ("code", "told"),
    [
        ("en", "2 Troops, 1 Sepoy, Gandhi"),
        ("it", "2 Truppe, 1 Sepoy, Gandhi"),
        ("es", "2 Tropas, 1 Cipayo, Gandhi"),
        ("ja", "兵士2個、セポイ1個、ガンジー"),
    ],
)
def test_pieces_are_counted_by_the_rules_of_each_language(code: str, told: str) -> None:
    language = load_language(code)
    counted = count_pieces(language, {"troops": 2, "sepoys": 1, "gandhi": 1}, ("troops", "sepoys", "gandhi"))
    assert language.put_together("items", counted) == told


@pytest.mark.parametrize(
    ("code", "told"),
    [("en", "3 Unrest"), ("it", "3 segnalini Disordini"), ("es", "3 marcadores de Disturbios"), ("ja", "不安3個")],
)
def test_unrest_is_counted_as_each_language_counts_it(code: str, told: str) -> None:
    assert load_language(code).count("unrest", 3) == told


def test_gandhi_is_named_beside_the_letters_of_other_pieces() -> None:
    game = Game.at({"spaces": {"sind": {"gandhi": True, "congress": 3, "underground": 1}}, "turn": {"seat": "raj"}})
    assert describe_space(load_language("en"), game.view(), "sind", briefly=True).endswith(" · Gandhi · 3C 1U")


@pytest.mark.parametrize("code", LANGUAGES)
def test_no_option_is_called_by_its_bare_key(code: str) -> None:
    language = load_language(code)
    keys = {"sepoys:out_of_play", "special:treaty", "event:shaded"}
    for number in range(2):
        game = Game.new(scenario=("short", "main")[number], seed=bytes([number]) * 32)
        for _ in range(200):
            if game.decision is None:
                break
            keys |= {option.key for option in (*game.decision.options, *game.decision.closed())}
            game.choose(game.decision.options[0].key)
    assert {"done", "end"} <= keys
    for key in sorted(key for key in keys if not key.isdigit()):
        assert language.say(name_key(key)) != key.replace("_", " "), key
        assert "_" not in language.say(name_key(key)), key


def test_italian_places_have_their_prepositions_in_words_and_in_pictures() -> None:
    language, labels = load_language("it"), labels_for("it")
    for space in tuple(SPACES):
        assert labels.place("from", space, "") == language.word(f"from_space.{space}")
        assert labels.place("to", space, "") == language.word(f"in_space.{space}")
    moved = Change("move", piece="troops", count=2, origin="united_provinces", target="assam")
    assert say(language, moved, "") == "2 Truppe vanno dalle United Provinces nell’Assam"

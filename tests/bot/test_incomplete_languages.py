"""A language or a game without all of its texts: what is missing is English, and what is broken is named."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from bot.language import DEFAULT, list_languages
from texts import RULES, list_forms, list_games, read_catalogue

ROOT = Path(__file__).resolve().parents[2]
HEAD = 'msgid ""\nmsgstr ""\n"Language: pl\\n"\n"Content-Type: text/plain; charset=utf-8\\n"\n\n'
FEW = HEAD + 'msgid "seat.congress"\nmsgstr "Kongres"\n\nmsgid "count"\nmsgid_plural "count"\nmsgstr[0] "{count}"\n'
FOLDERS = ("", *list_games(), RULES, *(f"{RULES}/{game}" for game in list_games()))

BUILD = """
import asyncio, discord
from discord import Locale, app_commands
from bot.discord.features import add_commands
from bot.discord.translating import CatalogueTranslator
from bot.games.frontend import front_of, list_fronts
from bot.language import list_languages, load_language
from bot.narrate.paragraphs import list_books, load_book
from engine import Game
from engine.core.text import text
from render.labels import Labels
from texts import find_broken_catalogues, read_names

assert list(find_broken_catalogues()) == []
language = load_language("pl")
assert language.word("seat.congress") == "Kongres"
assert language.word("seat.raj") == load_language().word("seat.raj")
assert language.count("troops", 3) == load_language().count("troops", 3)
assert language.join(["a", "b"])
for name in ("gandhi", "rajas", "empty"):
    assert load_language("pl", name).say("ui.button.undo")
    for key in load_language("en", name).keys:
        assert load_language("pl", name).word(key) is not None, key
assert "" not in read_names("pl", ("seat", "action")).values()
for book in list_books():
    english, polish = load_book("en", book), load_book("pl", book)
    assert polish.numbers == english.numbers
Labels("pl").say("seat.raj")

async def register():
    tree = app_commands.CommandTree(discord.Client(intents=discord.Intents.none()))
    add_commands(tree)
    for command in tree.get_commands():
        await command.get_translated_payload(tree, CatalogueTranslator())
    return len(tree.get_commands())

assert asyncio.run(register()) > 20
for front in list_fronts():
    scenario = next(iter(front.setup.scenarios))
    game = Game.new(front.setup.kind, scenario, {}, b"texts")
    spoken = language.of_game(front.setup.kind)
    for option in game.decision.options:
        assert spoken.say(option.text)
    assert spoken.say(game.decision.prompt)
print("built")
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of the texts in a separate folder, with a game that has no catalogue at all."""
    shutil.copytree(ROOT / "texts", tmp_path / "texts", ignore=shutil.ignore_patterns("__pycache__"))
    (tmp_path / "texts" / "empty").mkdir()
    return tmp_path


def run(folder: Path, *arguments: str) -> tuple[int, str]:
    """Run Python with the texts of a folder: its exit code and its words."""
    ran = subprocess.run(
        [sys.executable, *arguments],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": f"{folder}{os.pathsep}{ROOT}", "DISCORD_TOKEN": "salt"},
        capture_output=True,
        text=True,
        check=False,
    )
    return ran.returncode, ran.stdout + ran.stderr


@pytest.mark.parametrize("words", [HEAD, FEW])
def test_a_language_that_has_hardly_begun_speaks_english(folder: Path, words: str) -> None:
    (folder / "texts" / "pl.po").write_text(
        words + 'msgid "seat.congress"\nmsgstr "Kongres"\n' * (words == HEAD), "utf-8"
    )
    code, said = run(folder, "-c", BUILD)
    assert code == 0, said
    assert "built" in said


@pytest.mark.parametrize(
    ("name", "words", "line"),
    [
        ("pl.po", FEW + "\nhere is a mistake\n", 13),
        ("pl.po", FEW + '\nmsgid "a"\nmsgstr "b\n', 14),
        ("pl.po", HEAD.replace('"Language', '"Plural-Forms: nplurals=3; plural=foo(n);\\n"\n"Language'), 3),
        ("en.po", "<<<<<<< HEAD\n", 1),
        ("rajas/it.po", HEAD + 'msgid "a"\nmsgstr b\n', 7),
        ("rules/it.po", HEAD + "msgid a\n", 6),
    ],
)
def test_a_broken_catalogue_is_named_with_its_line(folder: Path, name: str, words: str, line: int) -> None:
    path = folder / "texts" / name
    path.write_text(words, "utf-8")
    for command in ("check-data", "bot"):
        code, said = run(folder, "-m", "bot", command)
        assert code == 2, said
        assert "Traceback" not in said
        assert f"{path}, line {line}: " in said


@pytest.mark.parametrize("code", [code for code in list_languages() if code != DEFAULT])
@pytest.mark.parametrize("part", FOLDERS)
def test_nothing_is_missing(code: str, part: str) -> None:
    """What a language lacks in a catalogue, by key."""
    complete, ours = (
        {
            str(message.id[0] if isinstance(message.id, tuple) else message.id)
            for message in catalogue
            if list_forms(message)
        }
        for catalogue in (read_catalogue(DEFAULT, part), read_catalogue(code, part))
    )
    assert sorted(complete - ours) == []

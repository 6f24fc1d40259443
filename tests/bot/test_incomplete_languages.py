"""A language or a game with incomplete texts: missing ones are English, and broken ones are named."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from bot.language import DEFAULT, list_languages
from tests.bot.forked import ROOT, Job, run_forked
from texts import RULES, is_draft, list_forms, list_games, read_catalogue

HEAD = 'msgid ""\nmsgstr ""\n"Language: pl\\n"\n"Content-Type: text/plain; charset=utf-8\\n"\n\n'
FEW = HEAD + 'msgid "seat.congress"\nmsgstr "Kongres"\n\nmsgid "count"\nmsgid_plural "count"\nmsgstr[0] "{count}"\n'
ENGINE = ("storage", "engine.gandhi.rules", "engine.rajas.rules")
"""These have no texts."""
FOLDERS = ("", *list_games(), RULES, *(f"{RULES}/{game}" for game in list_games()))

BUILD = """
import asyncio, discord
from discord import Locale, app_commands
from bot.discord.features import add_commands
from bot.discord.common import CatalogueTranslator
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


COMMAND = "from bot.cli import main\nraise SystemExit(main([{!r}]))"


def copy_texts(folder: Path) -> Path:
    """Copy the texts into a new folder, with a game that has no catalogue at all, and one that speaks English alone."""
    shutil.copytree(ROOT / "texts", folder / "texts", ignore=shutil.ignore_patterns("__pycache__"))
    (folder / "texts" / "empty").mkdir()
    (folder / "texts" / "lone").mkdir()
    messages = "\n".join(f'msgid "lone.{number}"\nmsgstr "{number}"\n' for number in range(300))
    (folder / "texts" / "lone" / "en.po").write_text(messages, "utf-8")
    return folder


def test_an_incomplete_language_falls_back_on_english(tmp_path: Path) -> None:
    jobs: list[Job] = []
    for words in (HEAD, FEW):
        folder = copy_texts(tmp_path / str(len(jobs)))
        (folder / "texts" / "pl.po").write_text(
            words + 'msgid "seat.congress"\nmsgstr "Kongres"\n' * (words == HEAD), "utf-8"
        )
        jobs.append(Job(folder, BUILD))
    for code, said, errors in run_forked(jobs, *ENGINE):
        assert code == 0, said + errors
        assert "built" in said + errors


BROKEN = (
    ("pl.po", FEW + "\nhere is a mistake\n", 13),
    ("pl.po", FEW + '\nmsgid "a"\nmsgstr "b\n', 14),
    ("pl.po", HEAD.replace('"Language', '"Plural-Forms: nplurals=3; plural=foo(n);\\n"\n"Language'), 3),
    ("en.po", "<<<<<<< HEAD\n", 1),
    ("rajas/it.po", HEAD + 'msgid "a"\nmsgstr b\n', 7),
    ("rules/it.po", HEAD + "msgid a\n", 6),
)
"""A catalogue, what it holds, and the line with the mistake."""


@pytest.mark.parametrize("command", ["check-data", "bot"])
def test_a_broken_catalogue_is_named_with_its_line(tmp_path: Path, command: str) -> None:
    jobs, named = [], []
    for number, (name, words, line) in enumerate(BROKEN):
        folder = copy_texts(tmp_path / str(number))
        path = folder / "texts" / name
        path.write_text(words, "utf-8")
        jobs.append(Job(folder, COMMAND.format(command), {"DISCORD_TOKEN": "salt"}))
        named.append(f"{path}, line {line}: ")
    for name, (code, said, errors) in zip(named, run_forked(jobs, *ENGINE), strict=True):
        assert code == 2, said + errors
        assert "Traceback" not in said + errors
        assert name in said + errors


DRAFT = r"""
from render.labels import Labels
from texts import find_broken_catalogues, find_share, is_draft, list_languages

assert is_draft("pt") and not is_draft("it")
print(list(find_broken_catalogues()), "pt" in list_languages(), Labels("pt").language, round(find_share("pt"), 2))
"""
TOP = '"Language: it\\n"\n'
DRAFTS = ((0.96, "", "[] True pt"), (0.94, "", "[] False en"), (0.96, "here is a mistake", "pt.po, line"))
"""The share of the messages that a draft has, its other content, and the expected line about it."""


def test_a_draft_language_is_offered_once_it_is_nearly_complete(tmp_path: Path) -> None:
    jobs = []
    for number, (share, more, _) in enumerate(DRAFTS):
        folder = copy_texts(tmp_path / str(number))
        for part in ("", "rajas"):
            head, *messages = (folder / "texts" / part / "it.po").read_text("utf-8").split("\n\nmsgid ")
            begun = [head.replace(TOP, TOP + '"X-Draft: yes\\n"\n'), *messages[: round(share * len(messages))]]
            (folder / "texts" / part / "pt.po").write_text("\n\nmsgid ".join(begun) + f"\n{more}\n", "utf-8")
        jobs.append(Job(folder, DRAFT))
    for (_, more, told), (code, said, errors) in zip(DRAFTS, run_forked(jobs, *ENGINE), strict=True):
        assert code == 0, said + errors
        assert told in said
        assert ("False en 0.0" in said) == bool(more)


OTHERS = tuple(code for code in list_languages() if code != DEFAULT and not is_draft(code))
SPOKEN = [(code, part) for code in OTHERS for part in FOLDERS if (ROOT / "texts" / part / f"{code}.po").is_file()]
"""Every catalogue beside the English ones: a game speaks the languages of which its folder has a catalogue."""


def test_the_included_games_have_texts_in_every_language() -> None:
    assert {(code, part) for code in OTHERS for part in ("", "rajas", RULES, f"{RULES}/rajas")} <= {*SPOKEN}


@pytest.mark.parametrize(("code", "part"), SPOKEN)
def test_every_language_has_every_key_of_english(code: str, part: str) -> None:
    """Each fault names a catalogue and a missing key."""
    complete, ours = (
        {
            str(message.id[0] if isinstance(message.id, tuple) else message.id)
            for message in catalogue
            if list_forms(message)
        }
        for catalogue in (read_catalogue(DEFAULT, part), read_catalogue(code, part))
    )
    assert sorted(complete - ours) == []

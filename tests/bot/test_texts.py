"""Every text of the engine and of the bot has a sentence, and every sentence gets what it asks for."""

from __future__ import annotations

import ast
import random
import re
import string
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.games.gandhi.words.chronicle import say, say_all, tell, tell_so_far
from bot.language import choose_language, list_languages, load_language
from engine import Game
from engine.core.change import Change
from engine.core.text import Text, text

ROOT = Path(__file__).resolve().parent.parent.parent
KIND = re.compile(r"[a-z_]+(\.[a-z_]+)+")
NOT_KINDS = ("solo.", "ask.", "option.", "why.", "error.", "arjuna.", "engine.", "ui.", "log.")
FUZZED_GAMES = 12
WORDED = ("core", "gandhi")
"""The parts of the engine whose texts the bot can say. Those of Rajas are listed in `tests/rajas`."""


def words_of(tree: ast.AST) -> Iterator[str]:
    """Yield every string in a file."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


def literal_keys(tree: ast.AST) -> Iterator[str]:
    """Yield the text keys that are literals in a file, in calls of `text`, `Text` and `why_not`."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call) or not node.args:
            continue
        name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
        first = node.args[0]
        choices = [first.body, first.orelse] if isinstance(first, ast.IfExp) else [first]
        for choice in choices:
            if not isinstance(choice, ast.Constant) or not isinstance(choice.value, str):
                continue
            if name in ("text", "Text"):
                yield choice.value
            elif name == "why_not":
                yield f"why.{choice.value}"
        if name == "ask_yes" and len(node.args) > 1 and isinstance(node.args[1], ast.Constant):
            yield from (f"option.{node.args[1].value!s}.{answer}" for answer in ("yes", "no"))


def decision_kinds(tree: ast.AST) -> Iterator[str]:
    """Yield the kinds of decisions that are named in a file: every dotted word that is not a text key itself."""
    for word in words_of(tree):
        if KIND.fullmatch(word) and not word.startswith(NOT_KINDS) and not word.endswith((".toml", ".json")):
            yield word


def engine_keys() -> set[str]:
    """Return every text key that these files show, except those of automation."""
    keys: set[str] = set()
    for path in (path for folder in WORDED for path in (ROOT / "engine" / folder).rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        keys.update(literal_keys(tree))
        if path.parent.name == "gandhi":
            keys.update(f"ask.{kind}" for kind in decision_kinds(tree))
    return {key for key in keys if not key.startswith("arjuna.") and key != "utf-8"}


def bot_keys() -> set[str]:
    """Return every whole text key that the bot's files show."""
    keys: set[str] = set()
    for path in (ROOT / "bot").rglob("*.py"):
        words = words_of(ast.parse(path.read_text(encoding="utf-8")))
        keys.update(word for word in words if re.fullmatch(r"(ui|error|log)\.[a-z_]+(\.[a-z_]+)*", word))
    return keys


def fuzz(games: int) -> Iterator[tuple[Game, list[Text]]]:
    """Yield random games, with every text that each of their decisions shows."""
    for number in range(games):
        chance = random.Random(number)
        game = Game.new(scenario=("short", "main")[number % 2], seed=bytes([number]) * 32)
        while (decision := game.decision) is not None:
            texts = [decision.prompt]
            for option in [*decision.options, *decision.closed()]:
                texts.append(option.text)
                if option.why is not None:
                    texts.append(text(option.why.key, **option.why.params, place=[option.text], count=1))
            yield game, texts
            game.choose(chance.choice(decision.options).key)


def fields_of(pattern: str) -> set[str]:
    """Return the names that a sentence asks for."""
    return {name for _, name, _, _ in string.Formatter().parse(pattern) if name}


@pytest.mark.parametrize("code", list_languages())
def test_every_text_key_of_the_engine_has_a_sentence(code: str) -> None:
    language = load_language(code)
    assert sorted(key for key in engine_keys() if not language.has(key)) == []


@pytest.mark.parametrize("path", sorted((ROOT / "texts").rglob("*.po")), ids=lambda path: path.stem)
def test_a_catalogue_has_each_key_once(path: Path) -> None:
    """Of two entries with one key the later one wins, and a correction of the first is lost."""
    keys = re.findall(r'^msgid "(.+)"$', path.read_text(encoding="utf-8"), re.MULTILINE)
    assert [key for key, count in Counter(keys).items() if count > 1] == []


def test_every_text_key_of_the_bot_has_a_sentence() -> None:
    language = load_language()
    assert sorted(key for key in bot_keys() if not language.has(key)) == []


def test_every_text_shown_in_a_game_has_a_sentence_and_its_parameters(
    caplog: pytest.LogCaptureFixture,
) -> None:
    language = load_language()
    said: set[tuple[str, tuple[str, ...]]] = set()
    for _, texts in fuzz(FUZZED_GAMES):
        for one in texts:
            shape = (one.key, tuple(one.params))
            if shape not in said:
                said.add(shape)
                language.say(one)
    assert [record.getMessage() for record in caplog.records] == []
    assert len(said) > 100


def test_every_change_of_a_game_has_a_sentence(caplog: pytest.LogCaptureFixture) -> None:
    language = load_language()
    for number in range(FUZZED_GAMES):
        chance = random.Random(number)
        game = Game.new(scenario=("short", "main")[number % 2], seed=bytes([number]) * 32)
        while game.decision is not None:
            game.choose(chance.choice(game.decision.options).key)
        for step in game.steps:
            tell(language, step.changes)
            tell_so_far(language, step.changes)
    assert [record.getMessage() for record in caplog.records] == []


def test_every_reason_names_its_paragraph() -> None:
    language = load_language()
    for key in sorted(language.keys):
        if key.startswith("why."):
            sentence = language.say(text(key, rule="3.2.1", place=["punjab"], count=1))
            assert sentence.endswith("(3.2.1)."), sentence


def test_a_reason_reads_well_for_one_space_and_for_several() -> None:
    language = load_language()
    one = text("why.at_support_without_base", rule="3.4.1", place=["punjab"], count=1)
    several = text("why.at_support_without_base", rule="3.4.1", place=["punjab", "sind"], count=2)
    assert language.say(one) == "Punjab is at Support and you have no Base there (3.4.1)."
    assert language.say(several) == "Punjab and Sind are at Support and you have no Base there (3.4.1)."


def test_a_piece_has_the_grammatical_number_of_its_count() -> None:
    language = load_language()
    assert say(language, Change("place", piece="troops"), "") == "1 Troop placed"
    assert say(language, Change("place", piece="troops", count=3), "") == "3 Troops placed"


def test_neighbouring_changes_of_several_pieces_share_a_clause_that_agrees_with_all() -> None:
    placed = [Change("place", piece=piece, count=count) for piece, count in (("troops", 2), ("sepoys", 4))]
    assert say_all(load_language(), placed) == ["2 Troops and 4 Sepoys placed"]
    assert say_all(load_language("it"), placed) == ["2 Truppe e 4 Sepoy piazzati"]
    assert say_all(load_language("ja"), placed) == ["兵士2個とセポイ4個を配置"]
    removed = [Change("remove", piece=piece, origin="delhi") for piece in ("active", "underground")]
    assert say_all(load_language("es"), removed, "delhi") == ["1 Guerrilla Activa y 1 Guerrilla Oculta eliminadas"]
    moved = [Change("move", piece="troops", origin=origin, target="delhi") for origin in ("sind", "punjab", "sind")]
    assert say_all(load_language(), moved, "delhi") == ["2 Troops from Sind", "1 Troop from Punjab"]
    assert say_all(load_language("ja"), moved, "delhi") == ["兵士2個がシンドから", "兵士1個がパンジャーブから移動"]
    rolled = [Change("roll", piece="attack", new=2), Change("roll", piece="attack", new=2)]
    assert say_all(load_language(), rolled) == ["Attack roll 2", "Attack roll 2"]
    arrived = [Change("place", piece=piece, target="delhi") for piece in ("gandhi", "protest", "congress")]
    assert say_all(load_language(), arrived, "delhi") == ["Gandhi arrives", "1 Protest and 1 Congress Activist placed"]


def test_a_list_of_two_is_joined_by_a_word_in_japanese() -> None:
    japanese = load_language("ja")
    assert japanese.join(["兵士", "セポイ"]) == "兵士とセポイ"
    assert japanese.join(["兵士", "セポイ", "基地"]) == "兵士、セポイ、基地"
    assert "または" in japanese.join(["兵士", "セポイ"], "or")


def test_a_list_says_its_order_where_the_order_matters() -> None:
    assert load_language().say("ui.panel.queue", place=["sind", "bihar"]) == "Then: Sind, then Bihar."
    assert load_language("es").say("ui.panel.queue", place=["sind", "bihar"]).endswith("Sind, luego Bihar.")


def test_an_unknown_locale_falls_back_on_english() -> None:
    assert choose_language("tlh").code == "en"
    assert choose_language("en-GB").code == "en"
    assert choose_language(None).code == "en"


def test_a_key_without_a_sentence_is_shown_as_words_and_logged(caplog: pytest.LogCaptureFixture) -> None:
    assert load_language().say("why.of_no_account") == "of no account"
    assert "why.of_no_account" in caplog.text


def test_a_space_in_which_something_happens_later_is_named_once() -> None:
    """3.2.3 Sweep selects a space in which it moves nothing, and activates there when all have moved."""
    changes = [
        Change("begin", "raj", piece="sweep"),
        Change("select", "raj", target="punjab"),
        Change("select", "raj", target="sind"),
        Change("move", "raj", piece="troops", count=1, origin="karachi", target="sind"),
        Change("select", "raj", target="bihar"),
        Change("select", "raj", target="punjab"),
        Change("activate", "raj", piece="guerrilla", count=1, target="punjab"),
    ]
    assert tell(load_language(), changes) == [
        "**Raj: Sweep**",
        "`1` **Sind**: 1 Troop from Karachi",
        "**Bihar**: nothing changes",
        "`2` **Punjab**: 1 Guerrilla now Active",
    ]


def test_spaces_in_which_nothing_changes_are_one_line() -> None:
    idle = ["punjab", "bihar", "bengal", "sind", "orissa", "assam", "delhi", "bombay", "madras"]
    changes = [Change("begin", "congress", piece="demonstrate")]
    told = tell(load_language(), [*changes, *(Change("select", "congress", target=space) for space in idle[:2])])
    assert told[1:] == ["Nothing changes in 2 spaces: Punjab and Bihar"]
    changes += [Change("select", "congress", target=space) for space in idle]
    changes.append(Change("place", "congress", piece="congress", count=1, origin="available", target="sind"))
    told = tell(load_language(), changes)
    assert told[1:3] == ["`1` **Sind**: 1 Congress Activist placed", "Nothing changes in 8 spaces"]

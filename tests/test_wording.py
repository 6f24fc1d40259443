"""The check of the wording: its findings, and what it ignores. `make lint` runs it on the project."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bot.games.frontend import list_fronts
from tools import wording


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("Whoever asks is answered.", 1),
        ("One line,\nand the table is\ntold.", 2),
        ("What the rules come to,\nand what it comes to.", 2),
        ("Two\n\nof the color", 3),
        ("The price stands.", 1),
        ("The copy has\ndice of its own.", 2),
        ("Click what is not wanted.", 1),
        ("Press the button.", 1),
        ("The game goes\non.", 1),
    ],
)
def test_the_check_finds_a_word_to_avoid(text: str, line: int) -> None:
    ((found, fault),) = wording.find_avoided(text)
    assert found == line
    assert ": write " in fault


@pytest.mark.parametrize(
    "text",
    [
        "A pixel stands for the picture. Click the button, and it goes on the map. The colours go towards blue.",
        "``told`` is a parameter, and `color` is a word of CSS.",
        "Before.\n```sh\necho anew\n```\nAfter.",
        "    >>> anew = dice.anew()",
        "The copy has its own dice, and begins at the start of its own turn.",
    ],
)
def test_the_check_accepts_good_words_and_code(text: str) -> None:
    assert list(wording.find_avoided(text)) == []


def test_the_check_reads_docstrings_and_comments_but_not_code(tmp_path: Path) -> None:
    path = tmp_path / "sample.py"
    path.write_text(
        '"""What it is."""\n\nanew = "anew"  # Begun anew.\nHAD = 1\n"""Not to be had."""\n', encoding="utf-8"
    )
    assert [fault.split(":")[1] for fault in wording.check_file(path, "storage/sample.py")] == ["1", "3", "5"]
    assert [fault.split(":")[1] for fault in wording.check_file(path, "tests/sample.py")] == ["3", "5"]


def test_a_number_sign_inside_a_string_begins_no_comment() -> None:
    source = 'HASH = "#\\"" + r\'\\\'#\' + """\n"#" \'"""  # It\'s "one".\nif HASH:\n    HASH = "" #two\n# \'three\n'
    assert list(wording.list_comments(source)) == [(2, '# It\'s "one".'), (4, "#two"), (5, "# 'three")]


@pytest.mark.parametrize(
    "block", ["if x:", "for x in y:", "with x:", "try:\n    pass\nfinally:", "class X:", "match x:\n case y:"]
)
def test_the_name_of_a_test_is_found_in_every_block(block: str) -> None:
    source = f"{block}\n  async def test_who_may_begin():\n    pass\n"
    assert [line for line, _ in wording.list_riddles(source)] == [block.count("\n") + 2]


@pytest.mark.parametrize(
    ("term", "instead"),
    [
        ("catch-up", "what’s new"),
        ("trial copy", "copy"),
        ("the Raj", "Raj"),
        ("automatic seat", "automatic player"),
        ("asked beside", "interrupting question"),
    ],
)
def test_the_check_finds_a_term_of_messages_in_docs_but_not_in_code(tmp_path: Path, term: str, instead: str) -> None:
    page, code = tmp_path / "page.md", tmp_path / "code.py"
    page.write_text(f"Read {term}.\n", encoding="utf-8")
    code.write_text(f'"""Read {term}."""\n', encoding="utf-8")
    (fault,) = wording.check_file(page, "docs/page.md")
    assert fault.startswith(f"docs/page.md:1: “{term}”: write {instead}")
    assert wording.check_file(code, "storage/code.py") == []


@pytest.mark.parametrize(
    "name",
    ["test_who_may_begin", "test_it_begins", "test_the_end_is_told", "test_a_press_undoes", "test_a_game_goes_on"],
)
def test_the_check_finds_an_unclear_test_name(tmp_path: Path, name: str) -> None:
    path = tmp_path / "sample.py"
    path.write_text(f"def test_a_host_begins() -> None: ...\n\n\nasync def {name}() -> None: ...\n", encoding="utf-8")
    (fault,) = wording.check_file(path, "tests/sample.py")
    assert fault.startswith(f"tests/sample.py:4: “{name}”")


def test_the_check_reads_messages_but_not_their_keys(tmp_path: Path) -> None:
    path = tmp_path / "en.po"
    path.write_text(
        'msgid ""\nmsgstr "Content-Type: text/plain; charset=utf-8\\n"\n\n'
        'msgid "told.anew"\nmsgstr "{seat} waits."\n\nmsgid "wait"\nmsgstr "It stands here."\n',
        encoding="utf-8",
    )
    assert wording.check_file(path, "texts/en.po") == ["texts/en.po:7: “stands”: write is"]


def test_docstrings_and_comments_of_shared_code_name_no_automatic_player() -> None:
    names = re.compile("|".join(front.player.kind for front in list_fronts()), re.IGNORECASE)
    for folder in ("tables", "narrate", "discord", "web"):
        for path in (wording.ROOT / "bot" / folder).rglob("*.py"):
            source = path.read_text(encoding="utf-8")
            if not names.search(source):
                continue
            passages = [*wording.list_docstrings(source), *wording.list_comments(source)]
            assert [line for line, words in passages if names.search(words)] == [], path


def test_a_docstring_of_a_function_begins_with_a_verb(tmp_path: Path) -> None:
    path = tmp_path / "sample.py"
    path.write_text(
        'class Thing:\n    """A thing."""\n\n    def made(self) -> int:\n        """The number of it."""\n\n'
        '    def make(self) -> int:\n        """Return the number of it."""\n',
        encoding="utf-8",
    )
    (fault,) = wording.check_file(path, "storage/models/sample.py")
    assert fault.startswith("storage/models/sample.py:5: a docstring begins with “The”")
    assert wording.check_file(path, "tests/sample.py") == []


@pytest.mark.parametrize(
    "words", ["8.6.4 Rally: place pieces.", "3.3 Rally: Activists come.", "Spaces of Troops.", "River."]
)
def test_the_check_finds_a_function_docstring_without_a_verb(words: str) -> None:
    ((_, first),) = wording.list_without_verb(f'def play() -> None:\n    """{words}"""\n')
    assert first in words


@pytest.mark.parametrize("words", ["8.6.4, N-04 Rally the crowd.", "Fiume: gain a coin.", "III. Le Camere: return it."])
def test_a_verb_follows_the_number_or_the_heading_of_a_paragraph(words: str) -> None:
    assert list(wording.list_without_verb(f'def play() -> None:\n    """{words}"""\n')) == []


def test_the_number_of_a_paragraph_is_skipped_before_the_verb(tmp_path: Path) -> None:
    path = tmp_path / "sample.py"
    path.write_text(
        'def is_open() -> bool:\n    """8.1.5, N-04 Whether it is open."""\n\n\n'
        'def is_shut() -> bool:\n    """6.4.2 - 6.4.5 Return whether it is shut."""\n\n\n'
        'def play() -> None:\n    """III. What is played."""\n',
        encoding="utf-8",
    )
    assert [fault.partition(": ")[2].partition(":")[0] for fault in wording.check_file(path, "engine/sample.py")] == [
        "a docstring begins with “Whether”",
        "a docstring begins with “What”",
    ]


@pytest.mark.parametrize(
    ("subject", "fault"),
    [
        ("Add a map that shows " + "much " * 12, "characters"),
        ("Added a map", "begins with “Added”"),
        ("Adds a map", "begins with “Adds”"),
        ("Adding a map", "begins with “Adding”"),
        ("add a map", "begins with “add”"),
        ("Tests: add a map", "begins with “Tests:”"),
        ("The map is added", "begins with “The”"),
        ("Add a map.", "full stop"),
    ],
)
def test_a_subject_of_a_commit_is_short_and_begins_with_a_verb(subject: str, fault: str) -> None:
    (found,) = wording.check_subject(subject)
    assert fault in found


@pytest.mark.parametrize(
    "subject",
    ["Add a map, and say why", "Pass a question on", "Bring the map", "Need no map", "Re-add it", 'Revert "The map."'],
)
def test_a_good_subject_of_a_commit_passes(subject: str) -> None:
    assert wording.check_subject(subject) == []


def test_the_commit_hook_checks_the_first_line_of_a_message(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "COMMIT_EDITMSG"
    monkeypatch.setattr("sys.argv", ["wording", "--subject", str(file)])
    file.write_text("Add a map\n\nThe body may say more.\n", encoding="utf-8")
    assert wording.main() == 0
    file.write_text("Maps are added\n", encoding="utf-8")
    assert wording.main() == 1
    assert "“Maps”" in capsys.readouterr().out

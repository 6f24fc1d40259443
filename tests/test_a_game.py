"""docs/a-game.md: its blocks of code, in order, make a game beside the others that is played at a table.

`tools.new_game` writes the same game under another name, ready to play. The second half of the page shows parts of the
game in ``tests/guest``, where they run (`tests/test_a_guest.py`).
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tools import new_game

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "a-game.md"
SHARED = ("bot/games", "engine", "tests/bot", "texts")
"""The folders to which a game adds. All others are shown as they are."""
BLOCK = re.compile(r"(?:^`(?P<path>[^`\n]+)`\n\n)?^```(?P<language>\w+)\n(?P<code>.*?)^```$", re.MULTILINE | re.DOTALL)
GUEST = "tests/guest/"
"""Before the path of a block that is a part of a file there."""
DOCTEST = "import doctest, sys; sys.exit(doctest.testfile(sys.argv[1], module_relative=False).failed)"


def link(source: Path, target: Path, shared: tuple[str, ...]) -> None:
    """Make a folder with links to everything in another, apart from hidden files.

    A shared folder, and each folder above it, becomes a folder too, with links to the compiled modules: no process
    compiles them again.
    """
    target.mkdir()
    for path in source.iterdir():
        if path.name.startswith("."):
            continue
        below = tuple(one.partition("/")[2] for one in shared if one.partition("/")[0] == path.name)
        if below or path.name == "__pycache__":
            link(path, target / path.name, below)
        else:
            (target / path.name).symlink_to(path)


def run(place: Path, *command: str) -> str:
    """Run a command in a checkout, and return what it prints. Fails the test if the command fails."""
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(command, cwd=place, env=environment, capture_output=True, text=True, timeout=600, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """Return a copy of the project that a game can be added to."""
    place = tmp_path / "checkout"
    link(ROOT, place, SHARED)
    (place / ".venv").symlink_to(sys.prefix)
    return place


@pytest.mark.whole_game
def test_the_instructions_for_adding_a_game_make_a_playable_game(checkout: Path) -> None:
    page = PAGE.read_text(encoding="utf-8")
    blocks = list(BLOCK.finditer(page))
    assert page.count("```\n") == len(blocks)
    printed: list[str] = []
    for block in blocks:
        path, code = block["path"], block["code"]
        if path and path.startswith(GUEST):
            continue
        match block["language"]:
            case "sh":
                printed.append(run(checkout, "sh", "-e", "-c", code))
            case "pycon":
                examples = checkout.parent / "examples.txt"
                examples.write_text(code, encoding="utf-8")
                run(checkout, sys.executable, "-c", DOCTEST, str(examples))
            case _:
                assert path, code
                assert not (checkout / path).exists(), f"{path} is there already."
                (checkout / path).write_text(code, encoding="utf-8")
    assert re.search(r"\b7 passed\b", printed[-2]), printed
    assert printed[-1].count("nothing broke") == 2, printed


def test_the_instructions_show_the_code_of_the_guest_game_unchanged() -> None:
    blocks = [(one["path"], one["code"]) for one in BLOCK.finditer(PAGE.read_text(encoding="utf-8"))]
    shown = [(path, code) for path, code in blocks if path and path.startswith(GUEST)]
    changed = [
        (path, code) for path, code in shown if f"\n{code}" not in f"\n{(ROOT / path).read_text(encoding='utf-8')}"
    ]
    assert not changed
    assert {path.rpartition("/")[2] for path, _ in shown} >= {"picture.py", "stage.py", "front.py", "subject.py"}
    assert blocks[-len(shown) :] == shown, "They are the second half of the page."


@pytest.mark.whole_game
def test_a_new_game_passes_its_tests_and_its_missing_parts_are_listed(checkout: Path) -> None:
    told = run(checkout, sys.executable, "-m", "tools.new_game", "zebra")
    assert "bot/games/zebra/front.py" in told
    assert "pytest tests/zebra tests/bot/test_zebra_table.py" in told
    run(checkout, sys.executable, "-m", "ruff", "check", "engine/zebra", "bot/games/zebra", "tests/zebra")
    passed = run(checkout, sys.executable, "-m", "pytest", "-q", "tests/zebra", "tests/bot/test_zebra_table.py")
    assert " passed" in passed
    ask = "from bot.games.frontend import find_lacks, front_of; print(find_lacks(front_of('zebra')))"
    listed = run(checkout, sys.executable, "-c", ask)
    assert listed.startswith("Zebra: no picture; no page; no cards; ")
    assert "5 names without Italian" in listed


def test_ruff_is_found_in_the_venv_whichever_python_makes_a_new_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "executable", "/usr/bin/python3")
    monkeypatch.setenv("PATH", "")
    assert new_game.find_ruff(tmp_path) is None
    (tmp_path / ".venv").symlink_to(sys.prefix)
    assert new_game.find_ruff(tmp_path) == str(tmp_path / ".venv" / "bin" / "ruff")


@pytest.mark.parametrize("name", ["Zebra", "7th", "a", "rajas", "my-game"])
def test_an_unusable_name_for_a_new_game_is_refused(name: str) -> None:
    files = new_game.make_files(name)
    if name == "rajas":
        files["engine/rajas/rules.py"] = ""
    assert new_game.find_fault(name, files)
    assert not new_game.find_fault("zebra", new_game.make_files("zebra"))

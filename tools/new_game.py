"""Write the files of the game in docs/a-game.md under another name, ready to play: ``python -m tools.new_game NAME``.

Then change them step by step into your own game, as the page explains. Nothing that is there already is touched.

Exit code 0: every file was written. 2: the name cannot be used.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parent.parent
PAGE: Final = ROOT / "docs" / "a-game.md"
EXAMPLE: Final = "counting"
BLOCK: Final = re.compile(
    r"^`(?P<path>(?!tests/guest/)[^`\n]+)`\n\n```\w+\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL
)
"""A file of the page: its path, and its text. Parts of ``tests/guest`` that the page shows are not files."""
DOCSTRING: Final = re.compile(r"^echo '(?P<text>[^']+)' > (?P<path>\S+)$", re.MULTILINE)
"""A command of the page that writes the file of a package with only a docstring."""
NAME: Final = re.compile(r"[a-z][a-z0-9]{1,19}")


def read_files(page: str) -> dict[str, str]:
    """Return the text of every file of the page, by its path."""
    files = {found["path"]: found["text"] + "\n" for found in DOCSTRING.finditer(page)}
    return files | {found["path"]: found["text"] for found in BLOCK.finditer(page)}


def rename(text: str, name: str) -> str:
    """Return a text of the page with another name for the game, also in the id of its scenario."""
    text = text.replace('"count"', f'"{name}"').replace("scenario.count", f"scenario.{name}")
    return text.replace(EXAMPLE, name).replace(EXAMPLE.capitalize(), name.capitalize())


def make_files(name: str) -> dict[str, str]:
    """Return the files of a new game by their paths."""
    page = PAGE.read_text(encoding="utf-8")
    return {rename(path, name): rename(text, name) for path, text in read_files(page).items()}


def find_fault(name: str, files: Mapping[str, str], root: Path = ROOT) -> str:
    """Return why a game cannot have a name, or an empty string."""
    if not NAME.fullmatch(name):
        return f"{name!r} is no name for a game: use 2 to 20 small letters and digits, and begin with a letter."
    there = [path for path in files if (root / path).exists()]
    return f"{there[0]} is there already: choose another name." if there else ""


def find_ruff(root: Path) -> str | None:
    """Return the path of ruff: beside Python, in ``.venv``, or where the shell looks; None where there is none."""
    places = (Path(sys.executable).parent, root / ".venv" / "bin")
    return shutil.which("ruff", path=os.pathsep.join(map(str, places))) or shutil.which("ruff")


def write_files(files: Mapping[str, str], root: Path = ROOT) -> None:
    """Write files below a folder; sort their imports, whose order depends on the name, and format them by ruff.

    Without ruff they stay as they are.
    """
    for path, text in files.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text, encoding="utf-8")
    ruff = find_ruff(root)
    modules = [str(root / path) for path in files if path.endswith(".py")]
    if ruff is not None:
        for command in (("check", "--select", "I", "--fix", "--quiet"), ("format", "--quiet")):
            subprocess.run([ruff, *command, *modules], cwd=root, check=True)


def main(arguments: list[str] | None = None) -> int:
    """Write a new game. Returns the exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.new_game", description="Write a small game under your name, ready to play and to change."
    )
    parser.add_argument("name", help="its name, which is also that of its folders: small letters and digits")
    name = parser.parse_args(arguments).name
    files = make_files(name)
    if fault := find_fault(name, files):
        parser.error(fault)
    write_files(files)
    print("\n".join(files))
    print(f"\n{len(files)} files. Play it by make play.")
    print(f"Test it by .venv/bin/pytest tests/{name} tests/bot/test_{name}_table.py.")
    print("docs/a-game.md explains each file: change them step by step into your game.")
    return 0


if __name__ == "__main__":
    sys.exit(main())

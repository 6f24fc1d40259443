"""``gandhi check-data`` on data files with one mistake each: a clear sentence, or all is well and the game works."""

from __future__ import annotations

import json
import os
import random
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.bot.forked import ROOT, Job, Said, run_forked

FOLDERS = {"": ROOT / "engine/gandhi/data", "rajas/": ROOT / "engine/rajas/data"}
FILES = [folder + path.name for folder, data in FOLDERS.items() for path in sorted(data.glob("*.toml"))]

MANY = 14
"""Of a table with more fields than this, only a few are spoilt."""
MOST = int(os.environ.get("GANDHI_MISTAKES", "30"))
"""How many mistakes are made in a file, each of which takes about a second."""

READY = "tests.bot.data_checks"
SET = "import os\nos.environ['GANDHI_DATA'] = os.getcwd()\n"
"""Makes the folder in which a program is run the owner's."""

Mistake = tuple[str, dict[str, Any]]
"""What is wrong, and the data with it."""


def write(value: Any) -> str:
    """Return a value in TOML."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(key)} = {write(inner)}" for key, inner in value.items()) + "}"
    if isinstance(value, list):
        return f"[{', '.join(map(write, value))}]"
    return json.dumps(value, ensure_ascii=False)


def read(name: str) -> dict[str, Any]:
    """Return the data of a shipped file."""
    folder, _, file = name.rpartition("/")
    return tomllib.loads((FOLDERS[f"{folder}/" if folder else ""] / file).read_text("utf-8"))


def spoil(value: Any) -> Iterator[Any]:
    """Yield values that should not be in the place of one."""
    match value:
        case bool():
            yield "nonsense"
        case int():
            yield from ("nonsense", -1, 1_000_000)
        case str():
            yield from (7, "nonsense")
        case list():
            yield from ("nonsense", ["nonsense"], [])
        case dict():
            yield 7


def spoil_table(table: dict[str, Any], place: str, chance: random.Random) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield a table with one mistake: in every field and inside it, or in a few of many fields or rows."""
    fields = list(table.items())
    for key, value in fields if len(fields) <= MANY else chance.sample(fields, 3):
        here = f"{place}.{key}"
        yield f"{here} is missing", {name: inner for name, inner in table.items() if name != key}
        yield f"{here} is misspelt", {f"{name}x" if name == key else name: inner for name, inner in table.items()}
        for bad in spoil(value):
            yield f"{here} = {bad!r}", {**table, key: bad}
        if isinstance(value, dict):
            for what, inner in spoil_table(value, here, chance):
                yield what, {**table, key: inner}
        elif isinstance(value, list) and value and isinstance(value[0], dict):
            number = chance.randrange(len(value))
            for what, inner in spoil_table(value[number], f"{here}[{number}]", chance):
                yield what, {**table, key: [*value[:number], inner, *value[number + 1 :]]}


def list_mistakes(name: str) -> list[Mistake]:
    """Return some of all mistakes in a file: others for each file, and always the same."""
    chance = random.Random(name)
    mistakes = list(spoil_table(read(name), name, chance))
    return chance.sample(mistakes, min(MOST, len(mistakes)))


def check(folders: list[Path]) -> list[Said]:
    """Return the exit code, output and errors of the command for each folder."""
    code = "from pathlib import Path\nfrom tests.bot.data_checks import check\nraise SystemExit(check(Path.cwd()))"
    return run_forked([Job(folder, code) for folder in folders], READY)


def put(folder: Path, name: str, words: str) -> Path:
    """Return a new folder of an owner's that holds one file."""
    (folder / name).parent.mkdir(parents=True)
    (folder / name).write_text(words, "utf-8")
    return folder


@pytest.mark.fuzz
@pytest.mark.few("rajas/yields.toml")
@pytest.mark.parametrize("name", FILES, ids=FILES)
def test_a_mistake_in_a_data_file_is_harmless_or_reported_with_the_files_name(tmp_path: Path, name: str) -> None:
    mistakes = list_mistakes(name)
    folders = [
        put(tmp_path / str(number), name, "\n".join(f"{key} = {write(value)}" for key, value in data.items()))
        for number, (_, data) in enumerate(mistakes)
    ]
    found = zip(mistakes, folders, check(folders), strict=True)
    bad = [
        f"{what}: {code} {words}{errors}"
        for (what, _), folder, (code, words, errors) in found
        if not is_well_said(f"{folder / name}", code, words, errors)
    ]
    assert not bad, "\n".join(bad)


def is_well_said(file: str, code: int, words: str, errors: str) -> bool:
    """Return whether all is well, or every fault is a sentence that begins with the file."""
    if code == 0:
        return words.startswith("Gandhi: ") and "\nRajas: " in words and not errors
    lines = words.splitlines()
    return (
        code == 2
        and bool(lines)
        and all(line.startswith(file) and line.endswith(".") for line in lines)
        and not any(sign in words for sign in ("['", "{'", "Error", "$", "`"))
        and errors.startswith("gandhi: The data has ")
        and len(errors.splitlines()) == 1
    )


def test_check_data_names_replaced_rows_and_a_fault_stops_the_start(tmp_path: Path) -> None:
    start = "from bot.console.check_data import refuse_broken_files\nrefuse_broken_files()"
    rows = '[[event]]\nnumber = 36\ntitle = "Quit India"\norder = ["congress", "revolutionaries", "league", "raj"]\n'
    good = put(tmp_path / "good", "cards.toml", rows)
    bad = put(tmp_path / "bad", "scenarios.toml", "[short.spaces.hyderabad]\ntroops = 1\n")
    (code, said, _), *_ = check([good])
    assert code == 0
    assert said.splitlines()[-1] == f"Replaced by files in {good}: cards.toml, card 36."
    (_, _, errors), (code, _, refused) = run_forked([Job(folder, SET + start) for folder in (good, bad)], READY)
    assert not errors
    assert code != 0
    assert f"{bad / 'scenarios.toml'}, short, spaces: Hyderabad is a State; Troops cannot be there." in refused


def test_data_files_and_entries_that_are_never_read_are_named(tmp_path: Path) -> None:
    folders = [
        put(tmp_path / "one", "event.toml", ""),
        put(tmp_path / "two", "raja/tiles.toml", ""),
        put(tmp_path / "three", "rajas/river.toml", '[[space]]\nnumber = 40\nreward = "boat"\nsource = "rules"\n'),
        put(tmp_path / "four", "board.toml", "[[spaces]]\n"),
    ]
    wrong = [
        "event.toml: no game reads a file of this name; did you mean events.toml?",
        "raja/tiles.toml: no game reads a file of this name; did you mean rajas/tiles.toml?",
        "rajas/river.toml, space 40: there is no such row.",
        "board.toml, spaces: there is no such table.",
    ]
    for folder, words, (code, said, _) in zip(folders, wrong, check(folders), strict=True):
        assert (code, said.strip()) == (2, f"{folder}/{words}")

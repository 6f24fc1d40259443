"""A third game works like the other two: the one in ``tests/guest``, added to a copy of the project, passes its tests.

It has a map, dice, hands that only their owner sees, two to four seats, English words only and an automatic player.
People who host the bot never see it: it is no part of the project's folders of games.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from bot.games.registry import FRONTS
from tests.test_a_game import ROOT, link, run

GUEST = ROOT / "tests" / "guest"
SHARED = ("bot/games", "engine", "render", "tests/bot", "tests/web", "texts", "tools/games")
"""The folders to which the game adds."""
PYTEST = (sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider")
TESTS = {
    "rules and table": ("tests/lake", "tests/bot/test_lake.py"),
    "season, secrecy and page": (
        "tests/bot/test_lake_season.py",
        "tests/bot/test_lake_secrecy.py",
        "tests/web/test_lake_page.py",
        "tests/bot/test_composed_text.py::test_no_message_of_an_evening_has_a_fault_of_punctuation_or_grammar[en]",
    ),
}
"""The files of tests that one process runs: what all of them need takes longer to import than most of them take."""


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a copy of the project with the game in it."""
    place = tmp_path_factory.mktemp("guest") / "checkout"
    link(ROOT, place, SHARED)
    for path in sorted(GUEST.rglob("*")):
        target = place / path.relative_to(GUEST)
        if path.is_dir() and path.name != "__pycache__":
            target.mkdir(exist_ok=True)
        elif path.is_file() and path.parent.name != "__pycache__":
            assert not target.exists(), f"{target} is there already."
            target.symlink_to(path)
    return place


def test_the_bot_does_not_offer_the_guest_game() -> None:
    assert "lake" not in FRONTS


@pytest.mark.whole_game
@pytest.mark.parametrize("tests", [pytest.param(tests, id=name) for name, tests in TESTS.items()])
def test_the_guest_game_passes_its_tests(checkout: Path, tests: tuple[str, ...]) -> None:
    assert " passed" in run(checkout, *PYTEST, *tests)


@pytest.mark.fuzz
@pytest.mark.parametrize("tool", [("fuzz", "--games", "4"), ("fuzz_service", "--steps", "100")])
def test_the_fuzzers_find_no_fault_in_the_guest_game(checkout: Path, tool: tuple[str, ...]) -> None:
    name, *options = tool
    told = run(checkout, sys.executable, "-m", f"tools.verify.{name}", "--game", "lake", "--seed", "1", *options)
    assert "nothing broke" in told


LOAD = """
import asyncio
from tests.loopback.exchange import PATIENT_SECONDS
from tools.bench import benchmark, load

benchmark.SECONDS = 0.05
load.REST = 0.1
figures = asyncio.run(load.measure(load.Plan(3, 1.0, 0.05, turns=3, game="lake"), acknowledge_seconds=PATIENT_SECONDS))
print(len(figures.confirmed), figures.missed, len(figures.answered) == figures.presses)
"""


@pytest.mark.loopback
def test_the_guest_game_passes_a_load_test(checkout: Path) -> None:
    """Play three tables of the guest game: with four people, two and one, and automatic players on the other seats."""
    confirmed, missed, are_answered = run(checkout, sys.executable, "-c", LOAD).split()[-3:]
    assert int(confirmed) >= 3
    assert (missed, are_answered) == ("0", "True")


COPIES = ("pond", "marsh", "fjord")
COUNT = """
import asyncio, json, discord
from bot.client import make_tree
from bot.discord.syncing import describe_commands
from bot.discord.common import CatalogueTranslator

async def count():
    tree = make_tree(discord.Client(intents=discord.Intents.none()))
    await tree.set_translator(CatalogueTranslator())
    beside = COPIES
    lists = [await describe_commands(tree), *[await describe_commands(tree, beside[:n]) for n in (1, 2, 3)]]
    print(json.dumps([[[one["name"] for one in made] for made in lists], max(map(most_choices, lists))]))

def most_choices(part):
    if isinstance(part, list):
        return max(map(most_choices, part), default=0)
    return max(len(part.get("choices") or ()), most_choices(part.get("options") or []))

asyncio.run(count())
"""


@pytest.mark.program
def test_five_games_fit_into_commands_and_choices_of_discord(tmp_path: Path) -> None:
    """Gandhi, Rajas, and three more games that servers add, which are the lake under other names."""
    place = tmp_path / "checkout"
    link(ROOT, place, SHARED)
    for copy in COPIES:
        for part in ("engine/lake", "bot/games/lake", "render/lake", "texts/lake"):
            target = place / part.replace("lake", copy)
            target.mkdir()
            for path in (GUEST / part).iterdir():
                if path.is_file():
                    (target / path.name).write_text(path.read_text(encoding="utf-8").replace("lake", copy))
        front = place / "bot/games" / copy / "front.py"
        front.write_text(front.read_text().replace("    scenarios =", "    is_usual = False\n    scenarios ="))
    (everywhere, *added), choices = json.loads(run(place, sys.executable, "-c", f"COPIES = {COPIES}\n{COUNT}"))
    assert not {*COPIES} & {*everywhere}
    assert len(everywhere) + len(COPIES) < 100
    assert [sorted(names) for names in added] == [sorted(COPIES[:count]) for count in (1, 2, 3)], "a group for each"
    assert choices <= 25

"""Games are found by their folders, and a folder is imported when its game is first asked for."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import engine
from bot.games.registry import FRONTS
from engine.core.discovery import Discovered


@pytest.fixture
def offers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Discovered[str]:
    """Return a package of three folders: one offers something, one is broken, one is no game."""
    for folder, source in (("good", "OFFER = 'rules'"), ("broken", "import no_such_module"), ("empty", "")):
        (tmp_path / "some_games" / folder).mkdir(parents=True)
        (tmp_path / "some_games" / folder / "rules.py").write_text(source, encoding="utf-8")
    (tmp_path / "some_games" / "core").mkdir()
    monkeypatch.syspath_prepend(tmp_path)
    return Discovered("some_games", [str(tmp_path / "some_games")], "rules", "OFFER")


def test_a_folder_with_the_rules_of_a_game_is_found(offers: Discovered[str]) -> None:
    assert list(offers) == ["broken", "empty", "good"]
    assert offers["good"] == "rules"
    assert "core" not in offers


def test_a_faulty_folder_is_named_when_its_game_is_asked_for(offers: Discovered[str]) -> None:
    with pytest.raises(ImportError, match=r"some_games\.empty\.rules has no OFFER"):
        offers["empty"]
    with pytest.raises(ModuleNotFoundError, match="no_such_module"):
        offers["broken"]
    for unknown in ("chess", "core", "..", ""):
        with pytest.raises(KeyError):
            offers[unknown]


def test_an_added_game_can_be_removed_again(offers: Discovered[str], monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        patch.setitem(offers, "chess", "mate")
        assert (list(offers)[-1], offers["chess"], len(offers)) == ("chess", "mate", 4)
    assert "chess" not in offers
    assert len(offers) == 3


def test_every_game_has_rules_and_a_front_end_of_the_same_name() -> None:
    assert list(engine.GAMES) == list(FRONTS)
    for game, rules in engine.GAMES.items():
        assert rules.name == FRONTS[game].setup.kind == game
        assert rules.first_scenario in FRONTS[game].setup.scenarios


def test_importing_the_engine_imports_no_game() -> None:
    code = "import sys, engine; print(*(name for name in sys.modules if name.startswith('engine.')))"
    made = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    assert {name.split(".")[1] for name in made.stdout.split()} == {"core"}

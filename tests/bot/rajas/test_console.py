"""The command line and Rajas of the Ganges: whole games of Birbal, records that verify, data that is checked."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.cli import main
from bot.console.simulate import Players, play_games, summarise


@pytest.mark.parametrize(("scenario", "players"), [("basic", 2), ("navaratnas", 3), ("mixed", 4)])
def test_birbal_plays_whole_games_whose_records_can_be_verified(
    scenario: str, players: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    played = play_games(scenario, 1, "a", 1, tmp_path, Players(players))
    assert played == play_games(scenario, 1, "a", 1, None, Players(players))
    assert len(played[0].margins) == players
    summary = summarise(scenario, "a", played)
    assert sum(summary.wins.values()) == 1
    assert min(summary.sides[side] for side in ("quarry", "palace")) > 0
    (path,) = tmp_path.iterdir()
    assert main(["replay", "--verify", "--log", str(path)]) == 0
    told = capsys.readouterr().out
    assert "Every step, die and card is as recorded" in told
    assert "Quarry" in told


def test_impossible_values_of_options_are_refused_in_a_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "--scenario", "basic", "--players", "5", "--games", "1"]) == 2
    assert main(["simulate", "--scenario", "nothing", "--games", "1"]) == 2
    assert main(["render", "--scenario", "nothing", "-o", "x.png"]) == 2
    told = capsys.readouterr().err
    assert "not for 5" in told
    assert "basic, navaratnas, mixed" in told


def test_check_data_counts_the_province_tiles(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check-data"]) == 0
    assert "64 province tiles" in capsys.readouterr().out


def test_rajas_has_a_picture_of_its_tiles_and_gandhi_has_none(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Draw the pictures that "Make it your box" in docs/rajas.md compares with photos."""
    for layout in ("tiles", "river", "lotus"):
        assert main(["render", "--scenario", "basic", "--layout", layout, "-o", str(tmp_path / f"{layout}.png")]) == 0
    assert (tmp_path / "tiles.png").stat().st_size > 10_000
    assert main(["render", "--scenario", "short", "--layout", "tiles", "-o", str(tmp_path / "no.png")]) == 2
    assert "no layout 'tiles'" in capsys.readouterr().err

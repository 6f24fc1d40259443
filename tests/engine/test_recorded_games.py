"""A recorded four-person game of each scenario gives the same digests on another run.

If a change of the rules is meant to change them, write the records again with
``python -m tools.games.gandhi.record_games`` and say why in the commit.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from engine import Game
from engine.core.record import read_record, step_line, verify_record, write_record
from tools.games.gandhi.record_games import FOLDER, SCENARIOS, record_game

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.golden
@pytest.mark.few("short")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_recorded_game_replays_to_its_digests(scenario: str) -> None:
    """Labels, keys, what every step changed, and the result. The digests of states may change with a new field."""
    recorded = read_record((FOLDER / f"{scenario}.gandhi.jsonl").read_bytes())
    game = Game.load(recorded)
    assert game.decision is None
    assert game.result == recorded.result
    assert recorded.start.seats == dict.fromkeys(("raj", "congress", "league", "revolutionaries"), "player")
    for mine, theirs in zip(map(step_line, game.steps), recorded.steps, strict=True):
        assert (mine.number, mine.label, mine.keys) == (theirs.number, theirs.label, theirs.keys)
        assert mine.digest == theirs.digest, f"step {mine.number}"


@pytest.mark.golden
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_game_recorded_in_another_process_is_identical(scenario: str) -> None:
    """Nothing depends on the process: not on its hash seed, not on what was played before."""
    data = record_game(scenario)
    made = f"record_game({scenario!r})"
    program = f"import sys; from tools.games.gandhi.record_games import record_game; sys.stdout.buffer.write({made})"
    run = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, check=True)
    assert run.stdout == data
    recorded = read_record(data)
    game = Game.load(recorded)
    verify_record(game.record(), recorded)
    assert write_record(game.record()) == data

"""Record games that must always replay to the same digests: one of four people in each scenario, and a library.

``python -m tools.games.gandhi.record_games`` writes all records in ``tests/fixtures/games`` again (the library of
`tools.games.gandhi.library` too), after a change of the rules that is meant to change them. Its commit says why.
"""

from __future__ import annotations

import hashlib
import sys
from pathlib import Path
from random import Random

from engine import Game
from engine.core.record import write_record
from engine.gandhi.ids import PLAYER, SEATS
from tools.games.gandhi.library import LIBRARY, make_library, write_library
from tools.playing import play_on

FOLDER = Path(__file__).resolve().parents[3] / "tests" / "fixtures" / "games"
SCENARIOS = ("short", "main")
MOST_CHOICES = 20_000


def record_game(scenario: str) -> bytes:
    """Return a finished random game of a scenario, as a record. Always the same one while the rules are the same."""
    seed = hashlib.blake2b(f"recorded {scenario}".encode(), digest_size=32).digest()
    game = Game.new(scenario=scenario, seats=dict.fromkeys(SEATS, PLAYER), seed=seed)
    play_on(game, Random(scenario), MOST_CHOICES)
    return write_record(game.record())


def main() -> int:
    """Write the records."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for scenario in SCENARIOS:
        path = FOLDER / f"{scenario}.gandhi.jsonl"
        data = record_game(scenario)
        path.write_bytes(data)
        print(f"{path.name}: {len(data.splitlines())} lines, {len(data):,} bytes")
    games = make_library()
    data = write_library(games)
    LIBRARY.write_bytes(data)
    print(f"{LIBRARY.name}: {len(games)} games, {len(data):,} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""Count the decision tree from named positions: any change of a rule shows as a change of these figures.

``python -m tools.verify.perft [NAME ...] [--update] [--divide]``

A count at depth n is the number of sequences of n allowed keys. The positions lie in ``tests/perft/positions``, in
the position format; the counts in ``tests/perft/counts.json``. The commit of a changed count says why. A fixed seed
decides the dice.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path
from typing import Any

from bot.console.terminal import Progress
from engine import Game

FOLDER = Path(__file__).resolve().parent.parent.parent / "tests" / "perft"
POSITIONS = FOLDER / "positions"
COUNTS = FOLDER / "counts.json"
SEED = b"the seed of the counted trees"
DEPTH = 5
"""The depth to which a position without figures is counted."""

Counts = dict[str, list[int]]


def names() -> list[str]:
    """Return the names of the positions."""
    return sorted(path.stem for path in POSITIONS.glob("*.json"))


def open_position(name: str) -> Game:
    """Return the game at a named position."""
    position: dict[str, Any] = json.loads((POSITIONS / f"{name}.json").read_text("utf-8"))
    return Game.at(position, seed=SEED)


def count_tree(game: Game, depth: int) -> list[int]:
    """Return how many sequences of 1, 2, ... ``depth`` allowed keys there are from here."""
    counts = [0] * depth
    count_below(game, counts, 0)
    return counts


def count_below(game: Game, counts: list[int], level: int) -> None:
    """Add this decision's options to its level, and continue below each of them."""
    if game.decision is None:
        return
    counts[level] += len(game.decision.options)
    if level + 1 == len(counts):
        return
    for option in game.decision.options:
        twin = game.clone()
        twin.choose(option.key)
        count_below(twin, counts, level + 1)


def divide(game: Game, depth: int) -> dict[str, int]:
    """Return the count at ``depth`` for each first key, to find what changed."""
    parts: dict[str, int] = {}
    for option in game.decision.options if game.decision else ():
        twin = game.clone()
        twin.choose(option.key)
        parts[option.key] = count_tree(twin, depth - 1)[-1] if depth > 1 else 1
    return parts


def read_counts() -> Counts:
    """Return the committed figures."""
    counts: Counts = json.loads(COUNTS.read_text("utf-8")) if COUNTS.exists() else {}
    return counts


def write_counts(counts: Counts) -> None:
    """Write the figures, one position a line."""
    lines = [f"  {json.dumps(name)}: {json.dumps(counts[name])}" for name in sorted(counts)]
    COUNTS.write_text("{\n" + ",\n".join(lines) + "\n}\n", "utf-8")


def main(arguments: list[str] | None = None) -> int:
    """Run the command line. Returns 1 when a figure differs from the committed one and is not updated."""
    parser = argparse.ArgumentParser(prog="python -m tools.verify.perft", description="Count the decision tree.")
    parser.add_argument("names", nargs="*", metavar="NAME", help="positions to count (default: all)")
    parser.add_argument("--update", action="store_true", help="write the figures to tests/perft/counts.json")
    parser.add_argument("--divide", action="store_true", help="part the deepest count by the first key")
    options = parser.parse_args(arguments)
    known = names()
    unknown = sorted(set(options.names) - set(known))
    if unknown:
        parser.error(f"no such position: {unknown[0]} (there are: {', '.join(known)})")
    chosen = options.names or known
    committed, progress, changed = read_counts(), Progress(), 0
    counts = dict(committed)
    for index, name in enumerate(chosen):
        progress.show(index / len(chosen), name)
        game, began = open_position(name), time.perf_counter()
        depth = len(committed.get(name, ())) or DEPTH
        counts[name] = count_tree(game, depth)
        seconds = time.perf_counter() - began
        progress.close()
        differs = counts[name] != committed.get(name)
        changed += differs
        note = f"  (was {committed.get(name, 'not counted')})" if differs else ""
        print(f"{name:40} {'  '.join(f'{count:,}' for count in counts[name]):>30} {seconds:6.2f} s{note}")
        if options.divide:
            for key, part in divide(game, depth).items():
                print(f"    {key:36} {part:>12,}")
    if options.update:
        gone = set(counts) - set(known)
        write_counts({name: figures for name, figures in counts.items() if name not in gone})
        return 0
    return 1 if changed else 0


if __name__ == "__main__":
    sys.exit(main())

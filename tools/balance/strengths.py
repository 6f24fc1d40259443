"""Measures how strong the easy and the strong Birbal are.

``python -m tools.balance.strengths [--games N] [--tries N] [--jobs N] [--seed WORD] [--only easy|strong]``

Each plays against the medium one, alone against one or two of them, on each seat in turn with the same dice. Prints the
games that it won, with the interval that holds the true share 19 times in 20, and how long a search took at most.
"""

from __future__ import annotations

import argparse
import sys
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from random import Random
from time import process_time

import msgspec

from engine import Game
from engine.core.decision import Decision
from engine.rajas.birbal.finding import Finding, find, find_easily
from engine.rajas.birbal.search import search_turn
from engine.rajas.birbal.weights import WEIGHTS
from engine.rajas.ids import BASIC, PLACE, SEATS
from tools.balance.birbal import answer_by, interval, play


class Thinker(msgspec.Struct):
    """A Birbal that imagines ``tries`` games for a placement; with none, it is the easy one."""

    tries: int
    longest: float = 0.0
    finding: Finding | None = None

    def __call__(self, game: Game, decision: Decision) -> str:
        """Return the answer to a decision."""
        if decision.kind == PLACE:
            begun = process_time()
            self.finding = find(search_turn(game, self.tries)) if self.tries else find_easily(game)
            self.longest = max(self.longest, process_time() - begun)
        found = self.finding.answer(game.step_number, game.keys) if self.finding is not None else ""
        return found or answer_by(WEIGHTS)(game, decision)


def play_one(number: int, players: int, tries: int, seed: str) -> tuple[bool, float]:
    """Play a game. Returns whether the one who is measured has won, and the seconds of their longest search."""
    chance = Random(f"{seed}-strengths-{number // players}")
    seat, thinker = SEATS[number % players], Thinker(tries)
    played = play({**dict.fromkeys(SEATS[:players], answer_by(WEIGHTS)), seat: thinker}, chance, BASIC)
    return played.winner == seat, thinker.longest


def main(arguments: list[str] | None = None) -> int:
    """Run the command line, and return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tools.balance.strengths", description="How strong Birbal is.")
    parser.add_argument("--games", type=int, default=120, help="games of each kind (%(default)s)")
    parser.add_argument("--tries", type=int, default=40, help="games imagined for a placement (%(default)s)")
    parser.add_argument("--jobs", type=int, default=1, help="processes (%(default)s)")
    parser.add_argument("--seed", default="1", help="any word (%(default)s)")
    parser.add_argument("--only", choices=("easy", "strong"), help="one of the two")
    options = parser.parse_args(arguments)
    with ProcessPoolExecutor(options.jobs) as pool:
        for name, tries in (("easy", 0), ("strong", options.tries)):
            for players in (2, 3) if options.only in (None, name) else ():
                one = partial(play_one, players=players, tries=tries, seed=options.seed)
                played = list(pool.map(one, range(options.games)))
                won = sum(is_won for is_won, _ in played)
                low, high = interval(won, options.games)
                longest = max(seconds for _, seconds in played)
                print(
                    f"{name} against medium, {players} players: {won} of {options.games} won "
                    f"({low:.3f} to {high:.3f}); a search takes {longest:.2f} seconds at most",
                    flush=True,
                )
    return 0


if __name__ == "__main__":
    sys.exit(main())

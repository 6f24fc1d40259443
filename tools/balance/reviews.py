"""Measure whether two reviews of the same games, made with other imagined games, name the same turns.

``python -m tools.balance.reviews [--games N] [--seats N] [--seed WORD]``

In each Short game ``--seats`` seats follow the advice that a person gets from a few imagined games, and now and then
play at random, so that there are mistakes to find; Arjuna plays the others. Prints for each game the turns that each of
the two reviews names, and how long each has taken.
"""

from __future__ import annotations

import argparse
import math
import random
import sys
import time
from typing import Any

from bot.console.simulate import game_seed
from bot.games.answers import GameReview, ReviewedTurn
from bot.games.gandhi.reviewing import GandhiReviewer
from engine import Game
from engine.gandhi.arjuna.player import Arjuna
from engine.gandhi.ids import ARJUNA, PLAYER, SEATS
from tools.balance.advised import follow_advice

RANDOM_TURNS = 3
"""One in this many turns of a person is played at random."""
MOST_ANSWERS = 60
"""The most answers of a turn at random."""


def play_game(number: int, seats: int, seed: str) -> Game:
    """Play a game in which ``seats`` seats follow advice, and return it."""
    people = SEATS[:seats]
    game = Game.new(
        scenario="short",
        seats={seat: PLAYER if seat in people else ARJUNA for seat in SEATS},
        seed=game_seed(seed, number),
    )
    arjuna, chance = Arjuna(game, explains=False), random.Random(f"{seed} {number}")
    while game.decision is not None:
        if arjuna.must_decide:
            arjuna.answer()
        elif chance.randrange(RANDOM_TURNS):
            follow_advice(game, 0)
        else:
            play_at_random(game, chance)
    return game


def play_at_random(game: Game, chance: random.Random) -> None:
    """Answer at random until someone else must decide or the step has ended."""
    seat, step = game.pending_seat, game.step_number
    for _ in range(MOST_ANSWERS):
        if game.decision is None or (game.pending_seat, game.step_number) != (seat, step):
            return
        options = [option for option in game.decision.options if option.why is None and option.role != "extra"]
        game.choose(chance.choice(options or list(game.decision.options)).key)


def list_turns(game: Game) -> list[ReviewedTurn]:
    """Return the turns of a finished game."""
    return [ReviewedTurn(step.start, step.number, step.keys) for step in game.steps if step.keys]


def review(turns: list[ReviewedTurn], word: str) -> tuple[GameReview, float, int]:
    """Return a review with imagined games drawn from a word, its processor seconds, and the number of its tasks."""
    begun = time.process_time()
    reviewer, found = GandhiReviewer(turns, word), list[Any]()
    while (search := reviewer.plan(found)) is not None:
        found.append(search.function(*search.arguments, math.inf))
    return reviewer.sum_up(found), time.process_time() - begun, len(found)


def main(arguments: list[str] | None = None) -> int:
    """Run the command line, and return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tools.balance.reviews", description="How sure reviews are.")
    parser.add_argument("--games", type=int, default=3, help="games (%(default)s)")
    parser.add_argument("--seats", type=int, default=1, help="seats of people (%(default)s)")
    parser.add_argument("--seed", default="reviews", help="any word (%(default)s)")
    options = parser.parse_args(arguments)
    for number in range(options.games):
        turns = list_turns(play_game(number, options.seats, options.seed))
        print(f"game {number}: {len(turns)} turns")
        for word in ("one", "two"):
            made, seconds, tasks = review(turns, word)
            costly = ", ".join(
                f"{one.turn} {one.seat} {'+'.join(one.done)} -{one.cost:.2f} ({' / '.join(map('+'.join, one.better))})"
                for one in made.costly
            )
            swings = ", ".join(f"{one.turn} {one.seat} {one.gain:+.2f}" for one in made.swings)
            print(
                f"  {word}: {seconds:.0f} s, {tasks} tasks. Cost: {costly or '-'}. Luck: {swings or '-'}.", flush=True
            )
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""Measure how a beginner fares against the easy Chanakya.

``python -m tools.balance.advised [--games N] [--tries N] [--jobs N] [--seed WORD]``

One person follows the first proposal of ``/advice`` in Short games; the easy Chanakya plays the other three seats.
Prints the games that the person won from each seat, with the interval that holds the true share 19 times in 20.
"""

from __future__ import annotations

import argparse
import math
import sys
from concurrent.futures import ProcessPoolExecutor
from functools import partial

from bot.console.simulate import game_seed
from bot.games.gandhi import rival
from bot.games.gandhi.advising import MOST_GAMES
from bot.games.gandhi.front import FRONT
from engine import Game
from engine.gandhi.arjuna.working import default_answer
from engine.gandhi.chanakya.advising import advise
from engine.gandhi.ids import CHANAKYA, PLAYER, SEATS
from tools.balance.birbal import interval


def play_advised(number: int, seat: str, seed: str, tries: int) -> bool:
    """Play a game in which one person follows advice from ``tries`` imagined games; return whether they win."""
    seats = {one: PLAYER if one == seat else CHANAKYA for one in SEATS}
    game = Game.new(scenario="short", seats=seats, seed=game_seed(seed, number))
    player = rival.make_player(game)
    while game.decision is not None:
        if game.pending_seat == seat:
            follow_advice(game, tries)
            continue
        search = None if game.keys else FRONT.player.plan_search(game, rival.EASY)
        if search is not None:
            player = rival.make_player(game, search.function(*search.arguments, math.inf))
        player.answer()
    return game.result is not None and game.result.ranking[0] == seat


def follow_advice(game: Game, tries: int) -> None:
    """Give the answers of the first proposal while the seat is asked; without a proposal, give the default answer."""
    seat = game.pending_seat
    proposals = advise(game.blind(), lambda tried: tried < tries)
    if not proposals and game.decision is not None:
        game.choose(default_answer(game.decision))
    for key in proposals[0].keys if proposals else ():
        if game.pending_seat == seat:
            game.choose(key)


def main(arguments: list[str] | None = None) -> int:
    """Run the command line, and return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tools.balance.advised", description="How easy Chanakya is.")
    parser.add_argument("--games", type=int, default=24, help="games from each seat (%(default)s)")
    parser.add_argument("--tries", type=int, default=MOST_GAMES, help="games imagined for advice (%(default)s)")
    parser.add_argument("--jobs", type=int, default=1, help="processes (%(default)s)")
    parser.add_argument("--seed", default="advised", help="any word (%(default)s)")
    options = parser.parse_args(arguments)
    with ProcessPoolExecutor(options.jobs) as pool:
        for seat in SEATS:
            one = partial(play_advised, seat=seat, seed=options.seed, tries=options.tries)
            won = sum(pool.map(one, range(options.games)))
            low, high = interval(won, options.games)
            print(f"{seat}: {won} of {options.games} won ({low:.3f} to {high:.3f})", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())

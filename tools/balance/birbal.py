"""Measures whether Birbal plays well, and whether every action is worth a worker.

``python -m tools.balance.birbal [--games N] [--seed X]``

Plays Birbal against a player that chooses at random and against the older weights. Then each Birbal at a table prefers
another action; then one of them avoids an action: it takes it less often, or only when it has no other. Prints the
games won by each, and how often each kind of space is used when it is open.
"""

from __future__ import annotations

import argparse
import math
import sys
from collections import Counter
from collections.abc import Callable, Mapping
from random import Random

import msgspec

from engine import Game
from engine.core.decision import Decision
from engine.rajas.birbal.thoughts import total
from engine.rajas.birbal.weighing import weigh
from engine.rajas.birbal.weights import OLDER, WEIGHTS, Weights
from engine.rajas.ids import ASSORTED, BASIC, CHAMBER, NAVARATNAS, PLAYER, SEATS

AREAS = {
    "market": ("market",),
    "building": ("quarry",),
    "river": ("harbour",),
    "palace": ("veranda", "terrace", "gallery", "chamber"),
}
LEAN = 0.8
"""Points of fame by which an action counts more for a Birbal that leans to it."""
NEVER = -1000.0

Answer = Callable[[Game, Decision], str]


def answer_by(weights: Weights) -> Answer:
    """Return the player who answers as Birbal with these weights would."""

    def answer(game: Game, decision: Decision) -> str:
        weighed = weigh(game, decision, weights)
        return max(weighed, key=lambda key: total(weighed[key]))

    return answer


def answer_at_random(chance: Random) -> Answer:
    """Return a player that gives any allowed answer at random."""
    return lambda game, decision: chance.choice(decision.options).key


def leaning(area: str, much: float) -> Answer:
    """Return a Birbal for whom an area counts ``much`` points of fame more, or fewer if negative."""
    return answer_by(msgspec.structs.replace(WEIGHTS, leans=WEIGHTS.leans | dict.fromkeys(AREAS[area], much)))


class Usage(msgspec.Struct):
    """How often each kind of space was open to a player who placed a worker, and how often it was taken."""

    open: Counter[str]
    taken: Counter[str]

    def count(self, decision: Decision, key: str) -> None:
        """Count the kinds of spaces that were open for a worker, and the one that it took."""
        self.open.update({kind_of(option.key) for option in decision.options})
        self.taken[kind_of(key)] += 1

    def share(self, kind: str) -> float:
        """Return the share of the turns at which a kind was open in which it was taken."""
        return self.taken[kind] / max(1, self.open[kind])


class Played(msgspec.Struct, frozen=True):
    """A finished game: its winner, the overlap of each seat's markers, and the number of its rounds."""

    winner: str
    margins: dict[str, int]
    rounds: int


def kind_of(action: str) -> str:
    """Return the kind of a space; spaces for one good, of one colour, or at one price are of the same kind."""
    kind, _, rest = action.partition(":")
    return action if kind == CHAMBER or rest == ASSORTED else kind


def play(answers: Mapping[str, Answer], chance: Random, scenario: str = BASIC, usage: Usage | None = None) -> Played:
    """Play a game to its end, and return it; ``usage`` counts where workers were placed."""
    options = {"ganga": chance.random() < 0.25}
    game = Game.new("rajas", scenario, dict.fromkeys(answers, PLAYER), chance.randbytes(32), options)
    while (decision := game.decision) is not None:
        key = answers[decision.seat](game, decision)
        if usage is not None and decision.kind == "place":
            usage.count(decision, key)
        game.choose(key)
    if game.result is None:
        raise RuntimeError("A game did not end.")
    return Played(game.result.ranking[0], game.result.margins, game.state.round)


def against_random(games: int, seed: str) -> tuple[int, float]:
    """Return how many of ``games`` Birbal wins alone against a random player, and the mean of their rounds."""
    won, rounds = 0, 0
    for number in range(games):
        chance = Random(f"{seed}-random-{number}")
        birbal = SEATS[number % 2]
        answers = {seat: answer_at_random(chance) for seat in SEATS[:2]}
        answers[birbal] = answer_by(WEIGHTS)
        played = play(answers, chance, (BASIC, NAVARATNAS)[number // 2 % 2])
        won += played.winner == birbal
        rounds += played.rounds
    return won, rounds / games


def against_older(games: int, seed: str, players: int) -> int:
    """Return how many games Birbal wins alone against the older weights, from each seat in turn with the same dice."""
    won = 0
    for number in range(games):
        chance = Random(f"{seed}-older-{number // players}")
        seat = SEATS[number % players]
        answers = dict.fromkeys(SEATS[:players], answer_by(OLDER)) | {seat: answer_by(WEIGHTS)}
        won += play(answers, chance).winner == seat
    return won


def interval(won: int, games: int) -> tuple[float, float]:
    """Return the interval in which the share of games won lies 19 times in 20 (Wilson's)."""
    square, share = 1.96**2, won / games
    middle = (share + square / 2 / games) / (1 + square / games)
    width = 1.96 * math.sqrt(share * (1 - share) / games + square / 4 / games**2) / (1 + square / games)
    return middle - width, middle + width


def rotated(answers: Mapping[str, Answer], number: int) -> tuple[dict[str, Answer], dict[str, str]]:
    """Seat the players, in a different order each game. Returns who answers for each seat, and their names."""
    names = list(answers)
    turn = number % len(names)
    names = names[turn:] + names[:turn]
    named = dict(zip(SEATS, names, strict=False))
    return {seat: answers[name] for seat, name in named.items()}, named


def table_of(
    answers: Mapping[str, Answer], games: int, seed: str, usage: Usage | None = None
) -> tuple[Counter[str], float]:
    """Return the games won by each player at a table, and the mean of their rounds."""
    won: Counter[str] = Counter(dict.fromkeys(answers, 0))
    rounds = 0
    for number in range(games):
        chance = Random(f"{seed}-{number}")
        seated, named = rotated(answers, number)
        played = play(seated, chance, usage=usage)
        won[named[played.winner]] += 1
        rounds += played.rounds
    return won, rounds / games


def main(arguments: list[str] | None = None) -> int:
    """Run the command line, and return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tools.balance.birbal", description="How well Birbal plays.")
    parser.add_argument("--games", type=int, default=200, help="games of each kind (%(default)s)")
    parser.add_argument("--seed", default="1", help="any word (%(default)s)")
    options = parser.parse_args(arguments)
    games, seed = options.games, options.seed
    won, rounds = against_random(games, seed)
    print(f"against random play: {won} of {games} won, {rounds:.1f} rounds", flush=True)
    for players in (2, 3):
        won = against_older(games, seed, players)
        low, high = interval(won, games)
        print(f"against older weights, {players} players: {won} of {games} won ({low:.3f} to {high:.3f})", flush=True)
    for players, name in ((2, "two"), (4, "four")):
        usage = Usage(Counter(), Counter())
        plain = {str(number): answer_by(WEIGHTS) for number in range(players)}
        shares, rounds = table_of(plain, games, f"{seed}-plain", usage)
        print(f"{name} alike: {dict(shares)} of {games}, {rounds:.1f} rounds", flush=True)
        shown = ", ".join(f"{kind} {usage.share(kind):.3f}" for kind, _ in usage.taken.most_common())
        print(f"used where open: {shown}", flush=True)
    shares, rounds = table_of({area: leaning(area, LEAN) for area in AREAS}, games, f"{seed}-lean")
    print(f"leaning to one action each: {dict(shares)} of {games}, {rounds:.1f} rounds", flush=True)
    for how, much in (("seldom", -LEAN), ("never", NEVER)):
        for area in AREAS:
            answers = {"shuns": leaning(area, much), **{str(number): answer_by(WEIGHTS) for number in range(2)}}
            shares, _ = table_of(answers, games, f"{seed}-never-{area}")
            print(f"one of three {how} takes {area}: wins {shares['shuns']} of {games}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())

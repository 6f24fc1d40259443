"""Measure the share of turns that a practised player can type in one line.

Turns come from games that Arjuna plays (``played``), and from games with random answers (``drawn``), which are odder
than anything people do. A turn counts when a line for it, read in that language, leads to the same choices.
``--examples`` prints some lines, ``--missing`` turns without one.
"""

from __future__ import annotations

import argparse
import random
import statistics
from collections import Counter
from collections.abc import Iterator

from bot.games.answers import Line
from bot.games.gandhi.orders.lines import write_line
from bot.language import list_languages, load_language
from engine import Game
from engine.gandhi import catalogue
from engine.gandhi.arjuna.player import Arjuna
from engine.gandhi.ids import SEATS

NAMES = frozenset(name for menu in catalogue.OPERATIONS.values() for name in menu)

Turn = tuple[Game, list[str]]
"""The game at the start of a turn, and its keys; those of other seats are in brackets."""


def list_turns(games: int, *, drawn: bool) -> Iterator[Turn]:
    """Yield the turns of some games except passes: games of Arjuna, or random ones if ``drawn``."""
    for number in range(games):
        seats = dict.fromkeys(SEATS, "player" if drawn else "arjuna")
        game = Game.new(scenario=("short", "main")[number % 2], seats=seats, seed=bytes([number]) * 32)
        yield from turns_of(game, random.Random(number), None if drawn else Arjuna(game, explains=False))


def turns_of(game: Game, chance: random.Random, arjuna: Arjuna | None) -> Iterator[Turn]:
    """Yield the turns of one game except passes, while it is played."""
    while (decision := game.decision) is not None:
        if decision.kind != "turn.action":
            step(game, chance, arjuna)
            continue
        start, seat, number, keys = game.clone(), decision.seat, game.step_number, []
        while game.decision is not None and game.step_number == number:
            mine, kind = game.decision.seat == seat, game.decision.kind
            key = step(game, chance, arjuna)
            if mine:
                # The number of cards that Arjuna has drawn is not a choice: no line contains it.
                keys.append("0" if kind == "arjuna.cards" else key)
            else:
                keys.append(f"({key})")
        if keys[0] != "pass":
            yield start, keys


def step(game: Game, chance: random.Random, arjuna: Arjuna | None) -> str:
    """Give one answer, Arjuna's or a random one, and return its key."""
    if arjuna is not None:
        return arjuna.answer()
    options = game.decision.options if game.decision is not None else []
    usual = [option.key for option in options if option.key not in ("remove_own", "transfer")]
    key = chance.choice(usual or [option.key for option in options])
    game.choose(key)
    return key


def can_be_asked(keys: list[str]) -> bool:
    """Return whether one line can contain the whole turn, because no other seat was asked in the middle of it."""
    return not any(key.startswith("(") for key in keys)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="Which share of turns can be said in one line?")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--language", default="en", choices=list_languages())
    parser.add_argument("--examples", type=int, default=0)
    parser.add_argument("--missing", type=int, default=0)
    arguments = parser.parse_args()
    language = load_language(arguments.language)
    for drawn in (False, True):
        said: list[Line] = []
        missing: list[Turn] = []
        actions: Counter[str] = Counter()
        lost: Counter[str] = Counter()
        for start, keys in list_turns(arguments.games, drawn=drawn):
            own = keys if can_be_asked(keys) else keys[: next(i for i, key in enumerate(keys) if key.startswith("("))]
            line = write_line(language, start, own)
            name = next((key for key in own if not key.startswith("special:") and key in NAMES), own[0])
            actions[name] += 1
            if line is None:
                missing.append((start, keys))
                lost[name] += 1
            else:
                said.append(line)
        total = len(said) + len(missing)
        lengths = [len(line.orders) for line in said]
        print("drawn" if drawn else "played", f"{len(said)} of {total} turns: {len(said) / total:.1%}")
        print(f"  letters: median {statistics.median(lengths):.0f}, longest {max(lengths)}")
        print("  " + ", ".join(f"{name} {count - lost[name]}/{count}" for name, count in sorted(actions.items())))
        for line in random.Random(1).sample(said, min(arguments.examples, len(said))):
            print(f"  /{line.action} orders: {line.orders}")
        for start, keys in missing[: arguments.missing]:
            print(f"  {start.pending_seat}: {' '.join(keys)}")


if __name__ == "__main__":
    main()

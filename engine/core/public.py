"""The public part of a game, for searches in other processes, which must not know more."""

from __future__ import annotations

from typing import Any

import msgspec

from engine.core.dice import WitnessedDice
from engine.core.game import Game, Playing
from engine.core.protocol import Rules
from engine.core.record import Start


class PublicGame(msgspec.Struct, frozen=True):
    """A game without anything hidden: the start of the running step, the keys since, and what these have shown.

    Two games that look alike to everybody are equal, and so are their bytes.
    """

    snapshot: bytes
    keys: tuple[str, ...]
    number: int
    shown: tuple[Any, ...]


def publish(game: Game) -> PublicGame:
    """Return what everybody may know of where a game is. The game is left alone."""
    state = game.rules.decode(game.snapshot())
    state.dice = WitnessedDice(state.dice.seed, state.dice.counters)
    twin = Game(game.rules, state, start=game.start, number=game.step_number)
    for key in game.keys:
        twin.choose(key)
    start = game.rules.decode(game.snapshot())
    game.rules.blind(start)
    return PublicGame(game.rules.encode(start), game.keys, game.step_number, tuple(state.dice.shown))


def resume_public(kind: type[Playing], rules: Rules, public: PublicGame) -> Playing:
    """Return a game of a kind that is where another one is, and knows nothing hidden."""
    start = Start(rules.name, "")
    return kind.resume(rules, public.snapshot, public.keys, start=start, number=public.number, shown=public.shown)

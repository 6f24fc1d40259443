"""The part of a game that everyone or a seat knows, for searches in other processes, which must not know more."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import msgspec

from engine.core.dice import WitnessedDice
from engine.core.game import Game, Playing
from engine.core.protocol import Rules
from engine.core.record import Start


class PublicGame(msgspec.Struct, frozen=True):
    """A game without anything hidden: the start of the running step, the keys since, and what these have shown.

    It holds what everyone knows and what the seats know for which it is made (``seen_by``): two games that look alike
    to these seats are equal, and so are their bytes.
    """

    snapshot: bytes
    keys: tuple[str, ...]
    number: int
    shown: tuple[Any, ...]
    seen_by: tuple[str, ...] = ()


def publish(game: Game, seats: Collection[str] | None = None) -> PublicGame:
    """Return what everyone and some seats know of a game (default: those in its `seen_by`). The game is not changed."""
    seats = game.seen_by if seats is None else seats
    state = game.rules.decode(game.snapshot())
    state.dice = WitnessedDice(state.dice.seed, state.dice.counters, seen_by=tuple(seats))
    twin = Game(game.rules, state, start=game.start, number=game.step_number)
    for key in game.keys:
        twin.choose(key)
    start = game.rules.decode(game.snapshot())
    game.rules.blind(start, seats)
    shown = tuple(state.dice.shown)
    return PublicGame(game.rules.encode(start), game.keys, game.step_number, shown, tuple(seats))


def resume_public(kind: type[Playing], rules: Rules, public: PublicGame) -> Playing:
    """Return the game that a `PublicGame` describes, at the same decision and without hidden information."""
    start = Start(rules.name, "")
    return kind.resume(
        rules,
        public.snapshot,
        public.keys,
        start=start,
        number=public.number,
        shown=public.shown,
        seen_by=public.seen_by,
    )

"""Rajas of the Ganges as the tools play and check it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from random import Random
from typing import Any

from bot.games.rajas import standing_orders
from bot.games.rajas.facts import GAME
from engine import Game
from engine.core.change import Change
from engine.rajas.ids import BASIC, MIXED, NAVARATNAS, SEATS
from engine.rajas.state import State
from render.rajas.alt import alt_text
from tools.games.rajas.invariants import RajasWatch
from tools.subjects import Subject, Watch


def random_rajas(scenario: str, chance: Random) -> Game:
    """Return a game of a scenario with a random seed, table and module."""
    players = chance.randint(2, 4)
    options: dict[str, Any] = {"players": players, "ganga": chance.random() < 0.5}
    if scenario == MIXED:
        options["experts"] = chance.sample(SEATS[:players], chance.randint(1, players - 1))
    return Game.new(GAME, scenario, seed=chance.randbytes(32), options=options)


def disguise(state: State, chance: Random) -> None:
    """Put everything that no one sees into another order: stacks below their top tile, and the white pile."""
    for tiles in state.stacks.values():
        below = tiles[:-1]
        chance.shuffle(below)
        tiles[:-1] = below
    chance.shuffle(state.white)


class RajasSubject(Subject):
    """Games of two to four, with and without the module."""

    def __init__(self) -> None:
        super().__init__(GAME)
        self.tables = (BASIC, NAVARATNAS)

    def start(self, source: str, chance: Random) -> Game:
        """Return a game of a scenario."""
        return random_rajas(source, chance)

    def watch(self) -> Watch:
        """Return the checks of a game."""
        return RajasWatch()

    def disguise(self, state: Any, chance: Random, seats: Collection[str] = ()) -> None:
        """Put everything that no one sees into another order: stacks below their top tile, and the white pile."""
        disguise(state, chance)

    def describe(self, view: Any, changes: Sequence[Change]) -> str:
        """Return the alt text of the table."""
        return alt_text(view, changes)

    def wish(self, chance: Random) -> standing_orders.WorkerOrder:
        """Return a random order for the next worker."""
        places = tuple(chance.sample(standing_orders.PLACES, 3))
        return standing_orders.WorkerOrder(standing_orders.NEXT, places, chance.choice(standing_orders.LASTING))


SUBJECT = RajasSubject()

"""Chanakya at the table: its turns come from a search, and all else is answered in Arjuna's way."""

from __future__ import annotations

from collections.abc import Callable

from engine.core.decision import Decision
from engine.core.dice import Dice
from engine.core.game import Game
from engine.gandhi.arjuna.cards import STACKS
from engine.gandhi.arjuna.mind import Mind
from engine.gandhi.arjuna.player import Arjuna
from engine.gandhi.arjuna.working import Work
from engine.gandhi.chanakya.plans import make_plan
from engine.gandhi.chanakya.search import Search
from engine.gandhi.chanakya.thoughts import Finding, explain, find
from engine.gandhi.ids import ARJUNA, CHANAKYA

Searching = Callable[[Game, tuple[str, ...]], Finding]
"""A function that searches for the rest of the running turn, of which some keys are already played."""


def must_think(game: Game) -> bool:
    """Return whether a turn of Chanakya begins, or continues, for which a search has to be made."""
    seat = game.pending_seat
    return bool(seat) and game.state.seats[seat] == CHANAKYA and game.label.phase == "turn" and game.label.seat == seat


def search_turn(game: Game, played: tuple[str, ...] = (), *, tries: int) -> Finding:
    """Return the turn that a search with ``tries`` imagined games finds for a game at the start of a step."""
    search = Search(game, played)
    while search.tries < tries and not search.is_decided:
        search.try_once()
    return find(search)


class Chanakya(Arjuna):
    """Plays the seats of a game that no person runs: Chanakya's by ``searching``, Arjuna's by its cards."""

    def __init__(self, game: Game, searching: Searching, *, explains: bool = True) -> None:
        super().__init__(game, explains=explains)
        self._searching = searching
        self._finding: Finding | None = None

    def _plays(self, seat: str) -> bool:
        return not self.game.state.is_person(seat)

    def _begin(self, scene: Game) -> None:
        super()._begin(scene)
        self._finding = None

    def _dice_of(self, seat: str) -> Dice:
        if self._scene.state.seats[seat] == ARJUNA:
            return super()._dice_of(seat)
        return Dice(self._finding.ties if self._finding is not None else f"{seat} {self._turn}".encode())

    def _mind(self, seat: str) -> Mind:
        if seat in self._minds or self._scene.state.seats[seat] != CHANAKYA:
            return super()._mind(seat)
        if must_think(self._scene) and not self._scene.keys:
            played = () if self._scene is self.game else self.game.keys
            self._finding = self._searching(self._scene, played)
        mind = super()._mind(seat)
        mind.stack = self._dice_of(seat).shuffle("stack", STACKS[seat])
        if self._finding is not None and self.explains:
            mind.thoughts += explain(self._finding)
        return mind

    def _plan(self, mind: Mind, decision: Decision) -> Work | None:
        if self._finding is None or not self._finding.plan or mind.seat != self._finding.seat:
            return super()._plan(mind, decision)
        return make_plan(self._finding.plan)(mind, decision)

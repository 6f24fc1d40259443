"""Players of an imagined game: everyone plays as Arjuna does, and one seat follows a plan in its next turn."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import TypeAlias

from engine.core.decision import Decision
from engine.core.dice import Dice
from engine.core.game import Game
from engine.gandhi.arjuna.cards import STACKS
from engine.gandhi.arjuna.mind import Mind
from engine.gandhi.arjuna.player import Arjuna
from engine.gandhi.arjuna.working import Work
from engine.gandhi.chanakya.earning import take_paid_turn
from engine.gandhi.ids import ARJUNA, REVOLUTIONARIES

Plan: TypeAlias = Callable[[Mind, Decision], Work]
"""A way to play a turn: a function that answers every decision of a seat in one step."""

BEFORE_CHECK = ("gandhi_placed", "turn", "crisis")
"""The phases outside of Campaign Rounds."""
AT_START = ("turn.action", "turn.operation")
"""Questions at which a plan must have its own answer."""


@lru_cache(maxsize=4)
def shuffle_stacks(ties: bytes) -> Mapping[str, Sequence[str]]:
    """Return Arjuna's cards of each seat in a random order, which is that of all imagined games of one search."""
    dice = Dice(ties)
    return {seat: dice.shuffle("stack", cards) for seat, cards in STACKS.items()}


class Actors(Arjuna):
    """Plays every seat of an imagined game as Arjuna plays its own; players' seats pay their costs.

    ``plan`` is followed in the running step of the game, for the deciding seat (None: Arjuna's way). ``ties`` is
    the seed of its random choices (8.1.2), so that a plan gives the same answers in all imagined games, as far as these
    are alike. ``failed``: the plan had no answer where it needed one.
    """

    def __init__(self, game: Game, plan: Plan | None = None, ties: bytes = b"", *, explains: bool = False) -> None:
        super().__init__(game, explains=explains)
        self.step, self.seat = game.step_number, game.pending_seat
        self.failed = False
        self._planned = plan
        self._ties = ties
        self._stacks = {seat: [*cards] for seat, cards in shuffle_stacks(ties).items()}

    def _plays(self, seat: str) -> bool:
        return True

    def play_on(self) -> None:
        """Play through the next victory check (6.1), and after the last Campaign card to the end of the game."""
        state = self.game.state
        while self.game.decision is not None and (state.final or state.phase in BEFORE_CHECK):
            self.answer()

    def recall(self) -> None:
        """Begin at the present question; an imagined game continues from the middle of a step, with no past."""
        self._begin(self.game)
        self._turn = self.game.step_number

    def _dice_of(self, seat: str) -> Dice:
        is_planned = self.game.step_number == self.step and seat == self.seat
        return Dice(self._ties) if is_planned else super()._dice_of(seat)

    def _think(self, mind: Mind, decision: Decision) -> str:
        key = super()._think(mind, decision)
        if self.game.step_number == self.step and mind.seat == self.seat:
            is_lost = self._plans.get(mind.seat) is None and decision.kind in AT_START
            self.failed = self.failed or is_lost or not decision.allows(key)
        return key

    def _mind(self, seat: str) -> Mind:
        is_new = seat not in self._minds
        mind = super()._mind(seat)
        if is_new and self._scene.state.seats[seat] != ARJUNA:
            mind.stack = self._stacks[seat]
        return mind

    def _plan(self, mind: Mind, decision: Decision) -> Work | None:
        if self._planned is not None and self.game.step_number == self.step and mind.seat == self.seat:
            return self._planned(mind, decision)
        if decision.kind == "turn.action" and mind.seat == REVOLUTIONARIES and mind.state.is_player(mind.seat):
            return take_paid_turn(mind, decision)
        return super()._plan(mind, decision)

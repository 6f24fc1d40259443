"""Plans in Rajas of the Ganges: a turn line for each remaining worker of a seat in a round."""

from __future__ import annotations

from collections.abc import Mapping

from bot.games.playing import Planning
from bot.games.rajas.facts import AREAS
from bot.language import Language
from engine import Game
from engine.rajas.state import State


class RajasPlanning(Planning):
    """Plans for the workers of a round, one after the other. The ``time`` of a plan is the number of its round."""

    actions: Mapping[str, str] = {f"action.{area}": area for area in AREAS}

    def find_time(self, game: Game, seat: str, wanted: int) -> int:
        """Return this round, or the next if no worker is left after a pending placement. ``wanted`` is ignored."""
        state: State = game.state
        decision = game.decision
        is_placing = decision is not None and decision.seat == seat and decision.kind == "place"
        left = state.workers_left(seat) - is_placing
        return state.round if left > 0 else state.round + 1

    def is_time(self, game: Game, time: int) -> bool:
        """Return whether the present round is the round ``time``."""
        return bool(game.state.round == time)

    def is_over(self, game: Game, time: int) -> bool:
        """Return whether the round ``time`` is over."""
        return bool(game.state.round > time)

    def name_time(self, language: Language, time: int) -> str:
        """Return the name of the round ``time``."""
        return language.say("ui.ahead.round", number=time)

"""Turns of Rajas of the Ganges that people plan ahead: a line for each remaining worker of a round."""

from __future__ import annotations

from collections.abc import Mapping

from bot.games.playing import Planning
from bot.games.rajas.facts import AREAS
from bot.language import Language
from engine import Game
from engine.rajas.state import State


class RajasPlanning(Planning):
    """Plans for the workers of a round, one after the other."""

    actions: Mapping[str, str] = {f"action.{area}": area for area in AREAS}

    def find_time(self, game: Game, seat: str, wanted: int) -> int:
        """Return this round, or the next one if the seat has no worker left besides one that it is placing."""
        state: State = game.state
        decision = game.decision
        is_placing = decision is not None and decision.seat == seat and decision.kind == "place"
        left = state.workers_left(seat) - is_placing
        return state.round if left > 0 else state.round + 1

    def is_time(self, game: Game, time: int) -> bool:
        """Return whether the game is in the planned round."""
        return bool(game.state.round == time)

    def is_over(self, game: Game, time: int) -> bool:
        """Return whether the planned round is over."""
        return bool(game.state.round > time)

    def name_time(self, language: Language, time: int) -> str:
        """Return the name of the planned round."""
        return language.say("ui.ahead.round", number=time)

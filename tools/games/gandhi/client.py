"""A client that knows only what everyone may see: the view, the options, and the Changes it receives.

It follows a game by folding Changes over its own view, and checks that the options fit this view.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from engine import Game
from engine.core.change import Change
from engine.gandhi.board import GEOGRAPHY
from tools.games.gandhi.folding import check_folded
from tools.verify.invariants import hold


class Client:
    """Observer of a game before a choice. It compares the Changes it receives with what it sees afterwards."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.view = self.look()
        self.check_options()

    def look(self) -> dict[str, Any]:
        """Return what everyone sees."""
        view: dict[str, Any] = msgspec.to_builtins(self.game.view())
        return view

    def begin_again(self) -> None:
        """Look at the start of the running step, which begins again after an inserted step (a hand-over)."""
        start = self.game.rules.decode(self.game.snapshot())
        self.view = msgspec.to_builtins(self.game.rules.view(start, None))

    def check_options(self) -> None:
        """Check that numbers are at most 50, offered spaces are shown, and the seat that decides has a player."""
        decision = self.game.decision
        if decision is None:
            return
        for option in decision.options:
            if option.key.isdecimal():
                hold(int(option.key) <= 50, "numbers can be counted", (decision, option.key))
        named = [option.key for option in decision.options if option.key in GEOGRAPHY]
        hold(set(named) <= set(self.view["spaces"]), "spaces that are offered are shown", named)
        hold(self.view["seats"][decision.seat] in ("player", "arjuna"), "the one who decides has a seat", decision)

    def follow(self, changes: Sequence[Change]) -> None:
        """Check that the Changes of a choice lead from the view before it to the view now. Raises Broken."""
        check_folded(self.view, changes, self.look())

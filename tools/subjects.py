"""Properties of a game that the tools need: its random games, its invariants, its hidden data.

There is a plain answer for every game. A game that has more to check has a folder in `tools.games`, whose module
``subject`` offers its own `Subject` as ``SUBJECT``.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from random import Random
from typing import Any, Protocol

import msgspec

import tools.games
from bot.games.frontend import front_of
from bot.tables.standing_orders import Wish
from engine import Game
from engine.core.change import Change
from engine.core.decision import Decision
from engine.core.discovery import Discovered
from tools.verify.invariants import check_secrets, hold


class Watch(Protocol):
    """Checks that follow one game."""

    def check(self, game: Game) -> None:
        """Check the game after a choice. Raises Broken."""


class PlainWatch:
    """The checks that every game must pass."""

    def check(self, game: Game) -> None:
        """Check who must decide, and that nothing in the view is secret. Raises Broken."""
        hold((game.decision is None) == (game.result is not None), "a decision while the game goes on, and only then")
        check_secrets(msgspec.to_builtins(game.view()), game.start.seed)


class Follower(Protocol):
    """An observer who knows only the public view before a choice."""

    def begin_again(self) -> None:
        """Look at the start of the running step."""

    def follow(self, changes: Sequence[Change]) -> None:
        """Check that Changes lead from the remembered view to the present one. Raises Broken."""


class Subject:
    """A game to be played and checked, with plain answers. The same chance gives the same answers."""

    has_hands = False
    """Whether some data are hidden from some seats but not from all."""

    def __init__(self, game: str) -> None:
        self.game = game
        self.sources = self.tables = front_of(game).setup.scenarios
        """Sources of the fuzzer's games, and scenarios of random tables; likelier ones are repeated."""

    def start(self, source: str, chance: Random) -> Game:
        """Return a random game of a source."""
        return Game.new(self.game, source, seed=chance.randbytes(32))

    def watch(self) -> Watch:
        """Return the checks of a game."""
        return PlainWatch()

    def disguise(self, state: Any, chance: Random, seats: Collection[str] = ()) -> None:
        """Put all that neither everyone nor one of ``seats`` sees into another order, apart from the dice."""

    def find_most(self, source: str) -> int:
        """Return the number of choices after which a game of a source is cut off; 0 for never."""
        return 0

    def follow(self, game: Game) -> Follower | None:
        """Return an observer of the game before a choice, or None."""
        return None

    def thinks(self, chance: Random) -> bool:
        """Return whether the automatic player answers in a game (`answer`)."""
        return False

    def answer(self, game: Game, decision: Decision) -> str:
        """Return the automatic player's answer, or an empty string on a person's seat."""
        return ""

    def change_hands(self, game: Game, chance: Random) -> str:
        """Return a key by which a seat changes hands or the game goes back, or an empty string."""
        return ""

    def describe(self, view: Any, changes: Sequence[Change]) -> str:
        """Return the alt text of the picture of a view."""
        return ""

    def wish(self, chance: Random) -> Wish | None:
        """Return a random standing order, or None."""
        return None


SUBJECTS: Discovered[Subject] = Discovered(tools.games.__name__, tools.games.__path__, "subject", "SUBJECT")
"""The games that have more to check than every game."""


def find_subject(game: str) -> Subject:
    """Return the `Subject` of a game. Raises KeyError for an unknown game."""
    return SUBJECTS[game] if game in SUBJECTS else Subject(game)

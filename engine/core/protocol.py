"""The interface of a game: the driver, and everything that serves any game, uses nothing else of its rules."""

from __future__ import annotations

from collections.abc import Collection, Generator, Mapping
from enum import StrEnum
from typing import Any, Protocol, TypeAlias

import msgspec

from engine.core.change import Change
from engine.core.decision import Decision
from engine.core.dice import Dice
from engine.core.text import Text

Rule: TypeAlias = Generator[Decision, str, None]
"""A running rule: it yields decisions and receives the chosen keys."""


class Label(msgspec.Struct, frozen=True, omit_defaults=True):
    """Name of a step: its phase, the acting seat (if there is one) and the number of its card.

    >>> from engine import Game
    >>> Game.new("gandhi", seed=b"example").label
    Label(phase='turn', seat='congress', card=32)
    """

    phase: str
    seat: str = ""
    card: int = 0


class Result(msgspec.Struct, frozen=True):
    """Result of a finished game: seats from first to last, their margins, and the reason for the end.

    ``all_players_lose`` is set if a Non-player Faction passed a victory check (7.1).

    >>> result = Result(("congress", "raj"), {"congress": 3, "raj": -2}, reason="victory_check")
    >>> result.ranking[0], result.margins["raj"]
    ('congress', -2)
    """

    ranking: tuple[str, ...]
    margins: dict[str, int]
    reason: str
    all_players_lose: bool = False


class Barrier(StrEnum):
    """Kind of barrier that a choice crosses. Such a choice cannot be tried in private, and its player cannot undo it.

    ``NONE``: no barrier. ``REVEALS``: a die is rolled or a face-down card turned up. Nothing more can be said of such a
    choice, because the rest may depend on the result. ``OTHER``: another seat is asked. ``END``: the step ends.
    ``GAME``: the game ends.
    """

    NONE = "none"
    REVEALS = "reveals"
    OTHER = "other"
    END = "end"
    GAME = "game"


class Foresight(msgspec.Struct, frozen=True):
    """Barrier that a choice would cross: for ``OTHER`` with the seat asked, for ``REVEALS`` with the revealed thing.

    >>> from engine import Game
    >>> Game.new("gandhi", seed=b"example").foresee("rally").barrier is Barrier.NONE
    True
    """

    barrier: Barrier
    seat: str = ""
    what: str = ""


class Outlook(msgspec.Struct, frozen=True):
    """Certain consequences of choices before they are made: the changes, the public view after them, the barrier."""

    changes: list[Change]
    view: Any
    foresight: Foresight


class GameState(Protocol):
    """State of a game, as far as the driver knows it.

    ``log`` collects the Changes of the running step. ``reveals`` counts the dice rolled and the cards turned up so
    far: when it grows, earlier choices can no longer be undone. ``seats`` has the kind of player of each seat.
    """

    log: list[Change]
    reveals: int
    dice: Dice
    seats: dict[str, str]


class Rules(Protocol):
    """Rules of one game. All methods but `step`, `hand_over`, `put_right` and `blind` are free of side effects.

    A method with ``seats`` shows what everyone sees and what only these seats may see, such as their hands. A game that
    hides nothing from a single seat ignores them.
    """

    name: str
    """The name of the game, which is also that of its folder."""
    first_scenario: str
    """The scenario of a new game if none is named."""

    def new(self, scenario: str, seats: Mapping[str, str], seed: bytes, options: Mapping[str, Any]) -> Any:
        """Return the state before the first step of a scenario. Raises BadPosition."""

    def at(self, position: Mapping[str, Any], seed: bytes) -> Any:
        """Return the state that a position describes. Raises BadPosition."""

    def step(self, state: Any) -> Rule:
        """Play one step from the state: a Faction's turn, or one phase of a round."""

    def hand_over(self, state: Any, seat: str, kind: str) -> Text | None:
        """Give a seat to another kind of player from now on, or change nothing and return the reason why not.

        It is only called between two steps.
        """

    def put_right(self, state: Any, patch: Mapping[str, Any]) -> Text | None:
        """Correct the state as a table has agreed, or change nothing and return the reason why not.

        ``patch`` is a JSON merge patch of the public position. Dice and seed stay as they are, and no reason depends on
        what is hidden. It is only called between two steps.
        """

    def label(self, state: Any) -> Label:
        """Return the label of the step that would begin now."""

    def result(self, state: Any) -> Result | None:
        """Return the result of the game, or None if it is not over."""

    def position(self, state: Any, seats: Collection[str] = ()) -> dict[str, Any]:
        """Return the position that is known to everyone and to some seats, with derived totals, as JSON data.

        `at` deals the missing parts.
        """

    def view(self, state: Any, decision: Decision | None, seats: Collection[str] = ()) -> Any:
        """Return the view of everyone, with what these ``seats`` may see, and no other secrets."""

    def blind(self, state: Any, seats: Collection[str] = ()) -> None:
        """Remove all hidden information from a state, so that rolling or turning up a card raises Hidden.

        What everyone or one of the ``seats`` knows stays, for example the number of face-down cards. Replace the
        ``dice`` of the state by `BlindDice`; the rule that turns up a card calls `Dice.look` first.
        """

    def encode(self, state: Any, /) -> bytes:
        """Return the state as bytes. Equal states give equal bytes."""

    def decode(self, data: bytes, /) -> Any:
        """Return the state from the bytes of `encode`."""

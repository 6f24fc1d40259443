"""What a game must offer so that the driver, the bot and the storage can run it without knowing it."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from enum import StrEnum
from typing import Any, Protocol, TypeAlias

import msgspec

from engine.core.change import Change
from engine.core.decision import Decision
from engine.core.dice import Dice
from engine.core.text import Text

Rule: TypeAlias = Generator[Decision, str, None]
"""A rule at work: it yields decisions and receives the chosen keys."""


class Label(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a step of the game is: its phase, the seat that acts in it (if one does), and the card it belongs to."""

    phase: str
    seat: str = ""
    card: int = 0


class Result(msgspec.Struct, frozen=True):
    """How a game ended: seats from first to last, their margins, and why it ended.

    ``all_players_lose`` is set when a Non-player Faction passed a victory check (7.1).
    """

    ranking: tuple[str, ...]
    margins: dict[str, int]
    reason: str
    all_players_lose: bool = False


class Barrier(StrEnum):
    """What a choice would do that cannot stay private, or be taken back by the one who made it.

    ``REVEALS`` (a die is rolled, a face-down card turned up) comes before all others: what else happens may depend
    on what is revealed, so that nothing more can be told.
    """

    NONE = "none"
    REVEALS = "reveals"
    OTHER = "other"
    END = "end"
    GAME = "game"


class Foresight(msgspec.Struct, frozen=True):
    """What is known of a choice before it is made: the barrier it crosses; for ``OTHER`` the seat that is asked."""

    barrier: Barrier
    seat: str = ""


class Outlook(msgspec.Struct, frozen=True):
    """What is certain of choices before they are made: what they change, the public view after them, their barrier."""

    changes: list[Change]
    view: Any
    foresight: Foresight


class GameState(Protocol):
    """The state of a game as the driver sees it.

    ``log`` collects the Changes of the running step. ``reveals`` counts what chance or a face-down card has told
    so far: when it grows, earlier choices can no longer be taken back.
    """

    log: list[Change]
    reveals: int
    dice: Dice


class Rules(Protocol):
    """One game's rules, as a driver needs them. All but `step` and `hand_over` are free of side effects."""

    name: str

    def new(self, scenario: str, seats: Mapping[str, str], seed: bytes, options: Mapping[str, Any]) -> Any:
        """The state before the first step of a scenario."""

    def at(self, position: Mapping[str, Any], seed: bytes) -> Any:
        """The state a position describes. Raises BadPosition."""

    def step(self, state: Any) -> Rule:
        """Play one step from the state: a Faction's turn, or one phase of a round."""

    def hand_over(self, state: Any, seat: str, kind: str) -> Text | None:
        """Let a seat be run by another kind of player from now on, or say why not and change nothing.

        Only called between two steps.
        """

    def label(self, state: Any) -> Label:
        """What the step that would begin now is."""

    def result(self, state: Any) -> Result | None:
        """How the game ended, or None while it goes on."""

    def position(self, state: Any) -> dict[str, Any]:
        """The public position with derived totals, as JSON data."""

    def view(self, state: Any, decision: Decision | None) -> Any:
        """The public view, free of secrets."""

    def blind(self, state: Any) -> None:
        """Take everything hidden out of a state: from then on rolling, or turning up a card, raises Hidden.

        What everybody may see stays as it is, the number of face-down cards for one. A state's ``dice`` become
        `BlindDice`, and the rule that turns up a card asks them first (`Dice.look`).
        """

    def encode(self, state: Any) -> bytes:
        """The state as bytes; equal states give equal bytes."""

    def decode(self, data: bytes) -> Any:
        """The state from bytes."""

"""What front ends answer with: the same few things for every game, so that nobody who asks has to know which it is."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Literal, Protocol

import msgspec

from engine.core.text import Text

Situation = Literal["your_turn", "choosing", "event", "campaign", "middle", "setup"]
"""What kind of thing a person is asked, for the help."""


class Thought(Protocol):
    """One thought of an automatic player: in words, of what kind, and the spaces that were left after it."""

    @property
    def text(self) -> Text:
        """The thought in words."""

    @property
    def kind(self) -> str:
        """What kind of thought: "column" for a selection that begins, "select" for its end, and others."""

    @property
    def spaces(self) -> Sequence[str]:
        """The spaces that it is about."""


class Explanation(Protocol):
    """Why an automatic player answered as it did."""

    @property
    def seat(self) -> str:
        """Whose answers they were."""

    @property
    def thoughts(self) -> Sequence[Thought]:
        """Its thoughts, in order."""


class AutomaticPlayer(Protocol):
    """The automatic player of a game, through the same decisions as everybody."""

    @property
    def must_decide(self) -> bool:
        """Whether the pending decision belongs to a seat that it plays."""

    def answer(self) -> str:
        """Answer the pending decision in the game, and return the key."""

    def finished(self) -> Sequence[Explanation]:
        """What was thought in the steps that have ended since this was asked last."""

    def thinking(self) -> Sequence[Explanation]:
        """What has been thought so far in the running step."""


class Action(msgspec.Struct, frozen=True):
    """An action of a game as a command: its id, the key that chooses it, and who has it."""

    id: str
    key: str
    seats: tuple[str, ...]
    is_special: bool

    @property
    def command(self) -> str:
        """The name of the slash command."""
        return self.id.replace("_", "-")


class Line(msgspec.Struct, frozen=True):
    """A turn in one line: the action whose command takes it, and the orders."""

    action: str
    orders: str


class Understood(msgspec.Struct, frozen=True):
    """What a one-line order comes to.

    The keys to choose, the key that would end the turn after them (or none), the clauses as they were understood, and
    the rest that goes on later, as the game stores it (or nothing).
    """

    keys: tuple[str, ...]
    ending: str
    clauses: tuple[str, ...]
    rest: str = ""


class Shortcut(msgspec.Struct, frozen=True):
    """Several answers in one press: what tells it from others, the words on its button, and the keys in their order.

    ``is_end`` tells that the last of them, and only that, goes over a barrier: then the press is its own Confirm.
    """

    name: str
    words: str
    keys: tuple[str, ...]
    is_end: bool = False


class Suggestion(msgspec.Struct, frozen=True):
    """A turn that somebody is advised to take.

    ``keys`` are its answers from where the game stands: the last one rolls a die, reveals a card, asks somebody else or
    ends the step. ``line`` says the same as a one-line order, where there is one; ``reasons`` are told in this order.
    ``is_own`` tells that the automatic player would do the same.
    """

    keys: tuple[str, ...]
    reasons: tuple[Text, ...] = ()
    line: Line | None = None
    is_own: bool = False


class StandingOrder(Protocol):
    """A standing order as a game understands it."""

    @property
    def kind(self) -> str:
        """Which of the game's kinds of standing orders it is."""

    def store(self) -> dict[str, Any]:
        """The order as JSON for the database."""


class Search(msgspec.Struct, frozen=True):
    """A search for a turn that takes a while: a function of a module, and what it is called with before the seconds."""

    function: Callable[..., Any]
    arguments: tuple[Any, ...]

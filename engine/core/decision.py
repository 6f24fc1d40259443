"""The one pending decision: whose it is, what is asked, and every answer that is allowed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Literal, TypeAlias

import msgspec

from engine.core.text import Text

Role = Literal["space", "number", "piece", "choice", "decline", "action", "special", "event", "pass", "stop", "extra"]
"""What an option is, whatever the game: something on the board, a number, a kind of piece, one of several ways, a no,
the main action of a turn, an action beside it, the event of the moment, doing nothing with the turn, the end of a
question or turn, or something that may be done beside any question."""


class Option(msgspec.Struct, frozen=True):
    """One possible answer.

    ``key`` is stable text, unique in its decision. ``cost`` is in Resources of the deciding Faction. ``why``
    is None for an option that is allowed, and otherwise the reason why it is closed, with its paragraph. ``role`` says
    what the option is, so that nobody outside a game has to know its keys.

    >>> Option("punjab", Text("space", {"space": "punjab"}), role="space").enabled
    True
    """

    key: str
    text: Text
    cost: int = 0
    why: Text | None = None
    role: Role = "choice"

    @property
    def enabled(self) -> bool:
        """Whether the option may be chosen now."""
        return self.why is None


PLAIN_ROLES: tuple[Role, ...] = ("stop", "decline", "pass")
"""The roles of answers that commit to nothing, the plainest first."""


Remaining: TypeAlias = int | Callable[[], int] | None
"""How often a question can still be answered (`Decision.remaining`), or what works that out."""


def _nothing() -> Iterable[Option]:
    return ()


def _no_warnings() -> Mapping[str, Text]:
    return {}


class Decision:
    """What the game waits for. ``options`` holds the allowed answers; `closed` works out the others on request, and
    `warnings` what a player should know of an allowed one.

    ``kind`` names the question (stable, for presenters and automation), ``default`` is the key a prompt may offer
    first. ``space`` and ``action`` say what the question is about, where that helps. ``subject`` is
    the piece of the rules' own data that asks, for automation; it is no part of the question.

    >>> space = Option("punjab", Text("space", {"space": "punjab"}), role="space")
    >>> decision = Decision("raj", "sweep.space", Text("ask.sweep.space"), [space], remaining=2)
    >>> decision.allows("punjab"), decision.allows("sind")
    (True, False)
    """

    __slots__ = (
        "_besides",
        "_closed",
        "_keys",
        "_options",
        "_own",
        "_remaining",
        "_warnings",
        "action",
        "default",
        "kind",
        "prompt",
        "seat",
        "space",
        "subject",
    )

    def __init__(
        self,
        seat: str,
        kind: str,
        prompt: Text,
        options: list[Option],
        *,
        besides: Callable[[], Iterable[Option]] | None = None,
        closed: Callable[[], Iterable[Option]] = _nothing,
        warnings: Callable[[], Mapping[str, Text]] = _no_warnings,
        remaining: Remaining = None,
        default: str | None = None,
        space: str = "",
        action: str = "",
    ) -> None:
        self.seat = seat
        self.kind = kind
        self.prompt = prompt
        self._own = self._options = options
        self._besides = besides
        self._remaining = remaining
        self.default = default
        self.space = space
        self.action = action
        self.subject: object = None
        self._closed = closed
        self._warnings = warnings
        self._keys: frozenset[str] | None = None

    @property
    def options(self) -> list[Option]:
        """The allowed answers: first those of the question itself, then what may be done ``besides`` it.

        The latter are worked out once, when somebody asks for more than the question's own: like `closed`, while the
        decision is pending.
        """
        if self._besides is not None:
            besides, self._besides = self._besides, None
            self._options = [*self._own, *besides()]
        return self._options

    @options.setter
    def options(self, options: list[Option]) -> None:
        self._own = self._options = options
        self._besides = self._keys = None

    @property
    def remaining(self) -> int | None:
        """How often this question can still be answered, this time included, with something other than its end.

        It is never exceeded while nothing is done ``besides``, and the right answers reach it; answers that follow
        without a question, because only one is left, count. None for a question that is asked once for each answer to
        another, or as often as one likes. It is worked out once, when somebody asks, like `options`.
        """
        if callable(self._remaining):
            self._remaining = self._remaining()
        return self._remaining

    @property
    def own(self) -> list[Option]:
        """The answers to the question itself, without those that are worked out ``besides``."""
        return self._own

    @property
    def plain(self) -> str:
        """The key of the answer that commits least: the end of the question, a no, a pass, or none of something.

        Empty where every answer commits to something.

        >>> stop = Option("done", Text("option.done"), role="stop")
        >>> Decision("raj", "sweep.space", Text("ask"), [Option("punjab", Text("space"), role="space"), stop]).plain
        'done'
        """
        for role in PLAIN_ROLES:
            if key := self.key_of(role):
                return key
        return next((option.key for option in self.options if option.role == "number" and option.key == "0"), "")

    @property
    def numbers(self) -> list[int]:
        """The numbers to choose from, the smallest first; other options beside them do not count.

        >>> two, more = Option("2", Text("2"), role="number"), Option("sell", Text("sell"), role="extra")
        >>> Decision("raj", "deploy.count", Text("ask"), [two, more]).numbers
        [2]
        """
        return sorted(int(option.key) for option in self.options if option.role == "number")

    def key_of(self, role: Role) -> str:
        """The key of the first allowed option with this role, or an empty string.

        >>> Decision("raj", "turn.action", Text("ask"), [Option("pass", Text("pass"), role="pass")]).key_of("pass")
        'pass'
        """
        return next((option.key for option in self.options if option.role == role), "")

    def find_key(self, role: Role) -> str:
        """As `key_of`, and failing that the key of a closed option with the role, so that it can be told why."""
        return self.key_of(role) or next((option.key for option in self._closed() if option.role == role), "")

    @property
    def keys(self) -> frozenset[str]:
        """The keys of the allowed options."""
        if self._keys is None:
            self._keys = frozenset(option.key for option in self.options)
        return self._keys

    def allows(self, key: str) -> bool:
        """Whether a key is that of an allowed option."""
        for option in self._options:  # (this door is passed at every choice: a plain loop is the fastest)
            if option.key == key:
                return True
        return self._besides is not None and any(option.key == key for option in self.options)

    def option(self, key: str) -> Option | None:
        """The option with this key, allowed or closed, or None when the decision does not know it."""
        for option in self.options:
            if option.key == key:
                return option
        for option in self._closed():
            if option.key == key:
                return option
        return None

    def closed(self) -> list[Option]:
        """The options a player would expect here but may not choose now, each with its reason.

        Worked out at each call from the present state: call it while the decision is pending.
        """
        return list(self._closed())

    def warnings(self) -> dict[str, Text]:
        """What to know before one chooses some of the allowed options, by their keys: that one changes nothing, say.

        Worked out at each call from the present state, like `closed`.
        """
        return dict(self._warnings())

    def __repr__(self) -> str:
        return f"Decision({self.seat}, {self.kind}, {sorted(self.keys)})"

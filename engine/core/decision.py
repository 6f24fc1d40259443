"""The pending decision: the seat that decides, the question, and every allowed answer."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Mapping
from typing import Literal, TypeAlias

import msgspec

from engine.core.text import Text

Role = Literal["space", "number", "piece", "choice", "decline", "action", "special", "event", "pass", "stop", "extra"]
"""The role of an option in any game. In order: something on the board, a number, a kind of piece, one of several ways,
a no, the main action of a turn, a second action beside it, the current event, passing, the end of a question or turn,
or something that is allowed beside any question."""


class Option(msgspec.Struct, frozen=True):
    """One answer to a decision.

    ``key`` is stable text, unique in its decision. ``cost`` is in Resources of the deciding Faction. ``why`` is None
    for an allowed option, and otherwise the reason why it is not allowed, with its paragraph. ``role`` lets callers
    treat the option correctly without knowing the keys of the game.

    >>> Option("punjab", Text("space", {"space": "punjab"}), role="space").enabled
    True
    >>> closed = Option("sind", Text("space", {"space": "sind"}), why=Text("why.no_space", {"rule": "4.2.1"}))
    >>> closed.enabled, closed.why.rule
    (False, '4.2.1')
    """

    key: str
    text: Text
    cost: int = 0
    why: Text | None = None
    role: Role = "choice"

    @property
    def enabled(self) -> bool:
        """Return whether the option may be chosen now."""
        return self.why is None


PLAIN_ROLES: tuple[Role, ...] = ("stop", "decline", "pass")
"""The roles of answers that commit to nothing, in order of preference."""


Remaining: TypeAlias = int | Callable[[], int] | None
"""How often a question can still be answered (`Decision.remaining`), or the function that computes it."""


def _nothing() -> Iterable[Option]:
    return ()


def _no_warnings() -> Mapping[str, Text]:
    return {}


class Decision:
    """A question to one seat, with its allowed answers in ``options``.

    ``kind`` is the stable name of the question, for presenters and automation. ``default`` is the key that a prompt may
    offer first. ``space`` and ``action`` name the subject of the question where that helps. ``subject`` is the part of
    the rules' data that asks, for automation; it is not part of the question. `remaining`, `useful`, `closed` and
    `warnings` are computed on request. ``aside`` takes a key, and returns the questions that another seat must answer
    first, or None for a key that asks none.

    >>> space = Option("punjab", Text("space", {"space": "punjab"}), role="space")
    >>> decision = Decision("raj", "sweep.space", Text("ask.sweep.space"), [space], remaining=2)
    >>> decision
    Decision(raj, sweep.space, ['punjab'])
    >>> decision.allows("punjab"), decision.allows("sind")
    (True, False)
    """

    __slots__ = (
        "_besides",
        "_closed",
        "_keys",
        "_list_own",
        "_options",
        "_own",
        "_remaining",
        "_useful",
        "_warnings",
        "action",
        "aside",
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
        options: list[Option] | Callable[[], list[Option]],
        *,
        besides: Callable[[], Iterable[Option]] | None = None,
        closed: Callable[[], Iterable[Option]] = _nothing,
        warnings: Callable[[], Mapping[str, Text]] = _no_warnings,
        remaining: Remaining = None,
        useful: Remaining = None,
        default: str | None = None,
        space: str = "",
        action: str = "",
    ) -> None:
        self.seat = seat
        self.kind = kind
        self.prompt = prompt
        self._list_own = options if callable(options) else None
        self._own: list[Option] = options if not callable(options) else []
        self._options = self._own
        self._besides = besides
        self._remaining = remaining
        self._useful = useful
        self.default = default
        self.space = space
        self.action = action
        self.subject: object = None
        self.aside: Callable[[str], Generator[Decision, str, None] | None] | None = None
        self._closed = closed
        self._warnings = warnings
        self._keys: frozenset[str] | None = None

    @property
    def options(self) -> list[Option]:
        """Return the allowed answers: those of the question itself, then those that are allowed ``besides`` it.

        The latter are computed once, on the first request. Ask while the decision is pending.

        >>> sell = Option("sell", Text("sell"), role="extra")
        >>> punjab = Option("punjab", Text("space"), role="space")
        >>> decision = Decision("raj", "sweep.space", Text("ask"), [punjab], besides=lambda: [sell])
        >>> [option.key for option in decision.own], [option.key for option in decision.options]
        (['punjab'], ['punjab', 'sell'])
        """
        if self._besides is not None:
            besides, self._besides = self._besides, None
            self._options = [*self.own, *besides()]
        return self._options if self._list_own is None else self.own

    @options.setter
    def options(self, options: list[Option]) -> None:
        self._own = self._options = options
        self._list_own = self._besides = self._keys = None

    @property
    def remaining(self) -> int | None:
        """Return how often this question can still be answered, this time included, with something other than its end.

        The number is never exceeded while nothing is done ``besides``, and the best answers reach it. Answers that are
        given without a question, because only one is left, count too. None for a question that follows each answer to
        another one, or that may be repeated without limit. It is computed once, on request, like `options`.
        """
        if callable(self._remaining):
            self._remaining = self._remaining()
        return self._remaining

    @property
    def useful(self) -> int | None:
        """Return how many more answers can have an effect, if the rules allow more than that; else `remaining`.

        It is never too low for the best answers. It is computed on each request.

        >>> options = [Option(key, Text("space"), role="space") for key in ("delhi", "sind", "bihar")]
        >>> rally = Decision("raj", "rally.space", Text("ask"), options, remaining=3, useful=lambda: 1)
        >>> rally.remaining, rally.useful
        (3, 1)
        """
        left, useful = self.remaining, self._useful() if callable(self._useful) else self._useful
        return left if left is None or useful is None else min(left, useful)

    @property
    def own(self) -> list[Option]:
        """Return the answers to the question itself, without those that are allowed ``besides`` it.

        If a function lists them, it is called once, on the first request.
        """
        if self._list_own is not None:
            list_own, self._list_own = self._list_own, None
            self._own = self._options = list_own()
        return self._own

    @property
    def usual(self) -> str:
        """Return the default if it is allowed, or else "".

        >>> two = Option("2", Text("2"), role="number")
        >>> Decision("raj", "deploy.count", Text("ask"), [two], default="2").usual
        '2'
        """
        return self.default if self.default is not None and self.allows(self.default) else ""

    @property
    def plain(self) -> str:
        """Return the key of the answer that commits to the least: an end, a no, a pass, or the number 0.

        The result is empty if every answer commits to something.

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
        """Return the numbers that may be chosen, in ascending order, without other options beside them.

        >>> two, more = Option("2", Text("2"), role="number"), Option("sell", Text("sell"), role="extra")
        >>> Decision("raj", "deploy.count", Text("ask"), [two, more]).numbers
        [2]
        """
        return sorted(int(option.key) for option in self.options if option.role == "number")

    def key_of(self, role: Role) -> str:
        """Return the key of the first allowed option with this role, or "".

        >>> Decision("raj", "turn.action", Text("ask"), [Option("pass", Text("pass"), role="pass")]).key_of("pass")
        'pass'
        """
        return next((option.key for option in self.options if option.role == role), "")

    def find_key(self, role: Role) -> str:
        """Return the key of the first option with this role, allowed or else closed, so that its reason can be shown.

        >>> event = Option("event", Text("event"), why=Text("why.no_event", {"rule": "2.3.4"}), role="event")
        >>> decision = Decision("raj", "turn.action", Text("ask"), [], closed=lambda: [event])
        >>> decision.key_of("event"), decision.find_key("event")
        ('', 'event')
        """
        return self.key_of(role) or next((option.key for option in self._closed() if option.role == role), "")

    @property
    def keys(self) -> frozenset[str]:
        """Return the keys of the allowed options.

        >>> options = [Option("yes", Text("yes")), Option("no", Text("no"), role="decline")]
        >>> sorted(Decision("raj", "event.use", Text("ask"), options).keys)
        ['no', 'yes']
        """
        if self._keys is None:
            self._keys = frozenset(option.key for option in self.options)
        return self._keys

    def allows(self, key: str) -> bool:
        """Return whether a key belongs to an allowed option."""
        if self._list_own is not None:
            self._options = self.own
        for option in self._options:  # Every choice comes through here: a plain loop is the fastest.
            if option.key == key:
                return True
        return self._besides is not None and any(option.key == key for option in self.options)

    def option(self, key: str) -> Option | None:
        """Return the option with this key, allowed or closed, or None for an unknown key."""
        for option in self.options:
            if option.key == key:
                return option
        for option in self._closed():
            if option.key == key:
                return option
        return None

    def closed(self) -> list[Option]:
        """Return the options that a player would expect here but may not choose now, each with its reason.

        They are computed on each call from the present state. Call it while the decision is pending.

        >>> from engine import Game
        >>> game = Game.at({"spaces": {"delhi": {"troops": 2}}, "turn": {"seat": "raj", "may": "any"}})
        >>> [(option.key, option.why.rule) for option in game.decision.closed()]
        [('special:treaty', '4.2.1'), ('special:govern', '4.2.2'), ('special:martial_law', '4.2.3')]
        """
        return list(self._closed())

    def warnings(self) -> dict[str, Text]:
        """Return warnings about allowed options by their keys, for example that an option would change nothing.

        They are computed on each call from the present state, like `closed`.
        """
        return dict(self._warnings())

    def __repr__(self) -> str:
        return f"Decision({self.seat}, {self.kind}, {sorted(self.keys)})"

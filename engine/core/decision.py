"""The one pending decision: whose it is, what is asked, and every answer that is allowed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

import msgspec

from engine.core.text import Text


class Option(msgspec.Struct, frozen=True):
    """One possible answer.

    ``key`` is stable text, unique in its decision. ``cost`` is in Resources of the deciding Faction. ``why``
    is None for an option that is allowed, and otherwise the reason why it is closed, with its paragraph.
    """

    key: str
    text: Text
    cost: int = 0
    why: Text | None = None

    @property
    def enabled(self) -> bool:
        """Whether the option may be chosen now."""
        return self.why is None


def _nothing() -> Iterable[Option]:
    return ()


def _no_warnings() -> Mapping[str, Text]:
    return {}


class Decision:
    """What the game waits for. ``options`` holds the allowed answers; `closed` works out the others on request, and
    `warnings` what a player should know of an allowed one.

    ``kind`` names the question (stable, for presenters and automation), ``remaining`` says how many times the
    same question may still be answered with one of its options (None: asked once), ``default`` is the key a
    prompt may offer first. ``space`` and ``action`` say what the question is about, where that helps. ``subject`` is
    the piece of the rules' own data that asks, for automation; it is no part of the question.
    """

    __slots__ = (
        "_closed",
        "_keys",
        "_warnings",
        "action",
        "default",
        "kind",
        "options",
        "prompt",
        "remaining",
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
        closed: Callable[[], Iterable[Option]] = _nothing,
        warnings: Callable[[], Mapping[str, Text]] = _no_warnings,
        remaining: int | None = None,
        default: str | None = None,
        space: str = "",
        action: str = "",
    ) -> None:
        self.seat = seat
        self.kind = kind
        self.prompt = prompt
        self.options = options
        self.remaining = remaining
        self.default = default
        self.space = space
        self.action = action
        self.subject: object = None
        self._closed = closed
        self._warnings = warnings
        self._keys: frozenset[str] | None = None

    @property
    def keys(self) -> frozenset[str]:
        """The keys of the allowed options."""
        if self._keys is None:
            self._keys = frozenset(option.key for option in self.options)
        return self._keys

    def allows(self, key: str) -> bool:
        """Whether a key is that of an allowed option."""
        for option in self.options:  # noqa: SIM110 (this door is passed at every choice: a plain loop is the fastest)
            if option.key == key:
                return True
        return False

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

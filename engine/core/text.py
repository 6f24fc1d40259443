"""Message keys with parameters. The engine returns them, and the bot turns them into sentences of a language."""

from __future__ import annotations

from typing import Any

import msgspec


class Text(msgspec.Struct, frozen=True, omit_defaults=True):
    """A message key with its parameters.

    Parameters are plain data: numbers, ids of spaces, seats and pieces, or other texts. A reason why something is not
    allowed has the paragraph of the rulebook as its parameter ``rule``.

    >>> str(Text("ask.count", {"at_most": 3}))
    'ask.count(at_most=3)'
    >>> str(Text("option.pass"))
    'option.pass'
    """

    key: str
    params: dict[str, Any] = {}

    @property
    def rule(self) -> str:
        """Return the paragraph of the rulebook that this text refers to, or an empty string."""
        return str(self.params.get("rule", ""))

    def __str__(self) -> str:
        if not self.params:
            return self.key
        inside = ", ".join(f"{name}={value}" for name, value in self.params.items())
        return f"{self.key}({inside})"


def text(key: str, /, **params: Any) -> Text:
    """Return a `Text` with a key and named parameters.

    >>> text("ask.count", at_most=3) == Text("ask.count", {"at_most": 3})
    True
    """
    return Text(key, params)


def why_not(key: str, rule: str, /, **params: Any) -> Text:
    """Return the reason why an option is not allowed, with the paragraph of the rulebook that says so.

    >>> reason = why_not("no_space", "4.2.1")
    >>> reason.key, reason.rule
    ('why.no_space', '4.2.1')
    """
    return Text(f"why.{key}", {"rule": rule, **params})

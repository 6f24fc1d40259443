"""Texts are keys: the engine names what it wants to say, and the bot says it in a language."""

from __future__ import annotations

from typing import Any

import msgspec


class Text(msgspec.Struct, frozen=True, omit_defaults=True):
    """A message key with its parameters, for example ``Text("ask.count", {"at_most": 3})``.

    Parameters are plain data: numbers, ids of spaces, seats and pieces, or other texts. A text that is a
    reason why something is not allowed carries the paragraph of the rulebook under ``rule``.
    """

    key: str
    params: dict[str, Any] = {}

    @property
    def rule(self) -> str:
        """The paragraph of the rulebook this text refers to, or an empty string."""
        return str(self.params.get("rule", ""))

    def __str__(self) -> str:
        if not self.params:
            return self.key
        inside = ", ".join(f"{name}={value}" for name, value in self.params.items())
        return f"{self.key}({inside})"


def text(key: str, /, **params: Any) -> Text:
    """Make a `Text` from a key and named parameters."""
    return Text(key, params)


def why_not(key: str, rule: str, /, **params: Any) -> Text:
    """Make the reason why a choice is closed, with the paragraph of the rulebook that closes it."""
    return Text(f"why.{key}", {"rule": rule, **params})

"""Fields of a position that is read, in any game: numbers, words and tables within the bounds that a game gives."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from engine.core.errors import BadPosition
from engine.core.text import text


def read_number(value: Any, name: str, low: int, high: int) -> int:
    """Return a whole number within bounds. Raises BadPosition naming the field."""
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise BadPosition(text("error.bad_number", field=name, low=low, high=high))
    return value


def read_word(value: Any, name: str, allowed: Collection[str]) -> str:
    """Return a value that is one of the allowed words. Raises BadPosition naming the field."""
    if not isinstance(value, str) or value not in allowed:
        raise BadPosition(text("error.unknown_word", field=name, word=str(value)))
    return value


def read_words(value: Any, name: str, allowed: Collection[str], *, repeated: bool = False) -> list[str]:
    """Return a list of allowed words, different ones unless ``repeated``. Raises BadPosition naming the field."""
    if not isinstance(value, (list, tuple)):
        raise BadPosition(text("error.bad_value", field=name))
    chosen = [read_word(item, name, allowed) for item in value]
    if not repeated and len(set(chosen)) < len(chosen):
        raise BadPosition(text("error.named_twice", field=name))
    return chosen


def read_table(position: Mapping[str, Any], name: str, allowed: Collection[str] | None = None) -> dict[str, Any]:
    """Return a field that is itself a table, with allowed names only if any are given. Raises BadPosition naming it."""
    value = position.get(name, {})
    if not isinstance(value, Mapping):
        raise BadPosition(text("error.bad_value", field=name))
    if allowed is not None:
        for key in value:
            read_word(key, name, allowed)
    return dict(value)


def refuse_unknown(fields: Collection[Any], known: Collection[str]) -> None:
    """Raise BadPosition naming the first field, by its letters, that is not known."""
    unknown = sorted(str(field) for field in fields if field not in known)
    if unknown:
        raise BadPosition(text("error.unknown_field", field=unknown[0]))

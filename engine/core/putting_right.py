"""Corrections that a table agrees on: parts of a position with their correct values.

A correction is a JSON merge patch (RFC 7386) of the public position: `{"spaces": {"bihar": {"congress": 3}}}`. A part
that is null is removed.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, Final

import msgspec

from engine.core.errors import BadPosition
from engine.core.text import text

PUT_RIGHT: Final = "put_right:"
"""Prefix of the key by which a table corrects something, before the patch. No decision offers it."""
PUT_RIGHT_PHASE: Final = "put_right"
"""The phase in the label of a step that a correction inserts."""


def write_patch(patch: Mapping[str, Any]) -> str:
    """Return the key of a correction. Equal corrections have equal keys.

    >>> write_patch({"restraint": 2})
    'put_right:{"restraint":2}'
    """
    return PUT_RIGHT + msgspec.json.encode(patch, order="sorted").decode()


def read_patch(key: str) -> dict[str, Any]:
    """Return the correction of a key. Raises BadPosition for one that is not readable."""
    try:
        return msgspec.json.decode(key.removeprefix(PUT_RIGHT), type=dict[str, Any])
    except (msgspec.DecodeError, RecursionError) as error:
        raise BadPosition(text("error.bad_value", field="put_right")) from error


def apply_patch(position: Any, patch: Any) -> Any:
    """Return a position with a correction applied. Both arguments stay unchanged.

    >>> apply_patch({"restraint": 3, "jail": {"league": 1}}, {"jail": {"congress": 2, "league": None}})
    {'restraint': 3, 'jail': {'congress': 2}}
    """
    if not isinstance(patch, Mapping):
        return patch
    merged = dict(position) if isinstance(position, Mapping) else {}
    for name, value in patch.items():
        if value is None:
            merged.pop(name, None)
        else:
            merged[name] = apply_patch(merged.get(name), value)
    return merged


def refuse_fields(patch: Mapping[str, Any], allowed: Collection[str]) -> None:
    """Raise BadPosition for the first field of a correction that a table cannot correct."""
    for name in patch:
        if name not in allowed:
            raise BadPosition(text("error.put_right_field", field=name))

"""Marks on the fields of a table's state: whether a rematch copies a field, and whether the field is a switch.

Everything about a setting that is on or off follows from its mark: the option of ``/table settings``, its box in the
form, who may change it, and the keys of its texts.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Final, get_args, get_type_hints

import msgspec

FOLLOWS: Final = msgspec.Meta(extra={"rematch": True})
"""Marks a setting that a rematch copies."""
ENDS: Final = msgspec.Meta(extra={"rematch": False})
"""Marks a field of one table and its game only."""


@dataclass(frozen=True, slots=True)
class Switch:
    """Marks a setting that is on or off: its ``option`` of the command, with the ``values`` for off and on.

    ``is_ticked`` is the value of the field when the box is ticked. In a running game, an ``is_agreed`` setting changes
    only if everyone who plays agrees. An ``is_early`` setting has no meaning once the game has begun. If the
    ``condition`` does not hold for a table, the form does not offer the setting, and turning it on gives the
    ``refusal``.

    The keys of its texts are: ``ui.setting.<option>`` for the box, ``ui.setting.<option>.<value>`` for a choice,
    ``ui.table_settings.<option>.<value>`` for the line in the settings (one value may have none),
    ``ui.public.<option>.<value>`` in the channel, and ``ui.public.term.<option>.<value>`` in the vote.
    """

    option: str
    values: tuple[str, str]
    is_ticked: bool = True
    is_agreed: bool = False
    is_early: bool = False
    condition: Callable[[Any], bool] = lambda table: True
    refusal: str = ""

    def find_key(self, group: str, *, is_on: bool) -> str:
        """Return the key of a text of this switch, for on or off, in a group such as ``ui.public.``."""
        return f"{group}{self.option}.{self.values[is_on]}"


@cache
def list_marks(kind: type) -> Mapping[str, tuple[Any, ...]]:
    """Return the marks of each field of a class: the arguments of its `Annotated` after the type."""
    return {name: get_args(hint)[1:] for name, hint in get_type_hints(kind, include_extras=True).items()}


def list_following(kind: type) -> list[str]:
    """Return the names of the settings that a rematch copies."""
    return [name for name, marks in list_marks(kind).items() if FOLLOWS in marks]


@cache
def list_switches(kind: type) -> Mapping[str, Switch]:
    """Return the settings that are on or off, by their fields."""
    return {name: one for name, marks in list_marks(kind).items() for one in marks if isinstance(one, Switch)}

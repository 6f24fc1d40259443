"""The log of Changes: the one source for the text log, the map's annotations and the alt text."""

from __future__ import annotations

import msgspec


class Change(msgspec.Struct, frozen=True, omit_defaults=True):
    """One thing that happened, as plain data.

    ``verb`` says what, ``seat`` who was acting, ``piece`` which piece, marker or action, ``count`` how many.
    ``origin`` and ``target`` are ids of spaces, boxes, tracks or seats. ``old`` and ``new`` are the values
    before and after, where the verb has them. The verbs of a game are listed with its state.
    """

    verb: str
    seat: str = ""
    piece: str = ""
    count: int = 1
    origin: str = ""
    target: str = ""
    old: int | None = None
    new: int | None = None

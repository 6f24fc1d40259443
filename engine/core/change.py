"""Changes: the events in the log of a game. Its text, the notes on its map and its alt text are all made from them."""

from __future__ import annotations

import msgspec


class Change(msgspec.Struct, frozen=True, omit_defaults=True):
    """One event in a game, as plain data.

    ``verb`` names the event, ``seat`` the seat that acted, ``piece`` the piece, marker or action, ``count`` the number
    of pieces. ``origin`` and ``target`` are ids of spaces, boxes, tracks or seats. ``old`` and ``new`` are the values
    before and after, for verbs that have them. The verbs of a game are listed with its state.

    >>> from engine import Game
    >>> (change,) = Game.new("gandhi", seed=b"example").choose("rally")
    >>> change.verb, change.seat, change.piece
    ('begin', 'congress', 'rally')
    """

    verb: str
    seat: str = ""
    piece: str = ""
    count: int = 1
    origin: str = ""
    target: str = ""
    old: int | None = None
    new: int | None = None

"""Errors of a game. Each is one clear sentence, and leaves the game unchanged."""

from __future__ import annotations

from collections.abc import Iterable

from engine.core.text import Text, text


class GameError(Exception):
    """Base class of all errors that are shown to a player or caller. ``text`` is the message."""

    def __init__(self, text: Text) -> None:
        super().__init__(str(text))
        self.text = text


class IllegalChoice(GameError):
    """Refusal of a key that is not an allowed option of the pending decision.

    ``key`` is the refused key, ``index`` its place among several keys, ``name`` the text of the option, if it is known.

    >>> from engine import Game
    >>> try:
    ...     Game.new("gandhi").choose("castle")
    ... except IllegalChoice as error:
    ...     error.key, str(error.text)
    ('castle', 'error.unknown_key(key=castle)')
    """

    def __init__(self, key: str, text: Text, index: int = 0, name: Text | None = None) -> None:
        super().__init__(text)
        self.key = key
        self.index = index
        self.name = name


class CannotUndo(GameError):
    """Refusal to undo: there is no choice to undo, or a barrier is behind the last one."""


class BadPosition(GameError):
    """Refusal of a position, record, snapshot or data file that does not describe a state of the game."""


class BadData(BadPosition):
    """Data files that cannot be used. ``faults`` is a sentence for each mistake, with file, row and field."""

    def __init__(self, faults: Iterable[str]) -> None:
        self.faults = list(faults)
        super().__init__(text("error.bad_data", faults=self.faults))


class ReplayFailed(GameError):
    """Failure to replay stored choices under the present rules. ``index`` is the first choice that does not fit."""

    def __init__(self, text: Text, index: int) -> None:
        super().__init__(text)
        self.index = index

"""What can go wrong in a game. Every error is one clear sentence and leaves the game as it was."""

from __future__ import annotations

from collections.abc import Iterable

from engine.core.text import Text, text


class GameError(Exception):
    """An error a player or caller can understand. ``text`` is its message key."""

    def __init__(self, text: Text) -> None:
        super().__init__(str(text))
        self.text = text


class IllegalChoice(GameError):
    """The key is not an allowed option of the pending decision. ``key`` is refused; ``name`` says it in words."""

    def __init__(self, key: str, text: Text, index: int = 0, name: Text | None = None) -> None:
        super().__init__(text)
        self.key = key
        self.index = index
        self.name = name


class CannotUndo(GameError):
    """There is nothing to take back, or a barrier lies before it."""


class BadPosition(GameError):
    """A position or record that cannot be a state of the game."""


class BadData(BadPosition):
    """Data files that cannot be used. ``faults`` is a sentence for each mistake, with file, row and field."""

    def __init__(self, faults: Iterable[str]) -> None:
        self.faults = list(faults)
        super().__init__(text("error.bad_data", faults=self.faults))


class ReplayFailed(GameError):
    """Stored choices no longer fit the rules. ``index`` is the first choice that does not."""

    def __init__(self, text: Text, index: int) -> None:
        super().__init__(text)
        self.index = index

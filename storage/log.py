"""Pure functions that read the log of choices."""

from __future__ import annotations

from collections.abc import Iterable

from storage.models import Choice


def effective_choices(log: Iterable[Choice]) -> list[Choice]:
    """Return the choices of one turn that still hold, in order: an undo removes the last one, a rewind all of them.

    ``log`` is one turn's part of the log, oldest first. Raises ValueError where an undo has nothing to take back:
    such a log was not written by this package.
    """
    choices: list[Choice] = []
    for line in log:
        match line.kind:
            case "choose":
                choices.append(line)
            case "undo":
                if not choices:
                    raise ValueError(f"Line {line.seq} of game {line.game_id!r} takes back a choice that is not there.")
                choices.pop()
            case "rewind":
                choices.clear()
    return choices


def effective_keys(log: Iterable[Choice]) -> tuple[str, ...]:
    """Return the keys of one turn that still hold, in order. Raises ValueError as `effective_choices` does."""
    return tuple(choice.key for choice in effective_choices(log))

"""What a log of choices means: pure functions over its lines."""

from __future__ import annotations

from collections.abc import Iterable

from storage.models import Choice


def effective_keys(log: Iterable[Choice]) -> tuple[str, ...]:
    """The keys of one turn that still hold, in order: each undo takes back the last one, a rewind all of them.

    ``log`` is one turn's part of the log, oldest first. Raises ValueError where an undo has nothing to take back:
    such a log was not written by this package.
    """
    keys: list[str] = []
    for line in log:
        match line.kind:
            case "choose":
                keys.append(line.key)
            case "undo":
                if not keys:
                    raise ValueError(f"Line {line.seq} of game {line.game_id!r} takes back a choice that is not there.")
                keys.pop()
            case "rewind":
                keys.clear()
    return tuple(keys)

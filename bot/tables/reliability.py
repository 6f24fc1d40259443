"""How reliably people answer: the last turns in which they were asked, at any table."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from bot.tables.table import read_state
from storage import Storage

TURNS: Final = 20
USUAL: Final = timedelta(hours=24)
"""In so much time a person answers in time, where a table has no limit for each decision."""


@dataclass(frozen=True, slots=True)
class Reliability:
    """Of the last ``turns`` in which a person was asked, so many were answered by them ``in_time``."""

    in_time: int
    turns: int


async def find_reliability(storage: Storage, people: Iterable[int]) -> dict[int, Reliability]:
    """Return how reliably people answer; those who were never asked are left out."""
    found = {}
    async with storage.read() as reader:
        for person in people:
            answers = await reader.answers_of(person, TURNS)
            if answers:
                in_time = sum(
                    one.is_theirs and one.waited <= (read_state(one.options).pace.until or USUAL) for one in answers
                )
                found[person] = Reliability(in_time, len(answers))
    return found

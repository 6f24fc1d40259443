"""How reliably people answer, from their last questions at any table."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from bot.tables.table import read_state
from storage import Storage

TURNS: Final = 20
YEAR: Final = timedelta(days=365)
USUAL: Final = timedelta(hours=24)
"""The time for an answer that counts as in time, if a table has no limit for each decision."""


@dataclass(frozen=True, slots=True)
class Reliability:
    """A person's reliability: of their last ``turns`` with a question, this many were answered ``in_time``.

    ``left`` counts the games of the last year that they lost by leaving or by silence.
    """

    in_time: int
    turns: int
    left: int = 0


async def find_reliability(storage: Storage, people: Iterable[int]) -> dict[int, Reliability]:
    """Return how reliably people answer and stay. People who were never asked are left out."""
    found = {}
    people = list(people)
    async with storage.read() as reader:
        left = await reader.count_left(people, storage.now() - YEAR)
        for person in people:
            answers = await reader.answers_of(person, TURNS)
            if answers or person in left:
                in_time = sum(
                    one.is_theirs and one.waited <= (read_state(one.options).pace.until or USUAL) for one in answers
                )
                found[person] = Reliability(in_time, len(answers), left.get(person, 0))
    return found

"""The pairings of a season are fair, and the same for anyone who recomputes them."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.seasons.pairings import Meetings, Seating, plan

SEED = b"spring"


def count_meetings(rounds: list[list[Seating]], people: range) -> list[int]:
    """Return how often each two people meet."""
    past = Meetings.of(rounds)
    return [past.meetings[pair] for pair in combinations(people, 2)]


@given(st.binary(min_size=1, max_size=8), st.integers(2, 13), st.integers(2, 4), st.integers(1, 4))
@settings(max_examples=10, deadline=None)
def test_everyone_sits_once_a_round_and_seats_are_balanced(seed: bytes, count: int, size: int, rounds: int) -> None:
    people = range(100, 100 + count)
    found = plan(seed, people, size, rounds)
    assert len(found) == rounds
    for tables in found:
        seated = [person for table in tables for person in table if person is not None]
        assert sorted(seated) == list(people)
        assert {len(table) for table in tables} == {size}
        automatic = [table.count(None) for table in tables]
        assert max(automatic) - min(automatic) <= 1
    past = Meetings.of(found)
    for person in people:
        times = [past.seats[person, seat] for seat in range(size)]
        assert max(times) - min(times) <= 1
    assert found == plan(seed, list(reversed(people)), size, rounds)


def test_another_seed_gives_another_plan() -> None:
    assert plan(b"one", range(8), 4, 1) != plan(b"two", range(8), 4, 1)


@pytest.mark.parametrize(
    ("count", "size", "rounds", "fewest", "most"),
    [(8, 4, 4, 0, 3), (6, 2, 5, 1, 1), (6, 3, 3, 0, 2), (9, 3, 6, 1, 2), (16, 4, 4, 0, 2)],
)
def test_meetings_of_two_people_are_spread_evenly(count: int, size: int, rounds: int, fewest: int, most: int) -> None:
    meetings = count_meetings(plan(SEED, range(count), size, rounds), range(count))
    assert fewest <= min(meetings)
    assert max(meetings) <= most


def test_everyone_meets_the_automatic_player_equally_often() -> None:
    past = Meetings.of(plan(SEED, range(7), 4, 7))
    assert {past.meetings[person, None] for person in range(7)} == {3}


def test_after_a_dropout_the_others_still_get_the_seats_that_they_lack() -> None:
    played = plan(SEED, range(8), 4, 4)[:2]
    rest = plan(SEED, range(7), 4, 2, played)
    past = Meetings.of([*played, *rest])
    assert [past.seats[person, seat] for person in range(7) for seat in range(4)] == [1] * 28
    assert all(Counter(table)[None] <= 1 for tables in rest for table in tables)


@pytest.mark.parametrize(("people", "size"), [([1], 4), ([1, 1], 4), ([1, 2], 1)])
def test_pairings_with_too_few_people_or_seats_are_refused(people: list[int], size: int) -> None:
    with pytest.raises(ValueError, match="two people"):
        plan(SEED, people, size, 1)

"""Pairings of a season: who sits where in a round, from the season's seed and the earlier rounds.

Anyone can recompute them: the same seed, people and earlier rounds give the same tables.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations

from engine.core.dice import Dice

Seating = tuple[int | None, ...]
"""The people of one table, by their `Entrant.place`, in the order of its seats; None is the automatic player."""

SEAT_WEIGHT = 1_000
"""The weight of a repeated seat, compared with a repeated meeting."""
SPREAD_WEIGHT = 1_000_000
"""The weight of spreading the automatic seats over the tables."""
TRIALS = 100
"""The number of seats that the trials of a round may assign in total. At least two trials are made."""
PLANS = 160
"""The number of people that the plans of a season may seat in total, counted in each round. At least two are made."""


@dataclass(slots=True)
class Meetings:
    """Counts over earlier rounds: how often each person had each seat, and how often two people met.

    The automatic player is None, as in `Seating`.
    """

    seats: Counter[tuple[int | None, int]] = field(default_factory=Counter)
    meetings: Counter[tuple[int | None, int | None]] = field(default_factory=Counter)

    @classmethod
    def of(cls, rounds: Sequence[Sequence[Seating]]) -> Meetings:
        """Return the counts over earlier rounds, each given as its tables."""
        past = cls()
        for tables in rounds:
            for table in tables:
                past.seats.update((person, seat) for seat, person in enumerate(table))
                for one, other in combinations(table, 2):
                    past.meetings[one, other] += 1
                    past.meetings[other, one] += 1
        return past


def plan(
    seed: bytes, people: Sequence[int], size: int, count: int, played: Sequence[Sequence[Seating]] = ()
) -> list[list[Seating]]:
    """Return the tables of the next ``count`` rounds, each with ``size`` seats, after the rounds that were ``played``.

    Everyone sits at one table in a round. The first aim is that everyone gets a seat that they have had least often,
    the second that people meet those whom they have met least often. If there are too few people, the automatic player
    has the remaining seats, spread over the tables. Of several plans, the one with the fewest repetitions is taken.
    Raises ValueError for fewer than two people or seats.
    """
    if size < 2 or len(set(people)) < 2:
        raise ValueError("A season needs two people and tables with two seats.")
    dice = Dice(seed)
    plans = []
    for number in range(max(2, PLANS // (len(people) * count))):
        rounds: list[list[Seating]] = []
        for _ in range(count):
            past = Meetings.of([*played, *rounds])
            rounds.append(pair(dice, f"after {len(played)}, plan {number}, round {len(rounds)}", people, size, past))
        plans.append(rounds)
    return min(plans, key=lambda rounds: count_repetitions(Meetings.of([*played, *rounds])))


def count_repetitions(past: Meetings) -> tuple[int, int]:
    """Return two sums of squares: how often each person had each seat, and how often each two met; less is better."""
    seats = sum(times**2 for (person, _), times in past.seats.items() if person is not None)
    return seats, sum(times**2 for times in past.meetings.values())


def pair(dice: Dice, stream: str, people: Sequence[int], size: int, past: Meetings) -> list[Seating]:
    """Return the tables of one round: the best of several trials. ``stream`` names the random numbers for it."""
    count = -(-len(people) // size)
    trials = []
    for _ in range(max(2, TRIALS // (count * size))):
        tables = seat_everybody(dice, stream, people, size, count, past)
        improve(tables, past)
        trials.append(tables)
    best = min(trials, key=lambda tables: sum(weigh(table, past) for table in tables))
    return [tuple(table) for table in dice.shuffle(stream, best)]


def seat_everybody(
    dice: Dice, stream: str, people: Sequence[int], size: int, count: int, past: Meetings
) -> list[list[int | None]]:
    """Return ``count`` tables where people have, as far as possible, a seat that they have had least often."""
    held: list[list[int | None]] = [[] for _ in range(size)]
    for person in dice.shuffle(stream, sorted(people)):
        wanted = dice.shuffle(stream, range(size))
        slack = 0
        while not take(person, held, count, past, slack, wanted, set()):
            slack += 1
    for seat in held:
        seat += [None] * (count - len(seat))
    columns = [dice.shuffle(stream, seat) for seat in held]
    return [list(row) for row in zip(*columns, strict=True)]


def take(
    person: int,
    held: list[list[int | None]],
    count: int,
    past: Meetings,
    slack: int,
    wanted: Sequence[int],
    tried: set[int],
) -> bool:
    """Give a person a seat that they have had least often, or up to ``slack`` times more. Return whether that worked.

    ``held`` has the people with each seat, at most ``count``. If a seat is full, someone there moves to another seat by
    the same rule. ``wanted`` are all seats in the order to try, ``tried`` those tried so far.
    """
    fewest = min(past.seats[person, seat] for seat in wanted)
    for seat in sorted(wanted, key=lambda one: past.seats[person, one]):
        if seat in tried or past.seats[person, seat] > fewest + slack:
            continue
        tried.add(seat)
        if len(held[seat]) < count:
            held[seat].append(person)
            return True
        for place, other in enumerate(held[seat]):
            if other is not None and take(other, held, count, past, slack, wanted, tried):
                held[seat][place] = person
                return True
    return False


def weigh(table: Sequence[int | None], past: Meetings) -> int:
    """Return the weight of a table's repeated seats, repeated meetings and automatic seats; less is better."""
    # Asking a counter for a key that it does not have is slow, asking with a default is not.
    had, met = past.seats.get, past.meetings.get
    cost = SPREAD_WEIGHT * table.count(None) ** 2
    for seat, person in enumerate(table):
        cost += SEAT_WEIGHT * had((person, seat), 0) ** 2
        for other in table[:seat]:
            cost += met((person, other), 0) ** 2
    return cost


def improve(tables: list[list[int | None]], past: Meetings) -> None:
    """Exchange people of different tables, in place, as long as an exchange of two lowers the weight of the round."""
    has_changed = True
    while has_changed:
        has_changed = False
        for (one, seat), (other, place) in list_exchanges(tables):
            first, second = tables[one], tables[other]
            before = weigh(first, past) + weigh(second, past)
            first[seat], second[place] = second[place], first[seat]
            if weigh(first, past) + weigh(second, past) < before:
                has_changed = True
            else:
                first[seat], second[place] = second[place], first[seat]


def list_exchanges(tables: Sequence[Sequence[int | None]]) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
    """Yield the pairs of seats at different tables, each seat as the index of its table and its index there."""
    for one, other in combinations(range(len(tables)), 2):
        for seat in range(len(tables[one])):
            for place in range(len(tables[other])):
                yield (one, seat), (other, place)

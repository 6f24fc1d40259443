"""Costs that dice can pay: pure sums over the pips of the dice of one colour, with karma to turn some of them over."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

Payment = tuple[tuple[int, bool], ...]
"""Dice to give back, each with its pips as it lies and whether karma turns it over first."""


def most(values: Iterable[int], karma: int) -> int:
    """Return the most that dice can pay together, in pips."""
    pips = list(values)
    gains = sorted((7 - 2 * value for value in pips if value <= 3), reverse=True)
    return sum(pips) + sum(gains[:karma])


@lru_cache(maxsize=4096)
def cheapest(values: tuple[int, ...], karma: int, cost: int) -> Payment | None:
    """Return the payment that spends the least karma, then the fewest pips, then the fewest dice.

    Return None if even all of them are too few.
    """
    best: dict[tuple[int, int], tuple[int, int, Payment]] = {(0, 0): (0, 0, ())}
    for value in values:
        after = dict(best)
        for (turned, paid), (pips, count, payment) in best.items():
            if paid >= cost:
                continue
            for turn in (False, True) if turned < karma and value <= 3 else (False,):
                worth = 7 - value if turn else value
                place = (turned + turn, min(cost, paid + worth))
                found = (pips + value, count + 1, (*payment, (value, turn)))
                if place not in after or found < after[place]:
                    after[place] = found
        best = after
    ways = [(turned, found) for (turned, paid), found in best.items() if paid >= cost]
    return min(ways)[1][2] if ways else None


def least_karma(values: Iterable[int], karma: int, cost: int) -> int:
    """Return the least karma with which dice can pay a cost; 0 where they cannot."""
    return sum(turned for _, turned in cheapest(tuple(values), karma, cost) or ())

"""The costs that dice can pay, compared with every possible payment."""

from __future__ import annotations

from itertools import combinations, product

import pytest

from engine.rajas.costs import Payment, cheapest, least_karma, most

HANDS = [hand for count in range(1, 5) for hand in product((1, 2, 3, 4, 6), repeat=count) if list(hand) == sorted(hand)]


def list_payments(values: tuple[int, ...], karma: int, cost: int) -> list[Payment]:
    """Return every set of dice, turned or not, that pays a cost."""
    payments = []
    for count in range(1, len(values) + 1):
        for dice in combinations(values, count):
            for turns in product((False, True), repeat=count):
                worth = sum(7 - value if turn else value for value, turn in zip(dice, turns, strict=True))
                if sum(turns) <= karma and worth >= cost:
                    payments.append(tuple(zip(dice, turns, strict=True)))
    return payments


def weigh(payment: Payment) -> tuple[int, int, int]:
    """Return the karma of a payment, its pips, and its dice."""
    return sum(turn for _, turn in payment), sum(value for value, _ in payment), len(payment)


@pytest.mark.parametrize("karma", [0, 1, 2, 3])
def test_the_cheapest_payment_takes_the_least_karma_then_pips_then_dice(karma: int) -> None:
    for values in HANDS:
        for cost in range(1, 16):
            ways = list_payments(values, karma, cost)
            found = cheapest(values, karma, cost)
            assert (found is None) == (ways == []), (values, cost)
            if found is not None:
                assert found in ways
                assert weigh(found) == min(map(weigh, ways)), (values, cost)
                assert least_karma(values, karma, cost) == weigh(found)[0]


@pytest.mark.parametrize("karma", [0, 1, 2, 3])
def test_the_greatest_payment_is_reached_and_never_exceeded(karma: int) -> None:
    for values in HANDS:
        assert list_payments(values, karma, most(values, karma))
        assert not list_payments(values, karma, most(values, karma) + 1)


def test_karma_turns_a_die_if_no_other_payment_works() -> None:
    assert cheapest((2, 3), 1, 7) == ((2, True), (3, False))
    assert cheapest((2, 3), 0, 7) is None

"""Dice: numbers anyone can recompute, streams that do not disturb each other, and the published digest."""

from __future__ import annotations

from collections import Counter

import pytest

from engine.core.dice import SEED_BYTES, Dice, commit, is_committed

SEED = bytes(range(32))

# The first three were computed with OpenSSL's BLAKE2BMAC (key: the seed, 8 bytes, message "dice:0" and so on).
NUMBERS = [0xBC1B2B2B8A015D53, 0xF5E989D5DBCA2DA9, 0x2106F1BE792CA65A]


def test_each_random_number_is_the_keyed_hash_of_stream_and_counter() -> None:
    dice = Dice(SEED)
    assert [dice.number("dice", 2**64) for _ in NUMBERS] == NUMBERS


def test_a_fixed_seed_gives_the_known_dice() -> None:
    dice = Dice(SEED)
    assert [dice.roll("dice") for _ in range(12)] == [2, 6, 1, 5, 1, 6, 5, 4, 6, 6, 6, 1]
    assert dice.counters == {"dice": 12}


def test_a_shuffle_is_reproducible_and_does_not_change_its_items() -> None:
    items = list(range(10))
    dice = Dice(SEED)
    assert dice.shuffle("deck", items) == [2, 1, 5, 9, 4, 3, 0, 6, 7, 8]
    assert items == list(range(10))
    assert dice.counters == {"deck": 9}


def test_shuffling_at_most_one_item_draws_no_random_number() -> None:
    dice = Dice(SEED)
    assert dice.shuffle("deck", []) == []
    assert dice.shuffle("deck", ["only"]) == ["only"]
    assert dice.counters == {}


def test_the_streams_of_dice_are_independent() -> None:
    alone, together = Dice(SEED), Dice(SEED)
    expected = [alone.roll("dice") for _ in range(50)]
    rolls = []
    for _ in range(50):
        together.roll("arjuna")
        rolls.append(together.roll("dice"))
        together.shuffle("deck", range(5))
    assert rolls == expected
    assert [Dice(SEED).roll("arjuna", 1000) for _ in range(1)] != [Dice(SEED).roll("dice", 1000) for _ in range(1)]


def test_all_faces_of_a_die_come_up_about_equally_often() -> None:
    dice = Dice(SEED)
    faces = Counter(dice.roll("dice") for _ in range(6000))
    assert sorted(faces) == [1, 2, 3, 4, 5, 6]
    # Chi-square with five degrees of freedom: above 20.5 in one of a thousand fair dice.
    assert sum((count - 1000) ** 2 / 1000 for count in faces.values()) < 20.5


def test_all_orders_of_a_shuffle_come_up_about_equally_often() -> None:
    dice = Dice(SEED)
    orders = Counter(tuple(dice.shuffle("deck", "abc")) for _ in range(6000))
    assert len(orders) == 6
    assert sum((count - 1000) ** 2 / 1000 for count in orders.values()) < 20.5


@pytest.mark.parametrize("below", [0, -1])
def test_drawing_from_an_empty_range_is_refused_and_uses_no_number(below: int) -> None:
    dice = Dice(SEED)
    with pytest.raises(ValueError):
        dice.number("dice", below)
    assert dice.counters == {}


def test_a_copy_is_independent_of_its_original() -> None:
    dice = Dice(SEED)
    dice.roll("dice")
    twin = dice.copy()
    ahead = [twin.roll("dice") for _ in range(5)]
    assert dice.counters == {"dice": 1}
    assert [dice.roll("dice") for _ in range(5)] == ahead


def test_two_dice_do_not_share_their_counters() -> None:
    one, other = Dice(SEED), Dice(SEED)
    one.roll("dice")
    assert other.counters == {}


def test_another_seed_gives_other_numbers() -> None:
    one, other = Dice(SEED), Dice(SEED[::-1])
    assert [one.roll("dice") for _ in range(20)] != [other.roll("dice") for _ in range(20)]


def test_the_published_digest_matches_only_its_seed() -> None:
    digest = commit(SEED)
    assert digest == "0a07092971a834f8d5bebade7c7c633e"
    assert is_committed(SEED, digest)
    assert not is_committed(SEED[::-1], digest)
    assert not is_committed(SEED, commit(SEED[::-1]))
    assert SEED.hex() not in digest


def test_the_digest_discloses_no_number_of_a_stream() -> None:
    """The digest is made without the seed as key, so it gives away no roll."""
    assert commit(SEED)[:16] not in {f"{number:016x}" for number in NUMBERS}


def test_a_seed_of_the_usual_length_fits_into_the_hash() -> None:
    Dice(bytes(SEED_BYTES)).roll("dice")

"""Dice that can be verified after the game: every number is a keyed hash of the secret seed."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Collection, Sequence
from typing import Any, TypeVar

import msgspec

Item = TypeVar("Item")

SEED_BYTES = 32
DIE, CARD = "die", "card"
"""Things that most games reveal (`Hidden`)."""


class Dice(msgspec.Struct):
    """Dice and shuffles from a secret seed. ``counters`` holds the count of numbers drawn from each stream.

    A number is blake2b of the name of its stream and its counter, keyed with the seed. The same seed and counters give
    the same numbers. Streams are independent of each other.

    >>> dice = Dice(b"seed")
    >>> [dice.roll("dice") for _ in range(5)] == [Dice(b"seed", {"dice": count}).roll("dice") for count in range(5)]
    True
    >>> dice.counters
    {'dice': 5}
    """

    seed: bytes
    counters: dict[str, int] = {}

    def number(self, stream: str, below: int) -> int:
        """Draw the next number of a stream, 0 <= number < ``below``. Raises ValueError if ``below`` is not positive.

        >>> Dice(b"seed").number("deck", below=1)
        0
        """
        if below <= 0:
            raise ValueError("A number needs at least one possible value.")
        count = self.counters.get(stream, 0)
        self.counters[stream] = count + 1
        digest = hashlib.blake2b(f"{stream}:{count}".encode(), digest_size=8, key=self.seed).digest()
        return int.from_bytes(digest, "big") % below

    def roll(self, stream: str, sides: int = 6) -> int:
        """Roll one die of a stream and return 1 to ``sides``.

        >>> 1 <= Dice(b"seed").roll("dice", sides=8) <= 8
        True
        """
        return self.number(stream, sides) + 1

    def shuffle(self, stream: str, items: Sequence[Item]) -> list[Item]:
        """Return a new list with the items in a random order (Fisher and Yates).

        >>> cards = Dice(b"seed").shuffle("deck", range(1, 73))
        >>> sorted(cards) == list(range(1, 73))
        True
        """
        order = list(items)
        for last in range(len(order) - 1, 0, -1):
            other = self.number(stream, last + 1)
            order[last], order[other] = order[other], order[last]
        return order

    def look(self, what: str = CARD) -> None:
        """Announce that something face-down is about to be revealed. Raises Hidden for `BlindDice`."""

    def reveal(self, turn_up: Callable[[], Item], what: str = CARD) -> Item:
        """Reveal something face-down and return it. Raises Hidden in a game without hidden information."""
        self.look(what)
        return turn_up()

    def deal(self, take: Callable[[], Item], seats: Collection[str], back: Item, what: str = CARD) -> Item:
        """Take something face-down that only some seats see, and return it. Raises Hidden as `reveal` does.

        A game that is made for other seats gets ``back`` instead.
        """
        self.look(what)
        return take()

    def copy(self) -> Dice:
        """Return an independent copy with the same counters.

        >>> dice = Dice(b"seed")
        >>> dice.copy().roll("dice") == dice.roll("dice")
        True
        """
        return Dice(self.seed, dict(self.counters))

    def anew(self) -> Dice:
        """Return dice with the same seed and all counters at zero."""
        return Dice(self.seed)


class Hidden(Exception):
    """Refusal to roll a die or reveal a card in a copy of the game without hidden information.

    ``what`` would have been revealed: `DIE`, `CARD`, or another thing that a game reveals.
    """

    def __init__(self, what: str = CARD) -> None:
        super().__init__(what)
        self.what = what


class BlindDice(Dice):
    """Dice of a copy without hidden information: every number is refused.

    >>> BlindDice(b"").roll("dice")
    Traceback (most recent call last):
        ...
    engine.core.dice.Hidden: die
    """

    def look(self, what: str = CARD) -> None:
        """Raise Hidden."""
        raise Hidden(what)

    def number(self, stream: str, below: int) -> int:
        """Raise Hidden."""
        raise Hidden(DIE)

    def copy(self) -> Dice:
        """Return new blind dice."""
        return BlindDice(b"")

    def anew(self) -> Dice:
        """Return new blind dice."""
        return BlindDice(b"")


class WitnessedDice(Dice):
    """Dice that keep what they have ``shown`` everyone: numbers and cards in order, but not the order of a shuffle.

    Of things that only some seats see, they keep those that a seat in ``seen_by`` sees, and the back of the others.
    """

    shown: list[Any] = []
    seen_by: tuple[str, ...] = ()

    def number(self, stream: str, below: int) -> int:
        """Draw the next number of a stream, note it as shown, and return it."""
        number = super().number(stream, below)
        self.shown.append(number)
        return number

    def reveal(self, turn_up: Callable[[], Item], what: str = CARD) -> Item:
        """Reveal a card, note it as shown, and return it."""
        card = turn_up()
        self.shown.append(card)
        return card

    def deal(self, take: Callable[[], Item], seats: Collection[str], back: Item, what: str = CARD) -> Item:
        """Take a card and return it; note it as shown if a seat in ``seen_by`` sees it, and otherwise its back."""
        card = take()
        self.shown.append(card if any(seat in self.seen_by for seat in seats) else back)
        return card

    def shuffle(self, stream: str, items: Sequence[Item]) -> list[Item]:
        """Return the items in a random order, and note none of the numbers as shown."""
        plain = self.copy()
        order = plain.shuffle(stream, items)
        self.counters = plain.counters
        return order


class RepeatedDice(BlindDice):
    """Dice that repeat what was ``shown``, for a game without other hidden information, and then refuse everything."""

    shown: list[Any] = []

    def look(self, what: str = CARD) -> None:
        """Raise Hidden when nothing more was shown."""
        if not self.shown:
            raise Hidden(what)

    def number(self, stream: str, below: int) -> int:
        """Return the next number that was shown."""
        self.look(DIE)
        number: int = self.shown.pop(0)
        return number

    def reveal(self, turn_up: Callable[[], Item], what: str = CARD) -> Item:
        """Return the next card that was shown, instead of the revealed one."""
        self.look(what)
        turn_up()
        card: Item = self.shown.pop(0)
        return card

    def deal(self, take: Callable[[], Item], seats: Collection[str], back: Item, what: str = CARD) -> Item:
        """Return the next card that was shown, or its back, instead of the taken one."""
        return self.reveal(take, what)

    def shuffle(self, stream: str, items: Sequence[Item]) -> list[Item]:
        """Return the items unchanged, because their order is unknown."""
        return list(items)


def commit(seed: bytes) -> str:
    """Return the digest of a seed. It is published when a game starts, so that the seed can be verified at the end.

    >>> commit(b"example")
    'cfb21f2003ba6aff360600c2e4995969'
    """
    return hashlib.blake2b(seed, digest_size=16, person=b"gandhi-seed").hexdigest()


def is_committed(seed: bytes, digest: str) -> bool:
    """Return whether a revealed seed belongs to the published digest.

    >>> is_committed(b"example", commit(b"example")), is_committed(b"another", commit(b"example"))
    (True, False)
    """
    return commit(seed) == digest

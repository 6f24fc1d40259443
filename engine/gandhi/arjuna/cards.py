"""8.3 The Arjuna deck: cards as data, and the one interpreter that walks a card from the top down."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeAlias

import msgspec

from engine.gandhi.arjuna.conditions import CONDITIONS
from engine.gandhi.arjuna.mind import Mind
from engine.gandhi.board import read_data, read_row

DRAW = "draw"
FLIP = "flip"
ON = "on"


class First(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Rows that an instruction puts above the column, for so many spaces (0: for all)."""

    rows: tuple[str, ...]
    spaces: int = 0


class OperationBox(msgspec.Struct, frozen=True, tag="operation", tag_field="do", forbid_unknown_fields=True):
    """Execute an Operation. ``number`` is the Revolutionaries' Activation Number (8.6.2)."""

    operation: str
    first: tuple[First, ...] = ()
    number: int | str = 0


class SpecialOption(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One Special Activity of a box, with its instructions in order."""

    special: str
    steps: tuple[str, ...] = ()
    first: tuple[str, ...] = ()


class SpecialBox(msgspec.Struct, frozen=True, tag="special", tag_field="do", forbid_unknown_fields=True):
    """Execute the first Special Activity that can be."""

    options: tuple[SpecialOption, ...]


class Test(msgspec.Struct, frozen=True, tag="test", tag_field="do", forbid_unknown_fields=True):
    """A blue box: where its green (``yes``) and red (``no``) arrows lead: on, to the back (flip), a new card (draw)."""

    test: str
    value: int = 0
    yes: str = ON
    no: str = ON


class Branch(msgspec.Struct, frozen=True, tag="branch", tag_field="do", forbid_unknown_fields=True):
    """A blue box between two ways on."""

    test: str
    yes: tuple[Node, ...]
    no: tuple[Node, ...]
    value: int = 0


Node: TypeAlias = OperationBox | SpecialBox | Test | Branch
Box: TypeAlias = OperationBox | SpecialBox


class Card(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A card of one Faction, both sides. ``source`` is known or inferred (``back_source`` where the back differs)."""

    id: str
    seat: str
    source: str
    front: tuple[Node, ...]
    back: tuple[Node, ...]
    back_source: str = ""


CARDS: dict[str, Card] = {row["id"]: read_row(row, Card, "arjuna.toml") for row in read_data("arjuna.toml")["card"]}
"""Every Arjuna card by its letter."""

STACKS: dict[str, tuple[str, ...]] = {
    seat: tuple(card.id for card in CARDS.values() if card.seat == seat)
    for seat in ("raj", "congress", "league", "revolutionaries")
}
"""The six cards of each Faction, which form a stack of their own (8.3 play note, N-08)."""


def does_hold(mind: Mind, test: Test | Branch) -> bool:
    """Whether a blue box is true now; the compared values go into the explanation."""
    holds, found, compared = CONDITIONS[test.test](mind, test.value)
    mind.think("test", "test", (), test=test.test, holds=holds, found=found, compared=compared)
    return holds


def walk(mind: Mind, nodes: Sequence[Node]) -> Iterator[Box | str]:
    """8.3 Go through a side from the top: yields its boxes to execute, or `DRAW` or `FLIP`, which end it."""
    for node in nodes:
        if isinstance(node, Test):
            way = node.yes if does_hold(mind, node) else node.no
            if way != ON:
                yield way
                return
        elif isinstance(node, Branch):
            yield from walk(mind, node.yes if does_hold(mind, node) else node.no)
            return
        else:
            yield node


def draw(mind: Mind) -> str:
    """8.3 Move the top card of the Faction's stack to the bottom; the next one shows."""
    mind.cards_drawn += 1
    mind.stack.append(mind.stack.pop(0))
    card = mind.stack[0]
    mind.think("card", "card", (), card=card)
    return card


def sides(mind: Mind, card: str) -> Iterator[Box | str]:
    """8.3 The boxes of a card, of its back when it is flipped. Ends with `DRAW` when a new card is to be drawn."""
    for item in walk(mind, CARDS[card].front):
        if item == FLIP:
            mind.think("card", "flip", (), card=card + card)
            yield from walk(mind, CARDS[card].back)
            return
        yield item

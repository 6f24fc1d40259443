"""8.3 The Arjuna deck: cards as data, and the interpreter that follows a card from the top down."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Annotated, Final, TypeAlias

import msgspec
from msgspec import Meta

from engine.core.data import name_data
from engine.core.errors import BadData
from engine.core.text import Text
from engine.gandhi.arjuna.conditions import CONDITIONS
from engine.gandhi.arjuna.filters import FILTERS
from engine.gandhi.arjuna.mind import Mind
from engine.gandhi.board import read_data, read_row

ARJUNA_FILE: Final = "arjuna.toml"
DRAW = "draw"
FLIP = "flip"
ON = "on"


Value: TypeAlias = Annotated[int, Meta(ge=0, le=99)]


class First(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Rows that an instruction puts above the column, for a number of spaces (0: for all)."""

    rows: tuple[str, ...]
    spaces: Annotated[int, Meta(ge=0, le=25)] = 0


class OperationBox(msgspec.Struct, frozen=True, tag="operation", tag_field="do", forbid_unknown_fields=True):
    """A box: execute an Operation. ``number`` is the Revolutionaries' Activation Number (8.6.2)."""

    operation: str
    first: tuple[First, ...] = ()
    number: Annotated[int, Meta(ge=0, le=6)] | str = 0
    known: bool = False


class SpecialOption(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One Special Activity of a box, with its instructions in order, and rows that it puts above the column."""

    special: str
    steps: tuple[str, ...] = ()
    first: tuple[str, ...] = ()


class SpecialBox(msgspec.Struct, frozen=True, tag="special", tag_field="do", forbid_unknown_fields=True):
    """A box: execute the first of several Special Activities that can be executed."""

    options: Annotated[tuple[SpecialOption, ...], Meta(min_length=1)]
    known: bool = False


class Test(msgspec.Struct, frozen=True, tag="test", tag_field="do", forbid_unknown_fields=True):
    """A blue box with its green (``yes``) and red (``no``) arrow: down, to the back (flip), or to a new card (draw)."""

    test: str
    value: Value = 0
    yes: str = ON
    no: str = ON
    known: bool = False


class Branch(msgspec.Struct, frozen=True, tag="branch", tag_field="do", forbid_unknown_fields=True):
    """A blue box that decides between two lists of boxes."""

    test: str
    yes: tuple[Node, ...]
    no: tuple[Node, ...]
    value: Value = 0
    known: bool = False


Node: TypeAlias = OperationBox | SpecialBox | Test | Branch
Box: TypeAlias = OperationBox | SpecialBox


class Card(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A card of one Faction, both sides. Nodes that are ``known`` are as printed; the others are inferred."""

    id: str
    seat: str
    front: tuple[Node, ...]
    back: tuple[Node, ...]


def every_node(nodes: Iterable[Node]) -> Iterator[Node]:
    """Yield all nodes of a side, those behind its branches included."""
    for node in nodes:
        yield node
        if isinstance(node, Branch):
            yield from every_node((*node.yes, *node.no))


def find_unknown(nodes: Iterable[Node]) -> Iterator[str]:
    """Yield every condition, row or arrow that the nodes of a side name and that does not exist."""
    for node in every_node(nodes):
        words = []
        if isinstance(node, Test | Branch) and node.test not in CONDITIONS:
            words.append(node.test)
        if isinstance(node, Test):
            words += [way for way in (node.yes, node.no) if way not in (ON, DRAW, FLIP)]
        firsts = node.first if isinstance(node, OperationBox) else ()
        rows = [row for first in firsts for row in first.rows]
        if isinstance(node, SpecialBox):
            rows = [row for option in node.options for row in option.first]
        yield from (*words, *(row for row in rows if row not in FILTERS))


def refuse_unknown(cards: Iterable[Card], find: Callable[[Card, tuple[Node, ...]], Iterable[str]]) -> None:
    """Refuse cards whose sides name something unknown. Raises BadData with file, card, side and word of each."""
    faults = [
        f"{name_data(ARJUNA_FILE)}, card {card.id}, {side}: '{word}' is not known."
        for card in cards
        for side in ("front", "back")
        for word in find(card, getattr(card, side))
    ]
    if faults:
        raise BadData(faults)


def check_card(card: Card) -> Card:
    """Return the card. Raises BadData when it names a condition, row or arrow that does not exist."""
    refuse_unknown([card], lambda _, nodes: find_unknown(nodes))
    return card


class ArjunaFile(msgspec.Struct):
    """The content of ``arjuna.toml``."""

    card: tuple[Card, ...]


CARDS: dict[str, Card] = {
    row["id"]: check_card(read_row(row, Card, ARJUNA_FILE)) for row in read_data(ARJUNA_FILE, ArjunaFile)["card"]
}
"""Every Arjuna card by its letter."""

STACKS: dict[str, tuple[str, ...]] = {
    seat: tuple(card.id for card in CARDS.values() if card.seat == seat)
    for seat in ("raj", "congress", "league", "revolutionaries")
}
"""The six cards of each Faction, which form their own stack (8.3 play note, N-08)."""


def does_hold(mind: Mind, test: Test | Branch) -> bool:
    """Return whether a blue box is true now. The compared values and the spaces are part of the explanation."""
    holds, found, compared, spaces = CONDITIONS[test.test](mind, test.value)
    what = Text(f"arjuna.test.{test.test}", {"found": found, "compared": compared})
    mind.think("test", "answer.yes" if holds else "answer.no", spaces, test=what)
    return holds


def walk(mind: Mind, nodes: Sequence[Node]) -> Iterator[Box | str]:
    """8.3 Follow a side from the top: yield its boxes to execute, or `DRAW` or `FLIP`, which end it.

    After either way of a branch the side continues below it.
    """
    for node in nodes:
        if isinstance(node, Test):
            items: Iterable[Box | str] = (arrow,) if (arrow := follow_arrow(mind, node)) != ON else ()
        elif isinstance(node, Branch):
            items = walk(mind, node.yes if does_hold(mind, node) else node.no)
        else:
            items = (node,)
        for item in items:
            yield item
            if item in (DRAW, FLIP):
                return


def follow_arrow(mind: Mind, test: Test) -> str:
    """8.3 Return where the green or the red arrow of a blue box leads."""
    return test.yes if does_hold(mind, test) else test.no


def draw(mind: Mind) -> str:
    """8.3 Draw the next card of the Faction's stack (N-08), and return it."""
    card = mind.draw()
    mind.think("card", "card", (), letter=card)
    return card


def sides(mind: Mind, card: str) -> Iterator[Box | str]:
    """8.3 Yield the boxes of a card, or of its back if it is flipped. End with `DRAW` if a new card must be drawn."""
    for item in walk(mind, CARDS[card].front):
        if item == FLIP:
            mind.think("card", "flip", (), letter=card + card)
            yield from walk(mind, CARDS[card].back)
            return
        yield item

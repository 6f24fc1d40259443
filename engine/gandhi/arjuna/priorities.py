"""8.4.1, 8.5 The Space Selection Priorities and the Adversary Priorities, from `data/priorities.toml`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from engine.gandhi.arjuna.filters import FILTERS
from engine.gandhi.arjuna.mind import Mind
from engine.gandhi.board import GEOGRAPHY, blame, read_data
from engine.gandhi.ids import ACTIVISTS, BASES, FACTION_OF, GUERRILLAS, MUSLIM_STATE, PROTEST, UNREST


class Row(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One row of a Faction's table: a filter, the columns that use it, and those of them that are known."""

    row: str
    columns: tuple[str, ...]
    known: tuple[str, ...] = ()


class Table(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A Faction's Space Selection Priorities: its columns from left to right, its rows from top to bottom."""

    columns: tuple[str, ...]
    rows: tuple[Row, ...]


class Priorities(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All tables. ``adversaries`` lists the Adversary Priorities (8.5) from first to last."""

    raj: Table
    congress: Table
    league: Table
    revolutionaries: Table
    adversaries: tuple[str, ...]


with blame("priorities.toml"):
    PRIORITIES = msgspec.convert(read_data("priorities.toml"), Priorities)
"""The tables, read once."""

COLUMNS: dict[str, dict[str, tuple[str, ...]]] = {
    seat: {
        column: tuple(row.row for row in getattr(PRIORITIES, seat).rows if column in row.columns)
        for column in getattr(PRIORITIES, seat).columns
    }
    for seat in ("raj", "congress", "league", "revolutionaries")
}
"""For each Faction and column, its rows in order."""


def select_space(mind: Mind, column: str, candidates: Iterable[str], first: Sequence[str] = ()) -> str:
    """8.4.1 The one space a column selects among eligible ones, or an empty string when there is none.

    ``first`` are rows an instruction of the card puts above the column.
    """
    left = list(candidates)
    if not left:
        return ""
    if len(left) > 1:
        mind.think("column", "column", left, column=column, seat=mind.seat)
    for name in (*first, *COLUMNS[mind.seat][column]):
        if len(left) == 1:
            break
        kept = FILTERS[name].apply(mind, left)
        if len(kept) < len(left):
            mind.think("row", "row", kept, row=name)
        left = kept
    return left[0] if len(left) == 1 else mind.random_space(left)


def rank_spaces(mind: Mind, column: str, candidates: Iterable[str], first: Sequence[str] = ()) -> list[str]:
    """The candidates in the order in which a column would select them."""
    left = list(candidates)
    order: list[str] = []
    while left:
        space = select_space(mind, column, left, first)
        order.append(space)
        left.remove(space)
    return order


def choose_adversary(mind: Mind, space: str, kinds: Sequence[str]) -> str:
    """8.5.1 Which of some pieces or markers in a space goes first by the Adversary Priorities."""
    state = mind.state
    here = state.spaces[space]
    left = list(kinds)
    for rank in PRIORITIES.adversaries:
        kept = [kind for kind in left if matches_rank(mind, rank, kind)]
        if rank == "most_common" and left:
            most = max(int(getattr(here, kind, 0)) for kind in left)
            kept = [kind for kind in left if int(getattr(here, kind, 0)) == most]
        if kept:
            left = kept
        if len(left) == 1:
            break
    chosen = left[0] if len(left) == 1 else mind.pick_evenly(left, "adversary")
    if len(kinds) > 1:
        mind.think("piece", "adversary", (space,), piece=chosen)
    return chosen


def matches_rank(mind: Mind, rank: str, kind: str) -> bool:
    """8.5 Whether a kind of piece or marker has a rank of the Adversary Priorities."""
    if rank == "player_faction":
        faction = FACTION_OF.get(kind)
        return faction is not None and mind.state.is_player(faction)
    return kind in RANKS.get(rank, (rank,))


RANKS = {
    "base": BASES,
    "activist": ACTIVISTS,
    "guerrilla": GUERRILLAS,
    "sepoy": ("sepoys",),
    "troop": ("troops",),
    "unrest": (UNREST,),
    "protest": (PROTEST,),
    "muslim_state": (MUSLIM_STATE,),
}
"""The ranks of 8.5 that name kinds of pieces and markers."""


def is_muslim_matter(space: str) -> bool:
    """Whether Opposition in a space counts for the Muslim League (1.6.4)."""
    return GEOGRAPHY[space].muslim

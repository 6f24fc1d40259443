"""8.4.1, 8.5 The Space Selection Priorities and the Adversary Priorities, from `data/priorities.toml`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

import msgspec

from engine.core.data import name_data
from engine.core.errors import BadData
from engine.core.text import Text
from engine.gandhi.arjuna.filters import FILTERS, Filter
from engine.gandhi.arjuna.mind import NO_AIM, Aim, Mind
from engine.gandhi.board import read_data, read_shipped
from engine.gandhi.ids import (
    ACTIVISTS,
    BASES,
    CONGRESS,
    FACTION_OF,
    GUERRILLAS,
    LEAGUE,
    MUSLIM_STATE,
    PROTEST,
    RAJ,
    REVOLUTIONARIES,
    SEATS,
    SEPOYS,
    TROOPS,
    UNREST,
)

FILE: Final = "priorities.toml"


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


def find_faults(tables: Mapping[str, Table]) -> Iterator[str]:
    """Yield a message for every row or column of the tables that does not exist, or column that is missing."""
    shipped = read_shipped(FILE)
    for seat, table in tables.items():
        place = f"{name_data(FILE)}, {seat}"
        if sorted(table.columns) != sorted(shipped[seat]["columns"]):
            yield f"{place}, columns: must be {', '.join(shipped[seat]['columns'])}, in any order."
        for row in table.rows:
            if row.row not in FILTERS:
                yield f"{place}, rows: '{row.row}' is unknown."
            unknown = [column for column in (*row.columns, *row.known) if column not in table.columns]
            yield from (f"{place}, row {row.row}: the column '{column}' is unknown." for column in unknown)


def read_priorities() -> Priorities:
    """Return the tables of the data file. Raises BadData for an unknown row, column or rank."""
    priorities = msgspec.convert(read_data(FILE, Priorities), Priorities)
    known = read_shipped(FILE)["adversaries"]
    faults = [
        f"{name_data(FILE)}, adversaries: '{rank}' is unknown." for rank in priorities.adversaries if rank not in known
    ]
    faults += find_faults({seat: getattr(priorities, seat) for seat in SEATS})
    if faults:
        raise BadData(faults)
    return priorities


PRIORITIES = read_priorities()
"""The tables of the data file, read once."""

TABLES: dict[str, Table] = {
    RAJ: PRIORITIES.raj,
    CONGRESS: PRIORITIES.congress,
    LEAGUE: PRIORITIES.league,
    REVOLUTIONARIES: PRIORITIES.revolutionaries,
}
"""Each Faction's table."""

COLUMNS: dict[str, dict[str, tuple[Filter, ...]]] = {
    seat: {column: tuple(FILTERS[row.row] for row in table.rows if column in row.columns) for column in table.columns}
    for seat, table in TABLES.items()
}
"""For each Faction and column, its rows in order."""

COLUMN_TEXTS = {column: Text(f"arjuna.column.{column}") for columns in COLUMNS.values() for column in columns}


def select_space(
    mind: Mind, column: str, candidates: Iterable[str], first: Sequence[str] = (), aim: Aim = NO_AIM
) -> str:
    """8.4.1 Return the one space a column selects among eligible ones, or an empty string when there is none (N-14).

    ``first`` are rows an instruction of the card puts above the column, ``aim`` is what the action would change. A row
    that no candidate meets is skipped; among the remaining ones the Random Spaces map decides.
    """
    left = list(candidates)
    if len(left) <= 1:
        return left[0] if left else ""
    mind.think("column", "column", left, column=COLUMN_TEXTS[column])
    rows = COLUMNS[mind.seat][column]
    for row in (*(FILTERS[name] for name in first), *rows) if first else rows:
        kept = row.apply(mind, left, aim)
        if len(kept) == len(left):
            mind.think("row", "met_by_all", left, row=row.text)
        elif kept:
            left = kept
            mind.think("row", "met", left, row=row.text)
            if len(left) == 1:
                return left[0]
        else:
            mind.think("row", "met_by_none", left, row=row.text)
    return mind.random_space(left)


def choose_adversary(mind: Mind, space: str, kinds: Sequence[str], counts: Mapping[str, int] | None = None) -> str:
    """8.5.1, N-13 Return which of some kinds of pieces or markers in a space goes first by the Adversary Priorities.

    ``counts``: how many of each there are, where that is not the number in the space.
    """
    here = mind.state.spaces.get(space)
    left = list(kinds)
    for rank in PRIORITIES.adversaries:
        if len(left) == 1:
            break
        if rank == "most_common":
            numbers = {kind: counts[kind] if counts else int(getattr(here, kind, 0)) for kind in left}
            # Both sides of Guerrillas count as one kind of piece; the Underground ones go first.
            guerrillas = sum(numbers.get(side, 0) for side in GUERRILLAS)
            numbers |= {side: guerrillas for side in GUERRILLAS if side in numbers}
            kept = [kind for kind in left if numbers[kind] == max(numbers.values())]
        else:
            kept = [kind for kind in left if matches_rank(mind, rank, kind)]
        left = kept or left
    chosen = left[0] if len(left) == 1 else mind.pick_evenly(left, "piece")
    if len(kinds) > 1:
        mind.think("piece", "piece", (space,) if here else (), piece=chosen)
    return chosen


def choose_adversaries(mind: Mind, space: str, counts: Mapping[str, int], number: int) -> dict[str, int]:
    """8.5.1 Return how many pieces of each kind go if ``number`` of them go, chosen one at a time."""
    left = {kind: count for kind, count in counts.items() if count > 0}
    taken = dict.fromkeys(counts, 0)
    for _ in range(min(number, sum(left.values()))):
        kind = choose_adversary(mind, space, list(left), left)
        taken[kind] += 1
        left[kind] -= 1
        if not left[kind]:
            del left[kind]
    return taken


def matches_rank(mind: Mind, rank: str, kind: str) -> bool:
    """8.5 Return whether a kind of piece or marker has a rank of the Adversary Priorities."""
    if rank == "player_faction":
        faction = FACTION_OF.get(kind)
        return faction is not None and not mind.state.is_non_player(faction)
    return kind in RANKS.get(rank, (rank,))


RANKS = {
    "base": BASES,
    "activist": ACTIVISTS,
    "guerrilla": GUERRILLAS,
    "sepoy": (SEPOYS,),
    "troop": (TROOPS,),
    "unrest": (UNREST,),
    "protest": (PROTEST,),
    "muslim_state": (MUSLIM_STATE,),
}
"""The ranks of 8.5 that name kinds of pieces and markers."""

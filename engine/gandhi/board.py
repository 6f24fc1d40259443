"""The board and the cards as frozen data, shared by all games (1.3, 2.3, 2.5)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, TypeVar

import msgspec

from engine.core import data
from engine.core.data import blame as blame
from engine.core.data import find_override as find_override
from engine.core.data import name_data as name_data
from engine.core.data import name_row as name_row
from engine.core.data import replace_rows as replace_rows
from engine.core.errors import BadData
from engine.gandhi.schema import BoardFile, CardsFile

Row = TypeVar("Row")
EVENTS_FILE: Final = "events.toml"
PACKAGE: Final = "engine.gandhi"
DATA_FILES: Final = ("board.toml", "cards.toml", EVENTS_FILE, "scenarios.toml", "arjuna.toml", "priorities.toml")


class Space(msgspec.Struct, frozen=True):
    """A City, Province, Princely State or Railway of the map, with everything about it that never changes.

    ``adjacent`` names every adjacent space, Railways included, those linked only by a Town too (1.3.8).
    ``econ`` is a Railway's Economic Value; other spaces have ``population``.
    """

    id: str
    name: str
    kind: str
    population: int
    muslim: bool
    econ: int
    adjacent: tuple[str, ...]
    rail_adjacent: tuple[str, ...]
    city_adjacent: tuple[str, ...]
    is_railway: bool
    is_city: bool
    is_province: bool
    is_princely_state: bool


class EventCard(msgspec.Struct, frozen=True):
    """An Event card: its number, title and Faction order (2.3.2)."""

    number: int
    title: str
    order: tuple[str, ...]


class Viceroy(msgspec.Struct, frozen=True):
    """A Campaign card's Viceroy and his capability (2.5.1). Costs are in Raj Resources."""

    id: str
    number: int
    name: str
    sepoy_cost: dict[str, int] = {}
    free_first: tuple[str, ...] = ()
    free: tuple[str, ...] = ()
    martial_law_adds_unrest: bool = True
    assault_grants_sweep: bool = False
    imperialism_cost: int = 3


class RandomRegion(msgspec.Struct, frozen=True):
    """A region of the Random Spaces map (8.1.2)."""

    die: int
    colour: str
    spaces: tuple[str, ...]


class Board(msgspec.Struct, frozen=True):
    """All of the geography and the cards."""

    spaces: dict[str, Space]
    lands: tuple[str, ...]
    cities: tuple[str, ...]
    railways: tuple[str, ...]
    everywhere: tuple[str, ...]
    events: dict[int, EventCard]
    viceroys: dict[str, Viceroy]
    campaign_cards: dict[int, str]
    protest_boxes: dict[int, int]
    unrest_markers: int
    random_spaces: tuple[RandomRegion, ...]


def read_shipped(name: str) -> dict[str, Any]:
    """Return one of the game's data files in its original form, without an owner's replacements."""
    return data.read_shipped("engine.gandhi", name)


def read_data(name: str, kind: type[msgspec.Struct] | None = None) -> dict[str, Any]:
    """Return one of the game's data files, such as ``board.toml``, with the changes of an owner's file of that name.

    Of an Event an owner may write a single side. Raises BadData when the file cannot be read or does not fit its kind.
    """
    return data.read_data(PACKAGE, name, kind, by_value=name == EVENTS_FILE)


def read_row(row: dict[str, Any], kind: type[Row], name: str) -> Row:
    """Return a row of a data file as a struct. Raises BadData naming file, card and field."""
    faults = list(data.find_misfit(f"{name_data(name)}, card {name_row(row)}", row, kind))
    if faults:
        raise BadData(faults)
    return msgspec.convert(row, kind)


def find_unknown_places(board: dict[str, Any]) -> Iterator[str]:
    """Yield a sentence for every name in ``board.toml`` that names no space, Town or Railway of it."""
    lands, towns, railways = ({row["id"] for row in board[table]} for table in ("space", "town", "railway"))
    known = {
        "space": {"adjacent": lands, "adjacent_by_town": lands},
        "town": {"touches": lands},
        "railway": {"ends": lands | towns, "adjacent": lands, "adjacent_railways": railways},
        "random_region": {"spaces": lands, "known": lands},
    }
    for table, fields in known.items():
        for row in board[table]:
            place = data.name_place(name_data("board.toml"), table, row)
            for field, names in fields.items():
                yield from (
                    f"{place}, {field}: '{name}' is unknown." for name in row.get(field, ()) if name not in names
                )


def build_board(board: dict[str, Any], cards: dict[str, Any]) -> Board:
    """Make the `Board` from the data of ``board.toml`` and ``cards.toml``. Raises BadData."""
    faults = list(find_unknown_places(board))
    if faults:
        raise BadData(faults)
    near: dict[str, list[str]] = {}
    for row in board["space"]:
        near[row["id"]] = [*row["adjacent"], *row.get("adjacent_by_town", [])]
    for row in board["railway"]:
        near[row["id"]] = [*row["adjacent"], *row["adjacent_railways"]]
        for land in row["adjacent"]:
            near[land].append(row["id"])
    kinds = {row["id"]: row["kind"] for row in board["space"]} | {row["id"]: "railway" for row in board["railway"]}
    spaces: dict[str, Space] = {}
    for row in [*board["space"], *board["railway"]]:
        name = row["id"]
        kind = kinds[name]
        adjacent = tuple(near[name])
        spaces[name] = Space(
            id=name,
            name=row["name"],
            kind=kind,
            population=row.get("population", 0),
            muslim=row.get("muslim", False),
            econ=row.get("econ", 0),
            adjacent=adjacent,
            rail_adjacent=tuple(other for other in adjacent if kinds[other] == "railway"),
            city_adjacent=tuple(other for other in adjacent if kinds[other] == "city"),
            is_railway=kind == "railway",
            is_city=kind == "city",
            is_province=kind == "province",
            is_princely_state=kind == "princely_state",
        )
    lords = [msgspec.convert(row, Viceroy) for row in cards["viceroy"]]
    events = [msgspec.convert(row, EventCard) for row in cards["event"]]
    viceroys = {viceroy.id: viceroy for viceroy in lords}
    return Board(
        spaces=spaces,
        lands=tuple(row["id"] for row in board["space"]),
        cities=tuple(name for name, kind in kinds.items() if kind == "city"),
        railways=tuple(row["id"] for row in board["railway"]),
        everywhere=tuple(spaces),
        events={event.number: event for event in events},
        viceroys=viceroys,
        campaign_cards={viceroy.number: viceroy.id for viceroy in viceroys.values()},
        protest_boxes={int(row): boxes for row, boxes in board["tracks"]["protest_boxes"].items()},
        unrest_markers=board["tracks"]["unrest_markers"],
        random_spaces=tuple(msgspec.convert(row, RandomRegion) for row in board["random_region"]),
    )


BOARD = build_board(read_data("board.toml", BoardFile), read_data("cards.toml", CardsFile))
"""The board of the game, read once from its data files and never changed."""

GEOGRAPHY = BOARD.spaces
"""Every space by its id."""

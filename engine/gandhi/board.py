"""The board and the cards as frozen data, shared by all games (1.3, 2.3, 2.5)."""

from __future__ import annotations

from typing import Any, TypeVar

import msgspec

from engine.core import data
from engine.core.data import blame as blame
from engine.core.data import find_override as find_override
from engine.core.data import name_data as name_data
from engine.core.data import name_row as name_row
from engine.core.data import replace_rows as replace_rows
from engine.core.errors import BadPosition
from engine.core.text import text

Row = TypeVar("Row")


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
    """One of the game's data files as it comes with the game, whatever an owner replaces in it."""
    return data.read_shipped("engine.gandhi", name)


def read_data(name: str) -> dict[str, Any]:
    """One of the game's data files, for example ``board.toml``, with what an owner's file of that name replaces in it.

    Raises BadPosition when it cannot be read.
    """
    return data.read_data("engine.gandhi", name)


def read_row(row: dict[str, Any], kind: type[Row], name: str) -> Row:
    """A row of a data file as a struct. Raises BadPosition naming file, card and field."""
    try:
        return msgspec.convert(row, kind)
    except msgspec.ValidationError as error:
        detail = f"card {name_row(row)}: {error}"
        raise BadPosition(text("error.bad_data", file=name_data(name), detail=detail)) from error


def build_board(board: dict[str, Any], cards: dict[str, Any]) -> Board:
    """Make the `Board` from the data of ``board.toml`` and ``cards.toml``."""
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
    lords = [read_row(row, Viceroy, "cards.toml") for row in cards["viceroy"]]
    events = [read_row(row, EventCard, "cards.toml") for row in cards["event"]]
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


with blame("board.toml"):
    BOARD = build_board(read_data("board.toml"), read_data("cards.toml"))
"""The board of the game, read once from its data files and never changed."""

GEOGRAPHY = BOARD.spaces
"""Every space by its id."""

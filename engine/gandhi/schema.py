"""Schemas of the data files of the board, the cards and the scenarios."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import Meta

Source: TypeAlias = Literal["rules", "public", "inferred"]
Seat: TypeAlias = Literal["raj", "congress", "league", "revolutionaries"]
Operation: TypeAlias = Literal["deploy", "sweep", "assault", "garrison"]
Level: TypeAlias = Literal["active_support", "passive_support", "neutral", "passive_opposition", "active_opposition"]
Names: TypeAlias = Annotated[tuple[str, ...], Meta(min_length=1)]
Title: TypeAlias = Annotated[str, Meta(min_length=1)]
Count: TypeAlias = Annotated[int, Meta(ge=0, le=45)]
Value: TypeAlias = Annotated[int, Meta(ge=1, le=5)]


class SpaceRow(msgspec.Struct, forbid_unknown_fields=True):
    """1.3 A City, Province or Princely State."""

    id: str
    name: Title
    kind: Literal["city", "province", "princely_state"]
    population: Annotated[int, Meta(ge=0, le=3)]
    muslim: bool
    adjacent: Names
    adjacent_by_town: tuple[str, ...] = ()
    source_population: Source = "rules"
    source_adjacent: Source = "rules"


class TownRow(msgspec.Struct, forbid_unknown_fields=True):
    """1.3.8 A Town and the spaces that it touches."""

    id: str
    name: Title
    touches: Names
    source: Source = "rules"


class RailwayRow(msgspec.Struct, forbid_unknown_fields=True):
    """1.3.6 A Railway: its ends, its Economic Value, and the spaces next to it."""

    id: str
    name: Title
    ends: Annotated[tuple[str, ...], Meta(min_length=2, max_length=2)]
    econ: Annotated[int, Meta(ge=1, le=9)]
    adjacent: Names
    adjacent_railways: tuple[str, ...]
    source: Source = "rules"


class RegionRow(msgspec.Struct, forbid_unknown_fields=True):
    """8.1.2 A region of the Random Spaces map."""

    die: Annotated[int, Meta(ge=1, le=6)]
    colour: Title
    spaces: Names
    known: tuple[str, ...] = ()
    source: Source = "rules"


class Tracks(msgspec.Struct, forbid_unknown_fields=True):
    """The Protest boxes beside each value of Restraint, and the number of Unrest markers."""

    protest_boxes: dict[Literal["1", "2", "3", "4", "5"], Annotated[int, Meta(ge=0, le=9)]]
    unrest_markers: Annotated[int, Meta(ge=1, le=45)]
    source: Source = "rules"


class BoardFile(msgspec.Struct):
    """The content of ``board.toml``."""

    space: tuple[SpaceRow, ...]
    town: tuple[TownRow, ...]
    railway: tuple[RailwayRow, ...]
    random_region: tuple[RegionRow, ...]
    tracks: Tracks


class EventRow(msgspec.Struct, forbid_unknown_fields=True):
    """2.3.2 An Event card: its number, title and Faction order."""

    number: int
    title: Title
    order: tuple[str, ...]
    source: Source = "rules"
    doubtful: bool = False


class ViceroyRow(msgspec.Struct, forbid_unknown_fields=True):
    """2.5.1 A Campaign card: its Viceroy and his capability."""

    id: str
    number: Annotated[int, Meta(ge=1, le=999)]
    name: Title
    sepoy_cost: dict[Operation, Annotated[int, Meta(ge=1, le=9)]] = {}
    free_first: tuple[Operation, ...] = ()
    free: tuple[Operation, ...] = ()
    martial_law_adds_unrest: bool = True
    assault_grants_sweep: bool = False
    imperialism_cost: Annotated[int, Meta(ge=0, le=9)] = 3
    source: Source = "rules"


class CardsFile(msgspec.Struct):
    """The content of ``cards.toml``."""

    event: tuple[EventRow, ...]
    viceroy: tuple[ViceroyRow, ...]


class Pieces(msgspec.Struct, forbid_unknown_fields=True):
    """The number of pieces of each type."""

    troops: Count = 0
    sepoys: Count = 0
    congress: Count = 0
    league: Count = 0
    underground: Count = 0
    league_bases: Count = 0
    revolutionary_bases: Count = 0


class Jail(msgspec.Struct, forbid_unknown_fields=True):
    """1.3.9 Prisoners in Jail."""

    congress: Count = 0
    league: Count = 0


class Occupied(Pieces, forbid_unknown_fields=True):
    """The contents of a space at the start."""

    level: Level = "neutral"
    active: Count = 0
    gandhi: bool = False
    protest: bool = False
    muslim_state: bool = False
    strike: bool = False
    unrest: Annotated[int, Meta(ge=0, le=2)] = 0


class Wealth(msgspec.Struct, forbid_unknown_fields=True):
    """The Resources of Raj and of the Revolutionaries."""

    raj: Annotated[int, Meta(ge=0, le=50)]
    revolutionaries: Annotated[int, Meta(ge=0, le=50)]


class Totals(msgspec.Struct, forbid_unknown_fields=True):
    """The printed victory total of each Faction at the start."""

    raj: int
    congress: int
    league: int
    revolutionaries: int


class Scenario(msgspec.Struct, forbid_unknown_fields=True):
    """2.1 A scenario: its tracks, Resources, piles of cards and pieces, and the printed totals."""

    name: Title
    years: Title
    restraint: Value
    unity: Value
    resources: Wealth
    piles: Annotated[int, Meta(ge=1, le=12)]
    campaign_piles: Annotated[tuple[Annotated[int, Meta(ge=1, le=12)], ...], Meta(min_length=1, max_length=6)]
    out_of_play: Pieces
    available: Pieces
    totals: Totals
    control: tuple[str, ...]
    spaces: dict[str, dict[str, bool | int | str]]
    jail: Jail = msgspec.field(default_factory=Jail)
    gandhi_placed_by: Literal["congress", ""] = ""


class StackRow(msgspec.Struct):
    """8.3 An Arjuna card and its Faction."""

    id: str
    seat: Seat


class StacksFile(msgspec.Struct):
    """The content of ``arjuna.toml``, as far as the set-up needs it."""

    card: tuple[StackRow, ...]


class ScenariosFile(msgspec.Struct):
    """The content of ``scenarios.toml``."""

    short: Scenario
    main: Scenario

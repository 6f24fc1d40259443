"""The board, the tiles and the river as frozen data, shared by all games."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from engine.core.data import name_data, name_place, read_data
from engine.core.errors import BadData
from engine.rajas import roads
from engine.rajas.ids import (
    ANIMALS,
    ASSORTED,
    CHAMBER,
    COLOURS,
    GALLERY,
    GOODS,
    HARBOUR,
    MARKET,
    QUARRY,
    TERRACE,
    VERANDA,
)
from engine.rajas.schema import BoardFile, RiverFile, TilesFile, YieldsFile

PACKAGE: Final = "engine.rajas"
FOLDER: Final = "rajas/"
"""The owner's files of this game are in this part of the folder that GANDHI_DATA names."""


class Reward(msgspec.Struct, frozen=True):
    """A reward of a space or tile. ``words`` name colours or a person, ``amount`` says how many or how much."""

    kind: str
    amount: int = 1
    words: tuple[str, ...] = ()


def read_reward(written: str) -> Reward:
    """Return a reward as it is written in the data: ``coins:3``, ``boat``, ``dice_of:orange,blue``."""
    kind, _, rest = written.partition(":")
    if rest.isdecimal():
        return Reward(kind, int(rest))
    return Reward(kind, 1, tuple(rest.split(",")) if rest else ())


class Tile(msgspec.Struct, frozen=True):
    """A province tile. ``cost`` is in pips of its colour, ``road`` its shape, ``markets`` are (good, coins)."""

    id: str
    colour: str
    back: str
    cost: int
    road: str
    buildings: tuple[str, ...]
    markets: tuple[tuple[str, int], ...]

    @property
    def stack(self) -> str:
        """Return the stack it comes from: ``orange:tiger``."""
        return f"{self.colour}:{self.back}"

    @property
    def coins(self) -> int:
        """Return the sum of its markets, in coins."""
        return sum(value for _, value in self.markets)


class YieldSpace(msgspec.Struct, frozen=True):
    """A yield space at the edge of the province: its reward, and its colour and reward on the Navaratnas side."""

    id: str
    basic: Reward
    colour: str
    small: Reward


class YieldTile(msgspec.Struct, frozen=True):
    """A kind of yield tile, of which there are ``count``."""

    id: str
    colour: str
    reward: Reward
    count: int


class Bonus(msgspec.Struct, frozen=True):
    """A bonus of the fame or money track and its space."""

    id: str
    track: str
    space: int
    reward: Reward


class Board(msgspec.Struct, frozen=True):
    """Everything that is printed.

    ``slots`` are the spaces for workers by the number of players, each with its price in coins; a slot is named after
    the action of its space (``quarry:1``), and ``spaces`` lists them by action. ``joins`` says which yield space is
    at a side of a square.
    """

    fame_last: int
    money_last: int
    meet: int
    fame_bonuses: tuple[Bonus, ...]
    money_bonuses: tuple[Bonus, ...]
    waiting: dict[str, int]
    slots: dict[int, dict[str, int]]
    spaces: dict[int, dict[str, tuple[tuple[str, int], ...]]]
    terraces: tuple[str, ...]
    galleries: dict[str, str]
    chambers: dict[str, int]
    residence: str
    residence_roads: int
    squares: tuple[str, ...]
    near: dict[str, dict[int, str]]
    yields: dict[str, YieldSpace]
    joins: dict[str, dict[int, str]]
    tiles: dict[str, Tile]
    stacks: dict[str, tuple[str, ...]]
    river: tuple[Reward, ...]
    river_tiles: dict[str, Reward]
    river_tile_counts: dict[str, int]
    yield_tiles: dict[str, YieldTile]

    @property
    def river_last(self) -> int:
        """Return the number of the last river space; the start is 0."""
        return len(self.river)


def action_of(slot: str) -> str:
    """Return the action of a space for workers: ``quarry`` for ``quarry:2``, ``chamber:yogi`` for itself."""
    action, _, number = slot.rpartition(":")
    return action if number.isdecimal() else slot


def build_slots(board: dict[str, Any], players: int) -> dict[str, int]:
    """Return the spaces for workers with their prices in coins, for a number of players."""
    prices = {row["id"]: row["coins"] for row in board["price"]}
    counts = {row["id"]: row["count"][players - 2] for row in board["spaces"]}
    slots = {f"{QUARRY}:{index}": coins for index, coins in enumerate(prices[f"{QUARRY}_{players}"], 1)}
    slots |= {f"{MARKET}:{ASSORTED}:{index}": 0 for index in range(1, counts[ASSORTED] + 1)}
    slots |= {f"{MARKET}:{good}": 0 for good in GOODS}
    slots |= {f"{VERANDA}:{index}": 0 for index in range(1, counts[VERANDA] + 1)}
    slots |= {f"{TERRACE}:{row['id']}": 0 for row in board["terrace"]}
    slots |= {f"{GALLERY}:{row['id']}": 0 for row in board["gallery"]}
    slots |= {f"{CHAMBER}:{row['id']}": 0 for row in board["chamber"]}
    slots |= {f"{HARBOUR}:{index}": coins for index, coins in enumerate(prices[f"{HARBOUR}_{players}"], 1)}
    return slots


def group_slots(prices: dict[str, int]) -> dict[str, tuple[tuple[str, int], ...]]:
    """Return the spaces of every action with their prices in coins, in the order in which they fill."""
    groups: dict[str, tuple[tuple[str, int], ...]] = {}
    for slot, price in prices.items():
        groups[action_of(slot)] = (*groups.get(action_of(slot), ()), (slot, price))
    return groups


def read_tile(row: dict[str, Any]) -> Tile:
    """Return a province tile from a row of its data file."""
    markets = [written.partition(":") for written in row["markets"]]
    return Tile(
        id=row["id"],
        colour=row["colour"],
        back=row["back"],
        cost=int(row["cost"]),
        road=row["road"],
        buildings=tuple(row["buildings"]),
        markets=tuple((good, int(value)) for good, _, value in markets),
    )


def read_bonuses(board: dict[str, Any], track: str) -> tuple[Bonus, ...]:
    """Return the bonuses of a track, from its start."""
    rows = [row for row in board["bonus"] if row["track"] == track]
    bonuses = [Bonus(row["id"], track, row["space"], read_reward(row["reward"])) for row in rows]
    return tuple(sorted(bonuses, key=lambda bonus: bonus.space))


def build_board(board: dict[str, Any], tiles: dict[str, Any], river: dict[str, Any], yields: dict[str, Any]) -> Board:
    """Make the `Board` from the data of the four files. Raises BadData for a yield that lies at no square."""
    lengths = {row["id"]: row["last"] for row in board["track"]}
    province = board["province"]
    grid = [
        f"{chr(ord('a') + column)}{row + 1}" for row in range(province["rows"]) for column in range(province["columns"])
    ]
    squares = tuple(square for square in grid if square not in province["cut"])
    joins: dict[str, dict[int, str]] = {square: {} for square in squares}
    for row in board["yield"]:
        for place in row["at"]:
            square, _, side = place.partition(":")
            if square not in joins:
                fault = f"{name_place(name_data(FOLDER + 'board.toml'), 'yield', row)}, at: '{square}' is no square."
                raise BadData([fault])
            joins[square][roads.LETTERS[side]] = row["id"]
    slots = {players: build_slots(board, players) for players in (2, 3, 4)}
    all_tiles = {row["id"]: read_tile(row) for row in tiles["tile"]}
    names = [f"{colour}:{animal}" for colour in COLOURS for animal in ANIMALS]
    return Board(
        fame_last=lengths["fame"],
        money_last=lengths["money"],
        meet=lengths["meet"],
        fame_bonuses=read_bonuses(board, "fame"),
        money_bonuses=read_bonuses(board, "money"),
        waiting={row["id"]: row["space"] for row in board["waiting_worker"]},
        slots=slots,
        spaces={players: group_slots(prices) for players, prices in slots.items()},
        terraces=tuple(row["id"] for row in board["terrace"]),
        galleries={row["id"]: row["takes"] for row in board["gallery"]},
        chambers={row["id"]: row["die"] for row in board["chamber"]},
        residence=province["residence"],
        residence_roads=roads.roads_of(province["roads"]),
        squares=squares,
        near=roads.neighbours_of(squares),
        yields={
            row["id"]: YieldSpace(row["id"], read_reward(row["basic"]), row["colour"], read_reward(row["small"]))
            for row in board["yield"]
        },
        joins=joins,
        tiles=all_tiles,
        stacks={name: tuple(tile.id for tile in all_tiles.values() if tile.stack == name) for name in names},
        river=tuple(read_reward(row["reward"]) for row in sorted(river["space"], key=lambda row: int(row["number"]))),
        river_tiles={row["id"]: read_reward(row["reward"]) for row in river["river_tile"]},
        river_tile_counts={row["id"]: row["count"] for row in river["river_tile"]},
        yield_tiles={
            row["id"]: YieldTile(row["id"], row["colour"], read_reward(row["reward"]), row["count"])
            for row in yields["yield_tile"]
        },
    )


KINDS: Final[dict[str, type[msgspec.Struct]]] = {
    "board.toml": BoardFile,
    "tiles.toml": TilesFile,
    "river.toml": RiverFile,
    "yields.toml": YieldsFile,
}
FILES: Final = tuple(KINDS)


def read_file(name: str) -> dict[str, Any]:
    """Return one of the game's data files with what an owner's file replaces in it. Raises BadData."""
    return read_data(PACKAGE, name, KINDS[name], FOLDER)


BOARD: Final = build_board(*map(read_file, FILES))
"""The board of the game, read once from its data files and never changed."""

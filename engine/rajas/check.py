"""Contenuto: checks of the game's data for `gandhi check-data`: counts, roads and prices."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any, Final

from engine.core.data import find_override, name_data, name_place
from engine.core.errors import BadData
from engine.rajas.board import BOARD, FILES, FOLDER, Board, Reward, build_board, read_file
from engine.rajas.catalogue import RULES
from engine.rajas.ids import (
    ANIMALS,
    BUILDINGS,
    CHAMBERS,
    COLOURS,
    FREE_CHAMBERS,
    GOODS,
    PIPS,
    RIVER_TILES,
    TILES_OF_A_COLOUR,
    YIELD_COLOURS,
)
from engine.rajas.roads import SHAPES

SOURCES: Final = ("rules", "public", "inferred")
SQUARES: Final = 18
COLOURED: Final = ("dice_of", "karma_dice")
MOST_FEATURES: Final = 2
MOST_OF_A_REWARD: Final = 20
DEAREST: Final = 60
"""The most pips that a tile may cost: ten dice cannot show more."""


def check_data() -> list[str]:
    """Return a message for every fault in the data, with file, row and field; an empty list when there is none.

    An owner's files are checked as they would be used.
    """
    try:
        data = {name: read_file(name) for name in FILES}
        faults = [fault for name, tables in data.items() for fault in check_rows(name_data(FOLDER + name), tables)]
        board = build_board(*data.values())
    except BadData as error:
        return error.faults
    return [*faults, *check_tiles(board), *check_province(board), *check_spaces(board), *check_rewards(board)]


def check_rows(name: str, tables: dict[str, Any]) -> Iterator[str]:
    """Yield a message for every row without a valid source."""
    for table, rows in tables.items():
        listed = rows if isinstance(rows, list) else [rows]
        for row in listed:
            source = row.get("source")
            if source not in SOURCES:
                place = name_place(name, table, row) if isinstance(rows, list) else f"{name}, {table}"
                yield f"{place}, source: source must be rules, public or inferred, not '{source}'."


def check_tiles(board: Board) -> Iterator[str]:
    """Contenuto, I: check for 16 tiles of each colour in twelve stacks; what each shows, its price and its road."""
    name = name_data(FOLDER + "tiles.toml")
    counts = Counter(tile.colour for tile in board.tiles.values())
    for colour in COLOURS:
        if counts[colour] != TILES_OF_A_COLOUR:
            found = f"there are {counts[colour]} {colour} tiles"
            yield f"{name}, tile, colour: {found}, and should be {TILES_OF_A_COLOUR}."
    empty = [stack for stack, tiles in board.stacks.items() if not tiles]
    yield from (f"{name}, tile, back: the stack {stack} is empty." for stack in empty)
    for tile in board.tiles.values():
        place = f"{name}, tile {tile.id}"
        yield from unknown(place, "colour", [tile.colour], COLOURS)
        yield from unknown(place, "back", [tile.back], ANIMALS)
        yield from unknown(place, "road", [tile.road], SHAPES)
        yield from unknown(place, "building", tile.buildings, BUILDINGS)
        yield from unknown(place, "good", [good for good, _ in tile.markets], GOODS)
        if not 0 < tile.cost <= DEAREST:
            yield f"{place}, cost: costs {tile.cost}, and must cost 1 to {DEAREST} pips."
        if not 0 < len(tile.buildings) + len(tile.markets) <= MOST_FEATURES:
            yield f"{place}, markets: must show one or two markets and buildings."
        worthless = [good for good, value in tile.markets if value <= 0]
        yield from (f"{place}, markets: a market of {good} is worth nothing." for good in worthless)


def check_province(board: Board) -> Iterator[str]:
    """La Plancia Provincia: check for 18 squares, a residence with three roads into it, yields at its edge."""
    name = name_data(FOLDER + "board.toml")
    if len(board.squares) != SQUARES:
        yield f"{name}, province, cut: the province has {len(board.squares)} squares, and should have {SQUARES}."
    if board.residence not in board.squares:
        yield f"{name}, province, residence: the residence lies on no square."
        return
    roads = [side for side in board.near[board.residence] if board.residence_roads & side]
    if len(roads) != 3 or board.residence_roads.bit_count() != 3:
        yield f"{name}, province, roads: three roads must lead from the residence into the province."
    joined = {space for sides in board.joins.values() for space in sides.values()}
    yield from (f"{name}, yield {space}, at: lies at no square." for space in board.yields if space not in joined)
    for square, sides in board.joins.items():
        inside = [space for side, space in sides.items() if side in board.near[square]]
        yield from (f"{name}, yield {space}, at: {square} has another square there." for space in inside)
    for space in board.yields.values():
        yield from unknown(f"{name}, yield {space.id}", "colour", [space.colour], YIELD_COLOURS)


def check_spaces(board: Board) -> Iterator[str]:
    """Costi: check that prices rise as spaces fill, and for a die per Chamber and tracks with their bonuses."""
    name = name_data(FOLDER + "board.toml")
    for players, actions in board.spaces.items():
        for action, slots in actions.items():
            prices = [price for _, price in slots]
            if prices != sorted(prices) or min(prices) < 0:
                yield f"{name}, price {action}_{players}, coins: the prices must not fall."
    if sorted(board.chambers) != sorted(CHAMBERS) or sorted(board.chambers.values()) != list(PIPS):
        yield f"{name}, chamber, die: the six Chambers must cost a die of 1 to 6."
    if sorted(board.terraces) != sorted(COLOURS) or sorted(board.galleries) != sorted(COLOURS):
        yield f"{name}, terrace, id: there must be a terrace and a gallery for each colour."
    wrong = [colour for colour, takes in board.galleries.items() if takes not in COLOURS or takes == colour]
    yield from (f"{name}, gallery {colour}, takes: must give another colour." for colour in wrong)
    last = {"fame": board.fame_last, "money": board.money_last, "river": board.river_last - 1}
    for track, space in board.waiting.items():
        if space > last[track]:
            yield f"{name}, waiting_worker {track}, space: must be {last[track]} or less."
    for bonus in (*board.fame_bonuses, *board.money_bonuses):
        if not 0 < bonus.space <= last[bonus.track]:
            yield f"{name}, bonus {bonus.id}, space: lies beyond its track."
    if board.meet > board.fame_last + (board.money_last + 1) // 2:
        yield f"{name}, track meet, last: the markers could never meet."


def check_rewards(board: Board) -> Iterator[str]:
    """Fiume, Navaratnas, Ganga: yield every unknown reward, and every wrong number of yield and river tiles."""
    yields, river = name_data(FOLDER + "yields.toml"), name_data(FOLDER + "river.toml")
    counts: Counter[str] = Counter()
    for tile in board.yield_tiles.values():
        counts[tile.colour] += tile.count
        yield from check_reward(f"{yields}, yield_tile {tile.id}", tile.reward)
    if counts != YIELD_COLOURS:
        found, wanted = (
            ", ".join(f"{numbers[colour]} {colour}" for colour in YIELD_COLOURS) for numbers in (counts, YIELD_COLOURS)
        )
        yield f"{yields}, yield_tile, count: the yield tiles are {found}, and should be {wanted}."
    if sum(board.river_tile_counts.values()) != RIVER_TILES:
        yield f"{river}, river_tile, count: there must be {RIVER_TILES} river tiles."
    for name, reward in board.river_tiles.items():
        yield from check_reward(f"{river}, river_tile {name}", reward)
    for number, reward in enumerate(board.river, 1):
        yield from check_reward(f"{river}, space {number}", reward)
    name = name_data(FOLDER + "board.toml")
    for bonus in (*board.fame_bonuses, *board.money_bonuses):
        yield from check_reward(f"{name}, bonus {bonus.id}", bonus.reward)
    for space in board.yields.values():
        yield from check_reward(f"{name}, yield {space.id}", space.basic, "basic")
        yield from check_reward(f"{name}, yield {space.id}", space.small, "small")


def check_reward(place: str, reward: Reward, field: str = "reward") -> Iterator[str]:
    """Yield a message for every fault in a reward: an unknown kind or word, or an amount out of range."""
    yield from unknown(place, "reward", [reward.kind], RULES)
    if reward.amount <= 0:
        yield f"{place}, {field}: gives nothing."
    if reward.amount > MOST_OF_A_REWARD:
        yield f"{place}, {field}: gives {reward.amount}, and {MOST_OF_A_REWARD} are the most."
    allowed = COLOURS if reward.kind in COLOURED else FREE_CHAMBERS if reward.kind == "chamber" else ()
    yield from unknown(place, "word", reward.words, allowed)
    if reward.kind in COLOURED and not reward.words:
        yield f"{place}, {field}: must name the colours."


def unknown(place: str, field: str, words: Iterable[str], allowed: Iterable[str]) -> Iterator[str]:
    """Yield a message for every word that is not allowed."""
    known = tuple(allowed)
    yield from (f"{place}, {field}: unknown {field} '{word}'." for word in words if word not in known)


def summarise() -> str:
    """Return a sentence that says what was checked, when there is no fault."""
    return (
        f"Rajas: {len(BOARD.tiles)} province tiles in {len(BOARD.stacks)} stacks, {len(BOARD.squares)} squares "
        f"with {len(BOARD.yields)} yields, {BOARD.river_last} river spaces, "
        f"{sum(tile.count for tile in BOARD.yield_tiles.values())} yield tiles."
    )


def refuse_bad_override() -> None:
    """Refuse faulty data files of an owner at the start. Raises BadData with every fault."""
    if any(find_override(FOLDER + name) for name in FILES):
        faults = check_data()
        if faults:
            raise BadData(faults)

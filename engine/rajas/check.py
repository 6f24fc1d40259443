"""Contenuto: whether the data of the game makes sense: counts, roads and prices. What `gandhi check-data` says."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any, Final

from engine.core.data import find_override, name_data, name_row
from engine.core.errors import BadPosition
from engine.core.text import text
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
    WAITING_ORDER,
    YIELD_COLOURS,
)
from engine.rajas.roads import SHAPES

SOURCES: Final = ("rules", "public", "inferred")
SQUARES: Final = 18
COLOURED: Final = ("dice_of", "karma_dice")
MOST_FEATURES: Final = 2
DEAREST: Final = 60
"""No tile costs more pips than ten dice can show."""


def check_data() -> list[str]:
    """One message for every fault in the data, with file, row and field; empty when all is well.

    An owner's files are checked as they would be used. Raises BadPosition when a file cannot be read.
    """
    data = {name: read_file(name) for name in FILES}
    faults = [fault for name, tables in data.items() for fault in check_rows(name_data(FOLDER + name), tables)]
    try:
        board = build_board(*data.values())
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        return [*faults, f"The data of {FOLDER} cannot be put together: {error!r}."]
    return [*faults, *check_tiles(board), *check_province(board), *check_spaces(board), *check_rewards(board)]


def check_rows(name: str, tables: dict[str, Any]) -> Iterator[str]:
    """Every row has a source, and is there once."""
    for table, rows in tables.items():
        listed = rows if isinstance(rows, list) else [rows]
        for row in listed:
            source = row.get("source")
            if source not in SOURCES:
                yield f"{name}, {table} {name_row(row)}: source must be rules, public or inferred, not {source!r}."
        names = Counter(name_row(row) for row in listed)
        yield from (f"{name}, {table} {row}: written {count} times." for row, count in names.items() if count > 1)


def check_tiles(board: Board) -> Iterator[str]:
    """Contenuto, I: 16 tiles of each colour in twelve stacks; what each shows, its price and its road."""
    name = name_data(FOLDER + "tiles.toml")
    counts = Counter(tile.colour for tile in board.tiles.values())
    for colour in COLOURS:
        if counts[colour] != TILES_OF_A_COLOUR:
            yield f"{name}: there are {counts[colour]} {colour} tiles, and should be {TILES_OF_A_COLOUR}."
    yield from (f"{name}: the stack {stack} is empty." for stack, tiles in board.stacks.items() if not tiles)
    for tile in board.tiles.values():
        place = f"{name}, tile {tile.id}"
        yield from unknown(place, "colour", [tile.colour], COLOURS)
        yield from unknown(place, "back", [tile.back], ANIMALS)
        yield from unknown(place, "road", [tile.road], SHAPES)
        yield from unknown(place, "building", tile.buildings, BUILDINGS)
        yield from unknown(place, "good", [good for good, _ in tile.markets], GOODS)
        if not 0 < tile.cost <= DEAREST:
            yield f"{place}: costs {tile.cost}, and must cost 1 to {DEAREST} pips."
        if not 0 < len(tile.buildings) + len(tile.markets) <= MOST_FEATURES:
            yield f"{place}: must show one or two markets and buildings."
        yield from (f"{place}: a market of {good} is worth nothing." for good, value in tile.markets if value <= 0)


def check_province(board: Board) -> Iterator[str]:
    """La Plancia Provincia: 18 squares, a residence with three roads into it, yields at its edge."""
    name = name_data(FOLDER + "board.toml")
    if len(board.squares) != SQUARES:
        yield f"{name}: the province has {len(board.squares)} squares, and should have {SQUARES}."
    if board.residence not in board.squares:
        yield f"{name}: the residence lies on no square."
        return
    roads = [side for side in board.near[board.residence] if board.residence_roads & side]
    if len(roads) != 3 or board.residence_roads.bit_count() != 3:
        yield f"{name}: three roads must lead from the residence into the province."
    joined = {space for sides in board.joins.values() for space in sides.values()}
    yield from (f"{name}, yield {space}: lies at no square." for space in board.yields if space not in joined)
    for square, sides in board.joins.items():
        inside = [space for side, space in sides.items() if side in board.near[square]]
        yield from (f"{name}, yield {space}: {square} has another square there." for space in inside)
    for space in board.yields.values():
        yield from unknown(f"{name}, yield {space.id}", "colour", [space.colour], YIELD_COLOURS)


def check_spaces(board: Board) -> Iterator[str]:
    """Costi: prices that rise as the spaces fill, all Chambers with a die of their own, tracks with their bonuses."""
    name = name_data(FOLDER + "board.toml")
    for players, actions in board.spaces.items():
        for action, slots in actions.items():
            prices = [price for _, price in slots]
            if prices != sorted(prices) or min(prices) < 0:
                yield f"{name}: with {players} players the prices of {action} must not fall: {prices}."
    if sorted(board.chambers) != sorted(CHAMBERS) or sorted(board.chambers.values()) != list(PIPS):
        yield f"{name}: the six Chambers must cost a die of 1 to 6."
    if sorted(board.terraces) != sorted(COLOURS) or sorted(board.galleries) != sorted(COLOURS):
        yield f"{name}: there must be a terrace and a gallery for each colour."
    wrong = [colour for colour, takes in board.galleries.items() if takes not in COLOURS or takes == colour]
    yield from (f"{name}, gallery {colour}: must give another colour." for colour in wrong)
    if sorted(board.waiting) != sorted(WAITING_ORDER):
        yield f"{name}: a worker must wait on the fame track, the money track and the river."
    for bonus in (*board.fame_bonuses, *board.money_bonuses):
        if not 0 < bonus.space <= (board.fame_last if bonus.track == "fame" else board.money_last):
            yield f"{name}, bonus {bonus.id}: lies beyond its track."


def check_rewards(board: Board) -> Iterator[str]:
    """Fiume, Navaratnas, Ganga: every reward is one, and there are as many yield and river tiles as there should be."""
    yields, river = name_data(FOLDER + "yields.toml"), name_data(FOLDER + "river.toml")
    counts: Counter[str] = Counter()
    for tile in board.yield_tiles.values():
        counts[tile.colour] += tile.count
        yield from check_reward(f"{yields}, yield_tile {tile.id}", tile.reward)
    if counts != YIELD_COLOURS:
        yield f"{yields}: the yield tiles are {dict(counts)}, and should be {YIELD_COLOURS}."
    if sum(board.river_tile_counts.values()) != RIVER_TILES:
        yield f"{river}: there must be {RIVER_TILES} river tiles."
    for name, reward in board.river_tiles.items():
        yield from check_reward(f"{river}, river_tile {name}", reward)
    for number, reward in enumerate(board.river, 1):
        yield from check_reward(f"{river}, space {number}", reward)
    name = name_data(FOLDER + "board.toml")
    for bonus in (*board.fame_bonuses, *board.money_bonuses):
        yield from check_reward(f"{name}, bonus {bonus.id}", bonus.reward)
    for space in board.yields.values():
        yield from check_reward(f"{name}, yield {space.id}", space.basic)
        yield from check_reward(f"{name}, yield {space.id}", space.small)


def check_reward(place: str, reward: Reward) -> Iterator[str]:
    """Whether a reward is one that the rules know, with words that it knows."""
    yield from unknown(place, "reward", [reward.kind], RULES)
    if reward.amount <= 0:
        yield f"{place}: gives nothing."
    allowed = COLOURS if reward.kind in COLOURED else FREE_CHAMBERS if reward.kind == "chamber" else ()
    yield from unknown(place, "word", reward.words, allowed)
    if reward.kind in COLOURED and not reward.words:
        yield f"{place}: must name the colours."


def unknown(place: str, field: str, words: Iterable[str], allowed: Iterable[str]) -> Iterator[str]:
    """A message for every word that is not one."""
    known = tuple(allowed)
    yield from (f"{place}: unknown {field} '{word}'." for word in words if word not in known)


def summarise() -> str:
    """What was checked, when nothing is wrong."""
    return (
        f"All is well: {len(BOARD.tiles)} province tiles in {len(BOARD.stacks)} stacks, {len(BOARD.squares)} squares "
        f"with {len(BOARD.yields)} yields, {BOARD.river_last} river spaces, "
        f"{sum(tile.count for tile in BOARD.yield_tiles.values())} yield tiles."
    )


def refuse_bad_override() -> None:
    """Refuse at the start an owner's data files that do not make sense. Raises BadPosition with every fault."""
    if any(find_override(FOLDER + name) for name in FILES):
        faults = check_data()
        if faults:
            raise BadPosition(text("error.bad_events", faults=faults))

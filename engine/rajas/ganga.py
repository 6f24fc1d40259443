"""Il modulo Ganga: river tiles change what the river gives."""

from __future__ import annotations

from engine.rajas.board import BOARD
from engine.rajas.state import State


def lay_river_tiles(state: State) -> None:
    """Ganga: roll a die, count from the last tile (or the start), lay a random tile there; repeat to the river's end.

    The last space is never covered. Tiles that are left over go back into the box.
    """
    bag = [tile for tile, count in BOARD.river_tile_counts.items() for _ in range(count)]
    tiles = state.dice.shuffle("river", bag)
    space = 0
    for tile in tiles:
        pips = state.dice.roll("river")
        space += pips
        if space >= BOARD.river_last:
            return
        state.note("roll", "river", new=pips, seat="")
        state.lay_river_tile(tile, space)

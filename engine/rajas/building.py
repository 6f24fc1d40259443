"""Costruttore: the Master Builder covers a tile of the player's province with a dearer one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from engine.core.decision import Option
from engine.core.protocol import Rule
from engine.core.text import Text, why_not
from engine.rajas import roads
from engine.rajas.asking import ask, close, square_option
from engine.rajas.board import BOARD, Tile
from engine.rajas.facts import Facts, Player
from engine.rajas.hands import Purse, pay_dice, purse_of
from engine.rajas.ids import H_PALACE, TURNED, VALUE_OF
from engine.rajas.quarry import choose_roads, offer_tile, score_tile
from engine.rajas.state import State

NOTHING_TO_COVER = why_not("rajas.nothing_to_cover", H_PALACE)
NO_DEARER_TILE = why_not("rajas.no_dearer_tile", H_PALACE)
COVERED_BEFORE = why_not("rajas.covered_before", H_PALACE)


def ways_to_cover(player: Player, square: str, road: str) -> tuple[int, ...]:
    """Costruttore: return how a tile may lie on a square so that all tiles still reach the residence."""
    return _find_ways(tuple(player.road_map().items()), square, road)


@lru_cache(maxsize=8192)
def _find_ways(roads_lying: tuple[tuple[str, int], ...], square: str, road: str) -> tuple[int, ...]:
    lying, ways = dict(roads_lying), []
    for ends in roads.TURNINGS[road]:
        lying[square] = ends
        if len(roads.reached(lying, BOARD.residence, BOARD.near)) == len(lying):
            ways.append(ends)
    return tuple(ways)


def can_be_covered(player: Player) -> list[str]:
    """Costruttore: return the squares with a tile that has not been covered before."""
    return [square for square, here in player.province.items() if not here.covered]


def find_covers(player: Player, tops: Sequence[Tile], purse: Purse, square: str) -> Iterator[tuple[Tile, int]]:
    """Costruttore: yield the dearer tiles that could be paid and laid on a square, each with the difference in pips."""
    below = BOARD.tiles[player.province[square].tile]
    ways: dict[str, tuple[int, ...]] = {}
    for tile in tops:
        price = tile.cost - below.cost
        if 0 < price <= purse[tile.colour]:
            if tile.road not in ways:
                ways[tile.road] = ways_to_cover(player, square, tile.road)
            if ways[tile.road]:
                yield tile, price


def why_builder_closed(
    state: Facts, seat: str, free: bool = True, value: int = 0, die: str = "", turned: bool = False
) -> Text | None:
    """Costruttore: return why the Master Builder is closed, or None: no tile to cover, or no dearer one to pay.

    Unless ``free``, a die that shows ``value`` must be given back first. If ``free``, ``die`` is the one given back, if
    any, perhaps ``turned`` over.
    """
    player = state.players[seat]
    squares = can_be_covered(player)
    if not squares:
        return NOTHING_TO_COVER
    tops = state.tops()
    if free:
        ways = [(die, turned)]
    else:
        kinds = player.kinds_of_dice()
        ways = [(one, False) for one in kinds if VALUE_OF[one] == value]
        if player.karma:
            ways += [(one, True) for one in kinds if VALUE_OF[TURNED[one]] == value]
    for one, over in ways:
        purse = purse_of(player, one, over)
        if any(any(True for _ in find_covers(player, tops, purse, square)) for square in squares):
            return None
    return NO_DEARER_TILE


def cover_tile(state: State, seat: str) -> Rule:
    """Costruttore: choose a tile to cover and a dearer one, pay the difference in its colour, and score it (Q-04).

    Yields that were gained before are not gained again. A square is covered once only.
    """
    player = state.players[seat]
    tops, purse = state.tops(), purse_of(player)
    covers = {square: dict(find_covers(player, tops, purse, square)) for square in can_be_covered(player)}

    def closed() -> list[Option]:
        found = []
        for square, here in player.province.items():
            if not covers.get(square):
                found.append(close(square_option(square), COVERED_BEFORE if here.covered else NO_DEARER_TILE))
        return found

    there = [square for square, found in covers.items() if found]
    options = [square_option(square, number) for number, square in enumerate(there, 1)]
    key = yield from ask(seat, "cover", options, closed=closed)
    square = key.removeprefix("square:")
    prices = {tile.stack: (tile, price) for tile, price in covers[square].items()}
    options = [offer_tile(player, tile, price) for tile, price in prices.values()]
    key = yield from ask(seat, "tile", options, space=square, subject=square)
    tile, price = prices[key.removeprefix("tile:")]
    yield from pay_dice(state, seat, tile.colour, price)
    ends = yield from choose_roads(state, seat, tile, square, ways_to_cover(player, square, tile.road))
    state.cover(seat, tile.stack, square, ends)
    yield from score_tile(state, seat, tile, square)

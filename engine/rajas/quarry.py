"""I. Azione Costruzione, La Plancia Provincia: pay, place and score a tile, then take the yields that it has joined."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from engine.core.decision import Option
from engine.core.protocol import Rule
from engine.core.text import Text, why_not
from engine.rajas.asking import (
    Asked,
    AskedCount,
    ask,
    close,
    empty_stack_option,
    roads_option,
    square_option,
    tile_option,
    yield_option,
)
from engine.rajas.board import BOARD, Reward, Tile
from engine.rajas.costs import least_karma
from engine.rajas.facts import Facts, Player
from engine.rajas.hands import Purse, pay_dice, purse_of
from engine.rajas.ids import H_COSTS, H_PROVINCE, H_QUARRY
from engine.rajas.rewards import gain
from engine.rajas.roads import OPPOSITE, TURNINGS
from engine.rajas.state import State
from engine.rajas.tracks import advance

NO_TILE = why_not("rajas.no_tile", H_QUARRY)
STACK_EMPTY = why_not("rajas.stack_empty", H_QUARRY)
NO_PLACE = why_not("rajas.no_place", H_PROVINCE)
NO_ROAD = why_not("rajas.no_road", H_PROVINCE)
NOT_JOINED = why_not("rajas.not_joined", H_PROVINCE)

Places = dict[str, tuple[int, ...]]
"""Squares with the ways in which a tile may lie there."""


class Placing(msgspec.Struct, frozen=True):
    """A tile on its way to a square, with its possible places: the subject of the questions about it."""

    tile: Tile
    places: Places


def open_ends(player: Player) -> dict[str, int]:
    """La Plancia Provincia: return the free squares to which roads lead, each with the sides from which they come."""
    roads = player.road_map()
    found: dict[str, int] = {}
    for square, ends in roads.items():
        for side, other in BOARD.near[square].items():
            if ends & side and other not in roads:
                found[other] = found.get(other, 0) | OPPOSITE[side]
    return {square: found[square] for square in BOARD.squares if square in found}


def places_at(ends: Mapping[str, int], road: str) -> Places:
    """La Plancia Provincia: return how a tile may lie on squares to which roads lead.

    One of its road ends must meet a road that leads to the residence. Since every road in the province does, any of
    them is enough. Every shape has a turning that fits.
    """
    return {square: tuple(ways for ways in TURNINGS[road] if ways & joins) for square, joins in ends.items()}


def score(player: Player, tile: Tile) -> tuple[int, int]:
    """I. Return the score of a tile when it is added: the coins of its markets, and the fame of its buildings."""
    return tile.coins, sum(player.building_value(building) for building in tile.buildings)


def offer_tile(player: Player, tile: Tile, price: int) -> Option:
    """I. Return the option to take a tile for a price in pips: what it scores, and the least karma that it costs."""
    karma = least_karma(player.values(tile.colour), player.karma, price)
    return tile_option(tile, *score(player, tile), karma)


def new_yields(player: Player, square: str, roads: int) -> list[str]:
    """Spazi Rendita: return the yield spaces that roads on a square join for the first time."""
    ends = [space for side, space in BOARD.joins[square].items() if roads & side]
    return [space for space in dict.fromkeys(ends) if space not in player.joined]


def why_tile_closed(tile: Tile, purse: Purse, places: Mapping[str, Places]) -> Text | None:
    """I. Return why a tile cannot be taken (too few pips of its colour, or no place for it), or None."""
    if purse[tile.colour] < tile.cost:
        return why_not("rajas.too_few_pips", H_COSTS, colour=tile.colour, cost=tile.cost)
    return None if places[tile.road] else NO_PLACE


def all_places(player: Player) -> dict[str, Places]:
    """La Plancia Provincia: return the places for every shape of road."""
    ends = open_ends(player)
    return {road: places_at(ends, road) for road in TURNINGS}


def open_tiles(state: Facts, player: Player) -> list[Tile]:
    """I. Return the tiles that a player can pay and place."""
    places, purse = all_places(player), purse_of(player)
    return [tile for tile in state.tops() if why_tile_closed(tile, purse, places) is None]


def why_quarry_closed(state: Facts, seat: str) -> Text | None:
    """I. Return why the quarry is closed (no tile can be paid, or no road leads to a free square), or None."""
    player = state.players[seat]
    purse = purse_of(player)
    if all(purse[tile.colour] < tile.cost for tile in state.tops()):
        return NO_TILE
    return None if open_ends(player) else NO_PLACE


def play_quarry(state: State, seat: str) -> Rule:
    """I. Take a tile, give back dice for it, place it, and score."""
    player = state.players[seat]
    places, purse = all_places(player), purse_of(player)
    options = [offer_tile(player, tile, tile.cost) for tile in open_tiles(state, player)]

    def closed() -> list[Option]:
        found = [close(empty_stack_option(stack), STACK_EMPTY) for stack, tiles in state.stacks.items() if not tiles]
        for tile in state.tops():
            reason = why_tile_closed(tile, purse, places)
            if reason is not None:
                found.append(close(tile_option(tile, *score(player, tile)), reason))
        return found

    key = yield from ask(seat, "tile", options, closed=closed)
    tile = BOARD.tiles[state.stacks[key.removeprefix("tile:")][-1]]
    yield from pay_dice(state, seat, tile.colour, tile.cost)
    square = yield from choose_square(state, seat, tile, places[tile.road])
    roads = yield from choose_roads(state, seat, tile, square, places[tile.road][square])
    state.build(seat, tile.stack, square, roads)
    yield from score_tile(state, seat, tile, square)


def choose_square(state: State, seat: str, tile: Tile, places: Places) -> Asked:
    """La Plancia Provincia: ask on which square to lay the tile."""
    player = state.players[seat]

    def closed() -> list[Option]:
        free = [square for square in BOARD.squares if square != BOARD.residence and square not in player.province]
        return [close(square_option(square), NO_ROAD) for square in free if square not in places]

    options = [square_option(square, number) for number, square in enumerate(places, 1)]
    key = yield from ask(
        seat, "square", options, closed=closed, subject=Placing(tile, places), colour=tile.colour, cost=tile.cost
    )
    return key.removeprefix("square:")


def choose_roads(state: State, seat: str, tile: Tile, square: str, ways: tuple[int, ...]) -> AskedCount:
    """La Plancia Provincia: ask how the tile lies, unless only one way joins a road."""
    player = state.players[seat]
    options = [
        roads_option(roads, letter, tuple(new_yields(player, square, roads)))
        for letter, roads in zip("ABCD", ways, strict=False)
    ]
    closed = [close(roads_option(roads), NOT_JOINED) for roads in TURNINGS[tile.road] if roads not in ways]
    subject = Placing(tile, {square: ways})
    key = yield from ask(seat, "roads", options, closed=lambda: closed, space=square, subject=subject, square=square)
    return next(roads for roads in ways if roads_option(roads).key == key)


def score_tile(state: State, seat: str, tile: Tile, square: str) -> Rule:
    """I. Score the tile, and after that the yield spaces that it has joined, in the order of one's choice (Q-06)."""
    player = state.players[seat]
    coins, fame = score(player, tile)
    joined = new_yields(player, square, player.province[square].roads)
    for space in joined:
        state.join_yield(seat, space)
    yield from advance(state, seat, coins, fame)
    while joined:
        options = [yield_option(space, yield_of(state, seat, space)) for space in joined]
        key = yield from ask(seat, "yield_order", options, remaining=len(joined) - 1)
        space = key.removeprefix("yield:")
        joined.remove(space)
        yield from gain(state, seat, yield_of(state, seat, space))


def yield_of(state: Facts, seat: str, space: str) -> Reward:
    """Spazi Rendita, Navaratnas: return what a yield space gives: its tile, or what is printed on the side in use."""
    player = state.players[seat]
    if space in player.yield_tiles:
        return BOARD.yield_tiles[player.yield_tiles[space]].reward
    return BOARD.yields[space].small if player.expert else BOARD.yields[space].basic

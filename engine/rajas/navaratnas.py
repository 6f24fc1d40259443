"""Variante Navaratnas: yield tiles that are laid on the province and pay when a road joins them."""

from __future__ import annotations

from engine.core.decision import Option
from engine.core.protocol import Rule
from engine.core.text import why_not
from engine.rajas.asking import DECLINE, DECLINE_OPTION, Asked, ask, at_option, close, reward_text, yield_tile_option
from engine.rajas.board import BOARD
from engine.rajas.facts import Facts
from engine.rajas.ids import BROWN, H_NAVARATNAS
from engine.rajas.state import State

MOST_MADE_UP = 2
"""The most yield tiles of a round for a player with fewer workers."""

NO_FREE_SPACE = why_not("rajas.no_free_yield_space", H_NAVARATNAS)


def free_yield_spaces(state: Facts, seat: str, colour: str) -> list[str]:
    """Navaratnas: return the yield spaces of a colour that hold no tile and are not joined yet (Q-12)."""
    player = state.players[seat]
    return [
        space.id
        for space in BOARD.yields.values()
        if space.colour == colour and space.id not in player.yield_tiles and space.id not in player.joined
    ]


def choose_yield_tile(state: State, seat: str) -> Rule:
    """Navaratnas: take any open yield tile and lay it on a free space of its colour, or do without."""
    options: list[Option] = []
    closed: list[Option] = []
    for tile, count in state.supply.items():
        if count:
            there = free_yield_spaces(state, seat, BOARD.yield_tiles[tile].colour)
            option = yield_tile_option(BOARD.yield_tiles[tile])
            if there:
                options.append(option)
            else:
                closed.append(close(option, NO_FREE_SPACE))
    if not options:
        return
    options.append(DECLINE_OPTION)
    key = yield from ask(seat, "yield_tile", options, closed=lambda: closed)
    if key == DECLINE:
        state.note("decline")
        return
    tile = key.removeprefix("yield_tile:")
    space = yield from choose_yield_space(state, seat, tile)
    state.lay_yield(seat, tile, space)


def choose_yield_space(state: State, seat: str, tile: str) -> Asked:
    """Navaratnas: ask for the space of its colour for a yield tile."""
    spaces = free_yield_spaces(state, seat, BOARD.yield_tiles[tile].colour)
    reward = reward_text(BOARD.yield_tiles[tile].reward)
    options = [at_option(space, number) for number, space in enumerate(spaces, 1)]
    key = yield from ask(seat, "yield_space", options, subject=tile, reward=reward)
    return key.removeprefix("at:")


def place_brown(state: State, seat: str) -> Rule:
    """Navaratnas: draw one of the brown yield tiles, and choose one of the two brown spaces for it."""
    bag = [
        tile for tile, count in state.supply.items() if BOARD.yield_tiles[tile].colour == BROWN for _ in range(count)
    ]
    state.dice.look("yield_tile")
    tile = bag[state.dice.number("yields", len(bag))]
    state.reveals += 1
    state.note("draw_brown", tile, seat=seat)
    space = yield from choose_yield_space(state, seat, tile)
    state.lay_yield(seat, tile, space)


def is_made_up_for(state: Facts, seat: str) -> bool:
    """Navaratnas: return whether a seat that has placed all its workers takes a yield tile in this phase.

    It does while someone with more active workers still places one; a second tile needs two workers more.
    """
    if not state.uses_yield_tiles or state.workers_left(seat):
        return False
    player = state.players[seat]
    more = [
        other.active - player.active
        for name, other in state.players.items()
        if name in state.placed or state.workers_left(name)
    ]
    return player.made_up < min(MOST_MADE_UP, max(more, default=0)) and seat not in state.placed


def make_up(state: State, seat: str) -> Rule:
    """Navaratnas: offer one yield tile to a player with fewer workers than another. It counts even if declined."""
    yield from choose_yield_tile(state, seat)
    state.count_offer(seat)

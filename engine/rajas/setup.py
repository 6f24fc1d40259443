"""Preparazione: a table of two to four, the stacks, the first dice, and who begins."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.core.dice import Dice
from engine.core.errors import BadPosition
from engine.core.protocol import Rule
from engine.core.text import text
from engine.rajas.board import BOARD
from engine.rajas.facts import Player
from engine.rajas.ganga import lay_river_tiles
from engine.rajas.ids import (
    BIRBAL,
    COLOURS,
    FEWEST_PLAYERS,
    MIXED,
    NAVARATNAS,
    PLACE,
    PLAYER,
    SCENARIOS,
    SEATS,
    START_MONEY,
    VALUE_OF,
    WHITE,
)
from engine.rajas.navaratnas import place_brown
from engine.rajas.state import State

OPTIONS = ("players", "ganga", "experts")
"""Options of a table: the number of players, the Ganga module, and in a mixed group the experts."""


def read_seats(seats: Any, players: Any = None) -> dict[str, str]:
    """Preparazione: return who plays each seat, "player" or "birbal", in the order of the table. Raises BadPosition.

    With ``players`` the first two, three or four seats are taken; otherwise those that are named. Without any names, it
    is a table of two.
    """
    if not isinstance(seats, Mapping):
        raise BadPosition(text("error.bad_value", field="seats"))
    for seat, kind in seats.items():
        if seat not in SEATS:
            raise BadPosition(text("error.unknown_seat", seat=str(seat)))
        if kind not in (PLAYER, BIRBAL):
            raise BadPosition(text("error.unknown_seat_kind", seat=seat, kind=str(kind)))
    if players is None:
        table = [seat for seat in SEATS if seat in seats] or list(SEATS[:FEWEST_PLAYERS])
    elif isinstance(players, int) and not isinstance(players, bool) and FEWEST_PLAYERS <= players <= len(SEATS):
        table = list(SEATS[:players])
    else:
        raise BadPosition(text("error.bad_number", field="players", low=FEWEST_PLAYERS, high=len(SEATS)))
    if len(table) < FEWEST_PLAYERS:
        raise BadPosition(text("error.rajas.too_few_seats", low=FEWEST_PLAYERS))
    outside = [seat for seat in seats if seat not in table]
    if outside:
        raise BadPosition(text("error.rajas.no_such_seat", seat=outside[0], players=len(table)))
    return {seat: str(seats.get(seat, PLAYER)) for seat in table}


def read_experts(scenario: str, experts: Any, seats: Mapping[str, str]) -> list[str]:
    """Navaratnas: return who uses the Navaratnas side: all, none, or some in a mixed group. Raises BadPosition."""
    named: list[Any]
    if scenario == NAVARATNAS:
        named = list(seats)
    elif experts is None:
        named = []
    elif isinstance(experts, (list, tuple)):
        named = list(experts)
    else:
        raise BadPosition(text("error.bad_value", field="experts"))
    for seat in named:
        if not isinstance(seat, str) or seat not in seats:
            raise BadPosition(text("error.unknown_seat", seat=str(seat)))
    if scenario == MIXED and not 0 < len(set(named)) < len(seats):
        raise BadPosition(text("error.rajas.mixed_group"))
    if scenario not in (MIXED, NAVARATNAS) and named:
        raise BadPosition(text("error.bad_value", field="experts"))
    return named


def new_state(scenario: str, seats: Mapping[str, str], seed: bytes, options: Mapping[str, Any]) -> State:
    """Preparazione: return the table before the first dice are rolled. ``options`` are those of `OPTIONS`.

    Raises BadPosition for unknown names.
    """
    if scenario not in SCENARIOS:
        raise BadPosition(text("error.unknown_scenario", scenario=scenario))
    unknown = sorted(set(options) - set(OPTIONS))
    if unknown:
        raise BadPosition(text("error.unknown_field", field=unknown[0]))
    kinds = read_seats(seats, options.get("players"))
    experts = read_experts(scenario, options.get("experts"), kinds)
    ganga = options.get("ganga", False)
    if not isinstance(ganga, bool):
        raise BadPosition(text("error.bad_value", field="ganga"))
    dice = Dice(seed)
    state = State(
        scenario=scenario,
        ganga=ganga,
        seats=kinds,
        players={seat: Player(expert=seat in experts) for seat in kinds},
        stacks={stack: dice.shuffle("stacks", tiles) for stack, tiles in BOARD.stacks.items()},
        white=[],
        spent=[],
        supply={},
        river_tiles=[""] * BOARD.river_last,
        dice=dice,
    )
    lay_out_yields(state)
    return state


def white_tiles() -> list[str]:
    """Return the eight white yield tiles."""
    return [tile.id for tile in BOARD.yield_tiles.values() if tile.colour == WHITE for _ in range(tile.count)]


def lay_out_yields(state: State) -> None:
    """Preparazione: shuffle a pile of the white yield tiles; with the Navaratnas all tiles lie open instead."""
    if state.uses_yield_tiles:
        state.supply = {tile.id: tile.count for tile in BOARD.yield_tiles.values()}
    else:
        state.white = state.dice.shuffle("yields", white_tiles())


def set_up(state: State) -> Rule:
    """Preparazione: lay river tiles, give first dice and money, find the first player, lay brown yield tiles."""
    if state.ganga:
        lay_river_tiles(state)
    for seat in state.seats:
        for colour in COLOURS:
            state.take_die(seat, colour)
    state.make_first(find_first(state))
    for coins, seat in enumerate(state.order(), START_MONEY):
        state.earn(seat, coins)
    if state.uses_yield_tiles:
        for seat in state.order():
            state.acting = seat
            yield from place_brown(state, seat)
    state.acting = ""
    state.phase = PLACE


def find_first(state: State) -> str:
    """Preparazione: return the seat with the lowest total of dice. Those at a tie roll one more die each (Q-11)."""
    totals = {seat: sum(VALUE_OF[die] for die in player.dice) for seat, player in state.players.items()}
    lowest = [seat for seat, total in totals.items() if total == min(totals.values())]
    while len(lowest) > 1:
        rolls = {}
        for seat in lowest:
            rolls[seat] = state.dice.roll("dice")
            state.note("roll", "first", new=rolls[seat], seat=seat)
        state.reveals += 1
        lowest = [seat for seat in lowest if rolls[seat] == min(rolls.values())]
    return lowest[0]

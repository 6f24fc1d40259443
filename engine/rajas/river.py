"""IV. Azione Fiume, Il modulo Ganga: move the boat, and take the reward of the space where it stops."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.decision import Option
from engine.core.protocol import Rule
from engine.core.text import Text, why_not
from engine.rajas.asking import ask, close, river_option
from engine.rajas.board import BOARD, Reward
from engine.rajas.facts import Facts
from engine.rajas.hands import DieCost, can_use, shows, use_die
from engine.rajas.ids import H_COSTS, H_RIVER, HARBOUR, VALUE_OF
from engine.rajas.rewards import gain, reward
from engine.rajas.state import State

HARBOUR_PIPS = (1, 2, 3)
HARBOUR_COST = DieCost(shows(*HARBOUR_PIPS), prefer=lambda die: -VALUE_OF[die])
"""IV. A die of 1, 2 or 3; the usual one goes furthest."""
NO_DIE = why_not("rajas.no_die", H_COSTS)
RIVER_ENDED = why_not("rajas.river_ended", H_RIVER)
OCCUPIED = why_not("rajas.boat_there", H_RIVER)


def why_harbour_closed(state: Facts, seat: str) -> Text | None:
    """IV. Return why the harbour is closed (the boat is on the last space, or no die shows 1, 2 or 3), or None."""
    player = state.players[seat]
    if player.boat >= BOARD.river_last:
        return RIVER_ENDED
    return None if can_use(player, HARBOUR_COST.fits) else NO_DIE


def play_harbour(state: State, seat: str) -> Rule:
    """IV. Give back a die of 1, 2 or 3, and sail up to its value in free spaces, at least one (Q-03)."""
    die = yield from use_die(state, seat, HARBOUR, HARBOUR_COST)
    yield from sail_up_to(state, seat, VALUE_OF[die])


def sail_up_to(state: State, seat: str, steps: int) -> Rule:
    """IV. Move the boat one to ``steps`` free spaces forward; spaces with another boat are skipped and not counted."""
    spaces = state.free_spaces_ahead(seat)[:steps]
    if spaces:
        options = [river_option(space, state.river_reward(space)) for space in spaces]
        far = f"river:{spaces[-1]}"
        key = yield from ask(seat, "boat", options, closed=lambda: boats_ahead(state, seat, spaces), default=far)
        yield from stop_at(state, seat, int(key.partition(":")[2]))


def boats_ahead(state: Facts, seat: str, spaces: Sequence[int]) -> list[Option]:
    """IV. Return the closed options for the spaces on the way that another boat holds."""
    start = state.players[seat].boat + 1
    taken = (space for space in range(start, spaces[-1]) if space not in spaces)
    return [close(river_option(space, state.river_reward(space)), OCCUPIED) for space in taken]


def stop_at(state: State, seat: str, space: int) -> Rule:
    """IV. Stop on a space and take its reward at once."""
    state.sail(seat, space)
    yield from gain(state, seat, state.river_reward(space))


def exactly(state: Facts, seat: str, steps: int) -> int:
    """Portoghese: return the space after ``steps`` free ones, or 0 when there are not ``steps``."""
    spaces = state.free_spaces_ahead(seat)
    return spaces[steps - 1] if len(spaces) >= steps else 0


@reward("boat")
def gain_boat(state: State, seat: str, what: Reward) -> Rule:
    """Bonus sui tracciati: move the boat to the next free space. On the last space nothing happens."""
    spaces = state.free_spaces_ahead(seat)
    if spaces:
        yield from stop_at(state, seat, spaces[0])


@reward("advance")
def gain_advance(state: State, seat: str, what: Reward) -> Rule:
    """Ganga: move the boat up to ``amount`` free spaces forward."""
    yield from sail_up_to(state, seat, what.amount)

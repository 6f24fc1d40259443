"""3.2 Rules for every Raj Operation: the cost of Sepoys, and which cubes may still move."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.decision import Option
from engine.core.text import text, why_not
from engine.gandhi.asking import Reason
from engine.gandhi.facts import Facts
from engine.gandhi.ids import CUBES, SEPOYS
from engine.gandhi.turn import Turn

CUBES_STAY_IN_PROTEST = why_not("cubes_stay_in_protest", "3.2")
CUBES_HAVE_MOVED = why_not("already_moved", "3.1.2")


def price_of_sepoys(state: Facts, operation: str) -> int:
    """3.2 Return the price of using Sepoys in a space: Restraint, or the Viceroy's number (2.5.1).

    Players pay it in Resources; for Non-player Raj it is the number that a die must exceed (8.1.6, 8.6.2).
    """
    return state.lord.sepoy_cost.get(operation, state.restraint)


def sepoy_cost(turn: Turn, operation: str, space: str = "") -> int:
    """3.2 Return what Raj pays to use Sepoys in a selected space: `price_of_sepoys`, unless the Viceroy makes it free.

    Nothing in a Raj turn changes Restraint before its end, so the price is fixed from the selection on (R-28). A first
    space that is free is the first in the order of selecting, used or not (R-33i).
    """
    if not turn.uses_resources:
        return 0
    state = turn.state
    lord = state.lord
    if operation in lord.free:
        return 0
    if operation in lord.free_first and (turn.selected[0] if turn.selected else space) == space:
        return 0
    return lord.sepoy_cost.get(operation, state.restraint)


def selectable_beside(turn: Turn, why: Reason, spaces: Sequence[str]) -> int:
    """3.2 Return how many of some open spaces can be selected: later ones may have to pay for Sepoys (R-33i)."""
    if turn.selected or not spaces:
        return len(spaces)
    turn.selected.append("")
    later = [space for space in spaces if why(space) is None]
    turn.selected.remove("")
    return min(len(spaces), len(later) + 1)


def count_movable(turn: Turn, piece: str, space: str) -> int:
    """3.1.2 Return how many cubes of a type in a space this Operation has not moved or placed yet."""
    present: int = getattr(turn.state.spaces[space], piece)
    return max(0, present - turn.moved[piece, space]) if (piece, space) in turn.moved else present


def movable_cubes(turn: Turn, space: str) -> dict[str, int]:
    """3.1.2 Return how many cubes of each type in a space this Operation has not moved or placed yet."""
    return {piece: count_movable(turn, piece, space) for piece in CUBES}


def cube_options(movable: dict[str, int], price: int) -> list[Option]:
    """Return the types of cubes that can move, with what the first Sepoy costs."""
    return [
        Option(piece, text("piece", piece=piece), price if piece == SEPOYS else 0)
        for piece, count in movable.items()
        if count
    ]


def mark_moved(turn: Turn, piece: str, space: str, count: int) -> None:
    """3.1.2 Note that cubes in a space have moved, or were placed, and stay for the rest of the Operation."""
    turn.moved[piece, space] = turn.moved.get((piece, space), 0) + count


def move_cubes(turn: Turn, piece: str, origin: str, target: str, count: int) -> None:
    """3.1.2 Move cubes in an Operation, for the only time in it."""
    mark_moved(turn, piece, target, turn.state.move(piece, origin, target, count))


def move_cubes_in_special(turn: Turn, piece: str, origin: str, target: str, count: int) -> None:
    """4.2.1 Move cubes in a Special Activity. Those that the Operation has moved go first and stay marked."""
    marked = min(count, turn.moved.get((piece, origin), 0))
    if turn.state.move(piece, origin, target, count) and marked:
        turn.moved[piece, origin] -= marked
        mark_moved(turn, piece, target, marked)

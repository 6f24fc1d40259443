"""7.0 Victory: who has won, and the ranking of everyone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.core.protocol import Result
from engine.core.text import Text, text
from engine.gandhi.facts import Facts
from engine.gandhi.ids import SEATS, TIE_ORDER
from engine.gandhi.state import State
from engine.gandhi.view import VictoryView

CLEAR_SUCCESS = 6
"""8.10 The least lead over the best Non-player Faction with which a lone player's success is not a costly one."""


def ranked(state: Facts, known: Mapping[str, int] | None = None, *, players_lose: bool = False) -> tuple[str, ...]:
    """7.1 Return every Faction from the highest margin to the lowest (``known`` are the margins); ties as printed.

    A person with two Factions counts with the lower margin of the two (1.5, R-89). Where all players lose, every
    Non-player Faction comes before them (R-87).
    """

    margins = state.margins() if known is None else known

    def place(side: tuple[str, ...]) -> tuple[bool, int, int]:
        seat = lowest(margins, side)
        return (players_lose and state.is_owned(seat), -margins[seat], TIE_ORDER.index(seat))

    order: list[str] = []
    for side in sorted(state.sides_now(), key=place):
        order += sorted(side, key=lambda seat: (-margins[seat], TIE_ORDER.index(seat)))
    return tuple(order)


def lowest(margins: Mapping[str, int], side: tuple[str, ...]) -> str:
    """1.5 Return the Faction that gives a person's margin: the lower one of those they run."""
    return min(side, key=lambda seat: (margins[seat], -TIE_ORDER.index(seat)))


def winners(state: Facts) -> list[tuple[str, ...]]:
    """7.2 Return the sides that pass a victory check: every Faction of the side exceeds its threshold (R-85, R-89).

    A lone player among Non-player Factions never ends the game by success before its end (8.10, R-90).
    """
    alone = find_lone_player(state)
    return [side for side in state.sides_now() if all(state.margin(seat) > 0 for seat in side) and side != alone]


def find_lone_player(state: Facts) -> tuple[str, ...]:
    """8.10 Return the Factions of the one person who plays against Non-player Factions only; otherwise nothing."""
    sides = state.sides_now()
    played = [side for side in sides if state.is_owned(side[0])]
    others = [seat for side in sides if side not in played for seat in side]
    return played[0] if len(played) == 1 and others and all(map(state.is_non_player, others)) else ()


def do_all_players_lose(state: Facts) -> bool:
    """7.1 Return whether a Non-player Faction exceeds its threshold: all players lose at a check then (R-87)."""
    return any(state.is_non_player(seat) and state.margin(seat) > 0 for seat in SEATS)


def end_game(state: State, reason: str) -> None:
    """7.0 End the game and rank everyone. ``reason`` is "victory" (6.1) or "final" (6.3.5)."""
    state.ranking = ranked(state, players_lose=reason == "victory" and do_all_players_lose(state))
    state.ended = reason
    state.phase = "over"
    state.note("over", reason, target=state.ranking[0], new=state.margin(state.ranking[0]))


def result(state: Facts) -> Result | None:
    """Return how the game ended, or None while it continues.

    At a victory check that a Non-player Faction passes all players lose (7.1).
    """
    if not state.ended:
        return None
    lost = state.ended == "victory" and do_all_players_lose(state)
    return Result(state.ranking, state.margins(), state.ended, all_players_lose=lost)


def find_turning_point(history: Sequence[Mapping[str, VictoryView]]) -> tuple[int, str] | None:
    """Return the row from which the winning Faction was always first, and that Faction.

    Row 0 is the beginning of the game. None for a game without rows, or with rows of an older version without places.
    """
    first = next((seat for seat, row in history[-1].items() if row.place == 1), "") if history else ""
    if not first:
        return None
    index = len(history) - 1
    while index and history[index - 1][first].place == 1:
        index -= 1
    return index, first


def solo_ending(state: Facts) -> Text | None:
    """8.10 Return how a game ended for a lone player among Non-player Factions; None for others, or while it continues.

    ``solo.lost.SEAT`` names the Non-player Faction that won, ``solo.costly`` a narrow success of the player (also one
    by a tie, R-91), ``solo.won.SEAT`` a clear one of the Faction whose margin counts for them. ``difference`` is how
    far their margin lies above that of the best Non-player Faction, or below it.
    """
    side = find_lone_player(state)
    if not state.ended or not side:
        return None
    margins = state.margins()
    mine = lowest(margins, side)
    best = max(margins[seat] for seat in SEATS if state.is_non_player(seat))
    difference = margins[mine] - best
    if state.is_non_player(state.ranking[0]):
        return text(f"solo.lost.{state.ranking[0]}", difference=difference)
    if difference < CLEAR_SUCCESS:
        return text("solo.costly", difference=difference)
    return text(f"solo.won.{mine}", difference=difference)

"""Changes folded over the view before them give the view after them: the log is complete and correct.

Nothing here asks the engine's rules. What follows from the board (totals, markers left) is not folded: it is worked out
again by `tools.games.gandhi.invariants`.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Sequence
from typing import Any

from engine.core.change import Change
from engine.gandhi.board import GEOGRAPHY
from tools.verify.invariants import Broken, hold

Board = dict[str, Any]
"""A view as plain data."""

LEVELS = ("active_opposition", "passive_opposition", "neutral", "passive_support", "active_support")
MARKERS = ("gandhi", "protest", "strike", "muslim_state")
"""Markers of which a space has at most one."""
BOXES = ("available", "out_of_play", "jail")
POOLS = {"active": "underground"}
"""The names that boxes have for Guerrillas of either side, which are not distinguished there."""
FOLDED = ("restraint", "unity", "crisis", "viceroy", "resources", "available", "out_of_play", "jail", "seats", "winner")
ROW = (
    "troops",
    "sepoys",
    "congress",
    "league",
    "gandhi",
    "underground",
    "active",
    "league_bases",
    "revolutionary_bases",
    "level",
    "protest",
    "unrest",
    "strike",
    "muslim_state",
    "control",
)
SILENT = ("begin", "resume", "select", "roll", "refuse", "agree", "phase", "go_back")
"""Verbs that change nothing on the board."""


def check_folded(before: Board, changes: Sequence[Change], after: Board) -> None:
    """Fold Changes over the view before them and compare with the view after them. Raises Broken."""
    # Two levels are copied: deeper ones do not exist.
    board = {name: copy.copy(before[name]) for name in FOLDED}
    board["spaces"] = {space: dict(row) for space, row in before["spaces"].items()}
    shown = before["card"]
    for change in changes:
        if change.verb not in SILENT:
            fold = FOLDS.get(change.verb)
            if fold is None:
                raise Broken("every verb can be folded", change)
            fold(board, change)
        if change.verb == "reveal":
            shown = {"number": change.new}
    for name in FOLDED:
        hold(board[name] == after[name], "Changes lead to the new view", (name, board[name], after[name]))
    for space in after["spaces"]:
        old, new = board["spaces"][space], after["spaces"][space]
        if old == new:
            continue
        different = [name for name in ROW if old.get(name, none_of(name)) != new.get(name, none_of(name))]
        hold(not different, "Changes lead to the new view", (space, [(n, old.get(n), new.get(n)) for n in different]))
    now = after["card"]
    is_same = (now or {}).get("number") == (shown or {}).get("number")
    hold(is_same or not now, "a new card is told", (shown, now))


def none_of(name: str) -> Any:
    """Return the value of an entry that a space does not have: "neutral" for a level, otherwise 0."""
    return "neutral" if name == "level" else 0


def take(board: Board, piece: str, place: str, count: int, change: Change) -> None:
    """Take pieces out of a box or a space. Raises Broken when they are not there."""
    if place in BOXES:
        row, name = board[place], POOLS.get(piece, piece)
    else:
        row, name = board["spaces"][place], piece
    left = int(row.get(name, 0)) - count
    hold(left >= 0, "a Change takes what is there", change)
    row[name] = bool(left) if name in MARKERS else left


def put(board: Board, piece: str, place: str, count: int) -> None:
    """Put pieces into a box or a space."""
    if place in BOXES:
        row, name = board[place], POOLS.get(piece, piece)
    else:
        row, name = board["spaces"][place], piece
    row[name] = True if name in MARKERS else row.get(name, 0) + count


def fold_move(board: Board, change: Change) -> None:
    """Move pieces or a marker from one place to another; markers have no origin or no target."""
    if change.origin:
        take(board, change.piece, change.origin, change.count, change)
    if change.target:
        put(board, change.piece, change.target, change.count)


def fold_activate(board: Board, change: Change) -> None:
    """Turn Guerrillas to the side that the Change names."""
    other = "underground" if change.piece == "active" else "active"
    take(board, other, change.target, change.count, change)
    put(board, change.piece, change.target, change.count)


def fold_level(board: Board, change: Change) -> None:
    """Set a space's level from its old to its new value. Raises Broken when the old value is not on the board."""
    row = board["spaces"][change.target]
    hold(row.get("level", "neutral") == LEVELS[(change.old or 0) + 2], "a Change tells the old value", change)
    row["level"] = LEVELS[(change.new or 0) + 2]


def fold_control(board: Board, change: Change) -> None:
    """Add or remove Raj Control."""
    row = board["spaces"][change.target]
    hold(bool(row.get("control")) == bool(change.old), "a Change tells the old value", change)
    hold(change.target in GEOGRAPHY, "Control is in spaces", change)
    row["control"] = bool(change.new)


def fold_track(board: Board, change: Change) -> None:
    """Set a track to its new value. Raises Broken when the old value is not on the board."""
    hold(board[change.verb] == change.old, "a Change tells the old value", change)
    board[change.verb] = bool(change.new) if change.verb == "crisis" else change.new


def fold_resources(board: Board, change: Change) -> None:
    """Set the Resources of a Faction."""
    hold(board["resources"][change.target] == change.old, "a Change tells the old value", change)
    hold(abs((change.new or 0) - (change.old or 0)) == change.count, "a Change counts its difference", change)
    board["resources"][change.target] = change.new


def fold_viceroy(board: Board, change: Change) -> None:
    """Put another Viceroy in office."""
    board["viceroy"] = change.target


def fold_hand_over(board: Board, change: Change) -> None:
    """Set the kind of player at a seat."""
    board["seats"][change.target] = change.piece


def fold_over(board: Board, change: Change) -> None:
    """Set the winner at the end of the game."""
    board["winner"] = change.target


def leave(board: Board, change: Change) -> None:
    """Ignore a Change that is not folded."""


FOLDS: dict[str, Callable[[Board, Change], None]] = {
    **dict.fromkeys(("place", "remove", "arrest", "release", "enter", "exile", "move"), fold_move),
    **dict.fromkeys(("activate", "hide"), fold_activate),
    "level": fold_level,
    "control": fold_control,
    **dict.fromkeys(("restraint", "unity", "crisis"), fold_track),
    "resources": fold_resources,
    "viceroy": fold_viceroy,
    "hand_over": fold_hand_over,
    "over": fold_over,
    **dict.fromkeys(("reveal", "eligibility", "put_right"), leave),
}
"""The function that applies each verb to a view."""

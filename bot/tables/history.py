"""Stored turns: their steps, and the board before and after them.

Recaps, the page, the log, announcements, votes to go back and the check of a record read stored turns here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bot.tables.loading import StepLog, decode_steps, keys_of, resume
from bot.tables.table import Table
from engine.core.change import Change
from render.pictures import Turn as Scene
from storage import Reader, Turn


@dataclass(frozen=True, slots=True)
class PlayedTurn:
    """A turn and how it is stored; its effects are those so far if it ``is_running``."""

    turn: Turn
    changes: tuple[Change, ...]
    is_running: bool = False

    @property
    def number(self) -> int:
        """Return its stored number."""
        return self.turn.number


@dataclass(frozen=True, slots=True)
class Cut:
    """A place in a stored turn: so many ``changes`` of a ``step`` lie before it, and the board is that of the view."""

    step: int
    changes: int
    view: Any


@dataclass(frozen=True, slots=True)
class Recap:
    """A stretch of play at a table: the board before it, and its stored turns, with the board after each.

    ``rest`` has the Changes of a first turn that is not told from its beginning.
    """

    table: Table
    before: Any
    scenes: tuple[Scene, ...]
    turns: tuple[Turn, ...] = ()
    rest: tuple[Change, ...] = ()

    @property
    def after(self) -> Any:
        """Return the board at its end."""
        return self.scenes[-1].view if self.scenes else self.before

    @property
    def changes(self) -> list[Change]:
        """Return everything that happened in it."""
        return [change for scene in self.scenes for change in scene.changes]

    @property
    def views(self) -> list[Any]:
        """Return the board at its start and after each turn."""
        return [self.before, *(scene.view for scene in self.scenes)]


def list_steps(turns: Iterable[Turn]) -> list[StepLog]:
    """Return the finished steps of stored turns, in order."""
    return [step for turn in turns for step in decode_steps(turn.changes)]


def list_changes(turns: Iterable[Turn]) -> list[Change]:
    """Return everything that happened in the finished steps of stored turns, in order."""
    return [change for step in list_steps(turns) for change in step.changes]


def read_turn(turn: Turn) -> PlayedTurn:
    """Return a finished turn with everything that happened in it."""
    return PlayedTurn(turn, tuple(list_changes([turn])))


def find_phase(turn: Turn) -> str:
    """Return the phase of the first step of a finished turn, or "" for an unfinished one."""
    steps = list_steps([turn])
    return steps[0].label.phase if steps else ""


async def find_last(reader: Reader, game_id: str) -> PlayedTurn | None:
    """Return the last finished turn of a game, or None if there is none."""
    turns = await reader.turns(game_id, last=1)
    return read_turn(turns[0]) if turns else None


def list_boards(table: Table, turns: Iterable[Turn]) -> list[Any]:
    """Return the board at the first question of each of some stored turns. Raises ReplayFailed and UnreadableTable."""
    return [resume(table, turn, ()).view() for turn in turns]


def count_scores(table: Table, played: PlayedTurn) -> Mapping[str, int]:
    """Return everyone's scores at the start of a turn. Raises UnreadableTable."""
    return table.front.score.list_totals(list_boards(table, [played.turn])[0])


def show_board(table: Table, turn: Turn, keys: tuple[str, ...], step: int) -> Any:
    """Return the board before a step of a stored turn, after the ``keys`` of the turn. Raises as `list_boards`.

    At the step after the last one, the turn is over.
    """
    game = resume(table, turn, keys if step else ())
    # Anything before the first decision has already happened.
    return game.view_after(step - 1) if step or game.steps or game.state.log else game.view()


def find_cut(table: Table, turn: Turn, keys: tuple[str, ...], seen: int) -> Cut:
    """Return the place behind the first ``seen`` keys of a turn, and behind what was certain to follow from the last.

    A die, a card that is turned up and the next step lie behind it. Raises as `list_boards` does.
    """
    game = resume(table, turn, keys[: seen - 1])
    outlook = game.look_ahead(keys[seen - 1 : seen])
    return Cut(len(game.steps), len(game.state.log) + len(outlook.changes), outlook.view)


async def find_board(reader: Reader, table: Table, turn: Turn, step: int) -> Any:
    """Return the board before a step of a stored turn. Raises as `list_boards` does."""
    return show_board(table, turn, await keys_of(reader, turn) if step else (), step)


def tell(
    table: Table,
    turns: Sequence[Turn],
    keys: tuple[str, ...],
    since: int = 0,
    before: tuple[str, ...] = (),
    until: int | None = None,
) -> Recap:
    """Return the story of consecutive turns; ``keys`` are those of the last. Raises ReplayFailed and UnreadableTable.

    It begins at step ``since`` of the first turn, after the keys ``before``, and ends at step ``until`` of the last.
    """
    views = [show_board(table, turns[0], before, since), *(show_board(table, turn, (), 0) for turn in turns[1:])]
    views.append(
        resume(table, turns[-1], keys).view() if until is None else show_board(table, turns[-1], keys, until + 1)
    )
    logs = [list_steps([turn]) for turn in turns]
    logs[-1] = logs[-1][: None if until is None else until + 1]
    logs[0] = logs[0][since:]
    scenes = (
        Scene(view, tuple(change for step in log for change in step.changes))
        for log, view in zip(logs, views[1:], strict=True)
    )
    return Recap(table, views[0], tuple(scenes), tuple(turns))


def tell_rest(table: Table, turns: Sequence[Turn], keys: tuple[str, ...], own: tuple[str, ...], seen: int) -> Recap:
    """Tell turns as `tell` does, the first without its first ``seen`` keys of its ``own`` (`find_cut`).

    It is left out where nothing is left of it.
    """
    cut = find_cut(table, turns[0], own, seen)
    cut_step, *later = list_steps(turns[:1])[cut.step :]
    rest = (*cut_step.changes[cut.changes :], *(change for step in later for change in step.changes))
    whole = tell(table, turns, keys)
    first, *others = whole.scenes
    if not rest:
        return Recap(table, first.view, tuple(others), tuple(turns[1:]))
    return Recap(table, cut.view, (Scene(first.view, rest), *others), tuple(turns), rest)

"""What if: a private copy of a table for one person, to play any seat in, look, and throw away.

A copy is made from the public position alone, at the start of the running step. It has dice and face-down cards of its
own, made from what everybody may see: so nothing can be learnt by it of those of the table. It is kept in memory only.
"""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import msgspec

from bot.errors import TableError
from bot.games.front import AUTOMATIC
from bot.service.drafts.draft import Draft, extend
from bot.service.moments import Moment, Table
from engine import Game
from engine.core.change import Change
from engine.core.errors import BadPosition, GameError
from engine.core.text import text
from storage import Seat

TRIAL: Final = "whatif0"
"""Stands for a table in the custom ids of a copy. No table has an id with a digit at this place."""
MOST_TRIALS: Final = 200
"""So many copies are kept; the one that nobody has looked at for longest is thrown away for a new one."""
MOST_MOVES: Final = 200
"""So many presses of a copy can be taken back."""
MOST_ANSWERS: Final = 400
"""More answers than this Arjuna does not give to one press."""


@dataclass
class Trial:
    """A copy of a table. ``moves`` is where it stood before each press, ``changes`` what the last one changed."""

    table: Table
    game: Game
    start: Any
    serial: str
    moves: list[Game] = field(default_factory=list)
    changes: list[Change] = field(default_factory=list)

    @property
    def token(self) -> str:
        """What a button of this moment carries."""
        return f"{self.serial}-{len(self.moves)}"


@dataclass(slots=True)
class TrialMoment(Moment):
    """The moment that a copy has come to, for its panel."""

    mark: str = ""

    @property
    def token(self) -> str:
        """What a button of this moment carries."""
        return self.mark


class Trials:
    """The copies of everybody, one for each person."""

    def __init__(self) -> None:
        self._trials: OrderedDict[int, Trial] = OrderedDict()
        self._made = 0

    def open(self, moment: Moment, user_id: int) -> Trial:
        """Make a copy of a table, in place of the person's last one. Raises TableError where it cannot be copied."""
        trial = copy_table(moment, user_id, self._made)
        self._made += 1
        self._trials[user_id] = trial
        self._trials.move_to_end(user_id)
        while len(self._trials) > MOST_TRIALS:
            self._trials.popitem(last=False)
        return trial

    def find(self, user_id: int) -> Trial:
        """A person's copy. Raises TableError when there is none, any more or yet."""
        if user_id not in self._trials:
            raise TableError(text("error.no_trial"))
        self._trials.move_to_end(user_id)
        return self._trials[user_id]

    def drop(self, user_id: int) -> None:
        """Throw a person's copy away."""
        self._trials.pop(user_id, None)


def copy_table(moment: Moment, user_id: int, number: int) -> Trial:
    """A copy of a table as it stood at the start of the running step, all of whose people are one person.

    Raises TableError for a game that is over or cannot be copied.
    """
    if moment.game.result is not None:
        raise TableError(text("error.over", name=moment.table.game.name))
    public = msgspec.json.encode((moment.game.at_start().view(), user_id, number))
    seed = hashlib.blake2b(public, digest_size=32).digest()
    try:
        game = moment.front.copy_game(moment.game, seed)
    except BadPosition as error:
        raise TableError(text("error.cannot_copy", name=moment.table.game.name)) from error
    view = game.view()
    serial = hashlib.blake2b(seed, digest_size=4).hexdigest()
    return Trial(make_table(moment, user_id), game, view, serial)


def make_table(moment: Moment, user_id: int) -> Table:
    """A table that is nowhere stored, at which one person holds every seat that no automatic player has."""
    stored = moment.table.game.model_copy(update={"id": TRIAL, "channel_id": 0, "thread_id": None, "options": {}})
    seats = tuple(
        Seat(
            game_id=TRIAL,
            seat=row.seat,
            place=row.place,
            kind=AUTOMATIC if is_automatic else "player",
            user_id=None if is_automatic else user_id,
            display_name=row.display_name if is_automatic else "",
        )
        for row in moment.table.seats
        for is_automatic in [moment.front.is_automatic(moment.game, row.seat)]
    )
    return Table(stored, seats)


def look(trial: Trial) -> TrialMoment:
    """The moment that a copy has come to."""
    decision = trial.game.decision
    is_mine = decision is not None and not trial.table.front.is_automatic(trial.game, decision.seat)
    return TrialMoment(
        table=seat_everybody(trial),
        game=trial.game,
        draft=Draft(),
        start=trial.game.view(),
        changes=[],
        step=list(trial.game.state.log),
        is_mine=is_mine,
        mark=trial.token,
    )


def seat_everybody(trial: Trial) -> Table:
    """The table of a copy as it is now: seats that were entrusted to the automatic player are its own."""
    front, rows = trial.table.front, []
    for row in trial.table.seats:
        if row.kind != AUTOMATIC and front.is_automatic(trial.game, row.seat):
            given = {"kind": AUTOMATIC, "user_id": None, "display_name": trial.table.automatic_name}
            row = row.model_copy(update=given)
        rows.append(row)
    return Table(trial.table.game, tuple(rows))


def choose(trial: Trial, keys: Sequence[str]) -> None:
    """Choose in a copy: at once, dice and other seats included. Raises IllegalChoice and changes nothing."""
    chosen = extend(trial.game.clone(), Draft(), keys).draft.to_commit
    move(trial)
    for key in chosen:
        trial.changes += trial.game.choose(key)


def play_on(trial: Trial) -> None:
    """Let Arjuna answer until a person must; where it plays every seat, until a step has ended.

    Raises TableError for a game that has no automatic player.
    """
    if trial.table.front.make_player(trial.game) is None:
        raise TableError(text("error.no_automatic_player"))
    move(trial)
    player = trial.table.front.make_player(trial.game)
    done = len(trial.game.steps)
    seen = list(trial.game.state.log)
    is_alone = all(trial.table.front.is_automatic(trial.game, row.seat) for row in trial.table.seats)
    for _ in range(MOST_ANSWERS):
        decision = trial.game.decision
        if player is None or decision is None or not trial.table.front.is_automatic(trial.game, decision.seat):
            break
        if is_alone and len(trial.game.steps) > done:
            break
        player.answer()
    made = [change for step in trial.game.steps[done:] for change in step.changes] + list(trial.game.state.log)
    trial.changes = made[len(seen) :]


def entrust(trial: Trial) -> None:
    """Let Arjuna play the seat that must decide, from the start of the running step on. Raises TableError."""
    seat = trial.game.pending_seat
    kind = trial.table.front.kind_of("", is_owned=True)
    twin = trial.game.at_start()
    try:
        twin.hand_over(seat, kind)
    except GameError as error:
        raise TableError(error.text) from error
    move(trial)
    trial.game = twin
    changes, trial.changes = trial.changes, []
    play_on(trial)
    # The two are one press.
    trial.moves.pop()
    trial.changes = changes + trial.changes


def take_back(trial: Trial) -> None:
    """Go back to where the copy stood before the last press."""
    if trial.moves:
        trial.game = trial.moves.pop()
    trial.changes = []


def move(trial: Trial) -> None:
    """Remember where a copy stands before it goes on."""
    trial.moves.append(trial.game)
    del trial.moves[:-MOST_MOVES]
    trial.game = trial.game.clone()
    trial.changes = []

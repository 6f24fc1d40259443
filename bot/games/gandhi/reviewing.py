"""The review of a finished game, as many small tasks for another process: each takes about a second.

First every turn is measured in imagined games. Then the turns that seem to have cost most are compared with other plans
in new games, first briefly and then at length. New games also weigh the luck of the turns that seem luckiest. Only the
last games count, so that a turn is not named because it looked bad by chance.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from functools import cached_property
from statistics import fmean
from typing import Any, Final, NamedTuple

import msgspec

from bot.games.answers import Costly, GameReview, ReviewedTurn, Search, Swing
from bot.games.playing import TURN_PHASE
from engine import Game
from engine.core.record import Start
from engine.gandhi.chanakya.reviewing import (
    GAMES,
    TRIES,
    Measured,
    compare,
    judge,
    list_answers,
    measure,
    name_kind,
    weigh_luck,
)
from engine.gandhi.ids import SEATS
from engine.gandhi.rules import GandhiRules

THRESHOLD: Final = 0.2
"""The smallest loss of a chance to win that is named. With less, a second review would often name other turns.

In ten games that were reviewed twice, the first reviews named 7 turns, the second reviews 6 of these and no others.
"""
LUCK_THRESHOLD: Final = 0.3
"""The smallest change of a chance by luck that is named. It varies more from review to review: with 60 games and 0.2, a
second review named only 8 of 17 turns again."""
PROMISING: Final = 0.04
"""The least cost of a turn in the first comparison for which the turn is compared again."""
LOOKS_LUCKY: Final = 0.08
"""The smallest change of a chance in the measuring for which a turn's luck is weighed."""
UNSAID: Final = 5
"""The first of this many parts of a game is not judged, because too little is decided there."""
LOOKS_COSTLY: Final = 0.02
"""The cost of a turn in the measuring above which the turn is compared."""
MOST_COMPARED: Final = 9
"""The most turns in the first comparison."""
MOST_COMPARED_AGAIN: Final = 5
"""The most turns in the last comparison."""
MOST_COSTLY: Final = 4
"""The most costly turns that are named."""
MOST_WEIGHED: Final = 9
"""The most turns whose luck is weighed."""
MOST_LUCKY: Final = 3
"""The most lucky or unlucky turns that are named."""
PART: Final = 20
"""The number of games that a task imagines after each turn, plan or result that it compares."""
FIRST_PARTS, LAST_PARTS, LUCK_PARTS = 1, 5, 8
"""The number of tasks for each turn in the first comparison, in the last comparison, and for its luck."""
CARD, DIE = "reveal", "roll"
"""The verbs of Changes that reveal a card or roll a die."""

Known = tuple[bytes, int]
"""The state at the start of a turn, without anything hidden, and the number of the turn's first step."""
Answers = tuple[str, ...]
"""Keys, actions or plans."""


class AsPlayed(NamedTuple):
    """A turn as it was played. Without a ``seat``, the step was not a Faction's turn.

    ``answers`` are its keys and ``kind`` its actions. The other fields say whether a person took the turn, and whether
    a die was rolled or a card revealed in it.
    """

    seat: str = ""
    answers: tuple[str, ...] = ()
    kind: tuple[str, ...] = ()
    is_persons: bool = False
    has_dice: bool = False
    has_card: bool = False

    @property
    def has_luck(self) -> bool:
        """Return whether a die was rolled or a card revealed in the turn."""
        return self.has_dice or self.has_card


class Task(NamedTuple):
    """A task after the measuring: compare a turn (by its index) with ``plans`` or, without any, weigh its luck."""

    turn: int
    plans: tuple[str, ...]
    seed: bytes


class GandhiReviewer:
    """The planner of the tasks of a review, which also sums up their results (`Reviewer`).

    The imagined games depend on the ``word``: the same game with the same word always has the same review.
    """

    def __init__(self, turns: Sequence[ReviewedTurn], word: str = "") -> None:
        self._turns = turns
        self._word = word

    @cached_property
    def _played(self) -> list[AsPlayed]:
        return [read_played(turn) for turn in self._turns]

    @property
    def unsaid(self) -> int:
        """Return the number of turns at the beginning that are not judged."""
        return -(-len(self._turns) // UNSAID)

    def count(self, found: Sequence[Any]) -> int:
        """Return the number of tasks or, until the results ``found`` decide it, the greatest possible number."""
        first = len(self._turns)
        if len(found) < first:
            parts = MOST_COMPARED * FIRST_PARTS + MOST_COMPARED_AGAIN * LAST_PARTS + MOST_WEIGHED * LUCK_PARTS
            return first + parts
        measured = read_measured(found[:first])
        known = first + len(self._list_lucky(measured)) + len(self._list_first(measured))
        if len(found) < known:
            return known + MOST_COMPARED_AGAIN * LAST_PARTS
        return known + len(self._list_last(measured, found))

    def plan(self, found: Sequence[Any]) -> Search | None:
        """Return the next task, whose arguments hold no hidden information, or None after the last task."""
        place = len(found)
        if place < len(self._turns):
            return self._plan_measuring(place)
        measured = read_measured(found[: len(self._turns)])
        tasks = [*self._list_lucky(measured), *self._list_first(measured)]
        place -= len(self._turns)
        if place >= len(tasks):
            tasks += self._list_last(measured, found)
        if place >= len(tasks):
            return None
        task = tasks[place]
        played = self._played[task.turn]
        start = self._cover(task.turn)
        if task.plans:
            return Search(compare_turn, (start, played.answers, task.plans, task.seed))
        return Search(weigh_turn, (start, played.answers, self._cover(task.turn + 1), task.seed))

    def sum_up(self, found: Sequence[Any]) -> GameReview:
        """Return the review from the results of all tasks."""
        measured = read_measured(found[: len(self._turns)])
        rest = list(found[len(self._turns) :])
        lucky, first, last = (self._list_lucky(measured), self._list_first(measured), self._list_last(measured, found))
        tasks = [*lucky, *first, *last]
        costly = self._name_costly(measured, last, rest[len(lucky) + len(first) :])
        swings = self._name_swings(lucky, rest[: len(lucky)])
        games = sum(PART * (1 + len(task.plans) if task.plans else 2) for task in tasks)
        games += sum(self._count_games(turn) for turn in range(len(self._turns)))
        return GameReview(
            curve=(*(one.before for one in measured), self._end()),
            costly=tuple(sorted(costly, key=lambda one: -one.cost)[:MOST_COSTLY]),
            swings=tuple(sorted(swings, key=lambda one: -abs(one.gain))[:MOST_LUCKY]),
            unsaid=self.unsaid,
            threshold=THRESHOLD,
            luck_threshold=LUCK_THRESHOLD,
            games=games,
        )

    # -- tasks ---------------------------------------------------------------------------------------------

    def _plan_measuring(self, turn: int) -> Search:
        played = self._played[turn]
        start = self._cover(turn)
        tries = TRIES if self._is_judged(turn) else 0
        if not (tries or played.has_luck):
            return Search(judge_step, (start, self._seed("measure", turn)))
        return Search(measure_turn, (start, played.answers, played.kind, self._seed("measure", turn), tries))

    def _is_judged(self, turn: int) -> bool:
        """Return whether a turn may be named as costly: a person took it, and it is not among the ``unsaid`` turns."""
        return self._played[turn].is_persons and turn >= self.unsaid

    def _count_games(self, turn: int) -> int:
        """Return the number of games imagined to measure a turn, or an upper limit for a step in a Campaign Round."""
        if self._is_judged(turn):
            return GAMES + TRIES + max(GAMES, TRIES // 2)
        return 2 * GAMES if self._played[turn].has_luck else GAMES

    def _list_lucky(self, measured: Sequence[Measured]) -> list[Task]:
        """Return the tasks for the turns after which the chances differed most from the expected ones."""
        swings = {}
        for turn in range(self.unsaid, len(self._turns) - 1):
            played = self._played[turn]
            if played.has_luck:
                expected, came = measured[turn].played, measured[turn + 1].before
                swings[turn] = max(abs(came[seat] - expected[seat]) for seat in SEATS)
        most = sorted((turn for turn in swings if swings[turn] >= LOOKS_LUCKY), key=lambda turn: -swings[turn])
        return [
            Task(turn, (), self._seed("luck", turn, part)) for turn in most[:MOST_WEIGHED] for part in range(LUCK_PARTS)
        ]

    def _list_first(self, measured: Sequence[Measured]) -> list[Task]:
        """Return the tasks of the first comparison, for the turns that look most costly."""
        looks = {turn: self._look(turn, one) for turn, one in enumerate(measured) if one.others}
        most = sorted((turn for turn in looks if looks[turn] > LOOKS_COSTLY), key=lambda turn: -looks[turn])
        return [
            Task(turn, tuple(other.plan for other in measured[turn].others), self._seed("first", turn, part))
            for turn in most[:MOST_COMPARED]
            for part in range(FIRST_PARTS)
        ]

    def _look(self, turn: int, one: Measured) -> float:
        """Return how costly a turn looks: the greatest lead of another turn, or of Arjuna's own choice, over it."""
        seat = self._played[turn].seat
        return max(max(other.gain for other in one.others), one.before[seat] - one.played[seat])

    def _list_last(self, measured: Sequence[Measured], found: Sequence[Any]) -> list[Task]:
        """Return the tasks of the last comparison, for turns that a plan beat in the first one (`PROMISING`)."""
        first = self._list_first(measured)
        begin = len(self._turns) + len(self._list_lucky(measured))
        gains = add_up(first, found[begin : begin + len(first)])
        most = sorted((turn for turn in gains if max(gains[turn]) >= PROMISING), key=lambda turn: -max(gains[turn]))
        plans = {task.turn: task.plans for task in first}
        return [
            Task(
                turn,
                tuple(one for one, gain in zip(plans[turn], gains[turn], strict=True) if gain >= PROMISING),
                self._seed("last", turn, part),
            )
            for turn in most[:MOST_COMPARED_AGAIN]
            for part in range(LAST_PARTS)
        ]

    # -- results -------------------------------------------------------------------------------------------

    def _name_costly(
        self, measured: Sequence[Measured], tasks: Sequence[Task], found: Sequence[Any]
    ) -> Iterator[Costly]:
        """Yield the turns that some plan beat by `THRESHOLD`, with the actions of such plans, the best plan first."""
        plans = {task.turn: task.plans for task in tasks}
        for turn, gains in add_up(tasks, found).items():
            kinds = [other.actions for other in measured[turn].others if other.plan in plans[turn]]
            better = sorted((one for one in zip(gains, kinds, strict=True) if one[0] >= THRESHOLD), reverse=True)
            if better:
                played = self._played[turn]
                yield Costly(turn, played.seat, better[0][0], played.kind, tuple(kind for _, kind in better))

    def _name_swings(self, tasks: Sequence[Task], found: Sequence[Any]) -> Iterator[Swing]:
        """Yield the turns whose dice or card changed a chance by `LUCK_THRESHOLD`, with the seat most affected."""
        for turn, gains in add_up(tasks, [[one[seat] for seat in SEATS] for one in found]).items():
            gain, seat = max(zip(gains, SEATS, strict=True), key=lambda one: abs(one[0]))
            if abs(gain) >= LUCK_THRESHOLD:
                played = self._played[turn]
                yield Swing(turn, seat, gain, by_dice=played.has_dice, by_card=played.has_card)

    def _end(self) -> dict[str, float]:
        """Return each seat's chance at the end of the game, where the winner is certain."""
        last = resume(self._turns[-1].snapshot, self._turns[-1].number)
        for key in self._turns[-1].keys:
            last.choose(key)
        return judge(last, 1, b"")

    def _cover(self, turn: int) -> Known:
        """Return the state at the start of a turn, without hidden information, and the number of its first step."""
        played = self._turns[turn]
        game = resume(played.snapshot, played.number)
        state = game.rules.decode(played.snapshot)
        game.rules.blind(state)
        return game.rules.encode(state), played.number

    def _seed(self, stage: str, turn: int, part: int = 0) -> bytes:
        return hashlib.blake2b(f"review {self._word} {stage} {turn} {part}".encode(), digest_size=16).digest()


def resume(snapshot: bytes, number: int) -> Game:
    """Return the game of a stored state, at the start of the step with this number."""
    return Game.resume(GandhiRules(), snapshot, (), start=Start("gandhi", ""), number=number)


def read_played(turn: ReviewedTurn) -> AsPlayed:
    """Return a stored turn as it was played. Raises IllegalChoice if the rules no longer allow its keys."""
    game = resume(turn.snapshot, turn.number)
    if game.label.phase != TURN_PHASE or not turn.keys or game.label.seat != game.pending_seat:
        return AsPlayed()
    seat, is_persons = game.pending_seat, game.state.is_person(game.pending_seat)
    answers, changes = list_answers(game, turn.keys)
    if not game.steps or game.steps[0].label.phase != TURN_PHASE:
        # This is no turn: a seat changed hands, or the table corrected something.
        return AsPlayed()
    verbs = {change.verb for change in changes}
    return AsPlayed(seat, answers, name_kind(seat, changes), is_persons, DIE in verbs, CARD in verbs)


def read_measured(found: Sequence[Any]) -> list[Measured]:
    """Return the results of the measuring tasks, from JSON data."""
    return msgspec.convert(list(found), list[Measured])


def add_up(tasks: Sequence[Task], found: Sequence[Sequence[float]]) -> dict[int, list[float]]:
    """Return, for each turn, the mean of its tasks' results, value by value."""
    rows: dict[int, list[Sequence[float]]] = {}
    for task, one in zip(tasks, found, strict=True):
        rows.setdefault(task.turn, []).append(one)
    return {turn: [round(fmean(column), 4) for column in zip(*parts, strict=True)] for turn, parts in rows.items()}


# -- tasks, as functions of a module -----------------------------------------------------------------------


def judge_step(start: Known, seed: bytes, seconds: float) -> Any:
    """Return the chances at the start of a step that needs no other measuring, as a `Measured` in plain data."""
    chances = judge(resume(*start).blind(), GAMES, seed)
    return msgspec.to_builtins(Measured(chances, chances))


def measure_turn(start: Known, answers: Answers, kind: Answers, seed: bytes, tries: int, seconds: float) -> Any:
    """Return the measures of a turn (`Measured`) as plain data. The seconds are ignored: every task is short."""
    return msgspec.to_builtins(measure(resume(*start).blind(), answers, kind, seed, games=GAMES, tries=tries))


def compare_turn(start: Known, answers: Answers, plans: Answers, seed: bytes, seconds: float) -> Any:
    """Return, for each plan, how much greater the chance to win was after it than after the turn."""
    return compare(resume(*start).blind(), answers, plans, PART, seed)


def weigh_turn(start: Known, answers: Answers, after: Known, seed: bytes, seconds: float) -> Any:
    """Return by how much the luck in a turn changed each seat's chance. ``after`` is the start of the next turn."""
    return weigh_luck(resume(*start).blind(), answers, resume(*after).blind(), PART, seed)

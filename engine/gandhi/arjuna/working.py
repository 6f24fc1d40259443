"""8.6 Common parts of every Operation of a Non-player Faction: selecting space after space until it must stop."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Sequence

from engine.core.change import Change
from engine.core.decision import Decision
from engine.gandhi.arjuna.cards import OperationBox
from engine.gandhi.arjuna.mind import NO_AIM, Aim, Mind
from engine.gandhi.arjuna.priorities import select_space
from engine.gandhi.asking import DONE
from engine.gandhi.board import GEOGRAPHY
from engine.gandhi.ids import GANDHI, RAJ

Work = Generator[str, Decision, Decision]
"""A part of a plan: yields keys, receives decisions, and returns the decision that is pending at its end."""

Chooser = Callable[[Decision, int], str]
Answerer = Callable[[Decision], str]
Stopper = Callable[[str], bool]


def spaces_of(decision: Decision) -> list[str]:
    """Return the spaces a decision offers."""
    return [option.key for option in decision.own if option.key in GEOGRAPHY]


def answers_to(decision: Decision) -> list[str]:
    """Return the answers to a question itself, without its end and the extra actions of players (1.4.1, 1.5.2)."""
    return [option.key for option in decision.own if option.key != DONE and option.role != "extra"]


def first_rows(box: OperationBox, index: int) -> tuple[str, ...]:
    """Return the rows that an instruction puts above the column for the space with this index."""
    passed = 0
    for first in box.first:
        if not first.spaces or index < passed + first.spaces:
            return first.rows
        passed += first.spaces
    return ()


def default_answer(decision: Decision) -> str:
    """Return the answer where the instructions decide nothing: the engine's default, an end, or the first."""
    if usual := decision.usual:
        return usual
    return DONE if decision.allows(DONE) else decision.options[0].key


SELECTED = {"march": "march_from"}
"""The key of the message about a selected space, for Operations that do not use the usual one."""


def tell_changes(mind: Mind, changes: Sequence[Change]) -> None:
    """Keep what was done in a space for the explanation: which pieces, how many, and from where they came."""
    if not mind.explains:
        return
    done: dict[tuple[str, str, str, str], int] = {}
    for change in changes:
        if change.verb in TOLD:
            place = change.target if change.verb in ("place", "move", "activate") else change.origin
            what = (change.verb, change.piece, place, change.origin if change.verb == "move" else "")
            done[what] = done.get(what, 0) + change.count
    for (verb, piece, place, origin), count in done.items():
        if verb == "move":
            tell_move(mind, piece, count, origin, place)
        else:
            mind.think("row", TOLD[verb], (place,), piece=piece, count=count)


def tell_move(mind: Mind, piece: str, count: int, origin: str, target: str) -> None:
    """Keep a move for the explanation. Gandhi's move has no number, since there is only one of him."""
    mind.think(
        "row", "move_gandhi" if piece == GANDHI else "move", piece=piece, count=count, origin=origin, where=target
    )


TOLD = {"move": "", "place": "placed", "remove": "removed", "arrest": "arrested", "activate": "activated"}
"""Verbs of the log that an explanation mentions, each with its key (moves: see `tell_move`)."""


def work_through(
    mind: Mind,
    decision: Decision,
    kind: str,
    choose: Chooser,
    answer: Answerer,
    stops: Stopper | None = None,
    includes: str = "",
) -> Work:
    """8.6 Select a space, execute the Operation there, and continue until no space is left or a roll ends it.

    ``includes`` names another Operation that may be granted within this one. Returns the decision at which the
    Operation could be ended with `DONE`.
    """
    action = decision.action
    parts = (f"{action}.", f"{includes}.") if includes else (f"{action}.",)
    index = 0
    while decision.kind == kind:
        key = choose(decision, index)
        if not key:
            if decision.allows(DONE):
                break
            # The Operation had to be chosen after a Special Activity, but has an effect in no space.
            mind.think("skip", "must_select", ())
            key = mind.random_space(spaces_of(decision))
        if key in GEOGRAPHY:
            mind.think("select", SELECTED.get(action, "select_for"), (key,), operation=action)
        before = len(mind.turn.state.log)
        decision = yield key
        while decision.kind != kind and decision.kind.startswith(parts):
            decision = yield answer(decision)
        tell_changes(mind, mind.turn.state.log[before:])
        index += 1
        if stops is not None and decision.kind == kind and stops(key):
            break
    return decision


def by_column(mind: Mind, box: OperationBox, column: str, keep: Callable[[str], bool], aim: Aim = NO_AIM) -> Chooser:
    """Return a chooser by a column and the card's first rows, among the offered spaces that ``keep`` approves."""

    def choose(decision: Decision, index: int) -> str:
        return select_space(mind, column, filter(keep, spaces_of(decision)), first_rows(box, index), aim)

    return choose


def allowed_by_railway_rule(mind: Mind, spaces: Iterable[str]) -> list[str]:
    """8.1.3 Return the spaces for forces and Strikes: Railways only if Raj is a player."""
    if mind.state.is_player(RAJ):
        return list(spaces)
    return [space for space in spaces if not GEOGRAPHY[space].is_railway]


def finish(decision: Decision, kind: str) -> Work:
    """End an Operation that still asks for spaces."""
    if decision.kind == kind and decision.allows(DONE):
        decision = yield DONE
    return decision

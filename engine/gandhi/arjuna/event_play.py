"""8.8 Events of Non-player Factions: the side, whether it is effective, and every choice in it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

import msgspec

from engine.core.decision import Decision
from engine.gandhi.arjuna.event_effects import (
    MARKERS_REMOVED,
    OWN_MARKERS,
    adversaries_in,
    alternative,
    gains_of,
    leftmost,
    may_enter,
    names_spaces,
    side_columns,
)
from engine.gandhi.arjuna.mind import Aim, Mind
from engine.gandhi.arjuna.priorities import COLUMN_TEXTS, choose_adversary, select_space
from engine.gandhi.arjuna.revolutionaries import attack_target
from engine.gandhi.arjuna.working import Work, answers_to, default_answer, spaces_of
from engine.gandhi.asking import DONE
from engine.gandhi.events import data
from engine.gandhi.events.execution import NOTHING_WOULD_CHANGE, Carrying, Execution
from engine.gandhi.events.interpreter import begin_event
from engine.gandhi.ids import FACTION_OF, RAJ, SEATS, TROOPS


def choose_side(mind: Mind) -> str:
    """8.8.2 Return the side: unshaded for Raj, shaded for the others unless their icon has a square halo."""
    event = data.EVENTS.get(mind.state.card)
    if mind.seat == RAJ or (event is not None and mind.seat in event.halo.seats):
        return "unshaded"
    return "shaded"


def find_column(mind: Mind, side: str) -> str:
    """8.8.3, 8.8.5 Return the leftmost column by which a side of the Event is effective now, or an empty string."""
    event = data.EVENTS.get(mind.state.card)
    if event is None:
        return ""
    never = event.never if mind.state.is_player(RAJ) else (*event.never, *event.never_unless_raj_plays)
    steps = () if mind.seat in never else getattr(event, side).steps
    columns = side_columns(event_of(mind), steps)
    column = leftmost(mind.seat, columns)
    if not column:
        mind.think("effect", "not_effective", (), card=mind.state.card)
        return ""
    names = [COLUMN_TEXTS[name] for name in COLUMN_TEXTS if name in columns]
    mind.think("effect", "effective", (), card=mind.state.card, columns=names)
    return column


def event_of(mind: Mind) -> Execution:
    """Return the Event as it would begin now, only for reading."""
    return begin_event(mind.turn.state, mind.seat)


class Playing(msgspec.Struct, frozen=True):
    """An Event that a Non-player Faction plays.

    ``event`` is the Event as it would begin, to be looked at, ``column`` the one by which spaces are selected (8.8.5),
    ``spaces`` are the selected ones that later steps use.
    """

    mind: Mind
    event: Execution
    column: str
    spaces: list[str]


def play_event(mind: Mind, decision: Decision, side: str, column: str) -> Work:
    """8.8.4 Answer everything an Event asks, by the ``column`` that was found for its side."""
    mind.think("event", f"event.{side}", (), card=mind.state.card)
    if column:
        mind.think("column", "event_column", (), column=COLUMN_TEXTS[column])
    playing = Playing(mind, event_of(mind), column, [])
    while True:
        decision = yield answer_event(playing, decision)


def answer_event(playing: Playing, decision: Decision) -> str:
    """8.8.4 Return one answer, by the possible effects of the asking step for the Faction."""
    if decision.kind == "attack.remove":
        return attack_target(playing.mind, decision)
    answer = ANSWERS.get(decision.kind)
    if answer is None or not isinstance(decision.subject, Carrying):
        return default_answer(decision)
    return answer(playing, decision, decision.subject)


# -- 8.8.4, 8.8.5 spaces -----------------------------------------------------------------------------------


def steps_after(steps: Sequence[data.EventStep], wanted: data.EventStep) -> Sequence[data.EventStep] | None:
    """Return the steps that follow one in the list that holds it, or None when it is not there."""
    for index, step in enumerate(steps):
        if step is wanted:
            return steps[index + 1 :]
        for inner in data.inner_steps(step):
            found = steps_after(inner, wanted)
            if found is not None:
                return found
    return None


def later_steps(card: int, step: data.EventStep) -> Sequence[data.EventStep]:
    """Return the steps of an Event that follow one in its list."""
    event = data.EVENTS[card]
    return steps_after(event.unshaded.steps, step) or steps_after(event.shaded.steps, step) or ()


def choose_space(playing: Playing, decision: Decision, carrying: Carrying) -> str:
    """8.8.4, 8.8.5 Return a space by the Event's column, among those where most of the text is effective.

    If nothing is effective anywhere the Faction stops when it may, and otherwise does what is required.
    """
    mind = playing.mind
    offered = spaces_of(decision)
    later = later_steps(mind.state.card, carrying.step)
    # What later steps can do in a space counts only once, when it is first selected.
    new, again = gains_of(playing.event, carrying.step, later), gains_of(playing.event, carrying.step, ())
    gains = {space: len(again(space) if space in playing.spaces else new(space)) for space in offered}
    most = max(gains.values(), default=0)
    if not most:
        boxes = [key for key in answers_to(decision) if key not in gains]
        if DONE in decision.keys:
            return DONE
        offered = list_useful(decision, offered) or offered
        if boxes:
            return boxes[0]
        return by_event_column(playing, [s for s in offered if may_enter(playing.event.state, s)] or offered)
    chosen = by_event_column(playing, [space for space in offered if gains[space] == most])
    if names_spaces(carrying.step, later):
        playing.spaces.append(chosen)
    return chosen


def list_useful(decision: Decision, keys: Iterable[str]) -> list[str]:
    """5.1.2 Return the answers that would change anything. The rules only warn about the others (R-68)."""
    warned = decision.warnings()
    return [key for key in keys if warned.get(key) is not NOTHING_WOULD_CHANGE]


def by_event_column(playing: Playing, spaces: Iterable[str]) -> str:
    """8.8.5 Return a space by the Event's column."""
    mind = playing.mind
    here = mind.state.spaces
    column = playing.column or "remove_or_replace"
    aim = {
        "place_protests": Aim(active=lambda space: 0 if here[space].protest else here[space].activists),
        "place_cubes": Aim(cubes=lambda space: 1),
        "place_bases": Aim(active=lambda space: 1),
        "move_or_release_gandhi": Aim(active=lambda space: 1),
        "remove_or_replace": Aim(active=lambda space: -1) if mind.seat == RAJ else Aim(cubes=lambda space: -1),
    }.get(column, Aim())
    space = select_space(mind, column, spaces, aim=aim)
    mind.think("select", "select", (space,))
    return space


# -- 8.5, 8.8.6 pieces, markers, Factions ------------------------------------------------------------------


def choose_piece(playing: Playing, decision: Decision, carrying: Carrying) -> str:
    """8.5, 8.8.6 Return own pieces to place, Troops first; adversaries to remove by the Adversary Priorities."""
    mind = playing.mind
    keys = answers_to(decision)
    step = carrying.step
    if isinstance(step, data.Place):
        return choose_own(mind.seat, decision, keys)
    if isinstance(step, data.Remove | data.Replace):
        if decision.space in mind.state.spaces:
            foreign = [key for key in adversaries_in(playing.event, step.pieces, decision.space) if key in keys]
        else:
            foreign = [key for key in keys if FACTION_OF.get(key, mind.seat) != mind.seat]
        if foreign:
            return choose_adversary(mind, decision.space, foreign)
    return default_answer(decision)


def choose_own(seat: str, decision: Decision, keys: Sequence[str]) -> str:
    """8.8.6 Return a piece of the seat's, Troops first, Out of Play before Available; of others' only if required."""
    own = [key for key in keys if FACTION_OF.get(key.partition(":")[0]) == seat]
    own.sort(key=lambda key: (not key.startswith(TROOPS), ":" not in key))
    return own[0] if own else default_answer(decision)


def choose_entering(playing: Playing, decision: Decision, carrying: Carrying) -> str:
    """8.8.4 Return a piece of the seat's to come from Out of Play, out of Jail, or in another's place."""
    return choose_own(playing.mind.seat, decision, answers_to(decision))


def choose_count(playing: Playing, decision: Decision, carrying: Carrying) -> str:
    """8.8.4, 8.8.6 Return as many as allowed, but one by one if pieces may go to different spaces or differ in rank.

    Also one by one where the number of spaces counts: "up to 2 spaces" means as many as possible.
    """
    mind = playing.mind
    counts = decision.numbers
    piece, step = str(decision.prompt.params.get("piece", "")), carrying.step
    is_own = FACTION_OF.get(piece) == mind.seat
    if isinstance(step, data.Place | data.Release):
        one_by_one = not is_own or (not carrying.space and getattr(step, "to", "spaces") == "spaces")
    elif isinstance(step, data.Remove) and decision.space in mind.state.spaces:
        one_by_one = (
            is_own
            or names_spaces(step, later_steps(mind.state.card, step))
            or len(adversaries_in(playing.event, step.pieces, decision.space)) > 1
        )
    else:
        one_by_one = False
    return str(counts[0] if one_by_one else counts[-1])


def choose_marker(playing: Playing, decision: Decision, carrying: Carrying) -> str:
    """8.5.3 Return a helpful marker to add, or a harmful one to remove, but never a helpful one to remove."""
    mind = playing.mind
    if isinstance(carrying.step, data.Place):
        wanted = [kind for kind in OWN_MARKERS[mind.seat] if kind in decision.keys]
        return wanted[0] if wanted else default_answer(decision)
    offered = answers_to(decision)
    welcome = [kind for kind in offered if kind in MARKERS_REMOVED.get(mind.seat, ())]
    if not welcome and DONE in decision.keys:
        return DONE
    others = [kind for kind in offered if kind not in OWN_MARKERS[mind.seat]]
    return choose_adversary(mind, decision.space, welcome or others or offered)


def choose_alternative(playing: Playing, decision: Decision, carrying: Carrying) -> str:
    """8.8.4 Return the effective alternative; of several Factions that of the first adversary piece (8.5)."""
    mind = playing.mind
    step = carrying.step
    if not isinstance(step, data.Choose):
        return default_answer(decision)
    if all(key in SEATS for key in step.alternatives):
        pieces = adversaries_in(playing.event, ("pieces", "gandhi"), carrying.space)
        seats = {FACTION_OF[piece]: "" for piece in pieces if FACTION_OF[piece] in decision.keys}
        usable = [piece for piece in pieces if FACTION_OF[piece] in seats]
        if usable:
            return FACTION_OF[choose_adversary(mind, carrying.space, usable)]
    key = alternative(playing.event, step, carrying.space)
    return key if key in decision.keys else list_useful(decision, step.alternatives)[0]


def choose_faction(playing: Playing, decision: Decision, carrying: Carrying) -> str:
    """8.8.4 Return a Faction to be held back: never itself, a player before a Non-player, otherwise at random."""
    mind = playing.mind
    seats = [key for key in answers_to(decision) if key != mind.seat] or [decision.options[0].key]
    players = [seat for seat in seats if not mind.state.is_non_player(seat)]
    return mind.pick_evenly(players or seats, "faction")


ANSWERS: dict[str, Callable[[Playing, Decision, Carrying], str]] = {
    **dict.fromkeys(
        ("event.space", "event.to", "event.from", "event.marker_to", "event.marker_from", "event.flip"), choose_space
    ),
    "event.what": choose_piece,
    "event.by": choose_entering,
    "event.enter": choose_entering,
    "event.release": choose_entering,
    "event.count": choose_count,
    "event.marker": choose_marker,
    "event.choice": choose_alternative,
    "event.faction": choose_faction,
}
"""How each question of an Event is answered."""

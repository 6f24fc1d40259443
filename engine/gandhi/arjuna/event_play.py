"""8.8 Events of Non-player Factions: which side, whether it is effective, and every choice in it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from engine.core.change import Change
from engine.core.decision import Decision
from engine.gandhi import event_data as data
from engine.gandhi.arjuna.mind import Aim, Mind
from engine.gandhi.arjuna.priorities import COLUMNS, choose_adversary, select_space
from engine.gandhi.arjuna.working import Work, allowed_by_railway_rule, default_answer, spaces_of
from engine.gandhi.asking import DONE
from engine.gandhi.board import GEOGRAPHY
from engine.gandhi.execution import expand
from engine.gandhi.ids import (
    ACTIVISTS,
    BASES,
    CONGRESS,
    CUBES,
    FACTION_OF,
    GANDHI,
    LEAGUE,
    LEAGUE_BASES,
    LEVELS,
    MUSLIM_STATE,
    PIECES,
    PROTEST,
    RAJ,
    REVOLUTIONARIES,
    REVOLUTIONARY_BASES,
    STRIKE,
    TROOPS,
    UNDERGROUND,
    UNREST,
)

MOST_ANSWERS = 200
"""A trial that asks more often than this is given up."""


def choose_side(mind: Mind) -> str:
    """8.8.2 Raj takes the unshaded text, the others the shaded one unless their icon has a square halo."""
    event = data.EVENTS.get(mind.state.card)
    if mind.seat == RAJ or (event is not None and mind.seat in event.halo.seats):
        return "unshaded"
    return "shaded"


def is_effective_side(mind: Mind, side: str) -> bool:
    """8.8.3 Whether the Event would do anything effective, tried on a copy whose dice fall differently."""
    event = data.EVENTS.get(mind.state.card)
    if event is None or mind.seat in event.never:
        return False
    if mind.seat in event.never_unless_raj_plays and not mind.state.is_player(RAJ):
        return False
    changes = try_choices(mind, (f"event:{side}",), side)
    effective = any(is_effective(mind, change) for change in changes)
    mind.think("event", "effective", (), card=mind.state.card, side=side, effective=effective)
    return effective


def try_choices(mind: Mind, keys: Sequence[str], side: str, until: str = "") -> list[Change]:
    """What would change if the Faction chose these keys and went on as it does, up to a question of kind ``until``."""
    twin = mind.trial()
    turn = twin.turn_number
    start = len(twin.state.log)
    for key in keys:
        if twin.decision is None or twin.turn_number != turn or key not in twin.decision.keys:
            break
        twin.choose(key)
    copy = Mind(mind.seat, mind.turn, twin.state, b"trial", mind.trial)
    for _ in range(MOST_ANSWERS):
        decision = twin.decision
        if decision is None or twin.turn_number != turn or (until and decision.kind == until):
            break
        if decision.seat == mind.seat:
            twin.choose(answer_event(copy, decision, side, careful=False))
        else:
            twin.choose(default_answer(decision))
    if twin.turn_number != turn:
        finished: list[Change] = next(record for record in twin.turns if record.number == turn).changes
        return finished[start:]
    changes: list[Change] = twin.state.log[start:]
    return changes


# -- 8.8.3 effective actions -------------------------------------------------------------------------------


def is_effective(mind: Mind, change: Change) -> bool:
    """8.8.3 Whether a Change is one of the effective actions of the Faction (table inferred)."""
    if change.seat != mind.seat:
        return False
    return EFFECTIVE[mind.seat](mind, change)


def takes_adversary(mind: Mind, change: Change) -> bool:
    """A piece of another Faction arrested or removed."""
    return change.verb in ("arrest", "remove") and FACTION_OF.get(change.piece, mind.seat) != mind.seat


def effective_for_raj(mind: Mind, change: Change) -> bool:
    """Cubes come, adversaries or markers go, Guerrillas turn up, Support grows."""
    if change.verb == "place":
        return change.piece in CUBES
    if change.verb == "level":
        return (change.new or 0) > (change.old or 0)
    if change.verb == "remove" and change.piece in (PROTEST, UNREST, STRIKE, MUSLIM_STATE):
        return True
    return change.verb == "activate" or takes_adversary(mind, change)


def effective_for_congress(mind: Mind, change: Change) -> bool:
    """Activists, Protests or Gandhi come, adversaries or a Muslim State go, Guerrillas turn up, Opposition grows."""
    if change.verb in ("place", "release", "enter"):
        return change.piece in (CONGRESS, PROTEST, GANDHI)
    if change.verb == "level":
        return (change.new or 0) < (change.old or 0)
    if change.verb == "move":
        return change.piece in (*CUBES, GANDHI)
    if change.verb == "remove" and change.piece == MUSLIM_STATE:
        return True
    return change.verb == "activate" or takes_adversary(mind, change)


def effective_for_league(mind: Mind, change: Change) -> bool:
    """As for Congress, with Bases and Muslim States; Opposition counts in Muslim spaces (or against a player Raj)."""
    if change.verb in ("place", "release", "enter"):
        return change.piece in (LEAGUE, PROTEST, LEAGUE_BASES, MUSLIM_STATE)
    if change.verb == "level":
        fell = (change.new or 0) < (change.old or 0)
        against_raj = (change.old or 0) > 0 and mind.state.is_player(RAJ)
        return fell and (GEOGRAPHY[change.target].muslim or against_raj)
    if change.verb == "move":
        return change.piece in CUBES
    return change.verb == "activate" or takes_adversary(mind, change)


def effective_for_revolutionaries(mind: Mind, change: Change) -> bool:
    """Guerrillas, Bases or Unrest come, adversaries go, Guerrillas go Underground."""
    if change.verb in ("place", "enter"):
        if change.piece == STRIKE:
            return mind.state.is_player(RAJ)
        return change.piece in (UNDERGROUND, REVOLUTIONARY_BASES, UNREST)
    return change.verb == "hide" or takes_adversary(mind, change)


EFFECTIVE = {
    RAJ: effective_for_raj,
    CONGRESS: effective_for_congress,
    LEAGUE: effective_for_league,
    REVOLUTIONARIES: effective_for_revolutionaries,
}


# -- 8.8.5 columns -----------------------------------------------------------------------------------------


def every_step(steps: Iterable[data.EventStep]) -> Iterator[data.EventStep]:
    """All steps of a side, nested ones included."""
    for step in steps:
        yield step
        yield from every_step(getattr(step, "steps", ()))
        for alternative in getattr(step, "options", ()):
            yield from every_step(alternative)


def columns_of(mind: Mind, step: data.EventStep) -> list[str]:
    """8.8.5 The column that matches a step, if it is of use to the Faction."""
    seat = mind.seat
    if isinstance(step, data.Place):
        placed = {FACTION_OF.get(kind) for kind in expand(step.pieces)}
        if seat not in placed:
            return []
        if any(kind in BASES for kind in expand(step.pieces)):
            return ["place_bases"]
        return [{RAJ: "place_cubes", REVOLUTIONARIES: "place_guerrillas"}.get(seat, "place_activists")]
    if isinstance(step, data.Release):
        return ["place_activists"] if seat in ACTIVISTS else []
    if isinstance(step, data.Remove | data.Replace):
        return ["remove_or_replace"]
    if isinstance(step, data.Flip):
        if step.to == "active":
            return ["remove_or_replace"] if seat != REVOLUTIONARIES else []
        return ["attack_or_go_underground"] if seat == REVOLUTIONARIES else []
    if isinstance(step, data.RemoveMarker):
        return ["remove_or_replace"]
    if isinstance(step, data.Shift):
        up = step.by > 0 or LEVELS.get(step.toward, 0) > 0
        return shift_columns(seat, up)
    if isinstance(step, data.SetLevel):
        return shift_columns(seat, LEVELS[step.level] > 0)
    if isinstance(step, data.AddMarker):
        names = {PROTEST: "place_protests", UNREST: "place_unrest", MUSLIM_STATE: "place_muslim_states"}
        return [names[kind] for kind in step.kinds if kind in names]
    return ["move_or_release_gandhi"] if isinstance(step, data.MoveGandhi) else []


def shift_columns(seat: str, up: bool) -> list[str]:
    """The column for a shift, if it goes the Faction's way."""
    if seat == RAJ:
        return ["shift_to_support"] if up else []
    return ["shift_to_opposition"] if not up else []


def event_column(mind: Mind, side: str) -> str:
    """8.8.5 The leftmost column of the Faction's table that matches what the side does (N-15)."""
    event = data.EVENTS.get(mind.state.card)
    steps = getattr(event, side).steps if event is not None else ()
    wanted = {column for step in every_step(steps) for column in columns_of(mind, step)}
    for column in COLUMNS[mind.seat]:
        if column in wanted:
            return column
    return "remove_or_replace"


# -- 8.8.4 choices -----------------------------------------------------------------------------------------


def play_event(mind: Mind, decision: Decision, side: str) -> Work:
    """8.8.4 Answer everything an Event asks."""
    while True:
        decision = yield answer_event(mind, decision, side, careful=True)


def answer_event(mind: Mind, decision: Decision, side: str, *, careful: bool) -> str:
    """8.8.4 One answer. With ``careful``, what is only allowed ("up to") is done where a trial shows an effect."""
    kind = decision.kind
    if kind in ("event.space", "event.to", "event.from", "event.marker_to", "event.marker_from", "event.flip"):
        return choose_event_space(mind, decision, side, careful=careful)
    if kind == "event.choice":
        return choose_alternative(mind, decision, side, careful=careful)
    if kind in ("event.what", "event.by", "event.enter", "event.release"):
        return choose_event_piece(mind, decision)
    if kind == "event.marker":
        return choose_marker(mind, decision)
    if kind == "event.faction":
        return choose_faction(mind, decision)
    if kind == "attack.remove":
        pieces = [option.key for option in decision.options if option.key != DONE]
        return choose_adversary(mind, decision.space, pieces) if pieces else DONE
    return default_answer(decision)


def choose_event_space(mind: Mind, decision: Decision, side: str, *, careful: bool) -> str:
    """8.8.4, 8.8.5 A space by the Event's column; an optional one only if the action is effective there."""
    column = event_column(mind, side)
    mind.aim = Aim(protesting=column == "place_protests", removing=mind.seat == RAJ and column == "remove_or_replace")
    left = spaces_of(decision)
    if decision.kind in ("event.to", "event.marker_to"):
        left = allowed_by_railway_rule(mind, left) or left
    if decision.kind == "event.from":
        left = [space for space in left if adversary_pieces(mind, space)] or left
    optional = DONE in decision.keys
    if not optional or not careful:
        return select_space(mind, column, left) or default_answer(decision)
    while left:
        space = select_space(mind, column, left)
        changes = try_choices(mind, (space,), side, until=decision.kind)
        if any(is_effective(mind, change) for change in changes):
            return space
        left.remove(space)
    return DONE


def adversary_pieces(mind: Mind, space: str) -> list[str]:
    """The kinds of adversary pieces in a space."""
    here = mind.state.spaces[space]
    return [kind for kind in (*PIECES, GANDHI) if getattr(here, kind) and FACTION_OF[kind] != mind.seat]


def choose_alternative(mind: Mind, decision: Decision, side: str, *, careful: bool) -> str:
    """8.8.4 The alternative that the card's instructions name, otherwise the first that is effective."""
    instructed = instructed_alternative(mind, decision, side)
    if instructed:
        return instructed
    if careful:
        for option in decision.options:
            if any(is_effective(mind, change) for change in try_choices(mind, (option.key,), side)):
                return option.key
    return default_answer(decision)


def instructed_alternative(mind: Mind, decision: Decision, side: str) -> str:
    """8.0 What the card's instructions tell this Non-player Faction to choose, or an empty string."""
    event = data.EVENTS.get(mind.state.card)
    for step in every_step(getattr(event, side).steps if event is not None else ()):
        if isinstance(step, data.Choose) and set(decision.keys) <= set(step.keys):
            key = step.non_players.get(mind.seat, "")
            return key if key in decision.keys else ""
    return ""


def choose_event_piece(mind: Mind, decision: Decision) -> str:
    """8.5, 8.8.6 Own pieces to place or bring in (Troops first), adversaries to remove by the Adversary Priorities."""
    keys = [option.key for option in decision.options if option.key != DONE]
    kinds = {key: key.partition(":")[0] for key in keys}
    own = [key for key in keys if FACTION_OF.get(kinds[key]) == mind.seat]
    # An option to place carries its box in its text; an option to remove is a piece on the map.
    adding = decision.kind != "event.what" or any(o.text.key.startswith("option.place") for o in decision.options)
    if adding:
        troops = [key for key in own if kinds[key] == TROOPS]
        return (troops or own or keys or [DONE])[0]
    foreign = [key for key in keys if key not in own]
    if foreign:
        chosen = choose_adversary(mind, decision.space, [kinds[key] for key in foreign])
        return next(key for key in foreign if kinds[key] == chosen)
    return DONE if DONE in decision.keys else keys[0]


def choose_marker(mind: Mind, decision: Decision) -> str:
    """8.5.3 Revolutionaries add Unrest, NV Factions a Protest; nobody takes away what serves it."""
    wanted: tuple[str, ...] = (UNREST, STRIKE) if mind.seat == REVOLUTIONARIES else (PROTEST, MUSLIM_STATE)
    if mind.seat == RAJ:
        wanted = (UNREST, MUSLIM_STATE, PROTEST, STRIKE)
    for kind in wanted:
        if kind in decision.keys:
            return kind
    return default_answer(decision)


def choose_faction(mind: Mind, decision: Decision) -> str:
    """8.8.4 A Faction to be held back: never the own one, a player before a Non-player, otherwise at random."""
    seats = [option.key for option in decision.options if option.key != mind.seat] or [decision.options[0].key]
    players = [seat for seat in seats if mind.state.is_player(seat)]
    return mind.pick_evenly(players or seats, "faction")

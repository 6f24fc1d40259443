"""5.0 Whether the data of the cards makes sense: what `gandhi check-data` says, and what an override must pass."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any, Final

from engine.core.data import find_override, name_data, name_row
from engine.core.errors import BadPosition
from engine.core.text import text
from engine.gandhi.board import BOARD, read_data
from engine.gandhi.events import data
from engine.gandhi.events.execution import GROUPS
from engine.gandhi.events.markers import MARKER_COUNTS
from engine.gandhi.events.odd_steps import NAMED
from engine.gandhi.events.places import AMOUNTS, is_condition
from engine.gandhi.ids import AVAILABLE, GANDHI, JAIL, LEVELS, OUT_OF_PLAY, PIECES, RAJ, REVOLUTIONARIES, SEATS

LONGEST_TEXT: Final = 220
"""How many characters the wording of a side may have, so that both sides fit into one prompt."""

CARDS_FILE: Final = "cards.toml"
SIDES: Final = ("unshaded", "shaded")

PIECE_WORDS: Final = frozenset((*PIECES, *GROUPS))
TRACK_LENGTH: Final = range(6)

WORDS: Final[dict[tuple[type, str], Collection[str]]] = {
    (data.Place, "pieces"): PIECE_WORDS,
    (data.Place, "origin"): (AVAILABLE, OUT_OF_PLAY, "either"),
    (data.Remove, "pieces"): PIECE_WORDS | {GANDHI, *MARKER_COUNTS},
    (data.Remove, "boxes"): (AVAILABLE, JAIL),
    (data.Remove, "to"): (AVAILABLE, JAIL, OUT_OF_PLAY),
    (data.Replace, "pieces"): PIECE_WORDS,
    (data.Replace, "by"): PIECE_WORDS,
    (data.Shift, "toward"): ("", *LEVELS),
    (data.SetLevel, "level"): tuple(LEVELS),
    (data.AddMarker, "kinds"): tuple(MARKER_COUNTS),
    (data.RemoveMarker, "kinds"): tuple(MARKER_COUNTS),
    (data.Track, "track"): ("restraint", "unity"),
    (data.Resources, "seat"): (RAJ, REVOLUTIONARIES),
    (data.Enter, "pieces"): PIECE_WORDS,
    (data.Release, "to"): (AVAILABLE, "selected", "spaces"),
    (data.Flip, "to"): ("active", "underground"),
    (data.Eligibility, "seats"): ("acting", "others", *SEATS),
    (data.Pay, "free"): SEATS,
    (data.Named, "name"): NAMED,
}
"""The words that a field of a step may hold."""

CONDITION_FIELDS: Final = ("where", "or_where")
AMOUNT_FIELDS: Final = ("at_most", "amount")
ANY_WORDS: Final = frozenset({(data.Remove, "count_as"), (data.Choose, "keys"), (data.Choose, "non_players")})
"""Fields whose words the data makes up itself."""


def check_data() -> list[str]:
    """One message for every fault in the data of the cards, with file, card and field; empty when all is well.

    An owner's override (GANDHI_DATA) is checked as it would be used. Raises BadPosition when a file cannot be read.
    """
    name = name_data(data.EVENTS_FILE)
    rows = read_data(data.EVENTS_FILE)
    events, faults = data.convert_events(rows)
    written = [name_row(row) for row in rows.get("event", [])]
    faults += [f"{name}, card {number}: written twice." for number in sorted(set(written)) if written.count(number) > 1]
    faults += [f"{name}, card {number}: missing." for number in BOARD.events if str(number) not in written]
    return [*check_cards(), *faults, *check_events(events, name)]


def check_cards() -> list[str]:
    """2.3.2 What is wrong with the cards themselves: every one of the four Factions stands once in its order."""
    name = name_data(CARDS_FILE)
    return [
        f"{name}, card {card.number}, order: must name each of the four Factions once, not {', '.join(card.order)}."
        for card in BOARD.events.values()
        if sorted(card.order) != sorted(SEATS)
    ]


def check_events(events: dict[int, data.Event], name: str) -> list[str]:
    """What is wrong with Events that can be read: unknown words, and texts that are missing or too long."""
    faults: list[str] = []
    for event in events.values():
        card = f"{name}, card {event.number}"
        faults += [f"{card}, {fault}" for fault in check_marks(event)]
        for side in SIDES:
            faults += [f"{card}, {side}: {fault}" for fault in check_side(getattr(event, side))]
    return faults


def check_marks(event: data.Event) -> Iterator[str]:
    """8.8.1, 8.8.2 What is wrong with the marks for Non-player Factions."""
    for field in ("critical", "halo"):
        mark: data.Mark = getattr(event, field)
        if mark.source not in ("known", "inferred"):
            yield f"{field}: source must be known or inferred, not '{mark.source}'."
        yield from (f"{field}: unknown seat '{seat}'." for seat in mark.seats if seat not in SEATS)
    for field in ("never", "never_unless_raj_plays"):
        yield from (f"{field}: unknown seat '{seat}'." for seat in getattr(event, field) if seat not in SEATS)


def check_side(side: data.Side) -> Iterator[str]:
    """What is wrong with the text and the steps of a side."""
    if not side.text.strip():
        yield "the text is empty."
    elif len(side.text) > LONGEST_TEXT:
        yield f"the text has {len(side.text)} characters, and {LONGEST_TEXT} are allowed."
    if not side.steps:
        yield "there are no steps."
    steps = list(every_step(side.steps))
    counted = {"roll", "shifts", *(step.count_as for step in steps if isinstance(step, data.Remove))}
    for step in steps:
        do = type(step).__struct_config__.tag
        yield from (f"step {do}, {fault}" for fault in check_step(step, counted))


def every_step(steps: tuple[data.EventStep, ...]) -> Iterator[data.EventStep]:
    """All steps of a side, those inside other steps too."""
    for step in steps:
        yield step
        yield from every_step(getattr(step, "steps", ()))
        for alternative in getattr(step, "options", ()):
            yield from every_step(alternative)


def check_step(step: data.EventStep, counted: Collection[str]) -> Iterator[str]:
    """What is wrong with one step: words that nothing knows, and fields that do not fit together."""
    for field in step.__struct_fields__:
        value: Any = getattr(step, field)
        if field in CONDITION_FIELDS:
            yield from (f"{field}: unknown condition '{word}'." for word in value if not is_condition(word))
        elif field in AMOUNT_FIELDS:
            if not is_amount(value, counted):
                yield f"{field}: unknown amount '{value}'."
        elif (type(step), field) in WORDS:
            words = (value,) if isinstance(value, str) else value
            known = WORDS[type(step), field]
            yield from (f"{field}: unknown {field.rstrip('s')} '{word}'." for word in words if word not in known)
    yield from check_together(step)


def is_amount(amount: int | str, counted: Collection[str]) -> bool:
    """Whether an amount is a number above zero or an expression that `Execution.amount` knows."""
    if isinstance(amount, int):
        return amount > 0
    times, name = amount.split("*", 1) if "*" in amount else ("1", amount)
    if name.startswith("counted:"):
        return times.isdecimal() and name.removeprefix("counted:") in counted
    return times.isdecimal() and (name == "die" or name in AMOUNTS)


def check_together(step: data.EventStep) -> Iterator[str]:
    """Fields of a step that are right on their own but not together."""
    match step:
        case data.Spaces(non_player_where=instructions):
            words = {word for where in instructions.values() for word in where if not is_condition(word)}
            yield from (f"non_player_where: unknown condition '{word}'." for word in sorted(words))
            yield from (f"non_player_where: unknown seat '{seat}'." for seat in instructions if seat not in SEATS)
        case data.Choose(keys=keys, options=options):
            if len(keys) != len(options) or len(set(keys)) != len(keys):
                yield "keys: there must be a key of its own for each of the options."
            unknown = [key for key in step.non_players.values() if key not in keys]
            yield from (f"non_players: unknown key '{key}'." for key in unknown)
            yield from (f"non_players: unknown seat '{seat}'." for seat in step.non_players if seat not in SEATS)
        case data.Shift(by=by, toward=toward) if bool(by) == bool(toward):
            yield "by: there must be either a number of levels or a level toward which to shift."
        case data.Track(by=by, to=to) if bool(by) == bool(to) or to not in TRACK_LENGTH:
            yield "to: there must be either a shift or a value from 1 to 5."
        case data.Remove(pieces=pieces, to=to) if GANDHI in pieces and to != JAIL:
            yield "pieces: Gandhi can only be arrested (1.4.5)."
        case data.Remove(boxes=boxes, to=to) if boxes and to != OUT_OF_PLAY:
            yield "boxes: pieces leave Available and Jail only to go Out of Play."


def refuse_bad_override() -> None:
    """Refuse at the start an owner's data files that do not make sense. Raises BadPosition with every fault."""
    if find_override(data.EVENTS_FILE) or find_override(CARDS_FILE):
        faults = check_data()
        if faults:
            raise BadPosition(text("error.bad_events", faults=faults))

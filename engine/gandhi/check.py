"""5.0 Checks of the cards' data, for `gandhi check-data` and for an owner's override."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any, Final

from engine.core.data import find_override, name_data, name_row
from engine.core.errors import BadData
from engine.gandhi.board import BOARD, read_data
from engine.gandhi.events import data
from engine.gandhi.events.items import GROUPS, MARKERS
from engine.gandhi.events.places import faults_of_phrase, read_amount
from engine.gandhi.events.rehearsal import find_idle_steps
from engine.gandhi.ids import AVAILABLE, GANDHI, JAIL, LEVELS, OUT_OF_PLAY, PIECES, RAJ, REVOLUTIONARIES, SEATS

LONGEST_TEXT: Final = 220
"""The most characters in the text of a side, so that both sides fit into one prompt."""

CARDS_FILE: Final = "cards.toml"
SIDES: Final = ("unshaded", "shaded")

PIECE_WORDS: Final = (*PIECES, *GROUPS)
TRACK_LENGTH: Final = range(1, 6)

WORDS: Final[dict[tuple[type, str], Collection[str]]] = {
    (data.Place, "pieces"): (*PIECE_WORDS, *MARKERS),
    (data.Place, "origin"): (AVAILABLE, OUT_OF_PLAY, "either"),
    (data.Remove, "pieces"): (*PIECE_WORDS, GANDHI, *MARKERS),
    (data.Remove, "boxes"): (AVAILABLE, JAIL),
    (data.Remove, "to"): (AVAILABLE, JAIL, OUT_OF_PLAY),
    (data.Replace, "pieces"): PIECE_WORDS,
    (data.Replace, "by"): PIECE_WORDS,
    (data.Enter, "pieces"): PIECE_WORDS,
    (data.Release, "to"): (AVAILABLE, "selected", "spaces"),
    (data.Flip, "to"): ("active", "underground"),
    (data.Shift, "toward"): tuple(LEVELS),
    (data.SetLevel, "level"): tuple(LEVELS),
    (data.Track, "track"): ("restraint", "unity"),
    (data.Resources, "seat"): (RAJ, REVOLUTIONARIES),
    (data.MoveGandhi, "origins"): ("map", JAIL),
    (data.Eligibility, "seats"): ("acting", "others", *SEATS),
    (data.Pay, "free"): SEATS,
}
"""The words that a field of a step may hold."""

PHRASE_FIELDS: Final = ("where", "non_player_where")
AMOUNT_FIELDS: Final = ("exactly", "up_to", "gain", "lose", "at_most", "amount")
IN_A_SPACE: Final = (data.Shift, data.SetLevel, data.MoveGandhi, data.Attack)
"""Steps that always act in a selected space."""
SELECTING: Final = (data.Spaces, data.Place, data.Remove, data.Replace, data.Release, data.Flip)
"""Steps after which some spaces count as selected."""
AMOUNTS_OF_A_SPACE: Final = ("cubes", "sepoys", "guerrillas", "own_pieces")
ANY_WORDS: Final = frozenset({(data.Choose, "non_players")})
"""Fields whose words the data itself defines."""


def check_data() -> list[str]:
    """Return one message for every fault in the data of the cards, with file, card and field; empty when all is well.

    An owner's override (GANDHI_DATA) is checked as it would be used, and each side played. Raises BadData when a file
    cannot be read.
    """
    faults, events = check_files()
    return faults or list(check_by_playing(events, name_data(data.EVENTS_FILE)))


def check_files() -> tuple[list[str], dict[int, data.Event]]:
    """Return what is wrong with the present files, and the Events in them that can be read."""
    name = name_data(data.EVENTS_FILE)
    rows = read_data(data.EVENTS_FILE)
    events, faults = data.convert_events(rows)
    written = [name_row(row) for row in rows.get("event", [])]
    faults += [f"{name}, card {number}: written twice." for number in sorted(set(written)) if written.count(number) > 1]
    faults += [f"{name}, card {number}: missing." for number in BOARD.events if str(number) not in written]
    return [*check_cards(), *faults, *check_events(events, name)], events


def check_cards() -> list[str]:
    """2.3.2 Return what is wrong with the cards themselves: each of the four Factions is in its order once."""
    name = name_data(CARDS_FILE)
    return [
        f"{name}, card {card.number}, order: must name each of the four Factions once, not {', '.join(card.order)}."
        for card in BOARD.events.values()
        if sorted(card.order) != sorted(SEATS)
    ]


def check_events(events: dict[int, data.Event], name: str) -> list[str]:
    """Return what is wrong with Events that can be read: unknown words, and texts that are missing or too long."""
    faults: list[str] = []
    for event in events.values():
        card = f"{name}, card {event.number}"
        faults += [f"{card}, {fault}" for fault in check_marks(event)]
        for side in SIDES:
            faults += [f"{card}, {side}: {fault}" for fault in check_side(getattr(event, side))]
    return faults


def check_by_playing(events: dict[int, data.Event], name: str) -> Iterator[str]:
    """Yield the steps that never have an effect when sides are played on rich boards."""
    for event in events.values():
        for side in SIDES:
            for step, place in find_idle_steps(getattr(event, side).steps):
                yield f"{name}, card {event.number}, {side}: step {tag_of(step)} ({place}) can never do anything."


def check_marks(event: data.Event) -> Iterator[str]:
    """8.8.1, 8.8.2 Yield what is wrong with the marks for Non-player Factions."""
    for field in ("critical", "halo"):
        mark: data.Mark = getattr(event, field)
        if mark.source not in ("known", "inferred"):
            yield f"{field}: source must be known or inferred, not '{mark.source}'."
        yield from (f"{field}: unknown seat '{seat}'." for seat in mark.seats if seat not in SEATS)
    for field in ("never", "never_unless_raj_plays"):
        yield from (f"{field}: unknown seat '{seat}'." for seat in getattr(event, field) if seat not in SEATS)


def check_side(side: data.Side) -> Iterator[str]:
    """Yield what is wrong with the text and the steps of a side."""
    if not side.text.strip():
        yield "the text is empty."
    elif len(side.text) > LONGEST_TEXT:
        yield f"the text has {len(side.text)} characters, and {LONGEST_TEXT} are allowed."
    if not side.steps:
        yield "there are no steps."
    for step, is_inside in every_step(side.steps):
        yield from (f"step {tag_of(step)}, {fault}" for fault in check_step(step))
        if not is_inside:
            yield from (f"step {tag_of(step)}, {fault}" for fault in check_alone(step))
    yield from check_selection(side.steps)


def tag_of(step: data.EventStep) -> str:
    """Return the tag of a step, which names its kind."""
    return str(type(step).__struct_config__.tag)


def every_step(steps: tuple[data.EventStep, ...], is_inside: bool = False) -> Iterator[tuple[data.EventStep, bool]]:
    """Yield all steps of a side, those inside other steps too, each with whether a space is selected for it."""
    for step in steps:
        yield step, is_inside
        for inner in data.inner_steps(step):
            yield from every_step(inner, is_inside or isinstance(step, data.Spaces))


def check_selection(steps: tuple[data.EventStep, ...], is_any_selected: bool = False) -> Iterator[str]:
    """Yield the steps that use earlier selected spaces when no earlier step selects any."""
    for step in steps:
        if data.is_among_selected(step) and not is_any_selected:
            yield f"step {tag_of(step)}, among_selected: no step before it selects a space."
        for inner in data.inner_steps(step):
            yield from check_selection(inner, is_any_selected or isinstance(step, data.Spaces))
        is_any_selected = is_any_selected or isinstance(step, SELECTING) or bool(data.inner_steps(step))


def check_alone(step: data.EventStep) -> Iterator[str]:
    """Yield the parts of a step that need a selected space, when it has none."""
    if isinstance(step, IN_A_SPACE) or (isinstance(step, data.Release) and step.to == "selected"):
        yield "must stand within a `spaces` step: it needs a selected space."
    for field in (field for field in AMOUNT_FIELDS if field in step.__struct_fields__):
        expression = read_amount(str(getattr(step, field)))
        if expression is not None and expression.name in AMOUNTS_OF_A_SPACE:
            yield f"{field}: '{expression.name}' counts what is in a selected space, and there is none."


def check_step(step: data.EventStep) -> Iterator[str]:
    """Yield the faults of one step: unknown words, and fields that do not fit together."""
    for field in step.__struct_fields__:
        value: Any = getattr(step, field)
        if field in PHRASE_FIELDS:
            phrases = value.values() if isinstance(value, dict) else (value,)
            yield from (f"{field}: {fault}." for phrase in phrases for fault in faults_of_phrase(phrase))
        elif field in AMOUNT_FIELDS:
            if value is not None and not is_amount(value):
                yield f"{field}: unknown amount '{value}'."
        elif (type(step), field) in WORDS:
            words = (value,) if isinstance(value, str) else value
            known = WORDS[type(step), field]
            yield from (f"{field}: unknown {field.rstrip('s')} '{word}'." for word in words if word not in known)
    yield from check_together(step)


def is_amount(amount: int | str) -> bool:
    """Return whether an amount is a number from 1 to 99 or an expression that `Execution.amount` knows."""
    return 0 < amount <= data.ALL if isinstance(amount, int) else read_amount(amount) is not None


def check_together(step: data.EventStep) -> Iterator[str]:
    """Yield the fields of a step that are each valid, but not together."""
    match step:
        case data.Spaces(non_player_where=instructions):
            yield from (f"non_player_where: unknown seat '{seat}'." for seat in instructions if seat not in SEATS)
        case data.Choose(options=options):
            if len(step.alternatives) != len(options) or len(options) < 2:
                yield "options: there must be at least two, each called by its own word."
            unknown = [key for key in step.non_players.values() if key not in step.alternatives]
            yield from (f"non_players: unknown alternative '{key}'." for key in unknown)
            yield from (f"non_players: unknown seat '{seat}'." for seat in step.non_players if seat not in SEATS)
        case data.Shift(levels=levels) if levels < 1:
            yield "levels: there must be one or more."
        case data.Track(to=to) if to is not None and to not in TRACK_LENGTH:
            yield "to: there must be a value from 1 to 5."
        case data.Place(pieces=pieces) if set(pieces) & set(MARKERS) and not set(pieces) <= set(MARKERS):
            yield "pieces: there must be either pieces or markers."
        case data.Remove(pieces=pieces, to=to) if GANDHI in pieces and to != JAIL:
            yield "pieces: Gandhi can only be arrested (1.4.5)."
        case data.Remove(boxes=boxes, to=to) if boxes and to != OUT_OF_PLAY:
            yield "boxes: pieces leave Available and Jail only to go Out of Play."
        case data.Remove(first_to_available=first, to=to) if first and to != OUT_OF_PLAY:
            yield "first_to_available: only when the others go Out of Play."
    if isinstance(step, data.LimitedStep):
        yield from check_limits(step)


def check_limits(step: data.LimitedStep) -> Iterator[str]:
    """Yield the limits that a step of this kind cannot have."""
    known = {
        data.Place: ("per_space", "spaces", "bases", "out_of_play", "factions"),
        data.Remove: ("per_space", "spaces", "bases", "factions"),
        data.Replace: ("per_space", "spaces", "bases"),
        data.Enter: ("bases", "factions"),
        data.Release: ("per_space", "spaces", "each_of", "factions"),
    }[type(step)]
    usual = data.Limits()
    for field in data.Limits.__struct_fields__:
        if getattr(step.limits, field) != getattr(usual, field) and field not in known:
            yield f"limits: '{field}' means nothing here."


def refuse_bad_override() -> None:
    """Refuse invalid data files of an owner at the start. Raises BadData with every fault."""
    if find_override(data.EVENTS_FILE) or find_override(CARDS_FILE):
        faults, _ = check_files()
        if faults:
            raise BadData(faults)

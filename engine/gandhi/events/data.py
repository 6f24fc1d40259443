"""5.0 Events as data: each side is a list of steps, one for each sentence on the card.

The data are in `data/events.toml`; `docs/events.md` is made from this module and says how to write one. A field that
does not fit is reported with its card and side.
"""

from __future__ import annotations

from typing import Annotated, Any, TypeAlias

import msgspec
from msgspec import Meta

from engine.core.data import find_misfit, name_data, name_place
from engine.core.errors import BadData
from engine.gandhi.board import BOARD, read_data
from engine.gandhi.board import EVENTS_FILE as EVENTS_FILE

ALL = 99
"""More than any amount in the game."""

Amount: TypeAlias = int | str
"""A number, or an expression: ``restraint``, ``2*die``, ``sepoys-1`` (see `places.AMOUNTS`)."""

Steps: TypeAlias = "tuple[EventStep, ...]"
Pieces: TypeAlias = Annotated[tuple[str, ...], Meta(description="Which pieces, or which markers.")]
Where: TypeAlias = Annotated[
    str,
    Meta(
        description="Only in spaces that match this phrase of conditions; without it, anywhere. In a space that is "
        "selected already: only if that space is like this."
    ),
]
AmongSelected: TypeAlias = Annotated[
    bool, Meta(description="Only in spaces that an earlier step of this side selected, or in which it did something.")
]
InSpace: TypeAlias = Annotated[Steps, Meta(description="What is then done in each of these spaces.")]


class Limits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Further limits for the number of pieces in a step."""

    per_space: Annotated[int, Meta(description="At most that many in one space.")] = ALL
    spaces: Annotated[int, Meta(description="In at most that many spaces.")] = ALL
    each_of: Annotated[
        int, Meta(description="In that many spaces, at least one in each as long as there are enough.")
    ] = 0
    bases: Annotated[int, Meta(description="At most that many Bases among them.")] = ALL
    out_of_play: Annotated[int, Meta(description="At most that many of them from Out of Play.")] = ALL
    factions: Annotated[int, Meta(description="They belong to exactly that many Factions, at least one to each.")] = 0

    def __post_init__(self) -> None:
        if min(self.per_space, self.spaces, self.bases, self.out_of_play) < 1 or self.each_of < 0 or self.factions < 0:
            raise ValueError("A limit must be 1 or more")


class Counted(msgspec.Struct, frozen=True, kw_only=True):
    """A step with a number: exactly that many (as far as possible), up to that many, or all."""

    exactly: Annotated[Amount | None, Meta(description="That many, or as many as there are.")] = None
    up_to: Annotated[
        Amount | None, Meta(description="Up to that many, even none, as the executing Faction chooses.")
    ] = None
    every: Annotated[bool, Meta(description="All there are, without a choice.")] = False

    def __post_init__(self) -> None:
        if (self.exactly is not None) + (self.up_to is not None) + self.every != 1:
            raise ValueError("Object must have one of `exactly`, `up_to` and `every`")

    @property
    def amount(self) -> Amount:
        """Return the maximum number."""
        return ALL if self.every else self.up_to if self.up_to is not None else self.exactly or 0

    @property
    def is_optional(self) -> bool:
        """Return whether the executing Faction may stop earlier."""
        return self.up_to is not None


class Spaces(Counted, frozen=True, kw_only=True, tag="spaces", tag_field="do", forbid_unknown_fields=True):
    """Select spaces, and carry out steps in each of them."""

    where: Where = ""
    among_selected: AmongSelected = False
    next_to_selected: Annotated[bool, Meta(description="Only spaces adjacent to one selected before.")] = False
    non_player_where: Annotated[
        dict[str, str], Meta(description="What the card demands of a Non-player Faction as well (8.8.3).")
    ] = {}
    steps: InSpace = ()

    def conditions(self, seat: str, *, is_player: bool) -> tuple[str, ...]:
        """Return the phrases that a space must meet for a Faction to select it."""
        return (self.where,) if is_player else (self.where, self.non_player_where.get(seat, ""))


class Place(Counted, frozen=True, kw_only=True, tag="place", tag_field="do", forbid_unknown_fields=True):
    """Place pieces or markers: in the selected space, or in spaces of the executing Faction's choice."""

    pieces: Pieces
    where: Where = ""
    among_selected: AmongSelected = False
    origin: Annotated[
        str, Meta(description="Where they come from: `available`, `out_of_play`, or `either` of the two.")
    ] = "available"
    limits: Limits = Limits()


class Remove(Counted, frozen=True, kw_only=True, tag="remove", tag_field="do", forbid_unknown_fields=True):
    """Take pieces or markers off the selected space, or off spaces of the executing Faction's choice."""

    pieces: Pieces
    where: Where = ""
    among_selected: AmongSelected = False
    boxes: Annotated[
        tuple[str, ...], Meta(description="From these boxes too, `available` and `jail`, when they go Out of Play.")
    ] = ()
    to: Annotated[
        str,
        Meta(
            description="Where they go: `available`, `jail` (Activists and Gandhi: they are arrested), `out_of_play`."
        ),
    ] = "available"
    first_to_available: Annotated[
        int, Meta(description="That many go to Available, even if the others go Out of Play.")
    ] = 0
    bases_last: Annotated[
        bool, Meta(description="No Base while there are pieces that protect it and that may go too (3.2.4).")
    ] = False
    limits: Limits = Limits()


class Replace(Counted, frozen=True, kw_only=True, tag="replace", tag_field="do", forbid_unknown_fields=True):
    """Replace pieces with others from Available; if none of these is Available, a piece is only removed (1.4.1)."""

    pieces: Pieces
    by: Annotated[tuple[str, ...], Meta(description="Which pieces come instead.")]
    where: Where = ""
    limits: Limits = Limits()


class Enter(Counted, frozen=True, kw_only=True, tag="enter", tag_field="do", forbid_unknown_fields=True):
    """Move pieces from Out of Play to Available."""

    pieces: Pieces
    limits: Limits = Limits()


class Release(Counted, frozen=True, kw_only=True, tag="release", tag_field="do", forbid_unknown_fields=True):
    """Let Activists out of Jail."""

    to: Annotated[
        str, Meta(description="Where they go: `available`, the `selected` space, or `spaces` of one's choice.")
    ]
    limits: Limits = Limits()


class Flip(Counted, frozen=True, kw_only=True, tag="flip", tag_field="do", forbid_unknown_fields=True):
    """Turn Guerrillas over, in the selected space or in spaces of the executing Faction's choice."""

    to: Annotated[str, Meta(description="`active` or `underground`.")]
    where: Where = ""


class Shift(msgspec.Struct, frozen=True, tag="shift", tag_field="do", forbid_unknown_fields=True):
    """Shift the selected space by levels towards a level, and not past it."""

    levels: Annotated[int, Meta(description="By how many levels.")]
    toward: Annotated[str, Meta(description="Towards which level.")]


class SetLevel(msgspec.Struct, frozen=True, tag="set_level", tag_field="do", forbid_unknown_fields=True):
    """Set the selected space to a level."""

    level: Annotated[str, Meta(description="Which level.")]


class Track(msgspec.Struct, frozen=True, tag="track", tag_field="do", forbid_unknown_fields=True):
    """Shift Restraint or Unity, or set it to a value."""

    track: Annotated[str, Meta(description="`restraint` or `unity`.")]
    by: Annotated[int | None, Meta(description="By how much it is shifted.")] = None
    to: Annotated[int | None, Meta(description="To what it is set.")] = None

    def __post_init__(self) -> None:
        if (self.by is None) == (self.to is None):
            raise ValueError("Object must have either `by` or `to`")


class Resources(msgspec.Struct, frozen=True, tag="resources", tag_field="do", forbid_unknown_fields=True):
    """Give Resources to a Faction, or take some from it."""

    seat: Annotated[str, Meta(description="`raj` or `revolutionaries`.")]
    gain: Annotated[Amount | None, Meta(description="How many it gains.")] = None
    lose: Annotated[Amount | None, Meta(description="How many it loses.")] = None

    def __post_init__(self) -> None:
        if (self.gain is None) == (self.lose is None):
            raise ValueError("Object must have either `gain` or `lose`")

    @property
    def amount(self) -> Amount:
        """Return the number, up or down."""
        return self.gain if self.gain is not None else self.lose or 0


class MoveGandhi(msgspec.Struct, frozen=True, tag="move_gandhi", tag_field="do", forbid_unknown_fields=True):
    """Move Gandhi to the selected space."""

    origins: Annotated[tuple[str, ...], Meta(description="Where he may come from: `map`, `jail` or both.")]


class Eligibility(msgspec.Struct, frozen=True, tag="eligibility", tag_field="do", forbid_unknown_fields=True):
    """A Faction stays Eligible, or is Ineligible through the next card."""

    stays: Annotated[bool, Meta(description="`true`: it stays Eligible; `false`: it is Ineligible.")]
    seats: Annotated[
        tuple[str, ...],
        Meta(description="One of these by choice; `acting` is the executing Faction, `others` are the other three."),
    ]


class Alternative(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One of several alternatives. ``called`` is a word for it, which the languages know (``choice.`` there)."""

    called: str
    steps: Steps


class Choose(msgspec.Struct, frozen=True, tag="choose", tag_field="do", forbid_unknown_fields=True):
    """Either one thing or another."""

    options: Annotated[
        tuple[Alternative, ...], Meta(description="The alternatives: what each is `called`, and its `steps`.")
    ]
    non_players: Annotated[
        dict[str, str], Meta(description="The alternative that the card gives to a Non-player Faction (8.8.4).")
    ] = {}

    @property
    def alternatives(self) -> dict[str, Steps]:
        """Return the steps of each alternative by its word."""
        return {option.called: option.steps for option in self.options}


class Pay(msgspec.Struct, frozen=True, tag="pay", tag_field="do", forbid_unknown_fields=True):
    """The executing Faction may pay Resources to carry out steps."""

    amount: Annotated[int, Meta(description="How many Resources.", ge=1, le=50)]
    steps: Annotated[Steps, Meta(description="What is done for them.")]
    free: Annotated[tuple[str, ...], Meta(description="Non-player Factions that need not pay.")] = ()


class Roll(msgspec.Struct, frozen=True, tag="roll", tag_field="do", forbid_unknown_fields=True):
    """Roll a die, and carry out steps if it is low enough; in these the amount `roll` is the roll."""

    at_most: Annotated[Amount, Meta(description="How high the die may be.")]
    steps: Annotated[Steps, Meta(description="What is done then.")]


class Attack(msgspec.Struct, frozen=True, tag="attack", tag_field="do", forbid_unknown_fields=True):
    """The Guerrillas in the selected space Attack without cost (3.4.3)."""


EventStep: TypeAlias = (
    Spaces
    | Place
    | Remove
    | Replace
    | Enter
    | Release
    | Flip
    | Shift
    | SetLevel
    | Track
    | Resources
    | MoveGandhi
    | Eligibility
    | Choose
    | Pay
    | Roll
    | Attack
)
"""Every kind of step. `interpreter.ROWS` has a row for each."""

LimitedStep: TypeAlias = Place | Remove | Replace | Enter | Release


def inner_steps(step: EventStep) -> tuple[Steps, ...]:
    """Return the lists of steps within a step."""
    if isinstance(step, Choose):
        return tuple(step.alternatives.values())
    return (step.steps,) if isinstance(step, Spaces | Pay | Roll) else ()


def is_among_selected(step: EventStep) -> bool:
    """Return whether a step acts only in spaces that earlier steps have selected, or beside them."""
    return bool(getattr(step, "among_selected", False) or getattr(step, "next_to_selected", False))


class Side(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One side of an Event: our own wording, and the steps that carry it out."""

    text: str
    steps: tuple[EventStep, ...]


class Mark(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An Arjuna mark of a card for some Factions, and where it comes from: known or inferred."""

    seats: tuple[str, ...] = ()
    source: str = "inferred"


class Event(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """5.2 A dual-use Event with the marks that Non-player Factions follow (8.8).

    ``critical``: the Factions for which it is Critical. ``halo``: those that take the unshaded side. ``never``: those
    for which it is never effective; ``never_unless_raj_plays`` the same while Raj is a Non-player Faction.
    """

    number: int
    unshaded: Side
    shaded: Side
    critical: Mark = Mark()
    halo: Mark = Mark()
    never: tuple[str, ...] = ()
    never_unless_raj_plays: tuple[str, ...] = ()


def read_events(data: dict[str, Any]) -> dict[int, Event]:
    """Return every Event by number. Raises BadData naming file, card and field of each that does not fit."""
    events, faults = convert_events(data)
    if faults:
        raise BadData(faults)
    return events


def convert_events(data: dict[str, Any]) -> tuple[dict[int, Event], list[str]]:
    """Return the valid Events of a file by number, and for each of the others a message with file, card and field."""
    events: dict[int, Event] = {}
    faults: list[str] = []
    name = name_data(EVENTS_FILE)
    for row in data.get("event", []):
        misfits = list(find_misfit(name_place(name, "event", row), row, Event))
        if misfits:
            faults += misfits
            continue
        event = msgspec.convert(row, Event)
        if event.number not in BOARD.events:
            faults.append(f"{name}, card {event.number}: there is no Event of this number.")
        else:
            events[event.number] = event
    return dict(sorted(events.items())), faults


class EventsFile(msgspec.Struct):
    """The content of ``events.toml``."""

    event: tuple[Event, ...]


EVENTS = read_events(read_data(EVENTS_FILE, EventsFile))
"""Every Event of the deck, read once."""

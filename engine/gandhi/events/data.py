"""5.0 Events as data: each side is a list of steps, and a step names its verb, where, how many and whose choice.

The data is `data/events.toml`. A field that does not fit is reported with its card and side.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import msgspec

from engine.core.data import name_data, name_row
from engine.core.errors import BadPosition
from engine.core.text import text
from engine.gandhi.board import BOARD, read_data

EVENTS_FILE = "events.toml"

Amount: TypeAlias = int | str
"""A number, or an expression: ``restraint``, ``2*die``, ``cubes`` (see `events.AMOUNTS`)."""


class Spaces(msgspec.Struct, frozen=True, tag="spaces", tag_field="do", forbid_unknown_fields=True):
    """Select spaces and carry out ``steps`` in each. ``near`` allows only spaces adjacent to one selected before.

    ``every``: all spaces that meet ``where``, without a choice. ``or_where``: a space in which the steps would change
    nothing may still be selected if it meets these conditions, because a later step uses the selection.
    ``non_player_where``: what the card's instructions demand besides of the spaces a Non-player Faction selects.
    """

    where: tuple[str, ...] = ()
    at_most: Amount = 1
    up_to: bool = False
    every: bool = False
    near: bool = False
    among_selected: bool = False
    or_where: tuple[str, ...] = ()
    non_player_where: dict[str, tuple[str, ...]] = {}
    steps: tuple[EventStep, ...] = ()

    def conditions(self, seat: str, *, is_player: bool) -> tuple[str, ...]:
        """What a space must meet for a Faction to select it."""
        return self.where if is_player else (*self.where, *self.non_player_where.get(seat, ()))


class Place(msgspec.Struct, frozen=True, tag="place", tag_field="do", forbid_unknown_fields=True):
    """Place pieces in the selected space, or in spaces that meet ``where``. ``origin``: available, out_of_play, either.

    With ``either``, at most ``most_out_of_play`` come from Out of Play. ``per_space`` 0 means no limit.
    ``among_selected``: only in spaces selected before.
    """

    pieces: tuple[str, ...]
    at_most: Amount = 1
    up_to: bool = True
    where: tuple[str, ...] = ()
    among_selected: bool = False
    origin: str = "available"
    most_out_of_play: int = 99
    per_space: int = 0


class Remove(msgspec.Struct, frozen=True, tag="remove", tag_field="do", forbid_unknown_fields=True):
    """Take pieces off the selected space, or off spaces that meet ``where``: to available, jail or out_of_play.

    ``pieces`` may name gandhi (to Jail only), and the markers protest, unrest and strike. ``among_selected``: only off
    spaces selected before, ``most_spaces`` of them at most. ``boxes``: out of Available or Jail too, when they go Out
    of Play. ``first_to_available``: only the first so many go to Available, later ones Out of Play. ``adversaries``:
    only pieces of other Factions. ``bases_last``, ``most_bases``: as the text says. ``factions``: the pieces must
    belong to exactly that many Factions. ``count_as``: a later ``counted:`` amount means how many there were.
    ``remember``: spaces that lost pieces count as selected afterwards.
    """

    pieces: tuple[str, ...]
    at_most: Amount = 99
    up_to: bool = True
    where: tuple[str, ...] = ()
    among_selected: bool = False
    most_spaces: int = 99
    boxes: tuple[str, ...] = ()
    to: str = "available"
    first_to_available: int = 99
    per_space: int = 0
    adversaries: bool = False
    bases_last: bool = False
    most_bases: int = 99
    factions: int = 0
    count_as: str = ""
    remember: bool = False


class Replace(msgspec.Struct, frozen=True, tag="replace", tag_field="do", forbid_unknown_fields=True):
    """Replace pieces with others from Available; without one the piece is only removed (1.4.1)."""

    pieces: tuple[str, ...]
    by: tuple[str, ...]
    at_most: Amount = 1
    up_to: bool = True
    where: tuple[str, ...] = ()
    per_space: int = 0
    most_bases: int = 99


class Shift(msgspec.Struct, frozen=True, tag="shift", tag_field="do", forbid_unknown_fields=True):
    """Shift the selected space ``by`` levels towards Active Support (positive), or one level ``toward`` a level."""

    by: int = 0
    toward: str = ""


class SetLevel(msgspec.Struct, frozen=True, tag="set_level", tag_field="do", forbid_unknown_fields=True):
    """Set the selected space to a level."""

    level: str


class AddMarker(msgspec.Struct, frozen=True, tag="add_marker", tag_field="do", forbid_unknown_fields=True):
    """Add one marker of a choice of kinds in the selected space, or up to ``at_most`` in spaces that meet ``where``."""

    kinds: tuple[str, ...]
    at_most: Amount = 1
    up_to: bool = False
    where: tuple[str, ...] = ()


class RemoveMarker(msgspec.Struct, frozen=True, tag="remove_marker", tag_field="do", forbid_unknown_fields=True):
    """Remove markers of a choice of kinds from the selected space, or from spaces that meet ``where``.

    ``every``: all markers of these kinds, without a choice. ``steps`` follow in each space that lost one.
    """

    kinds: tuple[str, ...]
    at_most: Amount = 1
    up_to: bool = False
    every: bool = False
    where: tuple[str, ...] = ()
    steps: tuple[EventStep, ...] = ()


class Track(msgspec.Struct, frozen=True, tag="track", tag_field="do", forbid_unknown_fields=True):
    """Shift Restraint or Unity ``by``, or set it ``to`` a value."""

    track: str
    by: int = 0
    to: int = 0


class Resources(msgspec.Struct, frozen=True, tag="resources", tag_field="do", forbid_unknown_fields=True):
    """Give (positive) or take (negative ``times``) Resources: ``times`` x ``amount``."""

    seat: str
    amount: Amount
    times: int = 1


class Enter(msgspec.Struct, frozen=True, tag="enter", tag_field="do", forbid_unknown_fields=True):
    """Move pieces from Out of Play to Available. ``factions``: they belong to exactly that many Factions."""

    pieces: tuple[str, ...]
    at_most: Amount
    up_to: bool = True
    factions: int = 0


class Release(msgspec.Struct, frozen=True, tag="release", tag_field="do", forbid_unknown_fields=True):
    """Let Activists out of Jail: ``to`` available, the ``selected`` space, or ``spaces``.

    ``most_spaces``: into that many spaces, each of which receives an Activist as far as they go.
    """

    at_most: Amount
    to: str = "available"
    most_spaces: int = 99
    up_to: bool = False


class Flip(msgspec.Struct, frozen=True, tag="flip", tag_field="do", forbid_unknown_fields=True):
    """Turn Guerrillas ``active`` or ``underground`` in the selected space, or in spaces that meet ``where``.

    ``every``: all of them, without a choice. ``remember``: these spaces count as selected afterwards; a Guerrilla may
    be named that lies the right way already (1.4.3).
    """

    to: str
    at_most: Amount = 99
    up_to: bool = False
    every: bool = False
    where: tuple[str, ...] = ()
    remember: bool = False


class MoveGandhi(msgspec.Struct, frozen=True, tag="move_gandhi", tag_field="do", forbid_unknown_fields=True):
    """Move Gandhi to the selected space, from the map (unless ``from_map`` is false), from Jail if ``from_jail``."""

    from_map: bool = True
    from_jail: bool = False


class Test(msgspec.Struct, frozen=True, tag="test", tag_field="do", forbid_unknown_fields=True):
    """Roll a die; at ``at_most`` or less carry out ``steps``, in which ``counted:roll`` means the roll."""

    at_most: Amount
    steps: tuple[EventStep, ...]


class Eligibility(msgspec.Struct, frozen=True, tag="eligibility", tag_field="do", forbid_unknown_fields=True):
    """A Faction stays Eligible, or is Ineligible through the next card.

    ``seats``: one of these by choice; ``acting`` is the executing Faction, ``others`` are the other three.
    """

    stays: bool
    seats: tuple[str, ...] = ("acting",)


class Choose(msgspec.Struct, frozen=True, tag="choose", tag_field="do", forbid_unknown_fields=True):
    """Either / or: ``keys`` name the alternatives (stable words), ``options`` hold their steps.

    ``non_players``: the alternative that the card's instructions give to a Non-player Faction.
    """

    keys: tuple[str, ...]
    options: tuple[tuple[EventStep, ...], ...]
    non_players: dict[str, str] = {}


class Pay(msgspec.Struct, frozen=True, tag="pay", tag_field="do", forbid_unknown_fields=True):
    """The executing Faction may pay Resources to carry out ``steps``; ``free`` to these Non-player Factions."""

    amount: int
    steps: tuple[EventStep, ...]
    free: tuple[str, ...] = ()


class When(msgspec.Struct, frozen=True, tag="when", tag_field="do", forbid_unknown_fields=True):
    """Carry out ``steps`` in the selected space only if it meets ``where``."""

    where: tuple[str, ...]
    steps: tuple[EventStep, ...]


class Named(msgspec.Struct, frozen=True, tag="named", tag_field="do", forbid_unknown_fields=True):
    """A step that data cannot say: a function of `odd_steps` by name."""

    name: str


EventStep: TypeAlias = (
    Spaces
    | Place
    | Remove
    | Replace
    | Shift
    | SetLevel
    | AddMarker
    | RemoveMarker
    | Track
    | Resources
    | Enter
    | Release
    | Flip
    | MoveGandhi
    | Eligibility
    | Choose
    | Pay
    | When
    | Test
    | Named
)


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
    """Every Event by number. Raises BadPosition naming file, card and field of each that does not fit."""
    events, faults = convert_events(data)
    if faults:
        raise BadPosition(text("error.bad_events", faults=faults))
    return events


def convert_events(data: dict[str, Any]) -> tuple[dict[int, Event], list[str]]:
    """The Events of a file that fit by number, and for each of the others a message with file, card and field."""
    events: dict[int, Event] = {}
    faults: list[str] = []
    name = name_data(EVENTS_FILE)
    for row in data.get("event", []):
        try:
            event = msgspec.convert(row, Event)
        except msgspec.ValidationError as error:
            faults.append(f"{name}, card {name_row(row) or 'without a number'}: {error}.")
            continue
        if event.number not in BOARD.events:
            faults.append(f"{name}, card {event.number}: there is no Event of this number.")
        else:
            events[event.number] = event
    return dict(sorted(events.items())), faults


EVENTS = read_events(read_data(EVENTS_FILE))
"""Every Event of the deck, read once."""

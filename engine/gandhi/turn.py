"""3.1, 4.1 A Faction's turn while it lasts: what it has selected, what it can pay, and what must stay possible."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final, TypeAlias

import msgspec

from engine.core.protocol import Rule
from engine.core.text import Text, why_not
from engine.gandhi.asking import NOTHING_LEFT_FOR_OPERATION
from engine.gandhi.facts import Here
from engine.gandhi.ids import ARJUNA, MOST_RESOURCES
from engine.gandhi.state import State

ALREADY_SELECTED = why_not("already_selected", "3.1.1")
ONE_SPACE_ONLY = why_not("limited_operation", "2.3.5")
SPECIAL_DONE = why_not("special_done", "4.1")
NO_SPECIAL_IN_LIMITED = why_not("no_special_in_limited", "2.3.5")
NO_SPECIAL_ALLOWED = why_not("no_special_allowed", "2.3.4")
NO_OPERATION_TO_FOLLOW = why_not("no_operation_to_follow", "4.1")
NOT_WITH_THIS_OPERATION = why_not("not_with_this_operation", "4.1.2")
NOT_AFTER_THIS_SPECIAL = why_not("not_after_this_special", "4.1.2")

Spaces: TypeAlias = Mapping[str, Mapping[str, int]]
"""Supposed contents of some spaces: pieces and markers by name."""
NO_SPACES: Final[Spaces] = {}

Supposed: TypeAlias = tuple[list[tuple[Here, str, Any]], int | None, str, list[str], int]
"""State before a supposition: fields of spaces, Resources, the Special Activity, what it had selected, and Unity."""


class Operation(msgspec.Struct, frozen=True):
    """An Operation of a Faction: its paragraph, whether it can be done now, and its procedure.

    ``why_closed`` gives the reason why it cannot be chosen, or None. ``run`` plays it. ``closes`` says that it ends
    with a step after all spaces, so that a Special Activity can come before or after that step.
    """

    id: str
    seat: str
    rule: str
    why_closed: Callable[[Turn], Text | None]
    run: Callable[[Turn], Rule]
    closes: bool = False


class SpecialActivity(msgspec.Struct, frozen=True):
    """A Special Activity of a Faction. ``with_operations`` names those it may accompany (4.1.2; empty: any).

    ``why_closed`` weighs what each way to execute it would leave for the Operation (4.1, R-44).
    """

    id: str
    seat: str
    rule: str
    why_closed: Callable[[Turn], Text | None]
    run: Callable[[Turn], Rule]
    with_operations: tuple[str, ...] = ()


class Turn:
    """One Faction's execution on a card, while it lasts.

    ``operations`` and ``specials`` are those of the Faction (none in an Event). ``selected`` are the spaces selected
    for the ``operation`` in order. ``slots`` counts the selections that used one of the spaces Restraint or Unity
    allows (R-34). ``limited`` marks a Limited Operation, ``may_special`` whether a Special Activity is allowed at all,
    ``may_event`` whether the Event still is.

    ``special`` is the Special Activity begun, with what it has selected in ``special_selected``; ``in_special`` is true
    while it lasts. ``moved`` counts, by piece and space, what this Operation has moved or (Deploy) placed there
    (3.1.2). ``owes_removal`` says that something has begun, and own pieces could not be removed in it yet (1.4.1),
    ``unity_falls`` that Unity falls when Persuade ends. ``refused`` is the smallest amount refused in this turn
    (1.5.2). ``uses_resources`` is false for a Non-player Faction (8.1). ``found_open`` remembers where `why_none_open`
    last found a space.
    """

    def __init__(
        self,
        state: State,
        seat: str,
        specials: Mapping[str, SpecialActivity],
        operations: Mapping[str, Operation] | None = None,
        *,
        limited: bool = False,
        may_special: bool = True,
        may_event: bool = False,
    ) -> None:
        self.state = state
        self.seat = seat
        self.specials = specials
        self.operations = operations or {}
        self.limited = limited
        self.may_special = may_special and not limited
        self.may_event = may_event
        self.operation = ""
        self.selected: list[str] = []
        self.slots = 0
        self.release_refused = False
        self.special = ""
        self.special_selected: list[str] = []
        self.in_special = False
        self.moved: dict[tuple[str, str], int] = {}
        self.owes_removal = False
        self.unity_falls = False
        self.refused = MOST_RESOURCES + 1
        self.uses_resources = state.seats[seat] != ARJUNA
        self.found_open: dict[Callable[[Turn, str], Text | None], str] = {}

    # -- selecting and paying ------------------------------------------------------------------------------

    def why_not_selectable(self, space: str) -> Text | None:
        """3.1.1, 2.3.5 Return why a space cannot be selected: it already was, or the only one was; or None."""
        if space in self.selected:
            return ALREADY_SELECTED
        if self.limited and self.selected:
            return ONE_SPACE_ONLY
        return None

    def can_pay(self, amount: int) -> bool:
        """3.1 Return whether the Faction has the Resources for a cost. Non-player Factions do not use any (8.1)."""
        return not self.uses_resources or self.state.resources[self.seat] >= amount

    def pay(self, amount: int) -> None:
        """3.1 Pay for a selected space. Non-player Factions pay nothing (8.1)."""
        if amount and self.uses_resources:
            self.state.pay(self.seat, amount)

    # -- 4.1 what can be chosen ----------------------------------------------------------------------------

    def why_operation_closed(self, operation: Operation) -> Text | None:
        """Return why an Operation cannot be chosen now, or None (3.1, 4.1.2)."""
        if self.special:
            accompanied = self.specials[self.special].with_operations
            if accompanied and operation.id not in accompanied:
                return NOT_AFTER_THIS_SPECIAL
        return operation.why_closed(self)

    def why_special_closed(self, special: SpecialActivity) -> Text | None:
        """4.1 Return why a Special Activity cannot be executed at this moment, or None."""
        if self.limited:
            return NO_SPECIAL_IN_LIMITED
        if not self.may_special:
            return NO_SPECIAL_ALLOWED
        if self.special:
            return SPECIAL_DONE
        if self.operation and special.with_operations and self.operation not in special.with_operations:
            return NOT_WITH_THIS_OPERATION
        reason = special.why_closed(self)
        return NO_OPERATION_TO_FOLLOW if reason is NOTHING_LEFT_FOR_OPERATION and not self.operation else reason

    def must_select(self) -> bool:
        """R-19, R-44 Return whether an Operation still has to select its first space, or has to follow at all."""
        return not self.selected and bool(self.operations)

    def can_select(self) -> bool:
        """R-44 Return whether the Operation can select a space now; before it, whether any that may follow can.

        Before anything has begun, the Event is enough.
        """
        if self.operation:
            return self.operations[self.operation].why_closed(self) is None
        if self.may_event and not self.special:
            return True
        for operation in self.operations.values():
            if self.why_operation_closed(operation) is None:
                return True
        return False

    def must_begin_special(self) -> bool:
        """R-44 Return whether a Special Activity has begun that still has to select its first space."""
        return self.in_special and not self.special_selected

    def can_begin_special(self) -> bool:
        """R-44 Return whether the Special Activity that has begun can select a space now."""
        return self.specials[self.special].why_closed(self) is None

    # -- 4.1 what must be left -----------------------------------------------------------------------------

    def why_spoils(
        self,
        spaces: Spaces = NO_SPACES,
        *,
        spend: int = 0,
        special: str = "",
        space: str = "",
        unity_falls: bool = False,
    ) -> Text | None:
        """4.1, R-44 Return why a change may not come in between, or None: an Operation must still be able to select a
        space.

        See `suppose` for the change.
        """
        if self.selected or not self.operations:
            return None
        if self.may_event and not (self.operation or self.special or special):
            return None
        before = self.suppose(spaces, spend, special, space, unity_falls=unity_falls)
        try:
            return None if self.can_select() else NOTHING_LEFT_FOR_OPERATION
        finally:
            self.take_back(before)

    def suppose(
        self, spaces: Spaces, spend: int = 0, special: str = "", space: str = "", *, unity_falls: bool = False
    ) -> Supposed:
        """Suppose a change, until `take_back`. The log does not show it.

        ``spaces`` is what would be in some spaces, ``spend`` the Resources spent (negative: gained), ``special`` the
        Special Activity that would do it, ``space`` the space that it would select. ``unity_falls`` says that Unity
        would fall at its end.
        """
        state = self.state
        purse = state.resources.get(self.seat)
        rows: list[tuple[Here, str, Any]] = []
        before = (rows, purse, self.special, self.special_selected, state.unity)
        if unity_falls or self.unity_falls:
            state.unity = max(1, state.unity - 1)
        for name, row in spaces.items():
            here = state.spaces[name]
            for piece, count in row.items():
                rows.append((here, piece, getattr(here, piece)))
                setattr(here, piece, count)
        if spend and purse is not None:
            state.resources[self.seat] = purse - spend
        if special:
            self.special = special
        if space:
            self.special_selected = [*self.special_selected, space]
        return before

    def take_back(self, before: Supposed) -> None:
        """Undo the change that was supposed."""
        rows, purse, self.special, self.special_selected, self.state.unity = before
        for here, name, value in rows:
            setattr(here, name, value)
        if purse is not None:
            self.state.resources[self.seat] = purse


def first_open(reasons: Iterable[Text | None], otherwise: Text) -> Text | None:
    """Return None if any of some ways has no reason against it; otherwise why they are closed.

    If a way is closed only because of R-44, that is the reason, otherwise ``otherwise``.
    """
    for reason in reasons:
        if reason is None:
            return None
        if reason is NOTHING_LEFT_FOR_OPERATION:
            otherwise = reason
    return otherwise


def why_none_open(
    turn: Turn,
    why: Callable[[Turn, str], Text | None],
    spaces: Iterable[str],
    otherwise: Text,
    *telling: Text,
) -> Text | None:
    """Return None if any of some spaces is open to ``why``; otherwise why all are closed.

    The reason is one of the ``telling`` ones or R-44 (4.1) if one of these closes a space, otherwise ``otherwise``. The
    space that was open last time is tried first, since it mostly still is.
    """
    last = turn.found_open.get(why)
    if last is not None and why(turn, last) is None:
        return None
    for space in spaces:
        reason = why(turn, space)
        if reason is None:
            turn.found_open[why] = space
            return None
        if reason is NOTHING_LEFT_FOR_OPERATION or reason in telling:
            otherwise = reason
    return otherwise

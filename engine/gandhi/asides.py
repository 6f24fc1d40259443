"""1.4.1, 1.5.2, 4.1 What a Faction may do on the side while it executes, and what it must leave for its Operation."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Iterable, Mapping
from typing import Any, TypeAlias, TypeVar

import msgspec

from engine.core.decision import Decision, Option
from engine.core.protocol import Rule
from engine.core.text import Text, text, why_not
from engine.gandhi.asking import (
    DONE,
    NO,
    NOTHING_LEFT_FOR_OPERATION,
    NOTHING_LEFT_FOR_SPECIAL,
    SPACE_OPTIONS,
    YES,
    ask_count,
    ask_option,
    ask_yes,
    closed_options,
    closed_spaces,
    piece_option,
)
from engine.gandhi.facts import Here
from engine.gandhi.ids import ARJUNA, MOST_RESOURCES, OWN_PIECES, RAJ, REVOLUTIONARIES
from engine.gandhi.state import State

REMOVE_OWN = "remove_own"
TRANSFER = "transfer"

REFUSED_ALREADY = why_not("refused_already", "1.5.2")

TRADE_PARTNER = {RAJ: REVOLUTIONARIES, REVOLUTIONARIES: RAJ}

Answer = TypeVar("Answer")
Question = Callable[[], Generator[Decision, str, Answer]]
"""A question that can be asked again from the board as it is then: it changes nothing itself."""


class Suppose(msgspec.Struct, frozen=True):
    """A change to look ahead to: what would stand in some spaces, and the Resources spent (negative: gained).

    ``special`` is the Special Activity that would make it, ``space`` the space that this would select. ``unity_falls``
    tells that Unity would fall at its end.
    """

    spaces: Mapping[str, Mapping[str, int]] = {}
    spend: int = 0
    special: str = ""
    space: str = ""
    unity_falls: bool = False


Supposed: TypeAlias = tuple[list[tuple[Here, str, Any]], int | None, str, list[str], int]
"""What was before a supposition: fields of spaces, Resources, the Special Activity, what it had selected, and Unity."""


def first_open(reasons: Iterable[Text | None], otherwise: Text) -> Text | None:
    """None if any of some ways has no reason against it; otherwise why they are closed.

    Where a way is closed only for what it would leave (R-44), that is the reason, and else ``otherwise``.
    """
    for reason in reasons:
        if reason is None:
            return None
        if reason is NOTHING_LEFT_FOR_OPERATION:
            otherwise = reason
    return otherwise


class Asides(ABC):
    """A Faction that executes: whose it is, what it has selected, and what it may do on the side.

    `engine.gandhi.turn.Turn` is one in full. ``special`` is the Special Activity begun, with what it has selected in
    ``special_selected``; ``in_special`` is true while it lasts. ``moved`` counts, by piece and space, what this
    Operation has moved or (Deploy) placed there (3.1.2). ``owes_removal`` tells that something has begun, and own
    pieces could not be removed in it yet (1.4.1), ``unity_falls`` that Unity falls when Persuade ends. ``refused`` is
    the smallest amount refused in this turn (1.5.2).
    """

    def __init__(self, state: State, seat: str) -> None:
        self.state = state
        self.seat = seat
        self.special = ""
        self.special_selected: list[str] = []
        self.in_special = False
        self.moved: dict[tuple[str, str], int] = {}
        self.owes_removal = False
        self.unity_falls = False
        self.refused = MOST_RESOURCES + 1

    # -- Resources -----------------------------------------------------------------------------------------

    def can_pay(self, amount: int) -> bool:
        """3.1 Whether the Faction has the Resources for a cost. Non-player Factions do not use any (8.1)."""
        return not self.state.is_player(self.seat) or self.state.resources[self.seat] >= amount

    def pay(self, amount: int) -> None:
        """3.1 Pay for a selected space. Non-player Factions pay nothing (8.1)."""
        if amount and self.state.is_player(self.seat):
            self.state.pay(self.seat, amount)

    # -- 4.1 what must be left -----------------------------------------------------------------------------

    @abstractmethod
    def must_select(self) -> bool:
        """R-19, R-44 Whether an Operation still has to select its first space, or has to follow at all."""

    @abstractmethod
    def can_select(self) -> bool:
        """R-44 Whether the Operation can select a space as things stand; before it, whether any can that may follow."""

    @abstractmethod
    def must_begin_special(self) -> bool:
        """R-44 Whether a Special Activity has begun that still has to select its first space."""

    @abstractmethod
    def can_begin_special(self) -> bool:
        """R-44 Whether that Special Activity can select a space as things stand."""

    def why_spoils(self, then: Suppose) -> Text | None:
        """4.1, R-44 Why a change may not be slipped in, or None: an Operation must still be able to select a space."""
        if not self.must_select():
            return None
        before = self.suppose(then)
        try:
            return None if self.can_select() else NOTHING_LEFT_FOR_OPERATION
        finally:
            self.take_back(before)

    def suppose(self, then: Suppose) -> Supposed:
        """Let things be as after a change that nobody has made, until `take_back`. Nothing of it reaches the log."""
        state = self.state
        purse = state.resources.get(self.seat)
        rows = [
            (here, name, getattr(here, name))
            for here, row in ((state.spaces[space], row) for space, row in then.spaces.items())
            for name in row
        ]
        before = (rows, purse, self.special, self.special_selected, state.unity)
        if then.unity_falls or self.unity_falls:
            state.unity = max(1, state.unity - 1)
        for space, row in then.spaces.items():
            for name, value in row.items():
                setattr(state.spaces[space], name, value)
        if purse is not None:
            state.resources[self.seat] = purse - then.spend
        if then.special:
            self.special = then.special
        if then.space:
            self.special_selected = [*self.special_selected, then.space]
        return before

    def take_back(self, before: Supposed) -> None:
        """End a supposition."""
        rows, purse, self.special, self.special_selected, self.state.unity = before
        for here, name, value in rows:
            setattr(here, name, value)
        if purse is not None:
            self.state.resources[self.seat] = purse

    # -- 1.4.1 voluntary removal ---------------------------------------------------------------------------

    def has_own_to_remove(self) -> bool:
        """1.4.1 Whether a player of Congress, the Muslim League or the Revolutionaries has any piece on the map."""
        return self.seat != RAJ and self.state.seats[self.seat] != ARJUNA and self.state.has_forces_on_map(self.seat)

    def why_not_removed(self, piece: str, space: str, count: int = 1) -> Text | None:
        """1.4.1, R-44 Why own pieces cannot be removed from a space, or None: what has begun may depend on them."""
        then = Suppose({space: {piece: getattr(self.state.spaces[space], piece) - count}})
        if self.must_begin_special():
            before = self.suppose(then)
            try:
                if not self.can_begin_special():
                    return NOTHING_LEFT_FOR_SPECIAL
            finally:
                self.take_back(before)
        return self.why_spoils(then)

    def may_remove_own(self) -> bool:
        """1.4.1 Whether own pieces may be removed now, so that the Operation can still select a space (R-44)."""
        if not self.has_own_to_remove():
            return False
        return not (self.must_select() or self.must_begin_special()) or any(
            getattr(here, piece) and self.why_not_removed(piece, space) is None
            for space, here in self.state.spaces.items()
            for piece in OWN_PIECES[self.seat]
        )

    def with_removal(
        self, question: Question[Answer], *, changes_next: bool = False
    ) -> Generator[Decision, str, Answer]:
        """1.4.1, R-04 Ask a question of a Special Activity or Event that may be answered by removing own pieces too.

        After a removal it is asked again, as the board is then. With ``changes_next`` the board changes after this
        question: a Faction that has not been asked anything yet is then asked about removals alone.
        """
        while True:
            asking = question()
            removed = False
            key: str | None = None
            while not removed:
                try:
                    decision = next(asking) if key is None else asking.send(key)
                except StopIteration as end:
                    if not changes_next or not (yield from self.offer_removal()):
                        answer: Answer = end.value
                        return answer
                    break
                if decision.seat == self.seat and self.may_remove_own():
                    self.owes_removal = False
                    decision.options = [*decision.options, REMOVE_OWN_OPTION]
                key = yield decision
                if key == REMOVE_OWN:
                    yield from self.remove_own()
                    removed = True

    def offer_removal(self) -> Generator[Decision, str, bool]:
        """1.4.1, R-04 Offer to remove own pieces where nothing else is asked before the board changes.

        Asks only while it is owed (`owes_removal`). Returns whether anything was removed.
        """
        removed = False
        while self.owes_removal and self.may_remove_own():
            key = yield Decision(
                self.seat,
                "remove_own.first",
                text("ask.remove_own.first"),
                [GO_ON_OPTION, REMOVE_OWN_OPTION],
                default=GO_ON_OPTION.key,
                action=self.special,
            )
            if key != REMOVE_OWN:
                break
            yield from self.remove_own()
            removed = True
        self.owes_removal = False
        return removed

    def remove_own(self) -> Rule:
        """1.4.1 Remove own pieces from the map to Available, of one kind from one space. Never Gandhi."""
        state = self.state
        pieces = OWN_PIECES[self.seat]
        reasons = {
            (space, piece): self.why_not_removed(piece, space)
            for space, here in state.spaces.items()
            for piece in pieces
            if getattr(here, piece)
        }
        here_too = {space: [piece for name, piece in reasons if name == space] for space, _ in reasons}

        def why_not_from(space: str) -> Text | None:
            whys = [reasons[space, piece] for piece in here_too[space]]
            return None if None in whys else whys[0]

        space = yield from ask_option(
            self.seat,
            "remove_own.space",
            [SPACE_OPTIONS[space] for space in here_too if why_not_from(space) is None],
            closed=lambda: closed_spaces(here_too, why_not_from),
        )
        kinds = [piece_option(piece, why=reasons[space, piece]) for piece in here_too[space]]
        piece = yield from ask_option(
            self.seat,
            "remove_own.piece",
            [kind for kind in kinds if kind.enabled],
            closed=lambda: closed_options(kinds),
            space=space,
        )
        most = there = getattr(state.spaces[space], piece)
        while self.why_not_removed(piece, space, most) is not None:
            most -= 1
        count = yield from ask_count(
            self.seat, "remove_own.count", most, 1, default=1, there=there, space=space, piece=piece
        )
        state.remove(piece, space, count)
        if (piece, space) in self.moved:
            # The Faction would give up those first that cannot move again (3.1.2).
            self.moved[piece, space] = max(0, self.moved[piece, space] - count)

    # -- 1.5.2 transfers -----------------------------------------------------------------------------------

    def can_trade(self) -> bool:
        """1.5.2 Raj and Revolutionaries transfer Resources while one of them executes; both must be players (R-15)."""
        partner = TRADE_PARTNER.get(self.seat)
        return partner is not None and self.state.is_player(self.seat) and self.state.is_player(partner)

    def most_to_give(self) -> int:
        """1.5.2, 1.8 How much there is to give: nobody goes above 50."""
        purses = self.state.resources
        return min(purses[self.seat], MOST_RESOURCES - purses[TRADE_PARTNER[self.seat]])

    def most_given(self) -> int:
        """1.5.2, R-44 How much may be given: the Operation must remain possible."""
        most = self.most_to_give()
        while most > 0 and self.why_spoils(Suppose(spend=most)) is not None:
            most -= 1
        return most

    def asked_at_once(self) -> range:
        """1.5.2 The amounts that may be requested: less than one refused in this turn, enough for an Operation (R-44).

        Nobody goes above 50 (1.8).
        """
        purses = self.state.resources
        most = min(purses[TRADE_PARTNER[self.seat]], MOST_RESOURCES - purses[self.seat], self.refused - 1)
        least = 1
        while least <= most and self.why_spoils(Suppose(spend=-least)) is not None:
            least += 1
        return range(least, most + 1)

    def may_transfer(self) -> bool:
        """1.5.2 Whether the executing Faction may give Resources now, or ask for some."""
        return self.can_trade() and (self.most_given() > 0 or len(self.asked_at_once()) > 0)

    def transfer(self) -> Rule:
        """1.5.2 Give Resources, or ask for some: the giver must consent (R-15).

        One person who runs both Factions (1.5) is not asked. After a refusal less may be asked for in this turn.
        """
        state = self.state
        partner = TRADE_PARTNER[self.seat]
        most_given, amounts = self.most_given(), self.asked_at_once()
        ways = []
        if most_given > 0:
            ways.append(Option("give", text("option.transfer.give", seat=partner, at_most=most_given)))
        if amounts:
            ways.append(Option("request", text("option.transfer.request", seat=partner, at_most=amounts[-1])))
        way = yield from ask_option(self.seat, "transfer.way", ways, closed=self.closed_requests)
        if way == "give":
            there = self.most_to_give()
            amount = yield from ask_count(self.seat, "transfer.give", most_given, 1, default=1, there=there, to=partner)
            state.begin(TRANSFER)
            state.pay(self.seat, amount)
            state.earn(partner, amount)
            return
        least, most = amounts[0], amounts[-1]
        amount = yield from ask_count(self.seat, "transfer.request", most, least, default=least, to=partner)
        answer = YES
        if not any(self.seat in side and partner in side for side in state.sides):
            answer = yield from ask_yes(partner, "transfer.consent", default=NO, seat=self.seat, amount=amount)
        state.begin(TRANSFER)
        if answer == YES:
            state.pay(partner, amount)
            state.earn(self.seat, amount)
        else:
            self.refused = amount
            state.note("refuse", TRANSFER, target=partner)

    def closed_requests(self) -> list[Option]:
        """1.5.2 The request that is closed since the other Faction has refused, with the reason."""
        if self.refused > MOST_RESOURCES or self.asked_at_once():
            return []
        partner = TRADE_PARTNER[self.seat]
        words = text("option.transfer.request", seat=partner, at_most=0)
        return [Option("request", words, 0, REFUSED_ALREADY)]

    def closed_asides(self) -> list[Option]:
        """1.4.1, 1.5.2 What the Faction has to remove or give but may not now, with the reason (R-44)."""
        closed: list[Option] = []
        if self.has_own_to_remove() and not self.may_remove_own():
            closed.append(Option(REMOVE_OWN, REMOVE_OWN_OPTION.text, 0, NOTHING_LEFT_FOR_OPERATION, "extra"))
        if self.can_trade() and self.most_to_give() > 0 and not self.may_transfer():
            closed.append(Option(TRANSFER, TRANSFER_OPTION.text, 0, NOTHING_LEFT_FOR_OPERATION, "extra"))
        return closed


REMOVE_OWN_OPTION = Option(REMOVE_OWN, text("option.remove_own"), role="extra")
GO_ON_OPTION = Option(DONE, text("option.remove_own.none"), role="stop")
TRANSFER_OPTION = Option(TRANSFER, text("option.transfer"), role="extra")

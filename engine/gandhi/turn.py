"""3.1, 4.1 A Faction's turn: selecting spaces, paying, and everything that may be slipped in between."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Mapping

import msgspec

from engine.core.decision import Decision, Option
from engine.core.protocol import Step
from engine.core.text import Text, text, why_not
from engine.gandhi.asking import (
    DONE,
    DONE_OPTION,
    NO,
    SPACE_OPTIONS,
    SPACE_TEXTS,
    YES,
    Reason,
    ask_count,
    ask_option,
    ask_yes,
    closed_spaces,
)
from engine.gandhi.ids import (
    ARJUNA,
    MOST_RESOURCES,
    OWN_PIECES,
    RAJ,
    REVOLUTIONARIES,
)
from engine.gandhi.state import State

REMOVE_OWN = "remove_own"
TRANSFER = "transfer"
SPECIAL = "special:"

ALREADY_SELECTED = why_not("already_selected", "3.1.1")
ONE_SPACE_ONLY = why_not("limited_operation", "2.3.5")
SPECIAL_DONE = why_not("special_done", "4.1")
NO_SPECIAL_IN_LIMITED = why_not("no_special_in_limited", "2.3.5")
NO_SPECIAL_ALLOWED = why_not("no_special_allowed", "2.3.4")
NOT_WITH_THIS_OPERATION = why_not("not_with_this_operation", "4.1.2")
NOT_AFTER_THIS_SPECIAL = why_not("not_after_this_special", "4.1.2")

TRADE_PARTNER = {RAJ: REVOLUTIONARIES, REVOLUTIONARIES: RAJ}


class Operation(msgspec.Struct, frozen=True):
    """An Operation of a Faction: its paragraph, whether it can be done now, and its procedure.

    ``why_closed`` gives the reason why it cannot be chosen, or None. ``run`` plays it. ``closes`` tells that it ends
    with a step of its own after all spaces, so that a Special Activity afterwards is another moment than one before.
    """

    id: str
    seat: str
    rule: str
    why_closed: Callable[[Turn], Text | None]
    run: Callable[[Turn], Step]
    closes: bool = False


class SpecialActivity(msgspec.Struct, frozen=True):
    """A Special Activity of a Faction. ``with_operations`` names those it may accompany (4.1.2; empty: any).

    ``opens`` tells whether, executed first, it makes an Operation possible that is not possible yet (4.1).
    """

    id: str
    seat: str
    rule: str
    why_closed: Callable[[Turn], Text | None]
    run: Callable[[Turn], Step]
    with_operations: tuple[str, ...] = ()
    opens: Callable[[Turn], bool] | None = None


class Turn:
    """One Faction's execution on a card, while it lasts.

    ``selected`` are the spaces selected for the Operation in order, ``special_selected`` those of the Special
    Activity. ``slots`` counts the selections that used one of the spaces Restraint or Unity allows (R-34).
    ``limited`` marks a Limited Operation, ``may_special`` whether a Special Activity is allowed at all. ``free``
    makes the Operation cost nothing (granted by an Event).
    ``moved`` counts, by piece and space, what this Operation has moved or (Deploy) placed there (3.1.2).
    """

    def __init__(
        self,
        state: State,
        seat: str,
        specials: dict[str, SpecialActivity],
        *,
        limited: bool = False,
        may_special: bool = True,
        free: bool = False,
    ) -> None:
        self.state = state
        self.seat = seat
        self.specials = specials
        self.limited = limited
        self.may_special = may_special and not limited
        self.free = free
        self.operation = ""
        self.special = ""
        self.selected: list[str] = []
        self.special_selected: list[str] = []
        self.slots = 0
        self.moved: dict[tuple[str, str], int] = {}
        self.in_special = False
        self.transfer_refused = False
        self.release_refused = False

    # -- selecting spaces ----------------------------------------------------------------------------------

    def why_not_selectable(self, space: str) -> Text | None:
        """3.1.1 A space is selected only once for an Operation; 2.3.5 a Limited Operation has only one."""
        if space in self.selected:
            return ALREADY_SELECTED
        if self.limited and self.selected:
            return ONE_SPACE_ONLY
        return None

    def select_space(
        self,
        kind: str,
        spaces: Iterable[str],
        why: Reason,
        *,
        cost: Callable[[str], int] | None = None,
        remaining: int | Callable[[], int] | None = None,
        optional: bool | None = None,
    ) -> Generator[Decision, str, str]:
        """3.1.1 Ask for the next space of the Operation, or `DONE`. ``why`` says why a space is closed.

        ``remaining`` is how many more may be selected at most; give a function where what is slipped in may change it.
        In between, the Faction may execute its Special Activity (4.1), remove own pieces (1.4.1) or transfer
        Resources (1.5.2). An Operation must select at least one space (R-19) unless none is left to select.
        The space is noted as selected.
        """
        candidates = tuple(spaces)
        while True:
            if cost is None:
                options = [SPACE_OPTIONS[space] for space in candidates if why(space) is None]
            else:
                options = [Option(space, SPACE_TEXTS[space], cost(space)) for space in candidates if why(space) is None]
            left = remaining() if callable(remaining) else remaining
            if left is not None:
                left = min(left, len(options))
            may_stop = bool(self.selected) if optional is None else optional
            if may_stop or not options:
                options.append(DONE_OPTION)
            key = yield from self.ask(kind, options, closed=lambda: closed_spaces(candidates, why), remaining=left)
            if not key:
                continue
            if key != DONE:
                self.selected.append(key)
                self.state.select(key)
            return key

    def ask(
        self,
        kind: str,
        options: list[Option],
        *,
        closed: Callable[[], Iterable[Option]] = tuple,
        warnings: Callable[[], Mapping[str, Text]] = dict,
        remaining: int | None = None,
        default: str | None = None,
        space: str = "",
        slip_in: bool = True,
        prompt: Text | None = None,
    ) -> Generator[Decision, str, str]:
        """Ask the executing Faction, with whatever it may slip in here (4.1, 1.4.1, 1.5.2).

        With ``slip_in`` false only the question itself. ``prompt`` says more than ``kind`` alone. Returns the key, or
        an empty string after something was slipped in: then the caller asks again, because the options may have
        changed. Does not ask when `DONE` is the only answer.
        """
        extra = self.interjections() if slip_in else []
        if not extra and len(options) == 1 and options[0].key == DONE:
            return DONE
        allowed = options + extra

        def every_closed() -> list[Option]:
            return [*closed(), *self.closed_specials()]

        key = yield Decision(
            self.seat,
            kind,
            prompt or (text(f"ask.{kind}", space=space) if space else text(f"ask.{kind}")),
            allowed,
            closed=every_closed,
            warnings=warnings,
            remaining=remaining,
            default=default,
            space=space,
            action=self.operation,
        )
        if extra and (key.startswith(SPECIAL) or key in (REMOVE_OWN, TRANSFER)):
            yield from self.interject(key)
            return ""
        return key

    # -- what may be slipped in ----------------------------------------------------------------------------

    def interjections(self) -> list[Option]:
        """What the executing Faction may do here besides its Operation."""
        if self.in_special:
            return []
        extra: list[Option] = []
        if self.may_special and not self.special:
            for special in self.specials.values():
                if self.why_special_closed(special) is None:
                    extra.append(special_option(special))
        if self.may_remove_own():
            extra.append(REMOVE_OWN_OPTION)
        if self.may_transfer():
            extra.append(TRANSFER_OPTION)
        return extra

    def interject(self, key: str) -> Step:
        """Carry out what `interjections` offered."""
        if key == REMOVE_OWN:
            yield from self.remove_own()
        elif key == TRANSFER:
            yield from self.transfer()
        else:
            yield from self.run_special(self.specials[key.removeprefix(SPECIAL)])
        if self.operation and key != REMOVE_OWN:
            # What follows in the log belongs to the Operation again.
            self.state.note("resume", self.operation)

    def why_special_closed(self, special: SpecialActivity) -> Text | None:
        """4.1 Why a Special Activity cannot be executed at this moment, or None."""
        if self.limited:
            return NO_SPECIAL_IN_LIMITED
        if not self.may_special:
            return NO_SPECIAL_ALLOWED
        if self.special:
            return SPECIAL_DONE
        if self.operation and special.with_operations and self.operation not in special.with_operations:
            return NOT_WITH_THIS_OPERATION
        return special.why_closed(self)

    def closed_specials(self) -> list[Option]:
        """Every Special Activity of the Faction that is closed here, with the reason."""
        if self.in_special:
            return []
        closed = []
        for special in self.specials.values():
            reason = self.why_special_closed(special)
            if reason is not None:
                option = special_option(special)
                closed.append(Option(option.key, option.text, 0, reason))
        return closed

    def run_special(self, special: SpecialActivity) -> Step:
        """4.1 Execute a Special Activity whole; nothing interrupts it."""
        self.special = special.id
        self.in_special = True
        self.state.begin(special.id)
        yield from special.run(self)
        self.in_special = False

    # -- Resources -----------------------------------------------------------------------------------------

    def can_pay(self, amount: int) -> bool:
        """3.1 Whether the Faction has the Resources for a cost. Non-player Factions do not use any (8.1)."""
        return not self.state.is_player(self.seat) or self.state.resources[self.seat] >= amount

    def pay(self, amount: int) -> None:
        """3.1 Pay for a selected space. Non-player Factions pay nothing (8.1)."""
        if amount and self.state.is_player(self.seat):
            self.state.pay(self.seat, amount)

    # -- 1.4.1 voluntary removal ---------------------------------------------------------------------------

    def may_remove_own(self) -> bool:
        """1.4.1 Congress, the Muslim League and the Revolutionaries may remove own pieces while they execute."""
        return self.seat != RAJ and self.state.seats[self.seat] != ARJUNA and self.state.has_forces_on_map(self.seat)

    def remove_own(self) -> Step:
        """1.4.1 Remove own pieces from the map to Available, of one kind from one space. Never Gandhi."""
        state = self.state
        pieces = OWN_PIECES[self.seat]
        spaces = [
            SPACE_OPTIONS[space]
            for space, here in state.spaces.items()
            if any(getattr(here, piece) for piece in pieces)
        ]
        space = yield from ask_option(self.seat, "remove_own.space", spaces)
        here = state.spaces[space]
        kinds = [Option(piece, text("piece", piece=piece)) for piece in pieces if getattr(here, piece)]
        piece = yield from ask_option(self.seat, "remove_own.piece", kinds, space=space)
        count = yield from ask_count(
            self.seat, "remove_own.count", getattr(here, piece), 1, default=1, space=space, piece=piece
        )
        state.remove(piece, space, count)
        if (piece, space) in self.moved:
            # The Faction would give up those first that cannot move again (3.1.2).
            self.moved[piece, space] = max(0, self.moved[piece, space] - count)

    # -- 1.5.2 transfers -----------------------------------------------------------------------------------

    def may_transfer(self) -> bool:
        """1.5.2 Raj and Revolutionaries may transfer Resources while one of them executes; both must be players."""
        partner = TRADE_PARTNER.get(self.seat)
        if partner is None:
            return False
        state = self.state
        if not (state.is_player(self.seat) and state.is_player(partner)):
            return False
        mine, theirs = state.resources[self.seat], state.resources[partner]
        may_ask = theirs > 0 and mine < MOST_RESOURCES and not self.transfer_refused
        return may_ask or (mine > 0 and theirs < MOST_RESOURCES)

    def transfer(self) -> Step:
        """1.5.2 Give Resources, or ask for some: the giver must consent (R-15). Nobody goes above 50 (1.8).

        Whoever runs both Factions (1.5) need not be asked. After a refusal there is no asking again in this turn.
        """
        state = self.state
        partner = TRADE_PARTNER[self.seat]
        most_given = min(state.resources[self.seat], MOST_RESOURCES - state.resources[partner])
        most_asked = min(state.resources[partner], MOST_RESOURCES - state.resources[self.seat])
        if self.transfer_refused:
            most_asked = 0
        ways = []
        if most_given > 0:
            ways.append(Option("give", text("option.transfer.give", seat=partner, at_most=most_given)))
        if most_asked > 0:
            ways.append(Option("request", text("option.transfer.request", seat=partner, at_most=most_asked)))
        way = yield from ask_option(self.seat, "transfer.way", ways)
        if way == "give":
            amount = yield from ask_count(self.seat, "transfer.give", most_given, 1, default=1, to=partner)
            state.begin(TRANSFER)
            state.pay(self.seat, amount)
            state.earn(partner, amount)
            return
        amount = yield from ask_count(self.seat, "transfer.request", most_asked, 1, default=1, to=partner)
        answer = YES
        if not any(self.seat in side and partner in side for side in state.sides):
            answer = yield from ask_yes(partner, "transfer.consent", default=NO, seat=self.seat, amount=amount)
        state.begin(TRANSFER)
        if answer == YES:
            state.pay(partner, amount)
            state.earn(self.seat, amount)
        else:
            self.transfer_refused = True
            state.note("refuse", TRANSFER, target=partner)


REMOVE_OWN_OPTION = Option(REMOVE_OWN, text("option.remove_own"))
TRANSFER_OPTION = Option(TRANSFER, text("option.transfer"))


def special_option(special: SpecialActivity) -> Option:
    """The option to execute a Special Activity now."""
    return Option(SPECIAL + special.id, text("action", action=special.id))

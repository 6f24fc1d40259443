"""3.1, 4.1 A Faction's turn: selecting spaces, paying, and everything that may be slipped in between."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from functools import partial

import msgspec

from engine.core.decision import Decision, Option, Remaining
from engine.core.protocol import Rule
from engine.core.text import Text, text, why_not
from engine.gandhi.asides import (
    REMOVE_OWN,
    REMOVE_OWN_OPTION,
    TRANSFER,
    TRANSFER_OPTION,
    Asides,
)
from engine.gandhi.asking import (
    DONE,
    DONE_OPTION,
    NOTHING_LEFT_FOR_OPERATION,
    SPACE_OPTIONS,
    SPACE_TEXTS,
    Reason,
    closed_spaces,
    idle_spaces,
    nothing_idle,
)
from engine.gandhi.state import State

SPECIAL = "special:"

ALREADY_SELECTED = why_not("already_selected", "3.1.1")
ONE_SPACE_ONLY = why_not("limited_operation", "2.3.5")
SPECIAL_DONE = why_not("special_done", "4.1")
NO_SPECIAL_IN_LIMITED = why_not("no_special_in_limited", "2.3.5")
NO_SPECIAL_ALLOWED = why_not("no_special_allowed", "2.3.4")
NO_OPERATION_TO_FOLLOW = why_not("no_operation_to_follow", "4.1")
NOT_WITH_THIS_OPERATION = why_not("not_with_this_operation", "4.1.2")
NOT_AFTER_THIS_SPECIAL = why_not("not_after_this_special", "4.1.2")


class Operation(msgspec.Struct, frozen=True):
    """An Operation of a Faction: its paragraph, whether it can be done now, and its procedure.

    ``why_closed`` gives the reason why it cannot be chosen, or None. ``run`` plays it. ``closes`` tells that it ends
    with a step of its own after all spaces, so that a Special Activity afterwards is another moment than one before.
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


class Turn(Asides):
    """One Faction's execution on a card, while it lasts.

    ``operations`` and ``specials`` are those of the Faction (none in an Event). ``selected`` are the spaces selected
    for the ``operation`` in order. ``slots`` counts the selections that used one of the spaces Restraint or Unity
    allows (R-34). ``limited`` marks a Limited Operation, ``may_special`` whether a Special Activity is allowed at all,
    ``may_event`` whether the Event still is. ``free`` makes the Operation cost nothing (granted by an Event).
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
        free: bool = False,
    ) -> None:
        super().__init__(state, seat)
        self.specials = specials
        self.operations = operations or {}
        self.limited = limited
        self.may_special = may_special and not limited
        self.may_event = may_event
        self.free = free
        self.operation = ""
        self.selected: list[str] = []
        self.slots = 0
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
        most: Callable[[Sequence[str]], int] = len,
        besides: Callable[[], list[Option]] = list,
        idle: Reason = nothing_idle,
    ) -> Generator[Decision, str, str]:
        """3.1.1 Ask for the next space of the Operation, or `DONE`. ``why`` says why a space is closed.

        ``most`` says how many of the open spaces can be selected at most, one after the other (`Decision.remaining`);
        in a Limited Operation it is one.
        ``besides`` are options of the Operation that select nothing by themselves (a Viceroy's Sweep, 3.2.4).
        ``idle`` says why nothing would happen in an open space (R-20), for the one who is asked.
        In between, the Faction may execute its Special Activity (4.1), remove own pieces (1.4.1) or transfer
        Resources (1.5.2). An Operation must select at least one space (R-19) unless none is left to select.
        The space is noted as selected.
        """
        candidates = tuple(spaces)
        while True:
            spaces_open = [space for space in candidates if why(space) is None]
            if cost is None:
                options = [SPACE_OPTIONS[space] for space in spaces_open]
            else:
                options = [Option(space, SPACE_TEXTS[space], cost(space), role="space") for space in spaces_open]
            options += besides()
            if self.selected or not options:
                options.append(DONE_OPTION)
            key = yield from self.ask(
                kind,
                options,
                closed=lambda: closed_spaces(candidates, why),
                warnings=partial(idle_spaces, options, idle),
                remaining=partial(min, 1, len(spaces_open)) if self.limited else partial(most, spaces_open),
            )
            if not key:
                continue
            if key in candidates:
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
        remaining: Remaining = None,
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
        if len(options) == 1 and options[0].key == DONE and not (slip_in and self.interjections()):
            return DONE

        def every_closed() -> list[Option]:
            return [*closed(), *self.closed_specials(), *(self.closed_asides() if slip_in else ())]

        key = yield Decision(
            self.seat,
            kind,
            prompt or (text(f"ask.{kind}", space=space) if space else text(f"ask.{kind}")),
            options,
            besides=self.interjections if slip_in else None,
            closed=every_closed,
            warnings=warnings,
            remaining=remaining,
            default=default,
            space=space,
            action=self.operation,
        )
        if slip_in and (key.startswith(SPECIAL) or key in (REMOVE_OWN, TRANSFER)):
            yield from self.interject(key)
            return ""
        return key

    # -- 4.1 before, during and immediately after the Operation ---------------------------------------------

    def interjections(self) -> list[Option]:
        """What the executing Faction may do here besides its Operation: before it, or at any question of it."""
        if self.in_special:
            return []
        extra: list[Option] = []
        if self.may_special and not self.special:
            for special in self.specials.values():
                if self.why_special_closed(special) is None:
                    extra.append(special_option(special))
        if self.operation and self.may_remove_own():
            extra.append(REMOVE_OWN_OPTION)
        if self.may_transfer():
            extra.append(TRANSFER_OPTION)
        return extra

    def interject(self, key: str) -> Rule:
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

    def run_operation(self, operation: Operation) -> Rule:
        """3.1, 4.1 Execute an Operation. What is slipped in comes at its questions (`ask`).

        Where it closes with a step of its own, a Special Activity may still follow immediately after that (R-45).
        """
        self.operation = operation.id
        self.state.begin(operation.id)
        yield from operation.run(self)
        while operation.closes and any(option.key.startswith(SPECIAL) for option in self.interjections()):
            key = yield from self.ask("turn.after", [END_OPTION])
            if key:
                return

    def run_special(self, special: SpecialActivity) -> Rule:
        """4.1 Execute a Special Activity whole; nothing interrupts it but the removal of own pieces (1.4.1).

        Amid an Operation the question before it has just offered that; at the start of a turn nothing has.
        """
        self.special = special.id
        self.in_special = True
        self.owes_removal = not self.operation
        self.state.begin(special.id)
        yield from special.run(self)
        self.in_special = self.owes_removal = False

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
        reason = special.why_closed(self)
        return NO_OPERATION_TO_FOLLOW if reason is NOTHING_LEFT_FOR_OPERATION and not self.operation else reason

    def closed_specials(self) -> list[Option]:
        """Every Special Activity of the Faction that is closed here, with the reason."""
        if self.in_special:
            return []
        closed = []
        for special in self.specials.values():
            reason = self.why_special_closed(special)
            if reason is not None:
                option = special_option(special)
                closed.append(Option(option.key, option.text, 0, reason, option.role))
        return closed

    def why_operation_closed(self, operation: Operation) -> Text | None:
        """Why an Operation cannot be chosen now, or None (3.1, 4.1.2)."""
        if self.special:
            accompanied = self.specials[self.special].with_operations
            if accompanied and operation.id not in accompanied:
                return NOT_AFTER_THIS_SPECIAL
        return operation.why_closed(self)

    def must_begin_special(self) -> bool:
        """R-44 Whether a Special Activity has begun that still has to select its first space."""
        return self.in_special and not self.special_selected

    def can_begin_special(self) -> bool:
        """R-44 Whether that Special Activity can select a space as things stand."""
        return self.specials[self.special].why_closed(self) is None

    def must_select(self) -> bool:
        """R-19, R-44 Whether an Operation still has to select its first space, or has to follow at all."""
        return not self.selected and bool(self.operations)

    def can_select(self) -> bool:
        """R-44 Whether the Operation can select a space as things stand; before it, whether any can that may follow.

        Where nothing has begun yet the Event will do.
        """
        if self.operation:
            return self.operations[self.operation].why_closed(self) is None
        if self.may_event and not self.special:
            return True
        return any(self.why_operation_closed(operation) is None for operation in self.operations.values())


END_OPTION = Option("end", text("option.end"), role="stop")


def special_option(special: SpecialActivity) -> Option:
    """The option to execute a Special Activity now."""
    return Option(SPECIAL + special.id, text("action", action=special.id), role="special")

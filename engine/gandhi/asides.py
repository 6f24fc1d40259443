"""1.4.1, 1.5.2 Additional actions of a Faction while it executes: remove own pieces, transfer Resources."""

from __future__ import annotations

from collections.abc import Callable, Generator
from functools import partial
from typing import Final, TypeVar

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
from engine.gandhi.ids import MOST_RESOURCES, OWN_PIECES, RAJ, REVOLUTIONARIES
from engine.gandhi.turn import Turn

REMOVE_OWN: Final = "remove_own"
TRANSFER: Final = "transfer"

REFUSED_ALREADY = why_not("refused_already", "1.5.2")

TRADE_PARTNER = {RAJ: REVOLUTIONARIES, REVOLUTIONARIES: RAJ}

REMOVE_OWN_OPTION = Option(REMOVE_OWN, text("option.remove_own"), role="extra")
GO_ON_OPTION = Option(DONE, text("option.remove_own.none"), role="stop")
TRANSFER_OPTION = Option(TRANSFER, text("option.transfer"), role="extra")

Answer = TypeVar("Answer")
Question = Callable[[], Generator[Decision, str, Answer]]
"""A question that can be asked again from the present board, because it changes nothing itself."""


# -- 1.4.1 voluntary removal -------------------------------------------------------------------------------


def has_own_to_remove(turn: Turn) -> bool:
    """1.4.1 Return whether a player of Congress, the Muslim League or the Revolutionaries has any piece on the map."""
    return turn.seat != RAJ and turn.uses_resources and turn.state.has_forces_on_map(turn.seat)


def why_not_removed(turn: Turn, piece: str, space: str, count: int = 1) -> Text | None:
    """1.4.1, R-44 Return why own pieces cannot leave a space, or None: the action under way may depend on them."""
    then = {space: {piece: getattr(turn.state.spaces[space], piece) - count}}
    if turn.must_begin_special():
        before = turn.suppose(then)
        try:
            if not turn.can_begin_special():
                return NOTHING_LEFT_FOR_SPECIAL
        finally:
            turn.take_back(before)
    return turn.why_spoils(then)


def may_remove_own(turn: Turn) -> bool:
    """1.4.1 Return whether own pieces may be removed now, so that the Operation can still select a space (R-44)."""
    if not has_own_to_remove(turn):
        return False
    if not (turn.must_select() or turn.must_begin_special()):
        return True
    pieces = OWN_PIECES[turn.seat]
    for space, here in turn.state.spaces.items():
        for piece in pieces:
            if getattr(here, piece) and why_not_removed(turn, piece, space) is None:
                return True
    return False


def with_removal(
    turn: Turn, question: Question[Answer], *, changes_next: bool = False
) -> Generator[Decision, str, Answer]:
    """1.4.1, R-04 Ask a question of a Special Activity or Event that may be answered by removing own pieces too.

    After a removal it is asked again, as the board is then. With ``changes_next`` the board changes after this
    question: a Faction that was not asked this question is then asked about removals alone.
    """
    while True:
        asking = question()
        removed = False
        key: str | None = None
        while not removed:
            try:
                decision = next(asking) if key is None else asking.send(key)
            except StopIteration as end:
                if not changes_next or not (yield from offer_removal(turn)):
                    answer: Answer = end.value
                    return answer
                break
            if decision.seat == turn.seat and may_remove_own(turn):
                turn.owes_removal = False
                decision.options = [*decision.options, REMOVE_OWN_OPTION]
            key = yield decision
            if key == REMOVE_OWN:
                yield from remove_own(turn)
                removed = True


def offer_removal(turn: Turn) -> Generator[Decision, str, bool]:
    """1.4.1, R-04 Offer to remove own pieces where nothing else is asked before the board changes.

    Asks only while it is owed (`owes_removal`). Returns whether anything was removed.
    """
    removed = False
    while turn.owes_removal and may_remove_own(turn):
        key = yield Decision(
            turn.seat,
            "remove_own.first",
            text("ask.remove_own.first"),
            [GO_ON_OPTION, REMOVE_OWN_OPTION],
            default=GO_ON_OPTION.key,
            action=turn.special,
        )
        if key != REMOVE_OWN:
            break
        yield from remove_own(turn)
        removed = True
    turn.owes_removal = False
    return removed


def remove_own(turn: Turn) -> Rule:
    """1.4.1 Remove own pieces from the map to Available, of one kind from one space. Never Gandhi."""
    state = turn.state
    pieces = OWN_PIECES[turn.seat]
    reasons = {
        (space, piece): why_not_removed(turn, piece, space)
        for space, here in state.spaces.items()
        for piece in pieces
        if getattr(here, piece)
    }
    here_too = {space: [piece for name, piece in reasons if name == space] for space, _ in reasons}

    def why_not_from(space: str) -> Text | None:
        whys = [reasons[space, piece] for piece in here_too[space]]
        return None if None in whys else whys[0]

    space = yield from ask_option(
        turn.seat,
        "remove_own.space",
        [SPACE_OPTIONS[space] for space in here_too if why_not_from(space) is None],
        closed=lambda: closed_spaces(here_too, why_not_from),
    )
    kinds = [piece_option(piece, why=reasons[space, piece]) for piece in here_too[space]]
    piece = yield from ask_option(
        turn.seat,
        "remove_own.piece",
        [kind for kind in kinds if kind.enabled],
        closed=lambda: closed_options(kinds),
        space=space,
    )
    most = there = getattr(state.spaces[space], piece)
    while why_not_removed(turn, piece, space, most) is not None:
        most -= 1
    count = yield from ask_count(
        turn.seat, "remove_own.count", most, 1, default=1, there=there, space=space, piece=piece
    )
    state.remove(piece, space, count)
    if (piece, space) in turn.moved:
        # The Faction would first remove the pieces that cannot move again (3.1.2).
        turn.moved[piece, space] = max(0, turn.moved[piece, space] - count)


# -- 1.5.2 transfers ---------------------------------------------------------------------------------------


def can_trade(turn: Turn) -> bool:
    """1.5.2 Return whether Raj and Revolutionaries may transfer: one of them executes, both are players (R-15)."""
    partner = TRADE_PARTNER.get(turn.seat)
    return partner is not None and turn.uses_resources and turn.state.is_player(partner)


def most_to_give(turn: Turn) -> int:
    """1.5.2, 1.8 Return how much can be given: no one may exceed 50."""
    purses = turn.state.resources
    return min(purses[turn.seat], MOST_RESOURCES - purses[TRADE_PARTNER[turn.seat]])


def most_given(turn: Turn) -> int:
    """1.5.2, R-44 Return how much may be given: the Operation must remain possible."""
    most = most_to_give(turn)
    while most > 0 and turn.why_spoils(spend=most) is not None:
        most -= 1
    return most


def most_to_ask(turn: Turn) -> int:
    """1.5.2, 1.8 Return how much may be requested: less than what was refused this turn; no one may exceed 50."""
    purses = turn.state.resources
    return min(purses[TRADE_PARTNER[turn.seat]], MOST_RESOURCES - purses[turn.seat], turn.refused - 1)


def asked_at_once(turn: Turn) -> range:
    """1.5.2 Return the amounts that may be requested: enough for an Operation (R-44)."""
    most = most_to_ask(turn)
    least = 1
    while least <= most and turn.why_spoils(spend=-least) is not None:
        least += 1
    return range(least, most + 1)


def may_transfer(turn: Turn) -> bool:
    """1.5.2 Return whether the executing Faction may give Resources now, or ask for some.

    This depends on the least that can be given and the most that can be asked for, since more Resources never prevent
    an Operation (R-44).
    """
    if not can_trade(turn):
        return False
    if most_to_give(turn) > 0 and turn.why_spoils(spend=1) is None:
        return True
    most = most_to_ask(turn)
    return most > 0 and turn.why_spoils(spend=-most) is None


def transfer(turn: Turn) -> Rule:
    """1.5.2 Give Resources, or ask for some: the giver must consent (R-15).

    One person who runs both Factions (1.5) is not asked. After a refusal less may be asked for in this turn.
    """
    state = turn.state
    partner = TRADE_PARTNER[turn.seat]
    given, amounts = most_given(turn), asked_at_once(turn)
    ways = []
    if given > 0:
        ways.append(Option("give", text("option.transfer.give", seat=partner, at_most=given)))
    if amounts:
        ways.append(Option("request", text("option.transfer.request", seat=partner, at_most=amounts[-1])))
    way = yield from ask_option(turn.seat, "transfer.way", ways, closed=partial(closed_requests, turn))
    if way == "give":
        there = most_to_give(turn)
        amount = yield from ask_count(turn.seat, "transfer.give", given, 1, default=1, there=there, to=partner)
        state.begin(TRANSFER)
        state.pay(turn.seat, amount)
        state.earn(partner, amount)
        return
    least, most = amounts[0], amounts[-1]
    amount = yield from ask_count(turn.seat, "transfer.request", most, least, default=least, to=partner)
    answer = YES
    if not any(turn.seat in side and partner in side for side in state.sides):
        answer = yield from ask_yes(partner, "transfer.consent", default=NO, seat=turn.seat, amount=amount)
    state.begin(TRANSFER)
    if answer == YES:
        state.pay(partner, amount)
        state.earn(turn.seat, amount)
    else:
        turn.refused = amount
        state.note("refuse", TRANSFER, target=partner)


def closed_requests(turn: Turn) -> list[Option]:
    """1.5.2 Return the request as a closed option with its reason, if a refusal has left no amount to ask for."""
    if turn.refused > MOST_RESOURCES or asked_at_once(turn):
        return []
    partner = TRADE_PARTNER[turn.seat]
    words = text("option.transfer.request", seat=partner, at_most=0)
    return [Option("request", words, 0, REFUSED_ALREADY)]


def closed_asides(turn: Turn) -> list[Option]:
    """1.4.1, 1.5.2 Return the removals or gifts that the Faction may not make now, with the reason (R-44)."""
    closed: list[Option] = []
    if has_own_to_remove(turn) and not may_remove_own(turn):
        closed.append(Option(REMOVE_OWN, REMOVE_OWN_OPTION.text, 0, NOTHING_LEFT_FOR_OPERATION, "extra"))
    if can_trade(turn) and most_to_give(turn) > 0 and not may_transfer(turn):
        closed.append(Option(TRANSFER, TRANSFER_OPTION.text, 0, NOTHING_LEFT_FOR_OPERATION, "extra"))
    return closed

"""8.2.1 The Non-player Eligibility table, line by line."""

from __future__ import annotations

from typing import Any

import pytest

from engine import Game
from engine.gandhi.arjuna.eligibility import decide, is_critical, is_surely_first
from engine.gandhi.board import BOARD
from engine.gandhi.events.data import EVENTS
from engine.gandhi.ids import CONGRESS, LEAGUE, RAJ, REVOLUTIONARIES, SEATS
from tests.arjuna.thinking import mind_of, players, told
from tests.playing import game_at

CRITICAL_FOR_ALL = 62
"""ML > Rev > Con > Raj, Critical for all four (known)."""
PLAIN = 50
"""Raj > Con > Rev > ML, Critical for no one."""
RAJ_BEFORE_CONGRESS = 1
"""Raj > Con > ML > Rev."""
LATE = 43
"""Rev > Raj > Con > ML, Critical for no one: the Muslim League is never sure to be first on it."""


def at_card(card: int, upcoming: int, seat: str, first: str = "", **position: Any) -> Game:
    """Return a game in which a seat decides on a card, perhaps after what the 1st Eligible Faction executed."""
    fields = {"card": card, "next": upcoming, "seats": players(), **position}
    if first:
        others = position.get("executed", [next(s for s in BOARD.events[card].order if s != seat)])
        fields |= {"first": first, "executed": others}
    return game_at({}, **fields)


def decided(
    card: int, upcoming: int, seat: str, first: str = "", *, may_event: bool = True, effective: bool = True, **more: Any
) -> str:
    """Return what a Faction decides to do."""
    return decide(
        mind_of(at_card(card, upcoming, seat, first, **more), seat), may_event=may_event, is_effective=lambda: effective
    )


# -- 1st Eligible ------------------------------------------------------------------------------------------


def test_the_first_eligible_takes_a_critical_event_that_is_effective() -> None:
    """8.2.1 Critical for it and effective: the Event."""
    assert decided(CRITICAL_FOR_ALL, PLAIN, LEAGUE) == "event"


def test_before_a_faction_with_a_critical_event_the_first_eligible_executes_an_operation_only() -> None:
    """8.2.1 Otherwise, if it is Critical for the next Eligible Faction, no matter who runs it: Operation only."""
    assert decided(CRITICAL_FOR_ALL, PLAIN, LEAGUE, effective=False) == "operation_only"
    game = at_card(CRITICAL_FOR_ALL, PLAIN, LEAGUE, eligible=[LEAGUE])
    assert decide(mind_of(game, LEAGUE), may_event=True, is_effective=lambda: False) == "operation_and_special"


def test_the_search_for_the_next_faction_skips_ineligible_factions() -> None:
    """8.2.1, 2.3.2 Ineligible Factions are skipped when the table looks for the next one."""
    card = next(
        n
        for n, event in EVENTS.items()
        if BOARD.events[n].order[1] in event.critical.seats
        and BOARD.events[n].order[0] not in event.critical.seats
        and BOARD.events[n].order[2] not in event.critical.seats
    )
    first, second, third, _ = BOARD.events[card].order
    upcoming = next(n for n, event in BOARD.events.items() if event.order[-1] == first)
    assert decided(card, upcoming, first, eligible=[first, second, third]) == "operation_only"
    assert decided(card, upcoming, first, eligible=[first, third]) == "operation_and_special"


def test_the_first_eligible_waits_for_a_critical_event_it_is_sure_to_get() -> None:
    """8.2.1 Guaranteed to be 1st Eligible on the Upcoming card, which is Critical for it: Pass."""
    assert decided(PLAIN, CRITICAL_FOR_ALL, LEAGUE, eligible=[LEAGUE]) == "pass"
    assert decided(PLAIN, CRITICAL_FOR_ALL, CONGRESS, eligible=[CONGRESS]) == "operation_and_special"


def test_the_first_eligible_operates_with_a_special_activity_by_default() -> None:
    """8.2.1 The last line."""
    assert decided(PLAIN, LATE, RAJ) == "operation_and_special"


def test_an_event_is_examined_only_if_a_table_line_depends_on_it() -> None:
    """8.2.1 Not as 1st Eligible where it is not Critical, nor as 2nd after an Operation alone."""

    def look() -> bool:
        raise AssertionError

    first = mind_of(at_card(PLAIN, LATE, RAJ, ""), RAJ)
    assert decide(first, may_event=True, is_effective=look) == "operation_and_special"
    second = mind_of(at_card(PLAIN, LATE, RAJ, "operation_only"), RAJ)
    assert decide(second, may_event=True, is_effective=look) == "limited_operation"


# -- 2nd Eligible ------------------------------------------------------------------------------------------


def test_the_second_eligible_waits_for_a_critical_event_if_the_current_one_is_not() -> None:
    """8.2.1, N-05 Guaranteed 1st, Upcoming Critical for this Faction, and the current Event not: Pass."""
    assert decided(PLAIN, CRITICAL_FOR_ALL, LEAGUE, "operation_and_special") == "pass"


def test_the_second_eligible_takes_an_effective_critical_event_instead_of_waiting() -> None:
    """8.2.1 If the current Event is Critical for it as well and can be executed, it takes it."""
    upcoming = next(n for n, card in BOARD.events.items() if card.order[0] == LEAGUE and is_critical(n, LEAGUE))
    wanted = "operation_and_special"
    assert decided(CRITICAL_FOR_ALL, upcoming, LEAGUE, wanted, executed=[RAJ]) == "event"
    assert decided(CRITICAL_FOR_ALL, upcoming, LEAGUE, wanted, executed=[RAJ], effective=False) == "pass"


def test_the_second_eligible_waits_if_it_may_not_execute_the_current_critical_event() -> None:
    """8.2.1 "cannot execute it": the 1st Eligible executed an Operation only."""
    upcoming = next(n for n, card in BOARD.events.items() if card.order[0] == LEAGUE and is_critical(n, LEAGUE))
    assert decided(CRITICAL_FOR_ALL, upcoming, LEAGUE, "operation_only", may_event=False, executed=[RAJ]) == "pass"


def test_after_an_operation_with_a_special_activity_an_effective_event_is_taken() -> None:
    """8.2.1, D-69 What counts is what the 1st Eligible Faction did, a player or not."""
    assert decided(PLAIN, LATE, LEAGUE, "operation_and_special", executed=[RAJ]) == "event"


def test_the_second_eligible_passes_when_it_is_sure_to_be_first_next() -> None:
    """8.2.1, N-07 Whatever the Upcoming Event is."""
    upcoming = next(n for n, card in BOARD.events.items() if card.order[0] == LEAGUE and not is_critical(n, LEAGUE))
    assert decided(PLAIN, upcoming, LEAGUE, "operation_only", may_event=False, executed=[RAJ]) == "pass"
    assert decided(PLAIN, upcoming, LEAGUE, "event", executed=[RAJ]) == "pass"


@pytest.mark.parametrize("first", ["operation_only", "operation_and_special"])
def test_the_second_eligible_takes_a_limited_operation_if_no_event_is_possible(first: str) -> None:
    """8.2.1 After an Operation only, or when the Event is not effective: a Limited Operation."""
    assert decided(PLAIN, LATE, LEAGUE, first, effective=False, executed=[RAJ]) == "limited_operation"


def test_after_an_event_the_second_eligible_has_its_full_turn() -> None:
    """8.2.1, N-06 Even when the Event that is gone would not have been effective."""
    assert decided(PLAIN, LATE, LEAGUE, "event", effective=False, executed=[RAJ]) == "operation_and_special"


def test_a_faction_that_follows_a_pass_is_first_eligible() -> None:
    """2.3.3 The next Eligible Faction replaces the passing one as the 1st."""
    game = at_card(CRITICAL_FOR_ALL, PLAIN, LEAGUE, passed=[REVOLUTIONARIES], eligible=[LEAGUE, CONGRESS])
    assert decide(mind_of(game, LEAGUE), may_event=True, is_effective=lambda: True) == "event"


# -- N-04 --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("position", "sure"),
    [
        ({"executed": [RAJ], "first": "event"}, True),
        ({"executed": [LEAGUE], "first": "event"}, False),
        ({"executed": [LEAGUE], "first": "event", "eligible": [CONGRESS]}, False),
        ({"executed": [LEAGUE], "passed": [RAJ], "first": "event"}, False),
        ({"executed": [RAJ], "first": "event", "stays_eligible": [RAJ]}, False),
        ({"executed": [LEAGUE], "first": "event", "stays_ineligible": {RAJ: 1}, "eligible": [CONGRESS]}, True),
    ],
)
def test_only_a_faction_with_all_to_its_left_ineligible_is_surely_first_eligible(
    position: dict[str, Any], sure: bool
) -> None:
    """N-04 Every Faction to the left has executed on this card; the Ineligible, passed and unreached will be Eligible.

    An Event may keep a Faction Eligible, or Ineligible (2.3.1).
    """
    game = at_card(PLAIN, RAJ_BEFORE_CONGRESS, CONGRESS, **position)
    assert is_surely_first(mind_of(game, CONGRESS)) is sure


def test_before_any_turn_only_the_leftmost_faction_is_sure_to_be_first_eligible() -> None:
    """N-04 No one has executed yet, and the Muslim League is leftmost on the next card."""
    for seat in SEATS:
        mind = mind_of(at_card(PLAIN, CRITICAL_FOR_ALL, seat), seat)
        assert is_surely_first(mind) is (seat == LEAGUE)


def test_the_explanation_lists_every_table_line_that_was_used() -> None:
    """The explanation holds each question with its answer."""
    mind = mind_of(at_card(PLAIN, LATE, LEAGUE, "event", executed=[RAJ]), LEAGUE)
    decide(mind, may_event=False, is_effective=lambda: False)
    lines = [thought.text.params["test"].key for thought in mind.thoughts if "test" in thought.text.params]
    assert lines == [
        "arjuna.line.waits_for_critical",
        "arjuna.line.event_left",
        "arjuna.line.surely_first",
        "arjuna.line.only_limited",
    ]
    assert told(mind)[-1] == "decides.operation_and_special"

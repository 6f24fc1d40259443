"""2.3 Event cards: Eligibility, order, passing, options, and the next card."""

from __future__ import annotations

from typing import Any

import pytest

from engine import Game
from engine.gandhi.ids import CONGRESS, LEAGUE, RAJ, REVOLUTIONARIES, SEATS
from tests.playing import SEED, choose, game_at, here, keys, why

ORDER = (CONGRESS, RAJ, LEAGUE, REVOLUTIONARIES)
"""The Faction order of card 7."""

SPACES: dict[str, dict[str, Any]] = {
    "bihar": {"congress": 2, "league": 2, "underground": 2},
    "delhi": {"troops": 3, "sepoys": 3, "level": "passive_support"},
}


def at_card(**position: Any) -> Game:
    """Return a game on card 7, with card 30 next."""
    full: dict[str, Any] = {"card": 7, "next": 30, "resources": {"raj": 20, "revolutionaries": 20}, **position}
    return game_at(SPACES, **full)


def acting(game: Game) -> str:
    """Return whose decision it is."""
    assert game.decision is not None
    return game.decision.seat


def operate(game: Game) -> None:
    """Execute an Operation in one space, without anything else, whatever the seat."""
    operations = {
        CONGRESS: ("rally", "bihar"),
        LEAGUE: ("rally", "bihar"),
        RAJ: ("deploy", "bombay", "troops", "1"),
        REVOLUTIONARIES: ("rally", "bihar"),
    }
    seat = acting(game)
    number = game.step_number
    choose(game, *operations[seat])
    while game.step_number == number and acting(game) == seat:
        allowed = keys(game)
        choose(
            game, next(key for key in ("done", "end", "no", "0", "0:0", "guerrillas", "activists") if key in allowed)
        )


def pass_on(game: Game) -> None:
    """Pass the turn of the Faction that acts."""
    choose(game, "pass")


def options(game: Game) -> set[str]:
    """Return what kinds of action are open: operation, special, event, pass."""
    kinds = set()
    for key in keys(game):
        if key == "pass":
            kinds.add("pass")
        elif key.startswith("event"):
            kinds.add("event")
        elif key.startswith("special:"):
            kinds.add("special")
        elif key != "transfer":
            kinds.add("operation")
    return kinds


def test_eligible_factions_act_in_the_order_of_the_card() -> None:
    """2.3, 2.3.2 The leftmost Eligible icon is 1st Eligible, the next leftmost 2nd; Ineligible ones do nothing."""
    assert acting(at_card()) == CONGRESS
    game = at_card(eligible=[REVOLUTIONARIES, RAJ])
    assert acting(game) == RAJ
    operate(game)
    assert acting(game) == REVOLUTIONARIES


def test_a_card_ends_after_two_factions_have_executed() -> None:
    """2.3, 2.3.6 After two have executed the card is over; those two are Ineligible on the next."""
    game = at_card()
    operate(game)
    assert acting(game) == RAJ
    operate(game)
    position = game.position()
    assert position["card"] == 30
    assert position["eligible"] == [LEAGUE, REVOLUTIONARIES]
    assert {seat: game.view().eligibility[seat] for seat in SEATS} == {
        CONGRESS: "ineligible",
        RAJ: "ineligible",
        LEAGUE: "eligible",
        REVOLUTIONARIES: "eligible",
    }


def test_factions_that_did_not_execute_are_eligible_again() -> None:
    """2.3.1 Factions that were Ineligible on a card are Eligible on the next; a Limited Operation counts (2.3.5)."""
    game = at_card(eligible=[LEAGUE, REVOLUTIONARIES])
    operate(game)
    assert game.state.first == "operation_only"
    operate(game)
    assert game.position()["eligible"] == [RAJ, CONGRESS]


def test_a_card_ends_after_all_eligible_factions_have_passed() -> None:
    """2.3.3, D-14 After the last Eligible Faction Eligibility is adjusted (2.3.6) and the next card comes (2.3.7)."""
    game = at_card(eligible=[CONGRESS, REVOLUTIONARIES])
    pass_on(game)
    assert acting(game) == REVOLUTIONARIES
    pass_on(game)
    position = game.position()
    assert position["card"] == 30
    assert position["eligible"] == list(SEATS)
    assert position["played"] == [7]


def test_passing_leaves_the_next_faction_the_same_options() -> None:
    """2.3.3, R-21 The next leftmost takes the place with the same options; a player who passed is out for this card."""
    game = at_card()
    pass_on(game)
    assert acting(game) == RAJ
    assert options(game) == {"operation", "special", "event", "pass"}
    operate(game)
    assert acting(game) == LEAGUE
    pass_on(game)
    # The next Faction takes the place of the 2nd Eligible, with a Limited Operation.
    assert acting(game) == REVOLUTIONARIES
    assert options(game) == {"operation", "pass"}
    operate(game)
    assert game.position()["eligible"] == [CONGRESS, LEAGUE]


def test_raj_and_the_revolutionaries_earn_resources_by_passing() -> None:
    """2.3.3 Raj earns 3 and the Revolutionaries 1, at once, up to 50 (1.8); Non-player ones earn nothing (8.1)."""
    game = at_card(eligible=[RAJ, REVOLUTIONARIES], resources={"raj": 10, "revolutionaries": 50})
    pass_on(game)
    assert game.position()["resources"] == {"raj": 13, "revolutionaries": 50}
    pass_on(game)
    assert game.position()["resources"] == {"raj": 13, "revolutionaries": 50}
    game = at_card(eligible=[RAJ], resources={"raj": 10}, seats={"raj": "arjuna"})
    pass_on(game)
    assert game.position()["resources"]["raj"] == 10


@pytest.mark.parametrize(("seat", "piece", "unity"), [(CONGRESS, "congress", 3), (CONGRESS, "league", 4)])
def test_a_nonviolent_faction_that_passes_may_bring_in_an_activist(seat: str, piece: str, unity: int) -> None:
    """2.3.3, D-13, D-17, R-21 It may bring an Activist from Out of Play; the other Faction's gives Unity +1, always."""
    game = at_card(eligible=[seat], out_of_play={"congress": 1, "league": 1})
    choose(game, "pass")
    assert keys(game) == {"congress", "league", "no"}
    choose(game, piece)
    position = game.position()
    assert position["unity"] == unity
    assert position["out_of_play"] == {other: 1 for other in ("congress", "league") if other != piece}


def test_passing_brings_nothing_without_activists_out_of_play() -> None:
    """R-21 No one Out of Play, nothing asked; and the benefit may be declined."""
    game = at_card(eligible=[LEAGUE], out_of_play={"underground": 2})
    choose(game, "pass")
    assert game.position()["card"] == 30
    game = at_card(eligible=[LEAGUE], out_of_play={"league": 2})
    choose(game, "pass", "no")
    assert game.position()["out_of_play"] == {"league": 2}


def test_passing_never_starts_a_crisis() -> None:
    """R-83 A pass can raise Unity only; it is a separate turn."""
    game = at_card(eligible=[LEAGUE], restraint=1, unity=1, out_of_play={"congress": 1, "troops": 1})
    choose(game, "pass", "congress")
    assert game.position()["unity"] == 2
    assert game.position()["card"] == 30


# -- 2.3.4 options -----------------------------------------------------------------------------------------


def test_the_first_eligible_faction_has_every_option() -> None:
    """2.3.4 The 1st Eligible has an Operation with or without a Special Activity, or the Event, or passes."""
    assert options(at_card()) == {"operation", "special", "event", "pass"}


def test_a_special_activity_is_closed_if_no_operation_could_follow_it() -> None:
    """4.1, R-44 Without Resources nothing could follow Infiltrate, so it is closed; Aid brings what is needed."""
    game = game_at(
        {"bihar": {"underground": 1, "sepoys": 1}}, card=7, next=30, eligible=[REVOLUTIONARIES], resources={"raj": 0}
    )
    assert why(game, "special:infiltrate") == "why.no_operation_to_follow 4.1"
    assert options(game) == {"special", "event", "pass"}
    assert "special:aid" in keys(game)


def test_after_a_special_activity_an_operation_must_follow() -> None:
    """4.1, R-44 A player who begins with a Special Activity can neither pass nor execute the Event, and learns why."""
    game = game_at({"bihar": {"congress": 1}}, CONGRESS)
    choose(game, "special:persuade")
    assert game.decision is not None
    assert game.decision.kind == "turn.operation"
    for key in ("pass", "event:unshaded", "event:shaded"):
        assert why(game, key) == "why.operation_must_follow 4.1"


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("operation_only", {"operation", "pass"}),
        ("operation_and_special", {"operation", "event", "pass"}),
        ("event", {"operation", "special", "pass"}),
    ],
)
def test_the_options_of_the_second_eligible_depend_on_the_first(first: str, second: set[str]) -> None:
    """2.3.4, D-15, R-23 A Limited Operation, or the Event after a Special Activity; after the Event anything."""
    game = at_card(eligible=[REVOLUTIONARIES, LEAGUE], executed=[CONGRESS], first=first)
    assert options(game) == second
    pass_on(game)
    assert acting(game) == REVOLUTIONARIES
    assert options(game) == second
    if first == "operation_only":
        assert why(game, "event:unshaded") == why(game, "event:shaded") == "why.event_after_operation_only 2.3.4"
        assert why(game, "special:aid") == "why.no_special_in_limited 2.3.5"
    if first == "event":
        assert why(game, "event:shaded") == "why.event_already_executed 2.3.4"
    limited = first != "event"
    choose(game, "rally", "bihar")
    if limited:
        assert why(game, "orissa") == "why.limited_operation 2.3.5"
    else:
        assert "orissa" in keys(game)


def test_a_special_activity_decides_whether_the_second_eligible_may_execute_the_event() -> None:
    """2.3.4, R-22 One space is still an Operation only; a Special Activity at any moment makes it the other kind."""
    game = at_card()
    operate(game)
    assert game.position()["first"] == "operation_only"

    game = at_card()
    choose(game, "special:persuade")
    while game.position().get("first") is None:
        assert acting(game) == CONGRESS
        allowed = keys(game)
        wanted = ("done", "end", "no", "rally", "bihar", "1")
        choose(game, next((key for key in wanted if key in allowed), sorted(allowed)[0]))
    assert game.position()["first"] == "operation_and_special"
    assert options(game) == {"operation", "event", "pass"}


@pytest.mark.parametrize(
    ("may", "open_kinds"),
    [
        ("operation_and_special", {"operation", "special", "pass"}),
        ("operation_only", {"operation", "pass"}),
        ("limited_operation", {"operation", "pass"}),
        ("event", {"event", "pass"}),
        ("any", {"operation", "special", "event", "pass"}),
    ],
)
def test_a_position_may_fix_the_options_of_the_faction_on_turn(may: str, open_kinds: set[str]) -> None:
    """2.3.4 The five values of a position's ``turn.may``."""
    game = at_card(turn={"seat": LEAGUE, "may": may})
    assert acting(game) == LEAGUE
    assert options(game) == open_kinds
    if may == "event":
        assert why(game, "rally") == "why.event_only 2.3.4"
        assert why(game, "special:persuade") == "why.no_special_allowed 2.3.4"
    if may == "operation_only":
        assert why(game, "special:persuade") == "why.no_special_allowed 2.3.4"


# -- 2.3.5 Limited Operation -------------------------------------------------------------------------------


def test_a_limited_operation_has_one_space() -> None:
    """2.3.5, R-24 One space and no Special Activity, but the part off the map as well: here Out of Play."""
    game = at_card(turn={"seat": LEAGUE, "may": "limited_operation"}, out_of_play={"league": 1})
    assert why(game, "special:negotiate") == "why.no_special_in_limited 2.3.5"
    choose(game, "rally", "orissa")
    assert here(game, "orissa") == {"league": 1}
    assert why(game, "bihar") == "why.limited_operation 2.3.5"
    choose(game, "done", "league")
    assert "out_of_play" not in game.position() or not game.position()["out_of_play"]
    assert game.view().eligibility[LEAGUE] == "executed"


# -- 2.3.7 next card ---------------------------------------------------------------------------------------


def test_the_open_card_is_played_next_and_another_is_revealed() -> None:
    """2.3.7, D-16 The open card of the deck is played next, and another is revealed."""
    game = at_card(eligible=[RAJ])
    deck = list(game.state.deck)
    pass_on(game)
    position = game.position()
    assert (position["card"], position["next"]) == (30, deck[0])
    assert game.view().cards_left == len(deck) - 1


def test_a_deck_that_runs_out_ends_the_game() -> None:
    """7.3 In a position with no Campaign card left the game ends after its last Event, by margins."""
    game = at_card(campaigns_left=0, eligible=[RAJ])
    pass_on(game)
    assert game.position()["card"] == 30
    while game.decision is not None:
        pass_on(game)
    assert game.result is not None
    assert game.result.reason == "final"


def test_a_faction_that_executed_is_not_asked_on_the_next_card() -> None:
    """2.3.1 Random turns of a game: a player who executed on one card is not asked on the next."""
    game = Game.new(scenario="short", seed=SEED)
    last: dict[int, set[str]] = {}
    cards: list[int] = []
    for _ in range(60):
        if game.label.phase != "turn" or game.decision is None:
            break
        card = game.label.card
        if card not in cards:
            cards.append(card)
        if len(cards) > 1:
            assert game.label.seat not in last[cards[-2]]
        seat = game.label.seat
        if (len(cards) + SEATS.index(seat)) % 3:
            operate(game)
            last.setdefault(card, set()).add(seat)
        else:
            choose(game, "pass")
            if "no" in keys(game):
                choose(game, "no")
        last.setdefault(card, set())
    assert len(cards) >= 5

"""8.8 The marks of the cards for Non-player Factions: what is known of them, and what their instructions demand."""

from __future__ import annotations

from typing import Any

import pytest

from engine import Game
from engine.gandhi.arjuna.player import Arjuna
from engine.gandhi.events.data import EVENTS
from engine.gandhi.ids import LEAGUE, REVOLUTIONARIES, SEATS
from tests.playing import Spaces, game_at, here


def second_eligible(card: int, seat: str, spaces: Spaces, **position: Any) -> Game:
    """Return a game in which a Non-player seat acts after an Operation with a Special Activity."""
    # Card 3 comes next, Critical for no one, so that no Faction passes to wait for it (8.2.1).
    first = "congress" if seat != "congress" else "league"
    return game_at(
        spaces,
        card=card,
        next=3,
        seats={seat: "arjuna"},
        first="operation_and_special",
        executed=[first],
        eligible=[seat],
        **position,
    )


def test_8_8_1_the_known_cards_have_their_critical_marks() -> None:
    """8.8.1: card 62 is Critical for all four, 61 for the League, 71 for the Revolutionaries; some cards for none."""
    known = {number: event.critical.seats for number, event in EVENTS.items() if event.critical.source == "known"}
    assert known == {61: (LEAGUE,), 62: SEATS, 71: (REVOLUTIONARIES,)}
    assert REVOLUTIONARIES not in EVENTS[59].critical.seats
    assert any(not event.critical.seats for event in EVENTS.values())


def test_8_8_2_card_16_has_the_known_halo() -> None:
    """8.8.2: card 16 is the one whose square halo is printed in a text; Raj needs none."""
    known = {number: event.halo.seats for number, event in EVENTS.items() if event.halo.source == "known"}
    assert known == {16: ("congress",)}
    assert all("raj" not in event.halo.seats for event in EVENTS.values())


def test_8_8_3_the_marks_show_events_that_are_never_effective() -> None:
    """8.8.3: what the cards' own instructions call not effective."""
    never = {number: set(event.never) for number, event in EVENTS.items() if event.never}
    assert {number: never[number] for number in (45, 59)} == {45: set(SEATS), 59: set(SEATS)}
    assert {number: never[number] for number in (61, 66, 68)} == {61: {"congress"}, 66: {"raj"}, 68: {REVOLUTIONARIES}}
    assert [number for number in never if number > 36] == [45, 59, 61, 66, 68]


@pytest.mark.parametrize("card", [39, 43])
def test_cards_39_and_43_let_non_player_raj_count_cubes_and_revolutionaries_guerrillas(card: int) -> None:
    """39 and 43: Non-player Raj counts cubes and the Revolutionaries count Guerrillas, whatever would take more."""
    spaces: Spaces = {"punjab": {"troops": 1, "underground": 3, "league": 6}}
    for seat, left in (("raj", 5), ("revolutionaries", 3)):
        game = second_eligible(card, seat, spaces)
        Arjuna(game).play()
        assert here(game, "punjab")["league"] == left


def test_non_player_revolutionaries_place_a_guerrilla_by_card_58_before_removing_an_activist() -> None:
    """58: the Revolutionaries place a Guerrilla before they remove an Activist."""
    game = second_eligible(58, "revolutionaries", {"gujarat": {"congress": 2}}, restraint=1)
    Arjuna(game).play()
    spaces = game.position()["spaces"]
    assert sum(row.get("underground", 0) for row in spaces.values()) == 1
    assert spaces["gujarat"]["congress"] == 2


def test_non_player_revolutionaries_remove_an_activist_by_card_58_if_no_guerrilla_is_available() -> None:
    """58: "before" is an order, not the only choice: with no Guerrilla Available an Activist goes."""
    boxes = {"underground": 16}
    game = second_eligible(58, "revolutionaries", {"gujarat": {"congress": 2}}, restraint=1, out_of_play=boxes)
    Arjuna(game).play()
    assert here(game, "gujarat")["congress"] == 1


@pytest.mark.parametrize(("card", "people"), [(5, ()), (46, ()), (5, ("raj",)), (46, ("raj",))])
def test_cards_5_and_46_let_the_non_player_league_select_only_states_in_muslim_spaces(
    card: int, people: tuple[str, ...]
) -> None:
    """5 and 46: the League's note names Jammu & Kashmir and Muslim States in Muslim spaces, even against Support."""
    spaces: Spaces = {
        "sind": {"muslim_state": True, "level": "passive_support"},
        "bihar": {"muslim_state": True, "level": "passive_support"},
        "orissa": {"level": "active_support"},
    }
    game = second_eligible(card, LEAGUE, spaces)
    for seat in SEATS:
        game.state.seats[seat] = "player" if seat in people else "arjuna"
    Arjuna(game).answer()
    while game.decision is not None and game.decision.kind == "event.space":
        Arjuna(game).answer()
    assert here(game, "bihar")["level"] == "passive_support"
    assert here(game, "orissa")["level"] == "active_support"
    assert here(game, "jammu_and_kashmir") == {"level": "passive_opposition"}
    assert here(game, "sind").get("level") != "passive_support"


def test_card_49_shifts_for_free_for_non_player_raj() -> None:
    """49: a Non-player Raj takes the shift that costs it nothing."""
    game = second_eligible(49, "raj", {"bihar": {"unrest": 1}})
    Arjuna(game).play()
    assert here(game, "bihar") == {"level": "passive_support"}


def test_non_player_raj_executes_neither_card_45_nor_card_59() -> None:
    """8.8.3: an Event without effect for it is no choice of a Non-player Faction."""
    for card in (45, 59):
        game = second_eligible(card, "raj", {"delhi": {"troops": 3, "sepoys": 3}})
        assert not Arjuna(game).answer().startswith("event")

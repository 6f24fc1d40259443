"""8.10 How a game ends for a lone player."""

from __future__ import annotations

from typing import Any

import pytest

from engine import Game
from engine.core.text import Text
from engine.gandhi.arjuna.player import Arjuna
from engine.gandhi.ids import ARJUNA, CAMPAIGN, CONGRESS, LEAGUE, PLAYER, RAJ, REVOLUTIONARIES, SEATS
from engine.gandhi.setup import MORE_ACTIVISTS, MORE_RESOURCES
from engine.gandhi.state import show_order
from engine.gandhi.victory import solo_ending
from tests.arjuna.thinking import players


def ending(spaces: dict[str, dict[str, Any]], *people: str, reason: str = "final", **position: Any) -> Text | None:
    """Return how a game that is over at a position ended for its player."""
    game = Game.at({"phase": "over", "ended": reason, "spaces": spaces, "seats": players(*people), **position})
    return solo_ending(game.state)


FLAT: dict[str, dict[str, Any]] = {}
"""Margins on an empty map: Raj -38, Congress -20, Muslim League -14, Revolutionaries -14."""


def test_a_lone_player_loses_to_a_non_player_faction_with_a_higher_margin() -> None:
    """8.10 The Faction with the highest margin is named, ties by 7.1."""
    assert ending(FLAT, CONGRESS) == Text("solo.lost.league", {"difference": -6})
    assert ending({"bihar": {"unrest": 1}}, RAJ) == Text("solo.lost.revolutionaries", {"difference": -26})


@pytest.mark.parametrize(
    ("unrest", "key", "difference"),
    [(0, "solo.lost.league", 0), (1, "solo.costly", 2), (2, "solo.costly", 4), (3, "solo.won.revolutionaries", 6)],
)
def test_the_degree_of_success_depends_on_the_lead_over_the_best_other_faction(
    unrest: int, key: str, difference: int
) -> None:
    """8.10 One to five: costly; six or more: clear. A tie with the Muslim League is lost by 7.1."""
    spaces = {space: {"unrest": 1} for space in ("bihar", "punjab", "united_provinces")[:unrest]}
    assert ending(spaces, REVOLUTIONARIES) == Text(key, {"difference": difference})


def test_a_game_won_on_a_tie_has_the_lowest_degree_of_success() -> None:
    """8.10, R-91 A difference of 0 is a costly success."""
    assert ending(FLAT, LEAGUE) == Text("solo.costly", {"difference": 0})


def test_the_text_of_a_clear_success_depends_on_the_faction() -> None:
    """8.10 Six or more: a text for each Faction."""
    opposition = {space: {"level": "active_opposition"} for space in ("bihar", "united_provinces", "bombay_presidency")}
    opposition |= {
        space: {"level": "active_opposition"} for space in ("madras_presidency", "orissa", "mysore", "gujarat")
    }
    text = ending(opposition, CONGRESS)
    assert text is not None
    assert text.key == "solo.won.congress"
    states = {space: {"muslim_state": True} for space in ("punjab", "sind")}
    assert ending(states, LEAGUE) == Text("solo.won.league", {"difference": 6})


def test_a_non_player_faction_that_passes_a_victory_check_wins() -> None:
    """8.10, 7.1 Before the end, whatever the player has."""
    unrest = {space: {"unrest": 1, "revolutionary_bases": 1} for space in ("bihar", "punjab", "united_provinces")}
    unrest |= {space: {"unrest": 1} for space in ("west_bengal", "east_bengal", "bombay_presidency")}
    assert ending(unrest, LEAGUE, reason="victory") == Text("solo.lost.revolutionaries", {"difference": -15})


def test_the_lower_margin_counts_for_a_player_with_two_factions() -> None:
    """1.5, R-89 The Faction that gives the margin gives the text."""
    text = ending(FLAT, CONGRESS, LEAGUE, sides=[[CONGRESS, LEAGUE]])
    assert text == Text("solo.lost.revolutionaries", {"difference": -6})


def test_only_a_finished_game_of_a_lone_player_has_a_degree_of_success() -> None:
    """8.10 Four players, two players, none, or a game that continues."""
    assert ending(FLAT, *SEATS) is None
    assert ending(FLAT, RAJ, LEAGUE) is None
    assert ending(FLAT) is None
    game = Game.at({"seats": {**dict.fromkeys(SEATS, ARJUNA), RAJ: PLAYER}})
    assert solo_ending(game.state) is None


def test_a_head_start_must_be_chosen_and_helps_only_people() -> None:
    """Our own handicap: Resources, or Activists who are Available instead of Out of Play."""
    seats = {"raj": "player", "congress": "player", "league": "arjuna", "revolutionaries": "chanakya"}
    plain = Game.new(scenario="short", seats=seats, seed=b"any").state
    ahead = Game.new(scenario="short", seats=seats, seed=b"any", options={"head_start": True}).state
    assert ahead.resources["raj"] == plain.resources["raj"] + MORE_RESOURCES["raj"]
    assert ahead.resources["revolutionaries"] == plain.resources["revolutionaries"]
    assert ahead.available["congress"] == plain.available["congress"] + MORE_ACTIVISTS
    assert ahead.out_of_play["congress"] == plain.out_of_play["congress"] - MORE_ACTIVISTS
    assert (ahead.available["league"], ahead.deck) == (plain.available["league"], plain.deck)


def test_foresight_shows_the_order_of_the_card_after_the_next() -> None:
    """Our own handicap: its Faction order, or that it is a Campaign card, and no more; also in a replay."""
    options = {"foresight": True}
    game = Game.new(scenario="short", seats=dict.fromkeys(SEATS, ARJUNA), seed=b"any", options=options)
    plain = Game.new(scenario="short", seats=dict.fromkeys(SEATS, ARJUNA), seed=b"any")
    assert plain.state.foreseen == ()
    assert plain.state.deck == game.state.deck
    orders: set[tuple[str, ...]] = set()
    arjuna = Arjuna(game)
    while game.decision is not None:
        assert game.view().foreseen == (show_order(game.state.deck[0]) if game.state.deck else ())
        assert game.blind().view().foreseen == game.view().foreseen
        orders.add(game.view().foreseen)
        arjuna.answer()
    assert (CAMPAIGN,) in orders
    assert Game.load(game.record()).digest() == game.digest()


def test_a_game_with_a_head_start_replays_from_its_record() -> None:
    game = Game.new(scenario="short", seats=players("raj"), seed=b"any", options={"head_start": True})
    again = Game.load(game.record())
    assert again.digest() == game.digest()
    assert again.state.resources["raj"] > Game.new(scenario="short", seed=b"any").state.resources["raj"]

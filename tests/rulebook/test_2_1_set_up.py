"""2.1 Set up, 2.2 Start, and the deck."""

from __future__ import annotations

import pytest

from engine import Game
from engine.core.errors import BadPosition
from engine.gandhi.board import BOARD
from engine.gandhi.facts import Facts
from engine.gandhi.ids import SEATS
from engine.gandhi.setup import SCENARIOS
from tests.playing import SEED, choose, game_at, here, keys

CAMPAIGNS = set(BOARD.campaign_cards)


def totals(game: Game) -> tuple[int, int, int, int]:
    """Return Support plus Control, Opposition, Muslim Opposition plus States, Unrest plus Bases."""
    made: dict[str, int] = game.position()["totals"]
    return made["raj"], made["congress"], made["league"], made["revolutionaries"]


def control(game: Game) -> set[str]:
    """Return the spaces with a Raj Control marker."""
    return set(game.position()["control"])


def test_the_short_scenario_has_its_printed_totals_and_boxes() -> None:
    """2.1 Short: printed totals 28, 9, 3, 6; every printed box; every printed Control marker follows (1.7.1)."""
    game = Game.new(scenario="short", seed=SEED)
    position = game.position()
    assert totals(game) == (28, 9, 3, 6)
    assert control(game) == {
        "punjab",
        "karachi",
        "madras",
        "delhi",
        "united_provinces",
        "bihar",
        "west_bengal",
        "east_bengal",
        "calcutta",
        "central_provinces",
        "bombay",
        "madras_presidency",
    }
    assert position["available"] == {
        "troops": 4,
        "sepoys": 6,
        "congress": 3,
        "league": 3,
        "underground": 4,
        "league_bases": 4,
        "revolutionary_bases": 3,
    }
    assert position["out_of_play"] == {"troops": 4, "sepoys": 10, "congress": 5, "league": 5, "underground": 5}
    assert position["jail"] == {"congress": 1, "league": 1, "gandhi": False}
    assert (position["restraint"], position["unity"]) == (3, 3)
    assert position["resources"] == {"raj": 32, "revolutionaries": 5}
    assert position["eligible"] == list(SEATS)
    assert position["campaigns_left"] == 3
    assert here(game, "bombay_bhusawal") == {"strike": True}
    assert here(game, "bombay_presidency")["gandhi"]
    # Markers are only where the rules put them: two Protests, two Unrest, one Strike.
    state = game.state
    assert (state.protests_on_map(), state.unrest_available()) == (2, 9)


def test_punjab_has_a_league_base_at_set_up() -> None:
    """D-90 The Muslim League Base in Punjab: with the four Available it makes the five there are."""
    game = Game.new(scenario="short", seed=SEED)
    assert here(game, "punjab")["league_bases"] == 1
    assert game.position()["available"]["league_bases"] == 4


def test_the_main_scenario_has_its_printed_totals_and_boxes() -> None:
    """2.1 Main: printed totals 24, 4, 2, 3 before Gandhi is placed; every printed box."""
    game = Game.new(scenario="main", seed=SEED)
    position = game.position()
    assert totals(game) == (24, 4, 2, 3)
    assert control(game) == {"punjab", "delhi", "calcutta", "bombay", "east_bengal", "karachi", "madras"}
    assert position["available"] == {
        "troops": 4,
        "sepoys": 12,
        "congress": 6,
        "league": 5,
        "underground": 5,
        "league_bases": 5,
        "revolutionary_bases": 4,
    }
    assert position["out_of_play"] == {"troops": 6, "sepoys": 12, "congress": 6, "league": 6, "underground": 6}
    assert (position["restraint"], position["unity"]) == (4, 3)
    assert position["resources"] == {"raj": 35, "revolutionaries": 8}
    assert position["campaigns_left"] == 4
    assert position["spaces"]["central_india_agency"] == {"sepoys": 1}


def test_in_the_main_scenario_congress_places_gandhi_at_set_up() -> None:
    """2.1 Lastly Congress places Gandhi, an Activist and a Protest in any one space; Control follows."""
    game = Game.new(scenario="main", seed=SEED)
    assert game.decision is not None
    assert (game.decision.seat, game.decision.kind) == ("congress", "setup.gandhi")
    assert keys(game) == set(BOARD.everywhere)
    # No card lies open yet: play begins afterwards (2.2).
    assert "card" not in game.position()
    assert game.view().card is None
    choose(game, "madras")
    assert here(game, "madras") == {
        "level": "passive_support",
        "sepoys": 2,
        "congress": 1,
        "gandhi": True,
        "protest": True,
    }
    assert "madras" not in control(game)
    assert totals(game) == (23, 4, 2, 3)
    assert game.position()["available"]["congress"] == 5
    assert {"card", "next"} <= set(game.position())


def test_gandhi_alone_can_end_raj_control_at_set_up() -> None:
    """2.1, 1.7.1 Control is adjusted, and the log reports it, even where Gandhi's coming alone ends it."""
    game = game_at({"bihar": {"sepoys": 1}}, phase="gandhi_placed")
    changes = choose(game, "bihar")
    assert [change.new for change in changes if change.verb == "control"] == [0]


@pytest.mark.parametrize("scenario", ["short", "main"])
def test_the_totals_in_the_scenario_data_equal_the_sums_over_the_spaces(scenario: str) -> None:
    """2.1 What the scenario file says of totals, boxes and Control is what its spaces give."""
    data = SCENARIOS[scenario]
    position = Game.new(scenario=scenario, seed=SEED).position()
    assert position["totals"] == data["totals"]
    assert set(position["control"]) == set(data["control"])
    assert {piece: count for piece, count in position["available"].items() if count} == data["available"]


def whole_deck(seed: bytes, scenario: str) -> tuple[list[int], Facts]:
    """Return all cards of a new game from top to bottom, the open ones first."""
    state = Game.new(scenario=scenario, seed=seed).state
    return [card for card in (state.card, state.upcoming) if card] + state.deck, state


@pytest.mark.parametrize(("scenario", "campaigns"), [("short", 3), ("main", 4)])
def test_each_part_of_the_deck_holds_a_campaign_card_among_its_last_seven(scenario: str, campaigns: int) -> None:
    """2.1, R-26, D-91 Twelve Events to a Campaign, its card among the last seven; the Viceroy is left over (2.5)."""
    places = set()
    for number in range(40):
        deck, state = whole_deck(number.to_bytes(32, "big"), scenario)
        assert len(deck) == len(set(deck)) == 13 * campaigns
        for part in range(campaigns):
            cards = deck[13 * part : 13 * (part + 1)]
            (at,) = [place for place, card in enumerate(cards) if card in CAMPAIGNS]
            assert at >= 6
            places.add(at)
        used = {BOARD.campaign_cards[card] for card in deck if card in CAMPAIGNS}
        assert len(used) == campaigns
        assert state.viceroy not in used
    assert places == set(range(6, 13))


def test_decks_differ_by_seed_and_are_not_in_the_view() -> None:
    """2.1 Set-aside cards and the order of the deck are seen by no one; the same seed gives the same deck."""
    one, other = b"1" * 32, b"2" * 32
    assert whole_deck(one, "short")[0] == whole_deck(one, "short")[0]
    assert whole_deck(one, "short")[0] != whole_deck(other, "short")[0]
    view = Game.new(scenario="short", seed=one).view()
    assert view.cards_left == 37
    assert not hasattr(view, "deck")


def test_the_top_card_is_played_first_and_the_next_card_is_revealed() -> None:
    """2.2, D-93 The top card is played first, the next lies open on the deck; played cards can be looked through."""
    deck, state = whole_deck(SEED, "short")
    assert (state.card, state.upcoming) == (deck[0], deck[1])
    game = Game.new(scenario="short", seed=SEED)
    while game.position()["card"] == deck[0]:
        choose(game, "pass" if "pass" in keys(game) else "no")
    assert (game.position()["card"], game.position()["next"]) == (deck[1], deck[2])
    assert game.view().played == (deck[0],)


def test_unknown_scenarios_and_seats_are_refused() -> None:
    """2.1 A scenario or seat that does not exist is one clear error."""
    with pytest.raises(BadPosition, match=r"error\.unknown_scenario"):
        Game.new(scenario="long")
    with pytest.raises(BadPosition, match=r"error\.unknown_seat\("):
        Game.new(seats={"japan": "player"})
    with pytest.raises(BadPosition, match=r"error\.unknown_seat_kind"):
        Game.new(seats={"raj": "robot"})

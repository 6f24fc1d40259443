"""The forecast of a Campaign Round equals the Round itself, and discloses nothing hidden."""

from __future__ import annotations

import random

import pytest

from engine import Game
from engine.gandhi.campaign.forecast import foresee_round
from engine.gandhi.facts import add_up
from engine.gandhi.ids import SEATS
from engine.gandhi.state import State
from tests.playing import game_at
from tests.turns import at_random, draw_turn


def test_totals_are_the_sum_of_their_parts() -> None:
    """1.9 Each space adds to a total what the parts say, on boards that random play has led to."""
    for number in range(3):
        game = Game.new("gandhi", "short", seed=bytes([number]) * 32)
        chance = random.Random(number)
        for _ in range(30):
            if game.decision is None:
                break
            for key in draw_turn(game, at_random(chance)):
                game.choose(key)
            state: State = game.state
            for seat in SEATS:
                parts = state.victory_parts(seat)
                assert sum(add_up(shares) for shares in parts.values()) == state.victory_total(seat)
            assert sorted(row.place for row in game.view().victory.values()) == [1, 2, 3, 4]


def test_each_part_of_a_total_names_a_space_its_population_and_its_factor() -> None:
    """1.6.3, 1.9 Active counts twice, a Muslim State's Population twice, a Base one."""
    state = game_at(
        {
            "bihar": {"level": "active_opposition", "unrest": 3},
            "sind": {"muslim_state": True, "level": "passive_opposition"},
            "punjab": {"troops": 2, "level": "passive_support", "underground": 1, "revolutionary_bases": 2},
        }
    ).state
    assert state.victory_parts("congress") == {"opposition": [("sind", 1, 1), ("bihar", 2, 2)]}
    assert state.victory_parts("league") == {"muslim_opposition": [("sind", 1, 1)], "muslim_states": [("sind", 1, 2)]}
    assert state.victory_parts("revolutionaries") == {"unrest": [("bihar", 2, 1)], "bases": [("punjab", 1, 2)]}
    assert state.victory_parts("raj")["support"] == [("punjab", 2, 1)]


def test_the_forecast_of_resources_equals_the_result_of_the_round() -> None:
    """6.2 Earnings, prisoners and Strikes as they come then, where no one has to choose."""
    position = {
        "spaces": {
            "delhi": {"troops": 3},
            "bihar": {"underground": 1, "revolutionary_bases": 1},
            "karachi_lahore": {"congress": 2, "protest": True},
        },
        "jail": {"congress": 3},
        "resources": {"raj": 20, "revolutionaries": 5},
    }
    told = foresee_round(Game.at({**position, "turn": {"seat": "raj", "may": "any"}}, seed=bytes(32)).state)
    assert told.verdict is None
    game = Game.at({**position, "phase": "resources", "card": 75}, seed=bytes(32))
    assert not told.may_choose
    for income in told.incomes:
        assert game.state.resources[income.seat] == income.after == income.before + income.earned - income.paid
        assert income.least == income.after
    assert {income.seat for income in told.incomes} == {"raj", "revolutionaries"}
    assert all(game.state.spaces[railway].strike for railway in told.strikes)
    assert game.decision is not None
    offered = {offer.phase: offer for offer in told.offers}
    spaces = {option.key for option in game.decision.options if option.role == "space"}
    assert game.decision.kind.startswith("imperialism") == ("imperialism" in offered)
    if "imperialism" in offered:
        assert set(offered["imperialism"].spaces) == spaces


def test_the_forecast_names_who_would_win() -> None:
    """6.1, 7.1 A player who passes, and a Non-player Faction, with whom all players lose."""
    names = "bihar punjab united_provinces madras_presidency bombay_presidency central_provinces"
    rows = {name: {"level": "active_opposition"} for name in names.split()}
    verdict = foresee_round(game_at(rows, "raj").state).verdict
    assert verdict is not None
    assert (verdict.ranking[0], verdict.reason, verdict.all_players_lose) == ("congress", "victory", False)
    seats = {"raj": "player", "congress": "arjuna", "league": "player", "revolutionaries": "player"}
    verdict = foresee_round(game_at(rows, "raj", seats=seats).state).verdict
    assert verdict is not None
    assert verdict.all_players_lose


@pytest.mark.parametrize("number", range(2))
def test_the_forecast_changes_nothing_and_does_not_depend_on_hidden_data(number: int) -> None:
    """The state stays as it is, and a game that knows nothing hidden says the same."""
    game = Game.new("gandhi", "short", seed=bytes([number]) * 32)
    chance = random.Random(number)
    for _ in range(12):
        if game.decision is None:
            break
        before = game.digest()
        assert foresee_round(game.state) == foresee_round(game.blind().state)
        assert game.digest() == before
        for key in draw_turn(game, at_random(chance)):
            game.choose(key)

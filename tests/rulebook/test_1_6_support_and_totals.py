"""1.6 Support and Opposition, 1.8 Resources, 1.9 victory markers, 1.11 and 1.12 Unrest and Strike markers."""

from __future__ import annotations

from tests.playing import game_at


def test_a_shift_stops_at_the_last_level() -> None:
    """1.6.1 Five levels; a shift past either end is lost; towards Neutral stops there; Railways have none (1.3.6)."""
    state = game_at({}).state
    assert state.shift_level("bihar", 1)
    assert state.shift_level("bihar", 2)
    assert state.spaces["bihar"].level == 2
    assert not state.shift_level("bihar", 1)
    for level in (1, 0):
        assert state.shift_toward_neutral("bihar")
        assert state.spaces["bihar"].level == level
    assert not state.shift_toward_neutral("bihar")
    assert state.shift_level("bihar", -5)
    assert state.spaces["bihar"].level == -2
    assert state.shift_toward_neutral("bihar")
    assert state.spaces["bihar"].level == -1


def test_active_levels_count_population_twice() -> None:
    """1.6.2, 1.6.3, 1.6.4, D-10, D-11 Active levels count Population twice; Muslim Opposition in Muslim spaces only."""
    state = game_at(
        {
            "bihar": {"level": "active_support"},
            "sind": {"level": "passive_support"},
            "punjab": {"level": "active_opposition"},
            "gujarat": {"level": "passive_opposition"},
            "jammu_and_kashmir": {"level": "passive_opposition"},
        }
    ).state
    assert state.total_support() == 4 + 1
    assert state.total_opposition() == 4 + 1 + 1
    assert state.total_muslim_opposition() == 4 + 1


def test_resources_stay_between_0_and_50() -> None:
    """1.8, R-16 What goes above 50 or below 0 is lost."""
    state = game_at({}, resources={"raj": 45, "revolutionaries": 3}).state
    assert state.earn("raj", 9) == 5
    assert state.resources["raj"] == 50
    assert state.pay("revolutionaries", 5) == 3
    assert state.resources["revolutionaries"] == 0


def test_each_victory_marker_is_the_sum_of_its_parts() -> None:
    """1.9, R-12 Support plus Control; Opposition; Muslim Opposition plus twice Muslim States; Unrest plus Bases."""
    game = game_at(
        {
            "delhi": {"level": "passive_support", "troops": 1, "unrest": 3},
            "bihar": {"sepoys": 1, "level": "passive_opposition", "unrest": 1},
            # A Muslim State counts twice wherever it is; Opposition in a Muslim space counts beside it.
            "united_provinces": {"muslim_state": True},
            "sind": {"muslim_state": True, "level": "active_opposition", "revolutionary_bases": 1},
        }
    )
    assert game.position()["totals"] == {
        "raj": 1 + 1 + 2,
        "congress": 2 + 2,
        "league": 2 + 2 * (2 + 1),
        "revolutionaries": 1 + 2 + 1,
    }
    victory = game.view().victory
    assert (victory["raj"].value, victory["raj"].threshold, victory["raj"].margin) == (4, 38, -34)


def test_unrest_and_strikes_share_one_supply() -> None:
    """1.11, 1.12, R-09 Twelve two-sided markers; with none left nothing is placed."""
    state = game_at({"bihar": {"unrest": 10}, "lahore_delhi": {"strike": True}}).state
    assert state.unrest_available() == 1
    assert state.add_unrest("delhi")
    assert not state.add_unrest("delhi")
    assert not state.add_strike("lahore_peshawar")
    assert state.remove_strike("lahore_delhi")
    assert state.add_strike("lahore_peshawar")


def test_unrest_on_a_railway_is_a_strike() -> None:
    """1.12, R-10 Unrest called for on a Railway is a Strike, at most one; Strikes are on Railways only."""
    state = game_at({}).state
    assert state.add_unrest("lahore_delhi")
    assert state.spaces["lahore_delhi"].strike
    assert state.spaces["lahore_delhi"].unrest == 0
    assert not state.add_unrest("lahore_delhi")
    assert not state.add_strike("delhi")
    assert not state.remove_unrest("lahore_delhi")

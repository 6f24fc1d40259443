"""Karma, Prendere nuovi Lavoratori, Bonus sui tracciati (E-25 to E-27, Q-05, Q-09, Q-10)."""

from __future__ import annotations

import pytest

from engine.rajas.ids import DICE, TURNED, VALUE_OF
from tests.playing import choose, keys, why
from tests.rulebook.rajas.table import dice, pending, player, table


def test_karma_turns_a_die_to_its_opposite_face() -> None:
    """E-25: 1 and 6, 2 and 5, 3 and 4."""
    assert all(VALUE_OF[die] + VALUE_OF[TURNED[die]] == 7 for die in DICE)


def test_karma_stays_between_zero_and_three() -> None:
    """E-25, Q-09: never below 0 or above 3; what goes beyond is lost."""
    game = table({"lotus": {"dice": ["blue:3"], "karma": 2}})
    choose(game, "chamber:yogi", "take:blue")
    assert player(game).karma == 3
    game = table({"lotus": {"dice": ["blue:4"], "karma": 0}})
    assert why(game, "chamber:yogi") == "why.rajas.no_die_showing costs"
    choose(game, "chamber:raja")
    assert pending(game).kind == "upgrade"
    with pytest.raises(ValueError, match="no karma"):
        game.state.turn_die("lotus", "blue:4")


def test_an_upgrade_is_lost_when_every_kind_is_at_four() -> None:
    """Q-09: with every kind at 4 an upgrade is lost, and money stays on its track."""
    best = dict.fromkeys(("temple", "palace", "fort", "mill"), 2)
    game = table({"lotus": {"dice": ["blue:4"], "upgrades": best, "money": 119, "bonus": 4}})
    choose(game, "chamber:raja")
    assert player(game).money == 120
    game = table({"lotus": {"dice": ["blue:4"], "upgrades": {"temple": 2}}})
    choose(game, "chamber:raja")
    assert keys(game) == {"upgrade:palace", "upgrade:fort", "upgrade:mill"}
    assert why(game, "upgrade:temple") == "why.rajas.highest_value quarry"


def test_each_track_and_the_bridge_give_a_worker() -> None:
    """E-26: fame 15, money 20 and the bridge, reached or passed, bring a worker who may act in this round."""
    game = table({"lotus": {"dice": ["blue:1"], "fame": 14}})
    choose(game, "chamber:great_mogul")
    assert (player(game).active, player(game).waiting) == (4, ["money", "river"])
    assert game.state.workers_left("lotus") == 3
    game = table({"lotus": {"money": 18}})
    choose(game, "veranda")
    assert player(game).active == 4
    game = table({"lotus": {"dice": ["blue:1"], "boat": 20, "karma": 0}})
    choose(game, "harbour")
    assert (player(game).active, player(game).waiting) == (4, ["fame", "money"])
    game = table({"lotus": {"dice": ["blue:1"], "boat": 19, "karma": 0}})
    choose(game, "harbour")
    assert player(game).active == 3


def test_a_player_gains_only_two_of_the_three_waiting_workers() -> None:
    """E-26: two of the three, and the third is gone. None is lost when coins are paid."""
    game = table({"lotus": {"money": 18, "active": 4, "waiting": ["money", "river"]}})
    choose(game, "veranda")
    assert (player(game).active, player(game).waiting) == (5, [])
    rows = {"lotus": {"money": 20, "active": 4, "waiting": ["fame", "river"], "dice": ["orange:4"]}}
    game = table(rows, tops={"orange:snake": "orange_05"})
    choose(game, "quarry")
    assert (player(game).money, player(game).active) == (19, 4)


def test_of_two_workers_reached_at_once_the_one_of_the_fame_track_comes_first() -> None:
    """Q-10: of two that are reached at once, that of the fame track comes first."""
    row: dict[str, object] = {"money": 19, "fame": 14, "active": 4, "waiting": ["fame", "money"], "karma": 0}
    game = table(
        {"lotus": {**row, "dice": ["orange:5", "orange:3"]}},
        tops={"orange:tiger": "orange_16", "orange:cow": "orange_10"},
    )
    choose(game, "quarry", "tile:orange:cow", "die:orange:5", "square:b1")
    assert (player(game).active, player(game).waiting) == (5, [])
    gone = [change.origin for step in game.steps for change in step.changes if change.verb == "worker_gone"]
    assert gone == ["money"]


def test_each_bonus_of_the_fame_track_is_gained_when_passed() -> None:
    """E-27: 5 an upgrade, 24 two levels of karma, 31 the next river space with its reward."""
    game = table({"lotus": {"dice": ["blue:1"], "fame": 4}})
    choose(game, "chamber:great_mogul", "upgrade:fort")
    assert player(game).building_value("fort") == 3
    game = table({"lotus": {"dice": ["blue:1"], "fame": 22}})
    choose(game, "chamber:great_mogul")
    assert player(game).karma == 3
    game = table({"lotus": {"dice": ["blue:1"], "fame": 30, "boat": 3}, "peacock": {"boat": 4}})
    choose(game, "chamber:great_mogul", "upgrade:fort")
    assert player(game).boat == 5


def test_each_bonus_of_the_money_track_is_gained_once() -> None:
    """E-27: 12 and 44 the next river space, 33 and 55 two dice, each once, though money goes back and comes again."""
    game = table({"lotus": {"money": 11}})
    choose(game, "veranda")
    assert (player(game).boat, player(game).bonus) == (1, 1)
    assert player(game).money == 11 + 2 + 3
    game = table({"lotus": {"money": 11, "bonus": 1}})
    choose(game, "veranda")
    assert (player(game).boat, player(game).bonus, player(game).money) == (0, 1, 13)
    game = table({"lotus": {"money": 32}})
    choose(game, "veranda", "take:blue", "take:blue")
    assert (len(dice(game)), player(game).bonus) == (2, 2)
    game = table({"lotus": {"money": 43}})
    choose(game, "veranda")
    assert (player(game).boat, player(game).bonus) == (1, 3)
    game = table({"lotus": {"money": 54}})
    choose(game, "veranda", "take:blue", "take:green")
    assert player(game).bonus == 4
    assert game.view().players["lotus"].bonus == 0


def test_a_bonus_is_gained_only_on_its_own_track() -> None:
    """E-27: passing a space beside which the other track has a bonus gives nothing."""
    game = table({"lotus": {"dice": ["blue:1"], "fame": 11}})
    choose(game, "chamber:great_mogul")
    assert (player(game).fame, player(game).boat, player(game).bonus) == (13, 0, 0)


def test_two_bonuses_reached_at_once_come_in_order() -> None:
    """Q-05: they come in order, and what they bring may bring more."""
    province = {
        "b1": {"tile": "orange_15", "roads": "ESW"},
        "d1": {"tile": "purple_15", "roads": "ESW"},
        "c2": {"tile": "blue_15", "roads": "NEW"},
    }
    game = table({"lotus": {"money": 11, "province": province, "boat": 6}, "peacock": {"boat": 7}})
    choose(game, "market:assorted")
    # 9 coins pass the bonus at 12, and the Chamber there brings no coins by itself.
    assert (player(game).money, player(game).boat, player(game).bonus) == (20, 8, 1)
    choose(game, "chamber:dancer", "take:blue", "take:green")
    game = table({"lotus": {"money": 10, "boat": 15, "karma": 0}})
    choose(game, "veranda")
    assert (player(game).boat, player(game).money) == (16, 10 + 2 + 7)
    best = {"temple": 2, "fort": 2}
    row = {"money": 1, "fame": 23, "dice": ["orange:4", "orange:4"], "karma": 0, "boat": 15, "upgrades": best}
    game = table({"lotus": row}, tops={"orange:tiger": "orange_11", "orange:cow": "orange_10"})
    choose(game, "quarry", "tile:orange:tiger", "square:b1", "roads:es")
    # Two buildings at 4 pass both 24 and 31; the river space that follows brings 7 coins.
    assert (player(game).fame, player(game).karma, player(game).boat, player(game).money) == (31, 2, 16, 7)

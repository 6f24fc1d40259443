"""III. Azione Palazzo (E-13 to E-19, E-28, E-31, Q-04, Q-13)."""

from __future__ import annotations

from typing import Any

from engine.rajas.ids import COLOURS
from tests.playing import choose, keys, why
from tests.rulebook.rajas.table import dice, pending, player, table


def test_the_veranda_gives_two_coins_and_rolls_dice_again() -> None:
    """E-13: free, 2 coins, and any number of own dice are rolled again, all at once."""
    game = table({"lotus": {"dice": ["blue:1", "blue:1", "green:6"]}})
    choose(game, "veranda")
    assert player(game).money == 2
    assert keys(game) == {"reroll:done", "reroll:blue:1", "reroll:green:6"}
    assert pending(game).remaining == 3
    choose(game, "reroll:blue:1")
    assert dice(game) == ["blue:1", "blue:1", "green:6"]
    choose(game, "reroll:blue:1", "reroll:done")
    rolled = [change for change in game.steps[0].changes if change.verb == "reroll"]
    assert [(change.piece, change.old) for change in rolled] == [("blue", 1), ("blue", 1)]
    assert "green:6" in dice(game)
    assert len(dice(game)) == 3


def test_a_player_on_the_veranda_need_not_roll_dice_again() -> None:
    """E-13: nothing need be rolled."""
    game = table({"lotus": {"dice": ["blue:1"]}})
    choose(game, "veranda", "reroll:done")
    assert dice(game) == ["blue:1"]


def test_the_terrace_gives_an_orange_die() -> None:
    """E-14, Leila: one orange die, rolled, on a free hand."""
    game = table()
    choose(game, "terrace:orange")
    assert [die.partition(":")[0] for die in dice(game)] == ["orange"]


def test_the_gallery_exchanges_a_blue_die_for_two_orange_ones() -> None:
    """E-15, Rajesh: a blue die of any value for two orange ones. Karma is of no use there."""
    game = table({"lotus": {"dice": ["blue:2", "blue:5", "green:1"]}})
    choose(game, "gallery:blue")
    assert keys(game) == {"die:blue:2", "die:blue:5"}
    assert pending(game).default == "die:blue:2"
    choose(game, "die:blue:2")
    assert [die.partition(":")[0] for die in dice(game)] == ["orange", "orange", "blue", "green"]
    assert why(table({"lotus": {"dice": ["blue:2"]}}), "gallery:orange") == "why.rajas.no_die costs"


def test_the_great_mogul_gives_fame_and_the_first_turn_of_the_next_round() -> None:
    """E-16, E-28: a die of 1 for 2 fame, and the first turn of the next round."""
    game = table({"lotus": {"dice": ["blue:1"]}})
    choose(game, "chamber:great_mogul")
    assert player(game).fame == 2
    assert game.view().next_first == "lotus"


def test_the_dancer_gives_two_dice_and_a_white_reward_for_a_die_of_two() -> None:
    """E-16: a die of 2 for two dice of any colours and the reward of a white tile, which is discarded."""
    game = table({"lotus": {"dice": ["blue:2"]}})
    choose(game, "chamber:dancer", "take:green", "take:green")
    while game.step_number == 0:
        choose(game, pending(game).options[0].key)
    view = game.view()
    assert (view.white_left, len(view.white_spent)) == (7, 1)
    assert sum(die.startswith("green") for die in dice(game)) >= 2


def test_the_discards_are_shuffled_into_an_empty_white_pile() -> None:
    """E-16: when the pile is empty, the discards are shuffled."""
    white = ["white_die", "white_coins_3", "white_upgrade", "white_karma"] * 2
    game = table({"lotus": {"dice": ["blue:2"]}}, white_spent=white)
    assert game.view().white_left == 0
    choose(game, "chamber:dancer", "take:green", "take:green")
    while game.step_number == 0:
        choose(game, pending(game).options[0].key)
    assert (game.view().white_left, len(game.view().white_spent)) == (7, 1)


def test_the_yogi_gives_karma_and_a_die_for_a_die_of_three() -> None:
    """E-16: a die of 3 for 2 levels of karma and one die of any colour."""
    game = table({"lotus": {"dice": ["blue:3"], "karma": 0}})
    choose(game, "chamber:yogi", "take:purple")
    assert (player(game).karma, len(dice(game))) == (2, 1)


def test_the_raja_gives_an_upgrade_and_coins_for_a_die_of_four() -> None:
    """E-16: a die of 4 for an upgrade and 3 coins."""
    game = table({"lotus": {"dice": ["blue:4"]}})
    choose(game, "chamber:raja", "upgrade:mill")
    assert (player(game).building_value("mill"), player(game).money) == (3, 3)


def test_the_portuguese_take_the_boat_six_free_spaces_ahead_for_a_die_of_six() -> None:
    """E-16, E-19: a die of 6 takes the boat exactly 6 free spaces on; other boats are not counted."""
    game = table({"lotus": {"dice": ["blue:6"], "boat": 1}, "peacock": {"boat": 3}})
    choose(game, "chamber:portuguese")
    assert player(game).boat == 8


def test_a_chamber_needs_a_die_of_its_value() -> None:
    """Le Camere: the exact value, of any colour; karma may turn a die to it."""
    game = table({"lotus": {"dice": ["blue:3"], "karma": 0}})
    assert "chamber:yogi" in keys(game)
    assert why(game, "chamber:raja") == "why.rajas.no_die_showing costs"
    game = table({"lotus": {"dice": ["blue:3"], "karma": 1}})
    choose(game, "chamber:raja", "upgrade:fort")
    assert (player(game).karma, dice(game)) == (0, [])


BELOW = {"c2": {"tile": "orange_05", "roads": "NEW"}}


def builder(**row: Any) -> dict[str, Any]:
    """Return a player with an orange 4 in the province, who may go to the Master Builder."""
    return {"lotus": {"province": BELOW, "dice": ["purple:2", "green:5"], "karma": 0, "fame": 8, **row}}


DEARER = {"purple:cow": "purple_07", "purple:snake": "purple_01", "purple:tiger": "purple_16"}
"""Of these only the first can be paid for with little."""


def test_the_master_builder_takes_the_difference_in_the_colour_of_the_new_tile() -> None:
    """E-17, Q-04, Leila: a purple 6 on an orange 4 takes a purple die of at least 2; the new tile scores."""
    game = table(builder(), tops=DEARER)
    choose(game, "chamber:master_builder")
    assert pending(game).kind == "roads"
    assert keys(game) == {"roads:ne", "roads:nw"}
    assert dice(game) == []
    choose(game, "roads:ne")
    assert (player(game).fame, player(game).money) == (10, 1)
    here = player(game).province["c2"]
    assert (here.tile, here.covered) == ("purple_07", "orange_05")
    game = table(builder(dice=["purple:1", "green:5"]), tops=DEARER)
    assert why(game, "chamber:master_builder") == "why.rajas.no_dearer_tile palace"


def test_the_die_for_the_master_builder_cannot_also_pay_for_the_tile() -> None:
    """E-17: a purple 5 that goes to the Builder is not there for the difference."""
    game = table(builder(dice=["purple:5"]), tops=DEARER)
    assert why(game, "chamber:master_builder") == "why.rajas.no_dearer_tile palace"
    game = table(builder(dice=["purple:5", "green:5"]), tops={**DEARER, "green:cow": "green_06"})
    choose(game, "chamber:master_builder")
    assert keys(game) == {"die:purple:5", "die:green:5"}
    choose(game, "die:green:5")
    assert pending(game).kind == "roads"
    assert dice(game) == []


def test_the_master_builder_covers_no_square_twice() -> None:
    """E-18: no square twice; closed without a tile or without a 5."""
    assert why(table({"lotus": {"dice": ["blue:5"]}}), "chamber:master_builder") == "why.rajas.nothing_to_cover palace"
    game = table(builder(dice=["purple:6"]), tops=DEARER)
    assert why(game, "chamber:master_builder") == "why.rajas.no_die_showing costs"
    covered = {"c2": {"tile": "orange_05", "roads": "NEW", "covered": "blue_01"}}
    game = table(builder(province=covered), tops=DEARER)
    assert why(game, "chamber:master_builder") == "why.rajas.nothing_to_cover palace"


def test_the_master_builder_gains_no_yield_a_second_time() -> None:
    """E-18, Q-04: a yield already joined pays no more, but one joined for the first time does."""
    province = {
        "b1": {"tile": "blue_03", "roads": "EW"},
        "a1": {"tile": "orange_05", "roads": "ESW"},
        "c2": {"tile": "green_16", "roads": "NEW"},
    }
    for joined, money in (([], 3), (["left1"], 0)):
        rows = builder(province=province, joined=joined, dice=["purple:1", "green:5"])
        game = table(rows, tops={"purple:cow": "purple_06", "purple:snake": "purple_05", "purple:tiger": "purple_16"})
        choose(game, "chamber:master_builder", "square:a1", "roads:esw")
        assert player(game).money == money
        assert player(game).joined == ["left1"]


def test_a_tile_that_replaces_another_keeps_the_roads_that_others_need() -> None:
    """E-18: where other tiles depend on a tile, the new one has the roads that they need."""
    province = {
        "b1": {"tile": "blue_01", "roads": "ES"},
        "c2": {"tile": "orange_05", "roads": "NES"},
        "c3": {"tile": "green_03", "roads": "NS"},
    }
    game = table(builder(province=province, dice=["purple:4", "green:5"]), tops=DEARER)
    choose(game, "chamber:master_builder")
    assert keys(game) == {"square:b1", "square:c3"}
    assert why(game, "square:c2") == "why.rajas.no_dearer_tile palace"
    choose(game, "square:c3")
    assert keys(game) == {"roads:ne", "roads:nw"}


def test_the_portuguese_are_closed_on_the_last_six_spaces() -> None:
    """E-19: closed on the last six spaces of the river."""
    assert "chamber:portuguese" in keys(table({"lotus": {"dice": ["blue:6"], "boat": 24}}))
    game = table({"lotus": {"dice": ["blue:6"], "boat": 25}})
    assert why(game, "chamber:portuguese") == "why.rajas.not_six_spaces palace"


def test_the_portuguese_are_closed_without_six_free_spaces_ahead() -> None:
    """Q-13: six spaces before the end, but another boat on one of them: no six free spaces are left."""
    game = table({"lotus": {"dice": ["blue:6"], "boat": 24}, "peacock": {"boat": 27}})
    assert why(game, "chamber:portuguese") == "why.rajas.not_six_spaces palace"


def test_a_player_holds_at_most_ten_dice() -> None:
    """E-31: with all hands full fewer dice are taken, or some are given back first."""
    full = [f"{colour}:{value}" for colour in ("blue", "green") for value in (2, 3, 4, 5, 6)]
    game = table({"lotus": {"dice": full}})
    choose(game, "terrace:orange")
    assert pending(game).kind == "make_room"
    choose(game, "take_fewer")
    assert dice(game) == full
    game = table({"lotus": {"dice": full}})
    choose(game, "terrace:orange", "return:blue:2")
    assert len(dice(game)) == 10
    assert dice(game)[0].startswith("orange")


def test_a_player_with_the_navaratnas_holds_at_most_eight_dice() -> None:
    """E-31: eight dice with the Navaratnas."""
    eight = [f"{colour}:{value}" for colour in ("blue", "green") for value in (2, 3, 4, 5)]
    game = table({"lotus": {"dice": eight}}, scenario="navaratnas")
    choose(game, "terrace:orange")
    assert pending(game).kind == "make_room"


def test_a_player_receives_no_die_of_a_colour_that_the_reserve_lacks() -> None:
    """E-31: no die of a colour that the reserve does not have."""
    players = {seat: {"dice": ["orange:6"] * 6} for seat in ("lotus", "peacock")}
    game = table(players)
    choose(game, "terrace:orange")
    assert len(dice(game)) == 6
    game = table({**players, "lotus": {"dice": ["orange:6"] * 6 + ["blue:3"]}})
    choose(game, "chamber:yogi")
    assert keys(game) == {f"take:{colour}" for colour in COLOURS[1:]}
    assert why(game, "take:orange") == "why.rajas.none_in_reserve dice"


def test_dice_are_given_up_only_for_dice_in_the_reserve() -> None:
    """Q-16: with all twelve orange dice on Kalis none is received, and no one need make room for it."""
    game = table({"lotus": {"dice": ["orange:6"] * 10}, "peacock": {"dice": ["orange:6"] * 2}})
    choose(game, "terrace:orange")
    assert pending(game).seat == "peacock"
    assert dice(game) == ["orange:6"] * 10

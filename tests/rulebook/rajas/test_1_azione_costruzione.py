"""I. Azione Costruzione, La Plancia Provincia, I miglioramenti degli edifici (E-03 to E-09, Q-06)."""

from __future__ import annotations

from tests.playing import choose, costs, keys, why
from tests.rulebook.rajas.table import CORNER, RIGHT_CORNER, dice, pending, player, table


def test_paying_more_than_the_cost_is_allowed() -> None:
    """E-03: blue 7 for a blue 3 and a blue 5."""
    game = table({"lotus": {"money": 1, "dice": ["blue:3", "blue:5"], "karma": 0}}, tops={"blue:cow": "blue_09"})
    choose(game, "quarry", "tile:blue:cow", "die:blue:3", "square:c2")
    assert pending(game).kind == "roads"
    assert dice(game) == []


def test_the_cheapest_quarry_space_costs_one_coin() -> None:
    """E-04, Rajesh: one coin, two orange dice, and the orange 9 joins a road."""
    game = table(
        {"lotus": {"money": 5, "dice": ["orange:4", "orange:5", "green:6"], "karma": 0}},
        tops={"orange:tiger": "orange_12"},
    )
    assert costs(game)["quarry"] == 1
    choose(game, "quarry", "tile:orange:tiger", "die:orange:4", "square:b1")
    assert player(game).money == 4
    assert dice(game) == ["green:6"]
    assert player(game).province["b1"].tile == "orange_12"
    assert player(game).fame == 4
    assert "lotus" in game.state.workers.values()


def test_a_corner_tile_pays_both_yields() -> None:
    """E-05, Leila, Q-06: a tee in the left corner joins both yields, which pay after the tile; she picks the order."""
    game = table(
        {"lotus": {"money": 1, "dice": ["orange:4"], "karma": 0, "province": CORNER}},
        tops={"orange:snake": "orange_05"},
    )
    choose(game, "quarry", "square:a3", "roads:esw")
    assert player(game).money == 2
    assert keys(game) == {"yield:left3", "yield:corner_left"}
    choose(game, "yield:left3")
    assert player(game).money == 7
    choose(game, "take:purple")
    assert len(dice(game)) == 1
    assert player(game).joined == ["left3", "corner_left"]


def test_a_tile_that_joins_no_yield_pays_none() -> None:
    """E-06."""
    game = table({"lotus": {"money": 1, "dice": ["orange:4"], "karma": 0}}, tops={"orange:snake": "orange_05"})
    choose(game, "quarry", "square:c2", "roads:new")
    assert (player(game).money, player(game).joined, dice(game)) == (2, [], [])


def test_each_building_on_a_tile_pays_two_fame_at_its_first_level() -> None:
    """E-07: one building 2 fame, two buildings 4."""
    for tile, fame in (("orange_06", 2), ("orange_11", 4)):
        stack = "orange:cow" if fame == 2 else "orange:tiger"
        game = table(
            {"lotus": {"money": 1, "dice": ["orange:5", "orange:5"], "karma": 0, "fame": 8}}, tops={stack: tile}
        )
        choose(game, "quarry", f"tile:{stack}")
        while game.step_number == 0:
            choose(game, pending(game).options[0].key)
        assert player(game).fame == 8 + fame


def test_a_tile_with_temple_and_mill_pays_by_the_levels_of_both() -> None:
    """E-08, Leila: 5 fame, then the two yields of the corner: a die of any colour and an upgrade."""
    game = table(
        {
            "lotus": {
                "money": 1,
                "fame": 10,
                "dice": ["purple:5", "purple:5"],
                "karma": 0,
                "upgrades": {"mill": 1},
                "province": RIGHT_CORNER,
            }
        },
        tops={"purple:tiger": "purple_14"},
    )
    choose(game, "quarry", "tile:purple:tiger", "square:e3", "roads:esw")
    assert player(game).fame == 15
    choose(game, "yield:corner_right", "take:blue", "upgrade:fort")
    assert player(game).upgrades == {"temple": 0, "palace": 0, "fort": 1, "mill": 1}
    assert [die.partition(":")[0] for die in dice(game)] == ["blue"]


def test_an_upgrade_does_not_count_for_the_tile_that_brings_it() -> None:
    """E-09: nothing is scored again; the upgrade of fame 5 does not count for the tile that brought it."""
    game = table({"lotus": {"money": 1, "fame": 4, "dice": ["orange:5"], "karma": 0}}, tops={"orange:cow": "orange_06"})
    choose(game, "quarry", "tile:orange:cow", "square:c2", "roads:new")
    assert player(game).fame == 6
    choose(game, "upgrade:fort")
    assert player(game).fame == 6
    assert player(game).building_value("fort") == 3


def test_an_upgrade_does_not_count_for_another_tile_of_the_same_turn() -> None:
    """E-09: the upgrade of fame 5 counts from the next turn, even when the Master Builder comes within this one."""
    province = {**RIGHT_CORNER, "d3": {"tile": "green_09", "roads": "ESW"}}
    row = {"money": 1, "fame": 3, "boat": 7, "dice": ["orange:3", "orange:5"], "karma": 0, "province": province}
    game = table(
        {"lotus": row}, tops={"orange:snake": "orange_03", "orange:cow": "orange_06", "orange:tiger": "orange_16"}
    )
    choose(game, "quarry", "tile:orange:snake", "die:orange:3", "square:d4", "upgrade:fort")
    assert player(game).fame == 5
    choose(game, "chamber:master_builder", "square:c2")
    while pending(game).seat == "lotus":
        choose(game, pending(game).options[0].key)
    assert player(game).province["c2"].covered == "purple_03"
    assert player(game).fame == 5 + 2
    assert player(game).building_value("fort") == 3


def test_a_road_must_lead_to_the_residence() -> None:
    """La Plancia Provincia: squares without a road to them are closed; neighbours may be cut off."""
    game = table(
        {"lotus": {"money": 1, "dice": ["orange:4"], "karma": 0, "province": CORNER}},
        tops={"orange:snake": "orange_05"},
    )
    choose(game, "quarry")
    assert keys(game) == {"square:b1", "square:d1", "square:a3"}
    assert why(game, "square:e1") == "why.rajas.no_road province"
    choose(game, "square:b1")
    assert keys(game) == {"roads:nes", "roads:new", "roads:esw"}
    assert why(game, "roads:nsw") == "why.rajas.not_joined province"
    choose(game, "roads:nes")
    assert player(game).province["b1"].roads == 7


def test_the_quarry_costs_more_with_each_worker_until_it_is_full() -> None:
    """Cava: the next space is always the first free one, and it costs more and more."""
    rows = {"lotus": {"money": 9, "dice": ["orange:6", "orange:6"]}, "peacock": {}}
    for taken, cost in enumerate((1, 2, 3, 4)):
        workers = {f"quarry:{number}": ("lotus", "peacock")[number % 2] for number in range(1, taken + 1)}
        game = table(rows, workers=workers, tops={"orange:snake": "orange_05"})
        assert costs(game)["quarry"] == cost
    workers = {f"quarry:{number}": ("lotus", "peacock")[number % 2] for number in range(1, 5)}
    assert why(table(rows, workers=workers), "quarry") == "why.rajas.space_taken costs"


def test_the_quarry_is_closed_without_coins_or_dice() -> None:
    """Costi: too few coins, or dice that pay for none of the tiles, close the space."""
    assert why(table({"lotus": {"dice": ["orange:6"]}}), "quarry") == "why.rajas.too_few_coins costs"
    assert why(table({"lotus": {"money": 3, "dice": []}}), "quarry") == "why.rajas.no_tile quarry"
    game = table(
        {"lotus": {"money": 1, "dice": ["orange:1", "orange:4"], "karma": 0}},
        tops={"orange:snake": "orange_05", "orange:cow": "orange_06", "orange:tiger": "orange_16"},
    )
    choose(game, "quarry")
    assert keys(game) == {"tile:orange:snake", "tile:orange:cow"}
    assert why(game, "tile:orange:tiger") == "why.rajas.too_few_pips costs"


def test_a_payment_leaves_enough_dice_for_the_rest_of_the_price() -> None:
    """Cava: a die that would leave too little is closed, and the usual payment is the cheapest."""
    game = table(
        {"lotus": {"money": 1, "dice": ["orange:1", "orange:3", "orange:5", "orange:6"], "karma": 1}},
        tops={"orange:tiger": "orange_14"},
    )
    choose(game, "quarry", "tile:orange:tiger")
    assert pending(game).default == "die:orange:6"
    choose(game, "die:orange:6")
    assert pending(game).default == "die:orange:3"
    assert {"die:orange:1", "die:orange:3", "flip:orange:3"} < keys(game)
    choose(game, "flip:orange:3")
    assert player(game).karma == 0
    assert pending(game).kind == "square"
    assert dice(game) == ["orange:1", "orange:5"]
    game = table(
        {"lotus": {"money": 1, "dice": ["orange:1", "orange:6"], "karma": 1}}, tops={"orange:tiger": "orange_14"}
    )
    choose(game, "quarry", "tile:orange:tiger")
    assert keys(game) == {"flip:orange:1", "die:orange:6"}
    assert why(game, "die:orange:1") == "why.rajas.too_little_left costs"

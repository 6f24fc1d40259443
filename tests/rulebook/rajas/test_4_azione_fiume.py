"""IV. Azione Fiume, Il modulo Ganga (E-20 to E-24, E-34, Q-03)."""

from __future__ import annotations

from typing import Any

import pytest

from engine import Game
from engine.core.errors import BadPosition
from engine.rajas.board import BOARD
from engine.rajas.ids import FREE_CHAMBERS
from tests.playing import SEED, choose, costs, keys, why
from tests.rulebook.rajas.table import MARKETS, dice, pending, player, table


def sail_to(space: int, row: dict[str, Any] | None = None, **more: Any) -> Game:
    """Return a game in which a player has just sailed one space, onto this one."""
    game = table({"lotus": {"dice": ["blue:1"], "boat": space - 1, "karma": 0, **(row or {})}}, **more)
    choose(game, "harbour")
    return game


def test_a_boat_sails_up_to_the_value_of_its_die() -> None:
    """E-20, Q-03: 1 sails exactly 1, 2 sails 1 or 2, 3 sails 1 to 3 spaces; no one stays where they are."""
    for value, spaces in ((2, {"river:10", "river:11"}), (3, {"river:10", "river:11", "river:12"})):
        game = table({"lotus": {"dice": [f"blue:{value}"], "boat": 9, "karma": 0}})
        choose(game, "harbour")
        assert keys(game) == spaces
    assert player(sail_to(10)).boat == 10


def test_dice_of_four_to_six_need_karma_to_sail() -> None:
    """E-20: dice of 4 to 6 are of no use, unless karma turns them over."""
    assert why(table({"lotus": {"dice": ["blue:4", "green:6"], "karma": 0}}), "harbour") == "why.rajas.no_die costs"
    game = table({"lotus": {"dice": ["blue:4", "green:6"], "karma": 1, "boat": 2}})
    choose(game, "harbour")
    assert keys(game) == {"flip:blue:4", "flip:green:6"}
    choose(game, "flip:green:6")
    assert (player(game).boat, player(game).karma) == (3, 0)


def test_a_sailing_boat_skips_spaces_with_other_boats() -> None:
    """E-21, Leila: the second worker pays a coin; a die of 2 takes her past a boat; her mills go from 3 to 4."""
    game = table(
        {
            "lotus": {"money": 1, "dice": ["blue:2"], "boat": 2, "karma": 0, "upgrades": {"mill": 1}},
            "peacock": {"boat": 4},
        },
        workers={"harbour:1": "peacock"},
    )
    assert costs(game)["harbour"] == 1
    choose(game, "harbour")
    assert keys(game) == {"river:3", "river:5"}
    assert why(game, "river:4") == "why.rajas.boat_there river"
    choose(game, "river:5", "upgrade:mill")
    assert player(game).building_value("mill") == 4
    assert (player(game).money, player(game).boat) == (0, 5)


def test_boats_share_only_the_first_and_last_river_space() -> None:
    """E-22: any number of boats at the start and on the last space, one anywhere else."""
    last = BOARD.river_last
    game = table({"lotus": {"dice": ["blue:1"], "boat": last - 1, "karma": 0}, "peacock": {"boat": last}})
    choose(game, "harbour")
    assert player(game).boat == last
    game = table({"lotus": {"boat": last, "dice": ["blue:1"]}})
    assert why(game, "harbour") == "why.rajas.river_ended river"
    with pytest.raises(BadPosition):
        table({"lotus": {"boat": 7}, "peacock": {"boat": 7}})


@pytest.mark.parametrize("karma", [0, 1, 2, 3])
def test_a_river_space_gives_a_die_for_each_level_of_karma(karma: int) -> None:
    """E-23: a die of the colour shown for each level of karma."""
    game = sail_to(6, {"karma": karma})
    assert [die.partition(":")[0] for die in dice(game)] == ["orange"] * karma


def test_a_river_space_gives_an_upgrade() -> None:
    """E-23: the temple from 2 to 3."""
    game = sail_to(5)
    choose(game, "upgrade:temple")
    assert player(game).building_value("temple") == 3


SILK = {
    "b1": {"tile": "orange_01", "roads": "ES"},
    "d1": {"tile": "green_01", "roads": "SW"},
    "c2": {"tile": "blue_04", "roads": "NS"},
    "c3": {"tile": "blue_09", "roads": "NES"},
}


def test_a_river_space_gives_a_coin_for_each_market() -> None:
    """E-23: 5 markets are 5 coins."""
    five = {**MARKETS, "c3": {"tile": "blue_10", "roads": "NS"}}
    assert player(sail_to(9, {"province": five})).money == 5


def test_a_river_space_sells_one_good_up_to_its_limit() -> None:
    """E-23: all four markets of silk count where the limit is 4, two where it is 2."""
    assert player(sail_to(28, {"province": SILK})).money == 2 + 2 + 2 + 3
    assert player(sail_to(11, {"province": SILK})).money == 5


def test_river_spaces_give_fame_or_coins_for_upgrades_and_karma() -> None:
    """E-23: 3 upgrades are 3 fame or 6 coins; karma 2 is 4 fame."""
    upgrades = {"upgrades": {"temple": 2, "fort": 1}}
    assert player(sail_to(27, upgrades)).fame == 3
    assert player(sail_to(22, upgrades)).money == 6
    assert player(sail_to(29, {"karma": 2})).fame == 4


def test_river_spaces_give_their_printed_rewards() -> None:
    """E-23: coins, karma, fame, dice of any colours, an assorted count."""
    assert player(sail_to(1)).money == 3
    assert player(sail_to(2)).karma == 2
    assert player(sail_to(4)).fame == 2
    game = sail_to(3)
    choose(game, "take:blue", "take:green")
    assert [die.partition(":")[0] for die in dice(game)] == ["blue", "green"]
    assert player(sail_to(17, {"province": MARKETS})).money == 5


def test_a_river_space_gives_a_chamber_without_a_die() -> None:
    """E-24: one Chamber of choice but the Great Mogul's, without a die, even if someone is there."""
    game = sail_to(8, workers={"chamber:raja": "peacock", "chamber:yogi": "peacock"})
    assert keys(game) == {f"chamber:{chamber}" for chamber in FREE_CHAMBERS if chamber != "master_builder"}
    assert why(game, "chamber:master_builder") == "why.rajas.nothing_to_cover palace"
    choose(game, "chamber:raja", "upgrade:fort")
    assert player(game).money == 3
    assert game.view().slots["chamber:raja"].seat == "peacock"


def test_river_tiles_lie_one_die_roll_apart() -> None:
    """E-34: tiles lie a die's roll apart, face up, the last space is never covered; with a roll of 2 space 2 is."""
    second = False
    for number in range(30):
        game = Game.new("rajas", seed=bytes([number]) * 32, options={"ganga": True})
        laid = [space for space, tile in enumerate(game.view().river, 1) if tile]
        assert BOARD.river_last not in laid
        assert all(1 <= after - before <= 6 for before, after in zip([0, *laid], laid, strict=False))
        assert len(laid) <= 8
        second = second or laid[0] == 2
    assert second
    assert BOARD.river[1].kind == "karma"
    assert BOARD.river[1].amount == 2
    assert not any(Game.new("rajas", seed=SEED).view().river)


def test_a_river_tile_gives_a_die_for_each_level_of_karma() -> None:
    """E-34: karma 3 is three dice of the same or different colours."""
    game = sail_to(2, {"karma": 3}, river={"2": "karma_dice"}, ganga=True)
    choose(game, "take:blue", "take:blue", "take:orange")
    assert [die.partition(":")[0] for die in dice(game)] == ["orange", "blue", "blue"]
    assert player(game).karma == 3


def test_river_tiles_give_dice_chambers_and_further_spaces() -> None:
    """Ganga: a die of each colour shown, the Chamber shown, and up to 3 free spaces on with the reward there."""
    game = sail_to(2, river={"2": "orange_purple_blue"}, ganga=True)
    assert [die.partition(":")[0] for die in dice(game)] == ["orange", "purple", "blue"]
    game = sail_to(2, river={"2": "raja"}, ganga=True)
    choose(game, "upgrade:mill")
    assert player(game).money == 3
    game = sail_to(2, river={"2": "advance"}, ganga=True)
    assert keys(game) == {"river:3", "river:4", "river:5"}
    choose(game, "river:4")
    assert (player(game).boat, player(game).fame) == (4, 2)
    assert pending(game).seat == "peacock"

"""Variante Navaratnas (E-32, E-33, Q-12, Q-14)."""

from __future__ import annotations

from typing import Any

import pytest

from engine import Game
from engine.core.errors import BadPosition
from engine.rajas.board import BOARD
from engine.rajas.ids import BROWN
from tests.playing import SEED, choose, keys, why
from tests.rulebook.rajas.table import CORNER, MARKETS, dice, pending, player, table


def expert(players: dict[str, Any], **more: Any) -> Game:
    """Return a table of two that plays with the Navaratnas."""
    return table(players, scenario="navaratnas", **more)


def test_everyone_gets_a_brown_tile_at_the_start() -> None:
    """E-32: one of the seven at random, on one of the two brown spaces; the others lie open."""
    game = Game.new("rajas", "navaratnas", seed=SEED, options={"players": 3})
    order = game.view().order
    for seat in order:
        assert (pending(game).seat, pending(game).kind) == (seat, "yield_space")
        assert keys(game) == {"at:corner_left", "at:corner_right"}
        choose(game, "at:corner_right")
    view = game.view()
    laid = [view.players[seat].yield_tiles["corner_right"] for seat in order]
    assert len(set(laid)) == 3
    assert all(BOARD.yield_tiles[tile].colour == BROWN and view.supply[tile] == 0 for tile in laid)
    assert sum(view.supply.values()) == 30 - 3
    assert all(player.hands == 8 for player in view.players.values())


def test_a_player_may_have_six_workers() -> None:
    """E-32: all three waiting workers."""
    game = expert({"lotus": {"money": 18, "active": 5, "waiting": ["money"]}})
    choose(game, "veranda")
    assert player(game).active == 6


BROWN_TILES = {
    "brown_market_tiles": (0, 4),
    "brown_river_spaces": (0, 2),
    "brown_buildings": (0, 0),
    "brown_joined_tiles": (2, 0),
    "brown_curves": (0, 4),
    "brown_upgrades": (6, 0),
    "brown_workers": (0, 4),
}
"""What each brown tile gives below, in coins and fame."""


@pytest.mark.parametrize("tile", BROWN_TILES)
def test_each_of_the_seven_brown_tiles_pays_by_progress(tile: str) -> None:
    """E-32: each pays by how far one has come: 4 market tiles, 7 river spaces, 2 curves, 3 upgrades, 4 workers."""
    province = {
        "c2": {"tile": "orange_04", "roads": "NS"},
        "c3": {"tile": "purple_01", "roads": "NW"},
        "b3": {"tile": "purple_04", "roads": "EW"},
    }
    row = {
        "money": 1,
        "fame": 6,
        "boat": 7,
        "active": 4,
        "waiting": [],
        "upgrades": {"temple": 2, "fort": 1},
        "dice": ["orange:2"],
        "karma": 0,
        "province": province,
        "yield_tiles": {"corner_left": tile},
    }
    tops = {"orange:snake": "orange_01", "orange:cow": "orange_06"}
    game = expert({"lotus": row}, tops=tops)
    choose(game, "quarry", "square:a3", "roads:es")
    coins, fame = BROWN_TILES[tile]
    assert (player(game).money, player(game).fame) == (2 + coins, 6 + fame)


def test_a_yield_tile_pays_when_it_is_joined() -> None:
    """E-33: after the province tile has scored; spaces without a tile give what is printed there."""
    row = {
        "money": 1,
        "dice": ["orange:4"],
        "karma": 0,
        "province": CORNER,
        "yield_tiles": {"left3": "yellow_coins_5"},
    }
    game = expert({"lotus": row}, tops={"orange:snake": "orange_05"})
    choose(game, "quarry", "square:a3", "roads:esw", "yield:left3")
    assert player(game).money == 2 + 5
    assert player(game).fame == 1
    assert player(game).yield_tiles == {"left3": "yellow_coins_5"}


def test_a_yield_tile_is_neither_moved_nor_covered() -> None:
    """E-33, Q-12: a space with a tile is not free, nor is one that has been joined; a tile is laid, and pays later."""
    row = {
        "dice": ["blue:2"],
        "karma": 0,
        "joined": ["bottom_left"],
        "yield_tiles": {"left3": "yellow_coins_5", "bottom_right": "red_coins_7"},
    }
    game = expert({"lotus": row})
    choose(game, "chamber:dancer", "take:blue", "take:green")
    assert pending(game).kind == "yield_tile"
    assert why(game, "yield_tile:red_coins_6") == "why.rajas.no_free_yield_space navaratnas"
    money = player(game).money
    choose(game, "yield_tile:yellow_coins_5")
    assert keys(game) == {"at:bottom_middle", "at:right3"}
    choose(game, "at:right3")
    assert player(game).money == money
    assert player(game).yield_tiles["right3"] == "yellow_coins_5"
    assert len(dice(game)) == 2


def test_the_dancer_needs_a_die_of_two_and_her_yield_tile_may_be_declined() -> None:
    """Q-14: with the Navaratnas too the Dancer wants one die of 2, and a tile may be declined."""
    assert (
        why(expert({"lotus": {"dice": ["blue:3"], "karma": 0}}), "chamber:dancer") == "why.rajas.no_die_showing costs"
    )
    game = expert({"lotus": {"dice": ["blue:2"], "karma": 0}})
    choose(game, "chamber:dancer", "take:blue", "take:green", "decline")
    assert not player(game).yield_tiles


def fifth_phase(mine: int, theirs: int, **more: Any) -> Game:
    """Return the phase after a player's last one, while another with more workers still places some."""
    slots = ["terrace:blue", "terrace:green", "terrace:orange", "terrace:purple", "veranda:1", "veranda:2", "veranda:3"]
    slots += ["market:silk", "market:tea", "market:spices"]
    workers = dict.fromkeys(slots[:mine], "lotus") | dict.fromkeys(slots[mine : 2 * mine], "peacock")
    rows = {"lotus": {"active": mine, "waiting": []}, "peacock": {"active": theirs, "waiting": [], "dice": ["blue:6"]}}
    return expert(rows, phase_number=mine + 1, workers=workers, **more)


def test_a_player_with_fewer_workers_may_take_a_yield_tile() -> None:
    """E-32: four active workers against five: one tile in the fifth phase, which may be declined."""
    game = fifth_phase(4, 5)
    assert (pending(game).seat, pending(game).kind) == ("lotus", "yield_tile")
    choose(game, "yield_tile:white_coins_3", "at:left1")
    assert player(game).yield_tiles == {"left1": "white_coins_3"}
    choose(game, "chamber:portuguese")
    assert game.view().round == 2
    game = fifth_phase(4, 5)
    choose(game, "decline", "chamber:portuguese")
    assert not player(game).yield_tiles


def test_a_player_with_three_workers_fewer_is_offered_two_yield_tiles() -> None:
    """E-32: a second tile in the phase after, and no third."""
    game = fifth_phase(3, 6)
    choose(game, "decline", "chamber:portuguese")
    choose(game, "yield_tile:red_coins_6", "at:bottom_left")
    assert pending(game).seat == "peacock"
    choose(game, pending(game).options[0].key)
    while pending(game).kind != "place":
        choose(game, pending(game).options[0].key)
    assert (pending(game).seat, game.view().phase_number, game.view().round) == ("peacock", 6, 1)


def test_the_basic_game_offers_no_yield_tile_for_having_fewer_workers() -> None:
    """E-32: nothing of this in the basic game or in a mixed group."""
    workers = {"terrace:blue": "lotus", "terrace:green": "lotus", "veranda:1": "lotus", "veranda:2": "peacock"}
    workers |= {"veranda:3": "peacock", "terrace:orange": "peacock"}
    game = table({"peacock": {"active": 4, "waiting": []}}, phase_number=4, workers=workers, acting="peacock")
    assert pending(game).seat == "peacock"
    choose(game, "market:assorted")
    assert game.view().round == 2


def test_in_a_mixed_group_only_experts_have_the_navaratnas_side() -> None:
    """Navaratnas: experts have the Navaratnas side and eight hands, all have up to five workers and basic rules."""
    game = Game.new("rajas", "mixed", seed=SEED, options={"players": 3, "experts": ["peacock"]})
    assert [player.hands for player in game.view().players.values()] == [10, 8, 10]
    assert game.view().white_left == 8
    assert not game.view().supply
    for experts in ([], ["lotus", "peacock", "banyan"], ["conch"], "lotus", None):
        with pytest.raises(BadPosition):
            Game.new("rajas", "mixed", options={"players": 3, "experts": experts})


def test_experts_in_a_mixed_group_have_smaller_printed_yields() -> None:
    """Navaratnas: an expert has what the Navaratnas side prints; the dancer's tile pays at once."""
    for experts, money in ((["lotus"], 2 + 2), (["peacock"], 2 + 5)):
        row = {"money": 1, "dice": ["orange:4"], "karma": 0, "province": CORNER}
        game = table({"lotus": row}, tops={"orange:snake": "orange_05"}, scenario="mixed", experts=experts)
        choose(game, "quarry", "square:a3", "roads:esw", "yield:left3")
        assert player(game).money == money
    game = table({"lotus": {"dice": ["blue:2"], "province": MARKETS}}, scenario="mixed", experts=["lotus"])
    choose(game, "chamber:dancer", "take:blue", "take:green")
    assert len(game.view().white_spent) == 1

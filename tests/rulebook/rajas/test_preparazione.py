"""Contenuto, Preparazione: what there is, and how a game begins (E-01, E-02, Q-01, Q-11)."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from engine import Game
from engine.core.errors import BadPosition
from engine.rajas.board import BOARD
from engine.rajas.ids import ANIMALS, BUILDINGS, COLOURS, SEATS, VALUE_OF, WORKERS
from tests.playing import SEED


def test_the_data_hold_every_component_of_the_box() -> None:
    """E-01, Q-01: 48 dice, 64 tiles in 12 stacks, 30 yield tiles, 8 river tiles, six workers for each of four."""
    assert Counter(tile.colour for tile in BOARD.tiles.values()) == dict.fromkeys(COLOURS, 16)
    assert set(BOARD.stacks) == {f"{colour}:{animal}" for colour in COLOURS for animal in ANIMALS}
    assert sum(len(tiles) for tiles in BOARD.stacks.values()) == 64
    yields: Counter[str] = Counter()
    for tile in BOARD.yield_tiles.values():
        yields[tile.colour] += tile.count
    assert yields == {"white": 8, "yellow": 9, "red": 6, "brown": 7}
    assert sum(BOARD.river_tile_counts.values()) == 8
    assert WORKERS * len(SEATS) == 24
    game = Game.new("rajas", options={"players": 4}, seed=SEED)
    assert game.view().reserve == dict.fromkeys(COLOURS, 12 - 4)
    for player in game.view().players.values():
        assert player.active + len(player.waiting) == WORKERS
        assert set(player.values) == set(BUILDINGS)


def test_a_new_game_has_its_markers_workers_upgrades_and_money() -> None:
    """E-02: markers, workers, upgrades, and the money in turn order."""
    game = Game.new("rajas", options={"players": 4}, seed=SEED)
    view = game.view()
    totals = {}
    for seat, player in view.players.items():
        assert (player.fame, player.karma, player.boat, player.active, player.bonus) == (0, 1, 0, 3, 12)
        assert player.waiting == ("fame", "money", "river")
        assert player.values == dict.fromkeys(BUILDINGS, 2)
        assert sorted(die.partition(":")[0] for die in player.dice) == sorted(COLOURS)
        totals[seat] = sum(VALUE_OF[die] for die in player.dice)
    assert (BOARD.waiting["fame"], BOARD.waiting["money"]) == (15, 20)
    assert totals[view.order[0]] == min(totals.values())
    assert [view.players[seat].money for seat in view.order] == [3, 4, 5, 6]


def test_a_tie_for_the_first_player_is_rolled_off() -> None:
    """Q-11: those with the same total roll a further die each, the lowest begins."""
    for number in range(200):
        game = Game.new("rajas", options={"players": 4}, seed=number.to_bytes(32, "big"))
        rolls = {change.seat: change.new for change in game.steps[0].changes if change.verb == "roll"}
        if rolls and len(set(rolls.values())) == len(rolls):
            assert game.view().order[0] == min(rolls, key=lambda seat: rolls[seat] or 0)
            return
    pytest.fail("No tie in 200 games.")


def test_a_table_has_two_to_four_seats_and_wrong_seats_and_options_are_refused() -> None:
    assert list(Game.new("rajas").view().seats) == ["lotus", "peacock"]
    assert list(Game.new("rajas", seats={"conch": "birbal", "lotus": "player"}).view().seats) == ["lotus", "conch"]
    assert list(Game.new("rajas", options={"players": 3}).view().seats) == ["lotus", "peacock", "banyan"]
    assert list(Game.new("rajas", options={"players": 4}).view().seats) == ["lotus", "peacock", "banyan", "conch"]
    wrong: list[tuple[dict[str, str], dict[str, Any]]] = [
        ({"lotus": "player"}, {}),
        ({"raj": "player"}, {}),
        ({"lotus": "arjuna", "conch": "player"}, {}),
        ({"conch": "player"}, {"players": 3}),
        ({}, {"players": 5}),
        ({}, {"players": True}),
        ({}, {"ganga": 1}),
        ({}, {"colours": 6}),
        ({}, {"experts": ["lotus"]}),
    ]
    for seats, options in wrong:
        with pytest.raises(BadPosition):
            Game.new("rajas", seats=seats, options=options)
    mixed: list[Any] = [["raj"], [["lotus"]], "lotus", {"lotus": True}, [], ["lotus", "peacock"]]
    for experts in mixed:
        with pytest.raises(BadPosition):
            Game.new("rajas", "mixed", options={"experts": experts})
    with pytest.raises(BadPosition):
        Game.new("rajas", "short")


def test_tables_of_two_or_three_have_fewer_spaces_than_tables_of_four() -> None:
    """Preparazione: their own side of the board; with three the covers close some spaces."""
    two, three, four = (BOARD.slots[count] for count in (2, 3, 4))
    assert "market:assorted:2" not in two
    assert "market:assorted:2" in three
    assert len(two) < len(three) < len(four) == 37
    assert [four[slot] for slot in four if slot.startswith("harbour")][:2] == [0, 1]
    assert {four[slot] for slot in four if slot.startswith("quarry")} == {1, 2, 3, 4}

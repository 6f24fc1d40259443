"""4.2.1 Treaty."""

from __future__ import annotations

from tests.playing import Spaces, choose, game_at, here, keys, now, why


def test_the_example_moves_sepoys_and_removes_pieces() -> None:
    """4.2, 4.2.1 EXAMPLE: three Sepoys into the Muslim State West Bengal; a Guerrilla and an Activist leave Orissa."""
    spaces: Spaces = {
        "west_bengal": {"muslim_state": True},
        "orissa": {"sepoys": 2, "active": 1, "congress": 1, "protest": True},
        "bihar": {"sepoys": 2},
        "east_bengal": {"sepoys": 1, "troops": 1},
    }
    game = game_at(spaces, "raj", "operation_and_special", resources={"raj": 5}, restraint=3)
    choose(game, "special:treaty", "west_bengal")
    # From Orissa no one may leave because of the Protest; the Troop in East Bengal may not come.
    assert why(game, "orissa") == "why.cubes_stay_in_protest 4.2"
    choose(game, "bihar", "2", "east_bengal")
    assert here(game, "west_bengal") == {"sepoys": 3, "muslim_state": True}
    assert here(game, "east_bengal") == {"troops": 1}
    choose(game, "orissa", "revolutionaries", "nonviolent")
    assert here(game, "orissa") == {"sepoys": 2, "protest": True}
    assert now(game)["jail"]["congress"] == 1
    assert now(game)["available"]["underground"] == 16
    assert now(game)["resources"]["raj"] == 5


def test_treaty_selects_only_states() -> None:
    """4.2.1: Princely States and Muslim States, nothing else."""
    spaces: Spaces = {
        "delhi": {"sepoys": 2, "active": 1},
        "punjab": {"sepoys": 2, "active": 1},
        "sind": {"sepoys": 1, "active": 1, "muslim_state": True},
        "mysore": {"sepoys": 1, "active": 1},
        "lahore_delhi": {"sepoys": 1, "active": 1},
    }
    game = game_at(spaces, "raj", "operation_and_special")
    choose(game, "special:treaty")
    assert {"sind", "mysore", "rajputana", "jammu_and_kashmir"} <= keys(game)
    for space in ("delhi", "punjab", "lahore_delhi"):
        assert why(game, space) == "why.not_a_state 4.2.1"


def test_each_sepoy_removes_one_piece() -> None:
    """4.2.1, R-59: all of them, to the extent possible (1.4.4)."""
    spaces: Spaces = {"mysore": {"sepoys": 3, "active": 4, "protest": True}, "delhi": {"troops": 1}}
    game = game_at(spaces, "raj", "operation_and_special")
    choose(game, "special:treaty")
    assert here(game, "mysore") == {"sepoys": 3, "active": 1, "protest": True}


def test_treaty_either_removes_pieces_or_moves_sepoys_in_a_state() -> None:
    """4.2.1: one of the two in each State."""
    spaces: Spaces = {"mysore": {"sepoys": 1, "active": 2}, "madras_presidency": {"sepoys": 2}}
    game = game_at(spaces, "raj", "operation_and_special")
    choose(game, "special:treaty", "mysore")
    assert keys(game) == {"remove", "move"}
    choose(game, "move", "2")
    assert here(game, "mysore") == {"sepoys": 3, "active": 2}
    game = game_at(spaces, "raj", "operation_and_special")
    choose(game, "special:treaty", "mysore", "remove")
    assert here(game, "mysore") == {"sepoys": 1, "active": 1}
    assert here(game, "madras_presidency") == {"sepoys": 2}


def test_treaty_also_moves_sepoys_from_railways() -> None:
    """R-59: any adjacent space without a Protest, Railways included; never Troops."""
    spaces: Spaces = {
        "guntakal_madras": {"sepoys": 1, "troops": 1, "league": 1},
        "madras_presidency": {"sepoys": 1, "protest": True},
        "coastal_andhra": {"troops": 3},
    }
    game = game_at(spaces, "raj", "operation_and_special")
    choose(game, "special:treaty", "mysore")
    assert here(game, "mysore") == {"sepoys": 1}
    assert here(game, "guntakal_madras") == {"troops": 1, "league": 1}
    assert here(game, "madras_presidency")["sepoys"] == 1


def test_treaty_moves_each_sepoy_only_once() -> None:
    """R-59: Sepoys that a Treaty has brought into one State do not continue into the next."""
    spaces: Spaces = {"sind": {"sepoys": 2}, "rajputana": {"sepoys": 1, "active": 1}, "delhi": {"troops": 1}}
    game = game_at(spaces, "raj", "operation_and_special")
    choose(game, "special:treaty", "gujarat", "sind", "2", "done", "central_india_agency")
    # The one Sepoy of Rajputana is the only one that can still move.
    assert here(game, "gujarat") == {"sepoys": 2}
    assert here(game, "central_india_agency") == {"sepoys": 1}
    assert here(game, "rajputana") == {"active": 1}


def test_treaty_selects_each_state_only_once() -> None:
    """4.1.1: a State is selected only once for a Treaty."""
    spaces: Spaces = {"mysore": {"sepoys": 1, "active": 2}, "sind": {"sepoys": 1}}
    game = game_at(spaces, "raj", "operation_and_special")
    choose(game, "special:treaty", "mysore")
    assert why(game, "mysore") == "why.already_selected 4.1.1"


def test_a_state_closed_to_treaty_has_its_reason() -> None:
    """4.2.1: no Sepoys in or next to it; or Sepoys in it, and neither anyone to remove nor anyone to come."""
    spaces: Spaces = {"jammu_and_kashmir": {"sepoys": 1, "congress": 1}, "sind": {"sepoys": 1}}
    game = game_at(spaces, "raj", "operation_and_special")
    choose(game, "special:treaty")
    assert why(game, "jammu_and_kashmir") == "why.nobody_active_and_no_sepoys_adjacent 4.2.1"
    assert why(game, "orissa") == "why.no_sepoys_here_or_adjacent 4.2.1"
    game = game_at({"delhi": {"troops": 1}}, "raj", "operation_and_special")
    assert why(game, "special:treaty") == "why.no_space 4.2.1"


def test_treaty_removes_bases_last_and_jails_activists() -> None:
    """4.2.1 BASES LAST, NV TO JAIL: as in Assault (R-33e)."""
    spaces: Spaces = {"mysore": {"sepoys": 4, "league": 1, "league_bases": 1, "protest": True}, "delhi": {"troops": 1}}
    game = game_at(spaces, "raj", "operation_and_special")
    choose(game, "special:treaty")
    assert here(game, "mysore") == {"sepoys": 4, "protest": True}
    assert now(game)["jail"]["league"] == 1
    assert now(game)["available"]["league_bases"] == 5
    spaces = {"mysore": {"sepoys": 4, "league": 1, "league_bases": 1}, "sind": {"sepoys": 1}}
    game = game_at(spaces, "raj", "operation_and_special")
    choose(game, "special:treaty")
    assert why(game, "mysore") == "why.nobody_active_and_no_sepoys_adjacent 4.2.1"


def test_treaty_may_be_executed_before_or_during_an_operation() -> None:
    """4.1, 4.1.2: before, during or after; spaces of the Operation may be selected as well (4.1.1)."""
    spaces: Spaces = {"mysore": {"sepoys": 2, "active": 1}, "delhi": {"troops": 1}, "sind": {"troops": 1}}
    for order in (
        ("special:treaty", "mysore", "done", "assault", "mysore", "delhi", "done"),
        ("assault", "delhi", "special:treaty", "mysore", "done", "mysore", "done"),
    ):
        game = game_at(spaces, "raj", "operation_and_special", restraint=1, resources={"raj": 3})
        choose(game, *order)
        assert here(game, "mysore") == {"sepoys": 2}

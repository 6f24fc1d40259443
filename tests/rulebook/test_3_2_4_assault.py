"""3.2.4 Assault. What follows Gandhi's arrest is in ``test_3_2_4_gandhi_arrested``."""

from __future__ import annotations

from tests.playing import Spaces, asked, choose, costs, game_at, here, keys, now, remaining, why


def test_the_example_arrests_gandhi_and_activists() -> None:
    """3.2.4 EXAMPLE, D-25, D-26: under Lord Chelmsford 1 Resource arrests three Activists and Gandhi in Bihar.

    At the end of the Raj turn Restraint falls to 2, and Congress places two Protests.
    """
    spaces: Spaces = {"bihar": {"troops": 1, "sepoys": 3, "gandhi": True, "congress": 2, "league": 1, "protest": True}}
    game = game_at(spaces, "raj", "operation_only", viceroy="chelmsford", restraint=3, resources={"raj": 5})
    choose(game, "assault", "bihar")
    assert asked(game) == "raj assault.sepoys"
    assert costs(game) == {"yes": 1, "no": 0}
    # No one chooses targets, since four removals are enough for all four pieces.
    choose(game, "yes")
    assert here(game, "bihar") == {"troops": 1, "sepoys": 3, "protest": True}
    assert now(game)["jail"] == {"congress": 2, "league": 1, "gandhi": True}
    assert now(game)["resources"]["raj"] == 4
    assert now(game)["restraint"] == 3
    choose(game, "done")
    assert now(game)["restraint"] == 2
    assert asked(game) == "congress arrest.protest"
    assert remaining(game) == 2
    assert why(game, "bihar") == "why.has_protest 1.10"
    assert why(game, "lahore_delhi") == "why.not_on_railway 3.2.4"
    choose(game, "united_provinces", "mysore")
    assert here(game, "united_provinces") == {"protest": True}
    assert here(game, "mysore") == {"protest": True}


def test_assault_is_possible_in_every_kind_of_space_that_has_cubes() -> None:
    """3.2.4, R-33b: Cities, Provinces, States and Railways alike, if there are cubes."""
    spaces: Spaces = {
        "delhi": {"troops": 1},
        "lahore_delhi": {"troops": 1, "league": 1},
        "mysore": {"sepoys": 2, "active": 1},
        "bihar": {"troops": 1},
        "punjab": {"active": 1},
    }
    game = game_at(spaces, "raj", "operation_only", restraint=1, resources={"raj": 1})
    choose(game, "assault")
    assert keys(game) - {"transfer"} == {"delhi", "lahore_delhi", "mysore", "bihar"}
    assert why(game, "punjab") == "why.no_cubes 3.2.4"
    choose(game, "lahore_delhi", "mysore", "yes", "done")
    assert here(game, "lahore_delhi") == {"troops": 1}
    assert here(game, "mysore") == {"sepoys": 2}
    assert now(game)["jail"]["league"] == 1


def test_with_a_troop_present_every_cube_removes_a_piece() -> None:
    """R-33b: one Troop makes every Sepoy that is paid for remove a piece."""
    spaces: Spaces = {"delhi": {"troops": 1, "sepoys": 3, "active": 5}}
    game = game_at(spaces, "raj", "operation_only", restraint=2, resources={"raj": 2})
    choose(game, "assault", "delhi", "yes")
    assert here(game, "delhi") == {"troops": 1, "sepoys": 3, "active": 1}
    assert now(game)["resources"]["raj"] == 0
    game = game_at(spaces, "raj", "operation_only", restraint=2, resources={"raj": 2})
    choose(game, "assault", "delhi", "no")
    assert here(game, "delhi") == {"troops": 1, "sepoys": 3, "active": 4}


def test_without_troops_two_sepoys_remove_one_piece() -> None:
    """R-33b: without Troops, half the Sepoys, rounded down; a single Sepoy does nothing and costs nothing."""
    spaces: Spaces = {"delhi": {"sepoys": 5, "active": 5}, "madras": {"sepoys": 1, "active": 1}}
    game = game_at(spaces, "raj", "operation_only", restraint=2, resources={"raj": 9})
    choose(game, "assault", "delhi", "yes", "madras")
    assert here(game, "delhi") == {"sepoys": 5, "active": 3}
    assert here(game, "madras") == {"sepoys": 1, "active": 1}
    assert now(game)["resources"]["raj"] == 7


def test_sepoys_that_change_nothing_are_not_paid_for() -> None:
    """3.2.4: where the Troops are enough there is no question."""
    spaces: Spaces = {"delhi": {"troops": 2, "sepoys": 3, "active": 2}}
    game = game_at(spaces, "raj", "operation_only", restraint=2, resources={"raj": 9})
    choose(game, "assault", "delhi")
    assert here(game, "delhi") == {"troops": 2, "sepoys": 3}
    assert now(game)["resources"]["raj"] == 9


def test_assault_removes_neither_inactive_activists_nor_underground_guerrillas() -> None:
    """3.2.4 Important, 1.4.3: Activists without a Protest and Underground Guerrillas are safe."""
    spaces: Spaces = {"delhi": {"troops": 5, "congress": 2, "league": 1, "underground": 2}}
    game = game_at(spaces, "raj", "operation_only")
    choose(game, "assault", "delhi")
    assert here(game, "delhi") == spaces["delhi"]


def test_activists_on_railways_are_active() -> None:
    """3.2.4 Important: on a Railway they are Active without a Protest."""
    spaces: Spaces = {"lahore_delhi": {"troops": 2, "congress": 1, "league": 1}}
    game = game_at(spaces, "raj", "operation_only")
    choose(game, "assault", "lahore_delhi")
    assert here(game, "lahore_delhi") == {"troops": 2}
    assert now(game)["jail"] == {"congress": 1, "league": 1, "gandhi": False}


def test_removed_guerrillas_and_bases_become_available() -> None:
    """3.2.4 NV TO JAIL: no one but Activists and Gandhi goes to Jail."""
    spaces: Spaces = {"punjab": {"troops": 4, "active": 2, "revolutionary_bases": 1, "league_bases": 1}}
    game = game_at(spaces, "raj", "operation_only")
    choose(game, "assault", "punjab", "revolutionaries", "nonviolent")
    assert here(game, "punjab") == {"troops": 4}
    available = now(game)["available"]
    assert (available["underground"], available["revolutionary_bases"], available["league_bases"]) == (16, 5, 5)
    assert sum(now(game)["jail"].values()) == 0


def test_assault_removes_muslim_league_bases_last() -> None:
    """3.2.4 BASES LAST, R-33e: Activists of either NV Faction protect them, Inactive ones too; Gandhi does not."""
    spaces: Spaces = {"punjab": {"troops": 3, "congress": 1, "league_bases": 2}}
    game = game_at(spaces, "raj", "operation_only")
    choose(game, "assault", "punjab")
    assert here(game, "punjab") == spaces["punjab"]
    spaces = {"punjab": {"troops": 3, "congress": 1, "league_bases": 2, "protest": True}}
    game = game_at(spaces, "raj", "operation_only")
    choose(game, "assault", "punjab")
    assert here(game, "punjab") == {"troops": 3, "protest": True}
    spaces = {"punjab": {"troops": 3, "gandhi": True, "league_bases": 2}}
    game = game_at(spaces, "raj", "operation_only")
    choose(game, "assault", "punjab")
    assert here(game, "punjab") == {"troops": 3}


def test_assault_removes_revolutionaries_bases_last() -> None:
    """3.2.4 BASES LAST, R-33e: Underground Guerrillas protect Bases too."""
    spaces: Spaces = {"punjab": {"troops": 4, "active": 2, "underground": 1, "revolutionary_bases": 1}}
    game = game_at(spaces, "raj", "operation_only")
    choose(game, "assault", "punjab")
    assert here(game, "punjab") == {"troops": 4, "underground": 1, "revolutionary_bases": 1}
    spaces = {"punjab": {"troops": 3, "active": 2, "revolutionary_bases": 1}}
    game = game_at(spaces, "raj", "operation_only")
    choose(game, "assault", "punjab")
    assert here(game, "punjab") == {"troops": 3}


def test_protests_stay_after_an_assault() -> None:
    """1.10: Assault arrests Activists, the Protest marker remains."""
    spaces: Spaces = {"delhi": {"troops": 1, "congress": 1, "protest": True}}
    game = game_at(spaces, "raj", "operation_only")
    choose(game, "assault", "delhi")
    assert here(game, "delhi") == {"troops": 1, "protest": True}


def test_martial_law_may_come_between_two_spaces_of_an_assault() -> None:
    """4.1: Martial Law in the middle of an Assault."""
    spaces: Spaces = {
        "delhi": {"troops": 1, "active": 1},
        "punjab": {"troops": 2, "congress": 1, "active": 1},
    }
    game = game_at(spaces, "raj", "operation_and_special")
    choose(game, "assault", "delhi", "special:martial_law", "punjab")
    assert here(game, "punjab") == {"troops": 2, "unrest": 1}
    assert here(game, "delhi") == {"troops": 1}

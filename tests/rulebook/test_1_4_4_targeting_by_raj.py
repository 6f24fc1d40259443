"""1.4.4 and 3.1.4 Targeting adversaries, as Raj does in Assault (3.2.4) and Treaty (4.2.1)."""

from __future__ import annotations

from engine import Game
from tests.playing import Spaces, asked, choose, game_at, here, keys, now

NV_IN_DELHI = {"congress": 2, "league": 1, "protest": True}


def assault_in_delhi(**pieces: int) -> Game:
    """Return an Assault in Delhi, up to its first question."""
    game = game_at({"delhi": pieces}, "raj", "operation_only")
    choose(game, "assault", "delhi")
    return game


def test_raj_targets_nv_forces_as_one_faction() -> None:
    """1.4.4, 3.1.4, R-33c: Raj picks Congress and Muslim League Activists as it likes, but as many as it can."""
    game = assault_in_delhi(troops=2, **NV_IN_DELHI)
    assert asked(game) == "raj assault.congress"
    # Two removals: two Congress Activists, or one of each Faction.
    assert keys(game) == {"1", "2"}
    choose(game, "1")
    assert here(game, "delhi") == {"troops": 2, "congress": 1, "protest": True}
    assert now(game)["jail"] == {"congress": 1, "league": 1, "gandhi": False}


def test_the_first_targeted_group_takes_as_many_removals_as_possible() -> None:
    """R-33c: no removal is left over for the Revolutionaries while NV pieces can still be removed."""
    game = assault_in_delhi(troops=2, active=3, **NV_IN_DELHI)
    assert keys(game) == {"nonviolent", "revolutionaries"}
    choose(game, "nonviolent", "2")
    assert here(game, "delhi") == {"troops": 2, "league": 1, "active": 3, "protest": True}


def test_removals_left_over_may_go_to_the_other_group() -> None:
    """R-33c, 3.1.4: what is left over may go to the other group, or to no one."""
    game = assault_in_delhi(troops=4, active=3, **NV_IN_DELHI)
    choose(game, "revolutionaries")
    assert here(game, "delhi") == {"troops": 4, **NV_IN_DELHI}
    assert keys(game) == {"nonviolent", "done"}
    choose(game, "nonviolent", "0")
    assert here(game, "delhi") == {"troops": 4, "congress": 2, "protest": True}
    game = assault_in_delhi(troops=4, active=3, **NV_IN_DELHI)
    choose(game, "revolutionaries", "done")
    assert here(game, "delhi") == {"troops": 4, **NV_IN_DELHI}


def test_a_protected_base_lets_removals_go_to_the_other_group() -> None:
    """R-33c, R-33e: a Base that is protected counts as nothing removable, so the other group may follow."""
    pieces = {"troops": 4, "active": 1, "underground": 1, "revolutionary_bases": 1, "congress": 1, "protest": True}
    game = assault_in_delhi(**pieces)
    choose(game, "revolutionaries", "nonviolent")
    assert here(game, "delhi") == {"troops": 4, "underground": 1, "revolutionary_bases": 1, "protest": True}


def test_raj_is_not_asked_which_group_to_target_when_there_is_only_one() -> None:
    """1.4.4: with one group only there is nothing to choose."""
    game = assault_in_delhi(troops=1, active=2)
    assert here(game, "delhi") == {"troops": 1, "active": 1}


def test_gandhi_is_arrested_with_activists_if_the_removals_suffice() -> None:
    """R-33d: when the removals left for NV pieces are as many as the Active Activists and Gandhi together."""
    game = assault_in_delhi(troops=4, gandhi=True, **NV_IN_DELHI)
    assert now(game)["jail"] == {"congress": 2, "league": 1, "gandhi": True}


def test_raj_may_choose_whether_to_arrest_gandhi() -> None:
    """3.1.4, R-33d: with fewer removals Raj may choose to arrest him, and is not forced to."""
    game = assault_in_delhi(troops=3, gandhi=True, **NV_IN_DELHI)
    assert asked(game) == "raj assault.gandhi"
    assert keys(game) == {"yes", "no"}
    choose(game, "yes", "2")
    assert now(game)["jail"] == {"congress": 2, "league": 0, "gandhi": True}
    game = assault_in_delhi(troops=3, gandhi=True, **NV_IN_DELHI)
    choose(game, "no")
    assert now(game)["jail"] == {"congress": 2, "league": 1, "gandhi": False}
    assert here(game, "delhi") == {"troops": 3, "gandhi": True, "protest": True}


def test_gandhi_is_arrested_where_all_activists_are_inactive() -> None:
    """1.4.5, R-33d: he is always Active, so one removal takes him where all Activists are Inactive."""
    game = assault_in_delhi(troops=1, gandhi=True, congress=3)
    assert here(game, "delhi") == {"troops": 1, "congress": 3}
    assert now(game)["jail"]["gandhi"]


def test_gandhi_is_arrested_before_a_base_is_removed() -> None:
    """R-33d: a single removal is as many as Gandhi alone, so that it cannot go to a Base instead."""
    game = assault_in_delhi(troops=1, gandhi=True, league_bases=1)
    assert here(game, "delhi") == {"troops": 1, "league_bases": 1}


def test_removals_and_not_cubes_decide_whether_gandhi_must_be_arrested() -> None:
    """R-33d: four Sepoys on their own are two removals, so Gandhi and two Activists do not all have to go."""
    spaces: Spaces = {"delhi": {"sepoys": 4, "gandhi": True, "congress": 2, "protest": True}}
    game = game_at(spaces, "raj", "operation_only", restraint=1, resources={"raj": 1})
    choose(game, "assault", "delhi", "yes", "no")
    assert here(game, "delhi") == {"sepoys": 4, "gandhi": True, "protest": True}


def test_gandhi_may_stay_when_raj_targets_the_revolutionaries_first() -> None:
    """R-33d: he is forced only if NV pieces are targeted at all, with what is left for them."""
    game = assault_in_delhi(troops=2, active=1, gandhi=True, congress=1, protest=True)
    choose(game, "revolutionaries")
    assert keys(game) == {"nonviolent", "done"}
    choose(game, "nonviolent", "no")
    assert here(game, "delhi") == {"troops": 2, "gandhi": True, "protest": True}


def test_treaty_targets_pieces_as_assault_does() -> None:
    """1.4.4, R-59: Treaty targets as Assault does, one removal for every Sepoy."""
    spaces: Spaces = {"mysore": {"sepoys": 3, "gandhi": True, "active": 1, **NV_IN_DELHI}, "delhi": {"troops": 1}}
    game = game_at(spaces, "raj", "operation_and_special")
    choose(game, "special:treaty", "nonviolent", "no")
    assert here(game, "mysore") == {"sepoys": 3, "gandhi": True, "active": 1, "protest": True}
    assert now(game)["jail"] == {"congress": 2, "league": 1, "gandhi": False}

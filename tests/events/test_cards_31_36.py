"""5.0 Events 31 to 36: each side where all of its text applies, and where only a part can (5.1.2)."""

from __future__ import annotations

from tests.events.playing import (
    NOT_AS_THE_EVENT_SAYS,
    NOTHING_WOULD_CHANGE,
    PROTESTS_EVERYWHERE,
    available,
    event,
    is_done,
    jail,
    levels,
    out_of_play,
    resources,
    rolls,
    tracks,
    useful,
    warned,
)
from tests.playing import Spaces, choose, here, keys, seed_rolling, why

# -- 31 Satyagraha in Champaran Challenges Rents -----------------------------------------------------------


def test_card_31_unshaded_arrests_gandhi_and_his_activists_and_removes_markers() -> None:
    """31 unshaded, R-67: Gandhi and the Activists with him to Jail, then the Protest and every Unrest go."""
    spaces: Spaces = {
        "bihar": {"gandhi": True, "congress": 2, "league": 1, "protest": True, "unrest": 2, "underground": 1}
    }
    game = event(31, "unshaded", "raj", spaces)
    assert is_done(game)
    assert here(game, "bihar") == {"underground": 1}
    assert jail(game) == (2, 1, True)
    assert tracks(game) == (3, 3)


def test_card_31_unshaded_does_nothing_with_gandhi_in_jail() -> None:
    """31 unshaded: Gandhi alone is arrested; a Strike is not Unrest; with him in Jail nothing happens."""
    game = event(31, "unshaded", "raj", {"lahore_delhi": {"gandhi": True, "strike": True}})
    assert is_done(game)
    assert here(game, "lahore_delhi") == {"strike": True}
    assert jail(game) == (0, 0, True)
    assert is_done(event(31, "unshaded", "raj", {"bihar": {"congress": 1, "protest": True}}, jail={"gandhi": True}))


def test_card_31_shaded_moves_gandhi_to_bihar_with_activists() -> None:
    """31 shaded: Gandhi comes to Bihar, with a Protest and three Activists of either Faction."""
    game = event(31, "shaded", "congress", {"sind": {"gandhi": True}})
    assert useful(game) == {"congress", "league", "done"}
    choose(game, "congress", "2", "league")
    assert is_done(game)
    assert here(game, "bihar") == {"gandhi": True, "protest": True, "congress": 2, "league": 1}
    assert here(game, "sind") == {}


def test_card_31_shaded_leaves_gandhi_in_jail() -> None:
    """31 shaded: in Jail he stays there, and a Protest already in Bihar is enough; Activists may still come."""
    game = event(31, "shaded", "league", {"bihar": {"protest": True}}, "league", "1", "done", jail={"gandhi": True})
    assert is_done(game)
    assert here(game, "bihar") == {"protest": True, "league": 1}
    assert jail(game) == (0, 0, True)


# -- 32 Cellular Jail --------------------------------------------------------------------------------------


def test_card_32_unshaded_puts_two_pieces_out_of_play_and_activates_guerrillas() -> None:
    """32 unshaded: two pieces from anywhere, the map, Jail or Available, go Out of Play; four Guerrillas Activate."""
    spaces: Spaces = {
        "bihar": {"underground": 3, "gandhi": True},
        "delhi": {"underground": 2, "active": 1},
        "sind": {"league": 1},
    }
    game = event(32, "unshaded", "raj", spaces, jail={"congress": 2})
    assert useful(game) == {"bihar", "delhi", "sind", "jail", "available"}
    choose(game, "jail")
    assert useful(game) == {"1", "2"}
    choose(game, "1", "bihar")
    assert (out_of_play(game, "congress"), out_of_play(game, "underground")) == (1, 1)
    assert jail(game) == (1, 0, False)
    # The four Guerrillas that are left Underground are all that can be Activated.
    assert is_done(game)
    assert here(game, "bihar") == {"active": 2, "gandhi": True}
    assert here(game, "delhi") == {"active": 3}


def test_card_32_unshaded_may_put_available_pieces_out_of_play() -> None:
    """32 unshaded: Available pieces may go too; Gandhi never; without Underground Guerrillas none Activates."""
    game = event(32, "unshaded", "raj", {"bihar": {"gandhi": True}})
    assert "gandhi" not in keys(game)
    choose(game, "underground", "2")
    assert is_done(game)
    assert (available(game, "underground"), out_of_play(game, "underground")) == (14, 2)


def test_card_32_shaded_costs_raj_two_resources_for_each_activist_in_jail() -> None:
    """32 shaded: two Resources for every Activist in Jail, Gandhi not counted; then Restraint -2."""
    prisoners = {"congress": 2, "league": 1, "gandhi": True}
    game = event(32, "shaded", "congress", {}, jail=prisoners, resources={"raj": 20}, restraint=4)
    assert is_done(game)
    assert (resources(game, "raj"), tracks(game)) == (14, (2, 3))


def test_card_32_shaded_costs_nothing_with_an_empty_jail() -> None:
    """32 shaded: no one in Jail costs nothing; Resources stop at 0 and Restraint at 1."""
    game = event(32, "shaded", "congress", {}, resources={"raj": 20}, restraint=1)
    assert (resources(game, "raj"), tracks(game)) == (20, (1, 3))
    poor = event(32, "shaded", "congress", {}, jail={"league": 3}, resources={"raj": 5}, restraint=2)
    assert (resources(poor, "raj"), tracks(poor)) == (0, (1, 3))


# -- 33 Flag Satyagraha Defies British ---------------------------------------------------------------------


def test_card_33_unshaded_removes_one_piece_or_marker_in_each_space() -> None:
    """33 unshaded: at Restraint 3 one Guerrilla, Activist, Protest or Unrest leaves in each of three spaces."""
    spaces: Spaces = {
        "bihar": {"congress": 1, "protest": True, "unrest": 1, "underground": 1, "active": 1},
        "delhi": {"protest": True},
        "lahore_delhi": {"strike": True, "league": 1},
        "sind": {"unrest": 1},
        "assam": {"sepoys": 1, "league_bases": 1},
    }
    game = event(33, "unshaded", "raj", spaces)
    assert warned(game, "assam") == NOTHING_WOULD_CHANGE
    choose(game, "bihar")
    assert useful(game) == {"congress", "underground", "active", "protest", "unrest"}
    choose(game, "protest", "lahore_delhi", "sind")
    assert is_done(game)
    assert "protest" not in here(game, "bihar")
    assert here(game, "lahore_delhi") == {"strike": True}
    assert (here(game, "sind"), here(game, "delhi")) == ({}, {"protest": True})


def test_card_33_unshaded_may_select_fewer_spaces() -> None:
    """33 unshaded: "up to" Restraint may be one, and there may be nothing at all."""
    game = event(33, "unshaded", "raj", {"sind": {"unrest": 2}, "delhi": {"congress": 2}}, "sind", "done", restraint=5)
    assert is_done(game)
    assert (here(game, "sind"), here(game, "delhi")) == ({"unrest": 1}, {"congress": 2})
    assert is_done(event(33, "unshaded", "raj", {}, restraint=5))


def test_card_33_shaded_removes_adversaries_and_releases_activists() -> None:
    """33 shaded: at Unity 2 one adversary piece in each of two spaces, Bases last; then five Activists are free."""
    spaces: Spaces = {
        "bihar": {"league": 1, "league_bases": 1, "congress": 1, "sepoys": 1},
        "sind": {"league_bases": 1, "congress": 2},
        "delhi": {"congress": 2, "gandhi": True},
    }
    game = event(33, "shaded", "congress", spaces, unity=2, jail={"congress": 4, "league": 2})
    assert warned(game, "delhi") == NOTHING_WOULD_CHANGE
    choose(game, "bihar")
    assert useful(game) == {"league", "sepoys"}
    choose(game, "league", "sind")
    assert "league_bases" not in here(game, "sind")
    choose(game, "congress", "4", "league")
    assert is_done(game)
    assert jail(game) == (0, 1, False)
    assert available(game, "league_bases") == 4


def test_card_33_shaded_removes_an_activist_before_the_base_and_may_release_no_one() -> None:
    """33 shaded: Congress Activists protect a Base from others; the release may be left out or be short."""
    spaces: Spaces = {"sind": {"league_bases": 1, "congress": 1}}
    game = event(33, "shaded", "revolutionaries", spaces, "sind", unity=1)
    assert here(game, "sind") == {"league_bases": 1}
    assert is_done(game)
    few = event(33, "shaded", "congress", {"delhi": {"congress": 1}}, "done", jail={"league": 2})
    assert is_done(few)
    assert jail(few) == (0, 2, False)


# -- 34 Protests Shut Down Railways ------------------------------------------------------------------------


def test_card_34_unshaded_arrests_activists_and_removes_strikes_on_railways() -> None:
    """34 unshaded: every Activist on a Railway is arrested and every Strike goes, without a question."""
    spaces: Spaces = {
        "lahore_delhi": {"congress": 2, "league": 1, "strike": True, "protest": True},
        "karachi_lahore": {"strike": True},
        "bombay_bhusawal": {"league": 1, "sepoys": 1},
        "delhi": {"congress": 1, "unrest": 1},
    }
    game = event(34, "unshaded", "raj", spaces)
    assert is_done(game)
    assert (here(game, "lahore_delhi"), here(game, "karachi_lahore")) == ({"protest": True}, {})
    assert (here(game, "bombay_bhusawal"), here(game, "delhi")) == ({"sepoys": 1}, {"congress": 1, "unrest": 1})
    assert jail(game) == (2, 2, False)


def test_card_34_unshaded_removes_strikes_without_activists() -> None:
    """34 unshaded: only Strikes, or nothing."""
    game = event(34, "unshaded", "raj", {"karachi_lahore": {"strike": True, "active": 1}})
    assert here(game, "karachi_lahore") == {"active": 1}
    assert is_done(event(34, "unshaded", "raj", {"delhi": {"congress": 1}}))


def test_card_34_shaded_may_place_activists_on_railways() -> None:
    """34 shaded, first alternative: up to three Activists, Active by being there, on any Railways."""
    game = event(34, "shaded", "congress", {}, "activists")
    assert "delhi" not in keys(game)
    choose(game, "lahore_delhi", "congress", "2", "karachi_lahore", "league")
    assert is_done(game)
    assert (here(game, "lahore_delhi"), here(game, "karachi_lahore")) == ({"congress": 2}, {"league": 1})
    assert game.view().spaces["lahore_delhi"].activists_active


def test_card_34_shaded_may_place_strikes() -> None:
    """34 shaded, second alternative, 5.1.1: two Strikes, one on a Railway at most."""
    game = event(34, "shaded", "revolutionaries", {"karachi_lahore": {"strike": True}}, "strikes")
    assert "karachi_lahore" not in keys(game)
    choose(game, "lahore_delhi", "bombay_bhusawal")
    assert is_done(game)
    assert here(game, "lahore_delhi") == here(game, "bombay_bhusawal") == {"strike": True}


def test_card_34_shaded_warns_if_no_activist_is_available() -> None:
    """34 shaded: without an Activist Available it must be Strikes, as many as are left; without either, nothing."""
    boxes = {"congress": 16, "league": 16}
    game = event(34, "shaded", "raj", {"bihar": {"unrest": 11}}, out_of_play=boxes)
    assert warned(game, "activists") == NOTHING_WOULD_CHANGE
    choose(game, "strikes", "lahore_delhi")
    assert is_done(game)
    assert here(game, "lahore_delhi") == {"strike": True}
    assert is_done(event(34, "shaded", "raj", {"bihar": {"unrest": 12}}, out_of_play=boxes))


# -- 35 Akali Movement Unites Sikhs ------------------------------------------------------------------------


def test_card_35_unshaded_places_six_available_cubes_in_punjab() -> None:
    """35 unshaded: six Available cubes in Punjab; none from Out of Play."""
    game = event(35, "unshaded", "raj", {}, out_of_play={"troops": 13})
    assert useful(game) == {"troops", "sepoys", "done"}
    choose(game, "troops", "2", "sepoys", "4")
    assert is_done(game)
    assert here(game, "punjab") == {"troops": 2, "sepoys": 4}


def test_card_35_unshaded_places_only_sepoys_in_a_muslim_state() -> None:
    """35 unshaded, 5.1.1: in a Muslim State only Sepoys can be placed; "up to" may stop."""
    game = event(35, "unshaded", "raj", {"punjab": {"muslim_state": True}})
    assert useful(game) == {"sepoys", "done"}
    choose(game, "sepoys", "5", "done")
    assert is_done(game)
    assert here(game, "punjab") == {"muslim_state": True, "sepoys": 5}


def test_card_35_shaded_places_markers_and_shifts_in_two_spaces() -> None:
    """35 shaded: a Protest or Unrest and a level in each of two spaces."""
    spaces: Spaces = {"bihar": {"protest": True, "level": "active_support"}}
    game = event(35, "shaded", "congress", spaces, "bihar", "punjab", "protest")
    assert is_done(game)
    assert here(game, "bihar") == {"protest": True, "unrest": 1, "level": "passive_support"}
    assert here(game, "punjab") == {"protest": True, "level": "passive_opposition"}


def test_card_35_shaded_may_stop_after_one_space() -> None:
    """35 shaded: one space may be enough; with no marker left only levels shift, and a Railway has a warning."""
    game = event(35, "shaded", "league", {}, "sind", "unrest", "done")
    assert is_done(game)
    assert here(game, "sind") == {"unrest": 1, "level": "passive_opposition"}
    bare = event(35, "shaded", "raj", {**PROTESTS_EVERYWHERE, "bihar": {"unrest": 12}})
    assert warned(bare, "lahore_delhi") == NOTHING_WOULD_CHANGE
    choose(bare, "bihar", "done")
    assert levels(bare, "bihar") == ["passive_opposition"]


# -- 36 Quit India Movement --------------------------------------------------------------------------------


def test_card_36_unshaded_arrests_as_many_activists_as_the_roll() -> None:
    """36 unshaded: Unrest, as many Activists to Jail as the roll, Neutral."""
    spaces: Spaces = {
        "bihar": {"congress": 2, "league": 2, "gandhi": True, "level": "active_opposition"},
        "delhi": {"congress": 1},
        "sind": {"gandhi": False},
    }
    game = event(36, "unshaded", "raj", spaces, seed=seed_rolling(3))
    assert useful(game) == {"bihar", "delhi"}
    assert why(game, "sind") == NOT_AS_THE_EVENT_SAYS
    assert rolls(game, "bihar") == [3]
    choose(game, "congress", "2")
    assert is_done(game)
    assert here(game, "bihar") == {"league": 1, "gandhi": True, "unrest": 1}
    assert jail(game) == (2, 1, False)


def test_card_36_unshaded_arrests_all_activists_at_a_high_roll() -> None:
    """36 unshaded: a high roll takes all there are; on a Railway there is no level; without Activists nothing."""
    game = event(36, "unshaded", "raj", {"lahore_delhi": {"congress": 2}}, seed=seed_rolling(6))
    assert is_done(game)
    assert here(game, "lahore_delhi") == {"strike": True}
    assert jail(game) == (2, 0, False)
    assert is_done(event(36, "unshaded", "raj", {"bihar": {"gandhi": True}}))


def test_card_36_shaded_removes_adversaries_unless_the_roll_exceeds_own_pieces() -> None:
    """36 shaded: a roll up to the own pieces, with Gandhi, removes that many adversaries; NV to Jail, Bases last."""
    spaces: Spaces = {
        "bihar": {"congress": 2, "gandhi": True, "troops": 2, "league": 2, "league_bases": 1},
        "delhi": {"congress": 2, "troops": 1},
        "sind": {"congress": 1},
    }
    game = event(36, "shaded", "congress", spaces, seed=seed_rolling(3, 4))
    assert warned(game, "sind") == NOTHING_WOULD_CHANGE
    assert rolls(game, "bihar") == [3]
    assert useful(game) == {"troops", "league"}
    choose(game, "league", "2")
    assert useful(game) == {"troops", "league_bases"}
    choose(game, "league_bases")
    log = choose(game, "delhi")
    assert [change.new for change in log if change.verb == "roll"] == [4]
    assert is_done(game)
    assert here(game, "bihar") == {"congress": 2, "gandhi": True, "troops": 2}
    assert here(game, "delhi") == {"congress": 2, "troops": 1}
    assert jail(game) == (0, 2, False)


def test_card_36_shaded_lets_raj_arrest_gandhi() -> None:
    """36 shaded, 5.1.4: for Raj, Gandhi is an adversary and goes to Jail; no Restraint shift follows."""
    spaces: Spaces = {"bihar": {"sepoys": 2, "gandhi": True, "revolutionary_bases": 1, "underground": 1}}
    game = event(36, "shaded", "raj", spaces, seed=seed_rolling(1))
    assert useful(game) == {"gandhi", "underground"}
    choose(game, "gandhi")
    assert is_done(game)
    assert here(game, "bihar") == {"sepoys": 2, "revolutionary_bases": 1, "underground": 1}
    assert (jail(game), tracks(game)) == ((0, 0, True), (3, 3))


def test_card_36_shaded_removes_nothing_at_a_failed_roll() -> None:
    """36 shaded: a roll above the number of own pieces removes nothing; without own pieces there is no roll at all."""
    spaces: Spaces = {"bihar": {"league": 1, "troops": 1}}
    game = event(36, "shaded", "league", spaces, seed=seed_rolling(2))
    assert is_done(game)
    assert here(game, "bihar") == {"league": 1, "troops": 1}
    assert is_done(event(36, "shaded", "revolutionaries", spaces))

"""3.3.2 Demonstrate."""

from __future__ import annotations

from engine import Game
from tests.playing import choose, controls, game_at, here, keys, why


def example() -> Game:
    """Return Bihar with three Congress Activists and a Protest; two Protests elsewhere leave three Available."""
    return game_at(
        {
            "bihar": {"congress": 3, "protest": True},
            "west_bengal": {"sepoys": 1, "active": 1},
            "united_provinces": {"sepoys": 2},
            "assam": {"protest": True},
            "mysore": {"protest": True},
        },
        "congress",
        restraint=2,
    )


def test_the_example_places_a_protest() -> None:
    """3.3.2 example, D-98: a Protest in West Bengal, none in United Provinces because Raj Controls it."""
    game = example()
    assert game.view().protests_available == 3
    choose(game, "demonstrate", "west_bengal", "1")  # Bihar is the only origin.
    assert "protest" in keys(game)
    choose(game, "protest")
    assert here(game, "west_bengal") == {"sepoys": 1, "active": 1, "congress": 1, "protest": True}
    choose(game, "united_provinces", "1")
    assert why(game, "protest") == "why.no_protest_under_control 3.3.2"
    choose(game, "done")
    assert why(game, "orissa") == "why.restraint_used_up 3.3"
    assert controls(game, "united_provinces")
    assert not game.view().spaces["united_provinces"].activists_active
    assert here(game, "united_provinces") == {"sepoys": 2, "congress": 1}
    assert here(game, "bihar") == {"congress": 1, "protest": True}
    assert game.view().protests_available == 2


def test_protest_spaces_are_free_destinations_of_congress() -> None:
    """3.3.2: beside Restraint spaces Congress selects those with a Protest or Gandhi. No second Protest (1.10)."""
    game = game_at({"bihar": {"congress": 1}, "orissa": {"protest": True}}, "congress", restraint=1)
    choose(game, "demonstrate", "west_bengal", "done")
    assert why(game, "orissa") == "why.nobody_can_move_in 3.3.2"
    other = game_at({"bihar": {"congress": 2}, "orissa": {"protest": True}}, "congress", restraint=1)
    choose(other, "demonstrate", "west_bengal", "1", "done")
    choose(other, "orissa")  # The last Activist moves unasked; a Protest is there already.
    assert here(other, "orissa") == {"congress": 1, "protest": True}


def test_the_league_demonstrates_up_to_unity_and_base_spaces() -> None:
    """3.3.2, D-27: Unity limits the Muslim League's destinations; those with its Bases do not count."""
    game = game_at({"punjab": {"league": 3}, "sind": {"league_bases": 1}}, "league", unity=1)
    choose(game, "demonstrate", "delhi", "1", "protest")
    assert why(game, "baluchistan") == "why.unity_used_up 3.3"
    choose(game, "sind", "2", "protest", "done")
    assert here(game, "sind") == {"league": 2, "league_bases": 1, "protest": True}
    assert here(game, "delhi") == {"league": 1, "protest": True}


def test_a_railway_is_an_origin_but_no_destination() -> None:
    """3.3.2: Activists come from Railways too, and never go to one."""
    game = game_at({"lahore_delhi": {"congress": 2}}, "congress")
    choose(game, "demonstrate")
    assert why(game, "karachi_lahore") == "why.railway_is_no_destination 3.3.2"
    choose(game, "delhi", "2", "protest", "done")
    assert here(game, "delhi") == {"congress": 2, "protest": True}
    assert here(game, "lahore_delhi") == {}


def test_demonstrate_moves_only_activists() -> None:
    """3.3.2 note: Gandhi does not Demonstrate, nor do Bases or the other Faction's Activists on their own."""
    game = game_at({"bihar": {"gandhi": True, "league": 2}}, "congress")
    assert why(game, "demonstrate") == "why.no_activists_on_map 3.3.2"
    other = game_at({"sind": {"league_bases": 1, "congress": 2}}, "league")
    assert why(other, "demonstrate") == "why.no_activists_on_map 3.3.2"


def test_3_1_2_demonstrate_moves_an_activist_only_once() -> None:
    """3.1.2: an Activist that has arrived does not continue; one that was there before still may."""
    game = game_at({"bihar": {"congress": 1}, "orissa": {"congress": 1}}, "congress", restraint=5)
    choose(game, "demonstrate", "orissa", "done", "west_bengal")
    assert here(game, "orissa") == {"congress": 1}  # One of the two Activists there could still move.
    assert here(game, "west_bengal") == {"congress": 1}
    choose(game, "done")
    assert why(game, "bihar") == "why.nobody_can_move_in 3.3.2"


def test_3_1_2_an_activist_placed_after_a_removal_may_still_move() -> None:
    """3.1.2, R-04: Congress takes back the Activist that moved; one placed there by Satyagraha may still move."""
    game = game_at({"bihar": {"congress": 1}, "delhi": {"gandhi": True}}, "congress")
    choose(game, "demonstrate", "orissa", "done", "remove_own")
    assert here(game, "orissa") == {}
    choose(game, "special:satyagraha", "orissa", "place", "coastal_andhra")
    assert here(game, "coastal_andhra") == {"congress": 1}


def test_activists_leave_protest_spaces_freely() -> None:
    """3.3.2: unlike cubes, Activists leave Protest spaces freely, and Control follows (1.7.1)."""
    game = game_at({"bihar": {"congress": 2, "protest": True, "sepoys": 1}}, "congress")
    assert not controls(game, "bihar")
    choose(game, "demonstrate", "orissa", "2", "protest")
    assert controls(game, "bihar")


def test_demonstrate_places_no_protest_before_a_piece_has_moved_in() -> None:
    """R-34d: with two origins open the Protest is closed until an Activist has entered."""
    game = game_at({"bihar": {"congress": 1}, "orissa": {"congress": 1}}, "congress")
    choose(game, "demonstrate", "west_bengal")
    assert keys(game) & {"bihar", "orissa", "protest", "done"} == {"bihar", "orissa"}
    assert why(game, "protest") == "why.nobody_has_moved_in 3.3.2"
    choose(game, "bihar")
    assert {"orissa", "protest", "done"} <= keys(game)


def test_a_space_that_no_piece_can_enter_is_no_destination() -> None:
    """R-34d: a destination needs an adjacent Activist that can move."""
    game = game_at({"bihar": {"congress": 1}}, "congress")
    choose(game, "demonstrate")
    assert why(game, "madras") == "why.nobody_can_move_in 3.3.2"
    assert why(game, "bihar") == "why.nobody_can_move_in 3.3.2"


def test_activists_that_have_just_moved_in_do_not_deny_raj_control() -> None:
    """R-34e: three newcomers are Inactive without a Protest, so one Sepoy Controls; Gandhi would deny it."""
    game = game_at({"bihar": {"congress": 3}, "orissa": {"congress": 1}, "west_bengal": {"sepoys": 1}}, "congress")
    choose(game, "demonstrate", "west_bengal", "bihar", "3")
    assert why(game, "protest") == "why.no_protest_under_control 3.3.2"
    with_gandhi = game_at({"bihar": {"congress": 3}, "west_bengal": {"sepoys": 1, "gandhi": True}}, "congress")
    choose(with_gandhi, "demonstrate", "west_bengal", "3", "protest")
    assert here(with_gandhi, "west_bengal")["protest"]


def test_a_special_activity_may_come_between_the_move_and_the_protest() -> None:
    """R-44: Congress moves in, Persuades the Sepoy away, and may then place the Protest."""
    game = game_at({"bihar": {"congress": 1}, "west_bengal": {"sepoys": 1}}, "congress")
    choose(game, "demonstrate", "west_bengal")
    assert why(game, "protest") == "why.no_protest_under_control 3.3.2"
    choose(game, "special:persuade", "protest")
    assert here(game, "west_bengal") == {"congress": 1, "protest": True}


def test_demonstrate_places_no_protest_without_a_marker_or_if_congress_declines() -> None:
    """3.3.2, 1.10: the Faction may place it; at Restraint 5 one box is open, and its marker is on the map."""
    game = game_at({"bihar": {"congress": 2}, "mysore": {"protest": True}}, "congress", restraint=5)
    choose(game, "demonstrate", "orissa", "1")
    assert why(game, "protest") == "why.no_protest_available 1.10"
    choose(game, "done", "done")
    assert here(game, "orissa") == {"congress": 1}
    free = game_at({"bihar": {"congress": 1}}, "congress", restraint=5)
    choose(free, "demonstrate", "orissa", "done")
    assert here(free, "orissa") == {"congress": 1}


def test_congress_takes_league_activists_along() -> None:
    """R-34f: one for one from the same origin, up to Unity in the whole Operation, without asking the League."""
    game = game_at(
        {"bihar": {"congress": 3, "league": 3}, "orissa": {"congress": 2, "league": 2}},
        "congress",
        restraint=5,
        unity=3,
    )
    choose(game, "demonstrate", "west_bengal", "bihar", "2")
    assert keys(game) == {"0", "1", "2"}
    assert game.decision is not None
    assert game.decision.seat == "congress"
    assert game.decision.default == "0"
    choose(game, "2", "orissa", "2")
    assert keys(game) == {"0", "1"}  # Unity is 3, and two have moved already.
    choose(game, "1", "done")
    assert here(game, "west_bengal") == {"congress": 4, "league": 3}
    choose(game, "united_provinces")  # Three League Activists have moved, as many as Unity: none goes with Congress.
    assert here(game, "united_provinces") == {"congress": 1}
    assert here(game, "bihar") == {"league": 1}


def test_league_activists_taken_along_do_not_move_again() -> None:
    """3.1.2, R-34f: a Muslim League Activist taken along does not continue with others."""
    game = game_at({"bihar": {"congress": 1, "league": 1}, "orissa": {"congress": 1}}, "congress", restraint=5, unity=5)
    choose(game, "demonstrate", "orissa", "1", "done", "west_bengal", "done")
    assert here(game, "orissa") == {"congress": 1, "league": 1}
    assert here(game, "west_bengal") == {"congress": 1}


def test_the_league_takes_no_congress_activist_along() -> None:
    """3.3.2: only Congress moves Activists of the other."""
    game = game_at({"bihar": {"congress": 2, "league": 1}}, "league")
    choose(game, "demonstrate", "orissa", "protest", "done")
    assert here(game, "orissa") == {"league": 1, "protest": True}


def test_2_3_5_a_limited_demonstrate_has_several_origins_and_one_destination() -> None:
    """2.3.5, R-24: from two spaces into one."""
    game = game_at({"bihar": {"congress": 1}, "orissa": {"congress": 2}}, "congress", "limited_operation")
    choose(game, "demonstrate", "west_bengal", "bihar", "orissa", "1", "protest")
    assert why(game, "central_provinces") == "why.limited_operation 2.3.5"
    assert here(game, "west_bengal") == {"congress": 2, "protest": True}

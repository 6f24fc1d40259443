"""4.3.2 Satyagraha."""

from __future__ import annotations

from engine import Game
from tests.playing import answers, choose, controls, game_at, here, keys, now, why

SATYAGRAHA = "special:satyagraha"


def test_the_example_moves_gandhi_and_ends_raj_control() -> None:
    """4.3.2 example: Gandhi goes to United Provinces, an Activist joins him, Control ends, Non-Cooperation opens."""
    game = game_at(
        {"delhi": {"gandhi": True}, "united_provinces": {"congress": 1, "sepoys": 3, "protest": True}}, "congress"
    )
    assert controls(game, "united_provinces")
    assert why(game, "non_cooperation") == "why.no_space 3.3.4"
    choose(game, SATYAGRAHA, "united_provinces")
    assert answers(game) == {"place", "remove"}
    choose(game, "place")
    assert here(game, "united_provinces") == {"congress": 2, "gandhi": True, "sepoys": 3, "protest": True}
    assert not controls(game, "united_provinces")
    assert "non_cooperation" in keys(game)


def test_satyagraha_may_remove_a_protest_and_one_unrest() -> None:
    """4.3.2, R-55: a Protest and one Unrest go, each if present; the Protest's box opens again (1.10)."""
    game = game_at({"delhi": {"gandhi": True}, "bihar": {"protest": True, "unrest": 2}}, "congress")
    other = game.clone()
    choose(game, SATYAGRAHA, "bihar")
    assert game.decision is not None
    removing = game.decision.option("remove")
    assert removing is not None
    # The words of the option say what goes, not what is there.
    assert removing.text.params == {"protest": True, "unrest": 1}
    choose(game, "remove")
    assert here(game, "bihar") == {"gandhi": True, "unrest": 1}
    choose(other, SATYAGRAHA, "orissa", "remove")
    assert here(other, "orissa") == {"gandhi": True}


def test_gandhi_may_go_to_any_space_even_his_own_or_a_railway() -> None:
    """R-55: every space is open; on his own he does not move; on a Railway a Protest goes and a Strike stays (R-10)."""
    game = game_at({"delhi": {"gandhi": True}, "lahore_delhi": {"protest": True, "strike": True}}, "congress")
    choose(game, SATYAGRAHA)
    assert answers(game) == set(game.view().spaces)
    other = game.clone()
    choose(game, "delhi", "place")
    assert here(game, "delhi") == {"gandhi": True, "congress": 1}
    choose(other, "lahore_delhi", "remove")
    assert here(other, "lahore_delhi") == {"gandhi": True, "strike": True}


def test_satyagraha_without_an_available_activist_only_removes_the_protest() -> None:
    """D-42, R-03: the Activist comes from Available to the selected space; with none left no one is asked."""
    game = game_at({"delhi": {"gandhi": True, "congress": 16}, "bihar": {"protest": True}}, "congress")
    choose(game, SATYAGRAHA, "bihar")
    assert here(game, "bihar") == {"gandhi": True}


def in_jail() -> Game:
    """Return a game with Gandhi in Jail and Congress to act."""
    return game_at({"bihar": {"congress": 1}}, "congress", jail={"gandhi": True})


def test_satyagraha_releases_gandhi_if_raj_agrees() -> None:
    """4.3.2: Raj is asked in the middle of the turn of Congress, and Gandhi comes to the selected space."""
    game = in_jail()
    choose(game, SATYAGRAHA, "bihar")
    assert game.decision is not None
    assert (game.decision.seat, game.decision.kind, game.decision.space) == ("raj", "satyagraha.release", "bihar")
    assert answers(game) == {"yes", "no"}
    choose(game, "yes")
    assert game.decision.seat == "congress"
    choose(game, "place")
    assert here(game, "bihar") == {"congress": 2, "gandhi": True}
    assert not now(game)["jail"]["gandhi"]
    assert why(game, SATYAGRAHA) == "why.special_done 4.1"


def test_a_refused_release_does_not_use_up_the_special_activity() -> None:
    """R-55: Raj refuses; Congress may choose another Special Activity, but not ask again this turn."""
    game = in_jail()
    choose(game, "rally", "delhi", "0", SATYAGRAHA, "bihar", "no")
    assert why(game, SATYAGRAHA) == "why.raj_refused_release 4.3.2"
    choose(game, "special:negotiate")
    assert game.decision is not None
    assert game.decision.kind == "negotiate.then"
    choose(game, "done")
    assert why(game, "bihar") == "why.selected_for_negotiate 3.1.1"


def test_a_refused_release_before_the_operation_has_no_effect() -> None:
    """R-55, 1.5.1: after a refusal nothing has been executed, so Congress may still pass."""
    game = in_jail()
    choose(game, SATYAGRAHA, "bihar", "no")
    assert {"pass", "rally", "special:negotiate", "special:persuade"} <= keys(game)
    assert now(game)["jail"]["gandhi"]


def test_the_operation_may_select_the_space_of_a_refused_satyagraha() -> None:
    """R-55: the space named in the refused request counts as selected for nothing."""
    game = in_jail()
    choose(game, SATYAGRAHA, "bihar", "no", "special:persuade")
    choose(game, "civil_disobedience", "bihar", "done")
    assert here(game, "bihar")["protest"]

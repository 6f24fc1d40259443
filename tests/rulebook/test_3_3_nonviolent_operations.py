"""3.3 Nonviolent Operations: how many spaces Congress and the Muslim League may select."""

from __future__ import annotations

from tests.playing import choose, game_at, here, keys, now, why

FIVE = {space: {"congress": 1} for space in ("delhi", "bombay", "madras", "mysore", "assam")}
CONGRESS_FIRST = 7
"""An Event card whose leftmost Faction is Congress."""


def test_3_3_congress_selects_up_to_restraint_plus_free_spaces() -> None:
    """3.3, D-27: up to Restraint spaces; those with a Protest or with Gandhi do not count (R-34)."""
    game = game_at({"bihar": {"protest": True}, "orissa": {"gandhi": True}}, "congress", restraint=1)
    choose(game, "rally", "delhi", "0")
    assert why(game, "bombay") == "why.restraint_used_up 3.3"
    assert why(game, "delhi") == "why.already_selected 3.1.1"
    assert {"bihar", "orissa", "done"} <= keys(game)
    choose(game, "bihar", "2", "orissa", "1")
    assert why(game, "bombay") == "why.restraint_used_up 3.3"
    assert here(game, "bihar") == {"congress": 2, "protest": True}


def test_3_3_the_league_selects_up_to_unity_plus_base_spaces() -> None:
    """3.3, R-34: Unity limits the Muslim League; a Protest or Gandhi does not help it, its own Bases do."""
    game = game_at(
        {"bihar": {"protest": True, "gandhi": True}, "sind": {"league_bases": 1}}, "league", restraint=5, unity=1
    )
    choose(game, "rally", "delhi")
    assert why(game, "bihar") == "why.unity_used_up 3.3"
    assert "sind" in keys(game)


def test_3_3_nonviolent_operations_are_free() -> None:
    """3.3: the nonviolent Factions pay nothing."""
    game = game_at({}, "congress")
    choose(game, "rally")
    assert game.decision is not None
    assert {option.cost for option in game.decision.options} == {0}


def test_a_selected_space_still_counts_when_restraint_rises() -> None:
    """R-34: one slot was used at Restraint 1; at Restraint 2 exactly one more is open."""
    game = game_at({"bihar": {"congress": 1}}, "congress", restraint=1)
    choose(game, "rally", "delhi", "0", "special:negotiate", "bombay", "0")
    assert now(game)["restraint"] == 2
    assert why(game, "madras") == "why.restraint_used_up 3.3"


def test_a_protest_placed_by_an_operation_does_not_make_its_space_free() -> None:
    """R-34: the limit is tested when a space is selected (3.1.5), not by what is there later."""
    game = game_at(FIVE, "congress", restraint=2)
    choose(game, "civil_disobedience", "delhi", "done", "bombay", "done")
    assert here(game, "delhi")["protest"]
    assert why(game, "madras") == "why.restraint_used_up 3.3"


def test_the_prompt_says_how_many_spaces_are_left() -> None:
    """3.3: what remains counts the free slots and the spaces that need none."""
    game = game_at({**FIVE, "bihar": {"protest": True}, "orissa": {"gandhi": True}}, "congress", restraint=2)
    choose(game, "civil_disobedience")
    assert game.decision is not None
    assert game.decision.remaining == 4
    choose(game, "delhi", "done")
    assert game.decision.remaining == 3
    choose(game, "bihar")
    assert game.decision.remaining == 2


def test_a_nonviolent_operation_cannot_end_without_a_space() -> None:
    """R-19: no Rally only to bring an Activist in, no empty Non-Cooperation: done is not among the first answers."""
    game = game_at({"bihar": {"congress": 1, "protest": True}}, "congress", out_of_play={"congress": 1})
    game_2 = game.clone()
    choose(game, "rally")
    assert "done" not in keys(game)
    choose(game_2, "non_cooperation")
    assert "done" not in keys(game_2)


def test_satyagraha_cannot_close_the_only_space_of_non_cooperation() -> None:
    """R-19, R-44: in the middle Gandhi may go there, and cannot take off the only Protest before it is selected."""
    game = game_at({"bihar": {"congress": 1, "protest": True}, "orissa": {"gandhi": True}}, "congress", restraint=3)
    choose(game, "non_cooperation", "special:satyagraha", "bihar", "place")
    assert here(game, "bihar") == {"gandhi": True, "congress": 2, "protest": True}
    choose(game, "bihar", "done")
    assert now(game)["restraint"] == 2


def test_an_operation_and_negotiate_never_select_the_same_space() -> None:
    """R-46, 3.1.1: what one of them has selected is closed to the other, whichever comes first."""
    game = game_at({"bihar": {"congress": 1}, "delhi": {"congress": 1}}, "congress")
    before = game.clone()
    choose(game, "civil_disobedience", "bihar", "done", "special:negotiate")
    assert game.decision is not None  # Delhi was the only space left to negotiate in, so no one was asked.
    assert why(game, "delhi") == "why.selected_for_negotiate 3.1.1"
    choose(before, "special:negotiate", "bihar", "rally")
    assert why(before, "bihar") == "why.selected_for_negotiate 3.1.1"


def test_origins_and_railways_that_receive_activists_do_not_count_as_selected() -> None:
    """R-46: only Demonstrate's destinations are selected, not its origins; nor the Railways Activists move onto."""
    game = game_at({"bihar": {"congress": 2}}, "congress")
    other = game.clone()
    choose(game, "demonstrate", "orissa", "1", "done", "special:negotiate")
    assert why(game, "bihar") == "why.selected_for_negotiate 3.1.1"
    choose(other, "civil_disobedience", "bihar", "allahabad_calcutta", "1", "done", "special:negotiate")
    assert why(other, "allahabad_calcutta") == "why.selected_for_negotiate 3.1.1"


def test_an_operation_and_persuade_may_select_the_same_space() -> None:
    """3.1.1: other Special Activities may use the spaces of the Operation."""
    game = game_at({"bihar": {"gandhi": True, "congress": 1, "sepoys": 1}}, "congress")
    choose(game, "special:persuade", "rally")
    assert here(game, "bihar").get("sepoys") is None
    assert "bihar" in keys(game)


def test_an_operation_with_one_space_by_restraint_is_not_a_limited_operation() -> None:
    """R-22: the 1st Eligible limited to one space by Restraint executes an Operation, never a Limited one."""
    game = game_at({"bihar": {"congress": 1}}, card=CONGRESS_FIRST, restraint=1)
    choose(game, "civil_disobedience", "bihar", "done")
    assert "special:persuade" in keys(game)  # A Limited Operation could have no Special Activity (2.3.5).
    choose(game, "done")
    assert game.decision is not None
    assert game.decision.prompt.params["may"] == "limited_operation"


def test_a_limited_operation_has_one_space_and_all_its_other_steps() -> None:
    """R-24, 2.3.5: one space, no Special Activity; the move from Out of Play and the last shift belong to it."""
    position = {"bihar": {"congress": 1, "protest": True}, "orissa": {"congress": 1, "protest": True}}
    game = game_at(position, "congress", "limited_operation", restraint=3, out_of_play={"congress": 2})
    other = game.clone()
    choose(game, "rally", "bihar", "0")
    assert why(game, "orissa") == "why.limited_operation 2.3.5"
    assert why(game, "special:persuade") == "why.no_special_in_limited 2.3.5"
    assert game.decision is not None
    assert game.decision.remaining == 0
    choose(game, "done", "congress")
    assert now(game)["out_of_play"] == {"congress": 1}
    choose(other, "non_cooperation", "bihar", "done")
    assert now(other)["restraint"] == 2
    assert here(other, "orissa").get("level") is None


def test_a_limited_rally_still_releases_from_jail() -> None:
    """R-24: the release is a part of Rally that involves no space."""
    game = game_at({}, "league", "limited_operation", jail={"league": 3})
    choose(game, "rally", "sind", "done")
    assert "release" in keys(game)


def test_negotiate_cannot_accompany_non_cooperation() -> None:
    """4.1.2: Negotiate accompanies Rally, Demonstrate and Civil Disobedience only, in either order."""
    position = {"bihar": {"congress": 1, "protest": True}, "orissa": {"congress": 1, "protest": True}}
    game = game_at(position, "congress")
    other = game.clone()
    choose(game, "non_cooperation", "bihar")
    assert why(game, "special:negotiate") == "why.not_with_this_operation 4.1.2"
    choose(other, "special:negotiate", "bihar")
    assert why(other, "non_cooperation") == "why.not_after_this_special 4.1.2"
    assert keys(other) == {"rally", "demonstrate", "civil_disobedience"}


def test_a_nonviolent_faction_may_remove_own_pieces_but_not_gandhi() -> None:
    """R-04, 1.4.1: while it executes, Congress may take own pieces back to Available, but never Gandhi."""
    game = game_at({"bihar": {"congress": 2, "gandhi": True}, "delhi": {"league": 1}}, "congress")
    choose(game, "rally", "remove_own", "2")
    assert here(game, "bihar") == {"gandhi": True}
    assert "remove_own" not in keys(game)

"""4.3.3 Persuade of Congress."""

from __future__ import annotations

from tests.playing import answers, asked, choose, game_at, here, keys, now, why

PERSUADE = "special:persuade"


def test_the_example_removes_a_base_and_a_league_activist_and_lowers_unity_once() -> None:
    """4.3.3 example: the unguarded Base in Mysore and the Activist in Madras Presidency go; Unity -1, once."""
    game = game_at(
        {
            "mysore": {"congress": 1, "revolutionary_bases": 1},
            "madras_presidency": {"congress": 1, "league": 1, "sepoys": 1, "protest": True},
            "bihar": {"league": 1},
        },
        "congress",
        unity=3,
    )
    choose(game, PERSUADE)
    assert why(game, "bihar") == "why.no_own_pieces 4.3.3"
    assert game.decision is not None
    assert game.decision.remaining == 2
    choose(game, "mysore")
    assert here(game, "mysore") == {"congress": 1}
    assert why(game, "mysore") == "why.already_selected 4.1.1"
    assert answers(game) == {"madras_presidency", "done"}
    choose(game, "madras_presidency")
    assert answers(game) == {"sepoys", "league"}
    assert now(game)["unity"] == 3
    choose(game, "league")
    assert here(game, "madras_presidency") == {"congress": 1, "sepoys": 1, "protest": True}
    assert now(game)["unity"] == 2


def test_the_second_space_of_persuade_is_optional() -> None:
    """4.3.3: the second space is optional."""
    game = game_at(
        {space: {"congress": 1, "sepoys": 1} for space in ("delhi", "bihar", "orissa")}, "congress", restraint=1
    )
    choose(game, PERSUADE)
    assert "done" not in keys(game)
    choose(game, "delhi", "bihar")
    assert here(game, "orissa") == {"congress": 1, "sepoys": 1}
    assert game.decision is not None
    assert game.decision.kind == "turn.operation"


def test_gandhi_alone_or_inactive_pieces_open_a_space_to_persuade() -> None:
    """R-56: any Congress piece opens a space, Active or not, Railways included."""
    game = game_at(
        {
            "delhi": {"gandhi": True, "sepoys": 1},
            "bihar": {"congress": 1, "sepoys": 1},
            "lahore_delhi": {"congress": 1},
            "sind": {"league": 1},
        },
        "congress",
    )
    choose(game, PERSUADE)
    assert answers(game) == {"delhi", "bihar", "lahore_delhi"}


def test_persuade_removes_troops_and_bases_last() -> None:
    """4.3.3: Sepoys before Troops, Muslim League Activists and Guerrillas (of either side) before their Bases."""
    game = game_at(
        {
            "punjab": {
                "gandhi": True,
                "congress": 1,
                "troops": 1,
                "sepoys": 1,
                "league": 1,
                "league_bases": 1,
                "underground": 1,
                "active": 1,
                "revolutionary_bases": 1,
            }
        },
        "congress",
    )
    choose(game, PERSUADE)
    assert answers(game) == {"sepoys", "active", "activate"}
    assert why(game, "troops") == "why.sepoys_first 4.3.3"
    assert why(game, "league") == "why.is_inactive 4.3.3"
    assert why(game, "league_bases") == "why.activists_first 4.3.3"
    assert why(game, "revolutionary_bases") == "why.guerrillas_first 4.3.3"
    assert why(game, "underground") == "why.is_underground 4.3.3"


def test_persuade_removes_a_troop_when_no_sepoy_is_left() -> None:
    """4.3.3: the removed piece becomes Available."""
    game = game_at({"delhi": {"gandhi": True, "troops": 2}}, "congress")
    choose(game, PERSUADE)
    assert here(game, "delhi") == {"gandhi": True, "troops": 1}
    assert now(game)["available"]["troops"] == 14


def test_each_active_nv_piece_activates_one_guerrilla() -> None:
    """R-57, D-43: Gandhi and a Muslim League Base are Active, the Activists without a Protest are not: two flip."""
    game = game_at(
        {"punjab": {"gandhi": True, "congress": 3, "league": 1, "league_bases": 1, "underground": 4}}, "congress"
    )
    choose(game, PERSUADE)  # No Active adversary but the Base, and an Activist guards it.
    assert here(game, "punjab")["active"] == 2
    assert here(game, "punjab")["underground"] == 2
    protest = game_at({"punjab": {"congress": 2, "league": 1, "protest": True, "underground": 5}}, "congress")
    choose(protest, PERSUADE, "activate")
    assert here(protest, "punjab")["active"] == 3


def test_inactive_activists_activate_no_guerrilla() -> None:
    """D-43, R-20: with Inactive Activists only nothing can be done; the space is a legal selection."""
    game = game_at({"bihar": {"congress": 2, "underground": 2}}, "congress")
    choose(game, PERSUADE)
    assert here(game, "bihar") == {"congress": 2, "underground": 2}


def test_removing_a_league_base_lowers_unity_once() -> None:
    """R-58, 6.7: a Base counts as a piece; two removals shift Unity only once."""
    game = game_at(
        {
            "punjab": {"congress": 1, "league_bases": 1},
            "sind": {"congress": 1, "league": 1, "protest": True},
        },
        "congress",
        unity=4,
    )
    choose(game, PERSUADE, "punjab", "sind")
    assert here(game, "punjab") == {"congress": 1}
    assert here(game, "sind") == {"congress": 1, "protest": True}
    assert now(game)["unity"] == 3
    assert now(game)["available"]["league_bases"] == 5


def test_removing_cubes_or_guerrillas_does_not_lower_unity() -> None:
    """4.3.3: only Muslim League pieces matter to Unity."""
    for piece in ("active", "sepoys"):
        game = game_at({"mysore": {"congress": 1, piece: 1}}, "congress", unity=3)
        choose(game, PERSUADE)
        assert here(game, "mysore") == {"congress": 1}
        assert now(game)["unity"] == 3


CRISIS_AHEAD = {"bihar": {"congress": 1, "league": 1, "underground": 1, "sepoys": 2, "protest": True}}


def test_persuade_may_cause_the_crisis_that_the_operation_needs() -> None:
    """4.1, R-44, 6.7, 6.8 Unity falls at the end of Persuade: in the Crisis Bihar is open in spite of Raj Control."""
    game = game_at(CRISIS_AHEAD, "congress", restraint=1, unity=2)
    choose(game, "non_cooperation", "special:persuade")
    assert asked(game) == "congress persuade.what"
    assert "league" in keys(game)
    choose(game, "league")
    assert now(game)["unity"] == 1
    assert "bihar" in keys(game)


def test_persuade_asks_even_if_only_one_answer_keeps_the_operation_possible() -> None:
    """4.1, R-44 What the Operation needs closes all answers but one: that one is not taken without a question."""
    game = game_at({"bihar": {**CRISIS_AHEAD["bihar"], "underground": 0}}, "congress", restraint=1, unity=3)
    choose(game, "non_cooperation", "special:persuade")
    assert asked(game) == "congress persuade.what"
    assert answers(game) == {"sepoys"}
    assert why(game, "league") == "why.nothing_left_for_operation 4.1"

"""4.4.3 Persuade of the Muslim League."""

from __future__ import annotations

from tests.playing import answers, choose, controls, game_at, here, now, why

PERSUADE = "special:persuade"


def test_the_example_exposes_guerrillas_and_opens_punjab_to_non_cooperation() -> None:
    """4.4.3 example: two Active Activists expose both Guerrillas, Control ends, Punjab opens for Non-Cooperation."""
    game = game_at(
        {"punjab": {"league": 2, "protest": True, "sepoys": 3, "underground": 2}, "sind": {"league": 1}}, "league"
    )
    assert controls(game, "punjab")
    assert why(game, "non_cooperation") == "why.no_space 3.3.4"
    choose(game, PERSUADE, "punjab")
    assert answers(game) == {"sepoys", "activate"}
    choose(game, "activate")
    assert not controls(game, "punjab")
    choose(game, "done", "non_cooperation", "punjab", "done")
    assert here(game, "punjab")["level"] == "passive_opposition"
    assert here(game, "punjab")["active"] == 2


def test_removing_congress_activists_lowers_unity() -> None:
    """D-44, R-58: -1 once for Congress Activists, removed to Available; Gandhi can never be removed (1.4.5)."""
    game = game_at(
        {
            "sind": {"league": 1, "congress": 1, "gandhi": True, "protest": True},
            "delhi": {"league": 1, "congress": 1, "protest": True},
        },
        "league",
        unity=4,
    )
    choose(game, PERSUADE, "sind", "delhi")
    assert here(game, "sind") == {"league": 1, "gandhi": True, "protest": True}
    assert here(game, "delhi") == {"league": 1, "protest": True}
    assert now(game)["unity"] == 3
    assert now(game)["available"]["congress"] == 16


def test_gandhi_is_shown_as_a_closed_target() -> None:
    """R-58: the reason says why."""
    game = game_at({"sind": {"league_bases": 1, "congress": 1, "gandhi": True, "sepoys": 1, "active": 1}}, "league")
    choose(game, PERSUADE)
    assert why(game, "gandhi") == "why.gandhi_cannot_be_removed 1.4.5"
    assert why(game, "congress") == "why.is_inactive 4.4.3"
    assert answers(game) == {"sepoys", "active"}


def test_bases_alone_make_a_space_eligible_for_persuade() -> None:
    """R-56: Muslim League pieces are Activists or Bases. R-57: Gandhi and the Base each expose a Guerrilla."""
    game = game_at({"sind": {"league_bases": 1, "gandhi": True, "underground": 3}, "delhi": {"congress": 1}}, "league")
    choose(game, PERSUADE)
    assert here(game, "sind") == {"league_bases": 1, "gandhi": True, "underground": 1, "active": 2}


def test_persuade_removes_troops_and_bases_last() -> None:
    """4.4.3: Sepoys before Troops, Guerrillas before their Base; own pieces are no targets."""
    game = game_at({"sind": {"league": 1, "troops": 1, "sepoys": 1, "underground": 1}}, "league")
    choose(game, PERSUADE)  # The Sepoy is the only target, and no one is Active to expose the Guerrilla.
    assert here(game, "sind") == {"league": 1, "troops": 1, "underground": 1}
    base = game_at({"sind": {"league": 1, "revolutionary_bases": 1, "troops": 1}}, "league")
    choose(base, PERSUADE)
    assert answers(base) == {"troops", "revolutionary_bases"}
    choose(base, "revolutionary_bases")
    assert now(base)["available"]["revolutionary_bases"] == 5


def test_a_crisis_caused_by_persuade_places_cubes_at_the_end_of_the_turn() -> None:
    """6.7, 6.8: Unity -1 triggers a Crisis at once; Raj rolls when the turn of the League is over."""
    game = game_at(
        {"sind": {"league": 1, "congress": 1, "protest": True}},
        "league",
        restraint=1,
        unity=2,
        out_of_play={"sepoys": 6},
    )
    choose(game, PERSUADE)
    assert now(game)["crisis"]
    assert game.decision is not None
    assert game.decision.seat == "league"
    choose(game, "rally", "punjab", "done")
    assert game.decision.seat == "raj"

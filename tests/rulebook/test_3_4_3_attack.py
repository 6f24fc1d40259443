"""3.4.3 Attack."""

from __future__ import annotations

from engine.gandhi.ids import REVOLUTIONARIES
from tests.playing import answers, choose, controls, game_at, here, keys, now, seed_rolling, why


def test_the_example_attacks_two_spaces() -> None:
    """3.4.3 The example: rolls of 2 in East Bengal and 1 in Bihar, both with Unrest, for 1 Resource each.

    D-94 Control in East Bengal is lost as soon as cubes no longer exceed the Active pieces.
    """
    game = game_at(
        {
            "east_bengal": {"troops": 1, "sepoys": 1, "underground": 3},
            "bihar": {"sepoys": 3, "underground": 2, "protest": True},
        },
        REVOLUTIONARIES,
        "operation_only",
        seed=seed_rolling(2, 1),
        resources={"revolutionaries": 5},
    )
    assert controls(game, "east_bengal")
    changes = choose(game, "attack", "east_bengal")
    assert ("control", 0) in [(change.verb, change.new) for change in changes]
    assert here(game, "east_bengal") == {"troops": 1, "sepoys": 1, "active": 3}
    assert why(game, "troops") == "why.sepoys_first 3.4.3"
    choose(game, "sepoys", "troops")
    assert here(game, "east_bengal") == {"active": 3, "unrest": 1}
    choose(game, "bihar", "sepoys", "sepoys")
    assert here(game, "bihar") == {"sepoys": 1, "active": 2, "protest": True, "unrest": 1}
    position = now(game)
    assert position["resources"]["revolutionaries"] == 3
    assert position["available"]["sepoys"] == 44
    assert position["available"]["troops"] == 15


def test_attack_needs_guerrillas_and_a_space_that_is_no_railway() -> None:
    """R-39 Cities, Provinces and States with Guerrillas, never Railways; adversaries are not needed (R-20)."""
    game = game_at(
        {"orissa": {"active": 6}, "lahore_delhi": {"underground": 1}, "delhi": {"troops": 1}},
        REVOLUTIONARIES,
        "operation_only",
        resources={"revolutionaries": 1},
    )
    choose(game, "attack")
    assert keys(game) - {"remove_own", "transfer"} == {"orissa"}
    assert why(game, "lahore_delhi") == "why.on_railway 3.4.3"
    assert why(game, "delhi") == "why.no_guerrillas 3.4.3"
    choose(game, "orissa")
    assert here(game, "orissa") == {"active": 6, "unrest": 1}
    assert why(game_at({"bihar": {"active": 1}}, REVOLUTIONARIES), "attack") == "why.cannot_pay 3.4.3"
    game = game_at({"lahore_delhi": {"active": 1}}, REVOLUTIONARIES, resources={"revolutionaries": 1})
    assert why(game, "attack") == "why.no_space 3.4.3"


def test_a_failed_attack_only_activates_guerrillas() -> None:
    """3.4.3 A roll above the number of Guerrillas removes nothing and adds no Unrest."""
    game = game_at(
        {"bihar": {"sepoys": 2, "underground": 2, "protest": True}},
        REVOLUTIONARIES,
        "limited_operation",
        seed=seed_rolling(3),
        resources={"revolutionaries": 1},
    )
    choose(game, "attack", "bihar")
    assert here(game, "bihar") == {"sepoys": 2, "active": 2, "protest": True}


def test_the_attack_roll_counts_all_guerrillas() -> None:
    """R-39 Guerrillas that were Active before count like those that just Activated."""
    game = game_at(
        {"bihar": {"active": 3, "underground": 1}},
        REVOLUTIONARIES,
        "limited_operation",
        seed=seed_rolling(4),
        resources={"revolutionaries": 1},
    )
    choose(game, "attack", "bihar")
    assert here(game, "bihar") == {"active": 4, "unrest": 1}


def test_attack_takes_two_pieces_bases_last_and_never_gandhi() -> None:
    """R-39, R-40, 1.4.4 Up to two pieces of any Factions; Bases after all Activists, no Gandhi; all to Available."""
    game = game_at(
        {
            "bihar": {
                "active": 2,
                "troops": 1,
                "congress": 1,
                "league": 1,
                "league_bases": 1,
                "gandhi": True,
                "protest": True,
            }
        },
        REVOLUTIONARIES,
        "limited_operation",
        seed=seed_rolling(1),
        resources={"revolutionaries": 1},
    )
    choose(game, "attack", "bihar")
    assert game.decision is not None
    assert game.decision.remaining == 2
    assert answers(game) == {"troops", "congress", "league", "done"}
    assert why(game, "gandhi") == "why.not_gandhi 3.4.3"
    assert why(game, "league_bases") == "why.activists_first 3.4.3"
    choose(game, "troops", "congress")
    position = now(game)
    assert position["unity"] == 3
    assert position["jail"] == {"congress": 0, "league": 0, "gandhi": False}
    assert position["available"]["congress"] == 16
    assert here(game, "bihar")["league"] == 1


def test_attack_can_remove_a_league_base_after_its_last_activist() -> None:
    """R-39 With the last Activist removed the Muslim League Base is open as the second piece."""
    game = game_at(
        {"bihar": {"active": 2, "league": 1, "league_bases": 1, "protest": True}},
        REVOLUTIONARIES,
        "limited_operation",
        seed=seed_rolling(1),
        resources={"revolutionaries": 1},
    )
    choose(game, "attack", "bihar", "league", "league_bases")
    assert here(game, "bihar") == {"active": 2, "protest": True, "unrest": 1}


def test_inactive_activists_protect_a_base() -> None:
    """R-39 Without a Protest Activists cannot be removed, yet they shield the Base; removing nothing is allowed."""
    game = game_at(
        {"bihar": {"active": 2, "sepoys": 1, "congress": 1, "league_bases": 1}},
        REVOLUTIONARIES,
        "limited_operation",
        seed=seed_rolling(1),
        resources={"revolutionaries": 1},
    )
    choose(game, "attack", "bihar")
    assert answers(game) == {"sepoys", "done"}
    assert why(game, "congress") == "why.not_active 3.4.3"
    assert why(game, "league_bases") == "why.activists_first 3.4.3"
    choose(game, "done")
    assert here(game, "bihar") == {"active": 2, "sepoys": 1, "congress": 1, "league_bases": 1, "unrest": 1}


def test_attack_tests_for_unrest_after_the_removals() -> None:
    """R-41 Control that ends with the removed cubes lets Unrest in; Control that stays keeps it out."""
    spaces = {"bihar": {"active": 2, "sepoys": 4}}
    seed = seed_rolling(1)
    game = game_at(spaces, REVOLUTIONARIES, "limited_operation", seed=seed, resources={"revolutionaries": 1})
    assert controls(game, "bihar")
    choose(game, "attack", "bihar", "sepoys", "done")
    assert controls(game, "bihar")
    assert here(game, "bihar") == {"active": 2, "sepoys": 3}

    game = game_at(spaces, REVOLUTIONARIES, "limited_operation", seed=seed, resources={"revolutionaries": 1})
    choose(game, "attack", "bihar", "sepoys", "sepoys")
    assert here(game, "bihar") == {"active": 2, "sepoys": 2, "unrest": 1}


def test_attack_adds_unrest_in_states_while_markers_are_left() -> None:
    """1.7.2, R-09 States never have Raj Control, so Attack adds Unrest there, unless all twelve markers are out."""
    seed = seed_rolling(1)
    for markers, unrest in ((11, {"unrest": 1}), (12, {})):
        game = game_at(
            {"orissa": {"active": 1, "sepoys": 5}, "delhi": {"unrest": markers}},
            REVOLUTIONARIES,
            "limited_operation",
            seed=seed,
            resources={"revolutionaries": 1},
        )
        choose(game, "attack", "orissa", "sepoys", "done")
        assert here(game, "orissa") == {"active": 1, "sepoys": 4, **unrest}

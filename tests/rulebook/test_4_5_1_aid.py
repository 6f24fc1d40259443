"""4.5 Revolutionaries Special Activities: 4.5.1 Aid."""

from __future__ import annotations

from engine.gandhi.ids import REVOLUTIONARIES
from tests.playing import answers, choose, game_at, here, keys, now, remaining, why


def test_the_example_earns_resources_and_hides_guerrillas() -> None:
    """4.5.1 The example: 2 Resources in United Provinces (D-49), then 1 to hide three Guerrillas in Bihar."""
    game = game_at(
        {"united_provinces": {"underground": 1}, "bihar": {"active": 3}, "delhi": {"underground": 1}},
        REVOLUTIONARIES,
        resources={"revolutionaries": 1},
    )
    choose(game, "special:aid", "united_provinces")
    assert now(game)["resources"]["revolutionaries"] == 3
    assert here(game, "united_provinces") == {"active": 1}
    choose(game, "bihar")
    assert now(game)["resources"]["revolutionaries"] == 2
    assert here(game, "bihar") == {"underground": 3}
    choose(game, "done")
    # A player who begins with a Special Activity continues with an Operation.
    assert game.decision is not None
    assert game.decision.kind == "turn.operation"
    assert "pass" not in keys(game)


def test_a_space_with_active_and_underground_guerrillas_offers_both_uses_of_aid() -> None:
    """R-64 Earning takes an Underground Guerrilla, hiding an Active one and 1 Resource; a space comes once (4.1.1)."""
    spaces = {"punjab": {"underground": 1, "active": 2}, "lahore_delhi": {"underground": 1}, "sind": {"troops": 1}}
    game = game_at(spaces, REVOLUTIONARIES, resources={"revolutionaries": 3})
    choose(game, "special:aid")
    assert "done" not in keys(game)
    assert why(game, "sind") == "why.no_guerrillas 4.5.1"
    choose(game, "punjab")
    assert answers(game) == {"earn", "hide"}
    choose(game, "hide")
    assert here(game, "punjab") == {"underground": 3}
    assert why(game, "punjab") == "why.already_selected 4.1.1"
    choose(game, "lahore_delhi")
    # A Railway has no Population: nothing is earned.
    assert here(game, "lahore_delhi") == {"active": 1}
    assert now(game)["resources"]["revolutionaries"] == 2


def test_aid_earns_no_more_than_fifty_resources() -> None:
    """R-16 Resources never exceed 50."""
    game = game_at({"punjab": {"underground": 1}}, REVOLUTIONARIES, resources={"revolutionaries": 49})
    choose(game, "special:aid")
    assert now(game)["resources"]["revolutionaries"] == 50


def test_resources_earned_by_aid_may_pay_for_aid() -> None:
    """4.5.1 What two spaces bring pays for hiding in two others: Aid is possible in all four."""
    spaces = {"bihar": {"underground": 1}, "punjab": {"underground": 1}, "sind": {"active": 1}, "assam": {"active": 1}}
    game = game_at(spaces, REVOLUTIONARIES, resources={"revolutionaries": 1})
    choose(game, "rally", "bihar", "special:aid")
    assert remaining(game) == 4
    choose(game, "bihar", "punjab", "sind")
    assert remaining(game) == 1


def test_resources_earned_by_aid_may_pay_for_the_operation() -> None:
    """4.1, R-44 With no Resources Aid may come first, since it earns what an Operation costs; hiding may not."""
    game = game_at({"bihar": {"underground": 1}, "sind": {"active": 1}}, REVOLUTIONARIES)
    assert why(game, "attack") == "why.cannot_pay 3.4.3"
    assert "special:aid" in keys(game)
    # Sind, whose Guerrilla could only be hidden, is no choice yet; after Bihar has paid it is.
    choose(game, "special:aid")
    assert here(game, "bihar") == {"active": 1}
    assert answers(game) == {"sind", "done"}
    choose(game, "done", "attack", "bihar")
    assert now(game)["resources"]["revolutionaries"] == 1


def test_aid_before_the_operation_keeps_a_resource_for_it() -> None:
    """R-44 Before the Operation the last Resource cannot be spent on hiding, since an Operation has to follow."""
    spaces = {"bihar": {"active": 1}, "punjab": {"underground": 1}, "delhi": {"underground": 1}}
    game = game_at(spaces, REVOLUTIONARIES, resources={"revolutionaries": 1})
    choose(game, "special:aid")
    assert why(game, "bihar") == "why.nothing_left_for_operation 4.1"
    choose(game, "punjab", "bihar", "done")
    game = game_at(spaces | {"lahore_delhi": {"active": 1}}, REVOLUTIONARIES, resources={"revolutionaries": 1})
    choose(game, "special:aid", "bihar", "done", "march", "lahore_delhi")


def test_aid_is_closed_without_guerrillas() -> None:
    """R-19, D-35 A Special Activity needs a space."""
    game = game_at({}, REVOLUTIONARIES, resources={"revolutionaries": 9})
    assert why(game, "special:aid") == "why.no_guerrillas 4.5.1"


def test_aid_after_the_operation_hides_activated_guerrillas() -> None:
    """R-44 Aid may follow the Operation; then Guerrillas that Activated go Underground again."""
    game = game_at({"bihar": {"underground": 2}}, REVOLUTIONARIES, restraint=2, resources={"revolutionaries": 3})
    choose(game, "unrest", "bihar", "special:aid", "hide")
    assert here(game, "bihar") == {"underground": 2, "unrest": 1}
    assert now(game)["resources"]["revolutionaries"] == 0

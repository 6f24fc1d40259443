"""6.0 Campaign Rounds, 6.1 Victory Phase."""

from __future__ import annotations

from tests.playing import choose, keys
from tests.rulebook.rounds import phase_of, round_at

OPPOSED = {
    space: {"level": "active_opposition"}
    for space in ("bihar", "united_provinces", "bombay_presidency", "madras_presidency", "punjab")
}
"""Twenty points of Opposition: exactly Congress's number."""


def test_the_phases_of_a_campaign_round_follow_in_order() -> None:
    """6.0, 6.3 Victory, Resources, Support, Redeploy and Reset follow each other; then the waiting Event is played."""
    spaces = {
        "delhi": {"troops": 2, "sepoys": 2},
        "bihar": {"congress": 1, "league": 1, "underground": 1},
    }
    game = round_at("victory", spaces, resources={"raj": 5, "revolutionaries": 5})
    seen: list[str] = []
    while not seen or phase_of(game) != "turn":
        if phase_of(game) not in seen:
            seen.append(phase_of(game))
        choose(game, "done" if "done" in keys(game) else sorted(keys(game))[0])
    assert seen == [
        "imperialism",
        "constructive_congress",
        "constructive_league",
        "pakistan_movement",
        "secret_societies",
        "redeploy_raj",
        "redeploy_congress",
        "redeploy_league",
        "redeploy_revolutionaries",
    ]
    assert [step.label.phase for step in game.steps] == ["victory", "resources", *seen, "reset"]
    assert game.position()["card"] == 30


def test_a_faction_that_only_reaches_its_goal_does_not_win() -> None:
    """6.1, R-85 Reaching the number is not exceeding it: the Round continues."""
    game = round_at("victory", OPPOSED)
    assert game.position()["margins"]["congress"] == 0
    assert game.result is None
    assert phase_of(game) != "victory"


def test_a_faction_that_exceeds_its_goal_wins_at_once() -> None:
    """6.1, R-69, R-85 A margin of one ends the game at once, before anything else of the Round."""
    game = round_at("victory", {**OPPOSED, "gujarat": {"level": "passive_opposition"}}, resources={"raj": 7})
    assert game.decision is None
    result = game.result
    assert result is not None
    assert (result.reason, result.ranking[0], result.margins["congress"]) == ("victory", "congress", 1)
    assert game.position()["resources"]["raj"] == 7


def test_the_final_round_begins_with_the_victory_check() -> None:
    """R-69, 6.1 The final Round too begins with the check, and continues through 6.2 and 6.3 if no one exceeds."""
    game = round_at("victory", {**OPPOSED, "gujarat": {"level": "passive_opposition"}}, campaigns_left=0)
    assert game.result is not None
    assert game.result.reason == "victory"

    game = round_at("victory", {"bihar": {"congress": 1}}, campaigns_left=0)
    while game.decision is not None:
        choose(game, "done" if "done" in keys(game) else sorted(keys(game))[0])
    assert game.result is not None
    assert game.result.reason == "final"
    assert [step.label.phase for step in game.steps][-1] == "secret_societies"
    assert game.position()["resources"]["raj"] == 40 - 30

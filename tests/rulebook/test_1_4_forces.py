"""1.4 Forces: availability, stacking, sides, the leader (1.4.1 to 1.4.5)."""

from __future__ import annotations

from typing import Any

import pytest

from engine import Game
from engine.core.errors import BadPosition
from engine.gandhi.ids import CONGRESS, LEAGUE, RAJ, REVOLUTIONARIES
from tests.playing import answers, asked, choose, controls, game_at, here, keys, now, seed_rolling


def test_pieces_that_are_neither_on_the_map_nor_out_of_play_are_available() -> None:
    """1.4.1 The inventory limits the pieces in play; Guerrillas of both sides come from one box."""
    game = game_at({"bihar": {"underground": 3, "active": 2, "sepoys": 4}}, out_of_play={"underground": 6, "sepoys": 1})
    available = now(game)["available"]
    assert available["underground"] == 5
    assert available["sepoys"] == 40
    with pytest.raises(BadPosition, match=r"error\.too_many_pieces"):
        Game.at({"spaces": {"bihar": {"underground": 9, "active": 8}}})


def test_without_an_available_piece_nothing_is_placed_and_replacing_only_removes() -> None:
    """1.4.1, R-03 Nothing is placed without a piece; what is to be replaced is removed all the same."""
    state = game_at({"bihar": {"active": 16, "sepoys": 1}}).state
    assert state.place("underground", "bihar") == 0
    assert not state.replace("sepoys", "bihar", "underground")
    assert state.spaces["bihar"].sepoys == 0
    assert state.available["sepoys"] == 45


def test_bases_in_a_space_never_exceed_its_population() -> None:
    """1.4.2, R-13 Bases of both Factions together are at most the Population, in Provinces and States alike."""
    state = game_at({"punjab": {"league_bases": 1, "muslim_state": True}, "sind": {"league_bases": 1}}).state
    assert state.place("revolutionary_bases", "punjab", 2) == 1
    assert state.place("revolutionary_bases", "sind") == 0
    with pytest.raises(BadPosition, match=r"error\.too_many_bases"):
        Game.at({"spaces": {"sind": {"league_bases": 1, "revolutionary_bases": 1}}})


def test_activists_are_active_by_space_and_guerrillas_individually() -> None:
    """1.4.3, R-02 Activists are Active by where they are; Guerrillas one by one, and new ones come Underground."""
    game = game_at({"bihar": {"congress": 1, "league": 1, "active": 1}, "lahore_delhi": {"congress": 1}})
    state = game.state
    assert not state.are_activists_active("bihar")
    assert state.are_activists_active("lahore_delhi")
    state.add_protest("bihar")
    assert state.are_activists_active("bihar")
    assert game.view().spaces["bihar"].activists_active
    state.remove_protest("bihar")
    assert not state.are_activists_active("bihar")
    state.place("active", "bihar")
    assert here(game, "bihar") == {"congress": 1, "league": 1, "active": 1, "underground": 1}
    # The side is derived and has no field: a position cannot state it.
    assert not hasattr(state.spaces["bihar"], "activists_active")


def test_gandhi_is_always_active_and_never_removed() -> None:
    """1.4.5 Gandhi is no Activist, always Active, counts as one piece for Control, and is never removed."""
    game = game_at({"bihar": {"gandhi": True, "sepoys": 1}})
    state = game.state
    assert not controls(game, "bihar")
    assert state.spaces["bihar"].activists == 0
    assert state.active_nv("bihar") == 1
    assert state.remove("gandhi", "bihar") == 0
    assert state.gandhi_space() == "bihar"
    assert state.move("gandhi", "bihar", "lahore_delhi") == 1
    assert controls(game, "bihar")


# -- 1.4.1 voluntary removal -------------------------------------------------------------------------------


def test_a_faction_may_remove_own_pieces_while_it_executes() -> None:
    """1.4.1, R-04 While they execute, own pieces go from the map to Available, as many and often as wished."""
    game = game_at(
        {"bihar": {"league": 3, "league_bases": 1, "congress": 1, "sepoys": 1}, "sind": {"league": 1}},
        LEAGUE,
        jail={"league": 1},
        out_of_play={"league": 1},
    )
    # No pieces leave before the Faction executes: a player who passes removes nothing.
    assert "remove_own" not in keys(game)
    choose(game, "rally", "remove_own")
    assert keys(game) == {"bihar", "sind"}
    choose(game, "bihar")
    assert keys(game) == {"league", "league_bases"}
    choose(game, "league", "3")
    choose(game, "remove_own", "bihar")
    # The Base that was removed had denied Raj Control (1.7).
    assert controls(game, "bihar")
    position = now(game)
    assert position["available"]["league"] == 16 - 1 - 2
    assert position["available"]["league_bases"] == 5
    assert position["unity"] == 3
    assert here(game, "bihar") == {"congress": 1, "sepoys": 1}


def test_gandhi_and_pieces_of_raj_cannot_be_removed_voluntarily() -> None:
    """R-04 Gandhi stays when Congress removes pieces; Raj and Non-player Factions remove nothing."""
    game = game_at({"bihar": {"gandhi": True}}, CONGRESS)
    choose(game, "rally")
    assert "remove_own" not in keys(game)
    game = game_at({"delhi": {"troops": 3}, "bihar": {"sepoys": 3}}, RAJ, resources={"raj": 9})
    choose(game, "deploy")
    assert "remove_own" not in keys(game)
    game = game_at({"bihar": {"congress": 2}}, CONGRESS, seats={"congress": "arjuna"})
    choose(game, "rally")
    assert "remove_own" not in keys(game)


def test_own_pieces_cannot_be_removed_in_a_campaign_round() -> None:
    """R-04 Campaign Rounds are no execution: a piece cannot be freed for Secret Societies."""
    bases = {space: {"revolutionary_bases": 1} for space in ("sind", "assam", "delhi", "bombay", "madras")}
    game = Game.at({"phase": "secret_societies", "card": 75, "campaigns_left": 1, "spaces": bases})
    assert game.decision is not None
    assert game.decision.kind != "secret_societies"
    assert "remove_own" not in keys(game)


def test_a_removed_own_piece_can_be_placed_by_the_same_operation() -> None:
    """1.4.1 A piece that is removed can be placed again at once."""
    game = game_at({"bihar": {"active": 16}}, REVOLUTIONARIES, resources={"revolutionaries": 1})
    choose(game, "rally", "remove_own", "1", "orissa")
    assert here(game, "bihar") == {"active": 15}
    assert here(game, "orissa") == {"underground": 1}


def test_own_pieces_may_be_removed_when_a_special_activity_begins_the_turn() -> None:
    """1.4.1, R-04 Infiltrate comes first and asks nothing: with all Activists on the map one may be freed before."""
    game = game_at({"sind": {"league": 9, "sepoys": 1}, "punjab": {"league_bases": 1}, "assam": {}}, LEAGUE)
    game.choose("special:infiltrate")
    assert asked(game) == "league remove_own.first"
    assert keys(game) == {"remove_own", "done"}

    game = game_at({"sind": {"league": 16, "sepoys": 1}}, LEAGUE)
    for key in ("special:infiltrate", "remove_own", "3", "remove_own", "2", "done"):
        game.choose(key)
    assert here(game, "sind") == {"league": 12}  # Five have gone, and one has come in the Sepoy's place.


def test_removing_own_pieces_is_offered_once_before_a_special_activity() -> None:
    """R-04 In the middle of an Operation the question before the Special Activity has offered it already."""
    game = game_at({"sind": {"league": 2, "sepoys": 1}}, LEAGUE)
    choose(game, "rally", "special:infiltrate")
    assert asked(game) == "league rally.space"
    assert here(game, "sind") == {"league": 3}


@pytest.mark.parametrize(
    ("seat", "row", "special"),
    [
        (CONGRESS, {"congress": 3, "gandhi": True, "protest": True}, "satyagraha"),
        (CONGRESS, {"congress": 3, "sepoys": 1, "troops": 1, "active": 1}, "persuade"),
        (LEAGUE, {"league": 3, "sepoys": 1, "active": 1}, "infiltrate"),
        (LEAGUE, {"league": 3, "protest": True, "unrest": 1, "level": "active_opposition"}, "negotiate"),
        (REVOLUTIONARIES, {"underground": 3, "active": 1}, "aid"),
        (REVOLUTIONARIES, {"underground": 3, "congress": 1, "sepoys": 1}, "infiltrate"),
    ],
)
def test_own_pieces_may_be_removed_at_every_question_of_a_special_activity(
    seat: str, row: dict[str, Any], special: str
) -> None:
    """1.4.1, R-04 Each question may be answered by removing own pieces, and is asked again then."""
    game = game_at({"punjab": row, "sind": dict(row, gandhi=False)}, seat, resources={"revolutionaries": 9})
    choose(game, f"special:{special}")
    while game.decision is not None and game.decision.kind.startswith(special):
        kind = game.decision.kind
        choose(game, "remove_own", "punjab")
        while game.decision.kind.startswith("remove_own"):
            choose(game, min(keys(game)))
        assert game.decision.kind == kind
        choose(game, "punjab" if kind.endswith(".space") and "punjab" in keys(game) else min(answers(game)))
    assert game.decision is not None


def test_own_pieces_may_be_removed_between_the_removals_of_an_attack() -> None:
    """1.4.1, 3.4.3 After the roll too: an Active Guerrilla goes, and Raj Control decides about Unrest."""
    game = game_at(
        {"sind": {"active": 6, "troops": 3}}, REVOLUTIONARIES, resources={"revolutionaries": 1}, seed=seed_rolling(1)
    )
    choose(game, "attack", "sind", "remove_own", "6", "done")
    assert here(game, "sind") == {"troops": 3}

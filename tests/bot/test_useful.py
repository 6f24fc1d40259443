"""A panel offers no more selections than can have an effect, even if the rules allow more."""

from __future__ import annotations

from typing import Any

import pytest

from bot.language import load_language
from bot.narrate.panel import write_panel
from bot.tables.offers import count_useful
from engine import Game
from tests.playing import game_at
from tools.verify.panels import make_moment


def find_useful(game: Game, action: str) -> int | None:
    game.choose(action)
    assert game.decision is not None
    return count_useful(game.decision)


def test_one_available_activist_limits_rally_to_one_useful_space() -> None:
    game = game_at({}, "congress", available={"congress": 1}, out_of_play={"congress": 15}, restraint=3)
    assert find_useful(game, "rally") == 1
    assert game.decision is not None
    assert (game.decision.remaining or 0) > 1
    assert "Up to" not in write_panel(load_language(), make_moment(game.blind())).body


@pytest.mark.parametrize(
    ("seat", "left", "action", "wanted"),
    [
        ("league", {"league": 2}, "rally", 2),
        ("raj", {"troops": 1, "sepoys": 2}, "deploy", 3),
        ("revolutionaries", {"underground": 1}, "rally", 1),
    ],
)
def test_available_pieces_limit_the_selections(seat: str, left: dict[str, int], action: str, wanted: int) -> None:
    rich: dict[str, Any] = {"restraint": 3, "resources": {"raj": 20, "revolutionaries": 9}}
    plenty = game_at({}, seat, may="any", **rich).state.available
    beside = {piece: plenty[piece] - count for piece, count in left.items()}
    assert find_useful(game_at({}, seat, may="any", out_of_play=beside, **rich), action) == wanted


def test_cubes_on_the_map_let_deploy_serve_all_five_cities() -> None:
    """Two cubes are Available, and the others of the five Cities come from the map."""
    spread = {"punjab": {"troops": 8, "sepoys": 40}, "bihar": {"troops": 6, "sepoys": 4}}
    game = game_at(spread, "raj", may="operation_only", restraint=5, resources={"raj": 9})
    assert game.state.available["troops"] + game.state.available["sepoys"] == 2
    assert find_useful(game, "deploy") == 5
    assert "Up to 5 more." in write_panel(load_language(), make_moment(game.blind())).body


def test_civil_disobedience_is_useful_in_no_more_spaces_than_may_be_selected() -> None:
    lands = {"assam": {"congress": 1}, "mysore": {"congress": 1}, "sind": {"congress": 1}}
    game = game_at(lands, "congress", restraint=1)
    useful = find_useful(game, "civil_disobedience")
    assert game.decision is not None
    assert useful is not None
    assert useful <= (game.decision.remaining or 0)
    assert useful == 1

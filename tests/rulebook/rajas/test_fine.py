"""Flusso del gioco, Fine del round, Fine del gioco (E-28 to E-30, Q-02, Q-07)."""

from __future__ import annotations

from typing import Any

from engine import Game
from engine.rajas.board import BOARD
from tests.playing import choose, keys
from tests.rulebook.rajas.table import pending, player, table


def test_the_next_player_clockwise_is_first_in_the_next_round() -> None:
    """E-28: when no one went to the Great Mogul the marker moves on; all workers come back."""
    game = round_of_two({})
    choose(game, "terrace:orange")
    assert game.view().order == ("peacock", "lotus")
    assert game.view().round == 2
    assert not game.state.workers
    assert pending(game).seat == "peacock"


def test_the_guest_of_the_great_mogul_is_first_in_the_next_round() -> None:
    """E-28: the Great Mogul's guest is first, even again."""
    game = round_of_two({"next_first": "lotus"})
    choose(game, "terrace:orange")
    assert game.view().order == ("lotus", "peacock")


def round_of_two(more: dict[str, Any]) -> Game:
    """Return the last turn of a round of two players, peacock's."""
    workers = {
        "terrace:blue": "lotus",
        "terrace:green": "lotus",
        "veranda:1": "lotus",
        "veranda:2": "peacock",
        "veranda:3": "peacock",
    }
    return table(acting="peacock", phase_number=3, placed=["lotus"], workers=workers, **more)


def test_a_worker_must_be_placed_while_a_space_is_open() -> None:
    """Q-02: no one may pass; who finds no open space is passed over, and may place again later in the round."""
    game = table()
    assert not {"pass", "decline"} & keys(game)
    state = game.state
    state.workers = dict.fromkeys(BOARD.slots[2], "nobody")
    del state.workers["harbour:1"]
    twin = Game(game.rules, state, start=game.start)
    skipped = [change for step in twin.steps for change in step.changes if change.verb == "skip"]
    assert [change.seat for change in skipped] == ["lotus", "peacock"]
    assert twin.view().round == 2


def test_the_game_ends_after_the_phase_and_not_after_the_round() -> None:
    """E-29: who sits between the trigger and the first player still places a worker; the others do not."""
    rows = {"peacock": {"money": 58, "fame": 31}, "banyan": {"money": 10}, "lotus": {"money": 10}}
    game = table(rows, acting="peacock", count=3, placed=["lotus"], workers={"terrace:blue": "lotus"})
    choose(game, "veranda")
    assert game.state.crossed == ["peacock"]
    assert pending(game).seat == "banyan"
    choose(game, "terrace:green")
    assert game.decision is None
    assert game.result is not None
    assert game.result.ranking == ("peacock", "banyan", "lotus")
    assert game.result.margins == {"lotus": -56, "peacock": 0, "banyan": -56}


def test_with_equal_overlaps_the_player_who_crossed_first_wins() -> None:
    """E-30: money 65 with fame 30 and money 52 with fame 37 overlap by 2 each; Rajesh crossed first and wins."""
    rows = {"lotus": {"money": 52, "fame": 37}, "peacock": {"money": 65, "fame": 30}}
    game = table(rows, acting="", phase="over", crossed=["peacock", "lotus"])
    assert game.result is not None
    assert game.result.ranking == ("peacock", "lotus")
    assert game.result.margins == {"lotus": 2, "peacock": 2}
    ahead = {"lotus": {"money": 54, "fame": 37}, "peacock": {"money": 65, "fame": 30}}
    game = table(ahead, acting="", phase="over", crossed=["peacock", "lotus"])
    assert game.result is not None
    assert game.result.ranking == ("lotus", "peacock")


def test_the_end_of_the_game_stays_triggered_if_the_markers_part_again() -> None:
    """Q-07: once made, the trigger remains, and the ranking uses the markers as they are at the end."""
    game = table({"lotus": {"money": 60, "fame": 31}, "peacock": {"dice": ["blue:6"]}}, acting="peacock", placed=[])
    state = game.state
    state.crossed = ["lotus"]
    state.players["lotus"].money = 40
    assert player(game).overlap < 0
    choose(game, "terrace:blue")
    assert game.result is not None
    assert game.result.ranking[0] == "lotus"
    assert game.result.margins["lotus"] == 31 + 20 - 61


def test_players_who_did_not_cross_rank_by_the_distance_of_their_markers() -> None:
    """Fine del gioco: the fewer points of fame part the markers, the better."""
    rows = {"lotus": {"money": 10}, "peacock": {"money": 60, "fame": 31}, "banyan": {"fame": 20}}
    game = table(rows, acting="", count=3, phase="over", crossed=["peacock"])
    assert game.result is not None
    assert game.result.ranking == ("peacock", "banyan", "lotus")


def test_of_tied_players_who_did_not_cross_the_one_who_acts_later_comes_first() -> None:
    """Q-15: of two players who did not cross and are level, the one who acts later in the round comes first."""
    rows = {"peacock": {"money": 60, "fame": 31}, "lotus": {"money": 10}, "banyan": {"money": 10}}
    game = table(rows, acting="", count=3, phase="over", crossed=["peacock"])
    assert game.result is not None
    assert game.result.ranking == ("peacock", "banyan", "lotus")
    game = table(rows, acting="", count=3, phase="over", crossed=["peacock"], first="banyan")
    assert game.result is not None
    assert game.result.ranking == ("peacock", "lotus", "banyan")

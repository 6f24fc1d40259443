"""The game's front door: new games, positions, records, and what anyone may see."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

from engine import GAMES, Game
from engine.core.dice import is_committed
from engine.core.errors import BadPosition, ReplayFailed
from engine.core.record import StepLine, read_record, write_record
from engine.gandhi.ids import SEATS
from tools.playing import play_on

SEED = bytes(range(32))


def test_the_same_seed_gives_the_same_game() -> None:
    one, other = Game.new(scenario="short", seed=SEED), Game.new(scenario="short", seed=SEED)
    play_on(one, Random(1), 300)
    play_on(other, Random(1), 300)
    assert one.digest() == other.digest()
    assert [step.digest for step in one.steps] == [step.digest for step in other.steps]


def test_another_seed_gives_another_deck_and_the_same_board() -> None:
    one, other = Game.new(scenario="short", seed=SEED), Game.new(scenario="short", seed=SEED[::-1])
    assert one.state.deck != other.state.deck
    assert one.position()["spaces"] == other.position()["spaces"]


@pytest.mark.parametrize(
    ("wrong", "key"),
    [
        ({"game": "chess"}, "error.unknown_game"),
        ({"scenario": "long"}, "error.unknown_scenario"),
        ({"seats": {"viceroy": "player"}}, "error.unknown_seat"),
        ({"seats": {"raj": "robot"}}, "error.unknown_seat_kind"),
        ({"options": {"sides": [["raj", "king"]]}}, "error.bad_sides"),
    ],
)
def test_a_game_with_impossible_options_is_refused(wrong: dict[str, object], key: str) -> None:
    with pytest.raises(BadPosition) as caught:
        Game.new(**{"seed": SEED, **wrong})  # type: ignore[arg-type]
    assert caught.value.text.key == key


def test_a_position_of_an_unknown_game_is_refused() -> None:
    assert {"gandhi", "rajas"} <= set(GAMES)
    with pytest.raises(BadPosition) as caught:
        Game.at({"game": "go"}, seed=SEED)
    assert caught.value.text.key == "error.unknown_game"


@pytest.mark.parametrize("position", [{}, {"turn": {"seat": "league"}}, {"restraint": 1, "unity": 1}])
def test_a_record_that_begins_at_a_position_replays_to_the_same_game(position: dict[str, object]) -> None:
    game = Game.at(position, seed=SEED)
    play_on(game, Random(2), 60)
    record = read_record(write_record(game.record()))
    again = Game.load(record)
    assert write_record(again.record()) == write_record(game.record())
    for key in game.keys:
        again.choose(key)
    assert again.digest() == game.digest()


def test_a_record_that_no_longer_fits_names_its_step() -> None:
    game = Game.new(scenario="short", seed=SEED)
    play_on(game, Random(3), 60)
    record = read_record(write_record(game.record()))
    turn = record.steps[4]
    wrong = StepLine(turn.number, turn.label, (*turn.keys[:-1], "checkmate"), turn.digest)
    broken = msgspec.structs.replace(record, steps=[*record.steps[:4], wrong, *record.steps[5:]])
    with pytest.raises(ReplayFailed) as caught:
        Game.load(broken)
    assert caught.value.index == 4


def test_all_seats_have_the_same_view_without_hidden_data() -> None:
    """Open information: every seat sees one view, with neither the seed nor the order of the deck."""
    game = Game.new(scenario="main", seed=SEED)
    play_on(game, Random(4), 100)
    views = {msgspec.json.encode(game.view(seats)) for seats in ((), *((seat,) for seat in SEATS))}
    assert len(views) == 1
    (view,) = views
    assert SEED.hex().encode() not in view
    assert msgspec.json.encode(game.state.deck[:3])[1:-1] not in view
    assert is_committed(SEED, game.seed_digest)


def test_a_turn_can_be_undone_to_its_start_but_not_past_another_seats_turn() -> None:
    """A whole turn of Raj, and Congress after it: each can undo only its own choices."""
    game = Game.at({"card": 12, "next": 30, "resources": {"raj": 9}, "spaces": {"delhi": {"troops": 1}}}, seed=SEED)
    first = game.decision
    assert first is not None
    start = game.digest()
    game.choose("pass")
    assert game.decision is not None
    second = game.decision.seat
    assert second != first.seat
    assert game.undo_seat == first.seat
    game.undo()
    assert game.digest() == start
    game.choose("pass")
    game.choose("pass")
    assert game.undo_seat == second
    game.undo()
    assert game.undo_seat == ""

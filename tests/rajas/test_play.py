"""Random legal play of Rajas of the Ganges under watch, positions, records, and seats that change hands."""

from __future__ import annotations

import json
from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from engine import Game
from engine.core.errors import BadPosition, IllegalChoice
from engine.core.record import read_record, write_record
from engine.rajas.facts import Facts
from engine.rajas.ids import COLOURS, HEADINGS
from engine.rajas.ids import SCENARIOS as SOURCES
from engine.rajas.position import DERIVED, KEYS, PLAYER_KEYS, view_of
from engine.rajas.rules import RajasRules
from engine.rajas.state import State
from tests.playing import SEED, choose
from tests.rulebook.rajas.table import pending, player, table
from tools.games.rajas.subject import random_rajas
from tools.verify.fuzz import Report, fuzz, main


@pytest.mark.parametrize("scenario", SOURCES)
def test_random_legal_play_violates_no_invariant(scenario: str) -> None:
    report = fuzz("rajas", "rajas", (scenario,), games=1, fixtures=None)
    assert [f"{failure.game}: {failure.detail}" for failure in report.failures] == []
    assert report.games == 1
    assert report.choices > 100


def test_the_fuzzer_refuses_unknown_games_and_scenarios_of_another_game(capsys: pytest.CaptureFixture[str]) -> None:
    for wrong in (["--game", "chess"], ["--game", "rajas", "--scenario", "short"]):
        with pytest.raises(SystemExit):
            main(wrong)
    assert capsys.readouterr().err


def test_a_position_saved_at_any_moment_loads_as_the_same_game() -> None:
    """A game loaded from `position` has the same position and asks the same question, at any moment."""
    for number, scenario in enumerate(SOURCES):
        chance = Random(number)
        game = random_rajas(scenario, chance)
        while game.decision is not None:
            if game.label.phase != "place" or chance.random() < 0.2:
                position = game.position()
                assert set(position) <= KEYS | DERIVED
                again = Game.at(position, seed=SEED)
                assert again.position() == position
                assert position["phase"] == game.label.phase
                if game.label.phase == "place" and not game.keys:
                    assert repr(again.decision) == repr(game.decision)
            game.choose(chance.choice(game.decision.options).key)
        assert Game.at(game.position()).result == game.result


@pytest.mark.parametrize(
    "position",
    [
        {"phase": "night"},
        {"money": 3},
        {"players": {"conch": {}}},
        {"players": {"lotus": {"silver": 1}}},
        {"players": {"lotus": 7}},
        {"players": {"lotus": {"karma": 4}}},
        {"players": {"lotus": {"money": 400}}},
        {"players": {"lotus": {"dice": ["orange:7"]}}},
        {"players": {"lotus": {"dice": ["orange:1"] * 11}}},
        {"players": {"lotus": {"dice": ["orange:1"] * 7}, "peacock": {"dice": ["orange:1"] * 6}}},
        {"players": {"lotus": {"province": {"c1": {"tile": "orange_05"}}}}},
        {"players": {"lotus": {"province": {"a1": {"tile": "orange_05", "roads": "NEW"}}}}},
        {"players": {"lotus": {"province": {"c2": {"tile": "orange_05", "roads": "NS"}}}}},
        {
            "players": {
                seat: {"province": {"c2": {"tile": "orange_05", "roads": "NEW"}}} for seat in ("lotus", "peacock")
            }
        },
        {"players": {"lotus": {"yield_tiles": {"left1": "white_die"}}}},
        {"scenario": "navaratnas", "players": {"lotus": {"yield_tiles": {"left1": "red_boat"}}}},
        {"players": {"lotus": {"money": 12, "bonus": 0}}},
        {"players": {"lotus": {"money": 30, "waiting": ["money"]}}},
        {"workers": {"quarry:9": "lotus"}},
        {"workers": dict.fromkeys(("veranda:1", "veranda:2", "veranda:3", "harbour:1"), "lotus")},
        {"tops": {"orange:snake": "orange_16"}},
        {"river": {"30": "raja"}},
        {"river": {"3": "raja", "4": "raja"}},
        {"white_spent": ["white_die"] * 3},
        {"seats": {"lotus": "player"}},
        {"ganga": "no"},
        {"acting": "conch"},
        7,
    ],
)
def test_an_impossible_position_is_refused(position: Any) -> None:
    full = {"game": "rajas", **position} if isinstance(position, dict) else position
    with pytest.raises(BadPosition):
        Game.at(full)


GARBAGE: tuple[Any, ...] = (None, 7, -1, 3.5, "x", "", [], [1], [[]], {}, {"x": 1}, {"lotus": []}, {"c2": 3}, True)


@pytest.mark.parametrize("field", sorted((KEYS - {"game"}) | PLAYER_KEYS))
def test_a_position_with_a_nonsensical_value_is_read_or_refused_without_a_crash(field: str) -> None:
    """For any content of a field, the answer is a game or a BadPosition. ``seats`` and ``players`` must be tables."""
    for value in GARBAGE:
        for scenario in ("mixed", "navaratnas"):
            position = {"game": "rajas", "scenario": scenario, "experts": ["lotus"]}
            try:
                Game.at(position | ({field: value} if field in KEYS else {"players": {"lotus": {field: value}}}))
            except BadPosition as error:
                json.dumps(error.text.params)
            else:
                assert isinstance(value, dict) or field not in ("seats", "players")


def test_a_record_replays_to_the_same_bytes() -> None:
    """A game of the Navaratnas that has not ended."""
    chance = Random(5)
    game = random_rajas("navaratnas", chance)
    for _ in range(60):
        if game.decision is not None:
            game.choose(chance.choice(game.decision.options).key)
    data = write_record(game.record())
    again = Game.load(read_record(data))
    assert write_record(again.record()) == data


def test_the_view_shows_no_hidden_data() -> None:
    """Two games that differ in seed, stacks below their tops and the white pile only look the same."""
    lowest = {"snake": "01", "cow": "06", "tiger": "11"}
    tops = {f"{colour}:{animal}": f"{colour}_{number}" for colour in COLOURS for animal, number in lowest.items()}
    position = {"game": "rajas", "tops": tops}
    one, other = Game.at(position, b"one"), Game.at(position, b"other")
    assert one.state.stacks != other.state.stacks
    assert one.view() == other.view()
    assert one.position() == other.position()


def test_a_persons_seat_can_be_handed_to_birbal() -> None:
    game = table(count=3)
    game.hand_over("peacock", "birbal")
    assert game.view().seats["peacock"] == "birbal"
    for seat, kind in (("peacock", "birbal"), ("conch", "birbal"), ("lotus", "arjuna")):
        with pytest.raises(IllegalChoice):
            game.hand_over(seat, kind)


def test_undo_stops_at_a_die() -> None:
    """A choice before a roll can be taken back, one behind it cannot."""
    game = table({"lotus": {"dice": ["blue:2", "blue:5"]}})
    choose(game, "gallery:blue")
    game.undo()
    choose(game, "gallery:blue", "die:blue:2")
    assert game.undo_seat == ""


def test_the_reason_of_a_closed_option_names_a_heading_of_the_rulebook() -> None:
    game = table()
    reasons = [option.why for option in pending(game).closed()]
    assert reasons
    assert all(reason is not None and reason.rule in HEADINGS for reason in reasons)


# -- proof that the watch sees -----------------------------------------------------------------------------


def names(report: Report) -> set[str]:
    """Return what broke."""
    return {failure.name for failure in report.failures}


def broken() -> set[str]:
    """Return what breaks in a game with something wrong in the rules."""
    return names(fuzz("sabotage", "rajas", ("basic",), games=1, fixtures=None))


def test_the_fuzzer_finds_vanished_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Facts, "reserve", lambda state, colour: 12)
    assert "48 dice" in broken()


def test_the_fuzzer_finds_an_unlogged_change(monkeypatch: pytest.MonkeyPatch) -> None:
    def quiet(state: State, seat: str, levels: int) -> None:
        state.players[seat].karma = 3

    monkeypatch.setattr(State, "raise_karma", quiet)
    assert "Changes folded over the old view give the new one" in broken()


def test_the_fuzzer_finds_a_view_with_hidden_data(monkeypatch: pytest.MonkeyPatch) -> None:
    def telling(rules: RajasRules, state: State, decision: Any, seats: Sequence[str] = ()) -> Any:
        view = view_of(state, decision)
        view.supply[state.white[0] if state.white else ""] = 0
        return view

    monkeypatch.setattr(RajasRules, "view", telling)
    assert "nothing shows seed or deck" in broken()


def test_state_changes_against_the_rules_raise_an_error() -> None:
    """A verb refuses what the rules forbid, no matter who calls it."""
    state = table({"lotus": {"money": 1, "upgrades": {"fort": 2}, "boat": 2}, "peacock": {"boat": 3}}).state
    with pytest.raises(ValueError, match="coins"):
        state.pay("lotus", 2)
    with pytest.raises(ValueError, match="highest"):
        state.upgrade("lotus", "fort")
    with pytest.raises(ValueError, match="cannot stop"):
        state.sail("lotus", 3)
    with pytest.raises(ValueError, match="room"):
        state.build("lotus", "orange:snake", "c1", 1)
    with pytest.raises(ValueError, match="river tile"):
        state.lay_river_tile("raja", 30)
    with pytest.raises(ValueError, match="There is no"):
        state.lay_yield("lotus", "white_die", "left1")
    state.place_worker("lotus", "veranda:1")
    with pytest.raises(ValueError, match="No worker"):
        state.place_worker("peacock", "veranda:1")
    state.join_yield("lotus", "left1")
    with pytest.raises(ValueError, match="joined before"):
        state.join_yield("lotus", "left1")
    state.build("lotus", "orange:snake", "c2", 1)
    state.cover("lotus", "orange:cow", "c2", 1)
    with pytest.raises(ValueError, match="covered before"):
        state.cover("lotus", "orange:tiger", "c2", 1)
    assert state.take_die("lotus", "orange").startswith("orange")


def test_the_label_of_a_turn_has_phase_seat_and_round() -> None:
    """Phase, seat, and the round in the place of a card."""
    game = table(round=4)
    assert (game.label.phase, game.label.seat, game.label.card) == ("place", "lotus", 4)
    assert player(game).hands == 10

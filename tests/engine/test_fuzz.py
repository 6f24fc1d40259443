"""Random legal play under watch: a short run, the failures of longer ones, and proof that the watch finds faults.

``make fuzz`` plays for as long as you say (``make fuzz ARGS="--seconds 600"``).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest

from engine import Game
from engine.core.decision import Decision
from engine.core.protocol import Barrier, Foresight, Outlook
from engine.core.record import read_record
from engine.gandhi import asking, executing, position
from engine.gandhi.board import GEOGRAPHY
from engine.gandhi.facts import Facts
from engine.gandhi.rules import GandhiRules
from engine.gandhi.state import State
from engine.gandhi.view import View
from tools.verify.fuzz import FIXTURES, Report, fuzz, fuzz_one, main, replay_fixture


@pytest.mark.fuzz
@pytest.mark.parametrize("seed", ["one", "two", "three"])
def test_random_legal_play_violates_no_invariant(seed: str) -> None:
    report = fuzz(seed, "gandhi", games=6, fixtures=None)
    assert [f"{failure.game}: {failure.detail}" for failure in report.failures] == []
    assert report.games == 6
    assert set(report.checks) >= {"undo", "copies", "refusal", "twin", "barrier", "batch", "mind"}


def test_every_recorded_failure_of_the_fuzzer_replays_without_fault() -> None:
    """Each record that the fuzzer has left is played again with the same checks."""
    records = sorted(FIXTURES.glob("*.gandhi.jsonl"))
    assert records
    for path in records:
        try:
            replay_fixture(path.read_bytes())
        except Exception as error:
            error.add_note(f"in {path.name}")
            raise


def test_the_fuzzer_plays_the_same_games_from_the_same_seed() -> None:
    one, other = (fuzz("again", "gandhi", ("position",), games=2, fixtures=None) for _ in range(2))
    assert (one.choices, one.kinds, one.verbs) == (other.choices, other.kinds, other.verbs)


def test_the_fuzz_command_reports_failures_and_refuses_wrong_options(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--games", "1", "--scenario", "position", "--seed", "cli", "--json"]) == 0
    assert '"failures":[]' in capsys.readouterr().out
    assert main(["--games", "1", "--scenario", "position", "--seed", "cli"]) == 0
    assert "nothing broke" in capsys.readouterr().out
    for wrong in (["--seconds", "-1"], ["--seconds", "nan"], ["--games", "-1"], ["--scenario", "long"]):
        with pytest.raises(SystemExit) as caught:
            main(wrong)
        assert caught.value.code == 2


# -- the watch finds faults ------------------------------------------------------------------------------------


def find_broken(*wanted: str, games: int = 4) -> set[str]:
    """Return the names of the broken invariants in a few games with something wrong in the rules.

    The last game is the first that breaks a wanted one.
    """
    report = Report("sabotage")
    for number in range(games):
        fuzz_one(number, "gandhi", ("short", "position")[number % 2], report, None)
        if any(failure.name in wanted for failure in report.failures):
            break
    return {failure.name for failure in report.failures}


def test_the_fuzzer_finds_vanished_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    def lose(state: State, piece: str, space: str, count: int = 1, target: str = "available") -> int:
        here = state.spaces[space]
        count = min(count, getattr(here, piece))
        setattr(here, piece, getattr(here, piece) - count)
        return count

    monkeypatch.setattr(State, "remove", lose)
    assert "piece totals" in find_broken("piece totals")


def test_the_fuzzer_finds_an_unannounced_change(monkeypatch: pytest.MonkeyPatch) -> None:
    def keep_quiet(state: State, space: str, level: int) -> bool:
        if GEOGRAPHY[space].is_railway or state.spaces[space].level == level:
            return False
        state.spaces[space].level = level
        return True

    monkeypatch.setattr(State, "set_level", keep_quiet)
    assert "Changes lead to the new view" in find_broken("Changes lead to the new view")


def test_the_fuzzer_finds_a_change_with_a_wrong_number(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = State.note

    def exaggerate(state: State, verb: str, piece: str = "", count: int = 1, *rest: Any, **more: Any) -> None:
        honest(state, verb, piece, count + (verb == "move"), *rest, **more)

    monkeypatch.setattr(State, "note", exaggerate)
    wanted = {"Changes lead to the new view", "a Change takes what is there"}
    assert wanted & find_broken(*wanted)


@pytest.mark.fuzz
def test_the_fuzzer_finds_a_choice_that_reveals_its_result_beforehand(monkeypatch: pytest.MonkeyPatch) -> None:
    foresee, look_ahead = Game.foresee, Game.look_ahead

    def boast(foreseen: Foresight) -> Foresight:
        return Foresight(Barrier.END) if foreseen.barrier is Barrier.REVEALS else foreseen

    def look(game: Game, keys: Sequence[str]) -> Outlook:
        outlook = look_ahead(game, keys)
        return msgspec.structs.replace(outlook, foresight=boast(outlook.foresight))

    monkeypatch.setattr(Game, "foresee", lambda game, key: boast(foresee(game, key)))
    monkeypatch.setattr(Game, "look_ahead", look)
    assert "the result of a choice is known beforehand" in find_broken(
        "the result of a choice is known beforehand", games=8
    )


@pytest.mark.fuzz
def test_the_fuzzer_finds_wrong_control_on_a_tie(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = Facts.has_control

    def generous(state: Facts, space: str) -> bool:
        here = state.spaces[space]
        return honest(state, space) or (here.cubes > 0 and here.cubes == here.active)

    monkeypatch.setattr(Facts, "has_control", generous)
    assert "Control is as recomputed" in find_broken("Control is as recomputed", games=8)


@pytest.mark.fuzz
def test_the_fuzzer_finds_unlimited_resources(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(State, "earn", lambda state, seat, amount: state._set_resources(seat, 60))
    assert "Resources from 0 to 50" in find_broken("Resources from 0 to 50")


def test_the_fuzzer_finds_a_view_with_hidden_data(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = position.view_of

    def telling(state: State, decision: Decision | None) -> View:
        view = honest(state, decision)
        view.resources["raj"] = state.deck[0] % 50 if state.deck else 0
        return view

    monkeypatch.setattr(GandhiRules, "view", lambda rules, state, decision, seats=(): telling(state, decision))
    assert "nothing shows seed or deck" in find_broken("nothing shows seed or deck")


def test_the_fuzzer_finds_rules_with_state_outside_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[str] = []
    honest = State.pay

    def counting(state: State, seat: str, amount: int) -> int:
        told.append(seat)
        return honest(state, seat, len(told) % 7)

    monkeypatch.setattr(State, "pay", counting)
    wanted = {
        "a clone is in the same place",
        "a loaded game is in the same place",
        "undo and the same choice again lead to the same place",
        "the same choice changes the same after an undo",
        "a batch is its choices one by one",
        "a refused batch changes nothing",
        "ReplayFailed",
        "IllegalChoice",
    }
    assert wanted & find_broken(*wanted)


def test_the_fuzzer_finds_two_options_with_the_same_key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(executing, "DONE_OPTION", asking.space_option("punjab"))
    monkeypatch.setattr(executing, "REMOVE_OWN_OPTION", asking.space_option("punjab"))
    assert "no key twice" in find_broken("no key twice")


def test_the_fuzzer_finds_a_closed_option_that_is_legal(monkeypatch: pytest.MonkeyPatch) -> None:
    def both(spaces: Iterable[str], why: Any) -> list[Any]:
        return [asking.space_option(space) for space in spaces]

    monkeypatch.setattr(executing, "closed_spaces", both)
    assert find_broken() == {"nothing is both allowed and closed"}


def test_the_fuzzer_stores_a_crash_that_can_be_replayed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def crash(state: State, railway: str) -> bool:
        raise KeyError(railway)

    with monkeypatch.context() as patch:
        patch.setattr(State, "add_strike", crash)
        report = fuzz("sabotage", "gandhi", ("main",), games=1, fixtures=tmp_path)
        (failure,) = report.failures
        assert failure.name == "KeyError"
        record = Path(failure.record).read_bytes()
        with pytest.raises(KeyError):
            replay_fixture(record)
    keys = read_record(record).steps[0].keys
    assert replay_fixture(record) == len(keys), "With the rules mended the whole record plays."

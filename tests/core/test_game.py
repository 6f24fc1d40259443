"""The driver: choosing all keys or none, undo up to the last barrier, and loading in mid-step."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import pytest

from engine.core.decision import Decision, Option
from engine.core.dice import Hidden
from engine.core.errors import BadPosition, CannotUndo, IllegalChoice, ReplayFailed
from engine.core.game import Game
from engine.core.protocol import Barrier, Foresight, Label, Rule
from engine.core.record import Start
from engine.core.text import text
from tests.core.counting import SEED, TURNS, CountingRules, CountingState, new_game, play, play_turn

Picture = tuple[object, ...]


def picture(game: Game) -> Picture:
    """Return everything about a game that must be as it was after a refusal or an undo."""
    decision = game.decision
    asked = (decision.seat, decision.kind, [option.key for option in decision.options]) if decision else None
    return (
        game.digest(),
        game.position(),
        game.state.dice.counters,
        asked,
        game.keys,
        game.step_number,
        game.label,
        list(game.steps),
        list(game.state.log),
        game.snapshot(),
    )


def test_a_game_keeps_the_view_after_each_finished_step() -> None:
    """A turn and the automatic step after it end with one key."""
    game = new_game()
    play(game, "3", "done", "2", "done")
    assert [step.label.phase for step in game.steps] == ["turn", "between", "turn", "between"]
    assert [game.view_after(index)["total"] for index in range(4)] == [3, 4, 6, 7]
    game.undo()
    game.undo()
    play(game, "1", "done")
    assert [game.view_after(index)["total"] for index in range(4)] == [3, 4, 5, 6]


# -- choosing ---------------------------------------------------------------------------------------------


def test_a_view_is_for_the_named_seats_or_else_for_those_of_the_game() -> None:
    class SecretRules(CountingRules):
        def view(self, state: CountingState, decision: Decision | None, seats: Collection[str] = ()) -> dict[str, Any]:
            return {**super().view(state, decision), "pile": state.pile if "left" in seats else []}

    game = Game(SecretRules(), CountingRules().new("", {}, SEED, {}), start=Start("counting", SEED.hex()))
    assert game.view()["pile"] == game.view([])["pile"] == []
    assert sorted(game.view(["left"])["pile"]) == [10, 20, 30, 40]
    game.seen_by = ("left",)
    assert game.view()["pile"] == game.view(["left"])["pile"]
    assert game.view([])["pile"] == game.view(["right"])["pile"] == []


def test_choosing_returns_the_changes_that_it_makes() -> None:
    game = new_game()
    changes = game.choose("2")
    assert [(change.verb, change.count, change.new) for change in changes] == [("add", 2, 2)]
    assert [(change.verb, change.new) for change in game.choose("3")] == [("add", 5)]


def test_choosing_returns_the_changes_of_every_step_it_runs_through() -> None:
    game = new_game()
    game.choose("2")
    changes = game.choose("done")
    assert [change.verb for change in changes] == ["pause"]
    assert game.label == Label("turn", "right")
    assert [step.label.phase for step in game.steps] == ["turn", "between"]
    assert [len(step.changes) for step in game.steps] == [1, 1]


@pytest.mark.parametrize(
    ("key", "reason"), [("4", "why.too_much"), ("seven", "error.unknown_key"), ("", "error.unknown_key")]
)
def test_an_illegal_choice_gives_its_reason_and_changes_nothing(key: str, reason: str) -> None:
    game = new_game()
    play(game, "2", "ask", "yes", "1")
    before, undo_seat = picture(game), game.undo_seat
    with pytest.raises(IllegalChoice) as caught:
        game.choose(key)
    assert caught.value.key == key
    assert caught.value.text.key == reason
    assert picture(game) == before
    assert game.undo_seat == undo_seat
    game.undo()
    assert game.keys == ("2", "ask", "yes")


def test_a_choice_after_the_end_of_the_game_is_refused() -> None:
    game = new_game()
    play(game, *["done"] * TURNS)
    assert game.decision is None
    assert game.result is not None
    assert game.result.ranking == ("left", "right")
    before = picture(game)
    with pytest.raises(IllegalChoice) as caught:
        game.choose("done")
    assert caught.value.text.key == "error.game_over"
    assert picture(game) == before


# -- several keys at once ----------------------------------------------------------------------------------


def test_a_batch_equals_its_choices_made_one_by_one() -> None:
    one, other = new_game(), new_game()
    changes = one.choose_all(["1", "2", "3", "done"])
    single = [change for key in ("1", "2", "3", "done") for change in other.choose(key)]
    assert changes == single
    assert picture(one) == picture(other)


@pytest.mark.parametrize(
    ("keys", "index", "reason"),
    [
        (["1", "2", "4", "nonsense"], 2, "why.too_much"),
        (["nonsense", "4"], 0, "error.unknown_key"),
        (["1", "2", "3", "no"], 3, "error.unknown_key"),
    ],
)
def test_a_batch_with_an_illegal_key_changes_nothing_and_names_that_key(
    keys: list[str], index: int, reason: str
) -> None:
    game = new_game()
    game.choose("3")
    before = picture(game)
    with pytest.raises(IllegalChoice) as caught:
        game.choose_all(keys)
    assert (caught.value.index, caught.value.key, caught.value.text.key) == (index, keys[index], reason)
    assert picture(game) == before


def test_an_empty_batch_changes_nothing() -> None:
    game = new_game()
    before = picture(game)
    assert game.choose_all([]) == []
    assert picture(game) == before


def test_a_batch_may_end_with_a_die_but_not_continue_after_it() -> None:
    """The legal keys behind a die show its result, so a refused batch would disclose it."""
    game = new_game()
    before = picture(game)
    for beyond in ("1", "nonsense"):
        with pytest.raises(IllegalChoice) as caught:
            game.choose_all(["1", "roll", beyond])
        assert (caught.value.index, caught.value.text.key) == (2, "error.beyond_barrier")
        assert picture(game) == before
    assert [change.verb for change in game.choose_all(["1", "roll"])] == ["add", "roll"]


def test_a_batch_cannot_answer_for_another_seat() -> None:
    game = new_game()
    for keys in (["ask", "yes"], ["done", "1"]):
        with pytest.raises(IllegalChoice) as caught:
            game.choose_all(keys)
        assert (caught.value.index, caught.value.text.key) == (1, "error.beyond_barrier")
    game.choose_all(["ask"])
    assert game.decision is not None
    assert game.decision.seat == "right"
    game.choose_all(["yes"])


def test_trying_a_batch_changes_only_a_copy() -> None:
    game = new_game()
    before = picture(game)
    twin = game.try_all(["1", "2"])
    assert picture(game) == before
    assert twin.state.total == 3
    assert twin.position() == game.position()
    assert twin.keys == ("1", "2")


# -- barriers ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("key", "crosses"),
    [("1", False), ("3", False), ("roll", True), ("turn_up", True), ("ask", True), ("done", True)],
)
def test_a_game_knows_beforehand_which_keys_cross_a_barrier(key: str, crosses: bool) -> None:
    game = new_game()
    game.choose("2")
    before = picture(game)
    assert game.crosses_barrier(key) is crosses
    assert picture(game) == before


def test_asking_whether_a_key_crosses_a_barrier_reveals_no_result() -> None:
    """Two games that differ in seed and pile only give the same answer for every key."""
    one, other = new_game(), new_game(SEED[::-1])
    assert one.clone().choose("roll") != other.clone().choose("roll")
    assert one.decision is not None
    for key in one.decision.keys:
        assert one.crosses_barrier(key) == other.crosses_barrier(key)


@pytest.mark.parametrize("blind", [True, False])
@pytest.mark.parametrize("key", ["1", "3", "roll", "turn_up", "ask", "done"])
def test_a_draft_stops_before_a_barrier_and_leaves_the_game_unchanged(key: str, blind: bool) -> None:
    game = new_game()
    game.choose("2")
    game = game.blind() if blind else game
    before, crosses = picture(game), game.crosses_barrier(key)
    changes = game.draft(key)
    if crosses:
        assert changes is None
        assert picture(game) == before
    else:
        assert changes
        assert game.keys == ("2", key)
        game.undo()
        assert picture(game) == before
    # Earlier answers can still be undone, and what is hidden stays hidden.
    game.undo()
    assert game.keys == ()
    assert game.is_blind is blind
    if blind:
        with pytest.raises(Hidden):
            game.choose("roll")


def test_asking_whether_an_illegal_key_crosses_a_barrier_is_refused() -> None:
    game = new_game()
    before = picture(game)
    for one in (game, game.blind()):
        with pytest.raises(IllegalChoice):
            one.crosses_barrier("4")
        with pytest.raises(IllegalChoice):
            one.draft("4")
    assert picture(game) == before


# -- looking ahead -----------------------------------------------------------------------------------------


def test_looking_ahead_shows_the_result_of_keys_and_the_barrier_behind_the_last_one() -> None:
    game = new_game()
    before = picture(game)
    outlook = game.look_ahead(["2", "3"])
    assert [change.count for change in outlook.changes] == [2, 3]
    assert outlook.view == {"total": 5, "pending": "left", "seats": {}}
    assert outlook.foresight == Foresight(Barrier.NONE)
    asked = game.look_ahead(["2", "ask"])
    assert (asked.view["total"], asked.foresight) == (2, Foresight(Barrier.OTHER, "right"))
    assert picture(game) == before


def test_looking_ahead_stops_at_the_end_of_the_step() -> None:
    """The automatic step that follows would add one."""
    outlook = new_game().look_ahead(["2", "done"])
    assert [change.verb for change in outlook.changes] == ["add"]
    assert outlook.view == {"total": 2, "pending": "", "seats": {}}
    assert outlook.foresight == Foresight(Barrier.END)


def test_looking_ahead_stops_before_a_die_in_the_step_or_in_the_next_one() -> None:
    game = new_game()
    game.choose("1")
    rolled = game.look_ahead(["2", "roll"])
    assert [change.verb for change in rolled.changes] == ["add"]
    assert rolled.view["total"] == 3
    assert rolled.foresight.barrier is Barrier.REVEALS

    def begin(state: CountingState) -> Rule:
        return roll(state) if state.steps % 2 else play_turn(state, "left")

    def roll(state: CountingState) -> Rule:
        yield from ()
        state.add(state.dice.roll("dice"), "roll")
        state.steps += 1

    rules = CountingRules(begin)
    followed = Game(rules, rules.new("", {}, SEED, {}), start=Start("counting", SEED.hex())).look_ahead(["2", "done"])
    assert [change.verb for change in followed.changes] == ["add"]
    assert followed.view["total"] == 2
    assert followed.foresight == rolled.foresight


def test_looking_ahead_at_the_last_turn_says_that_the_game_ends() -> None:
    game = new_game()
    for _ in range(TURNS - 1):
        game.choose("done")
    assert game.look_ahead(["done"]).foresight.barrier is Barrier.GAME


def test_looking_ahead_at_an_illegal_key_or_beyond_a_barrier_is_refused() -> None:
    with pytest.raises(IllegalChoice):
        new_game().look_ahead(["4"])
    with pytest.raises(IllegalChoice):
        new_game().look_ahead(["done", "1"])


# -- taking back -------------------------------------------------------------------------------------------


def test_undo_takes_back_one_choice_after_another() -> None:
    game = new_game()
    pictures = [picture(game)]
    for key in ("1", "2", "3"):
        game.choose(key)
        pictures.append(picture(game))
    pictures.pop()
    while pictures:
        assert game.undo_seat == "left"
        game.undo()
        assert picture(game) == pictures.pop()
    with pytest.raises(CannotUndo) as caught:
        game.undo()
    assert caught.value.text.key == "error.nothing_to_undo"
    assert game.undo_seat == ""


def test_undo_crosses_the_end_of_a_step_if_no_die_or_card_was_revealed() -> None:
    game = new_game()
    play(game, "1", "2")
    before = picture(game)
    game.choose("done")
    assert game.step_number == 2
    assert game.undo_seat == "left"
    game.undo()
    assert picture(game) == before
    assert game.steps == []
    game.undo()
    assert game.keys == ("1",)
    play(game, "3", "done")
    assert [step.number for step in game.steps] == [0, 1]
    assert game.steps[0].keys == ("1", "3", "done")


@pytest.mark.parametrize("key", ["roll", "turn_up"])
def test_undo_stops_at_a_die_and_at_a_revealed_card(key: str) -> None:
    game = new_game()
    play(game, "1", key)
    assert game.undo_seat == ""
    with pytest.raises(CannotUndo):
        game.undo()
    before = picture(game)
    play(game, "2", "3")
    game.undo()
    game.undo()
    assert picture(game) == before, "The die lies as it fell."
    with pytest.raises(CannotUndo):
        game.undo()


def test_undo_stops_at_another_seats_choice() -> None:
    game = new_game()
    play(game, "1", "ask")
    assert game.undo_seat == "left", "No one has answered yet: the question may be taken back."
    game.choose("no")
    assert game.undo_seat == "right"
    game.undo()
    assert game.decision is not None
    assert game.decision.kind == "double"
    with pytest.raises(CannotUndo):
        game.undo()
    play(game, "yes", "3")
    game.undo()
    assert game.decision.kind == "act"
    with pytest.raises(CannotUndo):
        game.undo()


def test_undo_stops_at_another_seats_choice_in_the_next_step() -> None:
    game = new_game()
    play(game, "1", "done", "2")
    game.undo()
    assert game.label == Label("turn", "right")
    with pytest.raises(CannotUndo):
        game.undo()


def test_after_an_undo_the_game_continues_as_if_the_choice_had_not_been_made() -> None:
    game, straight = new_game(), new_game()
    play(game, "1", "2", "done")
    game.undo()
    game.undo()
    play(game, "3", "done", "roll", "done")
    play(straight, "1", "3", "done", "roll", "done")
    assert picture(game) == picture(straight)


def test_the_last_choice_of_a_game_can_be_undone() -> None:
    game = new_game()
    play(game, *["done"] * (TURNS - 1), "1")
    before = picture(game)
    game.choose("done")
    assert game.decision is None
    game.undo()
    assert game.result is None
    assert picture(game) == before


# -- copies and loading ------------------------------------------------------------------------------------


def test_a_clone_has_the_same_state_and_is_independent() -> None:
    game = new_game()
    play(game, "2", "done", "roll", "3")
    before = picture(game)
    twin = game.clone()
    assert twin.digest() == game.digest()
    assert twin.step_number == game.step_number
    assert twin.keys == game.keys
    assert twin.choose("roll") == game.clone().choose("roll")
    play(twin, "done", "turn_up")
    assert picture(game) == before
    play(game, "roll", "done", "turn_up")
    assert game.digest() == twin.digest()


@pytest.mark.parametrize("keys", [(), ("1",), ("1", "roll"), ("1", "done", "2"), ("1", "done", "ask", "yes", "roll")])
def test_a_resumed_game_equals_the_live_one(keys: tuple[str, ...]) -> None:
    game = new_game()
    play(game, *keys)
    loaded = Game.resume(game.rules, game.snapshot(), game.keys, start=game.start, number=game.step_number)
    assert loaded.digest() == game.digest()
    assert loaded.keys == game.keys
    assert loaded.step_number == game.step_number
    assert loaded.label == game.label
    assert loaded.view() == game.view()
    assert loaded.decision is not None
    assert game.decision is not None
    assert loaded.decision.keys == game.decision.keys
    play(loaded, *["no" for _ in range(loaded.decision.kind == "double")], "roll", "done", "2")
    play(game, *["no" for _ in range(game.decision.kind == "double")], "roll", "done", "2")
    assert loaded.digest() == game.digest()
    assert [step.digest for step in loaded.steps] == [step.digest for step in game.steps[-len(loaded.steps) :]]


def test_a_resumed_game_can_be_undone_to_the_start_of_its_step() -> None:
    game = new_game()
    play(game, "done", "1", "2")
    loaded = Game.resume(game.rules, game.snapshot(), game.keys, start=game.start, number=game.step_number)
    loaded.undo()
    loaded.undo()
    assert loaded.step_number == 2
    assert loaded.keys == ()
    with pytest.raises(CannotUndo):
        loaded.undo()


def test_resuming_a_finished_game_keeps_its_result() -> None:
    game = new_game()
    play(game, *["done"] * TURNS)
    loaded = Game.resume(game.rules, game.snapshot(), game.keys, start=game.start, number=game.step_number)
    assert loaded.decision is None
    assert loaded.result == game.result


def test_resuming_a_game_names_a_key_that_is_no_longer_legal() -> None:
    game = new_game()
    with pytest.raises(ReplayFailed) as caught:
        Game.resume(game.rules, game.snapshot(), ["1", "2", "4", "1"], start=game.start, number=0)
    assert caught.value.index == 2
    assert caught.value.text.key == "why.too_much"


@pytest.mark.parametrize("snapshot", [b"", b"\x00", b"\xc1", b"\x81\xa4dice\x01", b"\x81\xa5total\xa1\xff"])
def test_a_snapshot_that_cannot_be_read_is_refused_in_one_sentence(snapshot: bytes) -> None:
    with pytest.raises(BadPosition) as caught:
        Game.resume(CountingRules(), snapshot, [], start=Start("counting", ""), number=0)
    assert caught.value.text.key == "error.bad_snapshot"


def test_the_digest_of_the_seed_is_public_and_never_changes() -> None:
    game = new_game()
    digest = game.seed_digest
    play(game, "roll", "done")
    assert game.seed_digest == digest
    assert SEED.hex() not in digest


# -- rules that go wrong -----------------------------------------------------------------------------------


def test_rules_that_never_ask_for_a_decision_raise_an_error() -> None:
    def circle(state: CountingState) -> Rule:
        yield from ()

    rules = CountingRules(circle)
    with pytest.raises(RuntimeError, match="without a decision"):
        Game(rules, rules.new("", {}, SEED, {}), start=Start("counting", SEED.hex()))


def test_a_step_may_end_without_a_choice_and_without_a_change() -> None:
    def silent(state: CountingState) -> Rule:
        state.steps += 1
        if state.steps == 3:
            yield Decision("left", "wait", text("ask.wait"), [Option("on", text("on"))])

    rules = CountingRules(silent)
    game = Game(rules, rules.new("", {}, SEED, {}), start=Start("counting", SEED.hex()))
    assert game.step_number == 2
    assert game.choose("on") == []
    game.undo()
    assert game.step_number == 2


# -- going back --------------------------------------------------------------------------------------------


def test_after_going_back_the_dice_are_not_those_of_the_withdrawn_turns() -> None:
    game = new_game()
    before = game.clone()
    seen = [change.count for key in ("roll", "roll", "roll") for change in game.choose(key)]
    counters = dict(game.state.dice.counters)
    again = before.clone()
    changes = again.go_back(counters)
    assert [change.verb for change in changes] == ["go_back"]
    assert again.undo_seat == ""
    assert again.position() == before.position()
    rolled = [change.count for key in ("roll", "roll", "roll") for change in again.choose(key)]
    for _ in range(3):
        game.choose("roll")
    assert rolled == [change.count for change in game.state.log][-3:]
    assert rolled != seen


def test_going_back_is_in_the_record_and_replays() -> None:
    game = new_game()
    game.go_back({"dice": 7})
    play(game, "roll", "done")
    assert (game.steps[0].label.phase, game.steps[0].keys) == ("go_back", ("go_back:dice=7",))
    again = new_game()
    for step in game.steps:
        for key in step.keys:
            again.choose(key)
    assert again.digest() == game.digest()


def test_going_back_never_lowers_the_counters_of_the_dice() -> None:
    game = new_game()
    play(game, "roll", "done")
    counters = dict(game.state.dice.counters)
    game.go_back({"dice": 0})
    assert game.state.dice.counters == counters


@pytest.mark.parametrize("key", ["go_back:dice", "go_back:dice=-1", "go_back:=3", "go_back:dice=1,"])
def test_an_invalid_key_to_go_back_is_refused(key: str) -> None:
    game = new_game()
    before = picture(game)
    with pytest.raises(IllegalChoice):
        game.choose(key)
    assert picture(game) == before


def test_going_back_in_the_middle_of_a_step_is_refused() -> None:
    game = new_game()
    game.choose("1")
    with pytest.raises(IllegalChoice):
        game.go_back({"dice": 7})


def test_a_correction_between_steps_is_recorded_as_a_finished_step() -> None:
    game = new_game()
    play(game, "1", "done")
    changes = game.put_right({"total": 9})
    assert [change.verb for change in changes] == ["put_right"]
    assert (game.steps[-1].label.phase, game.steps[-1].keys) == ("put_right", ('put_right:{"total":9}',))
    assert game.undo_seat == ""
    with pytest.raises(IllegalChoice):
        game.put_right({"pile": []})
    game.choose("1")
    with pytest.raises(IllegalChoice) as caught:
        game.put_right({"total": 3})
    assert caught.value.text.key == "error.put_right_later"
    assert game.state.total == 10

"""A physical table: what people enter in place of the seed is a key of the record, and all else stays the same."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import cache
from typing import Any

import pytest

from engine import Game
from engine.core.errors import BadPosition, IllegalChoice, ReplayFailed
from engine.core.game import replay
from engine.core.record import StepLine, read_record, verify_record, write_record
from engine.gandhi.arjuna.player import Arjuna, explain_step
from engine.gandhi.chanakya.imagining import imagine
from engine.gandhi.chanakya.search import Search
from tests.playing import asked, choose, game_at

DIE = "die.rolled"
CARD = "deck.card"
ARJUNA_CARD, ARJUNA_DIE = "arjuna.card", "arjuna.die"
SAID = (DIE, CARD, ARJUNA_CARD, ARJUNA_DIE)
RIVALS = {"congress": "arjuna", "league": "arjuna", "revolutionaries": "arjuna"}


def at_table(seats: dict[str, str], *, told: bool, by_hand: Sequence[str], seed: bytes = b"a table") -> Game:
    """Return the Short game of a physical table."""
    position = Game.new("gandhi", "short", seed=bytes(32)).position()
    given = {"seats": seats, "told": told, "by_hand": list(by_hand), "card": 12, "next": 30, "viceroy": "irwin"}
    return Game.at({**position, **given}, seed=seed)


@cache
def play_by_lot(told: bool, by_hand: tuple[str, ...], lot: int) -> tuple[Game, dict[str, int]]:
    """Return a random game of two people and two Factions of Arjuna's, and how often people were asked what."""
    seats = {"congress": "arjuna", "revolutionaries": "arjuna"} if lot % 2 else {"raj": "arjuna", "league": "arjuna"}
    game = at_table(seats, told=told, by_hand=by_hand, seed=bytes([lot]) * 32)
    chance, arjuna, counts = random.Random(lot), Arjuna(game, explains=False), dict.fromkeys(SAID, 0)
    while (decision := game.decision) is not None:
        if arjuna.must_decide:
            arjuna.answer()
            continue
        if decision.kind in counts:
            counts[decision.kind] += 1
        keys = [option.key for option in decision.options]
        if decision.kind == "turn.action":
            keys = [key for key in keys if key not in ("pass", "transfer")] or keys
        game.choose(chance.choice(keys))
    return game, counts


WAYS = [(False, ("dice",)), (False, ("arjuna",)), (True, ("dice", "arjuna"))]


@pytest.mark.parametrize(("told", "by_hand"), WAYS)
@pytest.mark.parametrize("lot", range(2))
def test_a_game_with_entries_by_hand_replays_to_the_same_bytes(told: bool, by_hand: tuple[str, ...], lot: int) -> None:
    game, counts = play_by_lot(told, by_hand, lot)
    asked = {DIE: "dice" in by_hand, ARJUNA_DIE: "dice" in by_hand, ARJUNA_CARD: "arjuna" in by_hand, CARD: told}
    assert {what: count > 0 for what, count in counts.items()} == asked
    data = write_record(game.record())
    record = read_record(data)
    again = Game.load(record)
    verify_record(again.record(), record)
    assert again.snapshot() == game.snapshot()
    assert write_record(again.record()) == data
    assert record.start.position["by_hand"] == list(by_hand)
    rolled = sum(change.verb == "roll" for step in game.steps for change in step.changes)
    assert rolled == counts[DIE] or "dice" not in by_hand
    assert ("dice" in game.state.dice.counters) == ("dice" not in by_hand)


@pytest.mark.parametrize(("told", "by_hand"), WAYS)
def test_verifying_finds_a_changed_entry_by_hand_in_the_record(told: bool, by_hand: tuple[str, ...]) -> None:
    game, _ = play_by_lot(told, by_hand, 0)
    record = read_record(write_record(game.record()))
    number, keys = next(
        (step.number, find_said(game, step.number)) for step in game.steps if find_said(game, step.number)
    )
    line = record.steps[number]
    steps = [*record.steps]
    steps[number] = StepLine(line.number, line.label, keys, line.digest, line.state)
    twin = Game.from_start(record.start)
    with pytest.raises(ReplayFailed):
        verify_record(replay(twin, [step.keys for step in steps]).record(), record)


def find_said(game: Game, number: int) -> tuple[str, ...]:
    """Return the keys of a step with another entry by hand, or nothing where people entered none."""
    step = game.steps[number]
    twin = Game.resume(game.rules, step.start, (), start=game.start, number=step.number)
    for place, key in enumerate(step.keys):
        assert twin.decision is not None
        if twin.decision.kind == DIE or twin.decision.kind == ARJUNA_CARD:
            other = str(int(key) % 6 + 1) if twin.decision.kind == DIE else "pass"
            return (*step.keys[:place], other, *step.keys[place + 1 :])
        twin.choose(key)
    return ()


RICH: dict[str, Any] = {"resources": {"raj": 20, "revolutionaries": 10}, "by_hand": ["dice"]}
CROWD = {"punjab": {"underground": 3, "troops": 1, "sepoys": 2}}


def test_the_roller_enters_a_die_and_can_undo_it() -> None:
    game = game_at(CROWD, "revolutionaries", **RICH)
    choose(game, "attack", "punjab")
    assert asked(game) == "revolutionaries die.rolled"
    assert game.decision is not None
    assert sorted(game.decision.keys) == list("123456")
    with pytest.raises(IllegalChoice) as caught:
        game.choose("7")
    assert caught.value.text.key == "error.unknown_key"
    choose(game, "6")
    assert asked(game) == "revolutionaries attack.space" or game.pending_seat != "revolutionaries"
    game.undo()
    assert asked(game) == "revolutionaries die.rolled"
    changes = game.choose("2")
    assert [(change.piece, change.new) for change in changes if change.verb == "roll"] == [("attack", 2)]
    assert asked(game) == "revolutionaries attack.remove"


def test_a_person_enters_arjunas_die() -> None:
    """Arjuna's own turn asks for it, and the first person answers."""
    spaces = {"punjab": {"underground": 2, "troops": 1}}
    game = game_at(spaces, "revolutionaries", **RICH, seats={"revolutionaries": "arjuna", "raj": "arjuna"})
    game.choose("attack")
    game.choose("punjab")
    assert asked(game) == "congress die.rolled"


def test_the_bot_rolls_dice_at_a_physical_table_without_a_person() -> None:
    game = game_at(CROWD, "revolutionaries", **RICH, seats=dict.fromkeys(("raj", *RIVALS), "arjuna"))
    game.choose("attack")
    changes = game.choose("punjab")
    assert any(change.verb == "roll" for change in changes)


def test_a_question_for_a_die_is_asked_again_after_a_restart_and_in_copies() -> None:
    game = game_at(CROWD, "revolutionaries", **RICH)
    choose(game, "attack", "punjab")
    again = Game.resume(game.rules, game.snapshot(), game.keys, start=game.start, number=game.step_number)
    for one in (again, game.clone(), game.blind()):
        assert asked(one) == "revolutionaries die.rolled"
        one.choose("2")
        assert asked(one) == "revolutionaries attack.remove"


def test_a_draft_may_continue_after_a_die_that_people_roll() -> None:
    """A draft may continue after it, because it does not depend on the seed."""
    game = game_at(CROWD, "revolutionaries", **RICH).blind()
    for key in ("attack", "punjab", "2"):
        assert game.draft(key) is not None
    assert asked(game) == "revolutionaries attack.remove"


@pytest.mark.parametrize("wrong", ["dice", ["coins"], ["dice", "dice"], {"dice": True}])
def test_a_position_with_an_unknown_kind_of_entry_by_hand_is_refused(wrong: Any) -> None:
    with pytest.raises(BadPosition):
        Game.at({"by_hand": wrong})


def test_a_search_ignores_that_people_enter_dice_by_hand() -> None:
    """A search plays the same games as at a table where the bot rolls and draws."""
    turn: dict[str, Any] = {"turn": {"seat": "raj"}, "card": 12, "next": 30, "seats": RIVALS}
    by_people: dict[str, Any] = {"told": True, "by_hand": ["dice"]}
    nothing: dict[str, Any] = {}
    mine, theirs = (
        game_at({"delhi": {"troops": 5, "sepoys": 4}, "punjab": {"congress": 3, "underground": 2}}, **turn, **more)
        for more in (by_people, nothing)
    )
    assert imagine(mine, b"seed").state.by_hand == []
    searches = [Search(game, seed=b"seed", few=3) for game in (mine, theirs)]
    for search in searches:
        for _ in range(4):
            search.try_once()
    assert [one.wins for one in searches[0].candidates] == [one.wins for one in searches[1].candidates]
    assert [one.ends for one in searches[0].candidates] == [one.ends for one in searches[1].candidates]


def at_card() -> Game:
    """Return a game in which Non-player Raj has just asked for its card."""
    game = at_table({"raj": "arjuna"}, told=False, by_hand=("dice", "arjuna"))
    arjuna = Arjuna(game)
    while asked(game) != "congress arjuna.card":
        if arjuna.must_decide:
            arjuna.answer()
        else:
            game.choose("pass" if "pass" in keys_of(game) else sorted(keys_of(game))[0])
    assert game.keys == ("ask:card",)
    return game


def test_arjuna_waits_for_its_card_and_continues_with_it() -> None:
    """8.3 Arjuna follows the card, any of its stack; a game after a restart and a copy do the same."""
    ways = set()
    for letter in sorted(keys_of(at_card())):
        game = at_card()
        game.choose(letter)
        again = Game.resume(game.rules, game.snapshot(), game.keys, start=game.start, number=game.step_number)
        keys = []
        for one in (game, again, game.clone()):
            arjuna = Arjuna(one)
            played = len(one.steps)
            while len(one.steps) == played:
                if arjuna.must_decide:
                    arjuna.answer()
                else:
                    one.choose(sorted(keys_of(one))[0])
            keys.append(one.steps[played].keys)
            thoughts = [thought.text for reason in arjuna.finished() for thought in reason.thoughts]
            assert any(text.params.get("letter") == letter for text in thoughts), thoughts
        assert keys[0] == keys[1] == keys[2]
        ways.add(keys[0][2:])
    assert len(ways) > 1


def test_an_arjuna_card_is_entered_once_a_turn_and_only_at_physical_tables() -> None:
    game = at_card()
    first = sorted(keys_of(game))[0]
    game.choose(first)
    assert asked(game) == "raj turn.action"
    game.choose("ask:card")
    assert first not in keys_of(game)
    assert len(keys_of(game)) == 5
    for wrong in ("ask:coin", "ask:test", "ask:card", "ask:"):
        plain = game_at(CROWD, "raj", seats={"raj": "arjuna"}, card=12, next=30)
        with pytest.raises(IllegalChoice) as caught:
            plain.choose(wrong)
        assert str(caught.value.text) == f"error.unknown_key(key={wrong})"


def keys_of(game: Game) -> set[str]:
    """Return the keys that are allowed."""
    assert game.decision is not None
    return set(game.decision.keys)


def test_explaining_a_step_entered_by_hand_agrees_with_the_choices_played() -> None:
    game, _ = play_by_lot(True, ("dice", "arjuna"), 1)
    seen = 0
    for step in game.steps:
        if not any(key.startswith("ask:") for key in step.keys):
            continue
        start = Game.resume(game.rules, step.start, (), start=game.start, number=step.number)
        reasons = explain_step(start, step.keys)
        assert not any(one.text.key == "arjuna.played_differently" for reason in reasons for one in reason.thoughts)
        seen += 1
    assert seen > 5

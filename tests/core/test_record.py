"""Records: written, read and replayed to the same digests, and refused in one sentence when they are wrong."""

from __future__ import annotations

import random

import msgspec
import pytest

from engine.core.change import Change
from engine.core.errors import BadPosition, ReplayFailed
from engine.core.game import Game, replay
from engine.core.protocol import Label
from engine.core.record import (
    FORMAT,
    RecordFile,
    Start,
    StepLine,
    digest_bytes,
    digest_changes,
    read_record,
    verify_record,
    write_record,
)
from tests.core.counting import SEED, new_game, play


def play_randomly(number: int) -> Game:
    """Return a finished game of random choices."""
    chance, game = random.Random(number), new_game(bytes([number]) * 32)
    while game.decision is not None:
        keys = [option.key for option in game.decision.options]
        game.choose(chance.choice([key for key in keys if key != "turn_up" or game.state.pile]))
    return game


def play_again(record: RecordFile) -> Game:
    """Replay a record of the tiny game."""
    return replay(new_game(bytes.fromhex(record.start.seed)), [step.keys for step in record.steps])


@pytest.mark.parametrize("number", range(5))
def test_a_record_replays_to_the_same_digests(number: int) -> None:
    game = play_randomly(number)
    data = write_record(game.record())
    again = play_again(read_record(data))
    assert write_record(again.record()) == data
    assert again.digest() == game.digest()
    assert again.result == game.result
    verify_record(again.record(), read_record(data))


def test_a_record_is_a_header_a_line_per_step_and_the_result() -> None:
    game = new_game()
    play(game, "1", "done", "2", "done", "done", "done", "done", "done")
    header, *steps, result = write_record(game.record()).decode().splitlines()
    assert msgspec.json.decode(header) == {"game": "counting", "seed": SEED.hex()}
    assert len(steps) == 12
    first = msgspec.json.decode(steps[0])
    assert first["label"] == {"phase": "turn", "seat": "left"}
    assert first["keys"] == ["1", "done"]
    assert len(first["digest"]) == 16
    assert len(first["state"]) == 32
    assert msgspec.json.decode(result)["result"]["reason"] == "counted"


def test_the_record_of_a_running_game_has_its_finished_steps_and_no_result() -> None:
    game = new_game()
    play(game, "1", "done", "2")
    record = read_record(write_record(game.record()))
    assert record.result is None
    assert [step.keys for step in record.steps] == [("1", "done"), ()]
    again = play_again(record)
    assert again.step_number == game.step_number
    again.choose("2")
    assert again.digest() == game.digest()


def test_a_step_line_has_digests_of_its_changes_and_of_its_first_state() -> None:
    game = new_game()
    began = digest_bytes(game.snapshot())
    play(game, "1", "done")
    assert game.steps[0].state == began
    assert game.steps[0].digest == digest_changes(game.steps[0].changes)
    assert digest_changes([Change("add", count=1)]) != digest_changes([Change("add", count=2)])
    assert digest_changes([]) == digest_changes(iter([]))


def test_replaying_names_the_step_that_no_longer_fits() -> None:
    with pytest.raises(ReplayFailed) as caught:
        replay(new_game(), [["1", "done"], [], ["4"]])
    assert caught.value.index == 2
    assert caught.value.text.key == "error.replay_stops"
    assert caught.value.text.params["step"] == 2
    assert caught.value.text.params["why"].key == "why.too_much"


def test_verifying_names_the_first_step_that_differs() -> None:
    game = play_randomly(1)
    record = game.record()
    good = read_record(write_record(record))
    for index in (0, 3, len(good.steps) - 1):
        turn = good.steps[index]
        for change in ({"digest": "0"}, {"state": "0"}, {"keys": ("7",)}, {"label": Label("elsewhere")}):
            turns = [*good.steps[:index], msgspec.structs.replace(turn, **change), *good.steps[index + 1 :]]
            with pytest.raises(ReplayFailed) as caught:
                verify_record(record, RecordFile(good.start, turns, good.result))
            assert caught.value.index == index
            assert caught.value.text.key == "error.replay_differs"


def test_verifying_finds_missing_steps_and_a_wrong_result() -> None:
    record = play_randomly(1).record()
    good = read_record(write_record(record))
    assert good.result is not None
    other = msgspec.structs.replace(good.result, reason="otherwise")
    for wrong in (
        RecordFile(good.start, good.steps[:-1], good.result),
        RecordFile(good.start, [*good.steps, StepLine(len(good.steps), Label("turn"))], good.result),
        RecordFile(good.start, good.steps, None),
        RecordFile(good.start, good.steps, other),
    ):
        with pytest.raises(ReplayFailed) as caught:
            verify_record(record, wrong)
        assert caught.value.text.key == "error.replay_ends_differently"


HEADER = b'{"game":"counting","seed":""}'
KEY_SEPARATOR = b'{"number":0,"label":{"phase":"turn"}}'
RESULT = b'{"result":{"ranking":["left"],"margins":{"left":1},"reason":"counted"}}'


@pytest.mark.parametrize(
    ("data", "line"),
    [
        (b"not a record", 1),
        (b"[]", 1),
        (b'{"game":"counting"}', 1),
        (b'{"game":"counting","seed":5}', 1),
        (b'{"game":"counting","seed":"zz"}', 1),
        (b'{"game":"counting","seed":"' + b"00" * 65 + b'"}', 1),
        (b'{"game":"\xff","seed":""}', 1),
        (b'{"game":"counting","seed":"","options":{"a":' + b"[" * 100_000, 1),
        (HEADER + b"\n{", 2),
        (HEADER + b"\n\n" + KEY_SEPARATOR + b"\nbroken", 4),
        (HEADER + b"\n" + HEADER, 2),
        (HEADER + b"\n" + KEY_SEPARATOR + b"\n" + KEY_SEPARATOR, 3),
        (HEADER + b'\n{"number":1,"label":{"phase":"turn"}}', 2),
        (HEADER + b'\n{"number":0,"label":{"phase":"turn"},"keys":[1]}', 2),
        (HEADER + b"\n" + RESULT + b"\n" + KEY_SEPARATOR, 3),
        (HEADER + b"\n" + RESULT + b"\n" + RESULT, 3),
        (HEADER + b'\n{"result":{"ranking":[]}}', 2),
    ],
)
def test_a_faulty_record_is_refused_with_the_number_of_the_line(data: bytes, line: int) -> None:
    with pytest.raises(BadPosition) as caught:
        read_record(data)
    assert caught.value.text.key == "error.bad_record_line"
    assert caught.value.text.params["line"] == line


@pytest.mark.parametrize("data", [b"", b"\n\n  \n"])
def test_an_empty_record_is_refused(data: bytes) -> None:
    with pytest.raises(BadPosition) as caught:
        read_record(data)
    assert caught.value.text.key == "error.empty_record"


def test_a_record_of_another_format_is_refused() -> None:
    with pytest.raises(BadPosition) as caught:
        read_record(msgspec.json.encode(Start("counting", "", format=FORMAT + 1)))
    assert caught.value.text.key == "error.record_format"


def test_a_record_with_empty_lines_and_windows_line_ends_is_read() -> None:
    record = read_record(HEADER + b"\r\n\r\n" + KEY_SEPARATOR + b"\r\n" + RESULT + b"\r\n")
    assert [step.number for step in record.steps] == [0]
    assert record.result is not None

"""The record of a game (``.gandhi.jsonl``): a header line, a line per step, and the result. It replays exactly."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from typing import Any

import msgspec

from engine.core.change import Change
from engine.core.errors import BadPosition, ReplayFailed
from engine.core.protocol import Label, Result
from engine.core.text import text

FORMAT = 1


class Start(msgspec.Struct, frozen=True, omit_defaults=True):
    """How a game began: a scenario with its seats, or a position. The seed is secret while the game is on."""

    game: str
    seed: str
    scenario: str = ""
    seats: dict[str, str] = {}
    options: dict[str, Any] = {}
    position: dict[str, Any] = {}
    format: int = FORMAT


class StepRecord(msgspec.Struct, frozen=True):
    """One finished step: its label, the keys chosen, what changed, and the state it began from, secrets included."""

    number: int
    label: Label
    keys: tuple[str, ...]
    changes: list[Change]
    start: bytes = b""

    @property
    def digest(self) -> str:
        """The digest of the changes."""
        return digest_changes(self.changes)

    @property
    def state(self) -> str:
        """The digest of the state that the step began from."""
        return digest_bytes(self.start)


class StepLine(msgspec.Struct, frozen=True, omit_defaults=True):
    """A step as the record file keeps it: the changes themselves come back by replaying."""

    number: int
    label: Label
    keys: tuple[str, ...] = ()
    digest: str = ""
    state: str = ""


class Record(msgspec.Struct, frozen=True):
    """A whole game: its start, its steps and, when it is over, its result.

    >>> record = Record(Start("gandhi", seed="00"), [])
    >>> read_record(write_record(record)).start.game
    'gandhi'
    """

    start: Start
    steps: list[StepRecord]
    result: Result | None = None


class RecordFile(msgspec.Struct, frozen=True):
    """What a record file holds, before it is replayed."""

    start: Start
    steps: list[StepLine]
    result: Result | None = None


def digest_changes(changes: Iterable[Change]) -> str:
    """A short digest of a list of Changes."""
    return hashlib.blake2b(msgspec.msgpack.encode(list(changes)), digest_size=8).hexdigest()


def digest_bytes(data: bytes) -> str:
    """A short digest of an encoded state."""
    return hashlib.blake2b(data, digest_size=16).hexdigest()


def step_line(step: StepRecord) -> StepLine:
    """A finished step as the record file keeps it."""
    return StepLine(step.number, step.label, step.keys, step.digest, step.state)


def verify_record(replayed: Record, recorded: RecordFile) -> None:
    """Hold a replayed game against its record: every step's label, keys and digests, and the result.

    Raises ReplayFailed naming the first step that differs. A record of a running game has no result: then the
    replayed game must have as many steps.
    """
    mine = [step_line(step) for step in replayed.steps]
    for index, (one, other) in enumerate(zip(mine, recorded.steps, strict=False)):
        if one != other:
            raise ReplayFailed(text("error.replay_differs", step=other.number), index)
    if len(mine) != len(recorded.steps) or replayed.result != recorded.result:
        raise ReplayFailed(text("error.replay_ends_differently", step=len(recorded.steps)), len(recorded.steps))


def write_record(record: Record) -> bytes:
    """The record as the bytes of a ``.gandhi.jsonl`` file."""
    lines: list[bytes] = [msgspec.json.encode(record.start)]
    lines += [msgspec.json.encode(step_line(step)) for step in record.steps]
    if record.result is not None:
        lines.append(msgspec.json.encode(_ResultLine(record.result)))
    return b"\n".join(lines) + b"\n"


class _ResultLine(msgspec.Struct):
    result: Result


def read_record(data: bytes) -> RecordFile:
    """Read a record file. Raises BadPosition with the number of the line that is wrong.

    The steps must be all of the game's, in order from 0, and a result comes last.
    """
    lines = [(number, line) for number, line in enumerate(data.splitlines(), 1) if line.strip()]
    if not lines:
        raise BadPosition(text("error.empty_record"))
    number, header = lines[0]
    steps: list[StepLine] = []
    result: Result | None = None
    try:
        start = msgspec.json.decode(header, type=Start)
        if start.format != FORMAT:
            raise BadPosition(text("error.record_format", format=start.format))
        if len(bytes.fromhex(start.seed)) > hashlib.blake2b.MAX_KEY_SIZE:
            raise ValueError("The seed is too long.")
        for number, line in lines[1:]:  # noqa: B007 (named in the error)
            if result is not None:
                raise ValueError("There is a line after the result.")
            if line.startswith(b'{"result"'):
                result = msgspec.json.decode(line, type=_ResultLine).result
                continue
            step = msgspec.json.decode(line, type=StepLine)
            if step.number != len(steps):
                raise ValueError(f"Step {len(steps)} is missing.")
            steps.append(step)
    except (msgspec.DecodeError, ValueError, RecursionError) as error:
        raise BadPosition(text("error.bad_record_line", line=number, detail=str(error))) from error
    return RecordFile(start, steps, result)

"""The record of a game (``.gandhi.jsonl``): a header line, a line per step, and the result. It replays exactly."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from typing import Any

import msgspec

from engine.core.change import Change
from engine.core.errors import BadPosition
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


class TurnRecord(msgspec.Struct, frozen=True):
    """One finished step: its label, the keys chosen, what changed, and the digest of those changes."""

    number: int
    label: Label
    keys: tuple[str, ...]
    changes: list[Change]
    digest: str


class TurnLine(msgspec.Struct, frozen=True, omit_defaults=True):
    """A step as the record file keeps it: the changes themselves come back by replaying."""

    number: int
    label: Label
    keys: tuple[str, ...] = ()
    digest: str = ""


class Record(msgspec.Struct, frozen=True):
    """A whole game: its start, its steps and, when it is over, its result."""

    start: Start
    turns: list[TurnRecord]
    result: Result | None = None


class RecordFile(msgspec.Struct, frozen=True):
    """What a record file holds, before it is replayed."""

    start: Start
    turns: list[TurnLine]
    result: Result | None = None


def digest_changes(changes: Iterable[Change]) -> str:
    """A short digest of a list of Changes."""
    return hashlib.blake2b(msgspec.msgpack.encode(list(changes)), digest_size=8).hexdigest()


def write_record(record: Record) -> bytes:
    """The record as the bytes of a ``.gandhi.jsonl`` file."""
    lines: list[bytes] = [msgspec.json.encode(record.start)]
    for turn in record.turns:
        lines.append(msgspec.json.encode(TurnLine(turn.number, turn.label, turn.keys, turn.digest)))
    if record.result is not None:
        lines.append(msgspec.json.encode({"result": record.result}))
    return b"\n".join(lines) + b"\n"


class _ResultLine(msgspec.Struct):
    result: Result


def read_record(data: bytes) -> RecordFile:
    """Read a record file. Raises BadPosition with the number of the line that is wrong."""
    lines = [line for line in data.splitlines() if line.strip()]
    if not lines:
        raise BadPosition(text("error.empty_record"))
    number = 1
    try:
        start = msgspec.json.decode(lines[0], type=Start)
        result: Result | None = None
        turns: list[TurnLine] = []
        for line in lines[1:]:
            number += 1
            if line.startswith(b'{"result"'):
                result = msgspec.json.decode(line, type=_ResultLine).result
            else:
                turns.append(msgspec.json.decode(line, type=TurnLine))
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise BadPosition(text("error.bad_record_line", line=number, detail=str(error))) from error
    if start.format != FORMAT:
        raise BadPosition(text("error.record_format", format=start.format))
    return RecordFile(start, turns, result)

"""The record of a game (``.gandhi.jsonl``): a header line, a line for each step, and the result."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

import msgspec

from engine.core.change import Change
from engine.core.errors import BadPosition, ReplayFailed
from engine.core.protocol import Label, Result
from engine.core.text import text

FORMAT = 1
NONE: Final[Mapping[int, Sequence[tuple[str, ...]]]] = {}


class Start(msgspec.Struct, frozen=True, omit_defaults=True):
    """Start of a game: a scenario with its seats, or a position.

    The seed is hexadecimal, and secret until the game is over. ``data`` are digests of the data with which the game is
    played (`engine.core.data.digest_files`).

    >>> from engine import Game
    >>> start = Game.new("rajas", seed=b"example").start
    >>> start.game, start.scenario, bytes.fromhex(start.seed)
    ('rajas', 'basic', b'example')
    """

    game: str
    seed: str
    scenario: str = ""
    seats: dict[str, str] = {}
    options: dict[str, Any] = {}
    position: dict[str, Any] = {}
    data: dict[str, str] = {}
    format: int = FORMAT


class StepRecord(msgspec.Struct, frozen=True):
    """One finished step: its label, the chosen keys, the changes, and the state at its start, with its secrets."""

    number: int
    label: Label
    keys: tuple[str, ...]
    changes: list[Change]
    start: bytes = b""

    @property
    def digest(self) -> str:
        """Return the digest of the changes."""
        return digest_changes(self.changes)

    @property
    def state(self) -> str:
        """Return the digest of the state at the start of the step."""
        return digest_bytes(self.start)


class StepLine(msgspec.Struct, frozen=True, omit_defaults=True):
    """One step in a record file. It holds digests only: a replay restores the changes themselves.

    ``withdrawn`` are the keys of the turns that a table took back by going back in this step. No replay plays them.
    """

    number: int
    label: Label
    keys: tuple[str, ...] = ()
    digest: str = ""
    state: str = ""
    withdrawn: tuple[tuple[str, ...], ...] = ()


class Record(msgspec.Struct, frozen=True):
    """Record of a game: its start, its finished steps and, if it is over, its result.

    >>> record = Record(Start("gandhi", seed="00"), [])
    >>> read_record(write_record(record)).start.game
    'gandhi'
    >>> from engine import Game
    >>> game = Game.new("gandhi", seed=b"example")
    >>> changes = game.choose_all(["pass", "no"])
    >>> [(step.label.seat, step.keys) for step in game.record().steps]
    [('congress', ('pass', 'no'))]
    """

    start: Start
    steps: list[StepRecord]
    result: Result | None = None


class RecordFile(msgspec.Struct, frozen=True):
    """Content of a record file that has not been replayed."""

    start: Start
    steps: list[StepLine]
    result: Result | None = None


def digest_changes(changes: Iterable[Change]) -> str:
    """Return a short digest of Changes.

    >>> digest_changes([Change("pass", "raj")]) == digest_changes([Change("pass", "raj")])
    True
    """
    return hashlib.blake2b(msgspec.msgpack.encode(list(changes)), digest_size=8).hexdigest()


def digest_bytes(data: bytes) -> str:
    """Return a short digest of an encoded state."""
    return hashlib.blake2b(data, digest_size=16).hexdigest()


def step_line(step: StepRecord) -> StepLine:
    """Return the line of a finished step for a record file."""
    return StepLine(step.number, step.label, step.keys, step.digest, step.state)


def verify_record(replayed: Record, recorded: RecordFile) -> None:
    """Compare a replayed game with its record: label, keys and digests of every step, and the result.

    Raises ReplayFailed for the first step that differs. The record of a running game has no result; the number of
    steps must be the same.

    >>> from engine import Game
    >>> game = Game.new("gandhi", seed=b"example")
    >>> changes = game.choose_all(["pass", "no"])
    >>> recorded = read_record(write_record(game.record()))
    >>> verify_record(Game.load(recorded).record(), recorded)
    """
    mine = [step_line(step) for step in replayed.steps]
    for index, (one, other) in enumerate(zip(mine, recorded.steps, strict=False)):
        if one != msgspec.structs.replace(other, withdrawn=()):
            raise ReplayFailed(text("error.replay_differs", step=other.number), index)
    if len(mine) != len(recorded.steps) or replayed.result != recorded.result:
        raise ReplayFailed(text("error.replay_ends_differently", step=len(recorded.steps)), len(recorded.steps))


def write_record(record: Record, withdrawn: Mapping[int, Sequence[tuple[str, ...]]] = NONE) -> bytes:
    """Return a record as the bytes of a ``.gandhi.jsonl`` file.

    ``withdrawn`` has the keys of the turns that were withdrawn, by the number of the step in which the game went back.
    """
    lines: list[bytes] = [msgspec.json.encode(record.start)]
    for step in record.steps:
        line = step_line(step)
        lines.append(
            msgspec.json.encode(msgspec.structs.replace(line, withdrawn=tuple(withdrawn.get(step.number, ()))))
        )
    if record.result is not None:
        lines.append(msgspec.json.encode(_ResultLine(record.result)))
    return b"\n".join(lines) + b"\n"


class _ResultLine(msgspec.Struct):
    result: Result


def read_record(data: bytes) -> RecordFile:
    """Read a record file. Raises BadPosition with the number of the faulty line.

    The file must hold every step of the game in order from 0. The result, if there is one, comes last.

    >>> try:
    ...     read_record(b"")
    ... except BadPosition as error:
    ...     str(error)
    'error.empty_record'
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

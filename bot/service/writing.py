"""Writing what was chosen: keys to the log, finished turns with their changes, the next snapshot, the result."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec

from bot.crash import crash_here
from bot.service.history.statistics import gather_facts
from bot.service.loading import Loaded
from engine import Game
from engine.core.change import Change
from engine.core.protocol import Label
from engine.core.record import StepRecord
from storage import Writer


class StepLog(msgspec.Struct, frozen=True, omit_defaults=True):
    """One finished step as a stored turn keeps it. A turn ends with the steps in which nobody had to decide.

    ``found`` is what a search had come to that chose the step, as plain data of the game.
    """

    label: Label
    changes: list[Change]
    found: Any = None


@dataclass(frozen=True, slots=True)
class Written:
    """What a commit did: the new version, the steps it finished, and the Changes of all its keys.

    A turn ends with the steps in which nobody had to decide: ``places`` tells for each step the number of its stored
    turn, and its index there.
    """

    version: int
    steps: list[StepLog]
    changes: list[Change]
    places: list[tuple[int, int]] = field(default_factory=list)


def encode_steps(steps: Sequence[StepLog]) -> bytes:
    """Finished steps as bytes for the database."""
    return msgspec.msgpack.encode(list(steps))


def decode_steps(data: bytes | None) -> list[StepLog]:
    """The steps that `encode_steps` wrote; none for a turn that was never finished."""
    return msgspec.msgpack.decode(data, type=list[StepLog]) if data else []


def to_log(turns: Sequence[StepRecord]) -> list[StepLog]:
    """The finished steps of a game as they are stored."""
    return [StepLog(turn.label, turn.changes) for turn in turns]


async def open_step(tx: Writer, game_id: str, game: Game) -> None:
    """Store the step that the game has come to. Its snapshot is secret: it holds the seed."""
    snapshot = game.snapshot()
    await tx.open_turn(
        game_id,
        label=msgspec.to_builtins(game.label),
        snapshot=snapshot,
        digest=hashlib.blake2b(snapshot, digest_size=8).hexdigest(),
    )


async def write_choices(
    tx: Writer, loaded: Loaded, game: Game, seat: str, keys: Sequence[str], user_id: int | None
) -> Written:
    """Choose a person's keys in a game (a clone of the loaded one) and store them with all that follows from them.

    Raises IllegalChoice for a key that is not allowed, StaleVersion when somebody was faster.
    """
    return await write_answers(tx, loaded, game, [(seat, key) for key in keys], user_id)


async def write_answers(
    tx: Writer,
    loaded: Loaded,
    game: Game,
    answers: Sequence[tuple[str, str]],
    user_id: int | None,
    *,
    found: Any = None,
) -> Written:
    """Choose the keys of one seat after the other, and store them with all that follows from them.

    ``found`` is what a search had come to for them; it is kept with the step that they finish.

    Raises IllegalChoice for a key that is not allowed, StaleVersion when somebody was faster.
    """
    game_id, version = loaded.table.id, loaded.table.game.version
    steps: list[StepLog] = []
    changes: list[Change] = []
    waiting: list[str] = []
    seat = ""
    places: list[tuple[int, int]] = []
    for whose, key in answers:
        if waiting and whose != seat:
            version = await tx.append_choices(game_id, version, seat, waiting, user_id=user_id)
            waiting = []
        seat = whose
        done = len(game.steps)
        changes += game.choose(key)
        waiting.append(key)
        finished = to_log(game.steps[done:])
        if not finished:
            continue
        finished[0], found = msgspec.structs.replace(finished[0], found=found), None
        version = await tx.append_choices(game_id, version, seat, waiting, user_id=user_id)
        waiting = []
        crash_here("chosen")
        turn = await tx.finish_turn(game_id, encode_steps(finished))
        places += [(turn.number, index) for index in range(len(finished))]
        crash_here("finished")
        steps += finished
        if game.decision is not None:
            await open_step(tx, game_id, game)
    if waiting:
        version = await tx.append_choices(game_id, version, seat, waiting, user_id=user_id)
    if game.decision is None and (result := game.result) is not None:
        await tx.finish_game(game_id, await gather_facts(tx, loaded.table, result))
    return Written(version, steps, changes, places)

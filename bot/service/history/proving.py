"""Proof that a game was fair: played again from its revealed seed, it must come to what was told at the time."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

from bot.errors import TableError
from bot.service.loading import keys_of, load_table, start_of
from bot.service.moments import Table
from bot.service.posting import TURN
from bot.service.writing import decode_steps, to_log
from engine import Game
from engine.core.dice import commit
from engine.core.errors import IllegalChoice, ReplayFailed
from engine.core.text import text
from storage import Post, Statistic, Storage, Turn


@dataclass(frozen=True, slots=True)
class Proof:
    """What the check of a finished game found to agree, in numbers, and where its digest was published.

    ``numbers`` are all that were drawn from the seed, for dice, the deck and Arjuna alike. ``message_id`` is the
    message that published ``digest`` when the game began, None where nobody knows it any more.
    """

    table: Table
    digest: str
    steps: int
    choices: int
    dice: int
    cards: int
    numbers: int
    message_id: int | None


async def prove(storage: Storage, game_id: str) -> Proof:
    """Check a finished game: every step from its seed, against what was stored when it was played.

    Raises TableError while the game is on, and ReplayFailed naming the first step that differs.
    """
    async with storage.read() as reader:
        table = await load_table(reader, game_id)
        if table.game.status != "over":
            raise TableError(text("error.verify_only_when_over", name=table.game.name))
        turns = await reader.turns(game_id)
        keys = [await keys_of(reader, turn) for turn in turns]
        facts = await reader.statistic(game_id)
        posts = await reader.posts(game_id)
    return await asyncio.to_thread(compare, table, turns, keys, facts, find_start(posts))


def compare(
    table: Table,
    turns: Sequence[Turn],
    keys: Sequence[Sequence[str]],
    facts: Statistic | None,
    message_id: int | None,
) -> Proof:
    """Play a game again, and hold every step against the stored one. Raises ReplayFailed."""
    game = Game.from_start(start_of(table.game))
    dice = cards = 0
    for turn, chosen in zip(turns, keys, strict=True):
        if game.snapshot() != turn.snapshot:
            raise ReplayFailed(text("error.replay_differs", step=game.step_number), game.step_number)
        done = len(game.steps)
        for key in chosen:
            try:
                game.choose(key)
            except IllegalChoice as error:
                raise ReplayFailed(text("error.replay_differs", step=game.step_number), game.step_number) from error
        if to_log(game.steps[done:]) != decode_steps(turn.changes):
            raise ReplayFailed(text("error.replay_differs", step=done), done)
    for step in game.steps:
        dice += sum(change.verb == "roll" for change in step.changes)
        cards += sum(change.verb == "reveal" for change in step.changes)
    result = game.result
    if result is None and table.is_abandoned:
        return make_proof(table, game, keys, dice, cards, message_id)
    told = facts.facts if facts is not None else {}
    if result is None or (told and (list(result.ranking), result.margins) != (told["ranking"], told["margins"])):
        raise ReplayFailed(text("error.replay_ends_differently", step=len(game.steps)), len(game.steps))
    return make_proof(table, game, keys, dice, cards, message_id)


def make_proof(
    table: Table, game: Game, keys: Sequence[Sequence[str]], dice: int, cards: int, message_id: int | None
) -> Proof:
    """What the check of a game that was played again has found."""
    return Proof(
        table=table,
        digest=commit(table.game.seed),
        steps=len(game.steps),
        choices=sum(len(chosen) for chosen in keys),
        dice=dice,
        cards=cards,
        numbers=sum(game.state.dice.counters.values()),
        message_id=message_id,
    )


def find_start(posts: Sequence[Post]) -> int | None:
    """The message that told a table its game's beginning, with the digest of the seed."""
    first = next((post for post in posts if post.kind == TURN), None)
    return first.message_id if first is not None else None

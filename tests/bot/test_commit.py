"""Counts of a click on Confirm: how often the database is opened and the game is loaded."""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from typing import Any
from unittest import mock

import pytest
from sqlalchemy import Connection, Engine, event

from bot.tables import loading, undo
from bot.tables.play import Tables
from bot.tables.table import Table
from engine import Game
from storage import Reader, Storage, Turn, Writer
from tests.bot.players import PEOPLE, act_plainly, open_table, whose


@pytest.fixture
def counts(storage: Storage) -> Iterator[Counter[str]]:
    """Provide the number of calls of each counted function since this was cleared."""
    counted: Counter[str] = Counter()
    read, transaction, resume = storage.read, storage.transaction, loading.resume

    @asynccontextmanager
    async def count_read() -> AsyncIterator[Reader]:
        counted["reads"] += 1
        async with read() as reader:
            yield reader

    @asynccontextmanager
    async def count_transaction(kind: type[Writer] = Writer) -> AsyncIterator[Writer]:
        counted["transactions"] += 1
        async with transaction(kind) as tx:
            yield tx

    def count_resume(table: Table, turn: Turn, keys: tuple[str, ...]) -> Game:
        counted["loads"] += 1
        return resume(table, turn, keys)

    with (
        mock.patch.object(storage, "read", count_read),
        mock.patch.object(storage, "transaction", count_transaction),
        mock.patch.object(loading, "resume", side_effect=count_resume),
        mock.patch.object(undo, "resume", side_effect=count_resume),
    ):
        yield counted


async def arm_pass(tables: Tables, game_id: str, user_id: int) -> None:
    """Draft a pass up to its Confirm, with whatever it brings."""
    moment = await tables.at(game_id, user_id).pass_turn()
    while not moment.draft.armed:
        assert moment.decision is not None
        key = moment.decision.default or moment.decision.plain
        moment = await tables.at(game_id, user_id).choose([key])


async def test_a_confirm_is_one_transaction_and_reloads_nothing(storage: Storage, counts: Counter[str]) -> None:
    tables = Tables(storage)
    game_id = await open_table(tables)
    passes = 0
    for _ in range(12):
        moment = await tables.moment(game_id)
        seat = whose(moment)
        if moment.decision is None or moment.decision.kind != "turn.action":
            await act_plainly(tables, moment, PEOPLE[seat])
            continue
        await arm_pass(tables, game_id, PEOPLE[seat])
        counts.clear()
        moment = await tables.at(game_id, PEOPLE[seat]).confirm()
        passes += 1
        assert dict(counts) == {"transactions": 1}
        again = await tables.moment(game_id, PEOPLE[seat])
        assert (moment.token, moment.undo_seat, moment.view) == (again.token, again.undo_seat, again.view)
    assert passes > 4


async def test_a_choice_needs_few_database_queries(storage: Storage) -> None:
    tables = Tables(storage)
    game_id = await open_table(tables)
    moment = await tables.moment(game_id)
    while moment.decision is None or moment.decision.kind != "turn.action":
        await act_plainly(tables, moment, PEOPLE[whose(moment)])
        moment = await tables.moment(game_id)
    user_id = PEOPLE[whose(moment)]
    await tables.moment(game_id, user_id)
    statements: list[str] = []

    def note(_connection: Connection, _cursor: Any, statement: str, *_more: Any) -> None:
        statements.append(statement)

    event.listen(Engine, "before_cursor_execute", note)
    try:
        await tables.moment(game_id, user_id)
        looking = len(statements)
        statements.clear()
        await tables.at(game_id, user_id).pass_turn()
    finally:
        event.remove(Engine, "before_cursor_execute", note)
    # At most four statements read: the game, its seats, who is away, and the draft.
    assert looking <= 4, statements
    # With the Confirm there are at most eleven: the game is locked, the draft stored, and a timer looked for.
    assert len(statements) <= 11, statements


async def test_after_a_restart_a_confirm_loads_its_game_once(storage: Storage, counts: Counter[str]) -> None:
    game_id = await open_table(Tables(storage))
    tables = Tables(storage)
    moment = await tables.moment(game_id)
    while moment.decision is None or moment.decision.kind != "turn.action":
        await act_plainly(tables, moment, PEOPLE[whose(moment)])
        moment = await tables.moment(game_id)
    user_id = PEOPLE[whose(moment)]
    await arm_pass(tables, game_id, user_id)
    counts.clear()
    await Tables(storage).at(game_id, user_id).confirm()
    assert dict(counts) == {"loads": 1, "transactions": 1}

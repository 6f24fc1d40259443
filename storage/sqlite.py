"""The connection to an SQLite file: one statement is one trip to the connection's thread, not five.

The driver goes to its thread, and back, to make a cursor, to run the statement, to fetch the rows and to close the
cursor. SQLite needs some microseconds for a statement, so that the trips are nearly all of its time. A transaction
begins on the trip of its first statement, and no one waits for the end of one that has only read.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from functools import partial
from typing import Any

import aiosqlite
from sqlalchemy.engine import URL

Row = tuple[Any, ...]


class SwiftCursor:
    """A cursor that knows all rows of its statement, and has nothing open."""

    def __init__(self, connection: SwiftConnection) -> None:
        self.connection = connection
        self.description: Any = None
        self.rowcount = -1
        self.lastrowid: int | None = None
        self.arraysize = 1
        self.rows: list[Row] = []

    async def __aenter__(self) -> SwiftCursor:
        return self

    async def execute(self, statement: str, parameters: Sequence[Any] = ()) -> SwiftCursor:
        """Run a statement and fetch all that it gives."""
        await self.connection.run(self._execute, statement, parameters)
        return self

    async def executemany(self, statement: str, parameters: Sequence[Sequence[Any]]) -> SwiftCursor:
        """Run a statement once for each row of parameters."""
        await self.connection.run(self._execute_many, statement, parameters)
        return self

    async def fetchall(self) -> list[Row]:
        """Return the rows not yet fetched."""
        rows, self.rows = self.rows, []
        return rows

    async def fetchone(self) -> Row | None:
        """Return the next row, or None."""
        return self.rows.pop(0) if self.rows else None

    async def fetchmany(self, size: int | None = None) -> list[Row]:
        """Return the next ``size`` rows, or fewer if no more are left."""
        count = self.arraysize if size is None else size
        rows, self.rows = self.rows[:count], self.rows[count:]
        return rows

    async def close(self) -> None:
        """Do nothing: the driver's cursor was closed after its statement."""

    def _execute(self, statement: str, parameters: Sequence[Any]) -> None:
        cursor = self.connection._conn.execute(statement, parameters)
        self._take(cursor)

    def _execute_many(self, statement: str, parameters: Sequence[Sequence[Any]]) -> None:
        cursor = self.connection._conn.executemany(statement, parameters)
        self._take(cursor)

    def _take(self, cursor: sqlite3.Cursor) -> None:
        self.description = cursor.description
        self.rows = cursor.fetchall() if cursor.description is not None else []
        self.rowcount, self.lastrowid = cursor.rowcount, cursor.lastrowid
        cursor.close()


class SwiftConnection(aiosqlite.Connection):
    """A connection whose cursors are `SwiftCursor`, and which makes no trip only to begin or to end a transaction.

    A transaction counts as open once its first statement is sent, since a statement whose caller gave up may still run.
    """

    _begin = ""
    """The statement that begins a transaction; it is sent with the next statement."""
    _only_reads = False
    _is_open = False

    def begin(self, statement: str, *, only_reads: bool) -> None:
        """Have a transaction begin with the next statement. One that ``only_reads`` has nothing to keep at its end."""
        self._begin, self._only_reads = statement, only_reads

    def cursor(self) -> SwiftCursor:  # type: ignore[override]
        """Return a new cursor, without a trip to the thread."""
        return SwiftCursor(self)

    async def run(self, work: Any, *arguments: Any) -> None:
        """Do something in the connection's thread, in a transaction if one is to begin."""
        begin, self._begin = self._begin, ""
        if not begin:
            await self._execute(work, *arguments)  # type: ignore[no-untyped-call]
            return
        self._is_open = True
        try:
            await self._execute(self._run_first, begin, work, arguments)  # type: ignore[no-untyped-call]
        except sqlite3.Error:
            if not self._conn.in_transaction:
                # The transaction has not begun: it begins with the next statement, which must not be committed alone.
                self._begin = begin
            raise

    def _run_first(self, begin: str, work: Any, arguments: tuple[Any, ...]) -> None:
        if not self._conn.in_transaction:
            self._conn.execute(begin).close()
        work(*arguments)

    async def commit(self) -> None:
        """Keep what was written. Raises sqlite3.Error, and the transaction is open then."""
        self._begin = ""
        if self._is_open and self._only_reads:
            self._leave()
        elif self._is_open:
            await super().commit()
            self._is_open = False

    async def rollback(self) -> None:
        """Take back what was not committed. The pool asks for it whenever a connection comes back to it."""
        self._begin = ""
        if self._is_open and self._only_reads:
            self._leave()
        elif self._is_open:
            self._is_open = False
            await super().rollback()

    def _leave(self) -> None:
        """End a transaction that has only read. Nothing waits for that: what follows comes after it in the thread."""
        self._is_open = False
        self._tx.put_nowait((None, self._conn.rollback))


async def connect(url: URL, patience: float) -> aiosqlite.Connection:
    """Return a connection to the file of a URL, which waits ``patience`` seconds for other programs."""
    arguments, options = url.get_dialect()().create_connect_args(url)
    connection = SwiftConnection(partial(sqlite3.connect, *arguments, **{**options, "timeout": patience}), 64)
    # A program that ends does not wait for this thread.
    connection._thread.daemon = True
    return await connection

"""SQLite without threads, for tests that are not about storage."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any
from unittest.mock import patch

from sqlalchemy.engine import URL

from storage import connections
from storage.sqlite import SwiftConnection

PAUSE = 0.002
"""Seconds between two checks whether another program has released the database."""
Work = tuple[asyncio.Future[Any] | None, Callable[[], Any]]


class Turns:
    """Does the work of a connection's thread in the event loop, one piece in each round of it.

    A trip to a thread and back takes ten times as long as a statement. Other tasks run between statements, as with
    threads. The loop continues while another program has the database.
    """

    def __init__(self, patience: float) -> None:
        self.patience, self.waits_until = patience, 0.0
        self.work: deque[Work] = deque()

    def start(self) -> None:
        """Begin: nothing is needed."""

    def put_nowait(self, work: Work) -> None:
        """Queue a piece of work. Work that no one waits for is done at once, since the loop may have ended."""
        if work[0] is None:
            work[1]()
            return
        self.work.append(work)
        if len(self.work) == 1:
            self._go_on(work[0].get_loop())

    def _go_on(self, loop: asyncio.AbstractEventLoop) -> None:
        self.waits_until = time.monotonic() + self.patience
        loop.call_soon(self._do)

    def _do(self) -> None:
        future, function = self.work[0]
        assert future is not None
        loop = future.get_loop()
        try:
            result = function()
        except Exception as error:
            code = getattr(error, "sqlite_errorcode", None)
            if code == sqlite3.SQLITE_BUSY and time.monotonic() < self.waits_until:
                loop.call_later(PAUSE, self._do)
                return
            if not future.done():
                future.set_exception(error)
        else:
            if not future.done():
                future.set_result(result)
        self.work.popleft()
        if self.work:
            self._go_on(loop)


async def connect_beside(url: URL, patience: float) -> SwiftConnection:
    """Return a connection that works in the event loop, and waits ``patience`` seconds for other programs."""
    arguments, options = url.get_dialect()().create_connect_args(url)
    options = {**options, "timeout": 0, "check_same_thread": False}
    connection = SwiftConnection(partial(sqlite3.connect, *arguments, **options), 64)
    connection._tx = connection._thread = Turns(patience)  # type: ignore[assignment]
    await connection
    return connection


@contextmanager
def without_threads() -> Iterator[None]:
    """Let all databases that are opened during the block work in the event loop, and never wait for the disk.

    Nothing is lost but by a loss of power, and a commit takes a tenth of the time.
    """
    with patch.object(connections, "connect", connect_beside), patch.object(connections, "SYNCHRONOUS", "OFF"):
        yield

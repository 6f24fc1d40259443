"""Points in the program where a test may kill it, to show that nothing is lost or doubled there.

They do nothing unless the variable ``GANDHI_CRASH_FILE`` names a file when the program starts. A test writes ``POINT
N`` into that file. When the process then reaches that point for the Nth time, it kills itself by SIGKILL, without any
clean-up.
"""

from __future__ import annotations

import os
import signal
from collections import Counter
from pathlib import Path
from typing import Final

POINTS: Final = (
    "acknowledged",  # Discord knows that an answer is coming; nothing has been done
    "entered",  # the transaction is open, and the interaction is new
    "chosen",  # choices are in the log
    "finished",  # a turn is closed, and the next is not open yet
    "worked",  # everything is written and messages are queued, but nothing is committed
    "committed",  # the transaction is committed, but nothing has been sent
    "showing",  # the person is about to see the panel
    "claimed",  # posts are taken from the outbox, and none is sent
    "drawn",  # the picture is drawn, but the message is not sent
    "sent",  # Discord has the message, but the database does not know
    "posted",  # the status message is posted, but neither pinned nor known to the database
    "pinned",  # the status message is pinned, but not known to the database
    "marked",  # the database knows that the message arrived
    "opened",  # a table is in the database, but has neither thread nor message
)
"""All points: those of a click, then those of its messages, in the order in which they are reached, and “opened”."""

_FILE = os.environ.get("GANDHI_CRASH_FILE", "")
_seen: Counter[str] = Counter()


def fault_point(point: str) -> None:
    """Kill the process if the crash file of a test names this point, and the point has been reached often enough."""
    if _FILE:
        _crash_if_asked(point)


def _crash_if_asked(point: str) -> None:
    try:
        order = Path(_FILE).read_text(encoding="utf-8")
    except FileNotFoundError:
        return
    wanted, _, time = order.partition(" ")
    if wanted != point:
        return
    _seen[order] += 1
    if _seen[order] >= int(time):
        os.kill(os.getpid(), signal.SIGKILL)

"""Searches that a process makes at once or never, in a module that it has read at once."""

from __future__ import annotations

import os
import time


def find_pid(seconds: float) -> int:
    """The process that searches."""
    return os.getpid()


def hang(seconds: float) -> None:
    """Take too long."""
    time.sleep(600)

"""Ending background work when the program stops: the same for the scheduler and the outbox."""

from __future__ import annotations

import asyncio


async def wait_or_cancel(work: asyncio.Task[None] | None, seconds: float) -> None:
    """Give work so many seconds to end by itself, then cancel it. It is over when this returns."""
    if work is None or work.done():
        return
    await asyncio.wait([work], timeout=seconds)
    work.cancel()
    await asyncio.wait([work])

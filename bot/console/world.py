"""The Discord of ``gandhi play``: time runs, and no click waits for all of its consequences.

The stand-in is simcord, an optional package: import this module only in a function. It was made for tests: there time
stops until the bot is idle, and a click on the page would wait for pictures, for opponents who think, and for timers of
the future. Here a click is done when its answer is there; later news is shown when it comes, as on Discord.
"""

from __future__ import annotations

import asyncio
import contextlib
import contextvars
import io
import time
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any, Final

import discord
import simcord
from PIL import Image
from simcord._settlement import _run_due_virtual_callbacks
from simcord.backend.cdn import CdnStore

KEPT_BYTES: Final = 24_000_000
"""Bytes of pictures and other files of messages that the page keeps. For older files it shows only the names."""
EMOJI: Final = "https://cdn.simcord.invalid/emojis/{}.png"
"""The address at which the page looks for the picture of an emoji."""
KEPT_EVENTS: Final = 500
"""How many of the last requests and events the stand-in for Discord remembers."""
PATIENCE: Final = 60.0
"""Seconds within which the bot must start, and stop."""
ANSWER: Final = 3.0
"""Seconds to wait for the answer to a click. After that the page shows that the bot is thinking."""
TICK: Final = 0.5
"""Seconds between two looks at the clock."""
GATHER: Final = 0.1
"""Seconds in which news is gathered before the page shows it."""
LOOK: Final = 0.01
"""Seconds between two looks at whether an answer has begun."""
HANDLERS: Final = ("schedule_dynamic_item_call", "_scheduled_task", "CommandTree._from_interaction")
"""Names that discord.py gives the tasks in which a click or a command is answered."""

real_time = time.monotonic
"""The real clock, saved before the stand-in replaces it."""


class Shelf(CdnStore):
    """The files of messages, up to a total size: the oldest are dropped first."""

    def __init__(self, most: int) -> None:
        super().__init__()
        self._most = most
        self._emojis: dict[str, bytes] = {}

    def keep_emoji(self, number: int, data: bytes) -> None:
        """Keep the picture of an emoji while the program runs: the stand-in would discard it."""
        self._emojis[EMOJI.format(number)] = data

    def get(self, url: str) -> bytes | None:
        """Return the file with this address, or None."""
        return self._emojis.get(url) or super().get(url)

    def store_attachment(self, *parts: Any) -> dict[str, Any]:
        """Keep a file of a message. The result has the size of a picture too, so that the page keeps room for it."""
        made = super().store_attachment(*parts)
        with contextlib.suppress(OSError), Image.open(io.BytesIO(self._blobs[made["url"]])) as image:
            made |= {"width": image.width, "height": image.height}
        weight = sum(map(len, self._blobs.values()))
        while weight > self._most and len(self._blobs) > 1:
            weight -= len(self._blobs.pop(next(iter(self._blobs))))
        return made


class Notes(list[Any]):
    """The last entries of a list, up to a maximum number: the oldest are dropped first."""

    def __init__(self, notes: Iterable[Any], most: int) -> None:
        super().__init__(notes)
        self._most = most

    def append(self, note: Any) -> None:
        """Add an entry, and drop the oldest if there are too many."""
        super().append(note)
        if len(self) > self._most:
            del self[0]


class World(simcord.Env):
    """A Discord that lives as long as the page: it forgets old messages, and its clock runs."""

    def __init__(self) -> None:
        client = discord.Client(intents=discord.Intents.none())
        super().__init__(client, check_errors=False, settle_timeout=PATIENCE)
        shelf = Shelf(KEPT_BYTES)
        self.backend.cdn, self.keep_emoji = shelf, shelf.keep_emoji
        self.backend.transcript = Notes(self.backend.transcript, KEPT_EVENTS)
        self.backend.http_requests = Notes(self.backend.http_requests, KEPT_EVENTS)
        self._is_live = False
        self._ticking: asyncio.Task[None] | None = None
        self._older: set[asyncio.Task[Any]] = set()
        self._last: Any = None
        self._showing: asyncio.TimerHandle | None = None

    def set_clock(self) -> None:
        """Set the clock, which begins on a fixed day, to the present time, because ids of Discord contain the time."""
        self.backend.advance_clock(max(0.0, (datetime.now(UTC) - self.now()).total_seconds()))

    def go_live(self) -> None:
        """Let time run from now on: clicks do not wait for their consequences, and news appears when it comes."""
        self._is_live = True
        self.backend.subscribers.append(lambda event, payload: self.show_news())
        self._register_dispatch_observer(self._notice)
        self._ticking = asyncio.ensure_future(self._tick())

    async def rest(self) -> None:
        """Wait for everything again, as in tests, so that the bot can stop cleanly."""
        self._is_live = False
        if self._ticking is not None:
            self._ticking.cancel()
            await asyncio.wait([self._ticking])

    async def _tick(self) -> None:
        while True:
            await asyncio.sleep(TICK)
            self.set_clock()
            # The stand-in does not wake every timer in time, so those that are due are woken here.
            _run_due_virtual_callbacks(self._settlement_state(), real_time() + TICK)

    def show_news(self) -> None:
        """Show all news on every page a moment later, so that simultaneous changes appear together."""
        if not self._is_live or self._showing is not None:
            return
        # In an empty context, the stand-in does not treat this timer as one of the bot's.
        context = contextvars.Context()
        self._showing = context.run(asyncio.get_running_loop().call_later, GATHER, self._show)

    def _show(self) -> None:
        self._showing = None
        page = self._preview
        if page is None or page._closed or not page._active:
            return
        self.set_clock()
        page._advance_presentation_time()
        page._publish_message_pages(reason="refresh")

    def _notice(self, interaction: Any) -> None:
        """Remember which tasks ran before a click, and the click itself."""
        self._older, self._last = set(self._work.tasks), interaction

    async def _wait_for_first_word(self, until: float) -> None:
        """Wait until the bot has acknowledged the last click, but at most until the time ``until`` (`real_time`)."""
        # The stand-in announces no acknowledgement, so it must be polled.
        while not self._last.responded and real_time() < until:  # noqa: ASYNC110
            await asyncio.sleep(LOOK)

    async def _settle_internal(
        self,
        *,
        timeout: float | None = None,  # noqa: ASYNC109
        idle: float = 0.05,
        dispatch: str | None = None,
        _deadline: float | None = None,
    ) -> None:
        """Wait until a click has its answer, instead of until the bot is idle."""
        if not self._is_live:
            # On a busy machine the bot needs longer than the few seconds of a test.
            patient = max(timeout or 0.0, PATIENCE)
            await super()._settle_internal(timeout=patient, idle=idle, dispatch=dispatch, _deadline=_deadline)
            return
        until = real_time() + ANSWER
        _run_due_virtual_callbacks(self._settlement_state(), until)
        await asyncio.sleep(0)
        if dispatch != "INTERACTION_CREATE":
            return
        await self._wait_for_first_word(until)
        answering = {
            task
            for task, record in self._work.tasks.items()
            if task not in self._older and not task.done() and any(name in record.label for name in HANDLERS)
        }
        self._older = set()
        if answering:
            _, late = await asyncio.wait(answering, timeout=max(0.0, until - real_time()))
            for task in late:
                task.add_done_callback(lambda done: self.show_news())
        # Pages that are open for other people show the change as well.
        self.show_news()

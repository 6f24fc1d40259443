"""Drawing off the event loop: a bounded pool of threads, for Pillow releases the interpreter while it works."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

from engine.core.change import Change
from engine.gandhi.view import View
from render.gandhi.picture import Options, Picture, draw
from render.labels import Labels


class RenderPool:
    """Draws pictures for asynchronous callers, at most ``workers`` at a time; the rest wait in order."""

    def __init__(self, workers: int = 2) -> None:
        self.workers = workers
        self._threads = ThreadPoolExecutor(workers, thread_name_prefix="render")

    async def draw(
        self,
        view: View,
        changes: Sequence[Change] = (),
        options: Options | None = None,
        labels: Labels | None = None,
    ) -> Picture:
        """Draw as `render.draw` does, without blocking the event loop. Raises what drawing raises."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._threads, partial(draw, view, changes, options, labels))

    async def run(self, function: Callable[..., Picture], *arguments: Any) -> Picture:
        """Call any drawing function of the package (a card, a chart, an animation) in the pool."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._threads, partial(function, *arguments))

    async def warm(self, view: View, languages: Sequence[str] = ("en",), theme: str = "classic") -> None:
        """Draw once in each language, so that the first picture of a game does not wait for the base layers."""
        for language in languages:
            await self.draw(view, (), Options(theme=theme, language=language))

    def close(self) -> None:
        """Finish what is being drawn, and stop. Pictures not yet begun are dropped."""
        self._threads.shutdown(wait=True, cancel_futures=True)

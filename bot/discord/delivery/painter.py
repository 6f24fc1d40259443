"""Pictures for messages: drawn off the event loop. A picture that fails is left out; it never stops a message."""

from __future__ import annotations

import asyncio
import io
import logging
from collections.abc import Callable, Sequence
from typing import Any

import discord

from bot.games.front import FrontEnd, list_fronts
from bot.language import DEFAULT
from bot.service.history.tales import Tale
from engine import Game
from engine.core.change import Change
from engine.core.dice import SEED_BYTES
from render.pictures import Options, Picture
from render.pool import RenderPool

log = logging.getLogger(__name__)

Drawing = Callable[..., Picture | None]

CLASSIC = "classic"
"""The colours of all public pictures."""
ALT_LIMIT = 1024
"""Discord's limit for the description of an attachment, in characters."""
PATIENCE = 20.0
"""Seconds after which a message goes without its picture."""
LONG_PATIENCE = 300.0
"""Seconds after which an animation is given up. Nothing waits for it."""
EXTENSIONS = {"image/png": "png", "image/webp": "webp", "image/jpeg": "jpg", "image/gif": "gif"}


class Painter:
    """Draws in the pool what the front end of a game can draw. ``is_on`` is False where no pictures are wanted."""

    is_on = True

    def __init__(self, pool: RenderPool | None = None, slow_pool: RenderPool | None = None) -> None:
        self.pool = pool if pool is not None else RenderPool()
        # Animations take seconds: they are drawn one at a time, beside the pictures that people wait for.
        self.slow_pool = slow_pool if slow_pool is not None else pool if pool is not None else RenderPool(workers=1)
        self._is_warm = False

    async def draw(
        self,
        front: FrontEnd,
        view: Any,
        changes: Sequence[Change] = (),
        language: str = DEFAULT,
        options: Options | None = None,
    ) -> Picture | None:
        """The board of a view with its changes, or None when it could not be drawn (the log says why)."""
        wanted = options if options is not None else Options(language=language)
        return await self._run(self.pool, PATIENCE, front.draw, view, changes, wanted)

    async def draw_chart(self, tale: Tale, language: str = DEFAULT, theme: str = CLASSIC) -> Picture | None:
        """How near everybody was to winning over a stretch of play, or None when it could not be drawn."""
        options = Options(language=language, theme=theme)
        return await self._run(self.pool, PATIENCE, tale.table.front.draw_chart, tale.views, options)

    async def animate(self, tale: Tale, language: str = DEFAULT, theme: str = CLASSIC) -> Picture | None:
        """A stretch of play in motion: one turn step by step, several turn by turn. None when it could not be drawn."""
        front, options = tale.table.front, Options(language=language, theme=theme)
        if len(tale.scenes) == 1:
            given: tuple[Any, ...] = (front.recap_turn, tale.before, tale.after, tale.changes, options)
        else:
            given = (front.recap_game, tale.before, tale.scenes, options)
        return await self._run(self.slow_pool, LONG_PATIENCE, *given)

    async def draw_card(
        self, front: FrontEnd, card: Any, sides: Sequence[str], language: str = DEFAULT, theme: str = CLASSIC
    ) -> Picture | None:
        """A card with both its texts, or None when it could not be drawn."""
        options = Options(language=language, theme=theme)
        return await self._run(self.pool, PATIENCE, front.draw_card, card, sides, options)

    async def draw_sheet(
        self, front: FrontEnd, seat: str, language: str = DEFAULT, theme: str = CLASSIC
    ) -> Picture | None:
        """A seat's sheet, or None when it could not be drawn."""
        options = Options(language=language, theme=theme)
        return await self._run(self.pool, PATIENCE, front.draw_sheet, seat, options)

    async def _run(self, pool: RenderPool, patience: float, drawing: Drawing, *given: Any) -> Picture | None:
        if not self.is_on:
            return None
        try:
            return await asyncio.wait_for(pool.run(drawing, *given), patience)
        except Exception:
            log.exception("A picture could not be drawn.")
            return None

    async def warm_up(self) -> None:
        """Draw the base of each game's board, which takes a while and is kept: after that, a picture takes a moment."""
        if self._is_warm:
            return
        self._is_warm = True
        for front in list_fronts():
            for scenario in list(front.list_scenarios())[:1]:
                game = Game.new(front.kind, scenario, seed=bytes(SEED_BYTES))
                await self.draw(front, game.view())

    def close(self) -> None:
        """Let the pool's workers end."""
        self.pool.close()
        self.slow_pool.close()


class NoPainter(Painter):
    """Draws nothing, for a host who wants no pictures: the messages tell everything in words."""

    is_on = False


def to_file(picture: Picture, name: str = "map") -> discord.File:
    """A picture as an attachment with its alt text."""
    filename = f"{name}.{EXTENSIONS.get(picture.media_type, 'png')}"
    return discord.File(io.BytesIO(picture.data), filename=filename, description=picture.alt[:ALT_LIMIT])

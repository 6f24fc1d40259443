"""Pictures for messages: drawn off the event loop. A picture that fails is left out; it never stops a message."""

from __future__ import annotations

import asyncio
import io
import logging
from collections.abc import Sequence

import discord

from bot.language import DEFAULT
from bot.service.history.tales import Tale
from bot.service.moments import view_of
from engine import Game
from engine.core.change import Change
from engine.core.dice import SEED_BYTES
from engine.gandhi.view import CardView, View
from render.gandhi.animate import recap_game, recap_turn
from render.gandhi.cards import draw_card
from render.gandhi.chart import draw_chart
from render.gandhi.picture import Options, Picture
from render.gandhi.sheets import draw_sheet
from render.pool import RenderPool

log = logging.getLogger(__name__)

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
    """Draws views in the pool. ``is_on`` is False where no pictures are wanted at all."""

    is_on = True

    def __init__(self, pool: RenderPool | None = None, slow_pool: RenderPool | None = None) -> None:
        self.pool = pool if pool is not None else RenderPool()
        # Animations take seconds: they are drawn one at a time, beside the pictures that people wait for.
        self.slow_pool = slow_pool if slow_pool is not None else pool if pool is not None else RenderPool(workers=1)
        self._is_warm = False

    async def draw(self, view: View, changes: Sequence[Change] = (), language: str = DEFAULT) -> Picture | None:
        """The map of a view with its changes, or None when it could not be drawn (the log says why)."""
        try:
            return await asyncio.wait_for(self.pool.draw(view, changes, Options(language=language)), PATIENCE)
        except Exception:
            log.exception("A picture could not be drawn.")
            return None

    async def draw_with(self, view: View, options: Options, changes: Sequence[Change] = ()) -> Picture | None:
        """The map of a view with other options, or None when it could not be drawn."""
        try:
            return await asyncio.wait_for(self.pool.draw(view, changes, options), PATIENCE)
        except Exception:
            log.exception("A picture could not be drawn.")
            return None

    async def draw_chart(self, tale: Tale, language: str = DEFAULT, theme: str = CLASSIC) -> Picture | None:
        """The margins of all Factions over a stretch of play, or None when they could not be drawn."""
        try:
            drawing = self.pool.run(draw_chart, tale.history, Options(language=language, theme=theme))
            return await asyncio.wait_for(drawing, PATIENCE)
        except Exception:
            log.exception("A chart could not be drawn.")
            return None

    async def animate(self, tale: Tale, language: str = DEFAULT, theme: str = CLASSIC) -> Picture | None:
        """A stretch of play in motion: one turn step by step, several turn by turn. None when it could not be drawn."""
        options = Options(language=language, theme=theme)
        try:
            if len(tale.scenes) == 1:
                drawing = self.slow_pool.run(recap_turn, tale.before, tale.after, tale.changes, options)
            else:
                drawing = self.slow_pool.run(recap_game, tale.before, tale.scenes, options)
            return await asyncio.wait_for(drawing, LONG_PATIENCE)
        except Exception:
            log.exception("An animation could not be drawn.")
            return None

    async def draw_card(
        self, card: CardView, sides: Sequence[str], language: str = DEFAULT, theme: str = CLASSIC
    ) -> Picture | None:
        """A card with both its texts, or None when it could not be drawn."""
        try:
            drawing = self.pool.run(draw_card, card, sides, Options(language=language, theme=theme))
            return await asyncio.wait_for(drawing, PATIENCE)
        except Exception:
            log.exception("A card could not be drawn.")
            return None

    async def draw_sheet(self, seat: str, language: str = DEFAULT, theme: str = CLASSIC) -> Picture | None:
        """A Faction's sheet, or None when it could not be drawn."""
        try:
            drawing = self.pool.run(draw_sheet, seat, Options(language=language, theme=theme))
            return await asyncio.wait_for(drawing, PATIENCE)
        except Exception:
            log.exception("A Faction sheet could not be drawn.")
            return None

    async def warm_up(self) -> None:
        """Draw the base of the map, which takes seconds and is kept: after that, a picture takes a moment."""
        if not self._is_warm:
            self._is_warm = True
            await self.draw(view_of(Game.new(seed=bytes(SEED_BYTES))))

    def close(self) -> None:
        """Let the pool's workers end."""
        self.pool.close()
        self.slow_pool.close()


class NoPainter(Painter):
    """Draws nothing, for a host who wants no pictures: the messages tell everything in words."""

    is_on = False

    async def draw(self, view: View, changes: Sequence[Change] = (), language: str = DEFAULT) -> Picture | None:
        """No picture."""
        return None

    async def draw_with(self, view: View, options: Options, changes: Sequence[Change] = ()) -> Picture | None:
        """No picture."""
        return None

    async def draw_chart(self, tale: Tale, language: str = DEFAULT, theme: str = CLASSIC) -> Picture | None:
        """No picture."""
        return None

    async def animate(self, tale: Tale, language: str = DEFAULT, theme: str = CLASSIC) -> Picture | None:
        """No picture."""
        return None

    async def draw_card(
        self, card: CardView, sides: Sequence[str], language: str = DEFAULT, theme: str = CLASSIC
    ) -> Picture | None:
        """No picture."""
        return None

    async def draw_sheet(self, seat: str, language: str = DEFAULT, theme: str = CLASSIC) -> Picture | None:
        """No picture."""
        return None

    async def warm_up(self) -> None:
        """Nothing to do."""


def to_file(picture: Picture, name: str = "map") -> discord.File:
    """A picture as an attachment with its alt text."""
    filename = f"{name}.{EXTENSIONS.get(picture.media_type, 'png')}"
    return discord.File(io.BytesIO(picture.data), filename=filename, description=picture.alt[:ALT_LIMIT])

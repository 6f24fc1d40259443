"""Pictures for messages: drawn off the event loop. A picture that fails is left out; it never stops a message."""

from __future__ import annotations

import asyncio
import io
import logging
from collections.abc import Sequence

import discord

from engine.core.change import Change
from engine.gandhi.view import View
from render.picture import Picture
from render.pool import RenderPool

log = logging.getLogger(__name__)

ALT_LIMIT = 1024
"""Discord's limit for the description of an attachment, in characters."""
PATIENCE = 20.0
"""Seconds after which a message goes without its picture."""
EXTENSIONS = {"image/png": "png", "image/webp": "webp", "image/jpeg": "jpg"}


class Painter:
    """Draws views in the pool."""

    def __init__(self, pool: RenderPool | None = None) -> None:
        self.pool = pool if pool is not None else RenderPool()

    async def draw(self, view: View, changes: Sequence[Change] = ()) -> Picture | None:
        """The map of a view with its changes, or None when it could not be drawn (the log says why)."""
        try:
            return await asyncio.wait_for(self.pool.draw(view, changes), PATIENCE)
        except Exception:
            log.exception("A picture could not be drawn.")
            return None

    def close(self) -> None:
        """Let the pool's workers end."""
        self.pool.close()


def to_file(picture: Picture) -> discord.File:
    """A picture as an attachment with its alt text."""
    name = f"map.{EXTENSIONS.get(picture.media_type, 'png')}"
    return discord.File(io.BytesIO(picture.data), filename=name, description=picture.alt[:ALT_LIMIT])

"""``gandhi`` as in `tests.loopback.same_games`, with blank pictures: for what is sent, whatever is drawn on it."""

from __future__ import annotations

import io
from typing import Any
from unittest import mock

from PIL import Image

from bot.cli import main
from render.pictures import Picture
from render.pool import RenderPool
from tests.loopback.same_games import draw


async def draw_nothing(self: RenderPool, *arguments: Any, **options: Any) -> Picture:
    """Return the smallest picture, whatever is asked for."""
    buffer = io.BytesIO()
    Image.new("RGB", (2, 2)).save(buffer, "PNG")
    return Picture(buffer.getvalue(), "image/png", "A map.", 2, 2)


if __name__ == "__main__":
    with (
        mock.patch("bot.tables.lobby.token_bytes", draw),
        mock.patch.object(RenderPool, "run", draw_nothing),
    ):
        raise SystemExit(main())

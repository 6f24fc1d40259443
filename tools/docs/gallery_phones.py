"""Make the pictures of panels on a phone: each game in four languages, side by side, and the one of the README.

Usage: ``python -m tools.docs.gallery_phones``. It plays the first clicks of a game in the chat of ``gandhi play``, in
Chromium. The pictures are committed; run this after a change of the panels, and check the result.
"""

from __future__ import annotations

import asyncio
import contextlib
import io
import sys
from pathlib import Path
from typing import Final
from unittest import mock

import discord
from PIL import Image

from bot.games.frontend import list_fronts
from render.labels import LANGUAGES
from tests.browser import find_chromium
from tools.bench.chat import SEED, open_chat, open_game
from tools.bench.chat_finger import IDLE, ChatFinger, Count
from tools.bench.hands import Unreachable
from tools.docs.exhibits import FOLDER

LOCALES: Final = {"en": "en-GB", "es": "es-ES", "it": "it", "ja": "ja"}
"""Discord's names of our languages."""
CLICKS: Final = 2
"""The most clicks of a turn that are done before the picture."""
SECONDS: Final = 4
GAP: Final = 12
COLOURS: Final = 256


async def photograph(chromium: Path, kind: str, code: str) -> Image.Image:
    """Return a picture of a phone that shows the first turn of a game in a language."""
    locale = property(lambda _: discord.Locale(LOCALES[code]), lambda _, __: None)
    with mock.patch.object(discord.Interaction, "locale", locale):
        return await play_a_little(chromium, kind)


async def play_a_little(chromium: Path, kind: str) -> Image.Image:
    """Begin a game, click a few times, and return a picture of the screen."""
    async with open_chat(chromium) as (bot, tab):
        scheme = [{"name": "prefers-color-scheme", "value": "dark"}]
        await tab.tell("Emulation.setEmulatedMedia", features=scheme)
        finger = ChatFinger(bot, tab, Count(kind))
        with mock.patch("bot.tables.lobby.token_bytes", return_value=SEED):
            await open_game(finger, kind, 1, ())
        for _ in range(CLICKS):
            await tab.wait_for(f"{IDLE} && document.querySelector('.is-in-hand')")
            # A question may have only lists, and no such button.
            with contextlib.suppress(Unreachable):
                await finger.touch(".is-in-hand .component-button[data-control-key*=':choose:']", is_first=True)
        # The picture of a panel comes after its words.
        await asyncio.sleep(SECONDS)
        return Image.open(io.BytesIO(await tab.picture())).convert("RGB")


def save(picture: Image.Image, name: str) -> None:
    """Write a picture of the gallery, and print its size."""
    file = FOLDER / name
    picture.quantize(COLOURS, method=Image.Quantize.MEDIANCUT).save(file, "PNG", optimize=True)
    print(f"{file.name}: {picture.width} x {picture.height}, {file.stat().st_size / 1000:.0f} kB")


def main() -> int:
    """Take all pictures, and return the exit code."""
    chromium = find_chromium()
    if chromium is None:
        print("No Chromium is installed.", file=sys.stderr)
        return 1
    for number, front in enumerate(list_fronts()):
        phones = [asyncio.run(photograph(chromium, front.setup.kind, code)) for code in LANGUAGES]
        whole = Image.new("RGB", (sum(one.width + GAP for one in phones) - GAP, phones[0].height), "white")
        for place, phone in enumerate(phones):
            whole.paste(phone, (place * (phone.width + GAP), 0))
        save(whole, f"{f'{front.setup.kind}-' if number else ''}phones.png")
        if not number:
            save(phones[0], "phone.png")
    return 0


if __name__ == "__main__":
    sys.exit(main())

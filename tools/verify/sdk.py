"""Check that Discord's own kit understands the stand-in for its frame. Needs Node.js, npm and Chromium.

The pages inside Discord speak with the frame by a program of ours (`render/page/script/inside.js`), and tests hold it
against a stand-in of ours. Here the real ``@discord/embedded-app-sdk`` is loaded in the same frame: the stand-in must
greet and answer it, and its messages must have the same shape as ours. It prints how large both programs are.
"""

from __future__ import annotations

import asyncio
import gzip
import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from aiohttp import web

from bot.console.window import APPLICATION, Window
from bot.web.application import Visitor
from bot.web.connections import listen
from bot.web.files import read_files
from tests.browser import find_chromium, open_frame, open_tab
from tests.storage.server import find_free_port

PACKAGES: Final = ("@discord/embedded-app-sdk@2.5.0", "esbuild@0.25.10")
KNOWN_PORT: Final = 3333
"""The kit listens to Discord's own pages, and to one at this port of the machine."""
LINK: Final = "https://example.org/"
PROGRAM: Final = f"""
import {{ DiscordSDK }} from '@discord/embedded-app-sdk'
const kit = new DiscordSDK('{APPLICATION}', {{ disableConsoleLogOverride: true }})
window.leave = () => {{ setTimeout(() => kit.close(1000, '')) }}
window.told = (async () => {{
  await kit.ready()
  const client = {{ client_id: '{APPLICATION}', response_type: 'code', prompt: 'none' }}
  const {{ code }} = await kit.commands.authorize({{ ...client, state: 'a state', scope: ['identify'] }})
  const {{ opened }} = await kit.commands.openExternalLink({{ url: '{LINK}' }})
  await kit.commands.openShareMomentDialog({{ mediaUrl: '{LINK}turn.webp' }})
  const refused = await kit.commands.setConfig({{ use_interactive_pip: true }}).then(() => false, ({{ code }}) => code)
  return {{ hasCode: Boolean(code), opened, refused }}
}})()
"""
EXPECTED: Final = {"hasCode": True, "opened": True, "refused": 4002}
SHAPES: Final = (
    (0, ("client_id", "encoding", "frame_id", "sdk_version", "v")),
    (1, ("client_id", "prompt", "response_type", "scope", "state")),
    (1, ("url",)),
    (1, ("mediaUrl",)),
    (1, ("use_interactive_pip",)),
    (2, ("code", "message", "nonce")),
)
"""Messages of the kit, as those of `inside.js`: the kind of each, and the names of what it holds."""
SHELL: Final = '<!doctype html><link rel="icon" href="data:,"><script src="/kit.js"></script>'


def build(folder: Path) -> str:
    """Return a program with the kit in it. Raises CalledProcessError."""
    (folder / "entry.js").write_text(PROGRAM, encoding="utf-8")
    (folder / "package.json").write_text('{"private": true}', encoding="utf-8")
    npm = ["npm", "install", "--silent", "--no-audit", "--no-fund", *PACKAGES]
    subprocess.run(npm, cwd=folder, check=True, stdout=subprocess.DEVNULL)
    bundle = ["npx", "esbuild", "entry.js", "--bundle", "--minify", "--outfile=kit.js", "--log-level=error"]
    subprocess.run(bundle, cwd=folder, check=True)
    return (folder / "kit.js").read_text(encoding="utf-8")


async def speak(chromium: Path, folder: Path, kit: str) -> tuple[Any, Sequence[Any]]:
    """Load the kit in the frame, and return the answers as it read them, and all its messages."""
    ports = KNOWN_PORT, find_free_port(), find_free_port()
    pages = web.Application()
    pages.router.add_get("/kit", lambda request: answer(SHELL, "text/html"))
    pages.router.add_get("/kit.js", lambda request: answer(kit, "text/javascript"))
    window = Window(f"http://127.0.0.1:{ports[2]}", ports[:2], {"Asha": Visitor(1, "Asha")}, 5, 1)
    async with (
        listen(pages, "127.0.0.1", ports[2]),
        window.open(),
        open_tab(chromium, f"{window.address}/?as=Asha&page=kit", folder, 390, 844) as tab,
        open_frame(tab, window.proxy) as frame,
    ):
        await frame.wait_for("window.told")
        told = await frame.run("window.told")
        await frame.run("window.leave()")
        await tab.wait_for("!document.querySelector('iframe')")
        return told, json.loads(await tab.run("JSON.stringify(heard)"))


async def answer(words: str, kind: str) -> web.Response:
    """Return a response with a text of a content type."""
    return web.Response(text=words, content_type=kind)


def shape(message: Any) -> tuple[int, tuple[str, ...]]:
    """Return the kind of a message, and the names of what it holds."""
    kind, what = message
    return kind, tuple(sorted(what["args"] if kind == 1 else what))


def main() -> int:
    """Run the command line, and return the exit code."""
    chromium = find_chromium()
    if chromium is None or shutil.which("npm") is None:
        print("Chromium and npm are needed.", file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory() as name:
        kit = build(Path(name))
        told, heard = asyncio.run(speak(chromium, Path(name), kit))
    ours = read_files("")["inside.js"]
    print(f"Discord's kit: {len(kit):,} bytes, {len(gzip.compress(kit.encode(), 9)):,} packed.")
    print(f"Ours, with the list of tables: {len(ours.body):,} bytes, {len(ours.packed):,} packed.")
    said = [shape(one) for one in heard]
    if told == EXPECTED and said == list(SHAPES):
        print("The kit is greeted and answered, and says what ours says.")
        return 0
    print(f"It was answered {told}, and said {said}.", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())

"""Chromium without a window: a page is opened from a file, and what its script has written is read.

A page that is served is used as a person would: with a finger, a keyboard, a clipboard. A process starts one browser;
each tab has cookies, stores and caches that no other tab sees.
"""

from __future__ import annotations

import asyncio
import atexit
import base64
import itertools
import json
import shutil
import subprocess
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import cache
from pathlib import Path
from typing import Any

import aiohttp

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""The first cannot open a window, and needs a sixth less processor time for our pages."""
SECONDS = 120
CALM = ("--force-prefers-reduced-motion",)
"""Turns off animations, which would only take time."""
BARE = ("--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup,SpareRendererForSitePerProcess",)
"""The pages behind the address bar, which no one sees, took three quarters of the time of a new tab.

A process that waits for the next page took another tenth.
"""
FRAMES = ("--site-per-process",)
"""Gives a page in a frame a process and a target, which the first browser does not by default."""
OPTIONS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--lang=en",
    *CALM,
    *BARE,
    *FRAMES,
)


def find_chromium() -> Path | None:
    """Return the browser that is installed, or None."""
    return next((Path(found) for name in NAMES if (found := shutil.which(name))), None)


def look_at(
    chromium: Path, page: bytes, folder: Path, script: str, size: tuple[int, int] = (1280, 900), at: str = ""
) -> Any:
    """Open a page with a ``script`` at its end, a function body, and return what it returns.

    ``at`` is what follows the name of its file in the address. After an error of any script of the page it returns
    ``{"error": ...}``.
    """
    ears = "<script>window.faults = []; addEventListener('error', (event) => faults.push(event.message))</script>"
    end = f"""<script>{{
      const run = () => {{ {script} }};
      const seen = document.createElement('pre'); seen.id = 'seen';
      let told; try {{ told = run() }} catch (error) {{ faults.push(String(error)) }}
      seen.textContent = JSON.stringify(faults.length ? {{ error: faults }} : told);
      document.body.append(seen);
    }}</script></body>"""
    text = page.decode().replace("<head>", f"<head>{ears}", 1).replace("</body>", end, 1)
    file = folder / "page.html"
    file.write_text(text, encoding="utf-8")

    async def look() -> Any:
        async with open_tab(chromium, "about:blank", folder, *size) as tab:
            await tab.resize(*size, is_phone=False)
            await tab.tell("Page.navigate", url=file.as_uri() + at)
            await tab.wait_for("document.getElementById('seen')")
            return json.loads(await tab.run("document.getElementById('seen').textContent"))

    return asyncio.run(look())


KEYS = {"Backspace": 8, "Tab": 9, "Enter": 13, "Escape": 27, "ArrowUp": 38, "ArrowDown": 40}
MILLISECONDS = 10
"""How long a page waits between two looks at itself."""


class Tab:
    """A page that is open, by the protocol of the browser's own tools."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self.faults: list[str] = []
        """Errors of scripts, and what the page asked for and did not get."""
        self.port = 0
        self.target = ""
        """The name of the page itself, and of what is around the frames in it."""
        self.context = ""
        """The name of what the tab keeps apart from others, for questions to the whole browser."""
        self._socket = socket
        self._numbers = itertools.count(1)
        self._answers: dict[int, asyncio.Future[dict[str, Any]]] = {}

    async def listen(self) -> None:
        """Take what the browser says, until it is closed."""
        async for message in self._socket:
            heard = json.loads(message.data)
            if "id" in heard:
                self._answers.pop(heard["id"]).set_result(heard)
            elif heard["method"] == "Runtime.exceptionThrown":
                self.faults.append(str(heard["params"]["exceptionDetails"]))
            elif heard["method"] == "Log.entryAdded" and heard["params"]["entry"]["level"] == "error":
                self.faults.append(str(heard["params"]["entry"]))

    async def tell(self, method: str, **params: Any) -> dict[str, Any]:
        """Have the browser do something, and return its answer."""
        number = next(self._numbers)
        self._answers[number] = asyncio.get_running_loop().create_future()
        await self._socket.send_json({"id": number, "method": method, "params": params})
        answer = await asyncio.wait_for(self._answers[number], SECONDS)
        assert "error" not in answer, answer
        result: dict[str, Any] = answer["result"]
        return result

    async def resize(self, width: int, height: int, is_phone: bool = True) -> None:
        """Give the window another size, that of a phone or of a computer."""
        size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": is_phone}
        await self.tell("Emulation.setDeviceMetricsOverride", **size)
        await self.tell("Emulation.setTouchEmulationEnabled", enabled=is_phone)

    async def run(self, script: str) -> Any:
        """Return the value of an expression of the page."""
        answer = await self.tell("Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True)
        assert "exceptionDetails" not in answer, answer
        return answer["result"].get("value")

    async def wait_for(self, condition: str) -> None:
        """Wait until an expression of the page is true."""
        look = f"const look = () => {{ if ({condition}) done(); else setTimeout(look, {MILLISECONDS}); }}; look();"
        await self.run(f"new Promise((done) => {{ {look} }})")

    async def tap(self, selector: str) -> None:
        """Touch the middle of a part of the page, which must be in sight."""
        middle = "(({ x, y, width, height }) => [x + width / 2, y + height / 2])"
        x, y = await self.run(f"{middle}(document.querySelector({json.dumps(selector)}).getBoundingClientRect())")
        await self.touch(x, y)

    async def touch(self, x: float, y: float) -> None:
        """Touch a spot of what is in sight."""
        # Both are sent together, since a finger that stays makes another gesture.
        await asyncio.gather(
            self.tell("Input.dispatchTouchEvent", type="touchStart", touchPoints=[{"x": x, "y": y}]),
            self.tell("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[]),
        )

    async def hold(self, x: float, y: float, line: str) -> None:
        """Stay on a spot until a part of the page is there, slide to it, and let go."""
        await self.tell("Input.dispatchTouchEvent", type="touchStart", touchPoints=[{"x": x, "y": y}])
        await self.wait_for(line)
        middle = "(({ x, y, width, height }) => [x + width / 2, y + height / 2])"
        x, y = await self.run(f"{middle}({line}.getBoundingClientRect())")
        await self.tell("Input.dispatchTouchEvent", type="touchMove", touchPoints=[{"x": x, "y": y}])
        await self.tell("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])

    async def drag(self, begin: tuple[float, float], end: tuple[float, float]) -> None:
        """Go with a finger from one spot to another."""
        ways = [(begin[0] + (end[0] - begin[0]) * part, begin[1] + (end[1] - begin[1]) * part) for part in (0, 0.5, 1)]
        for kind, (x, y) in zip(("touchStart", "touchMove", "touchMove"), ways, strict=True):
            await self.tell("Input.dispatchTouchEvent", type=kind, touchPoints=[{"x": x, "y": y}])
        await self.tell("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])

    async def write(self, words: str) -> None:
        """Write where the cursor is, as a clipboard or a keyboard of a phone does: all at once."""
        await self.tell("Input.insertText", text=words)

    async def press(self, *keys: str) -> None:
        """Type keys one after the other: those that have a name, and letters."""
        for key in keys:
            stroke = {"key": key, "code": key, "windowsVirtualKeyCode": KEYS.get(key, 0)}
            text = {"text": "\r" if key == "Enter" else key} if key == "Enter" or key not in KEYS else {}
            await self.tell("Input.dispatchKeyEvent", type="keyDown", **stroke, **text)
            await self.tell("Input.dispatchKeyEvent", type="keyUp", **stroke)

    async def picture(self) -> bytes:
        """Return what is in sight, as a PNG file."""
        return base64.b64decode((await self.tell("Page.captureScreenshot", format="png"))["data"])


@cache
def start_browser(chromium: Path) -> Path:
    """Start the browser, which ends with this process, and return the folder of its profile."""
    profile = Path(tempfile.mkdtemp(prefix="chromium-"))
    process = subprocess.Popen(
        [str(chromium), *OPTIONS, "--remote-debugging-port=0", f"--user-data-dir={profile}", "about:blank"],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )

    def end() -> None:
        process.terminate()
        process.wait()
        shutil.rmtree(profile, ignore_errors=True)

    atexit.register(end)
    return profile


async def find_tools(profile: Path) -> tuple[int, str]:
    """Return the port at which a browser listens, and the path of its tools. It writes both when it has started."""
    file = profile / "DevToolsActivePort"
    for _ in range(SECONDS * 20):
        if file.exists() and len(found := file.read_text().split()) == 2:
            return int(found[0]), found[1]
        await asyncio.sleep(0.05)
    raise AssertionError("The browser did not begin.")


@asynccontextmanager
async def open_tab(chromium: Path, address: str, folder: Path, width: int, height: int) -> AsyncIterator[Tab]:
    """Provide a page that is served, on a phone of this size. What it downloads goes to the folder."""
    port, path = await find_tools(start_browser(chromium))
    tools = f"ws://127.0.0.1:{port}"
    async with aiohttp.ClientSession() as session, session.ws_connect(f"{tools}{path}") as control:
        browser = Tab(control)
        hearing = asyncio.ensure_future(browser.listen())
        context = (await browser.tell("Target.createBrowserContext"))["browserContextId"]
        where = {"browserContextId": context}
        try:
            await browser.tell("Browser.setDownloadBehavior", behavior="allow", downloadPath=str(folder), **where)
            target = (await browser.tell("Target.createTarget", url="about:blank", **where))["targetId"]
            async with session.ws_connect(f"{tools}/devtools/page/{target}", max_msg_size=0) as socket:
                tab = Tab(socket)
                tab.port, tab.target, tab.context = port, target, context
                listening = asyncio.ensure_future(tab.listen())
                for domain in ("Page", "Runtime", "Log"):
                    await tab.tell(f"{domain}.enable")
                await tab.resize(width, height)
                # Without this, a field that is focused before the first touch gets no focus event.
                await tab.tell("Emulation.setFocusEmulationEnabled", enabled=True)
                await tab.tell("Page.navigate", url=address)
                yield tab
            await listening
        finally:
            await browser.tell("Target.disposeBrowserContext", **where)
    await hearing


class FramedTab(Tab):
    """A page of another origin inside a tab: touches and keys reach it through the tab around it."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse, around: Tab) -> None:
        super().__init__(socket)
        self.around = around
        self.corner = (0.0, 0.0)

    async def tell(self, method: str, **params: Any) -> dict[str, Any]:
        """Have the browser do something, where it must in the tab around the page."""
        if not method.startswith(("Input.", "Emulation.", "Page.captureScreenshot")):
            return await super().tell(method, **params)
        x, y = self.corner
        if points := params.get("touchPoints"):
            params["touchPoints"] = [{**one, "x": one["x"] + x, "y": one["y"] + y} for one in points]
        return await self.around.tell(method, **params)

    async def touch(self, x: float, y: float) -> None:
        """Click a spot: of a touch, Chromium sends the click to another spot where a frame has scrolled."""
        x, y = x + self.corner[0], y + self.corner[1]
        for kind in ("mousePressed", "mouseReleased"):
            await self.around.tell("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)


@asynccontextmanager
async def open_frame(around: Tab, address: str) -> AsyncIterator[FramedTab]:
    """Provide the page of another origin that a tab shows in a frame."""
    async with aiohttp.ClientSession() as session:
        for _ in range(SECONDS * 20):
            async with session.get(f"http://127.0.0.1:{around.port}/json") as answer:
                pages = [one for one in await answer.json() if one["url"].startswith(address)]
            found = [one for one in pages if one.get("parentId") == around.target]
            if found:
                break
            await asyncio.sleep(0.05)
        async with session.ws_connect(found[0]["webSocketDebuggerUrl"], max_msg_size=0) as socket:
            frame = FramedTab(socket, around)
            listening = asyncio.ensure_future(frame.listen())
            for domain in ("Runtime", "Log"):
                await frame.tell(f"{domain}.enable")
            corner = "(({ x, y }) => [x, y])(document.querySelector('iframe').getBoundingClientRect())"
            frame.corner = await around.run(corner)
            yield frame
        await listening

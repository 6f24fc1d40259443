"""Chromium without a window: a page is opened from a file, and what its script has written is read."""

from __future__ import annotations

import html
import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

NAMES = ("chromium", "chromium-browser", "google-chrome")
SECONDS = 60
SEEN = re.compile(r'<pre id="seen">(.*?)</pre>', re.DOTALL)


def find_chromium() -> Path | None:
    """The browser that is installed, or None."""
    return next((Path(found) for name in NAMES if (found := shutil.which(name))), None)


def look_at(chromium: Path, page: bytes, folder: Path, script: str, size: tuple[int, int] = (1280, 900)) -> Any:
    """Open a page with a ``script`` at its end, a function body, and return what it returns.

    An error of any script of the page is what comes back as ``{"error": ...}``.
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
    options = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--lang=en"]
    window = f"--window-size={size[0]},{size[1]}"
    store = f"--user-data-dir={folder / 'profile'}"
    done = subprocess.run(
        [str(chromium), *options, window, store, "--dump-dom", file.as_uri()],
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=True,
    )
    found = SEEN.search(done.stdout)
    assert found is not None, done.stderr
    return json.loads(html.unescape(found[1]))

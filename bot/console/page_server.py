"""The page of ``gandhi play``: what the stand-in serves, with a layout and a script of ours, and lists as in Discord.

The stand-in tells the parts of a message apart by their places. A list in the same place would go on showing what was
picked from the one before, so that the same could not be picked again; and a press that crosses an edit could hit
another button. Here a part of a message is told apart by its custom id.
"""

from __future__ import annotations

import io
from collections.abc import Mapping
from importlib.resources import files
from typing import Any, ClassVar, Final

from aiohttp import web
from PIL import Image
from simcord.preview import Preview, _action_plans, _component_projection
from simcord.preview._media import MediaError, MediaInfo, MediaWorker
from simcord.preview._server import PreviewServer

OWN: Final = {"/gandhi.css": ("page.css", "text/css"), "/gandhi.js": ("page.js", "application/javascript")}
"""What of the page is ours: its address, and its file and kind."""
INCLUDED: Final = (
    '<link rel="stylesheet" href="/gandhi.css">\n    <script type="module" src="/gandhi.js"></script>\n  </head>'
)
TITLE: Final = ("<title>SimCord Preview</title>", "<title>Gandhi</title>")


def name_part(place: str | None, scope: str, component: Mapping[str, Any]) -> str | None:
    """What a part of a message is called: by its custom id, if it has one, else as the stand-in would, by its place."""
    made = component.get("custom_id")
    return f"{scope}:component:{made}" if place is not None and isinstance(made, str) and made else place


def tell_parts_apart() -> None:
    """Have the stand-in know a part of a message by its custom id, for as long as the program runs."""
    if getattr(_component_projection, "knows_custom_ids", False):
        return
    shown, pressed = _component_projection._control_key, _action_plans._component_key

    def name_shown(scope: str, component: Mapping[str, Any], path: str) -> str | None:
        return name_part(shown(scope, component, path), scope, component)

    def name_pressed(component: Mapping[str, Any], path: str, message_id: int) -> str | None:
        return name_part(pressed(component, path, message_id), f"message:{message_id}", component)

    _component_projection._control_key = name_shown
    _action_plans._component_key = name_pressed
    _component_projection.knows_custom_ids = True  # type: ignore[attr-defined]


class OwnPictures(MediaWorker):
    """Lets the pictures of messages through as they are: they are the bot's own.

    The stand-in begins a process for each, which unpacks it, and keeps it so, at ten times its weight: a page with
    fifty maps would have them one after the other in half a minute, and in 100 MB.
    """

    async def validate(self, key: str, blob: bytes, *, media_time: float | None = None) -> MediaInfo:
        """What a picture is, from its first bytes. Raises MediaError for what is none."""
        try:
            with Image.open(io.BytesIO(blob)) as image:
                kind, size, frames = str(image.format), image.size, 2 if getattr(image, "is_animated", False) else 1
        except OSError as error:
            raise MediaError("not a picture") from error
        how = "validated-animation-preserved" if frames > 1 else "normalized"
        content_type = Image.MIME.get(kind, "image/png")
        return MediaInfo(kind, *size, frames, size[0] * size[1] * 4, blob, content_type, transformation=how)


class PageServer(PreviewServer):
    """Serves the page. News may come at any time: a press counts though the page has not shown the newest yet."""

    _STATIC_FILES: ClassVar[dict[str, str]] = {**PreviewServer._STATIC_FILES, **{path: OWN[path][0] for path in OWN}}

    def __init__(self, preview: Preview, port: int) -> None:
        super().__init__(preview, port)
        tell_parts_apart()
        preview._media_worker = OwnPictures()
        self._act = preview._action
        preview._action = self._admit  # type: ignore[method-assign]

    async def _admit(self, context_id: str | None, body: Mapping[str, Any]) -> dict[str, Any]:
        """A press that was made before the page had shown the newest: the button itself says whether it is too old."""
        page = self.preview._pages.get(context_id or "")
        if page is not None and isinstance(body, dict):
            seen, sequence = body.get("published_revision"), body.get("sequence")
            if isinstance(seen, int) and isinstance(sequence, int) and sequence > page.last_sequence:
                body = {**body, "published_revision": max(seen, page.revision)}
        return await self._act(context_id, body)

    async def _index(self, request: web.Request) -> web.Response:
        """The page itself, with our own layout and script."""
        found: web.Response = await super()._index(request)
        found.text = (found.text or "").replace("</head>", INCLUDED).replace(*TITLE)
        return found

    async def _static(self, request: web.Request) -> web.Response:
        """A file of the page."""
        if request.path not in OWN:
            found: web.Response = await super()._static(request)
            return found
        name, kind = OWN[request.path]
        words = files("bot.console").joinpath("page", name).read_text(encoding="utf-8")
        return web.Response(text=words, content_type=kind, headers=self._SECURITY_HEADERS)

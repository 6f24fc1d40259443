"""Reading requests of browsers, and answering them: the common part of every page."""

from __future__ import annotations

import asyncio
import hashlib
import re
from collections.abc import Callable, Mapping
from typing import Any, Final

import msgspec
from aiohttp import web

from bot.language import DEFAULT, Language, load_language, plainly
from bot.web.connections import HEAD, Buckets
from render.packing import pack_text
from texts import list_languages

LEAST_PACKED: Final = 2_000
LONG: Final = 50_000
"""The sizes in bytes from which JSON is compressed, and from which a thread does so while other requests are
answered."""


class Refused(Exception):
    """A request that is refused with a status and the key of a sentence."""

    def __init__(self, status: int, key: str) -> None:
        super().__init__(key)
        self.status = status
        self.key = key


class RequestLimits(Buckets):
    """Buckets that refuse a request for which there is no unit."""

    def check(self, name: str, size: float, rate: float) -> None:
        """Take a unit from a bucket (`take`). Raises Refused if it is empty."""
        if not self.take(name, size, rate):
            raise Refused(429, "page.error.too_fast")


def write_rules(frames: str) -> str:
    """Return the Content-Security-Policy of a page. ``frames`` are the origins whose pages may show it in a frame."""
    return (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
        f"connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors {frames}"
    )


def find_language(request: web.Request) -> Language:
    """Return the language that the query of a request names, or English."""
    wanted = request.query.get("language", "")
    return load_language(wanted if wanted in list_languages() else DEFAULT)


def check_origin(request: web.Request, origin: str) -> None:
    """Raise Refused unless a page with this ``origin`` has sent the request, as JSON."""
    site = request.headers.get("Sec-Fetch-Site", "same-origin")
    is_ours = request.headers.get("Origin") == origin and site == "same-origin"
    if not is_ours or request.content_type != "application/json":
        raise Refused(403, "page.error.request")


async def send_json(request: web.Request, data: Any) -> web.StreamResponse:
    """Return an answer with data as JSON, compressed if the browser accepts that."""
    body = msgspec.json.encode(data, enc_hook=str)
    if len(body) <= LEAST_PACKED:
        return send_body(request, body)
    if len(body) <= LONG:
        return send_body(request, body, pack_text(body))
    return send_body(request, body, await asyncio.to_thread(pack_text, body))


def send_body(request: web.Request, body: bytes, packed: bytes = b"") -> web.StreamResponse:
    """Return an answer with JSON, in the compressed form if there is one and the browser accepts it."""
    response = web.Response(content_type="application/json", charset="utf-8")
    if packed and "gzip" in request.headers.get("Accept-Encoding", ""):
        response.headers["Content-Encoding"] = "gzip"
        body = packed
    response.body = body
    return response


_PLACE: Final = re.compile(r"(?<!\\)<#(\d+)>")


def name_places(line: str, name_place: Callable[[int], str]) -> str:
    """Return a line with the names of channels, which only Discord shows for their ids; “#?” for an unknown one."""
    return _PLACE.sub(lambda match: f"#{plainly(name_place(int(match[1])))}", line)


async def read_json(request: web.Request) -> Mapping[str, Any]:
    """Return the JSON object in a request. Raises Refused for anything else, and if it does not arrive in time."""
    try:
        async with asyncio.timeout(HEAD):
            body = msgspec.json.decode(await request.read())
    except (ValueError, RecursionError, TimeoutError) as error:
        raise Refused(400, "page.error.request") from error
    if not isinstance(body, dict):
        raise Refused(400, "page.error.request")
    return body


def number_of(link: str, once: object) -> int:
    """Return the number that identifies a person's action, so that it is done once. Raises Refused for a wrong text.

    The browser makes a new text ``once`` for each view that it shows, so that a second tap there has the same text. The
    number is negative, unlike that of any interaction on Discord.
    """
    if not isinstance(once, str) or not 8 <= len(once) <= 64:
        raise Refused(400, "page.error.request")
    made = hashlib.blake2b(f"{link} {once}".encode(), digest_size=8).digest()
    return -1 - (int.from_bytes(made) >> 1)

"""The files of pages besides their data: the program, its style, and pictures, drawn when they are needed."""

from __future__ import annotations

import asyncio
import base64
import gzip
import hashlib
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

import render
from bot.games.frontend import Frontend, list_fronts
from engine import Game
from engine.core.dice import SEED_BYTES
from render.page import (
    Stage,
    fill_page,
    read_font,
    read_inside,
    read_script,
    read_season_style,
    read_style,
    read_worker,
)
from render.pool import give_back

PICTURE_BYTES: Final = 24_000_000
"""The most bytes of pictures in memory; the oldest picture is dropped first."""


class PictureFiles:
    """The pictures of boards and pieces. Each is found by three names: of its stage, of a theme, and of the picture."""

    def __init__(self) -> None:
        self._stages: dict[str, Stage] = {}
        self._pictures: OrderedDict[str, bytes] = OrderedDict()

    def add(self, stage: Stage) -> None:
        """Add the pictures of a stage, which a page needs."""
        self._stages[stage.name] = stage

    async def find(self, name: str, theme: str, picture: str) -> bytes | None:
        """Return a picture, or None for an unknown name.

        The name of an icon ends in ``.p`` (plain) or ``.n`` (with room for a number).
        """
        stage = self._stages.get(name)
        icon, _, counted = picture.partition(".")
        is_known = picture == "board" or (icon in stage.icons and counted in ("p", "n")) if stage is not None else False
        if stage is None or theme not in stage.themes or not is_known:
            return None
        key = f"{name}/{theme}/{picture}"
        if key not in self._pictures:
            if icon == "board":
                drawn = await asyncio.to_thread(stage.draw_board, stage.themes[theme])
            else:
                drawn = await asyncio.to_thread(stage.draw_icon, icon, stage.themes[theme], with_count=counted == "n")
            self._pictures[key] = drawn
            while sum(map(len, self._pictures.values())) > PICTURE_BYTES:
                self._pictures.popitem(last=False)
            return drawn
        return self._pictures[key]


def draw_boards() -> None:
    """Draw the boards of each game before a page needs them. An icon takes milliseconds and is drawn when needed."""
    for front in list_fronts():
        for scenario in list(front.setup.scenarios)[:1]:
            stage = front.pictures.set_stage(Game.new(front.setup.kind, scenario, seed=bytes(SEED_BYTES)).view())
            if stage is None:
                continue
            for theme in stage.themes.values():
                stage.draw_board(theme)
    give_back()


@dataclass(frozen=True, slots=True)
class PageFile:
    """A file of the page, its media type (``kind``), and its compressed form, or b"" for a file sent as it is."""

    body: bytes
    kind: str
    packed: bytes = b""


@cache
def read_files(prefix: str) -> dict[str, PageFile]:
    """Return the files of the page by name. In the page, their addresses (`address_of`) begin with ``prefix``."""
    files = {
        "page.js": pack_file(read_script(), "text/javascript"),
        "inside.js": pack_file(read_inside()[0], "text/javascript"),
        "inside.css": pack_file(read_inside()[1], "text/css"),
        "push.js": PageFile(read_worker().encode(), "text/javascript"),
        "season.css": PageFile(read_season_style().encode(), "text/css"),
        "page.css": pack_file(read_style("heading.woff"), "text/css"),
        "heading.woff": PageFile(read_font(), "font/woff"),
    }
    style, script = (address_of(files, name, prefix) for name in ("page.css", "page.js"))
    shell = fill_page({}, "Gandhi", link_style(style), link_script(script), rules="")
    return {**files, "page.html": PageFile(shell, "text/html")}


def write_shell(data: Mapping[str, Any]) -> bytes:
    """Return the page that Discord loads: a table's page, with another program that runs before its own."""
    files = read_files("")
    style, more, script, first = (
        address_of(files, name) for name in ("page.css", "inside.css", "page.js", "inside.js")
    )
    styles = link_style(style) + link_style(more)
    return fill_page({**data, "script": script}, "Gandhi", styles, link_script(first), rules="")


def pack_file(words: str, kind: str) -> PageFile:
    """Return a file with its compressed form."""
    body = words.encode()
    return PageFile(body, kind, gzip.compress(body, 9, mtime=0))


def address_of(files: Mapping[str, PageFile], name: str, prefix: str = "") -> str:
    """Return the address of a file, which changes with its contents."""
    return f"{prefix}/static/{digest(files[name].body)}/{name}"


def link_style(address: str) -> str:
    """Return the element that loads a style sheet."""
    return f'<link rel="stylesheet" href="{address}">'


def link_script(address: str) -> str:
    """Return the element that loads a program."""
    return f'<script src="{address}" defer></script>'


def draw_emblem(front: Frontend) -> bytes:
    """Return the emblem of a game for home screens, as SVG: the icon of its first seat."""
    sign = base64.b64encode(front.icons.draw(f"seat_{front.setup.seats[0]}")).decode()
    picture = f'<image x="10" y="10" width="108" height="108" href="data:image/png;base64,{sign}"/>'
    ground = '<rect width="128" height="128" fill="#efe6d2"/>'
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 128 128">{ground}{picture}</svg>'.encode()


def digest(body: bytes) -> str:
    """Return a short digest of a file for its address, so that browsers keep no old file."""
    return hashlib.blake2b(body, digest_size=6).hexdigest()


def find_version() -> str:
    """Return a short digest of the programs that draw pages and pictures, so that browsers keep no old file."""
    made = hashlib.blake2b(digest_size=6)
    made.update(read_script().encode() + read_style("").encode() + read_season_style().encode())
    for path in sorted(Path(render.__file__).parent.rglob("*.py")):
        made.update(path.read_bytes())
    return made.hexdigest()


VERSION: Final = find_version()

"""A whole game as one HTML page that needs no network: the board once, and the place of everything after each turn.

The page belongs to no game. A game fills in a `Stage`: its board as a picture, its icons, the outlines of its spaces,
and for each moment a `Scene`. The place of an icon is worked out here, by the game's own layout; the script of the page
only puts it there. Callers add the game in words, in every language the page is to speak.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, Protocol

import msgspec

from engine.core.change import Change
from engine.core.decision import Decision
from render.fonts import FILES, FOLDER

HERE = Path(__file__).parent
PARTS = ("base", "words", "board", "zoom", "chart", "log", "time", "live", "turn", "touch", "call", "main")
"""The parts of the program of the page, in ``script``: each may use those before it."""
ALONE = (
    '<meta http-equiv="Content-Security-Policy" content="default-src \'none\'; img-src data:; font-src data:; '
    "style-src 'unsafe-inline'; script-src 'unsafe-inline'\">"
)
"""The rules for browsers of a page in a file: it may load nothing."""
MEDIA_TYPE = "text/html"
COMMENTS = re.compile(r"(?m)^\s*(?://.*|/\*\*(?:[^*]|\*(?!/))*\*/)\n")
"""Comments of the program that have lines to themselves: browsers need not load them."""
Cell = str | int
"""A cell of a table: a number, or words in which ``=key`` is a name and ``@icon`` an icon."""


@dataclass(frozen=True)
class Placed:
    """An icon on the board: where its centre is, how wide it is, how many it stands for (0: what has just left).

    ``mark`` is a short tag on its corner: what has changed there in this moment. ``low`` puts it on the lower one.
    """

    icon: str
    x: int
    y: int
    size: int
    count: int = 1
    mark: str = ""
    low: bool = False


@dataclass(frozen=True)
class Outline:
    """A space as it lies on the board: its edge as an SVG path, open for a line, and the point arrows aim at."""

    path: str
    middle: tuple[int, int]
    is_line: bool = False


@dataclass(frozen=True)
class Target:
    """A place on the board for an option that is not one of its spaces. ``icon`` is what would lie there."""

    outline: Outline
    icon: str = ""


@dataclass(frozen=True)
class Row:
    """A row of a table: the key of its name, and its icon if it has one."""

    name: str
    icon: str = ""


@dataclass(frozen=True)
class Table:
    """A table beside the board. ``columns`` are keys of their names; none for a table without a head."""

    name: str
    rows: tuple[Row, ...]
    columns: tuple[str, ...] = ()


@dataclass(frozen=True)
class Scene:
    """One moment of a game: the icons of every space, the cells of every row by table, and each seat's margin.

    ``touched`` are the spaces where something has happened, ``moves`` the pairs of spaces between which something
    moved. ``numbers`` are the numbers of the lines of the text about each space.
    """

    places: Mapping[str, Sequence[Placed]]
    cells: Sequence[Sequence[Sequence[Cell]]]
    margins: Mapping[str, int]
    touched: Sequence[str] = ()
    moves: Sequence[tuple[str, str]] = ()
    numbers: Mapping[str, Sequence[int]] = field(default_factory=dict)


@dataclass(frozen=True)
class Name:
    """Words on the board, set by the script: so they are sharp at any size, and change with the language.

    ``width`` is the room they take in our own face, whatever the reader's; ``angle`` turns them, in degrees.
    """

    text: str
    x: float
    y: float
    size: float
    width: float
    fill: str
    halo: str = ""
    angle: int = 0


class Stage(Protocol):
    """Content of the page for the games of one kind."""

    name: str
    """The name of the board: two boards of one name have the same pictures."""
    size: tuple[int, int]
    """Width and height of the board."""
    outlines: Mapping[str, Outline]
    """Every space, by id; ``space.<id>`` is the key of its name."""
    tables: Sequence[Table]
    """Text beside the board."""
    icons: Mapping[str, str]
    """Every icon, with the key of its name."""
    themes: Mapping[str, str]
    """The themes of the page (``light``, ``dark``), each with what the game calls it."""

    def draw_board(self, theme: str) -> bytes:
        """Return the empty board without words, as WebP."""

    def list_names(self, theme: str, language: str) -> Sequence[Name]:
        """Return the words on the board."""

    def draw_icon(self, icon: str, theme: str, *, with_count: bool) -> bytes:
        """Return an icon as WebP; with room for a number at its lower right corner, if one is to stand there."""

    def show(self, view: Any, changes: Iterable[Change]) -> Scene:
        """Return the scene of a view, with the marks of what has happened just before."""

    def find_targets(self, view: Any, decision: Decision, keys: Iterable[str]) -> Mapping[str, Target]:
        """Return the targets of options by their keys, where that is not the space of the same name."""

    def colour(self, seat: str, theme: str) -> str:
        """Return the colour of a seat's line in the chart, as CSS writes it."""

    def dash(self, seat: str) -> str:
        """Return the dashes of a seat's line, as SVG writes them."""


@dataclass(frozen=True)
class Telling:
    """A moment in the words of one language: a heading, lines below it, and the reasons of an automatic player."""

    title: str
    lines: Sequence[str] = ()
    reasons: Sequence[str] = ()


@dataclass(frozen=True)
class Moment:
    """A moment of the page. ``chapter`` counts the headings of the log; ``seat`` had the turn, if there was one.

    ``candidates`` are the spaces of an automatic player's last choice; the first is the one that it chose. A review has
    found everyone's ``chances`` to win, in percent.
    """

    scene: Scene
    chapter: int
    told: Mapping[str, Telling]
    seat: str = ""
    candidates: Sequence[str] = ()
    chances: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Show:
    """A game for the page; its words are by language.

    These are its title, the lines ``about`` it, the headings of the log (``chapters``), the lines of its ``ending``,
    and every word by its key. The chances of the first ``unsaid`` moments are unknown.
    """

    title: Mapping[str, str]
    about: Mapping[str, Sequence[str]]
    chapters: Mapping[str, Sequence[str]]
    words: Mapping[str, Mapping[str, str]]
    moments: Sequence[Moment]
    language: str = "en"
    ending: Mapping[str, Sequence[str]] = field(default_factory=dict)
    unsaid: int = 0


def write_page(stage: Stage, show: Show) -> bytes:
    """Return the whole page, in UTF-8. Raises `ValueError` for a show without a moment."""
    if not show.moments:
        raise ValueError("a page needs at least one moment")
    icons = find_icons(stage, show.moments)
    writer = MomentWriter(stage, icons, list(show.moments[0].scene.margins))
    data = {
        **write_board(stage, tuple(show.words), icons),
        **_write_pictures(stage, icons),
        "seats": writer.write_seats(),
        "moments": [writer.write(moment) for moment in show.moments],
        "language": show.language,
        "title": show.title,
        "about": show.about,
        "chapters": show.chapters,
        "ending": show.ending,
        "unsaid": show.unsaid,
        "words": show.words,
    }
    style = read_style(f"data:font/woff;base64,{base64.b64encode(read_font()).decode()}")
    return fill_page(data, show.title[show.language], f"<style>{style}</style>", f"<script>{read_script()}</script>")


def fill_page(data: Mapping[str, Any], title: str, style: str, script: str, rules: str = ALONE) -> bytes:
    """Return the page with its data, in UTF-8.

    ``style`` and ``script`` are elements, ``rules`` what a browser may load.
    """
    text = msgspec.json.encode(data, enc_hook=str).decode().replace("<", "\\u003c")
    page = _read("page.html")
    parts = {"RULES": rules, "STYLE": style, "SCRIPT": script, "DATA": text, "TITLE": _escape(title)}
    for mark, part in parts.items():
        page = page.replace(f"/*{mark}*/", part, 1)
    return page.encode()


def list_keys(stage: Stage, moments: Sequence[Moment]) -> list[str]:
    """Return the keys of all names that a page of these moments shows, without the page's own texts (``page.``)."""
    keys = dict.fromkeys(f"space.{space}" for space in stage.outlines)
    keys |= dict.fromkeys(stage.icons[icon] for icon in find_icons(stage, moments))
    for table in stage.tables:
        keys |= dict.fromkeys([table.name, *table.columns, *(row.name for row in table.rows)])
    for moment in moments:
        keys |= dict.fromkeys(f"seat.{seat}" for seat in moment.scene.margins)
        cells = (cell for table in moment.scene.cells for row in table for cell in row if isinstance(cell, str))
        keys |= dict.fromkeys(word[1:] for cell in cells for word in cell.split() if word.startswith("="))
    return list(keys)


def find_icons(stage: Stage, moments: Sequence[Moment]) -> list[str]:
    """Return the icons that these moments show, on the board or beside it, in the order of the stage."""
    used = {f"seat_{seat}" for moment in moments for seat in moment.scene.margins}
    used |= {one.icon for moment in moments for there in moment.scene.places.values() for one in there}
    used |= {row.icon for table in stage.tables for row in table.rows}
    cells = (cell for moment in moments for table in moment.scene.cells for row in table for cell in row)
    used |= {word[1:] for cell in cells if isinstance(cell, str) for word in cell.split() if word.startswith("@")}
    return [icon for icon in stage.icons if icon in used]


def write_board(stage: Stage, languages: Sequence[str], icons: Sequence[str]) -> dict[str, Any]:
    """Write the data of the page that are the same in every moment, without pictures."""
    return {
        "size": stage.size,
        "themes": list(stage.themes),
        "names": {
            theme: {code: [_write_name(one) for one in stage.list_names(name, code)] for code in languages}
            for theme, name in stage.themes.items()
        },
        "icons": [{"id": icon, "word": stage.icons[icon]} for icon in icons],
        "spaces": [
            {"id": key, "path": one.path, "middle": one.middle, "line": one.is_line}
            for key, one in stage.outlines.items()
        ],
        "tables": [
            {"name": table.name, "columns": table.columns, "rows": [[row.name, row.icon] for row in table.rows]}
            for table in stage.tables
        ],
    }


def _write_pictures(stage: Stage, icons: Sequence[str]) -> dict[str, Any]:
    """Write the board and the icons by theme; a picture that themes share is written once."""
    pictures: list[str] = []

    def keep(picture: bytes) -> int:
        text = base64.b64encode(picture).decode()
        if text not in pictures:
            pictures.append(text)
        return pictures.index(text)

    return {
        "board": {theme: keep(stage.draw_board(name)) for theme, name in stage.themes.items()},
        "drawn": {
            theme: [
                [keep(stage.draw_icon(icon, name, with_count=counted)) for counted in (False, True)] for icon in icons
            ]
            for theme, name in stage.themes.items()
        },
        "pictures": pictures,
    }


def _write_name(one: Name) -> list[Any]:
    numbers = [round(number, 1) for number in (one.x, one.y, one.size, one.width)]
    return [one.text, *numbers, one.fill, one.halo, one.angle]


class MomentWriter:
    """Writes the moments of a game, each as its difference from the last."""

    def __init__(self, stage: Stage, icons: Sequence[str], seats: Sequence[str]) -> None:
        self._stage = stage
        self._seats = list(seats)
        self._spaces = {key: number for number, key in enumerate(stage.outlines)}
        self._icons = {icon: number for number, icon in enumerate(icons)}
        self._places: dict[str, list[Placed]] = {}
        self._cells: dict[str, list[Cell]] = {}

    def write_seats(self) -> list[dict[str, str]]:
        """Write the seats that have a line in the chart, each with its dashes and its colour by theme."""
        themes = self._stage.themes.items()
        return [
            {
                "id": seat,
                "dash": self._stage.dash(seat),
                **{theme: self._stage.colour(seat, name) for theme, name in themes},
            }
            for seat in self._seats
        ]

    def write(self, moment: Moment, *, is_kept: bool = True) -> dict[str, Any]:
        """Write a moment as its difference from the last one kept; ``is_kept`` keeps it for the next."""
        scene = moment.scene
        places = {key: list(scene.places.get(key, ())) for key in self._stage.outlines}
        cells = self._write_cells(scene)
        row = {
            "c": moment.chapter,
            "s": self._seats.index(moment.seat) if moment.seat in self._seats else -1,
            "p": self._write_places(
                {key: there for key, there in places.items() if there != self._places.get(key, [])}
            ),
            "t": {at: row for at, row in cells.items() if row != self._cells.get(at)},
            "m": [scene.margins[seat] for seat in self._seats],
            **self._write_marks(scene),
            "w": {code: [told.title, told.lines, told.reasons] for code, told in moment.told.items()},
        }
        if moment.candidates:
            row["o"] = self._number(moment.candidates)
        if moment.chances:
            row["v"] = [moment.chances[seat] for seat in self._seats]
        if is_kept:
            self._places, self._cells = places, cells
        return row

    def write_scene(self, scene: Scene) -> dict[str, Any]:
        """Write a scene by itself: everything that is on the board, what has happened, and the tables beside it."""
        places = {key: there for key, there in scene.places.items() if key in self._spaces}
        return {
            "p": self._write_places({key: list(places.get(key, ())) for key in self._spaces}),
            "t": {
                f"{number}.{line}": list(row)
                for number, table in enumerate(scene.cells)
                for line, row in enumerate(table)
            },
            **self._write_marks(scene),
        }

    def _write_marks(self, scene: Scene) -> dict[str, Any]:
        """Write where something has happened, which ways it went, and the numbers of its lines."""
        made: dict[str, Any] = {
            "h": self._number(scene.touched),
            "a": [[self._spaces[a], self._spaces[b]] for a, b in scene.moves if {a, b} <= self._spaces.keys()],
        }
        if numbers := {self._spaces[key]: own for key, own in scene.numbers.items() if key in self._spaces}:
            made["l"] = numbers
        return made

    def _write_cells(self, scene: Scene) -> dict[str, list[Cell]]:
        tables = enumerate(scene.cells)
        return {f"{number}.{line}": list(row) for number, table in tables for line, row in enumerate(table)}

    def _number(self, spaces: Sequence[str]) -> list[int]:
        return [self._spaces[key] for key in spaces if key in self._spaces]

    def _write_places(self, places: Mapping[str, Sequence[Placed]]) -> dict[int, list[list[Cell]]]:
        return {self._spaces[key]: [self._write_icon(one) for one in there] for key, there in places.items()}

    def _write_icon(self, one: Placed) -> list[Cell]:
        plain: list[Cell] = [self._icons[one.icon], one.x, one.y, one.size, one.count]
        return plain + ([one.mark, int(one.low)] if one.mark else [])


@cache
def _read(name: str) -> str:
    return (HERE / name).read_text(encoding="utf-8")


def read_script() -> str:
    """Return the program of the page: its parts one after the other, in one scope."""
    parts = COMMENTS.sub("", "\n".join(_read(f"script/{name}.js") for name in PARTS))
    return f"'use strict';\n(() => {{\n{parts}\n}})()\n"


def read_inside() -> tuple[str, str]:
    """Return the program that comes before that of the page in a frame of Discord's, and its style sheet."""
    return COMMENTS.sub("", _read("script/inside.js")), _read("inside.css")


def read_worker() -> str:
    """Return the program that shows notifications while the page is closed."""
    return COMMENTS.sub("", _read("push.js"))


def read_style(font: str) -> str:
    """Return the style sheet. ``font`` is the address of the face of the headings."""
    return _read("page.css").replace("/*SERIF*/", f"url({font})", 1)


def read_season_style() -> str:
    """Return the style sheet of the page of a season."""
    return _read("season.css")


def read_font() -> bytes:
    """Return the face of the headings, as a WOFF file."""
    return (FOLDER / FILES["serif_bold"]).read_bytes()


def _escape(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")

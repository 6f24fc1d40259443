"""A table's public page in one language: its moments in the browser's format, brought up to date turn by turn.

Everything here is made from public views. Finished turns do not change, unless the table goes back; the running turn is
a last moment that may still change.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field, replace
from itertools import count
from typing import Any, Final

import msgspec

from bot.games.frontend import Frontend
from bot.games.playing import PLAYER
from bot.games.showing import list_runners
from bot.language import UNNAMED, Language, clean, load_language
from bot.narrate.reasons import find_candidates, tell_briefly
from bot.narrate.replay_page import Stretch, Teller, find_key_words, find_words, name_scenario
from bot.narrate.standing import ask_whom, write_places
from bot.tables.loading import Loaded, list_boards, list_steps, load_at, load_table
from bot.tables.moments import see
from bot.tables.play import Tables
from bot.tables.table import Table
from bot.typed import read_number
from engine.core.change import Change
from engine.core.protocol import Label
from render.packing import pack_text
from render.page import Moment, MomentWriter, Stage, list_keys, write_board
from storage import Turn

BUTTONS: Final = tuple(
    f"ui.button.{name}" for name in ("undo", "reset", "take_back", "confirm", "why_not", "faction", "verify")
)
"""The texts of buttons that the page shares with panels."""
KEPT: Final = 64
"""The most pages in memory; the page that was unused for longest is dropped first."""
MARKS: Final = 8
"""The most marks of readers for which the missing part of a page is kept in memory."""
AGAIN: Final = msgspec.json.encode({"again": True})


@dataclass(frozen=True, slots=True)
class Source:
    """The stored part of a game that a page lacks: finished turns, and the game that continues from there.

    ``waiting`` says whom the game waits for. ``continues`` means that the turns follow those of the page.
    """

    loaded: Loaded
    turns: Sequence[Turn]
    waiting: str
    continues: bool


@dataclass(slots=True)
class Page:
    """A table's page in one language. ``rows`` are its finished moments, ``numbers`` the turn that each belongs to.

    ``now`` is the moment of the running turn. Texts say for whom the game waits (``waiting``), who would win now
    (``stakes``), and how it ended (``ending``).
    """

    stage: Stage
    language: Language
    teller: Teller
    writer: MomentWriter
    table: Table
    known: set[str] = field(default_factory=set)
    rows: list[dict[str, Any]] = field(default_factory=list)
    numbers: list[int] = field(default_factory=list)
    version: int = -1
    steps: int = 0
    now: dict[str, Any] | None = None
    waiting: str = ""
    stakes: str = ""
    ending: list[str] = field(default_factory=list)
    people: list[tuple[str, str]] = field(default_factory=list)
    words: dict[str, str] = field(default_factory=dict)
    change: int = -1
    _written: dict[str, bytes] = field(default_factory=dict)
    _packed: tuple[bytes, bytes] | None = None
    _packing: asyncio.Lock = field(default_factory=asyncio.Lock)

    @property
    def mark(self) -> str:
        """Return the mark of a reader who has this page (`make_mark`)."""
        return self.make_mark(len(self.rows))

    def make_mark(self, have: int) -> str:
        """Return the mark of a reader who has the first moments of this page: the last turn, and how many they are.

        It begins with the rival whom the sentences name, if there is one.
        """
        return f"{self.table.voice[1]}{self.numbers[have - 1]}.{have}"

    def write_state(self) -> dict[str, Any]:
        """Return everything on the page that may change at any time."""
        return {
            "title": {self.language.code: self.table.game.name},
            "now": self.now,
            "waiting": self.waiting,
            "stakes": self.stakes,
            "ending": {self.language.code: self.ending},
            "people": self.people,
            "at": self.mark,
            "version": self.version,
        }

    def write_since(self, mark: str) -> bytes:
        """Return the missing part of the page, as JSON, for a reader who has the page up to a mark.

        If the table has gone back behind that mark, or has another opponent, return `AGAIN`: the reader has to load the
        whole page.
        """
        have = read_number(mark.partition(".")[2], 0)
        if not (0 < have <= len(self.rows) and mark == self.make_mark(have)):
            return AGAIN
        if mark not in self._written:
            while len(self._written) >= MARKS:
                del self._written[next(iter(self._written))]
            new = {"base": have, "rows": self.rows[have:], **self.write_state()}
            self._written[mark] = msgspec.json.encode(new, enc_hook=str)
        return self._written[mark]

    async def pack(self, languages: Sequence[str], source: str) -> tuple[bytes, bytes]:
        """Return the whole page as JSON, and its compressed form. Both are made once, for all requests.

        ``source`` is the address of its pictures.
        """
        async with self._packing:
            if self._packed is None:
                self._packed = await asyncio.to_thread(self._pack, languages, source)
            return self._packed

    def _pack(self, languages: Sequence[str], source: str) -> tuple[bytes, bytes]:
        body = msgspec.json.encode({**write_data(self, languages), "source": source}, enc_hook=str)
        return body, pack_text(body)


class Entry:
    """A page that is kept, or being made; ``change`` grows with every change of its table."""

    def __init__(self, change: int) -> None:
        self.lock = asyncio.Lock()
        self.page: Page | None = None
        self.change = change


class Pages:
    """The pages of all tables, each made when someone asks for it."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._entries: OrderedDict[tuple[str, str], Entry] = OrderedDict()
        self._numbers = count(1)
        # Writing a whole game takes a while: only one at a time is written, so that players hardly notice.
        self._writing = asyncio.Lock()

    def notice(self, game_id: str) -> None:
        """Remember that a table has changed, so that its pages are brought up to date when someone asks for them."""
        for (kept, _), entry in self._entries.items():
            if kept == game_id:
                entry.change = next(self._numbers)

    def is_outdated(self, table: Table) -> bool:
        """Return whether a page in memory shows an earlier state of a table without a notice (`notice`) of the change.

        This happens after a change by another program.
        """
        return any(
            kept == table.id
            and entry.page is not None
            and entry.page.change == entry.change
            and entry.page.table.game.updated < table.game.updated
            for (kept, _), entry in self._entries.items()
        )

    async def find(self, game_id: str, code: str) -> Page | None:
        """Return a table's page in a language, or None for a game without pages. Raises NotStarted and UnknownGame."""
        key = (game_id, code)
        entry = self._entries.get(key)
        if entry is None:
            entry = self._entries[key] = Entry(next(self._numbers))
        self._entries.move_to_end(key)
        try:
            async with entry.lock:
                change = entry.change
                if entry.page is None or entry.page.change != change:
                    entry.page = await self._bring_up_to_date(entry.page, game_id, code, change)
            return entry.page
        finally:
            self._forget(key, entry)

    async def _bring_up_to_date(self, page: Page | None, game_id: str, code: str, change: int) -> Page | None:
        source = await self._read(page, game_id, code)
        async with self._writing if page is None else nullcontext():
            # A page is written in a thread, because clicks must not wait for it.
            found = await asyncio.to_thread(bring_up_to_date, page, source, code)
        if found is not None:
            found.change = change
        return found

    def _forget(self, key: tuple[str, str], entry: Entry) -> None:
        """Drop empty entries, and those beyond `KEPT`; entries in use stay."""
        if entry.page is None and not entry.lock.locked() and self._entries.get(key) is entry:
            del self._entries[key]
        spare = len(self._entries) - KEPT
        for old in [one for one, kept in self._entries.items() if not kept.lock.locked()][: max(0, spare)]:
            del self._entries[old]

    async def _read(self, page: Page | None, game_id: str, code: str) -> Source:
        async with self._tables.storage.read() as reader:
            table = await load_table(reader, game_id)
            loaded = await load_at(reader, table, self._tables.cache)
            language = load_language(code).of_game(*table.voice)
            waiting = ask_whom(language, await see(reader, loaded, None))
            last = await reader.turn(game_id, page.numbers[-1]) if page is not None else None
            # Where the opponent has another name, the sentences about all turns change.
            is_named = page is not None and page.table.voice == table.voice
            continues = is_named and last is not None and last.status == "done"
            turns = await reader.turns(game_id, first=last.number + 1 if last is not None and continues else 0)
            return Source(loaded, turns, waiting, continues)


def bring_up_to_date(page: Page | None, source: Source, code: str) -> Page | None:
    """Return a page with its missing part, or a new page; None for a game without pages. Raises ReplayFailed."""
    loaded = source.loaded
    table, front = loaded.table, loaded.table.front
    views = list_boards(table, source.turns)
    views.append(loaded.game.view() if loaded.game.decision is None else loaded.game.at_start().view())
    # The page is copied below, because a reader of the earlier one must not see it change.
    found = page if page is not None and source.continues else begin_page(front, table, views[0], code)
    if found is None:
        return None
    page = replace(
        found,
        table=table,
        rows=list(found.rows),
        numbers=list(found.numbers),
        _written={},
        _packed=None,
        _packing=asyncio.Lock(),
    )
    for turn, before, view in zip(source.turns, views, views[1:], strict=False):
        log = list_steps([turn])
        changes = [change for step in log for change in step.changes]
        label = log[0].label if log else msgspec.convert(turn.label, Label)
        moment = page.teller.tell(Stretch(label, page.steps + 1, changes, before, view))
        page.steps += len(log)
        if moment is not None:
            row = write_row(page, moment)
            if "reasons" in front.offers and has_automatic_part(before, label.seat, changes):
                row["r"] = 1
            page.rows.append(row)
            page.numbers.append(turn.number)
    page.now, game = None, loaded.game
    if game.decision is not None and game.state.log:
        running = Stretch(game.label, page.steps + 1, list(game.state.log), views[-1], game.view())
        under_way = page.teller.tell(running, is_under_way=True)
        page.now = write_row(page, under_way, is_kept=False) if under_way is not None else None
    page.version, page.waiting, page.people = table.game.version, source.waiting, name_people(table)
    page.stakes = "" if table.is_abandoned else front.outlook.write_stakes(page.language, game)
    page.ending = write_places(page.language, game.result)
    if game.result is not None:
        page.ending += front.score.write_end(page.language, game)
    return page


def has_automatic_part(view: Any, seat: str, changes: Sequence[Change]) -> bool:
    """Return whether the automatic player plays the seat whose turn it was, or a seat that made a change in it."""
    runners = list_runners(view)
    return any(runners.get(one, PLAYER) != PLAYER for one in {seat, *(change.seat for change in changes)})


def begin_page(front: Frontend, table: Table, before: Any, code: str) -> Page | None:
    """Return a page with the first moment of the game, or None for a game without pages."""
    stage = front.pictures.set_stage(before)
    if stage is None:
        return None
    language = load_language(code).of_game(*table.voice)
    teller = Teller(front, stage, {code: language}, before)
    first = teller.begin()
    page = Page(stage, language, teller, MomentWriter(stage, list(stage.icons), list(first.scene.margins)), table)
    keys = [*list_keys(stage, [first]), *stage.icons.values(), *BUTTONS]
    page.known |= set(keys)
    page.words = find_words(language, keys)
    page.rows.append(write_row(page, first))
    page.numbers.append(0)
    return page


def write_row(page: Page, moment: Moment, *, is_kept: bool = True) -> dict[str, Any]:
    """Return a moment as data, with its heading and the texts that no earlier moment has needed.

    With ``is_kept``, the next moment is written as the difference from this one, and these texts count as known.
    """
    row = page.writer.write(moment, is_kept=is_kept)
    row["k"] = {code: names[moment.chapter] for code, names in page.teller.chapters.items()}
    keys = [key for key in list_keys(page.stage, [moment]) if key not in page.known]
    if keys:
        row["n"] = {page.language.code: find_key_words(page.language, keys)}
        page.known |= set(keys) if is_kept else set()
    return row


def name_people(table: Table) -> list[tuple[str, str]]:
    """Return each seat with the name of the person or automatic player there, "" without one or without a name."""
    named = [(row.seat, row.display_name if row.kind != "empty" else "") for row in table.seats]
    return [(seat, clean(name) or UNNAMED if name else "") for seat, name in named]


def write_data(page: Page, languages: Sequence[str]) -> dict[str, Any]:
    """Return the whole page as data, for a reader who has nothing of it yet."""
    code, language, table = page.language.code, page.language, page.table
    return {
        **write_board(page.stage, (code,), list(page.stage.icons)),
        "seats": page.writer.write_seats(),
        "moments": page.rows,
        "language": code,
        "languages": {one: language.word(f"language.{one}") for one in languages},
        "about": {code: [name_scenario(language, table.game.scenario)] if table.game.scenario else []},
        "words": {code: page.words},
        **page.write_state(),
    }


async def find_reasons(tables: Tables, page: Page, game_id: str, index: int) -> dict[str, Any]:
    """Return the lines of reasons of an automatic player for a moment, and the candidates of its last choice.

    The candidates are numbers of spaces, the chosen one first. Both are empty if there are no reasons.
    """
    number = page.numbers[index] if 0 <= index < len(page.numbers) else 0
    found = await tables.reasonings.of(game_id, number, number) if number else None
    if found is None:
        return {"reasons": [], "candidates": []}
    explanations = found.reasons[0].explanations
    running, chosen = find_candidates(explanations)
    spaces = list(page.stage.outlines)
    return {
        "reasons": [line for one in explanations for line in tell_briefly(page.language, page.teller.front, one)],
        "candidates": [spaces.index(space) for space in dict.fromkeys([chosen, *running]) if space in spaces],
    }

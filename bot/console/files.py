"""Pictures and replays from files, for ``gandhi render`` and ``gandhi replay``."""

from __future__ import annotations

import argparse
import io
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from PIL import Image

from bot.errors import SettingsError
from bot.games.frontend import find_scenario, front_of, list_fronts
from bot.language import load_language
from bot.narrate.replay_page import make_page
from bot.narrate.standing import list_places
from bot.tables.records import blame_data, list_said
from engine import Game
from engine.core.change import Change
from engine.core.errors import BadPosition, ReplayFailed
from engine.core.game import replay
from engine.core.record import RecordFile, read_record, verify_record
from engine.core.text import text
from render.pictures import Options
from render.themes import THEMES

FORMATS = {".png": "PNG", ".webp": "WEBP", ".jpg": "JPEG", ".jpeg": "JPEG"}
SHOWN_SEED = bytes(32)
"""A fixed seed for pictures of a beginning: the same command draws the same picture."""


def read_bytes(path: Path) -> bytes:
    """Return the bytes of a file. Raises SettingsError if it cannot be read."""
    try:
        return path.read_bytes()
    except OSError as error:
        raise SettingsError(f"{path} cannot be read: {error.strerror}.") from error


def read_text(path: Path) -> str:
    """Return the text of a file. Raises SettingsError if it cannot be read, or is not UTF-8."""
    try:
        return read_bytes(path).decode()
    except UnicodeDecodeError as error:
        raise SettingsError(f"{path} is not text in UTF-8.") from error


def write_bytes(path: Path, data: bytes) -> None:
    """Write a file. Raises SettingsError if it cannot be written."""
    try:
        path.write_bytes(data)
    except OSError as error:
        raise SettingsError(f"{path} cannot be written: {error.strerror}.") from error


def load_position(path: Path) -> Game:
    """Return the game at the position in a file. Raises SettingsError for broken JSON, and BadPosition."""
    return read_position(read_bytes(path), str(path))


def read_position(data: bytes | str, name: str) -> Game:
    """Return the game at a position in JSON, which errors call ``name``. Raises as `load_position` does."""
    try:
        position: Any = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise SettingsError(f"{name} is not JSON: {error}.") from error
    return Game.at(position, seed=SHOWN_SEED)


def play_record(record: RecordFile, steps: int | None = None) -> Game:
    """Return the game of a record after its first ``steps`` steps (all by default). Raises ReplayFailed."""
    return replay(Game.from_start(record.start), [step.keys for step in record.steps[:steps]])


def render_file(options: argparse.Namespace) -> str:
    """Draw the requested picture into its file; return its size and alt text. Raises GameError and SettingsError."""
    kind = FORMATS.get(options.output.suffix.lower())
    if kind is None:
        raise SettingsError(f"{options.output} should end in .png, .webp or .jpg.")
    if options.turn is not None and options.record is None:
        raise SettingsError("--turn goes with --record only.")
    if options.theme not in THEMES:
        raise SettingsError(f"There is no theme {options.theme!r}: it is {' or '.join(sorted(THEMES))}.")
    changes: list[Change] = []
    if options.position is not None:
        game = load_position(options.position)
    elif options.record is not None:
        game, changes = record_step(options.record, options.turn)
    else:
        game = begin_scenario(options.scenario)
    front = front_of(game.rules.name)
    layouts = (*front.pictures.ways, *front.pictures.parts, *front.pictures.contents)
    if options.layout not in layouts:
        raise SettingsError(f"There is no layout {options.layout!r}: it is {', '.join(layouts)}.")
    how = Options(theme=options.theme, layout=options.layout, language=options.language)
    picture = front.pictures.draw(game.view(), changes, how)
    if picture is None:
        raise SettingsError(f"There are no pictures of {game.rules.name}.")
    data = picture.data if picture.media_type == f"image/{kind.lower()}" else convert(picture.data, kind)
    write_bytes(options.output, data)
    return f"{options.output}: {picture.width} x {picture.height}, {len(data) // 1024} KB\n{picture.alt}"


def begin_scenario(name: str) -> Game:
    """Return the beginning of a scenario of any game. Raises BadPosition for an unknown scenario."""
    try:
        kind, scenario = find_scenario(name)
    except KeyError as error:
        known = [one for front in list_fronts() for one in front.setup.scenarios]
        raise BadPosition(text("error.no_such_scenario", scenario=name, names=known)) from error
    return Game.new(kind, scenario, seed=SHOWN_SEED)


def record_step(path: Path, number: int | None) -> tuple[Game, list[Change]]:
    """Return a recorded game after a step (None: the last), and the changes of the step.

    Raises SettingsError if the record has no such step.
    """
    record = read_record(read_bytes(path))
    if number is not None and not 0 <= number < len(record.steps):
        raise SettingsError(f"{path} has steps 0 to {len(record.steps) - 1}, and no step {number}.")
    game = play_record(record, None if number is None else number + 1)
    wanted = number if number is not None else len(game.steps) - 1
    return game, list(game.steps[wanted].changes) if game.steps else []


def convert(data: bytes, kind: str) -> bytes:
    """Return an encoded picture in the format ``kind``, one of the names in `FORMATS`."""
    buffer = io.BytesIO()
    with Image.open(io.BytesIO(data)) as image:
        image.convert("RGB").save(buffer, kind)
    return buffer.getvalue()


def tell_proved(said: Sequence[str]) -> str:
    """Return a sentence about what a record proves, and what people entered in place of the seed.

    >>> tell_proved(["cards"])
    'Every step and die is as recorded; people gave the cards of the deck.'
    """
    english = load_language("en")
    proved = english.join(["step", *(one for one, of in (("die", "dice"), ("card", "cards")) if of not in said)])
    given = english.join([english.word(f"said.{one}") for one in said])
    return f"Every {proved} is as recorded{f'; people gave {given}' if said else ''}."


def replay_file(path: Path, *, verify: bool, log: bool, html: Path | None = None, code: str = "en") -> Iterator[str]:
    """Yield lines about a record: its story with ``log``, the proof with ``verify``, then its length and ranking.

    ``html`` is the path for its page. Raises BadPosition and ReplayFailed, and SettingsError for a file that cannot be
    read or written, and for a game that has no page.
    """
    record = read_record(read_bytes(path))
    try:
        game = play_record(record)
    except ReplayFailed as error:
        raise blame_data(error, record.start) from error
    language = load_language(code, record.start.game)
    if log:
        for step in game.steps:
            lines = front_of(game.rules.name).words.tell(language, step.changes)
            if lines:
                yield "\n".join(lines).replace("**", "").replace("`", "")
    if verify:
        try:
            verify_record(game.record(), record)
        except ReplayFailed as error:
            raise blame_data(error, record.start) from error
        yield f"{tell_proved(list_said(record.start))} Digest of the seed: {game.seed_digest}"
    if html is not None:
        page = make_page(record, language=code)
        if page is None:
            raise SettingsError(f"There is no page of {game.rules.name}.")
        write_bytes(html, page)
        yield f"{html}: {len(page) // 1024} KB"
    result = game.result
    if result is None:
        yield f"{len(game.steps)} steps; the game is not over."
        return
    yield f"{len(game.steps)} steps."
    for place, seat in list_places(result.ranking, lost=result.all_players_lose):
        mark = f"{place}." if place else "- "
        margin = language.say("ui.records.margin", seat=seat, margin=language.signed(result.margins[seat]))
        yield language.say("log.numbered", number=mark, what=margin)

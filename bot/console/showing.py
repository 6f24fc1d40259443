"""``gandhi show``: what people would see at a position or in a record, in a terminal, without Discord."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

import discord

from bot.console.files import begin_scenario, load_position, play_record, read_bytes, read_position
from bot.discord.outgoing import compose
from bot.discord.panel import panel
from bot.errors import SettingsError
from bot.games.frontend import front_of
from bot.games.playing import AUTOMATIC
from bot.games.showing import list_runners
from bot.language import load_language
from bot.narrate.announcements import write_turns
from bot.narrate.panel import write_heading
from bot.tables.announcements import Turns
from bot.tables.draft import Draft, draft_keys
from bot.tables.moments import TableMoment
from bot.tables.table import Table
from engine import Game
from engine.core.record import read_record
from storage import Game as StoredGame
from storage import Seat

NOW: Final = datetime(1930, 3, 12, tzinfo=UTC)
RECORD: Final = ".jsonl"
MESSAGE: Final = "message"
SMALL: Final = ("### ", "-# ")
"""The signs before headings and small print."""


def open_table(game: Game, table_id: str = "k7m2xq", person: str = "", version: int = 0) -> Table:
    """Return a table in memory at which a game is played.

    ``person`` is the name of a person on every seat. Without it, automatic players have their seats, and people are
    named after theirs.
    """
    stored = StoredGame(
        id=table_id,
        channel_id=2,
        name="Salt March",
        kind=game.rules.name,
        scenario=game.start.scenario,
        status="playing",
        language="en",
        version=version,
        rules_version="1",
        seed=bytes(32),
        host_user_id=1,
        created=NOW,
        updated=NOW,
    )
    player = front_of(game.rules.name).player
    seats = []
    for place, seat in enumerate(list_runners(game.view())):
        row = Seat(game_id=table_id, seat=seat, place=place, kind="player", user_id=place + 1)
        row.display_name = person or seat.capitalize()
        if not person and player.is_automatic(game, seat):
            row.kind, row.user_id, row.display_name = AUTOMATIC, None, player.name
        seats.append(row)
    return Table(stored, tuple(seats))


def open_moment(game: Game, seat: str, keys: Iterable[str]) -> TableMoment:
    """Return the moment that the person on a seat sees at a table after choosing some keys. Raises GameError."""
    seen = game.blind((seat,))
    start, step = seen.view(), list(seen.state.log)
    is_mine = seen.pending_seat == seat and not front_of(game.rules.name).player.is_automatic(game, seat)
    moment = TableMoment(seen, Draft(), start, [], step, is_mine=is_mine, table=open_table(game))
    moment.draft = draft_keys(seen, [*keys])
    moment.changes = seen.state.log[len(step) :]
    return moment


def write_parts(parts: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    """Yield the parts of a message as lines: text, a line for each row of buttons, and one for each choice in lists."""
    for part in parts:
        inside = part.get("components", ())
        if part["type"] == discord.ComponentType.action_row.value and "label" in inside[0]:
            yield " ".join(f"[{one['label']}]" for one in inside)
        elif "options" in part:
            yield f"[{part.get('placeholder', '')} ▾]"
            for option in part["options"]:
                yield " · ".join(["   ", option["label"], *filter(None, [option.get("description")])])
        elif "content" in part:
            yield from write_plainly(part["content"])
        else:
            yield from write_parts(inside)


def write_plainly(words: str) -> Iterator[str]:
    """Yield the lines of a message without Discord's formatting signs."""
    for line in words.splitlines():
        for sign in SMALL:
            line = line.removeprefix(sign)
        yield line.replace("**", "").replace("`", "")


def find_game(options: argparse.Namespace) -> Game:
    """Return the game that the options name. Raises GameError and SettingsError.

    In a record, a panel is taken at the beginning of step ``--turn``, and a message is about that step.
    """
    if options.scenario is not None:
        return begin_scenario(options.scenario)
    if options.position.startswith("{"):
        return read_position(options.position, "--position")
    path = Path(options.position)
    if path.suffix != RECORD:
        return load_position(path)
    record = read_record(read_bytes(path))
    if options.turn is None:
        return play_record(record)
    if not 0 <= options.turn < len(record.steps):
        raise SettingsError(f"{path} has steps 0 to {len(record.steps) - 1}, and no step {options.turn}.")
    return play_record(record, options.turn + (options.what == MESSAGE))


def show(options: argparse.Namespace) -> Iterator[str]:
    """Yield the lines of ``gandhi show``. Raises GameError and SettingsError."""
    game = find_game(options)
    language = load_language(options.language, game.rules.name)
    if options.what == MESSAGE:
        if not game.steps:
            raise SettingsError("A message is about a step that was played: name a record.")
        before, changes = game.view_after(len(game.steps) - 2), list(game.steps[-1].changes)
        turns = Turns(style="full", span="", before=before, view=game.view(), changes=changes)
        yield from write_plainly(write_turns(language, front_of(game.rules.name), turns))
        return
    seats = list(list_runners(game.view()))
    seat = options.seat or game.pending_seat or seats[0]
    if seat not in seats:
        raise SettingsError(f"There is no seat {seat!r}: it is {', '.join(seats)}.")
    moment = open_moment(game, seat, options.keys)
    sheet, rows = panel(language, moment)
    screen = compose(write_heading(language, moment), sheet, rows)
    yield from write_parts(item.to_component_dict() for item in screen.children)

"""Queuing public messages, in the transaction that makes them true. The outbox sends them afterwards.

A payload is plain data: the text in the table's language, whom it pings, the buttons under it and, for a picture, the
public view with the Changes to point out.
"""

from __future__ import annotations

from typing import Any

import msgspec

from bot.language import Language, choose_language
from bot.loading import Loaded, resume
from bot.moments import Table, are_on_map, view_of
from bot.presenters.report import report_end, report_next, report_start, report_turn
from bot.writing import Written
from engine import Game
from engine.core.change import Change
from engine.core.text import Text
from engine.gandhi.view import View
from storage import Writer

TURN = "turn"
STATUS = "status"
NOTICE = "notice"
PICTURE = "picture"
PUBLIC = "public"

NOBODY = 0
"""The actor of a turn that Arjuna took."""


class Payload(msgspec.Struct, omit_defaults=True):
    """What a queued message holds. ``buttons`` are verbs; ``is_end`` adds the record file.

    ``ping`` is the id of the person who must act, ``pings`` those of all who are asked something together.
    """

    content: str = ""
    language: str = "en"
    ping: int | None = None
    pings: list[int] = []
    buttons: list[str] = []
    view: View | None = None
    changes: list[Change] = []
    is_end: bool = False
    message_id: int = 0

    def store(self) -> dict[str, Any]:
        """The payload as JSON for the database."""
        data: dict[str, Any] = msgspec.to_builtins(self)
        return data

    @classmethod
    def read(cls, data: dict[str, Any]) -> Payload:
        """The payload that `store` wrote."""
        return msgspec.convert(data, cls)


def language_of(table: Table) -> Language:
    """The language of a table's public messages."""
    return choose_language(table.game.language)


def whom_to_ping(table: Table, game: Game, actor_id: int | None) -> int | None:
    """The person who must act next, unless it is the one who just did."""
    holder = table.holder(game.decision.seat) if game.decision is not None else None
    if holder is None or holder.user_id == actor_id:
        return None
    return holder.user_id


def following(table: Table, game: Game, actor_id: int | None) -> list[str]:
    """The lines at the end of a public message: who decides next, and what."""
    if game.decision is None:
        return []
    ping = whom_to_ping(table, game, actor_id) is not None
    return report_next(language_of(table), table, game.decision, view_of(game), ping)


async def announce(tx: Writer, loaded: Loaded, table: Table, game: Game, written: Written, actor_id: int) -> None:
    """Queue what a commit makes public: finished turns with the map, or who is asked in the middle of one.

    A choice after which the same person simply goes on in the same turn is not told before the turn is over.
    """
    language = language_of(table)
    before = loaded.game.decision.seat if loaded.game.decision is not None else ""
    after = game.decision.seat if game.decision is not None else ""
    if not written.steps and before == after:
        return
    tail = following(table, game, actor_id)
    payload = Payload(
        language=language.code, ping=whom_to_ping(table, game, actor_id), buttons=["turn", "card", "retract"]
    )
    view = view_of(game)
    if actor_id == NOBODY and written.steps:
        payload.buttons = ["turn", "card", "reasons"]
    if written.steps:
        start = view_of(resume(table, loaded.turn, ()))
        changes = [change for step in written.steps for change in step.changes]
        if game.decision is None and game.result is not None:
            tail = ["", *report_end(language, table, game.result, table.game.seed)]
            payload.is_end = True
            payload.buttons = ["log"]
        payload.content = report_turn(language, changes, start, view, ["", *tail] if tail else [])
        if are_on_map(changes):
            payload.view, payload.changes = view, changes
    else:
        changes = list(game.state.log) if before == game.label.seat else written.changes
        payload.content = report_turn(language, changes, view, view, tail)
    await tx.enqueue(table.id, TURN, PUBLIC, payload.store())
    await announce_status(tx, table)


async def announce_start(tx: Writer, table: Table, game: Game, actor_id: int) -> None:
    """Queue the first message of a game, with the map of the starting position."""
    view = view_of(game)
    content = report_start(language_of(table), table, view, game.seed_digest, ["", *following(table, game, None)])
    holder = table.holder(game.decision.seat) if game.decision is not None else None
    payload = Payload(
        content=content,
        language=table.game.language,
        ping=holder.user_id if holder is not None else None,
        buttons=["turn", "card"],
        view=view,
    )
    await tx.enqueue(table.id, TURN, PUBLIC, payload.store())
    await announce_status(tx, table)


async def announce_notice(tx: Writer, table: Table, message: Text, seat: str, actor_id: int | None) -> None:
    """Queue one sentence for the table; it pings the person on ``seat``, unless he did it himself."""
    language = language_of(table)
    holder = table.holder(seat) if seat else None
    is_told = holder is not None and holder.user_id is not None and holder.user_id != actor_id
    content = language.say(message)
    if is_told and holder is not None:
        content = f"<@{holder.user_id}> {content}"
    payload = Payload(
        content=content,
        language=language.code,
        ping=holder.user_id if is_told and holder is not None else None,
        buttons=["turn"] if table.game.status == "playing" else [],
    )
    await tx.enqueue(table.id, NOTICE, PUBLIC, payload.store())


async def announce_status(tx: Writer, table: Table) -> None:
    """Queue the pinned status message anew; only the newest counts."""
    await tx.enqueue(table.id, STATUS, PUBLIC, {}, supersede=True)

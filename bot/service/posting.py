"""Queuing public messages, in the transaction that makes them true. The outbox sends them afterwards.

A payload is plain data: the text in the table's language, whom it pings, the buttons under it and, for a picture, the
public view with the Changes to point out.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from bot.language import Language, choose_language
from bot.narrate.report import report_end, report_next, report_start, report_turn
from bot.narrate.standing import write_result
from bot.service.history.barriers import offer_undo
from bot.service.loading import Loaded
from bot.service.moments import Table
from bot.service.writing import Written
from engine import Game
from engine.core.change import Change
from engine.core.text import Text
from storage import Writer

TURN = "turn"
STATUS = "status"
NOTICE = "notice"
REMINDER = "reminder"
"""The one message that reminds somebody; without content it takes the one before away."""
ENDING = "ending"
PICTURE = "picture"
PUBLIC = "public"
BESIDE = "public/status"
"""Where a table's status goes: after the messages that wait, and no message waits for it."""

GONE_BACK = "gone_back"
"""The option of a table that counts how often its game has gone back to an earlier turn."""
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
    view: Any = None
    changes: list[Change] = []
    is_end: bool = False
    message_id: int = 0

    def store(self) -> dict[str, Any]:
        """The payload as JSON for the database."""
        # What a language has said is a kind of text that the library does not know.
        data: dict[str, Any] = msgspec.to_builtins(self, enc_hook=str)
        return data

    @classmethod
    def read(cls, data: dict[str, Any]) -> Payload:
        """The payload that `store` wrote."""
        return msgspec.convert(data, cls)


def language_of(table: Table) -> Language:
    """The language of a table's public messages."""
    return choose_language(table.game.language).of_game(table.game.kind)


def whom_to_ping(table: Table, game: Game, actor_id: int | None) -> int | None:
    """The person who must act next, for themselves or in another's place, unless it is the one who just did."""
    if game.decision is None or table.front.is_automatic(game, game.decision.seat):
        return None
    actor, absence = table.actor(game.decision.seat), table.absence(game.decision.seat)
    if actor is None or actor.user_id == actor_id or (absence is not None and absence.stand_in_id is None):
        return None
    return actor.user_id


def call(table: Table, game: Game) -> list[str]:
    """*Your turn*, under a message after which a person is asked; nothing under any other."""
    if game.decision is None or table.front.is_automatic(game, game.decision.seat):
        return []
    actor, absence = table.actor(game.decision.seat), table.absence(game.decision.seat)
    is_arjunas = absence is not None and absence.stand_in_id is None
    return ["turn"] if actor is not None and actor.user_id is not None and not is_arjunas else []


def following(table: Table, game: Game, actor_id: int | None) -> list[str]:
    """The lines at the end of a public message: who decides next, and what."""
    if game.decision is None:
        return []
    ping = whom_to_ping(table, game, actor_id) is not None
    return report_next(language_of(table), table, game.decision, game, ping)


async def announce(
    tx: Writer,
    loaded: Loaded,
    table: Table,
    game: Game,
    written: Written,
    actor_id: int,
    remarks: Sequence[Text] = (),
    asides: Sequence[Text] = (),
) -> None:
    """Queue what a commit makes public: finished turns with the map, or who is asked in the middle of one.

    A choice after which the same person simply goes on in the same turn is not told before the turn is over, unless
    there are ``remarks``: sentences about how it came about. ``asides`` are told with what is told anyway.
    """
    language = language_of(table)
    before = loaded.game.pending_seat
    after = game.pending_seat
    if not written.steps and before == after and not remarks:
        return
    tail = [*(f"-# {language.say(each)}" for each in (*remarks, *asides)), *following(table, game, actor_id)]
    payload = Payload(
        language=language.code,
        ping=whom_to_ping(table, game, actor_id),
        buttons=[*call(table, game), "card", *await offer_undo(tx, table, game)],
    )
    view = game.view()
    watching = await find_watchers(tx, loaded, table, game, payload, actor_id)
    payload.pings = list(watching)
    watchers = [f"-# {' '.join(f'<@{user_id}>' for user_id in payload.pings)}"] if payload.pings else []
    if actor_id == NOBODY and written.steps:
        payload.buttons.append("reasons")
    if written.steps:
        payload.buttons.append(look_at_turns(loaded, written))
    if written.steps:
        start = loaded.game.at_start().view()
        changes = [change for step in written.steps for change in step.changes]
        if game.decision is None and game.result is not None:
            tail = [*tail, f"**{write_result(language, game.result)}**"]
            payload.buttons = ["log", look_at_turns(loaded, written)]
            # Who asked to be pinged at the end is pinged by the message after this one, with everybody who plays.
            watchers, payload.pings = [], []
        tail += watchers
        payload.content = report_turn(language, table.front, changes, start, view, ["", *tail] if tail else [])
        if table.front.is_on_map(changes):
            payload.view, payload.changes = view, changes
    else:
        changes = list(game.state.log) if before == game.label.seat else written.changes
        payload.content = report_turn(language, table.front, changes, view, view, ["", *tail], is_under_way=True)
    await tx.enqueue(table.id, TURN, PUBLIC, payload.store())
    if game.decision is None:
        await announce_ending(tx, table, game, watching)
    await announce_status(tx, table)


async def announce_ending(tx: Writer, table: Table, game: Game, watching: Sequence[int]) -> None:
    """Queue the message after the last turn, which pings everybody who plays: the ranking, the final board, the record.

    The turning point and the seed are added when it is sent; the chart and the recap follow once it is there.
    """
    language = language_of(table)
    people = sorted({row.user_id for row in table.seats if row.user_id is not None})
    others = [user_id for user_id in watching if user_id not in people]
    body = report_end(language, table, game)
    body += [f"-# {' '.join(f'<@{user_id}>' for user_id in others)}"] if others else []
    payload = Payload(
        content="\n".join(body),
        language=language.code,
        pings=[*people, *others],
        buttons=["verify", "rematch"],
        view=game.view(),
        is_end=True,
    )
    await tx.enqueue(table.id, ENDING, PUBLIC, payload.store())


def look_at_turns(loaded: Loaded, written: Written) -> str:
    """The button that tells everything about the turns just played, whatever is played after them."""
    first = loaded.turn.number
    return f"details:{first}-{first + max(written.turns, 1) - 1}"


async def find_watchers(
    tx: Writer, loaded: Loaded, table: Table, game: Game, payload: Payload, actor_id: int
) -> list[int]:
    """Those who asked to be pinged now: at the end of a card, or of the game. Whoever is pinged anyway is not again."""
    if game.decision is None:
        wanted = {"card", "game"}
    elif table.front.find_card(loaded.game.view()) != table.front.find_card(game.view()):
        wanted = {"card"}
    else:
        return []
    return [
        row.user_id
        for row in await tx.arrangements(table.id, "watch")
        if row.payload.get("ping") in wanted and row.user_id not in (actor_id, payload.ping)
    ]


async def announce_start(tx: Writer, table: Table, game: Game, actor_id: int) -> None:
    """Queue the first message of a game, with the map of the starting position."""
    view = game.view()
    content = report_start(language_of(table), table, view, game.seed_digest, ["", *following(table, game, None)])
    payload = Payload(
        content=content,
        language=table.game.language,
        ping=whom_to_ping(table, game, None),
        buttons=[*call(table, game), "card"],
        view=view,
    )
    await tx.enqueue(table.id, TURN, PUBLIC, payload.store())
    await announce_status(tx, table)


async def announce_notice(
    tx: Writer, table: Table, message: Text, seat: str, actor_id: int | None, buttons: Sequence[str] = ()
) -> None:
    """Queue one sentence for the table; it pings who acts for ``seat``, unless that person did it."""
    language = language_of(table)
    holder = table.actor(seat) if seat else None
    is_told = holder is not None and holder.user_id is not None and holder.user_id != actor_id
    content = language.say(message)
    if is_told and holder is not None:
        content = f"<@{holder.user_id}> {content}"
    payload = Payload(
        content=content,
        language=language.code,
        ping=holder.user_id if is_told and holder is not None else None,
        buttons=[*(["turn"] if is_told and table.game.status == "playing" else []), *buttons],
    )
    await tx.enqueue(table.id, NOTICE, PUBLIC, payload.store())


async def announce_status(tx: Writer, table: Table) -> None:
    """Queue the pinned status message again; only the newest counts."""
    await tx.enqueue(table.id, STATUS, BESIDE, {}, supersede=True)

"""Announcements: messages for a table as data, queued in the transaction that makes them true.

An announcement contains only facts: texts by their keys, public views, Changes, people to ping. It becomes text,
buttons and pictures when it is delivered (`bot.narrate.announcements`), in the table's language. This module limits how
often a person is pinged in a day.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, Final, Literal
from weakref import WeakKeyDictionary

import msgspec

from bot.tables.draft import is_for_everyone, is_proposed
from bot.tables.preferences import sum_up_advice
from bot.tables.table import Absence, Calls, Spot, Table, TableState, name_actor, name_holder
from engine import Game
from engine.core.change import Change
from engine.core.protocol import Result
from engine.core.text import Text, text
from storage import Writer

TURN: Final = "turn"
STATUS: Final = "status"
NOTICE: Final = "notice"
REMINDER: Final = "reminder"
"""The kind of a reminder. It replaces the previous reminder at its table; without a text it only removes that one."""
ENDING: Final = "ending"
PICTURE: Final = "picture"
UNDO: Final = "undo"
"""The kind of the stored reference to the one message that has an undo button for a turn."""
PUBLIC: Final = "public"
BESIDE: Final = "public/status"
"""The target of a status update: it is sent after earlier messages, but later messages do not wait for it."""

NOBODY: Final = 0
"""The actor of an automatic player's turn."""

Offer = Literal[
    "turn",
    "card",
    "log",
    "back",
    "show",
    "catchup",
    "verify",
    "rematch",
    "vote",
    "rewind",
    "keep",
    "reactivate",
    "request",
]
"""A button that an announcement offers to its readers. `Notice.vote` has the number of the vote for “vote”."""


class Announcement(msgspec.Struct, omit_defaults=True, kw_only=True, tag_field="announces"):
    """The common part of announcements: the language, who must act (``ping``), and other people to ping."""

    language: str = "en"
    ping: int | None = None
    pings: list[int] = []

    @property
    def everybody(self) -> list[int]:
        """Return everyone whom the announcement pings."""
        return [*([self.ping] if self.ping is not None else []), *self.pings]


class Turns(Announcement, tag="turns"):
    """Turns from one public view to another, and who is asked next.

    ``style`` is the amount of detail: a turn in full, several turns in brief, consecutive steps of a round, or part of
    a turn in which someone is asked. ``under_way`` are the Changes so far of a further turn, after ``changes``.
    ``span`` names the stored turns, as `Chapter.span` of `bot.tables.pending` does. ``notes`` are remarks, such as why
    an absent person's turn was played. ``is_called`` says whether a person must act next, ``undo`` is the number of the
    turn that can be undone, and ``offers`` are the buttons.
    """

    style: Literal["full", "brief", "round", "so_far"]
    span: str
    before: Any
    view: Any
    changes: list[Change] = []
    under_way: list[Change] = []
    notes: list[Text | str] = []
    next: Text | None = None
    result: Result | None = None
    has_reasons: bool = False
    is_called: bool = False
    undo: int | None = None
    offers: list[Offer] = []


class Start(Announcement, tag="start"):
    """The beginning of a game: who plays which seat, the starting position, the digest of the secret seed."""

    view: Any
    seats: list[Text]
    digest: str
    next: Text | None = None
    is_called: bool = False


class Ending(Announcement, tag="ending"):
    """The end of a game: the result, who holds the seats of its ranking, the final board, and who is ``watching``."""

    view: Any
    result: Result
    holders: list[Any]
    notes: list[Text] = []
    watching: list[int] = []

    @property
    def everybody(self) -> list[int]:
        """Return everyone whom the announcement pings."""
        return [*self.pings, *self.watching]


class Notice(Announcement, tag="notice"):
    """A sentence for the table, after the names of the people whom it pings, and after the sentences ``before`` it.

    ``offers`` are the buttons, ``vote`` is the number of the vote or request that the sentence is about. A vote may be
    about ``changes`` that would lead to ``view``. ``is_end`` means that the record of the game is attached.
    """

    text: Text
    before: list[Text] = []
    offers: list[Offer] = []
    vote: int = 0
    is_end: bool = False
    view: Any = None
    changes: list[Change] = []


class Reminder(Announcement, tag="reminder"):
    """Sentences for the person whom the reminder pings; without any, it only removes the previous reminder."""

    texts: list[Text] = []


class Attachment(Announcement, tag="attachment"):
    """A picture, or the files of a whole game, to add to the message ``message_id``, which was sent before.

    ``kept`` are the ids of the files that stay on that message, or None if they are unknown.
    """

    message_id: int
    kept: list[int] | None = None
    view: Any = None
    changes: list[Change] = []
    is_round: bool = False
    scores: dict[str, int] = {}


class Written(Announcement, tag="written"):
    """A message that an earlier version of the program has queued: its text, with the verbs of its buttons."""

    content: str = ""
    buttons: list[str] = []
    view: Any = None
    changes: list[Change] = []
    is_round: bool = False
    scores: dict[str, int] = {}
    is_end: bool = False
    message_id: int = 0


AnyAnnouncement = Turns | Start | Ending | Notice | Reminder | Attachment | Written


def store_announcement(announcement: Announcement) -> dict[str, Any]:
    """Return an announcement as JSON data for the database."""
    data: dict[str, Any] = msgspec.to_builtins(announcement)
    return data


def read_announcement(data: dict[str, Any]) -> AnyAnnouncement:
    """Return the announcement that `store_announcement` stored; data of an earlier version become a `Written`."""
    announcement: AnyAnnouncement = msgspec.convert({"announces": "written", **data}, AnyAnnouncement)
    return announcement


MOST_CALLS: Final = 100
"""The most pings of a person at a table in a day (UTC); after that, messages do not ping them."""
MOST_NOTICES: Final = 20
"""The pings in a day after which a person is pinged only for the game itself: its beginning, a turn, its end."""
_calls: WeakKeyDictionary[Writer, Counter[int]] = WeakKeyDictionary()


def limit_pings(tx: Writer, table: Table, announcement: Announcement) -> None:
    """Count the pings of an announcement, and remove those of people whom the table pinged too often today.

    The limit for a person is `MOST_CALLS` or `MOST_NOTICES`.
    """
    counted, most = _calls.setdefault(tx, Counter()), MOST_NOTICES
    if isinstance(announcement, Turns | Start | Ending):
        most = MOST_CALLS
    before = read_calls(tx, table.state)

    def may_ping(person: int) -> bool:
        counted[person] += 1
        return before.get(str(person), 0) + counted[person] <= most

    announcement.pings = [person for person in announcement.pings if may_ping(person)]
    if announcement.ping is not None and not may_ping(announcement.ping):
        announcement.ping = None


def read_calls(tx: Writer, state: TableState) -> dict[str, int]:
    """Return how often each person was pinged at a table today, before this transaction. A key is an id as text."""
    return state.calls.counts if state.calls is not None and state.calls.day == count_day(tx) else {}


def count_day(tx: Writer) -> int:
    """Return the number of this day (UTC) since 1970."""
    return int(tx.now.timestamp()) // 86400


def has_calls(tx: Writer) -> bool:
    """Return whether this transaction has queued pings that `count_calls` has not counted yet."""
    return bool(_calls.get(tx))


def count_calls(tx: Writer, state: TableState) -> TableState:
    """Return the state of a table with the queued pings of this transaction added. A second call adds nothing."""
    counted = _calls.pop(tx, None)
    if not counted:
        return state
    counts = Counter(read_calls(tx, state))
    counts.update({str(person): count for person, count in counted.items()})
    return msgspec.structs.replace(state, calls=Calls(count_day(tx), dict(counts)))


async def queue(tx: Writer, table: Table, kind: str, announcement: Announcement, *, supersede: bool = False) -> None:
    """Queue an announcement for the table's channel; with ``supersede``, in place of unsent ones of the same ``kind``.

    A `Notice` or `Turns` becomes one message with a sentence (`is_only_said`) that the same transaction has just
    queued. Pings over the limit are left out.
    """
    announcement.language = table.game.language
    limit_pings(tx, table, announcement)
    earlier = tx.find_queued(table.id, PUBLIC)
    if earlier is not None and earlier.kind == NOTICE and isinstance(announcement, Notice | Turns):
        sentence = read_announcement(earlier.payload)
        if isinstance(sentence, Notice) and is_only_said(sentence):
            await tx.withdraw(earlier)
            take_in(announcement, sentence)
    await tx.enqueue(table.id, kind, PUBLIC, store_announcement(announcement), supersede=supersede)


def is_only_said(notice: Notice) -> bool:
    """Return whether a notice is only a sentence, without vote, board or record, and without a button but “turn”."""
    return not (notice.vote or notice.is_end or notice.view or notice.changes or set(notice.offers) - {"turn"})


def take_in(announcement: Notice | Turns, sentence: Notice) -> None:
    """Put a sentence, with its pings and buttons, at the beginning of the next announcement."""
    said = [*sentence.before, sentence.text]
    if isinstance(announcement, Turns):
        announcement.notes = [*said, *announcement.notes]
    else:
        announcement.before = [*said, *announcement.before]
        more = [one for one in sentence.offers if one not in announcement.offers]
        announcement.offers = [*more, *announcement.offers]
    others = [person for person in sentence.everybody if person not in announcement.everybody]
    announcement.pings = [*others, *announcement.pings]


def find_person_asked(table: Table, game: Game) -> int | None:
    """Return the person who must act next, for themselves or as a stand-in; None if none must, or the game is over."""
    if game.decision is None or table.front.player.is_automatic(game, game.decision.seat):
        return None
    actor = table.actor(game.decision.seat)
    return actor.user_id if actor is not None and not table.has_automatic_stand_in(game.decision.seat) else None


def find_ping(table: Table, game: Game, actor_id: int | None) -> int | None:
    """Return the person who must act next, to be pinged; None if there is none, or they have just acted."""
    person = find_person_asked(table, game)
    return person if person != actor_id else None


def describe_next(table: Table, game: Game, actor_id: int | None) -> Text | None:
    """Return a text that says who decides next, and the question, or None for a finished game.

    ``actor_id`` is the person who has just acted: they are named, but not mentioned.
    """
    decision = game.decision
    if decision is None:
        return None
    if is_proposed(table, game):
        return text("ui.next.proposed", seat=decision.seat)
    if table.front.player.is_automatic(game, decision.seat):
        return text("ui.next.arjuna", seat=decision.seat)
    if is_for_everyone(table, game):
        return text("ui.next.everyone", seat=decision.seat, what=decision.prompt)
    actor = table.actor(decision.seat)
    if actor is None or actor.user_id is None:
        return text("ui.next.empty", seat=decision.seat)
    who = name_actor(table, decision.seat, mention=find_ping(table, game, actor_id) is not None)
    if game.label.phase == table.front.setup.turn_phase and not game.keys:
        return text("ui.next.turn", seat=decision.seat, who=who)
    return text("ui.next", seat=decision.seat, who=who, what=decision.prompt)


async def announce_start(tx: Writer, table: Table, game: Game) -> None:
    """Queue the first message of a game, and a status update.

    In a season the message pings all players, because the games of a season begin by themselves.
    """
    ping = find_ping(table, game, None)
    start = Start(
        view=game.view(),
        seats=[text("ui.seat", seat=row.seat, who=name_holder(table, row)) for row in table.seats],
        digest=game.seed_digest,
        next=describe_next(table, game, None),
        ping=ping,
        pings=sorted(table.people - {ping}) if table.circle is not None else [],
        is_called=find_person_asked(table, game) is not None,
    )
    await queue(tx, table, TURN, start)
    await announce_status(tx, table)


def describe_ending(table: Table, game: Game, watching: Sequence[int] = ()) -> Ending | None:
    """Return the announcement of a game's end, or None during the game.

    It pings everyone who plays, and the spectators ``watching``. Parts that need the whole game are added on delivery:
    the turning point, the seed, the record, the pictures.
    """
    if game.result is None:
        return None
    people = sorted(table.people)
    times = table.state.gone_back if len(people) == 1 else 0
    times_changed = len(table.state.differently)
    holders = [table.holder(seat) for seat in game.result.ranking]
    return Ending(
        view=game.view(),
        result=game.result,
        holders=[name_holder(table, row) if row is not None else "" for row in holders],
        notes=[
            *([text("ui.over.gone_back", count=times)] if times else []),
            *([text("ui.over.put_right", count=table.state.put_right)] if table.state.put_right else []),
            *([text("ui.over.differently", count=times_changed)] if times_changed else []),
            *sum_up_advice(table),
        ],
        pings=people,
        watching=[person for person in watching if person not in people],
    )


async def announce_notice(
    tx: Writer,
    table: Table,
    message: Text,
    seat: str = "",
    actor_id: int | None = None,
    offers: Sequence[Offer] = (),
    *,
    pings: Sequence[int] = (),
) -> None:
    """Queue a sentence for the table, with buttons (``offers``).

    It pings the person who acts for ``seat``, and ``pings``, but never ``actor_id``, who has caused it.
    """
    actor = table.actor(seat) if seat else None
    ping = actor.user_id if actor is not None and actor.user_id != actor_id else None
    is_called = ping is not None and table.game.status == "playing"
    offered: list[Offer] = [*(["turn"] if is_called else []), *offers]  # type: ignore[list-item]
    others = [person for person in pings if person not in (actor_id, ping)]
    await queue(tx, table, NOTICE, Notice(text=message, ping=ping, pings=others, offers=offered))


async def announce_status(tx: Writer, table: Table) -> None:
    """Queue an update of the table's status message, in place of an update that waits."""
    await tx.enqueue(table.id, STATUS, BESIDE, {}, supersede=True)


def tell_back(table: Table, ended: Sequence[Absence], kept: Sequence[str] = ()) -> Text:
    """Return the message that people are back from their ``ended`` absences.

    If there are ``kept`` seats, it says that the automatic player first ends its turn.
    """
    names = [holder.display_name for one in ended if (holder := table.holder(one.seat)) is not None]
    key = "ui.public.back_later" if kept else "ui.public.back"
    return text(key, who=list(dict.fromkeys(names)), seat=[one.seat for one in ended])


async def move_in(tx: Writer, game_id: str, spot: Spot) -> None:
    """Store the thread of a table (``spot``) and, if the status message is already in that thread, its id.

    An earlier status elsewhere is stored as left behind, so that the next update of the status tidies it up.
    """
    await tx.update_game(game_id, thread_id=spot.thread_id)
    if spot.message_id is not None:
        old = await tx.message_ref(game_id, STATUS)
        if old is not None and old.channel_id != spot.thread_id:
            await tx.put_message_ref(game_id, f"{STATUS}.{old.message_id}", old.channel_id, old.message_id)
        await tx.put_message_ref(game_id, STATUS, spot.thread_id, spot.message_id)

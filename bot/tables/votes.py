"""The vote of a table: at most one at a time. It names the people who are asked, and only they can agree or refuse.

`authorization` says who has to agree, and when silence counts as a yes. The text of a vote, and its consequences, are
in the `Motion` of the module that proposes it.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

import msgspec

from bot.errors import NotStarted, TableError
from bot.language import Time
from bot.tables.announcements import NOTICE, Notice, Offer, announce_notice, queue
from bot.tables.authorization import (
    CLAIM,
    DAY,
    Permission,
    Request,
    check_answer,
    find_asked,
    find_labels,
    find_repeated,
    gives_way,
    is_owner,
    is_protected,
    list_holders,
)
from bot.tables.committing import Automation
from bot.tables.loading import load_table
from bot.tables.preferences import name_span
from bot.tables.table import Table, change_state
from bot.tables.timers import Timers, as_time, is_stalled
from bot.tables.transaction import TableTransaction, Transactions, once
from engine.core.change import Change
from engine.core.text import Text, text
from storage import Reader, Timer

TICK: Final = "vote"
"""The kind of the timer that counts how long the game waits for a seat."""
END: Final = "vote_end"
"""The kind of the timer that ends an undecided vote."""
LONGEST_VOTE: Final = timedelta(days=7)
"""The longest duration of a vote."""
LONGEST_STEP: Final = timedelta(hours=1)
"""The longest time between two counts of silence: more than this is not counted while the bot is down."""
HOUR: Final = 3600


class Vote(msgspec.Struct, frozen=True, omit_defaults=True):
    """A vote: who has proposed it (``by``), who is ``asked``, by their labels, and which labels have ``agreed``.

    ``kind`` is the name of the permission, ``version`` that of the game at the beginning of the vote, ``number`` the
    vote's name in buttons. ``holders`` has the holders of the seats on which the vote depends. ``seat`` is the seat
    that the vote is about, ``user`` and ``name`` are its new player; ``turn`` and ``terms`` are the subjects of other
    votes. If silence may count, the game must wait for the seat for ``needed`` seconds. ``waited`` are the seconds
    counted so far; while the game waits, the count continues from ``since`` (0: it does not wait). ``is_reminded``
    means that the owner was pinged half-way.
    """

    kind: str
    version: int
    number: int
    by: int
    asked: dict[str, int]
    holders: dict[str, int | None]
    agreed: list[str]
    seat: str = ""
    user: int | None = None
    name: str = ""
    turn: int = 0
    terms: dict[str, Any] = {}
    needed: int = 0
    waited: int = 0
    since: int = 0
    is_reminded: bool = False

    @property
    def is_silence_consent(self) -> bool:
        """Return whether silence counts in this vote, and the owner of the seat has been silent for long enough."""
        return bool(self.needed) and self.waited >= self.needed

    @property
    def missing(self) -> tuple[str, ...]:
        """Return the labels of those who still have to agree."""
        silent = self.seat if self.is_silence_consent else ""
        return tuple(label for label in self.asked if label not in (*self.agreed, silent))


@dataclass(frozen=True, slots=True)
class Motion:
    """The texts and the consequence of a kind of vote, from the module that proposes it.

    ``write`` returns the text of the question; ``refuse`` returns the announcement that some seats have refused;
    ``carry_out`` does what was agreed. Its last parameter is the person who agreed last, or None after silence.
    ``offer`` is the button under the question.
    """

    write: Callable[[TableTransaction, Table, Vote], Awaitable[Text]]
    refuse: Callable[[Vote, Sequence[str]], Text]
    carry_out: Callable[[TableTransaction, Table, Vote, int | None], Awaitable[None]]
    offer: Offer = "vote"
    silence: str = "replace"
    """The part of the text keys ``ui.public.<silence>_half`` and ``ui.public.<silence>_silent``."""
    show: Callable[[TableTransaction, Table, Vote], Awaitable[tuple[Any, list[Change]]]] | None = None
    """Returns a board and the Changes that lead to it, to be shown with the question. None: nothing is shown."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of a proposal or an answer: the labels of those who still have to agree, and the number of the vote.

    ``seat`` is the seat that the vote is about, ``name`` its new player, and ``kind`` the kind of the vote, if known.
    """

    table: Table
    seat: str = ""
    name: str = ""
    missing: tuple[str, ...] = ()
    number: int = 0
    kind: str = ""

    @property
    def is_done(self) -> bool:
        """Return whether everyone has agreed."""
        return not self.missing


class Votes:
    """Opens votes, counts answers and silence, and has the agreed changes carried out.

    ``motions`` has the motion for each kind of vote. ``on_decided`` is called with the table's id after each proposal
    and each answer, because it may have decided a vote.
    """

    def __init__(self, transactions: Transactions, automation: Automation, timers: Timers) -> None:
        self._transactions = transactions
        self._automation = automation
        self._timers = timers
        self.motions: dict[str, Motion] = {}
        self.on_decided: Callable[[str], None] = lambda game_id: None

    async def open(self, tx: TableTransaction, permission: Permission, request: Request, **subject: Any) -> Vote:
        """Have a table vote, or carry out the motion at once if no one else has to agree; return the vote.

        The caller must have checked the permission. ``subject`` are fields of the `Vote`. Raises TableError during
        another vote that does not give way, and for a person who repeats a proposal for the same seat too soon.
        """
        table, seat, user_id = request.table, request.seat, request.user_id
        under_way = await find_vote(tx, table)
        if under_way is not None:
            kind, by, about = under_way.kind, under_way.by, under_way.seat
            if not gives_way(kind, by, about, permission, request, is_late=is_late(tx, table, seat)):
                raise TableError(text("error.vote_open"))
            await self._end(tx, table)
            await forget_attempt(tx, table, under_way)
            is_request = kind == CLAIM.name and by not in list_holders(table).values()
            words = text("ui.public.request_gives_way", who=under_way.name)
            await announce_notice(tx, table, words if is_request else text("ui.public.vote_gives_way"))
        asked, holders = find_asked(permission, request), list_holders(table)
        depends_on = [row.seat for row in table.seats if "seated" in permission.asked or row.seat == seat]
        vote = Vote(
            kind=permission.name,
            version=table.game.version,
            number=int(tx.now.timestamp() * 1000),
            by=user_id,
            asked=asked,
            holders={one: holders.get(one) for one in depends_on},
            agreed=find_labels(asked, user_id),
            seat=seat,
            user=request.newcomer,
            needed=find_needed(permission, table),
            **subject,
        )
        if not vote.missing:
            await self.motions[vote.kind].carry_out(tx, table, vote, user_id)
            return vote
        await remember_attempt(tx, permission, request)
        await self._end(tx, table)
        await store(tx, table, vote)
        await tx.set_timer(table.id, END, tx.now + LONGEST_VOTE, table.game.version, payload={"number": vote.number})
        self._timers.on_timer(tx.now + LONGEST_VOTE)
        if vote.needed:
            await change_state(tx, table.id, vote=seat)
        motion = self.motions[vote.kind]
        view, changes = await motion.show(tx, table, vote) if motion.show is not None else (None, [])
        question = await motion.write(tx, table, vote)
        await self._post(tx, table, vote, [asked[label] for label in vote.missing], question, view, changes)
        return vote

    async def answer(
        self,
        interaction_id: int | None,
        game_id: str,
        user_id: int,
        number: int,
        *,
        agree: bool,
        kinds: Collection[str] = (),
    ) -> Outcome:
        """Agree to the vote with this number, or refuse, which ends it. The person who proposed it may refuse too.

        Raises TableError for a person who is not asked, for an owner who has to play to keep their seat (`is_stalled`),
        and if there is no such vote, or it is not of one of the ``kinds``.
        """
        vote = None
        async with once(), self._transactions.begin(game_id, interaction_id) as tx:
            table = tx.table
            vote = await find_vote(tx, table)
            if vote is None or vote.number != number or (kinds and vote.kind not in kinds):
                raise TableError(text("error.no_vote"))
            labels = check_answer(table, vote.asked, vote.by, user_id, agree=agree)
            if not agree and vote.needed and labels == [vote.seat] and is_stalled(table, vote.seat, tx.now):
                raise TableError(text("error.play_to_stay", seat=vote.seat))
            if agree:
                vote = msgspec.structs.replace(vote, agreed=list(dict.fromkeys([*vote.agreed, *labels])))
                await store(tx, table, vote)
                await self._count(tx, table, vote, user_id)
            else:
                await self._end(tx, table)
                seats = find_labels(list_holders(table), user_id)
                await announce_notice(tx, table, self.motions[vote.kind].refuse(vote, seats), "", user_id)
        return await self.conclude(game_id, vote)

    async def conclude(self, game_id: str, vote: Vote | None = None, kind: str = "") -> Outcome:
        """Let the automatic player continue the game, and return the result of a proposal or an answer.

        ``vote`` is the vote that was just opened or answered. If the caller does not know it, ``kind`` is its kind.
        """
        self.on_decided(game_id)
        with suppress(NotStarted):
            await self._automation.play(game_id)
        async with self._transactions.storage.read() as reader:
            table = await load_table(reader, game_id)
            now = await find_vote(reader, table)
        if now is not None:
            return Outcome(table, now.seat, now.name, now.missing, now.number, now.kind)
        return Outcome(table, vote.seat, vote.name, kind=vote.kind) if vote is not None else Outcome(table, kind=kind)

    async def notice(self, table: Table, user_id: int) -> None:
        """Note that a person has looked at a table, which ends a vote that counts their silence (`follow`)."""
        if is_owner(table, table.state.vote, user_id):
            async with self._transactions.begin(table.id, None, user_id):
                pass

    async def follow(self, tx: TableTransaction, user_id: int | None = None) -> None:
        """Update a vote that counts silence at the end of a transaction in which ``user_id`` has acted.

        The vote ends if this person is the owner of the seat, or if the owner is away, unless the game has waited too
        long (`is_stalled`). Otherwise its time runs exactly while the game waits for that seat.
        """
        table = await tx.reload()
        seat, vote = table.state.vote, await find_vote(tx, table)
        holder, is_away = table.holder(seat), is_protected(table, seat)
        if vote is None or holder is None:
            await self._end(tx, table)
        elif (is_away or is_owner(table, seat, user_id)) and not is_stalled(table, seat, tx.now):
            await self._end(tx, table)
            key = "ui.public.replace_away" if is_away else "ui.public.replace_there"
            await announce_notice(tx, table, text(key, seat=seat, who=holder.display_name))
        elif not vote.is_silence_consent and bool(vote.since) != waits_for(table, seat):
            if vote.since:
                await tx.cancel_timers(table.id, kinds=[TICK])
                # A second is left in any case, because only `ring` may turn silence into a yes.
                waited = min(count_wait(vote, tx.now), vote.needed - 1)
                await store(tx, table, msgspec.structs.replace(vote, waited=waited, since=0))
            else:
                await self._run(tx, table, vote)

    async def ring(self, tx: TableTransaction, table: Table, timer: Timer) -> None:
        """Act on a timer: end an undecided vote, or count the silence, and ping the owner half-way and at the end.

        At the end silence counts as a yes, and the vote may be decided.
        """
        vote = await find_vote(tx, table)
        if vote is None or vote.number != timer.payload["number"]:
            return
        if timer.kind == END:
            await self._end(tx, table)
            await announce_notice(tx, table, text("ui.public.vote_ended", when=name_span(LONGEST_VOTE.days * 24)))
            return
        if not vote.since:
            return
        vote = msgspec.structs.replace(vote, waited=count_wait(vote, tx.now), since=0)
        owner, silence = [vote.asked[vote.seat]], self.motions[vote.kind].silence
        if vote.is_silence_consent:
            await store(tx, table, vote)
            if not await self._count(tx, table, vote, None):
                await self._post(tx, table, vote, owner, write_wait(vote, f"ui.public.{silence}_silent"))
            return
        if vote.waited * 2 >= vote.needed and not vote.is_reminded:
            vote = msgspec.structs.replace(vote, is_reminded=True)
            await self._post(tx, table, vote, owner, write_wait(vote, f"ui.public.{silence}_half"))
        await self._run(tx, table, vote)

    async def _run(self, tx: TableTransaction, table: Table, vote: Vote) -> None:
        """Let the time of silence run from now on, and set a timer for half-way, the end, or `LONGEST_STEP` later."""
        await store(tx, table, msgspec.structs.replace(vote, since=int(tx.now.timestamp())))
        mark = vote.needed if vote.is_reminded else vote.needed / 2
        due = tx.now + min(LONGEST_STEP, timedelta(seconds=max(0, mark - vote.waited)))
        await tx.set_timer(table.id, TICK, due, table.game.version, payload={"number": vote.number})
        self._timers.on_timer(due)

    async def _count(self, tx: TableTransaction, table: Table, vote: Vote, user_id: int | None) -> bool:
        """Carry out the motion of a vote, and end the vote, if everyone has agreed; return whether they have."""
        if vote.missing:
            return False
        await self._end(tx, table)
        await forget_attempt(tx, table, vote)
        await self.motions[vote.kind].carry_out(tx, await tx.reload(), vote, user_id)
        return True

    async def _end(self, tx: TableTransaction, table: Table) -> None:
        await tx.delete_ballot(table.id)
        await tx.cancel_timers(table.id, kinds=[TICK, END])
        await change_state(tx, table.id, vote="")

    async def _post(
        self,
        tx: TableTransaction,
        table: Table,
        vote: Vote,
        people: Sequence[int],
        words: Text,
        view: Any = None,
        changes: Sequence[Change] = (),
    ) -> None:
        """Queue a text about a vote that pings people, with its button, and with Changes that lead to a ``view``."""
        asked = Notice(
            text=words,
            pings=sorted(set(people)),
            offers=[self.motions[vote.kind].offer],
            vote=vote.number,
            view=view,
            changes=list(changes),
        )
        await queue(tx, table, NOTICE, asked)


async def find_vote(reader: Reader, table: Table) -> Vote | None:
    """Return the present vote of a table, or None.

    A vote is over when the game ends, when a seat on which it depends changes hands, and, if it is about going back or
    a correction, when the game continues. A stored vote of an older version of the program, which does not say who is
    asked, counts as over.
    """
    ballot = await reader.ballot(table.id)
    if ballot is None or table.game.status != "playing":
        return None
    stored = {**ballot.payload, "kind": ballot.kind, "version": ballot.version, "agreed": ballot.votes}
    try:
        vote = msgspec.convert(stored, Vote)
    except msgspec.ValidationError:
        return None
    holders = list_holders(table)
    is_same = all(holders.get(seat) == who for seat, who in vote.holders.items())
    return vote if is_same and (not vote.turn or vote.version == table.game.version) else None


async def store(tx: TableTransaction, table: Table, vote: Vote) -> None:
    """Store the present state of a vote."""
    payload = msgspec.to_builtins(vote)
    for column in ("kind", "version", "agreed"):
        del payload[column]
    await tx.put_ballot(table.id, vote.kind, vote.version, payload, vote.agreed)


def find_needed(permission: Permission, table: Table) -> int:
    """Return for how many seconds a game must wait for a seat before silence counts as a yes; 0 if it never does.

    This is at least the table's limit for a decision.
    """
    if permission.silence is None:
        return 0
    return int(max(permission.silence, table.state.pace.until or permission.silence).total_seconds())


def waits_for(table: Table, seat: str) -> bool:
    """Return whether the game waits for the person who acts for a seat."""
    question = table.state.question
    return question is not None and question.seat == seat and bool(question.who)


def is_late(reader: Reader, table: Table, seat: str) -> bool:
    """Return whether the game has waited for the person who acts for a seat for at least a day."""
    question = table.state.question
    return question is not None and waits_for(table, seat) and reader.now - as_time(question.since) >= DAY


def count_wait(vote: Vote, now: datetime) -> int:
    """Return the seconds that the game has waited for the seat, with at most `LONGEST_STEP` since the last count."""
    step = min(now - as_time(vote.since), LONGEST_STEP) if vote.since else timedelta()
    return vote.waited + int(step.total_seconds())


def write_wait(vote: Vote, key: str) -> Text:
    """Return the text ``key`` about a seat whose owner is silent, with the time that is left."""
    return text(key, seat=vote.seat, who=vote.name, when=name_span(max(1, round((vote.needed - vote.waited) / HOUR))))


async def remember_attempt(tx: TableTransaction, permission: Permission, request: Request) -> None:
    """Store a person's proposal for a seat. Raises TableError if they have made the same within `Permission.again`."""
    if permission.again is None:
        return
    table, user_id, seat = request.table, request.user_id, request.seat
    await tx.drop_lapsed(table.id, "vote")
    for row in await tx.arrangements(table.id, "vote", user_id=user_id, seat=find_repeated(request)):
        if row.until is not None and row.payload.get("kind") == permission.name:
            raise TableError(text("error.vote_again", when=Time.of(row.until, "R")))
    until = tx.now + permission.again
    await tx.arrange(table.id, user_id, "vote", seat=seat, until=until, payload={"kind": permission.name})


async def forget_attempt(tx: TableTransaction, table: Table, vote: Vote) -> None:
    """Let the person who proposed a vote repeat it at once, because it was agreed to, or gave way to another vote."""
    await tx.drop_arrangements(table.id, kind="vote", user_id=vote.by, seat=vote.seat)

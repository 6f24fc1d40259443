"""Seats of running games that change hands: given away, taken from somebody silent, or taken over from Arjuna."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from bot.errors import NotStarted, TableError
from bot.service.automation import Automation
from bot.service.clock.pace import pace_of
from bot.service.clock.timers import Timers
from bot.service.loading import load_table
from bot.service.moments import Table
from bot.service.posting import NOTICE, PUBLIC, Payload, announce_notice, announce_status, language_of
from bot.service.road import Road, SeenBefore
from bot.service.seats.absences import StandIn, check_arjuna
from bot.service.seats.lobby import refuse_taken
from bot.service.votes import NUMBER, REPLACE, find_numbered, find_vote, number_of, open_vote
from engine.core.text import text
from storage import Ballot, Storage, Timer, Writer

NEWCOMER = "newcomer"
"""Stands for the newcomer among the seats that have agreed."""
OBJECTION_OVER: Final = "objection"
"""The kind of the timer that rings when the holder of a seat has had the time to object."""
TIME_TO_OBJECT: Final = timedelta(days=1)
"""How long the holder of a seat may object at a table whose pace sets no limit."""


@dataclass(frozen=True, slots=True)
class Replacement:
    """What became of a replacement: who has still to agree (seats, or `NEWCOMER`), whether it is done, and the number
    of the vote.
    """

    table: Table
    seat: str
    name: str
    missing: tuple[str, ...]
    is_done: bool
    number: int = 0


class Replacing:
    """Gives seats of running games to other people, or to Arjuna."""

    def __init__(self, storage: Storage, road: Road, automation: Automation, timers: Timers) -> None:
        self._storage = storage
        self._road = road
        self._automation = automation
        self._timers = timers

    async def propose(
        self, interaction_id: int | None, game_id: str, user_id: int, seat: str, newcomer: StandIn
    ) -> Replacement:
        """Give one's own seat away, or ask the table for another's or one of Arjuna's. The newcomer must agree.

        Who holds the seat is asked as well; when they are silent for as long as a turn may take at the table (a day,
        where nothing is set), they have agreed. Raises NotStarted, and TableError for somebody who neither belongs to
        the table nor wants a seat of Arjuna's, a seat that is empty, one who holds it already, the last person's seat
        for Arjuna, and while the table votes already.
        """
        with suppress(SeenBefore):
            async with self._road.enter(game_id, interaction_id) as tx:
                table = await load_table(tx, game_id)
                check_proposal(table, user_id, seat, newcomer)
                holder = table.holder(seat)
                payload = {
                    "seat": seat,
                    "by": user_id,
                    "holder": holder.user_id if holder is not None else None,
                    "user": newcomer.user_id,
                    "name": newcomer.name or table.automatic_name,
                }
                ballot = await open_vote(tx, table, REPLACE, payload, find_votes(table, payload, user_id))
                if not await self._count(tx, table, ballot, user_id):
                    await self._ask(tx, table, ballot)
        return await self._find_replacement(game_id, seat, newcomer.name)

    async def vote(
        self, interaction_id: int | None, game_id: str, user_id: int, number: int, *, agree: bool
    ) -> Replacement:
        """Agree that a seat changes hands, or refuse, which ends the vote. Who proposed it may withdraw it so.

        Raises TableError for somebody who is not asked, and when there is no vote with this number (any more).
        """
        seat = name = ""
        with suppress(SeenBefore):
            async with self._road.enter(game_id, interaction_id) as tx:
                table = await load_table(tx, game_id)
                ballot = await find_numbered(tx, table, REPLACE, number)
                seat, name = str(ballot.payload["seat"]), str(ballot.payload["name"])
                votes = find_votes(table, ballot.payload, user_id)
                may_refuse = user_id == ballot.payload["by"] or seat in table.acts_for(user_id)
                if not votes and not may_refuse:
                    raise TableError(text("error.no_seat", name=table.game.name))
                if not agree:
                    await tx.delete_ballot(game_id)
                    await announce_notice(
                        tx, table, text("ui.public.replace_refused", seat=seat, who=name), "", user_id
                    )
                else:
                    await self._agree(tx, table, ballot, votes, user_id)
        return await self._find_replacement(game_id, seat, name)

    async def end_objections(self, tx: Writer, table: Table, timer: Timer) -> None:
        """The time to object is over: a holder who has been silent agrees, if the table still takes that vote."""
        ballot = await find_vote(tx, table, REPLACE)
        if ballot is not None and number_of(ballot) == timer.payload[NUMBER]:
            await self._agree(tx, table, ballot, [str(ballot.payload["seat"])], None)

    async def _agree(self, tx: Writer, table: Table, ballot: Ballot, votes: list[str], user_id: int | None) -> None:
        """Count somebody's votes."""
        everybody = list(dict.fromkeys([*ballot.votes, *votes]))
        ballot = await tx.put_ballot(table.id, REPLACE, ballot.version, ballot.payload, everybody)
        await self._count(tx, table, ballot, user_id)

    async def _count(self, tx: Writer, table: Table, ballot: Ballot, user_id: int | None) -> bool:
        """Give the seat away when everybody has agreed: whether they have."""
        if find_missing(table, ballot):
            return False
        await self._replace(tx, table, ballot, user_id)
        return True

    async def _ask(self, tx: Writer, table: Table, ballot: Ballot) -> None:
        """Ask everybody who must agree, and give who holds the seat the time to object."""
        missing, number = find_missing(table, ballot), number_of(ballot)
        seat, language = str(ballot.payload["seat"]), language_of(table)
        rows = [row for one in missing for row in (table.holder(one), table.actor(one)) if row is not None]
        people = {row.user_id for row in rows if row.user_id is not None}
        if NEWCOMER in missing:
            people.add(int(ballot.payload["user"]))
        holder = table.holder(seat)
        whom = holder.display_name if holder is not None else ""
        words = {"seat": seat, "who": str(ballot.payload["name"]), "whom": whom}
        if ballot.payload["holder"] is None:
            content = language.say("ui.public.seat_asked", **words)
        elif seat in missing:
            due = tx.now + (pace_of(table).until or TIME_TO_OBJECT)
            await tx.set_timer(table.id, OBJECTION_OVER, due, table.game.version, seat=seat, payload={NUMBER: number})
            self._timers.on_timer(due)
            content = language.say("ui.public.replace_asked", **words, when=f"<t:{int(due.timestamp())}:f>")
        else:
            content = language.say("ui.public.replace_offered", **words)
        payload = Payload(
            content=f"{' '.join(f'<@{person}>' for person in sorted(people))} {content}",
            language=language.code,
            pings=sorted(people),
            buttons=[f"accept:{number}", f"decline:{number}"],
        )
        await tx.enqueue(table.id, NOTICE, PUBLIC, payload.store())

    async def _replace(self, tx: Writer, table: Table, ballot: Ballot, user_id: int | None) -> None:
        """Put somebody else on a seat. What its holder had drafted, ordered or arranged for it goes too."""
        seat, name, newcomer = str(ballot.payload["seat"]), str(ballot.payload["name"]), ballot.payload["user"]
        holder = table.holder(seat)
        await tx.delete_ballot(table.id)
        await tx.leave_seat(table.id, seat)
        await tx.take_seat(table.id, seat, newcomer, name, kind="arjuna" if newcomer is None else "player")
        await tx.delete_draft(table.id, seat)
        await tx.drop_arrangements(table.id, seat=seat)
        after = await load_table(tx, table.id)
        loaded = await self._automation.load(tx, table.id)
        decision = loaded.game.decision
        is_asked = decision is not None and decision.seat == seat
        if holder is not None and holder.kind == "arjuna":
            is_asked = is_asked and not table.front.is_automatic(loaded.game, seat)
            message = text("ui.public.joined_for_arjuna", seat=seat, who=name)
        else:
            whom = holder.display_name if holder is not None else ""
            message = text("ui.public.replaced", seat=seat, who=name, whom=whom)
        await announce_notice(tx, after, message, seat if is_asked else "", user_id)
        await announce_status(tx, after)

    async def _find_replacement(self, game_id: str, seat: str, name: str) -> Replacement:
        await self._automation.play(game_id)
        async with self._storage.read() as reader:
            table = await load_table(reader, game_id)
            ballot = await find_vote(reader, table, REPLACE)
        name = name or table.automatic_name
        if ballot is None:
            return Replacement(table, seat, name, (), True)
        return Replacement(table, seat, name, find_missing(table, ballot), False, number_of(ballot))


def check_proposal(table: Table, user_id: int, seat: str, newcomer: StandIn) -> None:
    """Raise NotStarted or TableError unless a person may propose that somebody takes a seat."""
    if table.game.status != "playing":
        key = "error.over" if table.game.status == "over" else "error.not_started"
        raise NotStarted(text(key, name=table.game.name))
    holder = table.holder(seat)
    wants_arjunas = holder is not None and holder.kind == "arjuna" and newcomer.user_id == user_id
    if user_id != table.game.host_user_id and not table.seats_of(user_id) and not wants_arjunas:
        raise TableError(text("error.not_at_table", name=table.game.name))
    if holder is None:
        raise TableError(text("error.replace_nobody", seat=seat))
    if holder.user_id == newcomer.user_id:
        raise refuse_taken(seat, holder)
    if newcomer.user_id is None:
        check_arjuna(table, [seat], "", is_busy=False)


def find_votes(table: Table, payload: dict[str, object], user_id: int) -> list[str]:
    """What a person's agreement to a replacement counts for: the seats they act for, and their coming.

    The seat in question has no say but its holder's. The holder's own proposal counts for everybody but the newcomer.
    """
    seat = payload["seat"]
    if user_id == payload["holder"]:
        votes = [row.seat for row in table.seats] if user_id == payload["by"] else table.seats_of(user_id)
    else:
        votes = [mine for mine in table.acts_for(user_id) if mine != seat]
    return [*votes, NEWCOMER] if user_id == payload["user"] else votes


def find_missing(table: Table, ballot: Ballot) -> tuple[str, ...]:
    """Who has not agreed yet: the seats of the people, one of which may be in question, and the newcomer.

    Who holds the seat in question is asked once, and not for other seats that they hold.
    """
    holder, seat = ballot.payload["holder"], ballot.payload["seat"]
    asked = [row.seat for row in table.seats if row.kind == "player" and (row.user_id != holder or row.seat == seat)]
    if ballot.payload["user"] is not None:
        asked.append(NEWCOMER)
    return tuple(one for one in asked if one not in ballot.votes)

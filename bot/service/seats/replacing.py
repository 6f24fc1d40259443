"""Replacing a player in a running game: they hand the seat over, or the table replaces one who has fallen silent."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass

from bot.errors import NotStarted, TableError
from bot.service.automation import Automation
from bot.service.loading import load_table
from bot.service.moments import Table
from bot.service.posting import NOTICE, PUBLIC, Payload, announce_notice, announce_status, language_of
from bot.service.road import Road, SeenBefore
from bot.service.seats.absences import StandIn, check_arjuna
from bot.service.seats.lobby import ARJUNA_NAME
from engine.core.text import text
from storage import Ballot, Reader, Storage, Writer

REPLACE = "replace"
NEWCOMER = "newcomer"
"""Stands among the seats that have agreed for whoever is to take the seat."""


@dataclass(frozen=True, slots=True)
class Replacement:
    """What became of a replacement: who has still to agree (seats, or `NEWCOMER`), and whether it is done."""

    table: Table
    seat: str
    name: str
    missing: tuple[str, ...]
    is_done: bool


class Replacing:
    """Gives seats of running games to other people, or to Arjuna."""

    def __init__(self, storage: Storage, road: Road, automation: Automation) -> None:
        self._storage = storage
        self._road = road
        self._automation = automation

    async def propose(
        self, interaction_id: int | None, game_id: str, user_id: int, seat: str, newcomer: StandIn
    ) -> Replacement:
        """Give one's own seat away, or ask the table to give another's. Whoever comes must agree in any case.

        An earlier vote ends. Raises NotStarted, and TableError for somebody who does not belong to the table, a seat
        that no person holds, one who holds it already, and the last person's seat for Arjuna.
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
                    "name": newcomer.name or ARJUNA_NAME,
                }
                ballot = await tx.put_ballot(
                    game_id, REPLACE, table.game.version, payload, find_votes(table, payload, user_id)
                )
                await self._count(tx, table, ballot, user_id, is_new=True)
        return await self._find_replacement(game_id, seat, newcomer.name or ARJUNA_NAME)

    async def vote(
        self, interaction_id: int | None, game_id: str, user_id: int, version: int, *, agree: bool
    ) -> Replacement:
        """Agree that a seat changes hands, or refuse, which ends the vote. The holder may refuse as well.

        Raises TableError for somebody who is not asked, and when there is no such vote (any more).
        """
        seat = name = ""
        with suppress(SeenBefore):
            async with self._road.enter(game_id, interaction_id) as tx:
                table = await load_table(tx, game_id)
                ballot = await find_ballot(tx, table)
                if ballot is None or ballot.version != version:
                    raise TableError(text("error.no_vote"))
                seat, name = str(ballot.payload["seat"]), str(ballot.payload["name"])
                votes = find_votes(table, ballot.payload, user_id)
                if not votes and user_id != ballot.payload["holder"]:
                    raise TableError(text("error.no_seat", name=table.game.name))
                if not agree:
                    await tx.delete_ballot(game_id)
                    await announce_notice(
                        tx, table, text("ui.public.replace_refused", seat=seat, who=name), "", user_id
                    )
                else:
                    everybody = list(dict.fromkeys([*ballot.votes, *votes]))
                    ballot = await tx.put_ballot(game_id, REPLACE, version, ballot.payload, everybody)
                    await self._count(tx, table, ballot, user_id, is_new=False)
        return await self._find_replacement(game_id, seat, name)

    async def _count(self, tx: Writer, table: Table, ballot: Ballot, user_id: int, *, is_new: bool) -> None:
        """Give the seat away when everybody has agreed; else, for a new vote, ask the others."""
        missing = find_missing(table, ballot)
        if not missing:
            await self._replace(tx, table, ballot, user_id)
            return
        if not is_new:
            return
        seat, language = str(ballot.payload["seat"]), language_of(table)
        people = {row.user_id for row in table.seats if row.seat in missing and row.user_id is not None}
        if NEWCOMER in missing:
            people.add(int(ballot.payload["user"]))
        holder = table.holder(seat)
        whom = holder.display_name if holder is not None else ""
        content = language.say("ui.public.replace_asked", seat=seat, who=str(ballot.payload["name"]), whom=whom)
        payload = Payload(
            content=f"{' '.join(f'<@{person}>' for person in sorted(people))} {content}",
            language=language.code,
            pings=sorted(people),
            buttons=[f"accept:{ballot.version}", f"decline:{ballot.version}"],
        )
        await tx.enqueue(table.id, NOTICE, PUBLIC, payload.store())

    async def _replace(self, tx: Writer, table: Table, ballot: Ballot, user_id: int) -> None:
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
        is_asked = loaded.game.decision is not None and loaded.game.decision.seat == seat
        message = text(
            "ui.public.replaced", seat=seat, who=name, whom=holder.display_name if holder is not None else ""
        )
        await announce_notice(tx, after, message, seat if is_asked else "", user_id)
        await announce_status(tx, after)

    async def _find_replacement(self, game_id: str, seat: str, name: str) -> Replacement:
        await self._automation.play(game_id)
        async with self._storage.read() as reader:
            table = await load_table(reader, game_id)
            ballot = await find_ballot(reader, table)
        missing = find_missing(table, ballot) if ballot is not None else ()
        return Replacement(table, seat, name, missing, ballot is None)


def check_proposal(table: Table, user_id: int, seat: str, newcomer: StandIn) -> None:
    """Raise NotStarted or TableError unless a person may propose that somebody takes a seat."""
    if table.game.status != "playing":
        key = "error.over" if table.game.status == "over" else "error.not_started"
        raise NotStarted(text(key, name=table.game.name))
    if user_id != table.game.host_user_id and not table.seats_of(user_id):
        raise TableError(text("error.not_at_table", name=table.game.name))
    holder = table.holder(seat)
    if holder is None or holder.kind != "player":
        raise TableError(text("error.replace_nobody", seat=seat))
    if holder.user_id == newcomer.user_id:
        raise TableError(text("error.seat_taken", seat=seat, who=holder.display_name))
    if newcomer.user_id is None:
        check_arjuna(table, [seat], "", is_busy=False)


def find_votes(table: Table, payload: dict[str, object], user_id: int) -> list[str]:
    """What a person's agreement to a replacement counts for: their seats but the one in question, and their coming.

    The holder's own proposal counts for everybody but whoever comes.
    """
    seat = payload["seat"]
    if user_id == payload["holder"]:
        votes = [row.seat for row in table.seats] if user_id == payload["by"] else []
    else:
        votes = [mine for mine in table.seats_of(user_id) if mine != seat]
    return [*votes, NEWCOMER] if user_id == payload["user"] else votes


def find_missing(table: Table, ballot: Ballot) -> tuple[str, ...]:
    """Who has not agreed yet: the seats of the other people, and whoever comes."""
    holder = ballot.payload["holder"]
    asked = [row.seat for row in table.seats if row.kind == "player" and row.user_id != holder]
    if ballot.payload["user"] is not None:
        asked.append(NEWCOMER)
    return tuple(one for one in asked if one not in ballot.votes)


async def find_ballot(reader: Reader, table: Table) -> Ballot | None:
    """The vote about a replacement under way. One whose game has moved on is over."""
    ballot = await reader.ballot(table.id)
    is_ours = ballot is not None and ballot.kind == REPLACE and ballot.version == table.game.version
    return ballot if is_ours else None

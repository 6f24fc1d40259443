"""Listing and removing the data stored about a person."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import ColumnElement, String, cast
from sqlmodel import col, delete, func, or_, select, update

from storage.games import keep_entry, withdraw_vote
from storage.models import (
    ArrangementTable,
    AuditEntryTable,
    BallotTable,
    ChoiceTable,
    DraftTable,
    EntrantTable,
    EntryTable,
    GameTable,
    Json,
    PostTable,
    PushDeviceTable,
    SeasonTable,
    Seat,
    SeatTable,
    SubstituteTable,
    UserPreferenceTable,
    WebLinkTable,
)
from storage.unit import Unit, to_plain

NOBODY = 0
"""The id in place of a person who has deleted their data, as a host or in an action of moderators."""
ONGOING = ("open", "playing", "archived")
"""The statuses of games that can still continue."""
_ARRIVED = ("sent", "failed", "superseded")


@dataclass(frozen=True, slots=True)
class Traces:
    """Counts of the data stored about a person: seats (of running tables and of past ones), hosted tables, choices.

    ``arrangements`` counts absences, standing orders, watched tables and proposals, and absences of others whom they
    replace. ``devices`` counts browsers in which they are notified, ``seasons`` those that they entered or opened,
    ``audited`` what they have done as moderators, and what others have done about them.
    """

    seats: int
    past_seats: int
    hosted: int
    choices: int
    has_preferences: bool
    arrangements: int = 0
    seasons: int = 0
    audited: int = 0
    devices: int = 0

    @property
    def is_empty(self) -> bool:
        """Return whether nothing is stored."""
        counts = (
            *(self.seats, self.past_seats, self.hosted, self.choices),
            *(self.arrangements, self.seasons, self.audited, self.devices),
        )
        return not (any(counts) or self.has_preferences)


def is_in_arrangement(user_id: int) -> ColumnElement[bool]:
    """Return the condition that an arrangement is a person's own, or that this person is the stand-in in it."""
    return or_(col(ArrangementTable.user_id) == user_id, col(ArrangementTable.other_user_id) == user_id)


class PrivacyReader(Unit):
    """Reads what is stored about a person."""

    async def find_traces(self, user_id: int) -> Traces:
        """Return everything that is stored about a person, counted."""
        seated = (
            select(func.count())
            .select_from(SeatTable)
            .join(GameTable, col(GameTable.id) == col(SeatTable.game_id))
            .where(col(SeatTable.user_id) == user_id)
        )
        running = col(GameTable.status).in_(ONGOING)
        hosted = select(func.count()).select_from(GameTable).where(col(GameTable.host_user_id) == user_id)
        left = select(func.count()).select_from(EntryTable).where(col(EntryTable.user_id) == user_id)
        chosen = select(func.count()).select_from(ChoiceTable).where(col(ChoiceTable.user_id) == user_id)
        return Traces(
            seats=(await self._session.exec(seated.where(running))).one(),
            past_seats=(await self._session.exec(seated.where(~running))).one()
            + (await self._session.exec(left)).one(),
            hosted=(await self._session.exec(hosted)).one(),
            choices=(await self._session.exec(chosen)).one(),
            has_preferences=await self._session.get(UserPreferenceTable, user_id) is not None,
            arrangements=(
                await self._session.exec(
                    select(func.count()).select_from(ArrangementTable).where(is_in_arrangement(user_id))
                )
            ).one(),
            seasons=await self._count_seasons(user_id),
            audited=(
                await self._session.exec(
                    select(func.count()).select_from(AuditEntryTable).where(col(AuditEntryTable.user_id) == user_id)
                )
            ).one()
            + len(await self._find_audited(user_id)),
            devices=(
                await self._session.exec(
                    select(func.count()).select_from(PushDeviceTable).where(col(PushDeviceTable.user_id) == user_id)
                )
            ).one(),
        )

    async def find_closed(self, user_id: int) -> list[str]:
        """Return the ids of the games that a person has closed unfinished, as the last one there or as a moderator."""
        entries, actions = EntryTable, AuditEntryTable
        as_last = select(entries.game_id).where(col(entries.user_id) == user_id, col(entries.left_by) == "closed")
        by_rank = select(actions.game_id).where(col(actions.user_id) == user_id, col(actions.action) == "close")
        found = [*await self._session.exec(as_last), *await self._session.exec(by_rank)]
        return sorted({game_id for game_id in found if game_id is not None})

    async def _find_audited(self, user_id: int) -> Sequence[AuditEntryTable]:
        """Return the actions of other moderators about a person."""
        details = cast(col(AuditEntryTable.details), String)
        query = select(AuditEntryTable).where(details.contains(str(user_id)))
        rows = (await self._session.exec(query)).all()
        return [row for row in rows if row.details.get("whom_id") == user_id and row.user_id != user_id]

    async def _count_seasons(self, user_id: int) -> int:
        """Return how many seasons a person has entered, opened or is a substitute of."""
        entered = select(EntrantTable.season_id).where(col(EntrantTable.user_id) == user_id)
        named = select(SubstituteTable.season_id).where(col(SubstituteTable.user_id) == user_id)
        is_theirs = (
            col(SeasonTable.id).in_(entered)
            | col(SeasonTable.id).in_(named)
            | (col(SeasonTable.host_user_id) == user_id)
        )
        return (await self._session.exec(select(func.count()).select_from(SeasonTable).where(is_theirs))).one()


class PrivacyWriter(PrivacyReader):
    """Takes a person out of what is stored."""

    async def forget_user(self, user_id: int) -> list[str]:
        """Take a person out of every row; return the ids of the games with their seats, absences or orders, or as host.

        Seats of running tables become empty, their drafts are dropped, and a table they hosted has no host. Their
        arrangements are dropped. People for whom they acted act for themselves, but stay away. Of past games the seat
        stays, without name and id. The choices stay, since the game would not replay without them, but no longer say
        who made them; the actions of moderators no longer say who took them or whom they were about. They drop out of
        their seasons. Their preferences, private links, browsers, and the votes about them are deleted. The text of
        messages that have gone out is dropped, at every table where they have played or are named; queued messages
        neither name nor ping them.
        """
        known_as = await self._find_names(user_id)
        seats = (await self._session.exec(select(SeatTable).where(col(SeatTable.user_id) == user_id))).all()
        hosted = (await self._session.exec(select(GameTable.id).where(col(GameTable.host_user_id) == user_id))).all()
        arranged = (await self._session.exec(select(ArrangementTable.game_id).where(is_in_arrangement(user_id)))).all()
        game_ids = sorted({*hosted, *arranged, *(row.game_id for row in seats)})
        # Games are locked in the same order everywhere, so that two deletions at once do not block each other.
        locked = select(GameTable).where(col(GameTable.id).in_(game_ids)).order_by(col(GameTable.id)).with_for_update()
        running = {
            row.id
            for row in await self._session.exec(locked.execution_options(populate_existing=True))
            if row.status in ONGOING
        }
        votes = await self._find_votes_about(user_id)
        voting = [vote.game_id for vote in votes]
        # A newcomer about whom a table votes has no seat yet.
        known_as |= {vote.payload.get("name", "") for vote in votes if vote.payload.get("user") == user_id} - {""}
        for row in seats:
            if row.game_id in running:
                await keep_entry(self._session, to_plain(Seat, row), "forgotten", self._now())
            row.user_id, row.display_name = None, ""
            await withdraw_vote(self._session, row.game_id, row.seat)
            if row.game_id in running:
                row.kind, row.joined = "empty", None
                await self._session.exec(
                    delete(DraftTable).where(col(DraftTable.game_id) == row.game_id, col(DraftTable.seat) == row.seat)
                )
        await self._stop_acting(user_id)
        for entry in await self._find_audited(user_id):
            entry.details = {**entry.details, "whom": "", "whom_id": NOBODY}
        await self._session.flush()
        entered = select(EntrantTable.season_id).where(col(EntrantTable.user_id) == user_id)
        # News of a season is a post of a table at which the person may never have played, but it has their id.
        left = select(EntryTable.game_id).where(col(EntryTable.user_id) == user_id)
        is_named = cast(col(PostTable.payload), String).contains(str(user_id))
        is_about = col(PostTable.game_id).in_([*game_ids, *voting]) | col(PostTable.game_id).in_(left) | is_named
        # A message that was claimed before may have arrived: it stays, so that another attempt finds it.
        is_new = (col(PostTable.status) == "queued") & (col(PostTable.attempts) == 0)
        for post in await self._session.exec(select(PostTable).where(is_about, is_new)):
            post.payload = leave_out_news(leave_out(post.payload, user_id, known_as), user_id)
        for game in await self._session.exec(select(GameTable).where(col(GameTable.id).in_(running))):
            game.options = leave_out(game.options, user_id, known_as)
        await self._session.flush()
        for statement in (
            update(PostTable).where(is_about, col(PostTable.status).in_(_ARRIVED)).values(payload={}),
            update(GameTable).where(col(GameTable.host_user_id) == user_id).values(host_user_id=NOBODY),
            update(ChoiceTable).where(col(ChoiceTable.user_id) == user_id).values(user_id=None),
            update(AuditEntryTable).where(col(AuditEntryTable.user_id) == user_id).values(user_id=None),
            delete(UserPreferenceTable).where(col(UserPreferenceTable.user_id) == user_id),
            delete(ArrangementTable).where(is_in_arrangement(user_id)),
            update(EntryTable).where(col(EntryTable.user_id) == user_id).values(user_id=None, display_name=""),
            delete(SubstituteTable).where(col(SubstituteTable.user_id) == user_id),
            update(EntrantTable).where(col(EntrantTable.asked_by) == user_id).values(asked_by=None),
            update(SeasonTable)
            .where(
                col(SeasonTable.id).in_(entered) | (col(SeasonTable.host_user_id) == user_id),
                col(SeasonTable.status).in_(("open", "playing")),
            )
            .values(due=self._now()),
            update(SeasonTable).where(col(SeasonTable.host_user_id) == user_id).values(host_user_id=NOBODY),
            update(EntrantTable)
            .where(col(EntrantTable.user_id) == user_id, col(EntrantTable.left).is_(None))
            .values(left=self._now()),
            update(EntrantTable).where(col(EntrantTable.user_id) == user_id).values(user_id=None, display_name=""),
            delete(WebLinkTable).where(col(WebLinkTable.user_id) == user_id),
            delete(PushDeviceTable).where(col(PushDeviceTable.user_id) == user_id),
            delete(BallotTable).where(col(BallotTable.game_id).in_(voting)),
        ):
            await self._session.exec(statement)
        # The rows that this session has loaded are out of date now.
        self._session.expire_all()
        self._known.clear()
        self._circles.clear()
        return game_ids

    async def _find_names(self, user_id: int) -> set[str]:
        """Return the names under which tables know a person: on seats now and earlier, and as a stand-in or host."""
        seats = select(SeatTable.display_name).where(col(SeatTable.user_id) == user_id)
        left = select(EntryTable.display_name).where(col(EntryTable.user_id) == user_id)
        acting = select(ArrangementTable.payload).where(col(ArrangementTable.other_user_id) == user_id)
        hosted = select(GameTable.options).where(col(GameTable.host_user_id) == user_id)
        found = [*await self._session.exec(seats), *await self._session.exec(left)]
        found += [payload.get("name", "") for payload in await self._session.exec(acting)]
        found += [options.get("host", "") for options in await self._session.exec(hosted)]
        return {*found} - {""}

    async def _stop_acting(self, user_id: int) -> None:
        """Make the people for whom a person acts their own stand-ins until the end of their absences."""
        absence, seat = ArrangementTable, SeatTable
        is_holder = (
            (col(seat.game_id) == col(absence.game_id))
            & (col(seat.seat) == col(absence.seat))
            & (col(seat.user_id) == col(absence.user_id))
        )
        query = (
            select(absence, seat.display_name)
            .join(seat, is_holder)
            .where(col(absence.kind) == "away", col(absence.other_user_id) == user_id, col(absence.user_id) != user_id)
        )
        for row, name in (await self._session.exec(query)).all():
            row.other_user_id, row.payload = row.user_id, {"name": name}

    async def _find_votes_about(self, user_id: int) -> list[BallotTable]:
        """Return the votes in which a person is named. There are never many votes at once."""
        ballots = (await self._session.exec(select(BallotTable))).all()
        return [ballot for ballot in ballots if names(ballot.payload, user_id)]


def names(payload: Json, user_id: int) -> bool:
    """Return whether a person is named in what is stored about a vote."""
    return any(names(one, user_id) if isinstance(one, dict) else one == user_id for one in payload.values())


SAID_OF: Final = ("who", "whom", "by")
"""The parameters of a stored sentence that have the names of people."""
UNNAMED: Final = "?"
"""The sign for a deleted person in a stored sentence, which would have no subject without it."""


def leave_out(stored: Any, user_id: int, names: Collection[str]) -> Any:
    """Return stored data whose sentences do not name a person by one of their ``names``, and do not ping them."""
    if isinstance(stored, list):
        return [leave_out(one, user_id, names) for one in stored if one != user_id]
    if not isinstance(stored, dict):
        return stored
    if stored.get("refers") == "mention" and stored.get("user_id") == user_id:
        return UNNAMED
    made = {key: leave_out(value, user_id, names) for key, value in stored.items() if (key, value) != ("ping", user_id)}
    if isinstance(said := made.get("params"), dict):
        made["params"] = said | {name: unname(said[name], names) for name in SAID_OF if name in said}
    return made


def leave_out_news(stored: Json, user_id: int) -> Json:
    """Return a stored message without the person, if it is news of a season that they are in or have caused."""
    named = {name: NOBODY for name in ("who", "by") if stored.get(name) == user_id}
    return {**stored, **named, **({"name": ""} if "who" in named else {})}


def unname(value: Any, names: Collection[str]) -> Any:
    """Return the value of a parameter with `UNNAMED` in place of a person's names, alone or in a list."""
    if isinstance(value, list):
        return [unname(one, names) for one in value]
    return UNNAMED if isinstance(value, str) and value in names else value

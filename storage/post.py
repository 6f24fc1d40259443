"""Messages and interactions: the outbox, the places of messages, the interactions that were answered."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import UTC, datetime, timedelta
from functools import cache
from typing import Any, Final

from sqlalchemy import (
    BindParameter,
    ColumnElement,
    Integer,
    Select,
    String,
    Update,
    bindparam,
    case,
    cast,
    exists,
    literal,
    or_,
)
from sqlalchemy import select as core_select
from sqlalchemy.orm import aliased
from sqlalchemy.sql.dml import ReturningInsert, ReturningUpdate
from sqlmodel import col, delete, func, select, update
from sqlmodel.sql.expression import SelectOfScalar

from storage.errors import InteractionSeen
from storage.models import (
    Json,
    MessageRef,
    MessageRefTable,
    Post,
    PostStatus,
    PostTable,
    SeenInteraction,
    SeenInteractionTable,
)
from storage.unit import Unit, delete_by, insert_into, select_by, table_of

_WAITING: tuple[PostStatus, ...] = ("queued", "sending")
_LEASE = timedelta(minutes=2)
AT_ONCE: Final = datetime(1900, 1, 1, tzinfo=UTC)
"""The time of a post that may go out at once. It lies far back, so that a clock that is set back delays no post."""
_NO_INTERACTION = -1
_NO_ROOMS: Mapping[str, int] = {}
# The number of characters written to see whether the disk has room: more than a page of the file holds.
_ROOM = 16_384


def _waits_for_earlier() -> ColumnElement[bool]:
    """Return the condition that an earlier post of the game has still to go out to the same target, or one above it."""
    earlier = aliased(PostTable)
    is_above = col(PostTable.target).startswith(col(earlier.target) + "/")
    return exists().where(
        col(earlier.game_id) == col(PostTable.game_id),
        (col(earlier.target) == col(PostTable.target)) | is_above,
        col(earlier.seq) < col(PostTable.seq),
        col(earlier.status).in_(_WAITING),
    )


@cache
def _earliest_due() -> SelectOfScalar[datetime | None]:
    """Return the query for the moment from which the next post may be claimed."""
    moment = case((col(PostTable.status) == "queued", col(PostTable.not_before)), else_=col(PostTable.claimed_until))
    return select(func.min(moment)).where(col(PostTable.status).in_(_WAITING), ~_waits_for_earlier())


@cache
def _claim(targets: tuple[str, ...]) -> ReturningUpdate[Any]:
    """Return the statement that claims posts: at most ``room_<n>`` for each of these targets, ``room`` for all others.

    The outbox runs it again and again, and building it costs more than running it. A process skips what another one is
    claiming.
    """
    posts = table_of(PostTable)
    now: BindParameter[datetime] = bindparam("now", type_=posts.c.not_before.type)
    is_free = (posts.c.status == "queued") & (posts.c.not_before <= now)
    is_abandoned = (posts.c.status == "sending") & (posts.c.claimed_until <= now)
    lane = case({target: target for target in targets}, value=posts.c.target, else_="") if targets else literal("")
    place = func.row_number().over(partition_by=lane, order_by=(posts.c.not_before, posts.c.id))
    queue = (
        core_select(posts.c.id, lane.label("lane"), place.label("place"))
        .where(is_free | is_abandoned, ~_waits_for_earlier())
        .subquery()
    )
    has_room = [(queue.c.lane == "") & (queue.c.place <= bindparam("room", type_=Integer))]
    for number, target in enumerate(targets):
        has_room.append((queue.c.lane == target) & (queue.c.place <= bindparam(f"room_{number}", type_=Integer)))
    first = core_select(queue.c.id).where(or_(*has_room))
    free = core_select(posts.c.id).where(is_free | is_abandoned, posts.c.id.in_(first))
    until: BindParameter[datetime] = bindparam("until", type_=posts.c.not_before.type)
    values = {"status": "sending", "attempts": posts.c.attempts + 1, "claimed_until": until}
    return (
        update(posts).where(posts.c.id.in_(free.with_for_update(skip_locked=True))).values(values).returning(*posts.c)
    )


@cache
def _supersede() -> Update:
    """Return the statement that drops the posts of a kind to a target that are still queued.

    A post that was claimed before may have arrived: it stays, so that another attempt finds its message.
    """
    posts = table_of(PostTable)
    return (
        update(posts)
        .where(
            posts.c.game_id == bindparam("of_game"),
            posts.c.kind == bindparam("of_kind"),
            posts.c.target == bindparam("to_target"),
            posts.c.status == "queued",
            posts.c.attempts == 0,
        )
        .values(status="superseded", payload={})
    )


@cache
def _last_seq() -> Select[Any]:
    """Return the query for the number of a game's last post."""
    posts = table_of(PostTable)
    return core_select(func.max(posts.c.seq)).where(posts.c.game_id == bindparam("game_id"))


@cache
def _posts_of() -> Select[Any]:
    """Return the query for the posts of a kind that were sent as these messages, and the newest of that kind."""
    posts = table_of(PostTable)
    is_kind = (posts.c.game_id == bindparam("game_id")) & (posts.c.kind == bindparam("kind"))
    newest = core_select(func.max(posts.c.seq)).where(is_kind).scalar_subquery()
    is_wanted = posts.c.message_id.in_(bindparam("message_ids", expanding=True)) | (posts.c.seq == newest)
    return core_select(posts).where(is_kind, is_wanted).order_by(posts.c.seq)


@cache
def _insert_post() -> ReturningInsert[Any]:
    return insert_into(PostTable).returning(table_of(PostTable).c.id)


@cache
def _end_claim(names: tuple[str, ...]) -> Update:
    """Return the statement that ends the claim of a post, with new values in these columns."""
    posts = table_of(PostTable)
    is_claimed = (posts.c.id == bindparam("post_id")) & (posts.c.status == "sending")
    return update(posts).where(is_claimed).values({name: bindparam(name) for name in names})


class PostReader(Unit):
    """Reads the outbox, message references and seen interactions."""

    async def posts(self, game_id: str) -> list[Post]:
        """Return every post of a game in order, sent or not."""
        return await self._find(Post, select_by(PostTable, "game_id", order=("seq",)), game_id=game_id)

    async def posts_of(self, game_id: str, kind: str, message_ids: Collection[int]) -> list[Post]:
        """Return a game's posts of this kind that were sent as these messages, and the newest of the kind, in order."""
        return await self._find(Post, _posts_of(), game_id=game_id, kind=kind, message_ids=list(message_ids))

    async def next_post_due(self) -> datetime | None:
        """Return when the next post may be claimed, a queued one or one whose lease runs out; None when there is none.

        A post that waits for an earlier one does not count: its time comes with the other's.
        """
        due: datetime | None = (await self._run(_earliest_due(), {})).scalar_one()
        return due

    async def count_waiting(self) -> int:
        """Return how many posts have still to go out."""
        query = select(func.count()).select_from(PostTable).where(col(PostTable.status).in_(_WAITING))
        return int((await self._run(query, {})).scalar_one())

    async def is_waiting(self, game_id: str) -> bool:
        """Return whether posts of a game have still to go out."""
        query = select(PostTable.id).where(col(PostTable.game_id) == game_id, col(PostTable.status).in_(_WAITING))
        return (await self._session.exec(query.limit(1))).first() is not None

    async def message_ref(self, game_id: str, kind: str) -> MessageRef | None:
        """Return where a game's message of this kind is, or None."""
        query = select_by(MessageRefTable, "game_id", "kind")
        return await self._find_one(MessageRef, query, game_id=game_id, kind=kind)

    async def message_refs(self, game_id: str, kinds: str) -> list[MessageRef]:
        """Return where the messages of a game are whose kind begins with ``kinds``."""
        refs = table_of(MessageRefTable)
        query = core_select(refs).where(refs.c.game_id == game_id, refs.c.kind.startswith(kinds, autoescape=True))
        return await self._find(MessageRef, query)

    async def seen_interaction(self, interaction_id: int) -> SeenInteraction | None:
        """Return the stored answer to an interaction, or None when it is new."""
        return await self._find_one(SeenInteraction, select_by(SeenInteractionTable, "id"), id=interaction_id)


class PostWriter(PostReader):
    """Writes the outbox, message references and seen interactions. ``has_queued``: a message was queued here."""

    has_queued = False

    async def enqueue(
        self,
        game_id: str,
        kind: str,
        target: str,
        payload: Json,
        *,
        not_before: datetime | None = None,
        supersede: bool = False,
    ) -> Post:
        """Queue a message; it goes out after the game's earlier ones to the same target.

        A target is a path: what goes to ``a/b`` comes after what goes to ``a``, and nothing that goes to ``a`` waits
        for it. Call it inside a transaction that locked the game.
        ``supersede`` drops queued messages of the same kind and target, with their text, for messages of which only the
        newest counts. One that was claimed before is kept: it may have arrived. A message that equals the last one
        that this unit of work has queued for the target is not queued again.
        """
        known = self._known[game_id]
        if supersede:
            newest = known.posts.get(target)
            if newest is not None and (newest.kind, newest.payload, not_before) == (kind, payload, None):
                return newest
            await self._run(_supersede(), {"of_game": game_id, "of_kind": kind, "to_target": target})
        if known.last_post is None:
            known.last_post = (await self._run(_last_seq(), {"game_id": game_id})).scalar_one() or 0
        known.last_post = seq = known.last_post + 1
        now = self._now()
        self.has_queued = True
        post = Post(
            game_id=game_id,
            seq=seq,
            kind=kind,
            target=target,
            payload=payload,
            nonce=f"{game_id}-{seq}",
            not_before=not_before or AT_ONCE,
            created=now,
        )
        post.id = (await self._run(_insert_post(), post.model_dump(exclude={"id"}))).scalar_one()
        known.posts[target] = post
        return post

    def find_queued(self, game_id: str, target: str) -> Post | None:
        """Return the newest post to a target that this unit of work has queued; None where there is none."""
        return self._known[game_id].posts.get(target)

    async def withdraw(self, post: Post) -> None:
        """Remove a post that this unit of work has queued, because another post says the same."""
        self._known[post.game_id].posts.pop(post.target, None)
        await self._run(delete_by(PostTable, "id"), {"id": post.id})

    async def claim_due(
        self, *, limit: int = 10, lease: timedelta = _LEASE, rooms: Mapping[str, int] = _NO_ROOMS
    ) -> list[Post]:
        """Take posts to send, the oldest of each game and target; no one else gets them during the lease.

        ``rooms`` says how many to some targets, ``limit`` how many to all others together. A post whose worker died is
        claimed again after its lease: its nonce shows the receiver that it is a repetition. Commit before sending.
        """
        now = self._now()
        asked: dict[str, Any] = {f"room_{number}": room for number, room in enumerate(rooms.values())}
        asked |= {"now": now, "until": now + lease, "room": limit}
        rows = await self._find(Post, _claim(tuple(rooms)), **asked)
        return sorted(rows, key=lambda post: (post.not_before, post.id))

    async def release_claims(self, post_ids: Collection[int] | None = None) -> int:
        """Queue again the posts that are being sent, these or (None) all, and return how many there were.

        Release all only when the only process that serves this database starts: it claimed them itself before it died.
        A process that has given up sending may release its own at any time.
        """
        statement = update(PostTable).where(col(PostTable.status) == "sending")
        if post_ids is not None:
            statement = statement.where(col(PostTable.id).in_(post_ids))
        return (await self._run(statement.values(status="queued", claimed_until=None), {})).rowcount

    async def mark_sent(self, post_id: int, message_id: int | None = None, payload: Json | None = None) -> None:
        """Mark a post as sent, as this message; a ``payload`` replaces what was stored."""
        kept = {} if payload is None else {"payload": payload}
        await self._end_claim(post_id, "sent", message_id=message_id, sent=self._now(), **kept)

    async def mark_failed(self, post_id: int, error: str, *, retry_at: datetime | None = None) -> None:
        """Mark a post as not sent: it is queued again for ``retry_at``, or given up if there is no such time."""
        if retry_at is None:
            await self._end_claim(post_id, "failed", error=error)
        else:
            await self._end_claim(post_id, "queued", error=error, not_before=retry_at)

    async def put_message_ref(self, game_id: str, kind: str, channel_id: int, message_id: int) -> None:
        """Remember where a game's message of this kind is, in place of an earlier one."""
        await self._put(MessageRefTable, game_id=game_id, kind=kind, channel_id=channel_id, message_id=message_id)

    async def delete_message_ref(self, game_id: str, kind: str) -> None:
        """Forget a message, if it is known."""
        await self._run(delete_by(MessageRefTable, "game_id", "kind"), {"game_id": game_id, "kind": kind})

    async def remember_interaction(self, interaction_id: int, answer: Json, *, game_id: str | None = None) -> None:
        """Store the answer to an interaction. Raises InteractionSeen when it already has one.

        Call it in the transaction that does what the interaction asks, so that both are kept or neither.
        """
        is_new = await self._insert_new(
            SeenInteractionTable, id=interaction_id, game_id=game_id, answer=answer, created=self._now()
        )
        if not is_new:
            raise InteractionSeen(interaction_id)

    async def forget_interactions(self, before: datetime) -> int:
        """Drop the answers that are older than this, which no one can ask for again, and return how many there were."""
        statement = delete(SeenInteractionTable).where(col(SeenInteractionTable.created) < before)
        return (await self._run(statement, {})).rowcount

    async def try_writing(self) -> None:
        """Write something that needs room, and remove it: where the disk is full, that fails."""
        await self.remember_interaction(_NO_INTERACTION, {"room": "x" * _ROOM})
        await self._run(delete_by(SeenInteractionTable, "id"), {"id": _NO_INTERACTION})

    async def clear_posts(self, before: datetime) -> int:
        """Drop the content of messages that were sent before this, which fills most of a database, and return their
        number.

        Messages that were given up count from when they were queued.
        """
        is_done = col(PostTable.status).in_(("sent", "failed"))
        since = func.coalesce(PostTable.sent, PostTable.created)
        statement = update(PostTable).where(is_done, since < before, cast(col(PostTable.payload), String) != "{}")
        return (await self._run(statement.values(payload={}), {})).rowcount

    async def _end_claim(self, post_id: int, status: PostStatus, **values: Any) -> None:
        # A worker that comes back late must not undo what the worker that took over has done.
        values |= {"status": status, "claimed_until": None}
        await self._run(_end_claim(tuple(values)), {"post_id": post_id, **values})

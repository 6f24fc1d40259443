"""How long people have taken to answer, from the stored choices of their games."""

from __future__ import annotations

from datetime import timedelta
from typing import NamedTuple

from sqlalchemy import func, select, type_coerce

from storage.columns import UtcTime
from storage.models import ChoiceTable, GameTable, Json, SeatTable
from storage.unit import Unit, table_of

_MOST_GAMES = 6
"""How many games of a person are read at most: those that changed last."""


class Answered(NamedTuple):
    """A turn that a person answered (``is_theirs``) or that was answered for them, and the wait before it.

    ``options`` are those of the game.
    """

    options: Json
    waited: timedelta
    is_theirs: bool


class AnswerReader(Unit):
    """Reads how long people have taken to answer."""

    async def answers_of(self, user_id: int, limit: int) -> list[Answered]:
        """Return the last turns that a person answered, or that no person answered for them, the newest first.

        The wait begins with the choice of another seat before it, since from then on the person could answer.
        """
        game, seat, choice = table_of(GameTable).c, table_of(SeatTable).c, table_of(ChoiceTable).c
        newest = (
            select(game.id)
            .join(table_of(SeatTable), seat.game_id == game.id)
            .where(seat.user_id == user_id, game.status.in_(("playing", "over")))
            .order_by(game.updated.desc())
            .limit(_MOST_GAMES)
            .subquery()
        )
        log = (
            select(
                *(choice.game_id, choice.seat, choice.user_id, choice.created),
                type_coerce(
                    func.lag(choice.created).over(partition_by=choice.game_id, order_by=choice.seq), UtcTime
                ).label("before"),
                func.lag(choice.seat).over(partition_by=choice.game_id, order_by=choice.seq).label("seat_before"),
            )
            .where(choice.game_id.in_(select(newest.c.id)))
            .subquery()
        )
        query = (
            select(game.options, log.c.created, log.c.before, log.c.user_id)
            .join(log, log.c.game_id == game.id)
            .join(table_of(SeatTable), (seat.game_id == log.c.game_id) & (seat.seat == log.c.seat))
            .where(
                seat.user_id == user_id,
                seat.joined <= log.c.created,
                log.c.seat_before != log.c.seat,
                (log.c.user_id == user_id) | log.c.user_id.is_(None),
            )
            .order_by(log.c.created.desc())
            .limit(limit)
        )
        rows = await self._run(query, {})
        return [Answered(row.options, row.created - row.before, row.user_id is not None) for row in rows]

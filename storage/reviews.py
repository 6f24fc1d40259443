"""Reviews of finished games."""

from __future__ import annotations

from sqlmodel import col, select

from storage.models import Json, Review, ReviewTable
from storage.unit import Unit, delete_by, select_by


class ReviewReader(Unit):
    """Reads reviews."""

    async def review(self, game_id: str) -> Review | None:
        """Return the review of a game, as far as it is made; None where no one has asked for one."""
        return await self._find_one(Review, select_by(ReviewTable, "game_id"), game_id=game_id)

    async def unfinished_reviews(self) -> list[str]:
        """Return the games whose reviews are not finished, the one that has waited longest first."""
        query = (
            select(ReviewTable.game_id)
            .where(col(ReviewTable.is_done).is_(False))
            .order_by(col(ReviewTable.updated), col(ReviewTable.game_id))
        )
        return list(await self._session.exec(query))


class ReviewWriter(ReviewReader):
    """Writes reviews."""

    async def put_review(self, game_id: str, payload: Json, *, is_done: bool) -> None:
        """Store what was found for a review, in place of what was found before."""
        await self._put(ReviewTable, game_id=game_id, payload=payload, is_done=is_done, updated=self._now())

    async def delete_review(self, game_id: str) -> None:
        """Drop the review of a game, if there is one."""
        await self._run(delete_by(ReviewTable, "game_id"), {"game_id": game_id})

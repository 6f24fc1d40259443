"""The course of a game: turns, and the log of choices, which only grows."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from sqlmodel import col, func, select

from storage.errors import NoOpenTurn
from storage.games import GameReader, GameWriter
from storage.log import effective_keys
from storage.models import Choice, ChoiceKind, ChoiceTable, Draft, DraftTable, Game, Json, Turn, TurnStatus, TurnTable
from storage.unit import delete_by, select_by, to_plain

_DONE: tuple[TurnStatus, ...] = ("done",)


@dataclass(frozen=True, slots=True)
class Play:
    """State of a game: the turn under way (None before the start and after the end) and its keys so far."""

    game: Game
    turn: Turn | None
    keys: tuple[str, ...]


class PlayReader(GameReader):
    """Reads turns, choices and drafts."""

    async def load_play(self, game_id: str) -> Play:
        """Everything needed to go on with a game. Raises UnknownGame."""
        game = await self.game(game_id)
        query = select_by(TurnTable, "game_id", "status")
        turn = await self._find_one(Turn, query, game_id=game_id, status="open")
        if turn is None:
            return Play(game, None, ())
        return Play(game, turn, effective_keys(await self.choices(game_id, turn.number)))

    async def turn(self, game_id: str, number: int) -> Turn | None:
        """One turn, or None."""
        return await self._find_one(Turn, select_by(TurnTable, "game_id", "number"), game_id=game_id, number=number)

    async def turns(
        self,
        game_id: str,
        *,
        statuses: Collection[TurnStatus] = _DONE,
        first: int = 0,
        last: int | None = None,
    ) -> list[Turn]:
        """The turns with one of these statuses from number ``first`` on, the oldest first; the ``last`` so many."""
        query = (
            select(TurnTable)
            .where(
                col(TurnTable.game_id) == game_id,
                col(TurnTable.status).in_(statuses),
                col(TurnTable.number) >= first,
            )
            .order_by(col(TurnTable.number).desc())
            .limit(last)
        )
        rows = (await self._session.exec(query)).all()
        return [to_plain(Turn, row) for row in reversed(rows)]

    async def choices(self, game_id: str, turn_number: int | None = None) -> list[Choice]:
        """The log of a game, or of one turn of it, oldest first."""
        if turn_number is None:
            return await self._find(Choice, select_by(ChoiceTable, "game_id", order=("seq",)), game_id=game_id)
        query = select_by(ChoiceTable, "game_id", "turn_number", order=("seq",))
        return await self._find(Choice, query, game_id=game_id, turn_number=turn_number)

    async def draft(self, game_id: str, seat: str) -> Draft | None:
        """A seat's unconfirmed keys, or None."""
        return await self._find_one(Draft, select_by(DraftTable, "game_id", "seat"), game_id=game_id, seat=seat)

    async def _find_open_turn(self, game_id: str) -> TurnTable | None:
        query = select(TurnTable).where(col(TurnTable.game_id) == game_id, col(TurnTable.status) == "open")
        return (await self._session.exec(query)).one_or_none()


class PlayWriter(PlayReader, GameWriter):
    """Writes turns, choices and drafts."""

    async def open_turn(self, game_id: str, *, label: Json, snapshot: bytes, digest: str) -> Turn:
        """Begin the next turn from a state. The turn before must be finished; the database refuses a second open one.

        Raises UnknownGame.
        """
        await self.lock_game(game_id)
        query = select(func.max(TurnTable.number)).where(col(TurnTable.game_id) == game_id)
        number = ((await self._session.exec(query)).one() or 0) + 1
        row = TurnTable(
            game_id=game_id, number=number, label=label, snapshot=snapshot, digest=digest, created=self._now()
        )
        self._session.add(row)
        await self._session.flush()
        return to_plain(Turn, row)

    async def finish_turn(self, game_id: str, changes: bytes) -> Turn:
        """The open turn is done; ``changes`` are what happened in it. Raises UnknownGame, NoOpenTurn."""
        await self.lock_game(game_id)
        return await self._close_turn(await self._require_open_turn(game_id), "done", changes)

    async def append_choices(
        self, game_id: str, expected_version: int, seat: str, keys: Sequence[str], *, user_id: int | None = None
    ) -> int:
        """Add a seat's keys to the open turn, all or none: the game's new version.

        Raises UnknownGame, StaleVersion, NoOpenTurn.
        """
        version = await self.advance(game_id, expected_version)
        turn = await self._require_open_turn(game_id)
        await self._append(turn, "choose", seat, keys, user_id)
        return version

    async def rewind(
        self, game_id: str, expected_version: int, number: int, seat: str, *, user_id: int | None = None
    ) -> Turn:
        """Go back to the start of turn ``number``: a new open turn with its state. Nothing is erased.

        With the number of the open turn this takes that turn back to its start. The turns taken back stay stored,
        as ``rolled_back``, and the log has a line that says so. Raises UnknownGame, StaleVersion, and NoOpenTurn when
        no turn is under way or ``number`` is not one of the turns that hold.
        """
        await self.advance(game_id, expected_version)
        under_way = await self._require_open_turn(game_id)
        target = await self._session.get(TurnTable, (game_id, number))
        if target is None or target.status == "rolled_back":
            raise NoOpenTurn(game_id)
        await self._append(under_way, "rewind", seat, [str(number)], user_id)
        query = select(TurnTable).where(
            col(TurnTable.game_id) == game_id,
            col(TurnTable.number) >= number,
            col(TurnTable.status) != "rolled_back",
        )
        for row in (await self._session.exec(query)).all():
            await self._close_turn(row, "rolled_back", row.changes)
        return await self.open_turn(game_id, label=target.label, snapshot=target.snapshot, digest=target.digest)

    async def put_draft(self, game_id: str, seat: str, base_version: int, keys: Sequence[str]) -> None:
        """Keep a seat's unconfirmed keys, in place of those before."""
        await self._put(
            DraftTable,
            game_id=game_id,
            seat=seat,
            base_version=base_version,
            keys=list(keys),
            updated=self._now(),
        )

    async def delete_draft(self, game_id: str, seat: str) -> None:
        """Forget a seat's unconfirmed keys, if there are any."""
        await self._run(delete_by(DraftTable, "game_id", "seat"), {"game_id": game_id, "seat": seat})

    async def _require_open_turn(self, game_id: str) -> TurnTable:
        turn = await self._find_open_turn(game_id)
        if turn is None:
            raise NoOpenTurn(game_id)
        return turn

    async def _close_turn(self, row: TurnTable, status: TurnStatus, changes: bytes | None) -> Turn:
        row.status = status
        row.changes = changes
        row.finished = row.finished or self._now()
        await self._session.flush()
        return to_plain(Turn, row)

    async def _append(
        self, turn: TurnTable, kind: ChoiceKind, seat: str, keys: Sequence[str], user_id: int | None
    ) -> None:
        query = select(func.max(ChoiceTable.seq)).where(col(ChoiceTable.game_id) == turn.game_id)
        last = (await self._session.exec(query)).one() or 0
        now = self._now()
        self._session.add_all(
            ChoiceTable(
                game_id=turn.game_id,
                seq=seq,
                turn_number=turn.number,
                kind=kind,
                seat=seat,
                user_id=user_id,
                key=key,
                created=now,
            )
            for seq, key in enumerate(keys, start=last + 1)
        )
        await self._session.flush()

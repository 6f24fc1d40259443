"""Corrections: changes that everyone at a table agrees to make at the start of a turn."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final

from bot.errors import StaleButton
from bot.tables.authorization import CORRECT, Request, check
from bot.tables.automation import Automation
from bot.tables.pending import announce
from bot.tables.table import Table, change_state
from bot.tables.transaction import SeenBefore, TableTransaction, Transactions
from bot.tables.votes import Motion, Outcome, Vote, Votes
from engine import Game
from engine.core.change import Change
from engine.core.putting_right import write_patch
from engine.core.text import Text, text
from storage import Storage

KEPT: Final = 500
"""Corrections that people have tried but not yet confirmed."""


@dataclass(frozen=True, slots=True)
class Correction:
    """The effect of a correction: the game before and after it, without hidden data."""

    table: Table
    before: Game
    after: Game
    changes: Sequence[Change]
    is_alone: bool

    @property
    def version(self) -> int:
        """Return the version of its game."""
        return self.table.game.version


class Corrections:
    """Tries corrections, has tables vote on them, and makes those on which everyone agrees.

    ``on_corrected`` is called in the transaction of each, after it, so that a season can tell its organiser.
    """

    def __init__(self, storage: Storage, transactions: Transactions, automation: Automation, votes: Votes) -> None:
        self._storage = storage
        self._transactions = transactions
        self._automation = automation
        self._votes = votes
        self._tried: OrderedDict[tuple[str, int], tuple[int, str]] = OrderedDict()
        self.on_corrected: Callable[[TableTransaction, Table], Awaitable[None]] = tell_nobody
        votes.motions[CORRECT.name] = Motion(
            write_question, write_refusal, self._put_right, silence=CORRECT.name, show=show_changes
        )

    async def try_out(self, game_id: str, user_id: int, read: Callable[[Game], Mapping[str, Any]]) -> Correction:
        """Try a correction, and keep it for `propose`. ``read`` returns it for the present game.

        Raises TableError for a person without a seat, and IllegalChoice for an impossible correction.
        """
        async with self._storage.read() as reader:
            loaded = await self._automation.load(reader, game_id)
        table = loaded.table
        check(CORRECT, Request(table, user_id))
        key = write_patch(read(loaded.game))
        after = loaded.game.clone()
        changes = after.choose(key)
        self._tried[game_id, user_id] = (table.game.version, key)
        self._tried.move_to_end((game_id, user_id))
        while len(self._tried) > KEPT:
            self._tried.popitem(last=False)
        return Correction(table, loaded.game.blind(), after.blind(), changes, len(table.people) == 1)

    async def propose(self, interaction_id: int | None, game_id: str, user_id: int, version: int) -> Outcome:
        """Ask the table for the correction that a person has tried; a person who is alone makes it at once.

        Raises StaleButton when the game has moved on since, and TableError as `Votes.open` does.
        """
        tried = self._tried.get((game_id, user_id))
        with suppress(SeenBefore):
            async with self._transactions.begin(game_id, interaction_id, user_id) as tx:
                table = tx.table
                request = Request(table, user_id)
                check(CORRECT, request)
                loaded = await tx.load_game()
                if tried is None or version != tried[0] or version != table.game.version:
                    raise StaleButton
                loaded.game.clone().choose(tried[1])
                await self._votes.open(tx, CORRECT, request, turn=loaded.turn.number, terms={"key": tried[1]})
        return await self._votes.conclude(game_id, kind=CORRECT.name)

    async def _put_right(self, tx: TableTransaction, table: Table, vote: Vote, user_id: int | None) -> None:
        loaded = await tx.load_game()
        game = loaded.game.clone()
        actor = user_id if user_id is not None else vote.by
        written = await tx.play(loaded, game, [(vote.agreed[0], str(vote.terms["key"]))], actor)
        for row in table.seats:
            await tx.delete_draft(table.id, row.seat)
        await change_state(tx, table.id, put_right=table.state.put_right + 1)
        after = await tx.reload()
        remarks = [text("ui.public.put_right", seat=vote.agreed)] if len(table.people) > 1 else []
        await announce(tx, loaded, after, game, written, actor, remarks)
        await self.on_corrected(tx, after)
        tx.keep(after, game)


async def tell_nobody(tx: TableTransaction, table: Table) -> None:
    """Announce a correction to no one else."""


async def write_question(tx: TableTransaction, table: Table, vote: Vote) -> Text:
    """Return the question for those who must agree."""
    return text("ui.public.put_right_asked", seat=vote.agreed, to=list(vote.missing))


async def show_changes(tx: TableTransaction, table: Table, vote: Vote) -> tuple[Any, list[Change]]:
    """Return the board after a correction on which a table votes, and the changes."""
    game = (await tx.load_game()).game.clone()
    changes = game.choose(str(vote.terms["key"]))
    return game.view(), changes


def write_refusal(vote: Vote, seats: Sequence[str]) -> Text:
    """Return that everything stays as it is."""
    return text("ui.public.put_right_refused", seat=list(seats))

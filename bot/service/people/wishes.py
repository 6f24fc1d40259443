"""What people wish for themselves and hosts for their tables: changed here, and the timers with it."""

from __future__ import annotations

from collections import OrderedDict
from contextlib import suppress
from typing import Final

import msgspec

from bot.errors import TableError
from bot.games.front import AUTOMATIC
from bot.narrate.times import describe_pace
from bot.service.advice import REFUSED, may_ask
from bot.service.clock.pace import Pace, pace_of, store_pace
from bot.service.clock.timers import Timers
from bot.service.clock.waiting import read_waiting
from bot.service.loading import load_table
from bot.service.moments import OPPONENT, Table
from bot.service.people.preferences import Preferences, find_preferences, write_preferences
from bot.service.posting import announce_notice, announce_status
from bot.service.road import Road, SeenBefore
from engine.core.text import text
from storage import Storage

KNOWN_PEOPLE: Final = 1000
"""The settings of so many people stay in memory."""


class Wishes:
    """Reads and changes the settings of people and tables."""

    def __init__(self, storage: Storage, road: Road, timers: Timers) -> None:
        self._storage = storage
        self._road = road
        self._timers = timers
        self._known: OrderedDict[int, Preferences] = OrderedDict()
        self._changes = 0

    async def find(self, user_id: int) -> Preferences:
        """What a person has set. It is read once for each person, unless other processes write it too."""
        known = self._known.get(user_id)
        if known is not None and not self._storage.is_shared:
            return known
        changes = self._changes
        async with self._storage.read() as reader:
            found = await find_preferences(reader, user_id)
        if changes != self._changes:
            # What was read may be what was there before.
            return found
        self._known[user_id] = found
        while len(self._known) > KNOWN_PEOPLE:
            self._known.popitem(last=False)
        return found

    def forget(self, user_id: int) -> None:
        """What a person has set is read again when it is asked for."""
        self._changes += 1
        self._known.pop(user_id, None)

    async def change(self, user_id: int, changes: Preferences, names: tuple[str, ...]) -> Preferences:
        """Take over those of a person's ``changes`` that are named. Waiting reminders follow them at once."""
        async with self._storage.transaction() as tx:
            stored = await tx.user_preferences(user_id)
            old = await find_preferences(tx, user_id)
            new = msgspec.structs.replace(old, **{name: getattr(changes, name) for name in names})
            await tx.put_user_preferences(user_id, write_preferences(stored, new))
        self.forget(user_id)
        self._road.tell()
        if (old.remind, old.quiet, old.zone) != (new.remind, new.quiet, new.zone):
            await self._count_anew(user_id)
        return new

    async def _count_anew(self, user_id: int) -> None:
        """Set the timers again wherever a game waits for this person."""
        async with self._storage.read() as reader:
            games = await reader.games_by(statuses=["playing"], limit=None)
            waiting = {game.id: read_waiting(Table(game, ())) for game in games}
        for game_id, waited in waiting.items():
            if waited is None or waited.who != user_id:
                continue
            async with self._road.enter(game_id, None) as tx:
                await self._timers.follow(tx, game_id, counts_anew=True)

    async def change_opponent(self, interaction_id: int | None, game_id: str, user_id: int, opponent: str) -> Table:
        """Choose who plays the empty seats of a table; empty for the game's own automatic player.

        Raises TableError for anybody but its host, and for an opponent that the game does not have.
        """
        with suppress(SeenBefore):
            async with self._road.enter(game_id, interaction_id) as tx:
                table = await load_table(tx, game_id)
                check_host(table, user_id)
                if opponent and opponent not in table.front.opponents:
                    raise TableError(text("error.no_such_opponent", name=table.game.name))
                if opponent != table.opponent:
                    await tx.update_game(game_id, options={**table.game.options, OPPONENT: opponent})
                    table = await load_table(tx, game_id)
                    for row in table.seats:
                        if row.kind == AUTOMATIC:
                            await tx.leave_seat(game_id, row.seat)
                            await tx.take_seat(game_id, row.seat, None, table.automatic_name, kind=AUTOMATIC)
                    table = await load_table(tx, game_id)
                    if table.game.status == "playing":
                        await announce_notice(tx, table, text("ui.public.opponent"), "", None)
                    await announce_status(tx, table)
        async with self._storage.read() as reader:
            return await load_table(reader, game_id)

    async def allow_advice(self, interaction_id: int | None, game_id: str, user_id: int, *, is_allowed: bool) -> Table:
        """Allow or refuse advice at a table, and tell it. Raises TableError for anybody but its host."""
        with suppress(SeenBefore):
            async with self._road.enter(game_id, interaction_id) as tx:
                table = await load_table(tx, game_id)
                check_host(table, user_id)
                if is_allowed != may_ask(table):
                    await tx.update_game(game_id, options={**table.game.options, REFUSED: not is_allowed})
                    if table.game.status == "playing":
                        words = text("ui.public.advice_allowed" if is_allowed else "ui.public.advice_refused")
                        await announce_notice(tx, table, words, "", None)
        async with self._storage.read() as reader:
            return await load_table(reader, game_id)

    async def change_table(
        self, interaction_id: int | None, game_id: str, user_id: int, *, language: str | None, pace: Pace
    ) -> Table:
        """Give a table another language or pace, and tell it. Raises TableError for anybody but its host."""
        with suppress(SeenBefore):
            async with self._road.enter(game_id, interaction_id) as tx:
                table = await load_table(tx, game_id)
                check_host(table, user_id)
                has_new_pace = pace != pace_of(table)
                if language is not None:
                    await tx.update_game(game_id, language=language)
                if has_new_pace:
                    await tx.update_game(game_id, options={**table.game.options, **store_pace(pace)})
                    await self._timers.follow(tx, game_id, counts_anew=True)
                table = await load_table(tx, game_id)
                if has_new_pace and table.game.status == "playing":
                    await announce_notice(tx, table, text("ui.public.pace", what=describe_pace(pace)), "", None)
                await announce_status(tx, table)
        async with self._storage.read() as reader:
            return await load_table(reader, game_id)


def check_host(table: Table, user_id: int) -> None:
    """Raise TableError unless a table is on, and the person is its host."""
    if table.game.status not in ("open", "playing"):
        raise TableError(text("error.over", name=table.game.name))
    if user_id != table.game.host_user_id:
        raise TableError(text("error.host_only", who=str(table.game.options.get("host", ""))))

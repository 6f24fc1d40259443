"""Changes of people's own settings, and of the timers with them."""

from __future__ import annotations

from collections import OrderedDict
from typing import Final

import msgspec

from bot.tables.preferences import Preferences, find_preferences, write_preferences
from bot.tables.table import Table
from bot.tables.timers import Timers
from bot.tables.transaction import Transactions
from storage import Storage

KNOWN_PEOPLE: Final = 1000
"""The settings of so many people stay in memory."""


class PersonalSettings:
    """Reads and changes the settings of people."""

    def __init__(self, storage: Storage, transactions: Transactions, timers: Timers) -> None:
        self._storage = storage
        self._transactions = transactions
        self._timers = timers
        self._known: OrderedDict[int, Preferences] = OrderedDict()
        self._changes = 0

    async def find(self, user_id: int) -> Preferences:
        """Return what a person has set. It is read once for each person, unless other processes write it too."""
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
        """Forget what a person has set, so that it is read again."""
        self._changes += 1
        self._known.pop(user_id, None)

    async def change(self, user_id: int, changes: Preferences, names: tuple[str, ...]) -> Preferences:
        """Take over those of a person's ``changes`` that are named. Question reminders follow them at once."""
        named = {name: getattr(changes, name) for name in names}
        async with self._storage.transaction() as tx:
            stored = await tx.user_preferences(user_id)
            old = await find_preferences(tx, user_id)
            new = msgspec.structs.replace(old, **named)
            await tx.put_user_preferences(user_id, write_preferences(stored, new))
        self.forget(user_id)
        self._transactions.wake_outbox()
        if (old.remind, old.quiet, old.zone) != (new.remind, new.quiet, new.zone):
            await self._remind_again(user_id)
        return new

    async def _remind_again(self, user_id: int) -> None:
        """Set the reminders again wherever a game waits for this person; nothing else about its question changes."""
        async with self._storage.read() as reader:
            games = await reader.games_by(statuses=["playing"], limit=None)
            states = {game.id: Table(game, ()).state for game in games}
        for game_id, state in states.items():
            if state.question is None or state.question.who != user_id:
                continue
            async with self._transactions.begin(game_id, None) as tx:
                await self._timers.set_again(tx, game_id)

"""The settings of a table; the settings of a person are in `bot.tables.preferences`.

The host of a table sets its language, pace, opponent and switches. In a running game, everyone with a seat must agree
to other limits or clocks, another consequence of the limit, another opponent, and some of the switches.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from bot.errors import TableError
from bot.games.playing import AUTOMATIC
from bot.tables.announcements import announce_notice, announce_status
from bot.tables.authorization import SETTINGS, TERMS, Request, check
from bot.tables.preferences import describe_pace
from bot.tables.table import Pace, Table, change_state, find_switches
from bot.tables.timers import Timers
from bot.tables.transaction import TableTransaction, Transactions, once
from bot.tables.votes import Motion, Outcome, Vote, Votes
from engine.core.text import Text, text


class TableSettings:
    """Changes the settings of tables, at once or after a vote of the table."""

    def __init__(self, transactions: Transactions, timers: Timers, votes: Votes) -> None:
        self._transactions = transactions
        self._timers = timers
        self._votes = votes
        votes.motions[TERMS.name] = Motion(
            write_question, lambda vote, seats: text("ui.public.terms_refused"), self._agree
        )

    async def change(
        self,
        interaction_id: int | None,
        game_id: str,
        user_id: int,
        *,
        language: str | None = None,
        pace: Pace | None = None,
        opponent: str | None = None,
        **switches: bool,
    ) -> Outcome:
        """Change the settings that are not None; have the table vote on those in `find_terms`.

        An empty ``opponent`` is the game's own automatic player; ``switches`` are named by their fields. Raises
        TableError for anyone but the host, for impossible values, and as `Votes.open` does; then nothing changes.
        """
        async with once(), self._transactions.begin(game_id, interaction_id) as tx:
            table = tx.table
            check(SETTINGS, Request(table, user_id))
            if opponent and opponent not in table.front.player.opponents:
                raise TableError(text("error.no_such_opponent", name=table.game.name))
            for name, is_on in switches.items():
                if is_on and not find_switches()[name].condition(table):
                    raise TableError(text(find_switches()[name].refusal, name=table.game.name))
            if language is not None:
                await tx.update_game(game_id, language=language)
            terms = find_terms(table, pace, opponent, switches)
            for name, is_on in switches.items():
                if name not in terms:
                    await self._turn(tx, game_id, name, is_on=is_on)
            if pace is not None and pace != table.state.pace and "pace" not in terms:
                await self._set_pace(tx, game_id, pace)
            table = await tx.reload()
            await announce_status(tx, table)
            if terms:
                request = Request(table, user_id)
                check(TERMS, request)
                await self._votes.open(tx, TERMS, request, terms=terms)
        return await self._votes.conclude(game_id)

    async def _agree(self, tx: TableTransaction, table: Table, vote: Vote, user_id: int | None) -> None:
        """Apply the settings on which a vote has agreed, and announce them."""
        if "pace" in vote.terms:
            await self._set_pace(tx, table.id, msgspec.convert(vote.terms["pace"], Pace))
        if "opponent" in vote.terms:
            await self._set_opponent(tx, table.id, str(vote.terms["opponent"]))
        for name in filter(vote.terms.__contains__, find_switches()):
            await self._turn(tx, table.id, name, is_on=bool(vote.terms[name]))

    async def _turn(self, tx: TableTransaction, game_id: str, name: str, *, is_on: bool) -> None:
        """Turn a setting on or off; a change in a running game is announced in the channel."""
        switch = find_switches()[name]
        if getattr((await tx.reload()).state, name) == is_on:
            return
        await change_state(tx, game_id, **{name: is_on})
        table = await tx.reload()
        if table.game.status == "playing" and not switch.is_early:
            await announce_notice(tx, table, text(switch.find_key("ui.public.", is_on=is_on)))

    async def _set_pace(self, tx: TableTransaction, game_id: str, pace: Pace) -> None:
        await self._timers.set_pace(tx, game_id, pace)
        table = await tx.reload()
        if table.game.status == "playing":
            await announce_notice(tx, table, text("ui.public.pace", what=describe_pace(pace)))
        await announce_status(tx, table)

    async def _set_opponent(self, tx: TableTransaction, game_id: str, opponent: str) -> None:
        await change_state(tx, game_id, opponent=opponent)
        table = await tx.reload()
        for row in table.seats:
            if row.kind == AUTOMATIC:
                await tx.leave_seat(game_id, row.seat)
                await tx.take_seat(game_id, row.seat, None, table.automatic_name, kind=AUTOMATIC)
        table = await tx.reload()
        if table.game.status == "playing":
            await announce_notice(tx, table, text("ui.public.opponent"))
        await announce_status(tx, table)


def find_terms(table: Table, pace: Pace | None, opponent: str | None, switches: Mapping[str, bool]) -> dict[str, Any]:
    """Return those of the wished settings that only the whole table can change, as the terms of a vote.

    These are the limit or the clocks, the consequence, the opponent, and switches that need consent (`Switch`). A
    setting that would stay the same is left out.
    """
    terms: dict[str, Any] = {}
    now = table.state.pace
    if pace is not None and replace(pace, remind=now.remind) != now:
        terms["pace"] = msgspec.to_builtins(pace)
    if opponent is not None and opponent != table.opponent:
        terms["opponent"] = opponent
    for name, is_on in switches.items():
        if find_switches()[name].is_agreed and is_on != getattr(table.state, name):
            terms[name] = is_on
    return terms


async def write_question(tx: TableTransaction, table: Table, vote: Vote) -> Text:
    """Return the question of a vote on settings."""
    what, switches = [], find_switches()
    for name, wanted in vote.terms.items():
        if name == "pace":
            what.append(text("ui.public.term.pace", what=describe_pace(msgspec.convert(wanted, Pace))))
        elif name == "opponent":
            what.append(text("ui.public.term.opponent", what=text(f"ui.opponent.{wanted or 'standard'}")))
        elif name in switches:
            what.append(text(switches[name].find_key("ui.public.term.", is_on=bool(wanted))))
    return text("ui.public.terms_asked", who=table.state.host, what=what)

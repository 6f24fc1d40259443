"""The tables of a season: made for a round, opened with everybody seated, and given up by those who drop out."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress

from bot.games.frontend import front_of
from bot.games.playing import AUTOMATIC
from bot.seasons.club import Club, SeasonOptions, name_table
from bot.tables.announcements import announce_notice, announce_status
from bot.tables.lobby import draw_seed, rules_version
from bot.tables.play import Tables
from bot.tables.preferences import PACES
from bot.tables.table import Spot, Table, TableState, store_state
from engine.core.errors import GameError
from engine.core.text import text
from storage import Entrant, Season, Writer

log = logging.getLogger(__name__)


async def create_tables(
    tx: Writer,
    season: Season,
    options: SeasonOptions,
    entrants: Sequence[Entrant],
    seatings: Sequence[Sequence[int | None]],
) -> None:
    """Create the tables of the next round of a season, with everybody on their seats. ``seatings`` are places."""
    by_place = {one.place: one for one in entrants}
    front = front_of(season.kind)
    seats = front.setup.list_seats(season.players)
    state = TableState(
        season=season.id,
        pace=PACES[options.pace],
        opponent=options.opponent,
        options={options.variant: True} if options.variant else {},
    )
    for number, places in enumerate(seatings, start=1):
        game = await tx.create_game(
            name=name_table(season, season.round + 1, number),
            kind=season.kind,
            scenario=season.scenario,
            seats=seats,
            seed=draw_seed(),
            rules_version=rules_version(),
            language=season.language,
            host_user_id=season.host_user_id,
            guild_id=season.guild_id,
            channel_id=season.channel_id,
            options=store_state(state),
        )
        await tx.add_season_game(season.id, game.id, season.round + 1, number, places)
        for seat, place in zip(seats, places, strict=True):
            entrant = by_place.get(place) if place is not None else None
            if entrant is not None and entrant.user_id is not None:
                await tx.take_seat(game.id, seat, entrant.user_id, entrant.display_name)


async def open_tables(
    tables: Tables, game_ids: Sequence[str], make_place: Callable[[Table], Awaitable[Spot | None]]
) -> None:
    """Begin the games that have not begun. One that cannot begin does not keep the others from it."""
    for game_id in game_ids:
        table = await tables.table(game_id)
        if table.game.status != "open":
            continue
        try:
            if not table.people:
                async with tables.transactions.begin(game_id, None) as tx:
                    await tx.update_game(game_id, status="closed")
                continue
            if table.game.thread_id is None:
                await tables.lobby.settle(game_id, await make_place(table))
            await tables.start(None, game_id, table.game.host_user_id, with_automatic=True)
        except GameError:
            log.exception("Table %s of a season cannot begin.", game_id)


async def give_up_seats(tables: Tables, club: Club) -> None:
    """Give the seats of those who have dropped out to the automatic player; a game of one alone is abandoned.

    Somebody who has sat down at a table since then keeps that seat.
    """
    left = {one.user_id: one.left for one in club.entrants if one.user_id is not None and one.left is not None}
    for game_id in club.running if left else ():
        for row in (await tables.table(game_id)).seats:
            since = left.get(row.user_id) if row.user_id is not None else None
            if row.user_id is None or since is None or row.joined is None or row.joined > since:
                continue
            with suppress(GameError):
                table = await tables.table(game_id)
                if table.people == {row.user_id} and table.game.status == "playing":
                    await tables.lobby.close(None, game_id, row.user_id, row.display_name)
                elif row.user_id in table.people:
                    await entrust(tables, game_id, row.user_id)
                    await tables.automation.play(game_id)


async def entrust(tables: Tables, game_id: str, user_id: int) -> None:
    """Put the automatic player on the seats of a person at a table, for good."""
    async with tables.transactions.begin(game_id, None) as tx:
        for row in tx.table.seats:
            if row.user_id != user_id:
                continue
            await tx.leave_seat(game_id, row.seat)
            await tx.delete_draft(game_id, row.seat)
            await tx.drop_arrangements(game_id, seat=row.seat)
            await tx.take_seat(game_id, row.seat, None, tx.table.automatic_name, kind=AUTOMATIC)
            if tx.table.game.status == "playing":
                message = text("ui.public.dropped_out", seat=row.seat, who=row.display_name)
                await announce_notice(tx, await tx.reload(), message)
        await announce_status(tx, await tx.reload())

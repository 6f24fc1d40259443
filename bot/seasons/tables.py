"""The tables of a season: made for a round, opened with everyone seated, and left by people who drop out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress

from bot.games.frontend import front_of
from bot.games.playing import AUTOMATIC
from bot.seasons.club import Club, SeasonOptions, name_table
from bot.tables.announcements import announce_status
from bot.tables.automation import has_work
from bot.tables.closing import abandon, entrust
from bot.tables.lobby import begin_game, draw_seed, rules_version
from bot.tables.play import Tables
from bot.tables.preferences import PACES
from bot.tables.table import Spot, Table, TableState, store_state
from engine.core.errors import GameError
from storage import Entrant, Season, Seat, Writer


async def create_tables(
    tx: Writer,
    season: Season,
    options: SeasonOptions,
    entrants: Sequence[Entrant],
    seatings: Sequence[Sequence[int | None]],
) -> list[Table]:
    """Create and return the tables of the next round of a season, with planned but still empty seats.

    ``seatings`` are places.
    """
    by_place: dict[int | None, Entrant] = {one.place: one for one in entrants}
    front = front_of(season.kind)
    seats = front.setup.list_seats(season.players)
    state = TableState(
        season=season.id,
        pace=PACES[options.pace],
        opponent=options.opponent,
        options={options.variant: True} if options.variant else {},
    )
    created: list[Table] = []
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
            people={
                seat: (entrant.user_id, entrant.display_name)
                for seat, place in zip(seats, places, strict=True)
                if (entrant := by_place.get(place)) is not None and entrant.user_id is not None
            },
        )
        await tx.add_season_game(season.id, game.id, season.round + 1, number, places)
        created.append(Table(game, ()))
    return created


async def open_table(tables: Tables, game_id: str, spot: Spot | None) -> None:
    """Begin a game that has not begun, in one transaction; close its table if no one is left."""
    async with tables.transactions.begin(game_id, None) as tx:
        if tx.table.game.status != "open":
            return
        if not tx.table.people:
            await tx.update_game(game_id, status="closed")
            return
        await tables.lobby.move_in(tx, spot)
        game = await begin_game(tx)
        tx.keep(tx.table, game)
        goes_on = has_work(tx.table, game)
    if goes_on:
        await tables.automation.play(game_id)


def find_homeless(club: Club, seats: Mapping[str, Sequence[Seat]]) -> list[tuple[str, str]]:
    """Return the seats of running games, each with its game, that pass to the automatic player.

    Their people have dropped out, or have deleted their data. Someone who has taken such a seat since keeps it.
    """
    left = {one.user_id: one.left for one in club.entrants if one.user_id is not None and one.left is not None}
    found = []
    for game, status in club.games:
        for row in seats.get(game.game_id, ()) if status == "playing" else ():
            since = left.get(row.user_id) if row.user_id is not None else None
            has_left = since is not None and row.joined is not None and row.joined <= since
            if has_left or row.kind == "empty":
                found.append((game.game_id, row.seat))
    return found


async def give_up_seats(tables: Tables, homeless: Sequence[tuple[str, str]]) -> None:
    """Give seats to the automatic player. A game without people is over."""
    for game_id, seat in homeless:
        with suppress(GameError):
            async with tables.transactions.begin(game_id, None) as tx:
                table = tx.table
                row = next(row for row in table.seats if row.seat == seat)
                if table.game.status != "playing" or row.kind not in ("player", "empty"):
                    continue
                if row.kind == "player":
                    await entrust(tx, row, "ui.public.dropped_out", "dropped_out")
                elif table.people:
                    await tx.take_seat(game_id, seat, None, table.automatic_name, kind=AUTOMATIC)
                    await announce_status(tx, await tx.reload())
                else:
                    await abandon(tx, "")
            await tables.automation.play(game_id)

"""Opening tables, taking and leaving seats, starting the game."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from importlib.metadata import PackageNotFoundError, version
from secrets import token_bytes

from msgspec.structs import replace

from bot.errors import NoTable, SeatsEmpty, SeveralTables, StaleButton, TableError
from bot.games.frontend import find_scenario, front_of
from bot.games.playing import AUTOMATIC
from bot.names import clean
from bot.tables.announcements import (
    NOTICE,
    Notice,
    announce_notice,
    announce_start,
    announce_status,
    queue,
)
from bot.tables.authorization import (
    JOIN,
    LEAVE,
    PLAY,
    SIDE,
    START,
    Request,
    check,
    check_seats,
    find_close_permission,
    find_seats,
    is_owner,
    refuse,
)
from bot.tables.limits import Limits, check_tables
from bot.tables.loading import load_table, load_tables, start_options
from bot.tables.preferences import OPEN, PACES
from bot.tables.table import Table, TableState, put_state, store_state
from bot.tables.transaction import SeenBefore, TableTransaction, Transactions, open_step
from engine import Game
from engine.core.dice import SEED_BYTES
from engine.core.text import text
from storage import GameStatus, NamedGame, Seat, SeatTaken, Storage


def draw_seed() -> bytes:
    """A new seed, from the operating system: nobody can know it before the game is over."""
    return token_bytes(SEED_BYTES)


NAME_LENGTH = 60
SHOWN = 100
"""Tables that a list holds at most."""
EVERY_STATUS: tuple[GameStatus, ...] = ("open", "playing", "over")


Sight = Callable[[NamedGame], bool]
"""Whether a person can see the channel of a table, and so may know of it."""


def sees_all(game: NamedGame) -> bool:
    """The sight of somebody who may know of every table."""
    return True


def rules_version() -> str:
    """The version of the program, which tells by which rules a game was begun."""
    try:
        return version("gandhi-bot")
    except PackageNotFoundError:
        return "unknown"


class Lobby:
    """Tables before and beside their games."""

    def __init__(self, storage: Storage, transactions: Transactions, limits: Limits) -> None:
        self._storage = storage
        self._transactions = transactions
        self._limits = limits

    async def create(
        self,
        interaction_id: int,
        *,
        name: str,
        scenario: str,
        language: str,
        host_user_id: int,
        host_name: str,
        guild_id: int | None,
        channel_id: int,
        pace: str = OPEN,
        players: int = 0,
        variant: str = "",
        opponent: str = "",
    ) -> Table:
        """Open a table with empty seats for so many ``players``, or as many as the game has it by itself.

        The same interaction opens one table only. Raises TableError for a name that is empty or too long, an unknown
        scenario, players, a variant or an opponent that the game does not have, or one table too many.
        """
        name = clean(name)
        if not 0 < len(name) <= NAME_LENGTH:
            raise TableError(text("error.bad_table_name", at_most=NAME_LENGTH))
        try:
            kind, scenario = find_scenario(scenario)
        except KeyError as error:
            raise TableError(text("error.unknown_scenario", scenario=scenario)) from error
        front = front_of(kind)
        try:
            seats = front.setup.list_seats(players)
        except ValueError as error:
            counts = [str(count) for count in front.setup.player_counts or (len(front.setup.seats),)]
            raise TableError(text("error.not_for_so_many", scenario=scenario, numbers=counts)) from error
        if variant and variant not in front.setup.variants:
            raise TableError(text("error.no_such_variant", scenario=scenario))
        if opponent and opponent not in front.player.opponents:
            raise TableError(text("error.no_such_opponent", name=name))
        async with self._storage.transaction() as tx:
            seen = await tx.seen_interaction(interaction_id)
            if seen is not None:
                return await load_table(tx, str(seen.answer["table"]))
            await check_tables(tx, self._limits, host_user_id, guild_id)
            game = await tx.create_game(
                name=name,
                kind=kind,
                scenario=scenario,
                seats=seats,
                seed=draw_seed(),
                rules_version=rules_version(),
                language=language,
                host_user_id=host_user_id,
                guild_id=guild_id,
                channel_id=channel_id,
                options=store_state(
                    TableState(
                        host=host_name,
                        pace=PACES[pace],
                        opponent=opponent,
                        options={variant: True} if variant else {},
                    )
                ),
            )
            await tx.remember_interaction(interaction_id, {"table": game.id}, game_id=game.id)
            return await load_table(tx, game.id)

    async def settle(self, game_id: str, thread_id: int | None) -> Table:
        """Say where a new table is played, and have its status posted there."""
        async with self._transactions.begin(game_id, None) as tx:
            if thread_id is not None:
                await tx.update_game(game_id, thread_id=thread_id)
            table = await tx.reload()
            await announce_status(tx, table)
        return table

    async def join(self, interaction_id: int | None, game_id: str, user_id: int, name: str, seat: str) -> Table:
        """Take an empty seat; ``seat`` may be empty for any that is free. For one of Arjuna's the table is asked.

        Raises TableError when it is taken, by Arjuna too, or none is free.
        """
        with suppress(SeenBefore):
            async with self._transactions.begin(game_id, interaction_id) as tx:
                table = tx.table
                check(JOIN, Request(table, user_id))
                free = [row.seat for row in table.seats if row.kind == "empty"]
                if not free and not seat:
                    raise TableError(text("error.no_seat_free", name=table.game.name))
                seat = seat or free[0]
                holder = table.holder(seat)
                if holder is not None:
                    is_mine = is_owner(table, seat, user_id)
                    raise TableError(text("error.seat_is_yours", seat=seat)) if is_mine else refuse_taken(seat, holder)
                try:
                    await tx.take_seat(game_id, seat, user_id, name)
                except SeatTaken as error:
                    raise TableError(text("error.unknown_seat", seat=seat)) from error
                await self._tell(tx, game_id, "ui.public.joined", seat, name)
        return await self.find(game_id)

    async def leave(
        self, interaction_id: int | None, game_id: str, user_id: int, seat: str, since: int | None = None
    ) -> Table:
        """Leave a seat, or with an empty ``seat`` all of them; the game waits for somebody to take it.

        ``since`` is since when the person had agreed to leave what they hold (`seated_since`; None: they were not
        asked). Raises TableError for a person without such a seat, and StaleButton when they have sat down since.
        """
        with suppress(SeenBefore):
            async with self._transactions.begin(game_id, interaction_id) as tx:
                table = tx.table
                held = find_held(table, user_id, seat)
                if since not in (None, seated_since(table, held)):
                    raise StaleButton
                for mine in held:
                    holder = table.holder(mine)
                    await tx.leave_seat(game_id, mine)
                    await tx.delete_draft(game_id, mine)
                    await tx.drop_arrangements(game_id, seat=mine)
                    await self._tell(tx, game_id, "ui.public.left", mine, holder.display_name if holder else "")
        return await self.find(game_id)

    async def start(
        self, interaction_id: int | None, game_id: str, user_id: int, *, with_automatic: bool = False
    ) -> Table:
        """Begin the game; ``with_automatic`` puts Arjuna on the empty seats.

        Raises TableError unless all seats are taken then, one of them by a person, and the person who asks belongs
        to the table.
        """
        with suppress(SeenBefore):
            async with self._transactions.begin(game_id, interaction_id) as tx:
                table = tx.table
                check(START, Request(table, user_id))
                empty = [row.seat for row in table.seats if row.kind == "empty"]
                if len(empty) == len(table.seats):
                    raise TableError(text("error.nobody_seated", name=table.game.name))
                if empty and not with_automatic:
                    raise SeatsEmpty(empty)
                for seat in empty:
                    await tx.take_seat(game_id, seat, None, table.automatic_name, kind=AUTOMATIC)
                table = await tx.reload()
                kinds = {AUTOMATIC: table.front.player.kind_of(table.opponent)}
                seats = {row.seat: kinds.get(row.kind, "player") for row in table.seats}
                held = {row.seat: row.user_id for row in table.seats if row.user_id is not None}
                options = {**table.state.options, **table.front.setup.start_options(held)}
                state = replace(table.state, seats=seats, options=options)
                game = Game.new(
                    game=table.game.kind,
                    scenario=table.game.scenario,
                    seats=seats,
                    seed=table.game.seed,
                    options=start_options(table.front, options),
                )
                await tx.update_game(game_id, status="playing", options=store_state(state))
                await open_step(tx, game_id, game)
                await announce_start(tx, await tx.reload(), game)
        return await self.find(game_id)

    async def close(
        self, interaction_id: int | None, game_id: str, user_id: int, name: str = "", version: int | None = None
    ) -> Table:
        """Put a table away for good: its host one that has not begun, the last person there one that is being played.

        Such a game is over and nobody has won; its record is posted. ``name`` is the person's, ``version`` what they
        saw of the game when they agreed (None: they were not asked). Raises TableError and StaleButton.
        """
        with suppress(SeenBefore):
            async with self._transactions.begin(game_id, interaction_id) as tx:
                table = tx.table
                check(find_close_permission(table), Request(table, user_id))
                if version not in (None, table.game.version):
                    raise StaleButton
                if table.game.status == "open":
                    await tx.update_game(game_id, status="closed")
                    await announce_status(tx, await tx.reload())
                else:
                    await self._abandon(tx, table, name)
        return await self.find(game_id)

    async def _abandon(self, tx: TableTransaction, table: Table, name: str) -> None:
        """End a game unfinished, with its record. What was drafted, arranged or voted on there is dropped."""
        await tx.abandon_game(table.id, store_state(replace(table.state, abandoned=name)))
        await tx.delete_ballot(table.id)
        await tx.drop_arrangements(table.id)
        for row in table.seats:
            await tx.delete_draft(table.id, row.seat)
        after = await tx.reload()
        message = text("ui.ending.abandoned", name=table.game.name, who=name, seed=table.game.seed.hex())
        await queue(tx, after, NOTICE, Notice(text=message, offers=["verify", "rematch"], is_end=True))
        await announce_status(tx, after)

    async def toggle(self, interaction_id: int | None, game_id: str, user_id: int, option: str) -> Table:
        """Put one's seats on a list that the game keeps among a table's options, or take them off it, before it begins.

        Raises TableError once the game is on, and for a person without a seat.
        """
        with suppress(SeenBefore):
            async with self._transactions.begin(game_id, interaction_id) as tx:
                table = tx.table
                mine = check_seats(SIDE, table, user_id)
                listed = list(table.state.options.get(option, []))
                kept = [seat for seat in listed if seat not in mine]
                chosen = kept if len(kept) < len(listed) else [*listed, *mine]
                options = {**table.state.options, option: table.front.setup.order_seats(chosen)}
                await put_state(tx, game_id, replace(table.state, options=options))
        return await self.find(game_id)

    async def find(self, game_id: str) -> Table:
        """A table with its seats. Raises UnknownGame."""
        async with self._storage.read() as reader:
            return await load_table(reader, game_id)

    async def find_tables(
        self,
        *,
        guild_id: int | None = None,
        channel_id: int | None = None,
        statuses: Collection[GameStatus] = ("open", "playing"),
        limit: int | None = SHOWN,
    ) -> list[Table]:
        """The tables of a server or channel, the newest first; with None for ``limit``, all of them."""
        async with self._storage.read() as reader:
            games = await reader.games_by(guild_id=guild_id, channel_id=channel_id, statuses=statuses, limit=limit)
            return await load_tables(reader, games)

    async def find_mine(self, user_id: int) -> list[Table]:
        """A person's tables on all servers (`storage.GameReader.games_of`), those that wait for them first.

        Of these the one that has waited for longest comes first; then come the other games, then those not begun.
        """
        async with self._storage.read() as reader:
            tables = await load_tables(reader, await reader.games_of(user_id, ("open", "playing")))
        return sorted(tables, key=lambda table: order_for(table, user_id))

    async def shares_place(self, table: Table) -> bool:
        """Whether another table is played where this one is."""
        async with self._storage.read() as reader:
            games = await reader.games_by(channel_id=table.place, statuses=("open", "playing"), limit=None)
        return any(game.id != table.id and (game.thread_id or game.channel_id) == table.place for game in games)

    async def name_tables(
        self, guild_id: int | None, user_id: int, statuses: Collection[GameStatus], can_see: Sight = sees_all
    ) -> list[NamedGame]:
        """The tables of a server that a person can see, by name, the newest first."""
        async with self._storage.read() as reader:
            named = await reader.name_games(guild_id, user_id, statuses)
        return [one for one in named if can_see(one)]

    async def pick(
        self,
        *,
        guild_id: int | None,
        channel_id: int,
        user_id: int,
        wanted: str = "",
        is_over_fine: bool = False,
        is_lobby_first: bool = False,
        can_see: Sight = sees_all,
    ) -> Table:
        """The table that a command means: the one named, or the one of this channel; of several, one's own.

        Of finished games the newest is meant. With ``is_lobby_first`` a table that has not begun is meant before any
        that has, one's own included. ``can_see`` tells of which tables the person may know. Raises NoTable,
        with what to do instead, and SeveralTables.
        """
        if wanted:
            named = await self.name_tables(guild_id, user_id, EVERY_STATUS, can_see)
            return await self.find(choose_named(named, wanted).id)
        tables = await self.find_tables(
            channel_id=channel_id, statuses=EVERY_STATUS if is_over_fine else ("open", "playing")
        )
        tables = [table for table in tables if table.game.status != "over"] or tables[:1]
        if is_lobby_first:
            tables = [table for table in tables if table.game.status == "open"] or tables
        if len(tables) > 1:
            tables = [table for table in tables if find_seats(PLAY, table, user_id)] or tables
        if not tables:
            raise NoTable(text("error.no_table_here"))
        if len(tables) > 1:
            raise SeveralTables([table.game.name for table in tables], tables)
        return tables[0]

    async def _tell(self, tx: TableTransaction, game_id: str, key: str, seat: str, name: str) -> None:
        table = await tx.reload()
        if table.game.status == "playing":
            await announce_notice(tx, table, text(key, seat=seat, who=name), "", None)
        await announce_status(tx, table)


def order_for(table: Table, user_id: int) -> tuple[int, int]:
    """Where a table stands among a person's: what waits for them the longest, what goes on, what has not begun."""
    waiting = table.state.waiting
    if table.game.status == "open":
        return 2, 0
    is_theirs = waiting is not None and waiting.who == user_id
    return (0, waiting.since) if waiting is not None and is_theirs else (1, 0)


def choose_named(named: Sequence[NamedGame], wanted: str) -> NamedGame:
    """The table that somebody names: by its id, which no name can take from it, or by its name.

    Of several with one name, one that is not over, and the newest. Raises NoTable.
    """
    typed = wanted.strip().casefold()
    for one in named:
        if one.id == typed:
            return one
    found = [one for one in named if clean(one.name).casefold() == clean(typed).casefold()]
    if not found:
        raise NoTable(text("error.no_such_table", name=wanted))
    return min(found, key=lambda one: one.status == "over")


def find_held(table: Table, user_id: int, seat: str) -> list[str]:
    """Return the seats that a person would leave: ``seat``, or where it is empty all of theirs. Raises TableError."""
    held = [mine for mine in check_seats(LEAVE, table, user_id) if seat in ("", mine)]
    if not held:
        raise refuse(LEAVE, table)
    return held


def seated_since(table: Table, seats: Collection[str]) -> int:
    """Since when the last of some seats has been taken as it is, in seconds since 1970."""
    return max((int(row.joined.timestamp()) for row in table.seats if row.seat in seats and row.joined), default=0)


def refuse_taken(seat: str, holder: Seat) -> TableError:
    """Why nobody else can have a seat: its holder has it already."""
    if holder.kind == AUTOMATIC:
        return TableError(text("error.arjuna_has_seat", seat=seat))
    return TableError(text("error.seat_taken", seat=seat, who=holder.display_name))

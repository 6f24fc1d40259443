"""The lobby: opens and closes tables, gives and empties seats, starts games, and opens rematches with the same people.

Finding tables is in `bot.tables.directory`, and closing silent tables in `bot.tables.closing`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from importlib.metadata import PackageNotFoundError, version
from secrets import token_bytes
from typing import Any

from msgspec.structs import replace

from bot.errors import SeatsEmpty, StaleButton, TableError
from bot.games.frontend import find_scenario, front_of
from bot.games.playing import AUTOMATIC, order_seats
from bot.language import Mention, Place, clean
from bot.tables.announcements import (
    NOTICE,
    Notice,
    announce_notice,
    announce_start,
    announce_status,
    move_in,
    queue,
)
from bot.tables.authorization import (
    CLOSE,
    JOIN,
    LEAVE,
    REMATCH,
    SETTINGS,
    SIDE,
    START,
    Rank,
    Request,
    check,
    check_seats,
    find_close_permission,
    is_by_rank,
    is_owner,
    refuse,
)
from bot.tables.closing import abandon, check_not_removed, close_lobby, permit, tell_seat, vacate
from bot.tables.directory import Directory
from bot.tables.entrance import (
    OPEN_TO_ALL,
    Door,
    announce_reserved,
    ask_for_seat,
    check_until,
    choose_seat,
    find_reserved,
    is_admitted,
    sit_down,
)
from bot.tables.loading import load_table, start_options
from bot.tables.preferences import OPEN, PACES
from bot.tables.servers import EXPIRE, STANDARD_PERIODS, Limits, Periods, call, check_offer, check_tables, find_server
from bot.tables.table import Spot, Table, TableState, change_state, follow_state, put_state, read_state, store_state
from bot.tables.transaction import TableTransaction, Transactions, once, open_step
from engine import Game
from engine.core.data import digest_files
from engine.core.dice import SEED_BYTES
from engine.core.text import text
from storage import Reader, Seat, SeatTaken, Storage, UnknownGame


def draw_seed() -> bytes:
    """Return a new seed from the operating system, which no one can know before the game is over."""
    return token_bytes(SEED_BYTES)


NAME_LENGTH = 60


def rules_version() -> str:
    """Return the version of the program, and so of the rules of new games; “unknown” if it is not installed."""
    try:
        return version("gandhi-bot")
    except PackageNotFoundError:
        return "unknown"


class Lobby(Directory):
    """Opens and closes tables, seats people, and starts games and rematches.

    ``list_places`` returns the ids of a table's thread and channel, and of their parents and categories, if known.
    ``name_place`` returns the name of a channel that everyone on its server can see, and "" for any other.
    """

    def __init__(
        self, storage: Storage, transactions: Transactions, limits: Limits, periods: Periods = STANDARD_PERIODS
    ) -> None:
        self._periods = periods
        super().__init__(storage)
        self._transactions = transactions
        self._limits = limits
        self.name_place: Callable[[int], str] = lambda channel_id: ""
        self.list_places: Callable[[Table], Sequence[int]] = lambda table: (table.place, table.game.channel_id)

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
        places: Sequence[int] = (),
        door: Door = OPEN_TO_ALL,
    ) -> Table:
        """Open a table with empty seats for ``players`` people (0: the game's default), and return it.

        The same interaction opens one table only. ``places`` are the channel and its parents. Raises TableError for a
        name that is empty or too long, an unknown scenario, impossible players, an unknown variant or opponent, a time
        that has passed, more reservations than seats, a game or channel that the server excludes, or one table or ping
        too many.
        """
        name = clean(name)
        if not 0 < len(name) <= NAME_LENGTH:
            raise TableError(text("error.bad_table_name", at_most=NAME_LENGTH))
        kind, scenario, seats = find_setup(scenario, players, variant, opponent, name)
        check_until(door.until, self._storage.now())
        kept = dict(zip(seats, dict.fromkeys(door.reserve), strict=False))
        if len(kept) < len({*door.reserve}):
            raise TableError(text("error.no_seat_to_reserve", name=name))
        async with self._storage.transaction() as tx:
            seen = await tx.seen_interaction(interaction_id)
            if seen is not None:
                return await load_table(tx, str(seen.answer["table"]))
            await check_offer(tx, guild_id, kind, places or (channel_id,))
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
                        private=door.private,
                        consent=door.consent,
                        looking=int(door.until.timestamp()) if door.until is not None else 0,
                        reserved=list(kept),
                    )
                ),
            )
            for seat, person in kept.items():
                await call(tx, game.id, host_user_id, person, Mention(person))
                await tx.arrange(game.id, person, "reserve", seat=seat)
            await tx.remember_interaction(interaction_id, {"table": game.id}, game_id=game.id)
            return await load_table(tx, game.id)

    async def settle(self, game_id: str, spot: Spot | None) -> Table:
        """Do the same as `move_in`, ping the people who are invited, and return the table."""
        async with self._transactions.begin(game_id, None) as tx:
            table = await self.move_in(tx, spot)
            await self._invite(tx, table)
        return table

    async def settle_again(self, game_id: str) -> None:
        """Queue the status of a table that has none, and the invitations if the bot stopped before it settled it."""
        async with self._transactions.begin(game_id, None) as tx:
            if tx.table.game.status == "open" and not await tx.posts(game_id):
                await self._invite(tx, tx.table)
            await announce_status(tx, tx.table)

    async def _invite(self, tx: TableTransaction, table: Table) -> None:
        """Ping the people with reserved seats; at a rematch, also the others of the old game."""
        for seat, person in (await find_reserved(tx, table)).items():
            await announce_reserved(tx, table, seat, person)
        others = sorted(table.people - {table.game.host_user_id})
        if not others:
            return
        games = await tx.games_by(channel_id=table.game.channel_id, statuses=["over"], limit=None)
        old = next((game for game in games if read_state(game.options).rematch == table.id), None)
        if old is not None:
            message = text("ui.public.rematch", name=old.name, who=table.state.host)
            await queue(tx, table, NOTICE, Notice(text=message, pings=others, offers=["show"]))

    async def move_in(self, tx: TableTransaction, spot: Spot | None) -> Table:
        """Store the place of a new table on Discord, set its expiry timer, queue its status, and return the table."""
        if spot is not None:
            await move_in(tx, tx.table.id, spot)
        settings = await find_server(tx, tx.table.game.guild_id)
        # `set_expiry` would cancel earlier timers, but a new table has none.
        await tx.set_timer(tx.table.id, EXPIRE, tx.now + settings.find_period("lobby_days", self._periods), 0)
        table = await tx.reload()
        await announce_status(tx, table)
        return table

    async def join(self, interaction_id: int | None, game_id: str, user_id: int, name: str, seat: str) -> Table:
        """Take a free seat: ``seat``, or any if that is "". Where the host must admit newcomers, ask the host instead.

        Return the table. Raises TableError if the seat is taken, during a game even by the automatic player, if none is
        free, and for a person who may not join.
        """
        async with once(), self._transactions.begin(game_id, interaction_id) as tx:
            table = tx.table
            check(JOIN, Request(table, user_id, newcomer=user_id))
            wished = seat
            seat = await choose_seat(tx, table, user_id, seat)
            holder = table.holder(seat)
            if holder is not None and not table.is_open_to_all(holder):
                is_mine = is_owner(table, seat, user_id)
                raise TableError(text("error.seat_is_yours", seat=seat)) if is_mine else refuse_taken(seat, holder)
            await check_not_removed(tx, table, user_id)
            if not await is_admitted(tx, table, user_id):
                await ask_for_seat(tx, user_id, name, wished)
                return table
            try:
                await sit_down(tx, seat, user_id, name)
            except SeatTaken as error:
                raise TableError(text("error.unknown_seat", seat=seat)) from error
            await tell_seat(tx, "ui.public.joined", seat, name)
        return await self.find(game_id)

    async def leave(
        self, interaction_id: int | None, game_id: str, user_id: int, seat: str, since: int | None = None
    ) -> Table:
        """Leave a seat, or with an empty ``seat`` all of them, and return the table.

        The game waits for a new player. In a season, the automatic player gets the seat of a running game.
        ``since`` is the `seated_since` of these seats when the person agreed to leave (None: they were not asked).
        Raises TableError for a person without such a seat, and StaleButton when they have sat down since.
        """
        async with once(), self._transactions.begin(game_id, interaction_id) as tx:
            table = tx.table
            held = find_held(table, user_id, seat)
            if since not in (None, seated_since(table, held)):
                raise StaleButton
            for mine in held:
                await vacate(tx, mine, "ui.public.left")
        return await self.find(game_id)

    async def start(
        self, interaction_id: int | None, game_id: str, user_id: int, *, with_automatic: bool = False, rank: Rank = ""
    ) -> Table:
        """Begin the game, and return the table; ``with_automatic`` puts the automatic player on the empty seats.

        Raises SeatsEmpty if seats are empty otherwise, and TableError if no person has a seat, or for a person who may
        not start the game.
        """
        async with once(), self._transactions.begin(game_id, interaction_id) as tx:
            table = tx.table
            await permit(tx, START, Request(table, user_id, rank=rank))
            empty = [row.seat for row in table.seats if row.kind == "empty"]
            if not any(row.kind == "player" for row in table.seats):
                raise TableError(text("error.nobody_seated", name=table.game.name))
            if empty and not with_automatic:
                raise SeatsEmpty(empty)
            await begin_game(tx)
        return await self.find(game_id)

    async def close(
        self,
        interaction_id: int | None,
        game_id: str,
        user_id: int,
        name: str = "",
        version: int | None = None,
        *,
        rank: Rank = "",
    ) -> Table:
        """Close a table permanently, and return it.

        The host may close a table that has not begun, the only person with a seat may end a running game, and a
        moderator may do both. A running game ends without a winner, and its record is posted. ``name`` is the name of
        the person who closes the table, ``version`` the version of the game that they saw when they agreed (None: they
        were not asked). Raises TableError for anyone else, and StaleButton for another version.
        """
        async with once(), self._transactions.begin(game_id, interaction_id) as tx:
            table = tx.table
            permission, request = find_close_permission(table), Request(table, user_id, rank=rank)
            await permit(tx, permission, request, CLOSE.name)
            if version not in (None, table.game.version):
                raise StaleButton
            is_moderated = is_by_rank(permission, request)
            pings = table.people if is_moderated else set()
            if is_moderated and table.game.status == "open":
                message = text("ui.public.closed", name=table.game.name, who=name)
                await announce_notice(tx, table, message, "", user_id, pings=sorted(pings))
            if table.game.status == "open":
                await close_lobby(tx)
            else:
                for row in table.seats:
                    if is_owner(table, row.seat, user_id):
                        await tx.end_entry(game_id, row.seat, "closed")
                await abandon(tx, name, pings=pings)
        return await self.find(game_id)

    async def toggle(self, interaction_id: int | None, game_id: str, user_id: int, option: str) -> Table:
        """Put a person's seats on the list of seats in the option ``option`` of the rules, or take them off the list.

        Raises TableError if the game has begun, and for a person without a seat.
        """
        async with once(), self._transactions.begin(game_id, interaction_id) as tx:
            table = tx.table
            mine = check_seats(SIDE, table, user_id)
            listed = list(table.state.options.get(option, []))
            kept = [seat for seat in listed if seat not in mine]
            chosen = kept if len(kept) < len(listed) else [*listed, *mine]
            options = {**table.state.options, option: order_seats(table.front.setup, chosen)}
            await put_state(tx, game_id, replace(table.state, options=options))
        return await self.find(game_id)

    async def lay(self, game_id: str, user_id: int, position: dict[str, Any]) -> None:
        """Store the position, without players, from which a table's game will begin.

        Raises TableError for anyone but the host, and once the game has begun.
        """
        async with self._transactions.begin(game_id, None) as tx:
            check(SETTINGS, Request(tx.table, user_id))
            if tx.table.has_begun:
                raise TableError(text("error.already_started", name=tx.table.game.name))
            await change_state(tx, game_id, position=position)

    async def find_rematch(self, reader: Reader, table: Table) -> Table | None:
        """Return the existing rematch of a table, or None if there is none or it was closed."""
        game_id = table.state.rematch
        if not game_id:
            return None
        try:
            found = await load_table(reader, game_id)
        except UnknownGame:
            return None
        return found if found.game.status != "closed" else None

    async def rematch(self, interaction_id: int, game_id: str, user_id: int, user_name: str) -> tuple[Table, bool]:
        """Return the one rematch of a finished game, made at the first request, and whether this request made it.

        Raises TableError during the game, for anyone but the host and people with a seat, for a game that the server no
        longer offers, and for one table too many. Raises StaleButton if the rematch was closed meanwhile.
        """
        is_new = False
        async with once(), self._transactions.begin(game_id, interaction_id) as tx:
            old = tx.table
            check(REMATCH, Request(old, user_id))
            if await self.find_rematch(tx, old) is None:
                await check_offer(tx, old.game.guild_id, old.game.kind, self.list_places(old))
                await check_tables(tx, self._limits, user_id, old.game.guild_id)
                await self._copy(tx, old, user_id, user_name)
                is_new = True
        async with self._transactions.storage.read() as reader:
            made = await self.find_rematch(reader, await load_table(reader, game_id))
        if made is None:
            # The click has arrived twice, and the rematch that it opened first has been closed meanwhile.
            raise StaleButton
        return made, is_new

    async def _copy(self, tx: TableTransaction, old: Table, user_id: int, user_name: str) -> None:
        """Create a table with the old table's scenario, language, settings and players; its host is ``user_id``."""
        state, drawn = old.state, old.front.setup.start_options({})
        options = {name: value for name, value in state.options.items() if name not in drawn}
        game = await tx.create_game(
            name=number_name(old.game.name),
            kind=old.game.kind,
            scenario=old.game.scenario,
            seats=[row.seat for row in old.seats],
            seed=draw_seed(),
            rules_version=rules_version(),
            language=old.game.language,
            host_user_id=user_id,
            guild_id=old.game.guild_id,
            channel_id=old.game.channel_id,
            options=store_state(follow_state(state, host=user_name, options=options)),
        )
        for row in old.seats:
            # A person who has deleted their data has left a seat without anyone: it is free.
            if row.user_id is not None or row.kind == AUTOMATIC:
                await tx.take_seat(game.id, row.seat, row.user_id, row.display_name, kind=row.kind)
        await change_state(tx, old.id, rematch=game.id)

    async def tell_rematch(self, old: Table, made: Table) -> None:
        """Announce the place of a rematch at the old table, if that is elsewhere and others have seats."""
        if made.people - {made.game.host_user_id} and old.place != made.place:
            async with self._transactions.begin(old.id, None) as tx:
                there = text("ui.public.rematch_there", where=Place(made.place), name=made.game.name)
                await announce_notice(tx, old, there)


async def begin_game(tx: TableTransaction) -> Game:
    """Begin the game at a table, with the automatic player on empty seats; announce it, and return the game."""
    table = tx.table
    for row in table.seats:
        if row.kind == "empty":
            await tx.take_seat(table.id, row.seat, None, table.automatic_name, kind=AUTOMATIC)
    table = await tx.reload()
    kinds = {AUTOMATIC: table.front.player.kind_of(table.opponent)}
    seats = {row.seat: kinds.get(row.kind, "player") for row in table.seats}
    held = {row.seat: row.user_id for row in table.seats if row.user_id is not None}
    options = {**table.state.options, **table.front.setup.start_options(held)}
    data = digest_files(table.front.positions.read_files())
    state = replace(table.state, seats=seats, options=options, data=data)
    if state.position:
        game = Game.at({**state.position, "seats": seats}, seed=table.game.seed)
        state = replace(state, position=game.start.position)
    else:
        game = Game.new(
            game=table.game.kind,
            scenario=table.game.scenario,
            seats=seats,
            seed=table.game.seed,
            options=start_options(table.front, options),
        )
    await tx.update_game(table.id, status="playing", options=store_state(state))
    await open_step(tx, table.id, game)
    await announce_start(tx, await tx.reload(), game)
    return game


def find_setup(scenario: str, players: int, variant: str, opponent: str, name: str) -> tuple[str, str, tuple[str, ...]]:
    """Return the kind of game, the scenario and the seats of a person's choices.

    Raises TableError for an unknown choice or a wrong number of ``players``; ``name`` is the table's, for the error.
    """
    try:
        kind, scenario = find_scenario(scenario)
    except KeyError as error:
        raise TableError(text("error.unknown_scenario", scenario=scenario)) from error
    setup = front_of(kind).setup
    try:
        seats = setup.list_seats(players)
    except ValueError as error:
        counts = [str(count) for count in setup.player_counts or (len(setup.seats),)]
        raise TableError(text("error.not_for_so_many", scenario=scenario, numbers=counts)) from error
    if variant and variant not in setup.variants:
        raise TableError(text("error.no_such_variant", scenario=scenario))
    if opponent and opponent not in front_of(kind).player.opponents:
        raise TableError(text("error.no_such_opponent", name=name))
    return kind, scenario, tuple(seats)


def find_held(table: Table, user_id: int, seat: str) -> list[str]:
    """Return the seats that a person would leave: ``seat``, or all if it is "". Raises TableError if there are none."""
    held = [mine for mine in check_seats(LEAVE, table, user_id) if seat in ("", mine)]
    if not held:
        raise refuse(LEAVE, table)
    return held


def seated_since(table: Table, seats: Collection[str]) -> int:
    """Return when the most recent of some seats was taken, in seconds since 1970; 0 if that is not known."""
    return max((int(row.joined.timestamp()) for row in table.seats if row.seat in seats and row.joined), default=0)


def refuse_taken(seat: str, holder: Seat) -> TableError:
    """Return the error that a seat is taken by its ``holder``, a person or the automatic player."""
    if holder.kind == AUTOMATIC:
        return TableError(text("error.arjuna_has_seat", seat=seat))
    return TableError(text("error.seat_taken", seat=seat, who=holder.display_name))


def number_name(name: str) -> str:
    """Return the name of the next game at a table: after “Salt March” comes “Salt March 2”, then “Salt March 3”."""
    head, _, last = name.rpartition(" ")
    is_numbered = bool(head) and last.isdecimal() and len(last) < 3
    number = int(last) + 1 if is_numbered else 2
    stem = head if is_numbered else name
    return f"{stem[: NAME_LENGTH - len(str(number)) - 1]} {number}"

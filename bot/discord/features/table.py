"""``/table``: open a table, take and leave seats, begin, look around, go back; and the buttons for it."""

from __future__ import annotations

import logging
from typing import Final

import discord
from discord import app_commands

from bot.discord.common import SEAT_CHOICES, Choice, complete_turn
from bot.discord.feature import Feature, command
from bot.discord.features import overview as looking
from bot.discord.features import records as past
from bot.discord.features.settings import OPPONENT_CHOICES, PACE_CHOICES, TABLE_LANGUAGES, read_opponent
from bot.discord.limits import THREAD_NAME_LIMIT, cut_line
from bot.discord.panel import Press, public_view
from bot.discord.permissions import SEND_IN_THREADS, THREADS, Home, do_without, find_home
from bot.discord.reply import Answer
from bot.discord.translating import localise
from bot.discord.verbs import verb
from bot.errors import SeatsEmpty, StaleButton
from bot.faultpoints import fault_point
from bot.games.frontend import list_fronts
from bot.games.playing import AUTOMATIC
from bot.names import Said, clean
from bot.narrate.arrangements import write_outcome, write_vote
from bot.narrate.standing import write_seats
from bot.tables.absences import StandIn
from bot.tables.authorization import ABANDON, Request, check, find_close_permission, is_allowed, is_host
from bot.tables.lobby import find_held, seated_since
from bot.tables.preferences import OPEN
from bot.tables.table import Table

log = logging.getLogger(__name__)

SHORT: Final = "short"
ARCHIVE_AFTER: Final = 10080
"""Minutes of silence after which Discord folds a thread away: a week, the longest it offers."""


async def open_table(
    reply: Answer,
    scenario: str,
    name: str,
    language: str,
    wants_thread: bool | None,
    pace: str = OPEN,
    players: int = 0,
    variant: str = "",
    opponent: str = "",
) -> None:
    """Open a table, in a thread of its own where that is wanted and possible.

    Raises TableError when the bot may not post here, or the lobby refuses (see `Lobby.create`).
    """
    lobby = reply.bot.tables.lobby
    home = choose_home(reply, wants_thread=reply.bot.threads if wants_thread is None else wants_thread)
    table = await lobby.create(
        reply.interaction.id,
        name=name or reply.language.say("ui.table.default_name", who=Said(clean(reply.user_name))),
        scenario=scenario,
        language=language,
        host_user_id=reply.user_id,
        host_name=reply.user_name,
        guild_id=reply.interaction.guild_id,
        channel_id=reply.channel_id,
        pace=pace,
        players=players,
        variant=variant,
        opponent=opponent,
    )
    fault_point("opened")
    reply.use_voice(*table.voice)
    thread = await make_thread(reply, table) if home.in_thread else None
    table = await lobby.settle(table.id, thread.id if thread is not None else None)
    words = [reply.language.say("ui.table.opened", name=table.game.name, where=f"<#{table.place}>")]
    if wants_thread and thread is None and not {THREADS, SEND_IN_THREADS} & {*home.missed}:
        words.append(reply.language.say("ui.table.no_thread"))
    words += [f"-# {reply.language.say(do_without(name))}" for name in home.missed]
    await reply.say("\n".join(words))


def choose_home(reply: Answer, *, wants_thread: bool) -> Home:
    """Where a table can be that is opened here. Raises TableError when the bot may not post here."""
    granted, channel = reply.interaction.app_permissions, reply.interaction.channel
    # The chat of a voice channel has no threads.
    can_have = isinstance(channel, discord.TextChannel | discord.Thread)
    return find_home(granted, wants_thread=wants_thread and can_have, is_thread=isinstance(channel, discord.Thread))


async def open_rematch(reply: Answer, game_id: str) -> None:
    """Open another game with the people of a finished one, beside where that was played, and say where it is.

    Raises TableError as `Rematches.open` does.
    """
    tables = reply.bot.tables
    old = await tables.table(game_id)
    made, is_new = await tables.rematches.open(reply.interaction.id, game_id, reply.user_id, reply.user_name)
    if is_new:
        fault_point("opened")
        thread = await make_thread(reply, made, is_beside=True) if old.game.thread_id is not None else None
        made = await tables.lobby.settle(made.id, thread.id if thread is not None else None)
        await tables.rematches.tell(old, made, reply.user_id)
    key = "ui.rematch.opened" if is_new else "ui.rematch.there"
    await reply.say(reply.language.say(key, name=made.game.name, where=f"<#{made.place}>"))


async def take_seat(reply: Answer, game_id: str, seat: str) -> None:
    """Take a free seat, any for an empty ``seat``; for one of Arjuna's in a running game, ask the table."""
    tables, language = reply.bot.tables, reply.language
    table = await tables.table(game_id)
    holder = table.holder(seat)
    if holder is not None and holder.kind == AUTOMATIC and table.game.status == "playing":
        newcomer = StandIn(reply.user_id, reply.user_name)
        outcome = await tables.replacing.propose(reply.interaction.id, game_id, reply.user_id, seat, newcomer)
        await reply.say(write_outcome(language, outcome))
        return
    joined = await tables.lobby.join(reply.interaction.id, game_id, reply.user_id, reply.user_name, seat)
    mine = [seat] if seat else joined.seats_of(reply.user_id)
    await reply.say("\n".join([language.say("ui.joined", seat=mine), *write_seats(language, joined)]))


async def begin_game(reply: Answer, game_id: str, *, with_automatic: bool = False, is_sure: bool = False) -> None:
    """Begin a game. With seats free and ``with_automatic`` not said, ask first whether Arjuna shall play them.

    A person who did not open the table is asked once, unless that is said in the same question: ``is_sure``.
    """
    tables, language = reply.bot.tables, reply.language
    table = await tables.table(game_id)
    is_guest = table.game.status == "open" and not is_host(table, reply.user_id)
    host = table.state.host
    if is_guest and table.is_full and table.seats_of(reply.user_id) and not is_sure:
        await reply.show(language.say("ui.start.sure", who=host), view=public_view(language, game_id, ["begin"]))
        return
    try:
        moment = await tables.start(reply.interaction.id, game_id, reply.user_id, with_automatic=with_automatic)
    except SeatsEmpty as error:
        who = "rival" if table.opponent else "arjuna"
        words = [language.say(f"ui.start.{who}", seat=error.seats, count=len(error.seats))]
        if is_guest:
            words.insert(0, language.say("ui.start.not_host", who=host))
        await reply.show("\n".join(words), view=public_view(language, game_id, ["fill"]))
        return
    await reply.show_panel(moment)


async def make_thread(reply: Answer, table: Table, *, is_beside: bool = False) -> discord.Thread | None:
    """A thread for a table, or None where one cannot be: here already, or without the permission.

    ``is_beside`` makes one beside the thread that this is.
    """
    channel = reply.interaction.channel
    if is_beside and isinstance(channel, discord.Thread):
        channel = channel.parent
    if not isinstance(channel, discord.TextChannel):
        return None
    try:
        return await channel.create_thread(
            name=cut_line(reply.language.say("ui.table.thread", name=Said(table.game.name)), THREAD_NAME_LIMIT),
            type=discord.ChannelType.news_thread if channel.is_news() else discord.ChannelType.public_thread,
            auto_archive_duration=ARCHIVE_AFTER,
        )
    except discord.HTTPException as error:
        log.info("No thread for table %s: %s", table.id, error)
        return None


SCENARIOS = [
    app_commands.Choice(name=localise(f"scenario.{name}"), value=name)
    for front in list_fronts()
    for name in front.setup.scenarios
]
VARIANTS = [
    app_commands.Choice(name=localise(f"variant.{name}"), value=name)
    for front in list_fronts()
    for name in front.setup.variants
]
COUNTS = sorted({count for front in list_fronts() for count in front.setup.player_counts or (len(front.setup.seats),)})


class Tables(Feature, group="table", guild_only=True):
    """The group of commands about tables."""

    @command()
    @app_commands.choices(scenario=SCENARIOS, language=TABLE_LANGUAGES, pace=PACE_CHOICES, variant=VARIANTS)
    @app_commands.choices(opponent=OPPONENT_CHOICES)
    async def new(
        self,
        reply: Answer,
        scenario: Choice | None = None,
        name: str | None = None,
        language: Choice | None = None,
        thread: bool | None = None,
        pace: Choice | None = None,
        players: app_commands.Range[int, COUNTS[0], COUNTS[-1]] | None = None,
        variant: Choice | None = None,
        opponent: Choice | None = None,
    ) -> None:
        """Open a table."""
        code = language.value if language is not None else reply.language.code
        wanted = scenario.value if scenario is not None else SHORT
        how = pace.value if pace is not None else OPEN
        more = variant.value if variant is not None else ""
        await open_table(reply, wanted, name or "", code, thread, how, players or 0, more, read_opponent(opponent))

    @command(tables="lobby")
    @app_commands.choices(seat=SEAT_CHOICES)
    async def join(self, reply: Answer, table: Table, seat: Choice | None = None) -> None:
        """Take a seat."""
        await take_seat(reply, table.id, seat.value if seat is not None else "")

    @command()
    @app_commands.choices(seat=SEAT_CHOICES)
    async def leave(self, reply: Answer, table: Table, seat: Choice | None = None) -> None:
        """Leave a seat."""
        await leave_seat(reply, table.id, seat.value if seat is not None else "")

    @command(tables="lobby")
    async def start(self, reply: Answer, table: Table) -> None:
        """Begin the game."""
        await begin_game(reply, table.id)

    @command()
    async def close(self, reply: Answer, table: Table) -> None:
        """Put a table away: before its game, or when one is the last person at it."""
        if table.game.status == "playing":
            await ask_about_closing(reply, table)
            return
        await reply.bot.tables.lobby.close(reply.interaction.id, table.id, reply.user_id)
        await reply.say(reply.language.say("ui.closed", name=table.game.name))

    @command()
    @app_commands.autocomplete(to=complete_turn)
    async def rewind(self, reply: Answer, table: Table, to: int) -> None:
        """Ask the table to go back to the start of an earlier turn."""
        outcome = await reply.bot.tables.rewinding.propose(reply.interaction.id, table.id, reply.user_id, to)
        await reply.say(write_vote(reply.language, outcome))

    @command(tables="finished")
    async def verify(self, reply: Answer, table: Table) -> None:
        """Check that every die and card of a finished game came from its seed."""
        await past.show_proof(reply, table.id)

    @command()
    async def list(self, reply: Answer) -> None:
        """The tables of this server."""
        await looking.show_tables(reply)

    @command(tables="any")
    async def show(self, reply: Answer, table: Table) -> None:
        """How a table stands."""
        await looking.show_table(reply, table)


async def leave_seat(reply: Answer, game_id: str, seat: str) -> None:
    """Leave a seat, or without one all one's seats, and show who sits where. In a running game, ask first."""
    table = await reply.bot.tables.table(game_id)
    if table.game.status == "playing":
        await ask_about_leaving(reply, table, seat)
        return
    await show_left(reply, await reply.bot.tables.lobby.leave(reply.interaction.id, game_id, reply.user_id, seat))


async def show_left(reply: Answer, table: Table) -> None:
    """Say that somebody has left, and who sits where now."""
    await reply.say("\n".join([reply.language.say("ui.left"), *write_seats(reply.language, table)]))


async def ask_about_leaving(reply: Answer, table: Table, seat: str) -> None:
    """Say what follows when a person leaves a running game, and ask. The last one may put the game away instead."""
    language, held = reply.language, find_held(table, reply.user_id, seat)
    words = [language.say("ui.leave.sure", seat=held, name=table.game.name, count=len(held))]
    verbs = [f"quit:{seat}.{seated_since(table, held)}"]
    if is_allowed(ABANDON, Request(table, reply.user_id)) and len(held) == len(table.seats_of(reply.user_id)):
        words.append(language.say("ui.leave.last"))
        verbs.append(f"end:{table.game.version}")
    else:
        words.append(language.say("ui.leave.others"))
    await reply.show("\n".join(words), view=public_view(language, table.id, verbs))


async def ask_about_closing(reply: Answer, table: Table) -> None:
    """Say what follows when the last person puts a running game away, and ask. Raises TableError for anybody else."""
    check(find_close_permission(table), Request(table, reply.user_id))
    words = reply.language.say("ui.close.sure", name=table.game.name)
    await reply.show(words, view=public_view(reply.language, table.id, [f"end:{table.game.version}"]))


@verb("new")
async def new(reply: Answer, press: Press, keys: list[str]) -> None:
    """Open a table for a Short game."""
    await open_table(reply, SHORT, "", reply.language.code, None)


@verb("rematch")
async def rematch(reply: Answer, press: Press, keys: list[str]) -> None:
    """Open another game with the same people."""
    await open_rematch(reply, press.game_id)


@verb("take")
async def take(reply: Answer, press: Press, keys: list[str]) -> None:
    """Take a seat. For one that Arjuna plays by now the table would have to be asked: only if that is wished."""
    table = await reply.bot.tables.table(press.game_id)
    holder = table.holder(press.key)
    if table.game.status == "playing" and holder is not None and holder.kind == AUTOMATIC:
        words = reply.language.say("ui.take.arjuna", seat=press.key, name=table.game.name)
        await reply.show(words, view=public_view(reply.language, table.id, [f"ask:{press.key}"]))
        return
    await take_seat(reply, press.game_id, press.key)


@verb("ask")
async def ask(reply: Answer, press: Press, keys: list[str]) -> None:
    """Ask the table for a seat of Arjuna's."""
    await take_seat(reply, press.game_id, press.key)


@verb("leave")
async def leave(reply: Answer, press: Press, keys: list[str]) -> None:
    """Leave all one's seats. In a running game, ask first."""
    await leave_seat(reply, press.game_id, "")


@verb("quit")
async def leave_for_good(reply: Answer, press: Press, keys: list[str]) -> None:
    """Leave a running game, having been asked. The key holds the seat, empty for all, and since when it was held."""
    seat, _, since = press.key.rpartition(".")
    if not since.isdecimal():
        raise StaleButton
    lobby = reply.bot.tables.lobby
    await show_left(reply, await lobby.leave(reply.interaction.id, press.game_id, reply.user_id, seat, int(since)))


@verb("end")
async def end(reply: Answer, press: Press, keys: list[str]) -> None:
    """Put a running game away, having been asked. The key holds the moment of the game."""
    if not press.key.isdecimal():
        raise StaleButton
    lobby, version = reply.bot.tables.lobby, int(press.key)
    closed = await lobby.close(reply.interaction.id, press.game_id, reply.user_id, reply.user_name, version)
    await reply.say(reply.language.say("ui.closed", name=closed.game.name))


@verb("show")
async def show(reply: Answer, press: Press, keys: list[str]) -> None:
    """Show how a table stands, with the buttons that it has now."""
    await looking.show_table(reply, await reply.bot.tables.table(press.game_id))


@verb("start")
async def start(reply: Answer, press: Press, keys: list[str]) -> None:
    """Begin the game, or ask whether Arjuna shall take the empty seats."""
    await begin_game(reply, press.game_id)


@verb("begin")
async def begin(reply: Answer, press: Press, keys: list[str]) -> None:
    """Begin the game at a table that somebody else opened, having been asked."""
    await begin_game(reply, press.game_id, is_sure=True)


@verb("fill")
async def fill(reply: Answer, press: Press, keys: list[str]) -> None:
    """Begin the game with Arjuna on the empty seats."""
    await begin_game(reply, press.game_id, with_automatic=True)


@verb("verify")
async def verify(reply: Answer, press: Press, keys: list[str]) -> None:
    """Check a finished game against its seed."""
    await past.show_proof(reply, press.game_id)


@verb("tables", in_place=True)
async def turn_leaf(reply: Answer, press: Press, keys: list[str]) -> None:
    """Turn the leaf of the list of tables. The key is the page."""
    await looking.show_tables(reply, int(press.key) if press.key.isdecimal() else 1)


@verb("agree")
async def agree(reply: Answer, press: Press, keys: list[str]) -> None:
    """Agree to go back to an earlier turn."""
    await vote(reply, press, is_for=True)


@verb("refuse")
async def refuse(reply: Answer, press: Press, keys: list[str]) -> None:
    """Refuse to go back to an earlier turn."""
    await vote(reply, press, is_for=False)


async def vote(reply: Answer, press: Press, *, is_for: bool) -> None:
    """Vote about going back. The key of the button is the number of the vote."""
    number = int(press.key) if press.key.isdecimal() else -1
    rewinding = reply.bot.tables.rewinding
    outcome = await rewinding.vote(reply.interaction.id, press.game_id, reply.user_id, number, agree=is_for)
    await reply.say(write_vote(reply.language, outcome) if is_for else reply.language.say("ui.rewind.refused"))

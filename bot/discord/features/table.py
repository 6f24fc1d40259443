"""Commands of ``/table``: take and leave seats, begin, look around, go back, and what the host and moderators do.

Other features add commands to the same group: put a new command into the feature of its subject.
"""

from __future__ import annotations

import discord
from discord import app_commands

from bot.discord.common import Seat, complete_turn
from bot.discord.delivery.status import make_status, write_status
from bot.discord.feature import Feature, command, verb
from bot.discord.features import overview as looking
from bot.discord.features import records as past
from bot.discord.panel import Press, public_view
from bot.discord.reply import Answer
from bot.discord.rights import find_rank
from bot.errors import SeatsEmpty, StaleButton, TableError
from bot.narrate.arrangements import write_missing, write_outcome, write_vote
from bot.narrate.panel import Sheet
from bot.narrate.standing import write_seats
from bot.tables.absences import StandIn
from bot.tables.authorization import ABANDON, REWIND, START, Request, check, find_close_permission, is_allowed, is_host
from bot.tables.lobby import find_held, seated_since
from bot.tables.table import Table
from engine.core.text import text


@verb("ask")
async def take_seat(reply: Answer, game_id: str, seat: str) -> None:
    """Take a seat, any free one if ``seat`` is empty. For an automatic seat of a running game, ask the table.

    Where joining needs consent, only ask for the seat. Raises TableError as `Lobby.join` and `Replacing.propose` do.
    """
    tables, language = reply.tables, reply.language
    table = await tables.table(game_id)
    if table.is_automatic(seat) and table.game.status == "playing":
        newcomer = StandIn(reply.user_id, reply.user_name)
        outcome = await tables.replacing.propose(reply.number, game_id, reply.user_id, seat, newcomer)
        await reply.say(write_outcome(language, outcome))
        return
    joined = await tables.lobby.join(reply.number, game_id, reply.user_id, reply.user_name, seat)
    mine = joined.seats_of(reply.user_id)
    if not mine:
        await reply.say(language.say("ui.requested", name=joined.game.name))
        return
    mine = [seat] if seat else mine
    await reply.say("\n".join([language.say("ui.joined", seat=mine), *write_seats(language, joined)]))


async def begin_game(reply: Answer, game_id: str, *, with_automatic: bool = False, is_sure: bool = False) -> None:
    """Begin a game. With free seats and no ``with_automatic``, first ask whether the automatic player should take them.

    A person who did not open the table is asked once whether to begin, unless they have agreed already (``is_sure``).
    Raises TableError as `Lobby.start` does.
    """
    tables, language = reply.tables, reply.language
    table = await tables.table(game_id)
    is_guest = table.game.status == "open" and not is_host(table, reply.user_id)
    host, rank = table.state.host, await find_rank(reply, table)
    if is_guest:
        check(START, Request(table, reply.user_id, rank=rank))
    if is_guest and table.is_full and table.seats_of(reply.user_id) and not is_sure:
        await reply.show(language.say("ui.start.sure", who=host), view=public_view(language, game_id, ["begin"]))
        return
    try:
        moment = await tables.start(reply.number, game_id, reply.user_id, with_automatic=with_automatic, rank=rank)
    except SeatsEmpty as error:
        who = "rival" if table.opponent else "arjuna"
        words = [language.say(f"ui.start.{who}", seat=error.seats, count=len(error.seats))]
        if is_guest:
            words.insert(0, language.say("ui.start.not_host", who=host))
        await reply.show("\n".join(words), view=public_view(language, game_id, ["fill"]))
        return
    await reply.show_panel(moment)


class TableCommands(Feature, group="table"):
    """The group of commands about tables."""

    @command(tables="lobby")
    async def join(self, reply: Answer, table: Table, seat: Seat | None = None) -> None:
        """Take a seat, any free one if none is named. Raises TableError as `take_seat` does."""
        await take_seat(reply, table.id, seat or "")

    @command()
    async def leave(self, reply: Answer, table: Table, seat: Seat | None = None) -> None:
        """Leave a seat, or all of the person's seats if none is named, as `leave_seat` does."""
        await leave_seat(reply, table.id, seat or "")

    @command(tables="lobby", verb="start")
    async def start(self, reply: Answer, table: Table) -> None:
        """Begin the game of a table, or ask the person first, as `begin_game` does."""
        await begin_game(reply, table.id)

    @command()
    async def close(self, reply: Answer, table: Table) -> None:
        """Close a table that has not begun. At a running game, ask for confirmation. Raises as `Lobby.close` does."""
        if table.game.status == "playing":
            await ask_about_closing(reply, table)
            return
        rank = await find_rank(reply, table)
        lobby = reply.tables.lobby
        await lobby.close(reply.number, table.id, reply.user_id, reply.user_name, rank=rank)
        await reply.say(reply.language.say("ui.closed", name=table.game.name))

    @command()
    @app_commands.autocomplete(to=complete_turn)
    async def rewind(self, reply: Answer, table: Table, to: int) -> None:
        """Ask the table to go back to the start of an earlier turn. Raises TableError as `Rewinding.propose` does."""
        outcome = await reply.tables.rewinding.propose(reply.number, table.id, reply.user_id, to)
        await reply.say(write_vote(reply.language, outcome))

    @command(tables="finished", verb="verify")
    async def verify(self, reply: Answer, table: Table) -> None:
        """Check that every die and card of a finished game came from its seed. Raises as `show_proof` does."""
        await past.show_proof(reply, table.id)

    @command()
    async def list(self, reply: Answer) -> None:
        """List the tables of this server that the person can see, a page at a time."""
        await looking.show_tables(reply)

    @command(tables="any", verb="show")
    async def show(self, reply: Answer, table: Table) -> None:
        """Show the state of a table as its status message does, with the same buttons."""
        status = await write_status(reply.bot, reply.language, table)
        sheet = Sheet(status.title, status.words, status.colour)
        await reply.show(sheet=sheet, view=make_status(reply.language, table, status))


@verb("leave")
async def leave_seat(reply: Answer, game_id: str, seat: str) -> None:
    """Leave a seat, or all of the person's seats if none is named. In a running game, first ask. Raises TableError."""
    table = await reply.tables.table(game_id)
    if table.game.status == "playing":
        await ask_about_leaving(reply, table, seat)
        return
    await show_left(reply, await reply.tables.leave(reply.number, game_id, reply.user_id, seat))


async def show_left(reply: Answer, table: Table) -> None:
    """Say that the person has left, and list the seats of the table with their holders."""
    await reply.say("\n".join([reply.language.say("ui.left"), *write_seats(reply.language, table)]))


async def ask_about_leaving(reply: Answer, table: Table, seat: str) -> None:
    """Say what happens when a person leaves a running game, and ask whether they are sure.

    The last person may close the game instead. Raises TableError for a person without such a seat.
    """
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
    """Say what happens when the last person, or a moderator, closes a running game, and ask whether they are sure.

    Raises TableError for anyone else.
    """
    check(find_close_permission(table), Request(table, reply.user_id, rank=await find_rank(reply, table)))
    words = reply.language.say("ui.close.sure", name=table.game.name)
    await reply.show(words, view=public_view(reply.language, table.id, [f"end:{table.game.version}"]))


@verb("take")
async def take(reply: Answer, table: Table, seat: str) -> None:
    """Take a seat. If an automatic player has it in a running game, first ask whether to propose this to the table."""
    if table.is_automatic(seat) and table.game.status == "playing":
        words = reply.language.say("ui.take.arjuna", seat=seat, name=table.game.name)
        await reply.show(words, view=public_view(reply.language, table.id, [f"ask:{seat}"]))
        return
    await take_seat(reply, table.id, seat)


@verb("quit")
async def leave_for_good(reply: Answer, game_id: str, key: str) -> None:
    """Leave a running game, after confirmation. The key has the seat, empty for all, and since when it was held.

    Raises StaleButton for a key without that time, and if the person has taken a seat again since.
    """
    seat, _, since = key.rpartition(".")
    if not since.isdecimal():
        raise StaleButton
    after = await reply.tables.leave(reply.number, game_id, reply.user_id, seat, int(since))
    await show_left(reply, after)


@verb("end")
async def end(reply: Answer, version: int, table: Table) -> None:
    """Close a running game, after confirmation. The key is the game's version at which the person was asked.

    Raises StaleButton for another version, and TableError for a person who may not close it.
    """
    lobby, rank = reply.tables.lobby, await find_rank(reply, table)
    closed = await lobby.close(reply.number, table.id, reply.user_id, reply.user_name, version, rank=rank)
    await reply.say(reply.language.say("ui.closed", name=closed.game.name))


@verb("begin", "fill")
async def begin(reply: Answer, press: Press) -> None:
    """Begin a game after a question: “fill” seats automatic players, “begin” confirms that a guest wants to begin."""
    await begin_game(reply, press.game_id, with_automatic=press.verb == "fill", is_sure=press.verb == "begin")


@verb("agree", "refuse")
async def vote(reply: Answer, press: Press, number: int = -1) -> None:
    """Agree to going back, or refuse. The button's key is the number of the vote. Raises as `Votes.answer` does."""
    is_for, votes, kinds = press.verb == "agree", reply.tables.votes, [REWIND.name]
    outcome = await votes.answer(reply.number, press.game_id, reply.user_id, number, agree=is_for, kinds=kinds)
    await reply.say(write_vote(reply.language, outcome) if is_for else reply.language.say("ui.rewind.refused"))


class ModerationCommands(Feature, extends="table"):
    """Commands that change the host of a table or free its seats, and one that continues an archived game."""

    @command(tables="archived", verb="reactivate")
    async def reactivate(self, reply: Answer, table: Table) -> None:
        """Let an archived game continue. Raises TableError for a person without a seat, and for too many tables."""
        tables = reply.tables
        await tables.expiry.reactivate(reply.number, table.id, reply.user_id, reply.user_name)
        await tables.automation.play(table.id)
        await reply.say(reply.language.say("ui.reactivated", name=table.game.name))

    @command()
    async def host(self, reply: Answer, player: discord.Member, table: Table) -> None:
        """Make another person the host of a table. Raises TableError as `Replacing.hand_over` does, and for a bot."""
        if player.bot:
            raise TableError(text("error.host_has_no_seat", name=table.game.name))
        rank = await find_rank(reply, table)
        after = await reply.tables.replacing.hand_over(
            reply.number, table.id, reply.user_id, player.id, player.display_name, rank=rank
        )
        await reply.say(reply.language.say("ui.public.host_now", name=after.game.name, who=after.state.host))

    @command(tables="lobby")
    async def remove(self, reply: Answer, player: discord.Member, table: Table) -> None:
        """Remove a person from a table that has not begun. Raises TableError as `Replacing.remove` does."""
        rank = await find_rank(reply, table)
        after = await reply.tables.replacing.remove(
            reply.number, table.id, reply.user_id, player.id, reply.user_name, rank=rank
        )
        words = reply.language.say("ui.removed", who=player.display_name, name=after.game.name)
        await reply.say("\n".join([words, *write_seats(reply.language, after)]))

    @command()
    async def free(self, reply: Answer, seat: Seat, table: Table) -> None:
        """Propose to free the seat of a person who does not answer. Raises TableError as `Replacing.free` does."""
        rank = await find_rank(reply, table)
        outcome = await reply.tables.replacing.free(reply.number, table.id, reply.user_id, seat, rank=rank)
        words = reply.language.say("ui.free.asked", seat=seat, name=outcome.table.game.name)
        await reply.say(words if outcome.is_done else f"{words}\n{write_missing(reply.language, outcome)}")


@verb("keep")
async def keep(reply: Answer, game_id: str) -> None:
    """Keep a silent table from being closed or archived, and say so. Raises TableError as `Expiry.keep` does."""
    table = await reply.tables.expiry.keep(reply.number, game_id, reply.user_id, reply.user_name)
    await reply.say(reply.language.say("ui.kept", name=table.game.name))

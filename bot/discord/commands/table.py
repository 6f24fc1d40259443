"""``/table``: open a table, take and leave seats, begin, look around, go back; and the buttons for it."""

from __future__ import annotations

from discord import app_commands

from bot.discord.commands.common import SEAT_CHOICES, Choice, complete_turn
from bot.discord.commands.feature import Feature, command
from bot.discord.commands.settings import PACE_CHOICES, TABLE_LANGUAGES
from bot.discord.commands.translating import localise
from bot.discord.components import Press
from bot.discord.reply import Answer
from bot.discord.screens import finished_games as past
from bot.discord.screens import table as looking
from bot.discord.screens.opening import SHORT, begin_game, open_rematch, open_table, take_seat
from bot.discord.verbs import verb
from bot.games.front import list_fronts
from bot.narrate.standing import write_seats
from bot.narrate.votes import write_vote
from bot.service.clock.pace import OPEN
from bot.service.moments import Table

SCENARIOS = [
    app_commands.Choice(name=localise(f"scenario.{name}"), value=name)
    for front in list_fronts()
    for name in front.list_scenarios()
]
VARIANTS = [
    app_commands.Choice(name=localise(f"variant.{name}"), value=name)
    for front in list_fronts()
    for name in front.variants
]
COUNTS = sorted({count for front in list_fronts() for count in front.player_counts or (len(front.seats),)})


class Tables(Feature, group="table", guild_only=True):
    """The group of commands about tables."""

    @command()
    @app_commands.choices(scenario=SCENARIOS, language=TABLE_LANGUAGES, pace=PACE_CHOICES, variant=VARIANTS)
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
    ) -> None:
        """Open a table."""
        code = language.value if language is not None else reply.language.code
        wanted = scenario.value if scenario is not None else SHORT
        how = pace.value if pace is not None else OPEN
        more = variant.value if variant is not None else ""
        await open_table(reply, wanted, name or "", code, thread, how, players or 0, more)

    @command()
    @app_commands.choices(seat=SEAT_CHOICES)
    async def join(self, reply: Answer, table: Table, seat: Choice | None = None) -> None:
        """Take a seat."""
        await take_seat(reply, table.id, seat.value if seat is not None else "")

    @command()
    @app_commands.choices(seat=SEAT_CHOICES)
    async def leave(self, reply: Answer, table: Table, seat: Choice | None = None) -> None:
        """Leave a seat."""
        await leave_seat(reply, table.id, seat.value if seat is not None else "")

    @command()
    async def start(self, reply: Answer, table: Table) -> None:
        """Begin the game."""
        await begin_game(reply, table.id)

    @command()
    async def close(self, reply: Answer, table: Table) -> None:
        """Put a table away that has not begun."""
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
    """Leave a seat, or without one all one's seats, and show who sits where."""
    left = await reply.bot.tables.lobby.leave(reply.interaction.id, game_id, reply.user_id, seat)
    await reply.say("\n".join([reply.language.say("ui.left"), *write_seats(reply.language, left)]))


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
    """Take a seat."""
    await take_seat(reply, press.game_id, press.key)


@verb("leave")
async def leave(reply: Answer, press: Press, keys: list[str]) -> None:
    """Leave all one's seats."""
    await leave_seat(reply, press.game_id, "")


@verb("start")
async def start(reply: Answer, press: Press, keys: list[str]) -> None:
    """Begin the game, or ask whether Arjuna shall take the empty seats."""
    await begin_game(reply, press.game_id)


@verb("fill")
async def fill(reply: Answer, press: Press, keys: list[str]) -> None:
    """Begin the game with Arjuna on the empty seats."""
    await begin_game(reply, press.game_id, with_arjuna=True)


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

"""``/table``: open a table, take and leave seats, begin, look around."""

from __future__ import annotations

from discord import app_commands

from bot.discord.commands import seats
from bot.discord.commands.common import (
    Choice,
    Interaction,
    complete_past_table,
    complete_table,
    complete_turn,
    describe,
    find_table,
)
from bot.discord.commands.settings import PACE_CHOICES, make_table_settings
from bot.discord.commands.translating import localise
from bot.discord.hub import CommandTree
from bot.discord.reply import Answer, answer
from bot.discord.screens import finished_games as past
from bot.discord.screens import table as looking
from bot.discord.screens.opening import SHORT, begin_game, open_table, take_seat
from bot.games.front import list_all_seats, list_fronts
from bot.language import list_languages
from bot.narrate.standing import write_seats
from bot.narrate.votes import write_vote
from bot.service.clock.pace import OPEN

SCENARIOS = [
    app_commands.Choice(name=localise(f"scenario.{name}"), value=name)
    for front in list_fronts()
    for name in front.list_scenarios()
]
SEAT_CHOICES = [app_commands.Choice(name=localise(f"seat.{seat}"), value=seat) for seat in list_all_seats()]
LANGUAGES = [app_commands.Choice(name=localise(f"language.{code}"), value=code) for code in list_languages()]


class TableGroup(app_commands.Group):
    """The group of commands about tables."""

    def __init__(self) -> None:
        super().__init__(name="table", description=describe("table"), guild_only=True)

    @app_commands.command(name="new", description=describe("table.new"))
    @app_commands.describe(
        scenario=describe("table.new.scenario"),
        name=describe("table.new.name"),
        language=describe("table.new.language"),
        thread=describe("table.new.thread"),
        pace=describe("table.new.pace"),
    )
    @app_commands.choices(scenario=SCENARIOS, language=LANGUAGES, pace=PACE_CHOICES)
    async def new(
        self,
        interaction: Interaction,
        scenario: Choice | None = None,
        name: str | None = None,
        language: Choice | None = None,
        thread: bool | None = None,
        pace: Choice | None = None,
    ) -> None:
        """Open a table."""

        async def work(reply: Answer) -> None:
            code = language.value if language is not None else reply.language.code
            wanted = scenario.value if scenario is not None else SHORT
            await open_table(reply, wanted, name or "", code, thread, pace.value if pace is not None else OPEN)

        await answer(interaction, work)

    @app_commands.command(name="join", description=describe("table.join"))
    @app_commands.describe(seat=describe("table.join.seat"), table=describe("which_table"))
    @app_commands.choices(seat=SEAT_CHOICES)
    @app_commands.autocomplete(table=complete_table)
    async def join(self, interaction: Interaction, seat: Choice | None = None, table: str | None = None) -> None:
        """Take a seat."""

        async def work(reply: Answer) -> None:
            found = await find_table(reply, table)
            await take_seat(reply, found.id, seat.value if seat is not None else "")

        await answer(interaction, work)

    @app_commands.command(name="leave", description=describe("table.leave"))
    @app_commands.describe(seat=describe("table.leave.seat"), table=describe("which_table"))
    @app_commands.choices(seat=SEAT_CHOICES)
    @app_commands.autocomplete(table=complete_table)
    async def leave(self, interaction: Interaction, seat: Choice | None = None, table: str | None = None) -> None:
        """Leave a seat."""

        async def work(reply: Answer) -> None:
            found = await find_table(reply, table)
            wanted = seat.value if seat is not None else ""
            left = await reply.bot.tables.lobby.leave(reply.interaction.id, found.id, reply.user_id, wanted)
            await reply.say("\n".join([reply.language.say("ui.left"), *write_seats(reply.language, left)]))

        await answer(interaction, work)

    @app_commands.command(name="start", description=describe("table.start"))
    @app_commands.describe(table=describe("which_table"))
    @app_commands.autocomplete(table=complete_table)
    async def start(self, interaction: Interaction, table: str | None = None) -> None:
        """Begin the game."""

        async def work(reply: Answer) -> None:
            found = await find_table(reply, table)
            await begin_game(reply, found.id)

        await answer(interaction, work)

    @app_commands.command(name="close", description=describe("table.close"))
    @app_commands.describe(table=describe("which_table"))
    @app_commands.autocomplete(table=complete_table)
    async def close(self, interaction: Interaction, table: str | None = None) -> None:
        """Put a table away that has not begun."""

        async def work(reply: Answer) -> None:
            found = await find_table(reply, table)
            await reply.bot.tables.lobby.close(reply.interaction.id, found.id, reply.user_id)
            await reply.say(reply.language.say("ui.closed", name=found.game.name))

        await answer(interaction, work)

    @app_commands.command(name="rewind", description=describe("table.rewind"))
    @app_commands.describe(to=describe("table.rewind.to"), table=describe("which_table"))
    @app_commands.autocomplete(to=complete_turn)
    @app_commands.autocomplete(table=complete_table)
    async def rewind(self, interaction: Interaction, to: int, table: str | None = None) -> None:
        """Ask the table to go back to the start of an earlier turn."""

        async def work(reply: Answer) -> None:
            found = await find_table(reply, table)
            outcome = await reply.bot.tables.rewinding.propose(reply.interaction.id, found.id, reply.user_id, to)
            await reply.say(write_vote(reply.language, outcome))

        await answer(interaction, work)

    @app_commands.command(name="verify", description=describe("table.verify"))
    @app_commands.describe(table=describe("which_past_table"))
    @app_commands.autocomplete(table=complete_past_table)
    async def verify(self, interaction: Interaction, table: str | None = None) -> None:
        """Check that every die and card of a finished game came from its seed."""

        async def work(reply: Answer) -> None:
            found = await find_table(reply, table, is_over_fine=True)
            await past.show_proof(reply, found.id)

        await answer(interaction, work)

    @app_commands.command(name="list", description=describe("table.list"))
    async def list(self, interaction: Interaction) -> None:
        """The tables of this server."""

        async def work(reply: Answer) -> None:
            await looking.show_tables(reply)

        await answer(interaction, work)

    @app_commands.command(name="show", description=describe("table.show"))
    @app_commands.describe(table=describe("which_table"))
    @app_commands.autocomplete(table=complete_table)
    async def show(self, interaction: Interaction, table: str | None = None) -> None:
        """How a table stands."""

        async def work(reply: Answer) -> None:
            await looking.show_table(reply, await find_table(reply, table, is_over_fine=True))

        await answer(interaction, work)


def add_to(tree: CommandTree) -> None:
    """Add the group."""
    group = TableGroup()
    group.add_command(make_table_settings())
    seats.add_to(group)
    tree.add_command(group)

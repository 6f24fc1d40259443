"""``/standing``: what is to be answered for one's seat when it is asked. Nobody else sees these orders."""

from __future__ import annotations

from typing import TYPE_CHECKING, get_args

from discord import app_commands

from bot.discord.commands.common import (
    Choice,
    Interaction,
    complete_table,
    describe,
    find_language,
    find_meant,
    find_table,
)
from bot.discord.commands.table import SEAT_CHOICES
from bot.discord.commands.translating import localise
from bot.discord.hub import CommandTree, Hub
from bot.discord.reply import Answer, answer
from bot.games.gandhi.orders.cards import complete_cards, find_cards
from bot.games.gandhi.standing_orders import CONDITIONS, LASTING, STEPS, Lasting, OrderKind, Wish
from bot.games.gandhi.words.standing_orders import write_orders
from engine.core.errors import GameError
from engine.gandhi.ids import MOST_RESOURCES
from storage import StorageError

if TYPE_CHECKING:
    from bot.service.standing_orders.obeying import Given

KINDS: tuple[OrderKind, ...] = get_args(OrderKind)

LASTING_CHOICES = [app_commands.Choice(name=localise(f"order.lasts.{one}"), value=one) for one in LASTING]
CONDITION_CHOICES = [app_commands.Choice(name=localise(f"order.condition.{one}"), value=one) for one in CONDITIONS]
STEP_CHOICES = [app_commands.Choice(name=localise(f"order.step.{one}"), value=one) for one in ("all", *STEPS)]
KIND_CHOICES = [app_commands.Choice(name=localise(f"order.kind.{one}"), value=one) for one in KINDS]
YES_CHOICES = [app_commands.Choice(name=localise(f"order.transfer.{one}"), value=one) for one in ("yes", "no")]
RELEASE_CHOICES = [app_commands.Choice(name=localise(f"order.release.{one}"), value=one) for one in ("yes", "no")]


async def complete_unless(interaction: Interaction, typed: str) -> list[Choice]:
    """The cards that lie open and all others, after those named already."""
    bot: Hub = interaction.client
    language = await find_language(interaction)
    visible: list[int] = []
    try:
        table = await find_meant(bot, interaction)
        view = (await bot.tables.moment(table.id)).view
        visible = [card.number for card in (view.card, view.next) if card is not None and not card.viceroy]
    except (GameError, StorageError):
        pass
    lines = complete_cards(language, typed, visible)
    return [app_commands.Choice(name=shown, value=sent) for shown, sent in lines]


def which(choice: Choice | None) -> str:
    """What was chosen, or an empty string."""
    return choice.value if choice is not None else ""


def how_long(choice: Choice | None) -> Lasting:
    """For how long an order is given; a Campaign unless said otherwise."""
    return next(one for one in LASTING if one == (which(choice) or "campaign"))


class StandingGroup(app_commands.Group):
    """The group of commands about standing orders."""

    def __init__(self) -> None:
        super().__init__(name="standing", description=describe("standing"), guild_only=True)

    @app_commands.command(name="pass", description=describe("standing.pass"))
    @app_commands.rename(condition="while", lasts="for")
    @app_commands.describe(
        unless=describe("standing.pass.unless"),
        condition=describe("standing.pass.while"),
        lasts=describe("standing.for"),
        seat=describe("standing.seat"),
        table=describe("which_table"),
    )
    @app_commands.choices(condition=CONDITION_CHOICES, lasts=LASTING_CHOICES, seat=SEAT_CHOICES)
    @app_commands.autocomplete(unless=complete_unless, table=complete_table)
    async def pass_turn(
        self,
        interaction: Interaction,
        unless: str | None = None,
        condition: Choice | None = None,
        lasts: Choice | None = None,
        seat: Choice | None = None,
        table: str | None = None,
    ) -> None:
        """Pass when it is one's turn."""

        async def work(reply: Answer) -> None:
            cards = find_cards(reply.language, unless or "")
            wish = Wish("pass", how_long(lasts), which(seat), unless=cards, condition=which(condition))
            await give(reply, table, wish)

        await answer(interaction, work)

    @app_commands.command(name="campaign", description=describe("standing.campaign"))
    @app_commands.rename(lasts="for")
    @app_commands.describe(
        step=describe("standing.campaign.step"),
        lasts=describe("standing.for"),
        seat=describe("standing.seat"),
        table=describe("which_table"),
    )
    @app_commands.choices(step=STEP_CHOICES, lasts=LASTING_CHOICES, seat=SEAT_CHOICES)
    @app_commands.autocomplete(table=complete_table)
    async def campaign(
        self,
        interaction: Interaction,
        step: Choice | None = None,
        lasts: Choice | None = None,
        seat: Choice | None = None,
        table: str | None = None,
    ) -> None:
        """Leave out what need not be used in a Campaign Round."""

        async def work(reply: Answer) -> None:
            steps = (which(step),) if which(step) in STEPS else ()
            await give(reply, table, Wish("campaign", how_long(lasts), which(seat), steps=steps))

        await answer(interaction, work)

    @app_commands.command(name="transfers", description=describe("standing.transfers"))
    @app_commands.rename(reply_with="answer", lasts="for")
    @app_commands.describe(
        reply_with=describe("standing.transfers.answer"),
        up_to=describe("standing.transfers.up_to"),
        lasts=describe("standing.for"),
        seat=describe("standing.seat"),
        table=describe("which_table"),
    )
    @app_commands.choices(reply_with=YES_CHOICES, lasts=LASTING_CHOICES, seat=SEAT_CHOICES)
    @app_commands.autocomplete(table=complete_table)
    async def transfers(
        self,
        interaction: Interaction,
        reply_with: Choice,
        up_to: app_commands.Range[int, 1, MOST_RESOURCES] = MOST_RESOURCES,
        lasts: Choice | None = None,
        seat: Choice | None = None,
        table: str | None = None,
    ) -> None:
        """Consent to transfers of Resources, or refuse them."""

        async def work(reply: Answer) -> None:
            wish = Wish("transfer", how_long(lasts), which(seat), answer=reply_with.value, at_most=up_to)
            await give(reply, table, wish)

        await answer(interaction, work)

    @app_commands.command(name="gandhi", description=describe("standing.gandhi"))
    @app_commands.rename(reply_with="answer", lasts="for")
    @app_commands.describe(
        reply_with=describe("standing.gandhi.answer"), lasts=describe("standing.for"), table=describe("which_table")
    )
    @app_commands.choices(reply_with=RELEASE_CHOICES, lasts=LASTING_CHOICES)
    @app_commands.autocomplete(table=complete_table)
    async def gandhi(
        self,
        interaction: Interaction,
        reply_with: Choice,
        lasts: Choice | None = None,
        table: str | None = None,
    ) -> None:
        """Release Gandhi when Congress asks, or keep him in Jail."""

        async def work(reply: Answer) -> None:
            await give(reply, table, Wish("release", how_long(lasts), answer=reply_with.value))

        await answer(interaction, work)

    @app_commands.command(name="list", description=describe("standing.list"))
    @app_commands.describe(table=describe("which_table"))
    @app_commands.autocomplete(table=complete_table)
    async def list(self, interaction: Interaction, table: str | None = None) -> None:
        """One's orders."""

        async def work(reply: Answer) -> None:
            found = await find_table(reply, table)
            await show(reply, await reply.bot.tables.standing_orders.list(found.id, reply.user_id))

        await answer(interaction, work)

    @app_commands.command(name="clear", description=describe("standing.clear"))
    @app_commands.describe(kind=describe("standing.clear.kind"), table=describe("which_table"))
    @app_commands.choices(kind=KIND_CHOICES)
    @app_commands.autocomplete(table=complete_table)
    async def clear(self, interaction: Interaction, kind: Choice | None = None, table: str | None = None) -> None:
        """Take orders back."""

        async def work(reply: Answer) -> None:
            found = await find_table(reply, table)
            wanted = next((one for one in KINDS if one == which(kind)), None)
            orders = reply.bot.tables.standing_orders
            count = await orders.clear(reply.interaction.id, found.id, reply.user_id, wanted)
            await reply.say(reply.language.say("ui.order.cleared", count=count))

        await answer(interaction, work)


async def give(reply: Answer, wanted: str | None, wish: Wish) -> None:
    """Give an order, and show all of them."""
    found = await find_table(reply, wanted)
    orders = reply.bot.tables.standing_orders
    await show(reply, await orders.give(reply.interaction.id, found.id, reply.user_id, wish))


async def show(reply: Answer, given: list[Given]) -> None:
    """A person's orders, visible only to them."""
    await reply.say(write_orders(reply.language, given))


def add_to(tree: CommandTree) -> None:
    """Add the group."""
    tree.add_command(StandingGroup())

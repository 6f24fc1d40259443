"""The ``/standing`` orders that only Gandhi has: passes, planned turns, Campaign Rounds, transfers, Gandhi's release.

The answers are private: only the person who gave an order sees it.
"""

from __future__ import annotations

from typing import Any, Final

from discord import app_commands

from bot.discord.common import Choice, Interaction, Seat, find_language, find_meant, find_table, localise, read_choice
from bot.discord.context import BotContext
from bot.discord.feature import Feature, command
from bot.discord.features.standing_orders import give
from bot.discord.reply import Answer
from bot.games.gandhi.orders.cards import complete_cards, find_cards
from bot.games.gandhi.standing_orders import CONDITIONS, LASTING, STEPS, GandhiOrder, Lasting
from bot.games.planning import PlanWish
from bot.tables.table import Table
from engine.core.errors import GameError
from engine.gandhi.ids import MOST_RESOURCES
from storage import StorageError

MOST_CARDS: Final = 72
LASTING_CHOICES = [app_commands.Choice(name=localise(f"order.lasts.{one}"), value=one) for one in LASTING]
CONDITION_CHOICES = [app_commands.Choice(name=localise(f"order.condition.{one}"), value=one) for one in CONDITIONS]
STEP_CHOICES = [app_commands.Choice(name=localise(f"order.step.{one}"), value=one) for one in ("all", *STEPS)]
YES_CHOICES = [app_commands.Choice(name=localise(f"order.transfer.{one}"), value=one) for one in ("yes", "no")]
RELEASE_CHOICES = [app_commands.Choice(name=localise(f"order.release.{one}"), value=one) for one in ("yes", "no")]


async def complete_unless(interaction: Interaction, typed: str) -> list[Choice]:
    """Return completions of a list of cards: the cards typed before, with one more card, the face-up cards first."""
    bot: BotContext = interaction.client
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


def how_long(choice: Choice | None) -> Lasting:
    """Return the chosen duration of an order, by default until the next Campaign Round is over."""
    return next(one for one in LASTING if one == read_choice(choice, "campaign"))


class GandhiStandingOrders(Feature, extends="standing"):
    """The commands below ``/standing`` that only Gandhi has. Each stores an order, and shows the person's orders."""

    @command("pass", lasts="standing.for", seat="standing.seat")
    @app_commands.rename(condition="while", lasts="for")
    @app_commands.choices(condition=CONDITION_CHOICES, lasts=LASTING_CHOICES)
    @app_commands.autocomplete(unless=complete_unless)
    async def pass_turn(
        self,
        reply: Answer,
        unless: str | None = None,
        condition: Choice | None = None,
        lasts: Choice | None = None,
        seat: Seat | None = None,
        table: str | None = None,
    ) -> None:
        """Order a pass at the beginning of each turn, unless certain cards are current, or only on a condition."""
        cards = find_cards(reply.language, unless or "")
        chosen: Any = read_choice(condition)
        order = GandhiOrder("pass", how_long(lasts), unless=cards, condition=chosen)
        await give(reply, await find_table(reply, table), order, seat)

    @command("turn", seat="standing.seat")
    async def plan_turn(
        self,
        reply: Answer,
        table: Table,
        line: str,
        first: str | None = None,
        card: app_commands.Range[int, 1, MOST_CARDS] | None = None,
        seat: Seat | None = None,
    ) -> None:
        """Plan a whole turn for a face-up card. If the Faction acts ``first`` on the card, that line comes before."""
        ways = ((first, True), (line, False)) if first else ((line, False),)
        language = reply.language.of_game(table.game.kind)
        await give(reply, table, PlanWish(language, (ways,), card or 0), seat)

    @command(lasts="standing.for", seat="standing.seat")
    @app_commands.rename(lasts="for")
    @app_commands.choices(step=STEP_CHOICES, lasts=LASTING_CHOICES)
    async def campaign(
        self,
        reply: Answer,
        table: Table,
        step: Choice | None = None,
        lasts: Choice | None = None,
        seat: Seat | None = None,
    ) -> None:
        """Order the end of an optional step of each Campaign Round as soon as it begins, or of all optional steps."""
        steps = (read_choice(step),) if read_choice(step) in STEPS else ()
        await give(reply, table, GandhiOrder("campaign", how_long(lasts), steps=steps), seat)

    @command(lasts="standing.for", seat="standing.seat")
    @app_commands.rename(reply_with="answer", lasts="for")
    @app_commands.choices(reply_with=YES_CHOICES, lasts=LASTING_CHOICES)
    async def transfers(
        self,
        reply: Answer,
        table: Table,
        reply_with: Choice,
        up_to: app_commands.Range[int, 1, MOST_RESOURCES] = MOST_RESOURCES,
        lasts: Choice | None = None,
        seat: Seat | None = None,
    ) -> None:
        """Order consent to transfers of Resources, up to the sum ``up_to`` on each card, or order their refusal."""
        answer: Any = reply_with.value
        order = GandhiOrder("transfer", how_long(lasts), answer=answer, at_most=up_to)
        await give(reply, table, order, seat)

    @command(lasts="standing.for")
    @app_commands.rename(reply_with="answer", lasts="for")
    @app_commands.choices(reply_with=RELEASE_CHOICES, lasts=LASTING_CHOICES)
    async def gandhi(self, reply: Answer, table: Table, reply_with: Choice, lasts: Choice | None = None) -> None:
        """Order Gandhi's release when Congress asks for it, or order its refusal."""
        answer: Any = reply_with.value
        await give(reply, table, GandhiOrder("release", how_long(lasts), answer=answer))

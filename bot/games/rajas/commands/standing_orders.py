"""``/standing next`` and ``/standing workers``: the place of a person's next worker, or a plan for all that are left.

Both accept alternatives for a place that is taken when the worker's turn comes.
"""

from __future__ import annotations

from typing import Final

from discord import app_commands

from bot.discord.common import Choice, Seat, localise, read_choice
from bot.discord.feature import Feature, command
from bot.discord.features.standing_orders import give
from bot.discord.reply import Answer
from bot.games.planning import PlanWish
from bot.games.rajas.standing_orders import LASTING, NEXT, PLACES, WorkerOrder
from bot.tables.table import Table

THEN: Final = ";"
"""The separator between workers."""
OR: Final = "/"
"""The separator between alternatives for the same worker."""
PLACE_CHOICES = [app_commands.Choice(name=localise("rajas.action", action=place), value=place) for place in PLACES]
LASTING_CHOICES = [app_commands.Choice(name=localise(f"order.lasts.{one}"), value=one) for one in LASTING]


class RajasStandingOrders(Feature, extends="standing"):
    """The commands below ``/standing`` that only Rajas has. Each stores an order, and shows the person's orders."""

    @command("next", seat="standing.seat", lasts="standing.next.for")
    @app_commands.rename(lasts="for", or_else="or", or_last="or_last")
    @app_commands.choices(place=PLACE_CHOICES, or_else=PLACE_CHOICES, or_last=PLACE_CHOICES, lasts=LASTING_CHOICES)
    async def place_next(
        self,
        reply: Answer,
        table: Table,
        place: Choice,
        or_else: Choice | None = None,
        or_last: Choice | None = None,
        lasts: Choice | None = None,
        seat: Seat | None = None,
    ) -> None:
        """Order the place of the next worker, or of all workers of the round, with up to two alternatives."""
        places = tuple(dict.fromkeys(one.value for one in (place, or_else, or_last) if one is not None))
        how_long = next(one for one in LASTING if one == (read_choice(lasts, LASTING[0])))
        await give(reply, table, WorkerOrder(NEXT, places, how_long), seat)

    @command("workers", seat="standing.seat")
    async def plan_workers(self, reply: Answer, table: Table, plan: str, seat: Seat | None = None) -> None:
        """Plan a turn line for each worker that is left in the round, with alternatives."""
        turns = tuple(
            tuple((way, False) for way in worker.split(OR) if way.strip())
            for worker in plan.split(THEN)
            if worker.strip(f" {OR}")
        )
        await give(reply, table, PlanWish(reply.language.of_game(table.game.kind), turns), seat)

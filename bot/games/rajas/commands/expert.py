"""``/table expert``: who plays the side of the Navaratnas in a mixed group."""

from __future__ import annotations

from bot.discord.feature import Feature, command
from bot.discord.reply import Answer
from bot.errors import TableError
from bot.games.rajas.facts import GAME
from bot.tables.table import Table
from engine.core.text import text
from engine.rajas.ids import MIXED


class Expert(Feature, extends="table"):
    """The command with which a player chooses a side at a table for experts and beginners."""

    @command(tables="lobby")
    async def expert(self, reply: Answer, table: Table) -> None:
        """Switch the person to the side of the Navaratnas or back. Raises TableError unless the group is mixed."""
        if (table.game.kind, table.game.scenario) != (GAME, MIXED):
            raise TableError(text("error.rajas.not_mixed", name=table.game.name))
        changed = await reply.tables.lobby.toggle(reply.number, table.id, reply.user_id, "experts")
        experts = list(changed.state.options["experts"])
        key = "ui.rajas.experts" if experts else "ui.rajas.no_experts"
        await reply.say(reply.language.say(key, seat=experts, count=len(experts)))

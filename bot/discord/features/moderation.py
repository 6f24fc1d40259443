"""``/table host``, ``remove`` and ``free``, for moderators and partly for hosts; and questions about silent tables."""

from __future__ import annotations

import discord

from bot.discord.common import Seat
from bot.discord.feature import Feature, command, verb
from bot.discord.panel import Press
from bot.discord.reply import Answer
from bot.discord.rights import find_rank
from bot.errors import TableError
from bot.narrate.arrangements import write_missing
from bot.narrate.standing import write_seats
from bot.tables.table import Table
from engine.core.text import text


class ModerationCommands(Feature, extends="table"):
    """Actions of moderators at a table, and of its people when it is archived."""

    @command(tables="archived", verb="reactivate")
    async def reactivate(self, reply: Answer, table: Table) -> None:
        """Let an archived game continue."""
        tables = reply.bot.tables
        await tables.expiry.reactivate(reply.interaction.id, table.id, reply.user_id, reply.user_name)
        await tables.automation.play(table.id)
        await reply.say(reply.language.say("ui.reactivated", name=table.game.name))

    @command()
    async def host(self, reply: Answer, player: discord.Member, table: Table) -> None:
        """Make another person the host of a table."""
        if player.bot:
            raise TableError(text("error.host_has_no_seat", name=table.game.name))
        rank = await find_rank(reply, table)
        after = await reply.bot.tables.moderation.hand_over(
            reply.interaction.id, table.id, reply.user_id, player.id, player.display_name, rank=rank
        )
        await reply.say(reply.language.say("ui.public.host_now", name=after.game.name, who=after.state.host))

    @command(tables="lobby")
    async def remove(self, reply: Answer, player: discord.Member, table: Table) -> None:
        """Remove a person from a table that has not begun."""
        rank = await find_rank(reply, table)
        after = await reply.bot.tables.moderation.remove(
            reply.interaction.id, table.id, reply.user_id, player.id, reply.user_name, rank=rank
        )
        words = reply.language.say("ui.removed", who=player.display_name, name=after.game.name)
        await reply.say("\n".join([words, *write_seats(reply.language, after)]))

    @command()
    async def free(self, reply: Answer, seat: Seat, table: Table) -> None:
        """Propose to free the seat of a person who does not answer."""
        rank = await find_rank(reply, table)
        outcome = await reply.bot.tables.moderation.free(reply.interaction.id, table.id, reply.user_id, seat, rank=rank)
        words = reply.language.say("ui.free.asked", seat=seat, name=outcome.table.game.name)
        await reply.say(words if outcome.is_done else f"{words}\n{write_missing(reply.language, outcome)}")


@verb("keep")
async def keep(reply: Answer, press: Press, keys: list[str]) -> None:
    """Say that a silent table continues."""
    expiry = reply.bot.tables.expiry
    table = await expiry.keep(reply.interaction.id, press.game_id, reply.user_id, reply.user_name)
    await reply.say(reply.language.say("ui.kept", name=table.game.name))

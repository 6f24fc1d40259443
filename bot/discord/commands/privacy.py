"""``/privacy``: what is stored about oneself, and having it deleted."""

from __future__ import annotations

from discord import app_commands

from bot.discord.commands.common import Interaction, describe
from bot.discord.components import NO_TOKEN, Components, button
from bot.discord.hub import CommandTree
from bot.discord.reply import Answer, answer
from bot.narrate.traces import write_traces

OF_NO_TABLE = "me"
"""Stands for a table in the custom id of a button that belongs to none."""


class PrivacyGroup(app_commands.Group):
    """The group of commands about one's own data. It works in private messages too."""

    def __init__(self) -> None:
        super().__init__(name="privacy", description=describe("privacy"))

    @app_commands.command(name="show", description=describe("privacy.show"))
    async def show(self, interaction: Interaction) -> None:
        """What is stored."""

        async def work(reply: Answer) -> None:
            await reply.say(write_traces(reply.language, await reply.bot.privacy.look(reply.user_id)))

        await answer(interaction, work)

    @app_commands.command(name="delete", description=describe("privacy.delete"))
    async def delete(self, interaction: Interaction) -> None:
        """Ask whether it is really to be deleted."""

        async def work(reply: Answer) -> None:
            traces = await reply.bot.privacy.look(reply.user_id)
            words = write_traces(reply.language, traces)
            if traces.is_empty:
                await reply.say(words)
                return
            view = Components()
            label = reply.language.say("ui.button.forget")
            view.add_item(button(label, OF_NO_TABLE, NO_TOKEN, "forget", "", "danger"))
            await reply.show(f"{words}\n\n{reply.language.say('ui.privacy.sure')}", view=view)

        await answer(interaction, work)


def add_to(tree: CommandTree) -> None:
    """Add the group."""
    tree.add_command(PrivacyGroup())

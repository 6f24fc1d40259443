"""``/privacy``: show and delete what is stored about a person."""

from __future__ import annotations

from bot.discord.feature import Feature, command, verb
from bot.discord.panel import NO_TOKEN, Components, Press, button
from bot.discord.reply import Answer
from bot.narrate.arrangements import write_traces

OF_NO_TABLE = "me"
"""In place of a table in the custom id of a button that belongs to none."""


class PrivacyCommands(Feature, group="privacy"):
    """The commands about a person's own data. They work in private messages too."""

    @command()
    async def show(self, reply: Answer) -> None:
        """Show what is stored."""
        await reply.say(write_traces(reply.language, await reply.bot.privacy.look(reply.user_id)))

    @command()
    async def delete(self, reply: Answer) -> None:
        """Ask for confirmation before deleting."""
        traces = await reply.bot.privacy.look(reply.user_id)
        words = write_traces(reply.language, traces)
        if traces.is_empty:
            await reply.say(words)
            return
        view = Components()
        label = reply.language.say("ui.button.forget")
        view.add_item(button(label, OF_NO_TABLE, NO_TOKEN, "forget", "", "danger"))
        await reply.show(f"{words}\n\n{reply.language.say('ui.privacy.sure')}", view=view)


@verb("forget", in_place=True)
async def forget(reply: Answer, press: Press, keys: list[str]) -> None:
    """Delete everything that is stored about the person."""
    await reply.bot.privacy.forget(reply.interaction.id, reply.user_id)
    await reply.show(reply.language.say("ui.privacy.deleted"))

"""``/advice``: turns that a person may take now, with their reasons; a click makes one of them the draft."""

from __future__ import annotations

from bot.discord.feature import Feature, command, verb
from bot.discord.panel import NO_TOKEN, Components, Press, button
from bot.discord.reply import Answer
from bot.errors import StaleButton
from bot.narrate.advice import write_advice
from bot.tables.table import Table


class Coach(Feature):
    """Asking for advice."""

    @command(verb="advise")
    async def advice(self, reply: Answer, table: Table) -> None:
        """Show turns that the person may take now."""
        await show_advice(reply, table.id)


async def show_advice(reply: Answer, game_id: str, *, again: bool = False) -> None:
    """Find and show advice, with a button for each suggestion. ``again`` means that the earlier advice is gone."""
    advice = await reply.bot.tables.advisers.ask(game_id, reply.user_id, reply.language)
    reply.use_voice(*advice.table.voice)
    view = Components()
    several = len(advice.suggestions) > 1
    for number in range(len(advice.suggestions)):
        label = reply.language.say("ui.button.heed" if several else "ui.button.heed.only", number=number + 1)
        key = f"{advice.version}.{number}"
        view.add_item(button(label, game_id, NO_TOKEN, "heed", key, "primary" if number == 0 else "secondary"))
    await reply.show(sheet=write_advice(reply.language, advice, again=again), view=view)


@verb("heed", in_place=True)
async def accept_advice(reply: Answer, press: Press, keys: list[str]) -> None:
    """Draft a suggestion. One that is forgotten is found again."""
    version, _, number = press.key.partition(".")
    if not (version.isdecimal() and number.isdecimal()):
        raise StaleButton
    moment = await reply.at(press.game_id).accept_advice(int(version), int(number))
    if moment is None:
        await show_advice(reply, press.game_id, again=True)
        return
    await reply.show_panel(moment)

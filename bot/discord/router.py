"""Every button, list and form of the bot. They are found by custom id, so they survive restarts.

The handler of a verb is beside its feature in `bot.discord.features`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, cast

import discord

from bot.discord.context import BotContext
from bot.discord.forms import SUBMITTED, read_form, show_form
from bot.discord.launching import launch
from bot.discord.panel import PREFIX, Press
from bot.discord.reply import Answer, answer
from bot.discord.verbs import SESSION_VERBS, VERBS
from bot.errors import StaleButton
from bot.tables.play import is_private

_REST = r":(?P<game>[a-z0-9]{1,12}):(?P<token>[0-9a-z-]{1,64})"
BUTTON = re.compile(rf"{PREFIX}{_REST}:(?!pick:)(?P<verb>[a-z]+):(?P<key>.*)")
SELECT = re.compile(rf"{PREFIX}{_REST}:pick:(?P<key>.*)")


class PressedButton(discord.ui.DynamicItem[discord.ui.Button[Any]], template=BUTTON):
    """A button of ours."""

    def __init__(self, item: discord.ui.Button[Any], press: Press) -> None:
        super().__init__(item)
        self.press = press

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> PressedButton:
        """Return the button behind a custom id."""
        return cls(cast("discord.ui.Button[Any]", item), Press(match, match["verb"]))

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Do what the button says."""
        await carry_out(interaction, self.press, [self.press.key])


class UsedSelect(discord.ui.DynamicItem[discord.ui.Select[Any]], template=SELECT):
    """A select of ours."""

    def __init__(self, item: discord.ui.Select[Any], press: Press) -> None:
        super().__init__(item)
        self.press = press

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> UsedSelect:
        """Return the select behind a custom id."""
        return cls(cast("discord.ui.Select[Any]", item), Press(match, "pick"))

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Choose what was picked."""
        # A button has no values, whatever its custom id says.
        await carry_out(interaction, self.press, getattr(self.item, "values", []))


async def submit(interaction: discord.Interaction[BotContext]) -> None:
    """Process a submitted form of ours. The library knows none of them: like buttons, they survive restarts."""
    data: Any = interaction.data or {}
    if match := SUBMITTED.fullmatch(str(data.get("custom_id", ""))):
        await carry_out(interaction, Press(match, match["verb"]), read_form(data))


async def carry_out(interaction: discord.Interaction[BotContext], press: Press, keys: Sequence[str]) -> None:
    """Answer a click by its verb."""
    verbs = SESSION_VERBS if is_private(press.game_id) else VERBS
    maker = verbs.forms.get(press.verb)
    if maker is not None and await show_form(Answer(interaction), press, maker):
        return
    if press.verb in verbs.launching and await launch(interaction, press.game_id):
        return
    work = verbs.get(press.verb)

    async def run(reply: Answer) -> None:
        if work is None:
            # The button is from an older version, but every click gets an answer.
            raise StaleButton
        await work(reply, press, list(keys))

    await answer(interaction, run, in_place=press.verb in verbs.in_place, press=press)

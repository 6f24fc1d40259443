"""Commands to learn: help, the rules, the Faction sheets, the guided first turn. They work in private messages too."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import app_commands

from bot.discord.commands.common import Choice, Command, Interaction, describe, find_language
from bot.discord.commands.translating import localise
from bot.discord.hub import CommandTree
from bot.discord.reply import Answer, answer
from bot.discord.screens.factions import guess_seat, show_faction
from bot.discord.screens.help import find_moment, show_help
from bot.discord.screens.learning import open_lesson
from bot.discord.screens.rules import show_chapters, show_found
from bot.games.front import list_all_seats
from bot.narrate.paragraphs import load_paragraphs
from bot.service.drafts.spaces import CHOICES, NAME_LIMIT

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable


def add_to(tree: CommandTree) -> None:
    """Add the commands."""
    tree.add_command(make_plain("help", show_help))
    tree.add_command(make_rules())
    tree.add_command(make_faction())
    tree.add_command(make_plain("tutorial", open_lesson))


def make_plain(name: str, work: Callable[[Answer], Awaitable[None]]) -> Command:
    """A command without options."""

    async def run(interaction: Interaction) -> None:
        await answer(interaction, work)

    return app_commands.Command(name=name, description=describe(name), callback=run)


def make_rules() -> Command:
    """``/rules``: a paragraph of the rules, by number, title or word."""

    async def run(interaction: Interaction, paragraph: str | None = None) -> None:
        async def do(reply: Answer) -> None:
            if paragraph is None or not paragraph.strip():
                await show_chapters(reply)
            else:
                await show_found(reply, paragraph)

        await answer(interaction, do)

    command: Command = app_commands.Command(name="rules", description=describe("rules"), callback=run)
    app_commands.describe(paragraph=describe("rules.paragraph"))(command)
    command.autocomplete("paragraph")(complete_paragraph)
    return command


async def complete_paragraph(interaction: Interaction, typed: str) -> list[Choice]:
    """The paragraphs that fit what was typed, the likeliest first."""
    found = load_paragraphs((await find_language(interaction)).code).find(typed)
    return [app_commands.Choice(name=one.name[:NAME_LIMIT], value=one.number) for one in found[:CHOICES]]


def make_faction() -> Command:
    """``/faction``: a Faction's sheet, one's own unless another is named."""

    async def run(interaction: Interaction, faction: Choice | None = None) -> None:
        async def do(reply: Answer) -> None:
            if faction is not None:
                await show_faction(reply, faction.value)
                return
            table, moment = await find_moment(reply)
            await show_faction(reply, guess_seat(table, moment, reply.user_id))

        await answer(interaction, do)

    command: Command = app_commands.Command(name="faction", description=describe("faction"), callback=run)
    choices = [app_commands.Choice(name=localise(f"seat.{seat}"), value=seat) for seat in list_all_seats()]
    app_commands.choices(faction=choices)(command)
    app_commands.describe(faction=describe("faction.faction"))(command)
    return command

"""Learning: help, the rules, the Faction sheets, the guided first turn. All of it works in private messages too."""

from __future__ import annotations

from discord import app_commands

from bot.discord.commands.common import SEAT_CHOICES, Choice, Interaction, find_language
from bot.discord.commands.feature import Feature, command
from bot.discord.components import Press
from bot.discord.hub import Hub
from bot.discord.reply import Answer
from bot.discord.screens.factions import guess_seat, show_faction
from bot.discord.screens.help import find_moment, show_help
from bot.discord.screens.rules import show_chapters, show_found, show_paragraph
from bot.discord.verbs import verb
from bot.errors import BadInput
from bot.narrate.paragraphs import find_in_books
from bot.service.drafts.spaces import CHOICES, NAME_LIMIT, plain
from bot.teaching.course import Course
from bot.teaching.guided import (
    find_course,
    find_example,
    find_first_turn,
    key_of,
    list_examples,
    list_first_turns,
    name_course,
    open_lesson,
)
from engine.core.errors import GameError
from engine.core.text import text
from storage import StorageError


async def complete_paragraph(interaction: Interaction, typed: str) -> list[Choice]:
    """The paragraphs that fit what was typed, the likeliest first."""
    found = find_in_books((await find_language(interaction)).code, typed, await find_rulebook(interaction))
    return [app_commands.Choice(name=one.name[:NAME_LIMIT], value=one.number) for one in found[:CHOICES]]


async def find_rulebook(interaction: Interaction) -> str:
    """The rulebook of the table that is played where somebody types."""
    bot: Hub = interaction.client
    try:
        table = await bot.tables.lobby.pick(
            guild_id=interaction.guild_id,
            channel_id=interaction.channel_id or 0,
            user_id=interaction.user.id,
            is_over_fine=True,
        )
    except (GameError, StorageError):
        return ""
    return table.front.rulebook


async def complete_example(interaction: Interaction, typed: str) -> list[Choice]:
    """The first turns and the paragraphs with an example that fit what was typed."""
    language = await find_language(interaction)
    known = {name_course(language, course): course.id for course in list_first_turns()}
    known |= {name_course(language, course): key_of(course) for course in list_examples()}
    wanted = plain(typed)
    fitting = [(name, value) for name, value in known.items() if wanted in plain(name)]
    return [app_commands.Choice(name=name[:NAME_LIMIT], value=value) for name, value in fitting][:CHOICES]


def find_wanted(number: str) -> Course:
    """The example of a paragraph, or a first turn by its id. Raises BadInput for neither."""
    course = find_example(number) or find_course(number)
    if course is None:
        raise BadInput(text("error.no_example", words=number))
    return course


async def find_own(reply: Answer) -> Course:
    """The first turn of the game that is played where somebody types."""
    table, _ = await find_moment(reply)
    return find_first_turn(table.front.kind if table is not None else "")


class Learn(Feature):
    """Commands that teach."""

    @command()
    async def help(self, reply: Answer) -> None:
        """What one can do here and now."""
        await show_help(reply)

    @command()
    @app_commands.autocomplete(paragraph=complete_paragraph)
    async def rules(self, reply: Answer, paragraph: str | None = None) -> None:
        """A paragraph of the rules, by number, title or word."""
        if paragraph is None or not paragraph.strip():
            await show_chapters(reply)
        else:
            await show_found(reply, paragraph)

    @command()
    @app_commands.choices(faction=SEAT_CHOICES)
    async def faction(self, reply: Answer, faction: Choice | None = None) -> None:
        """A Faction's sheet, one's own unless another is named."""
        if faction is not None:
            await show_faction(reply, faction.value)
            return
        table, moment = await find_moment(reply)
        await show_faction(reply, guess_seat(table, moment, reply.user_id))

    @command()
    @app_commands.autocomplete(example=complete_example)
    async def tutorial(self, reply: Answer, example: str | None = None) -> None:
        """The guided first turn, or an example of the rules."""
        await open_lesson(reply, find_wanted(example.partition(" ")[0]) if example else await find_own(reply))


@verb("page", in_place=True)
@verb("rule")
async def paragraph(reply: Answer, press: Press, keys: list[str]) -> None:
    """Show a paragraph of the rules; "page" turns the leaf."""
    await show_paragraph(reply, press.key)


@verb("chapters")
async def chapters(reply: Answer, press: Press, keys: list[str]) -> None:
    """Show the chapters of the rules."""
    await show_chapters(reply)


@verb("sheet", in_place=True)
@verb("faction")
async def faction(reply: Answer, press: Press, keys: list[str]) -> None:
    """Show a Faction's sheet; "sheet" goes from one to another."""
    await show_faction(reply, press.key)


@verb("book", in_place=True)
async def book(reply: Answer, press: Press, keys: list[str]) -> None:
    """Show the chapters of the rulebook that the key names."""
    await show_chapters(reply, press.key)


@verb("help")
async def explain_now(reply: Answer, press: Press, keys: list[str]) -> None:
    """Tell what one can do here and now."""
    await show_help(reply)


@verb("lesson")
async def lesson(reply: Answer, press: Press, keys: list[str]) -> None:
    """Begin the guided first turn; the key names its game."""
    await open_lesson(reply, find_first_turn(press.key))


@verb("example")
async def example(reply: Answer, press: Press, keys: list[str]) -> None:
    """Begin the example of a paragraph of the rules."""
    await open_lesson(reply, find_wanted(press.key))

"""What the buttons that teach do: paragraphs of the rules, Faction sheets, help, the guided first turn."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from importlib import import_module
from typing import Any, Final

from bot.discord.components import Press
from bot.discord.reply import Answer
from bot.discord.screens.factions import show_faction
from bot.discord.screens.help import show_help
from bot.discord.screens.rules import show_chapters, show_paragraph
from bot.games.front import list_fronts


async def paragraph(reply: Answer, press: Press, keys: list[str]) -> None:
    """Show a paragraph of the rules."""
    await show_paragraph(reply, press.key)


async def chapters(reply: Answer, press: Press, keys: list[str]) -> None:
    """Show the chapters of the rules."""
    await show_chapters(reply)


async def faction(reply: Answer, press: Press, keys: list[str]) -> None:
    """Show a Faction's sheet."""
    await show_faction(reply, press.key)


async def explain_now(reply: Answer, press: Press, keys: list[str]) -> None:
    """Tell what one can do here and now."""
    await show_help(reply)


def find_lesson(game_id: str) -> Any:
    """The module of the lesson that buttons with this id belong to; None for the id of a table."""
    modules = (import_module(front.lesson_module) for front in list_fronts() if front.lesson_module)
    return next((module for module in modules if game_id == module.LESSON), None)


async def open_lesson(reply: Answer) -> None:
    """Begin the guided first turn of the first game that has one."""
    name = next(front.lesson_module for front in list_fronts() if front.lesson_module)
    await import_module(name).open_lesson(reply)


async def lesson(reply: Answer, press: Press, keys: list[str]) -> None:
    """Begin the guided first turn."""
    await open_lesson(reply)


LEARNING_VERBS: Final[dict[str, Callable[[Answer, Press, list[str]], Awaitable[None]]]] = {
    "rule": paragraph,
    "page": paragraph,
    "chapters": chapters,
    "faction": faction,
    "sheet": faction,
    "help": explain_now,
    "lesson": lesson,
}
"""What each of these verbs does. Those of `LEARNING_IN_PLACE` change the message on which they are pressed."""
LEARNING_IN_PLACE: Final = frozenset({"page", "sheet", "guide", "again"})

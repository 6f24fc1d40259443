"""The guided first turn, as far as it is any game's: finding the lesson, and beginning it."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from bot.discord.reply import Answer
from bot.games.front import list_fronts


def find_lesson(game_id: str) -> Any:
    """The module of the lesson that buttons with this id belong to; None for the id of a table."""
    modules = (import_module(front.lesson_module) for front in list_fronts() if front.lesson_module)
    return next((module for module in modules if game_id == module.LESSON), None)


async def open_lesson(reply: Answer) -> None:
    """Begin the guided first turn of the first game that has one."""
    name = next(front.lesson_module for front in list_fronts() if front.lesson_module)
    await import_module(name).open_lesson(reply)

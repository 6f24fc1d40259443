"""The guided first turn, as far as it is any game's: finding the lesson, and beginning it."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from bot.discord.reply import Answer
from bot.games.front import list_fronts


def list_lesson_modules() -> list[Any]:
    """The modules of all games that teach by lessons."""
    return [import_module(front.lesson_module) for front in list_fronts() if front.lesson_module]


def find_lesson(game_id: str) -> Any:
    """The module of the lesson that buttons with this id belong to; None for the id of a table."""
    return next((module for module in list_lesson_modules() if module.teaches(game_id)), None)


def list_examples() -> list[str]:
    """The paragraphs of the rules that have an example to play."""
    return [number for module in list_lesson_modules() for number in module.list_examples()]


async def open_example(reply: Answer, number: str) -> None:
    """Begin the example of a paragraph. Raises BadInput for one that has none."""
    modules = list_lesson_modules()
    await next((one for one in modules if number in one.list_examples()), modules[0]).open_example(reply, number)


async def open_lesson(reply: Answer) -> None:
    """Begin the guided first turn of the first game that has one."""
    name = next(front.lesson_module for front in list_fronts() if front.lesson_module)
    await import_module(name).open_lesson(reply)

"""Lessons as private messages: the guided first turn and the examples of the rules, by the real panel."""

from __future__ import annotations

import discord

from bot.discord.components import NO_GAME, NO_TOKEN, Components, Press, button, panel
from bot.discord.layout import ROW
from bot.discord.reply import Answer
from bot.discord.signposts import rule_buttons, rules_view
from bot.discord.verbs import Verbs
from bot.errors import BadInput
from bot.games.gandhi.examples import EXAMPLES, Example, find_by_id, find_example
from bot.games.gandhi.facts import COLOURS
from bot.games.gandhi.lessons import (
    BEGIN,
    LESSON,
    STEPS,
    Lesson,
    begin_lesson,
    finish,
    name_step,
    read_lesson,
    suggest,
    take,
    take_back,
)
from bot.narrate.panel import write_why_not
from bot.narrate.paragraphs import load_paragraphs
from bot.narrate.report import report_turn
from engine.core.text import text
from render.pictures import Options, Picture

RULES = ("3.3.3", "4.3.2", "1.7.1")
"""The paragraphs that the lesson teaches."""
LESSON_VERBS = Verbs()
"""What each verb of a custom id does in a lesson."""
lesson_verb = LESSON_VERBS.register


async def open_lesson(reply: Answer) -> None:
    """Begin a lesson."""
    await show_lesson(reply, begin_lesson(reply.language.say("ui.lesson.name"), reply.user_id))


def teaches(game_id: str) -> bool:
    """Whether buttons with this id belong to a lesson of this game."""
    return game_id == LESSON or find_by_id(game_id) is not None


def list_examples() -> list[str]:
    """The paragraphs that have an example."""
    return list(EXAMPLES)


async def open_example(reply: Answer, number: str) -> None:
    """Begin the example of a paragraph. Raises BadInput for one that has none."""
    example = find_example(number)
    if example is None:
        raise BadInput(text("error.no_example", words=number))
    await show_lesson(reply, begin_lesson(name_example(reply, example), reply.user_id, example))


def name_example(reply: Answer, example: Example) -> str:
    """What an example is called: its paragraph with the title."""
    return load_paragraphs(reply.language.code)[example.number].name


async def show_lesson(reply: Answer, lesson: Lesson, picture: Picture | None = None) -> None:
    """The moment that a lesson has come to: what to do now, and the panel."""
    embed, view = panel(reply.language, lesson)
    controls = [item for item in view.children if item.row == ROW - 1]
    if len(controls) < ROW:
        label = reply.language.say("ui.button.outcome" if lesson.is_shown else "ui.button.guide")
        view.add_item(button(label, lesson.table.id, lesson.token, "guide", "", "primary", ROW - 1))
    await reply.show(write_step(reply, lesson), embed=embed, view=view, picture=picture)


def write_step(reply: Answer, lesson: Lesson) -> str:
    """What the lesson says about the present step."""
    step = name_step(lesson)
    if lesson.example is not None:
        story = reply.language.say(lesson.example.words)
        return f"{story}\n{reply.language.say(f'ui.example.{step}', seat=lesson.seat)}"
    words = reply.language.say(f"ui.lesson.{step}", space=suggest(lesson))
    if step not in STEPS:
        return words
    return f"**{reply.language.say('ui.lesson.step', number=STEPS.index(step) + 1, of=len(STEPS))}** {words}"


def load(reply: Answer, press: Press, token: str | None) -> Lesson:
    """The lesson that a button belongs to, when what ``token`` holds has been pressed."""
    example = find_by_id(press.game_id)
    name = name_example(reply, example) if example is not None else reply.language.say("ui.lesson.name")
    return read_lesson(token, name, reply.user_id, example)


@lesson_verb("choose", "pick", in_place=True)
async def choose(reply: Answer, press: Press, keys: list[str]) -> None:
    """Choose in the panel of a lesson."""
    lesson = load(reply, press, press.token)
    take(lesson, keys)
    await show_lesson(reply, lesson)


@lesson_verb("guide", in_place=True)
async def guide(reply: Answer, press: Press, keys: list[str]) -> None:
    """Do what the lesson would do now."""
    lesson = load(reply, press, press.token)
    if lesson.draft.armed or lesson.is_shown:
        await show_end(reply, lesson)
        return
    take(lesson, [suggest(lesson)])
    await show_lesson(reply, lesson)


@lesson_verb("undo", in_place=True)
async def undo(reply: Answer, press: Press, keys: list[str]) -> None:
    """Take back the last press."""
    await show_lesson(reply, load(reply, press, take_back(press.token)))


@lesson_verb("reset", "again", in_place=True)
async def reset(reply: Answer, press: Press, keys: list[str]) -> None:
    """Begin the lesson again."""
    await show_lesson(reply, load(reply, press, BEGIN))


@lesson_verb("map", in_place=True)
async def map_in_place(reply: Answer, press: Press, keys: list[str]) -> None:
    """Show the map of a lesson under its panel. Raises TableError for a picture too many."""
    reply.count_picture()
    lesson = load(reply, press, press.token)
    marks = Options(language=reply.language.code, theme=reply.theme)
    changes, view = lesson.foretell(lesson.find_offers().ending)
    picture = await reply.bot.painter.draw(lesson.front, view, changes, options=marks)
    if picture is None:
        await reply.say(reply.language.say("error.no_picture"))
        return
    await show_lesson(reply, lesson, picture)


@lesson_verb("why")
async def why(reply: Answer, press: Press, keys: list[str]) -> None:
    """Tell what is closed in a lesson, and the reasons."""
    lesson = load(reply, press, press.token)
    embed = discord.Embed(
        title=reply.language.say("ui.why_not.title"), description=write_why_not(reply.language, lesson)
    )
    closed = lesson.decision.closed() if lesson.decision is not None else []
    rules = [option.why.rule for option in closed if option.why is not None]
    await reply.show(embed=embed, view=rules_view(reply.language, rules))


@lesson_verb("confirm", in_place=True)
async def confirm(reply: Answer, press: Press, keys: list[str]) -> None:
    """End the lesson with what has been chosen."""
    await show_end(reply, load(reply, press, press.token), press.key)


async def show_end(reply: Answer, lesson: Lesson, key: str = "") -> None:
    """What everybody at a table would see now: the map and the report of the turn."""
    language = reply.language
    changes, after = finish(lesson, key)
    picture = await reply.bot.painter.draw(lesson.front, after, changes, language.code)
    words = lesson.front.tell(language, changes, lesson.front.list_runners(after))
    told = report_turn(language, lesson.front, words, lesson.start, after, [])
    embed = discord.Embed(
        title=language.say("ui.lesson.public"),
        # Small print is for messages; in an embed its sign would show.
        description=told.replace("-# ", ""),
        colour=COLOURS[lesson.seat],
    )
    view = Components()
    view.add_item(button(language.say("ui.button.again"), lesson.table.id, BEGIN, "again", row=0))
    view.add_item(button(language.say("ui.button.faction"), NO_GAME, NO_TOKEN, "faction", lesson.seat, row=0))
    view.add_item(button(language.say("ui.button.help"), NO_GAME, NO_TOKEN, "help", row=0))
    example = lesson.example
    for made in rule_buttons(language, RULES if example is None else (example.number,), row=1):
        view.add_item(made)
    following = next_example(example) if example is not None else next(iter(EXAMPLES.values()))
    label = language.say("ui.button.example", name=name_example(reply, following))
    view.add_item(button(label, NO_GAME, NO_TOKEN, "example", following.number, row=2))
    final = language.say("ui.lesson.final" if example is None else "ui.example.final")
    await reply.show(final, embed=embed, view=view, picture=picture)


def next_example(example: Example) -> Example:
    """The example after another, in the order of the rulebook; after the last the first."""
    numbers = list(EXAMPLES)
    return EXAMPLES[numbers[(numbers.index(example.number) + 1) % len(numbers)]]

"""Lessons as private messages: the guided first turns and the examples of the rules, by the real panel."""

from __future__ import annotations

from collections.abc import Callable

import discord

from bot.discord.layout import ROW
from bot.discord.panel import (
    NO_GAME,
    NO_TOKEN,
    Components,
    Press,
    button,
    panel,
    remove_others,
    show_why_not,
    ways_back,
)
from bot.discord.reply import Answer
from bot.discord.rule_buttons import rule_buttons, rules_view
from bot.discord.verbs import LESSON_VERBS, lesson_verb
from bot.errors import StaleButton
from bot.games.front import PLAIN_COLOUR
from bot.games.lessons import Course
from bot.language import Language
from bot.narrate.paragraphs import load_paragraphs
from bot.narrate.report import fit
from bot.tables.draft import KEY_SEPARATOR
from bot.tables.lessons import (
    BEGIN,
    Lesson,
    begin_lesson,
    find_course,
    find_path,
    find_shortcuts,
    finish,
    keep_path,
    key_of,
    list_examples,
    name_step,
    read_lesson,
    suggest,
    take,
    take_back,
)
from render.pictures import Options, Picture


async def open_lesson(reply: Answer, course: Course) -> None:
    """Begin a lesson."""
    reply.use_voice(course.kind)
    await show_lesson(reply, begin_lesson(name_course(reply.language, course), reply.user_id, course))


def name_course(language: Language, course: Course) -> str:
    """What a lesson is called: its paragraph with the title, or that it is the first turn of its game.

    Examples of one paragraph are numbered from the second on.
    """
    if course.words:
        name = load_paragraphs(language.code)[course.number].name
        place = [one.id for one in list_examples(course.kind) if one.number == course.number].index(course.id)
        return f"{name} ({place + 1})" if place else name
    return language.of_game(course.kind).say("ui.lesson.name")


async def show_lesson(reply: Answer, lesson: Lesson, picture: Picture | None = None) -> None:
    """The moment that a lesson has come to: what to do now, the panel, and what is asked about places as a picture."""
    decision, front = lesson.decision, lesson.front
    if lesson.is_long:
        await keep_path(reply.bot.tables.storage, reply.user_id, lesson.path)
    if picture is None and decision is not None and not lesson.draft.armed and decision.kind in front.pictured:
        picture = await reply.bot.painter.draw_question(front, lesson.game, reply.language.code, reply.theme)
    reply.ways_back = ways_back(reply.language, lesson)
    embed, view = panel(reply.language, lesson)
    remove_others(view, LESSON_VERBS)
    controls = [item for item in view.children if item.row == ROW - 1]
    if len(controls) < ROW:
        label = reply.language.say("ui.button.outcome" if lesson.is_shown else "ui.button.guide")
        view.add_item(button(label, lesson.table.id, lesson.token, "guide", "", "primary", ROW - 1))
    await reply.show(write_step(reply, lesson), embed=embed, view=view, picture=picture)


def write_step(reply: Answer, lesson: Lesson) -> str:
    """What the lesson says about the present step."""
    step = name_step(lesson)
    course = lesson.course
    if course.words:
        story = reply.language.say(course.words)
        return f"{story}\n{reply.language.say(f'ui.example.{step}', seat=lesson.seat)}"
    words = reply.language.say(f"ui.lesson.{step}", space=suggest(lesson))
    if step not in course.steps:
        return words
    number = reply.language.say("ui.lesson.step", number=course.steps.index(step) + 1, of=len(course.steps))
    return f"**{number}** {words}"


async def load(reply: Answer, press: Press, change: Callable[[str | None], str | None] | None = None) -> Lesson:
    """The lesson that a button belongs to, as it was when the button was made, or with a ``change`` of its presses.

    Raises StaleButton for none.
    """
    course = find_course(press.game_id)
    if course is None:
        raise StaleButton
    token = await find_path(reply.bot.tables.storage, reply.user_id, press.token)
    if change is not None:
        token = change(token)
    reply.use_voice(course.kind)
    return read_lesson(token, name_course(reply.language, course), reply.user_id, course)


@lesson_verb("choose", "pick", in_place=True)
async def choose(reply: Answer, press: Press, keys: list[str]) -> None:
    """Choose in the panel of a lesson."""
    lesson = await load(reply, press)
    take(lesson, keys)
    await show_lesson(reply, lesson)


@lesson_verb("short", in_place=True)
async def take_shortcut(reply: Answer, press: Press, keys: list[str]) -> None:
    """Choose what a shortcut of the game answers together."""
    lesson = await load(reply, press)
    short = find_shortcuts(lesson).get(press.key)
    if short is None:
        raise StaleButton
    take(lesson, [KEY_SEPARATOR.join(short)])
    await show_lesson(reply, lesson)


@lesson_verb("guide", in_place=True)
async def guide(reply: Answer, press: Press, keys: list[str]) -> None:
    """Do what the lesson would do now."""
    lesson = await load(reply, press)
    if lesson.draft.armed or lesson.is_shown:
        await show_end(reply, lesson)
        return
    take(lesson, [suggest(lesson)])
    await show_lesson(reply, lesson)


@lesson_verb("undo", in_place=True)
async def undo(reply: Answer, press: Press, keys: list[str]) -> None:
    """Take back the last press."""
    await show_lesson(reply, await load(reply, press, take_back))


@lesson_verb("reset", "again", in_place=True)
async def reset(reply: Answer, press: Press, keys: list[str]) -> None:
    """Begin the lesson again."""
    await show_lesson(reply, await load(reply, press, lambda token: BEGIN))


@lesson_verb("map", in_place=True)
async def map_in_place(reply: Answer, press: Press, keys: list[str]) -> None:
    """Show the map of a lesson under its panel. Raises TableError for a picture too many."""
    reply.count_picture()
    lesson = await load(reply, press)
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
    lesson = await load(reply, press)
    embed = show_why_not(reply.language, lesson, reply.interaction.id)
    closed = lesson.decision.closed() if lesson.decision is not None else []
    rules = [option.why.rule for option in closed if option.why is not None]
    await reply.show(embed=embed, view=rules_view(reply.language, rules))


@lesson_verb("confirm", in_place=True)
async def confirm(reply: Answer, press: Press, keys: list[str]) -> None:
    """End the lesson with what has been chosen."""
    await show_end(reply, await load(reply, press), press.key)


async def show_end(reply: Answer, lesson: Lesson, key: str = "") -> None:
    """What everybody at a table would see now: the map and the report of the turn."""
    language = reply.language
    changes, after = finish(lesson, key)
    picture = await reply.bot.painter.draw(lesson.front, after, changes, language.code)
    words = lesson.front.tell(language, changes, lesson.front.list_runners(after))
    totals = lesson.front.write_score_changes(language, lesson.start, after)
    told = fit(language, words, [f"-# {totals}"] if totals else [])
    embed = discord.Embed(
        title=language.say("ui.lesson.public"),
        description=told,
        colour=lesson.front.colours.get(lesson.seat, PLAIN_COLOUR),
    )
    view = Components()
    view.add_item(button(language.say("ui.button.again"), lesson.table.id, BEGIN, "again", row=0))
    view.add_item(button(language.say("ui.button.faction"), NO_GAME, NO_TOKEN, "faction", lesson.seat, row=0))
    view.add_item(button(language.say("ui.button.help"), NO_GAME, NO_TOKEN, "help", row=0))
    course = lesson.course
    for made in rule_buttons(language, course.rules, row=1):
        view.add_item(made)
    following = next_example(course)
    if following is not None:
        label = language.say("ui.button.example", name=name_course(language, following))
        view.add_item(button(label, NO_GAME, NO_TOKEN, "example", key_of(following), row=2))
    final = language.say("ui.example.final" if course.words else "ui.lesson.final")
    await reply.show(final, embed=embed, view=view, picture=picture)


def next_example(course: Course) -> Course | None:
    """The example after another, in the order of the rulebook; after the last, and after a first turn, the first."""
    examples = list_examples(course.kind)
    if not examples:
        return None
    return examples[(examples.index(course) + 1) % len(examples)] if course in examples else examples[0]

"""Lessons as private messages: the guided first turns and the examples of the rules, on the real panel."""

from __future__ import annotations

from bot.discord.panel import NO_GAME, NO_TOKEN, Components, button, rule_buttons
from bot.discord.reply import Answer
from bot.games.frontend import PLAIN_COLOUR, front_of
from bot.games.lessons import Course
from bot.games.showing import list_runners
from bot.language import Language
from bot.narrate.panel import Sheet
from bot.narrate.paragraphs import load_paragraphs
from bot.narrate.standing import fit
from bot.tables.lessons import BEGIN, Lesson, key_of, list_examples


async def open_lesson(reply: Answer, course: Course) -> None:
    """Begin a lesson."""
    await reply.show_panel(await reply.session(course.id).moment())


def name_course(language: Language, course: Course) -> str:
    """Return the name of a lesson: the paragraph with its title, or the first turn of its game.

    The examples of a paragraph are numbered from the second on.
    """
    if course.words:
        name = load_paragraphs(language.code, front_of(course.kind).lessons.rulebook or "")[course.number].name
        place = [one.id for one in list_examples(course.kind) if one.number == course.number].index(course.id)
        return f"{name} ({place + 1})" if place else name
    return language.of_game(course.kind).say("ui.lesson.name")


async def show_end(reply: Answer, lesson: Lesson) -> None:
    """Show what everyone at a table would see now: the map and the report of the turn."""
    reply.use_voice(*lesson.voice)
    language = reply.language
    changes, after = lesson.outcome or ((), lesson.view)
    picture = await reply.bot.painter.draw(lesson.front, after, changes, language.code)
    words = lesson.front.words.tell(language, changes, list_runners(after))
    totals = lesson.front.score.write_changes(language, lesson.start, after)
    told = fit(language, words, [f"-# {totals}"] if totals else [])
    sheet = Sheet(language.say("ui.lesson.public"), told, lesson.front.setup.colours.get(lesson.seat, PLAIN_COLOUR))
    view = Components()
    view.add_item(button(language.say("ui.button.again"), lesson.id, BEGIN, "again", row=0))
    view.add_item(button(language.say("ui.button.faction"), NO_GAME, NO_TOKEN, "faction", lesson.seat, row=0))
    view.add_item(button(language.say("ui.button.help"), NO_GAME, NO_TOKEN, "help", row=0))
    alone = language.say("ui.button.alone")
    view.add_item(button(alone, NO_GAME, NO_TOKEN, "alone", lesson.course.kind, "primary", row=0))
    course = lesson.course
    for made in rule_buttons(language, course.rules, row=1):
        view.add_item(made)
    following = next_example(course)
    if following is not None:
        label = language.say("ui.button.example", name=name_course(language, following))
        view.add_item(button(label, NO_GAME, NO_TOKEN, "example", key_of(following), row=2))
    final = language.say("ui.example.final" if course.words else "ui.lesson.final")
    await reply.show(final, sheet=sheet, view=view, picture=picture)


def next_example(course: Course) -> Course | None:
    """Return the next example of the rulebook; after the last one and after a first turn, the first example.

    Return None for a game without examples.
    """
    examples = list_examples(course.kind)
    if not examples:
        return None
    return examples[(examples.index(course) + 1) % len(examples)] if course in examples else examples[0]

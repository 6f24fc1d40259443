"""Playing: open the panel, choose, undo, confirm; at a table, in a copy of it and in lessons; and with advice.

A copy is for one person, and nothing of it is stored. A lesson is a private message on the real panel: a guided first
turn or an example of the rules. What a table shows without a choice is in `look` and `overview`.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from typing import Final

from bot.discord.feature import SESSION_VERBS, VERBS, Feature, command, play_verb, verb
from bot.discord.forms import make_form_of_moment
from bot.discord.panel import NEAR, NO_GAME, NO_TOKEN, Components, Press, button, rule_buttons, rules_view, show_why_not
from bot.discord.reply import Answer
from bot.errors import StaleButton, TableError
from bot.games.frontend import PLAIN_COLOUR, front_of
from bot.games.lessons import Course
from bot.games.showing import is_on_map, list_runners
from bot.language import Language, Said
from bot.narrate.advice import write_advice
from bot.narrate.panel import Sheet
from bot.narrate.paragraphs import load_paragraphs
from bot.narrate.standing import fit
from bot.tables.authorization import PLAY, find_seats
from bot.tables.lessons import BEGIN, Lesson, key_of, list_examples
from bot.tables.moments import AS_BEFORE, AS_PROPOSED, REPLAN, Moment, PlaySession
from bot.tables.practice import PRACTICE
from bot.tables.table import Table
from bot.typed import read_number
from engine.core.text import text
from render.pictures import Options, Picture


async def draw_preview(reply: Answer, moment: Moment, closer: str = "") -> list[Picture]:
    """Return a picture of the board at a moment or, if ``closer`` is `NEAR`, a picture of each part that changes.

    Leave out pictures that could not be drawn. Raises TableError after too many pictures.
    """
    front, language = moment.front, reply.language.code
    changes, view = moment.find_scene()
    layouts = front.pictures.find_parts(changes or moment.step) if closer == NEAR else front.pictures.ways[:1]
    reply.count_picture(len(layouts))
    scores = front.score.list_totals(moment.start)
    pictures = []
    for layout in layouts:
        # The text below a picture is about the whole turn, so only the last picture has it.
        is_last = layout == layouts[-1]
        marks = Options(language=language, theme=reply.theme, layout=layout, scores=scores, strip=is_last)
        pictures.append(await reply.bot.painter.draw(front, view, changes, options=marks))
    return [picture for picture in pictures if picture is not None]


async def play_line(reply: Answer, table: Table, action: str, orders: str) -> None:
    """Draft an action with a line of orders, and show how the line was understood. Raises BadInput if it was not."""
    understand = table.front.orders.understand
    moment = await reply.at(table.id).order(lambda game: understand(reply.language, game, action, orders))
    await show_order(reply, moment)


async def show_order(reply: Answer, moment: Moment) -> None:
    """Show the panel after a turn line, with the map if it would change, unless there were too many pictures."""
    pictures: list[Picture] = []
    if moment.is_mine and not moment.draft.is_empty and is_on_map(moment.front.pictures, moment.foretell(None)[0]):
        with suppress(TableError):
            pictures = await draw_preview(reply, moment)
    await reply.show_panel(moment, *pictures, closer=NEAR if pictures else "")


class Play(Feature):
    """Commands for a person's own turn. Each shows the panel."""

    @command(offers="turn")
    async def turn(self, reply: Answer, table: Table) -> None:
        """Show the person's panel."""
        await show_turn(reply, table.id)

    @command("pass", verb="passing")
    async def pass_turn(self, reply: Answer, table: Table) -> None:
        """Draft a pass, which Confirm then plays."""
        await reply.show_panel(await reply.at(table.id).pass_turn())

    @command(offers="retract")
    async def undo(self, reply: Answer, table: Table) -> None:
        """Undo the last choice or, without a draft, the last confirmed turn. Raises TableError if there is neither."""
        await reply.show_panel(await reply.at(table.id).undo())

    @command()
    async def confirm(self, reply: Answer, table: Table) -> None:
        """Confirm the choices; where a question only needs to be ended, end it first."""
        session = reply.at(table.id)
        moment = await session.moment()
        await reply.show_panel(await session.confirm(moment.find_press() or ""))


async def show(reply: Answer, moment: Moment | None, *, again: bool = False) -> None:
    """Show the present state of a session: its panel, or its end.

    ``moment`` is None if the session is over and has no end to show.
    """
    if moment is None:
        await reply.show(reply.language.say("ui.trial.dropped"))
    elif isinstance(moment, Lesson) and moment.outcome is not None:
        await show_end(reply, moment)
    else:
        await reply.show_panel(moment, again=again)


PLAYS: Final[Mapping[str, Callable[[PlaySession, Press], Awaitable[Moment | None]]]] = {
    "choose": lambda session, press: session.choose(press.keys),
    "pick": lambda session, press: session.choose(press.keys),
    "short": lambda session, press: session.take_shortcut(press.key),
    "confirm": lambda session, press: session.confirm(press.key),
    "undo": lambda session, press: session.undo(read_number(press.key, None)),
    "retract": lambda session, press: session.undo(read_number(press.key, None)),
    "reset": lambda session, press: session.reset(),
}
"""The functions that carry out verbs in a session. Any other verb is an action of the session. “retract” undoes the
turn of a message."""
ACTIONS: Final = ("guide", "again", "take", "entrust", "goon", "drop")
"""The actions of lessons and copies besides playing."""
REPEATED: Final = ("undo", "retract", "reset", *ACTIONS)
"""Verbs that may lead to a moment whose lists were shown before: they are then shown again (``again``)."""


@verb(AS_BEFORE, AS_PROPOSED, REPLAN, in_place=True)
@SESSION_VERBS.register(*ACTIONS, in_place=True)
@verb("retract")
@play_verb("choose", "pick", "short", "confirm", "undo", "reset", in_place=True)
async def play(reply: Answer, press: Press) -> None:
    """Carry out the verb of a button in a session, and show the moment after it."""
    work, session = PLAYS.get(press.verb), reply.session(press.game_id, press.token)
    moment = await (work(session, press) if work is not None else session.act(press.verb))
    await show(reply, moment, again=press.verb in REPEATED)


VERBS.form("form")(make_form_of_moment)
SESSION_VERBS.form("form")(make_form_of_moment)


@play_verb("form", in_place=True)
async def find_no_form(reply: Answer) -> None:
    """Raise StaleButton: the moment has no form, so the button belongs to an earlier one (`make_form_of_moment`)."""
    raise StaleButton


@play_verb("submit", in_place=True)
async def submit(reply: Answer, press: Press) -> None:
    """Choose the options that a person picked in a form. If they picked none, say so on the panel."""
    session = reply.session(press.game_id, press.token)
    if press.keys:
        await show(reply, await session.choose(press.keys))
        return
    moment = await session.moment()
    moment.notes.append(text("ui.form.nothing"))
    await reply.show_panel(moment)


@verb("turn")
async def show_turn(reply: Answer, game_id: str) -> None:
    """Show a person's panel. To a person without a seat, the panel says how they can take one or watch."""
    moment = await reply.at(game_id).moment()
    if moment.table.game.status == "playing" and not find_seats(PLAY, moment.table, reply.user_id):
        moment.notes.append(text("error.no_seat", name=moment.table.game.name))
    await reply.show_panel(moment)


@play_verb("why")
async def why(reply: Answer, press: Press) -> None:
    """Show the options that cannot be chosen now, and the reasons."""
    moment = await reply.session(press.game_id, press.token).moment()
    reply.use_voice(*moment.voice)
    closed = moment.decision.closed() if moment.decision is not None else []
    rules = [option.why.rule for option in closed if option.why is not None]
    sheet = show_why_not(reply.language, moment, reply.number)
    await reply.show(sheet=sheet, view=rules_view(reply.language, rules))


@play_verb("map", in_place=True)
async def map_in_place(reply: Answer, press: Press) -> None:
    """Show the map under the panel, as Confirm would leave it, as far as that is certain.

    With the key “near”, show only the parts of the map that change. Raises TableError after too many pictures.
    """
    moment = await reply.session(press.game_id, press.token).moment()
    pictures = await draw_preview(reply, moment, press.key)
    if not pictures:
        await reply.say(reply.language.say("error.no_picture"))
        return
    await reply.show_panel(moment, *pictures, closer="" if press.key == NEAR else NEAR)


async def open_lesson(reply: Answer, course: Course) -> None:
    """Begin a lesson, and show its panel."""
    await reply.show_panel(await reply.session(course.id).moment())


def name_course(language: Language, course: Course) -> str:
    """Return the name of a lesson: the paragraph with its title, or the first turn of its game.

    The examples of a paragraph are numbered from the second on.
    """
    if course.words:
        name = load_paragraphs(language.code, front_of(course.kind).lessons.rulebook or "")[course.number].name
        place = [one.id for one in list_examples(course.kind) if one.number == course.number].index(course.id)
        return language.say("ui.option.aside", what=Said(name), aside=place + 1) if place else name
    return language.of_game(course.kind).say("ui.lesson.name")


async def show_end(reply: Answer, lesson: Lesson) -> None:
    """Show the end of a lesson: what a table would see (map and report), and what to do next."""
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


class Coach(Feature):
    """The command that asks for advice."""

    @command(verb="advise")
    async def advice(self, reply: Answer, table: Table) -> None:
        """Show suggestions for the person's turn."""
        await show_advice(reply, table.id)


async def show_advice(reply: Answer, game_id: str, *, again: bool = False) -> None:
    """Find and show advice, with a button for each suggestion; ``again`` says that earlier advice was forgotten.

    Raises TableError as `Advisers.ask` does.
    """
    advice = await reply.tables.advisers.ask(game_id, reply.user_id, reply.language)
    reply.use_voice(*advice.table.voice)
    label = "ui.button.heed" if len(advice.suggestions) > 1 else "ui.button.heed.only"
    words = [reply.language.say(label, number=number + 1) for number in range(len(advice.suggestions))]
    view = Components(
        button(name, game_id, NO_TOKEN, "heed", f"{advice.version}.{number}", "secondary" if number else "primary")
        for number, name in enumerate(words)
    )
    await reply.show(sheet=write_advice(reply.language, advice, again=again), view=view)


@verb("heed", in_place=True)
async def accept_advice(reply: Answer, game_id: str, key: str) -> None:
    """Draft the suggestion that the key names by version and number. If it was forgotten, show advice again.

    Raises StaleButton for any other key.
    """
    version, _, number = key.partition(".")
    if not (version.isdecimal() and number.isdecimal()):
        raise StaleButton
    moment = await reply.at(game_id).accept_advice(int(version), int(number))
    if moment is None:
        await show_advice(reply, game_id, again=True)
        return
    await reply.show_panel(moment)


class WhatIf(Feature):
    """The command for trying turns in a copy."""

    @command()
    async def whatif(self, reply: Answer, table: Table) -> None:
        """Open a private copy of the table, and show its panel. Raises NotStarted."""
        reply.tables.practices.open(await reply.tables.look(table.id, reply.user_id), reply.user_id)
        await show(reply, await reply.session(PRACTICE).moment())

"""Learning: help, the rules, the Faction sheets, the guided first turn and the examples of the rules.

All of it works in private messages too. The panel of a lesson is in `play`.
"""

from __future__ import annotations

import discord
from discord import app_commands

from bot.discord.common import Choice, Interaction, Seat, find_language, list_meant, list_offered
from bot.discord.context import BotContext
from bot.discord.feature import Feature, command, verb
from bot.discord.features.play import name_course, open_lesson
from bot.discord.layout import ROW, Style
from bot.discord.panel import (
    MOST_PARAGRAPHS,
    NO_GAME,
    NO_TOKEN,
    Components,
    Press,
    button,
    paragraph_button,
    rule_buttons,
)
from bot.discord.reply import Answer
from bot.errors import BadInput, NoTable, SeveralTables, StaleButton, TableError
from bot.games.frontend import PLAIN_COLOUR, Frontend, find_course, list_fronts
from bot.games.lessons import Course
from bot.games.names import CHOICES, NAME_LIMIT, plain
from bot.games.playing import order_seats
from bot.language import Language
from bot.narrate.advice import name_situation, write_help
from bot.narrate.options import LABEL_LIMIT
from bot.narrate.panel import BODY_LIMIT, Sheet
from bot.narrate.paragraphs import Paragraph, Paragraphs, find_book, find_in_books, list_books, load_book
from bot.narrate.standing import fit, shorten
from bot.tables.authorization import PLAY, find_seats
from bot.tables.lessons import find_example, find_first_turn, key_of, list_examples, list_first_turns
from bot.tables.moments import TableMoment
from bot.tables.table import Table
from engine.core.errors import GameError
from engine.core.text import text
from storage import StorageError


def front_of_seat(seat: str) -> Frontend:
    """Return the front end of the game that has a seat. Raises StaleButton for an unknown seat."""
    for front in list_fronts():
        if seat in front.setup.seats:
            return front
    raise StaleButton


@verb("sheet", in_place=True)
@verb("faction")
async def show_faction(reply: Answer, seat: str) -> None:
    """Show a Faction's sheet. Raises StaleButton for an unknown Faction.

    Raises TableError for a game without sheets, and after too many pictures.
    """
    front = front_of_seat(seat)
    if "sheets" not in front.offers:
        raise TableError(text("error.no_sheets"))
    reply.count_picture()
    picture = await reply.bot.painter.draw_sheet(front, seat, reply.language.code, reply.theme)
    sheet = None if picture is not None else write_faction(reply.language, front, seat)
    await reply.show(sheet=sheet, view=faction_view(reply.language, front, seat), picture=picture)


def write_faction(language: Language, front: Frontend, seat: str) -> Sheet:
    """Return a Faction's sheet as text."""
    words = fit(language, front.lessons.write_sheet(seat, language.code), [], BODY_LIMIT)
    return Sheet(language.word(f"seat.{seat}"), words, front.setup.colours.get(seat, PLAIN_COLOUR))


def faction_view(language: Language, front: Frontend, seat: str) -> discord.ui.View:
    """Return the buttons under a sheet: the other Factions, and the paragraphs about this one."""
    others = [other for other in front.setup.seats if other != seat]
    seats = [button(language.word(f"seat.{one}"), NO_GAME, NO_TOKEN, "sheet", one, row=0) for one in others]
    return Components([*seats, *rule_buttons(language, front.lessons.chapters.get(seat, ()), row=1)])


async def find_front(reply: Answer, table: Table | None) -> Frontend:
    """Return the front end of the game of a table; without a table, of the server's usual game."""
    if table is not None:
        return table.front
    return (await reply.tables.servers.find(reply.guild_id)).find_usual()


def guess_seat(front: Frontend, table: Table | None, moment: TableMoment | None, user_id: int) -> str:
    """Return the Faction whose sheet to show: the person's own (the one to decide, if several), or the game's first."""
    own = find_seats(PLAY, table, user_id) if table is not None else []
    if moment is not None and moment.decision is not None and moment.decision.seat in own:
        return moment.decision.seat
    return (order_seats(front.setup, own) or front.setup.seats)[0]


NEXT = {
    "no_table": ["alone", "new"],
    "private": ["alone"],
    "open": [],
    "seated": ["start"],
    "your_turn": ["turn", "advise", "card", "board"],
    "choosing": ["turn", "advise", "board"],
    "event": ["turn", "advise", "card", "board"],
    "campaign": ["turn", "advise", "board"],
    "middle": ["turn", "advise", "board"],
    "setup": ["turn", "board"],
    "armed": ["confirm", "turn", "undo"],
    "wait": ["board", "card", "log"],
    "automatic": ["board", "log", "reasons"],
    "watch": ["board", "card", "log", "alone"],
    "over": ["log", "board", "verify", "alone"],
}
"""The verbs of the buttons under the help, by situation (`name_situation`). The help describes the first."""
NEEDED = {"advise": "advice", "card": "cards", "reasons": "reasons", "alone": "automatic player"}
"""The offer of a game that a button needs (`Frontend.offers`), by its verb. Other buttons need none."""
LEADING = frozenset({"alone", "turn", "start", "confirm"})
"""Verbs that advance the game."""


async def find_moment(reply: Answer) -> tuple[Table | None, TableMoment | None]:
    """Return the table in the person's channel, the first of several, and the moment of its game.

    Both are None without a table. The moment is None too before the game begins and after the table is closed.
    """
    try:
        table = await reply.tables.lobby.pick(
            guild_id=reply.guild_id, channel_id=reply.channel_id, user_id=reply.user_id, is_over_fine=True
        )
    except SeveralTables as error:
        table = error.tables[0]
    except NoTable:
        return None, None
    if table.game.status not in ("playing", "over"):
        return table, None
    return table, await reply.tables.moment(table.id, reply.user_id)


def help_view(
    language: Language, front: Frontend, table: Table | None, moment: TableMoment | None, user_id: int, situation: str
) -> discord.ui.View:
    """Return the buttons under the help of a game: the next actions, then further explanations."""
    game_id, kind = table.id if table is not None else NO_GAME, front.setup.kind
    view = Components()
    if situation == "open" and table is not None:
        for seat in table.seats:
            if seat.kind == "empty":
                label = language.say("ui.button.take", seat=seat.seat)
                view.add_item(button(label, game_id, NO_TOKEN, "take", seat.seat, "primary", 0))
    for wish in NEXT[situation]:
        if wish == "advise" and table is not None and not table.state.allows_advice:
            continue
        if wish == "advise" and moment is not None and moment.is_proposed:
            continue
        if table is not None and wish in NEEDED and NEEDED[wish] not in front.offers:
            continue
        style: Style = "primary" if wish in LEADING else "secondary"
        key = kind if wish == "alone" else ""
        view.add_item(button(language.say(f"ui.button.{wish}"), game_id, NO_TOKEN, wish, key, style, 0))
    if moment is not None and moment.undo_seat and sum(item.row == 0 for item in view.children) < ROW:
        view.add_item(button(language.say("ui.button.take_back"), game_id, NO_TOKEN, "retract", row=0))
    if moment is not None and moment.decision is not None:
        for made in rule_buttons(language, [front.lessons.find_paragraph(moment.decision)], row=1):
            view.add_item(made)
    if "sheets" in front.offers:
        seat_wanted = guess_seat(front, table, moment, user_id)
        view.add_item(button(language.say("ui.button.faction"), NO_GAME, NO_TOKEN, "faction", seat_wanted, row=1))
    if "rules" in front.offers:
        view.add_item(button(language.say("ui.button.rules"), NO_GAME, NO_TOKEN, "chapters", row=1))
    if "lessons" in front.offers:
        view.add_item(button(language.say("ui.button.lesson"), NO_GAME, NO_TOKEN, "lesson", kind, row=1))
    return view


async def guess_book(reply: Answer) -> str:
    """Return the name of the rulebook of the game in the person's channel, or "" (the first book) without a table.

    Raises TableError for a game without a rulebook.
    """
    table, _ = await find_moment(reply)
    book = table.front.lessons.rulebook if table is not None else ""
    if book is None:
        raise TableError(text("error.no_rules"))
    return book


@verb("page", in_place=True)
@verb("rule")
async def show_paragraph(reply: Answer, number: str) -> None:
    """Show a paragraph of the rules. Raises BadInput for a number that does not exist."""
    book = find_book(reply.language.code, number)
    if book is None:
        raise BadInput(text("error.unknown_paragraph", words=number))
    sheet, view = write_paragraph(reply.language, book, book[number])
    await reply.show(sheet=sheet, view=view)


@verb("book", in_place=True)
async def show_chapters(reply: Answer, name: str | None = None) -> None:
    """Show the chapters of a rulebook, each with its button, and buttons for the other books.

    Without a known name, show the rulebook of the game played here. Raises TableError as `guess_book` does.
    """
    name = await guess_book(reply) if name is None or name not in list_books() else name
    language = reply.language.of_game(name)
    chapters = load_book(reply.language.code, name).chapters
    words = [language.say("ui.rules.how"), "", *(f"**{chapter.name}**" for chapter in chapters)]
    title = reply.language.say("ui.rules.title_of", name=reply.language.word(f"book.{name or 'first'}"))
    sheet = Sheet(title, "\n".join(words), PLAIN_COLOUR)
    wide = ROW if len(chapters) > MOST_PARAGRAPHS else ROW - 1
    made = [paragraph_button(one, "page", place // wide) for place, one in enumerate(chapters[: ROW * (ROW - 1)])]
    others = {other: reply.language.word(f"book.{other or 'first'}") for other in list_books() if other != name}
    made += [button(label, NO_GAME, NO_TOKEN, "book", other, row=ROW - 1) for other, label in others.items()]
    await reply.show(sheet=sheet, view=Components(made))


def write_paragraph(language: Language, paragraphs: Paragraphs, paragraph: Paragraph) -> tuple[Sheet, discord.ui.View]:
    """Return a paragraph as a sheet with its buttons: previous, next, its example, and the paragraphs that it names."""
    sheet = Sheet(paragraph.name, paragraph.words, PLAIN_COLOUR, language.say("ui.rules.footer"))
    beside = ((paragraphs.before(paragraph.number), "◀"), (paragraphs.after(paragraph.number), "▶"))
    made = [paragraph_button(other, "page", 0, sign) for other, sign in beside if other is not None]
    if find_example(paragraph.number) is not None:
        label = language.say("ui.button.try")
        made.append(button(label, NO_GAME, NO_TOKEN, "example", paragraph.number, "primary", 0))
    neighbours = [other for other, _ in beside]
    named = [other for other in paragraphs.referred(paragraph.number) if other not in neighbours]
    made += [paragraph_button(one, "page", 1 + place // ROW) for place, one in enumerate(named[:MOST_PARAGRAPHS])]
    return sheet, Components(made)


async def complete_paragraph(interaction: Interaction, typed: str) -> list[Choice]:
    """Return suggestions of paragraphs that fit the typed text, the likeliest first."""
    found = find_in_books((await find_language(interaction)).code, typed, await find_rulebook(interaction))
    return [app_commands.Choice(name=one.name[:NAME_LIMIT], value=one.number) for one in found[:CHOICES]]


async def find_rulebook(interaction: Interaction) -> str:
    """Return the name of the rulebook of the table in a person's channel, or "" (the first book) without a table."""
    bot: BotContext = interaction.client
    try:
        table = await bot.tables.lobby.pick(
            guild_id=interaction.guild_id,
            channel_id=interaction.channel_id or 0,
            user_id=interaction.user.id,
            is_over_fine=True,
        )
    except (GameError, StorageError):
        return ""
    return table.front.lessons.rulebook or ""


async def complete_example(interaction: Interaction, typed: str) -> list[Choice]:
    """Return suggestions of first turns, and of paragraphs with an example, by a part of their names.

    The lessons are from the games that the server offers, and from the game that is played in the channel.
    """
    language = await find_language(interaction)
    fronts = [*await list_offered(interaction), *await list_meant(interaction)]
    kinds = {front.setup.kind for front in fronts}
    courses = [course for course in (*list_first_turns(), *list_examples()) if course.kind in kinds]
    known = {name_course(language, course): key_of(course) if course.words else course.id for course in courses}
    wanted = plain(typed)
    fitting = [(name, value) for name, value in known.items() if wanted in plain(name)]
    return [app_commands.Choice(name=name[:NAME_LIMIT], value=value) for name, value in fitting][:CHOICES]


def find_wanted(typed: str) -> Course:
    """Return the example of a paragraph, or a first turn by its id, from the first word that was typed.

    Raises BadInput if there is neither.
    """
    number = typed.partition(" ")[0]
    course = find_example(number) or find_course(number)
    if course is None:
        raise BadInput(text("error.no_example", words=typed))
    return course


async def find_own(reply: Answer) -> Course:
    """Return the guided first turn of the game in the channel; without a table, of a game that the server offers.

    Raises TableError for a game without one.
    """
    table, _ = await find_moment(reply)
    if table is not None:
        return find_first_turn(table.front.setup.kind)
    kinds = {front.setup.kind for front in await list_offered(reply.interaction)}
    return find_first_turn(next((course.kind for course in list_first_turns() if course.kind in kinds), ""))


class Learn(Feature):
    """Commands that teach the game: help, the rules, the Faction sheets and the lessons."""

    @command(verb="help")
    async def help(self, reply: Answer) -> None:
        """Show what the person can do now at the table in their channel, or without a table."""
        table, moment = await find_moment(reply)
        if table is not None:
            reply.use_voice(*table.voice)
        situation = name_situation(table, moment, reply.user_id)
        if table is None and reply.guild_id is None:
            situation = "private"
        front = await find_front(reply, table)
        words = write_help(reply.language, front, table, moment, situation)
        await reply.show(words, view=help_view(reply.language, front, table, moment, reply.user_id, situation))

    @command()
    @app_commands.autocomplete(paragraph=complete_paragraph)
    async def rules(self, reply: Answer, paragraph: str | None = None) -> None:
        """Show the chapters of the rules, or a paragraph by number, title or a word. Raises BadInput if none fits."""
        if paragraph is None or not paragraph.strip():
            await show_chapters(reply)
        else:
            found = find_in_books(reply.language.code, paragraph, await guess_book(reply))
            if not found:
                raise BadInput(text("error.unknown_paragraph", words=shorten(paragraph, LABEL_LIMIT)))
            await show_paragraph(reply, found[0].number)

    @command()
    async def faction(self, reply: Answer, faction: Seat | None = None) -> None:
        """Show a Faction's sheet, the person's own unless another is named."""
        if faction is not None:
            await show_faction(reply, faction)
            return
        table, moment = await find_moment(reply)
        await show_faction(reply, guess_seat(await find_front(reply, table), table, moment, reply.user_id))

    @command()
    @app_commands.autocomplete(example=complete_example)
    async def tutorial(self, reply: Answer, example: str | None = None) -> None:
        """Open the guided first turn of the game, or the named example. Raises BadInput for an unknown example."""
        await open_lesson(reply, find_wanted(example) if example else await find_own(reply))


@verb("chapters")
async def show_first_chapters(reply: Answer) -> None:
    """Show the chapters of the rules of the game played here."""
    await show_chapters(reply)


@verb("lesson", "example")
async def begin_lesson(reply: Answer, press: Press) -> None:
    """Begin the guided first turn of a game (“lesson”), or the example of a paragraph (“example”), as the key names it.

    Raises TableError for a game without lessons, and BadInput for an unknown example.
    """
    await open_lesson(reply, (find_first_turn if press.verb == "lesson" else find_wanted)(press.key))

"""Commands and buttons to look at a table: cards, state, board, recap, log, and the reasons of the automatic player.

Some of what they show is made in `overview`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final

import discord
from discord import app_commands

from bot.discord.common import complete_named, read_named
from bot.discord.context import BotContext
from bot.discord.delivery.status import make_page_button
from bot.discord.feature import Feature, command, verb
from bot.discord.features import overview as looking
from bot.discord.features.overview import show_catchup
from bot.discord.layout import ROW
from bot.discord.outgoing import list_custom_ids
from bot.discord.painter import to_file
from bot.discord.panel import NO_TOKEN, Components, button, read_custom_id
from bot.discord.reply import Answer
from bot.errors import BadInput, StaleButton, TableError
from bot.games.frontend import PLAIN_COLOUR, Frontend
from bot.games.showing import list_runners
from bot.language import Language
from bot.narrate.panel import Sheet, write_hands
from bot.narrate.reasons import find_candidates, write_reasons
from bot.narrate.standing import ask_whom
from bot.tables.authorization import CORRECT, Request, is_allowed
from bot.tables.loading import Recap
from bot.tables.recaps import Reasoning
from bot.tables.table import Table
from bot.typed import read_number
from engine.core.text import text
from render.pictures import Options, Picture

PAIR: Final = "pair"
STEPS: Final = "steps"
WORDS: Final = "words"
PAGE_LIMIT: Final = 3600
"""The most characters on a page of the board in words."""
PAGES_ROW: Final = 4
"""The row of the buttons that turn pages, below those for the ways to look at the board."""
SPAN: Final = re.compile(r"(\d{1,9})(?:\.(\d{1,4}))?-(\d{1,9})(?:\.(\d{1,4}))?", re.ASCII)
"""Matches the first and the last turn in the key of a button, each perhaps with one of its steps."""
SCENES_OF_A_PICTURE: Final = 12
"""The number of turns in a recap that count as one picture. A whole game then takes most of the pictures that a person
may have in a minute."""


async def show_board(reply: Answer, table: Table, what: str = "", turns: str = "") -> None:
    """Show a part of the board, or the whole board in one of the ways of `list_ways`, with buttons for the other ways.

    ``what`` names the part or the way, by default the game's first way. ``turns`` are the turns to show in the form of
    `SPAN` (“12-13”); empty for the present board, or for the last turn in a way that shows turns. For the board in
    words, it is the number of a page. Raises NotStarted, StaleButton for an unknown ``what`` or unreadable ``turns``,
    and TableError for unknown turns and after too many pictures.
    """
    what = what or table.front.pictures.ways[0]
    if what not in (*list_parts(table), *list_ways(table.front)):
        raise StaleButton
    if what == WORDS:
        await show_words(reply, table, page=read_number(turns, 1))
        return
    bot, language = reply.bot, reply.language
    if what != STEPS:
        reply.count_picture()
    if turns or what in (PAIR, STEPS):
        tale = await find_tale(bot, table, turns)
        words = ""
        sheet: Sheet | None = Sheet("", write_details(language, tale), PLAIN_COLOUR)
        picture = await draw_tale(reply, tale, what)
    else:
        moment = await bot.tables.look(table.id, reply.user_id)
        words, sheet = ask_whom(language, moment), None
        scores = await bot.tables.recaps.find_scores(table.id)
        options = Options(theme=reply.theme, language=language.code, layout=what, scores=scores)
        picture = await bot.painter.draw(table.front, moment.view, options=options)
    if picture is None:
        words = "\n".join([language.say("error.no_picture"), *([words] if words else [])])
    view = choose_view(language, table, what, turns)
    page = await make_page_button(bot, language, table)
    if page is not None:
        view.add_item(page)
    await reply.show(words, sheet=sheet, view=view, picture=picture)


def list_parts(table: Table) -> list[str]:
    """Return the names of the parts of the board that can be shown, without the parts of seats that are not in play."""
    present = {row.seat for row in table.seats}
    absent = {seat for seat in table.front.setup.seats if seat not in present}
    return [part for part in table.front.pictures.parts if part not in absent]


def list_ways(front: Frontend) -> tuple[str, ...]:
    """Return the names of ways to show the whole board: the game's own, `PAIR` (before and after), `STEPS`, `WORDS`."""
    return (*front.pictures.ways, PAIR, STEPS, WORDS)


async def show_words(reply: Answer, table: Table, part: str = "", page: int = 1) -> None:
    """Show the board or one of its parts in words, one page at a time. Raises NotStarted."""
    language, moment = reply.language, await reply.tables.look(table.id, reply.user_id)
    sections = moment.front.score.write_board(language, moment.view)
    if part:
        heading = language.say(f"ui.view.{part}")
        sections = {heading: sections.get(heading, [])}
    elif hands := write_hands(language, moment, moment.view):
        sections = {language.say("ui.view.hand"): hands, **sections}
    pages = paginate(sections, PAGE_LIMIT)
    page = max(1, min(page, len(pages)))
    lines = [*([ask_whom(language, moment)] if page == 1 else []), *pages[page - 1]]
    view = choose_view(language, table, WORDS, "")
    if len(pages) > 1:
        lines.append(f"-# {language.say('ui.list.page', number=page, count=len(pages))}")
        for made in looking.page_buttons(table.id, "look", page, len(pages), PAGES_ROW, f"{WORDS}."):
            view.add_item(made)
    is_correctable = "corrections" in table.front.offers and table.game.status == "playing"
    if is_correctable and is_allowed(CORRECT, Request(table, reply.user_id)):
        view.add_item(button(language.say("ui.button.correct"), table.id, NO_TOKEN, "correct", row=PAGES_ROW))
    await reply.show(sheet=looking.list_on_sheet(language.say("ui.view.words"), lines), view=view)


def paginate(sections: Mapping[str, Sequence[str]], most: int) -> list[list[str]]:
    """Return sections of lines as pages of at most ``most`` characters. Divide only sections longer than a page."""
    pages: list[list[str]] = [[]]
    room = most
    for heading, lines in sections.items():
        block = [f"### {heading}", *lines]
        for index, line in enumerate(block):
            needed = sum(len(one) + 1 for one in block) if index == 0 else len(line) + 1
            if pages[-1] and needed > room and (index > 0 or room < most):
                pages.append([])
                room = most
            pages[-1].append(line)
            room -= len(line) + 1
    return pages


async def find_tale(bot: BotContext, table: Table, turns: str) -> Recap:
    """Return the turns that a button's key names, or the last turn if the key is empty.

    Raises TableError for unknown turns, and StaleButton for a key that cannot be read.
    """
    if not turns:
        return await bot.tables.recaps.tell_last(table.id, 1)
    span = SPAN.fullmatch(turns)
    if span is None:
        raise StaleButton
    first, since, last, until = (int(part) if part else None for part in span.groups())
    return await bot.tables.recaps.tell_turns(table.id, first or 0, last or 0, since or 0, until)


def write_details(language: Language, tale: Recap) -> str:
    """Return everything that happened in some turns, including what public messages leave out."""
    front, changes = tale.table.front, tale.changes
    lines = front.words.tell(language, changes, list_runners(tale.after)) or front.words.tell_idle(language, changes)
    return "\n".join(lines or [language.say("log.nothing")])


async def draw_tale(reply: Answer, tale: Recap, what: str) -> Picture | None:
    """Return a picture of some turns in one of the ways of `list_ways` (``what``), or None if it could not be drawn.

    Raises TableError for an animation after too many pictures.
    """
    bot, language, theme = reply.bot, reply.language, reply.theme
    if what == STEPS:
        with bot.pictures.recap(reply.user_id):
            return await recap(reply, tale)
    if what == PAIR:
        options = Options(theme=theme, language=language.code, layout="map", before=tale.before)
    else:
        scores = tale.table.front.score.list_totals(tale.before)
        options = Options(theme=theme, language=language.code, layout=what, dim=what == "map", scores=scores)
    return await bot.painter.draw(tale.table.front, tale.after, tale.changes, options=options)


def choose_view(language: Language, table: Table, shown: str, turns: str) -> discord.ui.View:
    """Return a button for each part of the board and each way to show the whole; that of ``shown`` is disabled."""
    view = Components()
    kinds = (list_parts(table), list_ways(table.front))
    rows = [names[first : first + ROW] for names in kinds for first in range(0, len(names), ROW)]
    for row, names in enumerate(rows):
        for name in names:
            about = turns if name != WORDS else ""
            made = button(language.say(f"ui.view.{name}"), table.id, NO_TOKEN, "look", f"{name}.{about}", row=row)
            made.disabled = name == shown
            view.add_item(made)
    return view


async def recap(reply: Answer, tale: Recap) -> Picture | None:
    """Return an animation of some turns, or None if it could not be drawn.

    A long animation counts as several pictures, unless it was drawn recently. Raises TableError after too many
    pictures.
    """
    painter, code = reply.bot.painter, reply.language.code
    is_kept = painter.has_kept(tale, code, reply.theme)
    reply.count_picture(1 if is_kept else 1 + len(tale.scenes) // SCENES_OF_A_PICTURE)
    return await painter.animate(tale, code, reply.theme)


MOST_TURNS = 12
MOST_SCENES = 25
VIEW: Final = "ui.view."


def find_view(reply: Answer, table: Table, typed: str | None, known: Sequence[str]) -> str:
    """Return the part or way in ``known`` with a typed name; "" without a name. Raises BadInput for an unknown name."""
    found = read_named(reply.language, typed or "", VIEW, lambda _: known, [table.front])
    if found and found not in known:
        names = [reply.language.say(f"{VIEW}{one}") for one in known]
        raise BadInput(text("error.no_such_view", view=found, names=names))
    return found


class Look(Feature):
    """Commands that show the cards, the state, the board or the log of a table, or the automatic player's reasons."""

    @command(tables="any", verb="card")
    async def card(self, reply: Answer, table: Table) -> None:
        """Show the open cards of the game."""
        await looking.show_cards(reply, table)

    @command(tables="any", verb="status")
    async def status(self, reply: Answer, table: Table) -> None:
        """Show the state of the game."""
        await looking.show_status(reply, table)

    @command(tables="any", verb="board", launches=True)
    @app_commands.autocomplete(
        region=complete_named(VIEW, lambda front: front.pictures.parts), view=complete_named(VIEW, list_ways)
    )
    async def board(self, reply: Answer, table: Table, region: str | None = None, view: str | None = None) -> None:
        """Show the whole board or a part, now or with the last changes; without options, inside Discord if possible."""
        part = find_view(reply, table, region, list_parts(table))
        way = find_view(reply, table, view, list_ways(table.front))
        if part and way == WORDS:
            await show_words(reply, table, part)
        else:
            await show_board(reply, table, part or way)

    @command(tables="any")
    async def recap(
        self, reply: Answer, table: Table, turns: app_commands.Range[int, 1, MOST_SCENES] = 1, whole: bool = False
    ) -> None:
        """Show the last turns, or the whole game so far, as an animation."""
        with reply.bot.pictures.recap(reply.user_id):
            tale = await reply.tables.recaps.tell_last(table.id, None if whole else turns)
            picture = await recap(reply, tale)
        words = reply.language.say("ui.recap", count=len(tale.scenes), name=table.game.name)
        if picture is None:
            words = f"{reply.language.say('error.no_picture')}\n{words}"
        await reply.show(words, files=[to_file(picture, "recap")] if picture is not None else [])

    @command(tables="any", verb="catchup")
    async def catchup(self, reply: Answer, table: Table) -> None:
        """Show what has happened since the person's last turn."""
        await show_catchup(reply, table)

    @command(tables="any", verb="log", turns="turns")
    async def log(
        self, reply: Answer, table: Table, turns: app_commands.Range[int, 1, MOST_TURNS] | None = None
    ) -> None:
        """Show what happened in the last turns."""
        await looking.show_log(reply, table, turns or 0)

    @command(tables="any", offers="reasons")
    async def why(self, reply: Answer, table: Table, full: bool = False) -> None:
        """Show the reasons of the automatic player's last turn, with buttons to the reasons of other turns."""
        await show_reasons(reply, table, in_full=full)


@verb("reasons")
async def reasons(reply: Answer, table: Table, turns: str) -> None:
    """Explain the automatic player's actions in the ``turns`` that the key of the message's button names.

    A button of an earlier version of the bot has no key: then the message's Details button names the turns.
    """
    await show_reasons(reply, table, turns or find_turns(reply))


def find_turns(reply: Answer) -> str:
    """Return the turns on the Details button of the message whose button was clicked, or "" without one."""
    made = list_custom_ids(reply.interaction.message) if reply.interaction.message is not None else []
    return next((key for verb, key in map(read_custom_id, made) if verb == "details"), "")


@verb("thoughts")
async def thoughts(reply: Answer, table: Table) -> None:
    """Show everything that the automatic player considered in its last turn."""
    await show_reasons(reply, table, in_full=True)


@verb("look", in_place=True)
async def look(reply: Answer, table: Table, key: str) -> None:
    """Show a part of the board, or the board in another way. The key has the name and, after a point, the turns."""
    what, _, turns = key.partition(".")
    await show_board(reply, table, what, turns)


@verb("details")
async def details(reply: Answer, table: Table, turns: str) -> None:
    """Show everything about the turns that the key names, with the board before and after them."""
    await show_board(reply, table, PAIR, turns)


FULL = "full"
"""The end of a key for which every thought is shown."""


async def show_reasons(reply: Answer, table: Table, turns: str = "", *, in_full: bool = False) -> None:
    """Explain the automatic player's actions in some turns (“12-14”), or in its last turn, with buttons to other turns.

    Raises StaleButton for ``turns`` that cannot be read.
    """
    if turns:
        first, last = read_span(turns)
        found = await reply.tables.reasonings.of(table.id, first, last)
    else:
        found = await reply.tables.reasonings.newest(table.id)
    if found is None:
        await reply.say(reply.language.say("ui.reasons.none_here" if turns else "ui.reasons.nothing"))
        return
    await show_page(reply, found, in_full=in_full)


@verb("reasoning", in_place=True)
async def turn_page(reply: Answer, table: Table, key: str) -> None:
    """Show the reasons for other turns, as the key says: ``before.12``, ``after.14`` or ``at.12-14``.

    With `FULL` at the end of the key, show every thought. Raises as `show_reasons` does.
    """
    way, _, rest = key.partition(".")
    turns, _, mode = rest.partition(".")
    reasonings = reply.tables.reasonings
    if way == "at":
        first, last = read_span(turns)
        found = await reasonings.of(table.id, first, last)
    elif way in ("before", "after") and turns.isdecimal():
        found = await (reasonings.before if way == "before" else reasonings.after)(table.id, int(turns))
    else:
        raise StaleButton
    if found is None:
        await reply.say(reply.language.say("ui.reasons.none_there"))
        return
    await show_page(reply, found, in_full=mode == FULL)


def read_span(turns: str) -> tuple[int, int]:
    """Return the first and the last number in a key such as “12-14” or “12”. Raises StaleButton for other text."""
    first, _, last = turns.partition("-")
    if not (first.isdecimal() and (last or first).isdecimal()):
        raise StaleButton
    return int(first), int(last or first)


async def show_page(reply: Answer, found: Reasoning, *, in_full: bool) -> None:
    """Show the reasons for some turns, in full, or in brief with a map of the candidates."""
    language, front = reply.language, found.table.front
    lines: list[str] = []
    for one in found.reasons:
        lines.append(f"-# {language.say(front.words.name_step(one.turn.label, one.turn.number))}")
        lines += write_reasons(language, front, one.explanations, in_full=in_full)
    picture = None if in_full else await draw_candidates(reply, found)
    sheet = Sheet(language.say("ui.reasons.title"), "\n".join(lines), PLAIN_COLOUR)
    await reply.show(sheet=sheet, view=page_view(language, found, in_full=in_full), picture=picture)


async def draw_candidates(reply: Answer, found: Reasoning) -> Picture | None:
    """Return the board before the last choice among several spaces, which are marked; None without such a choice.

    After too many pictures, return None too: a person who reads many turns continues without pictures.
    """
    for one in reversed(found.reasons):
        candidates, chosen = find_candidates(one.explanations)
        if candidates:
            try:
                reply.count_picture()
            except TableError:
                return None
            marks = Options(
                theme=reply.theme,
                language=reply.language.code,
                layout="map",
                candidates=tuple(candidates),
                chosen=chosen,
            )
            return await reply.bot.painter.draw(found.table.front, one.before, options=marks)
    return None


def page_view(language: Language, found: Reasoning, *, in_full: bool) -> discord.ui.View:
    """Return the buttons under reasons: to earlier and later turns, and to every thought or back to the brief form."""
    view, mode = Components(), f".{FULL}" if in_full else ""
    pages = [
        ("earlier", f"before.{found.first}{mode}", found.has_earlier),
        ("later", f"after.{found.last}{mode}", found.has_later),
        ("brief", f"at.{found.first}-{found.last}", True)
        if in_full
        else ("thoughts", f"at.{found.first}-{found.last}.{FULL}", True),
    ]
    for name, key, is_open in pages:
        made = button(language.say(f"ui.button.{name}"), found.table.id, NO_TOKEN, "reasoning", key)
        made.disabled = not is_open
        view.add_item(made)
    return view

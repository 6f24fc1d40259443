"""Private looks at a table: its cards, state and log, and what’s new; and lists of tables. They change nothing.

The board and the reasons of the automatic player are in `look`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from bot.discord.delivery.status import write_status
from bot.discord.feature import Feature, command, verb
from bot.discord.layout import ROW
from bot.discord.panel import NO_GAME, NO_TOKEN, Button, Components, button, public_view, table_buttons
from bot.discord.reply import Answer
from bot.discord.rights import can_see_table
from bot.errors import TableError
from bot.games.frontend import PLAIN_COLOUR
from bot.games.showing import CATCHUP_LINES, fit_lines, list_runners
from bot.language import Language, plainly
from bot.narrate.panel import BODY_LIMIT, Sheet, write_hands
from bot.narrate.standing import ask_whom, fit, list_line, mine_line, name_played, waits_for, write_result
from bot.tables.authorization import KNOW, REACTIVATE, Request, find_seats, is_allowed
from bot.tables.loading import Recap
from bot.tables.moments import TableMoment
from bot.tables.table import Table
from engine.core.text import text
from render.pictures import Options

NOW: Final = "now"
PARTS: Final = (NOW, "sums", "round", "pieces")
"""The parts of the state of a game that are shown one at a time."""
LOG_TURNS = 4
LOG_LINES = 10
"""The most lines of the log if no number of turns was given."""
TABLES_ON_A_PAGE = 8
"""Tables on a page of the list. With the longest names they fit into one message."""


def list_on_sheet(title: str, lines: list[str]) -> Sheet:
    """Return a sheet with lines under a title."""
    return Sheet(title, "\n".join(lines), PLAIN_COLOUR)


async def show_cards(reply: Answer, table: Table) -> None:
    """Show the Current Card and the next one as pictures and in words, and the effect of each Event.

    Raises NotStarted, and TableError after too many pictures and for a game without cards.
    """
    if "cards" not in table.front.offers:
        raise TableError(text("error.no_cards"))
    reply.count_picture()
    language = reply.language
    moment = await reply.tables.look(table.id, reply.user_id)
    front, view = moment.front, moment.view
    lines = front.score.explain_cards(language, moment.game)
    pictures = []
    for card, sides in front.pictures.list_faces(language, view):
        drawn = await reply.bot.painter.draw_card(front, card, sides, language.code, reply.theme)
        pictures += [drawn] if drawn is not None else []
    await reply.show(sheet=list_on_sheet(language.say("ui.cards.title"), lines), pictures=pictures)


@verb("state", in_place=True)
async def show_status(reply: Answer, table: Table, part: str = NOW) -> None:
    """Show the state of a game, or only one ``part`` of it, with buttons for the others. Raises NotStarted."""
    language, score = reply.language, table.front.score
    moment = await reply.tables.look(table.id, reply.user_id)
    outlook = table.front.outlook.write_outlook(language, moment.game)
    parts = {
        "sums": score.explain(language, moment.game),
        "round": [*score.write_cards(language, moment.view), "", *outlook] if outlook else [],
        "pieces": score.write_boxes(language, moment.view),
    }
    view = Components(
        button(language.say(f"ui.button.state.{key}"), table.id, NO_TOKEN, "state", key)
        for key in PARTS
        if key != part and parts.get(key, True)
    )
    if parts.get(part):
        await reply.show(sheet=list_on_sheet(plainly(table.game.name), parts[part]), view=view)
        return
    status = await write_status(reply.bot, language, table)
    verdict = ["", *table.front.outlook.write_verdict(language, moment.game)]
    hands = ["", *write_hands(language, moment, moment.view)]
    more = [*(hands if len(hands) > 1 else []), *(verdict if len(verdict) > 1 else [])]
    lines = [status.words, "", *status.seats.values(), *more]
    await reply.show(sheet=Sheet(status.title, "\n".join(lines), status.colour), view=view)


async def show_log(reply: Answer, table: Table, turns: int = 0) -> None:
    """Show what happened in the last turns, the newest last. 0 means as many of the last four as fit on one screen."""
    language, words = reply.language, table.front.words
    steps = await reply.tables.recaps.list_steps(table.id, turns or LOG_TURNS)
    withdrawn = await reply.tables.recaps.list_withdrawn(table.id, turns or LOG_TURNS)
    lines: list[str] = []
    for step in reversed(steps):
        told = words.tell(language, step.changes)
        if not turns and len(told) > LOG_LINES:
            told = words.tell_briefly(language, step.changes)
        if not turns and len(lines) + len(told) > LOG_LINES and lines:
            break
        lines[:0] = told
    changed = await reply.tables.recaps.list_changed(table.id, turns or LOG_TURNS)
    for heading, found in (("ui.log.withdrawn", withdrawn), ("ui.log.differently", changed)):
        if found:
            lines[:0] = [language.say(heading), *(f"> {name_played(language, table, one)}" for one in found)]
    if table.game.status == "over":
        moment = await reply.tables.moment(table.id)
        lines += [f"**{write_result(language, moment.game.result)}**"] if moment.game.result is not None else []
    if not lines:
        lines = [language.say("ui.log.nothing")]
    await reply.show(sheet=list_on_sheet(language.say("ui.log.title"), [fit_last(reply, lines)]))


def fit_last(reply: Answer, lines: list[str]) -> str:
    """Return the last of some lines, as many as fit into an answer, as one text."""
    kept: list[str] = []
    size = 0
    for line in reversed(lines):
        size += len(line) + 1
        if size > BODY_LIMIT:
            break
        kept.insert(0, line)
    return fit(reply.language, kept, [], BODY_LIMIT)


def is_listed(reply: Answer, table: Table) -> bool:
    """Return whether a person finds a table in lists: they may know of it, and it is their own or not private."""
    is_theirs = bool(find_seats(KNOW, table, reply.user_id))
    return can_see_table(reply.interaction, table) and (is_theirs or not table.state.private)


@verb("tables", in_place=True)
async def show_tables(reply: Answer, page: int = 1) -> None:
    """Show the tables of this server that the person can see, a page at a time, the newest first.

    In direct messages, show the person's own tables.
    """
    if reply.guild_id is None:
        await show_mine(reply, page)
        return
    language = reply.language
    found = await reply.tables.lobby.find_tables(guild_id=reply.guild_id, limit=None)
    tables = [table for table in found if is_listed(reply, table)]
    if not tables:
        await reply.say(language.say("ui.list.nothing"))
        return
    shown, page, pages = cut_page(tables, page)
    lines = [list_line(language.of_game(one.game.kind), one) for one in shown]
    if pages == 1:
        await reply.say("\n".join(lines))
        return
    lines.append(f"-# {language.say('ui.list.page', number=page, count=pages)}")
    await reply.show("\n".join(lines), view=Components(page_buttons(NO_GAME, "tables", page, pages)))


def cut_page(tables: Sequence[Table], page: int) -> tuple[Sequence[Table], int, int]:
    """Return the tables of a page, its number (the nearest that there is), and how many pages there are."""
    pages = -(-len(tables) // TABLES_ON_A_PAGE)
    page = max(1, min(page, pages))
    return tables[(page - 1) * TABLES_ON_A_PAGE : page * TABLES_ON_A_PAGE], page, pages


def page_buttons(
    game_id: str, verb: str, page: int, pages: int, row: int | None = None, key: str = ""
) -> Iterator[Button]:
    """Yield the buttons to the previous and to the next page. Their key is ``key`` and the number of the page."""
    for number, label in ((page - 1, f"◀ {page - 1}"), (page + 1, f"{page + 1} ▶")):
        if 1 <= number <= pages:
            yield button(label, game_id, NO_TOKEN, verb, f"{key}{number}", row=row)


@verb("mine", in_place=True)
async def show_mine(reply: Answer, page: int = 1) -> None:
    """Show all tables of the person on every server, a page at a time: whose move it is, since when, with links."""
    language = reply.language
    tables = await reply.tables.lobby.find_mine(reply.user_id)
    if not tables:
        await reply.say(language.say("ui.mine.nothing"))
        return
    shown, page, pages = cut_page(tables, page)
    lines = []
    for table in shown:
        guild = reply.bot.get_guild(table.game.guild_id) if table.game.guild_id is not None else None
        lines.append(mine_line(language, table, reply.user_id, guild.name if guild is not None else ""))
    if pages > 1:
        lines.append(f"-# {language.say('ui.list.page', number=page, count=pages)}")
    waiting = [one for one in shown if waits_for(one, reply.user_id)]
    archived = [one for one in shown if one.game.status == "archived"]
    archived = [one for one in archived if is_allowed(REACTIVATE, Request(one, reply.user_id))]
    view = Components(
        [
            *table_buttons(language, waiting, "turn", "ui.button.turn_at"),
            *table_buttons(language, archived, "reactivate", "ui.button.reactivate_at"),
            *page_buttons(NO_GAME, "mine", page, pages, ROW - 1),
        ]
    )
    await reply.show(sheet=list_on_sheet(language.say("ui.mine.title"), lines), view=view)


LINES = 10
"""The most lines of the report on what’s new before the present question, short enough for a glance."""


async def show_catchup(reply: Answer, table: Table) -> None:
    """Show what has happened since the person last took a turn, and what the game waits for.

    Raises NotStarted, and TableError after too many pictures.
    """
    reply.count_picture()
    bot, language = reply.bot, reply.language
    # This is the board that everyone sees: the person's own draft is not part of the game yet.
    moment = await bot.tables.moment(table.id)
    tale = await bot.tables.recaps.tell_since(table.id, reply.user_id)
    front, view = moment.front, moment.view
    before = tale.before if tale is not None else moment.game.at_start().view()
    changes = [*(tale.changes if tale is not None else []), *moment.step]
    sheet = list_on_sheet(language.say("ui.catchup.title"), [write_catchup(language, moment, tale)])
    options = Options(theme=reply.theme, language=language.code, since=before, scores=front.score.list_totals(before))
    picture = await bot.painter.draw(front, view, (), options=options) if changes else None
    await reply.show(
        sheet=sheet, view=public_view(language, table.id, choose_buttons(moment, tale, reply.user_id)), picture=picture
    )


def write_catchup(language: Language, moment: TableMoment, tale: Recap | None) -> str:
    """Return the report on what’s new as text: the number of turns, the game's news, and the present question."""
    before = tale.before if tale is not None else moment.game.at_start().view()
    changes = [*(tale.changes if tale is not None else []), *moment.step]
    # The rest of a turn whose beginning the person has seen is not counted as a turn.
    count = len(tale.scenes) - bool(tale.rest) if tale is not None else 0
    key = "turns" if count else "under_way" if moment.step else "nothing"
    head = language.say(f"ui.catchup.{key}", count=count)
    front, body = moment.front, []
    if changes:
        body = front.outlook.write_catchup(language, before, moment.game, changes)
        body = body or fit_lines(front.words.tell(language, changes, list_runners(moment.view)), CATCHUP_LINES)
    result = moment.game.result
    last = write_result(language, result) if result is not None else ask_whom(language, moment)
    return fit(language, [head, *body[: LINES - 1]], ["", last], BODY_LIMIT)


def choose_buttons(moment: TableMoment, tale: Recap | None, user_id: int) -> list[str]:
    """Return the verbs of the buttons: “turn” if the person must decide, “details” of the turns if any, “board”."""
    actor = moment.table.actor(moment.decision.seat) if moment.decision is not None else None
    verbs = ["turn"] if actor is not None and actor.user_id == user_id else []
    if tale is not None:
        verbs.append(f"details:{tale.turns[0].number}-{tale.turns[-1].number}")
    return [*verbs, "board"]


class Mine(Feature):
    """The command that lists a person's own tables, on every server and in private messages too."""

    @command()
    async def mine(self, reply: Answer) -> None:
        """Show the person's tables on every server, and who must decide there."""
        await show_mine(reply)

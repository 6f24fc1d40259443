"""What has happened since one's own last turn: one picture and a few lines, privately. Nothing hidden is in it."""

from __future__ import annotations

from bot.discord.components import public_view
from bot.discord.reply import Answer
from bot.discord.screens.table import sheet
from bot.language import Language
from bot.narrate.panel import BODY_LIMIT
from bot.narrate.report import fit
from bot.narrate.standing import ask_whom
from bot.service.history.tales import Tale
from bot.service.moments import Moment, Table
from render.pictures import Options

LINES = 10
"""Lines of a report, beside the title: what one reads at a bus stop."""


async def show_catchup(reply: Answer, table: Table) -> None:
    """Show what has happened since the person last took a turn, and what the game waits for.

    Raises NotStarted, and TableError for a picture too many.
    """
    reply.count_picture()
    bot, language = reply.bot, reply.language
    # As everybody sees it: the person's own draft has happened to nobody yet.
    moment = await bot.tables.moment(table.id)
    tale = await bot.tables.tales.tell_since(table.id, reply.user_id)
    front, view = moment.front, moment.view
    before = tale.before if tale is not None else moment.game.at_start().view()
    changes = [*(tale.changes if tale is not None else []), *moment.step]
    embed = sheet(language.say("ui.catchup.title"), [write_catchup(language, moment, tale)])
    options = Options(theme=reply.theme, language=language.code, since=before, scores=front.list_scores(before))
    picture = await bot.painter.draw(front, view, (), options=options) if changes else None
    await reply.show(
        embed=embed, view=public_view(language, table.id, choose_buttons(moment, tale, reply.user_id)), picture=picture
    )


def write_catchup(language: Language, moment: Moment, tale: Tale | None) -> str:
    """The report in words: how many turns, what the game says of them, and what is asked now."""
    before = tale.before if tale is not None else moment.game.at_start().view()
    changes = [*(tale.changes if tale is not None else []), *moment.step]
    count = len(tale.scenes) if tale is not None else 0
    key = "turns" if count else "under_way" if changes else "nothing"
    head = language.say(f"ui.catchup.{key}", count=count)
    body = moment.front.write_catchup(language, before, moment.game, changes) if changes else []
    return fit(language, [head, *body[: LINES - 1]], ["", ask_whom(language, moment)], BODY_LIMIT)


def choose_buttons(moment: Moment, tale: Tale | None, user_id: int) -> list[str]:
    """The way into the game for the person who is asked, and to everything about the turns that were told."""
    actor = moment.table.actor(moment.decision.seat) if moment.decision is not None else None
    verbs = ["turn"] if actor is not None and actor.user_id == user_id else []
    if tale is not None:
        verbs.append(f"details:{tale.turns[0].number}-{tale.turns[-1].number}")
    return [*verbs, "board"]

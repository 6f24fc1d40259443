"""``/table correct``: the table corrects the board, by a vote of everyone who plays."""

from __future__ import annotations

from typing import Any

import discord

from bot.discord.feature import VERBS, Feature, command, verb
from bot.discord.forms import Form, fit_form, make_named, read_named
from bot.discord.limits import INPUT_LIMIT
from bot.discord.panel import NO_TOKEN, Components, Press, button, custom_id
from bot.discord.reply import Answer
from bot.errors import TableError
from bot.games.frontend import PLAIN_COLOUR
from bot.language import Language
from bot.narrate.arrangements import write_correction, write_outcome
from bot.narrate.panel import Sheet
from bot.tables.authorization import CORRECT, Request, check
from bot.tables.table import Table
from engine.core.text import text
from render.pictures import Options

BESIDE, SPACES = "beside", "spaces"
"""The fields of the form: lines about everything besides spaces, and lines about spaces."""


async def make_form(reply: Answer, table: Table | None, space: str = "") -> Form | None:
    """Return the form for corrections of a table, filled with the state of the board; None without a table.

    Of the spaces, it only has the lines of ``space``. Raises TableError for a person who may not correct the board, and
    for a game without corrections.
    """
    if table is None:
        return None
    check(CORRECT, Request(table, reply.user_id))
    if "corrections" not in table.front.offers:
        raise TableError(text("error.no_corrections"))
    moment = await reply.tables.moment(table.id)
    front, position = moment.front, moment.game.position()
    language = reply.language.of_game(*table.voice)
    written = {BESIDE: front.positions.write_lines(language, position), SPACES: ""}
    if front.orders.spaces:
        written[SPACES] = front.positions.write_lines(language, position, space) if space in front.orders.spaces else ""
    else:
        del written[SPACES]
    fields = [make_field(language, name, lines) for name, lines in written.items()]
    return fit_form(language.say("ui.correct.title"), custom_id(table.id, NO_TOKEN, "corrected"), fields)


def make_field(language: Language, name: str, lines: str) -> discord.ui.Label[Any]:
    """Return a field for several lines of text, filled with ``lines``, cut to Discord's limit."""
    written: discord.ui.TextInput[Any] = discord.ui.TextInput(
        style=discord.TextStyle.paragraph, required=False, max_length=INPUT_LIMIT, default=lines[:INPUT_LIMIT] or None
    )
    return make_named(language, f"ui.correct.{name}", name, written)


async def show_correction(reply: Answer, table: Table, typed: str) -> None:
    """Show the board as the typed lines correct it, and a button that proposes this to the table.

    For a person alone at the table, the button makes the correction. Raises GameError if the lines cannot be read or
    the board would break a rule.
    """
    language = reply.language.of_game(*table.voice)
    positions, painter = table.front.positions, reply.bot.painter
    tried = await reply.tables.corrections.try_out(
        table.id, reply.user_id, lambda game: positions.read_lines(language, game.position(), typed)
    )
    reply.count_picture()
    options = Options(
        theme=reply.theme, language=language.code, scores=table.front.score.list_totals(tried.before.view())
    )
    picture = await painter.draw(table.front, tried.after.view(), tried.changes, options=options)
    sheet = Sheet(language.say("ui.correct.title"), write_correction(language, tried), PLAIN_COLOUR)
    label = language.say(f"ui.correct.{'now' if tried.is_alone else 'ask'}")
    made = button(label, tried.table.id, NO_TOKEN, "putright", str(tried.version), "success")
    await reply.show(sheet=sheet, view=Components([made]), picture=picture)


class Correcting(Feature, extends="table"):
    """The command by which the people of a table correct its board."""

    @command(form=make_form)
    async def correct(self, reply: Answer, table: Table, changes: str | None = None) -> None:
        """Show the board after the corrections in some lines; without lines, show a form."""
        await show_correction(reply, table, changes or "")


@VERBS.form("correct")
async def make_form_of_click(reply: Answer, press: Press) -> Form | None:
    """Return the form for corrections that a button opens, as `make_form` does. The key is a space or ""."""
    return await make_form(reply, await reply.tables.table(press.game_id), press.key)


@verb("correct", "corrected")
async def correct(reply: Answer, table: Table, press: Press) -> None:
    """Show the board after the corrections in a form; without a form, say why there is none."""
    said = read_named(press.keys)
    typed = "\n".join(lines for name in (BESIDE, SPACES) for lines in said.get(name, []))
    await show_correction(reply, table, typed)


@verb("putright")
async def put_right(reply: Answer, game_id: str, version: int) -> None:
    """Make or propose the correction that was tried at this ``version`` of the game. Raises StaleButton at another."""
    outcome = await reply.tables.corrections.propose(reply.number, game_id, reply.user_id, version)
    await reply.say(write_outcome(reply.language, outcome))

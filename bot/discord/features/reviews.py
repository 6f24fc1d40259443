"""**Review** of a finished game: the chances over time, the most costly turns, luck, and copies to try them in."""

from __future__ import annotations

import io
import logging

import discord

from bot.discord.delivery.ending import name_page
from bot.discord.feature import verb
from bot.discord.features.play import show
from bot.discord.painter import to_file
from bot.discord.panel import NO_TOKEN, Components, Press, button
from bot.discord.reply import Answer
from bot.discord.rights import can_see_table
from bot.errors import NoTable, StaleButton
from bot.games.answers import GameReview
from bot.narrate.reviews import list_chances, write_progress, write_review
from bot.tables.advice import ReviewState
from bot.tables.practice import PRACTICE
from bot.tables.table import Table
from engine.core.text import text

log = logging.getLogger(__name__)


async def show_review(reply: Answer, game_id: str) -> None:
    """Show the review of a game, or its progress. Raises TableError as `Reviews.ask` does, and NoTable."""
    await find_known(reply, game_id)
    state = await reply.bot.tables.reviews.ask(game_id, reply.user_id)
    if state.review is None:
        view = Components()
        view.add_item(button(reply.language.say("ui.button.reviewagain"), game_id, NO_TOKEN, "reviewagain"))
        await reply.show(sheet=write_progress(reply.language, state), view=view)
        return
    await show_made(reply, state, state.review)


async def show_made(reply: Answer, state: ReviewState, review: GameReview) -> None:
    """Show a finished review with its chart, and a button for each costly turn."""
    reply.count_picture()
    language, table = reply.language, state.table
    tale = await reply.bot.tables.recaps.tell_last(table.id, None)
    chart = await reply.bot.painter.draw_chart(tale, language.code, reply.theme, review)
    view = Components()
    for one in review.costly:
        label = language.say("ui.button.tryturn", number=one.turn + 1)
        view.add_item(button(label, table.id, NO_TOKEN, "tryturn", str(one.turn)))
    view.add_item(button(language.say("ui.button.reviewpage"), table.id, NO_TOKEN, "reviewpage"))
    await reply.show(
        sheet=write_review(language, state, review, tale.turns),
        view=view,
        files=[to_file(chart, "chart")] if chart is not None else [],
    )


async def show_page(reply: Answer, game_id: str) -> None:
    """Send the game as a page with the chances from its review, or its progress as `show_review` does."""
    await find_known(reply, game_id)
    state = await reply.bot.tables.reviews.ask(game_id, reply.user_id)
    record = await reply.bot.record_bytes(game_id)
    if state.review is None or record is None:
        await show_review(reply, game_id)
        return
    reply.count_picture()
    tale = await reply.bot.tables.recaps.tell_last(game_id, None)
    chances = list_chances(state.review, tale.turns)
    page = await reply.bot.painter.write_page(record[1], state.table.game.name, reply.language.code, chances)
    if page is None:
        await reply.say(reply.language.say("error.no_picture"))
        return
    await reply.show(files=[discord.File(io.BytesIO(page), filename=name_page(game_id))])


async def find_known(reply: Answer, game_id: str) -> Table:
    """Return a table that the person may know of. Raises NoTable for another."""
    table = await reply.bot.tables.table(game_id)
    if not can_see_table(reply.interaction, table):
        raise NoTable(text("error.no_such_table", name=game_id))
    return table


@verb("review")
async def review(reply: Answer, press: Press, keys: list[str]) -> None:
    """Show the review of a finished game."""
    await show_review(reply, press.game_id)


@verb("reviewagain", in_place=True)
async def look_again(reply: Answer, press: Press, keys: list[str]) -> None:
    """Show the progress of a review again."""
    await show_review(reply, press.game_id)


@verb("reviewpage")
async def hand_out_page(reply: Answer, press: Press, keys: list[str]) -> None:
    """Send the page of a reviewed game."""
    await show_page(reply, press.game_id)


@verb("tryturn")
async def try_turn(reply: Answer, press: Press, keys: list[str]) -> None:
    """Open a copy of the table at the start of a turn."""
    if not press.key.isdecimal():
        raise StaleButton
    await find_known(reply, press.game_id)
    table, game = await reply.bot.tables.reviews.find_turn(press.game_id, int(press.key))
    reply.bot.tables.practices.open_at(table, game, reply.user_id)
    await show(reply, await reply.session(PRACTICE).moment())

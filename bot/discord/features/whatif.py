"""``/whatif``: a private copy of the table, to try in it what would come of a turn. Nothing of it is stored."""

from __future__ import annotations

import asyncio

import discord

from bot.discord.feature import Feature, command
from bot.discord.layout import ROW, Style
from bot.discord.panel import Components, Press, button, panel, remove_others, show_why_not
from bot.discord.reply import Answer
from bot.discord.verbs import PRACTICE_VERBS
from bot.games.front import AUTOMATIC
from bot.language import Language
from bot.narrate.replay_page import write_ending
from bot.narrate.report import CONTENT_LIMIT, fit
from bot.tables.moments import Moment
from bot.tables.practice import PRACTICE, Practice, choose, entrust, look, play_on, take_back
from bot.tables.table import Table
from engine.core.text import Text, text
from render.pictures import Options, Picture

practice_verb = PRACTICE_VERBS.register


class WhatIf(Feature):
    """Trying things out."""

    @command()
    async def whatif(self, reply: Answer, table: Table) -> None:
        """A private copy of the table as it is now."""
        moment = await reply.bot.tables.moment(table.id)
        practice = reply.bot.tables.practices.open(moment, reply.user_id)
        await show_practice(reply, practice)


async def show_practice(
    reply: Answer, practice: Practice, note: Text | None = None, picture: Picture | None = None
) -> None:
    """The moment of a copy: what the last press has changed, and the panel of the seat that must decide."""
    moment = look(practice)
    moment.notes = [note] if note is not None else []
    reply.ways_back = practice_controls(reply.language, practice, moment)
    embed, view = practice_panel(reply.language, practice, moment)
    await reply.show(write_practice(reply.language, practice), embed=embed, view=view, picture=picture)


def practice_panel(
    language: Language, practice: Practice, moment: Moment
) -> tuple[discord.Embed | None, discord.ui.View]:
    """The panel of a copy at a moment: that of a table, with controls of a copy as far as there is room for them."""
    embed, view = panel(language, moment) if moment.decision is not None else (None, Components())
    # A copy has no confirmed turns and no orders.
    remove_others(view, PRACTICE_VERBS)
    others = [item for item in view.children if item.row == ROW - 1]
    for made in practice_controls(language, practice, moment)[: ROW - len(others)]:
        view.add_item(made)
    return embed, view


def practice_controls(
    language: Language, practice: Practice, moment: Moment
) -> list[discord.ui.Button[discord.ui.View]]:
    """The buttons of a copy, the most needed first: take back, let Arjuna go on, throw away."""
    verbs: dict[str, Style] = {"take": "secondary"} if practice.moves else {}
    if moment.decision is not None:
        verbs["entrust" if moment.is_mine else "goon"] = "secondary"
    verbs["drop"] = "danger"
    return [
        button(language.say(f"ui.button.trial.{verb}"), PRACTICE, practice.token, verb, "", style, ROW - 1)
        for verb, style in verbs.items()
    ]


def write_practice(language: Language, practice: Practice) -> str:
    """What this is, what the last press has done, and how the margins have moved since the copy was made."""
    front, view = practice.table.front, practice.game.view()
    head = language.say("ui.trial.head", name=practice.table.game.name)
    lines = front.tell(language, practice.changes, front.list_runners(view)) if practice.changes else []
    lines += write_ending(language, practice.game.result)
    moved = front.write_score_changes(language, practice.start, view)
    tail = [f"-# {language.say('ui.trial.since', what=moved)}"] if moved else []
    return fit(language, [head, *lines], tail, CONTENT_LIMIT)


def find(reply: Answer, press: Press) -> tuple[Practice, Text | None]:
    """The person's copy, and a note where the button is of an earlier moment. Raises TableError for none."""
    practice = reply.bot.tables.practices.find(reply.user_id)
    return practice, None if press.token == practice.token else text("error.stale")


@practice_verb("choose", "pick", "confirm", in_place=True)
async def choose_in_practice(reply: Answer, press: Press, keys: list[str]) -> None:
    """Choose in a copy: it is played at once."""
    practice, note = find(reply, press)
    if note is None:
        choose(practice, keys)
    await show_practice(reply, practice, note)


@practice_verb("entrust", in_place=True)
async def entrust_in_practice(reply: Answer, press: Press, keys: list[str]) -> None:
    """Let Arjuna play the seat that must decide."""
    practice, note = find(reply, press)
    if note is None:
        note = await count_sight(reply, practice)
        await asyncio.to_thread(entrust, practice)
    await show_practice(reply, practice, note)


@practice_verb("goon", in_place=True)
async def go_on_in_practice(reply: Answer, press: Press, keys: list[str]) -> None:
    """Let Arjuna's seats answer."""
    practice, note = find(reply, press)
    if note is None:
        note = await count_sight(reply, practice)
        await asyncio.to_thread(play_on, practice)
    await show_practice(reply, practice, note)


async def count_sight(reply: Answer, practice: Practice) -> Text | None:
    """Count what Arjuna does next as advice where it plays the person's own seat. Raises TableError where refused."""
    seat = practice.game.pending_seat
    holder = practice.table.holder(seat)
    if holder is None or holder.kind == AUTOMATIC:
        return None
    return await reply.bot.tables.advisers.count_sight(practice.source, reply.user_id, seat)


@practice_verb("take", "undo", "reset", in_place=True)
async def take_back_in_practice(reply: Answer, press: Press, keys: list[str]) -> None:
    """Go back by one press."""
    practice, note = find(reply, press)
    if note is None:
        take_back(practice)
    await show_practice(reply, practice, note)


@practice_verb("map", in_place=True)
async def map_of_practice(reply: Answer, press: Press, keys: list[str]) -> None:
    """Show the map of a copy under its panel. Raises TableError for a picture too many."""
    practice, note = find(reply, press)
    reply.count_picture()
    options = Options(language=reply.language.code, theme=reply.theme)
    picture = await reply.bot.painter.draw(
        practice.table.front, practice.game.view(), practice.changes, options=options
    )
    await show_practice(reply, practice, note, picture)


@practice_verb("why")
async def why_in_practice(reply: Answer, press: Press, keys: list[str]) -> None:
    """Tell what is closed in a copy, and the reasons."""
    practice, _ = find(reply, press)
    await reply.show(embed=show_why_not(reply.language, look(practice), reply.interaction.id))


@practice_verb("drop", in_place=True)
async def drop_practice(reply: Answer, press: Press, keys: list[str]) -> None:
    """Throw the copy away."""
    reply.bot.tables.practices.drop(reply.user_id)
    await reply.show(reply.language.say("ui.trial.dropped"))

"""One's own turn: open the panel, choose, take back, confirm; and what the buttons of a panel do."""

from __future__ import annotations

from contextlib import suppress

from bot.discord.feature import Feature, command
from bot.discord.panel import NEAR, Press, show_why_not
from bot.discord.reply import Answer
from bot.discord.rule_buttons import rules_view
from bot.discord.verbs import verb
from bot.errors import TableError
from bot.tables.authorization import PLAY, find_seats
from bot.tables.moments import Moment
from bot.tables.table import Table
from engine.core.text import text
from render.pictures import Options, Picture


async def draw_preview(reply: Answer, moment: Moment, closer: str = "") -> list[Picture]:
    """The map of a moment; with `NEAR` every part of it that matters. Nothing where no picture can be made.

    Raises TableError for a picture too many.
    """
    front, language = moment.front, reply.language.code
    changes, view = moment.foretell(moment.find_offers().ending)
    layouts = front.find_parts(changes or moment.step) if closer == NEAR else front.ways[:1]
    reply.count_picture(len(layouts))
    scores = front.list_scores(moment.start)
    pictures = []
    for layout in layouts:
        # The words below tell the whole turn: they stand once.
        is_last = layout == layouts[-1]
        marks = Options(language=language, theme=reply.theme, layout=layout, scores=scores, strip=is_last)
        pictures.append(await reply.bot.painter.draw(front, view, changes, options=marks))
    return [picture for picture in pictures if picture is not None]


async def show_order(reply: Answer, moment: Moment) -> None:
    """Show what an order comes to: the panel, and the map after it, unless that is a picture too many."""
    pictures: list[Picture] = []
    if moment.is_mine and not moment.draft.is_empty and moment.front.is_on_map(moment.foretell(None)[0]):
        with suppress(TableError):
            pictures = await draw_preview(reply, moment)
    await reply.show_panel(moment, *pictures, closer=NEAR if pictures else "")


class Play(Feature):
    """Commands of one's own turn. Each shows the panel."""

    @command(offers="turn")
    async def turn(self, reply: Answer, table: Table) -> None:
        """The panel as it is."""
        await show_turn(reply, table.id)

    @command("pass")
    async def pass_turn(self, reply: Answer, table: Table) -> None:
        """Choose to pass; Confirm does it."""
        await reply.show_panel(await reply.bot.tables.pass_turn(reply.interaction.id, table.id, reply.user_id))

    @command(offers="retract")
    async def undo(self, reply: Answer, table: Table) -> None:
        """Take back the last choice."""
        await reply.show_panel(await reply.bot.tables.undo(reply.interaction.id, table.id, reply.user_id, None))

    @command()
    async def confirm(self, reply: Answer, table: Table) -> None:
        """Confirm what was chosen; where a question only needs to be ended, end it."""
        tables = reply.bot.tables
        moment = await tables.moment(table.id, reply.user_id)
        ending = moment.find_offers().ending
        key = ending.press if ending is not None and not moment.draft.armed else ""
        await reply.show_panel(await tables.confirm(reply.interaction.id, table.id, reply.user_id, None, key))


@verb("choose", "pick", in_place=True)
async def choose(reply: Answer, press: Press, keys: list[str]) -> None:
    """Add keys to the draft."""
    tables = reply.bot.tables
    await reply.show_panel(await tables.choose(reply.interaction.id, press.game_id, reply.user_id, press.token, keys))


@verb("short", in_place=True)
async def take_shortcut(reply: Answer, press: Press, keys: list[str]) -> None:
    """Add to the draft what a shortcut of the game answers together."""
    tables = reply.bot.tables
    await reply.show_panel(
        await tables.take_shortcut(reply.interaction.id, press.game_id, reply.user_id, press.token, press.key)
    )


@verb("confirm", in_place=True)
async def confirm(reply: Answer, press: Press, keys: list[str]) -> None:
    """Play the draft."""
    tables = reply.bot.tables
    await reply.show_panel(
        await tables.confirm(reply.interaction.id, press.game_id, reply.user_id, press.token, press.key)
    )


@verb("retract")
@verb("undo", in_place=True)
async def undo(reply: Answer, press: Press, keys: list[str]) -> None:
    """Take back the last choice. A public message has "retract", which answers privately, for the turn it tells of."""
    tables, number = reply.bot.tables, int(press.key) if press.key.isdecimal() else None
    moment = await tables.undo(reply.interaction.id, press.game_id, reply.user_id, press.token, number)
    await reply.show_panel(moment, again=True)


@verb("reset", in_place=True)
async def reset(reply: Answer, press: Press, keys: list[str]) -> None:
    """Throw the draft away."""
    tables = reply.bot.tables
    moment = await tables.reset(reply.interaction.id, press.game_id, reply.user_id, press.token)
    await reply.show_panel(moment, again=True)


@verb("turn")
async def turn(reply: Answer, press: Press, keys: list[str]) -> None:
    """Open one's panel."""
    await show_turn(reply, press.game_id)


async def show_turn(reply: Answer, game_id: str) -> None:
    """Show a person's panel. Who has no seat is told so, and where one is to be had."""
    moment = await reply.bot.tables.moment(game_id, reply.user_id)
    if moment.table.game.status == "playing" and not find_seats(PLAY, moment.table, reply.user_id):
        moment.notes.append(text("error.no_seat", name=moment.table.game.name))
    await reply.show_panel(moment)


@verb("why")
async def why(reply: Answer, press: Press, keys: list[str]) -> None:
    """Tell what is closed, and the reasons."""
    moment = await reply.bot.tables.moment(press.game_id, reply.user_id)
    closed = moment.decision.closed() if moment.decision is not None else []
    rules = [option.why.rule for option in closed if option.why is not None]
    embed = show_why_not(reply.language, moment, reply.interaction.id)
    await reply.show(embed=embed, view=rules_view(reply.language, rules))


@verb("map", in_place=True)
async def map_in_place(reply: Answer, press: Press, keys: list[str]) -> None:
    """Show the map under the panel, as Confirm would leave it as far as that is certain.

    With the key "near" the parts of it that matter. Raises TableError for a picture too many.
    """
    moment = await reply.bot.tables.moment(press.game_id, reply.user_id)
    pictures = await draw_preview(reply, moment, press.key)
    if not pictures:
        await reply.say(reply.language.say("error.no_picture"))
        return
    await reply.show_panel(moment, *pictures, closer="" if press.key == NEAR else NEAR)

"""Playing: open the panel, choose, undo, confirm; at a table, in a copy of it and in lessons."""

from __future__ import annotations

from contextlib import suppress

from bot.discord.feature import SESSION_VERBS, VERBS, Feature, command, play_verb, verb
from bot.discord.features.lessons import show_end
from bot.discord.forms import make_form_of_moment
from bot.discord.panel import NEAR, Press, rules_view, show_why_not
from bot.discord.reply import Answer
from bot.errors import StaleButton, TableError
from bot.games.showing import is_on_map
from bot.tables.authorization import PLAY, find_seats
from bot.tables.lessons import Lesson
from bot.tables.moments import AS_BEFORE, AS_PROPOSED, REPLAN, Moment
from bot.tables.table import Table
from bot.typed import read_number
from engine.core.text import text
from render.pictures import Options, Picture


async def draw_preview(reply: Answer, moment: Moment, closer: str = "") -> list[Picture]:
    """Return the map of a moment, or with `NEAR` every part of it that matters. None if no picture can be made.

    Raises TableError for one picture too many.
    """
    front, language = moment.front, reply.language.code
    changes, view = moment.find_scene()
    layouts = front.pictures.find_parts(changes or moment.step) if closer == NEAR else front.pictures.ways[:1]
    reply.count_picture(len(layouts))
    scores = front.score.list_totals(moment.start)
    pictures = []
    for layout in layouts:
        # The text below has the whole turn, so say it only once.
        is_last = layout == layouts[-1]
        marks = Options(language=language, theme=reply.theme, layout=layout, scores=scores, strip=is_last)
        pictures.append(await reply.bot.painter.draw(front, view, changes, options=marks))
    return [picture for picture in pictures if picture is not None]


async def show_order(reply: Answer, moment: Moment) -> None:
    """Show the result of a turn line: the panel, and the map after it, unless that is one picture too many."""
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

    @command("pass", offers="passing")
    async def pass_turn(self, reply: Answer, table: Table) -> None:
        """Choose to pass. Confirm passes."""
        await reply.show_panel(await reply.at(table.id).pass_turn())

    @command(offers="retract")
    async def undo(self, reply: Answer, table: Table) -> None:
        """Take back the last choice."""
        await reply.show_panel(await reply.at(table.id).undo())

    @command()
    async def confirm(self, reply: Answer, table: Table) -> None:
        """Confirm the choices; where a question only needs to be ended, end it."""
        session = reply.at(table.id)
        moment = await session.moment()
        ending = moment.find_offers().ending
        key = ending.press if ending is not None and not moment.draft.armed else ""
        await reply.show_panel(await session.confirm(key))


async def show(reply: Answer, moment: Moment | None, *, again: bool = False) -> None:
    """Show the present state of a session: its panel, or its end.

    None means that the session is over and has no end to show.
    """
    if moment is None:
        await reply.show(reply.language.say("ui.trial.dropped"))
    elif isinstance(moment, Lesson) and moment.outcome is not None:
        await show_end(reply, moment)
    else:
        await reply.show_panel(moment, again=again)


@play_verb("choose", "pick", in_place=True)
async def choose(reply: Answer, press: Press, keys: list[str]) -> None:
    """Choose keys."""
    await show(reply, await reply.session(press.game_id, press.token).choose(keys))


VERBS.form("form")(make_form_of_moment)
SESSION_VERBS.form("form")(make_form_of_moment)


@play_verb("form", in_place=True)
async def find_no_form(reply: Answer, press: Press, keys: list[str]) -> None:
    """Say that there is no form now (`bot.discord.forms` shows one): the button belongs to an earlier moment."""
    raise StaleButton


@play_verb("submit", in_place=True)
async def submit(reply: Answer, press: Press, keys: list[str]) -> None:
    """Choose everything from a form."""
    session = reply.session(press.game_id, press.token)
    if keys:
        await show(reply, await session.choose(keys))
        return
    moment = await session.moment()
    moment.notes.append(text("ui.form.nothing"))
    await reply.show_panel(moment)


@play_verb("short", in_place=True)
async def take_shortcut(reply: Answer, press: Press, keys: list[str]) -> None:
    """Choose all answers of a shortcut."""
    await show(reply, await reply.session(press.game_id, press.token).take_shortcut(press.key))


@play_verb("confirm", in_place=True)
async def confirm(reply: Answer, press: Press, keys: list[str]) -> None:
    """Play the choices."""
    await show(reply, await reply.session(press.game_id, press.token).confirm(press.key))


@verb("passing")
async def choose_to_pass(reply: Answer, press: Press, keys: list[str]) -> None:
    """Choose to pass at the table that was chosen among several."""
    await reply.show_panel(await reply.at(press.game_id).pass_turn())


@verb("retract")
@play_verb("undo", in_place=True)
async def undo(reply: Answer, press: Press, keys: list[str]) -> None:
    """Undo the last choice. A public message has “retract”, which answers privately, for its turn."""
    number = read_number(press.key, None)
    await show(reply, await reply.session(press.game_id, press.token).undo(number), again=True)


@play_verb("reset", in_place=True)
async def reset(reply: Answer, press: Press, keys: list[str]) -> None:
    """Undo all choices."""
    await show(reply, await reply.session(press.game_id, press.token).reset(), again=True)


@verb(AS_BEFORE, AS_PROPOSED, REPLAN, in_place=True)
async def play_again(reply: Answer, press: Press, keys: list[str]) -> None:
    """Draft the turn that was withdrawn when the game went back, or the proposed one; or plan again."""
    await show(reply, await reply.session(press.game_id, press.token).act(press.verb))


@SESSION_VERBS.register("guide", "again", "take", "entrust", "goon", "drop", in_place=True)
async def act(reply: Answer, press: Press, keys: list[str]) -> None:
    """Do something other than playing in a lesson or a copy."""
    await show(reply, await reply.session(press.game_id, press.token).act(press.verb), again=True)


@verb("turn")
async def turn(reply: Answer, press: Press, keys: list[str]) -> None:
    """Open the person's panel."""
    await show_turn(reply, press.game_id)


async def show_turn(reply: Answer, game_id: str) -> None:
    """Show a person's panel. Tell a person without a seat so, and where they may find one."""
    moment = await reply.at(game_id).moment()
    if moment.table.game.status == "playing" and not find_seats(PLAY, moment.table, reply.user_id):
        moment.notes.append(text("error.no_seat", name=moment.table.game.name))
    await reply.show_panel(moment)


@play_verb("why")
async def why(reply: Answer, press: Press, keys: list[str]) -> None:
    """Show what is closed, and the reasons."""
    moment = await reply.session(press.game_id, press.token).moment()
    reply.use_voice(*moment.voice)
    closed = moment.decision.closed() if moment.decision is not None else []
    rules = [option.why.rule for option in closed if option.why is not None]
    sheet = show_why_not(reply.language, moment, reply.interaction.id)
    await reply.show(sheet=sheet, view=rules_view(reply.language, rules))


@play_verb("map", in_place=True)
async def map_in_place(reply: Answer, press: Press, keys: list[str]) -> None:
    """Show the map under the panel, as Confirm would leave it as far as that is certain.

    With the key “near”, show the parts of it that matter. Raises TableError for one picture too many.
    """
    moment = await reply.session(press.game_id, press.token).moment()
    pictures = await draw_preview(reply, moment, press.key)
    if not pictures:
        await reply.say(reply.language.say("error.no_picture"))
        return
    await reply.show_panel(moment, *pictures, closer="" if press.key == NEAR else NEAR)

"""Every button and select of the bot. They are found by their custom id, so they outlive restarts."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, cast

import discord

from bot.discord.components import NEAR, PREFIX, Press
from bot.discord.hub import Hub
from bot.discord.reply import Answer, answer
from bot.discord.screens import board as views
from bot.discord.screens import finished_games as past
from bot.discord.screens import table as looking
from bot.discord.screens.learning import LEARNING_IN_PLACE, LEARNING_VERBS, find_lesson
from bot.discord.screens.opening import SHORT, begin_game, open_rematch, open_table, take_seat
from bot.discord.signposts import rules_view
from bot.errors import StaleButton
from bot.narrate.arrangements import write_replacement
from bot.narrate.panel import write_why_not
from bot.narrate.standing import write_seats
from bot.narrate.votes import write_vote
from render.pictures import Options

_REST = r":(?P<game>[a-z0-9]{1,12}):(?P<token>[0-9a-z-]{1,64})"
BUTTON = re.compile(rf"{PREFIX}{_REST}:(?!pick:)(?P<verb>[a-z]+):(?P<key>.*)")
SELECT = re.compile(rf"{PREFIX}{_REST}:pick:(?P<key>.*)")

IN_PLACE = (
    frozenset({"choose", "confirm", "undo", "reset", "map", "pick", "forget", "look", "tables"}) | LEARNING_IN_PLACE
)
"""Verbs that change the panel on which they are pressed; the others answer with a new private message."""


class PressedButton(discord.ui.DynamicItem[discord.ui.Button[Any]], template=BUTTON):
    """A button of ours."""

    def __init__(self, item: discord.ui.Button[Any], press: Press) -> None:
        super().__init__(item)
        self.press = press

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> PressedButton:
        """The button behind a custom id."""
        return cls(cast("discord.ui.Button[Any]", item), Press(match, match["verb"]))

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Do what the button says."""
        await carry_out(interaction, self.press, [self.press.key])


class UsedSelect(discord.ui.DynamicItem[discord.ui.Select[Any]], template=SELECT):
    """A select of ours."""

    def __init__(self, item: discord.ui.Select[Any], press: Press) -> None:
        super().__init__(item)
        self.press = press

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> UsedSelect:
        """The select behind a custom id."""
        return cls(cast("discord.ui.Select[Any]", item), Press(match, "pick"))

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Choose what was picked."""
        await carry_out(interaction, self.press, self.item.values)


async def carry_out(interaction: discord.Interaction[Hub], press: Press, keys: Sequence[str]) -> None:
    """Answer a press by its verb."""
    lesson = find_lesson(press.game_id)
    work = (lesson.LESSON_VERBS if lesson is not None else VERBS).get(press.verb)

    async def run(reply: Answer) -> None:
        if work is None:
            # A button that an older version made: no press goes unanswered.
            raise StaleButton
        await work(reply, press, list(keys))

    await answer(interaction, run, in_place=press.verb in IN_PLACE, game_id=press.game_id)


async def choose(reply: Answer, press: Press, keys: list[str]) -> None:
    """Add keys to the draft."""
    tables = reply.bot.tables
    await reply.show_panel(await tables.choose(reply.interaction.id, press.game_id, reply.user_id, press.token, keys))


async def confirm(reply: Answer, press: Press, keys: list[str]) -> None:
    """Play the draft."""
    tables = reply.bot.tables
    await reply.show_panel(
        await tables.confirm(reply.interaction.id, press.game_id, reply.user_id, press.token, press.key)
    )


async def undo(reply: Answer, press: Press, keys: list[str]) -> None:
    """Take back the last choice."""
    tables = reply.bot.tables
    await reply.show_panel(await tables.undo(reply.interaction.id, press.game_id, reply.user_id, press.token))


async def reset(reply: Answer, press: Press, keys: list[str]) -> None:
    """Throw the draft away."""
    tables = reply.bot.tables
    await reply.show_panel(await tables.reset(reply.interaction.id, press.game_id, reply.user_id, press.token))


async def turn(reply: Answer, press: Press, keys: list[str]) -> None:
    """Open one's panel."""
    await reply.show_panel(await reply.bot.tables.moment(press.game_id, reply.user_id))


async def why(reply: Answer, press: Press, keys: list[str]) -> None:
    """Tell what is closed, and the reasons."""
    moment = await reply.bot.tables.moment(press.game_id, reply.user_id)
    words = write_why_not(reply.language, moment)
    closed = moment.decision.closed() if moment.decision is not None else []
    rules = [option.why.rule for option in closed if option.why is not None]
    embed = discord.Embed(title=reply.language.say("ui.why_not.title"), description=words)
    await reply.show(embed=embed, view=rules_view(reply.language, rules))


async def map_in_place(reply: Answer, press: Press, keys: list[str]) -> None:
    """Show the map as the draft would leave it, under the panel; with the key "near" the part of it that matters.

    Raises TableError for a picture too many.
    """
    reply.count_picture()
    moment = await reply.bot.tables.moment(press.game_id, reply.user_id)
    layout = moment.front.find_part(moment.changes or moment.step) if press.key == NEAR else moment.front.ways[0]
    marks = Options(language=reply.language.code, theme=reply.theme, layout=layout)
    picture = await reply.bot.painter.draw(moment.front, moment.view, moment.changes, options=marks)
    if picture is None:
        await reply.say(reply.language.say("error.no_picture"))
        return
    await reply.show_panel(moment, picture, closer="" if press.key == NEAR else NEAR)


async def board(reply: Answer, press: Press, keys: list[str]) -> None:
    """Show the map."""
    await views.show_board(reply, await reply.bot.tables.table(press.game_id))


async def card(reply: Answer, press: Press, keys: list[str]) -> None:
    """Show the cards."""
    await looking.show_cards(reply, await reply.bot.tables.table(press.game_id))


async def show_log(reply: Answer, press: Press, keys: list[str]) -> None:
    """Show the last turns."""
    await looking.show_log(reply, await reply.bot.tables.table(press.game_id))


async def tables(reply: Answer, press: Press, keys: list[str]) -> None:
    """Turn the leaf of the list of tables. The key is the page."""
    await looking.show_tables(reply, int(press.key) if press.key.isdecimal() else 1)


async def reasons(reply: Answer, press: Press, keys: list[str]) -> None:
    """Tell why Arjuna did what it did last."""
    await looking.show_reasons(reply, await reply.bot.tables.table(press.game_id))


async def thoughts(reply: Answer, press: Press, keys: list[str]) -> None:
    """Tell everything that Arjuna thought in its last turn."""
    await looking.show_reasons(reply, await reply.bot.tables.table(press.game_id), in_full=True)


async def look(reply: Answer, press: Press, keys: list[str]) -> None:
    """Look at the board in another way: the key names it, and after a point the turns it is about."""
    what, _, turns = press.key.partition(".")
    await views.show_board(reply, await reply.bot.tables.table(press.game_id), what, turns)


async def details(reply: Answer, press: Press, keys: list[str]) -> None:
    """Tell everything about the turns that the key names, with the board before and after them."""
    await views.show_board(reply, await reply.bot.tables.table(press.game_id), "pair", press.key)


async def verify(reply: Answer, press: Press, keys: list[str]) -> None:
    """Check a finished game against its seed."""
    await past.show_proof(reply, press.game_id)


async def rematch(reply: Answer, press: Press, keys: list[str]) -> None:
    """Open another game with the same people."""
    await open_rematch(reply, press.game_id)


async def take(reply: Answer, press: Press, keys: list[str]) -> None:
    """Take a seat."""
    await take_seat(reply, press.game_id, press.key)


async def leave(reply: Answer, press: Press, keys: list[str]) -> None:
    """Leave all one's seats."""
    table = await reply.bot.tables.lobby.leave(reply.interaction.id, press.game_id, reply.user_id, "")
    await reply.say("\n".join([reply.language.say("ui.left"), *write_seats(reply.language, table)]))


async def start(reply: Answer, press: Press, keys: list[str]) -> None:
    """Begin the game, or ask whether Arjuna shall take the empty seats."""
    await begin_game(reply, press.game_id)


async def fill(reply: Answer, press: Press, keys: list[str]) -> None:
    """Begin the game with Arjuna on the empty seats."""
    await begin_game(reply, press.game_id, with_arjuna=True)


async def new(reply: Answer, press: Press, keys: list[str]) -> None:
    """Open a table for a Short game."""
    await open_table(reply, SHORT, "", reply.language.code, None)


async def agree(reply: Answer, press: Press, keys: list[str]) -> None:
    """Agree to go back to an earlier turn."""
    await vote(reply, press, is_for=True)


async def refuse(reply: Answer, press: Press, keys: list[str]) -> None:
    """Refuse to go back to an earlier turn."""
    await vote(reply, press, is_for=False)


async def vote(reply: Answer, press: Press, *, is_for: bool) -> None:
    """Vote about going back. The key of the button is the number of the vote."""
    number = int(press.key) if press.key.isdecimal() else -1
    rewinding = reply.bot.tables.rewinding
    outcome = await rewinding.vote(reply.interaction.id, press.game_id, reply.user_id, number, agree=is_for)
    await reply.say(write_vote(reply.language, outcome) if is_for else reply.language.say("ui.rewind.refused"))


async def accept(reply: Answer, press: Press, keys: list[str]) -> None:
    """Agree that a seat changes hands."""
    await replace_player(reply, press, is_for=True)


async def decline(reply: Answer, press: Press, keys: list[str]) -> None:
    """Refuse that a seat changes hands."""
    await replace_player(reply, press, is_for=False)


async def replace_player(reply: Answer, press: Press, *, is_for: bool) -> None:
    """Vote about a seat that is to change hands. The key of the button is the number of the vote."""
    number = int(press.key) if press.key.isdecimal() else -1
    replacing = reply.bot.tables.replacing
    outcome = await replacing.vote(reply.interaction.id, press.game_id, reply.user_id, number, agree=is_for)
    await reply.say(write_replacement(reply.language, outcome) if is_for else reply.language.say("ui.replace.refused"))


async def forget(reply: Answer, press: Press, keys: list[str]) -> None:
    """Delete everything that is stored about the person."""
    await reply.bot.privacy.forget(reply.interaction.id, reply.user_id)
    await reply.show(reply.language.say("ui.privacy.deleted"))


async def back(reply: Answer, press: Press, keys: list[str]) -> None:
    """Be back at one's seats, which somebody else or Arjuna has played. Raises TableError for who is not away."""
    await reply.bot.tables.absences.come_back(reply.interaction.id, press.game_id, reply.user_id)
    await reply.say(reply.language.say("ui.away.back"))


VERBS: dict[str, Callable[[Answer, Press, list[str]], Awaitable[None]]] = {
    **LEARNING_VERBS,
    "choose": choose,
    "pick": choose,
    "confirm": confirm,
    "undo": undo,
    "retract": undo,
    "reset": reset,
    "turn": turn,
    "why": why,
    "map": map_in_place,
    "board": board,
    "card": card,
    "log": show_log,
    "look": look,
    "details": details,
    "verify": verify,
    "rematch": rematch,
    "take": take,
    "reasons": reasons,
    "thoughts": thoughts,
    "leave": leave,
    "start": start,
    "fill": fill,
    "new": new,
    "agree": agree,
    "refuse": refuse,
    "accept": accept,
    "decline": decline,
    "forget": forget,
    "tables": tables,
    "back": back,
}
"""What each verb of a custom id does."""

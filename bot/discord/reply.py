"""Answering an interaction: acknowledge it, do the work, show the result. An error becomes a sentence for the person.

The parts of an answer are composed in `bot.discord.outgoing`.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Final, TypeVar

import discord

from bot.discord.context import BotContext
from bot.discord.icons import is_about_icons, mark_panel, mark_seats, say_seat, unmark
from bot.discord.outgoing import AnswerFile, attach, compose, fit_message, fit_screen, may_be_for_files
from bot.discord.painter import CLASSIC
from bot.discord.panel import (
    NO_TOKEN,
    Press,
    Rows,
    add_signpost,
    button,
    list_actions,
    panel,
    put_together,
    rules_in,
    rules_view,
    ways_back,
)
from bot.discord.places import LOST, NOBODY
from bot.errors import TableError, explain, explain_storage
from bot.faultpoints import fault_point
from bot.games.showing import is_pictured
from bot.language import Language, choose_language
from bot.narrate.panel import Sheet, write_heading
from bot.tables.moments import Moment, PlaySession, TableMoment
from bot.tables.play import Tables, TableSession
from bot.worker import WHOSE
from engine.core.errors import GameError
from engine.core.text import Text, text
from render.pictures import Picture
from storage import StorageError, UnknownGame

log = logging.getLogger(__name__)

ALREADY_ACKNOWLEDGED = 40060
PAUSES: Final = (0.1, 0.4)
"""Seconds before a request is repeated after its connection broke. Discord waits three for the first answer."""

Made = TypeVar("Made")


async def retry(request: Callable[[], Awaitable[Made]]) -> Made:
    """Make a request, and repeat it if its connection breaks.

    Raises one of `LOST` if the connection breaks each time, and any other error of the request at once.
    """
    for pause in PAUSES:
        try:
            return await request()
        except LOST as error:
            log.info("A connection broke: %r", error)
            await asyncio.sleep(pause)
    return await request()


MARKS = 10_000
"""The number of different marks by which lists that are shown again get new custom ids."""


class Answer:
    """One interaction being answered, privately. ``in_place`` edits the panel on which the button was clicked.

    ``ways_back`` are the buttons of a panel that work without the panel: they are offered if it could not be shown.
    """

    def __init__(self, interaction: discord.Interaction[BotContext], *, in_place: bool = False) -> None:
        self.interaction = interaction
        self.bot = interaction.client
        self.language: Language = choose_language(interaction.locale.value)
        self.theme = CLASSIC
        self.ways_back: Sequence[discord.ui.Button[discord.ui.View]] = ()
        message = interaction.message
        self.in_place = in_place and message is not None and message.flags.ephemeral

    @property
    def tables(self) -> Tables:
        """Return the table service."""
        return self.bot.tables

    @property
    def number(self) -> int:
        """Return the id of the interaction. An action that is requested twice with the same id is done once."""
        return self.interaction.id

    @property
    def guild_id(self) -> int | None:
        """Return the id of the server where the person acts, or None in private messages."""
        return self.interaction.guild_id

    @property
    def user_id(self) -> int:
        """Return the id of the person who acts."""
        return self.interaction.user.id

    @property
    def user_name(self) -> str:
        """Return the person's display name."""
        return self.interaction.user.display_name

    @property
    def channel_id(self) -> int:
        """Return the id of the channel where the person acts, or 0 if it is unknown."""
        return self.interaction.channel_id or 0

    def at(self, game_id: str) -> TableSession:
        """Return the person's session at a table, for a command."""
        return self.bot.tables.at(game_id, self.user_id, self.interaction.id)

    def session(self, session_id: str, token: str | None = None) -> PlaySession:
        """Return the person's session at a table, in a copy or in a lesson, for a click; ``token`` names its moment."""
        return self.bot.tables.session(session_id, self.user_id, self.interaction.id, token)

    def count_picture(self, cost: int = 1) -> None:
        """Count ``cost`` pictures that the person asks for. Raises TableError after too many recent ones."""
        self.bot.pictures.count(self.user_id, self.interaction.guild_id, cost)

    async def learn(self) -> None:
        """Set the answer's language and theme to those of the person's settings. Raises StorageError."""
        preferences = await self.bot.tables.wishes.find(self.user_id)
        self.language = choose_language(preferences.language or self.interaction.locale.value)
        self.theme = preferences.theme or CLASSIC

    async def sit_down(self, game_id: str) -> None:
        """Use the terms of a table's game in the answer, if there is a table with this id. Raises StorageError."""
        with suppress(UnknownGame):
            self.use_voice(*await self.bot.tables.voice_of(game_id))

    def use_voice(self, kind: str, rival: str = "") -> None:
        """Use the terms of a game for answers from now on.

        ``rival`` is the automatic player that the table has chosen, or "" for the game's usual one.
        """
        self.language = self.language.of_game(kind, rival)

    async def acknowledge(self) -> bool:
        """Tell Discord that an answer is coming. Return False if that fails, is too late, or was done elsewhere."""
        was_lost = False

        async def defer() -> None:
            nonlocal was_lost
            try:
                if self.in_place:
                    await self.interaction.response.defer()
                else:
                    await self.interaction.response.defer(ephemeral=True, thinking=True)
            except LOST:
                was_lost = True
                raise

        try:
            await retry(defer)
        except discord.InteractionResponded:
            return False
        except discord.HTTPException as error:
            if error.code == ALREADY_ACKNOWLEDGED:
                # Discord received our first request, although its connection broke: the answer can follow.
                if not was_lost:
                    log.warning("An interaction was acknowledged elsewhere. Does a second bot run with this token?")
                return was_lost
            log.warning("An interaction could not be acknowledged: %s", error)
            return False
        except LOST as error:
            log.warning("An interaction could not be acknowledged: %r", error)
            return False
        return True

    async def say(self, words: str, view: discord.ui.View | None = None) -> None:
        """Answer with text and perhaps buttons; with ``in_place``, in a new message, so that the panel stays."""
        if not self.in_place:
            await self.show(words, view=view)
            return
        fitted, _, full = fit_screen(self.language, words, None)
        attached = attach((), (), full)

        async def send() -> None:
            options = fit_message(view=compose(fitted, None, view, attached), files=[file.make() for file in attached])
            await self.interaction.followup.send(**options, ephemeral=True, allowed_mentions=NOBODY)

        await retry(send)

    async def tell(self, words: str) -> None:
        """Post a message that everyone in the channel sees. The person must have had their answer before."""
        options = fit_message(content=words)
        await retry(lambda: self.interaction.followup.send(**options, ephemeral=False, allowed_mentions=NOBODY))

    async def show(
        self,
        words: str = "",
        *,
        sheet: Sheet | None = None,
        view: discord.ui.View | Rows | None = None,
        picture: Picture | None = None,
        pictures: Sequence[Picture] = (),
        files: Sequence[discord.File] = (),
    ) -> None:
        """Answer with text, sheet and pictures in any combination; with ``in_place``, edit the message.

        If Discord refuses the files, the answer is sent without them, and says so. Raises any other
        discord.HTTPException, and one of `LOST`.
        """
        fault_point("showing")
        if self.bot.icons and view is not None:
            mark_seats(self.bot.icons, view.children)
        fitted, sheet, full = fit_screen(self.language, words, sheet)
        attached = attach([picture] if picture is not None else pictures, files, full)
        if self.bot.capabilities.pictures_after_defer is False and (fitted or sheet is not None):
            attached = [one for one in attached if not one.is_picture]

        async def edit(words: str, sheet: Sheet | None, attached: Sequence[AnswerFile]) -> None:
            made = fit_message(view=compose(words, sheet, view, attached), attachments=[one.make() for one in attached])
            # A panel of an earlier version had content and embeds, which must be removed.
            await self.interaction.edit_original_response(**made, content=None, embeds=[], allowed_mentions=NOBODY)

        try:
            await retry(lambda: edit(fitted, sheet, attached))
        except discord.HTTPException as error:
            if is_about_icons(error) and view is not None:
                self.bot.forget_icons()
                unmark(view.children)
                await retry(lambda: edit(fitted, sheet, attached))
                return
            if not attached or not may_be_for_files(error):
                raise
            log.warning("An answer with files was refused: tried without. %s", error)
            remark = f"-# {self.language.say('ui.without.refused_files')}"
            shorter = f"{fitted}\n{remark}" if fitted else remark
            words, sheet, _ = fit_screen(self.language, shorter, sheet)
            await retry(lambda: edit(words, sheet, ()))

    async def show_panel(self, moment: Moment, *pictures: Picture, closer: str = "", again: bool = False) -> None:
        """Answer with a person's panel. ``closer`` is the key of its button for the map (`bot.discord.panel`).

        ``again`` means that this person may have picked from these lists before: then the lists get new custom ids.
        """
        self.use_voice(*moment.voice)
        note = self.bot.trouble.get(moment.id)
        if note is not None:
            moment.notes.append(note)
        self.ways_back = [*ways_back(self.language, moment), *list_actions(self.language, moment)]
        decision, is_free = moment.decision, moment.is_mine and not moment.draft.armed
        has_picture = False
        if not pictures and is_free and decision is not None and is_pictured(moment.front.pictures, decision):
            code = self.language.code
            asked = f"{moment.id} {moment.token}" if isinstance(moment, TableMoment) else ""
            drawn = await self.bot.painter.draw_question(moment.front, moment.game, code, self.theme, moment=asked)
            pictures, has_picture = ((drawn,), True) if drawn is not None else ((), False)
        mark = f".{self.interaction.id % MARKS}" if again else ""
        sheet, view = panel(self.language, moment, closer, mark, is_pictured=has_picture)
        add_signpost(view, self.language, moment.notes)
        if self.bot.icons:
            mark_panel(self.bot.icons, view.children, moment)
            icon = say_seat(self.bot.icons, moment.front.setup.kind, moment.game.pending_seat)
            sheet = replace(sheet, title=icon + sheet.title)
        if self.bot.links is not None and isinstance(moment, TableMoment) and moment.draft.is_empty:
            view.add_second(button(self.language.say("ui.button.web"), moment.id, NO_TOKEN, "web"))
        await self.show(write_heading(self.language, moment), sheet=sheet, view=view, pictures=pictures)


async def answer(
    interaction: discord.Interaction[BotContext],
    work: Callable[[Answer], Awaitable[None]],
    *,
    in_place: bool = False,
    press: Press | None = None,
) -> None:
    """Acknowledge an interaction and do its work. Any error becomes one sentence for the person.

    With ``press``, a refusal on a panel shows the present panel with the reason on it.
    """
    reply = Answer(interaction, in_place=in_place)
    WHOSE.set(reply.user_id)
    metrics, begun = reply.bot.metrics, time.monotonic()
    if not await reply.acknowledge():
        metrics.count("late")
        return
    metrics.acknowledged(time.monotonic() - begun)
    fault_point("acknowledged")
    try:
        try:
            await reply.learn()
            if press is not None:
                await reply.sit_down(press.game_id)
            await work(reply)
        except GameError as error:
            await refuse(reply, error, press)
        except StorageError as error:
            log.error("The database failed interaction %s: %s", interaction.id, error)
            if not isinstance(error, UnknownGame):
                reply.bot.recovery.notice()
            await reply.say(reply.language.say(explain_storage(error)))
    except (discord.HTTPException, *LOST) as error:
        log.warning("The answer to an interaction could not be shown: %r", error)
        await say_after_failure(reply, text("ui.answer.stored"))
    except Exception:
        metrics.count("incidents")
        incident = secrets.token_hex(3)
        log.exception("Incident %s in the interaction %s of user %s", incident, interaction.id, interaction.user.id)
        await say_after_failure(reply, text("error.incident", incident=incident))


async def refuse(reply: Answer, error: GameError, press: Press | None) -> None:
    """Show the reason for a refusal; on a panel, together with the present state."""
    if press is not None and reply.in_place:
        try:
            moment = await reply.session(press.game_id, press.token).moment()
        except (TableError, StorageError):
            pass
        else:
            moment.notes = [explain(error)]
            await reply.show_panel(moment)
            return
    reason = explain(error)
    await reply.say(reply.language.say(reason), rules_view(reply.language, rules_in(reason)))


async def say_after_failure(reply: Answer, words: Text) -> None:
    """Say that a request was carried out without a result to show, or that the bot has made a mistake.

    Buttons that work without a panel are added (`Answer.ways_back`). If this cannot be shown either, it is only logged.
    """
    try:
        await reply.say(reply.language.say(words), put_together(reply.ways_back))
    except (discord.HTTPException, *LOST) as error:
        log.warning("Not even the text %s could be shown: %r", words.key, error)

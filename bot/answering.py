"""Answering an interaction: acknowledge, then work, then show; and the one place where errors become sentences."""

from __future__ import annotations

import logging
import secrets
import time
from collections.abc import Awaitable, Callable, Sequence
from typing import TYPE_CHECKING, Any

import discord

from bot.crash import crash_here
from bot.errors import TableError, explain, explain_storage
from bot.language import Language, choose_language
from bot.panels import panel
from bot.pictures import CLASSIC, to_file
from bot.service.moments import Moment
from bot.teaching.signposts import add_signpost, rules_in, rules_view
from engine.core.errors import GameError
from engine.core.text import text
from render.picture import Picture
from storage import StorageError

if TYPE_CHECKING:
    from bot.client import TableBot

log = logging.getLogger(__name__)

ALREADY_ACKNOWLEDGED = 40060
NOBODY = discord.AllowedMentions.none()


class Answer:
    """One interaction being answered, privately. ``in_place`` edits the panel on which the button was pressed."""

    def __init__(self, interaction: discord.Interaction[TableBot], *, in_place: bool = False) -> None:
        self.interaction = interaction
        self.bot = interaction.client
        self.language: Language = choose_language(interaction.locale.value)
        self.theme = CLASSIC
        message = interaction.message
        self.in_place = in_place and message is not None and message.flags.ephemeral

    @property
    def user_id(self) -> int:
        """Who acts."""
        return self.interaction.user.id

    @property
    def user_name(self) -> str:
        """The name under which the person is known here."""
        return self.interaction.user.display_name

    @property
    def channel_id(self) -> int:
        """Where the person acts."""
        return self.interaction.channel_id or 0

    def count_picture(self) -> None:
        """Count a picture that the person asks for. Raises TableError when there were too many lately."""
        self.bot.pictures.count(self.user_id, self.interaction.guild_id)

    async def learn(self) -> None:
        """Find out in which language and colours the person wants answers. Raises StorageError."""
        preferences = await self.bot.tables.wishes.find(self.user_id)
        self.language = choose_language(preferences.language or self.interaction.locale.value)
        self.theme = preferences.theme or CLASSIC

    async def acknowledge(self) -> bool:
        """Tell Discord within its three seconds that an answer is coming. False when it is too late for one."""
        try:
            if self.in_place:
                await self.interaction.response.defer()
            else:
                await self.interaction.response.defer(ephemeral=True, thinking=True)
        except discord.InteractionResponded:
            return False
        except discord.HTTPException as error:
            if error.code != ALREADY_ACKNOWLEDGED:
                log.warning("An interaction could not be acknowledged: %s", error)
            return False
        return True

    async def say(self, words: str, view: discord.ui.View | None = None) -> None:
        """Answer with a sentence, and perhaps buttons; a panel that is shown stays as it is."""
        if self.in_place:
            shown = view if view is not None else discord.utils.MISSING
            await self.interaction.followup.send(words, ephemeral=True, allowed_mentions=NOBODY, view=shown)
        else:
            await self.interaction.edit_original_response(content=words, view=view, allowed_mentions=NOBODY)

    async def show(
        self,
        words: str | None = None,
        *,
        embed: discord.Embed | None = None,
        view: discord.ui.View | None = None,
        picture: Picture | None = None,
        pictures: Sequence[Picture] = (),
        files: Sequence[discord.File] = (),
    ) -> None:
        """Answer with any mixture of words, panel and pictures; in place of what was shown."""
        crash_here("showing")
        options: dict[str, Any] = {
            "content": words,
            "embeds": [embed] if embed is not None else [],
            "view": view,
            "attachments": [*(to_file(one) for one in ([picture] if picture is not None else pictures)), *files],
            "allowed_mentions": NOBODY,
        }
        await self.interaction.edit_original_response(**options)

    async def show_panel(self, moment: Moment, picture: Picture | None = None, *, closer: str = "") -> None:
        """Answer with a person's panel. ``closer`` is the key of its button for the map (see `bot.panels`)."""
        note = self.bot.outbox.trouble.get(moment.table.id)
        if note is not None:
            moment.notes.append(note)
        embed, view = panel(self.language, moment, closer)
        add_signpost(view, self.language, moment.notes)
        await self.show(embed=embed, view=view, picture=picture)


async def answer(
    interaction: discord.Interaction[TableBot],
    work: Callable[[Answer], Awaitable[None]],
    *,
    in_place: bool = False,
    game_id: str = "",
) -> None:
    """Acknowledge an interaction and do its work. Whatever goes wrong becomes one sentence for the person.

    With ``game_id``, a refusal on a panel shows the present panel with the reason on it.
    """
    reply = Answer(interaction, in_place=in_place)
    metrics, begun = reply.bot.metrics, time.monotonic()
    if not await reply.acknowledge():
        metrics.count("late")
        return
    metrics.acknowledged(time.monotonic() - begun)
    crash_here("acknowledged")
    try:
        try:
            await reply.learn()
            await work(reply)
        except GameError as error:
            await refuse(reply, error, game_id)
        except StorageError as error:
            log.error("The database failed interaction %s: %s", interaction.id, error)
            await reply.say(reply.language.say(explain_storage(error)))
    except discord.HTTPException as error:
        # What was asked for is done; only showing it failed, and /turn shows it again.
        log.warning("The answer to an interaction could not be shown: %s", error)
    except Exception:
        metrics.count("incidents")
        incident = secrets.token_hex(3)
        log.exception("Incident %s in the interaction %s of user %s", incident, interaction.id, interaction.user.id)
        await apologise(reply, incident)


async def refuse(reply: Answer, error: GameError, game_id: str) -> None:
    """Say why something was refused; on a panel, together with the present state of things."""
    if game_id and reply.in_place:
        try:
            moment = await reply.bot.tables.moment(game_id, reply.user_id)
        except (TableError, StorageError):
            pass
        else:
            moment.notes = [explain(error)]
            await reply.show_panel(moment)
            return
    reason = explain(error)
    await reply.say(reply.language.say(reason), rules_view(reply.language, rules_in(reason)))


async def apologise(reply: Answer, incident: str) -> None:
    """Say that the mistake is ours, with the number under which it is logged."""
    try:
        await reply.say(reply.language.say(text("error.incident", incident=incident)))
    except discord.HTTPException as error:
        log.warning("Incident %s could not even be told: %s", incident, error)

"""Pictures for messages, drawn off the event loop. A picture that fails is left out; it never stops a message."""

from __future__ import annotations

import asyncio
import hashlib
import io
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from typing import Any, Final

import discord
import msgspec

from bot.discord.limits import ALT_LIMIT, cut
from bot.games.answers import GameReview
from bot.games.frontend import Frontend, list_fronts
from bot.games.playing import read_view
from bot.games.showing import PHONE
from bot.language import DEFAULT, choose_language
from bot.narrate.replay_page import ReviewedSteps, make_page
from bot.tables.announcements import Attachment
from bot.tables.loading import Recap
from bot.tables.table import Table
from bot.worker import WHOSE, FairQueue
from engine import Game
from engine.core.change import Change
from engine.core.dice import SEED_BYTES
from engine.core.record import read_record
from render.pictures import Options, Picture
from render.pool import RenderPool, SlowPool, give_back

log = logging.getLogger(__name__)

Drawing = Callable[..., Picture | None]

CLASSIC = "classic"
"""The theme of all public pictures, which is a set of colours."""
PATIENCE = 20.0
"""Seconds after which a message is sent without its picture."""
LONG_PATIENCE = 300.0
"""Seconds after which an animation is given up. No public message waits for an animation, so it may take long."""
TALE_BYTES: Final = 24_000_000
"""Bytes of animations kept for the next request."""
RECENT_BYTES: Final = 10_000_000
"""Bytes of boards and questions that are kept: about thirty pictures. Several messages show the same board, and after
an undo, or in a reopened panel, the same question is asked."""
EXTENSIONS = {"image/png": "png", "image/webp": "webp", "image/jpeg": "jpg", "image/gif": "gif"}


class Recent:
    """Holds the pictures drawn last, up to a number of bytes, so that they are not drawn again.

    Requests for the same picture at the same time share one drawing.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._kept: OrderedDict[bytes, Picture] = OrderedDict()
        self._under_way: dict[bytes, asyncio.Task[Picture | None]] = {}

    def __contains__(self, key: bytes) -> bool:
        return key in self._kept

    async def find(self, key: bytes, draw: Callable[[], Awaitable[Picture | None]]) -> Picture | None:
        """Return the picture with this key, drawn if needed; None if it could not be drawn. Raises errors of ``draw``.

        If one person stops waiting, the others still get the picture.
        """
        if key in self._kept:
            self._kept.move_to_end(key)
            return self._kept[key]
        if key not in self._under_way:
            self._under_way[key] = asyncio.ensure_future(self._draw(key, draw))
            self._under_way[key].add_done_callback(retrieve_exception)
        return await asyncio.shield(self._under_way[key])

    async def _draw(self, key: bytes, draw: Callable[[], Awaitable[Picture | None]]) -> Picture | None:
        try:
            picture = await draw()
        finally:
            del self._under_way[key]
        if picture is not None:
            self._kept[key] = picture
            while len(self._kept) > 1 and sum(len(one.data) for one in self._kept.values()) > self._most:
                self._kept.popitem(last=False)
        return picture


class Painter:
    """Draws the pictures and pages of games in pools of workers, in which people take turns.

    ``is_on`` is False if pictures are switched off.
    """

    is_on = True

    def __init__(self, pool: RenderPool | None = None, slow_pool: RenderPool | None = None) -> None:
        self.pool = pool if pool is not None else RenderPool()
        # A picture of a whole game takes seconds: a separate pool keeps it from delaying other pictures.
        self.slow_pool = slow_pool if slow_pool is not None else pool if pool is not None else SlowPool()
        self._queue = FairQueue(self.pool.workers)
        self._slow_queue = FairQueue(self.slow_pool.workers)
        self.recent = Recent(RECENT_BYTES)
        self._tales = Recent(TALE_BYTES)
        self._is_warm = False

    async def draw(
        self,
        front: Frontend,
        view: Any,
        changes: Sequence[Change] = (),
        language: str = DEFAULT,
        options: Options | None = None,
    ) -> Picture | None:
        """Return the board of a view with its changes, or None if it could not be drawn (the log says why).

        A recent picture is not drawn again.
        """
        wanted = options if options is not None else Options(language=language)
        key = digest(front.setup.kind, view, list(changes), wanted)
        return await self.recent.find(key, lambda: self._draw(front.pictures.draw, view, changes, wanted))

    async def draw_question(
        self, front: Frontend, game: Game, language: str = DEFAULT, theme: str = CLASSIC, *, moment: str = ""
    ) -> Picture | None:
        """Return a picture of the game's pending question, or None if it could not be drawn. The game is not changed.

        The same question at the same ``moment`` of a table is not drawn again.
        """

        async def draw() -> Picture | None:
            return await self._draw(front.pictures.draw_question, game, Options(language=language, theme=theme))

        return await self.recent.find(digest(moment, language, theme), draw) if moment else await draw()

    async def draw_chart(
        self, tale: Recap, language: str = DEFAULT, theme: str = CLASSIC, review: GameReview | None = None
    ) -> Picture | None:
        """Return a chart of how near each seat was to winning over some turns, or None if it could not be drawn.

        With the ``review`` of the whole game, each seat's chance to win is drawn below.
        """
        options = Options(language=language, theme=theme)
        if review is not None:
            options = replace(options, chances=review.curve, unsaid=review.unsaid)
        return await self._draw(tale.table.front.pictures.draw_chart, tale.views, options)

    async def draw_card(
        self, front: Frontend, card: Any, sides: Sequence[str], language: str = DEFAULT, theme: str = CLASSIC
    ) -> Picture | None:
        """Return a picture of a card with the texts of its ``sides``, or None if it could not be drawn."""
        options = Options(language=language, theme=theme)
        return await self._draw(front.pictures.draw_card, card, sides, options)

    async def draw_sheet(
        self, front: Frontend, seat: str, language: str = DEFAULT, theme: str = CLASSIC
    ) -> Picture | None:
        """Return a picture of a seat's sheet, or None if it could not be drawn."""
        return await self._draw(front.lessons.draw_sheet, seat, Options(language=language, theme=theme))

    async def animate(self, tale: Recap, language: str = DEFAULT, theme: str = CLASSIC) -> Picture | None:
        """Return an animation: one turn step by step, or several turns one by one.

        Return None if pictures are off, or if it could not be drawn (the log says why). A recent animation is not drawn
        again. Simultaneous requests for the same animation share one drawing.
        """
        if not self.is_on:
            return None
        options = Options(language=language, theme=theme)
        drawing = self._tales.find(name_recap(tale, language, theme), lambda: self._animate(tale, options))
        try:
            return await asyncio.wait_for(drawing, LONG_PATIENCE)
        except Exception:
            log.exception("An animation could not be drawn.")
            return None

    async def write_page(
        self, record: bytes, title: str, language: str = DEFAULT, review: ReviewedSteps | None = None
    ) -> bytes | None:
        """Return a recorded game as an HTML page; None if pictures are off, or if an error occurred, which is logged.

        With the ``review`` of its turns, the page has the chances to win.
        """
        if not self.is_on:
            return None
        try:
            await self._slow_queue.enter(WHOSE.get())
            try:
                return await self.slow_pool.run(make_page, read_record(record), title, language, review)
            finally:
                self._slow_queue.leave()
        except Exception:
            log.exception("A page could not be made.")
            return None

    def has_kept(self, tale: Recap, language: str = DEFAULT, theme: str = CLASSIC) -> bool:
        """Return whether an animation is kept, so that showing it costs nothing."""
        return name_recap(tale, language, theme) in self._tales

    async def _animate(self, tale: Recap, options: Options) -> Picture | None:
        pictures = tale.table.front.pictures
        await self._slow_queue.enter(WHOSE.get())
        try:
            if len(tale.scenes) == 1:
                return await self.slow_pool.run(pictures.recap_turn, tale.before, tale.after, tale.changes, options)
            return await self.slow_pool.run(pictures.recap_game, tale.before, tale.scenes, options)
        finally:
            self._slow_queue.leave()

    async def _draw(self, work: Drawing, *given: Any) -> Picture | None:
        """Draw a picture when its turn in the queue comes; None if it fails, takes too long or pictures are off."""
        if not self.is_on:
            return None

        async def draw() -> Picture | None:
            try:
                return await self.pool.run(work, *given)
            finally:
                self._queue.leave()

        try:
            async with asyncio.timeout(PATIENCE):
                await self._queue.enter(WHOSE.get())
                drawing = asyncio.ensure_future(draw())
                drawing.add_done_callback(retrieve_exception)
                # A drawing cannot be stopped: its place is free when it ends, not when the wait for it is given up.
                return await asyncio.shield(drawing)
        except TimeoutError:
            log.warning("A picture takes more than %.0f seconds, and is left out.", PATIENCE)
            return None
        except Exception:
            log.exception("A picture could not be drawn.")
            return None

    async def warm_up(self) -> None:
        """Draw the board of each game once, so that its slow base is kept and later pictures are drawn faster."""
        if self._is_warm:
            return
        self._is_warm = True
        for front in list_fronts():
            for scenario in list(front.setup.scenarios)[:1]:
                game = Game.new(front.setup.kind, scenario, seed=bytes(SEED_BYTES))
                await self.draw(front, game.view())
        # Drawing a base takes far more memory than keeping it: the rest goes back to the system.
        give_back()

    def close(self) -> None:
        """End the workers of both pools."""
        self.pool.close()
        self.slow_pool.close()


def name_recap(tale: Recap, language: str, theme: str) -> bytes:
    """Return the identifier of an animation: a digest of everything in it."""
    return digest(tale.before, tale.scenes, language, theme)


def digest(*parts: Any) -> bytes:
    """Return a digest of ``parts``: everything that decides how a picture looks."""
    return hashlib.blake2b(msgspec.json.encode(parts), digest_size=16).digest()


def retrieve_exception(drawing: asyncio.Future[Picture | None]) -> None:
    """Read the error of a drawing that no one may be waiting for, so that asyncio does not complain."""
    if not drawing.cancelled():
        drawing.exception()


class NoPainter(Painter):
    """Draws nothing, for a host who wants no pictures: the messages contain everything as text."""

    is_on = False


def to_file(picture: Picture, name: str = "map") -> discord.File:
    """Return a picture as an attachment called ``name``, with the extension of its format, and with its alt text."""
    filename = f"{name}.{EXTENSIONS.get(picture.media_type, 'png')}"
    return discord.File(io.BytesIO(picture.data), filename=filename, description=cut(picture.alt, ALT_LIMIT))


def find_public_layout(table: Table) -> str:
    """Return the layout of the board in public messages of a table: wide, or for phones if the table has chosen it."""
    return PHONE if table.state.narrow else Options.layout


async def draw_shown(painter: Painter, table: Table, shown: Attachment) -> Picture | None:
    """Return the board for a public message, or None if it could not be drawn."""
    code = choose_language(shown.language).code
    options = Options(layout=find_public_layout(table), language=code, totals=shown.is_round, scores=shown.scores)
    view = read_view(table.front.setup, shown.view)
    return await painter.draw(table.front, view, shown.changes, options=options)

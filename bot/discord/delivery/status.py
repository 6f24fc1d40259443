"""The one status message of a table: made, pinned, kept up to date, and replaced if it is gone.

It has a line for each seat with its button beside it, then a row of buttons for the table. It pings no one, so it may
use Components V2 in public too. Private answers take its text and buttons from here. Only the newest message about
turns may have the button *Undo turn*: this module removes it from earlier ones.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Sequence
from typing import Final, NamedTuple

import discord

from bot.discord.context import BotContext
from bot.discord.delivery.sent import find_earlier
from bot.discord.icons import say_seat
from bot.discord.outgoing import draw_up, fit_message, list_custom_ids, send_with_files
from bot.discord.painter import draw_shown, find_public_layout
from bot.discord.panel import NO_TOKEN, Button, Rows, button, public_buttons, public_view, read_custom_id
from bot.discord.places import LOST, NOBODY, Place, choose_tags, may_tag
from bot.faultpoints import fault_point
from bot.games.playing import has_review, read_view
from bot.language import Language, choose_language
from bot.narrate.announcements import find_picture, list_buttons, speak_at
from bot.narrate.panel import Sheet
from bot.narrate.standing import Status, find_question, is_for_people, report_status
from bot.tables.announcements import STATUS, TURN, UNDO, AnyAnnouncement, Attachment, Turns, read_announcement
from bot.tables.loading import PlayedTurn, count_scores, find_last, find_tables_at, load
from bot.tables.moments import TableMoment, see
from bot.tables.records import find_reliability
from bot.tables.table import Table
from bot.tables.undo import find_offered_undo
from engine.core.errors import ReplayFailed
from render.pictures import Options, Picture
from storage import MessageRef, Post, Seat, Writer

log = logging.getLogger(__name__)

OF_A_STATUS: Final = frozenset({"board", "leave"})
"""Verbs of buttons that, among public messages, only a status has. The button “take” with a seat as its key is also
only on a status."""
Write = Callable[[Writer], Awaitable[None]]
"""Stores data about a message that has arrived, in the transaction that marks its post as sent."""
OVER: Final = ("over", "closed", "archived")


async def deliver_status(bot: BotContext, table: Table, channel: Place, post: Post) -> tuple[int, Write]:
    """Update the status message of a table, or post another if it is gone.

    Return the id of the message, and a function that stores it. Buttons *Undo turn* that are no longer offered are
    removed from other messages, and the place that a table has left is tidied up (`leave_place`).
    """
    state = await find_state(bot, table)
    message_id = await show_status(bot, table, channel, post, state)
    left = [ref for ref in state.statuses if ref.channel_id != channel.id]
    for ref in left:
        await leave_place(bot, table, ref)
    for undo, announced in state.outdated_undos:
        if announced is not None:
            await withdraw_undo(table, channel, undo.message_id, announced)

    async def write(tx: Writer) -> None:
        if state.message is None or state.message.message_id != message_id:
            await tx.put_message_ref(table.id, STATUS, channel.id, message_id)
        for ref in left:
            if ref.kind != STATUS:
                await tx.delete_message_ref(table.id, ref.kind)
        for undo, _ in state.outdated_undos:
            await tx.delete_message_ref(table.id, undo.kind)

    return message_id, write


async def show_status(bot: BotContext, table: Table, channel: Place, post: Post, state: State) -> int:
    """Edit the status message of a table, or post and pin another if it is gone. Return the id of the message."""
    language = choose_language(table.game.language).of_game(*table.voice)
    status = report_status(language, table, state.moment, list_signs(bot, table), last=state.last)
    picture = await draw_board(bot, table, state)
    rows = make_status(language, table, status)
    page = await make_page_button(bot, language, table)
    if page is not None:
        rows.add_last(page)

    async def send(words: str, files: Sequence[discord.File]) -> discord.Message:
        screen, made = draw_up(Sheet(status.title, words, status.colour), rows, files)
        # A status that replaces a deleted one must not notify people again.
        options = fit_message(view=screen, files=made)
        return await channel.send(
            **options, nonce=post.nonce, allowed_mentions=NOBODY, silent=state.message is not None
        )

    async def edit(words: str, files: Sequence[discord.File]) -> discord.Message:
        screen, made = draw_up(Sheet(status.title, words, status.colour), rows, files)
        options = fit_message(view=screen, attachments=made)
        # A status of an earlier version of the bot has content and embeds, which are removed.
        return await known.edit(**options, content=None, embeds=[], allowed_mentions=NOBODY)

    ref = state.message
    if ref is not None and ref.channel_id == channel.id:
        known: discord.Message | discord.PartialMessage = channel.get_partial_message(ref.message_id)
        try:
            await send_with_files(channel, language, status.words, picture, None, edit)
        except discord.NotFound:
            pass
        else:
            return ref.message_id
    message = await find_earlier(bot.tables.storage, bot.user, channel, post, is_status)
    if message is None:
        message, _ = await send_with_files(channel, language, status.words, picture, None, send)
    fault_point("posted")
    await pin(message, table.id)
    fault_point("pinned")
    return message.id


async def leave_place(bot: BotContext, table: Table, old: MessageRef) -> None:
    """Close the forum post that a table was moved away from, or remove its ``old`` status from another place.

    The post of another open or running table stays open. Failures are only logged.
    """
    try:
        place = bot.get_channel(old.channel_id) or await bot.fetch_channel(old.channel_id)
        forum = place.parent if isinstance(place, discord.Thread) else None
        if not isinstance(place, discord.Thread) or not isinstance(forum, discord.ForumChannel):
            await bot.get_partial_messageable(old.channel_id).get_partial_message(old.message_id).delete()
            return
        async with bot.tables.storage.read() as reader:
            is_used = bool(await find_tables_at(reader, place.id))
        me = bot.user.id if bot.user is not None else None
        if place.owner_id != me or is_used or place.archived:
            return
        tags = choose_tags(forum, place.applied_tags, "over") if may_tag(bot, place) else place.applied_tags
        await place.edit(applied_tags=tags, archived=True)
    except (discord.HTTPException, *LOST) as error:
        log.info("The former place of table %s is left as it is: %s", table.id, error)


async def draw_board(bot: BotContext, table: Table, state: State) -> Picture | None:
    """Return the board for a status, as in the newest message about turns if nothing has happened since.

    Return None before the game begins, and if the board could not be drawn.
    """
    if state.moment is None:
        return None
    if state.shown is not None:
        return await draw_shown(bot.painter, table, state.shown)
    last = state.last
    scores = count_scores(table, last) if last is not None else None
    code = choose_language(table.game.language).code
    options = Options(layout=find_public_layout(table), language=code, scores=scores)
    return await bot.painter.draw(table.front, state.moment.view, options=options)


async def make_page_button(bot: BotContext, language: Language, table: Table) -> Button | None:
    """Return a button that leads to a table's web page; None before the game, or if the bot serves no pages."""
    if bot.links is None or not table.has_begun:
        return None
    return discord.ui.Button(label=language.say("ui.button.web_page"), url=await bot.links.find_page(table.id))


async def move_undo(tx: Writer, table: Table, channel_id: int, announced: AnyAnnouncement, message_id: int) -> None:
    """Store that the newest message about turns has *Undo turn*, if it does, and that earlier ones should not.

    The next update of the status removes the button from those: an edit may take long, and must not delay messages.
    """
    ref = await tx.message_ref(table.id, UNDO)
    if ref is not None and ref.message_id != message_id:
        await tx.put_message_ref(table.id, f"{UNDO}.{ref.message_id}", ref.channel_id, ref.message_id)
    if find_undo(announced) is not None:
        await tx.put_message_ref(table.id, UNDO, channel_id, message_id)
    elif ref is not None:
        await tx.delete_message_ref(table.id, UNDO)


class State(NamedTuple):
    """The data of a status. ``moment`` and ``last``, the newest finished turn, are None before the game begins.

    ``statuses`` refer to the present status message, if there is one, and to those in places that the table has left.
    ``shown`` is the board in the newest message about turns, if it is still the same. ``outdated_undos`` refer to the
    messages with an *Undo turn* that the game no longer offers, each with its announcement (None if unknown).
    """

    moment: TableMoment | None
    last: PlayedTurn | None
    shown: Attachment | None
    statuses: Sequence[MessageRef]
    outdated_undos: Sequence[tuple[MessageRef, AnyAnnouncement | None]]

    @property
    def message(self) -> MessageRef | None:
        """Return the reference to the present status message, if there is one."""
        return next((ref for ref in self.statuses if ref.kind == STATUS), None)


async def find_state(bot: BotContext, table: Table) -> State:
    """Return the data for a status. Choices that no longer fit the rules are taken back first."""
    try:
        return await read_state(bot, table)
    except ReplayFailed:
        # Finding the moment takes back the choices that no longer fit the rules.
        await bot.tables.moment(table.id)
        return await read_state(bot, table)


async def read_state(bot: BotContext, table: Table) -> State:
    """Return the stored data for a status message, all read in one transaction.

    Raises ReplayFailed if stored choices no longer fit the rules.
    """
    moment, last, offered = None, None, None
    posts: Sequence[Post] = ()
    async with bot.tables.storage.read() as reader:
        refs = await reader.message_refs(table.id, "")
        undos = [ref for ref in refs if ref.kind.partition(".")[0] == UNDO]
        if table.has_begun:
            loaded = await load(reader, table.id, bot.tables.cache)
            moment = await see(reader, loaded, None)
            last = await find_last(reader, table.id)
            posts = await reader.posts_of(table.id, TURN, [ref.message_id for ref in undos])
            if any(ref.kind == UNDO for ref in undos):
                offered = await find_offered_undo(reader, loaded.table, loaded.game, loaded)
    told = {post.message_id: read_announcement(post.payload) for post in posts if post.payload}
    outdated = []
    for ref in undos:
        announced = told.get(ref.message_id)
        if ref.kind != UNDO or announced is None or find_undo(announced) != offered:
            outdated.append((ref, announced))
    newest = read_announcement(posts[-1].payload) if posts and posts[-1].payload else None
    shown = find_picture(table.front, newest) if newest is not None else None
    is_now = moment is not None and shown is not None and read_view(table.front.setup, shown.view) == moment.view
    statuses = [ref for ref in refs if ref.kind.partition(".")[0] == STATUS]
    if shown is not None:
        # The table may have changed its language since.
        shown.language = table.game.language
    return State(moment, last, shown if is_now else None, statuses, outdated)


async def withdraw_undo(table: Table, channel: Place, message_id: int, announced: AnyAnnouncement) -> None:
    """Remove *Undo turn* from a message. A failure is only logged: a click that comes too late is refused anyway."""
    kept = [made for made in list_buttons(table.front, announced) if made.partition(":")[0] != "retract"]
    view = public_view(speak_at(table, announced.language), table.id, kept)
    try:
        await channel.get_partial_message(message_id).edit(view=view, allowed_mentions=NOBODY)
    except discord.HTTPException as error:
        log.info("Undo could not be removed from a message of table %s: %s", table.id, error)


def find_undo(announced: AnyAnnouncement) -> int | None:
    """Return the number of the turn that an announcement offers to undo, or None."""
    return announced.undo if isinstance(announced, Turns) else None


async def write_status(bot: BotContext, language: Language, table: Table) -> Status:
    """Return a table's status as text; before the game begins, with the reliability of its people."""
    state = await find_state(bot, table)
    known = await find_reliability(bot.tables.storage, table.people) if table.game.status == "open" else None
    signs = list_signs(bot, table)
    return report_status(language, table, state.moment, signs, reliability=known, last=state.last)


def list_signs(bot: BotContext, table: Table) -> dict[str, str]:
    """Return the icon of each seat of a table as text, by seat, to be put before names; empty if there are no icons."""
    kind = table.game.kind
    return {row.seat: say_seat(bot.icons, kind, row.seat) for row in table.seats} if bot.icons else {}


async def pin(message: discord.Message | discord.PartialMessage, game_id: str) -> None:
    """Pin a status message. A failure is only logged: pinning needs a permission, and a channel has a limit of pins."""
    try:
        await message.pin()
    except discord.HTTPException as error:
        log.info("The status of table %s could not be pinned: %s", game_id, error)


# -- the seats and the tools ----------------------------------------------------------------------------------


def make_status(language: Language, table: Table, status: Status) -> Rows:
    """Return the rows of a status: each seat with its button, if it has one, and the buttons for the table."""
    made = Rows()
    asked = find_asked(table)
    loose: list[str] = []
    for row in table.seats:
        beside = make_seat_button(language, table, row, asked)
        if beside is None:
            loose.append(status.seats[row.seat])
            continue
        if loose:
            made.add_words("\n".join(loose))
            loose = []
        made.add_beside(status.seats[row.seat], beside)
    if loose:
        made.add_words("\n".join(loose))
    made.add(*make_tools(language, table))
    return made


def find_asked(table: Table) -> str:
    """Return the seat whose answer a running game waits for, if a person can give it; otherwise ""."""
    question = find_question(table)
    is_asked = table.game.status == "playing" and question is not None and (question.who or is_for_people(question))
    return question.seat if is_asked and question is not None else ""


def make_seat_button(language: Language, table: Table, row: Seat, asked: str) -> Button | None:
    """Return the button beside a seat: to take it, play for it, see its sheet or leave it; None if there is none."""
    if table.game.status in OVER:
        return None
    if table.is_open_to_all(row):
        return button(language.say("ui.button.sit"), table.id, NO_TOKEN, "take", row.seat, "primary")
    if row.seat == asked:
        return button(language.say("ui.button.turn"), table.id, NO_TOKEN, "turn", "", "primary")
    if table.game.status == "playing":
        if row.seat in table.front.pictures.parts:
            return button(language.say("ui.button.sheet"), table.id, NO_TOKEN, "look", f"{row.seat}.")
        if "sheets" in table.front.offers:
            return button(language.say("ui.button.sheet"), table.id, NO_TOKEN, "faction", row.seat)
        return None
    if row.kind == "player":
        return button(language.say("ui.button.leave"), table.id, NO_TOKEN, "leave", row.seat)
    return None


def make_tools(language: Language, table: Table) -> list[Button]:
    """Return the buttons in the last row of a status. *Your turn* is there if it is unknown what the game waits for."""
    if table.game.status == "open":
        start = button(language.say("ui.button.start"), table.id, NO_TOKEN, "start", "", "success")
        start.disabled = all(seat.kind != "player" for seat in table.seats)
        return [start]
    verbs = {
        "playing": [
            *(["turn"] if find_question(table) is None else []),
            "board",
            *(["card"] if "cards" in table.front.offers else []),
            "log",
        ],
        "over": list_past_tools(table),
        "archived": ["reactivate"],
    }
    return list(public_buttons(language, table.id, verbs.get(table.game.status, [])))


def list_past_tools(table: Table) -> list[str]:
    """Return the verbs of the buttons under a finished game, in order; “review” only if the game can be reviewed."""
    is_reviewed = has_review(table.front.lessons) and not table.is_abandoned
    return ["board", "log", "verify", "rematch", *(["review"] if is_reviewed else [])]


def is_status(message: discord.Message) -> bool:
    """Return whether a message has the buttons of a status, of this version or an earlier one of the bot."""
    for verb, key in map(read_custom_id, list_custom_ids(message)):
        if verb in OF_A_STATUS or (verb == "take" and key):
            return True
    return False

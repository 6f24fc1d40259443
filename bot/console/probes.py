"""The probes of ``gandhi rehearse``: what is asked of Discord, what is expected, and what the bot does otherwise."""

from __future__ import annotations

import asyncio
import io
import secrets
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Final

import discord
from discord import ui

from bot.client import make_tree
from bot.discord.common import CatalogueTranslator
from bot.discord.delivery.sent import Kept
from bot.discord.syncing import describe_commands, describe_entry, register_commands

PREFIX: Final = "rehearse"
BIG: Final = 9 << 20
PIXEL: Final = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010802000000907753de0000000c4944415408d763f8ffff3f0005fe02fe"
    "dccc59e70000000049454e44ae426082"
)
"""A PNG picture of one pixel."""
MOMENT: Final = 5.0
"""Seconds within which Discord should report someone in an open Activity."""
QUARTER: Final = 15 * 60.0
NOBODY: Final = discord.AllowedMentions.none()


class Otherwise(Exception):
    """An unexpected answer from Discord."""


class Unasked(Exception):
    """A probe was left out."""


@dataclass
class Stage:
    """The channel of a rehearsal, and the messages and threads that it has made.

    ``patience`` is the seconds to wait for a click; 0 means no clicks.
    """

    client: discord.Client
    channel: discord.TextChannel
    forum: discord.ForumChannel | None
    patience: float
    is_long: bool
    say: Callable[[str], None]
    thread: discord.Thread | None = None
    made: list[discord.Message | discord.PartialMessage] = field(default_factory=list)
    threads: list[discord.Thread] = field(default_factory=list)
    has_activity: bool = False
    touches: asyncio.Queue[discord.Interaction[Any]] = field(default_factory=asyncio.Queue)
    panel: discord.Message | None = None
    person: int = 0

    def hear(self, interaction: discord.Interaction[Any]) -> None:
        """Keep a click for the probe that waits for one."""
        data: Any = interaction.data or {}
        if str(data.get("custom_id", "")).startswith(PREFIX):
            self.person = interaction.user.id
            self.touches.put_nowait(interaction)

    async def send(self, **options: Any) -> discord.Message:
        """Post a message in the rehearsal's thread, or in the channel before there is one. It is deleted at the end."""
        place = self.thread or self.channel
        message = await place.send(**options, allowed_mentions=NOBODY)
        self.made.append(message)
        return message

    async def ask(self, number: int, words: str) -> discord.Interaction[Any]:
        """Ask the host for a click on a button, and return the click. Raises Unasked if there is none."""
        if not self.patience:
            raise Unasked("clicks were switched off (--clicks)")
        view = ui.View(timeout=None)
        view.add_item(ui.Button(label=f"{number}", custom_id=f"{PREFIX}:{number}:{secrets.token_hex(4)}"))
        view.stop()
        self.panel = await self.send(content=f"**{number} of 8.** {words}", view=view)
        self.say(f"  Click the button in the thread, from a phone if possible: {words}")
        return await self.wait()

    async def wait(self) -> discord.Interaction[Any]:
        """Return the next click. Raises Unasked if there is none in time."""
        try:
            return await asyncio.wait_for(self.touches.get(), self.patience)
        except TimeoutError:
            raise Unasked("nobody clicked") from None

    async def make_thread(self, name: str, kind: discord.ChannelType) -> discord.Thread:
        """Make a thread, which is deleted or archived at the end."""
        if kind is discord.ChannelType.public_thread and self.channel.is_news():
            kind = discord.ChannelType.news_thread
        thread = await self.channel.create_thread(name=name, type=kind, auto_archive_duration=10080)
        self.threads.append(thread)
        return thread

    async def clean(self) -> None:
        """Remove everything that was made. A thread that the bot may not delete is archived."""
        for message in self.made:
            with suppress(discord.HTTPException):
                await message.delete()
        for thread in self.threads:
            try:
                await thread.delete()
            except discord.HTTPException:
                with suppress(discord.HTTPException):
                    await thread.edit(archived=True)


@dataclass(frozen=True, slots=True)
class Probe:
    """One question to Discord: the ``expected`` answer, and what the bot does ``then`` if the answer is another one.

    ``run`` returns the answer if it is as expected. ``capability`` is the name of the fact that the answer decides.
    """

    name: str
    expected: str
    then: str
    run: Callable[[Stage], Awaitable[str]]
    capability: str = ""


PROBES: Final[list[Probe]] = []


def probe(
    name: str, expected: str, then: str, capability: str = ""
) -> Callable[[Callable[[Stage], Awaitable[str]]], None]:
    """Return a decorator that adds a function to the list of probes."""

    def add(run: Callable[[Stage], Awaitable[str]]) -> None:
        PROBES.append(Probe(name, expected, then, run, capability))

    return add


def expect(is_so: object, otherwise: str) -> None:
    """Raise Otherwise with a text unless a condition holds."""
    if not is_so:
        raise Otherwise(otherwise)


def draw(name: str = "map.png") -> discord.File:
    """Return a picture of one pixel as a file."""
    return discord.File(io.BytesIO(PIXEL), name, description="A pixel.")


def show(words: str, *names: str, button: str = "") -> ui.LayoutView:
    """Return a message of Components V2: text, the pictures with these file names, and a button if one is named."""
    view = ui.LayoutView(timeout=None)
    inside: list[ui.Item[Any]] = [ui.TextDisplay(words)]
    if names:
        inside.append(ui.MediaGallery(*(discord.MediaGalleryItem(f"attachment://{name}") for name in names)))
    view.add_item(ui.Container(*inside))
    if button:
        view.add_item(ui.ActionRow(ui.Button(label="Go", custom_id=f"{PREFIX}:{button}:{secrets.token_hex(4)}")))
    view.stop()
    return view


# -- without clicks ------------------------------------------------------------------------------------------


@probe("connection", "login with the intent for servers alone", "the bot does not start, and says why")
async def check_connection(stage: Stage) -> str:
    expect(stage.client.user is not None, "nobody is logged in")
    guild = stage.client.get_guild(stage.channel.guild.id)
    expect(guild is not None and guild.me is not None, "the server, or the bot's own member, is not known")
    return "connected; server, own member and roles are known"


@probe("own thread", "a public thread for a week", "the table stays in the channel")
async def open_thread(stage: Stage) -> str:
    stage.thread = await stage.make_thread("Rehearsal", discord.ChannelType.public_thread)
    expect(stage.thread.auto_archive_duration == 10080, f"archived after {stage.thread.auto_archive_duration} minutes")
    return "made"


@probe("commands", "registered twice, with the same ids", "Discord is asked again at the next start")
async def register(stage: Stage) -> str:
    ids = []
    payload = await list_commands()
    if stage.has_activity:
        payload.append(describe_entry())
    for _ in range(2):
        made = await register_commands(stage.client.http, stage.client.application_id or 0, payload)
        ids.append({command["id"] for command in made})
    expect(ids[0] == ids[1], "the ids differ")
    return f"{len(ids[0])} commands, the same twice"


async def list_commands() -> list[Any]:
    """Return the bot's commands as Discord receives them."""
    tree = make_tree(discord.Client(intents=discord.Intents.none()))
    await tree.set_translator(CatalogueTranslator())
    return await describe_commands(tree)


@probe("languages", "a command is described in four languages", "descriptions are in English")
async def check_languages(stage: Stage) -> str:
    commands = await stage.client.http.get_global_commands(stage.client.application_id or 0)
    table: Any = next((command for command in commands if command["name"] == "table"), None)
    told = (table or {}).get("description_localizations") or {}
    missing = {"it", "es-ES", "ja"} - {*told}
    expect(not missing, f"{', '.join(sorted(missing))} missing")
    return f"{len(told)} translations"


@probe("classic message", "a picture, and its message lists it", "words without a picture")
async def send_classic(stage: Stage) -> str:
    message = await stage.send(content="A classic message.", files=[draw()])
    expect([file.filename for file in message.attachments] == ["map.png"], "the picture is not listed")
    return "sent"


@probe("Components V2", "a gallery; the message lists no attachments", "nothing: the bot never reads them")
async def send_new(stage: Stage) -> str:
    message = await stage.send(view=show("Components V2.", "map.png"), files=[draw()])
    expect(not message.attachments, f"{len(message.attachments)} attachments are listed")
    return "sent"


@probe("edit with a new picture", "the picture is replaced", "the status is posted again")
async def edit_new(stage: Stage) -> str:
    message = await stage.send(view=show("First.", "map.png"), files=[draw()])
    await message.edit(view=show("Second.", "other.png"), attachments=[draw("other.png")])
    return "edited"


@probe("edit that keeps a picture", "the one that is listed stays beside a new one", "late pictures read the message")
async def edit_kept(stage: Stage) -> str:
    message = await stage.send(content="One picture.", files=[draw()])
    kept: Any = [Kept(file.id) for file in message.attachments]
    edited = await message.edit(attachments=[*kept, draw("chart.png")])
    names = [file.filename for file in edited.attachments]
    expect(names == ["map.png", "chart.png"], f"there are {len(names)} files")
    return "both are there"


@probe("description of a kept picture", "it is replaced without the picture", "nothing: pictures are sent again")
async def describe_again(stage: Stage) -> str:
    message = await stage.send(content="One picture.", files=[draw()])
    kept: Any = [Kept(file.id, "Another pixel.") for file in message.attachments]
    edited = await message.edit(attachments=kept)
    found = [file.description for file in edited.attachments]
    expect(found == ["Another pixel."], "the description is the old one")
    return "replaced"


@probe("silent message", "a message without a notification", "a status that is posted again notifies its channel")
async def send_silently(stage: Stage) -> str:
    message = await stage.send(content="Without a notification.", silent=True)
    expect(message.flags.silent, "the flag is missing")
    return "sent"


@probe("icons", "an emoji of the application is made, used and removed", "words without icons")
async def use_emoji(stage: Stage) -> str:
    made = await stage.client.create_application_emoji(name=f"rehearse_{secrets.token_hex(4)}", image=PIXEL)
    try:
        view = ui.View(timeout=None)
        view.add_item(ui.Button(label="Icon", emoji=made, custom_id=f"{PREFIX}:icon:{secrets.token_hex(4)}"))
        view.stop()
        await stage.send(content=f"{made}", view=view)
    finally:
        await made.delete()
    return "made, used, removed"


@probe("private thread", "made, and a person is added by a mention or by request", "no private talks")
async def talk(stage: Stage) -> str:
    thread = await stage.make_thread("Rehearsal, private", discord.ChannelType.private_thread)
    person = stage.person or stage.channel.guild.owner_id or 0
    await thread.add_user(discord.Object(person))
    return "made; a person was added"


@probe("mention in a private thread", "adds the person", "nothing: the bot adds people by request as well")
async def mention(stage: Stage) -> str:
    person = stage.person or stage.channel.guild.owner_id or 0
    thread = await stage.make_thread("Rehearsal, mention", discord.ChannelType.private_thread)
    await thread.send(f"<@{person}>", allowed_mentions=discord.AllowedMentions(users=[discord.Object(person)]))
    try:
        await thread.fetch_member(person)
    except discord.NotFound as error:
        raise Otherwise("the person was not added") from error
    return "the person was added"


@probe("archived thread", "a post opens it, an edit is refused (50083)", "it is opened before each edit")
async def fold(stage: Stage) -> str:
    thread = await stage.make_thread("Rehearsal, archived", discord.ChannelType.public_thread)
    message = await thread.send("A message.")
    await thread.edit(archived=True)
    try:
        await message.edit(content="An edit.")
    except discord.HTTPException as error:
        expect(error.code == 50083, f"an edit is refused with {error.code}")
    else:
        raise Otherwise("an edit is taken")
    await thread.send("A post.")
    return "as documented"


@probe("locking by the owner", "the bot may lock a thread of its own", "talks are archived without a lock", "own_locks")
async def lock(stage: Stage) -> str:
    thread = await stage.make_thread("Rehearsal, locked", discord.ChannelType.private_thread)
    await thread.edit(archived=True, locked=True)
    return "locked"


@probe("pin", "a message is pinned with Pin Messages alone", "the status is not pinned")
async def pin(stage: Stage) -> str:
    message = await stage.send(content="To be pinned.")
    await message.pin()
    return "pinned"


@probe("nonce", "a nonce sent twice gives the same message", "a message may arrive twice after a crash")
async def repeat(stage: Stage) -> str:
    nonce = secrets.token_hex(8)
    first, second = [await stage.send(content="Once.", nonce=nonce) for _ in range(2)]
    expect(first.id == second.id, "there are two messages")
    return "one message"


@probe("quick edits", "five edits of one message are taken", "edits wait and are made again")
async def edit_quickly(stage: Stage) -> str:
    message = await stage.send(content="0")
    for number in range(1, 6):
        await message.edit(content=f"{number}")
    return "taken"


@probe("large file", "9 MB are taken", "the message goes out without its file")
async def send_large(stage: Stage) -> str:
    await stage.send(content="9 MB.", files=[discord.File(io.BytesIO(bytes(BIG)), "large.bin")])
    return "taken"


@probe("history", "the bot reads its messages", "a message may arrive twice after a crash")
async def read_history(stage: Stage) -> str:
    place = stage.thread or stage.channel
    found = [message async for message in place.history(limit=5)]
    expect(found, "nothing is there: Read Message History is missing")
    return f"{len(found)} messages"


@probe("limits", "Discord names its limits in headers", "waits are longer than they need be")
async def read_limits(stage: Stage) -> str:
    route = discord.http.Route("GET", "/channels/{channel_id}", channel_id=stage.channel.id)
    token = f"Bot {stage.client.http.token}"
    session: Any = stage.client.http._HTTPClient__session  # type: ignore[attr-defined]
    async with session.get(route.url, headers={"Authorization": token}) as reply:
        named = [name for name in ("X-RateLimit-Limit", "X-RateLimit-Remaining") if name in reply.headers]
    expect(len(named) == 2, "no headers")
    return ", ".join(named)


@probe("forum post", "a post without tags, its first message has its id", "the table is in the channel")
async def post(stage: Stage) -> str:
    if stage.forum is None:
        raise Unasked("no forum was named (--forum)")
    made = await stage.forum.create_thread(name="Rehearsal", content="A post.", allowed_mentions=NOBODY)
    stage.threads.append(made.thread)
    expect(made.message.id == made.thread.id, "the ids differ")
    return "made"


@probe("tags by the owner", "the bot sets a tag of its own post", "a post keeps the tag it began with", "own_tags")
async def tag(stage: Stage) -> str:
    free = [one for one in stage.forum.available_tags if not one.moderated] if stage.forum is not None else []
    if stage.forum is None or not free:
        raise Unasked("no forum with a free tag was named (--forum)")
    made = await stage.forum.create_thread(name="Rehearsal, tags", content="A post.", allowed_mentions=NOBODY)
    stage.threads.append(made.thread)
    await made.thread.edit(applied_tags=free[:1])
    return "set"


# -- with clicks ---------------------------------------------------------------------------------------------


@probe(
    "picture after a defer",
    "a deferred answer is edited with a gallery",
    "panels come without pictures",
    "pictures_after_defer",
)
async def defer_picture(stage: Stage) -> str:
    interaction = await stage.ask(1, "A private answer with a picture appears.")
    await interaction.response.defer(ephemeral=True, thinking=True)
    await interaction.edit_original_response(view=show("With a picture.", "map.png"), attachments=[draw()])
    return "shown"


@probe("answer at once", "a private answer with a picture", "the bot always defers")
async def answer_at_once(stage: Stage) -> str:
    interaction = await stage.ask(2, "Another private answer with a picture appears.")
    await interaction.response.send_message(view=show("At once.", "map.png"), files=[draw()], ephemeral=True)
    return "shown"


@probe("change in place", "the message of the button is changed", "a new private message")
async def change_in_place(stage: Stage) -> str:
    interaction = await stage.ask(3, "This message changes.")
    await interaction.response.edit_message(content="Changed.", view=None)
    return "changed"


@probe("change after a defer", "the message of the button is changed later", "a new private message")
async def change_later(stage: Stage) -> str:
    interaction = await stage.ask(4, "This message changes after a moment.")
    await interaction.response.defer()
    await interaction.edit_original_response(content="Changed later.", view=None)
    return "changed"


@probe("sentence beside", "a private follow-up", "the sentence is on the panel")
async def follow_up(stage: Stage) -> str:
    interaction = await stage.ask(5, "A private sentence appears.")
    await interaction.response.defer()
    await interaction.followup.send("A sentence.", ephemeral=True)
    return "sent"


@probe("board inside Discord", "the Activity opens, and the person is in it", "private links are given")
async def open_activity(stage: Stage) -> str:
    if not stage.has_activity:
        raise Unasked("GANDHI_ACTIVITY is off")
    interaction = await stage.ask(6, "The board opens inside Discord: look at it, and leave it open for a moment.")
    made = await interaction.response.launch_activity()
    opened = made.resource
    expect(isinstance(opened, discord.InteractionCallbackActivityInstance), "no Activity was opened")
    await asyncio.sleep(MOMENT)
    number = stage.client.application_id or 0
    path = f"/applications/{number}/activity-instances/{opened.id}" if opened is not None else ""
    found: Any = await stage.client.http.request(discord.http.Route("GET", path))
    expect(str(interaction.user.id) in found.get("users", ()), "Discord does not have the person in it")
    return "opened"


@probe("form", "a form with boxes is shown, and submitted", "forms have lists in place of boxes", "boxes")
async def fill_form(stage: Stage) -> str:
    interaction = await stage.ask(7, "A form opens: tick both boxes and submit it.")
    modal = ui.Modal(title="Rehearsal", custom_id=f"{PREFIX}:form:{secrets.token_hex(4)}")
    options = [discord.CheckboxGroupOption(label=name, value=name) for name in ("one", "two")]
    boxes = ui.CheckboxGroup[Any](custom_id="boxes", required=False, min_values=0, max_values=2, options=options)
    modal.add_item(ui.Label(text="Both", component=boxes))
    modal.stop()
    await interaction.response.send_modal(modal)
    submitted = await stage.wait()
    data: Any = submitted.data or {}
    labels = data.get("components") or []
    values = [value for label in labels for value in (label.get("component") or {}).get("values") or []]
    await submitted.response.send_message("Thank you.", ephemeral=True)
    expect(sorted(values) == ["one", "two"], f"{len(values)} of 2 boxes came")
    return "both boxes came"


@probe("old panel", "a private panel of 15 minutes is changed by its own click", "the panel is sent again")
async def wait_long(stage: Stage) -> str:
    if not stage.is_long:
        raise Unasked("only with --long")
    interaction = await stage.ask(8, "A private panel appears. Click its button in 15 minutes.")
    await interaction.response.send_message(view=show("Wait.", button="old"), ephemeral=True)
    await asyncio.sleep(QUARTER)
    stage.say("  Click the button of the private panel now.")
    later = await stage.wait()
    await later.response.defer()
    await later.edit_original_response(view=show("Changed."))
    return "changed"

"""People who ask the bot without any Discord: commands, clicks and completions, and whole answers as plain data.

A person's interaction has what the bot reads of one, and is passed to the same functions as Discord's. The bot's
answers are kept as they would be sent: text, components, pictures with their alt text.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any, cast
from unittest import mock

import aiosqlite
import discord
from discord import app_commands

from bot.client import COMPONENT, TableBot, carry_out, submit
from bot.discord.outgoing import walk
from bot.discord.painter import Painter
from bot.discord.panel import Press
from bot.games.frontend import list_fronts
from bot.tables.servers import Limits
from render.pictures import Picture
from render.pool import RenderPool
from storage import Storage, connections
from storage.sqlite import SwiftConnection
from tools.subjects import find_subject

GUILD = 1
PLENTY = Limits(10**6, 10**6, 10**6, 10**6)
"""Limits that no one reaches."""

Output = dict[str, Any]
"""One answer as plain data."""


class Describer(RenderPool):
    """A pool that draws only pictures of questions; others are a digest of their input, with the real alt text."""

    async def run(self, function: Callable[..., Any], *arguments: Any) -> Any:
        """Draw a question; return a digest of any other picture's input, None for a page."""
        if function.__name__ == "make_page":
            return None
        if function.__name__ == "draw_question":
            return function(*arguments)
        kind = next((front.setup.kind for front in list_fronts() if front.pictures.draw == function), "")
        if kind:
            view, changes, options = arguments
            return describe(find_subject(kind).describe(view, changes), view, changes, options)
        return describe(function.__name__, *arguments)


@contextmanager
def without_threads() -> Iterator[None]:
    """Let SQLite answer in place: a tool with thousands of questions need not wait for a thread or the disk.

    A read also ends in place: from a thread, it would end in the middle of what follows.
    """

    async def at_once(connection: aiosqlite.Connection, work: Callable[..., Any], *given: Any, **options: Any) -> Any:
        return work(*given, **options)

    def leave(connection: SwiftConnection) -> None:
        connection._is_open = False
        connection._conn.rollback()

    with (
        mock.patch.object(aiosqlite.Connection, "_execute", at_once),
        mock.patch.object(SwiftConnection, "_leave", leave),
        mock.patch.object(connections, "SYNCHRONOUS", "OFF"),
    ):
        yield


def describe(alt: str, *made_of: Any) -> Picture:
    """Return a stand-in for a picture, with this alt text, whose bytes differ whenever the input differs."""
    return Picture(hashlib.blake2b(repr(made_of).encode(), digest_size=16).digest(), "image/png", alt, 1, 1)


def make_bot(storage: Storage) -> TableBot:
    """Return a bot that sends nothing by itself: messages stay in its outbox."""
    bot = TableBot(storage, painter=Painter(Describer(workers=1)), threads=False, limits=PLENTY)
    bot.tables.transactions._on_commit = lambda has_queued: None
    return bot


@dataclass
class Asked:
    """One interaction with the parts that the bot reads, and its answers."""

    client: TableBot
    id: int
    user: Any
    channel_id: int
    locale: Any
    namespace: Any
    message: Any = None
    data: Any = None
    guild_id: int = GUILD
    outputs: list[Output] = field(default_factory=list)

    @property
    def response(self) -> Any:
        """Return the object that acknowledges."""
        return SimpleNamespace(defer=self._acknowledge, send_modal=self._show_form, is_done=lambda: False)

    @property
    def followup(self) -> Any:
        """Return the object that sends further answers."""
        return SimpleNamespace(send=self._send)

    @property
    def channel(self) -> Any:
        """Return the channel, in which the bot may do nothing but answer."""
        return None

    @property
    def guild(self) -> None:
        """Return None, as for the server of a bot that has just started."""
        return None

    @property
    def app_permissions(self) -> discord.Permissions:
        """Return the permissions of the bot in the channel: all of them."""
        return discord.Permissions.all()

    async def edit_original_response(self, **answer: Any) -> None:
        """Keep an edit of the first answer as a further answer."""
        self.outputs.append(write_down(answer))

    async def _show_form(self, form: Any) -> None:
        self.outputs.append({"words": form.title, "form": form.to_dict()})

    async def _acknowledge(self, **options: Any) -> None:
        return None

    async def _send(self, **answer: Any) -> None:
        self.outputs.append(write_down(answer))


def write_down(answer: Mapping[str, Any]) -> Output:
    """Return an answer as plain data."""
    view = answer.get("view")
    parts = view.to_components() if view not in (None, discord.utils.MISSING) else []
    texts = [answer.get("content"), *(part.get("content") for part in walk(parts))]
    return {
        "words": "\n".join(text for text in texts if text),
        "parts": parts,
        "files": [(file.filename, file.description, file.fp.read().hex()) for file in answer.get("attachments") or ()],
    }


class Asker:
    """Asks one bot in one channel. Interactions are numbered, so that two bots can be asked exactly the same."""

    def __init__(self, bot: TableBot, channel_id: int) -> None:
        self.bot = bot
        self.channel_id = channel_id
        self.commands = {command.qualified_name: command for command in bot.tree.walk_commands()}
        self.count = channel_id * 1_000_000

    def ask(self, user_id: int, locale: str, options: Mapping[str, Any] | None = None, *, on_panel: bool) -> Asked:
        """Return a new interaction; ``on_panel`` when it is a click on a private message."""
        self.count += 1
        user = SimpleNamespace(id=user_id, display_name=f"Person {user_id}", bot=False)
        panel = SimpleNamespace(flags=SimpleNamespace(ephemeral=True), components=[]) if on_panel else None
        given = SimpleNamespace(**{"table": None, **(options or {})})
        return Asked(self.bot, self.count, user, self.channel_id, SimpleNamespace(value=locale), given, panel)

    async def slash(self, user_id: int, locale: str, command: str, **options: Any) -> list[Output]:
        """Use a command, and return the answers."""
        asked = self.ask(user_id, locale, options, on_panel=False)
        found = cast("app_commands.Command[Any, ..., None]", self.commands[command])
        given = {
            name: app_commands.Choice(name=str(value), value=value) if found.get_parameter(name).choices else value  # type: ignore[union-attr]
            for name, value in options.items()
        }
        binding = (found.binding,) if found.binding is not None else ()
        await found.callback(*binding, cast("Any", asked), **given)
        return asked.outputs

    async def press(self, user_id: int, locale: str, custom_id: str, keys: Sequence[str] = ()) -> list[Output]:
        """Click a button, or use a select, by its custom id, and return the answers."""
        asked = self.ask(user_id, locale, on_panel=True)
        match = COMPONENT.fullmatch(custom_id)
        if match is None:
            raise ValueError(f"Nothing is pressed with {custom_id!r}.")
        press = Press(match, match["verb"])
        await carry_out(cast("Any", asked), press, list(keys) if press.verb == "pick" else [press.key])
        return asked.outputs

    async def submit(self, user_id: int, locale: str, form: Mapping[str, Any], values: Sequence[str]) -> list[Output]:
        """Choose values in a form wherever it offers them, submit it, and return the answers."""
        asked = self.ask(user_id, locale, on_panel=True)
        asked.data = fill_in(form, values)
        await submit(cast("Any", asked))
        return asked.outputs

    async def complete(self, user_id: int, locale: str, command: str, option: str, typed: str) -> list[Output]:
        """Return what the completion of an option offers."""
        asked = self.ask(user_id, locale, {option: typed}, on_panel=False)
        found = cast("app_commands.Command[Any, ..., None]", self.commands[command])
        offers = cast("Any", found._params[option].autocomplete)
        return [{"choices": [(choice.name, choice.value) for choice in await offers(asked, typed)]}]


def list_fields(form: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield everything in a form in which something can be chosen."""
    for label in form["components"]:
        if label.get("component", {}).get("options"):
            yield label["component"]


def fill_in(form: Mapping[str, Any], values: Sequence[str]) -> dict[str, Any]:
    """Return the data that Discord reports when a form is submitted with these values."""
    filled = []
    for field_ in list_fields(form):
        offered = [option["value"] for option in field_["options"]]
        chosen = [value for value in values if value in offered]
        component = {"type": field_["type"], "custom_id": field_["custom_id"], "values": chosen}
        filled.append({"type": discord.ComponentType.label.value, "component": component})
    return {"custom_id": form["custom_id"], "components": filled}


def list_components(outputs: Sequence[Output]) -> Iterator[tuple[str, list[str]]]:
    """Yield everything that can be clicked on an answer: custom ids, and the values of a select."""
    for output in outputs:
        for part in walk(output.get("parts", ())):
            if "custom_id" in part and not part.get("disabled"):
                yield part["custom_id"], [option["value"] for option in part.get("options") or ()]

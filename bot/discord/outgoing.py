"""Messages for Discord: compose answers, check every message, and leave out files that cannot be attached.

Answers use Components V2: text, then a sheet in its colour with its pictures above its buttons, then files. Public
messages that ping someone do not: the notification on a phone would be empty. What Discord would refuse is repaired,
and reported as our mistake. Files that cannot be attached to a public message are left out, and the message says so.

Where a message goes is in `places`; when it is sent, in `delivery`.
"""

from __future__ import annotations

import io
import logging
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from enum import Enum, auto
from typing import Any, Final, cast

import discord

from bot.discord.limits import ATTACHED, ATTACHMENTS, TEXT_LIMIT, Part, cut, measure, repair
from bot.discord.painter import to_file
from bot.discord.panel import Components, Rows
from bot.discord.places import ARCHIVED, ATTACH, LOCKED, Place, do_without, is_refusal, may_attach
from bot.language import Language
from bot.narrate.panel import Sheet
from bot.narrate.standing import CONTENT_LIMIT
from engine.core.text import text
from render.pictures import Picture

log = logging.getLogger(__name__)

FULL_TEXT: Final = "answer.txt"
"""The file with the full text of an answer that was too long."""
PICTURES: Final = (".png", ".webp", ".jpg", ".gif")


# -- answers --------------------------------------------------------------------------------------------------


class Screen(discord.ui.LayoutView):
    """A message with Components V2, which never expires. Only the custom ids of its buttons decide what they do."""

    def __init__(self) -> None:
        super().__init__(timeout=None)

    def is_dispatchable(self) -> bool:
        """Return False, so that the library does not keep the screen: a click is handled by its custom id."""
        return False


class AnswerFile:
    """A file of an answer. The library closes a file after an attempt to send it, so each attempt sends a new copy."""

    def __init__(self, file: discord.File) -> None:
        self._data = file.fp.read()
        self.name, self.description = file.filename, file.description

    @property
    def is_picture(self) -> bool:
        """Return whether the file is shown as a picture, and not only offered for download."""
        return self.name.endswith(PICTURES)

    def make(self) -> discord.File:
        """Return a copy of the file, which can be sent once."""
        return discord.File(io.BytesIO(self._data), self.name, description=self.description)


def attach(pictures: Sequence[Picture], files: Sequence[discord.File], full: str = "") -> list[AnswerFile]:
    """Return the files of an answer, each with its own name. The text ``full`` was too long, and becomes a file."""
    made = [AnswerFile(to_file(picture, f"map{place or ''}")) for place, picture in enumerate(pictures)]
    made += [AnswerFile(file) for file in files]
    if full:
        made.append(AnswerFile(discord.File(io.BytesIO(full.encode()), FULL_TEXT)))
    return made


def fit_screen(language: Language, words: str, sheet: Sheet | None) -> tuple[str, Sheet | None, str]:
    """Return the text and the sheet, cut to the limits of one answer, and the full text of what was cut, or ""."""
    remark, room = language.say("ui.answer.in_file"), TEXT_LIMIT
    full = []
    if measure(words) > room // (2 if sheet is not None else 1):
        full.append(words)
        words = cut(words, room // (2 if sheet is not None else 1), remark)
    if sheet is None:
        return words, None, "\n\n".join(full)
    head, foot = cut(sheet.title, room // 8), cut(sheet.footer, room // 8)
    room -= measure(words) + measure(write_head(head)) + measure(write_foot(foot))
    body = sheet.body
    if measure(body) > room:
        full.append(body)
        body = cut(body, room, remark)
    return words, Sheet(head, body, sheet.colour, foot), "\n\n".join(full)


def write_head(title: str) -> str:
    """Return the title of a sheet as its first line, or "" without a title."""
    return f"### {title}\n" if title else ""


def write_foot(footer: str) -> str:
    """Return the footer of a sheet as its last lines, in small print."""
    return "\n".join(f"-# {line}" for line in footer.splitlines())


def compose(
    words: str, sheet: Sheet | None, view: discord.ui.View | Rows | None, attachments: Sequence[AnswerFile] = ()
) -> Screen:
    """Return an answer: its text, then its sheet with pictures and buttons, then its files."""
    screen = Screen()
    pictures = [made for made in attachments if made.is_picture]
    inside: list[discord.ui.Item[Any]] = []
    if sheet is not None and (text := write_head(sheet.title) + sheet.body).strip():
        inside.append(discord.ui.TextDisplay(text))
    if pictures:
        items = [discord.MediaGalleryItem(ATTACHED + made.name, description=made.description) for made in pictures]
        inside.append(discord.ui.MediaGallery(*items))
    inside += list_rows(view)
    if sheet is not None and sheet.footer:
        inside.append(discord.ui.TextDisplay(write_foot(sheet.footer)))
    files: list[discord.ui.Item[Any]] = [
        discord.ui.File(ATTACHED + made.name) for made in attachments if not made.is_picture
    ]
    if words.strip():
        screen.add_item(discord.ui.TextDisplay(words))
    if sheet is not None and inside:
        inside = [discord.ui.Container(*inside, accent_colour=sheet.colour)]
    for part in [*inside, *files]:
        screen.add_item(part)
    return screen


def draw_up(sheet: Sheet, view: Rows, files: Sequence[discord.File]) -> tuple[Screen, list[discord.File]]:
    """Return a public message that consists of a sheet, and its files, which can be sent once."""
    made = [AnswerFile(file) for file in files]
    return compose("", sheet, view, made), [one.make() for one in made]


def list_rows(view: discord.ui.View | Rows | None) -> Iterator[discord.ui.Item[Any]]:
    """Yield the rows of buttons and lists of a panel, or of a view of the classic kind."""
    if isinstance(view, Rows):
        yield from view.make_rows()
    if view is None or isinstance(view, Rows):
        return
    items = {name_item(item.to_component_dict()): item for item in view.children}
    for row in view.to_components():
        yield discord.ui.ActionRow(*(items[name_item(part)] for part in row["components"]))


def name_item(part: dict[str, Any]) -> str:
    """Return the identifier of a button or list within its message: its custom id or, for a link, its address."""
    return str(part.get("custom_id") or part.get("url"))


def walk(parts: Iterable[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Yield components of a message from Discord, as data, each followed by those nested in it."""
    for part in parts:
        yield part
        beside = [part["accessory"]] if part.get("accessory") else []
        yield from walk([*(part.get("components") or ()), *beside])


def list_custom_ids(message: discord.Message) -> list[str]:
    """Return the custom ids of the buttons and lists of a message from Discord."""
    made: Iterable[dict[str, Any]] = (cast(dict[str, Any], part.to_dict()) for part in message.components)
    return [str(part["custom_id"]) for part in walk(made) if part.get("custom_id")]


# -- the check ------------------------------------------------------------------------------------------------


class BeyondLimits(Exception):
    """A message that Discord would refuse. Only tests and tools raise this: in production the message is repaired."""


class Repaired(Components):
    """Repaired components, of the classic kind or with Components V2."""

    def __init__(self, components: list[Part], *, is_v2: bool) -> None:
        super().__init__()
        self._made, self._is_v2 = components, is_v2

    def to_components(self) -> list[Part]:
        """Return the components as Discord's API expects them."""
        return self._made

    def has_components_v2(self) -> bool:
        """Return whether the message uses Components V2."""
        return self._is_v2


def describe_message(options: Part) -> Part:
    """Return the data that Discord would receive for a message or an edit with these options."""
    view, embeds = options.get("view") or None, options.get("embeds") or ()
    files = options.get("files") or options.get("attachments") or ()
    return {
        "content": options.get("content"),
        "embeds": [embed.to_dict() for embed in embeds],
        "components": view.to_components() if view is not None else [],
        "attachments": [{"filename": file.filename, "description": file.description or ""} for file in files],
        "flags": discord.MessageFlags(components_v2=view is not None and view.has_components_v2()).value,
    }


def check_message(**options: Any) -> None:
    """Raise BeyondLimits for a message that Discord would refuse."""
    if faults := repair(describe_message(options)):
        raise BeyondLimits("; ".join(faults))


def fit_message(**options: Any) -> Part:
    """Return the options of a message without anything that Discord would refuse; repairs are reported."""
    payload = describe_message(options)
    faults = repair(payload)
    if not faults:
        return options
    report(faults)
    made = dict(options)
    if "content" in options:
        made["content"] = payload["content"]
    if options.get("embeds"):
        made["embeds"] = [discord.Embed.from_dict(embed) for embed in payload["embeds"]]
    if view := options.get("view"):
        made["view"] = Repaired(payload["components"], is_v2=view.has_components_v2())
    for key in ("files", "attachments"):
        if options.get(key):
            made[key] = list(options[key])[:ATTACHMENTS]
            for file, described in zip(made[key], payload["attachments"], strict=True):
                file.description = described["description"] or None
    return made


def report(faults: Sequence[str]) -> None:
    """Log that a message was repaired because of a mistake of ours. Tests raise BeyondLimits instead."""
    log.error("A message was beyond Discord's limits and was repaired: %s", "; ".join(faults))


class Files(Enum):
    """The state of a message's files: attached, not allowed (perhaps later), or refused for good."""

    SENT = auto()
    FORBIDDEN = auto()
    REFUSED = auto()


Send = Callable[[str, Sequence[discord.File]], Awaitable[discord.Message]]


async def send_with_files(
    channel: Place,
    language: Language,
    words: str,
    picture: Picture | None,
    record: tuple[str, bytes] | None,
    send: Send,
) -> tuple[discord.Message, Files]:
    """Send a message with its picture and record; if they are refused, send it without them and say so.

    Return the message, and the state of its files. Raises any error of ``send`` that is not about files.
    """

    def make_files() -> list[discord.File]:
        files = [to_file(picture)] if picture is not None else []
        return files + ([discord.File(io.BytesIO(record[1]), filename=record[0])] if record is not None else [])

    if picture is None and record is None:
        return await send(words, []), Files.SENT
    why = Files.FORBIDDEN
    if may_attach(channel):
        try:
            return await send(words, make_files()), Files.SENT
        except discord.HTTPException as error:
            if not may_be_for_files(error):
                raise
            why = Files.FORBIDDEN if isinstance(error, discord.Forbidden) else Files.REFUSED
            log.warning("Channel %s refuses a message with files: tried without. %s", channel.id, error)
    remark = f"\n-# {language.say(do_without(ATTACH) if why is Files.FORBIDDEN else text('ui.without.refused_files'))}"
    return await send(cut(words, CONTENT_LIMIT - measure(remark)) + remark, []), why


def may_be_for_files(error: discord.HTTPException) -> bool:
    """Return whether Discord may have refused a message only because of its files: then its text is sent without them.

    Such refusals are a 400 or 413, or a 403 where the bot's knowledge of its permissions is out of date. A refusal
    because a thread is archived or locked does not count.
    """
    return error.status in (400, 403, 413) and is_refusal(error) and error.code not in (ARCHIVED, LOCKED)

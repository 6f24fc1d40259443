"""Discord's limits, and the one check of messages, edits and forms: it repairs what Discord would refuse.

`repair` takes the data for Discord, of the classic kind or with Components V2. `bot.discord.outgoing` calls it for
messages, `bot.discord.forms` for forms.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import timedelta
from typing import Any, Final

import discord
from discord import ComponentType as Kind

from bot.discord.layout import ROW, SELECT
from bot.narrate.options import CHOICE_LIMIT, LABEL_LIMIT
from bot.narrate.standing import CONTENT_LIMIT, shorten

CUSTOM_ID_LIMIT, PLACEHOLDER_LIMIT, URL_LIMIT = 100, 150, 512
ALT_LIMIT = 1024
THREAD_NAME_LIMIT = 100
ARCHIVE_AFTER: Final = 10080
"""Minutes of silence after which Discord archives a thread: a week, its maximum."""
CLOCKS_DIFFER: Final = timedelta(minutes=10)
"""How far this machine's clock may be ahead of Discord's: a search for messages since a time begins this much
earlier."""
TAG_LIMIT, TAGS_OF_POST = 20, 5
"""The most tags of a forum channel, and of a post in it."""
EMBEDS, TITLE_LIMIT, DESCRIPTION_LIMIT, FOOTER_LIMIT, AUTHOR_LIMIT, EMBED_LIMIT = 10, 256, 4096, 2048, 256, 6000
"""The most embeds in a message, and the most characters of each part of an embed and of all embeds together."""
FIELDS, FIELD_NAME_LIMIT, FIELD_LIMIT = 25, 256, 1024
ATTACHMENTS = 10
COMPONENTS, TEXT_LIMIT = 40, 4000
"""The most components of a message with Components V2, including nested ones, and the most characters of its texts."""
GALLERY, SECTION = 10, 3
FORM_PARTS, FORM_TITLE_LIMIT, FORM_LABEL_LIMIT, INPUT_LIMIT = 5, 45, 45, 4000
RADIO_OPTIONS = 10
SHORTEST = 2
"""The least room in which a text is shortened, in characters. With less room it is left out."""

ATTACHED = "attachment://"

LISTS = (Kind.select, Kind.user_select, Kind.role_select, Kind.mentionable_select, Kind.channel_select)
GROUPS = (Kind.radio_group, Kind.checkbox_group)
LINK, PREMIUM = discord.ButtonStyle.link, discord.ButtonStyle.premium
IN_MESSAGE = (
    Kind.action_row,
    Kind.section,
    Kind.text_display,
    Kind.media_gallery,
    Kind.file,
    Kind.separator,
    Kind.container,
)
IN_CONTAINER = IN_MESSAGE[:-1]
IN_FORM = (Kind.label, Kind.text_display, Kind.action_row)
IN_LABEL = (*LISTS, *GROUPS, Kind.text_input, Kind.file_upload, Kind.checkbox)

Part = dict[str, Any]


# -- words -------------------------------------------------------------------------------------------------


def measure(words: str) -> int:
    """Return the length of a text as Discord's clients count it: characters above U+FFFF (most emojis) count twice."""
    return len(words) + sum(letter > "\uffff" for letter in words)


def cut(words: str, limit: int, remark: str = "…") -> str:
    """Return a text within a limit. A longer text is cut, if possible after a line or word, and ``remark`` is added."""
    if measure(words) <= limit:
        return words
    room = limit - measure(remark) - 1
    head = words[:room]
    while measure(head) > room:
        head = head[: len(head) - max(1, (measure(head) - room) // 2)]
    for between in ("\n", " "):
        whole = head.rpartition(between)[0]
        if len(whole) > len(head) // 2:
            head = whole
            break
    return f"{head.rstrip()}\n{remark}"


def cut_line(words: str, limit: int) -> str:
    """Return a line within a limit, shortened at its end if necessary."""
    made = shorten(words, limit)
    while measure(made) > limit:
        made = shorten(made, len(made) - 1)
    return made


# -- the check ---------------------------------------------------------------------------------------------


def repair(payload: Part) -> list[str]:
    """Repair the data of a message, an edit or a form for Discord in place. Return a description of each fault."""
    return _Check(payload).faults


class _Check:
    """The data of one message or form under repair. ``faults`` describes everything that was repaired."""

    def __init__(self, payload: Part) -> None:
        self.faults: list[str] = []
        self.ids: set[str] = set()
        self.count = self.letters = 0
        self.is_v2 = bool(payload.get("flags", 0) & discord.MessageFlags.components_v2.flag)
        self.is_form = "title" in payload
        self.files = {file["filename"] for file in payload.get("attachments") or ()}
        if self.is_form:
            self.check_form(payload)
        else:
            self.check_message(payload)

    # -- numbers and lengths

    def shorten(self, part: Part, key: str, limit: int, *, is_long: bool = False) -> None:
        """Cut the text at a key to a limit, and note a fault if it is too long; ``is_long`` allows several lines."""
        words = part.get(key)
        if words and measure(words) > limit:
            self.faults.append(f"a {key} of {measure(words)} characters of {limit}")
            part[key] = cut(words, limit) if is_long else cut_line(words, limit)

    def limit(self, parts: Sequence[Part], most: int, what: str) -> list[Part]:
        """Return the first ``most`` parts. If there are more, note a fault that calls them ``what``."""
        if len(parts) > most:
            self.faults.append(f"{len(parts)} {what} of {most}")
        return list(parts[:most])

    def drop(self, why: str) -> list[Part]:
        """Note the reason for dropping a part, and return the empty list that replaces it."""
        self.faults.append(why)
        return []

    def has_own_id(self, part: Part) -> bool:
        """Return whether a part's custom id is neither missing, too long nor used before. If not, note a fault."""
        made = part.get("custom_id") or ""
        if not 0 < measure(made) <= CUSTOM_ID_LIMIT:
            self.faults.append(f"a custom id of {measure(made)} characters: {made[:CUSTOM_ID_LIMIT]!r}")
            return False
        if made in self.ids:
            self.faults.append(f"the custom id {made!r} twice")
            return False
        self.ids.add(made)
        return True

    # -- messages and forms

    def check_message(self, payload: Part) -> None:
        """Repair a message or an edit, of which any part may be missing."""
        if self.is_v2:
            self.move_words(payload)
        self.shorten(payload, "content", CONTENT_LIMIT, is_long=True)
        if payload.get("embeds"):
            payload["embeds"] = list(self.check_embeds(payload["embeds"]))
        if payload.get("attachments"):
            payload["attachments"] = self.limit(payload["attachments"], ATTACHMENTS, "attachments")
            for file in payload["attachments"]:
                self.shorten(file, "description", ALT_LIMIT, is_long=True)
        if payload.get("components"):
            allowed = IN_MESSAGE if self.is_v2 else (Kind.action_row,)
            made = self.keep(payload["components"], allowed)
            payload["components"] = made if self.is_v2 else self.limit(made, ROW, "rows")
        if not any(payload.get(key) for key in ("content", "embeds", "components", "attachments")):
            self.faults.append("an empty message")
            payload["content"] = "…"

    def move_words(self, payload: Part) -> None:
        """Move the content and the descriptions of embeds into texts: a message with Components V2 may have neither."""
        if not payload.get("content") and not payload.get("embeds"):
            return
        self.faults.append("content or embeds beside Components V2")
        words = [payload.get("content"), *(embed.get("description") for embed in payload.get("embeds") or ())]
        texts = [{"type": Kind.text_display.value, "content": text} for text in words if text]
        payload.update(content=None, embeds=[], components=[*texts, *(payload.get("components") or ())])

    def check_form(self, payload: Part) -> None:
        """Repair the title and the parts of a form. A wrong custom id, or a form without parts, is only noted."""
        payload["title"] = payload["title"] or "…"
        self.shorten(payload, "title", FORM_TITLE_LIMIT)
        self.has_own_id(payload)
        made = self.keep(payload.get("components") or (), IN_FORM)
        payload["components"] = self.limit(made, FORM_PARTS, "parts of a form")
        if not made:
            self.faults.append("an empty form")

    def check_embeds(self, embeds: Sequence[Part]) -> Iterator[Part]:
        """Yield the embeds that have content, repaired, as far as there is room for them."""
        room = EMBED_LIMIT
        for embed in self.limit(embeds, EMBEDS, "embeds"):
            embed["fields"] = self.limit(embed.get("fields") or (), FIELDS, "fields")
            parts = [
                (embed, "title", TITLE_LIMIT),
                (embed.get("author") or {}, "name", AUTHOR_LIMIT),
                (embed.get("footer") or {}, "text", FOOTER_LIMIT),
                *((field, "name", FIELD_NAME_LIMIT) for field in embed["fields"]),
                *((field, "value", FIELD_LIMIT) for field in embed["fields"]),
            ]
            for part, key, most in parts:
                self.shorten(part, key, most, is_long=key == "value")
            left = room - sum(measure(part.get(key) or "") for part, key, _ in parts)
            if left < SHORTEST:
                self.faults.append(f"embeds of more than {EMBED_LIMIT} characters")
                continue
            self.shorten(embed, "description", min(DESCRIPTION_LIMIT, left), is_long=True)
            room = left - measure(embed.get("description") or "")
            if not embed["fields"]:
                del embed["fields"]
            if any(embed.get(key) for key in ("title", "description", "fields", "author", "footer", "image")):
                yield embed
            else:
                self.faults.append("an empty embed")

    # -- components

    def keep(self, parts: Sequence[Part], allowed: Sequence[Kind]) -> list[Part]:
        """Return the repaired components, without those whose kind is not ``allowed``, or that cannot be repaired."""
        return [kept for part in parts for kept in self.check(part, allowed)]

    def check(self, part: Part, allowed: Sequence[Kind]) -> list[Part]:
        """Return the parts that replace a component: usually itself, repaired, or none if Discord would refuse it."""
        kind = Kind(part["type"])
        if kind not in allowed:
            return self.drop(f"a {kind.name} out of place")
        self.count += 1
        if self.is_v2 and self.count > COMPONENTS:
            return self.drop(f"more than {COMPONENTS} components")
        checks = {
            Kind.action_row: self.check_row,
            Kind.button: self.check_button,
            Kind.section: self.check_section,
            Kind.container: self.check_container,
            Kind.label: self.check_label,
            Kind.text_display: self.check_text,
        }
        if kind in checks:
            return checks[kind](part)
        if kind in (Kind.media_gallery, Kind.thumbnail, Kind.file):
            return self.check_media(part, kind)
        return [part] if kind is Kind.separator else self.check_input(part, kind)

    def check_row(self, part: Part) -> list[Part]:
        """Keep a row with up to five buttons or one list, in a form with one text field; drop an empty row."""
        inside: tuple[Kind, ...] = (Kind.text_input,) if self.is_form else (Kind.button, *LISTS)
        made = self.keep(part["components"], inside)
        wide = [one for one in made if one["type"] != Kind.button.value]
        if wide and len(made) > 1:
            self.faults.append(f"a list beside {len(made) - 1} others in a row")
            made = wide[:1]
        part["components"] = self.limit(made, ROW, "buttons in a row")
        return [part] if made else self.drop("an empty row")

    def check_button(self, part: Part) -> list[Part]:
        """Keep a button that has a custom id or an address. If it has neither label nor icon, give it a label."""
        self.shorten(part, "label", LABEL_LIMIT)
        style = discord.ButtonStyle(part["style"])
        if style is PREMIUM:
            return [part]
        if not (part.get("label") or "").strip() and not part.get("emoji"):
            self.faults.append("a button without words")
            part["label"] = "…"
        if style is LINK:
            return [part] if 0 < len(part.get("url") or "") <= URL_LIMIT else self.drop("a link that leads nowhere")
        return [part] if self.has_own_id(part) else []

    def check_input(self, part: Part, kind: Kind) -> list[Part]:
        """Repair a list, checkboxes or another field; drop it if its custom id is wrong or options are missing."""
        if not self.has_own_id(part):
            return []
        self.shorten(part, "placeholder", CUSTOM_ID_LIMIT if kind is Kind.text_input else PLACEHOLDER_LIMIT)
        if kind is Kind.text_input:
            self.shorten(part, "label", FORM_LABEL_LIMIT)
            self.shorten(part, "value", INPUT_LIMIT, is_long=True)
        if kind is Kind.select or kind in GROUPS:
            most = SELECT if kind is Kind.select else RADIO_OPTIONS
            made = self.limit(list(self.check_options(part.get("options") or ())), most, "options")
            if len(made) < (2 if kind is Kind.radio_group else 1):
                return self.drop(f"a list of {len(made)} options")
            part["options"] = made
            self.check_numbers(part, len(made))
        return [part]

    def check_options(self, options: Sequence[Part]) -> Iterator[Part]:
        """Yield the repaired options of a list, without those whose value is empty, too long or repeated."""
        values: Counter[str] = Counter()
        lines: Counter[tuple[str, str, str]] = Counter()
        for option in options:
            value = option.get("value") or ""
            values[value] += 1
            if values[value] > 1 or not 0 < measure(value) <= CHOICE_LIMIT:
                self.faults.append(f"an option {value[:CHOICE_LIMIT]!r} of {measure(value)} characters, or twice")
                continue
            if not (option.get("label") or "").strip():
                self.faults.append(f"an option {value!r} without words")
                option["label"] = "…"
            self.shorten(option, "label", CHOICE_LIMIT)
            self.shorten(option, "description", CHOICE_LIMIT)
            self.tell_apart(option, lines)
            yield option

    def tell_apart(self, option: Part, lines: Counter[tuple[str, str, str]]) -> None:
        """Add a number to an option whose text equals an earlier one in its list."""
        emoji = option.get("emoji") or {}
        icon = str(emoji.get("id") or emoji.get("name") or "")
        line = (option["label"], option.get("description") or "", icon)
        lines[line] += 1
        if lines[line] > 1:
            self.faults.append(f"the line {line[0]!r} twice")
            number = f" ({lines[line]})"
            option["label"] = cut_line(line[0], CHOICE_LIMIT - measure(number)) + number

    def check_numbers(self, part: Part, count: int) -> None:
        """Fit the least and the most picks of a list to the number of its options."""
        least, most = part.get("min_values"), part.get("max_values")
        kept = None if most is None else min(max(1, most), count)
        if kept != most or (least is not None and not 0 <= least <= (kept if kept is not None else count)):
            self.faults.append(f"from {least} to {most} of {count} options")
            part["max_values"] = kept
            part["min_values"] = min(max(0, least or 0), kept or count)

    def check_section(self, part: Part) -> list[Part]:
        """Keep a section with texts and one component beside them; without that component, keep the texts alone."""
        texts = self.limit(self.keep(part["components"], (Kind.text_display,)), SECTION, "texts in a section")
        beside = self.check(part["accessory"], (Kind.button, Kind.thumbnail)) if part.get("accessory") else []
        if not beside:
            self.faults.append("nothing beside a section")
            return texts
        part["components"] = texts
        return [part] if texts else self.drop("an empty section")

    def check_container(self, part: Part) -> list[Part]:
        """Return a container with its components repaired, or nothing if none of them can be kept."""
        part["components"] = self.keep(part["components"], IN_CONTAINER)
        return [part] if part["components"] else self.drop("an empty container")

    def check_label(self, part: Part) -> list[Part]:
        """Keep a label of a form if the field below it is kept."""
        self.shorten(part, "label", FORM_LABEL_LIMIT)
        self.shorten(part, "description", CHOICE_LIMIT)
        return [part] if self.check(part["component"], IN_LABEL) else self.drop("a label of nothing")

    def check_text(self, part: Part) -> list[Part]:
        """Keep a text, cut to the room that earlier texts leave. Drop it if it is empty, or if there is no room."""
        room = TEXT_LIMIT - self.letters
        if not (part.get("content") or "").strip() or room < SHORTEST:
            return self.drop("a text without words, or without room for them")
        self.shorten(part, "content", room, is_long=True)
        self.letters += measure(part["content"])
        return [part]

    def check_media(self, part: Part, kind: Kind) -> list[Part]:
        """Keep a component with those of its pictures or files that are attached; drop it if none is."""
        items = part["items"] if kind is Kind.media_gallery else [part]
        shown = []
        for item in items:
            url = item["file" if kind is Kind.file else "media"]["url"]
            self.shorten(item, "description", ALT_LIMIT, is_long=True)
            if url.startswith(ATTACHED) and url.removeprefix(ATTACHED) not in self.files:
                self.faults.append(f"the file {url!r} is not attached")
            else:
                shown.append(item)
        if kind is Kind.media_gallery:
            part["items"] = shown = self.limit(shown, GALLERY, "pictures in a gallery")
        return [part] if shown else self.drop(f"a {kind.name} that shows nothing")

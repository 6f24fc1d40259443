"""Finds what Discord would refuse: checks every request against its published API schema and further rules.

The schema is that of npm's ``discord-api-spec`` (MIT), reduced to the routes of the bot by ``python -m
tools.verify.wire --schema``, which writes its version into it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import quote

from jsonschema_rs import Draft202012, Draft202012Validator, Registry, ValidationError

from bot.discord.outgoing import walk

SCHEMA = Path(__file__).with_name("discord-api.json")
NAME = "urn:discord"
ROWS, BUTTONS, OPTIONS_OF_EMBEDS = 5, 5, 6000
ACTION_ROW, BUTTON = 1, 2
COMPONENTS_V2 = 1 << 15
COMPONENTS, TEXTS = 40, 4000
CONTENT, TITLE, DESCRIPTION = 2000, 256, 4096

Json = dict[str, Any]


@cache
def find_document() -> Json:
    """Return the schema of the routes of the bot."""
    document: Json = json.loads(SCHEMA.read_text(encoding="utf-8"))
    return document


@cache
def find_registry() -> Registry:
    """Return the document by its name, prepared for references into it."""
    return Registry([(NAME, find_document())], draft=Draft202012)


@cache
def find_validator(pointer: str) -> Draft202012Validator:
    """Return a validator for the schema at a place of the document."""
    return Draft202012Validator({"$ref": f"{NAME}#{quote(pointer)}"}, registry=find_registry())


def escape(name: str) -> str:
    """Return a name as a part of a JSON pointer."""
    return name.replace("~", "~0").replace("/", "~1")


def find_faults(method: str, path: str, body: Any) -> list[str]:
    """Return the faults of a request's body; ``path`` is a template such as ``/channels/{channel_id}/messages``."""
    faults = [f"{method} {path}: {fault}" for fault in break_rules(body)] if isinstance(body, dict) else []
    known = find_document()["paths"].get(path, {}).get(method.lower())
    if known is None:
        return [*faults, f"{method} {path} is not in the schema."]
    if body is None or "request" not in known:
        return faults
    place = f"/paths/{escape(path)}/{method.lower()}/request"
    return faults + [f"{method} {path}: {fault}" for fault in violations(place, without_numbers(body))]


def find_reply_faults(method: str, path: str, status: int, body: Any) -> list[str]:
    """Return what is wrong with a reply of the stand-in itself: with its status, or with what it says."""
    known = find_document()["paths"][path][method.lower()]["responses"]
    if str(status) not in known:
        return [f"Reply to {method} {path}: {status} is not among {sorted(known)}."]
    if body is None:
        return []
    place = f"/paths/{escape(path)}/{method.lower()}/responses/{status}"
    return [f"Reply to {method} {path}: {fault}" for fault in violations(place, body)]


def violations(place: str, body: Any) -> list[str]:
    """Return where a body departs from the schema at a place of the document."""
    found = map(find_cause, find_validator(place).iter_errors(body))
    return [f"{'/'.join(map(str, error.instance_path))}: {error.message[:300]}" for error in found]


def find_cause(error: ValidationError) -> ValidationError:
    """Return the error itself, or the deepest one in the alternatives of which none fits."""
    alternatives: Iterable[list[ValidationError]] = getattr(error.kind, "context", None) or ()
    causes = [find_cause(cause) for alternative in alternatives for cause in alternative]
    return max(causes, key=lambda cause: len(cause.instance_path), default=error)


def without_numbers(body: Any) -> Any:
    """Return the body with the ids of attachments, of people to ping and of emojis as text: the library sends numbers.

    Discord takes either; the document knows text only.
    """
    if isinstance(body, list):
        return [without_numbers(part) for part in body]
    if not isinstance(body, dict):
        return body
    made = {name: without_numbers(part) for name, part in body.items()}
    if isinstance(made.get("attachments"), list):
        made["attachments"] = [{**part, "id": str(part["id"])} for part in made["attachments"]]
    if isinstance(made.get("users"), list):
        made["users"] = [str(user) for user in made["users"]]
    if isinstance(made.get("emoji"), dict) and isinstance(made["emoji"].get("id"), int):
        made["emoji"] = {**made["emoji"], "id": str(made["emoji"]["id"])}
    return made


def break_rules(body: Json) -> Iterator[str]:
    """Yield the rules that the document does not hold."""
    message = body.get("data") if isinstance(body.get("data"), dict) else body
    if not isinstance(message, dict):
        return
    if len(message.get("content") or "") > CONTENT:
        yield f"a content of {len(message['content'])} characters"
    for embed in message.get("embeds") or []:
        for name, limit in (("title", TITLE), ("description", DESCRIPTION)):
            if len(embed.get(name) or "") > limit:
                yield f"the {name} of an embed has {len(embed[name])} characters"
    rows = message.get("components") or []
    ids = list(custom_ids(rows))
    if len(ids) != len(set(ids)):
        yield f"a custom id comes twice: {sorted(ids)}"
    is_new_kind = bool((message.get("flags") or 0) & COMPONENTS_V2)
    if not is_new_kind and len(rows) > ROWS:
        yield f"{len(rows)} rows of components"
    if is_new_kind:
        yield from break_new_rules(message)
    for row in walk(rows):
        if row.get("type") != ACTION_ROW:
            continue
        parts = row.get("components", [])
        kinds = {part.get("type") for part in parts}
        if not parts or len(parts) > BUTTONS or (kinds != {BUTTON} and len(parts) > 1):
            yield f"a row of {len(parts)} components"
    embeds = message.get("embeds") or []
    if sum(len_embed(embed) for embed in embeds) > OPTIONS_OF_EMBEDS:
        yield "embeds of more than 6000 characters"
    if "nonce" in message and len(str(message["nonce"])) > 25:
        yield "a nonce of more than 25 characters"


def break_new_rules(message: Json) -> Iterator[str]:
    """Yield the rules of messages with components of the second kind."""
    parts = list(walk(message.get("components") or []))
    if message.get("content") or message.get("embeds"):
        yield "content or embeds beside components of the second kind"
    if len(parts) > COMPONENTS:
        yield f"{len(parts)} components"
    if (letters := sum(len(part.get("content") or "") for part in parts)) > TEXTS:
        yield f"texts of {letters} characters"
    media = [item["media"]["url"] for part in parts for item in part.get("items") or []]
    media += [part["file"]["url"] for part in parts if "file" in part]
    attached = {f"attachment://{file['filename']}" for file in message.get("attachments") or []}
    if unknown := [url for url in media if url.startswith("attachment://") and url not in attached]:
        yield f"{unknown} are not attached"
    if unseen := attached - set(media):
        yield f"{unseen} are attached, but not shown"


def custom_ids(parts: list[Json]) -> Iterator[str]:
    """Yield every custom id among components, nested ones too."""
    for part in parts:
        if "custom_id" in part:
            yield part["custom_id"]
        yield from custom_ids(part.get("components") or [])


def len_embed(embed: Json) -> int:
    """Return the characters of an embed that count together."""
    fields = embed.get("fields") or []
    texts = [embed.get("title"), embed.get("description"), (embed.get("footer") or {}).get("text")]
    texts += [(embed.get("author") or {}).get("name")]
    texts += [field.get(name) for field in fields for name in ("name", "value")]
    return sum(len(words) for words in texts if words)


def find_command_faults(commands: list[Json], *, is_of_guild: bool = False) -> list[str]:
    """Return what is wrong with a list of slash commands beyond the document: of everywhere, or of one server.

    Where a command is for one server, the document of application commands allows no contexts, no types of integration
    and no entry of an Activity.
    """
    faults = [f"/{command['name']}: {fault}" for command in commands for fault in option_faults(command)]
    names = [command["name"] for command in commands if command.get("type", 1) == 1]
    if len(names) > 100 or len(names) != len(set(names)):
        faults.append(f"{len(names)} commands, {len(set(names))} names")
    if is_of_guild:
        wrong = ("contexts", "integration_types", "dm_permission")
        faults += [f"/{one['name']}: {key} of one server" for one in commands for key in wrong if key in one]
        faults += [f"/{one['name']}: an entry of one server" for one in commands if one.get("type") == ENTRY]
    return faults


ENTRY = 4
"""The type of the command that opens an Activity."""


def option_faults(command: Json) -> Iterator[str]:
    """Yield what is wrong with a command's name, size and order of options."""
    if command["name"] != command["name"].lower():
        yield "the name has capitals"
    if count_characters(command) > 8000:
        yield "more than 8000 characters"
    required = [bool(option.get("required")) for option in command.get("options") or []]
    if required != sorted(required, reverse=True):
        yield "a required option after an optional one"
    for option in command.get("options") or []:
        yield from option_faults(option)


def count_characters(part: Json) -> int:
    """Return the characters of a command that count together, its longest translations included."""
    own = 0
    for name in ("name", "description"):
        translated = part.get(f"{name}_localizations") or {}
        own += max(len(part.get(name, "")), *(len(words) for words in translated.values()), 0)
    own += sum(len(str(choice["value"])) + count_characters(choice) for choice in part.get("choices") or [])
    return own + sum(count_characters(option) for option in part.get("options") or [])

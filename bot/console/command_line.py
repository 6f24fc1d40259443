"""Read a slash command that is typed as one line on the page of ``gandhi play``: name, options, values."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from textwrap import shorten
from typing import Any, Final

Entry = Mapping[str, Any]
"""A command as the page lists it: its ``invocation``, and its ``options`` with name, type and choices."""

SLASHES: Final = "/／"
COLON: Final = r"\s*[:：]"
WORD: Final = re.compile(rf"(?:^|(?<=\s))([^\W\d][\w-]*){COLON}")
"""A word that looks like the name of an option."""
COMMON: Final = "table"
"""An option that most commands have. A value without a name goes to another option where there is one."""
YES: Final = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}
ALIKE: Final = 0.8
"""How similar a word must be to an option to count as a misspelling of it."""
QUOTED: Final = 40
"""The most letters of a line that a refusal quotes."""
MANY: Final = 8
"""The most choices that a refusal lists."""


class RefusedLineError(ValueError):
    """Refusal of a line that cannot be run, with the reason in one sentence."""


@dataclass(frozen=True)
class CommandLine:
    """The content of a line: the command as the page lists it, and the values in the form that the page sends."""

    entry: Entry
    values: dict[str, str | bool]


def fold(words: str) -> str:
    """Return text in the form in which it is compared: without differences of case and width, and spaces around it."""
    return unicodedata.normalize("NFKC", words).casefold().strip()


def strip_invisible(words: str) -> str:
    """Return text without the spaces and invisible characters around it."""
    ends = [place for place, one in enumerate(words) if not one.isspace() and unicodedata.category(one) != "Cf"]
    return words[ends[0] : ends[-1] + 1] if ends else ""


def read_command_line(line: str, entries: Sequence[Entry], people: Mapping[str, str]) -> CommandLine | None:
    """Return the command in a line, or None for a chat message. ``people`` has ids by folded name (`fold`).

    Anything that begins with a slash and a letter is a command. Raises RefusedLineError for one that cannot be run.
    """
    words = strip_invisible(line)
    if not words or words[0] not in SLASHES or not words[1:2].isalpha():
        return None
    entry, rest = find_command(words[1:], entries)
    known = {fold(option["name"]) for one in entries for option in one["options"]}
    options = {option["name"]: option for option in entry["options"]}
    given = split_values(entry, rest, known)
    values = {name: read_value(options[name], value, people) for name, value in given.items()}
    missing = [name for name, option in options.items() if option["required"] and name not in values]
    if missing:
        raise RefusedLineError(f"/{entry['invocation']} also needs {list_options(missing, 'and')}.")
    return CommandLine(entry, values)


def find_command(words: str, entries: Sequence[Entry]) -> tuple[Entry, str]:
    """Return the command at the beginning of some text, and the rest. Raises RefusedLineError if there is none."""
    parts = list(re.finditer(r"\S+", words))
    typed = [fold(part[0]).rstrip(".,:;!?") for part in parts]
    for entry in sorted(entries, key=lambda one: -len(one["invocation"])):
        path = entry["invocation"].split()
        if typed[: len(path)] == path:
            return entry, words[parts[len(path) - 1].end() :]
    names = [entry["invocation"] for entry in entries]
    longer = [name.removeprefix(f"{typed[0]} ") for name in names if name.startswith(f"{typed[0]} ")]
    if longer:
        raise RefusedLineError(f"/{typed[0]} needs one of these words after it: {', '.join(longer)}.")
    alike = [name for name in names if name.startswith(typed[0].replace("_", "-"))]
    for name in (" ".join(typed[:2]), typed[0]):
        alike = alike or get_close_matches(name, names, 1)
    hint = f"Did you mean /{alike[0]}?" if alike else "Type / to see all commands."
    raise RefusedLineError(f"There is no command /{typed[0][:32]}. {hint}")


def split_values(entry: Entry, rest: str, known: set[str]) -> dict[str, str]:
    """Return the text that a line gives for each option of a command, by name.

    ``known`` are the options of all commands. Raises RefusedLineError as `keep` does, and for other options.
    """
    names = {fold(option["name"]): option["name"] for option in entry["options"]}
    if not names and rest.strip():
        raise RefusedLineError(f"/{entry['invocation']} takes no options: leave out {quote(rest)}.")
    values: dict[str, str] = {}
    name, start = "", 0
    for found in WORD.finditer(rest):
        word = fold(found[1]).replace("-", "_")
        is_first = not name and not rest[: found.start()].strip()
        if word in names:
            keep(entry, values, name, rest[start : found.start()])
            name, start = names[word], found.end()
        elif (
            is_first or word in known or get_close_matches(word, [one for one in names if one not in values], 1, ALIKE)
        ):
            raise RefusedLineError(
                f"/{entry['invocation']} has no option “{found[1]}:”, only {list_options(names.values(), 'and')}."
            )
    keep(entry, values, name, rest[start:])
    return values


def keep(entry: Entry, values: dict[str, str], name: str, words: str) -> None:
    """Put the text for an option into ``values``. Without a name, the text is for the only option that it can be for.

    Raises RefusedLineError for an option that is there twice or has no text, and as `find_unnamed` does.
    """
    words = strip_invisible(words)
    if not name and not words:
        return
    name = name or find_unnamed(entry, words)
    if name in values:
        raise RefusedLineError(f"“{name}:” is there twice.")
    if not words:
        option = next(option for option in entry["options"] if option["name"] == name)
        raise RefusedLineError(f"Write after “{name}:” what it should be{say_choices(option)}.")
    values[name] = words


def find_unnamed(entry: Entry, words: str) -> str:
    """Return the option for text without a name. Raises RefusedLineError where it could be for several."""
    own = [option for option in entry["options"] if option["name"] != COMMON] or entry["options"]
    meant = [option["name"] for option in own if option["required"]] or [option["name"] for option in own]
    if len(meant) > 1:
        raise RefusedLineError(f"Write {list_options(meant, 'or')} before {quote(words)}.")
    name: str = meant[0]
    return name


def read_value(option: Mapping[str, Any], words: str, people: Mapping[str, str]) -> str | bool:
    """Return a value in the form that the page sends. Raises RefusedLineError if the option cannot have it."""
    name, kind = option["name"], option["type"]
    if option["choices"]:
        for choice in option["choices"]:
            if fold(words) in (fold(choice["name"]), fold(str(choice["value"]))):
                return str(choice["value"])
        raise RefusedLineError(f"{quote(words)} is not possible for “{name}:”{say_choices(option)}.")
    if kind == "boolean":
        if fold(words) not in YES:
            raise RefusedLineError(f"“{name}:” is either True or False.")
        return YES[fold(words)]
    if kind == "user":
        wanted = fold(words).strip("<@!>")
        if wanted not in people and wanted not in people.values():
            raise RefusedLineError(f"Nobody here is called {quote(words)}.")
        return people.get(wanted, wanted)
    if kind == "integer" and not re.fullmatch(r"-?\d{1,15}", fold(words)):
        raise RefusedLineError(f"“{name}:” needs a number of at most 15 digits, not {quote(words)}.")
    return str(int(fold(words))) if kind == "integer" else words


def say_choices(option: Mapping[str, Any]) -> str:
    """Return the choices of an option as the end of a sentence, or "" if it has none."""
    names = [choice["name"] for choice in option["choices"]]
    more = ", ..." if len(names) > MANY else ""
    return f": {', '.join(names[:MANY])}{more}" if names else ""


def list_options(names: Iterable[str], word: str) -> str:
    """Return names of options as a list in a sentence, with a word such as “or” before the last."""
    *others, last = (f"“{name}:”" for name in names)
    return f"{', '.join(others)} {word} {last}" if others else last


def quote(words: str) -> str:
    """Return part of a line in quotation marks, shortened if it is long."""
    return f"“{shorten(words, QUOTED, placeholder=' ...')}”"

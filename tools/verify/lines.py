"""Finds the lines that people read in the bot's messages, and the faults that no line may have."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from typing import Any

READ = ("content", "title", "description", "text", "label", "placeholder", "name")
"""The fields of messages, embeds, components, files and choices that people read."""
MASKS = (
    (re.compile(r"<t:\d+(:\w)?>"), "<t:0>"),
    (re.compile(r"<@\d+>"), "<@0>"),
    (re.compile(r"channels/\d+/\d+(/\d+)?"), "channels/0/0"),
    (re.compile(r"\b[0-9a-f]{8,}\b"), "0123abcd"),
    (re.compile(r"\bgandhi-[a-z0-9]{6}\b"), "gandhi-xxxxxx"),
    (re.compile(r"`[a-z0-9]{6}`"), "`xxxxxx`"),
    (re.compile(r"(?<!\d)20[23]\d(?!\d)"), "2026"),
    (re.compile(r"(?<!\d)\d\d:\d\d(?!\d)"), "12:00"),
)
"""Patterns of words that differ each time: times, people, places, digests, names of files and tables, the year."""

FAULTS = {
    "a colon before a full stop": r"[:：][.。]",
    "a sentence that begins in lower case": r"[^.…]\. [a-zà-ú]",
    "a space after 。": r"。 ",
    "a name again in its own brackets": r"(?:^|· )([^:：]{4,}?)[:：].*[(（]\1[:：]",
    "a heading of a heading": r"\*\*: ?\*\*|\*\*：\*\*",
    "two numbers side by side": r"\d \d",
    "a sign before a word": r"[+−]\w+: \d",
    "a hyphen for a minus": r"(?<![\w)/’-])-\d",
    "a raw key": r"\b(jail|available|out_of_play|[a-z]+_[a-z_]+)\b[:：]?(?![\w(])|\b(jail|available)[:：]",
    "two spaces": r"\S  +\S",
    "a space before a stop": r"\w [,.;]( |$)",
    "empty brackets": r"\(\)|（）",
    "a bare number": r"(chosen|anche|elige|もの)[:：] ?\d+[.。]",
}
"""Patterns of faults, which no line in any language may have."""
FAULTS_OF = {
    "en": {},
    "it": {
        "a decimal point": r"(?<![\d.(])\b\d+\.\d+\b(?![.)\d]| [A-Z])",
        "an ending that does not agree": r"\baltri \d+ or[ae]\b|\b1 (vinte|partite|turni|giorni|ore)\b",
    },
    "es": {
        "a decimal point": r"(?<![\d.(])\b\d+\.\d+\b(?![.)\d]| [A-Z])",
        "an ending that does not agree": r"\b1 (ganadas|partidas|turnos|días|horas)\b",
    },
    "ja": {
        "an ASCII plus": r"\+",
        "ASCII punctuation": r"[ぁ-んァ-ン一-龥][,;:!?]|, (?=[ぁ-んァ-ン一-龥])|[ぁ-んァ-ン一-龥>] ?\(",
        "a name with さん twice": r"さんさん",
    },
}
QUOTED = re.compile(r"`[^`]*`|(?<=Spring )\d\.\d|(?<=27 )2nd(?= Round Table)|(?<=[“«「])[\d ]+(?=[”»」])")
"""Parts that are not checked: commands, numbers on the map, tables of a season, a title, numbers that were typed."""


def find_faults(code: str, line: str) -> list[str]:
    """Return the names of the faults of a line; an empty list for a good line."""
    words = QUOTED.sub("X", line)
    found = [name for name, pattern in (FAULTS | FAULTS_OF[code]).items() if re.search(pattern, words)]
    sentences = [part for part in re.split(r"(?<=[.!?])\s|(?<=[。！？])", words) if len(part) > 12]
    return [*found, *(["the same sentence twice"] if len(set(sentences)) < len(sentences) else [])]


def list_words(body: Any, without: Collection[str] = ()) -> Iterator[str]:
    """Yield every text that people read in the body of a request, except in the fields ``without``."""
    if isinstance(body, list):
        for part in body:
            yield from list_words(part, without)
    elif isinstance(body, dict):
        for key, value in body.items():
            if key in without:
                continue
            if isinstance(value, dict | list):
                yield from list_words(value, without)
            elif key in READ and isinstance(value, str):
                yield value


def mask(line: str) -> str:
    """Return a line with the parts masked that differ each time."""
    for pattern, instead in MASKS:
        line = pattern.sub(instead, line)
    return line.strip()


@dataclass
class Lines:
    """The distinct lines in a language, each under the command or click after which it was read first.

    With ``is_short``, a line that differs from another only in numbers is left out.
    """

    code: str
    is_short: bool = False
    parts: list[tuple[str, list[str]]] = field(default_factory=list)
    known: set[str] = field(default_factory=set)
    complaints: set[str] = field(default_factory=set)

    def begin(self, heading: str) -> None:
        """Begin a heading, under which further lines are kept."""
        self.parts.append((heading, []))

    def add(self, words: str, longest: int = 0) -> None:
        """Keep the lines of a text that are new and have at most ``longest`` characters, if that is not 0."""
        for line in map(mask, words.split("\n")):
            form = re.sub(r"\d+", "0", line) if self.is_short else line
            if line and form not in self.known and not 0 < longest < len(line):
                self.known.add(form)
                self.parts[-1][1].append(line)

    def list_faults(self) -> Iterator[str]:
        """Yield every line with a fault, and its fault; and every sentence that was missing or broken."""
        yield from sorted(self.complaints)
        for heading, lines in self.parts:
            for line in lines:
                for fault in find_faults(self.code, line):
                    yield f"{self.code}: {fault}: {line} ({heading})"

    def write(self) -> str:
        """Return the collection as a text."""
        parts = (f"## {heading}\n\n" + "\n".join(lines) + "\n" for heading, lines in self.parts if lines)
        return "\n".join(parts)

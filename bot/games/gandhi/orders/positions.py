"""Positions as lines, with the letters of turn lines: ``Punjab 1T 3S 1C 2U Protest``; ``Restraint 2``; ``Next 55``.

A line about a space or a box lists all of its content. Everything else in a position stays unchanged. `read_lines`
returns the changes as a merge patch of the position.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from bot.errors import BadInput
from bot.games.gandhi.facts import RESOURCE_SEATS, SPACES
from bot.games.gandhi.orders.cards import find_card
from bot.games.gandhi.orders.notation import LETTER_OF, LETTERS, must_count
from bot.games.names import find_space, map_names, name_any, names_of, plain, refuse_words, split_lines
from bot.language import Language
from bot.typed import read_number
from engine.core.text import Text, text
from engine.gandhi.board import BOARD
from engine.gandhi.facts import Here
from engine.gandhi.ids import (
    ACTIVISTS,
    AVAILABLE,
    BY_HAND,
    GANDHI,
    INVENTORY,
    JAIL,
    LEVEL_NAMES,
    LEVELS,
    OUT_OF_PLAY,
    PIECES,
    SEATS,
    UNREST,
)

LEVEL: Final = "level"
NEUTRAL: Final = "neutral"
ELIGIBLE: Final = "eligible"
STATUSES: Final = (ELIGIBLE, "ineligible", "executed", "passed")
SHORT_LEVELS: Final = {"as": 2, "ps": 1, "po": -1, "ao": -2}
"""The values of levels by their short names: ``PO`` is Passive Opposition."""
MARKERS: Final = (GANDHI, "protest", UNREST, "strike", "muslim_state")
NUMBERS: Final = ("restraint", "unity", "campaigns_left")
BOXES: Final = {JAIL: ACTIVISTS, OUT_OF_PLAY: tuple(INVENTORY)}
"""The pieces in each box, apart from Gandhi."""
LONGEST_NAME: Final = 4
"""The most words in the name of a space, a Faction, a box, a piece or a marker."""
HEADS: Final = (*NUMBERS, JAIL, OUT_OF_PLAY, AVAILABLE, "next", "card", "viceroy", "played", "first", "by_hand")
"""The subjects of lines besides spaces and Factions. Their names have the keys ``position.<subject>``."""
EXECUTED_FIRST: Final = {"event": "event", "special": "operation_and_special", "operation": "operation_only"}
"""2.3.4 The possible choices of the 1st Eligible Faction, each by its word on a line."""


def read_lines(language: Language, position: Mapping[str, Any], typed: str) -> dict[str, Any]:
    """Return the changes that typed lines make to a position, as a merge patch. Raises BadInput for an unclear line."""
    reader = LineReader(language, position)
    for line in split_lines(typed):
        reader.read(line)
    return reader.patch


class LineReader:
    """A reader of lines about a position. Each line is read with `read` and added to the merge patch ``patch``."""

    def __init__(self, language: Language, position: Mapping[str, Any]) -> None:
        self._language = language
        self._position = position
        self.patch: dict[str, Any] = {}
        self._heads = map_names(language, "position", HEADS)
        self._seats = map_names(language, "seat", SEATS)
        self._things = map_things(language)
        self._named: dict[str, str] = {}
        self._statuses = map_names(language, "status", STATUSES)

    def read(self, line: str) -> None:
        """Add the changes of a line to the patch. Raises BadInput for a line that is not understood or not possible."""
        words = re.sub(r"[,:：、]", " ", line).split()
        if not words:
            raise refuse_words(line, line)
        for length in range(min(LONGEST_NAME, len(words)), 0, -1):
            name, rest = plain(" ".join(words[:length])), words[length:]
            if name in self._heads:
                self._read_head(self._heads[name], rest, line)
                return
            if name in self._seats:
                self._read_seat(self._seats[name], rest, line)
                return
        space, things = find_named(self._language, words)
        now = self._position.get("spaces", {}).get(space, {})
        here = self._read_things(things, line)
        if here.get(LEVEL) == NEUTRAL:
            del here[LEVEL]
        spaces = self.patch.pop("spaces", {})
        spaces.pop(space, None)
        if changed := find_changes(now, here, Here.__struct_fields__):
            spaces[space] = changed
        if spaces:
            self.patch["spaces"] = spaces

    def _read_head(self, head: str, words: Sequence[str], line: str) -> None:
        if head in BOXES:
            here = self._read_things(words, line)
            allowed = {*BOXES[head], *([GANDHI] if head == JAIL else [])}
            if astray := next((name for name in here if name not in allowed), ""):
                raise BadInput(text("error.position_astray", what=Text(f"piece.{astray}"), line=line))
            now = {name: count for name, count in self._position.get(head, {}).items() if count}
            if changed := find_changes(now, here, allowed):
                self.patch[head] = {name: value if value is not None else 0 for name, value in changed.items()}
                if self.patch[head].get(GANDHI) == 0:
                    self.patch[head][GANDHI] = False
        elif head == AVAILABLE:
            raise BadInput(text("error.position_available", line=line))
        elif head in ("next", "card"):
            if len(words) == 1 and read_number(words[0], 0) in BOARD.campaign_cards:
                raise BadInput(text("error.position_campaign", typed=words[0]))
            self._set(head, find_card(self._language, " ".join(words)))
        elif head == "played":
            self.patch[head] = [find_card(self._language, word) for word in words]
        elif head == "first":
            self._set(head, read_first(words, line))
        elif head == "by_hand":
            self._set(head, read_by_hand(self._language, words, line))
        elif head == "viceroy":
            self._set(head, find_viceroy(self._language, " ".join(words), line))
        else:
            self._set(head, must_number(words, line))

    def _read_seat(self, seat: str, words: Sequence[str], line: str) -> None:
        """Add a Faction's Resources, or its status on the card (`STATUSES`), to the patch. Raises BadInput."""
        status = self._statuses.get(plain(" ".join(words)))
        if status is not None:
            self._set_status(seat, status)
        elif len(words) != 1 or (number := read_number(words[0], None)) is None:
            raise BadInput(text("error.position_status", words=" ".join(words), line=line))
        elif seat not in RESOURCE_SEATS:
            raise BadInput(text("error.position_resources", seat=seat))
        elif number != self._position.get("resources", {}).get(seat, 0):
            self.patch.setdefault("resources", {})[seat] = number

    def _set(self, field: str, value: Any) -> None:
        if self._position.get(field) != value:
            self.patch[field] = value

    def _set_status(self, seat: str, status: str) -> None:
        """2.3.1 Move a Faction's cylinder into another box, and correct what the 1st Eligible Faction executed.

        If the position names no Eligible Factions, those that no line names count as Eligible. As soon as a line names
        an Eligible Faction, only the named Factions are Eligible.
        """
        self._named[seat] = status
        now = {**self._position, **self.patch}
        if self._position.get("eligible") is None:
            is_said = ELIGIBLE in self._named.values()
            now[ELIGIBLE] = [one for one in SEATS if self._named.get(one, "" if is_said else ELIGIBLE) == ELIGIBLE]
            self.patch[ELIGIBLE] = now[ELIGIBLE]
        for box in (ELIGIBLE, "executed", "passed"):
            before = now.get(box) or []
            after = [one for one in SEATS if (status == box if one == seat else one in before)]
            if after != before or box in self.patch:
                self.patch[box] = after if after or box == ELIGIBLE else None
        executed = self.patch.get("executed", now.get("executed"))
        first = (self._position.get("first") or "operation_only") if executed else None
        if first != self._position.get("first"):
            self.patch["first"] = first
        if seat in now.get("stays_ineligible", {}) and status != "ineligible":
            self.patch.setdefault("stays_ineligible", {})[seat] = None

    def _read_things(self, words: Sequence[str], line: str) -> dict[str, Any]:
        """Return the content of a space or a box, as in a position, from words of a line. Raises BadInput."""
        here: dict[str, Any] = {}
        left, number = list(words), list[int]()
        while left:
            length, thing = self._find_thing(left)
            word = left[0]
            if not thing and not number and (found := read_number(word, None)) is not None:
                number.append(found)
                del left[0]
                continue
            if thing:
                del left[:length]
                value: Any = next(iter(number), 1)
                if thing not in PIECES and thing != UNREST:
                    if thing in LEVELS and number:
                        raise refuse_words(f"{value} {word}", line)
                    if value > 1:
                        raise BadInput(text("error.position_one", line=line))
                    value = bool(value)
            else:
                thing, count = must_count(left.pop(0))
                has_count = word.casefold() not in LETTERS
                if thing not in PIECES or (number and has_count):
                    raise refuse_words(word if thing not in PIECES else str(number[0]), line)
                value = count if has_count else next(iter(number), 1)
            name, value = (LEVEL, thing) if thing in LEVELS else (thing, value)
            if name in here:
                raise BadInput(text("error.position_twice", words=word, line=line))
            here[name] = value
            number.clear()
        if number:
            raise refuse_words(str(number[0]), line)
        return {name: value for name, value in here.items() if value}

    def _find_thing(self, words: Sequence[str]) -> tuple[int, str]:
        """Return the number of first words that name a piece, marker or level, and its id; (0, "") for none."""
        for length in range(min(LONGEST_NAME, len(words)), 0, -1):
            if thing := self._things.get(plain(" ".join(words[:length])), ""):
                return length, thing
        return 0, ""


def find_named(language: Language, words: Sequence[str]) -> tuple[str, Sequence[str]]:
    """Return the space that the first words of a line name, and the other words. The longest possible name counts.

    Raises BadInput for an unknown space.
    """
    for length in range(min(LONGEST_NAME, len(words)), 1, -1):
        if space := name_any(language, " ".join(words[:length]), SPACES):
            return space, words[length:]
    return find_space(language, words[0], SPACES), words[1:]


def find_changes(now: Mapping[str, Any], here: Mapping[str, Any], names: Any) -> dict[str, Any]:
    """Return the fields in ``names`` whose values differ, each with its value in ``here``, or None if that has none."""
    return {name: here.get(name) for name in names if (here.get(name) or None) != (now.get(name) or None)}


def find_viceroy(language: Language, typed: str, line: str) -> str:
    """Return the id of the Viceroy whose name contains a typed text. Raises BadInput if there is none."""
    wanted = plain(typed)
    for viceroy in BOARD.viceroys:
        if wanted and any(wanted in name for name in names_of(language, f"viceroy.{viceroy}", viceroy)):
            return viceroy
    raise refuse_words(typed, line)


def read_first(words: Sequence[str], line: str) -> str:
    """2.3.4 Return the choice of the 1st Eligible Faction (`EXECUTED_FIRST`). Raises BadInput for other words."""
    found = EXECUTED_FIRST.get(plain(" ".join(words)))
    if found is None:
        raise refuse_words(" ".join(words), line)
    return found


def read_by_hand(language: Language, words: Sequence[str], line: str) -> list[str]:
    """Return what people roll or draw themselves at a physical table (`BY_HAND`). Raises BadInput for other words."""
    names = map_names(language, "position", BY_HAND)
    for word in words:
        if plain(word) not in names:
            raise refuse_words(word, line)
    found = {names[plain(word)] for word in words}
    return [what for what in BY_HAND if what in found]


def must_number(words: Sequence[str], line: str) -> int:
    """Return the number that is the only word. Raises BadInput for other words."""
    number = read_number(words[0], None) if len(words) == 1 else None
    if number is None:
        raise refuse_words(" ".join(words), line)
    return number


def map_things(language: Language) -> dict[str, str]:
    """Return the ids of pieces, markers and levels by each of their names, for comparisons (`plain`)."""
    return {
        **map_names(language, "piece", (*PIECES, *MARKERS)),
        **map_names(language, "level", LEVELS),
        **{short: LEVEL_NAMES[number] for short, number in SHORT_LEVELS.items()},
        # In a line about a space, the name of Congress or the League means its Activists.
        **map_names(language, "seat", ACTIVISTS),
    }


# -- writing lines -----------------------------------------------------------------------------------------


def write_space(language: Language, position: Mapping[str, Any], space: str) -> str:
    """Return the line for a space and its content, as `read_lines` reads it. An empty space has ``0T``."""
    here = position.get("spaces", {}).get(space, {})
    level = here.get(LEVEL, NEUTRAL)
    words = [*write_pieces(language, here)]
    if level != NEUTRAL:
        words.append(language.word(f"level.{level}"))
    return " ".join([language.word(f"space.{space}"), *(words or ["0T"])])


def write_pieces(language: Language, here: Mapping[str, Any]) -> Iterator[str]:
    """Yield the texts of the pieces and markers in a space or a box, such as ``2S`` or ``Protest``."""
    for piece in PIECES:
        if count := here.get(piece):
            yield f"{count}{LETTER_OF[piece]}"
    for marker in MARKERS:
        if count := here.get(marker):
            word = language.word(f"piece.{marker}")
            yield f"{count} {word}" if marker == UNREST else word


def write_beside(language: Language, position: Mapping[str, Any]) -> str:
    """Return lines for `read_lines` with tracks, Resources, boxes, each Faction's status and the next card."""
    lines = [f"{language.word(f'position.{track}')} {position[track]}" for track in ("restraint", "unity")]
    lines += [f"{language.word(f'seat.{seat}')} {coins}" for seat, coins in position["resources"].items()]
    for box in BOXES:
        things = " ".join(write_pieces(language, position.get(box, {}))) or "0C"
        lines.append(f"{language.word(f'position.{box}')} {things}")
    for seat in SEATS:
        status = next(
            (box for box in ("eligible", "executed", "passed") if seat in position.get(box, [])), "ineligible"
        )
        lines.append(f"{language.word(f'seat.{seat}')} {language.word(f'status.{status}')}")
    if position.get("next"):
        lines.append(f"{language.word('position.next')} {position['next']}")
    return "\n".join(lines)

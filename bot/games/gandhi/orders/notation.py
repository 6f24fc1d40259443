"""The notation of turn lines, as far as it can be read without a game: a line becomes clauses, each about one space.

It is described in ``docs/orders.md``. `understanding` plays clauses, `lines` writes them.
"""

from __future__ import annotations

import difflib
import re
import unicodedata
from collections.abc import Iterator
from itertools import pairwise

import msgspec

from bot.errors import BadInput
from bot.games.gandhi.facts import ACTIONS, SPACES
from bot.games.names import find_space, name_any, plain
from bot.language import Language
from engine.core.text import text

LETTERS = {
    "t": "troops",
    "s": "sepoys",
    "c": "congress",
    "l": "league",
    "u": "underground",
    "g": "underground",
    "a": "active",
    "b": "base",
    "lb": "league_bases",
    "rb": "revolutionary_bases",
}
"""Short words for pieces in counts, as on the counters of the map: ``2S``, ``1T``, ``3U``."""
LETTER_OF = {piece: letter.upper() for letter, piece in reversed(LETTERS.items())}
"""The letter of each piece."""

BY_ORIGIN = ("march", "civil_disobedience", "garrison")
"""Operations whose selected space is the origin of pieces."""
EVENT = "event:"
SPECIAL = "special:"
THEN = "then"
"""The word before the clause with the answers at the end of an Operation, after its last space."""
SLIPS = {"remove": "remove_own", "transfer": "transfer", "sweep": "free_sweep"}
"""The options besides a Special Activity that may interrupt, by their English words."""
SPOKEN_SLIPS = {
    "action.transfer": "transfer",
    "order.transfer": "transfer",
    "option.remove_own": "remove_own",
    "order.remove_own": "remove_own",
}
"""The interruptions that also have words in each language, by the text keys of these words."""

LONGEST_NAME = 5
"""The most words in the name of an answer."""
SHORTEST = 3
"""The fewest letters of an abbreviated Special Activity, if they are unique."""
NEAR = 0.75

COUNT = re.compile(r"^(?:(?P<before>\d{1,9})\s*(?P<piece>[a-z]*)|(?P<word>[a-z]+)\s*(?P<after>\d{1,9}))$")
OTHER_SIGNS = str.maketrans({"、": ",", "。": ";", "→": ">", "➔": ">", "⇒": ">", "–": "-", "—": "-"})


class Leg(msgspec.Struct):
    """Pieces of one kind that move from one space to another. A ``number`` of 0 means as many as possible.

    Without a ``piece``, any piece fits; without an ``origin``, they come from a box. While the order is played,
    ``taken`` is the number that have moved, and ``is_over`` means that no more can move.
    """

    origin: str
    target: str
    piece: str = ""
    number: int = 0
    taken: int = 0
    is_over: bool = False

    @property
    def is_finished(self) -> bool:
        """Return whether no more pieces are to move."""
        if self.is_over:
            return True
        if self.number:
            return self.taken >= self.number
        return bool(self.piece) and self.taken > 0


class Clause(msgspec.Struct):
    """One part of an order. ``slip`` is its interruption: the key of an option, `THEN`, or nothing.

    ``is_begun`` means that its space has been selected while the order is played.
    """

    typed: str
    slip: str = ""
    space: str = ""
    legs: list[Leg] = msgspec.field(default_factory=list)
    words: list[str] = msgspec.field(default_factory=list)
    is_begun: bool = False

    def selects(self, action: str) -> str:
        """Return the space that the clause selects for an Operation: the origin, if origins are selected."""
        return self.legs[0].origin if self.legs and action in BY_ORIGIN and not self.slip else self.space

    @property
    def leg(self) -> Leg | None:
        """Return the first move that is not finished."""
        return next((leg for leg in self.legs if not leg.is_finished), None)


class RestOfOrder(msgspec.Struct, frozen=True):
    """The rest of an order where it stopped: after a die, or at a question that it does not answer.

    ``is_asked`` means that it stopped at such a question. Up to the next space, the panel then asks everything that the
    order does not answer, instead of taking usual answers.
    """

    seat: str
    turn: int
    action: str
    language: str
    clauses: tuple[Clause, ...]
    is_asked: bool = False

    def store(self) -> str:
        """Return the rest as JSON text for the database."""
        return msgspec.json.encode(self, enc_hook=str).decode()

    @classmethod
    def read(cls, line: str) -> RestOfOrder | None:
        """Return the rest that `store` wrote, or None for an unknown format."""
        try:
            return msgspec.json.decode(line, type=cls)
        except msgspec.DecodeError:
            return None

    @property
    def words(self) -> str:
        """Return the unread text: the remaining words of clauses that have begun, and the others as typed."""
        left = [" ".join(clause.words) if clause.is_begun else clause.typed for clause in self.clauses]
        return "; ".join(words for words in left if words)


def read_orders(language: Language, action: str, seat: str, typed: str) -> list[Clause]:
    """Return the clauses of an order. Raises BadInput, with a suggestion, for an unknown word."""
    line = unicodedata.normalize("NFKC", typed).translate(OTHER_SIGNS)
    clauses: list[Clause] = []
    is_event = action.startswith(EVENT)
    for part in re.split(r"[,;\n]" if is_event else r"[;\n]", line):
        if part.strip(" ,"):
            clauses += read_clause(language, action, seat, part.strip(" ,"))
    return [clause for clause in clauses if clause.words or clause.slip] if is_event else merge(clauses, action)


def read_clause(language: Language, action: str, seat: str, part: str) -> list[Clause]:
    """Return one clause, or several if commas list spaces."""
    first, _, rest = part.partition(" ")
    if plain(first.rstrip(":")) in (THEN, plain(language.say("order.then"))):
        slip, _ = read_slip(language, action, seat, rest) if rest else ("", "")
        after = read_clause(language, action, seat, rest) if slip else []
        return [Clause(part, slip=THEN, words=[] if slip else read_words(rest)), *after]
    slip, rest = read_slip(language, action, seat, part)
    if action.startswith(EVENT) and not slip:
        return [Clause(part, words=read_words(rest))]
    places = split_places(rest)
    if slip == "transfer" or not places:
        return [Clause(part, slip, words=read_words(rest))]
    clauses = [read_place(language, action, slip, name, list(words)) for name, words in places]
    for index, (one, other) in enumerate(pairwise(clauses)):
        if places[index][1] is places[index + 1][1] and is_one(one, other, action):
            # Several moves that belong together share the text behind a colon, so it is stored once.
            one.words.clear()
    if len(clauses) == 1:
        clauses[0].typed = part
    return clauses


def split_places(rest: str) -> list[tuple[str, list[str]]]:
    """Return the places in a clause, each with the text about it: ``bihar, bombay: 1, sind: 2``.

    The text after a colon is for all places before it that have no other text after them.
    """
    places: list[tuple[str, list[str]]] = []
    said: list[str] = []
    has_colon = False
    for item in rest.split(","):
        name, colon, tail = item.partition(":")
        if has_colon and not colon and ">" not in item:
            said += read_words(item)
            continue
        if has_colon and name.strip():
            said, has_colon = [], False
        if name.strip():
            has_counts = bool(split_counts(name)[1]) and not colon
            places.append((name.strip(), [] if has_counts else said))
        if colon:
            said += read_words(tail)
            has_colon = True
    return places


def read_words(typed: str) -> list[str]:
    """Return the text of an answer as single words, without the signs between them."""
    return [word for word in re.split(r"[,:>\s]+", typed) if word]


def read_place(language: Language, action: str, slip: str, name: str, words: list[str]) -> Clause:
    """Return the clause of a text about one space: ``punjab: base``, ``delhi > punjab 1T 2S``, ``delhi: 3T 3S``."""
    origin, arrow, target = name.partition(">")
    if not arrow:
        called, counts = split_counts(name)
        space = find_space(language, called, tuple(SPACES))
        if action == "deploy" and not slip:
            placed = [count for word in words if (count := read_count(word)) is not None]
            others = [word for word in words if read_count(word) is None]
            return Clause(name, slip, space, make_legs("", space, [*map(must_count, counts), *placed]), others)
        return Clause(name, slip, space, [], [*counts, *words])
    called, before = split_counts(origin)
    aim, after = split_counts(target)
    if not (called and aim) or ">" in aim:
        raise BadInput(text("error.order_left_over", words=name))
    start, end = find_space(language, called, tuple(SPACES)), find_space(language, aim, tuple(SPACES))
    counts = [*before, *after]
    legs = make_legs(start, end, [must_count(word) for word in counts]) or [Leg(start, end)]
    if not counts:
        # Counts may also follow the colon: ``delhi > punjab: 1T 2S``.
        behind = [word for word in words if read_count(word) is not None and not (action == "demonstrate" and slip)]
        if behind:
            legs = make_legs(start, end, [must_count(word) for word in behind])
            words = [word for word in words if word not in behind]
    return Clause(name, slip, end, legs, words)


def make_legs(origin: str, target: str, counts: list[tuple[str, int]]) -> list[Leg]:
    """Return a move for every count."""
    return [Leg(origin, target, piece, number) for piece, number in counts]


def split_counts(typed: str) -> tuple[str, list[str]]:
    """Return a name and the counts that follow it: ``punjab 1T 2S`` is Punjab with one Troop and two Sepoys."""
    words = typed.split()
    counts: list[str] = []
    while len(words) > 1 and read_count(words[-1]) is not None:
        counts.insert(0, words.pop())
    return " ".join(words), counts


def must_count(word: str) -> tuple[str, int]:
    """Return the count in a word; for a word without one, as many pieces of any kind as possible."""
    return read_count(word) or ("", 0)


def read_count(word: str) -> tuple[str, int] | None:
    """Return a count such as ``2S``, ``3``, ``T`` (as many as possible), or None for other words."""
    lower = word.casefold()
    if lower in LETTERS:
        return LETTERS[lower], 0
    match = COUNT.match(lower)
    if match is None:
        return None
    number = int(match["before"] or match["after"] or 0)
    named = match["piece"] or match["word"] or ""
    if not named:
        return "", number
    piece = LETTERS.get(named) or next((name for name in LETTERS.values() if name.startswith(named)), "")
    return (piece, number) if piece else None


# -- interruptions -----------------------------------------------------------------------------------------


def list_slips(language: Language, action: str, seat: str) -> dict[str, str]:
    """Return the possible interruptions of an action by a seat, as keys of options by all their names."""
    names = {"remove own": "remove_own", "transfer": "transfer"}
    if not action.startswith(EVENT):
        names["remove"] = "remove_own"
        for found in ACTIONS:
            if found.is_special and seat in found.seats:
                names |= dict.fromkeys((plain(found.id), plain(language.word(f"action.{found.id}"))), found.key)
        names[plain(language.word("order.remove"))] = "remove_own"
    names |= {plain(language.say(key)): slip for key, slip in SPOKEN_SLIPS.items()}
    if action == "assault":
        names["sweep"] = "free_sweep"
        names[plain(language.word("action.sweep"))] = "free_sweep"
    return names


def read_slip(language: Language, action: str, seat: str, part: str) -> tuple[str, str]:
    """Return the interruption at the beginning of a clause and the rest of the clause.

    The interruption is the key of its option, or "". If more text follows, the first letters of its name are enough.
    Raises BadInput for a name that is almost right.
    """
    names = list_slips(language, action, seat)
    for length, said, rest in beginnings(part):
        if said in names:
            return names[said], rest
        check_holder(language, action, seat, said)
        is_short = length == 1 and rest and len(said) >= SHORTEST and not action.startswith(EVENT)
        keys = {key for name, key in names.items() if name.startswith(said)}
        if is_short and len(keys) == 1 and not is_name(language, part):
            return keys.pop(), rest
    for _, said, rest in () if action.startswith(EVENT) else beginnings(part):
        close = difflib.get_close_matches(said, names, n=1, cutoff=NEAR)
        if rest and close and not is_name(language, part):
            raise BadInput(text("error.order_near", words=said, action=names[close[0]].removeprefix(SPECIAL)))
    return "", part


def check_holder(language: Language, action: str, seat: str, said: str) -> None:
    """Raise BadInput when words name a Special Activity of other Factions."""
    for found in () if action.startswith(EVENT) else ACTIONS:
        names = (plain(found.id), plain(language.word(f"action.{found.id}")))
        if found.is_special and seat not in found.seats and said in names:
            raise BadInput(text("error.not_your_action", action=found.id, seat=list(found.seats)))


def beginnings(part: str) -> Iterator[tuple[int, str, str]]:
    """Yield the beginnings of a clause that may be names, the longest first.

    Each is the number of its words, these words in plain letters, and the rest of the clause.
    """
    for length in range(4, 0, -1):
        match = re.match(rf"\s*((?:[^\s,:;>]+[\s\-_]+){{{length - 1}}}[^\s,:;>]+?)(?=$|[\s:_\-])[\s:\-_]*", part)
        if match is not None:
            yield length, plain(match[1]), part[match.end() :]


def find_named_space(language: Language, words: list[str]) -> str:
    """Return the space that the first words name, or "". A longer name comes before a shorter one."""
    for length in range(min(LONGEST_NAME, len(words)), 0, -1):
        if length == 1 and read_count(words[0]) is not None:
            break
        if space := name_any(language, " ".join(words[:length]), tuple(SPACES)):
            return space
    return ""


def is_name(language: Language, part: str) -> bool:
    """Return whether the beginning of a clause is the name of a space, and so no interruption."""
    name, _ = split_counts(re.split(r"[,:>]", part)[0])
    return bool(name_any(language, name, tuple(SPACES)))


# -- putting clauses together ------------------------------------------------------------------------------


def merge(clauses: list[Clause], action: str) -> list[Clause]:
    """Return clauses of one selected space as one: moves into it, or out of a selected origin (3.3.3, 3.4.2)."""
    merged: list[Clause] = []
    for clause in clauses:
        last = merged[-1] if merged else None
        if (last and is_one(last, clause, action)) or (
            last and clause.slip and last.slip == clause.slip and last.space == clause.space and clause.legs
        ):
            last.legs += clause.legs
            last.words += clause.words
            last.typed += f", {clause.typed}"
        else:
            merged.append(clause)
    return merged


def is_one(clause: Clause, after: Clause, action: str) -> bool:
    """Return whether two clauses are about the same selected space of an Operation."""
    return not (clause.slip or after.slip) and clause.selects(action) == after.selects(action)

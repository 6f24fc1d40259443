"""Read the notation of turn lines (``docs/orders.md``) without a game: divide a line into clauses, each about a space.

`playing` plays clauses, and `lines` writes them.
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
"""The pieces by their short names in counts, such as ``2S``, ``1T``, ``3U``. "base" is a Base of either Faction."""
LETTER_OF = {piece: letter.upper() for letter, piece in reversed(LETTERS.items())}
"""The short name with which the count of each piece is written."""

BY_ORIGIN = ("march", "civil_disobedience", "garrison")
"""Operations for which a player selects the space that pieces leave, not the space that they enter."""
EVENT = "event:"
SPECIAL = "special:"
THEN = "then"
"""The word before the clause with the answers at the end of an Operation, after its last space."""
SLIPS = {"remove": "remove_own", "transfer": "transfer", "sweep": "free_sweep"}
"""The options that may interrupt an Operation, besides Special Activities, by their English words on a line."""
SPOKEN_SLIPS = {
    "action.transfer": "transfer",
    "order.transfer": "transfer",
    "option.remove_own": "remove_own",
    "order.remove_own": "remove_own",
}
"""Options of `SLIPS` by the keys of texts that name them on a line, in each language."""

LONGEST_NAME = 5
"""The most words in the name of an answer."""
SHORTEST = 3
"""The fewest letters of an abbreviated interruption. They must fit only one option."""
NEAR = 0.75
"""The least similarity (0 to 1, as in difflib) of a misspelt interruption to a name that an error suggests."""

COUNT = re.compile(r"^(?:(?P<before>\d{1,9})\s*(?P<piece>[a-z]*)|(?P<word>[a-z]+)\s*(?P<after>\d{1,9}))$")
OTHER_SIGNS = str.maketrans({"、": ",", "。": ";", "→": ">", "➔": ">", "⇒": ">", "–": "-", "—": "-"})


class Leg(msgspec.Struct):
    """Pieces of one kind that an order moves from one space to another. A ``number`` of 0 means as many as possible.

    Without a ``piece``, pieces of any kind fit. Without an ``origin``, they come from a box. While the order is played,
    ``taken`` is the number of pieces that have moved, and ``is_over`` means that no more can move.
    """

    origin: str
    target: str
    piece: str = ""
    number: int = 0
    taken: int = 0
    is_over: bool = False

    @property
    def is_finished(self) -> bool:
        """Return whether no more pieces have to move: enough have moved, or no more can."""
        if self.is_over:
            return True
        if self.number:
            return self.taken >= self.number
        return bool(self.piece) and self.taken > 0


class Clause(msgspec.Struct):
    """One part of an order, about a space: the moves in ``legs``, and the ``words`` that answer questions.

    ``slip`` is the key of the option with which a clause interrupts the Operation, `THEN`, or "". ``is_begun`` means
    that the clause has been partly played.
    """

    typed: str
    slip: str = ""
    space: str = ""
    legs: list[Leg] = msgspec.field(default_factory=list)
    words: list[str] = msgspec.field(default_factory=list)
    is_begun: bool = False

    def selects(self, action: str) -> str:
        """Return the space that the clause selects for an Operation: `space`, or for `BY_ORIGIN` its moves' origin."""
        return self.legs[0].origin if self.legs and action in BY_ORIGIN and not self.slip else self.space

    @property
    def leg(self) -> Leg | None:
        """Return the first move that is not finished, or None if all are."""
        return next((leg for leg in self.legs if not leg.is_finished), None)


class RestOfOrder(msgspec.Struct, frozen=True):
    """The rest of an order that has stopped after a die, or at a question that it does not answer.

    ``turn`` is the number of the step. ``is_asked`` means that the order stopped at a question: up to the next space,
    the panel then asks every question that the order does not answer, instead of taking the usual answer.
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
        """Return the rest from the text of `store`, or None for a text in an unknown format."""
        try:
            return msgspec.json.decode(line, type=cls)
        except msgspec.DecodeError:
            return None

    @property
    def words(self) -> str:
        """Return the text that has not been used: the remaining words of begun clauses, and other clauses as typed."""
        left = [" ".join(clause.words) if clause.is_begun else clause.typed for clause in self.clauses]
        return "; ".join(words for words in left if words)


def read_orders(language: Language, action: str, seat: str, typed: str) -> list[Clause]:
    """Return the clauses of a seat's order for an action. Raises BadInput for a name or a move that cannot be read."""
    line = unicodedata.normalize("NFKC", typed).translate(OTHER_SIGNS)
    clauses: list[Clause] = []
    is_event = action.startswith(EVENT)
    for part in re.split(r"[,;\n]" if is_event else r"[;\n]", line):
        if part.strip(" ,:>"):
            clauses += read_clause(language, action, seat, part.strip(" ,"))
    return [clause for clause in clauses if clause.words or clause.slip] if is_event else merge(clauses, action)


def read_clause(language: Language, action: str, seat: str, part: str) -> list[Clause]:
    """Return the clause of a part of an order, or a clause for each space if commas list several spaces."""
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
    """Return the places listed in a clause, each with the words about it, such as ``bihar, bombay: 1, sind: 2``.

    The words after a colon are about all places before it that have no words yet. They share one list of words.
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
    """Return the words of a typed answer, without the spaces, commas and other signs between them."""
    return [word for word in re.split(r"[,:>\s]+", typed) if word]


def read_place(language: Language, action: str, slip: str, name: str, words: list[str]) -> Clause:
    """Return the clause about one place. ``name`` is the text before a colon, ``words`` are those after it.

    Examples are ``punjab: base``, ``delhi > punjab 1T 2S`` and ``delhi: 3T 3S``. Raises BadInput for an unknown space,
    and for an arrow that is not between two of them.
    """
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
        # The counts may also be after a colon: ``delhi > punjab: 1T 2S``.
        behind = [word for word in words if read_count(word) is not None and not (action == "demonstrate" and slip)]
        if behind:
            legs = make_legs(start, end, [must_count(word) for word in behind])
            words = [word for word in words if word not in behind]
    return Clause(name, slip, end, legs, words)


def make_legs(origin: str, target: str, counts: list[tuple[str, int]]) -> list[Leg]:
    """Return a move from one space to another for every count, which is a piece and a number (`read_count`)."""
    return [Leg(origin, target, piece, number) for piece, number in counts]


def split_counts(typed: str) -> tuple[str, list[str]]:
    """Return the name at the beginning of a text and the counts after it: ``punjab`` and 1T, 2S of ``punjab 1T 2S``."""
    words = typed.split()
    counts: list[str] = []
    while len(words) > 1 and read_count(words[-1]) is not None:
        counts.insert(0, words.pop())
    return " ".join(words), counts


def must_count(word: str) -> tuple[str, int]:
    """Return the count in a word (`read_count`). Any other word means as many pieces as possible: ("", 0)."""
    return read_count(word) or ("", 0)


def read_count(word: str) -> tuple[str, int] | None:
    """Return the piece and number in a count, or None for another word.

    ``2S`` has both. ``3`` has the piece "" (any piece), and ``T`` the number 0 (as many as possible).
    """
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
    """Return the keys of the options with which a seat can interrupt an action, by each of their names on a line."""
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
    """Return the key of the interrupting option that a clause begins with, or "", and the rest of the clause.

    If text follows, `SHORTEST` letters of the name are enough. Raises BadInput for a misspelt name, and for a Special
    Activity that the seat does not have.
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
    """Raise BadInput if words name a Special Activity that only other Factions have."""
    for found in () if action.startswith(EVENT) else ACTIONS:
        names = (plain(found.id), plain(language.word(f"action.{found.id}")))
        if found.is_special and seat not in found.seats and said in names:
            raise BadInput(text("error.not_your_action", action=found.id, seat=list(found.seats)))


def beginnings(part: str) -> Iterator[tuple[int, str, str]]:
    """Yield the beginnings of a clause that may be names, of four words to one.

    Each is the number of its words, these words as `plain` text, and the rest of the clause.
    """
    for length in range(4, 0, -1):
        match = re.match(rf"\s*((?:[^\s,:;>]+[\s\-_]+){{{length - 1}}}[^\s,:;>]+?)(?=$|[\s:_\-])[\s:\-_]*", part)
        if match is not None:
            yield length, plain(match[1]), part[match.end() :]


def find_named_space(language: Language, words: list[str]) -> tuple[str, int]:
    """Return the space that the first words name, and the number of these words; ("", 0) if they name none.

    The longest possible name counts.
    """
    for length in range(min(LONGEST_NAME, len(words)), 0, -1):
        if length == 1 and read_count(words[0]) is not None:
            break
        if space := name_any(language, " ".join(words[:length]), tuple(SPACES)):
            return space, length
    return "", 0


def is_name(language: Language, part: str) -> bool:
    """Return whether a clause begins with the name of a space, so that it does not begin with an interruption."""
    name, _ = split_counts(re.split(r"[,:>]", part)[0])
    return bool(name_any(language, name, tuple(SPACES)))


# -- putting clauses together ------------------------------------------------------------------------------


def merge(clauses: list[Clause], action: str) -> list[Clause]:
    """3.3.3, 3.4.2 Return the clauses with neighbours about the same selected space joined into one clause."""
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
    """Return whether two clauses are about the same selected space of an Operation, and neither interrupts it."""
    return not (clause.slip or after.slip) and clause.selects(action) == after.selects(action)

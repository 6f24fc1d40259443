"""The notation of one-line orders: a line is cut into clauses, and each says what to do with one space.

The notation is described in ``docs/orders.md``; `understanding` plays clauses, `lines` writes them.
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
from bot.games.names import find_space, plain
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

BY_ORIGIN = ("march", "civil_disobedience", "garrison")
"""Operations whose selected space is where pieces come from."""
EVENT = "event:"
SPECIAL = "special:"
THEN = "then"
"""The word before the clause that answers the questions at the end of an Operation, after its last space."""
SLIPS = {"remove": "remove_own", "transfer": "transfer", "sweep": "free_sweep"}
"""The options besides a Special Activity that may come in between, by their English words."""
SPOKEN_SLIPS = {
    "action.transfer": "transfer",
    "order.transfer": "transfer",
    "option.remove_own": "remove_own",
    "order.remove_own": "remove_own",
}
"""The same by the keys of their words in a language."""

LONGEST_NAME = 5
"""Words that the name of an answer may have."""
SHORTEST = 3
"""The fewest letters that stand for a Special Activity, if no other begins with them."""
NEAR = 0.75

COUNT = re.compile(r"^(?:(?P<before>\d{1,9})\s*(?P<piece>[a-z]*)|(?P<word>[a-z]+)\s*(?P<after>\d{1,9}))$")
OTHER_SIGNS = str.maketrans({"、": ",", "。": ";", "→": ">", "➔": ">", "⇒": ">", "–": "-", "—": "-"})


class Leg(msgspec.Struct):
    """Pieces of one kind from one space to another. A ``number`` of 0 means as many as possible.

    Without a ``piece`` any will do; without an ``origin`` they go to the target from a box. ``taken`` is how many
    have gone while the order is played, ``is_over`` that no more can.
    """

    origin: str
    target: str
    piece: str = ""
    number: int = 0
    taken: int = 0
    is_over: bool = False

    @property
    def is_finished(self) -> bool:
        """Return whether nothing more is to be moved."""
        if self.is_over:
            return True
        if self.number:
            return self.taken >= self.number
        return bool(self.piece) and self.taken > 0


class Clause(msgspec.Struct):
    """One part of an order. ``slip`` is what it slips in: the key of an option, `THEN`, or nothing.

    ``is_begun`` means that its space has been selected while the order is played.
    """

    typed: str
    slip: str = ""
    space: str = ""
    legs: list[Leg] = msgspec.field(default_factory=list)
    words: list[str] = msgspec.field(default_factory=list)
    is_begun: bool = False

    def selects(self, action: str) -> str:
        """Return the space that the clause selects for an Operation: the origin where origins are selected."""
        return self.legs[0].origin if self.legs and action in BY_ORIGIN and not self.slip else self.space

    @property
    def leg(self) -> Leg | None:
        """Return the first move that is not finished."""
        return next((leg for leg in self.legs if not leg.is_finished), None)


class RestOfOrder(msgspec.Struct, frozen=True):
    """The rest of an order where it stopped: behind a die, or at a question that it leaves open.

    ``is_asked`` means that the panel asks about the present space: then it asks all that the order does not say of it.
    """

    seat: str
    turn: int
    action: str
    language: str
    clauses: tuple[Clause, ...]
    is_asked: bool = False

    def store(self) -> str:
        """Return the rest as a line for the database."""
        return msgspec.json.encode(self, enc_hook=str).decode()

    @classmethod
    def read(cls, line: str) -> RestOfOrder | None:
        """Return the rest that `store` wrote, or None for a line that this version does not know."""
        try:
            return msgspec.json.decode(line, type=cls)
        except msgspec.DecodeError:
            return None

    @property
    def words(self) -> str:
        """Return what has not been read yet: the words of the clause that is begun, the others as they were typed."""
        left = [" ".join(clause.words) if clause.is_begun else clause.typed for clause in self.clauses]
        return "; ".join(words for words in left if words)


def read_orders(language: Language, action: str, seat: str, typed: str) -> list[Clause]:
    """Return the clauses of an order. Raises BadInput, with what may be meant, for an unknown word."""
    line = unicodedata.normalize("NFKC", typed).translate(OTHER_SIGNS)
    clauses: list[Clause] = []
    is_event = action.startswith(EVENT)
    for part in re.split(r"[,;\n]" if is_event else r"[;\n]", line):
        if part.strip(" ,"):
            clauses += read_clause(language, action, seat, part.strip(" ,"))
    return [clause for clause in clauses if clause.words or clause.slip] if is_event else merge(clauses, action)


def read_clause(language: Language, action: str, seat: str, part: str) -> list[Clause]:
    """Return one clause, or several where commas list spaces."""
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
            # What is said behind a colon of several moves that belong together is said once.
            one.words.clear()
    if len(clauses) == 1:
        clauses[0].typed = part
    return clauses


def split_places(rest: str) -> list[tuple[str, list[str]]]:
    """Return the places that a clause lists, each with what is said about it: ``bihar, bombay: 1, sind: 2``.

    What follows a colon is for all places before it that have nothing else after them.
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
    """Return the words of an answer."""
    return [word for word in re.split(r"[,:>\s]+", typed) if word]


def read_place(language: Language, action: str, slip: str, name: str, words: list[str]) -> Clause:
    """Return what is said of one space: ``punjab: base``, ``delhi > punjab 1T 2S``, ``delhi: 3T 3S``."""
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
        # Counts may also stand behind the colon: ``delhi > punjab: 1T 2S``.
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
    """Return a count that is known to be one."""
    return read_count(word) or ("", 0)


def read_count(word: str) -> tuple[str, int] | None:
    """Return a count such as ``2S``, ``3``, ``T`` (as many as possible), or None when a word is no count."""
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


# -- what comes in between ---------------------------------------------------------------------------------


def list_slips(language: Language, action: str, seat: str) -> dict[str, str]:
    """Return what may come in between in an Operation of a seat, by every name it has: the keys of the options."""
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
    """Return what a clause slips in, if anything: the key of the option, and the rest of the clause.

    Its first letters are enough when a space follows. Raises BadInput for a name that is nearly one.
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
    """Yield the first words of a clause, the longest first: how many, in plain letters, and what follows them."""
    for length in range(4, 0, -1):
        match = re.match(rf"\s*((?:[^\s,:;>]+[\s\-_]+){{{length - 1}}}[^\s,:;>]+?)(?=$|[\s:_\-])[\s:\-_]*", part)
        if match is not None:
            yield length, plain(match[1]), part[match.end() :]


def find_named_space(language: Language, words: list[str]) -> str:
    """Return the space that the first words name, the longest name first, or an empty string."""
    for length in range(min(LONGEST_NAME, len(words)), 0, -1):
        if length == 1 and read_count(words[0]) is not None:
            break
        try:
            return find_space(language, " ".join(words[:length]), tuple(SPACES))
        except BadInput:
            continue
    return ""


def is_name(language: Language, part: str) -> bool:
    """Return whether the beginning of a clause is the name of a space after all."""
    name, _ = split_counts(re.split(r"[,:>]", part)[0])
    try:
        find_space(language, name, tuple(SPACES))
    except BadInput:
        return False
    return True


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

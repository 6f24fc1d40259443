"""One-line orders: a whole Operation with its Special Activity in a line, for people who know the game.

The notation is told in ``docs/orders.md``. An order is a list of clauses, cut at semicolons and line breaks. A clause
selects a space (``punjab``), moves pieces (``delhi > punjab 1T 2S``), says more about a space (``punjab: base``), or
begins a Special Activity (``satyagraha delhi: place``). The order is played on a copy of the game through the same
decisions as everything else, so it can do nothing that a panel could not; what it leaves open takes the usual answer.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import msgspec

from bot.errors import BadInput
from bot.gandhi import is_space, list_actions
from bot.language import Language
from bot.spaces import find_space, initials, plain
from engine import Game
from engine.core.decision import Decision
from engine.core.text import Text, text

DONE = "done"
MORE_THAN_ENOUGH = 300
"""An order that leads to more answers than this has gone astray."""

LETTERS = {
    "t": "troops",
    "s": "sepoys",
    "c": "congress",
    "l": "league",
    "u": "underground",
    "g": "underground",
    "a": "active",
    "b": "base",
}
"""Short words for pieces in counts, as on the counters of the map: ``2S``, ``1T``, ``3U``."""

BY_ORIGIN = ("march", "civil_disobedience", "garrison")
"""Operations whose selected space is where pieces come from."""

MOVE = re.compile(r"^(?P<origin>[^>]+)>(?P<target>[^>]+)$")
COUNT = re.compile(r"^(?:(?P<before>\d+)\s*(?P<piece>[a-z]*)|(?P<word>[a-z]+)\s*(?P<after>\d+))$")


class Move(msgspec.Struct):
    """Pieces from one space to another. ``counts`` names them in order; a count of 0 means as many as possible.

    Without an origin the pieces come to the target from a box. ``is_under_way`` and ``is_counted`` tell how far the
    playing of the order has come with the first count.
    """

    origin: str
    target: str
    counts: list[tuple[str, int]]
    is_under_way: bool = False
    is_counted: bool = False


class Clause(msgspec.Struct):
    """One part of an order, as it was understood."""

    typed: str
    special: str = ""
    space: str = ""
    moves: list[Move] = msgspec.field(default_factory=list)
    words: list[str] = msgspec.field(default_factory=list)


class Understood(msgspec.Struct, frozen=True):
    """What an order comes to: the keys to choose, and the key that would end the turn after them (or none)."""

    keys: tuple[str, ...]
    ending: str
    clauses: tuple[str, ...]


# -- reading -----------------------------------------------------------------------------------------------


def read_orders(language: Language, action: str, typed: str) -> list[Clause]:
    """The clauses of an order. Raises BadInput for a word that is no space, piece or action, with what may be meant."""
    clauses: list[Clause] = []
    for part in re.split(r"[;\n]", typed):
        if part.strip():
            clauses += read_clause(language, action, part.strip())
    return clauses


def read_clause(language: Language, action: str, part: str) -> list[Clause]:
    """One clause, or several where commas list plain spaces."""
    special, rest = read_special(language, part)
    head, _, tail = rest.partition(":")
    words = [word for word in re.split(r"[,\s]+", tail.strip()) if word]
    pieces = [piece.strip() for piece in head.split(",") if piece.strip()]
    if not pieces:
        return [Clause(part, special=special, words=words)]
    clauses: list[Clause] = []
    for piece in pieces:
        match = MOVE.match(piece)
        if match is None:
            clauses.append(read_space(language, f"{part}" if special else piece, piece, special, words))
        else:
            clauses.append(read_move(language, piece, match, special, words))
        special = ""
    return merge_moves(clauses, by_origin=action in BY_ORIGIN)


def read_special(language: Language, part: str) -> tuple[str, str]:
    """The Special Activity a clause begins with, if it does, and the rest of the clause."""
    first = plain(part.split(":")[0])
    names = {}
    for action in list_actions():
        if action.is_special:
            names[plain(action.id)] = action.id
            names[plain(language.word(f"action.{action.id}"))] = action.id
    for name in sorted(names, key=len, reverse=True):
        if first == name or first.startswith(name + " "):
            words = len(name.split())
            rest = re.split(r"[\s\-_]+", part.strip(), maxsplit=words)
            return names[name], rest[words] if len(rest) > words else ""
    return "", part


def read_space(language: Language, typed: str, name: str, special: str, words: Sequence[str]) -> Clause:
    """A space, with what is said about it: pieces to place there (``3T 3S``) and other words."""
    space = find_space(language, name)
    counts = [count for word in words if (count := read_count(word)) is not None and count[0]]
    others = [word for word in words if not (read_count(word) or ("", 0))[0]]
    return Clause(typed, special, space, [Move("", space, counts)] if counts else [], others)


def read_move(language: Language, typed: str, match: re.Match[str], special: str, words: Sequence[str]) -> Clause:
    """A move: ``delhi > punjab 1T 2S``. The counts may follow either name."""
    origin, before = split_counts(match["origin"])
    target, after = split_counts(match["target"])
    move = Move(find_space(language, origin), find_space(language, target), [*before, *after])
    return Clause(typed, special=special, space=move.target, moves=[move], words=list(words))


def split_counts(typed: str) -> tuple[str, list[tuple[str, int]]]:
    """A name and the counts that follow it: ``punjab 1T 2S`` is Punjab with one Troop and two Sepoys."""
    words = typed.split()
    counts: list[tuple[str, int]] = []
    while len(words) > 1:
        count = read_count(words[-1])
        if count is None:
            break
        counts.insert(0, count)
        words.pop()
    return " ".join(words), counts


def read_count(word: str) -> tuple[str, int] | None:
    """A count such as ``2S``, ``3``, ``T`` (as many as possible), or None when a word is no count."""
    lower = word.casefold()
    if lower in LETTERS:
        return LETTERS[lower], 0
    match = COUNT.match(lower)
    if match is None:
        return None
    number = int(match["before"] or match["after"] or 0)
    piece = match["piece"] or match["word"] or ""
    if piece and piece not in LETTERS:
        piece = next((name for name in LETTERS.values() if name.startswith(piece)), "?")
    elif piece:
        piece = LETTERS[piece]
    return None if piece == "?" else (piece, number)


def merge_moves(clauses: list[Clause], *, by_origin: bool) -> list[Clause]:
    """Moves of one selected space: into it, or out of it where origins are selected (3.3.3, 3.4.2)."""

    def selected(clause: Clause) -> str:
        return clause.moves[0].origin if by_origin else clause.space

    merged: list[Clause] = []
    for clause in clauses:
        last = merged[-1] if merged else None
        if last and last.moves and clause.moves and not clause.special and selected(last) == selected(clause):
            last.moves += clause.moves
            last.typed += f", {clause.typed}"
        else:
            merged.append(clause)
    return merged


# -- playing -----------------------------------------------------------------------------------------------


class Orders:
    """An order being played on a copy of the game. ``keys`` are the choices it has come to."""

    def __init__(self, language: Language, game: Game, action: str, clauses: list[Clause]) -> None:
        self.language = language
        self.game = game
        self.action = action
        self.seat = game.decision.seat if game.decision else ""
        self.turn = game.turn_number
        self.waiting = clauses
        self.current: Clause | None = None
        self.keys: list[str] = []
        self.understood: list[str] = []

    def play(self) -> Understood:
        """Play clause after clause. Raises BadInput naming the first that cannot be carried out, and why."""
        for _ in range(MORE_THAN_ENOUGH):
            decision = self.game.decision
            if decision is None or decision.seat != self.seat or self.game.turn_number != self.turn:
                break
            key = self.next_key(decision)
            if not key:
                break
            if self.game.crosses_barrier(key):
                return Understood(tuple(self.keys), self.check_end(key), tuple(self.understood))
            self.keys.append(key)
            self.game.choose(key)
        return Understood(tuple(self.keys), self.check_end(""), tuple(self.understood))

    def check_end(self, key: str) -> str:
        """The key that ends what was ordered. Raises BadInput when clauses are left that nothing asks for."""
        if self.waiting and (not key or key in (DONE, "end")):
            raise BadInput(text("error.order_left_over", words=self.waiting[0].typed))
        return key

    def next_key(self, decision: Decision) -> str:
        """The answer to a decision: the next clause's, or a detail of the present one."""
        if decision.kind in ("turn.action", "turn.operation"):
            if self.waiting and self.waiting[0].special and f"special:{self.waiting[0].special}" in decision.keys:
                return self.begin_special(decision)
            return self.pick(decision, self.action)
        if self.is_selection(decision):
            self.current = None
            return self.select(decision)
        if self.current is None and self.waiting and decision.kind.endswith(".space"):
            self.current = self.waiting.pop(0)
        return self.detail(decision)

    def is_selection(self, decision: Decision) -> bool:
        """Whether a decision asks for the next space of the Operation, or what follows it."""
        if decision.kind == "turn.after":
            return True
        return decision.kind in (f"{self.action}.space", f"{self.action}.city") or (
            decision.kind in ("march.origin", "garrison.origin") and decision.kind.startswith(self.action)
        )

    def begin_special(self, decision: Decision) -> str:
        """Begin the Special Activity of the next clause."""
        self.current = self.waiting.pop(0)
        self.understood.append(self.current.typed)
        return self.pick(decision, f"special:{self.current.special}")

    def select(self, decision: Decision) -> str:
        """The space of the next clause, its Special Activity, or the end of the Operation."""
        if not self.waiting:
            return next((key for key in (DONE, "end") if key in decision.keys), "")
        if self.waiting[0].special:
            return self.begin_special(decision)
        if decision.kind == "turn.after":
            return "end"
        self.current = self.waiting.pop(0)
        self.understood.append(self.current.typed)
        if self.current.moves and self.action in BY_ORIGIN:
            return self.pick(decision, self.current.moves[0].origin)
        return self.pick(decision, self.current.space)

    def detail(self, decision: Decision) -> str:
        """What the present clause says to a question about its space; otherwise the usual answer."""
        clause = self.current
        if clause is None:
            return self.usual(decision)
        if decision.kind.endswith(".space") and clause.space in decision.keys:
            return clause.space
        if clause.moves:
            key = self.detail_of_move(decision, clause)
            if key:
                return key
        for index, word in enumerate(clause.words):
            found = self.match(decision, word)
            if found:
                del clause.words[index]
                return found
        return self.usual(decision)

    def detail_of_move(self, decision: Decision, clause: Clause) -> str:
        """Origins, pieces, counts and destinations of the moves of a clause, one after the other."""
        comes_last = decision.kind.endswith(".destination")
        if any(is_space(option.key) for option in decision.options):
            if not comes_last:
                self.leave_count(clause)
            if not clause.moves:
                return ""
            move = clause.moves[0]
            place = next((name for name in (move.origin, move.target) if name in decision.keys), "")
            move.is_under_way = bool(place)
            if comes_last:
                self.leave_count(clause)
            return place
        move = clause.moves[0]
        if not any(option.key.isdigit() for option in decision.options):
            if not move.origin:
                self.leave_count(clause)
                if not clause.moves:
                    return ""
                move.is_under_way = True
            if any(piece for piece, _ in move.counts):
                return next((piece for piece, _ in move.counts if piece in decision.keys), "")
            # Any piece will do: the order gives only a number, or none.
            return next((option.key for option in decision.options if option.key != DONE), "")
        if not move.counts:
            return ""
        _, count = move.counts.pop(0)
        move.is_counted = True
        return self.pick(decision, str(count)) if count else decision.options[-1].key

    def leave_count(self, clause: Clause) -> None:
        """After a part of a move: drop the count it used up, and the move itself when no count is left."""
        move = clause.moves[0]
        if not move.is_under_way:
            return
        if move.counts and not move.is_counted:
            # Only one number was possible, so nobody asked for it.
            move.counts.pop(0)
        move.is_under_way = move.is_counted = False
        if not move.counts:
            clause.moves.pop(0)

    def match(self, decision: Decision, word: str) -> str:
        """The option that a word names: by its key, its letter, its number, or the words it is shown with."""
        wanted = plain(word)
        count = read_count(word)
        for option in decision.options:
            shown = plain(self.language.say(option.text))
            if wanted in (plain(option.key), shown, initials(shown)) or shown.split()[:1] == [wanted]:
                return option.key
        if count is not None:
            piece, number = count
            for option in decision.options:
                if option.key == piece or option.key == str(number):
                    return option.key
        starts = [option.key for option in decision.options if plain(option.key).startswith(wanted)]
        return starts[0] if len(starts) == 1 else ""

    def usual(self, decision: Decision) -> str:
        """The answer when the order says nothing: the default, the end, or the only one. Raises BadInput."""
        if decision.default is not None and decision.default in decision.keys:
            return decision.default
        if DONE in decision.keys:
            return DONE
        if len(decision.options) == 1:
            return decision.options[0].key
        numbers = [option.key for option in decision.options if option.key.isdigit()]
        if numbers:
            return numbers[-1]
        raise BadInput(
            text(
                "error.order_incomplete",
                question=decision.prompt,
                choices=[self.language.say(option.text) for option in decision.options[:6]],
            )
        )

    def pick(self, decision: Decision, key: str) -> str:
        """A key that the order asks for. Raises BadInput with the engine's reason when it is closed."""
        if key in decision.keys:
            return key
        reason: Text = self.game.refusal(key)
        if is_space(key):
            raise BadInput(text("error.order_space_closed", place=key, reason=reason))
        raise BadInput(text("error.order_closed", words=key, reason=reason))


def understand(language: Language, game: Game, action: str, typed: str) -> Understood:
    """What a one-line order comes to for the seat that must decide. The game is not changed.

    ``action`` is the id of the Operation. Raises BadInput for the first thing that is unknown, closed or missing.
    """
    return Orders(language, game.clone(), action, read_orders(language, action, typed)).play()

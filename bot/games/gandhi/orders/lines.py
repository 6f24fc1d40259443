"""Write the choices of a turn as one turn line.

Before a line is shown, it is read and played on a copy. Only a line that leads to the same choices is shown.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby

from bot.errors import BadInput
from bot.games.answers import Line, Understood
from bot.games.gandhi.facts import SPACES
from bot.games.gandhi.orders.matching import COUNTS, DONE, ESCORT, MENUS, ORIGINS, PIECES, STOPS, TARGETS, selects
from bot.games.gandhi.orders.notation import EVENT, LETTER_OF, LONGEST_NAME, SLIPS, SPECIAL, THEN, Clause, Leg
from bot.games.gandhi.orders.playing import follow
from bot.games.gandhi.orders.understanding import go_on, understand
from bot.language import Language, load_language
from engine import Game
from engine.core.change import Change
from engine.core.decision import Decision

MOVING = ("deploy", "garrison", "sweep", "assault", "march", "demonstrate", "civil_disobedience", "treaty")
"""Actions whose moves of pieces are written as a `Leg`: with an arrow, or for pieces from a box as a count."""
NO_CHOICE = ("arjuna.cards",)
"""Kinds of questions that only Arjuna's cards answer, and no person."""
TOLD_BY_LEGS = (*ORIGINS, *TARGETS, *PIECES, *COUNTS, ESCORT, "treaty.what")
"""Kinds of questions whose answers follow from the moves in a clause, and need no words."""


def write_line(language: Language, game: Game, keys: Sequence[str]) -> Line | None:
    """Return the line that means the same as the ``keys`` of a turn, or None if no line does.

    ``game`` is at the start of the turn. The keys may include answers after a die. Only the seat that must decide may
    have chosen them.
    """
    # The first attempt uses words of the language. If they are ambiguous, later ones use keys, which are English words.
    for in_full, is_plain in ((False, False), (True, False), (False, True), (True, True)):
        writer = Writer(language, game.clone(), in_full=in_full, is_plain=is_plain)
        if not writer.write(keys):
            return None
        line = Line(writer.action, writer.print())
        if says_the_same(language, game, line, keys):
            return line
    return None


def says_the_same(language: Language, game: Game, line: Line, keys: Sequence[str]) -> bool:
    """Return whether a line, played in a copy of the game, leads to the question of the last key and chooses that key.

    The last key itself is not played, because it may reveal hidden information. Up to an earlier die, the line must
    choose the same keys.
    """
    wanted, found = game.clone(), game.clone()
    for key in keys[:-1]:
        wanted.choose(key)
    gone: list[str] = []
    try:
        understood: Understood | None = understand(language, found, line.action, line.orders)
        while understood is not None:
            for key in understood.keys:
                found.choose(key)
            gone += [*understood.keys, understood.ending]
            if found.digest() == wanted.digest() and asks(found) == asks(wanted):
                return understood.ending == keys[-1]
            if not understood.ending or gone != list(keys[: len(gone)]):
                return False
            found.choose(understood.ending)
            understood = go_on(found, understood.rest)
    except BadInput:
        return False
    return False


def asks(game: Game) -> tuple[int, str]:
    """Return the number of the running step and the pending decision as text, to compare two games."""
    return game.step_number, repr(game.decision)


def name_answer(language: Language, decision: Decision, key: str) -> str:
    """Return the fewest first words of an option's label that no other label begins with, joined by hyphens.

    Return "" if there are none, or if they contain digits or signs of the notation.
    """
    option = decision.option(key)
    if option is None:
        return ""
    shown = language.say(option.text).lower()
    others = [language.say(one.text).lower() for one in decision.options if one.key != key]
    words = shown.split()
    for length in range(1, min(LONGEST_NAME, len(words)) + 1):
        named = " ".join(words[:length])
        if not any(other.startswith(named) for other in others):
            return "" if re.search(r"[,:;>()、：（）\d]", named) else named.replace(" ", "-")
    return ""


class Writer:
    """A writer of the clauses for the keys of a turn. It plays the keys in its game.

    ``in_full`` writes usual answers too. ``is_plain`` writes the keys of answers instead of words of the language.
    """

    def __init__(self, language: Language, game: Game, *, in_full: bool, is_plain: bool = False) -> None:
        self.language = language
        self.game = game
        self.in_full = in_full
        self.is_plain = is_plain or language.code == load_language().code
        self.action = ""
        self.clauses: list[Clause] = []
        self.outer: Clause | None = None
        self.is_closing = False

    def write(self, keys: Sequence[str]) -> bool:
        """Write clauses for all keys. Return False if they are not one seat's turn with an action, or not possible."""
        seat = self.game.pending_seat
        for index, key in enumerate(keys, 1):
            decision = self.game.decision
            if decision is None or decision.seat != seat or key not in decision.keys:
                return False
            self.note(decision, key)
            action = decision.action or self.action
            # The last key is only tried on a blind copy, because it may reveal hidden information.
            changes = self.game.choose(key) if index < len(keys) else follow(self.game, key)[0]
            self.note_selected(changes)
            if action in MOVING or self.slip == "free_sweep":
                self.note_moves(changes)
        return bool(self.action)

    @property
    def slip(self) -> str:
        """Return the interruption of the last clause (`Clause.slip`), or ""."""
        return self.clauses[-1].slip if self.clauses else ""

    def note(self, decision: Decision, key: str) -> None:
        """Write one answer: begin a clause with it, or add it to the last clause."""
        menu = decision.kind in MENUS
        if key.startswith(SPECIAL) or key in SLIPS.values():
            is_between = menu or selects(decision, self.action)
            self.outer = None if is_between or not self.clauses else self.clauses[-1]
            if self.is_closing and self.slip != THEN:
                self.clauses.append(Clause("", slip=THEN))
            self.is_closing = False
            self.clauses.append(Clause("", slip=key))
        elif menu:
            self.action = key
        elif selects(decision, self.action):
            self.is_closing = key in STOPS
            if not self.is_closing:
                self.clauses.append(Clause("", space=key))
        elif self.slip and decision.kind in (f"{self.slip.removeprefix(SPECIAL)}.space", "assault.free_sweep"):
            if key != DONE:
                self.note_space_of_slip(key)
        else:
            self.note_detail(decision, key)

    def note_space_of_slip(self, space: str) -> None:
        """Write a space of an interruption: the first into its clause, every further space into a new clause."""
        if self.clauses[-1].space:
            self.clauses.append(Clause("", slip=self.slip))
        self.clauses[-1].space = space

    def note_detail(self, decision: Decision, key: str) -> None:
        """Add an answer to the last clause as a word, unless the clause's moves say it.

        Without ``in_full``, the usual answer is left out too.
        """
        if decision.kind in NO_CHOICE or (key == decision.default and not self.in_full):
            return
        if self.outer is not None and decision.action == self.action:
            self.clauses.append(Clause("", space=self.outer.space))
            self.outer = None
        if self.is_closing and self.slip != THEN and decision.action in (self.action, ""):
            self.clauses.append(Clause("", slip=THEN))
            self.is_closing = False
        if self.is_told_by_legs(decision, key):
            return
        if not self.clauses:
            self.clauses.append(Clause(""))
        self.clauses[-1].words.append(self.spell(decision, key))

    def is_told_by_legs(self, decision: Decision, key: str) -> bool:
        """Return whether an answer needs no word, because it follows from the moves in its clause."""
        if decision.kind not in TOLD_BY_LEGS or self.action.startswith(EVENT):
            return False
        if decision.kind == "deploy.piece" and key == DONE:
            # A City that gets no cube has no move, so a word has to say that.
            return bool(self.clauses and self.clauses[-1].legs)
        if decision.kind == "demonstrate.move":
            return "protest" not in decision.keys or key != DONE
        return key != "remove"

    def note_selected(self, changes: Sequence[Change]) -> None:
        """Write the space of a Special Activity that was selected without a question, because no other was possible."""
        chosen = [change.target for change in changes if change.verb == "select"]
        if chosen and self.slip.startswith(SPECIAL) and not self.clauses[-1].space:
            self.clauses[-1].space = chosen[0]

    def note_moves(self, changes: Sequence[Change]) -> None:
        """Add the moves among the Changes of an answer to the last clause."""
        for change in changes:
            is_move = change.verb == "move" or (change.verb == "place" and self.action == "deploy")
            if not is_move or change.piece not in LETTER_OF or not self.clauses:
                continue
            clause = self.clauses[-1]
            origin = change.origin if change.origin in SPACES else ""
            last = clause.legs[-1] if clause.legs else None
            place = (origin, change.target, change.piece)
            if last is not None and not self.in_full and (last.origin, last.target, last.piece) == place:
                last.number += change.count
            else:
                clause.legs.append(Leg(*place, change.count))

    # -- words ---------------------------------------------------------------------------------------------

    def spell(self, decision: Decision, key: str) -> str:
        """Return an answer as it is written on a line: a count, a letter, a space, or the fewest words of its label."""
        if decision.kind == "deploy.enter":
            troops, _, sepoys = key.partition(":")
            words = [f"{count}{letter}" for count, letter in ((troops, "T"), (sepoys, "S")) if count != "0"]
            return " ".join(words) or self.language.word("order.no")
        if key in SPACES:
            return self.language.word(f"space.{key}").replace(" ", "-")
        if key in (DONE, "no"):
            return self.language.word("order.no")
        if key in LETTER_OF:
            return LETTER_OF[key]
        named = "" if self.is_plain or key.isdigit() else name_answer(self.language, decision, key)
        return named or re.sub(r"[_:]", "-", key)

    def name(self, space: str) -> str:
        """Return the name of a space in the language of the line."""
        return self.language.word(f"space.{space}")

    def name_slip(self, slip: str) -> str:
        """Return the words with which the clause of an interruption begins, in the language of the line."""
        if slip == THEN:
            return self.language.say("order.then")
        if slip == SLIPS["sweep"]:
            return self.language.word("action.sweep").lower()
        for word, key in SLIPS.items():
            if key == slip:
                own = "_own" if self.action.startswith(EVENT) and word == "remove" else ""
                return self.language.word(f"order.{word}{own}")
        return self.language.word(f"action.{slip.removeprefix(SPECIAL)}")

    def print(self) -> str:
        """Return all clauses as one line. Semicolons separate clauses, commas separate spaces without details."""
        parts: list[str] = []
        plain: list[str] = []
        for clause in self.clauses:
            if clause.space and not (clause.slip or clause.legs or clause.words):
                plain.append(self.name(clause.space))
                continue
            if plain:
                parts.append(", ".join(plain))
                plain = []
            words = self.print_clause(clause)
            if parts and parts[-1] == self.name_slip(THEN):
                parts[-1] += f" {words}"
            else:
                parts.append(words)
        return "; ".join([*parts, ", ".join(plain)] if plain else parts)

    def print_clause(self, clause: Clause) -> str:
        """Return one clause as text: its interruption, its space or moves, and after a colon its words."""
        place = self.name(clause.space) if clause.space else ""
        if clause.legs:
            place = ", ".join(self.print_legs(clause.legs))
        words = " ".join(clause.words)
        head = " ".join(part for part in (self.name_slip(clause.slip) if clause.slip else "", place) if part)
        if not words:
            return head
        return f"{head}: {words}" if place and head else f"{head} {words}".strip()

    def print_legs(self, legs: Sequence[Leg]) -> Iterator[str]:
        """Yield the texts of moves. Moves between the same two spaces, one after the other, are one text."""
        for (origin, target), some in groupby(legs, lambda leg: (leg.origin, leg.target)):
            counts = " ".join(f"{leg.number}{LETTER_OF[leg.piece]}" for leg in some)
            yield f"{self.name(origin)} > {self.name(target)} {counts}" if origin else f"{self.name(target)} {counts}"

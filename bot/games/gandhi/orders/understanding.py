"""Understand turn lines: a whole Operation with its Special Activity, or an Event, in one line.

An order is played on a copy of the game. It answers the same decisions as a panel, and can do nothing else. A question
that it does not answer gets the usual answer; if there is none, the panel asks. After a die, or after such a question,
the order continues automatically: its rest is stored with the draft (`RestOfOrder`).
"""

from __future__ import annotations

import re
from contextlib import suppress

from bot.errors import BadInput
from bot.games.answers import Understood
from bot.games.gandhi.orders.matching import NOTHING_WORDS, find_usual, match, not_possible
from bot.games.gandhi.orders.notation import EVENT, Clause, RestOfOrder, find_named_space, read_orders
from bot.games.gandhi.orders.playing import OrderPlayer
from bot.games.names import list_fitting, plain
from bot.language import Language, load_language
from engine import Game
from engine.core.decision import Decision


class EventOrders(OrderPlayer):
    """A player for an order about the Event. The words of the order answer the questions of the card in their order."""

    def detail(self, decision: Decision) -> str:
        """Return the answer that the next words give, or else the usual answer, or "" if the panel has to ask."""
        self.answers.asked.append(decision)
        if self.current is not None and (key := self.answers.go_on_with_count(decision, self.current)):
            return key
        while (clause := self.find_next_clause()) is not None:
            if clause.slip and clause is not self.current:
                if clause.slip in decision.keys:
                    return self.begin_slip(decision)
                break
            self.drop_heading(decision, clause)
            if key := self.answers.use_words(decision, clause, 0):
                self.go_to(clause)
                self.is_asked = False
                self.answers.answered.add(decision.kind)
                return key
            if not self.answers.proofs.take(clause.words[0]):
                break
            self.go_to(clause)
            del clause.words[0]
        usual = "" if self.is_asked else find_usual(decision, self.answers.answered)
        if clause is not None and clause.words and not clause.slip:
            self.note_refusal(decision, clause, is_open=not usual)
        return usual

    def find_next_clause(self) -> Clause | None:
        """Return the clause with the next unused words, or None if all words are used."""
        if self.current is not None and self.current.words:
            return self.current
        return self.waiting[0] if self.waiting else None

    def go_to(self, clause: Clause) -> None:
        """Make a clause the present one. Unlike `begin`, keep the earlier answers and Changes of the Event."""
        if clause is not self.current:
            self.waiting.remove(clause)
            clause.is_begun = True
            self.current = clause

    def drop_heading(self, decision: Decision, clause: Clause) -> None:
        """Remove the next word if it only names the piece of the question: ``unrest madras`` where Unrest is placed."""
        pieces = decision.prompt.params.get("piece", ())
        pieces = (pieces,) if isinstance(pieces, str) else tuple(pieces)
        words = [plain(word) for word in clause.words[:2]]
        if len(words) == 2 and len(pieces) == 1 and len(words[0]) > 1:
            names = (pieces[0], self.language.word(f"piece.{pieces[0]}"))
            if any(plain(name).startswith(words[0]) for name in names) and not match(self.language, decision, words[0]):
                del clause.words[0]

    def note_refusal(self, decision: Decision, clause: Clause, *, is_open: bool) -> None:
        """Note why the next words do not answer a question, for the error if no later question uses them.

        Raises BadInput at once if the question has no usual answer (``is_open``). If the words name a space, and the
        question asks for none, note nothing.
        """
        space, _ = find_named_space(self.language, clause.words)
        if space and not any(option.role == "space" for option in decision.options):
            return
        try:
            if not space:
                raise not_possible(self.language, clause.words[0], [decision])
            self.answers.pick(decision, space)
        except BadInput as error:
            self.refusals.setdefault((clause.typed, len(clause.words)), error)
            if is_open:
                raise

    def check(self, clause: Clause) -> None:
        """Raise BadInput if a clause has words that neither answered a question nor are proved by a Change."""
        if clause.slip:
            super().check(clause)
            return
        while clause.words and self.answers.proofs.take(clause.words[0]):
            del clause.words[0]
        if any(plain(word) not in NOTHING_WORDS for word in clause.words):
            raise self.refusal_of(clause)

    def check_nothing_waits(self) -> None:
        """Raise BadInput if clauses are left for which the Event has no question."""
        if self.waiting and not self.waiting[0].slip:
            raise self.refusal_of(self.waiting[0])
        super().check_nothing_waits()

    def refusal_of(self, clause: Clause) -> BadInput:
        """Return the error of the first question that the next words of a clause did not answer (`note_refusal`)."""
        later = not_possible(self.language, clause.words[0], self.answers.asked[-1:])
        return self.refusals.get((clause.typed, len(clause.words)), later)


def understand(language: Language, game: Game, action: str, typed: str) -> Understood:
    """Return the answers of a turn line for the seat that must decide. The game is not changed.

    ``action`` is the id of the Operation, or the key of a side of the Event. Raises BadInput for the first part that is
    unknown or not allowed.
    """
    seat = game.pending_seat
    try:
        clauses = read_orders(language, action, seat, typed)
    except BadInput as error:
        return choose_reading(language, game, action, typed, error)
    return order_of(action)(language, game.blind(), action, clauses).play()


def choose_reading(language: Language, game: Game, action: str, typed: str, error: BadInput) -> Understood:
    """Return the answers of a line with an ambiguous name, if the line is possible with only one space of that name.

    Raises ``error`` if the line is possible with none of these spaces or with several, or if the error is another.
    """
    found: list[Understood] = []
    for space in list_fitting(error):
        name = re.escape(str(error.text.params["words"]))
        line = re.sub(rf"(?<!\w){name}(?!\w)", language.word(f"space.{space}"), typed, flags=re.IGNORECASE)
        if line == typed:
            continue
        with suppress(BadInput):
            found.append(understand(language, game, action, line))
    if len(found) != 1:
        raise error
    return found[0]


def go_on(game: Game, rest: str) -> Understood | None:
    """Return the answers of the rest of an order (`RestOfOrder.store`) at the pending decision.

    Return None for an unknown format, and if the rest belongs to another seat or step. Raises BadInput.
    """
    left, decision = RestOfOrder.read(rest), game.decision
    if left is None or decision is None or decision.seat != left.seat or game.step_number != left.turn:
        return None
    language, kind = load_language(left.language), order_of(left.action)
    return kind(language, game.blind(), left.action, left.clauses, is_asked=left.is_asked).play()


def words_of_rest(rest: str) -> str:
    """Return the unused words of the rest of an order, or "" for an unknown format."""
    left = RestOfOrder.read(rest)
    return left.words if left is not None else ""


def order_of(action: str) -> type[OrderPlayer]:
    """Return the class that plays an order for an action: `EventOrders` for the Event, or else `OrderPlayer`."""
    return EventOrders if action.startswith(EVENT) else OrderPlayer

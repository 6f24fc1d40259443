"""An order for the Event: its words answer the questions of the card one after the other."""

from __future__ import annotations

from bot.errors import BadInput
from bot.games.gandhi.orders.matching import NOTHING_WORDS, match, not_possible
from bot.games.gandhi.orders.notation import (
    Clause,
    find_named_space,
)
from bot.games.gandhi.orders.playing import Orders
from bot.games.gandhi.orders.questions import (
    find_usual,
)
from bot.games.names import plain
from engine.core.decision import Decision


class EventOrders(Orders):
    """An order for the Event, whose words answer the questions in the order of the card."""

    def detail(self, decision: Decision) -> str:
        """Return the answer of the next words to a question; otherwise the usual answer, or nothing: the panel asks."""
        self.asked.append(decision)
        if self.current is not None and (key := self.go_on_with_count(decision, self.current)):
            return key
        while (clause := self.find_next_clause()) is not None:
            if clause.slip and clause is not self.current:
                if clause.slip in decision.keys:
                    return self.begin_slip(decision)
                break
            self.drop_heading(decision, clause)
            if key := self.use_words(decision, clause, 0):
                self.go_to(clause)
                self.is_asked = False
                self.answered.add(decision.kind)
                return key
            if not self.proofs.take(clause.words[0]):
                break
            self.go_to(clause)
            del clause.words[0]
        usual = "" if self.is_asked else find_usual(decision, self.answered)
        if clause is not None and clause.words and not clause.slip:
            self.note_refusal(decision, clause, is_open=not usual)
        return usual

    def find_next_clause(self) -> Clause | None:
        """The clause whose words come next, or nothing when all have been said."""
        if self.current is not None and self.current.words:
            return self.current
        return self.waiting[0] if self.waiting else None

    def go_to(self, clause: Clause) -> None:
        """Let a clause be the present one. What has been answered and done before it counts for all of the Event."""
        if clause is not self.current:
            self.waiting.remove(clause)
            clause.is_begun = True
            self.current = clause

    def drop_heading(self, decision: Decision, clause: Clause) -> None:
        """Take off a word that only names what a question is about: ``unrest madras`` where Unrest is placed."""
        pieces = decision.prompt.params.get("piece", ())
        pieces = (pieces,) if isinstance(pieces, str) else tuple(pieces)
        words = [plain(word) for word in clause.words[:2]]
        if len(words) == 2 and len(pieces) == 1 and len(words[0]) > 1:
            names = (pieces[0], self.language.word(f"piece.{pieces[0]}"))
            if any(plain(name).startswith(words[0]) for name in names) and not match(self.language, decision, words[0]):
                del clause.words[0]

    def note_refusal(self, decision: Decision, clause: Clause, *, is_open: bool) -> None:
        """Keep why the next words are no answer, for when nothing asks for them; raise it where the panel would ask.

        A space is kept for a later question where none is asked for now.
        """
        space = find_named_space(self.language, clause.words)
        if space and not any(option.role == "space" for option in decision.options):
            return
        try:
            if not space:
                raise not_possible(self.language, clause.words[0], [decision])
            self.pick(decision, space)
        except BadInput as error:
            self.refusals.setdefault((clause.typed, len(clause.words)), error)
            if is_open:
                raise

    def check(self, clause: Clause) -> None:
        """Raise BadInput for words that nothing has asked for, as soon as the Event is over."""
        if clause.slip:
            super().check(clause)
            return
        while clause.words and self.proofs.take(clause.words[0]):
            del clause.words[0]
        if any(plain(word) not in NOTHING_WORDS for word in clause.words):
            raise self.refusal_of(clause)

    def check_nothing_waits(self) -> None:
        """Raise BadInput when clauses are left that nothing asks for."""
        if self.waiting and not self.waiting[0].slip:
            raise self.refusal_of(self.waiting[0])
        super().check_nothing_waits()

    def refusal_of(self, clause: Clause) -> BadInput:
        """Why the next words of a clause were no answer to the first question that they came to."""
        later = not_possible(self.language, clause.words[0], self.asked[-1:])
        return self.refusals.get((clause.typed, len(clause.words)), later)

"""Play an order on a copy of the game, clause by clause.

`bot.games.gandhi.orders.answering` finds the answers that a clause gives. An *interruption* is a clause for a Special
Activity, or another option of `SLIPS`, within the order for an Operation.
"""

from __future__ import annotations

from collections.abc import Sequence

from bot.errors import BadInput
from bot.games.answers import Understood
from bot.games.gandhi.orders.answering import ClauseAnswers
from bot.games.gandhi.orders.matching import (
    DONE,
    MENUS,
    NOTHING_WORDS,
    STOPS,
    find_usual,
    fits,
    match,
    selects,
)
from bot.games.gandhi.orders.notation import EVENT, SPECIAL, THEN, Clause, RestOfOrder
from bot.games.names import plain
from bot.language import Language
from engine import Game
from engine.core.change import Change
from engine.core.decision import Decision
from engine.core.dice import Hidden
from engine.core.text import text

REVEALED = "deck.card"
"""The kind of the question at a physical table which card was revealed after the last one."""
ROLLED = "die.rolled"
"""The kind of the question at a physical table which number was rolled. An order continues after it."""
MORE_THAN_ENOUGH = 300
"""The most answers of an order. No possible order has as many, so that a longer one is an endless loop."""


class OrderPlayer:
    """A player for an order about an Operation, which chooses its answers in the given copy of the game.

    ``keys`` are the answers so far, ``waiting`` the clauses that have not begun, ``current`` is the present clause, and
    ``outer`` the clause that it interrupts. ``answers`` are those of the clause that has begun last.
    """

    def __init__(
        self, language: Language, game: Game, action: str, clauses: Sequence[Clause], *, is_asked: bool = False
    ) -> None:
        self.language = language
        self.game = game
        self.action = action
        self.seat = game.pending_seat
        self.turn = game.step_number
        self.clauses = tuple(clause.typed for clause in clauses)
        self.waiting = list(clauses)
        self.current: Clause | None = None
        self.outer: Clause | None = None
        self.keys: list[str] = []
        self.selected: list[str] = []
        self.begun_at = 0
        self.answers = ClauseAnswers(language, game)
        self.declined: set[str] = set()
        self.refusals: dict[tuple[str, int], BadInput] = {}
        self.is_asked = is_asked
        if self.waiting and self.waiting[0].is_begun:
            self.current = self.waiting.pop(0)
            self.selected.append(self.current.space)

    # -- the way through the game --------------------------------------------------------------------------

    def play(self) -> Understood:
        """Play clauses up to the first barrier or a question for the panel, and return the answers up to there.

        Raises BadInput, with the reason, for the first clause that cannot be carried out.
        """
        self.check_action()
        for _ in range(MORE_THAN_ENOUGH):
            decision = self.game.decision
            if decision is not None and decision.kind == REVEALED:
                self.end()
                return Understood(tuple(self.keys), "", self.clauses)
            if decision is not None and decision.kind == ROLLED:
                return Understood(tuple(self.keys), "", self.clauses, self.rest().store())
            key = self.next_key(decision) if decision is not None and decision.seat == self.seat else ""
            if not key:
                return Understood(tuple(self.keys), "", self.clauses, self.rest(is_asked=True).store())
            changed = self.game.draft(key)
            if changed is None:
                changes, is_over = follow(self.game, key)
                if is_over:
                    self.absorb(changes)
                    self.end()
                    return Understood(tuple(self.keys), key, self.clauses)
                return Understood(tuple(self.keys), key, self.clauses, self.rest().store())
            self.keys.append(key)
            self.absorb(changed)
        raise BadInput(text("error.order_left_over", words=self.clauses[0] if self.clauses else self.action))

    def end(self) -> None:
        """End all clauses at the end of the turn. Raises BadInput for unused words and clauses."""
        self.finish()
        self.current, self.outer = self.outer, None
        self.finish()
        self.check_nothing_waits()

    def check_action(self) -> None:
        """Raise BadInput if another Operation than the order's is under way."""
        decision = self.game.decision
        if decision is None or decision.kind in MENUS or self.action in ("", decision.action):
            return
        if self.action.startswith(EVENT) or decision.kind == "turn.after":
            return
        if not self.current and decision.action != self.action:
            self.answers.pick(decision, self.action)

    def rest(self, *, is_asked: bool = False) -> RestOfOrder:
        """Return the part of the order that is left: the unused words of begun clauses, and the clauses after them."""
        begun = [clause for clause in (self.outer, self.current) if clause is not None]
        if self.outer is None and self.current is not None and self.current.slip == THEN and not self.current.words:
            begun = []
        for clause in begun:
            clause.is_begun = True
        return RestOfOrder(self.seat, self.turn, self.action, self.language.code, (*begun, *self.waiting), is_asked)

    def absorb(self, changes: Sequence[Change]) -> None:
        """Note the spaces that Changes select and the pieces that they move, and prove the last answer with them."""
        self.answers.absorb(changes)
        for change in changes:
            if change.verb == "select":
                self.selected.append(change.target)
            elif change.verb in ("move", "place") and self.current is not None:
                for leg in self.current.legs:
                    if not leg.is_finished and fits(leg, change):
                        leg.taken += change.count
                        break

    # -- one answer ----------------------------------------------------------------------------------------

    def next_key(self, decision: Decision) -> str:
        """Return the answer to a decision, or "" where the panel has to ask. Raises BadInput as `play` does."""
        if decision.kind in MENUS:
            self.finish()
            if self.waiting and self.waiting[0].slip in decision.keys:
                return self.begin_slip(decision)
            return self.answers.pick(decision, self.action)
        if selects(decision, self.action):
            return self.select(decision)
        if self.asks_for_slips_space(decision):
            return self.select_for_slip(decision)
        self.come_back(decision)
        if self.outer is None and self.slips_in_here(decision):
            self.outer, self.current = self.current, None
            return self.begin_slip(decision)
        return self.detail(decision)

    def select(self, decision: Decision) -> str:
        """Return the space of the next clause or its interruption, and begin it; after the last clause, return the end.

        For a Garrison, return the next origin of the present clause. Return "" if the question has no end, so that the
        panel asks it. Raises BadInput if a clause cannot be carried out.
        """
        self.is_asked = False
        leg = self.current.leg if self.current is not None else None
        if leg is not None and decision.kind == "garrison.origin" and (leg.origin in decision.keys or not leg.taken):
            return self.answers.pick(decision, leg.origin)
        if leg is not None and leg.taken and not leg.number:
            leg.is_over = True
        self.finish()
        stop = next((key for key in STOPS if key in decision.keys), "")
        if not self.waiting:
            return stop or self.leave_open()
        clause = self.waiting[0]
        if clause.slip == THEN:
            if not stop:
                return self.answers.pick(decision, DONE)
            self.begin(self.waiting.pop(0))
            return stop
        if clause.slip:
            return self.begin_slip(decision)
        if decision.kind == "turn.after":
            self.check_nothing_waits()
        self.begin(self.waiting.pop(0))
        return self.answers.pick(decision, clause.selects(self.action))

    def begin(self, clause: Clause) -> None:
        """Make a clause the present one, and forget the answers and Changes of the one before."""
        self.current = clause
        clause.is_begun = True
        self.begun_at = len(self.selected)
        self.answers = ClauseAnswers(self.language, self.game)

    def detail(self, decision: Decision) -> str:
        """Return the answer of the present clause to a question, or else the usual answer, or "" for the panel."""
        if decision.kind != "remove_own.first":
            self.answers.asked.append(decision)
        if self.current is None and decision.space in self.declined and (no := decision.key_of("decline")):
            # The question that a clause has declined may come only after the moves into all spaces (3.2.3).
            return no
        key = self.find_answer(decision)
        if key:
            self.answers.answered.add(decision.kind)
            return key
        return ("" if self.is_asked else find_usual(decision, self.answers.answered)) or self.leave_open()

    def find_answer(self, decision: Decision) -> str:
        """Return the answer that the moves or else the words of the present clause give to a question, or ""."""
        clause, answers = self.current, self.answers
        if clause is None:
            return ""
        return answers.answer_with_leg(decision, clause) or answers.answer_with_word(decision, clause)

    def leave_open(self) -> str:
        """Return "", so that the panel asks the question. Raises BadInput if the clause has unused words or moves."""
        if self.current is not None:
            self.check(self.current)
        return ""

    # -- interruptions -------------------------------------------------------------------------------------

    def begin_slip(self, decision: Decision) -> str:
        """Begin the next clause, which is an interruption, and return the key of its option. Raises BadInput."""
        clause = self.waiting.pop(0)
        self.begin(clause)
        return self.answers.pick(decision, clause.slip)

    def asks_for_slips_space(self, decision: Decision) -> bool:
        """Return whether a decision asks for a space of the present interruption."""
        slip = self.current.slip if self.current is not None else ""
        return bool(slip) and decision.kind in (f"{slip.removeprefix(SPECIAL)}.space", f"assault.{slip}")

    def select_for_slip(self, decision: Decision) -> str:
        """Return the next space of the present interruption, or the answer that ends it, or "" for the panel."""
        clause = self.current
        if clause is None or self.selected[self.begun_at :]:
            slip = clause.slip if clause is not None else ""
            self.finish()
            if not (self.waiting and self.waiting[0].slip == slip):
                usual = find_usual(decision, self.answers.answered) or (DONE if DONE in decision.keys else "")
                return usual or self.leave_open()
            clause = self.waiting.pop(0)
            self.begin(clause)
        if not clause.space:
            return self.answers.answer_with_word(decision, clause) or self.leave_open()
        return self.answers.pick(decision, clause.space)

    def slips_in_here(self, decision: Decision) -> bool:
        """Return whether the next clause interrupts the present one: a later clause is about the same space again."""
        if not self.waiting or self.current is None or self.current.slip or self.waiting[0].slip not in decision.keys:
            return False
        after = next((clause for clause in self.waiting if not clause.slip), None)
        return (
            after is not None
            and after.selects(self.action) == self.current.selects(self.action)
            and self.current.leg is None
            and not any(match(self.language, decision, word) for word in self.current.words)
        )

    def come_back(self, decision: Decision) -> None:
        """Make the interrupted clause the present one again if the decision is about the Operation.

        The moves and words of the next clause, which is about the same space, are added to it.
        """
        if self.outer is None or not decision.kind.startswith(f"{self.action}."):
            return
        self.finish()
        more = self.waiting.pop(0) if self.waiting and not self.waiting[0].slip else None
        self.current, self.outer = self.outer, None
        if more is not None:
            self.current.legs += more.legs
            self.current.words += more.words

    # -- errors --------------------------------------------------------------------------------------------

    def finish(self) -> None:
        """End the present clause, if there is one. Raises BadInput as `check` does."""
        clause, self.current = self.current, None
        if clause is not None:
            self.answers.put_back_count(clause)
        self.answers.pending = None
        if clause is not None:
            if any(plain(word) in NOTHING_WORDS for word in clause.words):
                self.declined.add(clause.selects(self.action))
            self.check(clause)

    def check(self, clause: Clause) -> None:
        """Raise BadInput as `ClauseAnswers.check` does."""
        self.answers.check(clause, self.selected[self.begun_at :])

    def check_nothing_waits(self) -> None:
        """Raise BadInput if clauses are left for which the turn has no question."""
        if self.waiting:
            raise BadInput(text("error.order_left_over", words=self.waiting[0].typed))


def follow(game: Game, key: str) -> tuple[list[Change], bool]:
    """Return the certain Changes of a key, and whether it ends the turn or the game. The game is not changed.

    Changes after a die or a face-down card are left out.
    """
    twin = game.blind()
    number, seen = twin.step_number, len(twin.state.log)
    try:
        changes = twin.choose(key)
    except Hidden:
        # If no Faction is acting, the next card is revealed, and so the turn is over. Otherwise a die is rolled in it.
        return twin.state.log[seen:], not twin.state.acting
    return changes, twin.decision is None or twin.step_number != number

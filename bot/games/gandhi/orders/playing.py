"""Play an order on a copy of the game, and find the answers that its clauses give.

An *interruption* is a clause for a Special Activity, or another option of `SLIPS`, within the order for an Operation.
"""

from __future__ import annotations

from collections.abc import Sequence

from bot.errors import BadInput, about, name_key
from bot.games.answers import Understood
from bot.games.gandhi.facts import SPACES
from bot.games.gandhi.orders.matching import (
    COUNTS,
    DONE,
    ESCORT,
    NOTHING_WORDS,
    ORIGINS,
    PIECES,
    SELECTIONS,
    STOPS,
    TARGETS,
    find_usual,
    fits,
    match,
    name_of,
    not_possible,
)
from bot.games.gandhi.orders.notation import EVENT, LONGEST_NAME, SPECIAL, THEN, Clause, Leg, RestOfOrder, read_count
from bot.games.gandhi.orders.proofs import Proofs, places_of
from bot.games.names import plain
from bot.language import Language
from engine import Game
from engine.core.change import Change
from engine.core.decision import Decision
from engine.core.dice import Hidden
from engine.core.text import Text, text

REVEALED = "deck.card"
"""The kind of the question at a physical table which card was revealed after the last one."""
ROLLED = "die.rolled"
"""The kind of the question at a physical table which number was rolled. An order continues after it."""
MORE_THAN_ENOUGH = 300
"""The most answers of an order. No possible order has as many, so that a longer one is an endless loop."""


class OrderPlayer:
    """A player for an order about an Operation, which chooses its answers in the given copy of the game.

    ``keys`` are the answers so far, ``waiting`` the clauses that have not begun, ``current`` is the present clause, and
    ``outer`` the clause that it interrupts.
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
        self.pending: tuple[int, str, int, Decision] | None = None
        self.keys: list[str] = []
        self.selected: list[str] = []
        self.begun_at = 0
        self.answered: set[str] = set()
        self.asked: list[Decision] = []
        self.proofs = Proofs(language)
        self.said = ""
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
        if decision is None or self.is_menu(decision) or self.action in ("", decision.action):
            return
        if self.action.startswith(EVENT) or decision.kind == "turn.after":
            return
        if not self.current and decision.action != self.action:
            self.pick(decision, self.action)

    def rest(self, *, is_asked: bool = False) -> RestOfOrder:
        """Return the part of the order that is left: the unused words of begun clauses, and the clauses after them."""
        begun = [clause for clause in (self.outer, self.current) if clause is not None]
        if self.outer is None and self.current is not None and self.current.slip == THEN and not self.current.words:
            begun = []
        for clause in begun:
            clause.is_begun = True
        return RestOfOrder(self.seat, self.turn, self.action, self.language.code, (*begun, *self.waiting), is_asked)

    def absorb(self, changes: Sequence[Change]) -> None:
        """Note the spaces that Changes select, the moves that they carry out, and that they prove the last answer."""
        self.proofs.changes += changes
        said, self.said = self.said, ""
        if said:
            self.proofs.take(said)
        for change in changes:
            if change.verb == "select":
                self.selected.append(change.target)
            elif change.verb in ("move", "place") and self.current is not None:
                for leg in self.current.legs:
                    if not leg.is_finished and fits(leg, change):
                        leg.taken += change.count
                        break

    # -- one answer ----------------------------------------------------------------------------------------

    def is_menu(self, decision: Decision) -> bool:
        """Return whether a decision asks which action or Operation the Faction executes."""
        return decision.kind in ("turn.action", "turn.operation")

    def is_selection(self, decision: Decision) -> bool:
        """Return whether a decision asks for the Operation's next space, or for an action after the Operation."""
        if decision.kind == "turn.after":
            return True
        action, _, asked = decision.kind.partition(".")
        if action != self.action or asked not in SELECTIONS:
            return False
        return asked != "origin" or action in ("march", "garrison")

    def next_key(self, decision: Decision) -> str:
        """Return the answer to a decision, or "" where the panel has to ask."""
        if self.is_menu(decision):
            self.finish()
            if self.waiting and self.waiting[0].slip in decision.keys:
                return self.begin_slip(decision)
            return self.pick(decision, self.action)
        if self.is_selection(decision):
            return self.select(decision)
        if self.asks_for_slips_space(decision):
            return self.select_for_slip(decision)
        self.come_back(decision)
        if self.outer is None and self.slips_in_here(decision):
            self.outer, self.current = self.current, None
            return self.begin_slip(decision)
        return self.detail(decision)

    def select(self, decision: Decision) -> str:
        """Return the space of the next clause, the key of an interruption, or the end after the last clause.

        For a Garrison, return the next origin of the present clause. Raises BadInput if a clause cannot be carried out.
        """
        self.is_asked = False
        leg = self.current.leg if self.current is not None else None
        if leg is not None and decision.kind == "garrison.origin" and (leg.origin in decision.keys or not leg.taken):
            return self.pick(decision, leg.origin)
        if leg is not None and leg.taken and not leg.number:
            leg.is_over = True
        self.finish()
        stop = next((key for key in STOPS if key in decision.keys), "")
        if not self.waiting:
            return stop or self.leave_open(decision)
        clause = self.waiting[0]
        if clause.slip == THEN:
            if not stop:
                return self.pick(decision, DONE)
            self.begin(self.waiting.pop(0))
            return stop
        if clause.slip:
            return self.begin_slip(decision)
        if decision.kind == "turn.after":
            self.check_nothing_waits()
        self.begin(self.waiting.pop(0))
        return self.pick(decision, clause.selects(self.action))

    def begin(self, clause: Clause) -> None:
        """Make a clause the present one, and forget the answers and Changes of the one before."""
        self.current = clause
        clause.is_begun = True
        self.begun_at = len(self.selected)
        self.pending = None
        self.answered = set()
        self.asked = []
        self.proofs = Proofs(self.language)
        self.said = ""

    def detail(self, decision: Decision) -> str:
        """Return the answer of the present clause to a question, or else the usual answer, or "" for the panel."""
        if decision.kind != "remove_own.first":
            self.asked.append(decision)
        if self.current is None and decision.space in self.declined and (no := decision.key_of("decline")):
            # The question that a clause has declined may come only after the moves into all spaces (3.2.3).
            return no
        key = self.answer_with_leg(decision) or self.answer_with_word(decision)
        if key:
            self.answered.add(decision.kind)
            return key
        return ("" if self.is_asked else find_usual(decision, self.answered)) or self.leave_open(decision)

    def leave_open(self, decision: Decision) -> str:
        """Return "", so that the panel asks this question. Raises BadInput if the clause has unused words or moves."""
        if self.current is not None:
            self.check(self.current)
        return ""

    # -- interruptions -------------------------------------------------------------------------------------

    def begin_slip(self, decision: Decision) -> str:
        """Begin the next clause, which is an interruption, and return the key of its option. Raises BadInput."""
        clause = self.waiting.pop(0)
        self.begin(clause)
        return self.pick(decision, clause.slip)

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
                usual = find_usual(decision, self.answered) or (DONE if DONE in decision.keys else "")
                return usual or self.leave_open(decision)
            clause = self.waiting.pop(0)
            self.begin(clause)
        if not clause.space:
            return self.answer_with_word(decision) or self.leave_open(decision)
        return self.pick(decision, clause.space)

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

    # -- moves ---------------------------------------------------------------------------------------------

    def answer_with_leg(self, decision: Decision) -> str:
        """Return the answer that the first unfinished move of the present clause gives to a question, or "".

        The answer is an origin, a kind of piece, a number or a destination.
        """
        clause = self.current
        while clause is not None and (leg := clause.leg) is not None:
            key = self.answer_of_leg(decision, clause, leg)
            if key != "over":
                return key
            leg.is_over = True
        return ""

    def answer_of_leg(self, decision: Decision, clause: Clause, leg: Leg) -> str:
        """Return the key with which a move answers a question, "" for none, or "over" if no more pieces can move."""
        kind = decision.kind
        if kind == "treaty.what":
            return self.pick(decision, "move")
        if kind in ORIGINS or kind in TARGETS:
            wanted = leg.origin if kind in ORIGINS else leg.target
            if wanted in decision.keys:
                return wanted
            if leg.taken and not leg.number:
                return "over"
            return self.pick(decision, wanted) if wanted else ""
        if kind in PIECES:
            return self.pick_piece(decision, leg)
        if kind == ESCORT:
            escort = next((leg for leg in clause.legs if leg.piece == "league" and not leg.is_finished), None)
            return self.pick_number(decision, escort) if escort is not None else "0"
        return self.pick_number(decision, leg) if kind in COUNTS else ""

    def pick_piece(self, decision: Decision, leg: Leg) -> str:
        """Return the kind of piece that a move names, or else the first possible kind; "over" if none can move."""
        if leg.piece:
            if leg.piece not in decision.keys and leg.taken and not leg.number:
                return "over"
            return self.pick(decision, leg.piece)
        pieces = [option.key for option in decision.options if option.key != DONE]
        if decision.kind == "march.piece":
            pieces = [piece for piece in pieces if self.can_march(piece, leg)] or ([] if leg.taken else pieces)
        return pieces[0] if pieces else "over"

    def can_march(self, piece: str, leg: Leg) -> bool:
        """Return whether Guerrillas of a kind, Underground or Active, can March to the target of a move."""
        twin = self.game.clone()
        twin.choose(piece)
        if twin.decision is not None and twin.decision.kind == "march.count":
            twin.choose(twin.decision.options[0].key)
        return (
            twin.decision is not None
            and twin.decision.kind == "march.destination"
            and leg.target in (twin.decision.keys)
        )

    def pick_number(self, decision: Decision, leg: Leg) -> str:
        """Return the number of pieces that a move has left. Raises BadInput if that number is not possible."""
        wanted = str(leg.number - leg.taken)
        most = str(decision.numbers[-1])
        if not leg.number or (not leg.piece and int(wanted) > int(most)):
            return most
        if wanted in decision.keys:
            return wanted
        raise not_possible(self.language, wanted, [decision])

    # -- words ---------------------------------------------------------------------------------------------

    def answer_with_word(self, decision: Decision) -> str:
        """Return the answer of the first words of the present clause that name one, or "", and remove these words."""
        clause = self.current
        if clause is None:
            return ""
        if decision.kind == "deploy.enter":
            return self.enter_cubes(decision, clause)
        key = self.go_on_with_count(decision, clause)
        if key:
            return key
        return next((key for index in range(len(clause.words)) if (key := self.use_words(decision, clause, index))), "")

    def use_words(self, decision: Decision, clause: Clause, index: int) -> str:
        """Return the answer that the words of a clause from ``index`` on name, or "", and remove these words.

        A name of several words comes before a shorter one. A count such as ``2S`` first answers with its piece.
        """
        for length in range(min(LONGEST_NAME, len(clause.words) - index), 0, -1):
            words = " ".join(clause.words[index : index + length])
            found = match(self.language, decision, words)
            if not found:
                continue
            count = read_count(words) if length == 1 else None
            del clause.words[index : index + length]
            self.said = words
            if count is not None and count[0] and not found.isdigit():
                self.said = found
                self.pending = (index, found, count[1], decision)
            return found
        return ""

    def go_on_with_count(self, decision: Decision, clause: Clause) -> str:
        """Return the number of a count such as ``2S`` after its piece was chosen, or "" if no number is asked for.

        If the question asks for single pieces, return the piece again until there are enough. Raises BadInput for a
        number that is not possible.
        """
        if self.pending is None:
            return ""
        index, piece, number, asked = self.pending
        if (
            decision.numbers
            and decision.space == asked.space
            and decision.kind.partition(".")[0] == asked.kind.partition(".")[0]
        ):
            self.pending = None
            if not number:
                is_said = index < len(clause.words) and clause.words[index].isdigit()
                return "" if is_said else str(decision.numbers[-1])
            if str(number) in decision.keys:
                self.said = str(number)
                return str(number)
            raise not_possible(self.language, str(number), [decision])
        if number > 1 and piece in decision.keys and (decision.kind, decision.space) == (asked.kind, asked.space):
            self.pending = (index, piece, number - 1, asked)
            self.said = piece
            return piece
        self.put_back_count(clause)
        return ""

    def put_back_count(self, clause: Clause) -> None:
        """Put the unused part of a count back into its clause as a word, for later questions.

        It is dropped if the Changes prove that all its pieces were affected without a question.
        """
        pending, self.pending = self.pending, None
        if pending is not None and pending[2] > 1:
            index, piece, number, _ = pending
            if not self.proofs.has_count(piece, number):
                clause.words.insert(index, f"{number - 1}{piece}")

    def enter_cubes(self, decision: Decision, clause: Clause) -> str:
        """3.2.1 Return the key for the cubes that enter from Out of Play, as in ``then 1T 1S``. Raises BadInput."""
        if not clause.words:
            return ""
        counts = dict.fromkeys(("troops", "sepoys"), 0)
        for word in clause.words:
            piece, number = read_count(word) or ("", 0)
            if piece in counts:
                counts[piece] += number or 1
            elif plain(word) not in NOTHING_WORDS:
                raise not_possible(self.language, word, [decision])
        key = ":".join(str(count) for count in counts.values())
        if key not in decision.keys:
            raise not_possible(self.language, " ".join(clause.words), [decision])
        clause.words.clear()
        return key

    # -- errors --------------------------------------------------------------------------------------------

    def finish(self) -> None:
        """End the present clause, if there is one. Raises BadInput as `check` does."""
        clause, self.current = self.current, None
        if clause is not None:
            self.put_back_count(clause)
        self.pending = None
        if clause is not None:
            if any(plain(word) in NOTHING_WORDS for word in clause.words):
                self.declined.add(clause.selects(self.action))
            self.check(clause)

    def check(self, clause: Clause) -> None:
        """Raise BadInput if a clause has unused words, moves that were not made, or a space that was not selected."""
        places = [*self.selected[self.begun_at :], *(place for one in self.proofs.changes for place in places_of(one))]
        if clause.slip and clause.space and places and clause.space not in places:
            raise BadInput(text("error.order_other_space", words=clause.typed, place=places[:1]))
        for leg in clause.legs:
            if leg.taken < max(1, leg.number):
                raise BadInput(text("error.order_moved", words=clause.typed, count=leg.taken))
        for word in clause.words:
            if plain(word) not in NOTHING_WORDS and not self.proofs.take(word):
                raise not_possible(self.language, word, self.asked)

    def check_nothing_waits(self) -> None:
        """Raise BadInput if clauses are left for which the turn has no question."""
        if self.waiting:
            raise BadInput(text("error.order_left_over", words=self.waiting[0].typed))

    def pick(self, decision: Decision, key: str) -> str:
        """Return a key of the order if it is open. Raises BadInput with the engine's reason if it is not."""
        if key in decision.keys:
            return key
        reason: Text = self.game.refusal(key)
        if key in SPACES:
            if reason.key == "error.unknown_key":
                raise not_possible(self.language, self.language.word(f"space.{key}"), [decision])
            raise BadInput(about(reason, [name_key(key)]))
        option = decision.option(key)
        if option is None and decision.kind in (*PIECES, *COUNTS):
            raise not_possible(self.language, self.language.word(f"piece.{key}"), [decision])
        words = self.language.say(option.text) if option is not None else self.language.word(name_of(key))
        if reason.key == "error.unknown_key":
            raise not_possible(self.language, words, [decision])
        raise BadInput(about(reason, [name_key(key)]))


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

"""Play an order on a copy of the game by the words of its clauses, and find its answers."""

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
"""The question at a physical table when the card is over: which card is revealed."""
ROLLED = "die.rolled"
"""The question at a physical table about the number on a die. An order continues after it."""
MORE_THAN_ENOUGH = 300
"""The most answers of an order. A longer one must be an endless loop."""


class OrderPlayer:
    """A player for an order on a copy of the game. ``keys`` are the choices so far."""

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
        """Play all clauses, and return the answers.

        Raises BadInput for the first clause that cannot be carried out, with the reason.
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
        """End all clauses at the end of the turn. Raises BadInput for unused ones."""
        self.finish()
        self.current, self.outer = self.outer, None
        self.finish()
        self.check_nothing_waits()

    def check_action(self) -> None:
        """Raise BadInput if the Operation that is under way is not that of the order."""
        decision = self.game.decision
        if decision is None or self.is_menu(decision) or self.action in ("", decision.action):
            return
        if self.action.startswith(EVENT) or decision.kind == "turn.after":
            return
        if not self.current and decision.action != self.action:
            self.pick(decision, self.action)

    def rest(self, *, is_asked: bool = False) -> RestOfOrder:
        """Return the part of the order that is left: the rest of the present clauses, and those after them."""
        begun = [clause for clause in (self.outer, self.current) if clause is not None]
        if self.outer is None and self.current is not None and self.current.slip == THEN and not self.current.words:
            begun = []
        for clause in begun:
            clause.is_begun = True
        return RestOfOrder(self.seat, self.turn, self.action, self.language.code, (*begun, *self.waiting), is_asked)

    def absorb(self, changes: Sequence[Change]) -> None:
        """Note selected spaces, the moves that Changes have carried out, and the words that they prove."""
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
        """Return whether a decision asks for the Operation itself."""
        return decision.kind in ("turn.action", "turn.operation")

    def is_selection(self, decision: Decision) -> bool:
        """Return whether a decision asks for the Operation's next space, or for what follows the Operation."""
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
        """Return the space of the next clause, or the interruption before it, or the end of the Operation."""
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
        """Make a clause the present one."""
        self.current = clause
        clause.is_begun = True
        self.begun_at = len(self.selected)
        self.pending = None
        self.answered = set()
        self.asked = []
        self.proofs = Proofs(self.language)
        self.said = ""

    def detail(self, decision: Decision) -> str:
        """Return the answer to a question about the space of the present clause, or else the usual answer."""
        if decision.kind != "remove_own.first":
            self.asked.append(decision)
        if self.current is None and decision.space in self.declined and (no := decision.key_of("decline")):
            # An answer that a clause has declined may be asked for only after all moves (3.2.3).
            return no
        key = self.answer_with_leg(decision) or self.answer_with_word(decision)
        if key:
            self.answered.add(decision.kind)
            return key
        return ("" if self.is_asked else find_usual(decision, self.answered)) or self.leave_open(decision)

    def leave_open(self, decision: Decision) -> str:
        """Return "": the panel asks this question. Raises BadInput if the clause asks for something impossible."""
        if self.current is not None:
            self.check(self.current)
        return ""

    # -- interruptions -------------------------------------------------------------------------------------

    def begin_slip(self, decision: Decision) -> str:
        """Begin the next clause, which is an interruption, and return its key."""
        clause = self.waiting.pop(0)
        self.begin(clause)
        return self.pick(decision, clause.slip)

    def asks_for_slips_space(self, decision: Decision) -> bool:
        """Return whether a decision asks for a space of the interruption."""
        slip = self.current.slip if self.current is not None else ""
        return bool(slip) and decision.kind in (f"{slip.removeprefix(SPECIAL)}.space", f"assault.{slip}")

    def select_for_slip(self, decision: Decision) -> str:
        """Return the next space of the interruption, or the answer that ends it."""
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
        """Return whether the next clause interrupts the present space, and a later one continues with it."""
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
        """Make the interrupted clause the present one again, if the decision is about the Operation."""
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
        """Return the answer to a question that the moves of the present clause give, or "".

        It is an origin, a kind of piece, a number or a destination. Moves are carried out one after the other.
        """
        clause = self.current
        while clause is not None and (leg := clause.leg) is not None:
            key = self.answer_of_leg(decision, clause, leg)
            if key != "over":
                return key
            leg.is_over = True
        return ""

    def answer_of_leg(self, decision: Decision, clause: Clause, leg: Leg) -> str:
        """Return the answer of one move to a question: a key, "" for none, or "over" if no more of it can move."""
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
        """Return the kind of piece of a move, or the first possible kind if it names none; "over" if none can move."""
        if leg.piece:
            if leg.piece not in decision.keys and leg.taken and not leg.number:
                return "over"
            return self.pick(decision, leg.piece)
        pieces = [option.key for option in decision.options if option.key != DONE]
        if decision.kind == "march.piece":
            pieces = [piece for piece in pieces if self.can_march(piece, leg)] or ([] if leg.taken else pieces)
        return pieces[0] if pieces else "over"

    def can_march(self, piece: str, leg: Leg) -> bool:
        """Return whether Guerrillas of a kind, Underground or Active, can make a move."""
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
        """Return the number of pieces of a move. Raises BadInput, with the possible numbers, for another."""
        wanted = str(leg.number - leg.taken)
        most = str(decision.numbers[-1])
        if not leg.number or (not leg.piece and int(wanted) > int(most)):
            return most
        if wanted in decision.keys:
            return wanted
        raise not_possible(self.language, wanted, [decision])

    # -- words ---------------------------------------------------------------------------------------------

    def answer_with_word(self, decision: Decision) -> str:
        """Return the answer in the first words of the present clause that give one, or "", and use up the words."""
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
        """Return the answer in the words of a clause from a position on, or "", and use up the words."""
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
        """Return the number of a count such as ``2S`` after its piece was chosen, or "".

        If the question asks for single pieces, return the piece again until there are enough.
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
        """Put the unused part of a count back as a word of its clause.

        It is left out if the Changes prove that all pieces were affected without a question.
        """
        pending, self.pending = self.pending, None
        if pending is not None and pending[2] > 1:
            index, piece, number, _ = pending
            if not self.proofs.has_count(piece, number):
                clause.words.insert(index, f"{number - 1}{piece}")

    def enter_cubes(self, decision: Decision, clause: Clause) -> str:
        """3.2.1 Return the cubes that come from Out of Play: ``then 1T 1S``."""
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
        """End the present clause. Raises BadInput as `check` does."""
        clause, self.current = self.current, None
        if clause is not None:
            self.put_back_count(clause)
        self.pending = None
        if clause is not None:
            if any(plain(word) in NOTHING_WORDS for word in clause.words):
                self.declined.add(clause.selects(self.action))
            self.check(clause)

    def check(self, clause: Clause) -> None:
        """Raise BadInput for words of a clause that answered nothing, for moves not made, and for another space."""
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
            raise BadInput(text("error.order_space_closed", place=key, reason=about(reason, [name_key(key)])))
        option = decision.option(key)
        if option is None and decision.kind in (*PIECES, *COUNTS):
            raise not_possible(self.language, self.language.word(f"piece.{key}"), [decision])
        words = self.language.say(option.text) if option is not None else self.language.word(name_of(key))
        if reason.key == "error.unknown_key":
            raise not_possible(self.language, words, [decision])
        raise BadInput(text("error.order_closed", words=words, reason=about(reason, [name_key(key)])))


def follow(game: Game, key: str) -> tuple[list[Change], bool]:
    """Return the Changes of a key before anything is revealed, and whether the turn or the game is over by then.

    Neither depends on a die or a face-down card: anything after one is left out.
    """
    twin = game.blind()
    number, seen = twin.step_number, len(twin.state.log)
    try:
        changes = twin.choose(key)
    except Hidden:
        # If the reveal is that of the next card, no Faction is acting any more: the turn is over.
        return twin.state.log[seen:], not twin.state.acting
    return changes, twin.decision is None or twin.step_number != number

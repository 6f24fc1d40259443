"""One-line orders: a whole Operation with its Special Activity in a line, for people who know the game.

An order is played on a copy of the game through the same decisions as everything else, so it can do nothing that a
panel could not; what it leaves open takes the usual answer, and where there is none, the panel asks. Behind a die the
rest of an order goes on by itself: it is kept with the draft (`Rest`).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress

import msgspec

from bot.errors import BadInput, about, name_key
from bot.games.gandhi.facts import is_space
from bot.games.gandhi.orders.matching import NOTHING_WORDS, fits, match, name_of, not_possible
from bot.games.gandhi.orders.notation import EVENT, SPECIAL, THEN, Clause, Leg, read_count, read_orders
from bot.games.gandhi.orders.outcome import Rest, Understood
from bot.games.gandhi.orders.proofs import has_happened
from bot.games.gandhi.orders.questions import (
    COUNTS,
    DONE,
    ESCORT,
    ORIGINS,
    PIECES,
    SELECTIONS,
    STOPS,
    TARGETS,
    find_usual,
)
from bot.language import Language, load_language
from bot.service.drafts.spaces import list_fitting, plain
from engine import Game
from engine.core.change import Change
from engine.core.decision import Decision
from engine.core.dice import Hidden
from engine.core.text import Text, text

MORE_THAN_ENOUGH = 300
"""An order that leads to more answers than this has gone astray."""
LONGEST_NAME = 5
"""Words that the name of an answer may have."""


class Orders:
    """An order being played on a copy of the game. ``keys`` are the choices it has come to."""

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
        self.changes: list[Change] = []
        self.declined: set[str] = set()
        self.is_asked = is_asked
        if self.waiting and self.waiting[0].is_begun:
            self.current = self.waiting.pop(0)
            self.selected.append(self.current.space)

    # -- the way through the game --------------------------------------------------------------------------

    def play(self) -> Understood:
        """Play clause after clause. Raises BadInput naming the first that cannot be carried out, and why."""
        self.check_action()
        for _ in range(MORE_THAN_ENOUGH):
            decision = self.game.decision
            key = self.next_key(decision) if decision is not None and decision.seat == self.seat else ""
            if not key:
                return Understood(tuple(self.keys), "", self.clauses, self.rest(is_asked=True))
            changed = self.game.draft(key)
            if changed is None:
                changes, is_over = follow(self.game, key)
                if is_over:
                    self.absorb(changes)
                    self.finish()
                    self.check_nothing_waits()
                    return Understood(tuple(self.keys), key, self.clauses)
                return Understood(tuple(self.keys), key, self.clauses, self.rest())
            self.keys.append(key)
            self.absorb(changed)
        raise BadInput(text("error.order_left_over", words=self.clauses[0] if self.clauses else self.action))

    def check_action(self) -> None:
        """Raise BadInput when another Operation is under way than the order is for."""
        decision = self.game.decision
        if decision is None or self.is_menu(decision) or self.action in ("", decision.action):
            return
        if self.action.startswith(EVENT) or decision.kind == "turn.after":
            return
        if not self.current and decision.action != self.action:
            self.pick(decision, self.action)

    def rest(self, *, is_asked: bool = False) -> Rest:
        """What has not been said yet: the rest of the present clause, and those that wait."""
        begun = [clause for clause in (self.outer, self.current) if clause is not None]
        if self.outer is None and self.current is not None and self.current.slip == THEN and not self.current.words:
            begun = []
        for clause in begun:
            clause.is_begun = True
        return Rest(self.seat, self.turn, self.action, self.language.code, (*begun, *self.waiting), is_asked)

    def absorb(self, changes: Sequence[Change]) -> None:
        """Count what has moved, and note what has been selected."""
        self.changes += changes
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
        """Whether a decision asks for the Operation itself."""
        return decision.kind in ("turn.action", "turn.operation")

    def is_selection(self, decision: Decision) -> bool:
        """Whether a decision asks for the next space of the Operation, or what follows it."""
        if decision.kind == "turn.after":
            return True
        action, _, asked = decision.kind.partition(".")
        if action != self.action or asked not in SELECTIONS:
            return False
        return asked != "origin" or action in ("march", "garrison")

    def next_key(self, decision: Decision) -> str:
        """The answer to a decision, or an empty string where the panel has to ask."""
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
        """The space of the next clause, what is slipped in before it, or the end of the Operation."""
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
        """Let a clause be the present one."""
        self.current = clause
        clause.is_begun = True
        self.begun_at = len(self.selected)
        self.pending = None
        self.answered = set()
        self.asked = []
        self.changes = []

    def detail(self, decision: Decision) -> str:
        """What the present clause says to a question about its space; otherwise the usual answer."""
        if self.current is None and self.action.startswith(EVENT) and self.waiting and not self.waiting[0].slip:
            self.begin(self.waiting.pop(0))
        self.asked.append(decision)
        if self.current is None and decision.space in self.declined and (no := decision.key_of("decline")):
            # What a clause has declined may be asked when all its moves are done (3.2.3).
            return no
        key = self.answer_with_leg(decision) or self.answer_with_word(decision)
        if key:
            self.answered.add(decision.kind)
            return key
        return ("" if self.is_asked else find_usual(decision, self.answered)) or self.leave_open(decision)

    def leave_open(self, decision: Decision) -> str:
        """Leave a question to the panel, unless the clause says what cannot be."""
        if self.current is not None:
            self.check(self.current)
        return ""

    # -- what is slipped in --------------------------------------------------------------------------------

    def begin_slip(self, decision: Decision) -> str:
        """Begin what the next clause slips in."""
        clause = self.waiting.pop(0)
        self.begin(clause)
        return self.pick(decision, clause.slip)

    def asks_for_slips_space(self, decision: Decision) -> bool:
        """Whether a decision asks for a space of what has been slipped in."""
        slip = self.current.slip if self.current is not None else ""
        return bool(slip) and decision.kind in (f"{slip.removeprefix(SPECIAL)}.space", f"assault.{slip}")

    def select_for_slip(self, decision: Decision) -> str:
        """The next space of what has been slipped in, or its end."""
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
        """Whether the next clause is slipped in within the present space: then a later one says more about it."""
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
        """After what was slipped in within a space, go on with what is said about that space."""
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
        """Origins, pieces, numbers and destinations of the moves of the present clause, one after the other."""
        clause = self.current
        while clause is not None and (leg := clause.leg) is not None:
            key = self.answer_of_leg(decision, clause, leg)
            if key != "over":
                return key
            leg.is_over = True
        return ""

    def answer_of_leg(self, decision: Decision, clause: Clause, leg: Leg) -> str:
        """What one move says to a question: a key, nothing, or "over" when no more of it can go."""
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
        """The kind of piece that a move names; the first that can go where it names none."""
        if leg.piece:
            if leg.piece not in decision.keys and leg.taken and not leg.number:
                return "over"
            return self.pick(decision, leg.piece)
        pieces = [option.key for option in decision.options if option.key != DONE]
        if decision.kind == "march.piece":
            pieces = [piece for piece in pieces if self.can_march(piece, leg)] or ([] if leg.taken else pieces)
        return pieces[0] if pieces else "over"

    def can_march(self, piece: str, leg: Leg) -> bool:
        """Whether Guerrillas of a side can go where a move leads."""
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
        """How many pieces a move takes. Raises BadInput with the numbers that are possible."""
        wanted = str(leg.number - leg.taken)
        if not leg.number or (not leg.piece and int(wanted) > int(decision.options[-1].key)):
            return decision.options[-1].key
        if wanted in decision.keys:
            return wanted
        raise not_possible(self.language, wanted, [decision])

    # -- words ---------------------------------------------------------------------------------------------

    def answer_with_word(self, decision: Decision) -> str:
        """The first word of the present clause that answers a question; it is used up with that."""
        clause = self.current
        if clause is None:
            return ""
        if decision.kind == "deploy.enter":
            return self.enter_cubes(decision, clause)
        key = self.go_on_with_count(decision, clause)
        if key:
            return key
        for index in range(len(clause.words)):
            for length in range(min(LONGEST_NAME, len(clause.words) - index), 0, -1):
                found = match(self.language, decision, " ".join(clause.words[index : index + length]))
                if not found:
                    continue
                count = read_count(clause.words[index]) if length == 1 else None
                del clause.words[index : index + length]
                if count is not None and count[0] and not found.isdigit():
                    self.pending = (index, found, count[1], decision)
                return found
        return ""

    def go_on_with_count(self, decision: Decision, clause: Clause) -> str:
        """After the piece of a count such as ``2S`` its number; or the same piece again until there are so many."""
        if self.pending is None:
            return ""
        index, piece, number, asked = self.pending
        self.pending = None
        if decision.options[0].key.isdigit():
            if decision.space != asked.space or decision.kind.partition(".")[0] != asked.kind.partition(".")[0]:
                return ""
            if not number:
                is_said = index < len(clause.words) and clause.words[index].isdigit()
                return "" if is_said else decision.options[-1].key
            if str(number) in decision.keys:
                return str(number)
            raise not_possible(self.language, str(number), [decision])
        if number > 1:
            if piece in decision.keys:
                self.pending = (index, piece, number - 1, asked)
                return piece
            clause.words.insert(index, f"{number - 1}{piece}")
        return ""

    def enter_cubes(self, decision: Decision, clause: Clause) -> str:
        """3.2.1 Which cubes come from Out of Play: ``then 1T 1S``."""
        counts = {count[0]: count[1] or 1 for word in clause.words if (count := read_count(word)) and count[0]}
        key = f"{counts.get('troops', 0)}:{counts.get('sepoys', 0)}"
        is_none = any(plain(word) in NOTHING_WORDS for word in clause.words)
        if not (counts or is_none):
            return ""
        if key not in decision.keys:
            raise not_possible(self.language, " ".join(clause.words), [decision])
        clause.words.clear()
        return key

    # -- what is wrong -------------------------------------------------------------------------------------

    def finish(self) -> None:
        """Leave the present clause. Raises BadInput as `check` does."""
        clause, self.current = self.current, None
        self.pending = None
        if clause is not None:
            if any(plain(word) in NOTHING_WORDS for word in clause.words):
                self.declined.add(clause.selects(self.action))
            self.check(clause)

    def check(self, clause: Clause) -> None:
        """Raise BadInput for what a clause says and nothing has asked for, or what could not go."""
        chosen = self.selected[self.begun_at :]
        if clause.slip.startswith(SPECIAL) and clause.space and chosen and clause.space not in chosen:
            raise BadInput(text("error.order_other_space", words=clause.typed, place=chosen[:1]))
        for leg in clause.legs:
            if leg.taken < max(1, leg.number):
                raise BadInput(text("error.order_moved", words=clause.typed, count=leg.taken))
        for word in clause.words:
            if plain(word) not in NOTHING_WORDS and not has_happened(self.language, word, self.changes):
                raise not_possible(self.language, word, self.asked)

    def check_nothing_waits(self) -> None:
        """Raise BadInput when clauses are left that nothing asks for."""
        if self.waiting:
            raise BadInput(text("error.order_left_over", words=self.waiting[0].typed))

    def pick(self, decision: Decision, key: str) -> str:
        """A key that the order asks for. Raises BadInput with the engine's reason when it is closed."""
        if key in decision.keys:
            return key
        reason: Text = self.game.refusal(key)
        if is_space(key):
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
    """What a key changes before anything is revealed, and whether the turn, or the game, is over by then.

    Neither depends on a die or a face-down card: where one comes first, what follows from it is left out.
    """
    twin = game.blind()
    number, seen = twin.step_number, len(twin.state.log)
    try:
        changes = twin.choose(key)
    except Hidden:
        # Nobody acts any more when the next card is turned up.
        return twin.state.log[seen:], not twin.state.acting
    return changes, twin.decision is None or twin.step_number != number


def understand(language: Language, game: Game, action: str, typed: str) -> Understood:
    """What a one-line order comes to for the seat that must decide. The game is not changed.

    ``action`` is the id of the Operation, or the key of a side of the Event. Raises BadInput for the first thing that
    is unknown or closed.
    """
    seat = game.pending_seat
    try:
        clauses = read_orders(language, action, seat, typed)
    except BadInput as error:
        return choose_reading(language, game, action, typed, error)
    return Orders(language, game.blind(), action, clauses).play()


def choose_reading(language: Language, game: Game, action: str, typed: str, error: BadInput) -> Understood:
    """The one reading of a name that could be several spaces with which an order can be carried out.

    Raises the error where there is none, or more than one.
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


def resume(game: Game, rest: Rest) -> Understood:
    """What the rest of an order comes to where the game stands now. Raises BadInput; the game is not changed."""
    clauses = msgspec.json.decode(msgspec.json.encode(rest.clauses, enc_hook=str), type=list[Clause])
    return Orders(load_language(rest.language), game.blind(), rest.action, clauses, is_asked=rest.is_asked).play()

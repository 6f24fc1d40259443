"""The answers that one clause of an order gives to the questions of the game: by its moves (`Leg`) and by its words.

`bot.games.gandhi.orders.playing` decides which clause is asked. A word that answered no question must be proved by the
Changes that followed (`Proofs`).
"""

from __future__ import annotations

from collections.abc import Sequence

from bot.errors import BadInput, about, name_key
from bot.games.gandhi.facts import SPACES
from bot.games.gandhi.orders.matching import (
    COUNTS,
    DONE,
    ESCORT,
    NOTHING_WORDS,
    ORIGINS,
    PIECES,
    TARGETS,
    match,
    name_of,
    not_possible,
)
from bot.games.gandhi.orders.notation import LONGEST_NAME, Clause, Leg, read_count
from bot.games.gandhi.orders.proofs import Proofs, places_of
from bot.games.names import plain
from bot.language import Language
from engine import Game
from engine.core.change import Change
from engine.core.decision import Decision
from engine.core.text import Text, text


class ClauseAnswers:
    """The answers of a clause since it began, in the game of an `OrderPlayer`.

    ``answered`` are the kinds of questions that it has answered, and ``asked`` all questions so far. ``said`` is the
    word of the last answer, which its Changes may prove. ``pending`` is the rest of a count such as ``2S``: the index
    of its word, its piece, its number (0: all), and the question that its piece answered.
    """

    def __init__(self, language: Language, game: Game) -> None:
        self.language = language
        self.game = game
        self.answered: set[str] = set()
        self.asked: list[Decision] = []
        self.said = ""
        self.proofs = Proofs(language)
        self.pending: tuple[int, str, int, Decision] | None = None

    def absorb(self, changes: Sequence[Change]) -> None:
        """Keep the Changes of an answer as proofs. The word that gave the answer uses up one that proves it."""
        self.proofs.changes += changes
        said, self.said = self.said, ""
        if said:
            self.proofs.take(said)

    # -- moves ---------------------------------------------------------------------------------------------

    def answer_with_leg(self, decision: Decision, clause: Clause) -> str:
        """Return the answer that the first unfinished move of the clause gives to a question, or "".

        The answer is an origin, a kind of piece, a number or a destination. Raises BadInput for an impossible move.
        """
        while (leg := clause.leg) is not None:
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
        decision = twin.decision
        return decision is not None and decision.kind == "march.destination" and leg.target in decision.keys

    def pick_number(self, decision: Decision, leg: Leg) -> str:
        """Return how many pieces are still to move: the typed number less those taken, or without a number the most.

        If the move names no kind of piece, a greater number counts as the most. Raises BadInput for any other number.
        """
        wanted = str(leg.number - leg.taken)
        most = str(decision.numbers[-1])
        if not leg.number or (not leg.piece and int(wanted) > int(most)):
            return most
        if wanted in decision.keys:
            return wanted
        raise not_possible(self.language, wanted, [decision])

    # -- words ---------------------------------------------------------------------------------------------

    def answer_with_word(self, decision: Decision, clause: Clause) -> str:
        """Return the answer of the first words of the clause that name one, or "", and remove these words.

        A count that has begun continues first. Raises BadInput as `go_on_with_count` and `enter_cubes` do.
        """
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
        """3.2.1 Return the key for the cubes that enter from Out of Play, as in ``then 1T 1S``, and remove the words.

        Return "" without words. Raises BadInput for other words, and for numbers that are not possible.
        """
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

    def check(self, clause: Clause, selected: Sequence[str]) -> None:
        """Raise BadInput if a clause has unused words, moves that were not made, or a space that was not selected.

        ``selected`` are the spaces that were selected since the clause began.
        """
        places = [*selected, *(place for one in self.proofs.changes for place in places_of(one))]
        if clause.slip and clause.space and places and clause.space not in places:
            raise BadInput(text("error.order_other_space", words=clause.typed, place=places[:1]))
        for leg in clause.legs:
            if leg.taken < max(1, leg.number):
                raise BadInput(text("error.order_moved", words=clause.typed, count=leg.taken))
        for word in clause.words:
            if plain(word) not in NOTHING_WORDS and not self.proofs.take(word):
                raise not_possible(self.language, word, self.asked)

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

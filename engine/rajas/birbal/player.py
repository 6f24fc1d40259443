"""Birbal at the table: answers every decision of the seats that no one runs, and keeps the reasons."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.decision import Decision
from engine.core.game import Game
from engine.core.text import text
from engine.rajas.birbal.finding import Finding
from engine.rajas.birbal.finding import explain as explain_finding
from engine.rajas.birbal.thoughts import Explanation, Terms, Thought, total
from engine.rajas.birbal.weighing import weigh
from engine.rajas.birbal.weights import WEIGHTS, Weights
from engine.rajas.ids import BIRBAL

OTHERS = 2
"""How many other answers an explanation names."""
LEAST = 0.05
"""Terms below this many points of fame are not mentioned."""


class Birbal:
    """Plays the seats of one game that are Birbal's, through `Game.choose`, like a person.

    Every answer follows from public information, so that nothing is remembered: the same position gives the same answer
    and the same reasons. A ``finding`` of a search comes first in its step. Thoughts of the running step are kept for
    `thinking`; `recall` thinks them again.
    """

    def __init__(
        self, game: Game, *, explains: bool = True, weights: Weights = WEIGHTS, finding: Finding | None = None
    ) -> None:
        self.game = game
        self.explains = explains
        self.finding = finding
        self.weights = weights
        self._turn = -1
        self._phase = ""
        self._seen: list[str] = []
        self._thoughts: dict[str, list[Thought]] = {}
        self._keys: dict[str, list[str]] = {}
        self._finished: list[Explanation] = []

    @property
    def must_decide(self) -> bool:
        """Return whether the game waits for a seat of Birbal's."""
        decision = self.game.decision
        return decision is not None and self.game.state.seats[decision.seat] == BIRBAL

    def play(self) -> list[Explanation]:
        """Answer until a person must decide or the game is over.

        Returns the thoughts in the steps that have ended.
        """
        while self.must_decide:
            self.answer()
        return self.finished()

    def finished(self) -> list[Explanation]:
        """Return the thoughts in the steps that have ended since the last call."""
        self._end_step_if_over()
        explanations, self._finished = self._finished, []
        return explanations

    def answer(self) -> str:
        """Answer the pending decision of a seat of Birbal's and return the key. Raises ValueError when it is over."""
        if self.game.decision is None:
            raise ValueError("The game is over.")
        if self.explains:
            self._catch_up()
        key = self._answer(self.game, self.game.decision)
        self._end_step_if_over()
        return key

    def recall(self) -> None:
        """Think the running step again up to the pending decision, on a twin from its start."""
        game = self.game
        self._begin(game.step_number, game.label.phase)
        scene = Game(game.rules, game.rules.decode(game.snapshot()), start=game.start, number=game.step_number)
        self._follow(scene.blind() if game.is_blind else scene, game.keys)

    def thinking(self) -> list[Explanation]:
        """Return the thoughts so far in the running step."""
        self._catch_up()
        return self._explain()

    # -- keeping up with the game --------------------------------------------------------------------------

    def _catch_up(self) -> None:
        game = self.game
        if game.step_number != self._turn:
            self._end_step_if_over()
            self._begin(game.step_number, game.label.phase)
        if list(game.keys) != self._seen:
            self.recall()

    def _begin(self, turn: int, phase: str) -> None:
        self._turn, self._phase = turn, phase
        self._seen, self._thoughts, self._keys = [], {}, {}

    def _follow(self, scene: Game, keys: Sequence[str]) -> None:
        """Repeat keys; those of Birbal's seats with the thoughts that led to them."""
        for key in keys:
            decision = scene.decision
            if decision is not None and scene.state.seats[decision.seat] == BIRBAL:
                self._answer(scene, decision, key)
            else:
                self._seen.append(key)
                scene.choose(key)

    def _end_step_if_over(self) -> None:
        if self._turn >= 0 and self.game.step_number != self._turn:
            self._finished += self._explain()
            self._begin(-1, "")

    def _explain(self) -> list[Explanation]:
        return [
            Explanation(seat, self._turn, self._phase, tuple(thoughts), tuple(self._keys.get(seat, ())))
            for seat, thoughts in self._thoughts.items()
        ]

    # -- deciding ------------------------------------------------------------------------------------------

    def _answer(self, scene: Game, decision: Decision, given: str = "") -> str:
        """Answer the pending decision of a game: by the ``given`` key, the finding of a search, or the weights."""
        found = self.finding.answer(scene.step_number, scene.keys) if self.finding is not None else ""
        weighed = weigh(scene, decision, self.weights)
        key = given or found or max(weighed, key=lambda one: total(weighed[one]))
        if self.explains:
            is_found = self.finding is not None and found == key
            told = explain(decision, weighed, key) if not is_found else []
            if self.finding is not None and is_found and not scene.keys:
                told = explain_finding(self.finding)
            self._thoughts.setdefault(decision.seat, []).extend(told)
            self._keys.setdefault(decision.seat, []).append(key)
            self._seen.append(key)
        scene.choose(key)
        return key


def explain(decision: Decision, weighed: dict[str, Terms], key: str) -> list[Thought]:
    """Return the thoughts behind an answer: the choice, the arguments for it, and the next best ones."""
    words = {option.key: option.text for option in decision.options}
    thoughts = [Thought("choose", text("birbal.choose", what=words[key], total=round(total(weighed[key]), 1)))]
    if max(map(total, weighed.values())) >= total(weighed[key]) + LEAST:
        thoughts.append(Thought("other", text("birbal.otherwise")))
    for name, value in sorted(weighed[key].items(), key=lambda term: -abs(term[1])):
        if abs(value) >= LEAST:
            thoughts.append(Thought("term", text(f"birbal.term.{name}", value=round(value, 1))))
    others = sorted((other for other in weighed if other != key), key=lambda other: -total(weighed[other]))
    for other in others[:OTHERS]:
        thoughts.append(
            Thought("other", text("birbal.other", what=words[other], total=round(total(weighed[other]), 1)))
        )
    return thoughts


def explain_step(game: Game, keys: Sequence[str]) -> list[Explanation]:
    """Return Birbal's thoughts in a played step: ``game`` is at its start, ``keys`` are its answers.

    Thoughts are not stored, since thinking again gives the same ones. The game is played to the end of the step.
    """
    birbal = Birbal(game)
    birbal._begin(game.step_number, game.label.phase)
    birbal._follow(game, keys)
    return birbal._explain()


def play_out(game: Game) -> list[Explanation]:
    """Let Birbal play until a person must decide or the game is over, and return its thoughts in ended steps."""
    return Birbal(game).play()

"""8.1 Arjuna at the table: answers every decision of the Non-player seats of a game, and keeps the reasons."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

from engine.core.decision import Decision
from engine.core.dice import Dice
from engine.core.game import Game
from engine.gandhi.arjuna.mind import Mind, Unsaid
from engine.gandhi.arjuna.play import take_turn
from engine.gandhi.arjuna.redeploying import PLANS as REDEPLOYS
from engine.gandhi.arjuna.rounds import PHASES, REACTIONS
from engine.gandhi.arjuna.thoughts import Explanation
from engine.gandhi.arjuna.working import Work, default_answer
from engine.gandhi.by_hand import ASK
from engine.gandhi.ids import ARJUNA

END_OF_TURN = "arjuna.cards"
"""The last decision of a Non-player Faction's turn: the number of its drawn cards (8.3)."""


class Arjuna:
    """Plays the Non-player seats of one game through `Game.choose`, like a person.

    A plan for a Faction's step lives in memory only. Where it is missing - after a reload in the middle of a step, or
    when someone took choices back - Arjuna thinks the step again from its start (`recall`): the same position and the
    same keys give the same thoughts, so that none are stored. It never stalls: where a plan has no allowed answer the
    engine's own default is taken.
    """

    def __init__(self, game: Game, *, explains: bool = True) -> None:
        self.game = game
        self.explains = explains
        # The game whose state the plans look at: the real one, or after `recall` a twin that follows it.
        self._scene = game
        self._state = game.state
        self._turn = -1
        self._phase = ""
        self._minds: dict[str, Mind] = {}
        self._plans: dict[str, Work | None] = {}
        self._keys: dict[str, list[str]] = {}
        self._finished: list[Explanation] = []
        self._said: list[tuple[str, str]] = []
        self._asked = ""

    @property
    def must_decide(self) -> bool:
        """Return whether the game waits for a Non-player seat."""
        decision = self.game.decision
        return decision is not None and self._plays(decision.seat)

    def _plays(self, seat: str) -> bool:
        """Return whether this player answers for a seat."""
        kind: str = self.game.state.seats[seat]
        return kind == ARJUNA

    def play(self) -> list[Explanation]:
        """Answer until a person must decide or the game is over.

        Returns the thoughts in the steps that have ended, step by step. The thoughts in a step that waits for a person
        come with the next call; `thinking` returns those so far.
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
        """Answer the pending decision of a Non-player seat and return the key. Raises ValueError when it is over."""
        self._catch_up()
        try:
            key = self._choose(self._scene)
        except Unsaid as unsaid:
            # Someone has to enter the card or die; then the step is decided again, with their answer.
            self._begin(self.game)
            self._turn = -1
            self.game.choose(ASK + unsaid.what)
            return ASK + unsaid.what
        if self._scene is not self.game:
            self.game.choose(key)
        self._end_step_if_over()
        return key

    def recall(self) -> None:
        """Think the running step again up to the pending decision, on a twin from its start."""
        keys = self.game.keys
        scene = Game(self.game.rules, self.game.rules.decode(self.game.snapshot()), start=self.game.start)
        self._begin(scene.blind() if self.game.is_blind else scene)
        self._turn = self.game.step_number
        self._follow(keys)

    def thinking(self) -> list[Explanation]:
        """Return the thoughts so far in the running step."""
        if self.game.keys and self._is_elsewhere():
            self.recall()
        return self._explain() if self._turn == self.game.step_number else []

    # -- keeping up with the game --------------------------------------------------------------------------

    def _is_elsewhere(self) -> bool:
        """Return whether the plans do not fit the running step: it is another one, or choices were taken back."""
        if self.game.step_number != self._turn:
            return True
        if self._scene is self.game:
            return self.game.state is not self._state
        seen = self._scene.keys
        return self.game.keys[: len(seen)] != seen

    def _catch_up(self) -> None:
        """Bring the plans up to the running step."""
        if self._is_elsewhere():
            self._end_step_if_over()
            if self.game.keys:
                self.recall()
            else:
                self._begin(self.game)
                self._turn = self.game.step_number
        elif self._scene is not self.game:
            self._follow(self.game.keys[len(self._scene.keys) :])

    def _begin(self, scene: Game) -> None:
        self._scene, self._state = scene, scene.state
        self._phase = self.game.label.phase
        self._minds, self._plans, self._keys = {}, {}, {}
        self._said, self._asked = [], ""

    def _follow(self, keys: Sequence[str]) -> None:
        """Repeat keys on the twin; those of Non-player seats with the thoughts that led to them."""
        scene = self._scene
        for key in keys:
            decision = scene.decision
            if self._asked:
                self._said.append((self._asked, key))
                self._asked = ""
            if key.startswith(ASK):
                self._asked = key.removeprefix(ASK)
            if decision is not None and self._plays(decision.seat) and not key.startswith(ASK):
                self._choose(scene, key)
            else:
                scene.choose(key)

    def _end_step_if_over(self) -> None:
        """Keep the explanations of a step that has ended."""
        if self._turn >= 0 and self.game.step_number != self._turn:
            self._finished += self._explain()
            self._begin(self.game)
            self._turn = -1

    def _explain(self) -> list[Explanation]:
        return [
            Explanation(seat, self._turn, self._phase, tuple(mind.thoughts), tuple(self._keys.get(seat, ())))
            for seat, mind in self._minds.items()
        ]

    # -- deciding ------------------------------------------------------------------------------------------

    def _choose(self, scene: Game, given: str = "") -> str:
        """Answer the pending decision of a game, with the ``given`` key if there is one, and return the key."""
        decision = scene.decision
        if decision is None:
            raise ValueError("The game is over.")
        mind = self._mind(decision.seat)
        key = self._think_as_far_as_said(mind, decision, given)
        if not decision.allows(key):
            mind.think("skip", "not_possible", (), operation=decision.action)
            key = default_answer(decision)
        if given and key != given:
            # The tables have changed since this was played. The played answer stays; the plan is dropped.
            mind.think("skip", "played_differently", ())
            self._plans[decision.seat] = None
            key = given
        self._keys.setdefault(decision.seat, []).append(key)
        scene.choose(key)
        return key

    def _think_as_far_as_said(self, mind: Mind, decision: Decision, given: str) -> str:
        """Return the answer of the plan, or ``given`` where people must be asked. Raises Unsaid if that is ""."""
        try:
            return self._think(mind, decision)
        except Unsaid:
            if not given:
                raise
            self._plans[decision.seat] = None
            return given

    def _mind(self, seat: str) -> Mind:
        mind = self._minds.get(seat)
        if mind is None:
            state = self._scene.state
            said = self._said if state.by_hand and state.seats[seat] == ARJUNA else None
            mind = Mind(seat, self._turn, state, self._dice_of(seat), explains=self.explains, said=said)
            self._minds[seat] = mind
        return mind

    def _dice_of(self, seat: str) -> Dice:
        """Return the source of Arjuna's dice."""
        dice: Dice = self._scene.state.dice
        return dice

    def _think(self, mind: Mind, decision: Decision) -> str:
        reaction = REACTIONS.get(decision.kind)
        if reaction is not None:
            if decision.kind == END_OF_TURN:
                self._end_plan(mind, decision)
            return reaction(mind, decision)
        try:
            if mind.seat in self._plans:
                plan = self._plans[mind.seat]
                return plan.send(decision) if plan is not None else default_answer(decision)
            plan = self._plans[mind.seat] = self._plan(mind, decision)
            return next(plan) if plan is not None else default_answer(decision)
        except StopIteration:
            self._plans[mind.seat] = None
            return default_answer(decision)

    def _end_plan(self, mind: Mind, decision: Decision) -> None:
        """8.3 Run the plan to its end when the turn ends before it, so that it explains the rest of its card."""
        plan = self._plans.get(mind.seat)
        self._plans[mind.seat] = None
        if plan is not None:
            with suppress(StopIteration, Unsaid):
                plan.send(decision)

    def _plan(self, mind: Mind, decision: Decision) -> Work | None:
        """Return the plan for a step that a Non-player Faction begins."""
        if decision.kind == "turn.action":
            return take_turn(mind, decision)
        start = PHASES.get(self._phase) or REDEPLOYS.get(self._phase)
        return start(mind, decision) if start is not None else None


def explain_step(game: Game, keys: Sequence[str]) -> list[Explanation]:
    """Return the Non-player Factions' thoughts in a played step: ``game`` is at its start, ``keys`` are its answers.

    Thoughts are not stored, since thinking again gives the same ones. The game is played to the end of the step.
    """
    arjuna = Arjuna(game)
    arjuna._begin(game)
    arjuna._turn = game.step_number
    arjuna._follow(keys)
    return arjuna.finished() or arjuna._explain()


def play_out(game: Game) -> list[Explanation]:
    """Let Arjuna play until a person must decide or the game is over, and return its thoughts in ended steps."""
    return Arjuna(game).play()

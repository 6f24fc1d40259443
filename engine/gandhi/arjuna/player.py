"""8.1 Arjuna at the table: answers every decision of the Non-player seats of a game, and keeps the reasons."""

from __future__ import annotations

from engine.core.decision import Decision
from engine.core.dice import Dice
from engine.core.game import Game
from engine.gandhi.arjuna.mind import Mind
from engine.gandhi.arjuna.play import take_turn
from engine.gandhi.arjuna.redeploying import PLANS as REDEPLOYS
from engine.gandhi.arjuna.rounds import PHASES, REACTIONS
from engine.gandhi.arjuna.thoughts import Explanation
from engine.gandhi.arjuna.working import Work, default_answer
from engine.gandhi.ids import ARJUNA

TRIAL_SEED = b"arjuna tries on a copy with this"
"""Dice of trials: never those that will really fall."""


class Arjuna:
    """Plays the Non-player seats of one game through `Game.choose`, like a person.

    Its plans live in memory only. After a reload in the middle of a step, `recall` finds the way back: with the
    same position it thinks the same again.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self._minds: dict[str, Mind] = {}
        self._plans: dict[str, Work] = {}
        self._keys: dict[str, list[str]] = {}
        self._turn = -1

    @property
    def must_decide(self) -> bool:
        """Whether the game waits for a Non-player seat."""
        decision = self.game.decision
        return decision is not None and self.game.state.seats[decision.seat] == ARJUNA

    def play(self) -> list[Explanation]:
        """Answer until a person must decide or the game is over. Returns what was thought, step by step."""
        explanations: list[Explanation] = []
        while self.must_decide:
            turn = self.game.turn_number
            self.answer()
            if self.game.turn_number != turn:
                explanations += self._explain(turn)
        return explanations + self._explain(self._turn) if self._minds else explanations

    def answer(self) -> str:
        """Answer the pending decision of a Non-player seat and return the key."""
        decision = self.game.decision
        if decision is None:
            raise ValueError("The game is over.")
        if self.game.turn_number != self._turn:
            self._minds, self._plans, self._keys = {}, {}, {}
            self._turn = self.game.turn_number
        mind = self._mind(decision.seat)
        key = self._think(mind, decision)
        if key not in decision.keys:
            mind.think("skip", "not_possible", (), key=key)
            key = default_answer(decision)
        self._keys.setdefault(decision.seat, []).append(key)
        self.game.choose(key)
        return key

    def recall(self) -> None:
        """Think the running step again up to the pending decision, on a copy from its start."""
        twin = Game(self.game.rules, self.game.rules.decode(self.game.snapshot()), start=self.game.start)
        past = Arjuna(twin)
        past._turn = twin.turn_number
        for key in self.game.keys:
            if past.must_decide:
                past.answer()
            else:
                twin.choose(key)

    def _mind(self, seat: str) -> Mind:
        mind = self._minds.get(seat)
        if mind is None:
            game = self.game
            mind = Mind(seat, game.turn_number, game.state, game.state.dice.seed, self._trial)
            self._minds[seat] = mind
        return mind

    def _trial(self) -> Game:
        """A copy to try things on, whose dice and deck fall differently from the real ones."""
        twin = self.game.clone()
        twin.state.dice = Dice(TRIAL_SEED)
        return twin

    def _think(self, mind: Mind, decision: Decision) -> str:
        reaction = REACTIONS.get(decision.kind)
        if reaction is not None:
            return reaction(mind, decision)
        plan = self._plans.get(mind.seat)
        try:
            if plan is not None:
                return plan.send(decision)
            plan = self._begin(mind, decision)
            if plan is None:
                return default_answer(decision)
            self._plans[mind.seat] = plan
            return next(plan)
        except StopIteration:
            return default_answer(decision)

    def _begin(self, mind: Mind, decision: Decision) -> Work | None:
        phase = self.game.label.phase
        if phase == "turn" and decision.kind == "turn.action":
            return take_turn(mind, decision)
        start = PHASES.get(phase) or REDEPLOYS.get(phase)
        return start(mind, decision) if start is not None else None

    def _explain(self, turn: int) -> list[Explanation]:
        explanations = [
            Explanation(seat, turn, tuple(mind.thoughts), tuple(self._keys.get(seat, ())))
            for seat, mind in self._minds.items()
        ]
        self._minds, self._plans, self._keys = {}, {}, {}
        return explanations


def play_out(game: Game) -> list[Explanation]:
    """Let Arjuna play until a person must decide or the game is over."""
    return Arjuna(game).play()

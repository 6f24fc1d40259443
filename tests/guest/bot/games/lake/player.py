"""The automatic player of the lake game. It looks at nothing but what its seat sees."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from bot.games.answers import Explanation
from engine import Game
from engine.core.text import Text, text
from engine.lake.state import MAP

KINGFISHER = "kingfisher"
"""What the rules call a seat that it plays."""


class LakeThought(msgspec.Struct, frozen=True):
    """One thought."""

    text: Text
    kind: str = "lake"
    spaces: tuple[str, ...] = ()


class Reason(msgspec.Struct, frozen=True):
    """The thoughts behind one answer."""

    seat: str
    thoughts: Sequence[LakeThought]


class Kingfisher:
    """A player that delivers what it can, sails to where it can deliver more, and else draws a card."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.reasons: list[Explanation] = []

    @property
    def must_decide(self) -> bool:
        """Return whether the pending decision belongs to a seat that it plays."""
        return bool(self.game.state.seats.get(self.game.pending_seat) == KINGFISHER)

    def answer(self) -> str:
        """Answer the pending decision, and return the key."""
        seat, keys = self.game.pending_seat, [option.key for option in self.game.decision.options]
        key = choose(self.game.view((seat,)), seat, keys)
        if key in ("deliver", "sail"):
            self.reasons.append(Reason(seat, [LakeThought(text(f"lake.because.{key}"))]))
        self.game.choose(key)
        return key

    def finished(self) -> Sequence[Explanation]:
        """Return its reasons since they were last asked for."""
        reasons, self.reasons = self.reasons, []
        return reasons

    def thinking(self) -> Sequence[Explanation]:
        """Return its reasons so far."""
        return self.reasons


def choose(view: dict, seat: str, keys: Sequence[str]) -> str:
    """Return an answer from what the seat sees."""
    own, wants = view["boats"][seat], view["wants"]
    good = [place for place in MAP[own["at"]] if wants[place] in own["hand"]]
    wanted = [key for key in keys if key in good]
    if wanted:
        return wanted[0]
    preferred = ("deliver", *(("sail",) if good else ()), "draw", "stop", "no")
    return next((key for key in preferred if key in keys), keys[0])


def explain_step(game: Game, keys: Sequence[str]) -> Sequence[Explanation]:
    """Return the thoughts of the automatic player in a step, from its start."""
    player = Kingfisher(game)
    while len(game.keys) < len(keys):
        if player.must_decide:
            player.answer()
        else:
            game.choose(keys[len(game.keys)])
    return player.finished()

"""Turns of Gandhi that people plan ahead, as turn lines for a face-up card; and a Redeploy planned in advance."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, Final

from bot.errors import BadInput
from bot.games.gandhi.orders.lines import NO_CHOICE
from bot.games.gandhi.orders.notation import EVENT, LONGEST_NAME, OTHER_SIGNS, find_named_space, read_orders
from bot.games.planning import PASS
from bot.games.playing import Planning
from bot.language import Language
from engine import Game
from engine.core.text import text
from engine.gandhi.board import BOARD
from engine.gandhi.campaign.redeploy import REDEPLOYS, skip_to_redeploy
from engine.gandhi.events.interpreter import SIDES
from engine.gandhi.sequence import ELIGIBLE
from engine.gandhi.state import State

SEPARATORS: Final = str.maketrans(dict.fromkeys(",;:>()", " "))
"""The signs between the words of orders, each replaced by a space."""


class GandhiPlanning(Planning):
    """2.3, 8.3 Plans for a turn on the Current Card or the next one, and proposals for turns of Arjuna.

    Its printed cards say what Arjuna does, so a person can change it. 6.4 A Redeploy is planned while another Faction
    is asked for its own.
    """

    proposes = True
    own_questions = NO_CHOICE
    phases = tuple(REDEPLOYS)
    actions: Mapping[str, str] = {
        "ui.ahead.pass": PASS,
        **{f"ui.ahead.event.{side}": f"{EVENT}{side}" for side in SIDES},
    }

    def find_time(self, game: Game, seat: str, wanted: int) -> int:
        """Return the card that is meant: the Current one if the Faction can still act on it later, or else the next.

        Raises BadInput for another card, and for a next card that is no Event.
        """
        state: State = game.state
        is_asked = game.pending_seat == seat
        may_act = state.cylinders[seat] == ELIGIBLE and not is_asked
        cards = [card for card in (*([state.card] if may_act else []), state.upcoming) if card in BOARD.events]
        if not cards or wanted not in (0, *cards):
            raise BadInput(text("ui.ahead.other_card"))
        return wanted or cards[0]

    def find_later(self, game: Game, seat: str) -> Game | None:
        """6.4 Return the game at a Faction's Redeploy if that is still to come and the Faction can move anything."""
        if game.label.phase not in REDEPLOYS or not game.state.is_person(seat):
            return None
        state = game.rules.decode(game.snapshot())
        if not skip_to_redeploy(state, seat):
            return None
        later = Game(game.rules, state, start=game.start, number=game.step_number)
        return later if later.label.seat == later.pending_seat == seat else None

    def count_time(self, game: Game) -> int:
        """Return the number of the Current Card."""
        return int(game.state.card)

    def is_time(self, game: Game, time: int) -> bool:
        """Return whether the planned card is the Current Card."""
        return bool(game.state.card == time)

    def is_over(self, game: Game, time: int) -> bool:
        """Return whether the planned card is no longer face up."""
        return time not in (game.state.card, game.state.upcoming)

    def is_first(self, game: Game) -> bool:
        """2.3.4 Return whether no Faction has acted on the card."""
        return not game.state.first

    def name_time(self, language: Language, time: int) -> str:
        """Return the name of the planned turn's card."""
        return language.say("ui.card.plain", card=time)

    def find_named(self, language: Language, orders: str) -> Collection[str]:
        """Return the spaces that orders name."""
        words = orders.translate(OTHER_SIGNS).translate(SEPARATORS).split()
        found = set()
        while words:
            length = next((one for one in range(LONGEST_NAME, 0, -1) if find_named_space(language, words[:one])), 0)
            if length:
                found.add(find_named_space(language, words[:length]))
            del words[: max(1, length)]
        return found

    def describe(self, game: Game, names: Collection[str]) -> Mapping[str, Any]:
        """Return the content of some spaces."""
        spaces = game.position()["spaces"]
        return {space: spaces.get(space, {}) for space in names}

    def check_line(self, language: Language, seat: str, action: str, orders: str) -> None:
        """Raise BadInput for words in orders that mean nothing in this game."""
        if action != PASS:
            read_orders(language, action, seat, orders)

"""All that the bot knows of the lake game."""

from __future__ import annotations

from typing import Any

from bot.games.answers import Action, AutomaticPlayer
from bot.games.frontend import Frontend
from bot.games.lake.player import KINGFISHER, Kingfisher, explain_step
from bot.games.playing import Orders, Player, Setup
from bot.games.showing import Pictures, Score
from bot.language import Language
from engine import Game
from engine.lake.state import MAP, ROUNDS, SEATS
from engine.lake.turn import ACTIONS
from render.lake.picture import draw
from render.lake.stage import LakeStage


class LakeSetup(Setup):
    """The lake game, for two to four."""

    kind = "lake"
    seats = SEATS
    scenarios = ("lake",)
    player_counts = (2, 3, 4)


class LakeScore(Score):
    """Points, and a seat's hand."""

    def list_totals(self, view: Any) -> dict[str, int]:
        """Return the points of each seat that everyone knows of."""
        return {seat: boat["points"] for seat, boat in view["boats"].items()}

    def write_tracks(self, language: Language, view: Any, seat: str = "") -> str:
        """Return the round, and how many cards are left."""
        number = min(view["turns"] // len(view["boats"]) + 1, ROUNDS)
        return language.say("lake.tracks", number=number, most=ROUNDS, count=view["left"])

    def write_hand(self, language: Language, view: Any, seat: str) -> list[str]:
        """Return the cards that only their owner sees."""
        boat = view["boats"].get(seat, {})
        kinds = [(kind, boat.get(kind, ())) for kind in ("hand", "stored")]
        return [language.say(f"lake.{kind}", piece=cards) for kind, cards in kinds if cards]

    def write_seat(self, language: Language, view: Any, seat: str, who: str) -> str:
        """Return who plays a seat, where its boat is, and its points."""
        boat = view["boats"].get(seat)
        if boat is None:
            return super().write_seat(language, view, seat, who)
        return language.say("lake.seat", seat=seat, who=who, space=boat["at"], count=boat["points"], held=boat["holds"])

    def write_board(self, language: Language, view: Any) -> dict[str, list[str]]:
        """Return what each landing wants, and who is there."""
        lines = [language.say("lake.wants", space=place, piece=goods) for place, goods in view["wants"].items()]
        boats = [
            language.say("lake.boat", seat=seat, space=boat["at"], held=boat["holds"], stored=boat["stores"])
            for seat, boat in view["boats"].items()
        ]
        return {language.say("ui.view.full"): [*lines, *boats]}


class LakePictures(Pictures):
    """The lake."""

    draw = staticmethod(draw)

    def set_stage(self, view: Any) -> LakeStage:
        """Return what the page of a game shows."""
        return LakeStage(tuple(view["boats"]))


class LakePlayer(Player):
    """The automatic player."""

    kind = KINGFISHER
    name = "Kingfisher"
    explain_step = staticmethod(explain_step)

    def make(self, game: Game, found: Any = None) -> AutomaticPlayer:
        """Return the automatic player of a game."""
        return Kingfisher(game)


class LakeOrders(Orders):
    """The actions, each with its own command."""

    actions = tuple(Action(action, action, SEATS, is_special=False, group="lake") for action in ACTIONS)
    spaces = dict.fromkeys(MAP, "landing")


FRONT = Frontend(LakeSetup(), score=LakeScore(), pictures=LakePictures(), player=LakePlayer(), orders=LakeOrders())

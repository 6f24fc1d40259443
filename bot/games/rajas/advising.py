"""Advice for a person at a table: Birbal's answer to the pending question, and the best alternatives."""

from __future__ import annotations

from typing import Final

from bot.games.answers import Line, Search, Suggestion
from bot.games.rajas import facts, orders
from bot.language import Language, load_language
from engine import Game
from engine.core.public import PublicGame, publish, resume_public
from engine.core.text import Text, text
from engine.rajas.birbal.advising import advise
from engine.rajas.birbal.thoughts import Terms, total
from engine.rajas.ids import PLACE
from engine.rajas.rules import RajasRules

MOST_TERMS: Final = 3
"""The most reasons that are named for an answer."""
LEAST: Final = 0.05
"""The smallest weight of a reason that is named, for or against an answer, in points of fame."""


def plan_advice(language: Language, game: Game) -> Search:
    """Return the search for Birbal's choice and its alternatives (`suggest`), without hidden information."""
    return Search(suggest, (language.code, publish(game)))


def suggest(code: str, public: PublicGame, seconds: float) -> list[Suggestion]:
    """Return suggestions for the deciding seat, the best first. The seconds are ignored: nothing is searched."""
    game = resume_public(Game, RajasRules(), public).blind()
    language = load_language(code, facts.GAME)
    return [
        Suggestion(one.keys, list_reasons(one.terms), find_line(language, game, one.keys), one.is_birbals)
        for one in advise(game)
    ]


def list_reasons(terms: Terms) -> tuple[Text, ...]:
    """Return at most one text: the main reasons for and against an answer, and the sum of all its reasons."""
    most = sorted((name for name in terms if abs(terms[name]) >= LEAST), key=lambda name: -abs(terms[name]))
    told = [text(f"birbal.term.{name}", value=round(terms[name], 1)) for name in most[:MOST_TERMS]]
    return (text("advice.weighed", what=told, total=round(total(terms), 1)),) if told else ()


def find_line(language: Language, game: Game, keys: tuple[str, ...]) -> Line | None:
    """Return the turn line for answers that begin with a placement, or None at any other moment."""
    if game.label.phase != PLACE or game.keys:
        return None
    return orders.write_line(language, game, keys)

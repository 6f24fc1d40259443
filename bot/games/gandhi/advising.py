"""Advice at the tables of the bot: possible turns for a person, as a task for another process."""

from __future__ import annotations

from time import monotonic
from typing import Final

from bot.games.answers import Line, Search, Suggestion
from bot.games.gandhi import rival
from bot.games.gandhi.facts import GAME
from bot.games.gandhi.orders import lines
from bot.language import Language, load_language
from engine import Game
from engine.core.public import PublicGame, publish, resume_public
from engine.core.text import Text, text
from engine.gandhi.arjuna.thoughts import summarise
from engine.gandhi.chanakya.advising import Proposal, advise
from engine.gandhi.chanakya.thoughts import Considered, percent
from engine.gandhi.rules import GandhiRules

MOST_GAMES: Final = 80
"""The most games that are imagined for a piece of advice, if there is time."""
LEAST_GAMES: Final = 5
"""The number of games imagined after a turn from which on their result is shown."""
MOST_REASONS: Final = 4
"""The most lines of Arjuna's reasons for a turn."""
MOST_KEYS: Final = 60
"""The most answers of a turn that is written as a line, because no one reads a longer one."""
NO_REASONS: Final = ("arjuna.activation.", "arjuna.summary.done", "arjuna.move", "arjuna.card", "arjuna.flip")
"""Thoughts that are left out: Arjuna's own duties, what the orders say already, and the letters of its cards."""


def plan_advice(language: Language, game: Game) -> Search:
    """Return the search for Arjuna's choice and for Chanakya's best plans, without anything hidden."""
    return Search(suggest, (language.code, publish(game), MOST_GAMES))


def suggest(code: str, public: PublicGame, games: int, seconds: float) -> list[Suggestion]:
    """Return possible turns, the best first. The search ends after ``games`` imagined games or after the seconds."""
    end = monotonic() + seconds
    game = resume_public(Game, GandhiRules(), public).blind()
    found = advise(game, lambda tried: tried < games and monotonic() < end)
    language = load_language(code, GAME)
    return [
        Suggestion(one.keys, tuple(list_reasons(one)), find_line(language, game, one.keys), one.is_arjunas)
        for one in found
    ]


def list_reasons(proposal: Proposal) -> list[Text]:
    """Return the reasons for a turn: the results of the games imagined after it, then Arjuna's thoughts."""
    considered = proposal.considered
    told = tell_games(considered) if considered is not None and considered.tries >= LEAST_GAMES else []
    if proposal.explanation is None:
        return told
    thoughts = rival.summarise(proposal.explanation) or summarise(proposal.explanation)
    return told + [one for one in thoughts if not one.key.startswith(NO_REASONS)][:MOST_REASONS]


def tell_games(considered: Considered) -> list[Text]:
    """Return the results of the games imagined after a turn."""
    params = {"share": percent(considered.won), "count": considered.tries}
    if not considered.lost_to:
        return [text("advice.games", **params)]
    return [text("advice.games.feared", **params, seat=considered.lost_to, other=percent(considered.lost))]


def find_line(language: Language, game: Game, keys: tuple[str, ...]) -> Line | None:
    """Return the turn line of a turn, or None if the keys do not begin one or are too many for a line."""
    if game.label.phase != "turn" or game.label.seat != game.pending_seat or len(keys) > MOST_KEYS or game.keys:
        return None
    return lines.write_line(language, game, keys)

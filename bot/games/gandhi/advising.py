"""Advice for a person at a table: turns that they may take, found by a search in another process."""

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
"""The fewest games imagined after a turn for which their results are shown."""
MOST_REASONS: Final = 4
"""The most lines of Arjuna's reasons for a turn."""
MOST_KEYS: Final = 60
"""The most answers of a turn that is written as a turn line. A longer line would be too long to read."""
NO_REASONS: Final = ("arjuna.activation.", "arjuna.summary.done", "arjuna.move", "arjuna.card", "arjuna.flip")
"""Beginnings of the keys of thoughts that are left out: Arjuna's own duties, its actions, and letters of its cards."""


def plan_advice(language: Language, game: Game) -> Search:
    """Return the search for Arjuna's choice and for Chanakya's best plans (`suggest`), without hidden information."""
    return Search(suggest, (language.code, publish(game), MOST_GAMES))


def suggest(code: str, public: PublicGame, games: int, seconds: float) -> list[Suggestion]:
    """Return turns for the deciding seat, the best first, after ``games`` imagined games or the seconds allowed."""
    end = monotonic() + seconds
    game = resume_public(Game, GandhiRules(), public).blind()
    found = advise(game, lambda tried: tried < games and monotonic() < end)
    language = load_language(code, GAME)
    return [
        Suggestion(one.keys, tuple(list_reasons(one)), find_line(language, game, one.keys), one.is_arjunas)
        for one in found
    ]


def list_reasons(proposal: Proposal) -> list[Text]:
    """Return the reasons for a turn: the results of the games imagined after it, if enough, then its thoughts."""
    considered = proposal.considered
    told = [tell_games(considered)] if considered is not None and considered.tries >= LEAST_GAMES else []
    if proposal.explanation is None:
        return told
    thoughts = rival.summarise(proposal.explanation) or summarise(proposal.explanation)
    return told + [one for one in thoughts if not one.key.startswith(NO_REASONS)][:MOST_REASONS]


def tell_games(considered: Considered) -> Text:
    """Return a text on the games imagined after a turn: the share won, and the Faction that won most of the others."""
    params = {"share": percent(considered.won), "count": considered.tries}
    if not considered.lost_to:
        return text("advice.games", **params)
    return text("advice.games.feared", **params, seat=considered.lost_to, other=percent(considered.lost))


def find_line(language: Language, game: Game, keys: tuple[str, ...]) -> Line | None:
    """Return the turn line with these keys, or None if no line means the same or it would be too long (`MOST_KEYS`).

    Return None too if the deciding seat is not at the start of its turn.
    """
    if game.label.phase != "turn" or game.label.seat != game.pending_seat or len(keys) > MOST_KEYS or game.keys:
        return None
    return lines.write_line(language, game, keys)

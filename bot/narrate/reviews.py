"""The review of a finished game as text, and its chances to win for the page of the game."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate

from bot.games.answers import GameReview, Swing
from bot.games.frontend import PLAIN_COLOUR
from bot.language import Language, plainly
from bot.narrate.panel import BODY_LIMIT, Sheet
from bot.narrate.replay_page import ReviewedSteps
from bot.narrate.standing import fit
from bot.tables.advice import ReviewState
from bot.tables.loading import list_steps
from engine.core.text import Text, text
from storage import Turn


def write_progress(language: Language, state: ReviewState) -> Sheet:
    """Return the sheet that shows how many searches of a review are done."""
    words = language.say("ui.review.progress", done=state.done, count=state.count)
    return Sheet(write_title(language, state), words, PLAIN_COLOUR)


def write_review(language: Language, state: ReviewState, review: GameReview, turns: Sequence[Turn]) -> Sheet:
    """Return the sheet of a review: the most costly turns, and the turns with most luck, of these ``turns``."""

    def name(place: int) -> Text:
        return state.table.front.words.name_step(turns[place].label, place + 1)

    lines = [f"**{language.say('ui.review.costly')}**"]
    for one in review.costly:
        better = [text("ui.review.kind", action=list(kind)) for kind in one.better]
        said = language.say(
            "ui.review.cost", what=name(one.turn), action=list(one.done), count=points(one.cost), better=better
        )
        lines.append(f"- {said}")
    if not review.costly:
        lines.append(language.say("ui.review.no_cost", count=points(review.threshold)))
    lines += ["", f"**{language.say('ui.review.luck')}**"]
    for swing in review.swings:
        gain = language.signed(points(swing.gain))
        lines.append(f"- {language.say(name_cause(swing), what=name(swing.turn), seat=swing.seat, gain=gain)}")
    if not review.swings:
        lines.append(language.say("ui.review.no_luck", count=points(review.luck_threshold)))
    how = language.say("ui.review.how", games=review.games, unsaid=review.unsaid)
    return Sheet(write_title(language, state), fit(language, lines, ["", f"-# {how}"], BODY_LIMIT), PLAIN_COLOUR)


def list_chances(review: GameReview, turns: Sequence[Turn]) -> ReviewedSteps:
    """Return each seat's chance to win at the start of each turn, by the number of steps before it."""
    steps = [0, *accumulate(len(list_steps([turn])) for turn in turns)]
    return ReviewedSteps(dict(zip(steps, review.curve, strict=True)), steps[review.unsaid])


def write_title(language: Language, state: ReviewState) -> str:
    """Return the title of the sheet of a review, with the name of the table."""
    return language.say("ui.review.title", name=plainly(state.table.game.name))


def name_cause(swing: Swing) -> str:
    """Return the text key for the cause of a changed chance: dice, a card, or both."""
    if swing.by_card:
        return "ui.review.by_both" if swing.by_dice else "ui.review.by_card"
    return "ui.review.by_dice"


def points(share: float) -> int:
    """Return a share of games, from 0 to 1, as whole points of 100."""
    return round(100 * share)

"""Messages are short: how many words a person reads at a glance, for each kind of message, in each language.

Japanese is counted by characters, three to a word.
"""

from __future__ import annotations

import random
import re
from statistics import mean

import pytest

from bot.language import Language, list_languages, load_language
from bot.narrate.announcements import write_announcement
from bot.narrate.panel import write_panel
from bot.narrate.standing import report_status
from bot.tables.announcements import Turns
from bot.tables.lessons import list_first_turns, read_lesson
from bot.tables.loading import find_last
from bot.tables.play import Tables
from storage import Storage
from tests.bot.players import PEOPLE, open_table, posts_of
from tests.turns import at_random, draw_turn
from tools.verify.panels import list_moments

SIGNS = re.compile(r"<[^>]+>|[`*_#>·|\-–−+→•]")
"""Marks and mentions, which no one reads as words."""
PINNED, TURN, CHOOSING, CONFIRMING, LESSON = 60, 60, 60, 80, 70
"""The words that the messages of a table may have on average, in English."""
OPENING = 100
"""The words of a panel in which both sides of an Event are among what is chosen."""
LONGER = {"en": 1.0, "ja": 1.15, "it": 1.15, "es": 1.15}
"""How many words a language needs for one of English: articles and prepositions."""
LARGEST = 1.8
"""How many times the average the largest may be."""
TURNS = 14


def count_words(language: Language, words: str) -> int:
    """Return how many words a text has."""
    plain = SIGNS.sub(" ", words)
    return len("".join(plain.split())) // 3 if language.code == "ja" else len(plain.split())


def check(language: Language, sizes: list[int], budget: int) -> None:
    """Hold sizes to a budget: their mean, and less strictly the largest of them."""
    assert sizes
    assert mean(sizes) <= budget * LONGER[language.code], sizes
    assert max(sizes) <= budget * LONGER[language.code] * LARGEST, sizes


@pytest.mark.parametrize("code", list_languages())
async def test_messages_of_a_table_keep_to_their_budgets(storage: Storage, code: str) -> None:
    language, chance = load_language(code, "gandhi"), random.Random(3)
    tables = Tables(storage)
    game_id = await open_table(tables)
    pinned, choosing, confirming, opening = [], [], [], []
    for number in range(TURNS):
        moment = await tables.moment(game_id)
        async with storage.read() as reader:
            last = await find_last(reader, game_id)
        status = report_status(language, moment.table, moment, last=last)
        pinned.append(count_words(language, "\n".join([status.title, status.words, *status.seats.values()])))
        if number % 4 == 0:
            for one in list_moments(moment.game):
                offers = one.find_offers()
                sheet = write_panel(language, one, offers)
                size = count_words(language, f"{sheet.title}\n{sheet.body}")
                if one.draft.armed or offers.ending is not None:
                    confirming.append(size)
                elif language.say("ui.card.shaded", what="").strip(" *:：") in sheet.body:
                    opening.append(size)
                else:
                    choosing.append(size)
        keys = draw_turn(moment.game, at_random(chance))
        await tables.at(game_id, PEOPLE[moment.game.pending_seat]).play(keys)
    moment = await tables.moment(game_id)
    turns = [one.announced for one in await posts_of(storage, game_id) if isinstance(one.announced, Turns)]
    check(language, pinned, PINNED)
    check(language, choosing, CHOOSING)
    check(language, confirming, CONFIRMING)
    check(language, opening, OPENING)
    check(language, [count_words(language, write_announcement(language, moment.table, one)) for one in turns], TURN)


@pytest.mark.parametrize("code", list_languages())
def test_the_first_screen_of_a_lesson_is_short(code: str) -> None:
    for course in list_first_turns():
        language = load_language(code, course.kind)
        sheet = write_panel(language, read_lesson(None, course))
        assert count_words(language, f"{sheet.title}\n{sheet.body}") <= LESSON * LONGER[code]

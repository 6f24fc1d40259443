"""Turns written as lines: nearly every turn has one, and it says the same in every language."""

from __future__ import annotations

import re
from contextlib import suppress
from functools import cache
from random import Random

import pytest

from bot.errors import BadInput
from bot.games.answers import Line
from bot.games.gandhi.orders.lines import says_the_same, write_line
from bot.games.gandhi.orders.understanding import understand
from bot.language import load_language
from engine import Game
from tests.bot.pressing import LOCALES
from tests.playing import choose, game_at
from tools.games.gandhi.lines import Turn, can_be_asked, list_turns

ENGLISH = load_language()
SHARE = 0.97
TURNS = 60


@cache
def find_turns(*, drawn: bool) -> list[Turn]:
    """Return the turns of some games, found once: each language writes a part of them."""
    return list(list_turns(5, drawn=drawn))


@cache
def write(number: int, code: str = ENGLISH.code, *, drawn: bool = True) -> Line | None:
    """Write the line of a turn by its number, once: several tests ask about it."""
    return write_line(load_language(code), *find_turns(drawn=drawn)[number])


def share_of(part: slice, code: str, *, drawn: bool) -> float:
    """Return the share of turns with a line, without those with someone else's decision in the middle."""
    turns = find_turns(drawn=drawn)
    whole = [number for number in range(len(turns))[part] if can_be_asked(turns[number][1])]
    assert len(whole) > 40
    return sum(write(number, code, drawn=drawn) is not None for number in whole) / len(whole)


@pytest.mark.parametrize("code", sorted(LOCALES))
def test_nearly_every_turn_can_be_written_as_one_order_line(code: str) -> None:
    part = slice(sorted(LOCALES).index(code), None, len(LOCALES))
    assert share_of(part, code, drawn=False) >= SHARE
    assert share_of(part, code, drawn=True) >= SHARE


def line_of(game: Game, *keys: str) -> str:
    """Return the line for keys, which it must have."""
    line = write_line(ENGLISH, game, keys)
    assert line is not None
    assert says_the_same(ENGLISH, game, line, keys)
    return line.orders


def test_an_order_line_is_short_and_names_spaces_in_full() -> None:
    game = game_at({"delhi": {"troops": 2, "sepoys": 3}}, "raj", resources={"raj": 20})
    into_punjab = ["punjab", "delhi", "troops", "1", "delhi", "sepoys", "2", "done"]
    keys = ["sweep", *into_punjab, "united_provinces", "done", "done", "end"]
    assert line_of(game, *keys) == "Delhi > Punjab 1T 2S; United Provinces"


def test_an_order_line_keeps_the_position_of_a_special_activity() -> None:
    game = game_at({"bihar": {"congress": 1, "gandhi": True}}, "congress", restraint=3)
    before = ["special:satyagraha", "delhi", "place", "rally", "bombay", "1", "done"]
    between = ["rally", "bombay", "1", "special:satyagraha", "delhi", "remove", "united_provinces", "0", "done"]
    assert line_of(game, *before) == "Satyagraha Delhi; Bombay"
    assert line_of(game, *between) == "Bombay; Satyagraha Delhi: remove; United Provinces: 0"


def test_an_unfinished_turn_has_no_order_line() -> None:
    game = game_at({}, "raj", resources={"raj": 20})
    choose(game, "deploy", "delhi", "troops")
    assert write_line(ENGLISH, game.at_start(), game.keys) is None


def test_a_turn_with_another_seats_answer_is_not_written_as_a_line() -> None:
    game = game_at({"bihar": {"congress": 1}}, "congress", restraint=3, jail={"gandhi": True})
    choose(game, "special:satyagraha", "delhi", "no")
    assert write_line(ENGLISH, game.at_start(), game.keys) is None


def insert_word(chance: Random, line: str, word: str) -> str:
    """Return a line with one more word, anywhere between its words."""
    places = [match.start() for match in re.finditer(r"(?<=\S)\s|$", line)]
    place = chance.choice(places)
    return f"{line[:place]} {word}{line[place:]}"


def loses_word(game: Game, action: str, line: str, word: str) -> bool:
    """Return whether an order says nothing of a word of it: neither refuses it nor keeps it for later."""
    try:
        understood = understand(ENGLISH, game, action, line)
    except BadInput as error:
        return word.casefold() not in str(error.text).casefold()
    return word not in understood.rest


@pytest.mark.parametrize("word", ["xyzzy", "a1b", "Q"])
def test_an_unknown_word_in_an_order_is_refused_or_kept_for_later(word: str) -> None:
    """A word that means nothing is named in the refusal, or waits with the rest of the order."""
    chance = Random(word)
    lost = []
    turns = find_turns(drawn=True)
    for number in chance.sample(range(len(turns)), TURNS):
        written, (game, _) = write(number), turns[number]
        if written is not None:
            line = insert_word(chance, written.orders, word)
            lost += [(written.action, line)] if loses_word(game, written.action, line, word) else []
    assert not lost


@pytest.mark.parametrize("word", ["S", "C", "unrest", "protest", "base", "2"])
def test_repeating_a_word_in_an_order_line_never_leaves_the_turn_unchanged(word: str) -> None:
    """One effect proves one word only: a line with the same word many times does not mean the same."""
    chance = Random(word)
    lost = []
    turns = find_turns(drawn=True)
    for number in chance.sample(range(len(turns)), TURNS):
        written, (game, keys) = write(number), turns[number]
        if written is None:
            continue
        line = insert_word(chance, written.orders, " ".join([word] * 12))
        with suppress(BadInput):
            understood = understand(ENGLISH, game, written.action, line)
            if not understood.rest and (*understood.keys, understood.ending) == tuple(keys):
                lost.append((written.action, line))
    assert not lost

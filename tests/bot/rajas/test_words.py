"""The words of Rajas of the Ganges: every language says everything, asks for the same things, and fits into Discord."""

from __future__ import annotations

import logging
import random
import re
from collections.abc import Iterator
from typing import Any

import pytest
from babel.messages.catalog import Message
from msgspec.structs import replace

from bot.errors import about
from bot.games.frontend import front_of
from bot.games.rajas.words.chronicle import write_build
from bot.games.showing import list_runners
from bot.language import DEFAULT, list_languages, load_language
from bot.narrate.panel import LABEL_LIMIT, hint_option, label_option
from engine import Game
from engine.core.change import Change
from engine.rajas.board import BOARD
from tests.bot.test_languages import fields_of, forms_of, key_of, pattern_of, read_glossary, without_fields
from tests.bot.test_wording import AVOIDED, OF_A_PERSON, OLD
from tests.playing import choose
from tests.rulebook.rajas.table import table
from texts import list_games, read_catalogue

LANGUAGES = list_languages()
OTHERS = tuple(code for code in LANGUAGES if code != DEFAULT)
FRONT = front_of("rajas")
FORMS = ("the_seat.", "of_seat.", "to_seat.", "by_seat.", "many_colour.")
"""How a language declines the seats and the colours: its own affair."""
TABLES: tuple[tuple[str, int, dict[str, Any]], ...] = (
    ("basic", 2, {}),
    ("navaratnas", 3, {"ganga": True}),
    ("mixed", 4, {"experts": ["lotus", "conch"]}),
)


def messages_of(code: str) -> dict[str, Message]:
    """Every message that the game has in a language."""
    return {key_of(message): message for message in read_catalogue(code, "rajas") if message.id}


def play(number: int) -> Iterator[Game]:
    """A game by lot, at every decision and at its end."""
    scenario, players, options = TABLES[number % len(TABLES)]
    seats = dict.fromkeys(FRONT.setup.list_seats(players), "player")
    game = Game.new("rajas", scenario, seats, bytes([number]) * 32, options)
    chance = random.Random(number)
    while game.decision is not None:
        yield game
        game.choose(chance.choice(game.decision.options).key)
    yield game


def test_the_game_has_a_catalogue() -> None:
    assert "rajas" in list_games()
    assert load_language("en", "rajas").say("automatic") == "Birbal"
    assert load_language("en").say("automatic") == "Arjuna"
    assert load_language("it").of_game("rajas").say("ui.seat.arjuna") == "Birbal"
    assert load_language("it").of_game("gandhi").say("ui.seat.arjuna") == "Arjuna"


@pytest.mark.parametrize("code", OTHERS)
def test_a_language_says_what_english_says(code: str) -> None:
    ours, english = messages_of(code), messages_of(DEFAULT)
    assert sorted(english.keys() - ours.keys()) == []
    assert sorted(key for key in ours.keys() - english.keys() if not key.startswith(FORMS)) == []
    for key, message in ours.items():
        if key in english:
            wanted = set().union(*(fields_of(sentence) for sentence in forms_of(english[key])))
            assert set().union(*(fields_of(sentence) for sentence in forms_of(message))) == wanted, key
            assert message.pluralizable == english[key].pluralizable, key
            assert message.auto_comments == english[key].auto_comments, key


@pytest.mark.parametrize("code", LANGUAGES)
def test_rajas_texts_keep_to_the_style_of_each_language(code: str) -> None:
    for key, message in messages_of(code).items():
        for sentence in forms_of(message):
            assert not OF_A_PERSON[code].search(sentence), key
            assert not AVOIDED[code].search(sentence), key
            assert "'" not in sentence, key
            assert code != DEFAULT or not OLD.search(sentence), key
            assert not key.startswith("why.") or "{rule:as heading}" in sentence, key


def without_names(sentence: str) -> str:
    """A sentence without what is put into it, and without commands, which stay English."""
    return re.sub(r"`[^`]*`", "", without_fields(sentence))


@pytest.mark.parametrize("code", OTHERS)
def test_a_message_uses_the_terms_of_its_editions(code: str) -> None:
    ours, english, rows = messages_of(code), messages_of(DEFAULT), read_glossary("rajas")
    patterns = [(row["en"], pattern_of(row["en"], DEFAULT, 0), pattern_of(row[code], code)) for row in rows]
    astray = []
    for key, message in english.items():
        original, told = (without_names(" ".join(forms_of(one))) for one in (message, ours[key]))
        found = [term for term, here, there in patterns if here.search(original) and not there.search(told)]
        astray += [f"{key}: {term}" for term in found]
    assert astray == []


@pytest.mark.parametrize("code", LANGUAGES)
def test_whole_games_are_said_without_a_gap(code: str, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.WARNING)
    language = load_language(code, "rajas")
    said: set[tuple[str, ...]] = set()
    for number in range(len(TABLES)):
        for game in play(number):
            view, decision = game.view(), game.decision
            for option in [*decision.options, *decision.closed()] if decision is not None else []:
                shape = (option.key, str(option.text.params), str(option.why))
                if shape in said or decision is None:
                    continue
                said.add(shape)
                assert len(label_option(language, option)) <= LABEL_LIMIT
                assert not label_option(language, option).endswith("…"), option
                hint_option(language, FRONT, option, view)
                language.say(FRONT.words.ask(decision))
                if option.why is not None:
                    language.say(about(option.why, [option.text]))
        tell_all(game)
    assert [record.getMessage() for record in caplog.records] == []
    assert len(said) > 500


def tell_all(game: Game) -> None:
    """Put a game and everything that happened in it into words."""
    for code in LANGUAGES:
        language, view = load_language(code, "rajas"), game.view()
        for step in game.steps:
            assert "{" not in "".join(FRONT.words.tell(language, step.changes, list_runners(view)))
            FRONT.words.tell_so_far(language, step.changes)
        told = [*FRONT.score.explain_cards(language, game), *FRONT.score.explain(language, game)]
        told += [*FRONT.score.write_boxes(language, view), *FRONT.score.write_state(language, view)]
        told += [FRONT.score.write_seat(language, view, seat, "Asha") for seat in view.players]
        assert "{" not in "".join(told)


def test_every_announced_turn_says_something_that_happened() -> None:
    language = load_language("en", "rajas")
    for number in range(len(TABLES)):
        game = list(play(number))[-1]
        for step in game.steps:
            if step.label.phase == "place" and any(change.verb == "worker" for change in step.changes):
                assert FRONT.words.tell(language, step.changes)[0].startswith("**")


def test_a_turn_is_one_readable_message() -> None:
    game = list(play(0))[-1]
    language = load_language("en", "rajas")
    first = next(step for step in game.steps if step.label.phase == "place")
    assert FRONT.words.tell(language, first.changes)[0].startswith("**🪷 Lotus: ")
    assert "lotus" not in " ".join(FRONT.words.tell(language, first.changes))


LABELS = ("option.rajas.", "rajas.short.", "rajas.reward.", "rajas.square", "rajas.yield", "rajas.roads")


@pytest.mark.parametrize("code", LANGUAGES)
def test_no_label_has_a_colon_since_confirm_adds_one(code: str) -> None:
    """A button once said "Confirm: 1: 3 coins (green 1)"."""
    labels = {key: forms_of(message) for key, message in messages_of(code).items() if key.startswith(LABELS)}
    assert len(labels) > 40
    assert [key for key, forms in labels.items() if re.search("[:：]", without_fields(" ".join(forms)))] == []


def test_a_returned_payment_is_announced() -> None:
    """The quarry costs a coin and the tile brings one: both are reported, although together they change nothing."""
    changes = [
        Change("worker", "lotus", target="quarry:1"),
        Change("coins", "lotus", old=4, new=3),
        Change("karma", "lotus", old=2, new=1),
        Change("coins", "lotus", old=3, new=4),
        Change("karma", "lotus", old=1, new=2),
        Change("fame", "lotus", old=0, new=2),
    ]
    told = FRONT.words.tell(load_language("en", "rajas"), changes)
    assert "fame 0 to 2, coins 4 to 3 and back to 4, karma 2 to 1 and back to 2" in told[-1]


def test_a_turn_that_is_named_beside_its_line_does_not_name_its_seat_again() -> None:
    language = load_language("en", "rajas")
    coins = Change("coins", "lotus", old=4, new=3)
    assert FRONT.words.name_deeds(language, [coins]) == "coins 4 to 3"
    both = FRONT.words.name_deeds(language, [coins, Change("coins", "peacock", old=1, new=2)])
    assert both == "🪷 Lotus: coins 4 to 3; 🦚 Peacock: coins 1 to 2"


def write_news(code: str, *changes: Change, after: int = 1, workers: int = 3, before: int = 1) -> list[str]:
    """Return what Lotus reads after one turn, in a later round perhaps, with so many workers left."""
    view = replace(table(count=4).view(), round=before)
    lotus = replace(view.players["lotus"], workers=workers)
    seen = replace(view, round=after, order=("conch", "lotus", "peacock"), players=view.players | {"lotus": lotus})
    return FRONT.outlook.write_news(load_language(code, "rajas"), [(view, changes)], seen, "lotus")


PEACOCK: tuple[Change, ...] = (
    Change("worker", "peacock", target="quarry:1"),
    Change("give_die", "peacock", "green", old=5),
    Change("build", "peacock", "green_09", target="d1"),
    Change("fame", "peacock", old=0, new=5),
    Change("worker", "peacock", target="harbour:1"),
    Change("boat", "peacock", old=1, new=3),
    Change("boat", "peacock", old=3, new=6),
    Change("new_worker", "peacock", new=4),
)
CONCH = (Change("worker", "conch", target="quarry:2"), Change("coins", "conch", old=5, new=4))
ROUND = (Change("first", target="conch"), Change("round", new=2))


@pytest.mark.parametrize("code", LANGUAGES)
def test_news_name_what_others_built_where_their_boats_are_and_new_workers(code: str) -> None:
    language = load_language(code, "rajas")
    told = write_news(code, Change("worker", "lotus", target="quarry:3"), *PEACOCK, *CONCH)
    assert len(told) == 2
    tile = write_build(language, PEACOCK[2])
    for words in (tile, language.say("log.rajas.boat", new=6), language.say("log.rajas.new_worker", new=4)):
        assert words in told[0]
    assert language.say("log.rajas.boat", new=3) not in told[0]
    assert language.say("log.rajas.track.coins", old=5, new=4) in told[1]
    assert not any(" ;" in line or "{" in line for line in told)


@pytest.mark.parametrize("code", LANGUAGES)
def test_news_say_which_deeds_are_of_a_round_that_has_begun_since(code: str) -> None:
    language = load_language(code, "rajas")
    quarry, harbour = language.word("action.quarry"), language.word("action.harbour")
    peacock, conch = write_news(code, *PEACOCK[:4], *ROUND, *CONCH, *PEACOCK[4:5], after=2)
    mark = language.say("log.rajas.in_round", number=2, what=harbour)
    assert peacock.index(write_build(language, PEACOCK[2])) < peacock.index(mark)
    assert language.say("log.rajas.in_round.first", number=2, what=quarry) in conch
    # It may have begun at the end of one's own turn, which is not among the others'.
    (conch,) = write_news(code, *CONCH, before=2, after=2)
    assert language.say("log.rajas.in_round.first", number=2, what=quarry) in conch
    # In the middle of a round, and in the first one, nothing needs to be said.
    for number, workers in ((2, 2), (1, 3)):
        (conch,) = write_news(code, *CONCH, before=number, after=number, workers=workers)
        what = language.put_together("clauses", [quarry, language.say("log.rajas.track.coins", old=5, new=4)])
        assert conch == language.say("log.rajas.of", seat="conch", what=what)
    # Where no one has acted in it yet, all workers are back.
    told = write_news(code, *PEACOCK[:4], *CONCH, *ROUND, after=2)
    assert [language.say("log.rajas.round", new=2) in line for line in told] == [False, True]
    assert quarry in told[1]


@pytest.mark.parametrize("code", LANGUAGES)
def test_news_name_each_worker_and_the_person_whom_a_boat_has_reached(code: str) -> None:
    language = load_language(code, "rajas")
    changes = [
        Change("worker", "conch", target="quarry:1"),
        Change("build", "conch", "blue_06", target="b1"),
        Change("worker", "conch", target="quarry:2"),
        Change("build", "conch", "blue_08", target="b2"),
        Change("worker", "conch", target="harbour:1"),
        Change("boat", "conch", old=5, new=8),
        Change("take_die", "conch", "blue", new=2),
        Change("draw_yield", "conch", next(iter(BOARD.yield_tiles)), target="e1"),
        Change("upgrade", "conch", "temple", new=1),
    ]
    (conch,) = write_news(code, *changes)
    assert conch.count(language.word("action.quarry")) == 2
    assert language.say("log.rajas.boat_visit", new=8, action="chamber:dancer") in conch


@pytest.mark.parametrize("code", LANGUAGES)
def test_news_begin_with_a_player_who_begins_the_last_phase(code: str) -> None:
    language = load_language(code, "rajas")
    told = write_news(code, *PEACOCK[:4], *CONCH, Change("cross", "conch"))
    assert language.say("log.rajas.cross") in told[0]
    assert language.word("seat.conch") in told[0]
    assert language.word("seat.peacock") in told[1]


def test_a_tile_says_what_karma_it_costs() -> None:
    game = table({"lotus": {"dice": ["orange:1", "orange:2", "blue:4"], "karma": 2, "money": 4}})
    choose(game, "quarry")
    assert game.decision is not None
    karma = {
        option.key: re.search(r", (\d) karma$", label_option(load_language("en", "rajas"), option))
        for option in game.decision.options
    }
    tops = {f"tile:{tile.stack}": tile for tile in game.state.tops()}
    for key, found in karma.items():
        tile = tops[key]
        free = {"orange": 3, "blue": 4}[tile.colour]
        one = {"orange": 8, "blue": 4}[tile.colour]
        least = 0 if tile.cost <= free else 1 if tile.cost <= one else 2
        assert (int(found[1]) if found else 0) == least, key
    assert any(karma.values())


@pytest.mark.parametrize(
    ("person", "name"),
    [("dancer", "Dancer"), ("yogi", "Yogi"), ("raja", "Raja Man Singh"), ("portuguese", "Portuguese")],
)
def test_news_name_the_person_visited_from_the_river(person: str, name: str) -> None:
    """A boat on 7 continues to 8, where a person of the palace helps without a worker."""
    game = table({"lotus": {"dice": ["orange:1"], "karma": 0, "boat": 7}})
    choose(game, "harbour")
    while game.decision is not None and game.decision.kind in ("die_for", "boat"):
        choose(game, game.decision.options[0].key)
    choose(game, f"chamber:{person}")
    number = game.step_number
    while game.decision is not None and game.step_number == number:
        game.choose(game.decision.options[0].key)
    told = FRONT.words.tell(load_language("en", "rajas"), game.steps[0].changes)
    assert f"boat to space 8 ({name})" in told[1]


def test_news_name_only_visited_people() -> None:
    language = load_language("en", "rajas")
    named = 0
    for number in range(len(TABLES)):
        game = list(play(number))[-1]
        for step in game.steps:
            chosen = [key for key in step.keys[1:] if key.startswith("chamber:")]
            lines = " ".join(FRONT.words.tell(language, step.changes))
            found = re.findall(r"boat to space \d+ \(([^)]*)\)", lines)
            if chosen or number == 0:
                assert set(found) <= {language.word(f"action.{key}") for key in chosen}, lines
            named += len(found)
    assert named


THREE_TEAS = {
    "b1": {"tile": "orange_04", "roads": "EW"},
    "c2": {"tile": "orange_09", "roads": "NES"},
    "a1": {"tile": "purple_01", "roads": "ES"},
}
GREENS = {seat: {"dice": ["green:6"] * count, "karma": 0} for seat, count in (("peacock", 10), ("banyan", 2))}


@pytest.mark.parametrize(
    ("rows", "key", "words"),
    [
        ({"lotus": {"dice": ["blue:1"], "province": THREE_TEAS}}, "market:tea", "a die of 1 brings 3 coins"),
        ({"lotus": {"dice": ["blue:1", "blue:3"], "province": THREE_TEAS}}, "market:tea", "a die of 3 brings 7 coins"),
        ({"lotus": {"dice": ["blue:3"], "karma": 1}}, "chamber:yogi", "with a 3: 2 karma, 1 die of any colour"),
        ({"lotus": {"dice": ["blue:3"], "karma": 2}}, "chamber:yogi", "with a 3: 1 karma, 1 die of any colour"),
        ({"lotus": {"dice": ["blue:3"], "karma": 3}}, "chamber:yogi", "with a 3: 1 die of any colour"),
        ({"lotus": {"dice": ["blue:4"], "karma": 3}}, "chamber:yogi", "with a 3: 1 karma, 1 die of any colour"),
        ({"lotus": {"dice": ["blue:4"]}}, "chamber:raja", "with a 4: 1 upgrade, 3 coins"),
        (
            {"lotus": {"dice": ["blue:4"], "upgrades": dict.fromkeys(("temple", "palace", "fort", "mill"), 2)}},
            "chamber:raja",
            "with a 4: 3 coins",
        ),
        (GREENS, "terrace:green", "no green die left in the reserve"),
        ({**GREENS, "lotus": {"dice": ["purple:1"]}}, "gallery:purple", "no green die left in the reserve"),
        (
            {
                "lotus": {"dice": ["purple:1"]},
                "peacock": {"dice": ["green:6"] * 9},
                "banyan": {"dice": ["green:6"] * 2},
            },
            "gallery:purple",
            "1 purple die for 1 green die",
        ),
        ({"lotus": {"dice": ["purple:1"]}}, "gallery:purple", "1 purple die for 2 green dice"),
        ({"lotus": {"dice": ["blue:1"]}}, "chamber:great_mogul", "with a 1: 2 fame, first player next round"),
        ({"lotus": {"dice": ["blue:2"]}}, "chamber:dancer", "with a 2: 2 dice of any colour, 1 yield tile"),
        (
            {"lotus": {"dice": ["blue:6"], "boat": 2}},
            "chamber:portuguese",
            "with a 6: boat 6 spaces, to space 8 (a person in the palace)",
        ),
    ],
)
def test_a_list_says_what_an_option_brings_now(rows: dict[str, Any], key: str, words: str) -> None:
    """It once promised the coins of a better die, karma beyond 3, a fifth upgrade, and dice that the reserve lacks."""
    game = table(rows, count=3)
    option = game.decision.option(key) if game.decision is not None else None
    assert option is not None
    assert hint_option(load_language("en", "rajas"), FRONT, option, game.view()) == words


@pytest.mark.parametrize(
    ("boat", "karma", "space", "words"),
    [
        (1, 3, 2, "nothing now"),
        (1, 2, 2, "1 karma"),
        (5, 2, 6, "2 orange dice"),
        (8, 1, 9, "nothing now"),
        (18, 1, 21, "1 purple die, worker at the bridge"),
        (0, 1, 1, ""),
    ],
)
def test_a_river_space_says_what_it_brings_now_unless_that_is_what_is_printed(
    boat: int, karma: int, space: int, words: str
) -> None:
    game = table({"lotus": {"dice": ["blue:3"], "karma": karma, "boat": boat}})
    choose(game, "harbour")
    if game.decision is not None and game.decision.kind == "die_for":
        choose(game, "die:blue:3")
    option = game.decision.option(f"river:{space}") if game.decision is not None else None
    assert option is not None
    assert hint_option(load_language("en", "rajas"), FRONT, option, game.view()) == words


def test_every_die_for_a_market_says_its_coins() -> None:
    game = table({"lotus": {"dice": ["blue:1", "green:3"], "karma": 1, "province": THREE_TEAS}})
    choose(game, "market:tea")
    assert game.decision is not None
    language = load_language("en", "rajas")
    assert [label_option(language, option) for option in game.decision.options] == [
        "Blue 1 (3 coins)",
        "Green 3 (7 coins)",
        "Blue 1, turned to 6 (7 coins)",
    ]

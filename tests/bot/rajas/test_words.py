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
from bot.games.rajas.words.names import name_reward, name_tile
from bot.games.rajas.words.news import write_dice
from bot.games.rajas.words.standing import name_moment, write_stakes
from bot.games.showing import Focus, list_runners
from bot.language import DEFAULT, Language, list_languages, load_language
from bot.narrate.options import LABEL_LIMIT, hint_option, label_option
from engine import Game
from engine.core.change import Change
from engine.rajas.asking import tile_option
from engine.rajas.board import BOARD
from tests.bot.test_languages import fields_of, forms_of, key_of, pattern_of, read_glossary, without_fields
from tests.bot.test_wording import AVOIDED, OF_A_PERSON, OLD
from tests.playing import choose
from tests.rulebook.rajas.table import table
from texts import list_games, read_catalogue

LANGUAGES = list_languages()
OTHERS = tuple(code for code in LANGUAGES if code != DEFAULT)
FRONT = front_of("rajas")
FORMS = ("the_seat.", "of_seat.", "to_seat.", "by_seat.", "many_colour.", "tile_colour.")
"""Forms of seats and colours that each language may define for itself."""
TABLES: tuple[tuple[str, int, dict[str, Any]], ...] = (
    ("basic", 2, {}),
    ("navaratnas", 3, {"ganga": True}),
    ("mixed", 4, {"experts": ["lotus", "conch"]}),
)


def messages_of(code: str) -> dict[str, Message]:
    """Return every message that the game has in a language."""
    return {key_of(message): message for message in read_catalogue(code, "rajas") if message.id}


def play(number: int) -> Iterator[Game]:
    """Yield a random game at every decision and at its end."""
    scenario, players, options = TABLES[number % len(TABLES)]
    seats = dict.fromkeys(FRONT.setup.list_seats(players), "player")
    game = Game.new("rajas", scenario, seats, bytes([number]) * 32, options)
    chance = random.Random(number)
    while game.decision is not None:
        yield game
        game.choose(chance.choice(game.decision.options).key)
    yield game


def test_rajas_has_a_separate_catalogue_of_texts() -> None:
    assert "rajas" in list_games()
    assert load_language("en", "rajas").say("automatic") == "Birbal"
    assert load_language("en").say("automatic") == "Arjuna"
    assert load_language("it").of_game("rajas").say("ui.seat.arjuna") == "Birbal"
    assert load_language("it").of_game("gandhi").say("ui.seat.arjuna") == "Arjuna"


@pytest.mark.parametrize("code", OTHERS)
def test_every_language_has_the_keys_and_parameters_of_english(code: str) -> None:
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
    """Return a sentence without what is put into it, and without commands, which stay English."""
    return re.sub(r"`[^`]*`", "", without_fields(sentence))


@pytest.mark.parametrize("code", OTHERS)
def test_a_message_uses_the_terms_of_the_edition_in_its_language(code: str) -> None:
    ours, english, rows = messages_of(code), messages_of(DEFAULT), read_glossary("rajas")
    patterns = [(row["en"], pattern_of(row["en"], DEFAULT, 0), pattern_of(row[code], code)) for row in rows]
    astray = []
    for key, message in english.items():
        original, told = (without_names(" ".join(forms_of(one))) for one in (message, ours[key]))
        found = [term for term, here, there in patterns if here.search(original) and not there.search(told)]
        astray += [f"{key}: {term}" for term in found]
    assert astray == []


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_option_and_announcement_of_whole_games_has_a_complete_text(
    code: str, caplog: pytest.LogCaptureFixture
) -> None:
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
        tell_all(language, game)
    assert [record.getMessage() for record in caplog.records] == []
    assert len(said) > 500


def tell_all(language: Language, game: Game) -> None:
    """Put a game and everything that happened in it into words."""
    view = game.view()
    for step in game.steps:
        assert "{" not in "".join(FRONT.words.tell(language, step.changes, list_runners(view)))
        FRONT.words.tell_so_far(language, step.changes)
    told = [*FRONT.score.explain_cards(language, game), *FRONT.score.explain(language, game)]
    told += [*FRONT.score.write_boxes(language, view), *FRONT.score.write_state(language, view)]
    told += [FRONT.score.write_seat(language, view, seat, "Asha") for seat in view.players]
    assert "{" not in "".join(told)


def test_the_announcement_of_every_placement_begins_with_a_bold_heading() -> None:
    language = load_language("en", "rajas")
    for number in range(len(TABLES)):
        game = list(play(number))[-1]
        for step in game.steps:
            if step.label.phase == "place" and any(change.verb == "worker" for change in step.changes):
                assert FRONT.words.tell(language, step.changes)[0].startswith("**")


def test_the_message_of_a_turn_names_the_seat_and_shows_no_key() -> None:
    game = list(play(0))[-1]
    language = load_language("en", "rajas")
    first = next(step for step in game.steps if step.label.phase == "place")
    assert FRONT.words.tell(language, first.changes)[0].startswith("**🪷 Lotus: ")
    assert "lotus" not in " ".join(FRONT.words.tell(language, first.changes))


LABELS = ("option.rajas.", "rajas.short.", "rajas.reward.", "rajas.square", "rajas.yield", "rajas.roads")


@pytest.mark.parametrize("code", LANGUAGES)
def test_no_label_of_a_button_contains_a_colon(code: str) -> None:
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


def test_a_message_names_the_seats_of_actions_only_if_several_seats_acted() -> None:
    language = load_language("en", "rajas")
    coins = Change("coins", "lotus", old=4, new=3)
    assert FRONT.words.name_deeds(language, [coins]) == "coins 4 to 3"
    both = FRONT.words.name_deeds(language, [coins, Change("coins", "peacock", old=1, new=2)])
    assert both == "🪷 Lotus: coins 4 to 3; 🦚 Peacock: coins 1 to 2"


def write_news(
    code: str, *changes: Change, after: int = 1, workers: int = 3, before: int = 1, seat: str = "lotus", **later: Any
) -> list[str]:
    """Return the news that Lotus reads of some changes.

    Between them the round went from ``before`` to ``after``. Lotus has ``workers`` left. ``later`` are the values that
    Peacock has now.
    """
    view = replace(table(count=4).view(), round=before)
    players = dict(view.players)
    players["lotus"] = replace(players["lotus"], workers=workers)
    players["peacock"] = replace(players["peacock"], **later)
    seen = replace(view, round=after, order=("conch", "lotus", "peacock"), players=players)
    return FRONT.outlook.write_news(load_language(code, "rajas"), [(view, changes)], seen, seat)


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
def test_news_names_the_action_of_each_worker_before_the_totals(code: str) -> None:
    """The sums once followed the last action as if they belonged to it, and no dice were named."""
    language = load_language(code, "rajas")
    dice = ("blue:2", "blue:5")
    told = write_news(
        code,
        Change("worker", "lotus", target="quarry:3"),
        *PEACOCK,
        *CONCH,
        fame=5,
        karma=0,
        active=4,
        dice=dice,
    )
    assert len(told) == 2
    tile = language.say("rajas.news.build", what=name_tile(language, BOARD.tiles["green_09"]), square="d1")
    quarry, harbour = (language.word(f"action.{action}") for action in ("quarry", "harbour"))
    deeds = [
        language.put_together("items", [quarry, tile]),
        language.put_together("items", [harbour, language.say("rajas.news.boat", number=6)]),
    ]
    now = [
        language.say("rajas.news.fame", number=5, change=language.signed(5)),
        language.say("rajas.news.karma", number=0, change=language.signed(-1)),
        language.say("rajas.news.workers", count=4),
    ]
    parts = [
        language.put_together("actions", deeds),
        language.say("rajas.news.now", what=language.put_together("items", now)),
        write_dice(language, dice),
    ]
    assert told[0] == language.say("log.rajas.of", seat="peacock", what=language.put_together("parts", parts))
    assert told[1] == language.say("log.rajas.of", seat="conch", what=quarry)


@pytest.mark.parametrize("code", LANGUAGES)
def test_news_begins_with_the_newest_round(code: str) -> None:
    """The newest action was once the one that did not fit on a phone."""
    language = load_language(code, "rajas")
    quarry, harbour = language.word("action.quarry"), language.word("action.harbour")
    peacock, conch = write_news(code, *PEACOCK[:4], *ROUND, *CONCH, *PEACOCK[4:5], after=2)
    newest = language.say("log.rajas.in_round", number=2, what=harbour)
    assert peacock.index(newest) < peacock.index(language.say("log.rajas.in_round", number=1, what=quarry))
    assert language.say("log.rajas.in_round.first", number=2, what=quarry) in conch
    # A round may have begun at the end of the reader's own turn, which is not among the turns of the others.
    (conch,) = write_news(code, *CONCH, before=2, after=2)
    assert language.say("log.rajas.in_round.first", number=2, what=quarry) in conch
    # In the middle of a round, and in the first one, nothing needs to be said.
    for number, workers in ((2, 2), (1, 3)):
        (conch,) = write_news(code, *CONCH, before=number, after=number, workers=workers)
        assert conch == language.say("log.rajas.of", seat="conch", what=quarry)
    # If no one has acted in the new round yet, the reader begins it.
    told = write_news(code, *PEACOCK[:4], *CONCH, *ROUND, after=2)
    first = language.say("rajas.news.first", number=2)
    assert [first in line for line in told] == [False, False, True], "what was done before it comes first"
    assert quarry in told[1]
    # This line is also there when no one else has acted since.
    assert write_news(code, *ROUND, after=2) == [first]
    # For everyone, it is said that a round has begun.
    assert (
        language.say("picture.rajas.round_begins", number=2) in write_news(code, *CONCH, *ROUND, after=2, seat="")[-1]
    )


def test_a_list_of_dice_groups_them_by_colour() -> None:
    language = load_language("en", "rajas")
    assert write_dice(language, ("blue:2", "blue:5", "green:1")) == "dice blue 2 and 5, green 1"
    assert write_dice(language, ()) == "no dice"


def test_news_of_the_set_up_names_only_players_who_have_acted() -> None:
    """Each player's coins of the set-up once were a line, as if someone had gained them by an action."""
    setup = next(play(0)).view()
    changes = [Change("coins", "peacock", old=0, new=4), *CONCH]
    view = table(count=4).view()
    turns = [(replace(view, phase=setup.phase), changes)]
    (line,) = FRONT.outlook.write_news(load_language("en", "rajas"), turns, view, "lotus")
    assert line == "**🐚 Conch**: Quarry"
    # The line about the next round is not repeated.
    mogul = replace(view, next_first="conch")
    (line,) = FRONT.outlook.write_news(load_language("en", "rajas"), [(mogul, CONCH)], mogul, "lotus")
    assert line == "**🐚 Conch**: Quarry"


@pytest.mark.parametrize("code", LANGUAGES)
def test_long_news_names_earlier_tiles_only_by_colour_and_cost(code: str) -> None:
    language = load_language(code, "rajas")
    last = (
        Change("worker", "peacock", target="quarry:2"),
        Change("build", "peacock", "orange_13", target="e1"),
        Change("worker", "peacock", target="chamber:master_builder"),
        Change("cover", "peacock", "blue_08", target="d1"),
    )
    (peacock,) = write_news(code, *PEACOCK, *last)
    assert name_tile(language, BOARD.tiles["green_09"]) not in peacock
    assert name_tile(language, BOARD.tiles["blue_08"]) in peacock
    tile = BOARD.tiles["green_09"]
    assert language.say("rajas.news.tile", colour=tile.colour, cost=tile.cost) in peacock


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_yield_tile_that_is_drawn_and_placed_is_named_once(code: str) -> None:
    language = load_language(code, "rajas")
    tile, other = list(BOARD.yield_tiles)[:2]
    laid = Change("lay_yield", "conch", tile, target="left1")
    (drawn,) = FRONT.words.tell(language, [Change("draw_brown", "conch", tile), laid])
    assert drawn.endswith(language.say("log.rajas.lay_drawn", place="left1"))
    reward, other_reward = (name_reward(language, BOARD.yield_tiles[one].reward) for one in (tile, other))
    assert drawn.count(reward) == 1
    (another,) = FRONT.words.tell(language, [Change("draw_brown", "conch", other), laid])
    assert another.endswith(language.say("log.rajas.lay_yield", reward=reward, place="left1"))
    assert other_reward in another


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_die_or_building_that_an_option_names_is_not_named_again(code: str) -> None:
    language = load_language(code, "rajas")
    given = [Change("give_die", "conch", "green", old=3), Change("upgrade", "conch", "temple", new=1)]
    die, temple = language.say("option.rajas.deed.give.this"), language.word("building.temple")
    (told,) = FRONT.words.tell_so_far(language, given, Focus(answer="die:green:3"))
    assert told.startswith(die)
    assert temple in told
    (told,) = FRONT.words.tell_so_far(language, given, Focus(answer="upgrade:temple"))
    assert temple not in told
    assert language.word("colour.green") in told
    (told,) = FRONT.words.tell_so_far(language, given)
    assert die not in told


def test_deeds_are_written_as_an_option_for_the_person_who_chooses() -> None:
    language = load_language("it", "rajas")
    changes = [
        Change("give_die", "conch", "green", old=3),
        Change("give_die", "conch", "green", old=3),
        Change("build", "conch", "green_05", target="c2"),
    ]
    tile = name_tile(language, BOARD.tiles["green_05"])
    assert FRONT.words.name_deeds(language, changes) == f"scarta verde 3 e 3; costruisce la {tile} in c2"
    assert f"scarta verde 3 e 3; costruisci la {tile} in c2" in FRONT.words.name_deeds(language, changes, "conch")
    assert FRONT.words.tell_so_far(language, changes, Focus("conch", answer="roads:nes")) == ["scarta verde 3 e 3"]
    (others,) = FRONT.words.tell_so_far(language, changes, Focus("lotus"))
    assert "costruisce" in others


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_label_of_a_tile_says_what_it_brings(code: str) -> None:
    language, tile = load_language(code, "rajas"), BOARD.tiles["orange_01"]
    labels = [label_option(language, tile_option(tile, *gain)) for gain in ((0, 0), (3, 0), (0, 2), (3, 2))]
    assert len({*labels}) == 4
    assert not re.search(r"\d", labels[0].replace(str(tile.cost), "", 1))
    assert [bool(re.search(r"[+＋]3", label)) for label in labels] == [False, True, False, True]


@pytest.mark.parametrize("code", LANGUAGES)
def test_news_names_each_worker_and_the_person_reached_by_boat(code: str) -> None:
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
    assert language.say("rajas.news.boat.visit", number=8, action="chamber:dancer") in conch
    mogul = [changes[5], Change("next_first", "conch", "conch"), Change("fame", "conch", old=0, new=2)]
    (conch,) = write_news(code, changes[4], *mogul)
    assert language.say("rajas.news.boat.visit", number=8, action="chamber:great_mogul") in conch


@pytest.mark.parametrize("code", LANGUAGES)
def test_news_begins_with_a_player_who_starts_the_last_phase(code: str) -> None:
    language = load_language(code, "rajas")
    told = write_news(code, *PEACOCK[:4], *CONCH, Change("cross", "conch"))
    assert language.say("picture.rajas.fact.cross") in told[0]
    assert language.word("seat.conch") in told[0]
    assert language.word("seat.peacock") in told[1]


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_race_names_all_players_with_equal_points_to_go(code: str) -> None:
    """The line above one's turn once named one of two who were level, and so the other seemed to be behind."""
    language = load_language(code, "rajas")
    game = table({"lotus": {"money": 14}}, count=4)
    view = game.view()
    level = ["peacock", "banyan", "conch"]
    assert {view.players[seat].overlap for seat in level} == {view.players["peacock"].overlap}
    line = FRONT.outlook.write_stakes(language, game)
    assert language.say("rajas.race.of", seat=level, count=-view.players["peacock"].overlap) in line
    assert all(language.word(f"seat.{seat}") in line for seat in view.players)
    lotus = replace(view.players["lotus"], overlap=2)
    met = write_stakes(language, replace(view, crossed=("lotus",), players=view.players | {"lotus": lotus}))
    assert language.say("rajas.race.met", seat=["lotus"], count=2) in met
    assert name_moment(language, replace(view, crossed=("lotus",))) in met


@pytest.mark.parametrize("code", LANGUAGES)
def test_news_has_a_line_for_each_player_and_ends_with_the_race(code: str) -> None:
    game = list(play(0))[-1]
    language = load_language(code, "rajas")
    first = next(play(0)).view()
    changes = [change for step in game.steps for change in step.changes]
    lines = FRONT.outlook.write_catchup(language, first, game, changes)
    assert lines[-1] == FRONT.outlook.write_stakes(language, game)
    assert len(lines) == len(game.view().players) + 1


def test_the_label_of_a_tile_names_its_price_in_karma() -> None:
    game = table({"lotus": {"dice": ["orange:1", "orange:2", "blue:4"], "karma": 2, "money": 4}})
    choose(game, "quarry")
    assert game.decision is not None
    karma = {
        option.key: re.search(r" for (\d) karma$", label_option(load_language("en", "rajas"), option))
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
def test_news_names_the_person_visited_from_the_river(person: str, name: str) -> None:
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


def test_news_names_only_people_who_were_visited() -> None:
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
            "with a 6: boat moves 6 spaces, to space 8 (a person in the palace)",
        ),
    ],
)
def test_the_hint_of_an_option_names_its_gain_in_the_present_position(
    rows: dict[str, Any], key: str, words: str
) -> None:
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
def test_a_river_space_names_its_gain_where_it_differs_from_the_printed_one(
    boat: int, karma: int, space: int, words: str
) -> None:
    game = table({"lotus": {"dice": ["blue:3"], "karma": karma, "boat": boat}})
    choose(game, "harbour")
    if game.decision is not None and game.decision.kind == "die_for":
        choose(game, "die:blue:3")
    option = game.decision.option(f"river:{space}") if game.decision is not None else None
    assert option is not None
    assert hint_option(load_language("en", "rajas"), FRONT, option, game.view()) == words


def test_each_die_for_a_market_is_listed_with_its_coins() -> None:
    game = table({"lotus": {"dice": ["blue:1", "green:3"], "karma": 1, "province": THREE_TEAS}})
    choose(game, "market:tea")
    assert game.decision is not None
    language = load_language("en", "rajas")
    assert [label_option(language, option) for option in game.decision.options] == [
        "Blue 1 (3 coins)",
        "Green 3 (7 coins)",
        "Blue 1, turned to 6 (7 coins)",
    ]

"""Advice: turns that someone may take, found from what everyone sees, counted, and drafted by a click."""

from __future__ import annotations

import random
import re
from dataclasses import replace

import msgspec
import pytest

from bot.errors import StaleButton, TableError, WrongPlayer
from bot.games.answers import Suggestion
from bot.games.frontend import front_of
from bot.games.gandhi.orders.understanding import understand
from bot.games.showing import Focus, fit_lines
from bot.language import list_languages, load_language
from bot.narrate.advice import MOST_LINES, write_advice, write_command
from bot.narrate.arrangements import write_table_settings
from bot.tables.advice import MOST_ADVICE, draft_suggestion
from bot.tables.announcements import describe_ending
from bot.tables.play import Tables
from bot.tables.preferences import read_asked
from bot.tables.search import SearchQueue
from engine import Game
from storage import Storage
from tests.bot.people import NAMES, World
from tests.bot.players import PEOPLE, open_table, posts_of, whose
from tests.playing import game_at
from tests.turns import at_random, draw_turn
from tools.verify.two_worlds import hide_differently

ENGLISH = load_language("en", "gandhi")


class AtOnce(SearchQueue):
    """Imagines no game at all: what looks best is proposed."""

    def __init__(self) -> None:
        super().__init__(workers=0, seconds=0.0)


def suggest(game: Game, games: int = 0) -> list[Suggestion]:
    """Return what someone is advised to do in a game, found with ``games`` imagined games."""
    search = front_of(game.rules.name).lessons.plan_advice(ENGLISH, game)
    assert search is not None
    arguments = (*search.arguments[:2], games, 60.0) if game.rules.name == "gandhi" else (*search.arguments, 60.0)
    found: list[Suggestion] = search.function(*arguments)
    return found


def to_turn(game: Game, chance: random.Random) -> None:
    """Play at random up to the next beginning of a turn, and at least one step."""
    for key in draw_turn(game, at_random(chance)):
        game.choose(key)
    while game.decision is not None and game.label.phase != "turn":
        for key in draw_turn(game, at_random(chance)):
            game.choose(key)


def test_every_advised_turn_can_be_drafted_and_its_order_line_leads_to_it() -> None:
    game, chance = (
        game_at({"punjab": {"troops": 1, "active": 2, "level": "neutral"}}, "raj", may="any"),
        random.Random(3),
    )
    lines = 0
    for _ in range(6):
        if game.decision is None:
            break
        found = suggest(game)
        assert 0 < len(found) <= 3
        assert sum(one.is_own for one in found) == 1
        assert len({one.keys for one in found}) == len(found)
        for one in found:
            draft = draft_suggestion(game, one)
            assert draft.to_commit == one.keys
            if one.line is not None and not one.line.action.startswith("pass"):
                lines += 1
                understood = understand(ENGLISH, game, one.line.action, one.line.orders)
                assert understood.ending == one.keys[-1]
        to_turn(game, chance)
    assert lines > 4


def test_advice_can_continue_a_step_of_a_campaign_round() -> None:
    game = Game.new(game="gandhi", scenario="short", seats=dict.fromkeys(PEOPLE, "player"), seed=bytes(32))
    chance = random.Random(1)
    while game.label.phase != "imperialism":
        for key in draw_turn(game, at_random(chance)):
            game.choose(key)
    game.choose("punjab")
    found = suggest(game)
    assert found
    for one in found:
        assert draft_suggestion(game, one).to_commit == one.keys


def test_advice_does_not_depend_on_hidden_things() -> None:
    """Tried at the beginning of a turn and after a die."""
    spaces = {"punjab": {"underground": 3, "troops": 1}, "bihar": {"underground": 2, "sepoys": 1}}
    game = game_at(spaces, "revolutionaries", resources={"revolutionaries": 9})
    for keys in ([], ["attack", "bihar"]):
        for key in keys:
            game.choose(key)
        pair = hide_differently(game, random.Random(2))
        assert pair is not None
        one, other = (
            suggest(Game.resume(game.rules, snapshot, game.keys, start=game.start, number=game.step_number), 6)
            for _, snapshot in pair
        )
        assert one == other
        assert one


def test_rajas_has_an_adviser() -> None:
    game = Game.new(game="rajas", scenario="basic", seats={"lotus": "player", "peacock": "player"}, seed=bytes(32))
    while game.label.phase != "place":
        game.choose(suggest(game)[0].keys[0])
    found = suggest(game)
    assert [one.is_own for one in found] == [True, False, False]
    for one in found:
        assert draft_suggestion(game, one).to_commit == one.keys
        assert one.reasons
        assert one.line is not None
        understood = front_of("rajas").orders.understand(
            load_language("en", "rajas"), game, one.line.action, one.line.orders
        )
        assert (*understood.keys, understood.ending) == one.keys


async def test_the_chosen_advice_becomes_the_draft(storage: Storage) -> None:
    tables = Tables(storage, searches=AtOnce())
    game_id = await open_table(tables)
    seat = whose(await tables.moment(game_id))
    advice = await tables.advisers.ask(game_id, PEOPLE[seat], ENGLISH)
    suggestion, after = advice.suggestions[0]
    moment = await tables.at(game_id, PEOPLE[seat]).accept_advice(advice.version, 0)
    assert moment is not None
    assert moment.draft.to_commit == suggestion.keys
    assert moment.view == after.view
    confirmed = await tables.at(game_id, PEOPLE[seat], None, moment.token).confirm()
    assert confirmed.is_confirmed
    with pytest.raises(StaleButton):
        await tables.at(game_id, PEOPLE[seat]).accept_advice(advice.version, 9)
    with pytest.raises((StaleButton, WrongPlayer)):
        await tables.at(game_id, PEOPLE[seat]).accept_advice(advice.version, 0)


async def test_advice_counts_once_per_decision_and_is_announced_after_the_turn(storage: Storage) -> None:
    tables = Tables(storage, searches=AtOnce())
    game_id = await open_table(tables)
    seat = whose(await tables.moment(game_id))
    for _ in range(2):
        assert (await tables.advisers.ask(game_id, PEOPLE[seat], ENGLISH)).count == 1
    assert not any("Advice for" in post.content for post in await posts_of(storage, game_id))
    moment = await tables.at(game_id, PEOPLE[seat]).accept_advice((await tables.table(game_id)).game.version, 0)
    assert moment is not None
    await tables.at(game_id, PEOPLE[seat], None, moment.token).confirm()
    for _ in range(30):
        moment = await tables.moment(game_id)
        if whose(moment) != seat:
            break
        await tables.at(game_id, PEOPLE[seat]).play(draw_turn(moment.game, at_random(random.Random(1))))
    told = [post for post in await posts_of(storage, game_id) if "Advice for" in post.content]
    assert len(told) == 1
    table = await tables.table(game_id)
    assert {name: (one.count, one.told) for name, one in read_asked(table).items()} == {seat: (1, 1)}
    assert "Advice asked for:" in write_table_settings(ENGLISH, table)
    over = Game.new(game="gandhi", scenario="short", seats=dict.fromkeys(PEOPLE, "arjuna"), seed=bytes(32))
    assert over.result is None
    assert describe_ending(table, over) is None


async def test_only_the_person_asked_is_advised_and_the_host_may_forbid_advice(storage: Storage) -> None:
    tables = Tables(storage, searches=AtOnce())
    game_id = await open_table(tables)
    seat = whose(await tables.moment(game_id))
    others = [user_id for name, user_id in PEOPLE.items() if name != seat]
    for user_id in (*others, 99):
        with pytest.raises(WrongPlayer):
            await tables.advisers.ask(game_id, user_id, ENGLISH)
    with pytest.raises(TableError):
        await tables.settings.change(None, game_id, 12, no_advice=True)
    table = (await tables.settings.change(None, game_id, 11, no_advice=True)).table
    assert "may not" in write_table_settings(ENGLISH, table)
    with pytest.raises(TableError, match="advice_refused"):
        await tables.advisers.ask(game_id, PEOPLE[seat], ENGLISH)
    await tables.settings.change(None, game_id, 11, no_advice=False)
    assert (await tables.advisers.ask(game_id, PEOPLE[seat], ENGLISH)).suggestions


async def test_advice_is_written_in_every_language_within_the_limit(storage: Storage) -> None:
    tables = Tables(storage, searches=AtOnce())
    game_id = await open_table(tables)
    advice = await tables.advisers.ask(game_id, PEOPLE[whose(await tables.moment(game_id))], ENGLISH)
    for code in list_languages():
        sheet = write_advice(load_language(code, "gandhi"), advice, again=True)
        assert "advice." not in sheet.body
        assert "arjuna." not in sheet.body
        assert "1 · " in sheet.body
        assert len(sheet.body) < 3000
    titles = re.findall(r"^\*\*\d · (.*)\*\*$", write_advice(ENGLISH, advice).body, re.M)
    for title, (one, _) in zip(titles, advice.suggestions, strict=True):
        # The title says what the turn does, not the answer that waits for Confirm.
        assert one.line is not None
        assert one.line.action.partition(":")[0].title() in title


async def test_a_suggestion_shows_its_line_or_its_effects_and_a_number_only_among_others(storage: Storage) -> None:
    tables = Tables(storage, searches=AtOnce())
    game_id = await open_table(tables)
    advice = await tables.advisers.ask(game_id, PEOPLE[whose(await tables.moment(game_id))], ENGLISH)
    assert len(advice.suggestions) > 1
    one, moment = advice.suggestions[0]
    assert one.line is not None
    alone = write_advice(ENGLISH, replace(advice, suggestions=[(one, moment)])).body
    assert alone.startswith("**")
    assert "1 · " not in alone
    assert f"\n`{write_command(one.line)}`\n" in alone
    assert "\n> " not in alone
    for one, moment in advice.suggestions:
        unwritten = msgspec.structs.replace(one, line=None)
        told = write_advice(ENGLISH, replace(advice, suggestions=[(unwritten, moment)])).body
        assert "`/" not in told
        changes, _ = moment.foretell(moment.find_offers().ending)
        focus = Focus(moment.game.pending_seat, is_over=True, is_headed=False)
        effects = fit_lines(moment.front.words.tell_so_far(ENGLISH, changes, focus), MOST_LINES)
        assert [line for line in told.splitlines() if line.startswith("> ")] == [f"> {line}" for line in effects]


async def test_advice_asked_for_again_in_another_language_has_no_turn_lines(storage: Storage) -> None:
    tables = Tables(storage, searches=AtOnce())
    game_id = await open_table(tables)
    user_id = PEOPLE[whose(await tables.moment(game_id))]
    first = await tables.advisers.ask(game_id, user_id, ENGLISH)
    other = await tables.advisers.ask(game_id, user_id, load_language("ja", "gandhi"))
    assert [one.keys for one, _ in first.suggestions] == [one.keys for one, _ in other.suggestions]
    assert any(one.line is not None for one, _ in first.suggestions)
    assert all(one.line is None for one, _ in other.suggestions)


async def test_the_oldest_advice_is_dropped_when_too_much_is_stored(storage: Storage) -> None:
    tables = Tables(storage, searches=AtOnce())
    for number in range(MOST_ADVICE + 1):
        tables.advisers._keep((f"game{number}", 1), "en", [Suggestion(("pass",))])
    assert tables.advisers.find("game0", 1, 0) is None
    assert tables.advisers.find("game1", 1, 0) is not None


async def test_an_advised_turn_is_found_again_after_a_restart_and_drafted_by_a_click(world: World) -> None:
    game_id = await world.start_table(seed="advice")
    world.bot.tables.advisers.searches = AtOnce()
    name = await world.whose(game_id)
    shown = await world.slash(name, "advice")
    assert "Advice for" in shown.words
    key = next(made.split(":", 4)[4] for made in shown.buttons if ":heed:" in made)
    world.bot.tables.advisers._found.clear()
    again = await world.press(name, shown, "heed", key)
    assert "no longer there" in again.words
    panel = await world.press(name, again, "heed", key)
    assert panel.has("confirm")
    other = next(one for one in world.people if one != name)
    assert "not yours" in (await world.slash(other, "advice")).words


async def test_showing_a_player_arjunas_turn_for_their_seat_counts_as_advice(world: World) -> None:
    game_id = await world.start_table(seed="advice")
    name = await world.whose(game_id)
    other = next(one for one in NAMES if one != name)

    async def count() -> int:
        asked = read_asked(await world.bot.tables.table(game_id))
        return sum(one.count for one in asked.values())

    # A copy of another person's turn gives no advice.
    await world.press(other, await world.slash(other, "whatif"), "entrust")
    assert await count() == 0
    entrusted = await world.press(name, await world.slash(name, "whatif"), "entrust")
    assert "The table can see how often you ask: once" in entrusted.words
    assert await count() == 1
    # A second request at the same moment is not counted.
    asked = await world.slash(name, "away", automatic=True)
    assert "\n> " in asked.words
    assert "The table can see how often you ask: once" in asked.words
    assert await count() == 1
    await world.pass_turn(game_id)
    assert any("asked for once" in message.content for message in world.messages())


async def test_a_table_that_forbids_advice_shows_no_player_arjunas_turn_for_their_seat(world: World) -> None:
    game_id = await world.start_table(seed="advice")
    name = await world.whose(game_id)
    other = next(one for one in NAMES if one != name)
    assert (await world.slash(name, "help")).has("advise")
    await world.slash("Asha", "table settings", advice="refused")
    assert not (await world.slash(name, "help")).has("advise")
    panel = await world.slash(name, "whatif")
    moves = len(world.bot.tables.practices.find(world.people[name].id).moves)
    refused = await world.press(name, panel, "entrust")
    assert "may not ask for advice" in refused.words
    assert len(world.bot.tables.practices.find(world.people[name].id).moves) == moves
    await world.press(other, await world.slash(other, "whatif"), "entrust")
    asked = await world.slash(name, "away", automatic=True)
    assert "you are not shown what it would decide" in asked.words
    assert "\n> " not in asked.words
    assert read_asked(await world.bot.tables.table(game_id)) == {}
    # Going away is never refused, and everyone sees it.
    assert "Arjuna" in (await world.press(name, asked, "entrust")).words
    assert any("In the meantime Arjuna (until " in message.content for message in world.messages())

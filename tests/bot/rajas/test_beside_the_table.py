"""Features of a table apart from its game, with Rajas: what's new, copies, records, replay."""

from __future__ import annotations

import random

import pytest

from bot.games.frontend import front_of
from bot.language import list_languages, load_language
from bot.narrate.panel import write_waiting
from bot.narrate.records import write_records
from bot.narrate.replay_page import play_again
from bot.tables.past import find_past
from bot.tables.practice import PracticeGames, choose, entrust, look, take_back
from bot.tables.records import add_up_seats, list_careers, record_game
from engine import Game
from engine.core.errors import IllegalChoice
from engine.core.record import read_record
from engine.rajas.ids import SEATS
from tests.bot.people import World
from tests.bot.rajas.test_table import start
from tests.turns import at_random
from tools.games.rajas.subject import disguise

FRONT = front_of("rajas")


async def take_turns(world: World, game_id: str, count: int) -> list[str]:
    """Let ``count`` workers be placed, each on the first open space, and return who placed them."""
    movers = []
    for place in ("terrace:green", "terrace:blue", "terrace:orange")[:count]:
        mover = await world.whose(game_id)
        panel = await world.pick(mover, await world.slash(mover, "turn"), place)
        await world.press(mover, panel, "confirm", "")
        await world.quiet()
        movers.append(mover)
    return movers


async def test_whats_new_counts_the_turns_since_the_readers_last_one(world: World) -> None:
    game_id = await start(world, "Asha", "Bilal")
    first, second = await take_turns(world, game_id, 2)
    told = await world.slash(first, "catchup")
    assert "One turn has been played since then" in told.words
    assert len(told.message.attachments) == 1
    none = await world.slash(second, "catchup")
    assert "No turn has been finished" in none.words
    stranger = await world.slash("Charu", "catchup")
    assert "2 turns" in stranger.words


async def test_a_copy_does_not_depend_on_the_tables_hidden_data(world: World) -> None:
    game_id = await start(world, "Asha", "Bilal")
    moment = await world.bot.tables.moment(game_id)
    game = moment.game
    copy = PracticeGames().open(moment, 7)
    assert copy.game.position() == game.position()
    assert copy.game.seed_digest != game.seed_digest
    state = game.rules.decode(game.snapshot())
    disguise(state, random.Random(1))
    state.dice.seed = bytes(32)
    moment.game = Game(game.rules, state, start=game.start, number=game.step_number)
    assert moment.game.snapshot() != game.snapshot()
    other = PracticeGames().open(moment, 7)
    assert (copy.game.snapshot(), copy.token) == (other.game.snapshot(), other.token)
    before = copy.game.view()
    with pytest.raises(IllegalChoice):
        choose(copy, ["market:gold"])
    choose(copy, ["terrace:green"])
    entrust(copy)
    assert copy.game.step_number == 3
    take_back(copy)
    take_back(copy)
    assert copy.game.view() == before
    assert look(copy).is_mine
    assert (await world.bot.tables.moment(game_id)).game.snapshot() == game.snapshot()


@pytest.mark.whole_game
async def test_a_finished_game_is_in_the_records_of_people_and_colours(world: World) -> None:
    game_id = await start(world, "Asha", "Bilal", players=3)
    await world.play_out(game_id, lambda turn: at_random(random.Random(turn)))
    games = await find_past(world.bot.tables.storage, guild_id=world.guild.id)
    sums = add_up_seats(games)
    assert {seat: (own.games, len(own.margins)) for seat, own in sums.items()} == dict.fromkeys(SEATS[:3], (1, 1))
    assert sum(own.won for own in sums.values()) == 1
    assert sums[games[0].ranking[0]].won == 1
    mine = add_up_seats(games, world.people["Bilal"].id)
    assert [seat for seat, own in mine.items() if own.games] == ["peacock"]
    assert len(list_careers(games)) == 2
    for code in list_languages():
        language = load_language(code, "rajas")
        words = write_records(language, games, None)
        assert all(language.word(f"seat.{seat}") in words for seat in SEATS[:3])
    assert "By the river" in (await world.slash("Asha", "records")).words
    shown = write_waiting(load_language("en", "rajas"), await world.bot.tables.moment(game_id, world.people["Asha"].id))
    assert shown.title == "The game is over"
    assert shown.body.startswith("Victory for ")
    panel = await world.slash("Bilal", "records", table=game_id)
    assert len(panel.message.attachments) == 2
    _, data = await record_game(world.bot.tables.storage, game_id)
    record = read_record(data)
    replayed = play_again(FRONT, Game.from_start(record.start), record)
    assert replayed.result is not None
    assert replayed.result.ranking == games[0].ranking
    thought = {one.seat for stretch in replayed.stretches for one in stretch.thoughts}
    assert thought == {"banyan"}, "only Birbal’s reasons are on the page"

"""Another opponent for the empty seats: chosen at opening or later, with searches in another process, and reasons."""

from __future__ import annotations

import random
from collections.abc import Hashable
from typing import Any

import pytest

from bot.errors import TableError
from bot.games.answers import Search
from bot.games.frontend import front_of
from bot.games.gandhi.front import FRONT
from bot.games.gandhi.rival import EASY_TURNS
from bot.games.playing import name_rival
from bot.language import load_language
from bot.narrate.announcements import speak_at
from bot.narrate.arrangements import write_table_settings
from bot.narrate.reasons import write_reasons
from bot.tables.moments import TableMoment
from bot.tables.play import Tables
from bot.tables.search import SearchFailed, SearchQueue
from bot.tables.table import Table
from bot.worker import EVERYBODY
from engine import Game
from engine.gandhi.chanakya.search import Search as Racing
from storage import Storage
from tests.bot.people import World
from tests.turns import at_random, draw_turn
from texts import list_languages
from tools.balance.advised import play_advised

ME = 7
EASY, STRONG = "chanakya_1", "chanakya_3"


class Counted(SearchQueue):
    """Searches at once, with two imagined games, and counts."""

    def __init__(self) -> None:
        super().__init__(workers=0)
        self.searches = 0

    async def find(self, search: Search, whose: int = EVERYBODY, key: Hashable = None) -> Any:
        """Return a short search."""
        self.searches += 1
        snapshot, keys, number, _, few = search.arguments
        return await super().find(Search(search.function, (snapshot, keys, number, 2, few)))


class Lost(SearchQueue):
    """A queue in which every search fails."""

    async def find(self, search: Search, whose: int = EVERYBODY, key: Hashable = None) -> Any:
        """Fail."""
        raise SearchFailed


async def open_table(tables: Tables, opponent: str, scenario: str = "short") -> Table:
    """Return a table with one person, who plays the Raj."""
    table = await tables.lobby.create(
        1,
        name="Solo",
        scenario=scenario,
        language="en",
        host_user_id=ME,
        host_name="Asha",
        guild_id=1,
        channel_id=5,
        opponent=opponent,
    )
    await tables.lobby.join(2, table.id, ME, "Asha", "raj")
    return table


async def play_some(tables: Tables, moment: TableMoment, most: int) -> TableMoment:
    """Play ``most`` turns at random for the person."""
    chance = random.Random(5)
    for _ in range(most):
        if moment.decision is None:
            break
        moment = await tables.at(moment.table.id, ME).play(draw_turn(moment.game, at_random(chance)))
    return moment


@pytest.mark.whole_game
async def test_the_opponent_chosen_at_opening_plays_the_empty_seats(storage: Storage) -> None:
    counted = Counted()
    tables = Tables(storage, searches=counted)
    table = await open_table(tables, EASY)
    moment = await play_some(tables, await tables.start(3, table.id, ME, with_automatic=True), 3)
    assert {moment.game.state.seats[seat] for seat in ("congress", "league", "revolutionaries")} == {"chanakya"}
    assert [row.display_name for row in moment.table.seats if row.user_id is None] == ["Chanakya"] * 3
    assert counted.searches > 0
    assert speak_at(moment.table).say("ui.seat.arjuna") == "Chanakya"
    again = await Tables(storage, searches=counted).moment(table.id)
    assert again.game.digest() == moment.game.digest()


async def test_reasons_of_a_search_are_written_in_every_language_without_a_new_search(storage: Storage) -> None:
    counted = Counted()
    tables = Tables(storage, searches=counted)
    table = await open_table(tables, STRONG)
    await play_some(tables, await tables.start(3, table.id, ME, with_automatic=True), 2)
    searches = counted.searches
    reasoning = await tables.reasonings.newest(table.id)
    assert reasoning is not None
    reasons = [one for each in reasoning.reasons for one in each.explanations]
    assert counted.searches == searches
    for code in list_languages():
        language = load_language(code, "gandhi", "chanakya")
        for in_full in (True, False):
            lines = write_reasons(language, FRONT, reasons, in_full=in_full)
            assert len(lines) > 1
            assert not any("chanakya." in line for line in lines)


async def test_a_host_may_change_the_opponent_in_the_middle_of_a_game(storage: Storage) -> None:
    tables = Tables(storage, searches=Counted())
    table = await open_table(tables, "")
    await tables.start(3, table.id, ME, with_automatic=True)
    with pytest.raises(TableError):
        await tables.settings.change(4, table.id, ME + 1, opponent=EASY)
    changed = (await tables.settings.change(5, table.id, ME, opponent=EASY)).table
    assert changed.opponent == EASY
    assert [row.display_name for row in changed.seats if row.user_id is None] == ["Chanakya"] * 3
    assert "Chanakya" in write_table_settings(load_language("en"), changed)
    moment = await tables.moment(table.id)
    seats = moment.game.state.seats
    assert [seats[seat] for seat in ("congress", "league", "revolutionaries")] == ["chanakya"] * 3
    changed = (await tables.settings.change(6, table.id, ME, opponent="")).table
    assert [row.display_name for row in changed.seats if row.user_id is None] == ["Arjuna"] * 3
    moment = await play_some(tables, await tables.moment(table.id), 1)
    seats = moment.game.state.seats
    assert [seats[seat] for seat in ("congress", "league", "revolutionaries")] == ["arjuna"] * 3


async def test_a_game_refuses_an_opponent_that_it_does_not_have(storage: Storage) -> None:
    tables = Tables(storage)
    with pytest.raises(TableError):
        await open_table(tables, EASY, "basic")
    with pytest.raises(TableError):
        await open_table(tables, "chanakya_9")
    with pytest.raises(TableError):
        await open_table(tables, "birbal_3", "short")
    assert not set(front_of("rajas").player.opponents) & set(FRONT.player.opponents)
    assert name_rival("") == ""


@pytest.mark.parametrize(("opponent", "is_searched"), [("birbal_1", True), ("birbal_2", False), ("birbal_3", True)])
async def test_birbal_has_the_same_name_with_each_of_three_strengths(
    storage: Storage, opponent: str, is_searched: bool
) -> None:
    """Its seats have the same name with any strength, and the reasons of a search are kept."""
    searched: list[Search] = []

    class Short(SearchQueue):
        async def find(self, search: Search, whose: int = EVERYBODY, key: Hashable = None) -> Any:
            searched.append(search)
            public, tries = search.arguments
            return await super().find(Search(search.function, (public, min(tries, 2))))

    tables = Tables(storage, searches=Short(workers=0, seconds=0.0))
    table = await tables.lobby.create(
        1,
        name="Solo",
        scenario="basic",
        language="en",
        host_user_id=ME,
        host_name="Asha",
        guild_id=1,
        channel_id=5,
        opponent=opponent,
    )
    await tables.lobby.join(2, table.id, ME, "Asha", "lotus")
    moment = await play_some(tables, await tables.start(3, table.id, ME, with_automatic=True), 2)
    assert moment.game.state.seats == {"lotus": "player", "peacock": "birbal"}
    assert moment.table.automatic_name == "Birbal"
    assert bool(searched) == is_searched
    reasoning = await tables.reasonings.newest(table.id)
    assert reasoning is not None
    kinds = {one.kind for each in reasoning.reasons for told in each.explanations for one in told.thoughts}
    assert ("games" in kinds) == (opponent == "birbal_3")


async def test_a_lost_search_does_not_stop_the_game(storage: Storage) -> None:
    tables = Tables(storage, searches=Lost())
    table = await open_table(tables, EASY)
    moment = await play_some(tables, await tables.start(3, table.id, ME, with_automatic=True), 3)
    assert moment.game.step_number > 3


async def test_a_search_that_was_cut_short_is_announced(storage: Storage) -> None:
    class Hurried(Counted):
        def was_short(self, search: Search) -> bool:
            """Return True: every search is short."""
            return True

    tables = Tables(storage, searches=Hurried())
    table = await open_table(tables, EASY)
    await play_some(tables, await tables.start(3, table.id, ME, with_automatic=True), 2)
    async with storage.read() as reader:
        posts = await reader.posts(table.id)
    assert any("ui.public.short_search" in str(post.payload) for post in posts)


async def test_data_sent_to_a_search_contain_no_hidden_data(storage: Storage) -> None:
    seen: list[bytes] = []

    class Looking(Counted):
        async def find(self, search: Search, whose: int = EVERYBODY, key: Hashable = None) -> Any:
            seen.append(search.arguments[0])
            return await super().find(search)

    tables = Tables(storage, searches=Looking())
    table = await open_table(tables, EASY)
    moment = await play_some(tables, await tables.start(3, table.id, ME, with_automatic=True), 2)
    assert seen
    for snapshot in seen:
        assert moment.table.game.seed not in snapshot
        state = moment.game.rules.decode(snapshot)
        assert state.dice.seed == b""
        assert len(set(state.deck)) == 2


async def test_a_search_in_a_separate_process_returns_its_result(storage: Storage) -> None:
    game = Game.new(scenario="short", seats=dict.fromkeys(FRONT.setup.seats, "chanakya"), seed=b"any")
    search = FRONT.player.plan_search(game, EASY, 1)
    assert search is not None
    searches = SearchQueue(workers=1, seconds=0.1)
    searches.warm_up(Search(search.function, search.arguments))
    try:
        found = await searches.find(search)
        assert found["seat"] == game.pending_seat
        with pytest.raises(SearchFailed):
            await searches.find(Search(search.function, ()))
    finally:
        await searches.close()


def test_a_search_without_time_still_tries_a_turn() -> None:
    """A busy machine may have used up the time before the first game is imagined."""
    game = Game.new(scenario="short", seats=dict.fromkeys(FRONT.setup.seats, "chanakya"), seed=b"any")
    search = FRONT.player.plan_search(game, STRONG)
    assert search is not None
    found = search.function(*search.arguments, 0.0)
    assert found["games"] > 0
    assert all(one["tries"] for one in found["considered"])


def test_the_easy_opponent_considers_a_few_random_turns() -> None:
    game = Game.new(scenario="short", seats=dict.fromkeys(FRONT.setup.seats, "chanakya"), seed=b"any")
    few, every = Racing(game, few=EASY_TURNS).candidates, Racing(game).candidates
    assert len(few) == EASY_TURNS < len(every)
    search = FRONT.player.plan_search(game, EASY)
    assert search is not None
    found = search.function(*search.arguments, 60.0)
    assert {one["plan"] for one in found["considered"]} <= {one.plan for one in few}


@pytest.mark.whole_game
def test_a_beginner_who_follows_advice_wins_against_the_easy_opponent() -> None:
    """Measured over more games with ``python -m tools.balance.advised``."""
    assert sum(play_advised(number, "raj", "beginner", 8) for number in range(2)) == 2


async def test_the_search_process_starts_only_for_a_table_with_a_searching_opponent(storage: Storage) -> None:
    """It begins before the first turn is searched, and for no other table."""
    ready: list[Search] = []

    class Ready(Counted):
        def warm_up(self, search: Search) -> None:
            ready.append(search)

    tables = Tables(storage, searches=Ready())
    table = await open_table(tables, "")
    await tables.voice_of(table.id)
    assert not ready
    await tables.settings.change(4, table.id, ME, opponent=STRONG)
    for _ in range(2):
        await tables.voice_of(table.id)
    (rehearsal,) = ready
    assert rehearsal.function(*rehearsal.arguments, 0.0) is None


async def test_the_opponent_is_chosen_by_command(world: World) -> None:
    await world.open_table("short", "Salt March", opponent=EASY)
    seen = await world.slash("Bilal", "table settings")
    assert "Chanakya, easy" in seen.words
    await world.slash("Asha", "table join", seat="raj")
    asked = await world.slash("Asha", "table start")
    assert "Chanakya, an opponent that thinks" in asked.words
    changed = await world.slash("Asha", "table settings", opponent="standard", pace="daily")
    assert "Empty seats: Arjuna." in changed.words
    asked = await world.slash("Asha", "table start")
    assert "Arjuna, the game’s automatic player" in asked.words
    refused = await world.slash("Bilal", "table settings", opponent=STRONG)
    assert "Chanakya" not in refused.words

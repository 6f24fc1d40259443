"""The review of a finished game: made when nothing else waits, kept, shown to those who may know, tried in a copy."""

from __future__ import annotations

import asyncio
import json
import pickle
from collections.abc import Sequence
from functools import partial
from typing import Any

import msgspec
import pytest

from bot.errors import StaleButton, TableError
from bot.games.answers import Costly, GameReview, ReviewedTurn, Search, Swing
from bot.games.frontend import front_of
from bot.games.gandhi import reviewing
from bot.games.gandhi.reviewing import GandhiReviewer
from bot.games.playing import has_review
from bot.language import list_languages, load_language
from bot.narrate.reviews import write_progress, write_review
from bot.tables.advice import Reviews
from bot.tables.loading import load_table
from bot.tables.play import Tables
from bot.tables.practice import PRACTICE
from bot.tables.search import MOST_PENDING, SearchFailed, SearchQueue
from bot.worker import EVERYBODY, LATER, FairQueue
from engine import Game, rules_of
from engine.core.dice import Dice
from engine.core.inserted import HAND_OVER
from engine.gandhi.arjuna.player import Arjuna
from engine.gandhi.chanakya.actors import Actors
from engine.gandhi.chanakya.reviewing import follow, list_answers
from engine.gandhi.ids import ARJUNA, PLAYER, RAJ, SEATS
from storage import Storage
from tests.bot.people import World, read_panel, restart
from tests.bot.players import act_plainly, open_table
from tests.turns import draw_turn, plainly

PARTS = 3
FIRST = -14
"""The first step of the part of a game that is reviewed."""
MADE = GameReview(
    curve=(dict.fromkeys(SEATS, 0.25),) * 2,
    costly=(Costly(5, "congress", 0.113, ("pass",), (("rally", "persuade"), ("demonstrate",))),),
    swings=(Swing(7, "raj", -0.121, by_card=True), Swing(8, "league", 0.09, by_dice=True)),
    unsaid=2,
    threshold=0.08,
    games=1234,
)


def count_up(number: int, seconds: float) -> int:
    """Return at once, as a task without work."""
    return number


class Counter:
    """A reviewer whose tasks count."""

    def __init__(self, turns: Sequence[ReviewedTurn]) -> None:
        self.turns = turns

    def count(self, found: Sequence[Any]) -> int:
        """Return the number of tasks."""
        return PARTS

    def plan(self, found: Sequence[Any]) -> Search | None:
        """Return the next task."""
        return Search(count_up, (len(found),)) if len(found) < PARTS else None

    def sum_up(self, found: Sequence[Any]) -> GameReview:
        """Return the same review for every game, apart from its length."""
        assert list(found) == [0, 1, 2]
        return msgspec.structs.replace(MADE, curve=MADE.curve[:1] * (len(self.turns) + 1))


class Steps(SearchQueue):
    """Makes a search for each permit; without one, it waits. ``whose`` are those for whom it was asked."""

    def __init__(self, permits: int = 0) -> None:
        super().__init__(workers=0)
        self.permits = asyncio.Semaphore(permits)
        self.whose: list[int] = []
        self.is_broken = False

    async def find(self, search: Search, whose: int = EVERYBODY, key: Any = None) -> Any:
        """Return the result of a search, once it is permitted."""
        self.whose.append(whose)
        await self.permits.acquire()
        if self.is_broken:
            raise SearchFailed
        return await super().find(search, whose, key)


@pytest.fixture
def cheap(monkeypatch: pytest.MonkeyPatch) -> None:
    """Return reviews that need no search."""
    monkeypatch.setattr(type(front_of("gandhi").lessons), "review", staticmethod(Counter))


async def finished_table(storage: Storage, tables: Tables, number: int = 1) -> str:
    """Return a table whose game has a turn and is over."""
    game_id = await open_table(tables, number=number)
    moment = await tables.moment(game_id)
    holder = moment.table.holder(moment.game.pending_seat)
    assert holder is not None
    assert holder.user_id is not None
    await act_plainly(tables, moment, holder.user_id)
    async with storage.transaction() as tx:
        await tx.finish_game(game_id, {"ranking": list(SEATS), "margins": dict.fromkeys(SEATS, 0)})
    return game_id


async def until(done: int, storage: Storage, game_id: str) -> None:
    """Wait until ``done`` tasks are stored."""
    while True:
        async with storage.read() as reader:
            stored = await reader.review(game_id)
        if stored is not None and len(stored.payload.get("found", ())) >= done:
            return
        await asyncio.sleep(0)


# -- making ------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("cheap")
async def test_a_review_is_computed_in_parts_and_then_stored(storage: Storage) -> None:
    tables = Tables(storage, searches=(searches := Steps()))
    game_id = await finished_table(storage, tables)
    state = await tables.reviews.ask(game_id, 1)
    assert (state.review, state.done, state.count) == (None, 0, PARTS)
    searches.permits.release()
    await until(1, storage, game_id)
    assert (await tables.reviews.ask(game_id, 2)).done == 1, "there is one review, for all who ask"
    for _ in range(PARTS):
        searches.permits.release()
    await tables.reviews.rest()
    assert (await tables.reviews.ask(game_id, 2)).review == MADE
    assert searches.whose == [LATER] * PARTS, "each task was made once, behind everything else"


@pytest.mark.usefixtures("cheap")
async def test_a_review_continues_after_a_restart(storage: Storage) -> None:
    tables = Tables(storage, searches=Steps(permits=1))
    game_id = await finished_table(storage, tables)
    await tables.reviews.ask(game_id, 1)
    await until(1, storage, game_id)
    await tables.reviews.close()
    again = Tables(storage, searches=(searches := Steps(permits=PARTS)))
    await again.reviews.resume()
    await again.reviews.rest()
    assert (await again.reviews.ask(game_id, 1)).review == MADE
    assert len(searches.whose) == PARTS - 1
    await again.reviews.resume()
    await again.reviews.rest()
    assert len(searches.whose) == PARTS - 1, "one that is made is not made again"


@pytest.mark.usefixtures("cheap")
async def test_results_of_another_version_are_dropped(storage: Storage) -> None:
    tables = Tables(storage, searches=(searches := Steps(permits=PARTS)))
    game_id = await finished_table(storage, tables)
    async with storage.transaction() as tx:
        await tx.put_review(game_id, {"version": "0.1", "found": [7, 8]}, is_done=False)
    assert (await tables.reviews.ask(game_id, 1)).done == 0
    await tables.reviews.rest()
    assert len(searches.whose) == PARTS
    async with storage.transaction() as tx:
        await tx.put_review(game_id, {"review": {"curve": "unreadable"}}, is_done=True)
    searches.permits = asyncio.Semaphore(PARTS)
    assert (await tables.reviews.ask(game_id, 1)).review is None
    await tables.reviews.rest()
    assert (await tables.reviews.ask(game_id, 1)).review == MADE


@pytest.mark.usefixtures("cheap")
async def test_a_failed_search_stops_the_review_until_it_is_asked_for_again(storage: Storage) -> None:
    tables = Tables(storage, searches=(searches := Steps(permits=1)))
    game_id = await finished_table(storage, tables)
    await tables.reviews.ask(game_id, 1)
    await until(1, storage, game_id)
    searches.is_broken = True
    searches.permits.release()
    await tables.reviews.rest()
    searches.is_broken = False
    searches.permits = asyncio.Semaphore(PARTS)
    assert (await tables.reviews.ask(game_id, 1)).done == 1
    await tables.reviews.rest()
    assert (await tables.reviews.ask(game_id, 1)).review == MADE


@pytest.mark.usefixtures("cheap")
async def test_a_running_game_is_never_reviewed(storage: Storage) -> None:
    tables = Tables(storage, searches=Steps())
    game_id = await open_table(tables)
    for asked in (tables.reviews.ask(game_id, 1), tables.reviews.find_turn(game_id, 0)):
        with pytest.raises(TableError) as refused:
            await asked
        assert refused.value.text.key == "error.review_only_when_over"
    async with storage.read() as reader:
        assert await reader.review(game_id) is None


@pytest.mark.usefixtures("cheap")
async def test_a_person_has_at_most_two_reviews_made_at_a_time(storage: Storage) -> None:
    tables = Tables(storage, searches=Steps())
    first, second, third = [await finished_table(storage, tables, number) for number in (1, 2, 3)]
    await tables.reviews.ask(first, 1)
    await tables.reviews.ask(second, 1)
    assert (await tables.reviews.ask(first, 1)).count == PARTS
    with pytest.raises(TableError) as refused:
        await tables.reviews.ask(third, 1)
    assert refused.value.text.key == "error.reviews_pending"
    assert (await tables.reviews.ask(third, 2)).count == PARTS
    await tables.reviews.close()


def test_gandhi_has_a_review_and_rajas_has_none() -> None:
    assert has_review(front_of("gandhi").lessons)
    assert not has_review(front_of("rajas").lessons), "its single placements decide too little"


# -- the queue ---------------------------------------------------------------------------------------------


async def test_a_review_waits_for_moves_and_for_advice() -> None:
    queue, came = FairQueue(1), list[int]()

    async def wait(whose: int) -> None:
        await queue.enter(whose)
        came.append(whose)
        queue.leave()

    await queue.enter(EVERYBODY)
    tasks = [asyncio.ensure_future(wait(whose)) for whose in (LATER, LATER, 11, 12, EVERYBODY)]
    await asyncio.sleep(0)
    queue.leave()
    await asyncio.gather(*tasks)
    assert came == [EVERYBODY, 11, 12, LATER, LATER]


async def test_reviews_never_shorten_a_search() -> None:
    searches = SearchQueue(workers=0, seconds=2.0)
    alone = searches._share(11)
    for number in range(MOST_PENDING + 1):
        searches._check_may_ask(LATER)
        waiting = asyncio.ensure_future(asyncio.Event().wait())
        searches._pending[number] = type("Pending", (), {"whose": LATER, "task": waiting})()
    assert searches._share(11) == alone
    for pending in searches._pending.values():
        pending.task.cancel()


# -- showing -----------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("cheap")
async def test_the_end_has_a_button_that_leads_to_the_review_and_to_a_copy(world: World) -> None:
    game_id = await world.play_alone()
    world.bot.tables.reviews = Reviews(world.storage, searches := Steps(permits=1))
    searches.is_broken = True
    end = read_panel(world.messages()[-1])
    for panel in (end, read_panel(world.status()), await world.slash("Asha", "records", table=game_id)):
        assert panel.has("review")
    shown = await world.press("Asha", end, "review")
    assert "0 of 3 parts are done" in shown.words
    searches.is_broken = False
    searches.permits = asyncio.Semaphore(PARTS)
    shown = await world.press("Asha", shown, "reviewagain")
    shown = await world.press("Asha", shown, "reviewagain")
    assert "Cost: about 11 points. Better: Rally and Persuade or Demonstrate." in shown.words
    assert "The card revealed then: Raj −12 points." in shown.words
    assert "1234 simulated games" in shown.words
    assert "%" not in shown.words
    name, (views, options) = world.pool.ran[-1]
    assert (name, options.unsaid) == ("draw_chart", 2)
    assert len(options.chances) == len(views)
    await world.press("Asha", shown, "reviewpage")
    name, (_, _, _, reviewed) = world.pool.ran[-1]
    assert (name, len(reviewed.chances)) == ("make_page", len(views))
    assert 0 < reviewed.unsaid < max(reviewed.chances)
    copy = await world.press("Asha", shown, "tryturn", "5")
    practice = world.bot.tables.practices.find(world.people["Asha"].id)
    assert practice.source == game_id
    assert practice.game.view().victory == views[5].victory
    assert any(made.split(":")[1] == PRACTICE for made in copy.buttons)
    with pytest.raises(StaleButton):
        await world.bot.tables.reviews.find_turn(game_id, 10_000)
    await restart(world)
    kept = (await world.bot.tables.reviews.ask(game_id, 1)).review
    assert kept is not None
    assert kept.costly == MADE.costly


@pytest.mark.usefixtures("cheap")
async def test_only_people_who_can_see_the_table_or_sat_at_it_see_its_review(world: World) -> None:
    game_id = await world.play_alone()
    world.bot.tables.reviews = Reviews(world.storage, Steps(permits=PARTS))
    end = read_panel(world.messages()[-1])
    async with world.storage.transaction() as tx:
        elsewhere = (await tx.game(game_id)).channel_id + 1
        await tx.update_game(game_id, channel_id=elsewhere, thread_id=None)
    refused = await world.press("Bilal", end, "review")
    assert "parts are done" not in refused.words
    assert "parts are done" in (await world.press("Asha", end, "review")).words, "she sat there"


@pytest.mark.usefixtures("cheap")
async def test_a_review_has_its_texts_in_every_language(storage: Storage) -> None:
    tables = Tables(storage, searches=Steps(permits=PARTS))
    game_id = await finished_table(storage, tables)
    early = await tables.reviews.ask(game_id, 1)
    await tables.reviews.rest()
    state = await tables.reviews.ask(game_id, 1)
    async with storage.read() as reader:
        table = await load_table(reader, game_id)
        turns = await reader.turns(game_id)
    assert state.review is not None
    review = msgspec.structs.replace(
        state.review,
        costly=(Costly(0, "raj", 0.2, ("event:shaded",), (("sweep", "govern"), ("garrison",))),),
        swings=tuple(
            Swing(0, "raj", 0.1, by_dice=dice, by_card=card)
            for dice, card in ((True, False), (False, True), (True, True))
        ),
    )
    bare = msgspec.structs.replace(review, costly=(), swings=())
    told = set()
    for code in list_languages():
        language = load_language(code).of_game(*table.voice)
        told |= {write_progress(language, early).body}
        for one in (review, bare):
            sheet = write_review(language, state, one, turns)
            assert "{" not in sheet.body
            assert "ui.review" not in sheet.body
            nothing = language.say("ui.review.no_cost", count=round(100 * review.threshold))
            no_luck = language.say("ui.review.no_luck", count=round(100 * review.luck_threshold))
            assert [nothing in sheet.body, no_luck in sheet.body] == [one is bare] * 2
            told.add(sheet.body)
    assert len(told) == 3 * len(list_languages())


# -- the real one ------------------------------------------------------------------------------------------


def play_short_game(seat: str) -> Game:
    """Return a finished game in which a person has one seat and commits least."""
    seats = {one: PLAYER if one == seat else ARJUNA for one in SEATS}
    game = Game.new(scenario="short", seats=seats, seed=b"reviewed")
    arjuna = Arjuna(game, explains=False)
    while game.decision is not None:
        for key in () if arjuna.must_decide else draw_turn(game, plainly):
            game.choose(key)
        if arjuna.must_decide:
            arjuna.answer()
    return game


def hide_otherwise(snapshot: bytes) -> bytes:
    """Return the same place with other secrets."""
    rules = rules_of("gandhi")
    state, dice = rules.decode(snapshot), Dice(b"other secrets")
    state.deck = dice.shuffle("deck", state.deck)
    state.arjuna = {one: dice.shuffle("arjuna", stack) for one, stack in state.arjuna.items()}
    state.dice = dice
    return rules.encode(state)


@pytest.mark.parametrize("seat", [RAJ])
def test_a_review_depends_only_on_public_information(monkeypatch: pytest.MonkeyPatch, seat: str) -> None:
    for name, few in {
        "GAMES": 1,
        "TRIES": 3,
        "PART": 1,
        "LAST_PARTS": 1,
        "THRESHOLD": -2.0,
        "LUCK_THRESHOLD": -2.0,
        "LOOKS_COSTLY": -2.0,
        "PROMISING": -2.0,
        "LOOKS_LUCKY": -2.0,
        "LUCK_PARTS": 1,
    }.items():
        monkeypatch.setattr(reviewing, name, few)
    game = play_short_game(seat)
    steps = [step for step in game.steps if step.keys][FIRST:]
    turns = [ReviewedTurn(step.start, step.number, step.keys) for step in steps]
    reviewer, found, weighed = GandhiReviewer(turns), list[Any](), 0
    while (search := reviewer.plan(found)) is not None:
        weighed += search.function is reviewing.weigh_turn
        assert len(found) < reviewer.count(found)
        assert pickle.loads(pickle.dumps(search)) == search  # noqa: S301
        found.append(json.loads(json.dumps(search.function(*search.arguments, 0.0))))
    assert reviewer.count(found) == len(found)
    review = reviewer.sum_up(found)
    assert msgspec.convert(msgspec.to_builtins(review), GameReview) == review
    assert len(review.curve) == len(turns) + 1
    assert all(sum(one.values()) == pytest.approx(1, abs=0.01) for one in review.curve)
    assert game.result is not None
    assert review.curve[-1] == {one: float(one == game.result.ranking[0]) for one in SEATS}
    assert review.costly
    assert reviewing.MOST_LUCKY == len(review.swings) < weighed <= reviewing.MOST_WEIGHED
    for one in review.costly:
        assert one.seat == seat == steps[one.turn].label.seat
        assert one.turn >= review.unsaid == 3
        assert set(one.done) not in [set(kind) for kind in one.better], "another kind of turn"
    for swing in review.swings:
        verbs = {change.verb for change in steps[swing.turn].changes}
        assert (swing.by_dice, swing.by_card) == ("roll" in verbs, "reveal" in verbs)
    other = [ReviewedTurn(hide_otherwise(turn.snapshot), turn.number, turn.keys) for turn in turns]
    assert [GandhiReviewer(other)._cover(place) for place in range(len(turns))] == [
        reviewer._cover(place) for place in range(len(turns))
    ]


def test_a_reviewed_turn_is_repeated_exactly_with_its_dice_and_cards() -> None:
    """With the dice and cards that it had, a turn that is followed does what it did."""
    game = play_short_game(RAJ)
    for step in [step for step in game.steps if step.label.phase == "turn" and step.label.seat == RAJ][-4:]:
        start = reviewing.resume(step.start, step.number)
        answers, changes = list_answers(start.clone(), step.keys)
        assert changes == list(step.changes)
        actors = Actors(start, partial(follow, answers))
        while start.step_number == step.number:
            actors.answer()
        assert start.steps[0].keys == step.keys


def test_a_change_of_seat_is_not_counted_as_a_turn() -> None:
    game = play_short_game(RAJ)
    step = next(step for step in game.steps if step.label.phase == "turn" and step.label.seat == RAJ)
    assert reviewing.read_played(ReviewedTurn(step.start, step.number, step.keys)).is_persons
    handed = (f"{HAND_OVER}{RAJ}:away:{ARJUNA}",)
    assert reviewing.read_played(ReviewedTurn(step.start, step.number, handed)) == reviewing.AsPlayed()

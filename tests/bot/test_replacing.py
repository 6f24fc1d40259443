"""Seats that change hands in a running game, and people who look on without one."""

from __future__ import annotations

import pytest

from bot.errors import NotStarted, TableError, WrongPlayer
from bot.games.frontend import front_of
from bot.games.gandhi.front import FRONT
from bot.games.gandhi.standing_orders import GandhiOrder
from bot.language import load_language
from bot.tables.absences import AUTOMATIC_PLAYER, StandIn
from bot.tables.announcements import ENDING
from bot.tables.authorization import NEWCOMER
from bot.tables.committing import finish_for_automatic
from bot.tables.loading import load
from bot.tables.play import Tables
from bot.tables.records import read_set_up
from bot.tables.scheduler import Timekeeper
from bot.tables.table import Pace, change_state
from engine.gandhi.ids import SEATS
from storage import Storage
from tests.bot.clock import Clock, let_pass
from tests.bot.players import (
    PEOPLE,
    act_plainly,
    open_lobby,
    open_table,
    people_of,
    play_until,
    posts_of,
    seat_people,
    whose,
)

EVA = 55
HOST = PEOPLE["raj"]


async def test_a_player_hands_their_seat_to_a_newcomer_who_agrees(storage: Storage) -> None:
    tables = Tables(storage)
    game_id = await open_table(tables)
    moment = await tables.moment(game_id)
    seat = whose(moment)
    await tables.at(game_id, PEOPLE[seat]).choose(["pass"])
    await tables.standing_orders.give(None, game_id, PEOPLE[seat], GandhiOrder("pass", "game"))
    outcome = await tables.replacing.propose(None, game_id, PEOPLE[seat], seat, StandIn(EVA, "Eva"))
    assert outcome.missing == (NEWCOMER,)
    asked = (await posts_of(storage, game_id))[-1]
    assert asked.pings == [EVA]
    assert (await tables.table(game_id)).seats_of(EVA) == []
    outcome = await tables.votes.answer(None, game_id, EVA, outcome.number, agree=True)
    assert outcome.is_done
    assert (await tables.table(game_id)).seats_of(EVA) == [seat]
    # The game is the same, and nothing that the other had drafted or ordered comes along.
    after = await tables.moment(game_id, EVA)
    assert after.is_mine
    assert after.draft.is_empty
    assert after.game.digest() == moment.game.digest()
    assert await tables.standing_orders.list(game_id, EVA) == []
    with pytest.raises(WrongPlayer):
        await tables.at(game_id, PEOPLE[seat]).choose(["pass"])
    await act_plainly(tables, after, EVA)


async def test_two_people_on_seats_that_one_person_held_no_longer_win_together(storage: Storage) -> None:
    """1.5 They are one side while one person holds both, even while that person is away."""
    tables = Tables(storage)
    both = {"raj": HOST, "revolutionaries": HOST, "congress": EVA, "league": EVA}
    game_id = await open_table(tables, both)
    assert len((await tables.moment(game_id)).game.position()["sides"]) == 2
    outcome = await tables.replacing.propose(None, game_id, EVA, "league", StandIn(77, "Ida"))
    await tables.votes.answer(None, game_id, 77, outcome.number, agree=True)
    assert (await posts_of(storage, game_id))[-1].content.startswith("From now on Ida plays")
    kept = [["raj", "revolutionaries"]]
    assert (await tables.moment(game_id)).game.position()["sides"] == kept
    await tables.absences.leave(None, game_id, HOST, AUTOMATIC_PLAYER, None)
    game = (await tables.moment(game_id)).game
    assert game.state.away
    assert game.position()["sides"] == kept


async def test_a_silent_player_is_replaced_after_a_day_if_everyone_else_agrees(
    storage: Storage, monkeypatch: pytest.MonkeyPatch
) -> None:
    tables = Tables(storage)
    game_id = await open_table(tables)
    clock = Clock()
    monkeypatch.setattr(storage, "_now", clock)
    await play_until(tables, game_id, "league")
    outcome = await tables.replacing.propose(None, game_id, HOST, "league", StandIn(EVA, "Eva"))
    assert set(outcome.missing) == {"congress", "league", "revolutionaries", NEWCOMER}
    asked = (await posts_of(storage, game_id))[-1]
    assert asked.pings == sorted([*(PEOPLE[seat] for seat in SEATS if seat != "raj"), EVA])
    number = outcome.number
    with pytest.raises(TableError):
        await tables.votes.answer(None, game_id, 99, number, agree=True)
    for who in (PEOPLE["congress"], EVA, PEOPLE["revolutionaries"]):
        assert not (await tables.votes.answer(None, game_id, who, number, agree=True)).is_done
    # A person who is silent for a day while the game waits for them does not object.
    keeper = Timekeeper(tables)
    await let_pass(clock, keeper, 23)
    assert (await tables.table(game_id)).seats_of(EVA) == []
    await let_pass(clock, keeper, 1)
    assert (await tables.table(game_id)).seats_of(EVA) == ["league"]
    with pytest.raises(TableError):
        await tables.votes.answer(None, game_id, EVA, number, agree=True)


@pytest.mark.parametrize("who", [PEOPLE["league"], PEOPLE["congress"], EVA])
async def test_an_objection_of_a_player_or_the_candidate_ends_a_vote_about_a_seat(storage: Storage, who: int) -> None:
    tables = Tables(storage)
    game_id = await open_table(tables)
    number = (await tables.replacing.propose(None, game_id, HOST, "league", StandIn(EVA, "Eva"))).number
    await tables.votes.answer(None, game_id, who, number, agree=False)
    assert "someone objected" in (await posts_of(storage, game_id))[-1].content
    with pytest.raises(TableError):
        await tables.votes.answer(None, game_id, EVA, number, agree=True)
    assert (await tables.table(game_id)).seats_of(EVA) == []


async def test_the_consent_of_a_person_to_be_replaced_does_not_count_for_other_players(storage: Storage) -> None:
    tables = Tables(storage)
    game_id = await open_table(tables)
    number = (await tables.replacing.propose(None, game_id, HOST, "league", AUTOMATIC_PLAYER)).number
    outcome = await tables.votes.answer(None, game_id, PEOPLE["league"], number, agree=True)
    assert set(outcome.missing) == {"congress", "revolutionaries"}


async def test_an_answer_to_a_vote_of_another_kind_is_refused(storage: Storage) -> None:
    tables = Tables(storage)
    game_id = await open_table(tables)
    number = (await tables.replacing.propose(None, game_id, HOST, "league", StandIn(EVA, "Eva"))).number
    with pytest.raises(TableError) as refusal:
        await tables.votes.answer(None, game_id, PEOPLE["congress"], number, agree=True, kinds=["rewind"])
    assert refusal.value.text.key == "error.no_vote"


async def test_arjuna_takes_the_place_of_someone_who_is_silent_in_mid_turn(storage: Storage) -> None:
    tables = Tables(storage)
    game_id = await open_table(tables)
    for _ in range(20):
        moment = await tables.moment(game_id)
        seat, decision = whose(moment), moment.decision
        key = {"raj": "deploy"}.get(seat, "rally")
        if decision is not None and key in decision.keys and not moment.game.crosses_barrier(key):
            break
        await act_plainly(tables, await tables.moment(game_id, PEOPLE[seat]), PEOPLE[seat])
    moment = await tables.at(game_id, PEOPLE[seat]).play([key])
    async with storage.read() as reader:
        loaded = await load(reader, game_id, tables.cache)
        assert finish_for_automatic(loaded.table, loaded.game) == []
    other = next(one for one in SEATS if one != seat)
    number = (await tables.replacing.propose(None, game_id, PEOPLE[other], seat, AUTOMATIC_PLAYER)).number
    for one in SEATS:
        if one != other:
            await tables.votes.answer(None, game_id, PEOPLE[one], number, agree=True)
    after = await tables.moment(game_id)
    assert FRONT.player.is_automatic(after.game, seat)
    assert whose(after) != seat
    contents = [post.content for post in await posts_of(storage, game_id)]
    assert any("is finished in the simplest way" in content for content in contents)
    assert (await tables.table(game_id)).seats_of(PEOPLE[seat]) == []
    # If the others agree, someone takes the seat from Arjuna, from the next card on.
    number = (await tables.replacing.propose(None, game_id, EVA, seat, StandIn(EVA, "Eva"))).number
    for one in SEATS:
        if one != seat:
            await tables.votes.answer(None, game_id, PEOPLE[one], number, agree=True)
    card = after.view.card
    while (await tables.moment(game_id)).view.card == card:
        now = whose(await tables.moment(game_id))
        await act_plainly(tables, await tables.moment(game_id, PEOPLE[now]), PEOPLE[now])
    assert not FRONT.player.is_automatic((await tables.moment(game_id)).game, seat)


@pytest.mark.parametrize("newcomer", [StandIn(HOST, "Raj"), AUTOMATIC_PLAYER])
async def test_at_a_table_of_two_taking_the_other_seat_needs_its_owners_consent(
    storage: Storage, newcomer: StandIn
) -> None:
    tables = Tables(storage)
    game_id = await open_table(tables, {"raj": HOST, "league": EVA}, with_automatic=True)
    outcome = await tables.replacing.propose(None, game_id, HOST, "league", newcomer)
    assert outcome.missing == ("league",)
    asked = (await posts_of(storage, game_id))[-1]
    assert asked.pings == [EVA]
    assert "for 1 day in all and League does nothing" in asked.content
    assert (await tables.table(game_id)).seats_of(EVA) == ["league"]
    assert (await tables.votes.answer(None, game_id, EVA, outcome.number, agree=True)).is_done
    assert (await tables.table(game_id)).seats_of(EVA) == []


@pytest.mark.parametrize("turns", [0, 1, 2])
async def test_arjuna_never_has_every_seat_while_a_game_waits(storage: Storage, clock: Clock, turns: int) -> None:
    """Two people play: one goes away, then the silent other is replaced. No one could continue, not even after that."""
    tables = Tables(storage)
    game_id = await open_table(tables, {seat: PEOPLE[seat] for seat in ("raj", "congress")}, with_automatic=True)
    for _ in range(turns):
        moment = await tables.moment(game_id)
        await act_plainly(tables, moment, PEOPLE[whose(moment)])
    silent = whose(await tables.moment(game_id))
    other = "raj" if silent == "congress" else "congress"
    await tables.replacing.propose(None, game_id, PEOPLE[other], silent, AUTOMATIC_PLAYER)
    await tables.absences.leave(None, game_id, PEOPLE[other], AUTOMATIC_PLAYER, None)
    await let_pass(clock, Timekeeper(tables), 25)
    table = await tables.table(game_id)
    assert people_of(table) == {other}
    assert table.absences == ()
    message = next(one for one in await posts_of(storage, game_id) if "No one else is left to play" in one.content)
    assert message.pings == [PEOPLE[silent], PEOPLE[other]]
    assert (await tables.moment(game_id, PEOPLE[other])).is_mine


async def test_the_pace_sets_the_time_to_object_and_objecting_keeps_the_seat(
    storage: Storage, monkeypatch: pytest.MonkeyPatch
) -> None:
    tables = Tables(storage)
    clock = Clock()
    monkeypatch.setattr(storage, "_now", clock)
    game_id = await open_table(tables, {"raj": HOST, "league": EVA}, with_automatic=True)
    async with tables.transactions.begin(game_id, None) as tx:
        await change_state(tx, game_id, pace=Pace(0, 72, "remind"))
    keeper = Timekeeper(tables)
    await play_until(tables, game_id, "league")
    first = await tables.replacing.propose(None, game_id, HOST, "league", AUTOMATIC_PLAYER)
    await let_pass(clock, keeper, 71)
    assert (await tables.table(game_id)).seats_of(EVA) == ["league"]
    await tables.votes.answer(None, game_id, EVA, first.number, agree=False)
    again = await tables.replacing.propose(None, game_id, HOST, "league", AUTOMATIC_PLAYER)
    # The timer of a vote that is over does not end another vote.
    await let_pass(clock, keeper, 71)
    assert (await tables.table(game_id)).seats_of(EVA) == ["league"]
    await let_pass(clock, keeper, 1)
    assert (await tables.table(game_id)).seats_of(EVA) == []
    with pytest.raises(TableError):
        await tables.votes.answer(None, game_id, EVA, again.number, agree=False)


async def test_a_table_has_one_vote_at_a_time(storage: Storage, monkeypatch: pytest.MonkeyPatch) -> None:
    tables = Tables(storage)
    clock = Clock()
    monkeypatch.setattr(storage, "_now", clock)
    game_id = await open_table(tables)
    first = await tables.replacing.propose(None, game_id, HOST, "league", StandIn(EVA, "Eva"))
    for seat in ("league", "congress"):
        with pytest.raises(TableError) as refusal:
            await tables.replacing.propose(None, game_id, HOST, seat, StandIn(56, "Zed"))
        assert refusal.value.text.key == "error.vote_open"
    # The buttons of the first vote still name that vote.
    after = await tables.votes.answer(None, game_id, EVA, first.number, agree=True)
    assert (after.seat, after.name, after.number) == ("league", "Eva", first.number)
    await tables.votes.answer(None, game_id, HOST, first.number, agree=False)
    with pytest.raises(TableError) as refusal:
        await tables.replacing.propose(None, game_id, HOST, "league", StandIn(56, "Zed"))
    assert refusal.value.text.key == "error.vote_again"
    clock.go(days=1)
    second = await tables.replacing.propose(None, game_id, HOST, "league", StandIn(56, "Zed"))
    with pytest.raises(TableError) as refusal:
        await tables.votes.answer(None, game_id, PEOPLE["congress"], first.number, agree=True)
    assert refusal.value.text.key == "error.no_vote"
    assert second.missing == ("congress", "league", "revolutionaries", NEWCOMER)


async def test_a_vote_about_a_seat_ends_when_someone_else_sits_there(storage: Storage) -> None:
    tables = Tables(storage)
    game_id = await open_table(tables)
    asked = await tables.replacing.propose(None, game_id, HOST, "raj", StandIn(EVA, "Eva"))
    await tables.lobby.leave(None, game_id, HOST, "")
    await tables.lobby.join(None, game_id, 56, "Zed", "raj")
    with pytest.raises(TableError):
        await tables.votes.answer(None, game_id, EVA, asked.number, agree=True)
    assert (await tables.table(game_id)).seats_of(56) == ["raj"]


async def test_a_replacement_is_refused_to_outsiders_and_for_impossible_seats_or_people(storage: Storage) -> None:
    tables = Tables(storage)
    game_id = await open_table(tables)

    async def refusal(who: int, seat: str, newcomer: StandIn) -> str:
        with pytest.raises(TableError) as error:
            await tables.replacing.propose(None, game_id, who, seat, newcomer)
        return error.value.text.key

    assert await refusal(99, "league", StandIn(EVA, "Eva")) == "error.not_at_table"
    assert await refusal(HOST, "league", StandIn(PEOPLE["league"], "League")) == "error.seat_taken"
    await tables.lobby.leave(None, game_id, PEOPLE["league"], "")
    assert await refusal(HOST, "league", StandIn(EVA, "Eva")) == "error.replace_nobody"
    for seat in ("congress", "revolutionaries"):
        await tables.lobby.leave(None, game_id, PEOPLE[seat], "")
    assert await refusal(HOST, "raj", AUTOMATIC_PLAYER) == "error.away_nobody_left"
    waiting = await tables.lobby.create(
        9, name="Later", scenario="short", language="en", host_user_id=1, host_name="H", guild_id=1, channel_id=6
    )
    with pytest.raises(NotStarted):
        await tables.replacing.propose(None, waiting.id, 1, "raj", AUTOMATIC_PLAYER)


async def test_everyone_at_a_table_can_agree_to_give_an_empty_seat_to_arjuna(storage: Storage) -> None:
    tables = Tables(storage)
    game_id = await open_table(tables)
    await play_until(tables, game_id, "league")
    for seat in ("league", "congress"):
        await tables.lobby.leave(None, game_id, PEOPLE[seat], "")
    asked = await tables.replacing.propose(None, game_id, HOST, "league", AUTOMATIC_PLAYER)
    assert asked.missing == ("revolutionaries",)
    assert (await posts_of(storage, game_id))[-1].pings == [PEOPLE["revolutionaries"]]
    # Anyone may still sit down meanwhile, which ends the proposal.
    await tables.lobby.join(None, game_id, EVA, "Eva", "league")
    with pytest.raises(TableError):
        await tables.votes.answer(None, game_id, PEOPLE["revolutionaries"], asked.number, agree=True)
    await tables.lobby.leave(None, game_id, EVA, "")
    for other in (PEOPLE["congress"], EVA):
        with pytest.raises(TableError) as refusal:
            await tables.replacing.propose(None, game_id, other, "league", AUTOMATIC_PLAYER)
        assert refusal.value.text.key == "error.not_at_table"
    before = (await tables.moment(game_id)).table.game.version
    assert (await tables.votes.answer(None, game_id, PEOPLE["revolutionaries"], asked.number, agree=True)).is_done
    table = await tables.table(game_id)
    holder = table.holder("league")
    assert holder is not None
    assert (holder.kind, table.game.version > before) == ("arjuna", True)
    # The last person at a table asks no one else.
    await tables.lobby.leave(None, game_id, PEOPLE["revolutionaries"], "")
    for seat in ("congress", "revolutionaries"):
        assert (await tables.replacing.propose(None, game_id, HOST, seat, AUTOMATIC_PLAYER)).is_done
    assert [row.kind for row in (await tables.table(game_id)).seats].count("arjuna") == 3
    with pytest.raises(TableError) as refusal:
        await tables.replacing.propose(None, game_id, HOST, "nobody", AUTOMATIC_PLAYER)
    assert refusal.value.text.key == "error.replace_nobody"


async def test_a_vote_ends_when_the_proposed_newcomer_deletes_their_data(storage: Storage) -> None:
    tables = Tables(storage)
    game_id = await open_table(tables)
    await tables.replacing.propose(None, game_id, HOST, "league", StandIn(EVA, "Eva"))
    async with storage.transaction() as tx:
        await tx.forget_user(EVA)
        assert await tx.ballot(game_id) is None


# -- spectators ----------------------------------------------------------------------------------------------------


async def test_at_the_end_of_a_card_only_spectators_who_asked_for_it_are_pinged(storage: Storage) -> None:
    tables = Tables(storage)
    game_id = await open_table(tables)
    await tables.entrances.watch(None, game_id, EVA, "card")
    await tables.entrances.watch(None, game_id, 56, "game")
    await tables.entrances.watch(None, game_id, 57, "card")
    await tables.entrances.watch(None, game_id, 57, "never")
    card = (await tables.moment(game_id)).view.card
    pinged: list[int] = []
    while (await tables.moment(game_id)).view.card == card:
        assert pinged == []
        seat = whose(await tables.moment(game_id))
        await act_plainly(tables, await tables.moment(game_id, PEOPLE[seat]), PEOPLE[seat])
        pinged = (await posts_of(storage, game_id))[-1].pings
    assert pinged == [EVA]
    assert "<@55>" in (await posts_of(storage, game_id))[-1].content
    with pytest.raises(WrongPlayer):
        await tables.at(game_id, EVA).choose(["pass"])
    with pytest.raises(TableError):
        await tables.absences.leave(None, game_id, EVA, AUTOMATIC_PLAYER, None)


async def test_a_table_has_a_limit_of_watchers(storage: Storage) -> None:
    tables = Tables(storage)
    game_id = await open_table(tables)
    for number in range(20):
        await tables.entrances.watch(None, game_id, 100 + number, "card")
    with pytest.raises(TableError) as refusal:
        await tables.entrances.watch(None, game_id, EVA, "game")
    assert refusal.value.text.key == "error.too_many_watch"
    await tables.entrances.watch(None, game_id, EVA, "never")
    await tables.entrances.watch(None, game_id, 100, "game")


@pytest.mark.whole_game
async def test_the_end_of_a_game_pings_players_and_spectators_who_asked(storage: Storage) -> None:
    tables = Tables(storage)
    game_id = await open_table(tables)
    await tables.entrances.watch(None, game_id, EVA, "card")
    await tables.entrances.watch(None, game_id, 56, "game")
    moment = await tables.moment(game_id)
    for _ in range(600):
        if moment.decision is None:
            break
        seat = whose(moment)
        await act_plainly(tables, moment, PEOPLE[seat])
        # The moment is read again without a person, who may already see what they are asked later.
        moment = await tables.moment(game_id)
    assert moment.decision is None
    (last,) = [post for post in await posts_of(storage, game_id) if post.kind == ENDING]
    assert sorted(last.announced.everybody) == sorted([*PEOPLE.values(), EVA, 56])


async def test_another_player_enters_the_card_that_a_seat_given_to_arjuna_was_asked_for(storage: Storage) -> None:
    """Arjuna made one up, and the board no longer was that on the physical table."""
    tables = Tables(storage)
    game_id = await open_lobby(tables)
    position = read_set_up(load_language("en"), front_of("gandhi"), "short", "card 12; next 30; viceroy irwin")
    await tables.lobby.lay(game_id, HOST, position)
    await seat_people(tables, game_id, [("raj", HOST, "Raj"), ("congress", 12, "Bilal")])
    await tables.start(None, game_id, HOST, with_automatic=True)
    moment = await tables.moment(game_id)
    while moment.decision is not None and moment.decision.kind != "deck.card":
        moment = await act_plainly(tables, moment, moment.table.owner_of(moment.decision.seat))
    seat, card = whose(moment), moment.game.label.card
    leaving = moment.table.owner_of(seat)
    (staying,) = moment.table.people - {leaving}
    await tables.replacing.propose(None, game_id, leaving, seat, AUTOMATIC_PLAYER)
    message = (await posts_of(storage, game_id))[-1]
    assert "Which card has been revealed" in message.content
    assert (message.pings, message.buttons) == ([staying], ["turn"])
    assert not (await tables.moment(game_id, leaving)).is_mine
    asked = await tables.moment(game_id, staying)
    assert asked.is_mine
    assert asked.decision is not None
    assert (asked.decision.kind, asked.game.label.card) == ("deck.card", card)
    after = await tables.at(game_id, staying).play(["60"])
    assert after.game.state.upcoming == 60
    assert after.front.player.is_automatic(after.game, seat)

"""Taking a seat of Arjuna's in a running game, which the people at the table have to agree to."""

from __future__ import annotations

import pytest

from bot.errors import TableError
from bot.tables.absences import AUTOMATIC_PLAYER, StandIn
from bot.tables.authorization import NEWCOMER
from bot.tables.play import Tables
from storage import Storage
from tests.bot.people import World, read_panel
from tests.bot.players import PEOPLE, open_table, posts_of

EVA = StandIn(55, "Eva")
TWO = {"raj": PEOPLE["raj"], "congress": PEOPLE["congress"]}


async def open_with_arjuna(tables: Tables, people: dict[str, int]) -> str:
    """Start a game in which Arjuna plays the seats that no one has, and return its id."""
    return await open_table(tables, people, with_automatic=True)


async def test_an_outsider_gets_an_automatic_seat_when_everyone_agrees(storage: Storage) -> None:
    tables = Tables(storage)
    game_id = await open_with_arjuna(tables, TWO)
    asked = await tables.replacing.propose(None, game_id, 55, "league", EVA)
    assert not asked.is_done
    assert set(asked.missing) == {"raj", "congress"}
    post = (await posts_of(storage, game_id))[-1]
    assert post.pings == sorted(TWO.values())
    assert "Eva takes over Muslim League from Arjuna. The people" in post.content
    assert [button.partition(":")[0] for button in post.buttons] == ["accept", "decline"]
    first = await tables.votes.answer(None, game_id, TWO["raj"], asked.number, agree=True)
    assert first.missing == ("congress",)
    assert (await tables.table(game_id)).seats_of(55) == []
    assert (await tables.votes.answer(None, game_id, TWO["congress"], asked.number, agree=True)).is_done
    assert (await tables.table(game_id)).seats_of(55) == ["league"]
    told = [post.content for post in await posts_of(storage, game_id)]
    assert any("Eva takes over Muslim League from Arjuna" in content for content in told)


async def test_a_refusal_keeps_arjuna_on_the_seat(storage: Storage) -> None:
    tables = Tables(storage)
    game_id = await open_with_arjuna(tables, TWO)
    asked = await tables.replacing.propose(None, game_id, 55, "league", EVA)
    await tables.votes.answer(None, game_id, TWO["congress"], asked.number, agree=False)
    assert "someone objected" in (await posts_of(storage, game_id))[-1].content
    with pytest.raises(TableError):
        await tables.votes.answer(None, game_id, TWO["raj"], asked.number, agree=True)
    holder = (await tables.table(game_id)).holder("league")
    assert holder is not None
    assert holder.kind == "arjuna"


async def test_a_stranger_asks_the_only_player_for_a_seat(storage: Storage) -> None:
    tables = Tables(storage)
    game_id = await open_with_arjuna(tables, {"raj": PEOPLE["raj"]})
    asked = await tables.replacing.propose(None, game_id, 55, "league", EVA)
    assert asked.missing == ("raj",)
    with pytest.raises(TableError):
        await tables.votes.answer(None, game_id, 56, asked.number, agree=True)
    assert (await tables.table(game_id)).seats_of(55) == []


async def test_a_lone_player_takes_another_seat_without_a_vote(storage: Storage) -> None:
    tables = Tables(storage)
    game_id = await open_with_arjuna(tables, {"raj": PEOPLE["raj"]})
    mine = StandIn(PEOPLE["raj"], "Raj")
    assert (await tables.replacing.propose(None, game_id, PEOPLE["raj"], "league", mine)).is_done
    assert (await tables.table(game_id)).seats_of(PEOPLE["raj"]) == ["raj", "league"]


async def test_the_other_players_are_asked_before_a_player_takes_another_seat(storage: Storage) -> None:
    tables = Tables(storage)
    game_id = await open_with_arjuna(tables, TWO)
    asked = await tables.replacing.propose(None, game_id, TWO["raj"], "league", StandIn(TWO["raj"], "Raj"))
    assert asked.missing == ("congress",)


async def test_a_stranger_takes_a_seat_without_a_vote_if_no_one_plays(storage: Storage) -> None:
    tables = Tables(storage)
    game_id = await open_with_arjuna(tables, {"raj": PEOPLE["raj"]})
    await tables.lobby.leave(None, game_id, PEOPLE["raj"], "")
    assert (await tables.replacing.propose(None, game_id, 55, "league", EVA)).is_done
    assert (await tables.table(game_id)).seats_of(55) == ["league"]


async def test_an_outsider_cannot_take_a_seat_without_a_vote_or_propose_anyone_else(storage: Storage) -> None:
    tables = Tables(storage)
    game_id = await open_with_arjuna(tables, TWO)
    with pytest.raises(TableError) as refusal:
        await tables.lobby.join(None, game_id, 55, "Eva", "league")
    assert refusal.value.text.key == "error.arjuna_has_seat"
    with pytest.raises(TableError) as refusal:
        await tables.replacing.propose(None, game_id, 55, "league", StandIn(56, "Zed"))
    assert refusal.value.text.key == "error.not_at_table"
    with pytest.raises(TableError) as refusal:
        await tables.replacing.propose(None, game_id, 55, "raj", EVA)
    assert refusal.value.text.key == "error.not_at_table"
    with pytest.raises(TableError) as refusal:
        await tables.replacing.propose(None, game_id, TWO["raj"], "league", AUTOMATIC_PLAYER)
    assert refusal.value.text.key == "error.arjuna_has_seat"
    assert (await tables.table(game_id)).seats_of(55) == []


async def test_someone_at_the_table_may_propose_a_guest_who_must_agree(storage: Storage) -> None:
    tables = Tables(storage)
    game_id = await open_with_arjuna(tables, {"raj": PEOPLE["raj"]})
    asked = await tables.replacing.propose(None, game_id, PEOPLE["raj"], "league", EVA)
    assert asked.missing == (NEWCOMER,)
    assert (await tables.votes.answer(None, game_id, 55, asked.number, agree=True)).is_done


async def test_a_vote_about_a_seat_stays_open_while_the_game_continues(storage: Storage) -> None:
    tables = Tables(storage)
    game_id = await open_with_arjuna(tables, {"raj": PEOPLE["raj"]})
    asked = await tables.replacing.propose(None, game_id, 55, "league", EVA)
    before = (await tables.table(game_id)).game.version
    await tables.at(game_id, PEOPLE["raj"]).play(["pass"])
    assert (await tables.table(game_id)).game.version > before
    assert (await tables.votes.answer(None, game_id, PEOPLE["raj"], asked.number, agree=True)).is_done


async def test_a_proposer_may_withdraw_their_proposal(storage: Storage) -> None:
    tables = Tables(storage)
    game_id = await open_with_arjuna(tables, TWO)
    asked = await tables.replacing.propose(None, game_id, 55, "league", EVA)
    await tables.votes.answer(None, game_id, 55, asked.number, agree=False)
    again = await tables.replacing.propose(None, game_id, TWO["raj"], "league", StandIn(TWO["raj"], "Raj"))
    assert again.missing == ("congress",)


async def test_the_buttons_of_an_earlier_vote_do_not_count_for_the_next(storage: Storage) -> None:
    tables = Tables(storage)
    game_id = await open_with_arjuna(tables, TWO)
    first = await tables.replacing.propose(None, game_id, 55, "league", EVA)
    await tables.votes.answer(None, game_id, TWO["raj"], first.number, agree=False)
    await tables.replacing.propose(None, game_id, 56, "league", StandIn(56, "Zed"))
    with pytest.raises(TableError) as refusal:
        await tables.votes.answer(None, game_id, TWO["raj"], first.number, agree=True)
    assert refusal.value.text.key == "error.no_vote"


async def test_a_second_vote_is_refused_while_one_is_open(storage: Storage) -> None:
    tables = Tables(storage)
    game_id = await open_with_arjuna(tables, TWO)
    await tables.at(game_id, PEOPLE["congress"]).play(["pass"])
    number = (await tables.rewinding.list_turns(game_id))[-1].number
    asked = await tables.rewinding.propose(None, game_id, TWO["raj"], number)
    for attempt in (
        tables.replacing.propose(None, game_id, 55, "league", EVA),
        tables.rewinding.propose(None, game_id, TWO["congress"], number),
    ):
        with pytest.raises(TableError) as refusal:
            await attempt
        assert refusal.value.text.key == "error.vote_open"
    done = await tables.votes.answer(None, game_id, TWO["congress"], asked.number, agree=True, kinds=["rewind"])
    assert done.is_done


@pytest.mark.parametrize("by_button", [False, True])
async def test_joining_a_seat_of_arjuna_asks_the_table_for_consent(world: World, by_button: bool) -> None:
    game_id = await world.open_table()
    for name, seat in (("Asha", "raj"), ("Bilal", "congress")):
        await world.slash(name, "table join", seat=seat)
    old = await world.slash("Charu", "help")
    await world.press("Asha", await world.slash("Asha", "table start"), "fill")
    if by_button:
        asked = await world.press("Charu", old, "take", "league")
        words = (await world.press("Charu", asked, "ask", "league")).words
    else:
        words = (await world.slash("Charu", "table join", seat="league")).words
    assert "Waiting for: Raj and Congress" in words
    assert (await world.bot.tables.table(game_id)).seats_of(world.people["Charu"].id) == []
    question = next(found for found in reversed(world.messages()) if "Proposal" in found.content)
    assert "Waiting for: Congress" in (await world.press("Asha", read_panel(question), "accept")).words
    assert "Done" in (await world.press("Bilal", read_panel(question), "accept")).words
    assert (await world.bot.tables.table(game_id)).seats_of(world.people["Charu"].id) == ["league"]


async def test_anyone_may_take_an_empty_seat_of_an_open_table(storage: Storage) -> None:
    tables = Tables(storage)
    table = await tables.lobby.create(
        1, name="Salt", scenario="short", language="en", host_user_id=11, host_name="H", guild_id=1, channel_id=5
    )
    await tables.lobby.join(None, table.id, 11, "Raj", "raj")
    assert (await tables.lobby.join(None, table.id, 55, "Eva", "league")).seats_of(55) == ["league"]


async def test_a_stand_in_has_no_vote(storage: Storage) -> None:
    tables = Tables(storage)
    game_id = await open_with_arjuna(tables, TWO)
    await tables.absences.leave(None, game_id, TWO["congress"], StandIn(77, "Sub"), None)
    asked = await tables.replacing.propose(None, game_id, TWO["raj"], "league", StandIn(TWO["raj"], "Raj"))
    assert (await posts_of(storage, game_id))[-1].pings == [TWO["congress"]]
    for agree in (True, False):
        with pytest.raises(TableError):
            await tables.votes.answer(None, game_id, 77, asked.number, agree=agree)
    assert (await tables.votes.answer(None, game_id, TWO["congress"], asked.number, agree=True)).is_done


@pytest.mark.parametrize("stand_in", [StandIn(77, "Sub"), AUTOMATIC_PLAYER])
async def test_the_seat_of_a_person_who_is_away_cannot_be_voted_on(storage: Storage, stand_in: StandIn) -> None:
    tables = Tables(storage)
    game_id = await open_table(tables)
    await tables.absences.leave(None, game_id, TWO["congress"], stand_in, None)
    for newcomer in (StandIn(TWO["raj"], "Raj"), StandIn(77, "Sub"), AUTOMATIC_PLAYER):
        with pytest.raises(TableError) as refusal:
            await tables.replacing.propose(None, game_id, TWO["raj"], "congress", newcomer)
        assert refusal.value.text.key == "error.owner_away"
    assert (await tables.table(game_id)).seats_of(TWO["congress"]) == ["congress"]

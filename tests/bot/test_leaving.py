"""No one leaves a running game by mistake: the bot asks first, and the last person may close the game."""

from __future__ import annotations

import pytest

from bot.errors import NotStarted, StaleButton, TableError
from bot.tables.lobby import seated_since
from bot.tables.past import find_past
from bot.tables.play import Tables
from bot.tables.records import prove, record_game
from engine import Game
from engine.core.game import replay
from engine.core.record import read_record, verify_record
from storage import Storage
from tests.bot.people import World, read_panel
from tests.bot.players import PEOPLE, act_plainly, open_lobby, open_table, posts_of, whose

RAJ = PEOPLE["raj"]


async def test_leaving_a_table_asks_for_confirmation_and_says_what_follows(world: World) -> None:
    game_id = await world.start_table()
    posts = len(world.messages())
    asked = await world.slash("Asha", "table leave")
    assert "Give up the seat of Raj at **Salt March**?" in asked.words
    assert "/away keeps the seat for you" in asked.words
    assert not asked.has("end")
    tables, asha = world.bot.tables, world.people["Asha"].id
    assert (await tables.table(game_id)).seats_of(asha) == ["raj"]
    assert len(world.messages()) == posts
    assert "You have left your seat" in (await world.press("Asha", asked, "quit")).words
    assert (await tables.table(game_id)).seats_of(asha) == []
    # The same message names the new host.
    assert len(world.messages()) == posts + 1
    assert "Asha leaves the seat of Raj" in world.messages()[-1].content
    assert "Bilal is now the host of “Salt March”" in world.messages()[-1].content


async def test_old_lobby_buttons_change_no_seats_in_a_running_game(world: World) -> None:
    game_id = await world.open_table()
    await world.slash("Asha", "table join", seat="raj")
    await world.slash("Bilal", "table join", seat="congress")
    lobby = {name: await world.slash(name, "table show") for name in ("Asha", "Bilal", "Dev")}
    await world.press("Asha", await world.slash("Asha", "table start"), "fill")
    await world.quiet()
    table, posts = await world.bot.tables.table(game_id), len(world.messages())
    assert not any(read_panel(world.status()).has(verb) for verb in ("leave", "start"))
    assert "already begun" in (await world.press("Bilal", lobby["Bilal"], "start")).words
    assert "Give up the seat" in (await world.press("Asha", lobby["Asha"], "leave")).words
    asked = await world.press("Dev", lobby["Dev"], "take", "league")
    assert "Arjuna plays Muslim League. Ask the table" in asked.words
    assert (await world.bot.tables.table(game_id)).seats == table.seats
    assert len(world.messages()) == posts
    assert "Waiting for: " in (await world.press("Dev", asked, "ask", "league")).words


async def test_a_person_other_than_the_host_must_confirm_the_start_of_a_game(world: World) -> None:
    game_id = await world.open_table()
    await world.slash("Bilal", "table join", seat="congress")
    refused = await world.slash("Bilal", "table start")
    assert "Only Asha, the host of “Salt March”, or a moderator can start the game" in refused.words
    assert not refused.has("fill")
    assert (
        "Everyone at the table can start the game."
        in (await world.slash("Asha", "table settings", start="everyone")).words
    )
    asked = await world.slash("Bilal", "table start")
    assert "Asha opened this table." in asked.words
    assert asked.has("fill")
    for name, seat in (("Asha", "raj"), ("Charu", "league"), ("Dev", "revolutionaries")):
        await world.slash(name, "table join", seat=seat)
    asked = await world.press("Bilal", read_panel(world.status()), "start")
    assert "Asha opened this table. All seats are taken. Start the game now?" in asked.words
    assert (await world.bot.tables.table(game_id)).game.status == "open"
    assert "already" not in (await world.press("Bilal", asked, "begin")).words
    assert (await world.bot.tables.table(game_id)).game.status == "playing"


async def test_the_last_person_may_close_the_game_instead_of_leaving(world: World) -> None:
    game_id = await world.open_table()
    await world.slash("Asha", "table join", seat="raj")
    await world.bot.tables.start(None, game_id, world.people["Asha"].id, with_automatic=True)
    asked = await world.slash("Asha", "table leave")
    assert "Close the game" in asked.words
    assert "closed" in (await world.press("Asha", asked, "end")).words
    await world.quiet()
    told = world.messages()[-1]
    assert "closed unfinished by Asha; no one wins" in told.content
    assert [one.filename for one in told.attachments] == [f"gandhi-{game_id}.gandhi.jsonl"]
    assert "closed unfinished by Asha" in world.status_words()
    assert "The secret seed" not in (await world.press("Asha", read_panel(told), "verify")).words
    for command in ("turn", "table leave", "table close", "undo"):
        assert "no table in this channel" in (await world.slash("Asha", command)).words
    assert "closed unfinished by Asha" in (await world.slash("Asha", "records", table=game_id)).words
    assert "Salt March 2" in (await world.press("Asha", read_panel(told), "rematch")).words


async def open_pair(tables: Tables) -> str:
    """Return a table of Raj and Congress, with Arjuna on the other seats."""
    return await open_table(tables, {seat: PEOPLE[seat] for seat in ("raj", "congress")}, with_automatic=True)


async def test_a_closed_game_can_be_replayed_but_counts_nowhere_and_cannot_continue(storage: Storage) -> None:
    tables = Tables(storage)
    game_id = await open_pair(tables)
    for _ in range(4):
        seat = whose(await tables.moment(game_id))
        await act_plainly(tables, await tables.moment(game_id, PEOPLE[seat]), PEOPLE[seat])
    await tables.lobby.leave(None, game_id, PEOPLE["congress"], "")
    moment = await tables.moment(game_id)
    with pytest.raises(StaleButton):
        await tables.lobby.close(None, game_id, RAJ, "Raj", moment.table.game.version - 1)
    closed = await tables.lobby.close(None, game_id, RAJ, "Raj", moment.table.game.version)
    assert closed.game.status == "over"
    assert closed.game.finished is not None
    assert closed.is_abandoned
    found = read_record((await record_game(tables.storage, game_id))[1])
    assert found.result is None
    verify_record(replay(Game.from_start(found.start), [step.keys for step in found.steps]).record(), found)
    assert (await prove(storage, game_id)).steps == len(found.steps) > 4
    assert await find_past(storage, guild_id=1) == []
    after = await tables.moment(game_id, RAJ)
    assert not after.is_mine
    assert not after.undo_seat
    for work in (
        tables.at(game_id, RAJ).choose(["pass"]),
        tables.at(game_id, RAJ).undo(),
        tables.absences.come_back(None, game_id, RAJ),
        tables.lobby.join(None, game_id, 55, "Eva", "congress"),
        tables.lobby.leave(None, game_id, RAJ, ""),
        tables.lobby.close(None, game_id, RAJ, "Raj"),
    ):
        with pytest.raises((NotStarted, TableError)):
            await work
    assert await tables.automation.play(game_id) == 0
    async with storage.read() as reader:
        assert [timer for timer in await reader.timers(game_id) if timer.status == "waiting"] == []


async def test_a_player_cannot_close_a_running_game_while_others_play(storage: Storage) -> None:
    tables = Tables(storage)
    game_id = await open_pair(tables)

    async def refusal(who: int) -> str:
        with pytest.raises(TableError) as error:
            await tables.lobby.close(None, game_id, who)
        return error.value.text.key

    assert await refusal(RAJ) == await refusal(PEOPLE["congress"]) == await refusal(99) == "error.close_others"
    await tables.lobby.leave(None, game_id, RAJ, "")
    assert await refusal(RAJ) == "error.close_others"
    assert await refusal(99) == "error.close_others"
    await tables.lobby.leave(None, game_id, PEOPLE["congress"], "")
    # Where no one has a seat any more the host may close it: the person to whom the first host handed over.
    assert await refusal(RAJ) == "error.host_or_moderator"
    assert (await tables.lobby.close(None, game_id, PEOPLE["congress"], "Congress")).is_abandoned
    assert "closed unfinished by Congress" in (await posts_of(storage, game_id))[-1].content


async def test_a_leave_button_of_an_earlier_stay_is_refused(storage: Storage) -> None:
    tables = Tables(storage)
    game_id = await open_pair(tables)
    table = await tables.table(game_id)
    since = seated_since(table, ["raj"])
    assert since > 0
    with pytest.raises(StaleButton):
        await tables.lobby.leave(None, game_id, RAJ, "raj", since - 1)
    assert (await tables.lobby.leave(None, game_id, RAJ, "raj", since)).seats_of(RAJ) == []


async def test_the_chosen_side_of_a_person_is_forgotten_when_they_leave_the_seat(storage: Storage) -> None:
    tables = Tables(storage)
    game_id = await open_lobby(tables, scenario="mixed")
    seat = (await tables.table(game_id)).seats[0].seat
    await tables.lobby.join(None, game_id, 21, "Asha", seat)
    chosen = await tables.lobby.toggle(None, game_id, 21, "experts")
    assert chosen.state.options["experts"] == [seat]
    await tables.leave(None, game_id, 21, "")
    after = await tables.lobby.join(None, game_id, 22, "Bilal", seat)
    assert after.state.options["experts"] == []

"""How a table finds its players: reserved seats, consent of the host, private tables, those that look for players."""

from __future__ import annotations

from datetime import timedelta

import discord
import pytest

from bot.errors import TableError
from bot.language import load_language
from bot.narrate.servers import write_action
from bot.tables.absences import StandIn
from bot.tables.entrance import is_looking
from bot.tables.play import Tables
from bot.tables.servers import CALLS, Limits
from storage import Storage
from tests.bot.clock import Clock
from tests.bot.people import World, read_panel
from tests.bot.players import HOST, open_lobby, open_table, posts_of
from tests.bot.test_permissions import forbid

pytestmark = pytest.mark.usefixtures("clock")

ASHA, BILAL, MODERATOR = 21, 22, 88


async def find_request(storage: Storage, game_id: str) -> int:
    """Return the number of the newest request for a seat."""
    async with storage.read() as reader:
        return (await reader.arrangements(game_id, "request"))[-1].id


async def test_a_reserved_seat_can_be_taken_only_by_its_person(storage: Storage) -> None:
    tables = Tables(storage)
    game_id = await open_lobby(tables)
    assert await tables.entrances.reserve(None, game_id, HOST, ASHA, "congress") == "congress"
    (post,) = await posts_of(storage, game_id)
    assert (post.pings, "Congress" in post.content) == ([ASHA], True)
    with pytest.raises(TableError, match="seat_reserved"):
        await tables.lobby.join(None, game_id, BILAL, "Bilal", "congress")
    joined = await tables.lobby.join(None, game_id, BILAL, "Bilal", "")
    assert joined.seats_of(BILAL) == ["raj"]
    joined = await tables.lobby.join(None, game_id, ASHA, "Asha", "")
    assert joined.seats_of(ASHA) == ["congress"]
    with pytest.raises(TableError, match="no_seat_to_reserve"):
        await tables.entrances.reserve(None, game_id, HOST, 99, "raj")
    with pytest.raises(TableError, match="host_only"):
        await tables.entrances.reserve(None, game_id, BILAL, 99)


async def test_the_host_can_take_back_a_reservation(storage: Storage) -> None:
    """There was no way to do so: a seat could only be reserved for another person instead."""
    tables = Tables(storage)
    game_id = await open_lobby(tables)
    await tables.entrances.change(None, game_id, HOST, consent=True)
    for person, seat in ((ASHA, "congress"), (BILAL, "league")):
        await tables.entrances.reserve(None, game_id, HOST, person, seat)
    with pytest.raises(TableError, match="host_only"):
        await tables.entrances.release(None, game_id, BILAL, ASHA)
    posts = len(await posts_of(storage, game_id))
    assert await tables.entrances.release(5, game_id, HOST, ASHA) == "congress"
    assert await tables.entrances.release(5, game_id, HOST, ASHA) == "", "the same interaction"
    assert len(await posts_of(storage, game_id)) == posts, "no one is pinged"
    assert (await tables.table(game_id)).state.reserved == ["league"]
    # The person is a newcomer like any other now.
    assert (await tables.lobby.join(None, game_id, ASHA, "Asha", "congress")).seats_of(ASHA) == []
    assert (await tables.table(game_id)).seats_of(ASHA) == []
    assert (await tables.lobby.join(None, game_id, BILAL, "Bilal", "")).seats_of(BILAL) == ["league"]
    for person in (ASHA, BILAL):
        with pytest.raises(TableError, match="not_reserved"):
            await tables.entrances.release(None, game_id, HOST, person)


async def test_a_person_has_one_reservation_at_a_table(storage: Storage) -> None:
    tables = Tables(storage)
    game_id = await open_lobby(tables)
    await tables.entrances.reserve(None, game_id, HOST, ASHA, "congress")
    await tables.entrances.reserve(None, game_id, HOST, ASHA, "raj")
    joined = await tables.lobby.join(None, game_id, BILAL, "Bilal", "congress")
    assert joined.seats_of(BILAL) == ["congress"]


async def test_the_host_admits_newcomers_if_the_table_requires_consent(storage: Storage, clock: Clock) -> None:
    tables = Tables(storage)
    game_id = await open_lobby(tables)
    await tables.entrances.change(None, game_id, HOST, consent=True)
    assert (await tables.lobby.join(None, game_id, HOST, "Raj", "raj")).seats_of(HOST) == ["raj"]
    assert (await tables.lobby.join(None, game_id, ASHA, "Asha", "congress")).seats_of(ASHA) == []
    post = (await posts_of(storage, game_id))[-1]
    assert post.pings == [HOST]
    assert [verb.partition(":")[0] for verb in post.buttons] == ["admit", "turnaway"]
    number = await find_request(storage, game_id)
    with pytest.raises(TableError, match="asked_already"):
        await tables.lobby.join(None, game_id, ASHA, "Asha", "league")
    with pytest.raises(TableError, match="host_or_moderator"):
        await tables.entrances.answer(None, game_id, ASHA, number, agree=True)
    after = await tables.entrances.answer(None, game_id, MODERATOR, number, agree=True, rank="moderator")
    assert after.seats_of(ASHA) == ["congress"]
    # Actions that only a moderator may take are recorded.
    (action,) = await tables.servers.list_actions(1, "moderator", 9)
    assert (action.user_id, action.game_id) == (MODERATOR, game_id)
    assert "answered Asha’s request for a seat at “Salt”" in write_action(load_language(), action)
    with pytest.raises(TableError, match="no_request"):
        await tables.entrances.answer(None, game_id, HOST, number, agree=True)


async def test_a_person_who_is_not_admitted_may_ask_again_after_a_day(storage: Storage, clock: Clock) -> None:
    tables = Tables(storage)
    game_id = await open_lobby(tables)
    await tables.entrances.change(None, game_id, HOST, consent=True)
    await tables.lobby.join(None, game_id, ASHA, "Asha", "")
    number = await find_request(storage, game_id)
    after = await tables.entrances.answer(None, game_id, HOST, number, agree=False)
    assert after.seats_of(ASHA) == []
    assert await tables.servers.list_actions(1, "moderator", 9) == []
    assert "did not admit you" in (await posts_of(storage, game_id))[-1].content
    clock.go(hours=23)
    with pytest.raises(TableError, match="asked_already"):
        await tables.lobby.join(None, game_id, ASHA, "Asha", "")
    clock.go(hours=2)
    await tables.lobby.join(None, game_id, ASHA, "Asha", "")
    assert "is asking for a seat" in (await posts_of(storage, game_id))[-1].content


async def test_a_newcomer_gets_another_seat_if_the_requested_one_was_taken_meanwhile(storage: Storage) -> None:
    tables = Tables(storage)
    game_id = await open_lobby(tables)
    await tables.entrances.change(None, game_id, HOST, consent=True)
    await tables.lobby.join(None, game_id, ASHA, "Asha", "raj")
    await tables.lobby.join(None, game_id, HOST, "Raj", "raj")
    after = await tables.entrances.answer(None, game_id, HOST, await find_request(storage, game_id), agree=True)
    assert after.seats_of(ASHA) == ["congress"]


async def test_a_public_table_is_listed_as_looking_for_players_until_the_chosen_time(
    storage: Storage, clock: Clock
) -> None:
    tables = Tables(storage)
    game_id = await open_lobby(tables)
    assert is_looking(await tables.table(game_id), clock())
    until = clock() + timedelta(days=2)
    after = await tables.entrances.change(None, game_id, HOST, until=until)
    assert is_looking(after, clock())
    assert not is_looking(after, until)
    with pytest.raises(TableError, match="until_passed"):
        await tables.entrances.change(None, game_id, HOST, until=clock())
    assert not is_looking(await tables.entrances.change(None, game_id, HOST, private=True), clock())


async def test_only_the_people_of_a_private_table_see_it_in_lists(storage: Storage) -> None:
    tables = Tables(storage)
    private, public = await open_lobby(tables), await open_lobby(tables, 2)
    await tables.entrances.change(None, private, HOST, private=True)
    for person, found in ((HOST, {private, public}), (ASHA, {public})):
        assert {one.id for one in await tables.lobby.name_tables(1, person, ["open"])} == found


async def test_moderators_see_a_private_table_from_another_channel(world: World) -> None:
    keepers = world.guild.create_role("Keepers", permissions=discord.Permissions(manage_channels=True))
    user = world.env.create_user("mina", global_name="Mina")
    world.people["Mina"] = world.guild.add_member(user, roles=[keepers])
    game_id = await world.open_table(private=True)
    world.channel = world.guild.create_text_channel("elsewhere")
    assert "no table" in (await world.slash("Bilal", "table show", table=game_id)).words
    assert "Salt March" in (await world.slash("Mina", "table show", table=game_id)).words
    offered = await world.people["Mina"].autocomplete(world.channel, "table close", "table", "Salt")
    assert [choice["value"] for choice in offered] == [game_id]
    assert not await world.people["Bilal"].autocomplete(world.channel, "table close", "table", "Salt")


async def test_requests_to_a_person_are_limited_per_day(storage: Storage, clock: Clock) -> None:
    tables = Tables(storage, limits=Limits(tables_per_user=40))
    for number in range(1, CALLS[1] + 3):
        game_id = await open_lobby(tables, number)
        if number > CALLS[1]:
            with pytest.raises(TableError, match="called_enough"):
                await tables.entrances.reserve(None, game_id, HOST, ASHA)
            continue
        await tables.entrances.reserve(None, game_id, HOST, ASHA)
    clock.go(hours=25)
    await tables.entrances.reserve(None, game_id, HOST, ASHA)
    # At one table the limit is lower, and an offer of a seat counts like a reservation.
    running = await open_table(tables, number=50)
    for _ in range(CALLS[0]):
        asked = await tables.replacing.propose(None, running, HOST, "raj", StandIn(ASHA, "Asha"))
        await tables.votes.answer(None, running, HOST, asked.number, agree=False)
    with pytest.raises(TableError, match="called_enough"):
        await tables.replacing.propose(None, running, HOST, "raj", StandIn(ASHA, "Asha"))


async def test_the_role_of_a_server_is_pinged_at_most_once_an_hour(storage: Storage, clock: Clock) -> None:
    tables = Tables(storage)
    async with storage.transaction() as tx:
        await tx.put_server_settings(1, {"ping": 5})
    first, second = await open_lobby(tables), await open_lobby(tables, 2)
    assert await tables.entrances.take_ping(None, first, HOST) == 5
    await tables.lobby.close(None, first, HOST)
    with pytest.raises(TableError, match="pinged_recently"):
        await tables.entrances.take_ping(None, second, HOST)
    clock.go(hours=1)
    assert await tables.entrances.take_ping(None, second, HOST) == 5


async def test_a_listed_table_can_be_joined_and_pings_the_role_once(world: World) -> None:
    role = world.guild.create_role("Players")
    keepers = world.guild.create_role("Keepers", permissions=discord.Permissions(manage_channels=True))
    user = world.env.create_user("mina", global_name="Mina")
    world.people["Mina"] = world.guild.add_member(user, roles=[keepers])
    await world.open_table()
    assert "no role to ping" in (await world.slash("Asha", "table ping")).words
    await world.slash("Mina", "server settings", ping=role)
    assert "pinged" in (await world.slash("Asha", "table ping")).words
    assert f"<@&{role.id}>" in world.messages()[-1].content
    assert "once" in (await world.slash("Asha", "table ping")).words
    panel = await world.slash("Bilal", "table open")
    assert "Salt March" in panel.words
    panel = await world.press("Bilal", panel, "take")
    assert "Bilal" not in (await world.slash("Charu", "table open")).words
    await world.slash("Asha", "table entrance", private=True, consent=True)
    assert "No table on this server" in (await world.slash("Dev", "table open")).words
    asked = await world.slash("Dev", "table join")
    assert "The host of “Salt March” has been asked" in asked.words
    request = read_panel(next(one for one in reversed(world.messages()) if "is asking for a seat" in one.content))
    assert "host" in (await world.press("Bilal", request, "admit")).words
    await world.press("Asha", request, "admit")
    shown = await world.slash("Dev", "table show")
    assert "Dev" in shown.words or f"<@{world.people['Dev'].id}>" in shown.words
    kept = await world.slash("Asha", "table reserve", player=world.people["Charu"])
    assert "Reserved for Charu" in kept.words
    assert "reserved" in (await world.slash("Asha", "table show")).words
    freed = await world.slash("Asha", "table reserve", player=world.people["Charu"], cancel=True)
    assert "Free for everyone again" in freed.words
    assert "No seat is reserved for Charu any more" in freed.words
    assert "reserved" not in (await world.slash("Asha", "table show")).words


async def test_a_failed_ping_does_not_count_and_a_later_one_has_the_tables_language(world: World) -> None:
    role = world.guild.create_role("Players")
    await world.bot.tables.servers.change(None, world.guild.id, MODERATOR, "manager", {"ping": role.id})
    await world.open_table(language="it", reserve=world.people["Dev"])
    await world.quiet()
    forbid(world, "send_messages")
    assert load_language("en").say("permission.send_messages") in (await world.slash("Asha", "table ping")).words
    forbid(world)
    assert "pinged" in (await world.slash("Asha", "table ping")).words
    words = world.messages()[-1].content
    assert "cerca" in words
    # The seat that is reserved is not offered.
    assert words.count(load_language("it").word("seat.raj")) == 0
    assert load_language("it").word("seat.congress") in words


async def test_a_reserved_seat_is_free_for_all_once_its_person_has_left_it(storage: Storage, clock: Clock) -> None:
    tables = Tables(storage)
    game_id = await open_lobby(tables)
    for person, seat in ((HOST, "raj"), (23, "league"), (24, "revolutionaries")):
        await tables.lobby.join(None, game_id, person, str(person), seat)
    await tables.entrances.reserve(None, game_id, HOST, ASHA, "congress")
    assert not is_looking(await tables.table(game_id), clock())
    await tables.lobby.join(None, game_id, ASHA, "Asha", "")
    after = await tables.leave(None, game_id, ASHA, "")
    assert after.state.reserved == []
    assert is_looking(after, clock())


async def test_an_old_request_gives_no_second_seat_to_a_person_who_has_one(storage: Storage) -> None:
    tables = Tables(storage)
    game_id = await open_lobby(tables)
    await tables.entrances.change(None, game_id, HOST, consent=True)
    await tables.lobby.join(None, game_id, ASHA, "Asha", "raj")
    await tables.entrances.reserve(None, game_id, HOST, ASHA, "congress")
    await tables.lobby.join(None, game_id, ASHA, "Asha", "")
    with pytest.raises(TableError, match="no_request"):
        await tables.entrances.answer(None, game_id, HOST, await find_request(storage, game_id), agree=True)
    assert (await tables.table(game_id)).seats_of(ASHA) == ["congress"]


async def test_a_request_for_a_seat_lasts_when_someone_else_leaves_that_seat(storage: Storage) -> None:
    tables = Tables(storage)
    game_id = await open_lobby(tables)
    await tables.lobby.join(None, game_id, HOST, "Raj", "raj")
    await tables.entrances.change(None, game_id, HOST, consent=True)
    await tables.lobby.join(None, game_id, ASHA, "Asha", "congress")
    await tables.lobby.join(None, game_id, HOST, "Raj", "congress")
    await tables.leave(None, game_id, HOST, "congress")
    after = await tables.entrances.answer(None, game_id, HOST, await find_request(storage, game_id), agree=True)
    assert after.seats_of(ASHA) == ["congress"]


async def test_a_newcomer_gets_another_seat_if_the_requested_one_was_reserved_meanwhile(storage: Storage) -> None:
    tables = Tables(storage)
    game_id = await open_lobby(tables)
    await tables.entrances.change(None, game_id, HOST, consent=True)
    await tables.lobby.join(None, game_id, ASHA, "Asha", "raj")
    await tables.entrances.reserve(None, game_id, HOST, BILAL, "raj")
    after = await tables.entrances.answer(None, game_id, HOST, await find_request(storage, game_id), agree=True)
    assert after.seats_of(ASHA) == ["congress"]


async def test_no_seat_is_reserved_for_a_bot(world: World) -> None:
    robot = world.guild.add_member(world.env.create_user("robot", bot=True))
    assert "is a bot" in (await world.slash("Asha", "table new", scenario="short", reserve=robot)).words
    assert await world.bot.tables.lobby.find_tables(guild_id=world.guild.id) == []
    game_id = await world.open_table()
    assert "is a bot" in (await world.slash("Asha", "table reserve", player=robot)).words
    assert (await world.bot.tables.table(game_id)).state.reserved == []

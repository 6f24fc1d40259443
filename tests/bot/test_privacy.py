"""What is stored about a person is shown, and goes when they ask: seats, name, votes and settings."""

from __future__ import annotations

import re

import pytest

from bot.language import Mention
from bot.tables.absences import StandIn
from bot.tables.announcements import announce_notice
from bot.tables.authorization import Rank, is_protected
from bot.tables.entrance import is_looking
from bot.tables.play import Tables
from bot.tables.privacy import Privacy
from bot.tables.table import Pending, change_state
from engine.core.text import text
from storage import Storage
from tests.bot.clock import Clock
from tests.bot.people import World
from tests.bot.players import HOST, PEOPLE, open_lobby, open_table, posts_of, whose

EVA = 99


async def test_unknown_people_have_nothing_to_delete(world: World) -> None:
    for command in ("privacy show", "privacy delete"):
        panel = await world.slash("Dev", command)
        assert panel.words == "Nothing is stored about you."
        assert panel.buttons == {}


async def test_a_player_is_forgotten_and_the_game_continues(world: World) -> None:
    game_id = await world.start_table()
    name = await world.pass_turn(game_id)
    user_id = world.people[name].id
    shown = await world.slash(name, "privacy show")
    assert "1 seat in a game in progress" in shown.words
    assert "choice" in shown.words
    panel = await world.slash(name, "privacy delete")
    assert "cannot be undone" in panel.words
    gone = await world.press(name, panel, "forget")
    assert "is deleted" in gone.words

    assert (await world.slash(name, "privacy show")).words == "Nothing is stored about you."
    async with world.storage.read() as reader:
        assert all(choice.user_id != user_id for choice in await reader.choices(game_id))
        posts = [post for post in await reader.posts(game_id) if post.status != "queued"]
        assert all(str(user_id) not in str(post.payload) for post in posts)
    assert f"<@{user_id}>" not in world.status_words()
    notice = world.messages()[-1].content
    assert "The seat is free" in notice
    assert name not in notice
    # Someone else takes the seat, and the game continues where it was.
    table = await world.bot.tables.table(game_id)
    free = next(seat.seat for seat in table.seats if seat.kind == "empty")
    other = next(person for person in world.people if person != name)
    await world.slash(other, "table join", seat=free)
    await world.pass_turn(game_id)


async def test_a_table_that_has_not_begun_gets_another_host_or_is_closed(world: World) -> None:
    first = await world.open_table(name="First")
    await world.slash("Bilal", "table join", seat="raj", table=first)
    second = await world.open_table(name="Second")
    await world.press("Asha", await world.slash("Asha", "privacy delete"), "forget")
    tables = world.bot.tables
    heir = (await tables.table(first)).game
    assert (heir.status, heir.host_user_id, heir.options["host"]) == ("open", world.people["Bilal"].id, "Bilal")
    closed = (await tables.table(second)).game
    assert closed.status == "closed"
    assert "Asha" not in str(closed.options)


async def test_repeating_the_deletion_click_deletes_no_later_data(world: World) -> None:
    game_id = await world.start_table()
    user_id = world.people["Asha"].id
    await world.bot.privacy.forget(77, user_id)
    await world.slash("Asha", "table join", seat="raj")
    await world.bot.privacy.forget(77, user_id)
    assert (await world.bot.tables.table(game_id)).seats_of(user_id) == ["raj"]


async def test_a_seat_reserved_for_a_deleted_person_is_free_again(storage: Storage, clock: Clock) -> None:
    """The status went on to call the seat reserved, and the table was not listed as looking for players."""
    tables = Tables(storage)
    game_id = await open_lobby(tables)
    await tables.lobby.join(None, game_id, HOST, "Raj", "raj")
    for number, seat in enumerate(("congress", "league", "revolutionaries"), EVA):
        await tables.entrances.reserve(None, game_id, HOST, number, seat)
    assert not is_looking(await tables.table(game_id), clock())
    await Privacy(tables).forget(77, EVA)
    table = await tables.table(game_id)
    assert table.state.reserved == ["league", "revolutionaries"]
    assert is_looking(table, clock())


async def test_the_owner_of_a_seat_is_asked_again_when_the_stand_in_deletes_their_data(storage: Storage) -> None:
    """The owner was not pinged, and no longer counted as away, so that a vote could replace them."""
    tables = Tables(storage)
    game_id = await open_table(tables)
    seat = whose(await tables.moment(game_id))
    away = await tables.absences.leave(None, game_id, PEOPLE[seat], StandIn(EVA, "Eva"), None)
    before = len(await posts_of(storage, game_id))
    await Privacy(tables).forget(77, EVA)
    table = await tables.table(game_id)
    absence = table.absence(seat)
    assert absence is not None
    assert (absence.stand_in_id, absence.stand_in_name, absence.until) == (
        PEOPLE[seat],
        seat.title(),
        away.absences[0].until,
    )
    assert is_protected(table, seat)
    (message,) = (await posts_of(storage, game_id))[before:]
    assert message.ping == PEOPLE[seat]
    assert "Eva" not in message.content
    assert (await tables.moment(game_id, PEOPLE[seat])).is_mine


@pytest.mark.parametrize("rank", ["", "moderator"])
async def test_a_closed_game_does_not_name_a_closer_who_deleted_their_data(storage: Storage, rank: Rank) -> None:
    """The name stayed in the state of the table after the person had deleted their data."""
    tables = Tables(storage)
    game_id = await open_table(tables, {"raj": HOST}, with_automatic=True)
    who = EVA if rank else HOST
    await tables.lobby.close(None, game_id, who, "Closer", rank=rank)
    assert (await tables.table(game_id)).abandoned_by == "Closer"
    await Privacy(tables).forget(77, who)
    table = await tables.table(game_id)
    assert table.is_abandoned
    assert "Closer" not in str(table.game.options)


async def test_a_lobby_is_not_abandoned_after_the_moderator_who_closed_it_deletes_their_data(storage: Storage) -> None:
    tables = Tables(storage)
    game_id = await open_lobby(tables)
    await tables.lobby.close(None, game_id, EVA, "Closer", rank="moderator")
    await Privacy(tables).forget(77, EVA)
    table = await tables.table(game_id)
    assert table.game.status == "closed"
    assert not table.is_abandoned


async def test_a_queued_message_neither_names_nor_pings_a_person_who_deleted_their_data(storage: Storage) -> None:
    """A message that could not be sent for a while had the name of a person whose data had been deleted."""
    tables = Tables(storage)
    game_id = await open_table(tables)
    seat = whose(await tables.moment(game_id))
    other = next(one for one in PEOPLE if one != seat)
    async with tables.transactions.begin(game_id, None) as tx:
        await tx.leave_seat(game_id, other)
        await tx.take_seat(game_id, other, EVA, "Evangeline")
    await tables.absences.leave(None, game_id, PEOPLE[seat], StandIn(EVA, "Evangeline"), None)
    async with tables.transactions.begin(game_id, None) as tx:
        words = text("ui.public.kept", name="Salt", who=["Evangeline", Mention(EVA)])
        await announce_notice(tx, tx.table, words, pings=[EVA, HOST])
        # What one person is called may be the name of a thing: only sentences about people change.
        await change_state(tx, game_id, pending=Pending(1, lines=(text("ui.public.forgotten", seat="Evangeline"),)))
    await Privacy(tables).forget(77, EVA)
    async with storage.read() as reader:
        queued = [post for post in await reader.posts(game_id) if post.status == "queued"]
    assert "Evangeline" not in str([post.payload for post in queued])
    assert str(EVA) not in re.findall(r"\d+", str([post.payload.get("pings") for post in queued]))
    (kept,) = [post for post in queued if "ui.public.kept" in str(post.payload)]
    assert kept.payload["pings"] == [HOST]
    assert kept.payload["text"]["params"]["who"] == ["?", "?"]
    assert any("? and ? keeps “Salt” open." in str(post.content) for post in await posts_of(storage, game_id))
    assert "Evangeline" in str((await tables.table(game_id)).state.pending)


async def test_a_queued_question_does_not_name_a_newcomer_who_deleted_their_data(storage: Storage) -> None:
    """The vote about the newcomer was deleted, but its question, not sent yet, still had their name."""
    tables = Tables(storage)
    game_id = await open_table(tables)
    await tables.replacing.propose(None, game_id, PEOPLE["raj"], "raj", StandIn(EVA, "Evangeline"))
    assert "Evangeline" in str(await posts_of(storage, game_id))
    await Privacy(tables).forget(77, EVA)
    async with storage.read() as reader:
        posts = await reader.posts(game_id)
        assert await reader.ballot(game_id) is None
    assert "replace_offered" in str([post.payload for post in posts])
    assert "Evangeline" not in str([post.payload for post in posts])

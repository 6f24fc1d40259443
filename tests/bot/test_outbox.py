"""The outbox: queued messages arrive once and in order, even when something fails on the way."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from unittest.mock import patch

import discord
import pytest
from sqlmodel import col, update

from bot.discord.delivery.outbox import PICTURE_WAIT, Claimed, Outbox, Sent
from bot.discord.delivery.status import is_status
from bot.discord.panel import public_view
from bot.language import load_language
from bot.narrate.panel import BODY_LIMIT
from bot.narrate.standing import name_last
from bot.tables.announcements import BESIDE, NOTICE, PUBLIC, STATUS, TURN, announce_notice
from bot.tables.committing import Automation, Found
from bot.tables.loading import StepLog, encode_steps, list_steps, load_table, read_turn
from bot.tables.preferences import Preferences
from bot.tables.table import Table
from bot.web.links import Links
from bot.worker import RECOVERY
from engine.core.change import Change
from engine.core.protocol import Label
from engine.core.text import text
from storage import Post, PushDevice, StorageError
from storage.columns import utc_now
from storage.models import SeatTable
from tests.bot.people import World, read_panel, restart


async def posts(world: World, game_id: str) -> list[Post]:
    """Return every queued message of a game, whatever became of it."""
    async with world.storage.read() as reader:
        return await reader.posts(game_id)


async def test_a_turn_is_one_message_that_pings_the_next_player_only(world: World) -> None:
    game_id = await world.start_table()
    before = len(world.messages())
    await world.pass_turn(game_id)
    new = world.messages()[before:]
    assert len(new) == 1
    following = world.people[await world.whose(game_id)]
    sent = [
        request.json
        for request in world.env.http_requests
        if request.method == "POST" and request.path.endswith("/messages") and isinstance(request.json, dict)
    ]
    assert f"<@{following.id}>" in new[0].content
    assert sent[-1]["allowed_mentions"]["users"] == [following.id]
    assert sent[-1]["allowed_mentions"]["parse"] == []
    assert sent[-1]["enforce_nonce"] is True


async def test_a_browser_notifies_a_person_in_place_of_the_ping_if_they_wish(world: World) -> None:
    game_id = await world.start_table()
    people = {person.id for person in world.people.values()}
    wishes, storage = world.bot.tables.wishes, world.storage
    world.bot.links = Links(storage, "https://example.org")
    for number, person in enumerate(people):
        found = PushDevice(
            id=str(number), user_id=person, endpoint="", key="", secret="", language="", created=storage.now()
        )
        async with storage.transaction() as tx:
            await tx.put_push_device(found, 1)
        await wishes.change(person, Preferences(ping=False), ("ping",))

    async def pass_turn() -> tuple[str, list[int]]:
        await world.pass_turn(game_id)
        sent = [
            request.json
            for request in world.env.http_requests
            if request.method == "POST" and request.path.endswith("/messages") and isinstance(request.json, dict)
        ]
        return world.messages()[-1].content, sent[-1]["allowed_mentions"]["users"]

    words, pinged = await pass_turn()
    asked = world.people[await world.whose(game_id)].id
    # The message still names the person, without a ping.
    assert f"<@{asked}>" in words
    assert asked not in pinged
    # Without a browser, or where the host has no pages, Discord pings again.
    async with storage.transaction() as tx:
        for number, person in enumerate(people):
            await tx.delete_push_device(str(number), person)
    _, pinged = await pass_turn()
    assert pinged == [world.people[await world.whose(game_id)].id]


async def test_ones_own_turn_is_announced_while_arjuna_still_plays(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    game_id = await world.open_table()
    await world.press("Asha", read_panel(world.status()), "take", "league")
    await world.press("Asha", await world.press("Asha", read_panel(world.status()), "start"), "fill")
    await world.quiet()
    play_one, said = Automation._play_one, []

    async def wait_for_the_message(automation: Automation, game_id: str, found: Found | None) -> bool:
        for _ in range(500):
            said.append(world.messages()[-1].content)
            if "**Muslim League: Pass**" in said[-1]:
                break
            await asyncio.sleep(0.01)
        return await play_one(automation, game_id, found)

    monkeypatch.setattr(Automation, "_play_one", wait_for_the_message)
    await world.pass_turn(game_id)
    assert "**Muslim League: Pass**" in said[-1]
    assert world.messages()[-1].content != said[-1]


async def test_the_status_is_one_pinned_message_that_is_kept_up_to_date(world: World) -> None:
    game_id = await world.start_table()
    first = world.status()
    await world.pass_turn(game_id)
    after = world.status()
    assert after.id == first.id
    assert await world.whose(game_id) in world.status_words()
    assert len(after.attachments) == 1


async def test_the_last_turn_in_the_status_omits_a_change_of_seat_beside_it(world: World) -> None:
    game_id = await world.start_table(seed="together")
    await world.pass_turn(game_id)
    async with world.storage.read() as reader:
        table, (turn,) = await load_table(reader, game_id), await reader.turns(game_id, last=1)
    handed = StepLog(Label("hand_over", "raj"), [Change("hand_over", piece="arjuna", target="raj")])
    language, own = load_language("en"), list_steps([turn])
    for steps in ([*own, handed], [handed, *own]):
        beside = turn.model_copy(update={"changes": encode_steps(steps)})
        assert name_last(language, table, read_turn(beside)) == "Last: Muslim League, Pass"
    alone = turn.model_copy(update={"changes": encode_steps([handed])})
    assert name_last(language, table, read_turn(alone)) == "Last: Arjuna now plays Raj"


async def test_the_status_names_the_mover_and_the_last_turn_and_has_seat_buttons(world: World) -> None:
    game_id = await world.open_table()
    lobby = read_panel(world.status())
    await world.press("Asha", lobby, "take", "raj")
    await world.press("Asha", read_panel(world.status()), "take", "league")
    lobby = read_panel(world.status())
    assert {lobby.has("leave", "raj"), lobby.has("leave", "league"), lobby.has("take", "congress")} == {True}
    await world.press("Asha", lobby, "leave", "league")
    lobby = read_panel(world.status())
    assert lobby.has("take", "league")
    assert lobby.has("leave", "raj")
    await world.press("Bilal", lobby, "take", "league")
    await world.press("Asha", await world.press("Asha", lobby, "start"), "fill")
    await world.quiet()
    await world.pass_turn(game_id)
    status = read_panel(world.status())
    waiting, happened = status.words.split("\n")[1:3]
    assert f"({await world.whose(game_id)})" in waiting
    assert happened == "-# Last: Muslim League, Pass"
    assert world.status().flags.components_v2
    assert status.has("turn")
    assert sum(status.has("faction", seat) for seat in ("raj", "congress", "league", "revolutionaries")) == 3


async def test_a_classic_status_is_recognised_and_converted(world: World) -> None:
    game_id = await world.start_table()
    language, channel = load_language(), world.bot.get_channel(world.channel.id)
    assert isinstance(channel, discord.TextChannel)
    old = await channel.send("**Salt March**", view=public_view(language, game_id, ["turn", "board", "card", "log"]))
    told = await channel.send("A turn.", view=public_view(language, game_id, ["turn", "card"]))
    assert is_status(old)
    assert not is_status(told)
    assert is_status(world.status())
    async with world.storage.transaction() as tx:
        await tx.put_message_ref(game_id, STATUS, channel.id, old.id)
    await world.pass_turn(game_id)
    status = await channel.fetch_message(old.id)
    assert status.flags.components_v2
    assert "**Salt March**" not in read_panel(status).words
    assert not status.content


async def test_a_deleted_status_is_made_again(world: World) -> None:
    game_id = await world.start_table()
    old = world.status()
    world.env.backend.delete_message(world.channel.id, old.id)
    await world.pass_turn(game_id)
    assert world.status().id != old.id


async def test_a_message_is_sent_without_a_failed_picture_which_follows_later(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    game_id = await world.open_table()
    for name, seat in (("Asha", "raj"), ("Bilal", "congress"), ("Charu", "league"), ("Dev", "revolutionaries")):
        await world.slash(name, "table join", seat=seat)
    world.pool.broken = True
    await world.slash("Asha", "table start")
    message = world.messages()[-1]
    assert "begins" in message.content
    assert message.attachments == []
    assert "cannot be drawn" in (await world.slash("Asha", "board")).words
    waiting = [post for post in await posts(world, game_id) if post.status == "queued"]
    assert [post.kind for post in waiting] == ["picture"]

    world.pool.broken = False
    await world.pass_turn(game_id)
    assert len(world.messages()) == 3
    monkeypatch.setattr(world.storage, "_now", lambda: utc_now() + PICTURE_WAIT)
    world.bot.outbox.kick()
    running = world.bot.outbox._running
    assert running is not None
    await running
    again = next(found for found in world.messages() if found.id == message.id)
    assert [file.filename for file in again.attachments] == ["map.png"]


async def test_a_table_that_cannot_be_read_holds_up_no_other(world: World) -> None:
    game_id = await world.start_table()
    async with world.storage.transaction() as tx:
        broken = await tx.create_game(
            name="Broken",
            kind="gandhi",
            scenario="short",
            seats=["raj"],
            seed=bytes(32),
            rules_version="1",
            language="en",
            host_user_id=1,
            channel_id=1,
        )
        await tx._session.exec(update(SeatTable).where(col(SeatTable.game_id) == broken.id).values(kind="throne"))
        await tx.enqueue(broken.id, STATUS, BESIDE, {})
    before = len(world.messages())
    await world.pass_turn(game_id)
    assert len(world.messages()) == before + 1
    assert [post.status for post in await posts(world, broken.id)] == ["failed"]
    assert {post.status for post in await posts(world, game_id)} <= {"sent", "superseded"}


async def test_a_message_that_discord_failed_to_take_is_sent_again(world: World) -> None:
    game_id = await world.start_table()
    world.env.inject_error("POST", "/channels/*/messages", status=500, times=1)
    before = len(world.messages())
    await world.pass_turn(game_id)
    waiting = [post for post in await posts(world, game_id) if post.status == "queued"]
    if waiting:
        assert waiting[0].kind == TURN
        await world.env.advance_time(10)
    assert len(world.messages()) == before + 1
    assert {post.status for post in await posts(world, game_id)} <= {"sent", "superseded"}


async def test_a_panel_says_that_the_channel_cannot_be_reached_until_a_message_arrives(world: World) -> None:
    game_id = await world.start_table()
    world.env.inject_error("POST", "/channels/*/messages", status=403, code=50013, times=2)
    await world.pass_turn(game_id)
    panel = await world.slash(await world.whose(game_id), "turn")
    assert "can no longer be reached" in panel.words
    failed = [post for post in await posts(world, game_id) if post.status == "failed"]
    assert [post.kind for post in failed] == [TURN]
    await world.pass_turn(game_id)
    panel = await world.slash(await world.whose(game_id), "turn")
    assert "can no longer be reached" not in panel.words


@pytest.mark.parametrize(("status", "code"), [(403, 50001), (404, 10003)], ids=["hidden", "deleted"])
async def test_a_panel_says_that_a_hidden_or_deleted_channel_cannot_be_reached(
    world: World, status: int, code: int
) -> None:
    game_id = await world.start_table()
    place = (await world.bot.tables.table(game_id)).place
    world.env.inject_error("GET", f"/channels/{place}", status=status, code=code, times=9)
    find_channel = world.bot.get_channel
    with patch.object(world.bot, "get_channel", lambda number: None if number == place else find_channel(number)):
        await world.pass_turn(game_id)
        failed = [post.kind for post in await posts(world, game_id) if post.status == "failed"]
    assert TURN in failed
    panel = await world.slash(await world.whose(game_id), "turn")
    assert "can no longer be reached" in panel.words


async def test_posts_claimed_before_a_crash_are_sent_after_the_restart(world: World) -> None:
    game_id = await world.start_table()
    async with world.storage.transaction() as tx:
        await tx.lock_game(game_id)
        await tx.enqueue(game_id, "notice", "public", {"content": "Still here."})
        assert len(await tx.claim_due()) == 1
    assert "Still here." not in [message.content for message in world.messages()]
    await restart(world)
    assert [message.content for message in world.messages()].count("Still here.") == 1
    await restart(world)
    assert [message.content for message in world.messages()].count("Still here.") == 1


async def test_a_sent_message_is_found_even_behind_a_newer_status(world: World) -> None:
    """A status goes out beside the messages: one with a lower number may be there only after them."""
    game_id = await world.start_table()
    async with world.storage.transaction() as tx:
        await tx.lock_game(game_id)
        await tx.enqueue(game_id, STATUS, BESIDE, {})
        await tx.enqueue(game_id, NOTICE, PUBLIC, {"content": "Only once."})
        claimed = await tx.claim_due()
    channel = world.bot.get_channel(world.channel.id)
    assert isinstance(channel, discord.TextChannel)
    await channel.send("Only once.")
    status = await channel.send("The status.")
    (notice,) = [post for post in claimed if post.kind == NOTICE]
    async with world.storage.transaction() as tx:
        await tx.mark_sent(next(post.id for post in claimed if post.kind == STATUS), status.id)
    await restart(world)
    assert [message.content for message in world.messages()].count("Only once.") == 1
    again = next(post for post in await posts(world, game_id) if post.id == notice.id)
    assert (again.status, again.attempts) == ("sent", 2)


async def test_a_message_of_another_post_or_table_does_not_count_as_sent(world: World) -> None:
    game_id = await world.start_table()
    async with world.storage.transaction() as tx:
        await tx.lock_game(game_id)
        for _ in range(2):
            await tx.enqueue(game_id, NOTICE, PUBLIC, {"content": "Seen."})
        await tx.enqueue(game_id, NOTICE, f"{PUBLIC}/2", {"content": "With a button."})
    world.bot.outbox.kick()
    await world.quiet()
    assert [message.content for message in world.messages()].count("Seen.") == 2
    channel = world.bot.get_channel(world.channel.id)
    assert isinstance(channel, discord.TextChannel)
    first, second, third = (await posts(world, game_id))[-3:]
    outbox = world.bot.outbox

    async def find(post: Post, content: str) -> int | None:
        again = post.model_copy(update={"attempts": 2})
        found = await outbox._find_earlier(channel, again, content, "")
        return found.id if found is not None else None

    # Each has the same words as the other: only its own message counts.
    assert [await find(one, "Seen.") for one in (first, second)] == [first.message_id, second.message_id]
    assert first.message_id is not None
    world.env.backend.delete_message(world.channel.id, first.message_id)
    assert await find(first, "Seen.") is None
    missing = second.model_copy(update={"seq": third.seq + 1, "message_id": None})
    assert await find(missing, "Seen.") is None
    language = load_language()
    await channel.send("Whose?", view=public_view(language, "other1", ["turn"]))
    assert await find(missing, "Whose?") is None
    mine = await channel.send("Whose?", view=public_view(language, game_id, ["turn", "card"]))
    assert await find(missing, "Whose?") == mine.id


async def test_a_lost_status_comes_back_at_the_next_start(world: World) -> None:
    game_id = await world.start_table()
    async with world.storage.transaction() as tx:
        await tx.delete_message_ref(game_id, STATUS)
    old = world.status()
    await restart(world)
    assert world.status().id != old.id


async def test_a_button_of_a_panel_is_still_answered_after_a_restart(world: World) -> None:
    game_id = await world.start_table()
    name = await world.whose(game_id)
    panel = await world.slash(name, "pass")
    await restart(world)
    panel = await world.press(name, panel, "confirm" if panel.has("confirm") else "choose")
    assert "Something went wrong" not in panel.words


async def test_messages_contain_neither_the_seed_nor_the_deck(world: World) -> None:
    game_id = await world.start_table()
    await world.pass_turn(game_id)
    async with world.storage.read() as reader:
        seed = (await reader.game(game_id)).seed.hex()
        deck = (await world.bot.tables.moment(game_id)).game.state.deck
    assert deck
    for message in world.channel.history():
        assert seed not in read_panel(message).words
    for post in await posts(world, game_id):
        assert seed not in str(post.payload)
        assert "deck" not in str(post.payload.get("view", {}))


async def test_a_table_gets_a_thread_if_its_host_asks_for_one(world: World) -> None:
    await world.slash("Asha", "table new", scenario="short", name="Salt March", thread=True)
    threads = world.channel.threads
    assert [thread.name for thread in threads] == ["Gandhi: Salt March"]
    table = (await world.bot.tables.lobby.find_tables(guild_id=world.guild.id))[0]
    assert table.place == threads[0].id
    assert any(message.pinned for message in threads[0].history())


async def test_a_table_with_a_deleted_thread_uses_its_channel(world: World) -> None:
    game_id = await world.start_table()
    async with world.storage.transaction() as tx:
        await tx.update_game(game_id, thread_id=424242)
    before = len(world.messages())
    name = await world.whose(game_id)
    panel = await world.slash(name, "pass", table=game_id)
    await world.press(name, await world.arm(name, panel), "confirm", "")
    assert len(world.messages()) > before
    assert (await world.bot.tables.table(game_id)).game.thread_id is None


async def test_the_log_is_shown_privately_within_the_message_limit(world: World) -> None:
    game_id = await world.start_table()
    await world.pass_turn(game_id)
    panel = await world.slash("Asha", "log", turns=12)
    assert "Pass" in panel.words
    assert len(panel.words) <= BODY_LIMIT
    assert isinstance(world.status(), discord.Message)


async def test_a_database_failure_during_a_message_loses_no_message(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    game_id = await world.start_table()
    before = len(world.messages())
    find_table = world.bot.tables.table
    await world.bot.tables.voice_of(game_id)
    failures = iter([True])

    async def fail_once(wanted: str) -> Table:
        if next(failures, False):
            raise StorageError("The database is locked.", "locked")
        return await find_table(wanted)

    monkeypatch.setattr(world.bot.tables, "table", fail_once)
    await world.pass_turn(game_id)
    assert "failed" not in {post.status for post in await posts(world, game_id)}
    # When its claim has run out, the message is taken up again.
    monkeypatch.setattr(world.storage, "_now", lambda: utc_now() + timedelta(minutes=3))
    world.bot.outbox.kick()
    running = world.bot.outbox._running
    assert running is not None
    await running
    assert len(world.messages()) == before + 1
    assert {post.status for post in await posts(world, game_id)} <= {"sent", "superseded"}


@pytest.mark.parametrize(
    ("status", "code", "key"),
    [
        (413, 40005, "ui.without.refused_files"),
        (400, 50035, "ui.without.refused_files"),
        (403, 50013, "ui.without.attach_files"),
    ],
)
async def test_a_turn_is_announced_without_a_refused_picture(world: World, status: int, code: int, key: str) -> None:
    game_id = await world.start_table()
    before = len(world.messages())
    world.env.inject_error("POST", "/channels/*/messages", status=status, code=code, times=1)
    await world.pass_turn(game_id)
    (turn,) = world.messages()[before:]
    assert turn.attachments == []
    assert "Pass" in turn.content
    language = load_language()
    remark = language.say(key, permission=language.word("permission.attach_files"))
    assert remark in turn.content
    assert {post.status for post in await posts(world, game_id)} <= {"sent", "superseded", "queued"}
    waiting = [post.kind for post in await posts(world, game_id) if post.status == "queued"]
    # A refused permission (403) may be given later, so the picture waits; other refusals are final.
    assert waiting == (["picture"] if status == 403 else [])


async def test_an_answer_is_given_without_its_picture_if_discord_refuses_it(world: World) -> None:
    game_id = await world.start_table()
    world.env.inject_error("PATCH", "/webhooks/*/*/messages/@original", status=413, code=40005, times=1)
    answer = await world.slash("Asha", "board", table=game_id)
    assert answer.message.attachments == []
    assert load_language().say("ui.without.refused_files") in answer.words


async def test_a_database_that_can_be_written_again_is_noticed_within_seconds(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    game_id = await world.start_table()
    before = len(world.messages())
    find_table = world.bot.tables.table
    await world.bot.tables.voice_of(game_id)
    failures = iter([True, True])

    async def fail(wanted: str) -> Table:
        if next(failures, False):
            raise StorageError("The disk is full.", "full")
        return await find_table(wanted)

    monkeypatch.setattr(world.bot.tables, "table", fail)
    await world.pass_turn(game_id)
    await world.env.advance_time(2 * RECOVERY + 1)
    await world.quiet()
    assert len(world.messages()) == before + 1
    assert {post.status for post in await posts(world, game_id)} <= {"sent", "superseded"}


async def test_an_idle_outbox_looks_again_when_its_next_message_is_due(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    game_id = await world.start_table()
    waits: list[float] = []
    monkeypatch.setattr(world.bot.outbox, "_wake_in", waits.append)
    async with world.storage.transaction() as tx:
        for minutes in (5, 9):
            later = utc_now() + timedelta(minutes=minutes)
            await tx.enqueue(game_id, f"{BESIDE}:{minutes}", PUBLIC, {}, not_before=later)
    world.bot.outbox.kick()
    await world.quiet()
    assert waits == [pytest.approx(300, abs=30)]


async def test_a_stop_ends_messages_under_way_before_anything_else_is_closed(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    game_id = await world.start_table()
    begun, ended = asyncio.Event(), asyncio.Event()

    async def deliver(outbox: Outbox, claimed: Claimed, table: Table) -> Sent:
        begun.set()
        try:
            await asyncio.Event().wait()
        finally:
            # To abort a request takes a while.
            for _ in range(9):
                await asyncio.sleep(0)
            ended.set()
        return Sent()

    monkeypatch.setattr(Outbox, "farewell", 0.0)
    monkeypatch.setattr(Outbox, "_deliver", deliver)
    async with world.bot.tables.transactions.begin(game_id, None) as tx:
        await announce_notice(tx, tx.table, text("ui.panel.sent"))
    await asyncio.wait_for(begun.wait(), 5)
    await world.bot.outbox.close()
    assert ended.is_set()
    # The next start sends it again: it is neither lost nor given up.
    assert (await posts(world, game_id))[-1].status == "sending"


async def test_a_notice_that_pings_only_its_author_is_silent(world: World) -> None:
    """Of one's own undo, the person who did it was notified where they follow all messages of a channel."""
    game_id = await world.start_table()
    asha, bilal = (world.people[name].id for name in ("Asha", "Bilal"))
    for pings in ([asha], [asha, bilal]):
        async with world.bot.tables.transactions.begin(game_id, None) as tx:
            (mine,) = tx.table.seats_of(asha)
            await announce_notice(tx, tx.table, text("ui.public.taken_back", seat=mine), mine, asha, pings=pings)
        await world.quiet()
    told = [message for message in world.messages() if "last turn undone" in message.content]
    assert [message.flags.silent for message in told] == [True, False]
    assert [f"<@{bilal}>" in message.content for message in told] == [False, True]
    assert not any(f"<@{asha}>" in message.content for message in told)

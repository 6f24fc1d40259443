"""Many tables: all of a person's in one list, several in one channel, and whose move it is at each."""

from __future__ import annotations

import re
import time
from typing import Any

import pytest

from bot.discord.delivery.outbox import write_head
from bot.discord.places import PLACES
from bot.language import list_languages, load_language
from bot.narrate.standing import name_played
from bot.tables.absences import AUTOMATIC_PLAYER, StandIn
from bot.tables.announcements import STATUS
from bot.tables.play import Tables
from engine.gandhi.ids import SEATS
from storage import Storage
from tests.bot.clock import Clock
from tests.bot.people import NAMES, World
from tests.bot.players import PEOPLE, act_plainly, open_table, read_message, whose

LOUD = "Salt_March *2*"


async def open_second(world: World, name: str = LOUD) -> str:
    """Open another table in the same channel, at which Asha and Bilal play, and return its id."""
    tables, asha, bilal = world.bot.tables, world.people["Asha"].id, world.people["Bilal"].id
    await world.slash("Asha", "table new", scenario="short", name=name)
    made = next(one for one in await tables.lobby.find_tables(guild_id=world.guild.id) if one.game.name == name)
    await tables.lobby.join(None, made.id, asha, "Asha", "raj")
    await tables.lobby.join(None, made.id, bilal, "Bilal", "congress")
    await tables.start(None, made.id, asha, with_automatic=True)
    await world.env.settle()
    await world.quiet()
    return made.id


async def test_the_command_mine_lists_tables_of_every_server_and_opens_a_panel(
    world: World,
) -> None:
    first = await world.start_table()
    second = await open_second(world)
    tables, name = world.bot.tables, await world.whose(first)
    far = await tables.lobby.create(
        99, name="Far", scenario="short", language="en", host_user_id=7, host_name="Zed", guild_id=4711, channel_id=66
    )
    await tables.lobby.join(None, far.id, world.people[name].id, name, "league")
    panel = await world.slash(name, "mine")
    where = f"https://discord.com/channels/{world.guild.id}/{world.channel.id}"
    assert f"[Salt March]({where}): **your move** for " in panel.words
    assert "[Far](https://discord.com/channels/4711/66): not started, 3 seats free" in panel.words
    assert panel.words.index("Salt March") < panel.words.index("Far")
    assert ("Salt\\_March" in panel.words) == (name in ("Asha", "Bilal"))
    opened = await world.press(name, panel, "turn")
    assert opened.has("choose") or opened.selects
    labels = [label for made, label in panel.buttons.items() if f":{first}:" in made]
    assert labels == ["Your turn: Salt March"]
    other = next(one for one in ("Charu", "Dev") if one != name)
    words = (await world.slash(other, "mine")).words
    assert f"({name}, asked <t:" in words
    assert "Salt\\_March" not in words
    assert second not in words


async def test_the_command_mine_and_the_status_say_when_all_seats_are_taken(world: World) -> None:
    game_id = await world.open_table()
    for name, seat in zip(NAMES, SEATS, strict=True):
        await world.bot.tables.lobby.join(None, game_id, world.people[name].id, name, seat)
    await world.env.settle()
    await world.quiet()
    assert ": not started, all seats taken" in (await world.slash("Bilal", "mine")).words
    assert "All seats are taken: click **Start**." in world.status_words()
    await world.bot.tables.lobby.leave(None, game_id, world.people["Dev"].id, "revolutionaries")
    await world.env.settle()
    await world.quiet()
    assert ": not started, 1 seat free" in (await world.slash("Bilal", "mine")).words
    assert "Still free: Revolutionaries." in world.status_words()


async def test_a_person_lists_tables_where_they_sit_stand_in_or_host_a_lobby(storage: Storage) -> None:
    tables = Tables(storage)
    seated = await open_table(tables)
    hosted = await tables.lobby.create(
        5, name="Later", scenario="short", language="en", host_user_id=11, host_name="Raj", guild_id=9, channel_id=6
    )
    eva = 55

    async def mine(person: int) -> set[str]:
        return {table.id for table in await tables.lobby.find_mine(person)}

    assert await mine(PEOPLE["raj"]) == {seated, hosted.id}
    assert await mine(PEOPLE["league"]) == {seated}
    assert await mine(eva) == set()
    await tables.absences.leave(None, seated, PEOPLE["league"], StandIn(eva, "Eva"), None)
    assert await mine(eva) == {seated}
    await tables.absences.come_back(None, seated, eva)
    assert await mine(eva) == set()


async def test_the_table_that_has_waited_longest_comes_first(storage: Storage, monkeypatch: pytest.MonkeyPatch) -> None:
    tables, clock = Tables(storage), Clock()
    monkeypatch.setattr(storage, "_now", clock)
    made = []
    for number in range(3):
        table = await tables.lobby.create(
            100 + number, name=f"T{number}", scenario="short", language="en", host_user_id=11, host_name="R",
            guild_id=number, channel_id=number,
        )  # fmt: skip
        for seat in SEATS:
            await tables.lobby.join(None, table.id, 11, "R", seat)
        if number:
            await tables.start(None, table.id, 11)
        made.append(table.id)
        clock.go(hours=1)
    assert [table.id for table in await tables.lobby.find_mine(11)] == [made[1], made[2], made[0]]


async def test_commands_in_a_channel_with_two_tables_ask_which_is_meant(world: World) -> None:
    first = await world.start_table()
    before = len(world.messages())
    await world.pass_turn(first)
    assert not any(found.content.startswith("**Salt March**\n") for found in world.messages()[before:])
    second = await open_second(world)
    before = len(world.messages())
    tables = world.bot.tables
    for game_id in (first, second):
        moment = await tables.moment(game_id)
        holder = moment.table.actor(whose(moment))
        assert holder is not None
        assert holder.user_id is not None
        await act_plainly(tables, await tables.moment(game_id, holder.user_id), holder.user_id)
    await world.env.settle()
    await world.quiet()
    heads = [found.content.partition("\n")[0] for found in world.messages()[before:]]
    assert "**Salt March**" in heads
    assert "**Salt\\_March \\*2\\***" in heads
    # The message of a table that begins names the table itself, so it has no heading.
    assert not any(head.startswith("**Salt") and "begins" in head for head in heads)
    for command, verb in {
        "turn": "turn",
        "log": "log",
        "status": "status",
        "undo": "retract",
        "why": "reasons",
    }.items():
        asked = await world.slash("Asha", command)
        assert "There are several tables here. Which one?" in asked.words
        assert sorted(asked.buttons.values()) == ["Salt March", LOUD]
        assert asked.has(verb)
    assert "would win" in (await world.press("Asha", await world.slash("Asha", "status"), "status")).words
    # A person who sits at only one of them is not asked which.
    assert "Which one?" not in (await world.slash("Dev", "turn")).words


async def test_join_and_start_apply_to_the_table_that_has_not_begun(world: World) -> None:
    """This also holds for someone who has a seat in the running game beside it."""
    await world.start_table()
    lobby = await world.open_table(name="Later")
    assert "**Later** (`" in (await world.slash("Asha", "table list")).words
    assert "waiting, 0 of 4 seats taken" in (await world.slash("Asha", "table list")).words
    for name, seat in (("Asha", "league"), ("Bilal", "raj")):
        await world.slash(name, "table join", seat=seat)
    table = await world.bot.tables.table(lobby)
    assert [table.seats_of(world.people[name].id) for name in ("Asha", "Bilal")] == [["league"], ["raj"]]
    assert "2 of 4 seats taken" in (await world.slash("Asha", "table list")).words
    await world.press("Asha", await world.slash("Asha", "table start"), "fill")
    assert (await world.bot.tables.table(lobby)).game.status == "playing"


async def test_a_message_that_was_sent_with_the_tables_name_is_found_again(world: World) -> None:
    first = await world.start_table()
    await open_second(world)
    await world.bot.tables.lobby.leave(None, first, world.people["Bilal"].id, "")
    await world.env.settle()
    await world.quiet()
    async with world.storage.read() as reader:
        post = [post for post in await reader.posts(first) if post.kind != STATUS][-1]
    table = await world.bot.tables.table(first)
    content = read_message(table, post).content
    sent = world.messages()[-1]
    assert sent.content == write_head(table, "") + content
    again = post.model_copy(update={"attempts": 2})
    channel = await world.bot.fetch_channel(table.place)
    assert isinstance(channel, PLACES)
    found = await world.bot.outbox._find_earlier(channel, again, content, write_head(table, ""))
    assert found is not None
    assert found.id == sent.id


async def test_listing_tables_with_who_must_act_takes_a_constant_number_of_reads(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    game_id = await world.start_table()
    name = await world.whose(game_id)
    await world.slash("Dev", "table list")  # Settings of Dev are read once only.
    words = (await world.slash(name, "table list")).words
    assert f"({name}, asked <t:" in words
    assert " · waiting for " in words
    reads: list[int] = []
    counts = []
    opened = world.storage.read

    def count() -> Any:
        reads.append(1)
        return opened()

    for number in range(2):
        for made in range(20 * number):
            await world.bot.tables.lobby.create(
                5000 + made, name=f"T{made}", scenario="short", language="en", host_user_id=900 + made,
                host_name="R", guild_id=world.guild.id, channel_id=world.channel.id,
            )  # fmt: skip
        reads.clear()
        with monkeypatch.context() as patch:
            patch.setattr(world.storage, "read", count)
            await world.slash("Dev", "table list")
        counts.append(len(reads))
    assert counts[0] == counts[1]


@pytest.mark.parametrize("code", list_languages())
async def test_turns_offered_for_a_rewind_are_labelled_by_their_actions(storage: Storage, code: str) -> None:
    tables = Tables(storage)
    game_id = await open_table(tables)
    first = whose(await tables.moment(game_id))
    await tables.absences.leave(None, game_id, PEOPLE[first], AUTOMATIC_PLAYER, None)
    for _ in range(6):
        seat = whose(await tables.moment(game_id))
        await act_plainly(tables, await tables.moment(game_id, PEOPLE[seat]), PEOPLE[seat])
    turns = await tables.rewinding.list_turns(game_id)
    async with storage.read() as reader:
        stored = await reader.turns(game_id)
    assert len(turns) < len(stored), "a seat that changed hands is no turn"
    language = load_language(code)
    table = await tables.table(game_id)
    begun = time.perf_counter()
    lines = [name_played(language, table, played) for played in turns]
    assert time.perf_counter() - begun < 1
    # The lines also differ without their numbers.
    assert len({re.sub(r"\d+", "", line, count=1) for line in lines}) == len(lines)
    for played, line in zip(turns, lines, strict=True):
        assert language.word(f"seat.{played.turn.label['seat']}") in line
        assert language.word(f"card.{played.turn.label['card']}") in line
        assert language.say("log.nothing") not in line
        assert not set("*`") & set(line)

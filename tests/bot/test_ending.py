"""The end of a game: the report in its order and once, the proof that it was fair, and another game."""

from __future__ import annotations

import dataclasses
import pickle
import random
import re
from typing import get_type_hints
from unittest.mock import patch

import discord
import msgspec
import pytest
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from bot.discord.delivery.ending import ALBUM, queue_album
from bot.errors import StaleButton, TableError
from bot.games.frontend import list_fronts
from bot.games.playing import AUTOMATIC
from bot.language import load_language
from bot.narrate.announcements import write_ending
from bot.narrate.records import write_turning_point
from bot.narrate.replay_page import make_page
from bot.narrate.standing import write_places, write_ranking, write_result
from bot.tables.announcements import ENDING, TURN, describe_ending, read_announcement
from bot.tables.closing import abandon
from bot.tables.declared import ENDS, FOLLOWS
from bot.tables.loading import StepLog, decode_steps, encode_steps
from bot.tables.lobby import number_name
from bot.tables.play import Tables
from bot.tables.privacy import Privacy
from bot.tables.table import Table, TableState
from bot.web.links import Links
from engine import Game
from engine.core.dice import commit
from engine.core.text import text
from storage import Storage
from storage.columns import utc_now
from storage.models import TurnTable
from tests.bot.people import NAMES, World, list_links, read_panel, restart
from tests.bot.players import HOST, PEOPLE, act_plainly, open_lobby, open_position, open_table, whose
from tests.turns import at_random
from texts import list_languages


def test_functions_that_draw_recaps_can_be_sent_to_another_process() -> None:
    for front in list_fronts():
        assert pickle.dumps((front.pictures.recap_game, front.pictures.recap_turn, make_page))


async def test_the_end_is_announced_in_order_and_once(world: World) -> None:
    world.bot.links = Links(world.storage, "https://pages.example")
    game_id = await world.play_alone()
    end, last = [message for message in world.messages() if not message.pinned][-2:]
    assert [file.filename for file in end.attachments] == ["map.png"]
    moment = await world.bot.tables.moment(game_id)
    assert moment.game.result is not None
    headline = write_result(load_language("en"), moment.game.result)
    assert headline in end.content
    assert "1. **" not in end.content, "the ranking has its own message"
    assert headline in last.content
    assert "1. **" in last.content
    assert last.content.count("\n- **") == 3, "Arjuna has won, and all players lose equally"
    assert re.search(r"Raj Control \d+ = \d+", last.content)
    assert "Turning point (Turn " in last.content or "In front from the first" in last.content
    assert f"<@{world.people['Asha'].id}>" in last.content
    assert (moment.view, []) in world.pool.drawn, "the final board, without marks"
    assert [file.filename for file in last.attachments] == [
        "map.png",
        f"gandhi-{game_id}.gandhi.jsonl",
        "chart.png",
        f"gandhi-{game_id}.html",
        "recap.gif",
    ]
    seed = (await world.bot.tables.table(game_id)).game.seed
    assert seed.hex() in last.content
    panel = read_panel(last)
    assert panel.has("verify")
    assert panel.has("rematch")
    async with world.storage.read() as reader:
        posts = [post for post in await reader.posts(game_id) if post.kind in (TURN, ENDING, *ALBUM)]
    assert [post.kind for post in posts[-5:]] == [TURN, ENDING, *ALBUM]
    assert [name for name, _ in world.pool.ran] == ["draw_chart", "make_page", "recap_game"]

    pinned = next(message for message in world.messages() if message.pinned)
    assert "Eligible" not in pinned.content
    assert list_links(pinned) == [await world.bot.links.find_page(game_id)], "the page stays, beside five other buttons"
    told = await world.slash("Asha", "log")
    assert told.words.rstrip().endswith(f"**{headline}**")
    count = len(world.messages())
    await restart(world)
    await world.quiet()
    assert len(world.messages()) == count
    assert len(world.messages()[-1].attachments) == 5


@pytest.mark.parametrize("found", [None, (0, "raj"), (1, "congress"), (2, "raj")])
async def test_the_turning_point_names_the_turn_since_which_the_winner_led(
    storage: Storage, monkeypatch: pytest.MonkeyPatch, found: tuple[int, str] | None
) -> None:
    tables, language = Tables(storage), load_language()
    game_id = await open_table(tables)
    for _ in range(2):
        await act_plainly(tables, moment := await tables.moment(game_id), PEOPLE[whose(moment)])
    tale = await tables.recaps.tell_last(game_id, None)
    front = tale.table.front
    monkeypatch.setattr(type(front.score), "find_turning_point", lambda score, views: found)
    lines = write_turning_point(language, tale)
    if found is None:
        assert lines == []
        return
    number, seat = found
    if not number:
        assert lines == [language.say("ui.over.always", seat=seat)]
        return
    (line,) = lines
    player = language.word(f"seat.{tale.turns[number - 1].label['seat']}")
    assert f"(Turn {number}" in line
    assert player in line.partition("From then on")[0]
    assert language.word(f"seat.{seat}") in line.partition("From then on")[2]


@pytest.mark.whole_game
async def test_pictures_of_the_end_are_queued_once_even_if_requested_twice(world: World) -> None:
    game_id = await world.play_alone()
    last = world.messages()[-1]
    table = await world.bot.tables.table(game_id)
    ending = describe_ending(table, (await world.bot.tables.moment(game_id)).game)
    assert ending is not None
    for _ in range(2):
        await queue_album(world.bot, table, ending, last)
    async with world.storage.read() as reader:
        kinds = [post.kind for post in await reader.posts(game_id)]
    assert [kinds.count(kind) for kind in ALBUM] == [1, 1, 1]


@pytest.mark.whole_game
async def test_the_end_is_announced_without_a_failed_picture_which_follows_later(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    world.pool.broken = True
    game_id = await world.play_alone()
    last = world.messages()[-1]
    assert "The secret seed was" in last.content
    assert len(last.attachments) == 1
    world.pool.broken = False
    for hours in (1, 2, 3, 4):
        monkeypatch.setattr(world.storage, "_now", lambda hours=hours: utc_now().replace(year=2030 + hours))
        world.bot.outbox.kick()
        await world.quiet()
    again = next(message for message in world.messages() if message.id == last.id)
    assert [file.filename for file in again.attachments][1:] == [
        "map.png",
        "chart.png",
        f"gandhi-{game_id}.html",
        "recap.gif",
    ]


@pytest.mark.whole_game
async def test_a_lone_player_reads_how_well_they_did(world: World) -> None:
    game_id = await world.play_alone("raj")
    game = (await world.bot.tables.moment(game_id)).game
    assert game.result is not None
    end = [message for message in world.messages() if not message.pinned][-1].content
    words = {"raj": ("A success", "A clear success")}.get(game.result.ranking[0], ("Defeat",))
    assert any(word in end for word in words)


@pytest.mark.whole_game
async def test_a_lone_players_ending_says_how_often_the_game_went_back(world: World) -> None:
    game_id = await world.open_table(seed="congress 1930")
    await world.slash("Asha", "table join", seat="congress")
    tables = world.bot.tables
    await tables.start(None, game_id, world.people["Asha"].id, with_automatic=True)
    for _ in range(2):
        await world.pass_turn(game_id)
        first = min(turn.number for turn in await tables.rewinding.list_turns(game_id))
        await world.slash("Asha", "table rewind", to=first)
    await world.play_out(game_id, lambda turn: at_random(random.Random(f"1930 {turn}")))
    end = [message for message in world.messages() if not message.pinned][-1].content
    assert "The game went back to an earlier turn 2 times." in end
    # With several people nothing is said: all of them agreed to it.
    game, table = (await tables.moment(game_id)).game, await tables.table(game_id)
    rows = [row if row.seat != "raj" else row.model_copy(update={"user_id": 99}) for row in table.seats]
    shared = dataclasses.replace(table, seats=tuple(rows))
    assert "went back" in write_end(table, game)
    assert "went back" not in write_end(shared, game)
    # Nothing is said of a game that never went back either.
    options = {name: value for name, value in table.game.options.items() if name != "gone_back"}
    straight = dataclasses.replace(table, game=table.game.model_copy(update={"options": options}))
    assert "went back" not in write_end(straight, game)


def write_end(table: Table, game: Game) -> str:
    """Return the words of a game's end."""
    ending = describe_ending(table, game)
    assert ending is not None
    return "\n".join(write_ending(load_language("en"), table, ending, game))


@pytest.mark.whole_game
async def test_verify_reports_a_fair_game_with_its_figures(world: World) -> None:
    game_id = await world.play_alone()
    last = world.messages()[-1]
    words = (await world.press("Bilal", read_panel(last), "verify")).words
    table = await world.bot.tables.table(game_id)
    steps = [step for one in await all_steps(world, game_id) for step in one]
    dice = sum(change.verb == "roll" for step in steps for change in step.changes)
    assert "was fair" in words
    assert commit(table.game.seed) in words
    assert f"Dice rolled in the open: {dice}." in words
    async with world.storage.read() as reader:
        choices = [choice for choice in await reader.choices(game_id) if choice.kind == "choose"]
    assert f"with {len(choices)} choices" in words
    start = next(message for message in world.messages() if "begins" in message.content)
    assert str(start.id) in words
    assert commit(table.game.seed) in start.content
    assert "was fair" in (await world.slash("Asha", "table verify", table=game_id)).words


async def test_verify_finds_a_changed_die(world: World) -> None:
    game_id = await world.play_alone()
    async with world.storage.read() as reader:
        turns = await reader.turns(game_id)
    told = [(turn, decode_steps(turn.changes)) for turn in turns]
    turn, steps = next((turn, steps) for turn, steps in told if any(has_roll(step) for step in steps))
    changes = [
        [msgspec.structs.replace(change, new=7) if change.verb == "roll" else change for change in step.changes]
        for step in steps
    ]
    forged = [StepLog(step.label, other) for step, other in zip(steps, changes, strict=True)]
    async with world.storage.transaction() as tx:
        row = await tx._session.get(TurnTable, (game_id, turn.number))
        assert row is not None
        row.changes = encode_steps(forged)
    words = (await world.slash("Asha", "table verify", table=game_id)).words
    assert "failed" in words
    assert "was fair" not in words


def has_roll(step: StepLog) -> bool:
    """Return whether a die was rolled in a step."""
    return any(change.verb == "roll" for change in step.changes)


async def all_steps(world: World, game_id: str) -> list[list[StepLog]]:
    """Return the stored steps of every turn."""
    async with world.storage.read() as reader:
        return [decode_steps(turn.changes) for turn in await reader.turns(game_id)]


async def test_a_running_game_is_not_verified_because_its_seed_is_secret(world: World) -> None:
    game_id = await world.start_table()
    words = (await world.slash("Asha", "table verify")).words
    assert "once the game is over" in words
    seed = (await world.bot.tables.table(game_id)).game.seed
    assert seed.hex() not in words


def test_every_setting_declares_whether_a_rematch_keeps_it() -> None:
    hints = get_type_hints(TableState, include_extras=True)
    undeclared = [name for name, hint in hints.items() if {FOLLOWS, ENDS}.isdisjoint(getattr(hint, "__metadata__", ()))]
    assert undeclared == []


async def test_a_rematch_of_a_private_table_is_private(storage: Storage) -> None:
    tables = Tables(storage)
    game_id = await open_lobby(tables)
    await tables.entrances.change(None, game_id, HOST, private=True, consent=True, talk=False)
    await tables.lobby.join(None, game_id, HOST, "Raj", "raj")
    await tables.start(None, game_id, HOST, with_automatic=True)
    await tables.lobby.close(None, game_id, HOST, "Raj")
    made, _ = await tables.lobby.rematch(7, game_id, HOST, "Raj")
    assert (made.state.private, made.state.consent, made.state.no_talk) == (True, True, True)
    # The same click again finds the same table, but not after it was closed.
    assert (await tables.lobby.rematch(7, game_id, HOST, "Raj"))[0].id == made.id
    await tables.lobby.close(None, made.id, HOST, "Raj")
    with pytest.raises(StaleButton):
        await tables.lobby.rematch(7, game_id, HOST, "Raj")


async def test_people_are_invited_once_to_tables_that_a_crash_left_unsettled(world: World) -> None:
    tables = world.bot.tables
    game_id = await world.start_table()
    async with tables.transactions.begin(game_id, None) as tx:
        await abandon(tx, "")
    crash = TableError(text("error.no_channel"))
    with patch.object(tables.lobby, "settle", side_effect=crash):
        await world.slash("Charu", "table new", scenario="short", name="Quit India", reserve=world.people["Dev"])
    await tables.lobby.rematch(8, game_id, world.people["Asha"].id, "Asha")
    for _ in range(2):
        await world.bot.post_missing_statuses()
        await world.env.settle()
        await world.quiet()
    invitations = [found for found in world.messages() if "would like another game" in found.content]
    assert [sorted(person.id for person in found.mentions) for found in invitations] == [
        sorted(world.people[name].id for name in NAMES if name != "Asha")
    ]
    kept = [found for found in world.messages() if "Quit India" in found.content and found.mentions]
    assert [[person.id for person in found.mentions] for found in kept] == [[world.people["Dev"].id]]


async def test_the_seat_of_a_person_who_deleted_their_data_is_free_in_a_rematch(storage: Storage) -> None:
    """The seat was held by no one: no one could take it, and the game waited for it."""
    tables = Tables(storage)
    game_id = await open_table(tables)
    async with tables.transactions.begin(game_id, None) as tx:
        await abandon(tx, "")
    await Privacy(tables).forget(7, PEOPLE["league"])
    made, _ = await tables.lobby.rematch(8, game_id, HOST, "Raj")
    assert {row.seat: row.kind for row in made.seats} == {**dict.fromkeys(PEOPLE, "player"), "league": "empty"}
    joined = await tables.lobby.join(None, made.id, 99, "Eva", "league")
    assert joined.seats_of(99) == ["league"]


async def test_the_thread_of_a_rematch_is_in_the_channel_of_the_old_table(world: World) -> None:
    """The thread was made where the button was clicked, perhaps for people who must not see the table."""
    game_id = await world.open_table(thread=True)
    tables, asha = world.bot.tables, world.people["Asha"]
    await tables.lobby.join(None, game_id, asha.id, "Asha", "raj")
    await tables.start(None, game_id, asha.id, with_automatic=True)
    async with tables.transactions.begin(game_id, None) as tx:
        await abandon(tx, "")
    shown = await asha.slash(world.guild.create_text_channel("elsewhere"), "table show", table=game_id)
    panel = read_panel(shown.response)
    await asha.click(panel.message, custom_id=panel.find("rematch"))
    (made,) = await tables.lobby.find_tables(guild_id=world.guild.id)
    assert made.game.thread_id is not None
    thread = await world.bot.fetch_channel(made.game.thread_id)
    assert isinstance(thread, discord.Thread)
    assert thread.parent_id == world.channel.id


async def test_a_rematch_of_a_table_without_a_thread_has_none(world: World) -> None:
    game_id = await world.open_table()
    tables, asha = world.bot.tables, world.people["Asha"]
    await tables.lobby.join(None, game_id, asha.id, "Asha", "raj")
    await tables.start(None, game_id, asha.id, with_automatic=True)
    async with tables.transactions.begin(game_id, None) as tx:
        await abandon(tx, "")
    panel = await world.slash("Asha", "table show", table=game_id)
    opened = await world.press("Asha", panel, "rematch")
    (made,) = await tables.lobby.find_tables(guild_id=world.guild.id)
    assert (made.game.thread_id, world.channel.threads) == (None, [])
    assert f"<#{world.channel.id}>" in opened.words


async def test_a_rematch_can_be_opened_in_a_channel_of_an_allowed_category(world: World) -> None:
    """Only the channel and the thread of the old table were compared with the places that the server allows."""
    category = world.guild.create_category("games")
    channel = world.guild.create_text_channel("tables", category=category)
    await world.bot.tables.servers.change(None, world.guild.id, 1, "manager", {}, channel=category.id)
    await world.env.settle()
    asha, tables = world.people["Asha"], world.bot.tables
    await asha.slash(channel, "table new", scenario="short", name="Salt March")
    (table,) = await tables.lobby.find_tables(guild_id=world.guild.id)
    await tables.lobby.join(None, table.id, asha.id, "Asha", "raj")
    await tables.start(None, table.id, asha.id, with_automatic=True)
    await tables.lobby.close(None, table.id, asha.id, "Asha")
    made, is_new = await tables.lobby.rematch(7, table.id, asha.id, "Asha")
    assert (is_new, made.game.channel_id) == (True, channel.id)
    # Where the server allows tables no longer, there is no rematch.
    await tables.lobby.close(None, made.id, asha.id)
    for one in (category.id, world.channel.id):
        await tables.servers.change(None, world.guild.id, 1, "manager", {}, channel=one)
    with pytest.raises(TableError, match="channel_not_allowed"):
        await tables.lobby.rematch(8, table.id, asha.id, "Asha")
    # A page, which shows no ids of channels, names those that everyone can see.
    hidden = discord.Permissions(view_channel=True).value
    everyone = Overwrite(target_id=world.guild.id, type=OverwriteType.ROLE, allow=0, deny=hidden)
    world.env.backend.set_overwrite(world.channel.id, everyone)
    await world.env.settle()
    names = [tables.lobby.name_place(one) for one in (channel.id, category.id, world.channel.id, 1)]
    assert names == ["tables", "games", "", ""]


@pytest.mark.parametrize("scenario", ["short", "basic"])
async def test_a_rematch_keeps_automatic_players_on_seats_that_no_person_takes(storage: Storage, scenario: str) -> None:
    """Everyone keeps their seat, it said, and below it that three seats were free."""
    tables = Tables(storage)
    game_id = await open_lobby(tables, scenario=scenario)
    mine, other, *_ = [row.seat for row in (await tables.table(game_id)).seats]
    await tables.lobby.join(None, game_id, HOST, "Raj", mine)
    begun = (await tables.start(None, game_id, HOST, with_automatic=True)).table
    await tables.lobby.close(None, game_id, HOST, "Raj")
    made, _ = await tables.lobby.rematch(7, game_id, HOST, "Raj")
    held = [(row.seat, row.kind, row.user_id, row.display_name) for row in made.seats]
    assert held == [(row.seat, row.kind, row.user_id, row.display_name) for row in begun.seats]
    assert all(made.is_open_to_all(row) == (row.seat != mine) for row in made.seats)
    # Someone else may take a seat of the new table, and no game begins without a person.
    joined = await tables.lobby.join(None, made.id, HOST + 1, "Dev", "")
    assert joined.seats_of(HOST + 1) == [other]
    for person in (HOST, HOST + 1):
        await tables.lobby.leave(None, made.id, person, "")
    with pytest.raises(TableError, match="nobody_seated"):
        await tables.lobby.start(None, made.id, HOST + 1, with_automatic=True)
    await tables.lobby.join(None, made.id, HOST + 1, "Dev", mine)
    moment = await tables.start(None, made.id, HOST + 1, with_automatic=True)
    assert [row.kind for row in moment.table.seats] == [row.kind for row in begun.seats]
    # While it is played, the table decides about the seat of an automatic player.
    with pytest.raises(TableError):
        await tables.lobby.join(None, made.id, HOST, "Raj", other)


async def test_a_rematch_is_one_table_with_the_same_people_and_settings(world: World) -> None:
    game_id = await world.play_alone("raj")
    last = read_panel(world.messages()[-1])
    first = await world.press("Asha", last, "rematch")
    again = await world.press("Asha", last, "rematch")
    tables = await world.bot.tables.lobby.find_tables(guild_id=world.guild.id)
    assert [table.game.name for table in tables] == ["Salt March 2"]
    made = tables[0]
    assert "Salt March 2" in first.words
    assert "already open" in again.words
    old = await world.bot.tables.table(game_id)
    assert made.game.scenario == old.game.scenario
    assert made.game.language == old.game.language
    assert made.seats_of(world.people["Asha"].id) == ["raj"]
    assert [seat.kind for seat in made.seats] == [seat.kind for seat in old.seats] == ["player", *[AUTOMATIC] * 3]
    # Everyone keeps their seat, which is said once: there is no one else whom the table could invite.
    assert "everyone keeps their seat" in first.words
    await world.quiet()
    assert not any("would like another game" in found.content for found in world.messages())
    assert not any("Still free" in found.content for found in world.messages())
    assert made.game.seed != old.game.seed
    assert {"seats", "sides", "rematch"} & set(made.game.options) == set()


@pytest.mark.whole_game
async def test_a_rematch_pings_every_player_but_the_one_who_opened_it(world: World) -> None:
    game_id = await world.play_together()
    async with world.storage.read() as reader:
        told = next(post for post in await reader.posts(game_id) if post.kind == ENDING)
    everybody = sorted(person.id for person in world.people.values())
    assert read_announcement(told.payload).everybody == everybody, "the end calls everybody who plays, and nobody twice"
    before = len(world.env.http_requests)
    table = await world.bot.tables.table(game_id)
    last = read_panel(next(m for m in reversed(world.messages()) if "The secret seed was" in m.content))
    await world.press("Bilal", last, "rematch")
    await world.quiet()
    called = [
        request.json["allowed_mentions"]
        for request in world.env.http_requests[before:]
        if request.method == "POST" and request.path.endswith("/messages") and isinstance(request.json, dict)
    ]
    pinged = [user for allowed in called for user in allowed.get("users", [])]
    assert sorted(pinged) == sorted(world.people[name].id for name in NAMES if name != "Bilal")
    assert all(allowed["parse"] == [] for allowed in called)
    invitation = read_panel(next(found for found in world.messages() if "would like another game" in found.content))
    # Nothing stays live under an old message: the table itself has the buttons of the moment.
    assert [made.split(":", 4)[3] for made in invitation.buttons] == ["show"]
    table_now = await world.press("Charu", invitation, "show")
    assert table_now.has("start")
    assert table_now.has("leave")
    assert table.game.status == "over"


@pytest.mark.whole_game
async def test_only_players_of_a_finished_game_can_open_a_rematch(world: World) -> None:
    game_id = await world.play_alone("raj")
    last = read_panel(world.messages()[-1])
    assert "Only people who played" in (await world.press("Dev", last, "rematch")).words
    assert await world.bot.tables.lobby.find_tables(guild_id=world.guild.id) == []
    assert (await world.bot.tables.table(game_id)).game.options.get("rematch") is None


@pytest.mark.parametrize(
    ("name", "after"),
    [
        ("Salt March", "Salt March 2"),
        ("Salt March 2", "Salt March 3"),
        ("Table 1", "Table 2"),
        ("1947", "1947 2"),
        ("x" * 60, "x" * 58 + " 2"),
    ],
)
def test_the_name_of_a_rematch_has_the_next_number(name: str, after: str) -> None:
    assert number_name(name) == after
    assert len(after) <= 60


@pytest.mark.whole_game
async def test_the_recap_of_turns_ends_at_the_games_position(world: World) -> None:
    game_id = await world.play_alone()
    tale = await world.bot.tables.recaps.tell_last(game_id, None)
    moment = await world.bot.tables.moment(game_id)
    assert tale.after == moment.view
    assert len(tale.views) == len(tale.scenes) + 1
    one = await world.bot.tables.recaps.tell_last(game_id, 1)
    assert one.after == tale.after
    assert one.before == tale.scenes[-2].view
    async with world.storage.read() as reader:
        turns = await reader.turns(game_id)
    assert len(turns) == len(tale.scenes)


@pytest.mark.parametrize("code", list_languages())
async def test_losing_players_get_no_places_when_all_players_lose(storage: Storage, code: str) -> None:
    """7.1 They lose equally, so that +9 is not fourth behind −20: only the Faction that has won has a number."""
    position = {"phase": "over", "ended": "victory", "seats": {"congress": "arjuna"}, "spaces": LOST}
    game_id = await open_position(Tables(storage), position, code)
    moment = await Tables(storage).moment(game_id)
    language, result, before = load_language(code), moment.game.result, Game.at({}).view()
    assert result is not None
    assert (result.ranking[-1], result.ranking[0], result.all_players_lose) == ("raj", "congress", True)
    assert write_result(language, result) == language.say("over.lost", seat="congress")
    lines = write_ranking(language, moment.front, result, [""] * 4, moment.game)
    assert [line.startswith(mark) for line, mark in zip(lines, ["1. ", "- ", "- ", "- "], strict=True)] == [True] * 4
    assert [line[:1] for line in write_places(language, result)[1:]] == ["1", "•", "•", "•"]
    totals = moment.front.score.write_changes(language, before, moment.view)
    assert not re.search(r"\b[1-4]\.", totals)


LOST = {
    space: {"level": "active_opposition"}
    for space in ("bihar", "united_provinces", "bombay_presidency", "madras_presidency", "gujarat", "orissa", "mysore")
}
"""Congress exceeds its threshold."""

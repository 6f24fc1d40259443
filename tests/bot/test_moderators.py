"""Moderators: what they may do at tables and on a server, that it is announced and recorded, and what they may not."""

from __future__ import annotations

from typing import Any

import discord
import pytest
import simcord

from bot.errors import SettingsError, TableError
from bot.tables.authorization import Rank
from bot.tables.play import Tables
from bot.tables.scheduler import Timekeeper
from bot.tables.servers import Periods, ServerSettings, list_games, read_periods, read_server
from storage import Storage
from tests.bot.clock import Clock, let_pass
from tests.bot.people import World
from tests.bot.players import PEOPLE, act_plainly, open_table, play_until, posts_of

pytestmark = pytest.mark.usefixtures("clock")

GUILD, MOD, HOST = 1, 88, 11
RANK: Rank = "moderator"


async def open_lobby(tables: Tables, people: dict[str, int], number: int = 1, **more: Any) -> str:
    """Open a table that has not begun, at which people sit, and return its id."""
    given = {"scenario": "short", "language": "en", "host_user_id": HOST, "host_name": "Raj", "guild_id": GUILD, **more}
    table = await tables.lobby.create(number, name="Salt", channel_id=5, **given)
    for seat, user_id in people.items():
        await tables.lobby.join(None, table.id, user_id, seat.title(), seat)
    return table.id


async def list_actions(tables: Tables) -> list[tuple[str, int | None, str | None]]:
    """Return what is recorded on the server, the oldest first."""
    entries = await tables.servers.list_actions(GUILD, RANK, 50)
    return [(one.action, one.user_id, one.game_id) for one in reversed(entries)]


async def list_words(storage: Storage, game_id: str) -> str:
    """Return every message of a table, one after the other."""
    return "\n".join(post.content for post in await posts_of(storage, game_id))


async def refuse(work: Any) -> str:
    """Return the key of the refusal."""
    with pytest.raises(TableError) as refusal:
        await work
    return refusal.value.text.key


async def test_a_moderator_may_close_a_running_game_and_the_action_is_recorded(storage: Storage) -> None:
    tables = Tables(storage)
    game_id = await open_table(tables)
    assert await refuse(tables.lobby.close(None, game_id, MOD, "Mo")) == "error.close_others"
    assert await refuse(tables.lobby.close(None, game_id, HOST, "Raj")) == "error.close_others"
    closed = await tables.lobby.close(None, game_id, MOD, "Mo", rank=RANK)
    assert closed.is_abandoned
    assert "closed unfinished by Mo" in await list_words(storage, game_id)
    assert await list_actions(tables) == [("close", MOD, game_id)]


async def test_players_and_spectators_are_pinged_when_a_moderator_closes_their_game(storage: Storage) -> None:
    """The message was silent, also for spectators who want a ping at the end of the game."""
    tables = Tables(storage)
    game_id = await open_table(tables)
    await tables.entrances.watch(None, game_id, 77, "game")
    await tables.lobby.close(None, game_id, MOD, "Mo", rank=RANK)
    assert (await posts_of(storage, game_id))[-1].pings == [*PEOPLE.values(), 77]


async def test_a_moderator_who_plays_has_only_a_players_rights(storage: Storage) -> None:
    tables = Tables(storage)
    game_id = await open_table(tables)
    who = PEOPLE["congress"]
    assert await refuse(tables.lobby.close(None, game_id, who, "Co", rank="manager")) == "error.close_others"
    free = tables.replacing.free(None, game_id, who, "league", rank="manager")
    assert await refuse(free) == "error.moderator_only"
    over = tables.replacing.hand_over(None, game_id, who, who, "Co", rank="manager")
    assert await refuse(over) == "error.host_or_moderator"
    assert await list_actions(tables) == []
    # A moderator who plays sees the same as any other player.
    moment = await tables.moment(game_id, who)
    assert moment.game.view() == (await tables.moment(game_id, PEOPLE["league"])).game.view()


async def test_a_moderator_closes_a_lobby_and_its_people_are_notified(storage: Storage) -> None:
    tables = Tables(storage)
    game_id = await open_lobby(tables, {"raj": HOST, "league": 13})
    assert (await tables.lobby.close(None, game_id, MOD, "Mo", rank=RANK)).game.status == "closed"
    (post,) = await posts_of(storage, game_id)
    assert post.pings == [HOST, 13]
    assert "Mo, a moderator, has closed “Salt”" in post.content
    assert await list_actions(tables) == [("close", MOD, game_id)]


async def test_closing_ones_own_lobby_is_not_recorded_as_an_action_of_a_moderator(storage: Storage) -> None:
    tables = Tables(storage)
    game_id = await open_lobby(tables, {"raj": HOST})
    await tables.lobby.close(None, game_id, HOST, "Raj", rank="manager")
    assert await list_actions(tables) == []


async def test_only_the_host_or_a_moderator_starts_a_game_unless_everyone_may(storage: Storage) -> None:
    tables = Tables(storage)
    game_id = await open_lobby(tables, {"raj": HOST, "league": 13})
    assert await refuse(tables.start(None, game_id, 13, with_automatic=True)) == "error.start"
    await tables.settings.change(None, game_id, HOST, anybody_starts=True)
    assert await refuse(tables.start(None, game_id, 99, with_automatic=True)) == "error.start"
    await tables.start(None, game_id, 13, with_automatic=True)
    other = await open_lobby(tables, {"raj": HOST, "league": 13}, 2)
    await tables.start(None, other, MOD, with_automatic=True, rank=RANK)
    assert await list_actions(tables) == [("start", MOD, other)]


async def test_the_player_seated_longest_becomes_host_when_the_host_leaves(storage: Storage, clock: Clock) -> None:
    tables = Tables(storage)
    game_id = await open_lobby(tables, {"raj": HOST})
    for seat, who in (("revolutionaries", 14), ("league", 13)):
        clock.go(minutes=1)
        await tables.lobby.join(None, game_id, who, seat.title(), seat)
    table = await tables.lobby.leave(None, game_id, HOST, "")
    assert (table.game.host_user_id, table.state.host) == (14, "Revolutionaries")
    assert "Revolutionaries is now the host of “Salt”" in await list_words(storage, game_id)
    # A host with two seats stays the host as long as one is left. The last person to leave stays the host.
    await tables.lobby.join(None, game_id, 14, "Revolutionaries", "raj")
    assert (await tables.lobby.leave(None, game_id, 14, "raj")).game.host_user_id == 14
    await tables.lobby.leave(None, game_id, 13, "")
    assert (await tables.lobby.leave(None, game_id, 14, "")).game.host_user_id == 14


async def test_only_a_player_or_a_moderator_can_become_host(storage: Storage) -> None:
    tables = Tables(storage)
    game_id = await open_lobby(tables, {"raj": HOST, "league": 13})
    give = tables.replacing.hand_over
    assert await refuse(give(None, game_id, 13, 13, "Le")) == "error.host_or_moderator"
    assert await refuse(give(None, game_id, HOST, 99, "Eve")) == "error.host_has_no_seat"
    assert (await give(None, game_id, HOST, 13, "League")).game.host_user_id == 13
    assert (await give(None, game_id, MOD, MOD, "Mo", rank=RANK)).game.host_user_id == MOD
    assert await list_actions(tables) == [("hand_over", MOD, game_id)]


async def test_a_person_removed_from_a_lobby_may_come_back_after_a_day(storage: Storage, clock: Clock) -> None:
    tables = Tables(storage)
    game_id = await open_lobby(tables, {"raj": HOST, "league": 13, "congress": 13})
    assert await refuse(tables.replacing.remove(None, game_id, HOST, 13, "Raj")) == "error.moderator_only"
    assert await refuse(tables.replacing.remove(None, game_id, MOD, 99, "Mo", rank=RANK)) == "error.remove_nobody"
    table = await tables.replacing.remove(None, game_id, MOD, 13, "Mo", rank=RANK)
    assert table.people == {HOST}
    assert "Mo, a moderator, has removed League" in await list_words(storage, game_id)
    assert await refuse(tables.lobby.join(None, game_id, 13, "League", "league")) == "error.removed"
    await tables.lobby.join(None, game_id, 14, "Zed", "league")
    clock.go(days=1, seconds=1)
    await tables.lobby.join(None, game_id, 13, "League", "congress")
    assert await list_actions(tables) == [("remove", MOD, game_id)]


async def test_a_seat_is_freed_after_a_day_of_silence_and_kept_by_a_choice(storage: Storage, clock: Clock) -> None:
    tables = Tables(storage)
    keeper = Timekeeper(tables)
    game_id = await open_table(tables)
    await play_until(tables, game_id, "league")
    outcome = await tables.replacing.free(None, game_id, MOD, "league", rank=RANK)
    assert outcome.missing == ("league",)
    post = (await posts_of(storage, game_id))[-1]
    assert post.pings == [PEOPLE["league"]]
    await act_plainly(tables, await tables.moment(game_id, PEOPLE["league"]), PEOPLE["league"])
    assert "is there and keeps the seat" in await list_words(storage, game_id)
    clock.go(days=1)
    await play_until(tables, game_id, "league")
    await tables.replacing.free(None, game_id, MOD, "league", rank=RANK)
    await let_pass(clock, keeper, 23)
    assert (await tables.table(game_id)).seats_of(PEOPLE["league"]) == ["league"]
    assert "Half of the time is over: a moderator" in await list_words(storage, game_id)
    await let_pass(clock, keeper, 1)
    holder = (await tables.table(game_id)).holder("league")
    assert holder is None
    assert "The seat of Muslim League, which League held, is free" in await list_words(storage, game_id)
    assert [action for action, _, _ in await list_actions(tables)] == ["free", "free"]


async def test_the_settings_of_a_server_limit_the_games_and_channels_of_new_tables(storage: Storage) -> None:
    tables = Tables(storage)
    first, second = list_games()[:2]
    change = tables.servers.change
    assert await refuse(change(None, GUILD, 99, "", {"language": "it"})) == "error.moderators_only"
    assert await refuse(change(None, GUILD, MOD, RANK, {"moderators": 7})) == "error.managers_only"
    await change(None, GUILD, MOD, "manager", {"moderators": 7})
    await change(None, GUILD, MOD, RANK, {"language": "it", "pace": "daily"}, channel=5)
    settings = await change(None, GUILD, MOD, RANK, {}, game=first)
    assert settings == ServerSettings(7, "it", "daily", tuple(one for one in list_games() if one != first), (5,))
    assert await refuse(open_lobby(tables, {})) == "error.game_not_offered"
    await change(None, GUILD, MOD, RANK, {}, game=first)
    await open_lobby(tables, {})
    await change(None, GUILD, MOD, RANK, {}, channel=5)
    await change(None, GUILD, MOD, RANK, {}, channel=6)
    assert await refuse(open_lobby(tables, {}, 3)) == "error.channel_not_allowed"
    await open_lobby(tables, {}, 4, places=(5, 6))
    for kind in list_games():
        if kind != second:
            await change(None, GUILD, MOD, RANK, {}, game=kind)
    assert await refuse(change(None, GUILD, MOD, RANK, {}, game=second)) == "error.last_game"
    # Other servers, and what others keep in the same row, are as they were.
    assert await tables.servers.find(2) == ServerSettings()
    assert {action for action, _, _ in await list_actions(tables)} == {"settings"}


def test_damaged_settings_of_a_server_fall_back_to_defaults() -> None:
    assert read_server({"language": 7, "games": "all"}) == ServerSettings()
    assert read_server({"language": 7, "moderators": 5}) == ServerSettings(moderators=5)
    assert read_server({"language": "it", "of_a_later_version": 1}) == ServerSettings(language="it")


def test_the_periods_of_expiry_are_read_from_the_environment() -> None:
    assert read_periods({}) == Periods(7, 30, 365)
    assert read_periods({"GANDHI_LOBBY_DAYS": "3", "GANDHI_ARCHIVE_DAYS": " 30 "}) == Periods(3, 30, 30)
    for wrong in ("0", "-1", "a week", "99999"):
        with pytest.raises(SettingsError, match="GANDHI_GAME_DAYS"):
            read_periods({"GANDHI_GAME_DAYS": wrong})


# -- on Discord ------------------------------------------------------------------------------------------------


def add_person(world: World, name: str, *roles: simcord.builders.RoleHandle) -> None:
    """Add a person with roles."""
    user = world.env.create_user(name.lower(), global_name=name)
    world.people[name] = world.guild.add_member(user, roles=roles)


async def test_moderators_are_found_by_permission_and_by_role(world: World) -> None:
    keepers = world.guild.create_role("Keepers", permissions=discord.Permissions(manage_threads=True))
    helpers = world.guild.create_role("Helpers")
    add_person(world, "Mina", keepers)
    add_person(world, "Hari", helpers)
    for name in ("Asha", "Hari"):
        assert "Only moderators can do that" in (await world.slash(name, "server settings", pace="daily")).words
        assert "Only moderators can do that" in (await world.slash(name, "server log")).words
    shown = await world.slash("Mina", "server settings", moderators=helpers, language="it")
    assert f"<@&{helpers.id}>" in shown.words
    public = [one for one in world.channel.history() if not one.flags.ephemeral][-1]
    assert public.content.startswith(f"<@{world.people['Mina'].id}> ha cambiato le impostazioni di questo server.")
    assert (
        "Only people who may manage channels"
        in (await world.slash("Hari", "server settings", moderators=helpers, ping=helpers)).words
    )
    await world.slash("Hari", "server settings", channel=world.channel, lobby_days=3)
    log = (await world.slash("Hari", "server log")).words
    assert f"<@{world.people['Mina'].id}>" in log
    assert "changed settings" in log
    # A new table speaks the language of the server.
    game_id = await world.open_table()
    assert (await world.bot.tables.table(game_id)).game.language == "it"
    asked = await world.slash("Asha", "server settings")
    assert "3 days without activity" in asked.words


async def test_moderators_remove_players_change_the_host_free_seats_and_close_tables(world: World) -> None:
    keepers = world.guild.create_role("Keepers", permissions=discord.Permissions(manage_channels=True))
    add_person(world, "Mina", keepers)
    game_id = await world.open_table()
    for name, seat in (("Asha", "raj"), ("Bilal", "congress"), ("Charu", "league")):
        await world.slash(name, "table join", seat=seat)
    assert "Only a moderator" in (await world.slash("Asha", "table remove", player=world.people["Bilal"])).words
    removed = await world.slash("Mina", "table remove", player=world.people["Bilal"])
    assert "Bilal is no longer at" in removed.words
    assert "A moderator has removed you" in (await world.slash("Bilal", "table join", seat="congress")).words
    assert "is now the host" in (await world.slash("Mina", "table host", player=world.people["Charu"])).words
    assert "Only Charu" in (await world.slash("Asha", "table start")).words
    await world.press("Charu", await world.slash("Charu", "table start"), "fill")
    asked = await world.slash("Mina", "table free", seat="raj")
    assert "has been asked" in asked.words
    sure = await world.slash("Mina", "table close", table=game_id)
    assert "closed" in (await world.press("Mina", sure, "end")).words
    await world.quiet()
    assert "closed unfinished by Mina" in world.messages()[-1].content
    words = (await world.slash("Mina", "server log")).words
    for what in ("closed “Salt March”", "removed Bilal", "made Charu the host", "free the seat"):
        assert what in words
    assert "1 action of moderators, by you or about you" in (await world.slash("Bilal", "privacy show")).words
    await world.press("Bilal", await world.slash("Bilal", "privacy delete"), "forget")
    assert (await world.slash("Bilal", "privacy show")).words == "Nothing is stored about you."
    words = (await world.slash("Mina", "server log")).words
    assert "removed (deleted)" in words
    assert "Bilal" not in words

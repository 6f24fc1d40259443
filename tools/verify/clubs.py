"""The texts that a club reads: seasons, moderators, entrances, promises, clocks, tables for one, silent tables."""

from __future__ import annotations

import random
from datetime import timedelta
from typing import Any

import discord

from bot.discord.features.settings import LIKE_DISCORD
from bot.tables.servers import list_games
from storage import GameStatus
from tests.bot.people import NAMES, SEATS, Panel, read_panel
from tests.turns import at_random, draw_turn
from tools.verify.scene import Scene

MODERATOR, STRANGER = "Mina", "Esha"
LONGEST = 500
"""The most characters of a line: longer ones are descriptions of the board, which other games show."""


def invite(scene: Scene) -> tuple[Any, Any]:
    """Bring a moderator and a newcomer to the server; return the roles of moderators and of people to ping."""
    world = scene.world
    keepers = world.guild.create_role("Keepers", permissions=discord.Permissions(manage_channels=True))
    for name, roles in ((MODERATOR, [keepers]), (STRANGER, [])):
        user = world.env.create_user(name.lower(), global_name=name)
        world.people[name] = world.guild.add_member(user, roles=roles)
    return keepers, world.guild.create_role("Players")


def find_panel(scene: Scene, verb: str) -> Panel:
    """Return the newest public message with a button."""
    return next(panel for one in reversed(scene.world.messages()) if (panel := read_panel(one)).has(verb))


async def find_table(scene: Scene, status: GameStatus = "open") -> str:
    """Return the id of the newest table in a state."""
    lobby, guild_id = scene.world.bot.tables.lobby, scene.world.guild.id
    return (await lobby.find_tables(guild_id=guild_id, statuses=(status,)))[0].id


async def play_club(scene: Scene) -> None:
    """Play through the life of a club, and keep all that its people read."""
    keepers, players = invite(scene)
    scene.longest = LONGEST
    await set_up_server(scene, keepers, players)
    await fall_silent(scene)
    scene.has_edits = False
    await play_season(scene)
    await find_players(scene)
    await moderate(scene)
    await play_alone(scene)


async def set_up_server(scene: Scene, keepers: Any, players: Any) -> None:
    """Change each setting of the server, and try what is refused."""
    scene.world.channel = channel = scene.world.guild.create_text_channel("club")
    for options in ({}, {"moderators": keepers}, {"language": "it", "pace": "weekly"}, {"ping": players}):
        await scene.use(MODERATOR, "server settings", **options)
    await scene.use(MODERATOR, "server settings", lobby_days=5, game_days=20, archive_days=100)
    kept, *others = list_games()
    left_out: list[dict[str, Any]] = [{"game": kind} for kind in others]
    for options in (*left_out, {"game": kept}, {"channel": channel}):
        await scene.use(MODERATOR, "server settings", **options)
    scene.world.channel = scene.world.guild.create_text_channel("elsewhere")
    await scene.use("Asha", "table new", scenario="short")
    scene.world.channel = channel
    await scene.use("Asha", "table new", scenario="basic")
    for options in (*left_out, {"channel": channel}, {"language": LIKE_DISCORD, "pace": "none"}):
        await scene.use(MODERATOR, "server settings", **options)
    await scene.use("Asha", "server settings", lobby_days=5)
    await scene.use("Asha", "server log")


async def play_season(scene: Scene) -> None:
    """Play a season of two rounds, with someone who drops out, up to its standings."""
    world = scene.world
    last = (world.storage.now() + timedelta(days=90)).strftime("%Y-%m-%d")
    await scene.use("Asha", "season show")
    await scene.use("Asha", "season open", name="Spring", ends=last)
    await scene.use(MODERATOR, "season open", name="Spring", ends="soon")
    await scene.use(MODERATOR, "season open", name="Spring", ends="2020-01-01")
    await scene.use(MODERATOR, "season open", name="Spring", ends=last, rounds=2)
    news = find_panel(scene, "enroll")
    await scene.use("Asha", "season show", season="Autumn")
    await scene.use(MODERATOR, "season start")
    for name in NAMES:
        panel = await scene.press(name, news, "enroll")
    await scene.press("Dev", panel, "withdraw")
    await scene.press("Dev", news, "enroll")
    await scene.press(MODERATOR, await scene.use(MODERATOR, "season show"), "beginseason")
    await scene.use(STRANGER, "season enter")
    await scene.use("Bilal", "season show")
    for name in (STRANGER, "Asha"):
        await scene.use(MODERATOR, "season substitute", person=world.people[name])
    await scene.use(MODERATOR, "season remove", person=world.people["Charu"])
    await scene.use(MODERATOR, "season remove", person=world.people["Charu"])
    await scene.wait(hours=13)
    await scene.use("Charu", "season show")
    await scene.press("Charu", find_panel(scene, "staysin"), "staysin")
    await end_games(scene, (7, 2, -1, -4))
    panel = await scene.use("Dev", "season leave")
    await scene.press("Dev", panel, "dropout")
    await scene.use("Charu", "season standings")
    await end_games(scene, (3, 0, -2, -2))
    panel = await scene.use("Charu", "season standings")
    for verb in ("seasoncsv", "season"):
        await scene.press("Charu", panel, verb)
    book = await scene.use("Asha", "records")
    await scene.press("Asha", book, "leaf", "ratings.0.")
    await scene.use(MODERATOR, "season open", name="Summer", ends=last, role=world.guild.create_role("Elephants"))
    await scene.use("Asha", "season enter")
    await scene.press(MODERATOR, await scene.use(MODERATOR, "season close"), "finish")


async def end_games(scene: Scene, margins: tuple[int, ...]) -> None:
    """End the games of a round without playing them."""
    world = scene.world
    club = await world.bot.seasons.pick(world.guild.id)
    for game_id in club.running:
        async with world.bot.tables.transactions.begin(game_id, None) as tx:
            seats = [row.seat for row in tx.table.seats]
            await tx.finish_game(game_id, {"ranking": seats, "margins": dict(zip(seats, margins, strict=True))})
    await scene.wait(hours=1)


async def find_players(scene: Scene) -> None:
    """Open a table that looks for players, with every kind of entrance, and play it with clocks and promises."""
    world = scene.world
    world.channel = world.guild.create_text_channel("players")
    day = (world.storage.now() + timedelta(days=10)).strftime("%Y-%m-%d")
    await scene.use(STRANGER, "table open")
    await scene.use("Asha", "table new", scenario="short", name="Salt March")
    game_id = await find_table(scene)
    await scene.use("Asha", "table ping")
    await scene.use("Asha", "table ping")
    await scene.use("Asha", "table entrance", until=day)
    await scene.use(STRANGER, "table open")
    await scene.use("Asha", "table entrance", private=True, consent=True)
    await scene.use("Asha", "table reserve", player=world.people["Bilal"], seat="congress")
    for name, seat in (("Asha", "raj"), ("Charu", "congress"), ("Bilal", "congress"), ("Charu", "league")):
        await scene.use(name, "table join", seat=seat)
    request = find_panel(scene, "admit")
    await scene.press("Bilal", request, "admit")
    await scene.press("Asha", request, "admit")
    await scene.press("Asha", request, "admit")
    await scene.use("Dev", "table join")
    await scene.press("Asha", find_panel(scene, "turnaway"), "turnaway")
    await scene.use("Dev", "table join")
    await scene.use("Asha", "table settings", bank=24, increment=6, at_limit="default")
    await scene.use("Asha", "table show")
    await scene.use("Bilal", "table start")
    await scene.press("Asha", await scene.use("Asha", "table start"), "fill")
    await scene.use("Asha", "table talk", seat="congress")
    await scene.use("Asha", "table talk", seat="raj")
    name = await world.whose(game_id)
    moment = await world.bot.tables.moment(game_id, world.people[name].id)
    keys = draw_turn(moment.game, at_random(random.Random(1)))
    await scene.use(name, "transfer", way="give", amount=1, promise="Quiet in Sind")
    await world.bot.tables.at(game_id, world.people[name].id).play(keys)
    await scene.rest()
    scene.gather("A turn")
    name = await world.whose(game_id)
    await scene.use(name, "turn")
    await scene.use(name, "status")
    await scene.wait(hours=25)


async def moderate(scene: Scene) -> None:
    """Let a moderator do everything at a table, before its game and in it."""
    world = scene.world
    world.channel = world.guild.create_text_channel("order")
    await scene.use("Asha", "table new", scenario="short", name="Order")
    game_id = await find_table(scene)
    given = {"table": game_id}
    for who, seat in {**SEATS, STRANGER: "League"}.items():
        await scene.use(who, "table join", seat=seat.split()[-1].lower(), **given)
    await scene.use("Bilal", "table remove", player=world.people["Dev"], **given)
    await scene.use(MODERATOR, "table remove", player=world.people["Dev"], **given)
    await scene.use("Dev", "table join", **given)
    await scene.use(STRANGER, "table join", **given)
    await scene.use("Asha", "table host", player=world.people["Dev"], **given)
    await scene.use("Asha", "table host", player=world.people["Bilal"], **given)
    await scene.use("Charu", "table close", **given)
    await scene.use(MODERATOR, "table start", **given)
    await scene.use("Asha", "table close", **given)
    name = await world.whose(game_id)
    seat = (await world.bot.tables.table(game_id)).seats_of(world.people[name].id)[0]
    await scene.use("Charu", "table free", seat=seat, **given)
    await scene.use(MODERATOR, "table free", seat=seat, **given)
    await scene.wait(hours=13)
    await scene.wait(hours=12)
    await scene.use(MODERATOR, "table close", **given)
    await scene.use(MODERATOR, "server log")


async def play_alone(scene: Scene) -> None:
    """Open the form for one person, choose every option once, and begin each game."""
    usual = list_games()[0]
    for kind in list_games():
        scene.world.channel = scene.world.guild.create_text_channel(f"alone-{kind}")
        panel = await scene.use(STRANGER, "alone")
        if kind != usual:
            panel = await scene.press(
                STRANGER, panel, "solo", next(one for one in keys_of(panel) if f"game.{kind}." in one)
            )
        for part in ("seat", "scenario", "opponent", "players", "variant"):
            if keys := [one for one in keys_of(panel) if one.startswith(part)]:
                panel = await scene.press(STRANGER, panel, "solo", keys[-1])
        for part in ("opponent", "variant"):
            if keys := [one for one in keys_of(panel) if part in one]:
                panel = await scene.press(STRANGER, panel, "solo", keys[0])
        await scene.press(STRANGER, panel, "beginalone")


def keys_of(panel: Panel) -> list[str]:
    """Return the keys of the buttons that choose something."""
    return [made.split(":", 4)[4] for made in panel.buttons if made.split(":", 4)[3] == "solo"]


async def fall_silent(scene: Scene) -> None:
    """Leave a table and then its game alone until they are asked, closed, archived and reactivated."""
    world = scene.world
    world.channel = world.guild.create_text_channel("silence")
    await scene.use("Asha", "table new", scenario="short", name="Silence")
    await scene.wait(days=6)
    # A timer that rings much later than it is due was missed by a bot that was not running.
    await scene.wait(days=2)
    await scene.use("Asha", "table new", scenario="short", name="Silence")
    await scene.use("Asha", "table join", seat="raj")
    await scene.wait(days=6)
    await scene.press("Asha", find_panel(scene, "keep"), "keep")
    await scene.press("Asha", await scene.use("Asha", "table start"), "fill")
    for days in (21, 7):
        await scene.wait(days=days)
    panel = find_panel(scene, "reactivate")
    game_id = await find_table(scene, "archived")
    await scene.use("Asha", "turn", table=game_id)
    await scene.press("Asha", panel, "reactivate")
    await scene.use("Asha", "table reactivate")

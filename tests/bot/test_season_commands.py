"""``/season`` in a channel: opened by a moderator, entered by a button, begun, shown with its standings."""

from __future__ import annotations

from datetime import timedelta

import discord
import pytest

from bot.discord import places
from bot.seasons import advancing
from bot.seasons.club import Club, News, queue_news
from bot.tables.play import Tables
from bot.tables.table import Spot
from bot.web.links import Links
from tests.bot.people import NAMES, World, read_panel, restart
from tests.bot.players import posts_of


@pytest.fixture
def moderated(world: World) -> World:
    """Return a world in which Asha may manage channels."""
    role = world.guild.create_role("Organisers", permissions=discord.Permissions(manage_channels=True))
    asha = world.env.create_user("organiser", global_name="Asha")
    world.people["Asha"] = world.guild.add_member(asha, roles=[role])
    return world


def in_days(world: World, days: int) -> str:
    """Return a day from now on, as it is typed."""
    return (world.storage.now() + timedelta(days=days)).strftime("%Y-%m-%d")


async def open_season(world: World, **options: object) -> Club:
    """Have Asha open a season."""
    await world.slash("Asha", "season open", name="Spring", ends=in_days(world, 90), **options)
    return await world.bot.seasons.pick(world.guild.id)


async def test_a_season_opened_by_command_is_entered_and_begun_by_clicks(moderated: World) -> None:
    world = moderated
    club = await open_season(world, rounds=2)
    news = read_panel(world.messages()[-1])
    assert "has opened the season **Spring**" in news.words
    for name in NAMES:
        panel = await world.press(name, news, "enroll")
        assert name in panel.words
    panel = await world.press("Dev", panel, "withdraw")
    assert "3 entrants: Asha, Bilal and Charu" in panel.words
    await world.press("Dev", news, "enroll")
    panel = await world.slash("Asha", "season show")
    panel = await world.press("Asha", panel, "beginseason")
    assert "Round 1 of 2" in panel.words
    assert "Your seats in the next rounds" in panel.words
    club = await world.bot.seasons.find(club.season.id)
    assert len(club.running) == 1
    begun = [message.content for message in world.messages() if "Round 1 of 2 of the season" in message.content]
    assert len(begun) == 1
    assert club.season.seed.hex() in begun[0]
    # Everyone is pinged once, by the table where they play, and no one by the news of the round.
    pinged = [person for post in await posts_of(world.storage, club.running[0]) for person in post.announced.everybody]
    assert sorted(pinged) == sorted(world.people[name].id for name in NAMES)
    assert not any(f"<@{world.people[name].id}>" in begun[0] for name in NAMES)
    assert not (await world.slash("Dev", "season show")).has("beginseason")


async def test_the_name_of_a_season_pings_no_one(moderated: World) -> None:
    await moderated.slash("Asha", "season open", name="@everyone", ends=in_days(moderated, 90))
    sent = [one.json for one in moderated.env.http_requests if isinstance(one.json, dict) and one.json.get("nonce")]
    assert any("everyone" in made.get("content", "") for made in sent)
    assert [made["allowed_mentions"]["parse"] for made in sent] == [[]] * len(sent)


async def test_a_round_that_is_opened_again_after_a_crash_keeps_its_threads(
    moderated: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A thread that was made before the crash, or by another process at the same time, stayed empty beside another."""
    world = moderated
    world.bot.threads = True
    # The ids of the Discord in memory are not from today.
    monkeypatch.setattr(places, "CLOCKS_DIFFER", timedelta(days=36_500))
    club = await open_season(world, rounds=1)
    for name in NAMES:
        await world.slash(name, "season enter")
    begin = advancing.open_table

    async def crash(tables: Tables, game_id: str, spot: Spot | None) -> bool:
        raise RuntimeError("no light")

    monkeypatch.setattr(advancing, "open_table", crash)
    with pytest.raises(RuntimeError):
        await world.bot.seasons.start(None, club.season.id, club.season.host_user_id)
    monkeypatch.setattr(advancing, "open_table", begin)
    await world.bot.seasons.advancing.look(club.season.id)
    (game_id,) = (await world.bot.seasons.find(club.season.id)).running
    table = await world.bot.tables.table(game_id)
    guild = world.bot.get_guild(world.guild.id)
    assert guild is not None
    assert [thread.id for thread in await guild.active_threads()] == [table.game.thread_id]


async def test_someone_who_does_not_moderate_cannot_open_a_season(world: World) -> None:
    panel = await world.slash("Bilal", "season open", name="Spring", ends=in_days(world, 90))
    assert panel.words.startswith("Only moderators can do that")
    assert await world.bot.seasons.find_all(world.guild.id) == []
    panel = await world.slash("Bilal", "season show")
    assert "/season open" in panel.words


async def test_an_invalid_date_gets_one_clear_sentence(moderated: World) -> None:
    panel = await moderated.slash("Asha", "season open", name="Spring", ends="soon")
    assert panel.words == "“soon” is not a date: write it like 2031-05-01."
    await moderated.slash("Asha", "settings", zone="Asia/Tokyo")
    panel = await moderated.slash("Asha", "season open", name="Spring", ends="0001-01-01")
    assert panel.words == "“0001-01-01” is not a date: write it like 2031-05-01."


async def test_dropping_out_asks_first_and_removing_someone_needs_an_uninvolved_moderator(moderated: World) -> None:
    world = moderated
    club = await open_season(world)
    for name in NAMES:
        await world.slash(name, "season enter")
    await world.slash("Asha", "season start")
    panel = await world.slash("Dev", "season leave")
    assert "Arjuna takes your seats" in panel.words
    panel = await world.press("Dev", panel, "dropout")
    assert "Dropped out: Dev" in panel.words
    refused = await world.slash("Bilal", "season remove", person=world.people["Charu"])
    assert "Only the host" in refused.words
    # Asha is its host and a moderator, and plays: another moderator must take a rival out, or end the season.
    for command, options in (("remove", {"person": world.people["Charu"]}), ("close", {})):
        refused = await world.slash("Asha", f"season {command}", **options)
        assert "You play in the season" in refused.words
    mina = world.env.create_user("mina", global_name="Mina")
    role = world.guild.create_role("Keepers", permissions=discord.Permissions(manage_channels=True))
    world.people["Mina"] = world.guild.add_member(mina, roles=[role])
    panel = await world.slash("Mina", "season remove", person=world.people["Charu"])
    assert "Charu has been asked whether they still play" in panel.words
    await world.quiet()
    asked = next(one for one in world.messages() if "asks whether you still play" in one.content)
    assert f"<@{world.people['Charu'].id}>" in asked.content
    panel = await world.press("Charu", read_panel(asked), "staysin")
    assert "is asked" not in panel.words
    assert (await world.bot.seasons.find(club.season.id)).find(world.people["Charu"].id) is not None
    logged = (await world.slash("Mina", "server log")).words
    assert "asked whether Charu still plays in the season “Spring”" in logged
    panel = await world.press("Mina", await world.slash("Mina", "season close"), "finish")
    assert "The season is over." in panel.words
    await world.quiet()
    assert any("has ended the season **Spring** early" in one.content for one in world.messages())


async def test_a_season_named_like_another_does_not_take_over_its_buttons(moderated: World) -> None:
    world = moderated
    club = await open_season(world)
    news = read_panel(world.messages()[-1])
    await world.slash("Asha", "season open", name=club.season.id, ends=in_days(world, 90))
    await world.press("Bilal", news, "enroll")
    first = await world.bot.seasons.find(club.season.id)
    assert [one.display_name for one in first.active] == ["Bilal"]
    assert (await world.bot.seasons.pick(world.guild.id, club.season.id)).season.id == club.season.id


async def test_ratings_are_shown_and_standings_are_shown_and_exported(moderated: World) -> None:
    world = moderated
    club = await open_season(world, rounds=1)
    for name in NAMES:
        await world.slash(name, "season enter")
    await world.slash("Asha", "season start")
    (game_id,) = (await world.bot.seasons.find(club.season.id)).running
    async with world.bot.tables.transactions.begin(game_id, None) as tx:
        seats = [row.seat for row in tx.table.seats]
        await tx.finish_game(game_id, {"ranking": seats, "margins": dict(zip(seats, (3, 2, 1, 0), strict=True))})
    await world.bot.timekeeper.fire_due()
    await world.quiet()
    assert any("The season **Spring** is over" in message.content for message in world.messages())
    panel = await world.slash("Bilal", "season standings")
    assert "4 points · games won: 1 of 1" in panel.words
    assert "± " in panel.words
    assert "sorted by the low end of their range" in panel.words
    assert "/s/" not in str(panel.message.components)
    world.bot.links = Links(world.storage, "https://games.example.org")
    linked = await world.slash("Bilal", "season standings")
    assert f"https://games.example.org/s/{club.season.id}/" in str(
        [part.to_dict() if hasattr(part, "to_dict") else part for part in linked.message.components]
    )
    result = await world.people["Bilal"].click(panel.message, custom_id=panel.find("seasoncsv"))
    assert result.response is not None
    assert [file.filename for file in result.response.attachments] == ["standings.csv"]
    book = await world.slash("Bilal", "records")
    book = await world.press("Bilal", book, "leaf", "ratings.0.")
    assert "**Raj**" in book.words
    assert "Weng and Lin" in book.words


async def test_news_that_arrived_before_a_crash_is_not_posted_again(moderated: World) -> None:
    world = moderated
    club = await open_season(world)
    for name in NAMES:
        await world.slash(name, "season enter")
    await world.slash("Asha", "season start")
    await world.quiet()
    club = await world.bot.seasons.find(club.season.id)
    game_id, dev = club.games[0][0].game_id, world.people["Dev"].id
    async with world.storage.transaction() as tx:
        await tx.lock_game(game_id)
        await queue_news(tx, club, News(club.season.id, "stays", who=dev))
        (claimed,) = await tx.claim_due()
    channel = world.bot.get_channel(world.channel.id)
    assert isinstance(channel, discord.TextChannel)
    words = f"<@{dev}> still plays in the season **Spring**."
    await channel.send(words)
    await restart(world)
    assert [message.content for message in world.messages()].count(words) == 1
    async with world.storage.read() as reader:
        again = next(post for post in await reader.posts(game_id) if post.id == claimed.id)
    assert (again.status, again.attempts) == ("sent", 2)


async def test_a_round_posted_before_a_crash_is_not_posted_again(
    moderated: World,
) -> None:
    world = moderated
    club = await open_season(world, rounds=2)
    for name in NAMES:
        await world.slash(name, "season enter")
    await world.slash("Asha", "season start")
    await world.quiet()
    club = await world.bot.seasons.find(club.season.id)
    (game_id,) = club.running
    posted = next(one.content for one in world.messages() if "Round 1 of 2 of the season" in one.content)
    async with world.storage.transaction() as tx:
        await tx.lock_game(game_id)
        await queue_news(tx, club, News(club.season.id, "round", 1))
        (claimed,) = await tx.claim_due()
    channel = world.bot.get_channel(world.channel.id)
    assert isinstance(channel, discord.TextChannel)
    await channel.send(posted)
    async with world.bot.tables.transactions.begin(game_id, None) as tx:
        seats = [row.seat for row in tx.table.seats]
        await tx.finish_game(game_id, {"ranking": seats, "margins": dict.fromkeys(seats, 0)})
    await restart(world)
    assert sum("Round 1 of 2 of the season" in one.content for one in world.messages()) == 2
    async with world.storage.read() as reader:
        again = next(post for post in await reader.posts(game_id) if post.id == claimed.id)
    assert (again.status, again.attempts) == ("sent", 2)

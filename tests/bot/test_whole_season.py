"""A club plays a season of eight at Gandhi and one of six at Rajas, to the end, with all that goes wrong in a club."""

from __future__ import annotations

import random
from collections import Counter
from datetime import timedelta

import discord
import pytest

from bot.errors import TableError
from bot.seasons.club import Club
from bot.tables.absences import StandIn
from engine import Game
from tests.bot.people import World, read_panel, restart
from tests.turns import at_random

EIGHT = ("Asha", "Bilal", "Charu", "Dev", "Esha", "Farid", "Gita", "Hari")
SIX = EIGHT[2:]
MODERATORS = ("Mina", "Nur")


def add_people(world: World) -> None:
    """Bring everyone to the server: eight members and two moderators who do not play."""
    keepers = world.guild.create_role("Keepers", permissions=discord.Permissions(manage_channels=True))
    for name in (*EIGHT, *MODERATORS):
        if name not in world.people:
            user = world.env.create_user(name.lower(), global_name=name)
            roles = [keepers] if name in MODERATORS else []
            world.people[name] = world.guild.add_member(user, roles=roles)


def choose_answers(game: Game, front: object, chance: random.Random) -> list[tuple[str, str]]:
    """Return a whole game: people choose at random, the automatic player as it does."""
    twin = game.clone()
    player = front.player.make(twin)  # type: ignore[attr-defined]
    choose = at_random(chance)
    answers: list[tuple[str, str]] = []
    while twin.decision is not None:
        seat = twin.decision.seat
        if player is not None and player.must_decide:
            answers.append((seat, player.answer()))
            continue
        answers.append((seat, choose(twin.decision)))
        twin.choose(answers[-1][1])
    return answers


async def play_round(world: World, season_id: str) -> None:
    """Play every game of a round to its end, below the buttons."""
    tables = world.bot.tables
    for game_id in (await world.bot.seasons.find(season_id)).running:
        async with tables.transactions.begin(game_id, None) as tx:
            loaded = await tx.load_game()
            answers = choose_answers(loaded.game, loaded.table.front, random.Random(game_id))
            await tx.play(loaded, loaded.game.clone(), answers)
        tables.cache.forget(game_id)
    await world.bot.timekeeper.fire_due()
    await world.env.settle()
    await world.quiet()


async def open_season(world: World, who: str, name: str, people: tuple[str, ...], **options: object) -> Club:
    """Open a season by command, which people enter by its button and which its host begins."""
    ends = (world.storage.now() + timedelta(days=90)).strftime("%Y-%m-%d")
    await world.slash(who, "season open", name=name, ends=ends, **options)
    news = read_panel(world.messages()[-1])
    for person in people:
        await world.press(person, news, "enroll")
    await world.slash(who, "season start", season=name)
    return await world.bot.seasons.pick(world.guild.id, name)


async def dispute_a_seat(world: World, game_id: str) -> None:
    """Have a player ask for another's seat for a friend, and a moderator try to free it: the owner keeps it."""
    tables = world.bot.tables
    table = await tables.table(game_id)
    first, second = [row for row in table.seats if row.user_id is not None][:2]
    assert first.user_id is not None
    assert second.user_id is not None
    friend = StandIn(world.people["Nur"].id, "Nur")
    with pytest.raises(TableError, match="season_seat"):
        await tables.replacing.propose(None, game_id, first.user_id, second.seat, friend)
    asked = await world.slash("Mina", "table free", seat=second.seat, table=game_id)
    assert second.display_name in asked.words or asked.words
    after = await tables.table(game_id)
    assert after.people_by_seat == table.people_by_seat


@pytest.mark.whole_game
async def test_a_club_plays_two_seasons(world: World) -> None:
    add_people(world)
    gandhi = await open_season(world, "Mina", "Salt", EIGHT)
    rajas = await open_season(world, "Nur", "Ganges", SIX, scenario="basic", players=3)
    assert (len(gandhi.running), len(rajas.running)) == (2, 2)
    await dispute_a_seat(world, gandhi.running[0])
    await play_round(world, gandhi.season.id)
    await play_round(world, rajas.season.id)

    # In the second round Hari drops out of the season of Gandhi, and the bot is restarted during it.
    panel = await world.slash("Hari", "season leave", season="Salt")
    await world.press("Hari", panel, "dropout")
    await restart(world)
    gandhi = await world.bot.seasons.find(gandhi.season.id)
    hari = world.people["Hari"].id
    for game_id in gandhi.running:
        assert hari not in (await world.bot.tables.table(game_id)).people
    while (club := await world.bot.seasons.find(gandhi.season.id)).season.status == "playing":
        await play_round(world, club.season.id)
    while (club := await world.bot.seasons.find(rajas.season.id)).season.status == "playing":
        await play_round(world, club.season.id)

    gandhi, rajas = [await world.bot.seasons.find(one.season.id) for one in (gandhi, rajas)]
    assert [club.season.status for club in (gandhi, rajas)] == ["over", "over"]
    assert (len(gandhi.games), len(rajas.games)) == (8, 6)
    for club, people, rounds in ((gandhi, EIGHT[:7], 4), (rajas, SIX, 3)):
        had = Counter((place, seat) for game, _ in club.games for seat, place in enumerate(game.places))
        for entrant in club.active:
            assert [had[entrant.place, seat] for seat in range(club.season.players)] == [1] * rounds
        standings, games = await world.bot.seasons.rank(club)
        assert len(games) == len(club.games)
        played = {one.person: one.played for one in standings}
        assert all(played[world.people[name].id] == rounds for name in people)
    final = [message.content for message in world.messages() if "is over:" in message.content]
    assert len(final) == 2
    shown = await world.slash("Gita", "season standings", season="Salt")
    assert "Arjuna" in shown.words
    assert "point" in shown.words

"""The finished games of a server: who won with what, by how much; one again; and people who were forgotten."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from bot.language import list_languages, load_language
from bot.narrate.records import write_records
from bot.service.history.records import Past, add_up_people, add_up_seats, find_past
from engine.gandhi.ids import SEATS
from storage import Game, Seat, Storage
from tests.bot.people import World

ASHA, BILAL = 11, 12
WHEN = datetime(1947, 8, 15, tzinfo=UTC)


def past(
    number: int, people: dict[str, int | None], ranking: str, margins: tuple[int, ...], *, nobody: bool = False
) -> Past:
    """A finished game; seats that ``people`` does not name were Arjuna's."""
    order = tuple(ranking.split())
    game = Game(
        id=f"game{number}",
        guild_id=1,
        channel_id=2,
        name=f"Table {number}",
        kind="gandhi",
        scenario="short",
        status="over",
        language="en",
        rules_version="1",
        seed=b"",
        host_user_id=ASHA,
        created=WHEN,
        updated=WHEN,
    )
    seats = tuple(
        Seat(
            game_id=game.id,
            seat=seat,
            place=place,
            kind="player" if seat in people else "arjuna",
            user_id=people.get(seat),
        )
        for place, seat in enumerate(SEATS)
    )
    return Past(game, seats, order, dict(zip(order, margins, strict=True)), 40, 86_400 * 3, nobody, WHEN)


GAMES = [
    past(1, {"raj": ASHA, "congress": BILAL}, "raj congress league revolutionaries", (3, -1, -2, -9)),
    past(2, {"raj": ASHA, "revolutionaries": ASHA}, "league raj congress revolutionaries", (2, 1, -2, -4), nobody=True),
    past(3, {"raj": None, "congress": BILAL}, "raj congress league revolutionaries", (1, 0, -3, -5)),
]


def test_factions_are_added_up_with_their_margins() -> None:
    sums = add_up_seats(GAMES)
    assert list(sums) == list(SEATS)
    assert (sums["raj"].games, sums["raj"].won, sums["raj"].margins) == (3, 2, [3, 1, 1])
    assert sums["league"].won == 1, "all players lost, and the Muslim League, run by Arjuna, won"
    assert round(sums["congress"].mean, 2) == -1.0


def test_a_person_has_only_the_factions_he_ran() -> None:
    sums = add_up_seats(GAMES, ASHA)
    assert {seat: (own.games, own.won) for seat, own in sums.items()} == {"raj": (2, 1), "revolutionaries": (1, 0)}


def test_people_are_added_up_once_a_game_and_without_those_who_were_forgotten() -> None:
    assert add_up_people(GAMES) == [(ASHA, 1, 2), (BILAL, 0, 2)]


def test_every_language_tells_them_within_the_limit() -> None:
    for code in list_languages():
        words = write_records(load_language(code), GAMES * 40, None)
        assert len(words) <= 4000
        assert "Table 1" in words
        assert f"<@{ASHA}>" in words
        assert load_language(code).say("ui.seat.forgotten") in words
        assert load_language(code).say("over.lost", seat="league") in words
        assert write_records(load_language(code), [], None)
        assert f"<@{BILAL}>" in write_records(load_language(code), GAMES, BILAL)


async def end_game(storage: Storage, guild_id: int, user_id: int, facts: dict[str, Any]) -> str:
    """A finished game with one person on Congress."""
    async with storage.transaction() as tx:
        game = await tx.create_game(
            name="Salt March",
            kind="gandhi",
            scenario="short",
            seats=SEATS,
            seed=bytes(32),
            rules_version="1",
            language="en",
            host_user_id=user_id,
            channel_id=5,
            guild_id=guild_id,
        )
        await tx.take_seat(game.id, "congress", user_id, "Asha")
        for seat in SEATS:
            if seat != "congress":
                await tx.take_seat(game.id, seat, None, "Arjuna", kind="arjuna")
        await tx.finish_game(game.id, facts)
    return game.id


FACTS = {
    "ranking": ["congress", "raj", "league", "revolutionaries"],
    "margins": {"congress": 4, "raj": -3, "league": -5, "revolutionaries": -8},
    "reason": "final",
    "all_players_lose": False,
    "turns": 41,
    "seconds": 200_000,
}


async def test_games_of_other_servers_and_people_are_not_told(storage: Storage) -> None:
    here = await end_game(storage, 1, ASHA, FACTS)
    await end_game(storage, 2, ASHA, FACTS)
    there = await end_game(storage, 1, BILAL, FACTS)
    assert [one.game.id for one in await find_past(storage, guild_id=1)] == [there, here]
    assert [one.game.id for one in await find_past(storage, guild_id=1, user_id=ASHA)] == [here]
    assert len(await find_past(storage, guild_id=1, limit=1)) == 1
    assert [one.game.id for one in await find_past(storage, game_id=here)] == [here]
    assert [row.seat for row in (await find_past(storage, game_id=here))[0].seats] == list(SEATS)


async def test_whoever_was_forgotten_is_somebody(world: World) -> None:
    asha = world.people["Asha"].id
    # Of a channel that nobody can see any more only those are told who played there.
    await end_game(world.storage, world.guild.id, asha, FACTS)
    assert "No game has been finished" in (await world.slash("Bilal", "records")).words
    assert "won 1 of 1" in (await world.slash("Asha", "records")).words
    async with world.storage.transaction() as tx:
        (game,) = await tx.games_by(guild_id=world.guild.id)
        await tx.update_game(game.id, channel_id=world.channel.id)
    words = (await world.slash("Bilal", "records")).words
    assert f"Victory for Congress: the highest margin after the last Campaign (<@{asha}>)" in words
    assert f"<@{asha}>: won 1 of 1" in words
    assert "**Congress**: won 1 of 1, average margin +4.0, best +4" in words
    await world.bot.privacy.forget(99, asha)
    words = (await world.slash("Bilal", "records")).words
    assert str(asha) not in words
    assert "after the last Campaign (deleted)" in words
    assert "has not finished a game" in (await world.slash("Bilal", "records", person=world.people["Asha"])).words


async def test_one_game_is_shown_again_with_its_chart_and_record(world: World) -> None:
    assert "No game has been finished" in (await world.slash("Asha", "records")).words
    game_id = await world.play_alone()
    assert "Salt March" in (await world.slash("Asha", "records")).words
    mine = (await world.slash("Bilal", "records", person=world.people["Asha"])).words
    assert "finished one game" in mine
    panel = await world.slash("Bilal", "records", table=game_id)
    names = [file["filename"] if isinstance(file, dict) else file.filename for file in panel.message.attachments]
    assert names == ["chart.png", f"gandhi-{game_id}.gandhi.jsonl"]
    assert "1. **" in panel.words
    end = world.messages()[-1].content.split("\n")
    assert [line for line in end[:6] if line not in panel.words] == [], "the same words as at the end"
    assert panel.has("verify")
    assert panel.has("rematch")
    offered = await world.people["Bilal"].autocomplete(world.channel, "records", "table", "salt")
    assert [choice["value"] for choice in offered] == [game_id]
    running = await world.open_table(name="Not over")
    offered = await world.people["Bilal"].autocomplete(world.channel, "records", "table", "")
    assert running not in [choice["value"] for choice in offered]

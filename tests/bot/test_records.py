"""The finished games of a server: who won with what and by how much, one game in full, and forgotten people."""

from __future__ import annotations

import csv
import dataclasses
import io
from datetime import UTC, datetime
from typing import Any

import discord
import pytest

from bot.discord.features.records import PAGES, Leaf, list_leaves
from bot.errors import BadInput
from bot.language import list_languages, load_language
from bot.narrate.book import write_csv, write_extremes, write_people, write_period
from bot.narrate.records import name_player, write_line, write_past, write_records
from bot.tables.past import Past, find_past
from bot.tables.records import (
    add_up_seats,
    beside,
    find_closest,
    find_longest,
    lead_of,
    list_careers,
    list_rivals,
    period_of,
    rank_period,
    read_period,
)
from bot.tables.table import change_state
from engine.gandhi.ids import SEATS
from storage import Storage
from storage.columns import utc_now
from tests.bot.people import World
from tests.seasons.results import finish

ASHA, BILAL = 11, 12
WHEN = datetime(1947, 8, 15, tzinfo=UTC)


def past(
    number: int, people: dict[str, int | None], ranking: str, margins: tuple[int, ...], *, nobody: bool = False
) -> Past:
    """Return a finished game; seats that ``people`` does not name were Arjuna's. A person None has been forgotten."""
    held = [people[seat] or 0 if seat in people else None for seat in SEATS]
    made = finish(number, held, ranking.split(), margins, lost=nobody)
    made.game.name, made.game.host_user_id = f"Table {number}", ASHA
    for seat in made.seats:
        seat.display_name = ""
    return dataclasses.replace(made, seconds=86_400 * 3, finished=WHEN)


GAMES = [
    past(1, {"raj": ASHA, "congress": BILAL}, "raj congress league revolutionaries", (3, -1, -2, -9)),
    past(2, {"raj": ASHA, "revolutionaries": ASHA}, "league raj congress revolutionaries", (2, 1, -2, -4), nobody=True),
    past(3, {"raj": None, "congress": BILAL}, "raj congress league revolutionaries", (1, 0, -3, -5)),
]


def test_records_add_up_the_games_victories_and_margins_of_each_faction() -> None:
    sums = add_up_seats(GAMES)
    assert list(sums) == list(SEATS)
    assert (sums["raj"].games, sums["raj"].won, sums["raj"].margins) == (3, 2, [3, 1, 1])
    assert sums["league"].won == 1, "all players lost, and the Muslim League, run by Arjuna, won"
    assert round(sums["congress"].mean, 2) == -1.0


def test_a_person_has_only_the_factions_they_played() -> None:
    sums = add_up_seats(GAMES, ASHA)
    assert {seat: (own.games, own.won) for seat, own in sums.items()} == {"raj": (2, 1), "revolutionaries": (1, 0)}


def test_a_person_counts_once_per_game_and_forgotten_people_do_not_count() -> None:
    assert [(one.person, one.won, one.games) for one in list_careers(GAMES)] == [(ASHA, 1, 2), (BILAL, 0, 2)]


def test_records_in_every_language_keep_to_the_limit() -> None:
    for code in list_languages():
        words = write_records(load_language(code), GAMES * 40, None)
        assert len(words) <= 4000
        assert "Table 1" in words
        assert f"<@{ASHA}>" in words
        assert load_language(code).say("ui.seat.forgotten") in words
        assert load_language(code).say("over.lost", seat="league") in words
        assert write_records(load_language(code), [], None)
        assert f"<@{BILAL}>" in write_records(load_language(code), GAMES, BILAL)


def test_the_records_mark_a_game_that_went_back_in_every_language() -> None:
    assert "going back" not in write_records(load_language("en"), GAMES, None)
    for one in GAMES:
        back = dataclasses.replace(one, game=one.game.model_copy(update={"options": {"gone_back": 2}}))
        for code in list_languages():
            language = load_language(code)
            assert write_line(language, back) != write_line(language, one)
            assert write_line(language, back) in write_records(language, [back], None)
        assert ", after going back 2 times. " in write_line(load_language("en"), back)
        assert "The game went back to an earlier turn 2 times." in write_past(load_language("en"), back)
        # Where a lone player's ending says so itself, it is not said twice.
        end = ["The game went back to an earlier turn 2 times."]
        assert write_past(load_language("en"), back, end).count(end[0]) == 1


def test_a_game_in_the_records_says_how_often_people_intervened() -> None:
    language = load_language("en")
    counts = {
        "put_right": (2, "The table corrected the game 2 times."),
        "gone_back": (2, "The game went back to an earlier turn 2 times."),
        "differently": ([3, 5], "Turns of Arjuna that people changed: 2."),
    }
    plain = write_past(language, GAMES[0])
    assert plain[-1].startswith("Length") or "3 days" in plain[-1]
    for name, (value, words) in counts.items():
        one = dataclasses.replace(GAMES[0], game=GAMES[0].game.model_copy(update={"options": {name: value}}))
        assert [line for line in write_past(language, one) if line not in plain] == [words]
        assert write_past(language, one, [words]).count(words) == 1
        assert words not in plain


def test_a_game_shorter_than_a_day_counts_as_one_day() -> None:
    short = dataclasses.replace(GAMES[0], seconds=3600)
    language = load_language("en")
    assert write_past(language, short)[-1] == language.say("ui.records.length", turns=short.turns, count=1)
    assert language.say("ui.book.long", name="Table 1", id="game1", turns=short.turns, count=1) in write_extremes(
        language, [short]
    )
    assert next(csv.DictReader(io.StringIO(write_csv([short]).decode("utf-8-sig"))))["days"] == "1"


async def end_game(
    storage: Storage, guild_id: int, user_id: int, facts: dict[str, Any], other: int | None = None
) -> str:
    """Return a finished game with one person on Congress, and another on Raj if one is given."""
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
        if other is not None:
            await tx.take_seat(game.id, "raj", other, "Bilal")
        for seat in SEATS:
            if seat != "congress" and not (seat == "raj" and other is not None):
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


async def test_games_of_other_servers_and_people_are_not_listed(storage: Storage) -> None:
    here = await end_game(storage, 1, ASHA, FACTS)
    await end_game(storage, 2, ASHA, FACTS)
    there = await end_game(storage, 1, BILAL, FACTS)
    assert [one.game.id for one in await find_past(storage, guild_id=1)] == [there, here]
    assert [one.game.id for one in await find_past(storage, guild_id=1, user_id=ASHA)] == [here]
    assert len(await find_past(storage, guild_id=1, limit=1)) == 1
    assert [one.game.id for one in await find_past(storage, game_ids=[here])] == [here]
    assert [row.seat for row in (await find_past(storage, game_ids=[here]))[0].seats] == list(SEATS)


async def test_a_person_who_deleted_their_data_is_called_deleted_in_the_records(world: World) -> None:
    asha = world.people["Asha"].id
    # A channel that no one can see any more is shown only to those who played there.
    await end_game(world.storage, world.guild.id, asha, FACTS)
    assert "No game has been finished" in (await world.slash("Bilal", "records")).words
    assert "won 1 of 1" in (await world.slash("Asha", "records")).words
    async with world.storage.transaction() as tx:
        (game,) = await tx.games_by(guild_id=world.guild.id)
        await tx.update_game(game.id, channel_id=world.channel.id)
    words = (await world.slash("Bilal", "records")).words
    assert "Victory for Congress with the highest margin after the last Campaign (Asha)" in words
    assert "Asha: won 1 of 1" in words
    assert "**Congress**: won 1 of 1, average margin +4.0, best +4" in words
    await world.bot.privacy.forget(99, asha)
    words = (await world.slash("Bilal", "records")).words
    assert str(asha) not in words
    assert "after the last Campaign (deleted)" in words
    assert "has not finished a game" in (await world.slash("Bilal", "records", person=world.people["Asha"])).words


async def test_the_records_show_a_finished_game_with_its_chart_and_record(world: World) -> None:
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


def test_a_person_gets_points_for_each_seat_behind_theirs_and_for_a_victory() -> None:
    """Asha runs Raj, leaves three seats behind, and wins; Bilal leaves two. Seats that were left count for no one."""
    ranks = rank_period(GAMES)
    assert [(rank.person, rank.points, rank.won, rank.games) for rank in ranks] == [(ASHA, 4, 1, 1), (BILAL, 2, 0, 1)]
    lost = past(4, {"raj": ASHA, "congress": BILAL}, "league raj congress revolutionaries", (1, 0, 0, -1), nobody=True)
    # Where all players lost, people are ranked among themselves.
    assert [(rank.points, rank.won, rank.games) for rank in rank_period([lost])] == [(1, 0, 1), (0, 0, 1)]


def test_only_people_met_in_a_game_are_listed_as_opponents() -> None:
    assert [(one.person, one.games, one.ahead) for one in list_rivals(GAMES, ASHA)] == [(BILAL, 1, 1)]
    assert [(one.person, one.games, one.ahead) for one in list_rivals(GAMES, BILAL)] == [(ASHA, 1, 0)]


def test_the_records_list_each_persons_games_by_faction() -> None:
    asha, bilal = list_careers(GAMES)
    assert (asha.person, asha.won, asha.seats) == (ASHA, 1, {"raj": (2, 1), "revolutionaries": (1, 0)})
    assert (bilal.person, bilal.games, bilal.seats) == (BILAL, 2, {"congress": (2, 0)})


def test_records_find_the_longest_and_the_closest_games() -> None:
    long = dataclasses.replace(GAMES[2], turns=99)
    assert find_longest([*GAMES[:2], long], 1) == [long]
    assert [(one.game.id, lead_of(one)) for one in find_closest(GAMES, 5)] == [("game3", 1), ("game1", 4)]


@pytest.mark.parametrize(
    ("typed", "since", "until"),
    [
        ("2031", (2031, 1), (2032, 1)),
        (" 2031-05 ", (2031, 5), (2031, 6)),
        ("2031-12", (2031, 12), (2032, 1)),
    ],
)
def test_records_can_be_limited_to_a_year_or_a_month(
    typed: str, since: tuple[int, int], until: tuple[int, int]
) -> None:
    season = read_period(typed)
    assert season.since == datetime(*since, 1, tzinfo=UTC)
    assert season.until == datetime(*until, 1, tzinfo=UTC)
    assert beside(beside(season, 1), -1) == season


@pytest.mark.parametrize("typed", ["", "spring", "31", "2031-13", "2031-00", "9999", "0000", "2031-5-1"])
def test_an_invalid_period_of_the_records_is_refused(typed: str) -> None:
    with pytest.raises(BadInput):
        read_period(typed)


def test_the_csv_has_a_line_for_each_seat_and_no_formula() -> None:
    nasty = dataclasses.replace(GAMES[2], game=GAMES[2].game.model_copy(update={"name": "=HYPERLINK(1)"}))
    rows = list(csv.DictReader(io.StringIO(write_csv([GAMES[0], nasty]).decode("utf-8-sig"))))
    assert [row["seat"] for row in rows] == [*GAMES[0].ranking, *GAMES[2].ranking]
    assert rows[0] | {"player": ""} == {
        "game": "game1",
        "table": "Table 1",
        "scenario": "short",
        "finished": "1947-08-15",
        "turns": "40",
        "days": "3",
        "seat": "raj",
        "player": "",
        "player_id": str(ASHA),
        "place": "1",
        "margin": "3",
        "won": "1",
    }
    assert rows[4]["table"] == "'=HYPERLINK(1)"
    assert (rows[4]["player"], rows[4]["player_id"]) == ("(deleted)", "")


def test_the_csv_names_people_and_automatic_players_but_no_one_with_deleted_data() -> None:
    named = past(
        4, {"raj": ASHA, "congress": BILAL, "league": None}, "raj congress league revolutionaries", (3, 2, 1, 0)
    )
    for seat, name in (("raj", "Asha"), ("congress", "=Bilal"), ("league", "Charu"), ("revolutionaries", "Arjuna")):
        row = named.seat(seat)
        assert row is not None
        row.display_name = name
    rows = csv.DictReader(io.StringIO(write_csv([named]).decode("utf-8-sig")))
    assert [row["player"] for row in rows] == ["Asha", "'=Bilal", "(deleted)", "Arjuna"]
    language = load_language()
    names = [language.phrase(name_player(language, named.seat(seat))) for seat in named.ranking]
    assert names == ["Asha", "=Bilal", language.say("ui.seat.forgotten"), "Arjuna"]
    assert name_player(language, GAMES[0].seat("league")) == "Arjuna", "the table has no other name for it"


def test_every_page_of_the_records_fits_the_limit_in_every_language() -> None:
    for code in list_languages():
        language = load_language(code)
        for user_id in (None, ASHA):
            for games in ([], GAMES, GAMES * 150):
                for words in (
                    write_people(language, games, user_id),
                    write_extremes(language, games),
                    write_period(language, games, read_period("1947")),
                ):
                    assert 0 < len(words) <= 4000


def test_the_page_of_the_records_that_is_shown_is_highlighted() -> None:
    year = period_of(utc_now()).name
    for leaf in (Leaf(), Leaf("season", 0, year), Leaf("best", 0, "2019-03"), Leaf("people", ASHA)):
        buttons = [item for item in list_leaves(load_language(), leaf).children if isinstance(item, discord.ui.Button)]
        (shown,) = [item.label for item in buttons if item.style is discord.ButtonStyle.primary]
        assert shown == load_language().say(f"ui.button.book.{leaf.page}")
        keys = [str(item.custom_id).split(":", 4)[4] for item in buttons if item.row == 0]
        # One person's pages do not lead to the ranking and the ratings; a season that was chosen is kept.
        pages = [page for page in PAGES if not leaf.person or page not in ("season", "ratings")]
        seasons = [leaf.season or (year if page == "season" else "") for page in pages]
        assert keys == [f"{page}.{leaf.person}.{season}" for page, season in zip(pages, seasons, strict=True)]


async def test_buttons_turn_the_pages_of_the_records_and_save_them_as_a_file(world: World) -> None:
    asha = world.people["Asha"].id
    game_id = await end_game(world.storage, world.guild.id, asha, FACTS)
    async with world.storage.transaction() as tx:
        await tx.update_game(game_id, channel_id=world.channel.id)
    panel = await world.slash("Bilal", "records")
    panel = await world.press("Bilal", panel, "leaf", "people.0.")
    assert "Asha: won 1 of 1 · Congress 1/1" in panel.words
    panel = await world.press("Bilal", panel, "leaf", "best.0.")
    assert "41 turns" in panel.words
    assert "**Congress** by 7, ahead of Raj" in panel.words
    this_year = period_of(utc_now()).name
    panel = await world.press("Bilal", panel, "leaf", f"season.0.{this_year}")
    assert f"Ranking {this_year}" in panel.words
    assert "No game that counts" in panel.words, "Asha played alone"
    saved = await world.press("Bilal", panel, "csv")
    (file,) = saved.message.attachments
    assert file.filename == "records.csv"
    before = beside(period_of(utc_now()), -1).name
    earlier = await world.press("Bilal", panel, "leaf", f"season.0.{before}")
    assert f"Ranking {before}" in earlier.words
    saved = await world.press("Bilal", earlier, "csv")
    assert saved.words == "There is no finished game to save yet."
    assert not saved.message.attachments


async def test_the_records_of_a_year_contain_only_its_games(world: World) -> None:
    asha = world.people["Asha"]
    await end_game(world.storage, world.guild.id, asha.id, FACTS)
    this_year = period_of(utc_now())
    assert "won 1 of 1" in (await world.slash("Asha", "records", person=asha, season=this_year.name)).words
    then = beside(this_year, -1).name
    assert "has not finished a game" in (await world.slash("Asha", "records", person=asha, season=then)).words
    assert "is not a season" in (await world.slash("Asha", "records", season="spring")).words


async def test_no_page_of_the_records_names_a_forgotten_person(world: World) -> None:
    asha, bilal = (world.people[name].id for name in ("Asha", "Bilal"))
    game_id = await end_game(world.storage, world.guild.id, asha, FACTS, bilal)
    async with world.storage.transaction() as tx:
        await tx.update_game(game_id, channel_id=world.channel.id)
    this_year = period_of(utc_now()).name
    assert "Asha: 4 points" in (await world.slash("Bilal", "records", season=this_year)).words
    assert "Asha: one game together" in await rivals_of(world)
    await world.bot.privacy.forget(99, asha)
    for words in ((await world.slash("Bilal", "records", season=this_year)).words, await rivals_of(world)):
        assert str(asha) not in words
        assert "Asha" not in words
    (past_game,) = await find_past(world.storage, guild_id=world.guild.id)
    table = write_csv([past_game]).decode()
    assert (str(asha) in table, "Asha" in table, "(deleted)" in table) == (False, False, True)


async def test_the_records_name_a_private_table_to_its_people_only(world: World) -> None:
    """It was left out of all other lists, and everyone in its channel found it here once its game was over."""
    asha = world.people["Asha"].id
    game_id = await end_game(world.storage, world.guild.id, asha, FACTS)
    async with world.storage.transaction() as tx:
        await tx.update_game(game_id, channel_id=world.channel.id)
        await change_state(tx, game_id, private=True)
    for name, is_named in (("Asha", True), ("Bilal", False)):
        panel = await world.slash(name, "records")
        assert (game_id in panel.words) == is_named
        saved = await world.press(name, panel, "csv")
        assert bool(saved.message.attachments) == is_named
        panel = await world.press(name, panel, "leaf", "best.0.")
        assert (game_id in panel.words) == is_named
        # Sums name people only, and count the game for everyone.
        assert "Asha: won 1 of 1" in (await world.press(name, panel, "leaf", "people.0.")).words


async def rivals_of(world: World) -> str:
    """Return what Bilal reads of those he has met."""
    panel = await world.slash("Bilal", "records", person=world.people["Bilal"])
    return (await world.press("Bilal", panel, "leaf", f"people.{world.people['Bilal'].id}.")).words

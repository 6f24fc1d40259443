"""The table corrects something: tried in private, agreed on by everyone, announced, recorded, proved at the end."""

from __future__ import annotations

from typing import Any

import pytest

from bot.console.transfer import Destination, export_table, import_table
from bot.errors import TableError
from bot.games.frontend import front_of
from bot.games.gandhi.facts import SPACES
from bot.games.gandhi.orders.positions import write_beside, write_space
from bot.language import load_language
from bot.tables.absences import AUTOMATIC_PLAYER
from bot.tables.play import Tables
from bot.tables.records import prove
from engine import Game
from storage import Storage
from tests.bot.people import World, read_panel
from tests.bot.players import HOST, PEOPLE, open_table, whose
from tests.turns import plainly

WRONG = "Bihar 3C Protest PO; Restraint 2; next 55"


def question(world: World) -> Any:
    """Return the message that asks the table."""
    return next(found for found in reversed(world.messages()) if "correct this" in found.content)


async def agree(world: World, *names: str, verb: str = "accept") -> str:
    """Answer the question of the table."""
    words = ""
    for name in names:
        words = (await world.press(name, read_panel(question(world)), verb)).words
    return words


async def put_right(world: World, changes: str, name: str = "Asha") -> None:
    """Ask the table for a correction, and let everyone agree."""
    tried = await world.slash(name, "table correct", changes=changes)
    await world.press(name, tried, "putright")
    await agree(world, *(other for other in world.people if other != name))


async def test_a_correction_is_previewed_before_the_vote(world: World) -> None:
    game_id = await world.start_table(seed="wrong")
    version = (await world.bot.tables.moment(game_id)).table.game.version
    tried = await world.slash("Asha", "table correct", changes=WRONG)
    for words in ("`1` **Bihar**", "Restraint 3 to 2", "next card: 55", "Everyone playing must agree", "victory"):
        assert words in tried.words
    assert (await world.bot.tables.moment(game_id)).table.game.version == version
    for changes, reason in (
        ("Bihar 99T", "more Troops than the game has"),
        ("Bihar xx", "“xx” in “Bihar xx” is not understood"),
        ("Bihar 3 1T", "“3” in “Bihar 3 1T” is not understood"),
        ("Restraint 2; :", "“:” in “:” is not understood"),
        (f"Restraint {'9' * 5000}", "“9999"),
        (f"Bihar {'9' * 5000}T", "“9999"),
        (f"Bihar {'9' * 5000} Troops", "“9999"),
        ("Restraint 3", "That is how it is already"),
        ("card 5", "cannot correct “card”"),
    ):
        assert reason in (await world.slash("Asha", "table correct", changes=changes)).words


async def test_a_correction_is_made_once_everyone_agrees(world: World) -> None:
    game_id = await world.start_table(seed="wrong")
    await world.pass_turn(game_id)
    tables = world.bot.tables
    seat = (await tables.moment(game_id)).game.pending_seat
    await put_right(world, WRONG)
    after = await tables.moment(game_id)
    position = after.game.position()
    assert (position["restraint"], position["next"], after.game.pending_seat) == (2, 55, seat)
    assert position["spaces"]["bihar"] == {"congress": 3, "protest": True, "level": "passive_opposition"}
    announced = world.messages()[-1].content
    assert announced.startswith("**Corrected by the table**")
    assert "As agreed by Raj, Congress, Muslim League and Revolutionaries." in announced
    assert "Corrected by the table" in (await world.slash("Asha", "log")).words
    assert "Restraint 3 to 2" in (await world.slash("Asha", "catchup")).words
    # A correction is not a turn, and nothing before it can be undone.
    assert [turn.number for turn in await tables.rewinding.list_turns(game_id)] == [1]
    for name in world.people:
        assert "nothing" in (await world.slash(name, "undo")).words.lower()
    exported = await export_table(world.storage, game_id)
    again = await import_table(world.storage, exported.data, Destination(5, 6, "Again", "en", 7, {"raj": (8, "A")}))
    assert (await export_table(world.storage, again.id)).data == exported.data
    await world.pass_turn(game_id)


async def test_a_correction_without_every_consent_is_not_made(world: World) -> None:
    game_id = await world.start_table(seed="wrong")
    tried = await world.slash("Asha", "table correct", changes=WRONG)
    assert "Waiting for: Congress" in (await world.press("Asha", tried, "putright")).words
    assert "**Bihar**" in question(world).content
    await agree(world, "Bilal", "Charu")
    before = await world.bot.tables.moment(game_id)
    assert before.game.position()["restraint"] == 3
    await agree(world, "Dev", verb="decline")
    assert "refused" in world.messages()[-1].content
    assert (await world.bot.tables.moment(game_id)).game.digest() == before.game.digest()
    # A vote ends when the game moves on, and a correction proposed for the earlier moment is refused.
    await world.press("Asha", await world.slash("Asha", "table correct", changes=WRONG), "putright")
    asked, stale = question(world), await world.slash("Asha", "table correct", changes=WRONG)
    await world.pass_turn(game_id)
    assert "vote is over" in (await world.press("Bilal", read_panel(asked), "accept")).words.lower()
    assert "earlier moment" in (await world.press("Asha", stale, "putright")).words


async def test_a_stranger_cannot_correct_a_game_and_a_private_draft_prevents_no_correction(world: World) -> None:
    game_id = await world.start_table(seed="wrong")
    with pytest.raises(TableError):
        await world.bot.tables.corrections.try_out(game_id, 999, lambda game: {"restraint": 1})
    name = await world.whose(game_id)
    moment = await world.bot.tables.moment(game_id)
    assert moment.decision is not None
    await world.bot.tables.at(game_id, world.people[name].id).choose([moment.decision.options[0].key])
    # A private draft does not count: the turn has not begun.
    await put_right(world, WRONG)
    assert (await world.bot.tables.moment(game_id)).game.position()["restraint"] == 2


async def test_going_back_undoes_a_correction(world: World) -> None:
    game_id = await world.start_table(seed="wrong")
    await world.pass_turn(game_id)
    await put_right(world, WRONG)
    await put_right(world, "Unity 5")
    await world.pass_turn(game_id)
    assert (await world.bot.tables.table(game_id)).state.put_right == 2
    tables = world.bot.tables
    asked = await tables.rewinding.propose(None, game_id, world.people["Asha"].id, 1)
    for name in ("Bilal", "Charu", "Dev"):
        await tables.votes.answer(None, game_id, world.people[name].id, asked.number, agree=True, kinds=["rewind"])
    moment = await tables.moment(game_id)
    assert (moment.game.position()["restraint"], moment.table.state.put_right) == (3, 0)


async def test_the_proof_of_a_corrected_game_succeeds_and_mentions_the_correction(world: World) -> None:
    """A wrong piece, a wrong level and a wrong next card, in a game of one person, played to its verified end."""
    game_id = await world.open_table(seed="alone")
    await world.slash("Asha", "table join", seat="congress")
    await world.bot.tables.start(None, game_id, world.people["Asha"].id, with_automatic=True)
    await world.quiet()
    for changes in ("Bihar 3C 1S PO", "Delhi 1T 4S 1C AO", "next 55"):
        tried = await world.slash("Asha", "table correct", changes=changes)
        assert "must agree" not in tried.words
        assert "it is corrected" in (await world.press("Asha", tried, "putright")).words
    await world.play_out(game_id, lambda turn: plainly)
    ending = "\n".join(message.content for message in world.messages()[-3:])
    assert "The table corrected the game 3 times." in ending
    proof = await prove(world.storage, game_id)
    assert len(proof.put_right) == 3
    assert "corrected 3 times by the table, in steps" in (await world.slash("Asha", "table verify")).words
    assert "corrected 3 times" in (await world.slash("Asha", "records")).words


async def test_three_people_repair_a_running_game_and_play_it_to_a_verified_end(world: World) -> None:
    game_id = await world.open_table(seed="three")
    for name, seat in (("Asha", "raj"), ("Bilal", "congress"), ("Charu", "league")):
        await world.slash(name, "table join", seat=seat)
    await world.bot.tables.start(None, game_id, world.people["Asha"].id, with_automatic=True)
    await world.quiet()
    for changes, name, others in (
        ("Bihar 3C 1S PO", "Asha", ("Bilal", "Charu")),
        ("Delhi 1T 4S 1C AO", "Bilal", ("Asha", "Charu")),
        ("next 55", "Charu", ("Asha", "Bilal")),
    ):
        tried = await world.slash(name, "table correct", changes=changes)
        await world.press(name, tried, "putright")
        await agree(world, *others)
    position = (await world.bot.tables.moment(game_id)).game.position()
    assert (position["spaces"]["bihar"]["congress"], position["next"]) == (3, 55)
    assert position["spaces"]["delhi"]["level"] == "active_opposition"
    await world.play_out(game_id, lambda turn: plainly)
    proved = (await world.slash("Bilal", "table verify")).words
    assert "was fair" in proved
    assert "corrected 3 times by the table, in steps" in proved


async def test_the_correction_form_contains_the_current_values(world: World) -> None:
    game_id = await world.start_table(seed="wrong")
    moment = await world.bot.tables.moment(game_id)
    result = await world.people["Asha"].slash(world.channel, "table correct")
    assert result.modal is not None
    fields = {label["component"]["custom_id"]: label["component"] for label in result.modal["components"]}
    assert not any(field["required"] for field in fields.values()), "one half may stay empty"
    assert fields["beside"]["value"] == write_beside(load_language("en", "gandhi"), moment.game.position())
    submitted = await world.people["Asha"].submit_modal(
        result, {"beside": fields["beside"]["value"].replace("Unity 3", "Unity 4"), "spaces": "Bihar 2C"}
    )
    assert "Unity 3 to 4" in read_panel(submitted.response).words


@pytest.mark.parametrize("code", ["en", "it", "es", "ja"])
@pytest.mark.parametrize("scenario", ["short", "main"])
def test_the_text_of_a_position_is_read_as_the_same_position(code: str, scenario: str) -> None:
    language = load_language(code, "gandhi")
    game = Game.new("gandhi", scenario, seed=b"written")
    positions = front_of("gandhi").positions
    position = game.position()
    lines = [*(write_space(language, position, space) for space in SPACES), write_beside(language, position)]
    assert positions.read_lines(language, position, "\n".join(lines)) == {}
    empty = positions.read_lines(language, {"spaces": {}, "resources": {}}, "\n".join(lines[: len(SPACES)]))
    assert empty.get("spaces", {}) == position["spaces"]


@pytest.mark.parametrize("sign", ["\n", ";", "；", "。"])
def test_lines_of_a_position_may_be_separated_by_signs_of_any_width(sign: str) -> None:
    typed = sign.join(["Restraint 2", "Unity 4"])
    read = front_of("gandhi").positions.read_lines(load_language("ja", "gandhi"), {}, typed)
    assert read == {"restraint": 2, "unity": 4}


async def test_a_position_of_rajas_can_be_corrected(world: World) -> None:
    game_id = await world.open_table("basic", players=2)
    await world.slash("Asha", "table join")
    await world.bot.tables.start(None, game_id, world.people["Asha"].id, with_automatic=True)
    await world.quiet()
    tried = await world.slash("Asha", "table correct", changes="Lotus fame 12 coins 5 temple 3 blue 2 5")
    assert "fame 0 to 12" in tried.words
    await world.press("Asha", tried, "putright")
    player = (await world.bot.tables.moment(game_id)).game.position()["players"]["lotus"]
    assert (player["fame"], player["money"], player["dice"]) == (12, 5, ["blue:2", "blue:5"])
    assert "“wings” in" in (await world.slash("Asha", "table correct", changes="Lotus wings 2")).words
    for place in ("fame", "temple"):
        changes = f"Lotus {place} {'9' * 5000}"
        assert f"“{place}” in" in (await world.slash("Asha", "table correct", changes=changes)).words


async def test_three_people_repair_a_game_of_rajas_and_play_it_to_a_verified_end(world: World) -> None:
    """Wrong tracks, dice, improvements, a wrong first player, a tile that was forgotten and one that was mistaken."""
    game_id = await world.open_table("basic", players=3, seed="three")
    for name in ("Asha", "Bilal", "Charu"):
        await world.slash(name, "table join")
    await world.bot.tables.start(None, game_id, world.people["Asha"].id)
    await world.quiet()
    moment = await world.bot.tables.moment(game_id)
    seats = [row.seat for row in moment.table.seats]
    named = [load_language("en", "rajas").word(f"seat.{seat}") for seat in seats]
    for changes, name, others in (
        (f"{named[0]} fame 12 coins 5; {named[1]} boat 9", "Asha", ("Bilal", "Charu")),
        (f"{named[1]} temple 3 blue 2 5; {named[2]} karma 1", "Bilal", ("Asha", "Charu")),
        (f"next_first {seats[2]}", "Charu", ("Asha", "Bilal")),
        (f"{named[2]} c2 orange_03 NS", "Asha", ("Bilal", "Charu")),
        (f"{named[2]} c2 orange_05 NES d2 green_10 WE", "Charu", ("Asha", "Bilal")),
    ):
        tried = await world.slash(name, "table correct", changes=changes)
        await world.press(name, tried, "putright")
        await agree(world, others[0])
        before = (await world.bot.tables.moment(game_id)).table.state.put_right
        await agree(world, others[1])
        assert (await world.bot.tables.moment(game_id)).table.state.put_right == before + 1
    position = (await world.bot.tables.moment(game_id)).game.position()
    first, second, third = (position["players"][seat] for seat in seats)
    assert (first["fame"], first["money"], second["boat"], third["karma"]) == (12, 5, 9, 1)
    assert (second["dice"], position["next_first"]) == (["blue:2", "blue:5"], seats[2])
    assert third["province"] == {"c2": {"tile": "orange_05", "roads": "NES"}, "d2": {"tile": "green_10", "roads": "EW"}}
    await world.play_out(game_id, lambda turn: plainly)
    proved = (await world.slash("Bilal", "table verify")).words
    assert "was fair" in proved
    assert "corrected 5 times by the table, in steps" in proved


async def test_a_vote_on_a_correction_lasts_when_someone_goes_away(storage: Storage) -> None:
    tables = Tables(storage)
    game_id = await open_table(tables)
    asked_first = whose(await tables.moment(game_id))
    tried = await tables.corrections.try_out(game_id, HOST, lambda game: {"unity": 4})
    asked = await tables.corrections.propose(None, game_id, HOST, tried.version)
    away = next(seat for seat in PEOPLE if seat != asked_first and PEOPLE[seat] != HOST)
    await tables.absences.leave(None, game_id, PEOPLE[away], AUTOMATIC_PLAYER, None)
    for label in asked.missing:
        asked = await tables.votes.answer(None, game_id, PEOPLE[label], asked.number, agree=True)
    assert asked.is_done
    assert (await tables.moment(game_id)).game.state.unity == 4

"""The lake game at a table: two people and an automatic seat, on panels and on the page."""

from __future__ import annotations

import random
import re

import pytest

from bot.console.files import play_record
from bot.narrate.replay_page import make_page
from bot.tables.absences import StandIn
from bot.tables.play import Tables
from bot.tables.records import record_game
from engine.core.record import read_record, verify_record
from storage import Storage
from tests.bot.people import World, read_panel

ASHA, BILAL = 1, 2


async def open_lake(tables: Tables) -> str:
    """Begin a game of two people and the automatic player, and return its table."""
    table = await tables.lobby.create(
        1,
        name="Evening",
        scenario="lake",
        language="en",
        host_user_id=ASHA,
        host_name="Asha",
        guild_id=1,
        channel_id=5,
        players=3,
    )
    await tables.lobby.join(None, table.id, ASHA, "Asha", "heron")
    await tables.lobby.join(None, table.id, BILAL, "Bilal", "otter")
    await tables.start(None, table.id, ASHA, with_automatic=True)
    return table.id


def hand_of(view: dict, seat: str) -> list[str] | None:
    """Return the cards of a seat in a view; None where they are hidden."""
    return view["boats"][seat].get("hand")


async def test_a_seat_sees_its_own_hand_and_no_other(storage: Storage) -> None:
    tables = Tables(storage)
    game_id = await open_lake(tables)
    for user_id, own, other in ((ASHA, "heron", "otter"), (BILAL, "otter", "heron")):
        moment = await tables.moment(game_id, user_id)
        assert len(hand_of(moment.view, own) or ()) == 3
        assert hand_of(moment.view, other) is None
        assert moment.game.state.boats[other].hand == ["back"] * 3
    outside = await tables.moment(game_id)
    assert hand_of(outside.view, "heron") is None


async def test_a_copy_of_a_game_keeps_a_persons_hand_and_makes_up_other_hands(storage: Storage) -> None:
    tables = Tables(storage)
    game_id = await open_lake(tables)
    moment = await tables.look(game_id, ASHA)
    copy = moment.front.setup.copy_game(moment.game, b"another seed")
    assert sorted(copy.state.boats["heron"].hand) == hand_of(moment.view, "heron")
    real = (await tables.moment(game_id, BILAL)).view
    seen = set()
    for number in range(20):
        copy = moment.front.setup.copy_game(moment.game, bytes([number]))
        seen.add(tuple(sorted(copy.state.boats["otter"].hand)))
    assert len(seen) > 2, "what others hold is made up"
    assert hand_of(real, "otter") is not None


async def open_by_command(world: World) -> str:
    """Begin a game of Asha, Bilal and the automatic player by commands, and return its table."""
    await world.slash("Asha", "table new", scenario="lake", name="Evening", players=3)
    await world.slash("Asha", "table join", seat="heron")
    await world.slash("Bilal", "table join", seat="otter")
    await world.press("Asha", await world.slash("Asha", "table start"), "fill")
    (table,) = await world.bot.tables.lobby.find_tables(guild_id=world.guild.id, limit=None)
    return table.id


@pytest.mark.parametrize(
    ("command", "options"),
    [("turn", {}), ("board", {"view": "words"}), ("status", {})],
    ids=["turn", "words", "status"],
)
async def test_a_person_sees_only_their_own_hand_and_a_spectator_sees_none(
    world: World, command: str, options: dict[str, str]
) -> None:
    await open_by_command(world)
    for name in ("Asha", "Bilal"):
        assert "In your hand: " in (await world.slash(name, command, **options)).words
    assert "In your hand" not in (await world.slash("Charu", command, **options)).words
    assert all("In your hand" not in message.content for message in world.messages())


async def test_a_stand_in_sees_the_hand_of_the_seat(world: World) -> None:
    game_id = await open_by_command(world)
    stand_in = StandIn(world.people["Charu"].id, "Charu")
    await world.bot.tables.absences.leave(None, game_id, world.people["Bilal"].id, stand_in, None)
    shown = (await world.slash("Charu", "turn", table=game_id)).words
    assert "In your hand: " in shown
    assert shown == (await world.slash("Bilal", "turn", table=game_id)).words


async def test_a_copy_keeps_the_hand_and_offers_the_games_automatic_player(world: World) -> None:
    game_id = await open_by_command(world)
    hand = re.search("In your hand: .*", (await world.slash("Asha", "turn")).words)
    panel = await world.slash("Asha", "whatif")
    assert "### Heron\n" in panel.words, "no dot behind which nothing is written"
    assert hand is not None
    assert hand[0] in panel.words
    assert "Let Kingfisher play" in panel.buttons.values()
    assert "Arjuna" not in panel.words
    practice = world.bot.tables.practices.find(world.people["Asha"].id)
    real = (await world.bot.tables.moment(game_id, world.people["Asha"].id)).view
    assert practice.game.view()["boats"]["heron"]["hand"] == real["boats"]["heron"]["hand"]


async def test_help_and_panels_show_only_features_that_the_game_has(world: World) -> None:
    await open_by_command(world)
    shown = await world.slash("Asha", "help")
    for word in ("rally", "/rules", "/faction", "/tutorial", "/card", "Arjuna"):
        assert word not in shown.words
    for verb in ("faction", "chapters", "lesson", "card", "advise", "reasons"):
        assert not shown.has(verb)
    assert "does not have the rules" in (await world.slash("Asha", "rules")).words
    assert "no sheets" in (await world.slash("Asha", "faction")).words
    assert "no lesson" in (await world.slash("Asha", "tutorial")).words
    assert "no cards" in (await world.slash("Asha", "card")).words
    assert not (await world.slash("Asha", "board", view="words")).has("correct")
    offered = read_panel(world.status())
    assert offered.has("board")
    for verb in ("faction", "card"):
        assert not offered.has(verb), f"no {verb} below the pinned message"


@pytest.mark.parametrize("seed", [1])
async def test_two_people_and_an_automatic_seat_play_to_the_end_on_panels(world: World, seed: int) -> None:
    game_id = await open_by_command(world)
    await world.play_on(game_id, random.Random(seed), 400)
    table = await world.bot.tables.table(game_id)
    assert table.game.status == "over"
    assert "on the lake" in world.status_words()
    record = read_record((await record_game(world.bot.tables.storage, game_id))[1])
    verify_record(play_record(record).record(), record)
    page = make_page(record, "Evening")
    assert b"Turn 1: " in page
    assert b"Turn 0" not in page
    assert b"Arjuna" not in page
    words = (await world.slash("Asha", "board", view="words")).words
    assert "Heron" in words


async def test_going_back_restores_the_hand_of_a_seat(storage: Storage) -> None:
    tables = Tables(storage)
    game_id = await open_lake(tables)
    before = (await tables.moment(game_id, BILAL)).view["boats"]["otter"]
    heron = tables.at(game_id, ASHA)
    while (moment := await heron.moment()).game.pending_seat == "heron":
        await heron.play(["draw" if "draw" in moment.game.decision.keys else "stop"])
    turn = (await tables.rewinding.list_turns(game_id))[-1].turn.number
    asked = await tables.rewinding.propose(None, game_id, ASHA, turn)
    await tables.votes.answer(None, game_id, BILAL, asked.number, agree=True, kinds=["rewind"])
    after = await tables.moment(game_id, BILAL)
    assert after.view["boats"]["otter"] == before
    assert after.game.pending_seat == "heron"

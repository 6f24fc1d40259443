"""Orders at a table: they continue after dice and after someone else's answer, with restarts between any two clicks."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import pytest

from bot.discord.forms import read_form
from bot.games.gandhi.orders.lines import write_line
from bot.language import load_language
from bot.tables.draft import Draft
from bot.tables.moments import TableMoment
from engine import Game
from tests.bot.people import World, restart
from tests.bot.pressing import answer, begin, check_way_on, speak
from tests.playing import SEED, game_at
from tools.games.gandhi.lines import can_be_asked, list_turns

RICH = {"raj": 20, "revolutionaries": 10}
GUERRILLAS = {"punjab": {"underground": 6, "troops": 1, "sepoys": 1}, "sind": {"underground": 6, "sepoys": 2}}


async def draft_of(world: World, game_id: str, name: str) -> Draft:
    """Return a person's draft."""
    return (await moment_of(world, game_id, name)).draft


async def moment_of(world: World, game_id: str, name: str) -> TableMoment:
    """Return the moment as a person sees it."""
    return await world.bot.tables.moment(game_id, world.people[name].id)


def attack() -> Game:
    """Return a game whose Revolutionaries can Attack in two spaces and cannot fail."""
    return game_at(GUERRILLAS, "revolutionaries", resources=RICH, seed=SEED)


async def test_one_order_plays_a_turn_with_two_dice_in_three_confirms(world: World) -> None:
    game_id = await world.start_table()
    name, _ = await begin(world, game_id, attack(), "revolutionaries")
    panel = await world.slash(name, "attack", orders="punjab: S T; sind: 2S")
    assert "a die is rolled" in panel.words
    panel = await world.press(name, panel, "confirm", "")
    draft = await draft_of(world, game_id, name)
    assert draft.keys == ("sepoys", "troops")
    assert draft.armed == "sind"
    await restart(world)
    panel = await world.slash(name, "turn")
    panel = await world.press(name, panel, "confirm", "")
    draft = await draft_of(world, game_id, name)
    assert draft.to_commit == ("sepoys", "sepoys", "done")
    panel = await world.press(name, panel, "confirm", "")
    game = (await world.bot.tables.moment(game_id)).game
    spaces = game.position()["spaces"]
    assert not any(spaces[space].get(piece) for space in GUERRILLAS for piece in ("troops", "sepoys"))


async def test_an_order_continues_after_someone_elses_answer(world: World) -> None:
    game_id = await world.start_table()
    game = game_at({"bihar": {"congress": 1}}, "congress", restraint=3, jail={"gandhi": True})
    name, _ = await begin(world, game_id, game, "congress")
    panel = await world.slash(name, "rally", orders="satyagraha delhi: place; bombay")
    assert "the next decision is for Raj" in panel.words
    await world.press(name, panel, "confirm", "")
    raj = await world.whose(game_id)
    assert raj != name
    await restart(world)
    asked = await world.slash(raj, "turn")
    await answer(world, raj, asked, "yes")
    draft = await draft_of(world, game_id, name)
    assert draft.to_commit == ("place", "rally", "bombay", "1", "done")
    panel = await world.slash(name, "confirm")
    check_way_on(panel)
    spaces = (await world.bot.tables.moment(game_id)).game.position()["spaces"]
    assert spaces["delhi"]["gandhi"]
    assert spaces["delhi"]["congress"] == spaces["bombay"]["congress"] == 1


async def test_an_order_whose_rest_a_die_makes_impossible_ends_with_the_reason(world: World) -> None:
    game_id = await world.start_table()
    name, _ = await begin(world, game_id, attack(), "revolutionaries")
    panel = await world.slash(name, "attack", orders="punjab: C; sind: 2S")
    panel = await world.press(name, panel, "confirm", "")
    assert "The rest of your line was not carried out." in panel.words
    assert "“C” is not a possible answer" in panel.words
    assert (await draft_of(world, game_id, name)).is_empty
    check_way_on(panel)


async def test_a_question_left_open_is_asked_and_then_the_order_continues(world: World) -> None:
    game_id = await world.start_table()
    name, _ = await begin(world, game_id, game_at({}, "raj", resources=RICH), "raj")
    panel = await world.slash(name, "deploy", orders="delhi; madras 2T")
    assert "Delhi: deploy which cubes?" in panel.words
    assert "The rest of your line: madras 2T." in panel.words
    panel = await world.pick(name, panel, "troops>2")
    assert "madras 2T" in panel.words
    panel = await world.press(name, panel, "choose", "done")
    draft = await draft_of(world, game_id, name)
    assert draft.keys[-5:] == ("madras", "troops", "2", "done", "done")
    assert panel.has("confirm")


async def test_undo_also_takes_back_the_rest_of_an_order(world: World) -> None:
    game_id = await world.start_table()
    name, _ = await begin(world, game_id, game_at({}, "raj", resources=RICH), "raj")
    await world.slash(name, "deploy", orders="delhi; madras 2T")
    panel = await world.slash(name, "undo")
    assert "madras" not in panel.words
    assert not (await draft_of(world, game_id, name)).order


async def test_a_new_order_replaces_the_old_one(world: World) -> None:
    game_id = await world.start_table()
    name, _ = await begin(world, game_id, game_at({}, "raj", resources=RICH), "raj")
    await world.slash(name, "deploy", orders="delhi 2T")
    panel = await world.slash(name, "deploy", orders="madras 3T")
    assert "Madras 3T" in panel.words
    draft = await draft_of(world, game_id, name)
    assert "delhi" not in draft.keys


async def test_a_wrong_order_leaves_the_draft_as_it_was(world: World) -> None:
    game_id = await world.start_table()
    name, _ = await begin(world, game_id, game_at({}, "raj", resources=RICH), "raj")
    await world.slash(name, "deploy", orders="delhi 2T")
    before = await draft_of(world, game_id, name)
    refused = await world.slash(name, "deploy", orders="delhi 2T; mdaras 1T")
    assert "Did you mean Madras?" in refused.words
    assert await draft_of(world, game_id, name) == before


@pytest.mark.parametrize(
    ("code", "words"),
    [("en", "Understood:"), ("it", "Riga letta:"), ("es", "Entendido:"), ("ja", "デリー > パンジャーブ")],
)
async def test_an_understood_order_is_written_in_full(
    world: World, code: str, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    speak(world, monkeypatch, dict.fromkeys(world.people, code))
    game_id = await world.start_table()
    game = game_at({"delhi": {"troops": 2, "sepoys": 3}, "karachi": {"troops": 1}}, "raj", resources=RICH)
    name, _ = await begin(world, game_id, game, "raj")
    panel = await world.slash(name, "sweep", orders="delhi > punj; sind")
    assert words in panel.words
    assert "2T 3S; " in panel.words


async def test_the_preview_of_a_turn_shows_its_order_line(world: World) -> None:
    game_id = await world.start_table()
    name, panel = await begin(world, game_id, game_at({}, "raj", "operation_only", resources=RICH), "raj")
    for key in ("deploy", "delhi", "troops>3", "done"):
        # The line is only on the preview of a turn that can be confirmed, and never on the panel.
        assert "In one line" not in panel.words
        if panel.has("map"):
            closer = await world.press(name, panel, "map")
            assert ("In one line" in closer.words) == (panel.has("confirm") and key == "done")
        is_listed = key in ("delhi", "troops>3")
        panel = await world.pick(name, panel, key) if is_listed else await world.press(name, panel, "choose", key)
    panel = await world.press(name, panel, "map")
    assert "In one line: `/deploy orders: Delhi 3T`" in panel.words


@pytest.mark.parametrize("number", range(3))
async def test_an_event_is_answered_in_one_line(world: World, number: int) -> None:
    events = [turn for turn in list_turns(number + 2, drawn=True) if turn[1][0].startswith("event:")]
    game, keys = [turn for turn in events if can_be_asked(turn[1]) and len(turn[1]) > 3 and is_fit(*turn)][number]
    line = write_line(load_language(), game, keys)
    assert line is not None
    game_id = await world.start_table()
    name, _ = await begin(world, game_id, game.clone())
    refused = await world.slash(name, "event", side=line.action.partition(":")[2], orders=f"{line.orders} xyzzy")
    assert "xyzzy" in refused.words
    assert (await draft_of(world, game_id, name)).is_empty
    panel = await world.slash(name, "event", side=line.action.partition(":")[2], orders=line.orders)
    while panel.has("confirm", ""):
        panel = await world.press(name, panel, "confirm", "")
    for key in keys:
        game.choose(key)
    assert (await world.bot.tables.moment(game_id)).game.digest() == game.blind().digest()


def is_fit(game: Game, keys: Sequence[str]) -> bool:
    """Return whether a turn can be ordered in one line at a table that began with another game.

    The rest of an order is not read before a die or card comes up, and the record of a game that ends is played again.
    """
    twin = game.clone()
    for key in keys[:-1]:
        twin.choose(key)
    is_read = twin.state.reveals == game.state.reveals
    twin.choose(keys[-1])
    return bool(is_read and twin.decision is not None)


# -- two clicks at once, and what belongs to others -----------------------------------------------------------


async def test_two_simultaneous_clicks_act_once(world: World) -> None:
    game_id = await world.start_table()
    name, panel = await begin(world, game_id, game_at({}, "raj", resources=RICH), "raj")
    person = world.people[name]
    key = panel.find("choose", "deploy")
    await asyncio.gather(*(person.click(panel.message, custom_id=key) for _ in range(2)), return_exceptions=True)
    assert (await draft_of(world, game_id, name)).keys == ("deploy",)
    panel = await world.slash(name, "deploy", orders="delhi 2T")
    version = (await world.bot.tables.table(game_id)).game.version
    key = panel.find("confirm")
    await asyncio.gather(*(person.click(panel.message, custom_id=key) for _ in range(2)), return_exceptions=True)
    after = await world.bot.tables.moment(game_id)
    assert after.table.game.version > version
    assert after.game.position()["spaces"]["delhi"]["troops"] == 2


async def test_a_turn_survives_a_restart_before_each_click(world: World) -> None:
    game_id = await world.start_table()
    game = game_at({"delhi": {"troops": 2, "sepoys": 3}, "punjab": {"underground": 1}}, "raj", resources=RICH)
    name, panel = await begin(world, game_id, game, "raj")
    keys = ("sweep", "special:govern", "1", "punjab", "delhi", "sepoys", "2", "done")
    for key in keys:
        await restart(world)
        panel = await answer(world, name, panel, key)
        check_way_on(panel)
        game.choose(key)
        now = await moment_of(world, game_id, name)
        assert now.game.digest() == game.blind().digest()


async def test_an_order_from_a_person_who_is_not_asked_is_refused(world: World) -> None:
    game_id = await world.start_table()
    name, _ = await begin(world, game_id, game_at({}, "raj", resources=RICH), "raj")
    other = next(person for person in world.people if person != name)
    refused = await world.slash(other, "deploy", orders="delhi 2T")
    assert "not yours" in refused.words
    assert (await draft_of(world, game_id, name)).is_empty


async def test_meaningless_input_causes_no_incident(world: World) -> None:
    game_id = await world.start_table()
    name, _ = await begin(world, game_id, attack(), "revolutionaries")
    for typed in ("9" * 5_500, "punjab: " + "9" * 5_000, "\ud800 punjab", "(" * 5_000, "[" * 5_000):
        await world.slash(name, "attack", orders=typed)
        await world.slash(name, "rules", paragraph=typed)
    assert world.bot.metrics.find_count("incidents") == 0
    assert read_form({"components": [{"component": {"custom_id": "name", "value": "\ud800a"}}]}) == ["name=?a"]

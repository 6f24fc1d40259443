"""Whole Short games for one to four people, in every language: by one-line orders, and by what panels offer."""

from __future__ import annotations

import random
from collections.abc import Sequence
from contextlib import suppress

import pytest

from bot.games.answers import Line
from bot.games.gandhi.orders.lines import write_line
from bot.language import load_language
from bot.tables.moments import TableMoment
from engine.core.dice import Hidden
from tests.bot.people import Panel, World, is_asked, read_panel
from tests.bot.pressing import check_limits, check_way_on, speak
from tests.turns import at_random, draw_turn

SEATINGS = {
    "it": ["Raj"],
    "es": ["Congress", "Revolutionaries"],
    "ja": ["Raj", "League", "Revolutionaries"],
    "en": ["Raj", "Congress", "League", "Revolutionaries"],
}
"""By the number of people: their language and their seats; Arjuna plays the others."""
ORDERED, PRESSED = 5, 4
"""The numbers of turns that are played by orders and by panels; the others go through the table service."""


async def open_game(world: World, seats: Sequence[str]) -> str:
    """Return a table with people on some seats and Arjuna on the others, in play."""
    game_id = await world.open_table()
    for name, seat in zip(world.people, seats, strict=False):
        await world.press(name, read_panel(world.status()), "take", seat.lower())
    asked = await world.slash("Asha", "table start")
    if len(seats) < 4:
        await world.press("Asha", asked, "fill")
    assert (await world.bot.tables.table(game_id)).game.status == "playing"
    return game_id


async def order(world: World, name: str, line: Line) -> Panel:
    """Give an order by its command."""
    action, _, side = line.action.partition(":")
    more = {"side": side} if side else {}
    return await world.slash(name, action.replace("_", "-"), orders=line.orders, **more)


async def play_turn_by_order(world: World, name: str, moment: TableMoment, code: str, chance: random.Random) -> bool:
    """Order a turn in one line, and confirm it until it is over; return whether there is such a line."""
    keys = draw_turn(moment.game, at_random(chance, "pass"))
    line = write_line(load_language(code), moment.game, keys)
    if line is None or not line.orders:
        return False
    wanted = moment.game.clone()
    # A game as a person sees it ends where something is revealed.
    with suppress(Hidden):
        for key in keys:
            wanted.choose(key)
    panel = await order(world, name, line)
    check_way_on(panel)
    assert line.orders in panel.words or panel.has("confirm", ""), line
    number = moment.game.step_number
    confirms = 0
    while panel.has("confirm", ""):
        panel = await world.press(name, panel, "confirm", "")
        confirms += 1
        check_limits(panel)
    now = await world.bot.tables.moment(moment.table.id)
    after = now.game
    if wanted.step_number != number:
        assert confirms
        assert after.step_number > number or after.decision is None, line
    return True


async def play_by_panel(world: World, name: str, game_id: str, chance: random.Random) -> None:
    """Click at random until someone else decides or a step has ended."""
    panel = await world.slash(name, "turn")
    for _ in range(20):
        check_way_on(panel)
        if not is_asked(panel):
            return
        panel = await world.press_at_random(name, panel, chance)
        check_limits(panel)


async def play_through_tables(world: World, moment: TableMoment, user_id: int, chance: random.Random) -> None:
    """Answer at random, without any panel, until someone else decides or a step has ended."""
    await world.bot.tables.at(moment.table.id, user_id).play(draw_turn(moment.game, at_random(chance, "pass")))


@pytest.mark.whole_game
@pytest.mark.parametrize("code", sorted(SEATINGS))
async def test_a_whole_game_is_played_in_the_players_own_language(
    world: World, code: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    speak(world, monkeypatch, dict.fromkeys(world.people, code))
    chance = random.Random(code)
    game_id = await open_game(world, SEATINGS[code])
    ordered = pressed = 0
    for _ in range(5000):
        moment = await world.bot.tables.moment(game_id)
        if moment.decision is None:
            break
        name = await world.whose(game_id)
        mine = await world.bot.tables.moment(game_id, world.people[name].id)
        if moment.decision.kind == "turn.action" and not moment.game.keys and ordered < ORDERED:
            ordered += await play_turn_by_order(world, name, mine, code, chance)
        elif pressed < PRESSED:
            pressed += 1
        else:
            await play_through_tables(world, moment, world.people[name].id, chance)
            continue
        if (await world.bot.tables.moment(game_id)).game.digest() == moment.game.digest():
            await play_by_panel(world, name, game_id, chance)
    assert (await world.bot.tables.table(game_id)).game.status == "over"
    await world.quiet()
    assert ordered > 1
    assert [record.getMessage() for record in caplog.records if "No sentence" in record.getMessage()] == []
    assert "Incident" not in caplog.text

"""Why? under a message is about that message, and leads through the whole game; old messages' buttons still work."""

from __future__ import annotations

import random

import pytest

from bot.tables.announcements import PUBLIC, TURN, Written, store_announcement
from tests.bot.people import Panel, World, read_panel
from tests.turns import at_random, draw_turn


async def play_solo(world: World, turns: int) -> str:
    """Have Asha play some random turns as Raj against Arjuna; return the table's id."""
    game_id = await world.open_table(seed="why")
    tables, asha = world.bot.tables, world.people["Asha"].id
    await tables.lobby.join(None, game_id, asha, "Asha", "raj")
    moment = await tables.start(None, game_id, asha, with_automatic=True)
    for turn in range(turns):
        moment = await tables.at(game_id, asha).play(draw_turn(moment.game, at_random(random.Random(turn))))
    await world.env.settle()
    await world.quiet()
    return game_id


def with_reasons(world: World) -> list[Panel]:
    """Return the public messages that have a button Why?."""
    return [panel for message in world.messages() if (panel := read_panel(message)).has("reasons")]


async def test_the_why_button_shows_the_reasons_for_the_turns_of_its_message(world: World) -> None:
    game_id = await play_solo(world, 4)
    messages = with_reasons(world)
    assert len(messages) > 2
    for message in messages:
        made = message.find("reasons").split(":", 4)[4]
        first, _, last = made.partition("-")
        found = await world.bot.tables.reasonings.of(game_id, int(first), int(last))
        panel = await world.press("Asha", message, "reasons")
        if found is None:
            assert "nothing to decide" in panel.words
            continue
        for one in found.reasons:
            assert f"{one.turn.number}: " in panel.words
    panel = await world.press("Asha", messages[0], "reasons")
    assert not panel.has("reasoning", "before.1"), "nothing was before it"


@pytest.mark.whole_game
async def test_earlier_and_later_buttons_move_through_turns_and_thoughts(world: World) -> None:
    await play_solo(world, 4)
    panel = await world.slash("Asha", "why")
    seen = [panel.words]
    while any(made.split(":", 4)[4].startswith("before.") for made in panel.buttons):
        key = next(key for made in panel.buttons if (key := made.split(":", 4)[4]).startswith("before."))
        panel = await world.press("Asha", panel, "reasoning", key)
        seen.append(panel.words)
    assert len(set(seen)) == len(seen) > 4
    at = next(made.split(":", 4)[4] for made in panel.buttons if made.endswith(".full"))
    full = await world.press("Asha", panel, "reasoning", at)
    assert len(full.words) > len(panel.words)
    later = next(key for made in full.buttons if (key := made.split(":", 4)[4]).startswith("after."))
    assert later.endswith(".full"), "who reads everything goes on reading everything"
    assert (await world.press("Asha", full, "reasoning", at.removesuffix(".full"))).words == panel.words


@pytest.mark.whole_game
@pytest.mark.parametrize("has_details", [True, False])
async def test_an_old_why_button_shows_the_turn_of_the_details_button_or_the_newest(
    world: World, has_details: bool
) -> None:
    """Newer buttons name the turn of their Details; without it, the last reasons are shown, as before."""
    game_id = await play_solo(world, 3)
    old = Written(content="Arjuna has played.", buttons=["turn", "card", "reasons"])
    old.buttons += ["details:1-1"] if has_details else []
    async with world.storage.transaction() as tx:
        await tx.lock_game(game_id)
        await tx.enqueue(game_id, TURN, PUBLIC, store_announcement(old))
    world.bot.outbox.kick()
    await world.env.settle()
    await world.quiet()
    message = next(panel for panel in with_reasons(world) if panel.message.content == old.content)
    panel = await world.press("Asha", message, "reasons", "")
    newest = await world.bot.tables.reasonings.newest(game_id)
    assert newest is not None
    assert f"{1 if has_details else newest.last}: " in panel.words

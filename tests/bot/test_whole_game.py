"""A whole game, played by clicking what the panels offer, with a restart in the middle of a turn."""

from __future__ import annotations

import random

import discord
import pytest

from bot.console.files import play_record
from bot.tables.records import record_game
from engine.core.record import read_record, verify_record
from tests.bot.people import World, restart


@pytest.mark.whole_game
async def test_a_short_game_is_played_from_the_first_click_to_the_ranking(world: World) -> None:
    game_id = await world.start_by_presses()
    chance = random.Random(1930)
    await world.play_on(game_id, chance, 100)
    before = await world.bot.tables.moment(game_id, await holder(world, game_id))
    await restart(world)
    after = await world.bot.tables.moment(game_id, await holder(world, game_id))
    assert after.game.digest() == before.game.digest()
    assert after.draft == before.draft

    await world.play_on(game_id, chance, 20_000)
    table = await world.bot.tables.table(game_id)
    assert table.game.status == "over"
    await check_messages(world, game_id)


async def holder(world: World, game_id: str) -> int | None:
    """Return the id of the person whose decision it is."""
    moment = await world.bot.tables.moment(game_id)
    row = moment.table.holder(moment.decision.seat) if moment.decision is not None else None
    return row.user_id if row is not None else None


async def check_messages(world: World, game_id: str) -> None:
    """Check that every message keeps to Discord's limits, and pings at most one person or those who are asked."""
    messages = [message for message in world.messages() if not message.pinned]
    assert len(messages) > 30
    for message in messages:
        assert len(message.content) <= 2000
    pinged, planners = [], 0
    for request in world.env.http_requests:
        if request.method == "POST" and request.path.endswith("/messages") and isinstance(request.json, dict):
            allowed = request.json["allowed_mentions"]
            assert allowed["parse"] == []
            if "plan your part of this phase" in (request.json["content"] or ""):
                planners += 1
                assert 1 < len(allowed["users"]) <= len(world.people)
            else:
                pinged.append(len(allowed.get("users", [])))
    assert planners > 0
    assert [number for number in pinged if number > 1] == [len(world.people)]
    assert "The game is over." in world.status_words()
    assert sum(message.pinned for message in world.messages()) == 1

    last = messages[-1]
    assert "The secret seed was" in last.content
    names = [file.filename.partition(".")[0] for file in last.attachments]
    assert names == ["map", f"gandhi-{game_id}", "chart", f"gandhi-{game_id}", "recap"]
    record = await attached_record(last)
    game = play_record(read_record(record))
    verify_record(game.record(), read_record(record))
    assert game.result is not None
    assert f"**{['Raj', 'Congress', 'Muslim League', 'Revolutionaries'][0]}**" in last.content
    name, again = await record_game(world.bot.tables.storage, game_id)
    assert name.endswith(".gandhi.jsonl")
    assert again == record


async def attached_record(message: discord.Message) -> bytes:
    """Return the record file under a message."""
    attachment = next(file for file in message.attachments if file.filename.endswith(".gandhi.jsonl"))
    return await attachment.read()

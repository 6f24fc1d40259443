"""Playing by panel as people do: in any language, from any position, and one answer at a time."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import discord
import pytest
from simcord import interactions

from bot.discord.layout import ROW, SELECT
from bot.discord.outgoing import walk
from bot.tables.loading import encode_steps
from bot.tables.transaction import open_step
from engine import Game
from tests.bot.people import Panel, World, is_asked

LOCALES = {"en": "en-GB", "it": "it", "es": "es-ES", "ja": "ja"}


def speak(world: World, patch: pytest.MonkeyPatch, languages: Mapping[str, str]) -> None:
    """Let people have languages: the stand-in for Discord gives everyone an English client."""
    made = interactions.base_payload
    locales = {world.people[name].id: LOCALES[code] for name, code in languages.items()}

    def payload(*parts: Any, user_id: int, **more: Any) -> Any:
        record, body = made(*parts, user_id=user_id, **more)
        body["locale"] = locales.get(user_id, "en-GB")
        return record, body

    patch.setattr(interactions, "base_payload", payload)


async def put(world: World, game_id: str, game: Game) -> None:
    """Give a table the state of a game, as if it had been played there."""
    async with world.storage.transaction() as tx:
        await tx.finish_turn(game_id, encode_steps([]))
        await open_step(tx, game_id, game)
        version = await tx.advance(game_id, (await tx.game(game_id)).version)
        if game.keys:
            seat = game.decision.seat if game.decision is not None else ""
            await tx.append_choices(game_id, version, seat, list(game.keys))
    world.bot.tables.cache.forget(game_id)


async def begin(world: World, game_id: str, game: Game, seat: str = "") -> tuple[str, Panel]:
    """Give a table the state of a game; return whose decision it is, and that person's panel."""
    await put(world, game_id, game)
    name = await world.whose(game_id)
    assert game.decision is not None
    assert not seat or game.decision.seat == seat
    return name, await world.slash(name, "turn")


async def answer(world: World, name: str, panel: Panel, key: str) -> Panel:
    """Answer what a panel asks with a key, by whatever the panel offers for it; a choice that waits is confirmed."""
    if panel.has("choose", key):
        panel = await world.press(name, panel, "choose", key)
    elif panel.has("confirm", key):
        return await world.press(name, panel, "confirm", key)
    elif any(key in values for values in panel.selects.values()):
        panel = await world.pick(name, panel, key)
    else:
        # The key is offered only together with each number that may follow it.
        offered = [made.split(":", 4)[4] for made in panel.buttons]
        offered += [value for values in panel.selects.values() for value in values]
        assert any(each.startswith(f"{key}>") for each in offered), (key, panel.words)
        panel = await world.choose_below(name, panel, key)
    return await world.press(name, panel, "confirm", "") if panel.has("confirm", "") else panel


def check_limits(panel: Panel) -> None:
    """Check that a panel keeps to Discord's limits."""
    assert not panel.message.content
    assert not panel.message.embeds
    parts = list(walk(part if isinstance(part, dict) else part.to_dict() for part in panel.message.components))
    assert len(parts) <= 40
    assert sum(len(part["content"]) for part in parts if "content" in part) <= 4000
    for part in parts:
        if part["type"] == discord.ComponentType.action_row.value:
            assert len(part["components"]) <= ROW
        assert len(part.get("custom_id") or "") <= 100
        options = part.get("options") or []
        assert len(options) <= SELECT
        assert len(part.get("placeholder") or "") <= 150
        assert len(part.get("label") or "") <= 80
        for option in options:
            assert len(option["label"]) <= 100
            assert len(option.get("description") or "") <= 100


def check_way_on(panel: Panel) -> None:
    """Check that a panel is no dead end: it asks something, waits for its Confirm, or says who decides."""
    check_limits(panel)
    assert "incident" not in panel.words.casefold()
    assert panel.words.strip()
    assert is_asked(panel) or panel.buttons, panel.words

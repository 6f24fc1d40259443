"""The board inside Discord, as Discord is asked to open it: by a button, a command, and its list of apps."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import discord
import pytest
from aiohttp import web

from bot.client import TableBot
from bot.console.doctor import examine_activity
from bot.console.settings import Settings, read_settings
from bot.discord.features.page import ByTheBot
from bot.errors import SettingsError, TableError
from bot.web.application import Application, Guest, Instance
from bot.web.connections import listen
from bot.web.inside import Inside
from bot.web.links import Links
from storage import Storage
from tests.loopback.exchange import COMMAND, DEFER_REPLY, LAUNCH, Exchange
from tests.loopback.inside import run_inside
from tests.loopback.judge import ENTRY
from tests.loopback.people import Panel, Person, wait_for
from tests.loopback.stand_in import StandIn
from tests.loopback.table import SEATS
from tests.loopback.world import CHANNEL, GUILD
from tests.storage.server import find_free_port
from tests.turns import draw_turn, plainly

WEB = "https://games.example.org"
PEPPER = "-".join(("salt", "pepper"))


class BotInside(TableBot):
    """A bot that shows its pages inside Discord."""

    def __init__(self, storage: Storage, **options: Any) -> None:
        super().__init__(storage, **options)
        self.links = Links(storage, WEB)
        self.inside = Inside(self.tables, self.links, Application("token", "secret", lambda: 1))


@asynccontextmanager
async def open_panel(
    stand_in: StandIn, folder: Path, kind: type[TableBot]
) -> AsyncIterator[tuple[TableBot, Person, Panel]]:
    """Provide a bot, the person whom a table asks, and their panel."""
    people = {}
    for number, name in enumerate(SEATS):
        stand_in.world.add_user(name, 1000 + number)
        people[name] = Person(stand_in, 1000 + number, name)
    async with run_inside(stand_in, folder, kind, threads=False) as bot:
        host = people["Asha"]
        await host.slash("table new", scenario="short", name="Salt March")
        for name, seat in SEATS.items():
            await people[name].slash("table join", seat=seat)
        await host.slash("table start")
        (table,) = await bot.tables.lobby.find_tables()
        moment = await bot.tables.moment(table.id)
        assert moment.decision is not None
        person = next(people[name] for name, seat in SEATS.items() if seat == moment.decision.seat)
        yield bot, person, await person.slash("turn")


def find_entry(stand_in: StandIn) -> Any:
    """Return the command that opens the Activity, as Discord has it."""
    return next((one for one in stand_in.world.commands if one["type"] == ENTRY), None)


async def test_the_board_button_opens_its_table_inside_discord(stand_in: StandIn, tmp_path: Path) -> None:
    stand_in.world.has_activities = True
    async with open_panel(stand_in, tmp_path, BotInside) as (bot, person, panel):
        (table,) = await bot.tables.lobby.find_tables()
        exchange = await person.touch(panel, panel.find("web"))
        await wait_for(exchange.answered.wait())
        assert exchange.response == LAUNCH
        assert bot.inside is not None
        assert bot.inside.guests.take_wish(person.id) == table.id
        # The command opens the Activity too, unless it asks for another view.
        exchange = await person.type("board", {})
        await wait_for(exchange.answered.wait())
        assert exchange.response == LAUNCH
        assert bot.inside.guests.take_wish(person.id) == table.id
        exchange = await person.type("board", {"view": "words"})
        await wait_for(exchange.answered.wait())
        assert exchange.response == DEFER_REPLY
        # The list of apps opens the Activity too, with a description in each language.
        entry = find_entry(stand_in)
        assert {"it", "es-ES", "ja", "en-US"} <= set(entry["description_localizations"])
        exchange = Exchange(COMMAND, person.id, CHANNEL)
        await stand_in.send(exchange, {"id": entry["id"], "name": entry["name"], "type": ENTRY})
        await wait_for(exchange.answered.wait())
        assert exchange.response == LAUNCH


async def test_the_board_button_gives_a_private_link_if_discord_refuses(stand_in: StandIn, tmp_path: Path) -> None:
    async with open_panel(stand_in, tmp_path, BotInside) as (_, person, panel):
        # The commands are there, without the entry that Discord does not take.
        assert find_entry(stand_in) is None
        assert stand_in.world.commands
        shown = await person.press(panel, "web")
        [link] = shown.links
        assert link.startswith(f"{WEB}/t/")
        exchange = await person.type("board", {})
        await wait_for(exchange.answered.wait())
        assert exchange.response == DEFER_REPLY


async def test_an_activity_that_is_turned_off_leaves_discords_entry_unchanged(
    stand_in: StandIn, tmp_path: Path
) -> None:
    stand_in.world.has_activities = True
    async with open_panel(stand_in, tmp_path, TableBot) as (bot, person, _):
        entry = find_entry(stand_in)
        assert entry["handler"] == 1
        bot.links = Links(bot.tables.storage, WEB)
        exchange = await person.type("board", {})
        await wait_for(exchange.answered.wait())
        assert exchange.response == DEFER_REPLY
        exchange = Exchange(COMMAND, person.id, CHANNEL)
        await stand_in.send(exchange, {"id": entry["id"], "name": entry["name"], "type": ENTRY})
        panel = await person.wait(exchange)
        assert "Salt March" in panel.words


@pytest.mark.few
async def test_a_bulk_update_of_commands_contains_the_entry_command(stand_in: StandIn, tmp_path: Path) -> None:
    stand_in.world.has_activities = True
    async with run_inside(stand_in, tmp_path, TableBot):
        await wait_for(stand_in.synced.wait())
    assert stand_in.refusals == []


async def test_people_in_the_activity_play_alone_in_a_thread_and_share_a_turn(
    stand_in: StandIn, tmp_path: Path
) -> None:
    stand_in.world.has_activities = True
    stand_in.world.add_user("Asha", 1000)
    async with run_inside(stand_in, tmp_path, BotInside) as bot:
        hands = ByTheBot(bot)
        place = Instance(CHANNEL, GUILD, frozenset({1000}))
        guest = Guest(1000, "Asha", "it", "i-1", place, 0.0, 0.0)
        assert await hands.offers(GUILD) == ["gandhi", "rajas"]
        table = await bot.tables.table(await hands.open_alone(guest, "rajas"))
        assert (table.game.status, table.game.kind) == ("playing", "rajas")
        assert table.seats_of(1000)
        assert table.game.thread_id is not None
        assert hands.is_public(table.game.thread_id)
        moment = await bot.tables.moment(table.id)
        await bot.tables.at(table.id, 1000).play(draw_turn(moment.game, plainly))
        assert await hands.draw_turn(guest, await bot.tables.table(table.id))
        # Where the bot cannot post, there is no table.
        elsewhere = Guest(1000, "Asha", "it", "i-1", Instance(7, GUILD, frozenset({1000})), 0.0, 0.0)
        with pytest.raises(TableError):
            await hands.open_alone(elsewhere, "rajas")
        assert not hands.is_public(7)


async def test_people_in_a_private_conversation_begin_their_game_in_it(stand_in: StandIn, tmp_path: Path) -> None:
    stand_in.world.add_user("Asha", 1000)
    async with run_inside(stand_in, tmp_path) as bot:
        guest = Guest(1000, "Asha", "en", "i-1", Instance(7, None, frozenset({1000})), 0.0, 0.0)
        table = await bot.tables.table(await ByTheBot(bot).open_alone(guest, "gandhi"))
        assert (table.game.status, table.place, table.game.guild_id) == ("playing", 7, None)


ON = {"DISCORD_TOKEN": "salt", "GANDHI_WEB": "127.0.0.1:8081", "GANDHI_ACTIVITY": "on", "GANDHI_WEB_ADDRESS": WEB}


def test_a_missing_or_invalid_setting_of_the_activity_is_named(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="DISCORD_CLIENT_SECRET"):
        read_settings(ON)
    for address in ("http://games.example.org", f"{WEB}/games"):
        with pytest.raises(SettingsError, match="GANDHI_WEB_ADDRESS"):
            read_settings({**ON, "DISCORD_CLIENT_SECRET": PEPPER, "GANDHI_WEB_ADDRESS": address})
    with pytest.raises(SettingsError, match="on or off"):
        read_settings({**ON, "GANDHI_ACTIVITY": "perhaps"})
    (tmp_path / "secret").write_text(f"{PEPPER}\n", encoding="utf-8")
    assert read_settings({**ON, "DISCORD_CLIENT_SECRET_FILE": str(tmp_path / "secret")}).client_secret == PEPPER
    assert read_settings({**ON, "GANDHI_ACTIVITY": "", "DISCORD_CLIENT_SECRET": PEPPER}).client_secret == ""


async def test_the_doctor_finds_what_the_activity_lacks(monkeypatch: pytest.MonkeyPatch) -> None:
    answers = {"flags": 0, "commands": [], "secret": 401, "rules": "frame-ancestors 'none'"}

    async def exchange(request: web.Request) -> web.Response:
        return web.json_response({}, status=int(str(answers["secret"])))

    async def show(request: web.Request) -> web.Response:
        return web.Response(headers={"Content-Security-Policy": str(answers["rules"])})

    async def tell(what: str) -> Any:
        return {"flags": answers["flags"]} if what == "info" else answers["commands"]

    app, port = web.Application(), find_free_port()
    app.router.add_post("/oauth2/token", exchange)
    app.router.add_get("/", show)
    address = f"http://127.0.0.1:{port}"
    monkeypatch.setattr(discord.http.Route, "BASE", address)
    http = SimpleNamespace(application_info=lambda: tell("info"), get_global_commands=lambda number: tell("commands"))
    client: Any = SimpleNamespace(application_id=7, http=http)
    settings = Settings("salt", "sqlite:///none", web_address=address, client_secret=PEPPER)
    async with listen(app, "127.0.0.1", port):

        async def ask() -> list[bool]:
            return [finding.is_fine async for finding in examine_activity(client, settings)]

        assert await ask() == [False, False, False]
        answers["flags"] = 1 << 17
        assert await ask() == [False, False, False]
        answers |= {"commands": [{"type": ENTRY}], "secret": 200, "rules": "frame-ancestors https://discord.com"}
        assert await ask() == [True, True, True]
    assert await ask() == [True, False, False]

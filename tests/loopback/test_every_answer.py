"""Everything is asked of a server with 200 tables, in every language, with the longest names: each answer is taken.

The stand-in refuses what Discord would refuse. Whatever is refused, and every request that is not in Discord's own
document, fails these tests.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from typing import Any

import pytest
import pytest_asyncio

from bot.language import list_languages, load_language
from bot.tables.play import Tables
from bot.tables.servers import Limits
from storage import open_storage
from tests.loopback.conftest import QUICK
from tests.loopback.exchange import ACKNOWLEDGE_SECONDS, CHOICES
from tests.loopback.people import Panel, Person, read_panel, wait_for
from tests.loopback.program import run_program
from tests.loopback.stand_in import run_stand_in
from tests.loopback.table import Table
from tests.loopback.world import CHANNEL, GUILD, Json

TABLES = 200
LONGEST_NAME = "*_`|~" * 12
LOCALES = {"en": "en-GB", "it": "it", "es": "es-ES", "ja": "ja"}
SUB_COMMAND, SUB_COMMAND_GROUP, STRING, INTEGER, BOOLEAN, USER = 1, 2, 3, 4, 5, 6
LONGEST_OPTION = 6000
MUCH = {
    "GANDHI_PICTURES_PER_USER": "10000",
    "GANDHI_PICTURES_PER_SERVER": "10000",
}
SENTENCES = ("Incident", "Traceback")

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def table(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Table]:
    """Provide two hundred tables in one channel of a server; at the newest a game is played."""
    folder = tmp_path_factory.mktemp("everything")
    address = f"sqlite:///{folder}/games.sqlite3"
    storage = await open_storage(address)
    lobby = Tables(storage, limits=Limits(1000, 1000)).lobby
    for number in range(TABLES):
        await lobby.create(
            number + 1,
            name=LONGEST_NAME,
            scenario="short",
            language="en",
            host_user_id=1000,
            host_name=LONGEST_NAME,
            guild_id=GUILD,
            channel_id=CHANNEL if number % 2 else CHANNEL + 1,
        )
    async with storage.transaction() as tx:
        for game in await tx.games_by(guild_id=GUILD, limit=None):
            # The status is already posted: the test does not wait for two hundred messages.
            await tx.put_message_ref(game.id, "status", game.channel_id, 1)
    await storage.close()
    async with run_stand_in() as stand_in, run_program(stand_in, address, folder, {**QUICK, **MUCH}) as program:
        stand_in.world.add_channel("other", CHANNEL + 1)
        made = Table.gather(stand_in, program)
        for session in stand_in.gateway.live:
            await session.tell("CHANNEL_CREATE", stand_in.world.channels[CHANNEL + 1])
        for user in stand_in.world.users.values():
            user["global_name"] = LONGEST_NAME[:32]
        here = await made.gather_elsewhere("game")
        await here.open(name=LONGEST_NAME)
        for name, seat in (("Asha", "raj"), ("Bilal", "congress"), ("Charu", "league"), ("Dev", "revolutionaries")):
            await here.people[name].slash("table join", seat=seat)
        await here.people["Asha"].slash("table start")
        yield here
        assert not [word for word in SENTENCES if word in program.words()], program.words()[-3000:]
        assert stand_in.faults == []


def list_commands(commands: list[Json], before: str = "") -> Iterator[tuple[str, list[Json]]]:
    """Yield every command by its path, with its options."""
    for made in commands:
        path = f"{before} {made['name']}".strip()
        inner = [option for option in made.get("options") or [] if option["type"] <= SUB_COMMAND_GROUP]
        if inner:
            yield from list_commands(inner, path)
        else:
            yield path, made.get("options") or []


NEEDED, SUGGESTED, LONGEST = "needed", "suggested", "longest"
"""How the options of a command are filled in: only what must be there, with what is suggested, or the longest."""


async def fill_in(path: str, options: list[Json], person: Person, how: str) -> dict[str, Any]:
    """Return values for the options of a command, as Discord lets them through."""
    values: dict[str, Any] = {}
    for option in options:
        if how == NEEDED and not option.get("required"):
            continue
        choices = [choice["value"] for choice in option.get("choices") or ()]
        if how == SUGGESTED and option.get("autocomplete") and option["name"] != "table":
            choices = await person.complete(path, option["name"], "")
        if choices:
            values[option["name"]] = choices[-1]
        elif option["type"] == STRING:
            if option["name"] != "table":
                values[option["name"]] = "*" * option.get("max_length", LONGEST_OPTION)
        elif option["type"] == INTEGER:
            values[option["name"]] = option.get("max_value", 1)
        elif option["type"] == BOOLEAN:
            values[option["name"]] = option["name"] != "automatic"
        elif option["type"] == USER:
            values[option["name"]] = str(person.id)
    return values


@pytest.mark.parametrize("code", sorted(LOCALES))
async def test_commands_are_answered_in_every_language(table: Table, code: str) -> None:
    assert set(LOCALES) == set(list_languages())
    person = table.people["Bilal"]
    person.locale = LOCALES[code]
    commands = list(list_commands(table.stand_in.world.commands))
    assert len(commands) > 40
    for how in (NEEDED, SUGGESTED, LONGEST):
        for path, options in commands:
            if path in ("table leave", "table replace", "table close"):
                # These are left out: a person who leaves has no panel any more, and the answer is short.
                continue
            exchange = await person.type(path, await fill_in(path, options, person, how))
            await wait_for(exchange.answered.wait())
            if exchange.form is not None:
                assert exchange.form["title"], path
                continue
            check(await person.wait(exchange), path)


def check(panel: Panel, path: str) -> None:
    """Check that an answer has text, and that it is not an error message."""
    assert panel.words or panel.message["attachments"], path
    wrong = load_language().say("error.incident", incident="")[:25]
    assert wrong not in panel.words, (path, panel.words)
    assert load_language().say("ui.answer.stored") not in panel.words, (path, panel.words)


@pytest.mark.parametrize("wanted", ["", LONGEST_NAME, "x" * 100])
async def test_every_completion_is_answered(table: Table, wanted: str) -> None:
    person = table.people["Charu"]
    for path, options in list_commands(table.stand_in.world.commands):
        for option in options:
            if not option.get("autocomplete"):
                continue
            exchange = await person.type(path, {option["name"]: wanted or ""}, focus=option["name"])
            await wait_for(exchange.answered.wait())
            assert exchange.response == CHOICES
            assert len(exchange.choices) <= 25
            assert all(1 <= len(choice["name"]) <= 100 for choice in exchange.choices)


async def test_every_page_of_the_list_of_tables_is_shown(table: Table) -> None:
    person = table.people["Dev"]
    panel = await person.slash("table list")
    pages = 1
    while any(made.split(":", 4)[3:] == ["tables", str(pages + 1)] for made in panel.buttons):
        pages += 1
        panel = await person.press(panel, "tables", str(pages))
        assert f"{pages}" in panel.words
        assert "\\*\\_\\`" in panel.words
    assert pages == -(-(TABLES + 1) // 8)


async def test_a_button_of_each_kind_that_commits_nothing_is_answered(table: Table) -> None:
    person = table.people["Asha"]
    person.locale = LOCALES["ja"]
    # These kinds commit something, and are left out.
    seen: set[str] = {
        "confirm",
        "forget",
        "take",
        "start",
        "fill",
        "new",
        "rematch",
        "quit",
        "end",
        "begin",
        "ask",
        "cede",
    }
    waiting = [await person.slash(path) for path in ("turn", "help", "rules", "board", "table list", "tutorial")]
    waiting += [read_panel(message) for message in table.messages()]
    while waiting:
        panel = waiting.pop()
        for made in panel.buttons:
            verb = made.split(":", 4)[3]
            if verb not in seen and made in read_panel(panel.message).buttons:
                seen.add(verb)
                # This button alone is answered with a form.
                shown = await (person.fill(panel) if verb == "form" else person.use(panel, made))
                check(shown, verb)
                waiting.append(shown)
    assert {"turn", "board", "card", "log", "look", "tables", "why", "rule", "chapters", "faction"} <= seen


async def test_ten_completions_at_once_arrive_in_time_for_discord(table: Table) -> None:
    people = list(table.people.values())
    clock = asyncio.get_running_loop().time
    begun = clock()
    await asyncio.gather(*(people[number % 4].complete("turn", "table", "") for number in range(10)))
    assert clock() - begun < ACKNOWLEDGE_SECONDS

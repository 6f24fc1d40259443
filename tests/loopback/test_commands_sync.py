"""One process sends the slash commands to Discord when they have changed, and the start does not wait for it."""

from __future__ import annotations

from pathlib import Path

from tests.loopback.conftest import QUICK
from tests.loopback.people import wait_for
from tests.loopback.program import run_program
from tests.loopback.stand_in import COMMANDS, GUILD_COMMANDS, StandIn
from tests.loopback.table import Table
from tests.loopback.test_second_game import WITH_COUNTING


def count_tellings(stand_in: StandIn) -> int:
    """Return how often the commands were registered with Discord."""
    return sum((made.method, made.path) == ("PUT", COMMANDS) for made in stand_in.requests)


async def test_the_commands_are_sent_once_over_several_starts(stand_in: StandIn, tmp_path: Path) -> None:
    address = f"sqlite:///{tmp_path}/games.sqlite3"
    # A file of SQLite is used by one program at a time.
    for number in range(1, 4):
        async with run_program(stand_in, address, tmp_path, QUICK) as program:
            await wait_for(stand_in.synced.wait())
            await Table.gather(stand_in, program, first_id=1000 * number).people["Asha"].slash("help")
            assert await program.stop() == 0
    assert count_tellings(stand_in) == 1


async def test_the_start_does_not_wait_for_delayed_commands(stand_in: StandIn, tmp_path: Path) -> None:
    stand_in.fail_next("PUT", COMMANDS, "429 for long")
    async with run_program(stand_in, f"sqlite:///{tmp_path}/games.sqlite3", tmp_path, QUICK) as program:
        # The bot is connected: the start has not waited.
        await wait_for(stand_in.failed.wait())
        assert count_tellings(stand_in) == 0
        assert await program.stop() == 0
        assert "Traceback" not in program.words()


async def test_an_added_game_has_its_commands_on_a_server_while_it_is_played(stand_in: StandIn, tmp_path: Path) -> None:
    address, environment = f"sqlite:///{tmp_path}/games.sqlite3", {**QUICK, "ADDED_BY_SERVERS": "1"}
    async with run_program(stand_in, address, tmp_path, environment, module=WITH_COUNTING) as program:
        table = Table.gather(stand_in, program)
        asha = table.people["Asha"]
        refused = await asha.slash("table new", scenario="count")
        assert "This server does not offer" in refused.words
        assert "ask" not in {made["name"] for made in stand_in.world.commands}

        await asha.slash("server settings", game="counting")
        await wait_for(stand_in.synced_guild.wait())
        assert [made["name"] for made in stand_in.world.guild_commands] == ["ask"]
        await table.open("count", name="Count on me")
        await asha.slash("table join", seat="left")
        await asha.press(await asha.slash("table start"), "fill")

        stand_in.synced_guild.clear()
        await asha.slash("server settings", game="counting")
        assert "double" in (await asha.slash("ask")).words, "the table goes on"
        assert "This server does not offer" in (await asha.slash("table new", scenario="count")).words
        elsewhere = await table.gather_elsewhere("elsewhere")
        assert await program.stop() == 0
    async with run_program(stand_in, address, tmp_path, environment, module=WITH_COUNTING) as program:
        again = Table.gather(stand_in, program, table.channel_id, first_id=2000)
        assert await again.people["Asha"].complete("ask", "table", "")
        told = await elsewhere.people["Asha"].slash("ask", table="nowhere")
        assert "This server does not offer" in told.words
        assert await program.stop() == 0
    assert not stand_in.synced_guild.is_set(), "nothing has changed"
    assert sum((made.method, made.path) == ("PUT", GUILD_COMMANDS) for made in stand_in.requests) == 1
    assert stand_in.faults == []

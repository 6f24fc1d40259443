"""Discord is reported of the slash commands when they have changed, by one process, and the start waits for nothing."""

from __future__ import annotations

from pathlib import Path

from tests.loopback.conftest import QUICK
from tests.loopback.people import wait_for
from tests.loopback.program import run_program
from tests.loopback.stand_in import COMMANDS, StandIn
from tests.loopback.table import Table


def count_tellings(stand_in: StandIn) -> int:
    """How often the commands were registered with Discord."""
    return sum((made.method, made.path) == ("PUT", COMMANDS) for made in stand_in.requests)


async def test_the_commands_are_sent_once_over_any_number_of_starts(stand_in: StandIn, tmp_path: Path) -> None:
    address = f"sqlite:///{tmp_path}/games.sqlite3"
    # A file of SQLite is used by one program at a time.
    for number in range(1, 4):
        async with run_program(stand_in, address, tmp_path, QUICK) as program:
            await wait_for(stand_in.synced.wait())
            await Table.gather(stand_in, program, first_id=1000 * number).people["Asha"].slash("help")
            assert await program.stop() == 0
    assert count_tellings(stand_in) == 1


async def test_a_discord_that_puts_the_commands_off_delays_no_start(stand_in: StandIn, tmp_path: Path) -> None:
    stand_in.fail_next("PUT", COMMANDS, "429 for long")
    async with run_program(stand_in, f"sqlite:///{tmp_path}/games.sqlite3", tmp_path, QUICK) as program:
        # Connected: the start has not waited.
        await wait_for(stand_in.failed.wait())
        assert count_tellings(stand_in) == 0
        assert await program.stop() == 0
        assert "Traceback" not in program.words()

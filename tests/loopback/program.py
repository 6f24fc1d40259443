"""The shipped program as a child process: starts, kills and stops it, and reads its output."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path

from tests.loopback.forking import Forked, fork_program
from tests.loopback.gateway import Session
from tests.loopback.people import wait_for
from tests.loopback.stand_in import StandIn

ROOT = Path(__file__).absolute().parents[2]
SHIPPED, SAME_GAMES, BLANK_PICTURES = "bot", "tests.loopback.same_games", "tests.loopback.blank_pictures"
"""The program as it is, with the same dice and cards in every game, and with pictures on which nothing is drawn too."""
FORKED = (SAME_GAMES, BLANK_PICTURES)
"""Modules that are forked from a process which has loaded everything. The shipped one starts as people start it."""
KEPT = ("PATH", "HOME", "LANG", "TMPDIR", "VIRTUAL_ENV", "PYTHONPATH")


class Program:
    """``gandhi bot`` in a separate process, against a stand-in. ``log`` is the file its words go to.

    ``module`` is what Python runs: `SHIPPED`, `SAME_GAMES` or `BLANK_PICTURES`. ``confined`` is a command that begins
    another in its own process, with limits.
    """

    def __init__(
        self,
        stand_in: StandIn,
        database: str,
        folder: Path,
        environment: Mapping[str, str] | None = None,
        options: tuple[str, ...] = (),
        module: str = SAME_GAMES,
        confined: tuple[str, ...] = (),
    ) -> None:
        self.stand_in = stand_in
        self.database = database
        self.folder = folder
        self.log = folder / "program.log"
        self.crash_file = folder / "crash_at"
        self.environment = dict(environment or {})
        self.options = options
        self.module = module
        self.confined = confined
        self.session: Session | None = None
        self.process: asyncio.subprocess.Process | Forked | None = None

    async def start(self) -> None:
        """Start the program and wait until it is connected."""
        await self.launch()
        connected = asyncio.ensure_future(self.stand_in.gateway.connected.get())
        ended = asyncio.ensure_future(self.running.wait())
        await wait_for(asyncio.wait({connected, ended}, return_when=asyncio.FIRST_COMPLETED))
        ended.cancel()
        if not connected.done():
            connected.cancel()
            raise AssertionError(f"The program ended at its start:\n{self.words()}")
        self.session = connected.result()

    async def launch(self) -> None:
        """Start the program and wait for nothing."""
        environment = {name: os.environ[name] for name in KEPT if name in os.environ}
        environment |= {
            "DISCORD_TOKEN": self.stand_in.token,
            "DISCORD_API_BASE": self.stand_in.api_base,
            "DISCORD_GATEWAY": self.stand_in.gateway.address,
            "GANDHI_DATABASE": self.database,
            "PYTHONUNBUFFERED": "1",
            **self.environment,
        }
        if self.module != SHIPPED:
            environment["GANDHI_CRASH_FILE"] = str(self.crash_file)
        if self.module in FORKED and not self.confined:
            self.process = await fork_program(self.module, (*self.options, "bot"), environment, self.log)
            return
        with self.log.open("ab") as log:
            self.process = await asyncio.create_subprocess_exec(
                *self.confined,
                sys.executable,
                "-m",
                self.module,
                *self.options,
                "bot",
                cwd=ROOT,
                env=environment,
                stdout=log,
                stderr=log,
            )

    @property
    def running(self) -> asyncio.subprocess.Process | Forked:
        """Return the process."""
        assert self.process is not None
        return self.process

    def crash_at(self, point: str, time: int = 1) -> None:
        """Have the program kill itself when it comes to a point for the nth time from now on."""
        self.crash_file.write_text(f"{point} {time}", encoding="utf-8")

    async def wait_for_crash(self) -> None:
        """Wait until the program has been killed at the point asked for."""
        await wait_for(self.running.wait())
        assert self.running.returncode == -signal.SIGKILL, self.words()
        self.crash_file.unlink()

    async def stop(self, number: signal.Signals = signal.SIGTERM) -> int:
        """Tell the program to stop, and return its exit code."""
        if self.running.returncode is None:
            self.running.send_signal(number)
        await wait_for(self.running.wait())
        assert self.running.returncode is not None
        return self.running.returncode

    async def kill(self) -> None:
        """Kill the program at once."""
        if self.process is not None and self.process.returncode is None:
            self.process.kill()
            await self.process.wait()

    def words(self) -> str:
        """Return the whole output of the program."""
        return self.log.read_text(encoding="utf-8", errors="replace") if self.log.exists() else ""


@asynccontextmanager
async def run_program(
    stand_in: StandIn,
    database: str,
    folder: Path,
    environment: Mapping[str, str] | None = None,
    options: tuple[str, ...] = (),
    module: str = SAME_GAMES,
    confined: tuple[str, ...] = (),
) -> AsyncIterator[Program]:
    """Provide a running program, killed at the end of the block if it is still there."""
    program = Program(stand_in, database, folder, environment, options, module, confined)
    await program.start()
    try:
        yield program
    finally:
        await program.kill()

"""The program starts before its network, or while Discord is not well: it keeps trying, says so, and comes up."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest
import pytest_asyncio

from tests.loopback.conftest import QUICK
from tests.loopback.people import PATIENCE, wait_for
from tests.loopback.program import SAME_GAMES, SHIPPED, Program
from tests.loopback.stand_in import StandIn

ME = "/users/@me"
TRIED_AGAIN = re.compile(r"tried again in (\d+) seconds")


@pytest_asyncio.fixture
async def program(request: pytest.FixtureRequest, stand_in: StandIn, tmp_path: Path) -> AsyncIterator[Program]:
    """Provide the program, not started yet: as it is shipped for the quick tests, else forked, which is faster."""
    module = SHIPPED if request.node.get_closest_marker("few") else SAME_GAMES
    made = Program(stand_in, f"sqlite:///{tmp_path}/games.sqlite3", tmp_path, QUICK, module=module)
    yield made
    await made.kill()


async def read_until(program: Program, is_enough: Callable[[str], bool]) -> None:
    """Wait until the program has said enough."""
    for _ in range(int(PATIENCE * 20)):
        assert program.running.returncode is None, program.words()
        if is_enough(program.words()):
            return
        await asyncio.sleep(0.05)
    raise AssertionError(program.words())


def said_twice(words: str) -> bool:
    """Return whether the program has said twice that it tries again."""
    return len(TRIED_AGAIN.findall(words)) > 1


async def stop(program: Program) -> None:
    """Stop the program, which waits for no network's limit of time and leaves no traceback."""
    began = time.monotonic()
    assert await program.stop() == 0, program.words()
    assert time.monotonic() - began < 15
    assert "Traceback" not in program.words()
    assert "Unclosed" not in program.words()


@pytest.mark.few
async def test_the_bot_starts_before_its_network(stand_in: StandIn, program: Program) -> None:
    await stand_in.close()
    await program.launch()
    await read_until(program, said_twice)
    await stand_in.start()
    await wait_for(stand_in.gateway.connected.get())
    assert TRIED_AGAIN.findall(program.words())[:2] == ["1", "2"]
    assert "Discord cannot be reached" in program.words()
    await stop(program)


async def test_the_bot_starts_while_discord_is_failing(stand_in: StandIn, program: Program) -> None:
    stand_in.fail_next("GET", ME, "503", times=2)
    await program.start()
    assert TRIED_AGAIN.findall(program.words()) == ["1", "2"]
    assert "Discord is not well (503)" in program.words()
    await stop(program)


async def test_the_bot_starts_while_only_the_gateway_is_failing(stand_in: StandIn, program: Program) -> None:
    stand_in.gateway.refusals.extend([503, 503])
    await program.start()
    assert TRIED_AGAIN.findall(program.words())
    await stop(program)


async def test_the_bot_reconnects_after_a_network_failure(stand_in: StandIn, program: Program) -> None:
    await program.start()
    await stand_in.close()
    await read_until(program, lambda words: "Discord cannot be reached" in words)
    await stand_in.start()
    await read_until(program, lambda words: stand_in.gateway.resumed > 0)
    await stop(program)


async def test_the_bot_stops_at_once_while_it_waits_for_discord(stand_in: StandIn, program: Program) -> None:
    await stand_in.close()
    await program.launch()
    await read_until(program, said_twice)
    await stop(program)


@pytest.mark.parametrize(
    ("code", "words"), [(4004, "does not accept the token"), (4010, "refuses the connection"), (4014, "refuses")]
)
async def test_a_gateway_that_refuses_ends_the_program_with_one_sentence(
    stand_in: StandIn, program: Program, code: int, words: str
) -> None:
    stand_in.gateway.refusals.append(code)
    await program.launch()
    await wait_for(program.running.wait())
    assert program.running.returncode == 2, program.words()
    assert words in program.words().splitlines()[-1]
    assert "Traceback" not in program.words()


async def test_a_token_of_two_lines_is_refused_in_one_sentence(stand_in: StandIn, program: Program) -> None:
    secret = program.folder / "token"
    secret.write_text(f"{stand_in.token}\nand another line\n", encoding="utf-8")
    program.environment |= {"DISCORD_TOKEN": "", "DISCORD_TOKEN_FILE": str(secret)}
    await program.launch()
    await wait_for(program.running.wait())
    assert program.running.returncode == 2, program.words()
    assert len(program.words().splitlines()) == 1
    assert stand_in.token not in program.words()

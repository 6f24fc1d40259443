"""No secret is ever said, and only people who must act are pinged, no matter how people and tables are named."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.loopback.conftest import QUICK
from tests.loopback.ledger import find_play, wait_until_sent
from tests.loopback.program import SHIPPED, Program, run_program
from tests.loopback.stand_in import HOOK, MESSAGES, StandIn
from tests.loopback.table import Table
from tests.loopback.turns import draft_turn
from tests.loopback.world import ROLE

LOUD = f"@everyone @here <@1003> <@&{ROLE}>"
"""A name that would ping everyone, a person and a role."""
WITH_CONTENT = (MESSAGES, f"{MESSAGES}/{{message_id}}", HOOK, f"{HOOK}/messages/@original")


async def test_no_message_or_log_line_contains_a_secret(stand_in: StandIn, tmp_path: Path) -> None:

    address = f"sqlite:///{tmp_path}/games.sqlite3"
    async with run_program(stand_in, address, tmp_path, QUICK, ("--log-level", "debug"), SHIPPED) as program:
        table = Table.gather(stand_in, program)
        await table.begin()
        turn = await draft_turn(table)
        stand_in.fail_next("POST", MESSAGES, "500")
        stand_in.fail_next("PATCH", "/webhooks/{webhook_id}/{webhook_token}/messages/@original", "403")
        await turn.person.touch(turn.panel, turn.custom_id)
        await table.settle(turn.messages + 1)
        await wait_until_sent(program)
        play = await find_play(program)
        await program.stop()
    words = program.words()
    assert len(words) > 5000
    assert stand_in.token not in words
    assert play.game.seed.hex() not in words
    assert repr(play.game.seed) not in words
    for token in stand_in.exchanges:
        assert token not in words
    shown = str(list(stand_in.world.everywhere())) + str([made.messages() for made in stand_in.exchanges.values()])
    assert stand_in.token not in shown
    assert play.game.seed.hex() not in shown


@pytest.mark.few
async def test_no_message_pings_everyone_a_role_or_more_people_than_are_asked(
    stand_in: StandIn, program: Program
) -> None:
    table = Table.gather(stand_in, program)
    for user in stand_in.world.users.values():
        user["global_name"] = "@everyone"
    await table.open(name=LOUD)
    for name, seat in (("Asha", "raj"), ("Bilal", "congress"), ("Charu", "league"), ("Dev", "revolutionaries")):
        await table.people[name].slash("table join", seat=seat)
    await table.people["Asha"].slash("table start")
    for _ in range(2):
        turn = await draft_turn(table)
        await turn.person.use(turn.panel, turn.custom_id)
        await table.settle(turn.messages + 1)
    await table.people["Asha"].slash("table rewind", to=1)
    await table.people["Asha"].slash("table show")
    asked = await table.people["Asha"].slash("table leave", seat="raj")
    await table.people["Asha"].press(asked, "quit")
    await wait_until_sent(program)

    assert any("everyone" in message["content"] for message in table.messages())
    bodies = [request.body for request in stand_in.requests if request.path in WITH_CONTENT and request.method != "GET"]
    assert len(bodies) > 20
    for body in bodies:
        assert body["allowed_mentions"]["parse"] == [], body
        assert not body["allowed_mentions"].get("roles")
    for message in table.messages():
        sent = stand_in.world.sent[int(message["id"])]
        assert not sent.pings_all
        # A vote pings those who are asked; every other message one person at the most.
        assert len(sent.pings) <= (3 if "go back" in message["content"] else 1), message["content"]


@pytest.mark.parametrize("token", ["", "unheard.of.token"])
async def test_a_token_unknown_to_discord_ends_the_program_and_is_not_shown(
    stand_in: StandIn, tmp_path: Path, token: str
) -> None:

    program = Program(stand_in, f"sqlite:///{tmp_path}/games.sqlite3", tmp_path, {"DISCORD_TOKEN": token})
    await program.launch()
    assert await program.running.wait() == 2
    words = program.words().strip().splitlines()[-1]
    assert words.startswith("gandhi: ")
    assert "token" in words
    assert not token or token not in program.words()
    assert "Traceback" not in program.words()

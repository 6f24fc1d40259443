"""The list of every request that the bot can send: each is sent, in a thread, and Discord's own document takes it."""

from __future__ import annotations

import random
import re
import sqlite3
from pathlib import Path

from bot.language import load_language
from bot.tables.announcements import PICTURE, PUBLIC, REMINDER, Attachment, Written, store_announcement
from storage import open_storage
from tests.loopback import judge
from tests.loopback.ledger import wait_until_sent
from tests.loopback.people import Panel
from tests.loopback.program import BLANK_PICTURES, run_program
from tests.loopback.stand_in import (
    ACTIVE_THREADS,
    CALLBACK,
    CHANNEL_ROUTE,
    COMMANDS,
    EMOJIS,
    GUILD_COMMANDS,
    HOOK,
    MESSAGES,
    THREAD_MEMBER,
    THREADS,
    StandIn,
)
from tests.loopback.table import Table
from tests.loopback.test_places import begin, fold, open_in_thread
from tests.loopback.turns import draft_turn

MESSAGE = f"{MESSAGES}/{{message_id}}"

EVERY = {
    ("GET", "/users/@me"): "to log in",
    ("GET", "/oauth2/applications/@me"): "to log in",
    ("PUT", COMMANDS): "the slash commands",
    ("GET", COMMANDS): "whether there is an entry point",
    ("GET", EMOJIS): "which icons are there",
    ("POST", EMOJIS): "the icons",
    ("POST", CALLBACK): "to acknowledge, to complete",
    ("PATCH", f"{HOOK}/messages/@original"): "the answer",
    ("POST", HOOK): "a sentence beside a panel",
    ("GET", CHANNEL_ROUTE): "a thread that was folded away",
    ("PATCH", CHANNEL_ROUTE): "to open it again",
    ("POST", THREADS): "a table's thread",
    ("GET", ACTIVE_THREADS): "whether a thread is there whose making was not answered",
    ("PUT", THREAD_MEMBER): "who looks on",
    ("POST", MESSAGES): "turns, notices, the status",
    ("GET", MESSAGES): "whether a message has arrived",
    ("PUT", f"{MESSAGES}/pins/{{message_id}}"): "to pin the status",
    ("GET", MESSAGE): "whether a picture has followed",
    ("PATCH", MESSAGE): "to edit the status",
    ("DELETE", MESSAGE): "a reminder that was answered",
}
"""What the bot asks Discord for, and why."""
OF_A_SERVER = ("PUT", GUILD_COMMANDS)
"""What it asks where a server has added a game (`test_commands_sync.py`)."""


async def test_every_kind_of_request_is_documented_and_accepted(stand_in: StandIn, tmp_path: Path) -> None:
    address = f"sqlite:///{tmp_path}/games.sqlite3"
    async with run_program(stand_in, address, tmp_path, module=BLANK_PICTURES) as program:
        stand_in.fail_next("POST", THREADS, "reset_after")
        table = await open_in_thread(Table.gather(stand_in, program))
        await table.people["Asha"].slash("table join", seat="raj")
        await wait_until_sent(program)
        fold(stand_in, table.channel_id, archived=True)
        await begin(table)
        await table.people["Dev"].slash("table watch")
        assert await table.people["Asha"].complete("turn", "table", "")
        _, panel = await table.find_mover()
        await table.people["Asha"].press(panel, "why")
        await refuse_beside(table, panel, tmp_path)
        turn = await draft_turn(table)
        stand_in.world.nonce_seconds = 0.0
        stand_in.fail_next("POST", MESSAGES, "reset_after")
        await turn.person.use(turn.panel, turn.custom_id)
        await table.settle(turn.messages + 1)
        await wait_until_sent(program)
        fold(stand_in, table.channel_id, archived=True)
        await table.people["Asha"].slash("table settings", reminders=12)
        await wait_until_sent(program)
        await queue_by_hand(program.database, table)
        # The next action makes the bot look for waiting messages.
        await table.people["Asha"].slash("table settings", reminders=48)
        await wait_until_sent(program)
    asked = {(made.method, made.path) for made in stand_in.requests}
    assert asked == set(EVERY), asked ^ set(EVERY)
    assert any(message["attachments"] for message in table.messages()), "a picture was taken too"
    assert stand_in.faults == []


async def refuse_beside(table: Table, panel: Panel, folder: Path) -> None:
    """Make a click that the database refuses: the panel stays, and the reason is shown beside it."""
    other = sqlite3.connect(folder / "games.sqlite3", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    custom_id, values = panel.choose(random.Random(1))
    refused = await table.people["Asha"].use(panel, custom_id, values)
    other.execute("ROLLBACK")
    other.close()
    assert load_language().say("error.storage.locked") in refused.words


async def queue_by_hand(database: str, table: Table) -> None:
    """Queue a picture that follows its message, and a reminder that is removed again."""
    storage = await open_storage(database)
    message_id = int(table.messages()[-1]["id"])
    async with storage.transaction() as tx:
        (game,) = await tx.games_by(channel_id=table.channel_id)
        await tx.lock_game(game.id)
        view = next(post.payload["view"] for post in await tx.posts(game.id) if post.payload.get("view"))
        picture = store_announcement(Attachment(view=view, message_id=message_id))
        await tx.enqueue(game.id, PICTURE, str(message_id), picture)
        reminder = store_announcement(Written(content="It is your turn."))
        await tx.enqueue(game.id, REMINDER, PUBLIC, reminder)
        await tx.enqueue(game.id, REMINDER, PUBLIC, {})
    await storage.close()


def test_every_kind_of_request_is_in_the_schema() -> None:
    document = judge.find_document()
    missing = [
        (method, path)
        for method, path in (*EVERY, OF_A_SERVER)
        if method.lower() not in document["paths"].get(path, {})
    ]
    assert missing == []
    assert re.fullmatch(r"\d+\.\d+\.\d+", document["version"])


def test_a_request_that_violates_the_schema_is_found() -> None:
    """Without the file of the schema the check fails: it never passes unseen."""
    assert judge.find_faults("POST", MESSAGES, {"content": "Salt", "tts": "yes"})
    assert judge.find_faults("POST", MESSAGES, {"components": [{"type": 1, "components": []}]})
    assert judge.find_faults("POST", "/nowhere", {})
    assert judge.find_faults("POST", MESSAGES, {"content": "Salt"}) == []

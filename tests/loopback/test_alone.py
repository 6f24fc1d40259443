"""One person alone: in a channel of a server, and in the private conversation with the bot."""

from __future__ import annotations

import asyncio
import random

from tests.loopback.people import PATIENCE, Panel, Person, read_panel
from tests.loopback.program import Program
from tests.loopback.stand_in import StandIn
from tests.loopback.table import Table
from tests.loopback.world import PRIVATE


async def play_turn(table: Table, person: Person, panel: Panel) -> Panel:
    """Play whatever is asked, once."""
    drafted, confirm = await table.draft(person, panel, random.Random(1))
    return await person.use(drafted, confirm)


async def test_one_person_on_a_server_chooses_a_game_and_reaches_the_first_decision(
    stand_in: StandIn, program: Program
) -> None:
    table = Table.gather(stand_in, program)
    asha = table.people["Asha"]
    panel = await asha.press(await asha.slash("help"), "alone")
    assert "You play **Congress**. All the other seats: Arjuna." in panel.words
    panel = await asha.press(panel, "solo", "opponent.gandhi.short.congress.chanakya_1.0.")
    assert "All the other seats: Chanakya, easy." in panel.words
    panel = await asha.press(panel, "solo", "seat.gandhi.short.raj.chanakya_1.0.")
    assert "You play **Raj**" in panel.words
    panel = await asha.press(panel, "solo", "opponent.gandhi.short.raj..0.")
    panel = await asha.press(panel, "solo", "variant-foresight.gandhi.short.raj..0.foresight")
    assert "Variant: Order of the card after next" in panel.words
    panel = await asha.press(panel, "beginalone")
    assert panel.is_asked, panel.words
    assert "Raj" in panel.words
    # The table has its own thread, and the answer names it.
    thread = next(made for made in stand_in.world.channels.values() if made.get("parent_id"))
    assert panel.exchange is not None
    async with asyncio.timeout(PATIENCE):
        while not panel.exchange.followups:  # noqa: ASYNC110
            await asyncio.sleep(0.02)
    (remark,) = panel.exchange.followups
    assert f"<#{thread['id']}>" in read_panel(remark).words


async def test_a_game_is_played_and_closed_in_the_private_conversation_with_the_bot(
    stand_in: StandIn, program: Program
) -> None:
    world = stand_in.world
    user = world.add_user("Asha", 1000)
    here = world.add_private(user)
    asha = Person(stand_in, 1000, "Asha", here)
    table = Table(stand_in, program, {"Asha": asha}, here)
    assert world.channels[here]["type"] == PRIVATE

    panel = await asha.slash("help")
    assert "Here you can play alone" in panel.words
    panel = await asha.press(await asha.press(panel, "alone"), "beginalone")
    assert panel.is_asked
    # No message says where the table is.
    assert panel.exchange is not None
    assert panel.exchange.followups == []
    (game_id,) = {made.split(":")[1] for made in panel.buttons if ":choose:" in made}

    for _ in range(2):
        await play_turn(table, asha, await asha.slash("turn"))
    messages = await table.settle(3)
    assert any(message["pinned"] for message in messages)
    assert any(message["mentions"] or "Arjuna" in message["content"] for message in messages)
    for command in ("status", "log", "card", "board", "catchup", "mine", "settings", "table list", "table show"):
        assert (await asha.slash(command)).words, command
    await asha.slash("turn")
    assert "error" not in (await asha.slash("why")).words.casefold()
    assert "Asha" in (await asha.slash("table list")).words
    # The link leads to the private conversation.
    assert f"https://discord.com/channels/@me/{here}" in (await asha.slash("mine")).words

    # Other people do not learn of the table.
    stranger = Person(stand_in, int(world.add_user("Bilal", 1001)["id"]), "Bilal", world.add_private(world.users[1001]))
    assert game_id not in (await stranger.slash("table list")).words
    assert "no table" in (await stranger.slash("status", table=game_id)).words.casefold()

    # The last person at a table may close it.
    panel = await asha.press(await asha.slash("table close"), "end")
    assert "over" in (await asha.slash("help")).words
    ending = (await table.settle(len(messages) + 1))[-1]
    assert "verify" in str(read_panel(ending).buttons)

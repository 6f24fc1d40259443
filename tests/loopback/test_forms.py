"""Forms through Discord: they are shown as the first answer, submitted, and answered on the panel they came from."""

from __future__ import annotations

from tests.loopback.people import Panel, Person
from tests.loopback.table import Table


async def find_form(person: Person, panel: Panel) -> Panel:
    """Take the first action whose question has a form."""
    actions = [made for made in panel.buttons if made.split(":", 4)[3] == "choose"]
    for made in actions:
        begun = await person.use(panel, made)
        if any(each.split(":", 4)[3] == "form" for each in begun.buttons):
            return begun
        panel = await person.press(begun, "undo")
    raise AssertionError(f"No action has a form: {actions}")


async def test_a_form_is_shown_submitted_and_answered_on_its_panel(table: Table) -> None:
    person, panel = await table.find_mover()
    begun = await find_form(person, panel)
    filled = await person.fill(begun)
    assert filled.message["id"] == begun.message["id"]
    assert filled.words != begun.words
    back = await person.press(filled, "undo")
    assert back.message["id"] == begun.message["id"]
    assert table.stand_in.faults == [], "\n".join(table.stand_in.faults)


async def test_a_table_is_opened_by_a_form(table: Table) -> None:
    here = await table.gather_elsewhere("elsewhere")
    asha = here.people["Asha"]
    known = set(table.stand_in.world.channels)
    opened = await asha.fill(await asha.slash("help"), "new")
    (thread,) = set(table.stand_in.world.channels) - known
    assert f"<#{thread}>" in opened.words
    await Table(table.stand_in, table.program, here.people, thread).settle(1)
    assert table.stand_in.faults == [], "\n".join(table.stand_in.faults)

"""Tests that the page about writing Events agrees with the code and the cards."""

from __future__ import annotations

import typing

from engine.gandhi.events import data
from engine.gandhi.events.interpreter import ROWS
from engine.gandhi.events.places import AMOUNTS, CONDITIONS
from tools.docs.events import PAGE, list_steps, write_page


def test_the_page_of_events_is_up_to_date() -> None:
    """The page is as `python -m tools.docs.events` writes it."""
    assert PAGE.read_text(encoding="utf-8") == write_page()


def test_the_page_of_events_describes_every_field() -> None:
    """Every step, field, condition, amount and limit is on the page, each in a row with what it means."""
    page = PAGE.read_text(encoding="utf-8")
    for kind in typing.get_args(data.EventStep):
        section = page.partition(f"### `{kind.__struct_config__.tag}`\n")[2].partition("\n## ")[0].partition("\n###")[0]
        assert section
        counted = data.Counted.__struct_fields__ if issubclass(kind, data.Counted) else ()
        assert all(f"\n| `{field}`" in section for field in kind.__struct_fields__ if field not in counted)
    for word in (*CONDITIONS, *AMOUNTS, *data.Limits.__struct_fields__):
        row = next(line for line in page.splitlines() if line.startswith(f"| `{word}` |"))
        assert all(cell.strip() for cell in row.split("|")[1:-1]), row


def test_every_kind_of_event_step_has_its_handler() -> None:
    """Each kind of step has a row in the interpreter: how it runs, what it could change, and what it asks."""
    assert set(ROWS) == set(typing.get_args(data.EventStep))


def test_every_kind_of_event_step_and_every_field_is_used_by_a_card() -> None:
    """A step or field that no card uses should not exist."""
    used = {(step["do"], field) for _, step in list_steps() for field in step}
    for kind in typing.get_args(data.EventStep):
        tag = kind.__struct_config__.tag
        counted = data.Counted.__struct_fields__ if issubclass(kind, data.Counted) else ()
        assert all((tag, field) in used for field in kind.__struct_fields__ if field not in counted), tag
        assert any((tag, field) in used for field in counted) or not counted

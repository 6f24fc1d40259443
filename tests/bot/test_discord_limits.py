"""Messages that Discord would refuse are reported and repaired, of any kind; all others are unchanged."""

from __future__ import annotations

import copy
import io
import logging
from typing import Any

import discord
import pytest
from discord import ui

from bot.discord import outgoing as fitting
from bot.discord.limits import repair
from bot.discord.outgoing import BeyondLimits, check_message, fit_message, report

V2 = discord.MessageFlags(components_v2=True).value
Part = dict[str, Any]


def button(custom_id: str = "a", label: str = "Go", **more: Any) -> Part:
    """Return a button."""
    return {"type": 2, "style": 2, "custom_id": custom_id, "label": label, **more}


def row(*parts: Part) -> Part:
    """Return a row of components."""
    return {"type": 1, "components": list(parts)}


def select(*values: str, custom_id: str = "s", **more: Any) -> Part:
    """Return a list of options."""
    options = [{"label": f"The {value}", "value": value} for value in values]
    return {"type": 3, "custom_id": custom_id, "options": options, "min_values": 1, "max_values": 1, **more}


def words(content: str) -> Part:
    """Return a text of the second kind."""
    return {"type": 10, "content": content}


def gallery(*names: str) -> Part:
    """Return attached pictures."""
    return {
        "type": 12,
        "items": [{"media": {"url": f"attachment://{name}"}, "description": "A map."} for name in names],
    }


def label(component: Part, **more: Any) -> Part:
    """Return a part of a form."""
    return {"type": 18, "label": "Space", "component": component, **more}


CLASSIC: list[tuple[str, Part, str]] = [
    ("a custom id twice", {"components": [row(button(), button("b")), row(button())]}, "the custom id 'a' twice"),
    ("a list and a button of one id", {"components": [row(button("s")), row(select("x"))]}, "the custom id 's' twice"),
    ("a custom id too long", {"components": [row(button("x" * 101), button())]}, "a custom id of 101"),
    ("no custom id", {"components": [row(button(""), button())]}, "a custom id of 0"),
    ("a label too long", {"components": [row(button(label="x" * 81))]}, "81 characters of 80"),
    ("no label", {"components": [row(button(label=" "))]}, "a button without words"),
    ("six rows", {"components": [row(button(str(number))) for number in range(6)]}, "6 rows of 5"),
    ("six buttons", {"components": [row(*(button(str(number)) for number in range(6)))]}, "6 buttons in a row of 5"),
    ("a list beside a button", {"components": [row(button(), select("x"))]}, "a list beside 1 others"),
    ("an empty row", {"content": "x", "components": [row()]}, "an empty row"),
    ("a text outside Components V2", {"content": "x", "components": [words("x")]}, "a text_display out of place"),
    ("26 options", {"components": [row(select(*map(str, range(26))))]}, "26 options of 25"),
    ("no options", {"content": "x", "components": [row(select())]}, "a list of 0 options"),
    ("an option twice", {"components": [row(select("x", "y", "x"))]}, "an option 'x'"),
    (
        "two lines that read the same",
        {"components": [row({**select(), "options": [{"label": "x", "value": value} for value in "abc"]})]},
        "the line 'x' twice",
    ),
    ("an option without a value", {"components": [row(select("x", ""))]}, "an option ''"),
    ("a value too long", {"components": [row(select("x", "y" * 101))]}, "of 101 characters"),
    (
        "a description too long",
        {"components": [row({**select(), "options": [{"label": "x", "value": "x", "description": "y" * 101}]})]},
        "a description of 101 characters of 100",
    ),
    ("an option without words", {"components": [row({**select(), "options": [{"label": "", "value": "x"}]})]}, "words"),
    ("a placeholder too long", {"components": [row(select("x", placeholder="x" * 151))]}, "151 characters of 150"),
    ("more to pick than there are", {"components": [row(select("x", max_values=2))]}, "from 1 to 2 of 1"),
    ("none to pick", {"components": [row(select("x", max_values=0))]}, "from 1 to 0 of 1"),
    ("at least more than at most", {"components": [row(select("x", "y", min_values=2))]}, "from 2 to 1 of 2"),
    ("a content too long", {"content": "x" * 2001}, "2001 characters of 2000"),
    ("letters that count twice", {"content": "\N{ROCKET}" * 1001}, "2002 characters of 2000"),
    ("nothing at all", {"content": "", "components": []}, "an empty message"),
    ("11 attachments", {"attachments": [{"filename": f"{number}.png"} for number in range(11)]}, "11 attachments"),
    ("an alt text too long", {"attachments": [{"filename": "x", "description": "x " * 600}]}, "of 1024"),
    ("11 embeds", {"embeds": [{"title": "x"} for _ in range(11)]}, "11 embeds of 10"),
    ("a title too long", {"embeds": [{"title": "x" * 257}]}, "257 characters of 256"),
    ("a description of an embed too long", {"embeds": [{"description": "x" * 4097}]}, "4097 characters of 4096"),
    ("a footer too long", {"embeds": [{"title": "x", "footer": {"text": "x" * 2049}}]}, "2049 characters of 2048"),
    ("embeds too long together", {"embeds": [{"description": "x" * 4000}, {"description": "y" * 4000}]}, "of 2000"),
    ("many embeds too long together", {"embeds": [{"description": "x" * 900} for _ in range(10)]}, "more than 6000"),
    ("26 fields", {"embeds": [{"fields": [{"name": "x", "value": "y"}] * 26}]}, "26 fields of 25"),
    ("an empty embed", {"content": "x", "embeds": [{}]}, "an empty embed"),
    ("a link that leads nowhere", {"content": "x", "components": [row({"type": 2, "style": 5, "label": "x"})]}, "link"),
]
NEW: list[tuple[str, Part, str]] = [
    ("41 components", {"components": [words("x") for _ in range(41)]}, "more than 40 components"),
    (
        "41 with those inside",
        {"components": [{"type": 17, "components": [row(*(button(f"{r}.{b}") for b in range(5)))]} for r in range(6)]},
        "more than 40 components",
    ),
    ("4001 characters", {"components": [words("x" * 4001)]}, "4001 characters of 4000"),
    ("4001 characters together", {"components": [words("x" * 2000), words("y" * 2001)]}, "2001 characters of 2000"),
    ("no words", {"components": [words("x"), words(" ")]}, "a text without words"),
    ("content beside it", {"content": "x", "components": [words("y")]}, "content or embeds beside Components V2"),
    ("an embed beside it", {"embeds": [{"description": "x"}], "components": [words("y")]}, "beside Components V2"),
    (
        "an id twice, nested",
        {"components": [{"type": 17, "components": [row(button())]}, row(button(), button("b"))]},
        "the custom id 'a' twice",
    ),
    (
        "four texts in a section",
        {"components": [{"type": 9, "components": [words("x")] * 4, "accessory": button()}]},
        "4",
    ),
    ("nothing beside a section", {"components": [{"type": 9, "components": [words("x")]}]}, "nothing beside a section"),
    ("an empty container", {"components": [words("x"), {"type": 17, "components": []}]}, "an empty container"),
    ("a picture that is not attached", {"components": [words("x"), gallery("a.png")]}, "is not attached"),
    ("a container in a container", {"components": [words("x"), {"type": 17, "components": [{"type": 17}]}]}, "place"),
]
FORMS: list[tuple[str, Part, str]] = [
    (
        "a title too long",
        {"title": "x" * 46, "custom_id": "f", "components": [label(select("x"))]},
        "46 characters of 45",
    ),
    ("a label too long", {"title": "x", "custom_id": "f", "components": [label(select("x"), label="y" * 46)]}, "of 45"),
    (
        "six parts",
        {"title": "x", "custom_id": "f", "components": [label(select("x", custom_id=str(n))) for n in range(6)]},
        "6 parts of a form of 5",
    ),
    (
        "a group of one",
        {
            "title": "x",
            "custom_id": "f",
            "components": [
                words("x"),
                label({"type": 21, "custom_id": "g", "options": [{"label": "x", "value": "x"}]}),
            ],
        },
        "a list of 1 options",
    ),
    (
        "an id twice",
        {"title": "x", "custom_id": "f", "components": [words("x"), label(select("x", custom_id="f"))]},
        "the custom id 'f' twice",
    ),
]
EVERYTHING = [
    *CLASSIC,
    *((f"V2: {name}", {"flags": V2, **payload}, fault) for name, payload, fault in NEW),
    *((f"form: {name}", payload, fault) for name, payload, fault in FORMS),
]


@pytest.mark.parametrize(("payload", "fault"), [part[1:] for part in EVERYTHING], ids=[part[0] for part in EVERYTHING])
def test_message_parts_beyond_discords_limits_are_reported_and_repaired(payload: Part, fault: str) -> None:
    repaired = copy.deepcopy(payload)
    faults = repair(repaired)
    assert any(fault in one for one in faults), faults
    assert repair(copy.deepcopy(repaired)) == []


def test_the_second_of_two_equal_buttons_is_dropped() -> None:
    payload = {"components": [row(button(label="first"), button(label="second"), button("b"))]}
    repair(payload)
    assert [part["label"] for part in payload["components"][0]["components"]] == ["first", "Go"]


def test_lines_that_read_the_same_are_numbered_unless_their_icons_differ() -> None:
    options = [{"label": "Delhi", "value": value, "description": "North"} for value in "abc"]
    marked = [{**option, "emoji": {"id": option["value"], "name": "icon"}} for option in options]
    listed = row({**select(), "options": options})
    shown = row({**select(custom_id="t"), "options": marked})
    faults = repair({"components": [listed, shown]})
    assert faults == ["the line 'Delhi' twice"] * 2
    assert [option["label"] for option in options] == ["Delhi", "Delhi (2)", "Delhi (3)"]
    assert {option["label"] for option in marked} == {"Delhi"}


def test_acceptable_messages_are_left_unchanged() -> None:
    classic = {
        "content": "x" * 2000,
        "embeds": [{"title": "t" * 256, "description": "d" * 4096, "footer": {"text": "f" * 1648}}],
        "attachments": [{"filename": f"{number}.png", "description": "x" * 1024} for number in range(10)],
        "components": [
            *(row(*(button(f"{r}.{b}" + "x" * 97, "x" * 80) for b in range(5))) for r in range(4)),
            row(select(*map(str, range(25)), max_values=25, min_values=0, placeholder="x" * 150)),
        ],
    }
    new = {
        "flags": V2,
        "attachments": [{"filename": "map.png"}],
        "components": [
            {"type": 17, "components": [words("x" * 3000), gallery("map.png"), row(button())]},
            {"type": 9, "components": [words("y" * 500)] * 2, "accessory": button("b")},
            {"type": 14},
            *(row(button(f"{number}")) for number in range(14)),
        ],
    }
    form = {
        "title": "x" * 45,
        "custom_id": "f",
        "components": [label(select("x")), label({"type": 4, "custom_id": "t"})],
    }
    for payload in (classic, new, form):
        before = copy.deepcopy(payload)
        assert repair(payload) == []
        assert payload == before


def test_a_message_beyond_discords_limits_is_refused_with_its_size() -> None:
    view = ui.LayoutView()
    view.add_item(ui.Container(ui.TextDisplay("x" * 4001), ui.ActionRow(ui.Button(label="Go", custom_id="a"))))
    with pytest.raises(BeyondLimits, match="4001 characters of 4000"):
        check_message(view=view)
    check_message(content="x", embeds=[discord.Embed(title="x")], view=ui.View())


def test_in_production_a_message_is_repaired_with_one_line_in_the_log(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(fitting, "report", report)
    view = ui.View(timeout=None)
    for name in ("one", "two"):
        view.add_item(ui.Button(label=name, custom_id="a"))
    file = discord.File(io.BytesIO(), "map.png", description="x" * 2000)
    embed = discord.Embed(title="t" * 300)
    with caplog.at_level(logging.ERROR, "bot.discord.outgoing"):
        made = fit_message(content="x", embeds=[embed], view=view, files=[file], nonce=7)
    assert len(caplog.records) == 1
    assert "the custom id 'a' twice" in caplog.records[0].getMessage()
    assert [part["label"] for part in made["view"].to_components()[0]["components"]] == ["one"]
    assert not made["view"].is_dispatchable()
    assert (made["content"], made["nonce"]) == ("x", 7)
    assert len(made["embeds"][0].title) == 256
    assert len(made["files"][0].description) <= 1024
    check_message(**{**made, "nonce": None})


def test_a_repaired_layout_message_has_no_separate_content(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fitting, "report", report)
    view = ui.LayoutView()
    view.add_item(ui.TextDisplay("x" * 4001))
    made = fit_message(view=view, attachments=[])
    # `check_message` removes the content and embeds of an earlier version's message: two such arguments would clash.
    assert "content" not in made
    check_message(**made, content=None, embeds=[])

"""Lines that begin with a slash: they are read as commands, refused with the reason, or read as chat."""

from __future__ import annotations

from typing import Any

import pytest

from bot.console.command_line import RefusedLineError, read_command_line


def option(name: str, kind: str = "string", *choices: str, required: bool = False) -> dict[str, Any]:
    return {
        "name": name,
        "type": kind,
        "required": required,
        "choices": [{"name": choice, "value": choice.lower()} for choice in choices],
    }


def command(invocation: str, *options: dict[str, Any]) -> dict[str, Any]:
    return {"invocation": invocation, "options": list(options)}


TABLE = option("table")
COMMANDS = [
    command("help"),
    command("turn", TABLE),
    command("rules", option("paragraph")),
    command("rally", option("spaces"), option("orders"), TABLE),
    command("event", option("side", "string", "Unshaded", "Shaded"), option("orders"), TABLE),
    command("recap", option("turns", "integer"), option("whole", "boolean"), TABLE),
    command("away", option("player", "user"), option("until"), TABLE),
    command("transfer", option("way", "string", "Give", required=True), option("up_to", "integer"), TABLE),
    command("table new", option("name"), option("at_limit")),
    command("table rewind", option("to", "integer", required=True), TABLE),
    command("civil-disobedience", option("spaces"), option("orders"), TABLE),
]
PEOPLE = {"asha": "11"}


@pytest.mark.parametrize(
    ("line", "name", "values"),
    [
        ("/turn", "turn", {}),
        ("/turn table: Salt March ", "turn", {"table": "Salt March"}),
        ("/turn Salt March", "turn", {"table": "Salt March"}),
        ("\n\u200b /TURN\u2060", "turn", {}),
        ("／ｔｕｒｎ　ｔａｂｌｅ：塩", "turn", {"table": "塩"}),
        ("/rules 3.2.3", "rules", {"paragraph": "3.2.3"}),
        ("/rally\norders: bihar 1U,\n up; then: x", "rally", {"orders": "bihar 1U,\n up; then: x"}),
        ("/rally Orders : a table:b", "rally", {"orders": "a", "table": "b"}),
        ("/event side: shaded orders: a: 1", "event", {"side": "shaded", "orders": "a: 1"}),
        ("/recap turns: ５ whole: Yes", "recap", {"turns": "5", "whole": True}),
        ("/away player: @Asha until: 1 May, 10:30", "away", {"player": "11", "until": "1 May, 10:30"}),
        ("/away player: <@11>", "away", {"player": "11"}),
        ("/transfer give", "transfer", {"way": "give"}),
        ("/transfer give up-to: 3", "transfer", {"way": "give", "up_to": "3"}),
        ("/Table   New name: x", "table new", {"name": "x"}),
        ("/table rewind 12", "table rewind", {"to": "12"}),
        ("/civil-disobedience: orders: x", "civil-disobedience", {"orders": "x"}),
    ],
)
def test_a_line_is_read_as_a_command(line: str, name: str, values: dict[str, Any]) -> None:
    found = read_command_line(line, COMMANDS, PEOPLE)
    assert found is not None
    assert (found.entry["invocation"], found.values) == (name, values)


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("/foo", "There is no command /foo. Type / to see all commands."),
        ("/civil orders: x", "There is no command /civil. Did you mean /civil-disobedience?"),
        ("/civil_disobedience x", "There is no command /civil_disobedience. Did you mean /civil-disobedience?"),
        ("/tablenew x", "There is no command /tablenew. Did you mean /table new?"),
        ("/table", "/table needs one of these words after it: new, rewind."),
        ("/table nwe name: x", "/table needs one of these words after it: new, rewind."),
        ("/help me", "/help takes no options: leave out “me”."),
        ("/rally bihar", "Write “spaces:” or “orders:” before “bihar”."),
        ("/rally bihar: 1U", "/rally has no option “bihar:”, only “spaces:”, “orders:” and “table:”."),
        ("/rally spaces: a order: b", "/rally has no option “order:”, only “spaces:”, “orders:” and “table:”."),
        ("/rally spaces: a until: b", "/rally has no option “until:”, only “spaces:”, “orders:” and “table:”."),
        ("/rally orders: a orders: b", "“orders:” is there twice."),
        ("/rally orders:", "Write after “orders:” what it should be."),
        ("/event side:", "Write after “side:” what it should be: Unshaded, Shaded."),
        ("/event side: grey", "“grey” is not possible for “side:”: Unshaded, Shaded."),
        ("/recap turns: all", "“turns:” needs a number of at most 15 digits, not “all”."),
        (f"/recap turns: {'9' * 5000}", "“turns:” needs a number of at most 15 digits, not “...”."),
        ("/recap whole: maybe", "“whole:” is either True or False."),
        ("/away player: Zoe", "Nobody here is called “Zoe”."),
        ("/transfer up_to: 3", "/transfer also needs “way:”."),
    ],
)
def test_a_line_that_cannot_be_run_is_refused_with_the_reason(line: str, why: str) -> None:
    with pytest.raises(RefusedLineError) as caught:
        read_command_line(line, COMMANDS, PEOPLE)
    assert str(caught.value) == why


@pytest.mark.parametrize("line", ["", " ", "/", "/ turn", "//turn", "/1", "/-", "Is it /turn?", "turn"])
def test_a_line_that_is_no_command_is_read_as_chat(line: str) -> None:
    assert read_command_line(line, COMMANDS, PEOPLE) is None

"""Only the catalogue joins words: no code joins translated parts with a sign or a space."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = ("bot", "render")
SILENT = frozenset({"has", "knows", "code", "of_game", "keys", "lines"})
"""Methods of a language that return no words."""
MARKUP = re.compile(r"(\*\*|[*_`]|-# |> |• |· |- |#+ |⚠️ )*")
"""What may be beside one text on a line: signs of Discord's markup, and the marks at the beginning of a line."""
ORDERS = "an order as people type it: its commas, semicolons and spaces are the same in every language"
EXPLAINED = {
    "bot/games/gandhi/orders/cards.py:complete_cards": ORDERS,
    "bot/console/companion.py:_ask": "the head and the keys of a list in a terminal are markup",
    "bot/games/gandhi/orders/positions.py:write_beside": ORDERS,
    "bot/games/gandhi/orders/positions.py:write_pieces": ORDERS,
    "bot/games/gandhi/orders/positions.py:write_space": ORDERS,
    "bot/games/names.py:complete": ORDERS,
    "bot/games/rajas/orders.py:write_line": ORDERS,
    "bot/games/rajas/orders.py:write_option": ORDERS,
    "bot/games/rajas/orders.py:write_tile": ORDERS,
    "bot/games/rajas/positions.py:write_lines": ORDERS,
    "bot/language.py:_put": "keys, and no words",
    "bot/web/seasons.py:write_standings": "cells of a table are markup",
    "bot/narrate/standing.py:write_seats": "an icon of Discord before a line, with its space, is markup",
}
"""Functions that may join, ``file:function``, each with the reason."""


def is_speaker(node: ast.expr) -> bool:
    """Return whether an expression is a language, or the labels of one.

    Its methods return words, and so does a function that is given it.
    """
    match node:
        case ast.Name(id="language" | "labels"):
            return True
        case ast.Attribute(value=ast.Name(id="self" | "reply"), attr="language" | "_language" | "labels"):
            return True
    return False


class Finder(ast.NodeVisitor):
    """Finds the places of one function where words are joined by code."""

    def __init__(self) -> None:
        self.named: set[str] = set()
        self.found: list[ast.expr] = []

    def speaks(self, node: ast.AST) -> bool:
        """Return whether the value of an expression is, or holds, words of a catalogue."""
        match node:
            case ast.Name():
                return node.id in self.named
            case ast.Call(func=ast.Attribute(value=value, attr=attr)) if is_speaker(value):
                return attr not in SILENT
            case ast.Call(func=ast.Attribute(attr="join" | "format"), args=[argument, *_]):
                return self.speaks(argument)
            case ast.Call():
                return any(is_speaker(argument) for argument in node.args) and "find" not in ast.unparse(node.func)
            case ast.Subscript(value=value):
                return is_speaker(value) or self.speaks(value)
            case ast.Attribute() | ast.Compare() | ast.Constant():
                return False
            case ast.ListComp() | ast.GeneratorExp() | ast.SetComp():
                return self.speaks(node.elt)
            case ast.DictComp():
                return self.speaks(node.value)
            case ast.IfExp():
                return self.speaks(node.body) or self.speaks(node.orelse)
        return any(self.speaks(child) for child in ast.iter_child_nodes(node))

    def name(self, target: ast.expr, value: ast.AST) -> None:
        """Remember a variable that holds words."""
        if isinstance(target, ast.Name) and self.speaks(value):
            self.named.add(target.id)

    def visit_Assign(self, node: ast.Assign) -> None:
        """Follow words into a variable."""
        for target in node.targets:
            self.name(target, node.value)
        self.generic_visit(node)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        """Follow words into a variable with a type."""
        if node.value is not None:
            self.name(node.target, node.value)
        self.generic_visit(node)

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        """Follow words into a list, and find what is added to a text."""
        self.name(node.target, node.value)
        self.generic_visit(node)

    def visit_comprehension(self, node: ast.comprehension) -> None:
        """Follow words through a loop of one line."""
        self.name(node.target, node.iter)
        self.generic_visit(node)

    def visit_For(self, node: ast.For) -> None:
        """Follow words through a loop."""
        self.name(node.target, node.iter)
        self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> None:
        """Find words joined by a sign, and follow those that are appended to a list."""
        match node:
            case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr="append"), args=[argument]):
                if self.speaks(argument):
                    self.named.add(name)
            case ast.Call(func=ast.Attribute(value=between, attr="join"), args=[parts]) if not is_speaker(between):
                is_lines = isinstance(between, ast.Constant) and not str(between.value).strip("\n")
                if not is_lines and self.speaks(parts):
                    self.found.append(node)
        self.generic_visit(node)

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        """Find words side by side in a text, or beside a sign that is no markup."""
        for signs, values in split_lines(node):
            words = [value for value in values if self.speaks(value)]
            if words and (len(values) > 1 or not all(map(MARKUP.fullmatch, signs))):
                self.found.append(node)
        self.generic_visit(node)

    def visit_BinOp(self, node: ast.BinOp) -> None:
        """Find words added to a text."""
        sides = (node.left, node.right)
        if isinstance(node.op, ast.Add) and any(map(is_text, sides)) and any(map(self.speaks, sides)):
            self.found.append(node)
        self.generic_visit(node)


def is_text(node: ast.expr) -> bool:
    """Return whether an expression is one text, or a call that returns one."""
    if isinstance(node, ast.JoinedStr | ast.Constant):
        return True
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in ("say", "word")


def split_lines(node: ast.JoinedStr) -> Iterator[tuple[list[str], list[ast.expr]]]:
    """Yield each line of an f-string: its signs, and the values between them."""
    signs: list[str] = []
    values: list[ast.expr] = []
    for part in node.values:
        if isinstance(part, ast.FormattedValue):
            values.append(part.value)
            continue
        *ended, last = str(ast.literal_eval(part)).split("\n")
        for sign in ended:
            yield [*signs, sign], values
            signs, values = [], []
        signs.append(last)
    yield signs, values


def find_joins(source: str) -> Iterator[tuple[str, int, str]]:
    """Yield every place where code joins words: the function, the line, and the expression."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            finder = Finder()
            # A function is visited twice, since a name may be used above the line that assigns text to it.
            finder.visit(node)
            finder.found.clear()
            finder.visit(node)
            for found in dict.fromkeys(finder.found):
                yield node.name, found.lineno, ast.unparse(found)


def test_no_code_joins_translated_words_into_sentences() -> None:
    found: dict[str, list[str]] = {}
    for folder in FOLDERS:
        for path in sorted((ROOT / folder).rglob("*.py")):
            for name, line, what in find_joins(path.read_text(encoding="utf-8")):
                found.setdefault(f"{path.relative_to(ROOT)}:{name}", []).append(f"line {line}: {what}")
    assert {place: places for place, places in found.items() if place not in EXPLAINED} == {}
    assert EXPLAINED.keys() <= found.keys(), "an explained place no longer joins words"


@pytest.mark.parametrize(
    "line",
    [
        '" ".join([language.say("a"), language.say("b")])',
        'f"{language.say(key)} {number}"',
        'f"{language.say(key)}{other}"',
        'f"{place}: {write_item(language, item)}"',
        'language.say("a") + " " + name',
        '", ".join(labels[key] for key in keys)',
        "BETWEEN.join(parts)",
    ],
)
def test_code_that_joins_translated_words_is_found(line: str) -> None:
    assert list(find_joins(f"def write(language):\n    parts = [language.word(key)]\n    return {line}\n"))


@pytest.mark.parametrize(
    "line",
    [
        'language.put_together("items", parts)',
        '"\\n".join([language.say("a"), *parts])',
        'f"**{language.say(key)}**"',
        'f"> {language.say(key)}\\n-# {language.say(other)}"',
        'f"{number}: {name}"',
        '", ".join(names)',
    ],
)
def test_code_may_join_markup_and_whole_lines(line: str) -> None:
    assert not list(find_joins(f"def write(language):\n    parts = [language.word(key)]\n    return {line}\n"))

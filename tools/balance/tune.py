"""Measure Arjuna's tables against what they should do, and look for better inferred rows. Writes nothing.

``python -m tools.balance.tune [--games N] [--lone N] [--seed WORD] [--with FOLDER] [--tries N] [--unseen WORD]
[--head-start]``

Without options it plays the tables as they are and reports each part of the target. ``--with`` compares them with those
in a folder (as ``GANDHI_DATA`` would name it), ``--tries`` varies one inferred row after another, keeps what comes
closer to the target over the same games, and prints the rows that it would change. Before and after are then shown for
games that were not looked at. What is known (``known`` in the data) is never varied; a change of it is written by hand.
"""

from __future__ import annotations

import argparse
import sys
import tomllib
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from random import Random

import msgspec

from bot.console.terminal import Progress
from engine.core.data import replace_rows
from engine.gandhi import catalogue
from engine.gandhi.arjuna.cards import Branch, Card, Node, OperationBox, SpecialBox, SpecialOption, Test, check_card
from engine.gandhi.arjuna.play import PROCEDURES
from engine.gandhi.arjuna.priorities import Table
from engine.gandhi.arjuna.specials import WAYS
from engine.gandhi.board import read_row
from engine.gandhi.ids import REVOLUTIONARIES, SEATS
from tools.balance.tune_games import SCENARIOS, Figures, Tables, measure, tables_in_use

# -- the target --------------------------------------------------------------------------------------------


class Part(msgspec.Struct, frozen=True):
    """One part of the target: what is measured, in which interval it should lie, and how much it weighs."""

    name: str
    value: float
    low: float
    high: float
    weight: float

    @property
    def holds(self) -> bool:
        """Return whether the figure lies in its interval."""
        return self.low <= self.value <= self.high

    @property
    def miss(self) -> float:
        """Return how far the figure lies outside its interval, times its weight."""
        return self.weight * max(self.low - self.value, self.value - self.high, 0.0)


WINS, CHECKS, LONE, USED, LED = (0.18, 0.33), (0.40, 0.65), (0.08, 0.20), (0.03, 1.0), (0.0, 0.20)


def parts(figures: Figures) -> list[Part]:
    """Return every part of the target with its figure. No part is about a lone player who searches."""
    found = [Part(f"wins, {name}: {seat}", figures.wins[name][seat], *WINS, 3) for name in SCENARIOS for seat in SEATS]
    found.append(Part("ended by a victory check, short", figures.checks["short"], *CHECKS, 2))
    found += [Part(f"a lone player like Arjuna: {seat}", value, *LONE, 1) for seat, value in figures.lone.items()]
    found += [Part(f"uses {action}", value, *USED, 3) for action, value in figures.uses.items()]
    found += [Part(f"turns led by {side}", value, *LED, 1) for side, value in figures.leads.items()]
    return found


def score(figures: Figures) -> float:
    """Return how far the figures are from the target: 0 when every part holds."""
    return sum(part.miss for part in parts(figures))


def find_impossible(card: Card) -> str:
    """4.1.2 Return a Special Activity that a side orders with an Operation which it may not accompany, or nothing."""
    for side in (card.front, card.back):
        for path in every_path(side):
            operations = [box.operation for box in path if isinstance(box, OperationBox)]
            for box in path:
                for option in box.options if isinstance(box, SpecialBox) else ():
                    allowed = catalogue.SPECIAL_ACTIVITIES[card.seat][WAYS[option.special].special].with_operations
                    if allowed and not set(operations) & set(allowed):
                        return f"{card.id}: {option.special} with {', '.join(operations)}"
    return ""


def every_path(nodes: Sequence[Node]) -> Iterator[tuple[OperationBox | SpecialBox, ...]]:
    """Yield the boxes of every path through a side of a card that ends on that side."""
    if not nodes:
        yield ()
        return
    first, rest = nodes[0], nodes[1:]
    if isinstance(first, Branch):
        ways = [*every_path((*first.yes, *rest)), *every_path((*first.no, *rest))]
    elif isinstance(first, Test):
        ways = list(every_path(rest))
    else:
        ways = [(first, *way) for way in every_path(rest)]
    yield from ways


# -- variations --------------------------------------------------------------------------------------------

MOST_VALUE = 9
NUMBERS: tuple[int | str, ...] = (2, 3, "restraint")


def vary_nodes(seat: str, nodes: Sequence[Node]) -> Iterator[tuple[Node, ...]]:
    """Yield a side with one inferred node changed, in every way."""
    for index, node in enumerate(nodes):
        for other in vary_node(seat, node):
            yield (*nodes[:index], other, *nodes[index + 1 :])


def vary_node(seat: str, node: Node) -> Iterator[Node]:
    """Yield a node with one change: the number of a test, an Operation, the order or choice of Special Activities."""
    if isinstance(node, Branch):
        for yes in vary_nodes(seat, node.yes):
            yield msgspec.structs.replace(node, yes=yes)
        for no in vary_nodes(seat, node.no):
            yield msgspec.structs.replace(node, no=no)
    if node.known:
        return
    if isinstance(node, Test | Branch) and node.value:
        for value in (node.value - 1, node.value + 1):
            if 0 < value <= MOST_VALUE:
                yield msgspec.structs.replace(node, value=value)
    elif isinstance(node, OperationBox):
        for operation in PROCEDURES[seat]:
            if operation != node.operation:
                yield msgspec.structs.replace(node, operation=operation)
        for number in NUMBERS if seat == REVOLUTIONARIES else ():
            if number != node.number:
                yield msgspec.structs.replace(node, number=number)
    elif isinstance(node, SpecialBox):
        for options in vary_options(seat, node.options):
            yield msgspec.structs.replace(node, options=options)


def vary_options(seat: str, options: tuple[SpecialOption, ...]) -> Iterator[tuple[SpecialOption, ...]]:
    """Yield the Special Activities of a box with two exchanged, one left out, or one more in front or behind."""
    for index in range(len(options) - 1):
        yield (*options[:index], options[index + 1], options[index], *options[index + 2 :])
    if len(options) > 1:
        for index in range(len(options)):
            yield options[:index] + options[index + 1 :]
    there = {option.special for option in options}
    for option in usual_options(seat):
        if option.special not in there:
            yield (option, *options)
            yield (*options, option)


def usual_options(seat: str) -> list[SpecialOption]:
    """Return each Special Activity of a Faction as its cards order it most often."""
    found: dict[str, list[SpecialOption]] = {}
    for card in tables_in_use().cards.values():
        for path in (*every_path(card.front), *every_path(card.back)) if card.seat == seat else ():
            for box in path:
                for option in box.options if isinstance(box, SpecialBox) else ():
                    found.setdefault(option.special, []).append(option)
    return [max(options, key=options.count) for options in found.values()]


def vary_rows(table: Table) -> Iterator[Table]:
    """Yield a Faction's table with two neighbouring rows exchanged, in every way."""
    rows = table.rows
    for index in range(len(rows) - 1):
        yield msgspec.structs.replace(table, rows=(*rows[:index], rows[index + 1], rows[index], *rows[index + 2 :]))


def keeps_known(table: Table, other: Table) -> bool:
    """Return whether a table still begins each column with its known rows, in their order."""
    for column in table.columns:
        before = [row.row for row in table.rows if column in row.columns]
        after = [row.row for row in other.rows if column in row.columns]
        known = [index for index, row in enumerate(r for r in table.rows if column in r.columns) if column in row.known]
        if known and before[: known[-1] + 1] != after[: known[-1] + 1]:
            return False
    return True


def variations(tables: Tables) -> list[Tables]:
    """Return all tables that differ from these in one inferred row and order only legal actions."""
    found = []
    for letter, card in tables.cards.items():
        sides = [msgspec.structs.replace(card, front=front) for front in vary_nodes(card.seat, card.front)]
        sides += [msgspec.structs.replace(card, back=back) for back in vary_nodes(card.seat, card.back)]
        found += [Tables(tables.cards | {letter: one}, tables.priorities) for one in sides if not find_impossible(one)]
    for seat, table in tables.priorities.items():
        rows = [one for one in vary_rows(table) if keeps_known(table, one)]
        found += [Tables(tables.cards, tables.priorities | {seat: one}) for one in rows]
    return found


def search(start: Tables, tries: int, seed: str, games: int, lone: int) -> Tables:
    """Vary one inferred row after another, and keep a change that comes closer to the target over the same games.

    A change that looks better must be better on a second set of games too: much of what looks better is luck.
    """
    chance, best = Random(seed), start
    seeds = (seed, f"{seed} again")
    least = [score(measure(best, one, games, lone)) for one in seeds]
    print(f"start: {sum(least) / len(least):.3f} from the target", flush=True)
    progress = Progress()
    for number in range(tries):
        progress.show(number / tries, f"{number} tries, {sum(least) / len(least):.2f} from the target")
        other = chance.choice(variations(best))
        missed: list[float] = []
        for one in seeds:
            missed.append(score(measure(other, one, games, lone)))
            if sum(missed) >= sum(least[: len(missed)]):
                break
        else:
            best, least = other, missed
            print(f"try {number}: {sum(least) / len(least):.3f}", *changes(start, best), sep="\n  ", flush=True)
    progress.close()
    return best


# -- reports -----------------------------------------------------------------------------------------------


def changes(before: Tables, after: Tables) -> list[str]:
    """Return a line for each side of a card and each table that differs: its name and its new value in JSON."""
    lines = []
    for letter, card in after.cards.items():
        for side in ("front", "back"):
            new = getattr(card, side)
            if new != getattr(before.cards[letter], side):
                lines.append(f"{letter}.{side} = {msgspec.json.encode(new).decode()}")
    for seat, table in after.priorities.items():
        if table != before.priorities[seat]:
            lines.append(f"{seat}.rows = {msgspec.json.encode(table.rows).decode()}")
    return lines


def report(figures: Sequence[Figures]) -> Iterator[str]:
    """Yield a line for each part of the target with its figures and a mark where it is missed, and a line with the sum.

    Shares that are always within their interval are only counted: 48 sides and 27 actions would hide the rest.
    """
    rows = list(zip(*map(parts, figures), strict=True))
    yield f"{figures[0].games} games, {figures[0].lone_games} with a lone player"
    for row in rows:
        quiet = row[0].name.startswith(("uses", "turns")) and all(part.holds for part in row)
        if not quiet:
            told = "  ".join(f"{part.value:6.1%}{' ' if part.holds else '*'}" for part in row)
            yield f"{row[0].name:44} {row[0].low:4.0%} to {row[0].high:4.0%}  {told}"
    held = "  ".join(f"{sum(part.holds for part in column):3} of {len(column)}" for column in zip(*rows, strict=True))
    yield f"parts that hold: {held}; misses in sum: {'  '.join(f'{score(one):.2f}' for one in figures)}"


def read_tables(folder: Path) -> Tables:
    """Return the tables with an owner's files from a folder in them. Raises BadPosition for a row that does not fit."""
    now = tables_in_use()
    cards, priorities = dict(now.cards), dict(now.priorities)
    if (path := folder / "arjuna.toml").exists():
        for row in tomllib.loads(path.read_text("utf-8"))["card"]:
            cards[row["id"]] = check_card(read_row(row, Card, "arjuna.toml"))
    if (path := folder / "priorities.toml").exists():
        for seat, row in tomllib.loads(path.read_text("utf-8")).items():
            if seat in SEATS:
                old = msgspec.to_builtins(priorities[seat])
                priorities[seat] = msgspec.convert(replace_rows(old, row), Table)
    return Tables(cards, priorities)


def tell(lines: Iterable[str]) -> None:
    """Print lines as they come."""
    for line in lines:
        print(line, flush=True)


def main(arguments: list[str] | None = None) -> int:
    """Run the command line. Returns 0 when the last tables reported meet every part of the target."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.balance.tune", description="Measure Arjuna's tables, and vary them."
    )
    parser.add_argument("--games", type=int, default=100, help="games of each scenario (default: 100)")
    parser.add_argument("--head-start", action="store_true", help="the lone player begins with more")
    parser.add_argument("--lone", type=int, default=0, help="games of a lone player from each seat (default: none)")
    parser.add_argument("--seed", default="seen", help="which games a search looks at")
    parser.add_argument("--unseen", default="unseen", help="which games the report plays")
    parser.add_argument("--with", dest="folder", type=Path, help="compare with the files in this folder")
    parser.add_argument("--tries", type=int, default=0, help="vary so many times")
    options = parser.parse_args(arguments)
    before = tables_in_use()
    after = read_tables(options.folder) if options.folder else before
    if options.tries:
        after = search(after, options.tries, options.seed, options.games, options.lone)
    compared = [before] if after == before else [before, after]
    figures = [
        measure(tables, options.unseen, options.games, options.lone, head_start=options.head_start)
        for tables in compared
    ]
    tell(report(figures))
    tell(changes(before, after))
    tell(f"not possible: {word}" for card in after.cards.values() if (word := find_impossible(card)))
    return 0 if all(part.holds for part in parts(figures[-1])) else 1


if __name__ == "__main__":
    sys.exit(main())

"""The drawn board against the rules' board: borders, Towns, Railways and facts must be the same."""

from __future__ import annotations

import json
import math
import tomllib
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from render.gandhi.board import BOARD_FILE, load_board

ROOT = Path(__file__).resolve().parents[2]
RULES: dict[str, Any] = tomllib.loads((ROOT / "engine" / "gandhi" / "data" / "board.toml").read_text(encoding="utf-8"))
SPACES = {row["id"]: row for row in RULES["space"]}
RAILWAYS = {row["id"]: row for row in RULES["railway"]}
BY_TOWN = {frozenset({"bombay_presidency", "coastal_andhra"}), frozenset({"hyderabad", "mysore"})}
"""Spaces that meet at the Town of Guntakal only (1.3.8)."""
LEAST_BORDER = 15.0
"""A shared line shorter than this, in board pixels, is a corner, not a border."""


def arc_length(packed: list[int]) -> float:
    steps = zip(packed[2::2], packed[3::2], strict=True)
    return math.fsum(math.hypot(dx, dy) / 10 for dx, dy in steps)


def drawn_borders() -> set[frozenset[str]]:
    """Return the pairs of spaces that share a border of some length, from the arcs of the committed file."""
    data = json.loads(BOARD_FILE.read_text(encoding="utf-8"))
    owners: dict[int, set[str]] = {}
    for key, row in data["spaces"].items():
        for ring in row["rings"]:
            for number in ring:
                owners.setdefault(number if number >= 0 else ~number, set()).add(key)
    shared: dict[frozenset[str], float] = {}
    for number, keys in owners.items():
        if len(keys) == 2:
            pair = frozenset(keys)
            shared[pair] = shared.get(pair, 0.0) + arc_length(data["arcs"][number])
    return {pair for pair, length in shared.items() if length >= LEAST_BORDER}


def test_drawn_borders_match_the_adjacency_of_the_rules() -> None:
    wanted = {frozenset({key, other}) for key, row in SPACES.items() for other in row["adjacent"]}
    assert drawn_borders() == wanted - BY_TOWN


@pytest.mark.parametrize("pair", sorted(map(tuple, map(sorted, BY_TOWN))))
def test_the_town_guntakal_touches_its_four_spaces(pair: tuple[str, str]) -> None:
    board = load_board()
    town = next(town for town in board.towns if town.name == "Guntakal")
    for key in pair:
        near = min(math.dist(point, town.at) for line in board.spaces[key].outlines for point in line)
        assert near < 12, f"{key} is {near:.0f} pixels away"


def test_the_names_kinds_and_values_of_drawn_spaces_match_the_rules() -> None:
    board = load_board()
    for key, row in SPACES.items():
        space = board.spaces[key]
        kind = row["kind"].removeprefix("princely_")
        facts = (row["name"], kind, row["population"], row["muslim"])
        assert (space.name, space.kind, space.population, space.muslim) == facts
    assert {key: railway.econ for key, railway in board.railways.items()} == {
        key: row["econ"] for key, row in RAILWAYS.items()
    }
    assert set(board.spaces) == set(SPACES)


@pytest.mark.parametrize("key", sorted(RAILWAYS))
def test_a_railway_is_drawn_beside_every_adjacent_space(key: str) -> None:
    board = load_board()
    line = board.railways[key].line
    towns = [town for town in board.towns if min(math.dist(town.at, line[0]), math.dist(town.at, line[-1])) < 4]
    for other in RAILWAYS[key]["adjacent"]:
        outlines = [point for outline in board.spaces[other].outlines for point in outline]
        near = min(math.dist(a, b) for a in line for b in outlines)
        at_town = min((math.dist(town.at, point) for town in towns for point in outlines), default=math.inf)
        inside = is_inside(line[len(line) // 2], other)
        assert min(near, at_town) < 14 or inside, f"{key} passes {other} at {near:.0f} pixels"


def test_railways_that_share_a_town_are_adjacent_by_the_rules() -> None:
    board = load_board()
    ends: dict[str, set[str]] = {
        key: {
            town.name
            for town in board.towns
            if min(math.dist(town.at, railway.line[0]), math.dist(town.at, railway.line[-1])) < 4
        }
        for key, railway in board.railways.items()
    }
    drawn = {frozenset(pair) for pair in combinations(ends, 2) if ends[pair[0]] & ends[pair[1]]}
    wanted = {frozenset({key, other}) for key, row in RAILWAYS.items() for other in row["adjacent_railways"]}
    assert drawn == wanted


def is_inside(point: tuple[float, float], key: str) -> bool:
    """Tell whether a point lies in a space, by counting the borders to its right."""
    x, y = point
    inside = False
    for outline in load_board().spaces[key].outlines:
        for (ax, ay), (bx, by) in zip(outline, (*outline[1:], outline[0]), strict=True):
            if (ay > y) != (by > y) and x < ax + (bx - ax) * (y - ay) / (by - ay):
                inside = not inside
    return inside


@pytest.mark.golden
def test_the_map_is_built_from_the_committed_sources() -> None:
    """The builder, run again, gives the committed file: no one edited it by hand."""
    from tools.assets.map import build

    edits = json.loads((ROOT / "tools" / "assets" / "data" / "map_edits.json").read_text(encoding="utf-8"))
    built = build(ROOT / "tools" / "assets" / "data" / "prototype.topo.json", edits)
    assert json.loads(json.dumps(built)) == json.loads(BOARD_FILE.read_text(encoding="utf-8"))

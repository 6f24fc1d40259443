"""The printed examples of the rulebook as positions to play: one for a paragraph, in our own words.

The text of an example is ``example.3_2_3`` in the catalogues. ``keys`` are the choices of the rulebook; those behind a
die or for another Faction are played at the end.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final

from bot.games.gandhi.facts import GAME
from bot.games.lessons import SEED

PREFIX: Final = "ex"
"""The beginning of an example's id, in place of a table in custom ids."""
COMMON: Final[dict[str, Any]] = {
    "game": GAME,
    "scenario": "short",
    "viceroy": "irwin",
    "resources": {"raj": 10, "revolutionaries": 5},
    "card": 55,
    "next": 36,
    "campaigns_left": 2,
}
"""The default fields of all examples."""

Spaces = dict[str, dict[str, Any]]


@dataclass(frozen=True)
class Example:
    """An example of a paragraph: who acts, the position, the rulebook's choices, and other special conditions.

    ``also`` are further fields of the position. ``seed`` rolls the dice of the rulebook. ``part`` is a letter if a
    paragraph has several examples.
    """

    number: str
    seat: str
    keys: tuple[str, ...]
    spaces: Spaces
    also: dict[str, Any] = field(default_factory=dict)
    may: str = "operation_and_special"
    seed: bytes = SEED
    part: str = ""

    @property
    def id(self) -> str:
        """Return the id in place of a table in its custom ids."""
        return PREFIX + self.number.replace(".", "") + self.part

    @property
    def words(self) -> str:
        """Return the key of its words."""
        return f"example.{self.number.replace('.', '_')}{self.part}"

    @property
    def position(self) -> dict[str, Any]:
        """Return the position at its beginning."""
        return {**COMMON, "spaces": self.spaces, **self.also, "turn": {"seat": self.seat, "may": self.may}}


EXAMPLES: Final = (
    Example(
        "1.7.2",
        "congress",
        ("special:negotiate", "east_bengal", "rally", "delhi", "1", "done"),
        {"east_bengal": {"troops": 2, "sepoys": 2, "congress": 5, "protest": True}, "delhi": {"congress": 1}},
        {"restraint": 3},
    ),
    Example(
        "1.10",
        "congress",
        ("civil_disobedience", "bihar", "done", "orissa", "done", "done"),
        {"bihar": {"congress": 1}, "orissa": {"congress": 1}, "united_provinces": {"congress": 1}},
        {"restraint": 4},
        "operation_only",
    ),
    Example(
        "1.12",
        "revolutionaries",
        ("unrest", "delhi_allahabad", "done"),
        {"delhi_allahabad": {"underground": 1}},
        {"restraint": 2},
        "operation_only",
    ),
    Example(
        "3.1.5",
        "congress",
        ("civil_disobedience", "delhi", "done", "bombay", "done", "special:negotiate", "bihar", "madras", "done"),
        {
            "delhi": {"congress": 1},
            "bombay": {"congress": 1},
            "madras": {"congress": 1},
            "assam": {"congress": 1},
            "bihar": {"congress": 1, "protest": True},
            "mysore": {"gandhi": True},
            "sind": {"protest": True},
        },
        {"restraint": 2},
    ),
    Example(
        "3.1.5",
        "league",
        ("non_cooperation", "punjab", "done", "special:infiltrate", "sind", "muslim_state"),
        {
            "punjab": {"league": 1, "protest": True},
            "sind": {"league": 1, "league_bases": 1, "sepoys": 1, "underground": 1},
        },
        {"restraint": 2, "unity": 1},
        part="b",
    ),
    Example(
        "3.1.5",
        "revolutionaries",
        ("unrest", "delhi", "special:assassinate", "bombay", "done"),
        {"delhi": {"underground": 1, "congress": 1, "protest": True}, "bombay": {"congress": 1, "league": 1}},
        {"restraint": 1, "unity": 2},
        part="c",
    ),
    Example(
        "3.2.2",
        "raj",
        (
            "garrison",
            "west_bengal",
            "2",
            "united_provinces",
            "rajputana",
            "2",
            "punjab",
            "rajputana",
            "united_provinces",
            "done",
        ),
        {
            "west_bengal": {"troops": 2},
            "rajputana": {"sepoys": 3},
            "bihar": {"sepoys": 2, "protest": True},
            "allahabad_bhusawal": {"congress": 1},
            "united_provinces": {"sepoys": 1},
            "punjab": {"sepoys": 1},
            "bombay_presidency": {"sepoys": 1},
        },
        {"restraint": 2},
        "operation_only",
    ),
    Example(
        "3.2.3",
        "raj",
        ("sweep", "madras_presidency", "coastal_andhra", "done", "yes"),
        {"madras_presidency": {"sepoys": 1, "underground": 2}, "coastal_andhra": {"troops": 1}},
        {"restraint": 4},
        "operation_only",
    ),
    Example(
        "3.2.4",
        "raj",
        ("assault", "bihar", "yes", "done", "united_provinces", "mysore"),
        {"bihar": {"troops": 1, "sepoys": 3, "gandhi": True, "congress": 2, "league": 1, "protest": True}},
        {"viceroy": "chelmsford", "restraint": 3, "resources": {"raj": 5}},
        "operation_only",
    ),
    Example(
        "3.3.1",
        "league",
        ("rally", "sind", "baluchistan", "karachi", "punjab", "done"),
        {
            "punjab": {"league": 1, "league_bases": 1, "level": "passive_support"},
            "bihar": {"level": "passive_support"},
            "sind": {"league": 1},
        },
        {"unity": 3},
        "operation_only",
    ),
    Example(
        "3.3.2",
        "congress",
        ("demonstrate", "west_bengal", "1", "protest", "united_provinces", "1", "done", "done"),
        {
            "bihar": {"congress": 3, "protest": True},
            "west_bengal": {"sepoys": 1, "active": 1},
            "united_provinces": {"sepoys": 2},
            "assam": {"protest": True},
            "mysore": {"protest": True},
        },
        {"restraint": 2},
        "operation_only",
    ),
    Example(
        "3.3.3",
        "congress",
        (
            "civil_disobedience",
            "bombay_presidency",
            "done",
            "coastal_andhra",
            "done",
            "hyderabad",
            "bhusawal_guntakal",
            "done",
        ),
        {
            "bombay_presidency": {"congress": 1},
            "coastal_andhra": {"congress": 1},
            "hyderabad": {"congress": 1},
            "assam": {"protest": True},
            "sind": {"protest": True},
        },
        {"restraint": 3},
        "operation_only",
    ),
    Example(
        "3.3.4",
        "congress",
        ("non_cooperation", "coastal_andhra", "done"),
        {
            "coastal_andhra": {"congress": 2, "protest": True, "sepoys": 2, "level": "passive_opposition"},
            "bombay_presidency": {"congress": 1, "protest": True, "troops": 1, "sepoys": 2},
            "hyderabad": {"gandhi": True, "protest": True},
            "mysore": {"congress": 1},
        },
        {"restraint": 3, "unity": 2},
        "operation_only",
    ),
    Example(
        "3.4.1",
        "revolutionaries",
        ("rally", "punjab", "base", "done"),
        {
            "punjab": {"underground": 3},
            "bihar": {"revolutionary_bases": 2},
            "east_bengal": {"revolutionary_bases": 2},
        },
        {"unity": 2, "resources": {"revolutionaries": 1}},
        "operation_only",
    ),
    Example(
        "3.4.2",
        "revolutionaries",
        (
            "march",
            "orissa",
            "2",
            "central_provinces",
            "underground",
            "1",
            "bihar",
            "underground",
            "united_provinces",
            "done",
        ),
        {
            "orissa": {"underground": 4},
            "central_provinces": {"sepoys": 2},
            "bihar": {"level": "passive_support", "troops": 1, "sepoys": 2},
            "united_provinces": {"level": "passive_support", "sepoys": 2},
        },
        {"resources": {"revolutionaries": 4}},
        "limited_operation",
    ),
    Example(
        "3.4.3",
        "revolutionaries",
        ("attack", "east_bengal", "sepoys", "troops", "bihar", "sepoys", "sepoys", "done"),
        {
            "east_bengal": {"troops": 1, "sepoys": 1, "underground": 3},
            "bihar": {"sepoys": 3, "underground": 2, "protest": True},
        },
        {},
        "operation_only",
        bytes([0] * 31 + [0x2C]),
    ),
    Example(
        "3.4.4",
        "revolutionaries",
        ("unrest", "bombay_presidency", "bombay", "done"),
        {
            "bombay_presidency": {"underground": 1, "level": "passive_support"},
            "bombay": {"congress": 1, "league": 1, "level": "passive_opposition", "troops": 1},
        },
        {"restraint": 1, "unity": 1, "resources": {"revolutionaries": 4}},
        "operation_only",
    ),
    Example(
        "4.2.1",
        "raj",
        ("special:treaty", "west_bengal", "bihar", "2", "east_bengal", "orissa", "revolutionaries", "nonviolent"),
        {
            "west_bengal": {"muslim_state": True},
            "orissa": {"sepoys": 2, "active": 1, "congress": 1, "protest": True},
            "bihar": {"sepoys": 2},
            "east_bengal": {"sepoys": 1, "troops": 1},
        },
        {"resources": {"raj": 5}, "restraint": 3},
    ),
    Example(
        "4.2.2",
        "raj",
        ("special:govern", "bombay_presidency", "2", "hyderabad"),
        {
            "bombay_presidency": {"troops": 1, "congress": 1},
            "hyderabad": {"sepoys": 1, "active": 1},
            "bhusawal_guntakal": {"sepoys": 1, "strike": True},
        },
        {"resources": {"raj": 20}},
    ),
    Example(
        "4.2.3",
        "raj",
        ("special:martial_law", "2"),
        {"punjab": {"troops": 2, "sepoys": 2, "congress": 3, "league": 3, "active": 1, "level": "passive_opposition"}},
    ),
    Example(
        "4.3.1",
        "congress",
        ("special:negotiate", "done", "remove_muslim_state"),
        {"west_bengal": {"congress": 2, "league": 1, "sepoys": 2, "muslim_state": True, "level": "passive_support"}},
        {"restraint": 2},
    ),
    Example(
        "4.3.2",
        "congress",
        ("special:satyagraha", "united_provinces", "place"),
        {"delhi": {"gandhi": True}, "united_provinces": {"congress": 1, "sepoys": 3, "protest": True}},
    ),
    Example(
        "4.3.3",
        "congress",
        ("special:persuade", "mysore", "madras_presidency", "league"),
        {
            "mysore": {"congress": 1, "revolutionary_bases": 1},
            "madras_presidency": {"congress": 1, "league": 1, "sepoys": 1, "protest": True},
            "bihar": {"league": 1},
        },
        {"unity": 3},
    ),
    Example(
        "4.4.1",
        "league",
        ("special:negotiate", "done", "muslim_state", "calcutta"),
        {"east_bengal": {"league": 3, "congress": 1, "troops": 1, "protest": True, "level": "passive_opposition"}},
        {"restraint": 3},
    ),
    Example(
        "4.4.2",
        "league",
        ("special:infiltrate", "muslim_state"),
        {
            "sind": {
                "sepoys": 1,
                "underground": 1,
                "league_bases": 1,
                "league": 1,
                "level": "passive_opposition",
            }
        },
        {"restraint": 1, "unity": 1},
    ),
    Example(
        "4.4.3",
        "league",
        ("special:persuade", "punjab", "activate", "done", "non_cooperation", "punjab", "done"),
        {"punjab": {"league": 2, "protest": True, "sepoys": 3, "underground": 2}, "sind": {"league": 1}},
    ),
    Example(
        "4.5.1",
        "revolutionaries",
        ("special:aid", "united_provinces", "bihar", "done"),
        {"united_provinces": {"underground": 1}, "bihar": {"active": 3}, "delhi": {"underground": 1}},
        {"resources": {"revolutionaries": 1}},
    ),
    Example(
        "4.5.2",
        "revolutionaries",
        ("special:infiltrate", "league"),
        {"sind": {"underground": 1, "league": 1, "league_bases": 1, "sepoys": 1}},
        {"restraint": 1, "unity": 1, "resources": {"revolutionaries": 1}},
    ),
    Example(
        "4.5.3",
        "revolutionaries",
        ("unrest", "united_provinces", "special:assassinate", "troops"),
        {"united_provinces": {"underground": 1, "troops": 1, "sepoys": 2}},
        {"restraint": 2, "resources": {"revolutionaries": 2}},
    ),
)
"""Every example, in the order of the rulebook."""

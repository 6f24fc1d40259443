"""Tables in the terminal: as wide as their words, and what ``gandhi statistics`` puts into them."""

from __future__ import annotations

from typing import Any

from bot.console.hosting import tell_statistics
from bot.console.terminal import draw_table


def sums(games: int, first: dict[str, int], nobody: int = 0) -> dict[str, Any]:
    """Return the games of a scenario, as they are added up."""
    return {"games": games, "first": first, "nobody": nobody, "median_turns": 40.0, "median_days": 12.5}


def test_columns_are_aligned_and_markup_is_shown_literally() -> None:
    lines = draw_table(("", "wins"), [("[b]Raj[/b]", "5%"), ("ラージ", "100%")]).splitlines()
    assert lines == ["            wins", "[b]Raj[/b]    5%", "ラージ      100%"]


def test_statistics_show_each_scenario_and_its_winners() -> None:
    found = {"main": sums(2, {"raj (player)": 2}), "short": sums(9, {"raj (player)": 5, "league (arjuna)": 4}, 1)}
    told = "\n".join(tell_statistics(found))
    rows = [[part.strip() for part in line.split("  ") if part] for line in told.splitlines()]
    assert rows[0] == ["scenario", "games over", "lost by all players", "median turns", "median days"]
    assert [row[1:] for row in rows[1:3]] == [["2", "0", "40", "12.5"], ["9", "1", "40", "12.5"]]
    assert rows[-2:] == [["league (arjuna)", "0", "4"], ["raj (player)", "2", "5"]]


def test_statistics_say_when_no_game_is_over_yet() -> None:
    assert list(tell_statistics({})) == ["No game is over yet."]

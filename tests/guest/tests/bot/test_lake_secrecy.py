"""Two worlds for each seat, which differ in all that is hidden from it, look alike to it and to a stranger."""

from __future__ import annotations

from typing import Any

import pytest

from bot.games.frontend import front_of
from bot.language import Language
from engine.lake.rules import LakeRules
from tools.verify.secrecy import Report, compare
from tools.verify.two_worlds import find_secrets


async def look_around() -> Report:
    """Compare the answers at a few tables."""
    return await compare("one", "lake", 60, tables=2, is_quick=True, at_first=True)


async def test_no_output_shows_a_seat_the_hand_of_another() -> None:
    assert find_secrets("lake").views == [("heron",), ("otter",)]
    report = await look_around()
    assert report.differences == []
    assert report.incidents == 0
    assert report.total > 100


async def test_the_comparison_finds_a_line_that_counts_cards_of_hidden_hands(monkeypatch: pytest.MonkeyPatch) -> None:
    view = LakeRules.view

    def telling(self: Any, state: Any, decision: Any, seats: Any = ()) -> dict[str, Any]:
        count = sum(boat.hand.count("tea") for boat in state.boats.values())
        return {**view(self, state, decision, seats), "tea": count}

    def write(self: Any, language: Language, seen: Any, seat: str = "") -> str:
        return str(seen["tea"])

    monkeypatch.setattr(LakeRules, "view", telling)
    monkeypatch.setattr(type(front_of("lake").score), "write_tracks", write)
    assert (await look_around()).differences

"""Lets a test lay its own Arjuna cards, since the data of the printed ones may still be corrected."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from engine.gandhi.arjuna.cards import CARDS, Card, check_card
from engine.gandhi.board import read_row

Lay = Callable[..., None]


@pytest.fixture
def lay(monkeypatch: pytest.MonkeyPatch) -> Lay:
    """Put a made-up card in the place of another: ``lay("A", front, back)``, with nodes as in the data."""

    def put(letter: str, front: Sequence[dict[str, Any]], back: Sequence[dict[str, Any]] = ()) -> None:
        row = {"id": letter, "seat": CARDS[letter].seat, "front": list(front), "back": list(back)}
        monkeypatch.setitem(CARDS, letter, check_card(read_row(row, Card, "arjuna.toml")))

    return put

"""The proper names in the data files of Gandhi: spaces, cards and Viceroys, and also the texts of Events."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from bot.games.registry import Names
from engine.core.data import find_override
from engine.gandhi.board import read_data, read_shipped
from engine.gandhi.events.data import EVENTS_FILE
from engine.gandhi.events.interpreter import SIDES
from engine.gandhi.ids import LEVEL_NAMES

FILES: Final = ("board.toml", "cards.toml", EVENTS_FILE)
"""The data files that hold names."""


def find_names() -> dict[str, str]:
    """Return every proper name and the text of each side of the Events, by the text keys that languages use."""
    return name_all(*map(read_data, FILES))


def find_replaced_names() -> dict[str, str]:
    """Return the names and texts that an owner's data (GANDHI_DATA) replaces. Every language shows them unchanged."""
    if not any(map(find_override, FILES)):
        return {}
    shipped = name_all(*map(read_shipped, FILES))
    return {key: words for key, words in find_names().items() if shipped.get(key) != words}


def name_all(board: Mapping[str, Any], cards: Mapping[str, Any], events: Mapping[str, Any]) -> dict[str, str]:
    """Return the names of spaces, cards and Viceroys and the texts of Events in data files, by their text keys."""
    names = {f"space.{row['id']}": row["name"] for row in (*board["space"], *board["railway"])}
    names |= {f"card.{row['number']}": row["title"] for row in cards["event"]}
    names |= {f"card.{row['number']}": row["name"] for row in cards["viceroy"]}
    for row in events["event"]:
        names |= {f"event.{row['number']}.{side}": row[side]["text"] for side in SIDES}
    return names | {f"viceroy.{row['id']}": row["name"] for row in cards["viceroy"]}


NAMES: Final = Names(find_names, find_replaced_names, numbers={"level": LEVEL_NAMES})

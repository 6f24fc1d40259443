"""The state of a table as it is stored: readable, read again, and read from what older versions stored."""

from __future__ import annotations

import json
from typing import Any

import pytest

from bot.tables.play import Tables
from bot.tables.table import Asked, Pace, Pending, Question, TableState, change_state, read_state, store_state
from engine.core.text import text
from storage import Storage
from tests.bot.players import PEOPLE, open_table

FULL = TableState(
    host="Asha",
    rematch="k7m2xq",
    seats={"raj": "player", "league": "arjuna"},
    opponent="chanakya",
    pace=Pace(3, 12, "arjuna"),
    no_advice=True,
    advice={"raj": Asked(2, 40, 1)},
    vote="league",
    gone_back=2,
    anybody_starts=True,
    asked=900,
    kept=800,
    archived=950,
    abandoned="Bilal",
    question=Question(41, "raj", 7, 1000, 1001, 2000, is_told=True),
    pending=Pending(3, 1, (text("ui.public.rolled_back"), "old words")),
    options={"sides": [["raj", "league"]], "ganga": True},
)
STORED: dict[str, Any] = {
    "host": "Asha",
    "rematch": "k7m2xq",
    "seats": {"raj": "player", "league": "arjuna"},
    "opponent": "chanakya",
    "pace": {"remind": 3, "limit": 12, "at_limit": "arjuna"},
    "no_advice": True,
    "advice": {"raj": {"count": 2, "version": 40, "told": 1}},
    "vote": "league",
    "gone_back": 2,
    "anybody_starts": True,
    "asked": 900,
    "kept": 800,
    "archived": 950,
    "abandoned": "Bilal",
    "waiting": {
        "version": 41,
        "seat": "raj",
        "who": 7,
        "since": 1000,
        "counted": 1001,
        "until": 2000,
        "is_told": True,
    },
    "untold": {"turn": 3, "step": 1, "lines": [{"key": "ui.public.rolled_back"}, "old words"]},
    "sides": [["raj", "league"]],
    "ganga": True,
}
"""What a table with all of it looks like in the database, in every version so far."""


def to_json(state: TableState) -> Any:
    """Return a state as the database keeps it."""
    return json.loads(json.dumps(store_state(state)))


def test_the_stored_form_of_a_state_is_unchanged() -> None:
    assert to_json(FULL) == STORED
    assert read_state(STORED) == FULL


def test_the_clocks_of_a_pace_are_stored() -> None:
    state = TableState(pace=Pace(3, 12, "arjuna", bank=48))
    assert to_json(state)["pace"] == {**STORED["pace"], "bank": 48}
    assert read_state(to_json(state)) == state


def test_unset_values_are_not_stored() -> None:
    assert store_state(TableState()) == {}
    assert read_state({}) == TableState()


@pytest.mark.parametrize("name", [name for name in STORED if name not in FULL.options])
@pytest.mark.parametrize("damage", [None, 3.5, "?", [[]], {"?": []}])
def test_a_damaged_field_has_its_default_and_the_others_stay(name: str, damage: Any) -> None:
    state = read_state({**STORED, name: damage})
    left = {key: value for key, value in to_json(state).items() if key != name}
    assert left == {key: value for key, value in STORED.items() if key != name}


def test_a_pace_of_an_older_version_may_lack_fields() -> None:
    assert read_state({"pace": {"remind": 6}}).pace == Pace(6)


async def test_a_change_of_state_keeps_options_of_a_later_version(storage: Storage) -> None:
    tables = Tables(storage)
    game_id = await open_table(tables, PEOPLE)
    async with tables.transactions.begin(game_id, None) as tx:
        before = (await tx.game(game_id)).options
        await tx.update_game(game_id, options={**before, "of a later version": [1]})
        await change_state(tx, game_id, opponent="chanakya")
        after = (await tx.game(game_id)).options
    assert after == {**before, "of a later version": [1], "opponent": "chanakya"}

"""The facts of finished games: written at a game's end, added up for the host."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from statistics import median
from typing import Any

import msgspec

from bot.service.moments import Table
from engine.core.protocol import Result
from storage import Reader, Statistic
from storage.columns import utc_now

DAY = 86_400.0


async def gather_facts(reader: Reader, table: Table, result: Result) -> dict[str, Any]:
    """What is kept of a game for good: its result, who ran each seat, and how long it took. No names, no ids."""
    choices = Counter(choice.kind for choice in await reader.choices(table.id))
    turns = await reader.turns(table.id, statuses=("done", "rolled_back"))
    return {
        **msgspec.to_builtins(result),
        "scenario": table.game.scenario,
        "seats": {seat.seat: seat.kind for seat in table.seats},
        "turns": sum(turn.status == "done" for turn in turns),
        "rolled_back": sum(turn.status == "rolled_back" for turn in turns),
        "choices": choices["choose"],
        "taken_back": choices["undo"] + choices["rewind"],
        "seconds": int((utc_now() - table.game.created).total_seconds()),
        "rules_version": table.game.rules_version,
    }


def add_up(statistics: Iterable[Statistic]) -> dict[str, Any]:
    """Finished games by scenario: how many, who came first as a person's and as Arjuna's Faction, and how long."""
    by_scenario: dict[str, list[dict[str, Any]]] = {}
    for statistic in statistics:
        by_scenario.setdefault(str(statistic.facts.get("scenario", "")), []).append(statistic.facts)
    return {scenario: add_up_one(games) for scenario, games in sorted(by_scenario.items())}


def add_up_one(games: list[dict[str, Any]]) -> dict[str, Any]:
    """The finished games of one scenario."""
    first = Counter((facts["ranking"][0], facts.get("seats", {}).get(facts["ranking"][0], "player")) for facts in games)
    return {
        "games": len(games),
        "first": {f"{seat} ({kind})": count for (seat, kind), count in sorted(first.items())},
        "nobody": sum(bool(facts.get("all_players_lose")) for facts in games),
        "median_turns": median(facts.get("turns", 0) for facts in games),
        "median_days": round(median(facts.get("seconds", 0) for facts in games) / DAY, 1),
    }

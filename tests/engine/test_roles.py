"""Roles of options, by which all code outside this game's folder distinguishes them."""

from __future__ import annotations

import random

from engine import Game
from engine.core.decision import Option
from engine.gandhi.board import GEOGRAPHY

EXPECTED = {
    "done": "stop",
    "end": "stop",
    "no": "decline",
    "pass": "pass",
    "remove_own": "extra",
    "transfer": "extra",
}
GAMES = 12


def name_role(option: Option) -> set[str]:
    """Return the roles that an option with this key may have."""
    if option.key in EXPECTED:
        return {EXPECTED[option.key]}
    if option.key.startswith(("event:", "special:")):
        return {option.key.partition(":")[0]}
    if option.key in GEOGRAPHY:
        return {"space"}
    return {"number"} if option.key.isdecimal() else {"choice", "piece", "action"}


def test_every_open_or_closed_option_has_the_role_that_its_key_requires() -> None:
    seen = set()
    for number in range(GAMES):
        chance = random.Random(number)
        game = Game.new(scenario=("short", "main")[number % 2], seed=bytes([number]) * 32)
        while game.decision is not None:
            decision = game.decision
            closed = decision.closed() if chance.random() < 0.05 else []
            for option in (*decision.options, *closed):
                assert option.role in name_role(option), (decision.kind, option.key, option.role)
                seen.add(option.role)
            least = next((key for key in ("done", "end", "no", "pass", "0") if key in decision.keys), "")
            assert decision.plain == least
            usual = [option for option in decision.options if option.role != "extra"] or decision.options
            game.choose(chance.choice(usual).key)
    assert seen == {
        "space",
        "number",
        "piece",
        "choice",
        "decline",
        "action",
        "special",
        "event",
        "pass",
        "stop",
        "extra",
    }

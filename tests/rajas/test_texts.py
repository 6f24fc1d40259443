"""Every text key that Rajas of the Ganges shows, in one list: what a language must word."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

from engine.core.text import Text
from engine.rajas.birbal.player import explain
from engine.rajas.birbal.weighing import weigh
from engine.rajas.catalogue import RULES
from engine.rajas.ids import SCENARIOS as SOURCES
from tools.games.rajas.subject import random_rajas

ENGINE = Path(__file__).resolve().parents[2] / "engine" / "rajas"


def words(lines: str) -> set[str]:
    """Return the words of some lines."""
    return set(lines.split())


ASKED = words("""
    place tile pay square roads die_for take leave make_room reroll upgrade good boat cover chamber_free yield_order
    yield_tile yield_space
""")
"""The kinds of decisions: each has a text ``ask.rajas.KIND``."""

OPTIONS = words("""
    tile_both tile_coins tile_fame tile_karma empty_stack roads roads_join die flip for_coins take leave return
    take_fewer reroll reroll_done upgrade good river yield decline
""")

WHY = words("""
    space_taken too_few_coins no_die no_die_showing die_does_not_fit no_karma too_little_left too_few_pips no_tile
    stack_empty no_place no_road not_joined one_assorted_a_round river_ended boat_there not_six_spaces
    nothing_to_cover no_dearer_tile covered_before highest_value none_in_reserve no_free_yield_space part_karma
    part_upgrade part_dice
""")

ERRORS = words("no_such_seat too_few_seats mixed_group too_many_dice too_many_workers no_road no_top")

NAMES = words("action roads square square_numbered yield_tile yield_space")
"""Names of things: each has a text ``rajas.NAME`` with the id of the thing."""

ABOUT = words("market_none none_in_reserve nothing")
"""Why something would change nothing: each has a text ``rajas.about.NAME``, which lists have, too."""

TERMS = words("""
    fame coins bonus worker finish dice karma upgrade markets yields roads river reward first yield_tile need price
    payment lean
""")
"""What Birbal weighs: each has a text ``birbal.term.NAME``."""

THOUGHTS = words("choose other otherwise tried chosen feared beside easily tile river")
"""What Birbal thinks beside that: each has a text ``birbal.THOUGHT``."""

KEYS = frozenset(
    {f"ask.rajas.{kind}" for kind in ASKED}
    | {f"option.rajas.{option}" for option in OPTIONS}
    | {f"why.rajas.{reason}" for reason in WHY}
    | {f"error.rajas.{error}" for error in ERRORS}
    | {f"rajas.{name}" for name in NAMES}
    | {f"rajas.reward.{kind}" for kind in RULES if "_per_" not in kind}
    | {"rajas.reward.chamber_any", "rajas.reward.dice_same", "rajas.reward.coins_per", "rajas.reward.fame_per"}
    | {f"rajas.about.{name}" for name in ABOUT}
    | {f"birbal.term.{term}" for term in TERMS}
    | {f"birbal.{thought}" for thought in THOUGHTS}
)
"""Every text key of the game."""

SHARED = words("""
    error.bad_value error.bad_number error.unknown_word error.unknown_field error.named_twice error.unknown_seat
    error.unknown_seat_kind error.hand_over_no_change error.put_right_later error.put_right_nothing error.put_right_turn
    error.unknown_scenario error.too_many_pieces error.bad_data
    why.idle
""")
"""Texts that the first game has as well."""


def written() -> Iterator[str]:
    """Yield every text key that the files of the game contain literally."""
    for path in ENGINE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Constant):
                name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
                if name == "text":
                    yield str(node.args[0].value)
                elif name == "why_not":
                    yield f"why.{node.args[0].value!s}"


def inside(value: Any) -> Iterator[Text]:
    """Yield a text, and the texts among its parameters."""
    if isinstance(value, Text):
        yield value
        for one in value.params.values():
            yield from inside(one)


def test_every_text_key_in_the_code_is_in_the_list() -> None:
    assert set(written()) - KEYS - SHARED == set()


def test_every_text_of_a_game_is_listed() -> None:
    seen: set[str] = set()
    for number, scenario in enumerate((*SOURCES, *SOURCES)):
        chance = Random(number)
        game = random_rajas(scenario, chance)
        while (decision := game.decision) is not None:
            found = [decision.prompt]
            for option in [*decision.options, *decision.closed()]:
                found += [option.text, *([option.why] if option.why else [])]
            key = chance.choice(decision.options).key
            found += [thought.text for thought in explain(decision, weigh(game, decision), key)]
            seen |= {text.key for one in found for text in inside(one)}
            game.choose(key)
    assert seen - KEYS == set()
    assert len(seen) > 70

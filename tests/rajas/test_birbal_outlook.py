"""Test what Birbal values: each argument alone, between positions that differ in one thing."""

from __future__ import annotations

from typing import Any

import pytest

from engine.rajas.birbal.advising import MOST_PROPOSED, advise
from engine.rajas.birbal.outlook import Outlook
from engine.rajas.birbal.weights import WEIGHTS
from engine.rajas.board import BOARD
from engine.rajas.effects import Effect
from engine.rajas.roads import roads_of
from tests.rulebook.rajas.table import MARKETS, Row, pending, table

EARLY: Row = {"dice": ["blue:3"], "karma": 0}


def outlook_of(row: Row | None = None, **more: Any) -> Outlook:
    """Return the outlook of the first of two players, early in the game unless the row says otherwise."""
    return Outlook(table({"lotus": {**EARLY, **(row or {})}}, **more).state, "lotus")


@pytest.mark.parametrize("boat", [0, 4, 11])
def test_the_worth_of_a_river_space_is_proportional_to_its_distance_from_the_boat(boat: int) -> None:
    outlook = outlook_of({"boat": boat})
    near, far = (outlook.sail(boat + steps, outlook.prospect)["river"] for steps in (1, 3))
    assert 0 < near == pytest.approx(WEIGHTS.sail)
    assert far == pytest.approx(3 * near)


def test_passing_the_bridge_for_the_first_time_is_worth_a_worker() -> None:
    """It comes where the boat passes the bridge, and only once."""
    bridge = BOARD.waiting["river"]
    outlook = outlook_of({"boat": bridge - 1})
    assert "worker" not in outlook.sail(bridge, outlook.prospect)
    assert outlook.sail(bridge + 1, outlook.prospect)["worker"] == outlook.worker() > 0
    outlook = outlook_of({"boat": bridge + 1})
    assert "worker" not in outlook.sail(bridge + 2, outlook.prospect)


def test_cutting_off_a_neighbours_road_costs_part_of_the_worth_of_an_open_end() -> None:
    """Beside a tile with a road to the east, a road to the west joins it; one to the north instead opens an end."""
    lying = {"c2": {"tile": "purple_03", "roads": "NS"}, "c3": {"tile": "blue_02", "roads": "NE"}}
    outlook = outlook_of({"province": lying})
    joined, cut = (outlook.roads("d3", roads_of(letters)) for letters in ("WS", "NS"))
    assert joined - cut == pytest.approx(0.6 * WEIGHTS.road - WEIGHTS.road - ahead(outlook, "d2"))


def ahead(outlook: Outlook, square: str) -> float:
    """Return the worth of the yields beside a square."""
    return WEIGHTS.yield_ahead * sum(outlook.yields(one, 2) for one in dict.fromkeys(BOARD.joins[square].values()))


def test_a_yield_ahead_makes_a_road_worth_more_until_it_is_joined() -> None:
    lying = {"c2": {"tile": "purple_03", "roads": "NS"}}
    to_the_left, joined = (outlook_of({"province": lying, "joined": names}) for names in ([], ["left2"]))
    letters = roads_of("EW")
    assert to_the_left.roads("b2", letters) - joined.roads("b2", letters) == pytest.approx(ahead(to_the_left, "a2"))
    assert ahead(to_the_left, "a2") > 0


def test_each_further_level_of_karma_is_worth_less() -> None:
    outlook = outlook_of()
    first, second = outlook.karma(1, 0), outlook.karma(1, 1)
    assert first > second > 0
    assert outlook.karma(2, 0) == pytest.approx(first + second)
    assert outlook.karma(-1, 2) == pytest.approx(-second)


def test_a_die_without_a_free_hand_is_worth_less() -> None:
    outlook = outlook_of()
    free, crowded = (outlook.dice(Effect(dice=("", ""), crowded=count)) for count in (0, 1))
    assert free == pytest.approx(2 * outlook.die_to_come)
    assert crowded == pytest.approx((1 + WEIGHTS.crowded) * outlook.die_to_come)


def test_only_upgrades_that_can_be_made_are_worth_something() -> None:
    """A kind of building at its last value is left out, and the kind on most open tiles counts."""
    outlook = outlook_of({"upgrades": {"palace": 2}})
    assert not outlook.player.may_upgrade("palace")
    assert outlook.upgrade("palace") == 0
    others = [kind for kind in outlook.player.upgrades if kind != "palace"]
    assert outlook.upgrade() == max(map(outlook.upgrade, others)) > 0


def test_letting_the_markers_meet_counts_only_with_a_larger_overlap_than_others() -> None:
    row = {"fame": 30, "money": 20}
    outlook = outlook_of(row)
    assert outlook.finish(-1) == 0
    assert outlook.finish(0) == WEIGHTS.finish
    rival = {"fame": 40, "money": 50}
    behind = Outlook(table({"lotus": row, "peacock": rival}, crossed=["peacock"]).state, "lotus")
    lead = behind.state.players["peacock"].overlap
    assert lead > 0
    assert [behind.finish(overlap) for overlap in (0, lead, lead + 1)] == [0, 0, WEIGHTS.finish]
    first = Outlook(table({"lotus": rival, "peacock": row}, crossed=["lotus"]).state, "lotus")
    assert first.finish(lead + 1) == 0, "the markers have met already"


def test_lost_markets_lower_the_value_of_covering_a_tile() -> None:
    """The Master Builder's worth of a cover is that of the same tile on open ground, less the markets below."""
    row = {"province": MARKETS, "dice": ["orange:6", "orange:6", "blue:6", "purple:6", "green:6"]}
    outlook = outlook_of(row)
    found = list(outlook.covers_on("b1"))
    assert found
    lost = outlook.markets(BOARD.tiles["orange_04"])
    assert lost > 0
    for build in found:
        assert build.terms["markets"] == pytest.approx(outlook.markets(build.tile) - lost)


def test_advice_proposes_the_best_answer_of_each_kind_or_several_of_a_single_kind() -> None:
    row: Row = {"dice": ["blue:2", "blue:5", "green:5", "orange:4", "purple:6"], "province": MARKETS, "karma": 0}
    game = table({"lotus": row})
    found = advise(game)
    assert len(found) == len({one.keys[0].partition(":")[0] for one in found}) == MOST_PROPOSED
    assert [one.is_birbals for one in found] == [True, False, False]
    game.choose("gallery:blue")
    assert {one.keys[0] for one in advise(game)} == {"die:blue:2", "die:blue:5"}
    # With karma there are two kinds, dice as they lie and dice turned over.
    game = table({"lotus": {**row, "dice": ["blue:1", "green:2", "blue:5"], "karma": 2}})
    game.choose("market:tea")
    assert pending(game).keys == {"die:blue:1", "die:green:2", "die:blue:5", "flip:blue:1", "flip:green:2"}
    assert sorted(one.keys[0].partition(":")[0] for one in advise(game)) == ["die", "flip"]

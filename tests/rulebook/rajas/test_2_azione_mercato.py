"""II. Azione Mercato (E-10 to E-12, E-35, Q-08)."""

from __future__ import annotations

from tests.playing import choose, keys, why
from tests.rulebook.rajas.table import MARKETS, dice, pending, player, table


def test_selling_assorted_goods_counts_the_best_market_of_each_good() -> None:
    """E-10, Rajesh, Q-08: of three markets of tea and one of silk two count, the best: 5 coins."""
    game = table({"lotus": {"province": MARKETS}})
    choose(game, "market:assorted")
    assert player(game).money == 5


def test_selling_one_good_counts_all_its_markets() -> None:
    """E-11, Rajesh: with a die of 4 all three markets of tea count: 7 coins."""
    game = table({"lotus": {"province": MARKETS, "dice": ["blue:4", "green:2"], "karma": 0}})
    choose(game, "market:tea", "die:blue:4")
    assert player(game).money == 7
    assert dice(game) == ["green:2"]


def test_selling_one_good_counts_no_more_markets_than_pips() -> None:
    """Merci Specifiche, Q-08: a die of 2 counts the best two; karma may turn it over."""
    row = {"province": MARKETS, "dice": ["blue:2"], "karma": 0}
    game = table({"lotus": row})
    choose(game, "market:tea")
    assert player(game).money == 5
    game = table({"lotus": {**row, "karma": 1}})
    choose(game, "market:tea")
    assert keys(game) == {"die:blue:2", "flip:blue:2"}
    choose(game, "flip:blue:2")
    assert (player(game).money, player(game).karma) == (7, 0)
    assert why(table({"lotus": {"province": MARKETS}}), "market:tea") == "why.rajas.no_die costs"


def test_of_two_assorted_markets_a_player_may_use_only_one_a_round() -> None:
    """E-12: with three or four players each uses one assorted space a round; the other stays open to the others."""
    workers = {"market:assorted:1": "lotus"}
    for count in (3, 4):
        game = table(workers=workers, count=count)
        assert why(game, "market:assorted") == "why.rajas.one_assorted_a_round market"
        assert "market:assorted" in keys(table(workers=workers, count=count, acting="peacock"))
    two = table(workers={"market:assorted:1": "peacock"})
    assert why(two, "market:assorted") == "why.rajas.space_taken costs"


def test_a_river_tile_sells_one_good_without_a_die() -> None:
    """E-35: up to 3 markets of one good; the die of the Harbour is the only one given back."""
    game = table(
        {"lotus": {"province": MARKETS, "dice": ["blue:1"], "boat": 3, "karma": 0}}, river={"4": "one_good"}, ganga=True
    )
    choose(game, "harbour")
    assert pending(game).kind == "good"
    assert keys(game) == {"good:tea", "good:silk"}
    choose(game, "good:tea")
    assert player(game).money == 7

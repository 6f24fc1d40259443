"""The predicted effect of an answer is its real effect, and follows from public information."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

from engine import Game
from engine.core.change import Change
from engine.rajas.effects import Effect, Prospect, foresee_action
from engine.rajas.ids import GREAT_MOGUL, MASTER_BUILDER, QUARRY
from engine.rajas.ids import SCENARIOS as SOURCES
from engine.rajas.view import facts_of
from tests.rulebook.rajas.table import MARKETS, pending, table
from tools.games.rajas.subject import disguise, random_rajas

ALL_UPGRADED = dict.fromkeys(("temple", "palace", "fort", "mill"), 2)


def act(game: Game, action: str, key: str) -> list[Change]:
    """Place a worker, give back the die that was foreseen, and do what the action does, up to the end of its turn."""
    number = game.step_number
    changes = game.choose(action)
    while game.decision is not None and game.step_number == number:
        decision = pending(game)
        answer = key if decision.kind == "die_for" else decision.options[0].key
        changes += game.choose(answer)
    return changes


def differences(changes: list[Change], verb: str) -> int:
    """Return how far the first Change of a kind goes up."""
    steps = (int(one.new or 0) - int(one.old or 0) for one in changes if one.verb == verb)
    return next((step for step in steps if step > 0), 0)


@pytest.mark.parametrize("scenario", SOURCES)
def test_predicted_effects_are_the_real_effects(scenario: str) -> None:
    """In random games: coins, fame, karma, upgrades and dice of each open space, and nothing else."""
    checked = 0
    for number in range(2):
        chance = Random(f"{scenario}-{number}")
        game = random_rajas(scenario, chance)
        while (decision := game.decision) is not None:
            if decision.kind == "place" and chance.random() < 0.1:
                for option in decision.options:
                    if option.key not in (QUARRY, f"chamber:{MASTER_BUILDER}"):
                        check(game, decision.seat, option.key)
                        checked += 1
            game.choose(chance.choice(decision.options).key)
    assert checked > 30


def check(game: Game, seat: str, action: str) -> None:
    """Check one open space."""
    use = foresee_action(game.state, seat, action)
    changes = act(game.clone(), action, use.key)
    given = next((index for index, one in enumerate(changes) if one.verb == "give_die"), 0)
    after, effect = changes[given:], use.effect
    if effect.spaces:
        stopped = next(one.new for one in after if one.verb == "boat")
        assert stopped in effect.spaces
        return
    assert effect.is_first == (action == f"chamber:{GREAT_MOGUL}")
    if effect.bonuses or effect.yield_tiles:
        return  # The gains of bonuses and yield tiles are added to the effect.
    assert differences(after, "fame") == effect.fame, action
    assert differences(after, "coins") == effect.coins, action
    assert differences(after, "karma") == effect.karma, action
    assert sum(one.verb == "upgrade" for one in after) == effect.upgrades, action
    assert [one.origin for one in after if one.verb == "new_worker"] == list(effect.workers)
    taken = [one.piece for one in after if one.verb == "take_die"]
    if not effect.crowded:
        assert len(taken) == len(effect.dice), action
        assert not any(effect.dice) or taken == list(effect.dice), action


def test_foreseen_effects_follow_from_public_information() -> None:
    """The public view alone gives the same, and another order below the tops changes nothing."""
    compared = 0
    for number, scenario in enumerate(SOURCES):
        chance = Random(number)
        game = random_rajas(scenario, chance)
        while (decision := game.decision) is not None:
            if decision.kind == "place":
                twin = game.clone()
                disguise(twin.state, chance)
                twin.state.dice.seed = b"another"
                public = facts_of(game.view())
                for option in decision.options:
                    use = foresee_action(game.state, decision.seat, option.key)
                    assert use == foresee_action(twin.state, decision.seat, option.key)
                    assert use == foresee_action(public, decision.seat, option.key)
                    compared += 1
            game.choose(chance.choice(decision.options).key)
    assert compared > 500


def test_predicting_the_effect_of_an_option_does_not_change_the_state() -> None:
    game = table({"lotus": {"dice": ["blue:3", "green:4"], "karma": 2, "money": 20}})
    before = game.rules.encode(game.state)
    for option in [*pending(game).options, *pending(game).closed()]:
        foresee_action(game.state, "lotus", option.key)
    assert game.rules.encode(game.state) == before


@pytest.mark.parametrize(
    ("action", "value"), [("market:tea", 3), ("market:silk", 1), ("harbour", 3), ("chamber:yogi", 3)]
)
def test_without_a_die_the_foreseen_action_names_the_value_that_it_needs(action: str, value: int) -> None:
    """As many pips as there are markets of the good, the most that the harbour takes, that of the Chamber."""
    use = foresee_action(table({"lotus": {"province": MARKETS, "karma": 0}}).state, "lotus", action)
    assert (use.key, use.value) == ("", value)


@pytest.mark.parametrize(
    ("row", "action", "effect"),
    [
        ({"dice": ["blue:3"], "karma": 3}, "chamber:yogi", Effect(dice=("",))),
        ({"dice": ["blue:4"], "karma": 3}, "chamber:yogi", Effect(dice=("",), karma=1)),
        ({"dice": ["blue:4"], "upgrades": ALL_UPGRADED}, "chamber:raja", Effect(coins=3)),
        ({"dice": ["blue:3"] + ["green:6"] * 9}, "chamber:yogi", Effect(dice=("",), karma=2)),
        ({"dice": ["blue:2"] + ["green:6"] * 9}, "chamber:dancer", Effect(dice=("", ""), crowded=1, yield_tiles=1)),
        ({"dice": ["blue:6"], "boat": 2}, "chamber:portuguese", Effect(spaces=(8,))),
        ({"dice": ["blue:2"], "boat": 28}, "harbour", Effect(spaces=(29, 30))),
    ],
)
def test_predicted_gains_do_not_exceed_their_limits(row: dict[str, object], action: str, effect: Effect) -> None:
    game = table({"lotus": row})
    assert foresee_action(game.state, "lotus", action).effect == effect


def test_paying_a_price_first_may_prevent_a_bonus() -> None:
    """With 11 coins, a second worker in the harbour costs one: the space with 3 coins leads to 13, past 12."""
    game = table({"lotus": {"money": 11, "dice": ["blue:1"]}}, workers={"harbour:1": "peacock"})
    reward = game.state.river_reward(1)
    paid = Prospect(game.state, "lotus", price=1).receive(reward)
    assert [bonus.id for bonus in paid.bonuses] == ["money_12"]
    assert Prospect(game.state, "lotus", price=3).receive(reward).bonuses == ()


def test_the_view_has_every_public_fact_that_effects_need_and_no_hidden_tile() -> None:
    """Everything that an effect may ask is the same; hidden tiles are not there."""
    for number, scenario in enumerate(SOURCES):
        chance = Random(number)
        game = random_rajas(scenario, chance)
        for _ in range(60):
            decision = game.decision
            if decision is None:
                break
            game.choose(chance.choice(decision.options).key)
        facts, state = facts_of(game.view()), game.state
        for seat, player in state.players.items():
            fresh = msgspec.structs.replace(player, fresh="")
            assert msgspec.to_builtins(facts.players[seat]) == msgspec.to_builtins(fresh)
        assert facts.tops() == state.tops()
        assert facts.reserves() == state.reserves()
        assert (facts.workers, facts.order(), facts.river_tiles) == (state.workers, state.order(), state.river_tiles)
        assert all(not tile for tiles in facts.stacks.values() for tile in tiles[:-1])


@pytest.mark.parametrize("scenario", SOURCES)
def test_a_choice_is_marked_as_idle_exactly_where_it_has_no_effect(scenario: str) -> None:
    """In random games: what changes nothing is warned of, and what is not warned of changes something."""
    warned = 0
    for number in range(3):
        chance = Random(f"{scenario}-warned-{number}")
        game = random_rajas(scenario, chance)
        while (decision := game.decision) is not None:
            if decision.kind == "place" and chance.random() < 0.15:
                warnings = decision.warnings()
                warned += len(warnings)
                assert set(warnings) <= decision.keys
                for option in decision.options:
                    is_idle = option.key in warnings and warnings[option.key].key == "why.idle"
                    if option.key not in (QUARRY, f"chamber:{MASTER_BUILDER}", "harbour", "chamber:portuguese"):
                        effect = foresee_action(game.state, decision.seat, option.key).effect
                        assert is_idle == (effect == Effect()), option.key
            game.choose(chance.choice(decision.options).key)
    assert warned


@pytest.mark.parametrize(
    ("row", "action", "reason"),
    [
        ({"karma": 3}, "chamber:yogi", "why.rajas.part_karma(rule=karma, count=0, of=2)"),
        ({"karma": 2}, "chamber:yogi", "why.rajas.part_karma(rule=karma, count=1, of=2)"),
        ({"karma": 1}, "chamber:yogi", ""),
        ({"upgrades": ALL_UPGRADED}, "chamber:raja", "why.rajas.part_upgrade(rule=palace)"),
        ({}, "chamber:raja", ""),
        ({}, "market:silk", "why.idle(rule=market, reason=rajas.about.market_none)"),
        ({}, "terrace:orange", ""),
    ],
)
def test_an_action_without_its_full_effect_has_a_warning_with_the_reason(
    row: dict[str, object], action: str, reason: str
) -> None:
    dice = [f"blue:{value}" for value in (1, 2, 3, 4, 5, 6)]
    game = table({"lotus": {"dice": dice, "money": 20, **row}})
    assert action in pending(game).keys
    assert str(pending(game).warnings().get(action, "")) == reason


def test_an_option_that_takes_dice_from_an_empty_reserve_has_a_warning() -> None:
    full = ["orange:1"] * 6
    game = table({"lotus": {"dice": full}, "peacock": {"dice": full}})
    found = {action: str(reason) for action, reason in pending(game).warnings().items()}
    assert found["terrace:orange"] == "why.idle(rule=dice, reason=rajas.about.none_in_reserve(colour=orange))"
    game = table({"lotus": {"dice": [*full[:5], "blue:1", "purple:1", "green:1"]}, "peacock": {"dice": full}})
    found = {action: str(reason) for action, reason in pending(game).warnings().items()}
    assert "why.rajas.part_dice(rule=dice, count=1, of=2)" in found.values()

"""2.4 Campaign cards and 2.5 the British Viceroy."""

from __future__ import annotations

import msgspec
import pytest

from engine import Game
from engine.gandhi.board import BOARD
from engine.gandhi.view import may_bring_campaign
from tests.playing import SEED, choose, keys


def play_to(game: Game, phase: str) -> Game:
    """Take the quickest way to a phase: everyone passes and takes the first default."""
    for _ in range(2000):
        if game.label.phase == phase or game.decision is None:
            return game
        allowed = keys(game)
        quick = ("pass", "no", "done", "0")
        choose(game, next((key for key in quick if key in allowed), sorted(allowed)[0]))
    raise AssertionError(phase)


def campaign_at(game: Game) -> int:
    """Return how many cards lie above the next Campaign card."""
    return next(place for place, card in enumerate(game.state.deck) if card in BOARD.campaign_cards)


def test_a_campaign_card_swaps_with_the_current_card() -> None:
    """2.2, 2.4, R-18 It becomes current and its Round begins at once; the Event waits and is played afterwards."""
    game = Game.new(scenario="short", seed=SEED)
    deck = [game.state.card, game.state.upcoming, *game.state.deck]
    at = next(place for place, card in enumerate(deck) if card in BOARD.campaign_cards)
    reveals = [change for step in play_to(game, "imperialism").steps for change in step.changes]
    assert ("campaign", deck[at]) in [(change.piece, change.new) for change in reveals if change.verb == "reveal"]
    position = game.position()
    # The Event before the Campaign card was current for a moment only: it is not played yet.
    assert (position["card"], position["next"]) == (deck[at], deck[at - 1])
    assert position["played"] == deck[: at - 1]
    play_to(game, "turn")
    position = game.position()
    assert (position["card"], position["next"]) == (deck[at - 1], deck[at + 1])
    assert position["phase"] == "turn"


def test_the_viceroy_comes_from_the_campaign_card() -> None:
    """2.5, 2.5.1, R-18 The card of the Round becomes the Viceroy in 6.4.1; until then the old one serves."""
    game = Game.new(scenario="short", seed=SEED)
    before = game.position()["viceroy"]
    play_to(game, "imperialism")
    card = game.position()["card"]
    assert game.position()["viceroy"] == before
    play_to(game, "turn")
    after = game.position()["viceroy"]
    assert after == BOARD.campaign_cards[card] != before
    assert msgspec.to_builtins(game.view())["viceroy"] == after


def test_the_final_campaign_ends_the_game() -> None:
    """2.4.1, R-27 The last Round ends the game; the Event swapped out by the last Campaign card is never played."""
    game = Game.new(scenario="short", seed=SEED)
    deck = [game.state.card, game.state.upcoming, *game.state.deck]
    last = max(place for place, card in enumerate(deck) if card in BOARD.campaign_cards)
    for _ in range(3):
        play_to(game, "imperialism")
        if game.position()["campaigns_left"]:
            play_to(game, "turn")
    assert game.state.final
    play_to(game, "over")
    assert game.result is not None
    position = game.position()
    assert position["card"] == deck[last]
    assert deck[last - 1] not in position["played"]
    assert not set(deck[last + 1 :]) & set(position["played"])


@pytest.mark.parametrize("scenario", ["short", "main"])
def test_public_counts_tell_whether_the_next_card_may_be_a_campaign_card(scenario: str) -> None:
    """2.1, 2.4 What is said for a number of cards is exactly what happens in some shuffled deck."""
    view = Game.new(scenario=scenario, seed=SEED).view()
    found: dict[tuple[int, int], set[bool]] = {}
    for number in range(60):
        deck = Game.new(scenario=scenario, seed=bytes([number])).state.deck
        for place, card in enumerate(deck):
            campaigns = sum(later in BOARD.campaign_cards for later in deck[place:])
            found.setdefault((len(deck) - place, campaigns), set()).add(card in BOARD.campaign_cards)
    for (cards, campaigns), happened in found.items():
        there = msgspec.structs.replace(view, cards_left=cards, campaigns_left=campaigns)
        assert may_bring_campaign(there) == (True in happened), (cards, campaigns)
    assert {len(happened) for happened in found.values()} == {1, 2}
    assert not may_bring_campaign(msgspec.structs.replace(view, campaigns_left=0))

"""A game as a person with only public information may imagine it: everything hidden is dealt again."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.dice import Dice
from engine.core.game import Game
from engine.gandhi.board import BOARD
from engine.gandhi.ids import CAMPAIGN
from engine.gandhi.setup import PILE
from engine.gandhi.state import State, show_order


def imagine(game: Game, seed: bytes) -> Game:
    """Return an independent game at the same decision, with its own deck, Arjuna cards and dice from a seed.

    It is made from a copy without hidden information, so it cannot depend on any: the same position and the same seed
    give the same game.
    """
    twin = game.sketch()
    deal_unknown(twin.state, Dice(seed))
    return twin


def deal_unknown(state: State, dice: Dice) -> None:
    """Fill a state that knows nothing hidden: the face-down deck, the order of Arjuna's cards, and the dice.

    How many cards are left, how many of them are Campaign cards, and which have been seen, is open to inspection (2.2).
    The piles are those of 2.1: every second pile holds a Campaign card.
    """
    size, campaigns = len(state.deck), sum(card in BOARD.campaign_cards for card in state.deck)
    seen = {state.card, state.upcoming, *state.played}
    events = dice.shuffle("deck", [card for card in BOARD.events if card not in seen])
    lords = dice.shuffle(
        "deck", [card for card, lord in BOARD.campaign_cards.items() if card not in seen and lord != state.viceroy]
    )
    deck: list[int] = []
    while len(deck) < size:
        left, with_campaign = size - len(deck), bool(campaigns)
        # The deck is built from the bottom, a pile with a Campaign card and one without. The top one may be incomplete.
        pile = [events.pop() for _ in range(min(left - with_campaign, PILE))]
        if with_campaign:
            pile = dice.shuffle("deck", [*pile, lords.pop()])
            campaigns -= 1
        plain = [events.pop() for _ in range(min(left - len(pile), PILE))]
        deck = [*plain, *pile, *deck]
    meet_foreseen(deck, state.foreseen, [card for card in BOARD.events if card not in seen])
    state.deck = deck
    state.arjuna = {seat: dice.shuffle("arjuna", stack) for seat, stack in state.arjuna.items()}
    state.dice = dice
    # Imagined people never enter cards or dice, even at a physical table.
    state.told, state.by_hand = False, []


def meet_foreseen(deck: list[int], order: tuple[str, ...], unseen: Sequence[int]) -> None:
    """Put a card of the foreseen Faction order on top of an imagined deck, if one is foreseen.

    A Campaign card that moves for this stays in its pile, the topmost one.
    """
    if not order or show_order(deck[0]) == order:
        return
    if CAMPAIGN in order or deck[0] in BOARD.campaign_cards:
        other = next(index for index, card in enumerate(deck) if (card in BOARD.campaign_cards) == (CAMPAIGN in order))
        deck[0], deck[other] = deck[other], deck[0]
    if show_order(deck[0]) != order:
        card = next(card for card in (*deck, *unseen) if card in BOARD.events and show_order(card) == order)
        if card in deck:
            deck[deck.index(card)] = deck[0]
        deck[0] = card

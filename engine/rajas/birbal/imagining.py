"""A game as someone who sees only what is public may imagine it: stacks, pile and dice are dealt again."""

from __future__ import annotations

from engine.core.dice import Dice
from engine.core.game import Game
from engine.rajas.board import BOARD
from engine.rajas.facts import Facts
from engine.rajas.setup import white_tiles
from engine.rajas.state import State


def imagine(game: Game, seed: bytes) -> Game:
    """Return an independent game at the same decision, with stacks, a pile of yield tiles and dice from a seed.

    It is made from a copy without hidden information, so the result cannot depend on any.
    """
    twin = game.sketch()
    deal_unknown(twin.state, Dice(seed))
    return twin


def deal_unknown(state: State, dice: Dice) -> None:
    """Fill a state that has no hidden information: the tiles below the top ones, the white yield tiles, the dice."""
    seen = find_seen(state)
    for stack, tiles in state.stacks.items():
        if len(tiles) > 1:
            unseen = dice.shuffle("stacks", [tile for tile in BOARD.stacks[stack] if tile not in seen])
            state.stacks[stack] = [*unseen[: len(tiles) - 1], tiles[-1]]
    if state.white:
        left = white_tiles()
        for tile in state.spent:
            left.remove(tile)
        state.white = dice.shuffle("yields", left)[: len(state.white)]
    state.dice = dice


def find_seen(state: Facts) -> set[str]:
    """Return the tiles that everyone has seen: those on top, in the provinces, and covered there."""
    seen = {tiles[-1] for tiles in state.stacks.values() if tiles}
    for player in state.players.values():
        for here in player.province.values():
            seen |= {here.tile, here.covered}
    return seen

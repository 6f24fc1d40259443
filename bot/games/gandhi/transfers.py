"""1.5.2 Transfers of Resources by command: which keys they come to at this moment."""

from __future__ import annotations

from bot.errors import TableError
from engine import Game
from engine.core.text import text
from engine.gandhi.asides import TRADE_PARTNER, TRANSFER
from engine.gandhi.ids import MOST_RESOURCES

GIVE, REQUEST = "give", "request"


def find_transfer_keys(game: Game, way: str, amount: int) -> list[str]:
    """1.5.2 The keys that give Resources or ask for them. Raises TableError, with the reason, when that cannot be."""
    decision = game.decision
    seat = decision.seat if decision is not None else ""
    partner = TRADE_PARTNER.get(seat)
    if partner is None:
        raise TableError(text("error.transfer_nobody", seat=seat))
    purse = game.state.resources
    giver, taker = (seat, partner) if way == GIVE else (partner, seat)
    most = min(purse[giver], MOST_RESOURCES - purse[taker])
    if decision is None or TRANSFER not in decision.keys or most < 1:
        raise TableError(text("error.transfer_not_now", seat=giver, to=taker))
    if amount > most:
        raise TableError(text("error.transfer_too_many", seat=giver, to=taker, at_most=most))
    twin = game.clone()
    twin.choose(TRANSFER)
    keys = [TRANSFER]
    asked = twin.decision
    if asked is not None and asked.kind == "transfer.way":
        keys.append(way)
    elif asked is not None and asked.kind == f"transfer.{REQUEST if way == GIVE else GIVE}":
        raise TableError(text("error.transfer_not_now", seat=giver, to=taker))
    return [*keys, str(amount)] if most > 1 else keys

"""``/transfer`` (1.5.2): give Resources to the other Faction that has Resources, or ask for some."""

from __future__ import annotations

from typing import Final

from discord import app_commands

from bot.discord.common import Choice, localise
from bot.discord.feature import Feature, command
from bot.discord.reply import Answer
from bot.errors import TableError
from bot.tables.table import Table
from engine import Game
from engine.core.text import text
from engine.gandhi.asides import TRADE_PARTNER, TRANSFER
from engine.gandhi.ids import MOST_RESOURCES

PROMISE_LENGTH: Final = 200
GIVE, REQUEST = "give", "request"
WAYS = [app_commands.Choice(name=localise(f"transfer.{way}"), value=way) for way in (GIVE, REQUEST)]


def find_transfer_keys(game: Game, way: str, amount: int) -> list[str]:
    """1.5.2 Return the keys with which the deciding Faction gives its partner Resources, or asks for them.

    The game is not changed. Raises TableError, with the reason, if the transfer is not possible now.
    """
    decision = game.decision
    seat = decision.seat if decision is not None else ""
    partner = TRADE_PARTNER.get(seat)
    if partner is None:
        raise TableError(text("error.transfer_nobody", seat=seat))
    purse = game.state.resources
    giver, taker = (seat, partner) if way == GIVE else (partner, seat)
    most = min(purse[giver], MOST_RESOURCES - purse[taker])
    if not game.state.is_player(partner):
        raise TableError(text("error.transfer_automatic", seat=partner))
    if decision is not None and game.keys and TRANSFER not in decision.keys:
        raise TableError(text("error.question_first", question=decision.prompt))
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


class Transfer(Feature):
    """The command for transfers of Resources."""

    @command()
    @app_commands.choices(way=WAYS)
    async def transfer(
        self,
        reply: Answer,
        table: Table,
        way: Choice,
        amount: app_commands.Range[int, 1, MOST_RESOURCES],
        promise: app_commands.Range[str, 1, PROMISE_LENGTH] | None = None,
    ) -> None:
        """Draft a gift of Resources, or a request, to which the giver must consent. Confirm announces the promise."""
        said = (amount, promise) if promise is not None else None
        moment = await reply.at(table.id).insert(lambda game: find_transfer_keys(game, way.value, amount), said)
        await reply.show_panel(moment)

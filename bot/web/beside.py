"""Writes the sheet of a seat and standing orders for people who read them beside the board."""

from __future__ import annotations

from typing import Any, Final

from bot.tables.authorization import ORDER, PLAY, find_seats
from bot.tables.play import Tables
from bot.web.acting import Senseless
from bot.web.pages import Page

SHEET: Final = "sheet"
ORDERS: Final = "orders"


async def write_beside(tables: Tables, page: Page, game_id: str, user_id: int, what: str) -> dict[str, Any]:
    """Write the requested text in lines. Raises Senseless for an unknown one, and NotStarted."""
    table, language = await tables.table(game_id), page.language
    if what == SHEET:
        moment = await tables.moment(game_id, user_id)
        mine = find_seats(PLAY, table, user_id) or table.front.setup.seats
        asked = moment.decision.seat if moment.decision is not None else ""
        return {"lines": table.front.lessons.write_sheet(asked if asked in mine else mine[0], language.code)}
    if what == ORDERS and find_seats(ORDER, table, user_id):
        given = await tables.standing_orders.list(game_id, user_id)
        lines = [each.order.write(language, each.seat) for each in given]
        return {"lines": [language.say("ui.order.title"), *lines] if lines else [language.say("ui.order.none")]}
    raise Senseless

"""Days as people type and choose them."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from discord import app_commands

from bot.discord.common import Choice, Interaction
from bot.discord.context import BotContext
from bot.errors import BadInput
from bot.games.names import NAME_LIMIT
from bot.tables.preferences import Preferences
from engine.core.text import text

DATE = "%Y-%m-%d"


def read_date(typed: str, preferences: Preferences) -> datetime:
    """Return the start of a day such as 2031-05-01 in a person's time zone. Raises BadInput."""
    try:
        day = datetime.strptime(typed.strip(), DATE).replace(tzinfo=preferences.time_zone)
    except ValueError as error:
        raise BadInput(text("error.bad_date", what=typed)) from error
    return day.astimezone(UTC)


async def complete_date(interaction: Interaction, typed: str, days: tuple[int, ...]) -> list[Choice]:
    """Return some dates to choose, or the typed text if it is a date."""
    bot: BotContext = interaction.client
    now = bot.tables.storage.now()
    dates = [(now + timedelta(days=one)).strftime(DATE) for one in days]
    found = [date for date in dates if date.startswith(typed.strip())] or [typed.strip() or dates[0]]
    return [app_commands.Choice(name=date[:NAME_LIMIT], value=date[:NAME_LIMIT]) for date in found]

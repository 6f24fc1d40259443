"""``gandhi check-data``: whether the games' data files say nothing impossible."""

from __future__ import annotations

from collections.abc import Iterator

from bot.errors import SettingsError
from bot.games.front import list_fronts


def check() -> Iterator[str]:
    """What ``gandhi check-data`` says: every fault, or what was checked. Raises SettingsError when there are faults."""
    count = 0
    for front in list_fronts():
        faults, checked = front.check_data()
        yield from faults or [checked]
        count += len(faults)
    if count:
        raise SettingsError(f"The data has {count} fault{'s' if count > 1 else ''}.")

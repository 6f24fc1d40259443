"""The settings of people; the paces of tables; and how often the seats of a table have asked for advice.

A person's settings are language, reminders, quiet hours, time zone, theme of pictures and Discord's ping. They are
stored as one JSON object per person, which contains only changed settings; other keys in it are kept. The settings of a
table are changed in `bot.tables.settings`.
"""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterator, Sequence
from datetime import UTC, datetime, time, timedelta
from functools import cache
from typing import Final
from zoneinfo import ZoneInfo, available_timezones

import msgspec

from bot.errors import BadInput, TableError
from bot.language import list_languages
from bot.tables.table import Asked, Pace, Table, change_state, read_fields
from bot.tables.transaction import Transactions
from engine.core.text import Text, text
from render.themes import THEMES
from storage import Json, Reader, Writer


def check_may_ask(table: Table) -> None:
    """Raise TableError at a table where no one may ask for advice."""
    if not table.state.allows_advice:
        raise TableError(text("error.advice_refused", name=table.game.name))


def read_asked(table: Table) -> dict[str, Asked]:
    """Return each seat's requests for advice, in the order of the seats. Seats that never asked are left out."""
    stored = table.state.advice
    return {row.seat: stored[row.seat] for row in table.seats if row.seat in stored}


async def count_advice(tx: Writer, table: Table, seat: str) -> int:
    """Count a seat's request for advice, once for each version of the game, and return how often it has asked."""
    asked = read_asked(table)
    own = asked.get(seat, Asked())
    if own.version != table.game.version:
        own = msgspec.structs.replace(own, count=own.count + 1, version=table.game.version)
        await change_state(tx, table.id, advice={**asked, seat: own})
    return own.count


async def list_unannounced_advice(tx: Writer, table: Table) -> list[Text]:
    """Return a line for each seat that has asked for advice since the last announcement, and count it as announced."""
    asked = read_asked(table)
    news = [seat for seat, one in asked.items() if one.count > one.told]
    if news:
        told = {seat: msgspec.structs.replace(one, told=one.count) for seat, one in asked.items()}
        await change_state(tx, table.id, advice=told)
    return [text("ui.public.advice", seat=seat, count=asked[seat].count) for seat in news]


def sum_up_advice(table: Table) -> Sequence[Text]:
    """Return one line that says how often each seat has asked for advice, or no line if none has."""
    asked = read_asked(table)
    counts = [text("ui.advice.count", seat=seat, count=one.count) for seat, one in asked.items()]
    return [text("ui.advice.counts", what=counts)] if counts else []


REMIND_HOURS: Final = (0, 3, 6, 12, 24, 48, 72)
LIMIT_HOURS: Final = (0, 6, 12, 24, 36, 48, 72, 120, 168, 336)
"""The hours that a host can choose for the limit (0: none); those in `REMIND_HOURS` are for reminders (0: never)."""
BANK_HOURS: Final = (0, 24, 48, 72, 120, 168, 240, 336)
INCREMENT_HOURS: Final = (1, 3, 6, 12, 24)
"""The hours that each decision can add to a clock; those in `BANK_HOURS` are for the clock itself (0: no clocks)."""
INCREMENT: Final = 6
"""The hours that each decision adds to a clock if the host chooses none."""

OPEN: Final = "open"
PACES: Final[dict[str, Pace]] = {
    OPEN: Pace(),
    "quick": Pace(3, 12, "remind"),
    "daily": Pace(12, 24, "remind"),
    "relaxed": Pace(24, 72, "remind"),
    "weekly": Pace(48, 168, "remind"),
}
"""The paces that a host can choose by name."""


def name_pace(pace: Pace) -> str:
    """Return the name of a pace in `PACES`, or "" if it is not one of these."""
    return next((name for name, known in PACES.items() if known == pace), "")


def wish_pace(table: Table, pace: str, **changes: int | str) -> Pace:
    """Return the pace that a host wants: the named one ("": the table's), with ``changes`` of its fields.

    Raises BadInput for an increment without clocks.
    """
    wished = PACES[pace] if pace else table.state.pace
    if changes.get("limit"):
        # A limit for each decision takes the place of clocks.
        changes.setdefault("bank", 0)
    if changes.get("increment") and not changes.get("bank", wished.bank):
        raise BadInput(text("error.increment_without_bank"))
    if changes.get("bank") and not wished.increment:
        changes.setdefault("increment", INCREMENT)
    if (changes.get("limit") or changes.get("bank")) and wished.at_limit == "nothing":
        # A limit at which nothing happens is useless: a host who names one wants at least a reminder.
        changes.setdefault("at_limit", "remind")
    return msgspec.convert({**msgspec.to_builtins(wished), **changes}, Pace)


DAY: Final = 24


def name_span(hours: int) -> Text:
    """Return the text of a length of time: in days for whole days, in hours otherwise."""
    return text("ui.span.days", count=hours // DAY) if hours % DAY == 0 else text("ui.span.hours", count=hours)


def describe_pace(pace: Pace) -> Text:
    """Return a pace as a text: its reminders, and its limit or clocks."""
    name = name_pace(pace)
    params = {
        "what": text(f"ui.pace.{name}") if name else text("ui.pace.own"),
        "when": name_span(pace.remind) if pace.remind else text("ui.settings.never"),
    }
    remind = text("ui.pace.remind" if pace.remind else "ui.pace.no_reminder", **params)
    if pace.has_clocks:
        clock = text(f"ui.pace.clock.{pace.at_limit}", when=name_span(pace.bank), span=name_span(pace.increment))
        return text("ui.pace.both", what=remind, how=clock)
    limit = name_span(pace.limit) if pace.until is not None else text("ui.settings.none")
    end = f"ui.pace.at_limit.{pace.at_limit}" if pace.until is not None else "ui.pace.no_limit"
    return text("ui.pace.both", what=remind, how=text(end, when=limit))


HOURS: Final = (3, 6, 12, 24, 48, 72, 168)
"""The hours that a person can choose for their reminders."""
NO_ZONE: Final = "UTC"
MINUTES_OF_DAY: Final = 24 * 60
LONGEST_QUIET: Final = 12 * 60
"""The most minutes of a person's quiet hours in a day. Reminders and clocks wait during quiet hours."""

_HOURS = re.compile(r"(\d{1,2})(?:[:.](\d{2}))?\s*(?:-|–|to)\s*(\d{1,2})(?:[:.](\d{2}))?")


class Preferences(msgspec.Struct, frozen=True, omit_defaults=True):
    """A person's settings.

    ``remind`` is in hours (0: never; None: as the table has it). ``quiet`` has the first minute of the day that is
    quiet, and the first after it that is not. An empty ``language`` is that of their Discord. Without ``ping``, only a
    browser notifies them of their turn. ``zone`` is a time zone, ``theme`` the colours of pictures.
    """

    language: str = ""
    remind: int | None = None
    quiet: tuple[int, int] | None = None
    zone: str = ""
    theme: str = ""
    ping: bool = True

    @property
    def time_zone(self) -> ZoneInfo:
        """Return the time zone, UTC where none is set."""
        return ZoneInfo(self.zone or NO_ZONE)

    def find_waking(self, moment: datetime) -> datetime:
        """Return the moment itself or, if it is in the quiet hours, their end.

        The quiet hours are in the person's local time, also on the days when summer time begins or ends.
        """
        if self.quiet is None:
            return moment
        begin, end = self.quiet
        local = moment.astimezone(self.time_zone)
        minute = local.hour * 60 + local.minute
        is_quiet = begin <= minute < end if begin < end else minute >= begin or minute < end
        if not is_quiet:
            return moment
        day = local.date() if minute < end else local.date() + timedelta(days=1)
        waking = datetime.combine(day, time(end // 60, end % 60, fold=local.fold), tzinfo=self.time_zone)
        return waking.astimezone(UTC)

    def find_dozing(self, moment: datetime) -> datetime:
        """Return the last minute before the quiet hours that a moment is in, or the moment itself if it is in none."""
        if self.quiet is None or self.find_waking(moment) == moment:
            return moment
        local = moment.astimezone(self.time_zone)
        begin = time(self.quiet[0] // 60, self.quiet[0] % 60)
        day = local.date() if local.time() >= begin else local.date() - timedelta(days=1)
        return datetime.combine(day, begin, tzinfo=self.time_zone).astimezone(UTC) - timedelta(minutes=1)

    def list_awake(self, moment: datetime) -> Iterator[tuple[datetime, datetime | None]]:
        """Yield start and end of each period outside the quiet hours, from a moment on.

        If a person has no quiet hours, there is one period, and its end is None.
        """
        if self.quiet is None:
            yield moment, None
            return
        begin = time(self.quiet[0] // 60, self.quiet[0] % 60)
        while True:
            moment = self.find_waking(moment)
            day = moment.astimezone(self.time_zone).date()
            end = datetime.combine(day, begin, tzinfo=self.time_zone).astimezone(UTC)
            if end <= moment:
                end = datetime.combine(day + timedelta(days=1), begin, tzinfo=self.time_zone).astimezone(UTC)
            yield moment, end
            moment = end

    def measure_awake(self, since: datetime, until: datetime) -> timedelta:
        """Return how much of the time between two moments is outside the quiet hours."""
        total = timedelta()
        for begin, end in self.list_awake(since):
            if begin >= until:
                break
            if end is None or end >= until:
                return total + (until - begin)
            total += end - begin
        return total

    def add_awake(self, moment: datetime, span: timedelta) -> datetime:
        """Return the moment at which a ``span`` of time outside the quiet hours has passed since ``moment``."""
        for begin, end in self.list_awake(moment):
            if end is None or begin + span <= end:
                return begin + span
            span -= end - begin
        raise AssertionError("The last period has no end.")


FIELDS: Final = {one.name: one for one in msgspec.structs.fields(Preferences)}


def read_preferences(stored: Json) -> Preferences:
    """Return the settings in a person's stored data. A setting that cannot be read has its default."""
    found = read_fields(Preferences, FIELDS, stored)
    for name, known in (("zone", list_zones()), ("language", list_languages()), ("theme", THEMES)):
        if getattr(found, name) not in known:
            found = msgspec.structs.replace(found, **{name: ""})
    if found.quiet is not None:
        # Older versions allowed longer quiet hours, so the stored ones may have to be cut.
        begin, end = found.quiet
        end = (begin + min((end - begin) % MINUTES_OF_DAY, LONGEST_QUIET)) % MINUTES_OF_DAY
        found = msgspec.structs.replace(found, quiet=(begin, end))
    return found


def write_preferences(stored: Json, preferences: Preferences) -> Json:
    """Return the data to store in place of ``stored``: these settings, and the keys of ``stored`` for other data."""
    others = {name: value for name, value in stored.items() if name not in FIELDS}
    return others | dict(msgspec.to_builtins(preferences))


async def find_preferences(reader: Reader, user_id: int | None) -> Preferences:
    """Return a person's settings, or the defaults for None."""
    return read_preferences(await reader.user_preferences(user_id)) if user_id is not None else Preferences()


@cache
def list_zones() -> tuple[str, ...]:
    """Return the names of the time zones that people can choose: UTC, then “Region/City” in alphabetical order."""
    places = {zone for zone in available_timezones() if "/" in zone and not zone.startswith(("Etc/", "posix", "right"))}
    return (NO_ZONE, *sorted(places))


def find_zone(words: str) -> str:
    """Return the name of a time zone from its name or city, in small or capital letters. Raises BadInput."""
    wanted = plain_zone(words)
    for zone in list_zones():
        if wanted in (plain_zone(zone), plain_zone(zone.rpartition("/")[2])):
            return zone
    raise BadInput(text("error.unknown_zone", what=words))


def complete_zone(typed: str, count: int) -> list[str]:
    """Return up to ``count`` time zones whose names contain the typed text, first those whose city begins with it."""
    wanted = plain_zone(typed)
    found = [zone for zone in list_zones() if wanted in plain_zone(zone)]
    found.sort(key=lambda zone: not plain_zone(zone.rpartition("/")[2]).startswith(wanted))
    return found[:count]


def plain_zone(words: str) -> str:
    """Return a name in the form in which time zones are compared."""
    return words.casefold().replace("_", " ").strip()


def read_quiet(words: str) -> tuple[int, int]:
    """Return typed quiet hours, such as "22-7" or "22:30-7:00", as `Preferences.quiet`. Raises BadInput."""
    match = _HOURS.fullmatch(words.strip().casefold())
    if match is not None:
        hours = (int(match[1]), int(match[3]))
        minutes = (int(match[2] or 0), int(match[4] or 0))
        if max(hours) <= 24 and max(minutes) < 60:
            begin, end = ((hour * 60 + minute) % MINUTES_OF_DAY for hour, minute in zip(hours, minutes, strict=True))
            if 0 < (end - begin) % MINUTES_OF_DAY <= LONGEST_QUIET:
                return begin, end
            if begin != end:
                raise BadInput(text("error.quiet_too_long", count=LONGEST_QUIET // 60))
    raise BadInput(text("error.quiet_hours", what=words))


def write_quiet(quiet: tuple[int, int]) -> str:
    """Return quiet hours in the format that `read_quiet` reads: “22:00-07:00”."""
    return "-".join(f"{minute // 60:02}:{minute % 60:02}" for minute in quiet)


KNOWN_PEOPLE: Final = 1000
"""The most people whose settings stay in memory."""


class PersonalSettings:
    """Reads and changes people's settings. ``set_again`` sets the timers of a game again (`Timers.set_again`)."""

    def __init__(self, transactions: Transactions, set_again: Callable[[Writer, str], Awaitable[None]]) -> None:
        self._transactions = transactions
        self._set_again = set_again
        self._known: OrderedDict[int, Preferences] = OrderedDict()
        self._changes = 0

    async def find(self, user_id: int) -> Preferences:
        """Return a person's settings. They are kept in memory, unless other processes may change them too."""
        known = self._known.get(user_id)
        if known is not None and not self._transactions.storage.is_shared:
            return known
        changes = self._changes
        async with self._transactions.storage.read() as reader:
            found = await find_preferences(reader, user_id)
        if changes != self._changes:
            # Settings have changed during the read, so these may be outdated.
            return found
        self._known[user_id] = found
        while len(self._known) > KNOWN_PEOPLE:
            self._known.popitem(last=False)
        return found

    def forget(self, user_id: int) -> None:
        """Drop a person's settings from memory, so that they are read again."""
        self._changes += 1
        self._known.pop(user_id, None)

    async def change(self, user_id: int, changes: Preferences, names: tuple[str, ...]) -> Preferences:
        """Store those fields of ``changes`` that ``names`` lists, and return the person's settings.

        Reminders at running games are set again. Raises TableError if the person turns off Discord's ping, but has no
        browser that notifies them.
        """
        named = {name: getattr(changes, name) for name in names}
        async with self._transactions.storage.transaction() as tx:
            stored = await tx.user_preferences(user_id)
            old = await find_preferences(tx, user_id)
            new = msgspec.structs.replace(old, **named)
            if "ping" in names and not new.ping and not await tx.push_devices(user_id):
                raise TableError(text("error.no_browser"))
            await tx.put_user_preferences(user_id, write_preferences(stored, new))
        self.forget(user_id)
        self._transactions.wake_outbox()
        if (old.remind, old.quiet, old.zone) != (new.remind, new.quiet, new.zone):
            await self._remind_again(user_id)
        return new

    async def _remind_again(self, user_id: int) -> None:
        """Set the reminders again at each game that waits for this person. The time of the question does not change."""
        async with self._transactions.storage.read() as reader:
            games = await reader.games_by(statuses=["playing"], limit=None)
            states = {game.id: Table(game, ()).state for game in games}
        for game_id, state in states.items():
            if state.question is None or state.question.who != user_id:
                continue
            async with self._transactions.begin(game_id, None) as tx:
                await self._set_again(tx, game_id)

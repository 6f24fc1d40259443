"""Quiet hours, time zones and what else a person sets: read, understood, kept."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from bot.errors import BadInput
from bot.language import load_language
from bot.narrate.arrangements import write_preferences as describe_preferences
from bot.tables.preferences import (
    PACES,
    Preferences,
    complete_zone,
    find_zone,
    list_zones,
    name_pace,
    read_preferences,
    read_quiet,
    write_preferences,
    write_quiet,
)
from bot.tables.table import Pace

NIGHT = (22 * 60, 7 * 60)


def at(words: str) -> datetime:
    """Return a moment in UTC."""
    return datetime.fromisoformat(words).replace(tzinfo=UTC)


@pytest.mark.parametrize(
    ("moment", "waking"),
    [
        ("2026-06-15 12:00", "2026-06-15 12:00"),
        ("2026-06-15 21:59", "2026-06-15 21:59"),
        ("2026-06-15 22:00", "2026-06-16 07:00"),
        ("2026-06-15 23:30", "2026-06-16 07:00"),
        ("2026-06-16 00:00", "2026-06-16 07:00"),
        ("2026-06-16 06:59:59", "2026-06-16 07:00"),
        ("2026-06-16 07:00", "2026-06-16 07:00"),
    ],
)
def test_quiet_hours_may_cross_midnight(moment: str, waking: str) -> None:
    assert Preferences(quiet=NIGHT).find_waking(at(moment)) == at(waking)


def test_quiet_hours_may_lie_within_a_day() -> None:
    siesta = Preferences(quiet=(13 * 60, 15 * 60 + 30))
    assert siesta.find_waking(at("2026-06-15 14:00")) == at("2026-06-15 15:30")
    assert siesta.find_waking(at("2026-06-15 15:30")) == at("2026-06-15 15:30")
    evening = Preferences(quiet=read_quiet("20-24"))
    assert evening.find_waking(at("2026-06-15 20:00")) == at("2026-06-16 00:00")
    assert evening.find_waking(at("2026-06-15 00:00")) == at("2026-06-15 00:00")


@pytest.mark.parametrize(
    ("zone", "moment", "waking"),
    [
        ("Asia/Kolkata", "2026-06-15 16:29", "2026-06-15 16:29"),
        ("Asia/Kolkata", "2026-06-15 16:30", "2026-06-16 01:30"),
        ("Europe/Rome", "2026-06-15 20:30", "2026-06-16 05:00"),
        ("Europe/Rome", "2026-01-15 20:30", "2026-01-15 20:30"),
        ("Europe/Rome", "2026-01-15 21:30", "2026-01-16 06:00"),
        ("America/Los_Angeles", "2026-06-15 12:00", "2026-06-15 14:00"),
        ("Pacific/Auckland", "2026-06-15 12:00", "2026-06-15 19:00"),
    ],
)
def test_quiet_hours_are_in_the_time_zone_of_the_person(zone: str, moment: str, waking: str) -> None:
    assert Preferences(quiet=NIGHT, zone=zone).find_waking(at(moment)) == at(waking)


def test_quiet_hours_end_by_the_clock_on_nights_in_which_clocks_change() -> None:
    rome = Preferences(quiet=NIGHT, zone="Europe/Rome")
    # On 29 March 2026 the clocks go forward at 2:00, on 25 October back at 3:00: a night of 8 and one of 10 hours.
    assert rome.find_waking(at("2026-03-28 21:00")) == at("2026-03-29 05:00")
    assert rome.find_waking(at("2026-10-24 20:00")) == at("2026-10-25 06:00")


def test_quiet_hours_end_on_time_when_an_hour_is_repeated_or_skipped() -> None:
    early = Preferences(quiet=(22 * 60, 2 * 60 + 30), zone="Europe/Rome")
    # Half past two comes at 0:30 and again at 1:30 in UTC.
    assert early.find_waking(at("2026-10-25 00:10")) == at("2026-10-25 00:30")
    assert early.find_waking(at("2026-10-25 01:10")) == at("2026-10-25 01:30")
    # 02:30 does not exist on the day the clocks go forward: 03:30 is the same moment.
    late = early.find_waking(at("2026-03-29 00:50"))
    assert at("2026-03-29 01:00") <= late <= at("2026-03-29 01:30")
    assert early.find_waking(late) == late


def test_the_waking_time_is_never_in_the_past_or_in_quiet_hours() -> None:
    for zone in ("Europe/Rome", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu"):
        for quiet in (NIGHT, (0, 180), (90, 60), (1439, 1)):
            preferences = Preferences(quiet=quiet, zone=zone)
            for day in ("2026-03-08", "2026-03-29", "2026-04-05", "2026-10-04", "2026-10-25", "2026-11-01"):
                for minute in range(0, 24 * 60, 35):
                    moment = at(f"{day} {minute // 60:02}:{minute % 60:02}")
                    waking = preferences.find_waking(moment)
                    assert waking >= moment, (zone, quiet, moment)
                    assert preferences.find_waking(waking) == waking, (zone, quiet, moment)


@pytest.mark.parametrize(
    ("words", "quiet"),
    [("22-7", NIGHT), ("22:00-07:00", NIGHT), (" 22 – 7 ", NIGHT), ("9.30 to 12", (570, 720)), ("20-24", (1200, 0))],
)
def test_valid_quiet_hours_are_read_and_written_back(words: str, quiet: tuple[int, int]) -> None:
    assert read_quiet(words) == quiet
    assert read_quiet(write_quiet(quiet)) == quiet


@pytest.mark.parametrize("words", ["", "night", "22", "25-7", "22-22", "22:75-7", "0-24", "22-7-9"])
def test_invalid_quiet_hours_are_refused(words: str) -> None:
    with pytest.raises(BadInput):
        read_quiet(words)


def test_a_time_zone_is_found_and_completed_by_its_city_in_any_case() -> None:
    assert find_zone("Europe/Rome") == find_zone("rome") == find_zone(" ROME ") == "Europe/Rome"
    assert find_zone("new york") == "America/New_York"
    assert find_zone("utc") == "UTC"
    with pytest.raises(BadInput):
        find_zone("Atlantis")
    assert complete_zone("kolk", 25)[0] == "Asia/Kolkata"
    assert complete_zone("rom", 25)[0] == "Europe/Rome"
    assert len(complete_zone("", 25)) == 25
    assert all("/" in zone or zone == "UTC" for zone in list_zones())


def test_invalid_preferences_are_ignored_and_other_stored_keys_are_kept() -> None:
    stored = {"remind": "soon", "zone": "Atlantis", "theme": "neon", "language": "tlh", "quiet": [60, 120], "lesson": 3}
    preferences = read_preferences(stored)
    assert preferences == Preferences(quiet=(60, 120))
    assert write_preferences(stored, Preferences(remind=6)) == {"remind": 6, "lesson": 3}
    assert read_preferences(write_preferences({}, Preferences("it", 6, NIGHT, "Europe/Rome", "dark"))) == Preferences(
        "it", 6, NIGHT, "Europe/Rome", "dark"
    )


def test_a_known_pace_has_a_name_and_a_limit_needs_an_effect() -> None:
    assert {name_pace(pace) for pace in PACES.values()} == set(PACES)
    assert name_pace(Pace(5, 7, "arjuna")) == ""
    assert Pace(12, 24, "nothing").until is None
    assert Pace(12, 0, "remind").until is None
    assert PACES["daily"].until is not None


def test_quiet_hours_without_a_time_zone_are_said_to_be_in_utc() -> None:
    language, noon = load_language(), at("2026-06-15 12:00")
    hint = language.say("ui.settings.no_zone")
    for preferences, is_shown in (
        (Preferences(quiet=NIGHT), True),
        (Preferences(quiet=NIGHT, zone="Europe/Rome"), False),
        (Preferences(), False),
    ):
        assert (hint in describe_preferences(language, preferences, noon).splitlines()) is is_shown

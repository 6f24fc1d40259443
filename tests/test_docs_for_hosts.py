"""The pages for hosts are correct: every setting, the invite's permissions, the metrics, the tests they name."""

from __future__ import annotations

import re
from pathlib import Path

import discord

from bot.discord import places
from bot.metrics import COUNTERS
from bot.tables.servers import Limits, Periods

ROOT = Path(__file__).resolve().parent.parent
HOSTING, SETTINGS, WEB_PAGES, WATCHING, SECURITY = (
    (ROOT / "docs" / f"{name}.md").read_text(encoding="utf-8")
    for name in ("hosting", "settings", "web-pages", "watching", "security")
)
ASKED_FOR = (
    places.VIEW,
    places.SEND,
    places.SEND_IN_THREADS,
    places.THREADS,
    places.ATTACH,
    places.HISTORY,
    places.PIN,
)


def test_the_settings_page_lists_every_setting_and_no_other() -> None:
    named = {f"GANDHI_{name.upper()}" for name in (*Limits.__slots__, *Periods.__slots__, "searches")}
    for folder in ("bot", "engine", "render", "storage", "texts"):
        for path in (ROOT / folder).rglob("*.py"):
            source = path.read_text(encoding="utf-8")
            named |= set(re.findall(r'"((?:GANDHI|DISCORD)_[A-Z_]+)"', source))
    listed = set(re.findall(r"`((?:GANDHI|DISCORD)_[A-Z_]+)`", SETTINGS))
    assert listed == named


def test_the_invite_link_asks_for_exactly_the_needed_permissions() -> None:
    wanted = discord.Permissions.none()
    wanted.update(**dict.fromkeys(ASKED_FOR, True))
    (number,) = re.findall(r"permissions=(\d+)", HOSTING)
    assert int(number) == wanted.value
    rows = HOSTING.partition("| permission |")[2].partition("\n\n")[0].splitlines()[2:]
    assert len(rows) == len(ASKED_FOR)


def test_every_metric_is_documented() -> None:
    for name in COUNTERS:
        assert f"`gandhi_{name}_total`" in WATCHING
    gauges = re.findall(r'^\s+"(\w+)": \("', (ROOT / "bot" / "health.py").read_text(encoding="utf-8"), re.MULTILINE)
    assert len(gauges) > 3
    for name in gauges:
        assert f"`gandhi_{name}`" in WATCHING


def test_every_test_file_that_the_security_page_names_exists() -> None:
    named = set(re.findall(r"`(tests/[\w/]+\.py)`", SECURITY))
    assert len(named) > 15
    for path in named:
        assert (ROOT / path).is_file(), path


def test_the_docs_describe_the_settings_of_the_activity() -> None:
    """The lines to copy have every setting that the program needs, and the text says who may open it."""
    part = WEB_PAGES.partition("## Inside Discord")[2].partition("\n## ")[0]
    for name in ("GANDHI_WEB=", "GANDHI_WEB_ADDRESS=", "GANDHI_ACTIVITY=on", "DISCORD_CLIENT_SECRET_FILE="):
        assert name in part
    for where in ("compose", "gandhi.service", "App Testers", "App Verification"):
        assert where in part

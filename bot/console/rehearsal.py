"""``gandhi rehearse``: ten minutes on a real server, in one channel and one thread, with a page to read at the end.

Each probe states what is expected, what Discord answered, and what the bot does otherwise. Answers that decide the
bot's behaviour are kept as capabilities. A rehearsal uses no table, and removes everything that it has made.
"""

from __future__ import annotations

import argparse
import asyncio
import json
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

import aiohttp
import discord

from bot.console.probes import PROBES, QUARTER, Otherwise, Probe, Stage, Unasked
from bot.console.running import REFUSED_TOKEN, point_at
from bot.console.settings import Settings, read_settings
from bot.discord.context import keep_capabilities
from bot.errors import SettingsError
from storage import open_storage

READY_SECONDS: Final = 60.0
PROBE_SECONDS: Final = 60.0
"""Seconds that a probe without a click may take."""
AS_EXPECTED, OTHERWISE, NOT_ASKED, FAILED = "as expected", "otherwise", "not asked", "failed"


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a probe, without token or names. ``came`` is Discord's answer, or why there is none."""

    probe: str
    expected: str
    result: str
    came: str
    then: str
    capability: str = ""


async def rehearse(
    settings: Settings, options: argparse.Namespace, say: Callable[[str], None], probes: Sequence[Probe] = PROBES
) -> list[Result]:
    """Run probes, store the capabilities, and return the results.

    Raises SettingsError for a wrong channel or token, and StorageError.
    """
    point_at(settings)
    async with connect(settings.token) as client:
        try:
            channel = await client.fetch_channel(options.channel)
        except discord.HTTPException as error:
            raise SettingsError(f"The bot cannot see the channel {options.channel}: {error.text}.") from error
        if not isinstance(channel, discord.TextChannel):
            raise SettingsError("The rehearsal needs a text channel of a server.")
        forum = await client.fetch_channel(options.forum) if options.forum else None
        if forum is not None and not isinstance(forum, discord.ForumChannel):
            raise SettingsError("--forum must be the id of a forum channel.")
        stage = Stage(client, channel, forum, options.clicks, is_long=options.long, say=say)
        stage.has_activity = bool(settings.client_secret)
        client.on_touch = stage.hear
        results = []
        try:
            for probe in probes:
                say(f"{probe.name} ...")
                results.append(await run(stage, probe))
                say(f"  {results[-1].result}: {results[-1].came}")
        finally:
            await stage.clean()
    answered = [one for one in results if one.capability and one.result in (AS_EXPECTED, OTHERWISE)]
    answers = {one.capability: one.result == AS_EXPECTED for one in answered}
    storage = await open_storage(settings.database)
    try:
        await keep_capabilities(storage, answers)
    finally:
        await storage.close()
    return results


async def run(stage: Stage, probe: Probe) -> Result:
    """Run a probe, and return its result; errors of Discord and of the connection are results too."""
    try:
        async with asyncio.timeout(PROBE_SECONDS + 2 * stage.patience + (QUARTER if stage.is_long else 0)):
            came, result = await probe.run(stage), AS_EXPECTED
    except Otherwise as error:
        came, result = str(error), OTHERWISE
    except Unasked as error:
        came, result = str(error), NOT_ASKED
    except discord.HTTPException as error:
        came, result = (
            f"{error.status} (code {error.code}): {error.text.splitlines()[0] if error.text else ''}",
            OTHERWISE,
        )
    except (aiohttp.ClientError, OSError, TimeoutError, discord.DiscordException) as error:
        came, result = f"{type(error).__name__}: no answer", FAILED
    return Result(probe.name, probe.expected, result, came, probe.then, probe.capability)


class Rehearser(discord.Client):
    """A client that receives only clicks."""

    def __init__(self) -> None:
        super().__init__(intents=discord.Intents(guilds=True), allowed_mentions=discord.AllowedMentions.none())
        self.on_touch: Callable[[discord.Interaction[Any]], None] = lambda interaction: None

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """Pass the click to the probe that waits for it."""
        self.on_touch(interaction)


@asynccontextmanager
async def connect(token: str) -> AsyncIterator[Rehearser]:
    """Log in, and yield a client that stays connected during the block. Raises SettingsError."""
    client = Rehearser()
    async with client:
        try:
            await client.login(token)
        except discord.LoginFailure as error:
            raise SettingsError(REFUSED_TOKEN) from error
        except (discord.HTTPException, aiohttp.ClientError, OSError) as error:
            raise SettingsError(f"Discord cannot be reached: {error}.") from error
        running = asyncio.ensure_future(client.connect())
        ready = asyncio.ensure_future(client.wait_until_ready())
        try:
            await asyncio.wait({running, ready}, timeout=READY_SECONDS, return_when=asyncio.FIRST_COMPLETED)
            if not ready.done():
                raise SettingsError("Discord does not let the bot connect.")
            yield client
        finally:
            ready.cancel()
            await client.close()
            running.cancel()
            await asyncio.wait([running])


def write_page(results: Sequence[Result]) -> str:
    """Return the results as a page in Markdown, with unexpected results first."""
    order = (OTHERWISE, FAILED, NOT_ASKED, AS_EXPECTED)
    lines = [
        "# Rehearsal",
        "",
        " · ".join(f"{sum(one.result == kind for one in results)} {kind}" for kind in order),
        "",
    ]
    for kind in order:
        chosen = [one for one in results if one.result == kind]
        if not chosen:
            continue
        lines += [
            f"## {kind.capitalize()}",
            "",
            "| probe | expected | what came | if it is otherwise |",
            "|---|---|---|---|",
        ]
        lines += [f"| {one.probe} | {one.expected} | {one.came.replace('|', '/')} | {one.then} |" for one in chosen]
        lines.append("")
    return "\n".join(lines)


def run_rehearsal(options: argparse.Namespace, say: Callable[[str], None]) -> None:
    """Run ``gandhi rehearse``, and write the results as a page and as JSON. Raises as `rehearse` does."""
    results = asyncio.run(rehearse(read_settings(database=options.database), options, say))
    folder: Path = options.output
    folder.mkdir(parents=True, exist_ok=True)
    data = json.dumps([asdict(one) for one in results], indent=1)
    (folder / "rehearsal.json").write_text(data + "\n", encoding="utf-8")
    (folder / "rehearsal.md").write_text(write_page(results), encoding="utf-8")
    say(f"Written: {folder / 'rehearsal.md'} to read, {folder / 'rehearsal.json'}. They hold no token and no names.")

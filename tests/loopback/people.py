"""People at the stand-in: what a person can do in Discord, and what they then see."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable
from dataclasses import dataclass, field
from typing import Any

from bot.discord.outgoing import walk
from tests.loopback.exchange import AUTOCOMPLETE, COMMAND, COMPONENT, SUBMIT, Exchange
from tests.loopback.gateway import Session
from tests.loopback.permissions import find_permissions
from tests.loopback.stand_in import StandIn
from tests.loopback.world import ALL_PERMISSIONS, BUTTON, CHANNEL, SELECT, Json
from tools.verify.asking import fill_in, list_fields

PATIENCE = 60.0
"""Seconds after which what has not come counts as missing, on a machine that has much else to do."""
SUB_COMMAND, SUB_COMMAND_GROUP = 1, 2
RARE = ("remove_own", "transfer")
"""Keys that a random player seldom takes: they only make games longer."""


class Unanswered(Exception):
    """The bot gave no answer: it is gone, or silent."""


@dataclass
class Panel:
    """What a person sees: the words of an answer, and its components by custom id."""

    message: Json
    words: str
    exchange: Exchange | None = None
    buttons: dict[str, str] = field(default_factory=dict)
    selects: dict[str, list[str]] = field(default_factory=dict)
    most: dict[str, int] = field(default_factory=dict)
    links: list[str] = field(default_factory=list)

    def find(self, verb: str, key: str | None = None) -> str:
        """Return the custom id of the button with a verb, and a key if one is given. Fails when there is none."""
        for made in self.buttons:
            _, _, _, found, rest = made.split(":", 4)
            if found == verb and key in (None, rest):
                return made
        raise AssertionError(f"No button {verb} {key}: {sorted(self.buttons)}; {self.words}")

    @property
    def is_asked(self) -> bool:
        """Return whether the panel asks its person something."""
        return bool(self.selects) or any(made.split(":", 4)[3] in ("choose", "confirm") for made in self.buttons)

    def choose(self, chance: random.Random) -> tuple[str, list[str]]:
        """Return a random click that continues the game: a custom id, and the values for a select."""
        ready = [made for made in self.buttons if made.split(":", 4)[3:] == ["confirm", ""]]
        if ready:
            return ready[0], []
        ways: list[tuple[str, list[str]]] = []
        for made in self.buttons:
            verb, key = made.split(":", 4)[3:]
            if verb in ("choose", "confirm") and (key not in RARE or chance.random() < 0.05):
                ways.append((made, []))
        for made, values in self.selects.items():
            ways.append((made, chance.sample(values, chance.randint(1, min(self.most[made], len(values))))))
        assert ways, self.words
        return chance.choice(ways)


def read_panel(message: Json, exchange: Exchange | None = None) -> Panel:
    """Return the panel that a message shows."""
    parts = list(walk(message["components"]))
    words = [message["content"], *(part["content"] for part in parts if "content" in part)]
    panel = Panel(message, "\n".join(part for part in words if part), exchange)
    for part in parts:
        if part["type"] == SELECT:
            panel.selects[part["custom_id"]] = [option["value"] for option in part["options"]]
            panel.most[part["custom_id"]] = part.get("max_values", 1)
        elif part.get("url"):
            panel.links.append(part["url"])
        elif part["type"] == BUTTON and not part.get("disabled"):
            panel.buttons[part["custom_id"]] = part.get("label", "")
    return panel


@dataclass
class Person:
    """Someone at the stand-in. ``session`` names the client that hears of what they do; None: the newest."""

    stand_in: StandIn
    id: int
    name: str
    channel_id: int = CHANNEL
    session: Session | None = None
    locale: str = "en-US"

    async def slash(self, command: str, /, **options: Any) -> Panel:
        """Use a slash command ("table new") and see the answer."""
        return await self.wait(await self.type(command, options))

    async def complete(self, command: str, option: str, typed: str, /, **options: Any) -> list[str]:
        """Return what the completion of an option offers."""
        exchange = await self.type(command, {**options, option: typed}, focus=option)
        await wait_for(exchange.answered.wait())
        return [choice["value"] for choice in exchange.choices]

    async def press(self, panel: Panel, verb: str, key: str | None = None) -> Panel:
        """Click a button and see what follows."""
        return await self.use(panel, panel.find(verb, key))

    async def pick(self, panel: Panel, *keys: str) -> Panel:
        """Choose options of the list that holds them, or one by its button, and see what follows."""
        made = next((made for made, values in panel.selects.items() if set(keys) <= set(values)), "")
        return await self.use(panel, made, list(keys)) if made else await self.press(panel, "choose", *keys)

    async def use(self, panel: Panel, custom_id: str, values: list[str] | None = None) -> Panel:
        """Use a component by its custom id and see what follows."""
        return await self.wait(await self.touch(panel, custom_id, values))

    async def type(self, command: str, options: Json, *, focus: str = "") -> Exchange:
        """Send a slash command, without waiting for the answer."""
        exchange = Exchange(AUTOCOMPLETE if focus else COMMAND, self.id, self.channel_id, locale=self.locale)
        # The commands are registered with Discord while the program does other things.
        await wait_for(self.stand_in.synced.wait())
        await self.stand_in.send(exchange, self.command(command, options, focus=focus), self.session)
        return exchange

    def command(self, command: str, options: Json, *, focus: str = "") -> Json:
        """Return a slash command as Discord sends it to the bot."""
        name, *path = command.split()
        world = self.stand_in.world
        known = next(made for made in (*world.guild_commands, *world.commands) if made["name"] == name)
        made = {"id": known["id"], "name": name, "type": 1, "options": fill(known, path, options, focus)}
        if "guild_id" in known:
            made["guild_id"] = known["guild_id"]
        people = {str(value): world.users[int(value)] for value in options.values() if value in world.people}
        if people:
            members = {number: without_user(world.member(user)) for number, user in people.items()}
            made["resolved"] = {"users": people, "members": members}
        places = [value for value in options.values() if str(value).isdecimal() and int(value) in world.channels]
        if places:
            made.setdefault("resolved", {})["channels"] = {value: self.name_channel(int(value)) for value in places}
        return made

    def name_channel(self, number: int) -> Json:
        """Return a channel as an option names it, with the permissions of the person and of the bot there."""
        world = self.stand_in.world
        known = {name: value for name, value in world.channels[number].items() if name in ("id", "type", "name")}
        granted = find_permissions(world, number)
        return {**known, "permissions": ALL_PERMISSIONS, "app_permissions": str(granted.value)}

    async def touch(self, panel: Panel, custom_id: str, values: list[str] | None = None) -> Exchange:
        """Use a component, without waiting for the answer. It must still be on the message."""
        assert custom_id in (*read_panel(panel.message).buttons, *read_panel(panel.message).selects)
        exchange = Exchange(COMPONENT, self.id, self.channel_id, source=panel.message, locale=self.locale)
        data: Json = {"custom_id": custom_id, "component_type": BUTTON, "id": 1}
        if custom_id in panel.selects:
            data |= {"component_type": SELECT, "values": values or []}
        await self.stand_in.send(exchange, data, self.session)
        return exchange

    async def fill(self, panel: Panel, verb: str = "form") -> Panel:
        """Open the form of a panel, choose the first line of its first field, submit it and see what follows."""
        opened = await self.touch(panel, panel.find(verb))
        await wait_for(opened.answered.wait())
        assert opened.form is not None
        field_ = next(list_fields(opened.form))
        data = fill_in(opened.form, [field_["options"][0]["value"]])
        exchange = Exchange(SUBMIT, self.id, self.channel_id, source=panel.message, locale=self.locale)
        await self.stand_in.send(exchange, data, self.session)
        return await self.wait(exchange)

    async def wait(self, exchange: Exchange) -> Panel:
        """Return the answer to something done before. Raises Unanswered when none comes."""
        await wait_for(exchange.answered.wait())
        assert exchange.message is not None
        panel = read_panel(exchange.message, exchange)
        panel.words = "\n".join([panel.words, *(read_panel(followup).words for followup in exchange.followups)]).strip()
        return panel


async def wait_for(event: Awaitable[Any], seconds: float = PATIENCE) -> None:
    """Wait for something to happen. Raises Unanswered."""
    try:
        await asyncio.wait_for(event, seconds)
    except TimeoutError:
        raise Unanswered(f"Nothing came within {seconds} seconds.") from None


def without_user(member: Json) -> Json:
    """Return a member as Discord shows one beside the user."""
    return {name: value for name, value in member.items() if name != "user"}


def fill(command: Json, path: list[str], options: Json, focus: str) -> list[Json]:
    """Return the options of a command as Discord sends them."""
    if path:
        inner = next(option for option in command["options"] if option["name"] == path[0])
        kind = inner["type"]
        assert kind in (SUB_COMMAND, SUB_COMMAND_GROUP)
        return [{"name": path[0], "type": kind, "options": fill(inner, path[1:], options, focus)}]
    known = {option["name"]: option for option in command.get("options") or []}
    return [
        {"name": name, "type": known[name]["type"], "value": value, **({"focused": True} if name == focus else {})}
        for name, value in options.items()
    ]

"""People at a table in tests: a bot in an in-memory Discord, and what a person can do with a mouse."""

from __future__ import annotations

import io
import random
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field
from typing import Any
from unittest.mock import patch

import discord
import simcord
from PIL import Image

from bot.client import TableBot
from bot.discord.outgoing import walk
from bot.discord.painter import Painter
from engine.core.change import Change
from engine.gandhi.view import View
from render.pictures import Options, Picture
from render.pool import RenderPool
from storage import Storage
from tests.bot.players import seat_people
from tests.turns import RARE, Chooser, at_random, draw_turn, plainly, play_to_last_turn

SEEDS = "bot.tables.lobby.token_bytes"
"""Where the seeds of games come from."""
NAMES = ("Asha", "Bilal", "Charu", "Dev")
SEATS = {"Asha": "Raj", "Bilal": "Congress", "Charu": "Muslim League", "Dev": "Revolutionaries"}


def blank_picture() -> bytes:
    """Return the smallest picture."""
    buffer = io.BytesIO()
    Image.new("RGB", (2, 2)).save(buffer, "PNG")
    return buffer.getvalue()


class Sketcher(RenderPool):
    """A pool that draws nothing, for tests that are not about pictures. It keeps the requests."""

    def __init__(self) -> None:
        super().__init__(workers=1)
        self.drawn: list[tuple[View, Sequence[Change]]] = []
        self.options: list[Options] = []
        self.ran: list[tuple[str, tuple[Any, ...]]] = []
        self.broken = False

    async def run(self, function: Callable[..., Any], *arguments: Any) -> Any:
        """Return a blank picture, or a blank page, as the function makes one."""
        if self.broken:
            raise RuntimeError("No ink.")
        name = function.__name__
        if name == "draw":
            view, changes, options = arguments
            self.drawn.append((view, changes))
            self.options.append(options)
            return Picture(blank_picture(), "image/png", "A map.", 2, 2)
        self.ran.append((name, arguments))
        if name == "make_page":
            return b"<!doctype html>"
        kind = "gif" if name.startswith("recap") else "png"
        return Picture(blank_picture(), f"image/{kind}", "A picture.", 2, 2)


@dataclass
class Panel:
    """What a person sees on a panel: its words and its components."""

    message: Any
    words: str
    buttons: dict[str, str]
    selects: dict[str, list[str]]
    most: dict[str, int]

    def find(self, verb: str, key: str | None = None) -> str:
        """Return the custom id of the button with a verb, and a key if one is given. Fails when there is none."""
        for made in self.buttons:
            _, _, _, found, rest = made.split(":", 4)
            if found == verb and key in (None, rest):
                return made
        raise AssertionError(f"No button {verb} {key}: {sorted(self.buttons)}; {self.words}")

    def has(self, verb: str, key: str | None = None) -> bool:
        """Return whether there is such a button."""
        try:
            self.find(verb, key)
        except AssertionError:
            return False
        return True


def read_panel(message: Any) -> Panel:
    """Return a panel from a message of the in-memory Discord."""
    parts = list(walk(part if isinstance(part, dict) else part.to_dict() for part in message.components))
    texts = [message.content, *(part["content"] for part in parts if "content" in part)]
    words = "\n".join(text for text in texts if text)
    panel = Panel(message, words, {}, {}, {})
    for part in parts:
        if part.get("options"):
            panel.selects[part["custom_id"]] = [option["value"] for option in part["options"]]
            panel.most[part["custom_id"]] = part.get("max_values", 1)
        elif "custom_id" in part and not part.get("disabled"):
            panel.buttons[part["custom_id"]] = part["label"]
    return panel


def list_links(message: Any) -> list[str]:
    """Return the addresses to which the buttons of a message lead."""
    parts = walk(part if isinstance(part, dict) else part.to_dict() for part in message.components)
    return [part["url"] for part in parts if part.get("url")]


@dataclass
class World:
    """A bot in an in-memory Discord with four people in one channel."""

    env: simcord.Env
    bot: TableBot
    storage: Storage
    pool: Sketcher
    guild: simcord.GuildHandle
    channel: simcord.ChannelHandle
    people: dict[str, simcord.MemberActor] = field(default_factory=dict)

    def messages(self) -> list[discord.Message]:
        """Return the public messages, oldest first, without Discord's own about pins."""
        return [
            message
            for message in self.channel.history()
            if not message.flags.ephemeral and message.type is discord.MessageType.default
        ]

    def status(self) -> discord.Message:
        """Return the pinned status message."""
        return next(message for message in reversed(self.messages()) if message.pinned)

    def status_words(self) -> str:
        """Return the words of the status message."""
        return read_panel(self.status()).words

    async def slash(self, who: str, command: str, /, **options: Any) -> Panel:
        """Use a slash command and return the answer."""
        result = await self.people[who].slash(self.channel, command, **options)
        assert result.response is not None
        assert result.ephemeral
        return read_panel(result.response)

    async def press(self, name: str, panel: Panel, verb: str, key: str | None = None) -> Panel:
        """Click a button and return the panel that follows."""
        result = await self.people[name].click(panel.message, custom_id=panel.find(verb, key))
        return self._after(result, panel)

    async def pick(self, name: str, panel: Panel, *keys: str) -> Panel:
        """Choose options of the list that holds them, by their button or in the form; return the panel that follows."""
        made = next((made for made, values in panel.selects.items() if set(keys) <= set(values)), "")
        if made:
            result = await self.people[name].select(panel.message, list(keys), custom_id=made)
            return self._after(result, panel)
        if len(keys) == 1:
            return await self.press(name, panel, "choose", keys[0])
        return await self.fill(name, panel, *keys)

    async def fill(self, name: str, panel: Panel, *keys: str) -> Panel:
        """Open the form of a panel, choose in it what a click would, and return the panel that follows."""
        shown = await self.people[name].click(panel.message, custom_id=panel.find("form"))
        values: dict[str, Any] = {}
        assert shown.modal is not None
        for label in shown.modal["components"]:
            field_, offered = label["component"], [option["value"] for option in label["component"]["options"]]
            chosen = [value for key in keys for value in offered if key == value or value.startswith(f"{key}>")]
            values |= {field_["custom_id"]: chosen} if chosen else {}
        result = await self.people[name].submit_modal(shown, values)
        return self._after(result, panel)

    def _after(self, result: Any, panel: Panel) -> Panel:
        message = result.response
        if message is None:
            stored = self.env.backend.get_message(self.channel.id, panel.message.id)
            message = simcord.ResponseMessage(self.env, stored)
        after = read_panel(message)
        after.words = "\n".join([after.words, *(read_panel(followup).words for followup in result.followups)])
        return after

    async def open_table(
        self, scenario: str = "short", name: str = "Salt March", *, seed: str = "", **options: Any
    ) -> str:
        """Open a table and return its id."""
        with patch(SEEDS, lambda size: seed.encode().ljust(size, b".")) if seed else nullcontext():
            await self.slash("Asha", "table new", scenario=scenario, name=name, **options)
        return (await self.bot.tables.lobby.find_tables(guild_id=self.guild.id))[0].id

    async def start_table(self, scenario: str = "short", seed: str = "") -> str:
        """Open a table, seat everyone and begin, below the buttons."""
        game_id = await self.open_table(scenario, seed=seed)
        tables = self.bot.tables
        seated = [(seat.split()[-1].lower(), self.people[name].id, name) for name, seat in SEATS.items()]
        await seat_people(tables, game_id, seated)
        await tables.start(None, game_id, self.people["Asha"].id)
        await self.env.settle()
        await self.quiet()
        return game_id

    async def start_by_presses(self, scenario: str = "short") -> str:
        """Open a table, let everyone click for a seat, and begin by command."""
        game_id = await self.open_table(scenario)
        for name, seat in SEATS.items():
            await self.press(name, read_panel(self.status()), "take", seat.split()[-1].lower())
        await self.slash("Asha", "table start")
        return game_id

    async def whose(self, game_id: str) -> str:
        """Return the name of the person whose decision it is, or an empty string when the game is over."""
        moment = await self.bot.tables.moment(game_id)
        if moment.decision is None:
            return ""
        holder = moment.table.holder(moment.decision.seat)
        assert holder is not None
        return holder.display_name

    async def arm_pass(self, name: str) -> Panel:
        """Choose to pass, and the first answer to whatever follows from it, until only Confirm is left."""
        return await self.arm(name, await self.slash(name, "pass"))

    async def arm(self, name: str, panel: Panel) -> Panel:
        """Give the first answer to whatever is asked, until only Confirm is left."""
        while not panel.has("confirm", ""):
            if panel.has("choose"):
                panel = await self.press(name, panel, "choose")
            else:
                panel = await self.choose_below(name, panel, panel.find("confirm").split(":", 4)[4])
        return panel

    async def choose_below(self, name: str, panel: Panel, key: str) -> Panel:
        """Choose one key below the buttons, where they would answer more than one question, or confirm at once."""
        game_id = next(iter({**panel.buttons, **panel.selects})).split(":")[1]
        await self.bot.tables.at(game_id, self.people[name].id).choose([key])
        return await self.slash(name, "turn", table=game_id)

    async def pass_turn(self, game_id: str) -> str:
        """Let the player whose turn it is pass, and return their name."""
        name = await self.whose(game_id)
        await self.press(name, await self.arm_pass(name), "confirm", "")
        return name

    async def play_alone(self, seat: str = "congress", chance: int = 1930) -> str:
        """Let Asha play a game against Arjuna to its end, choosing at random, and return its id."""
        game_id = await self.open_table(seed=f"{seat} {chance}")
        await self.slash("Asha", "table join", seat=seat)
        await self.bot.tables.start(None, game_id, self.people["Asha"].id, with_automatic=True)
        await self.play_out(game_id, lambda turn: at_random(random.Random(f"{chance} {turn}")))
        return game_id

    async def play_together(self) -> str:
        """Let four people play a game to its end, each choosing what commits least, and return its id."""
        game_id = await self.start_table(seed="together")
        await self.play_out(game_id, lambda turn: plainly)
        return game_id

    async def play_out(self, game_id: str, choosing: Callable[[int], Chooser]) -> None:
        """Play a table that has just begun to its end; ``choosing`` gives how people choose, by the number of a turn.

        All but the last turn are played below the buttons and written at once, without a message. The last one is a
        normal commit, so that the end of the game is announced, drawn and posted as usual.
        """
        tables = self.bot.tables
        await self.quiet()
        async with tables.transactions.begin(game_id, None) as tx:
            loaded = await tx.load_game()
            await tx.play(loaded, loaded.game.clone(), play_to_last_turn(loaded.game, choosing))
        tables.cache.forget(game_id)
        moment = await tables.moment(game_id)
        while moment.decision is not None:
            holder = moment.table.holder(moment.decision.seat)
            assert holder is not None
            assert holder.user_id in {person.id for person in self.people.values()}
            keys = draw_turn(moment.game, choosing(moment.game.step_number))
            moment = await tables.at(game_id, holder.user_id).play(keys)
        await self.quiet()

    async def quiet(self) -> None:
        """Wait until nothing is left to be sent now."""
        while (running := self.bot.outbox._running) is not None and not running.done():
            await running

    async def play_on(self, game_id: str, chance: random.Random, presses: int) -> int:
        """Let everyone click at random until the game is over, at most ``presses`` times; return how often."""
        done = 0
        while done < presses and (name := await self.whose(game_id)):
            panel = await self.slash(name, "turn")
            while done < presses and is_asked(panel):
                panel = await self.press_at_random(name, panel, chance)
                done += 1
        return done

    async def press_at_random(self, name: str, panel: Panel, chance: random.Random) -> Panel:
        """Make one random click that continues the game, and return the panel that follows."""
        if chance.random() < 0.03 and panel.has("undo"):
            return await self.press(name, panel, "undo")
        if panel.has("confirm", ""):
            return await self.press(name, panel, "confirm", "")
        ways: list[tuple[str, ...]] = []
        for made in panel.buttons:
            verb, key = made.split(":", 4)[3:]
            if verb in ("choose", "confirm") and (key not in RARE or chance.random() < 0.05):
                ways.append((verb, key))
        for made, values in panel.selects.items():
            count = chance.randint(1, min(panel.most[made], len(values)))
            ways.append(("pick", *chance.sample(values, count)))
        assert ways, panel.words
        verb, *keys = chance.choice(ways)
        if verb == "pick":
            return await self.pick(name, panel, *keys)
        return await self.press(name, panel, verb, keys[0])


@contextmanager
def wait_patiently() -> Iterator[None]:
    """Let a bot take as long to start as a click may take: the library gives it five seconds, busy machine or not."""
    settle = simcord.Env._settle_internal

    async def settle_patiently(env: simcord.Env, *, timeout: float | None = None, **more: Any) -> None:  # noqa: ASYNC109
        await settle(env, timeout=None if timeout is None else max(timeout, env.settle_timeout), **more)

    with patch.object(simcord.Env, "_settle_internal", settle_patiently):
        yield


def is_asked(panel: Panel) -> bool:
    """Return whether a panel asks its person something."""
    return bool(panel.selects) or any(made.split(":", 4)[3] in ("choose", "confirm") for made in panel.buttons)


def make_bot(storage: Storage, pool: Sketcher, **options: Any) -> TableBot:
    """Return a bot that draws blank pictures."""
    return TableBot(storage, painter=Painter(pool), threads=options.pop("threads", False), **options)


def furnish(env: simcord.Env, bot: TableBot, storage: Storage, pool: Sketcher) -> World:
    """Return a world around a running bot: one channel and four people."""
    guild = env.create_guild("India", id=1947)
    channel = guild.create_text_channel("gandhi")
    people = {name: guild.add_member(env.create_user(name.lower(), global_name=name)) for name in NAMES}
    return World(env, bot, storage, pool, guild, channel, people)


async def restart(world: World) -> None:
    """Stop the bot and start a fresh one on the same database and the same Discord."""
    world.pool = Sketcher()
    world.bot = make_bot(world.storage, world.pool)
    await world.env.restart_bot(world.bot)

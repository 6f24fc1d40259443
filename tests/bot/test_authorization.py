"""Permissions: the table of them, its page in the documents, and people who try what is forbidden."""

from __future__ import annotations

import ast
import asyncio
import re
import shutil
import sqlite3
from collections import defaultdict
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import suppress
from datetime import timedelta
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import pytest_asyncio

from bot.discord.rights import can_see_table
from bot.errors import TableError
from bot.games.gandhi.standing_orders import GandhiOrder
from bot.seasons.club import Club
from bot.seasons.service import Seasons
from bot.tables.absences import AUTOMATIC_PLAYER, StandIn
from bot.tables.authorization import PERMISSIONS, Permission, Rank, list_holders
from bot.tables.play import Tables
from bot.tables.scheduler import Timekeeper
from bot.tables.servers import STANDARD_LIMITS
from bot.tables.table import Pace, Table, change_state
from bot.tables.votes import find_vote
from bot.web.links import Links
from engine.core.text import text
from engine.gandhi.ids import SEATS
from storage import GameStatus, Storage, open_storage
from tests.bot.clock import Clock, let_pass
from tests.bot.people import SEEDS
from tests.bot.players import act_plainly, people_of, play_until, posts_of, whose

pytestmark = pytest.mark.usefixtures("clock")

ROOT = Path(__file__).parents[2]
COMPARING = {
    "bot/discord/delivery/sent.py:find_earlier": "which messages the bot has sent itself",
    "bot/discord/features/alone.py:begin_alone": "which seat a person gets who plays alone",
    "bot/discord/features/overview.py:choose_buttons": "who sees the button to the panel",
    "bot/discord/features/seasons.py:show_season": "who sees the button that begins a season",
    "bot/discord/features/table.py:ask_about_leaving": "what a question about one's own seats says",
    "bot/discord/features/table.py:begin_game": "who is asked once more before they do what they may",
    "bot/discord/features/table.py:take_seat": "which seats an answer names",
    "bot/narrate/arrangements.py:write_absences": "how an absence is told to one of the two people",
    "bot/narrate/standing.py:write_move": "whether the automatic player is asked",
    "bot/narrate/standing.py:ask_whom": "who is named as asked",
    "bot/narrate/standing.py:waits_for": "which tables of a list wait for the person who reads it",
    "bot/narrate/seasons.py": "under which name a person of a season is shown",
    "bot/seasons/club.py:find": "an entry is found by its person",
    "bot/seasons/pairings.py:take": "moves places of a plan, which are nobody yet",
    "bot/tables/past.py": "adds up who played and won finished games",
    "bot/seasons/gate.py": "finds the people in a role of a season, for the table of permissions",
    "bot/seasons/club.py:rank_people": "adds up the points of finished games",
    "bot/seasons/advancing.py": "whether a season has lost its host to a deletion, and who is asked",
    "bot/seasons/ratings.py": "adds up what people have won from each other",
    "bot/seasons/service.py:work": "whether a person is a substitute already",
    "bot/tables/committing.py:commit_proposal": "who is pinged, and who has confirmed a proposal already",
    "bot/tables/draft.py:needs_another": "whether one more person confirms a proposal",
    "bot/tables/draft.py:name_person": "under which name a person confirms a proposal",
    "bot/tables/closing.py:entrust": "whether the last person at a game gives up their seat",
    "bot/tables/announcements.py": "who is pinged: nobody for what they did themselves",
    "bot/tables/entrance.py": "for whom a seat is reserved, and who has asked for one",
    "bot/tables/servers.py": "how much one person may ask for, whatever their role",
    "bot/tables/loading.py:load_tables": "reads who has which seat from the database",
    "bot/tables/directory.py:order_for": "which of a person's tables comes first",
    "bot/tables/pending.py": "who is pinged: nobody for what they did themselves",
    "bot/tables/practice.py:find": "a copy is found by its person",
    "bot/tables/privacy.py": "which tables have lost their host and seats to a deletion",
    "bot/tables/recaps.py:find_last_own": "since when a person has not seen the game",
    "bot/tables/records.py": "adds up who played, won and left finished games",
    "bot/tables/reminders.py:ring": "whether a timer is still about the same person",
    "bot/tables/preferences.py:_remind_again": "whose reminders follow their new settings",
    "bot/tables/table.py": "holds who sits where and who is away, for `authorization` to read",
    "bot/tables/entrance.py:begin": "which seats of a talk are a person's own",
    "bot/tables/timers.py": "whether the game still waits for the same person, and what is left of whose time",
    "bot/tables/undo.py:_find_last_turn_of": "which stored choices are a person's",
    "bot/tables/votes.py:find_vote": "whether a seat that a vote depends on has changed hands",
    "bot/console/probes.py": "whether the person who opened the Activity of a rehearsal is in it",
    "bot/web/push.py": "of which question a person's browser knows",
    "bot/web/application.py": "whose pages inside Discord are forgotten",
    "bot/web/inside.py": "whether Discord has seen a person in an Activity, and whether they have a seat already",
    "bot/web/server.py:_may_read": "whether a private link is still that of the person whose stream it is",
    "bot/tables/advice.py:ask": "how many reviews one person may have in the making",
    "bot/web/acting.py:_open_rematch": "under which name a person opens a rematch",
    "bot/web/acting.py:_open": "whether a person’s private copy is one of this table",
}
"""Places outside `authorization` that compare people or look for seats, each with the reason: none permits anything."""
HOST, EVE, OUTSIDER, MODERATOR, MANAGER = 11, 55, 99, 88, 89
RANK: defaultdict[int, Rank] = defaultdict(str, {MODERATOR: "moderator", MANAGER: "manager"})  # type: ignore[arg-type]
"""People with the rights that Discord gives them. Everyone else may not moderate."""
PEOPLE = dict(zip(SEATS, (21, 22, 23, 24), strict=True))


TOLD = {
    *("join", "leave", "start", "abandon", "rematch", "play", "confirm", "away", "back", "settings"),
    *("terms", "rewind", "correct", "offer", "claim", "replace"),
    *("hand_over", "remove", "free", "reactivate", "reserve", "admit"),
}
"""Actions and proposals that a message announces to the whole table."""


# -- the table of permissions ----------------------------------------------------------------------------------


def write_row(permission: Permission) -> str:
    """Return a permission as a line of the documents."""

    def name(span: timedelta | None, otherwise: str) -> str:
        return f"{int(span.total_seconds()) // 3600} hours" if span is not None else otherwise

    columns = (
        f"`{permission.name}`",
        ", ".join(permission.may).replace("_", "-"),
        ", ".join(permission.when) or "any",
        ", ".join(permission.asked) or "no one",
        "the table" if permission.name in TOLD else "no one",
        "owner" if permission.silence is not None else "no one else",
        name(permission.silence, "no"),
        f"once in {name(permission.again, '')}" if permission.again is not None else "always",
    )
    return f"| {' | '.join(columns)} |"


def test_the_docs_list_the_permissions_as_the_code_has_them() -> None:
    words = (ROOT / "docs" / "security.md").read_text(encoding="utf-8")
    rows = [line for line in words.partition("## Permissions")[2].splitlines() if line.startswith("| `")]
    # The last column describes the permission.
    assert [f"{line.rsplit(' | ', 1)[0]} |" for line in rows] == [write_row(one) for one in PERMISSIONS.values()]


PERSON = re.compile(r"\b(\w*user_id|stand_in_id|actor_id|who|\w*person|(user|author|member|me)\.id)\b")


def list_comparing(path: Path) -> set[str]:
    """Return the functions of a module that compare people, or look for their seats."""
    found = set()

    def visit(node: ast.AST, function: str) -> None:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            function = node.name
        is_compared = (
            isinstance(node, ast.Compare)
            and not isinstance(node.comparators[0], ast.Constant)
            and PERSON.search(ast.unparse(node)) is not None
        )
        is_asked = isinstance(node, ast.Attribute) and node.attr == "seats_of"
        if is_compared or is_asked:
            found.add(f"{path.relative_to(ROOT).as_posix()}:{function}")
        for child in ast.iter_child_nodes(node):
            visit(child, function)

    visit(ast.parse(path.read_text(encoding="utf-8")), "")
    return found


def test_only_the_module_authorization_compares_people_to_permit_an_action() -> None:
    paths = [path for path in (ROOT / "bot").rglob("*.py") if path.name != "authorization.py"]
    found = set().union(*map(list_comparing, paths))
    assert {one if one in COMPARING else one.partition(":")[0] for one in found} == set(COMPARING)


def test_silence_permits_an_action_only_a_day_after_the_owner_was_asked() -> None:
    for name, permission in PERMISSIONS.items():
        assert name == permission.name
        assert permission.may
        # Silence counts only for someone who was asked, and had at least a day. `Votes.ring` pings them again.
        assert permission.silence is None or "owner" in permission.asked
        assert permission.silence is None or permission.silence >= timedelta(hours=24)
        assert "stand_in" not in permission.asked


# -- hostile people --------------------------------------------------------------------------------------------


@pytest.fixture(scope="session")
def databases(tmp_path_factory: pytest.TempPathFactory, empty_database: Path) -> Callable[[int, bool], Path]:
    """Make a database with a table of this size, begun or not, once, since copying it is quicker."""

    @cache
    def make(size: int, is_begun: bool) -> Path:
        path = shutil.copyfile(empty_database, tmp_path_factory.mktemp("tables") / "games.sqlite3")

        async def fill() -> None:
            storage = await open_storage(f"sqlite:///{path}", now=Clock())
            await open_table(Tables(storage), size, is_begun=is_begun)
            await storage.close()

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(SEEDS, lambda count: f"{size} people".encode().ljust(count, b"."))
            asyncio.run(fill())
        return path

    return make


@pytest.fixture
def database(
    request: pytest.FixtureRequest, tmp_path: Path, empty_database: Path, databases: Callable[[int, bool], Path]
) -> str:
    """Return the address of a database; a test that tries each permission gets one with its table."""
    case = getattr(request.node, "callspec", None)
    name = case.params.get("name", "") if case is not None else ""
    template = empty_database
    if case is not None and name in PERMISSIONS:
        template = databases(case.params.get("size", 2), WHEN.get(name, "playing") != "open")
    return f"sqlite:///{shutil.copyfile(template, tmp_path / 'games.sqlite3')}"


Attempt = Callable[[Tables, str, int, str], Awaitable[Any]]


async def try_play(tables: Tables, game_id: str, attacker: int, seat: str) -> None:
    moment = await tables.moment(game_id)
    assert moment.decision is not None
    await tables.at(game_id, attacker).play([moment.decision.options[0].key])


async def try_know(tables: Tables, game_id: str, attacker: int, seat: str) -> None:
    elsewhere: Any = SimpleNamespace(channel_id=None, guild=None, user=SimpleNamespace(id=attacker))
    if not can_see_table(elsewhere, await tables.table(game_id)):
        raise TableError(text("error.no_such_table", name=game_id))


async def try_rewind(tables: Tables, game_id: str, attacker: int, seat: str) -> None:
    turns = await tables.rewinding.list_turns(game_id)
    await tables.rewinding.propose(None, game_id, attacker, turns[-1].number)


async def try_to_correct(tables: Tables, game_id: str, attacker: int, seat: str) -> None:
    """Try a correction, and propose it."""
    tried = await tables.corrections.try_out(game_id, attacker, lambda game: {"unity": 5})
    await tables.corrections.propose(None, game_id, attacker, tried.version)


async def open_season(tables: Tables, host: int, rank: Rank) -> Club:
    """Open a season."""
    return await Seasons(tables, STANDARD_LIMITS).open(
        5,
        guild_id=1,
        channel_id=5,
        name="Spring",
        scenario="short",
        language="en",
        host_user_id=host,
        ends=tables.storage.now() + timedelta(days=9),
        rank=rank,
    )


async def fill_season(tables: Tables) -> str:
    """Open the season of the host, which Eve enters with others, unless it exists, and return its id."""
    seasons = Seasons(tables, STANDARD_LIMITS)
    for season in await seasons.find_all(1):
        return season.id
    club = await open_season(tables, HOST, "manager")
    for who in (EVE, EVE + 1, PEOPLE[SEATS[0]]):
        await seasons.enter(None, club.season.id, who, "Eve")
    return club.season.id


def try_in_season(permission: str) -> Attempt:
    """Return an attempt to do something about a season of the host, or about Eve, who has entered it with another."""

    async def attempt(tables: Tables, game_id: str, attacker: int, seat: str) -> None:
        seasons, rank = Seasons(tables, STANDARD_LIMITS), RANK[attacker]
        season_id = await fill_season(tables)
        match permission:
            case "enter":
                await seasons.enter(None, season_id, attacker, "Mallory")
            case "drop_out":
                await seasons.leave(None, season_id, attacker)
            case "begin_season":
                await seasons.start(None, season_id, attacker, rank=rank)
            case "end_season":
                await seasons.close(None, season_id, attacker, rank=rank)
            case "expel":
                await seasons.expel(None, season_id, attacker, EVE, rank=rank)
            case "substitute":
                await seasons.substitute(None, season_id, attacker, 66, "Sub", rank=rank)

    return attempt


async def ask_for_seat(tables: Tables, game_id: str) -> int:
    """Let Eve ask for a seat, unless she has done so, and return the number of her request."""
    async with tables.storage.read() as reader:
        for asked in await reader.arrangements(game_id, "request"):
            return asked.id
    async with tables.storage.transaction() as tx:
        until = tx.now + timedelta(days=1)
        return (await tx.arrange(game_id, EVE, "request", until=until, payload={"name": "Eve"})).id


async def try_to_answer(tables: Tables, game_id: str, attacker: int, seat: str) -> None:
    """Answer in the host's place to someone who has asked for a seat."""
    asked = await ask_for_seat(tables, game_id)
    await tables.entrances.answer(None, game_id, attacker, asked, agree=False, rank=RANK[attacker])


IN_SEASON = ("enter", "drop_out", "begin_season", "end_season", "expel", "substitute")
ATTEMPTS: dict[str, Attempt] = {
    "know": try_know,
    "page": lambda tables, game_id, who, seat: Links(tables.storage, "http://localhost").renew(game_id, who),
    "join": lambda tables, game_id, who, seat: tables.lobby.join(None, game_id, who, "Mallory", seat),
    "leave": lambda tables, game_id, who, seat: tables.lobby.leave(None, game_id, who, seat),
    "watch": lambda tables, game_id, who, seat: tables.entrances.watch(None, game_id, who, "card"),
    "side": lambda tables, game_id, who, seat: tables.lobby.toggle(None, game_id, who, "experts"),
    "start": lambda tables, game_id, who, seat: tables.lobby.start(
        None, game_id, who, with_automatic=True, rank=RANK[who]
    ),
    "close": lambda tables, game_id, who, seat: tables.lobby.close(None, game_id, who, "Mallory", rank=RANK[who]),
    "abandon": lambda tables, game_id, who, seat: tables.lobby.close(None, game_id, who, "Mallory", rank=RANK[who]),
    "rematch": lambda tables, game_id, who, seat: tables.lobby.rematch(1000, game_id, who, "Mallory"),
    "play": try_play,
    # `test_proposing` tries this at a table where a turn is proposed.
    "confirm": lambda tables, game_id, who, seat: tables.at(game_id, who).confirm(),
    "order": lambda tables, game_id, who, seat: tables.standing_orders.give(
        None, game_id, who, GandhiOrder("pass", "game"), seat
    ),
    "away": lambda tables, game_id, who, seat: tables.absences.leave(None, game_id, who, StandIn(EVE, "Eve"), None),
    "back": lambda tables, game_id, who, seat: tables.absences.come_back(None, game_id, who),
    "settings": lambda tables, game_id, who, seat: tables.settings.change(
        None, game_id, who, language="it", no_advice=True
    ),
    "terms": lambda tables, game_id, who, seat: tables.settings.change(
        None, game_id, who, pace=Pace(1, 6, "arjuna"), opponent="chanakya_1"
    ),
    "rewind": try_rewind,
    "correct": try_to_correct,
    "offer": lambda tables, game_id, who, seat: tables.replacing.propose(None, game_id, who, seat, StandIn(EVE, "Eve")),
    "claim": lambda tables, game_id, who, seat: tables.replacing.propose(
        None, game_id, who, SEATS[-1], StandIn(who, "Mallory")
    ),
    "replace": lambda tables, game_id, who, seat: tables.replacing.propose(None, game_id, who, seat, StandIn(who, "M")),
    "hand_over": lambda tables, game_id, who, seat: tables.replacing.hand_over(
        None, game_id, who, PEOPLE[seat], "Mallory", rank=RANK[who]
    ),
    "remove": lambda tables, game_id, who, seat: tables.replacing.remove(
        None, game_id, who, PEOPLE[seat], "Mallory", rank=RANK[who]
    ),
    "free": lambda tables, game_id, who, seat: tables.replacing.free(None, game_id, who, seat, rank=RANK[who]),
    "keep": lambda tables, game_id, who, seat: tables.expiry.keep(None, game_id, who, "Mallory"),
    "reactivate": lambda tables, game_id, who, seat: tables.expiry.reactivate(None, game_id, who, "Mallory"),
    "server": lambda tables, game_id, who, seat: tables.servers.change(None, 1, who, RANK[who], {"language": "it"}),
    "appoint": lambda tables, game_id, who, seat: tables.servers.change(None, 1, who, RANK[who], {"moderators": 7}),
    "season": lambda tables, game_id, who, seat: open_season(tables, who, RANK[who]),
    **{name: try_in_season(name) for name in IN_SEASON},
    "look": lambda tables, game_id, who, seat: tables.entrances.change(None, game_id, who, private=True),
    "reserve": lambda tables, game_id, who, seat: tables.entrances.reserve(None, game_id, who, EVE),
    "admit": try_to_answer,
    "talk": lambda tables, game_id, who, seat: tables.talks.begin(game_id, who, [SEATS[1]]),
}
"""How a hostile person tries each permission at the seat of another."""
WHEN: dict[str, GameStatus] = {
    "side": "open",
    "start": "open",
    "close": "open",
    "rematch": "over",
    "remove": "open",
    "reactivate": "archived",
    "look": "open",
    "reserve": "open",
    "admit": "open",
}
"""When it is tried; all else while the game is played."""
ALLOWED = {
    *(("know", "host"), ("know", "stand_in"), ("page", "host")),
    *(("begin_season", "host"), ("end_season", "host"), ("expel", "host"), ("substitute", "host")),
    *(("enter", "host"), ("enter", "stand_in"), ("enter", "outsider")),
    *(("look", "host"), ("reserve", "host"), ("admit", "host")),
    *(("watch", "host"), ("watch", "stand_in"), ("watch", "outsider")),
    *(("start", "host"), ("close", "host"), ("rematch", "host"), ("settings", "host"), ("terms", "host")),
    ("hand_over", "host"),
    ("keep", "host"),
    *(("play", "stand_in"), ("back", "stand_in")),
}
"""The permissions of each kind of person. Where fewer than four play, everyone may also ask for a seat of Arjuna's."""


@pytest.mark.parametrize("name", PERMISSIONS)
async def test_the_use_of_a_permission_is_announced_if_it_concerns_the_table(storage: Storage, name: str) -> None:
    tables = Tables(storage)
    status = WHEN.get(name, "playing")
    game_id = await open_table(tables, 2, is_begun=status != "open")
    seat, other = SEATS[:2]
    who = HOST if "host" in PERMISSIONS[name].may else PEOPLE[seat]
    if set(PERMISSIONS[name].may) <= {"moderator", "manager"}:
        who = MANAGER
    if name == "play":
        seat = whose(await tables.moment(game_id))
        who = PEOPLE[seat]
    elif name == "back":
        await tables.absences.leave(None, game_id, who, StandIn(EVE, "Eve"), None)
    elif name == "replace":
        seat = other
    elif name == "confirm":
        await go_to_proposal(tables, game_id)
    elif name in ("abandon", "join"):
        await tables.lobby.leave(None, game_id, PEOPLE[other], "")
        who, seat = (who, seat) if name == "abandon" else (EVE, other)
    elif name == "reactivate":
        async with tables.transactions.begin(game_id, None) as tx:
            await tx.update_game(game_id, status="archived")
    elif name == "rematch":
        async with tables.transactions.begin(game_id, None) as tx:
            await tx.abandon_game(game_id, tx.table.game.options)
    before = await posts_of(storage, game_id)
    result: Any = None
    if name == "play":
        await act_plainly(tables, await tables.moment(game_id), who)
    else:
        result = await ATTEMPTS[name](tables, game_id, who, seat)
    if name == "rematch":
        made, _ = result
        await tables.lobby.settle(made.id, None)
        before, game_id = [], made.id
    assert (await posts_of(storage, game_id) != before) == (name in TOLD)


async def go_to_proposal(tables: Tables, game_id: str) -> None:
    """Continue to a turn that Arjuna proposes."""
    async with tables.transactions.begin(game_id, None) as tx:
        await change_state(tx, game_id, proposes=True)
    while not (moment := await tables.moment(game_id)).is_proposed:
        await act_plainly(tables, moment, PEOPLE[whose(moment)])


async def open_table(tables: Tables, size: int, *, is_begun: bool = True) -> str:
    """Open a table of ``size`` people, whose host has no seat; if it ``is_begun``, one turn has been played."""
    for made in await tables.lobby.find_tables(guild_id=1):
        # The test has a copy of a database that already has the table.
        assert (len(people_of(made)), made.game.status != "open") == (size, is_begun)
        return made.id
    table = await tables.lobby.create(
        1, name="Salt", scenario="short", language="en", host_user_id=HOST, host_name="Mo", guild_id=1, channel_id=5
    )
    for seat in SEATS[:size]:
        await tables.lobby.join(None, table.id, PEOPLE[seat], seat.title(), seat)
    if not is_begun:
        return table.id
    await tables.start(None, table.id, HOST, with_automatic=size < len(SEATS))
    moment = await tables.moment(table.id)
    await act_plainly(tables, moment, PEOPLE[whose(moment)])
    return table.id


def describe(table: Table) -> tuple[Any, ...]:
    """Return what no one can take or change alone."""
    return list_holders(table), table.state.pace.limit, table.state.pace.at_limit, table.opponent


class Trial:
    """A table in a database: people try one thing after the other there until something is written."""

    def __init__(self, storage: Storage, clock: Clock, path: Path, before: Table, seat: str) -> None:
        self.storage, self.clock, self.before, self.seat = storage, clock, before, seat
        self.watching = sqlite3.connect(path)
        self.tried: list[str] = []
        self.is_refused = True

    @classmethod
    async def begin(cls, path: Path, game_id: str, seat: str) -> Trial:
        """Begin at a table of a database."""
        clock = Clock()
        storage = await open_storage(f"sqlite:///{path}", now=clock)
        return cls(storage, clock, path, await Tables(storage).table(game_id), seat)

    def count_writes(self) -> int:
        """Return a number that another program sees change with every write."""
        (number,) = self.watching.execute("PRAGMA data_version").fetchone()
        return int(number)

    async def attempt(self, name: str, attacker: int, *, is_allowed: bool) -> bool:
        """Let someone try something. A refusal leaves the table as it was. Return whether anything was written."""
        count = self.count_writes()
        self.tried.append(name)
        self.is_refused = False
        try:
            await ATTEMPTS[name](Tables(self.storage), self.before.id, attacker, self.seat)
        except TableError:
            self.is_refused = True
        assert self.is_refused != is_allowed, name
        is_written = self.count_writes() != count
        if is_written and self.is_refused:
            assert (await Tables(self.storage).table(self.before.id)).game == self.before.game, name
        return is_written

    async def end(self, attacker: int) -> None:
        """Let others agree and a day pass; check that the attacker alone has taken no seat and changed no terms."""
        tables, game_id = Tables(self.storage), self.before.id
        async with self.storage.read() as reader:
            vote = await find_vote(reader, await tables.table(game_id))
        for who in (attacker, EVE) if vote is not None else ():
            for agree in (True, False) if who == EVE else (True,):
                with suppress(TableError):
                    await tables.votes.answer(None, game_id, who, vote.number if vote is not None else 0, agree=agree)
        await let_pass(self.clock, Timekeeper(tables), 26)
        after = await tables.table(game_id)
        assert describe(after) == describe(self.before), self.tried
        assert not self.is_refused or after.game.version == self.before.game.version, self.tried

    async def close(self) -> None:
        """Close the database."""
        self.watching.close()
        await self.storage.close()


@pytest_asyncio.fixture
async def trials() -> AsyncIterator[list[Trial]]:
    """Collect the trials of a test, whose databases are closed after it."""
    begun: list[Trial] = []
    yield begun
    for trial in begun:
        await trial.close()


@pytest.fixture
def templates(databases: Callable[[int, bool], Path], size: int) -> dict[bool, Path]:
    """Return a database with a table that has begun, and one with a table that has not."""
    return {is_begun: databases(size, is_begun) for is_begun in (True, False)}


async def prepare(path: Path, kind: str, attacker: int, size: int, *, is_represented: bool) -> tuple[str, str]:
    """Bring a copied table to the moment of the attempts, and return its id and the seat that is attacked."""
    storage = await open_storage(f"sqlite:///{path}", now=Clock())
    tables = Tables(storage)
    is_begun = kind not in ("open", "request")
    game_id = await open_table(tables, size, is_begun=is_begun)
    seat = whose(await tables.moment(game_id)) if is_begun else SEATS[0]
    if is_represented and is_begun:
        await tables.absences.leave(None, game_id, PEOPLE[seat], StandIn(attacker, "Sub"), None)
    if kind == "archived":
        async with tables.transactions.begin(game_id, None) as tx:
            await tx.update_game(game_id, status="archived")
    if kind == "over":
        async with tables.transactions.begin(game_id, None) as tx:
            await tx.abandon_game(game_id, tx.table.game.options)
    if kind == "season":
        await fill_season(tables)
    if kind == "request":
        await ask_for_seat(tables, game_id)
    await storage.close()
    return game_id, seat


@pytest.mark.parametrize("size", [2, 3, 4])
@pytest.mark.parametrize("role", ["host", "stand_in", "outsider"])
async def test_no_role_can_take_anothers_seat_without_consent(
    tmp_path: Path, trials: list[Trial], templates: dict[bool, Path], role: str, size: int
) -> None:
    """Try at the same table as long as nothing is written; otherwise at another copy."""
    assert ATTEMPTS.keys() == PERMISSIONS.keys()
    attacker = {"host": HOST, "stand_in": 77, "outsider": OUTSIDER}[role]
    kinds: defaultdict[str, list[str]] = defaultdict(list)
    for name in PERMISSIONS:
        kinds["season" if name in IN_SEASON else "request" if name == "admit" else WHEN.get(name, "playing")].append(
            name
        )
    for kind, names in kinds.items():
        prepared = shutil.copyfile(templates[kind not in ("open", "request")], tmp_path / kind)
        game_id, seat = await prepare(prepared, kind, attacker, size, is_represented=role == "stand_in")
        trial: Trial | None = None
        for name in names:
            if trial is None:
                trial = await Trial.begin(shutil.copyfile(prepared, tmp_path / name), game_id, seat)
                trials.append(trial)
            is_allowed = (name, role) in ALLOWED or (name == "claim" and size < len(SEATS))
            # Where every seat is taken, none can be kept for anyone.
            is_allowed = is_allowed and not (name == "reserve" and size == len(SEATS))
            if await trial.attempt(name, attacker, is_allowed=is_allowed):
                await trial.end(attacker)
                trial = None
        if trial is not None:
            await trial.end(attacker)


@pytest.mark.parametrize("size", [2, 3, 4])
async def test_only_the_last_person_at_a_table_can_abandon_its_game(storage: Storage, size: int) -> None:
    tables = Tables(storage)
    game_id = await open_table(tables, size)
    seat, *others = SEATS[:size]
    for other in others:
        with pytest.raises(TableError) as refusal:
            await tables.lobby.close(None, game_id, PEOPLE[seat])
        assert refusal.value.text.key == "error.close_others"
        await tables.lobby.leave(None, game_id, PEOPLE[other], "")
    await tables.absences.leave(None, game_id, PEOPLE[seat], StandIn(77, "Sub"), None)
    for who in (HOST, 77, OUTSIDER, *(PEOPLE[other] for other in others)):
        with pytest.raises(TableError):
            await tables.lobby.close(None, game_id, who)
    assert (await tables.lobby.close(None, game_id, PEOPLE[seat], "Raj")).is_abandoned


async def test_the_host_but_no_former_player_can_close_a_game_that_everyone_left(storage: Storage) -> None:
    tables = Tables(storage)
    game_id = await open_table(tables, 2)
    for seat in SEATS[:2]:
        await tables.lobby.leave(None, game_id, PEOPLE[seat], "")
    for who in (OUTSIDER, *PEOPLE.values()):
        with pytest.raises(TableError) as refusal:
            await tables.lobby.close(None, game_id, who)
        assert refusal.value.text.key == "error.host_or_moderator"
    assert (await tables.lobby.close(None, game_id, HOST, "Mo")).is_abandoned


@pytest.mark.parametrize("size", [2, 3, 4])
async def test_no_stand_in_or_outsider_votes_in_place_of_the_owner_of_a_seat(storage: Storage, size: int) -> None:
    tables = Tables(storage)
    game_id = await open_table(tables, size)
    first, second = SEATS[:2]
    await tables.absences.leave(None, game_id, PEOPLE[first], StandIn(PEOPLE[second], "Second"), None)
    number = (await tables.rewinding.list_turns(game_id))[-1].number
    asked = await tables.rewinding.propose(None, game_id, PEOPLE[second], number)
    # One click by a stand-in with a seat counts for their own seat only.
    assert first in asked.missing
    assert second not in asked.missing
    for who, agree in ((PEOPLE[second], True), (OUTSIDER, True), (OUTSIDER, False), (HOST, False)):
        with suppress(TableError):
            assert first in (await tables.votes.answer(None, game_id, who, asked.number, agree=agree)).missing
    async with storage.read() as reader:
        vote = await find_vote(reader, await tables.table(game_id))
    assert vote is not None
    assert first in vote.missing


# -- how silence is counted ------------------------------------------------------------------------------------


async def propose(storage: Storage, size: int = 2) -> tuple[Tables, str, str, int]:
    """Let all but the owner agree that Eve takes a seat; return service, table id, seat and number of the vote."""
    tables = Tables(storage)
    game_id = await open_table(tables, size)
    seat = whose(await tables.moment(game_id))
    others = [one for one in SEATS[:size] if one != seat]
    asked = await tables.replacing.propose(None, game_id, PEOPLE[others[0]], seat, StandIn(EVE, "Eve"))
    for who in (*(PEOPLE[one] for one in others[1:]), EVE):
        asked = await tables.votes.answer(None, game_id, who, asked.number, agree=True)
    assert asked.missing == (seat,)
    return tables, game_id, seat, asked.number


async def pings_of(storage: Storage, game_id: str, who: int) -> list[str]:
    """Return what a person was pinged with."""
    return [post.content for post in await posts_of(storage, game_id) if who in post.pings]


@pytest.mark.parametrize("size", [2, 3, 4])
async def test_a_proposed_replacement_pings_the_owner_at_its_start_middle_and_end(
    storage: Storage, clock: Clock, size: int
) -> None:
    tables, game_id, seat, _ = await propose(storage, size)
    owner, keeper = PEOPLE[seat], Timekeeper(tables)
    assert ["Proposal: Eve plays" in words for words in await pings_of(storage, game_id, owner)] == [True]
    await let_pass(clock, keeper, 11)
    assert len(await pings_of(storage, game_id, owner)) == 1
    await let_pass(clock, keeper, 1)
    assert "Half of the time is over" in (await pings_of(storage, game_id, owner))[1]
    assert "for 12 hours more" in (await pings_of(storage, game_id, owner))[1]
    await let_pass(clock, keeper, 11)
    assert (await tables.table(game_id)).seats_of(owner) == [seat]
    await let_pass(clock, keeper, 1)
    assert (await tables.table(game_id)).seats_of(EVE) == [seat]
    assert "From now on Eve plays" in (await pings_of(storage, game_id, owner))[2]


async def test_a_silent_person_is_warned_of_a_replacement_and_can_stop_it(storage: Storage, clock: Clock) -> None:
    tables = Tables(storage)
    game_id = await open_table(tables, 2)
    seat = whose(await tables.moment(game_id))
    (other,) = [one for one in SEATS[:2] if one != seat]
    asked = await tables.replacing.propose(None, game_id, PEOPLE[other], seat, StandIn(EVE, "Eve"))
    await let_pass(clock, Timekeeper(tables), 40)
    assert "your silence" in (await pings_of(storage, game_id, PEOPLE[seat]))[2]
    assert len(await pings_of(storage, game_id, PEOPLE[seat])) == 3
    await tables.moment(game_id, PEOPLE[seat])
    with pytest.raises(TableError):
        await tables.votes.answer(None, game_id, EVE, asked.number, agree=True)
    assert (await tables.table(game_id)).seats_of(PEOPLE[seat]) == [seat]


async def test_the_time_to_object_runs_only_while_the_game_waits_for_the_seat(storage: Storage, clock: Clock) -> None:
    tables = Tables(storage)
    game_id = await open_table(tables, 2)
    seat = whose(await tables.moment(game_id))
    (other,) = [one for one in SEATS[:2] if one != seat]
    await act_plainly(tables, await tables.moment(game_id), PEOPLE[seat])
    await play_until(tables, game_id, other)
    asked = await tables.replacing.propose(None, game_id, PEOPLE[other], seat, StandIn(EVE, "Eve"))
    await tables.votes.answer(None, game_id, EVE, asked.number, agree=True)
    keeper = Timekeeper(tables)
    await let_pass(clock, keeper, 70)
    assert (await tables.table(game_id)).seats_of(PEOPLE[seat]) == [seat]
    moment = await tables.moment(game_id)
    while whose(moment) == other:
        moment = await act_plainly(tables, moment, PEOPLE[other])
    await let_pass(clock, keeper, 10)
    # When the other player undoes their turn, the clock of the question stops, and continues when the game moves on.
    await tables.at(game_id, PEOPLE[other]).undo()
    assert whose(await tables.moment(game_id)) == other
    await let_pass(clock, keeper, 70)
    async with storage.read() as reader:
        vote = await find_vote(reader, await tables.table(game_id))
    assert vote is not None
    assert (vote.waited, vote.since) == (10 * 3600, 0)


async def test_an_outage_counts_as_at_most_an_hour_of_the_time_to_object(storage: Storage, clock: Clock) -> None:
    _, game_id, seat, _ = await propose(storage)
    for _ in range(3):
        # The bot was down for two days, and starts again.
        clock.go(days=2)
        tables = Tables(storage)
        await Timekeeper(tables).fire_due()
    assert (await tables.table(game_id)).seats_of(PEOPLE[seat]) == [seat]
    async with storage.read() as reader:
        vote = await find_vote(reader, await tables.table(game_id))
    assert vote is not None
    assert vote.waited == 3 * 3600
    await let_pass(clock, Timekeeper(tables), 21)
    assert (await tables.table(game_id)).seats_of(EVE) == [seat]


Act = Callable[[Tables, str, int], Awaitable[Any]]
ACTS: dict[str, Act] = {
    "looks": lambda tables, game_id, who: tables.moment(game_id, who),
    "drafts": lambda tables, game_id, who: tables.at(game_id, who).pass_turn(),
    "orders": lambda tables, game_id, who: tables.standing_orders.give(None, game_id, who, GandhiOrder("pass", "card")),
    "goes": lambda tables, game_id, who: tables.absences.leave(None, game_id, who, StandIn(77, "Sub"), None),
    "entrusts": lambda tables, game_id, who: tables.absences.leave(None, game_id, who, AUTOMATIC_PLAYER, None),
    "refuses": lambda tables, game_id, who: answer(tables, game_id, who),
}


async def answer(tables: Tables, game_id: str, who: int) -> None:
    """Refuse whatever is asked."""
    async with tables.storage.read() as reader:
        vote = await find_vote(reader, await tables.table(game_id))
    assert vote is not None
    await tables.votes.answer(None, game_id, who, vote.number, agree=False)


@pytest.mark.parametrize("act", ACTS)
async def test_any_action_of_the_owner_ends_the_vote_about_their_seat(storage: Storage, clock: Clock, act: str) -> None:
    tables, game_id, seat, number = await propose(storage)
    keeper = Timekeeper(tables)
    await let_pass(clock, keeper, 23)
    await ACTS[act](tables, game_id, PEOPLE[seat])
    await let_pass(clock, keeper, 30)
    assert (await tables.table(game_id)).seats_of(PEOPLE[seat]) == [seat]
    with pytest.raises(TableError):
        await tables.votes.answer(None, game_id, EVE, number, agree=True)
    assert "vote" not in (await tables.table(game_id)).game.options
    async with storage.read() as reader:
        assert [timer.kind for timer in await reader.timers(game_id) if timer.kind == "vote"] == []


async def test_a_person_past_the_time_limit_is_away_and_keeps_the_seat(storage: Storage, clock: Clock) -> None:
    tables, game_id, seat, _ = await propose(storage)
    async with tables.transactions.begin(game_id, None) as tx:
        await tables.timers.set_pace(tx, game_id, Pace(0, 6, "arjuna"))
    await let_pass(clock, Timekeeper(tables), 50)
    table = await tables.table(game_id)
    assert table.absence(seat) is not None
    assert table.seats_of(PEOPLE[seat]) == [seat]
    told = [post.content for post in await posts_of(storage, game_id)]
    assert any("is away and keeps the seat" in words for words in told)


async def test_a_stand_in_who_resigns_does_not_give_the_seat_away(storage: Storage, clock: Clock) -> None:
    tables = Tables(storage)
    game_id = await open_table(tables, 2)
    seat = whose(await tables.moment(game_id))
    (other,) = [one for one in SEATS[:2] if one != seat]
    await tables.absences.leave(
        None, game_id, PEOPLE[seat], StandIn(PEOPLE[other], "Other"), clock() + timedelta(days=20)
    )
    await tables.absences.come_back(None, game_id, PEOPLE[other])
    keeper = Timekeeper(tables)
    for _ in range(2):
        with pytest.raises(TableError) as refusal:
            await tables.replacing.propose(None, game_id, PEOPLE[other], seat, StandIn(EVE, "Eve"))
        assert refusal.value.text.key == "error.owner_away"
        clock.go(days=9)
    await act_plainly(tables, await tables.moment(game_id, PEOPLE[seat]), PEOPLE[seat])
    assert (await tables.table(game_id)).absences == ()
    await keeper.fire_due()


async def test_only_the_person_who_is_offered_a_seat_answers_the_offer(storage: Storage) -> None:
    tables = Tables(storage)
    game_id = await open_table(tables, 3)
    seat, *others = SEATS[:3]
    asked = await tables.replacing.propose(None, game_id, PEOPLE[seat], seat, StandIn(EVE, "Eve"))
    for who in (PEOPLE[others[0]], PEOPLE[others[1]], HOST, OUTSIDER):
        for agree in (True, False):
            with pytest.raises(TableError):
                await tables.votes.answer(None, game_id, who, asked.number, agree=agree)
    # Neither a further turn nor a third person's leaving ends the vote.
    await play_until(tables, game_id, seat)
    await act_plainly(tables, await tables.moment(game_id, PEOPLE[seat]), PEOPLE[seat])
    await tables.lobby.leave(None, game_id, PEOPLE[others[1]], "")
    assert (await tables.votes.answer(None, game_id, EVE, asked.number, agree=True)).is_done
    assert (await tables.table(game_id)).seats_of(EVE) == [seat]


async def test_the_owner_of_a_seat_can_withdraw_their_offer_of_it(storage: Storage) -> None:
    tables = Tables(storage)
    game_id = await open_table(tables, 2)
    asked = await tables.replacing.propose(None, game_id, PEOPLE["raj"], "raj", StandIn(EVE, "Eve"))
    await tables.votes.answer(None, game_id, PEOPLE["raj"], asked.number, agree=False)
    with pytest.raises(TableError):
        await tables.votes.answer(None, game_id, EVE, asked.number, agree=True)
    again = await tables.replacing.propose(None, game_id, PEOPLE["raj"], "raj", StandIn(56, "Zed"))
    assert (await tables.votes.answer(None, game_id, 56, again.number, agree=True)).is_done


async def test_an_owner_of_several_seats_is_asked_once_and_loses_only_one(storage: Storage, clock: Clock) -> None:
    tables = Tables(storage)
    table = await tables.lobby.create(
        1, name="Salt", scenario="short", language="en", host_user_id=HOST, host_name="Mo", guild_id=1, channel_id=5
    )
    for seat, who in zip(SEATS, (21, 22, 22, 22), strict=True):
        await tables.lobby.join(None, table.id, who, seat.title(), seat)
    await tables.start(None, table.id, HOST)
    seat = await play_until(tables, table.id, *SEATS[1:])
    asked = await tables.replacing.propose(None, table.id, 21, seat, AUTOMATIC_PLAYER)
    assert asked.missing == (seat,)
    await let_pass(clock, Timekeeper(tables), 24)
    assert set((await tables.table(table.id)).seats_of(22)) == {*SEATS[1:]} - {seat}


async def test_a_lone_player_changes_the_settings_without_a_vote(storage: Storage) -> None:
    tables = Tables(storage)
    game_id = await open_table(tables, 1)
    async with tables.transactions.begin(game_id, None) as tx:
        await tx.update_game(game_id, host_user_id=PEOPLE["raj"])
    done = await tables.settings.change(None, game_id, PEOPLE["raj"], pace=Pace(1, 6, "remind"), opponent="chanakya_1")
    assert done.is_done
    assert done.table.state.pace.limit == 6
    assert done.table.opponent == "chanakya_1"


async def test_a_setting_may_be_put_to_the_vote_again_and_reminders_need_no_vote(storage: Storage) -> None:
    tables = Tables(storage)
    game_id = await open_table(tables, 2)
    for hours in (6, 12):
        asked = await tables.settings.change(None, game_id, HOST, pace=Pace(24, hours, "remind"))
        assert asked.missing == SEATS[:2]
        for seat in SEATS[:2]:
            assert (await tables.table(game_id)).state.pace.limit != hours
            asked = await tables.votes.answer(None, game_id, PEOPLE[seat], asked.number, agree=True)
        assert asked.table.state.pace.limit == hours
    assert (await tables.settings.change(None, game_id, HOST, pace=Pace(3, 12, "remind"))).is_done
    await tables.settings.change(None, game_id, HOST, pace=Pace(3, 6, "remind"))
    await answer(tables, game_id, PEOPLE["raj"])
    with pytest.raises(TableError) as refusal:
        await tables.settings.change(None, game_id, HOST, pace=Pace(3, 6, "remind"))
    assert refusal.value.text.key == "error.vote_again"


async def test_a_vote_stored_by_an_older_version_counts_as_over(storage: Storage) -> None:
    tables = Tables(storage)
    game_id = await open_table(tables, 2)
    payload = {"seat": "raj", "by": 22, "holder": 21, "user": EVE, "name": "Eve", "number": 5}
    async with tables.transactions.begin(game_id, None) as tx:
        await tx.put_ballot(game_id, "replace", 0, payload, ["congress", "newcomer"])
    with pytest.raises(TableError) as refusal:
        await tables.votes.answer(None, game_id, EVE, 5, agree=True)
    assert refusal.value.text.key == "error.no_vote"
    assert (await tables.rewinding.propose(None, game_id, 21, 1)).missing == ("congress",)


async def test_a_vote_about_a_seat_ends_when_its_owner_deletes_their_data(storage: Storage) -> None:
    _, game_id, seat, _ = await propose(storage)
    async with storage.transaction() as tx:
        await tx.forget_user(PEOPLE[seat])
        assert await tx.ballot(game_id) is None

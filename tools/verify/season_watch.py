"""Watch seasons in which hostile people do anything, data are deleted and the bot crashes: the results must stay right.

`tools.verify.hold_ups` watches them beside tables.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from random import Random
from unittest import mock

from bot.seasons import advancing
from bot.seasons.club import Club
from bot.tables.absences import AUTOMATIC_PLAYER, StandIn
from bot.tables.announcements import MOST_CALLS, read_announcement
from bot.tables.authorization import DAY, Rank
from bot.tables.privacy import Privacy
from bot.tables.servers import Limits
from bot.tables.votes import find_vote
from engine.core.errors import GameError
from storage import Storage, UnknownGame
from tests.bot.clock import Clock
from tests.bot.players import act_plainly
from tests.seasons.world import HOST, PEOPLE, SEATS, SeasonWorld

OUTSIDER, SUBSTITUTE = 900, 901
ENTRANTS = list(PEOPLE)[:6]
PLAYING_MODERATOR = ENTRANTS[0]
RANKS: dict[int, Rank] = {HOST: "manager", PLAYING_MODERATOR: "manager"}
COMMANDS = 70


class Crash(Exception):
    """The end of the process in the middle of a step."""


def require(holds: bool, fault: str) -> None:
    """Raise SeasonBroken with a fault unless something holds."""
    if not holds:
        raise SeasonBroken(fault)


class SeasonBroken(Exception):
    """A promise about seasons that was broken."""


class SeasonWatch:
    """A season that people do random things to; ``went`` has those who have dropped out themselves.

    ``done`` is what they have done, for the report. ``club`` and ``seats`` are read again after each act.
    """

    club: Club
    """The season as it is now."""
    seats: dict[tuple[str, str], int | None]
    """The people in the seats of the games that continue."""

    def __init__(self, storage: Storage, clock: Clock, chance: Random) -> None:
        self.world = SeasonWorld(storage, clock, Limits())
        self.chance = chance
        self.season_id = ""
        self.number = 5000
        self.ever_named = {SUBSTITUTE}
        self.went: set[int] = set()
        self.done: list[str] = []

    async def begin(self) -> None:
        """Begin the season."""
        self.season_id = await self.world.begin(len(ENTRANTS), rounds=2)
        await self.world.seasons.substitute(None, self.season_id, HOST, SUBSTITUTE, "Sub")
        await self.look()

    async def look(self) -> None:
        """Read the season and its seats."""
        self.club = await self.world.seasons.find(self.season_id)
        self.seats = {
            (game_id, seat): who
            for game_id in self.club.running
            for seat, who in (await self.world.whose(game_id)).items()
        }

    def pick(self) -> int:
        """Return a random person."""
        return self.chance.choice([HOST, OUTSIDER, SUBSTITUTE, *ENTRANTS])

    # -- what people do ------------------------------------------------------------------------------------

    async def act(self, who: int) -> str:
        """Have a person do a random action, which may be refused, and return its name with the person."""
        club, seasons, tables = self.club, self.world.seasons, self.world.tables
        game_id = self.chance.choice(club.running or [game.game_id for game, _ in club.games])
        seat, other, rank = self.chance.choice(SEATS), self.pick(), RANKS.get(who, "")
        self.number += 1
        newcomer = self.chance.choice([AUTOMATIC_PLAYER, StandIn(other, "New"), StandIn(who, "Me")])
        attempts: dict[str, Callable[[], Awaitable[object]]] = {
            "expel": lambda: seasons.expel(None, self.season_id, who, other, rank=rank),
            "stay": lambda: seasons.stay(None, self.season_id, who),
            "drop_out": lambda: seasons.leave(None, self.season_id, who),
            "close_season": lambda: seasons.close(None, self.season_id, who, rank=rank if who != HOST else ""),
            "enter": lambda: seasons.enter(None, self.season_id, who, "Late"),
            "substitute": lambda: seasons.substitute(None, self.season_id, who, other, "Sub", rank=rank),
            "leave": lambda: tables.leave(None, game_id, who, ""),
            "join": lambda: tables.lobby.join(None, game_id, who, "New", seat),
            "propose": lambda: tables.replacing.propose(None, game_id, who, seat, newcomer),
            "vote": lambda: self.vote(game_id, who),
            "free": lambda: tables.replacing.free(None, game_id, who, seat, rank=rank),
            "hand_over": lambda: tables.replacing.hand_over(None, game_id, who, other, "New", rank=rank),
            "close": lambda: tables.lobby.close(None, game_id, who, "Me", rank=rank),
            "away": lambda: tables.absences.leave(None, game_id, who, newcomer, None),
            "forget": lambda: Privacy(tables).forget(self.number, who),
            "play": lambda: self.play(game_id),
        }
        rare = ("close_season", "forget", "drop_out", "close")
        name = self.chance.choice([*attempts, *(one for one in attempts if one not in rare), "play"])
        if name in rare and self.chance.random() < 0.7:
            name = "propose"
        if name == "close_season" and who == HOST:
            # A host may close a season, but that would end most runs early.
            name = "expel"
        if name == "substitute":
            self.ever_named.add(other)
        if name == "drop_out":
            self.went.add(who)
        before = self.seats
        with suppress(GameError):
            await attempts[name]()
        await self.look()
        self.check_seats(name, who, before)
        return f"{name} by {who}"

    async def vote(self, game_id: str, who: int) -> None:
        """Answer the open vote of a table, if there is one."""
        async with self.world.tables.storage.read() as reader:
            vote = await find_vote(reader, await self.world.tables.table(game_id))
        if vote is not None:
            agree = self.chance.random() < 0.8
            await self.world.tables.votes.answer(None, game_id, who, vote.number, agree=agree)

    async def play(self, game_id: str) -> None:
        """Make a plain move for the person for whom a game waits, if there is one."""
        moment = await self.world.tables.moment(game_id)
        owner = moment.table.owner_of(moment.decision.seat) if moment.decision is not None else 0
        if owner:
            await act_plainly(self.world.tables, await self.world.tables.moment(game_id, owner), owner)

    async def let_pass(self) -> str:
        """Let time pass, in which a game may end, or the bot crashes in the middle of a step and is started again."""
        world, club = self.world, self.club
        kind = self.chance.choice(["hours", "hours", "end", "crash"])
        if kind == "end" and club.running:
            await self.finish(self.chance.choice(club.running))
        world.clock.go(hours=self.chance.randint(1, 30))
        if kind == "crash":
            name = self.chance.choice(["give_up_seats", "open_table", "create_tables"])

            async def crash(*args: object, **options: object) -> None:
                raise Crash

            with mock.patch.object(advancing, name, crash), suppress(Crash):
                await world.advancing.look(self.season_id)
            self.world = SeasonWorld(world.tables.storage, world.clock, Limits())
            self.world.places = 100 + self.number
            await self.world.advancing.look(self.season_id)
        await self.world.keeper.fire_due()
        await self.look()
        return kind

    async def finish(self, game_id: str) -> None:
        """End a game with a random result."""
        ranking = self.chance.sample(SEATS, len(SEATS))
        margins = {seat: 3 - place for place, seat in enumerate(ranking)}
        async with self.world.tables.transactions.begin(game_id, None) as tx:
            if tx.table.game.status == "playing":
                facts = {"ranking": ranking, "margins": margins, "all_players_lose": self.chance.random() < 0.3}
                await tx.finish_game(game_id, facts)

    # -- what must hold ------------------------------------------------------------------------------------

    def check_seats(self, name: str, who: int, before: dict[tuple[str, str], int | None]) -> None:
        """Check that no one has lost a seat by what another has done, unless they were asked."""
        after = self.seats
        lost = {before[one] for one in before.keys() & after.keys() if before[one] not in (None, after[one])}
        require(lost <= {who} or name in ("vote", "play"), f"{name} by {who} took seats from {lost}")

    async def check(self) -> None:
        """Check all that must hold after every action. Raises SeasonBroken."""
        club = self.club
        people = {one.place: one.user_id for one in club.entrants}
        paired = {game.game_id: dict(zip(SEATS, game.places, strict=True)) for game, _ in club.games}
        for (game_id, seat), who in self.seats.items():
            place = paired[game_id][seat]
            require(
                who is None or who == people.get(place) or who in self.ever_named,
                f"{who} has a seat of another: {game_id} {seat}",
            )
        standings, games = await self.world.seasons.rank(club)
        rounds = {game.game_id: game.round for game, _ in club.games}
        results = Counter((rounds[past.game.id], who) for past in games for who in past.results)
        require(all(count == 1 for count in results.values()), "an entrant has two results in a round")
        require(all(who in people.values() for _, who in results), "a result of somebody who is no entrant")
        for past in games:
            mine = [people.get(place) for place in paired[past.game.id].values()]
            require(set(past.results) <= set(mine), "a result at a table of others")
            require(sum(one.has_won for one in past.results.values()) <= 1, "two people have won a game")
        require(all(one.played <= club.season.round for one in standings), "more games than rounds")
        for one in club.entrants:
            if one.left is not None and one.user_id is not None and one.user_id not in self.went:
                require(
                    one.asked is not None and one.left - one.asked >= DAY,
                    f"{one.user_id} was taken out in less than a day",
                )
        # A season under way always waits for something.
        require((club.season.status == "playing") == (club.season.due is not None), "a season waits for nothing")

    async def check_pings(self) -> None:
        """Check that no one was pinged too often in a day, by a table or by the news of the season."""
        counted = Counter[tuple[str, int, str]]()
        async with self.world.tables.storage.read() as reader:
            for game, _ in self.club.games:
                for post in await reader.posts(game.game_id):
                    announced = read_announcement(post.payload) if "announces" in post.payload else None
                    for person in set(announced.everybody) if announced is not None else ():
                        counted[game.game_id, person, f"{post.created:%Y-%m-%d}"] += 1
        require(max(counted.values(), default=0) <= MOST_CALLS, f"pinged too often: {counted.most_common(1)}")

    async def run(self, acts: int = COMMANDS) -> None:
        """Let people act, and time pass, and check that the season ends and announces everything once.

        Raises SeasonBroken.
        """
        await self.begin()
        for _ in range(acts):
            try:
                is_act = self.chance.random() < 0.75
                self.done.append(await self.act(self.pick()) if is_act else await self.let_pass())
            except UnknownGame:
                await self.look()
            await self.check()
            if self.club.season.status != "playing":
                break
        # The season must be over in the end.
        self.world.clock.go(days=101)
        await self.world.keeper.fire_due()
        await self.look()
        require(self.club.season.status == "over", "a season has not ended")
        news = await self.world.news(self.season_id)
        once = Counter((one.about, one.number) for one in news if one.about in ("round", "end"))
        require(set(once.values()) == {1}, f"news more than once: {once}")
        await self.check_pings()


async def watch_season(storage: Storage, clock: Clock, chance: Random) -> list[str]:
    """Watch a season from its beginning to its end; return what was done. Raises SeasonBroken."""
    one = SeasonWatch(storage, clock, chance)
    try:
        await one.run()
    except SeasonBroken as error:
        raise SeasonBroken(f"{error} after {one.done}") from error
    return one.done

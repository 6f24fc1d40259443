"""The invariants of a table that must hold in the database after every step of its people."""

from __future__ import annotations

from typing import Any

from bot.tables.announcements import ENDING, STATUS, TURN, Turns, read_announcement
from bot.tables.draft import Draft, play_draft
from bot.tables.loading import GameCache, decode_steps, load
from bot.tables.pending import BETWEEN
from engine.core.errors import IllegalChoice
from storage import Choice, Game, Post, Storage, Turn
from tools.subjects import find_subject
from tools.verify.invariants import hold


class Ledger:
    """Follows one table: versions, turns, the log of choices, messages, drafts, the ending."""

    def __init__(self, storage: Storage, game_id: str) -> None:
        self.storage = storage
        self.game_id = game_id
        self.version = 0
        self.choices: list[Choice] = []
        self.posts: dict[int, str] = {}
        self.turns: dict[int, bytes] = {}

    hold = staticmethod(hold)

    async def count(self) -> tuple[int, int, int]:
        """Return the version, how many lines the log has, and how many messages there are."""
        async with self.storage.read() as reader:
            game = await reader.game(self.game_id)
            return game.version, len(await reader.choices(self.game_id)), len(await reader.posts(self.game_id))

    async def check(self) -> bool:
        """Check everything, and return whether the game is over. Raises Broken."""
        async with self.storage.read() as reader:
            game = await reader.game(self.game_id)
            posts = await reader.posts(self.game_id)
            choices = await reader.choices(self.game_id)
            turns = await reader.turns(self.game_id, statuses=("open", "done", "rolled_back"))
            facts = await reader.statistic(self.game_id)
            ballot = await reader.ballot(self.game_id)
            drafts = [await reader.draft(self.game_id, row.seat) for row in await reader.seats(self.game_id)]
            loaded = await load(reader, self.game_id, GameCache())
            self.check_version(game, choices)
            self.check_posts(posts)
            self.check_turns(game, turns, posts)
            hold((facts is not None) == (game.status == "over"), "the facts of a game are there when it is over")
            hold(ballot is None or ballot.version <= game.version, "a vote is about the game as it is or was")
            for draft in drafts:
                hold(draft is None or draft.base_version <= game.version, "a draft is on top of a version that was")
                if draft is not None and draft.base_version == game.version:
                    self.check_draft(loaded.game.blind((draft.seat,)), Draft.read(draft.keys), draft.seat)
        # The game was loaded from the database alone, with an empty cache.
        hold((loaded.game.decision is None) == (game.status == "over"), "a game without a decision is over")
        # Each check has a new watch, since a turn may have been undone since the last one.
        find_subject(loaded.table.game.kind).watch().check(loaded.game)
        seats = {row.seat: row for row in loaded.table.seats}
        hold(len(seats) == len(loaded.game.state.seats), "every seat is there once")
        return game.status == "over"

    def check_version(self, game: Game, choices: list[Choice]) -> None:
        """Check that the version never falls and grows with the log, which is only added to. Raises Broken."""
        hold(game.version >= self.version, "the version never falls", (self.version, game.version))
        hold(choices[: len(self.choices)] == self.choices, "the log of choices only grows")
        grown = len(choices) > len(self.choices)
        hold(not grown or game.version > self.version or not self.choices, "the version grows with the log")
        hold([choice.seq for choice in choices] == list(range(1, len(choices) + 1)), "the log has no gaps")
        self.version, self.choices = game.version, choices

    def check_posts(self, posts: list[Post]) -> None:
        """Check that messages are numbered without gaps, each with its own nonce, and never change."""
        hold([post.seq for post in posts] == list(range(1, len(posts) + 1)), "messages are numbered without gaps")
        hold(len({post.nonce for post in posts}) == len(posts), "every message has its own nonce")
        for post in posts:
            announced = read_announcement(post.payload)
            hold(len(announced.pings) == len(set(announced.pings)), "nobody is pinged twice by a message")
            written = f"{post.kind} {post.target} {post.payload}"
            if post.kind != STATUS:
                hold(self.posts.setdefault(post.seq, written) == written, "a message stays as it was queued", written)
        waiting = [post for post in posts if post.kind == STATUS and post.status == "queued"]
        hold(len(waiting) <= 1, "of the status only the newest waits", len(waiting))

    def check_turns(self, game: Game, turns: list[Turn], posts: list[Post]) -> None:
        """Check that one turn is open during the game, none after it, and that turns and ending are announced.

        Raises Broken.

        A change of seat is announced when someone leaves or joins, not when the game follows.
        """
        open_turns = [turn for turn in turns if turn.status == "open"]
        hold(len(open_turns) == (game.status == "playing"), "one turn is open while the game goes on", game.status)
        for turn in turns:
            stored = turn.snapshot
            hold(self.turns.setdefault(turn.number, stored) == stored, "a snapshot stays as it was", turn.number)
        done = [turn for turn in turns if turn.status == "done"]
        for turn in done:
            hold(bool(decode_steps(turn.changes)), "a finished turn has steps", turn.number)
        told = {number for post in posts if post.kind == TURN for number in tell_turns(post.payload)}
        missing = [turn.number for turn in done if turn.number not in told and not is_between(turn)]
        hold(not missing, "every finished turn has been told", missing)
        endings = sum(post.kind == ENDING for post in posts)
        hold(endings == (game.status == "over"), "one ending when the game is over, and none before", endings)

    def check_draft(self, game: Any, draft: Draft, seat: str) -> None:
        """Check that a draft on the present game is the deciding seat's, and can be played. Raises Broken."""
        hold(game.decision is not None and game.decision.seat == seat, "a draft is of the seat that must decide", seat)
        try:
            play_draft(game, draft)
        except IllegalChoice as error:
            hold(False, "a draft can be played", error)
        armed = draft.armed
        hold(not armed or armed in game.decision.keys, "what waits for Confirm is allowed", armed)


def is_between(turn: Turn) -> bool:
    """Return whether seats changed hands in a turn and nothing else happened."""
    return all(step.label.phase in BETWEEN for step in decode_steps(turn.changes))


def tell_turns(payload: dict[str, Any]) -> range:
    """Return the numbers of the finished turns that a message announces."""
    announced = read_announcement(payload)
    if isinstance(announced, Turns) and announced.style != "so_far":
        first, last = (int(part.partition(".")[0]) for part in announced.span.split("-"))
        return range(first, last + 1)
    return range(0)

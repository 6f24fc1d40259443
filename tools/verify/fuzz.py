"""Play random legal games and check after every choice that no state is illegal.

``python -m tools.verify.fuzz [--games N | --seconds S] [--game NAME] [--scenario NAME|all] [--seed X] [--panels]
[--json]``

The scenarios of Gandhi are short, main and position (a random one), those of Rajas basic, navaratnas and mixed.
``--panels`` builds every panel of every decision, which takes some thirty times as long as all else; without it that is
done for a part of them.

Every failure is written as a record under ``tests/fixtures/fuzz``, where a test replays it for ever after. The same
``--seed`` plays the same games. Exit code 0: nothing broke. 1: something did. 2: the command was wrong.
"""

from __future__ import annotations

import argparse
import re
import sys
import time
import traceback
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random

import msgspec

from bot.console.progress import Progress
from bot.language import list_languages, load_language
from engine import Game
from engine.core.change import Change
from engine.core.decision import Decision
from engine.core.game import GO_BACK, HAND_OVER, write_go_back
from engine.core.protocol import Barrier, Foresight, Label
from engine.core.record import Record, StepRecord, read_record, write_record
from engine.gandhi.arjuna.player import Arjuna
from engine.gandhi.hand_over import is_between_cards
from engine.gandhi.ids import ARJUNA, AWAY, PLAYER
from tools.playing import pick, random_game, random_position
from tools.verify import rajas_invariants
from tools.verify.client import Client
from tools.verify.invariants import Watch, hold
from tools.verify.panels import check_panels
from tools.verify.sameness import (
    barrier_of,
    check_batch,
    check_copies,
    check_draft,
    check_record,
    check_refusal,
    check_twin,
    picture,
)

FIXTURES = Path(__file__).resolve().parent.parent.parent / "tests" / "fixtures" / "fuzz"
SOURCES = ("short", "main", "position")
GAMES = {"gandhi": SOURCES, "rajas": rajas_invariants.SOURCES}
"""What may be played of each game."""

MOST_CHOICES = 20_000
"""A game that is longer than this does not end."""
MOST_FROM_POSITION = 120
"""Choices played from a random position: enough for a few turns and often a Campaign Round."""

OFTEN = {
    "undo": 1 / 4,
    "copies": 1 / 12,
    "refusal": 1 / 12,
    "twin": 1 / 12,
    "barrier": 1 / 12,
    "batch": 1 / 24,
    "panels": 1 / 48,
}
"""How often the dearer checks are made, as parts of all choices. The others are made after every choice."""
HAND_OVERS = 1 / 60
"""How often a seat changes hands where one may, as a part of the steps."""
MOST_UNDOS = 12
"""Choices taken back in a row: a Redeploy may have a hundred."""


class Failure(msgspec.Struct):
    """One broken game: what broke, how often it was met, and the record that shows it."""

    name: str
    detail: str
    record: str
    game: str


class Report(msgspec.Struct):
    """What a run of the fuzzer did. ``kinds`` counts the decisions met, ``verbs`` the changes."""

    seed: str
    has_all_panels: bool = False
    games: int = 0
    choices: int = 0
    seconds: float = 0.0
    failures: list[Failure] = []
    checks: Counter[str] = msgspec.field(default_factory=Counter)
    kinds: Counter[str] = msgspec.field(default_factory=Counter)
    verbs: Counter[str] = msgspec.field(default_factory=Counter)


# -- one game ----------------------------------------------------------------------------------------------


class Run:
    """One random game under watch. ``keys`` are all keys chosen since its start, the failing one included."""

    def __init__(self, game: Game, chance: Random, report: Report) -> None:
        self.game = game
        self.chance = chance
        self.report = report
        self.keys: list[str] = []
        self.watch = watch_over(game)
        # In every second game of Gandhi Arjuna's seats answer by its own mind, in the others by lot.
        self.is_gandhi = game.rules.name == "gandhi"
        self.thinks = self.is_gandhi and chance.random() < 0.5

    def play(self, most: int, must_end: bool) -> None:
        """Play to the end, or for ``most`` choices. Raises Broken, or whatever the rules raise."""
        game = self.game
        self.watch.check(game)
        while (decision := game.decision) is not None and len(self.keys) < most:
            self.report.kinds[decision.kind] += 1
            self.check_before()
            key = self.find_hand_over() or self.think(decision) or pick(decision, self.chance)
            self.keys.append(key)
            foreseen = None if key not in decision.keys else self.foretell(key)
            where = barrier_of(game)
            client = Client(game) if self.is_gandhi else None
            if client is not None and key not in decision.keys:
                client.begin_again()
            changes = game.choose(key)
            self.report.choices += 1
            self.report.verbs.update(change.verb for change in changes)
            if foreseen is not None:
                self.check_foreseen(foreseen, where, key)
            self.watch.check(game)
            if client is not None:
                client.follow(changes)
            self.check_after(key, changes)
        hold(game.decision is None or not must_end, "the game ends", f"{len(self.keys)} choices")
        check_record(game)

    def due(self, check: str) -> bool:
        """Whether a dearer check is made now."""
        if self.chance.random() >= OFTEN[check]:
            return False
        self.report.checks[check] += 1
        return True

    def think(self, decision: Decision) -> str:
        """What Arjuna answers on a seat of its own, thought out on a copy; an empty string on a person's."""
        if not self.thinks or self.game.state.seats[decision.seat] != ARJUNA:
            return ""
        twin = self.game.clone()
        mind = Arjuna(twin, explains=False)
        key = mind.answer()
        hold(key in decision.keys, "Arjuna answers what is allowed", key)
        self.report.checks["mind"] += 1
        return key

    def find_hand_over(self) -> str:
        """Now and then the key by which a seat changes hands, where the rules let it, or the game begins again."""
        game = self.game
        if not self.is_gandhi or game.keys or self.chance.random() >= HAND_OVERS:
            return ""
        seat = self.chance.choice(tuple(game.state.seats))
        people = [name for name, kind in game.state.seats.items() if kind == PLAYER]
        given = self.chance.choice((ARJUNA, AWAY + ARJUNA))
        kind = given if game.state.seats[seat] == PLAYER else PLAYER
        if people == [seat] or (kind == PLAYER and not is_between_cards(game.state)):
            return ""
        if self.chance.random() < 0.3:
            self.report.checks["go_back"] += 1
            return write_go_back({"dice": game.state.dice.counters.get("dice", 0) + self.chance.randint(0, 5)})
        self.report.checks["hand_over"] += 1
        return f"{HAND_OVER}{seat}:{kind}"

    def foretell(self, key: str) -> Foresight | None:
        """What is known of a choice beforehand, if asked."""
        if not self.due("barrier"):
            return None
        foreseen = self.game.foresee(key)
        check_draft(self.game, key, foreseen.barrier)
        return foreseen

    def check_foreseen(self, foreseen: Foresight, where: tuple[object, ...], key: str) -> None:
        """What was said beforehand is what has come: a revelation before all else, then how far the choice went."""
        number, reveals, seat = where
        game = self.game
        now = game.decision.seat if game.decision else ""
        if game.state.reveals != reveals:
            came = Barrier.REVEALS
        elif game.decision is None:
            came = Barrier.GAME
        elif game.step_number != number:
            came = Barrier.END
        else:
            came = Barrier.OTHER if now != seat else Barrier.NONE
        hold(foreseen.barrier is came, "what a choice comes to is known beforehand", (key, foreseen, came))
        hold(foreseen.seat == (now if came is Barrier.OTHER else ""), "who is asked next is known", (key, foreseen))

    def check_before(self) -> None:
        """The checks that look at a pending decision."""
        if self.due("refusal"):
            check_refusal(self.game, self.chance)
        if self.due("copies"):
            check_copies(self.game)
        if self.due("twin"):
            check_twin(self.game, self.chance)
        if self.due("batch"):
            check_batch(self.game, self.chance)
        if self.due("panels") or self.report.has_all_panels:
            codes = list_languages()
            check_panels(self.game, load_language(codes[len(self.keys) % len(codes)]))

    def check_after(self, key: str, changes: list[Change]) -> None:
        """Take the choice back, and choose it again: both must lead to exactly the same place."""
        game = self.game
        if not game.undo_seat or not self.due("undo"):
            return
        after, seat, counters = picture(game), game.undo_seat, dict(game.state.dice.counters)
        game.undo()
        hold(game.decision is not None and game.decision.seat == seat, "undo leads back to its own seat")
        hold(game.state.dice.counters == counters, "no undo past a die")
        hold(game.choose(key) == changes, "the same choice changes the same after an undo", key)
        hold(picture(game) == after, "undo and the same choice again lead to the same place", key)
        if self.chance.random() < 0.1:
            self.undo_to_the_barrier()
            hold(picture(game) == after, "undo to the barrier and back leads to the same place")

    def undo_to_the_barrier(self) -> None:
        """Take back what can be taken back, then choose it all again."""
        taken = 0
        while self.game.undo_seat and taken < MOST_UNDOS:
            self.game.undo()
            taken += 1
        for key in self.keys[len(self.keys) - taken :]:
            self.game.choose(key)


# -- many games --------------------------------------------------------------------------------------------


def watch_over(game: Game) -> Watch | rajas_invariants.RajasWatch:
    """Somebody who knows what must hold in this game."""
    return rajas_invariants.RajasWatch() if game.rules.name == "rajas" else Watch()


def start_game(source: str, chance: Random) -> Game:
    """A game of a scenario, or from a random position."""
    if source in rajas_invariants.SOURCES:
        return rajas_invariants.random_rajas(source, chance)
    if source == "position":
        return Game.at(random_position(chance), seed=chance.randbytes(32))
    return random_game(source, chance)


def fuzz_one(number: int, source: str, report: Report, fixtures: Path | None) -> None:
    """Play one game, and write a failure down in the report and as a record."""
    name = f"{report.seed}-{number}"
    chance = Random(name)
    run: Run | None = None
    report.games += 1
    try:
        run = Run(start_game(source, chance), chance, report)
        if source == "position":
            run.play(MOST_FROM_POSITION, must_end=False)
        else:
            run.play(MOST_CHOICES, must_end=True)
    except Exception as error:  # Whatever the rules raise is what the fuzzer looks for.
        what = getattr(error, "name", type(error).__name__)
        path = write_failure(run, str(what), f"{source}-{name}", fixtures) if run and fixtures else None
        detail = "".join(traceback.format_exception(error))
        report.failures.append(Failure(str(what), detail, str(path or ""), f"{source} {name}"))


def write_failure(run: Run, what: str, name: str, fixtures: Path) -> Path:
    """The failing game as a record with all its keys in one line, so that it replays even when a step broke off."""
    fixtures.mkdir(parents=True, exist_ok=True)
    slug = re.sub(r"[^a-z0-9]+", "-", what.lower()).strip("-")[:60]
    path = fixtures / f"{slug}-{name}.gandhi.jsonl"
    line = StepRecord(0, Label("fuzz"), tuple(run.keys), [])
    path.write_bytes(write_record(Record(run.game.start, [line])))
    return path


def replay_fixture(data: bytes) -> int:
    """Play a failure's record again under watch. Returns how many keys were chosen; raises what still breaks.

    A key that is no longer allowed ends the replay: then the rules have stopped offering what led to the failure.
    """
    record = read_record(data)
    game, chosen = Game.from_start(record.start), 0
    watch = watch_over(game)
    watch.check(game)
    for key in (key for step in record.steps for key in step.keys):
        if game.decision is None or (key not in game.decision.keys and not key.startswith((HAND_OVER, GO_BACK))):
            break
        check_copies(game)
        game.choose(key)
        watch.check(game)
        chosen += 1
    # What broke may have been a copy that went on from here.
    check_copies(game)
    return chosen


def numbers(games: int, seconds: float, progress: Progress, report: Report) -> Iterator[int]:
    """The numbers of the games to play: so many, or until the time is over."""
    began = time.monotonic()
    number = 0
    while True:
        report.seconds = time.monotonic() - began
        done = number / games if games else report.seconds / seconds
        note = f"{number} games, {report.choices:,} choices, {len(report.failures)} failures"
        progress.show(done, note)
        if done >= 1:
            return
        yield number
        number += 1


def fuzz(
    seed: str,
    sources: tuple[str, ...] = SOURCES,
    games: int = 0,
    seconds: float = 0.0,
    fixtures: Path | None = FIXTURES,
    *,
    has_all_panels: bool = False,
) -> Report:
    """Play ``games`` games, or for ``seconds``, and report. ``fixtures`` is the folder for failures (None: nowhere).

    ``has_all_panels`` builds the panels of every decision, not only of some.
    """
    report, progress = Report(seed, has_all_panels), Progress()
    for number in numbers(games, seconds, progress, report):
        fuzz_one(number, sources[number % len(sources)], report, fixtures)
    progress.close()
    return report


def print_report(report: Report) -> None:
    """The report for people."""
    rate = report.choices / report.seconds if report.seconds else 0.0
    print(
        f"seed {report.seed}: {report.games} games, {report.choices:,} choices in {report.seconds:.0f} s "
        f"({rate:,.0f} checked choices a second)"
    )
    print("checks: " + ", ".join(f"{name} {count:,}" for name, count in sorted(report.checks.items())))
    print(f"{len(report.kinds)} kinds of decision, {len(report.verbs)} verbs")
    for failure in report.failures:
        print(f"\nBROKEN in {failure.game}: {failure.name}\n{failure.detail}record: {failure.record}")
    print("nothing broke" if not report.failures else f"\n{len(report.failures)} games broke")


def positive(value: str) -> float:
    """A number above zero, for the command line."""
    number = float(value)
    if not number > 0:
        raise ValueError
    return number


def main(arguments: list[str] | None = None) -> int:
    """The command line. Returns the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tools.verify.fuzz", description="Random legal play under watch.")
    length = parser.add_mutually_exclusive_group()
    length.add_argument("--games", type=int, default=0, help="play this many games (default: 60)")
    length.add_argument("--seconds", type=positive, default=0.0, help="play for so long")
    parser.add_argument("--game", choices=tuple(GAMES), default="gandhi", help="which game (%(default)s)")
    parser.add_argument("--scenario", default="all", metavar="NAME", help="what to play of it (default: all)")
    parser.add_argument("--seed", default="", help="play the same games again (default: another one each time)")
    parser.add_argument("--panels", action="store_true", help="check the panels of every decision: much slower")
    parser.add_argument("--json", action="store_true", help="print the report as JSON")
    options = parser.parse_args(arguments)
    if options.games < 0:
        parser.error("--games must be above zero")
    games = options.games or (0 if options.seconds else 60)
    seed = options.seed or f"{time.time_ns():x}"
    if options.scenario not in (*GAMES[options.game], "all"):
        parser.error(f"--scenario must be one of {', '.join(GAMES[options.game])}, all")
    sources = GAMES[options.game] if options.scenario == "all" else (options.scenario,)
    report = fuzz(seed, sources, games, options.seconds, has_all_panels=options.panels)
    if options.json:
        sys.stdout.write(msgspec.json.encode(report).decode() + "\n")
    else:
        print_report(report)
    return 1 if report.failures else 0


if __name__ == "__main__":
    sys.exit(main())

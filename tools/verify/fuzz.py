"""Play random legal games and check after every choice that no state is illegal.

``python -m tools.verify.fuzz [--games N | --seconds S] [--game NAME] [--scenario NAME|all] [--seed X] [--panels]
[--json]``

The folder of a game in `tools.games` says what can be played: its scenarios, and for some random positions.
``--panels`` builds every panel of every decision, which takes some thirty times as long as all else; without it that is
done for a part of them.

Every failure is written as a record under ``tests/fixtures/fuzz``, where a test replays it from then on. The same
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

from bot.console.terminal import Progress
from bot.games.registry import FRONTS
from bot.language import list_languages, load_language
from engine import Game
from engine.core.change import Change
from engine.core.decision import Decision
from engine.core.inserted import GO_BACK, HAND_OVER
from engine.core.protocol import Barrier, Foresight, Label
from engine.core.record import Record, StepRecord, read_record, write_record
from tools.playing import pick
from tools.subjects import find_subject
from tools.verify.invariants import hold
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
from tools.verify.telling import check_hidden_choice, check_reasons, check_words

FIXTURES = Path(__file__).resolve().parent.parent.parent / "tests" / "fixtures" / "fuzz"
MOST_CHOICES = 20_000
"""The most choices of a game: one that is longer counts as endless."""

OFTEN = {
    "undo": 1 / 4,
    "copies": 1 / 12,
    "refusal": 1 / 12,
    "twin": 1 / 12,
    "barrier": 1 / 12,
    "batch": 1 / 24,
    "panels": 1 / 48,
    "hidden choice": 1 / 6,
    "reasons": 1 / 12,
}
"""How often the slower checks are made, as shares of all choices. The others are made after every choice."""
MOST_UNDOS = 12
"""The most choices taken back in a row: a Redeploy may have a hundred."""


class Failure(msgspec.Struct):
    """One broken game: what broke, the error in detail, the path of the record that shows it, and which game it was."""

    name: str
    detail: str
    record: str
    game: str


class Report(msgspec.Struct):
    """The result of a run of the fuzzer. ``kinds`` counts the decisions met, ``verbs`` the changes."""

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
        self.subject = find_subject(game.rules.name)
        self.watch = self.subject.watch()
        self.thinks = self.subject.thinks(chance)

    def play(self, most: int, must_end: bool) -> None:
        """Play to the end, or for ``most`` choices. Raises Broken, or any error of the rules."""
        game = self.game
        self.watch.check(game)
        while (decision := game.decision) is not None and len(self.keys) < most:
            self.report.kinds[decision.kind] += 1
            self.check_before()
            key = self.find_hand_over() or self.think(decision) or pick(decision, self.chance)
            self.keys.append(key)
            foreseen = None if key not in decision.keys else self.foretell(key)
            where = barrier_of(game)
            client = self.subject.follow(game)
            if client is not None and key not in decision.keys:
                client.begin_again()
            changes = game.choose(key)
            self.report.choices += 1
            self.report.verbs.update(change.verb for change in changes)
            if foreseen is not None:
                self.check_foreseen(foreseen, where, key)
            self.watch.check(game)
            check_words(game, changes, foreseen)
            if client is not None:
                client.follow(changes)
            self.check_after(key, changes)
        hold(game.decision is None or not must_end, "the game ends", f"{len(self.keys)} choices")
        check_record(game)

    def due(self, check: str) -> bool:
        """Return whether a slower check is made now."""
        if self.chance.random() >= OFTEN[check]:
            return False
        self.report.checks[check] += 1
        return True

    def think(self, decision: Decision) -> str:
        """Return the automatic player's answer on its own seats, or an empty string on a person's."""
        key = self.subject.answer(self.game, decision) if self.thinks else ""
        if key:
            self.report.checks["mind"] += 1
        return key

    def find_hand_over(self) -> str:
        """Return now and then the key by which a seat changes hands, or by which the game goes back."""
        key = self.subject.change_hands(self.game, self.chance)
        if key:
            self.report.checks["go_back" if key.startswith(GO_BACK) else "hand_over"] += 1
        return key

    def foretell(self, key: str) -> Foresight | None:
        """Return the forecast of a choice if this check is due, otherwise None."""
        if not self.due("barrier"):
            return None
        foreseen = self.game.foresee(key)
        check_draft(self.game, key, foreseen.barrier)
        return foreseen

    def check_foreseen(self, foreseen: Foresight, where: tuple[object, ...], key: str) -> None:
        """Check that a forecast came true: first what is revealed, then how far the choice went."""
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
        hold(foreseen.barrier is came, "the result of a choice is known beforehand", (key, foreseen, came))
        hold(foreseen.seat == (now if came is Barrier.OTHER else ""), "who is asked next is known", (key, foreseen))

    def check_before(self) -> None:
        """Run the checks of a pending decision that are due. Raises Broken."""
        if self.due("refusal"):
            check_refusal(self.game, self.chance)
        if self.due("copies"):
            check_copies(self.game)
        if self.due("twin"):
            check_twin(self.game, self.chance)
        if self.due("batch"):
            check_batch(self.game, self.chance)
        if self.subject.has_hands and self.due("hidden choice"):
            check_hidden_choice(self.game, self.chance)
        if self.subject.has_hands and self.due("reasons"):
            check_reasons(self.game, self.chance)
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
        """Undo up to the last barrier, at most `MOST_UNDOS` choices, and make the same choices again."""
        taken = 0
        while self.game.undo_seat and taken < MOST_UNDOS:
            self.game.undo()
            taken += 1
        for key in self.keys[len(self.keys) - taken :]:
            self.game.choose(key)


# -- many games --------------------------------------------------------------------------------------------


def fuzz_one(number: int, game: str, source: str, report: Report, fixtures: Path | None) -> None:
    """Play one game, and write a failure down in the report and as a record."""
    subject = find_subject(game)
    name = f"{report.seed}-{number}"
    chance = Random(name)
    run: Run | None = None
    report.games += 1
    try:
        run = Run(subject.start(source, chance), chance, report)
        most = subject.find_most(source)
        run.play(most or MOST_CHOICES, must_end=not most)
    except Exception as error:  # The fuzzer looks for any error of the rules.
        what = getattr(error, "name", type(error).__name__)
        path = write_failure(run, str(what), f"{source}-{name}", fixtures) if run and fixtures else None
        detail = "".join(traceback.format_exception(error))
        report.failures.append(Failure(str(what), detail, str(path or ""), f"{source} {name}"))


def write_failure(run: Run, what: str, name: str, fixtures: Path) -> Path:
    """Write the failing game as a record with all keys in one line, which replays a broken step; return its path."""
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
    watch = find_subject(game.rules.name).watch()
    watch.check(game)
    for key in (key for step in record.steps for key in step.keys):
        if game.decision is None or (key not in game.decision.keys and not key.startswith((HAND_OVER, GO_BACK))):
            break
        check_copies(game)
        game.choose(key)
        watch.check(game)
        chosen += 1
    # The failure may have been in a copy that continued from here.
    check_copies(game)
    return chosen


def numbers(games: int, seconds: float, progress: Progress, report: Report) -> Iterator[int]:
    """Yield the numbers of the games to play: ``games`` of them, or until the time is over."""
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
    game: str,
    sources: tuple[str, ...] = (),
    games: int = 0,
    seconds: float = 0.0,
    fixtures: Path | None = FIXTURES,
    *,
    has_all_panels: bool = False,
) -> Report:
    """Play ``games`` games, or for ``seconds``, and report. Without ``sources``, everything of the game is played.

    ``fixtures`` is the folder for failures (None: nowhere).
    ``has_all_panels`` builds the panels of every decision, not only of some.
    """
    report, progress = Report(seed, has_all_panels), Progress()
    sources = sources or find_subject(game).sources
    for number in numbers(games, seconds, progress, report):
        fuzz_one(number, game, sources[number % len(sources)], report, fixtures)
    progress.close()
    return report


def print_report(report: Report) -> None:
    """Print the report for people."""
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
    """Return a number above zero, for the command line."""
    number = float(value)
    if not number > 0:
        raise ValueError
    return number


def main(arguments: list[str] | None = None) -> int:
    """Run the command line, and return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tools.verify.fuzz", description="Random legal play under watch.")
    length = parser.add_mutually_exclusive_group()
    length.add_argument("--games", type=int, default=0, help="play this many games (default: 60)")
    length.add_argument("--seconds", type=positive, default=0.0, help="play for so long")
    parser.add_argument("--game", choices=tuple(FRONTS), default=next(iter(FRONTS)), help="which game (%(default)s)")
    parser.add_argument("--scenario", default="all", metavar="NAME", help="what to play of it (default: all)")
    parser.add_argument("--seed", default="", help="play the same games again (default: another one each time)")
    parser.add_argument("--panels", action="store_true", help="check the panels of every decision: much slower")
    parser.add_argument("--json", action="store_true", help="print the report as JSON")
    options = parser.parse_args(arguments)
    if options.games < 0:
        parser.error("--games must be above zero")
    games = options.games or (0 if options.seconds else 60)
    seed = options.seed or f"{time.time_ns():x}"
    known = find_subject(options.game).sources
    if options.scenario not in (*known, "all"):
        parser.error(f"--scenario must be one of {', '.join(known)}, all")
    sources = known if options.scenario == "all" else (options.scenario,)
    report = fuzz(seed, options.game, sources, games, options.seconds, has_all_panels=options.panels)
    if options.json:
        sys.stdout.write(msgspec.json.encode(report).decode() + "\n")
    else:
        print_report(report)
    return 1 if report.failures else 0


if __name__ == "__main__":
    sys.exit(main())

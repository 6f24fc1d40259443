"""Text that code composes: a stretch of each game is played in each language, and no line is put together badly.

What one person reads on their first evening is committed in `golden`, a file for each language. After a change of
words, run ``python -m tools.verify.output --golden`` and read the difference before you commit it.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import pytest

from bot.client import TableBot
from bot.games.frontend import front_of
from bot.games.gandhi.words.chronicle import write_plainly
from bot.housekeeping import LISTEN, PAUSE
from bot.language import Language, list_languages, load_language
from bot.narrate.options import hint_option, label_option
from bot.narrate.panel import write_panel, write_why_not
from bot.tables.moments import TableMoment
from engine import Game
from engine.core.change import Change
from engine.core.text import text
from render.gandhi import alt_text as describe_board
from render.labels import labels_for
from render.rajas import alt_text as describe_table
from tools.verify.lines import Lines, find_faults
from tools.verify.output import GOLDEN, collect_first_evening
from tools.verify.output import collect as collect_output
from tools.verify.panels import list_moments, make_moment
from tools.verify.scene import open_scene

LANGUAGES = list_languages()
STRETCHES: tuple[tuple[str, str, int, dict[str, Any]], ...] = (
    ("gandhi", "short", 4, {}),
    ("rajas", "basic", 2, {}),
    ("rajas", "navaratnas", 3, {"ganga": True}),
)
"""What is played: game, scenario, number of seats, options."""
STEPS = 90
"""The number of decisions of each that are used."""


@dataclass(frozen=True, slots=True)
class Step:
    """A decision of a game without hidden information, its moments, and the changes of an answer."""

    kind: str
    game: Game
    moments: tuple[TableMoment, ...]
    changes: Sequence[Change] | None
    """None where the answer has ended no step."""
    view: Any
    """Return the public words after the answer."""
    after: Game | None
    """The game after the answer; of some only."""


@cache
def play_stretches() -> tuple[Step, ...]:
    """Return the steps for all languages, which are played once."""
    steps = []
    for number, (kind, scenario, seats, options) in enumerate(STRETCHES):
        players = dict.fromkeys(front_of(kind).setup.list_seats(seats), "player")
        game = Game.new(kind, scenario, players, bytes([number + 7]) * 32, options)
        chance = random.Random(number)
        before = len(game.state.log)
        for step in range(STEPS):
            decision = game.decision
            if decision is None:
                break
            blind = game.blind()
            at = game.step_number
            game.choose(chance.choice(decision.options).key)
            changes = None
            if game.step_number != at:
                changes = game.state.log[before:]
                before = len(game.state.log)
            after = game.clone() if changes is not None and step % 5 == 0 else None
            steps.append(Step(kind, blind, tuple(list_moments(blind)), changes, game.view(), after))
    return tuple(steps)


def write_moments(language: Language, step: Step) -> Iterator[str]:
    """Yield everything that a person reads at a decision."""
    game, decision, front = step.game, step.game.decision, front_of(step.kind)
    assert decision is not None
    for moment in step.moments:
        sheet = write_panel(language, moment)
        yield from (sheet.title, *sheet.body.split("\n"), sheet.footer)
    moment = make_moment(game)
    yield from write_why_not(language, moment).split("\n")
    warnings = decision.warnings()
    for option in decision.options:
        yield label_option(language, option)
        yield hint_option(language, front, option, moment.view, warnings.get(option.key))


def write_game(language: Language, game: Game) -> Iterator[str]:
    """Yield the state of a game in the words of its status and of its alt text."""
    front, view, code = front_of(game.rules.name), game.view(), language.code
    yield from (*front.score.write_state(language, view), *front.score.write_boxes(language, view))
    yield from (line for part in front.score.write_board(language, view).values() for line in part)
    yield from (*front.score.explain_cards(language, game), *front.score.explain(language, game))
    yield from (front.score.write_seat(language, view, seat, "Asha") for seat in view.seats)
    if game.rules.name == "gandhi":
        yield describe_board(view, (), labels_for(code))
    else:
        yield describe_table(view, (), labels_for(code))


@cache
def collect_composed(code: str) -> tuple[str, ...]:
    """Return the distinct lines of a stretch of each game."""
    lines: dict[str, None] = {}
    for step in play_stretches():
        language, front = load_language(code, step.kind), front_of(step.kind)
        lines |= dict.fromkeys(write_moments(language, step))
        if step.changes is not None:
            describe = describe_board if step.kind == "gandhi" else describe_table
            lines |= dict.fromkeys(front.words.tell(language, step.changes))
            lines |= dict.fromkeys(front.words.tell_briefly(language, step.changes))
            lines |= {describe(step.view, step.changes, labels_for(code)): None}
        if step.after is not None:
            lines |= dict.fromkeys(write_game(language, step.after))
    return tuple(line for line in lines if line)


@pytest.mark.whole_game
@pytest.mark.few("ja")
@pytest.mark.parametrize("code", LANGUAGES)
def test_no_text_of_a_played_game_has_a_fault_of_punctuation_or_grammar(code: str) -> None:
    lines = collect_composed(code)
    assert len(lines) > 300
    assert [(found, line) for line in lines if (found := find_faults(code, line))] == []


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_messages_of_a_first_evening_equal_the_committed_messages(code: str) -> None:
    evening = asyncio.run(collect_first_evening(code))
    made = evening.write()
    assert made == (GOLDEN / f"{code}.txt").read_text(encoding="utf-8"), "python -m tools.verify.output --golden"
    assert "⚠" not in made
    gandhi = made.partition("scenario: navaratnas")[0]
    assert "\n> …\n" not in gandhi, "what others did is not cut where one is asked in the middle of their turn"
    assert list(evening.list_faults()) == []


@pytest.mark.whole_game
@pytest.mark.parametrize("code", LANGUAGES)
def test_no_message_of_an_evening_has_a_fault_of_punctuation_or_grammar(code: str) -> None:
    assert list(asyncio.run(collect_output(code, is_short=True)).list_faults()) == []


@pytest.mark.parametrize("code", LANGUAGES)
def test_an_announced_card_whose_title_begins_with_a_number_reads_well(code: str) -> None:
    language = load_language(code, "gandhi")
    line = write_plainly(language, language.say("log.reveal.event", new=29, card=29))
    assert "*" not in line
    assert find_faults(code, line) == []


@pytest.mark.parametrize("key", ["ui.waiting.for", "ui.list.move"])
def test_a_stand_in_has_one_honorific_in_japanese(key: str) -> None:
    stand_in = text("ui.stand_in", who="Dev", whom="Asha")
    line = load_language("ja", "gandhi").say(key, seat="raj", who=stand_in, what="", when="")
    assert "Ashaさんの代理のDevさん" in line
    assert find_faults("ja", line) == []


async def test_a_test_scene_turns_off_the_timed_check_for_messages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(TableBot, "listens_every", LISTEN)
    async with open_scene("en", Lines("en", is_short=True)) as scene:
        assert scene.world.bot.housekeeping._every == PAUSE

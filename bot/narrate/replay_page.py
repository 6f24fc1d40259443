"""A recorded game as a web page in one file: every turn as text in every language, with the board after it.

`Teller` also writes the moments of a running table for `bot.web.pages`. The form of the page is in `render.page`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from bot.games.answers import Explanation
from bot.games.frontend import Frontend, front_of
from bot.games.showing import list_runners
from bot.language import DEFAULT, Language, load_language
from bot.narrate.reasons import find_candidates, tell_briefly
from bot.narrate.standing import write_places
from engine import Game
from engine.core.change import Change
from engine.core.errors import GameError, IllegalChoice
from engine.core.game import stop_replay
from engine.core.protocol import Label, Result
from engine.core.record import RecordFile
from render.labels import labels_for
from render.page import Moment, Scene, Show, Stage, Telling, list_keys, write_page
from texts import list_languages

HEADING = re.compile(r"\*\*(.+?)\*\*[:：]?\s*(.*)", re.DOTALL)
"""A line that begins with a heading in bold letters: the heading, and the rest of the line."""
OWN_WORDS = "page."
"""The beginning of the keys of texts that only the page has."""
BORROWED = ("join.items", "join.parts", "put.count")
"""The keys of the texts with which the script of the page puts other texts together."""


@dataclass(frozen=True)
class Replay:
    """A replayed game: the view at its start, its stretches (`Stretch`), and the result if it is over."""

    before: Any
    stretches: Sequence[Stretch]
    result: Result | None


@dataclass(frozen=True)
class ReviewedSteps:
    """Each seat's chance to win, by the number of steps played before. Chances before step ``unsaid`` are unknown."""

    chances: Mapping[int, Mapping[str, float]]
    unsaid: int


@dataclass(frozen=True)
class Stretch:
    """The steps that a single choice ended: label and number of the first, all Changes, and the views before and after.

    ``thoughts`` are the automatic player's explanations, if it has chosen.
    """

    label: Label
    number: int
    changes: Sequence[Change]
    before: Any
    view: Any
    thoughts: Sequence[Explanation] = field(default=())


def make_page(
    record: RecordFile, title: str = "", language: str = DEFAULT, review: ReviewedSteps | None = None
) -> bytes | None:
    """Return the page of a recorded game as an HTML file, or None for a game without pages. Raises ReplayFailed.

    ``title`` is the name of the table, and by default a general title. ``language`` is shown to readers whose own
    language is not on the page. With a ``review``, the page shows each seat's chances to win.
    """
    game = Game.from_start(record.start)
    front = front_of(game.rules.name)
    stage = front.pictures.set_stage(game.view())
    if stage is None:
        return None
    replay = play_again(front, game, record)
    languages = {code: load_language(code, front.setup.kind) for code in list_languages()}
    teller = Teller(front, stage, languages, replay.before)
    ends = [0, *(one.number for one in replay.stretches[1:]), len(record.steps)][: len(replay.stretches) + 1]
    told = list(zip([teller.begin(), *map(teller.tell, replay.stretches)], ends, strict=True))
    moments = [add_chances(moment, end, review) for moment, end in told if moment is not None]
    keys = list_keys(stage, moments)
    scenario = record.start.scenario
    about = {code: [name_scenario(one, scenario)] if scenario else [] for code, one in languages.items()}
    return write_page(
        stage,
        Show(
            title={code: title or one.word("page.title") for code, one in languages.items()},
            about=about,
            chapters=teller.chapters,
            words={code: find_words(one, keys) for code, one in languages.items()},
            moments=moments,
            language=language if language in languages else DEFAULT,
            ending={code: write_places(one, replay.result) for code, one in languages.items()},
            unsaid=sum(one is not None and end < review.unsaid for one, end in told) if review is not None else 0,
        ),
    )


def add_chances(moment: Moment, end: int, review: ReviewedSteps | None) -> Moment:
    """Return a moment with the chances to win, in percent, after ``end`` steps, or at the last reviewed step before."""
    if review is None:
        return moment
    known = review.chances[max(step for step in review.chances if step <= end)]
    return replace(moment, chances={seat: round(100 * chance) for seat, chance in known.items()})


def name_scenario(language: Language, scenario: str) -> str:
    """Return the name of a scenario in a language, with its years if they are part of the name."""
    return language.word(f"scenario.{scenario}")


def play_again(front: Frontend, game: Game, record: RecordFile) -> Replay:
    """Return a recorded game, replayed key by key in ``game``. Raises ReplayFailed at the first impossible key."""
    before = seen = game.view()
    stretches = []
    for step in record.steps:
        thoughts = think_again(front, game, step.keys)
        for key in step.keys:
            done = len(game.steps)
            try:
                game.choose(key)
            except IllegalChoice as error:
                raise stop_replay(step.number, error) from error
            if len(game.steps) > done:
                ended = game.steps[done:]
                changes = [change for one in ended for change in one.changes]
                view = game.view()
                stretches.append(Stretch(ended[0].label, done + 1, changes, seen, view, thoughts))
                seen = view
    return Replay(before, stretches, game.result)


def think_again(front: Frontend, game: Game, keys: Sequence[str]) -> Sequence[Explanation]:
    """Return the automatic player's explanations of a step with these keys; none if it cannot explain the step."""
    if not keys or front.player.make(game) is None:
        return ()
    try:
        return front.player.explain_step(game.at_start(), keys)
    except GameError:
        return ()


class Teller:
    """A writer of the moments of a game. ``chapters`` has, for each language, the headings of the log so far."""

    def __init__(self, front: Frontend, stage: Stage, languages: Mapping[str, Language], before: Any) -> None:
        self.front = front
        self._stage = stage
        self.languages = languages
        self.chapters = {code: [name(front, language, before)] for code, language in languages.items()}
        self._scene: Scene = stage.show(before, ())

    def begin(self) -> Moment:
        """Return the moment at which the game begins."""
        told = {code: Telling(language.say("page.beginning")) for code, language in self.languages.items()}
        return Moment(self._scene, 0, told)

    def tell(self, stretch: Stretch, *, is_under_way: bool = False) -> Moment | None:
        """Return the moment after a stretch, or None if it is finished, has no text and has not changed the board."""
        front, languages = self.front, self.languages
        scene = self._stage.show(stretch.view, stretch.changes)
        told = {
            code: tell_stretch(front, language, stretch, is_under_way=is_under_way)
            for code, language in languages.items()
        }
        first = next(iter(languages))
        if not told[first].title:
            if not is_under_way and (scene.places, scene.cells) == (self._scene.places, self._scene.cells):
                return None
            told = {
                code: Telling(language.say(front.words.name_step(label_of(stretch), stretch.number)), told[code].lines)
                for code, language in languages.items()
            }
        if name(front, languages[first], stretch.before) != self.chapters[first][-1]:
            for code, language in languages.items():
                self.chapters[code].append(name(front, language, stretch.before))
        if not is_under_way:
            self._scene = scene
        running, chosen = find_candidates(stretch.thoughts)
        candidates = list(dict.fromkeys([*([chosen] if chosen else []), *running]))
        return Moment(scene, len(self.chapters[first]) - 1, told, stretch.label.seat, candidates)


def name(front: Frontend, language: Language, view: Any) -> str:
    """Return the heading of the log at a view, for example the current card, or a text for the beginning."""
    return front.words.title(language, view) or language.say("page.beginning")


def label_of(stretch: Stretch) -> dict[str, Any]:
    """Return the label of a stretch as plain data, for `Words.name_step`."""
    return {"phase": stretch.label.phase, "seat": stretch.label.seat, "card": stretch.label.card}


def tell_stretch(front: Frontend, language: Language, stretch: Stretch, *, is_under_way: bool = False) -> Telling:
    """Return a stretch as text: the heading of its first line or the name of the step, its lines, and the reasons."""
    runners = list_runners(stretch.view)
    lines = front.words.tell(language, stretch.changes, runners, is_under_way=is_under_way)
    if not lines and not is_under_way:
        lines = front.words.tell_idle(language, stretch.changes)
    title = ""
    heading = HEADING.match(lines[0]) if lines else None
    if heading is not None:
        title, lines = heading[1], [*([heading[2]] if heading[2] else []), *lines[1:]]
    elif lines:
        title = language.say(front.words.name_step(label_of(stretch), stretch.number))
    reasons = [line for one in stretch.thoughts for line in tell_briefly(language, front, one)]
    return Telling(title, lines, reasons)


def find_words(language: Language, keys: Sequence[str]) -> dict[str, str]:
    """Return texts by key: those of ``keys``, from pictures or else from messages, and all that only the page has."""
    every = {*load_language(language.code).keys, *language.keys}
    own = sorted(key for key in every if key.startswith((OWN_WORDS, "language.")))
    automatic = language.word("automatic")
    said = {key: language.word(key).replace("{automatic}", automatic) for key in own}
    return find_key_words(language, [*keys, *BORROWED]) | said


def find_key_words(language: Language, keys: Sequence[str]) -> dict[str, str]:
    """Return the texts of ``keys`` by key, from pictures or else from messages, in the forms of `find_forms`."""
    labels = labels_for(language.code)
    return {form: words for key in keys for form, words in find_forms(language, labels, key)}


def find_forms(language: Language, labels: Any, key: str) -> Iterator[tuple[str, str]]:
    """Yield each key and text of a name: singular and plural, as far as pictures have them, else the name itself."""
    forms = [form for form in (f"{key}.one", f"{key}.many") if form in labels]
    if forms:
        yield from ((form, labels[form]) for form in forms)
    else:
        yield key, labels[key] if key in labels else language.word(key)

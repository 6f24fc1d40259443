"""``gandhi companion``: the automatic players for a game at a physical table, in a terminal, without a network.

People say which cards are revealed and what the board is like after their own turns. The automatic players' turns are
shown as instructions for the table. Each entry is a choice in a game, so that the record can be replayed.
"""

from __future__ import annotations

import argparse
import secrets
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Any, Final, TypeAlias

import msgspec

from bot.console.files import play_record, read_bytes, read_text, write_bytes
from bot.errors import BadInput, SettingsError
from bot.games.answers import Understood
from bot.games.frontend import front_of, list_fronts
from bot.games.names import plain
from bot.games.playing import PLAYER
from bot.games.showing import list_runners
from bot.language import Language, load_language
from bot.narrate.reasons import tell_briefly
from bot.narrate.standing import write_result
from bot.tables.records import WHOLE, read_set_up
from engine import Game
from engine.core.change import Change
from engine.core.data import digest_files
from engine.core.decision import Decision, Option
from engine.core.errors import CannotUndo, GameError
from engine.core.game import replay
from engine.core.putting_right import PUT_RIGHT
from engine.core.record import read_record, write_record
from engine.core.text import text
from render.pictures import Options

CORRECT: Final = "="
"""The sign before lines that describe the board, which is corrected to match them."""
COMPARE: Final = "?"
"""The sign before lines that are only compared with the board."""
BESIDES: Final = ("event", "pass")
"""Roles of options that are listed with a question although they are not its own (`Decision.own`)."""
ABOUT_LINES: Final = ("error.position_available", "error.position_campaign", "error.position_resources")
"""Errors that show that a line without its sign was meant to be about the board."""
LISTED: Final = 24
"""The most options that are listed with a question. If there are more, people type a name."""
Keys: TypeAlias = list[tuple[str, ...]]
MARKS: Final = str.maketrans("", "", "*`\\")


class Companion:
    """One game at a physical table, entered line by line."""

    def __init__(self, game: Game, language: Language) -> None:
        self.game = game
        self.front = front_of(game.rules.name)
        self._language = language
        self._reasons: list[str] = []
        self._earlier = [*list_answers(game)]
        self._rest = ""
        self.changes: list[Change] = []

    def begin(self) -> Iterator[str]:
        """Play the automatic turns up to the first question, and ask it."""
        yield from self._play_on(self.game.view(), self._place())

    def enter(self, line: str) -> Iterator[str]:
        """Carry out a line and everything that follows from it, and yield the lines to print.

        A refused line has no effect, not even its first part. Raises GameError for a line that is unclear or not
        allowed.
        """
        before = self._list_keys()
        if line.strip().casefold() == "undo":
            if not self._earlier:
                raise CannotUndo(text("ui.companion.nothing_to_undo"))
            self._go_to(self._earlier.pop())
            yield from self._ask()
            return
        try:
            lines = list(self._carry_out(line))
        except GameError:
            if self._list_keys() != before:
                self._go_to(before)
            raise
        if self._list_keys() != before:
            self._earlier.append(before)
        yield from lines

    def _list_keys(self) -> Keys:
        """Return the keys chosen in each step so far; the running step is the last."""
        return [*(step.keys for step in self.game.steps), self.game.keys]

    def _go_to(self, keys: Keys) -> None:
        """Replay the game up to some keys. Random results from the seed stay the same."""
        self._rest = ""
        self.game = replay(Game.from_start(self.game.start), keys)

    def _carry_out(self, line: str) -> Iterator[str]:
        words = line.strip()
        before = self.game.view()
        match words.partition(" ")[0].casefold():
            case "":
                yield from self._ask()
                return
            case "board":
                for heading, lines in self.front.score.write_board(self._language, before).items():
                    yield from self._plainly([heading, *lines])
                return
            case "status":
                yield from self._plainly(self.front.score.write_cards(self._language, before))
                yield from self._plainly(self.front.score.explain(self._language, self.game))
                return
            case "why":
                yield from self._plainly(self._reasons or [self._language.say("log.nothing")])
                return
        if words.startswith(COMPARE):
            yield from self._compare(words.removeprefix(COMPARE))
            return
        if words.startswith(CORRECT):
            words, card = split_card(words)
            if self._asks_card(self.game.decision):
                yield from self._reveal_and_put_right(before, words, card)
                return
            yield from self._tell(self._put_right(self.game, words.removeprefix(CORRECT)))
            yield from self._play_on(before, self._place())
            if not card:
                return
            words, before = self._check_card(card), self.game.view()
        elif self._find_action(words) is not None:
            words, card = split_card(words)
            place = self._place()
            self._choose(words)
            yield from self._play_on(before, place)
            if not card:
                return
            words, before = self._check_card(card), self.game.view()
        place, decision = self._place(), self.game.decision
        option = find_option(self._language, decision, words) if decision is not None else None
        if decision is not None and option is not None and len(decision.own) > LISTED:
            yield from self._plainly([self._language.say(option.text)])
        self._choose(words)
        yield from self._play_on(before, place)

    def _put_right(self, game: Game, lines: str) -> Sequence[Change]:
        return game.put_right(self.front.positions.read_lines(self._language, game.position(), lines))

    def _compare(self, lines: str) -> Iterator[str]:
        twin = self.game.clone()
        if twin.decision is not None and self._asks_card(twin.decision):
            # The choice of the card does not matter: the board at the start of the next turn is the present one.
            twin.choose(twin.decision.options[0].key)
        patch = self.front.positions.read_lines(self._language, twin.position(), lines)
        if not patch:
            yield self._language.say(text("ui.companion.same"))
            return
        changes = twin.put_right(patch)
        yield self._language.say(text("ui.companion.compared"))
        yield from self._plainly(self._write(changes)[1:])

    def _reveal_and_put_right(self, before: Any, words: str, card: str) -> Iterator[str]:
        """Reveal a card, correct the board by the lines before anyone acts on the card, and continue.

        Raises BadInput without a card, for a card that cannot be revealed, and for a Campaign card.
        """
        if not card:
            raise BadInput(text("ui.companion.card_first", line=words))
        place = self._place()
        self.game.choose(self._check_card(card))
        if self.game.label.phase != self.front.setup.turn_phase:
            raise BadInput(text("ui.companion.card_alone", typed=card))
        yield from self._plainly([self._language.say(text("option.card", card=card))])
        self._put_right(self.game, words.removeprefix(CORRECT))
        yield from self._play_on(before, place)

    def _check_card(self, card: str) -> str:
        """Return the card if it can be the revealed one. Raises BadInput if it cannot, or if no card is asked for."""
        decision = self.game.decision
        if decision is None or not self._asks_card(decision):
            raise BadInput(text("ui.companion.no_card", typed=card))
        if card not in decision.keys:
            raise BadInput(text("ui.companion.other_card", typed=card))
        return card

    def _asks_card(self, decision: Decision | None) -> bool:
        return decision is not None and decision.kind == self.front.positions.revealed

    def _place(self) -> tuple[int, int]:
        """Return the number of finished steps, and of changes in the running one."""
        return len(self.game.steps), len(self.game.state.log)

    def _choose(self, words: str) -> None:
        """Choose an option by its key or name, or everything in a turn line. Raises GameError."""
        decision = self.game.decision
        if decision is None:
            raise BadInput(text("error.game_over"))
        option = find_option(self._language, decision, words)
        if option is not None:
            self.game.choose(option.key)
            with suppress(BadInput):
                self._go_on()
            return
        found = self._find_action(words)
        if found is None:
            raise self._refuse(words, decision)
        self._carry_on(self.front.orders.understand(self._language, self.game, *found))
        self._go_on()

    def _refuse(self, words: str, decision: Decision) -> BadInput:
        """Return the error for a line that is neither an answer nor a turn, with the question or the missing sign."""
        if self._asks_card(decision) and words.isdecimal():
            return BadInput(text("ui.companion.other_card", typed=words))
        unknown = BadInput(text("ui.companion.unknown", words=words, question=self.front.words.ask(decision)))
        if len(words.split()) == 1:
            return unknown
        try:
            self.front.positions.read_lines(self._language, self.game.position(), words)
        except BadInput as error:
            return error if error.text.key in ABOUT_LINES else unknown
        return BadInput(text("ui.companion.sign", words=words))

    def _find_action(self, words: str) -> tuple[str, str] | None:
        """Return the id of the action that a turn line begins with and the rest of the line, or None."""
        actions = {plain(one.command): one.id for one in self.front.orders.actions}
        for length in (2, 1):
            name, rest = words.split()[:length], words.split(maxsplit=length)[length:]
            if action := actions.get(plain(" ".join(name))):
                return action, " ".join(rest)
        return None

    def _carry_on(self, understood: Understood) -> None:
        """Choose the answers of an order, and keep the part that follows a die for later. Raises GameError."""
        self._rest = understood.rest
        for key in (*understood.keys, *([understood.ending] if understood.ending else [])):
            self.game.choose(key)

    def _go_on(self) -> None:
        """Carry out the rest of an order up to the next open question. Raises BadInput."""
        while self._rest:
            rest, self._rest = self._rest, ""
            following = self.front.orders.go_on(self.game, rest)
            if following is None:
                return
            self._carry_on(following)
            if not (following.keys or following.ending):
                return

    def _play_on(self, before: Any, place: tuple[int, int]) -> Iterator[str]:
        """Let the automatic players continue, report what has happened since ``place``, and ask the next question."""
        player = self.front.player.make(self.game)
        done, under_way = place
        while player is not None and player.must_decide:
            player.answer()
        ended = [change for step in self.game.steps[done:] for change in step.changes]
        self.changes = [*ended, *self.game.state.log][under_way:] if ended else self.game.state.log[under_way:]
        if player is not None and (finished := player.finished()):
            self._reasons = [line for one in finished for line in tell_briefly(self._language, self.front, one)]
        if self.changes:
            yield from self._tell(self.changes)
            totals = self.front.score.write_changes(self._language, before, self.game.view())
            yield from self._plainly([totals] if totals else [])
        yield from self._ask()

    def _tell(self, changes: Sequence[Change]) -> Iterator[str]:
        yield from self._plainly(self._write(changes))

    def _write(self, changes: Sequence[Change]) -> Sequence[str]:
        return self.front.words.tell(self._language, changes, list_runners(self.game.view()))

    def _ask(self) -> Iterator[str]:
        decision, language = self.game.decision, self._language
        if decision is None:
            yield from self._plainly([write_result(language, self.game.result)] if self.game.result else [])
            return
        who = language.word(f"seat.{decision.seat}")
        yield from self._plainly([f"{who}: {language.say(self.front.words.ask(decision))}"])
        options = [*decision.own, *(one for one in decision.options if one.role in BESIDES and one not in decision.own)]
        if len(options) <= LISTED:
            for option in options:
                yield f"  {option.key} · {language.say(option.text)}".translate(MARKS)

    def _plainly(self, lines: Sequence[str]) -> Iterator[str]:
        yield from (line.removeprefix("-# ").translate(MARKS) for line in lines)


def list_answers(game: Game) -> Iterator[Keys]:
    """Yield the keys chosen before each answer of a person in the finished steps, and before each correction."""
    twin, done = Game.from_start(game.start), list[tuple[str, ...]]()
    player = front_of(game.rules.name).player
    for step in game.steps:
        for place, key in enumerate(step.keys):
            asked = twin.decision.seat if twin.decision is not None else ""
            if key.startswith(PUT_RIGHT) or not player.is_automatic(twin, asked):
                yield [*done, step.keys[:place]]
            twin.choose(key)
        done.append(step.keys)


def split_card(words: str) -> tuple[str, str]:
    """Split a line into what it says about the board and the card at its end that was revealed afterwards.

    >>> split_card("= Raj has acted; Punjab 1T; 55")
    ('= Raj has acted; Punjab 1T', '55')
    """
    lines, _, card = words.rpartition(";")
    return (lines, card.strip()) if lines and card.strip().isdecimal() else (words, "")


def find_option(language: Language, decision: Decision, words: str) -> Option | None:
    """Return the option with this key or name, or the only one whose name begins with this text, or None."""
    if words in decision.keys:
        return decision.option(words)
    options = [option for option in decision.options if option.enabled]
    names = {option.key: plain(language.say(option.text)) for option in options}
    wanted = plain(words)
    exact = [option for option in options if names[option.key] == wanted]
    starts = [option for option in options if wanted and names[option.key].startswith(wanted)]
    found = exact or starts
    return found[0] if len(found) == 1 else None


def start_game(options: argparse.Namespace, language: Language) -> Game:
    """Return the game that the options describe, or that of an existing record. Raises GameError, SettingsError."""
    if options.record.exists():
        return play_record(read_record(read_bytes(options.record)))
    kind, scenario = find_helped(options.scenario)
    front = front_of(kind)
    seats = {plain(name): seat for seat in front.setup.seats for name in (seat, language.word(f"seat.{seat}"))}
    named = [seats.get(plain(name), "") for name in options.people.split(",")]
    people = [seat for seat in front.setup.seats if seat in named]
    if "" in named:
        raise SettingsError(f"--people must name at least one of {', '.join(front.setup.seats)}.")
    typed = f"{WHOLE}\n{read_text(options.position)}\n" if options.position is not None else ""
    position = read_set_up(language, front, scenario, typed + options.set_up)
    kinds = {seat: PLAYER if seat in people else front.player.kind for seat in front.setup.seats}
    game = Game.at({**position, "seats": kinds}, seed=secrets.token_bytes(32))
    game.start = msgspec.structs.replace(game.start, data=digest_files(front.positions.read_files()))
    return game


def find_helped(name: str) -> tuple[str, str]:
    """Return the game and the scenario with this name. Raises SettingsError if the game has no helper for tables."""
    helped = {
        one: front.setup.kind for front in list_fronts() if front.positions.dealt for one in front.setup.scenarios
    }
    kind, _, scenario = name.rpartition(":")
    if scenario not in helped or kind not in ("", helped[scenario]):
        raise SettingsError(f"--scenario must be one of {', '.join(helped)}.")
    return helped[scenario], scenario


def run(options: argparse.Namespace, lines: Iterator[str]) -> Iterator[str]:
    """Yield the answers to the lines that people type, then the path of the record. Raises as `start_game` does.

    After each line that is not refused, the record is written, and if the board has changed, the map too.
    """
    is_old = options.record.exists()
    kind, _ = find_helped(options.scenario)
    language = load_language(options.language, kind)
    companion = Companion(start_game(options, language), language)
    yield language.say("ui.companion.help")
    if is_old:
        yield language.say(text("ui.companion.continued", file=str(options.record)))
    yield from companion.begin()
    for line in lines:
        if line.strip().casefold() in ("quit", "exit"):
            break
        try:
            yield from companion.enter(line)
        except GameError as error:
            yield language.say(error.text).translate(MARKS)
            continue
        write_bytes(options.record, write_record(companion.game.record()))
        if options.map is not None and companion.changes:
            how = Options(language=options.language)
            picture = companion.front.pictures.draw(companion.game.view(), companion.changes, how)
            if picture is not None:
                write_bytes(options.map, picture.data)
    yield str(options.record)

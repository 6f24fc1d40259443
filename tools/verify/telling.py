"""Checks of everything that a game says publicly: texts exist, and no choice is in them that only its own seat sees."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import msgspec

from bot.games.frontend import front_of
from bot.games.playing import TURN_PHASE
from bot.games.showing import Words
from bot.language import DEFAULT, load_language
from engine import Game
from engine.core.change import Change
from engine.core.protocol import Foresight
from engine.core.record import Start
from tools.subjects import find_subject
from tools.verify.invariants import hold


def check_words(game: Game, changes: Sequence[Change], foreseen: Foresight | None) -> None:
    """Check that there are words for a step, for what happened in it and for what it reveals. Raises Broken."""
    kind = game.rules.name
    words, english = front_of(kind).words, load_language(DEFAULT, kind)
    needed = [f"revealed.{foreseen.what}"] if foreseen is not None and foreseen.what else []
    if game.label.phase != TURN_PHASE and type(words).name_step is Words.name_step and game.decision is not None:
        needed.append(f"phase.{game.label.phase}")
    if type(words).tell is Words.tell:
        needed += [f"log.{change.verb}" for change in changes]
    missing = [key for key in needed if not english.has(key)]
    hold(not missing, "there are words for what is shown", missing)


def check_hidden_choice(game: Game, chance: Random) -> None:
    """Check that a choice which only its own seat sees afterwards ends its step and is in no Change. Raises Broken."""
    decision = game.decision
    if decision is None or len(decision.keys) == 1 or not find_subject(game.rules.name).has_hands:
        return
    seats, pair = (decision.seat,), chance.sample(sorted(decision.keys), 2)
    twins = [game.clone(), game.clone()]
    told = [twin.choose(key) for twin, key in zip(twins, pair, strict=True)]
    if _differ([twin.view(()) for twin in twins]) or not _differ([twin.view(seats) for twin in twins]):
        return
    verbs = [[change.verb for change in changes] for changes in told]
    if verbs[0] != verbs[1] or any(twin.state.reveals != game.state.reveals for twin in twins):
        return  # Everyone sees this choice.
    where = (decision.kind, pair)
    hold(all(twin.step_number != game.step_number for twin in twins), "a choice that stays hidden ends its step", where)
    hold(told[0] == told[1], "no Change names a choice that stays hidden", where)


def check_reasons(game: Game, chance: Random) -> None:
    """Check that what an automatic player thinks, which everyone can read, names nothing that is hidden. Raises Broken.

    It answers in the game and in one with other hidden things: where both look the same, its thoughts must be the same.
    """
    subject, front, seat = find_subject(game.rules.name), front_of(game.rules.name), game.pending_seat
    if game.keys or not seat or not subject.has_hands or "reasons" not in front.offers:
        return
    seen: list[Any] = []
    thoughts: list[list[str]] = []
    for is_disguised in (False, True):
        state = game.rules.decode(game.snapshot())
        if is_disguised:
            subject.disguise(state, chance)
        state.seats[seat] = front.player.kind
        twin = Game(game.rules, state, start=Start(game.rules.name, ""), number=game.step_number)
        player = front.player.make(twin)
        if player is None or twin.pending_seat != seat:
            return
        while twin.step_number == game.step_number and twin.pending_seat == seat:
            player.answer()
        seen.append((twin.view(()), [step.changes for step in twin.steps], twin.state.log))
        reasons = [*player.finished(), *player.thinking()]
        thoughts.append([str(thought.text) for reason in reasons for thought in reason.thoughts])
    hold(_differ(seen) or not _differ(thoughts), "no reason of an automatic player names what is hidden", thoughts)


def _differ(pair: Sequence[Any]) -> bool:
    return msgspec.json.encode(pair[0]) != msgspec.json.encode(pair[1])

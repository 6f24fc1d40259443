"""Whole turns at once: what a Faction chooses until someone else must decide, or the step is over."""

from __future__ import annotations

import random
from collections.abc import Callable

from engine import Game
from engine.core.decision import Decision
from engine.core.dice import Hidden
from engine.gandhi.arjuna.player import Arjuna

RARE = ("remove_own", "transfer")
"""Keys that a random player seldom takes: they only make games longer."""
PLAIN = ("pass", "done", "end", "no", "0")

Chooser = Callable[[Decision], str]


def at_random(chance: random.Random, *avoided: str) -> Chooser:
    """Choose at random; rare and avoided options only where nothing else is open."""

    def choose(decision: Decision) -> str:
        keys = sorted(decision.keys)
        return chance.choice([key for key in keys if key not in (*RARE, *avoided)] or keys)

    return choose


def plainly(decision: Decision) -> str:
    """Choose what commits least."""
    wanted = [*PLAIN, decision.default, decision.options[0].key]
    return next(key for key in wanted if key is not None and key in decision.keys)


def draw_turn(game: Game, choose: Chooser) -> list[str]:
    """Return the keys of a turn, chosen on a copy, as far as the Faction itself decides.

    A table takes them in one commit, as it takes a turn that a person has built on a panel: key by key it would load,
    write and announce for each.
    """
    twin = game.clone()
    keys: list[str] = []
    seat, number = twin.decision.seat if twin.decision is not None else "", twin.step_number
    while twin.decision is not None and twin.decision.seat == seat and twin.step_number == number:
        keys.append(choose(twin.decision))
        try:
            twin.choose(keys[-1])
        except Hidden:
            # A game as a person sees it ends where something is revealed.
            break
    return keys


def play_to_last_turn(game: Game, choosing: Callable[[int], Chooser]) -> list[tuple[str, str]]:
    """Return the answers, as seats and keys, of a whole game up to the last turn of a person, which is left out.

    ``choosing`` says how the people of a turn choose, by its number.
    """
    twin = game.clone()
    player = Arjuna(twin)
    answers: list[tuple[str, str]] = []
    last = 0
    while twin.decision is not None:
        seat = twin.decision.seat
        if player.must_decide:
            answers.append((seat, player.answer()))
            continue
        last = len(answers)
        for key in draw_turn(twin, choosing(twin.step_number)):
            answers.append((seat, key))
            twin.choose(key)
    return answers[:last]

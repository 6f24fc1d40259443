"""Plays whole games of Arjuna with changed tables, and counts the figures for `tools.balance.tune`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from random import Random

import msgspec

from bot.console.simulate import game_seed
from engine import Game
from engine.core.decision import Decision
from engine.gandhi import catalogue
from engine.gandhi.arjuna.cards import CARDS, STACKS, Card
from engine.gandhi.arjuna.filters import FILTERS
from engine.gandhi.arjuna.mind import Mind
from engine.gandhi.arjuna.player import Arjuna
from engine.gandhi.arjuna.priorities import COLUMNS, TABLES, Table
from engine.gandhi.arjuna.special_way import SPECIAL
from engine.gandhi.arjuna.thoughts import Thought
from engine.gandhi.ids import ARJUNA, PLAYER, SEATS

CARD_SHOWN = ("arjuna.card", "arjuna.flip")


class Tables(msgspec.Struct, frozen=True):
    """Arjuna's cards and Space Selection Priorities, which `tools.balance.tune` changes."""

    cards: dict[str, Card]
    priorities: dict[str, Table]


def tables_in_use() -> Tables:
    """Return the tables as the data files give them."""
    return Tables(dict(CARDS), dict(TABLES))


def lay(tables: Tables) -> None:
    """Use these tables for all further games of this process."""
    CARDS.update(tables.cards)
    for seat, table in tables.priorities.items():
        for column in table.columns:
            COLUMNS[seat][column] = tuple(FILTERS[row.row] for row in table.rows if column in row.columns)


class Played(msgspec.Struct):
    """One game: who won, whether a victory check ended it, and how often each action was open, used, and led.

    ``open`` and ``used`` count a Faction's turns by action (``raj.deploy``, ``raj.special:treaty``), ``sides`` those
    that a side of a card led.
    """

    winner: str
    by_check: bool
    margins: dict[str, int]
    open: Counter[str]
    used: Counter[str]
    sides: Counter[str]


class Watched(Arjuna):
    """Arjuna, with counts of the actions that it could choose and of those that it chose."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.open: Counter[str] = Counter()
        self.used: Counter[str] = Counter()
        self.sides: Counter[str] = Counter()
        self._now: set[str] = set()

    def play_all(self) -> None:
        """Play until the game is over."""
        while self.must_decide:
            step, decision = self.game.step_number, self.game.decision
            offered = list_actions(decision) if decision is not None else set()
            self.watch(offered, f"{self.game.pending_seat}.{self.answer()}")
            if self.game.step_number != step:
                self._now.clear()
                for explanation in self.finished():
                    self.sides.update(led_by(explanation.thoughts))

    def watch(self, offered: set[str], chosen: str) -> None:
        """Count each action once a turn as open, and each that was chosen."""
        self.open.update(offered - self._now)
        self._now |= offered
        if chosen in offered:
            self.used[chosen] += 1


def list_actions(decision: Decision) -> set[str]:
    """Return the Operations and Special Activities that a decision offers, each with its Faction."""
    is_start = decision.kind.startswith("turn.")
    return {
        f"{decision.seat}.{option.key}"
        for option in decision.options
        if option.key.startswith(SPECIAL) or (is_start and option.key in catalogue.OPERATIONS[decision.seat])
    }


class Lone(Watched):
    """Arjuna in every seat, also in a lone person's: it measures how someone fares who plays as Arjuna does (8.10)."""

    def __init__(self, game: Game, chance: Random) -> None:
        super().__init__(game)
        self.chance = chance
        self.stacks = {seat: chance.sample(cards, len(cards)) for seat, cards in STACKS.items()}

    @property
    def must_decide(self) -> bool:
        """Return whether the game is not over: also the lone person's seat is Arjuna's."""
        return self.game.decision is not None

    def _mind(self, seat: str) -> Mind:
        is_new = seat not in self._minds
        mind = super()._mind(seat)
        if is_new and self._scene.state.seats[seat] != ARJUNA:
            mind.stack = self.stacks[seat]
        return mind


def led_by(thoughts: Iterable[Thought]) -> Iterator[str]:
    """Yield the side of the card that led a turn: the last one shown in it."""
    letters = [str(thought.text.params["letter"]) for thought in thoughts if thought.text.key in CARD_SHOWN]
    yield from letters[-1:]


def play_game(scenario: str, seed: str, number: int, lone: str = "", *, head_start: bool = False) -> Played:
    """Play one game to its end: all seats Arjuna's, or one of them a lone player's who plays as Arjuna does.

    With a ``head_start`` the lone player begins with more (`engine.gandhi.setup.give_head_start`).
    """
    seats = {seat: PLAYER if seat == lone else ARJUNA for seat in SEATS}
    game = Game.new(scenario=scenario, seats=seats, seed=game_seed(seed, number), options={"head_start": head_start})
    player = Lone(game, Random(f"{seed} {number}")) if lone else Watched(game)
    player.play_all()
    if game.result is None:
        raise RuntimeError(f"Game {number} of seed {seed!r} did not end.")
    return Played(
        winner=game.result.ranking[0],
        by_check=game.result.reason == "victory",
        margins=game.result.margins,
        open=player.open,
        used=player.used,
        sides=player.sides,
    )


class Figures(msgspec.Struct):
    """The results of many games. Shares are between 0 and 1.

    ``wins`` by scenario and Faction, ``checks`` by scenario, ``lone`` the wins of a lone player by seat (Short),
    ``uses`` of the turns in which an action was open, ``leads`` of a Faction's turns that followed a card.
    """

    games: int
    lone_games: int
    wins: dict[str, dict[str, float]]
    margins: dict[str, dict[str, float]]
    checks: dict[str, float]
    lone: dict[str, float]
    uses: dict[str, float]
    leads: dict[str, float]


SCENARIOS = ("short", "main")


def measure(tables: Tables, seed: str, games: int, lone_games: int, *, head_start: bool = False) -> Figures:
    """Play ``games`` of each scenario, and ``lone_games`` Short ones from each seat, with these tables.

    With ``head_start``, the lone player begins with more.
    """
    lay(tables)
    played = {name: [play_game(name, seed, number) for number in range(games)] for name in SCENARIOS}
    lone = {
        seat: [play_game("short", seed, n, seat, head_start=head_start) for n in range(lone_games)]
        for seat in SEATS
        if lone_games
    }
    return summarise(played, lone)


def summarise(played: dict[str, list[Played]], lone: dict[str, list[Played]]) -> Figures:
    """Return the figures of many games."""
    everything = [one for several in played.values() for one in several]
    opened, used, sides = Counter[str](), Counter[str](), Counter[str]()
    for one in everything:
        opened += one.open
        used += one.used
        sides += one.sides
    turns = Counter({seat: sum(sides[s] for card in STACKS[seat] for s in (card, card + card)) for seat in SEATS})
    return Figures(
        games=len(everything),
        lone_games=sum(map(len, lone.values())),
        wins={
            name: {seat: share(one.winner == seat for one in several) for seat in SEATS}
            for name, several in played.items()
        },
        margins={
            name: {seat: sum(one.margins[seat] for one in several) / len(several) for seat in SEATS}
            for name, several in played.items()
        },
        checks={name: share(one.by_check for one in several) for name, several in played.items()},
        lone={seat: share(one.winner == seat for one in several) for seat, several in lone.items()},
        uses={action: used[action] / opened[action] if opened[action] else 0.0 for action in every_action()},
        leads={
            side: sides[side] / max(1, turns[card.seat])
            for card in CARDS.values()
            for side in (card.id, card.id + card.id)
        },
    )


def share(answers: Iterable[bool]) -> float:
    """Return the share of true answers; 0 if there are none."""
    counted = list(answers)
    return sum(counted) / len(counted) if counted else 0.0


def every_action() -> list[str]:
    """Return every Operation and Special Activity that Arjuna may order; it never Garrisons (8.6.3)."""
    return [
        *(f"{seat}.{name}" for seat in SEATS for name in catalogue.OPERATIONS[seat] if name != "garrison"),
        *(f"{seat}.{SPECIAL}{name}" for seat in SEATS for name in catalogue.SPECIAL_ACTIVITIES[seat]),
    ]

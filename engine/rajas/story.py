"""The events of a turn in their order, read from the Changes: the one reading for text and pictures.

A `Story` holds data and no words. Its steps are the lines of a text and the numbers of a picture, and a step
knows its place on the table: a space for workers, a square, yield spaces, a river space, a bonus of a track. What each
Change has is defined by `engine.rajas.state`.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from engine.core.change import Change
from engine.rajas.board import BOARD, Bonus, Reward
from engine.rajas.ids import BUILDING_VALUES, MOST_KARMA

WORKER = "worker"
BUILD = "build"
COVER = "cover"
TILE = "tile"
NO_TILE = "no_tile"
YIELDS = "yields"
BOAT = "boat"
BONUS = "bonus"
YIELD_TILE = "yield_tile"
SETUP = "setup"
ROUND = "round"
KINDS = (WORKER, BUILD, COVER, TILE, NO_TILE, YIELDS, BOAT, BONUS, YIELD_TILE, SETUP, ROUND)
"""Kinds of steps. All but the last two have a place on the table and are numbered."""

NUMBERED = frozenset(KINDS[:-2])
ON_SQUARES = (BUILD, COVER, TILE, NO_TILE)
"""Kinds of steps on a square. The last two come from corrections of a province."""
TRACKS = frozenset({"fame", "coins", "karma", "boat"})
"""Verbs that move something along a track, shown with both ends of the move."""
SCORES = frozenset({"new_worker", "worker_gone", "cross", "join"})
"""Immediate consequences of a tile's coins and fame, before bonuses and yields."""
GAINS = frozenset({"coins", "fame", "karma", "upgrade", "take_die", "give_die"})
"""Verbs with which a reward begins."""


class Fact(msgspec.Struct, frozen=True):
    """One fact about a step.

    ``kind`` is paid, coins, fame, karma (``amount``); gave, rolled, lost (``pieces``: dice such as ``orange:5``);
    turned, rerolled (``pieces``: before and after, by turns); upgrade (``pieces``: the building, ``amount``: its value
    now); new_worker, worker_gone (``pieces``: where it waited); white, brown (``pieces``: the yield tile); cross,
    decline, skip, next_first.
    """

    kind: str
    seat: str
    amount: int = 0
    pieces: tuple[str, ...] = ()


class Step(msgspec.Struct):
    """Changes around one place.

    ``number`` counts from 1; 0 is a step without a place. ``place`` is the slot (worker), the square (`ON_SQUARES`),
    the river space (boat), the bonus (bonus) or the yield space (yield_tile); ``places`` are the yield spaces (yields)
    and ``tile`` what was laid. ``via`` is the bonus of a track that sent a boat on, if one did.
    """

    number: int
    kind: str
    seat: str
    place: str = ""
    places: list[str] = []
    tile: str = ""
    via: str = ""
    changes: list[Change] = []

    def facts(self) -> list[Fact]:
        """Return its facts: gains added up, dice together."""
        return tell(self.changes)


class Story(msgspec.Struct):
    """A turn, or any stretch of play, read from its Changes.

    ``seats`` have acted, in order. ``workers`` are slots with the seats that placed there. ``tracks`` holds first old
    and last new value by (seat, track), the tracks being fame, coins, karma, boat. ``gave`` and ``rolled`` are dice by
    seat. ``built`` are squares by seat, with the stack their tile came from; ``joined`` yield spaces by seat.
    ``upgrades`` are buildings by seat. ``rounds`` began in it. ``skipped`` found no space. ``winner`` is empty until
    the end.
    """

    seats: list[str] = []
    steps: list[Step] = []
    workers: dict[str, str] = {}
    tracks: dict[tuple[str, str], tuple[int, int]] = {}
    gave: dict[str, list[str]] = {}
    rolled: dict[str, list[str]] = {}
    built: dict[str, dict[str, str]] = {}
    joined: dict[str, list[str]] = {}
    upgrades: dict[str, list[str]] = {}
    rounds: list[int] = []
    skipped: list[str] = []
    crossed: list[str] = []
    winner: str = ""

    @property
    def seat(self) -> str:
        """Return the seat whose turn it is, the last one of several; empty when no one acted."""
        return self.seats[-1] if self.seats else ""

    def numbers(self, kind: str, place: str, seat: str = "") -> list[int]:
        """Return the numbers of the steps of a kind at a place."""
        return [
            step.number
            for step in self.steps
            if step.kind == kind and seat in ("", step.seat) and place in (step.place, *step.places)
        ]

    def moved(self, seat: str, track: str) -> tuple[int, int] | None:
        """Return where someone's marker was and is, or None when it has not moved."""
        way = self.tracks.get((seat, track))
        return way if way is not None and way[0] != way[1] else None

    def part(self, count: int) -> Story:
        """Return the story as far as the first ``count`` numbered steps."""
        changes = [change for step in self.steps if step.number <= count for change in step.changes]
        return read_story(changes)


def read_story(changes: Iterable[Change]) -> Story:
    """Read the Changes of a turn, or of any stretch of play."""
    reader = _Reader()
    for change in changes:
        reader.read(change)
    return reader.story


class _Reader:
    """Goes through Changes and puts each into the step it belongs to."""

    def __init__(self) -> None:
        self.story = Story()
        self.bonuses: list[Bonus] = []
        self.yields: list[str] = []
        self.scores: set[str] = set()
        self.scoring = False
        self.via = ""
        self.claims = 0

    def read(self, change: Change) -> None:
        """Read the next Change into the story."""
        self._keep(change)
        self._score(change.verb)
        match change.verb:
            case "worker":
                self._begin(WORKER, change, change.target)
            case "skip":
                self._begin(WORKER, change, "")
            case "build" | "cover":
                self._begin(BUILD if change.verb == "build" else COVER, change, change.target, change.piece)
                tile = BOARD.tiles[change.piece]
                self.scores = {
                    verb for verb, is_scored in (("coins", tile.coins), ("fame", tile.buildings)) if is_scored
                }
                self.scoring = True
            case "boat":
                if self.bonuses and self.bonuses[0].reward.kind == "boat" and not self.via:
                    self.via = self.bonuses.pop(0).id
                self._begin(BOAT, change, str(change.new))
                self.story.steps[-1].via, self.via = self.via, ""
                self.claims = _claims(BOARD.river[(change.new or 1) - 1])
            case "bonus":
                bonus = BOARD.money_bonuses[change.old or 0]
                if bonus.reward.kind == "boat":
                    self.via = bonus.id
                else:
                    self._begin(BONUS, change, bonus.id)
                    self.claims = _claims(bonus.reward)
            case "put_right" if change.piece in (TILE, NO_TILE):
                self._begin(change.piece, change, change.target, change.origin)
            case "lay_yield":
                self._begin(YIELD_TILE, change, change.target, change.piece)
            case "round":
                self._begin(ROUND, change, str(change.new))
            case "join":
                self.yields.append(change.target)
                self.story.steps[-1].changes.append(change)
            case _:
                self._go_on(change)

    def _score(self, verb: str) -> None:
        """Note whether a Change still belongs to the tile just laid, which gives coins and fame once each."""
        if verb in ("coins", "fame"):
            self.scoring = self.scoring and verb in self.scores
            self.scores.discard(verb)
        else:
            self.scoring = self.scoring and verb in SCORES

    def _begin(self, kind: str, change: Change, place: str, tile: str = "") -> None:
        steps = self.story.steps
        if kind in (WORKER, ROUND):
            self.bonuses, self.yields, self.via, self.claims = [], [], "", 0
        number = 0
        if kind in NUMBERED and place:
            number = 1 + max((step.number for step in steps), default=0)
        steps.append(Step(number, kind, change.seat, place, tile=tile, changes=[change]))
        if kind == WORKER and change.seat:
            self.story.seats.append(change.seat)

    def _go_on(self, change: Change) -> None:
        """Add a Change to the last step, or begin a step with it: for a passed bonus, for yields, or for a round."""
        steps, verb = self.story.steps, change.verb
        if not steps:
            self._begin(SETUP, change, "")
            return
        seat = steps[-1].seat
        if self.bonuses and verb == self.bonuses[0].reward.kind and not self.scoring:
            bonus = self.bonuses.pop(0)
            steps.append(Step(self._next(), BONUS, change.seat, bonus.id, changes=[change]))
        elif self.yields and not self.scoring and self.claims <= 0 and verb in GAINS:
            steps.append(Step(self._next(), YIELDS, change.seat, places=self.yields, changes=[change]))
            self.yields = []
        elif verb in ("first", "over") and seat:
            steps.append(Step(0, ROUND, "", changes=[change]))
        else:
            steps[-1].changes.append(change)
        self.claims -= verb in GAINS
        if verb == "fame" and change.old is not None and change.new is not None:
            self.bonuses += [bonus for bonus in BOARD.fame_bonuses if change.old < bonus.space <= change.new]

    def _next(self) -> int:
        return 1 + max((step.number for step in self.story.steps), default=0)

    def _keep(self, change: Change) -> None:
        """Add a Change to the story's data by seat."""
        story, verb, seat = self.story, change.verb, change.seat
        if verb in TRACKS and change.old is not None and change.new is not None:
            first = story.tracks.get((seat, verb), (change.old, 0))[0]
            story.tracks[seat, verb] = (first, change.new)
        elif verb == "worker":
            story.workers[change.target] = seat
        elif verb == "take_die":
            story.rolled.setdefault(seat, []).append(f"{change.piece}:{change.new}")
        elif verb == "give_die":
            _take_out(story, seat, f"{change.piece}:{change.old}")
        elif verb in ("turn_die", "reroll"):
            _take_out(story, seat, f"{change.piece}:{change.old}")
            story.rolled.setdefault(seat, []).append(f"{change.piece}:{change.new}")
        elif verb in ("build", "cover"):
            story.built.setdefault(seat, {})[change.target] = change.origin
        elif verb == "put_right" and change.piece in (TILE, NO_TILE):
            story.built.setdefault(seat, {})[change.target] = BOARD.tiles[change.origin].stack
        elif verb == "join":
            story.joined.setdefault(seat, []).append(change.target)
        elif verb == "upgrade":
            story.upgrades.setdefault(seat, []).append(change.piece)
        elif verb == "round" and change.new is not None:
            story.rounds.append(change.new)
        elif verb == "skip":
            story.skipped.append(seat)
        elif verb == "cross":
            story.crossed.append(seat)
        elif verb == "over":
            story.winner = change.target


def _claims(reward: Reward) -> int:
    """Return the most gains that a reward can make; later ones belong to the yields joined before."""
    if reward.kind in ("dice", "karma_dice", "dice_of", "dice_by_karma"):
        return max(reward.amount, MOST_KARMA if reward.kind != "dice" else 0)
    return 99 if reward.kind == "chamber" else 1


def _take_out(story: Story, seat: str, die: str) -> None:
    """Note that a die leaves Kali; one that was rolled in this story is forgotten."""
    if die in story.rolled.get(seat, []):
        story.rolled[seat].remove(die)
    else:
        story.gave.setdefault(seat, []).append(die)


def tell(changes: Iterable[Change]) -> list[Fact]:
    """Return the facts of some Changes: payments first, then gains; amounts added up, dice together."""
    sums: dict[tuple[str, str], int] = {}
    dice: dict[tuple[str, str], list[str]] = {}
    single: list[Fact] = []
    order: dict[tuple[str, str], None] = {}
    for change in changes:
        seat, verb, old, new = change.seat, change.verb, change.old or 0, change.new or 0
        if (verb in ("coins", "fame", "karma") and new > old) or verb == "coins":
            kind = verb if new > old else "paid"
            sums[kind, seat] = sums.get((kind, seat), 0) + abs(new - old)
            order.setdefault((kind, seat))
        elif verb in ("give_die", "take_die"):
            kind, pips = ("gave", old) if verb == "give_die" else ("rolled", new)
            dice.setdefault((kind, seat), []).append(f"{change.piece}:{pips}")
            order.setdefault((kind, seat))
        elif verb in ("turn_die", "reroll"):
            kind = "turned" if verb == "turn_die" else "rerolled"
            dice.setdefault((kind, seat), []).extend((f"{change.piece}:{old}", f"{change.piece}:{new}"))
            order.setdefault((kind, seat))
        elif verb == "upgrade":
            single.append(Fact(verb, seat, BUILDING_VALUES[new], (change.piece,)))
        elif verb in ("new_worker", "worker_gone"):
            single.append(Fact(verb, seat, new, (change.origin,)))
        elif verb in ("draw_yield", "draw_brown"):
            single.append(Fact("white" if verb == "draw_yield" else "brown", seat, 0, (change.piece,)))
        elif verb in ("cross", "decline", "skip"):
            single.append(Fact(verb, seat))
        elif verb in ("first", "next_first", "over"):
            single.append(Fact(verb, change.target))
    facts = [
        Fact(kind, seat, sums.get((kind, seat), 0), tuple(dice.get((kind, seat), ()))) for kind, seat in order
    ] + single
    return sorted(facts, key=lambda fact: FIRST_TOLD.index(fact.kind) if fact.kind in FIRST_TOLD else len(FIRST_TOLD))


FIRST_TOLD = ("paid", "turned", "gave", "rerolled", "white", "brown", "fame", "coins", "karma", "rolled", "upgrade")
"""The order in which facts are shown."""

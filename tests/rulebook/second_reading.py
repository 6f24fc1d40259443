"""A second reading of chapters 3 and 4, apart from the engine: the exact answers that each question must offer.

It uses the board and the plain data of a state, but none of the engine's rules.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Collection, Sequence
from typing import Any

from engine import Game
from engine.core.change import Change
from engine.core.decision import Decision
from engine.gandhi.board import BOARD, GEOGRAPHY
from engine.gandhi.ids import CONGRESS, LEAGUE, LEVELS, REVOLUTIONARIES
from tests.rulebook.scattered import scatter

OPERATIONS = {
    "deploy",
    "garrison",
    "sweep",
    "assault",
    "rally",
    "demonstrate",
    "civil_disobedience",
    "non_cooperation",
    "march",
    "attack",
    "unrest",
}
BESIDES = {"done", "end", "transfer", "remove_own", "free_sweep"}
OWN_PRICE = {"deploy": "willingdon", "sweep": "irwin", "assault": "chelmsford"}
"""The Viceroy under whom Sepoys cost 1 Resource in an Operation (3.2)."""


def is_land(space: str) -> bool:
    """Return whether a space is a City, Province or State."""
    return not GEOGRAPHY[space].is_railway


class Reader:
    """Follows one turn and says of its questions which answers the rulebook leaves open.

    The docstring of a method that answers for a paragraph is the number of the paragraph.
    """

    def __init__(self, game: Game, turn: dict[str, str]) -> None:
        self.state: Any = game.state
        self.seat = turn["seat"]
        self.limited = turn["may"] == "limited_operation"
        self.operation = self.special = self.running = ""
        self.selected: list[str] = []
        self.special_selected: list[str] = []
        self.moved: Counter[tuple[str, str]] = Counter()
        self.brought: Counter[str] = Counter()
        self.slots = 0
        self.sepoys_paid = self.found_somebody = False
        self.seen = 0

    def follow(self, log: Sequence[Change] | None = None) -> None:
        """Read what has happened since the last question. A space is judged as it was when it was selected (3.1.5)."""
        for change in (self.state.log if log is None else log)[self.seen :]:
            if change.verb in ("begin", "resume"):
                self.running = change.piece
                if change.piece in OPERATIONS:
                    self.operation = change.piece
                elif change.verb == "begin":
                    self.special, self.special_selected = change.piece, []
            elif change.verb == "refuse":
                self.special, self.special_selected = "", []
            elif change.verb == "select" and self.running not in OPERATIONS:
                self.special_selected.append(change.target)
            elif change.verb == "select" and change.target not in self.selected:
                self.selected.append(change.target)
            elif change.verb in ("move", "place") and self.running == "treaty":
                self.brought[change.target] += change.count
            elif change.verb == "activate":
                self.found_somebody = True
            elif change.verb == "move" or (change.verb == "place" and self.operation == "deploy"):
                self.moved[change.piece, change.target] += change.count
                self.sepoys_paid = self.sepoys_paid or change.piece == "sepoys"
        self.seen = len(self.state.log)

    # -- 1.3 to 1.7 ----------------------------------------------------------------------------------------

    def here(self, space: str) -> Any:
        """Return what is in a space."""
        return self.state.spaces[space]

    @property
    def is_crisis(self) -> bool:
        """6.8"""
        return bool(self.state.restraint == self.state.unity == 1)

    def is_state(self, space: str) -> bool:
        """1.3.5"""
        return GEOGRAPHY[space].is_princely_state or bool(self.here(space).muslim_state)

    def cubes(self, space: str) -> int:
        """Return Troops plus Sepoys."""
        return int(self.here(space).troops + self.here(space).sepoys)

    def activists(self, space: str) -> int:
        """Return the Activists of both Factions."""
        return int(self.here(space).congress + self.here(space).league)

    def active_activists(self, space: str) -> int:
        """1.4.3"""
        return self.activists(space) if self.here(space).protest or not is_land(space) else 0

    def active_adversaries(self, space: str) -> int:
        """1.4.3: of Raj."""
        here = self.here(space)
        return int(
            self.active_activists(space) + here.gandhi + here.active + here.league_bases + here.revolutionary_bases
        )

    def has_control(self, space: str) -> bool:
        """1.7.1, 1.7.2"""
        land = GEOGRAPHY[space]
        may_be = land.is_city or (land.is_province and not self.here(space).muslim_state)
        return may_be and self.cubes(space) > self.active_adversaries(space)

    def has_room(self, space: str) -> bool:
        """1.4.2"""
        here = self.here(space)
        return bool(here.league_bases + here.revolutionary_bases < GEOGRAPHY[space].population)

    # -- 3.1 -----------------------------------------------------------------------------------------------

    def is_open(self, space: str) -> bool:
        """3.1.1, 2.3.5"""
        return space not in self.selected and not (self.limited and self.selected)

    def unmoved(self, piece: str, space: str) -> int:
        """3.1.2"""
        present: int = getattr(self.here(space), piece)
        return max(0, present - self.moved[piece, space])

    def can_pay(self, amount: int) -> bool:
        """3.1"""
        return bool(self.state.resources[self.seat] >= amount)

    def price(self, operation: str) -> int:
        """3.2 and the Viceroys' capabilities."""
        lord = self.state.viceroy
        if lord == "reading" and (operation == "garrison" or not self.selected):
            return 0
        return 1 if OWN_PRICE.get(operation) == lord else int(self.state.restraint)

    def is_free(self, space: str) -> bool:
        """3.3: outside of the number that Restraint or Unity allows."""
        here = self.here(space)
        return bool(here.protest or here.gandhi) if self.seat == CONGRESS else bool(here.league_bases)

    def is_open_to_nv(self, space: str) -> bool:
        """3.3, 3.1.5, 3.1.1"""
        if not self.is_open(space) or (self.special == "negotiate" and space in self.special_selected):
            return False
        limit = self.state.restraint if self.seat == CONGRESS else self.state.unity
        return self.is_free(space) or self.slots < limit

    def own(self, space: str) -> int:
        """Return the Activists of an NV Faction itself."""
        return int(getattr(self.here(space), self.seat))

    # -- 3.2 -----------------------------------------------------------------------------------------------

    def deploy(self, city: str) -> bool:
        """3.2.1"""
        return GEOGRAPHY[city].is_city and self.is_open(city)

    def deployed(self, city: str) -> set[str]:
        """3.2.1: up to six cubes."""

        def can(piece: str) -> bool:
            return self.state.available[piece] > 0 or any(
                other != city and not self.here(other).protest and self.unmoved(piece, other)
                for other in BOARD.everywhere
            )

        is_free = self.state.viceroy == "reading" and self.selected[0] == city
        pays = is_free or self.moved["sepoys", city] > 0 or self.can_pay(self.price("deploy"))
        return {piece for piece in ("troops", "sepoys") if can(piece) and (piece == "troops" or pays)}

    def garrison_from(self, space: str) -> bool:
        """3.2.2"""
        sepoys = self.unmoved("sepoys", space) and (self.sepoys_paid or self.can_pay(self.price("garrison")))
        return not self.here(space).protest and bool(self.unmoved("troops", space) or sepoys)

    def sweep(self, space: str) -> bool:
        """3.2.3"""
        if not (is_land(space) and self.is_open(space)):
            return False
        pays = self.can_pay(self.price("sweep"))
        if self.here(space).troops or (self.here(space).sepoys and pays):
            return True
        for origin in BOARD.everywhere:
            if origin == space or self.here(origin).protest:
                continue
            near = GEOGRAPHY[origin].adjacent
            over = [railway for railway in near if not is_land(railway) and space in GEOGRAPHY[railway].adjacent]
            if space not in near and not any(self.is_passable(railway) for railway in over):
                continue
            if (self.unmoved("troops", origin) and not self.is_state(space)) or (
                self.unmoved("sepoys", origin) and pays
            ):
                return True
        return False

    def is_passable(self, railway: str) -> bool:
        """3.2.3, R-33"""
        here = self.here(railway)
        return not (here.strike or here.active or here.protest or self.activists(railway))

    def assault(self, space: str) -> bool:
        """3.2.4"""
        here = self.here(space)
        return self.is_open(space) and bool(here.troops or (here.sepoys and self.can_pay(self.price("assault"))))

    # -- 3.3, 3.4 ------------------------------------------------------------------------------------------

    def rally(self, space: str) -> bool:
        """3.3.1, 3.4.1"""
        without_support = self.here(space).level <= 0
        if self.seat == REVOLUTIONARIES:
            fits = without_support or self.here(space).revolutionary_bases
            return is_land(space) and self.is_open(space) and bool(fits) and self.can_pay(1)
        return is_land(space) and self.is_open_to_nv(space) and (without_support or self.is_free(space))

    def demonstrate(self, space: str) -> bool:
        """3.3.2, R-34d"""
        movers = any(self.unmoved(self.seat, origin) for origin in GEOGRAPHY[space].adjacent)
        return is_land(space) and self.is_open_to_nv(space) and movers

    def civil_disobedience(self, space: str) -> bool:
        """3.3.3, D-29, R-35"""
        return self.is_open_to_nv(space) and bool(self.own(space) or self.is_free(space))

    def non_cooperation(self, space: str) -> bool:
        """3.3.4"""
        ruled = self.has_control(space) and not (self.seat == CONGRESS and self.is_crisis)
        fits = is_land(space) and self.here(space).protest and self.own(space) and not ruled
        return bool(fits) and self.is_open_to_nv(space)

    def march(self, space: str) -> bool:
        """3.4.2"""
        waiting = self.unmoved("underground", space) + self.unmoved("active", space)
        return self.is_open(space) and waiting > 0 and self.can_pay(int(is_land(space)))

    def attack(self, space: str) -> bool:
        """3.4.3"""
        guerrillas = self.here(space).underground + self.here(space).active
        return is_land(space) and self.is_open(space) and guerrillas > 0 and self.can_pay(1)

    def unrest(self, space: str) -> bool:
        """3.4.4"""
        here = self.here(space)
        both = self.is_crisis and here.congress and here.league
        return self.is_open(space) and bool(here.underground or both) and self.can_pay(self.state.restraint)

    # -- 4.0 -----------------------------------------------------------------------------------------------

    def removable(self, space: str) -> int:
        """3.2.4, 4.2.1, 4.2.2: what Raj could remove, Bases last."""
        here = self.here(space)
        last = here.league_bases * (not self.activists(space)) + here.revolutionary_bases * (
            not here.underground and not here.active
        )
        return int(self.active_activists(space) + here.gandhi + here.active + last)

    def treaty(self, space: str) -> bool:
        """4.2.1"""
        near = any(
            not self.here(origin).protest and self.here(origin).sepoys > self.brought[origin]
            for origin in GEOGRAPHY[space].adjacent
        )
        fits = near or (self.here(space).sepoys and self.removable(space))
        return self.is_state(space) and space not in self.special_selected and bool(fits)

    def govern(self, space: str) -> bool:
        """4.2.2"""
        here = self.here(space)
        marker = (here.strike or here.protest) and not self.activists(space)
        worth = is_land(space) and (here.unrest or here.muslim_state or here.level < LEVELS["active_support"])
        pays = self.can_pay(2 if self.state.viceroy == "mountbatten" else 3)
        imperialism = worth and pays and not self.active_adversaries(space)
        return (
            space not in self.special_selected
            and self.cubes(space) > 0
            and bool(self.removable(space) or marker or imperialism)
        )

    def martial_law(self, space: str) -> bool:
        """4.2.3"""
        return space not in self.special_selected and bool(self.cubes(space) and self.activists(space))

    def negotiate(self, space: str) -> bool:
        """4.3.1, 4.4.1"""
        return self.own(space) > 0 and not self.has_control(space) and space not in self.selected

    def persuade(self, space: str) -> bool:
        """4.3.3, 4.4.3"""
        here = self.here(space)
        others = here.gandhi if self.seat == CONGRESS else here.league_bases
        return space not in self.special_selected and bool(self.own(space) or others)

    def infiltrate(self, space: str) -> bool:
        """4.4.2, 4.5.2"""
        here = self.here(space)
        if self.seat == LEAGUE:
            return bool(here.league)
        something = here.sepoys or here.congress or here.league or here.protest
        return bool(here.underground and (something or self.takes_base(space)))

    def takes_base(self, space: str) -> bool:
        """4.5.2, 6.8"""
        rural = is_land(space) and not GEOGRAPHY[space].is_city
        free = rural and not self.has_control(space) and self.has_room(space)
        return self.is_crisis and free and self.state.available["revolutionary_bases"] > 0

    def assassinate(self, space: str) -> bool:
        """4.5.3"""
        someone = self.cubes(space) or self.here(space).league_bases or self.active_activists(space)
        return space in self.selected and bool(someone)

    # -- pieces and ways -----------------------------------------------------------------------------------

    def attacked(self, space: str) -> set[str]:
        """3.4.3"""
        here = self.here(space)
        targets = {"sepoys"} if here.sepoys else {"troops"} if here.troops else set()
        if self.active_activists(space):
            targets |= {seat for seat in (CONGRESS, LEAGUE) if getattr(here, seat)}
        return targets | ({"league_bases"} if here.league_bases and not self.activists(space) else set())

    def assassinated(self, space: str) -> set[str]:
        """4.5.3"""
        kinds = ["troops", "sepoys", "league_bases"] + [CONGRESS, LEAGUE] * bool(self.active_activists(space))
        return {kind for kind in kinds if getattr(self.here(space), kind)}

    def persuaded(self, space: str) -> set[str]:
        """4.3.3, 4.4.3"""
        here = self.here(space)
        targets = {"sepoys"} if here.sepoys else {"troops"} if here.troops else set()
        other = LEAGUE if self.seat == CONGRESS else CONGRESS
        if self.active_activists(space) and getattr(here, other):
            targets.add(other)
        if here.active:
            targets.add("active")
        if self.seat == CONGRESS and here.league_bases and not here.league:
            targets.add("league_bases")
        if here.revolutionary_bases and not (here.underground or here.active):
            targets.add("revolutionary_bases")
        if here.underground and (self.active_activists(space) or here.gandhi or here.league_bases):
            targets.add("activate")
        return targets

    def infiltrated(self, space: str) -> set[str]:
        """4.4.2, 4.5.2"""
        here = self.here(space)
        if self.seat == REVOLUTIONARIES:
            ways = {kind for kind in ("sepoys", CONGRESS, LEAGUE, "protest") if getattr(here, kind)}
            return ways | ({"base"} if self.takes_base(space) else set())
        ways = {kind for kind in ("sepoys", "underground", "active", "protest") if getattr(here, kind)}
        province = GEOGRAPHY[space].is_province and not here.muslim_state
        state = self.is_crisis and province and here.league_bases and not self.has_control(space)
        return ways | ({"muslim_state"} if state else set())

    def negotiated(self, space: str) -> set[str]:
        """4.3.1, 4.4.1"""
        here, land = self.here(space), GEOGRAPHY[space]
        congress, league = here.congress + here.gandhi, here.league + here.league_bases
        if self.seat == CONGRESS:
            ways = {"release_gandhi"} if self.state.jail["gandhi"] else set()
            return ways | ({"remove_muslim_state"} if here.muslim_state and congress > league else set())
        ways = {"remove_unrest"} if here.unrest else set()
        province = land.is_province and land.muslim and not here.muslim_state
        return ways | ({"muslim_state"} if province and here.level < 0 and league > congress else set())

    def rallied(self, space: str) -> set[str]:
        """3.3.1, 3.4.1"""
        here, revolt = self.here(space), self.seat == REVOLUTIONARIES
        pieces = here.underground + here.active if revolt else here.league
        base = self.state.available["revolutionary_bases" if revolt else "league_bases"]
        ways = {"guerrillas" if revolt else "activists"}
        return ways | ({"base"} if pieces >= self.state.unity and self.has_room(space) and base else set())

    # -- questions -----------------------------------------------------------------------------------------

    def answers(self, kind: str, space: str) -> Collection[str] | None:
        """Return what a question must leave open, or None where this reading does not say."""
        tests: dict[str, Callable[[str], bool]] = {
            "deploy.city": self.deploy,
            "garrison.origin": self.garrison_from,
            "sweep.space": self.sweep,
            "assault.space": self.assault,
            "rally.space": self.rally,
            "demonstrate.space": self.demonstrate,
            "civil_disobedience.space": self.civil_disobedience,
            "non_cooperation.space": self.non_cooperation,
            "march.origin": self.march,
            "attack.space": self.attack,
            "unrest.space": self.unrest,
            "treaty.space": self.treaty,
            "govern.space": self.govern,
            "martial_law.space": self.martial_law,
            "negotiate.space": self.negotiate,
            "satyagraha.space": lambda space: True,
            "persuade.space": self.persuade,
            "infiltrate.space": self.infiltrate,
            "assassinate.space": self.assassinate,
            "arrest.protest": lambda space: is_land(space) and not self.here(space).protest,
        }
        # A Special Activity during the Operation may move or turn over pieces that have moved: other tests cover that.
        if (kind in ("deploy.piece", "sweep.space", "garrison.origin") and self.special == "treaty") or (
            kind == "march.origin" and self.special
        ):
            return None
        if kind == "garrison.origin" and self.limited:
            return None
        if kind in tests:
            return {space for space in BOARD.everywhere if tests[kind](space)}
        ways: dict[str, Callable[[str], set[str]]] = {
            "deploy.piece": self.deployed,
            "rally.what": self.rallied,
            "attack.remove": self.attacked,
            "assassinate.remove": self.assassinated,
            "persuade.what": self.persuaded,
            "infiltrate.what": self.infiltrated,
            "negotiate.then": self.negotiated,
        }
        return ways[kind](space) if kind in ways else None


def is_spoiled(decision: Decision, key: str) -> bool:
    """R-44 Return whether an answer is closed because of what it would leave for the Operation."""
    option = decision.option(key)
    return option is not None and option.why is not None and option.why.key == "why.nothing_left_for_operation"


def play_and_compare(number: int, *, meddles: bool = False) -> tuple[Counter[str], list[str]]:
    """Play one turn at random from a random position, and return the questions compared and every difference.

    With ``meddles`` Resources are often transferred and own pieces removed.
    """
    chance = random.Random(number)
    position = scatter(chance)
    game = Game.at(position, seed=number.to_bytes(32, "big"))
    reader = Reader(game, position["turn"])
    compared: Counter[str] = Counter()
    differences = []
    while game.decision is not None and not game.steps:
        decision = game.decision
        reader.follow()
        wanted = reader.answers(decision.kind, decision.space)
        if wanted is not None:
            found = {key for key in decision.keys - BESIDES if not key.startswith("special:")}
            compared[decision.kind] += 1
            if not reader.selected:
                # R-44 Before the first space the Operation may need what the answer would take: `is_spoiled`.
                wanted = {key for key in wanted if not is_spoiled(decision, key)}
            if found != set(wanted):
                differences.append(f"{number} {decision.kind} {decision.space}: {sorted(found ^ set(wanted))}")
        keys = sorted(decision.keys - {"transfer", "remove_own"}) or sorted(decision.keys)
        if meddles and chance.random() < 0.3:
            keys = sorted(decision.keys & {"transfer", "remove_own"}) or keys
        if decision.kind == "turn.action":
            keys = [key for key in keys if not key.startswith("event") and key != "pass"] or ["pass"]
        elif len(keys) > 1 and chance.random() < 0.6:
            keys = [key for key in keys if key != "done"]
        key = chance.choice(keys)
        if decision.kind.partition(".")[0] in OPERATIONS and decision.kind.endswith(".space") and key in BOARD.spaces:
            # The slot is counted now, before the Operation may place a Protest or a Base there.
            reader.slots += not reader.is_free(key)
        game.choose(key)
    if game.steps:
        reader.follow(game.steps[0].changes)
    if reader.operation and not reader.selected and not reader.found_somebody:
        differences.append(f"{number} {reader.operation} ended without a space (R-19)")
    return compared, differences

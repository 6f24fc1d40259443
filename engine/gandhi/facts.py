"""The state as plain data, and everything that follows from it: Control, Activists, totals, margins."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from engine.core.dice import Dice
from engine.gandhi.board import BOARD, GEOGRAPHY, Viceroy
from engine.gandhi.ids import (
    ARJUNA,
    AWAY,
    CONGRESS,
    FACTION_OF,
    GANDHI,
    INVENTORY,
    LEAGUE,
    PLAYER,
    RAJ,
    SEATS,
    THRESHOLDS,
)

Share = tuple[str, int, int]
"""A space's part of a victory total: the space, its value (its Population, for Bases one), how often it counts."""


def add_up(shares: Iterable[Share]) -> int:
    """Return the sum of some shares: each value times how often it counts."""
    return sum(worth * times for _, worth, times in shares)


class Here(msgspec.Struct, omit_defaults=True):
    """The pieces and markers in one space. ``level`` runs from -2 (Active Opposition) to 2 (Active Support)."""

    troops: int = 0
    sepoys: int = 0
    congress: int = 0
    league: int = 0
    gandhi: bool = False
    underground: int = 0
    active: int = 0
    league_bases: int = 0
    revolutionary_bases: int = 0
    level: int = 0
    protest: bool = False
    unrest: int = 0
    strike: bool = False
    muslim_state: bool = False

    @property
    def cubes(self) -> int:
        """Count Troops plus Sepoys."""
        return self.troops + self.sepoys

    @property
    def activists(self) -> int:
        """Count Congress plus Muslim League Activists, on either side."""
        return self.congress + self.league

    @property
    def guerrillas(self) -> int:
        """Count Guerrillas, Underground and Active."""
        return self.underground + self.active

    @property
    def bases(self) -> int:
        """Count Bases of both Factions."""
        return self.league_bases + self.revolutionary_bases

    @property
    def congress_pieces(self) -> int:
        """Count Congress Activists plus Gandhi."""
        return self.congress + self.gandhi

    @property
    def league_pieces(self) -> int:
        """Count Muslim League Activists plus Bases."""
        return self.league + self.league_bases

    @property
    def markers(self) -> int:
        """Count Unrest and Strike markers, which share one supply (1.11)."""
        return self.unrest + self.strike


class Facts(msgspec.Struct, omit_defaults=True):
    """The plain data of a game, with every derived value. The verbs that change it are in `state.State`.

    ``seats`` says who plays each Faction just now; for those in ``away``, someone else plays while the owner is away.
    ``deck`` is the face-down order, next card first: secret, like ``dice``. ``card`` is the Current Card, ``upcoming``
    the face-up card of the deck (0: none). ``cylinders`` holds for each seat: eligible, ineligible, executed or passed.
    ``first`` is what the 1st Eligible Faction executed on this card (2.3.4). ``may`` and ``whose`` set the next turn's
    options and seat, if a position does so. ``stays_eligible`` and ``stays_ineligible`` hold eligibility effects of
    Events that last past this card. ``crisis_triggered`` and ``gandhi_arrested`` last for one turn. ``arjuna`` is each
    Non-player Faction's stack of Arjuna cards, top first (8.3). ``programme`` holds the spaces of this Round's
    Constructive Programme (6.3.2). With ``foresight``, our own handicap, ``foreseen`` is the Faction order of the
    deck's top card (`CAMPAIGN` for a Campaign card). With ``told``, people enter each revealed card, since they play
    with a real deck. ``by_hand`` names what else they enter (`BY_HAND`).
    """

    scenario: str
    seats: dict[str, str]
    sides: tuple[tuple[str, ...], ...]
    phase: str
    restraint: int
    unity: int
    viceroy: str
    resources: dict[str, int]
    spaces: dict[str, Here]
    available: dict[str, int]
    out_of_play: dict[str, int]
    jail: dict[str, int]
    deck: list[int]
    card: int
    upcoming: int
    played: list[int]
    cylinders: dict[str, str]
    dice: Dice
    first: str = ""
    may: str = ""
    whose: str = ""
    stays_eligible: list[str] = []
    stays_ineligible: dict[str, int] = {}
    crisis_triggered: bool = False
    gandhi_arrested: bool = False
    programme: list[str] = []
    arjuna: dict[str, list[str]] = {}
    final: bool = False
    ended: str = ""
    ranking: tuple[str, ...] = ()
    reveals: int = 0
    foresight: bool = False
    foreseen: tuple[str, ...] = ()
    away: list[str] = []
    told: bool = False
    by_hand: list[str] = []

    # -- spaces --------------------------------------------------------------------------------------------

    def is_state(self, space: str) -> bool:
        """Return whether a space is a Princely State or a Muslim State (1.3.5)."""
        return GEOGRAPHY[space].is_princely_state or self.spaces[space].muslim_state

    def is_province(self, space: str) -> bool:
        """Return whether a space is a Province and not a Muslim State (1.3.5)."""
        return GEOGRAPHY[space].is_province and not self.spaces[space].muslim_state

    def has_control(self, space: str) -> bool:
        """1.7.1 Return whether Raj has Control: in a City or Province, cubes exceed all other Active pieces."""
        here = self.spaces[space]
        cubes = here.troops + here.sepoys
        if not cubes or here.muslim_state or space not in CONTROLLABLE:
            return False
        others = here.gandhi + here.active + here.league_bases + here.revolutionary_bases
        if here.protest:
            others += here.congress + here.league
        return cubes > others

    def are_activists_active(self, space: str) -> bool:
        """1.4.3 Return whether Activists are Active: in Protest spaces and on Railways, and nowhere else."""
        return self.spaces[space].protest or GEOGRAPHY[space].is_railway

    def active_nv(self, space: str) -> int:
        """Count Active NV pieces in a space: Gandhi, Muslim League Bases, and Activists that are Active."""
        here = self.spaces[space]
        return here.gandhi + here.league_bases + (here.activists if self.are_activists_active(space) else 0)

    def active_adversaries_of_raj(self, space: str) -> int:
        """Return the number of Active pieces in a space that are not cubes: cubes are counted against them (1.7.1)."""
        here = self.spaces[space]
        return self.active_nv(space) + here.active + here.revolutionary_bases

    def has_room_for_base(self, space: str) -> bool:
        """1.4.2 Return whether the Bases of both Factions together are below a space's Population."""
        return self.spaces[space].bases < GEOGRAPHY[space].population

    def has_forces_on_map(self, seat: str) -> bool:
        """1.4.1 Return whether a Faction has any piece on the map, not counting Gandhi."""
        for piece in FORCES[seat]:
            boxed = self.available[piece] + self.out_of_play[piece] + self.jail.get(piece, 0)
            if boxed < INVENTORY[piece]:
                return True
        return False

    def gandhi_space(self) -> str:
        """Return where Gandhi is, or an empty string when he is in Jail or not in the game yet."""
        for space, here in self.spaces.items():
            if here.gandhi:
                return space
        return ""

    @property
    def is_gandhi_in_jail(self) -> bool:
        """Return whether Gandhi is in Jail."""
        return self.jail[GANDHI] > 0

    # -- tracks and supplies -------------------------------------------------------------------------------

    @property
    def is_crisis(self) -> bool:
        """6.8 Return whether India is in Crisis: both Restraint and Unity are one."""
        return self.restraint == 1 and self.unity == 1

    def protests_on_map(self) -> int:
        """Count Protest markers on the map."""
        return sum([here.protest for here in self.spaces.values()])

    def protests_available(self) -> int:
        """1.10 Count Protests that Operations may place: the boxes at or above Restraint, less those on the map."""
        open_boxes = sum(boxes for row, boxes in BOARD.protest_boxes.items() if row >= self.restraint)
        return max(0, open_boxes - self.protests_on_map())

    def protests_left(self) -> int:
        """Return the number of Protest markers beside the track at any Restraint: what Events may place (1.10)."""
        return sum(BOARD.protest_boxes.values()) - self.protests_on_map()

    def unrest_available(self) -> int:
        """1.11 Count Unrest / Strike markers that are not on the map."""
        return BOARD.unrest_markers - sum([here.unrest + here.strike for here in self.spaces.values()])

    def prisoners(self) -> int:
        """Count NV pieces in Jail, Activists plus Gandhi."""
        return sum(self.jail.values())

    @property
    def lord(self) -> Viceroy:
        """Return the current Viceroy and his capability (2.5.1)."""
        return BOARD.viceroys[self.viceroy]

    @property
    def campaigns_left(self) -> int:
        """Count Campaign cards still in the deck, the face-up one included."""
        cards = BOARD.campaign_cards
        return sum(card in cards for card in self.deck) + (self.upcoming in cards)

    def on_map(self, piece: str) -> int:
        """Return how many pieces of a kind are on the map. Guerrillas are counted by side."""
        return sum([getattr(here, piece) for here in self.spaces.values()])

    # -- seats ---------------------------------------------------------------------------------------------

    def is_player(self, seat: str) -> bool:
        """Return whether a person or Chanakya plays this Faction just now, and not Arjuna: it then uses Resources."""
        return self.seats[seat] != ARJUNA

    def is_person(self, seat: str) -> bool:
        """Return whether a person plays this Faction just now."""
        return self.seats[seat] == PLAYER

    def find_person(self, seat: str) -> str:
        """Return the seat that enters cards and dice at a physical table: this one, or the first that a person has."""
        return seat if seat in SEATS and self.is_person(seat) else next(filter(self.is_person, SEATS), "")

    def is_by_hand(self, what: str) -> bool:
        """Return whether people enter something (`BY_HAND`), and a person is there to enter it."""
        return what in self.by_hand and bool(self.find_person(""))

    def is_owned(self, seat: str) -> bool:
        """7.0 Return whether this Faction is a person's, even while someone else plays it for them."""
        return self.is_person(seat) or seat in self.away

    def is_non_player(self, seat: str) -> bool:
        """8.0 Return whether this is a Non-player Faction: Arjuna plays it, and for no absent person."""
        return not self.is_player(seat) and seat not in self.away

    def kind_of(self, seat: str) -> str:
        """Return who plays a seat, as a hand-over names it."""
        return (AWAY if seat in self.away else "") + self.seats[seat]

    def sides_now(self) -> tuple[tuple[str, ...], ...]:
        """1.5 Return the sides, whose Factions win together: those that one person still owns, and single ones."""
        sides: list[tuple[str, ...]] = []
        for side in self.sides:
            sides += [side] if all(map(self.is_owned, side)) else [(seat,) for seat in side]
        return tuple(sides)

    # -- victory -------------------------------------------------------------------------------------------

    def support(self) -> list[Share]:
        """1.6.3 Return the spaces with Support: what each adds to Total Support."""
        return [(s, GEOGRAPHY[s].population, here.level) for s, here in self.spaces.items() if here.level > 0]

    def opposition(self) -> list[Share]:
        """1.6.3 Return the spaces with Opposition: what each adds to Total Opposition."""
        return [(s, GEOGRAPHY[s].population, -here.level) for s, here in self.spaces.items() if here.level < 0]

    def muslim_opposition(self) -> list[Share]:
        """1.6.4 Return the Muslim spaces with Opposition."""
        return [share for share in self.opposition() if GEOGRAPHY[share[0]].muslim]

    def control(self) -> list[Share]:
        """1.9 Return the spaces with Raj Control."""
        return [(s, GEOGRAPHY[s].population, 1) for s in BOARD.lands if self.has_control(s)]

    def muslim_states(self) -> list[Share]:
        """1.9 Return the Muslim States, whose Population counts twice."""
        return [(s, GEOGRAPHY[s].population, 2) for s, here in self.spaces.items() if here.muslim_state]

    def unrest(self) -> list[Share]:
        """1.9 Return the spaces with Unrest: each counts its Population once, however many markers it has."""
        return [(s, GEOGRAPHY[s].population, 1) for s, here in self.spaces.items() if here.unrest]

    def revolutionary_bases(self) -> list[Share]:
        """1.9 Return the spaces with Bases of the Revolutionaries, each of which counts one."""
        return [(s, 1, here.revolutionary_bases) for s, here in self.spaces.items() if here.revolutionary_bases]

    def total_support(self) -> int:
        """1.6.3 Return Total Support: the sum of all spaces with Support."""
        return add_up(self.support())

    def total_opposition(self) -> int:
        """1.6.3 Return Total Opposition: the sum of all spaces with Opposition."""
        return add_up(self.opposition())

    def total_muslim_opposition(self) -> int:
        """1.6.4 Return Total Muslim Opposition: Opposition in the ten Muslim spaces."""
        return add_up(self.muslim_opposition())

    def victory_parts(self, seat: str) -> dict[str, list[Share]]:
        """1.9 Return the spaces that add to a Faction's victory total, by kind."""
        if seat == RAJ:
            return {"support": self.support(), "control": self.control()}
        if seat == CONGRESS:
            return {"opposition": self.opposition()}
        if seat == LEAGUE:
            return {"muslim_opposition": self.muslim_opposition(), "muslim_states": self.muslim_states()}
        return {"unrest": self.unrest(), "bases": self.revolutionary_bases()}

    def victory_total(self, seat: str) -> int:
        """1.9 Return a Faction's victory total."""
        return sum(add_up(shares) for shares in self.victory_parts(seat).values())

    def margin(self, seat: str) -> int:
        """7.3 Return how far a Faction is beyond (positive) its victory condition or short of it."""
        return self.victory_total(seat) - THRESHOLDS[seat]

    def margins(self) -> dict[str, int]:
        """Return every Faction's margin (7.3)."""
        return {seat: self.margin(seat) for seat in SEATS}


CONTROLLABLE = frozenset(space for space, land in GEOGRAPHY.items() if land.is_city or land.is_province)
"""1.7.1 The spaces that can have Raj Control, as long as they are no Muslim States."""

FORCES = {seat: tuple(piece for piece in INVENTORY if FACTION_OF[piece] == seat) for seat in SEATS}
"""Each Faction's kinds of pieces as the boxes hold them: Guerrillas are Underground there (1.4.3)."""

EMPTY_JAIL = {CONGRESS: 0, LEAGUE: 0, GANDHI: 0}
"""The Jail box with no one in it (1.3.9)."""

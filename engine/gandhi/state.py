"""The state with its verbs: the only ways to change a game. Each keeps its own limits and writes one Change.

Verbs in the log, with the fields of `Change` they use (levels run from -2 to 2, Control and Crisis are 0 or 1):

begin, resume (piece: the action) · select (target) · place, remove (piece, count, origin, target) ·
arrest (piece, origin) · release (piece, target) · enter (piece: Out of Play to Available) ·
exile (piece, origin: Available or Jail to Out of Play) ·
move (piece, origin, target) ·
activate, hide (Guerrillas, target) · level (target, old, new) · control (target, old, new) ·
restraint, unity, crisis (old, new) · resources (target: seat, old, new) · roll (piece: what for, new: result) ·
reveal (piece: event or campaign, new: card) · viceroy (target) · eligibility (target: seat, piece: status) ·
phase (piece) · refuse, agree (piece: what) · hand_over (target: seat, piece: who plays it) ·
put_right (piece: the new status, target: seat; piece: next, old, new: cards; first) ·
over (target: the winner).
"""

from __future__ import annotations

import msgspec

from engine.core.change import Change
from engine.core.dice import BlindDice
from engine.gandhi.board import BOARD, GEOGRAPHY
from engine.gandhi.facts import Facts, Here
from engine.gandhi.ids import (
    ACTIVE,
    AVAILABLE,
    BASES,
    CAMPAIGN,
    GANDHI,
    JAIL,
    MOST_RESOURCES,
    MUSLIM_STATE,
    OUT_OF_PLAY,
    POOL,
    PROTEST,
    STRIKE,
    TROOPS,
    UNDERGROUND,
    UNREST,
)


class State(Facts):
    """A game's state. Verbs return how much they did, so that a rule can say what follows."""

    acting: str = ""
    log: list[Change] = msgspec.field(default_factory=list)

    def copy(self) -> State:
        """Return an independent copy with an empty log."""
        twin = msgspec.structs.replace(self)
        twin.resources = dict(self.resources)
        twin.spaces = {space: msgspec.structs.replace(here) for space, here in self.spaces.items()}
        twin.available = dict(self.available)
        twin.out_of_play = dict(self.out_of_play)
        twin.jail = dict(self.jail)
        twin.deck = list(self.deck)
        twin.played = list(self.played)
        twin.cylinders = dict(self.cylinders)
        twin.stays_eligible = list(self.stays_eligible)
        twin.stays_ineligible = dict(self.stays_ineligible)
        twin.programme = list(self.programme)
        twin.away = list(self.away)
        twin.arjuna = {seat: list(stack) for seat, stack in self.arjuna.items()}
        twin.by_hand = list(self.by_hand)
        twin.dice = self.dice.copy()
        twin.log = []
        return twin

    # -- the log -------------------------------------------------------------------------------------------

    def note(
        self,
        verb: str,
        piece: str = "",
        count: int = 1,
        origin: str = "",
        target: str = "",
        old: int | None = None,
        new: int | None = None,
    ) -> None:
        """Write one Change of the acting seat."""
        self.log.append(Change(verb, self.acting, piece, count, origin, target, old, new))

    def begin(self, action: str, space: str = "") -> None:
        """Note that an Operation, Special Activity, Event or pass begins."""
        self.note("begin", action, target=space)

    def select(self, space: str) -> None:
        """Note that a space is selected (3.1.1): the next Changes belong to it."""
        self.note("select", target=space)

    def _note_control(self, space: str, before: bool) -> None:
        after = self.has_control(space)
        if after != before:
            self.note("control", target=space, old=int(before), new=int(after))

    # -- pieces --------------------------------------------------------------------------------------------

    def place(self, piece: str, space: str, count: int = 1, origin: str = AVAILABLE) -> int:
        """1.4.1 Place pieces from a box (Available or Out of Play), as many as there are. Guerrillas come Underground.

        Bases keep to stacking (1.4.2), Troops never enter States (1.3.5). Returns how many were placed.
        """
        piece = POOL.get(piece, piece)
        box = self.available if origin == AVAILABLE else self.out_of_play
        count = min(count, box.get(piece, 0))
        if piece in BASES:
            count = min(count, GEOGRAPHY[space].population - self.spaces[space].bases)
        if piece == TROOPS and self.is_state(space):
            return 0
        if count <= 0:
            return 0
        before = self.has_control(space)
        box[piece] -= count
        here = self.spaces[space]
        setattr(here, piece, getattr(here, piece) + count)
        self.note("place", piece, count, origin, space)
        self._note_control(space, before)
        return count

    def place_gandhi(self, space: str) -> None:
        """2.1 Place Gandhi in a space: the only time that he comes into the game."""
        before = self.has_control(space)
        self.spaces[space].gandhi = True
        self.note("place", GANDHI, target=space)
        self._note_control(space, before)

    def remove(self, piece: str, space: str, count: int = 1, target: str = AVAILABLE) -> int:
        """Remove pieces (never Gandhi) from a space to Available, or to Out of Play. Returns how many were removed."""
        here = self.spaces[space]
        count = min(count, getattr(here, piece))
        if count <= 0 or piece == GANDHI:
            return 0
        before = self.has_control(space)
        setattr(here, piece, getattr(here, piece) - count)
        box = self.available if target == AVAILABLE else self.out_of_play
        pool = POOL.get(piece, piece)
        box[pool] = box.get(pool, 0) + count
        self.note("remove", piece, count, space, target)
        self._note_control(space, before)
        return count

    def replace(self, piece: str, space: str, new: str) -> bool:
        """1.4.1 Replace a piece: it goes to Available, and a new one comes if there is one. Return whether it came."""
        return bool(self.remove(piece, space) and self.place(new, space))

    def arrest(self, piece: str, space: str, count: int = 1) -> int:
        """1.3.9 Move Activists or Gandhi from a space to Jail. Returns how many."""
        here = self.spaces[space]
        before = self.has_control(space)
        if piece == GANDHI:
            if not here.gandhi:
                return 0
            here.gandhi = False
            count = 1
        else:
            count = min(count, getattr(here, piece))
            if count <= 0:
                return 0
            setattr(here, piece, getattr(here, piece) - count)
        self.jail[piece] += count
        self.note("arrest", piece, count, space, JAIL)
        self._note_control(space, before)
        return count

    def release(self, piece: str, count: int = 1, target: str = AVAILABLE) -> int:
        """Let Activists out of Jail to Available or into a space, or Gandhi into a space. Returns how many."""
        count = min(count, self.jail[piece])
        if count <= 0 or (piece == GANDHI and target == AVAILABLE):
            return 0
        self.jail[piece] -= count
        if target == AVAILABLE:
            self.available[piece] += count
            self.note("release", piece, count, JAIL, AVAILABLE)
            return count
        before = self.has_control(target)
        here = self.spaces[target]
        if piece == GANDHI:
            here.gandhi = True
        else:
            setattr(here, piece, getattr(here, piece) + count)
        self.note("release", piece, count, JAIL, target)
        self._note_control(target, before)
        return count

    def enter(self, piece: str, count: int = 1) -> int:
        """1.3.10 Move pieces from Out of Play to Available. Returns how many."""
        count = min(count, self.out_of_play.get(piece, 0))
        if count <= 0:
            return 0
        self.out_of_play[piece] -= count
        self.available[piece] += count
        self.note("enter", piece, count, OUT_OF_PLAY, AVAILABLE)
        return count

    def enter_activist(self, piece: str, seat: str) -> int:
        """2.3.3 Move an Activist from Out of Play to Available, and return 1 if there is one.

        Unity +1 if it is the other NV Faction's.
        """
        entered = self.enter(piece)
        if entered and piece != seat:
            self.shift_unity(1)
        return entered

    def exile(self, piece: str, count: int = 1, origin: str = AVAILABLE) -> int:
        """1.3.10 Move pieces from Available or Jail to Out of Play, where an Event says so. Returns how many."""
        box = self.available if origin == AVAILABLE else self.jail
        count = min(count, box.get(piece, 0))
        if count <= 0 or piece == GANDHI:
            return 0
        box[piece] -= count
        self.out_of_play[piece] = self.out_of_play.get(piece, 0) + count
        self.note("exile", piece, count, origin, OUT_OF_PLAY)
        return count

    def move(self, piece: str, origin: str, target: str, count: int = 1) -> int:
        """Move pieces between spaces. Troops never enter States (1.3.5). Returns how many moved."""
        if origin == target or (piece == TROOPS and self.is_state(target)):
            return 0
        here, there = self.spaces[origin], self.spaces[target]
        before, before_there = self.has_control(origin), self.has_control(target)
        if piece == GANDHI:
            if not here.gandhi:
                return 0
            here.gandhi, there.gandhi, count = False, True, 1
        else:
            count = min(count, getattr(here, piece))
            if count <= 0:
                return 0
            setattr(here, piece, getattr(here, piece) - count)
            setattr(there, piece, getattr(there, piece) + count)
        self.note("move", piece, count, origin, target)
        self._note_control(origin, before)
        self._note_control(target, before_there)
        return count

    def activate(self, space: str, count: int = 1) -> None:
        """1.4.3 Turn Underground Guerrillas Active, as many as there are."""
        here = self.spaces[space]
        count = min(count, here.underground)
        if count <= 0:
            return
        before = self.has_control(space)
        here.underground -= count
        here.active += count
        self.note("activate", ACTIVE, count, target=space)
        self._note_control(space, before)

    def hide(self, space: str, count: int | None = None) -> None:
        """1.4.3 Turn Active Guerrillas Underground (all of them, or a number)."""
        here = self.spaces[space]
        count = here.active if count is None else min(count, here.active)
        if count <= 0:
            return
        before = self.has_control(space)
        here.active -= count
        here.underground += count
        self.note("hide", UNDERGROUND, count, target=space)
        self._note_control(space, before)

    # -- Support and Opposition ----------------------------------------------------------------------------

    def set_level(self, space: str, level: int) -> bool:
        """1.6.1 Set a space's level of Support or Opposition. Railways have none. True if it changed."""
        here = self.spaces[space]
        if GEOGRAPHY[space].is_railway or here.level == level:
            return False
        old, here.level = here.level, level
        self.note("level", target=space, old=old, new=level)
        return True

    def shift_level(self, space: str, by: int) -> bool:
        """Shift a space towards Active Support (positive) or Active Opposition (negative). True if it changed."""
        return self.set_level(space, max(-2, min(2, self.spaces[space].level + by)))

    def shift_toward_neutral(self, space: str) -> bool:
        """Shift a space one level towards Neutral. True if it changed."""
        level = self.spaces[space].level
        return self.set_level(space, level - (level > 0) + (level < 0))

    # -- markers -------------------------------------------------------------------------------------------

    def add_protest(self, space: str) -> bool:
        """1.10 Place a Protest marker where none is, if any is left beside the track. Return whether it was placed.

        The caller checks whether one is Available at the present Restraint.
        """
        here = self.spaces[space]
        if here.protest or not self.protests_left():
            return False
        before = self.has_control(space)
        here.protest = True
        self.note("place", PROTEST, target=space)
        self._note_control(space, before)
        return True

    def remove_protest(self, space: str) -> bool:
        """1.10 Remove the Protest marker of a space to the highest-numbered open box. True if there was one."""
        here = self.spaces[space]
        if not here.protest:
            return False
        before = self.has_control(space)
        here.protest = False
        self.note("remove", PROTEST, origin=space)
        self._note_control(space, before)
        return True

    def add_unrest(self, space: str) -> bool:
        """1.11 Place an Unrest marker, or on a Railway a Strike, if one is left. Return whether it was placed."""
        if GEOGRAPHY[space].is_railway:
            return self.add_strike(space)
        if not self.unrest_available():
            return False
        self.spaces[space].unrest += 1
        self.note("place", UNREST, target=space)
        return True

    def remove_unrest(self, space: str, count: int = 1) -> int:
        """1.11 Remove Unrest markers from a space. Returns how many."""
        here = self.spaces[space]
        count = min(count, here.unrest)
        if count <= 0:
            return 0
        here.unrest -= count
        self.note("remove", UNREST, count, origin=space)
        return count

    def add_strike(self, space: str) -> bool:
        """1.12 Place a Strike marker on a Railway that has none, if one is left. Return whether it was placed."""
        here = self.spaces[space]
        if here.strike or not GEOGRAPHY[space].is_railway or not self.unrest_available():
            return False
        here.strike = True
        self.note("place", STRIKE, target=space)
        return True

    def remove_strike(self, space: str) -> bool:
        """1.12 Remove a Strike marker from a Railway, and return whether there was one."""
        here = self.spaces[space]
        if not here.strike:
            return False
        here.strike = False
        self.note("remove", STRIKE, origin=space)
        return True

    def add_muslim_state(self, space: str) -> bool:
        """1.3.5 Place a Muslim State marker in a Province. Return whether it came. The caller moves its Troops away."""
        here = self.spaces[space]
        if not self.is_province(space):
            return False
        before = self.has_control(space)
        here.muslim_state = True
        self.note("place", MUSLIM_STATE, target=space)
        self._note_control(space, before)
        return True

    def remove_muslim_state(self, space: str) -> bool:
        """1.3.5 Remove a Muslim State marker: the space is a Province again. True if there was one."""
        here = self.spaces[space]
        if not here.muslim_state:
            return False
        here.muslim_state = False
        self.note("remove", MUSLIM_STATE, origin=space)
        self._note_control(space, False)
        return True

    # -- tracks and Resources ------------------------------------------------------------------------------

    def set_restraint(self, value: int) -> bool:
        """1.3.11 Set Restraint, kept within 1 to 5. True if it changed."""
        return self._set_track("restraint", value)

    def shift_restraint(self, by: int) -> bool:
        """6.6 Shift Restraint; what goes past the end of the track is lost (5.1.4). True if it changed."""
        return self._set_track("restraint", self.restraint + by)

    def set_unity(self, value: int) -> bool:
        """1.3.12 Set Unity, kept within 1 to 5. True if it changed."""
        return self._set_track("unity", value)

    def shift_unity(self, by: int) -> bool:
        """6.7 Shift Unity; what goes past the end of the track is lost (5.1.4). True if it changed."""
        return self._set_track("unity", self.unity + by)

    def _set_track(self, track: str, value: int) -> bool:
        """Move a track's marker; entering Restraint 1 and Unity 1 triggers a Crisis (6.8). True if it moved."""
        value = max(1, min(5, value))
        old = getattr(self, track)
        if value == old:
            return False
        was_crisis = self.is_crisis
        setattr(self, track, value)
        self.note(track, old=old, new=value)
        if self.is_crisis != was_crisis:
            self.note("crisis", old=int(was_crisis), new=int(not was_crisis))
            self.crisis_triggered = self.crisis_triggered or not was_crisis
        return True

    def pay(self, seat: str, amount: int) -> int:
        """1.8 Take Resources from Raj or Revolutionaries, never below 0. Returns the amount taken."""
        return -self._set_resources(seat, max(0, self.resources[seat] - amount))

    def earn(self, seat: str, amount: int) -> int:
        """1.8 Give Resources to Raj or Revolutionaries, never above 50. Returns the amount given."""
        return self._set_resources(seat, min(MOST_RESOURCES, self.resources[seat] + amount))

    def _set_resources(self, seat: str, value: int) -> int:
        old = self.resources[seat]
        if value != old:
            self.resources[seat] = value
            self.note("resources", count=abs(value - old), target=seat, old=old, new=value)
        return value - old

    # -- eligibility ---------------------------------------------------------------------------------------

    def set_eligibility(self, seat: str, *, stays: bool) -> None:
        """2.3.1 Keep a Faction Eligible after this card, or make it Ineligible through the next one."""
        if stays:
            if seat not in self.stays_eligible:
                self.stays_eligible.append(seat)
        else:
            self.stays_ineligible[seat] = 1
            if self.cylinders[seat] == "eligible":
                self.cylinders[seat] = "ineligible"
        self.note("eligibility", "stays_eligible" if stays else "ineligible", target=seat)

    # -- chance and hidden cards ---------------------------------------------------------------------------

    def roll(self, purpose: str, stream: str = "dice") -> int:
        """Roll a die and return its number. Earlier choices can then no longer be undone."""
        result = self.dice.roll(stream)
        self.reveals += 1
        self.note("roll", purpose, new=result)
        return result

    def reveal(self) -> int:
        """2.3.7 Turn up the deck's top card and return its number, or 0 when the deck is empty."""
        if not self.deck:
            return 0
        card = self.dice.reveal(lambda: self.deck.pop(0))
        self.reveals += 1
        if self.foresight:
            self.foreseen = show_order(self.deck[0]) if self.deck else ()
        return card

    def blind(self) -> None:
        """Take the seed, the faces and order of the deck, and the order of Arjuna's cards out of the state.

        How many cards lie face down, and how many of them are Campaign cards, is open to inspection (2.2).
        """
        self.dice = BlindDice(b"")
        campaigns = sum(card in BOARD.campaign_cards for card in self.deck)
        self.deck = [min(BOARD.campaign_cards)] * campaigns + [0] * (len(self.deck) - campaigns)
        self.arjuna = {seat: sorted(stack) for seat, stack in self.arjuna.items()}


def show_order(card: int) -> tuple[str, ...]:
    """2.3.2 Return the Faction order of a card; a Campaign card has none."""
    return (CAMPAIGN,) if card in BOARD.campaign_cards else BOARD.events[card].order


def empty_spaces() -> dict[str, Here]:
    """Return every space of the board with nothing in it."""
    return {space: Here() for space in GEOGRAPHY}

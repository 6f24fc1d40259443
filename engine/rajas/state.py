"""The state with its verbs: the only ways to change a game. Each keeps its own limits and writes one Change.

Verbs in the log, with the fields of `Change` they use (``seat`` is the owner of the changed thing; coins, fame and pips
are numbers; a yield space, square or slot is a target):

worker (target: the slot) · workers_back · coins, fame, karma, boat (old, new) · upgrade (piece: the building, old,
new: steps made) · new_worker (origin: fame, money or river; new: how many are active) · worker_gone (origin) ·
bonus (old, new: bonuses of the money track had) · take_die (piece: colour, new: pips) · give_die (piece: colour, old:
pips) · turn_die, reroll (piece: colour, old, new: pips) · build (piece: the tile, origin: its stack, target: the
square, new: its roads) · cover (the same, old: the roads below) · join (target: the yield space) · draw_yield,
draw_brown (piece: the yield tile) · shuffle_yields · made_up (new: how many this round) · lay_yield (piece, target:
the yield space) · river_tile (piece, new: the river space) · roll (piece: what for, new: pips) · first (target: the
seat) · next_first (target) · skip, decline · round, phase (new) · cross · hand_over (target: the seat, piece: player
or birbal) · put_right (piece: what the table has put right) · over (target: the winner).
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Sequence

import msgspec

from engine.core.change import Change
from engine.core.dice import BlindDice
from engine.rajas.board import BOARD
from engine.rajas.facts import Facts, Placed
from engine.rajas.ids import COLOUR_OF, DICE, MOST_KARMA, MOST_WORKERS, TURNED, VALUE_OF, WAITING_ORDER

ORDER_OF_DICE = {die: index for index, die in enumerate(DICE)}


class State(Facts):
    """The state of a game, with its verbs. ``acting`` is the seat whose turn it is."""

    acting: str = ""
    log: list[Change] = msgspec.field(default_factory=list)

    def note(
        self,
        verb: str,
        piece: str = "",
        count: int = 1,
        origin: str = "",
        target: str = "",
        old: int | None = None,
        new: int | None = None,
        seat: str | None = None,
    ) -> None:
        """Write one Change, of the acting seat unless another is named."""
        self.log.append(Change(verb, self.acting if seat is None else seat, piece, count, origin, target, old, new))

    # -- workers -------------------------------------------------------------------------------------------

    def place_worker(self, seat: str, slot: str) -> None:
        """Piazzare i Lavoratori: place one worker on a free space. Raises ValueError where there is none to place."""
        if slot in self.workers or not self.workers_left(seat):
            raise ValueError(f"No worker of {seat} can stand on {slot}.")
        self.workers[slot] = seat
        self.placed.append(seat)
        self.note("worker", target=slot, seat=seat)

    def return_workers(self) -> None:
        """Fine del round: return all workers to their players."""
        self.workers = {}
        self.note("workers_back", seat="")

    def _find_workers(self, seat: str) -> None:
        """Nuovi Lavoratori: take every waiting worker that was reached; after the last allowed one, remove the rest."""
        player = self.players[seat]
        places = {"fame": player.fame, "money": player.money, "river": player.boat - 1}
        for origin in WAITING_ORDER:
            if origin in player.waiting and places[origin] >= BOARD.waiting[origin]:
                player.waiting.remove(origin)
                player.active += 1
                self.note("new_worker", origin=origin, new=player.active, seat=seat)
                if player.active == MOST_WORKERS[self.scenario]:
                    for left in player.waiting:
                        self.note("worker_gone", origin=left, seat=seat)
                    player.waiting = []

    # -- the tracks ----------------------------------------------------------------------------------------

    def pay(self, seat: str, coins: int) -> None:
        """Pagare denaro: move the money marker back. Raises ValueError when there are too few coins."""
        player = self.players[seat]
        if coins > player.money:
            raise ValueError(f"{seat} has no {coins} coins.")
        if coins > 0:
            self._set_money(seat, player.money - coins)

    def earn(self, seat: str, coins: int) -> None:
        """Tracciato Denaro: move the money marker forward, at most to the end of its track (Q-09)."""
        if coins > 0:
            self._set_money(seat, min(BOARD.money_last, self.players[seat].money + coins))
            self._find_workers(seat)
            self._cross(seat)

    def _set_money(self, seat: str, money: int) -> None:
        player = self.players[seat]
        if money != player.money:
            self.note("coins", old=player.money, new=money, seat=seat)
            player.money = money

    def gain_fame(self, seat: str, fame: int) -> None:
        """Tracciato Fama: move the fame marker forward, at most to the end of its track. It never goes back."""
        player = self.players[seat]
        new = min(BOARD.fame_last, player.fame + fame)
        if new > player.fame:
            self.note("fame", old=player.fame, new=new, seat=seat)
            player.fame = new
            self._find_workers(seat)
            self._cross(seat)

    def _cross(self, seat: str) -> None:
        """Fine del gioco: note that the markers have met or passed each other. The end stays triggered (Q-07)."""
        if self.players[seat].overlap >= 0 and seat not in self.crossed:
            self.crossed.append(seat)
            self.note("cross", seat=seat)

    def mark_bonus(self, seat: str) -> None:
        """Bonus sui tracciati: move the bonus marker to its next space, or out of the game after the last."""
        player = self.players[seat]
        self.note("bonus", old=player.bonus, new=player.bonus + 1, seat=seat)
        player.bonus += 1

    def raise_karma(self, seat: str, levels: int) -> None:
        """Karma: raise karma by some levels; what exceeds the third is lost (Q-09)."""
        player = self.players[seat]
        new = min(MOST_KARMA, player.karma + levels)
        if new != player.karma:
            self.note("karma", old=player.karma, new=new, seat=seat)
            player.karma = new

    def upgrade(self, seat: str, building: str, fresh: bool = False) -> None:
        """Miglioramenti: improve a kind of building by one step. A ``fresh`` one counts from the next turn.

        Raises ValueError when there is no step left.
        """
        player = self.players[seat]
        if not player.may_upgrade(building):
            raise ValueError(f"{building} is at its highest value.")
        player.upgrades[building] += 1
        player.fresh = building if fresh else player.fresh
        steps = player.upgrades[building]
        self.note("upgrade", building, old=steps - 1, new=steps, seat=seat)

    def sail(self, seat: str, space: int) -> None:
        """Fiume: move the boat to a free space. Raises ValueError for a space it cannot take."""
        player = self.players[seat]
        if space not in self.free_spaces_ahead(seat):
            raise ValueError(f"The boat of {seat} cannot stop on {space}.")
        self.note("boat", old=player.boat, new=space, seat=seat)
        player.boat = space
        self._find_workers(seat)

    # -- dice ----------------------------------------------------------------------------------------------

    def take_die(self, seat: str, colour: str) -> str:
        """Dadi: take a die from the reserve and roll it. Returns it, or an empty string: no die, or no free hand."""
        player = self.players[seat]
        if player.free_hands <= 0 or self.reserve(colour) <= 0:
            return ""
        self.reveals += 1
        die = f"{colour}:{self.dice.roll('dice')}"
        insort(player.dice, die, key=ORDER_OF_DICE.__getitem__)
        self.note("take_die", colour, new=VALUE_OF[die], seat=seat)
        return die

    def give_die(self, seat: str, die: str) -> None:
        """Dadi: put a die back into the reserve. Raises ValueError when the player does not have it."""
        self.players[seat].dice.remove(die)
        self.note("give_die", COLOUR_OF[die], old=VALUE_OF[die], seat=seat)

    def turn_die(self, seat: str, die: str) -> str:
        """Karma: pay one level to turn a die over. Returns it as it lies then. Raises ValueError without karma."""
        player = self.players[seat]
        if player.karma <= 0:
            raise ValueError(f"{seat} has no karma.")
        player.dice.remove(die)
        turned = TURNED[die]
        insort(player.dice, turned, key=ORDER_OF_DICE.__getitem__)
        self.note("karma", old=player.karma, new=player.karma - 1, seat=seat)
        player.karma -= 1
        self.note("turn_die", COLOUR_OF[die], old=VALUE_OF[die], new=VALUE_OF[turned], seat=seat)
        return turned

    def reroll(self, seat: str, dice: Sequence[str]) -> None:
        """La Terrazza Esterna: roll some of the dice on Kali again."""
        player = self.players[seat]
        for die in dice:
            player.dice.remove(die)
        for die in dice:
            self.reveals += 1
            rolled = f"{COLOUR_OF[die]}:{self.dice.roll('dice')}"
            insort(player.dice, rolled, key=ORDER_OF_DICE.__getitem__)
            self.note("reroll", COLOUR_OF[die], old=VALUE_OF[die], new=VALUE_OF[rolled], seat=seat)

    # -- the province --------------------------------------------------------------------------------------

    def build(self, seat: str, stack: str, square: str, roads: int) -> None:
        """Azione Costruzione: lay the top tile of a stack on a free square, and turn up the next one of the stack.

        Raises ValueError for a square where it cannot lie.
        """
        player = self.players[seat]
        if square in player.province or square == BOARD.residence or square not in BOARD.near:
            raise ValueError(f"There is no room on {square}.")
        tile = self.stacks[stack].pop()
        player.province[square] = Placed(tile, roads)
        self.note("build", tile, origin=stack, target=square, new=roads, seat=seat)
        self._turn_up(stack)

    def cover(self, seat: str, stack: str, square: str, roads: int) -> None:
        """Costruttore: lay the top tile of a stack on a tile. Raises ValueError on a covered square."""
        here = self.players[seat].province[square]
        if here.covered:
            raise ValueError(f"{square} has been covered before.")
        tile = self.stacks[stack].pop()
        self.players[seat].province[square] = Placed(tile, roads, here.tile)
        self.note("cover", tile, origin=stack, target=square, old=here.roads, new=roads, seat=seat)
        self._turn_up(stack)

    def _turn_up(self, stack: str) -> None:
        """Show the next tile of a stack, after all Changes that do not depend on it."""
        tiles = self.stacks[stack]
        if tiles:
            tiles[-1] = self.dice.reveal(lambda: tiles[-1], "tile")
            self.reveals += 1

    def join_yield(self, seat: str, space: str) -> None:
        """Spazi Rendita: join a yield space to the residence. Raises ValueError for one that was joined before."""
        player = self.players[seat]
        if space in player.joined:
            raise ValueError(f"{space} has been joined before.")
        player.joined.append(space)
        self.note("join", target=space, seat=seat)

    # -- yield tiles ---------------------------------------------------------------------------------------

    def draw_white(self, seat: str) -> str:
        """Danzatrice: draw and discard a white yield tile, and return it.

        An empty pile is first refilled from the discards.
        """
        if not self.white:
            self.white = self.dice.shuffle("yields", self.spent)
            self.spent = []
            self.note("shuffle_yields", seat="")
        tile = self.dice.reveal(self.white.pop, "yield_tile")
        self.reveals += 1
        self.spent.append(tile)
        self.note("draw_yield", tile, seat=seat)
        return tile

    def lay_yield(self, seat: str, tile: str, space: str) -> None:
        """Navaratnas: lay an open yield tile on a free yield space of its colour. Raises ValueError otherwise."""
        player = self.players[seat]
        if self.supply.get(tile, 0) <= 0:
            raise ValueError(f"There is no {tile} left.")
        if space in player.yield_tiles or BOARD.yields[space].colour != BOARD.yield_tiles[tile].colour:
            raise ValueError(f"{tile} cannot lie on {space}.")
        self.supply[tile] -= 1
        player.yield_tiles[space] = tile
        self.note("lay_yield", tile, target=space, seat=seat)

    def count_offer(self, seat: str) -> None:
        """Navaratnas: note that a player with fewer workers has been offered a yield tile."""
        player = self.players[seat]
        player.made_up += 1
        self.note("made_up", new=player.made_up, seat=seat)

    def lay_river_tile(self, tile: str, space: int) -> None:
        """Modulo Ganga: lay a river tile on a space, but never on the last. Raises ValueError there."""
        if not 0 < space < BOARD.river_last or self.river_tiles[space - 1]:
            raise ValueError(f"No river tile can lie on {space}.")
        self.river_tiles[space - 1] = tile
        self.note("river_tile", tile, new=space, seat="")

    # -- the course of the game ----------------------------------------------------------------------------

    def begin_phase(self) -> None:
        """Flusso del gioco: begin the next phase of the round."""
        self.phase_number += 1
        self.index = 0
        self.placed = []
        self.note("phase", new=self.phase_number, seat="")

    def begin_round(self) -> None:
        """Flusso del gioco: begin the next round with its first phase."""
        self.round += 1
        self.phase_number = 1
        self.index = 0
        self.placed = []
        for player in self.players.values():
            player.made_up = 0
        self.note("round", new=self.round, seat="")

    def make_first(self, seat: str) -> None:
        """Fine del round: give the first player marker to a seat."""
        self.first = seat
        self.next_first = ""
        self.note("first", target=seat, seat="")

    def visit_mogul(self, seat: str) -> None:
        """Gran Mogul: make the seat first in the next round."""
        self.next_first = seat
        self.note("next_first", target=seat)

    def end(self, ranking: tuple[str, ...]) -> None:
        """Fine del gioco: record the ranking."""
        self.ranking = ranking
        self.acting = ""
        self.note("over", target=ranking[0])

    # -- secrets -------------------------------------------------------------------------------------------

    def blind(self) -> None:
        """Remove the seed, all tiles below the top of their stacks, and the pile of white yield tiles."""
        self.dice = BlindDice(b"")
        self.stacks = {stack: [""] * (len(tiles) - 1) + tiles[-1:] for stack, tiles in self.stacks.items()}
        self.white = [""] * len(self.white)

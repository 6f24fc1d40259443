"""Rajas on the page of a whole game: the table, everyone's province below it, and what a View shows there."""

from __future__ import annotations

import hashlib
import io
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, lru_cache

from PIL import Image

from engine.core.change import Change
from engine.core.decision import Decision
from engine.rajas.board import BOARD
from engine.rajas.ids import BIRBAL, COLOURS, SEATS
from engine.rajas.quarry import Placing
from engine.rajas.roads import NAMES, TURNINGS
from engine.rajas.story import read_story
from engine.rajas.view import View
from render.drawing import Point, note
from render.fonts import measure
from render.labels import labels_for
from render.page import Cell, Name, Outline, Placed, Row, Scene, Table, Target
from render.page.scribe import Scribe, write_colour
from render.rajas import river, slots, track
from render.rajas.captions import seat_name
from render.rajas.chart import DASHES
from render.rajas.colours import PALETTE
from render.rajas.province import ALONE, corner_of, province_layer, yield_places
from render.rajas.rewards import letter_of, yield_picture
from render.rajas.sprites import die, seat_ink, sprite
from render.rajas.tiles import draw_tile, first_roads
from render.rajas.wide import BLOCKS, QUARRY, RESERVE_AT, RIVER, TILE, draw_base, draw_printed, stack_place

QUALITY = 80
ICON = 96
"""Pixels of an icon's side; a tile has `TILE_ICON`."""
TILE_ICON = 150
COLUMNS = {2: 2, 3: 3, 4: 2}
"""How many provinces lie side by side, by the number of players: three leave no room empty in one row."""
SCALE = 1.5
"""Scale of a province that fills the whole width, compared with a picture of it alone."""
YIELD_TARGET = 139
"""The width of a yield space for a finger, in such a picture: as much as two neighbours at a corner leave."""
WIDTH = track.WIDTH
TITLE, YIELD, JOINED, DIE = 43, 64, 32, 70
"""Sizes in a picture of a province: of its title, of a yield tile, of the sign of a yield that is joined, of a die."""
DICE_AT, DICE_STEP = (110, 948), 84
"""Where the dice of a province lie, in the pixels of its own picture."""
RING, RIVER_NAME = "ring", "river"
AREAS: Mapping[str, slots.Box] = {
    "quarry": QUARRY,
    "market": BLOCKS.market,
    "palace": BLOCKS.palace,
    "harbour": BLOCKS.harbour,
}


class RajasStage:
    """Stage of Rajas for the page of a game with this number of players (`render.page.Stage`)."""

    themes: Mapping[str, str] = {"light": "classic", "dark": "dark"}

    def __init__(self, players: int, experts: tuple[bool, ...], tiles: tuple[str, ...]) -> None:
        self.players, self.experts, self.tiles = players, experts, tiles
        made = hashlib.blake2b(" ".join([str(players), *map(str, experts), *tiles]).encode(), digest_size=4)
        self.name = f"rajas-{made.hexdigest()}"
        self.seats = SEATS[:players]
        self.columns = COLUMNS[players]
        self.scale, self.across = SCALE / self.columns, WIDTH // self.columns
        self.high = round(ALONE.height * self.scale)
        self.size = (WIDTH, track.HEIGHT + -(-players // self.columns) * self.high)
        self.outlines: Mapping[str, Outline] = self._outline_all()
        self.icons: Mapping[str, str] = name_icons()
        rows = tuple(Row(f"seat.{seat}", f"seat_{seat}") for seat in self.seats)
        self.tables: Sequence[Table] = (
            Table("rajas.race", rows, ("page.rajas.fame", "page.rajas.coins", "page.rajas.gap")),
            Table("page.rajas.more", rows, ("page.rajas.karma", "page.rajas.workers", "page.rajas.boat")),
        )

    def place_of(self, seat: str) -> tuple[int, int]:
        """Return the upper left corner of a seat's province."""
        index = self.seats.index(seat)
        return (index % self.columns * self.across, track.HEIGHT + index // self.columns * self.high)

    def draw_board(self, theme: str) -> bytes:
        """Return the table and the provinces without words, and without anything that lies on them."""
        image = Image.new("RGB", self.size, PALETTE[theme].table)
        labels = labels_for("en")
        table = draw_base(theme, labels, self.players, Scribe)
        if any(self.tiles):
            river.draw_rewards(table, RIVER, theme, labels, self.tiles)
        image.paste(table, (0, 0))
        for seat, expert in zip(self.seats, self.experts, strict=True):
            layer = province_layer(theme, ALONE, seat)
            for space, (x, y) in yield_places(ALONE).items():
                printed = BOARD.yields[space]
                colour, reward = (printed.colour, printed.small) if expert else ("", printed.basic)
                picture = yield_picture(reward, False, False, colour, theme, labels)
                layer.paste(picture, (round(x - picture.width / 2), round(y - picture.height / 2)), picture)
            layer = layer.resize((round(ALONE.width * self.scale), self.high), Image.Resampling.LANCZOS)
            image.paste(layer, self.place_of(seat))
            emblem = sprite(f"seat_{seat}", round(75 * self.scale), theme)
            x, y = self._in_province(seat, (58, 36))
            image.paste(emblem, (round(x), round(y)), emblem)
        return _encode(image)

    def list_names(self, theme: str, language: str) -> Sequence[Name]:
        """Return the titles on the table, and whose province is whose."""
        labels, scribe = labels_for(language), Scribe()
        draw_printed(scribe, labels, self.players, PALETTE[theme])
        found = scribe.names
        ink = write_colour(PALETTE[theme].ink)
        for seat in self.seats:
            text = labels.say("rajas.province_of", seat=seat_name(seat, labels))
            size = round(TITLE * self.scale)
            width = measure(text, "serif_bold", size)
            x, y = self._in_province(seat, (156, 74))
            found.append(Name(text, x + width / 2, y, size, width, ink))
        return found

    def draw_icon(self, icon: str, theme: str, *, with_count: bool) -> bytes:
        """Return a tile, a die, a marker, a worker, a boat."""
        return _draw_icon(icon, theme)

    def find_targets(self, view: View, decision: Decision, keys: Iterable[str]) -> Mapping[str, Target]:
        """Return the targets of options: stacks, squares, yields and dice of a province, the river, workers' spaces."""
        found = {}
        for key in keys:
            kind, _, rest = key.partition(":")
            icon = ""
            if kind == "roads" and isinstance(decision.subject, Placing):
                icon = f"tile_{decision.subject.tile.id}_{rest.upper()}"
            outline = self._find_target(view, decision.seat, kind, decision.space if kind == "roads" else rest)
            outline = outline or self._find_slot(view, key)
            if outline is not None:
                found[key] = Target(outline, icon)
        return found

    def colour(self, seat: str, theme: str) -> str:
        """Return the ink of a seat's line."""
        return write_colour(seat_ink(seat, PALETTE[theme])[0])

    def dash(self, seat: str) -> str:
        """Return the rhythm of a seat's line."""
        drawn, left_out = DASHES[seat]
        return f"{drawn / 2:g} {left_out / 2:g}" if left_out else "none"

    def show(self, view: View, changes: Iterable[Change]) -> Scene:
        """Return the scene of a View, and where the Changes did something."""
        story = read_story(changes)
        places: dict[str, list[Placed]] = {
            RING: _place_markers(view),
            RIVER_NAME: [
                Placed(f"boat_{seat}", round(x), round(y), size)
                for seat, ((x, y), size) in river.boat_places(view, RIVER).items()
            ],
            **{name: [] for name in AREAS},
        }
        places["quarry"] += [*_place_stacks(view), *_place_reserve(view)]
        for slot, (x, y) in slots.places(BLOCKS, self.players).items():
            here = view.slots.get(slot)
            if here is not None and here.seat:
                places[_area_at(x, y)].append(Placed(f"worker_{here.seat}", round(x), round(y), 52))
        touched = [_area_at(*slots.places(BLOCKS, self.players)[slot]) for slot in story.workers]
        touched += [seat for seat in self.seats if story.built.get(seat) or story.joined.get(seat)]
        touched += [RIVER_NAME for (_, name), (old, new) in story.tracks.items() if name == "boat" and old != new]
        for seat in self.seats:
            places[seat] = self._place_province(view, seat, list(story.built.get(seat, ())))
        return Scene(
            places=places,
            cells=[[_write_race(view, seat) for seat in self.seats], [_write_more(view, seat) for seat in self.seats]],
            margins={seat: view.players[seat].overlap for seat in self.seats},
            touched=list(dict.fromkeys(touched)),
        )

    def _find_target(self, view: View, seat: str, kind: str, what: str) -> Outline | None:
        """Return where a stack, a square, a yield space, a die, a colour of the reserve, or a space of the river is."""
        if kind == "tile" and view.stacks[what].top:
            x, y = stack_place(what)
            return _square_at(x + TILE / 2, y + TILE / 2, TILE)
        if kind in ("square", "roads"):
            x, y = corner_of(what, ALONE)
            return _square_at(
                *self._in_province(seat, (x + ALONE.side / 2, y + ALONE.side / 2)), ALONE.side * self.scale
            )
        if kind in ("at", "yield"):
            return _square_at(*self._in_province(seat, yield_places(ALONE)[what]), YIELD_TARGET * self.scale)
        if kind in ("die", "flip", "return", "reroll"):
            dice = list(view.players[seat].dice)
            if what in dice:
                at = (DICE_AT[0] + dice.index(what) * DICE_STEP, DICE_AT[1])
                return _square_at(*self._in_province(seat, at), (DIE + 7) * self.scale)
        if kind in ("take", "leave"):
            return _square_at(RESERVE_AT[0] + 90, RESERVE_AT[1] + 68 + COLOURS.index(what) * 62, 60)
        if kind == "river":
            return _square_at(*river.places(RIVER)[int(what)], RIVER.size)
        return None

    def _find_slot(self, view: View, action: str) -> Outline | None:
        """Return the first free space for a worker of an action."""
        spots = slots.places(BLOCKS, self.players)
        names = [slot for slot, _ in BOARD.spaces[self.players].get(action, ())]
        free = [slot for slot in names if slot in spots and not (slot in view.slots and view.slots[slot].seat)]
        return _square_at(*spots[free[0]], 60) if free else None

    def _in_province(self, seat: str, at: Point) -> Point:
        left, top = self.place_of(seat)
        return (left + at[0] * self.scale, top + at[1] * self.scale)

    def _place_province(self, view: View, seat: str, built: Sequence[str]) -> list[Placed]:
        player, found, side, scale = view.players[seat], [], ALONE.side, self.scale
        for square, here in player.province.items():
            x, y = corner_of(square, ALONE)
            u, v = self._in_province(seat, (x + side / 2, y + side / 2))
            mark = "+" if square in built else ""
            found.append(Placed(f"tile_{here.tile}_{here.roads}", round(u), round(v), round(side * scale), 1, mark))
        spots = yield_places(ALONE)
        for space in player.yield_tiles:
            u, v = self._in_province(seat, spots[space])
            found.append(Placed("yield", round(u), round(v), round(YIELD * scale)))
        for space in player.joined:
            u, v = self._in_province(seat, (spots[space][0] + 26, spots[space][1] + 24))
            found.append(Placed("joined", round(u), round(v), round(JOINED * scale)))
        for index, shown in enumerate(player.dice):
            u, v = self._in_province(seat, (DICE_AT[0] + index * DICE_STEP, DICE_AT[1]))
            found.append(Placed(f"die_{shown.replace(':', '_')}", round(u), round(v), round(DIE * scale)))
        return found

    def _outline_all(self) -> dict[str, Outline]:
        inner = 132
        ring = f"M6 6h{WIDTH - 12}v{track.HEIGHT - 12}h{12 - WIDTH}zM{inner} {inner}v{track.HEIGHT - 2 * inner}"
        ring += f"h{WIDTH - 2 * inner}v{2 * inner - track.HEIGHT}z"
        found = {RING: Outline(ring, (WIDTH // 2, 60))}
        found[RIVER_NAME] = _outline(RIVER.left, RIVER.top, RIVER.right, RIVER.bottom)
        found |= {name: _outline(*box) for name, box in AREAS.items()}
        for seat in self.seats:
            left, top = self.place_of(seat)
            found[seat] = _outline(left + 8, top + 8, left + self.across - 8, top + self.high - 8)
        return found


def name_icons() -> dict[str, str]:
    """Return every icon, with the key of its name."""
    names = {f"seat_{seat}": f"seat.{seat}" for seat in SEATS}
    names |= {f"{kind}_{seat}": f"page.rajas.{kind}" for kind in ("worker", "boat") for seat in SEATS}
    names |= {f"die_{colour}_{value}": f"page.rajas.die.{colour}" for colour in COLOURS for value in range(1, 7)}
    names |= {f"reserve_{colour}": "page.rajas.reserve" for colour in COLOURS}
    for tile in BOARD.tiles.values():
        turned = {NAMES[roads] for roads in TURNINGS[tile.road]} | {first_roads(tile.id)}
        names |= {f"tile_{tile.id}_{roads}": f"page.rajas.tile.{tile.colour}" for roads in sorted(turned)}
    return names | {"yield": "page.rajas.yield", "joined": "page.rajas.joined"}


def _outline(left: float, top: float, right: float, bottom: float) -> Outline:
    a, b, c, d = (round(value) for value in (left, top, right, bottom))
    return Outline(f"M{a} {b}H{c}V{d}H{a}z", ((a + c) // 2, (b + d) // 2))


def _square_at(x: float, y: float, side: float) -> Outline:
    half = side / 2
    return _outline(x - half, y - half, x + half, y + half)


def _area_at(x: float, y: float) -> str:
    return next(name for name, (a, b, c, d) in AREAS.items() if a <= x <= c and b <= y <= d)


def _place_markers(view: View) -> list[Placed]:
    return [
        Placed(f"seat_{seat}", round(x), round(y), size)
        for name in ("fame", "money")
        for seat, ((x, y), size) in track.marker_places(view.players, name).items()
    ]


def _place_stacks(view: View) -> list[Placed]:
    found = []
    for stack, here in view.stacks.items():
        if here.top:
            x, y = stack_place(stack)
            icon = f"tile_{here.top}_{first_roads(here.top)}"
            found.append(Placed(icon, round(x + TILE / 2), round(y + TILE / 2), TILE))
    return found


def _place_reserve(view: View) -> list[Placed]:
    """Return the dice that no one has, below their title."""
    x, y = RESERVE_AT
    return [
        Placed(f"reserve_{colour}", x + 90, y + 68 + index * 62, 54, view.reserve[colour])
        for index, colour in enumerate(COLOURS)
        if view.reserve[colour]
    ]


def _write_race(view: View, seat: str) -> list[Cell]:
    player = view.players[seat]
    gap = f"+{player.overlap}" if player.overlap > 0 else str(-player.overlap)
    return [player.fame, player.money, f"{gap} · =rajas.birbal" if view.seats[seat] == BIRBAL else gap]


def _write_more(view: View, seat: str) -> list[Cell]:
    player = view.players[seat]
    return [player.karma, f"{player.workers} / {player.active}", player.boat]


@cache
def _draw_icon(icon: str, theme: str) -> bytes:
    kind, _, rest = icon.partition("_")
    labels = labels_for("en")
    if kind == "tile":
        tile, _, roads = rest.rpartition("_")
        letter = letter_of(BOARD.tiles[tile].colour, labels)
        return _encode(draw_tile(tile, roads, TILE_ICON, theme, letter))
    if kind == "reserve":
        return _encode(die(rest, 0, ICON, theme, letter_of(rest, labels)))
    if kind == "die":
        colour, _, value = rest.partition("_")
        return _encode(die(colour, int(value), ICON, theme, letter_of(colour, labels)))
    return _encode(note("✓", ICON, PALETTE[theme].gain) if icon == "joined" else sprite(icon, ICON, theme))


def _encode(image: Image.Image) -> bytes:
    buffer = io.BytesIO()
    image.save(buffer, "WEBP", quality=QUALITY, method=4)
    return buffer.getvalue()


def find_stage(view: View) -> RajasStage:
    """Return the stage for a game that a View shows."""
    players = len(view.seats)
    return load_stage(players, tuple(view.players[seat].expert for seat in SEATS[:players]), view.river)


@lru_cache(maxsize=4)
def load_stage(players: int, experts: tuple[bool, ...], tiles: tuple[str, ...]) -> RajasStage:
    """Return the shared stage for a number of players, some of them experts, with these tiles on the river."""
    return RajasStage(players, experts, tiles)

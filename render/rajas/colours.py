"""The colours of Rajas of the Ganges: sandstone, madder and marigold, and a river. A theme changes colours only."""

from __future__ import annotations

from dataclasses import dataclass, replace

from render.themes import Colour


@dataclass(frozen=True)
class Colours:
    """One set of colours. ``table`` lies around everything; tiles are ``tile`` tinted with the colour of their die."""

    table: Colour
    table_dark: Colour
    ornament: Colour
    paper: Colour
    paper_edge: Colour
    rule: Colour
    ink: Colour
    soft_ink: Colour
    fame: Colour
    fame_alt: Colour
    money: Colour
    money_alt: Colour
    special: Colour
    stone: Colour
    water: Colour
    water_line: Colour
    sand: Colour
    sand_edge: Colour
    meadow: Colour
    meadow_edge: Colour
    tile: Colour
    tile_tint: float
    road: Colour
    road_edge: Colour
    gold: Colour
    accent: Colour
    gain: Colour
    loss: Colour
    orange: Colour
    purple: Colour
    blue: Colour
    green: Colour
    lotus: Colour
    peacock: Colour
    banyan: Colour
    conch: Colour
    skin: Colour
    white: Colour
    yellow: Colour
    red: Colour
    brown: Colour

    def named(self, name: str) -> Colour:
        """Return the colour of a die, a seat or a yield tile."""
        found: Colour = getattr(self, name)
        return found


CLASSIC = Colours(
    table=(128, 34, 38),
    table_dark=(92, 20, 28),
    ornament=(222, 168, 74),
    paper=(252, 244, 224),
    paper_edge=(206, 168, 106),
    rule=(228, 206, 162),
    ink=(54, 30, 20),
    soft_ink=(128, 94, 66),
    fame=(250, 224, 168),
    fame_alt=(244, 206, 136),
    money=(246, 236, 206),
    money_alt=(236, 220, 178),
    special=(255, 250, 236),
    stone=(240, 216, 170),
    water=(74, 150, 160),
    water_line=(122, 184, 186),
    sand=(250, 238, 206),
    sand_edge=(176, 132, 74),
    meadow=(226, 218, 164),
    meadow_edge=(184, 172, 104),
    tile=(252, 242, 216),
    tile_tint=0.42,
    road=(246, 226, 178),
    road_edge=(116, 78, 42),
    gold=(240, 186, 60),
    accent=(190, 14, 92),
    gain=(22, 116, 58),
    loss=(186, 28, 34),
    orange=(228, 112, 18),
    purple=(120, 52, 138),
    blue=(26, 86, 164),
    green=(38, 122, 62),
    lotus=(208, 44, 106),
    peacock=(0, 122, 132),
    banyan=(94, 58, 30),
    conch=(246, 238, 216),
    skin=(62, 92, 150),
    white=(252, 248, 238),
    yellow=(246, 206, 74),
    red=(206, 66, 50),
    brown=(150, 104, 62),
)

DARK = replace(
    CLASSIC,
    table=(46, 16, 22),
    table_dark=(28, 8, 14),
    ornament=(178, 132, 58),
    paper=(44, 36, 34),
    paper_edge=(122, 94, 58),
    rule=(84, 68, 52),
    ink=(250, 238, 214),
    soft_ink=(206, 182, 146),
    fame=(98, 68, 40),
    fame_alt=(84, 56, 34),
    money=(72, 62, 50),
    money_alt=(60, 52, 42),
    special=(120, 92, 52),
    stone=(74, 58, 44),
    water=(22, 66, 82),
    water_line=(44, 98, 112),
    sand=(74, 64, 48),
    sand_edge=(176, 140, 88),
    meadow=(66, 64, 42),
    meadow_edge=(104, 100, 62),
    tile=(58, 50, 44),
    tile_tint=0.46,
    road=(206, 178, 126),
    road_edge=(30, 20, 12),
    gold=(236, 184, 70),
    accent=(255, 84, 160),
    gain=(116, 220, 142),
    loss=(255, 122, 112),
    skin=(78, 108, 172),
)

COLOUR_BLIND = replace(
    CLASSIC,
    orange=(230, 150, 0),
    purple=(134, 44, 110),
    blue=(0, 84, 170),
    green=(0, 140, 104),
    lotus=(204, 90, 150),
    peacock=(0, 96, 140),
    banyan=(70, 48, 26),
    conch=(250, 244, 226),
    water=(92, 160, 196),
    water_line=(146, 196, 220),
    meadow=(232, 224, 184),
    meadow_edge=(190, 178, 124),
    gain=(0, 92, 160),
    loss=(180, 74, 0),
    accent=(176, 22, 118),
)

PALETTE = {"classic": CLASSIC, "dark": DARK, "colour_blind": COLOUR_BLIND}
"""The colours of every theme."""

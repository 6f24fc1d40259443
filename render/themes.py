"""The colours of Gandhi's pictures. A theme changes colours only; shapes, letters and places stay the same."""

from __future__ import annotations

from dataclasses import dataclass, replace

Colour = tuple[int, int, int]


@dataclass(frozen=True)
class Theme:
    """One set of colours for everything in Gandhi's pictures."""

    sea: Colour
    water_line: Colour
    surroundings: Colour
    surroundings_line: Colour
    province: Colour
    province_edge: Colour
    muslim: Colour
    muslim_edge: Colour
    state: Colour
    state_edge: Colour
    city: Colour
    ink: Colour
    soft_ink: Colour
    paper: Colour
    paper_edge: Colour
    rule: Colour
    railway: Colour
    railway_light: Colour
    troops: Colour
    sepoys: Colour
    congress: Colour
    league: Colour
    revolutionaries: Colour
    revolutionaries_light: Colour
    support: Colour
    opposition: Colour
    control: Colour
    gold: Colour
    protest: Colour
    unrest: Colour
    accent: Colour
    gain: Colour
    loss: Colour
    dim: Colour
    edge: Colour
    """The edge of what is black: light where the paper is dark."""


CLASSIC = Theme(
    sea=(203, 218, 217),
    water_line=(160, 187, 190),
    surroundings=(225, 218, 202),
    surroundings_line=(178, 166, 144),
    province=(248, 241, 223),
    province_edge=(226, 207, 168),
    muslim=(214, 228, 188),
    muslim_edge=(151, 183, 112),
    state=(250, 230, 152),
    state_edge=(226, 188, 78),
    city=(255, 251, 240),
    ink=(52, 38, 28),
    soft_ink=(120, 100, 78),
    paper=(250, 245, 231),
    paper_edge=(186, 166, 130),
    rule=(216, 200, 168),
    railway=(48, 40, 36),
    railway_light=(255, 252, 244),
    troops=(190, 38, 42),
    sepoys=(250, 248, 242),
    congress=(240, 140, 30),
    league=(34, 132, 66),
    revolutionaries=(38, 36, 40),
    revolutionaries_light=(236, 232, 224),
    support=(38, 92, 168),
    opposition=(196, 52, 44),
    control=(150, 24, 40),
    gold=(244, 200, 76),
    protest=(255, 250, 236),
    unrest=(226, 84, 26),
    accent=(208, 24, 110),
    gain=(24, 122, 60),
    loss=(190, 30, 36),
    dim=(236, 230, 216),
    edge=(24, 18, 16),
)

DARK = replace(
    CLASSIC,
    sea=(30, 40, 50),
    water_line=(58, 76, 90),
    surroundings=(44, 44, 46),
    surroundings_line=(84, 82, 78),
    province=(86, 80, 68),
    province_edge=(116, 104, 80),
    muslim=(62, 90, 62),
    muslim_edge=(98, 138, 88),
    state=(120, 100, 42),
    state_edge=(166, 138, 52),
    city=(70, 66, 60),
    ink=(246, 240, 226),
    soft_ink=(190, 182, 166),
    paper=(38, 38, 42),
    paper_edge=(98, 92, 82),
    rule=(74, 72, 70),
    railway=(18, 18, 20),
    railway_light=(222, 214, 196),
    accent=(255, 96, 178),
    gain=(110, 220, 140),
    loss=(255, 120, 110),
    dim=(40, 42, 46),
    edge=(222, 214, 196),
)

COLOUR_BLIND = replace(
    CLASSIC,
    muslim=(203, 225, 232),
    muslim_edge=(86, 150, 190),
    state=(250, 230, 152),
    state_edge=(214, 170, 40),
    sea=(222, 226, 228),
    water_line=(178, 188, 194),
    troops=(140, 20, 70),
    congress=(230, 159, 0),
    league=(0, 114, 178),
    support=(0, 90, 160),
    opposition=(213, 94, 0),
    control=(120, 20, 80),
    unrest=(204, 80, 0),
    accent=(190, 30, 130),
    gain=(0, 100, 160),
    loss=(190, 80, 0),
)

THEMES = {"classic": CLASSIC, "dark": DARK, "colour_blind": COLOUR_BLIND}

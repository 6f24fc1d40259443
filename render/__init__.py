"""Pictures of a game: (public View, Changes, options) in, image bytes with alt text out. Pillow only."""

from render.alt import alt_text
from render.animate import Turn, recap_game, recap_turn
from render.cards import draw_card
from render.chart import draw_chart
from render.labels import Labels
from render.picture import Options, Picture, draw
from render.sheets import draw_sheet, write_sheet

__all__ = [
    "Labels",
    "Options",
    "Picture",
    "Turn",
    "alt_text",
    "draw",
    "draw_card",
    "draw_chart",
    "draw_sheet",
    "recap_game",
    "recap_turn",
    "write_sheet",
]

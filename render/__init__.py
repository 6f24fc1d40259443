"""Pictures of a game: (public View, Changes, options) in, image bytes with alt text out. Pillow only."""

from render.gandhi.alt import alt_text
from render.gandhi.animate import Turn, recap_game, recap_turn
from render.gandhi.cards import draw_card
from render.gandhi.chart import draw_chart
from render.gandhi.picture import Options, Picture, draw
from render.gandhi.sheets import draw_sheet, write_sheet
from render.labels import Labels

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

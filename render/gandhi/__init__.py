"""The pictures of Gandhi: the map, its boxes, cards, sheets, charts and recaps."""

from render.gandhi.alt import alt_text
from render.gandhi.animate import recap_game, recap_turn
from render.gandhi.cards import draw_card
from render.gandhi.chart import draw_chart
from render.gandhi.picture import draw
from render.gandhi.sheets import draw_sheet, write_sheet
from render.labels import Labels
from render.pictures import Options, Picture, Turn

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

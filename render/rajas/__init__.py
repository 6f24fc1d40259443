"""The pictures of Rajas of the Ganges: the table, provinces with Kali, the race, recaps.

All draw from the public `engine.rajas.view.View` and from Changes, and return a `Picture` with alt text. They take
`Options`, of which ``theme``, ``language`` and ``layout`` count here; the layouts are those of `LAYOUTS` (the table)
and `PROVINCE_LAYOUTS`. All raise `ValueError` for an unknown theme or layout.

- ``draw_board(view, changes, options)``: the table, with the marks of a turn and its words when there are Changes
- ``draw_province(view, seat, options, squares=..., yields=..., tile=..., square=..., turnings=...)``: a province and
  Kali; squares or yield spaces are numbered in the order given, turnings of a tile on one square are lettered
- ``draw_chart(views, options)``: how the markers came together
- ``recap_turn(before, view, changes, options)``, ``recap_game(before, turns, options)``: in motion
- ``draw_end(view, options)``: how it ended
- ``draw_contents(options)``: all tiles with their ids, or the river, as the data has them
- ``draw_sheet(seat, options)``, ``write_sheet(seat, language)``: what one can do on a turn
- ``alt_text(view, changes, labels)``: what a picture of the table shows, in words
"""

from render.labels import Labels
from render.pictures import Options, Picture, Turn
from render.rajas.alt import alt_text
from render.rajas.animate import recap_game, recap_turn
from render.rajas.chart import draw_chart
from render.rajas.contents import CONTENTS, draw_contents
from render.rajas.ending import draw_end
from render.rajas.icons import ICONS, draw_icon
from render.rajas.picture import LAYOUTS, draw_board
from render.rajas.province import PROVINCE_LAYOUTS, draw_province
from render.rajas.sheets import draw_sheet, write_sheet

__all__ = [
    "CONTENTS",
    "ICONS",
    "LAYOUTS",
    "PROVINCE_LAYOUTS",
    "Labels",
    "Options",
    "Picture",
    "Turn",
    "alt_text",
    "draw_board",
    "draw_chart",
    "draw_contents",
    "draw_end",
    "draw_icon",
    "draw_province",
    "draw_sheet",
    "recap_game",
    "recap_turn",
    "write_sheet",
]

"""How a game ended: who crossed, by how much, and everyone's province."""

from __future__ import annotations

from PIL import Image

from engine.rajas.view import View
from render.drawing import Pen, mix
from render.labels import Labels, labels_for
from render.pictures import Options, Picture
from render.rajas.alt import alt_text
from render.rajas.captions import gap_words, seat_name
from render.rajas.colours import PALETTE
from render.rajas.picture import check_options, finish
from render.rajas.race import draw_race
from render.rajas.seats import draw_small_province
from render.rajas.shapes import round_points
from render.rajas.slots import garland
from render.rajas.sprites import sprite

WIDTH = 1200
HEAD, ROW = 470, 236
FINER = 3


def rank(view: View) -> list[str]:
    """Return the seats from the winner on: those who crossed by their overlap, then the others by theirs."""
    seats = sorted(view.players, key=lambda seat: (seat not in view.crossed, -view.players[seat].overlap))
    return sorted(seats, key=lambda seat: seat != view.winner)


def draw_end(view: View, options: Options | None = None, labels: Labels | None = None) -> Picture:
    """Draw the winner, and everyone's markers and province. Raises `ValueError` for an unknown theme."""
    chosen = options if options is not None else Options()
    check_options(chosen, (chosen.layout,))
    words = labels if labels is not None else labels_for(chosen.language)
    colours, theme = PALETTE[chosen.theme], chosen.theme
    seats = rank(view)
    height = HEAD + ROW * len(seats) + 24
    big = Image.new("RGB", (WIDTH * FINER, height * FINER), colours.table)
    pen = Pen(big, FINER)
    pen.box((12, 12, WIDTH - 12, height - 12), 26, colours.paper, colours.ornament, 3)
    pen.box((20, 20, WIDTH - 20, height - 20), 20, None, colours.ornament, 2)
    for reach, fill in ((176, colours.table), (162, colours.ornament), (152, mix(colours.gold, colours.paper, 0.55))):
        pen.draw.polygon(pen.points(round_points((WIDTH / 2, 204), reach, 16, 0.07)), fill=fill)
    garland(pen, 90, WIDTH - 90, 448, colours)
    image = big.reduce(FINER)
    pen = Pen(image, 1)
    first = seats[0]
    picture = sprite(f"seat_{first}", 212, theme)
    image.paste(picture, (WIDTH // 2 - 106, 98), picture)
    title = words.say("caption.over", seat=seat_name(first, words)) if view.winner else words["rajas.title"]
    pen.write((WIDTH / 2, 412), title, "serif_bold", 54, colours.ink, room=WIDTH - 120)
    for index, seat in enumerate(seats):
        player = view.players[seat]
        top = HEAD + index * ROW
        if index:
            pen.line([(60, top - 6), (WIDTH - 60, top - 6)], colours.rule, 2)
        token = sprite(f"seat_{seat}", 96, theme)
        image.paste(token, (112, top + 24), token)
        pen.write((72, top + 72), str(index + 1), "serif_bold", 50, colours.soft_ink)
        name = seat_name(seat, words)
        pen.write((232, top + 50), name, "serif_bold", 42, colours.ink, anchor="lm", room=340)
        ink = colours.gain if player.overlap >= 0 else colours.soft_ink
        pen.write((232, top + 104), gap_words(player.overlap, words), "serif", 30, ink, anchor="lm", room=480)
        draw_race(image, pen, (232, WIDTH - 390, top + 154), player, theme)
        draw_small_province(image, view, seat, (WIDTH - 340, top + 8), 52, theme)
    return finish(image, theme, alt_text(view, (), words))

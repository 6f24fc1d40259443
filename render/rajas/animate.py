"""Moving pictures: a turn step by step, and a whole game turn by turn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from PIL import Image

from engine.core.change import Change
from engine.rajas.story import Story, read_story
from engine.rajas.view import View
from render.animation import animate, shrink
from render.drawing import Pen, stack
from render.labels import Labels, labels_for
from render.palette import to_palette
from render.pictures import Options, Picture, Turn
from render.rajas.alt import alt_text
from render.rajas.captions import headline
from render.rajas.colours import PALETTE
from render.rajas.picture import PALETTES_FILE, check_options, compose, draw_words
from render.rajas.replay import apply_changes
from render.rajas.sprites import sprite

SMALL = 800
"""Width of the pictures of a game with many turns."""
FOOTER, STANDING = 48, 92
"""Height of the line under such a picture, and the width of one seat's gap in it."""
STEP_TIME, TURN_TIME, LAST_TIME = 1500, 900, 4500
"""Milliseconds for a step, for a turn of a game, and for the last picture."""
LONGEST_RECAP, SHORTEST_TIME = 75_000, 350
"""Milliseconds that a game may take, and the least that a turn of it is shown."""


def recap_turn(
    before: View, view: View, changes: Sequence[Change], options: Options | None = None, labels: Labels | None = None
) -> Picture:
    """Draw a turn as an animation: the table before it, then one picture for each step, then the whole turn.

    Raises `ValueError` for an unknown theme.
    """
    chosen = replace(options if options is not None else Options(), layout="full", strip=False)
    check_options(chosen, ("full",))
    words = labels if labels is not None else labels_for(chosen.language)
    whole = read_story(changes)
    numbers = [step.number for step in whole.steps if step.number]
    told: list[tuple[View, Story]] = [(before, Story(seats=whole.seats[:1]))]
    for number in numbers[:-1]:
        done = [change for step in whole.steps if 0 < step.number <= number for change in step.changes]
        told.append((apply_changes(before, done), read_story(done)))
    told.append((view, whole))
    strips = [draw_words(seen, story, 1600, chosen.theme, words) for seen, story in told]
    height = max(strip.height for strip in strips)
    frames = []
    for (seen, story), strip in zip(told, strips, strict=True):
        padded = Image.new("RGB", (strip.width, height), PALETTE[chosen.theme].paper)
        padded.paste(strip, (0, 0))
        frames.append(stack([compose(seen, story, chosen, words), padded]))
    times = [STEP_TIME] * (len(frames) - 1) + [LAST_TIME]
    quantise = partial(to_palette, file=PALETTES_FILE, theme=chosen.theme)
    return animate(frames, times, quantise, alt_text(view, changes, words))


def recap_game(
    before: View, turns: Sequence[Turn], options: Options | None = None, labels: Labels | None = None
) -> Picture:
    """Draw a whole game, or a stretch of one, as an animation: one picture for each turn, with its line below.

    Raises `ValueError` for an unknown theme.
    """
    chosen = replace(options if options is not None else Options(), layout="full", strip=False)
    check_options(chosen, ("full",))
    words = labels if labels is not None else labels_for(chosen.language)
    told = [Turn(before, ()), *turns]
    frames = (_tell_turn(turn, number, len(turns), chosen, words) for number, turn in enumerate(told))
    pace = max(SHORTEST_TIME, min(TURN_TIME, LONGEST_RECAP // len(told)))
    times = [pace] * (len(told) - 1) + [LAST_TIME]
    quantise = partial(to_palette, file=PALETTES_FILE, theme=chosen.theme)
    return animate(frames, times, quantise, alt_text(told[-1].view, (), words))


def _tell_turn(turn: Turn, number: int, count: int, options: Options, labels: Labels) -> Image.Image:
    """Draw one turn of many, small, with its line below."""
    story = read_story(turn.changes)
    image = shrink(compose(turn.view, story, options, labels), SMALL)
    what = labels["recap.start"]
    if number:
        what = labels.say("recap.turn", number=number, count=count, what=headline(story, labels))
    return stack([image, draw_footer(turn.view, story.seat, what, options.theme)])


def draw_footer(view: View, seat: str, words: str, theme: str) -> Image.Image:
    """Return the line below a small picture: what happened, and how far apart everyone's markers are."""
    colours = PALETTE[theme]
    image = Image.new("RGB", (SMALL, FOOTER), colours.paper)
    pen = Pen(image, 1)
    pen.line([(0, 1), (SMALL, 1)], colours.ink, 2)
    left = 10
    if seat:
        picture = sprite(f"seat_{seat}", 36, theme)
        image.paste(picture, (left, 6), picture)
        left += 44
    right = SMALL - len(view.players) * STANDING
    pen.write((left, FOOTER / 2), words, "serif_bold", 22, colours.ink, "lm", room=right - left - 12)
    for place, (whose, player) in enumerate(view.players.items()):
        at = right + place * STANDING
        picture = sprite(f"seat_{whose}", 28, theme)
        image.paste(picture, (at, 10), picture)
        gap = f"+{player.overlap}" if player.overlap > 0 else str(player.overlap).replace("-", "−")
        pen.write((at + 34, FOOTER / 2), gap, "sans", 22, colours.ink, "lm")
    return image

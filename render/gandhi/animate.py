"""Moving pictures: a turn step by step, and a whole game turn by turn. GIF, which every client plays."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from PIL import Image

from engine.core.change import Change
from engine.gandhi.story import Story, read_story
from engine.gandhi.view import View
from render.animation import animate, shrink
from render.drawing import Pen, stack
from render.gandhi.alt import alt_text
from render.gandhi.captions import headline
from render.gandhi.palette import to_palette
from render.gandhi.picture import check_options, compose, compose_board
from render.gandhi.replay import apply_changes
from render.gandhi.sprites import sprite
from render.gandhi.strip import draw_strip
from render.labels import Labels, labels_for
from render.pictures import Options, Picture, Turn
from render.themes import THEMES

WIDTH = 1600
SMALL = 800
"""Width of the pictures of a game with many turns."""
FOOTER, STANDING = 48, 78
"""Height of the line under such a picture, and the width of one Faction's margin in it."""
STEP_TIME, TURN_TIME, LAST_TIME = 1400, 900, 4000
"""Milliseconds for a step, for a turn of a game, and for the last picture."""
LONGEST_RECAP, SHORTEST_TIME = 75_000, 350
"""Milliseconds that a game may take, and the least that a turn of it is shown."""
MOST_STEPS = 16
"""Steps shown one by one; a longer turn shows several at a time."""


def recap_turn(
    before: View, view: View, changes: Sequence[Change], options: Options | None = None, labels: Labels | None = None
) -> Picture:
    """Draw a turn as an animation: the map before it, then its steps, then the whole turn.

    Each step has its own picture; in a long turn a few share one (`MOST_STEPS`). Every picture has its words below.
    Raises `ValueError` for an unknown theme.
    """
    chosen = replace(options if options is not None else Options(), layout="map", dim=True, before=None)
    check_options(chosen)
    words = labels if labels is not None else labels_for(chosen.language)
    whole = read_story(changes)
    told: list[tuple[View, Story]] = [(before, Story(actions=whole.actions))]
    size = max(1, -(-len(whole.steps) // MOST_STEPS))
    done: list[Change] = []
    for start in range(0, len(whole.steps), size):
        part = whole.part(start + 1, start + size)
        done += [change for step in part.steps for change in step.changes]
        told.append((apply_changes(before, done), part))
    told.append((view, whole))
    strips = [draw_strip(before, story, WIDTH, chosen.theme, words) for _, story in told]
    height = max(strip.height for strip in strips)
    frames = []
    for (seen, story), strip in zip(told, strips, strict=True):
        board = compose_board(seen, story, chosen, words)
        padded = Image.new("RGB", (WIDTH, height), THEMES[chosen.theme].paper)
        padded.paste(strip, (0, 0))
        frames.append(stack([board, padded]))
    times = [STEP_TIME] * (len(frames) - 1) + [LAST_TIME]
    return animate(frames, times, partial(to_palette, theme=chosen.theme), alt_text(view, changes, words, chosen))


def recap_game(
    before: View, turns: Sequence[Turn], options: Options | None = None, labels: Labels | None = None
) -> Picture:
    """Draw a whole game, or a stretch of one, as an animation: one picture for each turn.

    Under each map is whose turn it was, what was done, and the four margins. Raises `ValueError` for an unknown
    theme.
    """
    chosen = replace(options if options is not None else Options(), layout="map", strip=False)
    check_options(chosen)
    words = labels if labels is not None else labels_for(chosen.language)
    told = [Turn(before, ()), *turns]
    frames = (_tell_turn(turn, number, len(turns), chosen, words) for number, turn in enumerate(told))
    pace = max(SHORTEST_TIME, min(TURN_TIME, LONGEST_RECAP // len(told)))
    times = [pace] * (len(told) - 1) + [LAST_TIME]
    return animate(frames, times, partial(to_palette, theme=chosen.theme), alt_text(told[-1].view, (), words, chosen))


def _tell_turn(turn: Turn, number: int, count: int, options: Options, labels: Labels) -> Image.Image:
    """Draw one turn of many, small, with its line below."""
    image = shrink(compose(turn.view, turn.changes, options, labels), SMALL)
    story = read_story(turn.changes)
    seat = story.actions[0][0] if story.actions else ""
    what = labels["recap.start"]
    if number:
        what = labels.say("recap.turn", number=number, count=count, what=headline(story, turn.view, labels))
    return stack([image, draw_footer(turn.view, seat, what, SMALL, options.theme)])


def draw_footer(view: View, seat: str, words: str, width: int, theme: str) -> Image.Image:
    """Return the line below a small map: what happened, and the margins of all Factions."""
    image = Image.new("RGB", (width, FOOTER), THEMES[theme].paper)
    pen = Pen(image, 1)
    pen.line([(0, 1), (width, 1)], THEMES[theme].ink, 2)
    left = 10
    if seat:
        picture = sprite(f"seat_{seat}", 36, theme)
        image.paste(picture, (left, 6), picture)
        left += 44
    right = width - len(view.victory) * STANDING
    pen.write((left, FOOTER / 2), words, "serif_bold", 22, THEMES[theme].ink, "lm", room=right - left - 12)
    for place, (whose, row) in enumerate(view.victory.items()):
        at = right + place * STANDING
        picture = sprite(f"seat_{whose}", 28, theme)
        image.paste(picture, (at, 10), picture)
        margin = f"+{row.margin}" if row.margin > 0 else str(row.margin).replace("-", "−")
        pen.write((at + 34, FOOTER / 2), margin, "sans", 22, THEMES[theme].ink, "lm")
    return image

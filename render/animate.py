"""Moving pictures: a turn told step by step, and a whole game told turn by turn. GIF, which every client plays."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass, replace

from PIL import Image

from engine.core.change import Change
from engine.gandhi.view import View
from render.alt import alt_text
from render.labels import Labels, labels_for
from render.palette import to_palette
from render.picture import Options, Picture, add_below, check_options, compose, compose_board
from render.replay import apply_changes
from render.story import Story, read_story
from render.strip import draw_strip
from render.themes import THEMES

MOST_BYTES = 8_000_000
"""What one animation may weigh; Discord takes 10 MB."""
WIDTH = 1600
STEP_TIME, TURN_TIME, LAST_TIME = 1400, 900, 4000
"""Milliseconds for a step, for a turn of a whole game, and for the last picture."""
MOST_STEPS = 16
"""Steps shown one by one; a longer turn shows several at a time."""


@dataclass(frozen=True)
class Turn:
    """A turn of a game: the View after it, and its Changes."""

    view: View
    changes: tuple[Change, ...]


def recap_turn(
    before: View, view: View, changes: Sequence[Change], options: Options | None = None, labels: Labels | None = None
) -> Picture:
    """Draw a turn as an animation: the map before it, then one picture for each step, then the whole turn.

    Every picture has its words below. Raises `ValueError` for an unknown theme.
    """
    chosen = replace(options if options is not None else Options(), layout="map", dim=True, before=None)
    check_options(chosen)
    words = labels if labels is not None else labels_for(chosen.language)
    whole = read_story(changes)
    told: list[tuple[View, Story]] = [(before, Story(actions=whole.actions))]
    size = max(1, -(-len(whole.steps) // MOST_STEPS))
    done: list[Change] = []
    for start in range(0, len(whole.steps), size):
        now = [change for step in whole.steps[start : start + size] for change in step.changes]
        done += now
        told.append((apply_changes(before, done), _part_of(whole, start, now)))
    told.append((view, whole))
    strips = [draw_strip(before, story, WIDTH, chosen.theme, words) for _, story in told]
    height = max(strip.height for strip in strips)
    frames = []
    for (seen, story), strip in zip(told, strips, strict=True):
        board = compose_board(seen, story, chosen, words)
        padded = Image.new("RGB", (WIDTH, height), THEMES[chosen.theme].paper)
        padded.paste(strip, (0, 0))
        frames.append(add_below(board, padded))
    times = [STEP_TIME] * (len(frames) - 1) + [LAST_TIME]
    return _animate(frames, times, chosen.theme, alt_text(view, changes, words))


def _part_of(whole: Story, start: int, changes: Sequence[Change]) -> Story:
    """Return the story of some of a turn's steps, with the numbers they have in the whole turn."""
    part = read_story(changes)
    part.actions = whole.actions
    for offset, step in enumerate(part.steps):
        step.number = start + offset + 1
    return part


def recap_game(
    start: View, turns: Sequence[Turn], options: Options | None = None, labels: Labels | None = None
) -> Picture:
    """Draw a whole game as an animation: one picture for each turn. Raises `ValueError` for an unknown theme."""
    chosen = replace(options if options is not None else Options(), layout="map", strip=False)
    words = labels if labels is not None else labels_for(chosen.language)
    frames = [_shrink(compose(start, (), chosen, words), 800)]
    frames += [_shrink(compose(turn.view, turn.changes, chosen, words), 800) for turn in turns]
    last = turns[-1] if turns else Turn(start, ())
    times = [TURN_TIME] * (len(frames) - 1) + [LAST_TIME]
    return _animate(frames, times, chosen.theme, alt_text(last.view, (), words))


def _shrink(image: Image.Image, width: int) -> Image.Image:
    return image.resize((width, image.height * width // image.width), Image.Resampling.LANCZOS)


def _animate(frames: list[Image.Image], times: list[int], theme: str, alt: str) -> Picture:
    """Encode the frames, smaller and smaller until they weigh no more than `MOST_BYTES`."""
    width = min(1000, frames[0].width)
    while True:
        height = frames[0].height * width // frames[0].width
        small = [
            to_palette(frame if frame.width == width else _shrink(frame, width), theme).crop((0, 0, width, height))
            for frame in frames
        ]
        buffer = io.BytesIO()
        small[0].save(
            buffer, "GIF", save_all=True, append_images=small[1:], duration=times, loop=0, disposal=1, optimize=False
        )
        data = buffer.getvalue()
        if len(data) <= MOST_BYTES or width <= 400:
            return Picture(data, "image/gif", alt, width, height)
        width = width * 4 // 5

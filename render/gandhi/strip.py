"""The strip under the map, with the turn in words: headline, one line for each step, and what else changed."""

from __future__ import annotations

from PIL import Image

from engine.gandhi.story import Story
from engine.gandhi.view import View
from render import strip
from render.gandhi.captions import headline, step_captions, summary
from render.gandhi.sprites import sprite
from render.labels import Labels
from render.themes import THEMES


def draw_strip(view: View, story: Story, width: int, theme: str, labels: Labels) -> Image.Image:
    """Return the strip as a picture of this width; its height depends on the text."""
    colours = THEMES[theme]
    seat = story.actions[0][0] if story.actions else ""
    return strip.draw_strip(
        headline(story, view, labels),
        sprite(f"seat_{seat}", 46, theme) if seat else None,
        step_captions(story, labels),
        summary(story, view, labels),
        width,
        strip.Ink(colours.paper, colours.ink, colours.soft_ink, colours.accent),
        labels,
    )

"""Pictures of a game: (public View, Changes, options) in, image bytes with alt text out. Pillow only."""

from render.alt import alt_text
from render.labels import Labels
from render.picture import Options, Picture, draw

__all__ = ["Labels", "Options", "Picture", "alt_text", "draw"]

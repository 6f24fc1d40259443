"""Keeps the layers of which pictures are composed, for all games and themes together, up to a number of bytes."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable, Sequence
from functools import update_wrapper
from threading import Lock, RLock
from typing import Any, Final, Generic, NamedTuple, ParamSpec, TypeVar

from PIL import Image, ImageChops

Arguments = ParamSpec("Arguments")
Layer = TypeVar("Layer")

MOST_BYTES: Final = 70_000_000
"""Bytes of layers that a process keeps: those of both games in two languages, or of one in several themes."""
PIXEL: Final = {"1": 1, "L": 1, "P": 1}
"""Bytes of a pixel in memory, by the mode of a picture; in other modes it has four."""

_kept: OrderedDict[Hashable, tuple[Any, int]] = OrderedDict()
_lock = Lock()
_drawing = RLock()


class Information(NamedTuple):
    """How often a layer was found, and how often it had to be drawn."""

    hits: int
    misses: int


class Kept(Generic[Arguments, Layer]):
    """A function that draws a layer, or returns it from memory while it is kept."""

    def __init__(self, draw: Callable[Arguments, Layer]) -> None:
        self._draw = draw
        self._hits = self._misses = 0
        update_wrapper(self, draw)

    def __call__(self, *given: Arguments.args, **named: Arguments.kwargs) -> Layer:
        """Return the layer for some arguments."""
        key = (self, given, tuple(sorted(named.items())))
        found = self._find(key)
        if found is not None:
            return found
        # A layer is drawn far larger than it is kept, so that two at a time would take twice the memory for a moment.
        with _drawing:
            found = self._find(key)
            if found is not None:
                return found
            made = self._draw(*given, **named)
        with _lock:
            self._misses += 1
            _kept[key] = (made, count_bytes(made))
            while len(_kept) > 1 and sum(size for _, size in _kept.values()) > MOST_BYTES:
                _kept.popitem(last=False)
        return made

    def _find(self, key: Hashable) -> Layer | None:
        with _lock:
            found = _kept.get(key)
            if found is None:
                return None
            _kept.move_to_end(key)
            self._hits += 1
            layer: Layer = found[0]
            return layer

    def cache_info(self) -> Information:
        """Return how often a layer of this function was found, and how often one was drawn."""
        return Information(self._hits, self._misses)

    def cache_clear(self) -> None:
        """Forget all layers of this function, and the counts."""
        with _lock:
            for key in [key for key in _kept if isinstance(key, tuple) and key[0] is self]:
                del _kept[key]
            self._hits = self._misses = 0


def keep(draw: Callable[Arguments, Layer]) -> Kept[Arguments, Layer]:
    """Keep the layers that a function draws, as long as there is room."""
    return Kept(draw)


def slim(image: Image.Image) -> Image.Image:
    """Return a picture in a palette of its exact colours, in a quarter of the memory; unchanged with more than 256.

    To draw on a part of it, take that part by `cut_out`.
    """
    if image.getcolors(256) is None:
        return image
    made = image.quantize(256, Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE)
    return made if ImageChops.difference(made.convert("RGB"), image).getbbox() is None else image


def cut_out(layer: Image.Image, box: tuple[int, int, int, int]) -> Image.Image:
    """Return a part of a layer in RGB, to draw on, even of a layer that is kept in a palette."""
    part = layer.crop(box)
    return part if part.mode == "RGB" else part.convert("RGB")


def count_bytes(layer: object) -> int:
    """Return the bytes of a picture, or of all pictures in nested tuples; 0 for anything else."""
    if isinstance(layer, Image.Image):
        return layer.width * layer.height * PIXEL.get(layer.mode, 4)
    if isinstance(layer, Sequence) and not isinstance(layer, str | bytes):
        # The picture of a shred may be its mask as well: it counts once.
        parts = {id(part): part for part in layer}
        return sum(count_bytes(part) for part in parts.values())
    return 0


def count_kept() -> int:
    """Return the bytes of all layers that are kept."""
    with _lock:
        return sum(size for _, size in _kept.values())

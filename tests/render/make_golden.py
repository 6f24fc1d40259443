"""Make the golden pictures again: ``python -m tests.render.make_golden [name ...]``. Look at them before committing."""

from __future__ import annotations

import sys

from PIL import Image

from tests.render.test_pictures import GOLDEN, PICTURES, open_picture, shrink
from tests.render.test_rajas_pictures import PICTURES as RAJAS

ALL = {**PICTURES, **RAJAS}


def main(names: list[str]) -> None:
    """Write the named golden pictures, or all of them."""
    GOLDEN.mkdir(exist_ok=True)
    for name in names or sorted(ALL):
        picture = shrink(open_picture(ALL[name]()))
        flat = picture.quantize(256, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
        flat.save(GOLDEN / f"{name}.png", optimize=True)


if __name__ == "__main__":
    main(sys.argv[1:])

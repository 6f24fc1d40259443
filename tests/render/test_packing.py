"""Packed bytes can be read by every decoder, whichever library has packed them."""

from __future__ import annotations

import gzip
import io
import platform
import zlib
from random import Random

import pytest
from PIL import Image

from render import packing
from render.packing import encode_png, pack, pack_text, unpack


@pytest.fixture(params=["installed", "zlib alone"])
def library(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if request.param == "zlib alone":
        monkeypatch.setattr(packing, "isal", None)


@pytest.mark.usefixtures("library")
@pytest.mark.parametrize("size", [(1, 1), (37, 5), (400, 300)])
def test_a_picture_in_a_palette_is_read_back_unchanged(size: tuple[int, int]) -> None:
    image = Image.new("P", size)
    image.putpalette(Random(1).randbytes(768))
    image.putdata([number % 251 for number in range(size[0] * size[1])])
    found = Image.open(io.BytesIO(encode_png(image)))
    assert (found.format, found.mode, found.size) == ("PNG", "P", size)
    assert found.tobytes() == image.tobytes()
    assert found.convert("RGB").tobytes() == image.convert("RGB").tobytes()


@pytest.mark.usefixtures("library")
def test_packed_data_are_read_by_the_fast_and_the_standard_decoder() -> None:
    data = b"what has changed" * 500
    assert zlib.decompress(pack(data)) == unpack(zlib.compress(data)) == unpack(pack(data)) == data
    assert gzip.decompress(pack_text(data)) == data
    assert pack_text(data) == pack_text(data)


def test_the_fast_compressor_is_installed_on_platforms_that_it_has_wheels_for() -> None:
    """The platforms are those of the marker in pyproject.toml."""
    assert packing.isal is not None or platform.machine() not in ("x86_64", "AMD64", "aarch64", "arm64")

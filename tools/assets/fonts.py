"""Cut the Japanese font down to the letters that our words use, and write it into ``render/fonts``.

Usage: ``python -m tools.assets.fonts NotoSerifJP-Bold.woff``. The source is weight 700 of Noto Serif JP, under the SIL
Open Font License, as one file; ``pyftsubset`` does the cutting, and comes with fonttools. The result is committed. Run
this when a test finds a letter without a glyph.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
TARGET = ROOT / "render" / "fonts" / "noto-serif-jp-700-subset.woff"
SOURCES = tuple(sorted((ROOT / "texts").rglob("ja.po")))
ALWAYS = (("\u0020", "\u007e"), ("\u00a0", "\u00ff"), ("\u2010", "\u2026"), ("\u3000", "\u30ff"), ("\uff01", "\uff5e"))
"""Whole ranges that are always kept: Latin, dashes and dots, kana, full-width forms."""
SIGNS = "−±×→"
"""Signs that the code adds to texts."""


def list_letters() -> list[str]:
    """Return every letter that the font needs, sorted by code point."""
    letters = {letter for path in SOURCES for letter in path.read_text(encoding="utf-8") if letter.isprintable()}
    letters |= {chr(code) for first, last in ALWAYS for code in range(ord(first), ord(last) + 1)}
    return sorted(letters | set(SIGNS))


def main() -> None:
    """Cut the font that the command line names."""
    if len(sys.argv) != 2 or not Path(sys.argv[1]).is_file():
        sys.exit("Name the font to cut down: python -m tools.assets.fonts NotoSerifJP-Bold.woff")
    letters = list_letters()
    with tempfile.NamedTemporaryFile("w", encoding="utf-8", suffix=".txt") as wanted:
        wanted.write("".join(letters))
        wanted.flush()
        command = ["pyftsubset", sys.argv[1], f"--text-file={wanted.name}", f"--output-file={TARGET}", "--flavor=woff"]
        subprocess.run(
            [*command, "--no-hinting", "--layout-features=", "--drop-tables+=GPOS,GSUB,vhea,vmtx"], check=True
        )
    print(f"{TARGET.relative_to(ROOT)}: {len(letters)} letters, {TARGET.stat().st_size / 1000:.0f} kB")


if __name__ == "__main__":
    main()

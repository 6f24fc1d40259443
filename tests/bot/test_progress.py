"""The bar of progress: one line in a terminal, however narrow, and nothing at all in a pipe or a file."""

from __future__ import annotations

import io
import re

import pytest

from bot.console.terminal import Progress

WIDTH = 40
NOTE = "12 of 200 main [short] games, and a note that is longer than the window is wide"


class Terminal(io.StringIO):
    """Standard error as a terminal that keeps what is written."""

    def isatty(self) -> bool:
        return True


def show_progress(stream: io.StringIO, monkeypatch: pytest.MonkeyPatch, width: int = WIDTH) -> str:
    """Return what a bar half way writes."""
    monkeypatch.setattr("sys.stderr", stream)
    monkeypatch.setenv("COLUMNS", str(width))
    monkeypatch.setenv("TERM", "xterm")
    progress = Progress()
    progress.show(0.5, NOTE)
    progress.close()
    return stream.getvalue()


def test_a_progress_bar_keeps_to_one_line_of_a_narrow_window(monkeypatch: pytest.MonkeyPatch) -> None:
    written = show_progress(Terminal(), monkeypatch)
    drawn = [re.sub(r"\x1b\[[\d;?]*[A-Za-z]", "", line) for line in re.split(r"[\r\n]", written)]
    assert any("━" in line for line in drawn)
    assert max(map(len, drawn)) <= WIDTH


def test_a_progress_note_is_printed_literally(monkeypatch: pytest.MonkeyPatch) -> None:
    assert NOTE in show_progress(Terminal(), monkeypatch, width=3 * len(NOTE))


@pytest.mark.parametrize("name", ["FORCE_COLOR", "TTY_COMPATIBLE"])
def test_no_progress_bar_is_drawn_without_a_terminal(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setenv(name, "1")
    assert show_progress(io.StringIO(), monkeypatch) == ""

"""``gandhi check-data``: check that the data files are consistent and that the catalogues of texts can be read."""

from __future__ import annotations

from collections.abc import Iterator

from bot.games.frontend import list_fronts
from engine.core.data import WHOLE, digest_files, find_folder, find_unknown_files
from engine.core.errors import BadData
from texts import find_broken_catalogues


def check() -> Iterator[str]:
    """Yield a line for each game with its checks, and one for replaced data. Raises BadData with every fault."""
    checks = [front.setup.check_data() for front in list_fronts()]
    unknown = find_unknown_files(name for front in list_fronts() for name in front.setup.data_files)
    faults = [*find_broken_catalogues(), *unknown, *(fault for found, _ in checks for fault in found)]
    if faults:
        raise BadData(faults)
    yield from (checked for _, checked in checks)
    replaced = [name for front in list_fronts() for name in digest_files(front.positions.read_files()) if name != WHOLE]
    if replaced:
        yield f"Replaced by files in {find_folder()}: {'; '.join(replaced)}."


def refuse_broken_files() -> None:
    """Check the catalogues before a start, and all data if the host has replaced some data files. Raises BadData."""
    if find_folder() is not None:
        list(check())
    elif faults := list(find_broken_catalogues()):
        raise BadData(faults)

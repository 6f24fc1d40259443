"""A game's own data files, and the owner's files that replace rows of them."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

import msgspec

from engine.core.errors import BadPosition
from engine.core.text import text

OVERRIDES = "GANDHI_DATA"
"""The environment variable that names a folder with data files of the owner's, which replace rows of ours."""

ROW_KEYS = ("number", "id")
"""The fields that name a row of a data file: two rows with the same name are the same row."""


def find_override(name: str) -> Path | None:
    """The owner's file of this name, in the folder that GANDHI_DATA names, or None.

    Raises BadPosition when there is no such folder.
    """
    folder = os.environ.get(OVERRIDES)
    if not folder:
        return None
    if not Path(folder).is_dir():
        raise BadPosition(text("error.no_data_folder", variable=OVERRIDES, folder=folder))
    path = Path(folder) / name
    return path if path.is_file() else None


def name_data(name: str) -> str:
    """How messages name a data file: with its whole path when the owner's own is in use."""
    return str(find_override(name) or name)


@contextmanager
def blame(name: str) -> Iterator[None]:
    """Turn what goes wrong while a data file is put to use into a BadPosition that names the file and the field."""
    try:
        yield
    except KeyError as error:
        detail = f"{error} is missing or unknown"
        raise BadPosition(text("error.bad_data", file=name_data(name), detail=detail)) from error
    except (AttributeError, TypeError, ValueError, msgspec.MsgspecError) as error:
        raise BadPosition(text("error.bad_data", file=name_data(name), detail=str(error))) from error


@cache
def read_shipped(package: str, name: str) -> dict[str, Any]:
    """One of a game's data files as it comes with the game, whatever an owner replaces in it. Only to be read.

    Board and cards are read for the rules, and again for the names in every language.
    """
    return tomllib.loads(resources.files(package).joinpath("data", name).read_text("utf-8"))


def read_data(package: str, name: str, folder: str = "") -> dict[str, Any]:
    """A data file of a game, for example ``board.toml``, with what an owner's file of that name replaces in it.

    ``package`` is the game's, ``folder`` where in the owner's folder its files lie ("rajas/" or nothing). The owner's
    file may hold only the rows and values to replace. Raises BadPosition when it cannot be read.
    """
    data = read_shipped(package, name)
    path = find_override(folder + name)
    if path is None:
        return data
    with blame(folder + name):
        return replace_rows(data, tomllib.loads(path.read_text("utf-8")))


def replace_rows(data: dict[str, Any], override: dict[str, Any]) -> dict[str, Any]:
    """Data with another's values in it: tables value by value, rows by their name, anything else as a whole."""
    merged = dict(data)
    for key, value in override.items():
        old = data.get(key)
        if isinstance(value, dict) and isinstance(old, dict):
            merged[key] = replace_rows(old, value)
        elif isinstance(value, list) and isinstance(old, list) and all(map(name_row, [*old, *value])):
            rows = {name_row(row): row for row in old} | {name_row(row): row for row in value}
            merged[key] = list(rows.values())
        else:
            merged[key] = value
    return merged


def name_row(row: Any) -> str:
    """The number or id of a row of a data file; an empty string for anything else."""
    return next((str(row[key]) for key in ROW_KEYS if key in row), "") if isinstance(row, dict) else ""

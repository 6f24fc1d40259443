"""Reading the data files of a game, and the owner's files that replace rows of them."""

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
"""The environment variable that names the owner's folder: data files there replace rows of ours."""

ROW_KEYS = ("number", "id")
"""The fields that name a row of a data file: two rows with the same name are the same row."""


def find_override(name: str) -> Path | None:
    """Return the path of the owner's file of this name in the folder that GANDHI_DATA names, or None.

    Raises BadPosition when the folder does not exist.

    >>> find_override("no_such_file.toml") is None
    True
    """
    folder = os.environ.get(OVERRIDES)
    if not folder:
        return None
    if not Path(folder).is_dir():
        raise BadPosition(text("error.no_data_folder", variable=OVERRIDES, folder=folder))
    path = Path(folder) / name
    return path if path.is_file() else None


def name_data(name: str) -> str:
    """Return the name of a data file for messages: the whole path when the owner's file is in use."""
    return str(find_override(name) or name)


@contextmanager
def blame(name: str) -> Iterator[None]:
    """Turn an error raised in the ``with`` block into a BadPosition that names the data file and the field.

    >>> with blame("board.toml"):
    ...     {}["delhi"]
    Traceback (most recent call last):
        ...
    engine.core.errors.BadPosition: error.bad_data(file=board.toml, detail='delhi' is missing or unknown)
    """
    try:
        yield
    except KeyError as error:
        detail = f"{error} is missing or unknown"
        raise BadPosition(text("error.bad_data", file=name_data(name), detail=detail)) from error
    except (AttributeError, TypeError, ValueError, msgspec.MsgspecError) as error:
        raise BadPosition(text("error.bad_data", file=name_data(name), detail=str(error))) from error


@cache
def read_shipped(package: str, name: str) -> dict[str, Any]:
    """Return a data file as it comes with the game, without the owner's changes. Do not change the result.

    ``package`` is the package of the game. The result is cached: the rules read board and cards, and so do the names
    of every language.

    >>> sorted(read_shipped("engine.gandhi", "scenarios.toml"))
    ['main', 'short']
    """
    return tomllib.loads(resources.files(package).joinpath("data", name).read_text("utf-8"))


def read_data(package: str, name: str, folder: str = "") -> dict[str, Any]:
    """Return a data file of a game with the rows and values that the owner's file of the same name replaces.

    ``package`` is the package of the game, ``folder`` the subfolder of the owner's folder for this game ("rajas/", or
    empty for Gandhi). Raises BadPosition when the owner's file cannot be read.
    """
    data = read_shipped(package, name)
    path = find_override(folder + name)
    if path is None:
        return data
    with blame(folder + name):
        return replace_rows(data, tomllib.loads(path.read_text("utf-8")))


def replace_rows(data: dict[str, Any], override: dict[str, Any]) -> dict[str, Any]:
    """Return a copy of ``data`` with the values of ``override``: tables by key, rows by name, anything else as a whole.

    >>> replace_rows({"space": [{"id": "delhi", "population": 1}]}, {"space": [{"id": "delhi", "population": 2}]})
    {'space': [{'id': 'delhi', 'population': 2}]}
    """
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
    """Return the number or id of a row of a data file, or an empty string for anything else.

    >>> name_row({"number": 55}), name_row({"id": "delhi"}), name_row("delhi")
    ('55', 'delhi', '')
    """
    return next((str(row[key]) for key in ROW_KEYS if key in row), "") if isinstance(row, dict) else ""

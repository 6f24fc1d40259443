"""A game's own data files, and the owner's files that replace rows of them.

A file has a kind, a struct with a field for each of its tables. Every value of an owner's file must fit it.
"""

from __future__ import annotations

import hashlib
import os
import re
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from difflib import get_close_matches
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Annotated, Any, Final, get_args, get_origin, get_type_hints

import msgspec

from engine.core.errors import BadData

OVERRIDES = "GANDHI_DATA"
"""The environment variable that names the owner's folder, whose data files replace rows of ours."""

ROW_KEYS = ("number", "id", "die")
"""The fields that may name a row of a data file. Rows with the same name are the same row."""

ROW_WORDS: Final = {"event": "card"}
"""Words for a row of a table in messages, if they differ from the table's name."""

TYPE_WORDS: Final = {
    "int": "a whole number",
    "float": "a number",
    "str": "text",
    "bool": "true or false",
    "array": "a list",
    "object": "a table",
    "null": "nothing",
}
"""Words for the types of values in messages."""


def find_folder() -> Path | None:
    """Return the folder that GANDHI_DATA names, or None. Raises BadData when there is no such folder."""
    folder = os.environ.get(OVERRIDES)
    if not folder:
        return None
    if not Path(folder).is_dir():
        raise BadData([f"{OVERRIDES} names the folder {folder}, which does not exist."])
    return Path(folder)


def find_override(name: str) -> Path | None:
    """Return the owner's file of this name, or None. Raises BadData when the owner's folder does not exist."""
    folder = find_folder()
    return folder / name if folder is not None and (folder / name).exists() else None


def name_data(name: str) -> str:
    """Return the name of a data file for messages: the whole path when the owner's file is in use."""
    return str(find_override(name) or name)


def find_unknown_files(known: Iterable[str]) -> Iterator[str]:
    """Yield a sentence for every file in the owner's folder that no game reads. Hidden files are ignored."""
    folder, names = find_folder(), list(known)
    for path in sorted(folder.rglob("*")) if folder is not None else ():
        name = path.relative_to(folder or path).as_posix()
        if path.is_dir() or name in names or any(part.startswith(".") for part in name.split("/")):
            continue
        close = get_close_matches(name, names, 1)
        yield f"{path}: no game reads a file of this name" + (f"; did you mean {close[0]}?" if close else ".")


@contextmanager
def blame(name: str) -> Iterator[None]:
    """Turn an error in the use of a data file into BadData that names the file."""
    try:
        yield
    except KeyError as error:
        raise BadData([f"{name_data(name)}: {error} is missing or unknown."]) from error
    except OSError as error:
        raise BadData([f"{name_data(name)} cannot be read: {error.strerror}."]) from error
    except (AttributeError, TypeError, ValueError) as error:
        raise BadData([f"{name_data(name)}: {error}."]) from error


@cache
def read_shipped(package: str, name: str) -> dict[str, Any]:
    """Return a data file as it comes with the game, without the owner's changes. Do not change the result.

    ``package`` is the package of the game. The result is cached: the rules read board and cards, and so do the names
    of every language.

    >>> sorted(read_shipped("engine.gandhi", "scenarios.toml"))
    ['main', 'short']
    """
    return tomllib.loads(resources.files(package).joinpath("data", name).read_text("utf-8"))


def read_data(
    package: str, name: str, kind: type[msgspec.Struct] | None, folder: str = "", *, by_value: bool = False
) -> dict[str, Any]:
    """Return a data file of a game, for example ``board.toml``, with the replacements of an owner's file of that name.

    ``package`` is the game's, ``folder`` is the part of the owner's folder for its files ("rajas/" or nothing). The
    owner's file may hold only the rows and values to replace; with ``by_value``, a row needs only the values to
    replace. Raises BadData when it cannot be read or does not fit the ``kind`` of the file, where one is given.
    """
    data = read_shipped(package, name)
    path = find_override(folder + name)
    if path is None:
        return data
    with blame(folder + name):
        override = tomllib.loads(path.read_text("utf-8"))
    merged = replace_rows(data, override, by_value=by_value)
    faults = list(find_strangers(str(path), data, override))
    if kind is not None:
        faults += find_misfits(str(path), merged, kind)
    if faults:
        raise BadData(faults)
    return merged


def replace_rows(data: dict[str, Any], override: dict[str, Any], *, by_value: bool = False) -> dict[str, Any]:
    """Return ``data`` with the values of ``override`` in it: tables by value, rows by name, anything else as a whole.

    A row replaces the whole row of its name; ``by_value`` only those of its values that it has.
    """
    merged = dict(data)
    for key, value in override.items():
        old = data.get(key)
        if isinstance(value, dict) and isinstance(old, dict):
            merged[key] = replace_rows(old, value)
        elif isinstance(old, list) and is_rows(value) and is_rows(old):
            rows = {name_row(row): row for row in old}
            for row in value:
                name = name_row(row)
                rows[name] = replace_rows(rows.get(name, {}), row) if by_value else row
            merged[key] = list(rows.values())
        else:
            merged[key] = value
    return merged


def is_rows(value: Any) -> bool:
    """Return whether a value is a list of rows that have names."""
    return isinstance(value, list) and all(map(name_row, value))


def name_row(row: Any) -> str:
    """Return the number or id of a row of a data file, or "" for anything else.

    >>> name_row({"number": 55}), name_row({"id": "delhi"}), name_row("delhi")
    ('55', 'delhi', '')
    """
    return next((str(row[key]) for key in ROW_KEYS if key in row), "") if isinstance(row, dict) else ""


def name_place(file: str, table: str, row: Any) -> str:
    """Return how messages name a row of a table: its file, and its number or id."""
    return f"{file}, {ROW_WORDS.get(table, table)} {name_row(row) or 'without a number or id'}"


def find_strangers(file: str, data: dict[str, Any], override: dict[str, Any]) -> Iterator[str]:
    """Yield a sentence for every row of an owner's file that is unknown to the game, or that is there twice."""
    for table, rows in override.items():
        if is_rows(rows) and is_rows(data.get(table)):
            known = {name_row(row) for row in data[table]}
            yield from (
                f"{name_place(file, table, row)}: there is no such row." for row in rows if name_row(row) not in known
            )
            twice = [row for row, count in Counter(map(name_row, rows)).items() if count > 1]
            yield from (f"{name_place(file, table, {'id': row})}: is there twice." for row in twice)


def find_misfits(file: str, data: dict[str, Any], kind: type[msgspec.Struct]) -> Iterator[str]:
    """Yield a sentence with file, row and field for each misfit in a data file."""
    hints = get_type_hints(kind, include_extras=True)
    kinds = {field.encode_name: hints[field.name] for field in msgspec.structs.fields(kind)}
    for table, value in data.items():
        inner = get_args(kinds.get(table))
        if table not in kinds:
            yield f"{file}, {table}: there is no such table."
        elif isinstance(value, list) and inner and isinstance(inner[0], type) and issubclass(inner[0], msgspec.Struct):
            for row in value:
                yield from find_misfit(name_place(file, table, row), row, inner[0])
        else:
            yield from find_misfit(f"{file}, {table}", value, kinds[table])


def find_misfit(place: str, value: Any, kind: Any, path: str = "") -> Iterator[str]:
    """Yield a sentence for every missing, unknown or misfit field of a row.

    ``path`` names the value within the row. The entries of a list are counted from 1.
    """
    try:
        msgspec.convert(value, kind)
    except msgspec.ValidationError as error:
        found = list(find_inner_misfits(place, value, kind, path))
        yield from found or [word_misfit(place, str(error), path)]


def find_inner_misfits(place: str, value: Any, kind: Any, path: str) -> Iterator[str]:
    """Yield the misfits within a table or a list of tables; nothing for any other value."""
    if get_origin(kind) is Annotated:
        kind = get_args(kind)[0]
    if get_origin(kind) is tuple and isinstance(value, list):
        for number, item in enumerate(value, 1):
            if isinstance(item, dict):
                yield from find_misfit(place, item, get_args(kind)[0], f"{path}.{number}")
        return
    struct = choose_struct(kind, value) if isinstance(value, dict) else None
    if struct is None:
        return
    fields = {field.encode_name: field for field in msgspec.structs.fields(struct)}
    at = f"{place}, {path}." if path else f"{place}, "
    yield from (f"{at}{name}: is missing." for name, field in fields.items() if field.required and name not in value)
    if struct.__struct_config__.forbid_unknown_fields:
        known = {*fields, struct.__struct_config__.tag_field}
        yield from (f"{at}{name}: there is no such field." for name in value if name not in known)
    for name in fields.keys() & value.keys():
        yield from find_misfit(place, value[name], fields[name].type, f"{path}.{name}".removeprefix("."))


def choose_struct(kind: Any, value: Mapping[str, Any]) -> type[msgspec.Struct] | None:
    """Return the struct that a table should fit; among several, the one that its tag names."""
    kinds = [one for one in (get_args(kind) or (kind,)) if isinstance(one, type) and issubclass(one, msgspec.Struct)]
    if len(kinds) > 1:
        configs = ((one, one.__struct_config__) for one in kinds)
        kinds = [one for one, config in configs if config.tag_field and value.get(config.tag_field) == config.tag]
    return kinds[0] if kinds else None


def word_misfit(place: str, message: str, inside: str = "") -> str:
    """Return a message of msgspec, "Expected `int`, got `str` - at `$.cost`", as a sentence about a place.

    ``inside`` is the path of the checked value within its row.
    """
    what, _, path = message.replace("`key` in ", "").partition(" - at `")
    field = path.removeprefix("key in `").removeprefix("$").removeprefix(".").rstrip("`").replace("[...]", "")
    field = ".".join(filter(None, (inside, field)))
    quoted = re.findall(r"[`']([^`']*)[`']", what)
    if what.startswith("Object missing required field"):
        field, fault = ".".join(filter(None, (field, quoted[0]))), "is missing"
    elif what.startswith("Object contains unknown field"):
        field, fault = ".".join(filter(None, (field, quoted[0]))), "there is no such field"
    elif what.startswith("Invalid"):
        fault = f"'{quoted[0]}' is unknown" if quoted else "is unknown"
    elif limit := re.search(r"of length (>=|<=)? ?(\d+)", what):
        fault = f"must have {limit[2]}{ {'>=': ' or more', '<=': ' or fewer'}.get(limit[1], '') } entries"
    elif ", got " in what:
        wanted, got = (" or ".join(TYPE_WORDS.get(one, one) for one in types.split(" | ")) for types in quoted)
        fault = f"must be {wanted}, not {got}"
    elif "matching regex" in what:
        fault = "does not have the form that it needs"
    elif limit := re.search(r"(>=|<=) (-?\d+)", what):
        fault = f"must be {limit[2]} or {'more' if limit[1] == '>=' else 'less'}"
    else:
        fault = what.replace("Object ", "").replace("`", "'")
    return f"{', '.join(filter(None, (place, field)))}: {fault}."


WHOLE: Final = "data"
"""The name of the digest of all data files, among those of single rows."""


def digest_files(files: Mapping[str, tuple[dict[str, Any], dict[str, Any]]]) -> dict[str, str]:
    """Return the digest of all data files as used, and one of each row or other table that differs from the original.

    ``files`` has each file by its name: as used, and in its original form.

    >>> digest_files({"x.toml": ({"a": 1}, {"a": 2})})
    {'data': 'd170a40127cb8066', 'x.toml, a': 'fc942c07'}
    """
    digests = {WHOLE: digest({name: used for name, (used, _) in files.items()}, 8)}
    for name, (used, shipped) in files.items():
        for table, rows in used.items():
            before = shipped.get(table)
            if rows == before:
                continue
            if not (is_rows(rows) and is_rows(before)):
                digests[f"{name}, {table}"] = digest(rows, 4)
                continue
            known = {name_row(row): row for row in before or ()}
            digests |= {name_place(name, table, row): digest(row, 4) for row in rows if row != known.get(name_row(row))}
    return digests


def digest(value: Any, size: int) -> str:
    """Return a digest of some data with this many bytes."""
    return hashlib.blake2b(msgspec.json.encode(value, order="sorted"), digest_size=size).hexdigest()


def find_differences(recorded: Mapping[str, str], now: Mapping[str, str]) -> list[str]:
    """Return the names of the rows whose digests differ; `WHOLE` if the data differ without such a row.

    The result is empty for a record without digests.
    """
    if not recorded or recorded.get(WHOLE) == now.get(WHOLE):
        return []
    names = dict.fromkeys((*recorded, *now))
    return [name for name in names if name != WHOLE and recorded.get(name) != now.get(name)] or [WHOLE]

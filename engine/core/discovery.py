"""Games found by their folders in a package, so that no list names them. A module of each folder makes an offer."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, MutableMapping
from functools import cached_property
from importlib import import_module
from pathlib import Path
from typing import TypeVar

Offer = TypeVar("Offer")


class Discovered(MutableMapping[str, Offer]):
    """Offers of the folders in a package, by the name of the folder: for example the rules of each game.

    A folder belongs to it if it has the module ``module``, which is imported when it is first asked for and offers
    ``name``. More can be added in a process, as tests do.

    >>> import engine
    >>> games = Discovered("engine", engine.__path__, "rules", "RULES")
    >>> "chess" in games, games["gandhi"].name
    (False, 'gandhi')
    """

    def __init__(self, package: str, folders: Iterable[str], module: str, name: str) -> None:
        self._package = package
        self._folders = folders
        self._module = module
        self._name = name
        self._added: dict[str, Offer] = {}

    @cached_property
    def _found(self) -> tuple[str, ...]:
        paths = (path for folder in self._folders for path in Path(folder).glob(f"*/{self._module}.py"))
        return tuple(sorted({path.parent.name for path in paths}))

    def __getitem__(self, game: str) -> Offer:
        """Return what a game offers. Raises KeyError for an unknown game, ImportError if it offers nothing."""
        if game in self._added:
            return self._added[game]
        if game not in self._found:
            raise KeyError(game)
        module = import_module(f"{self._package}.{game}.{self._module}")
        try:
            offer: Offer = getattr(module, self._name)
        except AttributeError:
            raise ImportError(f"{module.__name__} has no {self._name}.", name=module.__name__) from None
        return offer

    def __setitem__(self, game: str, offer: Offer) -> None:
        self._added[game] = offer

    def __delitem__(self, game: str) -> None:
        del self._added[game]

    def __contains__(self, game: object) -> bool:
        return game in self._added or game in self._found

    def __iter__(self) -> Iterator[str]:
        return iter(dict.fromkeys([*self._found, *self._added]))

    def __len__(self) -> int:
        return len(list(iter(self)))

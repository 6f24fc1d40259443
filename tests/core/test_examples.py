"""The examples in the docstrings of the driver: each runs and gives the result that it shows."""

from __future__ import annotations

import doctest
import importlib
import pkgutil

import pytest

import engine
import engine.core

MODULES = ["engine", *(f"engine.core.{module.name}" for module in pkgutil.iter_modules(engine.core.__path__))]


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_in_docstrings_give_their_printed_results(name: str) -> None:
    failed, _ = doctest.testmod(importlib.import_module(name))
    assert failed == 0


@pytest.mark.parametrize(
    "name",
    ["Game", "Decision", "Option", "Dice", "Record", "Start", "Text", "Change", "Label", "Result", "IllegalChoice"],
)
def test_the_most_used_classes_have_an_example(name: str) -> None:
    found = [getattr(importlib.import_module(module), name, None) for module in MODULES]
    documented = [thing.__doc__ or "" for thing in found if thing is not None]
    assert any(">>>" in words for words in documented)

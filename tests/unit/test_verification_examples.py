"""The examples in the docstrings of verification run and give what they say."""

import doctest
import importlib
import pkgutil

import pytest

import core.verification

MODULES = [
    found.name
    for found in pkgutil.walk_packages(core.verification.__path__, core.verification.__name__ + ".")
    if not found.name.endswith(".worker")
]


@pytest.mark.parametrize("module", MODULES)
def test_the_examples_of_a_module_hold(module: str) -> None:
    assert 0 == doctest.testmod(importlib.import_module(module)).failed


def test_examples_are_found() -> None:
    assert sum(doctest.testmod(importlib.import_module(module)).attempted for module in MODULES) >= 5

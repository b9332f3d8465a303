"""The examples in docstrings run and give what they say."""

import doctest
import importlib
import pkgutil

import pytest

import core.bundles
import core.lineage
import core.scoring

MODULES = [
    found.name
    for package in (core.bundles, core.lineage, core.scoring)
    for found in pkgutil.iter_modules(package.__path__, package.__name__ + ".")
]


@pytest.mark.parametrize("module", MODULES)
def test_the_examples_of_a_module_hold(module):
    assert doctest.testmod(importlib.import_module(module)).failed == 0

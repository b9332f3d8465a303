"""The Method page: formulas as the code's own docstrings state them."""

import importlib
import inspect
import pkgutil
import re
from types import FunctionType, ModuleType

import core.bundles
import core.lineage
import core.scoring
from core.references import REFERENCES, Reference
from core.results import FormulaEntry

_SECTION = re.compile(r"^(Formula|Args|Returns|Raises|Source|Examples):\s*$", re.MULTILINE)


def method_page() -> tuple[FormulaEntry, ...]:
    """Every published function of scoring, lineage and bundles with its formula and source."""
    entries = []
    for package in (core.scoring, core.lineage, core.bundles):
        for found in pkgutil.iter_modules(package.__path__, package.__name__ + "."):
            entries.extend(_entries(importlib.import_module(found.name)))
    return tuple(entries)


def _entries(module: ModuleType) -> list[FormulaEntry]:
    entries = []
    for name, function in vars(module).items():
        if name.startswith("_") or not isinstance(function, FunctionType) or function.__module__ != module.__name__:
            continue
        sections = docstring_sections(inspect.getdoc(function) or "")
        if "Formula" in sections:
            entries.append(
                FormulaEntry(
                    name=name,
                    summary=sections[""],
                    formula=sections["Formula"],
                    source=sections.get("Source", ""),
                    module=module.__name__,
                )
            )
    return entries


def docstring_sections(text: str) -> dict[str, str]:
    """The sections of a docstring; the opening under the empty key."""
    parts = _SECTION.split(text)
    sections = {"": " ".join(parts[0].split())}
    for name, body in zip(parts[1::2], parts[2::2], strict=True):
        sections[name] = inspect.cleandoc(body).strip()
    return sections


def references() -> tuple[Reference, ...]:
    """Every source that a formula or default cites."""
    return tuple(REFERENCES.values())

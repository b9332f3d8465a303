"""Packages that only some embedders need: looked for where one is used, and named where it is missing."""

import importlib
import importlib.util
from typing import Any

from core.bundles.embedders.types import EmbedderUnavailable

LONGEST = 20_000
"""Characters of a text that a model is given; none of them reads further than its first pages anyway."""


def loaded(package: str, *, embedder: str, extra: str) -> Any:
    """An optional package, imported where it is needed.

    Raises:
        EmbedderUnavailable: It is not installed; the message names the extra that brings it.

    Source:
        [HOUSE] nothing heavy is imported before somebody asks for it.
    """
    if importlib.util.find_spec(package) is None:
        raise EmbedderUnavailable(embedder, f"{package} is not installed; install the extra {extra!r}")
    try:
        return importlib.import_module(package)
    except ImportError as error:
        raise EmbedderUnavailable(embedder, f"{package} cannot be imported ({error})") from error

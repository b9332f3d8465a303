"""Sample data of our own making: four cases that tell a story, and the four published regimes.

Every package says in its ``about`` what it shows and what it must yield; ``expected.json``
says the same in figures, each with its derivation, and a test holds the engine to it. All
people, places, organisations, products and figures are invented, on example domains.
"""

from importlib.resources import files
from importlib.resources.abc import Traversable

CASES = ("northwire-quay", "citation-circle", "trial-reviews", "mixed-claims")
"""Data sets of the cases, in the order in which a demonstration shows them."""

REGIMES = ("fully-independent", "duplicated-cascade", "common-parent-echo-chamber", "mixed-ecosystem")
"""The published scenarios, in the order of their table; each is a data set ``regime-<key>`` with its own policy."""

OPENING_CLAIM = "northwire-quay:quay-overtopped"
"""uid of the claim a demonstration opens on: ten sources, about 3 pieces of evidence."""


def packages() -> tuple[Traversable, ...]:
    """The evidence packages of the cases, in the order of ``CASES``."""
    return tuple(files(__name__) / f"{dataset}.json" for dataset in CASES)


def regime(key: str) -> Traversable:
    """The evidence package of one regime, a key of ``REGIMES``."""
    return files(__name__) / "regimes" / f"{key}.json"


def regimes() -> tuple[Traversable, ...]:
    """The evidence packages of the regimes, in the order of ``REGIMES``."""
    return tuple(regime(key) for key in REGIMES)


def expectations() -> Traversable:
    """What every claim must yield, as JSON: figures, words of its sentence, and the derivation."""
    return files(__name__) / "expected.json"

"""Sample data of our own making: six cases that tell a story, and the four published regimes.

Every package says in its ``about`` what it shows and what it must yield; ``expected.json``
says the same in figures, each with its derivation, and a test holds the engine to it. Behind
some sources lie files, which citations are checked against; they show every way a check can end.
All people, places, organisations, products and figures are invented, on example domains.
"""

from importlib.resources import files
from importlib.resources.abc import Traversable

CASES = ("northwire-quay", "citation-circle", "trial-reviews", "mixed-claims", "skerry-ferry", "harbour-levy")
"""Data sets of the cases, in the order in which a demonstration shows them."""

SEARCHED = ("skerry-ferry",)
"""Cases whose documents a demonstration searches for undeclared lineage."""

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


def artifacts(dataset: str) -> tuple[Traversable, ...]:
    """The files behind sources of a case, each called like the id of its source; made by ``make_artifacts``."""
    return _files_in("artifacts", dataset)


def artifacts_before(dataset: str) -> tuple[Traversable, ...]:
    """What some of these files were when citations were checked, before they were replaced."""
    return _files_in("artifacts", "before", dataset)


def _files_in(*folders: str) -> tuple[Traversable, ...]:
    folder = files(__name__).joinpath(*folders)
    return tuple(sorted(folder.iterdir(), key=lambda found: found.name)) if folder.is_dir() else ()


def expectations() -> Traversable:
    """What every claim must yield, as JSON: figures, words of its sentence, and the derivation."""
    return files(__name__) / "expected.json"

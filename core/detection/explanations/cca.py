"""Corrected covered area: how far reviews rest on the same primary studies."""

from collections.abc import Mapping, Set
from dataclasses import dataclass
from itertools import combinations

GRADES = ((0.05, "slight"), (0.10, "moderate"), (0.15, "high"), (1.0, "very high"))
"""Up to 5 % slight, 10 % moderate, 15 % high, above very high."""


@dataclass(frozen=True, slots=True)
class PairArea:
    """The overlap of two documents."""

    one: str
    other: str
    value: float
    shared: tuple[str, ...]
    """The primary studies both rest on."""


@dataclass(frozen=True, slots=True)
class CoveredArea:
    """The overlap of a set of documents, and of each pair of them: the whole hides one identical pair."""

    value: float | None
    reason: str
    """Why there is none; empty where there is one."""
    grade: str
    incidences: int
    studies: int
    documents: int
    pairs: tuple[PairArea, ...]
    """The most alike first."""


def corrected_covered_area(studies_of: Mapping[str, Set[str]]) -> CoveredArea:
    """How far documents rest on the same primary studies.

    Formula: CCA = (N - r) / (r·c - r), with N inclusions in all, r different studies, c documents.

    Args:
        studies_of: Document -> ids of the primary studies it rests on; documents without any are left out.

    Returns:
        A share in [0, 1]: 0 where no study is in two documents, 1 where all rest on the same. None, with the reason,
        for fewer than two documents with studies.

    Source:
        [PIEPER] definition and grades.
    """
    counted = {document: frozenset(studies) for document, studies in sorted(studies_of.items()) if studies}
    incidences = sum(len(studies) for studies in counted.values())
    different = frozenset().union(*counted.values()) if counted else frozenset()
    if len(counted) < 2:
        reason = "fewer than two documents say which studies they rest on"
        return CoveredArea(None, reason, "", incidences, len(different), len(counted), ())
    value = _area(incidences, len(different), len(counted))
    pairs = [
        PairArea(
            one,
            other,
            _area(len(counted[one]) + len(counted[other]), len(counted[one] | counted[other]), 2),
            tuple(sorted(counted[one] & counted[other])),
        )
        for one, other in combinations(counted, 2)
    ]
    pairs.sort(key=lambda pair: (-pair.value, pair.one, pair.other))
    return CoveredArea(value, "", _grade(value), incidences, len(different), len(counted), tuple(pairs))


def _area(incidences: int, different: int, documents: int) -> float:
    return (incidences - different) / (different * documents - different)


def _grade(value: float) -> str:
    return next(grade for limit, grade in GRADES if value <= limit)

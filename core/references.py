"""Where each formula comes from. Docstrings cite ``[KEY] locator``; the Method page lists this table."""

from dataclasses import dataclass
from types import MappingProxyType


@dataclass(frozen=True, slots=True)
class Reference:
    """A published source, or our own rule, that a formula or default follows."""

    key: str
    title: str
    author: str
    year: int | None
    note: str


REFERENCES = MappingProxyType(
    {
        reference.key: reference
        for reference in (
            Reference(
                "KON",
                "In RAG, Ten Sources Are Not Ten Pieces of Evidence",
                "Ilias Konstantinidis",
                None,
                "effective independent evidence, gamma, inflation ratio, the four regimes, FEVER",
            ),
            Reference(
                "HOUSE",
                "Headwater's own rule",
                "Headwater",
                None,
                "our choice: not published elsewhere, open to be changed in the policy",
            ),
            Reference(
                "MENGER",
                "Zur allgemeinen Kurventheorie, Fundamenta Mathematicae 10, 96-115",
                "Karl Menger",
                1927,
                "the most disjoint paths equal the smallest cut; here as a maximum flow",
            ),
            Reference(
                "DINIC",
                "Algorithm for solution of a problem of maximum flow in networks with power estimation, "
                "Soviet Mathematics Doklady 11, 1277-1280",
                "E. A. Dinic",
                1970,
                "the maximum flow solver for large lineages (scipy.sparse.csgraph.maximum_flow)",
            ),
        )
    }
)
"""Key -> where it is published."""

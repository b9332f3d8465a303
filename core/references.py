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
            Reference(
                "WINNOWING",
                "Winnowing: Local Algorithms for Document Fingerprinting, SIGMOD 2003, 76-85",
                "Saul Schleimer, Daniel S. Wilkerson, Alex Aiken",
                2003,
                "which word sequences stand for a text, with the guarantee that a long enough shared run is found",
            ),
            Reference(
                "WILSON",
                "Probable Inference, the Law of Succession, and Statistical Inference, JASA 22, 209-212",
                "Edwin B. Wilson",
                1927,
                "the interval of a share counted in few cases",
            ),
            Reference(
                "PIEPER",
                "Systematic review finds overlapping reviews were not mentioned in every other overview, "
                "Journal of Clinical Epidemiology 67, 368-375",
                "Dawid Pieper, Sunya-Lee Antoine, Tim Mathes, Edmund A. M. Neugebauer, Michaela Eikermann",
                2014,
                "corrected covered area of reviews that rest on the same primary studies",
            ),
            Reference(
                "KISH",
                "Survey Sampling, Wiley",
                "Leslie Kish",
                1965,
                "effective sample size of unequal weights, and the design effect of correlated items",
            ),
            Reference(
                "LADHA",
                "Condorcet's jury theorem in light of de Finetti's theorem, Social Choice and Welfare 10, 69-85",
                "Krishna K. Ladha",
                1993,
                "the majority of correlated voters",
            ),
            Reference(
                "DONG",
                "Integrating Conflicting Data: The Role of Source Dependence, PVLDB 2, 550-561",
                "Xin Luna Dong, Laure Berti-Equille, Divesh Srivastava",
                2009,
                "shared false values as evidence of copying; here an explanation, no score",
            ),
            Reference(
                "ETH",
                "What Is the Difference Between Retrieval Evidence and Verified Evidence? "
                "with the public contract docushell/ethos",
                "The Ethos maintainers",
                2026,
                "locators, statuses, reasons, reports and digests of citation checks; states of evidence; release",
            ),
            Reference(
                "TOUCH",
                "The Answer Must Touch the Evidence",
                "not stated",
                None,
                "the verdict on a citation of an answer",
            ),
        )
    }
)
"""Key -> where it is published."""

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
                "the verdict on a citation of an answer, evidence under a budget, abstention, risk and coverage",
            ),
            Reference(
                "MARIA",
                "Evidence bundles and cohesion-based refusal (MARIA OS)",
                "not stated",
                None,
                "bundles, density, cohesion, the hallucination curve and refusal, as the article states them; "
                "where they do not hold is said beside each",
            ),
            Reference(
                "SOKAL",
                "A Statistical Method for Evaluating Systematic Relationships, "
                "University of Kansas Science Bulletin 38, 1409-1438",
                "Robert R. Sokal, Charles D. Michener",
                1958,
                "average linkage; cut at 1 - c its clusters have a mean pairwise similarity of at least c",
            ),
            Reference(
                "WARD",
                "Hierarchical Grouping to Optimize an Objective Function, JASA 58, 236-244",
                "Joe H. Ward",
                1963,
                "the linkage the bundle article names; on unit vectors, then cut by cohesion",
            ),
            Reference(
                "HASHING",
                "Feature Hashing for Large Scale Multitask Learning, ICML 2009, 1113-1120",
                "Kilian Weinberger, Anirban Dasgupta, John Langford, Alex Smola, Josh Attenberg",
                2009,
                "signed hashed features keep inner products without bias",
            ),
            Reference(
                "YOUDEN",
                "Index for Rating Diagnostic Tests, Cancer 3, 32-35",
                "W. J. Youden",
                1950,
                "the threshold with the largest sensitivity + specificity - 1",
            ),
            Reference(
                "EFRON",
                "Bootstrap Methods: Another Look at the Jackknife, Annals of Statistics 7, 1-26",
                "Bradley Efron",
                1979,
                "percentile intervals from resampled groups",
            ),
            Reference(
                "WILKS",
                "The Large-Sample Distribution of the Likelihood Ratio for Testing Composite Hypotheses, "
                "Annals of Mathematical Statistics 9, 60-62",
                "Samuel S. Wilks",
                1938,
                "profile likelihood intervals and the deviance of a fit",
            ),
            Reference(
                "KHULLER",
                "The Budgeted Maximum Coverage Problem, Information Processing Letters 70, 39-45",
                "Samir Khuller, Anna Moss, Joseph Naor",
                1999,
                "greedy by gain a unit of cost, compared with the best single item",
            ),
            Reference(
                "LESKOVEC",
                "Cost-effective Outbreak Detection in Networks, KDD 2007, 420-429",
                "Jure Leskovec, Andreas Krause, Carlos Guestrin, Christos Faloutsos, Jeanne VanBriesen, Natalie Glance",
                2007,
                "a bound on the best choice computed from the marginal gains at a given choice",
            ),
            Reference(
                "GEIFMAN",
                "Selective Classification for Deep Neural Networks, NeurIPS 2017, 4878-4887",
                "Yonatan Geifman, Ran El-Yaniv",
                2017,
                "risk among the answered against coverage",
            ),
        )
    }
)
"""Key -> where it is published."""

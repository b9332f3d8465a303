"""Where the article on evidence bundles does not follow from its own definitions and numbers, and what is done instead.

Figures that follow from a formula are worked out here by the product's own functions, so that they cannot drift.
"""

from core.bundles.risk import (
    RiskSettings,
    answer_utility,
    density_threshold,
    design_effect,
    effective_passages,
    hallucination_rate,
    paper_cohesion_threshold,
)
from dashboard.viewmodels.numbers import percent
from dashboard.viewmodels.tables import Cell, Column, Row, TableView

INTRODUCTION = (
    "The formulas of [MARIA] are computed as the article states them, and its thresholds as exact expressions. These "
    "statements of it do not hold, so they are not repeated; none of its data is published."
)
FIRST_BINS = ((187, 0.449), (214, 0.381), (298, 0.312), (341, 0.241), (412, 0.213))
"""Queries and observed rate of the article's bins below density 0.25, section 8."""
QUERIES = 8_400
PAPER = RiskSettings()


def remarks_table() -> TableView:
    """Every statement that does not follow, with the figures."""
    return TableView(
        "Where the article's own numbers do not follow",
        (
            Column("where", "Where", "text", 9),
            Column("says", "What it says", "wrap", 19),
            Column("follows", "What follows", "wrap", 27),
            Column("here", "What is done here", "wrap", 20),
        ),
        tuple(
            Row(f"{where} {number}", tuple(map(Cell, (where, *rest)))) for number, (where, *rest) in enumerate(_all())
        ),
    )


def _all() -> tuple[tuple[str, str, str, str], ...]:
    third, floor = 1 / 3, 2 / 3
    queries = sum(n for n, _ in FIRST_BINS)
    rate = sum(n * observed for n, observed in FIRST_BINS) / queries
    quartile = answer_utility(0.072, PAPER)
    return (
        (
            "section 2",
            "Density falls to 0 where evidence is missing, and below its threshold the answer is refused.",
            "A facet nobody addresses is not “only indirectly supported”, so it counts as complete. An empty or "
            f"irrelevant bundle that contradicts nothing has density {floor:.3f}, a risk of "
            f"{hallucination_rate(floor, PAPER):.3f}, and is answered. With completeness as the share of direct "
            f"support it still has {third:.3f}, above the threshold of {density_threshold(PAPER):.3f}.",
            "An empty bundle has density 0, completeness is facets with direct support / facets, coverage is a gate of "
            "its own, and the mean is never shown without its three parts.",
        ),
        (
            "section 2",
            "density >= cohesion * completeness",
            "Passages that only contradict each other, cohesion 0.8, coverage and completeness 1: density "
            f"{floor:.3f}, below 0.8. Cohesion asks nothing about the claim.",
            "The two gates are held apart, and the one that fired is named.",
        ),
        (
            "section 4",
            "Bundling reduces the variance of the answer by 1 + (m − 1)c².",
            "The proof takes independent errors and then correlated ones. Correlated passages raise the variance of "
            "their mean; by the proof's own algebra, sigma²/F divided by m/F, the factor is 1. At m = 5, c = 0.8 "
            f"the figure is {design_effect(5, 0.8):.2f}. Ten copies of one text would count best of all.",
            f"It is shown as the design effect, beside m_eff = {effective_passages(5, 0.8):.2f} of 5, and beside the "
            "number of lineages.",
        ),
        (
            "section 7",
            "Sigma falls from 0.182 to 0.039.",
            f"That is a ratio of variances of {(0.182 / 0.039) ** 2:.1f}; the largest factor in the article's own "
            f"examples is {design_effect(7, 0.85):.2f}.",
            "The figure is not repeated.",
        ),
        (
            "section 5",
            "Refuse below cohesion 0.65, because density >= alpha * cohesion.",
            "A bound from below says nothing about what low cohesion does to density; a refusal needs one from above. "
            f"The exact figure is {paper_cohesion_threshold(PAPER):.4f}, and it belongs to the article's embedder. "
            "Clusters below it were discarded before, so no bundle could be refused.",
            "A limit per embedder, calibrated on labelled bundles; an uncalibrated one never refuses. 0.65 is a named "
            "profile.",
        ),
        (
            "section 7",
            "The quartile of density 0.25 to 0.50, H = 7.2 %, is refused as below the threshold.",
            f"The threshold is {density_threshold(PAPER):.3f}, so most of it lies above; at 7.2 % answering is worth "
            f"{quartile:.2f} and refusing {PAPER.refusal:g}.",
            "From the threshold on a bundle is answered with a caveat.",
        ),
        (
            "section 7",
            "8.7 % are refused; the first quartile has H = 18.4 %.",
            f"The bins of section 8 put {queries:,} of {QUERIES:,} queries ({percent(queries / QUERIES)}) below "
            f"density 0.25 alone, and their rates average {percent(rate)}. The “quartiles” are ranges of equal width.",
            "Risk among the answered is drawn against how much is answered, from your own outcomes.",
        ),
        (
            "section 7",
            "94.2 % of the refused would have been wrong.",
            f"The curve nowhere exceeds {percent(PAPER.base)}: that is another event than the one it models.",
            "False answers and needless abstentions are counted apart.",
        ),
        (
            "section 8",
            "The residuals show no bias; R² = 0.967.",
            "The model's column is the curve at the left edge of each bin: "
            f"{hallucination_rate(0.0, PAPER):.3f} for 0 to 0.05, where the middle gives "
            f"{hallucination_rate(0.025, PAPER):.3f}. Against the middles every residual listed is positive.",
            "A fit by binomial likelihood on single outcomes, with intervals and a table of reliability, refused below "
            "300 outcomes.",
        ),
        (
            "section 5",
            "A refusal is rational whenever evidence is uncertain.",
            "Only above a risk of 0.15, and “not hallucinated” is not “correct”: the article's own 91.4 % and 2.1 % "
            "leave 6.5 % that are neither.",
            "The values of answers are settings, and the decision has more reasons than this one.",
        ),
    )

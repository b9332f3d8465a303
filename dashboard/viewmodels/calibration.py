"""Fits of a team's own outcomes beside the constants in force: the curve of risk, and c_min of an embedder."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from core.bundles.calibrate_cohesion import LEAST_BUNDLES, LEAST_EACH, CohesionFit
from core.bundles.calibrate_risk import LEAST_HALLUCINATIONS, LEAST_OUTCOMES, RiskFit
from core.bundles.calibrations import SHIPPED
from core.bundles.risk import (
    RiskSettings,
    density_threshold,
    risk_curve,
    risk_threshold,
)
from core.figures import Interval
from core.verdicts import Outcome
from dashboard.viewmodels.numbers import amount, count, percent, share
from dashboard.viewmodels.tables import Cell, Column, Row, TableView

IN_FORCE = (
    "Nothing here was measured on your outcomes. H_base, lambda, the values of answers and the ratio alpha are the "
    "article's [MARIA], fitted to other people's questions; the limits of cohesion were measured on English biomedical "
    "question bundles. They order bundles; they are no probabilities of your system."
)
RISK_ROWS = (
    "One row a judged answer: density (0 to 1) and hallucinated (true or false); or, counted together, density, n and "
    f"k. Below {LEAST_OUTCOMES} outcomes or {LEAST_HALLUCINATIONS} hallucinations nothing is fitted."
)
COHESION_ROWS = (
    "One row a bundle: coherent (true or false), question (bundles of one question are drawn together), and its texts, "
    f"or its cohesion by the same embedder. Below {LEAST_BUNDLES} bundles, or {LEAST_EACH} of either kind, nothing is "
    "set."
)
COVERAGE_ROWS = (
    "One row a claim: wrong (true or false) and one number a signal, such as aware, naive, precision, or risk for H. A "
    "row without a signal is left out of its curve."
)


OWN_IN_FORCE = (
    "The curve was fitted to your own outcomes; other values stand as the table says. Where the origin is the "
    "article's [MARIA] or the house's, nothing of yours was measured for it."
)
STORED_NONE = (
    "Say on a claim, or on the Decision tab of its bundles, whether it turned out right or wrong; a sample of what was "
    "held back belongs to it."
)
STORED_BUNDLES = (
    "Bundles of which somebody said on the Bundles page that they are about one thing, or not; the claims are the "
    f"questions. Below {LEAST_BUNDLES} bundles, or {LEAST_EACH} of either kind, nothing is set."
)


@dataclass(frozen=True, slots=True)
class Observed:
    """A band of densities: what happened in it."""

    density: float
    observed: float
    interval: Interval
    n: int


@dataclass(frozen=True, slots=True)
class FitFigure:
    """The fitted curve over the article's, with what was observed."""

    yours: tuple[tuple[float, float], ...]
    paper: tuple[tuple[float, float], ...]
    observed: tuple[Observed, ...]
    threshold: float


@dataclass(frozen=True, slots=True)
class RiskFitView:
    """A fit of H in words, tables and a figure."""

    words: str
    listing: TableView
    reliability: TableView
    figure: FitFigure
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CohesionFitView:
    """A limit of cohesion in words and a table."""

    words: str
    listing: TableView
    notes: tuple[str, ...]


def density_words(settings: RiskSettings) -> str:
    """The density from which the risk is low enough, or that none or every one is."""
    found = density_threshold(settings)
    if not math.isfinite(found) or found > 1:
        return "no density is enough"
    return f"{found:.5f}" if found > 0 else "every density is enough"


def between_words(interval: Interval, places: int = 3) -> str:
    """An interval of 95 %."""
    return f"{amount(interval.low, places)} to {amount(interval.high, places)}"


def known_words(known: Sequence[Outcome]) -> str:
    """How many outcomes are on record."""
    claims = {one.uid for one in known}
    wrong = {one.uid for one in known if one.wrong}
    return (
        f"{count(len(claims), 'claim')} of this store with a known outcome, {len(wrong):,} called wrong. Fits need "
        f"{LEAST_OUTCOMES} outcomes with {LEAST_HALLUCINATIONS} wrong ones."
    )


def rule_record_words(claims: int, false_answers: int, needless: int) -> str:
    """How the rule in force did on them, both errors apart."""
    return (
        f"The rule in force on the {count(claims, 'claim')} measured: {count(false_answers, 'false answer')} (let out, "
        f"and wrong), {count(needless, 'needless abstention')} (held back, and right)."
    )


def risk_fit_view(fit: RiskFit) -> RiskFitView:
    """H_base and lambda with their intervals beside the article's."""
    yours, paper = fit.settings(), RiskSettings()
    rows = (
        ("H_base", share(fit.base, 4), between_words(fit.base_interval), amount(paper.base)),
        ("lambda", amount(fit.decay, 4), between_words(fit.decay_interval), amount(paper.decay)),
        ("density threshold", density_words(yours), "–", density_words(paper)),
    )
    return RiskFitView(
        words=f"{yours.label}: {count(fit.outcomes, 'outcome')}, {count(fit.hallucinations, 'hallucination')}. "
        f"Deviance {amount(fit.deviance)} on {count(fit.degrees, 'degree')} of freedom.",
        listing=TableView(
            "Fit of the curve",
            (
                Column("name", "Constant", "text", 10),
                Column("yours", "Yours", "text", 9),
                Column("interval", "95 % interval", "text", 10, "Profile likelihood."),
                Column("paper", "Article's", "text", 9),
            ),
            tuple(Row(row[0], tuple(Cell(words) for words in row)) for row in rows),
        ),
        reliability=_reliability(fit),
        figure=FitFigure(
            yours=risk_curve(yours, 61),
            paper=risk_curve(paper, 61),
            observed=tuple(Observed(row.mean_density, row.observed, row.interval, row.n) for row in fit.reliability),
            threshold=risk_threshold(yours),
        ),
        notes=fit.notes,
    )


def _reliability(fit: RiskFit) -> TableView:
    return TableView(
        "Reliability",
        (
            Column("band", "Density", "text", 9),
            Column("n", "n", "number", 5),
            Column("wrong", "Hallucinated", "number", 7),
            Column("observed", "Observed", "number", 7),
            Column("interval", "95 % interval", "text", 10, "Wilson score interval."),
            Column("fitted", "Fitted", "number", 6),
            Column("says", "In words", "text", 10),
        ),
        tuple(
            Row(
                f"{row.low:.3f}",
                (
                    Cell(f"{amount(row.low)} to {amount(row.high)}", row.low),
                    Cell(f"{row.n:,}", row.n),
                    Cell(f"{row.hallucinations:,}", row.hallucinations),
                    Cell(percent(row.observed), row.observed),
                    Cell(f"{percent(row.interval.low)} to {percent(row.interval.high)}", row.interval.low),
                    Cell(percent(row.fitted), row.fitted),
                    Cell(_holds(row.fitted, row.interval)),
                ),
            )
            for row in fit.reliability
        ),
    )


def _holds(fitted: float, interval: Interval) -> str:
    if fitted < interval.low:
        return "too low here"
    return "too high here" if fitted > interval.high else "agrees"


def cohesion_fit_view(fit: CohesionFit) -> CohesionFitView:
    """c_min of an embedder with what it rests on."""
    shipped = SHIPPED.get(fit.embedder)
    rule = "Youden: most true less false" if fit.rule == "youden" else fit.rule
    rows = (
        ("c_min", share(fit.limit), f"95 % {between_words(fit.interval)}, by resampling questions"),
        ("shipped", amount(shipped) if shipped is not None else "none", "what is held without a calibration"),
        ("rule", rule, "how the threshold was taken"),
        ("precision", percent(fit.precision), "coherent among those at or above it"),
        ("recall", percent(fit.recall), "of the coherent ones, how many it keeps"),
        ("accuracy", percent(fit.accuracy), "both kinds together"),
        ("AUC", share(fit.auc), "0.5 orders nothing, 1 parts them"),
    )
    return CohesionFitView(
        words=f"{fit.embedder}: coherent from {share(fit.limit)} on. {count(fit.bundles, 'bundle')}, {fit.coherent:,} "
        f"coherent, {count(fit.groups, 'question')}.",
        listing=TableView(
            "Limit of cohesion",
            (
                Column("name", "Figure", "text", 8),
                Column("value", "Value", "text", 12),
                Column("says", "What it is", "wrap", 24),
            ),
            tuple(Row(row[0], tuple(Cell(words) for words in row)) for row in rows),
        ),
        notes=fit.notes,
    )

"""Calibrations from a team's own labels: cohesion of an embedder, the curve of risk, risk against coverage."""

import dataclasses
import math
from typing import Any

from core.bundles.calibrate_cohesion import CohesionFit, LabelledBundle, fit_cohesion
from core.bundles.calibrate_risk import Outcome, RiskFit, fit_risk
from core.bundles.density import cohesion
from core.bundles.embedders import DEFAULT, embedder_named
from core.bundles.risk import RiskSettings, density_threshold, risk_threshold
from core.bundles.risk_coverage import Judged, RiskCoverage, risk_coverage
from core.bundles.vectors import embed_texts
from core.errors import InvalidInput
from core.services.outcome_files import flag, number, rows_of, texts

SIGNAL_OF_RISK = "risk"
"""A signal of this name is a risk: it orders the other way round."""
_NOT_SIGNALS = frozenset({"wrong", "id", "claim_id"})


def cohesion_of_file(
    data: bytes, name: str, *, embedder: str = DEFAULT, precision: float | None = None, seed: int = 0
) -> CohesionFit:
    """Set c_min of an embedder from labelled bundles.

    Rows: ``coherent`` (true or false), ``question`` (groups the bootstrap), and either ``texts``, which are embedded
    here, or ``cohesion``, measured elsewhere with the same embedder.

    Raises:
        InvalidInput: The file cannot be read, or nothing parts coherent from other bundles.
        TooFewOutcomes: Below 40 bundles, or 10 of either kind.
        EmbedderError: The embedder cannot be used.
    """
    maker = embedder_named(embedder)
    bundles = []
    for n, row in enumerate(rows_of(data, name, "bundles"), 1):
        where = f"{name}, row {n}"
        if "texts" in row:
            vectors = embed_texts(maker, texts(row, "texts", where)).rows
            found = cohesion(vectors[abs(vectors).sum(axis=1) > 0])
            if found.value is None:
                raise InvalidInput(f"{where}: its cohesion is undefined ({found.reason})")
            value = found.value
        else:
            value = number(row, "cohesion", where)
        bundles.append(LabelledBundle(value, flag(row, "coherent", where), str(row.get("question") or "")))
    return fit_cohesion(bundles, maker.id, precision=precision, seed=seed)


def risk_of_file(data: bytes, name: str) -> RiskFit:
    """Fit H_base and lambda to judged answers.

    Rows: ``density`` and ``hallucinated`` (true or false); or, counted together, ``density``, ``n`` and ``k``.

    Raises:
        InvalidInput: The file cannot be read, or its outcomes are all the same.
        TooFewOutcomes: Below 300 outcomes or 30 hallucinations.
    """
    outcomes: list[Outcome] = []
    for n, row in enumerate(rows_of(data, name, "outcomes"), 1):
        where = f"{name}, row {n}"
        density = number(row, "density", where)
        if "hallucinated" in row:
            outcomes.append(Outcome(density, flag(row, "hallucinated", where)))
            continue
        total, hits = number(row, "n", where), number(row, "k", where)
        if not (total.is_integer() and hits.is_integer() and 0 <= hits <= total <= 1_000_000):
            raise InvalidInput(f"{where}: expected whole numbers 0 <= k <= n, got k {hits:g} and n {total:g}")
        outcomes += [Outcome(density, hit < hits) for hit in range(int(total))]
    return fit_risk(outcomes)


def coverage_of_file(data: bytes, name: str, harm: RiskSettings | None = None) -> tuple[RiskCoverage, ...]:
    """Risk against coverage for every signal of a file of outcomes.

    Rows: ``wrong`` (true or false) and one number a signal, such as ``aware``, ``naive`` or ``risk``; a row without a
    signal is left out of its curve.

    Raises:
        InvalidInput: The file cannot be read, or holds no signal.
    """
    rows = rows_of(data, name, "outcomes")
    signals = list(dict.fromkeys(key for row in rows for key in row if key not in _NOT_SIGNALS))
    curves = []
    for signal in signals:
        judged = [
            Judged(
                _towards_trust(signal, number(row, signal, f"{name}, row {n}")), flag(row, "wrong", f"{name}, row {n}")
            )
            for n, row in enumerate(rows, 1)
            if row.get(signal) not in (None, "")
        ]
        if judged:
            curves.append(risk_coverage(signal, judged, harm))
    if not curves:
        raise InvalidInput(f"{name}: no row has a signal beside 'wrong'")
    return tuple(sorted(curves, key=lambda curve: curve.area))


def _towards_trust(signal: str, value: float) -> float:
    return -value if signal == SIGNAL_OF_RISK else value


def cohesion_fit_as_dict(fit: CohesionFit) -> dict[str, Any]:
    """What ``headwater calibrate cohesion`` prints."""
    plain = dataclasses.asdict(fit)
    plain["interval"] = [fit.interval.low, fit.interval.high]
    return {"c_min": plain.pop("limit"), **plain, "notes": list(fit.notes)}


def risk_fit_as_dict(fit: RiskFit) -> dict[str, Any]:
    """What ``headwater calibrate risk`` prints."""
    settings = fit.settings()
    threshold = density_threshold(settings)
    return {
        "label": settings.label,
        "h_base": fit.base,
        "h_base_interval": [fit.base_interval.low, fit.base_interval.high],
        "lambda": fit.decay,
        "lambda_interval": [fit.decay_interval.low, fit.decay_interval.high],
        "outcomes": fit.outcomes,
        "hallucinations": fit.hallucinations,
        "log_likelihood": fit.log_likelihood,
        "deviance": fit.deviance,
        "degrees_of_freedom": fit.degrees,
        "risk_threshold": risk_threshold(settings),
        "density_threshold": threshold if math.isfinite(threshold) else None,
        "reliability": [
            {**dataclasses.asdict(row), "interval": [row.interval.low, row.interval.high]} for row in fit.reliability
        ],
        "notes": list(fit.notes),
    }


def coverage_as_dict(curve: RiskCoverage) -> dict[str, Any]:
    """One curve as plain values; the threshold of the point that answers nothing is null."""

    def point(row: Any) -> dict[str, Any]:
        plain = dataclasses.asdict(row)
        sign = -1.0 if curve.signal == SIGNAL_OF_RISK else 1.0
        plain["threshold"] = sign * row.threshold if math.isfinite(row.threshold) else None
        plain["interval"] = [row.interval.low, row.interval.high]
        return plain

    return {
        "signal": curve.signal,
        "outcomes": curve.outcomes,
        "wrong": curve.wrong,
        "area": curve.area,
        "best_area": curve.best_area,
        "chosen": point(curve.chosen),
        "points": [point(row) for row in curve.points],
        "notes": list(curve.notes),
    }

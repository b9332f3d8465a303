"""What the page of calibration asks for: fits of a file of labelled outcomes. Made once per file and setting."""

from typing import cast

from core import ENGINE_VERSION
from core.bundles.calibrate_cohesion import CohesionFit
from core.bundles.calibrate_risk import RiskFit
from core.bundles.risk import RiskSettings
from core.bundles.risk_coverage import RiskCoverage
from core.fingerprint import digest_bytes
from core.services import calibrating
from dashboard import caching


def risk(name: str, data: bytes) -> RiskFit:
    """H_base and lambda of a team's own outcomes."""
    facts = (ENGINE_VERSION, digest_bytes(data), name)
    return cast(RiskFit, caching.once("fit of risk", facts, lambda: calibrating.risk_of_file(data, name)))


def cohesion(name: str, data: bytes, embedder: str, precision: float | None) -> CohesionFit:
    """c_min of an embedder from labelled bundles."""
    facts = (ENGINE_VERSION, digest_bytes(data), name, embedder, precision)
    made = caching.once(
        "fit of cohesion",
        facts,
        lambda: calibrating.cohesion_of_file(data, name, embedder=embedder, precision=precision),
    )
    return cast(CohesionFit, made)


def coverage(name: str, data: bytes, harm: RiskSettings) -> tuple[RiskCoverage, ...]:
    """Risk against coverage, a curve per signal of the file, and the point of least harm."""
    facts = (ENGINE_VERSION, digest_bytes(data), name, repr(harm))
    made = caching.once("risk and coverage", facts, lambda: calibrating.coverage_of_file(data, name, harm))
    return cast("tuple[RiskCoverage, ...]", made)

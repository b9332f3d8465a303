"""What the page of calibration asks of the outcomes of this store: measured beside the page, then fitted."""

import json
from collections.abc import Callable
from typing import Any

from core import services
from core.bundles.calibrate_cohesion import CohesionFit
from core.bundles.calibrate_risk import RiskFit
from core.bundles.risk import RiskSettings
from core.bundles.risk_coverage import RiskCoverage
from core.services.outcomes import JudgedStore
from core.verdicts import Outcome
from dashboard import asking, caching, running
from dashboard.components import reviewer

RUN = "outcomes"
"""Name of the long work that measures claims whose outcome is known."""


def known() -> tuple[Outcome, ...]:
    """Everybody's word; read once per state of the store."""
    made: tuple[Outcome, ...] = caching.once(
        "all outcomes", asking.now(), lambda: services.outcomes(caching.workspace())
    )
    return made


def _facts() -> str:
    return json.dumps([*asking.now(), services.rule_in_force(caching.workspace()).digest])


def measured() -> JudgedStore | None:
    """The claims with their figures, where they are measured and nothing has changed since.

    Raises:
        HeadwaterError: They could not be measured.
    """
    run = running.current(RUN)
    if run is None or not run.over:
        return None
    if run.error is not None:
        running.put_away(RUN)
        raise run.error
    if run.result is None or run.result[0] != _facts():
        return None
    found: JudgedStore = run.result[1]
    return found


def measure() -> None:
    """Begin to measure."""
    workspace, facts = caching.workspace(), _facts()

    def work(tell: running.Progress, stop: Callable[[], bool]) -> Any:
        def progress(done: int, of: int) -> bool:
            tell(done, of)
            return not stop()

        return facts, services.judged_claims(workspace, progress=progress)

    running.put_away(RUN)
    running.start(RUN, work, about="Claims whose outcome is known, under the rule in force", by=reviewer.acting())


def risk(judged: JudgedStore) -> RiskFit:
    """H_base and lambda of the outcomes of this store."""
    return services.risk_of_store(caching.workspace(), judged=judged)


def coverage(judged: JudgedStore, harm: RiskSettings) -> tuple[RiskCoverage, ...]:
    """Risk against coverage of the outcomes of this store."""
    return services.coverage_of_store(caching.workspace(), harm=harm, judged=judged)


def cohesion(embedder: str, precision: float | None) -> CohesionFit:
    """c_min from the bundles that people here called coherent or not; made once per state of the store."""
    made: CohesionFit = caching.once(
        "fit of stored cohesion",
        (*asking.now(), embedder, precision),
        lambda: services.cohesion_of_store(caching.workspace(), embedder=embedder, precision=precision),
    )
    return made

"""What the page of bundles asks for: bundles, the decision, chosen evidence. Made once per state of the store."""

from dataclasses import dataclass
from typing import cast

from core import ENGINE_VERSION, services
from core.bundles.calibrations import PAPER_PROFILE
from core.bundles.clustering import Linkage
from core.bundles.construction import BundleSettings
from core.bundles.deciding import ClaimVerdict
from core.bundles.embedders import DEFAULT
from core.bundles.facets import facets_from_data
from core.bundles.risk import YOURS, RiskSettings
from core.services.bundling import BundleOptions, ChosenEvidence, ClaimBundles
from dashboard import caching


@dataclass(frozen=True, slots=True)
class Asked:
    """How somebody wants the bundles of a claim to be made."""

    embedder: str = DEFAULT
    paper: bool = False
    """The article's 0.65 instead of the embedder's calibration."""
    linkage: str = Linkage.AVERAGE.value
    facets: tuple[str, ...] | None = None
    """Stated instead of the drafted ones."""
    by: str = ""
    """Who stated them."""
    curve: tuple[float, float] | None = None
    """H_base and lambda of the team's own outcomes; None takes the article's."""
    limits: tuple[tuple[str, float], ...] = ()
    """(id of an embedder, its c_min of the team's own bundles)."""

    def options(self) -> BundleOptions:
        """The same as the services take it."""
        stated = None
        if self.facets is not None:
            stated = facets_from_data([{"text": text} for text in self.facets], by=self.by or "analyst")
        return BundleOptions(
            embedder=self.embedder,
            profile=PAPER_PROFILE if self.paper else None,
            settings=BundleSettings(linkage=Linkage(self.linkage)),
            risk=RiskSettings(*self.curve, label=YOURS) if self.curve is not None else RiskSettings(),
            own_limits=dict(self.limits),
            facets=stated,
        )


def _facts(uid: str, asked: Asked) -> tuple[str, int, str, str]:
    return ENGINE_VERSION, caching.workspace().store.revision(), uid, repr(asked)


def bundles(uid: str, asked: Asked) -> ClaimBundles:
    """The bundles of a claim."""
    made = caching.once(
        "bundles", _facts(uid, asked), lambda: services.claim_bundles(caching.workspace(), uid, asked.options())
    )
    return cast(ClaimBundles, made)


def decision(uid: str, asked: Asked) -> ClaimVerdict:
    """What may be done with a claim, with every reason."""
    made = caching.once(
        "bundle decision",
        _facts(uid, asked),
        lambda: services.claim_decision(caching.workspace(), uid, asked.options(), bundles=bundles(uid, asked)),
    )
    return cast(ClaimVerdict, made)


def evidence(uid: str, asked: Asked, budget: int) -> ChosenEvidence:
    """The evidence to show under a budget of tokens, and its package."""
    made = caching.once(
        "evidence", (*_facts(uid, asked), budget), lambda: services.choose_evidence(bundles(uid, asked), budget)
    )
    return cast(ChosenEvidence, made)

"""Scenarios: the published regimes, and what a claim would say under other settings."""

from collections.abc import Iterable
from types import MappingProxyType
from typing import Any

import sample_data
from core.assessment import assess
from core.dossier import claims_of
from core.figures import SweepPoint
from core.importers import read
from core.model import Claim, Dossier, Evidence, Label, Source
from core.policy import Policy, policy_from_dict
from core.results import Assessment, Regime
from core.states import Dependence

PUBLISHED = MappingProxyType(
    {
        "fully-independent": ("Fully independent", (0.80, 0.76, 0.80, 0.80, 1.00)),
        "duplicated-cascade": ("Duplicated cascade", (0.60, 0.45, 0.15, 0.15, 10.00)),
        "common-parent-echo-chamber": ("Common-parent echo chamber", (0.68, 0.63, 0.32, 0.32, 4.00)),
        "mixed-ecosystem": ("Mixed ecosystem", (0.97, 0.86, 0.56, 0.71, 1.56)),
    }
)
"""Regime -> title and the figures [KON] prints: naive, Bayesian, source-discounted, aware, ratio."""


def regimes() -> tuple[Regime, ...]:
    """The four published regimes with the figures their source prints."""
    found = []
    for key, (title, printed) in PUBLISHED.items():
        resource = sample_data.regime(key)
        case = read(resource.read_bytes(), resource.name).case
        (dossier,) = claims_of(case)
        names = ("naive", "bayesian", "source_discounted", "aware", "inflation")
        found.append(
            Regime(
                key=key,
                title=title,
                published=MappingProxyType(dict(zip(names, printed, strict=True))),
                dossier=dossier,
                policy=case.policy or Policy(),
                what_it_shows=case.about,
            )
        )
    return tuple(found)


def regime_of(
    *,
    independent: int,
    unknown: int,
    dependent: int,
    partial: int,
    partial_weight: float,
    increment: float,
    prior: float,
    k: float | str,
    alpha: float,
) -> Assessment:
    """The figures of a made-up claim whose documents are labelled in these numbers.

    Raises:
        InvalidParameter: A setting lies outside its domain.
    """
    policy = policy_from_dict({"name": "scenario", "prior": prior, "increment": increment, "k": k, "alpha": alpha})
    return assess(labelled_claim(independent, unknown, dependent, partial, partial_weight), policy)


def labelled_claim(independent: int, unknown: int, dependent: int, partial: int, partial_weight: float) -> Dossier:
    """A claim with so many documents of each label and no edges."""
    states = [
        *[Label(Dependence.INDEPENDENT)] * independent,
        *[Label(Dependence.UNKNOWN)] * unknown,
        *[Label(Dependence.DEPENDENT)] * dependent,
        *[Label(Dependence.PARTIALLY_DEPENDENT, partial_weight)] * partial,
    ]
    names = [f"source {number:02d}" for number in range(1, len(states) + 1)]
    return Dossier(
        claim=Claim("scenario", "A claim with sources in these numbers."),
        evidence=tuple(Evidence(name, "scenario", name, rank=n) for n, name in enumerate(names, 1)),
        sources=tuple(Source(name, name) for name in names),
        labels=MappingProxyType(dict(zip(names, states, strict=True))),
    )


def sweep(dossier: Dossier, policy: Policy, parameter: str, values: Iterable[Any]) -> tuple[SweepPoint, ...]:
    """The figures of a claim as one setting of the policy moves.

    Args:
        dossier: The claim.
        policy: All other settings.
        parameter: A setting of the policy: ``alpha``, ``k``, ``prior`` or ``increment``.
        values: The values to try, in the order in which they are returned.

    Raises:
        InvalidParameter: A value lies outside the setting's domain.
    """
    points = []
    for value in values:
        found = assess(dossier, policy_from_dict({parameter: value}, policy))
        points.append(
            SweepPoint(
                value=value,
                eie=found.eie,
                gamma=found.gamma.value,
                naive=found.naive,
                aware=found.aware,
                source_discounted=found.source_discounted,
                bayesian=found.bayesian,
            )
        )
    return tuple(points)
